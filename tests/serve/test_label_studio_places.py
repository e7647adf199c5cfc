"""The places of Label Studio's machine-learning backend."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")

from benches import NAME, Bench

from incognote.io.label_studio import labeling_config

TEXT = f"😀 Mr. {NAME}\r\nwas e\u0301 seen."
START = TEXT.index(NAME)
CONFIG = """<View>
  <Choices name="done" toName="note"><Choice value="yes"/></Choices>
  <Labels name="phi" toName="note">
    <Label value="DOCTOR"/><View><Label value="PATIENT"/></View>
  </Labels>
  <Text name="note" value="$body"/>
</View>"""


@pytest.fixture
def bench():
    made = Bench(max_notes=3)
    yield made
    made.close()


def predict(bench, *tasks, config=CONFIG, **more):
    asked = {"tasks": [*tasks], "label_config": config, "project": "1.2", "params": {}, **more}
    return bench.ask(asked, "/label-studio/predict")


def task(text, **more):
    return {"id": 7, "data": {"body": text, "ward": "3"}, "annotations": [], **more}


def test_predictions_are_regions_of_the_projects_configuration(bench) -> None:
    status, said = predict(bench, task(TEXT), task(""))
    assert status == 200
    found, nothing = said["results"]
    assert nothing["result"] == []
    assert found["model_version"] == said["model_version"] == "incognote 0"
    (region,) = found["result"]
    assert region == {
        "id": "1",
        "from_name": "phi",
        "to_name": "note",
        "type": "labels",
        "score": 1.0,
        "value": {"start": START, "end": START + len(NAME), "text": NAME, "labels": ["PATIENT"]},
    }


def test_the_configuration_that_we_make(bench) -> None:
    of_ours = {"id": 1, "data": {"text": TEXT}}
    status, said = predict(bench, of_ours, config=labeling_config(["PATIENT"]))
    assert (status, len(said["results"][0]["result"])) == (200, 1)


def test_setup_and_health(bench) -> None:
    asked = {"project": "1.2", "schema": CONFIG, "hostname": "http://x", "access_token": "secret"}
    assert bench.ask(asked, "/label-studio/setup") == (200, {"model_version": "incognote 0"})
    status, said = bench.ask(b"", "/label-studio/health", method="GET")
    assert (status, said["status"]) == (200, "UP")
    bench.close()
    assert bench.ask(b"", "/label-studio/health", method="GET")[0] == 503


def test_a_label_that_the_project_has_not_is_refused(bench) -> None:
    config = CONFIG.replace("PATIENT", "CITY")
    status, said = predict(bench, task(TEXT), config=config)
    assert (status, said) == (
        400,
        {"error": "The labeling configuration lacks PATIENT; add these labels."},
    )


def test_a_task_that_fails_leaves_no_answer_that_looks_whole(bench) -> None:
    status, said = predict(bench, task(TEXT), task(f"BOOM {NAME}"))
    assert (status, set(said)) == (422, {"error"})
    assert said["error"].startswith("Task 1: ")
    assert NAME not in said["error"]


HOSTILE = f'<!DOCTYPE a [<!ENTITY z "{NAME}">]>{CONFIG}'


@pytest.mark.parametrize(
    ("more", "code", "word"),
    [
        ({"config": None}, 400, "configuration is no string"),
        ({"config": NAME}, 400, "is not well-formed XML"),
        ({"config": HOSTILE}, 400, "holds a document type"),
        ({"config": CONFIG.replace("Text", "HyperText")}, 400, "no <Labels> for a <Text>"),
        ({"config": CONFIG.replace("Labels", "Other")}, 400, "no <Labels> for a <Text>"),
        ({"config": CONFIG.replace("$body", "$other")}, 400, "Task 0 has no text in the field"),
        ({"tasks": NAME}, 400, "tasks is no list"),
        ({"tasks": [NAME]}, 400, "Task 0 has no text in the field"),
        ({"tasks": [{"data": NAME}]}, 400, "Task 0 has no text in the field"),
        ({"tasks": [task(7)]}, 400, "Task 0 has no text in the field"),
        ({"tasks": [task(TEXT)] * 4}, 413, "at most 3 tasks"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_quoted(bench, more, code, word) -> None:
    status, said = predict(bench, task(TEXT), **more)
    assert (status, set(said)) == (code, {"error"})
    assert word in said["error"]
    assert NAME not in said["error"]


def test_deep_configurations_are_read_without_recursion(bench) -> None:
    deep = "<View>" * 50_000 + "</View>" * 50_000
    assert predict(bench, task(TEXT), config=deep)[0] == 400
