"""What checking notes on the page takes: keys, and the page's own seconds, for each note.

    python bench/review_walk.py [--notes 15]

A reader who knows the gold marks of every fifth note of corpora/records_en checks what the system
found in them, with the keyboard alone, in Debian's chromium: what is right is kept, what is none is
dropped, another type is given, other ends are marked anew, what was overlooked is looked for (`/`)
and marked. *Every mark* walks with N over all that nobody decided about; *doubtful* with Shift+N
over those of less than 90 %, and decides about others only where they are wrong. What is exported
must be the gold marks to the last one. A person's reading comes on top of these seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from incognote.core.document import Document, Span
from incognote.io.format import get_format
from record import record
from review_page import FLAGS, OURS

CORPUS = Path(__file__).parents[1] / "corpora/records_en/records"
WAYS = {"every mark": "n", "doubtful": "N"}
DOUBTFUL = 0.9
COMMAND = [sys.executable, "-m", "incognote", "review"]


@dataclass
class Keyboard:
    """Somebody at the page, whose keys are counted."""

    page: Any = field(repr=False)
    keys: int = 0

    def press(self, *keys: str) -> None:
        """Presses keys, and waits until what they do is done."""
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1
        self.until("document.getElementById('saved').textContent !== 'Saving…'")

    def type(self, text: str) -> None:
        """Types into what is open."""
        self.page.keyboard.type(text)
        self.keys += len(text)

    def until(self, true: str) -> None:
        """Waits for what is true in the page, which lets nobody wait within it."""
        end = time.monotonic() + 30
        while not self.page.evaluate(true):
            if time.monotonic() > end:
                raise RuntimeError(f"the page never had: {true}")
            self.page.wait_for_timeout(10)

    def take_type(self, label: str) -> None:
        """Takes a type where one is asked for: as many letters as make it the first one."""
        self.until("document.getElementById('types').open")
        first = "document.querySelector('#type-list [aria-selected=true] .chip')?.textContent"
        for letter in label.lower():
            if self.page.evaluate(first) == label:
                break
            self.type(letter)
        self.press("Enter")
        self.until("!document.getElementById('types').open")

    def marks(self) -> list[dict[str, Any]]:
        """The marks of the note that is shown, as the server has them."""
        id = self.page.text_content("#note-id")
        found: list[dict[str, Any]] = self.page.evaluate(
            "async (id) => { const { rows } = await (await fetch('/api/rows/1')).json(); "
            "const { number } = rows.find((row) => row.id === id); "
            "return (await (await fetch(`/api/notes/${number}`)).json()).items; }",
            id,
        )
        return found

    def go_to(self, mark: str, way: str) -> None:
        """Walks to a mark that nobody decided about."""
        for _ in range(500):
            if self.page.evaluate("document.querySelector('mark.current')?.dataset.id") == mark:
                return
            before = self.page.evaluate("document.querySelector('mark.current')?.dataset.id ?? ''")
            self.press(way)
            self.until(f"document.querySelector('mark.current')?.dataset.id !== '{before}'")
        raise RuntimeError("a mark cannot be walked to")

    def add(self, text: str, span: Span) -> None:
        """Looks for what was overlooked, and marks it."""
        surface = " ".join(text[span.start : span.end].split())
        pattern = re.compile(r"\s+".join(map(re.escape, surface.split())), re.IGNORECASE)
        before = [m for m in pattern.finditer(text) if m.start() < span.start]
        self.press("/")
        self.until("document.getElementById('find').open")
        self.type(surface)
        places = "[...document.querySelectorAll('#find-list b')]"
        typed = json.dumps(surface.lower())
        every = f"{places}.every((each) => each.textContent.toLowerCase() === {typed})"
        self.until(f"{places}.length > {len(before)} && {every}")
        self.press(*["ArrowDown"] * len(before), "Enter")
        self.until("getSelection().toString().length > 0")
        many = "document.querySelectorAll('#list button').length"
        listed = self.page.evaluate(many)
        self.press("m")
        self.take_type(span.label)
        self.until(f"{many} > {listed}")


def check(keyboard: Keyboard, gold: Document, way: str) -> None:
    """Checks the note that is shown."""
    right = {(span.start, span.end): span.label for span in gold.spans}
    for mark in keyboard.marks():
        label = right.get((mark["start"], mark["end"]))
        if way == "doubtful" and mark["score"] >= DOUBTFUL and label == mark["label"]:
            continue
        keyboard.go_to(mark["id"], "N" if way == "doubtful" and mark["score"] < DOUBTFUL else "n")
        if label == mark["label"]:
            keyboard.press("k")
        elif label is None:
            keyboard.press("d")
        else:
            keyboard.press("t")
            keyboard.take_type(label)
        drawn = f"document.querySelector(`mark[data-id='{mark['id']}']`)"
        keyboard.until(f"!{drawn}?.classList.contains('open')")
    there = {(m["start"], m["end"]) for m in keyboard.marks() if m["state"] != "dropped"}
    for span in gold.spans:
        if (span.start, span.end) not in there:
            keyboard.add(gold.text, span)


def walk(gold: Sequence[Document], way: str) -> tuple[list[tuple[int, float]], int]:
    """Returns keys and seconds of each note, and how many marks the system had found."""
    env = os.environ | {"PYTHONPATH": str(OURS), "PYTHONUNBUFFERED": "1"}
    by_id = {doc.id: doc for doc in gold}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        notes, project = Path(folder, "notes"), Path(folder, "project.db")
        notes.mkdir()
        for doc in gold:
            shutil.copy(CORPUS / f"{doc.id}.txt", notes)
        new = [*COMMAND, "new", project, notes, "--format", "inline"]
        subprocess.run(new, env=env, check=True, stdout=subprocess.DEVNULL)
        opened = [*COMMAND, project, "--reader", "R"]
        with subprocess.Popen(opened, env=env, stdout=subprocess.PIPE, text=True) as served:
            try:
                assert served.stdout is not None
                address = re.findall(r"http\S+", served.stdout.readline())[0]
                browser = playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=FLAGS
                )
                page = browser.new_page(locale="en-GB", viewport={"width": 1280, "height": 800})
                page.goto(address)
                page.wait_for_selector("#text .block", state="attached")
                taken, found = [], 0
                for _ in gold:
                    keyboard = Keyboard(page)
                    id = page.text_content("#note-id")
                    found += len(keyboard.marks())
                    began = time.perf_counter()
                    check(keyboard, by_id[id], way)
                    keyboard.press("f")
                    keyboard.until(
                        f"document.getElementById('note-id').textContent !== '{id}' "
                        "|| !document.getElementById('ending').hidden"
                    )
                    taken.append((keyboard.keys, time.perf_counter() - began))
                browser.close()
            finally:
                served.send_signal(signal.SIGTERM)
        answers = Path(folder, "answers.jsonl")
        subprocess.run(
            [*COMMAND, "export", project, "-o", answers],
            env=env,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        for doc in get_format("jsonl").read(answers):
            marks = {(span.start, span.end, span.label) for span in doc.spans}
            if marks != {(s.start, s.end, s.label) for s in by_id[doc.id].spans}:
                raise RuntimeError(f"note {doc.id} is not as it should be")
    return taken, found


def main() -> None:
    """Measures, and writes the section."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notes", type=int, default=15)
    args = parser.parse_args()
    gold = [
        next(iter(get_format("inline").read(path)))
        for path in sorted(CORPUS.glob("*.txt"))[::5][: args.notes]
    ]
    rows, found = [], 0
    for way in WAYS:
        taken, found = walk(gold, way)
        keys = sorted(keys for keys, _ in taken)
        seconds = [seconds for _, seconds in taken]
        rows.append(
            [
                way,
                f"{sum(keys) / len(taken):.0f}",
                f"{keys[len(keys) // 2]}",
                f"{keys[-1]}",
                f"{statistics.mean(seconds):.1f}",
            ]
        )
    marks = sum(len(doc.spans) for doc in gold)
    note = (
        f"{len(gold)} notes of corpora/records_en with {marks} identifiers, of the system {found} "
        "marks. Seconds are the page's and its driver's, taken on a busy machine: reading comes on "
        "top. What was exported were the gold marks to the last one, both times."
    )
    head = ["way", "keys a note", "median", "most", "seconds a note"]
    print(record("The page: checking notes", rows, note=note, head=head))


if __name__ == "__main__":
    main()
