"""The training loop, as a generator: it trains, the caller reports."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import torch
from torch import Tensor, nn

from incognote.assure.evaluation import evaluate
from incognote.core.document import Document, Span
from incognote.core.errors import InputError, unknown
from incognote.lab.training.architectures import Tagger, runner, tensors
from incognote.lab.training.config import LAST, LoopConfig
from incognote.lab.training.data import Example, Teacher, Variation, make_batches, vary
from incognote.lab.training.start import BROKEN, save_state
from incognote.model.decoding import find_spans
from incognote.model.features import Encoder
from incognote.model.tagging import Tags


@dataclass(frozen=True, slots=True)
class Epoch:
    """The figures of one epoch; also a line of the log."""

    number: int
    """From 1 on."""
    loss: float
    """Mean over the batches."""
    precision: float
    """On the dev notes, as recall and F1: a span is right with exact offsets and label."""
    recall: float
    f1: float
    score: float
    """What chooses the best epoch: the figure that `loop.score` names, or the F1."""
    best: bool
    """Whether the score is the highest so far, or the last epoch is kept."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Step:
    """How far an epoch is."""

    epoch: int
    """From 1 on."""
    done: int
    """Batches done."""
    total: int
    """Batches of the epoch."""
    loss: float
    """Mean over the batches done."""


class Trainer:
    """Trains one network, one epoch at a time, and can go on where it was killed.

    All chance of an epoch comes from the seed and its number, so that a run that was interrupted
    ends with the same weights as one that was not.

    Args:
        model: The network.
        encoders: For training (its windows may be shorter) and for scoring.
        tags: What is learned.
        loop: Settings.
        seed: Of all chance.
        device: Where the network lies.
        checkpoint: File to write after each epoch and to go on from; None for none.
        variation: Makes variants of the notes, as often as `loop.vary` says.
        teacher: What is learned from beside the marks.
        stepped: Called after each batch.
    """

    def __init__(
        self,
        model: Tagger,
        encoders: tuple[Encoder, Encoder],
        tags: Tags,
        loop: LoopConfig,
        *,
        seed: int,
        device: str = "cpu",
        checkpoint: Path | None = None,
        variation: Variation | None = None,
        teacher: Teacher | None = None,
        stepped: Callable[[Step], None] | None = None,
    ) -> None:
        self.model = model.to(device)
        self.model.word_dropout = loop.word_dropout
        self.model.miss_cost = loop.miss_cost
        self._teacher = teacher
        self._stepped = stepped
        self._train_encoder, self._encoder = encoders
        self._tags = tags
        self._loop = loop
        self._seed = seed
        self._device = device
        self._checkpoint = checkpoint
        self._variation = variation
        self._optimizer = make_optimizer(model, loop)
        self._mean = {k: v.detach().clone() for k, v in self._learned()}
        self.history: list[Epoch] = []
        self._best: dict[str, Tensor] = {}
        if checkpoint is not None and checkpoint.exists():
            self._load(checkpoint)

    def run(
        self,
        train: Sequence[Example],
        dev: Sequence[Example],
        evidence: Callable[[Sequence[Any]], list[Any]],
    ) -> Iterator[Epoch]:
        """Yields each epoch when it is done; ends at the last or when dev stops improving.

        Afterwards the model holds the weights of the best epoch.
        """
        while len(self.history) < self._loop.epochs and not self._stalled():
            began = time.monotonic()
            loss = self._train_epoch(train, evidence)
            with self._scored_weights():
                precision, recall, f1, score = self.score(dev)
                best = (
                    self._loop.score == LAST
                    or not self.history
                    or score > max(e.score for e in self.history)
                )
                if best:
                    self._best = {k: v.clone() for k, v in self.model.state_dict().items()}
            seconds = round(time.monotonic() - began, 1)
            number = len(self.history) + 1
            self.history.append(Epoch(number, loss, precision, recall, f1, score, best, seconds))
            self._save()
            yield self.history[-1]
        self.model.load_state_dict(self._best)

    def _train_epoch(
        self, train: Sequence[Example], evidence: Callable[[Sequence[Any]], list[Any]]
    ) -> float:
        number = len(self.history)
        random = Random(self._seed * 100_003 + number)
        torch.manual_seed(self._seed * 100_003 + number)
        loop, model = self._loop, self.model
        varied = vary(train, loop, random, evidence, self._variation)
        batches = list(
            make_batches(
                varied,
                self._train_encoder,
                self._tags,
                loop.batch_tokens,
                random,
                windows_each=loop.batch_windows,
                teacher=self._teacher,
            )
        )
        model.train()
        total = 0.0
        self._optimizer.zero_grad()
        for step, batch in enumerate(batches):
            rate = rate_factor((number + step / len(batches)) / loop.epochs, loop)
            for group in self._optimizer.param_groups:
                group["lr"] = group["initial_lr"] * rate
            given = tensors(batch.inputs, self._device)
            targets = tensors(batch.targets, self._device)
            with torch.autocast(self._device, torch.bfloat16, enabled=loop.bf16):
                loss = model.loss(given, **targets)
            (loss / loop.accumulate).backward()
            total += loss.item()
            if self._stepped is not None:
                self._stepped(Step(number + 1, step + 1, len(batches), total / (step + 1)))
            if (step + 1) % loop.accumulate and step + 1 < len(batches):
                continue
            nn.utils.clip_grad_norm_(model.parameters(), loop.clip)
            self._optimizer.step()
            self._optimizer.zero_grad()
            if loop.average:
                steps = number * len(batches) + step
                decay = min(loop.average, (1 + steps) / (10 + steps))
                for key, value in self._learned():
                    self._mean[key].lerp_(value.detach(), 1 - decay)
        return total / len(batches)

    def _learned(self) -> list[tuple[str, Tensor]]:
        """The weights that training changes, by name."""
        return [(k, p) for k, p in self.model.named_parameters() if p.requires_grad]

    @contextmanager
    def _scored_weights(self) -> Iterator[None]:
        """Puts the running mean of the weights into the model for a while, where there is one."""
        if not self._loop.average:
            yield
            return
        own = {k: v.clone() for k, v in self.model.state_dict().items()}
        self.model.load_state_dict(self._mean, strict=False)
        try:
            yield
        finally:
            self.model.load_state_dict(own)

    def score(self, examples: Sequence[Example]) -> tuple[float, float, float, float]:
        """Returns precision, recall and F1 of spans with exact offsets and label (micro).

        And the score that chooses: the same F1, or the figure that `loop.score` names.

        Raises:
            ConfigError: If there is no such figure.
        """
        found = predict(self.model, self._encoder, self._tags, examples, device=self._device)
        right = given = wanted = 0
        for example, spans in zip(examples, found, strict=True):
            gold = {(s.start, s.end, s.label) for s in example.doc.spans}
            mine = {(s.start, s.end, s.label) for s in spans}
            right += len(gold & mine)
            given += len(mine)
            wanted += len(gold)
        precision = right / given if given else 0.0
        recall = right / wanted if wanted else 0.0
        f1 = 2 * right / (given + wanted) if right else 0.0
        if self._loop.score in ("", LAST):
            return precision, recall, f1, f1
        predicted = [e.doc.with_spans(spans) for e, spans in zip(examples, found, strict=True)]
        return precision, recall, f1, figure([e.doc for e in examples], predicted, self._loop.score)

    def _stalled(self) -> bool:
        since = next((i for i, e in enumerate(reversed(self.history)) if e.best), 0)
        return since >= self._loop.patience

    def _save(self) -> None:
        if self._checkpoint is None:
            return
        state = {
            "model": self.model.state_dict(),
            "mean": self._mean,
            "best": self._best,
            "optimizer": self._optimizer.state_dict(),
            "history": [tuple(getattr(e, f) for f in Epoch.__slots__) for e in self.history],
        }
        save_state(state, self._checkpoint)

    def _load(self, path: Path) -> None:
        try:
            state = torch.load(path, map_location=self._device, weights_only=True)
            self.model.load_state_dict(state["model"])
            self._optimizer.load_state_dict(state["optimizer"])
        except BROKEN:
            raise InputError(
                f"{path}: does not belong to this run; remove it to start anew."
            ) from None
        self._mean, self._best = state["mean"], state["best"]
        self.history = [Epoch(*values) for values in state["history"]]


def figure(gold: Sequence[Document], predicted: Sequence[Document], name: str) -> float:
    """Returns one figure of an evaluation; 0 where it is not defined.

    Args:
        gold: The notes as marked.
        predicted: As found.
        name: As `evaluation` names it: `meddocan/ner/f1`.

    Raises:
        ConfigError: If there is no such figure.
    """
    figures = evaluate(gold, predicted, [name.partition("/")[0]])
    if name not in figures.figures:
        raise unknown("figure", name, [f for f in figures.figures if "label=" not in f])
    return float(figures.figures[name].value or 0.0)


def make_optimizer(model: Tagger, loop: LoopConfig) -> torch.optim.Optimizer:
    """Returns the optimizer; a transformer's own weights have a rate of their own."""
    own = list(model.pieces.transformer.parameters()) if model.pieces is not None else []
    inner = {id(p) for p in own}
    groups = [
        {
            "params": [p for p in model.parameters() if p.requires_grad and id(p) not in inner],
            "lr": loop.learning_rate,
        },
        {"params": [p for p in own if p.requires_grad], "lr": loop.encoder_learning_rate},
    ]
    groups = [group for group in groups if group["params"]]
    for group in groups:
        group["initial_lr"] = group["lr"]
    if loop.optimizer == "adagrad":
        return torch.optim.Adagrad(groups, weight_decay=loop.weight_decay)
    # One pass over each weight: on small networks the usual form takes a third of the time.
    return torch.optim.AdamW(groups, weight_decay=loop.weight_decay, fused=True)


def rate_factor(progress: float, loop: LoopConfig) -> float:
    """Returns the share of the learning rate at a point of the run (0 to 1): up, then down."""
    if progress < loop.warmup:
        return progress / loop.warmup
    fall = (progress - loop.warmup) / (1 - loop.warmup)
    return 1 - (1 - loop.final_rate) * fall


def predict(
    model: Tagger,
    encoder: Encoder,
    tags: Tags,
    examples: Sequence[Example],
    *,
    device: str = "cpu",
) -> list[list[Span]]:
    """Returns the spans that a network finds in each example, given its evidence."""
    model.eval()
    spans: list[list[Span]] = []
    for i in range(0, len(examples), 64):
        docs = [example.seen for example in examples[i : i + 64]]
        spans.extend(find_spans(docs, encoder, runner(model, device), tags))
    return spans
