"""`Calibration`: thresholds with what they were shown with, and their file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from incognote.assure.record import read_record, to_json
from incognote.core.curve import Curve
from incognote.core.errors import ConfigError, InputError
from incognote.core.labels import LABELS

FORMAT_VERSION = 1
KIND = "incognote calibration"


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one target."""

    name: str
    recall: float
    """What was asked for."""
    threshold: float
    """The highest at which it is shown."""
    found: float
    """Recall at that threshold in the reviewed notes."""
    p: float
    """Of the test there."""
    units: int
    """Reviewed patients (or notes) that hold such identifiers."""
    identifiers: int
    """Such identifiers in the reviewed notes."""
    missed: int
    """Those of them that the threshold misses."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Thresholds and what they were shown with; its file holds nothing from the notes."""

    lang: str
    policy: str
    thresholds: Mapping[str, float]
    """By label of the model: what is at least that likely PHI is marked."""
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
