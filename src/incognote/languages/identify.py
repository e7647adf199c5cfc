"""The language that a note seems to be in, told by its letters.

The pipeline of one language misses identifiers of another and takes its words for names, without
an error; so a run says, or refuses, what is not in its language. Each word of a note is weighed by
its groups of three letters (`languages.npz`, made by tools/make_languages.py), no word has to be
known. The words are then taken as a sample: only where they speak for another language by more
than their own spread explains is it said, so that short notes, names and lists of drugs say
nothing. Scripts other than that of the run's language are told by the letters alone. Which
languages can be told apart says the table, not which packs there are.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from incognote.core.language import DEFAULT, get_language, language_codes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_WORD = re.compile(r"\b[^\W\d_]+\b")
"""A word of letters only: 'p4' or 'Pac1ente', as a bad scan has it, is none."""

_MOST_WORDS = 4_000
"""Of a long note so many of its different words are weighed, evenly taken."""
_MOST_OF_A_WORD = 6.0
"""A word speaks for a language with at most so much, as a natural logarithm: one long word or a
name must not decide."""
_LEAST_WORDS = 5
_SURE = 1.5
"""The sum of what the words say over the root of the sum of its squares, from which on it is said.
Chosen on corpora/ and MEDDOCAN train and dev: docs/formats.md says what is told there."""

_LEAST_LETTERS = 6
"""Fewer letters of another script tell nothing: a name, a unit."""


def other_language(text: str, lang: str) -> str:
    """Returns which language or script a note seems to be in, where it is not `lang`; else ''.

    Args:
        text: The note.
        lang: The run's language; one that is not in the table tells nothing but other scripts.

    Returns:
        A code of the table's (`languages()`), or the name of a script ('cyrillic').
    """
    script = _other_script(text, _script_of(lang))
    if script:
        return script
    known = languages()
    if lang not in known:
        return ""
    weights = _weigh(text)
    best = int(weights.sum(axis=0).argmax())
    ahead = weights[:, best] - weights[:, known.index(lang)]
    spread = float((ahead**2).sum()) ** 0.5
    if len(ahead) < _LEAST_WORDS or not spread:
        return ""
    return known[best] if float(ahead.sum()) / spread >= _SURE else ""


def nearest_language(text: str, langs: Sequence[str]) -> str:
    """Returns which of some languages a note is likeliest in.

    Args:
        text: The note; one without words is in `DEFAULT`, or the first where that is none of them.
        langs: Codes; of those that are not in the table no note is likely.
    """
    known = [lang for lang in langs if lang in languages()] or list(langs[:1])
    known.sort(key=lambda lang: lang != DEFAULT)
    if len(known) == 1:
        return known[0]
    at = [languages().index(lang) for lang in known]
    return known[int(_weigh(text).sum(axis=0)[at].argmax())]


def languages() -> tuple[str, ...]:
    """Returns the codes (ISO 639) of all languages that are told apart."""
    return _table()[1]


@cache
def _script_of(lang: str) -> str:
    return get_language(lang).script if lang in language_codes() else "latin"


def _other_script(text: str, own: str) -> str:
    """The script of most of the letters, where it is not that of the language."""
    if text.isascii() and own == "latin":
        return ""
    scripts: Counter[str] = Counter()
    for char, count in Counter(text).items():
        if char.isalpha():
            scripts[unicodedata.name(char, "?").partition(" ")[0].casefold()] += count
    in_own = scripts.pop(own, 0)
    if scripts.total() < max(_LEAST_LETTERS, in_own + 1):
        return ""
    return max(sorted(scripts), key=lambda script: scripts[script])


def _weigh(text: str) -> npt.NDArray[np.float64]:
    """What each different word of a note speaks for: [words, languages], in logarithms."""
    import numpy as np

    groups, known, table = _table()
    # In the order of the text, which a set would not keep.
    words = list(dict.fromkeys(_WORD.findall(unicodedata.normalize("NFC", text).casefold())))
    rows: list[int] = []
    begins: list[int] = []
    for word in words[:: 1 + len(words) // _MOST_WORDS]:
        padded = f" {word} "
        here = [groups[g] for i in range(len(word)) if (g := padded[i : i + 3]) in groups]
        if here:
            begins.append(len(rows))
            rows += here
    if not rows:
        return np.zeros((0, len(known)))
    weights = np.add.reduceat(table[rows], begins, axis=0)
    return weights.clip(-_MOST_OF_A_WORD, _MOST_OF_A_WORD)


@cache
def _table() -> tuple[dict[str, int], tuple[str, ...], npt.NDArray[np.float64]]:
    """The row of each group of letters, the languages, and the logarithms."""
    import numpy as np

    with np.load(Path(__file__).with_name("languages.npz")) as file:
        groups = {group: row for row, group in enumerate(file["groups"].tolist())}
        return groups, tuple(file["languages"].tolist()), file["steps"] / 16.0
