from __future__ import annotations

from pathlib import Path

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.io import conll


def written(doc: Document, folder: Path) -> str:
    conll.write([doc], folder / "x")
    return (folder / "x").read_text(encoding="utf-8")


def test_the_example_of_the_docs(tmp_path: Path) -> None:
    doc = Document("ward/7", "Seen by Ada Ruiz.", (Span(8, 16, "DOCTOR"),))
    shown = [line.strip() for line in (conll.__doc__ or "").splitlines() if line[:4] == "    "]
    lines = [line for line in written(doc, tmp_path).splitlines() if line]
    assert lines == [line.replace("<TAB>", "\t") for line in shown]


def test_a_span_cuts_a_token(tmp_path: Path) -> None:
    doc = Document("a", "SL/ktAda", (Span(1, 4, "DOCTOR"), Span(5, 8, "PATIENT")))
    assert written(doc, tmp_path).splitlines()[1:] == [
        "S\t0\t1\tO",
        "L\t1\t2\tB-DOCTOR",
        "/\t2\t3\tI-DOCTOR",
        "k\t3\t4\tI-DOCTOR",
        "t\t4\t5\tO",
        "Ada\t5\t8\tB-PATIENT",
        "",
    ]
    assert list(conll.read(tmp_path / "x")) == [doc]


def test_a_blank_line_between_sentences_but_not_within_a_span(tmp_path: Path) -> None:
    doc = Document("a", "Seen.\nby Ada\nRuiz", (Span(9, 17, "DOCTOR"),))
    assert [line.split("\t")[0] for line in written(doc, tmp_path).splitlines()[1:]] == [
        *("Seen", ".", "", "by", "Ada", "Ruiz", "")
    ]


def test_plain_conll(tmp_path: Path) -> None:
    (tmp_path / "train.conll").write_text(
        "-DOCSTART- -X- -X- O\n\nSeen VB O\nby IN O\nAda NN B-DOCTOR\nRuiz NN I-DOCTOR\n\n"
        "Bo NN I-PATIENT\nLeeds NN B-CITY\n\n-DOCSTART- ward/7\n\nfrom\tO\nMaine\tB-STATE\n"
    )
    one, two = conll.read(tmp_path / "train.conll")
    assert (one.id, one.text) == ("train-1", "Seen by Ada Ruiz\nBo Leeds")
    assert one.spans == (Span(8, 16, "DOCTOR"), Span(17, 19, "PATIENT"), Span(20, 25, "CITY"))
    assert (two.id, two.text, two.spans) == ("ward/7", "from Maine", (Span(5, 10, "STATE"),))


def test_plain_conll_without_document_lines(tmp_path: Path) -> None:
    (tmp_path / "x.bio").write_bytes(b"\xef\xbb\xbf\r\nSeen O\r\nAda B-DOCTOR\r\n")
    (doc,) = conll.read(tmp_path / "x.bio")
    assert (doc.id, doc.text, doc.spans) == ("x-1", "Seen Ada", (Span(5, 8, "DOCTOR"),))


HEAD = '-DOCSTART-\t{"id": "a", "text": "Ada Zyx", "meta": {}}\n'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (HEAD + "Ada\t0\t3\tO\n", r"a: characters \[3, 7\) stand in no token"),
        (HEAD + "Zyx\t4\t7\tO\n", r"a: line 4: characters \[0, 4\) stand in no token"),
        (HEAD + "Ada\t0\t3\tO\nZyx\t3\t6\tO\n", "a: line 5 is not 'token, start, end, tag'"),
        (HEAD + "Zyx\t4\t7\tO\nAda\t0\t3\tO\n", "a: line 4"),
        (HEAD + "Zyx O\n", "a: line 4 is not"),
        (HEAD + "Ada\t0\t3\tO\nZyx\t4\t7\tS-CITY\n", "a: line 5: the tag must be"),
        ('-DOCSTART-\t{"id": "a", "text": "Zyx"}\n', "x:3: -DOCSTART- must be followed"),
        ('-DOCSTART-\t{"id": "a", "text": "Zyx", "meta": 1}\n', "x:3: -DOCSTART- must be"),
        ("-DOCSTART- a\nZyx\n", "a: line 4 is not a token and a tag"),
        ("-DOCSTART- a\nZyx B-PATIENTT\n", "a: .*unknown label; the nearest is PATIENT"),
        ("-DOCSTART- ok\nZyx O\n", "ok: this id stands in the file twice"),
    ],
)
def test_broken_documents(content: str, message: str, tmp_path: Path) -> None:
    before, after = "-DOCSTART- ok\nx O\n", "-DOCSTART- last\nx O\n"
    (tmp_path / "x").write_text(before + content + after)
    errors: list[NoteError] = []
    assert [d.id for d in conll.read(tmp_path / "x", on_error=errors.append)] == ["ok", "last"]
    (error,) = errors
    with pytest.raises(NoteError, match=f"^{message}"):
        raise error
    assert "Zyx" not in str(error)


def test_overlapping_spans_are_refused(tmp_path: Path) -> None:
    doc = Document("a", "Ada Ruiz", (Span(0, 8, "PATIENT"), Span(4, 8, "CITY")))
    with pytest.raises(NoteError, match="overlap, which conll cannot hold"):
        conll.write([doc], tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("\n\n")
    with pytest.raises(InputError, match="holds no document"):
        list(conll.read(tmp_path / "x"))
