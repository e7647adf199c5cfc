from importlib.metadata import EntryPoint, EntryPoints

import pytest

from incognote.core import registry
from incognote.core.errors import ConfigError


@pytest.mark.parametrize(
    ("kind", "name"), [(k, n) for k in registry.ROWS for n in registry.ROWS[k]]
)
def test_every_row_names_something(kind, name):
    assert registry.get(kind, name) is not None


def test_an_unknown_row_lists_those_that_are():
    with pytest.raises(
        ConfigError, match=r"no format 'brta'. Did you mean 'brat'\? Available: .*txt"
    ):
        registry.get("format", "brta")


def test_rows_of_installed_packages_are_found_and_ours_win(monkeypatch):
    named = (("theirs", "json:loads"), ("txt", "json:dumps"))
    points = EntryPoints(EntryPoint(*each, "incognote.format") for each in named)
    monkeypatch.setattr(registry, "entry_points", lambda: points)
    registry._rows.cache_clear()
    try:
        import json

        assert registry.get("format", "theirs") is json.loads
        assert registry.get("format", "txt") is not json.dumps
    finally:
        monkeypatch.undo()
        registry._rows.cache_clear()
