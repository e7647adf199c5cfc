from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from incognote.assure.evaluation.i2b2_2014 import i2b2_type as scored_type
from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.core.labels import LABELS
from incognote.io import i2b2_2014
from incognote.io.split import split

DATA = Path(__file__).parents[1] / "data" / "i2b2-2014"


def xml(text: str, *tags: str) -> str:
    inner = "\n".join(tags)
    return f"<deIdi2b2>\n<TEXT><![CDATA[{text}]]></TEXT>\n<TAGS>\n{inner}\n</TAGS></deIdi2b2>"


def tag(start: object, end: object, text: str, type_: str = "DOCTOR") -> str:
    return f'<NAME id="P0" start="{start}" end="{end}" text="{text}" TYPE="{type_}" comment="" />'


def test_the_corpus_as_it_is_published() -> None:
    docs = {doc.id: doc for doc in i2b2_2014.read(DATA)}
    assert list(docs) == [
        "testing-PHI-Gold-fixed/230-01",
        "training-PHI-Gold-Set1/101-01",
        "training-PHI-Gold-Set1/101-02",
    ]
    doc = docs["training-PHI-Gold-Set1/101-01"]
    assert doc.text.startswith("\n\n\nRecord date: 2071-03-09\n\nCEDAR BEND")
    assert dict(doc.meta) == {"patient": "101", "part": "train"}
    found = {s.source: (s.label, doc.text[s.start : s.end]) for s in doc.spans}
    assert found["MEDICALRECORD"] == ("MRN", "771-20-33")
    assert found["ROOM"] == ("UNIT", "Rm 12-B")
    assert found["DEPARTMENT"] == ("UNIT", "Endocrine")
    assert found["DOCTOR"] == ("DOCTOR", "Imre\nSokolov")
    assert "K < 3.5 & cough" in doc.text


def test_the_standard_split() -> None:
    ids = {
        part: [doc.id for doc in split(i2b2_2014.read(DATA), DATA / "split.tsv", part)]
        for part in ("train", "test")
    }
    assert [len(found) for found in ids.values()] == [2, 1]
    (doc,) = i2b2_2014.read(DATA / "testing-PHI-Gold-fixed")
    assert dict(doc.meta) == {"patient": "230", "part": "test"}


def test_line_ends_become_lf_and_offsets_count_them_so() -> None:
    doc = i2b2_2014.parse("a", xml("Hi\r\nAda", tag(3, 6, "Ada")))
    assert (doc.text, doc.spans[0].start) == ("Hi\nAda", 3)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (xml("Zyx Ada", tag(3, 6, "Ada")), r"line 4: \[3, 6\) is not the text"),
        (xml("Zyx Ada", tag(4, 99, "Ada")), r"line 4: \[4, 99\) is not the text"),
        (xml("Zyx Ada", tag(4, 4, "")), "line 4: span offsets must be"),
        (xml("Zyx Ada", tag("-4", 7, "Ada")), "line 4: start and end must be whole"),
        (xml("Zyx Ada", tag("9" * 5000, 7, "Ada")), "line 4: start and end must be whole"),
        (xml("Zyx Ada", tag(4, 7, "Ada", "DOCTR")), "unknown type; the nearest is DOCTOR"),
        (xml("Zyx Ada", tag(4, 7, "Ada", "Zyx")), "unknown type"),
        (xml("Zyx Ada", '<NAME start="4" end="7" TYPE="DOCTOR"/>'), "no attribute 'text'"),
        (xml("Zyx") + "<x/>", "line 5: is not well-formed"),
        ("<deIdi2b2><TEXT>Zyx</TEXT></deIdi2b2>", "line 1: must be <deIdi2b2> with one <TEXT>"),
        ("<note><TEXT>Zyx</TEXT><TAGS/></note>", "line 1: must be <deIdi2b2> with one <TEXT>"),
        ("<deIdi2b2><TEXT>Zyx<b/></TEXT><TAGS/></deIdi2b2>", "line 1: <TEXT> must hold text only"),
        ("<deIdi2b2><TEXT/><TEXT/><TAGS/></deIdi2b2>", "line 1: must be <deIdi2b2> with one"),
        ("<deIdi2b2>Zyx<TEXT/><TAGS/></deIdi2b2>", "line 1: <deIdi2b2> holds text of its own"),
    ],
)
def test_what_is_not_the_published_form(content: str, reason: str) -> None:
    with pytest.raises(NoteError, match=f"^a: .*{reason}") as caught:
        i2b2_2014.parse("a", content)
    assert "Zyx" not in str(caught.value)


def test_what_is_written_says_the_same_to_another_parser(tmp_path: Path) -> None:
    docs = list(i2b2_2014.read(DATA))
    i2b2_2014.write(docs, tmp_path / "out")
    for doc in docs:
        theirs, ours = (ET.parse(root / f"{doc.id}.xml") for root in (DATA, tmp_path / "out"))
        assert ours.findtext("TEXT") == theirs.findtext("TEXT") == doc.text
        tags = [
            [(e.tag, *map(e.get, ("TYPE", "start", "end", "comment"))) for e in tree.iter()]
            for tree in (theirs, ours)
        ]
        assert tags[0] == tags[1]
    assert list(i2b2_2014.read(tmp_path / "out")) == docs


def test_what_xml_would_change_is_escaped(tmp_path: Path) -> None:
    text = 'a\r\nb\r]]>&<"\t'
    i2b2_2014.write([Document("a", text, (Span(0, len(text), "DOCTOR"),))], tmp_path / "out")
    root = ET.parse(tmp_path / "out" / "a.xml").getroot()
    assert root.findtext("TEXT") == text
    assert root.find("TAGS/NAME").get("text") == text  # type: ignore[union-attr]


def test_a_character_that_xml_cannot_hold(tmp_path: Path) -> None:
    with pytest.raises(NoteError, match=r"^a: character 3 is U\+000B"):
        i2b2_2014.write([Document("a", "Zyx\x0b")], tmp_path / "out")


@pytest.mark.parametrize("label", sorted(LABELS))
def test_types_are_those_that_the_scorer_takes(label: str, tmp_path: Path) -> None:
    i2b2_2014.write([Document("a", "Ada", (Span(0, 3, label),))], tmp_path / "out")
    (element,) = ET.parse(tmp_path / "out" / "a.xml").getroot().findall("TAGS/*")
    assert (element.tag, element.get("TYPE")) == scored_type(label)
    (doc,) = i2b2_2014.read(tmp_path / "out")
    assert doc.spans[0].label == label


def test_a_source_of_another_label_is_not_written(tmp_path: Path) -> None:
    docs = [Document("a", "Ada", (Span(0, 3, "PATIENT", source="DOCTOR"),))]
    i2b2_2014.write(docs, tmp_path / "out")
    (doc,) = i2b2_2014.read(tmp_path / "out")
    assert doc.spans == (Span(0, 3, "PATIENT", source="PATIENT"),)
