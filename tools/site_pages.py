"""Brings into the site what is of the repository and no page of docs/ (mkdocs.yml, `hooks`).

Figures, changelog, model cards and data sheets stay where they are made; the site shows them, and a
link to one leads to it. A link to a file that the site has not (code, tests) becomes its name.
"""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
OUTSIDE = {
    "bench/results.md": "results.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "README.md": "index.md",  # a link to it leads to the first page
    **{
        f"src/incognote/languages/{lang}/model/card.md": f"cards/model-{lang}.md"
        for lang in ("en", "es")
    },
    **{
        f"corpora/{corpus}/README.md": f"cards/{corpus.replace('_', '-')}.md"
        for corpus in sorted(path.parent.name for path in ROOT.glob("corpora/*/README.md"))
    },
}
"""By the place in the repository: the place in the site."""
_INSIDE = {site: place for place, site in OUTSIDE.items() if place != "README.md"}
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
_FENCED = re.compile(r"(^ *```.*?^ *```)", re.MULTILINE | re.DOTALL)


def version() -> str:
    """Returns the version of the package that the site tells of."""
    text = (ROOT / "src/incognote/__init__.py").read_text(encoding="utf-8")
    (found,) = re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    return found


def on_config(config: Any) -> Any:
    """Writes the version behind the name, and lets `mike` show which others there are."""
    config.site_name = f"incognote {version()}"
    if "MIKE_DOCS_VERSION" in os.environ:  # docs/release.md; alone a site would ask in vain
        config.extra["version"] = {"provider": "mike"}
    return config


def on_files(files: Files, *, config: Any) -> Files:
    """Adds the pages that lie outside of docs/."""
    for site, place in _INSIDE.items():
        files.append(File.generated(config, site, abs_src_path=str(ROOT / place)))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Turns links between files of the repository into links between pages of the site."""
    site = page.file.src_uri
    here = posixpath.dirname(_INSIDE.get(site, f"docs/{site}"))

    def moved(match: re.Match[str]) -> str:
        picture, text, target, anchor = match.groups()
        if "://" in target or target.startswith("mailto:"):
            return match[0]
        place = posixpath.normpath(posixpath.join(here, target))
        if not (ROOT / place).exists():
            return match[0]  # which mkdocs then tells
        if place in OUTSIDE:
            there = OUTSIDE[place]
        elif place.startswith("docs/"):
            there = place.removeprefix("docs/")
        else:
            return f"`{place}`" if picture or text == place else text
        to = posixpath.relpath(there, posixpath.dirname(site) or ".")
        return f"{picture}[{text}]({to}{anchor or ''})"

    parts = _FENCED.split(markdown)  # code stands at the odd places
    return "".join(part if at % 2 else _LINK.sub(moved, part) for at, part in enumerate(parts))
