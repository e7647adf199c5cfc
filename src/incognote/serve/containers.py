"""Containers in a request: one comes in, the same kind goes back, all but identifiers as it was.

What a run does to a file is done to the body (docs/formats.md), in a folder that lies in memory
where the system has one. A container is answered whole or not at all.
"""

from __future__ import annotations

import hashlib
import math
import os
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from incognote.core.errors import ConfigError, IncognoteError, InputError, NoteError, counted
from incognote.io.format import NO_FIELDS, Fields, get_format
from incognote.io.unpacking import TooMuchError, at_most, bytes_left
from incognote.run.batch.sources import Sources
from incognote.run.batch.task import Task, Worker
from incognote.run.deidentifier import Deidentifier
from incognote.serve.terms import RefusedError

FORMATS: Mapping[str, str] = {
    "text/plain": "txt",
    "application/fhir+json": "fhir",
    "application/fhir+ndjson": "fhir",
    "application/hl7-v2": "hl7",
    "application/hl7-v2+er7": "hl7",
    "x-application/hl7-v2+er7": "hl7",
    "application/hl7-cda+xml": "cda",
    "application/xml": "cda",
    "text/xml": "cda",
    "text/csv": "csv",
    "text/tab-separated-values": "csv",
    "application/vnd.apache.parquet": "parquet",
    "text/html": "html",
    "application/rtf": "rtf",
    "text/rtf": "rtf",
    "application/pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
}
"""By type of content the format that a body of it is in."""
_SUFFIXES: Mapping[str, str] = {
    "text/tab-separated-values": ".tsv",
    "application/fhir+ndjson": ".ndjson",
}
_MEMORY = Path("/dev/shm")
_GZIP = b"\x1f\x8b"


def memory_folder() -> str | None:
    """Returns a folder that is no disk's, None where the system has none that can be written."""
    return str(_MEMORY) if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) else None


@dataclass(frozen=True, slots=True)
class Container:
    """A body that holds notes.

    Raises:
        RefusedError: If what is decided about its fields cannot be.
    """

    kind: str
    """One of `FORMATS`."""
    data: bytes = field(repr=False)
    roles: Mapping[str, str] = field(default_factory=dict, repr=False)
    """By name of a field what becomes of it, one of `format.ROLES` or a type."""
    other: str = ""
    """What becomes of all other fields: keep or drop; '': it is refused."""
    most: int = 1 << 30
    """Bytes that it may unpack to."""
    ends: float = math.inf
    """By the clock of `time.monotonic`, when nobody waits for it any more."""

    @property
    def fields(self) -> Fields:
        """What becomes of its fields."""
        try:
            return Fields(self.roles, self.other) if self.roles or self.other else NO_FIELDS
        except ConfigError:  # which quotes what was sent
            raise RefusedError(
                400,
                "The roles of fields are none of docs/formats.md, or the rest is no keep, drop.",
            ) from None

    def rewritten(self, flow: Deidentifier, other_language: str) -> bytes:
        """Returns the container without its identifiers.

        Args:
            flow: Finds and replaces.
            other_language: As `Task.other_language`.

        Raises:
            RefusedError: If it cannot be read, or any of it cannot be processed whole.
        """
        if self.data.startswith(_GZIP):
            raise RefusedError(415, "Send it as it is, not compressed.")
        # A text is never longer than the file that holds it, so it has the same bound.
        with at_most(self.most), tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
            form = get_format(FORMATS[self.kind])
            # By its content, since the name stands for whoever has no other.
            name = hashlib.sha256(self.data).hexdigest()[:32]
            path = Path(folder) / f"{name}{_SUFFIXES.get(self.kind, form.suffixes[0])}"
            path.write_bytes(self.data)
            try:
                pieces = self._pieces(path, flow, other_language)
                if form.seal is None:
                    return b"".join(pieces)
                made = Path(folder) / "made"
                form.seal(pieces, made)
                return made.read_bytes()
            except (IncognoteError, OSError) as error:
                if isinstance(error, TooMuchError) or not bytes_left():
                    reason = f"It unpacks to more than {self.most:,} bytes; send less."
                    raise RefusedError(413, reason) from None
                said = str(error) if isinstance(error, IncognoteError) else "it cannot be written"
                for told in (str(path), path.name, path.stem):
                    said = said.replace(told, "the content")
                raise RefusedError(422, f"Not processed: {said}") from None

    def _pieces(self, path: Path, flow: Deidentifier, other_language: str) -> list[bytes]:
        fields = self.fields
        asked_about = get_format(FORMATS[self.kind]).fields
        if undecided := fields.undecided(asked_about(path)) if asked_about else []:
            raise RefusedError(
                422,
                f"Nobody decided about {', '.join(undecided)}: say what becomes of each in "
                "incognote-fields, or of all others in incognote-other-fields.",
            )
        sources = Sources([path], FORMATS[self.kind], fields=fields)
        sources.check_fields()
        task = Task(
            lambda: flow.pipeline,
            flow.policy,
            flow.context,
            verify=flow.verify,
            other_language=other_language,
            fields=fields,
        )
        worker = Worker(task)
        worker.flow = flow  # which has its verifier already
        pieces: list[bytes] = []
        failed: list[NoteError] = []
        size = 0
        for chunk in sources.chunks():
            size += sum(len(text.text) for record in chunk.records for text in record.texts)
            if size > self.most:
                raise TooMuchError("Its texts are more than a request may have.")
            if time.monotonic() > self.ends:
                raise RefusedError(503, "Not done in time; send less at once.")
            failed += chunk.failed
            for outcome in worker.process(chunk.records):
                if isinstance(outcome, NoteError):
                    failed.append(outcome)
                else:
                    pieces.append(outcome.data)
        if failed:
            first = failed[0]
            raise NoteError(first.id, f"{first.reason} ({counted(len(failed), 'record')} failed)")
        if sources.problems:
            raise InputError(sources.problems[0])
        return pieces
