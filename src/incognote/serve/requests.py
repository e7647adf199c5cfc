"""What a request must be before anything is done with it; reasons never quote it."""

from __future__ import annotations

import asyncio
import hmac
import re
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

from incognote.core.config import parse_exact_json
from incognote.serve.terms import RefusedError

JSON, NDJSON = "application/json", "application/x-ndjson"
"""Types of content."""
_LOCAL = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?")
_CHARSET = re.compile(r";\s*charset\s*=")
_UTF_8 = re.compile(r";\s*charset\s*=\s*\"?(?:utf-?8|us-ascii)\"?\s*(?:;|$)")


def admit(request: Any, token: str) -> None:
    """Refuses a request that may not come in.

    Args:
        request: Of Starlette.
        token: What it must show; '': nothing, and then it must come from this machine.

    Raises:
        RefusedError: 401, 403 or 421.
    """
    if not token:
        check_here(request)
    elif not hmac.compare_digest(
        request.headers.get("authorization", "").encode(), f"Bearer {token}".encode()
    ):
        raise RefusedError(401, "Show the token: Authorization: Bearer TOKEN.")


def check_here(request: Any) -> None:
    """Refuses a request that names another machine, or that a page of another place has sent.

    Raises:
        RefusedError: 421 or 403.
    """
    if not _LOCAL.fullmatch(request.headers.get("host", "")):
        # A page in a browser here whose name leads to this machine is somebody else's.
        raise RefusedError(421, "Name this machine as localhost, 127.0.0.1 or [::1].")
    if _is_of_a_page(request.headers.get("origin", "")):
        raise RefusedError(403, "A page of another place may not ask.")


def _is_of_a_page(origin: str) -> bool:
    """Whether a browser says that a page of another machine has it ask."""
    return bool(origin) and not _LOCAL.fullmatch(origin.partition("://")[2])


def check_kind(request: Any, kinds: Sequence[str]) -> None:
    """Refuses a body of another type of content, of another character set, or compressed.

    Raises:
        RefusedError: 415.
    """
    if kind_of(request) not in kinds:
        raise RefusedError(415, f"Send {' or '.join(kinds)}.")
    said = request.headers.get("content-type", "").lower()
    if _CHARSET.search(said) and not _UTF_8.search(said):
        raise RefusedError(415, "Send UTF-8; convert what is in another character set.")
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise RefusedError(415, "Send it as it is, not compressed (content-encoding).")


async def read_body(request: Any, most: int, seconds: float) -> bytes:
    """Returns the body of a request.

    Args:
        request: Of Starlette.
        most: Bytes that it may have.
        seconds: In which it must come.

    Raises:
        RefusedError: 408 or 413.
    """
    too_large = RefusedError(413, f"The request has more than {most:,} bytes; send less.")
    said = request.headers.get("content-length", "0")
    if said.isdecimal() and int(said) > most:
        raise too_large
    data = bytearray()
    async for part in in_time(request.stream(), seconds, together=True):
        data.extend(part)
        if len(data) > most:
            raise too_large
    return bytes(data)


async def in_time(
    parts: AsyncIterator[bytes], seconds: float, *, together: bool
) -> AsyncIterator[bytes]:
    """Yields the parts of a body.

    Args:
        parts: As they come.
        seconds: So long they may take.
        together: Whether all of them, or each.

    Raises:
        RefusedError: If they come too slowly.
    """
    ends = time.monotonic() + seconds
    while True:
        left = ends - time.monotonic() if together else seconds
        try:
            part = await asyncio.wait_for(anext(parts, None), max(0, left))
        except (asyncio.TimeoutError, TimeoutError):
            raise RefusedError(408, "The request came too slowly.") from None
        if part is None:
            return
        yield part


def json_object(data: bytes, name: str) -> dict[str, Any]:
    """Returns a JSON object.

    Args:
        data: The text in UTF-8.
        name: What it is called, for the message.

    Raises:
        RefusedError: If it is none.
    """
    try:
        asked = parse_exact_json(data.decode("utf-8"))
    except ValueError:  # whose message may quote the body
        reason = f"{name} is no JSON in UTF-8, or says something twice."
        raise RefusedError(400, reason) from None
    if not isinstance(asked, dict):
        raise RefusedError(400, f"{name} is no JSON object.")
    return asked


def kind_of(request: Any) -> str:
    """Returns the type of a request's content, without its parameters."""
    said: str = request.headers.get("content-type", "")
    return said.partition(";")[0].strip().lower()
