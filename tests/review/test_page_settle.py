"""Two readers settled, and what reading shows so far, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pages import run, spans
from test_outlook import certifying
from test_settling import TEXT, settling

from incognote.core.document import Document
from incognote.io.format import writer

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
    found, scores = tmp_path / "found.jsonl", tmp_path / "scores.json"
    writer("jsonl")([Document(id, TEXT, ()) for id in "abc"], found)
    told = (found, "--predicted-format", "jsonl", "--resamples", "0", "-o", scores)
    assert run("review", "finish", tmp_path / "settled.db", "evaluate", *told) == 0
    assert json.loads(scores.read_text())["notes"] == 3
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


def test_the_mouse_chooses_words_of_either_reader(read: Any, tmp_path: Path) -> None:
    reader = read(settling(tmp_path))
    current = "document.querySelector('mark.current')?.textContent"
    for column, word in ((".new", "saw"), (".block", "Dr")):
        reader.drag(column, word)
        assert reader.chosen() == word
        reader.page.click("#acts button:has(kbd:text-is('M'))")
        reader.take("patient")
        reader.until(f"{current} === '{word}'")
    reader.page.click(".new mark:text-is('Ada Ruiz')")  # what the second says
    reader.page.click(".choices button:has(kbd:text-is('2'))")
    kept = "[...document.querySelectorAll('.block mark.kept')].map((each) => each.textContent)"
    reader.until(f"{kept}.join() === 'Dr,Ada Ruiz,saw,3/4/2019'")
    assert not reader.faults


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
