"""The page from its last note to what comes next, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from projects import made, notes

from incognote.core.document import Document, Span
from incognote.io.format import writer

pytestmark = pytest.mark.needs("chromium")


def test_all_is_read_and_the_page_hands_on(read: Any, tmp_path: Path) -> None:
    predicted, out = tmp_path / "found.jsonl", tmp_path / "scores.json"
    writer("jsonl")(notes(), predicted)
    then = f"evaluate '{predicted}' --predicted-format jsonl --resamples 0 -o '{out}'"
    reader = read(made(tmp_path), "--then", then)
    assert reader.page.is_hidden("#ending")
    reader.press("e")  # not yet
    assert "still something to do" in reader.page.text_content("#saved")
    reader.press("f", "f", "f")
    reader.until("!document.getElementById('ending').hidden")
    assert "incognote evaluate" in reader.page.text_content("#ending")
    reader.press("u")  # the last is open again
    reader.until("document.getElementById('ending').hidden")
    reader.press("f")
    reader.until("!document.getElementById('ending').hidden")
    reader.press("e")
    reader.page.wait_for_selector("text=The page is closed")
    assert not reader.faults
    said = reader.served.process.communicate(timeout=60)[0]
    assert reader.served.process.returncode == 0
    assert "Closed: 3 of 3 notes read." in said
    assert json.loads(out.read_text())["notes"] == 3


def test_without_a_word_of_the_command_line_the_page_only_says_what_comes_next(
    read: Any, tmp_path: Path
) -> None:
    reader = read(made(tmp_path))
    reader.press("f", "f", "f", "e")
    reader.until("!document.getElementById('ending').hidden")
    ending = reader.page.text_content("#ending")
    assert "All notes are read." in ending
    assert f"incognote review finish {tmp_path / 'project.db'} calibrate" in ending
    assert reader.page.locator("#ending button").count() == 0
    reader.press("n")  # nothing asks for what is done
    assert "and it is read" in reader.page.text_content("#saved")
    status = "fetch('/api/finish', {method: 'POST', headers: {'content-type': 'application/json'}, "
    status += "body: '{}'}).then((answer) => answer.status)"
    assert reader.page.evaluate(status) == 400
    assert reader.served.process.poll() is None


def test_only_what_is_doubtful_is_walked_over(read: Any, tmp_path: Path) -> None:
    text = "Ada Ruiz, Tom Moss, 3/4/2019, Lee Wu.\n"
    words = [("Ada Ruiz", 0.99), ("Tom Moss", 0.6), ("3/4/2019", 0.95), ("Lee Wu", 0.5)]
    marks = [Span(text.index(w), text.index(w) + len(w), "PATIENT", score) for w, score in words]
    reader = read(made(tmp_path, docs=[Document("a", text, tuple(marks))]))
    assert "doubtful: 2" in reader.page.text_content("#note-facts")
    chosen = "document.querySelector('mark.current')?.textContent"
    reader.press("N")
    reader.until(f"{chosen} === 'Tom Moss'")
    reader.press("d")  # goes on to the next of its kind
    reader.until(f"{chosen} === 'Lee Wu'")
    reader.press("k", "N")
    reader.until("document.getElementById('saved').textContent.includes('Nothing doubtful')")
    reader.press("n")
    reader.until(f"{chosen} === 'Ada Ruiz'")
    assert not reader.faults
