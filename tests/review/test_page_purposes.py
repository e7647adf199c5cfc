"""Each purpose in a real browser with the keyboard alone, from `review new` to `review finish`.

Two readers that are settled stand in test_page_settle.py.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pages import run, spans
from projects import notes, span

from incognote.core.document import Document
from incognote.io.format import writer

pytestmark = pytest.mark.needs("chromium")


def new(folder: Path, docs: list[Document], *more: str | Path) -> Path:
    """A project of notes in a file, which has their marks."""
    writer("jsonl")(docs, folder / "notes.jsonl")
    path = folder / "project.db"
    assert run("review", "new", path, folder / "notes.jsonl", *more) == 0
    return path


def evaluated(project: Path, docs: list[Document]) -> dict[str, Any]:
    """What `evaluate` says of the answers of a project, held against notes as they were."""
    found, out = project.parent / "found.jsonl", project.parent / "scores.json"
    writer("jsonl")(docs, found)
    told_besides = (found, "--predicted-format", "jsonl", "--resamples", "0", "-o", out)
    assert run("review", "finish", project, "evaluate", *told_besides) == 0
    told: dict[str, Any] = json.loads(out.read_text())
    return told


def exported(project: Path) -> dict[str, list[tuple[str, str]]]:
    out = project.parent / "out.jsonl"
    assert run("review", "export", project, "-o", out) == 0
    return spans(out)


def test_what_was_found_is_checked(read: Any, tmp_path: Path) -> None:
    project = new(tmp_path, notes(), "--marks")
    reader = read(project)
    # a/1, the most doubtful: keep Ada Ruiz; the date to TIME's neighbour type and back by undo.
    reader.press("n", "k")
    reader.press("t")
    reader.take("age")
    reader.press("u")
    reader.press("d")  # the date is none
    reader.press("n")
    reader.press("Escape")
    reader.choose("José")
    reader.press("m")
    reader.take("patient")
    reader.press("l", "l", "h")  # one word on, another, one back
    reader.press("b", "b", "a")  # Ada Ruiz, in every note of the patient
    reader.press("c")
    reader.page.keyboard.type("José is a brother")
    reader.press("Control+Enter")
    reader.press("f", "f")
    assert reader.page.text_content("#read") == "2 of 3 notes read"
    reader.press("?")
    assert reader.page.is_visible("#help")
    reader.press("Escape")
    assert not reader.faults
    said = reader.served.stop()
    assert "Closed: 2 of 3 notes read." in said
    found = exported(project)
    assert found["a/1"] == [
        ("Ada Ruiz", "DOCTOR"),
        ("Ada Ruiz", "DOCTOR"),
        ("José) rang", "PATIENT"),
    ]
    assert found["a/2"] == [("Tom Moss", "PATIENT"), ("Ada Ruiz", "DOCTOR")]
    assert evaluated(project, notes()[:2])["notes"] == 2


def test_notes_are_marked_from_nothing(read: Any, tmp_path: Path) -> None:
    project = new(tmp_path, notes()[:2], "--for", "label", "--marks")
    reader = read(project)
    assert reader.page.locator("mark").count() == 0
    reader.choose("Ada", more=1)
    assert reader.chosen() == "Ada Ruiz"
    reader.press("m")
    reader.take("doctor")
    reader.press("f")
    reader.choose("Tom", more=2)
    reader.press("Shift+ArrowLeft", "m")
    reader.take("pat")
    reader.press("f")
    reader.served.stop()
    assert exported(project) == {"a/1": [("Ada Ruiz", "DOCTOR")], "a/2": [("Tom Moss", "PATIENT")]}
    assert evaluated(project, notes()[:2])["notes"] == 2


def test_what_teaches_most_is_corrected(read: Any, tmp_path: Path) -> None:
    picked = tmp_path / "next.jsonl"
    picked.write_text('{"id": "a/2", "doubt": 2.5}\n{"id": "a/1", "doubt": 1.0}\n')
    project = new(tmp_path, notes(), "--for", "pick", "--picked", picked, "--marks")
    reader = read(project)
    assert reader.page.text_content("#note-id") == "a/2"  # the one that teaches most
    reader.press("n", "d", "f")
    reader.press("n", "k", "n", "k", "f")
    reader.until("!document.getElementById('ending').hidden")
    assert "adapt" in reader.page.text_content("#ending")
    assert not reader.faults
    reader.served.stop()
    assert exported(project) == {"a/2": [], "a/1": [("Ada Ruiz", "DOCTOR"), ("3/4/2019", "DATE")]}
    assert evaluated(project, notes()[:2])["notes"] == 2


def test_a_certificates_sample_is_read_from_release_to_packet(read: Any, tmp_path: Path) -> None:
    texts = [f"Seen by Dr. Ada Ruiz in room {n}.\nNo pain today.\n" for n in range(12)]
    docs = [Document(f"n{i}", t, (span(t, "Ada Ruiz", "DOCTOR"),)) for i, t in enumerate(texts)]
    writer("txt")([doc.with_spans(()) for doc in docs], tmp_path / "notes")
    writer("jsonl")(docs, tmp_path / "found.jsonl")
    out, found = tmp_path / "out", tmp_path / "found.jsonl"
    assert run("deid", tmp_path / "notes", "-o", out, "--spans", found) == 0
    plan, to_read = tmp_path / "plan.json", tmp_path / "to_read"
    asked = ("--read", "12", "--plant", "10", "--target", ".5", "--to-read", to_read)
    assert run("certify", "plan", out, "--plan", plan, *asked) == 0
    project = tmp_path / "reading.db"
    assert run("review", "new", project, to_read, "--for", "certify", "--plan", plan) == 0
    planted = {d["id"]: d["planted"] for d in json.loads(plan.read_text())["sample"]}
    reader = read(project)
    for _ in range(12):
        id = reader.page.text_content("#note-id")
        if put := planted[id]:
            first, *more = re.findall(r"\w+", put["text"])
            reader.choose(first, more=len(more))
            reader.press("m")
            reader.take(put["label"].lower())
        reader.press("f")
    assert reader.page.text_content("#read") == "12 of 12 notes read"
    assert not reader.faults
    reader.served.stop()
    packet = tmp_path / "packet.html"
    took = ("--plan", plan, "--packet", packet, "--out", tmp_path / "c")
    assert run("review", "finish", project, "certify", "run", out, *took) == 0
    told = json.loads((tmp_path / "c").read_text())
    assert told["readers"] == {**told["readers"], "planted": 10, "found": 10}
    assert "A. Nurse" in packet.read_text(encoding="utf-8")


def test_a_release_is_checked_in_one_list(read: Any, tmp_path: Path) -> None:
    texts = ["Ada Ruiz came on 3/4/2019.\n", "May saw Ada Ruiz.\n", "May 2019: Ada Ruiz.\n"]
    docs = []
    for i, text in enumerate(texts):
        words = [("Ada Ruiz", "DOCTOR", 0.6), ("May", "PATIENT", 0.5), ("3/4/2019", "DATE", 0.95)]
        marks = [span(text, *each) for each in words if each[0] in text]
        docs.append(Document(f"n{i}", text, tuple(sorted(marks)), {"patient": str(i % 2)}))
    source, found, out = (tmp_path / name for name in ("notes.jsonl", "found.jsonl", "out.jsonl"))
    writer("jsonl")([doc.with_spans(()) for doc in docs], source)
    writer("jsonl")(docs, found)
    assert run("deid", source, "-o", out, "--spans", found, "--drop", "meta.patient") == 0
    project = tmp_path / "release.db"
    record = tmp_path / "out.jsonl.spans.jsonl"
    assert run("review", "new", project, source, "--for", "release", "--spans", record) == 0
    reader = read(project)
    reader.page.wait_for_selector("#gallery:not([hidden])")
    said = "[...document.querySelectorAll('#groups .surface')].map((each) => each.textContent)"
    reader.until(f"({said}).length === 3")
    assert reader.page.evaluate(said) == ["May", "Ada Ruiz", "3/4/2019"]
    reader.press("d")  # May is a month
    reader.press("k")  # Ada Ruiz, wherever
    assert reader.page.evaluate(said) == ["3/4/2019"]
    reader.press("u", "u")
    reader.until(f"({said}).join() === 'May,Ada Ruiz,3/4/2019'")
    reader.press("p")
    reader.until(f"({said}).length === 5")
    reader.press("ArrowDown", "ArrowUp", "n", "p")
    reader.until(f"({said}).length === 3")
    reader.press("d", "t")
    reader.take("patient")
    reader.until(f"({said}).join() === '3/4/2019'")
    reader.press("o")  # the date, in its note
    reader.until("document.querySelector('mark.current')?.textContent === '3/4/2019'")
    reader.press("k", "g")
    reader.until(f"!document.getElementById('gallery').hidden && !({said}).length")
    assert "the release is checked" in reader.page.text_content("#ending")  # though none is read
    assert reader.page.text_content("#read") == "0 of 3 notes read · 0 doubtful marks left"
    reader.press("Escape", "f")
    assert not reader.faults
    reader.served.stop()
    mended = tmp_path / "mended.jsonl"
    told = ("-o", mended, "--drop", "meta.patient")
    assert run("review", "finish", project, "deid", source, *told) == 0
    assert [json.loads(line)["text"] for line in mended.read_text().splitlines()] == [
        "[PATIENT] came on [DATE].\n",
        "May saw [PATIENT].\n",
        "May 2019: [PATIENT].\n",
    ]
