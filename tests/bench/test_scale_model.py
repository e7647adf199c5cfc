"""bench/scale_model.py finds again what runs were made of."""

import importlib
from itertools import islice
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return importlib.import_module("scale_model")


def runs(bench, start=2.0, by_word=2e-4, by_note=1e-3, beside=1.1):
    return [
        bench.Run(
            "usual",
            jobs,
            notes,
            words,
            start + (by_word * words + by_note * notes) * (beside if jobs == 2 else 1) / jobs,
            100 + 250 * jobs,
        )
        for jobs in (1, 2)
        for notes, words in ((4, 1200), (5000, 150_000), (500, 150_000), (75, 150_000))
    ]


def test_the_fit_finds_what_runs_were_made_of(bench):
    found = bench.fit(runs(bench))
    assert found.start == pytest.approx(2.0)
    assert found.by_word == pytest.approx(2e-4)
    assert found.by_note == pytest.approx(1e-3)
    assert found.beside == pytest.approx(1.1)
    assert (found.worker, found.parent) == (250, 100)


def test_no_price_is_below_nothing(bench):
    found = bench.fit(runs(bench, by_note=-1e-4))
    assert found.by_note == 0
    assert found.by_word > 0


def test_hours_are_those_of_the_formula_and_no_faster_than_the_source(bench):
    found = bench.Fit(3600.0, 2e-4, 0.0, 1.0, 250.0, 100.0)
    given = {"overhead": 1.0, "bytes_per_second": 1e6}
    # A million notes of 300 words: 60,000 core-seconds; 1,800 MB at 1 MB/s take half an hour.
    assert found.hours(1e6, 300, 10, **given) == pytest.approx(1 + 6000 / 3600)
    assert found.hours(1e6, 300, 1000, **given) == pytest.approx(1 + 0.5)


def test_notes_are_cut_and_joined_to_a_length(bench):
    for length in (30, 2000):
        read = bench.texts_of(ROOT / "examples" / "notes", "txt", length)
        assert all(len(text.split()) >= length for text in islice(read, 5))


def test_less_than_an_hour_is_told_in_minutes(bench):
    told = [bench.shown(hours) for hours in (1400, 1, 0.4375, 0.1, 0.0281, 0.001)]
    assert told == [
        *("1,400.0 hours", "1.0 hours", "26 minutes"),
        *("6.0 minutes", "1.7 minutes", "0.1 minutes"),
    ]
