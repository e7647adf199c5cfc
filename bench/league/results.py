"""Runs systems over corpora and keeps what came of it: one JSON file a system, and one of times."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from incognote.core.document import Document
from league import talk
from league.corpora import Corpus, Given, read
from league.environment import Environment, Refused, make
from league.scorer import score, to_json
from league.systems import HERE, System
from record import machine

FOLDER = HERE / "results"
SPEED = "speed.json"
TIMED = {"en": ("notes_en", 40), "es": ("notes_es", 54)}
"""By language the corpus and how many of its notes are timed."""


def run_all(
    systems: Sequence[System],
    corpora: Sequence[Corpus],
    given: Given,
    weights: Mapping[str, str],
    core: int | None,
    folder: Path,
) -> int:
    """Runs every system over every corpus of its languages; returns how many were refused.

    What was there of other corpora stays; what a system was refused for is written, too.
    """
    refused = 0
    notes = _Notes(given)
    for system in systems:
        fitting = [c for c in corpora if not system.languages or c.lang in system.languages]
        readable = [c for c in fitting if notes.of(c) is not None]
        try:
            if not readable:
                raise Refused(_no_notes(system, [notes.refused[c.name] for c in fitting]))
            environment = prepared(system, weights, given.cache)
        except Refused as error:
            refused += 1
            say(f"{system.name}: {error}")
            if not (load(folder, system.name) or {}).get("corpora"):
                save(folder, system.name, {"name": system.name, "refused": str(error)})
            continue
        kept = load(folder, system.name) or {}
        written = {"name": system.name, **_about(environment, system)}
        written["corpora"] = kept.get("corpora", {})
        for corpus in readable:
            docs = notes.of(corpus) or []
            told = talk.run(_command(system, environment, corpus.lang, weights), docs, core=core)
            scored = score(system, docs, told)
            written["corpora"][corpus.name] = {
                "date": f"{datetime.now(timezone.utc):%Y-%m-%d}",
                "notes": len(docs),
                "words": sum(len(doc.text.split()) for doc in docs),
                "failed": told.reasons(),
                "strays": told.strays,
                "unmapped": list(scored.unmapped),
                "took": _took(told),
                "figures": to_json(scored.figures),
            }
            figures = scored.figures
            say(
                f"{system.name} on {corpus.name}: masked {_percent(figures['masked'].value)}, "
                f"removed {_percent(figures['removed'].value)}, failed {len(told.failed)}, "
                f"{told.words / told.seconds if told.seconds else 0:,.0f} words/s"
            )
            save(folder, system.name, written)
    return refused + len(notes.refused)


def _took(told: talk.Told) -> dict[str, float]:
    """Words by seconds of one core, seconds to the first answer, megabytes: what is known of it."""
    took = {}
    if told.seconds:
        took["words_per_second"] = round(told.words / told.seconds, 1)
    if told.first is not None:
        took["first"] = round(told.first, 2)
    if told.megabytes is not None:
        took["megabytes"] = round(told.megabytes)
    return took


class _Notes:
    """The notes of each corpus, read once; what cannot be read is told once."""

    def __init__(self, given: Given) -> None:
        self._given = given
        self._read: dict[str, list[Document]] = {}
        self.refused: dict[str, str] = {}

    def of(self, corpus: Corpus) -> list[Document] | None:
        """Returns the notes of a corpus, None where it was refused."""
        if corpus.name not in self._read and corpus.name not in self.refused:
            try:
                self._read[corpus.name] = read(corpus, self._given)
            except Refused as error:
                self.refused[corpus.name] = str(error)
                say(f"{corpus.name}: {error}")
        return self._read.get(corpus.name)


def _no_notes(system: System, reasons: Sequence[str]) -> str:
    said = f": {'; '.join(reasons)}" if reasons else ""
    return f"has no notes of its language ({', '.join(system.languages)}) here{said}"


def time_all(
    systems: Sequence[System],
    weights: Mapping[str, str],
    cache: Path,
    core: int | None,
    rounds: int,
    folder: Path,
) -> int:
    """Times the systems one after another, round by round, on the same notes and the same core.

    Seconds are of processor, from the first answer on, so that what else the machine does counts
    less; the best round counts. Returns how many systems were refused.
    """
    from league.corpora import TABLE

    refused = 0
    ready: list[tuple[System, str, list[str], list[Document]]] = []
    notes = {
        lang: read(TABLE[name], Given({}, cache))[:count] for lang, (name, count) in TIMED.items()
    }
    for system in systems:
        try:
            environment = prepared(system, weights, cache)
        except Refused as error:
            refused += 1
            say(f"{system.name}: {error}")
            continue
        for lang in TIMED:
            if not system.languages or lang in system.languages:
                command = _command(system, environment, lang, weights)
                ready.append((system, lang, command, notes[lang]))
    best: dict[tuple[str, str], dict[str, Any]] = {}
    for number in range(rounds):
        for system, lang, command, docs in ready:
            told = talk.run(command, docs, core=core)
            if not told.seconds or told.first is None:
                say(f"{system.name} ({lang}): not timed, {told.reasons()}")
                continue
            speed = told.words / told.seconds
            row = best.setdefault((system.name, lang), {"words_per_second": 0.0, "first": 1e9})
            took = _took(told)
            row["words_per_second"] = max(row["words_per_second"], took["words_per_second"])
            row["first"] = min(row["first"], took["first"])
            row["megabytes"] = max(row.get("megabytes", 0.0), took.get("megabytes", 0.0))
            say(f"{system.name} ({lang}), round {number + 1}: {speed:,.0f} words/s")
    table = {
        "date": f"{datetime.now(timezone.utc):%Y-%m-%d}",
        "machine": machine(),
        "rounds": rounds,
        "notes": {lang: f"{len(docs)} of {TIMED[lang][0]}" for lang, docs in notes.items()},
        "systems": {},
    }
    for (name, lang), row in best.items():
        table["systems"].setdefault(name, {})[lang] = row
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / SPEED, table)
    return refused


def prepared(system: System, weights: Mapping[str, str], cache: Path) -> Environment:
    """Returns the environment of a system that has all it needs.

    Raises:
        Refused: If it has not.
    """
    if system.needs_weights and system.name not in weights:
        raise Refused(f"needs {system.needs}")
    return make(system, cache)


def _command(
    system: System, environment: Environment, lang: str, weights: Mapping[str, str]
) -> list[str]:
    return system.words(
        python=environment.python,
        adapters=HERE / "adapters",
        lang=lang,
        weights=weights.get(system.name, ""),
    )


def _about(environment: Environment, system: System) -> dict[str, Any]:
    return {
        "title": system.title,
        "python": environment.version,
        "packages": len(environment.packages),
        "megabytes": environment.megabytes,
        "install_seconds": environment.seconds,
        "steps": list(environment.steps),
        "settings": system.settings,
        "licence": system.licence,
        "source": system.source,
        "ours": system.ours,
    }


def load(folder: Path, name: str) -> dict[str, Any] | None:
    """Returns what is kept of a system, None for nothing."""
    path = folder / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def load_all(folder: Path) -> dict[str, dict[str, Any]]:
    """Returns what is kept of all systems, by name."""
    paths = [path for path in sorted(folder.glob("*.json")) if path.name != SPEED]
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def save(folder: Path, name: str, written: Mapping[str, Any]) -> None:
    """Writes what is kept of a system."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / f"{name}.json", written)


def _write(path: Path, value: Mapping[str, Any]) -> None:
    """A line for each figure would be long: lists of numbers stand on one."""
    text = json.dumps(value, indent=1, ensure_ascii=False)
    flat = re.sub(
        r"\[\s+([^\[\]{}\"]*?)\s+\]",
        lambda m: "[" + " ".join(m[1].split()) + "]",
        text,
    )
    path.write_text(flat + "\n", encoding="utf-8")


def say(line: str) -> None:
    """Tells how far it is."""
    print(line, file=sys.stderr, flush=True)


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.2f} %"
