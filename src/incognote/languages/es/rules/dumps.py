"""Fields of HL7 messages and FHIR resources, addresses as the United States write them."""

from __future__ import annotations

from incognote.detect.rules import row

_FIELD = r"\|[^|\n]*"
_XCN = r"(?:[0-9A-Z]{1,12})?\^"  # the number of a person, before family and given name
_NAME = r"[\pL][\pL .'’-]{0,38}"
_CAPS = r"\p{Lu}[\pL'’-]*"

RULES = (
    row(
        "hl7_numero_de_mensaje",
        rf"\bMSH(?:{_FIELD}){{8}}\|(?P<phi>[0-9A-Za-z.-]*[0-9]{{4}}[0-9A-Za-z.-]*)\|",
        r"MSH|^~\&|LIS|H1|HIS|H2|20240212||ORU^R01|"
        r"<OTRO_NUMERO_IDENTIF>99120417</OTRO_NUMERO_IDENTIF>|P|2.5",
        r"MSH|^~\&|LIS|H1|HIS|H2|20240212||ORU^R01||P|2.5",
        score=0.93,
    ),
    row(
        "hl7_sexo",
        rf"\bPID(?:{_FIELD}){{7}}\|(?P<phi>[MF])(?:[|\n]|$)",
        "PID|1||77||A^B||19390704|<SEXO_SUJETO_ASISTENCIA>F</SEXO_SUJETO_ASISTENCIA>|||CL",
        "PID|1||77||A^B||19390704|||M",
        score=0.97,
    ),
    row(
        "hl7_profesional",
        rf"\b(?:PV1(?:{_FIELD}){{6}}|PV1(?:{_FIELD}){{7}}|PV1(?:{_FIELD}){{8}}|OBR(?:{_FIELD})"
        rf"{{15}}|ORC(?:{_FIELD}){{11}})\|{_XCN}(?P<phi1>{_NAME})(?:\^(?P<phi2>{_NAME}))?[\^|~\n]",
        "PV1|1|I|MED^312^A||||094471^<NOMBRE_PERSONAL_SANITARIO>SAIZ</NOMBRE_PERSONAL_SANITARIO>"
        "^<NOMBRE_PERSONAL_SANITARIO>GORKA</NOMBRE_PERSONAL_SANITARIO>^^^DR",
        "OBR|1|5589||BIOQ^BIOQUIMICA URGENTE|||20210622",
    ),
    row(
        "hl7_numero_de_profesional",
        rf"\b(?:PV1(?:{_FIELD}){{6}}|PV1(?:{_FIELD}){{7}}|PV1(?:{_FIELD}){{8}}|OBR(?:{_FIELD})"
        rf"{{15}}|ORC(?:{_FIELD}){{11}})\|(?P<phi>[0-9A-Z]*[0-9]{{3}}[0-9A-Z]*)\^\pL",
        "PV1|1|I|MED^312^A||||<ID_TITULACION_PERSONAL_SANITARIO>094471"
        "</ID_TITULACION_PERSONAL_SANITARIO>^SAIZ^GORKA",
        "PV1|1|I|MED^312^A",
    ),
    row(
        "hl7_pariente",
        rf"\bNK1{_FIELD}\|(?P<phi1>{_NAME})\^(?P<phi2>{_NAME})[\^|]",
        "NK1|1|<FAMILIARES_SUJETO_ASISTENCIA>ARNAIZ</FAMILIARES_SUJETO_ASISTENCIA>^"
        "<FAMILIARES_SUJETO_ASISTENCIA>LUIS</FAMILIARES_SUJETO_ASISTENCIA>|SON",
        "NK1|1||SON",
    ),
    row(
        "fhir_sexo",
        r"\"(?:gender|sexo|genero)\" ?: ?\"(?P<phi>male|female|other|masculino|femenino|hombre"
        r"|mujer|[HMFV])\"",
        '"gender":"<SEXO_SUJETO_ASISTENCIA>female</SEXO_SUJETO_ASISTENCIA>","birthDate"',
        '"gender":"unknown"',
        score=0.97,
    ),
    row(
        "fhir_pais",
        r"\"(?:country|pais|país)\" ?: ?\"(?P<phi>\pL[\pL .-]{1,40})\"",
        '"city":"Lota","country":"<PAIS>CL</PAIS>"}',
        '"country":"","countryCode":"34"',
        score=0.97,
    ),
    row(
        "calle_de_estados_unidos",
        rf"[0-9]{{2,5}} (?:(?:[NSEW]|NE|NW|SE|SW|North|South|East|West)\.? )?(?:{_CAPS} "
        rf"(?:{_CAPS} )?|[0-9]{{1,3}}(?:st|nd|rd|th) )(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Ln|Lane"
        rf"|Drive|Court|Hwy|Pkwy|Terrace|Cir)\b\.?(?:,? (?i:apt|unit|lot|ste|suite|trlr|bldg)\.? ?"
        rf"#?[0-9A-Z][0-9A-Z-]{{0,5}}|,? #[0-9A-Z]{{1,5}})?",
        "Vive en <CALLE>4471 Socorro Rd Lot 12</CALLE>, El Paso",
        "<CALLE>118 W Palm St, Apt 4B</CALLE>; <CALLE>2207 N 35th Ave</CALLE>",
        "ST 2 mm; 12 Stents; 4 Roche Dr. Pérez; 35 Street",
    ),
    row(
        "estado_de_estados_unidos",
        rf"\b(?i:(?:vive|viv[ií]a|reside|trabaja|naci[oó]|nacid[oa]|criad[oa]|est[aá] detenid[oa])"
        rf" en|cerca de|natural de|viene de|lleg[oó] de|mud[oó] a|viaj(?:a|[oó]) (?:a|desde))"
        rf" {_CAPS}(?: {_CAPS}){{0,2}}, "
        r"(?P<phi>TX|FL|NM|AZ|NV|NJ|NY|GA|IL|KS|UT|WA)(?:[ ,.;)\n]|$)",
        "pizcando chile cerca de Hatch, <TERRITORIO>NM</TERRITORIO>. Cel.",
        "ingresa en Cardiología, FL paroxístico; trabaja en Oncología, NM; TX renal",
        score=0.9,
        unless_before=r"(?:[íi]as?|i[oó]n|ncias?), ",
    ),
)
