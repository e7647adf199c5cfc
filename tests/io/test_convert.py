from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, NoteError, OutputError
from incognote.io import brat, jsonl
from incognote.io.convert import convert

MEDDOCAN = Path(__file__).parents[1] / "data" / "meddocan"


def test_brat_through_every_format_and_back(tmp_path: Path) -> None:
    source = MEDDOCAN
    path = ["brat", "jsonl", "inline", "conll", "brat"]
    for number, (old, new) in enumerate(pairwise(path)):
        convert(source, tmp_path / str(number), from_format=old, to_format=new)
        source = tmp_path / str(number)
    assert list(brat.read(source)) == list(brat.read(MEDDOCAN))


def test_a_note_that_fails_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("[[PATIENT|Zyx")
    (tmp_path / "in" / "b.txt").write_text("[[PATIENT|Zyx]]")
    errors: list[NoteError] = []
    written = convert(
        tmp_path / "in",
        tmp_path / "out",
        from_format="inline",
        to_format="jsonl",
        on_error=errors.append,
    )
    assert written == 1
    assert [d.id for d in jsonl.read(tmp_path / "out")] == ["b"]
    assert [e.id for e in errors] == ["a"]


def test_what_the_target_cannot_hold_is_an_error_too(tmp_path: Path) -> None:
    spans = (Span(0, 8, "PATIENT"), Span(4, 8, "CITY"))
    docs = [Document("a", "Ada Ruiz", spans), Document("b", "Ada Ruiz", spans[:1])]
    jsonl.write(docs, tmp_path / "in")
    errors: list[NoteError] = []
    written = convert(
        tmp_path / "in",
        tmp_path / "out",
        from_format="jsonl",
        to_format="inline",
        on_error=errors.append,
    )
    assert written == 1
    assert [e.id for e in errors] == ["a"]
    with pytest.raises(NoteError, match="overlap"):
        convert(tmp_path / "in", tmp_path / "out2", from_format="jsonl", to_format="conll")


def test_bad_arguments(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no format 'word'"):
        convert(MEDDOCAN, tmp_path / "x", from_format="word", to_format="jsonl")
    with pytest.raises(ConfigError, match=r"no format 'json'.*Did you mean 'jsonl'"):
        convert(MEDDOCAN, tmp_path / "x", from_format="brat", to_format="json")
    with pytest.raises(OutputError, match="lies inside the input"):
        convert(MEDDOCAN, MEDDOCAN / "out", from_format="brat", to_format="jsonl")
