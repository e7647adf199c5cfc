"""PhysioNet's deid notes: id.text, and where the identifiers stand in one of several files.

`id.phrase` (or `id-phi.phrase`) has a line `patient note start end type text` for each; `id.deid`
or `id.phi` a line `Patient 1<TAB>Note 2` for each note and one `start start end` for each
identifier, without type or text; `id.res` the notes with placeholders (`[**Hcpname**]`). The
corpus is under agreement; notes whose patient's number begins with 1 to 5 are for training.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.core.pipeline import OnError
from incognote.io.alignment import align
from incognote.io.checks import report
from incognote.io.files import open_file
from incognote.io.format import Format
from incognote.io.i2b2_2014 import unknown_type
from incognote.io.placeholders import PLACEHOLDER, kind_of
from incognote.io.records import read_records, record_id

TYPES: Mapping[str, str] = {
    "AGE": "AGE",
    "DATE": "DATE",
    "DATEYEAR": "DATE",
    "HCPNAME": "DOCTOR",
    # Wards by their initials (MICU), the cath lab, hospitals and towns in one.
    "LOCATION": "LOCATION_OTHER",
    # Johnson 2020 counts it among the numbers.
    "OTHER": "IDNUM",
    "PHONE": "PHONE",
    "PTNAME": "PATIENT",
    "PTNAMEINITIAL": "PATIENT",
    "RELATIVEPROXYNAME": "PATIENT",
}
"""From the corpus' type, in capitals, to our label. Ages under 90 are not marked."""

TRAIN_DIGITS = "12345"
"""With which the number of a patient for training begins: Johnson 2020 trains on 'all documents
prefixed with 1-5'. That leaves 44 of the 163 patients to test, 27 %; the sensitivities in its table
4 are shares of 228 tokens of names, 28 % of 824. Patients 1 to 5 alone would leave nearly all."""

_PHRASE = re.compile(r"([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})\s+(\S+)\s(.*)")
_HEADER = re.compile(r"patient\s+([0-9]{1,9})\s+note\s+([0-9]{1,9})\s*", re.IGNORECASE)
_OFFSETS = re.compile(r"(?:([0-9]{1,9})\s+)?([0-9]{1,9})\s+([0-9]{1,9})\s*")
_ROW = re.compile(r"([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})\s*")
_BREAK = re.compile(r"[\r\n\t]")


_FILES = (".phrase", "-phi.phrase", ".deid", ".phi", ".res")


def read(path: Path, *, marks_of: str = "", on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the notes of id.text with their marks.

    The first of id.phrase, id-phi.phrase, id.deid, id.phi and id.res that lies beside it says
    where they are; of id.deid and id.phi the types are those of id.res, which must be there too.
    `Span.source` is the corpus' type, '' where id.res tells it; `meta` has patient and part. The
    marks and id.res are held in memory, the notes one at a time.

    Args:
        path: The folder, or the file of notes (`id.text`, or another name with the same stem for
            all).
        marks_of: The only file that says where they are, as `.res`; '' for the first that is there.
        on_error: Called with the error of each note that cannot be read; None raises it.

    Raises:
        InputError: If a file cannot be read, a line of it is broken, none says where the
            identifiers are, or one does so for notes that id.text lacks.
        NoteError: If `on_error` is None and a note and its marks do not fit together.
    """
    text = text_file(path)
    beside = {
        suffix: file
        for suffix in _FILES
        if marks_of in ("", suffix) and (file := text.with_name(text.stem + suffix)).is_file()
    }
    if not beside:
        missing = [marks_of] if marks_of else [".phrase", ".deid", ".phi", ".res"]
        names = " or ".join(f"{text.stem}{suffix}" for suffix in missing)
        raise InputError(f"{text}: no file of marks lies beside it; add {names}.")
    first = next(iter(beside))
    marks: Marks
    if first.endswith(".phrase"):
        marks = _read_phrases(beside[first])
    elif ".res" in beside:
        marks = _Redacted(beside[".res"], None if first == ".res" else beside[first])
    else:
        raise InputError(
            f"{beside[first]}: tells no types; add {text.stem}.phrase or {text.stem}.res."
        )
    return lay_over(text, marks, on_error)


def text_file(path: Path) -> Path:
    """Returns the file of notes that a folder or a file stands for.

    Raises:
        InputError: If it cannot be read.
    """
    text = path / "id.text" if path.is_dir() else path
    open_file(text, "a corpus of records").close()
    return text


class Marks(Protocol):
    """Where the identifiers of each note stand."""

    path: Path

    def take(self, id: str, text: str) -> tuple[Span, ...]:
        """Returns the spans of a note, once.

        Raises:
            NoteError: If they do not fit its text.
        """
        ...

    def left(self) -> list[str]:
        """Returns the ids of notes that have marks and were not asked for."""
        ...


def lay_over(text: Path, marks: Marks, on_error: OnError | None) -> Iterator[Document]:
    """Yields the notes of a file of records with their marks.

    Raises:
        InputError: Once the notes have ended, if marks are left.
        NoteError: If `on_error` is None and a note and its marks do not fit.
    """
    failed: set[str] = set()

    def problem(error: NoteError) -> None:
        failed.add(error.id)
        report(error, on_error)

    for id, note in read_records(text, on_error=problem):
        patient = id.partition("/")[0]
        part = "train" if patient[0] in TRAIN_DIGITS else "test"
        try:
            spans = marks.take(id, note)
            doc = Document(id, note, spans, {"patient": patient, "part": part})
        except NoteError as error:
            problem(error)
        else:
            yield doc
    left = [id for id in marks.left() if id not in failed]
    if left:
        raise InputError(
            f"{marks.path}: has marks of {len(left)} notes that {text.name} lacks, the first "
            f"'{left[0]}'."
        )


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yields number and content of each line that is not blank, without its end.

    Raises:
        InputError: If the file cannot be read or is not UTF-8.
    """
    with open_file(path, "a file of marks") as file:
        for number, data in enumerate(file, start=1):
            try:
                line = data.decode("utf-8")
            except UnicodeDecodeError:
                raise InputError(f"{path}:{number}: is not UTF-8.") from None
            if line.strip():
                yield number, line.rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Mark:
    """An identifier as a line of a file has it."""

    place: str
    """File and line."""
    start: int
    end: int
    type: str
    surface: str


class Listed:
    """Marks of a file that records type and text of each."""

    def __init__(
        self, path: Path, marks: dict[str, list[Mark]], types: Mapping[str, str] = TYPES
    ) -> None:
        """`marks` go from id to what stands there, `types` from the file's type to our label."""
        self.path = path
        self.marks = marks
        self.types = types

    def take(self, id: str, text: str) -> tuple[Span, ...]:
        """Returns the spans of a note, each checked against its text."""
        return tuple(self._span(id, text, mark) for mark in self.marks.pop(id, ()))

    def left(self) -> list[str]:
        """Returns the ids of notes that have marks and were not asked for."""
        return list(self.marks)

    def _span(self, id: str, text: str, mark: Mark) -> Span:
        where = f"{mark.place}: [{mark.start}, {mark.end})"
        if mark.type.upper() not in self.types:
            raise unknown_type(id, where, mark.type, self.types)
        end = mark.end
        if mark.surface:
            # Some tools count the end as the last character: the length of the text decides.
            end = mark.start + len(mark.surface)
            found = _BREAK.sub(" ", text[mark.start : end])
            if end - mark.end not in (0, 1) or found != _BREAK.sub(" ", mark.surface):
                raise NoteError(
                    id,
                    f"{where} is not the text recorded there; offsets must count characters from "
                    "the line after START_OF_RECORD",
                )
        if not mark.start < end <= len(text):
            raise NoteError(id, f"{where} is no stretch of this note of {len(text)} characters")
        return Span(mark.start, end, self.types[mark.type.upper()], source=mark.type)


def _read_phrases(path: Path) -> Listed:
    marks: dict[str, list[Mark]] = {}
    for number, line in _lines(path):
        match = _PHRASE.fullmatch(line)
        if match is None:
            raise InputError(f"{path}:{number}: must be 'patient note start end type text'.")
        patient, note, start, end, type_, surface = match.groups()
        mark = Mark(f"{path.name}:{number}", int(start), int(end), type_, surface)
        marks.setdefault(record_id(patient, note), []).append(mark)
    return Listed(path, marks)


class _Redacted:
    """Marks by comparing a note with its redacted form, and by offsets where there are any."""

    def __init__(self, path: Path, offsets: Path | None) -> None:
        self.path = offsets or path
        self.notes = dict(read_records(path, on_error=None))
        self.offsets = None if offsets is None else _read_offsets(offsets)

    def left(self) -> list[str]:
        return list(self.notes if self.offsets is None else self.offsets)

    def take(self, id: str, text: str) -> tuple[Span, ...]:
        if id not in self.notes:
            raise NoteError(id, "has no record in the .res file")
        redacted = self.notes.pop(id)
        found = list(PLACEHOLDER.finditer(redacted))
        edges = [0, *(edge for match in found for edge in match.span()), len(redacted)]
        between = [redacted[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]
        if self.offsets is None:
            places = _aligned(id, text, between)
        else:
            places = _placed(id, text, between, self.offsets.pop(id, []))
        spans = []
        for (start, end), match in zip(places, found, strict=True):
            kind = kind_of(match["content"])
            if kind is None:
                raise NoteError(
                    id,
                    f"the placeholder at [{match.start()}, {match.end()}) of the .res file is of "
                    "no known kind",
                )
            if kind.label:
                spans.append(Span(start, end, kind.label))
        return tuple(spans)


def _read_offsets(path: Path) -> dict[str, list[tuple[int, int]]]:
    offsets: dict[str, list[tuple[int, int]]] = {}
    id = ""
    for number, line in _lines(path):
        if match := _HEADER.fullmatch(line):
            id = record_id(match[1], match[2])
        elif match := _ROW.fullmatch(line):
            row = record_id(match[1], match[2])
            offsets.setdefault(row, []).append((int(match[3]), int(match[4])))
        elif (match := _OFFSETS.fullmatch(line)) and id:
            offsets.setdefault(id, []).append((int(match[2]), int(match[3])))
        else:
            raise InputError(
                f"{path}:{number}: must be 'Patient n, tab, Note n' or 'start start end' below it."
            )
    return offsets


def _placed(
    id: str, text: str, between: list[str], offsets: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The offsets, once the text around them is seen to be that of the redacted note."""
    for more in (0, 1):  # the end may be counted as the last character
        places = [(start, end + more) for start, end in sorted(offsets)]
        edges = [0, *(edge for place in places for edge in place), len(text)]
        if edges == sorted(edges) and between == [
            text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)
        ]:
            return places
    raise NoteError(
        id,
        f"its {len(offsets)} marks and the {len(between) - 1} placeholders of the .res file do not "
        "fit the text around them; keep the .phrase file beside it, which decides alone",
    )


def _aligned(id: str, text: str, between: list[str]) -> list[tuple[int, int]]:
    """What the placeholders stand for, by the text around them."""
    if len(between) == 1:
        if text != between[0]:
            raise NoteError(id, "its text is not that of the .res file")
        return []
    places = align(text, between)
    if places is None:
        raise NoteError(
            id,
            "its text is not that of the .res file around the placeholders, or fits it in too many "
            "ways to compare",
        )
    return places


FORMAT = Format(read)
