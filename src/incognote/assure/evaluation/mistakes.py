"""Error analysis: every miss and false alarm with its context, sorted by kind (Johnson 2020, 4.2).

What is made here quotes the notes. It is never part of an `Evaluation`; `render` gives the lines
of a file that the user names, the first of which says that it holds PHI.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from incognote.assure.evaluation import tokens as token_scores
from incognote.assure.evaluation.characters import alphanumeric, cover
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Span
from incognote.model.encoding import Tokens

KINDS = {
    "missed beside a hit": "nothing covers it, but the token before or after is PHI that was found",
    "missed alone": "nothing covers it, nor what stands beside it",
    "boundary": "one mark covers a part of it, or reaches beyond it",
    "split": "several marks cover it together",
    "label": "covered exactly, under another label",
    "false alarm": "covers no PHI",
}
"""The kinds of mistake, worst first."""

HOLDS_PHI = "THIS FILE HOLDS PHI: it quotes clinical notes. Keep it where the notes may be kept."


@dataclass(frozen=True, slots=True)
class Mistake:
    """One identifier that was not found exactly, or one mark where there is none."""

    id: str
    kind: str
    """A key of `KINDS`."""
    span: Span
    """The gold span, or for a false alarm the predicted one."""
    found: tuple[Span, ...]
    """Predicted spans that overlap it."""
    bare: int
    """Letters and digits of it that nothing covers: what leaks."""
    surface: str = field(repr=False)
    context: str = field(repr=False)
    """The line around it, the surface between `>>` and `<<`."""


@dataclass(frozen=True, slots=True)
class Adjacency:
    """How many missed PHI tokens stand beside one that was found (Johnson 2020: 493 of 632)."""

    missed: int
    beside_a_hit: int

    @property
    def share(self) -> float | None:
        """The share; None where nothing was missed."""
        return self.beside_a_hit / self.missed if self.missed else None


def find_mistakes(pairs: Iterable[Pair]) -> list[Mistake]:
    """Returns every gold span without an exact match and every mark on no PHI, in order of text."""
    return [mistake for pair in pairs for mistake in _of_note(pair)]


def _of_note(pair: Pair) -> Iterator[Mistake]:
    gold, predicted = sorted(set(pair.gold.spans)), sorted(set(pair.predicted.spans))
    exact = {(s.start, s.end, s.label) for s in predicted}
    bare = alphanumeric(pair.text) & ~cover(predicted, len(pair.text))
    tokens = token_scores.split(pair.text)
    hits = _hits(pair, tokens)
    overlapping, marked = _finder(predicted), _finder(gold)
    for span in gold:
        if (span.start, span.end, span.label) in exact:
            continue
        found = overlapping(span)
        leaks = int(bare[span.start : span.end].sum())
        yield _mistake(pair, _kind(span, found, leaks, tokens, hits), span, found, leaks)
    for span in predicted:
        if not marked(span):
            yield _mistake(pair, "false alarm", span, (), 0)


def _finder(spans: Sequence[Span]) -> Callable[[Span], tuple[Span, ...]]:
    """Returns what finds those of the sorted spans that share a character with a given one."""
    starts = [span.start for span in spans]
    # How far anything up to here reaches only grows, so that both ends can be searched: a note of
    # many thousand marks is not compared mark by mark.
    reach = list(accumulate((span.end for span in spans), max))

    def find(given: Span) -> tuple[Span, ...]:
        first, last = bisect_right(reach, given.start), bisect_left(starts, given.end)
        return tuple(span for span in spans[first:last] if given.start < span.end)

    return find


def _kind(
    span: Span,
    found: tuple[Span, ...],
    leaks: int,
    tokens: Tokens,
    hits: Sequence[bool],
) -> str:
    if not found:
        first, last = tokens.covered(span.start, span.end)
        beside = (first > 0 and hits[first - 1]) or (last < len(hits) and hits[last])
        return "missed beside a hit" if beside else "missed alone"
    if any((s.start, s.end) == (span.start, span.end) for s in found):
        return "label"
    return "split" if len(found) > 1 and not leaks else "boundary"


def _hits(pair: Pair, tokens: Tokens) -> list[bool]:
    """Of each whitespace token whether it is PHI and was taken for PHI."""
    gold = token_scores.categories(pair.gold, tokens)
    found = token_scores.categories(pair.predicted, tokens)
    return [g != token_scores.NONE != f for g, f in zip(gold, found, strict=True)]


def _mistake(pair: Pair, kind: str, span: Span, found: tuple[Span, ...], leaks: int) -> Mistake:
    surface = pair.text[span.start : span.end]
    before = pair.text[max(0, span.start - 60) : span.start]
    after = pair.text[span.end : span.end + 60]
    context = _one_line(f"{before}>>{surface}<<{after}")
    return Mistake(pair.id, kind, span, found, leaks, _one_line(surface), context)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def count_adjacent(pairs: Iterable[Pair]) -> Adjacency:
    """Returns how many missed PHI tokens come right before or after a PHI token that was found."""
    missed = beside = 0
    for pair in pairs:
        tokens = token_scores.split(pair.text)
        gold = token_scores.categories(pair.gold, tokens)
        hits = _hits(pair, tokens)
        for i, category in enumerate(gold):
            if category == token_scores.NONE or hits[i]:
                continue
            missed += 1
            beside += any(hits[j] for j in (i - 1, i + 1) if 0 <= j < len(hits))
    return Adjacency(missed, beside)


def count_mistakes(pairs: Sequence[Pair]) -> dict[str, Any]:
    """Returns how many mistakes there are of each kind, and beside hits; no text, for JSON."""
    kinds = Counter(mistake.kind for mistake in find_mistakes(pairs))
    adjacency = count_adjacent(pairs)
    return {
        "kinds": {kind: kinds[kind] for kind in KINDS},
        "missed_tokens": adjacency.missed,
        "missed_tokens_beside_a_hit": adjacency.beside_a_hit,
    }


def render(pairs: Sequence[Pair], *, most: int = 50) -> Iterator[str]:
    """Yields the lines of a report in Markdown; the first says that it holds PHI.

    Args:
        pairs: The notes.
        most: Length of the lists by surface.
    """
    mistakes = find_mistakes(pairs)
    adjacency = count_adjacent(pairs)
    yield HOLDS_PHI
    yield ""
    yield "# Mistakes by kind"
    yield ""
    yield "| kind | what it is | how many | of these with text left bare |"
    yield "|---|---|---:|---:|"
    for kind, what in KINDS.items():
        of_kind = [m for m in mistakes if m.kind == kind]
        yield f"| {kind} | {what} | {len(of_kind)} | {sum(m.bare > 0 for m in of_kind)} |"
    yield ""
    if adjacency.share is not None:
        yield (
            f"{adjacency.beside_a_hit} of {adjacency.missed} missed tokens "
            f"({adjacency.share:.1%}) stand beside a PHI token that was found."
        )
        yield ""
    missed = Counter((m.surface, m.span.label) for m in mistakes if m.bare)
    yield from _by_surface("Surfaces that leak, most frequent first", missed, most)
    alarms = Counter((m.surface, m.span.label) for m in mistakes if m.kind == "false alarm")
    yield from _by_surface("False alarms, most frequent first", alarms, most)
    for kind in KINDS:
        of_kind = [m for m in mistakes if m.kind == kind]
        yield f"# {kind} ({len(of_kind)})"
        yield ""
        for m in of_kind:
            found = ", ".join(f"{s.label} [{s.start}, {s.end})" for s in m.found)
            yield (
                f"- {m.id} [{m.span.start}, {m.span.end}) {m.span.label}"
                f"{f', found as {found}' if found else ''}: {m.context}"
            )
        yield ""


def _by_surface(title: str, counts: Counter[tuple[str, str]], most: int) -> Iterator[str]:
    yield f"# {title}"
    yield ""
    for (surface, label), n in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]:
        yield f"- {n} x {label}: {surface}"
    yield ""
