"""What goes out comes back: `reveal` and `certify` take what `deid` wrote, whatever its format."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from word import archive, links, paragraph, part
from word import run as words

from incognote import cli
from incognote.cli import options
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.rules import from_settings
from incognote.io.format import NO_FIELDS
from incognote.io.recognise import read_file, recognise

PHONE, MAIL = "(216) 555-01{:02}", "a.ruiz{:02}@example.org"
NOTE = (
    f"Seen on 3/14/2019 with a cough for ten days and no fever at all. Call her sister at {PHONE} "
    f"before the next visit, or else write to {MAIL} about it. Potassium 4.1, and no pain.\n"
)
"""Its lines are wider than a page of ours."""
ADDRESS = "http://example.org/said"
"""Of an extension that somebody decides about."""


def run(*args: str) -> int:
    return cli.run(list(args))


def docx(i: int, text: str) -> bytes:
    """A document with authors, a title and changes that were tracked."""
    tracked = (
        '<w:del w:author="Elena Vance" w:date="2019-03-14T09:30:00Z" w:id="1"><w:r><w:delText>'
        f'Fax (216) 555-09{i:02}.</w:delText></w:r></w:del><w:ins w:author="Joyce Okafor" w:id="2">'
        f"{words(f'Fax (216) 555-08{i:02}.')}</w:ins>"
    )
    core = (
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
        'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Letter, call '
        f"(216) 555-07{i:02}</dc:title><dc:creator>e.vance@example.org</dc:creator>"
        "</cp:coreProperties>"
    )
    rows = (
        ("officeDocument", "word/document.xml"),
        (
            "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
            "docProps/core.xml",
        ),
    )
    body = f"<w:body>{paragraph(words(text))}{paragraph(tracked)}</w:body>"
    return archive(
        {
            "_rels/.rels": links(*rows),
            "word/document.xml": part("document", body),
            "docProps/core.xml": core,
        }
    )


def pdf(i: int, text: str) -> bytes:
    import fpdf

    made = fpdf.FPDF()
    made.add_page()
    made.set_font("Helvetica", size=5)
    for _ in range(3):
        made.cell(0, 6, text.strip() * 2, new_x="LMARGIN", new_y="NEXT")
    return bytes(made.output())


def rtf(i: int, text: str) -> bytes:
    return b"{\\rtf1\\ansi{\\info{\\author a.vance@example.org}}" + text.encode() + b"\\par}"


def html(i: int, text: str) -> bytes:
    return f'<p title="Fax {PHONE.format(i + 40)}">{text}</p><p>{text}</p>'.encode()


def cda(i: int, text: str) -> bytes:
    inner = base64.b64encode(docx(i, text)).decode()
    return (
        '<ClinicalDocument xmlns="urn:hl7-org:v3"><component><structuredBody><component><section>'
        f'<text><paragraph ID="a">{text}</paragraph><renderMultiMedia referencedObject="m"/></text>'
        '<entry><observationMedia classCode="OBS" moodCode="EVN" ID="m">'
        f'<value representation="B64">{inner}</value></observationMedia></entry>'
        "</section></component></structuredBody></component></ClinicalDocument>"
    ).encode()


def fhir(i: int, text: str) -> bytes:
    """Fields that read alike with tags, some longer than a line before and not then."""
    said = [f"Call {PHONE.format(i)}", f"Call {PHONE.format(i + 40)}", "Potassium"]
    long = f"{'a' * 99} write to {MAIL.format(i)}"
    values = [*said, long, text, text.replace(PHONE.format(i), PHONE.format(i + 41))]
    attached = {"contentType": "x", "data": base64.b64encode(docx(i, text)).decode()}
    broken = {"contentType": "image/png", "data": base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()}
    observations = [
        {"resourceType": "Observation", "status": "final", "code": {"text": "x"}, "valueString": v}
        for v in values
    ]
    decided = {"url": ADDRESS, "valueMarkdown": f"Wrote to {MAIL.format(i)}, and that was all."}
    report = {
        **{"resourceType": "DiagnosticReport", "extension": [decided]},
        **{"status": "final", "code": {"text": "x"}, "presentedForm": [attached, broken]},
    }
    entries = [{"resource": each} for each in (*observations, report)]
    return json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries}).encode()


def ndjson(i: int, text: str) -> bytes:
    entries = json.loads(fhir(i, text))["entry"]
    return "".join(json.dumps(entry["resource"]) + "\n" for entry in entries).encode()


def hl7(i: int, text: str) -> bytes:
    inner = base64.b64encode(docx(i, text)).decode()
    message = (
        "MSH|^~\\&|A|B|C|D|20190314||ORU^R01|1|P|2.5\rPID|1||00482913||DELGADO^MARIA\r"
        f"OBX|1|TX|X||{text.strip().replace('&', ' ')}||||||F\r"
        f"OBX|2|ED|X||^application^octet-stream^Base64^{inner}||||||F\r"
    )
    return (message * 2).encode()


def jsonl(i: int, text: str) -> bytes:
    rows = ({"id": f"{i}-{j}", "text": text, "lab": "K"} for j in range(2))
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def csv(i: int, text: str) -> bytes:
    return f'id,text,lab\n1,"{text}",K\n\n2,,K\n'.encode()


def parquet(i: int, text: str) -> bytes:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    file = io.BytesIO()
    pq.write_table(pa.table({"id": ["1", "2"], "text": [text, None], "lab": ["K", "K"]}), file)
    return file.getvalue()


def txt(i: int, text: str) -> bytes:
    return text.encode()


DECIDED = ["--text", f"DiagnosticReport.extension:{ADDRESS}"]
COLUMNS = ["--text", "text", "--keep", "id", "--keep", "lab"]
FORMATS: dict[str, tuple[Callable[[int, str], bytes], list[str]]] = {
    **{"docx": (docx, []), "pdf": (pdf, []), "rtf": (rtf, []), "html": (html, [])},
    **{"xml": (cda, []), "json": (fhir, DECIDED), "ndjson": (ndjson, DECIDED), "hl7": (hl7, [])},
    **{"txt": (txt, []), "jsonl": (jsonl, ["--keep", "lab"])},
    **{"csv": (csv, COLUMNS), "parquet": (parquet, COLUMNS)},
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Pipeline([from_settings(Settings())])
    monkeypatch.setattr(options, "load_pipeline", lambda settings: rules)
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()


def made(kind: str, notes: int) -> list[str]:
    make, more = FORMATS[kind]
    for i in range(notes):
        text = NOTE.format(i, i)
        Path(f"in/a{i:02}.{kind}").write_bytes(make(i, text))
    return more


def texts(path: Path, *args: str) -> list[str]:
    """All that is read of a file, lines as one."""
    from incognote.io.format import Fields

    fields = NO_FIELDS
    if path.suffix in (".csv", ".parquet"):
        fields = Fields({"text": "text"}, "keep")
    records = read_file(path, path.name, recognise(path), fields, on_error=None)
    return [" ".join(doc.text.split()) for record in records for doc in record.texts]


def deid(source: str, out: str, how: str, more: list[str]) -> None:
    args = ("--max-note-seconds", "0", "--jobs", "1", "--replace", how, *more)
    assert run("key", "new", "key") == 0
    assert run("deid", source, "-o", out, "--key", "key", "--vault", "vault", *args) == 0


@pytest.mark.parametrize("how", ["tag", "surrogate"])
@pytest.mark.parametrize("one", [False, True])
@pytest.mark.parametrize("kind", FORMATS)
def test_the_vault_opens(kind: str, one: bool, how: str, capsys) -> None:
    more = made(kind, 2)
    file = f"a01.{kind}"
    source, out = (f"in/{file}", f"out.{kind}") if one else ("in", "out")
    deid(source, out, how, more)
    capsys.readouterr()
    back = run("reveal", out, "--vault", "vault", "--key", "key", "-o", "back")
    said = capsys.readouterr()
    assert back == 0, said.err
    surfaces = ["3/14/2019", PHONE.format(1), MAIL.format(1)]
    was = texts(Path(source) if one else Path("in", file))
    is_out = texts(Path(out) if one else Path(out, file))
    (revealed,) = Path("back").rglob(file)
    is_back = texts(revealed)
    assert all(any(each in text for text in was) for each in surfaces)
    assert not any(each in text for text in is_out for each in surfaces)
    for each in surfaces:
        assert any(each in text for text in is_back), each
    for text in is_back:  # nothing is where it was not
        lines = {line for old in was for line in old.split()}
        assert kind == "pdf" or {*text.split()} - lines <= {
            word for new in is_out for word in new.split()
        }


@pytest.mark.parametrize("kind", FORMATS)
def test_a_release_is_read_and_mended(kind: str, capsys) -> None:
    more = made(kind, 12)
    deid("in", "out", "surrogate", more)
    plan = ("certify", "plan", "out", "--plan", "plan", "--read", "30", "--plant", "12")
    assert run(*plan, "--to-read", "read") == 0, capsys.readouterr().err
    rows = []
    for drawn in json.loads(Path("plan").read_text())["sample"]:
        put = drawn["planted"]
        left = [{k: put[k] for k in ("label", "start", "end")}] if put else []
        rows.append({"id": drawn["id"], "reader": "A", "left": left})
    Path("left").write_text("".join(json.dumps(row) + "\n" for row in rows))
    review = ("--plan", "plan", "--reviewed", "left", "--reviewed-format", "left")
    assert run("certify", "run", "out", *review) == 0, capsys.readouterr().err
    assert run("certify", "apply", "out", *review, "--mended", "mended") == 0
    again = ("certify", "plan", "mended", "--plan", "again", "--read", "30", "--plant", "12")
    assert run(*again) == 0, capsys.readouterr().err


@pytest.mark.parametrize("how", ["tag", "surrogate"])
def test_no_original_comes_back_in_the_place_of_another(how: str, capsys) -> None:
    def said(folder: str) -> list[str]:
        entries = json.loads(Path(folder, "a00.json").read_text())["entry"]
        found = [entry["resource"].get("valueString") for entry in entries]
        return [each for each in found if each]

    more = made("json", 1)
    deid("in", "out", how, more)
    assert run("reveal", "out", "--vault", "vault", "--key", "key", "-o", "back") == 0
    was, is_out, is_back = map(said, ("in", "out", "back"))
    assert not {*was[:2], *was[3:]} & {*is_out}
    places = list(zip(was, is_out, is_back, strict=True))
    assert not [place for place in places if place[2] not in place[:2]]
    stay = sum(back != old for old, _, back in places)
    # Of some keys two numbers get one surrogate, which then tells neither.
    shared = sum(len({o for o, n, _ in places if n == new}) > 1 for _, new, _ in places)
    assert stay == (5 if how == "tag" else shared), is_back
    assert ("stay as out has them" in capsys.readouterr().err) or not stay


def test_omop_comes_back() -> None:
    Path("in/cdm").mkdir()
    Path("in/cdm/person.csv").write_text("person_id,gender_concept_id\n1,8507\n")
    head = "note_id,person_id,note_date,note_title,note_text"
    text = NOTE.format(1, 1).strip()
    Path("in/cdm/note.csv").write_text(f'{head}\n5,1,2019-03-14,Visit,"{text}"\n')
    deid("in/cdm", "out", "surrogate", ["--format", "omop"])
    assert PHONE.format(1) not in Path("out/note.csv").read_text()
    assert run("reveal", "out", "--vault", "vault", "--key", "key", "-o", "back") == 0
    assert text in Path("back/note.csv").read_text()


def test_rows_without_a_note_are_no_notes(capsys) -> None:
    more = made("csv", 1)
    deid("in", "out", "tag", more)
    capsys.readouterr()
    assert run("reveal", "out", "--vault", "vault", "--key", "key", "-o", "back") == 0
    assert "1 note in, 1 revealed" in capsys.readouterr().out
