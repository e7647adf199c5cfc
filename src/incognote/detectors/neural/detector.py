"""`NeuralDetector`: windows of many notes through one ONNX model, batched by length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime

from incognote.detectors.neural.crf import best_tags, tag_probabilities
from incognote.document import Document, Span
from incognote.encoding import OUTSIDE, FloatArray, Tokens, Window, tags_to_spans
from incognote.errors import ModelError
from incognote.features import EncodedNote
from incognote.model_folder import WEIGHTS, open_encoder, read_model

BATCH_TOKENS = 8192
"""Tokens, padding included, that go through the model at once: what bounds its memory."""


@dataclass(frozen=True, slots=True)
class NoteProbabilities:
    """What the model thinks of each token of one note: the ground for operating points."""

    tokens: Tokens
    probabilities: FloatArray
    """(tokens, 1 + labels): of not being PHI, then of each label in the order of `labels`."""
    labels: tuple[str, ...]


class NeuralDetector:
    """Finds spans with a trained model.

    Tags are the likeliest sequence under the model's CRF; a token that more likely is PHI than not
    but that no likeliest sequence marks is marked all the same, with its likeliest label. The
    score of a span is the highest probability of being PHI (of any label) among its tokens.

    Args:
        folder: A model folder.
        recall_bias: Taken from the score of 'not PHI' before decoding (papers/001): above 0 finds
            more, at the price of false alarms.
        threads: Threads of the runtime.

    Raises:
        ModelError: If the folder is not complete, damaged or of another version.
    """

    def __init__(self, folder: Path, *, recall_bias: float = 0.0, threads: int = 1) -> None:
        """See the class."""
        self.folder = folder
        self.recall_bias = recall_bias
        self.threads = threads
        self.config = read_model(folder)
        self._labels = self.config.labels
        self.labels = frozenset(self._labels)
        self._encoder = open_encoder(folder, self.config)
        self._session = _open(folder / WEIGHTS, threads)
        self._inputs = [i.name for i in self._session.get_inputs()]

    def __reduce__(self) -> tuple[Any, ...]:
        """Opens the model anew in the process that it is sent to."""
        return _reopen, (self.folder, self.recall_bias, self.threads)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns the spans of each document, sorted and disjoint.

        The spans that the documents carry are evidence: models trained with hints read them.
        """
        self._encoder.start()
        notes = [self._encoder.encode(doc) for doc in docs]
        tags = [np.zeros(len(note.tokens), dtype=np.int64) for note in notes]
        chances = [np.zeros(len(note.tokens), dtype=np.float32) for note in notes]
        for items, emissions, lengths, chain in self._run(notes):
            best = best_tags(emissions, lengths, *chain)
            likely = tag_probabilities(emissions, lengths, *chain)
            phi = 1.0 - likely[..., OUTSIDE]
            missed = (best == OUTSIDE) & (phi > 0.5)
            if missed.any():
                best[missed] = likely[missed][:, 1:].argmax(axis=1) + 1
            for i, (number, window) in enumerate(items):
                kept = slice(window.keep_start, window.keep_end)
                seen = slice(window.keep_start - window.start, window.keep_end - window.start)
                tags[number][kept] = best[i, seen]
                chances[number][kept] = phi[i, seen]
        return [
            tags_to_spans(t, c, note.tokens, self._labels, "neural")
            for t, c, note in zip(tags, chances, notes, strict=True)
        ]

    def probabilities(self, docs: Sequence[Document]) -> list[NoteProbabilities]:
        """Returns for each document the probability of each label at each token.

        The recall bias is in them.
        """
        self._encoder.start()
        notes = [self._encoder.encode(doc) for doc in docs]
        width = 1 + len(self._labels)
        found = [np.zeros((len(note.tokens), width), dtype=np.float32) for note in notes]
        for items, emissions, lengths, chain in self._run(notes):
            likely = tag_probabilities(emissions, lengths, *chain)
            for i, (number, window) in enumerate(items):
                rows = likely[i, window.keep_start - window.start : window.keep_end - window.start]
                kept = found[number][window.keep_start : window.keep_end]
                kept[:, 0] = rows[:, OUTSIDE]
                kept[:, 1:] = rows[:, 1::2] + rows[:, 2::2]
        return [
            NoteProbabilities(note.tokens, p, self._labels)
            for note, p in zip(notes, found, strict=True)
        ]

    def _run(
        self, notes: Sequence[EncodedNote]
    ) -> Iterator[
        tuple[
            list[tuple[int, Window]],
            FloatArray,
            npt.NDArray[np.int64],
            tuple[FloatArray, FloatArray, FloatArray],
        ]
    ]:
        """Yields (note number, window) pairs with their emissions, lengths and chain scores."""
        windows = [(n, window) for n, note in enumerate(notes) for window in note.windows]
        windows.sort(key=lambda item: item[1].end - item[1].start)
        for items in _batches(windows):
            inputs = self._encoder.arrays([(notes[n], window) for n, window in items])
            emissions, *chain = self._session.run(
                ["emissions", "transitions", "start", "end"],
                {name: inputs[name] for name in self._inputs},
            )
            emissions[..., OUTSIDE] -= self.recall_bias
            yield items, emissions, inputs["lengths"], (chain[0], chain[1], chain[2])


def _batches(windows: list[tuple[int, Window]]) -> Iterator[list[tuple[int, Window]]]:
    """Windows sorted by length, as many at a time as fit."""
    batch: list[tuple[int, Window]] = []
    for item in windows:
        size = item[1].end - item[1].start
        if batch and (len(batch) + 1) * size > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch


def _open(path: Path, threads: int) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Waiting threads must not burn the cores that other processes work on.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(
            str(path), sess_options=options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # the runtime raises no common class
        raise ModelError(f"{path}: ONNX Runtime cannot open it ({type(error).__name__}).") from None


def _reopen(folder: Path, recall_bias: float, threads: int) -> NeuralDetector:
    return NeuralDetector(folder, recall_bias=recall_bias, threads=threads)
