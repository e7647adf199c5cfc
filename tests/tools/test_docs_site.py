"""The site: every page is two clicks away, nothing comes from elsewhere, search works alone."""

from __future__ import annotations

import functools
import http.server
import posixpath
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
pytest.importorskip("mkdocs")
pytestmark = pytest.mark.needs("corpora")  # their data sheets are pages


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return out


class Page(HTMLParser):
    """What a page loads, and where its links lead."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loaded: set[str] = set()
        self.links: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.add(given.get("href", ""))
            return
        self.loaded |= {
            given[name] for name in ("src", "srcset", "data", "poster") if name in given
        }
        if tag == "link" and given.get("rel") not in ("next", "prev", "canonical"):
            self.loaded.add(given.get("href", ""))


def pages_of(site: Path) -> dict[str, Page]:
    found = {path.relative_to(site).as_posix(): Page(path) for path in site.rglob("*.html")}
    found.pop("404.html")
    return found


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for name, page in pages_of(site).items():
        assert page.loaded, name
        for what in page.loaded:
            assert not re.match(r"(?:[a-z]+:)?//", what), f"{name} loads {what}"
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//|@import", sheet.read_text("utf-8")), sheet


def test_every_page_is_two_clicks_away(site: Path) -> None:
    pages = pages_of(site)
    reached = {"index.html"}
    for _ in range(2):
        for name in list(reached):
            for link in pages[name].links:
                target = posixpath.normpath(
                    posixpath.join(posixpath.dirname(name), link.partition("#")[0])
                )
                reached |= {target} & set(pages)
    assert reached == set(pages)


def test_every_page_of_docs_stands_in_the_navigation() -> None:
    rows = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    rows = rows.partition("\ntheme:")[0]
    named = set(re.findall(r"^ +- [^#\n]+: (\S+\.md)$", rows, re.MULTILINE))
    here = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert here - named == set()
    waiting = set(re.findall(r"^ +# - [^#\n]+: (\S+\.md)$", rows, re.MULTILINE))
    assert not waiting & here, "take the # away"


def test_the_reference_has_every_name_of_the_library(site: Path) -> None:
    import incognote

    shown = (site / "api/library.html").read_text(encoding="utf-8")
    for name in incognote.__all__:
        assert f'id="incognote.{name}"' in shown, name


def test_the_version_stands_on_every_page(site: Path) -> None:
    import incognote

    for name in pages_of(site):
        shown = (site / name).read_text(encoding="utf-8")
        assert f"incognote {incognote.__version__}" in shown, name


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("where", ["a folder", "a server"])
def test_search_finds_a_page_and_asks_nobody_else(site: Path, served: str, where: str) -> None:
    from playwright.sync_api import sync_playwright

    start = f"file://{site}" if where == "a folder" else served
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox"]
        )
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{start}/index.html")
        page.keyboard.press("/")
        page.keyboard.type("surrogate")
        page.wait_for_selector(".md-search-result__item a", timeout=20_000)
        found = page.locator(".md-search-result__item a").first.get_attribute("href")
        assert found is not None
        assert ".html" in found
        page.goto(f"{start}/api/library.html")
        browser.close()
    assert asked
    assert all(url.startswith((start, "data:", "blob:")) for url in asked), asked
