"""The language of a note is told by its letters, and nothing is said of what is too short."""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote.io.format import get_format
from incognote.languages.identify import languages, nearest_language, other_language

ROOT = Path(__file__).parents[2]
NOTES = {
    path.stem: path.read_text(encoding="utf-8").strip().split("\n\n")
    for path in sorted((ROOT / "tests/data/languages").glob("*.txt"))
}
SCRIPTS = {"ru": "cyrillic", "el": "greek", "zh": "cjk", "ar": "arabic"}
OURS = ("en", "es")

IN_CATALAN = {"breves/b021", "hospital/h040"}
"""Notes of notes_es: a form and a hand-over with most of their words in Catalan."""


@pytest.mark.parametrize("lang", OURS)
@pytest.mark.parametrize("other", sorted({*NOTES} - {*OURS}))
def test_notes_in_other_languages_are_told(other: str, lang: str) -> None:
    told = [other_language(note, lang) for note in NOTES[other]]
    assert len(told) == 12
    assert told.count(SCRIPTS.get(other, other)) >= 10
    assert {*told} <= {SCRIPTS.get(other, other), ""}


@pytest.mark.parametrize("lang", OURS)
def test_of_notes_in_the_language_none_is_told(lang: str) -> None:
    """Telegraphic ones, ones full of foreign names and ones that quote another language, too."""
    assert [note for note in NOTES[lang] if other_language(note, lang)] == []


def test_a_note_is_nearest_to_the_language_it_is_in() -> None:
    near = [nearest_language(note, OURS) for note in NOTES["es"]]
    assert near == ["es"] * 12
    whole = [note for note in NOTES["en"] if len(note) > 100]
    assert {nearest_language(note, OURS) for note in whole if "de la Cruz" not in note} == {"en"}


def test_of_languages_that_the_table_does_not_know_the_first_is_taken() -> None:
    assert nearest_language(NOTES["en"][0], ("xx", "en")) == "en"
    assert nearest_language(NOTES["en"][0], ("xx", "yy")) == "xx"


@pytest.mark.needs("corpora")
@pytest.mark.parametrize(
    ("folder", "lang"),
    [("notes_en", "en"), ("records_en", "en"), ("notes_es", "es"), ("records_es", "es")],
)
def test_our_notes_are_in_their_own_language(folder: str, lang: str) -> None:
    docs = list(get_format("inline").read(ROOT / "corpora" / folder))
    assert len(docs) > 70
    assert {doc.id for doc in docs if other_language(doc.text, lang)} <= IN_CATALAN
    assert {nearest_language(doc.text, OURS) for doc in docs} == {lang}


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("", "en"),
        ("de la Cruz", "en"),
        ("BP 120/80, d/c home", "es"),
        ("Maria de la Cruz was seen with the son of Jose de los Santos.", "en"),
        ("Dr. Παπαδάκης seen, 20 μg, ± β-blocker", "en"),
        ("el paciente de la cama con la vía en el brazo", "xx"),
    ],
)
def test_names_units_and_short_notes_tell_nothing(text: str, lang: str) -> None:
    assert not other_language(text, lang)


def test_another_script_is_told_in_a_run_of_any_language() -> None:
    assert other_language("Больная поступила в отделение.", "xx") == "cyrillic"


@pytest.mark.parametrize("other", ["de", "pl", "ca"])
def test_case_accents_in_parts_and_length_do_not_matter(other: str) -> None:
    import unicodedata

    note = NOTES[other][0]
    for form in (note.upper(), unicodedata.normalize("NFD", note), f"{note}\n" * 2000):
        assert other_language(form, "en") == other


def test_the_languages_that_ship_are_among_those_that_are_told_apart() -> None:
    assert {*OURS} <= {*languages()}
