"""Which marks are too doubtful for another value: they become their tag, nothing is falsified.

A tag in place of a pain score is a gap that a reader sees; another date in its place is an error
that nobody sees, and so is the year that it may be read as. So a mark gets a surrogate, a shifted
date or a less exact value only where its detector is sure of it, and it must be the surer the more
the mark looks like a measurement.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from incognote.core.calendar import calendars, either, has_name
from incognote.core.case import fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.core.language import parts
from incognote.core.words import any_of
from incognote.replace.note_dates import habits_of
from incognote.replace.replacement import Context

_GUESSED = frozenset(("neural", "rules", "lexicon", "propagation", "overlay", "verify"))
"""Detectors that may be wrong; what a person, a roster or a site's list marked is no guess."""
_SCORED = frozenset(("neural", "propagation"))
"""Those whose score is a probability of this very mark. What rules and lists alone found, the model
did not."""
_FOLLOWING = frozenset(("propagation", "verify"))
"""Those that look for what another mark holds: as sure as a mark that holds the same words."""
_UNCONFIRMED = 0.9
"""The most that a mark of others counts."""

_WORDS, _NUMBERS, _LOOSE = 0.85, 0.95, 0.98
"""Scores from which a mark is sure: of words; of what has a digit, stands beside one or is short;
of what many measurements look like."""
_SHORT = 4
"""Letters of the longest word in capitals that may be any acronym."""

_DATE = re.compile(r"\b\d{1,4}([-/. ])\d{1,2}\1\d{2,4}\b")
"""A date of three parts."""
_FRACTION = re.compile(r"(\d{1,2}) ?[/.-] ?(\d{1,2})")
_WHOLES = frozenset((7, 10, 12, 15, 24))
"""What scores are out of, and how parts of a week, year or day are written: 7/10, 3/7, 6/12."""
_SLASHED = re.compile(r"(?<!\d)\d{1,2}/(?:7|1[025]|24)(?!\d)")
_PADDED = re.compile(r"\b0\d")
_HOUR = re.compile(r"[ ,]{1,2}\d{1,2}:\d{2}")
"""What follows the day that a paragraph begins with."""
_YEAR = re.compile(r"\d{4}")
_SCALE = re.compile(r"([^\W\d_]+)(?:-\d{1,2})?[:=]? ?$")
"""What stands before a score: PHQ-9: 12/27."""
_STANDARD = re.compile(r"([^\W\d_]+)[ (]{1,2}$")
_CLOCK = r"(?:[01]\d|2[0-3])[0-5]\d"
_CLOCKS = re.compile(rf"{_CLOCK}(?: ?- ?{_CLOCK})+")
"""From when to when: 0915-1148."""
_LETTERED = re.compile(r"[A-Z]{1,3}-?\d{1,3}[A-Za-z]?")
"""A letter and a number, as vertebrae, roots, grades and types are written: L-5, T12, C-17."""
_CODE = re.compile(r"[A-Z]{0,2}-?\d{3,6}[A-Z]?")
"""A short number, as those of procedures, findings and supplies are: G0439, M-81403."""
_UNIT = re.compile(
    r",\d{3}\b|[ -]?(?:mc?g|[mk]?g|µg|[munp]?mol|ml|d?l|[cm]m|mmhg|bpm|%|i?u|m?eq|kcal|fr|ga|cc|ms|"
    r"hz|lbs?|oz|eur|euros|€)(?:/[^\W\d_]+)?(?![^\W_])",
    re.IGNORECASE,
)
"""What follows a number that is measured."""
_MINUTES = re.compile(r" ?m\b(?!/)")
"""Minutes or months as well as a man: '80 m'."""
_NUMBER_BEFORE, _NUMBER_AFTER = re.compile(r"\d[ /-]?$"), re.compile(r"[ /-]?\d")
_MEASURED = re.compile(r"[<>≤≥=]\s?$")
_LONG = 7
"""Digits of the shortest number that reads as a phone's."""
_SCALES = frozenset((
    "fab", "moca", "mmse", "mec", "slums", "ace", "cdr", "gds", "phq", "gad", "epds", "bdi",
    "haq", "cage", "audit", "nrs", "eva", "evn", "vas", "nprs", "flacc", "painad", "rass", "gcs",
    "glasgow", "apgar", "ishihara", "tinetti", "barthel", "lawton", "katz", "norton", "braden",
    "epworth", "ess", "nihss", "rankin", "ipss", "iief", "curb", "child", "meld", "das",
    "basdai", "womac", "kss", "westley", "bishop", "silverman", "va", "mrc",
))  # fmt: skip
"""Scales by names that are the same everywhere."""
_STANDARDS = frozenset((
    "figo", "eln", "who", "ajcc", "uicc", "gold", "gina", "acr", "eular", "esc", "aha", "asa",
    "acc", "kdigo", "kdoqi", "nccn", "esmo", "asco", "icc", "ats", "ers", "ada", "easd", "easl",
    "aasld", "eswl", "ilae", "tnm", "isup", "nice", "sign", "rcog", "acog", "sego", "sef", "eso",
    "esh", "ish", "semi", "ses", "separ", "ginecol", "pcr", "iwg", "idsa", "escmid", "eucast",
    "clsi", "beers", "chicago", "atlanta", "bethesda", "fleischner", "eau", "aua", "acmg", "isth",
    "ash", "ebmt", "imwg", "bsh", "aga", "acg", "ecco", "baveno", "espen", "aspen", "sepsis",
    "mcdonald", "jones", "dsm", "icd", "cie",
))  # fmt: skip
"""Bodies and classifications of the same kind."""
_BESIDE = 24
"""Characters before and after a mark that are looked at."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Doubt:
    """Words of a language by which a measurement is known; patterns have no regard to case."""

    counted: str = ""
    """Pattern: what stands before contractions in minutes and seconds: DU 3/10/40."""
    graded: str = ""
    """Pattern: what is counted in medicine as often as in buildings: level, grade, stage."""
    wards: str = ""
    """Pattern: what says that a number is that of a place in a building."""
    half_day: str = ""
    """Pattern: what stands behind an hour: 'icu 11p' to 7a."""
    scales: frozenset[str] = frozenset()
    """What scores out of ten, fifteen or eighteen stand behind, in small letters."""
    standards: frozenset[str] = frozenset()
    """What classifications, criteria and guidelines are called by, with their year: FIGO 2018."""


@dataclass(frozen=True, slots=True)
class _Words:
    """Those of a language and of the packs that count beside it."""

    counted: re.Pattern[str]
    dated: re.Pattern[str]
    """What stands before a day; 'before:' does not."""
    month: re.Pattern[str]
    """The beginning of the name of a month, which may be misspelled."""
    graded: re.Pattern[str]
    wards: re.Pattern[str]
    hours: re.Pattern[str]
    scales: frozenset[str]
    standards: frozenset[str]


@cache
def _words_of(lang: str) -> _Words:
    doubts: tuple[Doubt, ...] = parts(lang, "doubt", "DOUBT")
    own = [each.names[0] for each in calendars(lang)]
    days = any_of(w[:3] for names in own for name in names.weekdays[0] for w in (name, fold(name)))
    months = any_of(name[:3] for names in own for name in names.months[0])
    sure, maybe = either(lang, "before_date"), either(lang, "before_maybe")
    letter, no_letter = r"(?<![^\W\d_])", r"(?![^\W\d_])"

    def compiled(pattern: str) -> re.Pattern[str]:
        return re.compile(pattern, re.IGNORECASE)

    return _Words(
        compiled(rf"\b{any_of(each.counted for each in doubts)}[.:]? ?$"),
        compiled(rf"\b(?:{maybe}|(?:{sure}|{days}[^\W\d_]*)[.,:]?) $"),
        compiled(rf"(?:\b|(?<=\d)){months}"),
        compiled(rf"\b{any_of(each.graded for each in doubts)}\b"),
        compiled(rf"{letter}{any_of(each.wards for each in doubts)}{no_letter}"),
        compiled(rf"\b\d{{1,2}}(?::?\d{{2}})? ?{any_of(each.half_day for each in doubts)}\b"),
        _SCALES.union(*(each.scales for each in doubts)),
        _STANDARDS.union(*(each.standards for each in doubts)),
    )


def doubtful(doc: Document, spans: Sequence[Span], context: Context) -> list[bool]:
    """Returns for each mark whether it may be something else than it says.

    Args:
        doc: The note with all its marks.
        spans: Those that are asked about.
        context: As for the replacements: tells how the note writes its dates.
    """
    doubt = _Doubt(doc, context)
    return [doubt.of(span) for span in spans]


class _Doubt:
    """What is doubtful in one note.

    Args:
        doc: The note with all its marks.
        context: As for the replacements: tells how the note writes its dates.
    """

    def __init__(self, doc: Document, context: Context) -> None:
        self._doc, self._context = doc, context
        self._text, self._words = doc.text, _words_of(context.lang)
        self._named = self._words_of_sure_marks(doc.spans)

    def of(self, span: Span) -> bool:
        """Returns whether a mark may be something else than it says.

        Names and numbers that are sure elsewhere in the note are sure wherever they stand.
        """
        if self._is_sure(span):
            return False
        words = _words(self._text[span.start : span.end])
        return not words or not words <= self._named.get(_group(span), frozenset())

    @cached_property
    def _day_first(self) -> bool:
        return habits_of(self._doc, self._context).day_first

    def _is_sure(self, span: Span) -> bool:
        source = span.detector
        if source not in _GUESSED:
            return True
        text = self._text
        score = span.score
        if source in _FOLLOWING and our_type(span.label) in _FOLLOWED:
            return False
        if source not in _SCORED:
            score = min(score, _UNCONFIRMED)
        before = text[max(0, span.start - _BESIDE) : span.start]
        after = text[span.end : span.end + _BESIDE]
        surface = text[span.start : span.end]
        if our_type(span.label) == "DATE" and self._is_no_day(surface, before):
            return False
        return score >= self._needed(span.label, surface, before, after)

    def _is_no_day(self, surface: str, before: str) -> bool:
        """Whether two numbers are none of the note's days: 11/18 where days come first."""
        part = _FRACTION.fullmatch(surface)
        if part is None or self._words.dated.search(before):
            return False
        first, second = int(part[1]), int(part[2])
        return max(first, second) > _MONTHS and (second if self._day_first else first) > _MONTHS

    def _words_of_sure_marks(self, spans: Sequence[Span]) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for span in spans:
            if our_type(span.label) not in _PASSING and self._is_sure(span):
                words = _words(self._text[span.start : span.end])
                found.setdefault(_group(span), set()).update(words)
        return {group: frozenset(words) for group, words in found.items()}

    def _needed(self, label: str, surface: str, before: str, after: str) -> float:
        """The score from which a mark is sure."""
        kind, words = our_type(label), self._words
        if kind in ("EMAIL", "URL", "IPADDRESS") or "@" in surface:
            return 0.0
        digits = sum(map(str.isdecimal, surface))
        if not digits and kind != "AGE":
            number = _NUMBER_BEFORE.search(before) or _NUMBER_AFTER.match(after)
            short = kind and _is_short(surface)  # not of a sex, which stays true
            return _NUMBERS if number or short else _WORDS
        if kind == "DATE" and self._is_plain_date(surface):
            return _NEVER if words.counted.search(before) else 0.0
        if digits <= 4 and (_UNIT.match(after) or _MEASURED.search(before)):
            return _NEVER
        graded = kind in _PLACED and words.graded.search(surface)
        lettered = kind in _PLACED and kind != "UNIT" and _LETTERED.fullmatch(surface)
        if (
            graded
            or lettered
            or _CLOCKS.fullmatch(surface)
            or (kind in _PLACED and words.hours.search(surface))
        ):
            return _NEVER
        if kind in ("PHONE", "FAX", "SSN") and digits >= _LONG:
            return _WORDS
        if kind == "DATE":
            return self._of_date(surface, before, after)
        if kind == "UNIT":
            told = words.wards.search(surface) or words.wards.search(before[-10:])
            return _NUMBERS if told and not _SLASHED.search(surface) else _NEVER
        minutes = kind == "AGE" and surface.isdecimal() and _MINUTES.match(after)
        if minutes or kind in _PLACED or _CODE.fullmatch(surface):
            return _LOOSE
        return _NUMBERS

    def _is_plain_date(self, surface: str) -> bool:
        """Whether a surface has three parts in numbers, or the name of a month."""
        named = self._words.month.search(surface) or has_name(surface, "month", self._context.lang)
        return bool(named) or _DATE.search(surface) is not None

    def _of_date(self, surface: str, before: str, after: str) -> float:
        """The same for a date that lacks a part and is in numbers."""
        heading = before[-1:] in ("", "\n") and _HOUR.match(after) is not None
        dated = heading or self._words.dated.search(before) is not None
        if part := _FRACTION.fullmatch(surface):
            said = _SCALE.search(before)
            if said and fold(said[1]) in self._words.scales:
                return _NEVER
            if int(part[2]) in _WHOLES and not dated and not _PADDED.search(surface):
                return _NEVER
            return _WORDS if dated else _NUMBERS
        if _YEAR.fullmatch(surface):
            said = _STANDARD.search(before)
            named = said is not None and fold(said[1]) in self._words.standards
            return _NEVER if named else _LOOSE
        return _NUMBERS


_FOLLOWED = frozenset(("PATIENT", "DOCTOR", "USERNAME", "IDNUM"))
_MONTHS = 12
_PASSING = frozenset(("DATE", "AGE", "UNIT"))
"""What the same surface may be in one place of a note and not in another."""
_PLACED = frozenset(("UNIT", "LOCATION_OTHER", "ORGANIZATION", "HOSPITAL"))
_NEVER = 1.1
"""More than any score."""


def _is_short(surface: str) -> bool:
    return len(surface) < _SHORT or (surface.isupper() and len(surface) <= _SHORT)


def _words(surface: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", fold(surface)))


def _group(span: Span) -> str:
    """What marks share their words with: those of all people, else of their type."""
    kind = our_type(span.label) or span.label
    return "PEOPLE" if kind in ("PATIENT", "DOCTOR") else kind
