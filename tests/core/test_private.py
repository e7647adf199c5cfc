"""What is private is so from its making, whatever the umask."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from incognote.core import private
from incognote.io.output import new_file

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes say nothing of others there")


@pytest.fixture(autouse=True, params=[0o000, 0o022, 0o077], ids=oct)
def _umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_file_is_private_before_anything_is_written(tmp_path: Path) -> None:
    with private.open_new(tmp_path / "a") as file:
        assert mode(tmp_path / "a") == 0o600
        file.write(b"Ruiz")
    with pytest.raises(FileExistsError):
        private.open_new(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"Ruiz"


def test_a_draft_that_was_left_open_to_all_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("Ruiz")
    (tmp_path / "a").chmod(0o666)
    private.make_file(tmp_path / "a")
    assert (mode(tmp_path / "a"), (tmp_path / "a").read_bytes()) == (0o600, b"")


def test_folders_are_private_and_those_that_are_there_stay(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine").chmod(0o755)
    private.make_folder(tmp_path / "mine/a/b")
    private.make_folder(tmp_path / "mine")
    assert mode(tmp_path / "mine") == 0o755
    assert mode(tmp_path / "mine/a") == mode(tmp_path / "mine/a/b") == 0o700
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="exists"):
        private.make_folder(tmp_path / "file")


@pytest.mark.parametrize("left", [False, True])
def test_a_new_file_is_private_even_in_place_of_an_empty_one(tmp_path: Path, left: bool) -> None:
    path = tmp_path / "a.jsonl"
    if left:
        path.touch(0o666)
    with new_file(path) as file:
        assert [mode(p) for p in tmp_path.iterdir() if p != path] == [0o600]
        file.write(b"Ruiz")
    assert mode(path) == 0o600
