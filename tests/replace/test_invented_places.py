"""Places and numbers of a language that nobody speaks: no engine knows it, and none falls back."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest
from test_invented_dates import CALENDAR

from incognote import Document, Span
from incognote.core import registry
from incognote.core.case import case_like, fold
from incognote.core.document import Span as Mark
from incognote.core.errors import ConfigError
from incognote.lab.synthesis import Recipe
from incognote.lab.synthesis.refill import refill
from incognote.replace.identity import Document as IdentityDocument
from incognote.replace.identity import Identity
from incognote.replace.institutions import NameWords, WordByWord
from incognote.replace.keyed import Keyed
from incognote.replace.numbers import number
from incognote.replace.places import PlaceConventions, Places, place_conventions
from incognote.replace.replacement import Context
from incognote.replace.values.shapes import NumberWords, same_shape
from incognote.replace.values.synthesis import Synthesis, Taste

TOWNS = ("Vorn", "Brask", "Ulm Tar", "Sedo")
NAMES = ("Toval", "Merik", "Sulan", "Dorva", "Pelk")
NOTHING = re.compile(r"(?!)()")


def town(note: Places, surface: str, salt: str) -> str:
    return case_like(surface, note.draw.pick("town", fold(surface), salt, TOWNS))


def shaped(note: Places, surface: str, salt: str) -> str:
    return same_shape(surface, note.keyed.rng("shape", surface + salt))


WORDS = NameWords(
    towns=frozenset(map(fold, TOWNS)),
    people={"last": (frozenset(map(fold, NAMES)), NAMES)},
    known={"known bank": ("Rukbank", "Zelbank")},
    nameless={"nameless mill": ("krond", "sulk")},
    landscape=("Bergam", "Taldur"),
    plain_first=("Kip", "Ruk"),
    plain_last=("Zel",),
    brands=("Ruxo", "Zimba"),
    joined=("Kar",),
    joined_before=(),
    surname_starts=(),
    listed=(("ein", "zwa", "dri"),),
    codes=(),
    adjectives=frozenset(),
    articles=frozenset(),
    article="lo ",
    saints=("Odo", "Ine"),
    everyday=("Primar", "Central"),
    alone=re.compile(r"(\w+)"),
    acronym_kind=NOTHING,
    finished=str,
)
PLACES = PlaceConventions(
    country_of_town={fold(name): "ZZ" for name in TOWNS},
    country=lambda marks: "ZZ",
    nations=("Zeddia", "Nordia"),
    known=frozenset({"rukbank"}),
    generic=frozenset({"hospitar", "du", "central"}),
    in_organizations=frozenset(),
    beside_others=frozenset(),
    no_acronyms=frozenset(),
    unlettered=frozenset({"du"}),
    kept=None,
    departments=re.compile(r"(\bdentar\b)", re.IGNORECASE),
    saint=re.compile(r"(\bSen [^\W\d_]+)"),
    phrase=None,
    names=lambda note: WordByWord(
        WORDS, note.draw, note.hospital_words, partial(town, note), note.insurers
    ),
    town=town,
    state=town,
    postcode=shaped,
    street=shaped,
    landmark=town,
    unit=shaped,
    occupation=town,
)
IDENTITY = Identity(
    documents=(IdentityDocument("pass", re.compile(r"Z\d{4}-\d"), lambda n: n[-1] == "7"),),
    checks=(),
    starts=(),
    number_words=NumberWords(("nul", "ein", "zwa", "dri"), frozenset({"dek"})),
    extension="tek",
    civil=frozenset({"spoused"}),
)


class Refilled:
    day_first = True

    def __init__(self, doc: Document, rng: random.Random, taste: Taste) -> None:
        self.rng = rng

    def person(self, span: Mark, surface: str) -> str:
        return self.rng.choice(NAMES)


SYNTHESIS = Synthesis(
    slots=object,  # type: ignore[arg-type]
    labels={},
    refilled=Refilled,
    mentions={"PATIENT": Refilled.person},
    values={"CITY": lambda note, surface: note.rng.choice(TOWNS)},
    people=frozenset({"PATIENT"}),
)
PARTS = {
    ("places", "PLACES"): PLACES,
    ("identity", "IDENTITY"): IDENTITY,
    ("synthesis", "SYNTHESIS"): SYNTHESIS,
    ("calendar", "CALENDAR"): CALENDAR,
}


@pytest.fixture(autouse=True)
def pack(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "invented_places"
    (folder / "tables").mkdir(parents=True)
    (folder / "__init__.py").write_text(
        "from incognote.core.language import Language\n"
        "PACK = Language('zy', 'Invented', __name__, 'incognote', (), 'latin')\n"
    )
    (folder / "tables/insurers.txt").write_text("ZZ = Medika; Salvor; Kurat\nbeside = hilf\n")
    monkeypatch.syspath_prepend(tmp_path)
    for (module, name), part in PARTS.items():
        holder = ModuleType(f"invented_places.{module}")
        setattr(holder, name, part)
        monkeypatch.setitem(sys.modules, holder.__name__, holder)
    rows = {**registry.ROWS["language"], "zy": "invented_places:PACK"}
    monkeypatch.setattr(registry, "ROWS", {**registry.ROWS, "language": rows})
    registry._rows.cache_clear()
    yield
    registry._rows.cache_clear()


def one(kind: str, surface: str, key: int) -> str:
    doc = Document("a", surface, (Span(0, len(surface), kind),))
    return Places(doc, Keyed(doc, Context(bytes([key]))), "zy").replace(kind, surface, "")


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
        assert re.fullmatch(r"[A-Z]\d{4}-7", number("Z1234-7", keyed, "", lang="zy", valid=True))
        said = number("ein dri zwa", keyed, "", lang="zy", valid=True)
        assert set(said.split()) <= {"ein", "zwa", "dri"}
        assert number("dek ein zwa", keyed, "", lang="zy", valid=True) == ""


def test_its_notes_are_varied() -> None:
    doc = Document("a", "Toval, Vorn", (Span(0, 5, "PATIENT"), Span(7, 11, "CITY")))
    new = refill(doc, random.Random(3), Recipe("zy"))
    assert [span.label for span in new.spans] == ["PATIENT", "CITY"]
    person, place = (new.text[span.start : span.end] for span in new.spans)
    assert person in NAMES
    assert place in TOWNS


def test_a_missing_part_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(sys.modules["invented_places.places"], "PLACES")
    place_conventions.cache_clear()
    with pytest.raises(ConfigError, match=r"'zy' has no places\.PLACES"):
        one("CITY", "Vorn", 1)
