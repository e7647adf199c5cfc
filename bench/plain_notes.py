"""A folder of plain notes of any size, made of a corpus, and the command that is measured on it."""

from __future__ import annotations

import argparse
import sys
from itertools import cycle, islice
from pathlib import Path

from incognote.io.format import get_format


def arguments(description: str, *, notes: int) -> argparse.ArgumentParser:
    """Returns what every benchmark over such a folder can be told; `notes` by default."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--format", default="inline")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--model", help="a model folder in place of the one that ships")
    parser.add_argument("--fast", action="store_true", help="the smaller model that ships")
    parser.add_argument("--notes", type=int, default=notes)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    return parser


def command(args: argparse.Namespace, notes: Path | str, out: Path) -> list[str]:
    """Returns the command line that de-identifies a folder as the arguments say."""
    words = [sys.executable, "-m", "incognote", "deid", str(notes), "-o", str(out)]
    # The corpora hold notes that look like XML, RTF or HL7: refused otherwise.
    words += ["--lang", args.lang, "--jobs", str(args.jobs), "--as-text"]
    words += ["--model", args.model] if args.model else []
    return words + (["--fast"] if args.fast else [])


def named(args: argparse.Namespace) -> str:
    """Returns language and model, as the title of a section names them."""
    return f"({args.lang}{', --fast' if args.fast else ''})"


def system(args: argparse.Namespace) -> str:
    """Returns the system as bench/record.py knows it, '' for a model that was given."""
    return "" if args.model else named(args).strip("()")


def write(corpus: Path, format: str, count: int, folder: Path) -> int:
    """Writes `count` notes below `folder`, the corpus over and over, and returns their words.

    Args:
        corpus: Read without its marks.
        format: A registry row of kind `format`.
        count: How many; names stay unique.
        folder: New.
    """
    texts = [doc.text for doc in get_format(format).read(corpus)]
    words = 0
    for i, text in enumerate(islice(cycle(texts), count)):
        path = folder / f"ward{i % 40}" / f"{i:07}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        words += len(text.split())
    return words
