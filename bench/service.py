"""Words per second and latency of `incognote serve` on loopback, beside `incognote deid`.

    python bench/service.py corpora/notes_en [--notes 300] [--callers 8] [--fast]

Both get the same notes with the policy `all` and verification, one after the other: the command
line with one process, its time over five notes taken off for loading; the service with one worker,
which some callers ask a note at a time. On a machine that does other work the two do not compare.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from record import record

HERE = threading.local()


def ask(port: int, text: str) -> float:
    """Returns the seconds until a note is answered.

    Raises:
        RuntimeError: If it is refused.
    """
    if not hasattr(HERE, "connection"):
        HERE.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    began = time.perf_counter()
    body = json.dumps({"text": text})
    HERE.connection.request("POST", "/v1/deidentify", body, {"content-type": "application/json"})
    answer = HERE.connection.getresponse()
    answer.read()
    if answer.status != 200:
        raise RuntimeError(f"answered with {answer.status}")
    return time.perf_counter() - began


def time_service(texts: Sequence[str], callers: int, options: Sequence[str]) -> list[float]:
    """Returns the seconds of all notes, then those of each."""
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
    for text in texts[:5]:
        ask(port, text)
    began = time.perf_counter()
    with ThreadPoolExecutor(callers) as pool:
        each = list(pool.map(lambda text: ask(port, text), texts))
    total = time.perf_counter() - began
    service.send_signal(signal.SIGTERM)
    service.wait()
    return [total, *each]


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
    args = parser.parse_args()
    texts = [p.read_bytes().decode() for p in sorted(args.notes_of.rglob("*.txt"))]
    texts = texts[:: max(1, len(texts) // args.notes)][: args.notes]
    words = sum(len(text.split()) for text in texts)
    options = ["--fast"] if args.fast else []
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
        f"{len(texts)} notes, {words:,} words, {args.callers} callers, one worker, "
        f"{'the fast model' if args.fast else 'the model that ships'}."
    )
    print(record("Service on loopback", rows, note=note))


if __name__ == "__main__":
    main()
