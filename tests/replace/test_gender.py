"""A name that no list has gets the gender that the note tells."""

from __future__ import annotations

import re

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.core.case import fold
from incognote.replace.gender import told
from incognote.replace.name_lists import by_ending, gender_of
from incognote.replace.replacement import Context

POLICY = get_policy("all").with_action("surrogate")


def note(text: str, label: str) -> Document:
    """A note with its one or more names between braces."""
    spans, plain = [], ""
    for i, piece in enumerate(text.replace("}", "{").split("{")):
        if i % 2:
            spans.append(Span(len(plain), len(plain) + len(piece), label))
        plain += piece
    return Document("a", plain, tuple(spans))


@pytest.mark.parametrize(
    ("lang", "text", "gender"),
    [
        ("es", "Acude la Sra. {Ermitas} Lourido.", "female"),
        ("es", "D.ª {Ermitas}, gracias.", "female"),
        ("es", "Va mi nuera {Citlali} hoy.", "female"),
        ("es", "Su hija mayor {Ailín}.", "female"),
        ("es", "Vecina de confianza: {Esthela}, de la mercería.", "female"),
        ("es", "TS {Ailín} avisada.", "female"),
        ("es", "{Yerai Pérez}, hijo de la paciente", "male"),
        ("es", "D. {Práxedes} firma", "male"),
        ("es", "D./Dña. {Práxedes} firma", ""),
        ("es", "Sr. / Sra. {Práxedes}", ""),
        ("es", "Padre/madre: {Práxedes}", ""),
        ("en", "Mrs. {Aino} came", "female"),
        ("en", "His wife {Helmi} says", "female"),
        ("en", "{Aune Kestila} (wife, 91)", "female"),
        ("en", "uncle {Toivo} drove", "male"),
        ("en", "{Reino Lahtinen} is a 70-year-old man", "male"),
        ("en", "{Reino Lahtinen} is well", ""),
        ("en", "Mrs. {Aino} and Mr. {Aino}", ""),
    ],
)
def test_what_the_note_tells(lang: str, text: str, gender: str) -> None:
    label = "NOMBRE_SUJETO_ASISTENCIA" if lang == "es" else "PATIENT"
    doc = note(text, label)
    word = fold(doc.text[doc.spans[0].start : doc.spans[0].end]).split()[0]
    assert told(doc, doc.spans, lang).gender.get(word, "") == gender


@pytest.mark.parametrize(
    ("status", "gender"),
    [("casada", "female"), ("SOLTERA", "female"), ("viudo", "male"), ("unión libre", "")],
)
def test_the_civil_status_tells(status: str, gender: str) -> None:
    doc = note("{Coromoto Bracamonte} CI 44 ", "NOMBRE_SUJETO_ASISTENCIA")
    start = len(doc.text)
    text = doc.text + status
    doc = Document("a", text, (*doc.spans, Span(start, len(text), "ID_SUJETO_ASISTENCIA")))
    assert told(doc, doc.spans[:1], "es").gender.get("coromoto", "") == gender


def test_a_lone_name_after_a_relation_is_a_given_name() -> None:
    doc = note("My uncle {Blair} and Dr. {Blair}", "PATIENT")
    assert told(doc, doc.spans, "en").given == {"blair"}


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("Va mi {nuera Citlali Montes}", "female"),
        ("Sra. {Ermitas Lourido Vilar}, gracias", "female"),
        ("D. {Ermitas Lourido}", "male"),
    ],
)
def test_the_surrogate_has_that_gender(text: str, gender: str) -> None:
    for key in range(8):
        label = "FAMILIARES" if "nuera" in text else "NOMBRE"
        doc = note(text, f"{label}_SUJETO_ASISTENCIA")
        done = redact(doc, POLICY, Context(bytes([key]), lang="es"))
        name = done.text[done.replaced[0].new_start : done.replaced[0].new_end]
        new = name.removeprefix("nuera ").split()[0]
        assert gender_of(fold(new), "es") in (gender, ""), new


@pytest.mark.parametrize(
    ("word", "gender"), [("yarisleydis", "female"), ("wilmerson", "male"), ("auristela", "female")]
)
def test_endings_of_spanish_names(word: str, gender: str) -> None:
    assert by_ending(word, "es") in (gender, "")


def test_a_surname_is_the_same_in_the_next_note_whatever_the_title() -> None:
    for key in range(8):
        found = set()
        for text, place in (("Mrs. {Thomas}", 1), ("{THOMAS, ANNA}", 0), ("Mrs. {Anna Thomas}", 2)):
            doc = note(text, "PATIENT")
            doc = Document(text, doc.text, doc.spans, {"patient": "7"})
            new = redact(doc, POLICY, Context(bytes([key]))).text
            found.add(re.findall(r"[^\W\d_]+", new.lower())[place])
        assert len(found) == 1, found
