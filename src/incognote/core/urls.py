"""URLs where a path is asked for: taken for one, `s3://store/notes` is a folder of the name `s3:`.

A URL may hold a password, so no message shows one as it was given.
"""

from __future__ import annotations

import re
from pathlib import Path

from incognote.core.errors import ConfigError

_URL = re.compile(r"([a-z][a-z0-9+.-]+):/", re.IGNORECASE)
"""With one slash, as a path has it; of more than one letter, since a drive has one."""
_STORES = frozenset(
    (
        *("abfs", "abfss", "adl", "cos", "dbfs", "file", "ftp", "ftps", "gcs", "gs", "hdfs"),
        *("http", "https", "oss", "s3", "s3a", "s3n", "sftp", "swebhdfs", "viewfs", "wasb"),
        *("wasbs", "webhdfs"),
    )
)
"""Schemes of stores of files, which no database has."""
_INSTEAD = "mount its store or copy what is needed, or have Spark do it (--engine spark)"
_OF_DATABASES = "what a database holds is first written to a table (CSV)"


def is_url(given: Path | str) -> bool:
    """Returns whether what stands in place of a path is a URL."""
    return bool(_URL.match(str(given)))


def check_path(given: Path | str, name: str) -> Path:
    """Returns what was given as a path.

    Args:
        given: What was.
        name: Of the option or argument, for messages.

    Raises:
        ConfigError: If it is a URL.
    """
    found = _URL.match(str(given))
    if found:
        way = _INSTEAD if found[1].lower() in _STORES else _OF_DATABASES
        raise ConfigError(f"{name}: give a path on this machine, not a URL; {way}.")
    return Path(given)


def shown(url: str) -> str:
    """Returns a path or URL for messages: without a password."""
    return re.sub(r"(://[^/@:]*):[^/@]*@", r"\1:...@", url)


def check_database(url: str) -> None:
    """Refuses a URL that names no database.

    Raises:
        ConfigError: If it is that of a store of files.
    """
    found = _URL.match(url)
    if found and found[1].lower() in _STORES:
        raise ConfigError(f"A URL of {found[1].lower()} is no database; {_INSTEAD}.")
