"""What the operator allows, and the answer to what is not allowed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from incognote.serve.reveal import Revealer


@dataclass(frozen=True, slots=True)
class Terms:
    """What the operator allows."""

    version: str
    provenance: Mapping[str, str]
    """What every answer says of the system, without the policy."""
    policies: Mapping[str, Mapping[str, str]]
    """By policy and replacement the name of the desk's policy. The first of each is meant where a
    request names none."""
    hashes: Mapping[str, str]
    """By name of the desk's policy what answers say of it."""
    languages: tuple[str, ...]
    """Those that notes may be in."""
    token: str = field(default="", repr=False)
    """What a request must show; '': nothing, and then it must name a host of this machine."""
    max_bytes: int = 10_000_000
    """Of a request's body, or of a line of a stream."""
    max_notes: int = 256
    """Of a request."""
    seconds: float = 60.0
    """So long a body may take to come, and its answer to be made."""
    waiting: int = 64
    """So many requests are read or worked on at a time."""
    revealer: Revealer | None = field(default=None, repr=False)
    """Brings originals back; None: there is no such place."""

    @property
    def first(self) -> str:
        """The desk's policy that is meant where a request names neither policy nor replacement."""
        return next(iter(next(iter(self.policies.values())).values()))


class RefusedError(Exception):
    """An answer that is none of 200; the reason never quotes the request."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
