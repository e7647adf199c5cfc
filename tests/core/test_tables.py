"""Value tables: of a pack and of a package; what is missing or broken says where."""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote.core.errors import ConfigError
from incognote.core.language import get_language
from incognote.core.tables import read_table
from incognote.replace.values import table


def test_a_pack_reads_its_own_tables() -> None:
    assert "Wu" in get_language("en").table("names")["chinese last"]
    assert table("kept")


def test_a_table_that_a_pack_lacks_is_named() -> None:
    with pytest.raises(ConfigError, match=r"language 'es' has no tables/census\.txt"):
        get_language("es").table("census")


@pytest.mark.parametrize(("text", "line"), [("a = b\nc d\n", 2), ("a = b\na = c\n", 2)])
def test_a_broken_row_is_named(
    text: str, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / f"rows{len(text)}"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "names.txt").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ValueError, match=rf"names\.txt:{line}: expected a new KEY"):
        read_table(package.name, "names")
