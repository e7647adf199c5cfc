"""Plain text: a folder of .txt files, or one file.

The main job's format, so nothing in the folder is passed over: a file of another suffix is
reported like a note that cannot be read. Only hidden files and what an operating system leaves
behind are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from incognote.core.document import Document
from incognote.core.errors import NoteError
from incognote.core.pipeline import OnError
from incognote.core.plain import what_container
from incognote.io.files import decode, encode, read_folder, read_text
from incognote.io.format import Format
from incognote.io.output import write_folder


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the notes of a folder, at any depth, or of one file, without marks.

    One file may have any suffix of plain text. Arguments and errors as `format.Read`.
    """
    return read_folder(path, (".txt",), _parse, strays=True, on_error=on_error)


def _parse(id: str, files: Mapping[str, Path]) -> Document:
    return Document(id, read_text(files[".txt"], id))


def write(docs: Iterable[Document], path: Path, *, on_error: OnError | None = None) -> None:
    """Writes the text of each document to `<id>.txt` below a new or empty folder.

    Marks and meta are not written. Arguments and errors as `format.Write`.
    """
    write_folder(docs, path, _render, on_error)


def _render(doc: Document) -> Mapping[str, bytes]:
    return {".txt": encode(doc.text, doc.id)}


class Plain:
    """Plain text within another container; what is a message, table or document is none."""

    def is_it(self, data: bytes) -> bool:
        """Returns whether the bytes are UTF-8 and nothing that hides text in codes."""
        try:
            return b"\0" not in data and not what_container(decode(data, ""))
        except NoteError:
            return False

    def texts(self, data: bytes, id: str) -> tuple[str, ...]:
        """Returns the text as it stands; arguments and errors as `Content`."""
        return (decode(data, id),)

    def write(self, data: bytes, texts: Sequence[str], id: str) -> bytes:
        """Returns the other text; arguments and errors as `Content`."""
        (text,) = texts
        return encode(text, id)


FORMAT = Format(read, write, suffixes=(".txt",), content=Plain())
