"""References, addresses and searches of FHIR: what of them stays, and what is coded."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from incognote.io.fhir_tables import tables

_ID = r"([A-Za-z0-9_.:=~-]+)"
_REST = re.compile(
    rf"(?:([a-z]+://.+?)/)?([A-Z][A-Za-z]+)/{_ID}(?:/_history/{_ID})?(#.*|\|.*)?", re.DOTALL
)
_SEARCH = re.compile(r"(?:([a-z]+://[^?]+?)/)?([A-Z][A-Za-z]+)?\?(.*)", re.DOTALL)


def link(text: str, is_public: Any) -> list[str | tuple[str, str]]:
    """What stays of a link, and as pairs what is coded; the same for a reference and what it means.

    The base of an address becomes a host of its own, below .invalid (RFC 2606), so that relative
    and absolute addresses (R4 and R5, "Resolving references in Bundles") still agree.
    """
    types = tables().elements
    if text.startswith("#"):
        return ["#", ("", text[1:])] if text[1:] else [text]
    if text.startswith("urn:uuid:"):
        return ["urn:uuid:", ("", text[9:])]
    if text in types:
        return [text]
    if (rest := _REST.fullmatch(text)) and rest[2] in types:
        base, type, id, version, behind = rest.groups()
        parts: list[str | tuple[str, str]] = [*_base(base), type, "/", ("", id)]
        if version:
            parts += ["/_history/", ("", version)]
        if behind:
            parts += [behind[0], ("", behind[1:])] if behind[1:] else [behind]
        return parts
    if (search := _SEARCH.fullmatch(text)) and (search[2] or "Patient") in types:
        return [*_base(search[1]), search[2] or "", "?", *query(search[3], is_public)]
    return ["https://", ("", text), ".invalid/"]


def _base(base: str | None) -> list[str | tuple[str, str]]:
    return ["https://", ("", base), ".invalid/"] if base else []


def query(text: str, is_public: Any) -> list[str | tuple[str, str]]:
    """A search, as `link`: names of parameters stay, and public systems."""
    parts: list[str | tuple[str, str]] = []
    for i, pair in enumerate(text.split("&")):
        name, equals, value = pair.partition("=")
        if i:
            parts.append("&")
        if not re.fullmatch(r"[\w:.-]*", name):
            parts.append(("", name))
        else:
            parts.append(name)
        parts.append(equals)
        system, bar, code = unquote(value).rpartition("|")
        if system:
            parts += [system] if is_public(system) else ["https://", ("", system), ".invalid/"]
        parts.append(bar)
        if code:
            rest = _REST.fullmatch(code)
            parts += link(code, is_public) if rest else [("", code)]
    return [each for each in parts if each]
