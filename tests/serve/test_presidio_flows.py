"""Requests and answers that Presidio's own end-to-end tests state (its e2e-tests), to ours."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")

from benches import NAME, Bench

PARK = "I'm George Washington Square Park"
NAMED = {"start": 4, "end": 21, "score": 0.8, "entity_type": "NAME"}
PLACE = {"start": 11, "end": 33, "score": 0.8, "entity_type": "LOCATION"}
KEEP, REPLACE = {"type": "keep"}, {"type": "replace"}
SEALED = "e6HnOMnIxbd4a8Qea44LshQDnjvxwzBIaAz+YqHNnMW2mC5r3AWoay8Spsoajyyy"
DECRYPT = {"type": "decrypt", "key": "1" * 16}


@pytest.fixture(scope="module")
def bench():
    made = Bench()
    yield made
    made.close()


def done(operator: str, entity: str, start: int, text: str) -> dict[str, object]:
    end = start + len(text)
    return {
        "operator": operator,
        "entity_type": entity,
        "start": start,
        "end": end,
        "text": text,
    }


def ask(bench, asked, path):
    """The answer without the scores of what was done, which these tests do not state."""
    status, said = bench.ask(asked, path)
    for item in said["items"]:
        item.pop("score", None)
    return status, said


@pytest.mark.parametrize(
    ("operators", "text", "items"),
    [
        (
            {"NAME": KEEP, "LOCATION": REPLACE},
            "I'm George Washington<LOCATION>",
            [
                done("replace", "LOCATION", 21, "<LOCATION>"),
                done("keep", "NAME", 4, "George Washington"),
            ],
        ),
        (
            {"NAME": REPLACE, "LOCATION": KEEP},
            "I'm <NAME>Washington Square Park",
            [
                done("keep", "LOCATION", 10, "Washington Square Park"),
                done("replace", "NAME", 4, "<NAME>"),
            ],
        ),
        (
            {"DEFAULT": KEEP},
            "I'm George WashingtonWashington Square Park",
            [
                done("keep", "LOCATION", 21, "Washington Square Park"),
                done("keep", "NAME", 4, "George Washington"),
            ],
        ),
    ],
)
def test_stretches_that_overlap(bench, operators, text, items) -> None:
    asked = {"text": PARK, "anonymizers": operators, "analyzer_results": [NAMED, PLACE]}
    assert ask(bench, asked, "/anonymize") == (200, {"text": text, "items": items})


def test_stretches_within_one(bench) -> None:
    text = "hello world, my name is Jane Doe. My number is: 034453334"
    mask = {"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": True}
    asked = {
        "text": text,
        "anonymizers": {
            "DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"},
            "PHONE_NUMBER": mask,
        },
        "analyzer_results": [
            {"start": 24, "end": 32, "score": 0.8, "entity_type": "NAME"},
            {"start": 24, "end": 28, "score": 0.8, "entity_type": "FIRST_NAME"},
            {"start": 29, "end": 32, "score": 0.6, "entity_type": "LAST_NAME"},
            {"start": 48, "end": 57, "score": 0.95, "entity_type": "PHONE_NUMBER"},
        ],
    }
    items = [
        done("mask", "PHONE_NUMBER", 50, "03445****"),
        done("replace", "NAME", 24, "ANONYMIZED"),
    ]
    wanted = {"text": "hello world, my name is ANONYMIZED. My number is: 03445****", "items": items}
    assert ask(bench, asked, "/anonymize") == (200, wanted)


def test_nothing_to_do(bench) -> None:
    for text in ("", "hello world! nice to meet you!"):
        asked = {"text": text, "anonymizers": {"DEFAULT": REPLACE}, "analyzer_results": []}
        assert bench.ask(asked, "/anonymize") == (200, {"text": text, "items": []})
    assert bench.ask({"key": "1" * 16}, "/deanonymize") == (200, {"text": "", "items": []})
    assert bench.ask({"text": SEALED}, "/deanonymize") == (200, {"text": SEALED, "items": []})


def test_what_presidio_encrypted_comes_back(bench) -> None:
    stretch = {"start": 0, "end": len(SEALED), "entity_type": "NUMBER"}
    asked = {"text": SEALED, "deanonymizers": {"NUMBER": DECRYPT}, "anonymizer_results": [stretch]}
    plain = "text_for_encryption"
    wanted = {"text": plain, "items": [done("decrypt", "NUMBER", 0, plain)]}
    assert ask(bench, asked, "/deanonymize") == (200, wanted)
    asked["deanonymizers"] = {"NUMBER": {"type": "decrypt", "key": "invalidkey"}}
    said = {"error": "Invalid input, key must be of length 128, 192 or 256 bits"}
    assert bench.ask(asked, "/deanonymize") == (422, said)


def test_refusals(bench) -> None:
    custom = {"DEFAULT": {"type": "custom", "new_value": "lambda x:  x[::-1]"}}
    asked = {"text": PARK, "anonymizers": custom, "analyzer_results": [NAMED]}
    said = {"error": "Custom type anonymizer is not supported"}
    assert bench.ask(asked, "/anonymize") == (400, said)
    assert bench.ask({}, "/deanonymize") == (400, {"error": "Invalid request json"})
    for asked in ({}, {"language": "en"}):
        assert bench.ask(asked, "/analyze") == (500, {"error": "No text provided"})
    assert bench.ask({"text": "a"}, "/analyze") == (500, {"error": "No language provided"})
    none = {"error": "No matching recognizers were found to serve the request."}
    assert bench.ask({"text": "a", "language": "zz"}, "/analyze") == (500, none)


def test_from_what_is_found_to_what_is_written(bench) -> None:
    text = f"Mr. {NAME}'s drivers license"
    recognizers = [
        {"supported_entity": "MR_TITLE", "deny_list": ["Mr.", "Mister"], "name": "Mr."},
        {"supported_entity": "MS_TITLE", "deny_list": ["Ms.", "Miss", "Mrs."], "name": "Ms."},
    ]
    for each in recognizers:
        each["supported_language"] = "en"
    asked = {"text": text, "language": "en", "ad_hoc_recognizers": recognizers}
    status, found = bench.ask(asked, "/analyze")
    places = {(row["entity_type"], row["start"], row["end"]) for row in found}
    assert (status, places) == (200, {("MR_TITLE", 0, 3), ("PERSON", 4, 11)})
    asked = {"text": text, "anonymizers": {"ABC": REPLACE}, "analyzer_results": found}
    status, made = bench.ask(asked, "/anonymize")
    assert (status, made["text"]) == (200, "<MR_TITLE> <PERSON>'s drivers license")
    malformed = {**recognizers[0], "patterns": [{"type": "a", "bebex": "b", "confidence": 1}]}
    asked = {"text": text, "language": "en", "ad_hoc_recognizers": [malformed]}
    status, said = bench.ask(asked, "/analyze")
    assert status == 400
    assert said["error"].startswith(
        "Failed to parse /analyze request for AnalyzerEngine.analyze()."
    )
