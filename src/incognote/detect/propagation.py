"""A second look at each note: what was found once with confidence is searched in all of it.

Mao 2019 searches for the names of professionals found once; here every name, place and number is
searched again, names also by their parts, with one letter amiss and by three initials or more; two
or three that stand for a person once (`Pt JS called`) do again, if they are no abbreviation of
notes. A part of a name that is a word too, because the lists know it as one or the note writes it
small where they do not know it as a name alone, counts only where what stands around it makes it a
name (`name_words`). The same holds of one that is a medical term by itself (Graves, Foley); what is
part of a longer term never counts.

Given all notes of a patient, what each holds is searched in the others too, with more care: what
is a name there may be a word here. Before either, and of what they find, names of which half was
found are made whole (`half_names`).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import ahocorasick_rs

from incognote.core.document import Document, Span
from incognote.core.labels import LABELS, our_type
from incognote.core.name_parts import SUFFIXES
from incognote.core.pipeline import Settings
from incognote.core.resolve import mark_ends, resolve
from incognote.core.words import any_of, one_apart, one_letter_amiss, with_one_left_out
from incognote.detect.half_names import saints_of, whole_names
from incognote.detect.initials import initials_of
from incognote.detect.joined_names import JoinedNames
from incognote.detect.lexicon import LexiconDetector
from incognote.detect.lexicon.lists import Lexicon, load_lexicon, to_key
from incognote.detect.name_words import NameWords
from incognote.detect.rules import is_whole

_WORD = re.compile(r"[^\W\d_]+")
_ALONE = re.compile(r"[A-Z]{2,3}")
"""Initials in place of a name."""
_DOUBLE = re.compile(r"[^\W\d_]+-[^\W\d_]+")
"""Given name and surname with a hyphen are still a name; all else that is joined is a login."""
_EXACT = {"HOSPITAL", "ORGANIZATION", "STREET", "CITY", "LOCATION_OTHER"}
_NUMBERS = {"ID", "CONTACT"}
_JOINED = tuple("/-+=%_")
"""What joins letters to the rest of an abbreviation, a log-in or a measure."""
_BETWEEN = (" ", "-", ", ")
_QUICKLY_MADE = ahocorasick_rs.Implementation.NoncontiguousNFA
_SHORTEST_PART = 3
_SHORTEST_MISSPELT = 6
_SHORTEST_EXACT = 4
_LONGEST_NAME = 128
"""Characters: where names stand side by side without end, no more are looked at."""


@dataclass(frozen=True, slots=True, order=True)
class _Origin:
    """What is known of a surface: the mark that it comes from."""

    doubt: float
    """One less its score, so that the surest comes first in order."""
    label: str
    entity: str
    lower: bool
    """Whether it stands in lower case there."""
    named: bool
    """Whether it is a person's name."""

    def mark(self, start: int, end: int) -> Span:
        return Span(start, end, self.label, 1.0 - self.doubt, "propagation", self.entity)


_Found = tuple[int, int, _Origin]


@dataclass(slots=True)
class _Known:
    """What one note is known to hold."""

    parts: dict[str, _Origin] = field(default_factory=dict)
    """Words of names, in lower case."""
    in_any_case: set[str] = field(default_factory=set)
    """Keys of those that are names in small letters too: the lists know no such word."""
    surfaces: dict[str, _Origin] = field(default_factory=dict)
    """Whole surfaces of names of several words, of places and numbers, as they stand."""
    initials: dict[str, _Origin] = field(default_factory=dict)
    """Of whole names, and those that stand alone for one, in capitals."""
    plain: frozenset[str] = frozenset()
    """Words that the note itself writes in lower case."""
    names: dict[str, _Origin] = field(default_factory=dict)
    """Whole names, as they stand."""


class _Names:
    """Names of persons, to be searched by those parts that are words too."""

    def __init__(self, names: Mapping[str, _Origin], lexicon: Lexicon) -> None:
        self._origins = list(names.values())
        self._words = NameWords(names, lexicon)
        self._as_one = JoinedNames(names, lexicon)
        self._lexicon = lexicon

    def again(
        self, text: str, known: _Known, taken: bytearray, terms: frozenset[str] = frozenset()
    ) -> dict[int, _Found]:
        """From where it starts to what is a name in a note by what stands around it.

        Of names that are words, too short to stand alone, or medical `terms`.
        """

        def is_word(part: str) -> bool:
            return (
                len(part) < _SHORTEST_PART
                or part in known.plain
                or part in terms
                or self._lexicon.is_ordinary(part)
            )

        @cache
        def surest(persons: frozenset[int]) -> _Origin:
            return min(self._origins[person] for person in persons)

        hits = self._words.find(text, taken, is_word, known.plain)
        return {start: (start, end, surest(persons)) for start, end, persons in hits}

    def joined(self, text: str, found: Sequence[Span], taken: bytearray) -> Iterator[Span]:
        """Yields the tokens that hold a full name and are not marked whole."""
        for start, end, person in self._as_one.find(text):
            if all(taken[i] or not text[i].isalnum() for i in range(start, end)):
                continue
            origin = self._origins[person]
            first = bisect_left(found, start, key=lambda s: s.start)
            last = bisect_right(found, end, key=lambda s: s.end)
            inside = found[first:last]
            if inside:  # of one label they become one mark
                label = min(inside, key=lambda s: (-s.score, s.start)).label
            else:
                login = self._lexicon.context.labels["login"]
                double = _DOUBLE.fullmatch(text, start, end)
                label = origin.label if double or not login else login
            yield replace(origin.mark(start, end), label=label)


class _Record:
    """What the notes of one patient are known to hold, together."""

    def __init__(self, notes: Iterable[_Known], lexicon: Lexicon) -> None:
        self.parts: dict[str, _Origin] = {}
        self.in_any_case: set[str] = set()
        surfaces: dict[str, _Origin] = {}
        names: dict[str, _Origin] = {}
        for known in notes:
            self.in_any_case |= known.in_any_case
            for mine, theirs in (
                (self.parts, known.parts),
                (surfaces, known.surfaces),
                (names, known.names),
            ):
                for key, origin in theirs.items():
                    # The surest, then by name: never the one of the note that came first.
                    mine[key] = min(mine.get(key, origin), origin)
        # Where a token may hold either of two, the first takes it: never by the order of notes.
        ordered = dict(sorted(names.items(), key=lambda item: (item[1], item[0])))
        self.names = _Names(ordered, lexicon)
        self.amiss = one_letter_amiss(self.parts, _SHORTEST_MISSPELT)
        self.surfaces = _Surfaces(surfaces)


class PropagationDetector:
    """Finds again what earlier detectors found in the same note, or in the same patient's.

    Args:
        lang: Language of the notes: its lists say which words are ordinary and which medical.
        confidence: Only spans with at least this score are searched again.
    """

    def __init__(self, lang: str, confidence: float = 0.8) -> None:
        self.lang = lang
        self.confidence = confidence
        self.labels = frozenset(LABELS)
        self._ends = mark_ends(lang)
        self._lexicon = load_lexicon(lang)
        context = self._lexicon.context
        self._names = {context.labels["person"], context.labels["staff"]}
        self._no_name = re.compile(rf"\b{any_of(sorted(context.before_words))}\s$", re.IGNORECASE)
        self._medical = LexiconDetector(lang)
        saints_of(lang)  # a pack without them is refused now, not at its first note

    def __reduce__(self) -> tuple[type[PropagationDetector], tuple[str, float]]:
        """Reads the lists anew in the process that it is sent to."""
        return type(self), (self.lang, self.confidence)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns, for each document, further mentions of what its spans already mark."""
        return [
            [
                *whole,
                *self._again_whole(
                    doc.text, found, self._known(doc.text, found, plain, plain), None
                ),
            ]
            for doc in docs
            for plain, (whole, found) in ((_plain(doc.text), self._found(doc)),)
        ]

    def detect_record(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns, for each note of one patient, further mentions of what is known of any."""
        found = [self._found(doc) for doc in docs]
        plain = [_plain(doc.text) for doc in docs]
        small = frozenset().union(*plain)
        known = [
            self._known(doc.text, f, own, small)
            for doc, (_, f), own in zip(docs, found, plain, strict=True)
        ]
        record = _Record(known, self._lexicon)
        return [
            [*whole, *self._again_whole(doc.text, f, k, record)]
            for doc, (whole, f), k in zip(docs, found, known, strict=True)
        ]

    def _found(self, doc: Document) -> tuple[list[Span], Sequence[Span]]:
        """What makes half names whole, and all that was found with it, disjoint."""
        found = resolve(doc.spans, doc.text, self._ends)
        whole = list(whole_names(doc.text, found, self._lexicon, self.lang))
        return whole, resolve((*found, *whole), doc.text, self._ends) if whole else found

    def _again_whole(
        self, text: str, found: Sequence[Span], known: _Known, record: _Record | None
    ) -> list[Span]:
        """What is found again, and what makes whole the names of which that is half."""
        again = self._again(text, found, known, record)
        if not again:
            return again
        all_found = resolve((*found, *again), text, self._ends)
        return [*again, *whole_names(text, all_found, self._lexicon, self.lang)]

    def _again(
        self, text: str, found: Sequence[Span], known: _Known, record: _Record | None
    ) -> list[Span]:
        if not (known.names or known.surfaces or record):
            return []
        taken = bytearray(len(text))
        for span in found:
            taken[span.start : span.end] = b"\1" * len(span)
        own = _Names(known.names, self._lexicon)
        names = record.names if record else own
        whole = list(names.joined(text, found, taken))
        for span in whole:
            taken[span.start : span.end] = b"\1" * len(span)
        again = [
            *_Surfaces(known.surfaces).again(text, taken),
            *self._parts_again(text, known, own, taken),
        ]
        if record:
            for span in again:
                taken[span.start : span.end] = b"\1" * len(span)
            again += record.surfaces.again(text, taken)
            again += self._parts_of_record(text, known, record, taken)
        if again:
            # Looked up only now: most notes hold nothing more to find.
            borne = [(s.start, s.end) for s in again]
            stretches = set(self._medical.protected(text, borne=borne))
            # A term by itself is a person where what stands around it says so: 'Graves denies'.
            alone = {(s.start, s.end) for s in again} & stretches
            if alone:
                free = bytearray(taken)
                for start, end in alone:
                    free[start:end] = bytes(end - start)
                terms = frozenset(text[start:end].lower() for start, end in alone)
                persons = names.again(text, known, free, terms)
                stretches -= {
                    (start, end)
                    for start, end in alone
                    if start in persons or text[start:end] in known.initials
                }
            for start, end in stretches:
                taken[start:end] = b"\2" * (end - start)
        return [*whole, *(s for s in again if 2 not in taken[s.start : s.end])]

    def _known(
        self, text: str, spans: Sequence[Span], plain: frozenset[str], small: frozenset[str]
    ) -> _Known:
        """What a note holds; `small` are words that its patient's notes write small."""
        known = _Known(plain=plain)
        confident = [s for s in spans if s.score >= self.confidence]
        for span in sorted(confident, key=lambda s: (-s.score, s.start)):
            surface = text[span.start : span.end]
            named = span.label in self._names
            origin = _Origin(1.0 - span.score, span.label, span.entity, surface.islower(), named)
            if named:
                known.names.setdefault(surface, origin)
                words = _WORD.findall(surface)
                if not small.isdisjoint(_small_forms(words)):
                    surely = self._medical.in_any_case(text, span.start, span.end)
                    known.in_any_case |= surely
                    for part in surely:  # also without its accents
                        known.parts.setdefault(part, origin)
                if short := self._initials(surface):
                    known.initials.setdefault(short, origin)
                for word in words:
                    part = word.lower()
                    # A note in lower case throughout writes its names so, too.
                    ambiguous = not word.islower() and part in known.plain
                    if (
                        len(part) >= _SHORTEST_PART
                        and part not in SUFFIXES  # 'Stage III' is no namesake
                        and (
                            not ambiguous
                            or to_key(part) in known.in_any_case
                            or self._lexicon.is_only_a_name(part)
                        )
                        and not self._lexicon.is_ordinary(part)
                    ):
                        known.parts.setdefault(part, origin)
                if sum(len(word) >= _SHORTEST_PART for word in words) > 1:
                    known.surfaces.setdefault(surface, origin)
                    # Two words of it in its order are no two words that happen to be names.
                    if known.plain.issuperset(word.lower() for word in words):
                        known.surfaces.setdefault(surface.lower(), origin)
            elif (
                len(surface) >= _SHORTEST_EXACT
                and (our_type(span.label) in _EXACT or LABELS[span.label].category in _NUMBERS)
                and (any(c.isdigit() for c in surface) or surface[0].isupper())
                and not self._lexicon.is_ordinary(surface)
                and "\n" not in surface
            ):
                known.surfaces.setdefault(surface, origin)
        return known

    def _initials(self, surface: str) -> str:
        """The initials that a name is, or is found by; '' where they may be a word, too."""
        if _ALONE.fullmatch(surface):
            return "" if surface.lower() in self._lexicon.lists.no_initials else surface
        short = initials_of(surface)
        return "" if self._lexicon.is_ordinary(short) else short

    def _near(
        self, word: str, known: _Known, amiss: Mapping[str, tuple[str, _Origin]]
    ) -> _Origin | None:
        """The long part of a name that a word has all letters of but one."""
        part = word.lower()
        if len(word) < _SHORTEST_MISSPELT or part in known.plain or self._lexicon.is_ordinary(part):
            return None
        near = (amiss[form] for form in with_one_left_out(part) if form in amiss)
        return next((origin for other, origin in near if one_apart(part, other)), None)

    def _is_name_in_small(self, text: str, start: int, word: str, known: _Known) -> bool:
        if to_key(word) in known.in_any_case:
            return True
        before = text[max(0, start - 5) : start]
        return self._lexicon.is_only_a_name_in_small(word) and not self._no_name.search(before)

    def _owning(self, text: str, start: int, word: str, known: _Known) -> _Origin | None:
        """The name that a word in small letters, its `s` off, is the possessive of: `zoes mom`."""
        stem = word[:-1]
        if not word.islower() or self._lexicon.is_ordinary(word):
            return None
        return known.parts.get(stem) if self._is_name_in_small(text, start, stem, known) else None

    def _parts_again(
        self, text: str, known: _Known, own: _Names, taken: bytearray
    ) -> Iterator[Span]:
        amiss = one_letter_amiss(known.parts, _SHORTEST_MISSPELT)
        hits = own.again(text, known, taken)
        for match in _WORD.finditer(text):
            word, (start, end) = match.group(), match.span()
            if taken[start]:
                continue
            if len(word) < _SHORTEST_PART:
                if (origin := known.initials.get(word)) and _stands_alone(text, start, end):
                    hits[start] = (start, end, origin)
                continue
            origin = known.parts.get(word.lower()) or known.initials.get(word)
            if origin is None and word[0].isupper():
                origin = self._near(word, known, amiss)
            if origin is not None and (
                origin.lower
                or not word.islower()
                or self._is_name_in_small(text, start, word, known)
            ):
                hits[start] = (start, end, origin)
            elif word[-1] == "s" and (owner := self._owning(text, start, word, known)):
                hits[start] = (start, end, owner)
        return _joined(text, hits)

    def _parts_of_record(
        self, text: str, known: _Known, record: _Record, taken: bytearray
    ) -> Iterator[Span]:
        hits = record.names.again(text, known, taken)
        for match in _WORD.finditer(text):
            word, (start, end) = match.group(), match.span()
            if taken[start] or len(word) < _SHORTEST_PART:
                continue
            part = word.lower()
            origin = record.parts.get(part)
            # A word that this note writes small is a name only if it is nothing else.
            if (
                origin is not None
                and part in known.plain
                and to_key(part) not in record.in_any_case
                and not self._lexicon.is_only_a_name(part)
            ):
                continue
            if origin is None and word[0].isupper():
                origin = self._near(word, known, record.amiss)
            if origin is not None:
                hits[start] = (start, end, origin)
        return _joined(text, hits)


def _plain(text: str) -> frozenset[str]:
    """The words that a note writes in small letters."""
    return frozenset(word for word in _WORD.findall(text) if word.islower())


def _small_forms(words: Iterable[str]) -> Iterator[str]:
    """How words of a name may stand in small letters: as they are, without accents, owned."""
    for word in words:
        for form in {word.lower(), word.lower() if word.isascii() else to_key(word)}:
            yield from (form, f"{form}s")


def _joined(text: str, hits: Mapping[int, _Found]) -> Iterator[Span]:
    """Marks of the hits; words of one name side by side are one mark."""
    run: list[_Found] = []
    for _, (start, end, origin) in sorted(hits.items()):
        if (
            run
            and run[-1][2].label == origin.label
            and text[run[-1][1] : start] in _BETWEEN
            and text[start:end].lower()
            not in text[max(run[-1][0], start - _LONGEST_NAME) : run[-1][1]].lower()
        ):
            run[-1] = (run[-1][0], end, origin)
        else:
            run.append((start, end, origin))
    return (origin.mark(start, end) for start, end, origin in run)


class _Surfaces:
    """Surfaces to be searched again, all in one pass over a text."""

    def __init__(self, surfaces: Mapping[str, _Origin]) -> None:
        self._known = sorted(surfaces.items())
        # Of a long one its beginning: to make an automaton takes the square of the longest.
        beginnings = [surface[:_LONGEST_NAME] for surface, _ in self._known]
        self._automaton = ahocorasick_rs.AhoCorasick(beginnings, implementation=_QUICKLY_MADE)

    def again(self, text: str, taken: bytearray) -> Iterator[Span]:
        for number, start, _ in self._automaton.find_matches_as_indexes(text, overlapping=True):
            surface, origin = self._known[number]
            end = start + len(surface)
            if (
                is_whole(text, start, end)
                and text.startswith(surface, start)
                and _is_free(taken, start, end, surface, origin)
            ):
                yield origin.mark(start, end)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether nothing beside two letters makes them a measure or a code: `KL 2`, `JS/kt`."""
    before, after = text[max(0, start - 2) : start].rstrip(" "), text[end : end + 2].lstrip(" ")
    return not (before[-1:].isdigit() or before[-1:] in _JOINED or after[:1] in _JOINED) and not (
        after[:1].isdigit()
    )


def _is_free(taken: bytearray, start: int, end: int, surface: str, origin: _Origin) -> bool:
    """Whether a mark tells something new: of a name, or of words, even a part may be missing."""
    there = sum(taken[start:end])
    return there < end - start if origin.named or " " in surface else not there


def from_settings(settings: Settings) -> PropagationDetector:
    """Returns the detector with the lists of the language of the notes."""
    return PropagationDetector(settings.lang)
