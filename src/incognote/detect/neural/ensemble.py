"""Several model folders as one: their mean, or for each label the one that knows it best.

An ensemble is a folder with its members' folders `0`, `1` ... and `ensemble.json`; wherever a model
folder may be given, an ensemble may, too.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from incognote.core.config import from_mapping, parse_json
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, DeviceError, ModelError, unknown
from incognote.core.pipeline import LARGEST_BIAS
from incognote.core.resolve import Overlaps
from incognote.detect.neural.detector import NeuralDetector
from incognote.model.crf import Chain
from incognote.model.decoding import (
    Marginals,
    NoteProbabilities,
    Recorded,
    Scores,
    encoded,
    joined_scores,
    mean_chain,
    mean_scores,
    record_scores,
    scored_marginals,
    scored_spans,
)
from incognote.model.encoding import FloatArray
from incognote.model.features import EncodedNote, Encoder
from incognote.model.model_folder import TOKENIZER, ModelConfig, check_new, new_folder, read_model
from incognote.model.onnx_runtime import CPU
from incognote.model.tagging import OUTSIDE, Tags

ENSEMBLE = "ensemble.json"
_BOUNDS = f"-{LARGEST_BIAS} and {LARGEST_BIAS}"


@dataclass(frozen=True, slots=True)
class EnsembleConfig:
    """The content of ensemble.json."""

    kind: str
    """`mean`: the members' scores are averaged; `best`: each label has its own member."""
    members: int
    labels: Mapping[str, int] = field(default_factory=dict)
    """For `best` the number of the member that decides each label; others are the first's."""
    recall_bias: float = 0.0
    """Its own operating point: added to the bias that a user asks for (Hartman 2020)."""
    label_bias: Mapping[str, float] = field(default_factory=dict)
    """What labels that are missed more often than others gain besides."""
    caseless_bias: float = 0.0
    """What notes gain besides that have no capitals, or nothing else."""
    scout: int | None = None
    """For `mean`, the number of the member that reads whole notes; the others read only what stands
    around the tokens that it is in doubt of, and elsewhere it decides alone. None: all read all."""

    @property
    def point(self) -> dict[str, Any]:
        """How a mean decides, by the names of `write_ensemble`: for another of its kind."""
        names = ("recall_bias", "label_bias", "caseless_bias", "scout")
        return {name: getattr(self, name) for name in names}


DOUBT = (0.12, 0.98)
"""Between these chances of PHI a scout is in doubt of a token. Of what it gives less, the other
member of the English model found little, and of what it gives more it denied little."""
REACHES = (16, 24, 32, 48)
"""How many tokens on each side of one in doubt may be read with it: the widest of these with which
the others read no more than `SHARE` of the note, else the first, however much that is
(docs/models.md)."""
SHARE = 0.4


class EnsembleDetector:
    """Finds spans with several models that share labels and tokens.

    Args:
        folder: An ensemble's folder.
        recall_bias: As `NeuralDetector`, for each member.
        threads: Threads of the runtime.
        thresholds: As `NeuralDetector`.
        device: As `NeuralDetector`.
        whole: Whether all members read whole notes though there is a scout, as they do with a bias
            of the moment or thresholds: a scout was measured at the ensemble's own operating point,
            and decides worse at others.

    Raises:
        ModelError: If the folder is not complete, or its members do not fit together.
    """

    def __init__(
        self,
        folder: Path,
        *,
        recall_bias: float = 0.0,
        threads: int = 1,
        thresholds: Mapping[str, float] | None = None,
        device: str = CPU,
        whole: bool = False,
    ) -> None:
        self.device = device
        self.whole = whole
        self.folder = folder
        self.recall_bias = recall_bias
        self.threads = threads
        self.thresholds = dict(thresholds or {})
        self.ensemble = read_ensemble(folder)
        try:
            self.members = [
                NeuralDetector(
                    folder / str(number),
                    recall_bias=recall_bias + self.ensemble.recall_bias,
                    label_bias=self.ensemble.label_bias,
                    caseless_bias=self.ensemble.caseless_bias,
                    threads=threads,
                    thresholds=thresholds,
                    device=device,
                )
                for number in range(self.ensemble.members)
            ]
        except DeviceError:
            raise
        except ConfigError:
            raise ModelError(
                f"{folder / ENSEMBLE}: a bias is of a label that the models lack."
            ) from None
        check_alike([member.config for member in self.members], folder)
        _share_encoders(self.members)
        self.config: ModelConfig = self.members[0].config
        self._tags = Tags.named(self.config.tags)
        self.labels = frozenset(self._tags.labels)
        # What one member has weighed is in the mean.
        self.weighs = frozenset().union(*(member.weighs for member in self.members))
        self._choice = np.array([self.ensemble.labels.get(n, 0) for n in self._tags.labels])

    def __reduce__(self) -> tuple[Any, ...]:
        """Opens the models anew in the process that it is sent to."""
        names = ("recall_bias", "threads", "thresholds", "device", "whole")
        given = {name: getattr(self, name) for name in names}
        return partial(EnsembleDetector, **given), (self.folder,)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns the spans of each document; where members for two labels differ they overlap."""
        if self.ensemble.kind == "mean":
            return scored_spans(self._scores(docs), self._tags, self.thresholds)
        found = [member.detect(docs) for member in self.members]
        chosen = dict(zip(self._tags.labels, self._choice.tolist(), strict=True))
        return [
            _by_choice([(s, chosen[s.label] == n) for n, spans in enumerate(each) for s in spans])
            for each in zip(*found, strict=True)
        ]

    def marginals(self, docs: Sequence[Document]) -> list[Marginals]:
        """Returns for each document the probability of each tag at each token."""
        if self.ensemble.kind == "mean":
            return scored_marginals(self._mean(docs))
        found = zip(*(member.marginals(docs) for member in self.members), strict=True)
        return [Marginals(each[0].tokens, self._chosen([n.tags for n in each])) for each in found]

    def probabilities(self, docs: Sequence[Document]) -> list[NoteProbabilities]:
        """Returns for each document the probability of each label at each token."""
        return [
            NoteProbabilities(note.tokens, self._tags.by_label(note.tags), self._tags.labels)
            for note in self.marginals(docs)
        ]

    meet = "middle"
    """Which of two windows decides a token."""

    def record(self, docs: Sequence[Document]) -> tuple[list[Recorded], Chain | None]:
        """Returns what `recorded.RecordedDetector` needs of each document, and the chain.

        Raises:
            ConfigError: If each label is another member's: there is no one score then.
        """
        if self.ensemble.kind != "mean":
            raise ConfigError("an ensemble that chooses by label has no scores of its own to keep.")
        return record_scores(self._mean(docs))

    def _mean(self, docs: Sequence[Document]) -> Scores:
        notes = self._encoded(docs)
        return mean_scores([m.scores(docs, notes[m.encoder]) for m in self.members])

    def _scores(self, docs: Sequence[Document]) -> Scores:
        """The mean, of what is in doubt alone where there is a scout."""
        if self.ensemble.scout is None or self.whole or self.recall_bias or self.thresholds:
            return self._mean(docs)
        others = list(self.members)
        scout = others.pop(self.ensemble.scout)
        notes = self._encoded(docs)
        first = scout.scores(docs, notes[scout.encoder])
        read = [_around_doubts(note.tags) for note in scored_marginals(first)]
        excerpts = {
            encoder: [
                encoder.excerpt(doc.text, note, kept)
                for doc, note, kept in zip(docs, notes[encoder], read, strict=True)
            ]
            for encoder in dict.fromkeys(member.encoder for member in others)
        }
        more = [member.scores(docs, excerpts[member.encoder]) for member in others]
        return joined_scores(first, more, read, self._chain)

    def _encoded(self, docs: Sequence[Document]) -> dict[Encoder, list[EncodedNote]]:
        encoders = dict.fromkeys(member.encoder for member in self.members)
        return {encoder: encoded(docs, encoder) for encoder in encoders}

    @cached_property
    def _chain(self) -> Chain:
        return mean_chain(member.chain for member in self.members)

    def _chosen(self, tags: Sequence[FloatArray]) -> FloatArray:
        """(tokens, tags) of which each label's are those of the member that decides it."""
        stacked = np.stack(tags)  # (members, tokens, tags)
        own = self._tags.spread(self._choice)
        joined = np.empty_like(stacked[0])
        joined[:, 1:] = stacked[own, :, 1 + np.arange(len(own))].T
        joined[:, 0] = np.maximum(1.0 - joined[:, 1:].sum(axis=1), 0.0)
        return np.asarray(joined / joined.sum(axis=1, keepdims=True), dtype=np.float32)


def _around_doubts(likely: FloatArray) -> npt.NDArray[np.bool_]:
    """(tokens,) of a note, which of them others than the scout read, by its (tokens, tags)."""
    phi = 1.0 - likely[:, OUTSIDE]
    low, high = DOUBT
    doubts = np.concatenate(([0], np.cumsum((low < phi) & (phi < high))))
    place = np.arange(len(phi))
    kept = np.zeros(len(phi), np.bool_)
    for reach in REACHES:
        before, behind = np.maximum(place - reach, 0), np.minimum(place + reach + 1, len(phi))
        wider = doubts[behind] > doubts[before]
        if reach > REACHES[0] and wider.sum() > SHARE * len(phi):
            break
        kept = wider
    return kept


def _share_encoders(members: Sequence[NeuralDetector]) -> None:
    """Gives members that read notes alike one encoder, so that each note is read once for them."""
    encoders: dict[tuple[object, ...], Encoder] = {}
    for member in members:
        config = member.config
        alike = (config.encoder, config.alphabet, config.sha256[TOKENIZER])
        member.encoder = encoders.setdefault(alike, member.encoder)


def _by_choice(found: list[tuple[Span, bool]]) -> list[Span]:
    """The spans of the members that decide on their labels.

    Another member's span stays where none of these overlaps it: two members that each call a name
    what the other decides on must not both be passed over.
    """
    kept = Overlaps(span for span, chosen in found if chosen)
    return sorted(span for span, chosen in found if chosen or not kept.of(span))


def read_ensemble(folder: Path) -> EnsembleConfig:
    """Returns the configuration of an ensemble's folder.

    Raises:
        ModelError: If it is not one.
    """
    path = folder / ENSEMBLE
    try:
        config = from_mapping(EnsembleConfig, parse_json(path.read_text("utf-8")), str(path))
    except (OSError, ValueError, AttributeError, TypeError, ConfigError):
        raise ModelError(f"{path}: is not the configuration of an ensemble.") from None
    numbers = set(config.labels.values())
    if config.kind not in ("mean", "best") or config.members < 1:
        raise ModelError(f"{path}: the kind must be mean or best, of at least one member.")
    if not _can_be((config.recall_bias, config.caseless_bias, *config.label_bias.values())):
        raise ModelError(f"{path}: a bias must be a number within {_BOUNDS}.")
    if not numbers <= set(range(config.members)):
        raise ModelError(f"{path}: a label is decided by a member that is not there.")
    if config.scout is not None and (
        config.kind != "mean" or config.scout not in range(config.members)
    ):
        raise ModelError(f"{path}: the scout must be a member of a mean.")
    return config


def _can_be(biases: Iterable[float]) -> bool:
    return all(abs(bias) <= LARGEST_BIAS for bias in biases)  # so that nan is refused as well


def check_alike(configs: Sequence[ModelConfig], where: Path) -> None:
    """Refuses models that cannot be joined.

    Raises:
        ModelError: If their languages, tags or tokens differ.
    """
    for number, config in enumerate(configs):
        first = configs[0]
        for what, one, other in (
            ("languages", first.language, config.language),
            ("labels", first.tags, config.tags),
            ("ways to cut tokens", first.encoder.tokens, config.encoder.tokens),
        ):
            if one != other:
                raise ModelError(
                    f"{where}: the first model and number {number + 1} have other {what}."
                )


def write_ensemble(
    models: Sequence[Path],
    out: Path,
    *,
    labels: Mapping[str, int] | None = None,
    recall_bias: float = 0.0,
    label_bias: Mapping[str, float] | None = None,
    caseless_bias: float = 0.0,
    scout: int | None = None,
) -> None:
    """Writes an ensemble of copies of model folders, whole or not at all.

    Args:
        models: Model folders.
        out: The new folder.
        labels: From label to the number of the model that decides it; None averages all.
        recall_bias: The ensemble's operating point, as in `EnsembleConfig`.
        label_bias: The same by label,
        caseless_bias: and for notes without capitals, or with nothing else.
        scout: As in `EnsembleConfig`.

    Raises:
        ConfigError: If a bias cannot be, or is of a label that the models do not have, or the scout
            is none of the models of a mean.
        ModelError: If a folder is not complete, or the models do not fit together.
        OutputError: If `out` is there already or cannot be written.
    """
    check_new(out)
    configs = [read_model(model) for model in models]
    check_alike(configs, out)
    for label in label_bias or {}:
        if label not in configs[0].labels:
            raise unknown("label", label, configs[0].labels)
    if not _can_be((recall_bias, caseless_bias, *(label_bias or {}).values())):
        raise ConfigError(f"A bias must be a number within {_BOUNDS}.")
    if scout is not None and (labels is not None or scout not in range(len(models))):
        raise ConfigError("the scout must be one of the models, whose scores are averaged.")
    values = {
        "kind": "mean" if labels is None else "best",
        "members": len(models),
        "labels": dict(labels or {}),
        "recall_bias": recall_bias,
        "label_bias": dict(label_bias or {}),
        "caseless_bias": caseless_bias,
        "scout": scout,
    }
    with new_folder(out) as draft:
        for number, model in enumerate(models):
            shutil.copytree(model, draft / str(number))
        (draft / ENSEMBLE).write_text(json.dumps(values, indent=1), encoding="utf-8")
