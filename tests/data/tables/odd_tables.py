"""Formats of another package: rows of several texts, and ids that clash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from incognote.core.document import Document
from incognote.core.pipeline import OnError
from incognote.io.format import Fields, Format, New, Record
from incognote.replace.structured import Value


def rows(
    path: Path, name: str, *, fields: Fields, on_error: OnError | None = None
) -> Iterator[Record]:
    """A head, then in each line texts with | between; what stands behind ; is of a patient."""
    head, *lines = path.read_text().splitlines()
    yield Record("head", (), name, 0, original=head)
    for place, line in enumerate(lines, start=1):
        texts, *values = line.split(";")
        docs = (
            Document(f"{place}:{i}", text)
            for i, text in enumerate(texts.split("|") if texts else [])
        )
        found = tuple(Value(*value.split("=")) for value in values)
        owner = "p1" if found else ""
        yield Record(str(place), tuple(docs), name, place, values=found, owner=owner)


def rewrite(record: Record, new: New) -> bytes:
    """Texts with | between, then the values, each behind ;."""
    values = ("-" if value is None else value for value in new.values)
    return ";".join([f"{record.original or ''}{'|'.join(new.texts)}", *values]).encode() + b"\n"


def clashes(
    path: Path, name: str, *, fields: Fields, on_error: OnError | None = None
) -> Iterator[Record]:
    """Records whose ids, or those of their texts, were met before."""

    def text(id: str) -> Document:
        return Document(id, f"note {id}")

    yield Record("r", (text("a"), text("a")), name, 0)  # within a record
    yield Record("s", (text("b"),), name, 1)
    yield Record("u", (text("b"),), name, 2)  # of another record
    yield Record("v", (text("s"),), name, 3)  # another record's own
    yield Record("w", (text("w"),), name)  # a file of its own where pieces go


def lambdas(
    path: Path, name: str, *, fields: Fields, on_error: OnError | None = None
) -> Iterator[Record]:
    """Records that cannot be pickled."""
    for record in rows(path, name, fields=fields):
        yield replace(record, original=lambda: "secret")


def sealed(pieces: Iterable[bytes], path: Path) -> None:
    """The pieces and a line behind the last."""
    with path.open("xb") as file:
        file.writelines([*pieces, b"sealed\n"])


ROWS = Format(records=rows, rewrite=rewrite, suffixes=(".rows",))
SEALED = Format(records=rows, rewrite=rewrite, seal=sealed, suffixes=(".sealed",))
CLASHES = Format(records=clashes, rewrite=rewrite, suffixes=(".clashes",))
LAMBDAS = Format(records=lambdas, rewrite=rewrite, suffixes=(".lambdas",))
