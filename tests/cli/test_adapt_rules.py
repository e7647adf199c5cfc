"""`incognote adapt rules`, and what commands do with the file that it writes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from incognote import cli
from incognote.assure.calibration import read_calibration
from incognote.cli import calibrated
from incognote.core.pipeline import Settings
from incognote.core.site import read_site
from incognote.io.format import writer
from incognote.lab.site.held_out import hold_out
from incognote.replace.policy import get_policy
from incognote.run.deidentifier import load_pipeline

sys.path.insert(0, str(Path(__file__).parents[1] / "lab/site"))
from sites import notes


def run(*args: str | Path) -> int:
    return cli.run([str(arg) for arg in args])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Path:
    """A folder with reviewed notes, plain notes and a site's file with what helps."""
    folder = tmp_path_factory.mktemp("site")
    writer("jsonl")(notes(), folder / "gold.jsonl")
    writer("txt")(notes(6, first=40), folder / "notes")
    writer("jsonl")(notes(6, first=40), folder / "new.jsonl")
    assert run(
        "adapt", "rules", "--gold", folder / "gold.jsonl", "--model", tiny_model, "--unit",
        "patient", "--accept", "helpful", "--out", folder / "site.toml",
    ) == 0  # fmt: skip
    return folder


def spans(path: Path) -> list[tuple[str, str]]:
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [(s["label"], s["source"]) for row in rows for s in row["spans"]]


def test_what_helps_is_accepted(place: Path) -> None:
    site = read_site(place / "site.toml")
    assert site.lists == {"UNIT": ("glasshouse", "lantern")}
    assert [pattern.label for pattern in site.patterns] == ["MRN"]
    assert site.never == ("Martin Bell rota",)


def test_nothing_is_accepted_unless_said_and_no_word_is_printed(
    place: Path, tiny_model: Path, tmp_path: Path, capsys
) -> None:
    out = tmp_path / "site.toml"
    args = ("--gold", place / "gold.jsonl", "--model", tiny_model, "--unit", "patient", "-o", out)
    assert run("adapt", "rules", *args) == 0
    told = capsys.readouterr()
    assert "missed 16 -> 0 of" in told.out
    assert "keep it where the notes may be kept" in told.err
    assert not any(word in told.out + told.err for word in ("glasshouse", "Bell", "moved"))
    site = read_site(out)
    assert not any(site.lists.values())
    assert not site.patterns
    assert "glasshouse" in out.read_text()
    assert run("adapt", "rules", *args) == 2
    assert "exists already" in capsys.readouterr().err


def test_detect_and_deid_apply_it(place: Path, tiny_model: Path, tmp_path: Path) -> None:
    without, given = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    same = (place / "notes", "--model", tiny_model)
    assert run("detect", *same, "--out", without, "--jobs", "1") == 0
    assert run("detect", *same, "--site", place / "site.toml", "--out", given, "--jobs", "2") == 0
    assert not [source for _, source in spans(without) if source.startswith("site/")]
    assert spans(given).count(("UNIT", "site/list")) == 6
    assert spans(given).count(("MRN", "site/mrn-1")) == 6
    out = tmp_path / "out"
    assert run("deid", *same, "--site", place / "site.toml", "--out", out) == 0
    text = "".join(path.read_text() for path in sorted(out.glob("*.txt")))
    assert text.count("moved to [UNIT]") == 6
    assert text.count("Martin Bell rota") == 4
    audit = json.loads((out / "audit.json").read_text())
    assert audit["system"]["site"] == read_site(place / "site.toml").digest()


def test_evaluate_and_calibrate_apply_it(
    place: Path, tiny_model: Path, tmp_path: Path, capsys
) -> None:
    def recall(*more: str | Path) -> float:
        out = tmp_path / f"{len(more)}.json"
        args = ("--pipeline", "en", "--model", tiny_model, "--resamples", "0", "--out", out)
        assert run("evaluate", place / "new.jsonl", *args, *more) == 0
        figures = json.loads(out.read_text())["figures"]
        return figures["characters/identifiers_covered/share"]["value"]

    with_site = ("--site", place / "site.toml")
    assert recall(*with_site) > recall()
    dial = tmp_path / "dial.json"
    gold = ("--gold", place / "gold.jsonl", "--unit", "note")
    made = ("calibrate", *gold, "--model", tiny_model)
    assert run(*made, "--target", "MRN=.8", *with_site, "--out", dial) == 0
    assert json.loads(dial.read_text())["system"]["site"] != "none"
    assert (
        "recall is the mean over notes of the share that is found in each"
        in capsys.readouterr().out
    )
    apply = ("deid", place / "notes", "--model", tiny_model, "--calibration", dial)
    assert run(*apply, "--out", tmp_path / "no") == 2
    assert "was made for site" in capsys.readouterr().err
    assert run(*apply, *with_site, "--out", tmp_path / "yes") == 0
    known = Settings("en", tiny_model, site=read_site(place / "site.toml"))
    settings = calibrated.apply(dial, known, get_policy("all"))
    assert settings.curves == read_calibration(dial).curves
    assert load_pipeline(settings).curves.keys() >= {"all"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[lists]\nUNITS = []", "lists: There is no label 'UNITS'. Did you mean 'UNIT'"),
        ("[lists]\nCALLE = ['Mill']", "no incognote label 'CALLE'"),
        (
            "[[patterns]]\nname = 'a'\nlabel = 'MRN'\npattern = '(?=x)'",
            "'a': the pattern is not valid RE2",
        ),
    ],
)
def test_a_file_that_cannot_be_is_told_before_anything_is_made(
    text: str, says: str, place: Path, tmp_path: Path, capsys
) -> None:
    path = tmp_path / "site.toml"
    path.write_text(text)
    assert run("deid", place / "notes", "--site", path, "--out", tmp_path / "out") == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("part", ["to propose from", "held out"])
def test_a_part_without_identifiers_is_refused(
    part: str, tiny_model: Path, tmp_path: Path, capsys
) -> None:
    held = hold_out([doc.id for doc in notes()], 0.4, 0)
    marked = held if part == "to propose from" else {doc.id for doc in notes()} - held
    some = [doc if doc.id in marked else doc.with_spans(()) for doc in notes()]
    writer("jsonl")(some, tmp_path / "gold.jsonl")
    out = tmp_path / "site.toml"
    args = ("--gold", tmp_path / "gold.jsonl", "--model", tiny_model, "--out", out)
    assert run("adapt", "rules", *args) == 2
    assert f"notes {part} hold no identifier; mark every identifier" in capsys.readouterr().err
    assert not out.exists()


def test_a_wrong_choice_is_told(place: Path, tmp_path: Path, capsys) -> None:
    args = ("--gold", place / "gold.jsonl", "--out", tmp_path / "s.toml", "--accept", "all")
    assert run("adapt", "rules", *args) == 2
    assert "helpful, none" in capsys.readouterr().err
