from __future__ import annotations

from pathlib import Path

import pytest

from incognote import cli
from incognote.io import inline

NOTES = Path(__file__).parents[1] / "data/synthesis"


def run(*args: object) -> int:
    return cli.run([str(arg) for arg in args])


def test_notes_are_made_and_can_be_read_back(tmp_path: Path) -> None:
    assert run("synthesize", "en", NOTES, "-o", tmp_path / "a", "--count", 20, "--seed", 3) == 0
    docs = list(inline.read(tmp_path / "a"))
    assert len(docs) == 20
    assert run("synthesize", "en", NOTES, "-o", tmp_path / "b", "--count", 20, "--seed", 3) == 0
    assert docs == list(inline.read(tmp_path / "b"))


def test_a_recipe_file_switches_ingredients(tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text("language = 'en'\nnote = 0.0\nfurniture = 0.0\nnegative = 1.0\n[damage]\n")
    assert run("synthesize", recipe, "-o", tmp_path / "out", "--count", 15) == 0
    assert not any(doc.spans for doc in inline.read(tmp_path / "out"))


def test_a_wrong_recipe_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text("furnitur = 1.0\n")
    assert run("synthesize", recipe, "-o", tmp_path / "out") == 2
    assert "furniture" in capsys.readouterr().err
    assert run("synthesize", "ens", "-o", tmp_path / "out") == 2
    assert "There is no recipe 'ens'." in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
