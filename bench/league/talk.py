"""Runs a system over notes: JSON lines in, JSON lines out, and every note accounted for.

A note that gets no answer, or one that cannot be, is told with its reason and counts as a note in
which nothing was found: whoever runs the system would have no spans for it. No message holds text
of a note; what a system writes on its standard error is thrown away.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from incognote.core.document import Document

PATIENCE = 300.0
"""Seconds without a line after which a system is ended."""
LAST = 5.0
"""Seconds for which the notes' end is held back, so that a process can be asked what it used before
it is gone; one that answers only once it has read all waits that long."""
LEAST_WORK = 2.0
"""Seconds of work below which no speed is told: the clock of a processor ticks each 0.01 s."""
STARTS = 4
"""How often a system that ends early is started: anew after each note that ended it."""
_NO_START = "could not be started"
_NAME_OF_ERROR = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(Error|Exception)")
"""What is believed to be the name of an error: any other word may be one of the note."""

Found = tuple[tuple[int, int, str], ...]


@dataclass
class Told:
    """What a system said of a corpus, and what it took."""

    found: dict[str, Found] = field(default_factory=dict)
    """By note its spans: start, end, label."""
    failed: dict[str, str] = field(default_factory=dict)
    """By note why it has none."""
    strays: int = 0
    """Lines about notes that were not asked, or that were no answer at all."""
    first: float | None = None
    """Seconds from the start of the process to its first answer."""
    seconds: float = 0.0
    """Of processor after the first answer (of the clock where a system has no /proc)."""
    words: int = 0
    """Of the notes that got their spans in that time; one that failed costs seconds alone."""
    megabytes: float | None = None
    """Most memory that the process held."""

    @property
    def pace(self) -> float | None:
        """Words by second; None where the work was too short to tell."""
        return self.words / self.seconds if self.words and self.seconds >= LEAST_WORK else None

    def reasons(self) -> dict[str, int]:
        """Returns how many notes failed, by reason, the one of most notes first."""
        return dict(Counter(self.failed.values()).most_common())


def run(
    command: Sequence[str],
    docs: Sequence[Document],
    *,
    core: int | None = None,
    patience: float = PATIENCE,
    env: Mapping[str, str] | None = None,
) -> Told:
    """Returns what a system finds in notes.

    Args:
        command: The words of the command.
        docs: The notes; only id and text are sent.
        core: The processor core that it is kept on; None lets it roam.
        patience: Seconds without an answer after which it is ended.
        env: Beside the environment of this process.
    """
    told = Told()
    left = list(docs)
    for _ in range(STARTS):
        ended = _once(command, left, told, core, patience, env)
        left = [d for d in left if d.id not in told.found and d.id not in told.failed]
        if not left:
            break
        if ended == "" or ended.startswith(_NO_START):  # it is done, or it will never do
            told.failed |= {doc.id: ended or "no answer" for doc in left}
            break
        # A system answers in order: the first note without an answer is the one that ended it.
        told.failed[left[0].id] = ended
        left = left[1:]
        if not left:
            break
    else:
        told.failed |= {doc.id: f"not tried again after {STARTS} starts" for doc in left}
    return told


def _once(
    command: Sequence[str],
    docs: Sequence[Document],
    told: Told,
    core: int | None,
    patience: float,
    env: Mapping[str, str] | None,
) -> str:
    """One process over the notes; returns how it failed, '' where it ended well."""
    began = time.monotonic()
    try:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(env),
            preexec_fn=None if core is None else (lambda: os.sched_setaffinity(0, {core})),
        )
    except OSError as error:
        return f"{_NO_START} ({type(error).__name__})"
    lines: queue.Queue[bytes | None] = queue.Queue()
    done = threading.Event()
    threads = [
        threading.Thread(target=_feed, args=(process, docs, done), daemon=True),
        threading.Thread(target=_gather, args=(process, lines), daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        return _listen(process, lines, docs, told, began, patience)
    finally:
        done.set()
        _end(process)
        for thread in threads:
            thread.join()
        if process.stdout is not None:
            process.stdout.close()


def _listen(
    process: subprocess.Popen[bytes],
    lines: queue.Queue[bytes | None],
    docs: Sequence[Document],
    told: Told,
    began: float,
    patience: float,
) -> str:
    """Takes the lines of a process; returns how it failed, '' where it ended well."""
    texts = {doc.id: doc.text for doc in docs}
    answered = 0
    used = seconds = 0.0
    late = False
    while answered < len(docs):
        try:
            line = lines.get(timeout=patience)
        except queue.Empty:
            late = True
            break
        if line is None:
            break
        at = time.monotonic()
        cost, peak = _usage(process.pid)
        id = _take(line, texts, told)
        if id is None:
            continue
        answered += 1
        if told.first is None:
            told.first = at - began
        elif answered > 1 and id in told.found:
            told.words += len(texts[id].split())
        if answered == 1:
            used, began_answers = (cost or 0.0), at
        elif cost is not None:
            seconds = cost - used
        else:
            seconds = at - began_answers
        if peak is not None:
            told.megabytes = max(told.megabytes or 0.0, peak)
    told.seconds += seconds
    if late:
        process.kill()
        return f"no answer within {patience:g} s"
    if answered == len(docs):
        return ""
    try:
        code = process.wait(timeout=patience)
    except subprocess.TimeoutExpired:
        process.kill()
        return "it closed its output and went on"
    return "" if code == 0 else f"the process ended with code {code}"


def _environment(extra: Mapping[str, str] | None) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    single = dict.fromkeys(
        (f"{name}_NUM_THREADS" for name in ("OMP", "OPENBLAS", "MKL", "BLIS")), "1"
    )
    return {**kept, **single, "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8", **(extra or {})}


def _feed(
    process: subprocess.Popen[bytes], docs: Sequence[Document], done: threading.Event
) -> None:
    assert process.stdin is not None
    try:
        for doc in docs:
            process.stdin.write(json.dumps({"id": doc.id, "text": doc.text}).encode() + b"\n")
            process.stdin.flush()
        done.wait(LAST)
    except (BrokenPipeError, ValueError, OSError):
        pass  # it ended: the reader tells
    finally:
        with contextlib.suppress(OSError):
            process.stdin.close()


def _gather(process: subprocess.Popen[bytes], lines: queue.Queue[bytes | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put(None)


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _take(line: bytes, texts: Mapping[str, str], told: Told) -> str | None:
    """Puts one line where it belongs; returns the id of the note that it settles, None for none."""
    try:
        answer = json.loads(line)
        id = answer["id"]
        text = texts[id]
    except (ValueError, KeyError, TypeError, RecursionError):
        told.strays += 1
        return None
    if id in told.found or id in told.failed:
        told.strays += 1
        return None
    why, spans = _spans(answer, len(text))
    if why:
        told.failed[id] = why
    else:
        told.found[id] = spans
    return str(id)


def _spans(answer: Mapping[str, Any], size: int) -> tuple[str, Found]:
    if "error" in answer:
        kind = answer["error"]
        named = isinstance(kind, str) and _NAME_OF_ERROR.fullmatch(kind)
        return f"it raised {kind if named else 'an error'}", ()
    spans = []
    try:
        for start, end, label in answer["spans"]:
            if type(start) is not int or type(end) is not int or not isinstance(label, str):
                return "spans that are not [start, end, label]", ()
            if not 0 <= start < end <= size:
                return "offsets outside the text", ()
            spans.append((start, end, label))
    except (KeyError, TypeError, ValueError):
        return "spans that are not [start, end, label]", ()
    return "", tuple(spans)


def _usage(pid: int) -> tuple[float | None, float | None]:
    """Seconds of processor and most megabytes of a process so far, where /proc tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        status = Path(f"/proc/{pid}/status").read_text()
        peak = next((s for s in status.splitlines() if s.startswith("VmHWM:")), "")
        return seconds, int(peak.split()[1]) / 1e3 if peak else None
    except (OSError, ValueError, IndexError):
        return None, None
