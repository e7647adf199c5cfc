"""`incognote proxy`: a language model behind OpenAI's API that sees no identifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from incognote.cli import options, screen
from incognote.cli.with_options import with_options


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """Where it listens, and what a request may ask for."""

    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="0: one that is free, which is told.")
    ] = 8766
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
    limits: LimitOptions,
    detect: options.GuardOptions,
) -> None:
    """Stand between any program and a language model, which then sees no identifiers.

    Point a client of OpenAI's API at http://127.0.0.1:8766/v1: identifiers leave a request as
    surrogates and come back in the answer, streamed or not; what cannot be searched whole (images,
    sound, files, unknown fields) is refused. Only this machine reaches it; it connects to --to and
    nowhere else. Nothing is written to disk or logged. docs/guard.md tells the rest.
    """
    from incognote.guard.proxy import Limits, check_url, make_proxy
    from incognote.serve.run import Place, serve

    url = check_url(to)
    taken = Limits(int(limits.max_mb * 1_000_000), limits.seconds, limits.queue)
    app = make_proxy(detect.guard(), url, taken)
    serve(app, Place(port=limits.port), seconds=limits.seconds, on_start=_started)
    screen.say("Stopped; what was taken in is answered.")


def _started(port: int) -> None:
    screen.say(f"Listening on http://127.0.0.1:{port}/v1.")
