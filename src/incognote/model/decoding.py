"""From notes to spans or probabilities through any model.

What training scores and what the neural detector runs are this same path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from incognote.core.document import Document, Span
from incognote.core.errors import ModelError
from incognote.core.resolve import FOUND
from incognote.model.crf import Chain, Likely, best_tags_near, likelihoods, tag_probabilities
from incognote.model.encoding import FloatArray, IntArray, Tokens, Window
from incognote.model.features import EncodedNote, Encoder
from incognote.model.tagging import OUTSIDE, Tags

BATCH_TOKENS = 1024
"""Tokens, padding included, that go through a model at once: what bounds its memory."""

DECODED_TOKENS = 4096
"""Likewise decoded at once: steps of a chain cost little more for more windows."""

SOURCE = "neural"
"""The source of the spans."""

Run = Callable[[Mapping[str, npt.NDArray[Any]]], tuple[FloatArray, Chain]]
"""A model: from the arrays of `Encoder.arrays` to emissions (B, T, tags) and chain scores."""


@dataclass(frozen=True, slots=True)
class NoteProbabilities:
    """What a model thinks of each token of one note: the ground for operating points."""

    tokens: Tokens
    probabilities: FloatArray
    """(tokens, 1 + labels): of not being PHI, then of each label in the order of `labels`."""
    labels: tuple[str, ...]


class Marginals(NamedTuple):
    """What a model thinks of each token of one note, tag by tag."""

    tokens: Tokens
    tags: FloatArray
    """(tokens, tags) probabilities."""


class Scores(NamedTuple):
    """What a model gives each tag of each token of some notes, before anything is decided."""

    notes: list[EncodedNote]
    emissions: list[FloatArray]
    """(tokens, tags) of each note; the biases are in them."""
    chain: Chain


class Recorded(NamedTuple):
    """What a model made of one note, from which spans and probabilities follow at any bias."""

    tokens: Tokens
    windows: tuple[Window, ...]
    emissions: dict[Window, FloatArray]
    """(tokens of the window, tags) of each; the biases of the model are in them."""


Note = EncodedNote | Recorded


class _Batch(NamedTuple):
    windows: list[tuple[int, Window]]
    """Number of the note, and which of its windows."""
    emissions: FloatArray
    lengths: npt.NDArray[np.int64]
    chain: Chain


def tag_bias(tags: Tags, recall_bias: float, label_bias: Mapping[str, float]) -> FloatArray:
    """Returns what is added to the score of each tag (tags,).

    Args:
        tags: The tags.
        recall_bias: Taken from 'not PHI', so that all is found sooner (Hartman 2020).
        label_bias: From label to what its tags gain besides.
    """
    bias = np.zeros(len(tags), np.float32)
    bias[OUTSIDE] = -recall_bias
    bias[1:] = tags.spread([label_bias.get(label, 0.0) for label in tags.labels])
    return bias


def note_bias(docs: Sequence[Document], bias: FloatArray, caseless_bias: float) -> FloatArray:
    """Returns what is added to the scores of each note's tags (notes, tags).

    Args:
        docs: The notes.
        bias: Of every note, as `tag_bias` gives it.
        caseless_bias: Taken from 'not PHI' besides in notes without a capital, or without a small
            letter: what is left to tell a name by is less there.
    """
    biases = np.tile(bias, (len(docs), 1))
    biases[[doc.text in (doc.text.lower(), doc.text.upper()) for doc in docs], OUTSIDE] -= (
        caseless_bias
    )
    return biases


def find_spans(
    docs: Sequence[Document],
    encoder: Encoder,
    run: Run,
    tags: Tags,
    *,
    bias: FloatArray | None = None,
    thresholds: Mapping[str, float] | None = None,
) -> list[list[Span]]:
    """Returns the spans that a model finds in each document, disjoint.

    Tags are the likeliest sequence under the chain; a token that more likely is PHI than not but
    that the likeliest sequence leaves out is marked all the same, with its likeliest tag. The
    score of a span is the highest probability of being PHI (of any label) among its tokens.

    Args:
        docs: The notes; their spans are the hints of models that take hints.
        encoder: Makes the arrays.
        run: The model.
        tags: What it gives scores to.
        bias: (notes, tags), added to the scores before decoding, as `note_bias` gives it.
        thresholds: From label to a probability below 0.5 from which a token left out so far is
            marked too. Such tokens are spans of their own behind the others, and never widen
            one: what is found at one threshold is what scores that much at a lower one.

    Raises:
        ModelError: If the model gives scores that are no numbers.
    """
    notes = encoded(docs, encoder)
    batches = _batches(notes, encoder, run, bias)
    return _spans(notes, batches, encoder.settings.meet, tags, thresholds)


def encoded(docs: Sequence[Document], encoder: Encoder) -> list[EncodedNote]:
    """Returns the notes as numbers, a new batch of the encoder."""
    encoder.start()
    return [encoder.encode(doc) for doc in docs]


def find_scores(
    notes: list[EncodedNote],
    encoder: Encoder,
    run: Run,
    *,
    bias: FloatArray,
) -> Scores:
    """Returns what a model gives each tag of each token.

    Arguments as `find_spans`, but of notes that are `encoded`: models with equal encoders need
    them once.

    Raises:
        ModelError: If the model gives scores that are no numbers.
    """
    size = bias.shape[1]
    found = [np.zeros((len(note.tokens), size), dtype=np.float32) for note in notes]
    decided = _Meeting(notes, encoder.settings.meet)
    # Of notes without a token there is no order to tell.
    chain = Chain(*(np.zeros(shape, np.float32) for shape in ((size, size), size, size)))
    for windows, emissions, lengths, order in _batches(notes, encoder, run, bias):
        chain = order
        ranks = emissions[..., 1:].max(axis=2) - emissions[..., OUTSIDE]
        _check(ranks, lengths)  # no window would decide on such a token
        for i, (number, window) in enumerate(windows):
            kept, seen = decided(number, window, ranks[i])
            found[number][kept] = emissions[i, seen]
    return Scores(notes, found, chain)


def mean_scores(several: Sequence[Scores]) -> Scores:
    """Returns the mean of what several models give the same tags of the same tokens.

    It has a chain, the mean of theirs, so that what they know of the order of tags is kept; a mean
    of probabilities has none. Windows are those of the first.
    """
    first = several[0]
    together = zip(*(scores.emissions for scores in several), strict=True)
    return Scores(
        first.notes,
        [np.mean(each, axis=0) for each in together],
        mean_chain(scores.chain for scores in several),
    )


def joined_scores(
    first: Scores, others: Sequence[Scores], kept: Sequence[npt.NDArray[np.bool_]], chain: Chain
) -> Scores:
    """Returns the mean of what models give the tokens that all read, and the rest of the first.

    Args:
        first: Of whole notes.
        others: Of some tokens of these notes, all of the same.
        kept: (tokens,) of each note, which these are.
        chain: The mean of all the models' chains.
    """
    emissions = []
    for number, (own, some) in enumerate(zip(first.emissions, kept, strict=True)):
        joined = own.copy()
        joined[some] = np.mean([own[some], *(o.emissions[number] for o in others)], axis=0)
        emissions.append(joined)
    return Scores(first.notes, emissions, chain)


def mean_chain(chains: Iterable[Chain]) -> Chain:
    """Returns the mean of what several models know of the order of tags."""
    return Chain(*(np.mean(parts, axis=0) for parts in zip(*chains, strict=True)))


def scored_spans(
    scores: Scores, tags: Tags, thresholds: Mapping[str, float] | None = None
) -> list[list[Span]]:
    """Returns the spans of each note, as `find_spans`."""
    return _spans(scores.notes, _scored(scores), "middle", tags, thresholds)


def scored_marginals(scores: Scores) -> list[Marginals]:
    """Returns for each note the probability of each tag at each token, as `find_marginals`."""
    tags = scores.chain.start.shape[0]
    return _marginals(scores.notes, _scored(scores), "middle", tags)


def record(
    docs: Sequence[Document],
    encoder: Encoder,
    run: Run,
    *,
    bias: FloatArray | None = None,
) -> tuple[list[Recorded], Chain | None]:
    """Returns what a model makes of each document, and its chain; None where no token was seen.

    Arguments as `find_spans`.
    """
    notes = encoded(docs, encoder)
    return _recorded(notes, _batches(notes, encoder, run, bias))


def record_scores(scores: Scores) -> tuple[list[Recorded], Chain | None]:
    """Returns the same of scores."""
    return _recorded(scores.notes, _scored(scores))


def replayed_spans(
    notes: Sequence[Recorded],
    chain: Chain,
    tags: Tags,
    *,
    meet: str,
    bias: FloatArray | None = None,
    thresholds: Mapping[str, float] | None = None,
) -> list[list[Span]]:
    """Returns the spans of recorded notes, as `find_spans`.

    Args:
        notes: As `record` gave them,
        chain: and the chain of their model.
        tags: What it gives scores to.
        meet: One of `encoding.MEETINGS`.
        bias: (tags,), added to what was recorded, as `tag_bias` gives it.
        thresholds: As `find_spans`.
    """
    return _spans(notes, _replayed(notes, chain, bias), meet, tags, thresholds)


def replayed_probabilities(
    notes: Sequence[Recorded],
    chain: Chain,
    tags: Tags,
    *,
    meet: str,
    bias: FloatArray | None = None,
) -> list[NoteProbabilities]:
    """Returns the probabilities of recorded notes, as `find_probabilities`.

    Arguments as `replayed_spans`.
    """
    found = _marginals(notes, _replayed(notes, chain, bias), meet, len(tags))
    return [NoteProbabilities(n.tokens, tags.by_label(n.tags), tags.labels) for n in found]


def _recorded(
    notes: Sequence[EncodedNote], batches: Iterable[_Batch]
) -> tuple[list[Recorded], Chain | None]:
    found = [Recorded(note.tokens, note.windows, {}) for note in notes]
    chain = None
    for batch in batches:
        chain = batch.chain
        each = zip(batch.windows, batch.emissions, batch.lengths, strict=True)
        for (number, window), rows, length in each:
            found[number].emissions[window] = rows[:length].copy()
    return found, chain


def _replayed(notes: Sequence[Recorded], chain: Chain, bias: FloatArray | None) -> Iterator[_Batch]:
    for some, lengths in _grouped(notes, DECODED_TOKENS):
        rows = [notes[number].emissions[window] for number, window in some]
        emissions = _padded(rows, lengths)
        if bias is not None:
            emissions += bias
        yield _Batch(some, emissions, lengths, chain)


def _spans(
    notes: Sequence[Note],
    batches: Iterable[_Batch],
    meet: str,
    tags: Tags,
    thresholds: Mapping[str, float] | None,
) -> list[list[Span]]:
    limits = np.array([(thresholds or {}).get(label, 1.0) for label in tags.labels], np.float32)
    more = [np.zeros(len(note.tokens), dtype=np.int64) for note in notes]
    chosen = [np.zeros(len(note.tokens), dtype=np.int64) for note in notes]
    chances = [np.zeros(len(note.tokens), dtype=np.float32) for note in notes]
    decided = _Meeting(notes, meet)
    for windows, emissions, lengths, chain in batches:
        told = likelihoods(emissions, lengths, chain)
        likely = _checked(told.tags, lengths)
        phi = 1.0 - likely[..., OUTSIDE]
        phi[np.arange(phi.shape[1]) >= lengths[:, None]] = 0.0
        # Where the chances add up to less than a half, 'no PHI at all' is likelier than all else
        # together: no need to search.
        busy = phi.sum(axis=1) >= 0.5
        best = np.zeros(phi.shape, dtype=np.int64)
        if busy.any():
            told = Likely(likely[busy], told.log_sums[busy])
            best[busy] = best_tags_near(emissions[busy], lengths[busy], chain, told)
        missed = (best == OUTSIDE) & (phi > 0.5)
        if missed.any():
            best[missed] = likely[missed][:, 1:].argmax(axis=1) + 1
        also = np.zeros_like(best)
        if thresholds:
            label = tags.by_label(likely)[..., 1:].argmax(axis=-1)
            left_out = (best == OUTSIDE) & (phi >= limits[label])
            also = np.where(left_out, tags.inside(label), OUTSIDE)
        ranks = phi + (best != OUTSIDE)
        for i, (number, window) in enumerate(windows):
            kept, seen = decided(number, window, ranks[i])
            chosen[number][kept] = best[i, seen]
            more[number][kept] = also[i, seen]
            chances[number][kept] = phi[i, seen]
    return [
        # What the likeliest sequence holds is found, even where no token is likelier than not.
        tags.to_spans(t, np.maximum(c, FOUND), note.tokens, SOURCE)
        + tags.to_spans(m, c, note.tokens, SOURCE)
        for t, m, c, note in zip(chosen, more, chances, notes, strict=True)
    ]


def find_probabilities(
    docs: Sequence[Document],
    encoder: Encoder,
    run: Run,
    tags: Tags,
    *,
    bias: FloatArray | None = None,
) -> list[NoteProbabilities]:
    """Returns for each document the probability of each label at each token.

    Arguments as `find_spans`.
    """
    return [
        NoteProbabilities(note.tokens, tags.by_label(note.tags), tags.labels)
        for note in find_marginals(docs, encoder, run, len(tags), bias=bias)
    ]


def find_marginals(
    docs: Sequence[Document],
    encoder: Encoder,
    run: Run,
    tags: int,
    *,
    bias: FloatArray | None = None,
) -> list[Marginals]:
    """Returns for each document the probability of each tag at each token.

    Arguments as `find_spans`, but the number of tags is enough.
    """
    notes = encoded(docs, encoder)
    batches = _batches(notes, encoder, run, bias)
    return _marginals(notes, batches, encoder.settings.meet, tags)


def _marginals(
    notes: Sequence[Note],
    batches: Iterable[_Batch],
    meet: str,
    tags: int,
) -> list[Marginals]:
    found = [np.zeros((len(note.tokens), tags), dtype=np.float32) for note in notes]
    decided = _Meeting(notes, meet)
    for windows, emissions, lengths, chain in batches:
        likely = _checked(tag_probabilities(emissions, lengths, chain), lengths)
        for i, (number, window) in enumerate(windows):
            kept, seen = decided(number, window, 1.0 - likely[i, :, OUTSIDE])
            found[number][kept] = likely[i, seen]
    return [Marginals(note.tokens, tags) for note, tags in zip(notes, found, strict=True)]


class _Meeting:
    """Which tokens of a note a window decides; one of `encoding.MEETINGS`."""

    def __init__(self, notes: Sequence[Note], meet: str) -> None:
        self._highest: list[FloatArray] | None = None
        if meet == "highest":
            # Ranks are chances or differences of scores: the lowest of these has no end.
            self._highest = [np.full(len(n.tokens), -np.inf, dtype=np.float32) for n in notes]

    def __call__(
        self, number: int, window: Window, ranks: FloatArray
    ) -> tuple[slice | IntArray, slice | IntArray]:
        """The tokens, counted in the note and in the window, given a rank (T,) for each."""
        if self._highest is None:
            return (
                slice(window.keep_start, window.keep_end),
                slice(window.keep_start - window.start, window.keep_end - window.start),
            )
        held = self._highest[number][window.start : window.end]
        seen = np.flatnonzero(ranks[: len(held)] > held).astype(np.int32)
        held[seen] = ranks[seen]
        return seen + np.int32(window.start), seen


def _batches(
    notes: Sequence[EncodedNote], encoder: Encoder, run: Run, bias: FloatArray | None
) -> Iterator[_Batch]:
    for some, lengths in _grouped(notes, encoder.batch_tokens or BATCH_TOKENS):
        items = [(notes[number], window) for number, window in some]
        if encoder.settings.alone:
            each, chain = zip(*(run(encoder.arrays([item])) for item in items), strict=True)
            emissions = _padded([own[0] for own in each], lengths)
            chain = chain[0]
        else:
            emissions, chain = run(encoder.arrays(items))
        if bias is not None:
            emissions += bias[[number for number, _ in some], None]
        yield _Batch(some, emissions, lengths, chain)


def _scored(scores: Scores) -> Iterator[_Batch]:
    for some, lengths in _grouped(scores.notes, DECODED_TOKENS):
        rows = [scores.emissions[number][window.start : window.end] for number, window in some]
        yield _Batch(some, _padded(rows, lengths), lengths, scores.chain)


def _grouped(
    notes: Sequence[Note], most: int
) -> Iterator[tuple[list[tuple[int, Window]], npt.NDArray[np.int64]]]:
    """Windows of all notes in batches, by length, and how long they are."""
    windows = [(number, window) for number, note in enumerate(notes) for window in note.windows]
    windows.sort(key=lambda item: item[1].end - item[1].start)
    for some in group_windows(windows, most):
        yield some, np.array([window.end - window.start for _, window in some], dtype=np.int64)


def _padded(rows: Sequence[FloatArray], lengths: npt.NDArray[np.int64]) -> FloatArray:
    emissions = np.zeros((len(rows), int(lengths.max()), rows[0].shape[1]), np.float32)
    for one, own in zip(emissions, rows, strict=True):
        one[: own.shape[0]] = own
    return emissions


def _checked(likely: FloatArray, lengths: npt.NDArray[np.int64]) -> FloatArray:
    """The probabilities, if every token has some; raises as `_check`."""
    _check(likely[..., OUTSIDE], lengths)
    return likely


def _check(values: FloatArray, lengths: npt.NDArray[np.int64]) -> None:
    """Refuses (windows, tokens) values of which one is no number: it must not pass for 'not PHI'.

    Raises:
        ModelError: If a token has none, for its scores overflowed or are no numbers.
    """
    there = np.arange(values.shape[1]) < lengths[:, None]
    if np.isnan(values[there]).any():
        raise ModelError("The model gives a token scores that are no numbers; use another model.")


def group_windows(
    windows: Sequence[tuple[int, Window]], most: int
) -> Iterator[list[tuple[int, Window]]]:
    """Yields windows, sorted by length, in batches of at most so many tokens, or one window."""
    batch: list[tuple[int, Window]] = []
    for item in windows:
        if batch and (len(batch) + 1) * (item[1].end - item[1].start) > most:
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch
