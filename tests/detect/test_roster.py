from __future__ import annotations

import csv
import datetime
import pickle
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, NoteError
from incognote.detect.roster import RosterDetector
from incognote.detect.roster.table import COLUMNS, read_roster
from timing import least

PATIENT = {
    "patient": "p1",
    "names": "Maria Teresa Delgado-Ruiz; Halvorsen, Maria",
    "birth_date": "1961-08-09",
    "phones": "(216) 555-0143; +34 655 018 402",
    "emails": "m.delgado@example.org",
    "addresses": "18 Alder Row Apt 2, Leadville, OH 44107",
    "record_numbers": "00482913; NHS 485 117 2093",
    "relatives": "Hope Delgado (daughter); Will Brown; Jn-Baptiste, Wilner; Mac Donald, May",
    "providers": "Ada Okafor",
}


def write(path: Path, *rows: Mapping[str, str], columns: tuple[str, ...] = COLUMNS) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.fixture(scope="module")
def detector(tmp_path_factory: pytest.TempPathFactory) -> RosterDetector:
    folder = tmp_path_factory.mktemp("roster")
    rows = (PATIENT, {"providers": "Wynand Prinsloo", "addresses": "340 Gilbert Road"})
    return RosterDetector(write(folder / "roster.csv", *rows), "en")


def found(detector: RosterDetector, text: str, patient: str = "p1") -> list[tuple[str, str]]:
    (spans,) = detector.detect([Document("a", text, meta={"patient": patient})])
    return sorted({(text[s.start : s.end], s.label) for s in spans})


@pytest.mark.parametrize(
    "name",
    [
        "Maria Teresa Delgado-Ruiz", "DELGADO RUIZ, MARIA T.", "Delgado-Ruiz, Maria", "M. Delgado",
        "maria delgado", "Delgado", "delgadoruiz", "Delgadoruiz", "Delgato", "Dlegado", "De1gado",
        "Terry", "Mary Halvorsen", "Halvorson", "Halvor sen", "M.T.D.R.", "Maria Delgado Ruiz",
        "Hope Delgado", "HOPE DELGADO", "Wilner Jn-Baptiste", "Jn Baptiste", "JnBaptiste",
        "Will Brown", "Brown, Will", "W. Brown", "Willie Brown", "Macdonald", "May MacDonald",
        "K. Delgado", "Will Brown Jr",
    ],
)  # fmt: skip
def test_names_in_any_form(detector: RosterDetector, name: str) -> None:
    text = f"seen with {name} today"
    ((surface, label),) = found(detector, text)
    assert (surface, label) in {(name, "PATIENT"), (name.rstrip("."), "PATIENT")}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("daughter Hope called", ["Hope"]),
        ("Ms. Hope is here", ["Hope"]),
        ("Hope states she slept", ["Hope"]),
        ("told Hope to come", ["Hope"]),
        ("Hope's car", ["Hope"]),
        ("son: will, present", ["will"]),
        ("Maria and Will came", ["Maria", "Will"]),
        ("aunt May visits", ["May"]),
        ('Maria "Hope" here', ["Hope", "Maria"]),
        ("grandson (Will, 12)", ["Will"]),
        ("she goes by May now", ["May"]),
        # Words.
        ("we hope she will come", []),
        ("Hope for improvement. Will follow up in May 2019.", []),
        ("Brown stool, in May, WILL DISCUSS, May 3", []),
        ("may be discharged; brown sputum", []),
        # Other people, and medical terms.
        ("Mr. Gardner, Mrs. Delaney, Rita", []),
        ("Maria Gardner", ["Maria"]),
    ],
)
def test_names_that_are_words_need_their_context(
    detector: RosterDetector, text: str, names: list[str]
) -> None:
    assert [surface for surface, _ in found(detector, text)] == names


@pytest.mark.parametrize(
    "date",
    [
        "08/09/1961", "8/9/61", "9/8/61", "9.8.1961", "1961-08-09", "Aug 9, 1961",
        "9th August 1961", "August 9th 1961", "09-AUG-1961", "9 de agosto de 1961", "09ago61",
        "19610809", "080961",
        "9 of Aug. '61", "August 1961", "1961 Aug 9", "O8/09/l961",
    ],
)  # fmt: skip
def test_any_form_of_the_birth_date(detector: RosterDetector, date: str) -> None:
    hits = found(detector, f"x {date} y")
    assert [label for _, label in hits] == ["DATE"]
    assert hits[0][0].strip(".") == date or date == "09ago61"


@pytest.mark.parametrize("text", ["8/9/62", "10/8/61", "1961", "8/9", "8/9/1861", "BP 96/80"])
def test_other_dates_are_not_the_birth_date(detector: RosterDetector, text: str) -> None:
    assert found(detector, text) == []


def test_a_year_after_born_is_the_birth_date(detector: RosterDetector) -> None:
    assert found(detector, "born in 1961, smoked since 1961") == [("1961", "DATE")]


@given(st.dates(datetime.date(1900, 1, 1), datetime.date(2024, 12, 31)))
def test_every_birth_date_is_found_in_common_forms(date: datetime.date) -> None:
    from incognote.core.words import words_of
    from incognote.detect.roster.numbers import BirthDate

    known = BirthDate([date.isoformat()], "en")
    for form in ("%d/%m/%Y", "%m/%d/%y", "%Y-%m-%d", "%B %d, %Y", "%d-%b-%Y", "%Y%m%d"):
        text = f"DOB {date.strftime(form)}."
        assert [(s, e) for s, e, _ in known.find(text, words_of(text))] == [(4, len(text) - 1)]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("216-555-0143", "PHONE"), ("216.555.0143", "PHONE"), ("2165550143", "PHONE"),
        ("555-0143", "PHONE"), ("1 (216) 555 0143", "PHONE"), ("655018402", "PHONE"),
        ("0034 655-018-402", "PHONE"), ("216-555-O143", "PHONE"),
        ("00482913", "MRN"), ("482913", "MRN"), ("0048 2913", "MRN"), ("OO482913", "MRN"),
        ("NHS 4851172093", "MRN"), ("485-117-2093", "MRN"), ("M.Delgado@Example.org", "EMAIL"),
        ("44107", "ZIP"), ("18 Alder Row", "STREET"), ("18 ALDER ROW, APT. 2", "STREET"),
        ("Alder Row", "STREET"), ("Leadville", "CITY"),
    ],
)  # fmt: skip
def test_numbers_and_places_in_any_form(detector: RosterDetector, text: str, label: str) -> None:
    hits = found(detector, f"at {text}, then")
    (surface,) = [surface for surface, known in hits if known == label]
    assert surface in text
    assert len(surface) >= len(text) - 5


def test_numbers_that_differ_are_left(detector: RosterDetector) -> None:
    assert found(detector, "216-555-0199, 482914, 555-01431, WBC 4829") == []


def test_one_digit_amiss_in_a_long_number(detector: RosterDetector) -> None:
    assert found(detector, "NHS no 485 117 2092") == [("485 117 2092", "MRN")]


def test_streets_and_providers_of_all_rows_are_found_in_all_notes(
    detector: RosterDetector,
) -> None:
    text = "Seen by PRINSLOO, WYNAND and Ada Okafor at 340 Gilbert Rd, 18 Alder Row. Delgado."
    assert found(detector, text, patient="p2") == [
        ("18 Alder Row", "STREET"),
        ("340 Gilbert Rd", "STREET"),
        ("Ada Okafor", "DOCTOR"),
        ("PRINSLOO, WYNAND", "DOCTOR"),
    ]


def test_a_patient_who_is_not_there(tmp_path: Path, detector: RosterDetector) -> None:
    doc = Document("a", "x", meta={"patient": "p9"})
    assert not detector.knows(doc)
    strict = RosterDetector(detector.path, "en", required=True)
    with pytest.raises(NoteError, match="not in the roster"):
        strict.detect([doc])


def test_a_medical_term_that_holds_the_name(tmp_path: Path) -> None:
    path = write(tmp_path / "r.csv", {"patient": "p1", "names": "James Parkinson"})
    parkinson = RosterDetector(path, "en")
    assert found(parkinson, "Mr. Parkinson has Parkinson's disease") == [("Parkinson", "PATIENT")]


def test_what_stands_beside_the_name_makes_no_term_of_it(tmp_path: Path) -> None:
    path = write(tmp_path / "r.csv", {"patient": "p1", "names": "Carol Wexcombe"})
    text = "Wexcombe's tumor, Wexcombe grade 3, Wexcombe's chart"
    roster = RosterDetector(path, "en")
    (spans,) = roster.detect([Document("a", text, meta={"patient": "p1"})])
    assert [text[s.start : s.end] for s in spans] == ["Wexcombe"] * 3


def test_spanish(tmp_path: Path) -> None:
    row = {"patient": "p1", "names": "José Muñoz de la Cruz", "birth_date": "1950-03-02"}
    spanish = RosterDetector(write(tmp_path / "r.csv", row), "es")
    label = "NOMBRE_SUJETO_ASISTENCIA"
    assert found(spanish, "Pepe Muñoz, nacido el 2 de marzo de 1950. MUN\u0303OZ DE LA CRUZ") == [
        ("2 de marzo de 1950", "FECHAS"),
        ("MUN\u0303OZ DE LA CRUZ", label),
        ("Pepe Muñoz", label),
    ]


def test_nothing_of_the_values_is_shown_and_none_goes_through_a_pipe(
    detector: RosterDetector,
) -> None:
    copy = pickle.dumps(detector)
    shown = repr(detector) + repr(read_roster(detector.path))
    for word in (b"Delgado", b"482913", b"Alder"):
        assert word not in copy
        assert word.decode() not in shown
    assert found(pickle.loads(copy), "Delgado") == [("Delgado", "PATIENT")]


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("patient,name\n1,Ana\n", ConfigError, "cell 2 is none of .*; did you mean 'names'"),
        ("1,Ana\n2,Eva\n", ConfigError, "first row must name the columns, and its cell 1 is none"),
        ("patient,Ana\n2,Eva\n", ConfigError, "its cell 2 is none of"),
        ("patient,names\n", InputError, "holds no row below its header"),
        ("names\nAna\n", ConfigError, "'patient' is missing"),
        ("patient,names,names\n1,Ana,Eva\n", ConfigError, "stands twice"),
        ("patient,names\n1,Ana\n2,Eva,Ruiz\n", InputError, "row 3: has 3 cells instead of 2"),
        ("patient,names\n,Ana\n", InputError, "row 2: has names but no patient"),
        ("patient,names\n1;2,Ana\n", InputError, "row 2: there is more than one patient"),
        ("patient,birth_date\n1,8/9/61\n", InputError, "row 2: birth_date must be like"),
        ('patient,names\n1,"Ana\n', InputError, "not valid CSV; mend its quotes"),
        ("patient,names\n1," + "x" * 200_000, InputError, "row 2: has a cell of more than 131,072"),
        ("p\0a\0", InputError, "is UTF-16 or UTF-32"),
    ],
)
def test_a_roster_with_a_fault_is_refused_without_a_value(
    tmp_path: Path, text: str, error: type[Exception], message: str
) -> None:
    path = tmp_path / "r.csv"
    path.write_text(text)
    with pytest.raises(error, match=message) as caught:
        read_roster(path)
    assert not {"Ana", "Ruiz", "8/9/61"} & set(str(caught.value).replace(",", " ").split())


def test_a_roster_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_bytes("patient,names\n1,Muñoz\n".encode("latin-1"))
    with pytest.raises(InputError, match="not UTF-8 at byte 18"):
        read_roster(tmp_path / "r.csv")


def test_several_rows_of_one_patient_are_one(tmp_path: Path) -> None:
    rows = [{"patient": "1", "names": "Ana"}, {"patient": "1", "names": "Ana; Eva"}]
    roster = read_roster(write(tmp_path / "r.csv", *rows))
    assert roster.patients["1"].names == ("Ana", "Eva")


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table(
        {
            "patient": ["1", None],
            "names": [["Ana Ruiz", "Anita"], []],
            "birth_date": [datetime.date(1961, 8, 9), None],
            "providers": [None, "Ada Okafor; Eva Sow"],
        }
    )
    parquet.write_table(table, tmp_path / "r.parquet")
    roster = read_roster(tmp_path / "r.parquet")
    assert roster.patients["1"].names == ("Ana Ruiz", "Anita")
    assert roster.patients["1"].birth_date == ("1961-08-09",)
    assert roster.everywhere.providers == ("Ada Okafor", "Eva Sow")


def test_many_values_take_no_longer_to_search(tmp_path: Path) -> None:
    def seconds(count: int) -> float:
        rows = [
            {"providers": f"Ada{i} Okafor{i}", "addresses": f"{i} Alder{i} Row"}
            for i in range(count)
        ]
        many = RosterDetector(write(tmp_path / f"{count}.csv", *rows), "en")
        doc = Document("a", "seen by Dr. Ada7 Okafor7 at 7 Alder7 Row today " * 400)
        (spans,) = many.detect([doc])
        assert len(spans) == 800
        return least(lambda: many.detect([doc]))

    assert seconds(20_000) < 50 * seconds(20)  # in line with the values it takes a thousand times


@pytest.mark.parametrize("text", ["655018402", "655 018 402", "0034 655-018-402"])
def test_a_telephone_has_its_forms_in_every_language(text: str, tmp_path: Path) -> None:
    row = {"patient": "p1", "phones": "+34 655 018 402"}
    for lang, label in (("en", "PHONE"), ("es", "NUMERO_TELEFONO")):
        detector = RosterDetector(write(tmp_path / f"{lang}.csv", row), lang)
        assert found(detector, f"Tel. {text}.") == [(text, label)]
