"""Unites what several detectors found in one note into marks that do not overlap.

The one promise: no letter or digit that a finding covers is ever uncovered, but for words with
which no mark of its label begins or ends (`MarkEnds`). Where two findings overlap, the likelier one
keeps its boundaries and label, and what remains of the other stays a mark of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Generic, Protocol, TypeVar

from incognote.core.document import Span, State
from incognote.core.errors import ConfigError
from incognote.core.language import reader

FOUND = 0.5
"""The score from which a span is a finding, where nothing else is said."""

_KNOWN = frozenset(("roster", "verify"))
"""Detectors that search what is known of the patient."""

_MAY_STAY = frozenset(("STATE", "COUNTRY", "CITY", "ZIP", "PROFESSION", "DATE", "AGE", "UNIT", ""))
"""Types that a policy may let stay, be it for what they say."""

_ENDS = {"CONTACT": ".,;:"}
"""By category, what never ends a mark: an address ends before the full stop of its sentence."""

_LONGEST_TAIL = 40
"""How many characters before the end of a mark a tail is looked for, so that no mark takes long."""

_BAR = re.compile(r"\|")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkEnds:
    """With what marks of a language's label scheme begin and end: the part `marks` of its pack."""

    beginnings: Mapping[str, str] = field(default_factory=dict)
    """By label, the characters that never begin a mark."""
    tails: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    """By label, the words that never end a mark."""
    borders: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    """By label, one character that divides a mark into several. Marks of all other labels are
    divided by a bar; a pattern must match it, too."""
    particles: frozenset[str] = frozenset()
    """What may stand between two names and tells nobody."""


NO_ENDS = MarkEnds()
"""Of a model alone whose language has no pack."""


mark_ends: Callable[[str], MarkEnds] = reader("marks", "ENDS")
"""With what marks of a language begin and end."""


class Stretch(Protocol):
    """The characters [start, end) of a note."""

    @property
    def start(self) -> int:
        """First character."""

    @property
    def end(self) -> int:
        """One past the last."""


S = TypeVar("S", bound=Stretch)


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The lowest score that counts as found.

    Raises:
        ConfigError: If one is no probability.
    """

    labels: Mapping[str, float] = field(default_factory=dict)
    """By label, for the spans of `detector`: what a calibration sets."""
    detector: str = "neural"
    """The one whose scores are probabilities of this very note; those of rules and lists are
    shares that were measured once."""
    default: float = FOUND
    """For all other spans."""

    def __post_init__(self) -> None:
        """Checks the values."""
        for threshold in (*self.labels.values(), self.default):
            check_threshold(threshold)

    def of(self, span: Span) -> float:
        """Returns the lowest score at which this span counts as found."""
        if self.labels and span.detector == self.detector:
            return self.labels.get(span.label, self.default)
        return self.default

    def judge(self, span: Span) -> Span:
        """Returns the span as a finding or as evidence; one that was set aside stays so."""
        state = State.FOUND if span.score >= self.of(span) else State.EVIDENCE
        if span.state is state or span.state not in (State.FOUND, State.EVIDENCE):
            return span
        return span.with_state(state)


def check_threshold(threshold: float) -> None:
    """Refuses what is no probability: above 1, or with nan, nothing would ever count as found.

    Raises:
        ConfigError: If it is not within 0 and 1.
    """
    if not 0.0 <= threshold <= 1.0:
        raise ConfigError(f"A threshold must be within 0 and 1, not {threshold}.")


def resolve(spans: Iterable[Span], text: str, ends: MarkEnds = NO_ENDS) -> tuple[Span, ...]:
    """Returns disjoint spans, sorted, that cover all findings but for ends of marks (2. and 5.).

    1. Only findings count (`State.FOUND`), whatever their score: what is evidence, or was weighed
       away, superseded or protected, is left out. Thresholds are the pipeline's.
    2. Each span loses the blanks at its ends, an address its full stop, and what no mark of its
       label begins with (`ends.beginnings`), and grows to whole words (runs of letters, or of
       digits), so that no part of a name stays behind. One that reaches over a bar becomes several,
       so that cells of a table and fields of HL7 keep their number; so does one that reaches over
       a border of its label (`ends.borders`).
    3. Overlapping spans of one label become one. Of different labels what is known of the patient
       wins (a roster's value, an original found again in the output) over what some policy may let
       stay, then the higher score, the longer, the first; the remainder of the other is kept.
    4. Parts of one name that different detectors found side by side become one.
    5. Each loses what no mark of its label ends with (`ends.tails`).

    Args:
        spans: What the detectors found, in any order.
        text: The note that the offsets belong to.
        ends: Those of the note's language.

    Examples:
        >>> resolve([Span(0, 5, "PATIENT", 0.9), Span(3, 9, "CITY", 0.6)], "Maria Leeds")
        ... # doctest: +ELLIPSIS
        (Span(start=0, end=5, label='PATIENT', ...), Span(start=6, end=11, label='CITY', ...))
    """
    runs = _Runs(text)
    whole = sorted(
        fitted
        for span in spans
        if span.state is State.FOUND
        for part in _cells(span, text, ends)
        if (fitted := _whole_words(part, text, runs, ends)) is not None
    )
    disjoint: list[Span] = []
    for cluster in _clusters(whole):
        disjoint.extend(cluster if len(cluster) == 1 else _settle(cluster, text))
    joined = (_without_tail(span, text, ends) for span in _join_names(disjoint, text))
    return tuple(span for span in joined if span is not None)


class Overlaps(Generic[S]):
    """Stretches of a text, ready to be asked which of them overlap another.

    A note of one line may hold thousands of spans: asking each of each takes minutes.
    """

    def __init__(self, stretches: Iterable[S]) -> None:
        """Takes stretches in any order; they may overlap one another."""
        self._sorted = sorted(stretches, key=lambda stretch: stretch.start)
        self._starts = [stretch.start for stretch in self._sorted]
        self._reach = list(accumulate((stretch.end for stretch in self._sorted), max))
        self._longer = _reaching_further([stretch.end for stretch in self._sorted])

    def of(self, other: Stretch) -> list[S]:
        """Returns those that share a character with another, by their start."""
        found = []
        i = bisect_left(self._starts, other.end) - 1
        while i >= 0 and self._reach[i] > other.start:
            if self._sorted[i].end > other.start:
                found.append(self._sorted[i])
                i -= 1
            else:  # those between end no later than this one
                i = self._longer[i]
        return found[::-1]


def _reaching_further(ends: Sequence[int]) -> list[int]:
    """The number of the nearest one before each that ends later, -1 where none does."""
    longer: list[int] = []
    for i, end in enumerate(ends):
        before = i - 1
        while before >= 0 and ends[before] <= end:
            before = longer[before]
        longer.append(before)
    return longer


def remainders(
    span: Span, others: Iterable[Span], text: str, particles: frozenset[str] = frozenset()
) -> list[Span]:
    """Returns the stretches of a span that no other covers and that hold a letter or digit.

    They have no blanks or punctuation at their ends and keep the label and score of the span.

    Args:
        span: What to look at.
        others: What may cover some of it.
        text: The note.
        particles: Stretches of nothing but these words do not count: `y` of `Teresa y Juan`.
    """
    rest = [
        _trimmed(replace(span, start=start, end=end), text)
        for start, end in _uncovered(span.start, span.end, others)
        if any(char.isalnum() for char in text[start:end])
    ]
    return [s for s in rest if not particles.issuperset(text[s.start : s.end].split())]


def _kind(char: str) -> int:
    """1 for letters and the marks that combine with them, 2 for digits, 0 for anything else."""
    if char.isalpha() or "\u0300" <= char <= "\u036f":
        return 1
    return 2 if char.isalnum() else 0


def _cells(span: Span, text: str, ends: MarkEnds) -> Iterable[Span]:
    """The parts of a span between bars, or other borders of its label."""
    border = ends.borders.get(span.label, _BAR)
    bars = [match.start() for match in border.finditer(text, span.start, span.end)]
    if not bars:
        return (span,)
    borders = zip((span.start, *(i + 1 for i in bars)), (*bars, span.end), strict=True)
    return (replace(span, start=start, end=end) for start, end in borders if start < end)


class _Runs:
    """The runs of letters, or of digits, of a text, each walked along once however often asked."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: dict[int, dict[int, int]] = {-1: {}, 1: {}}

    def end(self, at: int, step: int) -> int:
        """The first (step -1) or last (step 1) character of the run that a character lies in."""
        text, known = self._text, self._ends[step]
        kind, walked = _kind(text[at]), []
        while 0 <= at + step < len(text) and kind and _kind(text[at + step]) == kind:
            if at in known:
                at = known[at]
                break
            walked.append(at)
            at += step
        if walked:
            known.update(dict.fromkeys(walked, at))
        return at


def _whole_words(span: Span, text: str, runs: _Runs, ends: MarkEnds) -> Span | None:
    """The span without its outer blanks, grown to whole words; None where nothing is left."""
    start, end = span.start, span.end
    beginnings = ends.beginnings.get(span.label, "")
    while start < end and (text[start].isspace() or text[start] in beginnings):
        start += 1
    last = _ENDS.get(span.category, "")
    while end > start and (text[end - 1].isspace() or text[end - 1] in last):
        end -= 1
    if start == end:
        return None
    start, end = runs.end(start, -1), runs.end(end - 1, 1) + 1
    return span if (start, end) == (span.start, span.end) else replace(span, start=start, end=end)


def _without_tail(span: Span, text: str, ends: MarkEnds) -> Span | None:
    """The span up to what never ends one of its label; None where nothing is left."""
    if span.label not in ends.tails:
        return span
    # A name grows to whole words, so what is cut off may begin in it and end behind it.
    tails = ends.tails[span.label].finditer(
        text, max(span.start, span.end - _LONGEST_TAIL), span.end + 6
    )
    end = next((m.start() for m in tails if m.start() < span.end <= m.end()), span.end)
    if end == span.end:
        return span
    return replace(span, end=end) if end > span.start else None


def _clusters(spans: list[Span]) -> Iterable[list[Span]]:
    """Groups of spans that overlap one another, directly or through others."""
    cluster: list[Span] = []
    reach = -1
    for span in spans:
        if span.start >= reach and cluster:
            yield cluster
            cluster = []
        cluster.append(span)
        reach = max(reach, span.end)
    if cluster:
        yield cluster


def _settle(cluster: list[Span], text: str) -> list[Span]:
    """Disjoint spans that cover what the overlapping ones of a cluster do."""
    united = _unite_same_label(cluster)
    united_at = Overlaps(united)
    known = {span for span in united if _is_known(span) and _outranks(span, united_at.of(span))}
    # Likeliest first; ties go to the longer, then the earlier, then by name: never by input order.
    united.sort(
        key=lambda s: (s not in known, -s.score, s.start - s.end, s.start, s.label, s.source)
    )
    kept: list[Span] = []  # disjoint and in order
    for span in united:
        first = bisect_right(kept, span.start, key=lambda s: s.end)
        last = bisect_left(kept, span.end, key=lambda s: s.start)
        there = kept[first:last]
        kept[first:last] = sorted([*there, *remainders(span, there, text)]) if there else [span]
    return kept


def _is_known(span: Span) -> bool:
    """Whether a span comes from a detector that searches what is known of the patient."""
    return span.detector in _KNOWN


def _outranks(span: Span, others: Iterable[Span]) -> bool:
    """Whether a span is known to be of the patient, and no part of an institution or the like.

    A patient Georgia whom a model takes for the state must not stay with the states; St. Mary
    Hospital stays a hospital though the patient is Mary.
    """
    return not any(
        other.start <= span.start
        and span.end <= other.end
        and len(other) > len(span)
        and other.type not in _MAY_STAY
        for other in others
        if other is not span
    )


def _unite_same_label(spans: list[Span]) -> list[Span]:
    """Overlapping spans of one label as one, with the best score and that one's source."""
    united: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.label, s.start, s.end)):
        last = united[-1] if united else None
        if last is not None and last.label == span.label and span.start < last.end:
            best = max(last, span, key=lambda s: s.score)
            united[-1] = replace(
                best,
                start=last.start,
                end=max(last.end, span.end),
                entity=last.entity or span.entity,
            )
        else:
            united.append(span)
    return united


def _uncovered(start: int, end: int, kept: Iterable[Span]) -> list[tuple[int, int]]:
    """The parts of [start, end) that no kept span covers."""
    parts = []
    for span in sorted(kept):
        if span.end <= start or span.start >= end:
            continue
        if span.start > start:
            parts.append((start, span.start))
        start = max(start, span.end)
    if start < end:
        parts.append((start, end))
    return parts


def _trimmed(span: Span, text: str) -> Span:
    """The span without the blanks and punctuation at its ends."""
    start, end = span.start, span.end
    while not _kind(text[start]):
        start += 1
    while not _kind(text[end - 1]):
        end -= 1
    return replace(span, start=start, end=end)


def _join_names(spans: list[Span], text: str) -> Iterable[Span]:
    """Joins neighbours of one name label, from different sources, with only blanks between."""
    last: Span | None = None
    for span in spans:
        if last is None:
            last = span
        elif (
            last.label == span.label
            and last.source != span.source
            and span.category == "NAME"
            and text[last.end : span.start] in ("", " ", "-", "'", "’")
        ):
            last = replace(
                last,
                end=span.end,
                score=max(last.score, span.score),
                entity=last.entity or span.entity,
            )
        else:
            yield last
            last = span
    if last is not None:
        yield last
