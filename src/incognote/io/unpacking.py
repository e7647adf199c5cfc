"""How much a container may unpack to: a few bytes that come over a network may stand for gigabytes.

Whoever reads containers of others says `at_most`; who unpacks one says how much it is (`unpacked`),
also where it lies within another. Runs over files of one's own have no such bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from incognote.core.errors import InputError

_LEFT: ContextVar[list[int] | None] = ContextVar("left", default=None)


class TooMuchError(InputError):
    """What is read unpacks to more than it may."""


@contextmanager
def at_most(size: int) -> Iterator[None]:
    """Bounds the bytes that what is read within may unpack to, all of it together."""
    token = _LEFT.set([size])
    try:
        yield
    finally:
        _LEFT.reset(token)


def bytes_left() -> int | None:
    """Returns how many more there may be; None: there is no bound."""
    left = _LEFT.get()
    return None if left is None else left[0]


def unpacked(size: int) -> None:
    """Counts bytes that were, or would be, unpacked.

    Raises:
        TooMuchError: If they are too many.
    """
    left = _LEFT.get()
    if left is None:
        return
    left[0] -= size
    if left[0] < 0:
        left[0] = 0
        raise TooMuchError("It unpacks to more than a request may have.")
