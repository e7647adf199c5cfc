"""Choices that follow from the key: no state, no file, the same in every process."""

from __future__ import annotations

import hashlib
import hmac
import random
import re
from collections.abc import Sequence
from itertools import chain, count, islice
from typing import TypeVar

from incognote.core.case import fold
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


_WORD = re.compile(r"[^\W\d_]+")
_LONG = 4
"""Letters of an original from which it may not stand within a surrogate's word either."""
VOWELS, CONSONANTS = "AEIOU", "BCDFGHJKLMNPRSTVW"


class Draw:
    """Draws from lists that never give a word of an original.

    Args:
        keyed: The note's choices.
        taken: Folded words of the note's marks, and others that are never given.
    """

    def __init__(self, keyed: Keyed, taken: frozenset[str]) -> None:
        self.keyed, self.taken = keyed, taken

    def pick(self, kind: str, key: str, salt: str, pool: Sequence[str]) -> str:
        """Returns one of the pool without a word of an original, an invented word if none is.

        Args:
            kind: What is drawn.
            key: The folded original.
            salt: Of a mention that is replaced anew.
            pool: What is drawn from.
        """
        own = frozenset(_WORD.findall(key))
        start = self.keyed.number(kind, key + salt) % max(len(pool), 1)
        free = (
            name
            for name in chain(islice(pool, start, None), islice(pool, start))
            for words in (_WORD.findall(fold(name)),)
            if self.taken.isdisjoint(words)
            and own.isdisjoint(words)
            and not (len(key) >= _LONG and key in fold(name))  # 'Lincolnia' for Lincoln
        )
        return next(free, "") or self._invented(key + salt, own)

    def _invented(self, value: str, own: frozenset[str]) -> str:
        """A word that no list has, longer and longer until it is none of those."""
        rng = self.keyed.rng("invented", value)
        words = (
            "".join(rng.choice(CONSONANTS) + rng.choice(VOWELS) for _ in range(syllables)).title()
            for syllables in count(3)
        )
        return next(w for w in words if fold(w) not in self.taken and fold(w) not in own)
