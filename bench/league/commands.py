"""`python bench/league`: runs the table, times it, writes its page.

    python bench/league run [SYSTEM ...] [--corpus NAME ...] [--data NAME=FOLDER ...]
    python bench/league run --system 'NAME=COMMAND'        # your own, for once
    python bench/league run --notes 'NAME=PATH'            # your own notes, with their marks
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
from collections.abc import Iterable, Sequence
from pathlib import Path

from incognote.core import registry
from incognote.core.errors import ConfigError, IncognoteError, unknown
from league import corpora, page, results
from league.corpora import TABLE, Given
from league.environment import default_cache
from league.systems import System, brought, check_name, read_systems


def main(argv: Sequence[str] | None = None) -> None:
    """Does what the command line says.

    Ends with 1 where something that was named is missing or a note failed; what was not named and
    cannot be had here is told and left out.
    """
    args = _parser().parse_args(argv)
    try:
        whole = True
        if args.command == "page":
            page.write(args.results, args.price)
        elif args.command == "speed":
            whole = _speed(args)
        else:
            whole = _run(args)
    except IncognoteError as error:
        sys.exit(str(error))
    sys.exit(0 if whole else 1)


def last_core() -> int | None:
    """Returns the core that systems are kept on: the last that this process may use."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python bench/league", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="what each system finds")
    speed = commands.add_parser("speed", help="what each takes, one after another on one core")
    for sub in (run, speed):
        _add_systems(sub)
    _add_notes(run)
    speed.add_argument(
        "--rounds",
        type=int,
        default=3,
        metavar="N",
        help="how often each is timed; the best counts",
    )
    made = commands.add_parser("page", help="docs/league.md from the results")
    _add_results(made, "read")
    made.add_argument(
        "--price", type=float, default=page.PRICE, help="of a core for an hour (%(default)s)"
    )
    return parser


def _add_systems(sub: argparse.ArgumentParser) -> None:
    names = ", ".join(row.name for row in read_systems().rows)
    sub.add_argument(
        "systems",
        nargs="*",
        metavar="SYSTEM",
        help=f"rows of bench/league/systems.toml: {names}. Default: all, or none where --system "
        "or --model brings one",
    )
    sub.add_argument(
        "--system",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a system of yours, run here as it is: any command that reads lines of "
        '{"id": ..., "text": ...} and writes for each {"id": ..., "spans": [[start, end, label], '
        "...]}. {lang} in it becomes the notes' language. Repeatable",
    )
    sub.add_argument(
        "--weights",
        action="append",
        default=[],
        metavar="NAME=FOLDER",
        help="the weights of a row that no package brings, by its name: "
        f"{', '.join(_weighed())}. Repeatable",
    )
    sub.add_argument(
        "--model",
        action="append",
        default=[],
        metavar="NAME=FOLDER",
        help="a trained model folder of ours, run alone as model-NAME. Repeatable",
    )
    sub.add_argument(
        "--cache",
        type=Path,
        default=default_cache(),
        metavar="FOLDER",
        help="where the systems' environments are made and kept (%(default)s)",
    )
    sub.add_argument(
        "--core",
        type=int,
        default=last_core(),
        metavar="N",
        help="the processor core that systems are kept on (%(default)s)",
    )
    _add_results(sub, "kept: figures, no text of notes")


def _add_results(sub: argparse.ArgumentParser, done: str) -> None:
    sub.add_argument(
        "--results",
        type=Path,
        default=results.FOLDER,
        metavar="FOLDER",
        help=f"where results are {done} (bench/league/results)",
    )


def _add_notes(run: argparse.ArgumentParser) -> None:
    run.add_argument(
        "--corpus",
        action="append",
        default=[],
        metavar="NAME",
        help=f"which notes, repeatable: {', '.join(TABLE)}. Default: all that can be had here, or "
        "none where --notes brings some",
    )
    run.add_argument(
        "--data",
        action="append",
        default=[],
        metavar="NAME=FOLDER",
        help="where notes of others lie, repeatable: "
        + "; ".join(f"{name}: {what}" for name, what in corpora.DATA.items()),
    )
    run.add_argument(
        "--notes",
        action="append",
        default=[],
        metavar="NAME=PATH",
        help="notes of yours with their marks, a file or folder. Repeatable",
    )
    run.add_argument(
        "--format",
        default="",
        help="what --notes are in, where suffix and content do not tell: "
        f"{', '.join(registry.names('format'))}",
    )
    run.add_argument("--lang", default="en", help="the language of --notes (%(default)s)")


def _run(args: argparse.Namespace) -> bool:
    own = corpora.brought(_named("--notes", args.notes), args.format, args.lang)
    if not own and (args.format or args.lang != "en"):
        raise ConfigError("--format and --lang are of notes that --notes NAME=PATH brings.")
    there = {**TABLE, **{corpus.name: corpus for corpus in own}}
    _check("corpus", args.corpus, there)
    data = _named("--data", args.data)
    _check("corpus of others", data, corpora.DATA)
    chosen = [*(TABLE[name] for name in args.corpus if name in TABLE), *own]
    systems = _systems(args)
    return results.run_all(
        systems,
        chosen or list(TABLE.values()),
        Given(data, args.cache),
        _weights(args),
        _core(args.core),
        args.results,
        {*_asked(args, systems), *args.corpus},
    )


def _speed(args: argparse.Namespace) -> bool:
    systems = _systems(args)
    return results.time_all(
        systems,
        _weights(args),
        args.cache,
        _core(args.core),
        args.rounds,
        args.results,
        _asked(args, systems),
    )


def _systems(args: argparse.Namespace) -> list[System]:
    table = read_systems()
    own = [*brought(args.system), *_models(args.model)]
    if args.systems:
        return [*(table[name] for name in args.systems), *own]
    return own or list(table.rows)


def _asked(args: argparse.Namespace, systems: Sequence[System]) -> set[str]:
    """Names of systems that may not be missing: all, unless the table was taken whole."""
    named = args.systems or args.system or args.model
    return {system.name for system in systems} if named else {*_named("--weights", args.weights)}


def _weighed() -> list[str]:
    return [row.name for row in read_systems().rows if row.needs_weights]


def _weights(args: argparse.Namespace) -> dict[str, str]:
    folders = _named("--weights", args.weights)
    _check("row that needs weights", folders, _weighed())
    return {name: str(folder) for name, folder in folders.items()}


def _core(number: int | None) -> int | None:
    there = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if number is not None and number not in there:
        cores = ", ".join(map(str, sorted(there))) or "none by its number"
        raise ConfigError(f"--core {number}: this process may use {cores}.")
    return number


def _models(lines: Sequence[str]) -> list[System]:
    """A row for each model folder: it runs alone, as papers' models are scored."""
    table = read_systems()
    rows = []
    for name, folder in _named("--model", lines).items():
        like = table["incognote"]
        rows.append(
            System(
                check_name(f"model-{name}"),
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


def _check(kind: str, names: Iterable[str], there: Iterable[str]) -> None:
    there = list(there)
    for name in names:
        if name not in there:
            raise ConfigError(
                f"{unknown(kind, name, there)} Notes of your own: --notes NAME=PATH."
                if kind.startswith("corpus")
                else str(unknown(kind, name, there))
            )


def _named(option: str, lines: Sequence[str]) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for line in lines:
        name, sign, path = (part.strip() for part in line.partition("="))
        if not (name and sign and path):
            raise ConfigError(f"{option} {line}: say NAME=PATH.")
        if not Path(path).exists():
            raise ConfigError(f"{option} {name}: there is no {path}.")
        if name in found:
            raise ConfigError(f"{option} {name}: stands twice.")
        found[name] = Path(path).resolve()
    return found
