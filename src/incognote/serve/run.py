"""`serve`: the application on a port, until it is told to stop."""

from __future__ import annotations

import ipaddress
import math
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from incognote.core.errors import ConfigError, MissingExtraError, OutputError


@dataclass(frozen=True, slots=True)
class Place:
    """Where the service listens.

    Raises:
        ConfigError: If others could reach it without a token, or could read what it is sent.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    certificate: Path | None = None
    private_key: Path | None = None
    behind_proxy: bool = False
    """Whether a proxy of the operator's speaks TLS with the callers."""
    has_token: bool = False

    def __post_init__(self) -> None:
        """Refuses what would be open."""
        if (self.certificate is None) != (self.private_key is None):
            raise ConfigError("--certificate and --private-key go together.")
        if self.is_local:
            return
        if not self.has_token:
            raise ConfigError(
                f"{self.host} can be reached from elsewhere: give --token FILE, or listen on "
                "127.0.0.1."
            )
        if self.certificate is None and not self.behind_proxy:
            raise ConfigError(
                f"{self.host} can be reached from elsewhere, and notes would go there in the "
                "clear: give --certificate and --private-key, or say --behind-proxy where a proxy "
                "of yours encrypts."
            )

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def serve(app: Any, place: Place, *, seconds: float, on_start: Callable[[int], None]) -> None:
    """Serves until SIGINT or SIGTERM, then answers what it took in and returns.

    Args:
        app: Of `make_app`.
        place: Where to listen; port 0 is one that is free.
        seconds: So long each part of a request and its answer may take.
        on_start: Called with the port once it listens.

    Raises:
        OutputError: If the place cannot be listened on, or the certificate cannot be read.
        MissingExtraError: If uvicorn is not installed.
    """
    try:
        import uvicorn

        from incognote.serve.connections import bounded
    except ImportError:
        raise MissingExtraError("incognote serve", "serve") from None
    config = uvicorn.Config(
        app,
        host=place.host,
        port=place.port,
        ssl_certfile=place.certificate,
        ssl_keyfile=place.private_key,
        # Its loggers tell paths with what stands behind them, and tracebacks with what they quote.
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="on",
        http=bounded(seconds),
        # It came, was worked on, and went: longer takes only a stream, or who does not listen.
        timeout_graceful_shutdown=math.ceil(3 * seconds) + 5,
    )

    class Server(uvicorn.Server):  # type: ignore[misc]
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            if self.started:
                on_start(self.servers[0].sockets[0].getsockname()[1])

    server = Server(config)
    told = (signal.SIGINT, signal.SIGTERM)
    main = threading.current_thread() is threading.main_thread()
    # uvicorn raises the signal that stopped it once more when all is done: that is no failure.
    before = {each: signal.signal(each, lambda *_: None) for each in told} if main else {}
    try:
        server.run()
    except SystemExit:
        started = False
    except OSError as error:  # of the certificate
        raise OutputError(f"The service cannot start ({error.strerror}).") from None
    else:
        started = server.started
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    if not started:
        raise OutputError(
            f"Nothing can listen on {place.host}, port {place.port}: is another program there?"
        )
