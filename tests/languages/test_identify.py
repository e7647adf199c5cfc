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
        ("emoji 😀 pt Søren 👍 pain 3/10; email Søren.Price@mail.example", "en"),
        ("Pt Harlan seen. Reg is here. Reg's dog.", "en"),
        ("Dr. Jordi Puigdomènech i Ferrer, Hospital de Sant Joan de Déu, box 4", "es"),
        ("Ag neg, film x1 neg, plt 71, ALT 212,", "en"),
        ("HOSP LENIN FONSECA    SALA ORTOPEDIA C 12", "es"),
        ("Seen: Jörg Weiß, Käthe Müller, Günther Schäfer, Heinz Schröder, Ilse Vogel", "en"),
        ("Visto: Jörg Weiß, Käthe Müller, Günther Schäfer, Heinz Schröder, Ilse Vogel", "es"),
    ],
)
def test_names_units_and_short_notes_tell_nothing(text: str, lang: str) -> None:
    assert not other_language(text, lang)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("emoji 😀 pt Søren 👍 pain 3/10; email Søren.Price@mail.example", "en"),
        ("Pt Harlan seen. Reg is here. Reg's dog.", "en"),
        ("Maria de la Cruz was seen with the son of Jose de los Santos.", "en"),
        ("Acude con su hija Shirley Whitworth Thompson y con Keith Wright.", "es"),
    ],
)
def test_names_do_not_say_which_language_is_nearest(text: str, lang: str) -> None:
    assert nearest_language(text, OURS) == lang


SAID = {
    "en": "Pain is better today and the wound looks clean, walked twice with help.",
    "es": "El dolor está mejor hoy y la herida tiene buen aspecto, camina con ayuda.",
}


@pytest.mark.parametrize("lang", OURS)
@pytest.mark.parametrize(
    "address",
    [
        "käthe.müller@krankenhaus-und-pflege.example",
        "https://klinik-für-innere-medizin.example/abteilung/über-uns/sprechstunde",
        "www.ziekenhuis-van-de-stad.example/afdeling/het-bezoek-aan-de-polikliniek",
    ],
)
def test_addresses_of_the_net_tell_nothing(lang: str, address: str) -> None:
    from incognote.languages import identify

    for text in (SAID[lang], SAID[lang].upper(), ""):
        alone, counted = identify._weigh(text)
        beside, both = identify._weigh(f"{text} {address}")
        assert (alone == beside).all()
        assert (counted == both).all()


@pytest.mark.parametrize("other", sorted({*NOTES} - {*OURS, *SCRIPTS}))
def test_a_name_tells_less_than_a_word_and_the_same_in_capitals(other: str) -> None:
    from incognote.languages import identify

    words = identify._words(NOTES[other][0].casefold())
    assert set(words.values()) == {1.0}
    assert identify._words(NOTES[other][0].upper()) == words
    titled = identify._words(NOTES[other][0].casefold().title())
    assert 0 < max(titled.values()) < 1


@pytest.mark.needs("corpora")
@pytest.mark.parametrize(
    ("folder", "lang"), [("notes_en", "en"), ("extra_en", "en"), ("notes_es", "es")]
)
@pytest.mark.parametrize("size", [40, 80])
def test_notes_cut_short_are_hardly_ever_told_to_be_in_another_language(
    folder: str, lang: str, size: int
) -> None:
    docs = list(get_format("inline").read(ROOT / "corpora" / folder))
    pieces = [
        doc.text[at : at + size].rsplit(" ", 1)[0]
        for doc in docs
        if doc.id not in IN_CATALAN
        for at in (0, doc.text.find(" ", len(doc.text) // 2) + 1)
    ]
    near = [nearest_language(piece, OURS) for piece in pieces]
    told = sum(bool(other_language(*each)) for each in zip(pieces, near, strict=True))
    assert told <= 0.006 * len(pieces)


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
