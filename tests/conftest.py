import os
import shutil
import signal
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from incognote.core.document import Document
from incognote.core.language import get_language, language_codes
from incognote.core.pipeline import Settings
from incognote.detect import neural
from incognote.io import inline
from incognote.lab.training import train
from packs import INVENTED, installed
from tiny_models import tiny, write_corpus

ENGINES = ("dask", "duckdb", "polars", "pyspark", "ray")
"""Packages of the extra `engines`."""


LONGEST = (
    *("test_readme.py", "test_silence.py", "test_linear.py", "test_markup.py", "test_curves.py"),
    *("test_cli.py", "test_page.py", "test_fitting.py", "test_certify.py", "test_real_server.py"),
)
"""Files of half a minute or more: they begin first, so that none is left for one process alone."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.path.name, len(order)))


def pytest_configure() -> None:
    """Takes signals as everywhere: of a shell's background job or below nohup some are ignored,
    and what tests start would inherit that. Debian keeps PostgreSQL's programs off the path.
    Threads of torch that wait for each other sleep: spinning, they keep other tests from running.
    No example of a property has a deadline: a busy machine would miss it.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    hypothesis.settings.register_profile("untimed", deadline=None)
    hypothesis.settings.load_profile("untimed")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    os.environ["PATH"] = os.pathsep.join([os.environ.get("PATH", ""), *map(str, folders)])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips what needs a program, folder or package that is not there; CI, which has all, fails
    instead. Packages of engines are large, so CI installs them for a run of their own."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            if name in ENGINES:
                there = find_spec(name) is not None
                required = os.environ.get("INCOGNOTE_REQUIRE_ENGINES") == "1"
            else:
                there = bool(shutil.which(name)) or (item.config.rootpath / name).is_dir()
                required = os.environ.get("INCOGNOTE_REQUIRE_ALL") == "1"
            if not there:
                if required:
                    pytest.fail(f"{name} is not there, and all is required")
                pytest.skip(f"needs {name}, which is not there")


@pytest.fixture(scope="session", autouse=True)
def _models_that_ship_are_opened_once() -> Iterator[None]:
    """Hundreds of tests load a whole pipeline, and none changes its model."""
    make = neural.from_settings
    opened: dict[tuple[Any, ...], Any] = {}

    def once(settings: Settings) -> Any:
        of_model = (settings.lang, settings.model, settings.recall_bias, settings.threads)
        asked = settings.thresholds or settings.curves or settings.whole
        if settings.model not in models or asked or settings.device != "cpu":
            return make(settings)
        if of_model not in opened:
            opened[of_model] = make(settings)
        return opened[of_model]

    packs = [get_language(code) for code in language_codes()]
    models = {folder for pack in packs for folder in (pack.model, pack.fast) if folder}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(neural, "from_settings", once)
        yield


@pytest.fixture
def invented() -> Iterator[None]:
    """The pack of the invented language `xx`, installed."""
    with installed(INVENTED):
        yield


@pytest.fixture(scope="session")
def tiny_corpus(tmp_path_factory) -> Path:
    return write_corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="session")
def tiny_docs(tiny_corpus) -> list[Document]:
    return list(inline.read(tiny_corpus))


@pytest.fixture(scope="session")
def tiny_model(tiny_corpus, tmp_path_factory) -> Path:
    """A model folder that has learned the tiny corpus."""
    out = tmp_path_factory.mktemp("models") / "tiny"
    train(
        tiny(epochs=20, patience=20, batch_tokens=20, word_dropout=0.3),
        out,
        data={"notes": tiny_corpus},
    )
    return out
