"""A linear-chain CRF over batches of windows, without torch: best tags and probabilities.

The score of tags y for one window is start[y1] + sum of emissions + sum of transitions[yt, yt+1]
+ end[yn]. Illegal transitions score `BANNED`, so both functions honour them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from incognote.model.encoding import FloatArray

LengthArray = npt.NDArray[np.int64]


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


def best_tags(emissions: FloatArray, lengths: LengthArray, chain: Chain) -> LengthArray:
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
    blocks = _blocks(transitions)
    for t in range(1, size):
        # Only the maximum: which tag gave it is asked along the best path alone, on the way back.
        now = best[:, t]
        for rows, columns, scores in blocks:
            now[:, columns] = (best[:, t - 1][:, rows, None] + scores).max(axis=2)
        now += emissions[:, t]
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


def tag_probabilities(emissions: FloatArray, lengths: LengthArray, chain: Chain) -> FloatArray:
    """Returns the probability of each tag at each token (forward-backward).

    Arguments as `best_tags`.

    Returns:
        (windows, tokens, tags) that sum to 1 over tags; beyond a window's length they mean
        nothing.
    """
    transitions, start, end = chain
    # Scaled at every step instead of in logarithms, so that a step is one matrix product. In
    # double precision, and with the range cut far below what matters, no row can vanish.
    local = emissions.astype(np.float64)
    local -= local.max(axis=2, keepdims=True)
    local = np.exp(np.maximum(local, -200.0))
    step = np.exp(np.maximum(transitions.astype(np.float64), -200.0))
    windows, size, tags = emissions.shape
    forward = np.empty_like(local)
    forward[:, 0] = _scaled(np.exp(np.maximum(start.astype(np.float64), -200.0)) * local[:, 0])
    for t in range(1, size):
        forward[:, t] = _scaled((forward[:, t - 1] @ step) * local[:, t])
    finish = np.exp(np.maximum(end.astype(np.float64), -200.0))
    backward = np.broadcast_to(finish, (windows, tags))
    back = np.ascontiguousarray(step.T)
    last = (lengths - 1)[:, None]
    forward[:, size - 1] *= backward
    for t in range(size - 2, -1, -1):
        inside = _scaled((backward * local[:, t + 1]) @ back)
        backward = np.where(t < last, inside, finish)
        forward[:, t] *= backward
    forward /= forward.sum(axis=2, keepdims=True)
    return forward.astype(np.float32)


def _blocks(transitions: FloatArray) -> list[tuple[LengthArray, LengthArray, FloatArray]]:
    """The legal steps as blocks: (n, r) tags, the (n, c) that may follow them, (n, r, c) scores.

    Where a mark must end before anything else may follow it (BIOES) most pairs of tags are illegal:
    those that may be followed by the same tags are a block, and blocks of one form go together.
    Where blocks would share what follows them (BIO) all tags are one.
    """
    legal = transitions > BANNED / 2
    alike: dict[bytes, list[int]] = {}
    for number, after in enumerate(legal):
        alike.setdefault(after.tobytes(), []).append(number)
    if not (legal[[rows[0] for rows in alike.values()]].sum(axis=0) == 1).all():
        everything = np.arange(len(transitions))[None]
        return [(everything, everything, transitions[None])]
    forms: dict[tuple[int, int], list[tuple[LengthArray, LengthArray]]] = {}
    for own in alike.values():
        pair = np.array(own), np.flatnonzero(legal[own[0]])
        forms.setdefault((len(pair[0]), len(pair[1])), []).append(pair)
    found = []
    for pairs in forms.values():
        rows, columns = (np.stack(side) for side in zip(*pairs, strict=True))
        found.append((rows, columns, transitions[rows[:, :, None], columns[:, None]]))
    return found


def _scaled(rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    rows /= rows.sum(axis=1, keepdims=True)
    return rows
