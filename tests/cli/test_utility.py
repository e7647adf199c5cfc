"""`incognote utility`: formats, the gate, and no text of notes where none may be."""

from __future__ import annotations

import json
import re
import shlex
import stat
from pathlib import Path

import pytest

from incognote import cli
from incognote.core.document import Document, Span
from incognote.io.format import writer

NOTE = "Mr. Ada Ruiz, a 54-year-old man, MRN 00482913. No fever. Aspirin 81 mg PO daily. K 4.1."
RELEASED = NOTE.replace("Ada Ruiz", "Tom Ellery").replace("00482913", "77120045")
MUTATIONS = {
    "dose": RELEASED.replace("81 mg", "810 mg"),
    "negation": RELEASED.replace("No fever", "Fever"),
    "medication": RELEASED.replace("Aspirin 81", "Ellery 81"),
}
PAGE = (Path(__file__).parents[2] / "docs/utility.md").read_text(encoding="utf-8")


def run(*args: str | Path) -> int:
    return cli.run([str(arg) for arg in args])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for side, text in (("before", NOTE), ("after", RELEASED)):
        for ward in ("a", "b"):
            path = tmp_path / side / f"{ward}/1.txt"
            path.parent.mkdir(parents=True)
            path.write_text(text)
    return tmp_path


def test_nothing_is_lost_where_identifiers_alone_were_replaced(folder: Path, capsys) -> None:
    assert run("utility", "before", "after", "--at-least", "100", "--out", "u.json") == 0
    said = capsys.readouterr().out
    assert re.search(r"^all +100\.00 ", said, re.MULTILINE)
    found = json.loads((folder / "u.json").read_text())
    assert (found["notes"], found["total"]["facts"], found["total"]["kept"]) == (2, 16, 16)


@pytest.mark.parametrize("kind", MUTATIONS)
def test_each_mutation_is_told_and_stops_the_gate(folder: Path, kind: str, capsys) -> None:
    (folder / "after/b/1.txt").write_text(MUTATIONS[kind])
    assert run("utility", "before", "after", "--at-least", "99.5", "--out", "u.json") == 5
    said = capsys.readouterr()
    assert re.search(rf"^b/1 \d+-\d+( and \d+-\d+)?: {kind}$", said.out, re.MULTILINE)
    assert "--at-least asks for 99.5 %: 1 fact of 16 went." in said.err
    gone = json.loads((folder / "u.json").read_text())["gone"]
    assert [(place["id"], place["kind"]) for place in gone] == [("b/1", kind)]
    assert run("utility", "before", "after", "--at-least", "93") == 0
    assert run("utility", "before", "after", "--at-least", "99.5", "--without", kind) == 0


def test_each_new_fact_is_told_where_it_stands(folder: Path, capsys) -> None:
    text = RELEASED.replace("Tom Ellery", "Tom Asthma")
    (folder / "after/b/1.txt").write_text(text)
    assert run("utility", "before", "after", "--out", "u.json", "--lost", "lost.tsv") == 0
    start = text.index("Asthma")
    said = capsys.readouterr().out
    assert re.search(rf"^b/1 after, {start}-{start + 6}: \w+, new$", said, re.MULTILINE)
    assert "Asthma" not in said
    (place,) = json.loads((folder / "u.json").read_text())["new"]
    assert (place["id"], place["parts"]) == ("b/1", [[start, start + 6]])
    (line,) = (folder / "lost.tsv").read_text().splitlines()
    assert line.split("\t")[4] == "new after"
    assert "Tom [[Asthma]]" in line


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("interval", "Seen 3/4/2019, again 3/9/2019. K 4.1.", "Seen 2019, again 2019. K 4.1."),
        ("age", "A 54-year-old man. K 4.1.", "A 50-59-year-old man. K 4.1."),
        ("dose", "Aspirin 81 mg. K 4.1.", "Aspirin [PHONE]. K 4.1."),
    ],
)
def test_the_gate_says_what_a_policy_may_have_taken_by_intention(
    folder: Path, kind: str, before: str, after: str, capsys
) -> None:
    for side, text in (("before", before), ("after", after)):
        writer("jsonl")([Document("1", text)], folder / f"{side}.jsonl")
    assert run("utility", "before.jsonl", "after.jsonl", "--at-least", "99.5") == 5
    assert (f"--without {kind}" in capsys.readouterr().err) is (kind != "dose")
    args = ("utility", "before.jsonl", "after.jsonl", "--at-least", "99.5", "--without", kind)
    assert run(*args) == 0


def test_no_text_is_said_but_where_it_is_asked_for(folder: Path, capsys) -> None:
    (folder / "after/b/1.txt").write_text(MUTATIONS["dose"])
    assert run("utility", "before", "after", "--out", "u.json", "--lost", "lost.tsv") == 0
    said = capsys.readouterr()
    for text in (said.out, said.err, (folder / "u.json").read_text()):
        assert not re.search("Ruiz|Ellery|Aspirin|81 mg|482913", text)
    assert "lost.tsv holds PHI" in said.err
    line, new = (folder / "lost.tsv").read_text().splitlines()
    assert line.startswith("b/1\t")
    assert "[[81 mg]]" in line
    assert "[[810 mg]]" in new
    assert stat.S_IMODE((folder / "lost.tsv").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("before", "after", "--lang", "tlh"), "tlh"),
        (("before", "after", "--without", "doses"), "kind of facts 'doses'"),
        (("before", "none"), "none"),
        (("before", "after/a"), "lacks"),
        (("before/a", "after"), "lacks"),
        (("before", "after", "--gold"), "--gold"),
        (("before", "after", "--out", "before/a/1.txt"), "exists already"),
    ],
)
def test_what_cannot_be_compared_is_refused(folder: Path, args, words: str, capsys) -> None:
    assert run("utility", *args) == 2
    assert words in capsys.readouterr().err


def test_notes_without_facts_show_nothing(folder: Path, capsys) -> None:
    for path in folder.rglob("*.txt"):
        path.write_text("Seen by nobody.")
    assert run("utility", "before", "after") == 0
    assert run("utility", "before", "after", "--at-least", "0") == 5
    assert "No clinical facts were found" in capsys.readouterr().err


@pytest.mark.parametrize("format", ["jsonl", "inline"])
def test_any_marked_format_before(folder: Path, format: str) -> None:
    docs = [Document(id, NOTE, (Span(4, 12, "PATIENT"),)) for id in ("1", "2")]
    writer(format)(docs, folder / f"b.{format}")
    writer("jsonl")([Document(doc.id, RELEASED) for doc in docs], folder / "a.jsonl")
    given = ("utility", f"b.{format}", "a.jsonl", "--before-format", format)
    assert run(*given, "--at-least", "100") == 0


def test_tables_on_both_sides(folder: Path) -> None:
    for name, text in (("before", NOTE), ("after", RELEASED)):
        rows = f'n,ward,note_text\n1,a,"{text}"\n2,b,"{text}"\n'
        (folder / f"{name}.csv").write_text(rows)
    (folder / "one").mkdir()
    (folder / "other").mkdir()
    (folder / "before.csv").rename(folder / "one/x.csv")
    (folder / "after.csv").rename(folder / "other/x.csv")
    assert (
        run("utility", "one/x.csv", "other/x.csv", "--text", "note_text", "--at-least", "100") == 0
    )


def test_marks_that_people_made_put_facts_aside(folder: Path, capsys) -> None:
    text = "Lives in Asthma Road. Has asthma."
    writer("jsonl")([Document("1", text, (Span(9, 20, "STREET"),))], folder / "b.jsonl")
    writer("jsonl")([Document("1", "Lives in [STREET]. Has asthma.")], folder / "a.jsonl")
    assert run("utility", "b.jsonl", "a.jsonl", "--at-least", "100") == 5
    assert run("utility", "b.jsonl", "a.jsonl", "--at-least", "100", "--gold") == 0
    assert "Put aside: 1 fact" in capsys.readouterr().out


def test_the_commands_of_the_page_run(folder: Path, capsys) -> None:
    commands = re.findall(r"^\$ incognote (.+)$", PAGE, re.MULTILINE)
    assert len(commands) == 2
    (folder / "before").rename(folder / "notes")
    for command in commands:
        assert run(*shlex.split(command)) == 0, command
    assert json.loads((folder / "utility.json").read_text())["notes"] == 2
    assert "2 notes, language en" in capsys.readouterr().out


SPANISH = "Varón de 54 años, sin fiebre. Aspirina 100 mg cada 24 horas. Hemoglobina 13,2 g/dl."


def test_a_mixed_release_is_measured_each_note_in_its_language(folder: Path, capsys) -> None:
    counts = []
    for lang, text in (("en", NOTE), ("es", SPANISH)):
        for side in ("before", "after"):
            (folder / lang / side).mkdir(parents=True)
            (folder / lang / side / f"{lang}.txt").write_text(text)
            (folder / side / "a/1.txt").unlink(missing_ok=True)
            (folder / side / "b/1.txt").unlink(missing_ok=True)
            (folder / side / f"{lang}.txt").write_text(text)
        both = (folder / lang / "before", folder / lang / "after")
        assert run("utility", *both, "--lang", lang, "--out", f"{lang}.json") == 0
        counts.append(json.loads((folder / f"{lang}.json").read_text())["total"]["facts"])
    assert all(counts)
    assert run("utility", "before", "after", "--lang", "auto", "--out", "auto.json") == 0
    found = json.loads((folder / "auto.json").read_text())
    assert (found["language"], found["total"]["facts"]) == ("auto", sum(counts))
    assert "2 notes, each in its own language" in capsys.readouterr().out


def test_a_table_is_read_as_the_run_read_it(folder: Path, capsys) -> None:
    Path("t.csv").write_text(f'a,b\n"{NOTE}","{NOTE}"\n"{NOTE}",\n')
    texts = ("--text", "a", "--text", "b")
    assert run("deid", "t.csv", "-o", "out", *texts, "--max-note-seconds", "0") == 0
    for more in ((), texts):
        capsys.readouterr()
        assert run("utility", "t.csv", "out", *more) == 0
        assert "3 notes" in capsys.readouterr().out
    assert run("utility", "t.csv", "out", "--text", "a") == 2
    said = capsys.readouterr().err
    assert "AFTER lacks 2 notes" in said
    assert "with the same --text and --id as the run" in said
