"""`Curve`: from what a model says to how often it is so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from incognote.core.document import Span
from incognote.core.errors import ConfigError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

ALL = "all"
"""The curve of labels that have none of their own."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A rising map from a model's probability to the share that was PHI."""

    x: tuple[float, ...]
    y: tuple[float, ...]

    def __post_init__(self) -> None:
        """Refuses what is no such map.

        Raises:
            ConfigError: If so.
        """
        pairs = (self.x, self.y)
        if not self.x or len(self.x) != len(self.y) or not all(map(_rises, pairs)):
            raise ConfigError("a curve of probabilities must rise from 0 or more to at most 1.")

    def __call__(self, p: Floats) -> Floats:
        """Returns the calibrated probabilities; between two points on the line that joins them."""
        import numpy as np

        return np.interp(p, self.x, self.y)


def _rises(values: tuple[float, ...]) -> bool:
    ends = (0.0, *values, 1.0)
    return all(a <= b for a, b in pairwise(ends))


def recalibrated(
    spans: Iterable[Span], curves: Mapping[str, Curve], detector: str
) -> tuple[Span, ...]:
    """Returns spans with calibrated scores; which they are does not change.

    Args:
        spans: What was found.
        curves: By label; `ALL` is that of the others.
        detector: Whose spans the curves are for.
    """
    import numpy as np

    found = []
    for span in spans:
        curve = curves.get(span.label, curves.get(ALL)) if span.detector == detector else None
        found.append(
            span if curve is None else replace(span, score=float(curve(np.array([span.score]))[0]))
        )
    return tuple(found)
