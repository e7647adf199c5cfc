"""`run`: many notes in, many notes out, every one accounted for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import chain, islice

from incognote.core.errors import IncognoteError, InputError, NoteError, OutputError
from incognote.core.language import AUTO, language_codes
from incognote.io.format import Record
from incognote.run.batch.folder import Sink
from incognote.run.batch.growing import NoRoomError
from incognote.run.batch.results import file_of
from incognote.run.batch.sources import Sources
from incognote.run.batch.summary import Summary
from incognote.run.batch.task import Task, Worker
from incognote.run.batch.undisturbed import undisturbed
from incognote.run.batch.workers import Chunk, check_seconds, process_beside, process_here

MAX_NOTE_SECONDS = 1800.0
"""Several times what the longest note that is let in takes on one slow core."""


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
    the run, and so does a disk that takes no more. Where the sink has a journal all is left as it
    is then, so that the run can be gone on with; the notes in work were not begun. Else what is
    complete by then stays; notes in work fail or, for want of room, were not begun, either.
    `not_begun` has the others.

    Args:
        sources: What to read.
        task: What to do to each note.
        sink: Where it goes; closed at the end, left where the run is to be gone on with, or taken
            back where there was no note at all. What its journal knows of is not done again.
        jobs: Worker processes; with 1, or too few notes for two, the work is done in this one.
        avoid_names: Whether no name that stands in any of the notes is given as a surrogate; the
            sources are then read once more, before all else. Nothing is kept of them but which of
            the names that we might give they hold.
        max_note_seconds: A note that takes longer fails; 0: no bound. With one the work is always
            done in worker processes: only a process can be ended whatever it is doing.
        on_failure: Called for each note that failed, in order.
        on_progress: Called every few notes with the counts so far.

    Raises:
        InputError: If no source holds a note, or a run is gone on with and what was read before
            reads otherwise now.
        ConfigError: If the bound cannot be.
        IncognoteError: If the task cannot be set up.
    """
    journal = sink.journal
    summary = Summary()
    if journal is not None:
        summary.add(journal.done)
    before = summary.seconds
    started = time.monotonic()
    begun: dict[int, Chunk] = {}  # by number, until they are settled
    complete, settled, became, known = False, True, Summary(), summary.records
    why = "the run was interrupted while this note was in work; run it again"
    try:
        check_seconds(max_note_seconds)
        if avoid_names and task.gives_surrogates:
            task = _avoiding(task, sources)
        task = replace(task, fields=sources.fields)
        read = sources.chunks()
        if journal is not None:
            journal.skip(read)
        chunks = _noted(read, begun)
        ahead = list(islice(chunks, 2))
        chunks = chain(ahead, chunks)
        done = (
            (chunk for chunk in ahead)  # so that an empty folder is told before models are loaded
            if not ahead
            else process_here(Worker(task), chunks)
            if not max_note_seconds and (jobs < 2 or len(ahead) < 2)
            else process_beside(task, chunks, jobs, max_note_seconds)
        )
        with closing(done):
            for chunk in done:
                with undisturbed():
                    settled, became = False, Summary()
                    _settle(chunk, sink, became, on_failure)
                    if journal is not None:
                        journal.settled(chunk, became)
                    summary.add(became)
                    del begun[chunk.number]
                    settled = True
                summary.seconds = before + time.monotonic() - started
                on_progress(summary)
        complete = True
    except KeyboardInterrupt:
        summary.interrupted = True
    except IncognoteError as error:
        if isinstance(error, OutputError) and not isinstance(error, NoRoomError):
            journal = None  # the output itself cannot be, so nothing can be gone on with
        if journal is None and not settled:
            summary.add(became)
            del begun[chunk.number]
        if not (summary.records > known or became.came_out if journal else summary.notes_out):
            sink.leave() if journal and journal.resumed else sink.abandon()
            raise
        summary.problems.append(str(error))
        why = "the run had to end while this note was in work; run it again"
        if isinstance(error, NoRoomError):
            begun.clear()  # to name each would say the same many times
    except BaseException:
        if journal is not None and (journal.resumed or summary.records or became.came_out):
            sink.leave()
        elif summary.notes_out and not sink.whole:
            sink.close()
        else:
            sink.abandon()
        raise
    if not complete and journal is not None:
        with undisturbed():
            _stop(sink, summary, settled=settled)
    else:
        with undisturbed():
            for chunk in begun.values():
                chunk.outcomes = [NoteError(record.id, why) for record in chunk.records]
                _settle(chunk, sink, summary, on_failure)
        if complete and summary.records != sources.records:
            if journal is not None:
                sink.leave()
            else:
                sink.abandon() if sink.whole else sink.close()
            raise RuntimeError(f"{sources.records - summary.records} records are not accounted for")
        summary.problems[:0] = sources.problems
        if complete and not summary.records:
            sink.abandon()
            raise InputError(" ".join(sources.problems) or "No source holds a note.")
        with undisturbed():
            _end(sink, summary, complete=complete)
    if not complete:
        summary.not_begun = _not_begun(sources, summary.notes_in)
    summary.seconds = before + time.monotonic() - started
    return summary


def _end(sink: Sink, summary: Summary, *, complete: bool) -> None:
    """Gives what is complete its name, or takes all back."""
    try:
        if not complete and sink.whole:
            sink.abandon()
            _took_back(summary)
        elif summary.interrupted and not summary.notes_out:
            sink.abandon()
        else:
            sink.close()
    except OutputError as error:
        summary.problems.append(str(error))
        if sink.journal is not None:
            sink.leave()
            summary.resumable = True
        elif sink.whole:
            _took_back(summary)


def _took_back(summary: Summary) -> None:
    summary.taken_back = True
    summary.notes_failed, summary.notes_out = summary.notes_in, 0


def _stop(sink: Sink, summary: Summary, *, settled: bool) -> None:
    """Leaves what is needed to go on; nothing, where nothing was done.

    Args:
        sink: With a journal.
        summary: What became of the notes.
        settled: Whether each chunk that was begun to be written is there whole.
    """
    assert sink.journal is not None
    if summary.interrupted and not (summary.records or sink.journal.resumed):
        sink.abandon()
        return
    try:
        if settled:
            sink.journal.checkpoint()
    except OutputError as error:
        summary.problems.append(str(error))
    sink.leave()
    summary.resumable = True


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

    def failed(error: NoteError, record: Record | None = None) -> None:
        summary.records += 1
        summary.holders += 1
        summary.notes_failed += 1
        on_failure(error)
        if record is not None:
            error.file = file_of(record)
        sink.fail(error, record)

    for error in chunk.failed:
        failed(error)
    for position, outcome in enumerate(chunk.outcomes):
        record = chunk.records[position]
        if isinstance(outcome, NoteError):
            failed(outcome, record)
            continue
        try:
            sink.commit(record, outcome)
        except NoteError as error:
            failed(error, record)
            continue
        summary.records += 1
        summary.holders += bool(outcome.texts)
        for place, became in outcome.values:
            summary.values[place, became] += 1
        for done in outcome.texts:
            summary.notes_out += 1
            summary.words += done.words
            summary.unread += done.unread
            summary.added += done.added
            summary.notes_added += done.added > 0
            summary.not_in_roster += not done.in_roster
            if done.own_day:
                summary.days.append((done.id, *done.own_day))
            if done.other_language:
                summary.other_languages.setdefault(done.other_language, []).append(done.id)
            summary.actions.update(done.actions)
            summary.labels.update(span.label for span in done.spans if not span.kept)
