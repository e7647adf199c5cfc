"""`incognote reveal`: put the originals back."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.cli import options, replace_options, screen
from incognote.core.errors import NoteError, OutputError, counted
from incognote.io.format import Fields, New, Record, Seal, get_format
from incognote.run.batch.growing import PARTS
from incognote.run.batch.written import read_output

if TYPE_CHECKING:
    from incognote.core.document import Document
    from incognote.replace.vault import Change


def reveal(
    source: Annotated[
        Path, typer.Argument(metavar="OUT", help="What incognote deid wrote: a folder, or a file.")
    ],
    *,
    vault: Annotated[Path, typer.Option(metavar="FILE", help="The vault of that run.")],
    key: Annotated[Path, typer.Option(metavar="FILE", help="The key of that run.")],
    out: Annotated[Path, options.out("FOLDER", "Where the notes go: new, or empty.")],
    changes: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also lists what was replaced: a line of JSON each with note, place in OUT's "
            "note, what is written there and what stood there. A new file for your eyes only.",
        ),
    ] = None,
) -> None:
    """Put the originals back into notes that were de-identified with a vault.

    A note that was changed since, or that the vault does not hold, is named on stderr and left out;
    a wrong key or a changed vault is refused. Only texts come back: what stood in fields of its own
    (a coded number, a moved date, a name in a column) the vault does not hold, and it stays as OUT
    has it.
    """
    from incognote.io.output import make_folder, new_file
    from incognote.replace.vault import open_vault, revert
    from incognote.run.batch import check_apart

    lock, rows = open_vault(vault, replace_options.open_key(key))
    for place in (out, changes):
        if place is not None:
            check_apart([source], place)
    table = new_file(changes) if changes else contextlib.nullcontext()
    read = lost = values = stays = 0

    def failed(error: NoteError, notes: int = 0) -> None:
        nonlocal read, lost
        read += not notes  # of what cannot be read nobody knows how many it holds
        lost += notes or 1
        screen.say(str(error))

    def original(doc: Document) -> str:
        nonlocal stays
        sealed = rows.get(lock.name(doc.id))
        if sealed is None:
            raise NoteError(doc.id, "is not in the vault: it is of another run or renamed")
        all_found = lock.changes(sealed, doc.id, doc.text)
        found = [each for each in all_found if each.start >= 0]
        stays += len(all_found) - len(found)
        if file is not None:
            file.writelines(_rows(doc, found))
        return revert(doc.text, found)

    def revealed() -> Iterator[tuple[Record, list[str]]]:
        nonlocal read, values
        for record in records:
            read += len(record.texts)
            values += len(record.values)
            try:
                texts = [original(doc) for doc in record.texts]
            except NoteError as error:
                failed(error, len(record.texts))
            else:
                yield record, texts

    with table as file:
        make_folder(out)
        records = read_output(source, on_error=failed)
        for name, of_file in itertools.groupby(revealed(), key=lambda found: found[0].file):
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            first = next(of_file)
            pieces = (_written(*each) for each in itertools.chain([first], of_file))
            seal = get_format(first[0].format).seal
            if seal is None:
                with new_file(out / name) as copy:
                    copy.writelines(pieces)
            else:
                _seal(seal, pieces, out / name)
    typer.echo(f"{counted(read, 'note')} in, {read - lost:,} revealed")
    if stays:
        screen.say(
            f"{counted(stays, 'place')} that were replaced stay as {source} has them: they stand "
            "in no text of it (authors of a document), or read like another that had another "
            "original."
        )
    if values:
        screen.say(
            "Only texts were brought back: codes, moved dates and other values in fields of their "
            f"own stay as {source} has them, since the vault holds none of these."
        )
    if read < len(rows):
        screen.say(f"{vault}: holds {len(rows) - read:,} notes more than {source}.")
    raise typer.Exit(1 if lost or read < len(rows) else 0)


def _written(record: Record, texts: list[str]) -> bytes:
    """What stood in place of a record but for its values, which nothing brings back."""
    same = [value.text for value in record.values]
    return get_format(record.format).rewrite(record, New(texts, same, Fields(other="keep")))


def _seal(seal: Seal, pieces: Iterable[bytes], path: Path) -> None:
    draft = path.with_name(f".{path.name}{PARTS}")
    try:
        seal(pieces, draft)
        os.replace(draft, path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise OutputError(f"{path}: cannot be written ({error.strerror}).") from None


def _rows(doc: Document, changes: Iterable[Change]) -> Iterator[bytes]:
    """A line of JSON for each change of a note as it was written."""
    for start, end, original in changes:
        row = {"note": doc.id, "start": start, "end": end}
        row |= {"written": doc.text[start:end], "original": original}
        yield json.dumps(row, ensure_ascii=False).encode(errors="backslashreplace") + b"\n"
