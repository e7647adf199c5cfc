"""Packages of other authors, installed for a while: their folder on the path, with entry points."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from incognote import cli
from incognote.detect.lexicon.lists import load_lexicon

DATA = Path(__file__).parent / "data"
INVENTED, PLUGIN, TABLES = DATA / "invented", DATA / "plugin", DATA / "tables"


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    # What a command's help lists is set when it is imported, whichever test runs first.
    for command in pkgutil.iter_modules(cli.__path__, "incognote.cli."):
        importlib.import_module(command.name)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        forget()


def forget() -> None:
    """Empties what is kept of packs; the lists, which take long to read, are their own."""
    modules = [m for name, m in sys.modules.items() if name.startswith("incognote.")]
    for value in {id(v): v for m in modules for v in vars(m).values()}.values():
        if hasattr(value, "cache_clear") and value is not load_lexicon:
            value.cache_clear()
