"""Which notes to label next: where the model doubts, where they are suspicious, each kind once.

A note is worth what its doubtful words are worth that no picked note has the like of. Doubt is what
the model's probabilities say to be wrong: the chance of being missed of a word that stays, that of
being no identifier of one that only the model marks. Words are alike that have the same form after
the same word; the doubt of alike words counts by the root of its sum, so that the tenth like word
is worth a sixth of the first. That worth is submodular, so taking the best note each time comes
within 1 - 1/e of the best choice (Nemhauser, Wolsey and Fisher 1978). Suspicion (suspicion.py)
is what rules, lists and rare words still show in the note as it would be released.
"""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from incognote.assure.probabilities import chunks, places_of_models
from incognote.assure.scored import Look, look_at
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError
from incognote.core.pipeline import Pipeline
from incognote.lab.site.suspicion import WEAK, suspicions
from incognote.model.decoding import SOURCE
from incognote.model.tagging import OUTSIDE
from incognote.replace.policy import Policy
from incognote.replace.redact import redact

LEAST_DOUBT = 0.05
"""A word that is less likely wrong does not count: many such would add up to the note's length."""

SUSPICION = 0.5
"""What suspicion is worth beside doubt, both taken in units of their mean over the notes."""

_WORD = re.compile(r"\w+")

Key = tuple[str, str]
"""The word before, and the form of the word itself."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A note to label."""

    id: str
    worth: float
    """What it adds to the notes picked before it."""
    doubt: float
    """How many of its words the model gets wrong, by its own probabilities."""
    suspicion: float
    """How suspicious the note looks as released: see `suspicions`."""


@dataclass(frozen=True, slots=True)
class Doubts:
    """Where the model is unsure in a note."""

    by_key: Mapping[Key, float]
    found: Document
    """With what the pipeline finds."""

    @property
    def total(self) -> float:
        """Expected number of words that it gets wrong, by its own probabilities."""
        return sum(self.by_key.values())


def find_doubts(docs: Sequence[Document], pipeline: Pipeline, policy: Policy) -> list[Doubts]:
    """Returns what a pipeline's model doubts in each note.

    Args:
        docs: Notes; their marks are not looked at.
        pipeline: With one detector that gives probabilities.
        policy: What leaves the text.

    Raises:
        ConfigError: If no detector, or more than one, gives probabilities.
    """
    if len(places_of_models(pipeline)) != 1:
        raise ConfigError("Doubt is that of one model: the pipeline must have one.")
    found = []
    for chunk in chunks(docs):
        for doc, look in zip(chunk, look_at(chunk, pipeline), strict=True):
            found.append(_doubts(doc, look, policy))
    return found


def _doubts(doc: Document, look: Look, policy: Policy) -> Doubts:
    marked = doc.with_spans(look.found)
    sources: dict[int, str] = {
        i: span.source for span in policy.apply(marked).spans for i in range(span.start, span.end)
    }
    phi = 1.0 - look.note.probabilities[:, OUTSIDE]
    by_key: dict[Key, float] = defaultdict(float)
    for i in np.flatnonzero(phi >= LEAST_DOUBT).tolist():
        start, end = int(look.note.tokens.starts[i]), int(look.note.tokens.ends[i])
        source = next((sources[at] for at in range(start, end) if at in sources), None)
        chance = float(phi[i])
        # What rules or lists mark beside the model is theirs, whatever it thinks.
        doubt = chance if source is None else 1.0 - chance if source == SOURCE else 0.0
        if doubt >= LEAST_DOUBT and any(char.isalnum() for char in doc.text[start:end]):
            by_key[_key(doc.text, start, end)] += doubt
    return Doubts(dict(by_key), marked)


def pick(
    docs: Sequence[Document],
    pipeline: Pipeline,
    policy: Policy,
    *,
    budget: int,
    lang: str,
    labelled: Sequence[Document] = (),
    roster: Collection[str] = (),
) -> list[Pick]:
    """Returns the notes to label, the most worthy first; the same for any order of the notes.

    Args:
        docs: Notes to choose from; those that are labelled already are left aside.
        pipeline: As it runs today.
        policy: What leaves the text.
        budget: How many to pick.
        lang: Language, for the rules and lists of the second look.
        labelled: Notes that are labelled: what is like theirs is worth less.
        roster: Names known to the site; notes that still hold one are suspicious.

    Raises:
        ConfigError: If the budget is below 1, or the pipeline has no model.
        InputError: If an id comes twice, or no note is left to choose from.
    """
    if budget < 1:
        raise ConfigError(f"The budget must be at least 1 note, not {budget}.")
    known = {doc.id for doc in labelled}
    order = sorted((doc for doc in docs if doc.id not in known), key=lambda doc: doc.id)
    if len({doc.id for doc in order}) < len(order):
        raise InputError("Two notes have the same id; give each its own.")
    if not order:
        raise InputError("No note is left to choose from: all are labelled already.")
    doubts = find_doubts(order, pipeline, policy)
    suspicion = _suspicion([doubt.found for doubt in doubts], policy, lang, roster)
    covered: Counter[Key] = Counter()
    for doubt in find_doubts(labelled, pipeline, policy):
        covered.update(doubt.by_key)
    # In units of the mean, so that either says as much whatever its scale.
    worth = np.array([_worth(doubt.by_key, Counter()) for doubt in doubts])
    suspicious = np.array(suspicion)
    scale = SUSPICION * float(worth.mean()) / (float(suspicious.mean()) or 1.0)
    added = (scale * suspicious).tolist()
    # Worth only falls as notes are picked, so the old one is a bound: most need no second look.
    heap = [
        (-_worth(doubt.by_key, covered) - extra, i)
        for i, (doubt, extra) in enumerate(zip(doubts, added, strict=True))
    ]
    heapq.heapify(heap)
    picked: list[Pick] = []
    while heap and len(picked) < budget:
        _, i = heapq.heappop(heap)
        now = -_worth(doubts[i].by_key, covered) - added[i]
        if heap and (now, i) > heap[0]:
            heapq.heappush(heap, (now, i))
            continue
        covered.update(doubts[i].by_key)
        picked.append(Pick(order[i].id, -now, doubts[i].total, suspicion[i]))
    return picked


def _worth(by_key: Mapping[Key, float], covered: Mapping[Key, float]) -> float:
    return sum(
        math.sqrt(covered.get(key, 0.0) + doubt) - math.sqrt(covered.get(key, 0.0))
        for key, doubt in sorted(by_key.items())
    )


def _suspicion(
    found: Sequence[Document], policy: Policy, lang: str, roster: Collection[str]
) -> list[float]:
    """How suspicious each note is as it would be released with tags."""
    tagged = policy.with_action("tag")
    notes = [
        (
            Document(doc.id, redact(doc, tagged).text),
            sum(span.score < WEAK for span in policy.apply(doc).spans),
        )
        for doc in found
    ]
    return suspicions(notes, lang=lang, roster=roster)


def _key(text: str, start: int, end: int) -> Key:
    line = text[:start].rpartition("\n")[2]
    before = _WORD.findall(line)
    return (_form(before[-1].lower()) if before else "", _form(text[start:end], letters=True))


def _form(word: str, *, letters: bool = False) -> str:
    """A word with 0 for its digits or, in short, with what kinds of characters it has."""
    if not letters:
        return "".join("0" if char.isdigit() else char for char in word)
    kinds = ("0" if char.isdigit() else "A" if char.isupper() else "a" for char in word)
    return re.sub(r"(.)\1+", r"\1", "".join(kinds))
