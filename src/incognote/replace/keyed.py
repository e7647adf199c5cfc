"""Choices that follow from the key: no state, no file, the same in every process."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Sequence
from typing import TypeVar

from incognote.core.document import Document, Span
from incognote.replace.replacement import Context

T = TypeVar("T")


class Keyed:
    """The choices of one note: those of its patient or of the run, as the scope says.

    Args:
        doc: The note.
        context: Key and scope.
    """

    def __init__(self, doc: Document, context: Context) -> None:
        """See the class."""
        self._secret = context.secret("surrogate", context.group(doc))
        self._note = doc.id
        self._vary = context.vary

    def number(self, kind: str, value: str) -> int:
        """Returns a number of 64 bits for a value of a kind."""
        message = f"{kind}\0{value}".encode(errors="surrogatepass")
        return int.from_bytes(hmac.digest(self._secret, message, hashlib.sha256)[:8], "big")

    def pick(self, kind: str, value: str, pool: Sequence[T]) -> T:
        """Returns one of the pool."""
        return pool[self.number(kind, value) % len(pool)]

    def rng(self, kind: str, value: str) -> random.Random:
        """Returns a source of chance for a value of a kind."""
        return random.Random(self.number(kind, value))

    def salt(self, span: Span) -> str:
        """Returns what sets a mention apart that is to be replaced anew, '' for the others."""
        if not self._vary:
            return ""
        number = self.number("vary", f"{self._note}\0{span.start}")
        return f"{self._note}\0{span.start}" if number < self._vary * 2**64 else ""
