from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.io import label_studio
from incognote.io.format import get_format

TEXT = "😀 Seen by\r\nAda Zyx 👩‍⚕️."
START = TEXT.index("Ada")


def region(start: Any, end: Any, text: str | None = None, **more: Any) -> dict[str, Any]:
    value = {"start": start, "end": end, "labels": ["DOCTOR"]}
    if text is not None:
        value["text"] = text
    return {"type": "labels", "from_name": "label", "to_name": "text", "value": value, **more}


def task(*regions: Any, **more: Any) -> dict[str, Any]:
    return {"id": 7, "data": {"text": TEXT}, "annotations": [{"result": [*regions]}], **more}


def read(path: Path, content: Any, **how: Any) -> list[Document]:
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return list(label_studio.read(path, **how))


def test_an_export_as_label_studio_writes_it(tmp_path: Path) -> None:
    """With what it adds: drafts, relations, choices, who did it and how long it took."""
    choice = {"type": "choices", "value": {"choices": ["ok"]}, "from_name": "c", "to_name": "text"}
    relation = {"type": "relation", "from_id": "a", "to_id": "b", "direction": "right"}
    annotation = {
        "id": 3,
        "completed_by": 1,
        "result": [region(START, START + 7, "Ada Zyx", origin="manual"), choice, relation],
        "was_cancelled": False,
        "ground_truth": False,
        "lead_time": 8.4,
    }
    exported = {
        "id": 7,
        "annotations": [annotation],
        "drafts": [],
        "predictions": [{"result": [region(0, 1)]}],
        "data": {"text": TEXT, "ward": "3"},
        "meta": {"patient": "p1", "rank": 3},
        "project": 1,
    }
    (doc,) = read(tmp_path / "a.json", json.dumps([exported], indent=2))
    assert (doc.id, doc.text, dict(doc.meta)) == ("7", TEXT, {"patient": "p1"})
    assert doc.spans == (Span(START, START + 7, "DOCTOR"),)


@pytest.mark.parametrize("recorded", ["by\\n\\nAda", "by\r\nAda", "by\n\nAda"])
def test_line_ends_are_recorded_as_the_editor_shows_them(tmp_path: Path, recorded: str) -> None:
    start = TEXT.index("by")
    (doc,) = read(tmp_path / "a.json", [task(region(start, start + 7, recorded))])
    assert doc.text[doc.spans[0].start : doc.spans[0].end] == "by\r\nAda"


def test_offsets_in_utf_16_are_refused(tmp_path: Path) -> None:
    """As the editor wrote them before version 1.4: the emoji counted two."""
    with pytest.raises(NoteError, match=r"^7: a.json, task 1, annotations\[0\], result\[0\]: \[12"):
        read(tmp_path / "a.json", [task(region(START + 1, START + 8, "Ada Zyx"))])


def test_annotations_and_predictions_are_two_formats(tmp_path: Path) -> None:
    both = task(predictions=[{"result": [region(0, 1, score=0.25)]}])
    (annotated,) = read(tmp_path / "a.json", [both])
    assert annotated.spans == ()
    (predicted,) = get_format("label-studio-predictions").read(tmp_path / "a.json")
    assert [(s.start, s.score) for s in predicted.spans] == [(0, 0.25)]


def test_what_is_written_is_of_its_kind(tmp_path: Path) -> None:
    doc = Document("w/1", TEXT, (Span(0, 1, "DOCTOR", 0.5),), {"patient": "p1"})
    label_studio.write([doc], tmp_path / "a.json")
    get_format("label-studio-predictions").write([doc], tmp_path / "p.json")
    (one,), (two,) = (json.loads((tmp_path / n).read_text("utf-8")) for n in ("a.json", "p.json"))
    assert one["data"] == two["data"] == {"id": "w/1", "text": TEXT}
    assert one["meta"] == {"patient": "p1"}
    assert set(one) == {"data", "meta", "annotations"}
    assert set(two) == {"data", "meta", "predictions"}
    assert "score" not in one["annotations"][0]["result"][0]
    assert two["predictions"][0]["model_version"] == "incognote"
    assert two["predictions"][0]["result"][0]["score"] == 0.5


def test_the_ground_truth_counts_of_several(tmp_path: Path) -> None:
    made: list[dict[str, Any]] = [{"result": [region(0, n)]} for n in (1, 2, 3)]
    with pytest.raises(NoteError, match="has 3 annotations; mark one as ground truth"):
        read(tmp_path / "a.json", [task() | {"annotations": made}])
    made[1]["ground_truth"] = True
    (doc,) = read(tmp_path / "a.json", [task() | {"annotations": made}])
    assert [s.end for s in doc.spans] == [2]
    made[1]["ground_truth"] = False
    made[0]["was_cancelled"] = made[2]["was_cancelled"] = True
    (doc,) = read(tmp_path / "a.json", [task() | {"annotations": made}])
    assert [s.end for s in doc.spans] == [2]


def test_a_task_that_all_skipped_is_refused(tmp_path: Path) -> None:
    skipped = [{"result": [], "was_cancelled": True}]
    with pytest.raises(NoteError, match="was skipped by all"):
        read(tmp_path / "a.json", [task() | {"annotations": skipped}])


def test_a_task_that_nobody_annotated_is_a_note(tmp_path: Path) -> None:
    (doc,) = read(tmp_path / "a.json", [{"data": {"note": TEXT}}])
    assert (doc.id, doc.text, doc.spans) == ("a-1", TEXT, ())


def test_marks_of_before_version_1_are_read(tmp_path: Path) -> None:
    old = {"id": 1, "data": {"text": TEXT}, "completions": [{"result": [region(0, 1)]}]}
    (doc,) = read(tmp_path / "a.json", [old])
    assert len(doc.spans) == 1


def test_a_file_of_one_task(tmp_path: Path) -> None:
    (doc,) = read(tmp_path / "a.json", task(region(0, 1)))
    assert len(doc.spans) == 1


def test_several_labels_of_a_region_are_several_spans(tmp_path: Path) -> None:
    two = region(0, 1)
    two["value"]["labels"] = ["DOCTOR", "CITY"]
    (doc,) = read(tmp_path / "a.json", [task(two)])
    assert [s.label for s in doc.spans] == ["CITY", "DOCTOR"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (task(region(START, START + 7, "Ada Zya")), r"result\[0\]: \[11, 18\) is not the text"),
        (task(region(START, 99, "Ada Zyx")), r"\[11, 99\) is not the text"),
        (task(region(START, 99)), r"span \[11, 99\) DOCTOR reaches beyond"),
        (task(region(3, 3)), "needs 0 <= start < end"),
        (task(region(-1, 3)), "needs 0 <= start < end"),
        (task(region("0", 3)), "'start' must be a JSON integer"),
        (task(region(True, 3)), "'start' must be a JSON integer"),
        (task(region(0.0, 3)), "'start' must be a JSON integer"),
        (task({"type": "labels"}), "'value' is missing"),
        (task({"type": "labels", "value": {"labels": []}}), "has no label"),
        (task({"type": "x", "value": {"hypertextlabels": ["Zyx"]}}), "is no region of a <Text>"),
        (task(region(0, 1, type=None)), "is no region of a <Text>"),
        (task("Zyx"), r"result\[0\]: must be an object"),
        (task() | {"annotations": ["Zyx"]}, r"annotations\[0\]: must be an object"),
        (task() | {"annotations": [3]}, "names its annotations by number only"),
        (task() | {"annotations": {}}, "'annotations' must be a JSON array"),
        (task() | {"data": {"text": 3}}, "data: 'text' must be a JSON string"),
        (task() | {"data": {"a": "Zyx", "b": "Zyx"}}, "data: 'text' is missing"),
        (task() | {"data": {"text": TEXT, "id": ["Zyx"]}}, "the id must be a string or whole"),
        ({"id": 1, "text": TEXT, "label": []}, "'data' is missing; export it as JSON, not as"),
        (3, "must be an object"),
    ],
)
def test_broken_tasks(tmp_path: Path, given: Any, reason: str) -> None:
    errors: list[NoteError] = []
    good = task() | {"id": 8}
    docs = read(tmp_path / "a.json", [given, good], on_error=errors.append)
    assert [doc.id for doc in docs] == ["8"]
    with pytest.raises(NoteError, match=reason):
        raise errors[0]
    assert len(errors) == 1
    assert "Zy" not in str(errors[0])


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "is no JSON array of tasks"),
        ("id,text\n1,Zyx", "is no JSON array of tasks"),
        ("[]", "holds no task"),
        ('[{"id": 1, "data": {"text": "Zyx"}}', "breaks off behind task 1"),
        ('[{"id": 1, "data": {"text": "Zyx', "task 1 is no valid JSON"),
        ('[{"id": 1, "data": {"text": "Zyx"}}] Zyx', "something stands behind the tasks"),
        ('{"id": 1, "data": {"text": "Zyx"}}\n{"id": 2}', "something stands behind the tasks"),
        ("[" * 200_000, "task 1 is no valid JSON"),
    ],
)
def test_files_that_are_no_array_of_tasks(tmp_path: Path, content: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        read(tmp_path / "a.json", content)
    assert "Zyx" not in str(caught.value)


def test_the_configuration_names_each_label() -> None:
    config = label_studio.labeling_config(["DOCTOR", 'A"B'])
    assert '<Label value="DOCTOR"/>' in config
    assert "<Label value='A\"B'/>" in config
    assert '<Text name="text" value="$text"/>' in config
