"""Names with a link or a short form: `Saravanan a/l Muniandy`, `P v/d Merwe`, `Md. Irfan`."""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.rules import row

_PART = r"\p{Lu}[\pL'’-]*\p{Ll}"
_TITLE = (
    r"(?:\b(?i:pt|patient|mr|mrs|ms|miss|mdm|madam|cik|puan|pn|encik|en|dr|nurse|re|name|client"
    r"|husband|wife|son|daughter|mother|father|caller|nok)\b[.:]? )?"
)
_GIVEN = r"(?:\p{Lu}\.? ?|\p{Lu}\p{Ll}+ ){1,3}"
_V_D = rf"(?:{_GIVEN})?v/d \p{{Lu}}\p{{Ll}}+(?:-\p{{Lu}}\p{{Ll}}+)?"
_CAPS = r"\p{Lu}[\p{Lu}'’-]*\p{Lu}"
_NO_NAME = listed("""
    abdomen abdominal ankle assessment bilateral cervical chest contrast ct cta cxr discussed elbow
    extension film films flexion foot hand head hip impression knee kub lat lateral lumbar mr mri
    neck note oblique pelvic pelvis pet plan portable reviewed ribs same see sepsis shoulder skull
    spine thoracic view views wrist x-ray xr xray
""")
"""What stands around A/P: anteroposterior, abdomen and pelvis, assessment and plan."""


def _is_name(surface: str) -> bool:
    return _NO_NAME.isdisjoint(surface.lower().replace(",", " ").split())


RULES = (
    row(
        "name-anak",
        rf"{_TITLE}(?P<phi>{_PART}(?: {_PART})?,? (?:a/[lp]|A/[LP]) {_PART}(?: {_PART})?"
        rf"|{_CAPS}(?: {_CAPS})? A/[LP] {_CAPS}(?: {_CAPS})?)",
        "Pt <PATIENT>Saravanan a/l Muniandy</PATIENT>, 38",
        "<PATIENT>KAVITHA A/P RAJ</PATIENT> 20/F",
        "CT A/P with contrast",
        "CT A/P WITH CONTRAST, Chest a/p film",
        "KNEE A/P LAT, Pelvis a/p Lateral, ASSESSMENT A/P SEPSIS, Discussed a/p Jones",
        score=0.93,
        check=_is_name,
        unless_before=r"\b(?:ct|mri|cta|mr|pet|xr|x-?ray) ",
    ),
    row(
        "name-binti",
        rf"{_TITLE}(?P<phi>{_PART}(?: {_PART})? (?:binti|bte|bt) {_PART}(?: {_PART})?"
        rf"|{_CAPS}(?: {_CAPS})? (?:BINTI|BTE) {_CAPS}(?: {_CAPS})?)",
        "Mdm <PATIENT>Siti Nur binti Ahmad</PATIENT> (52)",
        "binti Ahmad",
        score=0.93,
    ),
    row(
        "name-van-der-doctor",
        rf"\b(?:Drs?|DR|Prof|PROF|Sr|SR|Sister|Matron|[Nn]urse|Reg)\.? (?P<phi>{_V_D})",
        "Dr <DOCTOR>P v/d Merwe</DOCTOR> MP0557712; Sr <DOCTOR>v/d Walt</DOCTOR>",
        "Dr asked re n/v/d Since Monday",
    ),
    row(
        "name-van-der",
        rf"(?:\b(?i:mr|mrs|ms|miss|mnr|mev|mej|pt|patient|name|nok|re)[.:]? )?"
        rf"(?P<phi>v/d \p{{Lu}}\p{{Ll}}+, \p{{Lu}}\pL*|{_V_D})",
        "Mr <PATIENT>T. v/d Westhuizen</PATIENT>, 52; <PATIENT>v/d Merwe, Piet</PATIENT>",
        "<PATIENT>Jan v/d Berg</PATIENT> (wife",
        "Denies n/v/d Abdomen soft; no v/d Afebrile; VitD v/d Tabs",
        score=0.93,
        check=lambda surface: surface[0] != "v" or "," in surface,
        unless_before=r"[/\pL]",
    ),
    row(
        "name-md-mohammed",
        r"\b(?:[SDWHC]/[Oo]|Name|Shri|Mr|Mstr|Master|[Ff]ather|[Bb]rother|[Ss]on|[Hh]usband|NOK)"
        r"[.:]? (?P<phi1>(?:Md|Mohd|Mohmd|Sk)\.? \p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}{2,})?)\b"
        r"|(?P<phi2>\b(?:Md|Mohd|Mohmd|Sk)\.? \p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}{2,})?)"
        r"(?:,? [SDW]/[Oo]\b|,? \d{1,3} ?(?:/ ?[MF]|[yY]))",
        "D/o <PATIENT>Md. Salim</PATIENT>\n",
        "Pt <PATIENT>Mohd Irfan Khan</PATIENT>, 35 y; <PATIENT>Md. Irfan</PATIENT> S/o Abdul",
        "Md Notes: stable; Md. Discussed plan; Patient Md. Called back",
        score=0.93,
        check=_is_name,
        unless_after=r":|[\pL\d]| (?:by|to|at|on|was|is) ",
    ),
)
