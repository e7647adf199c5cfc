"""Stretches of work that Ctrl-C must not cut in two."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ENDS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""What ends a run in good order: Ctrl-C, a scheduler, a terminal that is closed."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Puts off Ctrl-C, SIGTERM and SIGHUP until the block is done.

    Handlers are exchanged rather than signals masked: a mask holds for one thread, and the one that
    draws the progress bar would take the signal.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # Python runs handlers in the main thread only
        return
    came: list[int] = []
    handlers = {number: signal.getsignal(number) for number in ENDS}
    # None: set by another program around us, which Python could not set back.
    ours = {number: handler for number, handler in handlers.items() if handler is not None}
    for number in ours:
        signal.signal(number, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])
