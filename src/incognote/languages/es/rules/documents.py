"""Identity documents of each country by their own form, short labels, staff codes, logins."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import has_digits, is_persons_folder, users_folder
from incognote.languages.es.checks import is_license

RULES = (
    row(
        "clave_de_elector",
        r"[B-DF-HJ-NP-TV-ZÑ]{6}[0-9]{8}[HM][0-9]{3}",
        "credencial INE <ID_SUJETO_ASISTENCIA>CNFLDL65081919M300</ID_SUJETO_ASISTENCIA>",
        "lote CNFLDL650819",
        score=0.98,
    ),
    row(
        "documento_por_su_forma",
        r"[0-9]{8}-[0-9]|[0-9]{4} [0-9]{5} [0-9]{4}|[0-9]{3}-[0-9]{7}-[0-9]"
        r"|[0-9]{3}-[0-9]{6}-[0-9]{4}[A-Z]"
        r"|[0-9]{4}-[0-9]{4}-[0-9]{5}|[0-9]\.[0-9]{3}\.[0-9]{3}-[0-9]"
        r"|[VE]-[0-9]{1,2}\.[0-9]{3}\.[0-9]{3}"
        r"|[0-9]{2}\.[0-9]{3}\.[0-9]{3}[- ]?[A-HJ-NP-TV-Z]|[XYZ]-?[0-9]{7}-?[A-HJ-NP-TV-Z]"
        r"|[0-9]{8}[- ]?[A-HJ-NP-TV-Z]",
        "DUI <ID_SUJETO_ASISTENCIA>02710044-8</ID_SUJETO_ASISTENCIA>, 53 años",
        "<ID_SUJETO_ASISTENCIA>2201 33419 0801</ID_SUJETO_ASISTENCIA>; la"
        " <ID_SUJETO_ASISTENCIA>001-0277184-9</ID_SUJETO_ASISTENCIA>",
        "serie 0271004-8; 12.345.678 copias; 43043393 E-mail: a",
        score=0.92,
        unless_before=(
            r"(?:s/n|serie|lote|tel\w*|cel\w*|fax|cuenta|cta|iban|ref|col|n[º°]|orden|informe"
            r"|nit|cif"
            r"|epis\w*|biopsia|protocolo|p[oó]liza|afil\w*|nss|ss|[-+/.])\.?:? ?(?:n[º°o.]* ?)?"
        ),
        unless_after=r"[-/.][0-9]|-mail",
    ),
    row(
        "documento_con_etiqueta_corta",
        r"\b(?:RUN|DIP|L\.?E\.?|L\.?C\.?|D\.?P\.?I\.?|D\.?U\.?I\.?|C\.?I\.?P\.?|PEP|PPT|INE|run"
        r"|dui|dpi"
        r"|(?i:c[eé]d\.?|credencial(?: ine)?|libreta c[ií]vica|carn[eé]t? (?:de )?(?:extranjer[ií]a"
        r"|refugiad[oa]|diplom[aá]tico)|permiso (?:especial|temporal)|a-number|alien number|num"
        r" familiar|n[uú]mero familiar))(?:[.:#]| n[º°o.]+:?)? ?"
        r"(?P<phi>(?:[A-Z]{1,3}-?)?[0-9]{1,9}(?:[-. ][0-9]{3,7}){1,3}(?:-[0-9Kk])?"
        r"|[0-9]{6,15}(?:-[0-9Kk])?)",
        "RUN <ID_SUJETO_ASISTENCIA>8.664.337-1</ID_SUJETO_ASISTENCIA>, céd"
        " <ID_SUJETO_ASISTENCIA>12-711-1002</ID_SUJETO_ASISTENCIA>",
        "INE 12, L.E. 1.2, DIP 2,1 mm",
        score=0.92,
        check=has_digits(4),
        unless_before=r"\bprof\.? ",
    ),
    row(
        "cedula_de_bolivia",
        r"(?P<phi>[0-9](?:\.[0-9]{3}){2} (?:L\.?P\.?|S\.?C\.?|Pt\.?|PT|Cb\.?|Cbba\.?|CB|Or\.?|OR"
        r"|Ch\.?"
        r"|CH|Tj\.?|TJ|Bn\.?|BN|Pd\.?|PD))(?:[ ,;)\n]|$)",
        "con C.I. <ID_SUJETO_ASISTENCIA>3.718.002 Pt.</ID_SUJETO_ASISTENCIA>, perforista",
        "leucocitos 1.200.000 LPM",
    ),
    row(
        "cedula_de_vecindad",
        r"[A-U]-[0-9]{1,2},? (?:(?i:reg\.?|registro)(?: n[º°o.]+)?) ?[0-9]{1,3}[.,]?[0-9]{3}",
        "Cédula <ID_SUJETO_ASISTENCIA>N-14 reg. 22,891</ID_SUJETO_ASISTENCIA>.",
        "A-12 registro normal",
    ),
    row(
        "tarjeta_sanitaria_con_blancos",
        r"(?P<phi1>[B-DF-HJ-NP-TV-ZÑ]{4} [0-9]{2,4} (?:[0-9]{5,7}|[0-9]{4,7}(?: [0-9]{2,6}){1,2})"
        r"|CANT [0-9]{4} [0-9]{2} [0-9]{4})"
        r"|GHIC:? (?P<phi2>(?:UK[ -]?)?[0-9]{2,20}(?:[ -][0-9]{1,10}){0,5})",
        "Plasencia <ID_SUJETO_ASISTENCIA>PLST 38 4410021</ID_SUJETO_ASISTENCIA>  2",
        "GHIC <ID_SUJETO_ASISTENCIA>UK-88-4417</ID_SUJETO_ASISTENCIA>     3  1  1",
        "HDLC 45 120, GGTP 45 1200",
        score=0.92,
        check=has_digits(4),
    ),
    row(
        "carpeta_de_usuario",
        users_folder("[Uu]suarios"),
        r"C:\Users\<ID_EMPLEO_PERSONAL_SANITARIO>jlopez</ID_EMPLEO_PERSONAL_SANITARIO>\a.pdf",
        r"C:\Usuarios\<ID_EMPLEO_PERSONAL_SANITARIO>a.ruiz</ID_EMPLEO_PERSONAL_SANITARIO>",
        r"C:\Users\Public\a.pdf, centro/home",
        check=is_persons_folder,
    ),
    row(
        "login_con_etiqueta",
        r"(?i:usuari[oa]|login|user(?:name)?|imprimi[oó]|impreso por|transcribe|transcrito por"
        r"|tecle[oó]"
        r"|digit[oó]|operador|registr[oó])(?:[:=]| =)?"
        r" ?(?P<phi>[a-z]{1,12}[._][a-z]{2,14}[0-9]{0,4}"
        r"|[a-z]{3,12}[0-9]{1,4}|[a-z]{2,3}[._][a-z]{3,})(?:[ ,;:)\n/]|\.(?:\s|$)|$)",
        "login=<ID_EMPLEO_PERSONAL_SANITARIO>amedrano_tf</ID_EMPLEO_PERSONAL_SANITARIO>",
        "usuario <ID_EMPLEO_PERSONAL_SANITARIO>lpolo.enf</ID_EMPLEO_PERSONAL_SANITARIO> desde",
        "usuario de silla; operador nuevo",
        score=0.92,
        unless_before=r"(?:web|portal|app|paciente|webex|de zoom) (?:usuari[oa]|user)?[: ]*",
    ),
    row(
        "codigo_de_medico",
        r"(?i:c[oó]d(?:igo)?\.?:? )(?P<phi1>(?:MED|ME|OD|EN|NU|PSI)[- ]?[0-9]{3,6})|\b(?:CMP|CEP"
        r"|RNE|COP"
        r"|CTSP|CPsP|M\.?P\.?P\.?S\.?|MPPS|M\.S\.D\.S\.|MSDS|SENESCYT|ACESS|JVPM|J\.V\.P\.M\."
        r"|JVPE|RM"
        r"|R\.M\.|T\.?P\.?|SNS|COLMED|ICM|M\.?N\.?|M\.?P\.?)(?: ?[.:#-])?(?: ?(?i:n[º°o.]+|n))? ?"
        r"(?P<phi2>[0-9]{1,3}[.,]?[0-9]{3,6}(?:[-/][0-9]{1,5})?)(?:[ ,;:)\n/]|\.(?:\s|$)|$)",
        "cód. <ID_TITULACION_PERSONAL_SANITARIO>MED 13877</ID_TITULACION_PERSONAL_SANITARIO>",
        "CMP <ID_TITULACION_PERSONAL_SANITARIO>41882</ID_TITULACION_PERSONAL_SANITARIO>",
        "RM 1,5 T; M.N. 12; TP 88 %; RM 2019, sin cambios",
        score=0.92,
        check=is_license,
        unless_after=r" ?(?:%|mg|ml|mm|seg|T\b)",
    ),
)
