"""What is no plain text is told by its content, and what merely holds some of it is not."""

from __future__ import annotations

import base64
import json
from functools import partial

import pytest

from incognote.core.plain import is_wide, what_container, what_file
from timing import in_line

HL7 = (
    "MSH|^~\\&|LAB|HOSP|||20240101||ORU^R01|1|P|2.5\r"
    "PID|1||123^^^MR||DOE^JANE||19600101|F\r"
    "OBX|1|TX|||Seen by Dr. Ruiz"
)
SEGMENTS = "PID|1||123||DOE^JANE\nPV1|1|I|W^389\nOBX|1|TX|||stable\nOBX|2|TX|||home\n"
RESOURCE = {"resourceType": "Patient", "name": [{"family": "Doe"}], "id": 1}
CDA = (
    '<?xml version="1.0"?>\n<ClinicalDocument xmlns="urn:hl7-org:v3"><title>x</title>'
    "</ClinicalDocument>"
)
MAIL = (
    "From: a@b.org\nTo: c@d.org\nSubject: x\nMIME-Version: 1.0\n"
    "Content-Transfer-Encoding: quoted-printable\n\nSeen by Dr. N=C3=BA=C3=B1ez\n"
)
LONG = "x" * 200_000
NOTE = "Seen by Dr. Ada Ruiz on 3/14/2019. Stable, home tomorrow with her son.\n"


def in_addresses(note: str, encoding: str = "utf-8") -> str:
    """In the letters of addresses, and without signs that fill up."""
    return base64.urlsafe_b64encode(note.encode(encoding)).decode().rstrip("=")


def in_windows_lines(note: str) -> str:
    return note.encode().hex("\n", 8).replace("\n", "\r\n")


CONTAINERS = {
    "HL7 with CR": (HL7, "HL7"),
    "HL7 with LF": (HL7.replace("\r", "\n"), "HL7"),
    "HL7 as it is sent": (f"\x0b{HL7}\x1c\r", "HL7"),
    "HL7 batch": (f"FHS|^~\\&|A|B\n{HL7}", "HL7"),
    "HL7 of own delimiters": (HL7.translate({ord("|"): "$", ord("^"): "%"}), "HL7"),
    "HL7 segments alone": (SEGMENTS, "HL7"),
    "X12": ("ISA*00*          *00*          *ZZ*A*ZZ*B*240101*1200*^*00501*1*0*P*:~", "X12"),
    "FHIR": (json.dumps(RESOURCE), "JSON"),
    "FHIR, indented": (json.dumps(RESOURCE, indent=2), "JSON"),
    "FHIR, ndjson": (f"{json.dumps(RESOURCE)}\n" * 3, "JSON"),
    "JSON, cut off": (json.dumps([RESOURCE] * 9)[:-20], "JSON"),
    "JSON with BOM": ("\ufeff" + json.dumps(RESOURCE), "JSON"),
    "JSON, a huge number": ('{"id": ' + "9" * 9_000 + "}", "JSON"),
    "JSON, deep": ('{"a":' + "[" * 100_000, "JSON"),
    "JSON, a list of lists": ('[["id", "text"], [1, "x"]]', "JSON"),
    "JSON, a string": (json.dumps("Seen by Dr. Núñez\nhome"), "JSON"),
    "JSON and a line": (f"{json.dumps([RESOURCE] * 3)}\nend of export", "JSON"),
    "CDA": (CDA, "XML"),
    "XML without declaration": ("<note><p>Seen by Dr. Ruiz</p></note>", "XML"),
    "XML with attributes": ('<text id="1">Seen by Dr. Ruiz</text>\n', "XML"),
    "HTML": ("<!DOCTYPE html>\n<html><body>Seen</body></html>", "HTML"),
    "HTML, upper case": ("<HTML><BODY>Seen</BODY></HTML>", "HTML"),
    "HTML, parts": ("<div>Seen by</div>\n<p>Dr. Ruiz</p>", "XML"),
    "RTF": ("{\\rtf1\\ansi Seen by N\\'fa\\'f1ez\\par}", "RTF"),
    "RTF after blanks": ("\n  {\\rtf1\\ansi x}", "RTF"),
    "PDF": ("%PDF-1.7\n1 0 obj", "PDF"),
    "CSV": ("note_id,text\n1,Seen by Dr. Ruiz\n2,Stable\n", "table"),
    "CSV, quoted": ('"id","note_text"\n1,"Seen, by Dr. Ruiz\non Monday"\n', "table"),
    "CSV, semicolons": ("NHC;Nombre;Nota\n1;Ana;Acude\n2;Luis;Alta\n", "table"),
    "TSV": ("patient_id\tdob\tnote\n1\t1960-01-01\tSeen\n2\t1961-01-01\tHome\n", "table"),
    "CSV, Spanish": ("paciente_id;informe\n1;Visto por la Dra. Ruiz\n2;Estable\n", "table"),
    "CSV, a huge cell": (f'id,text\n1,"{LONG}"\n', "table"),
    "e-mail": (MAIL, "e-mail"),
    "mbox": (f"From a@b.org Mon Jan  1 10:00:00 2024\n{MAIL}", "e-mail"),
    "MIME": ('Content-Type: multipart/mixed; boundary="b"\n\n--b\n\nSeen\n', "e-mail"),
    **{
        f"{name} of {size} letters in {lang}": (coded(note[:size]), what)
        for name, what, coded in (
            ("base64", "base64", lambda note: base64.b64encode(note.encode()).decode()),
            ("base64 in lines", "base64", lambda note: base64.encodebytes(note.encode()).decode()),
            ("base64 of addresses", "base64", in_addresses),
            ("base64 of UTF-16", "base64", lambda note: in_addresses(note, "utf-16-le")),
            ("hex", "hexadecimal", lambda note: note.encode().hex()),
            ("hex in lines", "hexadecimal", lambda note: note.encode().hex("\n", 8)),
            ("hex in lines of Windows", "hexadecimal", in_windows_lines),
            ("hex of PostgreSQL", "hexadecimal", lambda note: rf"\x{note.encode().hex()}"),
            ("hex of MySQL", "hexadecimal", lambda note: f"X'{note.encode().hex().upper()}'"),
            ("hex of UTF-16", "hexadecimal", lambda note: f"0x{note.encode('utf-16-le').hex()}"),
        )
        for lang, note in (("en", NOTE), ("es", "La Sra. Muñoz, NHC 4410, está en casa: ¿mañana?"))
        for size in (17, 34, 47)
    },
    "base64": (("VG9tIE1vc3Mgd2FzIHNlZW4gYnkgRHIuIEFkYSBSdWl6\n" * 6)[:-1], "base64"),
}

PLAIN = {
    "empty": "",
    "blank": " \n\t\n",
    "a note": NOTE,
    "an HL7 line": "PID|1||123||DOE^JANE\n" + NOTE,
    "HL7 pasted below": f"{NOTE}The message was:\n{HL7[:40]}\n{NOTE}",
    "HL7 in a line": f"MSH------\n{NOTE}",
    "HL7 named": "MSH reviewed. MSH|LH|FSH all normal.",
    "a table of results": "Na|140|135-145\nK|4.1|3.5-5.0\nCr|0.9|0.6-1.2\n",
    "results with a heading": "Test,Result,Unit\nNa,140,mmol/L\nK,4.1,mmol/L\n",
    "results with tabs": "Date\tNa\tK\n1/2\t140\t4.1\n1/3\t139\t4.0\n",
    "a heading with a comma": "Note, text\n" + NOTE,
    "tags": "[PATIENT] seen by [DOCTOR].",
    "braces": "{Name} seen {today}.",
    "a JSON snippet in front": '{"hr": 80, "bp": "120/80"}\n' + NOTE * 3,
    "a JSON snippet within": f'{NOTE}{{"hr": 80}}\n{NOTE}',
    "a list": "[1, 2, 3]",
    "a list of words": '["chest pain"] is what the form says. ' + NOTE,
    "a quotation": '"I fell down," she said. ' + NOTE,
    "all in quotes": '"Seen and well."',
    "a small tag": "Seen <b>today</b> by Dr. Ruiz.",
    "a tag in front": "<b>Plan</b> rest and fluids, " + NOTE,
    "a tag at the end": NOTE + "<br>",
    "placeholders": "<NAME> was seen by <DOCTOR>",
    "less than": "<5 cm lesion, Hb >10",
    "an e-mail in a note": f"From: a@b.org\nTo: c@d.org\nSubject: x\n\n{NOTE}",
    "a form": "Name: Jane Doe\nDOB: 1/2/1960\nMRN: 123\n\n" + NOTE,
    "headers below": f"{NOTE}\nMIME-Version: 1.0\n",
    "a long word": "a" * 500,
    "capitals": "PATIENT STABLE.\n" * 30,
    "RTF named": "The {\\rtf1 part of the letter was lost. " + NOTE,
    "a number": "20240314 1234567890123456",
    "pulses": "72 65 70 68 74\n71 69 70 66 67",
    "two telephones": "4155552671 4155552671",
    "hex and blanks of print": "4d\xa072 73 2e 20 4f 4b 41 46 4f 52",
    "a hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "a UUID": "550e8400e29b41d4a716446655440000",
    "genes": "ACGTACGTACGTTAGGCATTACGGATTACA",
    "one word": "Pseudopseudohypoparathyroidism",
    "one word, Spanish": "electroencefalografistas",
    "words that are joined": "PatientSeenAndDischargedHomeToday",
    "a path": "ward/three/notes/of/march/last",
    "PK": "PK values pending. PAR10 units. BZh not done.",
}


@pytest.mark.parametrize("case", CONTAINERS)
def test_containers_are_told(case: str) -> None:
    text, what = CONTAINERS[case]
    assert what in what_container(text)


@pytest.mark.parametrize("case", PLAIN)
def test_near_misses_are_plain_text(case: str) -> None:
    assert what_container(PLAIN[case]) == ""


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "PDF"),
        (b"PK\x03\x04\x14\x00", "DOCX"),
        (b"\x1f\x8b\x08\x00", "gzip"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "Office"),
        (b"SQLite format 3\x00", "SQLite"),
        (b"PAR1\x15\x04", "Parquet"),
        (bytes(128) + b"DICM", "DICOM"),
        (b"II*\x00", "TIFF"),
        (NOTE.encode(), ""),
        (b"", ""),
    ],
)
def test_files_are_told_by_their_first_bytes(data: bytes, what: str) -> None:
    assert (what in what_file(data)) if what else what_file(data) == ""


@pytest.mark.parametrize("text", ["a", "Al", "José R.", NOTE])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_encodings_are_told_at_any_length(text: str, encoding: str) -> None:
    assert is_wide(text.encode(encoding))


@pytest.mark.parametrize(
    "data", [b"", b"a", b"\0", b"ab\0cd", b"Seen\0by Dr.\0Ruiz", NOTE.encode()]
)
def test_some_nuls_are_text(data: bytes) -> None:
    assert not is_wide(data)


@pytest.mark.parametrize(
    "piece", ["{", '{"a":', "<a ", "<a>", "a,b\n", '"', "MSH|", "A: ", "[", "From ", "aA1"]
)
def test_no_text_stalls_it(piece: str) -> None:
    assert in_line(lambda size: partial(what_container, piece * (size // len(piece))), 60_000)
