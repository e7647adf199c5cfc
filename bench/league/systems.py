"""The table of systems: systems.toml, and those that are brought on the command line."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from incognote.core.config import read_toml
from incognote.core.errors import ConfigError

HERE = Path(__file__).parent
TABLE = HERE / "systems.toml"


@dataclass(frozen=True)
class System:
    """One row: how a system is installed and run, and what is known of it."""

    name: str
    title: str
    command: str
    """What is run. `{python}` is the interpreter of its environment, `{adapters}` the folder of
    ours, `{lang}` the language of the notes, `{weights}` the folder given by `--weights`."""
    languages: tuple[str, ...] = ()
    """Of the notes that it is for; none: whatever it is given."""
    python: str = ""
    """Version of its environment, as 3.12; empty: the one that runs the table."""
    pip: tuple[str, ...] = ()
    """What pip installs, one line each; `{incognote}` is this checkout as a wheel."""
    bare: tuple[str, ...] = ()
    """Installed after that without what they ask for, where that cannot be had or is not used."""
    settings: str = ""
    licence: str = ""
    source: str = ""
    labels: Mapping[str, tuple[str, ...]] | None = None
    """From its labels to our categories; None where its labels are ours."""
    needs: str = ""
    """What no package brings, for whoever looks at a row without figures."""
    ours: bool = False

    @property
    def needs_weights(self) -> bool:
        """Whether somebody has to give a folder of weights before it runs."""
        return "{weights}" in self.command

    def words(self, **places: object) -> list[str]:
        """Returns the command with its placeholders filled, word by word."""
        return [word.format(**places) for word in shlex.split(self.command)]


@dataclass(frozen=True)
class Absent:
    """A system that is known and not run, and why."""

    name: str
    reason: str
    source: str = ""


@dataclass(frozen=True)
class Systems:
    """All rows."""

    rows: tuple[System, ...]
    absent: tuple[Absent, ...] = field(default=())

    def __getitem__(self, name: str) -> System:
        """Returns a row by its name."""
        for row in self.rows:
            if row.name == name:
                return row
        names = ", ".join(row.name for row in self.rows)
        raise ConfigError(f"There is no system '{name}'. There are: {names}.")


def read_systems(path: Path = TABLE) -> Systems:
    """Returns the table.

    Raises:
        ConfigError: If a row has a field that there is not, or a mapping of labels is missing.
    """
    table = read_toml(path)
    mappings = table.get("labels", {})
    rows = []
    for row in table["system"]:
        values = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
        mapping = values.pop("labels", None)
        if mapping is not None:
            if mapping not in mappings:
                raise ConfigError(f"{path.name}: system '{row['name']}' maps labels by '{mapping}'")
            values["labels"] = {k: tuple(v) for k, v in mappings[mapping].items()}
        try:
            rows.append(System(**values))
        except TypeError as error:
            raise ConfigError(f"{path.name}: system '{row.get('name')}': {error}") from None
    return Systems(tuple(rows), tuple(Absent(**row) for row in table.get("absent", ())))


def brought(lines: Sequence[str]) -> list[System]:
    """Returns the systems of `--system 'NAME=COMMAND'`; they run in the environment as it is.

    Their labels are taken for ours where we have them; the figures that matter first need none.

    Raises:
        ConfigError: If a line is not of that form.
    """
    found = []
    for line in lines:
        name, sign, command = line.partition("=")
        if not sign or not name.strip() or not command.strip():
            raise ConfigError("A system is brought as 'NAME=COMMAND'.")
        name, command = check_name(name.strip()), command.strip()
        row = System(name, name, command, settings=f"`{command}`")
        try:
            row.words(python="", adapters="", lang="", weights="")
        except (ValueError, LookupError, AttributeError):
            raise ConfigError(
                f"--system {name}: its command cannot be read; close every quote, and write "
                "{{ and }} for braces that are not {lang}, {python} or {adapters}."
            ) from None
        found.append(row)
    return found


def check_name(name: str) -> str:
    """Returns the name of a system that is brought, if its results can be kept by it.

    Raises:
        ConfigError: If it is a row's, or that of no file.
    """
    if not re.fullmatch(r"\w[\w.+ -]*", name):
        raise ConfigError(f"'{name}' names no system: letters, digits, blanks and . + - _ do.")
    if name in {"speed", *(row.name for row in read_systems().rows)}:
        raise ConfigError(f"'{name}' is taken: call the system that you bring by another name.")
    return name
