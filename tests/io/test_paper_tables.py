from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from incognote import cli
from incognote.core.document import Document
from incognote.core.errors import InputError
from incognote.core.labels import LABELS
from incognote.io import mimic_iii, physionet
from incognote.io.inline import parse
from incognote.io.paper_tables import TABLES, ahmed2020_2, hartman2020_1, johnson2020_1
from incognote.io.split import with_parts

DATA = Path(__file__).parents[1] / "data"


def note(part: str, text: str) -> Document:
    return replace(parse("a", text), meta={"part": part} if part else {})


def test_johnsons_table_1_counts_tokens_of_marks_by_category_and_type() -> None:
    """Johnson 2020, table 1: 'splitting annotated entities using whitespace characters'."""
    table = johnson2020_1(
        [
            parse("a", "[[DOCTOR|Ada de Ruiz]], [[PATIENT|Bo]] on [[DATE|3 May]]."),
            parse("b", "Age [[AGE|91]]; [[DATE|May]]; [[MRN|4-5 6]], [[DATE|3/4]]"),
        ]
    )
    assert table.columns[:2] == ("Category", "Type")
    assert table.rows == (
        ("All", "–", "11", "7"),
        ("Age", "Age", "1 (9.1)", "1 (14.3)"),
        ("Date", "Date", "4 (36.4)", "3 (42.9)"),
        ("ID", "Mrn", "2 (18.2)", "1 (14.3)"),
        ("Name", "Doctor", "3 (27.3)", "1 (14.3)"),
        ("", "Patient", "1 (9.1)", "1 (14.3)"),
    )


def test_johnsons_types_are_the_corpus_own() -> None:
    types = {row[1] for row in johnson2020_1(physionet.read(DATA / "physionet")).rows}
    # As Johnson 2020 has them of this corpus.
    assert types == {
        *("–", "Age", "Phone", "Date", "Dateyear", "Other", "Location", "Hcpname", "Ptname"),
        *("Ptnameinitial", "Relativeproxyname"),
    }


@pytest.mark.parametrize("read", [mimic_iii.read, physionet.read], ids=["mimic-iii", "physionet"])
def test_placeholders_are_counted_by_our_labels(read, tmp_path: Path) -> None:
    """A placeholder has no type of its own; the name of a reader or a file is none."""
    (tmp_path / "id.text").write_text("START_OF_RECORD=1||||1||||\nBy Ada.\n||||END_OF_RECORD\n")
    (tmp_path / "id.res").write_text(
        "START_OF_RECORD=1||||1||||\nBy [**Hcpname**].\n||||END_OF_RECORD\n"
    )
    path = DATA / "mimic-iii/NOTEEVENTS.csv" if read is mimic_iii.read else tmp_path
    rows = johnson2020_1(read(path, on_error=lambda error: None)).rows[1:]
    assert rows
    assert {row[1].upper() for row in rows} <= set(LABELS)


def of(patient: str, part: str, text: str) -> Document:
    meta = {"patient": patient, "part": part}
    return replace(parse("a", text), meta={k: v for k, v in meta.items() if v})


def test_hartmans_table_1_counts_patients_notes_and_marks() -> None:
    """Hartman 2020, table 1."""
    docs = [
        of("1", "test", "Seen by [[DOCTOR|Ada Ruiz]]."),
        of("1", "train", "On [[DATE|3 May]] at [[HOSPITAL|Foxglove]], [[DATE|May]]."),
        of("2", "train", "Avisa [[NOMBRE_SUJETO_ASISTENCIA|Ana]]."),
        of("3", "train", ""),
    ]
    table = hartman2020_1(docs)
    assert table.columns[5:] == ("% NAME", "% DATE", "% LOCATION")
    assert table.rows == (("3", "4", "75% train / 25% test", "12", "5", "40.0%", "40.0%", "20.0%"),)
    assert hartman2020_1([*docs, of("", "", "Well.")]).rows[0][:2] == ("–", "5")
    assert hartman2020_1([]).rows == (("–", "0", "–", "0", "0", "–", "–", "–"),)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        # Ahmed 2021's own sentence: 'Mr.', 'Sam', 'Lee', 'is', 'a', '70', 'yo', 'man'
        (["Mr. [[PATIENT|SamLee]] is a 70yo man"], (1, 8, 8, 1, 2)),
        (["Seen. He is well. He went."], (3, 6, 9, 0, 0)),
        (["a a a", "a b"], (2, 2, 5, 0, 0)),
        (["One [[DATE|3/14]]\n\nTwo"], (2, 5, 5, 1, 3)),
        # A token that is marked by half counts.
        (["a[[IDNUM|b1]]"], (1, 2, 2, 1, 2)),
        (["Vive en [[TERRITORIO|León]]. [[FECHAS|3/4]] y [[EDAD_SUJETO_ASISTENCIA|9 a]]."],
         (2, 10, 11, 3, 6)),
        ([""], (0, 0, 0, 0, 0)),
    ],
)  # fmt: skip
def test_ahmeds_table_2_counts_as_the_trainings_cut(
    texts: list[str], expected: tuple[int, ...]
) -> None:
    table = ahmed2020_2([note("train", text) for text in texts])
    assert table.columns == ("", "Training")
    assert table.rows == tuple(
        zip(
            ("Sentences", "Vocab Size", "Tokens", "PHIs", "PHI Tokens"),
            (f"{number:,}" for number in expected),
            strict=True,
        )
    )


def test_the_vocabulary_is_that_of_the_training_notes() -> None:
    """Ahmed 2021: training and test 'have equivalent vocabularies'."""
    docs = [note("test", "one two three"), note("train", "one One"), note("dev", "x")]
    table = ahmed2020_2(docs)
    assert table.columns == ("", "Training", "Development", "Testing")
    assert table.rows[1] == ("Vocab Size", "2", "2", "2")
    assert table.rows[2] == ("Tokens", "2", "1", "3")
    assert ahmed2020_2(docs[::-1]) == table
    assert ahmed2020_2(docs[:1]).rows[1] == ("Vocab Size", "–")
    assert ahmed2020_2([note("", "x y")]).rows[1] == ("Vocab Size", "2")


def test_parts_are_those_of_the_split_file(tmp_path: Path) -> None:
    docs = [parse("a", "x"), replace(parse("b", "y"), meta={"part": "train"})]
    file = tmp_path / "split.tsv"
    assert list(with_parts(docs, file)) == docs
    file.write_text("note\tsplit\na\ttrain\nb\tdev\nc\tdev\n")
    told = with_parts(docs, file, failed=["c"])
    assert [doc.meta["part"] for doc in told] == ["train", "dev"]
    with pytest.raises(InputError, match="1 notes are listed that the corpus lacks"):
        list(with_parts(docs, file))


def test_the_command_prints_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("a", "Seen by [[DOCTOR|Ada Ruiz]]."), ("b", "Well."), ("c", "[[DOCTOR|x")):
        (tmp_path / f"{name}.txt").write_text(text)
    (tmp_path / "split.tsv").write_text("note\tsplit\na\ttrain\nb\tdev\nc\tdev\n")
    args = ["corpus", "stats", str(tmp_path), "--from", "inline", "--table"]
    printed = {}
    for table in TABLES:
        assert cli.run([*args, table]) == 1
        out, err = capsys.readouterr()
        printed[table] = [line.split() for line in out.splitlines()]
        assert printed[table][1] == ["1", "notes", "failed", "and", "are", "not", "counted"]
        assert err.startswith("c: ")
    assert printed["johnson2020-1"][-1] == ["Name", "Doctor", "2", "(100.0)", "1", "(100.0)"]
    assert printed["ahmed2020-2"][2:5] == [
        ["Training", "Development"],
        ["Sentences", "1", "1"],
        ["Vocab", "Size", "5", "5"],
    ]
    assert cli.run([*args, "ahmed2020-2", "--part", "dev"]) == 1
    assert "Training" not in capsys.readouterr().out
    assert cli.run([*args, "ahmed2020"]) == 2
    assert "no table 'ahmed2020'" in capsys.readouterr().err
