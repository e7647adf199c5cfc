"""Whether the time that work takes grows in line with what it works on."""

from __future__ import annotations

import math
import time
from collections.abc import Callable


def in_line(
    small: Callable[[], object], large: Callable[[], object], most: float = 8.0, more: float = 0.4
) -> bool:
    """Whether the large work takes at most so many times the processor time of the small one, and
    so many seconds more: of each the best of up to five tries, since others use the machine."""
    best = [math.inf, math.inf]
    for _ in range(5):
        for i, work in enumerate((small, large)):
            began = time.process_time()
            work()
            best[i] = min(best[i], time.process_time() - began)
        if best[1] < most * best[0] + more:
            return True
    return False
