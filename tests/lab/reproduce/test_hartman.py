"""Hartman 2020: the marks that curves use, and its corpora of MIMIC-III."""

import csv
import json
from pathlib import Path

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import InputError
from incognote.io import mimic_iii
from incognote.lab.reproduce import report as reports
from incognote.lab.reproduce.corpora import (
    CORPORA,
    FEW,
    Parts,
    find_path,
    first_marks,
    labelled,
    read_all,
    read_parts,
)
from incognote.lab.reproduce.run import reproduce
from tiny_models import write_corpus

DATA = Path(__file__).parents[2] / "data"
COLUMNS = ["ROW_ID", "SUBJECT_ID", "HADM_ID", "CHARTDATE", "CATEGORY", "TEXT"]
KINDS = {"Radiology": 500, "Echo": 600, "Discharge summary": 700, "Nursing": 800, "ECG": 900}


@pytest.fixture(scope="module")
def events(tmp_path_factory) -> Path:
    """NOTEEVENTS.csv with 12 notes of 6 patients in each category, and one that cannot be read."""
    rows = []
    text = "Seen by Dr. [**Last Name {} 5**] on [**2151-7-16**], {} stable."
    for kind, first in KINDS.items():
        for i in range(12):
            name = "(un)" if i % 2 else "(NamePattern1)"
            rows.append(
                [first + i, first + i // 2, "", "2151-08-04", kind, text.format(name, kind.lower())]
            )
    rows.append([1, 1, "", "2151-08-04", "Radiology", "by [**No Such Kind 5**]"])
    path = tmp_path_factory.mktemp("mimic") / "NOTEEVENTS.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([COLUMNS, *rows])
    return path


@pytest.mark.parametrize(
    ("name", "category", "shares"),
    [
        ("mimic-iii-radiology", "Radiology", (0.5, 0.5)),
        ("mimic-iii-echo", "Echo", (0, 1)),
        ("mimic-iii-discharge", "Discharge summary", (0.81, 0.19)),
    ],
)
def test_a_corpus_of_mimic_is_divided_by_patient_as_in_table_1(name, category, shares, events):
    errors = []
    parts = read_parts(name, {"mimic-iii": events}, on_error=errors.append)
    train, test = [*parts.train, *parts.held], parts.test
    every = [*train, *test]
    assert {doc.meta["kind"] for doc in every} == {category}
    patients = [doc.meta["patient"] for doc in every]
    assert len(set(patients)) == len(patients) == 6  # 1,000 notes of 1,000 patients there
    assert (len(train), len(test)) == tuple(round(share * 6) for share in shares)
    assert [e.id for e in errors] == (["1"] if category == "Radiology" else [])
    assert CORPORA[name].draw == 1000


def test_which_notes_are_drawn_their_numbers_alone_decide(events, tmp_path):
    def drawn(path, number):
        ids = mimic_iii.read(path, categories=["echo "], draw=number, on_error=lambda e: None)
        return {doc.id for doc in ids}

    with events.open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    other = tmp_path / "NOTEEVENTS.csv"
    with other.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([head, *rows[::-1]])
    assert drawn(events, 4) == drawn(other, 4)
    assert len(drawn(events, 4)) == 4
    assert drawn(events, 2) < drawn(events, 4) < drawn(events, 9)
    assert len(drawn(events, 9)) == 6  # one of each patient


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("mimic-iii", set(KINDS)),
        ("mimic-iii-radiology", {"Radiology"}),
        ("mimic-iii-echo", {"Echo"}),
        ("mimic-iii-discharge", {"Discharge summary"}),
        ("mimic-iii-nursing", {"Nursing"}),
    ],
)
def test_unmarked_notes_are_all_of_their_category(name, kinds, events):
    path = find_path(CORPORA[name], {"mimic-iii": events})
    docs = list(read_all(CORPORA[name], path, on_error=lambda error: None))
    assert {doc.meta["kind"] for doc in docs} == kinds
    assert len(docs) == 12 * len(kinds)


def test_a_category_that_there_is_not_is_told(events):
    with pytest.raises(InputError, match="no note of the categories"):
        list(mimic_iii.read(events, categories=["Ecko"], on_error=lambda error: None))
    with pytest.raises(InputError, match=r"--data mimic-iii=NOTEEVENTS\.csv"):
        find_path(CORPORA["mimic-iii-echo"], {})


def docs_of(*sizes: int) -> list[Document]:
    return [
        Document(str(i), "a " * 99, tuple(Span(2 * k, 2 * k + 1, "DATE") for k in range(size)))
        for i, size in enumerate(sizes)
    ]


@pytest.mark.parametrize(
    ("sizes", "marks", "used"),
    [
        ([7] * 20, 20, 21),
        ([8] * 20, 20, 16),  # as far as 24: no more than was asked for
        ([8] * 20 + [4], 20, 20),
        ([30, 40, 50], 20, 30),
        ([3] * 4, 20, 12),  # all there is
        ([5, 0, 0, 5, 0, 5, 5, 1, 1, 1, 1, 1], 17, 17),
        ([90, 1, 1], 2, 2),
    ],
)
def test_marks_come_as_near_to_the_number_as_whole_notes_do(sizes, marks, used):
    docs = docs_of(*sizes)
    some = first_marks(docs, marks)
    assert sum(len(doc.spans) for doc in some) == used
    assert len({doc.id for doc in some}) == len(some)
    assert some == first_marks(docs[::-1], marks)


@pytest.mark.parametrize("sizes", [[2] * 40, [1, 9] * 10, [30], [30, 1], [4, 0, 0, 0], [1, 0, 3]])
@pytest.mark.parametrize("marks", [1, 20, 50])
def test_no_mark_beyond_the_number_chooses_the_epoch(sizes, marks):
    docs = docs_of(*sizes)
    parts = Parts(CORPORA["notes-en"], "", docs[len(docs) // 2 :], docs[: len(docs) // 2], [])
    train, held = labelled(parts, marks)
    some = {doc.id for doc in first_marks(docs, marks)}
    assert {doc.id for doc in (*train, *held)} == some
    assert any(doc.spans for doc in train)
    assert any(doc.spans for doc in held)
    if len(some) < FEW:
        assert train == held
    else:
        ids = [{doc.id for doc in part} for part in (train, held)]
        assert train == held or not ids[0] & ids[1]


@pytest.fixture(scope="module")
def notes(tmp_path_factory) -> Path:
    settings = ("longitudinal", "inpatient", "nursing")
    return write_corpus(tmp_path_factory.mktemp("notes"), settings, times=2)


def test_curves_stand_on_the_marks_that_were_used(notes, tmp_path):
    pytest.importorskip("gensim")
    done = reproduce(
        "hartman2020",
        tmp_path,
        data={"notes-en": notes},
        on="notes-en",
        tables=[102],
        quick=True,
        settings={"model.hidden": 6},
    )
    ((table, outcomes),) = done.tables
    # Eight notes with sixteen marks, of which ten are names: there are no more.
    assert {o.row.marks: (o.marks, o.names) for o in outcomes} == {
        20: (16, 10), 80: (16, 10), 320: (16, 10), 1000: (16, 10),
    }  # fmt: skip
    assert {(row["marks"], row["marks_used"], row["names_used"])
            for row in reports.to_dict(done)["tables"][0]["rows"]} >= {(20, 16, 10)}  # fmt: skip
    cells = list(reports.rows(table, outcomes))
    assert cells[0][1].endswith(", 16 identifiers of B (10 names)")
    assert all(len(o.ours) == 4 for o in outcomes)


def test_the_rows_of_mimic_run_where_somebody_holds_it(events, tmp_path):
    pytest.importorskip("gensim")
    vectors = tmp_path / "vectors"
    vectors.write_text("1 200\nstable " + " ".join(["0.1"] * 200) + "\n")
    done = reproduce(
        "hartman2020",
        tmp_path / "out",
        data={
            "i2b2-2014": DATA / "i2b2-2014",
            "i2b2-2006": DATA / "i2b2-2006",
            "physionet-i2b2": DATA / "physionet-i2b2",
            "mimic-iii": events,
            "vectors": vectors,
        },
        tables=[2, 3, 4],
        quick=True,
        settings={"model.hidden": 6},
    )
    rows = {(t.number, o.row.name): o for t, outcomes in done.tables for o in outcomes}
    failed = {name: o.note for name, o in rows.items() if o.note}
    assert not failed
    assert done.unread["mimic-iii-radiology"] == ("1",)
    made = {path.name for path in (tmp_path / "out").glob("words-*")}
    assert {f"words-mimic-iii-{k}-quick" for k in ("nursing", "radiology", "discharge")} < made
    assert "words-mimic-iii-discharge-1000-notes-first-12-quick" in made
    assert json.dumps(reports.to_dict(done))
