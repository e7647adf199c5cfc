"""Answers over HTTP, with the headers that all of them have."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from incognote.core.errors import MissingExtraError
from incognote.serve.requests import JSON

try:
    from starlette.responses import Response
except ImportError:
    raise MissingExtraError("incognote serve", "serve") from None

_LATER = {"retry-after": "2"}
_HEADERS: Mapping[int, Mapping[str, str]] = {
    401: {"www-authenticate": "Bearer"},
    429: _LATER,
    503: _LATER,
}


def answer(status: int, content: Any) -> Any:
    """Returns an answer of JSON."""
    # In ASCII, so that half of a surrogate pair comes back as it came.
    return raw_answer(status, json.dumps(content).encode(), JSON)


def raw_answer(
    status: int, content: bytes, kind: str, more: Mapping[str, str] | None = None
) -> Any:
    """Returns an answer of some type, with `more` headers."""
    headers = {
        # Not as `media_type`, to which a character set would be added.
        "content-type": kind,
        **(more or {}),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        **_HEADERS.get(status, {}),
    }
    return Response(content, status_code=status, headers=headers)
