"""Words are found in code points, in every note, and leave no trace where others look."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from projects import TEXT, made, number

from incognote.core.document import Document
from incognote.review.marks import Wish
from incognote.review.places import finder
from incognote.review.project import Project
from incognote.review.search import MOST_HERE, MOST_NOTES, search


def test_words_are_found_here_first_and_in_all_notes(tmp_path: Path) -> None:
    with Project(made(tmp_path)) as project:
        at = number(project, "a/1")
        found = search(project, " ada  RUIZ ", at)
        assert [TEXT[each.start : each.end] for each in found.here] == ["Ada Ruiz", "Ada Ruiz"]
        assert {project.notes[each.note - 1].id for each in found.others} == {"a/2", "b/1"}
        assert (found.places, found.notes) == (4, 3)
        assert found.here[0].context[0] == "Seen by Dr. "
        for none in ("", "  ", "nobody", "Ada.Ruiz", "((", "\\"):
            assert search(project, none, at).places == 0
        assert search(project, "(josé)", at).here[0].context[1] == "(José)"
        assert search(project, "2019. ada", at).places == 1  # over the end of a line
        assert "Ada" not in repr(found)


def places(text: str, words: str, *, whole: bool = False) -> list[tuple[int, int]]:
    return [match.span() for match in finder(words, whole=whole).finditer(text)]


@pytest.mark.parametrize("words", ["José García", "jose garcia", "JOSE\u0301 GARCI\u0301A"])
def test_an_accent_hides_nothing_however_it_is_written(words: str) -> None:
    forms = ["José García", "JOSE GARCIA", "Jose\u0301 Garci\u0301a", "JOSÉ\nGARCÍA"]
    text = "😀 " + "; ".join(forms) + "; José Garcías"
    assert [text[slice(*place)] for place in places(text, words, whole=True)] == forms
    assert len(places(text, words)) == 5
    assert places(text, " ") == places(text, "\u0301") == []


def test_what_looks_for_names_takes_no_other_letters() -> None:
    assert places("O’Brien, O'BRIEN, OBrien", "o'brien") == [(0, 7), (9, 16)]
    assert places("김철수, 강철수", "김철수") == [(0, 3)]
    assert places("a.b (c) [d", "a+b") == places("a.b", "a.c") == []
    assert places("x (c) [d", "(c) [d") == [(2, 8)]
    assert places("Pena\u0303s Pena\u0303", "pena", whole=True) == [(7, 12)]
    assert places("Ann\u0301a", "ann", whole=True) == places("Ańna", "na", whole=True) == []


def test_there_is_an_end_to_what_is_shown_and_none_to_what_is_counted(tmp_path: Path) -> None:
    docs = [Document(f"n{i:04}", "pain " * (MOST_HERE + 9)) for i in range(MOST_NOTES + 9)]
    with Project(made(tmp_path, "label", docs)) as project:
        found = search(project, "PAIN", 1)
        assert (len(found.here), len(found.others)) == (MOST_HERE, MOST_NOTES)
        assert (found.places, found.notes) == (len(docs) * (MOST_HERE + 9), len(docs))
        assert found.others[0].many == MOST_HERE + 9


def test_what_is_decided_while_words_are_looked_for_is_saved(tmp_path: Path) -> None:
    docs = [Document(f"n{i:03}", "pain " * 2_000) for i in range(100)]
    with Project(made(tmp_path, "label", docs)) as project, ThreadPoolExecutor(4) as threads:
        looking = [threads.submit(search, project, word, 1) for word in ("pain", "ai", "no") * 6]
        for note in range(1, 81):
            wishes = [Wish("add", "", 0, 4, "DATE"), Wish("done")]
            project.decide(note, wishes, reader="R", request=str(note), after=0)
        found = [each.result().places for each in looking]
    assert found == [100 * 2_000, 100 * 2_000, 0] * 6
    with Project(tmp_path / "project.db") as project:
        assert (project.done, len(project.history.all)) == (80, 160)


@pytest.mark.needs("chromium")
def test_a_name_is_looked_for_and_marked_by_keyboard_alone(read: Any, tmp_path: Path) -> None:
    reader = read(made(tmp_path))
    slow = "**/api/search"
    reader.page.route(slow, lambda route: (time.sleep(0.3), route.continue_()))
    reader.press("/")
    reader.page.keyboard.type("josé")
    reader.until("document.getElementById('find-many').textContent.startsWith('1 places')")
    reader.press("Enter")
    assert reader.chosen() == "José"
    assert sum(url.endswith("/api/search") for url in reader.asked) < 4  # not one for each letter
    reader.page.unroute(slow)
    reader.press("m")
    reader.take("patient")
    reader.until("document.querySelector('mark.current')?.textContent === 'José'")
    reader.press("/")
    reader.page.keyboard.type("did not")
    reader.until("document.querySelectorAll('#find-list li').length === 1")
    reader.press("ArrowDown", "Enter")
    reader.until("document.getElementById('note-id').textContent === 'b/1'")
    assert reader.chosen() == "did not"
    reader.press("/", "Escape")
    assert reader.page.is_hidden("#find")
    assert not reader.faults
    assert not [url for url in reader.asked if "jos" in url.lower() or "did" in url]
    for kept in ("localStorage.length", "sessionStorage.length", "document.cookie.length"):
        assert reader.page.evaluate(kept) == 0
