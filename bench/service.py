"""Words per second and latency of `incognote serve` on loopback, beside `incognote deid`.

    python bench/service.py corpora/notes_en [--notes 300] [--callers 8] [--fast]
    python bench/service.py corpora/notes_en --load 10000 [--callers 8] [--fast]
    python bench/service.py corpora/notes_en --memory [--fast]
    python bench/service.py corpora/notes_en --parts [--fast]

Both get the same notes with the policy `all` and verification, one after the other: the command
line with one process, its time over five notes taken off for loading; the service with one worker,
which some callers ask a note at a time. On a machine that does other work the two do not compare.

`--load` asks the service so many times instead: with notes of 2 kB, whose answers are held against
those of the library, and in 5 of 100 with something hostile, whose words must not come back. What
the process holds in memory is read meanwhile (Linux).

`--memory` starts the service with 1, 2 and 4 workers, asks each for some notes, and reads what it
holds: proportionally (PSS) and alone (USS). `--parts` makes the pipelines of further workers in one
process instead, and has each work alone: what is left of a further worker is what nets hold that
run at the same time.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import http.client
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from incognote.core.plain import what_container
from record import record

HERE = threading.local()


SECRET = "Quillfeather"
HEAD = b"POST /v1/detect HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"


def ask(port: int, text: str) -> tuple[float, str]:
    """Returns the seconds until a note is answered, and the answer.

    Raises:
        RuntimeError: If it is refused.
    """
    if not hasattr(HERE, "connection"):
        HERE.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    began = time.perf_counter()
    body = json.dumps({"text": text})
    HERE.connection.request("POST", "/v1/deidentify", body, {"content-type": "application/json"})
    answer = HERE.connection.getresponse()
    said = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"answered with {answer.status}")
    return time.perf_counter() - began, json.loads(said)["text"]


@contextmanager
def service_of(options: Sequence[str]) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Yields a service that is ready, and its port; then has it stop."""
    command = [sys.executable, "-m", "incognote", "serve", "--port", "0", *options]
    service = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert service.stderr is not None
    found = re.search(r":(\d+)\.$", service.stderr.readline().strip())
    assert found
    port = int(found[1])
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/ready")
        if connection.getresponse().status == 200:
            break
        time.sleep(0.2)
    yield service, port
    service.send_signal(signal.SIGTERM)
    service.wait()


def time_service(texts: Sequence[str], callers: int, options: Sequence[str]) -> list[float]:
    """Returns the seconds of all notes, then those of each."""
    with service_of(options) as (_, port):
        for text in texts[:5]:
            ask(port, text)
        began = time.perf_counter()
        with ThreadPoolExecutor(callers) as pool:
            each = list(pool.map(lambda text: ask(port, text)[0], texts))
        return [time.perf_counter() - began, *each]


def pieces(texts: Sequence[str], size: int = 2000) -> list[str]:
    """Returns notes of about so many bytes: whole lines of the texts."""
    found, piece = [], ""
    for line in "".join(texts).splitlines(keepends=True):
        piece += line
        if len(piece.encode()) >= size:
            found.append(piece)
            piece = ""
    return found


def hostile(port: int, number: int) -> bool:
    """Sends something that is no request; returns whether its words came back."""
    bodies = (
        f'{{"text": "{SECRET}'.encode(),
        json.dumps({"text": SECRET, "policy": SECRET}).encode(),
        json.dumps({"text": SECRET, SECRET: 1}).encode(),
        json.dumps({"text": f"\ud800{SECRET}"}).encode(),
        b"[" * 20_000,
        SECRET.encode() + b"\xff\x00" * 100,
        b'{"text": ' + b"9" * 10_000 + b"}",
    )
    raw = (
        f"GET /{SECRET} HTTP/1.1\r\n{SECRET}\r\n\r\n".encode(),
        HEAD + b"content-length: 9999\r\n\r\n" + SECRET.encode(),  # and nothing more
        HEAD + b"transfer-encoding: chunked\r\n\r\nzz\r\n" + SECRET.encode(),
        HEAD + SECRET.encode() * 9000,
    )
    if number % 3:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        body = bodies[number % len(bodies)]
        connection.request("POST", "/v1/deidentify", body, {"content-type": "application/json"})
        answer = connection.getresponse()
        said = answer.read()
        connection.close()
        assert 400 <= answer.status < 500, answer.status
        return SECRET.encode() in said
    line = socket.create_connection(("127.0.0.1", port), timeout=300)
    with line, contextlib.suppress(OSError):  # it may hang up first
        line.sendall(raw[number % len(raw)])
        line.shutdown(socket.SHUT_WR)
        return SECRET.encode() in line.recv(65536)
    return False


def memory(process: int) -> float:
    """Returns the megabytes that a process holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1000  # type: ignore[index]


def alone(process: int) -> tuple[float, float]:
    """Returns the megabytes that a process holds: its share (PSS), and what is its own (USS)."""
    held: Counter[str] = Counter()
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]:
        name, _, size = line.partition(":")
        held[name] = int(size.split()[0])
    return held["Pss"] / 1000, (held["Private_Clean"] + held["Private_Dirty"]) / 1000


def memory_of_workers(texts: Sequence[str], options: Sequence[str]) -> list[tuple[str, str]]:
    """Returns a row for each number of workers, and one for what a further one takes."""
    rows, own = [], {}
    for workers in (1, 2, 4):
        with service_of([*options, "--workers", str(workers)]) as (service, port):
            with ThreadPoolExecutor(2 * workers) as pool:
                list(pool.map(lambda text: ask(port, text), texts))
            pss, own[workers] = alone(service.pid)
        rows.append((f"{workers} workers, PSS / USS, MB", f"{pss:,.0f} / {own[workers]:,.0f}"))
    return [*rows, ("a further worker, MB of USS", f"{(own[4] - own[1]) / 3:,.0f}")]


def memory_of_parts(texts: Sequence[str], options: Sequence[str]) -> list[tuple[str, str]]:
    """Returns what a further pipeline takes: once it is loaded, and once it has worked alone."""
    from incognote import load as load_library

    held, grown = [], []

    def one() -> None:
        before = alone(os.getpid())[1]
        held.append(load_library("en", fast="--fast" in options))
        gc.collect()
        loaded = alone(os.getpid())[1]
        for text in texts:
            held[-1](text)
        grown.append((loaded - before, alone(os.getpid())[1] - loaded))

    for _ in range(4):
        thread = threading.Thread(target=one)
        thread.start()
        thread.join()
    first, *others = grown
    rows = [
        ("the first pipeline, loaded / worked, MB of USS", f"{first[0]:,.0f} / {first[1]:,.0f}")
    ]
    middle = [statistics.median(each[i] for each in others) for i in (0, 1)]
    return [*rows, ("a further one, median of 3", f"{middle[0]:,.0f} / {middle[1]:,.0f}")]


def load(texts: Sequence[str], count: int, callers: int, options: Sequence[str]) -> list[tuple]:
    """Returns the rows of what became of so many requests."""
    from incognote import load as load_library

    deid = load_library("en", fast="--fast" in options)
    notes = pieces(texts)[:200]
    wanted = [deid(note).text for note in notes]
    held: list[float] = []
    with service_of(options) as (service, port):

        def one(number: int) -> tuple[str, float]:
            if number % (count // 20) == 0:
                held.append(memory(service.pid))
            if number % 20 == 7:
                return ("leaked" if hostile(port, number) else "refused"), 0.0
            which = number % len(notes)
            seconds, new = ask(port, notes[which])
            return ("as the library" if new == wanted[which] else "otherwise"), seconds

        began = time.perf_counter()
        with ThreadPoolExecutor(callers) as pool:
            done = list(pool.map(one, range(count)))
        total = time.perf_counter() - began
    assert service.stderr is not None
    logged = service.stderr.read()
    became = Counter(what for what, _ in done)
    seconds = [each for what, each in done if what in ("as the library", "otherwise")]
    cuts = statistics.quantiles(seconds, n=20)
    words = sum(len(note.split()) for note in notes) / len(notes) * len(seconds)
    return [
        ("requests, 2 kB notes / hostile", f"{len(seconds):,} / {count - len(seconds):,}"),
        ("answered as the library does", f"{became['as the library']:,}"),
        ("answered otherwise, lost", f"{became['otherwise']}, {count - len(done)}"),
        ("hostile ones whose words came back", f"{became['leaked']}"),
        ("their words on stderr", str(SECRET in logged)),
        ("exit code after SIGTERM", str(service.returncode)),
        ("words/s", f"{words / total:,.0f}"),
        ("latency, median, s", f"{statistics.median(seconds):.3f}"),
        ("latency, 95 %, s", f"{cuts[18]:.3f}"),
        ("memory at 5, 50, 100 %, MB", " / ".join(f"{held[i]:,.0f}" for i in (1, 10, -1))),
    ]


def time_command(texts: Sequence[str], options: Sequence[str]) -> float:
    """Returns the seconds that the command line takes for the notes, its start taken off."""

    def run(some: Sequence[str]) -> float:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "notes")
            source.mkdir()
            for number, text in enumerate(some):
                (source / f"{number}.txt").write_bytes(text.encode())
            command = [sys.executable, "-m", "incognote", "deid", source, "-o", f"{folder}/out"]
            began = time.perf_counter()
            subprocess.run([*command, "--jobs", "1", *options], check=True, capture_output=True)
            return time.perf_counter() - began

    return run([*texts[:5], *texts]) - run(texts[:5])


def main() -> None:
    """Measures both and writes the section."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notes_of", type=Path, metavar="CORPUS", help="a folder of .txt")
    parser.add_argument("--notes", type=int, default=300)
    parser.add_argument("--callers", type=int, default=8)
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--load", type=int, metavar="REQUESTS")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--parts", action="store_true")
    parser.add_argument("--busy", action="store_true", help="say that the machine did other work")
    args = parser.parse_args()
    texts = [p.read_bytes().decode() for p in sorted(args.notes_of.rglob("*.txt"))]
    texts = [text for text in texts if not what_container(text)]  # which the command line refuses
    beside = " The machine did other work meanwhile, so compare within a run." * args.busy
    fast = ", --fast" * args.fast
    model = "the fast model" if args.fast else "the model that ships"
    options = ["--fast"] if args.fast else []
    if args.load:
        rows = load(texts, args.load, args.callers, options)
        said = f"{args.callers} callers, one worker, {model}.{beside}"
        print(record(f"Service under load{fast}", rows, note=said, system=f"en{fast}"))
        return
    if args.memory:
        said = f"20 notes, {model}.{beside}"
        print(record(f"Memory of workers{fast}", memory_of_workers(texts[:20], options), note=said))
        return
    if args.parts:
        rows = memory_of_parts(texts[:5], options)
        said = (
            f"5 notes, {model}. Loaded: tables of the pack and of the model; patterns and weights "
            f"are shared. Worked: caches, and what malloc keeps for the thread.{beside}"
        )
        print(record(f"Memory of a worker's parts{fast}", rows, note=said))
        return
    texts = texts[:: max(1, len(texts) // args.notes)][: args.notes]
    words = sum(len(text.split()) for text in texts)
    command = time_command(texts, options)
    total, *each = time_service(texts, args.callers, options)
    cuts = statistics.quantiles(each, n=20)
    rows = [
        ("command line, words/s", f"{words / command:,.0f}"),
        ("service, words/s", f"{words / total:,.0f}"),
        ("service / command line", f"{command / total:.2f}"),
        ("latency, median, s", f"{statistics.median(each):.3f}"),
        ("latency, 95 %, s", f"{cuts[18]:.3f}"),
    ]
    note = (
        f"{len(texts)} notes, {words:,} words, {args.callers} callers, one worker, {model}.{beside}"
    )
    print(record(f"Service on loopback{fast}", rows, note=note, system=f"en{fast}"))


if __name__ == "__main__":
    main()
