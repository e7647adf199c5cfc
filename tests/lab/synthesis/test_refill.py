from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from notes import documents

from incognote.core.document import Document, Span
from incognote.core.labels import TYPES
from incognote.lab.synthesis import Recipe
from incognote.lab.synthesis.refill import refill

SAME_FORM = Recipe("en", reform=0.0, words=0.0)


def surfaces(doc: Document, label: str) -> list[str]:
    return [doc.text[s.start : s.end] for s in doc.spans if s.label == label]


def variants(recipe: Recipe = SAME_FORM, count: int = 60) -> list[Document]:
    return [refill(documents()[0], random.Random(seed), recipe) for seed in range(count)]


def test_the_notes_hold_every_label() -> None:
    held = {s.label for doc in documents() for s in doc.spans}
    assert held == {label.name for label in TYPES}


@pytest.mark.parametrize("recipe", [SAME_FORM, Recipe("en", reform=1.0, words=1.0)])
def test_marks_keep_label_and_entity_and_the_text_between_stays(recipe: Recipe) -> None:
    for doc in documents():
        for seed in range(60):
            new = refill(doc, random.Random(seed), recipe)
            assert [(s.label, s.entity) for s in new.spans] == [
                (s.label, s.entity) for s in doc.spans
            ]
            assert between(new) == between(doc)
            for span in new.spans:
                surface = new.text[span.start : span.end]
                assert surface == surface.strip()
                assert "\n" not in surface


def between(doc: Document) -> list[str]:
    ends = [0, *(s.end for s in doc.spans)]
    starts = [*(s.start for s in doc.spans), len(doc.text)]
    return [doc.text[a:b] for a, b in zip(ends, starts, strict=True)]


def test_no_original_name_or_number_survives() -> None:
    gone = re.compile(r"Delgado|Subbarao|Maria|Luis|Mercy|00482913|078-05-1120|884120077", re.I)
    found = [bool(gone.search(new.text)) for new in variants(count=200)]
    assert sum(found) <= 8  # a common name may be drawn again, or stand in a hospital's name


def test_one_person_stays_one_person_in_every_form() -> None:
    for new in variants():
        full, surname, _ = surfaces(new, "PATIENT")
        assert full.isupper()
        last = full.split(",")[0]
        assert last == surname.upper()
        assert re.fullmatch(r".+, .+ [A-Z]\.", full)


def test_relatives_share_the_surname() -> None:
    for new in variants():
        _, surname, son = surfaces(new, "PATIENT")
        assert son.endswith(surname)


def test_initials_follow_the_name() -> None:
    for new in variants():
        full, last, initials, typist = surfaces(new, "DOCTOR")
        assert full.endswith(last)
        assert len(initials) == 2
        assert initials.isupper()
        assert len(typist) == 2
        assert typist.islower()


def test_forms_are_kept() -> None:
    for new in variants():
        assert re.fullmatch(r"[A-Z]{2}", surfaces(new, "STATE")[0])
        assert re.fullmatch(r"\d{5}", surfaces(new, "ZIP")[0])
        assert re.fullmatch(r"\d\d/\d\d/\d{4}", surfaces(new, "DATE")[0])
        assert re.fullmatch(r"[A-Z][a-z]{2} \d\d?/\d\d?/\d\d", surfaces(new, "DATE")[1])
        assert re.fullmatch(r"[A-Z][a-z]+ \d\d?(?:st|nd|rd|th), \d{4}", surfaces(new, "DATE")[2])
        assert re.fullmatch(r"00\d{6}", surfaces(new, "MRN")[0])
        assert re.fullmatch(r"\(\d{3}\) \d{3}-\d{4}", surfaces(new, "PHONE")[0])
        assert re.fullmatch(r"\d{3}-\d\d-\d{4}", surfaces(new, "SSN")[0])
        assert surfaces(new, "HOSPITAL")[0].isupper()
        assert re.fullmatch(r"[a-z]+(-[a-z]+)?", surfaces(new, "AGE")[1])


def test_small_letters_stay_small() -> None:
    for seed in range(60):
        new = refill(documents()[1], random.Random(seed), SAME_FORM)
        assert surfaces(new, "PATIENT")[0].islower()
        assert surfaces(new, "DOCTOR")[0].islower()


def test_the_order_of_dates_stays() -> None:
    for new in variants():
        born, _, left = surfaces(new, "DATE")
        assert int(left[-4:]) - int(born[-4:]) in {63, 64}


@pytest.mark.parametrize(("language", "label"), [("en", "DATE"), ("es", "FECHAS")])
def test_years_of_another_calendar_have_a_place_too(language: str, label: str) -> None:
    doc = Document("a", "Kartik 14, 2076", (Span(11, 15, label),))
    recipe = replace(SAME_FORM, language=language)
    news = {refill(doc, random.Random(seed), recipe).text for seed in range(20)}
    assert all(re.fullmatch(r"Kartik 14, \d{4}", new) for new in news)
