from __future__ import annotations

import errno
from pathlib import Path

import pytest

from incognote.core.document import Document
from incognote.core.errors import NoteError, OutputError
from incognote.io import jsonl, txt
from incognote.io.output import check_apart


def names(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_id_parts_become_folders(tmp_path: Path) -> None:
    docs = [Document("a/b/c.v1", "x"), Document("a/b", "y"), Document("1:30 round", "z")]
    txt.write(docs, tmp_path / "new" / "out")
    assert names(tmp_path / "new" / "out") == ["1:30 round.txt", "a/b.txt", "a/b/c.v1.txt"]


@pytest.mark.parametrize(
    "id",
    [
        "../a",
        "a/../../b",
        "/etc/a",
        "..",
        ".",
        "",
        "a//b",
        "a/",
        "C:/a",
        "x/c:a",
        "a\\b",
        "a\0b",
        "a/" * 2000 + "b",
    ],
)
def test_ids_never_leave_the_folder(id: str, tmp_path: Path) -> None:
    errors: list[NoteError] = []
    txt.write([Document(id, "x"), Document("b", "y")], tmp_path / "out", on_error=errors.append)
    assert names(tmp_path) == ["out/b.txt"]
    assert "cannot be a path below the output" in errors[0].reason


def test_a_name_that_is_too_long_fails_one_note(tmp_path: Path) -> None:
    errors: list[NoteError] = []
    docs = [Document("a" * 300, "x"), Document("b", "y")]
    txt.write(docs, tmp_path / "out", on_error=errors.append)
    assert names(tmp_path / "out") == ["b.txt"]
    assert "cannot be written" in errors[0].reason


def test_a_file_in_place_of_a_folder_fails_one_note(tmp_path: Path) -> None:
    errors: list[NoteError] = []
    docs = [Document("a", "x"), Document("a.txt/b", "y")]
    txt.write(docs, tmp_path / "out", on_error=errors.append)
    assert names(tmp_path / "out") == ["a.txt"]
    assert [e.id for e in errors] == ["a.txt/b"]


@pytest.mark.parametrize("writer", [txt.write, jsonl.write])
def test_a_full_disk_stops_and_leaves_nothing_half(
    writer: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OutputError, match=r"out: cannot be written.*No space left on device"):
        writer([Document("a", "x")], tmp_path / "out")  # type: ignore[operator]
    assert names(tmp_path) == []


def test_an_interrupted_file_leaves_nothing(tmp_path: Path) -> None:
    def docs():  # type: ignore[no-untyped-def]
        yield Document("a", "x")
        raise NoteError("b", "is not UTF-8")

    with pytest.raises(NoteError):
        jsonl.write(docs(), tmp_path / "out.jsonl")
    assert names(tmp_path) == []


def test_destinations_that_are_taken(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "x").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(OutputError, match="folder: is not empty"):
        txt.write([], tmp_path / "folder")
    with pytest.raises(OutputError, match="file: no folder can be made there"):
        txt.write([], tmp_path / "file")
    for name in ("file", "folder", "link"):
        with pytest.raises(OutputError, match=f"{name}: exists already"):
            jsonl.write([], tmp_path / name)
    assert names(tmp_path) == ["file", "folder/x"]


def test_a_destination_inside_the_source_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "in")
    for target in ("in", "in/out", "in/a/b", "link/out", "in/../in/out"):
        with pytest.raises(OutputError, match="lies inside the input"):
            check_apart(tmp_path / "in", tmp_path / target)
    check_apart(tmp_path / "in", tmp_path / "in-out")
    check_apart(tmp_path / "in", tmp_path)
