"""A note laid beside its redacted form: what the placeholders stand for."""

from __future__ import annotations

from collections.abc import Sequence

MOST_PAIRS = 4_000_000
"""Pairs of places that are compared for one note: some seconds."""

_CUT, _BLANK, _BREAK = 3, 2, 4
"""What counts against a placeholder that begins or ends within a word, or at a blank, or that
reaches over a line end."""


def align(text: str, between: Sequence[str]) -> list[tuple[int, int]] | None:
    """Returns where the placeholders lie, in order, each of a character or more.

    Where the text around them leaves several ways (`[**Hospital**] of [**Location**]` in
    'Church of Our Lady of Leeds'), placeholders are whole words of one line if they can be, and
    of equal ways each ends as early as it can.

    Args:
        text: Of the note.
        between: What stands before, between and behind the placeholders of its redacted form.

    Returns:
        Start and end of each; None where there is no way, or too many to compare.

    Examples:
        >>> align("Seen by Ada Ruiz, RN.", ["Seen by ", ", ", "."])
        [(8, 16), (18, 20)]
    """
    first, *inner, last = between
    begin, stop = len(first), len(text) - len(last)
    if not text.startswith(first) or not text.endswith(last) or stop <= begin:
        return None
    early, at = [], begin
    for piece in inner:
        at = text.find(piece, at + 1, stop - 1)
        if at < 0:
            return None
        early.append(at)
        at += len(piece)
    late, at = [], stop
    for piece in reversed(inner):
        at = text.rfind(piece, begin + 1, at - 1)
        late.append(at)
    late.reverse()
    # For each piece: from its place to the cost so far and the place of the piece before.
    layers: list[dict[int, tuple[int, int]]] = [{0: (0, 0)}]
    ends, pairs = {0: begin}, 0
    for piece, low, high in zip([*inner, last], [*early, stop], [*late, stop], strict=True):
        places = [p for p in range(low, high + 1) if text.startswith(piece, p)]
        pairs += len(places) * len(ends)
        if pairs > MOST_PAIRS:
            return None
        layer = {}
        for place in places:
            ways = [
                (layers[-1][before][0] + _cost(text, end, place), before)
                for before, end in ends.items()
                if end < place
            ]
            if ways:
                layer[place] = min(ways)
        layers.append(layer)
        ends = {place: place + len(piece) for place in layer}
    if stop not in layers[-1]:
        return None
    places = [stop]
    for layer in reversed(layers[1:]):
        places.append(layer[places[-1]][1])
    places.reverse()
    starts = [place + len(piece) for place, piece in zip(places[1:], inner, strict=False)]
    return list(zip([begin, *starts], places[1:], strict=True))


def _cost(text: str, start: int, end: int) -> int:
    cuts = _is_within(text, start) + _is_within(text, end)
    blanks = text[start].isspace() + text[end - 1].isspace()
    return _CUT * cuts + _BLANK * blanks + _BREAK * (text.find("\n", start, end) >= 0)


def _is_within(text: str, place: int) -> bool:
    return text[place - 1 : place].isalnum() and text[place : place + 1].isalnum()
