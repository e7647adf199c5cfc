"""`incognote proxy`: a language model behind OpenAI's API that sees no identifiers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import replace_options, screen
from incognote.cli.place import PlaceOptions, secret_line, told_start
from incognote.cli.with_options import with_options
from incognote.core.errors import ConfigError


@dataclass(frozen=True, slots=True)
class ProxyPlaceOptions(PlaceOptions):
    """Where it listens, and who may ask."""

    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="0: one that is free, which is told.")
    ] = 8766


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """What a request may ask for."""

    max_mb: Annotated[
        float, typer.Option(min=0.001, metavar="MB", help="Of a request; 413 beyond.")
    ] = 10.0
    queue: Annotated[
        int, typer.Option(min=1, help="Requests that are worked on at a time; 429 beyond.")
    ] = 64
    seconds: Annotated[
        float,
        typer.Option(
            min=0.1, help="So long a request may take to come (408), and a model to go on (504)."
        ),
    ] = 600.0


@with_options
def proxy(
    *,
    to: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="The API of the model, as its clients have it: https://api.openai.com/v1. https, "
            "unless it is on this machine.",
        ),
    ],
    place: ProxyPlaceOptions,
    api_key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A file of one line: the key of the API at --to, sent for all who show --token. "
            "Without --token, clients show their own.",
        ),
    ] = None,
    limits: LimitOptions,
    detect: replace_options.GuardOptions,
) -> None:
    """Stand between any program and a language model, which then sees no identifiers.

    Point a client of OpenAI's API at http://127.0.0.1:8766/v1: identifiers leave a request as
    surrogates and come back in the answer, streamed or not; what cannot be searched whole (images,
    sound, files, unknown fields) is refused. Only this machine reaches it unless --host says
    otherwise; it connects to --to and nowhere else. Nothing is logged. docs/guard.md tells more.
    """
    from incognote.guard.proxy import Limits, check_url, make_proxy
    from incognote.serve.run import serve

    url = check_url(to)
    token, listens = place.open()
    if (api_key is None) != (not token):
        raise ConfigError(
            "--token and --api-key go together: whoever shows the token there cannot show a key of "
            "the API as well."
        )
    key = "" if api_key is None else secret_line(api_key)
    taken = Limits(int(limits.max_mb * 1_000_000), limits.seconds, limits.queue, token, key)
    app = make_proxy(detect.guard(), url, taken)
    told = partial(told_start, listens, path="/v1")
    serve(app, listens, seconds=limits.seconds, on_start=told)
    screen.say("Stopped; what was taken in is answered.")
