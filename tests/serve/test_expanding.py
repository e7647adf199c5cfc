"""A small request that unpacks to much is refused before it fills memory or keeps the worker."""

from __future__ import annotations

import base64
import gzip
import io
import json
import time
import zipfile
import zlib

import pytest

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")

from benches import LOCAL, NAME, Bench

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
MOST = 1_000_000


@pytest.fixture(scope="module")
def bench():
    # More than any of these takes; without the bound each takes minutes, or gigabytes.
    made = Bench(max_bytes=MOST, seconds=60)
    yield made
    made.close()


def docx(body: str) -> bytes:
    kinds = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        'relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/'
        'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    )
    links = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        'relationships/officeDocument" Target="word/document.xml"/></Relationships>'
    )
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    text = f'<w:document xmlns:w="{word}"><w:body>{body}</w:body></w:document>'
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", kinds)
        archive.writestr("_rels/.rels", links)
        archive.writestr("word/document.xml", text)
    return made.getvalue()


def paragraphs(count: int) -> bytes:
    return docx(f"<w:p><w:r><w:t>Mrs {NAME} is better.</w:t></w:r></w:p>" * count)


def lying(data: bytes) -> bytes:
    """The same archive, whose list says that nothing in it is large."""
    size = zipfile.ZipFile(io.BytesIO(data)).getinfo("word/document.xml").file_size
    return data.replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))


def parquet(notes: list[str]) -> bytes:
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

    made = io.BytesIO()
    table = arrow.table({"id": range(len(notes)), "note": notes})
    arrow.parquet.write_table(table, made, compression="zstd")
    return made.getvalue()


def fhir(data: bytes, kind: str = DOCX) -> bytes:
    held = {"contentType": kind, "data": base64.b64encode(data).decode()}
    note = {"resourceType": "DocumentReference", "status": "current"}
    return json.dumps({**note, "content": [{"attachment": held}] * 3}).encode()


def pdf(text: bytes) -> bytes:
    stream = zlib.compress(b"BT /F1 12 Tf 100 700 Td (" + text + b") Tj ET", 9)
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n" % len(stream) + stream + b"\nendstream",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    made, places = b"%PDF-1.4\n", []
    for i, each in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj" % i + each + b"endobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 6\n0000000000 65535 f \n%strailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
    return made + end % (table, len(made))


ROLES = {"incognote-fields": json.dumps({"id": "id", "note": "text"})}
FORM = "application/vnd.apache.parquet"
BOMBS = {
    "a document of many paragraphs": lambda: (DOCX, paragraphs(200_000), {}, 413),
    "one that says it is small": lambda: (DOCX, lying(paragraphs(200_000)), {}, 422),
    "one within another": lambda: ("application/fhir+json", fhir(paragraphs(50_000)), {}, 413),
    "several, each of which would do": lambda: (
        *("application/fhir+json", fhir(paragraphs(6_000)), {}, 413),
    ),
    "base64 of base64": lambda: (
        *("application/fhir+json", fhir(base64.b64encode(paragraphs(50_000))), {}, 413),
    ),
    "a cell": lambda: (FORM, parquet(["Seen. " * 3_000_000]), ROLES, 413),
    "rows that are all the same": lambda: (FORM, parquet([f"{NAME}. " * 500] * 5_000), ROLES, 413),
    "large rows that are all the same": lambda: (
        *(FORM, parquet([f"{NAME}. " * 20_000] * 256), ROLES, 413),
    ),
    "a packed table": lambda: (
        *("text/csv", gzip.compress(b"id,note\n" + b"1,Seen.\n" * 300_000), ROLES, 415),
    ),
    "a page": lambda: ("application/pdf", pdf(b"Seen. " * 5_000_000), {}, (200, 413, 422)),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_what_unpacks_to_much_is_refused(bench, kind) -> None:
    type_, body, roles, status = BOMBS[kind]()
    assert len(body) < MOST
    got, said = bench.ask(body, headers={**LOCAL, "content-type": type_, **roles})
    assert got in (status if isinstance(status, tuple) else (status,)), said
    assert NAME not in str(said)
    assert bench.ask({"text": NAME})[0] == 200  # the worker is free again


@pytest.mark.parametrize(
    ("kind", "make"),
    [(DOCX, lambda: paragraphs(50)), (FORM, lambda: parquet([f"Mrs {NAME}"] * 300))],
)
def test_what_unpacks_to_little_is_done(bench, kind, make) -> None:
    headers = {**LOCAL, "content-type": kind, **(ROLES if kind == FORM else {})}
    assert bench.ask(make(), headers=headers)[0] == 200


def test_a_compressed_body_is_refused(bench) -> None:
    body = gzip.compress(json.dumps({"text": f"Mrs {NAME} " * 1_000_000}).encode())
    for coding in ("gzip", "deflate", "br", "zstd", "GZIP", "gzip, identity"):
        got, said = bench.ask(body, headers={**LOCAL, "content-encoding": coding})
        assert got == 415
        assert NAME not in str(said)
    assert bench.ask(body, headers=LOCAL)[0] == 400


def test_a_container_that_nobody_waits_for_is_given_up(monkeypatch) -> None:
    """What is left of it keeps no worker."""
    made = Bench(max_bytes=MOST, seconds=0.5)
    try:
        notes = "".join(f"{i},Mrs {NAME}\r\n" for i in range(20_000))
        made.finder.gate.clear()
        headers = {**LOCAL, "content-type": "text/csv", **ROLES}
        got, _ = made.ask(f"id,note\r\n{notes}".encode(), headers=headers)
        assert got == 503
        made.finder.gate.set()
        while made.desk.held:
            time.sleep(0.05)
        assert len(made.finder.seen) < 5_000
    finally:
        made.close()
