"""What is done with a document of any kind: its text, and the same with surfaces replaced."""

from __future__ import annotations

from incognote.io.format import Content


def text_of(content: Content, data: bytes) -> str:
    (text,) = content.texts(data, "a")
    return text


def without(content: Content, data: bytes, *surfaces: str, new: str = "[X]") -> bytes:
    """The document with these surfaces replaced, each of which must be in its text."""
    text = text_of(content, data)
    for surface in surfaces:
        assert surface in text, surface
        text = text.replace(surface, new)
    return content.write(data, [text], "a")
