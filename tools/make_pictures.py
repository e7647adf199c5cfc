"""Takes the pictures in docs/pictures anew: `python tools/make_pictures.py`, or some by name.

`before-after` is a note and what incognote makes of it, the others are of the page. Notes are those
of examples/notes, which are made up. Needs the extra `dev` and chromium.
"""

from __future__ import annotations

import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from incognote.core.labels import get_label
from incognote.review.marks import Wish
from incognote.review.project import Project

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs/pictures"
COMMAND = [sys.executable, "-m", "incognote"]
ENV = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}


@dataclass(frozen=True)
class Picture:
    """One picture of the page."""

    name: str
    key: str = ""
    """What is pressed to see it."""
    dark: bool = False
    ends: bool = True
    """Whether the same key ends it."""
    shows: str = "#text .block"
    """What is there once it can be taken."""


TAKEN = (
    Picture("review-light"),
    Picture("review-dark", dark=True),
    Picture("review-beside", "r", shows=".new .put"),
    Picture("review-doubts", "g", shows="#groups li"),
)
SETTLED = (Picture("review-settle", "n", ends=False, shows=".choices"),)


NOTE = ROOT / "examples/notes/ed_triage.txt"
KEY = ROOT / "examples/public.key"
HUES = {"NAME": 262, "DATE": 28, "AGE": 28, "CONTACT": 205, "ID": 205, "LOCATION": 150}
"""By category of a label."""
SHEET = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; padding: 24px; width: 1352px; background: #eef1f4; }
h2 { font-family: DejaVu Sans, sans-serif; }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 24px; }
section { background: #fff; border: 1px solid #cfd6dd; border-radius: 8px; padding: 18px 22px; }
h2 { margin: 0 0 12px; font-size: 17px; color: #33404d; }
pre { margin: 0; font: 14px/1.65 DejaVu Sans Mono, monospace; color: #1b232b; }
pre { white-space: pre-wrap; }
mark { border-radius: 3px; padding: 1px 2px; color: inherit; }
</style><main><section><h2>What was written</h2><pre>BEFORE</pre></section>
<section><h2>What leaves</h2><pre>AFTER</pre></section></main>"""


def before_and_after() -> None:
    """Draws the note and what is made of it, what changed in the colour of its kind."""
    with tempfile.TemporaryDirectory() as place:
        key = Path(place) / "demo.key"
        key.write_bytes(KEY.read_bytes())
        key.chmod(0o600)
        out = Path(place) / "out"
        run = [*COMMAND, "deid", str(NOTE), "-o", str(out), "--policy", "hipaa"]
        subprocess.run([*run, "--replace", "surrogate", "--key", str(key)], env=ENV, check=True)
        after = (out / NOTE.name).read_text(encoding="utf-8")
        (record,) = (out / "spans.jsonl").read_text(encoding="utf-8").splitlines()
    spans = [span for span in json.loads(record)["spans"] if "new_start" in span]
    sides = {"BEFORE": (NOTE.read_text(encoding="utf-8"), ""), "AFTER": (after, "new_")}
    sheet = SHEET
    for side, (text, new) in sides.items():
        drawn, at = "", 0
        for span in spans:
            start, end = span[f"{new}start"], span[f"{new}end"]
            hue = HUES.get(get_label(span["label"]).category, 205)
            drawn += html.escape(text[at:start])
            words = html.escape(text[start:end])
            drawn += f'<mark style="background:hsl({hue} 85% 86%)">{words}</mark>'
            at = end
        sheet = sheet.replace(side, drawn + html.escape(text[at:]), 1)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1400, "height": 400})
        page.set_content(sheet)
        save("before-after", page.screenshot(full_page=True))
        browser.close()


def save(name: str, taken: bytes) -> None:
    """Writes a picture small."""
    Image.open(io.BytesIO(taken)).quantize(96).save(PICTURES / f"{name}.png", optimize=True)


def take(address: str, pictures: Sequence[Picture]) -> None:
    """Takes pictures of the page at that address."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox"]
        )
        page: Any = browser.new_page(locale="en-GB", viewport={"width": 1280, "height": 800})
        page.goto(address)  # once: whoever comes second is not let in
        page.wait_for_selector("#text .block", state="attached")
        for picture in pictures:
            page.emulate_media(color_scheme="dark" if picture.dark else "light")
            if picture.key:
                page.keyboard.press(picture.key)
            page.wait_for_selector(picture.shows, timeout=60_000)
            page.wait_for_timeout(1500)
            save(picture.name, page.screenshot())
            if picture.key and picture.ends:
                page.keyboard.press(picture.key)
        browser.close()


def read(project: Path, reader: str, drops: int) -> None:
    """Reads a project to its end as somebody does who overlooks a mark of each note.

    Args:
        project: Made by `incognote review new`.
        reader: Who reads.
        drops: Which mark.
    """
    with Project(project) as opened:
        for note in opened.notes:
            marks = opened.state(note.number).marks
            wishes = [Wish("drop", mark.id) for mark in marks[drops : drops + 1]]
            request = f"{reader} {note.number}"
            done = [*wishes, Wish("done")]
            opened.decide(note.number, done, reader=reader, request=request, after=0)


def serve(project: Path, reader: str, pictures: Sequence[Picture]) -> None:
    """Serves a project, and takes its pictures."""
    opened = [*COMMAND, "review", str(project), "--reader", reader]
    with subprocess.Popen(opened, env=ENV, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        try:
            (address,) = re.findall(r"http\S+", said)
            take(address, pictures)
        finally:
            server.terminate()


def main(named: list[str]) -> None:
    """Draws a note, makes projects of notes, serves them, and takes the pictures of the page."""
    if not named or "before-after" in named:
        before_and_after()
    taken, settled = (
        [picture for picture in pictures if not named or picture.name in named]
        for pictures in (TAKEN, SETTLED)
    )
    with tempfile.TemporaryDirectory() as place:
        names = ("examples", "first", "second", "both")
        project, first, second, both = (Path(place) / f"{name}.db" for name in names)
        new = [*COMMAND, "review", "new"]
        if taken or settled:
            subprocess.run([*new, project, ROOT / "examples/notes"], env=ENV, check=True)
        if settled:
            for each, reader, drops in ((first, "A. Nurse", 2), (second, "B. Clerk", 4)):
                shutil.copy(project, each)
                read(each, reader, drops)
            subprocess.run([*new, both, first, second, "--for", "settle"], env=ENV, check=True)
            serve(both, "C. Chief", settled)
        if taken:
            serve(project, "A. Nurse", taken)


if __name__ == "__main__":
    main(sys.argv[1:])
