"""`incognote deid - -o -`: notes of a pipe; what is said goes to stderr."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from incognote.cli import options, screen
from incognote.core.errors import ConfigError, OutputError, counted
from incognote.run.batch import Sources, Task

PIPE = "-"


def is_pipe(sources: Sequence[str | Path], out: Path | None) -> bool:
    """Returns whether a run reads standard input and writes standard output.

    Raises:
        ConfigError: If it does one of the two.
    """
    reads, writes = [str(source) for source in sources] == [PIPE], str(out) == PIPE
    if not reads and PIPE in map(str, sources):
        raise ConfigError("- (standard input) stands alone: give no other source.")
    if reads != writes:
        raise ConfigError("A stream has - at both ends: incognote deid - -o -.")
    return reads


def run(
    task: Task,
    read: options.ReadOptions,
    notes: Sources,
    *,
    gate: bool,
    vault: bool = False,
    told: str = "",
) -> int:
    """Returns the exit code of a run from standard input to standard output.

    Args:
        task: What to do to each line.
        read: How lines are read.
        notes: Of no path: what becomes of their fields.
        gate: As `screen.exit_code`.
        vault: Whether one was asked for.
        told: What is said as it begins, if anything.

    Raises:
        ConfigError: If something was asked for that a stream cannot do.
        OutputError: If there is no standard output, or it cannot be written.
        InputError: If there is no standard input, or nothing in it.
    """
    from incognote.run.stream import run_stream

    if read.jobs is not None or vault:
        raise ConfigError("A stream takes no --jobs and no --vault: it is one process, on no disk.")
    if sys.stdin is None or sys.stdout is None:
        raise OutputError("Standard input or output is closed; open both.")
    if told:
        screen.say(told)
    done = run_stream(
        sys.stdin.fileno(),
        sys.stdout.fileno(),
        task,
        notes,
        format=read.format,
        on_failure=lambda error: screen.say(str(error)),
    )
    for lang, count in sorted(done.other_languages.items()):
        screen.say(
            f"{counted(count, 'note')} of {done.out:,} seem to be in another language ({lang}), so "
            "identifiers in them are missed; do not release them."
        )
    found = counted(done.labels.total(), "identifier")
    said = f"{counted(done.lines, 'line')} in, {done.out:,} out, {found}"
    if done.interrupted:
        screen.say(f"The run was interrupted: {said}.")
        return screen.INTERRUPTED
    if done.closed:
        screen.say(f"The reader of the output went away before its end: {said}.")
    else:
        screen.say(f"{said}.")
    if gate and (done.labels or done.values):
        return screen.DETECTED
    return int(done.closed or done.out < done.lines)
