"""A folder of plain notes of any size, made of a corpus."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path

from incognote import registry


def write(corpus: Path, format: str, count: int, folder: Path) -> int:
    """Writes `count` notes below `folder`, the corpus over and over, and returns their words.

    Args:
        corpus: Read without its marks.
        format: A registry row of kind `reader`.
        count: How many; names stay unique.
        folder: New.
    """
    texts = [doc.text for doc in registry.get("reader", format)(corpus)]
    words = 0
    for i, text in enumerate(islice(cycle(texts), count)):
        path = folder / f"ward{i % 40}" / f"{i:07}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        words += len(text.split())
    return words
