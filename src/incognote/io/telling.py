"""Codes of a site that say what left the text beside them: `OKAFORJ^Okafor, John^L`.

HL7, FHIR and CDA write a code with a text that says what it means. A public system's code means the
same everywhere; a site's own may be a log-in, or the number of the person whom the text names.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from incognote.core.case import fold
from incognote.io.mapped import Edit, applied, edits

Stretch = tuple[int, int]

_WORD = re.compile(r"[^\W_]{3,}")
_NO_TITLE = re.compile(r"[^\W\d_]{4,}")
"""Of what stays: `Dr.`, `Sra.`, `MD` say nothing."""


def tells(code: str, old: str, new: str) -> bool:
    """Returns whether a code says what a text lost, or that text was somebody's name and no more.

    Examples:
        >>> tells("OKAFORJ", "seen by Okafor, John", "seen by [DOCTOR]")
        True
        >>> tells("4410", "Dr. John Okafor", "Dr. [DOCTOR]")
        True
        >>> tells("SEEN", "seen by Okafor, John", "seen by [DOCTOR]")
        False

    Args:
        code: Of no public system.
        old: The text that says what it means, as it was.
        new: That text as it is written.
    """
    if old == new:
        return False
    gone = list(edits(old, new))
    stays = applied(old, ((start, end, " ") for start, end, _ in gone))
    return says(code, (old[start:end] for start, end, _ in gone)) or not _NO_TITLE.search(stays)


def says(code: str, left: Iterable[str]) -> bool:
    """Returns whether a word of three letters or digits, of what left a text, stands in a code."""
    said = fold(code)
    return any(word in said for each in left for word in _WORD.findall(fold(each)))


def telling(
    pairs: Iterable[tuple[Stretch, Stretch]],
    source: str,
    changes: Sequence[Edit],
    meaning: Callable[[str], str] = str,
) -> Iterator[Stretch]:
    """Yields where codes stand that tell what the texts beside them lose, each once.

    Args:
        pairs: Where a code stands, and a text that says what it means.
        source: All that they stand in.
        changes: What is written in it.
        meaning: What a stretch of the source says, without its escapes.
    """
    touched = sorted(changes, key=lambda change: change[:2])
    ends = [past for _, past, _ in touched]
    yielded: set[Stretch] = set()

    def within(start: int, end: int) -> list[Edit]:
        i = bisect_left(ends, start)
        j = bisect_left(touched, end, lo=i, key=lambda change: change[0])
        return [each for each in touched[i:j] if each[1] > start]

    for code, (start, end) in pairs:
        own = [(first - start, past - start, new) for first, past, new in within(start, end)]
        if not own or code in yielded or within(*code):
            continue
        old = source[start:end]
        if tells(meaning(source[slice(*code)]), meaning(old), meaning(applied(old, own))):
            yielded.add(code)
            yield code
