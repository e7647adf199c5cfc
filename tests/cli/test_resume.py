"""`incognote deid --resume`."""

from __future__ import annotations

import errno
import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from incognote import cli
from incognote.cli import options
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.rules import from_settings
from incognote.run.batch import folder, journal, single

FIXED = ["--max-note-seconds", "0", "--jobs", "1"]
KEYED = ["--replace", "surrogate", "--key", "key"]


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sixty notes, a key, and a pipeline of rules; a checkpoint for each chunk."""
    rules = Pipeline([from_settings(Settings())])
    monkeypatch.setattr(options, "load_pipeline", lambda settings: rules)
    monkeypatch.setattr(journal, "EVERY", 0.0)
    monkeypatch.setattr(journal, "SHARE", 0)
    monkeypatch.chdir(tmp_path)
    Path("notes").mkdir()
    for i in range(60):
        Path(f"notes/{i:02}.txt").write_text(f"Call (216) 555-01{i:02}, x{i}@example.org.\n")
    assert cli.run(["key", "new", "key"]) == 0
    return tmp_path


def deid(*args: str, source: str = "notes") -> int:
    return cli.run(["deid", source, *FIXED, *args])


def interrupted(*args: str) -> None:
    """A run that Ctrl-C ended after 40 notes."""
    with pytest.MonkeyPatch.context() as patched:
        commit, seen = folder.OutputFolder.commit, []

        def once(self: object, record: object, result: object) -> None:
            commit(self, record, result)  # type: ignore[arg-type]
            seen.append(record)
            if len(seen) == 40:
                raise KeyboardInterrupt

        patched.setattr(folder.OutputFolder, "commit", once)
        assert deid(*args) == 130


def contents(folder: str) -> dict[str, bytes]:
    top = Path(folder)
    return {str(p.relative_to(top)): p.read_bytes() for p in top.rglob("*") if p.is_file()}


def test_an_interrupted_run_is_resumed_to_the_same_output(
    notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert deid("-o", "whole", *KEYED) == 0
    interrupted("-o", "out", *KEYED)
    told = capsys.readouterr()
    # What was in work is begun anew; no line says of it that it failed.
    assert "The run did not come to its end: 32 notes complete, 0 failed, 28 left" in told.err
    assert "--resume goes on" in told.err
    assert deid("-o", "out", *KEYED) == 2
    assert "go on with it (--resume)" in capsys.readouterr().err
    assert deid("-o", "out", *KEYED, "--resume") == 0
    assert contents("out") == contents("whole")
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()[:2]] == ["60", "60"]
    assert deid("-o", "out", *KEYED, "--resume") == 2
    assert "out: holds no run that can be resumed" in capsys.readouterr().err
    assert contents("out") == contents("whole")


def test_another_run_is_refused_in_words(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    interrupted("-o", "out", *KEYED)
    assert cli.run(["key", "new", "other"]) == 0
    other = ["--replace", "surrogate", "--key", "other"]
    for args, told in (
        (["--key", "key"], "its replace was surrogate and is policy now"),
        ([*KEYED, "--policy", "hipaa"], "its policy was all and is hipaa now"),
        ([*KEYED, "--fast"], "its fast was False and is True now"),
        ([*KEYED, "--whole-weeks"], "its whole weeks was False and is True now"),
        ([*KEYED, "--max-note-mb", "1"], "its max note mb was 2.0 and is 1.0 now"),
        ([*KEYED, "--vault", "vault"], "its vault was False and is True now"),
        (other, "its key was another"),
    ):
        if args[-1] == "vault":
            pytest.importorskip("cryptography")
        assert deid("-o", "out", *args, "--resume") == 2
        said = capsys.readouterr().err
        assert f"incognote: out: cannot be resumed, since {told}; give" in said
        assert "--key is not used" not in said
    assert deid("-o", "out", *KEYED, "--resume") == 0


def refused(capsys: pytest.CaptureFixture[str], *args: str, source: str = "notes") -> str:
    assert deid("-o", "out", *KEYED, "--resume", *args, source=source) == 2
    return capsys.readouterr().err


def test_files_that_are_others_are_named(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    interrupted("-o", "out", *KEYED)
    capsys.readouterr()
    file, was = Path("notes/07.txt"), Path("notes/07.txt").stat()
    before = file.read_bytes()
    file.touch()
    told = refused(capsys)
    assert (
        "incognote: out: cannot be resumed, since the sources are others than when it was begun "
        "(these files are new or have another size or time: notes/07.txt); bring them back"
    ) in told
    file.write_text("Well.\n")
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))  # another size alone
    assert "another size or time: notes/07.txt)" in refused(capsys)
    file.write_bytes(before)
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))
    (Path("notes/new") / "a.txt").parent.mkdir()
    (Path("notes/new") / "a.txt").write_text("Well.\n")
    assert "another size or time: notes/new/a.txt)" in refused(capsys)
    Path("notes/new/a.txt").unlink()
    file.rename("away.txt")
    assert "(1 file fewer than then)" in refused(capsys)
    for other in Path("notes").glob("4?.txt"):
        other.touch()
    told = refused(capsys)
    assert (
        "notes/40.txt, notes/41.txt, notes/42.txt, notes/43.txt, notes/44.txt and 5 more; 1" in told
    )
    assert "Well" not in told


def test_the_file_that_is_another_is_named_of_one_table_too(
    notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f'{{"id": "{i}", "text": "Call (216) 555-01{i}."}}\n' for i in range(10, 60))
    Path("notes.jsonl").write_text(rows)
    with pytest.MonkeyPatch.context() as patched:
        seen: list[object] = []
        commit = single.OutputFile.commit

        def once(self: object, record: object, result: object) -> None:
            commit(self, record, result)  # type: ignore[arg-type]
            seen.append(record)
            if len(seen) == 40:
                raise KeyboardInterrupt

        patched.setattr(single.OutputFile, "commit", once)
        assert deid("-o", "out.jsonl", *KEYED, source="notes.jsonl") == 130
    Path("notes.jsonl").touch()
    assert deid("-o", "out.jsonl", *KEYED, "--resume", source="notes.jsonl") == 2
    assert "another size or time: notes.jsonl)" in capsys.readouterr().err


def test_a_source_that_was_moved_is_another(
    notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupted("-o", "out", *KEYED)
    Path("elsewhere").mkdir()
    Path("notes").rename("elsewhere/notes")
    told = refused(capsys, source="elsewhere/notes")
    assert "since notes is another than when it was begun" in told


def test_a_run_without_its_key_cannot_be_resumed(
    notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = ["-o", "out", "--replace", "surrogate"]
    interrupted(*drawn)
    assert "not begun; run all but the complete ones again" in capsys.readouterr().err
    audit = json.loads(Path("out/audit.json").read_text())
    assert audit["interrupted"]
    assert not list(Path("out").glob(".*"))
    assert deid(*drawn, "--resume") == 2
    assert "--resume needs --key" in capsys.readouterr().err
    assert deid(*drawn, "--key", "key", "--resume") == 2
    assert "one without the --key that its replacements need" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "args"),
    [
        ("-", ["-o", "-"]),
        ("sqlite:///x.db", ["--table", "notes", "--to", "clean", "-o", "out"]),
    ],
)
def test_streams_and_databases_are_not_resumed(
    notes: Path, source: str, args: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert deid(*args, "--resume", source=source) == 2
    assert "--resume is for files" in capsys.readouterr().err


def test_a_vault_is_gone_on_with(notes: Path) -> None:
    pytest.importorskip("cryptography")
    interrupted("-o", "out", *KEYED, "--vault", "vault")
    assert deid("-o", "out", *KEYED, "--vault", "vault", "--resume") == 0
    assert cli.run(["reveal", "out", "--vault", "vault", "--key", "key", "-o", "back"]) == 0
    back = {name: data for name, data in contents("back").items() if name.endswith(".txt")}
    assert back == contents("notes")


def test_what_names_may_not_recur_is_the_same_after_it(notes: Path) -> None:
    for i in range(60):
        Path(f"notes/{i:02}.txt").write_text(f"From: Mr. James Smith <a{i}@b.org>\nSmith called.\n")
    assert deid("-o", "whole", *KEYED) == 0
    interrupted("-o", "out", *KEYED)
    assert deid("-o", "out", *KEYED, "--resume") == 0
    assert contents("out") == contents("whole")


def test_a_run_that_was_killed_is_resumed_to_the_same_output(tmp_path: Path) -> None:
    """As it is: the shipped model, worker processes and SIGKILL (bench/scale.py has more)."""
    source, out = tmp_path / "notes", tmp_path / "out"
    for i in range(90):
        path = source / f"p{i % 7}" / f"{i:03}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = f"Mr. Ian Holt called Dr. Ada Ruiz on 3/{i % 28 + 1}/2019 at (216) 555-0{i:03}.\n"
        path.write_bytes(b"\xff" if i == 50 else (text * 9).encode())
    assert cli.run(["key", "new", str(tmp_path / "key")]) == 0
    words = [sys.executable, "-m", "incognote", "deid", str(source), "--fast", "--jobs", "2"]
    words += ["--replace", "surrogate", "--key", str(tmp_path / "key")]
    words += ["--patient-from", "^(p[0-9])/"]
    with subprocess.Popen(
        [*words, "-o", str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        until = time.monotonic() + 120
        while not list(out.rglob("*.txt")) and time.monotonic() < until:
            time.sleep(0.01)
        process.kill()
    assert (out / ".incognote-part/journal.jsonl").exists()
    done = subprocess.run([*words, "-o", str(out), "--resume"], capture_output=True, check=False)
    assert done.returncode == 1, done.stderr
    whole = subprocess.run(
        [*words, "-o", str(tmp_path / "whole")], capture_output=True, check=False
    )
    assert whole.returncode == 1
    assert contents(str(out)) == contents(str(tmp_path / "whole"))


def test_a_full_disk_says_once_what_a_run_without_its_key_came_to(
    notes: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write, written = Path.write_bytes, itertools.count()

    def full(self: Path, data: bytes) -> int:
        if next(written) < 40:
            return write(self, data)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    assert deid("-o", "out", "--replace", "surrogate") == 1
    told = [
        line for line in capsys.readouterr().err.splitlines() if line.startswith(("out", "The"))
    ]
    assert told == [
        "out: cannot be written (No space left on device); make room and run again.",
        "The run did not come to its end: 40 notes complete, 0 failed or in work and named above, "
        "20 notes not begun; run all but the complete ones again, into another place.",
    ]
    assert json.loads(Path("out/audit.json").read_text())["notes"]["not_begun"] == 20
