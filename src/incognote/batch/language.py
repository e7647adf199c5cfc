"""Whether a note seems to be in another language than the run's, so that the run can say so.

The pipeline of one language misses identifiers of another and takes its words for names, without
an error. Small words tell the two languages apart that ship; for any other nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping

_SMALL_WORDS: Mapping[str, frozenset[str]] = {
    "en": frozenset(
        [
            "the",
            "and",
            "of",
            "with",
            "was",
            "is",
            "for",
            "on",
            "to",
            "at",
            "by",
            "from",
            "she",
            "he",
            "her",
            "his",
            "has",
            "had",
            "not",
            "will",
            "as",
            "this",
            "that",
            "or",
            "but",
            "were",
            "been",
            "who",
        ]
    ),
    "es": frozenset(
        [
            "de",
            "la",
            "el",
            "los",
            "las",
            "que",
            "con",
            "por",
            "del",
            "se",
            "en",
            "una",
            "un",
            "su",
            "sus",
            "y",
            "al",
            "es",
            "para",
            "como",
            "pero",
            "fue",
            "desde",
            "sin",
            "le",
            "lo",
        ]
    ),
}
"""Words that only one of the languages has, or that are rare in the other."""

_LEAST = 5
"""Small words of the other language; fewer tell nothing."""

_TIMES = 3
"""So many times those of the run's: 'de la Cruz' stands in English notes, too."""


def other_language(text: str, lang: str) -> str:
    """Returns which of the languages that ship, other than `lang`, a note seems to be in, or ''."""
    own = _SMALL_WORDS.get(lang)
    if own is None:
        return ""
    words = text.casefold().split()
    here = sum(word in own for word in words)
    most, other = max(
        (sum(word in few for word in words), other)
        for other, few in _SMALL_WORDS.items()
        if other != lang
    )
    return other if most >= max(_LEAST, _TIMES * here + 1) else ""
