"""What a site could tell the system: entries, patterns and phrases, each with what it would do.

They are proposed from what the pipeline misses and wrongly marks in one part of the site's marked
notes, and measured on the other: each alone, in the pipeline as it runs, with all detectors that
come after. Nothing is proposed that was of use in one note (or patient) only.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.core.errors import InputError
from incognote.core.labels import LABELS, our_type
from incognote.core.pipeline import Settings
from incognote.core.resolve import FOUND
from incognote.core.site import Site, SitePattern
from incognote.lab.site import shapes
from incognote.lab.site.held_out import LEAST, Effect, Part, Standing, hold_out, overlap, unit_of
from incognote.replace.policy import Policy

LISTED = frozenset(
    {
        *("DOCTOR", "USERNAME", "HOSPITAL", "UNIT", "ORGANIZATION", "STREET", "CITY", "STATE"),
        *("COUNTRY", "LOCATION_OTHER", "PHONE", "FAX", "EMAIL", "URL"),
    }
)
"""What a site has the same in many notes: our types that may be listed."""

PRECISION = 0.95
"""Share of the matches that must be identifiers, in the notes that a proposal comes from."""

_NEVER_LETTERS = 3


@dataclass(frozen=True, slots=True)
class Proposal:
    """One entry, pattern or phrase that a site might add."""

    label: str
    """Of an entry or pattern; '' for a phrase that is never to be marked."""
    entry: str = field(repr=False)
    """The entry or the phrase; '' for a pattern."""
    pattern: SitePattern | None
    of_use: int = 0
    """Misses that it finds, or false alarms that it takes away, in the notes it comes from."""
    units: int = 0
    """Notes (or patients) that these stand in."""
    effect: Effect = field(default_factory=Effect)
    """On the held-out notes."""

    @property
    def kind(self) -> str:
        """`entry`, `pattern` or `never`."""
        return "pattern" if self.pattern else "entry" if self.label else "never"


@dataclass(frozen=True, slots=True)
class Proposals:
    """All proposals, and the figures of the held-out notes without and with them."""

    proposals: tuple[Proposal, ...]
    made_from: Standing
    before: Standing
    """The held-out notes with the system as it is."""
    after: Standing
    """The held-out notes with all proposals that help."""


def to_site(proposals: Iterable[Proposal], site: Site) -> Site:
    """Returns a site with proposals added to what it has."""
    lists = {label: list(entries) for label, entries in site.lists.items()}
    patterns, never = list(site.patterns), list(site.never)
    for proposal in proposals:
        if proposal.pattern:
            patterns.append(proposal.pattern)
        elif proposal.label:
            lists.setdefault(proposal.label, []).append(proposal.entry)
        else:
            never.append(proposal.entry)
    return Site({k: tuple(v) for k, v in lists.items()}, tuple(patterns), tuple(never))


def propose(
    gold: Sequence[Document],
    settings: Settings,
    policy: Policy,
    *,
    unit: str = "",
    held_out: float = 0.4,
    seed: int = 0,
) -> Proposals:
    """Returns what a site could tell the system, each with its effect on held-out notes.

    Args:
        gold: The site's notes with all identifiers marked.
        settings: Of the pipeline; a site's file that it already has stays.
        policy: What counts as an identifier.
        unit: Field of meta whose notes are held out together; '' takes each note for itself.
        held_out: Share of the units that effects are measured on.
        seed: Of the division.

    Raises:
        InputError: If there are too few notes to hold some out, or one of the two parts holds no
            identifier.
        NoteError: If a note cannot be processed whole, or does not say whose it is.
    """
    docs = [(unit_of(doc, unit), policy.apply(doc)) for doc in gold]
    others = hold_out([name for name, _ in docs], held_out, seed)
    parts = [[pair for pair in docs if (pair[0] in others) is held] for held in (False, True)]
    for what, part in zip(("to propose from", "held out"), parts, strict=True):
        if not any(doc.spans for _, doc in part):
            raise InputError(
                f"The site's notes {what} hold no identifier; mark every identifier, or give more "
                "notes."
            )
    here, there = (Part(part, settings, policy) for part in parts)
    words: Any = registry.get("detector", "lexicon")(settings)
    measured = [
        replace(proposal, effect=there.effect(to_site([proposal], Site())))
        for proposal in (*_entries_and_patterns(here), *_phrases(here, words))
    ]
    # What looks like a false alarm may be a person whom the readers forgot to mark.
    measured = [
        proposal
        for proposal in measured
        if proposal.kind != "never"
        or proposal.effect.helps
        or not _holds_a_name(proposal.entry, words)
    ]
    before = there.standing()
    total = there.effect(to_site([p for p in measured if p.effect.helps], Site()))
    after = replace(
        before,
        missed=before.missed - total.found + total.lost,
        alarms=before.alarms + total.alarms,
    )
    return Proposals(tuple(measured), here.standing(), before, after)


@dataclass(slots=True)
class _Candidate:
    """What might be proposed, with what it matches in the notes that it comes from."""

    proposal: Proposal
    rank: int
    """The lower, the narrower."""
    right: int = 0
    wrong: int = 0
    finds: set[tuple[int, Span]] = field(default_factory=set)
    """Missed identifiers: number of the note, and which."""


def _entries_and_patterns(part: Part) -> Iterator[Proposal]:
    """The fewest that find most of what was missed, the one that finds most first."""
    candidates = _matched(part, [*_entries(part), *_patterns(part)])
    left = {(number, span) for number, note in enumerate(part.notes) for span in note.missed}
    taken: Counter[str] = Counter()
    names = {pattern.name for pattern in (part.settings.site or Site()).patterns}

    def worth(candidate: _Candidate) -> tuple[float, ...]:
        finds = candidate.finds & left
        return (
            len(_units(part, finds)),
            len(finds),
            -candidate.wrong,
            -candidate.rank,
            candidate.right,
        )

    while candidates:
        best = max(candidates, key=worth)
        finds = best.finds & left
        units = _units(part, finds)
        if len(units) < LEAST:
            return
        left -= finds
        candidates.remove(best)
        proposal = replace(best.proposal, of_use=len(finds), units=len(units))
        if proposal.pattern:
            stem = proposal.label.lower().replace("_", "-")
            taken[stem] += 1
            while f"{stem}-{taken[stem]}" in names:
                taken[stem] += 1
            # Laplace's rule of succession, rounded down: few matches are no certainty.
            share = (best.right + 1) / (best.right + best.wrong + 2)
            pattern = replace(
                proposal.pattern,
                name=f"{stem}-{taken[stem]}",
                score=max(0.5, int(100 * share) / 100),
            )
            proposal = replace(proposal, pattern=pattern)
        yield proposal


def _units(part: Part, finds: Iterable[tuple[int, Span]]) -> set[str]:
    return {part.notes[number].unit for number, _ in finds}


def _entries(part: Part) -> list[_Candidate]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    units: dict[str, set[str]] = defaultdict(set)
    for note in part.notes:
        for span in note.missed:
            entry = _entry(note.gold.text, span)
            if our_type(span.label) in LISTED and any(char.isalpha() for char in entry):
                found[entry][span.label] += 1
                units[entry].add(note.unit)
    return [
        _Candidate(Proposal(_commonest(labels), entry, None), rank=0)
        for entry, labels in sorted(found.items())
        if len(units[entry]) >= LEAST and sum(char.isalnum() for char in entry) > 1
    ]


def _patterns(part: Part) -> list[_Candidate]:
    peers: dict[str, set[str]] = defaultdict(set)
    for note in part.notes:
        for span in note.gold.spans:
            peers[span.label].add(note.gold.text[span.start : span.end])
    rank: dict[tuple[str, str], int] = {}
    labels: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    units: dict[tuple[str, str], set[str]] = defaultdict(set)
    for note in part.notes:
        for span in sorted(note.missed):
            for number, key in enumerate(_forms(note.gold.text, span, peers[span.label])):
                rank[key] = max(rank.get(key, 0), 1 + number)
                labels[key][span.label] += 1
                units[key].add(note.unit)
    return [
        _Candidate(
            Proposal(label, "", SitePattern(f"p{number}", label, key[0], context=key[1])),
            rank[key],
        )
        for number, key in enumerate(sorted(units))
        if len(units[key]) >= LEAST
        for label in [_commonest(labels[key])]
    ]


def _forms(text: str, span: Span, peers: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Patterns with contexts that would find a mark, from the narrow to the wide."""
    surface = text[span.start : span.end]
    for shape in shapes.shapes(surface, sorted(peers)):
        for context in shapes.contexts(text, span.start):
            if shapes.whole_line(text, span.end):
                yield rf"(?P<phi>{shape})[ \t\r]*$", context
            if shapes.may_stand(surface, shape, context):
                yield shape, context


def _matched(part: Part, candidates: list[_Candidate]) -> list[_Candidate]:
    """The candidates that hardly match anything but identifiers."""
    patterns = {c.proposal.pattern.name: c for c in candidates if c.proposal.pattern}
    entries = {c.proposal.entry: c for c in candidates if not c.proposal.pattern}
    capitals = {entry.upper(): c for entry, c in entries.items()}
    detector = part.detector(to_site((c.proposal for c in candidates), Site()))
    found = detector.detect([note.evidence for note in part.notes])
    for number, (note, spans) in enumerate(zip(part.notes, found, strict=True)):
        for span in spans:
            name = span.rule
            entry = _entry(note.gold.text, span)
            candidate = patterns.get(name) or entries.get(entry) or capitals[entry]
            inside = [g for g in note.gold.spans if g.start <= span.start and span.end <= g.end]
            candidate.right += bool(inside)
            candidate.wrong += not inside
            candidate.finds.update(
                (number, g)
                for g in inside
                if g in note.missed and (g.start, g.end) == (span.start, span.end)
            )
    return [c for c in candidates if c.right and c.right >= PRECISION * (c.right + c.wrong)]


def _phrases(part: Part, words: Any) -> Iterator[Proposal]:
    """Phrases that were marked wrongly and that no identifier holds any of."""
    count: Counter[str] = Counter()
    units: dict[str, set[str]] = defaultdict(set)
    for note in part.notes:
        for span in note.alarms:
            for phrase in _around(note.gold.text, span):
                count[phrase] += 1
                units[phrase].add(note.unit)
    phrases = [
        phrase
        for phrase in sorted(count)
        if len(units[phrase]) >= LEAST
        and sum(char.isalpha() for char in phrase) >= _NEVER_LETTERS
        and not _is_a_name(phrase, words)
    ]
    clean = [phrase for phrase in phrases if not _touches(part, phrase)]
    kept: list[str] = []
    # The shorter a phrase, the more it spares; a longer one only where the shorter may not stand.
    for phrase in sorted(clean, key=lambda p: (len(p.split()), -count[p], p)):
        if not any(f" {other} " in f" {phrase} " for other in kept):
            kept.append(phrase)
    for phrase in sorted(kept, key=lambda p: (-len(units[p]), -count[p], p)):
        yield Proposal("", phrase, None, count[phrase], len(units[phrase]))


def _is_a_name(phrase: str, words: Any) -> bool:
    """Whether a phrase by itself is a name to the lists: in the next note it may be one."""
    if all(words.is_only_a_name(word) for word in re.findall(r"[^\W\d_]+", phrase)):
        return True
    (spans,) = words.detect([Document("phrase", phrase)])
    return any(s.score >= FOUND and (s.start, s.end) == (0, len(phrase)) for s in spans)


def _holds_a_name(phrase: str, words: Any) -> bool:
    """Whether the lists know any of a phrase as a person's name, however weakly."""
    (spans,) = words.detect([Document("phrase", phrase)])
    return any(LABELS[span.label].category == "NAME" for span in spans)


def _around(text: str, span: Span) -> list[str]:
    """The surface of a mark, and with the word after it or before it on the line."""
    surface = text[span.start : span.end]
    if "\n" in surface:
        return []
    found = [surface]
    after = re.match(r"[ \t]+[^\W\d_]+", text[span.end : span.end + 40])
    before = re.search(r"[^\W\d_]+[ \t]+$", text[max(0, span.start - 40) : span.start])
    if after:
        found.append(surface + after.group())
    if before:
        found.append(before.group() + surface)
    return [" ".join(phrase.split()) for phrase in found]


def _touches(part: Part, phrase: str) -> bool:
    """Whether a phrase stands anywhere on an identifier."""
    detector = part.detector(Site(never=(phrase,)))
    kept = detector.protected([note.evidence for note in part.notes])
    return any(
        overlap(stretch, span)
        for note, stretches in zip(part.notes, kept, strict=True)
        for stretch in stretches
        for span in note.gold.spans
    )


def _entry(text: str, span: Span) -> str:
    return " ".join(text[span.start : span.end].split())


def _commonest(labels: Mapping[str, int]) -> str:
    return min(labels, key=lambda label: (-labels[label], label))
