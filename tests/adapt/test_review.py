"""Reviews: what the readers wrote, checked against what was released."""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote.adapt.plan import make_plan
from incognote.adapt.release import Released, hash_text
from incognote.adapt.review import count_readers, left_by_note, read_left
from incognote.document import Document, Span
from incognote.errors import ConfigError, InputError, NoteError

TEXTS = {"a": "seen by Ruiz on [DATE]", "b": "no pain"}


def write(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "review.jsonl"
    path.write_text("".join(line + "\n" for line in lines))
    return path


def test_lines_become_notes(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        '{"id": "a", "left": [{"label": "DOCTOR", "start": 8, "end": 12}]}',
        '{"id": "b", "left": []}',
    )
    first, second = read_left(path, TEXTS)
    assert [(s.label, first.text[s.start : s.end]) for s in first.spans] == [("DOCTOR", "Ruiz")]
    assert second.spans == ()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Ruiz", "must be"),
        ('{"id": "a"}', "must be"),
        ('{"id": "c", "left": []}', "was not released"),
        ('{"id": "a", "left": [], "reader": 7}', "reader must be a name"),
        ('{"id": "a", "left": [{"label": "RUIZ", "start": 8, "end": 12}]}', "does not exist"),
        ('{"id": "a", "left": [{"label": "DOCTOR", "start": 12, "end": 8}]}', "whole numbers"),
        ('{"id": "a", "left": [{"label": "DOCTOR", "start": 8.0, "end": 9}]}', "whole numbers"),
        ('{"id": "a", "left": [{"label": "DOCTOR", "start": 8, "end": 900}]}', "beyond the text"),
    ],
)
def test_a_bad_line_names_its_place_and_quotes_nothing(
    line: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(NoteError, match=says) as caught:
        read_left(write(tmp_path, line), TEXTS)
    assert "Ruiz" not in str(caught.value)
    assert "RUIZ" not in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_left(tmp_path / "none.jsonl", TEXTS)


def test_texts_must_be_the_released_ones() -> None:
    plan = make_plan(
        [Released(id, hash_text(text), {}, 0.0) for id, text in TEXTS.items()],
        read=2, seed=1, confidence=0.9, most=5, precision=0.9, system={},
    )  # fmt: skip
    docs = [Document(id, text) for id, text in TEXTS.items()]
    marked = docs[0].with_spans([Span(8, 12, "DOCTOR")])
    assert left_by_note(plan, [marked, docs[1]]) == {"a": ("DOCTOR",), "b": ()}
    with pytest.raises(NoteError, match="not the one that was released"):
        left_by_note(plan, [Document("a", "seen by Ruiz on [DATE]."), docs[1]])
    with pytest.raises(NoteError, match="reviewed twice"):
        left_by_note(plan, [docs[1], docs[1]])
    both = docs[0].with_spans([Span(8, 12, "DOCTOR"), Span(8, 12, "PATIENT")])
    with pytest.raises(NoteError, match=r"\[8, 12\) is marked 2 times"):
        left_by_note(plan, [both, docs[1]])


def test_an_identifier_that_a_line_lists_twice_is_refused(tmp_path: Path) -> None:
    plan = make_plan(
        [Released("a", hash_text(TEXTS["a"]), {}, 0.0)],
        read=1, seed=1, confidence=0.9, most=5, precision=0.9, system={},
    )  # fmt: skip
    span = '{"label": "DOCTOR", "start": 8, "end": 12}'
    told = read_left(write(tmp_path, f'{{"id": "a", "left": [{span}, {span}]}}'), TEXTS)
    with pytest.raises(NoteError, match="mark what was left once"):
        left_by_note(plan, told)


def test_readers_are_counted_by_note(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        '{"id": "a", "left": [], "reader": "B. Clerk; A. Nurse"}',
        '{"id": "b", "left": [], "reader": "A. Nurse"}',
    )
    told = read_left(path, TEXTS)
    assert count_readers(told, []) == ({"A. Nurse": 2, "B. Clerk": 1}, 1)
    some = [told[0], Document("b", TEXTS["b"])]
    assert count_readers(some, ["C.", "D."]) == ({"A. Nurse": 1, "B. Clerk": 1, "C., D.": 1}, 1)
    assert count_readers(some, ["A. Nurse"]) == ({"A. Nurse": 2, "B. Clerk": 1}, 1)
    with pytest.raises(ConfigError, match="1 reviewed note does not say who read it"):
        count_readers(some, [])
