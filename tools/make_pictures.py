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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs/pictures"
COMMAND = [sys.executable, "-m", "incognote", "review"]


@dataclass(frozen=True)
class Picture:
    """One picture of the page."""

    name: str
    key: str = ""
    """What is pressed to see it."""
    dark: bool = False


TAKEN = (
    Picture("review-light"),
    Picture("review-dark", dark=True),
    Picture("review-beside", "r"),
    Picture("review-doubts", "g"),
)


def take(address: str) -> None:
    """Takes all pictures of the page at that address."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox"]
        )
        page: Any = browser.new_page(locale="en-GB", viewport={"width": 1280, "height": 800})
        page.goto(address)  # once: whoever comes second is not let in
        page.wait_for_selector("#text .block", state="attached")
        for picture in TAKEN:
            page.emulate_media(color_scheme="dark" if picture.dark else "light")
            if picture.key:
                page.keyboard.press(picture.key)
            page.wait_for_timeout(1500)
            drawn = Image.open(io.BytesIO(page.screenshot()))
            drawn.quantize(96).save(PICTURES / f"{picture.name}.png", optimize=True)
            if picture.key:  # the same key ends it
                page.keyboard.press(picture.key)
        browser.close()


def main() -> None:
    """Makes a project, serves it, and takes the pictures."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    with tempfile.TemporaryDirectory() as place:
        project = str(Path(place) / "examples.db")
        new = [*COMMAND, "new", project, str(ROOT / "examples/notes")]
        subprocess.run(new, env=environment, check=True)
        opened = [*COMMAND, project, "--reader", "A. Nurse"]
        with subprocess.Popen(opened, env=environment, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            said = server.stdout.readline()
            try:
                (address,) = re.findall(r"http\S+", said)
                take(address)
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
