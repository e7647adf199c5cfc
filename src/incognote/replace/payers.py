"""Insurers, health funds and public bodies that pay: one becomes another of its country."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import islice

from incognote.core.case import case_like, fold
from incognote.replace import pools
from incognote.replace.values import table
from incognote.replace.values.places import COUNTRIES

_TOLD = {"eps": "CO", "arl": "CO", "isapre": "CL", "obra": "AR", "prepaga": "AR", "sctr": "PE"}
"""Words beside a payer that only one country has."""
_WORD = re.compile(r"[^\W_]+(?:[-.'’][^\W_]+)*")
_LONGEST = 8
"""Words of a mark above which it is no payer's name alone."""

Pick = Callable[[str, str, str, Sequence[str]], str]
"""As `Firms.pick`: kind, folded original, salt and pool to one of the pool."""


class Payers:
    """The payers of one note.

    Args:
        marks: Type and surface of each mark of the note.
        lang: Its language, which decides between countries of which the note tells nothing.
    """

    def __init__(self, marks: Sequence[tuple[str, str]], lang: str) -> None:
        """See the class."""
        self.lang = lang
        votes: Counter[str] = Counter()
        for kind, text in marks:
            if kind in ("ORGANIZATION", "HOSPITAL"):
                known = _countries().get(fold(text), ())
                votes.update(known if len(known) == 1 else ())
            elif kind == "CITY" and (country := pools.country_of_town(lang).get(fold(text))):
                votes[country] += 1
        self._votes = votes

    def other(self, surface: str, salt: str, pick: Pick, *, abroad: bool = True) -> str:
        """Returns the surface with the payer that it names changed for another, '' for no payer.

        Args:
            surface: 'ESSALUD', 'Rímac Seguros'; words that say the kind may stand beside the name.
            salt: Of a mention that is replaced anew.
            pick: Draws one of several.
            abroad: Whether payers of countries with another language count.
        """
        words = list(islice(_WORD.finditer(surface), _LONGEST + 1))
        if len(words) > _LONGEST:
            return ""
        beside = _beside()
        for size in range(len(words), 0, -1):
            for i in range(len(words) - size + 1):
                start, end = words[i].start(), words[i + size - 1].end()
                name = surface[start:end]
                if not (countries := self._countries(fold(name), abroad=abroad)):
                    continue
                rest = {fold(word[0]) for word in (*words[:i], *words[i + size :])}
                if rest <= beside:
                    told = {_TOLD[word] for word in rest & _TOLD.keys()}
                    country = max(countries, key=lambda c: (c in told, self._votes[c]))
                    made = self._payer(name, country, salt, pick, plain=bool(rest))
                    return surface[:start] + made + surface[end:]
        return ""

    def _payer(self, name: str, country: str, salt: str, pick: Pick, *, plain: bool) -> str:
        """Another payer; a `plain` name has no word that says its kind once more."""
        row = table("payers")[country]
        others = [other for other in row if fold(other) != fold(name)]
        if plain:
            others = [o for o in others if _beside().isdisjoint(fold(o).split())] or others
        new = pick("payer", fold(name), salt, others)
        return new if name in row else case_like(name, new)

    def _countries(self, key: str, *, abroad: bool) -> Sequence[str]:
        """Countries of a payer, those of the language first."""
        found = _countries().get(key, ())
        own = [country for country in found if (country in COUNTRIES) == (self.lang != "es")]
        return [*own, *(country for country in found if country not in own)] if abroad else own


@cache
def _countries() -> Mapping[str, tuple[str, ...]]:
    """From a folded payer to the countries that have it."""
    found: dict[str, tuple[str, ...]] = {}
    for country, names in table("payers").items():
        for name in names if country != "beside" else ():
            found[fold(name)] = (*found.get(fold(name), ()), country)
    return found


@cache
def _beside() -> frozenset[str]:
    """Folded words that say the kind of a payer."""
    return frozenset(table("payers")["beside"])
