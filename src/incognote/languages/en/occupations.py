"""English occupations: long and rare or common as another for surrogates, any for synthesis."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Sequence
from functools import cache

from incognote.core.case import case_like, fold
from incognote.languages.en import PACK

_AND = re.compile(r"( and |, | & | ?/ ?|; )")
_LONGEST = 3
"""Words from which an occupation is one of the longest."""


def occupation(surface: str, rng: random.Random, taken: Collection[tuple[str, str]]) -> str:
    """Returns another occupation in the form of `surface`, '' where all of it says none.

    Of two ('fisherman and bootlegger') each is replaced; 'retired' and the like stay.

    Args:
        surface: The occupation as it stands.
        rng: Source of chance.
        taken: Types and folded texts of the marks of the note; none of them is given.
    """
    pieces = _AND.split(surface)
    new = [piece if i % 2 else _piece(piece, rng, taken) for i, piece in enumerate(pieces)]
    made = "".join(new)
    if fold(made) != fold(surface):
        return made
    row = [
        job
        for job in PACK.table("jobs")["rare 1"]
        if _vowel(job) == _vowel(surface) and fold(job) not in fold(surface)
    ]
    return _cased(surface, rng.choice(row))


def _piece(piece: str, rng: random.Random, taken: Collection[tuple[str, str]]) -> str:
    """One occupation, its first words kept where they say none."""
    rows = PACK.table("jobs")
    words = piece.split(" ")
    at = 0
    while at < len(words) and fold(words[at]).strip("-") in rows["kept"]:
        at += 1
    if at and at < len(words) and words[at].lower() in {"from", "as"}:
        at += 1
    head, body = " ".join(words[:at]), " ".join(words[at:]).strip()
    if not body:
        return piece
    if head.lower().endswith("from"):
        new = rng.choice([f for f in rows["rare field"] if f != fold(body)])
        return f"{head} {case_like(body, new)}"
    pool = _pool(body)
    start = rng.randrange(len(pool))
    around = (*pool[start:], *pool[:start], *_of_words(("noun", "rare 1"), 1))
    key = " ".join(fold(body).split())
    task = "" if head or _of_health(body) else other_task(body, rng)
    task = "" if fold(task) == key else task
    like = None if head else _vowel(body)
    new = task or _first(around, key, taken, like) or _first(around, key, (), like)
    plain = head.islower() and not body.isupper()  # 'former Marine'
    return f"{head} {new if plain else _cased(body, new)}".lstrip()


def _pool(body: str) -> tuple[str, ...]:
    """The occupations that may stand for one."""
    rows = PACK.table("jobs")
    words = body.split()
    key = fold(body)
    if len(words) > 1 and words[-1].lower() == "student":
        return tuple(job for job in PACK.table("jobs")["student"] if len(job.split()) <= len(words))
    letters = body.isupper() and len(words) == 1 and len(body) < _LONGEST + 1
    if letters and key in map(fold, rows["letters health"]):
        return rows["letters health"]
    if _of_health(body):
        return _of_words(("trades health",), len(words))
    if letters:
        return tuple(name for name in rows["letters"] if name.isupper() and " " not in name)
    if key in rows["noun"]:
        return _of_words(("noun",), len(words))
    return _of_words((f"rare {min(len(words), _LONGEST)}", "noun"), len(words))


def _first(
    jobs: Sequence[str], key: str, taken: Collection[tuple[str, str]], like: bool | None
) -> str:
    """The first of some jobs without a folded original that 'an' goes or does not go before.

    Any free one where none does, '' where none is free.
    """
    free = ""
    for job in jobs:
        folded = _folded(job)
        if f" {key} " in f" {folded} " or ("PROFESSION", folded) in taken:
            continue
        if like is None or _vowel(job) == like:
            return job
        free = free or job
    return free


@cache
def _folded(job: str) -> str:
    """A row of the tables, folded once."""
    return fold(job)


@cache
def _of_words(keys: tuple[str, ...], words: int) -> tuple[str, ...]:
    every = tuple(job for key in keys for job in PACK.table("jobs")[key])
    found = tuple(job for job in every if len(job.split(" ")) == words)
    return found if len(found) > _LONGEST else every


def _of_health(body: str) -> bool:
    """Whether an occupation is one of health care, by one of its words."""
    rows = PACK.table("jobs")
    key = fold(body)
    return key in rows["trades health"] or not set(rows["health word"]).isdisjoint(key.split())


def _cased(surface: str, value: str) -> str:
    """In capitals, or with one at the start, or one for each word, as the surface is."""
    first = surface.split(" ")[0]
    tool = first.isupper() and len(first) > 1 and not surface.isupper()  # 'HVAC tech'
    if tool or not surface[0].isupper() or value[:2].isupper():
        return value
    if surface.isupper() and len(surface) > 1:
        return value.upper()
    words = [word for word in surface.split(" ") if word[:1].isalpha()]
    if len(words) > 1 and all(word[0].isupper() for word in words):
        return " ".join(word[:1].upper() + word[1:] for word in value.split(" "))
    return value[:1].upper() + value[1:]


def _vowel(word: str) -> bool:
    """Whether 'an' goes before it: an usher, but a union steward."""
    return _SOUND.match(word) is not None


_SOUND = re.compile(r"[aei]|o(?!ne)|u(?!ni|s[ei]|t[ei]|k|ro)|hono|heir|hour", re.IGNORECASE)


_OBJECT = re.compile(r"(?:an?|the|for|at|in|on|with|out|his|her|our|\w+s)\b", re.IGNORECASE)
"""What follows a verb ('haul gravel' may be one, 'haul truck driver' is none): 'haul logs'."""


@cache
def _verbs() -> dict[str, tuple[tuple[str, ...], int]]:
    """The forms of its verb, and which one it is, by word; a base form before an equal past."""
    forms: dict[str, tuple[tuple[str, ...], int]] = {}
    for row in PACK.table("jobs")["verb"]:
        words = tuple(row.split())
        for number, word in enumerate(words):
            forms.setdefault(word, (words, number))
    return forms


@cache
def _heads() -> frozenset[str]:
    """The last words of occupations that are nouns."""
    return frozenset(noun.split()[-1] for noun in PACK.table("jobs")["noun"])


def task(rng: random.Random, form: int = 2) -> str:
    """Returns what somebody does for a living: 0 'drive a bus', 1 drives, 2 drove, 3 driving."""
    verb, _, rest = rng.choice(PACK.table("jobs")["task"]).partition(" ")
    return f"{_verbs()[verb][0][form]} {rest}"


def _task_like(surface: str, rng: random.Random) -> str:
    """A task in the form of another, a field for a field; '' for what is none."""
    first, _, rest = surface.partition(" ")
    if first.lower() in {"in", "on", "at"}:
        return f"{first} {rng.choice(PACK.table('jobs')['field'])}"
    _, form = _verbs().get(first.lower(), ((), -1))
    if form == 3 and not rest:
        return rng.choice([f for f in PACK.table("jobs")["field"] if " " not in f])
    # 'fishing guide' and 'haul truck driver' end in what somebody is.
    if form < 0 or surface.split()[-1].lower() in _heads():
        return ""
    return "" if form == 0 and rest and not _OBJECT.match(rest) else task(rng, form)


def other_task(surface: str, rng: random.Random) -> str:
    """Returns another task, rarer ones among them, in the form of another; '' for what is none."""
    first = surface.partition(" ")[0].lower()
    if not _task_like(surface, rng):
        return ""
    rows = PACK.table("jobs")
    if first in {"in", "on", "at"}:
        return f"{first} {rng.choice(rows['rare field'])}"
    _, form = _verbs()[first]
    if " " not in surface:
        return rng.choice([f for f in rows["field"] if " " not in f])
    verb, _, rest = rng.choice(rows["rare task"]).partition(" ")
    return f"{_verbs()[verb][0][form]} {rest}"


def occupation_like(surface: str, rng: random.Random) -> str:
    """Returns another occupation: a phrase for a phrase, 'retired' and the like kept."""
    rows = PACK.table("jobs")
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
