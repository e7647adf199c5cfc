"""A second look at each note: what was found once with confidence is searched in all of it.

papers/004 searches for the names of professionals found once; here every name, place and number is
searched again, names also by their parts and with one letter amiss. What the note itself shows to
be an ordinary word is let go: a part of a name that also stands there in lower case, a word that
the lists know as ordinary or medical.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from incognote.detectors.lexicon import LexiconDetector
from incognote.detectors.lexicon.lists import WORD, load_lexicon, to_key
from incognote.document import Document, Span
from incognote.labels import LABELS, our_type
from incognote.pipeline import Settings
from incognote.resolve import resolve

_WORD = re.compile(r"[^\W\d_]+")
_NAMES = {"PATIENT", "DOCTOR", "NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO"}
_EXACT = {"HOSPITAL", "ORGANIZATION", "STREET", "CITY", "LOCATION_OTHER"}
_NUMBERS = {"ID", "CONTACT"}
_BETWEEN = (" ", "-", ", ")
_SHORTEST_PART = 3
_SHORTEST_MISSPELT = 6
_SHORTEST_EXACT = 4


@dataclass(slots=True)
class _Known:
    """What one note is known to hold."""

    parts: dict[str, Span] = field(default_factory=dict)
    """Words of names, in lower case."""
    surfaces: dict[str, Span] = field(default_factory=dict)
    """Whole surfaces of places and numbers, as they stand."""
    plain: set[str] = field(default_factory=set)
    """Words that the note itself writes in lower case."""


class PropagationDetector:
    """Finds again what earlier detectors found in the same note.

    Args:
        lang: Language of the notes: its lists say which words are ordinary and which medical.
        confidence: Only spans with at least this score are searched again.
    """

    def __init__(self, lang: str, confidence: float = 0.8) -> None:
        """See the class."""
        self.lang = lang
        self.confidence = confidence
        self.labels = frozenset(LABELS)
        self._flags = load_lexicon(lang).flags
        self._medical = LexiconDetector(lang)

    def __reduce__(self) -> tuple[type[PropagationDetector], tuple[str, float]]:
        """Reads the lists anew in the process that it is sent to."""
        return type(self), (self.lang, self.confidence)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns, for each document, further mentions of what its spans already mark."""
        return [list(self._again(doc)) for doc in docs]

    def _again(self, doc: Document) -> Iterator[Span]:
        text = doc.text
        found = resolve(doc.spans, text)
        known = self._known(text, [s for s in found if s.score >= self.confidence])
        if not known.parts and not known.surfaces:
            return
        taken = bytearray(len(text))
        for span in found:
            taken[span.start : span.end] = b"\1" * len(span)
        again = [*_surfaces_again(text, known, taken), *self._parts_again(text, known, taken)]
        if again:
            # Looked up only now: most notes hold nothing more to find.
            for start, end in self._medical.protected(text):
                taken[start:end] = b"\2" * (end - start)
            yield from (s for s in again if 2 not in taken[s.start : s.end])

    def _is_ordinary(self, word: str) -> bool:
        return bool(self._flags.get(to_key(word), 0) & WORD)

    def _known(self, text: str, spans: list[Span]) -> _Known:
        known = _Known(plain={w for w in _WORD.findall(text) if w.islower()})
        for span in sorted(spans, key=lambda s: (-s.score, s.start)):
            surface = text[span.start : span.end]
            if span.label in _NAMES:
                for word in _WORD.findall(surface):
                    part = word.lower()
                    # A note in lower case throughout writes its names so, too.
                    ambiguous = not word.islower() and part in known.plain
                    if (
                        len(part) >= _SHORTEST_PART
                        and not ambiguous
                        and not self._is_ordinary(part)
                    ):
                        known.parts.setdefault(part, span)
            elif (
                len(surface) >= _SHORTEST_EXACT
                and (our_type(span.label) in _EXACT or LABELS[span.label].category in _NUMBERS)
                and (any(c.isdigit() for c in surface) or surface[0].isupper())
                and not self._is_ordinary(surface)
                and "\n" not in surface
            ):
                known.surfaces.setdefault(surface, span)
        return known

    def _parts_again(self, text: str, known: _Known, taken: bytearray) -> Iterator[Span]:
        amiss = _one_letter_amiss(known.parts)
        run: list[tuple[int, int, Span]] = []
        for match in _WORD.finditer(text):
            word, (start, end) = match.group(), match.span()
            if taken[start] or len(word) < _SHORTEST_PART:
                continue
            part = word.lower()
            span = known.parts.get(part)
            if (
                span is None
                and len(word) >= _SHORTEST_MISSPELT
                and word[0].isupper()
                and part not in known.plain
                and not self._is_ordinary(part)
            ):
                near = (amiss[form] for form in _forms(part) if form in amiss)
                span = next((s for other, s in near if _one_apart(part, other)), None)
            if span is None or (word.islower() and not text[span.start : span.end].islower()):
                continue
            # Words of one name side by side are one mark.
            if (
                run
                and run[-1][2].label == span.label
                and text[run[-1][1] : start] in _BETWEEN
                and part not in text[run[-1][0] : run[-1][1]].lower()
            ):
                run[-1] = (run[-1][0], end, span)
            else:
                run.append((start, end, span))
        for start, end, span in run:
            yield Span(start, end, span.label, span.score, "propagation", span.entity)


def _surfaces_again(text: str, known: _Known, taken: bytearray) -> Iterator[Span]:
    for surface, span in known.surfaces.items():
        start = text.find(surface)
        while start >= 0:
            end = start + len(surface)
            if not any(taken[start:end]) and _is_whole(text, start, end):
                yield Span(start, end, span.label, span.score, "propagation", span.entity)
            start = text.find(surface, end)


def _one_letter_amiss(parts: dict[str, Span]) -> dict[str, tuple[str, Span]]:
    """From every form of a long part with a letter left out, and the part itself, to the part.

    Words one change, gap, slip or swap of letters apart have such a form in common, so one look
    in a dictionary stands for comparing all pairs.
    """
    return {
        form: (part, span)
        for part, span in parts.items()
        if len(part) >= _SHORTEST_MISSPELT
        for form in _forms(part)
    }


def _forms(word: str) -> list[str]:
    return [word, *(word[:i] + word[i + 1 :] for i in range(len(word)))]


def _one_apart(a: str, b: str) -> bool:
    """Whether one letter was changed, added, left out or swapped with its neighbour."""
    if abs(len(a) - len(b)) == 1:
        long, short = (a, b) if len(a) > len(b) else (b, a)
        return short in _forms(long)
    differ = [i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y]
    swapped = len(differ) == 2 and differ[1] == differ[0] + 1
    return len(a) == len(b) and (
        len(differ) == 1
        or (swapped and a[differ[0]] == b[differ[1]] and a[differ[1]] == b[differ[0]])
    )


def _is_whole(text: str, start: int, end: int) -> bool:
    return not (
        (start > 0 and text[start - 1].isalnum()) or (end < len(text) and text[end].isalnum())
    )


def from_settings(settings: Settings) -> PropagationDetector:
    """Returns the detector with the lists of the language of the notes."""
    return PropagationDetector(settings.lang)
