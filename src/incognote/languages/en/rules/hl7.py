"""Fields of HL7 messages, version 2: who, where, and which institution sends and receives."""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.rules import row
from incognote.detect.rules.checks import has_digits
from incognote.languages.en.rules.names import is_name

_HEADER = r"\b(?:MSH|FHS|BHS)\|[^|\s]{1,9}\|[^|\n\r]{0,60}\|"
"""Up to the sending facility of a message, a file or a batch."""
_FACILITY = r"[A-Za-z][A-Za-z\d .,'’/_-]{1,60}"
_NO_INSTITUTION = listed("""
    adt aushic clinic cis default dev ehr emr epi fac facility hc hie his hl7 hosp hospital lab lis
    main mpi mr mrn nhi nhs none null oru pacs pharmacy prod ris rx ss ssa system test unknown
""")
"""What systems write where no institution is named."""


def _is_facility(surface: str) -> bool:
    return surface.strip().lower() not in _NO_INSTITUTION


RULES = (
    row(
        "hl7-sender",
        rf"{_HEADER}(?P<phi>{_FACILITY})[|^]",
        "MSH|^~\\&|EPIC|<HOSPITAL>RVB</HOSPITAL>|LAB|X1|2025||ADT^A08|1|P",
        "FHS|^~\\&|LAB|<HOSPITAL>Bega SERH</HOSPITAL>^1.2.3.44^ISO|EHR",
        "MSH|^~\\&|LAB||EHR|RVB, MSH|^~\\&|LAB|HOSP|EHR",
        score=0.97,
        check=_is_facility,
    ),
    row(
        "hl7-receiver",
        rf"{_HEADER}[^|\n\r]{{0,120}}\|[^|\n\r]{{0,60}}\|(?P<phi>{_FACILITY})[|^]",
        "MSH|^~\\&|EPIC|Q7|LAB|<HOSPITAL>RVB</HOSPITAL>|2025||ADT^A08|1|P",
        "MSH|^~\\&|LAB|RVB|EHR||2025, MSH|^~\\&|LAB|RVB|EHR|EMR|2025",
        score=0.97,
        check=_is_facility,
    ),
    row(
        "hl7-facility-number",
        rf"{_HEADER}(?:[^|\n\r]{{0,120}}\|[^|\n\r]{{0,60}}\|)?[^|^\n\r]{{0,60}}\^"
        r"(?P<phi>\d[\d.]{3,60})[|^]",
        "MSH|^~\\&|LAB|RVB^<IDNUM>2.16.840.1.44</IDNUM>^ISO|EHR",
        "MSH|^~\\&|LAB|RVB|EHR|X^<IDNUM>88123</IDNUM>|2025",
        "MSH|^~\\&|LAB|RVB^MFM|EHR|X|202501010101||ADT^A08",
    ),
    row(
        "hl7-facility-of-bed",
        rf"PV1\|[^|\n\r]*\|[A-Z]*\|(?:[^|^\n\r]*\^){{3}}(?P<phi>{_FACILITY})(?:[|^&\n\r]|$)",
        "PV1|1|I|4W^412^A^<HOSPITAL>RVB</HOSPITAL>||||1234567^SMITH^JOHN",
        "PV1|1|O|IMG2^^^<HOSPITAL>KRMC</HOSPITAL>&1.2.3&ISO|",
        "PV1|1|I|4W^412^A|U|||44^SMITH^JOHN^M, PV1|1|I|4W^412^A^HOSP|",
        score=0.97,
        check=_is_facility,
    ),
    row(
        "hl7-authority",
        rf"PID\|[^|\n\r]*\|[^|\n\r]*\|[^|\n\r]*?[A-Z\d-]\^[^|^\n\r]*\^[^|^\n\r]*\^"
        rf"(?P<phi>{_FACILITY})(?:&[^|^\n\r]*)?\^(?:MRN?|PI|PN|AN|VN|PT)\b",
        "PID|1||448812^^^<HOSPITAL>RVB</HOSPITAL>^MR||DOE^JANE",
        "PID|1||448812^^^MRN^MR||DOE^JANE, PID|1||448812^^^MRN||DOE",
        check=_is_facility,
    ),
    row(
        "hl7-message-id",
        r"(?m:^|\x0b)MSH\|[^|\n\r]*(?:\|[^|\n\r]*){7}\|(?P<phi>[A-Za-z\d][A-Za-z\d._-]{2,40})\|",
        "MSH|^~\\&|EPIC|RVMC|LAB||202510180932||ADT^A08|<IDNUM>MSG88213</IDNUM>|P|2.5.1",
        "MSH|^~\\&|EPIC|RVMC|LAB||202510180932||ADT^A08||P|2.5.1",
        score=0.97,
        check=has_digits(2),
    ),
    row(
        "hl7-name",
        r"(?:PID(?:\|[^|\n]*){4}|NK1\|[^|\n]*)\|(?P<phi>[\pL'’ -]+\^[\pL'’ .^-]*\pL)",
        "PID|1||00482913^^^MRN||<PATIENT>DELGADO^MARIA</PATIENT>||19610819|F",
        "PID|1||4||",
        score=0.98,
    ),
    row(
        "hl7-street",
        r"\|(?P<phi>\d[^|^\n]{2,60}\pL)\^[^|^\n]*\^[\pL' .-]{2,40}\^[A-Z]{2,3}\^",
        "|||<STREET>77 RUE DES PINS</STREET>^^MONCTON^NB^E1C 4Z1||",
        "|24323-8^COMP^LN|",
        score=0.97,
    ),
    row(
        "hl7-city",
        r"\|[^|^\n]*\^[^|^\n]*\^(?P<phi>[\pL' .-]{2,40})\^[A-Z]{2,3}\^[A-Z\d -]{4,10}[|^]",
        "||77 RUE DES PINS^^<CITY>MONCTON</CITY>^NB^E1C 4Z1||",
        "|A^B^C^MD^^^|",
        score=0.97,
    ),
    row(
        "hl7-state",
        r"\|[^|^\n]*\^[^|^\n]*\^[\pL' .-]{2,40}\^(?P<phi>[A-Z]{2,3})\^[A-Z\d -]{4,10}[|^]",
        "||77 RUE DES PINS^^MONCTON^<STATE>NB</STATE>^E1C 4Z1||",
        "|A^B^C^MD^^^|",
        score=0.97,
    ),
    row(
        "hl7-mrn",
        r"PID\|[^|\n]*\|[^|\n]*\|(?P<phi>[A-Z\d-]*\d[A-Z\d-]*)",
        "PID|1||<MRN>00482913</MRN>^^^MRN||DELGADO^MARIA",
        "PV1|1|I|3W",
        score=0.98,
    ),
    row(
        "hl7-provider",
        r"\|[A-Z]{0,3}\d{3,10}\^(?P<phi>[\pL'’ -]{2,}\^[\pL'’ .-]+(?:\^[\pL]+)?)",
        "|1496440283^<DOCTOR>PRZYBYLA^CORINNE^M</DOCTOR>^^^^MD|",
        "|24323-8^COMP METAB^LN|",
        score=0.97,
        check=lambda surface: is_name(surface.replace("^", " ")),
    ),
    row(
        "unit-hl7",
        r"PV1\|[^|\n]*\|[A-Z]\|(?:(?P<phi1>[A-Z\d]+(?: [A-Z\d]+)?(?:\^{1,2}[A-Z\d-]+){1,2}"
        r"|[A-Z]*\d[A-Z\d-]*(?: [A-Z]+)?)(?:[|^\n\r]|$)|(?P<phi2>[A-Z]{2,12})\^)",
        "PV1|1|I|<UNIT>3WEST^312^1</UNIT>|U|||",
        "PV1|1|I|<UNIT>IMG2</UNIT>^^^RVB|",
        "PV1|1|I|<UNIT>ELM</UNIT>^^^RVB|",
        "PV1|1|I|<UNIT>ELM^^3</UNIT>|",
        "PV1|1|I|<UNIT>4 WEST^412^A</UNIT>|",
        "PV1|1|I||, PV1|1|I|ICU|",
        score=0.98,
    ),
)
