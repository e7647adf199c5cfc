"""`incognote deid - -o -`: a line in, a line out, at once and in order; nothing on disk."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from incognote import cli
from incognote.cli import options
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.rules import from_settings

ROOT = Path(__file__).parents[2]
FAST = """
import sys
from incognote import cli
from incognote.cli import options
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.rules import from_settings
options.load_pipeline = lambda settings: Pipeline([from_settings(Settings())])
sys.argv = ["incognote", *sys.argv[1:]]
cli.main()
"""
"""The command line with rules alone."""


def start(*args: str, **more: object) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.Popen(
        [sys.executable, "-c", FAST, *args],
        **{"stdin": pipe, "stdout": pipe, "stderr": pipe, "env": env, **more},
    )


@pytest.fixture
def run(
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., tuple[int, str, str]]:
    """Runs a command line here; returns exit code, what came out and what was said."""
    rules = Pipeline([from_settings(Settings())])
    monkeypatch.setattr(options, "load_pipeline", lambda settings: rules)
    place = tmp_path_factory.mktemp("ends")

    def run(data: bytes, *args: str) -> tuple[int, str, str]:
        (place / "in").write_bytes(data)
        with (
            (place / "in").open() as stdin,
            (place / "out").open("w") as stdout,
            monkeypatch.context() as patch,
        ):
            patch.setattr(sys, "stdin", stdin)
            patch.setattr(sys, "stdout", stdout)
            code = cli.run(args)
        return code, (place / "out").read_bytes().decode(), capsys.readouterr().err

    return run


Run = Callable[..., tuple[int, str, str]]


def line(id: str, text: str, **more: object) -> bytes:
    return json.dumps({"id": id, "text": text, **more}).encode() + b"\n"


def read_line(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    got = b""
    until = time.monotonic() + 60
    while not got.endswith(b"\n") and time.monotonic() < until:
        if select.select([process.stdout], [], [], 1)[0]:
            got += os.read(process.stdout.fileno(), 1)
    return got


@pytest.fixture
def talking(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A run that waits for its second line, in an empty folder."""
    process = start("deid", "-", "-o", "-", cwd=tmp_path)
    assert process.stdin is not None
    process.stdin.write(line("a", "Write to a.ruiz@example.org."))
    process.stdin.flush()
    assert json.loads(read_line(process)) == {"id": "a", "text": "Write to [EMAIL]."}
    yield process
    process.kill()
    process.communicate()


def test_lines_come_at_once_and_nothing_is_put_on_disk(
    talking: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    """The input has no end yet; what came out is all that there is."""
    assert talking.stdin is not None
    for number in range(3):
        talking.stdin.write(line(f"n{number}", f"MRN: 448812{number}"))
        talking.stdin.flush()
        assert json.loads(read_line(talking))["text"] == "MRN: [MRN]"
    assert not list(tmp_path.iterdir())
    out, err = talking.communicate(timeout=60)
    assert (out, err, talking.returncode) == (b"", b"4 lines in, 4 out, 4 identifiers.\n", 0)


def test_a_line_that_fails_is_told_by_its_number_and_leaves_none(run: Run) -> None:
    data = (
        b"\xef\xbb\xbf"
        + line("a", "x@example.org", spans=[])
        + b"Maria Delgado\n"
        + line("a", "y@example.org").replace(b'", "text', b'" , "text')
        + b"\n"
        + line("b", "z@example.org", ward="Maria")
        + b'{"id": "c", "text": "caf\xe9"}\n'
        + line("d", "w@example.org", ward="7")[:-1]
    )
    code, out, err = run(data, "deid", "-", "-o", "-", "--keep", "ward")
    assert code == 1
    assert out.splitlines() == [
        '\ufeff{"id": "a", "text": "[EMAIL]", "spans": []}',
        '{"id": "a" , "text": "[EMAIL]"}',
        '{"id": "b", "text": "[EMAIL]", "ward": "Maria"}',
        '{"id": "d", "text": "[EMAIL]", "ward": "7"}',
    ]
    assert not out.endswith("\n")
    told = err.splitlines()
    assert [each.split(": ")[0] for each in told[:-1]] == ["stdin:2", "stdin:4", "stdin:6"]
    assert told[-1] == "7 lines in, 4 out, 4 identifiers."
    assert "Maria" not in err


def test_a_field_that_nobody_decided_about_fails_its_line(run: Run) -> None:
    code, out, err = run(line("a", "No pain.", ward="7"), "deid", "-", "-o", "-")
    assert (code, out) == (1, "")
    assert err.startswith("stdin:1: nobody decided about ward: --keep or --drop it\n")


def test_fields_of_any_names(run: Run) -> None:
    row = {"note": "Call (216) 555-0143.", "mrn": "p-7", "seen": "2019-03-14", "n": 3}
    args = ["--text", "note", "--code", "mrn", "--shift", "seen", "--keep", "n"]
    code, out, _ = run(json.dumps(row).encode(), "deid", "-", "-o", "-", *args)
    new = json.loads(out)
    assert code == 0
    assert (new["note"], new["n"]) == ("Call [PHONE].", 3)
    assert "p-7" not in out
    assert "2019-03-14" not in out


def test_what_comes_out_does_not_depend_on_when_it_comes(tmp_path: Path, run: Run) -> None:
    """Notes of one patient in one batch are not looked at together."""
    key = tmp_path / "key"
    assert cli.run(["key", "new", str(key)]) == 0
    args = ["deid", "-", "-o", "-", "--replace", "surrogate", "--key", str(key), "--keep", "meta"]
    texts = ["Dr. Ada Ruiz, a.ruiz@example.org", "Mrs. Ruiz came", "Ada Ruiz called"]
    data = [line(str(i % 2), t, meta={"patient": "p"}) for i, t in enumerate(texts)]
    together = run(b"".join(data), *args)[1]
    apart = "".join(run(each, *args)[1] for each in data)
    assert together == apart
    assert "example.org" in together
    assert "a.ruiz" not in together


def test_one_note_as_text(run: Run) -> None:
    stream = ("deid", "-", "-o", "-", "--format", "txt")
    code, out, err = run(b"Seen 3/14/2019.\r\nMRN: 4488120", *stream)
    assert (code, out) == (0, "Seen [DATE].\r\nMRN: [MRN]")
    code, out, err = run(b"caf\xe9", "deid", "-", "-o", "-", "--format", "txt")
    assert (code, out) == (1, "")
    assert err.startswith("stdin: is not UTF-8")


def test_a_line_that_is_too_long_fails_alone(run: Run) -> None:
    data = line("a", "x " * 5_000_000) + line("b", "No pain.")
    code, out, err = run(data, "deid", "-", "-o", "-", "--max-note-mb", "0.1")
    assert (code, json.loads(out)["id"]) == (1, "b")
    assert err.startswith("stdin:1: is longer than 0.1 MB")


def test_detect_and_the_gate(run: Run) -> None:
    code, out, _ = run(line("a", "MRN: 4488120"), "detect", "-", "-o", "-", "--fail-on-detect")
    assert code == 4
    assert [span["label"] for span in json.loads(out)["spans"]] == ["MRN"]
    assert run(line("a", "No pain."), "deid", "-", "-o", "-", "--fail-on-detect")[0] == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["deid", "-", "-o", "out"], "- at both ends"),
        (["deid", "x", "-o", "-"], "- at both ends"),
        (["deid", "-", "x", "-o", "-"], "stands alone"),
        (["deid", "-", "-o", "-", "--format", "csv"], "jsonl or txt"),
        (["deid", "-", "-o", "-", "--jobs", "2"], "no --jobs"),
        (["deid", "-", "-o", "-"], "holds nothing"),
    ],
)
def test_what_a_stream_cannot_do_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, args: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(b"", *args)
    assert (code, out) == (2, "")
    assert said in err
    assert not list(tmp_path.iterdir())


def test_a_reader_that_goes_away_is_told_in_words(talking: subprocess.Popen[bytes]) -> None:
    assert talking.stdin is not None
    assert talking.stdout is not None
    talking.stdout.close()
    talking.stdin.write(line("b", "No pain."))
    talking.stdin.close()
    assert talking.stderr is not None
    err = talking.stderr.read().decode()
    assert talking.wait(60) == 1
    assert err == (
        "The reader of the output went away before its end: 2 lines in, 1 out, 1 identifier.\n"
    )
    talking.stdin = talking.stdout = None


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_is_told_in_words(
    talking: subprocess.Popen[bytes], number: signal.Signals
) -> None:
    talking.send_signal(number)
    _, err = talking.communicate(timeout=60)
    assert talking.returncode == 130
    assert err == b"The run was interrupted: 1 line in, 1 out, 1 identifier.\n"
