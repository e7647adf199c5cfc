"""Groups are compared in pairs, place by place; the report holds no text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from incognote.assure.evaluation import Bootstrap
from incognote.assure.page import to_html, to_markdown
from incognote.assure.probe import (
    MEAN,
    Asked,
    answer,
    blocks,
    falling,
    read_probe,
    weigh,
    worst,
)
from incognote.core.document import Document, Span
from incognote.core.errors import InputError

TEXT = "Seen by Ada and Tom."
PLACES = (Span(8, 11, "DOCTOR"), Span(16, 19, "PATIENT"))
BOOTSTRAP = Bootstrap(200, seed=1)


def notes(count: int) -> list[Document]:
    return [Document(f"n{i}", TEXT, PLACES, meta={"patient": f"p{i // 2}"}) for i in range(count)]


def found(count: int, missing: Sequence[int]) -> list[Document]:
    """Everything is found but for the second place of some notes."""
    return [
        doc.with_spans(doc.spans[:1] if i in missing else doc.spans)
        for i, doc in enumerate(notes(count))
    ]


def asked(missing: dict[str, Sequence[int]], count: int = 30, reference: str = "") -> Asked:
    docs = notes(count)
    given = [answer(name, docs, found(count, m), values=True) for name, m in missing.items()]
    return Asked("names", "Whose.", reference, docs, answer("stands", docs, docs), given)


def test_a_place_counts_whole_and_by_its_letters() -> None:
    docs = notes(1)
    made = answer("g", docs, [docs[0].with_spans([Span(8, 10, "DOCTOR")])])
    assert list(made.size) == [3, 3]
    assert list(made.bare) == [1, 3]
    weighed = weigh(Asked("q", "", "", docs, made, [made]), None, None)
    (group,) = weighed["groups"]
    assert group["recall"] == {"value": 0.0, "n": 2}
    assert group["masked"]["value"] == pytest.approx(2 / 6)
    assert "p" not in group


def test_the_group_that_falls_is_named_and_no_other() -> None:
    weighed = weigh(asked({"a": range(12), "b": [3], "c": [], "d": [7]}), BOOTSTRAP, None)
    assert falling(weighed) == ["a"]
    by_name = {row["group"]: row for row in weighed["groups"]}
    assert by_name["a"]["recall"]["value"] == pytest.approx(48 / 60)
    difference = by_name["a"]["difference"]["recall"]
    assert difference["value"] == pytest.approx(48 / 60 - 226 / 240)
    assert difference["low"] <= difference["value"] <= difference["high"] < 0
    assert weighed["reference"] == MEAN
    assert weighed["mean"]["recall"]["value"] == pytest.approx(226 / 240)


def test_against_a_group_that_one_has_no_difference() -> None:
    weighed = weigh(asked({"a": [], "b": range(12)}, reference="a"), BOOTSTRAP, None)
    first, second = weighed["groups"]
    assert "difference" not in first
    assert second["difference"]["recall"]["value"] == pytest.approx(-0.2)
    assert falling(weighed) == ["b"]


def test_what_comes_together_in_a_patient_is_one_draw() -> None:
    """Ten misses in one patient's notes are one patient: no group falls by that."""
    given = asked({"a": range(10), "b": [], "c": []})
    alone = weigh(given, BOOTSTRAP, ["p"] * 10 + [f"p{i}" for i in range(20)])
    assert falling(alone) == []
    assert falling(weigh(given, BOOTSTRAP, None)) == ["a"]


def test_the_worst_places_come_first_and_hold_no_text() -> None:
    rows = worst([asked({"a": [1, 2], "b": [2], "c": [2, 4]})], 2)
    assert [(row["id"], row["start"], row["end"]) for row in rows] == [
        ("n2", 16, 19),
        ("n1", 16, 19),
    ]
    assert rows[0]["missed_in"] == {"names": ["a", "b", "c"]}
    assert (rows[0]["missed"], rows[0]["groups"]) == (3, 3)
    assert not rows[0]["missed_as_it_stands"]
    assert "Tom" not in json.dumps(rows)
    told = worst([asked({"a": [1], "b": []})], 1, values=True)
    assert told[0]["values"] == {"names": ["Tom"]}


def test_a_place_is_one_row_for_all_questions() -> None:
    one, two = asked({"a": [1], "b": []}), asked({"c": [1], "d": []})
    other = Asked("order", "", "", two.notes, two.as_it_stands, two.answers)
    (row,) = worst([one, other], 9)
    assert row["missed_in"] == {"names": ["a"], "order": ["c"]}
    assert (row["missed"], row["groups"]) == (2, 4)


def record() -> dict[str, object]:
    questions = [weigh(asked({"a": range(12), "b": [3], "c": []}), BOOTSTRAP, None)]
    return {"corpus": "ward", "system": "ours", "notes": 30, "questions": questions}


def test_the_section_names_groups_and_no_note() -> None:
    page = to_html("t", blocks(record()))
    assert "Recall falls for: a." in page
    assert "n1" not in page
    assert "80.00" in to_markdown(blocks(record()))


def page_of(question: dict[str, object]) -> str:
    return to_markdown(blocks({"corpus": "w", "system": "o", "notes": 1, "questions": [question]}))


def test_where_none_falls_it_says_over_how_many_places() -> None:
    many = weigh(asked({"a": [1], "b": [3]}), BOOTSTRAP, None)
    assert "No group falls, at 60 places in 30 notes." in page_of(many)
    told = "No group is seen to fall, but 6 places in 3 notes are too few to show anything."
    assert told in page_of(weigh(asked({"a": [1], "b": [2]}, count=3), BOOTSTRAP, None))
    of_two = weigh(asked({"a": [1], "b": [3]}), BOOTSTRAP, ["p"] * 10 + ["q"] * 20)
    assert "60 places in 30 notes are too few" in page_of(of_two)
    nothing_tested = weigh(asked({"a": range(20), "b": []}), None, None)
    assert "Whether a group falls was not looked at." in page_of(nothing_tested)


def test_what_the_screen_says_of_few_notes_stands_in_the_section() -> None:
    warned = to_markdown(blocks(record() | {"caution": "The intervals rest on 2 notes."}))
    assert "The intervals rest on 2 notes." in warned


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text('{"figures": {}}')
    with pytest.raises(InputError, match="is no probe"):
        read_probe(path)
    path.write_text(json.dumps(record()))
    assert read_probe(path)["notes"] == 30


def test_figures_do_not_depend_on_the_order_of_groups() -> None:
    one = weigh(asked({"a": range(5), "b": [3], "c": []}), None, None)
    two = weigh(asked({"c": [], "b": [3], "a": range(5)}), None, None)
    by_name = [{row["group"]: row for row in each["groups"]} for each in (one, two)]
    assert by_name[0] == by_name[1]
    assert np.isclose(one["mean"]["recall"]["value"], two["mean"]["recall"]["value"])
