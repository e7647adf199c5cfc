"""From a folder of notes to a signed packet: docs/adapt.md, command by command."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from incognote import cli
from incognote.assure.attack.record import Attack
from incognote.assure.record import to_json
from incognote.cli.calibrate import _deid
from incognote.cli.calibrated import choose_unit
from incognote.cli.options import SystemOptions
from incognote.core.document import Document, Span
from incognote.core.site import read_site
from incognote.io.format import get_format, writer
from incognote.replace.policy import get_policy
from incognote.replace.redact import redact

sys.path.insert(0, str(Path(__file__).parents[1] / "lab/site"))
import sites

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.needs("corpora")
PAGE = (ROOT / "docs" / "adapt.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ incognote (?!adapt (?:model|curves))(.+)$", PAGE, re.MULTILINE)
"""Those of the model's fitting are run by test_adapt_run.py."""
QUICK = ("--max-note-seconds", "0", "--jobs", "1")


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which all commands of docs/adapt.md were run, in order."""
    folder = tmp_path_factory.mktemp("walk")
    docs = list(get_format("inline").read(ROOT / "corpora" / "notes_en" / "nursing"))
    writer("jsonl")(docs, folder / "reviewed.jsonl")
    writer("txt")(docs, folder / "notes")
    writer("jsonl")(sites.notes(), folder / "labelled.jsonl")
    writer("txt")(sites.notes(20, first=20), folder / "unlabelled")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for command in COMMANDS:
            if command.startswith("certify run"):
                read_as_people_would(folder)
            quick = QUICK if command.startswith("deid ") else ()
            assert cli.run([*shlex.split(command), *quick]) == 0, command
    return folder


def read_as_people_would(folder: Path, miss: int = 1) -> None:
    """Marks in `to_read` what is left of the gold and what was planted, all but a few."""
    plan = json.loads((folder / "plan.json").read_text())
    planted = {drawn["id"]: drawn["planted"] for drawn in plan["sample"]}
    overlooked = [id for id, put in planted.items() if put][:miss]
    record, truth = read_spans(folder / "released" / "spans.jsonl"), gold(folder)
    marked = []
    for doc in get_format("inline").read(folder / "to_read"):
        put = planted[doc.id]
        moved = len(put["text"]) - len(f"[{put['label']}]") if put else 0
        spans = [
            Span(*(at + moved * (put is not None and at > put["start"]) for at in where), label)
            for row in left(truth[doc.id], record)
            for where, label in [((row["start"], row["end"]), row["label"])]
        ]
        if put and doc.id not in overlooked:
            spans.append(Span(put["start"], put["end"], put["label"]))
        marked.append(doc.with_spans(spans))
    shutil.rmtree(folder / "to_read")
    writer("inline")(marked, folder / "to_read")


def run(*args: str | Path) -> int:
    return cli.run([str(arg) for arg in args])


def gold(walk: Path) -> dict[str, Document]:
    return {doc.id: doc for doc in get_format("jsonl").read(walk / "reviewed.jsonl")}


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
    assert len(COMMANDS) == 7
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


def test_what_readers_find_is_bounded(walk: Path, capsys) -> None:
    told = json.loads((walk / "certificate.json").read_text())
    record = read_spans(walk / "released" / "spans.jsonl")
    found = {id: left(doc, record) for id, doc in gold(walk).items()}
    assert told["readers"]["planted"] == 20
    assert told["readers"]["found"] == 19
    assert told["overall"]["found"] > 0
    assert told["overall"]["left"] >= sum(map(len, found.values()))
    assert told["overall"]["notes_left"] >= sum(1 for rows in found.values() if rows)
    assert (told["target"], told["passed"]) == (0.7, told["recall_at_least"] >= 0.7)


def reading_lines(walk: Path, review: Path, *, marks: bool = True) -> None:
    """The reading of `to_read` as lines, with the readers of each note."""
    who = ("A. Nurse", "B. Clerk; A. Nurse")
    rows = [
        {
            "id": doc.id,
            "left": [
                {"label": s.label, "start": s.start, "end": s.end} for s in doc.spans if marks
            ],
            "reader": who[number < 10],
        }
        for number, doc in enumerate(get_format("inline").read(walk / "to_read"))
    ]
    review.write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_a_reading_may_be_lines_that_say_who_read(walk: Path, tmp_path: Path, capsys) -> None:
    review, out, packet = (tmp_path / name for name in ("r.jsonl", "c.json", "p.html"))
    reading_lines(walk, review)
    assert run(
        "certify", "run", walk / "released", "--plan", walk / "plan.json",
        "--reviewed", review, "--reviewed-format", "left", "--out", out, "--packet", packet,
    ) == 0  # fmt: skip
    page = packet.read_text()
    assert re.search(r"A\. Nurse</td>\s*<td[^>]*>30<", page)
    assert re.search(r"B\. Clerk</td>\s*<td[^>]*>10<", page)
    assert "10 of them by two readers" in page
    assert json.loads(out.read_text()) == json.loads((walk / "certificate.json").read_text())


def test_the_packet_says_what_was_kept_of_this_very_release(
    walk: Path, tmp_path: Path, capsys
) -> None:
    kept, out, packet = (tmp_path / name for name in ("u.json", "c.json", "p.html"))
    assert run("utility", walk / "notes", walk / "released", "--out", kept) == 0
    given = (
        "certify", "run", walk / "released", "--plan", walk / "plan.json",
        "--reviewed", walk / "to_read", "--reader", "A. Nurse", "--utility", kept,
    )  # fmt: skip
    assert run(*given, "--out", out, "--packet", packet) == 0
    total = json.loads(kept.read_text())["total"]
    assert json.loads(out.read_text())["utility"]["total"] == total
    assert total["facts"] > 500
    assert f"Incognote read {total['facts']:,} clinical facts" in packet.read_text()
    lost = [p for p in json.loads(kept.read_text())["gone"] if p["fate"] == "lost"]
    assert any(place["label"] for place in lost)
    kept.write_text(kept.read_text().replace('"outputs": "', '"outputs": "0'))
    assert run(*given) == 2
    assert "is of other notes than" in capsys.readouterr().err


def packet_with(walk: Path, option: str, file: Path) -> int:
    return run(
        "certify", "run", walk / "released", "--plan", walk / "plan.json",
        "--reviewed", walk / "to_read", "--reader", "A. Nurse", option, file,
        "--packet", file.with_suffix(".html"),
    )  # fmt: skip


def test_the_packet_says_what_readers_could_do_of_this_policy_alone(
    walk: Path, tmp_path: Path, capsys
) -> None:
    given = ("attack", walk / "reviewed.jsonl", "--from", "jsonl", "--people", "20000")
    right, others = tmp_path / "right.json", {}
    assert run(*given, "--reader", "traits", "--policy", "all", "--out", right) == 0
    assert packet_with(walk, "--attack", right) == 0
    assert "Policy all: a reader who holds" in right.with_suffix(".html").read_text()
    for name, args in {
        "hipaa": ("--reader", "traits", "--policy", "hipaa"),
        "several": ("--reader", "traits", "--policy", "all", "--policy", "hipaa"),
        "surrogates": ("--reader", "traits", "--policy", "all", "--replace", "surrogate"),
    }.items():
        others[name] = tmp_path / f"{name}.json"
        assert run(*given, *args, "--out", others[name]) == 0
    capsys.readouterr()
    for name, file in others.items():
        assert packet_with(walk, "--attack", file) == 2, name
        assert "is of another policy than the release was made with" in capsys.readouterr().err
        assert not file.with_suffix(".html").exists()


@pytest.mark.parametrize("what", ["language", "policy", "model", "rules", "site", "scope", "shift"])
def test_an_attack_on_what_another_system_made_is_refused(
    what: str, walk: Path, tmp_path: Path, capsys
) -> None:
    system = json.loads((walk / "plan.json").read_text())["system"]
    assert system[what]
    same, other = tmp_path / "same.json", tmp_path / "other.json"
    alike = {name: system[name] for name in {"language", "policy", what}}
    same.write_text(to_json(Attack(2, "en", "found", hashes=alike)))
    other.write_text(to_json(Attack(2, "en", "found", hashes={**alike, what: "another"})))
    assert packet_with(walk, "--attack", same) == 0
    assert packet_with(walk, "--attack", other) == 2
    assert f"is of another {what} than the release was made with" in capsys.readouterr().err


def test_an_attack_that_does_not_say_what_it_is_of_is_refused(walk: Path, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(to_json(Attack(2, "en", "gold")))
    assert packet_with(walk, "--attack", tmp_path / "a.json") == 2


@pytest.mark.parametrize("what", ["model", "rules", "site", ""])
def test_a_probe_of_another_system_is_refused(
    what: str, walk: Path, tmp_path: Path, capsys
) -> None:
    system = json.loads((walk / "plan.json").read_text())["system"]
    hashes = {name: system[name] for name in ("model", "rules", "site")}
    held = {"notes": 2, "corpus": "w", "system": "ours", "questions": [], "hashes": hashes}
    same, other = tmp_path / "same.json", tmp_path / "other.json"
    same.write_text(json.dumps(held))
    other.write_text(json.dumps(held | {"hashes": {**hashes, what: "another"} if what else {}}))
    assert packet_with(walk, "--probe", same) == 0
    assert packet_with(walk, "--probe", other) == 2
    assert "is of another system than the release was made with" in capsys.readouterr().err


def test_a_reading_that_marked_nothing_proves_nothing(walk: Path, tmp_path: Path, capsys) -> None:
    review, out = tmp_path / "r.jsonl", tmp_path / "c.json"
    reading_lines(walk, review, marks=False)
    assert run(
        "certify", "run", walk / "released", "--plan", walk / "plan.json", "--out", out,
        "--reviewed", review, "--reviewed-format", "left",
    ) == 2  # fmt: skip
    assert "Of the 20 identifiers that were planted in the notes the readers marked none" in (
        capsys.readouterr().err
    )
    assert not out.exists()


def test_what_was_found_is_not_in_the_mended_release(walk: Path) -> None:
    before, after = walk / "released", walk / "mended"
    told = json.loads((after / "audit.json").read_text())["mended"]
    names = {p.relative_to(before) for p in before.rglob("*") if p.is_file()}
    assert {p.relative_to(after) for p in after.rglob("*") if p.is_file()} == names
    changed = [n for n in names if n.suffix == ".txt" and different(before / n, after / n)]
    assert len(changed) == told["notes_changed"] > 0
    record = read_spans(after / "spans.jsonl")
    rest = {id: left(doc, record) for id, doc in gold(walk).items()}
    read = [drawn["id"] for drawn in json.loads((walk / "plan.json").read_text())["sample"]]
    assert not any(rest[id] for id in read)
    page = (walk / "mended.html").read_text(encoding="utf-8")
    assert told["outputs"] in page
    assert f"{told['marked_by_readers']} places that they marked" in page


def different(first: Path, second: Path) -> bool:
    return first.read_text(encoding="utf-8") != second.read_text(encoding="utf-8")


def test_a_mended_release_can_be_planned_and_is_not_the_one_that_was_read(
    walk: Path, tmp_path: Path, capsys
) -> None:
    assert run("certify", "plan", walk / "mended", "--plan", tmp_path / "p", "--read", "20") == 0
    assert run(
        "certify", "run", walk / "mended", "--plan", walk / "plan.json",
        "--reviewed", walk / "to_read", "--reader", "A. Nurse",
    ) == 2  # fmt: skip
    assert "made for other outputs" in capsys.readouterr().err


def test_apply_needs_a_place_and_run_takes_none(walk: Path, tmp_path: Path, capsys) -> None:
    given = (walk / "released", "--plan", walk / "plan.json", "--reviewed", walk / "to_read")
    assert run("certify", "apply", *given, "--reader", "A. Nurse") == 2
    assert "certify apply needs --mended PATH" in capsys.readouterr().err
    assert run("certify", "run", *given, "--reader", "A. Nurse", "--mended", tmp_path / "m") == 2
    assert "certify apply writes --mended PATH" in capsys.readouterr().err
    inside = walk / "released" / "mended"
    assert run("certify", "apply", *given, "--reader", "A. Nurse", "--mended", inside) == 2
    assert "lies inside the input" in capsys.readouterr().err
    assert not inside.exists()


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
    assert "give what incognote deid wrote" in told


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
    assert "apply, plan, run" in capsys.readouterr().err


def test_a_plan_is_not_overwritten_and_needs_a_release(walk: Path, capsys) -> None:
    assert run("certify", "plan", walk / "released", "--plan", walk / "plan.json") == 2
    assert "exists already" in capsys.readouterr().err
    assert run("certify", "plan", walk / "notes", "--plan", walk / "p.json") == 2
    assert "what incognote deid wrote" in capsys.readouterr().err
    to_read = ("--read", "15", "--to-read", walk / "to_read")
    assert run("certify", "plan", walk / "released", "--plan", walk / "p.json", *to_read) == 2
    assert "is not empty" in capsys.readouterr().err
    assert not (walk / "p.json").exists()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Path:
    """A folder with the release of twelve notes as surrogates, its plan and its reading."""
    folder = tmp_path_factory.mktemp("small")
    text = "Seen by Dr. Ada Ruiz, tel. 216-555-01{}. Tried Quibblewort daily."
    docs = [Document(f"n{i:02}", text.format(i)) for i in range(12)]
    writer("txt")(docs, folder / "notes")
    writer("jsonl")(docs, folder / "notes.jsonl")
    out, plan = folder / "out", folder / "plan.json"
    made = ("--model", tiny_model, "--replace", "surrogate", "--out", out)
    assert run("deid", folder / "notes", *made, *QUICK) == 0
    read = ("--read", "12", "--plant", "12", "--to-read", folder / "read")
    assert run("certify", "plan", out, "--plan", plan, *read) == 0
    return folder


def mark_planted(small: Path, review: Path, also: dict[str, object] | None = None) -> None:
    """The reading of who finds what was planted; in the first note more, where asked."""
    rows = []
    for drawn in json.loads((small / "plan.json").read_text())["sample"]:
        put = drawn["planted"]
        rows.append({"id": drawn["id"], "left": [{k: put[k] for k in ("label", "start", "end")}]})
    rows[0]["left"] += [also] if also else []
    review.write_text("".join(json.dumps(row | {"reader": "A. Nurse"}) + "\n" for row in rows))


def test_readers_of_surrogates_see_tags_and_one_of_them(small: Path) -> None:
    plan = json.loads((small / "plan.json").read_text())
    assert set(plan["actions"]) == {"surrogate"}
    rows = {
        row["id"]: row["spans"]
        for row in map(json.loads, (small / "out" / "spans.jsonl").read_text().splitlines())
    }
    texts = {doc.id: doc.text for doc in get_format("inline").read(small / "read")}
    for drawn in plan["sample"]:
        text, put = texts[drawn["id"]], drawn["planted"]
        released = (small / "out" / f"{drawn['id']}.txt").read_text()
        view = text[: put["start"]] + f"[{put['label']}]" + text[put["end"] :]
        expected = released
        for span in reversed(rows[drawn["id"]]):
            tag = f"[{span['label']}]"
            expected = expected[: span["new_start"]] + tag + expected[span["new_end"] :]
        assert view == expected
        assert put["text"] in released  # the surrogate that stands there


def test_a_release_whose_record_was_made_without_places_is_refused(
    small: Path, tmp_path: Path, capsys
) -> None:
    out = shutil.copytree(small / "out", tmp_path / "out")
    rows = [json.loads(line) for line in (out / "spans.jsonl").read_text().splitlines()]
    for row in rows:
        del row["sha256"]
    (out / "spans.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run("certify", "plan", out, "--plan", tmp_path / "p.json") == 2
    told = capsys.readouterr().err
    assert "where something was replaced; release again" in told
    assert not (tmp_path / "p.json").exists()


def test_a_record_of_another_text_is_refused(small: Path, tmp_path: Path, capsys) -> None:
    out = shutil.copytree(small / "out", tmp_path / "out")
    note = next(out.glob("*.txt"))
    note.write_text(note.read_text() + ".")
    assert run("certify", "plan", out, "--plan", tmp_path / "p.json", "--read", "12") == 2
    assert "was changed since it was released; release again" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("target", "read", "more"), [(".99", "12", "Release"), (".99", "11", "Read"), (".1", "12", "")]
)
def test_a_plan_that_cannot_show_its_target_says_so(
    small: Path, tmp_path: Path, target: str, read: str, more: str, capsys
) -> None:
    how = ("--read", read, "--plant", "20", "--target", target)
    assert run("certify", "plan", small / "out", "--plan", tmp_path / "p.json", *how) == 0
    said = capsys.readouterr()
    told = f"This plan cannot show a recall of {100 * float(target):g} %: at most "
    assert (told in said.err) == bool(more)
    assert f"{more} more notes" in said.err or not more
    planted = int(read)  # one to a note
    assert f"{round(0.95 * planted)} of {planted} planted identifiers are found" in said.out


@pytest.mark.parametrize(("surface", "everywhere"), [("Seen", False), ("Quibblewort", True)])
def test_what_readers_found_among_surrogates_goes_and_the_surrogates_stay(
    surface: str, everywhere: bool, small: Path, tmp_path: Path, capsys
) -> None:
    review, mended = tmp_path / "r.jsonl", tmp_path / "mended"
    (first, *_) = get_format("inline").read(small / "read")
    at = first.text.index(surface)
    mark_planted(small, review, {"label": "PATIENT", "start": at, "end": at + len(surface)})
    assert run(
        "certify", "apply", small / "out", "--plan", small / "plan.json", "--reviewed", review,
        "--reviewed-format", "left", "--mended", mended,
    ) == 0  # fmt: skip
    for note in sorted((small / "out").glob("*.txt")):
        before, after = note.read_text(), (mended / note.name).read_text()
        changed = everywhere or note.stem == first.id
        assert surface in before
        assert after == (before.replace(surface, "[PATIENT]") if changed else before)
    told = capsys.readouterr().out
    assert f"1 place that the readers marked, and {11 * everywhere} elsewhere" in told


@pytest.mark.parametrize("format", ["left", "inline"])
def test_labels_of_another_scheme_are_refused(
    format: str, small: Path, tmp_path: Path, capsys
) -> None:
    review = tmp_path / "review"
    if format == "left":
        left = [{"label": "CALLE", "start": 0, "end": 4}]
        review.write_text(json.dumps({"id": "n00", "left": left}) + "\n")
    else:
        doc, *_ = get_format("inline").read(small / "read")
        writer("inline")([doc.with_spans([Span(0, 4, "CALLE")])], review)
    out = tmp_path / "bounds.json"
    assert run(
        "certify", "run", small / "out", "--plan", small / "plan.json", "--reviewed", review,
        "--reviewed-format", format, "--reader", "A. Nurse", "--out", out,
    ) == 2  # fmt: skip
    told = capsys.readouterr().err
    assert "n00: the label 'CALLE' at [0, 4) is not of the scheme 'incognote'" in told
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
    mark_planted(small, review, {"label": "DOCTOR", "start": 0, "end": 4})
    assert run(
        "certify", "run", small / "out", "--plan", small / "plan.json", "--reviewed", review,
        "--reviewed-format", "left",
    ) == 0  # fmt: skip
    told = capsys.readouterr().out
    assert "Of 12 notes 12 were read; the readers found 1 identifier left in 1 note." in told


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


def test_notes_that_share_a_patient_need_a_word_on_it(walk: Path, tmp_path: Path, capsys) -> None:
    docs = [
        Document(d.id, d.text, d.spans, {**d.meta, "patient": f"p{i // 2}"})
        for i, d in enumerate(gold(walk).values())
    ]
    writer("jsonl")(docs, tmp_path / "gold.jsonl")
    asked = ("calibrate", "--gold", tmp_path / "gold.jsonl", "--target", "all=.8", "--fast")
    assert run(*asked, "--out", tmp_path / "a.json") == 2
    told = capsys.readouterr().err
    assert "60 reviewed notes share a patient with another" in told
    assert "give --unit patient, or --unit note" in told
    for unit in ("patient", "note"):
        assert choose_unit(docs, unit) == unit.replace("note", "")
    assert choose_unit(gold(walk).values(), None) == ""


def test_how_to_apply_a_calibration_has_what_deid_asks_for() -> None:
    out = Path("dial.json")
    assert _deid(out, SystemOptions()) == "incognote deid --calibration dial.json"
    fast = SystemOptions(fast=True)
    assert _deid(out, fast) == "incognote deid --calibration dial.json --fast"
    given = SystemOptions("es", Path("ours"), site=Path("my site.toml"), policy="hipaa")
    assert _deid(out, given) == (
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
