"""What the user sees: messages, a progress bar on a terminal, the closing table."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from incognote.core.errors import NoteError, counted
from incognote.core.language import language_codes

if TYPE_CHECKING:
    from incognote.run.batch import Summary


_NAMED = 5
"""So many notes of another language are named."""


def say(message: str) -> None:
    """Prints one message to stderr, on one line whatever is in it."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in message)
    with contextlib.suppress(OSError):  # nobody listens: failed.jsonl and the exit code tell
        print(plain, file=sys.stderr, flush=True)  # noqa: T201


class Failures(list[str]):
    """Ids of notes that failed; called with the error of each, which it also prints."""

    def __call__(self, error: NoteError) -> None:
        """Takes one error."""
        self.append(error.id)
        say(str(error))


def accept_all_letters() -> None:
    """Lets a terminal or file that lacks a letter (ASCII, latin-1) get its number instead."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None: closed by who started us
            stream.reconfigure(errors="backslashreplace")


@contextmanager
def progress(
    total: Callable[[], int | None],
) -> Iterator[tuple[Callable[[NoteError], None], Callable[[Summary], None]]]:
    """Gives what to call on each failure and every few notes.

    Each failure is one line on stderr. On a terminal a bar stands below them.

    Args:
        total: Counts the notes; called only where a bar is shown. None: not known.
    """
    failed = Failures()
    if sys.stderr is None or not sys.stderr.isatty():  # None: closed by who started us
        yield failed, lambda summary: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,} notes"),
        TextColumn("{task.fields[speed]}"),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("Reading notes", total=None, speed="loading models")
        bar.update(task, total=total())

        def advanced(summary: Summary) -> None:
            bar.update(
                task,
                completed=summary.notes_in,
                speed=f"{summary.words_per_second:,.0f} words/s",
            )

        yield failed, advanced


@contextmanager
def steps(total: int) -> Iterator[Callable[[str], None]]:
    """Gives what to call before each step of a long work with its name; a bar on a terminal.

    Args:
        total: How many steps.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda name: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        begun = iter(range(total + 1))
        yield lambda name: bar.update(task, description=name, completed=next(begun))


def closing_table(summary: Summary) -> None:
    """Prints what became of the notes to stdout, and problems of whole sources to stderr."""
    from rich.console import Console
    from rich.table import Table

    for problem in summary.problems:
        say(problem)
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_row("notes in", f"{summary.notes_in:,}")
    if summary.holders != summary.notes_in:
        table.add_row("  of rows or messages", f"{summary.holders:,}")
    table.add_row("notes out", f"{summary.notes_out:,}")
    table.add_row("notes failed", f"{summary.notes_failed:,}")
    table.add_row("identifiers", f"{summary.labels.total():,}")
    for label, count in sorted(summary.labels.items(), key=lambda item: (-item[1], item[0])):
        table.add_row(f"  {label}", f"{count:,}")
    if summary.unread:
        table.add_row("no replacement, so tagged", f"{summary.unread:,}")
    if summary.added:
        table.add_row("added by verification", f"{summary.added:,}")
    if summary.not_in_roster:
        table.add_row("notes not in the roster", f"{summary.not_in_roster:,}")
    if summary.other_languages:
        others = sum(map(len, summary.other_languages.values()))
        table.add_row("notes in another language", f"{others:,}")
    table.add_row("seconds", f"{summary.seconds:,.1f}")
    if summary.words or not summary.notes_out:
        table.add_row("words per second", f"{summary.words_per_second:,.0f}")
    try:
        Console(highlight=False, markup=False).print(table)
    except OSError as error:
        # The notes are where they belong; only what the table says has to be said elsewhere.
        summary.problems.append("The closing table could not be printed.")
        say(
            f"The closing table cannot be printed ({error.strerror}): notes in "
            f"{summary.notes_in:,}, out {summary.notes_out:,}, failed {summary.notes_failed:,}."
        )
    if summary.in_order_of_days:
        say(
            "The notes of different patients stand in the order of their days: whoever sees that "
            "order, in rows or in names of files, finds how far each patient's dates moved within "
            "a week (docs/attack.md). Shuffle the notes and name them anew before they go out."
        )
    for lang, ids in sorted(summary.other_languages.items()):
        say(_other_language(lang, ids, summary.notes_out))
    if summary.not_in_roster and summary.not_in_roster == summary.notes_out:
        say(
            "The patient of no note is in the roster: does --patient-from, or the notes' format, "
            "name patients as the roster does?"
        )
    if summary.taken_back:
        say("The run did not come to its end, so nothing was written; run it again.")
    elif summary.resumable:
        rest = "the others are" if summary.not_begun is None else f"{summary.not_begun:,}"
        say(
            f"The run did not come to its end: {counted(summary.notes_out, 'note')} complete, "
            f"{summary.notes_failed:,} failed, {rest} left; the same command with --resume goes on."
        )
    elif summary.interrupted or summary.not_begun != 0:
        how = "was interrupted" if summary.interrupted else "did not come to its end"
        rest = "the others" if summary.not_begun is None else counted(summary.not_begun, "note")
        say(
            f"The run {how}: {counted(summary.notes_out, 'note')} complete, "
            f"{summary.notes_failed:,} failed or in work and named above, {rest} not begun; "
            "run all but the complete ones again, into another place."
        )


def _other_language(lang: str, ids: Sequence[str], out: int) -> str:
    """What is said of the notes in one other language."""
    named = ", ".join(ids[:_NAMED])
    if len(ids) > _NAMED:
        named += " ... (all have other_language in the record)"
    way_out = "do not release them"
    if lang in language_codes():
        way_out = f"run them with --lang {lang}, or all with --lang auto"
    return (
        f"{len(ids):,} of {out:,} notes seem to be in another language ({lang}), so identifiers in "
        f"them are missed; {way_out}: {named}"
    )


INTERRUPTED, DETECTED = 130, 4
"""Exit codes: a run that was ended before its end; identifiers where none may be."""


def exit_code(summary: Summary, *, gate: bool = False) -> int:
    """Returns the exit code that tells of a run.

    Args:
        summary: What became of it.
        gate: Whether anything found that the policy would take out is told before notes that
            failed.
    """
    if summary.interrupted:
        return INTERRUPTED
    if gate and (summary.labels or summary.values):
        return DETECTED
    return 0 if summary.ok else 1
