"""Dernoncourt-Lee: MIMIC discharge summaries, as their NeuroNER reads and writes them.

A folder with `train`, `valid` and `test`, each of brat's `.txt` and `.ann` pairs. The corpus was
passed on among those who signed for MIMIC.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from incognote.core.document import Document
from incognote.core.pipeline import OnError
from incognote.io import brat, i2b2_2014
from incognote.io.files import read_folder
from incognote.io.format import Format
from incognote.io.split import part_of

TYPES: Mapping[str, str] = {
    **i2b2_2014.TYPES,
    # Towns are among these: the corpus has no CITY.
    "LOCATION_OTHER": "LOCATION_OTHER",
    "LOCATION": "LOCATION_OTHER",
    "ID": "IDNUM",
}
"""From the type of a .ann file, in capitals, to our label."""


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the notes of a folder of .txt and .ann files, at any depth, or of one pair.

    As `brat.read`, with the corpus' types; `Span.source` keeps them, and `meta` has the part.
    """
    return read_folder(path, (".txt", ".ann"), partial(_parse, path), on_error=on_error)


def _parse(source: Path, id: str, files: Mapping[str, Path]) -> Document:
    doc = brat.parse_files(id, files, TYPES)
    return Document(id, doc.text, doc.spans, part_of(id, source))


FORMAT = Format(read)
