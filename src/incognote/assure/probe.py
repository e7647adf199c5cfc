"""What questions turned around show: for which groups of values recall falls, and where.

Each group was asked at the same places of the same notes, so that groups are compared in pairs,
note by note; a note (or a patient) is drawn whole. Intervals are those of `evaluate`, a bootstrap.
Whether a group falls is told by `bounds.falls`, which holds at any number of notes and for all
groups of a question together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from incognote.assure.bounds import Floats, falls
from incognote.assure.evaluation.characters import COVERED, MASKED, alphanumeric, cover
from incognote.assure.evaluation.counts import Figure, Table
from incognote.assure.evaluation.intervals import (
    FEWEST,
    Bootstrap,
    Difference,
    compare,
    drawn,
    with_intervals,
)
from incognote.assure.page import Block, Grid, Heading, Text
from incognote.assure.record import read_json
from incognote.assure.rounding import at_least, at_most
from incognote.core.document import Document
from incognote.core.errors import InputError, counted

MEAN = "mean of the groups"
ERROR = 0.05
"""Chance that any group of a question is said to fall though none does, at most."""
_RECALL, _MASKED = f"{COVERED}/share", f"{MASKED}/share"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system made of one group's values, place by place in the order of the notes."""

    group: str
    notes: Sequence[int]
    """Of each place, the number of its note."""
    size: Floats
    """Letters and digits of each place,"""
    bare: Floats
    """and how many of them nothing covers."""
    values: Sequence[str] = ()
    """What stood there; empty where nobody asked for it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and its answers."""

    name: str
    what: str
    reference: str
    """A group, '' for the mean of all."""
    notes: Sequence[Document]
    """As they stand, marked with the places; those without a place are left out."""
    as_it_stands: Answer
    answers: Sequence[Answer]


def answer(
    group: str, asked: Sequence[Document], found: Sequence[Document], *, values: bool = False
) -> Answer:
    """Returns what a system made of notes.

    Args:
        group: Whose values they hold.
        asked: The notes, marked with the places alone.
        found: The same notes, in order, as the system marked them.
        values: Whether to keep what stood at the places.
    """
    notes: list[int] = []
    size: list[int] = []
    bare: list[int] = []
    kept: list[str] = []
    for number, (doc, marked) in enumerate(zip(asked, found, strict=True)):
        letters = alphanumeric(doc.text)
        free = letters & ~cover(marked.spans, len(doc.text))
        for span in doc.spans:
            notes.append(number)
            size.append(int(letters[span.start : span.end].sum()))
            bare.append(int(free[span.start : span.end].sum()))
            if values:
                kept.append(doc.text[span.start : span.end])
    return Answer(group, notes, np.asarray(size, float), np.asarray(bare, float), kept)


def weigh(asked: Asked, bootstrap: Bootstrap | None, units: Sequence[str] | None) -> dict[str, Any]:
    """Returns the figures of a question for JSON: of each group, and against the reference.

    Args:
        asked: The question and its answers.
        bootstrap: How intervals are made, and so many permutations tell what falls; None leaves
            both out.
        units: Of each note the patient that it is drawn with; None draws notes.
    """
    table_of = {each.group: _table(asked.notes, each) for each in asked.answers}
    reference = table_of.get(asked.reference) or _pooled(list(table_of.values()))
    chances = {} if bootstrap is None else _chances(asked, bootstrap, units)
    groups = []
    for each in asked.answers:
        table = table_of[each.group]
        row: dict[str, Any] = {"group": each.group, **_figures(table, bootstrap, units)}
        if each.group != asked.reference:
            row["difference"] = _differences(table, reference, bootstrap, units)
            if (p := chances.get(each.group)) is not None:
                row["p"] = p
                row["falls"] = p <= ERROR
        groups.append(row)
    return {
        "question": asked.name,
        "what": asked.what,
        "places": len(asked.as_it_stands.size),
        "notes": len(asked.notes),
        "units": drawn([doc.id for doc in asked.notes], units),
        "reference": asked.reference or MEAN,
        "as_it_stands": _figures(_table(asked.notes, asked.as_it_stands), bootstrap, units),
        "mean": _figures(_pooled(list(table_of.values())), bootstrap, units),
        "groups": groups,
    }


def worst(asked: Sequence[Asked], most: int, *, values: bool = False) -> list[dict[str, Any]]:
    """Returns the places that most groups of all questions miss, worst first, for JSON.

    Args:
        asked: Questions with their answers.
        most: How many places.
        values: Whether to say what stood there where it was missed.
    """
    rows: dict[tuple[str, int, int], dict[str, Any]] = {}
    for question in asked:
        places = [(doc.id, span) for doc in question.notes for span in doc.spans]
        for at, (id, span) in enumerate(places):
            row = rows.setdefault(
                (id, span.start, span.end),
                {
                    "id": id,
                    "start": span.start,
                    "end": span.end,
                    "label": span.label,
                    "groups": 0,
                    "missed": 0,
                    "missed_as_it_stands": bool(question.as_it_stands.bare[at] > 0),
                    "missed_in": {},
                },
            )
            missed = [each for each in question.answers if each.bare[at] > 0]
            row["groups"] += len(question.answers)
            row["missed"] += len(missed)
            if missed:
                row["missed_in"][question.name] = [each.group for each in missed]
                if values:
                    kept = row.setdefault("values", {})
                    kept[question.name] = [each.values[at] for each in missed]
    ranked = [row for row in rows.values() if row["missed"]]
    ranked.sort(key=lambda row: (-row["missed"] / row["groups"], row["id"], row["start"]))
    return ranked[:most]


def _table(notes: Sequence[Document], given: Answer) -> Table:
    counts = {measure: np.zeros((len(notes), 2)) for measure in (COVERED, MASKED)}
    at = np.asarray(given.notes, dtype=np.intp)
    whole = np.stack([given.bare == 0, np.ones_like(given.bare)], axis=1)
    np.add.at(counts[COVERED], at, whole.astype(float))
    np.add.at(counts[MASKED], at, np.stack([given.size - given.bare, given.size], axis=1))
    return Table(tuple(doc.id for doc in notes), counts)


def _pooled(tables: Sequence[Table]) -> Table:
    """All groups together: its share is the mean of theirs, as the places are the same."""
    counts = {m: np.sum([table.counts[m] for table in tables], axis=0) for m in (COVERED, MASKED)}
    return Table(tables[0].ids, counts)


def _figures(
    table: Table, bootstrap: Bootstrap | None, units: Sequence[str] | None
) -> dict[str, Any]:
    made = table.figures() if bootstrap is None else with_intervals(table, bootstrap, units)
    return {"recall": made[_RECALL].to_dict(), "masked": made[_MASKED].to_dict()}


def _differences(
    table: Table, reference: Table, bootstrap: Bootstrap | None, units: Sequence[str] | None
) -> dict[str, Any]:
    if bootstrap is None or drawn(table.ids, units) < 2:
        mine, other = table.figures(), reference.figures()
        return {
            name: {"value": (mine[key].value or 0.0) - (other[key].value or 0.0)}
            for name, key in (("recall", _RECALL), ("masked", _MASKED))
        }
    found = compare(table, reference, bootstrap, units)
    return {name: _ends(found[key]) for name, key in (("recall", _RECALL), ("masked", _MASKED))}


def _ends(difference: Difference) -> dict[str, float]:
    return {"value": difference.value, "low": difference.low, "high": difference.high}


def _chances(asked: Asked, bootstrap: Bootstrap, units: Sequence[str] | None) -> dict[str, float]:
    names = [each.group for each in asked.answers]
    owners = list(units) if units is not None else [doc.id for doc in asked.notes]
    unit = {owner: i for i, owner in enumerate(dict.fromkeys(owners))}
    missed = np.zeros((len(names), len(unit)))
    for row, each in zip(missed, asked.answers, strict=True):
        np.add.at(row, [unit[owners[i]] for i in each.notes], (each.bare > 0).astype(float))
    reference = names.index(asked.reference) if asked.reference else None
    found = falls(missed, reference, draws=bootstrap.resamples, seed=bootstrap.seed)
    return dict(zip(names, map(float, found), strict=True))


# To read -------------------------------------------------------------------------------------


def read_probe(path: Path) -> dict[str, Any]:
    """Returns what `incognote probe --out` wrote.

    Raises:
        InputError: If the file cannot be read or is no such record.
    """
    record = read_json(path, "`incognote probe --out`")
    if not isinstance(record, dict) or not isinstance(record.get("questions"), list):
        raise InputError(f"{path}: is no probe; give what `incognote probe --out` wrote.")
    return record


def falling(question: Mapping[str, Any]) -> list[str]:
    """Returns the groups of a question that fall, the one that falls furthest first."""
    rows = [row for row in question["groups"] if row.get("falls")]
    rows.sort(key=lambda row: row["difference"]["recall"]["value"])
    return [row["group"] for row in rows]


def verdict(question: Mapping[str, Any]) -> str:
    """Returns the sentence on which groups of a question fall, and over how many places."""
    if fallen := falling(question):
        return f"Recall falls for: {'; '.join(fallen)}."
    if not any("falls" in row for row in question["groups"]):
        return "Whether a group falls was not looked at."
    places, notes = counted(question["places"], "place"), counted(question["notes"], "note")
    if question.get("units", question["notes"]) < FEWEST:
        return f"No group is seen to fall, but {places} in {notes} are too few to show anything."
    return f"No group falls, at {places} in {notes}."


def ordered(question: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Returns the rows of a question's groups, the lowest recall first."""
    return sorted(question["groups"], key=lambda row: row["recall"]["value"] or 0.0)


def points(difference: Mapping[str, float] | None) -> str:
    """Returns a difference in points with its interval, '' for none."""
    if difference is None:
        return ""
    value = f"{100 * difference['value']:+.2f}"
    if "low" not in difference:
        return value
    low, high = (100 * difference[end] for end in ("low", "high"))
    return f"{value} ({at_least(low, sign='+')} to {at_most(high, sign='+')})"


def percent(figure: Mapping[str, Any]) -> str:
    """Returns a share in per cent with its interval."""
    made = Figure(**figure)
    if made.value is None:
        return "-"
    value = f"{100 * made.value:.2f}"
    if made.low is None or made.high is None:
        return value
    return f"{value} ({at_least(100 * made.low)} to {at_most(100 * made.high)})"


_SHOWN = 5
"""So many of the lowest groups of a question, and all that fall, stand in a packet."""


def blocks(record: Mapping[str, Any]) -> Iterator[Block]:
    """Yields the section of a packet: who and what is found less well. It names no note."""
    yield Heading(2, "Who and what is found less well")
    yield Text(
        f"In {record['notes']:,} marked notes ({record['corpus']}) the identifiers were exchanged "
        "for made-up ones of many groups at the same places, and the system "
        f"({record['system']}) read them anew. Recall is the share of the places that were removed "
        "whole. A group falls where it is found less often than the reference by more than the "
        f"drawing of notes explains, with a chance of at most {100 * ERROR:g} % that any group of "
        "a table is named without reason."
    )
    if "caution" in record:
        yield Text(record["caution"])
    for question in record["questions"]:
        fallen = falling(question)
        yield Heading(3, question["question"].capitalize())
        yield Text(
            f"{question['what']} {counted(question['places'], 'place')} in "
            f"{counted(question['notes'], 'note')}, {counted(len(question['groups']), 'group')}; "
            f"the reference is: {question['reference']}. {verdict(question)}"
        )
        rows = ordered(question)
        shown = [r for i, r in enumerate(rows) if i < _SHOWN or r["group"] in fallen]
        yield Grid(
            ("group", "recall % (interval)", "points from the reference (interval)"),
            [
                (r["group"], percent(r["recall"]), points(r.get("difference", {}).get("recall")))
                for r in (*shown, {**question["mean"], "group": MEAN})
            ],
        )
