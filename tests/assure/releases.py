"""Small releases and reviews to test with."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from incognote.assure.plan import Plan, Terms, make_plan
from incognote.assure.release import Released
from incognote.assure.review import Reading
from incognote.assure.scored import ScoredNotes
from incognote.core.document import Document, Span, hash_text
from incognote.replace.redact import Redacted, Replaced


def scored(
    unit: list[int], critical: list[float], labels: tuple[str, ...] = ("PATIENT", "DATE")
) -> ScoredNotes:
    """Identifiers of one token each: the first label's, or the second's if the unit is odd."""
    n = len(unit)
    own = np.array([u % 2 for u in unit], np.int64)
    units = max(unit) + 1
    return ScoredNotes(
        labels,
        units,
        units,
        np.array(unit, np.int64),
        tuple(labels[i] for i in own),
        np.arange(n),
        np.arange(n),
        own,
        np.array(critical),
        np.ones(n, np.bool_),
        np.array(unit, np.int64),
        np.zeros(n, np.int64),
        np.full(n, -1, np.int64),
        1000,
        10,
        200,
        2,
    )


TEXT = "seen by {} on [DATE], well again"


def texts(notes: int = 60) -> dict[str, str]:
    return {f"n{i:03}": TEXT.format("[PATIENT]") for i in range(notes)}


def released_text(id: str) -> Redacted:
    """A note of two marks as it is released, with the name the closer call."""
    text = TEXT.format("[PATIENT]")
    places = (("PATIENT", 8, 17, 8, 12, 0.6), ("DATE", 21, 27, 16, 24, 0.99))
    replaced = tuple(
        Replaced(Span(old, old_end, label, score, "neural"), new, new_end, "tag")
        for label, new, new_end, old, old_end, score in places
    )
    return Redacted(id, text, replaced)


def release(notes: int = 60, room: int = 0) -> list[Released]:
    """Notes with ten marks each; the last `room` have room for 50 identifiers."""
    return [
        Released(
            f"n{i:03}",
            hash_text(TEXT.format("[PATIENT]")),
            {"PATIENT": 4, "DATE": 6},
            {"tag": 10},
            50 if i >= notes - room else 2,
        )
        for i in range(notes)
    ]


def plan(
    notes: int = 60,
    read: int = 20,
    *,
    planted: int = 20,
    seed: int = 3,
    room: int = 0,
    **terms: float,
) -> Plan:
    made, _ = plan_and_texts(notes, read, planted=planted, seed=seed, room=room, **terms)
    return made


def plan_and_texts(
    notes: int = 60,
    read: int = 20,
    *,
    planted: int = 20,
    seed: int = 3,
    room: int = 0,
    **terms: float,
) -> tuple[Plan, list[Document]]:
    given = {"confidence": 0.95, "most": 5, "precision": 0.9, "target": 0.9} | terms
    return make_plan(
        release(notes, room),
        lambda ids: [released_text(id) for id in ids],
        read=read,
        planted=planted,
        seed=seed,
        terms=Terms(**given),  # type: ignore[arg-type]
        system={"model": "m", "rules": "r", "language": "en"},
    )


def reading(made: Plan, left: dict[str, Sequence[str]] | None = None, missed: int = 0) -> Reading:
    """A reading that found these labels left, and all that was planted but for a few."""
    found = {
        id: tuple(Span(28 + i, 29 + i, label) for i, label in enumerate(labels))
        for id, labels in (left or {}).items()
    }
    return Reading(
        {drawn.id: found.get(drawn.id, ()) for drawn in made.sample}, made.planted - missed
    )


def write_output(folder: Path, notes: dict[str, str], scores: float = 0.99) -> Path:
    """A folder as deid writes it; `<...>` of a note is what was replaced, by what stands in it."""
    folder.mkdir()
    rows = []
    for id, marked in notes.items():
        text, spans = "", []
        for i, piece in enumerate(re.split(r"<(.*?)>", marked)):
            if i % 2:
                at = {"new_start": len(text), "new_end": len(text) + len(piece)}
                old = {"start": len(text), "end": len(text) + len(piece)}  # as long as before
                action = "tag" if piece.startswith("[") else "surrogate"
                spans.append(
                    {**old, "label": "PATIENT", "score": scores, "source": "neural", **at}
                    | {"action": action}
                )
            text += piece
        (folder / f"{id}.txt").write_text(text, encoding="utf-8")
        rows.append(json.dumps({"id": id, "spans": spans, "sha256": hash_text(text)}) + "\n")
    (folder / "spans.jsonl").write_text("".join(rows), encoding="utf-8")
    return folder
