"""`incognote adapt pick` names notes and writes them for labelling."""

from __future__ import annotations

import json
from pathlib import Path

from incognote import cli
from incognote.core.document import Document, Span
from incognote.io.format import get_format, writer

TEXTS = ("No pain today.", "Seen by Dr. Ada Ruiz on 3/14/2019.", "Vrolik saw Tom Moss, ref 48213.")


def run(*args: str | Path) -> int:
    return cli.run([str(arg) for arg in args])


def test_picked_notes_are_named_and_written_with_their_marks(
    tiny_model: Path, tmp_path: Path, capsys
) -> None:
    docs = [Document(f"n{i}", text) for i, text in enumerate(TEXTS)]
    writer("txt")(docs, tmp_path / "notes")
    out, folder = tmp_path / "next.jsonl", tmp_path / "to_label"
    args = ("adapt", "pick", tmp_path / "notes", "--model", tiny_model, "--budget", "1")
    assert run(*args, "--out", out, "--to-label", folder) == 0
    told = capsys.readouterr()
    assert "Picked 1 of 3 notes" in told.out
    assert "keep it where the notes may be kept" in told.err
    (row,) = (json.loads(line) for line in out.read_text().splitlines())
    assert set(row) == {"id", "worth", "doubt", "suspicion"}
    assert row["id"] == "n2"
    (written,) = get_format("inline").read(folder)
    assert (written.id, written.text) == ("n2", TEXTS[2])
    # A name that is known and stays is suspicious.
    (tmp_path / "names.txt").write_text("Mara Pain\nOx Today\n")
    named = tmp_path / "named.jsonl"
    more = ("--budget", "3", "--roster", tmp_path / "names.txt", "--out", named)
    assert run(*args, *more) == 0
    rows = [json.loads(line) for line in named.read_text().splitlines()]
    assert {row["id"]: row["suspicion"] for row in rows}["n0"] == 10
    lost = ("--roster", tmp_path / "none.txt", "--out", tmp_path / "lost.jsonl")
    assert run(*args, *lost) == 2
    assert "none.txt: cannot be read (No such file or directory)" in capsys.readouterr().err
    # What is labelled is left aside.
    writer("jsonl")([written], tmp_path / "done.jsonl")
    again = tmp_path / "again.jsonl"
    assert run(*args, "--labelled", tmp_path / "done.jsonl", "--out", again) == 0
    assert json.loads(again.read_text())["id"] != "n2"


def test_labelled_notes_that_do_not_fit_are_refused(
    tiny_model: Path, tmp_path: Path, capsys
) -> None:
    docs = [Document(f"n{i}", text) for i, text in enumerate(TEXTS)]
    writer("txt")(docs, tmp_path / "notes")
    args = ("adapt", "pick", tmp_path / "notes", "--model", tiny_model)
    for name, label, text, says in (
        ("text", "DOCTOR", TEXTS[1] + " Home.", "differ from character 34 on"),
        ("scheme", "CALLE", TEXTS[1], "not of the scheme 'incognote'"),
    ):
        doc = Document("n1", text, (Span(12, 20, label),))
        # One that is not among the notes is of another time, and fits.
        writer("jsonl")([Document("old", "No pain."), doc], tmp_path / name)
        out = tmp_path / f"{name}.jsonl"
        assert run(*args, "--labelled", tmp_path / name, "--out", out) == 2
        told = capsys.readouterr().err
        assert says in told
        assert "Ruiz" not in told
        assert not out.exists()
