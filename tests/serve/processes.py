"""`incognote serve` as a process of its own."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
import time
from contextlib import contextmanager


@contextmanager
def running(*options):
    """The process of a service that is ready, and its port."""
    command = [sys.executable, "-m", "incognote", "serve", "--port", "0", "--fast", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    line = process.stderr.readline()
    port = int(re.search(r":(\d+)\.$", line.strip())[1])
    deadline = time.monotonic() + 120
    while get(port, "/ready")[0] != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    try:
        yield process, port
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stderr.close()
        process.stdout.close()


def get(port, path):
    """Status and content."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()
