"""How the time that work takes grows with what it works on: never how long it takes."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

Work = Callable[[], object]


def in_line(work: Callable[[int], Work], size: int, times: int = 16, more: float = 0.3) -> bool:
    """Whether the work of a size so many times as large takes no more than four times as much
    more, and so many seconds: a square takes `times` times as much. The best of up to five tries,
    since others use the machine, beside the best of three."""
    small, large = work(size), work(times * size)
    most = 4 * times * least(small) + more
    return any(_taken(large) < most for _ in range(5))


def least(work: Work) -> float:
    """Returns the processor seconds of the best of three tries: the first may fill caches."""
    return min(_taken(work) for _ in range(3))


def _taken(work: Work) -> float:
    """Without collecting garbage: that goes through all that other tests left, too."""
    gc.disable()
    try:
        began = time.process_time()
        work()
        return time.process_time() - began
    finally:
        gc.enable()
