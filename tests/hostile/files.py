"""Files that came as notes, with what must become of each: written, or failed for a named reason.

Each holds `SECRET` where it can, which must stand in no output and no message. All go through one
run, beside healthy notes.
"""

from __future__ import annotations

import gzip
import io
import json
import zipfile

SECRET = "Thornbury"
_NOTE = f"Patient Margaret {SECRET}, seen by Dr. {SECRET} on 3/14/2019, is stable today.\n"
_NOTA = f"Paciente Margarita {SECRET}, de 54 años, acude el 14/03/2019 a control de su diabetes.\n"
_GERMAN = (
    f"Die Patientin Margarete {SECRET} wurde am Morgen wegen starker Schmerzen in der Brust in die "
    "Notaufnahme gebracht. Sie war wach und orientiert, der Blutdruck lag bei 150 zu 90.\n"
)
OUT = ""
"""The note is written."""


def _zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("word/document.xml", f"<w:t>{_NOTE}</w:t>")
    return buffer.getvalue()


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


_PATIENT = {"resourceType": "Patient", "name": [{"family": SECRET, "given": ["Margaret"]}]}
FILES: dict[str, tuple[bytes, str]] = {
    # Plain text in all its forms is written.
    "plain": (_NOTE.encode(), OUT),
    "byte order mark": (b"\xef\xbb\xbf" + _NOTE.encode(), OUT),
    "CRLF": (_NOTE.replace("\n", "\r\n").encode(), OUT),
    "old Mac": (_NOTE.replace("\n", "\r").encode(), OUT),
    "no line end": (_NOTE.strip().encode(), OUT),
    "empty": (b"", OUT),
    "blanks only": (b" \n\t\n ", OUT),
    "one letter": (b"x", OUT),
    "emoji": (f"\U0001f469\u200d\u2695\ufe0f {_NOTE}".encode(), OUT),
    "right to left": (f"\u202e{_NOTE}\u202c".encode(), OUT),
    "quotes a message": (f"{_NOTE}Lab sent: MSH|^~\\&|LAB|A and no more.\n".encode(), OUT),
    "quotes JSON": (f'{_NOTE}The app says {{"dose": 5}} and stops.\n'.encode(), OUT),
    "quotes a tag": (f"{_NOTE}<b>Allergies</b>: none, temperature <38.\n".encode(), OUT),
    "begins with a bracket": (f"[x] seen. {_NOTE}".encode(), OUT),
    "a table within": (f"{_NOTE}Na,K,Cl\n140,4.1,101\n138,4.0,99\n".encode(), OUT),
    "one giant word": (b"x" * 200_000, OUT),
    "one giant line": (_NOTE.strip().encode() * 400, OUT),
    # Other encodings are refused: a wrong guess would hide names.
    "Latin-1": (f"Señora {_NOTE}".encode("latin-1"), "UTF-8"),
    "Windows-1252": (f"“{_NOTE}”".encode("cp1252"), "UTF-8"),
    "UTF-16 with mark": (_NOTE.encode("utf-16"), "UTF-16"),
    "UTF-16 LE": (_NOTE.encode("utf-16-le"), "UTF-16"),
    "UTF-16 BE": (_NOTE.encode("utf-16-be"), "UTF-16"),
    "UTF-16, one word": (SECRET.encode("utf-16-le"), "UTF-16"),
    "UTF-32": (_NOTE.encode("utf-32-le"), "UTF-16"),
    "cut within a letter": ("Señora".encode()[:3], "UTF-8"),
    "lone surrogate": (b"\xed\xa0\x80" + _NOTE.encode(), "UTF-8"),
    # What is no plain text is told by its content.
    "FHIR": (_json(_PATIENT), "JSON"),
    "FHIR lines": (_json(_PATIENT) + b"\n" + _json(_PATIENT) + b"\n", "JSON"),
    "FHIR cut off": (_json([_PATIENT] * 9)[:-20], "JSON"),
    "HL7": (f"MSH|^~\\&|A|B\rPID|1||7||{SECRET}^MARGARET\r".encode(), "HL7"),
    "HL7 lines": (f"PID|1||7||{SECRET}^M\nPV1|1|I\nOBX|1|TX|||{SECRET}\n".encode(), "HL7"),
    "CDA": (
        f"<?xml version='1.0'?><ClinicalDocument><name>{SECRET}</name></ClinicalDocument>".encode(),
        "XML",
    ),
    "XML without head": (f"<note><to>{SECRET}</to><body>stable</body></note>".encode(), "XML"),
    "HTML": (f"<!DOCTYPE html><html><body><p>{_NOTE}</p></body></html>".encode(), "HTML"),
    "RTF": (f"{{\\rtf1\\ansi {_NOTE}}}".encode(), "RTF"),
    "CSV": (f"patient_id,note_text\n1,{SECRET} is stable\n2,{SECRET} is well\n".encode(), "table"),
    "TSV": (f"mrn\tnote\n1\t{SECRET} is stable\n2\t{SECRET} is well\n".encode(), "table"),
    "e-mail": (
        f"Received: from a\nMIME-Version: 1.0\nFrom: {SECRET}\n\nstable\n".encode(),
        "e-mail",
    ),
    "PDF": (b"%PDF-1.7\n" + _NOTE.encode(), "PDF"),
    "DOCX": (_zip(), "ZIP"),
    "gzip": (gzip.compress(_NOTE.encode()), "gzip"),
    "DICOM": (b"\0" * 128 + b"DICM" + _NOTE.encode(), "DICOM"),
    "Parquet": (b"PAR1" + _NOTE.encode(), "Parquet"),
    "SQLite": (b"SQLite format 3\0" + _NOTE.encode(), "SQLite"),
    "PNG": (b"\x89PNG\r\n\x1a\n" + _NOTE.encode(), "PNG"),
    # Another language fails where that is asked for, as this run does.
    "Spanish": (_NOTA.encode() * 3, "language"),
    "German": (_GERMAN.encode() * 2, "language"),
    "Cyrillic": ("Пациентка поступила с жалобами на боль в груди, одышку.\n".encode(), "language"),
}
