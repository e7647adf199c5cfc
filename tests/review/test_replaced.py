"""What the page shows in place of marks is what a run would write with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import made, number

from incognote import cli
from incognote.core.document import Document, Span
from incognote.core.known import Known
from incognote.io.format import writer
from incognote.replace.keys import read_key
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.review.answers import answers
from incognote.review.marks import Wish
from incognote.review.project import Project
from incognote.review.replaced import Place, Replacer

TEXTS = {
    "7/a": "Seen by Dr. Ada Ruiz 😀 on 3/4/2019.\r\nMr. Tom Moss is 61; MRN 4471882.\n",
    "7/b": "Tom Moss, seen on 5/4/2019 by A. Ruiz. Ada Ruiz rang.\n",
}
MARKS = {
    "7/a": [
        ("Ada Ruiz", "DOCTOR"),
        ("3/4/2019", "DATE"),
        ("Tom Moss", "PATIENT"),
        ("4471882", "MRN"),
    ],
    "7/b": [("Tom Moss", "PATIENT"), ("5/4/2019", "DATE"), ("A. Ruiz", "DOCTOR")],
}


def docs() -> list[Document]:
    found = []
    for id, text in TEXTS.items():
        at = [(text.index(surface), surface, label) for surface, label in MARKS[id]]
        spans = tuple(Span(i, i + len(s), label, 0.9, "model") for i, s, label in at)
        found.append(Document(id, text, spans, {"patient": "7"}))
    return found


def written(doc: Document, places: list[Place]) -> str:
    out, position = [], 0
    for place in places:
        out += (doc.text[position : place.start], place.text)
        position = place.end
    return "".join((*out, doc.text[position:]))


@pytest.mark.parametrize("policy", ["all", "hipaa-expert"])
def test_it_is_what_deid_writes_with_the_answers(tmp_path: Path, policy: str) -> None:
    key, spans, source = tmp_path / "key", tmp_path / "spans.jsonl", tmp_path / "notes"
    writer("txt")([doc.with_spans(()) for doc in docs()], source)
    assert cli.run(["key", "new", str(key)]) == 0
    with Project(made(tmp_path, docs=docs())) as project:
        replacer = Replacer(project, get_policy(policy), Context(read_key(key)))
        for each in docs():
            at = number(project, each.id)
            wishes = [Wish("done")]
            if each.id == "7/b":
                wishes.append(Wish("add", "", 39, 47, "DOCTOR"))
                wishes.append(Wish("drop", project.state(at).marks[1].id))
            project.decide(at, wishes, reader="R", request=each.id, after=0)
        writer("jsonl")(answers(project), spans)
        shown = {}
        for each in docs():
            doc = project.document(number(project, each.id))
            shown[each.id] = written(doc, replacer(doc))
    out = ["deid", str(source), "-o", str(tmp_path / "out"), "--spans", str(spans)]
    how = ["--policy", policy, "--key", str(key), "--patient-from", "^(.*)/"]
    assert not (tmp_path / "vault").exists()  # what is only shown is in none
    assert cli.run([*out, *how, "--vault", str(tmp_path / "vault")]) == 0
    for id, text in shown.items():
        assert (tmp_path / "out" / f"{id}.txt").read_bytes().decode() == text
        assert "Moss" not in text
    assert "5/4/2019" in shown["7/b"]  # it was dropped


def test_what_the_source_knows_of_the_patient_is_searched_in_what_is_written(
    tmp_path: Path,
) -> None:
    text = "Ms. Quibell came, and rang Dr. Ruiz.\n"
    doc = Document("a", text, (Span(31, 35, "DOCTOR"),), {}, Known(names=("Quibell, Ottoline",)))
    with Project(made(tmp_path, docs=[doc])) as project:
        assert project.document(1).known == doc.known
        places = Replacer(project, get_policy("all"), Context())(project.document(1))
    assert [text[p.start : p.end] for p in places] == ["Quibell", "Ruiz"]
