from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import pty
import signal
import subprocess
import sys
import time
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

import incognote
from incognote import cli
from incognote.cli import options
from incognote.core import registry
from incognote.core.errors import counted
from incognote.core.pipeline import Pipeline, Settings

NOTE = "Seen by Dr. Ada Ruiz on 3/14/2019. Call (216) 555-0143 or write to a.ruiz@example.org.\n"
FOUND = ("Ruiz", "3/14/2019", "555-0143", "a.ruiz")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "ward7").mkdir(parents=True)
    (folder / "a.txt").write_text(NOTE)
    (folder / "ward7/b.txt").write_text("Stable overnight.\r\n" + NOTE, newline="")
    return folder


def incognote_command(*args: str | Path, **kwargs: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [sys.executable, "-m", "incognote", *map(str, args)],
        capture_output=True,
        text=True,
        timeout=300,
        **kwargs,
    )


FIXED = ["--max-note-seconds", "0", "--jobs", "1"]


def run_here(*args: str | Path) -> subprocess.CompletedProcess[str]:
    """The same in this process, which has imported and read all that it needs."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = cli.run([*map(str, args), *FIXED])
    return subprocess.CompletedProcess(args, code, out.getvalue(), err.getvalue())


def test_a_table_that_cannot_be_printed_is_told_and_costs_no_note(
    notes: Path, tmp_path: Path
) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "incognote", "deid", notes, "-o", tmp_path / "out"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith("The closing table cannot be printed (No space left")
    assert done.stderr.endswith("notes in 2, out 2, failed 0.\n")
    assert len(list((tmp_path / "out").rglob("*.txt"))) == 2


def test_deid_writes_notes_and_a_record_and_prints_a_table(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = incognote_command("deid", notes, "-o", out)
    assert (done.returncode, done.stderr) == (0, "")
    text = (out / "a.txt").read_text()
    assert "[DATE]" in text
    assert not [word for word in FOUND if word in text]
    assert (out / "ward7/b.txt").read_bytes().startswith(b"Stable overnight.\r\n")
    rows = [json.loads(line) for line in (out / "spans.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == ["a", "ward7/b"]
    old, new = {"start", "end", "label", "score", "source"}, {"new_start", "new_end", "action"}
    assert set(rows[0]["spans"][0]) == old | new
    assert not [word for word in FOUND if word in (out / "spans.jsonl").read_text()]
    table = {line.rsplit(None, 1)[0].strip(): line.split()[-1] for line in done.stdout.splitlines()}
    assert (table["notes in"], table["notes out"], table["notes failed"]) == ("2", "2", "0")
    assert int(table["identifiers"]) == sum(len(row["spans"]) for row in rows)
    assert int(table["DATE"]) >= 2
    assert float(table["words per second"].replace(",", "")) > 0
    assert "\x1b" not in done.stdout


def test_mask_keeps_the_length(notes: Path, tmp_path: Path) -> None:
    assert (
        run_here("deid", notes / "a.txt", "-o", tmp_path / "m", "--replace", "mask").returncode == 0
    )
    masked = (tmp_path / "m/a.txt").read_text()
    assert len(masked) == len(NOTE)
    assert "0/00/0000" in masked


def test_detect_leaves_the_notes_alone(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "spans.jsonl"
    assert run_here("detect", notes, "-o", out, "--policy", "hipaa").returncode == 0
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [NOTE[s["start"] : s["end"]] for s in rows[0]["spans"] if s["label"] == "DATE"] == [
        "3/14/2019"
    ]
    assert (notes / "a.txt").read_text() == NOTE


def test_convert_round_trips(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").mkdir()
    marked = "Seen by [[DOCTOR#1|Ada Ruiz]] on [[DATE#1|3/14/2019]].\r\n"
    (tmp_path / "in/a.txt").write_text(marked, newline="")
    steps = [("inline", "jsonl", "in", "a.jsonl"), ("jsonl", "inline", "a.jsonl", "back")]
    for source_form, form, source, target in steps:
        args = ["--from", source_form, "--to", form, tmp_path / source, tmp_path / target]
        assert cli.run(["convert", *map(str, args)]) == 0
    assert (tmp_path / "back/a.txt").read_bytes() == marked.encode()
    assert capsys.readouterr().out == "1 notes in = 1 out + 0 failed\n" * 2


def test_convert_names_what_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("Seen by [[DOCTOR#1|Ada Ruiz]].")
    (tmp_path / "in/b.txt").write_text("Seen by [[DOCTOR#1|Ada Ruiz.")
    args = ["--from", "inline", "--to", "jsonl", str(tmp_path / "in"), str(tmp_path / "a.jsonl")]
    assert cli.run(["convert", *args]) == 1
    printed = capsys.readouterr()
    assert printed.out == "2 notes in = 1 out + 1 failed\n"
    assert printed.err.startswith("b: ")
    assert "Ruiz" not in printed.err


def test_labels(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["labels", "--markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 31
    assert lines[2].startswith("| PATIENT | NAME | yes | ")
    assert cli.run(["labels", "--lang", "es"]) == 0
    assert "FECHAS" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out == f"incognote {incognote.__version__}\n"


MISTAKES: list[tuple[list[str], str]] = [
    (
        ["deid", "SRC", "-o", "OUT", "--lang", "eng"],
        "There is no language 'eng'. Did you mean 'en'?",
    ),
    (["deid", "SRC", "-o", "OUT", "--policy", "hippa"], "Did you mean 'hipaa'?"),
    (["deid", "SRC", "-o", "OUT", "--replace", "tags"], "Did you mean 'tag'?"),
    (["deid", "SRC", "-o", "OUT", "--format", "text"], "There is no format 'text'."),
    (["deid", "SRC", "-o", "OUT", "--recall-bias", "nan"], "The recall bias must be within -100"),
    (["deid", "SRC", "-o", "OUT", "--recall-bias", "1e39"], "The recall bias must be within -100"),
    (["deid", "SRC", "-o", "OUT", "--model", "SRC"], "SRC"),
    (["deid", "SRC", "-o", "OUT", "--model", "nowhere"], "nowhere"),
    (
        ["deid", "nowhere", "-o", "OUT"],
        "nowhere: does not exist; give a file or a folder of notes.",
    ),
    (["deid", "SRC", "-o", "SRC"], "SRC: is the source itself; give another place."),
    (
        ["deid", "SRC", "-o", "SRC/out"],
        "SRC/out: lies inside the source SRC; give a place outside",
    ),
    (
        ["deid", "SRC/ward7", "-o", "SRC"],
        "SRC: holds the source SRC/ward7; give a folder of its own",
    ),
    (["deid", "SRC", "-o", "FULL"], "FULL: is not empty; give a new folder or empty this one."),
    (["deid", "SRC", "-o", "FULL/file"], "FULL/file: is not a folder; give another name."),
    (
        ["deid", "SRC", "-o", "FULL/file/x"],
        "FULL/file/x: cannot be written (Not a directory); give",
    ),
    (["deid", "EMPTY", "-o", "OUT"], "EMPTY: holds no "),
    (["detect", "SRC", "-o", "FULL/file"], "FULL/file: exists already; give another name"),
    (["detect", "SRC", "-o", "FULL"], "FULL: exists already"),
    (["convert", "--from", "brta", "--to", "jsonl", "SRC", "OUT"], "Did you mean 'brat'?"),
    (["convert", "--from", "txt", "--to", "jsonl", "SRC", "FULL/file"], "FULL/file: "),
    (["labels", "--lang", "fr"], "There is no language 'fr'."),
    (["dieid", "SRC", "-o", "OUT"], "There is no command 'dieid'. Did you mean 'deid'?"),
    (["train", "nothing", "-o", "OUT"], "nothing: is neither a file nor a configuration"),
    (["train", "en-bilstm-crf", "-o", "OUT", "--data", "x"], "--data x: must be KEY=PATH"),
]


@pytest.mark.parametrize(
    ("args", "message"), MISTAKES, ids=lambda v: " ".join(v) if isinstance(v, list) else ""
)
def test_a_mistake_gets_one_sentence_and_changes_nothing(
    notes: Path,
    tmp_path: Path,
    args: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    notes.rename("SRC")
    Path("EMPTY").mkdir()
    Path("FULL").mkdir()
    Path("FULL/file").write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    assert cli.run(args) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("incognote: ")
    assert message in printed.err
    assert printed.err.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before
    assert Path("FULL/file").read_text() == "mine"


def test_failed_notes_are_named_and_the_exit_code_tells(notes: Path, tmp_path: Path) -> None:
    (notes / "latin.txt").write_bytes("Señora Müller".encode("latin-1"))
    (notes / "long.txt").write_text("x " * 3_000)
    done = run_here("deid", notes, "-o", tmp_path / "out", "--max-note-mb", "0.005")
    assert done.returncode == 1
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["latin", "long"]
    assert "is not UTF-8 at byte 2" in done.stderr
    assert "is longer than 0.005 MB; split it, or raise --max-note-mb" in done.stderr
    failed = [json.loads(x) for x in (tmp_path / "out/failed.jsonl").read_text().splitlines()]
    assert [row["id"] for row in failed] == ["latin", "long"]
    assert sorted(p.name for p in (tmp_path / "out").rglob("*.txt")) == ["a.txt", "b.txt"]


def test_a_bug_shows_where_and_no_text(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(kind: str, name: str) -> object:
        raise KeyError("Maria Delgado")

    monkeypatch.setattr(registry, "get", broken)
    assert cli.run(["labels"]) == cli.BUG
    printed = capsys.readouterr()
    assert "KeyError in cli/__init__.py, line " in printed.err
    assert "Maria" not in printed.out + printed.err


def test_a_message_stays_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["deid", "a\nb\x1b[31m", "-o", "OUT"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("incognote: a\\nb\\x1b[31m: does not exist")
    assert err.count("\n") == 1


POOR = [
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "latin-1"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]


@pytest.mark.parametrize("env", POOR, ids=lambda env: next(iter(env.values())))
def test_a_terminal_that_lacks_letters_gets_every_page(env: dict[str, str]) -> None:
    names = [[name] for name in registry.names("command")]
    names += [[kind, name] for kind in ("adapt", "review") for name in registry.names(kind)]
    asked = [["--help"], *([*name, "--help"] for name in names)]
    asked += [["labels"], ["labels", "--lang", "es"], ["labels", "--lang", "es", "--markdown"]]
    asked += [["policy", "show", "gdpr"], ["policy", "show", "\u00f1\u4e2d"]]
    # All in one process, which is set up as the program is.
    code = f"""
import sys
from incognote import cli
codes = []
for args in {asked!a}:
    sys.argv = ["incognote", *args]
    try:
        cli.main()
    except SystemExit as leaving:
        codes.append(leaving.code)
assert codes == [2 if a[-1] == "\\u00f1\\u4e2d" else 0 for a in {asked!a}], codes
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={k: v for k, v in os.environ.items() if k != "PYTHONIOENCODING"} | env,
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"this is a bug" not in done.stderr
    assert b"There is no policy" in done.stderr


@pytest.mark.parametrize(
    ("number", "jobs"),
    [(signal.SIGINT, 1), (signal.SIGINT, 2), (signal.SIGTERM, 1), (signal.SIGHUP, 2)],
)
def test_a_signal_leaves_nothing_half_and_a_run_that_can_be_resumed(
    tmp_path: Path, number: int, jobs: int
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for i in range(600):
        (folder / f"{i}.txt").write_text(NOTE * 20)
    out = tmp_path / "out"
    command = [sys.executable, "-m", "incognote", "deid", folder, "-o", out, "--fast"]
    process = subprocess.Popen(
        [*command, "--jobs", str(jobs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 120
    while not list(out.glob("*.txt")) and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == cli.INTERRUPTED, stderr
    written = {p.stem for p in out.glob("*.txt")}
    lines = (out / ".spans.jsonl.incognote-part").read_text().splitlines()
    assert written == {json.loads(line)["id"] for line in lines}
    assert 0 < len(written) < 600
    hidden = {p.name for p in out.rglob("*") if p.name.startswith(".")}
    assert hidden == {".incognote-part", ".spans.jsonl.incognote-part"}
    counts = [int(line.split()[-1]) for line in stdout.splitlines()[:3]]
    assert counts == [len(written), len(written), 0]
    journal = (out / ".incognote-part/journal.jsonl").read_text().splitlines()
    told = json.loads(journal[-1])["all"]
    assert told == {"in": len(written), "out": len(written), "failed": 0}
    assert "Traceback" not in stderr
    assert stderr.splitlines()[-1] == (
        f"The run did not come to its end: {counted(len(written), 'note')} complete, 0 failed, "
        f"{600 - len(written):,} left; the same command with --resume goes on."
    )


def test_an_audit_record_that_cannot_be_written_is_told_beside_the_counts(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    replace = os.replace

    def full(source: Path, target: Path) -> None:
        if target.name == "audit.json":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(source, target)

    rules = registry.get("detector", "rules")(Settings())
    monkeypatch.setattr(options, "load_pipeline", lambda settings: Pipeline([rules]))
    monkeypatch.setattr(os, "replace", full)
    out = tmp_path / "out"
    assert cli.run(["deid", str(notes), "-o", str(out), *FIXED]) == 1
    printed = capsys.readouterr()
    told = f"{out}/audit.json: cannot be written (No space left on device).\n"
    assert printed.err.startswith(told)
    assert "2 notes complete, 0 failed, 0 left; the same" in printed.err
    assert printed.out.startswith("notes in")
    names = {p.name for p in out.rglob("*") if p.is_file()}
    assert names == {"a.txt", "b.txt", "spans.jsonl", "journal.jsonl"}
    monkeypatch.setattr(os, "replace", replace)
    assert cli.run(["deid", str(notes), "-o", str(out), *FIXED, "--resume"]) == 0
    names = {p.name for p in out.rglob("*") if p.is_file()}
    assert names == {"a.txt", "b.txt", "spans.jsonl", "audit.json"}


def test_without_stderr_the_notes_come_out(notes: Path, tmp_path: Path) -> None:
    (notes / "bad.txt").write_bytes(b"\xff")
    command = '"$0" -m incognote deid "$1" -o "$2" --jobs 1 2>&-'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable, notes, tmp_path / "out"],
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 1
    assert len(list((tmp_path / "out").rglob("*.txt"))) == 2


def test_a_bar_on_a_terminal(notes: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "incognote", "deid", notes, "-o", tmp_path / "out"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    ) as process:
        process.communicate(timeout=120)
        os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:
        pass  # how Linux says that the other end is closed
    os.close(ours)
    assert process.returncode == 0
    assert b"Reading notes" in shown
    assert b"2 notes" in shown


def test_the_number_of_cores_heeds_affinity() -> None:
    from incognote.cli.options import cores

    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_commands_of_other_packages_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("theirs", "incognote.cli.labels:labels", "incognote.command")
    monkeypatch.setattr(registry, "entry_points", lambda: EntryPoints([point]))
    registry._rows.cache_clear()
    try:
        assert cli.run(["theirs"]) == 0
    finally:
        monkeypatch.undo()
        registry._rows.cache_clear()


def test_deid_with_patients_and_a_roster_writes_an_audit_record(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "p1-a.txt").write_text("Mymy was seen. Her son Zeke wheezed.\n")
    (notes / "p2-a.txt").write_text("Slept well.\n")
    roster = tmp_path / "roster.csv"
    roster.write_text("patient,names,relatives\np1,Mymy Tabuteau,Zeke Tabuteau\n")
    out = tmp_path / "out"
    done = run_here("deid", notes, "-o", out, "--patient-from", r"^(p\d)", "--roster", roster)
    assert (done.returncode, done.stderr) == (0, "")
    assert (out / "p1-a.txt").read_text() == "[PATIENT] was seen. Her son [PATIENT] wheezed.\n"
    assert "notes not in the roster" in done.stdout
    record = json.loads((out / "audit.json").read_text())
    assert record["notes"] == {
        "in": 2,
        "out": 2,
        "failed": 0,
        "not_begun": 0,
        "not_in_roster": 1,
        "other_language": 0,
    }
    assert record["left_the_text"] == [{"label": "PATIENT", "action": "tag", "count": 2}]
    assert record["verification"]["outputs_that_hold_an_original"] == 0
    assert record["system"]["incognote"] == incognote.__version__
    assert {"model", "rules", "lists", "policy", "code", "python"} < set(record["system"])
    assert len(record["options"]["roster"]) == 16
    for word in ("Mymy", "Zeke", "Tabuteau"):
        assert word not in (out / "audit.json").read_text() + done.stdout
    strict = run_here(
        "deid", notes, "-o", tmp_path / "strict", "--patient-from", r"^(p\d)", "--roster", roster,
        "--roster-required",
    )  # fmt: skip
    assert strict.returncode == 1
    assert "p2-a: its patient is not in the roster" in strict.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--verify", "redat"), "Did you mean 'redact'"),
        (("--roster-required",), "needs --roster"),
        (("--roster", "nowhere.csv"), "there is no such file"),
        (("--patient-from", "p"), "has no group"),
    ],
)
def test_options_that_cannot_be_leave_no_output(
    notes: Path, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    done = run_here("deid", notes, "-o", tmp_path / "out", *options)
    assert done.returncode == 2
    assert message in done.stderr
    assert not (tmp_path / "out").exists()


def test_fast_is_told_in_the_audit_and_refused_beside_a_model(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run_here("deid", notes, "-o", out, "--fast")
    assert (done.returncode, done.stderr) == (0, "")
    assert not [word for word in FOUND if word in (out / "a.txt").read_text()]
    assert json.loads((out / "audit.json").read_text())["options"]["fast"] is True
    done = run_here("detect", notes, "-o", out / "b", "--fast", "--model", notes)
    assert done.returncode == 2
    assert "not both" in done.stderr


def test_notes_of_another_language_and_a_roster_that_fits_none_are_told(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    text = "Acude el lunes con su hija por dolor en la pierna; se da de alta con la analítica.\n"
    (notes / "es.txt").write_text(text, encoding="utf-8")
    (notes / "en.txt").write_text("She was seen on the ward with her son and is well.\n")
    roster = tmp_path / "roster.csv"
    roster.write_text("patient,names\np1,Mymy Tabuteau\n")
    done = run_here("deid", notes, "-o", tmp_path / "out", "--roster", roster)
    assert done.returncode == 0
    assert "1 of 2 notes seem to be in another language" in done.stderr
    assert "run them with --lang es, or all with --lang auto: es\n" in done.stderr
    assert "The patient of no note is in the roster" in done.stderr
    record = json.loads((tmp_path / "out" / "audit.json").read_text())
    assert record["notes"]["other_language"] == 1
