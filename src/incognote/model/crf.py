"""A linear-chain CRF over batches of windows, without torch: best tags and probabilities.

The score of tags y for one window is start[y1] + sum of emissions + sum of transitions[yt, yt+1]
+ end[yn]. Illegal transitions score `BANNED`, so both functions honour them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from incognote.model.encoding import FloatArray, LongArray

BANNED = -1e4
"""The score of an illegal transition."""


class Chain(NamedTuple):
    """The scores that a model gives to the order of tags."""

    transitions: FloatArray
    """(tags, tags) from row to column."""
    start: FloatArray
    """(tags,) of the first token."""
    end: FloatArray
    """(tags,) of the last token."""


class Likely(NamedTuple):
    """What forward and backward sums over all sequences of tags say."""

    tags: FloatArray
    """(windows, tokens, tags) the probability of each tag at each token; sums to 1 over tags."""
    log_sums: npt.NDArray[np.float64]
    """(windows,) the logarithm of the sum of the exponentials of the scores of all sequences."""


def best_tags(emissions: FloatArray, lengths: LongArray, chain: Chain) -> LongArray:
    """Returns the likeliest tags of each window (Viterbi).

    Args:
        emissions: (windows, tokens, tags)
        lengths: (windows,) how many of the tokens are there; at least 1.
        chain: The scores of the order.

    Returns:
        (windows, tokens) numbers of tags; beyond a window's length they mean nothing.
    """
    transitions, start, end = chain
    windows, size, _ = emissions.shape
    best = np.empty_like(emissions)
    best[:, 0] = start + emissions[:, 0]
    for t in range(1, size):
        # Only the maximum: which tag gave it is asked along the best path alone, on the way back.
        best[:, t] = (best[:, t - 1, :, None] + transitions).max(axis=1) + emissions[:, t]
    tags = np.empty((windows, size), dtype=np.int64)
    last = lengths - 1
    tag = (best[np.arange(windows), last] + end).argmax(axis=1)
    tags[:, size - 1] = tag
    into = np.ascontiguousarray(transitions.T)
    for t in range(size - 2, -1, -1):
        before = (best[:, t] + into[tag]).argmax(axis=1)
        tag = np.where(t < last, before, tag)
        tags[:, t] = tag
    return tags


def best_tags_near(
    emissions: FloatArray, lengths: LongArray, chain: Chain, likely: Likely
) -> LongArray:
    """Returns what `best_tags` does, given the probabilities: most tokens need no search then.

    The likeliest tags, each by itself, make a sequence of some probability, mostly the best one. A
    sequence that has another tag where that tag's own probability leaves less than this is not the
    best. So only the other tokens are searched, a few side by side here and there.

    Args:
        emissions: As `best_tags`, like the rest.
        lengths: The same.
        chain: The same.
        likely: What `likelihoods` says of them.
    """
    size, count = emissions.shape[1:]
    tags: LongArray = likely.tags.argmax(axis=2)
    edges = np.diff(_in_doubt(emissions, lengths, chain, likely, tags), prepend=False, append=False)
    owner, places = (side.reshape(-1, 2) for side in np.nonzero(edges))
    owner, first, past = owner[:, 0], places[:, 0], places[:, 1]
    # What stands before and behind a run is known; the last row stands for the end of a window.
    before = np.vstack((chain.transitions, chain.start))
    behind = np.vstack((chain.transitions.T, chain.end))
    left = np.where(first > 0, tags[owner, first - 1], count)
    right = np.where(past < lengths[owner], tags[owner, np.minimum(past, size - 1)], count)
    free_chain = Chain(chain.transitions, np.zeros_like(chain.start), np.zeros_like(chain.end))
    long = past - first
    for some in _alike(long):
        run = np.arange(int(long[some].max()))
        place = np.minimum(first[some, None] + run, size - 1)
        inside = emissions[owner[some, None], place]
        inside[:, 0] += before[left[some]]
        inside[np.arange(len(some)), long[some] - 1] += behind[right[some]]
        found = best_tags(inside, long[some], free_chain)
        own = run < long[some, None]
        tags[owner[some].repeat(long[some]), place[own]] = found[own]
    return tags


def _in_doubt(
    emissions: FloatArray, lengths: LongArray, chain: Chain, likely: Likely, tags: LongArray
) -> npt.NDArray[np.bool_]:
    """(windows, tokens) which of some tags may not be of the best sequence: see above."""
    there = np.arange(emissions.shape[1]) < lengths[:, None]
    score = _scores(emissions, tags, there, chain)
    chance = np.exp(np.minimum(score - likely.log_sums, 0.0))[:, None]
    # Half of it, and a millionth, are for what numbers of this precision cannot tell.
    doubted: npt.NDArray[np.bool_] = 1.0 - likely.tags.max(axis=2) >= 0.5 * chance - 1e-6
    return there & doubted


def tag_probabilities(emissions: FloatArray, lengths: LongArray, chain: Chain) -> FloatArray:
    """Returns the probability of each tag at each token (forward-backward).

    Arguments as `best_tags`.

    Returns:
        (windows, tokens, tags) that sum to 1 over tags; beyond a window's length they mean
        nothing.
    """
    return likelihoods(emissions, lengths, chain).tags


def likelihoods(emissions: FloatArray, lengths: LongArray, chain: Chain) -> Likely:
    """Returns the same with the sum over all sequences. Arguments as `best_tags`."""
    # Scaled at every step instead of in logarithms, so that a step is one matrix product. In
    # double precision, and with the range cut far below what matters, no row can vanish.
    windows, size, tags = emissions.shape
    every, time = np.arange(windows), np.arange(size)[:, None]
    # Forward from the first token and backward from the last in one product.
    both = np.empty((size, 2, windows, tags))
    local = both[:, 0]
    local[...] = emissions.transpose(1, 0, 2)
    peaks = local.max(axis=2)
    local -= peaks[..., None]
    _exp(local)
    turned = np.maximum(lengths - 1 - time, 0)
    both[:, 1] = local[turned, every]
    step, start, end = (_exp(part.astype(np.float64)) for part in chain)
    steps = np.stack((step, step.T))
    # What the tokens before, or behind, say of the tags of each token.
    said = np.empty_like(both)
    said[0, 0], said[0, 1] = start, end
    sums = np.ones((size, 2, windows, 1))
    message = np.empty_like(both[0])
    for here, heard, scale, behind in zip(both, said, sums, said[1:], strict=False):
        np.multiply(heard, here, out=message)
        np.add.reduce(message, axis=2, keepdims=True, out=scale)
        message /= scale
        np.matmul(message, steps, out=behind)
    local *= said[:, 0]
    local *= said[turned, 1, every]
    totals = local.sum(axis=2)
    local /= totals[..., None]
    last = lengths - 1
    log_sums = np.where(time < last, np.log(sums[:, 0, :, 0]), 0.0).sum(axis=0)
    log_sums += np.log(totals[last, every]) + np.where(time <= last, peaks, 0.0).sum(axis=0)
    return Likely(local.transpose(1, 0, 2).astype(np.float32, order="C"), log_sums)


def _scores(
    emissions: FloatArray, tags: LongArray, there: npt.NDArray[np.bool_], chain: Chain
) -> npt.NDArray[np.float64]:
    """(windows,) the score of a sequence of tags of each, counted where tokens are there."""
    every, last = np.arange(len(tags)), there.sum(axis=1) - 1
    own = np.take_along_axis(emissions, tags[..., None], axis=2)[..., 0]
    steps = chain.transitions[tags[:, :-1], tags[:, 1:]]
    total: npt.NDArray[np.float64] = chain.start[tags[:, 0]] + chain.end[tags[every, last]].astype(
        np.float64
    )
    total += np.where(there, own, 0.0).sum(axis=1) + np.where(there[:, 1:], steps, 0.0).sum(axis=1)
    return total


def _alike(sizes: LongArray) -> list[LongArray]:
    """The numbers of sizes that are of the same power of two."""
    kind = np.frexp(sizes)[1]
    return [np.flatnonzero(kind == each) for each in np.unique(kind)]


def _exp(scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The exponentials of scores, in their place."""
    np.maximum(scores, -200.0, out=scores)
    return np.exp(scores, out=scores)
