"""Text to tokens and windows: shared by training and inference.

A token is a run of letters with the marks that combine with them, a run of digits, or any other
non-blank character alone, so that every identifier begins and ends at a token border. Nothing is
ever left out: every token lies in at least one window.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int32]
LongArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float32]

# Unrolled, so that matching needs no memory per letter: a note may be one word of megabytes.
TOKEN = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f]+[^\W\d_]*)*|\d+|\S")

_SMALL, _CAPITAL = "a-zß-öø-ÿ", "A-ZÀ-ÖØ-Þ"
_TITLE = r"(?:[MD]rs?|Ms|Prof|St|[JS]r)\."

TOKENIZERS: Mapping[str, re.Pattern[str]] = {
    "plain": TOKEN,
    # Hugging Face: letters and digits together, of which a checkpoint knows the first piece best
    "words": re.compile(r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*|\S"),
    # Johnson 2020: what stands between blanks
    "blanks": re.compile(r"\S+"),
    # Ahmed 2021: blanks, then other characters, glued words, and numbers beside letters; 'Mr.'
    # keeps its point: Mr. SamLee is a 70yo man -> Mr. | Sam | Lee | is | a | 70 | yo | man
    "ahmed2020": re.compile(
        rf"\b{_TITLE}|[^\W\d_]+?(?=[\W\d_]|$|(?<=[{_SMALL}])[{_CAPITAL}])|\d+|\S"
    ),
}
"""How a text is cut into tokens; no row may leave out a character that is not blank."""

_SENTENCE_END = (
    # Not behind an initial: 'J. Moss'.
    rf"(?<!\b[{_CAPITAL}]\.)(?<=[.!?])\s+(?=[{_CAPITAL}\d\"(¿¡])|\n[^\S\n]*\r?\n"
)
SENTENCE_ENDS: Mapping[str, re.Pattern[str]] = {
    "plain": re.compile(_SENTENCE_END),
    "words": re.compile(_SENTENCE_END),
    "blanks": re.compile(_SENTENCE_END),
    # nor behind a title: 'Dr. Ruiz'
    "ahmed2020": re.compile(rf"(?<![MDJS]r\.)(?<!Mrs\.)(?<!M[sd]\.)(?<!\bSt\.){_SENTENCE_END}"),
}
"""What ends a sentence, by the same names: titles are those that a paper's tokens name."""

UNITS = ("window", "sentence")
"""What a model reads at once: windows that overlap, or sentences (Ahmed 2021)."""

MEETINGS = ("middle", "highest")
"""Which of two windows decides a token that both see: the one that sees more around it, or the one
that is surer of PHI, where any of them takes it for PHI (Johnson 2020)."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Where the tokens of one text lie, in order and disjoint."""

    starts: IntArray
    """(tokens,) first code points."""
    ends: IntArray
    """(tokens,) one past the last code points."""

    def __len__(self) -> int:
        """Number of tokens."""
        return len(self.starts)

    def covered(self, start: int, end: int) -> tuple[int, int]:
        """Returns the half-open range of tokens that share a character with [start, end)."""
        # A number of another type would have the whole array copied into that type first.
        first = int(self.ends.searchsorted(self.ends.dtype.type(start), "right"))
        return first, max(first, int(self.starts.searchsorted(self.starts.dtype.type(end), "left")))

    def all_covered(self, starts: IntArray, ends: IntArray) -> tuple[LongArray, LongArray]:
        """Returns the first token of each stretch, and one past the last, as `covered`."""
        first = self.ends.searchsorted(starts, "right")
        return first, np.maximum(first, self.starts.searchsorted(ends, "left"))


_LAST_BLANK = 0x3000
_BLANK = np.array([chr(code).isspace() for code in range(_LAST_BLANK + 2)])
"""Which code points are blank; none is beyond."""


def tokenize(text: str, pattern: re.Pattern[str] = TOKEN) -> Tokens:
    """Returns the tokens of a text, by one of `TOKENIZERS`.

    Examples:
        >>> tokens = tokenize("Dx 3/14, Muñoz")
        >>> list(zip(tokens.starts.tolist(), tokens.ends.tolist()))
        [(0, 2), (3, 4), (4, 5), (5, 7), (7, 8), (9, 14)]
    """
    return tokens_and_surfaces(text, pattern)[0]


def tokens_and_surfaces(text: str, pattern: re.Pattern[str] = TOKEN) -> tuple[Tokens, list[str]]:
    """Returns the tokens of a text and what stands there."""
    surfaces = pattern.findall(text)
    # No row leaves out a character that is not blank and none takes one that is: so where tokens
    # stand follows from how long they are.
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    solid = np.flatnonzero(~_BLANK[np.minimum(codes, _LAST_BLANK + 1)]).astype(np.int32)
    ends = np.cumsum(np.fromiter(map(len, surfaces), np.int64, len(surfaces)))
    starts = np.concatenate(([0], ends))[:-1]
    return Tokens(solid[starts], solid[ends - 1] + np.int32(1)), surfaces


class Window(NamedTuple):
    """A stretch of tokens that a model reads at once; all four count tokens, half-open."""

    start: int
    end: int
    keep_start: int
    """The first token that this window decides: of those that two windows share, each decides the
    ones it sees more context of."""
    keep_end: int
    """Where those end. Every token is decided by one window."""


def cut_windows(sizes: IntArray, *, tokens: int, pieces: int, overlap: int) -> list[Window]:
    """Returns overlapping windows over all tokens, none of which is ever cut.

    Args:
        sizes: (tokens,) how many pieces each token counts for; each at most `pieces`.
        tokens: The most tokens in a window.
        pieces: The most pieces in a window.
        overlap: Tokens that neighbours share; at most half a window.

    Examples:
        >>> [w[:2] for w in cut_windows(np.ones(10, np.int32), tokens=6, pieces=9, overlap=2)]
        [(0, 6), (4, 10)]
    """
    total = len(sizes)
    sums = np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))
    bounds: list[tuple[int, int]] = []
    start = end = 0
    while end < total:
        fits = int(np.searchsorted(sums, sums[start] + pieces, "right")) - 1
        end = min(total, start + tokens, max(fits, start + 1))
        bounds.append((start, end))
        start = end - min(overlap, (end - start) // 2)
    cuts = [(before[1] + after[0]) // 2 for before, after in pairwise(bounds)]
    return [
        Window(*bound, keep_start, keep_end)
        for bound, keep_start, keep_end in zip(bounds, [0, *cuts], [*cuts, total], strict=False)
    ]


def cut_sentences(
    text: str,
    places: Tokens,
    sizes: IntArray,
    ends: re.Pattern[str],
    *,
    tokens: int,
    pieces: int,
    overlap: int,
) -> list[Window]:
    """Returns a window for each sentence, more where one is too long; as `cut_windows` else.

    A sentence ends with its punctuation before a capital or a number, or with an empty line.

    Args:
        text: The text.
        places: Its tokens.
        sizes: As for `cut_windows`, like the rest.
        ends: A row of `SENTENCE_ENDS`.
        tokens: The most tokens in a window.
        pieces: The most pieces in a window.
        overlap: Tokens that windows of one sentence share.
    """
    behind = [match.end() for match in ends.finditer(text)]
    cuts = np.unique(np.searchsorted(places.starts, behind, "left")).tolist()
    bounds = sorted({0, *cuts, len(sizes)})
    return [
        Window(*(first + place for place in window))
        for first, last in pairwise(bounds)
        for window in cut_windows(sizes[first:last], tokens=tokens, pieces=pieces, overlap=overlap)
    ]
