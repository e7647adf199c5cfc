"""English occupations: each becomes another that is as long, and as common or rare."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Sequence
from functools import cache

from incognote.core.case import case_like, fold
from incognote.core.language import get_language
from incognote.replace.values import table
from incognote.replace.values.small import other_task

_AND = re.compile(r"( and |, | & | ?/ ?|; )")
_LONGEST = 3
"""Words from which an occupation is one of the longest."""


def trade_like(surface: str, rng: random.Random, taken: Collection[tuple[str, str]]) -> str:
    """Returns another occupation in the form of `surface`, '' where all of it says no trade.

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
        for job in get_language("en").table("jobs")["rare 1"]
        if _vowel(job) == _vowel(surface) and fold(job) not in fold(surface)
    ]
    return _cased(surface, rng.choice(row))


def _piece(piece: str, rng: random.Random, taken: Collection[tuple[str, str]]) -> str:
    """One occupation, its first words kept where they say no trade."""
    rows = get_language("en").table("jobs")
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
    rows = get_language("en").table("jobs")
    words = body.split()
    key = fold(body)
    if len(words) > 1 and words[-1].lower() == "student":
        return tuple(job for job in table("kept")["student"] if len(job.split()) <= len(words))
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
    every = tuple(job for key in keys for job in get_language("en").table("jobs")[key])
    found = tuple(job for job in every if len(job.split(" ")) == words)
    return found if len(found) > _LONGEST else every


def _of_health(body: str) -> bool:
    """Whether an occupation is one of a health trade, by one of its words."""
    rows = get_language("en").table("jobs")
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
