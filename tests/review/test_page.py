"""The page in a real browser: keys, mouse and touch, what stands beside, hostile and long notes."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pages import run, spans
from projects import made, notes, number

from incognote.core.document import Document, Span
from incognote.core.known import Known
from incognote.review.project import Project

pytestmark = pytest.mark.needs("chromium")


def test_what_would_be_written_and_what_the_source_says_stand_beside_the_note(
    read: Any, tmp_path: Path
) -> None:
    first, *others = notes()
    says = {**first.meta, "ward": "<b>7 West</b>", "date": "2019-04-03"}
    known = Known(phones=("555-0143", "555-0199"), birth_date=("1948-03-14",))
    reader = read(made(tmp_path, docs=[replace(first, meta=says, known=known), *others]))
    facts = "[...document.querySelectorAll('#facts > *')].map((each) => each.textContent).join('|')"
    assert reader.page.evaluate(facts) == (
        "ward|<b>7 West</b>|date|2019-04-03|born|1948-03-14|phones|555-0143; 555-0199"
    )
    assert reader.page.text_content("#note-facts").startswith("patient 7")
    files = {*os.listdir(tmp_path)}
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
    assert reader.page.is_hidden("#known")
    reader.page.click(".put")
    assert reader.page.text_content("mark.current") == "Tom Moss"
    reader.press("r")
    assert reader.page.locator(".new").count() == 0
    assert {*os.listdir(tmp_path)} - {"project.db-journal"} == files  # nothing is written for it
    assert not reader.faults


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_all_is_decided_without_a_keyboard(read: Any, tmp_path: Path, how: str) -> None:
    reader = read(made(tmp_path), **(PHONE if how == "touch" else {}))
    page = reader.page
    hit = page.tap if how == "touch" else page.click

    def act(key: str) -> None:
        hit(f"#acts button:has(kbd:text-is('{key}'))")
        reader.settle()

    hit("#text mark >> nth=1")
    assert page.text_content("mark.current") == "3/4/2019"
    act("D")
    act("U")
    assert page.locator("mark.dropped").count() == 0
    hit("#list button:has-text('Ada Ruiz')")
    act("K")
    assert page.text_content("mark.current") == "3/4/2019"  # the next one
    act("T")
    hit("#type-list li:has(.chip:text-is('AGE'))")
    reader.until("document.querySelector('mark.current').dataset.label === 'AGE'")
    if how == "mouse":
        reader.drag(".block", "José")
    else:  # as a long press does
        page.evaluate(SELECT, "José")
    assert reader.chosen() == "José"
    act("M")
    hit("#type-list li:has(.chip:text-is('PATIENT'))")
    reader.until("document.querySelector('mark.current')?.textContent === 'José'")
    act("C")
    page.fill("#comment-words", "a brother")
    hit("#comment button:has-text('Keep')")
    page.wait_for_selector("#comments li", state="attached")
    act("F")
    reader.until("document.getElementById('note-id').textContent === 'a/2'")
    hit("#notes button:has-text('b/1')")
    reader.until("document.getElementById('note-id').textContent === 'b/1'")
    act("G")
    hit("#groups li:has-text('Tom Moss')")
    act("D")
    reader.until("!document.querySelectorAll('#groups li').length")
    hit("#open-help")
    hit("#help button")
    assert page.is_hidden("#help")
    assert not reader.faults
    reader.served.stop()
    with Project(tmp_path / "project.db") as project:
        kinds = [d.wish.kind for d in project.history.all]
        assert kinds == ["drop", "undo", "keep", "change", "add", "comment", "done", "drop"]


SELECT = """(word) => {
  const text = document.querySelector(".block").lastChild, at = text.data.indexOf(word);
  getSelection().setBaseAndExtent(text, at, text, at + word.length);
}"""


def test_a_mark_moves_by_words_and_letters_and_what_was_undone_is_done_again(
    read: Any, tmp_path: Path
) -> None:
    text = "Dr. Ruiz👩‍⚕️José\u0301 x.\n"
    doc = Document("a", text, (Span(4, 8, "DOCTOR", 0.5),), {"patient": "7"})
    reader = read(made(tmp_path, docs=[doc, Document("b", "No pain.\n", (), {"patient": "7"})]))
    current = "document.querySelector('mark.current')?.textContent"
    reader.press("n", "H")  # its start a word back
    reader.until(f"{current} === 'Dr. Ruiz'")
    reader.press("L")  # and a word on
    reader.until(f"{current} === 'Ruiz'")
    reader.press("o")  # what one sees as one sign is one
    reader.until(f"{current} === 'Ruiz👩‍⚕️'")
    reader.press("o", "i", "i", "i", "O", "I")
    reader.until(f"{current} === 'Rui'")
    reader.press("u", "u", "u", "U", "U", "U", "U")
    reader.until(f"{current} === 'Rui'")
    reader.press("v")
    reader.until("document.getElementById('note-id').textContent === 'b'")
    assert not reader.faults


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


def test_what_is_typed_while_the_gallery_opens_is_its_own(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path))
    reader.press("n")  # a mark of the note is chosen, and not what the keys below mean

    def slowly(route: Any) -> None:
        time.sleep(0.3)
        route.continue_()

    reader.page.route("**/api/gallery**", slowly)
    for key in ("g", "ArrowDown", "d", "t", *"phone"):
        reader.page.keyboard.press(key)
    reader.page.wait_for_selector("#types[open]")
    assert reader.page.input_value("#type-filter") == "phone"
    reader.press("Enter")
    reader.served.stop()
    with Project(tmp_path / "project.db") as project:
        done = [(d.wish.kind, d.wish.label, d.note) for d in project.history.all]
        one, two = number(project, "a/1"), number(project, "a/2")
    assert done == [("drop", "", two), ("change", "PHONE", one)]


def test_a_release_decides_nothing_before_its_list_is_there(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path, "release"))
    asked: list[Any] = []
    reader.page.route("**/api/gallery/**", lambda route: asked.append(route))
    reader.page.reload()
    reader.until("document.getElementById('note-id').textContent !== ''")
    reader.press("n", "d")
    assert not reader.page.query_selector("#groups li")
    reader.wait_for(asked)
    for route in asked:
        route.continue_()
    reader.page.wait_for_selector("#groups li")
    reader.press("k")
    reader.served.stop()
    with Project(tmp_path / "project.db") as project:
        assert [d.wish.kind for d in project.history.all] == ["keep"]


def test_a_key_that_is_held_decides_once(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path))
    for _ in range(3):  # down again without up is a repetition
        reader.page.keyboard.down("f")
    reader.page.keyboard.up("f")
    reader.settle()
    assert reader.page.text_content("#read") == "1 of 3 notes read"


SCRIPT = (
    "<script>document.body.dataset.bad = 1</script><img src=x onerror=document.body.dataset.bad=1>"
)
HOSTILE = f"{SCRIPT} \u202eDr. Ada Ruiz\u202c [[PATIENT|x]] &amp; \u2067שרה כהן\u2069 👩‍⚕️ \t|\ta\n"


def test_a_hostile_note_is_only_text(read: Any, tmp_path: Path) -> None:
    id = "<script>document.body.dataset.bad=1</script>"
    start = HOSTILE.index("Ada")
    turned = HOSTILE.index("\u202e")
    marks = Span(turned, turned + 4, "PATIENT", 0.95), Span(start, start + 8, "DOCTOR", 0.5)
    doc = Document(id, HOSTILE, marks, {"ward": "\u202e7"})
    reader = read(made(tmp_path, docs=[doc]))
    assert (
        reader.page.evaluate("document.getElementById('text').innerText.trim()") == HOSTILE.strip()
    )
    reader.press("Shift+N")
    assert reader.page.text_content("mark.current") == "Ada Ruiz"
    reader.choose("כהן")
    reader.press("m")
    reader.take("patient")
    reader.press("c")
    reader.page.wait_for_selector("#comment[open]")
    reader.page.keyboard.insert_text(f"{SCRIPT} \u202eabc")
    reader.press("Control+Enter")
    # What turns letters around is shown by name wherever words of a note or a comment stand.
    for place, control in (("#list", "RLO"), ("#facts", "RLO"), ("#comments", "RLO")):
        assert reader.page.locator(f"{place} [data-control={control}]").count() == 1, place
    reader.press("f")
    assert reader.page.evaluate("document.body.dataset.bad") is None
    assert reader.page.locator("body script, body img").count() == 0
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
    assert found == [("\u202eDr.", "PATIENT"), ("Ada Ruiz", "DOCTOR"), ("כהן", "PATIENT")]


def test_a_megabyte_in_one_line_and_ten_thousand_notes_are_shown(read: Any, tmp_path: Path) -> None:
    long = "word 😀 " * 150_000 + "Ada Ruiz"
    first = Document("long", long, (Span(len(long) - 8, len(long), "DOCTOR", 0.1),))
    text = "Dr. Ada Ruiz rang.\n" * 20
    more = [Document(f"n{i:05}", text, (Span(4, 12, "DOCTOR", 0.9),)) for i in range(10_000)]
    reader = read(made(tmp_path, docs=[first, *more]))
    assert reader.page.text_content("#note-id") == "long"
    reader.press("n")
    assert reader.page.text_content("mark") == "Ada Ruiz"
    reader.page.keyboard.press("k")
    reader.page.wait_for_selector("mark.kept")
    reader.page.keyboard.press("j")
    reader.until("document.getElementById('note-id').textContent === 'n00000'")


def test_a_language_that_the_page_has_not_gets_english(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path), locale="fr")
    assert "Check" in reader.page.text_content("#purpose")
    assert reader.page.get_attribute("html", "lang") == "en"
