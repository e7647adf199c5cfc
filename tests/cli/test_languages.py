"""What `deid` and `detect` say and do with notes that they are not made for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from incognote import cli, load
from incognote.core.errors import ConfigError, NoteError

EN = "Seen by Dr. Ada Ruiz on 3/14/2019 with her son, she is well and goes home tomorrow.\n"
ES = "Acude el 14/3/2019 con su hija por dolor en la pierna; fdo. Dra. Marta Gil Sanz.\n"
DE = "Die Patientin Gerda Hollmann wurde mit ihrer Tochter auf der Station gesehen.\n"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for name, text in (("en", EN), ("es", ES), ("de", DE)):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


QUICK = ("--max-note-seconds", "0", "--jobs", "1")


def run(*args: str | Path) -> int:
    return cli.run([str(arg) for arg in args])


def found(record: Path) -> dict[str, list[tuple[int, int, str]]]:
    rows = [json.loads(line) for line in record.read_text().splitlines()]
    return {row["id"]: [(s["start"], s["end"], s["label"]) for s in row["spans"]] for row in rows}


def test_each_note_is_de_identified_in_its_own_language(
    notes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run("deid", notes, "-o", out, "--lang", "auto", *QUICK) == 1
    assert "[DOCTOR]" in (out / "en.txt").read_text()
    assert "[NOMBRE_PERSONAL_SANITARIO]" in (out / "es.txt").read_text()
    assert not (out / "de.txt").exists()
    assert "de: seems to be in another language (de)" in capsys.readouterr().err
    record = json.loads((out / "audit.json").read_text())
    assert record["options"]["lang"] == "auto"
    assert record["options"]["other_language"] == "fail"
    assert {"model (en)", "model (es)"} <= set(record["system"])
    assert run("detect", notes, "-o", tmp_path / "s", "--lang", "auto", *QUICK) == 1
    assert found(tmp_path / "s") == found(out / "spans.jsonl")
    assert run("certify", "plan", out, "--plan", tmp_path / "plan.json") == 2
    assert "was made with --lang auto" in capsys.readouterr().err


def test_surrogates_follow_the_language_of_the_note(notes: Path, tmp_path: Path) -> None:
    out, alone = tmp_path / "out", tmp_path / "alone"
    key = tmp_path / "my.key"
    assert run("key", "new", key) == 0
    how = ("--replace", "surrogate", "--key", key, *QUICK, "--names-may-recur")
    (notes / "de.txt").unlink()
    assert run("deid", notes, "-o", out, "--lang", "auto", *how) == 0
    assert run("deid", notes / "es.txt", "-o", alone, "--lang", "es", *how) == 0
    assert (out / "es.txt").read_text() == (alone / "es.txt").read_text() != ES


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("--fast",), "takes no model"),
        (("--model", "x"), "takes no model"),
        (("--site", "x.toml"), "takes no model"),
        (("--calibration", "x.json"), "takes no model"),
        (("--overlay", "nothing"), "nothing"),
        (("--other-language", "maybe"), "Available: fail, pass, warn"),
    ],
)
def test_what_belongs_to_one_language_is_refused(
    notes: Path,
    tmp_path: Path,
    option: tuple[str, ...],
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("deid", notes, "-o", tmp_path / "out", "--lang", "auto", *option) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_policy_that_keeps_names_is_obeyed_with_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note, policy = tmp_path / "a.txt", tmp_path / "mine.toml"
    note.write_text(EN)
    policy.write_text('name = "mine"\ndescription = "x"\n[labels]\nDOCTOR = "keep"\n')
    assert run("deid", note, "-o", tmp_path / "out", "--policy", policy, *QUICK) == 0
    said = capsys.readouterr().err
    assert "The policy 'mine' leaves identifiers in the text that point at one person" in said
    assert "DOCTOR" in said
    assert "Ruiz" in (tmp_path / "out/a.txt").read_text()
    assert run("deid", note, "-o", tmp_path / "all", *QUICK) == 0
    assert "point at one person" not in capsys.readouterr().err


def test_a_container_is_taken_for_text_only_where_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = tmp_path / "a.txt"
    note.write_text("MSH|^~\\&|LAB|HOSP\rPID|1||123||DOE^JANE\r")
    assert run("deid", note, "-o", tmp_path / "out", *QUICK) == 1
    assert "a: seems to be an HL7 v2 message, not plain text" in capsys.readouterr().err
    assert run("deid", note, "-o", tmp_path / "forced", "--as-text", *QUICK) == 0
    known = note.rename(tmp_path / "a.note")  # told by its content, but not where it is text
    assert run("deid", known, "-o", tmp_path / "text", "--as-text", *QUICK) == 0
    assert (tmp_path / "text" / "a.txt").read_bytes().startswith(b"MSH|^~")


def test_in_python_each_text_is_taken_in_its_own_language() -> None:
    deid = load("auto")
    assert "[DOCTOR]" in deid(EN).text
    assert "[NOMBRE_PERSONAL_SANITARIO]" in deid(ES).text
    assert {span.label for span in deid.detect(ES)} >= {"FECHAS"}
    with pytest.raises(NoteError, match="another language"):
        deid(DE)
    assert deid('{"a": "b"}').text == '{"a": "b"}'
    with pytest.raises(ConfigError, match="takes no model"):
        load("auto", fast=True)


@pytest.mark.parametrize(
    "command",
    [
        ("evaluate", "gold.jsonl", "--pipeline", "auto"),
        ("probe", "gold.jsonl", "--pipeline", "auto"),
        ("attack", "gold.jsonl", "--from", "jsonl", "--lang", "auto"),
        ("labels", "--lang", "auto"),
    ],
)
def test_what_takes_one_language_says_so(
    command: tuple[str, ...],
    notes: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.jsonl").write_text(GOLD)
    assert run(*command) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "'auto', each note in its own language, cannot be taken here: name one of en" in said


GOLD = "".join(
    json.dumps({"id": lang, "text": text, "spans": [{"start": a, "end": a + 9, "label": label}]})
    + "\n"
    for lang, text, a, label in (("en", EN, 24, "DATE"), ("es", ES, 9, "FECHAS"))
)


def test_detection_in_a_mixed_corpus_can_be_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, found = tmp_path / "gold.jsonl", tmp_path / "found.jsonl"
    gold.write_text(GOLD)
    assert run("detect", gold, "-o", found, "--lang", "auto", *QUICK) == 0
    capsys.readouterr()
    assert run("evaluate", gold, found, "--resamples", "0", "--json") == 0
    figures = json.loads(capsys.readouterr().out)["figures"]
    for label in ("DATE", "FECHAS"):
        told = figures[f"characters/identifiers_covered/label={label}/share"]
        assert told == {"value": 1.0, "n": 1}
