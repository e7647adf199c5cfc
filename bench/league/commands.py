"""`python bench/league`: runs the table, times it, writes its page.

    python bench/league run [SYSTEM ...] [--corpus NAME ...] [--data NAME=FOLDER ...]
    python bench/league run --system 'NAME=COMMAND'        # your own, for once
    python bench/league run --weights gliner=FOLDER        # a row that needs weights
    python bench/league run --model bilstm-crf=FOLDER      # a trained model folder of ours
    python bench/league speed [SYSTEM ...]
    python bench/league page

`run` writes bench/league/results/SYSTEM.json, `speed` bench/league/results/speed.json, `page` makes
docs/league.md, its pictures and sections of bench/results.md from these alone.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from incognote.core.errors import ConfigError, IncognoteError
from league import page, results
from league.corpora import TABLE, Given
from league.environment import default_cache
from league.systems import System, brought, read_systems


def main(argv: Sequence[str] | None = None) -> None:
    """Does what the command line says; ends with 1 where a system or a corpus was refused."""
    parser = argparse.ArgumentParser("league", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="what each system finds")
    speed = commands.add_parser("speed", help="what each takes, one after another on one core")
    for sub in (run, speed):
        sub.add_argument("systems", nargs="*", help="names of rows; none: all")
        sub.add_argument("--system", action="append", default=[], metavar="NAME=COMMAND")
        sub.add_argument("--weights", action="append", default=[], metavar="NAME=FOLDER")
        sub.add_argument("--model", action="append", default=[], metavar="NAME=FOLDER")
        sub.add_argument("--cache", type=Path, default=default_cache(), help="environments")
        sub.add_argument("--core", type=int, default=last_core(), help="they are kept on")
        sub.add_argument("--results", type=Path, default=results.FOLDER)
    run.add_argument("--corpus", action="append", default=[], choices=TABLE, metavar="NAME")
    run.add_argument("--data", action="append", default=[], metavar="NAME=FOLDER")
    speed.add_argument("--rounds", type=int, default=3)
    made = commands.add_parser("page", help="docs/league.md from the results")
    made.add_argument("--results", type=Path, default=results.FOLDER)
    made.add_argument("--price", type=float, default=page.PRICE, help="of a core for an hour")
    args = parser.parse_args(argv)
    try:
        if args.command == "page":
            page.write(args.results, args.price)
            return
        systems = _systems(args)
        weights = {k: str(v) for k, v in _named(args.weights).items()}
        if args.command == "speed":
            refused = results.time_all(
                systems, weights, args.cache, args.core, args.rounds, args.results
            )
        else:
            given = Given(_named(args.data), args.cache)
            chosen = [TABLE[name] for name in args.corpus] or list(TABLE.values())
            refused = results.run_all(systems, chosen, given, weights, args.core, args.results)
    except IncognoteError as error:
        sys.exit(str(error))
    sys.exit(1 if refused else 0)


def last_core() -> int | None:
    """Returns the core that systems are kept on: the last that this process may use."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


def _systems(args: argparse.Namespace) -> list[System]:
    table = read_systems()
    own = [*brought(args.system), *_models(args.model)]
    if args.systems:
        return [*(table[name] for name in args.systems), *own]
    return own or list(table.rows)


def _models(lines: Sequence[str]) -> list[System]:
    """A row for each model folder: it runs alone, as papers' models are scored."""
    table = read_systems()
    rows = []
    for name, folder in _named(lines).items():
        like = table["incognote"]
        rows.append(
            System(
                f"model-{name}",
                f"Model {name}",
                f"{{python}} {{adapters}}/with_incognote.py {{lang}} '{folder}' alone",
                languages=("en",),
                pip=like.pip,
                settings="A trained model folder alone, without rules and lists.",
                licence=like.licence,
                source="trained from this checkout (docs/models.md)",
                ours=True,
            )
        )
    return rows


def _named(lines: Sequence[str]) -> dict[str, Path]:
    found = {}
    for line in lines:
        name, sign, folder = line.partition("=")
        if not sign or not Path(folder).exists():
            raise ConfigError(f"'{name}' needs a folder that there is, as NAME=FOLDER.")
        found[name] = Path(folder).resolve()
    return found
