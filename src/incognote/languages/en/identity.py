"""Numbers of people, prescribers and vehicles in English-speaking countries."""

from __future__ import annotations

import re

from stdnum import luhn
from stdnum.gb import nhs

from incognote.languages.en.number_words import NUMBER_WORDS
from incognote.replace.identity import Chance, Identity, Start


def _is_nhs(text: str) -> bool:
    return len(text) == 10 and text.isdecimal() and bool(nhs.is_valid(text))


def is_npi(text: str) -> bool:
    """Whether ten digits with the Luhn check over them behind 80840 (45 CFR 162.406)."""
    return len(text) == 10 and text.isdecimal() and bool(luhn.is_valid("80840" + text))


def _is_card(text: str) -> bool:
    return len(text) == 16 and text.isdecimal() and bool(luhn.is_valid(text))


def is_dea(text: str) -> bool:
    """Whether two letters, six digits and the last of (1st+3rd+5th) + 2(2nd+4th+6th)."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z9]\d{7}", text):
        return False
    d = [int(char) for char in text[2:]]
    return (d[0] + d[2] + d[4] + 2 * (d[1] + d[3] + d[5])) % 10 == d[6]


_VIN = dict(
    zip("ABCDEFGHJKLMNPRSTUVWXYZ", (*range(1, 9), *range(1, 6), 7, 9, *range(2, 10)), strict=True)
)
_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def is_vin(text: str) -> bool:
    """Whether the ninth character is the weighted sum modulo 11 (49 CFR 565.15)."""
    text = text.upper()
    if len(text) != len(_WEIGHTS) or not all(char.isdecimal() or char in _VIN for char in text):
        return False
    total = sum(
        weight * (int(char) if char.isdecimal() else _VIN[char])
        for char, weight in zip(text, _WEIGHTS, strict=True)
    )
    return text[8] == "0123456789X"[total % 11]


def _npi_start(chance: Chance) -> str:
    return "12"[int(chance() * 2)]


def _emirates_start(chance: Chance) -> str:
    return f"784{1940 + int(chance() * 70)}"


IDENTITY = Identity(
    checks=(_is_nhs, is_npi, is_dea, is_vin, _is_card),
    starts=(
        Start(
            pattern=re.compile(r"[12]\d{9}"),
            make=_npi_start,
            called=re.compile(r"\bNPI\b[\s#:.]*(?:no\.?|number|is)?[\s#:]*", re.IGNORECASE),
            certain=is_npi,
        ),
        Start(pattern=re.compile(r"784(?:19|20)\d{10}"), make=_emirates_start),
    ),
    number_words=NUMBER_WORDS,
    extension="ext(?:ension|n)?|x",
)
