"""What a model sees of a note: named arrays over windows of tokens.

Everything that depends on a token's surface alone is computed once per surface and kept in a
table; a window then gathers rows. Besides the word (Hartman 2020: normalised token, characters,
casing, preceding whitespace) a token has the shape of its number, its place in the line and in
the layout, and hints: which labels the detectors before the model gave it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from incognote.core.document import Document, Span
from incognote.model.encoding import (
    SENTENCE_ENDS,
    TOKENIZERS,
    FloatArray,
    IntArray,
    Tokens,
    Window,
    cut_sentences,
    cut_windows,
    tokens_and_surfaces,
)
from incognote.model.surfaces import (
    AGAIN,
    COLON,
    LOWER,
    PAD,
    SURFACE_FEATURES,
    UPPER,
    Surfaces,
    in_words,
)

FEATURES: Mapping[str, int] = {
    # of the surface
    "casing": 9,
    "shape": 20,
    "number": 12,
    # of the place
    "space": 7,
    "line_position": 9,
    "line_length": 9,
    "line_casing": 4,
    "field": 5,
    # of the note
    "form": 9,
    "depth": 9,
}
"""Categorical features and how many values each has; 0 is padding."""

USUAL = tuple(FEATURES)[: list(FEATURES).index("form")]
"""What a model takes unless it asks for more: not how much of a note is a form, nor how far into
it a token stands, which tell corpora apart that follow conventions of their own."""

_BUCKETS = np.array([1, 2, 3, 4, 6, 10, 20])
_FAR = np.array([16, 32, 64, 128, 256, 512, 1024])
_LABEL = 5
"""Tokens before which the colon of a labelled line stands."""
_BREAK = re.compile(r"\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """Which arrays a model takes; stands in the `encoder` table of its config.json."""

    words: bool = True
    """Whether it takes whole words by number."""
    characters: int = 20
    """The most characters of a token that its character encoder sees; 0 for none."""
    pieces: int = 0
    """The most word pieces in a window, the two special ones included; 0 for none."""
    number_pieces: bool = False
    """Whether digits that are not one piece of the vocabulary become `[unused1]`, `[unused2]` ...
    by their length: their value says little, and their pieces cost time."""
    short_lines: bool = False
    """Whether of a punctuation mark repeated, as in drawn lines, only the first has a piece."""
    features: tuple[str, ...] = USUAL
    """Names from `FEATURES`."""
    hints: tuple[str, ...] = ()
    """Keys of `hint_key`: what earlier detectors may say of a token."""
    window: int = 256
    """The most tokens in a window."""
    overlap: int = 48
    """Tokens that neighbouring windows share."""
    tokens: str = "plain"
    """How the text is cut: a key of `encoding.TOKENIZERS`."""
    unit: str = "window"
    """What is read at once: one of `encoding.UNITS`."""
    meet: str = "middle"
    """Which window decides where two meet: one of `encoding.MEETINGS`."""
    cased: bool = False
    """Whether words are looked up as they stand, not in small letters with digits as 0."""
    alone: bool = False
    """Whether each window runs by itself, so that a batch gives what its notes give singly: 8-bit
    products take their scale from all numbers that run together."""
    pieces_of: str = "token"
    """`token`: the pieces of each token by itself. `word`: those of the word between blanks that it
    stands in, as vocabularies need that tell whether a blank stands before a piece."""


def hint_key(span: Span) -> str:
    """Returns the name under which a model knows a span of another detector.

    `rules/DATE`, or with a score below 0.5 `rules?/DATE`, whatever threshold the pipeline has.
    """
    weak = "" if span.score >= 0.5 else "?"
    return f"{span.detector}{weak}/{span.label}"


@dataclass(frozen=True, slots=True)
class EncodedNote:
    """One note as numbers, some 30 bytes per token."""

    tokens: Tokens
    rows: IntArray
    """(tokens,) rows of the encoder's table of surfaces."""
    place: npt.NDArray[np.uint8]
    """(tokens, place features), as `FEATURES` names them."""
    hint_tokens: IntArray
    """(hints,) number of the token that each hint is for, ascending."""
    hint_columns: IntArray
    """(hints,) column of each hint: 2k where hint k begins, 2k + 1 inside it."""
    hint_scores: FloatArray
    """(hints,) score of each hint."""
    windows: tuple[Window, ...]


class Encoder:
    """Turns notes into the arrays that a model takes.

    Args:
        settings: Which arrays.
        vocabulary: From normalised words to numbers from 2 on (if the settings ask for words).
        alphabet: The characters that the model knows; character i has number i + 2.
        pieces: A `tokenizers.Tokenizer` (if the settings ask for word pieces).
    """

    MAX_ROWS = 40_000
    """The table of surfaces starts anew beyond this size, so that memory stays flat."""

    def __init__(
        self,
        settings: EncoderSettings,
        *,
        vocabulary: Mapping[str, int] | None = None,
        alphabet: str = "",
        pieces: Any = None,
    ) -> None:
        self.settings = settings
        self.batch_tokens = 0
        """Tokens that go through the model at once; 0: as `decoding.BATCH_TOKENS` says."""
        self._pattern = TOKENIZERS[settings.tokens]
        self._in_words = settings.pieces_of == "word"
        self._prefix, self._suffix = ([], []) if pieces is None else _special_pieces(pieces)
        self._room = settings.pieces - len(self._prefix) - len(self._suffix)
        self._surfaces = Surfaces(
            vocabulary or {},
            {c: i + 2 for i, c in enumerate(alphabet)},
            pieces,
            characters=settings.characters,
            most_pieces=self._room,
            number_pieces=settings.number_pieces,
            cased=settings.cased,
            in_words=self._in_words,
        )
        self._hints = {key: i for i, key in enumerate(settings.hints)}
        self._place = tuple(f for f in settings.features if f not in SURFACE_FEATURES)
        every = (*SURFACE_FEATURES, *self._place)
        self._columns = [every.index(name) for name in settings.features]
        if pieces is not None:
            self._pad_piece = padding_piece(pieces)

    def encode(self, doc: Document) -> EncodedNote:
        """Returns a note as numbers; its spans are the hints.

        Valid until the next call of `start`.
        """
        text, surfaces = doc.text, self._surfaces
        settings = self.settings
        tokens, found = tokens_and_surfaces(text, self._pattern)
        keys = in_words(text, tokens) if self._in_words else found
        rows = np.fromiter(map(surfaces.__getitem__, keys), np.int32, len(tokens))
        if settings.short_lines:
            like = (rows[1:] == rows[:-1]) & (tokens.starts[1:] == tokens.ends[:-1])
            for token in (np.flatnonzero(like) + 1).tolist():
                rows[token] = surfaces[AGAIN + found[token]]
        return EncodedNote(
            tokens,
            rows,
            self._places(text, tokens, surfaces.flags[rows]),
            *self._hint_cells(doc.spans, tokens),
            self._windows(text, tokens, rows),
        )

    def excerpt(self, text: str, note: EncodedNote, kept: npt.NDArray[np.bool_]) -> EncodedNote:
        """Returns a note of some of its tokens, which windows then hold side by side.

        Each token is what it was in the whole: its place in its line, its hints.

        Args:
            text: The text of the note.
            note: As `encode` returned it, valid as long.
            kept: (tokens,) which of them.
        """
        tokens = Tokens(note.tokens.starts[kept], note.tokens.ends[kept])
        rows = note.rows[kept]
        hinted = kept[note.hint_tokens]
        number = np.cumsum(kept, dtype=np.int32) - np.int32(1)
        return EncodedNote(
            tokens,
            rows,
            note.place[kept],
            number[note.hint_tokens[hinted]],
            note.hint_columns[hinted],
            note.hint_scores[hinted],
            self._windows(text, tokens, rows),
        )

    def _windows(self, text: str, tokens: Tokens, rows: IntArray) -> tuple[Window, ...]:
        settings = self.settings
        sizes = self._surfaces.piece_counts[rows] if settings.pieces else np.ones_like(rows)
        limits = {
            "tokens": settings.window,
            "pieces": self._room if settings.pieces else len(rows),
            "overlap": settings.overlap,
        }
        return tuple(
            cut_sentences(text, tokens, sizes, SENTENCE_ENDS[settings.tokens], **limits)
            if settings.unit == "sentence"
            else cut_windows(sizes, **limits)
        )

    def start(self) -> None:
        """Begins a new batch of notes: the table of surfaces is emptied if it has grown large."""
        if len(self._surfaces) > self.MAX_ROWS:
            self._surfaces = self._surfaces.emptied()

    def arrays(self, items: Sequence[tuple[EncodedNote, Window]]) -> dict[str, npt.NDArray[Any]]:
        """Returns the inputs of a model for some windows, padded to the longest.

        With B windows of at most T tokens: `lengths` (B,); `features` (B, T, features); `hints`
        (B, T, 2 per key); `words` (B, T); `characters` (S, C) and `character_lengths` (S,) of the
        S different surfaces with `surfaces` (B, T) to gather them; `pieces` and `pieces_mask`
        (B, P) with `first_pieces` (B, T), the place of each token's first piece, and `piece_tokens`
        (B, P), the token of each piece, T where it has none. Which there are depends on the
        settings.
        """
        settings, table = self.settings, self._surfaces
        lengths = np.array([w.end - w.start for _, w in items], dtype=np.int64)
        longest = int(lengths.max())
        rows = np.zeros((len(items), longest), dtype=np.int32)
        place = np.zeros((len(items), longest, len(self._place)), dtype=np.uint8)
        hints = np.zeros((len(items), longest, 2 * len(settings.hints)), dtype=np.float32)
        for i, (note, window) in enumerate(items):
            size = window.end - window.start
            rows[i, :size] = note.rows[window.start : window.end]
            place[i, :size] = note.place[window.start : window.end]
            a, b = np.searchsorted(note.hint_tokens, (window.start, window.end))
            if a < b:
                cells = (note.hint_tokens[a:b] - window.start, note.hint_columns[a:b])
                np.maximum.at(hints[i], cells, note.hint_scores[a:b])
        inputs: dict[str, npt.NDArray[Any]] = {"lengths": lengths}
        if settings.features:
            every = np.concatenate((table.features[rows], place), axis=2)
            inputs["features"] = every.take(self._columns, axis=2).astype(np.int64)
        if settings.hints:
            inputs["hints"] = hints
        if settings.words:
            inputs["words"] = table.words[rows].astype(np.int64)
        if settings.characters:
            unique, inverse = np.unique(rows, return_inverse=True)
            own = table.character_counts[unique]
            widest = max(1, int(own.max()))
            inputs["characters"] = table.characters[unique, :widest].astype(np.int64)
            inputs["character_lengths"] = np.maximum(own, 1).astype(np.int64)
            inputs["surfaces"] = inverse.reshape(rows.shape).astype(np.int64)
        if settings.pieces:
            inputs |= self._piece_arrays(rows, lengths)
        return inputs

    def _piece_arrays(self, rows: IntArray, lengths: npt.NDArray[Any]) -> dict[str, Any]:
        table = self._surfaces
        counts = table.piece_counts[rows]
        counts[np.arange(rows.shape[1]) >= lengths[:, None]] = 0
        before, behind = len(self._prefix), len(self._suffix)
        past = np.cumsum(counts, axis=1)
        # A token without a piece of its own shares the one that ends before it, which covers it.
        first = past - np.maximum(counts, 1) + before
        sizes = past[:, -1:]
        width = int(sizes.max()) + before + behind
        place = np.arange(width)
        ids = np.full((len(rows), width), self._pad_piece, dtype=np.int64)
        ids[:, :before] = self._prefix
        np.put_along_axis(ids, sizes + before + np.arange(behind), self._suffix, axis=1)
        mask = (place < sizes + before + behind).astype(np.int64)
        owners = np.full((len(rows), width), rows.shape[1], dtype=np.int64)
        own = (before <= place) & (place < sizes + before)
        window, token = np.nonzero(counts)
        count = counts[window, token]
        # The pieces of one token stand side by side in the table, too.
        skipped = table.piece_starts[rows[window, token]] - (np.cumsum(count) - count)
        ids[own] = table.pieces[np.repeat(skipped, count) + np.arange(count.sum())]
        owners[own] = np.repeat(token, count)
        first = np.clip(first, 0, width - 1).astype(np.int64)
        return {"pieces": ids, "pieces_mask": mask, "first_pieces": first, "piece_tokens": owners}

    def _hint_cells(
        self, spans: Iterable[Span], tokens: Tokens
    ) -> tuple[IntArray, IntArray, FloatArray]:
        known = [
            (span.start, span.end, column, span.score)
            for span in spans
            if (column := self._hints.get(hint_key(span))) is not None
        ]
        if not known:
            nothing = np.zeros(0, dtype=np.int32)
            return nothing, nothing, nothing.astype(np.float32)
        starts, ends, columns, scores = map(np.array, zip(*known, strict=True))
        first, last = tokens.all_covered(starts.astype(np.int32), ends.astype(np.int32))
        sizes = last - first
        # Each token of each hint.
        span = np.repeat(np.arange(len(known)), sizes)
        token = np.arange(len(span)) - np.repeat(np.cumsum(sizes) - last, sizes)
        place = 2 * columns[span] + (token > first[span])
        order = np.lexsort((scores[span], place, token))
        return (
            token[order].astype(np.int32),
            place[order].astype(np.int32),
            scores[span[order]].astype(np.float32),
        )

    def _places(
        self, text: str, tokens: Tokens, flags: npt.NDArray[np.uint8]
    ) -> npt.NDArray[np.uint8]:
        """(tokens, place features) by where a token stands among blanks, lines and colons."""
        size = len(tokens)
        if not size or not self._place:
            return np.zeros((size, len(self._place)), dtype=np.uint8)
        starts = tokens.starts
        order = np.arange(size)
        lines = _offsets(_BREAK, text)
        line = np.searchsorted(lines, starts, "left")
        breaks = np.diff(line, prepend=line[0])
        gaps = starts - np.concatenate(([0], tokens.ends[:-1]))
        tabs = np.searchsorted(_offsets(re.compile("\t"), text), starts, "left")
        space = np.minimum(gaps, 2) + 1
        space[np.diff(tabs, prepend=tabs[0]) > 0] = 4
        space[breaks == 1] = 5
        space[breaks > 1] = 6
        space[0] = 6
        new = breaks > 0
        new[0] = True
        number = np.cumsum(new) - 1
        heads = np.flatnonzero(new)
        head = heads[number]
        length = np.diff(np.append(heads, size))
        upper = np.add.reduceat(flags == UPPER, heads, dtype=np.int64)
        lower = np.add.reduceat(flags == LOWER, heads, dtype=np.int64)
        words = length - np.add.reduceat(flags < UPPER, heads, dtype=np.int64)
        casing = np.ones(len(heads), dtype=np.int64)
        casing[(upper > 1) & (lower == 0)] = 2
        casing[(lower > 2) & (lower == words)] = 3
        colon = flags == COLON
        colons = np.cumsum(colon)
        before = colons - colon
        in_line = before - before[head]
        since = order - np.maximum.accumulate(np.where(colon, order, -1))
        labelled = colons[head + length[number] - 1] > before[head]
        field = np.where(in_line > 0, 3, np.where(labelled, 2, 1))
        field[(in_line > 0) & (since > 4)] = 4
        filled = np.count_nonzero(colon & (in_line == 0) & (order - head < _LABEL))
        known = {
            "form": np.full(size, np.searchsorted(_BUCKETS, filled, "right") + 1),
            "depth": np.searchsorted(_FAR, order, "right") + 1,
            "space": space,
            "line_position": np.searchsorted(_BUCKETS, order - head, "right") + 1,
            "line_length": (np.searchsorted(_BUCKETS, length, "right") + 1)[number],
            "line_casing": casing[number],
            "field": field,
        }
        return np.stack([known[f] for f in self._place], axis=1).astype(np.uint8)


def padding_piece(pieces: Any) -> int:
    """Returns the number of the piece that fills up a line, of a `tokenizers.Tokenizer`."""
    padding = (pieces.token_to_id(name) for name in ("[PAD]", "<pad>"))
    return next((number for number in padding if number is not None), PAD)


def _special_pieces(pieces: Any) -> tuple[list[int], list[int]]:
    """The special pieces before and behind a text: [CLS] and [SEP], or none and both (XLNet)."""
    bare = pieces.encode("a", add_special_tokens=False).ids
    whole = pieces.encode("a").ids
    at = next(i for i in range(len(whole)) if whole[i : i + len(bare)] == bare)
    return whole[:at], whole[at + len(bare) :]


def _offsets(pattern: re.Pattern[str], text: str) -> IntArray:
    return np.fromiter((m.start() for m in pattern.finditer(text)), np.int32)
