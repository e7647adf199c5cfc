"""Runs of the whole pipeline over tables, and made-up patients to write into them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from incognote.core.pipeline import Pipeline, Settings
from incognote.io.format import Fields
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run.batch import OutputFolder, Sources, Summary, Task, run
from incognote.run.deidentifier import load_pipeline

KEY = b"k" * 32
SURFACES = (
    *("Delgado", "00482913", "555-0143", "Alder Row", "Leadville", "44107", "Okafor"),
    *("1961-08-09", "8/9/1961", "2019-03-14", "3/14/2019", "m.delgado@example.org"),
)
"""What is to leave the tables of these tests."""


@cache
def pipeline() -> Pipeline:
    return load_pipeline(Settings("en"))


def deid(
    source: Path,
    out: Path,
    roles: dict[str, str] | None = None,
    *,
    other: str = "",
    format: str = "",
    policy: str = "all",
    replace: str = "",
    key: bytes = KEY,
) -> Summary:
    chosen = get_policy(policy).with_action(replace) if replace else get_policy(policy)
    return run(
        Sources([source], format, fields=Fields(roles or {}, other)),
        Task(pipeline, chosen, Context(key)),
        OutputFolder(out),
    )


def leaks(out: Path, *more: str) -> list[str]:
    """Surfaces that stand in any file of an output, as bytes."""
    data = b"\0".join(path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file())
    return [surface for surface in (*SURFACES, *more) if surface.encode() in data]


def failures(out: Path) -> dict[str, str]:
    rows = map(json.loads, (out / "failed.jsonl").read_text().splitlines())
    return {row["id"]: row["reason"] for row in rows}
