"""What is done to each record: in a worker process, or in this one."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from pathlib import Path

from incognote.core.document import Document, Span, hash_text
from incognote.core.errors import (
    ConfigError,
    IncognoteError,
    MissingExtraError,
    ModelError,
    NoteError,
)
from incognote.core.known import Known
from incognote.core.labels import our_type
from incognote.core.memory import give_back
from incognote.core.pipeline import Pipeline, side_by_side
from incognote.io.format import NO_FIELDS, Edited, Fields, New, Record, get_format, text_alone
from incognote.languages.identify import other_language
from incognote.replace.policy import Policy, get_policy
from incognote.replace.redact import Redacted
from incognote.replace.replacement import Context
from incognote.replace.structured import replace_values, to_search
from incognote.replace.vault import Lock
from incognote.replace.verify import Verified
from incognote.run.batch.again import Written, as_read, fields_of_output
from incognote.run.batch.results import Done, Found, Result, found_in
from incognote.run.deidentifier import Deidentifier
from incognote.run.multilingual import OF_RECORD

OTHER_LANGUAGE = ("warn", "fail", "pass")
"""What is done with a note that seems to be in another language than the run's: it is processed and
told, it fails, it is processed and not told."""


@dataclass(frozen=True, slots=True)
class Task:
    """What to do to each note; picklable, so that it reaches the workers."""

    load: Callable[[], Pipeline]
    """Makes the pipeline, once per process: a function of a module, or a partial of one."""
    policy: Policy = field(default_factory=partial(get_policy, "all"))
    """Which labels leave the text, and what stands in their place."""
    context: Context = field(default_factory=Context)
    """What replacements are drawn with; the same for all workers, so that they agree."""
    only_detect: bool = False
    """Whether no new text is written."""
    lock: Lock | None = None
    """Seals what was replaced for the vault; None: nothing is kept of it."""
    verify: str = "redact"
    """One of `verify.MODES`: what an original leads to that stands in an output."""
    other_language: str = "warn"
    """One of `OTHER_LANGUAGE`."""
    fields: Fields = NO_FIELDS
    """What becomes of the fields of records; `run` takes it from the sources."""
    together: bool = True
    """Whether notes of one patient that are worked on at once are looked at together."""

    @property
    def gives_surrogates(self) -> bool:
        """Whether some identifiers get a made-up value."""
        return not self.only_detect and "surrogate" in {action for _, action in self.policy.rows()}


Outcome = Result | NoteError
"""Exactly one per record."""


class Worker:
    """Processes records one chunk at a time.

    Args:
        task: What to do.

    Raises:
        IncognoteError: As the pipeline's `load`.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self._written = fields_of_output(task.fields)
        self.flow = Deidentifier(task.load(), task.policy, task.context, task.verify)

    def process(self, records: Sequence[Record]) -> list[Outcome]:
        """Returns what became of each record, in their order.

        Args:
            records: With different ids; those of one patient side by side, and all of them.

        Raises:
            IncognoteError: If what is at fault is no record: a setting, a model.
        """
        try:
            return self._process(records)
        except IncognoteError:  # of a pipeline that is made when a note first needs it, mostly
            raise
        except (Exception, SystemExit) as error:  # which Python would print, whatever it says
            # A bug of ours; its message may quote a note, and these notes are not to be lost.
            reason = f"not processed: {where(error)}; this is a bug, please report it"
            return [NoteError(record.id, reason) for record in records]
        finally:
            give_back()

    def _process(self, records: Sequence[Record]) -> list[Outcome]:
        found: dict[str, Document | NoteError] = {}

        def failed(error: NoteError) -> None:
            found[error.id] = error

        texts = [doc for record in records for doc in record.texts]
        others = {doc.id: self._other_language(doc) for doc in texts}
        if self.task.other_language == "fail":
            for id, other in others.items():
                if other:
                    failed(NoteError(id, _in_another_language(other)))
        read = [(*record.texts, *self._kept(record)) for record in records]
        taken = side_by_side([doc for each in read for doc in each if doc.id not in found])
        for doc in self.flow.pipeline.annotate(taken, on_error=failed, records=self.task.together):
            found[doc.id] = doc
        return [
            self._finish(record, [found[doc.id] for doc in each], others)
            for record, each in zip(records, read, strict=True)
        ]

    def _finish(
        self, record: Record, found: Sequence[Document | NoteError], others: Mapping[str, str]
    ) -> Outcome:
        docs: list[Document] = []
        for doc in found:
            if isinstance(doc, NoteError):
                return doc
            docs.append(doc)
        size = len(record.texts)
        docs, kept = docs[:size], docs[size:]
        try:
            if self.task.only_detect:
                seen = tuple(self._detected(doc, others[doc.id]) for doc in docs)
                return Result(seen, values=tuple(self._found_values(record)))
            verified = [self.flow.redact(doc) for doc in docs]
            values = self._new_values(record, *kept)
            actions = frozenset(action for _, action in self.task.policy.rows())
            texts = [_edited(each.redacted) for each in verified]
            new = New(texts, values, self.task.fields, actions)
            data = (get_format(record.format).rewrite if record.format else text_alone)(record, new)
            read = as_read(record, data, [each.redacted for each in verified], self._written)
            done = (
                self._replaced(doc, each, where, others[doc.id])
                for doc, each, where in zip(docs, verified, read, strict=False)
            )
            more = (self._only_written(each.redacted) for each in read[size:])
            places = (
                (old.path, "left out" if new is None else _BECAME[new != old.text])
                for old, new in zip(record.values, values, strict=True)
            )
            return Result((*done, *more), data, tuple(places))
        except NoteError as error:
            return error
        except (ConfigError, MissingExtraError, ModelError):  # of all records, so of none
            raise
        except Exception as error:
            # Only the type: a replacement may come from another package and quote the note.
            return NoteError(record.id, f"not processed: {type(error).__name__} while replacing")

    def _found_values(self, record: Record) -> Iterator[tuple[str, str]]:
        """The places of values that the policy takes out."""
        for value in record.values:
            text = value.text
            if value.what in ("code", "shift") or not text.strip():
                continue
            if self.task.policy.removes(Span(0, len(text), value.what), text):
                yield value.path, "found"

    def _kept(self, record: Record) -> Iterator[Document]:
        """What is searched of the values of a record before any of it may stay."""
        text = "" if self.task.only_detect else to_search(record.values, self.task.policy)
        if text:
            all_known = (record.known, *(doc.known for doc in record.texts))
            known = reduce(Known.united, filter(None, all_known), Known())
            known = replace(known, addresses=())  # of which these values are parts
            yield replace(self._about(record), id=f"{record.id} (values)", text=text, known=known)

    def _about(self, record: Record) -> Document:
        """What holds for all fields of a record; their language is that of its notes."""
        dates = (doc.meta["date"] for doc in record.texts if "date" in doc.meta)
        notes = Document(record.id, "\n".join(doc.text for doc in record.texts))
        lang = self.flow.language_of(notes)
        meta = {"patient": record.patient, "date": next(dates, ""), OF_RECORD: lang}
        meta = {name: said for name, said in meta.items() if said}
        return Document(record.id, "", meta=meta, known=record.known)

    def _new_values(self, record: Record, searched: Document | None = None) -> list[str | None]:
        if not record.values:
            return []
        about, policy = self._about(record), self.task.policy
        context = self.flow.context_of(about)
        return replace_values(record.values, about, policy, context, searched, record.texts)

    def _detected(self, doc: Document, other: str) -> Done:
        spans = tuple(
            Found(s.start, s.end, s.label, s.score, s.source, not leaves)
            for s, leaves in zip(doc.spans, self.task.policy.leaving(doc), strict=True)
        )
        known = self.flow.knows_patient(doc)
        return Done(doc.id, len(doc.text.split()), spans, in_roster=known, other_language=other)

    def _replaced(self, doc: Document, verified: Verified, read: Written, other: str) -> Done:
        redacted, lock = read.redacted, self.task.lock
        return Done(
            doc.id,
            len(doc.text.split()),
            found_in(redacted),
            lock.seal(doc, redacted, read.gone) if lock and not read.joined else None,
            sum(change.unread for change in redacted.replaced),
            verified.added,
            self.flow.knows_patient(doc),
            tuple((change.span.label, change.action) for change in redacted.replaced),
            other,
            "" if read.joined else hash_text(redacted.text),
            read.joined,
            self._own_day(verified),
        )

    def _own_day(self, verified: Verified) -> tuple[str, int] | None:
        """Whose note it is and its own day, where its dates moved."""
        doc, redacted = verified.doc, verified.redacted
        moves = dict(self.task.policy.rows())["DATE"] in ("shift", "surrogate")
        if not moves or not (
            "date" in doc.meta
            or any(our_type(change.span.label) == "DATE" for change in redacted.replaced)
        ):
            return None
        from incognote.replace.note_dates import habits_of  # slow to import

        context = replace(self.flow.context, lang=redacted.lang)
        day = habits_of(doc, context).note
        return (context.patient(doc) or doc.id, day.toordinal()) if day else None

    def _only_written(self, redacted: Redacted) -> Done:
        """A text that came to be when the record was written: a notice, mostly."""
        doc = Document(redacted.id, redacted.text)
        sealed = self.task.lock.seal(doc, redacted) if self.task.lock else None
        return Done(doc.id, 0, (), sealed, sha256=hash_text(doc.text))

    def _other_language(self, doc: Document) -> str:
        """Which language a note seems to be in, where that is not its pipeline's."""
        if self.task.other_language == "pass":
            return ""
        return other_language(doc.text, self.flow.language_of(doc))


def _edited(redacted: Redacted) -> Edited:
    text = redacted.text
    changes = ((r.span.start, r.span.end, r.new_start, r.new_end) for r in redacted.replaced)
    return Edited(text, [(start, end, text[a:b]) for start, end, a, b in changes])


def _in_another_language(other: str) -> str:
    return (
        f"seems to be in another language ({other}), in which identifiers would be missed; take it "
        "out, or take it all the same with --other-language warn"
    )


_BECAME = ("kept", "replaced")


def where(error: BaseException) -> str:
    """Returns the type of an error and the line of ours that led to it: all that may be shown."""
    frames = [Path(f.filename) for f in traceback.extract_tb(error.__traceback__)]
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__)]
    package = Path(__file__).parent.parent.parent
    ours = [i for i, path in enumerate(frames) if package in path.parents]
    if not frames:
        return type(error).__name__
    i = ours[-1] if ours else len(frames) - 1
    return f"{type(error).__name__} in {frames[i].parent.name}/{frames[i].name}, line {lines[i]}"
