"""The page's server lets in whom it should, once, and says nothing of a note where others look."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from projects import TEXT, made, notes, number
from starlette.testclient import TestClient

from incognote.core.document import Document
from incognote.review import guard, history, project, server
from incognote.review.answers import answers, as_left, audit
from incognote.review.guard import MOST_BYTES, Entrance
from incognote.review.marks import Wish
from incognote.review.project import Project
from incognote.review.search import Search, search
from incognote.review.server import ROWS, make_app

AT = "http://127.0.0.1:7000"


class Browser:
    """A client that comes from the page, and what was told of faults."""

    def __init__(self, project: Project, reader: str = "A. Nurse") -> None:
        self.project, self.entrance, self.faults = project, Entrance(), list[str]()
        app = make_app(project, reader, port=7000, entrance=self.entrance, told=self.faults.append)
        self.client = TestClient(app, base_url=AT)
        self.requests = 0

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(path, headers=headers)

    def post(self, path: str, sent: Any, **headers: str) -> Any:
        heads = {"origin": AT, "content-type": "application/json", **headers}
        return self.client.post(path, content=json.dumps(sent), headers=heads)

    def enter(self) -> Browser:
        assert self.post("/api/enter", {"token": self.entrance.token}).status_code == 200
        return self

    def decide(self, id: str, *decisions: dict[str, Any]) -> Any:
        at = number(self.project, id)
        self.requests += 1
        sent = {"request": f"r{self.requests}", "after": self.project.state(at).last}
        return self.post(f"/api/notes/{at}", {**sent, "decisions": decisions})

    def undo(self, request: str) -> Any:
        last = self.get("/api/project").json()["last"]
        return self.post("/api/undo", {"request": request, "after": last})


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with Project(made(tmp_path)) as project:
        yield Browser(project)


def test_the_address_is_good_once_and_the_cookie_is_no_scripts(browser: Browser) -> None:
    assert browser.get("/api/project").status_code == 401
    assert browser.post("/api/enter", {"token": "guess"}).status_code == 403
    answer = browser.post("/api/enter", {"token": browser.entrance.token})
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= {
        part.strip() for part in answer.headers["set-cookie"].split(";")
    }
    assert browser.get("/api/project").json()["reader"] == "A. Nurse"
    assert browser.post("/api/enter", {"token": browser.entrance.token}).status_code == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://localhost:7000"}, 403),  # not the host that is asked
        ({"host": "evil.example:7000"}, 421),
        ({"content-type": "text/plain"}, 415),
    ],
)
def test_what_others_send_is_refused(
    browser: Browser, headers: dict[str, str], status: int
) -> None:
    browser.enter()
    sent = {"request": "x", "after": 0, "decisions": [{"kind": "done"}]}
    assert browser.post("/api/notes/1", sent, **headers).status_code == status
    assert browser.project.done == 0


@pytest.mark.parametrize("other", ["project", "reader"])
def test_a_tab_of_another_project_or_reader_decides_nothing_here(
    tmp_path: Path, other: str
) -> None:
    folder = tmp_path / "other" if other == "project" else tmp_path
    folder.mkdir(exist_ok=True)
    with Project(made(tmp_path)) as project:
        left_open = Browser(project).enter().get("/api/project").json()["page"]
    with Project(folder / "project.db" if other == "reader" else made(folder)) as project:
        reader = "B. Clerk" if other == "reader" else "A. Nurse"
        browser = Browser(project, reader).enter()  # the cookie of the port lets both in
        now = browser.get("/api/project").json()["page"]
        sent = {"request": "r", "after": 0, "decisions": [{"kind": "done"}]}
        for path in ("/api/notes/1", "/api/project"):
            assert browser.get(path, **{"x-incognote-page": left_open}).status_code == 410
        answer = browser.post("/api/notes/1", sent, **{"x-incognote-page": left_open})
        assert answer.status_code == 410
        assert project.history.all == []
        answer = browser.post("/api/notes/1", sent, **{"x-incognote-page": now})
        assert answer.status_code == 200


def test_without_an_origin_nothing_changes(browser: Browser) -> None:
    browser.enter()
    assert browser.client.post("/api/undo", json={"request": "x"}).status_code == 403
    assert browser.client.delete("/api/undo").status_code == 405
    assert browser.get("/api/notes/1?x=Ada").status_code == 404


def test_every_answer_forbids_to_keep_and_to_load(browser: Browser) -> None:
    browser.enter()
    for path in ("/", "/page.js", "/page.css", "/words.json", "/api/project", "/api/notes/1", "/x"):
        heads = browser.get(path).headers
        assert heads["cache-control"] == "no-store", path
        assert heads["x-content-type-options"] == "nosniff"
        assert heads["referrer-policy"] == "no-referrer"
        policy = heads["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy


def test_the_page_loads_nothing_from_elsewhere_and_has_no_inline_part() -> None:
    folder = Path(__file__).parents[2] / "src/incognote/review/page"
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8")
        assert "http:" not in text.replace("http://127", "")
        assert "https:" not in text
        for way in ("innerHTML", "outerHTML", "insertAdjacent", "eval(", "localStorage", "<style"):
            assert way not in text, (path.name, way)
        for way in ("sessionStorage", "indexedDB", "document.cookie", "document.title", "style="):
            assert way not in text, (path.name, way)


def refusals() -> Iterator[str]:
    """All that the server may answer in place of what the page asked for."""
    for module in (server, guard, history, project):
        for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
            call = node.exc if isinstance(node, ast.Raise) else node
            if not isinstance(call, ast.Call) or not call.args:
                continue
            name, status = ast.unparse(call.func), ast.unparse(call.args[-1])
            if name not in ("said", *ERRORS) or status in ("401", "410"):  # these have words
                continue
            code = compile(ast.Expression(call.args[0]), "", "eval")
            with contextlib.suppress(NameError):  # one of the start, with the path of a file
                if isinstance(words := eval(code, vars(module)), str):
                    yield words


ERRORS = ("ConfigError", "InputError", "OutputError", "OverlapError", "StaleError")


def test_both_languages_of_the_page_say_the_same_things() -> None:
    folder = Path(__file__).parents[2] / "src/incognote/review/page"
    words = json.loads((folder / "words.json").read_text(encoding="utf-8"))
    first, *others = words.values()
    assert others
    for other in others:
        assert {*other} == {*first}
        plain = {*first} - {"refusals"}
        assert all(other[key].count("{") == first[key].count("{") for key in plain)
    refused = {*refusals()}
    assert len(refused) > 20
    assert first["refusals"] == {}  # the server speaks English
    for other in others:
        assert {*other["refusals"]} == refused


def test_decisions_come_back_in_code_points(browser: Browser) -> None:
    browser.enter()
    at = number(browser.project, "a/1")
    note = browser.get(f"/api/notes/{at}").json()
    assert note["text"] == TEXT
    start = TEXT.index("José")  # behind a character of two units
    answer = browser.decide(
        "a/1", {"kind": "add", "start": start, "end": start + 4, "label": "PATIENT"}
    )
    found = [m for m in answer.json()["note"]["items"] if m["id"].startswith("d")]
    assert [(m["start"], m["end"]) for m in found] == [(start, start + 4)]
    again = browser.post(
        f"/api/notes/{at}", {"request": "y", "after": 0, "decisions": [{"kind": "done"}]}
    )
    assert again.status_code == 409
    assert browser.undo("z").json()["note"]["number"] == at


@pytest.mark.parametrize(
    "sent",
    [
        [],
        {},
        {"request": "x", "after": "0", "decisions": [{"kind": "done"}]},
        {"request": "x", "after": 0, "decisions": []},
        {"request": "x", "after": 0, "decisions": ["done"]},
        {"request": "x", "after": 0, "decisions": [{"kind": "add", "start": 1.5, "end": 3}]},
        {"request": "x" * 300, "after": 0, "decisions": [{"kind": "done"}]},
        {"request": "x", "after": 0, "decisions": [{"kind": "done"}] * 3_000},
        {"request": "", "after": 0, "decisions": [{"kind": "done"}]},
        {"after": 0, "decisions": [{"kind": "done"}]},
        {"request": "x", "after": 0, "decisions": [{"kind": "comment", "comment": "a\ud800"}]},
        {"request": "\udfff", "after": 0, "decisions": [{"kind": "done"}]},
    ],
    ids=lambda sent: str(sent)[:60],
)
def test_what_the_page_would_not_send_is_refused_in_words(browser: Browser, sent: Any) -> None:
    answer = browser.enter().post("/api/notes/1", sent)
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")
    assert browser.project.history.all == []
    assert browser.decide("a/1", {"kind": "done"}).status_code == 200  # nothing is left half done
    assert browser.faults == []


def test_too_much_is_refused_in_words(browser: Browser) -> None:
    browser.enter()
    answer = browser.post("/api/notes/1", {"request": "x" * MOST_BYTES})
    assert answer.status_code == 413
    assert "more than" in answer.json()["error"]
    assert browser.get("/api/notes/99").status_code == 404


def test_a_fault_says_where_and_nothing_of_a_note(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser.enter()

    def fail(self: Project, number: int) -> Document:
        raise RuntimeError(TEXT)

    monkeypatch.setattr(Project, "document", fail)
    answer = browser.get("/api/notes/1")
    assert answer.status_code == 500
    assert "This is a bug" in answer.json()["error"]
    (told,) = browser.faults
    assert "RuntimeError in review/" in told
    assert not [word for word in ("Ada", "Ruiz", "Seen") if word in answer.text + told]


def test_answers_are_of_notes_that_are_read_and_the_audit_holds_no_text(browser: Browser) -> None:
    browser.enter()
    at = number(browser.project, "a/1")
    ada, _ = browser.project.state(at).marks
    browser.decide("a/1", {"kind": "keep", "mark": ada.id})
    browser.decide("a/1", {"kind": "comment", "comment": "surely Ada"}, {"kind": "done"})
    (doc,) = answers(browser.project)
    assert doc.id == "a/1"
    assert doc.text == TEXT
    assert [(s.score, s.source) for s in doc.spans] == [(1.0, "A. Nurse"), (0.99, "model")]
    assert doc.meta == {"reader": "A. Nurse", "patient": "7"}
    lines = [json.loads(line) for line in audit(browser.project)]
    assert [line["kind"] for line in lines] == ["keep", "comment", "done"]
    assert "surely" not in json.dumps(lines)


def test_a_certificates_answers_want_every_note(tmp_path: Path) -> None:
    blind = [Document(doc.id, doc.text) for doc in notes()]
    with Project(made(tmp_path, "certify", blind)) as project:
        browser = Browser(project).enter()
        browser.decide("a/1", {"kind": "add", "start": 0, "end": 4, "label": "PATIENT"})
        browser.decide("a/1", {"kind": "done"})
        with pytest.raises(Exception, match="2 notes of 3 are not read"):
            answers(project)
        for id in ("a/2", "b/1"):
            browser.decide(id, {"kind": "done"})
        lines = {row["id"]: row for row in map(json.loads, map(as_left, answers(project)))}
        assert lines["a/1"]["left"] == [{"label": "PATIENT", "start": 0, "end": 4}]
        assert {row["reader"] for row in lines.values()} == {"A. Nurse"}


def test_the_queue_comes_some_rows_at_a_time(tmp_path: Path) -> None:
    many = ROWS + 5
    docs = [Document(f"n{i:03}", "No pain.\n") for i in range(many)]
    with Project(made(tmp_path, "label", docs)) as project:
        browser = Browser(project).enter()
        about = browser.get("/api/project").json()
        assert (about["many"], about["done"], about["unread"]) == (many, 0, 1)
        first, rest = (browser.get(f"/api/rows/{n}").json()["rows"] for n in (1, ROWS + 1))
        assert [row["number"] for row in (*first, *rest)] == [*range(1, many + 1)]
        assert browser.get(f"/api/rows/{many + 1}").status_code == 404
        told = browser.decide("n001", {"kind": "done"}).json()
        assert (told["done"], told["unread"]) == (1, 3)
        for id in ("n000", "n002", *(f"n{i:03}" for i in range(4, many))):
            told = browser.decide(id, {"kind": "done"}).json()
        assert (told["done"], told["unread"]) == (many - 1, 4)  # behind the last comes the first
        assert browser.undo("u").json()["done"] == many - 2


def test_the_next_unread_note_is_known_where_a_project_is_opened_again(tmp_path: Path) -> None:
    path = made(tmp_path)
    for request in ("first", "second"):
        with Project(path) as project:
            at = project.unread_after(0)
            project.decide(at, [Wish("done")], reader="R", request=request, after=0)
    with Project(path) as project:
        assert project.done == 2
        assert project.unread_after(0) == project.unread_after(3) == 3


def test_two_pages_of_one_host_do_not_log_each_other_out(tmp_path: Path) -> None:
    """A browser's cookies know no ports."""
    jar: dict[str, str] = {}
    clients = []
    for port in (7000, 7001):
        (tmp_path / str(port)).mkdir()
        at, entrance = f"http://127.0.0.1:{port}", Entrance()
        project = Project(made(tmp_path / str(port)))
        app = make_app(project, "R", port=port, entrance=entrance, told=lambda fault: None)
        client = TestClient(app, base_url=at)
        sent = {"token": entrance.token}
        assert client.post("/api/enter", json=sent, headers={"origin": at}).status_code == 200
        jar |= dict(client.cookies)
        clients.append((client, project))
    assert len(jar) == 2
    for client, project in clients:
        client.cookies.clear()
        client.cookies.update(jar)
        assert client.get("/api/project").status_code == 200
        project.__exit__(None, None, None)


def test_words_are_looked_for_while_others_are_answered(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    loops = []

    def look(project: Project, words: str, note: int) -> Search:
        with contextlib.suppress(RuntimeError):  # as there is none in the thread of a request
            loops.append(asyncio.get_running_loop())
        return search(project, words, note)

    monkeypatch.setattr(server, "search", look)
    browser.enter()
    assert browser.post("/api/search", {"words": "ruiz", "note": 1}).json()["places"] == 5
    assert not loops


def test_an_answer_says_which_decisions_the_act_made(browser: Browser) -> None:
    browser.enter()
    assert browser.decide("a/1", {"kind": "done"}, {"kind": "reopen"}).json()["made"] == [1, 2]
    seen = browser.get("/api/project").json()["last"]
    assert seen == 2
    assert browser.decide("a/2", {"kind": "done"}).json()["made"] == [3, 3]
    old = browser.post("/api/undo", {"request": "u", "after": seen})
    assert old.status_code == 409
    assert browser.undo("u").json()["done"] == 0
    assert browser.undo("v").json()["made"] == [5, 5]
    nothing = browser.undo("w").json()
    assert (nothing["made"], nothing["rows"], nothing["stay"]) == (None, [], 0)
