"""CSV and TSV come back byte for byte but for what was to be replaced."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
from pathlib import Path

import pandas
import pytest

from incognote.core.errors import InputError, NoteError
from incognote.io.csv_tables import FORMAT, look, read_head, rows_of, stretches
from incognote.io.format import Fields, New
from incognote.run.batch import Sources
from incognote.run.batch.written import read_output
from tables import deid, failures, leaks

NOTE = (
    'Maria Delgado (MRN 00482913), born 8/9/1961, "in pain".\r\n'
    "Seen by Dr. Okafor on 3/14/2019; call (216) 555-0143."
)
ROLES = {
    "note_id": "code",
    "person": "patient",
    "name": "PATIENT",
    "dob": "DATE",
    "phone": "PHONE",
    "seen": "shift",
    "note": "text",
    "ward": "keep",
}
ROWS = [
    list(ROLES),
    ["7", "p1", "Maria Delgado", "1961-08-09", "(216) 555-0143", "2019-03-14 10:00", NOTE, "A, 3"],
    ["8", "p1", "Maria Delgado", "1961-08-09", "", "2019-03-20", "Delgado is better.", '5" tall'],
    ["9", "p2", "NULL", "", "NULL", "NULL", "", ""],
    ["10", "", "", "", "", "", "No pain.", "x"],
]


def read(path: Path, **more: str) -> list[list[str]]:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True, **more))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    with (tmp_path / "notes.csv").open("w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file).writerows(ROWS)
    return tmp_path / "notes.csv"


@pytest.mark.parametrize("replace", ["", "surrogate", "hash", "mask"])
def test_nothing_that_was_to_leave_stands_in_the_output_and_all_else_does(
    table: Path, tmp_path: Path, replace: str
) -> None:
    summary = deid(table, tmp_path / "out", ROLES, replace=replace)
    assert (summary.notes_out, summary.notes_failed) == (3, 0)
    assert leaks(tmp_path / "out") == []
    new = read(tmp_path / "out/notes.csv")
    assert new[0] == ROWS[0]
    assert [row[7] for row in new] == [row[7] for row in ROWS]
    assert new[1][0] != new[2][0] != "8"
    assert new[1][1] == new[2][1] != "p1"
    assert new[1][5][10:] == " 10:00"
    assert "in pain" in new[1][6]
    assert "\r\n" in new[1][6]
    assert new[3][3:7] == ["", "NULL", "NULL", ""]
    assert new[4][1:] == ROWS[4][1:]
    if replace == "surrogate":
        family = new[1][2].split()[-1]
        assert new[1][2] in new[1][6]
        assert new[2][6] == f"{family} is better."


def test_bytes_that_nobody_replaced_are_as_they_were(tmp_path: Path) -> None:
    rows = b'\xef\xbb\xbf"a";b;"c"\r\n"x;1"; y ;"No ""pain"""\n\r\n;;plain\r\n"q";"";last'
    (tmp_path / "odd.csv").write_bytes(rows)
    deid(tmp_path / "odd.csv", tmp_path / "out", {"c": "text", "a": "keep", "b": "keep"})
    assert (tmp_path / "out/odd.csv").read_bytes() == rows


@pytest.mark.parametrize(
    ("name", "rows", "expected"),
    [
        ("t.tsv", b'id\ttext\n1\t5" tall, call (216) 555-0143\n', b'1\t5" tall, call [PHONE]\n'),
        ("b.csv", rb'id,text' b"\n" rb'1,"is \"well\", (216) 555-0143"' b"\n",
         rb'1,"is \"well\", [PHONE]"' b"\n"),
        ("p.csv", b"id|text\r1|call (216) 555-0143\r", b"1|call [PHONE]\r"),
        ("s.csv", b"'id','text'\n'1','it''s (216) 555-0143'\n", b"'1','it''s [PHONE]'\n"),
        ("q.tsv", b'id\ttext\n1\t"No" he said\n2\t"x" (216) 555-0143\n',
         b'1\t"No" he said\n2\t"x" [PHONE]\n'),
    ],
)  # fmt: skip
def test_ways_to_write_a_table(tmp_path: Path, name: str, rows: bytes, expected: bytes) -> None:
    (tmp_path / name).write_bytes(rows)
    deid(tmp_path / name, tmp_path / "out", {"text": "text"}, other="keep")
    assert (tmp_path / "out" / name).read_bytes().endswith(expected)


def test_packed_and_with_a_cell_of_any_length(tmp_path: Path) -> None:
    long = "No pain.\n" * 20_000
    file = io.StringIO(newline="")
    csv.writer(file).writerows([["id", "text"], ["1", long], ["2", "Mr. Delgado"]])
    (tmp_path / "n.csv.gz").write_bytes(gzip.compress(file.getvalue().encode()))
    deid(tmp_path / "n.csv.gz", tmp_path / "out", {"text": "text", "id": "id"})
    csv.field_size_limit(10**7)
    assert read(tmp_path / "out/n.csv.gz")[1:] == [["1", long], ["2", "Mr. [PATIENT]"]]
    csv.field_size_limit(1 << 17)


def test_rows_at_fault_fail_by_number_and_the_others_keep_theirs(tmp_path: Path) -> None:
    rows = 'text,x\n"No, pain.",1\nragged\n(216) 555-0143,2\nB\udcffd,3\n"No,\n no",4\n"open,5\n'
    (tmp_path / "t.csv").write_bytes(rows.encode(errors="surrogateescape"))
    summary = deid(tmp_path / "t.csv", tmp_path / "out", {"text": "text", "x": "keep"})
    assert (summary.notes_out, summary.notes_failed) == (3, 3)
    assert (tmp_path / "out/t.csv").read_text() == (
        'text,x\n"No, pain.",1\n[PHONE],2\n"No,\n no",4\n'
    )
    assert failures(tmp_path / "out") == {
        "t.csv:2": "has 1 cells; the first line has 2 (a cell that holds the sign between cells "
        "must stand in double quotes)",
        "t.csv:4": failures(tmp_path / "out")["t.csv:4"],
        "t.csv:6": "a quote that begins here does not end",
    }
    told = {"options": {"format": "", "fields": {"text": "text", "x": "keep"}}}
    (tmp_path / "out/audit.json").write_text(json.dumps(told))
    ids = [doc.id for record in read_output(tmp_path / "out") for doc in record.texts]
    assert ids == ["t.csv:1", "t.csv:3", "t.csv:5"]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (b"Maria Delgado 00482913,x\n1,2\n", "does not name the columns"),
        *(
            (f"name,{said}\n1,2\n".encode(), "does not name the columns")
            for said in (
                *("BP 14/03/2019", "seen 3.14.19", "visit_2019-03-14", "call (216) 555-0143"),
                *("SSN 123-45-6789", "MRN 00482913", "a@example.org", "Delgado 216.555.0143"),
            )
        ),
        (b"a,a\n1,2\n", "two columns are called 'a'"),
        ("a,b\n1,2\n".encode("utf-16"), "UTF-16"),
        (b"", "holds nothing"),
        (b"\x1f\x8b\x08\x00cut", "cannot be unpacked"),
        (b'"a,b\n1,2\n', "does not name the columns"),
        (b"1^b\n1^2\n", r"are divided by , ; \| or tab"),
        (b"sep=;\na;b\n1;2\n", "begins with 'sep=', which Excel alone reads"),
        ("sep=\t\na\tb\n".encode("utf-16"), "save it as CSV UTF-8"),
    ],
)
def test_files_that_are_no_table(tmp_path: Path, rows: bytes, said: str) -> None:
    (tmp_path / "t.csv").write_bytes(rows)
    with pytest.raises(InputError, match=said) as told:
        list(FORMAT.source(tmp_path / "t.csv", fields=Fields({"a": "text"}, "keep")))
    assert "Delgado" not in str(told.value)


def test_a_cut_packed_file_is_told(tmp_path: Path) -> None:
    rows = "".join(f"{i},No pain at all in row {i * 7919 % 10007}.\n" for i in range(100_000))
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(f"id,text\n{rows}".encode())[:-200_000])
    told: list[NoteError] = []
    source = FORMAT.source(
        tmp_path / "t.csv.gz", fields=Fields({"text": "text"}, "keep"), on_error=told.append
    )
    assert sum(1 for _ in source) > 1_000
    assert [error.reason for error in told] == [
        "the file is cut or damaged here, and the rest was not read"
    ]


def test_a_row_says_whose_it_is_and_what_is_known_of_them(table: Path) -> None:
    records = list(FORMAT.source(table, fields=Fields(ROLES)))
    assert [record.id for record in records[1:]] == [f"notes.csv:{i}" for i in (1, 2, 3, 4)]
    (note,) = records[1].texts
    assert dict(note.meta) == {"patient": "p1"}
    assert note.known is not None
    assert note.known.names == ("Maria Delgado",)
    assert note.known.birth_date == ("1961-08-09",)
    assert note.known.phones == ("(216) 555-0143",)
    assert "Delgado" not in repr(records)


def test_several_texts_ids_and_columns_that_go(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("k,a,b,c\nr1,Mr. Delgado,,x\nr2,No.,(216) 555-0143,y\n,z,z,z\n")
    roles = {"k": "id", "a": "text", "b": "text", "c": "drop"}
    deid(tmp_path / "t.csv", tmp_path / "out", roles)
    assert read(tmp_path / "out/t.csv") == [
        ["k", "a", "b"],
        ["r1", "Mr. [PATIENT]", ""],
        ["r2", "No.", "[PHONE]"],
    ]
    assert failures(tmp_path / "out") == {"t.csv:3": "has no id in 'k'; give each row one"}


def test_codes_join_whatever_the_table_writes_and_dates_keep_their_form(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(
        "p,a,b,d,e\nx,123,123.0,20190314,14-Mar-2019\nx, 123 ,0123,2019/03/14,3/14/2019\n"
    )
    roles = {"p": "patient", "a": "code", "b": "code", "d": "shift", "e": "shift"}
    deid(tmp_path / "t.csv", tmp_path / "out", roles)
    _, one, two = read(tmp_path / "out/t.csv")
    assert one[2] == f"{one[1]}.0"
    assert two[1] == f" {one[1]} "
    assert not two[2].isdigit()
    assert one[3] == two[3].replace("/", "")
    assert one[3] != "20190314"
    month, day, year = (int(part) for part in two[4].split("/"))
    assert f"{year}{month:02}{day:02}" == one[3]
    assert one[4].endswith(str(year))


def test_nobody_said_which_column_is_text(table: Path) -> None:
    with pytest.raises(InputError, match=r"say with --text which .*note_id, person, name"):
        list(FORMAT.source(table))


def test_ids_of_rows_are_not_kept_and_clash_with_none(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("k,a\nt.csv:2,x\nt.csv:9,x\n")
    both = {"k": "keep", "a": "text"}
    chunks = list(Sources([tmp_path / "t.csv"], fields=Fields(both)).chunks())
    assert [len(chunk.records) for chunk in chunks] == [3]
    assert not [chunk.failed for chunk in chunks if chunk.failed]


def test_a_sample_holds_what_is_no_blank(table: Path) -> None:
    assert look(table)["phone"].values == ["(216) 555-0143", "NULL"]


def test_the_same_texts_give_the_same_bytes(table: Path) -> None:
    for record in FORMAT.source(table, fields=Fields(ROLES)):
        same = New([doc.text for doc in record.texts], [v.text for v in record.values])
        cells = FORMAT.rewrite(record, New(same.texts, same.values, Fields(ROLES)))
        assert cells in table.read_bytes()


def test_pandas_reads_it_and_a_code_is_no_plain_hash(table: Path, tmp_path: Path) -> None:
    codes = []
    for key in (b"k" * 32, b"l" * 32):
        out = tmp_path / key.decode()[:1]
        deid(table, out, ROLES, key=key)
        frame = pandas.read_csv(out / "notes.csv", dtype=str, keep_default_na=False)
        assert list(frame["ward"]) == [row[7] for row in ROWS[1:]]
        codes.append(str(frame["person"][0]))
    assert codes[0] != codes[1]
    for name in hashlib.algorithms_guaranteed - {"shake_128", "shake_256"}:
        plain = hashlib.new(name, b"p1").hexdigest()
        assert not plain.startswith(codes[0][:8])
        assert codes[0] not in plain


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl", "t.parquet"])
def test_ids_that_come_twice_say_what_to_do(tmp_path: Path, name: str) -> None:
    rows = [{"k": "a", "note": "No pain."}, {"k": "a", "note": "Call (216) 555-0143."}]
    if name == "t.parquet":
        pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        pq.write_table(pa.Table.from_pylist(rows), tmp_path / name)
    elif name == "t.jsonl":
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        (tmp_path / name).write_text("k,note\n" + "".join(f"{r['k']},{r['note']}\n" for r in rows))
    summary = deid(tmp_path / name, tmp_path / "out", {"k": "id", "note": "text"})
    assert (summary.notes_out, summary.notes_failed) == (1, 1)
    assert failures(tmp_path / "out") == {
        "a": f"number 2 of {name} has an id that was read before; ids must be unique: --code the "
        "column in place of --id"
    }


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('[{"note": "Delgado"}]\n', "write one on each line, not a list"),
        ('{"note": "No pain."}\n{"note": "Delg', "is not valid JSON"),
        ('{"note": "No pain."}\n{"note": "Delgado", "note": "x"}\n', "holds a key twice"),
        ('{"note": "No pain."}\n\n', "is not valid JSON"),
    ],
)
def test_lines_at_fault_fail_alone(tmp_path: Path, lines: str, said: str) -> None:
    (tmp_path / "t.jsonl").write_text(lines)
    summary = deid(tmp_path / "t.jsonl", tmp_path / "out", {"note": "text"})
    assert (summary.notes_out, summary.notes_failed) == (lines.startswith("{"), 1)
    (reason,) = failures(tmp_path / "out").values()
    assert said in reason
    assert "Delg" not in reason


WHOLE = {
    "rows at fault": b'a,b\n1,"x\ny"\n2,z\n\n3,4,5\n4,\xff\n5,"a""b"\n6,a"b\n"8,never ends\n9,x\n',
    "a mark before it": b'\xef\xbb\xbfa,b\r\n1,"x\r\n,y"\r\n\r\n2,z\r\n',
    "returns": b"a,b\r1,x\r2,y\r3,\xff\r",
    "one column": b"a\n1\n\n2\n",
    "no end": b"a;b\n1;x\n2;z",
    "packed": gzip.compress(b"a,b\n" + b'1,"n\nx"\n' * 500),
}


@pytest.mark.parametrize("size", [1, 50, 1 << 20])
@pytest.mark.parametrize("name", WHOLE)
def test_stretches_hold_the_rows_of_the_whole(name: str, size: int, tmp_path: Path) -> None:
    """However a file is divided, all rows are read, the same fail, and blank lines are none."""
    path = tmp_path / "t.csv"
    path.write_bytes(WHOLE[name])
    head = read_head(path, "t.csv")
    failed: list[NoteError] = []
    fields = Fields(dict.fromkeys(head.names, "text"))
    records = [*FORMAT.source(path, fields=fields, on_error=failed.append)][1:]
    parts = [*stretches(path, "t.csv", head, size)]
    rows = [row for part in parts for row in rows_of(part, without=())]
    assert [str(row) for row in rows if isinstance(row, NoteError)] == [*map(str, failed)]
    expected = [[doc.text for doc in r.texts] for r in records]
    blank = sum(part.blank for part in parts)
    read = [[cell for cell in row if cell] for row in rows if isinstance(row, list)]
    assert [row for row in read if row] == [row for row in expected if row]
    assert (
        len(rows) == sum(part.size for part in parts) - blank == len(records) + len(failed) - blank
    )
    if size == 1 and name != "returns":
        assert len(parts) > 1


def test_a_table_that_changed_since_it_was_divided_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a,b\n1,x\n2,y\n")
    (part,) = stretches(path, "t.csv", read_head(path, "t.csv"), 1 << 20)
    path.write_text("a,b\n1,x\n2,yy\n")
    with pytest.raises(InputError, match="changed while it was read"):
        list(rows_of(part, without=()))
