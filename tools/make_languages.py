"""Makes the table by which a note's language is told: src/incognote/languages/languages.npz.

    pip install wordfreq && python tools/make_languages.py

For each language how likely each group of three letters is within its words, a blank standing for
the beginning and the end. The frequencies of words are those of wordfreq (data CC BY-SA 4.0); no
word of it ships, only how often letters follow each other. The groups that tell most are kept.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from pathlib import Path

import numpy as np
import wordfreq  # type: ignore[import-not-found]

LANGUAGES = [
    "en",
    "es",
    "ca",
    "pt",
    "fr",
    "it",
    "ro",
    "de",
    "nl",
    "da",
    "nb",
    "sv",
    "fi",
    "is",
    "pl",
    "cs",
    "sk",
    "sl",
    "sh",
    "hu",
    "tr",
    "lt",
    "lv",
    "id",
    "fil",
    "vi",
]
WORDS = 20_000
"""The most frequent words of each language."""
GROUPS = 3_000
LEAST = 2e-6
"""Added to every share: a group that a language has not is rare there, not impossible."""
STEPS = 16
"""The table holds natural logarithms in steps of 1/16, one byte each."""

TABLE = Path(__file__).parents[1] / "src/incognote/languages/languages.npz"


def shares(lang: str) -> dict[str, float]:
    """Returns the share of each group of three letters in running text."""
    counts: Counter[str] = Counter()
    kept = 0
    for word, share in wordfreq.get_frequency_dict(lang, wordlist="best").items():
        if not all(unicodedata.name(c, "").startswith("LATIN") for c in word):
            continue
        padded = f" {word} "
        for i in range(len(padded) - 2):
            counts[padded[i : i + 3]] += share
        kept += 1
        if kept == WORDS:
            break
    total = sum(counts.values())
    return {group: count / total for group, count in counts.items()}


def main() -> None:
    """Writes the table."""
    by_lang = [shares(lang) for lang in LANGUAGES]

    def tells(group: str) -> float:
        logs = sorted(math.log(known.get(group, 0.0) + LEAST) for known in by_lang)
        return math.exp(logs[-1]) * (logs[-1] - logs[len(logs) // 2])

    every = sorted({group for known in by_lang for group in known})
    groups = sorted(sorted(every, key=lambda group: -tells(group))[:GROUPS])
    table = np.array([[math.log(known.get(g, 0.0) + LEAST) for known in by_lang] for g in groups])
    table -= table.mean(axis=1, keepdims=True)
    steps = np.clip(np.rint(STEPS * table), -127, 127).astype(np.int8)
    np.savez_compressed(TABLE, groups=np.array(groups), languages=np.array(LANGUAGES), steps=steps)


if __name__ == "__main__":
    main()
