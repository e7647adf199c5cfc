"""What the service does to stretches, beside Presidio's own anonymizer."""

from __future__ import annotations

import json
import random

import pytest

why = "Presidio is not installed: .ci/run has it"
presidio = pytest.importorskip("presidio_anonymizer", reason=why)
pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")

from presidio_anonymizer.services.app_entities_convertor import (  # noqa: E402
    AppEntitiesConvertor as Read,
)

from incognote.serve.operators import ANONYMIZERS, Stretch, anonymize, deanonymize  # noqa: E402

TEXT = "😀 Mr. John  Smith, born 3/14/1950, lives in Springfield, Ohio. Call (216) 555-0143."
KEY = "WmZq4t7w!z%C&F)J"
OPERATORS = (
    {"type": "replace"},
    {"type": "replace", "new_value": "Núñez 🫀"},
    {"type": "redact"},
    {"type": "keep"},
    {"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": True},
    {"type": "mask", "masking_char": "#", "chars_to_mask": 400, "from_end": False},
    {"type": "mask", "masking_char": "", "chars_to_mask": -1, "from_end": False},
    {"type": "hash", "salt": "0123456789abcdef"},
    {"type": "hash", "salt": "0123456789abcdef", "hash_type": "sha512"},
)


def theirs(found, operators):
    said = json.loads(json.dumps({"results": found, "operators": operators}))
    results = Read.analyzer_results_from_json(said["results"])
    chosen = Read.operators_config_from_json(said["operators"])
    done = presidio.AnonymizerEngine().anonymize(TEXT, results, chosen)
    return json.loads(done.to_json())


def ours(found, operators):
    stretches = [Stretch(f["start"], f["end"], f["entity_type"], f["score"]) for f in found]
    return json.loads(json.dumps(anonymize(TEXT, stretches, operators)))


@pytest.mark.parametrize("seed", range(40))
def test_the_same_comes_out(seed) -> None:
    draw = random.Random(seed)
    for _ in range(25):
        found = []
        for _ in range(draw.randrange(6)):
            start, end = sorted(draw.sample(range(len(TEXT) + 1), 2))
            end = min(end, start + draw.choice((1, 4, 12, 90)))
            score = draw.choice((0.3, 0.5, 0.85, 1))
            entity = draw.choice(("PERSON", "LOCATION", "ID"))
            found.append({"start": start, "end": end, "entity_type": entity, "score": score})
        operators = {
            name: draw.choice(OPERATORS)
            for name in ("PERSON", "LOCATION", "DEFAULT")
            if draw.random() < 0.7
        }
        assert ours(found, operators) == theirs(found, operators), (found, operators)


def test_each_opens_what_the_other_sealed() -> None:
    operators = {"DEFAULT": {"type": "encrypt", "key": KEY}}
    back = {"DEFAULT": {"type": "decrypt", "key": KEY}}
    found = [
        {"start": 2, "end": 17, "entity_type": "PERSON", "score": 1},
        {"start": 50, "end": 61, "entity_type": "LOCATION", "score": 1},
    ]
    sealed = theirs(found, operators)
    places = [Stretch(i["start"], i["end"], i["entity_type"]) for i in sealed["items"]]
    assert deanonymize(sealed["text"], places, back)["text"] == TEXT
    sealed = ours(found, operators)
    entities = Read.deanonymize_entities_from_json({"anonymizer_results": sealed["items"]})
    chosen = Read.operators_config_from_json(json.loads(json.dumps(back)))
    opened = presidio.DeanonymizeEngine().deanonymize(sealed["text"], entities, chosen)
    assert opened.text == TEXT
    mine = deanonymize(
        sealed["text"],
        [Stretch(i["start"], i["end"], i["entity_type"]) for i in sealed["items"]],
        back,
    )
    items = json.loads(opened.to_json())["items"]
    assert [{**i, "score": None} for i in items] == mine["items"]


def test_all_of_theirs_are_here_but_what_runs_code_or_calls_out() -> None:
    refused = {"custom", "surrogate_ahds"}
    assert {*presidio.AnonymizerEngine().get_anonymizers()} - refused == {*ANONYMIZERS}
