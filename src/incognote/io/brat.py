"""brat stand-off: a .txt file with a .ann file beside it, as MEDDOCAN is published.

Only text-bound annotations (`T1<TAB>LABEL start end<TAB>surface`) become spans. Relations, events,
attributes, normalisations and notes (lines that begin with R, E, A, M, N, * or #) are left out. A
discontinuous annotation (`0 5;8 12`) becomes one span for each of its fragments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.core.pipeline import OnError
from incognote.io.checks import check_labels
from incognote.io.files import encode, read_folder, read_text
from incognote.io.format import Format
from incognote.io.output import write_folder

_BOUND = re.compile(
    r"T[0-9]+\t(?P<label>\S+) (?P<offsets>[0-9]+ [0-9]+(?:;[0-9]+ [0-9]+)*)\t(?P<surface>.*)",
    re.DOTALL,
)
_BREAK = re.compile(r"[\r\n]")


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the notes of a folder of .txt and .ann files, at any depth, or of one pair.

    Each span is checked against the surface that the .ann file records. Files of other suffixes
    are left alone. Arguments and errors as `format.Read`.
    """
    return read_folder(path, (".txt", ".ann"), parse_files, on_error=on_error)


def parse_files(
    id: str, files: Mapping[str, Path], types: Mapping[str, str] | None = None
) -> Document:
    """Returns the document of a .txt and a .ann file; the arguments are as for `parse`.

    Raises:
        NoteError: As `parse`, or if one of the two is missing.
    """
    for suffix, other in ((".txt", ".ann"), (".ann", ".txt")):
        if suffix not in files:
            raise NoteError(
                id, f"{files[other].name} has no {suffix} file beside it; add it or remove this one"
            )
    return parse(id, read_text(files[".txt"], id), read_text(files[".ann"], id), types)


def parse(id: str, text: str, annotations: str, types: Mapping[str, str] | None = None) -> Document:
    """Returns the document of a text and the content of its .ann file.

    Args:
        id: The id of the document.
        text: The note.
        annotations: The lines of the .ann file.
        types: From the corpus' types to our labels, where they are others; `Span.source` then
            keeps the type.

    Raises:
        NoteError: With the line of the .ann file, if one is not as brat writes it, or a span does
            not lie on the surface that is recorded for it.
    """
    spans: list[Span] = []
    for number, line in enumerate(annotations.split("\n"), start=1):
        line = line.removesuffix("\r")
        if not line or line[0] in "REAMN*#":
            continue
        match = _BOUND.fullmatch(line)
        if match is None:
            raise NoteError(
                id,
                f".ann line {number} is not 'T<n>, tab, LABEL start end, tab, surface'"
                + ("; save it without a byte order mark" if line.startswith("\ufeff") else ""),
            )
        fragments = [
            (int(start), int(end))
            for start, _, end in (part.partition(" ") for part in match["offsets"].split(";"))
        ]
        try:
            found = [_span(start, end, match["label"], types) for start, end in fragments]
        except ValueError as error:
            raise NoteError(id, f".ann line {number}: {error}") from None
        surface = " ".join(text[start:end] for start, end in fragments)
        if _BREAK.sub(" ", surface) != _BREAK.sub(" ", match["surface"]):
            raise NoteError(
                id,
                f".ann line {number}: [{fragments[0][0]}, {fragments[-1][1]}) is not the surface "
                "recorded there; offsets must count Unicode code points from 0, and the .txt file "
                "must have its line ends as they were",
            )
        spans.extend(found)
    return check_labels(Document(id, text, tuple(spans)))


def _span(start: int, end: int, type_: str, types: Mapping[str, str] | None) -> Span:
    if types is None:
        return Span(start, end, type_)
    # An unknown type stays, for `check_labels` to refuse.
    return Span(start, end, types.get(type_.upper(), type_), source=type_)


def write(docs: Iterable[Document], path: Path, *, on_error: OnError | None = None) -> None:
    """Writes each document to `<id>.txt` and `<id>.ann` below a new or empty folder.

    Entity, score and source of a span and the document's meta are not written. Arguments and
    errors as `format.Write`.
    """
    write_folder(docs, path, _render, on_error)


def _render(doc: Document) -> Mapping[str, bytes]:
    check_labels(doc)
    lines = [
        f"T{number}\t{span.label} {span.start} {span.end}\t"
        # brat keeps a surface on one line, with a blank for a line break.
        + _BREAK.sub(" ", doc.text[span.start : span.end])
        + "\n"
        for number, span in enumerate(doc.spans, start=1)
    ]
    return {".txt": encode(doc.text, doc.id), ".ann": encode("".join(lines), doc.id)}


FORMAT = Format(read, write)
