"""Clinical facts of a note: what it says of drugs, values, diagnoses, what is denied, times.

For measuring what de-identification costs (`assure/utility/`): a fact is where its content stands
in the note, so that another text can be asked whether it still stands there. Three things find
them, all of them data of a language's pack: rows (`Rule`, labelled by kind) for what is regular,
terms of the table `facts` for what has a name, and cues for what is negated. Ages are found by the
rows of rules that find them as identifiers; eponyms, devices and organisms by the lists that
protect them. It is a simple extractor, and how well it reads is measured (docs/utility.md).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from incognote.core.case import fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.core.language import get_language, reader
from incognote.detect.context import load_context
from incognote.detect.lexicon import LexiconDetector
from incognote.detect.lexicon.lists import fold_with_offsets
from incognote.detect.rules import Rule, RuleDetector, load_rules

KINDS = (
    "medication", "dose", "route", "frequency", "lab", "vital", "diagnosis", "negation", "term",
    "time", "duration", "age", "interval",
)  # fmt: skip
"""What facts are of. `term` is an eponym, device, organism or scale; `time` a relation such as '3
days after'; `interval` the days between two dates, which `assure/utility/` adds."""
_FIRST = (
    "age",
    "frequency",
    "time",
    "lab",
    "vital",
    "route",
    "dose",
    "duration",
    "diagnosis",
    "medication",
)
"""Where rows find two facts in one place, which it is: '2 weeks' of '2 weeks ago' lasts not."""
_TERMS = ("medication", "diagnosis")
"""What has a name: the rows of the table `facts` begin with these words."""


@dataclass(frozen=True, slots=True, order=True)
class Fact:
    """One fact: its kind and where its content stands."""

    start: int
    """First code point of the first part."""
    kind: str
    """One of `KINDS`."""
    parts: tuple[tuple[int, int], ...]
    """Start and end of each stretch that it consists of: of a negation the cue and what it denies,
    of an interval the two dates."""

    @property
    def end(self) -> int:
        """One past the last code point of the last part."""
        return max(end for _, end in self.parts)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Facts:
    """By which words a language says clinical facts; the patterns are Python's, case ignored."""

    rows: tuple[Rule, ...]
    """Labelled with a kind in capitals."""
    denied_before: str
    """Pattern: what negates that which follows it."""
    denied_behind: str
    """Pattern: what negates that which stands right before it."""
    denies_nothing: str
    """Pattern: what begins like a negation and is none: no change."""
    ends_denial: str
    """Pattern: words behind which a negation holds no more."""
    department_before: str = ""
    """Pattern: what before a disease makes of it the name of a department: unidad de ictus."""
    department_behind: str = ""
    """The same behind it: TB program."""
    forms: str = ""
    """Pattern: what may stand between a drug and its amount: of its salt and its form."""


_load: Callable[[str], Facts] = reader("facts", "FACTS")

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_SENTENCE = re.compile(r"[.;!?](?=\s|$)|\n[ \t]*\n|\n(?=[ \t]*(?:[-*•#>\d]|[^\W\d_]+:))")
REACH = 120
"""Characters before a term within which what negates it begins."""
_NEAR = 30
"""Characters before a disease in which the word for a department stands."""
_AMOUNT = r"(?:(?:3[2-9]|[4-9]\d|\d{3,4}|2[4-9])/\d{2,3}|\d{1,5}(?:[.,]\d{1,3})?)"
"""Of a drug, without a unit: not what may be a day."""
_NO_AMOUNT = re.compile(
    r"\d|[.,/:-]\d|\s*%|[ -]?(?:d|h|hrs?|hours?|days?|d[ií]as?|weeks?|sem)\b", re.I
)


class FactExtractor:
    """Finds the clinical facts of notes in one language.

    Args:
        lang: Code of a pack.

    Raises:
        ConfigError: If there is no such pack, or it has no facts.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._facts = _load(lang)
        self._rows = RuleDetector(self._facts.rows)
        self._ages, self._dates = (
            RuleDetector(
                [r for r in load_rules(lang) if our_type(r.label) == of and r.score >= 0.5]
            )
            for of in ("AGE", "DATE")
        )
        self._lexicon = LexiconDetector(lang)
        table = get_language(lang).table("facts")
        titles = load_context(lang).addresses
        self._terms = {kind: _Terms.of(kind, table, titles) for kind in _TERMS}
        self._no_terms = frozenset(table.get("term never", ()))
        words = self._facts
        self._before, self._behind, self._nothing, self._ends = (
            re.compile(pattern, re.IGNORECASE)
            for pattern in (
                rf"\b(?:{words.denied_before})(?![^\W_])",
                rf"(?:\s+|\s*[:=(]\s*)(?P<cue>{words.denied_behind})(?![^\W_])",
                rf"\b(?:{words.denies_nothing})\b",
                rf"\b(?:{words.ends_denial})\b",
            )
        )
        self._department_before, self._department_behind = (
            re.compile(pattern, re.IGNORECASE)
            for pattern in (
                rf"\b(?:{words.department_before or '(?!)'}) $",
                rf"(?: (?:&|and|y|e) [^\W\d_]+)? (?:{words.department_behind or '(?!)'})\b",
            )
        )
        between = rf"(?:[ -](?:{words.forms}))?" if words.forms else ""
        self._amount = re.compile(rf"{between}[ \t]{{1,2}}(?P<amount>{_AMOUNT})", re.IGNORECASE)

    def __reduce__(self) -> tuple[type[FactExtractor], tuple[str]]:
        """Reads the tables anew in the process that it is sent to."""
        return type(self), (self.lang,)

    def extract(self, text: str) -> list[Fact]:
        """Returns the facts of a note but for intervals, sorted."""
        doc = Document("", text)
        ((spans,), (ages,)) = self._rows.detect([doc]), self._ages.detect([doc])
        found = [(span.label.lower(), span.start, span.end) for span in spans]
        found = _first([*found, *(("age", span.start, span.end) for span in ages)])
        named = {
            kind: [place for place in terms.find(text) if not self._is_department(text, *place)]
            for kind, terms in self._terms.items()
        }
        taken = _Taken((start, end) for _, start, end in found)
        for _, end in named["medication"]:
            amount = self._amount.match(text, end)
            if amount and not _NO_AMOUNT.match(text, amount.end()):
                start, end = amount.span("amount")
                if not taken.overlaps(start, end):
                    found.append(("dose", start, end))
        found += [(kind, *place) for kind in _TERMS for place in named[kind]]
        taken = _Taken((start, end) for _, start, end in found)
        terms = self._lexicon.protected(text, surely=True)
        found += [
            ("term", start, end)
            for start, end in terms
            if end - start >= _SHORTEST_TERM
            and fold(text[start:end]) not in self._no_terms
            and not taken.overlaps(start, end)
        ]
        facts = [Fact(start, kind, ((start, end),)) for kind, start, end in found]
        return sorted({*facts, *self._denied(text, named["diagnosis"])})

    def _is_department(self, text: str, start: int, end: int) -> bool:
        before = text[max(0, start - _NEAR) : start]
        return bool(
            self._department_behind.match(text, end) or self._department_before.search(before)
        )

    def dates(self, doc: Document) -> Document:
        """Returns the note with its dates for marks, as rules find them."""
        (found,) = self._dates.detect([doc])
        return doc.with_spans(_apart(found))

    def _denied(self, text: str, terms: Iterable[tuple[int, int]]) -> Iterator[Fact]:
        """What is said not to be there: the cue and the term."""
        for start, end in terms:
            if cue := self.denial(text, start, end):
                first = min(cue[0], start)
                yield Fact(first, "negation", tuple(sorted((cue, (start, end)))))

    def denial(self, text: str, start: int, end: int, reach: int = REACH) -> tuple[int, int] | None:
        """Returns start and end of the words that deny what stands in [start, end), None for none.

        Args:
            text: The note.
            start: Of what may be denied.
            end: One past it.
            reach: Characters before it within which what denies it begins.
        """
        if behind := self._behind.match(text, end):
            return behind.span("cue")
        opens = max(0, start - reach)
        ends = [m.end() for m in _SENTENCE.finditer(text, opens, start)]
        opens = ends[-1] if ends else opens
        cues = list(self._before.finditer(text, opens, start))
        if not cues:
            return None
        cue = cues[-1].span()
        if self._nothing.match(text, cue[0]) or self._ends.search(text, cue[1], start):
            return None
        return cue


def _first(found: Iterable[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Of what rows find in one place that which is meant: by kind, then the longest."""
    kept: list[tuple[str, int, int]] = []
    taken = _Taken(())
    rank = {kind: number for number, kind in enumerate(_FIRST)}
    for kind, start, end in sorted(found, key=lambda f: (rank[f[0]], f[1] - f[2], f[1])):
        if not taken.overlaps(start, end):
            taken.add(start, end)
            kept.append((kind, start, end))
    return kept


def _apart(spans: Sequence[Span]) -> Iterator[Span]:
    """Of spans that overlap the longest."""
    taken = _Taken(())
    for span in sorted(spans, key=lambda span: (-len(span), span.start)):
        if not taken.overlaps(span.start, span.end):
            taken.add(span.start, span.end)
            yield span


class _Taken:
    """Stretches of a text, asked whether one overlaps them; by blocks, as notes may be long."""

    _BLOCK = 64

    def __init__(self, stretches: Iterable[tuple[int, int]]) -> None:
        self._blocks: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for start, end in stretches:
            self.add(start, end)

    def add(self, start: int, end: int) -> None:
        for block in range(start // self._BLOCK, (end - 1) // self._BLOCK + 1):
            self._blocks[block].append((start, end))

    def overlaps(self, start: int, end: int) -> bool:
        return any(
            start < last and first < end
            for block in range(start // self._BLOCK, (end - 1) // self._BLOCK + 1)
            for first, last in self._blocks.get(block, ())
        )


@dataclass(frozen=True, slots=True)
class _Terms:
    """The names of one kind of things."""

    phrases: Mapping[str, tuple[tuple[str, ...], ...]]
    """Of each first word the terms that begin with it, longest first, in small letters."""
    as_written: frozenset[str]
    """Single words that count in these very letters: PE, but not pe."""
    endings: tuple[str, ...]
    never: frozenset[str]
    """Words that end so and are none, and phrases that begin so: last fall."""
    titles: frozenset[str]
    """Behind one of them stands a name: Dr. Stone."""

    @classmethod
    def of(cls, kind: str, table: Mapping[str, tuple[str, ...]], titles: frozenset[str]) -> _Terms:
        plain = defaultdict(list)
        never = table.get(f"{kind} never", ())
        for term in (*table.get(kind, ()), *(phrase for phrase in never if " " in phrase)):
            words = tuple(_WORD.findall(fold_with_offsets(term)[0]))
            plain[words[0]].append(words)
        phrases = {
            word: tuple(sorted(terms, key=lambda term: (-len(term), term)))
            for word, terms in plain.items()
        }
        return cls(
            phrases,
            frozenset(table.get(f"{kind} as written", ())),
            tuple(table.get(f"{kind} endings", ())),
            frozenset(" ".join(_WORD.findall(fold_with_offsets(term)[0])) for term in never),
            titles,
        )

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Yields start and end of each term in a text, none within another."""
        folded, offsets = fold_with_offsets(text)
        words = [(m.group(), *m.span()) for m in _WORD.finditer(folded)]
        last = -1
        for i, (word, start, end) in enumerate(words):
            if i <= last or (i and words[i - 1][0] in self.titles and _is_near(folded, words, i)):
                continue
            size = self._size(words, i, folded)
            if not size:
                surface = text[offsets[start] : offsets[end]] if offsets else text[start:end]
                size = int(surface in self.as_written or self._ends(word))
            if size:
                last = i + size - 1
                end = words[last][2]
                if size > 1 and " ".join(word for word, _, _ in words[i : last + 1]) in self.never:
                    continue
                yield (offsets[start], offsets[end]) if offsets else (start, end)

    def _size(self, words: Sequence[tuple[str, int, int]], i: int, folded: str) -> int:
        """How many words the longest term has that begins with word `i`; 0 for none."""
        for term in (*self.phrases.get(words[i][0], ()), *self.phrases.get(_one(words[i][0]), ())):
            found = words[i : i + len(term)]
            if len(found) == len(term) and all(
                each in (word, _one(word)) for each, (word, _, _) in zip(term, found, strict=True)
            ):
                between = (folded[a[2] : b[1]] for a, b in pairwise(found))
                if not any(gap.strip(" \t\n-") for gap in between):
                    return len(term)
        return 0

    def _ends(self, word: str) -> bool:
        one = _one(word)
        return (
            bool(self.endings)
            and len(word) >= _SHORTEST
            and any(each.endswith(self.endings) and each not in self.never for each in (word, one))
        )


def _is_near(folded: str, words: Sequence[tuple[str, int, int]], i: int) -> bool:
    """Whether only a full stop and a blank part a word from the one before it."""
    return folded[words[i - 1][2] : words[i][1]] in (" ", ". ", ".")


_SHORTEST_TERM = 4
"""Letters of the shortest entry of the lists that tells a term: not the No of an answer."""
_SHORTEST = 7
"""Letters of the shortest word whose ending says what it is."""


def _one(word: str) -> str:
    """A word without the ending of a plural."""
    return word[:-1] if word.endswith("s") and len(word) > 3 else word
