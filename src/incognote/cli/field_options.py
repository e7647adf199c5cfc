"""Options about tables: what is read of a database, what each column or field is."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from incognote.cli.options import format_of
from incognote.core.errors import ConfigError
from incognote.core.urls import check_database
from incognote.io.columns import read_decisions
from incognote.io.format import NO_FIELDS, OTHER, ROLES, Fields, agreed

if TYPE_CHECKING:
    from incognote.io.databases import Rows


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Databases."""

    table: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="The table that is read, with its schema as schema.name if need be.",
        ),
    ] = ""
    query: Annotated[
        str, typer.Option(metavar="SELECT", help="What is read, in place of a table.")
    ] = ""

    def url(self, sources: Sequence[str]) -> str:
        """Returns the URL of the database that is read; '' where none is.

        Raises:
            ConfigError: If what is said of databases does not go together.
        """
        from incognote.io.databases import is_url

        urls = [source for source in sources if is_url(source)]
        for url in urls:
            check_database(url)
        names = [field.name for field in dataclasses.fields(self)]
        if not urls and any(getattr(self, name) for name in names):
            said = ", ".join(f"--{name.replace('_', '-')}" for name in names)
            raise ConfigError(f"{said} need a database as SRC: URL.")
        if urls and len(sources) > 1:
            raise ConfigError("A database stands alone: give no other source.")
        return next(iter(urls), "")

    def rows(self, url: str) -> contextlib.AbstractContextManager[Rows | None]:
        """Opens what is read of a database; gives None where there is none ('')."""
        from incognote.io.databases import Database, Rows

        if not url:
            return contextlib.nullcontext()
        return contextlib.closing(Rows(Database(url), self.table, self.query))


@dataclass(frozen=True, slots=True)
class DatabaseOptions(TableOptions):
    """Databases."""

    to: Annotated[str, typer.Option(metavar="NAME", help="The new table that is written.")] = ""
    to_url: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="The database that gets the new table. Default: that of SRC. env:NAME takes it "
            "from that variable.",
        ),
    ] = ""

    def url(self, sources: Sequence[str]) -> str:
        """Returns and raises as without a table to write, which must have a name."""
        found = TableOptions.url(self, sources)
        if found and not self.to:
            raise ConfigError("Say with --to NAME which new table is written.")
        return found


@dataclass(frozen=True, slots=True)
class NoteOptions:
    """Which fields of a table or of JSON lines hold notes."""

    text: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A column of notes, repeatable: searched."),
    ] = None
    id: Annotated[
        str, typer.Option(metavar="NAME", help="The column that names a row in messages; kept.")
    ] = ""
    patient: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="The column that says whose row it is; a keyed code in its place."
        ),
    ] = ""
    date: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="The column with the day of the note; moved by the patient's days."
        ),
    ] = ""

    def fields(self) -> Fields:
        """Returns the decisions.

        Raises:
            ConfigError: If they contradict each other.
        """
        return Fields(self._decided())

    def _decided(self) -> dict[str, str]:
        given: list[tuple[str, str]] = []
        for role in ROLES:
            names = getattr(self, role, None)
            given += ((name, role) for name in ([names] if isinstance(names, str) else names or ()))
        return agreed(given)


@dataclass(frozen=True, slots=True)
class GoldOptions(NoteOptions):
    """Marked notes."""

    named: ClassVar[str] = "--gold-format (or --gold-spans FILE, where the marks lie apart)"
    """What messages about the format say of the options."""

    gold_format: Annotated[
        str, format_of("What the marked notes are in, where suffix and content do not tell")
    ] = ""
    gold_spans: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The marks, where the notes lie in a container that has none (a table, messages, "
            "documents): jsonl with spans, or lines as incognote detect writes them, one for each "
            "note by its id.",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class FieldOptions(NoteOptions):
    """What becomes of the fields of a table or of JSON lines."""

    code: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A column whose values become keyed codes, repeatable.",
        ),
    ] = None
    shift: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A column of dates that move, repeatable."),
    ] = None
    label: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=TYPE",
            help="A column whose values are of a type (ZIP; see incognote labels) and are replaced "
            "as the policy says, repeatable.",
        ),
    ] = None
    keep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A field that is written as it is, repeatable: it holds no identifiers "
            "(docs/formats.md).",
        ),
    ] = None
    drop: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A field that is left out, repeatable.")
    ] = None
    columns: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="What becomes of each column, TOML, but for those named by options: incognote "
            "columns proposes one.",
        ),
    ] = None
    other: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help=f"What becomes of all other fields: {', '.join(OTHER)}. Without it a field that "
            "nobody decided about is refused.",
        ),
    ] = ""

    def fields(self) -> Fields:
        """Returns the decisions.

        Raises:
            ConfigError: If they contradict each other, or a type does not exist.
        """
        of_file = NO_FIELDS if self.columns is None else read_decisions(self.columns)
        given = [*self._decided().items()]
        for each in self.label or ():
            name, equals, label = each.rpartition("=")
            if not equals:
                raise ConfigError(f"--label {each}: say NAME=TYPE.")
            given.append((name, label))
        return Fields({**of_file.decided, **agreed(given)}, self.other or of_file.other)
