"""The words of a note's names as logins and addresses hold them: one behind another, or cut off."""

from __future__ import annotations

from collections.abc import Iterable

_SHORTEST = 3
_STEM = 4
"""Letters that are left of a longer word where a login cuts it, at least."""


class Beginnings:
    """Words, ready to be asked which of them a text begins with.

    Args:
        words: Folded; those below three letters are passed over.
    """

    def __init__(self, words: Iterable[str]) -> None:
        """See the class."""
        known = sorted((w for w in words if len(w) >= _SHORTEST), key=lambda w: (-len(w), w))
        self._words = frozenset(known)
        self._sizes = sorted({len(word) for word in known}, reverse=True)
        self._longest: dict[str, str] = {}
        for word in known:
            if len(word) > _STEM:
                self._longest.setdefault(word[:_STEM], word)
        self._stems = {word[:size] for word in known for size in (_SHORTEST, _STEM)}

    def whole(self, text: str) -> str:
        """Returns the longest word that a text begins with, '' where it begins with none."""
        return next((text[:size] for size in self._sizes if text[:size] in self._words), "")

    def cut(self, text: str) -> str:
        """Returns the longest word of whose letters a text begins with four, '' where none has."""
        return self._longest.get(text[:_STEM], "")

    def any(self, text: str) -> bool:
        """Returns whether a text begins with a word, whole or cut off."""
        cut = len(text) >= _SHORTEST and text[:_STEM] in self._stems
        return cut or bool(self.whole(text))
