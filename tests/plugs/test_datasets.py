"""`datasets.map` with the function over tables, in the real library."""

from __future__ import annotations

import pytest

import incognote
from incognote.run.arrow import prepare

datasets = pytest.importorskip("datasets", reason="datasets is not installed: .ci/run has it")

NOTES = [
    "😀 Seen by Dr. Ada Ruiz on 3/14/2019.\r\nPatient Maria Delgado.",
    "",
    None,
    "<html><body><p>Maria Delgado</p></body></html>",  # fails: no plain text
    "BP 120/80, e\u0301 stable.",
    "Maria Delgado called from (216) 555-0143.",
]


@pytest.fixture
def notes(tmp_path, monkeypatch):
    """A data set in files, as `load_dataset` leaves it, below a folder of the test."""
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    made = datasets.Dataset.from_dict({"id": [*range(len(NOTES))], "note": NOTES, "ward": NOTES})
    made.save_to_disk(str(tmp_path / "notes"))
    return datasets.load_from_disk(str(tmp_path / "notes"))


def mapped(notes, **how):
    deid = prepare(notes.features.arrow_schema, text="note", keep=["id"], drop=["ward"], fast=True)
    arrow = notes.with_format("arrow")
    return arrow.map(deid.table, batched=True, remove_columns=notes.column_names, **how)


@pytest.mark.parametrize("how", [{"batch_size": 2}, {"batch_size": None}, {"num_proc": 2}])
def test_each_row_comes_back_in_its_place(notes, how) -> None:
    done = mapped(notes, **how).with_format(None)[:]
    deid = incognote.load("en", fast=True)
    assert done["id"] == [*range(len(NOTES))]
    assert done["note"] == [
        None if note is None or "<html>" in note else deid(note).text for note in NOTES
    ]
    assert done["status"] == ["done", "empty", "empty", "failed", "done", "done"]
    assert set(done) == {"id", "note", "spans", "status", "error"}
    assert "Delgado" not in str(done)


def test_offsets_are_those_of_the_note(notes) -> None:
    spans = mapped(notes, keep_in_memory=True).with_format(None)["spans"][0]
    assert "Ada Ruiz" in [NOTES[0][s["start"] : s["end"]] for s in spans]


def test_a_column_that_nobody_decided_about_is_refused(notes) -> None:
    with pytest.raises(incognote.core.errors.ConfigError, match="ward"):
        prepare(notes.features.arrow_schema, text="note", keep=["id"])
