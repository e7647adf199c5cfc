"""No part of a name is left in texts that hid names from an earlier version."""

from __future__ import annotations

import unicodedata
from functools import cache

import pytest

from hostile.texts import PEOPLE, TEXTS
from incognote import Deidentifier, load
from incognote.core.case import fold
from incognote.core.decoded import decode


def escaped(text: str, sign: str) -> str:
    return text.encode("ascii", "backslashreplace").decode().replace("\\x", sign)


WAYS = {
    "": str,
    " ": " ".join,
    "nfd": lambda text: unicodedata.normalize("NFD", text),
    "mojibake": lambda text: text.encode().decode("latin-1"),
    "json": lambda text: escaped(text, "\\u00"),
    "rtf": lambda text: escaped(text, "\\'"),
    "wide": lambda text: "".join(chr(ord(char) + 0xFEE0) for char in text),
}


class Name(str):
    """A name as templates ask for it: in one of `WAYS`, or divided in its middle or, by 1, behind
    its first letter."""

    def __format__(self, way: str) -> str:
        half = 1 if way.startswith("1") else len(self) // 2
        way = way.removeprefix("1")
        return WAYS[way](str(self)) if way in WAYS else self[:half] + way + self[half:]


@cache
def deidentifier(lang: str) -> Deidentifier:
    return load(lang, key=b"k" * 32)


CASES = [
    pytest.param(row, given, surname, id=f"{row.lang}-{row.name}-{surname}")
    for row in TEXTS
    for given, surname in PEOPLE[row.lang]
]


@pytest.mark.parametrize(("row", "given", "surname"), CASES)
def test_no_part_of_a_name_is_left(row, given, surname):
    text = row.template.format(
        given=Name(given), surname=Name(surname), small=Name(surname.lower())
    )
    left = fold(decode(deidentifier(row.lang)(text).text).text)
    joined = "".join(filter(str.isalnum, left))
    assert not any(
        name[i : i + 4] in joined
        for name in (fold(given), fold(surname))
        for i in range(len(name) - 3)
    )
