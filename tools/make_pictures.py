"""Takes the pictures of the page in docs/pictures anew: `python tools/make_pictures.py`.

Notes are those of examples/notes, which are made up. Needs the extra `dev` and chromium.
"""

from __future__ import annotations

import io
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

from incognote.review.marks import Wish
from incognote.review.project import Project

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs/pictures"
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
COMMAND = [sys.executable, "-m", "incognote", "review"]


@dataclass(frozen=True)
class Picture:
    """One picture of the page."""

    name: str
    key: str = ""
    """What is pressed to see it."""
    dark: bool = False
    ends: bool = True
    """Whether the same key ends it."""


TAKEN = (
    Picture("review-light"),
    Picture("review-dark", dark=True),
    Picture("review-beside", "r"),
    Picture("review-doubts", "g"),
)
SETTLED = (Picture("review-settle", "n", ends=False),)


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
            page.wait_for_timeout(1500)
            drawn = Image.open(io.BytesIO(page.screenshot()))
            drawn.quantize(96).save(PICTURES / f"{picture.name}.png", optimize=True)
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
    opened = [*COMMAND, str(project), "--reader", reader]
    with subprocess.Popen(opened, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        try:
            (address,) = re.findall(r"http\S+", said)
            take(address, pictures)
        finally:
            server.terminate()


def main() -> None:
    """Makes projects, serves them, and takes the pictures."""
    with tempfile.TemporaryDirectory() as place:
        project, first, second, settled = (
            Path(place) / f"{name}.db" for name in ("examples", "first", "second", "settled")
        )
        new = [*COMMAND, "new"]
        subprocess.run([*new, project, ROOT / "examples/notes"], env=ENVIRONMENT, check=True)
        for each, reader, drops in ((first, "A. Nurse", 2), (second, "B. Clerk", 4)):
            shutil.copy(project, each)
            read(each, reader, drops)
        of = [settled, first, second, "--for", "settle"]
        subprocess.run([*new, *of], env=ENVIRONMENT, check=True)
        serve(project, "A. Nurse", TAKEN)
        serve(settled, "C. Chief", SETTLED)


if __name__ == "__main__":
    main()
