"""Clinical documents come out as they were, but for what identifies."""

from __future__ import annotations

import base64
import html
import json
import re
from pathlib import Path

import lxml.etree as ET
import pytest
from striprtf.striprtf import rtf_to_text

from clinical_documents import GONE, HEADER, NON_XML, PLAIN, RTF, STRUCTURED
from incognote.core.errors import NoteError
from incognote.io.attached import NOTICE
from incognote.io.cda import Cda
from incognote.io.documents import content_of
from incognote.io.format import Fields, New, get_format
from incognote.io.recognise import read_records, recognise
from incognote.run.batch import Sources
from incognote.run.batch.again import as_read
from whole_runs import deid

FORMAT = get_format("cda")
NS = {"v3": "urn:hl7-org:v3"}
END = "<component><structuredBody/></component></ClinicalDocument>"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    for name, xml in (("a", STRUCTURED), ("b", NON_XML), ("c", PLAIN)):
        (tmp_path / "in" / f"{name}.xml").write_text(xml)
    return tmp_path / "in"


def shown(data: bytes) -> str:
    """All that another reader finds in a document, its attachments decoded."""
    root = ET.fromstring(data, ET.XMLParser(resolve_entities=False, no_network=True))
    parts = [data.decode(), html.unescape(data.decode()), "".join(root.itertext())]
    for each in root.iter():
        parts += map(str, each.attrib.values())
        if each.get("representation") == "B64":
            inner = base64.b64decode(each.text or "").decode("latin-1")
            parts += [inner, rtf_to_text(inner) if inner.startswith("{\\rtf") else ""]
        parts.append("".join(each.itertext()))
    return "\n".join(parts).lower()


@pytest.mark.parametrize("action", ["", "surrogate", "hash", "mask"])
def test_nothing_that_identifies_is_left(source: Path, tmp_path: Path, action: str) -> None:
    summary = deid(source, tmp_path / "out", action=action)
    assert (summary.records, summary.notes_failed) == (3, 0)
    for name in "abc":
        text = shown((tmp_path / "out" / f"{name}.xml").read_bytes())
        assert [each for each in GONE if each in text] == []
    ledger = (tmp_path / "out" / "ledger.jsonl").read_text().lower()
    assert [each for each in GONE if each in ledger] == []
    assert len(ledger.splitlines()) == 3


def test_what_identifies_nobody_is_as_it_was(source: Path, tmp_path: Path) -> None:
    deid(source, tmp_path / "out")
    new = (tmp_path / "out" / "a.xml").read_text()
    for line in (
        '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="CDA.xsl"?>',
        '  <templateId root="2.16.840.1.113883.10.20.22.1.1" extension="2015-08-01"/>\n  <id ',
        '<administrativeGenderCode code="F" codeSystem="2.16.840.1.113883.5.1" displayName='
        '"Female"/>',
        '<tr ID="problem1"><td ID="problem1name">Asthma &amp; eczema</td>\n          '
        "<td>Dr. [DOCTOR]",
        "<paragraph><![CDATA[[PATIENT] < 70 kg]]></paragraph>",
        '<value xsi:type="CD" code="195967001" codeSystem="2.16.840.1.113883.6.96"\n          '
        'codeSystemName="SNOMED CT" displayName="Asthma"/>',
        '<low value="1.5" unit="g/L"/>',
        "<name>Lisinopril 20 mg tablet</name>",
        '<high nullFlavor="UNK"/>',
    ):
        assert line in new
    old, root = ET.fromstring(STRUCTURED.encode()), ET.fromstring(new.encode())
    assert [e.tag for e in root.iter("{*}*")] == [e.tag for e in old.iter("{*}*")]
    ids = {each.get("ID") for each in root.iter("{*}*")}
    for each in root.iter("{urn:hl7-org:v3}reference"):
        assert str(each.get("value"))[1:] in ids


def test_ids_are_one_code_wherever_they_stand(source: Path, tmp_path: Path) -> None:
    deid(source, tmp_path / "out")
    patients = set()
    for name in "abc":
        root = ET.fromstring((tmp_path / "out" / f"{name}.xml").read_bytes())
        patients |= set(root.xpath("//v3:patientRole/v3:id[1]/@extension", namespaces=NS))
        authors = root.xpath("//v3:id[@root='2.16.840.1.113883.4.6']/@extension", namespaces=NS)
        assert len(set(authors)) == 2
        root_of = root.xpath("/v3:ClinicalDocument/v3:setId/@root", namespaces=NS)[0]
        assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", root_of)
        assert root.xpath("/v3:ClinicalDocument/v3:id/@root", namespaces=NS)[0].startswith("2.25.")
    assert len(patients) == 1


def test_dates_move_in_structure_and_text_alike(tmp_path: Path) -> None:
    xml = HEADER + (
        "<component><nonXMLBody><text>Admitted on 03/10/2019, went home on 03/14/2019."
        "</text></nonXMLBody></component></ClinicalDocument>"
    )
    (tmp_path / "a.xml").write_text(xml)
    deid(tmp_path / "a.xml", tmp_path / "out", action="surrogate")
    root = ET.fromstring((tmp_path / "out" / "a.xml").read_bytes())
    low, high = root.xpath("//v3:encompassingEncounter/v3:effectiveTime/*/@value", namespaces=NS)
    assert low.endswith("1200")
    assert high.endswith("1015")
    first, second = re.findall(r"(\d\d)/(\d\d)/(\d{4})", "".join(root.itertext()))
    assert low[:8] == first[2] + first[0] + first[1]
    assert high[:8] == second[2] + second[0] + second[1]


@pytest.mark.parametrize(
    ("policy", "birth", "zip"),
    [("hipaa", "1961", "441"), ("limited-data-set", "19610819", "44107"), ("gdpr", "", None)],
)
def test_structure_follows_the_policy(
    tmp_path: Path, policy: str, birth: str | None, zip: str | None
) -> None:
    (tmp_path / "a.xml").write_text(STRUCTURED)
    assert deid(tmp_path / "a.xml", tmp_path / "out", policy=policy).notes_failed == 0
    root = ET.fromstring((tmp_path / "out" / "a.xml").read_bytes())
    born = root.find(".//v3:birthTime", NS).get("value")
    assert born == birth if birth else born != "19610819"
    assert "Delgado" not in ET.tostring(root, encoding="unicode")
    if zip:
        assert root.findtext(".//v3:recordTarget//v3:postalCode", namespaces=NS) == zip


def test_it_knows_its_patient(source: Path) -> None:
    record = next(FORMAT.source(source / "a.xml"))
    known = record.texts[0].known
    assert known is not None
    assert (known.names, known.birth_date) == (("Delgado, Maria Luz",), ("1961-08-19",))
    assert known.relatives == ("Ferro, Ana", "Brandt, Emil", "Brandt, Milo")
    assert known.providers == ("Okafor, Joyce", "Joyce Okafor")
    assert known.record_numbers == ("00482913", "078-05-1120")
    assert "18 Alder Row, Leadville, OH 44107" in known.addresses
    assert record.owner == record.texts[0].meta["patient"] == "00482913"
    assert "Delgado" not in repr(record)


def test_a_document_with_nothing_replaced_is_byte_for_byte_as_it_was(source: Path) -> None:
    (source / "d.xml").write_bytes(b"\xef\xbb\xbf" + STRUCTURED.replace("\n", "\r\n").encode())
    (source / "e.xml").write_bytes(
        STRUCTURED.replace("UTF-8", "iso-8859-1").replace("Maria", "Mar\xeda").encode("latin-1")
    )
    for name in "abcde":
        (record,) = FORMAT.source(source / f"{name}.xml")
        new = New([doc.text for doc in record.texts], [value.text for value in record.values])
        old = re.sub(rb"<!--.*?-->", b"", (source / f"{name}.xml").read_bytes())
        old = old.replace(b">TWFyaWE=<", b">%s<" % base64.b64encode(NOTICE.encode()))
        assert FORMAT.rewrite(record, new) == old.replace(b'"text/xml"', b'"text/plain"')


def test_an_element_that_is_not_known_needs_a_decision(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(
        HEADER.replace("<patient>", "<patient><shoe>Maria</shoe>", 1)
        .replace("<realmCode", '<realmCode maker="Maria"', 1)
        .replace(
            "<versionNumber", '<x:note xmlns:x="urn:vendor">Maria <b>x</b></x:note><versionNumber'
        )
        + END
    )
    path = "ClinicalDocument.recordTarget.patientRole.patient.shoe"
    assert list(FORMAT.fields(tmp_path / "a.xml") if FORMAT.fields else ()) == [
        "ClinicalDocument.realmCode.@maker",
        "ClinicalDocument.x:note",
        path,
    ]
    assert deid(tmp_path / "a.xml", tmp_path / "out").notes_failed > 0
    (failed,) = map(json.loads, (tmp_path / "out" / "failed.jsonl").read_text().splitlines())
    assert "nobody decided about ClinicalDocument.realmCode.@maker, " in failed["reason"]
    assert not (tmp_path / "out" / "a.xml").exists()
    deid(tmp_path / "a.xml", tmp_path / "out2", fields=Fields(other="drop"))
    new = (tmp_path / "out2" / "a.xml").read_text()
    assert "shoe" not in new
    assert "note>" not in new
    assert "Maria" not in new
    deid(tmp_path / "a.xml", tmp_path / "out3", fields=Fields({path: "keep"}, other="drop"))
    assert "<shoe>Maria</shoe>" in (tmp_path / "out3" / "a.xml").read_text()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<title>", "<title>&#77;aria &#x44;elgado "),
        ('code="US"', 'code="US" displayName="Maria Delgado"'),
        ('code="34133-9"', 'code="Seen with Maria Delgado today"'),
        ('<low value="1.5" unit="g/L"/>', '<low value="Maria Delgado"/>'),
        ('xsi:type="ST">', 'xsi:type="ED"><![CDATA[Maria Delgado]]>'),
        ('value="20190315"', 'value="Maria Delgado"'),
        ("<prefix>Ms.</prefix>", "<prefix>Delgado's</prefix>"),
        ("<realmCode", "<?x Maria Delgado?><realmCode"),
        ('href="CDA.xsl"', 'href="Maria_Delgado.xsl"'),
        ("</patientRole>", "<!-- Maria Delgado --></patientRole>"),
        ("<ClinicalDocument ", '<ClinicalDocument xsi:schemaLocation="urn:hl7-org:Delgado x" '),
        ('ID="problem1name"', 'ID="Maria_Delgado"'),
        ('value="mailto:m', 'value="https://delgado.example.org/m'),
    ],
)
def test_odd_places_are_searched_too(tmp_path: Path, old: str, new: str) -> None:
    assert old in STRUCTURED
    (tmp_path / "a.xml").write_text(STRUCTURED.replace(old, new))
    assert deid(tmp_path / "a.xml", tmp_path / "out").notes_failed == 0
    text = shown((tmp_path / "out" / "a.xml").read_bytes())
    assert [each for each in ("maria", "delgado") if each in text] == []


@pytest.mark.parametrize(
    ("said", "new"),
    [
        ("urn:hl7-org:v3 ../../CDA%20R2/CDA.xsd", None),
        ("urn:hl7-org:v3 CDA.xsd\n  urn:hl7-org:sdtc CDA.xsd", None),
        ("urn:hl7-org:v3 http://x.example/Delgado.xsd", "urn:hl7-org:v3 [URL]"),
    ],
)
def test_where_the_schema_is(tmp_path: Path, said: str, new: str | None) -> None:
    root = "<ClinicalDocument "
    assert root in STRUCTURED
    source = STRUCTURED.replace(root, f'{root}xsi:schemaLocation="{said}" ', 1)
    (tmp_path / "a.xml").write_text(source)
    assert deid(tmp_path / "a.xml", tmp_path / "out").notes_failed == 0
    assert f'schemaLocation="{new or said}"' in (tmp_path / "out" / "a.xml").read_text()


def b64(data: bytes, more: str = "") -> str:
    coded = base64.b64encode(data).decode()
    text = f'<text mediaType="text/plain" representation="B64"{more}>{coded}</text>'
    return f"{HEADER}<component><nonXMLBody>{text}</nonXMLBody></component></ClinicalDocument>"


@pytest.mark.parametrize(
    "data",
    [
        RTF,
        b"Ms. Maria Delgado was seen by Dr. Joyce Okafor.",
        b"<html><body><p>Ms. Mar<b>ia</b> Delgado</p></body></html>",
        STRUCTURED.encode(),
        b64(RTF).encode(),
    ],
)
def test_attachments_are_told_by_their_bytes(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.xml").write_text(b64(data))
    assert deid(tmp_path / "a.xml", tmp_path / "out").notes_failed == 0
    root = ET.fromstring((tmp_path / "out" / "a.xml").read_bytes())
    inner = base64.b64decode(root.findtext(".//v3:nonXMLBody/v3:text", namespaces=NS))
    assert content_of(inner).__class__ is content_of(data).__class__
    text = shown(inner) if inner.startswith(b"<?xml") else inner.decode().lower()
    assert [each for each in ("maria", "delgado", "okafor", "00482913") if each in text] == []


@pytest.mark.parametrize(
    ("data", "more"),
    [(b"\x89PNG Maria", ""), (b"{\\rtf1 Maria", ""), (b"Maria", ' compression="GZ"')],
)
def test_what_cannot_be_read_gives_way_to_a_notice(tmp_path: Path, data: bytes, more: str) -> None:
    (tmp_path / "a.xml").write_text(b64(data, more))
    assert deid(tmp_path / "a.xml", tmp_path / "out").notes_failed == 0
    root = ET.fromstring((tmp_path / "out" / "a.xml").read_bytes())
    text = root.find(".//v3:nonXMLBody/v3:text", NS)
    assert base64.b64decode(text.text).decode() == NOTICE
    assert text.get("compression") is None


DEEP = "<component>" * 10_000 + "</component>" * 10_000
BOMB = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        (STRUCTURED[:900].encode(), "is not well-formed XML"),
        (b"<ClinicalDocument>", "is not well-formed XML"),
        (f"{HEADER}{DEEP}</ClinicalDocument>".encode(), "is nested deeper than 200 elements"),
        (
            HEADER.replace("<ClinicalDocument", f"{BOMB}<ClinicalDocument", 1).encode(),
            "document type",
        ),
        (
            b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><ClinicalDocument/>',
            "holds a document type",
        ),
        (STRUCTURED.replace("Problems", "&maria;").encode(), "is not well-formed XML"),
        (STRUCTURED.replace("Problems", "Se\xf1ora").encode("latin-1"), "is not utf-8, as it says"),
        (STRUCTURED.replace("UTF-8", "utf-7").encode(), "names an encoding that is not known"),
        (STRUCTURED.replace('"urn:hl7-org:sdtc"', '"Maria Delgado"').encode(), "names a namespace"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, xml: bytes, reason: str) -> None:
    (tmp_path / "a.xml").write_bytes(xml)
    with pytest.raises(NoteError, match=reason) as raised:
        list(FORMAT.source(tmp_path / "a.xml"))
    assert "aria" not in str(raised.value)
    deid(tmp_path / "a.xml", tmp_path / "out")
    assert not (tmp_path / "out" / "a.xml").exists()


def test_it_is_recognised(source: Path, tmp_path: Path) -> None:
    assert recognise(source / "a.xml") == "cda"
    assert isinstance(content_of(STRUCTURED.encode()), Cda)
    (tmp_path / "note").write_text(STRUCTURED)
    assert recognise(tmp_path / "note") == "cda"
    assert not list(Sources([source]).fields.decided)


def test_somebody_in_an_entry_and_a_place_of_birth_without_its_wrapping(tmp_path: Path) -> None:
    """As systems write them: a name with its parts, whatever the entity; a town in birthplace."""
    birthplace = "<birthplace><city>Zoarville</city><state>OH</state></birthplace>"
    head = HEADER.replace("</patient>", f"{birthplace}</patient>", 1)
    entity = "<name><prefix>Mrs.</prefix><given>Ada</given> <family>Quirkman</family></name>"
    entry = (
        '<entry><observation classCode="OBS" moodCode="EVN"><participant typeCode="CSM">'
        f'<participantRole classCode="MANU"><playingEntity>{entity}</playingEntity>'
        "</participantRole></participant></observation></entry>"
    )
    section = f"<component><section><text>Well.</text>{entry}</section></component>"
    body = f"<component><structuredBody>{section}</structuredBody></component></ClinicalDocument>"
    (tmp_path / "a.xml").write_text(head + body)
    assert deid(tmp_path / "a.xml", tmp_path / "out").notes_failed == 0
    root = ET.fromstring((tmp_path / "out" / "a.xml").read_bytes())
    assert root.findtext(".//v3:playingEntity/v3:name/v3:family", None, NS) == "[PATIENT]"
    assert root.findtext(".//v3:playingEntity/v3:name/v3:prefix", None, NS) == "Mrs."
    assert root.findtext(".//v3:birthplace/v3:city", None, NS) == "[CITY]"


def test_a_notice_changes_the_id_of_no_other_text(tmp_path: Path) -> None:
    media = (
        '<entry><observationMedia><value representation="B64">{}</value></observationMedia></entry>'
    )
    picture, note = b"\x89PNG\r\n\x1a\n" + bytes(40), b"Seen by nobody else at all this week."
    entries = "".join(media.format(base64.b64encode(each).decode()) for each in (picture, note))
    (tmp_path / "a.xml").write_text(
        '<ClinicalDocument xmlns="urn:hl7-org:v3"><component><structuredBody><component><section>'
        f"<text>Doing well.</text>{entries}</section></component></structuredBody></component>"
        "</ClinicalDocument>"
    )
    (record,) = read_records(tmp_path / "a.xml", "cda")
    was = {doc.id: doc.text for doc in record.texts}
    same = New(list(was.values()), [value.text for value in record.values], Fields(other="keep"))
    read = as_read(record, FORMAT.rewrite(record, same), [], Fields(other="keep"))
    new = {each.redacted.id: each.redacted.text for each in read}
    assert NOTICE in "".join(new.values())
    assert len(was) == 2
    assert was.items() <= new.items()
