"""Ages, occupations, e-mail, web addresses and user names in the form of another."""

from __future__ import annotations

import random
import re
from functools import cache

from incognote.core.case import case_like, fold
from incognote.core.language import get_language
from incognote.replace.values.names import Person
from incognote.replace.values.shapes import fill, same_shape


def number_word(number: int) -> str:
    """Returns an English number below 200 in words: 52 is 'fifty-two'."""
    ones, tens = (
        get_language("en").table("numbers")["word ones"],
        get_language("en").table("numbers")["word tens"],
    )
    if number >= 100:
        return "one hundred" + (f" {number_word(number - 100)}" if number > 100 else "")
    if number < 20:
        return ones[number]
    ten, one = divmod(number, 10)
    return tens[ten - 2] + (f"-{ones[one]}" if one else "")


@cache
def _word_numbers() -> dict[str, int]:
    return {number_word(n): n for n in range(100)}


def other_age(age: int, rng: random.Random, *, months: bool = False) -> int:
    """Returns another age of the same time of life, so that the note stays believable."""
    if months:
        return rng.randint(1, max(11, age))
    for low, high in ((0, 4), (5, 12), (13, 19), (20, 39), (40, 64), (65, 89), (90, 104)):
        if low <= age <= high:
            return rng.randint(max(low, 1), high)
    return rng.randint(20, 89)


_DECADES = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties")


def age_like(surface: str, rng: random.Random) -> str:
    """Returns another age in the form of `surface`: digits, words, decades, with its unit."""
    low = surface.lower()
    if (age := _word_numbers().get(low.replace(" ", "-"))) is not None:
        word = number_word(other_age(age, rng))
        return case_like(surface, word.replace("-", " ") if " " in low else word)
    if re.fullmatch(r"\d0'?s", low):
        return f"{rng.randint(2, 9)}0{surface[2:]}"
    if low in _DECADES:
        return case_like(surface, rng.choice(_DECADES))
    months = bool(re.search(r"[a-z]", low))

    def swap(match: re.Match[str]) -> str:
        return str(other_age(int(match[0]), rng, months=months))

    return re.sub(r"(?<![\d/])\d{1,3}(?![\d/])", swap, _words_swapped(surface, rng))


def _words_swapped(surface: str, rng: random.Random) -> str:
    ones, tens = (
        get_language("en").table("numbers")["word ones"],
        get_language("en").table("numbers")["word tens"],
    )

    def swap(match: re.Match[str]) -> str:
        word = match[0].lower()
        pool = tens if word in tens else ones[1:]
        return case_like(match[0], rng.choice(pool))

    words = "|".join([*tens, *reversed(ones)])
    return re.sub(rf"\b(?:{words})\b", swap, surface, flags=re.IGNORECASE)


def spoken_digits(surface: str, rng: random.Random) -> str:
    """Returns a number said digit by digit with other digits ('four oh nine')."""
    digits = get_language("en").table("numbers")["word digits"]
    words = "|".join(digits)

    def swap(match: re.Match[str]) -> str:
        return case_like(match[0], rng.choice(digits[1:]))

    return re.sub(rf"\b(?:{words})\b", swap, surface, flags=re.IGNORECASE)


_OBJECT = re.compile(r"(?:an?|the|for|at|in|on|with|out|his|her|our|\w+s)\b", re.IGNORECASE)
"""What follows a verb ('haul gravel' may be one, 'haul truck driver' is none): 'haul logs'."""


@cache
def _verbs() -> dict[str, tuple[tuple[str, ...], int]]:
    """The forms of its verb, and which one it is, by word; a base form before an equal past."""
    forms: dict[str, tuple[tuple[str, ...], int]] = {}
    for row in get_language("en").table("jobs")["verb"]:
        words = tuple(row.split())
        for number, word in enumerate(words):
            forms.setdefault(word, (words, number))
    return forms


@cache
def _heads() -> frozenset[str]:
    """The last words of occupations that are nouns."""
    return frozenset(noun.split()[-1] for noun in get_language("en").table("jobs")["noun"])


def task(rng: random.Random, form: int = 2) -> str:
    """Returns what somebody does for a living: 0 'drive a bus', 1 drives, 2 drove, 3 driving."""
    verb, _, rest = rng.choice(get_language("en").table("jobs")["task"]).partition(" ")
    return f"{_verbs()[verb][0][form]} {rest}"


def _task_like(surface: str, rng: random.Random) -> str:
    """A task in the form of another, a field for a field; '' for what is none."""
    first, _, rest = surface.partition(" ")
    if first.lower() in {"in", "on", "at"}:
        return f"{first} {rng.choice(get_language('en').table('jobs')['field'])}"
    _, form = _verbs().get(first.lower(), ((), -1))
    if form == 3 and not rest:
        return rng.choice([f for f in get_language("en").table("jobs")["field"] if " " not in f])
    # 'fishing guide' and 'haul truck driver' end in what somebody is.
    if form < 0 or surface.split()[-1].lower() in _heads():
        return ""
    return "" if form == 0 and rest and not _OBJECT.match(rest) else task(rng, form)


def other_task(surface: str, rng: random.Random) -> str:
    """Returns another task, rarer ones among them, in the form of another; '' for what is none."""
    first = surface.partition(" ")[0].lower()
    if not _task_like(surface, rng):
        return ""
    rows = get_language("en").table("jobs")
    if first in {"in", "on", "at"}:
        return f"{first} {rng.choice(rows['rare field'])}"
    _, form = _verbs()[first]
    if " " not in surface:
        return rng.choice([f for f in rows["field"] if " " not in f])
    verb, _, rest = rng.choice(rows["rare task"]).partition(" ")
    return f"{_verbs()[verb][0][form]} {rest}"


def occupation_like(surface: str, rng: random.Random) -> str:
    """Returns another occupation: a phrase for a phrase, 'retired' and the like kept."""
    rows = get_language("en").table("jobs")
    first = surface.split()[0].lower()
    for prefix in rows["prefix"]:
        if first == prefix and len(surface.split()) > 1:
            return case_like(surface, f"{surface.split()[0]} {rng.choice(rows['noun'])}")
    if (
        first in {"retired", "disabled", "student", "unemployed", "homemaker"}
        and rng.random() < 0.5
    ):
        return surface
    if done := _task_like(surface, rng):
        return case_like(surface, done)
    job = rng.choice(rows["noun"])
    if rng.random() < 0.12:
        job = f"{rng.choice(rows['prefix'][:5])} {job}".replace("- ", "-")
    if surface[0].isupper() and not surface.isupper():
        job = job[0].upper() + job[1:]
    return case_like(surface, job) if surface.isupper() else job


def user_name(person: Person, rng: random.Random) -> str:
    """Returns a login that someone of that name may have."""
    first, last = (re.sub(r"[^a-z]", "", fold(name)) for name in (person.given, person.last))
    first, last = first or "user", last or "staff"
    number = rng.choice(("", "", str(rng.randint(1, 99)), f"{rng.randint(1, 99):02d}"))
    forms = (
        first[0] + last,
        first[0] + last[:6] + number,
        first + last[0] + number,
        f"{first}.{last}",
        f"{first}_{last}{number}",
        last + first[0] + number,
        last[:4] + first[:2] + number,
        first[:1] + last[:5] + f"{rng.randint(1, 9):02d}",
        f"{first[0]}{last[0]}{rng.randint(10, 9999)}",
        first + str(rng.randint(50, 99)),
        f"{last}.{first[0]}",
    )
    name = rng.choice(forms)
    return name.upper() if rng.random() < 0.12 else name


def email(person: Person, rng: random.Random, house: str = "") -> str:
    """Returns an e-mail address of that person, at `house` (a slug) or a public host."""
    local = user_name(person, rng).lower()
    if house and rng.random() < 0.5:
        end = rng.choice((".org", ".com", ".net", ".edu", ".example", ".example.org", ".health"))
        return f"{local}@{house}{end}"
    return f"{local}@{rng.choice(get_language('en').table('numbers')['mail host'])}"


def web_address(rng: random.Random, house: str) -> str:
    """Returns a web address at `house` (a slug)."""
    end = rng.choice((".org", ".com", ".net", ".example", ".example.com", ".health", ".care"))
    front = rng.choice(("www.", "https://", "https://www.", "http://", "https://portal.", "", "my"))
    path = rng.choice(("", "", "", "/patients", "/portal", "/visit/#####", "/records", "/r/****"))
    return f"{front}{house}{end}{fill(path, rng)}"


def address_like(surface: str, rng: random.Random) -> str:
    """Returns an IP or MAC address of the same shape."""
    if re.fullmatch(r"\d+(?:\.\d+){3}(?::\d+)?", surface):
        return ".".join(str(rng.randint(1, 254)) for _ in range(4))
    return same_shape(surface, rng)
