"""Protection: clinical text that a model may take for an identifier, and that must stay.

Rows (`Rule`, one each, in tables by language) match scores, ratios, durations, laboratory values,
doses and settings by what stands around them; the lists know eponyms, drugs and devices. What the
model found wholly inside such stretches is evidence from then on; of a weekday and the value
behind it the weekday stays a finding. Rules and lists are not overruled: what they find by
themselves has its own context.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from incognote.core.document import Document, Span, State
from incognote.core.language import reader
from incognote.core.pipeline import SURE, Protected, Settings
from incognote.core.resolve import Overlaps
from incognote.core.words import listed
from incognote.detect.lexicon import LexiconDetector
from incognote.detect.lexicon.lists import load_lexicon, to_key
from incognote.detect.lexicon.medical import load_terms
from incognote.detect.rules import Rule, RuleDetector, is_ours

_PEOPLE = frozenset({"PATIENT", "DOCTOR"})
_OTHERS = listed("HOSPITAL ORGANIZATION CITY STREET UNIT LOCATION_OTHER PROFESSION")
_NAMES = _PEOPLE | _OTHERS
"""Types that eponyms, drugs and devices are mistaken for."""
_LIKELY = 0.7
"""From this score on the model is believed that a person bears an eponym that stands alone. In
clinical text it takes hardly any for a person; of people with such names it doubts many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Protection:
    """What of notes in a language is clinical text."""

    rows: tuple[Rule, ...]
    behind_days: tuple[Rule, ...] = ()
    """Rows that know of the weekday before what they match: the value stays, the weekday goes."""
    edges: tuple[Rule, ...] = ()
    """Rows of what stands at the edge of an identifier and is none: a mark that reaches out of it
    loses it, and stays a finding for the rest."""
    weekday: str = ""
    """A pattern for Python's `re`, case ignored: what a mark of a weekday and a value begins with;
    '' where `behind_days` is empty."""


class ProtectionDetector:
    """Finds nothing; says what of a note is clinical text.

    Args:
        lang: Language of the notes.

    Raises:
        ConfigError: If there are no rows for that language.
    """

    labels: frozenset[str] = frozenset()
    protects_from = frozenset({"neural"})

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._rows = RuleDetector(load_rows(lang), tested=is_ours(lang))
        protection = _load(lang)
        self._of_days = frozenset(f"rules/{row.name}" for row in protection.behind_days)
        self._edges = frozenset(f"rules/{row.name}" for row in protection.edges)
        self._weekday = re.compile(protection.weekday or "(?!)", re.IGNORECASE)
        self._lexicon = LexiconDetector(lang)
        self._eponyms = load_lexicon(lang).lists.eponyms
        self._terms = load_terms(lang)

    def __reduce__(self) -> tuple[type[ProtectionDetector], tuple[str]]:
        """Reads the tables anew in the process that it is sent to."""
        return type(self), (self.lang,)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns no spans."""
        return [[] for _ in docs]

    def protected(self, docs: Sequence[Document]) -> list[list[Protected]]:
        """Returns the stretches of each document that are clinical text."""
        doubted = [
            [s for s in doc.spans if s.state is State.FOUND and s.detector in self.protects_from]
            for doc in docs
        ]
        matched = iter(self._rows.detect([doc for doc, d in zip(docs, doubted, strict=True) if d]))
        return [
            self._of(doc, spans, next(matched)) if spans else []
            for doc, spans in zip(docs, doubted, strict=True)
        ]

    def _of(
        self, doc: Document, doubted: Sequence[Span], matched: Sequence[Span]
    ) -> list[Protected]:
        """Those of a note with findings that may give way, given what its rows match."""
        found = [Protected(s.start, s.end, cuts=s.source in self._edges) for s in matched]
        rows = [span for span in matched if span.source in self._of_days]
        found += _behind_days(doc, doubted, rows, self._weekday)
        if any(span.type in _NAMES and span.score < SURE for span in doubted):
            # A person may bear the name of an eponym: here the model is believed where it is sure.
            terms = self._lexicon.protected(doc.text, surely=True)
            for start, end in _joined(doc.text, terms):
                found.append(Protected(start, end, SURE, _OTHERS))
                borne = self._may_be_borne(doc.text, start, end)
                found.append(Protected(start, end, _LIKELY if borne else SURE, _PEOPLE))
        return found

    def _may_be_borne(self, text: str, start: int, end: int) -> bool:
        """Whether a term is an eponym and no more of a term stands beside it (`Killip 2`)."""
        if to_key(text[start:end]) not in self._eponyms:
            return False
        before, behind = _WORD.findall(text[max(0, start - 30) : start]), _BEHIND.match(text, end)
        links = [word for word in map(to_key, before[-2:]) if word not in self._terms.links]
        headed = bool(links) and links[-1] in self._terms.heads_before
        return (
            not headed
            and behind is not None
            and (to_key(behind[1] or "") not in self._terms.heads_after)
        )


_WORD = re.compile(r"[^\W\d_]+")
_BEHIND = re.compile(r"(?!['’]|s['’]|[-/]| ?[\d=]) ?([^\W\d_]+)?")
"""The word behind a name that nothing is owned by, counted or joined to."""


def _behind_days(
    doc: Document, doubted: Sequence[Span], rows: Sequence[Span], weekday: re.Pattern[str]
) -> Iterator[Protected]:
    """The values behind a weekday that a model marked with it: they stay, the weekday goes.

    Only where rows of weekdays hold every digit of the mark: `Sunday 6/10 pain clinic` is a date,
    though `6/10 pain` is none.
    """
    overlaps = Overlaps(rows)
    for span in doubted:
        if weekday.match(doc.text, span.start, span.end) is None:
            continue
        values = overlaps.of(span)
        digits = {i for i in range(span.start, span.end) if doc.text[i].isdigit()}
        if digits.issubset(i for value in values for i in range(value.start, value.end)):
            yield from (Protected(value.start, value.end, cuts=True) for value in values)


def _joined(text: str, terms: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Terms listed one behind the other as one stretch: a model may mark them as one."""
    joined: list[tuple[int, int]] = []
    for start, end in terms:
        if joined and not any(map(str.isalnum, text[joined[-1][1] : start])):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def load_rows(lang: str) -> tuple[Rule, ...]:
    """Returns the rows of a language.

    Raises:
        ConfigError: If there are none.
    """
    protection = _load(lang)
    return protection.rows + protection.behind_days + protection.edges


_load: Callable[[str], Protection] = reader("protection", "PROTECTION")


def from_settings(settings: Settings) -> ProtectionDetector:
    """Returns the protection of the language of the notes."""
    return ProtectionDetector(settings.lang)
