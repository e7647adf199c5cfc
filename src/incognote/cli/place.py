"""Where `incognote serve` and `incognote proxy` listen, and who may ask: the same for both."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.cli import screen
from incognote.core.config import read_lines
from incognote.core.errors import ConfigError

if TYPE_CHECKING:
    from incognote.serve.run import Place

_LEAST = 16
"""Characters of a token."""


@dataclass(frozen=True, slots=True)
class PlaceOptions:
    """Where a server listens, and who may ask."""

    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Where to listen; elsewhere than on this machine "
            "only with --token, and with a certificate or --behind-proxy.",
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="0: one that is free, which is told.")
    ] = 8765
    token: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=f"A file of one line, at least {_LEAST} characters, which requests must show "
            "(Authorization: Bearer).",
        ),
    ] = None
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Of TLS, PEM; with --private-key.")
    ] = None
    private_key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Of the certificate, PEM.")
    ] = None
    behind_proxy: Annotated[
        bool,
        typer.Option("--behind-proxy", help="A proxy of yours speaks TLS with those who ask."),
    ] = False

    def open(self) -> tuple[str, Place]:
        """Returns the token, '' for none, and the place.

        Raises:
            ConfigError: If the file holds no token, or one that can be guessed; or if others could
                reach the place without one, or read what is sent there.
            InputError: If it cannot be read.
        """
        from incognote.serve.run import Place

        token = "" if self.token is None else secret_line(self.token)
        return token, Place(
            self.host,
            self.port,
            self.certificate,
            self.private_key,
            self.behind_proxy,
            has_token=bool(token),
        )


def secret_line(path: Path) -> str:
    """Returns the one line of a file: a token, or a key of an API.

    Raises:
        ConfigError: If it holds none, or one that can be guessed.
        InputError: If it cannot be read.
    """
    lines = read_lines(path)
    if len(lines) != 1 or len(lines[0]) < _LEAST:
        raise ConfigError(
            f"{path}: give one line of at least {_LEAST} characters, drawn by chance."
        )
    if not lines[0].isascii() or not lines[0].isprintable() or " " in lines[0]:
        raise ConfigError(f"{path}: give letters, digits and signs of ASCII, without a blank.")
    return lines[0]


def told_start(place: Place, port: int, path: str = "") -> None:
    """Says where a server listens.

    Args:
        place: As it was asked for.
        port: As it is.
        path: Of what is asked there.
    """
    secure = "https" if place.certificate else "http"
    host = f"[{place.host}]" if ":" in place.host else place.host
    screen.say(f"Listening on {secure}://{host}:{port}{path}.")
