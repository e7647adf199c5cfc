"""Spanish houses and streets where grammar or sense decides what may stand for a word.

'Museo de la Vid' needs a word that goes with 'de la', 'Guardia Civil' another force, '2ºB' another
door and not another street.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Sequence
from functools import cache, partial

from incognote.core.case import case_like, fold
from incognote.languages.es import PACK
from incognote.replace import pools
from incognote.replace.keyed import Keyed
from incognote.replace.values import table
from incognote.replace.values.facilities import is_acronym
from incognote.replace.values.places import reword
from incognote.replace.values.shapes import same_shape

ARTICLED = re.compile(
    r"(\b(?i:d?el|(?:de )?l[ao]s?|d[ao]s?) [A-ZÁÉÍÓÚÑ][^\W\d_]+"
    r"(?:,? ?(?i:del|de l[ao]s?|de|d[ao]s?) [A-ZÁÉÍÓÚÑ][^\W\d_]+)*)"
)
"""An article and what it goes with: 'de la Vid', 'de la Cruz de Zacate'."""
_ARTICLE = re.compile(r"(?i:d?el|(?:de )?l[ao]s?|d[ao]s?)")
LADY = re.compile(r"\b(?:virgen|señora|sra\.?) $", re.IGNORECASE)
"""What stands before the name of Our Lady, which may be a word of houses: 'Virgen de la Salud'."""
LONGEST_LADY = 10
"""Characters of it, with one before it; no more need be looked at."""
DOOR = re.compile(r"(\d+ ?[ºª°]\.? ?(?:[A-Z]\b)?|\b\d+[A-Z]\b)")
"""Floor and door of an address: '2ºB', '4º', '3A'."""
_SAME = (
    "General",
    "Comarcal",
    "Provincial",
    "Regional",
    "Nacional",
    "Central",
    "Universitario",
    "Clínico",
)


_ROWS = {"el": "del", "lo": "del", "do": "del", "da": "la", "dos": "los", "das": "las"}
"""Articles that have no names of their own go with those of another."""


def articled(surface: str, keyed: Keyed, salt: str, generic: Collection[str]) -> str:
    """Returns another name that goes with the article of a surface that `ARTICLED` matches.

    '' where what follows the article says the kind of a house, not which.
    """
    article = _ARTICLE.match(surface)
    assert article is not None
    name = surface[article.end() :].strip()
    if fold(name.split()[0]) in generic:
        return ""
    word = fold(article[0]).split()[-1]
    row = _ROWS.get(word, word)
    words = re.findall(r"[^\W\d_]+", fold(name))
    others = [other for other in table("kept")[f"mary {row}"] if fold(other) not in words]
    new = keyed.pick("articled", fold(name) + salt, others)
    return f"{article[0]} {case_like(name, new)}"


def known(surface: str, keyed: Keyed, salt: str) -> str:
    """Returns another house that everybody knows, of its kind, '' for any other surface."""
    key, short = fold(surface), is_acronym(surface)
    for row, names in table("kept").items():
        if row.startswith("known es") and key in map(fold, names):
            others = [name for name in names if fold(name) != key]
            alike = [name for name in others if is_acronym(name) == short]
            return case_like(surface, keyed.pick("known", key + salt, alike or others))
    return ""


def nameless(surface: str, keyed: Keyed, salt: str) -> str:
    """Returns another force or house without a name ('Guardia Civil'), '' for any other."""
    key = fold(surface)
    for row, names in table("kept").items():
        if row.startswith("nameless es") and key in map(fold, names):
            others = [name for name in names if fold(name) != key]
            new = keyed.pick(row, key + salt, others)
            return case_like(surface, new[0].upper() + new[1:] if surface[0].isupper() else new)
    for word in re.findall(r"[^\W\d_]+", surface):
        if fold(word) in map(fold, _SAME):
            new = keyed.pick(
                "same", key + salt, [other for other in _SAME[:6] if fold(other) != fold(word)]
            )
            return surface.replace(word, case_like(word, new), 1)
    return ""


_PLOT = re.compile(
    r"(\b(?i:mz|mza|mzna|manz|manzana|lt|lte|lote|sublote|bl[kq]|block|bloque|dpto|depto|dep|"
    r"interior|int|etapa|sector|grupo|zona)\b[.:]? ?(?:N[.º°]+ ?)?)"
    r"([IVX]{2,4}|[A-ZÑ]{1,2}\d{0,3}|[a-zñ]\d{0,3}|\d{1,4}(?:[ -]?[A-Z])?)(?![^\W_])"
)
"""A part of a settlement with its letter or number: 'Mz. K', 'Lt. 14', 'int. B', 'Sector II'."""
_PARTS = ("I", "II", "III", "IV", "V", "VI")
"""What parts of a settlement are counted with."""
_BLOCKS = "ABCDEFGHJKLMNPQRST"
_TURNS = 20
"""So many draws for a number that is not the old one."""
_SETTLEMENT = re.compile(
    r"(?i:A\.?A\.? ?H\.?H\.?|A\.H\.|P\.?P\.? ?J\.?J\.?|P\.J\.|urb(?:anizaci[oó]n|\.)|"
    r"asentamiento humano|pueblo joven|coop\.|asoc\.) "
)


def settlement(surface: str) -> str:
    """Returns what says the kind of a settlement at the start of its name: 'AA.HH. ', or ''."""
    found = _SETTLEMENT.match(surface)
    return found[0] if found else ""


SAINT = re.compile(
    r"(\b(?:San|Santa|Santo|SAN|SANTA|SANTO) [^\W\d_]+"
    r"(?: (?:de|DE) (?!(?i:l[ao]s?|el|san|sant[ao]?)\b)[^\W\d_]+)?)"
)
_TITLES = frozenset({"san", "santa", "santo", "sant", "de"})


def saint(surface: str, keyed: Keyed, salt: str) -> str:
    """Returns another saint, 'San' or 'Santa' with it, who shares no name with the first."""
    own = set(fold(surface).split()) - _TITLES
    others = [name for name in PACK.table("parts")["santo"] if own.isdisjoint(fold(name).split())]
    return case_like(surface, keyed.pick("saint", fold(surface) + salt, others))


def street(surface: str, keyed: Keyed, salt: str, rng: random.Random) -> str:
    """Returns another street; what follows an article goes with it, and a door becomes a door.

    What says the parts of a settlement ('AA.HH.', 'Mz.', 'Lt.') stays; their letters and numbers
    become others, the same wherever they stand.
    """
    out, at = [], 0
    small = not any(char.isupper() for char in surface)
    for found in _PLOT.finditer(surface):
        if found[2] in "aeouy" and not small:
            continue  # a word: 'interior y patio'
        out += [_way(surface[at : found.start()], keyed, salt, rng), found[1]]
        out.append(_plot(found[1], found[2], keyed, salt))
        at = found.end()
    return "".join([*out, _way(surface[at:], keyed, salt, rng)])


def _plot(kind: str, value: str, keyed: Keyed, salt: str) -> str:
    """Another letter or number of the same part: of 'Mz. K' and 'Manzana K' the same."""
    counted = len(value) > 1 or fold(kind)[0] in "esgz"
    if counted and set(value) <= set("IVX"):
        return keyed.pick("part", value + salt, [part for part in _PARTS if part != value])
    rng = keyed.rng("plot", fold(kind)[0] + fold(value) + salt)

    def other(found: re.Match[str]) -> str:
        old = found[0]
        if old.isdecimal():
            made = (same_shape(old, rng) for _ in range(_TURNS))
            return next((new for new in made if new != old), old)
        new = rng.choice([char for char in _BLOCKS if char != old.upper()])
        return new.lower() if old.islower() else new

    return re.sub(r"\d+|[^\W\d_]", other, value)


def _way(surface: str, keyed: Keyed, salt: str, rng: random.Random) -> str:
    """The rest of an address, apart from its blocks and plots."""
    kept = pools.kept_spanish() | pools.kept("plot es")
    out = []
    for i, piece in enumerate(DOOR.split(surface)):
        if i % 2:
            out.append(door(piece, keyed, salt))
            continue
        for j, part in enumerate(SAINT.split(piece)):
            made = saint(part, keyed, salt) if j % 2 else _named(part, keyed, salt, kept, rng)
            out.append(made)
    return "".join(out)


def _named(surface: str, keyed: Keyed, salt: str, kept: frozenset[str], rng: random.Random) -> str:
    """What of an address is no saint and no door, with other names in place of its own."""
    out, at = [], 0
    for i, part in enumerate(ARTICLED.split(surface)):
        generic = () if LADY.search(surface[max(0, at - LONGEST_LADY) : at]) else kept
        at += len(part)
        new = articled(part, keyed, salt, generic) if i % 2 else ""
        words = set(re.findall(r"[^\W\d_]+", fold(part))) - kept
        own = [name for name, said in _streets() if words.isdisjoint(said)]
        out.append(new or reword(part, kept, partial(_one_of, own, rng), rng))
    return "".join(out)


@cache
def _streets() -> tuple[tuple[str, frozenset[str]], ...]:
    """The names of streets, each with its folded words."""
    names = [name for name in PACK.table("parts")["calle"] if name[0].isupper()]
    return tuple((name, frozenset(re.findall(r"\w+", fold(name)))) for name in names)


def _one_of(names: Sequence[str], rng: random.Random, run: str) -> str:
    """One of some names, whatever stood there."""
    return rng.choice(names)


def door(surface: str, keyed: Keyed, salt: str) -> str:
    """Returns another floor and door in the form of one."""
    rng = keyed.rng("door", fold(surface) + salt)
    return re.sub(
        r"\d+|[A-Z]",
        lambda m: (
            same_shape(m[0], rng) if m[0].isdecimal() else rng.choice("ABCDE".replace(m[0], ""))
        ),
        surface,
    )


def state_short(surface: str, keyed: Keyed, salt: str) -> str:
    """Returns another Mexican state as states are cut short there ('Nay.'), '' for what is none."""
    names = table("kept")["state short es"]
    key = fold(surface).rstrip(".")
    if key not in {fold(name).rstrip(".") for name in names}:
        return ""
    new = keyed.pick("state", key + salt, [n for n in names if fold(n).rstrip(".") != key])
    return case_like(surface, new if surface.endswith(".") else new.rstrip("."))


def is_civil(surface: str) -> bool:
    """Returns whether a surface says a civil status and holds no name.

    None stands for another: it would not fit the husband of whom the note tells.
    """
    rows = PACK.table("parts")
    known = {fold(word) for row in (rows["civil"], rows["civil male"]) for word in row}
    words = re.findall(r"[^\W\d_]+", fold(surface))
    named = re.search(r"\b[A-ZÁÉÍÓÚÑ][a-z]", surface[1:])
    return not named and (fold(surface) in known or not known.isdisjoint(words))
