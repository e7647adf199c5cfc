"""Text that was taken out of markup, and the way back: where in the source each character stands.

Where a new text does not know its edits (`Edited`), `edits` looks for them: whatever it finds, old
text with these edits is the new text. `Mapped` then puts each edit where its characters stood.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from incognote.core.errors import NoteError
from incognote.io.format import Edited

_TOKEN = re.compile(r"\w+|[^\S\n\t]+|\W")
_NEXT = 4
"""Tokens that must be alike behind an edit: fewer stand together by chance."""
_WINDOW = 32
"""Tokens behind the start of an edit that are looked at for its end, at first."""
_FEW = 200
"""Tokens of an edit that is looked at once more, in time that grows by their square."""
_CELLS = re.compile(r"([\n\t])")

Edit = tuple[int, int, str]
"""Start and end in the old text, and what stands there in the new one."""


def edits(old: str, new: str) -> Iterator[Edit]:
    """Yields what makes a new text of an old one, from left to right, in short stretches.

    Takes time in proportion to the length of the texts and of the edits.
    """
    if isinstance(new, Edited) and applied(old, new.edits) == new:
        for start, end, text in new.edits:
            yield from _fine(start, old[start:end], text)
        return
    left, right = _TOKEN.findall(old), _TOKEN.findall(new)
    i = j = at = 0
    while i < len(left) or j < len(right):
        if i < len(left) and j < len(right) and left[i] == right[j]:
            at += len(left[i])
            i, j = i + 1, j + 1
            continue
        a, b = _end_of_edit(left, right, i, j)
        yield from _fine(at, "".join(left[i:a]), "".join(right[j:b]))
        at += sum(map(len, left[i:a]))
        i, j = a, b


def _end_of_edit(left: Sequence[str], right: Sequence[str], i: int, j: int) -> tuple[int, int]:
    """The nearest places in both from which on the tokens are alike again."""
    window = _WINDOW
    while True:
        met: dict[tuple[str, ...], int] = {}
        for b in range(j, min(j + window, len(right) + 1)):
            met.setdefault(tuple(right[b : b + _NEXT]), b)
        ends = [
            (a + met[ahead], a, met[ahead])
            for a in range(i, min(i + window, len(left) + 1))
            if (ahead := tuple(left[a : a + _NEXT])) in met
        ]
        if ends:
            return min(ends)[1:]
        window *= 4


def _fine(at: int, old: str, new: str) -> Iterator[Edit]:
    """An edit, divided at tabs and line ends where both sides have the same of them."""
    parts = list(zip(_CELLS.split(old), _CELLS.split(new), strict=False))
    if _CELLS.findall(old) != _CELLS.findall(new):
        parts = [(old, new)]
    for before, after in (pair for part in parts for pair in _by_words(*part)):
        start = _alike(before, after)
        end = _alike(before[start:][::-1], after[start:][::-1])
        if before != after:
            last = len(before) - end
            yield at + start, at + last, after[start : len(after) - end]
        at += len(before)


def _by_words(old: str, new: str) -> Iterator[tuple[str, str]]:
    """What stands around words that are in both, and these words."""
    left, right = _TOKEN.findall(old), _TOKEN.findall(new)
    if not 2 < min(len(left), len(right)) <= max(len(left), len(right)) < _FEW:
        yield old, new
        return
    i = j = 0
    for block in SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks():
        same = left[block.a : block.a + block.size]
        if any(len(word) > 1 and word.isalpha() for word in same) or not block.size:
            yield "".join(left[i : block.a]), "".join(right[j : block.b])
            yield "".join(same), "".join(same)
            i, j = block.a + block.size, block.b + block.size


def _alike(old: str, new: str) -> int:
    """How many characters of whole blanks and signs both begin with: no letter of a name stays."""
    n = 0
    while n < min(len(old), len(new)) and old[n] == new[n] and not old[n].isalnum():
        n += 1
    return n


class Mapped:
    """A text, made piece by piece, of which each character knows where it stands in the source."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._first, self._past = array("q"), array("q")
        self.last = ""
        """The last character so far; '' where there is none."""

    def add(self, text: str, start: int, end: int) -> None:
        """Adds what source[start:end] means: the same text, or one character (or two as one)."""
        if not text:
            return
        if len(text) == end - start:
            self._first.extend(range(start, end))
            self._past.extend(range(start + 1, end + 1))
        else:
            self._first.extend([start, *[-1] * (len(text) - 1)])
            self._past.extend([end, *[-1] * (len(text) - 1)])
        self._parts.append(text)
        self.last = text[-1]

    def between(self, text: str) -> None:
        """Adds what stands nowhere in the source: the line end behind a block, a label."""
        if text:
            self._parts.append(text)
            self._first.extend([-1] * len(text))
            self._past.extend([-1] * len(text))
            self.last = text[-1]

    def append(self, other: Mapped) -> None:
        """Adds all of another text of the same source."""
        self._parts += other._parts
        self._first += other._first
        self._past += other._past
        self.last = other.last or self.last

    def __len__(self) -> int:
        return len(self._first)

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(self._parts)

    def changes(self, new: str, id: str, found: Iterable[Edit] | None = None) -> Iterator[Edit]:
        """Yields what to write where in the source, so that its text is the new one.

        What replaces characters in several places stands in the first; what stood nowhere (the
        line end behind a block) stays.

        Args:
            new: The new text.
            id: For messages.
            found: The edits that make it, where they are known.

        Raises:
            NoteError: If there is no place for what is new.
        """
        old = self.text
        known = (e for at, to, text in found or () for e in _fine(at, old[at:to], text))
        for start, end, text in edits(old, new) if found is None else known:
            places: list[tuple[int, int]] = []
            for first, past in zip(self._first[start:end], self._past[start:end], strict=True):
                if first < 0:
                    continue
                if places and places[-1][1] == first:
                    places[-1] = places[-1][0], past
                else:
                    places.append((first, past))
            if not places and text.strip():
                places = [self._near(start, end, id)]
            for i, (first, past) in enumerate(places):
                yield first, past, "" if i else text

    def _near(self, start: int, end: int, id: str) -> tuple[int, int]:
        for i in range(start - 1, -1, -1):
            if self._past[i] >= 0:
                return self._past[i], self._past[i]
        for i in range(end, len(self._first)):
            if self._first[i] >= 0:
                return self._first[i], self._first[i]
        raise NoteError(id, "the new text has more in it than the document has a place for")


class Flow(Mapped):
    """Text of markup as it shows: blanks as one, lines and cells where blocks end."""

    def __init__(self) -> None:
        super().__init__()
        self.due = ""
        """The line end (or two) or tab that stands before what comes next."""
        self._blank = _NONE
        self._tagged = False

    def tagged(self) -> None:
        """Notes that a tag stands here."""
        self._tagged = True

    def ended(self, how: str) -> None:
        """Notes that what follows stands behind a line end, two of them or a tab."""
        if len(how) > len(self.due) or (how == "\n" and self.due == "\t"):
            self.due = how
        self._blank = _NONE

    def blank(self, start: int, end: int) -> None:
        """Notes blanks, which show as one, or not at all at the ends of a line."""
        if self._blank == _NONE:
            self._blank = (start, end)

    def gap(self) -> None:
        """Notes a distance that is no blank of the source."""
        if self._blank == _NONE:
            self._blank = _GAP

    def letters(self, text: str, start: int, end: int) -> None:
        """Adds text as `add`, behind whatever is due before it."""
        if text:
            self._settle(text[0])
            self.add(text, start, end)

    def _settle(self, first: str) -> None:
        if self.due:
            if len(self):
                self.between(self.due)
        elif self._blank != _NONE:
            if len(self) and not self.last.isspace():
                self.between(" ") if self._blank == _GAP else self.add(" ", *self._blank)
        elif self._tagged and first.isupper() and self.last.islower():
            self.between(" ")  # two words, whose distance a style makes
        self.due, self._blank, self._tagged = "", _NONE, False


_NONE, _GAP = (-1, -1), (-2, -2)
"""No blank is due; one is that stands nowhere in the source."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands that is read in a line of its own."""

    start: int
    end: int
    escape: Callable[[str], str]
    changed: bool = False
    """Whether it is written anew in any case, since a part of it was left out."""


class Lines:
    """Values that are not seen, each once, in lines `label: value`, and where they stand."""

    def __init__(self) -> None:
        self._places: dict[tuple[str, str], list[Place]] = {}

    def add(self, label: str, value: str, place: Place) -> None:
        """Adds a value."""
        self._places.setdefault((label, value), []).append(place)

    def _mapped(self) -> Mapped:
        mapped, at = Mapped(), 0
        for label, value in self._places:
            mapped.between(f"{label}: ")
            mapped.add(value, at, at + len(value))
            mapped.between("\n")
            at += len(value) + 2  # apart, so that no edit is of two
        return mapped

    @property
    def text(self) -> str:
        """All lines; '' where there is none."""
        return self._mapped().text

    def changes(self, new: str, id: str) -> Iterator[Edit]:
        """Yields what to write where in the source, escaped; as `Mapped.changes`."""
        found = sorted(self._mapped().changes(new, id))
        start = i = 0
        for (_, value), places in self._places.items():
            own: list[Edit] = []
            while i < len(found) and found[i][0] <= start + len(value):
                first, past, text = found[i]
                own.append((first - start, past - start, text))
                i += 1
            text = applied(value, own)
            for place in places:
                if text != value or place.changed:
                    yield place.start, place.end, place.escape(text)
            start += len(value) + 2


def applied(source: str, changes: Iterable[Edit]) -> str:
    """Returns a source with changes, which do not overlap."""
    pieces: list[str] = []
    at = 0
    for start, end, text in sorted(changes, key=lambda change: change[:2]):
        if start < at:
            raise ValueError(f"changes overlap at {start}")
        pieces += (source[at:start], text)
        at = end
    return "".join([*pieces, source[at:]])
