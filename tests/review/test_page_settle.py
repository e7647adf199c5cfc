"""Two readers settled, and what reading shows so far, in a real browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from pages import run, spans
from projects import made
from test_outlook import IDS, counts, plan
from test_settling import settling

from incognote.assure.plan import Stratum
from incognote.core.document import Document, Span
from incognote.review.goal import Goal
from incognote.review.making import make_project
from incognote.review.marks import Wish
from incognote.review.project import Project
from incognote.review.source import stamp

pytestmark = pytest.mark.needs("chromium")


def test_two_readers_are_settled_by_keyboard_alone(read: Any, tmp_path: Path) -> None:
    reader = read(settling(tmp_path))
    assert reader.page.text_content("#read") == "1 of 3 notes read"
    assert "A. Nurse" in reader.page.text_content("#sides")
    left = "[...document.querySelectorAll('.block mark')].map((each) => each.textContent).join()"
    right = "[...document.querySelectorAll('.new mark')].map((each) => each.textContent).join()"
    assert reader.page.evaluate(left) == "Ada,Ruiz,Tom Moss,3/4/2019"
    assert reader.page.evaluate(right) == "Ada Ruiz,3/4/2019"
    reader.press("n")
    assert "B. Clerk" in reader.page.text_content("#about")
    reader.press("2")  # Ada Ruiz, as one
    assert reader.page.evaluate(left) == "Ada Ruiz,Tom Moss,3/4/2019"
    reader.press("u", "n", "1")
    assert reader.page.evaluate(left) == "Ada,Ruiz,Tom Moss,3/4/2019"
    assert reader.page.evaluate(right) == "Ada,Ruiz,3/4/2019"
    reader.press("b", "2")  # what was settled is settled otherwise
    reader.until("document.querySelector('mark.current')?.textContent === 'Tom Moss'")
    reader.press("h")  # something else: Tom alone
    reader.press("f")
    reader.until("document.getElementById('note-id').textContent === 'c'")
    reader.press("n", "3")  # neither; no other is left, so the note is read
    reader.until("!document.getElementById('ending').hidden")
    assert not reader.faults
    assert "review finish" in reader.page.text_content("#ending")
    reader.served.stop()
    assert run("review", "export", tmp_path / "settled.db", "-o", tmp_path / "out.jsonl") == 0
    assert spans(tmp_path / "out.jsonl") == {
        "a": [("3/4/2019", "DATE")],
        "b": [("Ada Ruiz", "DOCTOR"), ("Tom", "PATIENT"), ("3/4/2019", "DATE")],
        "c": [("3/4/2019", "DATE")],
    }


def test_what_is_marked_takes_the_undecided_ones_of_the_other_away(
    read: Any, tmp_path: Path
) -> None:
    reader = read(settling(tmp_path))
    reader.choose("Ruiz", more=1)
    reader.press("m")
    reader.take("patient")
    kept = (
        "[...document.querySelectorAll('.block mark.kept')].map((each) => each.textContent).join()"
    )
    reader.until(f"{kept} === 'Ruiz saw,3/4/2019'")
    still = "[...document.querySelectorAll('mark.open')].map((each) => each.textContent).join()"
    assert reader.page.evaluate(still) == "Ada,Tom Moss"
    assert not reader.faults


def certifying(folder: Path, read: int) -> Path:
    of = plan((Stratum("all", 2_000, 300),), 60)
    docs = [Document(id, f"Seen by Ruiz {id}.\n") for id in IDS]
    path = folder / "reading.db"
    goal = Goal(0.98, counts(of))
    make_project(path, docs, purpose="certify", lang="en", source=stamp([]), goal=goal)
    with Project(path) as project:
        for note in project.notes[:read]:
            mark = [Wish("add", "", 8, 12, "PATIENT")] if note.number % 5 == 0 else []
            done = [*mark, Wish("done")]
            request = str(note.number)
            project.decide(note.number, done, reader="A. Nurse", request=request, after=0)
    return path


def test_the_bound_narrows_and_tells_nothing_of_one_mark(read: Any, tmp_path: Path) -> None:
    reader = read(certifying(tmp_path, 118))
    reader.until("!document.getElementById('outlook').hidden")
    first = reader.page.text_content("#outlook-words")
    assert "Recall of the release: at least" in first
    assert "After 110 notes" in first
    assert "more notes like these" in first
    reader.choose("Ruiz")
    reader.press("m")
    reader.take("patient")
    reader.press("f")
    assert reader.page.text_content("#outlook-words") == first
    reader.press("f")
    reader.until("document.getElementById('outlook-words').textContent.includes('After 120 notes')")
    assert reader.page.locator("#course polyline").get_attribute("points").count(",") == 12
    assert not reader.faults


@pytest.mark.parametrize("state", ["settle", "bound", "recall", "ending"])
def test_axe_finds_nothing_here(read: Any, tmp_path: Path, axe: str, state: str) -> None:
    if state == "settle":
        reader = read(settling(tmp_path))
        reader.press("n")
    elif state == "bound":
        reader = read(certifying(tmp_path, 120))
        reader.until("!document.getElementById('outlook').hidden")
    else:
        docs = [
            Document(f"n{i}", "Ada Ruiz rang.\n", (Span(0, 8, "DOCTOR", 0.9),)) for i in range(10)
        ]
        reader = read(made(tmp_path, docs=docs), "--then", "evaluate --pipeline en")
        reader.press(*"ffffffffff")
        reader.until("!document.getElementById('ending').hidden")
        reader.until("!document.getElementById('outlook').hidden")
    reader.faultless(axe)
    if folder := os.environ.get("INCOGNOTE_PICTURES"):
        reader.page.screenshot(path=f"{folder}/{state}.png")
