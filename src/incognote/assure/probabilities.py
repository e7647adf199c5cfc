"""What the model of a pipeline thinks of each token of notes, given what stands before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from incognote.core.document import Document
from incognote.core.labels import get_label
from incognote.core.pipeline import Pipeline
from incognote.model.decoding import NoteProbabilities
from incognote.model.encoding import Tokens
from incognote.model.tagging import OUTSIDE

_CHUNK = 64
"""Notes that go through the detectors at a time."""


@dataclass(frozen=True, slots=True)
class Probabilities:
    """A model's probability that each of its tokens is PHI, for one note.

    Attributes:
        tokens: Where they lie.
        p_phi: 1 - P(not PHI), within 0 and 1, an array [tokens].
    """

    tokens: Tokens
    p_phi: npt.NDArray[np.float64]

    @classmethod
    def of(cls, note: NoteProbabilities, category: str = "") -> Probabilities:
        """Returns how likely the tokens of a note are PHI, or PHI of one category of labels."""
        p = note.probabilities.astype(np.float64)
        own = [i for i, label in enumerate(note.labels, 1) if get_label(label).category == category]
        p_phi = p[:, own].sum(axis=1) if category else 1.0 - p[:, OUTSIDE]
        # In single precision the chances of a token may add up to a little more than 1.
        return cls(note.tokens, p_phi.clip(0.0, 1.0))


def places_of_models(pipeline: Pipeline) -> list[int]:
    """Returns which of a pipeline's detectors give probabilities."""
    return [i for i, d in enumerate(pipeline.detectors) if hasattr(d, "probabilities")]


def read_by_model(
    pipeline: Pipeline, docs: Sequence[Document]
) -> tuple[list[Document], list[NoteProbabilities]]:
    """Returns notes with the marks that the model is shown, and what it says of their tokens.

    Args:
        pipeline: With a detector that gives probabilities; the first of them is the model.
        docs: Notes, a bounded number; their own marks are not shown to it.
    """
    place = places_of_models(pipeline)[0]
    model: Any = pipeline.detectors[place]
    shown = pipeline.with_detectors(pipeline.detectors[:place]).gather(
        [doc.with_spans(()) for doc in docs]
    )
    return shown, model.probabilities(shown)


def model_probabilities(
    pipeline: Pipeline, docs: Iterable[Document]
) -> Iterator[tuple[Document, NoteProbabilities]]:
    """Yields each note with what the model of a pipeline says of its tokens (`read_by_model`)."""
    for chunk in chunks(docs):
        yield from zip(chunk, read_by_model(pipeline, chunk)[1], strict=True)


def token_probabilities(
    pipeline: Pipeline, docs: Iterable[Document]
) -> dict[str, Probabilities] | None:
    """Returns by id how likely the tokens of notes are PHI; None for a pipeline without a model."""
    if not places_of_models(pipeline):
        return None
    return {doc.id: Probabilities.of(note) for doc, note in model_probabilities(pipeline, docs)}


def chunks(docs: Iterable[Document]) -> Iterator[list[Document]]:
    """Yields notes in groups that go through the detectors together."""
    rest = iter(docs)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk
