"""Containers in a request: what comes back is of the same kind, with all but identifiers in it."""

from __future__ import annotations

import base64
import io
import json

import pytest

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")

from benches import LOCAL, NAME, Bench

from incognote.io.format import get_format
from incognote.serve.containers import FORMATS

HL7 = (
    "MSH|^~\\&|LAB|W|EHR|W|20190314||ORU^R01|1|P|2.5\r"
    f"PID|1||00482913^^^H^MR||{NAME}^MARIA||19500301|F\r"
    f"OBX|1|TX|11506-3^Note^LN||Mrs {NAME} is better.||||||F\r"
)
NOTE = base64.b64encode(f"Mrs {NAME} is better.".encode()).decode()
FHIR = {
    "resourceType": "DocumentReference",
    "status": "current",
    "content": [{"attachment": {"contentType": "text/plain", "data": NOTE}}],
}
CDA = (
    '<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Note</title><component><structuredBody>'
    f"<component><section><text>Mrs {NAME} is better.</text></section></component>"
    "</structuredBody></component></ClinicalDocument>"
)
CSV = f'id,mrn,note\r\n1,00482913,"Mrs {NAME} is ""better""."\r\n2,00482914,Fine.\r\n'
ROLES = {"incognote-fields": json.dumps({"id": "id", "mrn": "code", "note": "text"})}


@pytest.fixture(scope="module")
def bench():
    made = Bench(max_bytes=100_000, seconds=60)
    yield made
    made.close()


def ask(bench, body, kind, **headers):
    body = body if isinstance(body, bytes) else body.encode()
    said = {**LOCAL, "content-type": kind, **headers}
    return bench.ask(body, headers=said)


@pytest.mark.parametrize(
    ("kind", "body", "kept", "headers"),
    [
        ("text/plain; charset=utf-8", f"😀 Mrs {NAME}\r\n", "😀 Mrs [PATIENT]\r\n", {}),
        ("application/hl7-v2", HL7, "Mrs [PATIENT] is better.", {}),
        ("x-application/hl7-v2+er7", HL7, "|11506-3^Note^LN|", {}),
        ("application/fhir+json", json.dumps(FHIR), '"status": "current"', {}),
        ("text/xml", CDA, "Mrs [PATIENT] is better.", {}),
        ("text/csv", CSV, '"Mrs [PATIENT] is ""better""."', ROLES),
        ("text/tab-separated-values", CSV.replace(",", "\t"), "[PATIENT]", ROLES),
        ("text/html", f"<html><body><p>Mrs {NAME}</p></body></html>", "Mrs [PATIENT]", {}),
        ("text/rtf", rf"{{\rtf1\ansi Mrs {NAME} is better.}}", "is better", {}),
    ],
)
def test_what_comes_back_is_of_the_same_kind(bench, kind, body, kept, headers) -> None:
    status, said = ask(bench, body, kind, **headers)
    assert status == 200, said
    assert kept in said
    assert bench.headers["content-type"] == kind.partition(";")[0]
    assert json.loads(bench.headers["incognote-provenance"])["policy"] == "all default"
    for gone in (NAME, NAME.upper(), NOTE, "00482913"):
        assert gone not in said


def test_the_note_within_an_attachment_is_read(bench) -> None:
    _, said = ask(bench, json.dumps(FHIR), "application/fhir+json")
    (content,) = json.loads(said)["content"]
    assert base64.b64decode(content["attachment"]["data"]) == b"Mrs [PATIENT] is better."


def test_a_policy_is_named_in_headers(bench) -> None:
    _, said = ask(bench, f"Mrs {NAME}", "text/plain", **{"incognote-replacement": "mask"})
    assert (NAME in said, len(said)) == (False, len(f"Mrs {NAME}"))


def test_parquet(bench) -> None:
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: extra tables")
    from pyarrow import parquet

    data, roles = io.BytesIO(), {"incognote-fields": json.dumps({"id": "id", "note": "text"})}
    parquet.write_table(arrow.table({"id": ["1"], "note": [f"Mrs {NAME}"]}), data)
    new = Bench(max_bytes=100_000, seconds=60)
    try:
        status, said = asked_bytes(new, data.getvalue(), "application/vnd.apache.parquet", roles)
    finally:
        new.close()
    assert status == 200
    rows = parquet.read_table(io.BytesIO(said)).to_pylist()
    assert rows == [{"id": "1", "note": "Mrs [PATIENT]"}]


def asked_bytes(bench, body, kind, headers):
    """As `ask`, for an answer that is no text."""
    import asyncio

    sent = []

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    said = {**LOCAL, "content-type": kind, **headers}
    scope = {"type": "http", "method": "POST", "path": "/v1/deidentify", "query_string": b""}
    scope["headers"] = [(k.encode(), v.encode()) for k, v in said.items()]
    asyncio.run(bench.app(scope, receive, send))
    return sent[0]["status"], b"".join(m.get("body", b"") for m in sent)


REFUSED = {
    "not of that kind": ("application/hl7-v2", f"Mrs {NAME}", {}, 422),
    "cut off": ("application/fhir+json", json.dumps(FHIR)[:-9], {}, 422),
    "nothing": ("application/fhir+json", "", {}, 422),
    "no UTF-8": ("text/plain", NAME.encode() + b"\xff", {}, 422),
    "another kind": ("text/plain", HL7, {}, 422),
    "another character set": ("text/plain; charset=latin1", "a", {}, 415),
    "no PDF": ("application/pdf", NAME, {}, 422),
    "no document": (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        NAME,
        {},
        422,
    ),
    "nobody decided": ("text/csv", CSV, {}, 422),
    "a record fails": ("text/csv", CSV.replace("Fine", f"BOOM {NAME}"), ROLES, 422),
    "no such field": ("text/csv", CSV, {"incognote-fields": '{"nte": "text"}'}, 422),
    "no such role": ("text/csv", CSV, {"incognote-fields": f'{{"note": "{NAME}"}}'}, 400),
    "roles no JSON": ("text/csv", CSV, {"incognote-fields": NAME}, 400),
    "roles no strings": ("text/csv", CSV, {"incognote-fields": '{"note": 7}'}, 400),
    "no such rest": ("text/csv", CSV, {**ROLES, "incognote-other-fields": NAME}, 400),
    "no such policy": ("text/plain", NAME, {"incognote-policy": NAME}, 400),
}


@pytest.mark.parametrize(("kind", "body", "headers", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_whole_is_not_done(bench, kind, body, headers, code) -> None:
    status, said = ask(bench, body, kind, **headers)
    assert (status, set(said)) == (code, {"error"})
    assert NAME not in said["error"]
    assert "/dev" not in said["error"]
    assert "/tmp" not in said["error"]


def test_each_kind_has_a_format_that_is_written_back() -> None:
    for name in FORMATS.values():
        assert get_format(name).records or name == "txt"
