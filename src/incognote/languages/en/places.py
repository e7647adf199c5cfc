"""How English names and writes places and institutions, in eight countries."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from incognote.core.case import case_like, fold
from incognote.core.words import listed
from incognote.languages.en import PACK
from incognote.languages.en.addresses import (
    COUNTRIES,
    LANDMARK,
    Home,
    landmark_like,
    make_home,
    postcode_like,
    state_like,
    street_like,
)
from incognote.languages.en.institutions import generic_words, unit_like
from incognote.languages.en.number_words import ordinal_ending
from incognote.languages.en.occupations import occupation
from incognote.replace.institutions import NameWords
from incognote.replace.name_lists import every_name
from incognote.replace.places import PlaceConventions, Places, towns_in
from incognote.replace.postcodes import country_of
from incognote.replace.rooms import with_rooms
from incognote.replace.values.rewording import reword

_STATES = ("US", "CA", "AU")
_FEW = 20
"""Towns of as many words as another from which one of them is drawn."""
_FACILITIES, _FIRMS = PACK.table("facilities"), PACK.table("firms")
_PLACES, _KEPT = PACK.table("places"), PACK.table("institutions")
_SAINT = re.compile(r"(\b(?:sts?|saint)\b\.? [^\W\d_]+(?:['’](?=s))?)", re.IGNORECASE)
_SAINTS = tuple(name.split(" ", 1)[-1] for name in _FACILITIES["saint"])
_FOLDED_SAINTS = frozenset(map(fold, _SAINTS))
_GENERIC = generic_words().union(_KEPT["hospital"], _KEPT["kind"], ("st", "nd", "rd", "th"))


def ordinals_mended(text: str) -> str:
    """Returns the text with the ending of each ordinal that its number has: 4st is 4th."""

    def mended(found: re.Match[str]) -> str:
        return found[1] + case_like(found[2], ordinal_ending(int(found[1])))

    return re.sub(r"\b([0-9]{1,4})(st|nd|rd|th)\b", mended, text, flags=re.IGNORECASE)


_TOWNS = towns_in(PACK, "cities", "us_places")


@cache
def _folded_towns(country: str) -> frozenset[str]:
    return frozenset(map(fold, _TOWNS.of[country]))


@cache
def _folded_states(country: str) -> frozenset[str]:
    """The states of a country and their codes, folded."""
    rows = _PLACES.get(f"states {country}", ())
    return frozenset(fold(part) for state in rows for part in state.rsplit(" ", 1))


@cache
def _towns_of_words(country: str, words: int) -> tuple[str, ...]:
    """The towns of a country with so many words, all where few have."""
    every = _TOWNS.of[country]
    found = tuple(t for t in every if len(t.split(" ")) == words and fold(t) not in _GENERIC)
    return found if len(found) > _FEW else every


def _country(marks: Sequence[tuple[str, str]]) -> str:
    """The country that a note's first postcode tells, else most of its states and towns."""
    zips = (country_of(text) for kind, text in marks if kind == "ZIP")
    if told := next(filter(None, zips), ""):
        return told
    votes: Counter[str] = Counter()
    for kind, text in marks:
        if kind == "CITY":
            votes.update(c for c in COUNTRIES if fold(text) in _folded_towns(c))
        elif kind == "STATE":
            votes.update(c for c in COUNTRIES if fold(text) in _folded_states(c))
    return max(COUNTRIES, key=lambda country: votes[country])


def _home(note: Places) -> Home:
    return make_home(note.keyed.rng("home", note.country), note.country)


def _town(note: Places, surface: str, salt: str) -> str:
    key = fold(surface).replace(".", "")
    # Perth is that of the note's country, where there is one
    here = key in _folded_towns(note.country)
    country = note.country if here else _TOWNS.country.get(key, note.country)
    pool = _towns_of_words(country, len(surface.split(" ")))
    return case_like(surface, note.draw.pick("city", key, salt, pool))


def _state(note: Places, surface: str, salt: str) -> str:
    code = "".join(filter(str.isalpha, surface))
    for country in sorted(_STATES, key=lambda c: c != note.country):
        states = [s.rsplit(" ", 1) for s in _PLACES[f"states {country}"]]
        for i, (name, short) in enumerate(states):
            if fold(surface) == fold(name) or code.upper() == short:
                others = [s for j, s in enumerate(states) if j != i]
                new = note.keyed.pick("state", name + salt, others)
                if fold(surface) == fold(name):
                    return case_like(surface, new[0])
                fresh = new[1].lower() if code.islower() else new[1]
                fresh = fresh.title() if code.istitle() else fresh
                return fresh if len(fresh) != len(code) else _spelled_as(surface, fresh)
    return state_like(surface, note.keyed.rng("state", fold(surface) + salt), _home(note))


def _spelled_as(surface: str, letters: str) -> str:
    """The surface with its letters changed one for one: 'N.Y.' with 'OH' is 'O.H.'."""
    fresh = iter(letters)
    return "".join(next(fresh) if char.isalpha() else char for char in surface)


def _postcode(note: Places, surface: str, salt: str) -> str:
    rng = note.keyed.rng("zip", fold(surface).replace(" ", "") + salt)
    return postcode_like(surface, rng, _home(note), renew=0.0)


def _street(note: Places, surface: str, salt: str) -> str:
    key = fold(re.sub(r"[\W_]+", " ", surface)).strip()
    rng, home = note.keyed.rng("street", key[:12] + salt), _home(note)
    saint = _SAINT.search(surface)
    if saint and fold(saint[0].split(" ", 1)[1]).rstrip("'’") in _FOLDED_SAINTS:
        before, name, after = _SAINT.split(surface, maxsplit=1)
        ends = (street_like(end, rng, home, renew=0.0) for end in (before, after))
        return note.names.saint(name, salt).join(ends)
    return street_like(surface, rng, home, renew=0.0)


def _landmark(note: Places, surface: str, salt: str) -> str:
    if _SAINT.search(surface):
        return note.reworded(surface, salt, _GENERIC.union(_KEPT["organization"], _LANDMARKS))
    rng = note.keyed.rng("landmark", fold(surface) + salt)
    new = reword(
        surface,
        LANDMARK | _LANDMARKS,
        lambda run: note.names.proper(run, salt, "landmark"),
        rng,
    )
    if fold(new) != fold(surface):
        return ordinals_mended(new)
    return landmark_like(surface, rng, _home(note), renew=0.0)


_LANDMARKS = frozenset(_KEPT["landmark"])
_WARD = re.compile(
    rf"(\b(?:[A-Z]{{0,3}}ICU|{'|'.join(sorted(_KEPT['unit'], key=len, reverse=True))})\b\.?)",
    re.IGNORECASE,
)
"""What says the kind of a ward, beside what `unit_like` keeps."""


def _unit(note: Places, surface: str, salt: str) -> str:
    rng = note.keyed.rng("unit", fold(surface) + salt)
    home = _home(note)
    new = "".join(
        piece if i % 2 else unit_like(piece, rng, renew=0.0, home=home)
        for i, piece in enumerate(_WARD.split(surface))
    )
    new = with_rooms(surface, new, note.keyed, salt, note.rooms)
    return new if new != surface else ""


def _occupation(note: Places, surface: str, salt: str) -> str:
    rng = note.keyed.rng("job", fold(surface) + salt)
    return occupation(surface, rng, note.originals)


_US_STATES = [state.rsplit(" ", 1) for state in _PLACES["states US"]]
_GONE = ("Yugoslavia", "Czechoslovakia", "USSR", "Soviet Union", "Burma")


def _people() -> dict[str, tuple[frozenset[str], tuple[str, ...]]]:
    """Names of persons by role: any that we know, and everyday English ones to give."""
    rows = PACK.table("surrogates")
    found = {}
    for role in ("last", "female", "male"):
        own = ("anglo", "irish", "any") if role == "last" else ("anglo",)
        given = [n for key in rows if key.split()[0] in own and role in key for n in rows[key]]
        found[role] = (every_name(role, PACK.code), tuple(dict.fromkeys(given)))
    return found


_KNOWN = {fold(name): name for name in _FACILITIES["organization known"]}
WORDS = NameWords(
    people=_people(),
    known={key: row for key, row in _FIRMS.items() if key.startswith("known")}
    | {"known": tuple(_KNOWN.values())},
    nameless={key: row for key, row in _FIRMS.items() if key.startswith("nameless")},
    landscape=tuple(n for n in _FACILITIES["proper"] if n.isalpha() and fold(n) not in _GENERIC),
    plain_first=_FIRMS["plain first"],
    plain_last=_FIRMS["plain last"],
    brands=tuple(a + b for a in _FIRMS["brand first"] for b in _FIRMS["brand last"]),
    joined=_FIRMS["camel"],
    joined_before=("e", "i"),
    surname_starts=("Mc", "Mac"),
    listed=(
        tuple(name for name, _ in _US_STATES if " " not in name),
        tuple(name for name in _PLACES["country"] if name.istitle() and " " not in name),
        *(_FIRMS[row] for row in ("land", "religious", "count", "ordinal")),
    ),
    codes=tuple(code for _, code in _US_STATES),
    adjectives=frozenset(map(fold, _KEPT["adjective"])),
    articles=listed("al el los las"),
    article="the ",
    saints=tuple(
        s for s, full in zip(_SAINTS, _FACILITIES["saint"], strict=True) if " and " not in full
    ),
    everyday=("General", "Memorial", "Regional", "Community", "County", "University"),
    alone=re.compile(
        r"(?:.*(?:^|\s)(?:the|of|and|&|for|at)\s+(?=[^\W_]))?[\W_]*([^\W_]+(?:['’.-][^\W_]+)*)",
        re.IGNORECASE | re.DOTALL,
    ),
    acronym_kind=re.compile(r"(?<=[A-Z])(?:PD|FD|ISD|EMS|MC|GH|CH)$|(?<=[A-Z]{2})H$"),
    finished=ordinals_mended,
)


_DEPARTMENTS = "|".join(sorted(_KEPT["department"], key=len, reverse=True))
PLACES = PlaceConventions(
    towns=_TOWNS,
    country=_country,
    nations=tuple(
        name
        for name in _PLACES["country"]
        if len(name) > 3 and name[0].isupper() and name not in _GONE
    ),
    known=frozenset(_KNOWN),
    generic=_GENERIC,
    in_organizations=frozenset(_KEPT["organization"]),
    no_acronyms=generic_words(),
    unlettered=listed("of the and at"),
    kept=re.compile(r"\b(C) of ([EIS])\b"),
    departments=re.compile(
        rf"(\b(?:{_DEPARTMENTS})"
        r"(?: (?:clinic|unit|center|centre|department|dept|service|services|program))?\b)",
        re.IGNORECASE,
    ),
    saint=_SAINT,
    words=WORDS,
    town=_town,
    state=_state,
    postcode=_postcode,
    street=_street,
    landmark=_landmark,
    unit=_unit,
    occupation=_occupation,
)
