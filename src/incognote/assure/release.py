"""A release as a certificate sees it: what stands where, and how much a note has room for.

Readers see a view of each note: the released text with a tag in every place where something was
replaced. Among made-up names one that was missed looks like one more; among tags it stands out. The
view is made from the released text and the record of the run, which has the hash of that text and
the places, so that what is read is the release and nothing else.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from incognote.core import registry
from incognote.core.config import parse_json
from incognote.core.decoded import decode
from incognote.core.document import Document, Span, hash_text
from incognote.core.errors import InputError, NoteError
from incognote.core.labels import LABELS
from incognote.core.pipeline import Settings
from incognote.replace.redact import Redacted, Replaced, retag

_WORD = re.compile(r"[^\W\d_]+|\w*\d\w*")
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Record:
    """What the record of a release says of one note."""

    id: str
    sha256: str
    """Hash of the released text."""
    replaced: tuple[Replaced, ...]
    kept: tuple[Span, ...]
    """What the policy left in the text, in old offsets."""
    added: int = 0
    """Marks that the search of the output added."""


class Records(Mapping[str, Record]):
    """The lines of `spans.jsonl` by note, read when they are asked for.

    Args:
        path: As `incognote deid` writes it.

    Raises:
        InputError: If it cannot be read, or a line is not as deid writes it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._begin: dict[str, int] = {}
        try:
            with path.open("rb") as file:
                begin = 0
                for number, line in enumerate(file, start=1):
                    record = self._parse(line, f"{path}:{number}")
                    if record.id in self._begin:
                        raise InputError(f"{path}:{number}: holds an id twice; release again.")
                    if record.sha256:  # else another text of the release says the same
                        self._begin[record.id] = begin
                    begin += len(line)
        except OSError as error:
            raise InputError(
                f"{path}: cannot be read ({error.strerror}); give what incognote deid wrote."
            ) from None

    def __getitem__(self, id: str) -> Record:
        """Returns the record of a note."""
        begin = self._begin[id]
        with self.path.open("rb") as file:
            file.seek(begin)
            return self._parse(file.readline(), str(self.path))

    def __iter__(self) -> Iterator[str]:
        """Goes over the ids in the order of the file."""
        return iter(self._begin)

    def __len__(self) -> int:
        """Returns how many notes there are."""
        return len(self._begin)

    @staticmethod
    def _parse(line: bytes, where: str) -> Record:
        try:
            row = parse_json(line)
            pairs = [(_span(at), at) for at in row["spans"]]
            gone = [(span, at) for span, at in pairs if not at.get("kept", False)]
            joined = row.get("joined") is True
            told = ("sha256" in row or joined) and all("action" in at for _, at in gone)
            replaced = tuple(
                Replaced(span, int(at["new_start"]), int(at["new_end"]), str(at["action"]))
                for span, at in gone
                if told
            )
            id, added = str(row["id"]), int(row.get("added_by_verification", 0))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InputError(
                f"{where}: is not a line that incognote deid writes; release again."
            ) from None
        if not {span.label for span, _ in pairs} <= set(LABELS):
            raise InputError(f"{where}: holds a label that does not exist; release again.")
        if not told:
            # Of an older version, or of detect, which writes no notes.
            raise InputError(
                f"{where}: does not say what stands in the released note where something was "
                "replaced; release again with this version of incognote deid."
            )
        ends = [0, *(place.new_end for place in replaced)]
        if any(
            not end <= at.new_start <= at.new_end for end, at in zip(ends, replaced, strict=False)
        ):
            raise InputError(f"{where}: holds places that overlap; release again.")
        kept = tuple(span for span, at in pairs if at.get("kept", False))
        return Record(id, "" if joined else str(row["sha256"]), replaced, kept, added)


def _span(row: Mapping[str, Any]) -> Span:
    return Span(row["start"], row["end"], str(row["label"]), float(row["score"]), row["source"])


@dataclass(frozen=True, slots=True)
class Released:
    """One note of a release."""

    id: str
    sha256: str
    """Hash of its text."""
    marks: Mapping[str, int]
    """How many identifiers were found and removed, by label."""
    actions: Mapping[str, int]
    """The same, by the action of the policy that replaced them."""
    room: int
    """How many words and numbers of its view look as if they could belong to an identifier."""


class Words(Protocol):
    """What the word lists say; the lexicon detector is one."""

    def is_ordinary(self, word: str) -> bool:
        """Returns whether a word is one of the language, whatever else it may be."""
        ...


def read_release(
    notes: Callable[[], Iterable[Document]], records: Mapping[str, Record], *, lang: str
) -> list[Released]:
    """Returns the notes of a release, sorted by id.

    Args:
        notes: Gives the notes as they were released; called twice, one note is held at a time.
        records: What was found in each.
        lang: Language, for the word lists.

    Raises:
        NoteError: If a note has no record, or is not the one that its record is of.
        InputError: If there are records of notes that are not there.
    """
    lower: set[str] = set()
    for doc in notes():
        view = view_of(released_note(doc, records))
        lower.update(word for word in _words(view) if word.islower())
    vocabulary: Words = registry.get("detector", "lexicon")(Settings(lang))
    found = []
    for doc in notes():
        released = released_note(doc, records)
        marks = Counter(place.span.label for place in released.replaced)
        actions = Counter(place.action for place in released.replaced)
        found.append(
            Released(
                doc.id,
                hash_text(doc.text),
                dict(sorted(marks.items())),
                dict(sorted(actions.items())),
                sum(_looks_odd(w, lower, vocabulary) for w in _words(view_of(released))),
            )
        )
    if len(found) < len(records):
        there = {note.id for note in found}
        first = next(id for id in records if id not in there)
        raise InputError(
            f"spans.jsonl names notes that are not in the release, the first is '{first}': "
            "give all that incognote deid wrote."
        )
    return sorted(found, key=lambda note: note.id)


def released_note(doc: Document, records: Mapping[str, Record]) -> Redacted:
    """Returns a released note with what was replaced in it.

    Raises:
        NoteError: If it has no record, or is not the note that its record is of.
    """
    if doc.id not in records:
        raise NoteError(doc.id, "has no line in spans.jsonl; release all notes in one run")
    record = records[doc.id]
    if hash_text(doc.text) != record.sha256:
        raise NoteError(doc.id, "was changed since it was released; release again")
    if record.replaced and record.replaced[-1].new_end > len(doc.text):
        raise NoteError(doc.id, "is shorter than its line in spans.jsonl says; release again")
    return Redacted(doc.id, doc.text, record.replaced, record.kept)


def view_of(released: Redacted) -> Redacted:
    """Returns a released note as readers see it: every replacement stands as its tag."""
    return retag(released, range(len(released.replaced)))


def blanked(view: Redacted) -> str:
    """Returns the text of a view with bars in place of its tags, offsets as they were."""
    text = list(view.text)
    for place in view.replaced:
        text[place.new_start : place.new_end] = "|" * (place.new_end - place.new_start)
    return "".join(text)


def _words(view: Redacted) -> Iterator[str]:
    return (match.group() for match in _WORD.finditer(decode(blanked(view)).text))


def _looks_odd(word: str, lower: set[str], vocabulary: Words) -> bool:
    """Whether a word is a number of four digits, or a name as far as anybody can tell."""
    if sum(char.isdigit() for char in word) >= _DIGITS:
        return True
    small = word.lower()
    return (
        word[0].isupper()
        and len(word) > 2
        and small not in lower
        and not vocabulary.is_ordinary(small)
    )


def hash_release(notes: Sequence[Released]) -> str:
    """Returns a hash of ids and texts, whatever the order."""
    return hash_texts({note.id: note.sha256 for note in notes})


def hash_texts(hashes: Mapping[str, str]) -> str:
    """Returns a hash of ids and hashes of texts, whatever the order."""
    total = hashlib.sha256()
    for id in sorted(hashes):
        total.update(json.dumps([id, hashes[id]]).encode())
    return total.hexdigest()
