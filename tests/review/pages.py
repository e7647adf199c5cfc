"""The page as tests see it: served by a process of its own, and somebody at the keyboard."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from incognote import cli
from incognote.io.format import get_format

ROOT = Path(__file__).parents[2]
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


@dataclass
class Served:
    """A project's page, served by a process of its own."""

    path: Path
    port: int = 0
    process: Any = None
    address: str = field(default="", repr=False)
    more: tuple[str, ...] = ()
    """What the command line is told besides."""

    def start(self) -> Served:
        ours = [sys.executable, "-m", "incognote", "review", str(self.path), "--reader", "A. Nurse"]
        env = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [*ours, "--port", str(self.port), *self.more],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        said = self.process.stdout.readline()
        self.address = re.findall(r"http\S+", said)[0]
        self.port = int(re.findall(r":(\d+)/", self.address)[0])
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        if self.process.poll() is None:
            self.process.send_signal(how)
        said: str = self.process.communicate(timeout=30)[0]
        return said


class Reader:
    """Somebody at the keyboard."""

    def __init__(self, chromium: Any, served: Served, **how: Any) -> None:
        self.served = served
        how = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}, **how}
        self.context = chromium.new_context(**how)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.faults: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda said: self.faults.append(said.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.open()

    def open(self) -> None:
        self.page.goto("about:blank")
        self.page.goto(self.served.address)
        self.page.wait_for_selector("#text .block", state="attached")
        self.until("['main', 'gallery'].includes(document.activeElement.id)")

    def until(self, true: str) -> None:
        """Waits for what is true in the page, which lets nobody wait within it."""
        self._wait(lambda: self.page.evaluate(true), true)

    def wait_for(self, told: list[Any]) -> None:
        """Waits until the browser has told something."""
        self._wait(lambda: told, "nothing was told")

    def _wait(self, is_so: Callable[[], object], what: str) -> None:
        end = time.monotonic() + 60
        while not is_so():
            assert time.monotonic() < end, what
            self.page.wait_for_timeout(20)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.settle()

    def settle(self) -> None:
        """Waits until all that was typed is done."""
        self.until("!Number(document.documentElement.dataset.waiting)")
        self.page.wait_for_timeout(150)  # what is drawn in the next frames

    def take(self, label: str) -> None:
        """Takes a type where one is asked for."""
        self.page.wait_for_selector("#types[open]")
        self.page.keyboard.type(label.lower())
        self.press("Enter")
        self.page.wait_for_selector("#types", state="hidden")
        self.settle()

    def choose(self, first: str, more: int = 0) -> None:
        """Goes on with the arrows to a word, and takes more behind it."""
        for _ in range(400):
            self.page.keyboard.press("ArrowRight")
            self.page.wait_for_timeout(15)
            if self.chosen() == first:
                break
        assert self.chosen() == first
        self.press(*["Shift+ArrowRight"] * more)

    def drag(self, column: str, word: str) -> None:
        """Chooses a word with the mouse: in the first block of a column where it stands first."""
        where = """([column, word]) => {
          const walker = document.createTreeWalker(document.querySelector(column), 4);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.data.indexOf(word);
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + word.length);
            const box = range.getBoundingClientRect();
            return [box.left, box.right, box.top + box.height / 2];
          }
        }"""
        left, right, middle = self.page.evaluate(where, [column, word])
        self.page.mouse.move(left + 1, middle)
        self.page.mouse.down()
        self.page.mouse.move(right - 1, middle, steps=4)
        self.page.mouse.up()

    def faultless(self, axe: str, name: str) -> None:
        """Holds the page against axe, in light and dark, and keeps a picture of each.

        Args:
            axe: Its script.
            name: What the page shows.
        """
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            self.page.wait_for_timeout(100)
            self.picture(f"{name}-{scheme}")
            found = self.page.evaluate(
                f"{axe}; axe.run({{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', "
                "'wcag21aa', 'wcag22aa', 'best-practice']})"
            )
            told = [
                (v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in found["violations"]
            ]
            assert not told, (name, scheme)

    def picture(self, name: str) -> None:
        """Keeps a picture of the page where INCOGNOTE_PICTURES names a folder for them."""
        if folder := os.environ.get("INCOGNOTE_PICTURES"):
            self.page.screenshot(path=Path(folder, f"{name}.png"))

    def chosen(self) -> str:
        found: str = self.page.evaluate("getSelection().toString()")
        return found


def run(*args: str | Path) -> int:
    return cli.run([str(arg) for arg in args])


def spans(path: Path) -> dict[str, list[tuple[str, str]]]:
    return {
        doc.id: [(doc.text[s.start : s.end], s.label) for s in doc.spans]
        for doc in get_format("jsonl").read(path)
    }
