import re

from incognote.core.words import any_of


def test_no_pieces_match_nowhere() -> None:
    assert re.search(any_of(()), "") is None
    assert re.fullmatch(any_of(("a", "b")), "b")
