"""Places and numbers of a language that nobody speaks: no engine knows it, and none falls back."""

from __future__ import annotations

import re

import pytest

from incognote import Document, Span
from incognote.replace.keyed import Keyed
from incognote.replace.numbers import number
from incognote.replace.places import Places
from incognote.replace.replacement import Context

pytestmark = pytest.mark.usefixtures("invented")


def one(kind: str, surface: str, key: int) -> str:
    doc = Document("a", surface, (Span(0, len(surface), kind),))
    return Places(doc, Keyed(doc, Context(bytes([key]))), "xx").replace(kind, surface, "")


@pytest.mark.parametrize(
    ("kind", "surface", "form"),
    [
        ("HOSPITAL", "Hospitar Toval", r"Hospitar (?!Toval)(?:Toval|Merik|Sulan|Dorva|Pelk)"),
        ("HOSPITAL", "Hospitar Sen Odo", r"Hospitar Sen Ine"),
        ("HOSPITAL", "Hospitar Central", r"Hospitar Primar"),
        ("HOSPITAL", "Vorn Dentar", r"(?!Vorn)\w+(?: Tar)? Dentar"),
        ("ORGANIZATION", "lo krond", r"lo sulk"),
        ("ORGANIZATION", "Rukbank", r"Zelbank"),
        ("ORGANIZATION", "Medika hilf", r"(?:Salvor|Kurat) hilf"),
        ("CITY", "BRASK", r"(?!BRASK)[A-Z ]+"),
        ("COUNTRY", "Zeddia", r"Nordia"),
        ("ZIP", "Z-1234", r"[A-Z]-[1-9]\d{3}"),
    ],
)
def test_a_place_becomes_one_of_its_own_language(kind: str, surface: str, form: str) -> None:
    for key in range(8):
        assert re.fullmatch(form, one(kind, surface, key)), one(kind, surface, key)


def test_numbers_follow_the_forms_and_words_of_the_pack() -> None:
    for key in range(8):
        keyed = Keyed(Document("a", ""), Context(bytes([key])))
        assert re.fullmatch(r"[A-Z]\d{4}-7", number("Z1234-7", keyed, "", lang="xx", valid=True))
        said = number("ein dri zwa", keyed, "", lang="xx", valid=True)
        assert set(said.split()) <= {"ein", "zwa", "dri"}
        assert number("dek ein zwa", keyed, "", lang="xx", valid=True) == ""
