"""Text to tokens, windows and tags, and tags back to spans: shared by training and inference.

A token is a run of letters with the marks that combine with them, a run of digits, or any other
non-blank character alone, so that every identifier begins and ends at a token border. Nothing is
ever left out: every token lies in at least one window.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from incognote.document import Span
from incognote.errors import ConfigError

IntArray = npt.NDArray[np.int32]
FloatArray = npt.NDArray[np.float32]

# Unrolled, so that matching needs no memory per letter: a note may be one word of megabytes.
TOKEN = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f]+[^\W\d_]*)*|\d+|\S")

_SMALL, _CAPITAL = "a-zß-öø-ÿ", "A-ZÀ-ÖØ-Þ"
_TITLE = r"(?:[MD]rs?|Ms|Prof|St|[JS]r)\."

TOKENIZERS: Mapping[str, re.Pattern[str]] = {
    "plain": TOKEN,
    # papers/000: what stands between blanks
    "blanks": re.compile(r"\S+"),
    # papers/002: blanks, then other characters, glued words, and numbers beside letters; 'Mr.'
    # keeps its point: Mr. SamLee is a 70yo man -> Mr. | Sam | Lee | is | a | 70 | yo | man
    "ahmed2020": re.compile(
        rf"\b{_TITLE}|[^\W\d_]+?(?=[\W\d_]|$|(?<=[{_SMALL}])[{_CAPITAL}])|\d+|\S"
    ),
}
"""How a text is cut into tokens; no row may leave out a character that is not blank."""

UNITS = ("window", "sentence")
"""What a model reads at once: windows that overlap, or sentences (papers/002)."""

MEETINGS = ("middle", "highest")
"""Which of two windows decides a token that both see: the one that sees more around it, or the one
that is surer of PHI, where any of them takes it for PHI (papers/000)."""

_SENTENCE_END = re.compile(
    # Not behind a title or an initial: 'Dr. Ruiz', 'J. Moss'.
    rf"(?<![MDJS]r\.)(?<!Mrs\.)(?<!M[sd]\.)(?<!\b[{_CAPITAL}]\.)(?<!\bSt\.)"
    rf"(?<=[.!?])\s+(?=[{_CAPITAL}\d\"(¿¡])|\n[^\S\n]*\r?\n"
)

OUTSIDE = 0
"""The number of the tag O; label k has tags 1 + 2k (B-) and 2 + 2k (I-)."""


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


def tokenize(text: str, pattern: re.Pattern[str] = TOKEN) -> Tokens:
    """Returns the tokens of a text, by one of `TOKENIZERS`.

    Example:
        >>> tokens = tokenize("Dx 3/14, Muñoz")
        >>> list(zip(tokens.starts.tolist(), tokens.ends.tolist()))
        [(0, 2), (3, 4), (4, 5), (5, 7), (7, 8), (9, 14)]
    """
    spans = map(re.Match.span, pattern.finditer(text))
    flat = np.fromiter(chain.from_iterable(spans), np.int32)
    return Tokens(np.ascontiguousarray(flat[0::2]), np.ascontiguousarray(flat[1::2]))


class Window(NamedTuple):
    """A stretch of tokens that a model reads at once; all four count tokens, half-open."""

    start: int
    end: int
    keep_start: int
    """Of the tokens that windows share each keeps those that it sees more around;"""
    keep_end: int
    """so the kept stretches of all windows together are every token once."""


def cut_windows(sizes: IntArray, *, tokens: int, pieces: int, overlap: int) -> list[Window]:
    """Returns overlapping windows over all tokens, none of which is ever cut.

    Args:
        sizes: (tokens,) how many pieces each token counts for; each at most `pieces`.
        tokens: The most tokens in a window.
        pieces: The most pieces in a window.
        overlap: Tokens that neighbours share; at most half a window.

    Example:
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
    text: str, places: Tokens, sizes: IntArray, *, tokens: int, pieces: int, overlap: int
) -> list[Window]:
    """Returns a window for each sentence, more where one is too long; as `cut_windows` else.

    A sentence ends with its punctuation before a capital or a number, or with an empty line.

    Args:
        text: The text.
        places: Its tokens.
        sizes: As for `cut_windows`, like the rest.
        tokens: The most tokens in a window.
        pieces: The most pieces in a window.
        overlap: Tokens that windows of one sentence share.
    """
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    cuts = np.unique(np.searchsorted(places.starts, ends, "left")).tolist()
    bounds = sorted({0, *cuts, len(sizes)})
    return [
        Window(*(first + place for place in window))
        for first, last in pairwise(bounds)
        for window in cut_windows(sizes[first:last], tokens=tokens, pieces=pieces, overlap=overlap)
    ]


def tag_names(labels: Sequence[str]) -> tuple[str, ...]:
    """Returns the tags of labels by number: `("A",)` gives `("O", "B-A", "I-A")`."""
    return ("O", *(f"{kind}-{label}" for label in labels for kind in "BI"))


def tag_labels(names: Sequence[str]) -> tuple[str, ...]:
    """Returns the labels of tags, the inverse of `tag_names`.

    Raises:
        ConfigError: If the names are not O and then B- and I- of each label.
    """
    labels = tuple(name[2:] for name in names[1::2])
    if tuple(names) != tag_names(labels) or len(set(labels)) != len(labels):
        raise ConfigError("the tags must be O, then B- and I- of each label in turn.")
    return labels


def legal_transitions(labels: int) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Returns which tag may follow which, and which may come first.

    Returns:
        (tags, tags), true where the column may follow the row: I- follows B- or I- of its label;
        and (tags,), true where a tag may begin a sequence: all but I-.
    """
    tags = 1 + 2 * labels
    follow = np.ones((tags, tags), dtype=np.bool_)
    follow[:, 2::2] = False
    for inside in range(2, tags, 2):
        follow[inside - 1, inside] = follow[inside, inside] = True
    first = np.ones(tags, dtype=np.bool_)
    first[2::2] = False
    return follow, first


def spans_to_tags(
    spans: Iterable[Span], tokens: Tokens, labels: Sequence[str]
) -> npt.NDArray[np.int64]:
    """Returns the number of each token's tag.

    A token that a span covers in part belongs to it. Where spans overlap the first keeps its
    tokens.

    Args:
        spans: Marks, sorted.
        tokens: The tokens of the text.
        labels: In the order of the tags.

    Returns:
        (tokens,) numbers of `tag_names(labels)`.

    Raises:
        ConfigError: If a span has a label that is not among `labels`.
    """
    index = {label: number for number, label in enumerate(labels)}
    tags = np.zeros(len(tokens), dtype=np.int64)
    free = 0
    for span in spans:
        if span.label not in index:
            raise ConfigError(f"the model has no tag for the label '{span.label}'.")
        first, last = tokens.covered(span.start, span.end)
        first = max(first, free)
        if first < last:
            begin = 1 + 2 * index[span.label]
            tags[first] = begin
            tags[first + 1 : last] = begin + 1
            free = last
    return tags


def tags_to_spans(
    tags: npt.NDArray[np.int64],
    chances: FloatArray,
    tokens: Tokens,
    labels: Sequence[str],
    source: str,
) -> list[Span]:
    """Returns the spans that tags mark, sorted and disjoint.

    I- that follows neither B- nor I- of its label begins a span too, so no tagged token is lost.

    Args:
        tags: (tokens,) numbers of `tag_names(labels)`.
        chances: (tokens,) probability that the token is PHI of any label.
        tokens: The tokens of the text.
        labels: In the order of the tags.
        source: Becomes the source of the spans.

    Returns:
        Spans with the highest chance among their tokens as score: the probability that the span
        holds PHI is at least that.
    """
    marked = np.flatnonzero(tags)
    if not len(marked):
        return []
    own = (tags[marked] - 1) // 2
    begins = tags[marked] % 2 == 1
    begins[0] = True
    begins[1:] |= (np.diff(marked) > 1) | (np.diff(own) != 0)
    heads = np.flatnonzero(begins)
    tails = np.append(heads[1:], len(marked)) - 1
    scores = np.maximum.reduceat(chances[marked], heads)
    return [
        Span(start, end, labels[label], score, source)
        for start, end, label, score in zip(
            tokens.starts[marked[heads]].tolist(),
            tokens.ends[marked[tails]].tolist(),
            own[heads].tolist(),
            np.clip(scores, 0.0, 1.0).astype(float).round(6).tolist(),
            strict=True,
        )
    ]
