"""`Answers`: puts the originals back where an answer holds surrogates, also bent ones.

A model writes `RUIZ`, `Ruiz's`, `Dr. E. Ruiz`, `June 12th, 2018` for 6/12/2018, a telephone number
with points, or a surrogate in JSON with its escapes. Each of these becomes the original in the same
form. One pass, left to right, over forms that are longest first: what was put back is never read
again, and what is no form of a surrogate stays as it is.
"""

from __future__ import annotations

import datetime
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from incognote.core.calendar import date_words, either
from incognote.core.case import fold
from incognote.core.words import any_of
from incognote.replace.date_writing import write
from incognote.replace.dates import (
    MONTHS,
    Form,
    Habits,
    date_of,
    is_whole,
    read,
    says,
    whole_year,
)

PEOPLE = frozenset(("PATIENT", "DOCTOR"))
PLACES = frozenset(
    ("HOSPITAL", "ORGANIZATION", "STREET", "CITY", "STATE", "COUNTRY", "LOCATION_OTHER", "UNIT")
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ACCENTS = {"a": "[aá]", "e": "[eé]", "i": "[ií]", "o": "[oó]", "u": "[uúü]", "n": "[nñ]"}
_SHORTEST = 3
"""Letters of a part of a name that an answer may hold alone."""
_FEWEST_DIGITS = 5
"""Letters and digits of a number that an answer may write with other signs between."""
_NEAR = 400
"""Days from a date that was sent within which an answer's date is one that was reckoned from it."""

_BEFORE = r"(?:(?<![^\W_])|(?<=\\[nrt]))"
"""Where a form may begin: behind no letter or digit, but behind an escape of JSON."""
_BEHIND = r"(?![^\W_])"
_GAP = r"(?:\s{1,2}|\\[nrt]|&nbsp;|_|\+|%20)"
_SIGNS = r"(?:[\s./()–-]{1,2}|\) )?"
_OWNED, _SEVERAL = r"['’]s|['’](?=\s[^\W\d_])", r"e?s"
_ABROAD = re.compile(r"\+\d{1,3}[ .-]")
_CONTEXT = 4
"""Characters behind what was handed on that the beginning of a form looks back at."""
_LONGEST_DATE = 56


@dataclass(frozen=True, slots=True)
class Pair:
    """A surrogate and its original; neither is in its repr."""

    type: str
    surrogate: str = field(repr=False)
    original: str = field(repr=False)
    lang: str = ""
    label: str = ""
    read: str = field(default="", repr=False)
    """How the original reads, where that is not as it stands: markup divides it."""

    @property
    def words(self) -> tuple[str, str]:
        """Surrogate and original."""
        return self.surrogate, self.original

    @property
    def is_code(self) -> bool:
        """Whether it is a number that may be written with other signs between."""
        code = _code(self.surrogate)
        apart = self.type in {"DATE", "AGE"} | PEOPLE | PLACES
        return (
            len(code) >= _FEWEST_DIGITS
            and any(map(str.isdigit, code))
            and not (apart or re.search(r"[@\[]|://", self.surrogate))
        )


@dataclass(frozen=True, slots=True)
class Found:
    """A stretch of an answer, and what it becomes; the latter is not in its repr."""

    start: int
    end: int
    text: str = field(repr=False)


class _Form(NamedTuple):
    surrogate: str
    original: str
    whole: bool
    """Whether it was sent so; else it is a part or another form of what was."""
    place: bool = False


class Answers:
    """What stands for which original, ready to be looked for.

    Args:
        pairs: All of a conversation.
        habits: By language how its dates are written.
        unchanged: What was sent as it stood and reads as a form of a surrogate: pain of 7/10 is no
            10 July, though a date was moved there.
    """

    def __init__(
        self,
        pairs: Iterable[Pair],
        habits: dict[str, Habits],
        unchanged: frozenset[str] = frozenset(),
    ) -> None:
        pairs, self._unchanged = list(pairs), unchanged
        self._forms: dict[str, list[_Form]] = {}
        self._codes: dict[str, _Form] = {}
        self._dates = [_Dates(habits[lang], pairs) for lang in habits]
        for pair in pairs:
            self._add(pair)
        self._words = _pattern(self._forms)
        self._numbers = re.compile(
            rf"(?<![^\W_])(\+\d{{1,3}}[ .-]?)?"
            rf"({any_of(_SIGNS.join(code) for code in sorted(self._codes, key=_longest))})"
            rf"{_BEHIND}",
            re.IGNORECASE,
        )
        numbers = max(map(len, self._codes), default=0)
        self.reach = max(
            _LONGEST_DATE if self._dates else 0,
            3 * numbers + 8,
            *(_width(form.surrogate) for forms in self._forms.values() for form in forms),
            0,
        )
        """The most characters that a form in an answer takes, with what is looked at behind it."""

    def restore(self, text: str, *, in_json: bool = False) -> str:
        """Returns the text with the originals in place of the surrogates.

        Args:
            text: An answer, or a part of one that begins and ends where a word does.
            in_json: Whether the text is JSON, so that what is put back must be escaped.
        """
        stream = self.stream(in_json=in_json)
        return stream.add(text) + stream.end()

    def stream(self, *, in_json: bool = False) -> Stream:
        """Returns what takes the pieces of one answer; `in_json` as for `restore`."""
        return Stream(self, in_json=in_json)

    def next_in(self, text: str, start: int) -> Iterator[Found]:
        """Yields what is to be put back from `start` on, in order; no two overlap."""
        searches: Sequence[Callable[[str, int], Iterator[Found]]] = (
            self._find_words,
            self._find_numbers,
            *(dates.find for dates in self._dates),
        )
        finders = [(found := search(text, start), next(found, None)) for search in searches]
        while True:
            at = [each for _, each in finders if each]
            if not at:
                return
            best = min(at, key=lambda each: (each.start, -each.end))
            surface = text[best.start : best.end]
            yield replace(best, text=surface) if surface in self._unchanged else best
            # Each search begins anew behind it, as one does on what comes later of a stream.
            for i, (found, each) in enumerate(finders):
                if each is not None and each.start < best.end:
                    found = searches[i](text, best.end)
                    finders[i] = (found, next(found, None))

    def _add(self, pair: Pair) -> None:
        forms = [_Form(pair.surrogate, pair.original, True)]
        if pair.surrogate.startswith("["):
            pass  # of a tag no part tells anything
        elif pair.type in PEOPLE:
            forms += (_Form(*each, False) for each in parts_of(*pair.words).items())
        elif pair.type in PLACES:
            forms += (_Form(*each, False, True) for each in core_of(*pair.words).items())
        elif pair.is_code:
            self._codes.setdefault(_code(pair.surrogate), forms[0])
            abroad, home = (_ABROAD.match(text) for text in pair.words)
            if abroad and home:
                short = pair.surrogate[abroad.end() :]
                form = _Form(short, pair.original[home.end() :], True)
                self._codes.setdefault(_code(short), form)
        for form in forms:
            self._forms.setdefault(_key(form.surrogate), []).append(form)

    def _find_words(self, text: str, start: int) -> Iterator[Found]:
        for match in self._words.finditer(text, start):
            form = self._form_of(match["form"])
            if form:
                new = _as(match["form"], form)
                new += _ended(new, match["ending"] or "")
            yield Found(match.start(), match.end(), new if form else match[0])

    def _form_of(self, surface: str) -> _Form | None:
        """Which form stands there; None where it may be one of several originals."""
        rows = self._forms.get(_key(surface), [])
        rows = [row for row in rows if row.whole] or rows
        same = [row for row in rows if row.surrogate == _unescaped(surface)] or rows
        if len({fold(row.original) for row in same}) != 1:
            return None
        # 'Pine' is the hospital of that name, 'pine' is a tree.
        return None if same[0].place and surface.islower() else same[0]

    def _find_numbers(self, text: str, start: int) -> Iterator[Found]:
        for match in self._numbers.finditer(text, start):
            form = self._codes[_code(match[2])]
            signs = iter(_alnum(form.original))
            new = form.original
            if match[2] != form.surrogate and len(_alnum(match[2])) == len(_alnum(form.original)):
                new = "".join(next(signs) if char.isalnum() else char for char in match[2])
            yield Found(match.start(), match.end(), (match[1] or "") + new)


class Stream:
    """An answer that comes in pieces; what is handed on together is what `restore` returns.

    A piece that may be the beginning of a form is held until the rest has come, so what is handed
    on lags behind by the length of the longest form.
    """

    def __init__(self, answers: Answers, *, in_json: bool = False) -> None:
        self._answers, self._in_json = answers, in_json
        self._held, self._done = "", 0

    def add(self, piece: str) -> str:
        """Returns what can be told now of the answer up to here; '' for nothing yet."""
        self._held += piece
        return self._upto(len(self._held) - self._answers.reach)

    def end(self) -> str:
        """Returns the rest."""
        return self._upto(len(self._held) + 1)

    def _upto(self, bound: int) -> str:
        """Hands on what begins before a bound, behind which more may come."""
        if bound <= self._done:
            return ""
        text = self._held
        out: list[str] = []
        for found in self._answers.next_in(text, self._done):
            if found.start >= bound:
                break
            new = found.text
            escaped = "\\" in text[found.start : found.end].replace("\\[", "").replace("\\]", "")
            if self._in_json or escaped:
                plain = "\\u" not in text[found.start : found.end]
                new = json.dumps(new, ensure_ascii=not plain)[1:-1]
            out += (text[self._done : found.start], new)
            self._done = found.end
        if self._done < bound:
            out.append(text[self._done : bound])
            self._done = min(bound, len(text))
        cut = max(0, self._done - _CONTEXT)
        self._held, self._done = text[cut:], self._done - cut
        return "".join(out)


def _longest(text: str) -> tuple[int, str]:
    return (-len(text), text)


_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([nrt])|(.))", re.DOTALL)


def _unescaped(text: str) -> str:
    def plain(match: re.Match[str]) -> str:
        if match[1]:
            return chr(int(match[1], 16))
        return " " if match[2] else match[3]

    return _ESCAPE.sub(plain, text).replace("&nbsp;", " ").replace("%20", " ")


def _key(text: str) -> str:
    """A form without regard to case, accents, gaps and signs."""
    text = fold(_unescaped(text)).replace("’", "'").replace("[", "").replace("]", "")
    return re.sub(r"[\s_+–‑-]+", " ", text).strip(" ")


def _code(text: str) -> str:
    return _alnum(text).lower()


def _alnum(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _width(form: str) -> int:
    return sum(6 if char.isspace() or not char.isascii() else 2 for char in form) + 12


def _pattern(forms: dict[str, list[_Form]]) -> re.Pattern[str]:
    every = {form.surrogate for rows in forms.values() for form in rows}
    either_ = any_of(map(_flexible, sorted(every, key=_longest)))
    return re.compile(
        rf"(?:{_BEFORE}|(?=\\?\[))(?P<form>{either_})(?P<ending>{_OWNED}|{_SEVERAL})?"
        rf"(?:(?<=\])|{_BEHIND})",
        re.IGNORECASE,
    )


def _flexible(form: str) -> str:
    """A pattern for a form with other gaps, without accents, or escaped."""
    tag = re.fullmatch(r"\[(\w+)-(\d+)\]", form)
    if tag:
        label = "[ _-]".join(map(re.escape, tag[1].split("_")))
        named = rf"{label}[ _–-]{tag[2]}"
        return rf"(?:\\\[{named}\\\]|\[{named}\]|{label}[_–-]{tag[2]})"
    out = []
    for part in re.findall(r"\s+|.", form, re.DOTALL):
        if part.isspace():
            out.append(_GAP)
        elif part in "'’":
            out.append("['’]")
        elif part in "-–":
            out.append("[-‐‑–]")
        elif part in '"/':
            out.append(rf"\\?{part}")
        elif part == "&":
            out.append("&(?:amp;)?")
        elif part.isascii():
            out.append(_ACCENTS.get(part.lower(), re.escape(part)))
        else:
            ways = {part, fold(part), unicodedata.normalize("NFD", part)} - {""}
            ways |= {json.dumps(each)[1:-1] for each in (part.lower(), part.upper())}
            out.append(any_of(map(re.escape, sorted(ways, key=_longest))))
    return "".join(out)


def parts_of(surrogate: str, original: str) -> dict[str, str]:
    """Returns parts of a name that a model may write alone, and forms with initials."""
    ours, theirs = _WORD.findall(surrogate), _WORD.findall(original)
    if len(ours) != len(theirs):
        return {}
    # What stands in both is a title or a particle.
    named = [(s, o) for s, o in zip(ours, theirs, strict=True) if fold(s) != fold(o)]
    found = {s: o for s, o in named if len(s) >= _SHORTEST}
    for s, o in list(found.items()):
        halves = list(zip(s.split("-"), o.split("-"), strict=False))
        if len(halves) > 1 and s.count("-") == o.count("-"):
            found |= {a: b for a, b in halves if len(a) >= _SHORTEST and fold(a) != fold(b)}
    if len(named) < 2:
        return found
    (first, given), (last, family) = named[0], named[-1]
    if "," in surrogate:
        (last, family), (first, given) = named[0], named[1]
    rest = named[1:-1] if "," not in surrogate else named[2:]
    for form in ("{0}. {1}", "{0} {1}", "{0}.{1}", "{1} {0}.", "{1}, {0}.", "{1}, {0}", "{1} {0}"):
        found[form.format(first[0], last)] = form.format(given[0], family)
    middle = " ".join(f"{s[0]}." for s, _ in rest), " ".join(f"{o[0]}." for _, o in rest)
    if rest:
        found[f"{first} {middle[0]} {last}"] = f"{given} {middle[1]} {family}"
        found[f"{first[0]}. {middle[0]} {last}"] = f"{given[0]}. {middle[1]} {family}"
    for gap in ("", " "):
        found[gap.join(f"{s[0]}." for s, _ in named)] = gap.join(f"{o[0]}." for _, o in named)
    return found


def core_of(surrogate: str, original: str) -> dict[str, str]:
    """Returns what of a place is its own, without the words of both: 'General Hospital'."""
    ours, theirs = surrogate.split(), original.split()
    while len(ours) > 1 and len(theirs) > 1 and fold(ours[-1]) == fold(theirs[-1]):
        ours, theirs = ours[:-1], theirs[:-1]
    while len(ours) > 1 and len(theirs) > 1 and fold(ours[0]) == fold(theirs[0]):
        ours, theirs = ours[1:], theirs[1:]
    core = " ".join(ours)
    letters = sum(map(str.isalpha, core))
    if core == surrogate or letters <= _SHORTEST:
        return {}
    return {core: " ".join(theirs)}


def _as(surface: str, form: _Form) -> str:
    """The original in the case of what stands there for its surrogate."""
    original = form.original
    plain = _unescaped(surface)
    if plain == form.surrogate:
        return original
    gaps, words = re.findall(r"\s+", surface), original.split()
    if len(gaps) == len(words) - 1:  # over two lines where the answer has it so
        original = words[0] + "".join(gap + word for gap, word in zip(gaps, words[1:], strict=True))
    if form.surrogate.startswith("["):
        return original
    ours, theirs = _letters(form.surrogate), _letters(plain)
    if ours == theirs or not theirs:
        return original
    if theirs.isupper() and len(theirs) > 1:
        return original.upper()
    if theirs.islower():
        return original.lower()
    if ours.isupper() or ours.islower():
        return original.title() if original.isupper() or original.islower() else original
    return original


def _letters(text: str) -> str:
    """Those that have a capital and a small form; the ª of 3.ª has not."""
    return "".join(char for char in text if char.lower() != char.upper())


def _ended(new: str, ending: str) -> str:
    """The ending of a word as another has it: the Ruizes and the Delgados, Moss' and Ruiz's."""
    if not ending:
        return ""
    if ending in "'’":
        return ending if new[-1:].lower() == "s" else f"{ending}s"
    if ending[0] in "'’":
        return ending
    several = f"{'e' if re.search(r'(?:[sxz]|ch|sh)$', new, re.IGNORECASE) else ''}s"
    return several.upper() if ending.isupper() else several


class _Dates:
    """The dates of a conversation in one language."""

    def __init__(self, habits: Habits, pairs: Sequence[Pair]) -> None:
        self._habits = habits
        self._days: dict[datetime.date, set[datetime.date]] = {}
        self._of_year: dict[tuple[int, int], set[tuple[int, int]]] = {}
        for pair in pairs:
            if pair.type == "DATE" and pair.lang == habits.lang:
                self._add(read(pair.surrogate, habits), read(pair.original, habits))
        moved = {(o - s).days for s, olds in self._days.items() for o in olds}
        self._moved = moved.pop() if len(moved) == 1 else None
        self._months: dict[tuple[int, int], set[tuple[int, int]]] = {}
        for day, olds in self._days.items():
            self._of_year.setdefault((day.month, day.day), set()).update(
                (old.month, old.day) for old in olds
            )
            self._months.setdefault((day.year, day.month), set()).update(
                (old.year, old.month) for old in olds
            )

    def _add(self, new: Form | None, old: Form | None) -> None:
        if not new or not old:
            return
        if is_whole(new) and is_whole(old):
            day, was = date_of(new, self._habits), date_of(old, self._habits)
            if day and was:
                self._days.setdefault(day, set()).add(was)
        elif (day_ := _day(new)) and (was_ := _day(old)):
            self._of_year.setdefault(day_, set()).add(was_)

    def find(self, text: str, start: int) -> Iterator[Found]:
        if not self._days and not self._of_year:
            return
        for match in date_pattern(self._habits.lang).finditer(text, start):
            yield Found(match.start(), match.end(), self._original(match[0]) or match[0])

    def _original(self, surface: str) -> str:
        """A date in the same form, '' where it is none that was sent or reckoned from one."""
        form = read(surface, self._habits)
        if not form:
            return ""
        try:
            if is_whole(form):
                for each, habits in ((form, self._habits), self._otherwise(surface)):
                    said = date_of(each, habits) if each else None
                    if said and each and (was := self._sent(said)):
                        return write(each, was, habits, days=(was - said).days)
                # "In two weeks" as a model reckons it from a date that was sent: all moved alike.
                said = date_of(form, self._habits)
                near = said and any(abs((said - day).days) <= _NEAR for day in self._days)
                if not said or not near or self._moved is None or said in self._days:
                    return ""
                was = said + datetime.timedelta(self._moved)
                return write(form, was, self._habits, days=self._moved)
            kinds = {piece.kind for piece in form}
            if day_of_year := _day(form):
                olds = self._of_year.get(day_of_year, set())
                if len(olds) != 1 or ("weekday" in kinds and self._moved is None):
                    return ""
                ((month, day),) = olds
                was = datetime.date(2000, month, day)
                return write(form, was, self._habits, days=self._moved or 0)
            if kinds & MONTHS and "year" in kinds and not kinds & {"day", "part", "weekday"}:
                year = next(whole_year(p, self._habits.year) for p in form if p.kind == "year")
                month = next(p.number for p in form if p.kind in MONTHS)
                olds = self._months.get((year, month), set())
                if len(olds) != 1:
                    return ""
                ((year, month),) = olds
                return write(form, datetime.date(year, month, 15), self._habits)
        except (OverflowError, IndexError, ValueError):
            return ""  # beyond the calendar: no date of this conversation
        return ""

    def _otherwise(self, surface: str) -> tuple[Form | None, Habits]:
        """A date as it reads where day and month stand the other way round: 3/4 is 4 March."""
        habits = replace(self._habits, day_first=not self._habits.day_first)
        return read(surface, habits), habits

    def _sent(self, said: datetime.date) -> datetime.date | None:
        olds = self._days.get(said, set())
        return next(iter(olds)) if len(olds) == 1 else None


def _day(form: Form) -> tuple[int, int] | None:
    """Month and day that a form says in so many numbers: no feast, no third Sunday."""
    month = next((piece.number for piece in form if piece.kind in MONTHS), 0)
    day = says(form, "day")
    return (month, day) if month and day else None


@cache
def date_pattern(lang: str) -> re.Pattern[str]:
    """Returns what finds dates as they stand in answers: in numbers, or with a month's name."""
    words = date_words(lang)
    months = sorted((w for w, row in words.items() if row[0] == "month"), key=_longest)
    days = sorted((w for w, row in words.items() if row[0] == "weekday"), key=_longest)
    # A full stop is the month's where its year or day follows, else the sentence's.
    month = rf"(?:{'|'.join(map(_accented, months))})(?:\.(?=,?[ -](?:\w{{2,3}} )?\d))?"
    weekday = rf"(?:(?:{'|'.join(map(_accented, days))})\.?,? )?"
    of = rf"(?: {either(lang, 'before_year')})?"
    day, year = r"\d{1,2}(?:st|nd|rd|th|º|ª)?", r"(?:19|20)\d\d"
    return re.compile(
        rf"(?<![\w/.])(?:{weekday}"
        rf"(?:{day}{of}[ -]{month}(?:,?{of}[ -]{year})?"
        rf"|{month} {day}(?:,? {year})?(?!\d)"
        rf"|{month},?{of} {year}"
        rf"|{year}([-/.])\d{{1,2}}\1\d{{1,2}}"
        rf"|\d{{1,2}}([-/.])\d{{1,2}}\2(?:\d{{4}}|\d\d)"
        rf"|\d{{1,2}}[/-]\d{{1,2}}(?![/-]?\d)))(?![\w/])",
        re.IGNORECASE,
    )


def _accented(word: str) -> str:
    return "".join(_ACCENTS.get(char, re.escape(char)) for char in word)
