"""Values searched in every note, millions of them: streets and providers, as hashes of their words.

A value is a polynomial over the hashes of its words; a note's runs of so many words are hashed in
one pass of numpy and looked up in a sorted table. That takes 9 bytes of memory for each value and
time in proportion to the note, and the table holds no value in clear.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from incognote.core.words import Word

_Hashes = npt.NDArray[np.uint64]

_BASE = np.uint64(0x9E3779B97F4A7C15)
_MOST_WORDS = 8
_KEPT = 500_000
_GAP = re.compile(r"[\s,.\-–/#'’&]{1,3}")


class Everywhere:
    """Phrases with the number of their label.

    Args:
        phrases: Words of a value, and its label's number (0 to 255).
    """

    def __init__(self, phrases: Iterable[tuple[Sequence[str], int]]) -> None:
        self._hashes: dict[str, int] = {}
        found: dict[int, tuple[array[int], bytearray]] = {}
        for words, label in phrases:
            if 0 < len(words) <= _MOST_WORDS:
                hashes, labels = found.setdefault(len(words), (array("Q"), bytearray()))
                hashes.append(self._hash(words))
                labels.append(label)
        self._tables = {
            size: _sorted(*table) for size, table in sorted(found.items(), reverse=True)
        }

    def _hash(self, words: Sequence[str]) -> int:
        total = 0
        for word in words:
            total = (total * int(_BASE) + self._word(word)) & 0xFFFFFFFFFFFFFFFF
        return total

    def _word(self, word: str) -> int:
        value = self._hashes.get(word)
        if value is None:
            if len(self._hashes) > _KEPT:
                self._hashes.clear()
            digest = blake2b(word.encode(errors="surrogatepass"), digest_size=8).digest()
            value = self._hashes[word] = int.from_bytes(digest, "little")
        return value

    def find(
        self, text: str, words: Sequence[Word], same: Mapping[str, str]
    ) -> Iterator[tuple[int, int, int]]:
        """Yields (first word, last word, number of the label), longest first.

        Args:
            text: The note.
            words: Its words.
            same: Other spellings of a word: from st to street.
        """
        if not self._tables or not words:
            return
        hashes = np.array([self._word(same.get(w.key, w.key)) for w in words], dtype=np.uint64)
        for size, (known, labels) in self._tables.items():
            if size > len(words):
                continue
            runs: _Hashes = np.zeros(len(words) - size + 1, dtype=np.uint64)
            for k in range(size):
                runs = runs * _BASE + hashes[k : len(words) - size + 1 + k]
            places = np.minimum(np.searchsorted(known, runs), len(known) - 1)
            for first in np.flatnonzero(known[places] == runs).tolist():
                last = first + size - 1
                if all(
                    _GAP.fullmatch(text, words[i].end, words[i + 1].start)
                    for i in range(first, last)
                ):
                    yield first, last, int(labels[places[first]])


def _sorted(hashes: array[int], labels: bytearray) -> tuple[_Hashes, npt.NDArray[np.uint8]]:
    """The distinct hashes in order, each with the label that came first."""
    distinct, first = np.unique(np.frombuffer(hashes, dtype=np.uint64), return_index=True)
    return distinct, np.frombuffer(labels, dtype=np.uint8)[first]
