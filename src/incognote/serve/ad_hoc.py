"""Presidio's recognisers of a request: patterns and words that a caller sends along.

They are patterns of the package `regex`, as in Presidio, so that one means here what it means
there. Such a pattern can take for ever: it is stopped, and the request is refused, since what it
would have found would be missing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from incognote.core.errors import MissingExtraError
from incognote.serve.terms import RefusedError

try:
    import regex
except ImportError:
    raise MissingExtraError("incognote serve", "serve") from None

SECONDS = 10.0
"""So long all patterns of a request may take together."""
FLAGS = int(regex.DOTALL | regex.MULTILINE | regex.IGNORECASE)
"""What Presidio reads patterns with where a request does not say otherwise."""
_ALLOWED = FLAGS | int(regex.VERBOSE | regex.ASCII | regex.UNICODE)
_FIELDS = {
    "name", "supported_language", "supported_entity", "supported_entities", "patterns",
    "deny_list", "deny_list_score", "context", "version", "global_regex_flags", "type",
}  # fmt: skip
_MOST_RECOGNIZERS = 100
_MOST_PATTERNS = 100
_LONGEST = 100_000
"""Characters of a pattern, or of all words of a list."""
_NEAR = 5
"""So many words before a match are searched for its context,"""
_RAISES = 0.35
"""which adds so much to its score,"""
_AT_LEAST = 0.4
"""to this at the least: Presidio's figures."""
_WORD = regex.compile(r"\w+")


class Clock:
    """What is left of the time that patterns of a request may take."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._ends = time.monotonic() + seconds

    def left(self) -> float:
        """Returns the seconds that are left.

        Raises:
            RefusedError: If none are.
        """
        left = self._ends - time.monotonic()
        if left <= 0:
            raise RefusedError(
                422, f"The patterns take longer than {SECONDS:g} seconds; make them simpler."
            )
        return left


@dataclass(frozen=True, slots=True)
class Match:
    """A stretch that a recogniser of the request found."""

    entity: str
    start: int
    end: int
    score: float
    recognizer: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Recognizer:
    """Finds patterns and words."""

    name: str = field(repr=False)
    entity: str = field(repr=False)
    patterns: tuple[tuple[Any, float], ...] = field(repr=False)
    context: tuple[str, ...] = field(default=(), repr=False)

    def find(self, text: str, context: Sequence[str], clock: Clock) -> Iterator[Match]:
        """Yields what is found in a text.

        Args:
            text: The text.
            context: Words about all of the text, beside those that stand in it.
            clock: What is left of the time.

        Raises:
            RefusedError: If the time is over.
        """
        for pattern, score in self.patterns:
            try:
                found = [m.span() for m in pattern.finditer(text, timeout=clock.left())]
            except TimeoutError:
                clock = Clock(0)
                clock.left()
            for start, end in found:
                if start < end and score > 0:
                    raised = self._raised(score, text, start, context)
                    yield Match(self.entity, start, end, raised, self.name)

    def _raised(self, score: float, text: str, start: int, context: Sequence[str]) -> float:
        """A score with what a word of the context adds that stands before the match."""
        if not self.context:
            return score
        # Words are short where somebody wrote them: further back no five of them reach.
        before = _WORD.findall(text, max(0, start - 1000), start)[-_NEAR:]
        near = [word.casefold() for word in (*before, *context)]
        if any(sought in word for sought in self.context for word in near):
            return min(1.0, max(score + _RAISES, _AT_LEAST))
        return score


def read_recognizers(said: Any, language: str, flags: int) -> list[Recognizer]:
    """Returns the recognisers of a request that are of a language.

    Args:
        said: The field `ad_hoc_recognizers`.
        language: Of the request.
        flags: What patterns are read with.

    Raises:
        RefusedError: If they are not of Presidio's form, or a pattern is none.
    """
    if said in (None, []):
        return []
    if not isinstance(said, list) or len(said) > _MOST_RECOGNIZERS:
        raise _malformed(f"ad_hoc_recognizers is no list of at most {_MOST_RECOGNIZERS}.")
    found = []
    for i, each in enumerate(said):
        name = f"ad_hoc_recognizers[{i}]"
        if not isinstance(each, dict):
            raise _malformed(f"{name} is no object.")
        if set(each) - _FIELDS:
            raise _malformed(f"{name} has other fields than {', '.join(sorted(_FIELDS))}.")
        made = _recognizer(each, name, flags)
        if _text(each, "supported_language", name, "en") == language:
            found.append(made)
    return found


def _recognizer(said: Mapping[str, Any], name: str, flags: int) -> Recognizer:
    several = _strings(said, "supported_entities", name)
    if several and "supported_entity" in said:
        raise _malformed(f"{name} has both supported_entity and supported_entities.")
    entity = several[0] if several else _text(said, "supported_entity", name, "")
    if not entity:
        raise _malformed(f"{name} has no supported_entity.")
    if len(several) > 1:
        raise _malformed(f"{name}: supported_entities has more than one entity.")
    own = said.get("global_regex_flags")
    if own is not None:
        flags = read_flags(own, f"{name}.global_regex_flags")
    patterns = [] if said.get("patterns") is None else said["patterns"]
    if not isinstance(patterns, list) or len(patterns) > _MOST_PATTERNS:
        raise _malformed(f"{name}.patterns is no list of at most {_MOST_PATTERNS}.")
    made = [_pattern(each, f"{name}.patterns[{i}]", flags) for i, each in enumerate(patterns)]
    denied = _strings(said, "deny_list", name)
    if denied:
        # Longer ones first, so that of two that begin alike the whole one is found.
        words = "|".join(regex.escape(word) for word in sorted(denied, key=len, reverse=True))
        score = _score(said.get("deny_list_score", 1.0), f"{name}.deny_list_score")
        made.append((compiled(rf"(?<!\w)(?:{words})(?!\w)", flags, f"{name}.deny_list"), score))
    if not made:
        raise _malformed(f"{name} has neither patterns nor a deny_list.")
    context = _strings(said, "context", name)
    called = _text(said, "name", name, "PatternRecognizer")
    return Recognizer(called, entity, tuple(made), tuple(word.casefold() for word in context))


def _pattern(said: Any, name: str, flags: int) -> tuple[Any, float]:
    if not isinstance(said, dict) or set(said) != {"name", "regex", "score"}:
        raise _malformed(f"{name} must have name, regex and score, no more.")
    _text(said, "name", name, "")
    score = _score(said["score"], f"{name}.score")
    return compiled(_text(said, "regex", name, ""), flags, f"{name}.regex"), score


def compiled(pattern: str, flags: int, name: str) -> Any:
    """Returns a pattern that can be searched.

    Args:
        pattern: As `regex` reads it.
        flags: What it is read with.
        name: What it is called, for the message.

    Raises:
        RefusedError: If it is none.
    """
    if len(pattern) > _LONGEST:
        raise _malformed(f"{name} has more than {_LONGEST:,} characters.")
    try:
        return regex.compile(pattern, flags, cache_pattern=False)
    except (regex.error, ValueError, OverflowError, RecursionError):  # which quote it
        raise _malformed(f"{name} is no valid pattern.") from None


def read_flags(said: Any, name: str) -> int:
    """Returns flags of patterns that a request names by their number.

    Raises:
        RefusedError: If it is none that can be.
    """
    if type(said) is not int or said < 0 or said & ~_ALLOWED:
        raise _malformed(f"{name} is no sum of flags (ASCII, IGNORECASE, MULTILINE, DOTALL ...).")
    return said


def _score(said: Any, name: str) -> float:
    if isinstance(said, bool) or not isinstance(said, int | float) or not 0 <= said <= 1:
        raise _malformed(f"{name} is no number within 0 and 1.")
    return float(said)


def _text(said: Mapping[str, Any], field: str, name: str, default: str) -> str:
    found = said.get(field, default)
    if not isinstance(found, str):
        raise _malformed(f"{name}.{field} is no string.")
    return found


def _strings(said: Mapping[str, Any], field: str, name: str) -> tuple[str, ...]:
    found = [] if said.get(field) is None else said[field]
    if not isinstance(found, list) or not all(isinstance(each, str) and each for each in found):
        raise _malformed(f"{name}.{field} is no list of strings that are not empty.")
    return tuple(found)


def _malformed(reason: str) -> RefusedError:
    return RefusedError(
        400, f"Failed to parse /analyze request for AnalyzerEngine.analyze(). {reason}"
    )
