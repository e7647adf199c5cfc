"""Initials of those who dictated and typed a note."""

from __future__ import annotations

from incognote.detectors.rules import Rule

_NO_TYPIST = """
    am bid bp cc cm cp dx fx hr hx im iv kg mg ml mm nl nos pc pm po pr prn pt qd rr rx sc sl sob sq
    stat sx tid tx wnl yo
"""
"""What two or three small letters more often are."""
_NO_TYPISTS = frozenset(_NO_TYPIST.split())


def _is_typist(surface: str) -> bool:
    return surface.lower() not in _NO_TYPISTS


RULES = (
    Rule(
        "transcription-initials",
        "DOCTOR",
        r"(?m:^)[ \t]*(?P<phi1>[A-Z]{2,4})[/:](?P<phi2>[a-z]{2,4})(?:[ \t]{2,}|[ \t]*(?:\r?\n|$))",
        0.96,
        cases=("<DOCTOR>JS</DOCTOR>/<DOCTOR>kt</DOCTOR>\nD: today", "BP/hr stable", "S/p"),
    ),
    Rule(
        "transcription-initials-apart",
        "DOCTOR",
        r"(?:(?m:^)[ \t]*|[ \t]{2,})(?P<phi1>[A-Z]{2,4}) ?[/:] ?(?P<phi2>[a-z]{2,4})"
        r"[ \t]*(?:\r?\n|$)",
        0.91,
        check=_is_typist,
        cases=(
            "fax 816 963 1025     <DOCTOR>JLB</DOCTOR>:<DOCTOR>tdm</DOCTOR>\n",
            "<DOCTOR>TM</DOCTOR> / <DOCTOR>cds</DOCTOR>\n",
            "   IV/po\n",
        ),
    ),
    Rule(
        "transcription-date-initials",
        "DOCTOR",
        r"\b(?:T|TR|Typed|Transcribed)[: ] ?\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?"
        r"(?:[ \t]+(?:\d{4}|\d\d?:\d\d))?[ \t]+(?:(?P<phi1>[A-Z]{2,4})/)?(?P<phi2>[a-z]{2,4})"
        r"(?:[ \t]{2,}|[ \t]*(?:J|Job|Conf|\r?\n|$))",
        0.93,
        check=_is_typist,
        cases=(
            "D: 10/08/19  T: 10/09/19   <DOCTOR>ON</DOCTOR>/<DOCTOR>vlb</DOCTOR>  job 792227",
            "T 4/26/24   <DOCTOR>ck</DOCTOR>   Conf # 20",
            "Typed 12/18/14  <DOCTOR>vfs</DOCTOR>      Job",
            "T 38.4 on 4/26",
        ),
    ),
)
