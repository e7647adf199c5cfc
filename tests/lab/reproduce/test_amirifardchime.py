"""Amirifardchime 2025: id.text with id.res, divided at random, beside the division by patient."""

from dataclasses import replace
from pathlib import Path

import pytest

from families import write_checkpoint
from incognote import cli
from incognote.lab.reproduce import report as reports
from incognote.lab.reproduce.corpora import read_parts
from incognote.lab.reproduce.run import reproduce

RECORD = "START_OF_RECORD={}||||1||||\n{}\n||||END_OF_RECORD\n"
TEXTS = {
    "Seen by Ada Ruiz on 7/14.": "Seen by [**Hcpname**] on [**7-14**].",
    # The next fits in several ways; of the last the placeholder is of no known kind.
    "Wife Eva Lind Moss called.": "Wife [**Ptname**] [**Ptname**] called.",
    "BP 120/80, resting.": "BP 120/80, resting.",
}
UNKNOWN = ("Stays at Zyx.", "Stays at [**Wossname**].")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory) -> Path:
    """40 notes of as many patients, and one that cannot be read."""
    folder = tmp_path_factory.mktemp("physionet")
    pairs = [list(TEXTS.items())[i % 3] for i in range(40)] + [UNKNOWN]
    for name, which in (("id.text", 0), ("id.res", 1)):
        records = [RECORD.format(i + 1, pair[which]) for i, pair in enumerate(pairs)]
        (folder / name).write_text("\n".join(records))
    return folder


def test_notes_are_divided_at_random_80_10_10(corpus):
    errors = []
    parts = read_parts("physionet-random", {"physionet": corpus}, on_error=errors.append)
    assert [len(part) for part in (parts.train, parts.held, parts.test)] == [32, 4, 4]
    ids = [{doc.id for doc in part} for part in (parts.train, parts.held, parts.test)]
    assert len(set.union(*ids)) == 40
    assert {e.id for e in errors} == {"41/1"}
    again = read_parts("physionet-random", {"physionet": corpus}, on_error=errors.append)
    assert again == parts
    fixed = read_parts("physionet", {"physionet": corpus}, on_error=errors.append)
    assert {doc.meta["patient"][0] for doc in fixed.test} == set("6789")
    assert ids[2] != {doc.id for doc in fixed.test}


def test_a_note_that_fits_in_several_ways_is_marked_whole(corpus):
    parts = read_parts("physionet-random", {"physionet": corpus}, on_error=lambda error: None)
    docs = [d for d in (*parts.train, *parts.held, *parts.test) if d.text.startswith("Wife")]
    assert len(docs) == 13
    for doc in docs:
        assert [doc.text[s.start : s.end] for s in doc.spans] == ["Eva", "Lind Moss"]


def test_the_marks_are_those_of_id_res_whatever_lies_beside(corpus, tmp_path):
    for name in ("id.text", "id.res"):
        (tmp_path / name).write_text((corpus / name).read_text())
    (tmp_path / "id.phrase").write_text("1 1 0 4 HCPName Seen\n")
    options = {"on_error": lambda error: None}
    by_res, by_phrase = (
        read_parts(name, {"physionet": tmp_path}, **options)
        for name in ("physionet-random", "physionet")
    )
    marks = [
        sum(len(doc.spans) for part in (p.train, p.held, p.test) for doc in part)
        for p in (by_res, by_phrase)
    ]
    assert marks == [2 * 14 + 2 * 13, 1]


def test_it_runs_on_both_divisions_and_says_which(corpus, tmp_path):
    encoder = write_checkpoint("bert", tmp_path / "encoder")
    names = ("bert-base-uncased", "bert-base-cased", "bert-large-uncased")
    done = reproduce(
        "amirifardchime2025",
        tmp_path / "out",
        data={"physionet": corpus, **dict.fromkeys(names, encoder)},
        tables=[1],
        quick=True,
        settings={"model.pieces": 40},
    )
    ((_, outcomes),) = done.tables
    missing = [o.row.name for o in outcomes if o.note]
    assert missing == ["BioBERT", "BioBERT, by patient"]
    assert all("dmis-lab/biobert-v1.1" in o.note for o in outcomes if o.note)
    ran = {o.row.name: o for o in outcomes if o.ours}
    assert ran["BERT-base-uncased"].models != ran["BERT-base-uncased, by patient"].models
    assert ran["BERT-base-uncased"].models == ran["+ hybrid rules"].models
    assert dict(done.unread) == {"physionet-random": ("41/1",), "physionet": ("41/1",)}
    whole = replace(done, quick=False)
    assert reports.where(whole).startswith("Ours on a test part of physionet drawn at random")


def test_a_folder_without_a_name_serves_both_divisions(corpus, tmp_path, capsys):
    encoder = write_checkpoint("bert", tmp_path / "encoder")
    args = ["reproduce", "amirifardchime2025", "--data", str(corpus), "--table", "1", "--quick"]
    args += ["--data", f"bert-base-uncased={encoder}", "--set", "model.pieces=40"]
    assert cli.run([*args, "--out", str(tmp_path / "out")]) == 0
    page = capsys.readouterr().out
    assert "| BERT-base-uncased, by patient | BERT-base-uncased |" in page
