"""From a folder of notes to a signed packet: docs/adapt.md, command by command."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from incognote import cli, registry
from incognote.cli.calibrate import _deid
from incognote.document import Document, Span
from incognote.policy import get_policy
from incognote.redact import redact
from incognote.site import read_site

sys.path.insert(0, str(Path(__file__).parents[1] / "adapt"))
import sites

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adapt.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ incognote (?!adapt (?:model|curves))(.+)$", PAGE, re.MULTILINE)
"""Those of the model's fitting are run by test_adapt_run.py."""


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which all commands of docs/adapt.md were run, in order."""
    folder = tmp_path_factory.mktemp("walk")
    docs = list(registry.get("reader", "inline")(ROOT / "corpora" / "notes_en" / "nursing"))
    registry.get("writer", "jsonl")(docs, folder / "reviewed.jsonl")
    registry.get("writer", "txt")(docs, folder / "notes")
    registry.get("writer", "jsonl")(sites.notes(), folder / "labelled.jsonl")
    registry.get("writer", "txt")(sites.notes(20, first=20), folder / "unlabelled")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for command in COMMANDS:
            assert cli.run([*shlex.split(command)]) == 0, command
    return folder


def run(*args: str | Path) -> int:
    return cli.run([str(arg) for arg in args])


def gold(walk: Path) -> dict[str, Document]:
    return {doc.id: doc for doc in registry.get("reader", "jsonl")(walk / "reviewed.jsonl")}


def left(doc: Document, record: dict[str, list[Span]]) -> list[dict[str, object]]:
    """What was left of a note's identifiers, in offsets of the released text."""
    found = redact(doc.with_spans(record[doc.id]), get_policy("all"))
    hidden = {i for span in record[doc.id] for i in range(span.start, span.end)}
    rows = []
    for span in doc.spans:
        seen = [i for i in range(span.start, span.end) if doc.text[i].isalnum() and i not in hidden]
        if seen:
            start, end = found.to_new(seen[0]), found.to_new(seen[-1]) + 1
            rows.append({"label": span.label, "start": start, "end": end})
    return rows


def read_spans(path: Path) -> dict[str, list[Span]]:
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return {
        row["id"]: [Span(s["start"], s["end"], s["label"]) for s in row["spans"]] for row in rows
    }


def test_the_page_walks_from_review_to_packet(walk: Path) -> None:
    assert len(COMMANDS) == 6
    page = (walk / "packet.html").read_text(encoding="utf-8")
    assert "A. Nurse" in page
    assert "Signatures" in page
    assert not [id for id in gold(walk) if re.search(rf"\b{id}\b", page)]
    assert len(list((walk / "to_read").rglob("*.txt"))) == 30
    assert len(list((walk / "to_label").rglob("*.txt"))) == 5
    assert "lantern" in read_site(walk / "site.toml").lists["UNIT"]
    assert (walk / "reliability.svg").read_bytes().startswith(b"<?xml")


def test_what_the_dial_counts_is_what_deid_then_misses(walk: Path) -> None:
    (target,) = json.loads((walk / "dial.json").read_text())["targets"]
    record = read_spans(walk / "released" / "spans.jsonl")
    missed = sum(len(left(doc, record)) for doc in gold(walk).values())
    # Not to the last one: a patient's notes together may tell more than one alone.
    assert 0.7 * target["missed"] <= missed <= target["missed"]


def test_what_readers_find_is_bounded(walk: Path, tmp_path: Path, capsys) -> None:
    plan = json.loads((walk / "plan.json").read_text())
    record = read_spans(walk / "released" / "spans.jsonl")
    docs = gold(walk)
    found = {id: left(doc, record) for id, doc in docs.items()}
    review = tmp_path / "review.jsonl"
    who = ("A. Nurse", "B. Clerk; A. Nurse")
    rows = [
        {"id": drawn["id"], "left": found[drawn["id"]], "reader": who[number < 10]}
        for number, drawn in enumerate(plan["sample"])
    ]
    review.write_text("".join(json.dumps(row) + "\n" for row in rows))
    out, packet = tmp_path / "certificate.json", tmp_path / "packet.html"
    assert run(
        "certify", "run", walk / "released", "--plan", walk / "plan.json",
        "--reviewed", review, "--reviewed-format", "left", "--out", out, "--packet", packet,
    ) == 0  # fmt: skip
    page = packet.read_text()
    assert re.search(r"A\. Nurse</td>\s*<td[^>]*>30<", page)
    assert re.search(r"B\. Clerk</td>\s*<td[^>]*>10<", page)
    assert "10 of them by two readers" in page
    told = capsys.readouterr()
    assert "the readers found 8 identifiers left in 6 notes." in told.out
    assert "Not one place was marked" not in told.err
    bounds = json.loads(out.read_text())
    assert bounds["overall"]["left"] >= sum(map(len, found.values()))
    assert bounds["overall"]["notes_left"] >= sum(1 for rows in found.values() if rows)


def test_a_reading_that_marked_nothing_is_told(walk: Path, capsys) -> None:
    assert run(
        "certify", "run", walk / "released", "--plan", walk / "plan.json",
        "--reviewed", walk / "to_read", "--reader", "A. Nurse",
    ) == 0  # fmt: skip
    assert "Not one place was marked in the 30 notes, and pages that nobody read look the same" in (
        capsys.readouterr().err
    )
    assert "not one place was marked" in (walk / "packet.html").read_text(encoding="utf-8")


def test_a_changed_release_is_refused(walk: Path, tmp_path: Path, capsys) -> None:
    released = shutil.copytree(walk / "released", tmp_path / "released")
    note = next(released.rglob("*.txt"))
    note.write_text(note.read_text() + ".")
    assert run(
        "certify", "run", released, "--plan", walk / "plan.json",
        "--reviewed", walk / "to_read", "--reader", "A. Nurse",
    ) == 2  # fmt: skip
    assert "made for other outputs" in capsys.readouterr().err


def test_a_plan_names_what_made_the_release(walk: Path) -> None:
    system = json.loads((walk / "plan.json").read_text())["system"]
    made = json.loads((walk / "released" / "audit.json").read_text())
    assert {name: system[name] for name in made["system"]} == made["system"]
    assert made["system"]["site"] != "none"
    assert system["calibration"] == made["options"]["calibration"] is not None
    assert system["language"] == "en"


def test_a_release_without_its_record_is_refused(walk: Path, tmp_path: Path, capsys) -> None:
    released = shutil.copytree(walk / "released", tmp_path / "released")
    for text in ("{}", None):
        (released / "audit.json").unlink()
        if text is not None:
            (released / "audit.json").write_text(text)
        assert run("certify", "plan", released, "--plan", tmp_path / "p.json") == 2
    told = capsys.readouterr().err
    assert "is not the record that incognote deid writes; release again" in told
    assert "give the folder that incognote deid wrote" in told


def test_a_calibration_that_did_not_make_the_release_is_refused(
    walk: Path, tmp_path: Path, capsys
) -> None:
    other = tmp_path / "other.json"
    other.write_text((walk / "dial.json").read_text() + " ")
    assert run(
        "certify", "run", walk / "released", "--plan", walk / "plan.json",
        "--reviewed", walk / "to_read", "--reader", "A. Nurse", "--calibration", other,
    ) == 2  # fmt: skip
    assert "is not what the release was made with" in capsys.readouterr().err


def test_a_review_without_a_note_of_the_plan_is_refused(walk: Path, tmp_path: Path, capsys) -> None:
    read = shutil.copytree(walk / "to_read", tmp_path / "read")
    next(read.rglob("*.txt")).unlink()
    assert run(
        "certify", "run", walk / "released", "--plan", walk / "plan.json",
        "--reviewed", read, "--reader", "A. Nurse",
    ) == 2  # fmt: skip
    assert "1 note of the plan is not reviewed" in capsys.readouterr().err


def test_run_needs_a_review_with_its_readers_and_plan_or_run_must_be_said(
    walk: Path, capsys
) -> None:
    assert run("certify", "run", walk / "released", "--plan", walk / "plan.json") == 2
    assert "--reviewed" in capsys.readouterr().err
    assert run(
        "certify", "run", walk / "released", "--plan", walk / "plan.json",
        "--reviewed", walk / "to_read",
    ) == 2  # fmt: skip
    assert "30 reviewed notes do not say who read it; give --reader" in capsys.readouterr().err
    assert run("certify", "rn", walk / "released", "--plan", walk / "plan.json") == 2
    assert "plan, run" in capsys.readouterr().err


def test_a_plan_is_not_overwritten_and_needs_a_release(walk: Path, capsys) -> None:
    assert run("certify", "plan", walk / "released", "--plan", walk / "plan.json") == 2
    assert "exists already" in capsys.readouterr().err
    assert run("certify", "plan", walk / "notes", "--plan", walk / "p.json") == 2
    assert "the folder that incognote deid wrote" in capsys.readouterr().err
    to_read = ("--read", "5", "--to-read", walk / "to_read")
    assert run("certify", "plan", walk / "released", "--plan", walk / "p.json", *to_read) == 2
    assert "is not empty" in capsys.readouterr().err
    assert not (walk / "p.json").exists()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Path:
    """A folder with the release of one note, its plan and its reading."""
    folder = tmp_path_factory.mktemp("small")
    registry.get("writer", "txt")([Document("n", "Seen by Dr. Ada Ruiz.")], folder / "notes")
    out, plan = folder / "out", folder / "plan.json"
    assert run("deid", folder / "notes", "--model", tiny_model, "--out", out) == 0
    read = ("--read", "1", "--to-read", folder / "read")
    assert run("certify", "plan", out, "--plan", plan, *read) == 0
    return folder


@pytest.mark.parametrize("format", ["left", "inline"])
def test_labels_of_another_scheme_are_refused(
    format: str, small: Path, tmp_path: Path, capsys
) -> None:
    review = tmp_path / "review"
    if format == "left":
        left = [{"label": "CALLE", "start": 0, "end": 4}]
        review.write_text(json.dumps({"id": "n", "left": left}) + "\n")
    else:
        (doc,) = registry.get("reader", "inline")(small / "read")
        registry.get("writer", "inline")([doc.with_spans([Span(0, 4, "CALLE")])], review)
    out = tmp_path / "bounds.json"
    assert run(
        "certify", "run", small / "out", "--plan", small / "plan.json", "--reviewed", review,
        "--reviewed-format", format, "--reader", "A. Nurse", "--out", out,
    ) == 2  # fmt: skip
    told = capsys.readouterr().err
    assert "n: the label 'CALLE' at [0, 4) is not of the scheme 'incognote'" in told
    assert not out.exists()


def test_a_page_is_html_or_pdf(small: Path, tmp_path: Path, capsys) -> None:
    packet = tmp_path / "p3.docx"
    assert run(
        "certify", "run", small / "out", "--plan", tmp_path / "none", "--reviewed", small / "read",
        "--reader", "A. Nurse", "--packet", packet,
    ) == 2  # fmt: skip
    # Told before the plan is looked for, which is not there.
    assert "p3.docx: the page is .html or .pdf" in capsys.readouterr().err
    assert not packet.exists()


def test_one_identifier_in_one_note_is_told_as_one(small: Path, tmp_path: Path, capsys) -> None:
    review = tmp_path / "review.jsonl"
    left = [{"label": "DOCTOR", "start": 0, "end": 4}]
    review.write_text(json.dumps({"id": "n", "left": left, "reader": "A. Nurse"}) + "\n")
    assert run(
        "certify", "run", small / "out", "--plan", small / "plan.json", "--reviewed", review,
        "--reviewed-format", "left",
    ) == 0  # fmt: skip
    assert (
        "Of 1 note 1 was read; the readers found 1 identifier left in 1 note."
        in capsys.readouterr().out
    )


def test_how_many_to_read_is_answered(walk: Path, tmp_path: Path, capsys) -> None:
    assert (
        run("certify", "plan", walk / "released", "--plan", tmp_path / "p.json", "--target", ".7")
        == 0
    )
    few = len(json.loads((tmp_path / "p.json").read_text())["sample"])
    assert (
        run("certify", "plan", walk / "released", "--plan", tmp_path / "q.json", "--target", ".999")
        == 0
    )
    assert few < len(json.loads((tmp_path / "q.json").read_text())["sample"]) == 60


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--target", "all=.97"], "more notes with such identifiers"),
        (["--target", "IPADDRESS=.5"], "no identifier of IPADDRESS"),
        (["--target", "NAM=.5"], "no target 'NAM'"),
        (["--target", "all=.9", "--lang", "es"], "not of the scheme 'meddocan'"),
        (["--target", "all=.9", "--unit", "patient"], "does not say its patient"),
    ],
)
def test_a_target_that_cannot_be_is_told(
    args: list[str], says: str, walk: Path, tmp_path: Path, capsys
) -> None:
    code = run("calibrate", "--gold", walk / "reviewed.jsonl", *args, "--out", tmp_path / "c.json")
    assert code == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "c.json").exists()


def test_how_to_apply_a_calibration_has_what_deid_asks_for() -> None:
    out = Path("dial.json")
    assert _deid(out, "en", None, None, "all") == "incognote deid --calibration dial.json"
    assert _deid(out, "es", Path("ours"), Path("my site.toml"), "hipaa") == (
        "incognote deid --calibration dial.json --lang es --model ours --site 'my site.toml' "
        "--policy hipaa"
    )


def test_gold_of_another_text_is_refused_without_quoting_it(
    walk: Path, tmp_path: Path, capsys
) -> None:
    notes = shutil.copytree(walk / "notes", tmp_path / "notes")
    note = sorted(notes.rglob("*.txt"))[0]
    note.write_text("Q" + note.read_text())
    code = run(
        "calibrate", "--gold", walk / "reviewed.jsonl", "--notes", notes, "--target", "all=.9",
        "--out", tmp_path / "c.json",
    )  # fmt: skip
    assert code == 2
    assert "differ from character 0 on; mark the note as it is" in capsys.readouterr().err


def test_a_calibration_for_another_policy_is_refused(walk: Path, tmp_path: Path, capsys) -> None:
    code = run(
        "deid", walk / "notes", "--calibration", walk / "dial.json", "--policy", "hipaa",
        "--out", tmp_path / "out",
    )  # fmt: skip
    assert code == 2
    assert "was made for policy" in capsys.readouterr().err


def test_a_calibration_for_another_model_is_refused(
    walk: Path, tmp_path: Path, tiny_model: Path, capsys
) -> None:
    code = run(
        "detect", walk / "notes", "--calibration", walk / "dial.json", "--model", tiny_model,
        "--out", tmp_path / "out.jsonl",
    )  # fmt: skip
    assert code == 2
    assert "was made for model" in capsys.readouterr().err
