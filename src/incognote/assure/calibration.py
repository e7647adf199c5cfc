"""The dial: thresholds that meet recall targets, with a guarantee that holds at any sample size.

The method is learn then test (Angelopoulos et al. 2021, arXiv 2110.01052, section 2): each
threshold of a grid that was fixed beforehand is the hypothesis 'recall here is below the target',
tested from the lowest threshold up, and the last one rejected in unbroken order is taken; testing
in a fixed order needs no correction for the length of the grid. The p-values come of betting
(bounds.py): they need to know only that a note cannot lose more than all it holds, and they profit
where notes lose little each. What is drawn is a patient (or a note) whole. Conformal risk control
(Angelopoulos et al. 2022, arXiv 2208.02814) was not taken: it bounds the loss that is expected over
all the sets of reviewed notes that might have been drawn, not the one that comes of this set.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from incognote.assure.bounds import log_capital
from incognote.assure.record import read_record, to_json
from incognote.assure.reliability import reliability
from incognote.assure.scored import Floats, ScoredNotes
from incognote.core.curve import Curve
from incognote.core.errors import ConfigError, InputError, counted, unknown
from incognote.core.labels import CATEGORIES, LABELS

FORMAT_VERSION = 1
KIND = "incognote calibration"


@dataclass(frozen=True, slots=True)
class Result:
    """What a calibration found for one target."""

    name: str
    recall: float
    """The recall that was asked for."""
    threshold: float
    """The highest threshold at which that recall is shown to hold."""
    found: float
    """Recall at that threshold in the reviewed notes."""
    p: float
    """p-value of the hypothesis that recall is below the target there."""
    units: int
    """Reviewed patients (or notes) that hold such identifiers."""
    identifiers: int
    """Such identifiers in the reviewed notes."""
    missed: int
    """Those of them that the threshold misses."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Thresholds with the evidence for them; its file holds nothing from the notes."""

    lang: str
    policy: str
    thresholds: Mapping[str, float]
    """By label of the model: a token that is PHI with at least this probability is marked."""
    targets: tuple[Result, ...]
    confidence: float
    most: int
    unit: str
    """What was drawn: `note`, or the field of meta that says whose note it is."""
    notes: int
    recall_bias: float
    system: Mapping[str, str]
    """Hashes and versions of what was calibrated."""
    corpus: str
    """Hash of the reviewed notes."""
    price: Mapping[str, float]
    reliability: tuple[Mapping[str, Any], ...] = ()
    format_version: int = FORMAT_VERSION
    kind: str = KIND

    @property
    def recall_means(self) -> str:
        """What the recall of the targets is, in words."""
        if self.most == 1:
            return (
                f"the mean over {self.unit}s of the share that is found in each, so that one with "
                "many identifiers counts no more than one with few"
            )
        return (
            f"the share of all identifiers that is found, a {self.unit} with more than {self.most} "
            "counting for so many"
        )

    @property
    def curves(self) -> dict[str, Curve]:
        """By label, or `curve.ALL`: what the model's probabilities were in the reviewed notes.

        Raises:
            ConfigError: If one is none.
        """
        return {
            str(row["label"]): Curve(tuple(map(float, row["x"])), tuple(map(float, row["y"])))
            for row in self.reliability
        }

    def check_fits(
        self, *, lang: str, policy: str, recall_bias: float, system: Mapping[str, str]
    ) -> None:
        """Refuses to be applied to anything but what it was made for.

        Raises:
            ConfigError: If something differs; the message says what, and the way out.
        """
        made = {"lang": self.lang, "policy": self.policy, "recall bias": f"{self.recall_bias:g}"}
        here = {"lang": lang, "policy": policy, "recall bias": f"{recall_bias:g}"}
        here = {**here, **system}
        made = {**dict.fromkeys(here, "none"), **made, **self.system}
        for name, value in made.items():
            now = here.get(name, "none")
            if now != value:
                raise ConfigError(
                    f"The calibration was made for {name} '{value}', not '{now}': its thresholds "
                    "say nothing of another system; run incognote calibrate again."
                )

    def to_json(self) -> str:
        """Returns the content of the file."""
        return to_json(self)


def read_calibration(path: Path) -> Calibration:
    """Returns the calibration that a file holds.

    Raises:
        InputError: If it cannot be read, or is none.
    """
    found = read_record(
        Calibration, path, kind=KIND, version=FORMAT_VERSION, by="incognote calibrate"
    )
    if not all(name in LABELS and 0 < t <= 0.5 for name, t in found.thresholds.items()):
        raise InputError(
            f"{path}: holds a threshold that cannot be; run incognote calibrate again."
        )
    try:
        found.curves  # noqa: B018
    except (ConfigError, KeyError, TypeError, ValueError):
        raise InputError(
            f"{path}: holds a map of probabilities that cannot be; run incognote calibrate again."
        ) from None
    return found


GRID = (
    *(0.001, 0.0015, 0.002, 0.003, 0.004, 0.005, 0.007, 0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05),
    *(0.06, 0.07, 0.08, 0.09, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.25, 0.28, 0.3, 0.33, 0.36),
    *(0.4, 0.43, 0.46, 0.5),
)
"""The thresholds that are tried, fixed before any note is seen."""

_MOST_NOTES = 10_000_000
"""Beyond so many reviewed notes a target counts as out of reach."""


@dataclass(frozen=True, slots=True)
class Target:
    """A recall that is asked for, of all identifiers, of a category or of a label."""

    name: str
    recall: float

    def __post_init__(self) -> None:
        """Refuses names and shares that cannot be.

        Raises:
            ConfigError: If the name is none, or the recall not between 0 and 1.
        """
        if self.name not in ("all", *CATEGORIES, *LABELS):
            raise unknown("target", self.name, {"all", *CATEGORIES, *LABELS})
        if not 0 < self.recall < 1:
            raise ConfigError(
                f"The target {self.name}={self.recall:g} must lie between 0 and 1: no number of "
                "notes proves that nothing is missed."
            )

    def holds(self, label: str) -> bool:
        """Returns whether an identifier of that label counts for the target."""
        return self.name in ("all", label, LABELS[label].category)


def read_targets(text: str) -> tuple[Target, ...]:
    """Returns the targets that a text such as `all=.99,NAME=.995` names.

    Raises:
        ConfigError: If it is not of that form, or a name stands twice.
    """
    targets = []
    for part in text.split(","):
        name, _, share = part.partition("=")
        try:
            targets.append(Target(name.strip(), float(share)))
        except ValueError:
            raise ConfigError(
                f"The target '{part}' must be a name, '=' and a recall: all=.99,NAME=.995."
            ) from None
    if len({t.name for t in targets}) < len(targets):
        raise ConfigError("A target is named twice; give each name one recall.")
    return tuple(targets)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a guarantee is to say; all of it is decided before the notes are looked at."""

    confidence: float = 0.95
    """Probability with which all targets are met together, at least."""
    most: int = 1
    """A patient (or note) counts as at most so many identifiers. At 1 recall is the mean over
    notes of the share of a note's identifiers that is found; the higher, the nearer to the share
    of all identifiers, and the more notes are needed."""

    def __post_init__(self) -> None:
        """Refuses what cannot be.

        Raises:
            ConfigError: If the confidence is not between 0 and 1, or the count below 1.
        """
        if not 0 < self.confidence < 1 or self.most < 1:
            raise ConfigError(
                "A calibration needs a confidence between 0 and 1 and at least 1 identifier that "
                f"a note counts for, not {self.confidence:g} and {self.most}."
            )


def check_targets(targets: Sequence[Target], labels: Iterable[str]) -> None:
    """Refuses targets of which a review holds nothing.

    Args:
        targets: What is asked for.
        labels: Of the identifiers of the review.

    Raises:
        InputError: If a target has no identifier among them.
    """
    held = sorted(set(labels))
    for target in targets:
        if not any(target.holds(label) for label in held):
            raise InputError(
                f"The reviewed notes hold no identifier of {target.name}: review notes that do, "
                "or leave the target out."
            )


def choose_thresholds(
    notes: ScoredNotes, targets: Sequence[Target], terms: Terms, *, unit: str = "note"
) -> tuple[dict[str, float], tuple[Result, ...]]:
    """Returns thresholds by label and what was shown for each target.

    The chance that any of the targets is not met is at most 1 - confidence, over the draw of the
    reviewed notes: each target takes an equal part of it (Bonferroni). A target of a category or
    label lowers the thresholds of its labels only, and is tested as if all others stood at the
    model's own choice; lowering these too can only find more.

    Raises:
        InputError: If a target has no identifier in the notes, or they cannot show it; the message
            says how many more each such target takes.
    """
    check_targets(targets, notes.identifier_label)
    error = (1 - terms.confidence) / len(targets)
    thresholds: dict[str, float] = {}
    results, short = [], []
    for target in targets:
        labels = [label for label in notes.labels if target.holds(label)]
        chosen = np.array([target.holds(label) for label in notes.identifier_label], np.bool_)
        critical = notes.critical(None if target.name == "all" else labels)[chosen]
        losses = _Losses(notes.identifier_unit[chosen], critical, 1 - target.recall, terms.most)
        result = _highest(losses, target, error)
        if result is None:
            short.append(_too_few(losses, target, error, unit))
            continue
        results.append(result)
        for label in labels:
            thresholds[label] = min(result.threshold, thresholds.get(label, 1.0))
    if short:
        raise InputError(" ".join(short))
    return thresholds, tuple(results)


class _Losses:
    """The units that hold identifiers of a target, and what each threshold misses of them."""

    def __init__(self, unit: np.ndarray[Any, Any], critical: Floats, limit: float, most: int):
        _, self.row = np.unique(unit, return_inverse=True)
        self.critical = critical
        self.limit = limit
        self.most = most
        self.held = np.bincount(self.row).astype(np.float64)
        # A unit with more counts as `most` identifiers, missed in the same share.
        self.scale = np.minimum(1.0, most / self.held)

    def missed(self, threshold: float) -> Floats:
        """Identifiers of each unit that are not found whole."""
        return np.bincount(
            self.row, weights=self.critical < threshold, minlength=len(self.held)
        ).astype(np.float64)

    def recall(self, threshold: float) -> float:
        """Recall in these notes, as the guarantee defines it."""
        lost = (self.missed(threshold) * self.scale).sum()
        return 1.0 - float(lost / (self.held * self.scale).sum())

    def p_value(self, threshold: float, times: float = 1.0) -> float:
        """The p-value of 'recall is below the target', for `times` as many notes of this kind."""
        missed = self.missed(threshold) * self.scale
        gains = (self.limit * self.held * self.scale - missed) / ((1 - self.limit) * self.most)
        return math.exp(-max(0.0, log_capital(gains, times=times)))


def _highest(losses: _Losses, target: Target, error: float) -> Result | None:
    """The last threshold of the grid that passes, from the lowest up, with no failure between.

    None if the lowest does not pass.
    """
    passed = None
    for threshold in GRID:
        p = losses.p_value(threshold)
        if p > error:
            break
        passed = (threshold, p)
    if passed is None:
        return None
    threshold, p = passed
    return Result(
        target.name,
        target.recall,
        threshold,
        losses.recall(threshold),
        p,
        len(losses.held),
        len(losses.row),
        int(losses.missed(threshold).sum()),
    )


def _too_few(losses: _Losses, target: Target, error: float, unit: str) -> str:
    """Why the lowest threshold does not pass, and what to do."""
    lowest, n = GRID[0], len(losses.held)
    seen = losses.recall(lowest)
    missed = int(losses.missed(lowest).sum())
    begin = (
        f"{target.name}={target.recall:g} is not shown: of "
        f"{counted(len(losses.row), 'such identifier')} in "
        f"{counted(n, f'reviewed {unit}')} with any, "
        f"{missed} stay{'s' if missed == 1 else ''} even at the lowest threshold "
        f"(recall {seen:.4f})"
    )
    needed = smallest(lambda k: losses.p_value(lowest, k / n) <= error, n)
    if needed is None:
        return (
            f"{begin}; more notes like these cannot show it: ask for less, or teach the system "
            "what it misses (incognote adapt rules, incognote adapt MODEL)."
        )
    return (
        f"{begin}; if others are like them it takes about {counted(needed - n, f'more {unit}')} "
        "with such identifiers: review more, or ask for less."
    )


def smallest(passes: Callable[[int], bool], low: int) -> int | None:
    """Returns the smallest number from `low` on from which a test passes, to about 1 %.

    None if that is beyond any number of notes that could be reviewed.
    """
    high = max(1, low)
    while not passes(high):
        high *= 2
        if high > _MOST_NOTES:
            return None
    low = max(low, high // 2)
    while high - low > max(1, high // 200):
        middle = (low + high) // 2
        low, high = (low, middle) if passes(middle) else (middle, high)
    return high


def calibrate(
    notes: ScoredNotes,
    targets: Sequence[Target],
    terms: Terms,
    *,
    lang: str,
    policy: str,
    unit: str,
    recall_bias: float,
    system: Mapping[str, str],
    corpus: str,
) -> Calibration:
    """Returns the calibration of a system on reviewed notes.

    Args:
        notes: What the system thinks of them.
        targets: What is asked for,
        terms: and what the guarantee is to say.
        lang: Language,
        policy: policy (what counts as an identifier),
        unit: field of meta that says whose note it is ('' for each note by itself),
        recall_bias: bias,
        system: and hashes and versions of what was calibrated,
        corpus: on the notes with this hash.

    Raises:
        InputError: As `choose_thresholds`.
    """
    thresholds, results = choose_thresholds(notes, targets, terms, unit=unit or "note")
    before, after = notes.price({}), notes.price(thresholds)
    return Calibration(
        lang,
        policy,
        thresholds,
        results,
        terms.confidence,
        terms.most,
        unit or "note",
        notes.notes,
        recall_bias,
        dict(system),
        corpus,
        {
            "removed_before": before.removed,
            "removed": after.removed,
            "false_alarms_before": before.false_alarms,
            "false_alarms": after.false_alarms,
        },
        tuple(found.to_dict() for found in reliability(notes)),
    )
