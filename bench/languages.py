"""`python bench/languages.py`: what is told of the language of notes that are cut short.

Pieces of our English and Spanish notes (train and dev parts) go through `--lang auto`: right is
whose pipeline reads it, wrong whose other one does without a word, none is a piece that seems to
be in neither and fails. Of the notes in other languages (tests/data/languages) how many fail.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from english_notes import read_marked
from incognote.languages.identify import nearest_language, other_language
from record import record

ROOT = Path(__file__).parents[1]
OURS = ("en", "es")
CORPORA = {"en": ("notes_en", "extra_en"), "es": ("notes_es", "extra_es")}
LENGTHS = (40, 80, 120, 200)
SEED = 20
NOTES = 1000
"""Of a language, each cut twice: at its beginning and in its middle."""


def cut(text: str, begin: int, size: int) -> str:
    """Returns a piece of at most `size` characters that begins and ends with a word."""
    start = text.find(" ", begin) + 1 if begin else 0
    if start + size >= len(text):
        return text[start:]
    end = text.rfind(" ", start, start + size)
    return text[start : end if end > start else start + size]


def told(piece: str) -> tuple[str, bool]:
    """Returns whose pipeline `--lang auto` takes, and whether the piece fails."""
    nearest = nearest_language(piece, OURS)
    return nearest, bool(other_language(piece, nearest))


def pieces(lang: str, size: int) -> list[str]:
    """Returns pieces of our notes of a language."""
    docs = [
        doc
        for name in CORPORA[lang]
        for part in ("train", "dev")
        for doc in read_marked(ROOT / "corpora" / name, part)
    ]
    chosen = random.Random(SEED).sample(docs, min(NOTES, len(docs)))
    return [cut(doc.text, at, size) for doc in chosen for at in (0, len(doc.text) // 2)]


def foreign(size: int) -> list[str]:
    """Returns the notes in languages of no pack, cut."""
    folder = ROOT / "tests/data/languages"
    return [
        cut(note, 0, size)
        for path in sorted(folder.glob("*.txt"))
        if path.stem not in OURS
        for note in path.read_text(encoding="utf-8").strip().split("\n\n")
    ]


def row(lang: str, size: int) -> list[str]:
    """Returns the shares of one language and length."""
    found: Counter[str] = Counter()
    cuts = pieces(lang, size)
    for piece in cuts:
        nearest, fails = told(piece)
        found["none" if fails else "right" if nearest == lang else "wrong"] += 1
    return _shown(lang, size, [found[kind] / len(cuts) for kind in ("right", "wrong", "none")])


def _shown(what: str, size: int, shares: Sequence[float]) -> list[str]:
    return [f"{what}, {size} characters", *(f"{100 * share:.1f}" for share in shares)]


def main() -> None:
    """Measures and writes the section of bench/results.md."""
    rows = [row(lang, size) for lang in OURS for size in LENGTHS]
    for size in LENGTHS:
        fails = [told(piece)[1] for piece in foreign(size)]
        rows.append(
            [*_shown("other languages", size, []), "", "", f"{100 * sum(fails) / len(fails):.1f}"]
        )
    record(
        "Language of short notes",
        rows,
        head=["notes", "right", "wrong", "none"],
        note="Per cent of pieces of notes_en and extra_en, notes_es and extra_es (train and dev), "
        "and of 132 notes in eleven other languages, by `--lang auto` of English and Spanish: read "
        "as what they are, read as the other, told to be neither.",
    )


if __name__ == "__main__":
    main()
