"""Fields of files and letters: DICOM tags, FHIR, CDA and X12, references with strokes."""

from __future__ import annotations

from collections.abc import Callable

from incognote.detect.rules import Rule, row
from incognote.detect.rules.checks import digits, has_digits, is_compact_date


def _dicom(name: str, tags: str, kind: str, value: str, *cases: str) -> Rule:
    """A row for the value in brackets behind a tag and its kind (DICOM PS3.6)."""
    return row(
        f"dicom-{name}",
        rf"\((?i:{tags})\) {kind} \[(?P<phi>{value})\]",
        *cases,
        score=0.98,
    )


def _fhir(
    name: str,
    keys: str,
    value: str,
    *cases: str,
    check: Callable[[str], bool] | None = None,
) -> Rule:
    """A row for the text behind a key of JSON, where it is one that FHIR has for this only."""
    pattern = rf"\"(?:{keys})\": ?\[?\"(?P<phi>{value})\""
    return row(f"fhir-{name}", pattern, *cases, score=0.95, check=check)


def _cda(name: str, tags: str, value: str, *cases: str) -> Rule:
    """A row for the text of an element of XML, where a clinical document has it for this only."""
    pattern = rf"<(?:\w+:)?(?:{tags})(?: [^<>]{{0,80}})?>[ \t]*(?P<phi>{value}?)[ \t]*</"
    return row(f"cda-{name}", pattern, *cases, score=0.96)


_PLAIN = frozenset({"NICE", "SIGN", "WHO", "ESC", "EULAR", "ISO", "EN", "BP", "MM", "DD", "IL"})
"""What references of guidelines, formats and values begin with."""


def _is_reference(surface: str) -> bool:
    return len(digits(surface)) >= 3 and surface.partition("/")[0] not in _PLAIN


def _is_address(surface: str) -> bool:
    """Whether a line of JSON is none of an infusion."""
    return {"iv", "ivs", "picc", "lumen", "line", "central", "gauge"}.isdisjoint(
        surface.lower().split()
    )


_TEXT = r"[^\[\]\n]{1,64}?"
_PARTICLE = r"(?:al|da|de|del|della|den|der|di|dos|du|el|la|le|van|von|y)"
_WORD = (
    rf"(?:d['’]|(?:{_PARTICLE} ){{1,2}})?\p{{Lu}}[\pL'’.-]*"
    rf"(?: (?:{_PARTICLE} ){{0,2}}\p{{Lu}}[\pL'’.-]*){{0,4}}"
)

RULES = (
    _dicom(
        "patient",
        "0010,0010|0010,1001|0010,1005",
        "PN",
        _TEXT,
        "(0010,0010) PN [<PATIENT>HUOVI^EERIKKI^O</PATIENT>]",
        "(0008,0070) LO [Siemens]",
    ),
    _dicom(
        "doctor",
        "0008,0090|0008,1048|0008,1050|0008,1060|0008,1070|0032,1032",
        "PN",
        _TEXT,
        "(0008,0090) PN [<DOCTOR>Rautiainen^Sirkku</DOCTOR>]",
        "(0008,0090) PN []",
    ),
    _dicom(
        "age",
        "0010,1010",
        "AS",
        r"\d{3}[YMWD]",
        "(0010,1010) AS [<AGE>036Y</AGE>]",
        "(0010,1030) DS [79.5]",
    ),
    _dicom(
        "institution",
        "0008,0080",
        "LO",
        _TEXT,
        "(0008,0080) LO [<HOSPITAL>KYS</HOSPITAL>]",
        "(0008,0070) LO [Siemens]",
    ),
    _dicom(
        "accession",
        "0008,0050|0020,0010",
        "SH",
        r"[A-Z\d][A-Z\d ./-]{2,20}",
        "(0008,0050) SH [<IDNUM>KUH22-0907714</IDNUM>]",
        "(0020,0010) SH [1]",
    ),
    _dicom(
        "serial",
        "0018,1000",
        "LO",
        r"[A-Za-z\d-]{4,24}",
        "(0018,1000) LO [<DEVICE>175844</DEVICE>]",
        "(0018,1030) LO [t2_space]",
    ),
    row(
        "dicom-date",
        r"\([\dA-Fa-f]{4},[\dA-Fa-f]{4}\) (?:DA|DT) \[(?P<phi>(?:18|19|20)\d{6}(?:\d{4}(?:\d\d)?)?)"
        r"(?:\.\d+)?\]",
        "(0008,0020) DA [<DATE>20220908</DATE>]",
        "(0008,0030) TM [20220908]",
        score=0.99,
        check=is_compact_date,
    ),
    _fhir(
        "family",
        "family",
        _WORD,
        '"name":[{"family":"<PATIENT>Quisenberry</PATIENT>"',
        '"family": true, "family":"Father had MI"',
    ),
    row(
        "fhir-given",
        r"(?:\"family\": ?\"[^\"\n]{1,60}\"|\"use\": ?\"\w+\"|\"name\": ?\[?\{),? ?"
        r"\"given\": ?\[\"(?P<phi1>\pL[^\"\\\n]{0,40})\"(?:, ?\"(?P<phi2>\pL[^\"\\\n]{0,40})\")?"
        r"(?:, ?\"(?P<phi3>\pL[^\"\\\n]{0,40})\")?\]",
        '"use":"official","given":["<PATIENT>Thaddeus</PATIENT>","<PATIENT>W</PATIENT>"]',
        '"given":"yes", "given":["Aspirin"]',
        score=0.97,
    ),
    _fhir(
        "birth-date",
        "birthDate|deceasedDateTime",
        r"(?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?",
        '"birthDate":"<DATE>1949-08</DATE>"',
        '"birthDate":"?"',
    ),
    _fhir(
        "street",
        "line",
        r"\d[^\"\\\n]{3,60}",
        '"line":["<STREET>12118 Slater St</STREET>"]',
        '"line":["IV"], "line":["2 peripheral IVs"]',
        check=_is_address,
    ),
    _fhir(
        "city",
        "city",
        _WORD,
        '"city":"<CITY>Overland Park</CITY>"',
        '"city": null, "city":"unknown"',
    ),
    _fhir(
        "zip",
        "postalCode",
        r"[A-Z\d][A-Z\d -]{2,9}",
        '"postalCode":"<ZIP>66213</ZIP>"',
        '"code":"66213"',
    ),
    row(
        "reference-strokes",
        r"\b(?i:our ref|your ref|yr ref|ref|reference)(?:[. ]{0,2}(?i:no|number)\.?)?[ .:#]{1,4}"
        r"(?P<phi>[A-Z]{1,5}(?:/[A-Z\d-]{1,8}){0,3}/[A-Z\d-]*\d{3,})(?:[^\pL\pN/-]|$)",
        "Our ref <IDNUM>ENT/RC/77120</IDNUM>",
        "Your Ref: <IDNUM>JM/2019/0448</IDNUM>.",
        "ref BP/HR 120, Ref: NICE/CG/181, reference MM/DD/2019",
        score=0.86,  # some hold initials of the writer and the number of the patient
        check=_is_reference,
    ),
    row(
        "fhir-reference",
        r"\"(?:Patient|Practitioner|RelatedPerson|Person|Encounter)/(?P<phi>[A-Za-z\d.-]{1,64})\"",
        '"reference":"Practitioner/<IDNUM>dr-118</IDNUM>"',
        '"reference":"Patient/example", "Observation/118"',
        score=0.97,
        check=has_digits(1),
    ),
    _cda(
        "name",
        "given|family|firstName|lastName|middleName|patientName",
        r"\pL[^<>\n]{0,48}",
        "<given><PATIENT>Adam</PATIENT></given><family><PATIENT>Careful</PATIENT></family>",
        "<name>Glucose</name>, <family/>",
    ),
    _cda(
        "city",
        "city|county",
        r"\pL[^<>\n]{1,40}",
        "<city><CITY>Beaverton</CITY></city>",
        "<code>Beaverton</code>",
    ),
    _cda(
        "state",
        "state",
        r"[A-Z]{2,3}",
        "<state><STATE>OR</STATE></state>",
        "<state>active</state>",
    ),
    _cda(
        "street",
        "streetAddressLine|addressLine|street",
        r"[^<>\n]*\d[^<>\n]*",
        "<streetAddressLine><STREET>1357 Amber Drive</STREET></streetAddressLine>",
        "<street/>",
    ),
    row(
        "x12-organization",
        r"\bNM1\*(?:85|77|82|87|2B|40|41|71|72|FA|P5|PR|SJ)\*2\*(?P<phi>\pL[^*~\n]{2,60})[*~]",
        "NM1*85*2*<HOSPITAL>SOUND GI ASSOC</HOSPITAL>*****XX*1932557740~",
        "NM1*85*2**~",
        score=0.96,
    ),
    row(
        "x12-person",
        r"\bNM1\*[A-Z\d]{2}\*1\*(?P<phi>\pL[^*~\n]*\*\pL[^*~\n]*(?:\*\pL[^*~\n]*)?)[*~]",
        "NM1*IL*1*<PATIENT>ACHTERBERG*ROSALIND*K</PATIENT>***MI*W28~",
        "NM1*IL*1~",
        score=0.97,
    ),
)
