from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.io import uima_xmi

cassis = pytest.importorskip("cassis", reason="dkpro-cassis is not installed: the extra dev has it")
pytestmark = pytest.mark.filterwarnings("default:open_binary is deprecated")  # the library's own

TEXT = "😀 Seen by\r\nJose\u0301 Zyx 👩‍⚕️, \t«Ada» & <b> \"q\" 'p'\n"
NAME = "Jose\u0301 Zyx 👩‍⚕️"
START = TEXT.index("Jose")
ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"


def theirs(layers: dict[str, str], marks: list[tuple[str, int, int, str]], text: str = TEXT) -> str:
    """XMI as the reference library writes it.

    Args:
        layers: Types to declare, each with its feature.
        marks: Type, first and last code point, and the value of that feature.
        text: The note.
    """
    types = cassis.load_dkpro_core_typesystem()
    for name, feature in layers.items():
        made = types.create_type(name=name, supertypeName="uima.tcas.Annotation")
        types.create_feature(domainType=made, name=feature, rangeType="uima.cas.String")
    cas = cassis.Cas(typesystem=types)
    cas.sofa_string = text
    cas.sofa_mime = "text/plain"
    for name, begin, end, value in marks:
        of_type = types.get_type(name)
        cas.add(of_type(begin=begin, end=end, **{layers.get(name, "value"): value}))
    return cas.to_xmi()


@pytest.mark.parametrize(
    ("layer", "feature"),
    [("custom.Span", "label"), ("custom.PHI", "kind"), ("webanno.custom.Phi", "value")],
)
def test_layers_of_a_project(layer: str, feature: str) -> None:
    xmi = theirs({layer: feature}, [(layer, START, START + len(NAME), "DOCTOR")])
    doc = uima_xmi.parse("a", xmi)
    assert doc.text == TEXT
    assert [(s.label, doc.text[s.start : s.end]) for s in doc.spans] == [("DOCTOR", NAME)]


def test_named_entities_and_what_else_stands_there() -> None:
    token = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
    types = cassis.load_dkpro_core_typesystem()
    cas = cassis.Cas(typesystem=types)
    cas.sofa_string = TEXT
    cas.sofa_mime = "text/plain"
    entity, word = types.get_type(ENTITY), types.get_type(token)
    cas.add_all([word(begin=2, end=6), entity(begin=START, end=START + 5, value="DOCTOR")])
    doc = uima_xmi.parse("a", cas.to_xmi())
    assert [(s.label, doc.text[s.start : s.end]) for s in doc.spans] == [("DOCTOR", "Jose\u0301")]


@pytest.mark.parametrize("text", ["", TEXT, "x", "\r", "\ufeff😀"])
def test_the_reference_library_reads_what_we_write(text: str, tmp_path: Path) -> None:
    every = [
        (start, end) for start in range(len(text)) for end in range(start + 1, len(text) + 1, 7)
    ]
    doc = Document("w/1", text, tuple(Span(*each, "DOCTOR") for each in every))
    uima_xmi.write([doc], tmp_path / "out")
    written = (tmp_path / "out/w/1.xmi").read_bytes()
    cas = cassis.load_cas_from_xmi(io.BytesIO(written), cassis.load_dkpro_core_typesystem())
    assert (cas.sofa_string or "") == text
    found = [(a.begin, a.end, a.value, a.get_covered_text()) for a in cas.select(ENTITY)]
    assert sorted(found) == [(*each, "DOCTOR", text[slice(*each)]) for each in sorted(every)]
    assert list(uima_xmi.read(tmp_path / "out")) == [doc]


def test_offsets_are_utf_16_in_the_file(tmp_path: Path) -> None:
    uima_xmi.write([Document("a", "😀Ada", (Span(1, 4, "DOCTOR"),))], tmp_path / "out")
    assert 'begin="2" end="5"' in (tmp_path / "out/a.xmi").read_text("utf-8")


def test_other_files_of_an_export_are_left_alone(tmp_path: Path) -> None:
    uima_xmi.write([Document("a", "Ada")], tmp_path / "out")
    (tmp_path / "out/TypeSystem.xml").write_text("<typeSystemDescription/>")
    assert [doc.id for doc in uima_xmi.read(tmp_path / "out")] == ["a"]


def test_what_is_in_no_index_is_left_out(tmp_path: Path) -> None:
    """As the reference library does."""
    xmi = theirs({}, [(ENTITY, 0, 1, "DOCTOR"), (ENTITY, 2, 6, "CITY")])
    (first, _) = re.search(r'members="(\d+) (\d+)"', xmi).groups()  # type: ignore[union-attr]
    xmi = re.sub(r'members="[^"]*"', f'members="{first}"', xmi)
    assert len(uima_xmi.parse("a", xmi).spans) == 1


def test_relations_are_left_out() -> None:
    xmi = theirs({}, [(ENTITY, 0, 1, "DOCTOR")])
    relation = '<type:NamedEntity xmi:id="99" sofa="1" begin="0" end="1" Governor="2" Dependent="2"'
    (prefix,) = re.findall(r"<(\w+):NamedEntity", xmi)
    relation = relation.replace("type:", f"{prefix}:")
    xmi = xmi.replace("<cas:View", f"{relation}/><cas:View").replace('members="', 'members="99 ')
    assert len(uima_xmi.parse("a", xmi).spans) == 1


GOOD = '<x xmi:id="2" sofa="1" begin="3" end="6" label="DOCTOR" xmlns:x="http:///custom.ecore"/>'


def xmi(mark: str, text: str = "😀 Zyx", head: str = "", sofas: int = 1) -> str:
    sofa = f'<cas:Sofa xmi:id="1" sofaID="_InitialView" sofaString="{text}"/>'
    return (
        f'{head}<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
        f'xmlns:custom="http:///custom.ecore">\n{sofa * sofas}\n{mark}\n'
        '<cas:View sofa="1" members="2"/></xmi:XMI>'
    )


def span(**attributes: object) -> str:
    given = {"begin": 3, "end": 6, "label": "DOCTOR", **attributes}
    return f'<custom:Span xmi:id="2" {" ".join(f"{k}={chr(34)}{v}{chr(34)}" for k, v in given.items() if v is not None)}/>'  # noqa: E501


def test_what_the_broken_ones_are_beside() -> None:
    assert uima_xmi.parse("a", xmi(span())).spans == (Span(2, 5, "DOCTOR"),)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (xmi(span(begin=1)), r"line 3: \[1, 6\) is no stretch of the text; offsets must count UTF"),
        (xmi(span(end=7)), r"line 3: \[3, 7\) is no stretch of the text"),
        (xmi(span(begin=6)), r"line 3: \[6, 6\) is no stretch of the text"),
        (xmi(span(begin=-3)), "line 3: begin and end must be whole numbers"),
        (xmi(span(end="Zyx")), "line 3: begin and end must be whole numbers"),
        (xmi(span(end=None)), "line 3: begin and end must be whole numbers"),
        (xmi(span(label=None)), r"line 3: \[3, 6\) has no label or value or kind"),
        (xmi(span(label="Zyx")), "unknown label"),
        (xmi(span(), sofas=2), "line 1: must be <xmi:XMI> with one text"),
        (xmi(span(), sofas=0), "line 1: must be <xmi:XMI> with one text"),
        ("<a>Zyx</a>", "<a> holds text of its own"),
        ("<a/>", "line 1: must be <xmi:XMI> with one text"),
        ("Zyx", "is not well-formed XML"),
        (xmi(span(), "&#1;", "<?xml version='1.1'?>"), "is not well-formed XML"),
        (xmi(span(), head='<!DOCTYPE a [<!ENTITY z "Zyx">]>'), "holds a document type"),
        (xmi(span(), "&z;", '<!DOCTYPE a SYSTEM "file:///etc/passwd">'), "holds a document type"),
        (xmi(span(), "&z;"), "is not well-formed XML"),
    ],
)
def test_broken_and_hostile_files(content: str, reason: str) -> None:
    with pytest.raises(NoteError, match=reason) as caught:
        uima_xmi.parse("a", content)
    assert "Zyx" not in str(caught.value)
