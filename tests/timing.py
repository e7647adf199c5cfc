"""Whether the time that work takes grows in line with what it works on."""

from __future__ import annotations

import time
from collections.abc import Callable


def in_line(
    small: Callable[[], object], large: Callable[[], object], most: float = 8.0, more: float = 0.4
) -> bool:
    """Whether the large work takes at most so many times the processor time of the small one, and
    so many seconds more: the best of up to five tries, since others use the machine, beside the
    best of three, since the first of them may fill caches."""
    best = min(_taken(small) for _ in range(3))
    return any(_taken(large) < most * best + more for _ in range(5))


def _taken(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
