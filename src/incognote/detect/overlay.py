"""What is laid over a model: it fills in where nothing was found, and changes nothing else.

Amirifardchime 2025 flips what its model left out to PHI where a pattern matches an e-mail address,
a social security number, a phone or a record number; Mao 2019 does so for what its gazetteer holds,
for professionals' names that were found elsewhere in the note, and for e-mail addresses. Each of
these is a row of `OVERLAYS` that can be left out, to see what it is worth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, unknown
from incognote.core.labels import LABELS, our_type
from incognote.core.pipeline import Settings
from incognote.core.resolve import FOUND, mark_ends, resolve
from incognote.detect.context import load_context
from incognote.detect.lexicon import LexiconDetector
from incognote.detect.lexicon.lists import to_key
from incognote.detect.rules import RuleDetector, load_rules

Finder = Callable[[Document], Iterator[Span]]
"""From a note with disjoint spans to what an overlay would add."""


def _rules(*types: str) -> Callable[[str], Finder]:
    """An overlay of the rules for some of our types, in the labels of the language."""

    def make(lang: str) -> Finder:
        rows = [rule for rule in load_rules(lang) if our_type(rule.label) in types]
        detector = RuleDetector([rule for rule in rows if rule.score >= FOUND])

        def find(doc: Document) -> Iterator[Span]:
            yield from detector.detect([doc])[0]

        return find

    return make


def _gazetteer(lang: str) -> Finder:
    lexicon = LexiconDetector(lang)
    places = {name for name in lexicon.labels if LABELS[name].category == "LOCATION"}
    streets = _rules("STREET")(lang)

    def find(doc: Document) -> Iterator[Span]:
        for span in lexicon.detect([doc.with_spans(())])[0]:
            if span.label in places and span.score >= FOUND:
                yield span
        yield from streets(doc)

    return find


def _staff(lang: str) -> Finder:
    """The words of staff names, searched one by one.

    Mao 2019 (section 2) labels 'the names that match the tokens already recognized'. Words side
    by side make one name. A title is not searched, though a model may have marked it, and initials
    or `de la` are no name by themselves.
    """
    titles = load_context(lang).titles

    def find(doc: Document) -> Iterator[Span]:
        text = doc.text
        known = {
            word[0]: span
            for span in reversed(doc.spans)
            if our_type(span.label) == "DOCTOR"
            for word in _WORD.finditer(text, span.start, span.end)
            if to_key(word[0]) not in titles
        }
        if not known:
            return
        name: list[re.Match[str]] = []
        for word in _WORD.finditer(text):
            if name and not _JOINS.fullmatch(text, name[-1].end(), word.start()):
                yield from whole(name, known)
                name = []
            if word[0] in known:
                name.append(word)
            else:
                yield from whole(name, known)
                name = []
        yield from whole(name, known)

    def whole(name: list[re.Match[str]], known: Mapping[str, Span]) -> Iterator[Span]:
        capitals = [word for word in name if word[0][0].isupper()]
        if any(len(word[0]) > 1 for word in capitals):
            like = known[capitals[-1][0]]
            yield Span(capitals[0].start(), capitals[-1].end(), like.label, like.score)

    return find


_WORD = re.compile(r"[^\W_]+")
_JOINS = re.compile(r"[ \t]+|['’-]|(?<=\b\w)\.[ \t]?")
"""What stands between two words of one name; a point only behind an initial."""


OVERLAYS: Mapping[str, Callable[[str], Finder]] = {
    "emails": _rules("EMAIL"),
    "ssn": _rules("SSN"),
    "phones": _rules("PHONE", "FAX"),
    "mrn": _rules("MRN"),
    "gazetteer": _gazetteer,
    "staff": _staff,
}
"""From name and language to what it finds."""


class OverlayDetector:
    """Adds what the named overlays find where no detector before found anything.

    Args:
        names: Keys of `OVERLAYS`, laid one over the other in this order.
        lang: Language of the notes.

    Raises:
        ConfigError: If there is no such overlay, or none is named.
    """

    labels = frozenset(LABELS)

    def __init__(self, names: Sequence[str], lang: str) -> None:
        if not names:
            raise ConfigError(f"no overlay is named; there are {', '.join(OVERLAYS)}.")
        for name in names:
            if name not in OVERLAYS:
                raise unknown("overlay", name, OVERLAYS)
        self.names = tuple(names)
        self.lang = lang
        self._ends = mark_ends(lang)
        self._finders = {name: OVERLAYS[name](lang) for name in self.names}

    def __reduce__(self) -> tuple[type[OverlayDetector], tuple[tuple[str, ...], str]]:
        """Makes the overlays anew in the process that it is sent to."""
        return type(self), (self.names, self.lang)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns what is added to each document, sorted and disjoint from what it holds."""
        return [self._added(doc) for doc in docs]

    def _added(self, doc: Document) -> list[Span]:
        held = doc.with_spans(resolve(doc.spans, doc.text, self._ends))
        added: list[Span] = []
        for name, find in self._finders.items():
            taken = bytearray(len(doc.text))
            for span in (*held.spans, *added):
                taken[span.start : span.end] = b"\1" * len(span)
            for span in resolve(find(held), doc.text, self._ends):
                for start, end in _free(span, taken, doc.text):
                    added.append(Span(start, end, span.label, span.score, f"overlay/{name}"))
        return sorted(added)


def _free(span: Span, taken: bytearray, text: str) -> Iterator[tuple[int, int]]:
    """The stretches of a span that nothing covers yet and that hold a letter or digit."""
    start = span.start
    while start < span.end:
        if taken[start]:
            start += 1
            continue
        end = taken.find(1, start, span.end)
        end = span.end if end < 0 else end
        if any(char.isalnum() for char in text[start:end]):
            yield start, end
        start = end


def from_settings(settings: Settings) -> OverlayDetector:
    """Returns the detector of the overlays that the settings name."""
    return OverlayDetector(settings.overlay, settings.lang)
