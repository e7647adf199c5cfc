"""How well a reader who sees only the output picks an original that was missed.

Hiding in plain sight (Carrell 2013) works while a missed original looks like one more surrogate.
Consistent surrogates give it away: where all mentions of a person agree but one, that one is real
(Osborne 2025). The reader here is a strong one: it sees all mentions, knows which of them speak of
the same person or institution, as sense and grammar tell, and guesses one mention a note, the one
that disagrees most with others that agree among themselves. It does not see the original.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from incognote.core.case import fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.replace.policy import Policy
from incognote.replace.redact import redact
from incognote.replace.replacement import Context

MISS_RATES = (0.001, 0.01, 0.05)
"""Share of marks that a detector misses, as in Osborne 2025."""

_SEEN = frozenset({"PATIENT", "DOCTOR", "HOSPITAL"})
"""Types whose mentions a reader can tell to be of one person or institution."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Price:
    """What a way of replacing costs at a miss rate, over all trials."""

    vary: float
    miss_rate: float
    notes: int
    """Notes in the trials, each counted once a trial."""
    leaking: int
    """Those in which an original survived."""
    found: float
    """Of these, the expected number in which the reader's one guess is an original."""
    blind: float
    """The expected number for a guess at random among the note's mentions."""
    corpus_found: float
    """Chance that the one guess of which the reader is surest, of all notes, is an original."""

    @property
    def chance(self) -> float:
        """Chance that the guess is right in a note with a surviving original."""
        return self.found / self.leaking if self.leaking else 0.0

    @property
    def base(self) -> float:
        """The same for a guess at random."""
        return self.blind / self.leaking if self.leaking else 0.0

    @property
    def notes_lost(self) -> float:
        """Share of all notes in which the reader finds an original."""
        return self.found / self.notes if self.notes else 0.0


@dataclass(frozen=True)
class Mention:
    """What the reader sees of one mark, and whether it is an original."""

    who: tuple[str, str]
    surface: str
    original: bool

    @cached_property
    def words(self) -> frozenset[str]:
        """Folded words of two letters and more."""
        return frozenset(fold(word) for word in _WORD.findall(self.surface) if len(word) > 1)

    @cached_property
    def initials(self) -> frozenset[str]:
        """First letters of all words; of a word in capitals of up to four letters, each letter."""
        words = _WORD.findall(self.surface)
        short = [c for w in words if w.isupper() and len(w) < 5 for c in w]
        return frozenset(fold(word)[:1] for word in [*words, *short])


def price(
    docs: Sequence[Document],
    policy: Policy,
    context: Context,
    *,
    miss_rate: float,
    trials: int,
    seed: int,
    detected: Sequence[Document] | None = None,
) -> Price:
    """Returns what the reader achieves where marks are missed at random, or as they were.

    Args:
        docs: Notes with gold marks, and entity numbers where the reader is to link mentions.
        policy: Should give surrogates; a note full of tags hides nothing.
        context: With `vary` as it is to be measured.
        miss_rate: Probability that a mark is missed, for each alone; only told where `detected`
            says what was missed.
        trials: How often all notes are replaced, with other misses and another key each time.
        seed: Of the misses.
        detected: The same notes, in order, with the marks that a pipeline found: gold marks of
            which it found nothing are what was missed.
    """
    notes = leaking = 0
    found = blind = corpus = 0.0
    for trial in range(trials):
        rng = random.Random(f"{seed} {trial} {miss_rate}")
        drawn = replace(context, key=context.secret("trial", str(trial)))
        best: list[tuple[float, float]] = []
        for i, doc in enumerate(docs):
            notes += 1
            seen = detected[i] if detected is not None else None
            mentions = output(doc, policy, drawn, rng, miss_rate, seen)
            if not mentions:
                continue
            score, right = guess(mentions)
            best.append((score, right))
            originals = sum(mention.original for mention in mentions)
            if originals:
                leaking += 1
                found += right
                blind += originals / len(mentions)
        top = max((score for score, _ in best), default=0.0)
        surest = [right for score, right in best if score == top]
        corpus += sum(surest) / len(surest) if surest else 0.0
    return Price(
        context.vary, miss_rate, notes, leaking, found, blind, corpus / trials if trials else 0.0
    )


def output(
    doc: Document,
    policy: Policy,
    context: Context,
    rng: random.Random,
    miss_rate: float,
    detected: Document | None = None,
) -> list[Mention]:
    """Returns the mentions of a note as they stand in its output, some of them missed.

    Those of which `detected` has no character, where it is given; else at random.
    """
    missed: list[Span] = []
    marked: list[Span] = []
    leaving = policy.apply(detected).spans if detected is not None else ()
    for span in policy.apply(doc).spans:
        if detected is None:
            gone = rng.random() >= miss_rate
        else:
            gone = any(s.start < span.end and span.start < s.end for s in leaving)
        (marked if gone else missed).append(span)
    done = redact(doc.with_spans(marked), policy, context)
    seen = [
        (change.span, done.text[change.new_start : change.new_end], False)
        for change in done.replaced
        if not change.unread
    ]
    seen += [(span, doc.text[span.start : span.end], True) for span in missed]
    seen.sort(key=lambda item: item[0].start)
    return [Mention(_who(span, i), text, real) for i, (span, text, real) in enumerate(seen)]


def _who(span: Span, place: int) -> tuple[str, str]:
    """Whom the reader takes a mention for; each alone where nothing tells."""
    kind = our_type(span.label)
    known = span.entity if kind in _SEEN else ""
    return (kind, known or f"alone {place}")


def guess(mentions: Sequence[Mention]) -> tuple[float, float]:
    """Returns the score of the reader's guess and the chance that it is an original.

    Of several with the same score the reader takes any.
    """
    groups: dict[tuple[str, str], list[Mention]] = defaultdict(list)
    for mention in mentions:
        groups[mention.who].append(mention)
    scored: list[tuple[float, bool]] = []
    for group in groups.values():
        scored += [(oddity(i, group), mention.original) for i, mention in enumerate(group)]
    top = max(score for score, _ in scored)
    picked = [original for score, original in scored if score == top]
    return top, sum(picked) / len(picked)


def oddity(place: int, group: Sequence[Mention]) -> float:
    """Returns how far a mention falls out of its group: 1 where all others agree but not with it.

    The share of the others that it disagrees with, times the share of pairs of the others that
    agree, times what part of the group the others are: of two that differ either may be real.
    """
    others = [mention for i, mention in enumerate(group) if i != place]
    if not others:
        return 0.0
    apart = sum(not agree(group[place], other) for other in others) / len(others)
    pairs = [(a, b) for i, a in enumerate(others) for b in others[i + 1 :]]
    together = sum(agree(a, b) for a, b in pairs) / len(pairs) if pairs else 0.5
    return apart * together * len(others) / len(group)


def agree(a: Mention, b: Mention) -> bool:
    """Whether two mentions may be the same name: a word in common, or initials that fit."""
    if a.words & b.words:
        return True
    if a.words and b.words and min(map(len, a.words | b.words)) > 4:
        return False
    return bool(a.initials & b.initials)
