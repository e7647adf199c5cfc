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
        self._filter: re2.Filter | None = re2.Filter()
        for pattern in patterns:
            self._filter.Add(pattern, _quiet())
        try:
            self._filter.Compile()
            bare = self._filter.Match(b"", True) or []
        except re2.error:  # the literals of a site's long list need more memory than there is
            self._filter, bare = None, list(range(self._size))
        self._sets = []
        self._unasked: list[int] = []
        for first in range(0, len(bare), _TOGETHER):
            numbers = bare[first : first + _TOGETHER]
            together = re2.Set.SearchSet(_quiet())
            for number in numbers:
                together.Add(patterns[number])
            try:
                together.Compile()
            except re2.error:  # the same; each by itself needs less
                self._unasked += numbers
            else:
                self._sets.append((numbers, together))

    def of(self, texts: Sequence[bytes]) -> list[list[int]]:
        """Returns for each pattern the numbers of all texts that it matches, and of some others.

        Pattern after pattern and not text after text, so that automata stay in the cache.
        """
        found: list[list[int]] = [[] for _ in range(self._size)]
        for text, data in enumerate(texts):
            for number in (self._filter and self._filter.Match(data, True)) or ():
                found[number].append(text)
        for number in self._unasked:
            found[number] = list(range(len(texts)))
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
