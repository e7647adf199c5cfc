"""People of a language that nobody speaks: its pack stands in this file, and no engine knows it."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from incognote import Document, Span
from incognote.core import registry
from incognote.core.errors import ConfigError
from incognote.core.language import Language
from incognote.replace.gender import told
from incognote.replace.keyed import Keyed
from incognote.replace.name_lists import gender_of, pool_of
from incognote.replace.names import People
from incognote.replace.naming import Naming, naming
from incognote.replace.replacement import Context
from incognote.replace.values.names import MadeUpPeople, make_person

WOMEN = "Alisu; Brenu; Corisu; Delmu; Elinu; Faristu; Gelmu; Halisu"
MEN = "Alok; Brenok; Corok; Delmok; Elok; Farok; Gelok; Halok"
LAST = "Albaq; Bortaq; Cestaq; Dornaq; Erlaq; Fustaq; Gorlaq; Hestaq"
NAMES = f"""
hill female = {WOMEN}
hill male = {MEN}
hill last = {LAST}
words female = Stonu
words male = Rivok
words last = Dewaq
eponyms last = Ilnaq
"""
SURROGATES = f"any female = {WOMEN}\nany male = {MEN}\nany last = {LAST}\n"
PEOPLE = Naming(
    counts_for={}, ranked="", regions=(), origin_endings=(), without_particles=frozenset(),
    prefixed=None, prefixed_origin="", own_prefixes=(), initials="ABCDEFGH",
    made_up_middles=("or", "ul"), made_up_ends=("vaq", "zaq"), neutral=False, female_ending="u",
    two_surnames=False, accents=True, titles=frozenset(("mistra", "mistro")),
    name_titles=frozenset(), given_titles=frozenset(("mistra", "mistro")), articles=frozenset(),
    title_before=re.compile(r"\bmistr[ao] $", re.IGNORECASE), between=frozenset(("ku",)),
    kept=frozenset(("bibi",)), leading_particle=False, devotion=None, devotions=(),
    relations=("sestra", "bratro"), persons=("dona", "mano"), gender_titles=("mistra", "mistro"),
    called="namat", honorifics="", determiners="lo ", of="du", years="anos",
    agreeing=("", " est finitok"), relatives=None, sexes=None, other_label="",
)  # fmt: skip


@pytest.fixture(autouse=True)
def pack(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    tables = tmp_path / "invented_people/tables"
    tables.mkdir(parents=True)
    (tables.parent / "__init__.py").touch()
    (tables / "names.txt").write_text(NAMES, encoding="utf-8")
    (tables / "surrogates.txt").write_text(SURROGATES, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    holder = ModuleType("invented_people.people")
    holder.PEOPLE = PEOPLE  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "invented_people.people", holder)
    made = ModuleType("invented_pack")
    made.PACK = Language("zx", "Invented", "invented_people", "incognote", (), "latin")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "invented_pack", made)
    rows = {**registry.ROWS["language"], "zx": "invented_pack:PACK"}
    monkeypatch.setattr(registry, "ROWS", {**registry.ROWS, "language": rows})
    registry._rows.cache_clear()
    yield
    registry._rows.cache_clear()


def note(*pieces: str) -> Document:
    """A note of text, mark, text, mark and so on."""
    text, spans = "", []
    for number, piece in enumerate(pieces):
        if number % 2:
            spans.append(Span(len(text), len(text) + len(piece), "PATIENT"))
        text += piece
    return Document("a", text, tuple(spans))


def test_people_keep_gender_form_and_title() -> None:
    doc = note("", "mistra Brenu van Albaq", " ", "ALBAQ, BRENU", " ", "B. Albaq", " ", "bibi Alok")
    for key in range(8):
        context = Context(bytes([key]), lang="zx")
        people = People(doc, Keyed(doc, context), context)
        full, turned, short, child = (people.name(span) for span in doc.spans)
        given, last = re.fullmatch(r"mistra (\w+u) van (\w+aq)", full).groups()  # type: ignore[union-attr]
        assert (turned, short) == (f"{last}, {given}".upper(), f"{given[0]}. {last}")
        assert {given, last}.isdisjoint({"Brenu", "Albaq", "Alok"})
        assert child.startswith("bibi ")


@pytest.mark.parametrize(
    ("pieces", "gender"),
    [
        (("sestra ", "Qim"), "female"),
        (("bratro namat ", "Qim"), "male"),
        (("", "Qim", ", lo sestra du"), "female"),
        (("", "Qim", ", 40 anos mano"), "male"),
        (("", "Qim", " est finitok"), "male"),
        (("her sister ", "Qim"), ""),
        (("su hermana ", "Qim"), ""),
    ],
)
def test_gender_is_told_by_words_of_the_pack_alone(pieces: tuple[str, ...], gender: str) -> None:
    doc = note(*pieces)
    assert told(doc, doc.spans, "zx").gender.get("qim", "") == gender


def test_the_names_of_other_packs_are_not_known() -> None:
    assert gender_of("brenu", "zx") == "female"
    assert gender_of("begona", "zx") in ("", None)
    assert {name for name, _ in pool_of("male", "zx", "any", "B")} == {"Brenok"}


def test_synthesis_makes_people_of_the_pack() -> None:
    doc = note("", "Qimo Zelt", " ", "Q. Zelt")

    def make(rng: random.Random, gender: str) -> object:
        return make_person(rng, language="zx", gender=gender)

    people = MadeUpPeople(doc, "zx", random.Random(1), make, kin=make)  # type: ignore[arg-type]
    full, short = map(people.name, doc.spans)
    assert re.fullmatch(r"\w+(?:u|ok) \w+aq(?:-\w+aq)?", full)
    assert short == f"{full[0]}. {full.split()[1]}"


def test_a_pack_without_people_is_named() -> None:
    sys.modules["invented_people.people"] = ModuleType("invented_people.people")
    naming.cache_clear()
    with pytest.raises(ConfigError, match=r"language 'zx' has no people\.PEOPLE"):
        naming("zx")
