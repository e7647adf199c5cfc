"""A browser for each module, and readers of pages."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pages import FLAGS, ROOT, Reader, Served


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def read(chromium: Any) -> Iterator[Any]:
    served: list[Served] = []
    opened: list[Reader] = []

    def begin(path: Path, *more: str, **how: Any) -> Reader:
        served.append(Served(path, more=more).start())
        opened.append(Reader(chromium, served[-1], **how))
        return opened[-1]

    yield begin
    for reader in opened:
        reader.context.close()
    for each in served:
        each.stop(signal.SIGKILL)


AXE = Path(os.environ.get("INCOGNOTE_AXE", ROOT / "node_modules/axe-core/axe.min.js"))


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core, which .ci/run fetches."""
    if not AXE.is_file():
        why = "needs axe-core, whose axe.min.js INCOGNOTE_AXE names: npm install --no-save axe-core"
        if os.environ.get("INCOGNOTE_REQUIRE_ALL") == "1":
            pytest.fail(why)
        pytest.skip(why)
    return AXE.read_text(encoding="utf-8")
