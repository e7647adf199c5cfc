"""What axe finds in each state of the page (nothing), in light and dark, English and Spanish.

Pictures of them go to the folder that INCOGNOTE_PICTURES names, for somebody to look at.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from projects import made, notes
from test_outlook import certifying
from test_settling import settling

from incognote.core.document import Document, Span
from incognote.core.known import Known
from incognote.review.marks import Wish
from incognote.review.project import Project

pytestmark = pytest.mark.needs("chromium")
IN_SPANISH = ("text", "help", "types", "gallery", "phone")
"""Where other words may be too long or say nothing; all else is as in English."""
LABELS = ("PATIENT", "CITY", "DATE", "AGE", "PHONE", "MRN", "PROFESSION")


def coloured() -> list[Document]:
    """A note with marks of all colours, about whose patient the source says something."""
    text = "Ruiz " * len(LABELS) * 3
    spans = (Span(5 * i, 5 * i + 4, LABELS[i % len(LABELS)], 0.5) for i in range(3 * len(LABELS)))
    meta = {"patient": "7", "ward": "7 West"}
    first = Document("a", text, tuple(spans), meta, Known(names=("Ada Ruiz",)))
    return [first, Document("b", "done", (), {"patient": "7"})]


@pytest.mark.parametrize("language", ["en", "es"])
def test_axe_finds_nothing_where_marks_are_checked(
    read: Any, tmp_path: Path, axe: str, language: str
) -> None:
    reader = read(made(tmp_path, docs=coloured()), locale={"en": "en-GB", "es": "es-MX"}[language])
    assert reader.page.get_attribute("html", "lang") == language
    reader.page.emulate_media(reduced_motion="reduce")
    reader.press("n", *"kkkkkkkddddddd", "c")
    reader.page.keyboard.type("a comment")
    reader.press("Control+Enter")

    def look(state: str, *keys: str) -> None:
        reader.press(*keys)
        if language == "en" or state in IN_SPANISH:
            reader.faultless(axe, f"{state}-{language}")

    look("text")
    for state, key in (("help", "?"), ("types", "t"), ("comment", "c")):
        look(state, key)
        reader.press("Escape")
    reader.press("/")
    reader.page.keyboard.type("ruiz")
    reader.until("document.querySelectorAll('#find-list li').length > 2")
    look("find")
    look("trouble", "Escape", "Escape", "k")
    reader.press("u", "r")
    reader.until("document.querySelectorAll('.put').length > 2")
    look("beside")
    look("gallery", "r", "g")
    reader.page.set_viewport_size({"width": 640, "height": 700})
    look("narrow", "Escape")
    reader.page.set_viewport_size({"width": 390, "height": 844})
    look("phone")
    look("phone-gallery", "g")
    assert not reader.faults


@pytest.mark.parametrize("state", ["settle", "bound", "ending"])
def test_axe_finds_nothing_here(read: Any, tmp_path: Path, axe: str, state: str) -> None:
    if state == "settle":
        reader = read(settling(tmp_path), locale="es-ES")
        reader.press("n")
    elif state == "bound":
        reader = read(certifying(tmp_path, 120))
        reader.until("!document.getElementById('outlook').hidden")
    else:
        docs = [
            Document(f"n{i}", "Ada Ruiz rang.\n", (Span(0, 8, "DOCTOR", 0.9),)) for i in range(10)
        ]
        path = made(tmp_path, docs=docs)
        with Project(path) as project:
            for note in project.notes:
                request = str(note.number)
                done = [Wish("done")]
                project.decide(note.number, done, reader="A. Nurse", request=request, after=0)
        reader = read(path, "--then", "evaluate --pipeline en")
        reader.until("!document.getElementById('ending').hidden")
        reader.until("!document.getElementById('outlook').hidden")
    reader.faultless(axe, state)


def test_what_is_to_be_decided_stays_in_sight(read: Any, tmp_path: Path) -> None:
    """However far down the text and the list of marks one is."""
    text = "".join(f"Line {i}: Ada Ruiz rang.\n" for i in range(120))
    starts = [i for i in range(len(text)) if text.startswith("Ada", i)]
    doc = Document("a", text, tuple(Span(i, i + 8, "DOCTOR", 0.5) for i in starts))
    reader = read(made(tmp_path, docs=[doc, *notes()[1:]]))
    reader.press("b")  # the last
    inside = (
        "(([inner, outer]) => inner.top >= outer.top && inner.bottom <= outer.bottom)"
        "(['{0}', '{1}'].map((each) => document.querySelector(each).getBoundingClientRect()))"
    )
    for inner, outer in (
        ("#about", "body"),
        ("mark.current", "#main"),
        (".list .current", "#more"),
    ):
        reader.until(inside.replace("{0}", inner).replace("{1}", outer))
    assert reader.page.evaluate("document.getElementById('main').scrollTop") > 500
