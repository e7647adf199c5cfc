"""Names that hold a word for son or daughter: `Saravanan a/l Muniandy`, `Siti binti Ahmad`."""

from __future__ import annotations

from incognote.detectors.rules import Rule

_PART = r"\p{Lu}[\pL'’-]*\p{Ll}"
_TITLE = (
    r"(?:\b(?i:pt|patient|mr|mrs|ms|miss|mdm|madam|cik|puan|pn|encik|en|dr|nurse|re|name|client"
    r"|husband|wife|son|daughter|mother|father|caller|nok)\b[.:]? )?"
)
_CAPS = r"\p{Lu}[\p{Lu}'’-]*\p{Lu}"
_NO_NAME_TEXT = """
    abdomen abdominal ankle assessment bilateral cervical chest contrast ct cta cxr discussed elbow
    extension film films flexion foot hand head hip impression knee kub lat lateral lumbar mr mri
    neck note oblique pelvic pelvis pet plan portable reviewed ribs same see sepsis shoulder skull
    spine thoracic view views wrist x-ray xr xray
"""
_NO_NAME = frozenset(_NO_NAME_TEXT.split())
"""What stands around A/P: anteroposterior, abdomen and pelvis, assessment and plan."""


def _is_name(surface: str) -> bool:
    return _NO_NAME.isdisjoint(surface.lower().replace(",", " ").split())


RULES = (
    Rule(
        "name-anak",
        "PATIENT",
        rf"{_TITLE}(?P<phi>{_PART}(?: {_PART})?,? (?:a/[lp]|A/[LP]) {_PART}(?: {_PART})?"
        rf"|{_CAPS}(?: {_CAPS})? A/[LP] {_CAPS}(?: {_CAPS})?)",
        0.93,
        cases=(
            "Pt <PATIENT>Saravanan a/l Muniandy</PATIENT>, 38",
            "<PATIENT>KAVITHA A/P RAJ</PATIENT> 20/F",
            "CT A/P with contrast",
            "CT A/P WITH CONTRAST, Chest a/p film",
            "KNEE A/P LAT, Pelvis a/p Lateral, ASSESSMENT A/P SEPSIS, Discussed a/p Jones",
        ),
        unless_before=r"\b(?:ct|mri|cta|mr|pet|xr|x-?ray) ",
        check=_is_name,
    ),
    Rule(
        "name-binti",
        "PATIENT",
        rf"{_TITLE}(?P<phi>{_PART}(?: {_PART})? (?:binti|bte|bt) {_PART}(?: {_PART})?"
        rf"|{_CAPS}(?: {_CAPS})? (?:BINTI|BTE) {_CAPS}(?: {_CAPS})?)",
        0.93,
        cases=("Mdm <PATIENT>Siti Nur binti Ahmad</PATIENT> (52)", "binti Ahmad"),
    ),
)
