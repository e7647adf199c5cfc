"""Attachments of FHIR, HL7 and CDA: told by their bytes, three codings deep, or a notice."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import fpdf
import lxml.etree as ET
import pypdf
import pytest
from PIL import Image

from incognote.io.attached import NOTICE
from whole_runs import deid

SAID = "Ms. Maria Delgado was seen by Dr. Joyce Okafor. Metformin 500 mg."
LEFT = re.compile(rb"maria|delgado|okafor", re.IGNORECASE)


def b64(data: bytes, times: int = 1) -> bytes:
    for _ in range(times):
        data = base64.b64encode(data)
    return data


# Within each format: where bytes are put, and what another reader finds there ---------------------


def fhir(data: bytes) -> str:
    attached = {"contentType": "image/png", "data": b64(data).decode(), "size": 7, "hash": "x"}
    return json.dumps({"resourceType": "Patient", "id": "p1", "photo": [attached]})


def of_fhir(written: bytes) -> bytes:
    return base64.b64decode(json.loads(written)["photo"][0]["data"], validate=True)


def hl7(data: bytes) -> str:
    return hl7_lines(f"OBX|1|ED|X^Report^L||^Image^PNG^Base64^{b64(data).decode()}||||||F")


def hl7_lines(*lines: str) -> str:
    head = r"MSH|^~\&|LAB|MERCY|EHR|MERCY|20190314101500||ORU^R01|MSG00001|P|2.5.1"
    return "\r".join([head, "PID|1||77", "OBR|1", *lines, ""])


def fields(written: bytes) -> list[str]:
    segments = written.decode().split("\r")
    return [each.split("|")[5] for each in segments if each.startswith("OBX")]


def of_hl7(written: bytes) -> bytes:
    return base64.b64decode(fields(written)[0].split("^")[4], validate=True)


def cda(data: bytes, more: str = "") -> str:
    return (
        '<ClinicalDocument xmlns="urn:hl7-org:v3"><id extension="7" root="2.25.7"/><component>'
        '<nonXMLBody><text mediaType="image/png" representation="B64" integrityCheck="abc"'
        f"{more}>{b64(data).decode()}</text></nonXMLBody></component></ClinicalDocument>"
    )


def of_cda(written: bytes) -> bytes:
    text = ET.fromstring(written).find(".//{*}nonXMLBody/{*}text")
    assert text is not None
    assert "integrityCheck" not in text.attrib
    return base64.b64decode(text.text or "", validate=True)


SHAPES = {"json": (fhir, of_fhir), "hl7": (hl7, of_hl7), "xml": (cda, of_cda)}


def through(tmp_path: Path, kind: str, source: str) -> tuple[bytes, str]:
    """What comes out of a file, and its ledger."""
    (tmp_path / f"a.{kind}").write_text(source, newline="")
    summary = deid(tmp_path / f"a.{kind}", tmp_path / "out")
    assert summary.notes_failed == 0
    written = (tmp_path / "out" / f"a.{kind}").read_bytes()
    return written, (tmp_path / "out" / "ledger.jsonl").read_text()


@pytest.fixture(params=SHAPES)
def shape(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[bytes], tuple[bytes, bool]]:
    """Puts bytes into a format; gives what is there afterwards and whether that was counted."""
    put, get = SHAPES[request.param]

    def run(data: bytes) -> tuple[bytes, bool]:
        written, ledger = through(tmp_path, request.param, put(data))
        return get(written), "(not read)" in ledger

    return run


Shape = Callable[[bytes], tuple[bytes, bool]]


@pytest.mark.parametrize(
    "data",
    [
        SAID.encode(),
        b"{\\rtf1\\ansi Ms. Maria {\\b Del}gado was seen by Dr. Joyce Okafor.\\par}",
        b"<html><body><p>Ms. Maria <b>Del</b>gado.</p><!-- Joyce Okafor --></body></html>",
        b"<html><body><p>No change.</p><!-- Maria Delgado --></body></html>",
        f"<note by='Joyce Okafor'><p>{SAID}</p></note>".encode(),
        f"<note><data>{b64(SAID.encode()).decode()}</data></note>".encode(),
        b64(SAID.encode()),
        b64(b"{\\rtf1\\ansi Ms. Maria Delgado was seen by Dr. Joyce Okafor.\\par}", 3),
    ],
    ids=["text", "rtf", "html", "comment", "xml", "base64 in xml", "twice", "four times"],
)
def test_they_are_told_by_their_bytes(shape: Shape, data: bytes) -> None:
    new, left_out = shape(data)
    assert not left_out
    assert new[:4] == data[:4]
    while re.fullmatch(rb"[A-Za-z0-9+/]{12,}={0,2}", new):
        new = base64.b64decode(new)
    inner = b"".join(map(base64.b64decode, re.findall(rb"[A-Za-z0-9+/]{40,}={0,2}", new)))
    assert not LEFT.search(new + inner)
    assert new != NOTICE.encode()


@pytest.mark.parametrize(
    "data", [b"No change.", b"{\\rtf1\\ansi No change.\\par}", b64(b"Well. " * 9)]
)
def test_what_says_nothing_is_as_it_was(shape: Shape, data: bytes) -> None:
    assert shape(data) == (data, False)


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\nMaria Delgado",
        b"{\\rtf1 Maria Delgado",
        b64(SAID.encode(), 4),
        b"PK\x03\x04Maria Delgado",
        b"\x00\x01\x02 Maria Delgado",
        b64(b"\x89PNG\r\n\x1a\nMaria Delgado"),
        rb"MSH|^~\&|LAB" + b"\rPID|1||7||DELGADO^MARIA\r",
        rb"MSH$%~\&$LAB" + b"\rPID$1$$7$$DELGADO%MARIA\r",
    ],
    ids=["image", "cut", "five times", "zip", "bytes", "image twice", "hl7", "hl7 of its own"],
)
def test_what_cannot_be_read_is_a_notice_and_counted(shape: Shape, data: bytes) -> None:
    assert shape(data) == (NOTICE.encode(), True)


def pdf(text: str) -> bytes:
    """A page with a text, or with a picture alone."""
    made = fpdf.FPDF(format="A4")
    made.add_page()
    made.set_font("Helvetica", size=11)
    if text:
        made.multi_cell(0, 6, text, align="L")
    else:
        made.image(Image.new("RGB", (400, 600), "gray"), 0, 0, 210)
    return bytes(made.output())


def test_a_pdf(shape: Shape) -> None:
    new, left_out = shape(pdf(SAID))
    assert not left_out
    text = "".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(new)).pages)
    assert "Metformin 500 mg" in text
    assert "[PATIENT]" in text
    assert not LEFT.search(new + text.encode())


def test_a_scan_is_a_notice(shape: Shape) -> None:
    assert shape(pdf("")) == (NOTICE.encode(), True)


# Where base64 stands unclaimed --------------------------------------------------------------------


def split(text: str, size: int) -> list[str]:
    return [text[i : i + size] for i in range(0, len(text), size)]


@pytest.mark.parametrize("size", [10_000, 76, 40])
@pytest.mark.parametrize("around", [(), ("Report",), ("Report", "End")])
def test_base64_over_segments_of_hl7(size: int, around: tuple[str, ...], tmp_path: Path) -> None:
    first, last = (*around, "", "")[:2]
    parts = [first, *split(b64(f"{SAID} {SAID}".encode()).decode(), size), last]
    lines = [f"OBX|{i}|TX|X||{part}" for i, part in enumerate(filter(None, parts), start=1)]
    written, ledger = through(tmp_path, "hl7", hl7_lines(*lines))
    found = [each for each in fields(written) if each not in ("", first, last)]
    assert len(found) == 1
    inner = base64.b64decode(found[0], validate=True)
    assert b"Metformin" in inner
    assert not LEFT.search(inner)
    assert [each for each in fields(written) if each in around] == list(around)
    assert "(not read)" not in ledger


@pytest.mark.parametrize("size", [10_000, 40])
def test_an_image_over_segments_of_hl7(size: int, tmp_path: Path) -> None:
    parts = split(b64(b"\x89PNG\r\n\x1a\n" + bytes(range(200))).decode(), size)
    lines = [f"OBX|{i}|TX|X||{part}" for i, part in enumerate(parts, start=1)]
    written, ledger = through(tmp_path, "hl7", hl7_lines(*lines))
    assert base64.b64decode(fields(written)[0]).decode() == NOTICE
    assert not any(fields(written)[1:])
    assert '"OBX.5 (not read)": {"left out": 1}' in ledger


CUT_DOCUMENTS = {
    "text": f"{SAID} {SAID}".encode(),
    "rtf": rb"{\rtf1\ansi Ms. Maria {\b Del}g\u97?do was seen by Dr. Joyce Okafor. "
    rb"Metformin 500 mg.\par}",
    "html": f"<html><body><p>{SAID.replace('gado', '<b>gado</b>')}</p></body></html>".encode(),
    "pdf": pdf(SAID),
}


@pytest.mark.parametrize("kind", CUT_DOCUMENTS)
@pytest.mark.parametrize("size", [40, 41, 60])
@pytest.mark.parametrize("again", ["^TEXT^X^Base64^", "^^^^"])
def test_an_attachment_over_segments_of_hl7(
    kind: str, size: int, again: str, tmp_path: Path
) -> None:
    parts = split(b64(CUT_DOCUMENTS[kind]).decode(), size)
    about = ["^TEXT^X^Base64^", *[again] * len(parts)]
    lines = [
        f"OBX|{i}|ED|X^Report||{before}{part}"
        for i, (before, part) in enumerate(zip(about, parts, strict=False), start=1)
    ]
    written, ledger = through(tmp_path, "hl7", hl7_lines(*lines))
    first, *others = (field.split("^")[4] for field in fields(written))
    assert not any(others)
    assert "(not read)" not in ledger
    new = base64.b64decode(first, validate=True)
    if kind == "pdf":
        new += "".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(new)).pages).encode()
    assert b"Metformin 500 mg" in new
    assert not LEFT.search(new)


@pytest.mark.parametrize("separate", ["PDFs", "observations", "lengths"])
def test_attachments_of_hl7_that_follow_each_other(separate: str, tmp_path: Path) -> None:
    """Each stays where it was."""
    said = [pdf(SAID)] * 2 if separate == "PDFs" else [b"No change.", b"No change. " * 3]
    of = ["A", "B"] if separate == "observations" else ["A", "A"]
    pairs = zip(of, said, strict=True)
    lines = [f"OBX|{i}|ED|{x}||^TEXT^X^Base64^{b64(y).decode()}" for i, (x, y) in enumerate(pairs)]
    written, ledger = through(tmp_path, "hl7", hl7_lines(*lines))
    new = [base64.b64decode(field.split("^")[4], validate=True) for field in fields(written)]
    assert "(not read)" not in ledger
    assert new == said or (separate == "PDFs" and all(each.startswith(b"%PDF") for each in new))


def test_base64_in_a_string_of_fhir(tmp_path: Path) -> None:
    source = json.dumps({
        "resourceType": "Observation",
        "status": "final",
        "code": {"text": "x"},
        "valueString": b64(SAID.encode()).decode(),
        "note": [{"text": "ACGTACGTTTGACCATGACA" * 20}, {"text": "Hypertension" * 3}],
    })  # fmt: skip
    written, _ = through(tmp_path, "json", source)
    new = json.loads(written)
    assert not LEFT.search(base64.b64decode(new["valueString"]))
    assert NOTICE not in str(new["note"])
    assert new["note"][1] == {"text": "Hypertension" * 3}


def test_sequences_and_words_of_hl7_are_no_base64(tmp_path: Path) -> None:
    said = ["ACGTACGTTTGACCATGACA" * 20, "Hypertension", "Diabetes", "Normal"]
    lines = [f"OBX|{i}|TX|X||{each}" for i, each in enumerate(said, start=1)]
    assert fields(through(tmp_path, "hl7", hl7_lines(*lines))[0]) == said


def test_parts_of_an_attachment_of_cda(tmp_path: Path) -> None:
    """A comment, a reference and CDATA within the data."""
    half = b64(SAID.encode()).decode()
    inner = (
        f'{half[:20]}<!-- Maria --><reference value="http://x.example/Delgado"/>'
        f"<![CDATA[{half[20:40]}]]>&#10;{half[40:]}"
    )
    source = cda(b"", ' integrityCheckAlgorithm="SHA-1"').replace("></text>", f">{inner}</text>")
    written, _ = through(tmp_path, "xml", source)
    assert not LEFT.search(written)
    text = ET.fromstring(written).find(".//{*}nonXMLBody/{*}text")
    assert text is not None
    new = base64.b64decode("".join(text.itertext()))
    assert new.endswith(b"Metformin 500 mg.")
    assert not LEFT.search(new)


def test_what_an_attachment_of_hl7_says_it_is(tmp_path: Path) -> None:
    line = "OBX|1|ED|X||^Maria^Delgado^Base64^" + b64(b"No change.").decode()
    source = hl7_lines(line).replace("PID|1||77", "PID|1||00482913||DELGADO^MARIA")
    written, _ = through(tmp_path, "hl7", source)
    assert fields(written) == ["^^^Base64^" + b64(b"No change.").decode()]
