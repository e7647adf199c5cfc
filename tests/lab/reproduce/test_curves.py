"""Curves between off the shelf and fully customised, on a site of a few notes."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from incognote.core.errors import ConfigError, InputError
from incognote.core.pipeline import Settings
from incognote.core.site import Site
from incognote.lab.reproduce import curves as room
from incognote.lab.reproduce.curves import (
    FULL,
    SHELF,
    CurveConfig,
    CurveNotes,
    Curves,
    Point,
    draw,
    projections,
    run_curves,
    shelf_model,
    to_markdown,
    write_curves,
)
from incognote.lab.site.pick import pick
from incognote.lab.site.projection import Measured
from incognote.lab.training.adapt import AdaptConfig, SiteNotes
from incognote.lab.training.config import LoopConfig
from incognote.replace.policy import get_policy
from incognote.run.deidentifier import load_pipeline
from tiny_models import tiny
from ward import site_notes

QUICK = AdaptConfig(epochs=3, rate=1.0, least=16, vary=0.0, scratch_epochs=4, word_count=1)


@pytest.fixture(scope="module")
def notes(tiny_docs) -> CurveNotes:
    unmarked = {"b": [doc.with_spans(()) for doc in site_notes(6, 60)]}
    return CurveNotes(tiny_docs * 2, site_notes(8), site_notes(5, first=30), unmarked)


@pytest.fixture(scope="module")
def run(notes, tiny_model, tmp_path_factory) -> tuple[Path, Curves, list[str]]:
    out, said = tmp_path_factory.mktemp("curves") / "c", []
    config = CurveConfig((4, 8), ("then", "only"), 1, alone=True, adapt=QUICK)
    return out, run_curves(tiny_model, notes, out, config, say=said.append), said


def test_every_point_is_trained_scored_and_kept(run) -> None:
    out, curves, said = run
    assert [(p.way, p.size, p.seed) for p in curves.points] == [
        (SHELF, 0, 0),
        (FULL, 16, 1),
        ("then", 4, 1),
        ("only", 4, 1),
        ("then", 8, 1),
        ("only", 8, 1),
        ("embedding b", 0, 1),
    ]
    assert len(said) == 7
    assert {p.name for p in out.iterdir()} == {"points.jsonl", "run.json"}
    assert curves.of("then", 8)[0].measured.identifiers == 8
    assert curves.of("then", 8)[0].measured.recall > curves.of(SHELF, 0)[0].measured.recall
    assert curves.wanted == 5 * 3  # a number and a name of two words in each note


def test_picked_notes_are_labelled_in_the_order_of_pick(notes, tiny_model, tmp_path, monkeypatch):
    learned: list[list[str]] = []

    def seen(model: Path, given: SiteNotes, out: Path, *, way: str, config: AdaptConfig) -> None:
        assert way == "then"
        learned.append([doc.id for doc in (*given.dev, *given.train)])
        shutil.copytree(model, out)

    monkeypatch.setattr(room, "adapt_folder", seen)
    config = CurveConfig((4, 8), ("pick",), 2, full=False, alone=True, adapt=QUICK)
    found = run_curves(tiny_model, replace(notes, unmarked={}), tmp_path / "c", config)
    pipeline = load_pipeline(Settings("en", tiny_model))
    bare = [doc.with_spans(()) for doc in notes.pool]
    order = [p.id for p in pick(bare, pipeline, get_policy("all"), budget=8, lang="en")]
    two, four = 2, 4  # notes of two identifiers each
    assert [set(ids) for ids in learned] == [set(order[:n]) for n in (two, two, four, four)]
    assert sorted(found.by_size("pick")) == [0, 4, 8]


def test_a_run_goes_on_and_may_grow(run, notes, tiny_model) -> None:
    out, curves, _ = run
    lines = (out / "points.jsonl").read_text().splitlines()
    (out / "points.jsonl").write_text("\n".join(lines[:-1]) + "\n")
    said: list[str] = []
    config = CurveConfig((4, 8), ("then",), 1, alone=True, adapt=QUICK)
    again = run_curves(tiny_model, notes, out, config, say=said.append)
    assert len(said) == 1
    assert [p.way for p in again.points] == [p.way for p in curves.points]
    assert np.array_equal(again.points[2].measured.found, curves.points[2].measured.found)
    with pytest.raises(InputError, match="curves of other notes, models or settings"):
        run_curves(tiny_model, notes, out, replace(config, alone=False))
    with pytest.raises(InputError, match="curves of other notes, models or settings"):
        run_curves(tiny_model, notes, out, replace(config, site=Site(never=("ward b",))))
    (out / "points.jsonl").write_text("no line\n")
    with pytest.raises(InputError, match="is damaged"):
        run_curves(tiny_model, notes, out, config)


def test_what_cannot_be_run_is_refused(notes, tiny_model, tmp_path) -> None:
    config = CurveConfig((4,), ("then",))
    for changed, error, message in (
        (replace(config, ways=("them",)), ConfigError, "way to adapt"),
        (replace(config, sizes=()), ConfigError, "at least one size"),
        (replace(config, sizes=(17,)), InputError, "fewer than the largest size"),
    ):
        with pytest.raises(error, match=message):
            run_curves(tiny_model, notes, tmp_path / "c", changed)
    with pytest.raises(ConfigError, match="needs the notes of A"):
        run_curves(
            tiny_model, replace(notes, others=()), tmp_path / "c", replace(config, ways=("mix",))
        )


def test_the_shelf_is_trained_on_a_alone(tmp_path, tiny_docs, monkeypatch) -> None:
    made = replace(tiny(), loop=LoopConfig(epochs=1, batch_tokens=64, window=16))
    monkeypatch.setattr(room, "read_train_config", lambda path: made)
    said: list[str] = []
    folder = shelf_model("en-fast", tiny_docs * 3, tmp_path / "m", threads=1, say=said.append)
    record = json.loads((folder / "config.json").read_text())["training"]
    assert [row["notes"] for row in record["data"]] == [14, 1]
    assert len(said) == 1
    assert shelf_model("en-fast", [], folder, threads=1, say=said.append) == folder


def point(way: str, size: int, seed: int, recall: float) -> Point:
    measured = Measured(size, np.full(20, 50 * recall), np.full(20, 50.0))
    return Point(way, size, seed, measured, 0.9, recall, 0.9, (0.8, 0.9, 0.85), 2.0)


@pytest.fixture
def drawn() -> Curves:
    points = [
        point(SHELF, 0, 0, 0.8),
        point(FULL, 900, 1, 0.96),
        point("embedding mimic", 0, 1, 0.82),
    ]
    for size, then, only in ((20, 0.85, 0.4), (80, 0.92, 0.7), (320, 0.96, 0.9)):
        for seed in (1, 2):
            points += [point("then", size, seed, then + 0.002 * seed)]
            points += [point("only", size, seed, only + 0.01 * seed)]
    return Curves(tuple(points), 1000)


def test_the_tables_say_what_the_points_say(drawn, tmp_path) -> None:
    text = write_curves(drawn, tmp_path, reach=0.98, have=40)
    assert "| A then B | 80 | 92.30 (" in text
    assert "| only B | 20 | 41.50 (" in text
    assert "| A and mimic | 82.0/90.0/90.0 | 80.0/90.0/85.0 |" in text
    assert "A then B: about " in text
    assert " more labelled identifiers reach a recall of 98.0 % (95 %: " in text
    record = json.loads((tmp_path / "curves.json").read_text())
    assert len(record["rows"]) == 9
    (then, only) = record["projections"]
    assert 300 < then["value"] < 3000
    assert then["low"] <= then["value"] <= then["high"]
    assert only["value"] > then["value"]
    svg = (tmp_path / "curves.svg").read_text()
    assert "<svg" in svg
    assert draw(drawn) == svg


def test_without_a_recall_to_reach_it_is_that_of_full_customisation(drawn) -> None:
    assert {row["recall"] for row in projections(drawn, None)} == {0.96}
    shelf = Curves(drawn.points[:1], 1000)
    assert projections(shelf, None) == []
    assert to_markdown(shelf, []).count("\n") == 4


def test_a_recall_that_is_there_already_needs_no_labels(drawn) -> None:
    then = projections(drawn, 0.7)[0]
    assert then["value"] == 0
    assert "A then B: a recall of 70.0 % is reached without labelled identifiers (95 %: 0 to" in (
        to_markdown(drawn, [then])
    )


def test_a_recall_out_of_reach_is_said_to_be(tmp_path) -> None:
    flat = Curves(tuple(point("only", size, 1, 0.5) for size in (20, 40, 80)), 1000)
    assert "the curve does not reach a recall of 98.0 %" in write_curves(
        flat, tmp_path, reach=0.98, plot=False
    )
    assert json.loads((tmp_path / "curves.json").read_text())["projections"][0]["value"] is None
