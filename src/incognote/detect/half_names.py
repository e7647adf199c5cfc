"""Names of which only half was found: `St` of `St Elsewhere`, `Maria` where a line ends.

A word that never names alone needs the word beside it: a saint, a mount, or an ordinary word that
was taken for a hospital with little certainty (`Good` of `Good Tidings`). A given name that ends
its line needs the surname that begins the next.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from incognote.core.document import Span
from incognote.core.labels import LABELS
from incognote.core.pipeline import SURE
from incognote.detect.lexicon.lists import Lexicon

_WRAPPED = re.compile(r"[ \t]?\r?\n[ \t]{0,40}([A-Z][\w'’-]*[^\W\d_])(?=(?P<goes_on>,? [a-z])?)")
"""The first word of the next line, and whether a sentence goes on behind it."""
_SHORTEST_SURNAME = 4
_HOUSES = {"HOSPITAL", "ORGANIZATION"}
_PLACES = _HOUSES | {"CITY", "LOCATION_OTHER", "UNIT"}
_SAINT = r"(?:St|Ste|Sts|ST|STE|Saint|SAINT|Santa|San|Mt|MT|Mount|MOUNT|st|saint|mt|mount)"
_ENDS_IN_SAINT = re.compile(rf"(?:(?!\d)[\w'’-]+ ){{0,2}}{_SAINT}\.?")
"""The whole of a mark; `12 Main St` has a number and is a street."""
_OUR_LADY = re.compile(r"(?:Our|OUR) (?:Lady|LADY)(?: (?:of|OF)(?: (?:the|THE))?)?")
_NEXT = re.compile(r"\.? ((?:(?:of|OF|the|THE) ){0,2}[A-Z][\w'’-]*[^\W\d_])")
_NEXT_SMALL = re.compile(r"\.? ([a-z]{4,})")
_NEXT_TITLED = re.compile(r" ([A-Z][a-z]{2,})\b")
_SAINT_BEFORE = re.compile(rf"(?<![\w'’-]){_SAINT}\.? $")
_LEAD = 12
"""Characters before a name in which its saint stands, with its full stop."""
_STREET_BEFORE = re.compile(r"(?:[A-Z][\w'’.-]*|\d\w*) $")
_TRACING = re.compile(
    r"(?i)(?:elevat|depress|segment|chang|wave|abnormal|deviat|and$|with$|from$|that$|this$|then$"
    r"|after$|when$|where$|today$|until$|last$)"
)
"""Behind `ST` of an electrocardiogram, and behind a saint whose name the note leaves out."""


def whole_names(text: str, found: Sequence[Span], lexicon: Lexicon) -> Iterator[Span]:
    """Yields spans that hold the whole of each half name; `found` is sorted and disjoint."""
    starts = [span.start for span in found]
    for i, span in enumerate(found):
        if span.label in LABELS and LABELS[span.label].category == "NAME":
            start, end = span.start, _end_of_wrapped(text, span, lexicon)
        elif span.label in _PLACES:
            start, end = _start(text, found, i), _end(text, span, lexicon)
        else:
            continue
        reached = bisect_left(starts, end) > i + 1
        if (start, end) != (span.start, span.end) and not reached:
            yield replace(span, start=start, end=end, source="propagation")


def _end_of_wrapped(text: str, span: Span, lexicon: Lexicon) -> int:
    """Where a person's name ends of which the mark holds the given name."""
    surface = text[span.start : span.end]
    behind = _WRAPPED.match(text, span.end)
    if behind is None or len(behind[1]) < _SHORTEST_SURNAME or not lexicon.is_only_a_name(surface):
        return span.end
    surname = lexicon.is_surname(behind[1])
    no_word = behind["goes_on"] and lexicon.is_no_word(behind[1])
    return behind.end() if surname or no_word else span.end


def _end(text: str, span: Span, lexicon: Lexicon) -> int:
    """Where the name ends that the mark begins."""
    surface = text[span.start : span.end]
    if _ENDS_IN_SAINT.fullmatch(surface) or _OUR_LADY.fullmatch(surface):
        small = surface.islower()
        behind = (_NEXT_SMALL if small else _NEXT).match(text, span.end)
        if behind is None or _TRACING.match(behind.group(1)):
            return span.end
        return behind.end()
    if (
        span.label in _HOUSES
        and span.score < SURE
        and surface.istitle()
        and surface.isalpha()
        and lexicon.is_ordinary(surface)
    ):
        behind = _NEXT_TITLED.match(text, span.end)
        return span.end if behind is None else behind.end()
    return span.end


def _start(text: str, found: Sequence[Span], i: int) -> int:
    """Where the name begins that the mark ends: before its saint, unless that ends a street."""
    span = found[i]
    if span.label == "UNIT" or not text[span.start].isalpha():
        return span.start
    lead = max(0, span.start - _LEAD)
    before = _SAINT_BEFORE.search(text[lead : span.start])
    if before is None:
        return span.start
    start = lead + before.start()
    in_street = _STREET_BEFORE.search(text[max(0, start - 30) : start])
    held = any(other.start <= start < other.end for other in found[max(0, i - _LEAD) : i])
    return span.start if in_street or held else start
