"""Insurers, health funds and public bodies that pay: one becomes another of its country.

Each pack's table `insurers` has a row of names for each country, a row `beside` of words that may
stand beside a name, and rows `word XX` of words that only the country XX has. Those of the packs
that count beside it (`Language.also`) are known in its notes, too: guests are insured at home.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from incognote.core.case import case_like, fold
from incognote.core.language import get_language

_WORD = re.compile(r"[^\W_]+(?:[-.'’][^\W_]+)*")
_LONGEST = 8
"""Words of a mark above which it is no insurer's name alone."""

Pick = Callable[[str, str, str, Sequence[str]], str]
"""As `Draw.pick`: kind, folded original, salt and pool to one of the pool."""


class Insurers:
    """The insurers of one note.

    Args:
        marks: Type and surface of each mark of the note.
        lang: Its language, which decides between countries of which the note tells nothing.
        country_of_town: From a folded town to its country.
    """

    def __init__(
        self, marks: Sequence[tuple[str, str]], lang: str, country_of_town: Mapping[str, str]
    ) -> None:
        self._known = _insurers(lang)
        self._own = frozenset(get_language(lang).table("insurers"))
        votes: Counter[str] = Counter()
        for kind, text in marks:
            if kind in ("ORGANIZATION", "HOSPITAL"):
                known = self._known.countries.get(fold(text), ())
                votes.update(known if len(known) == 1 else ())
            elif kind == "CITY" and (country := country_of_town.get(fold(text))):
                votes[country] += 1
        self._votes = votes

    def other(self, surface: str, salt: str, pick: Pick, *, abroad: bool = True) -> str:
        """Returns the surface with the insurer that it names changed, '' where it names none.

        Args:
            surface: 'ESSALUD', 'Rímac Seguros'; words that say the kind may stand beside the name.
            salt: Of a mention that is replaced anew.
            pick: Draws one of several.
            abroad: Whether insurers of countries with another language count.
        """
        words = list(islice(_WORD.finditer(surface), _LONGEST + 1))
        if len(words) > _LONGEST:
            return ""
        for size in range(len(words), 0, -1):
            for i in range(len(words) - size + 1):
                start, end = words[i].start(), words[i + size - 1].end()
                name = surface[start:end]
                if not (countries := self._countries(fold(name), abroad=abroad)):
                    continue
                rest = {fold(word[0]) for word in (*words[:i], *words[i + size :])}
                if rest <= self._known.beside:
                    told = {self._known.told[word] for word in rest & self._known.told.keys()}
                    country = max(countries, key=lambda c: (c in told, self._votes[c]))
                    made = self._insurer(name, country, salt, pick, plain=bool(rest))
                    return surface[:start] + made + surface[end:]
        return ""

    def _insurer(self, name: str, country: str, salt: str, pick: Pick, *, plain: bool) -> str:
        """Another insurer; a `plain` name has no word that says its kind once more."""
        row = self._known.names[country]
        others = [other for other in row if fold(other) != fold(name)]
        if plain:
            beside = self._known.beside
            others = [o for o in others if beside.isdisjoint(fold(o).split())] or others
        new = pick("payer", fold(name), salt, others)
        return new if name in row else case_like(name, new)

    def _countries(self, key: str, *, abroad: bool) -> Sequence[str]:
        """Countries of an insurer, those of the language first."""
        found = self._known.countries.get(key, ())
        return found if abroad else [country for country in found if country in self._own]


class _Known(NamedTuple):
    """The insurers that are known in the notes of a language."""

    names: Mapping[str, tuple[str, ...]]
    """By country."""
    countries: Mapping[str, tuple[str, ...]]
    """From a folded name to the countries that have it."""
    beside: frozenset[str]
    """Folded words that say the kind of an insurer."""
    told: Mapping[str, str]
    """From a folded word beside a name to the only country that has it."""


@cache
def _insurers(lang: str) -> _Known:
    names: dict[str, tuple[str, ...]] = {}
    countries: dict[str, tuple[str, ...]] = {}
    beside: set[str] = set()
    told: dict[str, str] = {}
    for code in get_language(lang).codes:
        for key, row in get_language(code).table("insurers").items():
            if key == "beside":
                beside.update(row)
            elif key.startswith("word "):
                told.update(dict.fromkeys(row, key.removeprefix("word ")))
            else:
                names[key] = (*names.get(key, ()), *row)
                for name in row:
                    countries[fold(name)] = (*countries.get(fold(name), ()), key)
    return _Known(names, countries, frozenset(beside), told)
