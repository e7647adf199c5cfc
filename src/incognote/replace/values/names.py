"""People: names of every origin, and a name in the form of another.

`Person` holds the parts; `name_like` puts them into the order, case, initials and punctuation of a
surface, so that one person can be followed through 'Delgado, Maria R.', 'M. DELGADO' and 'Maria'.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from incognote.core.case import case_like, fold
from incognote.core.language import get_language
from incognote.core.name_parts import PARTICLES, SUFFIXES

_SEPARATE = frozenset({"words", "eponyms", "nicknames"})
_KEPT = frozenset(
    [
        "bg",
        "bb",
        "baby",
        "boy",
        "girl",
        "twin",
        "infant",
        "newborn",
        "male",
        "female",
        "a/k/a",
        "aka",
        "nee",
        "née",
    ]
)


@dataclass(frozen=True, slots=True)
class Person:
    """One person's name in parts."""

    given: str
    middle: str
    last: str
    second_last: str
    nickname: str
    gender: str
    """`female` or `male`."""
    origin: str


@cache
def origins(language: str = "en") -> tuple[str, ...]:
    """Returns the names of all origins of a language's table."""
    keys = get_language(language).table("names")
    found = dict.fromkeys(key.split()[0] for key in keys)
    return tuple(origin for origin in found if origin not in _SEPARATE)


@cache
def gender_of(language: str = "en") -> Mapping[str, str]:
    """Returns the gender of each folded given name, '' where both bear it."""
    found: dict[str, str] = {}
    for key, values in get_language(language).table("names").items():
        gender = key.split()[1]
        if gender != "last":
            for name in (word for value in values for word in value.split()):
                known = found.get(fold(name), gender)
                found[fold(name)] = gender if known == gender else ""
    return found


@cache
def surnames(language: str = "en") -> frozenset[str]:
    """Returns all folded words of surnames of the table."""
    rows = get_language(language).table("names")
    return frozenset(
        fold(word)
        for key, values in rows.items()
        if key.endswith(" last")
        for value in values
        for word in value.split()
    )


def make_person(
    rng: random.Random,
    *,
    language: str = "en",
    origin: str = "",
    gender: str = "",
    words: float = 0.08,
    census: float = 0.15,
) -> Person:
    """Returns a new person.

    Args:
        rng: Source of chance.
        language: Which name table.
        origin: A row of `origins`, or '' for any.
        gender: `female`, `male`, or '' for either.
        words: Probability that given name or surname is a word (Hope, Young) or an eponym.
        census: Probability that a part comes from the US census instead (English only).
    """
    rows = get_language(language).table("names")
    origin = origin or rng.choice(origins(language))
    gender = gender or rng.choice(("female", "male"))
    given = rng.choice(rows[f"{origin} {gender}"])
    middle = rng.choice(rows[f"{origin} {gender}"])
    last, second = (rng.choice(rows[f"{origin} last"]) for _ in range(2))
    if language == "en" and rng.random() < census:
        last = rng.choice(get_language("en").table("census")["last"])
        if rng.random() < 0.5:
            given = rng.choice(get_language("en").table("census")[gender])
    if "words last" in rows and rng.random() < words:
        if rng.random() < 0.6:
            last = rng.choice(rows["words last"] if rng.random() < 0.8 else rows["eponyms last"])
        else:
            given = rng.choice(rows[f"words {gender}"])
    if rng.random() < 0.07 and " " not in last and "-" not in last:
        last = f"{last}-{second}"
    nicknames = rows.get(f"nicknames {gender}", ())
    nickname = rng.choice(nicknames) if nicknames else given
    return Person(given, middle, last, second, nickname, gender, origin)


_TOKEN = re.compile(
    r"[^\W\d_](?:[^\W\d_]|['’`´\-‐‑\u0300-\u036f](?=[^\W\d_]))*\.?|\d+|.", re.DOTALL
)
_SPELLED = re.compile(r"[^\W\d_](?:[- ][^\W\d_]){3,}\Z")


@dataclass(frozen=True, slots=True)
class Part:
    """A token of a name surface and what it is."""

    text: str
    role: str
    """given, middle, last, initial, nickname, kept, or '' for blanks and punctuation."""


def parts_of(surface: str, known: Mapping[str, str], *, alone: str) -> list[Part]:
    """Returns the tokens of a name with their roles.

    Args:
        surface: A name as it stands in a note.
        known: From folded words of this person's other mentions to their roles.
        alone: Role of a single word that says nothing of itself.
    """
    tokens = _TOKEN.findall(surface)
    comma = "," in tokens
    words = [i for i, token in enumerate(tokens) if token[0].isalpha()]
    named = [i for i in words if _is_name(tokens[i])]
    roles: dict[int, str] = {}
    if comma and named:
        cut = tokens.index(",")
        for i in named:
            roles[i] = "last" if i < cut else "given"
        given = [i for i in named if i > cut]
    else:
        if len(named) == 1:
            word = fold(tokens[named[0]]).rstrip(".")
            initials = any(_is_initial(tokens[i]) and i < named[0] for i in words)
            roles[named[0]] = "last" if initials else known.get(word, alone)
        elif named:
            for i in named[:-1]:
                roles[i] = "given"
            roles[named[-1]] = "last"
            for i in reversed(named[:-1]):
                if fold(tokens[i]).rstrip(".") not in PARTICLES or i == named[0]:
                    break
                roles[i] = "last"
        given = [i for i in named if roles[i] == "given"]
    for i in given[1:]:
        roles[i] = "middle"
    for i in words:
        before = tokens[i - 1] if i else ""
        if i in roles and before in {'"', "“", "'", "‘", "«"}:
            roles[i] = "nickname"
        elif i not in roles:
            roles[i] = "initial" if _is_initial(tokens[i]) else "kept"
    return [Part(token, roles.get(i, "")) for i, token in enumerate(tokens)]


def _is_initial(token: str) -> bool:
    return len(token.rstrip(".")) == 1


def _is_name(token: str) -> bool:
    word = fold(token).rstrip(".")
    return len(word) > 1 and word not in SUFFIXES and word not in _KEPT


def name_like(surface: str, person: Person, known: Mapping[str, str], *, alone: str) -> str:
    """Returns the person's name in the form of `surface`.

    Args:
        surface: The form: '`Delgado, Maria R.`', 'M. DELGADO', 'mdelgado'.
        person: Whose name.
        known: From folded words of the old person's mentions to their roles.
        alone: Role of a single word that says nothing of itself.

    Example:
        >>> wu = Person("Mei", "Lan", "Wu", "Li", "May", "female", "chinese")
        >>> name_like("DELGADO, MARIA R.", wu, {}, alone="last")
        'WU, MEI L.'
    """
    if _SPELLED.match(surface):
        gap = surface[1]
        value = fold(person.last if alone == "last" else person.given)
        return gap.join(case_like(surface, "".join(filter(str.isalpha, value))))
    out: list[str] = []
    parts = parts_of(surface, known, alone=alone)
    surnamed = any(part.role == "last" for part in parts)
    done: set[str] = set()
    initials = iter(_initials(parts, person))
    for part in parts:
        value = part.text
        if part.role == "initial":
            fresh = next(initials)
            value = (fresh if value[0].isupper() else fresh.lower()) + value[1:]
        elif part.role in {"last", "given", "middle", "nickname"}:
            if part.role in done and part.role == "last":
                while out and out[-1].isspace():
                    out.pop()
                continue
            new = person.nickname if part.role == "nickname" else getattr(person, part.role)
            if part.role == "middle" and part.role in done:
                new = person.second_last
            if part.role == "last" and "-" in part.text and not surnamed:
                new = person.last
            like = part.text.rstrip(".")
            if part.role == "last" and fold(like) in PARTICLES:  # 'de la Cruz': as 'Cruz'
                like = [p.text for p in parts if p.role == "last"][-1]
            value = case_like(like, new)
            if part.text.endswith(".") and len(part.text) > 2:
                value += "."
            done.add(part.role)
        out.append(value)
    return "".join(out)


def _initials(parts: Sequence[Part], person: Person) -> list[str]:
    """The capitals that the initials of a form become, in order."""
    count = sum(part.role == "initial" for part in parts)
    has_given = any(part.role == "given" for part in parts)
    has_last = any(part.role == "last" for part in parts)
    pool = [person.middle, person.second_last]
    if not has_given:
        pool = [person.given, *pool]
    if not has_last and count > 1:
        pool = [*[person.given, person.middle, person.second_last][: count - 1], person.last]
    if has_given and not has_last and count == 1:
        pool = [person.last]
    plain = [fold(name)[:1].upper() or "A" for name in pool]
    return (plain + ["A"] * count)[:count] if count > len(plain) else plain[:count]


def initials_like(surface: str, person: Person) -> str:
    """Returns the person's initials in the length, case and points of `surface` ('JLS', 'a.b.')."""
    letters = sum(char.isalpha() for char in surface)
    names = [person.given, person.middle, person.second_last][: max(1, letters - 1)]
    names = [*names[: letters - 1], person.last] if letters > 1 else [person.given]
    fresh = iter(fold(name)[:1] or "a" for name in names)
    out = []
    for char in surface:
        if char.isalpha():
            new = next(fresh, "x")
            out.append(new.upper() if char.isupper() else new)
        else:
            out.append(char)
    return "".join(out)


def full_form(person: Person, rng: random.Random) -> str:
    """Returns the full name in one of the forms that headers and signatures use."""
    first, middle, last = person.given, person.middle, person.last
    initial = middle[:1]
    forms = (
        f"{first} {last}",
        f"{first} {last}",
        f"{first} {initial}. {last}",
        f"{first} {initial} {last}",
        f"{first} {middle} {last}",
        f"{last}, {first}",
        f"{last}, {first} {initial}.",
        f"{last}, {first} {initial}",
        f"{last},{first}",
        f"{last}, {first} {middle}",
        f"{first[:1]}. {last}",
        f"{first[:1]} {last}",
        f'{first} "{person.nickname}" {last}',
        f"{first} {last} {rng.choice(('Jr', 'Jr.', 'Sr.', 'II', 'III'))}",
    )
    weights = (18, 18, 8, 4, 6, 14, 6, 5, 3, 3, 5, 3, 1, 1.5)
    return rng.choices(forms, weights)[0]
