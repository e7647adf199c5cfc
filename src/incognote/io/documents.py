"""Documents: a file, or bytes within another container, that is one text or several.

What a kind of document is (RTF, HTML ...) says its `Content`; here it becomes a format of files,
and what lies within other containers is told by its bytes, whatever it is claimed to be.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from incognote.core import registry
from incognote.core.document import Document
from incognote.core.errors import NoteError
from incognote.core.pipeline import OnError
from incognote.io.checks import report
from incognote.io.files import read_bytes
from incognote.io.format import Content, Fields, Format, New, Record, get_format
from incognote.io.recognise import PLAIN


def of_documents(content: Content, suffixes: tuple[str, ...]) -> Format:
    """Returns the format of files that are one document each.

    Args:
        content: An object of a module, so that it reaches the workers.
        suffixes: As `Format.suffixes`.
    """
    return Format(
        records=partial(_records, content),
        rewrite=partial(_rewrite, content),
        suffixes=suffixes,
        content=content,
        reads_otherwise=True,
    )


def _records(
    content: Content, path: Path, name: str, *, fields: Fields, on_error: OnError | None = None
) -> Iterator[Record]:
    try:
        data = read_bytes(path, name)
        texts = content.texts(data, name)
    except NoteError as error:
        report(error, on_error)
        return
    ids = (name,) if len(texts) == 1 else tuple(f"{name}#{i}" for i in range(1, len(texts) + 1))
    docs = (Document(id, text) for id, text in zip(ids, texts, strict=True))
    yield Record(name, tuple(docs), name, original=data)


def _rewrite(content: Content, record: Record, new: New) -> bytes:
    return content.write(record.original, new.texts, record.id)


def content_of(data: bytes) -> Content | None:
    """Returns what kind of document some bytes are, by the bytes alone; None for none we know.

    Plain text is what is nothing else.
    """
    for name in sorted(registry.names("format"), key=PLAIN.__eq__):
        content = get_format(name).content
        if content is not None and content.is_it(data):
            return content
    return None
