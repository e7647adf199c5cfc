"""What was read so far would show, and how much more would reach the goal.

Of a certificate it is the bound on recall that `certify run` would give if the notes read so far
were the whole reading, and if of every 20 identifiers that were planted 19 are among the marks, as
`certify plan` takes it, too. It is made from the readers' own marks and from what the plan counts.
The project holds nothing of what was planted where, so nothing that is shown can tell; what the
readers found of it, and so the bound that holds, `certify run` alone says.

Where gold is made it is the recall of the system as the readers' marks stand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from incognote.assure.bounds import log_capital, share_lower
from incognote.assure.calibration import smallest
from incognote.assure.certificate import PARTS, limited_upper, recall_of
from incognote.assure.plan import Stratum
from incognote.assure.prospects import READ_WELL
from incognote.core.document import Document
from incognote.review.goal import Counts
from incognote.review.history import History
from incognote.review.project import Project

STEP = 10
"""A figure is made anew each time that so many more notes are read, from the notes as they stood
then: what one mark does to it nobody sees, or it would be a reason not to make the mark. So a
figure stays as it was, too, where an earlier note is opened again."""

_ERROR = 0.05
"""Chance that a bound on the system's recall is too high, at most."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What was read so far would show."""

    read: int
    """Notes that it is made from."""
    recall: float
    """Of a certificate the lower bound; else the share of identifiers that the system covered."""
    low: float
    """Ends of the interval, of a certificate the bound twice."""
    high: float
    more: int | None = None
    """So many more notes, if they are like those, would show the target; 0: it is shown; None: no
    number of them would, or there is no target."""
    course: tuple[tuple[int, float], ...] = ()
    """Of a certificate: notes read and the bound at each step."""


def outlook_of(project: Project) -> Callable[[], Outlook | None]:
    """Returns what computes the outlook of a project as it is decided about now.

    It takes its time, and may run beside other requests.
    """
    goal, history = project.goal, project.history
    steps = history.steps(STEP, len(project.notes))
    if counts := goal.counts:
        left = (_left(project, then) for then in steps)
        return lambda: certified(counts, goal.target, left)
    if project.settles or not project.answers_for.gold or not project.system_known:
        return lambda: None

    def found() -> Outlook | None:
        last = 0
        for then in steps:
            last = then.last
        then = history.until(last)
        gold = [project.document(note, then.state(note)) for note in then.read]
        return of_system(gold, list(map(project.of_system, then.read)), goal.target)

    return found


def _left(project: Project, then: History) -> list[tuple[str, int]]:
    """The notes that were read, each with the number of its marks."""
    return [(project.notes[n - 1].id, len(then.state(n).standing)) for n in then.read]


def certified(
    counts: Counts, target: float, steps: Iterable[Sequence[tuple[str, int]]]
) -> Outlook | None:
    """Returns the bound that a reading would give; None where it would give none yet.

    Args:
        counts: Of the plan.
        target: The recall that is wanted.
        steps: Of each step the notes that were read, each with the number of its marks.
    """
    course = []
    whole = 0
    for left in steps:
        reading, whole = _Reading(counts, left), len(left)
        if reading.complete:
            course.append((whole, reading.bound(1.0)))
    if not course or course[-1][0] != whole:
        return None
    recall = course[-1][1]
    more = None
    notes = sum(n for _, n, _ in counts.strata)
    if recall >= target:
        more = 0
    elif reading.bound(notes) >= target:
        low, high = 1.0, float(notes)
        while high - low > 0.01 * low:
            middle = math.sqrt(low * high)
            low, high = (low, middle) if reading.bound(middle) >= target else (middle, high)
        more = max(1, sum(s.read for s in reading.strata(high)) - whole)
    return Outlook(whole, recall, recall, recall, more, tuple(course))


class _Reading:
    """Notes that were read, with what their marks leave of the expected planted ones."""

    def __init__(self, counts: Counts, left: Sequence[tuple[str, int]]) -> None:
        self.counts = counts
        self.error = 1 - counts.confidence
        self.drawn = np.array([counts.drawn[id] for id, _ in left], np.int64)
        found = np.array([marks for _, marks in left], np.float64)
        # At most one is planted in a note: taken to be in those with the fewest marks.
        for stratum in range(len(counts.strata)):
            among = self.drawn == stratum
            share = READ_WELL * counts.planted * int(among.sum()) / len(counts.drawn)
            some = np.flatnonzero(among & (found > 0))
            some = some[np.argsort(found[some], kind="stable")][: round(share)]
            found[some] -= 1
        self.left = found
        self.least = share_lower(
            round(READ_WELL * counts.planted), counts.planted, PARTS["readers"] * self.error
        )

    @property
    def complete(self) -> bool:
        """Whether a note of each stratum is among them."""
        return {*self.drawn.tolist()} == {*range(len(self.counts.strata))}

    def strata(self, times: float) -> list[Stratum]:
        """The strata, had `times` as many notes of each been read."""
        return [
            Stratum(name, notes, min(notes, math.ceil(times * int((self.drawn == i).sum()))))
            for i, (name, notes, _) in enumerate(self.counts.strata)
        ]

    def bound(self, times: float) -> float:
        """The lower bound on recall, had `times` as many notes like them been read."""
        strata = self.strata(times)
        parts = [np.resize(self.left[self.drawn == i], s.read) for i, s in enumerate(strata)]
        drawn = np.repeat(np.arange(len(strata)), [s.read for s in strata])
        upper, _ = limited_upper(
            np.concatenate(parts),
            drawn,
            strata,
            self.counts.most,
            PARTS["left"] * self.error,
            sensitivity=self.least,
        )
        return recall_of(self.counts.precision * self.counts.marks, upper)


def of_system(gold: Sequence[Document], found: Sequence[Document], target: float) -> Outlook | None:
    """Returns the recall of a system in notes that somebody read; None of fewer than `STEP` notes.

    Args:
        gold: The notes with the readers' marks,
        found: and with those of the system.
        target: The recall that is wanted, as the mean over notes of the share that is covered in
            each (`incognote calibrate`); 0: none.
    """
    from incognote.assure.evaluation import Bootstrap, Options, evaluate

    if len(gold) < STEP:
        return None
    scored = evaluate(gold, found, ["characters"], Options(bootstrap=Bootstrap(400)))
    figure = scored.figures["characters/identifiers_covered/share"]
    if figure.value is None:
        return None
    more = None
    if target:
        shares = [_missed(one, two) for one, two in zip(gold, found, strict=True) if one.spans]
        gains = ((1 - target) - np.array(shares)) / target

        def shown(notes: int) -> bool:
            return log_capital(gains, times=notes / len(shares)) >= -math.log(_ERROR)

        enough = smallest(shown, len(shares))
        if enough is not None:
            # Those without an identifier count for nothing, and come along.
            more = math.ceil((enough - len(shares)) * len(gold) / len(shares))
    low = figure.value if figure.low is None else figure.low
    high = figure.value if figure.high is None else figure.high
    if figure.value == 1.0:
        # Resampling knows no misses where there is none: how often a note is covered whole, exact.
        held = sum(bool(doc.spans) for doc in gold)
        low = share_lower(held, held, _ERROR / 2)
    return Outlook(len(gold), figure.value, low, high, more)


def _missed(gold: Document, found: Document) -> float:
    """The share of a note's identifiers that the system did not cover whole."""
    from incognote.assure.evaluation.characters import alphanumeric, cover, covered_spans

    bare = alphanumeric(gold.text) & ~cover(found.spans, len(gold.text))
    told = covered_spans(gold.spans, bare)
    return sum(not is_covered for _, is_covered in told) / len(told)
