"""How Spanish names and writes places and institutions, in Spain and Latin America.

Grammar and sense decide what may stand for a word: 'Museo de la Vid' needs one that goes with 'de
la', 'Guardia Civil' another force, '2ºB' another door and not another street.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Sequence
from functools import partial

from incognote.core.case import case_like, fold
from incognote.core.words import listed
from incognote.languages.es import PACK
from incognote.replace.keyed import Keyed
from incognote.replace.places import Phrase, PlaceConventions, Places, towns_in
from incognote.replace.values.rewording import reword
from incognote.replace.values.shapes import same_shape

_PARTS, _WORDS, _JOBS = PACK.table("parts"), PACK.table("institutions"), PACK.table("jobs")

# Institutions ---------------------------------------------------------------------------------

_SAID = frozenset(_WORDS["institution"]) | frozenset(_PARTS["words institution"])
"""Folded words that say the kind of an institution, street or place."""
_GENERIC = _SAID.union(_WORDS["kind"]) - frozenset(_WORDS["address"])
"""The same in institutions: 'Puerta de Hierro' is a name."""
_KNOWN = {row: names for row, names in _WORDS.items() if row.startswith("known ")}
_NAMELESS = {row: names for row, names in _WORDS.items() if row.startswith("nameless ")}
_PROPER = tuple(
    name
    for name in (*_PARTS["barrio"], *PACK.table("surrogates")["any last"][::3])
    if name[0].isupper()
)
"""Proper words of institutions: quarters and surnames."""
_ARTICLED = re.compile(
    r"(\b(?i:d?el|(?:de )?l[ao]s?|d[ao]s?) [A-ZÁÉÍÓÚÑ][^\W\d_]+"
    r"(?:,? ?(?i:del|de l[ao]s?|de|d[ao]s?) [A-ZÁÉÍÓÚÑ][^\W\d_]+)*)"
)
"""An article and what it goes with: 'de la Vid', 'de la Cruz de Zacate'."""
_ARTICLE = re.compile(r"(?i:d?el|(?:de )?l[ao]s?|d[ao]s?)")
_LADY = re.compile(r"\b(?:virgen|señora|sra\.?) $", re.IGNORECASE)
"""What stands before Our Lady's name, which may be a word of institutions: 'Virgen de la Salud'."""
_LONGEST_LADY = 10
"""Characters of it, with one before it; no more need be looked at."""
_ROWS = {"el": "del", "lo": "del", "do": "del", "da": "la", "dos": "los", "das": "las"}
"""Articles that have no names of their own go with those of another."""
_SAME = ("General", "Comarcal", "Provincial", "Regional", "Nacional", "Central")
_SAME_BESIDE = ("Universitario", "Clínico")
"""Words of institutions without a name that become one of the row above."""
_ACRONYM_START = re.compile(r"H[UGC]?(?=..)|CS(?=.)")
_ACRONYM_END = re.compile(r"(?<=.)(?:MC|GH|CH|H)$")
_LETTERS = "ABCDEFGHJKLMNPRSTW"


def _articled(surface: str, keyed: Keyed, salt: str, generic: Collection[str]) -> str:
    """Another name that goes with the article of a surface that `_ARTICLED` matches.

    '' where what follows the article says the kind of an institution, not which.
    """
    article = _ARTICLE.match(surface)
    assert article is not None
    name = surface[article.end() :].strip()
    if fold(name.split()[0]) in generic:
        return ""
    word = fold(article[0]).split()[-1]
    row = _ROWS.get(word, word)
    words = re.findall(r"[^\W\d_]+", fold(name))
    others = [other for other in PACK.table("people")[f"mary {row}"] if fold(other) not in words]
    new = keyed.pick("articled", fold(name) + salt, others)
    return f"{article[0]} {case_like(name, new)}"


def _other_articled(
    note: Places, phrase: str, salt: str, before: str, generic: Collection[str]
) -> str:
    lady = _LADY.search(before[-_LONGEST_LADY:])
    return _articled(phrase, note.keyed, salt, () if lady else generic)


class _Names:
    """The institutions of one note: a run of proper words becomes one name."""

    def __init__(self, note: Places) -> None:
        self.note, self.keyed = note, note.keyed

    def proper(self, run: str, salt: str, kind: str, *, loud: bool = False) -> str:
        words = re.findall(r"[^\W\d_]{2,}", run)
        if not words or (len(run) <= 4 and run.isupper()):
            return self.letters(run, salt)
        if len(words) > 1 and len(words[0]) <= 4 and words[0].isupper() and not run.isupper():
            head, tail = run[: len(words[0])], run[len(words[0]) :].lstrip()
            return f"{self.letters(head, salt)} {self.proper(tail, salt, kind)}"
        return self.keyed.pick("proper", fold(words[0]) + salt, _PROPER)

    def letters(self, surface: str, salt: str) -> str:
        """An acronym with other letters; those of 'hospital' stay."""
        end = _ACRONYM_END.search(surface)
        cut = end.start() if end and end.start() else len(surface)
        start = _ACRONYM_START.match(surface)
        head = start.end() if start else 0
        return "".join(
            self.keyed.pick("acronym", f"{i}{surface}{salt}", [c for c in _LETTERS if c != char])
            if char.isupper() and head <= i < cut
            else char
            for i, char in enumerate(surface)
        )

    def known(self, surface: str, salt: str) -> str:
        if insurer := self.note.insurers.other(surface, salt, self.note.draw.pick):
            return insurer
        key, is_acronym = fold(surface), self.note.is_acronym
        for names in _KNOWN.values():
            if key in map(fold, names):
                others = [name for name in names if fold(name) != key]
                alike = [n for n in others if is_acronym(n) == is_acronym(surface)]
                return case_like(surface, self.keyed.pick("known", key + salt, alike or others))
        return ""

    def nameless(self, surface: str, salt: str) -> str:
        key = fold(surface)
        for row, names in _NAMELESS.items():
            if key in map(fold, names):
                others = [name for name in names if fold(name) != key]
                new = self.keyed.pick(f"nameless es {row.partition(' ')[2]}", key + salt, others)
                return case_like(surface, new[0].upper() + new[1:] if surface[0].isupper() else new)
        return ""

    def saint(self, surface: str, salt: str) -> str:
        return _saint(surface, self.keyed, salt)

    def commonplace(self, surface: str, salt: str, kind: str) -> str:
        if new := self.nameless(surface, salt):
            return new
        for word in re.findall(r"[^\W\d_]+", surface):
            if fold(word) in map(fold, (*_SAME, *_SAME_BESIDE)):
                others = [other for other in _SAME if fold(other) != fold(word)]
                new = self.keyed.pick("same", fold(surface) + salt, others)
                return surface.replace(word, case_like(word, new), 1)
        return ""

    def finished(self, name: str) -> str:
        return name


_SAINT = re.compile(
    r"(\b(?:San|Santa|Santo|SAN|SANTA|SANTO) [^\W\d_]+"
    r"(?: (?:de|DE) (?!(?i:l[ao]s?|el|san|sant[ao]?)\b)[^\W\d_]+)?)"
)
_TITLES = frozenset({"san", "santa", "santo", "sant", "de"})


def _saint(surface: str, keyed: Keyed, salt: str) -> str:
    """Another saint, 'San' or 'Santa' with it, who shares no name with the first."""
    own = set(fold(surface).split()) - _TITLES
    others = [name for name in _PARTS["santo"] if own.isdisjoint(fold(name).split())]
    return case_like(surface, keyed.pick("saint", fold(surface) + salt, others))


# Towns ----------------------------------------------------------------------------------------

_TOWNS = towns_in(PACK, "cities")
_VILLAGES = tuple(
    dict.fromkeys(
        name
        for names in PACK.table("municipalities").values()
        for name in names
        if "," not in name and "/" not in name
    )
)
"""All municipalities of Spain without an article after a comma."""
_FOLDED_VILLAGES = frozenset(map(fold, _VILLAGES))
_MADE_UP = tuple(f"{a} {b}" for a in _WORDS["place first"] for b in _WORDS["place second"])
"""Places that there may be, on no list."""
_PROVINCES = _PARTS["provincia ES"]
_FOLDED_PROVINCES = frozenset(map(fold, _PROVINCES))
_SETTLEMENT = re.compile(
    r"(?i:A\.?A\.? ?H\.?H\.?|A\.H\.|P\.?P\.? ?J\.?J\.?|P\.J\.|urb(?:anizaci[oó]n|\.)|"
    r"asentamiento humano|pueblo joven|coop\.|asoc\.) "
)
"""What says the kind of a settlement at the start of its name: 'AA.HH. '."""


def _territory(note: Places, surface: str, salt: str) -> str:
    """Another town, province or postcode."""
    key, keyed = fold(surface), note.keyed
    if re.fullmatch(r"[\d. -]+", surface):
        rng = keyed.rng("zip", key + salt)
        digits = f"{rng.randint(1, 52):02d}{rng.randint(0, 999):03d}"
        fresh = iter(digits + "0" * len(surface))
        return re.sub(r"\d", lambda m: next(fresh), surface)
    if head := _SETTLEMENT.match(surface):
        return head[0] + _territory(note, surface[head.end() :], salt)
    if any(char.isdecimal() for char in surface) and " " not in surface:
        return same_shape(surface, keyed.rng("zip", key + salt))  # A4400XAL
    if short := _state_short(surface, keyed, salt):
        return short
    if key in _FOLDED_PROVINCES:
        return case_like(surface, keyed.pick("province", key + salt, _PROVINCES))
    if country := _TOWNS.country.get(key, ""):
        pool = _TOWNS.of[country]
    else:  # what no list of places holds becomes what none does
        pool = _VILLAGES if key in _FOLDED_VILLAGES else _MADE_UP
    return case_like(surface, keyed.pick("city", key + salt, pool))


def _state_short(surface: str, keyed: Keyed, salt: str) -> str:
    """Another Mexican state as states are cut short there ('Nay.'), '' for what is none."""
    names = _WORDS["state short"]
    key = fold(surface).rstrip(".")
    if key not in {fold(name).rstrip(".") for name in names}:
        return ""
    new = keyed.pick("state", key + salt, [n for n in names if fold(n).rstrip(".") != key])
    return case_like(surface, new if surface.endswith(".") else new.rstrip("."))


# Streets --------------------------------------------------------------------------------------

_DOOR = re.compile(r"(\d+ ?[ºª°]\.? ?(?:[A-Z]\b)?|\b\d+[A-Z]\b)")
"""Floor and door of an address: '2ºB', '4º', '3A'."""
_IN_STREETS = _SAID.union(_WORDS["plot"])
_STREETS = tuple(
    (name, frozenset(re.findall(r"\w+", fold(name))))
    for name in _PARTS["calle"]
    if name[0].isupper()
)
"""The names of streets, each with its folded words."""
_PLOT = re.compile(
    r"(\b(?i:mz|mza|mzna|manz|manzana|lt|lte|lote|sublote|bl[kq]|block|bloque|dpto|depto|dep|"
    r"interior|int|etapa|sector|grupo|zona)\b[.:]? ?(?:N[.º°]+ ?)?)"
    r"([IVX]{2,4}|[A-ZÑ]{1,2}\d{0,3}|[a-zñ]\d{0,3}|\d{1,4}(?:[ -]?[A-Z])?)(?![^\W_])"
)
"""A part of a settlement with its letter or number: 'Mz. K', 'Lt. 14', 'int. B', 'Sector II'."""
_COUNTED = ("I", "II", "III", "IV", "V", "VI")
"""What parts of a settlement are counted with."""
_BLOCKS = "ABCDEFGHJKLMNPQRST"
_TURNS = 20
"""So many draws for a number that is not the old one."""


def _street(note: Places, surface: str, salt: str) -> str:
    """Another street; what follows an article goes with it, and a door becomes a door.

    What says the parts of a settlement ('AA.HH.', 'Mz.', 'Lt.') stays; their letters and numbers
    become others, the same wherever they stand.
    """
    keyed = note.keyed
    key = fold(re.sub(r"[\W_]+", " ", surface)).strip()
    rng = keyed.rng("street", key[:12] + salt)
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
        return keyed.pick("part", value + salt, [part for part in _COUNTED if part != value])
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
    out = []
    for i, piece in enumerate(_DOOR.split(surface)):
        if i % 2:
            out.append(_door(piece, keyed, salt))
            continue
        for j, part in enumerate(_SAINT.split(piece)):
            made = _saint(part, keyed, salt) if j % 2 else _named(part, keyed, salt, rng)
            out.append(made)
    return "".join(out)


def _named(surface: str, keyed: Keyed, salt: str, rng: random.Random) -> str:
    """What of an address is no saint and no door, with other names in place of its own."""
    out, at = [], 0
    for i, part in enumerate(_ARTICLED.split(surface)):
        generic = () if _LADY.search(surface[max(0, at - _LONGEST_LADY) : at]) else _IN_STREETS
        at += len(part)
        new = _articled(part, keyed, salt, generic) if i % 2 else ""
        words = set(re.findall(r"[^\W\d_]+", fold(part))) - _IN_STREETS
        own = [name for name, said in _STREETS if words.isdisjoint(said)]
        out.append(new or reword(part, _IN_STREETS, partial(_one_of, own, rng), rng))
    return "".join(out)


def _one_of(names: Sequence[str], rng: random.Random, run: str) -> str:
    """One of some names, whatever stood there."""
    return rng.choice(names)


def _door(surface: str, keyed: Keyed, salt: str) -> str:
    """Another floor and door in the form of one."""
    rng = keyed.rng("door", fold(surface) + salt)
    return re.sub(
        r"\d+|[A-Z]",
        lambda m: (
            same_shape(m[0], rng) if m[0].isdecimal() else rng.choice("ABCDE".replace(m[0], ""))
        ),
        surface,
    )


# Occupations and the rest ---------------------------------------------------------------------


def _occupation(note: Places, surface: str, salt: str) -> str:
    rng = note.keyed.rng("job", fold(surface) + salt)
    job = rng.choice(_jobs(fold(surface)))
    return case_like(surface, job[0].upper() + job[1:] if surface[0].isupper() else job)


def _jobs(folded: str) -> tuple[str, ...]:
    """Occupations of the same gender: common ones for a common one, else rare ones."""
    first = folded.split()[0]
    if first in {fold(job).split()[0] for job in _JOBS["health"]}:
        own = [job for job in _JOBS["health"] if fold(job) != folded]
        return tuple(job for job in own if (job[-1] == "a") == (folded[-1] == "a"))
    if first in _JOBS["female"]:
        kind = "female"
    elif first in _JOBS["male"]:
        kind = "male"
    elif first.endswith("ista") or first in _JOBS["both"] or first[-1] not in "aorn":
        kind = "both"
    else:
        kind = "female" if first.endswith("a") else "male"
    common = _JOBS["both"] if kind == "both" else _PARTS[f"profesion {kind}"]
    pool = common if folded in map(fold, common) else _JOBS[f"rare {kind}"]
    retired = folded.startswith("jubilad")
    others = tuple(job for job in pool if fold(job) != folded)
    return tuple(job for job in others if job.startswith("jubilad") == retired) or others


_DEPARTMENTS = "|".join(sorted(_WORDS["department"], key=len, reverse=True))
PLACES = PlaceConventions(
    towns=_TOWNS,
    nations=_PARTS["pais"],
    known=frozenset(fold(name) for names in _KNOWN.values() for name in names),
    generic=_GENERIC,
    beside_others=frozenset(_WORDS["kind"]),
    no_acronyms=listed("bar casino clan club de hotel la legal local"),
    unlettered=listed("de del la las los el y e"),
    departments=re.compile(
        r"((?:\b(?:unidad|servicio|sección|consulta|área|departamento) de )?"
        rf"\b(?:{_DEPARTMENTS})\b)",
        re.IGNORECASE,
    ),
    saint=_SAINT,
    phrase=Phrase(_ARTICLED, _other_articled),
    names=_Names,
    town=_territory,
    state=_territory,
    postcode=_territory,
    street=_street,
    occupation=_occupation,
)
