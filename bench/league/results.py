"""Runs systems over corpora and keeps what came of it: one JSON file a system, and one of times."""

from __future__ import annotations

import json
import math
import re
import shlex
import sys
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
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
BEST = {"words_per_second": max, "first": min, "megabytes": max}
"""What counts of several rounds."""
TICK = 0.01
"""Seconds that the clock of a processor tells apart."""
PRINTED = ("masked", "removed", "covered", "notes")
"""Figures that a run prints; no label has to be mapped for them."""
TRIED = json.dumps({"id": "a", "text": "Seen by Ada Ruiz."})
"""A note to try a system on that answers none."""


def run_all(
    systems: Sequence[System],
    corpora: Sequence[Corpus],
    given: Given,
    weights: Mapping[str, str],
    core: int | None,
    folder: Path,
    named: Container[str] = (),
) -> bool:
    """Runs every system over every corpus of its languages.

    What was there of other corpora stays; what a system was refused for is written, too.

    Args:
        systems: Those to run.
        corpora: Those to run them over.
        given: What corpora may need.
        weights: Folders of weights, by system.
        core: As `talk.run`.
        folder: That of the results.
        named: Systems and corpora that may not be missing; others are left out, and told.

    Returns:
        Whether none of these was missing and no note failed.
    """
    notes = _Notes(given)
    for corpus in corpora:  # what is wrong with what was given is told before hours of work
        if any(_fits(system, corpus) for system in systems):
            notes.of(corpus)
    left_out = list(notes.refused)
    whole = True
    for system in systems:
        fitting = [c for c in corpora if _fits(system, c)]
        readable = [c for c in fitting if notes.of(c) is not None]
        try:
            if not readable:
                raise Refused(_no_notes(system, [notes.refused[c.name] for c in fitting]))
            environment = prepared(system, weights, given.cache)
        except Refused as error:
            left_out.append(system.name)
            say(f"{system.name}: {error}")
            if not (load(folder, system.name) or {}).get("corpora"):
                save(folder, system.name, {"name": system.name, "refused": str(error)})
            continue
        for corpus in readable:
            command = _command(system, environment, corpus.lang, weights)
            told = talk.run(command, notes.of(corpus) or [], core=core)
            whole &= not told.failed
            _keep(system, environment, corpus, notes.of(corpus) or [], told, folder)
            if not told.found:
                say(f"  see for yourself: echo '{TRIED}' | {shlex.join(command)}")
    if left_out:
        say(f"Left out, as said above: {', '.join(left_out)}.")
    ran = any(system.name not in left_out for system in systems)
    return ran and whole and not any(name in named for name in left_out)


def _fits(system: System, corpus: Corpus) -> bool:
    return not system.languages or corpus.lang in system.languages


def _keep(
    system: System,
    environment: Environment,
    corpus: Corpus,
    docs: Sequence[Document],
    told: talk.Told,
    folder: Path,
) -> None:
    """Keeps and tells what a system said of a corpus.

    Where every note failed there are no figures, and those of an earlier run go, too: they would
    be of a system that is no more.
    """
    kept = load(folder, system.name) or {}
    written = {"name": system.name, **_about(environment, system)}
    corpora = written["corpora"] = dict(kept.get("corpora", {}))
    broken = {name: why for name, why in kept.get("broken", {}).items() if name != corpus.name}
    if told.found:
        scored = score(system, docs, told)
        corpora[corpus.name] = {
            "date": f"{datetime.now(timezone.utc):%Y-%m-%d}",
            "notes": len(docs),
            "words": sum(len(doc.text.split()) for doc in docs),
            "failed": told.reasons(),
            "strays": told.strays,
            "unmapped": list(scored.unmapped),
            "took": _took(told),
            "figures": to_json(scored.figures),
        }
        figures = {name: _percent(scored.figures[name].value) for name in PRINTED}
        said = [f"{name} {figure}" for name, figure in figures.items()]
    else:
        corpora.pop(corpus.name, None)
        broken[corpus.name] = told.reasons()
        said = ["no figures"]
    if broken:
        written["broken"] = broken
    if told.failed:
        said.append(f"{len(told.failed)} of {len(docs)} notes failed: {_why(told)}")
    if told.strays:
        said.append(f"{told.strays} lines that were no answer to a note")
    if told.pace:
        said.append(f"{told.pace:,.0f} words/s")
    say(f"{system.name} on {corpus.name}: {', '.join(said)}")
    save(folder, system.name, written)


def _why(told: talk.Told) -> str:
    return ", ".join(f"{why} ({count:,})" for why, count in told.reasons().items())


def _took(told: talk.Told) -> dict[str, float]:
    """Words by seconds of one core, seconds to the first answer, megabytes: what is known of it."""
    took = {}
    if told.pace:
        took["words_per_second"] = round(told.pace, 1)
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
    named: Container[str] = (),
) -> bool:
    """Times the systems one after another, round by round, on the same notes and the same core.

    Seconds are of processor, from the first answer on, so that what else the machine does counts
    less; the best round counts. Returns whether each that was timed was so without a note that
    failed, and none that is named was missing.
    """
    from league.corpora import TABLE

    whole = True
    ready: list[tuple[System, str, list[str], list[Document]]] = []
    notes = {
        lang: read(TABLE[name], Given({}, cache))[:count] for lang, (name, count) in TIMED.items()
    }
    for system in systems:
        try:
            environment = prepared(system, weights, cache)
        except Refused as error:
            whole &= system.name not in named
            say(f"{system.name}: {error}")
            continue
        for lang in TIMED:
            if not system.languages or lang in system.languages:
                command = _command(system, environment, lang, weights)
                ready.append((system, lang, command, notes[lang]))
    best: dict[tuple[str, str], dict[str, Any]] = {}
    for number in range(rounds):
        for system, lang, command, docs in ready:
            told = _timed(command, docs, core)
            if not told.pace or told.failed:
                whole = False
                say(f"{system.name} ({lang}): not timed, {_why(told) or 'too little work'}")
                continue
            row = best.setdefault((system.name, lang), {})
            for name, value in _took(told).items():
                row[name] = BEST[name](row.get(name, value), value)
            say(f"{system.name} ({lang}), round {number + 1}: {told.pace:,.0f} words/s")
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
    return whole


def _timed(command: Sequence[str], docs: Sequence[Document], core: int | None) -> talk.Told:
    """Runs a system over notes, as often as it takes for its speed to be told."""
    told = talk.run(command, docs, core=core)
    if told.pace or told.failed:
        return told
    times = 1 + math.ceil(1.5 * talk.LEAST_WORK / max(told.seconds, TICK))
    many = [replace(doc, id=f"{doc.id} {i}") for i in range(times) for doc in docs]
    return talk.run(command, many, core=core)


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
