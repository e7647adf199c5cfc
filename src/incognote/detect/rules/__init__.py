"""Rules: patterns for what is regular, one row each, in tables by locale.

A row is an RE2 pattern, an optional check of the surface and the cases that it must and must not
match, written as marked text; the marks in its cases say its label, too. Tables are the modules of
the folder of a language; each has a `RULES`. To add a rule add a row: tests walk the tables.

RE2 matches in time linear in the text, so no note can stall a rule. It has no look-around, and
its \\b and \\w know only ASCII; so the detector itself sees to word borders that hold for
accented text: a mark neither begins nor ends inside a run of letters or digits. What must not
stand around a mark, a row says in `unless_before` and `unless_after`. `\\pL` and its kin
are compiled as a few ranges (`letters.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from pkgutil import iter_modules

import numpy as np
import numpy.typing as npt
import re2

from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError
from incognote.core.language import in_all_packs, reader
from incognote.core.pipeline import Settings
from incognote.detect.rules.candidates import Candidates
from incognote.detect.rules.letters import in_few_ranges


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
    _: KW_ONLY
    check: Callable[[str], bool] | None = None
    """Says of the surface whether it is what the pattern takes it for: a check digit, a date."""
    cases: tuple[str, ...] = ()
    """Marked text `seen on <DATE>12/03/2019</DATE>`; without a mark, text that must not match."""
    unless_before: str = ""
    """RE2 syntax, case ignored: no match where this ends right before the (first) mark."""
    unless_after: str = ""
    """RE2 syntax, case ignored: no match where this begins right after the (last) mark."""
    splits: bool = False
    """Whether a mark may begin or end between a letter and a digit, as the age in `61yo` does;
    never inside a run of letters or of digits."""


PLAIN = "PLAIN"
"""What stands in place of a label in the rows of protection: text to be left as it is."""
_LABEL = re.compile("</([A-Z_]+)>")


def row(
    name: str,
    pattern: str,
    *cases: str,
    score: float = 0.95,
    check: Callable[[str], bool] | None = None,
    unless_before: str = "",
    unless_after: str = "",
    splits: bool = False,
) -> Rule:
    """Returns a row of a table, with the label that its cases are marked with.

    Members are those of `Rule`; a row of protection (`PLAIN`) always `splits`.

    Raises:
        ValueError: If the cases do not have one label.
    """
    labels = {label for case in cases for label in _LABEL.findall(case)}
    if len(labels) != 1:
        raise ValueError(f"rule '{name}': its cases have {len(labels)} labels, not one")
    (label,) = labels
    return Rule(
        name,
        label,
        pattern,
        score,
        check=check,
        cases=cases,
        unless_before=unless_before,
        unless_after=unless_after,
        splits=splits or label == PLAIN,
    )


class RuleDetector:
    """Applies the rows of a table.

    Args:
        rules: The rows.
        tested: Whether they are ours, of which tests try each: what every note needs is made at
            once, and a row is compiled when a note first may match it. Others are compiled at once,
            so that a fault is told before work begins.

    Raises:
        ConfigError: If a pattern is not valid RE2 syntax; the message names the row.
    """

    def __init__(self, rules: Sequence[Rule], *, tested: bool = False) -> None:
        self.rules = tuple(rules)
        self.labels = frozenset(rule.label for rule in rules)
        self._compiled: list[_Compiled | None] = [None] * len(self.rules)
        if tested:
            _ = self._candidates  # made now, and kept
        else:
            for number in range(len(self.rules)):
                self._row(number)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Compiles anew in the process that it is sent to.

        Tables go by the name of their language, for a check may be a function without a name.
        """
        for lang, rules in in_all_packs("rules", "RULES").items():
            if self.rules == rules:
                return _of_language, (lang,)
        return type(self), (self.rules,)

    def _row(self, number: int) -> _Compiled:
        row = self._compiled[number]
        if row is None:
            row = self._compiled[number] = _compile(self.rules[number])
        return row

    @cached_property
    def _candidates(self) -> Candidates:
        """Made for the first note, if not before: many tables are only looked up by row."""
        try:
            return _candidates(tuple(in_few_ranges(rule.pattern) for rule in self.rules))
        except re2.error:
            for number in range(len(self.rules)):
                self._row(number)  # the error of the row that is at fault names it
            raise

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns the matches of all rows in each document; those of different rows may overlap."""
        notes = [_Note(doc.text) for doc in docs]
        found: list[list[Span]] = [[] for _ in notes]
        may_match = self._candidates.of([note.data for note in notes])
        for row, numbers in enumerate(may_match):
            for number in numbers:
                found[number] += self._row(row).matches(notes[number])
        return list(map(sorted, found))


class _Note:
    """A text as patterns read it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.data = text.encode()  # strict: a lone surrogate is an error, no skipped character
        self.to_char = _code_points(self.data)


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A row with its patterns compiled."""

    rule: Rule
    pattern: re2._Regexp
    groups: tuple[int, ...]
    before: re2._Regexp | None
    after: re2._Regexp | None

    def matches(self, note: _Note) -> Iterator[Span]:
        """The marks of a note that the row makes."""
        rule, text, data, position = self.rule, note.text, note.data, 0
        while position <= len(data) and (match := self.pattern.search(data, position)):
            marks = [span for group in self.groups if (span := match.span(group))[0] < span[1]]
            found = [(note.to_char(first), note.to_char(last)) for first, last in marks]
            whole = all(is_whole(text, *mark, splits=rule.splits) for mark in found)
            if whole and found and self.allows(data, marks[0][0], marks[-1][1]):
                for start, end in found:
                    if rule.check is None or rule.check(text[start:end]):
                        yield Span(start, end, rule.label, rule.score, f"rules/{rule.name}")
            if whole:
                # Continue behind the last mark, not the match: context may serve twice.
                behind = max((last for _, last in marks), default=-1)
                position = max(behind, match.start() + 1)
            else:
                position = _next_border(data, match.start())

    def allows(self, data: bytes, start: int, end: int) -> bool:
        """Whether what stands around [start, end) does not speak against a match."""
        if self.before is not None:
            first = max(0, start - _CONTEXT)
            while first < start and data[first] & 0xC0 == 0x80:  # not from within a character
                first += 1
            if self.before.search(data[first:start]):
                return False
        return self.after is None or not self.after.match(data, end, end + _CONTEXT)


_CONTEXT = 48
"""How many bytes around a mark `unless_before` and `unless_after` see."""


@lru_cache(maxsize=4_096)  # the rows of some languages, which take a tenth of a second each
def _compile(rule: Rule) -> _Compiled:
    pattern = _regexp(rule, rule.pattern)
    marks = sorted(number for name, number in pattern.groupindex.items() if name.startswith("phi"))
    return _Compiled(
        rule,
        pattern,
        tuple(marks) or (0,),
        _regexp(rule, f"(?i)(?:{rule.unless_before})$") if rule.unless_before else None,
        _regexp(rule, f"(?i){rule.unless_after}") if rule.unless_after else None,
    )


def _regexp(rule: Rule, pattern: str) -> re2._Regexp:
    try:
        return _compiled(pattern)
    except re2.error as error:
        # What comes behind the colon quotes the pattern: a site's may hold a name.
        what = error.args[0].decode().partition(":")[0]
        raise ConfigError(f"rule '{rule.name}': the pattern is not valid RE2 ({what}).") from None


@lru_cache(maxsize=1 << 12)
def _compiled(pattern: str) -> re2._Regexp:
    """The pattern, which threads may share: a service has a pipeline in each of its workers."""
    options = re2.Options()
    options.log_errors = False  # the library would print the pattern; the error names the row
    return re2.compile(in_few_ranges(pattern), options)


@lru_cache(maxsize=1 << 6)
def _candidates(patterns: tuple[str, ...]) -> Candidates:
    """Those of a table, which threads may share."""
    return Candidates(patterns)


def _code_points(data: bytes) -> Callable[[int], int]:
    """A function from byte offsets of UTF-8 text to code-point offsets."""
    if data.isascii():
        return int
    array = np.frombuffer(data, dtype=np.uint8)
    starts: npt.NDArray[np.int64] = np.zeros(len(data) + 1, dtype=np.int64)
    np.cumsum((array & 0xC0) != 0x80, out=starts[1:])
    return lambda offset: int(starts[offset])


def is_whole(text: str, start: int, end: int, *, splits: bool = False) -> bool:
    """Returns whether [start, end) neither begins nor ends inside a run of letters or digits.

    Args:
        text: A note.
        start: Where the mark begins,
        end: and where it ends.
        splits: Whether a letter beside a digit ends a run.
    """
    return not (
        (start > 0 and _joined(text[start - 1], text[start], splits))
        or (end < len(text) and _joined(text[end - 1], text[end], splits))
    )


def _joined(left: str, right: str, splits: bool) -> bool:
    """Whether two neighbours belong to one run; with `splits`, a letter and a digit do not."""
    if not (left.isalnum() and right.isalnum()):
        return False
    return not splits or left.isalpha() == right.isalpha()


_RUN = re2.compile(r"[\pL\pN]*")


def _next_border(data: bytes, position: int) -> int:
    """Where to search on after a match that began at `position` cut a word: behind that run."""
    return max(position + 1, int(_RUN.match(data, position).end()))


def gathered(package: str) -> tuple[Rule, ...]:
    """Returns the rows of every module of a package, each one's `RULES`, by module name."""
    folder = import_module(package).__path__
    modules = sorted(module.name for module in iter_modules(folder))
    return tuple(rule for name in modules for rule in import_module(f"{package}.{name}").RULES)


load_rules: Callable[[str], tuple[Rule, ...]] = reader("rules", "RULES")
"""All rows of a language, from every module of its folder, by module name."""


def is_ours(lang: str) -> bool:
    """Returns whether a pack is one that ships, whose rows our tests have tried."""
    return lang in registry.ROWS["language"]


def _of_language(lang: str) -> RuleDetector:
    return RuleDetector(load_rules(lang), tested=is_ours(lang))


def from_settings(settings: Settings) -> RuleDetector:
    """Returns the detector with the rules of the language of the notes."""
    return _of_language(settings.lang)
