"""The language that a note seems to be in, told by its letters.

The pipeline of one language misses identifiers of another and takes its words for names, without
an error; so a run says, or refuses, what is not in its language. Each word of a note is weighed by
its groups of three letters (`languages.npz`, made by tools/make_languages.py), no word has to be
known. The words are then taken as a sample: only where they speak for another language by more
than their own spread explains, and several of them do, is it said, so that short notes, names and
lists of drugs say nothing. Words with a capital may be names and count less, letters that stand
alone and addresses of the net count nothing. Scripts other than that of the run's language are
told by the letters alone. Which languages can be told apart says the table, not which packs there
are.
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

_WORD = re.compile(r"\b[^\W\d_]{2,}\b")
"""A word of letters only: 'p4' or 'Pac1ente', as a bad scan has it, is none. Nor is one letter: a
unit, an initial, what an apostrophe leaves (`Reg's`)."""
_ADDRESS = re.compile(r"(?<!\S)\S+(?:@|://)\S+|\bwww\.\S+")
"""Of the net: made of names, whatever the language. Looked for from the beginning of what stands
between blanks alone, so that what is long and has no blank is read once."""

_MOST_WORDS = 4_000
"""Of a long note so many of its different words are weighed, evenly taken."""
_MOST_OF_A_WORD = 6.0
"""A word speaks for a language with at most so much, as a natural logarithm: one long word or a
name must not decide."""
_OF_A_NAME = 0.4
"""What a word counts that has a capital, in a note that is not in capitals anyway."""
_LEAST_WORDS = 4
"""So many words must speak for the other language, those with a capital counting less, each by
`_SPEAKS` as a natural logarithm: names alone tell nothing."""
_SPEAKS = 0.5
_SURE = 1.5
"""The sum of what the words say over the root of the sum of its squares, from which on it is said.
Chosen on corpora/ and MEDDOCAN train and dev: docs/formats.md says what is told there, and
bench/languages.py of notes that are cut short."""

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
    weights, counts = _weigh(text)
    best = int(weights.sum(axis=0).argmax())
    ahead = weights[:, best] - weights[:, known.index(lang)]
    if counts[ahead > _SPEAKS * counts].sum() < _LEAST_WORDS:
        return ""
    spread = float((ahead**2).sum()) ** 0.5
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
    return known[int(_weigh(text)[0].sum(axis=0)[at].argmax())]


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


def _weigh(text: str) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """What each different word of a note speaks for, [words, languages], and what it counts."""
    import numpy as np

    groups, known, table = _table()
    words = _words(text)
    rows: list[int] = []
    begins: list[int] = []
    counts: list[float] = []
    for word in list(words)[:: 1 + len(words) // _MOST_WORDS]:
        padded = f" {word} "
        here = [groups[g] for i in range(len(word)) if (g := padded[i : i + 3]) in groups]
        if here:
            begins.append(len(rows))
            rows += here
            counts.append(words[word])
    if not rows:
        return np.zeros((0, len(known))), np.zeros(0)
    count = np.array(counts)
    weights: npt.NDArray[np.float64] = np.add.reduceat(table[rows], begins, axis=0)
    return weights.clip(-_MOST_OF_A_WORD, _MOST_OF_A_WORD) * count[:, None], count


def _words(text: str) -> dict[str, float]:
    """The different words of a note in small letters, in its order, with what each counts."""
    written = dict.fromkeys(_WORD.findall(_ADDRESS.sub(" ", unicodedata.normalize("NFC", text))))
    in_capitals = 2 * sum(word.isupper() for word in written) > len(written)
    counts: dict[str, float] = {}
    for word in written:
        count = 1.0 if in_capitals or word.islower() else _OF_A_NAME
        folded = word.casefold()
        counts[folded] = max(counts.get(folded, 0.0), count)
    return counts


@cache
def _table() -> tuple[dict[str, int], tuple[str, ...], npt.NDArray[np.float64]]:
    """The row of each group of letters, the languages, and the logarithms."""
    import numpy as np

    with np.load(Path(__file__).with_name("languages.npz")) as file:
        groups = {group: row for row, group in enumerate(file["groups"].tolist())}
        return groups, tuple(file["languages"].tolist()), file["steps"] / 16.0
