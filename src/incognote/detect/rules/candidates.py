"""Which of many patterns can match some texts: a few passes in place of one for each pattern.

Of a table of hundreds of rows a note matches a dozen. Most patterns need some literal (`ward`), and
one pass finds all literals that stand in a text; those that need none go together, a few at a time,
for of such a set RE2 says in one pass which of its patterns match.
"""

from __future__ import annotations

from collections.abc import Sequence

import re2

_TOGETHER = 4
"""Patterns of a set. Of more the automaton has more states than its memory holds, and makes them
over and over."""


class Candidates:
    """Patterns of which one may ask which can match texts; threads may share it.

    Args:
        patterns: RE2 syntax, valid.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        self._size = len(patterns)
        self._filter = re2.Filter()
        for pattern in patterns:
            self._filter.Add(pattern, _quiet())
        self._filter.Compile()
        bare = self._filter.Match(b"", True) or []
        self._sets = []
        for first in range(0, len(bare), _TOGETHER):
            numbers = bare[first : first + _TOGETHER]
            together = re2.Set.SearchSet(_quiet())
            for number in numbers:
                together.Add(patterns[number])
            together.Compile()
            self._sets.append((numbers, together))

    def of(self, texts: Sequence[bytes]) -> list[list[int]]:
        """Returns for each pattern the numbers of all texts that it matches, and of some others.

        Pattern after pattern and not text after text, so that automata stay in the cache.
        """
        found: list[list[int]] = [[] for _ in range(self._size)]
        for text, data in enumerate(texts):
            for number in self._filter.Match(data, True) or ():
                found[number].append(text)
        for numbers, together in self._sets:
            for number in numbers:  # which the filter knows nothing of
                found[number].clear()
            for text, data in enumerate(texts):
                for i in together.Match(data) or ():
                    found[numbers[i]].append(text)
        return found


def _quiet() -> re2.Options:
    """The library would print patterns."""
    options = re2.Options()
    options.log_errors = False
    return options
