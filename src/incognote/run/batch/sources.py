"""What goes in: sources are checked before anything is written, then read one after another."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

from incognote.core.errors import ConfigError, InputError, NoteError, OutputError, counted
from incognote.core.pipeline import OnError
from incognote.core.plain import is_wide, what_container
from incognote.io.columns import as_options, propose
from incognote.io.files import find
from incognote.io.format import (
    KEYED,
    NO_FIELDS,
    Fields,
    Format,
    Record,
    check_spelt,
    get_format,
    names_of,
    nobody_decided,
)
from incognote.io.recognise import PLAIN, files, look, read_records
from incognote.io.tables import Sample
from incognote.replace.replacement import Context
from incognote.run.batch.growing import PARTS
from incognote.run.batch.patients import ALONE, Item, together
from incognote.run.batch.results import file_of
from incognote.run.batch.workers import Chunk

CHUNK_RECORDS = 16
"""Records that are worked on together: enough to fill a model's batch,"""
CHUNK_CHARACTERS = 64_000
"""few enough that all processes get some of a small corpus and memory stays low."""


_SHOWN = 5
"""Names of changed files that a message tells."""
MAX_NOTE_MB = 2.0
"""A thousand pages; a process needs some 150 MB of memory for each MB of the note in work."""


class Sources:
    """Reads the notes of several sources in chunks that do not depend on the number of workers.

    All notes of a patient are in one chunk, side by side, with `meta["patient"]`.

    Args:
        paths: Files or folders.
        format: A registry row of kind `format`: what they hold; '': told by suffix and content.
        max_note_mb: A longer note fails (megabytes of UTF-8): memory grows with the longest one.
        patient_from: Pattern for the id of a note; its first group is the patient. '': what the
            format says.
        as_text: Whether a note is taken that seems to be a message, table or document of another
            kind than plain text; else it fails.
        fields: What becomes of the fields; a record with one that nobody decided about fails.
        written: Whether records are written back; if not, no field needs a decision.

    Raises:
        ConfigError: If there is no such format, the pattern is none, or the length cannot be.
        InputError: If a source does not exist.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        format: str = "",
        *,
        max_note_mb: float = MAX_NOTE_MB,
        patient_from: str = "",
        as_text: bool = False,
        fields: Fields = NO_FIELDS,
        written: bool = True,
    ) -> None:
        if not max_note_mb > 0:  # so that nan, which would let all pass, is refused as well
            raise ConfigError(f"The longest note must be above 0 MB, not {max_note_mb}.")
        self.max_note_mb = max_note_mb
        self.patient_from = patient_from
        self.as_text = as_text
        self._patient = Context(patient_from=patient_from).patient
        if format:
            get_format(format)
        self.fields, self._written = fields, written
        self.paths, self._format = tuple(paths), format
        for path in self.paths:
            if not path.exists():
                raise InputError(f"{path}: does not exist; give a file or a folder of notes.")
        self.formats = {path: self._formats_of(path) for path in self.paths}
        """What each source holds, as far as it can be listed."""
        self.tell_patients = bool(patient_from) or not self._is_plain
        """Whether it can be known which notes are of one patient: plain text alone does not say."""
        for path in self.paths:
            if self.tell_patients and not (path.is_file() or path.is_dir()):
                raise InputError(f"{path}: is a pipe or device, but is read twice; give a file.")
        containers = [path.name for path in self.paths if self.formats[path] - {PLAIN}]
        if len({*containers}) < len(containers):
            raise InputError("Two sources have the same name; run each into its own folder.")
        self.records = 0
        """Records met so far, whether they could be read or not."""
        self.problems: list[str] = []
        """Sources that could not be read to their end, or hold nothing."""

    def _formats_of(self, path: Path) -> set[str]:
        with contextlib.suppress(InputError):  # it holds nothing, as `chunks` will tell
            return {form for _, _, form in files(path, self._format, lambda error: None)}
        return set()

    @property
    def _is_plain(self) -> bool:
        """Whether the sources hold plain text alone."""
        return self._held <= {PLAIN}

    @property
    def _held(self) -> set[str]:
        """The formats of all sources."""
        return {form for found in self.formats.values() for form in found}

    @property
    def keyed(self) -> bool:
        """Whether something of a source is replaced with the key, whatever the policy says."""
        return bool(self.fields.named(*KEYED)) or any(get_format(n).keyed for n in self._held)

    @property
    def rows_are_patients(self) -> bool:
        """Whether each row of a table is taken for a patient of its own, since none is named."""
        if self.patient_from or self.fields.named("patient"):
            return False
        held = map(get_format, self._held)
        tables = any(form.look is not None and not form.folders for form in held)
        return tables and bool(self.fields.named("text", "shift", "date"))

    def _files(self) -> Iterator[tuple[Path, Format]]:
        """Yields files about whose fields somebody may have to decide, with their formats."""
        for path, found in self.formats.items():
            if any(get_format(name).fields or get_format(name).check for name in found):
                with contextlib.suppress(InputError):  # told by `chunks`
                    for file, _, form in files(path, self._format, lambda error: None):
                        yield file, get_format(form)

    def chunks(self) -> Iterator[Chunk]:
        """Yields all records, in the order of the sources."""
        units = together(self._items) if self.tell_patients else _apart(self._items())
        chunk, size = Chunk(0), 0
        for unit in units:
            records = [] if isinstance(unit, NoteError) else unit
            self.records += max(1, len(records))
            there = len(chunk.records) + len(chunk.failed)
            length = sum(len(doc.text) for record in records for doc in record.texts)
            if there and (
                there + max(1, len(records)) > CHUNK_RECORDS
                or (chunk.records and size + length > CHUNK_CHARACTERS)
            ):
                yield chunk
                chunk, size = Chunk(chunk.number + 1), 0
            if isinstance(unit, NoteError):
                chunk.failed.append(unit)
            chunk.records += records
            size += length
        if chunk.records or chunk.failed:
            yield chunk

    def count(self) -> int | None:
        """Returns how many notes there are, readable or not, by the names of the files alone.

        None where the format does not tell without reading them, or a source cannot be listed.
        """
        if not self._is_plain:
            return None
        failures: list[NoteError] = []
        try:
            found = sum(
                1
                for path in self.paths
                for _ in find(path, (".txt",), strays=True, on_error=failures.append)
            )
        except InputError:
            return None
        return found + len(failures)

    def state(self) -> list[dict[str, Any]]:
        """Returns what shows whether a source changed: names, counts and hashes, without text."""
        return [_state(path) for path in self.paths]

    def check_unchanged(
        self, then: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]], out: Path
    ) -> None:
        """Refuses to go on with a run if files of the sources are others than when it was begun.

        Args:
            then: What `state` returned then,
            now: and what it returns now.
            out: The output, for messages.

        Raises:
            OutputError: With the names of the files, as they are given and below a folder.
        """
        changed: list[str] = []
        fewer = 0
        for path, old, new in zip(self.paths, then, now, strict=False):
            if old == new or old.get("name") != new["name"]:
                continue
            changed += _changed(path, old.get("each", ""))
            fewer += max(0, old.get("files", 0) - new["files"])
        told = []
        if changed:
            more = f" and {len(changed) - _SHOWN:,} more" if len(changed) > _SHOWN else ""
            names = ", ".join(changed[:_SHOWN])
            told = [f"these files are new or have another size or time: {names}{more}"]
        if fewer:
            told.append(f"{counted(fewer, 'file')} fewer than then")
        if told:
            raise OutputError(
                f"{out}: cannot be resumed, since the sources are others than when it was begun "
                f"({'; '.join(told)}); bring them back as they were, or remove it and run again."
            )

    def texts(self) -> Iterator[str]:
        """Yields the texts of all notes that can be read; what cannot is told by `chunks`."""
        records = (item for item in self._items() if isinstance(item, Record))
        return (doc.text for record in records for doc in record.texts)

    def check_fields(self) -> None:
        """Reads the names of all fields; refuses what would leave one where it should not be.

        Raises:
            ConfigError: If nobody decided about a field; or a decision is about a part of one; or
                a field does not exist that is to be read, or to go where all others stay:
                misspelt, it would let its field through.
        """
        if not self._written:
            return
        names = dict.fromkeys(self._field_names())
        undecided = self.fields.undecided(names)
        if names:  # of files without fields of their own nobody asked for a decision either
            check_spelt(self.fields, lambda name: any(name in names_of(f) for f in names), names)
        if undecided:
            raise nobody_decided(undecided, self._proposed(undecided))
        for file, form in self._files():
            if form.check:
                with contextlib.suppress(InputError):  # told by `chunks`
                    form.check(file, self.fields)

    def _proposed(self, undecided: Sequence[str]) -> str:
        """A command line that decides about all fields, where there are values to judge by."""
        found = self._look()
        values = {name: found[name] for name in undecided if name in found}
        if len(values) < len(undecided):
            return ""
        roles = dict(self.fields.decided)
        roles |= {each.name: each.role for each in propose(values, roles.values())}
        return (
            " This would decide about all; see whether you agree, and incognote columns for the "
            f"reasons: incognote deid {self._words()} {as_options(roles)}"
        )

    def _look(self) -> dict[str, Sample]:
        """Fields with some values, where these tell what they hold."""
        with contextlib.suppress(InputError, NoteError):  # told by `chunks`
            return look(self.paths, self._format)
        return {}

    def _words(self) -> str:
        """What stands in a command line that reads these sources."""
        words = [*map(str, self.paths), *(["--format", self._format] if self._format else [])]
        return f"{shlex.join(words)} -o OUT"

    def _field_names(self) -> Iterator[str]:
        for file, form in self._files():
            if form.fields:
                with contextlib.suppress(InputError, NoteError):  # told by `chunks`
                    yield from form.fields(file)

    def _read(self, path: Path, on_error: OnError) -> Iterator[Record]:
        return read_records(path, self._format, fields=self.fields, on_error=on_error)

    def _items(self) -> Iterator[Item]:
        seen = Ids()
        self.problems.clear()
        for path in self.paths:
            failures: list[NoteError] = []
            empty = True
            try:
                for record in self._read(path, failures.append):
                    empty = False
                    yield from failures
                    failures.clear()
                    yield self.accept(record, seen)
            except InputError as error:
                empty = False
                self.problems.append(str(error))
            yield from failures
            if empty and not failures:
                self.problems.append(self._nothing_in(path))

    def _nothing_in(self, path: Path) -> str:
        return (
            f"{path}: holds no notes in the format '{self._format or PLAIN}'; name "
            "another folder, or the format of these files with --format."
        )

    def accept(self, record: Record, seen: Ids) -> Item:
        """Returns the record as it is worked on, or what keeps it from that.

        Args:
            record: As it was read.
            seen: Of those before it; gets its ids.
        """
        patient = ""
        reason = self._fault(record, seen)
        if not reason and self.patient_from and record.texts:
            patient = self._patient(record.texts[0])
            if not patient:
                reason = "--patient-from finds no patient in this id; mend the pattern, or the id"
        seen.add(record)
        if reason:
            return NoteError(record.id, reason, file_of(record))
        patient = patient or record.owner
        if not (patient or record.patient) and (record.values or len(record.texts) > 1):
            patient = f"{ALONE}{record.id}"  # its parts are of one person, whoever that is
        if not patient:
            return record
        told: dict[str, str] = {"patient": patient}
        texts = (
            # A record may be of several patients, and some of its texts say of which.
            replace(doc, meta={**doc.meta, **told} if self.patient_from else {**told, **doc.meta})
            for doc in record.texts
        )
        return replace(record, texts=tuple(texts), owner=patient)

    @property
    def too_long(self) -> str:
        """What is said of a note that is too long."""
        return f"is longer than {self.max_note_mb:g} MB; split it, or raise --max-note-mb"

    def _fault(self, record: Record, seen: Ids) -> str:
        if seen.has_one_of(record):
            if record.place is not None and self.fields.named("id"):
                return (
                    f"number {record.place} of {record.file} has an id that was read before; ids "
                    "must be unique: --code the column in place of --id"
                )
            return "a note with this id was read before; run each source into its own folder"
        whole = (record.id,) if record.place is None else ()
        if not all(map(_names_a_file, (record.file, *whole))):
            return "the id cannot be the name of a file below the output folder; change it"
        if record.id != record.id.encode(errors="replace").decode():
            return "the name of the file is not UTF-8; rename it"
        if self._written and (reason := self.fields.refusal(record)):
            return reason
        for text in (doc.text for doc in record.texts):
            data = text.encode(errors="replace")
            if len(data) > self.max_note_mb * 1_000_000:
                return self.too_long
            if is_wide(data):
                return "has a NUL at every other place, as UTF-16 read wrongly has; read it anew"
            if not self.as_text and (what := what_container(text)):
                form = _FORMATS.get(what, "") if record.format == PLAIN else ""
                way = f"say so (--format {form})" if form else "take its text out first"
                return (
                    f"seems to be {what}, not plain text; {way}, or give --as-text if it is a "
                    "plain note all the same"
                )
        return ""


_FORMATS = {
    "an HL7 v2 message": "hl7",
    "an HTML page": "html",
    "RTF": "rtf",
    "a table (CSV)": "csv",
}
"""In which format we read what a text seems to be."""


class Ids:
    """The ids that were met.

    Of those that only say where a record stands (`notes.csv:17`) the last of a file is kept, so
    that memory does not grow with the rows of a table.
    """

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._last: dict[str, int] = {}

    def has_one_of(self, record: Record) -> bool:
        """Whether an id of a record or of its texts was met, or two of its texts have one."""
        ids = [doc.id for doc in record.texts]
        if len({*ids}) < len(ids) or not self._given.isdisjoint((record.id, *ids)):
            return True
        if _says_its_place(record):
            return (record.place or 0) <= self._last.get(record.file, -1)
        return any(map(self._stands_for_a_place, (record.id, *ids)))

    def _stands_for_a_place(self, id: str) -> bool:
        found = re.match(r"(.+):([0-9]{1,15})(?:/|$)", id, re.DOTALL)
        return found is not None and int(found[2]) <= self._last.get(found[1], -1)

    def add(self, record: Record) -> None:
        """Takes note of the ids of a record."""
        if _says_its_place(record):
            self._last[record.file] = max(record.place or 0, self._last.get(record.file, -1))
        else:
            self._given.update((record.id, *(doc.id for doc in record.texts)))


def _says_its_place(record: Record) -> bool:
    place = f"{record.file}:{record.place}"
    return record.id == place and all(
        doc.id == place or doc.id.startswith(f"{place}/") for doc in record.texts
    )


def _apart(items: Iterator[Item]) -> Iterator[list[Record] | NoteError]:
    """Every record alone."""
    return (item if isinstance(item, NoteError) else [item] for item in items)


def _state(path: Path) -> dict[str, Any]:
    """Of a source its name, how many files and bytes it has, and hashes of their states."""
    size, each = 0, []
    for _, bytes_of_it, digest in _states(path):
        size += bytes_of_it
        each.append(digest)
    place = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()
    return {
        "name": path.name,
        "files": len(each),
        "bytes": size,
        "place": place,
        "each": "".join(each),
    }


_DIGITS = 16
"""Of the hash of a file's state: two states of one file are not alike by chance."""


def _states(path: Path) -> Iterator[tuple[str, int, str]]:
    """Of each file of a source its path, its bytes, and a hash of name, size and time."""
    for file in _all_files(path):
        try:
            info = os.stat(file)
            state = [info.st_size, info.st_mtime_ns]
        except OSError:  # a link to nowhere, of which the run will tell
            state = [0, 0]
        row = json.dumps([os.path.relpath(file, path), *state])
        yield file, state[0], hashlib.sha256(row.encode()).hexdigest()[:_DIGITS]


def _changed(path: Path, each: str) -> list[str]:
    """The files of a source whose states are not among those of `_state`."""
    then = {each[i : i + _DIGITS] for i in range(0, len(each), _DIGITS)}
    return [file for file, _, digest in _states(path) if digest not in then]


def _all_files(path: Path) -> Iterator[str]:
    if not path.is_dir():
        yield str(path)
        return
    seen: set[tuple[int, int]] = set()
    for folder, inner, names in os.walk(path, followlinks=True):
        info = os.stat(folder)
        if (info.st_dev, info.st_ino) in seen:  # a link that leads back up
            inner.clear()
            continue
        seen.add((info.st_dev, info.st_ino))
        inner.sort()
        yield from (os.path.join(folder, name) for name in sorted(names))


def _names_a_file(id: str) -> bool:
    """Whether a note's text may be written below a folder under its id."""
    path = PurePath(id)
    odd = {"", ".", "..", PARTS}
    return not ("\0" in id or path.is_absolute() or odd & {*id.split("/")} or odd & {*path.parts})


def check_apart(sources: Sequence[Path], out: Path) -> None:
    """Makes sure that an output folder is apart from all sources.

    Raises:
        OutputError: If it is a source, lies inside one, or holds one.
    """
    target = Path(os.path.realpath(out))
    for source in sources:
        real = Path(os.path.realpath(source))
        if target == real:
            raise OutputError(f"{out}: is the source itself; give another place.")
        if real in target.parents:
            raise OutputError(f"{out}: lies inside the source {source}; give a place outside it.")
        if target in real.parents:
            raise OutputError(f"{out}: holds the source {source}; give a folder of its own.")
