"""Numbers, e-mail addresses and the birth date of a patient, in any form that a note gives them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from incognote.core.words import Word, any_of, digits_read
from incognote.detect.context import Words
from incognote.detect.roster.words import load_words, months

_GAP = re.compile(r"[ ()./+\-–_#]{0,4}")
_RUN_TOGETHER = re.compile(r"(\d{1,2})([^\W\d_]{3,10})(\d{4}|\d\d)")
_DIGIT = re.compile(r"[\dOoQIl|SBZ]+")
_NAMED = re.compile(r"^[^\W\d_]+(?:[:.]\s*| +)(?=.*\d)")
"""What kind of number it is, before it: 'NHS 485 117 2093'."""
_MOST_PIECES = 6
_SHORTEST = 5
_SHORTEST_NEAR = 8
_EMAIL = re.compile(r"[^\s@<>,;:()]+@[^\s@<>,;:()]+[^\s@<>,;:().]")


class Codes:
    """Finds numbers whatever divides their parts, with scanned letters for digits.

    Args:
        codes: Values, each with its label.
        phone: The label of numbers of telephones, which have forms of their own.
        lang: Language of the notes.
    """

    def __init__(self, codes: Iterable[tuple[str, str]], phone: str, lang: str) -> None:
        self._labels: dict[str, str] = {}
        self._near: dict[str, str] = {}
        self._emails: dict[str, str] = {}
        for value, label in codes:
            if "@" in value:
                self._emails.setdefault(value.lower(), label)
                continue
            for form in _phone_forms(value, lang) if label == phone else _forms(value):
                self._labels.setdefault(form, label)
                if len(form) >= _SHORTEST_NEAR and label != phone:
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


def _forms(value: str) -> Iterator[str]:
    """The value without what divides it; none where it is too short or has no digit."""
    code = "".join(c for c in _NAMED.sub("", value) if c.isalnum()).upper()
    code = digits_read(code).lstrip("0")
    if len(code) >= _SHORTEST - 1 and any(c.isdigit() for c in code):
        yield code


def _phone_forms(value: str, lang: str) -> Iterator[str]:
    """A number of a telephone with and without country and area, without extension."""
    words = load_words(lang)
    number = re.split(any_of(words.extensions), _NAMED.sub("", value).lower())[0]
    digits = re.sub(r"\D", "", number).lstrip("0")
    if number.lstrip().startswith(("+", "00")):
        for size in (1, 2, 3):
            if len(digits) - size >= 8:
                yield digits[size:]
    elif len(digits) == 11 and digits[0] == "1":
        yield digits[1:]
    if len(digits) in (10, 11):
        yield digits[-7:]
    if len(digits) >= 6:
        yield digits
        for country in words.calling_codes:
            yield country + digits


@dataclass(frozen=True, slots=True)
class _DateForms:
    """How a language writes dates."""

    months: Mapping[str, str]
    links: Words
    gap: re.Pattern[str]
    """What stands between day, month and year."""
    ordinal: re.Pattern[str]
    born: re.Pattern[str]
    """Before a year alone."""


@cache
def _date_forms(lang: str) -> _DateForms:
    words = load_words(lang)
    return _DateForms(
        months(lang),
        words.date_links,
        re.compile(rf"[ \t]?[-–./,]?[ \t]?['’]?|,? {any_of(sorted(words.date_links))} "),
        re.compile(rf"(\d{{1,2}}){any_of(words.ordinals)}"),
        re.compile(
            rf"\b{any_of(words.births)}(?: {any_of((*words.birth_links, ':'))})?[: ]*$",
            re.IGNORECASE,
        ),
    )


class BirthDate:
    """Finds a date in any order, with names of months.

    Args:
        dates: ISO dates, also with a time; what a container says instead is looked for nowhere.
        lang: Language of the notes.
    """

    def __init__(self, dates: Iterable[str], lang: str) -> None:
        self._forms = _date_forms(lang)
        self._triples: set[tuple[int | str, ...]] = set()
        self._pairs: set[tuple[int | str, ...]] = set()
        self._years: set[str] = set()
        self._compact: set[str] = set()
        for value in dates:
            try:
                date = datetime.date.fromisoformat(value[:10])
            except ValueError:
                continue
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
            if glued and glued[2] in self._forms.months:
                day = (int(glued[1]), self._forms.months[glued[2]], int(glued[3]))
                if day in self._triples:
                    yield word.start, word.end, True
                continue
            piece = _piece(word, text, self._forms)
            if piece != "":
                pieces.append((piece, word))
        past = -1
        for i, (_, word) in enumerate(pieces):
            if word.start < past:
                continue
            three = _joined(text, pieces, i, 3, self._forms.gap)
            two = _joined(text, pieces, i, 2, self._forms.gap)
            size = 3 if three in self._triples else 2 if two in self._pairs else 0
            surface = digits_read(text[word.start : word.end])
            if size:
                past = pieces[i + size - 1][1].end
                yield word.start, past, size == 3
            elif surface in self._compact:
                yield word.start, word.end, True
            elif surface in self._years and self._forms.born.search(
                text[max(0, word.start - 24) : word.start]
            ):
                yield word.start, word.end, False


def _piece(word: Word, text: str, forms: _DateForms) -> int | str | None:
    """A number, `m1` to `m12`, '' for a word that may stand between, None for any other."""
    key = word.key
    if key in forms.months:
        return forms.months[key]
    if key in forms.links:
        return ""
    surface = text[word.start : word.end]
    ordinal = forms.ordinal.fullmatch(key)
    if ordinal:
        return int(ordinal[1])
    if key.isdecimal() and len(key) <= 4:
        return int(key)
    if len(key) <= 4 and any(c.isdigit() for c in key) and _DIGIT.fullmatch(surface):
        return int(digits_read(surface))
    return None


def _joined(
    text: str,
    pieces: Sequence[tuple[int | str | None, Word]],
    first: int,
    size: int,
    gap: re.Pattern[str],
) -> tuple[int | str | None, ...]:
    """The values of so many pieces, () where too much stands between them."""
    run = pieces[first : first + size]
    for (_, a), (_, b) in pairwise(run):
        if not gap.fullmatch(text, a.end, b.start):
            return ()
    return tuple(value for value, _ in run) if len(run) == size else ()
