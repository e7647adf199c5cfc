"""The places of Presidio's services: its documented requests, answered as it documents them."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")

from benches import LOCAL, NAME, Bench

from incognote.core.labels import TYPES
from incognote.core.presidio_names import ENTITIES, NAMES, told_as

TEXT = f"😀 Mr. {NAME}'s Zip code: 10023-4455"
WHO = {"start": 6, "end": 13, "entity_type": "PERSON", "score": 1.0}
ZIP = {
    "name": "Zip code Recognizer",
    "supported_language": "en",
    "patterns": [{"name": "zip code (weak)", "regex": r"(\b\d{5}(?:\-\d{4})?\b)", "score": 0.01}],
    "supported_entity": "ZIP",
}


@pytest.fixture
def bench():
    made = Bench(max_bytes=20_000, max_notes=3, seconds=20)
    yield made
    made.close()


def analyze(bench, **more):
    status, said = bench.ask({"text": TEXT, "language": "en", **more}, "/analyze")
    assert NAME not in json.dumps(said)
    return status, said


def short(rows):
    return [(TEXT[r["start"] : r["end"]], r["entity_type"], r["score"]) for r in rows]


def test_a_text(bench) -> None:
    assert analyze(bench) == (200, [{**WHO, "analysis_explanation": None}])


def test_texts(bench) -> None:
    status, said = analyze(bench, text=["", TEXT, "no one"])
    assert (status, [len(rows) for rows in said]) == (200, [0, 1, 0])


def test_why(bench) -> None:
    ((_, (row,)), (_, (without,))) = (
        analyze(bench, return_decision_process=yes) for yes in (True, 0)
    )
    assert row["analysis_explanation"]["recognizer"] == "IncognoteRecognizer"
    assert row["analysis_explanation"]["score"] == 1
    assert without["analysis_explanation"] is None


@pytest.mark.parametrize("more", [{"correlation_id": "7"}, {"trace": "1"}, {"context": ["x"]}])
def test_what_changes_nothing(bench, more) -> None:
    assert analyze(bench, **more) == analyze(bench)


def test_a_recognizer_of_the_request(bench) -> None:
    status, said = analyze(bench, ad_hoc_recognizers=[ZIP])
    assert status == 200
    assert short(said) == [(NAME, "PERSON", 1), ("10023-4455", "ZIP", 0.01)]
    _, said = analyze(bench, ad_hoc_recognizers=[{**ZIP, "context": ["zip", "code"]}])
    assert short(said)[1] == ("10023-4455", "ZIP", 0.4)
    _, said = analyze(bench, ad_hoc_recognizers=[{**ZIP, "context": ["post"]}], context=["Postal"])
    assert short(said)[1] == ("10023-4455", "ZIP", 0.4)
    _, said = analyze(bench, ad_hoc_recognizers=[ZIP], score_threshold=0.02)
    assert short(said) == [(NAME, "PERSON", 1)]
    _, said = analyze(bench, ad_hoc_recognizers=[ZIP], entities=["ZIP"])
    assert short(said) == [("10023-4455", "ZIP", 0.01)]
    _, said = analyze(bench, ad_hoc_recognizers=[{**ZIP, "supported_language": "es"}])
    assert short(said) == [(NAME, "PERSON", 1)]


def test_words_of_the_request(bench) -> None:
    titles = {"supported_entity": "MR_TITLE", "deny_list": ["Mr", "Mr.", "Mister"]}
    _, said = analyze(bench, ad_hoc_recognizers=[titles])
    assert short(said)[0] == ("Mr.", "MR_TITLE", 1)


def test_what_is_allowed(bench) -> None:
    assert analyze(bench, allow_list=[NAME]) == (200, [])
    assert short(analyze(bench, allow_list=[NAME[:-1], NAME.lower()])[1])
    assert analyze(bench, allow_list=["^del.+o$"], allow_list_match="regex") == (200, [])
    case = {"allow_list": ["^del.+o$"], "allow_list_match": "regex", "regex_flags": 0}
    assert short(analyze(bench, **case)[1])


def test_what_is_asked_for(bench) -> None:
    assert short(analyze(bench, entities=["PERSON", "US_SSN"])[1]) == [(NAME, "PERSON", 1)]
    assert analyze(bench, entities=["US_SSN"]) == (200, [])


CANNOT = {
    "no text": ({"text": ""}, 500, "No text provided"),
    "no texts": ({"text": []}, 500, "No text provided"),
    "no language": ({"language": ""}, 500, "No language provided"),
    "language": ({"language": "zz"}, 500, "No matching recognizers were found"),
    "entities": ({"entities": ["CRYPTO"]}, 500, "No matching recognizers were found"),
    "one entity": ({"entities": ["PERSON", NAME]}, 400, "entities[1]"),
    "entities no list": ({"entities": NAME}, 400, "entities"),
    "text no string": ({"text": [TEXT, 7]}, 400, "text"),
    "too many": ({"text": [TEXT] * 4}, 413, "3"),
    "field": ({NAME: 1}, 400, "fields"),
    "threshold": ({"score_threshold": "0.5"}, 400, "score_threshold"),
    "allow_list": ({"allow_list": NAME}, 400, "allow_list"),
    "allow_list_match": ({"allow_list_match": NAME}, 400, "allow_list_match"),
    "allowed form": ({"allow_list": ["("], "allow_list_match": "regex"}, 400, "allow_list[0]"),
    "flags": ({"regex_flags": 1 << 20}, 400, "regex_flags"),
    "context": ({"context": [NAME, 7]}, 400, "context"),
}
BAD_RECOGNIZERS = {
    "no list": NAME,
    "no objects": [NAME],
    "other field": [{**ZIP, NAME: 1}],
    "pattern": [{**ZIP, "patterns": [{"type": NAME, "bebex": "a", "confidence": 0.1}]}],
    "regex": [{**ZIP, "patterns": [{"name": "", "regex": f"({NAME}", "score": 0.1}]}],
    "score": [{**ZIP, "patterns": [{"name": "", "regex": NAME, "score": 2}]}],
    "no entity": [{**ZIP, "supported_entity": ""}],
    "two entities": [{"supported_entities": ["A", "B"], "deny_list": [NAME]}],
    "nothing": [{"supported_entity": "A"}],
    "empty word": [{"supported_entity": "A", "deny_list": [""]}],
    "language": [{**ZIP, "supported_language": 7}],
}
CANNOT |= {
    f"recognizers: {name}": ({"ad_hoc_recognizers": value}, 400, "Failed to parse /analyze")
    for name, value in BAD_RECOGNIZERS.items()
}


@pytest.mark.parametrize(("more", "code", "word"), CANNOT.values(), ids=CANNOT)
def test_what_cannot_be_is_told_and_nothing_quoted(bench, more, code, word) -> None:
    status, said = analyze(bench, **more)
    assert (status, set(said)) == (code, {"error"})
    assert word in said["error"]


def test_a_pattern_that_takes_for_ever_is_no_pattern_that_found_nothing(bench, monkeypatch) -> None:
    monkeypatch.setattr("incognote.serve.presidio.Clock", lambda *_: clock(0.2))
    from incognote.serve.ad_hoc import Clock as clock

    slow = {**ZIP, "patterns": [{"name": "", "regex": r"(a|aa)+[^a]\b", "score": 1}]}
    status, said = analyze(bench, text="a" * 60, ad_hoc_recognizers=[slow])
    assert (status, "patterns" in said["error"]) == (422, True)


def test_a_text_that_fails_leaves_no_answer_that_looks_whole(bench) -> None:
    status, said = analyze(bench, text=[TEXT, f"BOOM {NAME}"])
    assert (status, set(said)) == (422, {"error"})
    assert said["error"].startswith("Text 1:")


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("/recognizers", {"IncognoteRecognizer"}),
        ("/supportedentities", {"PERSON", "DATE_TIME", "LOCATION", "PHONE_NUMBER", "ID"}),
    ],
)
def test_lists_by_language(bench, path, known) -> None:
    for query in ("", "?language=en", "?unknown=x"):
        status, said = bench.ask(b"", path + query, method="GET")
        assert status == 200
        assert known <= set(said)
    status, said = bench.ask(b"", f"{path}?language={NAME}", method="GET")
    assert (status, said) == (
        500,
        {"error": "No matching recognizers were found to serve the request."},
    )


def test_lists_of_operators(bench) -> None:
    _, said = bench.ask(b"", "/anonymizers", method="GET")
    assert {"hash", "mask", "redact", "replace", "encrypt", "keep"} == set(said)
    assert bench.ask(b"", "/deanonymizers", method="GET")[1] == ["decrypt", "deanonymize_keep"]


def anonymize(bench, path="/anonymize", **said):
    return bench.ask(said, path)


def test_what_was_found_is_replaced(bench) -> None:
    _, found = analyze(bench)
    status, said = anonymize(bench, text=TEXT, analyzer_results=found)
    assert (status, said["text"]) == (200, TEXT.replace(NAME, "<PERSON>"))
    (item,) = said["items"]
    assert item == {
        "start": 6,
        "end": 14,
        "entity_type": "PERSON",
        "text": "<PERSON>",
        "operator": "replace",
        "score": 1.0,
    }


def test_operators_by_entity_and_default(bench) -> None:
    found = [
        WHO,
        {"start": 6, "end": 9, "score": 0.8, "entity_type": "FIRST_NAME"},
        {"start": 26, "end": 36, "score": 0.95, "entity_type": "ZIP"},
    ]
    operators = {
        "DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"},
        "ZIP": {"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": True},
    }
    status, said = anonymize(bench, text=TEXT, analyzer_results=found, anonymizers=operators)
    assert (status, said["text"]) == (200, "😀 Mr. ANONYMIZED's Zip code: 10023-****")
    assert [item["operator"] for item in said["items"]] == ["mask", "replace"]


def test_there_and_back(bench) -> None:
    key = "1111111111111111"
    sealed = anonymize(
        bench,
        text=[TEXT, "none"],
        analyzer_results=[[WHO], []],
        anonymizers={"DEFAULT": {"type": "encrypt", "key": key}},
    )[1]
    assert NAME not in json.dumps(sealed)
    back = {
        "text": [each["text"] for each in sealed],
        "anonymizer_results": [each["items"] for each in sealed],
    }
    status, opened = anonymize(
        bench, "/deanonymize", deanonymizers={"PERSON": {"type": "decrypt", "key": key}}, **back
    )
    assert (status, [each["text"] for each in opened]) == (200, [TEXT, "none"])
    status, said = anonymize(
        bench,
        "/deanonymize",
        deanonymizers={"DEFAULT": {"type": "decrypt", "key": "2" * 16}},
        **back,
    )
    assert (status, set(said)) == (422, {"error"})


@pytest.mark.parametrize(
    ("body", "path", "answered"),
    [
        ({"text": "", "analyzer_results": []}, "/anonymize", ""),
        ({"text": "a b", "analyzer_results": []}, "/anonymize", "a b"),
        ({"text": "a b"}, "/deanonymize", "a b"),
        ({"key": "1111111111111111"}, "/deanonymize", ""),
    ],
)
def test_nothing_to_do(bench, body, path, answered) -> None:
    assert bench.ask(body, path) == (200, {"text": answered, "items": []})


def mask(**more):
    return {"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": True, **more}


WRONG = {
    "nothing": ({}, 400),
    "no results": ({"text": TEXT}, 422),
    "results no list": ({"text": TEXT, "analyzer_results": {NAME: 1}}, 422),
    "beyond the text": ({"analyzer_results": [{**WHO, "end": 99}]}, 422),
    "backwards": ({"analyzer_results": [{**WHO, "end": 2}]}, 422),
    "below zero": ({"analyzer_results": [{**WHO, "start": -2}]}, 422),
    "no number": ({"analyzer_results": [{**WHO, "start": NAME}]}, 422),
    "half a number": ({"analyzer_results": [{**WHO, "start": 1.5}]}, 422),
    "true": ({"analyzer_results": [{**WHO, "start": True}]}, 422),
    "no entity": ({"analyzer_results": [{**WHO, "entity_type": None}]}, 422),
    "no score": ({"analyzer_results": [{**WHO, "score": None}]}, 422),
    "score": ({"analyzer_results": [{**WHO, "score": NAME}]}, 422),
    "text": ({"text": {NAME: 1}}, 422),
    "texts and results": ({"text": [TEXT, TEXT], "analyzer_results": [[WHO]]}, 422),
    "half a character": ({"text": f"{NAME}\ud800"}, 422),
    "operators": ({"anonymizers": [NAME]}, 422),
    "no type": ({"anonymizers": {"DEFAULT": {NAME: 1}}}, 422),
    "unknown": ({"anonymizers": {"DEFAULT": {"type": NAME}}}, 422),
    "code": ({"anonymizers": {"DEFAULT": {"type": "custom", "new_value": NAME}}}, 400),
    "mask: sign": ({"anonymizers": {"DEFAULT": mask(masking_char="**")}}, 422),
    "mask: count": ({"anonymizers": {"DEFAULT": mask(chars_to_mask="4")}}, 422),
    "mask: from_end": ({"anonymizers": {"DEFAULT": mask(from_end=None)}}, 422),
    "hash": ({"anonymizers": {"DEFAULT": {"type": "hash", "hash_type": "md5"}}}, 422),
    "salt": ({"anonymizers": {"DEFAULT": {"type": "hash", "salt": "short"}}}, 422),
    "key": ({"anonymizers": {"DEFAULT": {"type": "encrypt", "key": "short"}}}, 422),
    "value": ({"anonymizers": {"DEFAULT": {"type": "replace", "new_value": 7}}}, 422),
}


@pytest.mark.parametrize(("body", "code"), WRONG.values(), ids=WRONG)
def test_wrong_requests_quote_nothing(bench, body, code) -> None:
    if body and body != {"text": TEXT}:
        body = {"text": TEXT, "analyzer_results": [WHO], **body}
    status, said = bench.ask(body, "/anonymize")
    assert (status, set(said)) == (code, {"error"})
    assert NAME not in said["error"]


def test_a_small_request_makes_no_huge_answer(bench) -> None:
    rows = [{"start": i, "end": i + 1, "entity_type": "A", "score": 1} for i in range(0, 300, 2)]
    body = {"text": "x" * 400, "analyzer_results": rows}
    body["anonymizers"] = {"A": {"type": "replace", "new_value": "y" * 8000}}
    assert bench.ask(body, "/anonymize")[0] == 413


@pytest.mark.parametrize("path", ["/analyze", "/anonymize", "/deanonymize"])
def test_the_door_is_the_same(bench, path) -> None:
    assert bench.ask({"text": "a"}, path, headers={**LOCAL, "host": "far.example"})[0] == 421
    assert bench.ask(b'{"text": "a",}', path)[0] == 400
    assert bench.ask(b'{"text": "a", "text": "b"}', path)[0] == 400
    assert bench.ask(b'{"text": "a", "score_threshold": NaN}', path)[0] == 400
    assert bench.ask(b"[" * 9000, path)[0] == 400
    assert bench.ask({"text": "a" * 30_000}, path)[0] == 413


def test_names() -> None:
    assert {label.name for label in TYPES} == set(ENTITIES)
    assert all(told_as(name) == name for name in NAMES)
    assert {told_as(n) for n in ("US_SSN", "ES_NIF", "CREDIT_CARD", "UK_NHS")} == {"ID"}
    assert told_as("UK_POSTCODE") == "LOCATION"
    assert told_as("NRP") == told_as("CRYPTO") == told_as("us_ssn") == ""
