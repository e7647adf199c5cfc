"""Fields of HL7 messages and FHIR resources, addresses as the United States write them."""

from __future__ import annotations

from incognote.detect.rules import Rule

_FIELD = r"\|[^|\n]*"
_XCN = r"(?:[0-9A-Z]{1,12})?\^"  # the number of a person, before family and given name
_NAME = r"[\pL][\pL .'’-]{0,38}"
_CAPS = r"\p{Lu}[\pL'’-]*"

RULES = (
    Rule(
        "hl7_numero_de_mensaje",
        "OTRO_NUMERO_IDENTIF",
        rf"\bMSH(?:{_FIELD}){{8}}\|(?P<phi>[0-9A-Za-z.-]*[0-9]{{4}}[0-9A-Za-z.-]*)\|",
        0.93,
        cases=(
            r"MSH|^~\&|LIS|H1|HIS|H2|20240212||ORU^R01|"
            r"<OTRO_NUMERO_IDENTIF>99120417</OTRO_NUMERO_IDENTIF>|P|2.5",
            r"MSH|^~\&|LIS|H1|HIS|H2|20240212||ORU^R01||P|2.5",
        ),
    ),
    Rule(
        "hl7_sexo",
        "SEXO_SUJETO_ASISTENCIA",
        rf"\bPID(?:{_FIELD}){{7}}\|(?P<phi>[MF])(?:[|\n]|$)",
        0.97,
        cases=(
            "PID|1||77||A^B||19390704|<SEXO_SUJETO_ASISTENCIA>F</SEXO_SUJETO_ASISTENCIA>|||CL",
            "PID|1||77||A^B||19390704|||M",
        ),
    ),
    Rule(
        "hl7_profesional",
        "NOMBRE_PERSONAL_SANITARIO",
        rf"\b(?:PV1(?:{_FIELD}){{6}}|PV1(?:{_FIELD}){{7}}|PV1(?:{_FIELD}){{8}}|OBR(?:{_FIELD})"
        rf"{{15}}|ORC(?:{_FIELD}){{11}})\|{_XCN}(?P<phi1>{_NAME})(?:\^(?P<phi2>{_NAME}))?[\^|~\n]",
        0.95,
        cases=(
            "PV1|1|I|MED^312^A||||094471^<NOMBRE_PERSONAL_SANITARIO>SAIZ</NOMBRE_PERSONAL_SANITARIO>"
            "^<NOMBRE_PERSONAL_SANITARIO>GORKA</NOMBRE_PERSONAL_SANITARIO>^^^DR",
            "OBR|1|5589||BIOQ^BIOQUIMICA URGENTE|||20210622",
        ),
    ),
    Rule(
        "hl7_numero_de_profesional",
        "ID_TITULACION_PERSONAL_SANITARIO",
        rf"\b(?:PV1(?:{_FIELD}){{6}}|PV1(?:{_FIELD}){{7}}|PV1(?:{_FIELD}){{8}}|OBR(?:{_FIELD})"
        rf"{{15}}|ORC(?:{_FIELD}){{11}})\|(?P<phi>[0-9A-Z]*[0-9]{{3}}[0-9A-Z]*)\^\pL",
        0.95,
        cases=(
            "PV1|1|I|MED^312^A||||<ID_TITULACION_PERSONAL_SANITARIO>094471"
            "</ID_TITULACION_PERSONAL_SANITARIO>^SAIZ^GORKA",
            "PV1|1|I|MED^312^A",
        ),
    ),
    Rule(
        "hl7_pariente",
        "FAMILIARES_SUJETO_ASISTENCIA",
        rf"\bNK1{_FIELD}\|(?P<phi1>{_NAME})\^(?P<phi2>{_NAME})[\^|]",
        0.95,
        cases=(
            "NK1|1|<FAMILIARES_SUJETO_ASISTENCIA>ARNAIZ</FAMILIARES_SUJETO_ASISTENCIA>^"
            "<FAMILIARES_SUJETO_ASISTENCIA>LUIS</FAMILIARES_SUJETO_ASISTENCIA>|SON",
            "NK1|1||SON",
        ),
    ),
    Rule(
        "fhir_sexo",
        "SEXO_SUJETO_ASISTENCIA",
        r"\"(?:gender|sexo|genero)\" ?: ?\"(?P<phi>male|female|other|masculino|femenino|hombre"
        r"|mujer|[HMFV])\"",
        0.97,
        cases=(
            '"gender":"<SEXO_SUJETO_ASISTENCIA>female</SEXO_SUJETO_ASISTENCIA>","birthDate"',
            '"gender":"unknown"',
        ),
    ),
    Rule(
        "fhir_pais",
        "PAIS",
        r"\"(?:country|pais|país)\" ?: ?\"(?P<phi>\pL[\pL .-]{1,40})\"",
        0.97,
        cases=(
            '"city":"Lota","country":"<PAIS>CL</PAIS>"}',
            '"country":"","countryCode":"34"',
        ),
    ),
    Rule(
        "calle_de_estados_unidos",
        "CALLE",
        rf"[0-9]{{2,5}} (?:(?:[NSEW]|NE|NW|SE|SW|North|South|East|West)\.? )?(?:{_CAPS} "
        rf"(?:{_CAPS} )?|[0-9]{{1,3}}(?:st|nd|rd|th) )(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Ln|Lane"
        rf"|Drive|Court|Hwy|Pkwy|Terrace|Cir)\b\.?(?:,? (?i:apt|unit|lot|ste|suite|trlr|bldg)\.? ?"
        rf"#?[0-9A-Z][0-9A-Z-]{{0,5}}|,? #[0-9A-Z]{{1,5}})?",
        0.95,
        cases=(
            "Vive en <CALLE>4471 Socorro Rd Lot 12</CALLE>, El Paso",
            "<CALLE>118 W Palm St, Apt 4B</CALLE>; <CALLE>2207 N 35th Ave</CALLE>",
            "ST 2 mm; 12 Stents; 4 Roche Dr. Pérez; 35 Street",
        ),
    ),
    Rule(
        "estado_de_estados_unidos",
        "TERRITORIO",
        rf"\b(?i:(?:vive|viv[ií]a|reside|trabaja|naci[oó]|nacid[oa]|criad[oa]|est[aá] detenid[oa])"
        rf" en|cerca de|natural de|viene de|lleg[oó] de|mud[oó] a|viaj(?:a|[oó]) (?:a|desde))"
        rf" {_CAPS}(?: {_CAPS}){{0,2}}, "
        r"(?P<phi>TX|FL|NM|AZ|NV|NJ|NY|GA|IL|KS|UT|WA)(?:[ ,.;)\n]|$)",
        0.9,
        cases=(
            "pizcando chile cerca de Hatch, <TERRITORIO>NM</TERRITORIO>. Cel.",
            "ingresa en Cardiología, FL paroxístico; trabaja en Oncología, NM; TX renal",
        ),
        unless_before=r"(?:[íi]as?|i[oó]n|ncias?), ",
    ),
)
