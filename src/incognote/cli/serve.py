"""`incognote serve`: de-identify over HTTP."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.cli import audit, options, replace_options, screen
from incognote.cli.place import PlaceOptions, told_start
from incognote.cli.with_options import with_options
from incognote.core.errors import ConfigError
from incognote.core.language import AUTO, language_codes
from incognote.replace.policy import OVERRIDES, get_policy
from incognote.run.deidentifier import Deidentifier, load_pipeline

if TYPE_CHECKING:
    from incognote.serve.reveal import Revealer


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """What a request may ask for."""

    allow_policy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="POLICY", help="A further policy that a request may name, repeatable."
        ),
    ] = None
    allow_replace: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOW",
            help=f"What a request may name as its replacement, repeatable: {', '.join(OVERRIDES)}.",
        ),
    ] = None
    max_mb: Annotated[
        float, typer.Option(min=0.001, metavar="MB", help="Of a request; 413 beyond.")
    ] = 10.0
    max_notes: Annotated[int, typer.Option(min=1, help="Notes in a request; 413 beyond.")] = 256
    queue: Annotated[
        int, typer.Option(min=1, help="Requests that are held at a time; 429 beyond.")
    ] = 64
    seconds: Annotated[
        float,
        typer.Option(
            min=0.1, help="So long a request may take to come (408) and to be done (503)."
        ),
    ] = 60.0
    reveal: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A vault of a run with --key: /v1/reveal brings originals back; with --token.",
        ),
    ] = None
    workers: Annotated[
        int,
        typer.Option(min=1, help="Threads that work; they share the model in memory."),
    ] = 1


@with_options
def serve(
    *,
    place: PlaceOptions,
    limits: LimitOptions,
    detect: options.DetectOptions,
    replacing: replace_options.ReplaceOptions,
) -> None:
    """De-identify over HTTP.

    POST /v1/deidentify and /v1/detect take {"text": ...} or {"notes": [{"text": ...}, ...]}, with
    policy and replacement where --allow-policy and --allow-replace let them be named; JSON lines
    and containers, too. /analyze and /anonymize are Presidio's. docs/service.md tells the rest. No
    note is kept, on a disk or in a log. Ctrl-C or SIGTERM ends it: what was taken in is answered
    first.
    """
    from incognote import __version__
    from incognote.serve.app import DEFAULT, make_app
    from incognote.serve.containers import memory_folder
    from incognote.serve.desk import Desk
    from incognote.serve.run import serve
    from incognote.serve.terms import Terms

    if replacing.vault is not None or replacing.names_may_recur:
        raise ConfigError(
            "A service takes no --vault and no --names-may-recur: it keeps no notes. "
            "--reveal VAULT brings originals back."
        )
    token, listens = place.open()
    if limits.reveal is not None and not (token and replacing.key):
        raise ConfigError("--reveal needs --token, since it shows patients, and the run's --key.")
    names = list(dict.fromkeys([detect.policy, *(limits.allow_policy or ())]))
    first = replacing.replace or DEFAULT
    actions = list(dict.fromkeys([first, *(limits.allow_replace or ())]))
    allowed = {name: {action: f"{name} {action}" for action in actions} for name in names}
    policies = {}
    for name in names:
        named = replace_options.told_policy(name)
        for action in actions:
            chosen = named if action == DEFAULT else named.with_action(action)
            policies[allowed[name][action]] = chosen
    settings = replace(
        detect.settings_of_run(get_policy(detect.policy)),
        threads=max(1, options.cores() // limits.workers),
    )
    keyed = next((each for each in policies.values() if each.is_keyed), None)
    policy = keyed or policies[allowed[detect.policy][first]]
    context = replacing.context(policy, lang=detect.lang, patient_from="")

    def make() -> Deidentifier:
        return Deidentifier(load_pipeline(settings), policy, context, replacing.verify)

    described = {
        key: audit.describe(detect.lang, settings.model, each, settings.site)
        for key, each in policies.items()
    }
    hashes = {key: system["policy"] for key, system in described.items()}
    system = next(iter(described.values()))
    terms = Terms(
        __version__,
        {name: value for name, value in system.items() if name != "policy"},
        allowed,
        hashes,
        tuple(language_codes()) if detect.lang == AUTO else (detect.lang,),
        token,
        int(limits.max_mb * 1_000_000),
        limits.max_notes,
        limits.seconds,
        limits.queue,
        _revealer(limits.reveal, replacing.key),
    )
    desk = Desk(
        make,
        policies,
        workers=limits.workers,
        waiting=limits.queue,
        on_other_language=detect.on_other_language,
    )
    # Where documents are read again once they are written: on no disk, where the system has that.
    tempfile.tempdir = memory_folder()
    told = partial(told_start, listens)
    try:
        serve(make_app(desk, terms), listens, seconds=limits.seconds, on_start=told)
    finally:
        desk.close()
    if desk.fault is not None:
        raise desk.fault
    screen.say("Stopped; what was taken in is answered.")


def _revealer(vault: Path | None, key: Path | None) -> Revealer | None:
    from incognote.replace.vault import open_vault
    from incognote.serve.reveal import Revealer

    if vault is None or key is None:
        return None
    return Revealer(*open_vault(vault, replace_options.open_key(key)))
