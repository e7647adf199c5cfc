"""CEGS N-GRID 2016 (track 1): psychiatric intake records in the XML of i2b2 2014.

One file per patient, `0001_gs.xml` or the like; the types are those of `i2b2_2014.py`. The corpus
is under agreement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from incognote.core.document import Document
from incognote.core.pipeline import OnError
from incognote.io import i2b2_2014
from incognote.io.files import read_folder, read_text
from incognote.io.format import Format
from incognote.io.split import part_of


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the notes of a folder of .xml files, at any depth, or of one file.

    As `i2b2_2014.read`, but the whole name of a file stands for its patient, less a `_gs`.
    """
    return read_folder(path, (".xml",), partial(_parse, path), on_error=on_error)


def _parse(source: Path, id: str, files: Mapping[str, Path]) -> Document:
    doc = i2b2_2014.parse(id, read_text(files[".xml"], id))
    patient = id.rpartition("/")[2].removesuffix("_gs")
    return Document(id, doc.text, doc.spans, {"patient": patient, **part_of(id, source)})


FORMAT = Format(read)
