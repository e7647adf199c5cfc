"""What of a note stands in another form of it, and where, without knowing what was replaced.

A note and its de-identified form agree but for what was replaced, so that words that both have only
once, or only once in a row of several, tell how the rest lies. Between them the words are compared
one by one. What cannot be laid beside anything counts as changed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

TOKEN = re.compile(r"\d+(?:[.,:/'’-]?\d+)*|[^\W\d_]+|[^\w\s]|_")
"""A number with all that makes it another number, a run of letters, or a sign."""
_RUNS = (12, 6, 3, 1)
"""How many words in a row are looked for that both texts have once, in turn."""
_PAIRS = 100_000
"""Pairs of words that are compared between two places that are known."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which words of a text are which of another; offsets are code points."""

    before: Sequence[tuple[int, int]]
    """Start and end of each word of the first text,"""
    after: Sequence[tuple[int, int]]
    """and of the second."""
    image: Sequence[int]
    """Of each word of the first that of the second; -1 where it is not there."""
    source: Sequence[int]
    """The other way round."""

    def place_of(self, start: int, end: int) -> tuple[int, int] | None:
        """Returns where a stretch of the first text stands in the second, unchanged.

        None where a word of it is not there, or something was put between its words.
        """
        first, last = _within(self.before, start, end)
        images = self.image[first:last]
        if not images or -1 in images or images != [*range(images[0], images[0] + len(images))]:
            return None
        offset, less = start - self.before[first][0], self.before[last - 1][1] - end
        return self.after[images[0]][0] + offset, self.after[images[-1]][1] - less

    def around(self, start: int, end: int) -> tuple[int, int]:
        """Returns where in the second text a stretch of the first must stand, changed or not.

        It reaches from the next word before it that both have to the next one behind it.
        """
        first, last = _within(self.before, start, end)
        low = next((j for j in reversed(self.image[max(0, first - _FAR) : first]) if j >= 0), -1)
        high = next((j for j in self.image[last : last + _FAR] if j >= 0), -1)
        return (
            self.after[low][1] if low >= 0 else 0,
            self.after[high][0] if high >= 0 else (self.after[-1][1] if self.after else 0),
        )

    def came(self, start: int, end: int) -> bool:
        """Returns whether all words of a stretch of the second text stand in the first."""
        first, last = _within(self.after, start, end)
        return -1 not in self.source[first:last]


_FAR = 400
"""Words that are looked through for one that both have."""


def align(before: str, after: str) -> Alignment:
    """Returns how two texts lie beside each other, without regard to case and blanks."""
    words, others = ([m.span() for m in TOKEN.finditer(text)] for text in (before, after))
    numbers: dict[str, int] = {}
    a, b = (
        [numbers.setdefault(text[start:end].casefold(), len(numbers)) for start, end in spans]
        for text, spans in ((before, words), (after, others))
    )
    image, source = [-1] * len(a), [-1] * len(b)
    for i, j, size in _blocks(a, b):
        image[i : i + size] = range(j, j + size)
        source[j : j + size] = range(i, i + size)
    return Alignment(words, others, image, source)


def _within(spans: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """The first of the words that overlap [start, end), and one past the last."""
    first = bisect_left(spans, start + 1, key=lambda span: span[1])
    last = bisect_left(spans, end, key=lambda span: span[0])
    return first, max(first, last)


def _blocks(a: Sequence[int], b: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yields (i, j, size) of runs that are the same in both, none crossing another."""
    open_ = [(0, len(a), 0, len(b), 0)]
    while open_:
        i, i_end, j, j_end, depth = open_.pop()
        size = 0
        while i + size < i_end and j + size < j_end and a[i + size] == b[j + size]:
            size += 1
        if size:
            yield i, j, size
            i, j = i + size, j + size
        size = 0
        while i < i_end - size and j < j_end - size and a[i_end - size - 1] == b[j_end - size - 1]:
            size += 1
        if size:
            i_end, j_end = i_end - size, j_end - size
            yield i_end, j_end, size
        if i == i_end or j == j_end:
            continue
        if (i_end - i) * (j_end - j) <= _PAIRS:
            matcher = SequenceMatcher(None, a[i:i_end], b[j:j_end], autojunk=False)
            yield from ((i + m.a, j + m.b, m.size) for m in matcher.get_matching_blocks() if m.size)
            continue
        while depth < len(_RUNS):
            pins = _pins(a, b, (i, i_end, j, j_end), _RUNS[depth])
            if pins:
                break
            depth += 1
        else:
            continue  # nothing tells how they lie: all of it counts as changed
        last_i, last_j = i, j
        for at_i, at_j in pins:
            open_.append((last_i, at_i, last_j, at_j, depth))
            last_i, last_j = at_i, at_j
        open_.append((last_i, i_end, last_j, j_end, depth))


def _pins(
    a: Sequence[int], b: Sequence[int], bounds: tuple[int, int, int, int], run: int
) -> list[tuple[int, int]]:
    """Places of runs of words that both have once, as many as are in one order.

    From each the comparison goes on, so that it begins with words that are the same.
    """
    i, i_end, j, j_end = bounds
    mine, others = _once(a, i, i_end, run), _once(b, j, j_end, run)
    pairs = sorted((at, others[key]) for key, at in mine.items() if key in others)
    # The longest run of pairs that rises in both (patience sorting).
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, at) in enumerate(pairs):
        pile = bisect_left(tops, at)
        before.append(ends[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(at)
            ends.append(number)
        else:
            tops[pile], ends[pile] = at, number
    chain = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    chain.reverse()
    return [pin for pin in chain if pin != (i, j)]


def _once(words: Sequence[int], start: int, end: int, run: int) -> dict[tuple[int, ...], int]:
    seen: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for at in range(start, end - run + 1):
        seen[tuple(words[at : at + run])].append(at)
    return {key: places[0] for key, places in seen.items() if len(places) == 1}
