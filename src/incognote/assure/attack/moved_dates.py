"""What a reader finds out about how far dates moved from what stands beside them.

Unlike `missed_dates` this reader needs no mistake of the detection: it goes by words of seasons and
feasts that are no dates, by days of the week on which such notes are written, by the hour that a
change of clocks leaves out, by ages that have to fit the birth date, by what was not in the world
yet (a drug, an epidemic), by the order of the notes, and by a true date that it knows from another
site's note. Each is a likelihood over all numbers of days by which dates may have moved.
"""

from __future__ import annotations

import datetime
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

from incognote.assure.attack.shifts import (
    UNLIKELY,
    Learned,
    Weights,
    every_shift,
    learned,
    normal,
    together,
)
from incognote.assure.attack.traits import read_traits, text_that_stays
from incognote.core.calendar import calendars, date_words
from incognote.core.case import fold
from incognote.core.document import Document
from incognote.core.labels import our_type
from incognote.core.traits import traits
from incognote.core.words import any_of
from incognote.replace.dates import has_day_and_month, is_whole, read, readings
from incognote.replace.feasts import day_of, rule_of
from incognote.replace.note_dates import LONG, habits_of, is_birth
from incognote.replace.redact import Redacted
from incognote.replace.replacement import Context
from incognote.replace.shift import days_of

KINDS = (
    "words of seasons", "feasts left", "days of the week left", "drugs and epidemics",
    "days on which notes are written", "change of clocks", "age beside birth date",
)  # fmt: skip
"""Evidence that one note holds."""
BLIND, ALL_TOGETHER = "nothing: a blind guess", "all of these together"
ORDER = "order of the notes"
KNOWN = ("one true date known", "two true dates known", "the birth date known")
"""What the reader has from elsewhere: another site's note, a newspaper, a register."""
_BESIDE = 4
"""Characters between a day of the week and the date that it is of."""
_AROUND_FEAST, _ELSEWHEN = 45, 0.1
"""Days from a feast in which notes speak of it, and how much likelier then than else."""
_DOUBTED = 0.02
"""What a reader gives to an age that does not fit: notes round, and are copied."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A day that stands in the output."""

    start: int
    end: int
    day: datetime.date
    """As it stands there."""
    birth: bool
    whole: bool
    """Whether its year stands there, too."""


@dataclass(slots=True)
class Patient:
    """What the notes of one patient tell."""

    truth: int
    evidence: dict[str, list[Weights]] = field(default_factory=lambda: defaultdict(list))
    days: set[datetime.date] = field(default_factory=set)
    """Those of the output, without births."""
    visits: dict[str, datetime.date] = field(default_factory=dict)
    """From a note's id to its own day, as it stands in the output."""
    births: set[datetime.date] = field(default_factory=set)


def shown_days(gold: Document, done: Redacted, context: Context) -> list[Shown]:
    """Returns the days with their month that stand moved in the output of a note.

    Args:
        gold: The note with its marks, which tell how its dates were read.
        done: What became of it.
        context: Key, scope and options that it was replaced with.
    """
    habits, moved = habits_of(gold, context), datetime.timedelta(days_of(gold, context))
    found = []
    for change in done.replaced:
        if our_type(change.span.label) != "DATE" or change.unread:
            continue
        if change.action not in ("shift", "surrogate"):
            continue
        form = read(gold.text[change.span.start : change.span.end], habits) or ()
        days = readings(form, habits) if has_day_and_month(form) else []
        if days:
            birth = is_birth(gold.text, change.span.start, context.lang)
            whole = is_whole(form)
            new = days[0] + moved
            found.append(Shown(change.new_start, change.new_end, new, birth, whole))
    return found


def read_patients(
    pairs: Sequence[tuple[Document, Redacted]], context: Context
) -> dict[str, Patient]:
    """Returns what the released notes of each patient tell of the shift.

    Args:
        pairs: Each note with its gold marks, and as it was released.
        context: Key, scope, language and options that they were released with.
    """
    shifts = every_shift(context)
    shown = [shown_days(gold, done, context) for gold, done in pairs]
    habit = _Weekdays(pairs, context)
    patients: dict[str, Patient] = {}
    for (gold, done), days in zip(pairs, shown, strict=True):
        if not days:
            continue
        group = context.group(gold)
        patient = patients.setdefault(group, Patient(days_of(gold, context)))
        patient.days |= {each.day for each in days if not each.birth}
        patient.births |= {each.day for each in days if each.birth and each.whole}
        own = _own_day(gold, days, patient.truth, context)
        if own:
            patient.visits[gold.id] = own
            for kind, weights in _evidence(done, days, own, shifts, habit, group):
                patient.evidence[kind].append(weights)
    return patients


def what_dates_tell(pairs: Sequence[tuple[Document, Redacted]], context: Context) -> list[Learned]:
    """Returns what each kind of evidence tells of the shifts of a release, and all together.

    Args:
        pairs: Each note with its gold marks, and as it was released.
        context: Key, scope, language and options that they were released with.
    """
    patients = read_patients(pairs, context)
    shifts = every_shift(context)
    blind = normal(dict.fromkeys(shifts, 1.0))
    rows = [
        learned(
            BLIND,
            len(patients),
            len(shifts),
            [(blind, p.truth) for p in patients.values()],
        )
    ]
    for kind in KINDS:
        told = [
            (together(p.evidence[kind]), p.truth) for p in patients.values() if p.evidence[kind]
        ]
        rows.append(learned(kind, len(patients), len(shifts), told))
    every = [
        (together([w for said in p.evidence.values() for w in said]), p.truth)
        for p in patients.values()
        if any(p.evidence.values())
    ]
    rows.append(learned(ALL_TOGETHER, len(patients), len(shifts), every))
    rows.append(
        learned(ORDER, len(patients), len(shifts), _known_by_order(pairs, patients, shifts))
    )
    for name, number in zip(KNOWN, (1, 2, 0), strict=True):
        known = [
            (weights, p.truth)
            for p in patients.values()
            if (weights := _from_true_dates(p, number, shifts)) is not None
        ]
        rows.append(learned(name, len(patients), len(shifts), known))
    return rows


def _own_day(
    gold: Document, days: Sequence[Shown], moved: int, context: Context
) -> datetime.date | None:
    """The day of a note as its output says it: its own where that stands there, else the last."""
    note = habits_of(gold, context).note
    there = [each.day for each in days if not each.birth]
    if note and note + datetime.timedelta(moved) in there:
        return note + datetime.timedelta(moved)
    return max(there, default=None)


def _evidence(
    done: Redacted,
    days: Sequence[Shown],
    own: datetime.date,
    shifts: Sequence[int],
    habit: _Weekdays,
    group: str,
) -> Iterator[tuple[str, Weights]]:
    stays = text_that_stays(done)
    at = {shift: own - datetime.timedelta(shift) for shift in shifts}
    for pattern, months, ratio in _seasons(done.lang):
        if pattern.search(stays):
            yield KINDS[0], normal({s: ratio if at[s].month in months else 1.0 for s in shifts})
    for rule in _feasts_in(stays, done.lang):
        yield KINDS[1], normal({s: 1.0 if _is_near(rule, at[s]) else _ELSEWHEN for s in shifts})
    for shown, weekday in _weekdays_beside(stays, days, done.lang):
        yield KINDS[2], normal({s: _falls_on(shown.day, s, weekday) for s in shifts})
    for pattern, first in _first_days(done.lang):
        if pattern.search(stays):
            yield KINDS[3], normal({s: 1.0 if at[s] >= first else UNLIKELY for s in shifts})
    visits = {each.day for each in days if each.whole and _is_of_visit(each, own)}
    if visits:
        yield KINDS[4], normal({s: habit.likelihood(visits, s, group) for s in shifts})
    for shown in days:
        if shown.whole and _LEFT_OUT.match(stays, shown.end):
            yield KINDS[5], normal({s: _has_that_hour(shown.day, s, done.lang) for s in shifts})
    births = [each.day for each in days if each.birth and each.whole]
    age = read_traits(done).age
    if births and age:
        yield KINDS[6], normal({s: _fits(age, births[0], own, s) for s in shifts})


@cache
def _seasons(lang: str) -> tuple[tuple[re.Pattern[str], tuple[int, ...], float], ...]:
    return tuple(
        (re.compile(each.pattern, re.IGNORECASE), each.months, each.ratio)
        for each in traits(lang).seasonal
    )


@cache
def _first_days(lang: str) -> tuple[tuple[re.Pattern[str], datetime.date], ...]:
    return tuple(
        (re.compile(pattern, re.IGNORECASE), datetime.date.fromisoformat(day))
        for pattern, day in traits(lang).not_before.items()
    )


@cache
def _feast_names(lang: str) -> re.Pattern[str]:
    names = {name for each in calendars(lang) for row in each.feasts.values() for name in row}
    long = sorted((name for name in names if len(name) > 3), key=len, reverse=True)
    return re.compile(rf"\b{any_of(map(re.escape, long))}\b", re.IGNORECASE)


def _feasts_in(text: str, lang: str) -> Iterator[str]:
    """The rules of the feasts that a text names, with a capital: 'lent' and 'advent' are words."""
    seen = set()
    for found in _feast_names(lang).finditer(text):
        rule = rule_of(found[0], lang)
        if rule and found[0][0].isupper() and rule not in seen:
            seen.add(rule)
            yield rule


def _is_near(rule: str, day: datetime.date) -> bool:
    gaps = (abs((day_of(rule, year) - day).days) for year in (day.year - 1, day.year, day.year + 1))
    return min(gaps) <= _AROUND_FEAST


def _weekdays_beside(text: str, days: Sequence[Shown], lang: str) -> Iterator[tuple[Shown, int]]:
    """Dates of the output beside which a day of the week stayed, with its number from Monday."""
    words = date_words(lang)
    for shown in days:
        before = re.search(r"([^\W\d_]+)\W*$", text[max(0, shown.start - 16) : shown.start])
        after = re.match(r"\W*([^\W\d_]+)", text[shown.end : shown.end + 16])
        for found in (before, after):
            if found and len(found[0]) - len(found[1]) <= _BESIDE:
                kind, number, *_ = words.get(fold(found[1]), ("", 0))
                if kind == "weekday":
                    yield shown, number


def _falls_on(day: datetime.date, shift: int, weekday: int) -> float:
    there = day - datetime.timedelta(shift)
    return 1.0 if there.isoweekday() == weekday else UNLIKELY


def _is_of_visit(shown: Shown, own: datetime.date) -> bool:
    return not shown.birth and abs((shown.day - own).days) <= LONG


class _Weekdays:
    """On which days of the week notes are written and their events lie, as others' notes show."""

    def __init__(self, pairs: Sequence[tuple[Document, Redacted]], context: Context) -> None:
        self._of: dict[str, Counter[int]] = defaultdict(Counter)
        for gold, done in pairs:
            moved = datetime.timedelta(days_of(gold, context))
            days = shown_days(gold, done, context)
            own = _own_day(gold, days, moved.days, context)
            if own:
                there = {each.day for each in days if each.whole and _is_of_visit(each, own)}
                self._of[context.group(gold)].update((day - moved).weekday() for day in there)
        self._all = sum(self._of.values(), Counter())

    def likelihood(self, days: set[datetime.date], shift: int, group: str) -> float:
        """Returns how likely days moved by a shift are, by the notes of all other patients."""
        own = self._of[group]
        total = self._all.total() - own.total() + 7
        moved = datetime.timedelta(shift)
        there = ((day - moved).weekday() for day in days)
        return math.prod((self._all[d] - own[d] + 1) / total for d in there)


_LEFT_OUT = re.compile(r"\W{0,3}(?:at |a las |@ ?)?0?2[:.][0-5]\d\b(?! ?[p%])", re.IGNORECASE)
"""Behind a date: an hour from two o'clock on, which the day lacks on which clocks go forward."""


def _has_that_hour(day: datetime.date, shift: int, lang: str) -> float:
    there = day - datetime.timedelta(shift)
    rule = traits(lang).clock_change
    return UNLIKELY if rule and day_of(rule, there.year) == there else 1.0


def _fits(age: tuple[int, int], birth: datetime.date, own: datetime.date, shift: int) -> float:
    """Whether an age that is printed is that of the birth date and the note, both moved back."""
    born, then = birth - datetime.timedelta(shift), own - datetime.timedelta(shift)
    years = then.year - born.year - ((then.month, then.day) < (born.month, born.day))
    return 1.0 if age[0] <= years <= age[1] else _DOUBTED


def _from_true_dates(patient: Patient, number: int, shifts: Sequence[int]) -> Weights | None:
    """What is left of the shifts to a reader who knows so many true dates; 0 for that of birth.

    The dates are the first note's own and the one farthest from it, as another site's note of the
    same events would have them. The reader does not know which of the output's they are.
    """
    moved = datetime.timedelta(patient.truth)
    if not number:
        if len(patient.births) != 1:
            return None
        (birth,) = patient.births
        known, there = [birth - moved], patient.births
    else:
        if not patient.visits:
            return None
        first = next(iter(patient.visits.values()))
        last = max(patient.days, key=lambda day: abs((day - first).days))
        known = [day - moved for day in (first, last)[:number]]
        if len(set(known)) < number:
            return None
        there = patient.days
    left = [s for s in shifts if all(day + datetime.timedelta(s) in there for day in known)]
    return {s: (1.0 if s in left else 1e-12) / len(left) for s in shifts}


_IN_ORDER, _FEWEST = 0.9, 20
"""Share of neighbours that must rise for notes to stand in the order of their days, and how many
there must be."""


def _known_by_order(
    pairs: Sequence[tuple[Document, Redacted]],
    patients: Mapping[str, Patient],
    shifts: Sequence[int],
) -> list[tuple[Weights, int]]:
    """What the order of the notes tells of each patient; nothing where it is not that of time."""
    ids = [gold.id for gold, _ in pairs]
    of = {id: (group, day) for group, p in patients.items() for id, day in p.visits.items()}
    placed = [of[id] for id in ids if id in of]
    true = [day - datetime.timedelta(patients[group].truth) for group, day in placed]
    rising = sum(a <= b for a, b in pairwise(true))
    if len(true) < _FEWEST or rising < _IN_ORDER * (len(true) - 1):
        return []
    weights = from_order([day for _, day in placed], [group for group, _ in placed], shifts)
    return [(weights[group], patients[group].truth) for group in weights]


def from_order(
    days: Sequence[datetime.date], groups: Sequence[str], shifts: Sequence[int]
) -> Mapping[str, Weights]:
    """Returns what the order of notes tells of each patient's shift.

    Notes that stand in the order in which they were written have true days that only rise. So each
    lies where its neighbours lie, and how far a patient's notes lie off is the patient's shift, up
    to one number of days for all: found in turns, the days of the neighbours and how far each
    patient is off (backfitting). That one number is told by how few shifts there are: all patients
    must come out at one of them.

    Args:
        days: Days of the notes as the output says them, in its order.
        groups: The patient of each.
        shifts: The numbers of days that there are.
    """
    import numpy as np

    shown = np.array([day.toordinal() for day in days], dtype=float)
    patients, whose = np.unique(np.array(groups), return_inverse=True)
    number = np.bincount(whose)
    off, true = np.zeros(len(patients)), shown
    windows = [_window(i, whose) for i in range(len(shown))]
    for _ in range(_ROUNDS):
        back = shown - off[whose]
        true = np.array([_line_at(i, window, back) for i, window in enumerate(windows)])
        off = np.bincount(whose, weights=shown - true) / number
    rest = shown - off[whose] - true
    errors = np.sqrt(rest.var() / number + rest.var() / _NEIGHBOURS + 1.0)
    candidates = np.array(shifts, dtype=float)
    common = np.arange(-_COMMON, _COMMON + 1)
    apart = (off[:, None, None] + common[None, :, None] - candidates[None, None, :]) / errors[
        :, None, None
    ]
    fits = np.exp(-0.5 * apart**2) + 1e-9
    scores = np.log(fits.sum(axis=2)).sum(axis=0)
    likely = np.exp(scores - scores.max())
    weights = (fits / fits.sum(axis=2, keepdims=True) * likely[None, :, None]).sum(axis=1)
    return {
        str(patient): normal({s: float(w) for s, w in zip(shifts, weights[n], strict=True)})
        for n, patient in enumerate(patients)
    }


_NEIGHBOURS, _ROUNDS, _COMMON = 40, 30, 90
"""Notes on either side that are looked at, turns, and days that all patients may be off by."""


def _window(place: int, whose: Any) -> Any:
    """Notes of others around one, as many on either side as there are."""
    import numpy as np

    half = min(_NEIGHBOURS, max(place, 3), max(len(whose) - 1 - place, 3))
    around = np.arange(max(0, place - half), min(len(whose), place + half + 1))
    return around[whose[around] != whose[place]]


def _line_at(place: int, window: Any, days: Any) -> float:
    """The value at a place of the line through days around it; its own day where there are none."""
    if not len(window):
        return float(days[place])
    across = window - window.mean()
    spread = float((across**2).sum())
    slope = float((across * days[window]).sum()) / spread if spread else 0.0
    return float(days[window].mean()) + slope * (place - float(window.mean()))
