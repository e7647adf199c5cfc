"""Text that was taken out of markup, and the way back: where in the source each character stands.

A document's new text says nothing of where it differs, so `edits` looks: whatever it finds, old
text with these edits is the new text. `Mapped` then puts each edit where its characters stood.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence

from incognote.core.errors import NoteError

_TOKEN = re.compile(r"\w+|[^\S\n\t]+|\W")
_NEXT = 4
"""Tokens that must be alike behind an edit: fewer stand together by chance."""
_WINDOW = 32
"""Tokens behind the start of an edit that are looked at for its end, at first."""
_CELLS = re.compile(r"([\n\t])")

Edit = tuple[int, int, str]
"""Start and end in the old text, and what stands there in the new one."""


def edits(old: str, new: str) -> Iterator[Edit]:
    """Yields what makes a new text of an old one, from left to right, in short stretches.

    Takes time in proportion to the length of the texts and of the edits.
    """
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
    for before, after in parts:
        start = _alike(before, after)
        end = _alike(before[start:][::-1], after[start:][::-1])
        if before != after:
            last = len(before) - end
            yield at + start, at + last, after[start : len(after) - end]
        at += len(before)


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

    def __len__(self) -> int:
        return len(self._first)

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(self._parts)

    def changes(self, new: str, id: str) -> Iterator[Edit]:
        """Yields what to write where in the source, so that its text is the new one.

        What replaces characters in several places stands in the first; what stood nowhere (the
        line end behind a block) stays.

        Raises:
            NoteError: If there is no place for what is new.
        """
        for start, end, text in edits(self.text, new):
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


def applied(source: str, changes: Sequence[Edit], escape: Callable[[str, int], str]) -> str:
    """Returns a source with changes, which do not overlap, each escaped for its place."""
    pieces: list[str] = []
    at = 0
    for start, end, text in sorted(changes, key=lambda change: change[:2]):
        if start < at:
            raise ValueError(f"changes overlap at {start}")
        pieces += (source[at:start], escape(text, start) if text else "")
        at = end
    return "".join([*pieces, source[at:]])
