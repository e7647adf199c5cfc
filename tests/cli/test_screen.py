"""What a run tells its user at the end."""

from __future__ import annotations

from collections import Counter

import pytest

from incognote.batch import Summary
from incognote.cli import screen


def test_notes_of_another_language_are_told_with_what_to_give(
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen.closing_table(Summary(3, 3, other_languages=Counter({"es": 2})))
    done = capsys.readouterr()
    assert "notes in another language" in done.out
    assert done.err == (
        "2 of 3 notes seem to be in another language: identifiers in them are missed; run them "
        "apart, with --lang es.\n"
    )


def test_nothing_is_said_where_all_notes_are_in_the_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen.closing_table(Summary(3, 3))
    done = capsys.readouterr()
    assert "another language" not in done.out
    assert done.err == ""
