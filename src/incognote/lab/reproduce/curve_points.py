"""The points of learning curves: a training each, scored on the site's notes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from incognote.assure.evaluation import Evaluation
from incognote.lab.site.projection import Measured, mean_recall
from incognote.lab.training.adapt import WAYS

SHELF, FULL = "off the shelf", "fully customised"
PICK = "pick"
CURVE_WAYS = {**WAYS, PICK: "A then B, with the notes that incognote adapt pick takes first"}
EMBEDDING = "embedding "
"""Before the name of unmarked notes: A alone, its words learned from them."""
GOING_ON = ("then", PICK)


@dataclass(frozen=True, slots=True)
class Point:
    """One training, scored on the site's notes."""

    way: str
    size: int
    """Identifiers that were asked for; 0 off the shelf, and the whole pool where all was taken."""
    seed: int
    measured: Measured
    precision: float
    at_85: float
    """Recall at a precision of .85 (R@P)."""
    f1: float
    names: tuple[float, float, float] | None
    """Recall, precision and F1 of words of names; None where there are none."""
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Returns what a line of `points.jsonl` holds."""
        values = {name: getattr(self, name) for name in self.__slots__ if name != "measured"}
        found = self.measured
        return {
            **values,
            "identifiers": found.identifiers,
            "recall": round(found.recall, 6),
            "found": found.found.tolist(),
            "wanted": found.wanted.tolist(),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Point:
        """Returns the point of a line."""
        measured = Measured(
            values["identifiers"], np.array(values["found"]), np.array(values["wanted"])
        )
        fields = ("way", "size", "seed", "precision", "at_85", "f1", "seconds")
        names = None if values["names"] is None else tuple(values["names"])
        return cls(measured=measured, names=names, **{name: values[name] for name in fields})


@dataclass(frozen=True, slots=True)
class Curves:
    """All points of a run."""

    points: tuple[Point, ...]
    wanted: int
    """PHI words in the scored notes."""

    def by_size(self, way: str) -> dict[int, list[Measured]]:
        """Returns the runs of a way by size; going on begins with none, off the shelf."""
        found: dict[int, list[Measured]] = {}
        for point in self.points:
            if point.way == way or (way in GOING_ON and point.way == SHELF):
                found.setdefault(point.size, []).append(point.measured)
        return dict(sorted(found.items()))

    def of(self, way: str, size: int) -> list[Point]:
        """Returns the points of a way and size."""
        return [p for p in self.points if (p.way, p.size) == (way, size)]

    def rows(self) -> list[dict[str, Any]]:
        """Returns a row for each way and size: means over seeds, with intervals."""
        rows = []
        for way, size in sorted({(p.way, p.size) for p in self.points}, key=_order):
            points = self.of(way, size)
            recall = mean_recall([p.measured for p in points])
            rows.append(
                {
                    "way": way,
                    "size": size,
                    "identifiers": float(np.mean([p.measured.identifiers for p in points])),
                    "seeds": len(points),
                    "recall": recall.value,
                    "low": recall.low,
                    "high": recall.high,
                    **{
                        name: float(np.mean([getattr(p, name) for p in points]))
                        for name in ("at_85", "precision", "f1", "seconds")
                    },
                    "names": points[0].names,
                    "at_85_low": min(p.at_85 for p in points),
                    "at_85_high": max(p.at_85 for p in points),
                }
            )
        return rows


def _order(key: tuple[str, int]) -> tuple[int, str, int]:
    way, size = key
    order = [SHELF, *CURVE_WAYS, FULL]
    return (order.index(way) if way in order else len(order), way, size)


def score_point(
    way: str, size: int, seed: int, identifiers: int, evaluation: Evaluation, seconds: float
) -> Point:
    """Returns the point of a training from how its model does on the site's notes."""
    table = evaluation.tables["tokens"]
    counts = next(v for measure, v in table.counts.items() if str(measure) == "binary")
    tp, _, fn = counts.T[:3]
    return Point(
        way,
        size,
        seed,
        Measured(identifiers, np.asarray(tp, float), np.asarray(tp + fn, float)),
        evaluation["tokens/binary/precision"],
        float(evaluation.points["recall_at_precision_85"]["recall"]),
        evaluation["tokens/binary/f1"],
        _names(evaluation),
        seconds,
    )


def _names(evaluation: Evaluation) -> tuple[float, float, float] | None:
    kinds = ("recall", "precision", "f1")
    found = [evaluation.figures.get(f"tokens/multiclass/label=NAME/{kind}") for kind in kinds]
    values = [figure.value for figure in found if figure is not None]
    recall, precision, f1 = values if len(values) == 3 else (None, None, None)
    if recall is None or precision is None or f1 is None:
        return None
    return recall, precision, f1
