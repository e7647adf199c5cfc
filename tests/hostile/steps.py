"""The work that a text costs, counted in lines of ours that run: the same on any machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import incognote

_OURS = str(Path(incognote.__file__).parent)


class _Enough(BaseException):
    """Ends work whose steps need not be counted further."""


def steps(work: Callable[[], object], most: int = sys.maxsize) -> int:
    """Returns how many lines of the package run; what the interpreter does in one call is one.

    Args:
        work: Run once, or up to `most` steps.
        most: Where counting ends.
    """
    count = 0

    def line(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        if count >= most:
            raise _Enough
        return line

    def call(frame: FrameType, event: str, arg: Any) -> Any:
        return line if frame.f_code.co_filename.startswith(_OURS) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        work()
    except _Enough:
        pass
    finally:
        sys.settrace(before)
    return count
