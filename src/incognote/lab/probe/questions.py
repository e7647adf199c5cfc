"""What is asked, at which places, in which groups; and the notes in which it is asked."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from incognote.assure.probe import Asked, answer
from incognote.core.document import Document, Span

Places = Callable[[Document], Sequence[Span]]
"""Those marks of a note that a question is about."""
Turn = Callable[[Document, Sequence[Span], random.Random], Sequence[str]]
"""From a note, its places and a source of chance to the new value of each place."""
Annotate = Callable[[Sequence[Document]], Sequence[Document]]
"""From unmarked notes to the same with the system's marks, in order."""
AS_IT_STANDS = "as it stands"
"""The group that changes nothing."""


@dataclass(frozen=True, slots=True)
class Group:
    """Values of one kind."""

    name: str
    turn: Turn


@dataclass(frozen=True, slots=True)
class Question:
    """Groups of values that stand at the same places."""

    name: str
    what: str
    """In plain words, for a reader of the report."""
    places: Places
    groups: Sequence[Group]
    reference: str = ""
    """The group that the others are held against; '' is the mean of all groups."""


def ask(doc: Document, places: Sequence[Span], group: Group, seed: str) -> Document:
    """Returns the note with the group's values at the places, marked with these alone.

    What a container says of the note's people is left out: it would not be so of the new ones.

    Args:
        doc: A note with gold marks in the labels of its language.
        places: Those of a question, as `places_of` gives them.
        group: Says what stands there.
        seed: With the note it settles all values.
    """
    rng = random.Random(f"{seed}/{doc.id}")
    values = group.turn(doc, places, rng)
    pieces: list[str] = []
    spans: list[Span] = []
    at = size = 0
    for place, value in zip(places, values, strict=True):
        kept = doc.text[at : place.start]
        start = size + len(kept)
        pieces += (kept, value)
        spans.append(replace(place, start=start, end=start + len(value)))
        at, size = place.end, start + len(value)
    text = "".join((*pieces, doc.text[at:]))
    return replace(doc, text=text, spans=tuple(spans), known=None)


def places_of(doc: Document, question: Question) -> list[Span]:
    """Returns a question's places in order; of marks that overlap the first alone."""
    places: list[Span] = []
    for span in sorted(question.places(doc), key=lambda s: (s.start, -s.end)):
        if not places or span.start >= places[-1].end:
            places.append(span)
    return places


def stands(doc: Document, places: Sequence[Span], rng: random.Random) -> list[str]:
    """Returns what stands at the places (a `Turn` that changes nothing)."""
    return [doc.text[span.start : span.end] for span in places]


def all_questions(lang: str) -> Mapping[str, Question]:
    """Returns all questions that can be asked of notes in a language, by name.

    Raises:
        ConfigError: If there is no such language, or its pack lacks what they are made of.
    """
    from incognote.lab.probe import forms, people

    found = (*people.questions(lang), *forms.questions(lang))
    return {question.name: question for question in found}


def answers(
    question: Question,
    docs: Sequence[Document],
    found: Sequence[Document],
    annotate: Annotate,
    *,
    seed: str,
    values: bool = False,
    told: Callable[[str], None] = lambda group: None,
) -> Asked | None:
    """Returns what a system answers in every group of a question; None where no note has a place.

    Args:
        question: What is asked.
        docs: Notes with gold marks.
        found: The same notes, in order, as the system marks them.
        annotate: The system.
        seed: Settles all values.
        values: Whether to keep what stood at the places.
        told: Called before each group with its name.
    """
    asked = [(doc, places_of(doc, question)) for doc in docs]
    pairs = [(doc, places) for doc, places in asked if places]
    if not pairs:
        return None
    seen = [marks for marks, (_, places) in zip(found, asked, strict=True) if places]
    notes = [replace(doc, spans=tuple(places), known=None) for doc, places in pairs]
    stood = answer(AS_IT_STANDS, notes, seen, values=values)
    made = []
    for group in question.groups:
        told(group.name)
        turned = [ask(doc, places, group, seed) for doc, places in pairs]
        marked = annotate([doc.with_spans(()) for doc in turned])
        made.append(answer(group.name, turned, marked, values=values))
    return Asked(question.name, question.what, question.reference, notes, stood, made)
