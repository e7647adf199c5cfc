"""What is decided in a browser stays, whatever becomes of server, line, page and other tabs."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest
from projects import made

from incognote.review.project import Project

pytestmark = pytest.mark.needs("chromium")


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
    reader.context.set_offline(True)  # the line is lost
    reader.press("k")
    reader.press("n", "d", "Escape", "n")
    assert reader.page.text_content("#saved") == "Not saved"
    assert reader.page.is_visible("#again")
    reader.press("c")
    reader.page.keyboard.type("a comment")
    reader.press("Control+Enter")  # nor is it lost that nothing else is sent
    reader.page.wait_for_selector("#comment[open]")
    assert reader.page.input_value("#comment-words") == "a comment"
    reader.press("Escape")
    asked = []
    reader.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    reader.page.close(run_before_unload=True)  # the browser asks first, and the page stays
    reader.wait_for(asked)
    assert asked == ["beforeunload"]
    assert reader.page.is_visible("#again")
    reader.context.set_offline(False)
    reader.page.click("#again")
    reader.settle()
    assert not reader.page.is_visible("#trouble")
    assert reader.page.locator("mark.kept").count() == 1
    assert reader.page.locator("mark.dropped").count() == 0
    reader.page.close(run_before_unload=True)  # nothing is to be asked now
    again = reader.context.new_page()
    again.goto(reader.served.address.partition("#")[0])
    again.wait_for_selector("mark.kept")
    assert len(asked) == 1


def test_an_answer_that_was_lost_is_not_told_as_nothing_done(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path))
    reader.press("n", "k")

    def lose(route: Any) -> None:
        route.fetch()  # the server does it
        route.abort()  # and nobody hears of it

    for key, kept in (("u", 0), ("U", 1)):
        reader.page.route("**/api/*do", lose)
        reader.press(key)
        assert reader.page.text_content("#saved") == "Not saved"
        reader.page.unroute("**/api/*do")
        reader.page.click("#again")
        reader.settle()
        assert reader.page.text_content("#saved") == "Saved"
        assert reader.page.locator("mark.kept").count() == kept
    reader.served.stop()
    with Project(tmp_path / "project.db") as project:
        assert [d.wish.kind for d in project.history.all] == ["keep", "undo", "undo"]


def test_two_tabs_tell_each_other_and_lose_nothing(read: Any, tmp_path: Path) -> None:
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
    reader.press("d")
    other.keyboard.press("c")
    other.wait_for_selector("#comment[open]")
    other.keyboard.type("is she a nurse?")
    other.keyboard.press("Control+Enter")
    other.wait_for_selector("#comment[open]")  # it is offered again
    other.wait_for_function("document.getElementById('comment-words').value === 'is she a nurse?'")
    assert "still here" in other.text_content("#comment-hint")
    other.keyboard.press("Control+Enter")
    other.wait_for_selector("#comments li")
    reader.press("j", "n", "k", "u")  # what the other tab decided before is not seen by that
    reader.page.wait_for_selector("#trouble:not([hidden])")
    assert "in another tab" in reader.page.text_content("#trouble-words")
    assert reader.page.locator("mark.kept").count() == 1
    reader.press("u")
    reader.until("document.querySelectorAll('mark.kept').length === 0")
    assert not reader.page.is_visible("#trouble")
    reader.press("u")
    reader.until("document.getElementById('note-id').textContent === 'a/1'")
    assert reader.page.locator("#comments li").count() == 0
    reader.served.stop()
    with Project(tmp_path / "project.db") as project:
        kinds = ["keep", "drop", "comment", "keep", "undo", "undo"]
        assert [d.wish.kind for d in project.history.all] == kinds


def test_a_tab_that_was_left_open_decides_nothing_in_another_project(
    read: Any, tmp_path: Path
) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    reader = read(made(tmp_path / "first"))
    reader.press("n")
    reader.served.stop()
    reader.served.path = made(tmp_path / "second")
    reader.served.start()  # at the port of the first
    other = reader.context.new_page()
    other.goto(reader.served.address)
    other.wait_for_selector("#text .block")
    reader.press("k")
    assert reader.page.text_content("#saved") == "Not saved"
    assert "another project" in reader.page.text_content("#trouble-words")
    reader.served.stop()
    with Project(tmp_path / "second/project.db") as project:
        assert project.history.all == []


def test_words_of_a_comment_that_was_left_are_there_again(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path))
    reader.press("c")
    reader.page.wait_for_selector("#comment[open]")
    reader.page.keyboard.type("is she a nurse?")
    asked = []
    reader.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    reader.page.close(run_before_unload=True)
    reader.wait_for(asked)
    assert asked == ["beforeunload"]
    reader.page.mouse.click(5, 300)  # beside the dialog
    reader.page.wait_for_selector("#comment", state="hidden")
    reader.press("j", "c")
    assert reader.page.input_value("#comment-words") == ""  # it is of another note
    reader.press("Escape", "Shift+J", "c")
    assert reader.page.input_value("#comment-words") == "is she a nurse?"
    reader.press("Control+Enter")
    assert reader.page.locator("#comments li").count() == 1
    reader.press("c")
    assert reader.page.input_value("#comment-words") == ""
    reader.press("Escape")
    reader.page.close(run_before_unload=True)  # nothing is to be asked now
    assert len(asked) == 1


def test_the_page_is_not_closed_while_something_is_not_sent(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path), "--then", "evaluate --pipeline en")
    reader.press("f", "f", "f")
    reader.page.wait_for_selector("#ending:not([hidden])")
    reader.press("Shift+J", "Shift+J", "b")
    reader.page.route("**/api/notes/*", lambda route: route.abort())
    reader.press("d")
    assert reader.page.text_content("#saved") == "Not saved"
    reader.press("e")
    assert reader.served.process.poll() is None
    reader.page.unroute("**/api/notes/*")
    reader.page.click("#again")
    reader.settle()
    assert reader.page.text_content("#saved") == "Saved"
    reader.press("e")
    reader.served.process.wait(timeout=60)
    with Project(tmp_path / "project.db") as project:
        assert [d.wish.kind for d in project.history.all][-1] == "drop"


@pytest.mark.parametrize(("locale", "words"), [("es-MX", "Dos marcas"), ("en-GB", "Two marks")])
def test_what_the_server_refuses_is_said_in_the_language_of_the_page(
    read: Any, tmp_path: Path, locale: str, words: str
) -> None:
    reader = read(made(tmp_path), locale=locale)
    error = "Two marks would overlap: drop or shrink the other one first."
    reader.page.route(
        "**/api/notes/*", lambda route: route.fulfill(status=400, json={"error": error})
    )
    reader.press("n", "k")
    reader.page.wait_for_selector("#trouble:not([hidden])")
    assert words in reader.page.text_content("#trouble-words")
