"""`NeuralDetector`: a model folder in ONNX Runtime."""

from __future__ import annotations

import hashlib
import os
import threading
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy.typing as npt

from incognote.core.document import Document, Span
from incognote.core.errors import DeviceError, ModelError, unknown
from incognote.core.memory import give_back
from incognote.model.crf import Chain
from incognote.model.decoding import (
    Marginals,
    NoteProbabilities,
    Recorded,
    Scores,
    find_marginals,
    find_probabilities,
    find_scores,
    find_spans,
    note_bias,
    record,
    tag_bias,
)
from incognote.model.encoding import FloatArray
from incognote.model.features import EncodedNote
from incognote.model.float_weights import with_float_weights
from incognote.model.model_folder import WEIGHTS, content, open_encoder, read_model, stored
from incognote.model.onnx_runtime import CPU, onnxruntime, open_session
from incognote.model.tagging import Tags

DEVICE_TOKENS = 16_384
"""Tokens, padding included, that go through a model at once beside the CPU: a GPU waits for its
next batch longer than it works on a small one."""


class NeuralDetector:
    """Finds spans with a trained model, over overlapping windows batched by length.

    The score of a span is the highest probability of being PHI, of any label, among its tokens; of
    what the likeliest sequence of tags holds at least 0.5.

    Args:
        folder: A model folder.
        recall_bias: Taken from the score of 'not PHI' before decoding (Hartman 2020): above 0 finds
            more, at the price of false alarms.
        label_bias: From label to what its score gains besides: for labels that are missed more
            often than others.
        caseless_bias: What notes gain besides that have no capitals, or nothing else.
        threads: Threads of the runtime.
        thresholds: As `decoding.find_spans`; None leaves the model to its own choice.
        device: Where the model runs, `cpu` or `cuda`. Beside the CPU 8-bit products
            become float ones, and more goes through the model at once.

    Raises:
        ConfigError: If a bias is of a label that the model lacks, or the device cannot be used.
        ModelError: If the folder is not complete, damaged or of another version.
    """

    def __init__(
        self,
        folder: Path,
        *,
        recall_bias: float = 0.0,
        label_bias: Mapping[str, float] | None = None,
        caseless_bias: float = 0.0,
        threads: int = 1,
        thresholds: Mapping[str, float] | None = None,
        device: str = CPU,
    ) -> None:
        self.folder = folder
        self.recall_bias = recall_bias
        self.label_bias = dict(label_bias or {})
        self.caseless_bias = caseless_bias
        self.threads = threads
        self.thresholds = dict(thresholds or {})
        self.device = device
        self.config = read_model(folder)
        if device != CPU:
            self.config = replace(self.config, encoder=replace(self.config.encoder, alone=False))
        self._tags = Tags.named(self.config.tags)
        self.labels = frozenset(self._tags.labels)
        for label in self.label_bias:
            if label not in self.labels:
                raise unknown("label", label, self._tags.labels)
        self._bias = tag_bias(self._tags, recall_bias, self.label_bias)
        hints = self.config.encoder.hints
        self.weighs = frozenset(hint.partition("/")[0].rstrip("?") for hint in hints)
        self.encoder = open_encoder(folder, self.config)
        if device != CPU:
            self.encoder.batch_tokens = DEVICE_TOKENS
        self._session = _open(folder, threads, device)
        self._inputs = [i.name for i in self._session.get_inputs()]
        give_back()  # what reading the model took

    def __reduce__(self) -> tuple[Any, ...]:
        """Opens the model anew in the process that it is sent to."""
        given: dict[str, Any] = {
            "recall_bias": self.recall_bias,
            "label_bias": self.label_bias,
            "caseless_bias": self.caseless_bias,
            "threads": self.threads,
            "thresholds": self.thresholds,
            "device": self.device,
        }
        return partial(NeuralDetector, **given), (self.folder,)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns the spans of each document, disjoint.

        The spans that the documents carry are evidence: models trained with hints read them.
        """
        return find_spans(
            docs,
            self.encoder,
            self._run,
            self._tags,
            bias=self._biases(docs),
            thresholds=self.thresholds,
        )

    def probabilities(self, docs: Sequence[Document]) -> list[NoteProbabilities]:
        """Returns for each document the probability of each label at each token.

        The biases are in them.
        """
        bias = self._biases(docs)
        return find_probabilities(docs, self.encoder, self._run, self._tags, bias=bias)

    def marginals(self, docs: Sequence[Document]) -> list[Marginals]:
        """Returns for each document the probability of each tag at each token."""
        bias = self._biases(docs)
        return find_marginals(docs, self.encoder, self._run, len(self._tags), bias=bias)

    def scores(self, docs: Sequence[Document], notes: list[EncodedNote]) -> Scores:
        """Returns what each tag gets at each token of the documents, before decoding.

        Args:
            docs: The documents,
            notes: and what `encoder` makes of them, which other models may share.
        """
        return find_scores(notes, self.encoder, self._run, bias=self._biases(docs))

    def record(self, docs: Sequence[Document]) -> tuple[list[Recorded], Chain | None]:
        """Returns what `recorded.RecordedDetector` needs of each document, and the chain."""
        return record(docs, self.encoder, self._run, bias=self._biases(docs))

    @cached_property
    def chain(self) -> Chain:
        """What the model knows of the order of tags, which is the same for every note."""
        note = self.encoder.encode(Document("", "."))
        return self._run(self.encoder.arrays([(note, note.windows[0])]))[1]

    @property
    def meet(self) -> str:
        """Which of two windows decides a token: one of `encoding.MEETINGS`."""
        return self.encoder.settings.meet

    def _biases(self, docs: Sequence[Document]) -> FloatArray:
        return note_bias(docs, self._bias, self.caseless_bias)

    def _run(self, inputs: Mapping[str, npt.NDArray[Any]]) -> tuple[FloatArray, Chain]:
        emissions, *chain = self._session.run(
            ["emissions", "transitions", "start", "end"],
            {name: inputs[name] for name in self._inputs},
        )
        return emissions, Chain(*chain)


_OPENED: weakref.WeakValueDictionary[tuple[Any, ...], Any] = weakref.WeakValueDictionary()
"""Sessions that detectors hold, by process (a forked one has not the threads), weights, threads
and device."""
_OPENING = threading.Lock()


def _open(folder: Path, threads: int, device: str) -> Any:
    """The session of a model; detectors of one process share it, as several threads may run it."""
    weights = content(folder, WEIGHTS)
    key = (os.getpid(), hashlib.sha256(weights).digest(), threads, device)
    with _OPENING:
        session = _OPENED.get(key)
        if session is None:
            session = _OPENED[key] = _opened(folder, weights, threads, device)
        return session


def _opened(folder: Path, weights: bytes, threads: int, device: str) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Every batch has another shape: plans kept for each, and an arena that grows to the largest,
    # cost 30 MB a process and save no time.
    options.enable_mem_pattern = False
    options.enable_cpu_mem_arena = False
    # Waiting threads must not burn the cores that other processes work on.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if device != CPU:
        weights = with_float_weights(weights)
    try:
        session = open_session(
            weights,
            options,
            device,
            # On a CPU the fused operator takes longer than its parts: with it a transformer in 8
            # bits reads a seventh less.
            disabled_optimizers=["SkipLayerNormFusion"],
        )
    except DeviceError:
        raise
    except Exception as error:  # the runtime raises no common class
        raise ModelError(
            f"{stored(folder, WEIGHTS)}: ONNX Runtime cannot open it ({type(error).__name__})."
        ) from None
    # The session keeps the bytes it was opened from, to open itself anew with another provider.
    # There is none, so it must not try: that would print, and hide the error.
    session.disable_fallback()
    session._model_bytes = None
    return session
