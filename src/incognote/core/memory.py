"""What a process no longer needs goes back to the system."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> None:
    """Returns freed memory to the system, which the C library of Linux would keep for itself.

    Of a worker that is some 25 MB between two of its largest notes; it takes milliseconds.
    """
    if sys.platform == "linux":
        # musl has no such function, and needs none.
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
