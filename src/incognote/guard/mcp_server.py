"""A server of the Model Context Protocol: a model reads notes and writes answers, sees no name.

The model gets notes with surrogates; what it writes gets the originals back on its way to a folder
that the model cannot read. Nothing that it is told holds an original, neither text nor file name.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from incognote.core import private
from incognote.core.errors import IncognoteError, InputError, MissingExtraError, OutputError
from incognote.guard.session import Guard
from incognote.run.batch.task import where

try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ImportError:
    raise MissingExtraError("incognote mcp", "mcp") from None

INSTRUCTIONS = (
    "Clinical notes in which names, dates and numbers are replaced by others, alike in all. "
    "Use them as they stand: the originals come back in what you write with write_answer."
)


def make_server(guard: Guard, notes: Path, answers: Path) -> MCPServer:
    """Returns the server, one conversation long.

    Args:
        guard: Replaces, and puts back.
        notes: A folder of notes, `.txt` in UTF-8, to any depth.
        answers: A new folder, made for its owner alone; where the guard keeps conversations, it may
            be that of the time before.

    Raises:
        InputError: If there are no notes.
        OutputError: If the folder for answers is there already or cannot be made.
    """
    paths = sorted(path for path in notes.rglob("*.txt") if path.is_file())
    if not paths:
        raise InputError(f"{notes}: holds no notes (.txt).")
    for path in paths:
        _check_within(path, notes)
    again = guard.conversations is not None and answers.is_dir()
    try:
        if again and (answers.is_symlink() or answers.stat().st_mode & private.OTHERS):
            raise OutputError(f"{answers}: is not for its owner alone; name a new one.")
        if not again:
            answers.mkdir(mode=0o700)
    except OSError as error:
        raise OutputError(
            f"{answers}: cannot be made ({error.strerror}); name a new one."
        ) from None
    session = guard.session(f"mcp {notes.resolve()}" if guard.conversations else "")
    server = MCPServer("incognote", instructions=INSTRUCTIONS, log_level="CRITICAL")

    def count_notes() -> int:
        """Returns how many notes there are; they are numbered from 1."""
        return len(paths)

    def read_note(number: int) -> str:
        """Returns a note by its number, its identifiers replaced."""
        return _told(lambda: _read(number))

    def write_answer(number: int, text: str) -> str:
        """Writes what you have to say of a note, where the people who asked find it."""
        return _told(lambda: _write(number, text))

    def _read(number: int) -> str:
        path = _path(number)
        _check_within(path, notes)
        return session.protect(path.read_bytes().decode("utf-8"))

    def _write(number: int, text: str) -> str:
        target = answers / _path(number).relative_to(notes)
        data = session.restore(text).encode()  # before what was written earlier goes
        private.make_folder(target.parent)
        private.make_file(target)
        target.write_bytes(data)
        return "Written."

    def _path(number: int) -> Path:
        if not 1 <= number <= len(paths):
            raise InputError(f"The notes are numbered from 1 to {len(paths)}.")
        return paths[number - 1]

    for tool in (count_notes, read_note, write_answer):
        server.tool()(tool)
    return server


def _check_within(path: Path, notes: Path) -> None:
    """Refuses what a link has in the folder though it lies elsewhere: nobody gave that to read.

    Raises:
        InputError: Without the name, which may be a patient's and is told to the model.
    """
    if not path.resolve().is_relative_to(notes.resolve()):
        raise InputError("A note is a link to what lies outside of the folder: put it there.")


def _told(work: Callable[[], str]) -> str:
    """What a tool says; an error whose message may hold a text or a path tells only its kind."""
    try:
        return work()
    except IncognoteError as error:
        told = str(error)
    except Exception as error:
        told = f"Not done: {where(error)}."
    raise ToolError(told)


def run(make: Callable[[], Guard], notes: Path, answers: Path) -> None:
    """Serves on standard input and output until the client closes them.

    Args:
        make: Makes the guard.
        notes: As `make_server`.
        answers: As `make_server`.

    Raises:
        IncognoteError: As `make_server`.
    """
    make_server(make(), notes, answers).run("stdio")
