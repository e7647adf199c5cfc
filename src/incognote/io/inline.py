"""Marks within the text: `seen by Dr. [[DOCTOR#1|Ruiz]]`, as in corpora/notes_en and notes_es.

One .txt file per note. A first line that starts with `%%` is metadata and not part of the note.
Of brackets of the text itself that could be taken for marks all but the innermost are written as
`[[U+5B]]` for `[` and `[[U+5D]]` for `]`; within a mark all are, and `|` as `[[U+7C]]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.core.labels import LABELS
from incognote.core.pipeline import OnError
from incognote.io.checks import check_disjoint, check_labels, way_out
from incognote.io.files import encode, read_folder, read_text
from incognote.io.format import Format
from incognote.io.output import write_folder

_ESCAPE = r"\[\[U\+(?:5B|5D|7C)\]\]"
_TOKEN = re.compile(
    rf"(?P<escape>{_ESCAPE})|\[\[(?P<label>[A-Z_]+)(?:#(?P<entity>[\w.-]+))?"
    rf"\|(?P<body>(?:[^\[\]|]|{_ESCAPE})*)\]\]"
)
_ESCAPED = re.compile(_ESCAPE)
_ENTITY = re.compile(r"[\w.-]*")
_PAIRED = re.compile(r"\[(?=\[)|(?<=\])\]")
"""Brackets beside one of their kind, but for the innermost: `[[DATE], 9:30]` stays legible."""
_SPECIAL = re.compile(r"[\[\]|]")
_FIELD = re.compile(r"(?P<key>[A-Za-z_][\w.-]*)=(?P<value>.*)", re.DOTALL)
_NEXT_FIELD = re.compile(r"; (?=[A-Za-z_][\w.-]*=)")


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the notes of a folder of .txt files, at any depth, or of one file, with their marks.

    The entity number becomes `Span.entity`, the metadata line `Document.meta`, together with
    `folder`, the part of the id before its last slash. Other files are left alone.
    Arguments and errors as `format.Read`.
    """
    return read_folder(path, (".txt",), _parse, on_error=on_error)


def _parse(id: str, files: Mapping[str, Path]) -> Document:
    return parse(id, read_text(files[".txt"], id))


def parse(id: str, marked: str) -> Document:
    """Returns the document that a text with inline marks stands for.

    Examples:
        >>> parse("a", "seen by Dr. [[DOCTOR#1|Ruiz]]").spans
        (Span(start=12, end=16, label='DOCTOR', score=1.0, source='', entity='1'),)

    Args:
        id: The id of the document.
        marked: The content of a file.

    Raises:
        NoteError: If the metadata line or a mark is broken, empty or of an unknown label.
    """
    if marked.startswith("\ufeff%%"):
        raise NoteError(id, "a byte order mark stands before the metadata line; remove it")
    meta: dict[str, str] = {}
    start = 0
    if marked.startswith("%%"):
        line, _, _ = marked.partition("\n")
        start = len(line) + 1
        meta = _parse_meta(id, line)
    folder, slash, _ = id.rpartition("/")
    if slash:
        meta.setdefault("folder", folder)
    parts: list[str] = []
    spans: list[Span] = []
    size = 0
    for match in _TOKEN.finditer(marked, start):
        size += _plain(id, marked, start, match.start(), parts)
        start = match.end()
        body = _unescape(match["escape"] or match["body"])
        if match["label"]:
            if not body:
                raise NoteError(id, f"{_place(marked, match.start())}: the mark is empty")
            if match["label"] not in LABELS:
                # Where the two are swapped, [[RUIZ|PATIENT]], the text stands for the label.
                named = "" if body in LABELS else f" {match['label']}"
                raise NoteError(
                    id,
                    f"{_place(marked, match.start())}: the mark has an unknown label{named}"
                    f"{way_out(match['label'])}",
                )
            spans.append(Span(size, size + len(body), match["label"], entity=match["entity"] or ""))
        parts.append(body)
        size += len(body)
    _plain(id, marked, start, len(marked), parts)
    return Document(id, "".join(parts), tuple(spans), meta)


def _plain(id: str, marked: str, start: int, end: int, parts: list[str]) -> int:
    """Appends what stands between marks and returns its length."""
    text = marked[start:end]
    for bracket in ("[[", "]]"):
        if (at := text.find(bracket)) >= 0:
            raise NoteError(
                id,
                f"{_place(marked, start + at)}: '{bracket}' belongs to no whole mark "
                "[[LABEL|text]] or [[LABEL#n|text]]; mend the mark, or write brackets of the "
                "note as [[U+5B]] and [[U+5D]]",
            )
    parts.append(text)
    return len(text)


def _place(marked: str, at: int) -> str:
    line = marked.count("\n", 0, at) + 1
    return f"line {line}, column {at - marked.rfind(chr(10), 0, at)}"


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda m: chr(int(m[0][4:6], 16)), text)


def _escape(match: re.Match[str]) -> str:
    return f"[[U+{ord(match[0]):02X}]]"


def _parse_meta(id: str, line: str) -> dict[str, str]:
    """From `%% kind=...; setting=...; style=...` to a mapping."""
    meta: dict[str, str] = {}
    if line == "%%":
        return meta
    for field in _NEXT_FIELD.split(line.removeprefix("%% ")):
        match = _FIELD.fullmatch(field)
        if not line.startswith("%% ") or match is None or match["key"] in meta or "\r" in line:
            raise NoteError(
                id,
                "line 1: the metadata must be '%% key=value; key=value', each key once, "
                "and end with LF alone",
            )
        meta[match["key"]] = match["value"]
    return meta


def write(docs: Iterable[Document], path: Path, *, on_error: OnError | None = None) -> None:
    """Writes each document to `<id>.txt` below a new or empty folder.

    Score and source of a span are not written; spans that overlap, or meta that does not fit on
    one line, cannot be. Arguments and errors as `format.Write`.
    """
    write_folder(docs, path, lambda doc: {".txt": encode(render(doc), doc.id)}, on_error)


def render(doc: Document) -> str:
    """Returns the content of a file that `parse` reads back as the same text, spans and meta.

    Raises:
        NoteError: If spans overlap, or an entity or the meta does not fit the form.
    """
    check_labels(doc)
    check_disjoint(doc.id, doc.spans, "inline")
    parts = [_render_meta(doc)]
    start = 0
    for span in doc.spans:
        if not _ENTITY.fullmatch(span.entity):
            raise NoteError(
                doc.id,
                f"span [{span.start}, {span.end}) has an entity that inline cannot hold; use "
                "letters, digits, '_', '.' and '-'",
            )
        entity = f"#{span.entity}" if span.entity else ""
        body = _SPECIAL.sub(_escape, doc.text[span.start : span.end])
        parts.append(_PAIRED.sub(_escape, doc.text[start : span.start]))
        parts.append(f"[[{span.label}{entity}|{body}]]")
        start = span.end
    parts.append(_PAIRED.sub(_escape, doc.text[start:]))
    return "".join(parts)


def _render_meta(doc: Document) -> str:
    folder = doc.id.rpartition("/")[0]
    meta = {k: v for k, v in doc.meta.items() if k != "folder" or v != folder}
    if not meta:
        # An empty metadata line keeps a note that starts like one from being read as one.
        return "%%\n" if doc.text.startswith(("%%", "\ufeff%%")) else ""
    line = "%% " + "; ".join(f"{key}={value}" for key, value in meta.items())
    try:
        fits = "\n" not in line and _parse_meta(doc.id, line) == meta
    except NoteError:
        fits = False
    if not fits:
        raise NoteError(
            doc.id,
            "its meta does not fit inline's first line (a line break, '; key=' in a value, or a "
            "key of other than letters, digits, '_', '.' and '-'); write jsonl instead",
        )
    return f"{line}\n"


FORMAT = Format(read, write)
