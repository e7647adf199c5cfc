"""Rules: patterns for what is regular, one row each, in tables by locale.

A row (`Rule`) is an RE2 pattern, a label, an optional check of the surface and the cases that it
must and must not match, written as marked text. Tables are the modules of the folder of a
language; each has a `RULES`. To add a rule add a row: tests walk the tables.

RE2 matches in time linear in the text, so no note can stall a rule. It has no look-around, and
its \\b and \\w know only ASCII; so the detector itself sees to word borders that hold for
accented text: a mark neither begins nor ends inside a run of letters or digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import numpy as np
import numpy.typing as npt
import re2

from incognote.document import Document, Span
from incognote.errors import ConfigError
from incognote.pipeline import Settings


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of a table."""

    name: str
    """Unique within its language; becomes the source of its spans as `rules/<name>`."""
    label: str
    pattern: str
    """RE2 syntax. The mark is the group `phi`, or `phi1`, `phi2` ... where one match holds several,
    or else the whole match; what stands around the group is context."""
    score: float = 0.95
    """How likely a match is PHI, as measured; below 0.5 it is evidence for the model only."""
    check: Callable[[str], bool] | None = None
    """Says of the surface whether it is what the pattern takes it for: a check digit, a date."""
    cases: tuple[str, ...] = ()
    """Marked text `seen on <DATE>12/03/2019</DATE>`; without a mark, text that must not match."""


class RuleDetector:
    """Applies the rows of a table.

    Args:
        rules: The rows.

    Raises:
        ConfigError: If a pattern is not valid RE2 syntax; the message names the row.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        """See the class."""
        self.rules = tuple(rules)
        self.labels = frozenset(rule.label for rule in rules)
        self._compiled = [(rule, *_compile(rule)) for rule in self.rules]

    def __reduce__(self) -> tuple[type[RuleDetector], tuple[tuple[Rule, ...]]]:
        """Compiles anew in the process that it is sent to."""
        return type(self), (self.rules,)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns the matches of all rows in each document; those of different rows may overlap."""
        return [sorted(self._matches(doc.text)) for doc in docs]

    def _matches(self, text: str) -> Iterator[Span]:
        data = text.encode()  # strict: a lone surrogate is an error, not a skipped character
        to_char = _code_points(data)
        for rule, pattern, groups in self._compiled:
            position = 0
            while position <= len(data):
                match = pattern.search(data, position)
                if match is None:
                    break
                marks = [
                    (to_char(start), to_char(end))
                    for start, end in (match.span(group) for group in groups)
                    if start < end
                ]
                whole = [mark for mark in marks if _is_whole(text, *mark)]
                for start, end in whole:
                    if rule.check is None or rule.check(text[start:end]):
                        yield Span(start, end, rule.label, rule.score, f"rules/{rule.name}")
                if whole == marks:
                    # Continue behind the last mark, not the match: context may serve twice.
                    last = max((match.end(group) for group in groups), default=-1)
                    position = max(last, match.start() + 1)
                else:
                    position = _next_border(data, match.start())


def _compile(rule: Rule) -> tuple[re2._Regexp, tuple[int, ...]]:
    options = re2.Options()
    options.log_errors = False  # the library would print the pattern; the error below names the row
    try:
        pattern = re2.compile(rule.pattern, options)
    except re2.error as error:
        raise ConfigError(f"rule '{rule.name}': the pattern is not valid RE2: {error}.") from None
    marks = sorted(number for name, number in pattern.groupindex.items() if name.startswith("phi"))
    return pattern, tuple(marks) or (0,)


def _code_points(data: bytes) -> Callable[[int], int]:
    """A function from byte offsets of UTF-8 text to code-point offsets."""
    if data.isascii():
        return int
    array = np.frombuffer(data, dtype=np.uint8)
    starts: npt.NDArray[np.int64] = np.zeros(len(data) + 1, dtype=np.int64)
    np.cumsum((array & 0xC0) != 0x80, out=starts[1:])
    return lambda offset: int(starts[offset])


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether [start, end) neither begins nor ends inside a run of letters or digits."""
    return not (
        (start > 0 and text[start].isalnum() and text[start - 1].isalnum())
        or (end < len(text) and text[end - 1].isalnum() and text[end].isalnum())
    )


_RUN = re2.compile(r"[\pL\pN]*")


def _next_border(data: bytes, position: int) -> int:
    """Where to search on after a match that began at `position` cut a word: behind that run."""
    return max(position + 1, int(_RUN.match(data, position).end()))


@cache
def load_rules(lang: str) -> tuple[Rule, ...]:
    """Returns all rows of a language, from every module of its folder, by module name.

    Raises:
        ConfigError: If there are no rules for that language.
    """
    try:
        package = import_module(f"incognote.detectors.rules.{lang}")
    except ModuleNotFoundError:
        raise ConfigError(f"There are no rules for language '{lang}'.") from None
    modules = sorted(module.name for module in iter_modules(package.__path__))
    return tuple(
        rule for name in modules for rule in import_module(f"{package.__name__}.{name}").RULES
    )


def from_settings(settings: Settings) -> RuleDetector:
    """Returns the detector with the rules of the language of the notes."""
    return RuleDetector(load_rules(settings.lang))
