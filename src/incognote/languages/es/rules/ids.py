"""Numbers and traits of patients, numbers of episodes and insurers."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import has_digits
from incognote.languages.es.checks import is_cuit, is_dni, is_rut

# Between a label and its number: `NHC: `, `DNI nº `, `C.I.__`, `##NHC## `.
_SEP = (
    r"[)]?[ \t]?[.:=#_|]{0,3}[ \t_]{0,3}(?:(?i:n(?:[.]?[º°o]|[uú]m(?:ero)?|ro)?)\.?[:# ]{0,2})?"
    r"[#]?"
)
# A code: letters and digits in groups, one of them at least with a digit.
_CODE = (
    r"(?:[A-Z]{1,6}[-/. ]?)?[0-9]{1,14}(?:[A-Z]{1,4}[0-9]{0,9}|[-/.][A-Z0-9]{1,12}){0,5}"
    r"(?:[-/ ][A-Z])?"
)
_SPACED = r"[0-9]{1,3}(?: [0-9]{2,3}){1,3}"

RULES = (
    row(
        "historia_clinica",
        r"(?:\b(?i:n\.?h\.?c(?:l[ií]n)?\.?|h\.?c\.?[lu]?\.?|n[º°o]\.? ?(?:de )?h(?:istoria|ª)?(?:"
        r" cl[ií]nica)?\.?|historia(?: cl[ií]nica)?"
        r"|hist\.?|expediente(?: cl[ií]nico)?|exp\.?|ficha|reg(?:istro)?\.?(?: m[eé]dico|"
        r" hospitalario)?"
        r"|cipa|nuhsa|cip(?:na|-aut)?|sip|tis|tsi|cite|pulsera id)|[Hh]ª|RECORD|MRN)(?: (?i:de la"
        r" madre"
        r"|madre|prov\.?|rn|familiar))?"
        + _SEP
        + r"(?i:nhc-)?(?P<phi>[0-9]{4} [0-9]{4}|(?:[A-Z]{2,4} ?)?"
        + _SPACED
        + r"(?: [0-9]{1,4}){0,3}|"
        + _CODE
        + ")",
        "NHC: <ID_SUJETO_ASISTENCIA>368503</ID_SUJETO_ASISTENCIA>.",
        "CIPA: nhc-<ID_SUJETO_ASISTENCIA>743612</ID_SUJETO_ASISTENCIA>.",
        "Pilar Ascaso (NHC <ID_SUJETO_ASISTENCIA>665204</ID_SUJETO_ASISTENCIA>)",
        "NUHSA <ID_SUJETO_ASISTENCIA>AN0417382256</ID_SUJETO_ASISTENCIA>",
        "HC <ID_SUJETO_ASISTENCIA>44.190/Z</ID_SUJETO_ASISTENCIA>     Cama",
        "RECORD <ID_SUJETO_ASISTENCIA>7228</ID_SUJETO_ASISTENCIA>\n",
        "historia de 3 semanas",
        score=0.93,
    ),
    row(
        "documento_con_etiqueta",
        r"\b(?:(?i:d\.?n\.?i\.?(?:[ /]nie)?|n\.?i\.?e\.?|nif|c[eé]dula(?: de (?:ciudadan[ií]a"
        r"|identidad|extranjer[ií]a|\pL+))?|r\.?u\.?[tn]\.?"
        r"|doc(?:umento|to)?\.?(?: de identidad| identidad| nacional)?|pasaporte|passaport"
        r"|passport|curp|cui|dpi|carn[eé]t? de identidad"
        r"|(?:dni|nif|documento)[: ]{1,2}nro|identidad|tarjeta (?:sanitaria|de identidad))|C\.?"
        r"[IC]\.?|T\.?I\.?|C\.E\.|ID)"
        r"(?: (?i:de la madre|madre))?"
        + _SEP
        + r"(?P<phi>(?:[A-Z]{1,4}[- ]?)?[0-9]{1,4}(?:[. ][0-9]{3,5}){2,3}(?:[- ][0-9A-Z]{1,2})?"
        r"|[0-9]{4} [0-9]{5} [0-9]{4}|[A-Z]{4}[0-9]{6}[A-Z]{6}[0-9A-Z]{2}"
        r"|(?:[A-Z]{1,4}[- ]?)?[0-9]{5,14}(?:[- ]?[0-9A-Z]{1,2})?|[0-9]{1,4}-[0-9]{4}-[0-9]{4,5})",
        "DNI <ID_SUJETO_ASISTENCIA>25.177.608-K</ID_SUJETO_ASISTENCIA>, mujer",
        "C.I. <ID_SUJETO_ASISTENCIA>V-6.774.108</ID_SUJETO_ASISTENCIA>, hace HD",
        "RUT: <ID_SUJETO_ASISTENCIA>16.774.051-2</ID_SUJETO_ASISTENCIA>",
        "CC <ID_SUJETO_ASISTENCIA>71.774.930</ID_SUJETO_ASISTENCIA>. EPS",
        "CURP: <ID_SUJETO_ASISTENCIA>JOPA670220HCSLRN03</ID_SUJETO_ASISTENCIA>",
        "500 CC 250 ml, TI 12",
        score=0.93,
    ),
    row(
        "documento_dicho",
        r"(?i)\b(?:d\.?n\.?i\.?|n\.?i\.?e\.?|nif|rut|run|c[eé]dula(?: de (?:identidad"
        r"|ciudadan[ií]a))?|curp|pasaporte)(?: (?:es|era)(?: el)?| con n[uú]mero| n[uú]mero"
        r"| n[º°o.]+)?:? (?P<phi>[xyz]?-?[0-9]{7,8}[- ]?[a-z]|[0-9]{1,3}(?:[. ][0-9]{3}){2,3}"
        r"(?:-[0-9k])?|[0-9]{7,10}(?:-[0-9k])?|[a-z]{3}[0-9]{6})(?:[ ,;:)?!\n]|\.(?:\s|$)|$)",
        "mi dni es <ID_SUJETO_ASISTENCIA>08844719q</ID_SUJETO_ASISTENCIA> por si acaso",
        "mi cédula es el <ID_SUJETO_ASISTENCIA>52 447 118</ID_SUJETO_ASISTENCIA>.",
        "el dni es necesario; la cédula es de 2019; nie 2000 ml",
        score=0.93,
    ),
    row(
        "dni_nie",
        r"(?:[0-9]{2}\.?[0-9]{3}\.?[0-9]{3}|[XYZ]-?[0-9]{7})[- ]?[A-Za-z]",
        "provista de <ID_SUJETO_ASISTENCIA>12345678Z</ID_SUJETO_ASISTENCIA>",
        "12345678A, fax 66790389 E-mail",
        score=0.97,
        check=is_dni,
        unless_after=r"-mail",
    ),
    row(
        "curp",
        r"[A-Z]{4}[0-9]{6}[HM][A-Z]{5}[0-9A-Z][0-9]",
        "<ID_SUJETO_ASISTENCIA>AUTX121104MDFRNM02</ID_SUJETO_ASISTENCIA>. Ingreso",
        "AUTX121104",
        score=0.98,
    ),
    row(
        "rfc",
        r"(?i:rfc)[: ]{1,2}(?P<phi>[A-ZÑ&]{3,4}[0-9]{6}(?:[A-Z0-9]{3})?)",
        "RFC: <ID_SUJETO_ASISTENCIA>GODE561231GR8</ID_SUJETO_ASISTENCIA>",
        "RFC pendiente",
        score=0.9,
    ),
    row(
        "rut_chileno",
        r"[0-9]{1,2}\.[0-9]{3}\.[0-9]{3}-[0-9kK]",
        "paciente <ID_SUJETO_ASISTENCIA>12.345.678-5</ID_SUJETO_ASISTENCIA>",
        "12.345.678-4",
        score=0.9,
        check=is_rut,
    ),
    row(
        "cuit",
        r"(?:20|23|24|27|30|33)-?[0-9]{8}-?[0-9]",
        "CUIL <ID_SUJETO_ASISTENCIA>20-05536168-2</ID_SUJETO_ASISTENCIA>",
        "20-05536168-3",
        score=0.8,
        check=is_cuit,
    ),
    row(
        "cip_autonomico",
        r"(?:[B-DF-HJ-NP-TV-Z]{4}[0-9]{10,12}|[B-DF-HJ-NP-TV-Z]{4} ?[0-9]{6} ?[0-9]{3} ?[0-9]{3}"
        r"|AN ?[0-9]{10}"
        r"|[A-Z]{4} ?[01] ?[0-9]{6} ?[0-9]{2} ?[0-9])",
        "<ID_SUJETO_ASISTENCIA>HRCS470218920017</ID_SUJETO_ASISTENCIA>",
        "<ID_SUJETO_ASISTENCIA>AN1183350027</ID_SUJETO_ASISTENCIA>, 41 años",
        "AN 12",
        score=0.93,
    ),
    row(
        "estado_civil",
        r"(?i)(?:casad[oa]|solter[oa]|viud[oa]|divorciad[oa]|uni[oó]n libre|pareja de hecho)"
        r"|Separad[oa]",
        "<ID_SUJETO_ASISTENCIA>Viuda</ID_SUJETO_ASISTENCIA>, vive sola",
        "bordes separados; hija soltera",
        score=0.8,
        unless_before=r"(?:hij[oa]|herman[oa]|apellidos:[^\n]*|la) ",
    ),
    row(
        "estado_civil_con_etiqueta",
        r"(?i)(?:estado|edo\.?|est\.?|e\.) civil[ .:=]{0,4}(?P<phi>casad[oa]|solter[oa]|viud[oa]"
        r"|divorciad[oa]"
        r"|separad[oa]|uni[oó]n (?:libre|de hecho)|conviviente|acompañad[oa]|pareja de hecho)",
        "Estado civil: <ID_SUJETO_ASISTENCIA>casada</ID_SUJETO_ASISTENCIA>.",
        "estado civil no consta",
        score=0.97,
    ),
    row(
        "origen_y_credo",
        r"(?i)(?:rumano?a?|marroqu[ií]|argelin[oa]|senegal[eé]s|senegalesa|colombian[oa]"
        r"|ecuatorian[oa]|venezolan[oa]|bolivian[oa]"
        r"|peruan[oa]|hondureñ[oa]|haitian[oa]|dominican[oa]|cuban[oa]|paraguay[oa]|uruguay[oa]"
        r"|guatemaltec[oa]"
        r"|nicaragüense|salvadoreñ[oa]|ghan[eé]s|ghanesa|nigerian[oa]|maliense|pakistan[ií]"
        r"|ucranian[oa]|b[uú]lgar[oa]|polac[oa]"
        r"|brit[aá]nic[oa]|holand[eé]s|holandesa|ruso|rusa|gitan[oa]|mapuche(?:-pehuenche)?"
        r"|quechua|aymara|afrocolombian[oa]"
        r"|afroecuatorian[oa]|mestiz[oa]|ind[ií]gena|musulm[aá]n|musulmana|cat[oó]lic[oa]|evang"
        r"[eé]lic[oa]|ortodox[oa]"
        r"|testigo de jehov[aá]|bautista|budista|adventista|homosexual|bisexual|lesbiana|"
        r"(?:mujer|hombre) trans)|argentin[oa]|mexican[oa]|suec[oa]",
        "<ID_SUJETO_ASISTENCIA>Testigo de Jehová</ID_SUJETO_ASISTENCIA> no practicante",
        "Paciente <ID_SUJETO_ASISTENCIA>marroquí</ID_SUJETO_ASISTENCIA>",
        "úlcera peruviana",
        score=0.75,
    ),
    row(
        "seguridad_social",
        r"\b(?i:nass|n\.?s\.?s|nuss|naf|n[º°] ?ss|seg(?:uridad|uro)?\.? soc(?:ial)?\.?(?:"
        r" campesino)?|afil(?:iaci[oó]n|iado)?\.?(?: seg pop)?"
        r"|no\.? asegurado|autogenerado|asegurado sus|c[oó]digo sis|sis)(?: (?i:n[º°o.]+|que"
        r" piden))?[ ]?[.:=#(]{0,3}[ ]{0,3}"
        r"(?P<phi>(?:[A-Z]{2,3}-)?[0-9]{1,14}(?:[/ .-]{1,2}[0-9]{1,12}){0,4}|[0-9]{7}[A-Z]{5}"
        r"[0-9]{3})",
        "NASS: <ID_ASEGURAMIENTO>26 63514095</ID_ASEGURAMIENTO>.",
        "NSS: <ID_ASEGURAMIENTO>62 85 64 1170 3</ID_ASEGURAMIENTO>  AGREGADO",
        "NAF <ID_ASEGURAMIENTO>36/1029983377/12</ID_ASEGURAMIENTO>. Senegalés",
        "SSN 0,9 % 500 ml",
        score=0.92,
    ),
    row(
        "numero_ss_espana",
        r"[0-5][0-9][/ ][0-9]{7,8}[/ -][0-9]{2}",
        "<ID_ASEGURAMIENTO>25/10198364/70</ID_ASEGURAMIENTO>, payesa",
        "12/10/2018",
        score=0.9,
    ),
    row(
        "poliza",
        r"(?i:p[oó]liza(?: materna)?(?:: ?\pL+)?|pol\.|(?:n[º°] ?)?beneficio|beneficiari[oa] n"
        r"[º°]|afiliad[oa](?: n[º°])?|afil|soci[oa] n[º°]|matr[ií]cula de socio"
        r"|contrato|carnet|cert\.|OSDE(?: [0-9]{3})?|PAMI)[ ]?[.:#]?[ ]{0,3}(?:(?i:n[º°o]\.?) ?)?"
        r"(?P<phi>(?:[A-Z]{2,4}[- ]?)?[0-9]{2,14}(?:[-/. ][0-9A-Z]{1,12}){1,4})",
        "Póliza <NUMERO_BENEF_PLAN_SALUD>IMQ-3007811-04</NUMERO_BENEF_PLAN_SALUD> (sesiones",
        "contrato de 12 meses",
        score=0.6,
    ),
    row(
        "episodio",
        r"\b(?i:epis(?:odio?)?|icu|n[º°] ?(?:de )?(?:episodio|acceso|informe|petici[oó]n|registro"
        r"|orden|muestra|biopsia|ingreso)|folio(?: de atenci[oó]n)?"
        r"|ingreso (?:n[º°o.]+|num\.?)|protocolo|petici[oó]n|informe n[º°.o]+|autorizaci[oó]n(?:"
        r" n[º°o]\.?)?|autoriz\.?|radicado|orden|id solicitud|cita #"
        r"|interconsulta|muestra de donante|biopsia|pendiente ap|n[º°] urg|(?-i:FIN)|cita|muestra"
        r"|dau|acto m[eé]dico|necropsia(?: cl[ií]nica)?|eeg"
        r"|hoja de referencia|full)"
        + _SEP
        + r"[(]?(?P<phi>(?:[A-Z]{1,6}[- ]?)?[0-9]{2,}(?:[-./][A-Z0-9]{1,10}){0,4}"
        r"(?:[A-Z][0-9]{3,8})?|[A-Z0-9]*[0-9][A-Z0-9]{6,14})(?:[^\pL\pN]|$)",
        "EPIS: <ID_CONTACTO_ASISTENCIAL>F2Y68K0M</ID_CONTACTO_ASISTENCIAL>, petición"
        " <ID_CONTACTO_ASISTENCIAL>B5S76Y8S</ID_CONTACTO_ASISTENCIAL>, nº urg"
        " <ID_CONTACTO_ASISTENCIAL>P2V59K0G</ID_CONTACTO_ASISTENCIAL>",
        "Episodio: <ID_CONTACTO_ASISTENCIAL>1641529</ID_CONTACTO_ASISTENCIAL>.",
        "Informe nº <ID_CONTACTO_ASISTENCIAL>VS-24-1093</ID_CONTACTO_ASISTENCIAL>",
        "Biopsia nº <ID_CONTACTO_ASISTENCIAL>18-B-4417</ID_CONTACTO_ASISTENCIAL>",
        "muestra de 3 ml, cita en 6 meses; el hemograma muestra 17.300 leucocitos",
        score=0.9,
        check=has_digits(4),
        unless_after=r" (?:leuco|linfo|plaqu|hemat|neutr|c[eé]lulas|copias)",
    ),
)
