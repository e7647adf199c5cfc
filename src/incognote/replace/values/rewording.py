"""A name of a place or an institution with its proper words changed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection

from incognote.core.case import case_like, fold
from incognote.replace.values.shapes import same_shape

_NUMBER = re.compile(r"\d-?$")
"""Of a house, whose letter is no word of the street: 221b, 22-A."""
_ORDINAL = ("º", "ª")


def reword(
    surface: str, generic: Collection[str], pick: Callable[[str], str], rng: random.Random
) -> str:
    """Returns `surface` with each run of words that are not generic replaced, and its digits.

    Args:
        surface: A name of a place or an institution.
        generic: Folded words that stay.
        pick: Gives the new words for a run.
        rng: Source of chance for the digits.
    """

    def swap(run: str) -> str:
        return case_like(run, pick(run)) if len(run) > 1 else case_like(run, _letter(rng, run))

    word = r"[^\W\d_](?:[^\W\d_]|['’.-](?=[^\W\d_]))*"
    keep = re.compile(rf"{word}|\d+|[^\w]+|_", re.UNICODE)
    out: list[str] = []
    run: list[str] = []

    def flush() -> None:
        if run:
            tail = []
            while run and not run[-1][0].isalnum():
                tail.append(run.pop())
            text = "".join(run)
            if text:
                out.append(swap(text))
            out.extend(reversed(tail))
            run.clear()

    for token in keep.findall(surface):
        if token[0].isdigit():
            flush()
            out.append(same_shape(token, rng))
        elif not token[0].isalpha():
            (run if run and token in {" ", "-"} else out).append(token)
            if run and token not in {" ", "-"}:
                moved = out.pop()
                flush()
                out.append(moved)
        elif token in _ORDINAL:
            flush()
            out.append(token)
        elif len(token) == 1 and not run and _NUMBER.search("".join(out[-2:])):
            out.append(swap(token))
        elif fold(token) in generic or (
            fold(token).removesuffix("s") in generic and token[0] != "W"
        ):
            flush()
            out.append(token)
        else:
            run.append(token)
    flush()
    return "".join(out)


def _letter(rng: random.Random, old: str) -> str:
    letters = "ABCDEFGHJKLMNPRSTW"
    new = rng.choice(letters)
    return new if fold(new) != fold(old) else letters[letters.index(new) - 1]
