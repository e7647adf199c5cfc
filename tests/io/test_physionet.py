from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.io import physionet
from incognote.io.split import split

DATA = Path(__file__).parents[1] / "data" / "physionet"


def corpus(folder: Path, *files: str) -> Path:
    for name in ("id.text", *files):
        shutil.copy(DATA / name, folder / name)
    return folder


def places(docs: list[Document]) -> list[tuple[str, list[tuple[int, int]]]]:
    return [(doc.id, [(span.start, span.end) for span in doc.spans]) for doc in docs]


def test_the_corpus_as_it_is_published() -> None:
    docs = list(physionet.read(DATA))
    assert [doc.id for doc in docs] == ["1/1", "1/2", "2/1", "6/1"]
    assert [(s.label, s.source, docs[2].text[s.start : s.end]) for s in docs[2].spans] == [
        ("PATIENT", "PTName", "Castell"),
        ("PATIENT", "PTNameInitial", "WC"),
        ("AGE", "Age", "93"),
        ("DATE", "DateYear", "1988"),
    ]
    assert docs == list(physionet.read(DATA / "id.text"))


@pytest.mark.parametrize(
    ("patient", "part"), [(1, "train"), (59, "train"), (163, "train"), (6, "test"), (97, "test")]
)
def test_patients_whose_number_begins_with_1_to_5_train(
    patient: int, part: str, tmp_path: Path
) -> None:
    (tmp_path / "id.text").write_text(
        f"START_OF_RECORD={patient}||||1||||\nRN Ruiz\n||||END_OF_RECORD\n"
    )
    (tmp_path / "id.phrase").write_text(f"{patient} 1 3 7 HCPName Ruiz\n")
    (doc,) = physionet.read(tmp_path)
    assert doc.meta == {"patient": str(patient), "part": part}


def test_the_parts_are_kept_apart() -> None:
    split_file = DATA / "split.tsv"
    assert [d.id for d in split(physionet.read(DATA), split_file, "test")] == ["6/1"]
    assert len(list(split(physionet.read(DATA), split_file, "train"))) == 3


@pytest.mark.parametrize("files", [("id.deid", "id.res"), ("id.res",)])
def test_the_other_files_of_marks_say_the_same(files: tuple[str, ...], tmp_path: Path) -> None:
    whole = list(physionet.read(DATA))
    docs = list(physionet.read(corpus(tmp_path, *files)))
    assert places(docs) == places(whole)
    categories = {"Location (un) 5": "LOCATION_OTHER", "Hospital1 6": "HOSPITAL"}
    labels = [span.label for span in docs[0].spans]
    assert labels == ["DATE", categories["Location (un) 5"], "DOCTOR", "PATIENT", "PHONE"]
    assert docs[3].spans[0].label == categories["Hospital1 6"]


def test_the_forms_of_offsets(tmp_path: Path) -> None:
    corpus(tmp_path, "id.res")
    rows = [
        (doc.id.split("/"), span.start, span.end)
        for doc in physionet.read(DATA)
        for span in doc.spans
    ]
    last = "".join(f"{p} {n} {start} {end - 1}\n" for (p, n), start, end in rows)
    (tmp_path / "id.phi").write_text(last)
    assert places(list(physionet.read(tmp_path))) == places(list(physionet.read(DATA)))


def one(folder: Path, text: str, **files: str) -> Document:
    frame = "START_OF_RECORD=1||||1||||\n{}||||END_OF_RECORD\n"
    (folder / "id.text").write_text(frame.format(text))
    for suffix, content in files.items():
        form = frame.format(content) if suffix == "res" else content
        (folder / f"id.{suffix}").write_text(form)
    (doc,) = physionet.read(folder)
    return doc


def test_the_end_may_be_the_last_character(tmp_path: Path) -> None:
    doc = one(tmp_path, "by Ada Zyx\n", phrase="1 1 3 9 HCPName Ada Zyx\n")
    assert doc.spans == (Span(3, 10, "DOCTOR", source="HCPName"),)


@pytest.mark.parametrize(
    ("phrase", "reason"),
    [
        ("1 1 2 9 HCPName Ada Zyx\n", r"id.phrase:1: \[2, 9\) is not the text recorded there"),
        ("1 1 3 8 HCPName Ada Zyx\n", r"id.phrase:1: \[3, 8\) is not the text recorded there"),
        ("1 1 3 10 HCPNam Ada Zyx\n", r"\[3, 10\) has an unknown type; the nearest is HCPNAME"),
        ("1 1 8 15 HCPName Ada Zyx\n", r"id.phrase:1: \[8, 15\) is not the text recorded there"),
        ("1 1 10 10 HCPName \n", r"id.phrase:1: \[10, 10\) is no stretch of this note"),
        ("1 1 3 99 HCPName \n", r"id.phrase:1: \[3, 99\) is no stretch of this note"),
    ],
)
def test_marks_that_do_not_fit(phrase: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(NoteError, match=f"^1/1: .*{reason}") as caught:
        one(tmp_path, "by Ada Zyx\n", phrase=phrase)
    assert "Zyx" not in str(caught.value)


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"phrase": "Zyx\n"}, r"id.phrase:1: must be 'patient note start"),
        ({"phrase": "1 2 0 2 HCPName by\n"}, r"has marks of 1 notes that id.text lacks.*'1/2'"),
        ({"deid": "Zyx\n", "res": "by [**Name**]\n"}, "id.deid:1: must be 'Patient n"),
        ({"deid": "3 3 10\n", "res": "by [**Name**]\n"}, "id.deid:1: must be 'Patient n"),
        ({"deid": "Patient 1\tNote 1\n3\t3\t10\n"}, "id.deid: tells no types"),
        ({}, "no file of marks lies beside it"),
    ],
)
def test_files_that_are_broken(files: dict[str, str], reason: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        one(tmp_path, "by Ada Zyx\n", **files)
    assert "Zyx" not in str(caught.value)


HEAD = "Patient 1\tNote 1\n"


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"res": "by [**Name**] by [**Name**] Zyx\n"}, "is not that of the .res file around"),
        ({"res": "of [**Name**]\n"}, "is not that of the .res file around"),
        ({"res": "by Ada Zyx Ruiz!\n"}, "its text is not that of the .res file"),
        (
            {"res": "by [**Wossname**]\n"},
            r"placeholder at \[3, 17\) of the .res file is of no known",
        ),
        ({"res": "by Ada a Zyx Zyx Zyx\n[**Name**]"}, "is not that of the .res file around"),
        ({"res": "by [**Name**]\n", "deid": HEAD + "3 3 9\n"}, "1 marks and the 1 placeholders"),
        ({"res": "by [**Name**]\n", "deid": HEAD}, "0 marks and the 1 placeholders"),
        ({"res": "by [**Name**]\n", "deid": HEAD + "3 3 99\n"}, "1 marks and the 1 placeholders"),
    ],
)
def test_a_redacted_note_that_does_not_fit(
    files: dict[str, str], reason: str, tmp_path: Path
) -> None:
    with pytest.raises(NoteError, match=f"^1/1: .*{reason}") as caught:
        one(tmp_path, "by Ada a Zyx Zyx Zyx\n", **files)
    assert "Zyx" not in str(caught.value)


def test_a_note_that_fails_is_not_told_twice(tmp_path: Path) -> None:
    corpus(tmp_path, "id.phrase")
    text = (DATA / "id.text").read_bytes().replace(b"Hx of", b"H\xe9 of")
    (tmp_path / "id.text").write_bytes(text)
    errors: list[NoteError] = []
    docs = list(physionet.read(tmp_path, on_error=errors.append))
    assert [doc.id for doc in docs] == ["1/1", "1/2", "6/1"]
    assert [e.id for e in errors] == ["2/1"]


@pytest.mark.parametrize(
    ("res", "marked"),
    [
        # Each of these has several ways.
        ("by [**Name**] [**Name**] Zyx\n", ["Ada", "a Zyx Zyx"]),
        ("by [**Name**][**Name**]\n", ["Ada", " a Zyx Zyx Zyx"]),
        ("by [**Name**] Zyx [**Name**]\n", ["Ada a", "Zyx Zyx"]),
        (
            "by [**Name**] [**Name**] [**Name**] [**Name**] [**Name**]\n",
            ["Ada", "a", "Zyx", "Zyx", "Zyx"],
        ),
        ("by Ada [**Name**]\n", ["a Zyx Zyx Zyx"]),
    ],
)
def test_a_redacted_note_that_fits_in_several_ways(
    res: str, marked: list[str], tmp_path: Path
) -> None:
    doc = one(tmp_path, "by Ada a Zyx Zyx Zyx\n", res=res)
    assert [doc.text[span.start : span.end] for span in doc.spans] == marked


def test_the_file_of_marks_can_be_chosen(tmp_path: Path) -> None:
    both = corpus(tmp_path, "id.phrase", "id.res")
    (tmp_path / "id.phrase").write_text("1 1 0 2 HCPName Pt\n")
    assert {s.source for d in physionet.read(both) for s in d.spans} == {"HCPName"}
    by_res = list(physionet.read(both, marks_of=".res"))
    assert places(by_res) == places(list(physionet.read(DATA)))
    with pytest.raises(InputError, match=r"add id\.phi\.$"):
        physionet.read(both, marks_of=".phi")
