from __future__ import annotations

import csv
import re
from datetime import date
from pathlib import Path

import pytest

from incognote.core.document import Document
from incognote.core.errors import InputError, NoteError
from incognote.io import mimic_iii
from incognote.io.placeholders import KINDS

FILE = Path(__file__).parents[1] / "data" / "mimic-iii" / "NOTEEVENTS.csv"
COLUMNS = ["ROW_ID", "SUBJECT_ID", "HADM_ID", "CHARTDATE", "CATEGORY", "TEXT"]


def surfaces(doc: Document) -> list[tuple[str, str]]:
    return [(span.label, doc.text[span.start : span.end]) for span in doc.spans]


def write(folder: Path, *rows: list[object]) -> Path:
    with (folder / "notes.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([COLUMNS, *rows])
    return folder / "notes.csv"


def test_placeholders_are_filled_and_marked() -> None:
    first, second, plain = mimic_iii.read(FILE)
    assert dict(first.meta) == {
        "patient": "22532",
        "stay": "167853",
        "date": "2151-08-04",
        "kind": "Discharge summary",
    }
    assert not [doc for doc in (first, second, plain) if "[**" in doc.text]
    assert '"Stable", K 3.5. Mr. ' in first.text
    assert [label for label, _ in surfaces(first)] == [
        *("DATE", "DATE", "PATIENT", "HOSPITAL", "DOCTOR", "DOCTOR", "LICENSE", "AGE"),
        *("LOCATION_OTHER", "STATE", "PHONE", "DATE", "DATE", "DATE", "UNIT", "MRN", "IDNUM"),
    ]
    assert second.text.endswith(".\r\n")
    assert (plain.text, plain.spans) == ("No placeholders here.\n", ())


def test_a_patient_keeps_his_values_whatever_the_order(tmp_path: Path) -> None:
    text = "Mr. [**Known lastname 5**] at [**Hospital1 18**]"
    rows: list[list[object]] = [[i, 7, "", "2150-01-01", "x", text] for i in (1, 2)]
    rows.append([3, 8, "", "2150-01-01", "x", text])
    one, two, other = mimic_iii.read(write(tmp_path, *rows))
    assert surfaces(one) == surfaces(two) != surfaces(other)
    assert list(mimic_iii.read(write(tmp_path, *rows[::-1]))) == [other, two, one]


def test_a_seed_draws_other_values() -> None:
    first, again, other = (next(mimic_iii.read(FILE, seed=seed)) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("note", range(40))
def test_intervals_stay(note: int, tmp_path: Path) -> None:
    text = "[**2151-7-16**] [**2151-8-4**]"
    path = write(tmp_path, [note, 1, "", "2151-08-04", "x", text])
    (doc,) = mimic_iii.read(path)
    ends = []
    for _, surface in surfaces(doc):
        numbers = [int(n) for n in re.findall(r"\d+", surface)]
        assert len(numbers) == 3
        month, day, year = numbers
        assert year % 100 == 11
        ends.append(date(2011, month, day))
    assert (ends[1] - ends[0]).days == 19


def test_all_kinds_have_values(tmp_path: Path) -> None:
    rows = (
        "2151-2-29;2-30;13-0;3/4;2151-13;9/2151;2160;31;Date Range 1;Month/Day/Year;Month/Year",
        "Day Month Year;Month/Day;Month (only);Year;Date;Day;Holiday;Age over 90;Age",
        "Known firstname;Known lastname;Ptname;Ptnameinitial;Relativeproxyname;Hcpname",
        "Doctor First Name;Doctor Last Name;Male First Name;First Name2;Last Name;Name Prefix",
        "Initial;Name (NI);Name3;Dictator Info;CC Contact Info;Wardname;Hospital2;University",
        "Company;State/Zipcode;Zipcode;State;Country;Street Address;PO Box;Location;Phone;Fax",
        "E-mail;URL;Unit Number;Social Security Number;MD Number;Certificate;Serial Number",
        "Account;Health plan;Vehicle;Identifier;12345;;Year/Month/Day;January;August;Nickname",
        "Military Rank;Ethnicity;Religion;Pharmacy;Address;School",
    )
    contents = [content for row in rows for content in row.split(";")]
    text = " ".join(f"x [**{content}**]" for content in contents)
    for seed in range(5):
        (doc,) = mimic_iii.read(write(tmp_path, [1, 1, "", "", "x", text]), seed=seed)
        assert len(doc.spans) == len(contents) - len({"Ethnicity", "Religion"})
        assert all(surface.strip() == surface != "" for _, surface in surfaces(doc))
    reached = {
        next(i for i, (pattern, _) in enumerate(KINDS) if pattern.fullmatch(content))
        for content in contents
    }
    assert [KINDS[i][0].pattern for i in range(len(KINDS)) if i not in reached] == []


def test_what_is_none_by_our_labels_is_filled_without_a_mark(tmp_path: Path) -> None:
    text = "A [**Ethnicity 1**] man, [**Religion 2**], [** **]."
    (doc,) = mimic_iii.read(write(tmp_path, [1, 1, "", "2150-01-01", "x", text]))
    assert re.fullmatch(r"A [A-Z][a-z]+ man, [A-Z][a-z]+, \S+\.", doc.text)
    assert [label for label, _ in surfaces(doc)] == ["IDNUM"]


def test_dates_of_which_a_part_is_missing(tmp_path: Path) -> None:
    text = "[**2190-**], [**1-/2101**], [**2190-3-**]"
    for note in range(5):
        (doc,) = mimic_iii.read(write(tmp_path, [note, 1, "", "2190-01-01", "x", text]))
        year, *months = (surface for _, surface in surfaces(doc))
        assert re.fullmatch(r"\d{4}", year)
        assert all(re.fullmatch(r"0?[13]/\d{4}|(January|March) \d{4}", m) for m in months)


def test_houses_are_of_the_kind_that_is_named(tmp_path: Path) -> None:
    text = "[**University/College 1**]; [**Company 2**]"
    for patient in range(30):
        (doc,) = mimic_iii.read(write(tmp_path, [1, patient, "", "", "x", text]))
        (_, university), (_, company) = surfaces(doc)
        assert re.search(r"University|College", university)
        assert company[:1].isupper()


def test_who_a_name_is_by_what_stands_before_it(tmp_path: Path) -> None:
    name = "[**Last Name (STitle) 3**]"
    text = f"Dr. {name}, Mr. {name}, wife {name}"
    (doc,) = mimic_iii.read(write(tmp_path, [1, 1, "", "2150-01-01", "x", text]))
    assert [label for label, _ in surfaces(doc)] == ["DOCTOR", "PATIENT", "PATIENT"]


@pytest.mark.parametrize("text", ["a [**Zyx 3 b", "a [**Zyx [x] 3**] b", "[**2151**] Zyx 3**]"])
def test_a_placeholder_that_is_not_whole(text: str, tmp_path: Path) -> None:
    with pytest.raises(NoteError, match=r"^1: .* at \d+ belongs to no whole placeholder") as caught:
        list(mimic_iii.read(write(tmp_path, [1, 1, "", "2150-01-01", "x", text])))
    assert "Zyx" not in str(caught.value)


def test_a_broken_note_fails_alone(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        [1, 1, "", "2150-01-01", "x", "Zyx [**Zyxwvut 3**]"],
        [2, 1, "", "2150-01-01", "x", "Zyx \u00e9"],
        [2, 1, "", "2150-01-01", "x", "fine"],
        [2, 1, "", "2150-01-01", "x", "twice"],
        ["Zyx", 1, "", "2150-01-01", "x", ""],
        [4, 1, "", "2150-01-01", "x"],
    )
    path.write_bytes(path.read_bytes().replace("\u00e9".encode(), b"\xe9"))
    errors: list[NoteError] = []
    assert [doc.text for doc in mimic_iii.read(path, on_error=errors.append)] == ["fine"]
    messages = [str(e) for e in errors]
    assert messages[0].startswith("1: the placeholder at [4, 19) is of no known kind")
    assert messages[1].startswith("2: is not UTF-8 at byte 4")
    assert messages[2].startswith("2: this id stands in the file twice")
    assert messages[3].startswith("notes.csv:6: ROW_ID and SUBJECT_ID must be numbers")
    assert messages[4].startswith("notes.csv:7: has 5 fields, not 6")
    assert "Zyx" not in "".join(messages)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "notes.csv:1: the header lacks ROW_ID"),
        ("ROW_ID,SUBJECT_ID,HADM_ID,CHARTDATE,CATEGORY\n", "notes.csv:1: the header lacks TEXT"),
        (",".join(COLUMNS) + "\n", "holds no note"),
        (",".join(COLUMNS) + '\n1,1,,,x,"Zyx\n', "notes.csv:2: is not valid CSV"),
        (",".join(COLUMNS) + "\n1,1,,,x," + "y" * 200_000, "notes.csv:2: has a cell of more than"),
    ],
)
def test_what_is_not_the_published_file(content: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "notes.csv").write_text(content)
    with pytest.raises(InputError, match=reason) as caught:
        list(mimic_iii.read(tmp_path / "notes.csv"))
    assert "Zyx" not in str(caught.value)
