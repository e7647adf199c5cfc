from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from incognote.core.errors import InputError, NoteError
from incognote.io import txt
from incognote.io.files import _NOT_PLAIN, decode, find

ROOT = Path(__file__).parents[2]


def put(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"text of {name}")
    return folder


def read(folder: Path) -> tuple[list[str], dict[str, str]]:
    errors: list[NoteError] = []
    ids = [doc.id for doc in txt.read(folder, on_error=errors.append)]
    assert len({e.id for e in errors}) <= len(errors)
    return ids, {e.id: e.reason for e in errors}


def test_ids_are_paths_without_suffix(tmp_path: Path) -> None:
    put(tmp_path, "b.txt", "a/2.txt", "a/10.TXT", "a.txt", "v1.2.txt", "deep/er/x.Txt")
    assert read(tmp_path) == (["a", "a/10", "a/2", "b", "deep/er/x", "v1.2"], {})


def test_a_single_file_of_any_suffix(tmp_path: Path) -> None:
    put(tmp_path, "note.md", "other.txt")
    assert [d.id for d in txt.read(tmp_path / "note.md")] == ["note"]
    assert [d.id for d in txt.read(tmp_path / "other.txt")] == ["other"]


@pytest.mark.parametrize("name", ["notes.jsonl", "letter.rtf", "letter.docx"])
def test_a_single_file_that_is_no_plain_text_is_refused(tmp_path: Path, name: str) -> None:
    put(tmp_path, name)
    with pytest.raises(NoteError, match=r"is not a \.txt file; say .*--format") as caught:
        txt.read(tmp_path / name)
    assert caught.value.id == name


@pytest.mark.parametrize("name", ["notes.csv", "notes.TSV"])
def test_a_table_is_no_plain_text(tmp_path: Path, name: str) -> None:
    put(tmp_path, "in/a.txt", f"in/{name}")
    says = r"is not a \.txt file; say which format it has"
    with pytest.raises(NoteError, match=says):
        txt.read(tmp_path / "in" / name)
    with pytest.raises(NoteError, match=r"is not a \.txt file; convert it to text"):
        list(txt.read(tmp_path / "in"))


def test_the_page_lists_the_suffixes_that_are_refused() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"its suffix is that of no plain text\s\(([^)]+)\)", page)
    assert {*re.findall(r"`(\.\w+)`", listed)} == _NOT_PLAIN


def test_a_folder_with_the_name_of_a_note_is_reported(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "b.txt/c.txt")
    errors: list[NoteError] = []
    assert [d.id for d in txt.read(tmp_path, on_error=errors.append)] == ["a"]
    assert [str(e) for e in errors] == ["b.txt: is a folder with the name of a note; rename it"]


def test_other_suffixes_are_reported(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "b.rtf", "c", "sub/d.txt.bak")
    ids, errors = read(tmp_path)
    assert ids == ["a"]
    assert sorted(errors) == ["b.rtf", "c", "sub/d.txt.bak"]
    assert "is not a .txt file; convert it" in errors["b.rtf"]
    with pytest.raises(NoteError, match=r"^b\.rtf: is not a \.txt file"):
        list(txt.read(tmp_path))


def test_hidden_files_are_left_but_hidden_notes_are_read(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", ".DS_Store", "Thumbs.db", ".git/config", ".old/b.txt", ".c.txt")
    assert read(tmp_path) == ([".c", ".old/b", "a"], {})


def test_two_files_of_one_id_both_fail(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "a.TXT", "b.txt")
    errors: list[NoteError] = []
    assert [d.id for d in txt.read(tmp_path, on_error=errors.append)] == ["b"]
    assert [e.id for e in errors] == ["a", "a"]
    assert "a.TXT shares this id" in errors[0].reason


def test_links_are_followed_but_not_in_circles(tmp_path: Path) -> None:
    put(tmp_path, "in/a.txt", "elsewhere/b.txt")
    (tmp_path / "in" / "linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "in" / "file.txt").symlink_to(tmp_path / "elsewhere" / "b.txt")
    (tmp_path / "in" / "loop").symlink_to(tmp_path / "in")
    (tmp_path / "in" / "self.txt").symlink_to(tmp_path / "in" / "self.txt")
    (tmp_path / "in" / "gone.txt").symlink_to(tmp_path / "nowhere")
    ids, errors = read(tmp_path / "in")
    assert ids == ["a", "file", "linked/b"]
    assert sorted(errors) == ["gone.txt", "loop", "self.txt"]
    assert "links back to a folder above it" in errors["loop"]
    assert "cannot be read" in errors["gone.txt"]


def test_what_is_no_file_is_reported(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", ".txt")
    os.mkfifo(tmp_path / "pipe.txt")
    ids, errors = read(tmp_path)
    assert ids == ["a"]
    assert errors == {
        "pipe.txt": "is not a regular file; move it elsewhere",
        ".txt": "the file has only a suffix for a name; rename it",
    }
    with pytest.raises(NoteError, match=r"pipe\.txt: is neither a folder nor a regular file"):
        txt.read(tmp_path / "pipe.txt")


def test_a_name_that_is_not_utf8_is_reported(tmp_path: Path) -> None:
    put(tmp_path, "a.txt")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/Mu\xf1oz.txt")).write_text("x")
    ids, errors = read(tmp_path)
    assert ids == ["a"]
    assert errors == {"Mu\\udcf1oz.txt": "the file's name is not UTF-8; rename it"}


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "a.txt", "b.txt", "closed/c.txt")
    scandir, read_bytes = os.scandir, Path.read_bytes

    def closed(path: Path) -> os._ScandirIterator[str]:
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    def locked(self: Path) -> bytes:
        if self.name == "a.txt":
            raise PermissionError(13, "Permission denied")
        return read_bytes(self)

    # Patched, since tests that run as root may read anything.
    monkeypatch.setattr(os, "scandir", closed)
    monkeypatch.setattr(Path, "read_bytes", locked)
    ids, errors = read(tmp_path)
    assert ids == ["b"]
    assert errors == {
        "a": "a.txt cannot be read (Permission denied); mend or remove it",
        "closed": "folder cannot be read (Permission denied); mend or remove it",
    }
    with pytest.raises(InputError, match=r"closed: cannot be read \(Permission denied\)"):
        list(txt.read(tmp_path / "closed"))


def test_a_folder_without_notes(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    with pytest.raises(InputError, match=r"holds no \.txt file"):
        list(txt.read(tmp_path))


def test_deep_folders(tmp_path: Path) -> None:
    name = "d/" * 150 + "a"
    put(tmp_path, f"{name}.txt")
    assert read(tmp_path) == ([name], {})


def test_find_groups_files_of_one_id(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "a.ANN", "b.txt", "README")
    found = list(find(tmp_path, (".txt", ".ann"), strays=False, on_error=None))
    assert [(id, sorted(files)) for id, files in found] == [
        ("a", [".ann", ".txt"]),
        ("b", [".txt"]),
    ]


@pytest.mark.parametrize("text", ["a", "Al", "Ana", "José", "Seen by Dr. Ada Ruiz, reviewed.\n"])
@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)
def test_utf16_is_never_taken_for_text(encoding: str, text: str) -> None:
    with pytest.raises(NoteError, match=r"^a: is UTF-16 or UTF-32, not UTF-8"):
        decode(text.encode(encoding), "a")


def test_not_utf8_names_the_byte() -> None:
    with pytest.raises(NoteError, match=r"^a: is not UTF-8 at byte 5; .*iconv"):
        decode(b"Seen \xff", "a")


def test_bom_and_nul_are_text() -> None:
    assert decode(b"\xef\xbb\xbfab\x00b\r\n", "a") == "\ufeffab\x00b\r\n"
