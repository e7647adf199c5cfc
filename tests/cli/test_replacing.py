"""Commands around replacement: policy, key, attack, reveal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from incognote import cli
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.rules import from_settings
from incognote.replace.keys import read_key
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.replace.vault import new_lock
from incognote.run.batch import OutputFolder, Sources, Task, run

SURROGATES = get_policy("all").with_action("surrogate")
QUICK = ("--max-note-seconds", "0", "--jobs", "1")
NOTE = "Seen on 3/14/2019. Call (216) 555-0143 or write to a.ruiz@example.org.\n"


def rules_only() -> Pipeline:
    return Pipeline([from_settings(Settings())])


def test_policy_show_check_new(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["policy", "show", "hipaa"]) == 0
    shown = capsys.readouterr().out
    assert "generalise" in shown
    assert "old_years" in shown
    path = tmp_path / "ours.toml"
    assert cli.run(["policy", "new", str(path), "--from", "gdpr"]) == 0
    assert cli.run(["policy", "check", str(path)]) == 0
    assert "'ours' is valid" in capsys.readouterr().out
    assert cli.run(["policy", "new", str(path)]) == 2
    path.write_text(path.read_text().replace('"hash"', '"hsah"', 1))
    assert cli.run(["policy", "check", str(path)]) == 2
    assert "Did you mean 'hash'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["policy", "shwo", "hipaa"], "Did you mean 'show'?"),
        (["policy", "show", "hippa"], "Did you mean 'hipaa'?"),
        (["policy", "new", "ours.txt"], "ends in .toml"),
        (["key", "make", "k"], "no action 'make'"),
        (["deid", "IN", "-o", "OUT", "--replace", "surogate"], "Did you mean 'surrogate'?"),
        (["deid", "IN", "-o", "OUT", "--scope", "nite"], "Did you mean 'note'?"),
        (["deid", "IN", "-o", "OUT", "--vault", "v"], "--vault needs --key"),
        (["deid", "IN", "-o", "OUT", "--key", "none"], "none: cannot be read"),
        (["deid", "IN", "-o", "OUT", "--patient-from", "p("], "pattern for the patient"),
    ],
)
def test_what_does_not_exist_is_refused(
    args: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in"
    source.mkdir()
    (source / "a.txt").write_text(NOTE)
    places = {"IN": str(source), "OUT": str(tmp_path / "out")}
    assert cli.run([places.get(arg, arg) for arg in args]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--replace", "surrogate"], "Each note was taken for a patient of its own"),
        (["--replace", "surrogate", "--patient-from", "^([a-z]+)_"], ""),
        ([], "--key is not used"),
    ],
)
def test_a_key_without_patients_or_without_use_is_told(
    args: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in"
    source.mkdir()
    for name in ("vance_1.txt", "vance_2.txt"):
        (source / name).write_text(NOTE)
    key = str(tmp_path / "key")
    assert cli.run(["key", "new", key]) == 0
    capsys.readouterr()
    asked = ["deid", str(source), "-o", str(tmp_path / "out"), "--key", key, *QUICK, *args]
    assert cli.run(asked) == 0
    told = capsys.readouterr().err
    assert message in told
    assert bool(told) == bool(message)


def test_attack_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for i in range(8):
        text = "Seen: [[PATIENT#1|Maria Delgado]]. " * 5
        (tmp_path / f"{i}.txt").write_text(f"%% kind=x\n{text}\n")
    args = ["attack", str(tmp_path), "--vary", "0", "--vary", "1", "--trials", "3"]
    assert cli.run([*args, "--json"]) == 0
    prices = json.loads(capsys.readouterr().out)["prices"]
    assert [(p["miss_rate"], p["vary"]) for p in prices] == [
        (rate, vary) for rate in (0.001, 0.01, 0.05) for vary in (0.0, 1.0)
    ]
    assert cli.run(args) == 0
    assert "guess right" in capsys.readouterr().out


def test_attack_on_real_misses_tells_what_dates_give_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from incognote.run import deidentifier

    monkeypatch.setattr(deidentifier, "load_pipeline", lambda settings: rules_only())
    for i in range(4):
        text = "Seen [[DATE|3/14/2019]] by [[DOCTOR#1|Zorpan]]; [[DATE|the month of sowing]]"
        (tmp_path / f"{i}.txt").write_text(f"%% kind=x\n{text}\n")
    args = ["attack", str(tmp_path), "--misses", "real", "--trials", "2", "--vary", "0"]
    assert cli.run([*args, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [p["notes_with_an_original"] for p in told["prices"]] == [8]
    assert told["dates"]["missed"] == {"other": 4}
    assert (told["dates"]["dates"], told["dates"]["exposed"]) == (8, 0)
    assert cli.run(args) == 0
    assert "dates missed" in capsys.readouterr().out
    assert cli.run([*args, "--misses", "reel"]) == 2
    assert "Did you mean 'real'" in capsys.readouterr().err
    assert cli.run([*args, "--policy", "hipaa"]) == 2
    assert "moves no dates" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", [1, 2])
def test_reveal_brings_the_notes_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], jobs: int
) -> None:
    pytest.importorskip("cryptography")
    source, out, vault, key = (tmp_path / name for name in ("in", "out", "vault", "key"))
    for i in range(40):
        (source / f"w{i % 3}").mkdir(parents=True, exist_ok=True)
        (source / f"w{i % 3}/{i}.txt").write_text(f"{i}: {NOTE}")
    assert cli.run(["key", "new", str(key)]) == 0
    lock = new_lock(read_key(key))
    context = Context(read_key(key))
    task = Task(rules_only, SURROGATES, context, lock=lock)
    summary = run(Sources([source]), task, OutputFolder(out, (vault, lock.head)), jobs=jobs)
    assert summary.ok
    assert "555-0143" not in "".join(p.read_text() for p in out.rglob("*.txt"))
    assert "a.ruiz" not in vault.read_text()

    back = tmp_path / "back"
    args = ["reveal", str(out), "--vault", str(vault), "--key", str(key)]
    assert cli.run([*args, "-o", str(back)]) == 0
    assert "40 notes in, 40 revealed" in capsys.readouterr().out
    for path in source.rglob("*.txt"):
        assert (back / path.relative_to(source)).read_text() == path.read_text()

    listed = tmp_path / "changes.jsonl"
    twice = [*args, "-o", str(tmp_path / "twice"), "--changes", str(listed)]
    assert cli.run(twice) == 0
    assert listed.stat().st_mode & 0o777 == 0o600
    rows = [json.loads(line) for line in listed.read_text().splitlines()]
    assert len(rows) == 120
    for row in rows:
        assert row["original"] in ("3/14/2019", "(216) 555-0143", "a.ruiz@example.org")
        text = (out / f"{row['note']}.txt").read_text()
        assert text[row["start"] : row["end"]] == row["written"] != row["original"]
    assert cli.run(twice) == 2
    assert "exists already" in capsys.readouterr().err
    twice[-1] = str(out / "changes.jsonl")
    assert cli.run(twice) == 2
    assert "lies inside the source" in capsys.readouterr().err

    table = tmp_path / "notes.csv"
    table.write_text("id,text")
    assert cli.run(["reveal", str(table), *args[2:], "-o", str(tmp_path / "none")]) == 1
    assert "1 note in, 0 revealed" in capsys.readouterr().out

    changed = out / "w0/0.txt"
    changed.write_text(changed.read_text() + " ")
    assert cli.run([*args, "-o", str(tmp_path / "again")]) == 1
    assert "w0/0: is not what was sealed" in capsys.readouterr().err
    assert not (tmp_path / "again/w0/0.txt").exists()
    other = tmp_path / "other"
    assert cli.run(["key", "new", str(other)]) == 0
    args[-1] = str(other)
    assert cli.run([*args, "-o", str(tmp_path / "third")]) == 2
    assert "locked with another key" in capsys.readouterr().err


def test_the_vault_stays_apart_from_the_output(tmp_path: Path) -> None:
    from incognote.core.errors import OutputError

    out = tmp_path / "out"
    with pytest.raises(OutputError, match="keep the vault apart"):
        OutputFolder(out, (out / "vault", {}))
    assert not out.exists()


def test_no_surrogate_is_a_name_of_another_note_of_the_run(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    (source / "a.txt").write_text("Patient Name: Delgado, Maria\n")

    def out_of(name: str, *, avoid: bool = True, jobs: int = 1) -> str:
        task = Task(rules_only, SURROGATES, Context(b"key"), verify="off")
        place = tmp_path / name
        run(Sources([source]), task, OutputFolder(place), jobs=jobs, avoid_names=avoid)
        return (place / "a.txt").read_text()

    alone = out_of("alone")
    last, first = (word.strip(",") for word in alone.split()[2:4])
    assert "Delgado" not in alone
    for i in range(40):  # enough for two processes
        (source / f"b{i}.txt").write_text(f"His aunt {first.lower()} met DR. {last.upper()} {i}.\n")
    avoided = out_of("avoided")
    assert last not in avoided
    assert first not in avoided
    assert out_of("beside", jobs=2) == avoided
    assert out_of("recurring", avoid=False) == alone
