"""The page in a real browser: each purpose with the keyboard alone, a crash, a hostile note."""

from __future__ import annotations

import json
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from pages import Served, run, spans
from projects import made, notes

from incognote.core.document import Document, Span
from incognote.io.format import writer
from incognote.review.project import Project

pytestmark = pytest.mark.needs("chromium")


def test_what_was_found_is_checked_by_keyboard_alone(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path))
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
    assert run("review", "export", tmp_path / "project.db", "-o", tmp_path / "out.jsonl") == 0
    found = spans(tmp_path / "out.jsonl")
    assert found["a/1"] == [
        ("Ada Ruiz", "DOCTOR"),
        ("Ada Ruiz", "DOCTOR"),
        ("José) rang", "PATIENT"),
    ]
    assert found["a/2"] == [("Tom Moss", "PATIENT"), ("Ada Ruiz", "DOCTOR")]
    out = tmp_path / "out.jsonl"
    assert run("evaluate", out, out, "--predicted-format", "jsonl") == 0


def test_notes_are_marked_from_nothing_by_keyboard_alone(read: Any, tmp_path: Path) -> None:
    blind = [Document(doc.id, doc.text) for doc in notes()[:2]]
    reader = read(made(tmp_path, "label", blind))
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
    assert run("review", "export", tmp_path / "project.db", "-o", tmp_path / "out.jsonl") == 0
    assert spans(tmp_path / "out.jsonl") == {
        "a/1": [("Ada Ruiz", "DOCTOR")],
        "a/2": [("Tom Moss", "PATIENT")],
    }


def test_a_certificates_sample_is_read_from_release_to_packet(read: Any, tmp_path: Path) -> None:
    texts = [f"Seen by Dr. Ada Ruiz in room {n}.\nNo pain today.\n" for n in range(12)]
    docs = [Document(f"n{i}", text) for i, text in enumerate(texts)]
    writer("txt")(docs, tmp_path / "notes")
    assert run("deid", tmp_path / "notes", "-o", tmp_path / "out") == 0
    plan, to_read = tmp_path / "plan.json", tmp_path / "to_read"
    asked = ("--read", "12", "--plant", "10", "--target", ".5", "--to-read", to_read)
    assert run("certify", "plan", tmp_path / "out", "--plan", plan, *asked) == 0
    project = tmp_path / "reading.db"
    assert run("review", "new", project, to_read, "--for", "certify") == 0
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
    answers, packet = tmp_path / "left.jsonl", tmp_path / "packet.html"
    assert run("review", "export", project, "-o", answers) == 0
    took = ("--reviewed", answers, "--reviewed-format", "left", "--packet", packet)
    assert (
        run("certify", "run", tmp_path / "out", "--plan", plan, *took, "--out", tmp_path / "c") == 0
    )
    told = json.loads((tmp_path / "c").read_text())
    assert told["readers"] == {**told["readers"], "planted": 10, "found": 10}
    assert "A. Nurse" in packet.read_text(encoding="utf-8")


def test_what_would_be_written_stands_beside_the_note(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path))
    reader.press("r")
    reader.until("document.querySelectorAll('.put').length > 2")
    beside = "[...document.querySelectorAll('.new')].map((each) => each.textContent).join('')"
    assert reader.page.evaluate(beside) == (
        "Seen by Dr. [DOCTOR] 😀 on [DATE].\n[DOCTOR] (José) rang [DOCTOR]; bed 7.\n"
    )
    reader.press("n", "d")  # Ada Ruiz is none: what stands beside follows
    reader.until(f"({beside}).startsWith('Seen by Dr. Ada Ruiz 😀 on [DATE].')")
    reader.press("j")
    reader.until(f"({beside}).startsWith('[PATIENT] is Ada Ruiz')")
    reader.page.click(".put")
    assert reader.page.text_content("mark.current") == "Tom Moss"
    reader.press("r")
    assert reader.page.locator(".new").count() == 0
    assert not reader.faults


def test_a_release_is_checked_in_one_list_by_keyboard_alone(read: Any, tmp_path: Path) -> None:
    texts = ["Ada Ruiz came on 3/4/2019.\n", "May saw Ada Ruiz.\n", "May 2019: Ada Ruiz.\n"]
    docs = []
    for i, text in enumerate(texts):
        words = [("Ada Ruiz", "DOCTOR", 0.6), ("May", "PATIENT", 0.5), ("3/4/2019", "DATE", 0.95)]
        at = [(text.index(w), w, label, score) for w, label, score in words if w in text]
        marks = [Span(start, start + len(w), label, score) for start, w, label, score in at]
        docs.append(Document(f"n{i}", text, tuple(sorted(marks)), {"patient": str(i % 2)}))
    reader = read(made(tmp_path, "release", docs))
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
    assert run("review", "export", tmp_path / "project.db", "-o", tmp_path / "out.jsonl") == 0
    assert spans(tmp_path / "out.jsonl") == {
        "n0": [("Ada Ruiz", "PATIENT"), ("3/4/2019", "DATE")],
        "n1": [("Ada Ruiz", "PATIENT")],
        "n2": [("Ada Ruiz", "PATIENT")],
    }


def test_a_mark_moves_by_letters_and_what_was_undone_is_done_again(
    read: Any, tmp_path: Path
) -> None:
    text = "Dr. Ruiz👩‍⚕️José\u0301 x.\n"
    doc = Document("a", text, (Span(4, 8, "DOCTOR", 0.5),), {"patient": "7"})
    reader = read(made(tmp_path, docs=[doc, Document("b", "No pain.\n", (), {"patient": "7"})]))
    current = "document.querySelector('mark.current')?.textContent"
    reader.press("n", "o")  # what one sees as one sign is one
    reader.until(f"{current} === 'Ruiz👩‍⚕️'")
    reader.press("o", "i", "i", "i", "O", "I")
    reader.until(f"{current} === 'Rui'")
    reader.press("u", "u", "u", "U", "U", "U", "U")
    reader.until(f"{current} === 'Rui'")
    reader.press("v")
    reader.until("document.getElementById('note-id').textContent === 'b'")
    assert not reader.faults


def test_a_killed_server_loses_nothing_that_was_told_saved(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path))
    reader.press("n", "k")
    reader.served.stop(signal.SIGKILL)
    reader.press("d")
    assert reader.page.text_content("#saved") == "Not saved"
    assert reader.page.is_visible("#trouble")
    reader.press("d", "f")  # nothing is done before the first is sent
    reader.served.start()
    reader.open()
    assert reader.page.locator("mark.kept").count() == 1
    assert reader.page.locator("mark.dropped").count() == 0
    reader.press("n", "d")
    reader.served.stop(signal.SIGKILL)
    with Project(tmp_path / "project.db") as project:
        assert [d.wish.kind for d in project.history.all] == ["keep", "drop"]


def test_what_could_not_be_sent_is_told_until_it_is_sent(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path))
    reader.press("n")
    reader.page.route("**/api/**", lambda route: route.abort())
    reader.press("k")
    reader.press("n", "d", "Escape", "n")
    assert reader.page.text_content("#saved") == "Not saved"
    assert reader.page.is_visible("#again")
    reader.page.unroute("**/api/**")
    reader.page.click("#again")
    reader.settle()
    assert not reader.page.is_visible("#trouble")
    assert reader.page.locator("mark.kept").count() == 1
    assert reader.page.locator("mark.dropped").count() == 0


def test_what_is_typed_for_a_dialog_that_comes_is_no_decision(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path))
    reader.press("n")
    reader.page.route("**/api/**", lambda route: (time.sleep(0.4), route.continue_()))
    for key in "kcad":  # keep, then a comment of two letters
        reader.page.keyboard.press(key)
    reader.page.wait_for_selector("#comment[open]")
    assert reader.page.input_value("#comment-words") == "ad"
    reader.press("Control+Enter")
    reader.served.stop()
    with Project(tmp_path / "project.db") as project:
        assert [d.wish.kind for d in project.history.all] == ["keep", "comment"]


def test_a_key_that_is_held_decides_once(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path))
    for _ in range(3):  # down again without up is a repetition
        reader.page.keyboard.down("f")
    reader.page.keyboard.up("f")
    reader.settle()
    assert reader.page.text_content("#read") == "1 of 3 notes read"


def test_two_tabs_tell_each_other(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path))
    other = reader.context.new_page()
    other.goto(reader.served.address.partition("#")[0])
    other.wait_for_selector("#text .block")
    reader.press("n", "k")
    other.keyboard.press("n")
    other.keyboard.press("d")
    other.wait_for_selector("#trouble:not([hidden])")
    assert "another tab" in other.text_content("#trouble-words")
    assert other.locator("mark.kept").count() == 1
    assert other.locator("mark.dropped").count() == 0


SCRIPT = (
    "<script>document.body.dataset.bad = 1</script><img src=x onerror=document.body.dataset.bad=1>"
)
HOSTILE = f"{SCRIPT} \u202eDr. Ada Ruiz\u202c [[PATIENT|x]] &amp; \u2067שרה כהן\u2069 👩‍⚕️ \t|\ta\n"


def test_a_hostile_note_is_only_text(read: Any, tmp_path: Path) -> None:
    id = "<script>document.body.dataset.bad=1</script>"
    start = HOSTILE.index("Ada")
    doc = Document(id, HOSTILE, (Span(start, start + 8, "DOCTOR", 0.5),))
    reader = read(made(tmp_path, docs=[doc]))
    assert (
        reader.page.evaluate("document.getElementById('text').innerText.trim()") == HOSTILE.strip()
    )
    reader.press("n")
    assert reader.page.text_content("mark") == "Ada Ruiz"
    reader.choose("כהן")
    reader.press("m")
    reader.take("patient")
    reader.press("f")
    assert reader.page.evaluate("document.body.dataset.bad") is None
    assert reader.page.locator("#text script, #text img, #queue script").count() == 0
    assert not reader.faults
    # Nothing of it where others look.
    assert reader.page.title() == "incognote review"
    assert reader.page.url == reader.served.address.partition("#")[0]
    for kept in ("localStorage.length", "sessionStorage.length", "document.cookie.length"):
        assert reader.page.evaluate(kept) == 0
    assert not [url for url in reader.asked if "Ada" in url or "127.0.0.1" not in url]
    assert "Ada" not in reader.served.stop()
    assert run("review", "export", tmp_path / "project.db", "-o", tmp_path / "out.jsonl") == 0
    (found,) = spans(tmp_path / "out.jsonl").values()
    assert found == [("Ada Ruiz", "DOCTOR"), ("כהן", "PATIENT")]


def test_a_megabyte_in_one_line_and_ten_thousand_notes_stay_quick(
    read: Any, tmp_path: Path
) -> None:
    long = "word 😀 " * 150_000 + "Ada Ruiz"
    first = Document("long", long, (Span(len(long) - 8, len(long), "DOCTOR", 0.1),))
    text = "Dr. Ada Ruiz rang.\n" * 20
    more = [Document(f"n{i:05}", text, (Span(4, 12, "DOCTOR", 0.9),)) for i in range(10_000)]
    reader = read(made(tmp_path, docs=[first, *more]))
    assert reader.page.text_content("#note-id") == "long"
    reader.press("n")
    assert reader.page.text_content("mark") == "Ada Ruiz"
    began = time.perf_counter()
    reader.page.keyboard.press("k")
    reader.page.wait_for_selector("mark.kept")
    assert time.perf_counter() - began < 3
    began = time.perf_counter()
    reader.page.keyboard.press("j")
    reader.until("document.getElementById('note-id').textContent === 'n00000'")
    assert time.perf_counter() - began < 3


@pytest.mark.parametrize(
    "state", ["text", "beside", "gallery", "help", "types", "comment", "trouble", "narrow"]
)
def test_axe_finds_nothing(read: Any, tmp_path: Path, axe: str, state: str) -> None:
    labels = ("PATIENT", "CITY", "DATE", "AGE", "PHONE", "MRN", "PROFESSION")
    line = "Ruiz "
    docs = [
        Document(
            "a",
            line * len(labels) * 3,
            tuple(
                Span(5 * i, 5 * i + 4, labels[i % len(labels)], 0.5) for i in range(3 * len(labels))
            ),
        ),
        Document("b", "done"),
    ]
    reader = read(made(tmp_path, docs=docs))
    reader.page.emulate_media(reduced_motion="reduce")
    reader.press("n", *"kkkkkkkddddddd", "c")
    reader.page.keyboard.type("a comment")
    reader.press("Control+Enter")
    if state in ("help", "types", "comment"):
        reader.press({"help": "?", "types": "t", "comment": "c"}[state])
    elif state == "trouble":
        reader.press("Escape", "k")
    elif state in ("beside", "gallery"):
        reader.press("u", {"beside": "r", "gallery": "g"}[state])
    elif state == "narrow":
        reader.page.set_viewport_size({"width": 640, "height": 700})
    reader.faultless(axe)


@pytest.mark.parametrize(("locale", "said"), [("es-MX", "Revisar lo encontrado"), ("fr", "Check")])
def test_the_page_speaks_the_readers_language(
    chromium: Any, tmp_path: Path, locale: str, said: str
) -> None:
    served = Served(made(tmp_path)).start()
    context = chromium.new_context(locale=locale)
    page = context.new_page()
    page.goto(served.address)
    page.wait_for_selector("#text .block")
    assert said in page.text_content("#purpose")
    assert page.get_attribute("html", "lang") == ("es" if locale == "es-MX" else "en")
    context.close()
    served.stop()
