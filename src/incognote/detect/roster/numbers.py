"""Numbers, e-mail addresses and the birth date of a patient, in any form that a note gives them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from incognote.core.calendar import date_words
from incognote.core.language import language_codes
from incognote.core.words import Word, digits_read

_GAP = re.compile(r"[ ()./+\-–_#]{0,4}")
_DATE_GAP = re.compile(r"[ \t]?[-–./,]?[ \t]?['’]?|,? (?:de|del|of|the) ")
_RUN_TOGETHER = re.compile(r"(\d{1,2})([^\W\d_]{3,10})(\d{4}|\d\d)")
_LINKS = frozenset(("de", "del", "of", "the"))
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|º|ª)")
_DIGIT = re.compile(r"[\dOoQIl|SBZ]+")
_BORN = re.compile(
    r"(?:\bborn|\bb\.|\bdob:?|\bbirth(?:day|date)?|\bnacid[oa]|\bnacimiento|\bcumpleaños)"
    r"(?: (?:in|on|el|en|de|:))?[: ]*$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"^[^\W\d_]+(?:[:.]\s*| +)(?=.*\d)")
"""What kind of number it is, before it: 'NHS 485 117 2093'."""
_MOST_PIECES = 6
_SHORTEST = 5
_SHORTEST_NEAR = 8
_EMAIL = re.compile(r"[^\s@<>,;:()]+@[^\s@<>,;:()]+[^\s@<>,;:().]")


class Codes:
    """Finds numbers whatever divides their parts, with scanned letters for digits.

    Args:
        codes: From a value to its label.
    """

    def __init__(self, codes: Iterable[tuple[str, str]]) -> None:
        """See the class."""
        self._labels: dict[str, str] = {}
        self._near: dict[str, str] = {}
        self._emails: dict[str, str] = {}
        for value, label in codes:
            if "@" in value:
                self._emails.setdefault(value.lower(), label)
                continue
            for form in _forms(value, label):
                self._labels.setdefault(form, label)
                if len(form) >= _SHORTEST_NEAR and label != "PHONE":
                    for i in range(len(form)):
                        self._near.setdefault(f"{form[:i]}?{form[i + 1 :]}", label)
                        swapped = form[:i] + form[i : i + 2][::-1] + form[i + 2 :]
                        self._labels.setdefault(swapped, label)
        self._longest = max(map(len, self._labels), default=0)

    def find(self, text: str, words: Sequence[Word]) -> Iterator[tuple[int, int, str, bool]]:
        """Yields (start, end, label, whether exact)."""
        if self._emails:
            for match in _EMAIL.finditer(text):
                label = self._emails.get(match.group().lower())
                if label:
                    yield match.start(), match.end(), label, True
        if not self._labels:
            return
        past = -1
        for i, word in enumerate(words):
            if word.start < past or (word.end - word.start > self._longest + 4):
                continue
            best = None
            code = ""
            for j in range(i, min(i + _MOST_PIECES, len(words))):
                if j > i and not _GAP.fullmatch(text, words[j - 1].end, words[j].start):
                    break
                code += words[j].key
                if len(code) > self._longest + 4:
                    break
                if len(code) >= _SHORTEST and any(c.isdigit() for c in code):
                    label, exact = self._known(code)
                    if label:
                        best = (word.start, words[j].end, label, exact)
            if best:
                past = best[1]
                yield best

    def _known(self, code: str) -> tuple[str, bool]:
        code = digits_read(code.upper()).lstrip("0")
        label = self._labels.get(code)
        if label:
            return label, True
        if len(code) >= _SHORTEST_NEAR:
            for i in range(len(code)):
                label = self._near.get(f"{code[:i]}?{code[i + 1 :]}")
                if label:
                    return label, False
        return "", False


def _forms(value: str, label: str) -> Iterator[str]:
    """The value without what divides it, and a phone also without and with country and area."""
    value = _NAMED.sub("", value)
    code = "".join(c for c in value if c.isalnum()).upper()
    if label != "PHONE":
        code = digits_read(code).lstrip("0")
        if len(code) >= _SHORTEST - 1 and any(c.isdigit() for c in code):
            yield code
        return
    number = re.split(r"(?:x|ext)", value.lower())[0]
    digits = re.sub(r"\D", "", number).lstrip("0")
    if number.lstrip().startswith(("+", "00")):
        for size in (1, 2, 3):
            if len(digits) - size >= 8:
                yield digits[size:]
    elif len(digits) == 11 and digits[0] == "1":
        yield digits[1:]
    if len(digits) in (10, 11):
        yield digits[-7:]
    for country in ("", "1", "34", "44"):
        if len(digits) >= 6:
            yield country + digits


class BirthDate:
    """Finds a date in any order, with names of months in English and Spanish.

    Args:
        dates: ISO dates.
    """

    def __init__(self, dates: Iterable[str]) -> None:
        """See the class."""
        self._triples: set[tuple[int | str, ...]] = set()
        self._pairs: set[tuple[int | str, ...]] = set()
        self._years: set[str] = set()
        self._compact: set[str] = set()
        for value in dates:
            date = datetime.date.fromisoformat(value)
            month = f"m{date.month}"
            for year in (date.year, date.year % 100):
                for m in (date.month, month):
                    self._triples |= {
                        (date.day, m, year),
                        (m, date.day, year),
                        (year, m, date.day),
                    }
            self._pairs |= {(month, date.year), (date.year, month)}
            self._years.add(str(date.year))
            d, m2, y = f"{date.day:02}", f"{date.month:02}", str(date.year)
            for year2 in (y, y[2:]):
                self._compact |= {d + m2 + year2, m2 + d + year2, year2 + m2 + d}

    def find(self, text: str, words: Sequence[Word]) -> Iterator[tuple[int, int, bool]]:
        """Yields (start, end, whether the whole date)."""
        if not self._triples:
            return
        pieces: list[tuple[int | str | None, Word]] = []
        for word in words:
            glued = _RUN_TOGETHER.fullmatch(word.key)
            if glued and glued[2] in _months():
                day = (int(glued[1]), _months()[glued[2]], int(glued[3]))
                if day in self._triples:
                    yield word.start, word.end, True
                continue
            piece = _piece(word, text)
            if piece != "":
                pieces.append((piece, word))
        past = -1
        for i, (_, word) in enumerate(pieces):
            if word.start < past:
                continue
            three = _joined(text, pieces, i, 3)
            two = _joined(text, pieces, i, 2)
            size = 3 if three in self._triples else 2 if two in self._pairs else 0
            surface = digits_read(text[word.start : word.end])
            if size:
                past = pieces[i + size - 1][1].end
                yield word.start, past, size == 3
            elif surface in self._compact:
                yield word.start, word.end, True
            elif surface in self._years and _BORN.search(
                text[max(0, word.start - 24) : word.start]
            ):
                yield word.start, word.end, False


def _piece(word: Word, text: str) -> int | str | None:
    """A number, `m1` to `m12`, '' for a word that may stand between, None for any other."""
    months = _months()
    key = word.key
    if key in months:
        return months[key]
    if key in _LINKS:
        return ""
    surface = text[word.start : word.end]
    ordinal = _ORDINAL.fullmatch(key)
    if ordinal:
        return int(ordinal[1])
    if key.isdecimal() and len(key) <= 4:
        return int(key)
    if len(key) <= 4 and any(c.isdigit() for c in key) and _DIGIT.fullmatch(surface):
        return int(digits_read(surface))
    return None


def _joined(
    text: str, pieces: Sequence[tuple[int | str | None, Word]], first: int, size: int
) -> tuple[int | str | None, ...]:
    """The values of so many pieces, () where too much stands between them."""
    run = pieces[first : first + size]
    for (_, a), (_, b) in pairwise(run):
        if not _DATE_GAP.fullmatch(text, a.end, b.start):
            return ()
    return tuple(value for value, _ in run) if len(run) == size else ()


@cache
def _months() -> Mapping[str, str]:
    """From a folded name of a month to `m1` ... `m12`."""
    tables = (date_words(lang) for lang in reversed(language_codes()))
    return {
        word: f"m{number}"
        for table in tables
        for word, (kind, number, _, _) in table.items()
        if kind == "month"
    }
