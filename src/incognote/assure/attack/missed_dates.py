"""What a reader of the output learns about the number of days by which a patient's dates moved.

The reader is a strong one: it knows how dates are moved and which numbers of days there are, takes
every date that was missed for what it is, an original, and knows how far dates of such notes lie
from the notes' own. Each number of days is then as likely as the note's own date, moved back by
it, lies that far from what was missed. Seasons, months and feasts of several days say the time of
the year; a day of the week says something beside a date that moved.
"""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from incognote.assure.attack.shifts import (
    UNLIKELY,
    Weights,
    every_shift,
    guessed,
    normal,
    remaining,
    together,
)
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.replace.dates import (
    Form,
    Habits,
    has_day_and_month,
    is_whole,
    read,
    readings,
    says,
)
from incognote.replace.note_dates import LONG, habits_of, is_birth
from incognote.replace.policy import Policy
from incognote.replace.redact import redact
from incognote.replace.replacement import Context
from incognote.replace.shift import days_of

KINDS = ("day with year", "day and month", "season or month", "day of the week", "other")
"""Of missed dates: how much they say. `other` (a day alone, a year, what cannot be read) is not
used by the reader."""
_SPREAD = 60
"""Days that a season or month may lie from the note, each as likely."""
_BESIDE = 4
"""Characters between a day of the week and the date that it is of."""


@dataclass(slots=True)
class ShiftRisk:
    """What became known of the shifts of a corpus."""

    notes: int = 0
    dates: int = 0
    """Gold marks of dates that leave the text."""
    missed: Counter[str] = field(default_factory=Counter)
    """Those that stayed, by `KINDS`."""
    patients: int = 0
    """Those who share a shift: notes of their own where no patient is known."""
    exposed: int = 0
    """Patients with a miss that says something."""
    shifts: int = 0
    """Numbers of days that there are."""
    left: float = 0.0
    """How many of them remain for an exposed patient, on average: the exponential of the entropy,
    so that equally likely numbers count one each."""
    guessed: float = 0.0
    """Exposed patients whose shift is the reader's one guess (expected number)."""


def shift_risk(
    pairs: Iterable[tuple[Document, Document]], policy: Policy, context: Context
) -> ShiftRisk:
    """Returns what a reader learns from the dates that were missed.

    Args:
        pairs: Each note with its gold marks, and with the marks that were found.
        policy: One that shifts dates.
        context: Key, scope and language.
    """
    pairs = list(pairs)
    gaps = _gaps((gold for gold, _ in pairs), context.lang)
    risk = ShiftRisk(notes=len(pairs))
    seen: dict[str, list[Weights]] = defaultdict(list)
    truth: dict[str, int] = {}
    for gold, found in pairs:
        patient = context.group(gold)
        truth[patient] = days_of(gold, context)
        seen[patient] += _read_note(gold, found, policy, context, gaps, risk)
    risk.patients = len(truth)
    risk.shifts = len(every_shift(context))
    for patient, evidence in seen.items():
        if not evidence:
            continue
        weights = together(evidence)
        risk.exposed += 1
        risk.left += remaining(weights)
        risk.guessed += guessed(weights, truth[patient])[0]
    risk.left = risk.left / risk.exposed if risk.exposed else float(risk.shifts)
    return risk


def _gaps(docs: Iterable[Document], lang: str) -> Counter[int]:
    """How often a day lies how far from its note's own date, in days."""
    gaps: Counter[int] = Counter()
    for doc in docs:
        habits = habits_of(doc, Context(lang=lang))
        for span, form in _forms(doc, habits):
            days = readings(form, habits) if has_day_and_month(form) else []
            if days and habits.note and not is_birth(doc.text, span.start, lang):
                gaps[(days[0] - habits.note).days] += 1
    return gaps


def _forms(doc: Document, habits: Habits) -> Iterator[tuple[Span, Form]]:
    for span in doc.spans:
        if our_type(span.label) == "DATE":
            form = read(doc.text[span.start : span.end], habits)
            if form:
                yield span, form


def _read_note(
    gold: Document,
    found: Document,
    policy: Policy,
    context: Context,
    gaps: Counter[int],
    risk: ShiftRisk,
) -> list[Weights]:
    """What the dates missed in a note say of the shift, each by itself."""
    dates = [s for s in policy.apply(gold).spans if our_type(s.label) == "DATE"]
    leaving = policy.apply(found)
    done = redact(leaving, policy, context)
    days = days_of(gold, context)
    habits = habits_of(gold, context)
    shown = habits.note and habits.note + datetime.timedelta(days)
    shifts = every_shift(context)
    said = []
    risk.dates += len(dates)
    for span in dates:
        if any(s.start < span.end and span.start < s.end for s in leaving.spans):
            continue
        form = read(gold.text[span.start : span.end], habits) or ()
        kind = _kind(form)
        risk.missed[kind] += 1
        if kind == "day of the week":
            beside = _date_beside(span, leaving, habits)
            if beside and done.replaced:
                moved = beside + datetime.timedelta(days)
                number = says(form, "weekday")
                weights = {s: _right_day(moved, s, number) for s in shifts}
                said.append(normal(weights))
        elif kind != "other" and shown and not is_birth(gold.text, span.start, habits.lang):
            date = readings(form, habits)[0]
            said.append(normal({s: _likely(shown, s, date, kind, gaps) for s in shifts}))
    return said


def _right_day(moved: datetime.date, shift: int, weekday: int) -> float:
    there = moved - datetime.timedelta(shift)
    return 1.0 if there.isoweekday() == weekday else UNLIKELY


def _likely(
    shown: datetime.date, shift: int, date: datetime.date, kind: str, gaps: Counter[int]
) -> float:
    """How likely a shift is, by how far the note's date would lie from what was missed."""
    gap = (date - (shown - datetime.timedelta(shift))).days
    if kind == "day with year":
        return gaps[gap] / max(1, gaps.total()) + UNLIKELY
    gap = (gap + 182) % 365 - 182  # the year is not said
    if kind == "day and month":
        return gaps[gap] / max(1, gaps.total()) + UNLIKELY
    return 1.0 if abs(gap) <= _SPREAD else UNLIKELY


def _kind(form: Form) -> str:
    kinds = {piece.kind for piece in form}
    if is_whole(form):
        return KINDS[0]
    if has_day_and_month(form):
        return KINDS[1]
    if kinds & {"monthname", "month", "season", "feast"}:
        return KINDS[2]
    return KINDS[3] if kinds & {"weekday"} and not kinds & {"day", "year"} else KINDS[4]


def _date_beside(span: Span, doc: Document, habits: Habits) -> datetime.date | None:
    """The date that a day of the week stands beside, where that one was found."""
    for other, form in _forms(doc, habits):
        apart = max(other.start - span.end, span.start - other.end)
        if apart <= _BESIDE and has_day_and_month(form):
            days = readings(form, habits)
            if days and abs((days[0] - (habits.note or days[0])).days) <= LONG:
                return days[0]
    return None
