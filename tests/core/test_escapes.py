"""Every row of the table of escapes, by its cases and by identifiers written in it."""

from __future__ import annotations

import time

import pytest

from encoded import WRITERS
from incognote.core.decoded import decode
from incognote.core.escapes import FORMS

CASES = [
    pytest.param(raw, meant, id=f"{form.name}-{i}")
    for form in FORMS
    for i, (raw, meant) in enumerate(form.cases)
]


@pytest.mark.parametrize(("raw", "meant"), CASES)
def test_a_case_means_what_its_row_says(raw, meant):
    assert decode(raw).text == meant


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_row_is_needed_by_one_of_its_cases(form):
    written = [raw for raw, meant in form.cases if raw != meant]
    assert written
    assert all(form.may_be_in(raw) for raw in written)


def test_every_form_has_a_way_to_write_identifiers():
    assert set(WRITERS) == {form.name for form in FORMS}


@pytest.mark.parametrize("name", [name for name in WRITERS if name != "blanks of a query"])
def test_identifiers_mean_the_same_however_they_are_written(name):
    texts = ("\nMargarita Muñoz-O'Dea\n", "\nÓscar D’Angelo\n", "\n03/14/2019\n", "\n00482913\n")
    written = [(text, way) for text in texts for way in WRITERS[name](text)]
    assert written
    for text, way in written:
        assert way != text
        assert decode(way).text == text


@pytest.mark.parametrize(
    "text",
    [
        "BP 120/80, GCS=15, Na=140, EF 50%20 mL, CD3+CD4+, HTN+DM2, R&D; <0.5, >=64",
        "T 37.5°C; Dr. Muñoz’s “note” – 5 µg; 10² m; naïve coöperation; SÃO JOÃO",
        "5 x 4 x 1 cm; hepatitis A y B y C; 1 g x 2; MSH|^~\\&|LAB",
        "C:\\notes\\today.txt and \\\\nas01\\reports\\today",
        "by WARD\\nsmith",
        "plan -\nhome. Lab 1-\n2-\n3. well-\n\nknown",
        "«ATENCIÓ» É’ Ó» Ñ’",
    ],
)
def test_plain_clinical_text_means_itself(text):
    assert decode(text).text == text


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_each_form_is_read_in_linear_time(form):
    """The time of four times the text is compared in one run, the best of five each."""

    def seconds(count: int) -> float:
        texts = [raw * count for raw, _ in form.cases]
        best = []
        for _ in range(5):
            start = time.process_time()
            for text in texts:
                decode(text)
            best.append(time.process_time() - start)
        return min(best)

    assert seconds(2000) < 10 * max(seconds(500), 5e-3)


SIGNS = sorted({char for form in FORMS for raw, _ in form.cases for char in raw})
PIECES = [
    *SIGNS,
    *("a" + char for char in SIGNS if not char.isalnum()),
    "\u0301\u0327",
    "<b ",
    "\\X",
]


@pytest.mark.parametrize("piece", PIECES, ids=ascii)
def test_what_begins_escapes_and_ends_none_is_read_in_linear_time(piece):
    def seconds(count: int) -> float:
        best = []
        for _ in range(3):
            start = time.process_time()
            decode("a" + piece * count)
            best.append(time.process_time() - start)
        return min(best)

    assert seconds(8000) < 10 * max(seconds(2000), 5e-3)
