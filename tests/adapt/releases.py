"""Small releases and reviews to test with."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from incognote.adapt.plan import Plan, make_plan
from incognote.adapt.release import Released, hash_text
from incognote.adapt.scored import ScoredNotes


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


def release(notes: int = 60) -> list[Released]:
    """Notes with ten marks each, the later ones the more suspicious."""
    return [
        Released(f"n{i:03}", hash_text(f"note {i}"), {"PATIENT": 4, "DATE": 6}, float(i // 20))
        for i in range(notes)
    ]


def plan(notes: int = 60, read: int = 20, **changes: float) -> Plan:
    terms = {"confidence": 0.95, "most": 5, "precision": 0.9, "seed": 3} | changes
    return make_plan(
        release(notes),
        read=read,
        seed=int(terms["seed"]),
        confidence=terms["confidence"],
        most=int(terms["most"]),
        precision=terms["precision"],
        system={"model": "m", "rules": "r"},
    )


def write_output(folder: Path, texts: dict[str, str], scores: float = 0.99) -> Path:
    """A folder as deid writes it, with one mark to a note."""
    folder.mkdir()
    rows = []
    for id, text in texts.items():
        (folder / f"{id}.txt").write_text(text, encoding="utf-8")
        span = {"start": 0, "end": 3, "label": "PATIENT", "score": scores, "source": "neural"}
        rows.append(json.dumps({"id": id, "spans": [span]}) + "\n")
    (folder / "spans.jsonl").write_text("".join(rows), encoding="utf-8")
    return folder
