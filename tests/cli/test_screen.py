"""What a run tells its user at the end."""

from __future__ import annotations

import pytest

from incognote.cli import screen
from incognote.run.batch import Summary


def test_notes_of_another_language_are_told_with_what_to_give(
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen.closing_table(Summary(notes_out=3, other_languages={"es": ["a", "b"]}))
    done = capsys.readouterr()
    assert "notes in another language" in done.out
    assert done.err == (
        "2 of 3 notes seem to be in another language (es), so identifiers in them are missed; run "
        "them with --lang es, or all with --lang auto: a, b\n"
    )


def test_of_many_notes_in_another_language_the_first_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ids = [f"n{i}" for i in range(9)]
    screen.closing_table(Summary(notes_out=9, other_languages={"de": ids}))
    said = capsys.readouterr().err
    assert "(de), so identifiers in them are missed; do not release them: n0, n1" in said
    assert "n8" not in said
    assert said.endswith("... (all have other_language in the record)\n")


def test_nothing_is_said_where_all_notes_are_in_the_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen.closing_table(Summary(notes_out=3))
    done = capsys.readouterr()
    assert "another language" not in done.out
    assert done.err == ""
