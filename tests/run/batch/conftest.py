from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def notes(tmp_path: Path) -> Callable[..., Path]:
    """Makes a folder of notes: one per text, or as many as asked for."""

    def make(*texts: str, count: int = 0, name: str = "in") -> Path:
        folder = tmp_path / name
        folder.mkdir()
        for i, text in enumerate(texts):
            (folder / f"odd{i}.txt").write_text(text, encoding="utf-8")
        for i in range(count):
            ward = folder / f"ward{i % 3}"
            ward.mkdir(exist_ok=True)
            (ward / f"{i:04}.txt").write_text(f"note {i} to a{i}@example.org today\n")
        return folder

    return make
