"""Numbers of staff, devices, vehicles, accounts, companies, courts and deeds."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import is_iban, is_luhn
from incognote.languages.es.checks import is_cif, is_license, is_no_year

RULES = (
    row(
        "colegiado",
        r"\b(?:(?i:n?[º°]? ?\.?col(?:eg(?:iad[oa])?)?(?: activa| provisional)?|coll|c[eé]d"
        r"(?:ula)?\.? ?(?:prof(?:esional)?|esp(?:ecialidad)?)?|reg(?:istro)?\.? ?(?:m[eé]d"
        r"(?:ico)?|prof(?:esional)?|nac\.? prestadores|sis)"
        r"|mat(?:r[ií]cula)?|m\.?[pn]|c\.?m\.?p|r\.?m\.?|r\.?n\.?e|cjppu|cmri|comb|cmh|cop|cep|c"
        r"[oó]digo msp|t\.p|m\.c|licencia m[eé]dica|colegiado|rcm|rpm))"
        r"\.?[ ]?[:=_]{0,2}[ ]{0,2}(?:(?i:con (?:el )?n[uú]mero|n[uú]m(?:ero)?|n[º°o]|n)\.?[:"
        r" ]{0,2})?"
        r"(?P<phi>(?:[A-Z]{1,3}-)?[0-9]{1,10}(?: [0-9]{2} [0-9]{4,7}|[ /][0-9]{6,8}(?:-[0-9])?|"
        r"[-/., ]{0,1}[0-9]{2,8}){0,3}(?:-[A-Z]{1,2})?)",
        "NºCol: <ID_TITULACION_PERSONAL_SANITARIO>28 28 70973</ID_TITULACION_PERSONAL_SANITARIO>.",
        "geriatra, col."
        " <ID_TITULACION_PERSONAL_SANITARIO>36-03812</ID_TITULACION_PERSONAL_SANITARIO>)",
        "M.P. <ID_TITULACION_PERSONAL_SANITARIO>94.331</ID_TITULACION_PERSONAL_SANITARIO> –"
        " Oncólogo",
        "RM <ID_TITULACION_PERSONAL_SANITARIO>05-21188</ID_TITULACION_PERSONAL_SANITARIO>",
        "colecistectomía 2011, colon 10 cm; matrícula 8093 FXM",
        score=0.9,
        check=is_license,
        unless_after=r" ?[B-DF-HJ-NP-TV-Z]{3}(?:[^\pL]|$)",
    ),
    row(
        "numero_de_empleado",
        r"(?i:n\.?[º°] ?(?:de )?emplead[oa]|n[º°] empl\.?|emplead[oa]|leg(?:ajo)?\.|usuario(?:"
        r" web)?:|cias|transcribe:|c[oó]digo de (?:empleado|personal))[ :]{0,3}"
        r"(?P<phi>(?:[A-Z]{1,4}-)?[0-9]{3,10}(?:[A-Z]|-[0-9]+)?|[a-z]{2,12}[-_.]?[a-z]*-?"
        r"[0-9]{1,5})",
        "N.º de empleada <ID_EMPLEO_PERSONAL_SANITARIO>E-44107</ID_EMPLEO_PERSONAL_SANITARIO>",
        "usuario: <ID_EMPLEO_PERSONAL_SANITARIO>enf0417</ID_EMPLEO_PERSONAL_SANITARIO>",
        "empleado de banca",
        score=0.9,
    ),
    row(
        "serie_de_equipo",
        r"\b(?:S/N|SN|N/?S|Dexcom (?:tx|G\d)|(?i:n?\.?[º°]? ?(?:de |n[uú]mero de )?serie|n/s"
        r"|n[º°] (?:de )?(?:cat[eé]ter"
        r"|bomba|equipo)|equipo|imei))[ ]?[.:=#]{0,2}[ ]{0,3}(?:(?i:n[º°])[ ]?)?"
        r"(?P<phi>[0-9]{2,3}(?:[-. ][0-9]{2,3}){2,4}"
        r"|(?:[0-9]{0,3}[A-Z]{1,6}[0-9]{0,3}-?)?[0-9]{3,12}(?:[-/]?[A-Z0-9]{1,10}){0,3}|"
        r"[A-Z0-9]*[0-9][A-Z0-9]{5,14})",
        "bomba n/s <IDENTIF_DISPOSITIVOS_NRSERIE>08.468.787</IDENTIF_DISPOSITIVOS_NRSERIE>, SN"
        " <IDENTIF_DISPOSITIVOS_NRSERIE>49-81-56</IDENTIF_DISPOSITIVOS_NRSERIE>",
        "BiPAP nº de serie <IDENTIF_DISPOSITIVOS_NRSERIE>V60-118745</IDENTIF_DISPOSITIVOS_NRSERIE>",
        "cotilo Trilogy 50 SN"
        " <IDENTIF_DISPOSITIVOS_NRSERIE>62217704</IDENTIF_DISPOSITIVOS_NRSERIE>,",
        "Oticon NS <IDENTIF_DISPOSITIVOS_NRSERIE>47KQ118</IDENTIF_DISPOSITIVOS_NRSERIE> I",
        "serie de 12 casos; NS 0,9 %, diferencias NS p 0.12",
        score=0.9,
    ),
    row(
        "numero_de_aparato",
        r"(?i:\b(?:generador|marcapasos|dai|cpap|bipap|bomba|respirador|resmed|airsense|aparato|portátil"
        r"|esp[ií]r[oó]metro|datospir|holter|grabadora)(?: (?-i:\p{Lu}\pL*|[0-9]{1,2})){0,2})"
        r"(?:[ :]{1,2}| ?\((?i:n[º°o])\.? ?)"
        r"(?P<phi>[0-9]{4,12}(?:/[0-9]{2})?|[0-9]{2,3}(?:[- ][0-9]{2,3}){1,4}"
        r"|[A-Z0-9]*[0-9][A-Z0-9]{6,14})"
        r"(?:[).,;\n]|  |$)",
        "Datospir Aira <IDENTIF_DISPOSITIVOS_NRSERIE>81-15-52</IDENTIF_DISPOSITIVOS_NRSERIE>   "
        "calibrado",
        "AirSense 10 (nº <IDENTIF_DISPOSITIVOS_NRSERIE>7755</IDENTIF_DISPOSITIVOS_NRSERIE>), "
        "mascarilla;"
        " generador <IDENTIF_DISPOSITIVOS_NRSERIE>2777</IDENTIF_DISPOSITIVOS_NRSERIE>.",
        "marcapasos 2015, CPAP 10-12, bomba 2019. DAI 2011-2014; Holter 24; CPAP (nº 3)",
        "Holter: 48-132, media 75; respirador 450-500.",
        score=0.9,
        check=is_no_year,
        unless_before=r"(?:en|desde|cpap|bipap|ipap|epap|peep) ?",
    ),
    row(
        "matricula",
        r"[0-9]{4}[- ]?[B-DF-HJ-NP-TV-Z]{3}",
        "turismo (<IDENTIF_VEHICULOS_NRSERIE_PLACAS>4419 JTK</IDENTIF_VEHICULOS_NRSERIE_PLACAS>)",
        "4419 UI",
        score=0.85,
    ),
    row(
        "matricula_con_etiqueta",
        r"(?i:placas?(?: moto)?|patente|matr[ií]cula|furgoneta|m[oó]vil|coche|camioneta|mototaxi"
        r" placa|4x4)[ :(]{1,3}"
        r"(?P<phi>[A-Z]{1,3}[- ]?[0-9]{2,4}(?:[- ]?(?:[A-Z]{1,2}|[0-9]{2,3}))?|[A-Z]{2,4}[- ]?"
        r"[0-9]{1,3}[A-Z]?|[0-9]{3,4}[- ]?[A-Z]{2,3}|[0-9]{3,4}-[0-9][A-Z]|[0-9][A-Z][0-9]"
        r"[A-Z]{2}|EC-[A-Z]{3})",
        "placa <IDENTIF_VEHICULOS_NRSERIE_PLACAS>EGM-118</IDENTIF_VEHICULOS_NRSERIE_PLACAS>,"
        " chofer",
        "patente <IDENTIF_VEHICULOS_NRSERIE_PLACAS>IXR 774</IDENTIF_VEHICULOS_NRSERIE_PLACAS>.",
        "placa de tórax, móvil 14",
        score=0.85,
    ),
    row(
        "iban",
        r"[A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]{4}){3,7}(?: ?[0-9A-Z]{1,3})?",
        "cuenta <OTROS_SUJETO_ASISTENCIA>ES91 2100 0418 4502 0005 1332</OTROS_SUJETO_ASISTENCIA>",
        "ES00 2100 0418 4502 0005 1332",
        score=0.98,
        check=is_iban,
    ),
    row(
        "tarjeta_de_pago",
        r"[3-6][0-9]{3}(?:[ -]?[0-9]{4}){3}",
        "tarjeta <OTROS_SUJETO_ASISTENCIA>4111 1111 1111 1111</OTROS_SUJETO_ASISTENCIA>",
        "4111 1111 1111 1112",
        score=0.9,
        check=is_luhn,
    ),
    row(
        "cif",
        r"(?:(?i:cif|nif)[: ]{1,2})?(?P<phi>[ABCDEFGHJNPQRSUVW]-?[0-9]{7}[0-9A-J])",
        "CIF: <OTRO_NUMERO_IDENTIF>A58818501</OTRO_NUMERO_IDENTIF>",
        "A58818502",
        score=0.9,
        check=is_cif,
    ),
    row(
        "nit",
        r"(?i:nit|ruc)[.: ]{1,3}(?P<phi>[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}(?:-?[0-9]{1,2})?)",
        "NIT <OTRO_NUMERO_IDENTIF>800.447.193-6</OTRO_NUMERO_IDENTIF>",
        "Nit: Dr.",
        score=0.93,
    ),
    row(
        "pulsera_y_papeles",
        r"(?i:pulsei?ra(?: madre-hijo)?|citt|incapacidad|licencia folio|bolet[ií]n|csv|reclamaci"
        r"[oó]n|tip|certificado)(?: (?i:n[º°o]\.?))?[ :]{1,2}(?:(?i:n[º°o])\.? ?)?"
        r"(?P<phi>(?:[A-Z]{1,4}[-/ ])?[0-9]{2,}(?:[-/][0-9A-Z]{1,10}){0,4})",
        "Pulsera <OTRO_NUMERO_IDENTIF>RV-660-917</OTRO_NUMERO_IDENTIF>   44   F",
        "incapacidad por 30 días",
        score=0.9,
    ),
    row(
        "expediente_judicial",
        r"(?i:autos|diligencias(?: policiales)?|expediente judicial|exp\.|parte judicial[\pL"
        r" ]{0,20}|oficio|carpeta(?: de investigaci[oó]n)?)(?: n[º°])?[ :]{1,2}"
        r"(?P<phi>(?:[A-Z]{1,6}[-/])?[0-9]{1,6}(?:[-/.][0-9A-Z]{1,8}){1,6})",
        "autos <OTROS_SUJETO_ASISTENCIA>338/2023</OTROS_SUJETO_ASISTENCIA>), en Ceuta",
        "oficio de carpintero; ref. 3.5-5.1",
        score=0.9,
    ),
    row(
        "usuario_del_sistema",
        r"(?i:usuari[oa]|user|login|operador|cod\.|c[oó]d\.|impreso por)["
        r" :=]{1,3}(?P<phi>[a-z]{2,10}[0-9]{2,5}"
        r"|[A-Z]-?[0-9]{3,6})\b",
        "usuario <ID_EMPLEO_PERSONAL_SANITARIO>mintvi44</ID_EMPLEO_PERSONAL_SANITARIO>",
        "usuario de silla 12",
        score=0.93,
    ),
)
