"""What the service counts, and that no word of a request is in it."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")

from benches import NAME, Bench


@pytest.fixture
def bench():
    made = Bench()
    yield made
    made.close()


def counted(bench):
    from prometheus_client import parser

    status, said = bench.ask(b"", "/metrics", method="GET")
    assert (status, NAME in said) == (200, False)
    assert bench.headers["content-type"].startswith("text/plain")
    families = parser.text_string_to_metric_families(said)
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }


def test_counts(bench) -> None:
    bench.ask({"notes": [{"text": f"a {NAME}"}, {"text": f"BOOM {NAME}"}]})
    bench.ask({"text": NAME, NAME: 1})
    bench.ask({"text": NAME}, f"/v1/{NAME}?{NAME}")
    bench.ask({"text": NAME, "language": "en"}, "/analyze")
    found = counted(bench)
    assert found["incognote_requests_total", "/v1/deidentify", "200"] == 1
    assert found["incognote_requests_total", "/v1/deidentify", "400"] == 1
    assert found["incognote_requests_total", "/analyze", "200"] == 1
    assert found["incognote_notes_total", "done"] == 2
    assert found["incognote_notes_total", "failed"] == 1
    assert found["incognote_spans_total", "PATIENT"] == 2
    assert found["incognote_characters_total",] == len(f"a {NAME}BOOM {NAME}{NAME}")
    assert found["incognote_request_seconds_count", "/analyze"] == 1
    assert (found["incognote_ready",], found["incognote_requests_held",]) == (1, 0)


def test_they_are_behind_the_token() -> None:
    bench = Bench(token="secret")
    try:
        assert bench.ask(b"", "/metrics", method="GET")[0] == 401
    finally:
        bench.close()
