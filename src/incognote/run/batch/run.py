"""`run`: many notes in, many notes out, every one accounted for."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from incognote.core.errors import ConfigError, IncognoteError, InputError, NoteError, OutputError
from incognote.core.language import AUTO, language_codes
from incognote.run.batch.folder import Sink
from incognote.run.batch.sources import Sources
from incognote.run.batch.task import Task
from incognote.run.batch.undisturbed import undisturbed
from incognote.run.batch.workers import Chunk, process_beside, process_here

MAX_NOTE_SECONDS = 1800.0
"""Several times what the longest note that is let in takes on one slow core."""


@dataclass(slots=True)
class Summary:
    """What became of the notes of a run."""

    notes_in: int = 0
    notes_out: int = 0
    notes_failed: int = 0
    records: int = 0
    """Records that came out or failed; most hold one note."""
    words: int = 0
    """Words (between blanks) of the notes that came out."""
    seconds: float = 0.0
    labels: Counter[str] = field(default_factory=Counter)
    """Identifiers that left the text, by label."""
    unread: int = 0
    """Those of them that could not be read, so that their tag stands there."""
    added: int = 0
    """Marks that the search of the outputs added,"""
    notes_added: int = 0
    """in so many notes."""
    not_in_roster: int = 0
    """Notes whose patient has no row in the roster, where there is one."""
    other_languages: dict[str, list[str]] = field(default_factory=dict)
    """Ids of the notes that seem to be in another language than the run's, by that language."""
    actions: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Identifiers that left the text, by label and what was done."""
    values: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Values in places of their own, by place and by what became of them."""
    problems: list[str] = field(default_factory=list)
    """What went wrong apart from single notes: an empty source, a run that had to stop."""
    interrupted: bool = False
    taken_back: bool = False
    """Whether nothing was written, since the run did not come to its end and its output is one
    thing: the notes that were done count as failed."""
    not_begun: int | None = 0
    """Notes that an interrupted run did not come to, which are not among `notes_in`; None: so many
    that are not known, since finding them means reading the sources."""

    @property
    def ok(self) -> bool:
        """Whether every source was read to its end and every note came out."""
        return not (self.notes_failed or self.problems or self.interrupted)

    @property
    def words_per_second(self) -> float:
        """Words of the notes that came out, by seconds of the whole run."""
        return self.words / self.seconds if self.seconds else 0.0


def run(
    sources: Sources,
    task: Task,
    sink: Sink,
    *,
    jobs: int = 1,
    avoid_names: bool = False,
    max_note_seconds: float = 0.0,
    on_failure: Callable[[NoteError], None] = lambda error: None,
    on_progress: Callable[[Summary], None] = lambda summary: None,
) -> Summary:
    """Returns what became of the notes; the outcome is the same whatever the number of jobs.

    A note that fails is told to `on_failure` and leaves no output; the others go on. Ctrl-C ends
    the run with what is complete by then; notes in work fail, and `not_begun` has the others.

    Args:
        sources: What to read.
        task: What to do to each note.
        sink: Where it goes; closed at the end, or taken back where there was no note at all.
        jobs: Worker processes; with 1, or too few notes for two, the work is done in this one.
        avoid_names: Whether no name that stands in any of the notes is given as a surrogate; the
            sources are then read once more, before all else. Nothing is kept of them but which of
            the names that we might give they hold.
        max_note_seconds: A note that takes longer fails; 0: no bound. With one the work is always
            done in worker processes: only a process can be ended whatever it is doing.
        on_failure: Called for each note that failed, in order.
        on_progress: Called every few notes with the counts so far.

    Raises:
        InputError: If no source holds a note.
        ConfigError: If the bound cannot be.
        IncognoteError: If the task cannot be set up.
    """
    summary = Summary()
    started = time.monotonic()
    begun: dict[int, Chunk] = {}  # by number, until they are settled
    chunks = _noted(sources.chunks(), begun)
    complete = False
    why = "the run was interrupted while this note was in work; run it again"
    try:
        if not 0 <= max_note_seconds < math.inf:
            raise ConfigError(
                f"The longest time for a note must be 0 or more seconds, not {max_note_seconds}."
            )
        if avoid_names and task.gives_surrogates:
            task = _avoiding(task, sources)
        task = replace(task, fields=sources.fields)
        ahead = list(islice(chunks, 2))
        chunks = chain(ahead, chunks)
        done = (
            (chunk for chunk in ahead)  # so that an empty folder is told before models are loaded
            if not ahead
            else process_here(task, chunks)
            if not max_note_seconds and (jobs < 2 or len(ahead) < 2)
            else process_beside(task, chunks, jobs, max_note_seconds)
        )
        with closing(done):
            for chunk in done:
                with undisturbed():
                    _settle(chunk, sink, summary, on_failure)
                    del begun[chunk.number]
                summary.notes_in = summary.notes_out + summary.notes_failed
                summary.seconds = time.monotonic() - started
                on_progress(summary)
        complete = True
    except KeyboardInterrupt:
        summary.interrupted = True
    except IncognoteError as error:
        if not summary.notes_out:
            sink.abandon()
            raise
        summary.problems.append(str(error))
        why = "the run had to end while this note was in work; run it again"
    except BaseException:
        if summary.notes_out and not sink.whole:
            sink.close()
        else:
            sink.abandon()
        raise
    with undisturbed():
        for chunk in begun.values():
            chunk.outcomes = [NoteError(record.id, why) for record in chunk.records]
            _settle(chunk, sink, summary, on_failure)
    summary.notes_in = summary.notes_out + summary.notes_failed
    if complete and summary.records != sources.records:
        sink.abandon() if sink.whole else sink.close()
        raise RuntimeError(f"{sources.records - summary.records} records are not accounted for")
    summary.problems[:0] = sources.problems
    if complete and not summary.records:
        sink.abandon()
        raise InputError(" ".join(sources.problems) or "No source holds a note.")
    try:
        with undisturbed():
            if not complete and sink.whole:
                sink.abandon()
                summary.taken_back = True
                summary.notes_failed, summary.notes_out = summary.notes_in, 0
            elif summary.interrupted and not summary.notes_out:
                sink.abandon()
            else:
                sink.close()
    except OutputError as error:
        summary.problems.append(str(error))
    if not complete:
        summary.not_begun = _not_begun(sources, summary.notes_in)
    summary.seconds = time.monotonic() - started
    return summary


def _noted(chunks: Iterator[Chunk], begun: dict[int, Chunk]) -> Iterator[Chunk]:
    """Passes chunks on, and remembers them."""
    for chunk in chunks:
        begun[chunk.number] = chunk
        yield chunk


def _not_begun(sources: Sources, begun: int) -> int | None:
    try:
        found = sources.count()
    except KeyboardInterrupt:  # a second one: no wish to know
        return None
    return None if found is None else max(0, found - begun)


def _avoiding(task: Task, sources: Sources) -> Task:
    """The task with all names avoided that stand in the sources."""
    from incognote.replace.name_lists import producible_in

    lang = task.context.lang
    found = set(task.context.avoid)
    for text in sources.texts():
        for code in language_codes() if lang == AUTO else (lang,):
            found |= producible_in(text, code)
    return replace(task, context=replace(task.context, avoid=frozenset(found)))


def _settle(
    chunk: Chunk, sink: Sink, summary: Summary, on_failure: Callable[[NoteError], None]
) -> None:
    """Passes the outcomes of a chunk on and counts them."""

    def failed(error: NoteError) -> None:
        summary.records += 1
        summary.notes_failed += 1
        sink.fail(error)
        on_failure(error)

    for error in chunk.failed:
        failed(error)
    for position, outcome in enumerate(chunk.outcomes):
        if isinstance(outcome, NoteError):
            failed(outcome)
            continue
        try:
            sink.commit(chunk.records[position], outcome)
        except NoteError as error:
            failed(error)
            continue
        summary.records += 1
        for place, became in outcome.values:
            summary.values[place, became] += 1
        for done in outcome.texts:
            summary.notes_out += 1
            summary.words += done.words
            summary.unread += done.unread
            summary.added += done.added
            summary.notes_added += done.added > 0
            summary.not_in_roster += not done.in_roster
            if done.other_language:
                summary.other_languages.setdefault(done.other_language, []).append(done.id)
            summary.actions.update(done.actions)
            summary.labels.update(span.label for span in done.spans if not span.kept)
