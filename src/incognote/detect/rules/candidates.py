"""Which of many patterns can match a text: a few passes over it in place of one for each pattern.

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
    """Patterns of which one may ask which can match a text; threads may share it.

    Args:
        patterns: RE2 syntax, valid.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
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
        self._bare = frozenset(bare)

    def of(self, data: bytes) -> list[int]:
        """Returns the numbers of all patterns that match a text, and of some that do not."""
        found = [n for n in self._filter.Match(data, True) or () if n not in self._bare]
        for numbers, together in self._sets:
            found += [numbers[i] for i in together.Match(data) or ()]
        return sorted(found)


def _quiet() -> re2.Options:
    """The library would print patterns."""
    options = re2.Options()
    options.log_errors = False
    return options
