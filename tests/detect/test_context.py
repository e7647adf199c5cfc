"""The words around names that a pack says, on the packs that ship and on an invented one."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from incognote.core import registry
from incognote.core.document import Document
from incognote.core.errors import ConfigError
from incognote.core.language import get_language
from incognote.detect.context import load_context, one_of
from incognote.detect.lexicon import LexiconDetector
from incognote.detect.lexicon.lists import Lexicon

CONTEXT = """
import dataclasses
from incognote.detect.context import Context
from incognote.detect.lexicon.medical import Terms

def empty(part, **told):
    kinds = {"Words": frozenset(), "tuple[str, ...]": (), "Mapping[str, str]": {}}
    kinds["Mapping[str, int]"] = {}
    return part(**{f.name: kinds[f.type] for f in dataclasses.fields(part)} | told)

CONTEXT = empty(
    Context,
    labels={kind: kind.upper() for kind in ("person", "staff", "city")},
    staff_titles=frozenset({"doktoro"}),
    titles=frozenset({"doktoro"}),
)
TERMS = empty(Terms, heads_before=frozenset({"morbo"}))
"""
LISTS = """
from incognote.detect.lexicon.lists import Lists

LISTS = Lists(
    own=OWN, shared=("given", "surname"), never_names=frozenset(), abbreviations=frozenset(),
    small_words=frozenset(),
)
"""
PACK = """
from incognote.core.language import Language

PACK = Language("eo", "Esperanto", __name__, "incognote", (), "latin")
"""


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a pack that has words, but no more lists than those that all packs share."""
    folder = tmp_path / f"pack_of_{tmp_path.name}"
    folder.mkdir()
    for name, text in (("__init__", PACK), ("context", CONTEXT), ("lists", f"OWN = (){LISTS}")):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    rows = {**registry.ROWS["language"], "eo": f"{folder.name}:PACK"}
    with monkeypatch.context() as patch:
        patch.setattr(registry, "ROWS", {**registry.ROWS, "language": rows})
        registry._rows.cache_clear()
        yield folder
    registry._rows.cache_clear()
    get_language.cache_clear()
    load_context.cache_clear()


def test_a_note_may_hold_titles_of_the_languages_that_its_pack_names() -> None:
    assert {"dra", "nurse"} <= load_context("en").titles & load_context("es").titles
    assert "dra" not in get_language("en").part("context", "CONTEXT").titles


def test_what_is_of_one_language_alone_is_not_united() -> None:
    assert load_context("en").region_codes
    assert not load_context("es").region_codes
    assert load_context("en").labels["person"] == "PATIENT"
    assert "el" not in load_context("en").not_before


def test_no_pieces_match_nowhere() -> None:
    import re

    assert re.search(one_of(()), "") is None
    assert re.fullmatch(one_of(("a", "b")), "b")


def test_the_lists_find_names_in_a_language_of_another_package(pack: Path) -> None:
    text = "Venis doktoro Maria Delgado pro morbo Parkinson."
    detector = LexiconDetector("eo")
    (found,) = detector.detect([Document("n", text)])
    whole = [s for s in found if text[s.start : s.end] == "Maria Delgado"]
    assert [s.label for s in whole] == ["STAFF"]
    assert detector.labels == {"PERSON", "STAFF"}
    assert [text[slice(*term)] for term in detector.protected(text)] == ["Parkinson"]


def test_what_a_pack_does_not_have_is_named(pack: Path) -> None:
    (pack / "lists.py").write_text(f'OWN = ("city",){LISTS}', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"'eo' has no lists/city\.txt\.gz"):
        Lexicon("eo")


def test_a_list_of_no_known_name_is_named(pack: Path) -> None:
    (pack / "lists.py").write_text(f'OWN = ("cities",){LISTS}', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"'cities'.*city"):
        Lexicon("eo")


def test_a_part_that_a_pack_lacks_is_named(pack: Path) -> None:
    (pack / "context.py").unlink()
    with pytest.raises(ConfigError, match=r"'eo' has no context\.CONTEXT"):
        Lexicon("eo")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_words_are_keys(lang: str) -> None:
    """In small letters without accents, or nothing would ever match them."""
    from incognote.detect.lexicon.lists import to_key

    own = get_language(lang).part("context", "CONTEXT")
    for field in dataclasses.fields(own):
        words = getattr(own, field.name)
        if isinstance(words, frozenset) and field.name != "region_codes":
            assert {to_key(word) for word in words} == words, field.name
