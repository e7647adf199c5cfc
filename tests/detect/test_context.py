"""The words around names that a pack says, on the packs that ship and on an invented one."""

from __future__ import annotations

import dataclasses

import pytest

from incognote.core.document import Document
from incognote.core.errors import ConfigError
from incognote.core.language import get_language
from incognote.detect.context import load_context
from incognote.detect.lexicon import LexiconDetector
from incognote.detect.lexicon.lists import Lexicon


def test_a_note_may_hold_titles_of_the_languages_that_its_pack_names() -> None:
    assert {"dra", "nurse"} <= load_context("en").titles & load_context("es").titles
    assert "dra" not in get_language("en").part("context", "CONTEXT").titles


def test_what_is_of_one_language_alone_is_not_united() -> None:
    assert load_context("en").region_codes
    assert not load_context("es").region_codes
    assert load_context("en").labels["person"] == "PATIENT"
    assert "el" not in load_context("en").not_before


@pytest.mark.usefixtures("invented")
def test_the_lists_find_names_in_a_language_of_another_package() -> None:
    text = "Venis doktoro Maria Delgado in Brask pro morbo Parkinson."
    detector = LexiconDetector("xx")
    (found,) = detector.detect([Document("n", text)])
    assert {("Maria Delgado", "DOCTOR"), ("Brask", "CITY")} <= {
        (text[s.start : s.end], s.label) for s in found
    }
    assert detector.labels == {"PATIENT", "DOCTOR", "CITY"}
    assert [text[slice(*term)] for term in detector.protected(text)] == ["Parkinson"]


@pytest.mark.usefixtures("invented")
@pytest.mark.parametrize(
    ("own", "said"),
    [("words", r"'xx' has no lists/words\.txt\.gz"), ("cities", "'cities'.*city")],
)
def test_a_list_that_is_not_there_is_named(
    own: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import zeddish.lists

    lists = dataclasses.replace(zeddish.lists.LISTS, own=(own,))
    monkeypatch.setattr(zeddish.lists, "LISTS", lists)
    with pytest.raises(ConfigError, match=said):
        Lexicon("xx")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_words_are_keys(lang: str) -> None:
    """In small letters without accents, or nothing would ever match them."""
    from incognote.detect.lexicon.lists import to_key

    own = get_language(lang).part("context", "CONTEXT")
    for field in dataclasses.fields(own):
        words = getattr(own, field.name)
        if isinstance(words, frozenset) and field.name != "region_codes":
            assert {to_key(word) for word in words} == words, field.name
