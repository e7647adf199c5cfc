"""What is known of a patient, in a roster or in a note's own container, searched in the notes.

Names, numbers, addresses and the birth date are found exactly and nearly; streets and providers of
all rows are searched in all notes. docs/roster.md says what counts as near, and how sure each is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.core.known import Known
from incognote.core.name_parts import PARTICLES, SUFFIXES
from incognote.core.pipeline import Settings
from incognote.core.words import Word, any_of, words_of
from incognote.detect.lexicon import LexiconDetector
from incognote.detect.lexicon.lists import load_lexicon
from incognote.detect.roster.everywhere import Everywhere
from incognote.detect.roster.numbers import BirthDate, Codes
from incognote.detect.roster.people import ALONE, EXACT, NEAR, People
from incognote.detect.roster.table import Roster, read_roster
from incognote.detect.roster.words import load_words

_CODE = re.compile(r"(?=[^\W_]*\d)[A-Z0-9]{2,5}[ -]?[A-Z0-9]{2,4}", re.IGNORECASE)
_KINDS = ("staff", "street", "city")
_MARKED = (*_KINDS, "person", "relative", "date", "phone", "email", "record", "zip")
"""What is marked, as `Context.labels` names it."""
_SHORTEST_ALONE = 4
_PREPARED = 64
"""Patients whose values are kept ready to be searched."""


class _Prepared:
    """The values of one patient, ready to be searched."""

    def __init__(self, row: Known, detector: RosterDetector) -> None:
        label = detector.label
        self.people = People(
            [
                (row.names, label["person"]),
                *(((name,), label["relative"]) for name in row.relatives),
                *(((name,), label["staff"]) for name in row.providers),
            ],
            detector.lexicon,
        )
        places = [part for address in row.addresses for part in _address(address, detector.unit)]
        self.codes = Codes(
            [
                *((value, label["phone"]) for value in row.phones),
                *((value, label["email"]) for value in row.emails),
                *((value, label["record"]) for value in row.record_numbers),
                *((value, label["zip"]) for kind, value in places if kind == "zip"),
            ],
            label["phone"],
            detector.lang,
        )
        self.birth = BirthDate(row.birth_date, detector.lang)
        self.places = Everywhere(
            phrase
            for kind, value in places
            if kind != "zip"
            for phrase in _phrases(value, kind, detector)
        )


class RosterDetector:
    """Finds the values of a roster, and those that a note's container tells (`Document.known`).

    Args:
        path: The roster; None for none.
        lang: Language of the notes.
        required: Whether a note whose patient is not in the roster fails.

    Raises:
        IncognoteError: As `read_roster`.
    """

    def __init__(self, path: Path | None, lang: str, *, required: bool = False) -> None:
        self.path, self.lang, self.required = path, lang, required
        self.lexicon = load_lexicon(lang)
        self.label = {kind: self.lexicon.context.labels[kind] for kind in _MARKED}
        self.labels = frozenset(self.label.values())
        words = load_words(lang)
        self.same = words.same
        self.unit = re.compile(rf"\W+{any_of(('#', *words.units))}\b.*", re.IGNORECASE)
        self._medical = LexiconDetector(lang)
        roster = Roster() if path is None else read_roster(path)
        self._everywhere = Everywhere(self._everywhere_phrases(roster.everywhere))
        self._patients = roster.patients
        self._prepared: dict[Known, _Prepared] = {}

    def __reduce__(self) -> tuple[object, tuple[Path | None, str]]:
        """Reads the file anew in the process that it is sent to: no value goes through a pipe."""
        return partial(RosterDetector, required=self.required), (self.path, self.lang)

    def __repr__(self) -> str:
        """The file and how many patients it has."""
        return f"RosterDetector({str(self.path)!r}, {len(self._patients)} patients)"

    def knows(self, doc: Document) -> bool:
        """Returns whether anything is known of the patient of a note, or nobody asked."""
        return self.path is None or self._known(doc) is not None

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns the spans of each document.

        Raises:
            NoteError: If the patient of a note has no row and `required` is set.
        """
        return [list(self._find(doc)) for doc in docs]

    def _known(self, doc: Document) -> Known | None:
        listed = self._patients.get(doc.meta.get("patient", ""))
        if listed and doc.known:
            return listed.united(doc.known)
        return listed or doc.known

    def _find(self, doc: Document) -> Iterator[Span]:
        known = self._known(doc)
        if known is None and self.path is None:
            return
        text = doc.text
        words = words_of(text)
        yield from self._phrases_found(self._everywhere, text, words)
        if known is None:
            if self.required:
                raise NoteError(doc.id, "its patient is not in the roster; add a row")
            return
        values = self._prepared.get(known)
        if values is None:
            values = self._prepared[known] = _Prepared(known, self)
            if len(self._prepared) > _PREPARED:
                del self._prepared[next(iter(self._prepared))]
        yield from self._phrases_found(values.places, text, words)
        for start, end, label, exact in values.codes.find(text, words):
            yield Span(start, end, label, EXACT if exact else NEAR, "roster")
        for start, end, whole in values.birth.find(text, words):
            yield Span(start, end, self.label["date"], EXACT if whole else NEAR, "roster")
        people = list(values.people.find(text, words))
        if any(span.score < EXACT for span in people):
            borne = [(span.start, span.end) for span in people if span.score > NEAR]
            medical = self._medical.protected(text, borne=borne)
            people = [s for s in people if s.score == EXACT or not _inside(s, medical)]
        yield from people

    def _phrases_found(
        self, phrases: Everywhere, text: str, words: Sequence[Word]
    ) -> Iterator[Span]:
        taken: set[int] = set()
        for first, last, kind in phrases.find(text, words, self.same):
            if first in taken and last in taken:  # part of a longer one
                continue
            taken.update(range(first, last + 1))
            # Without a number or a capital these are words: will brown, south park.
            number = any(w.key[0].isdigit() for w in words[first : last + 1])
            capital = words[first].case and words[last].case
            plain = all(self.lexicon.is_ordinary(w.key) for w in words[first : last + 1])
            if number or capital or (first < last and not plain):
                score = EXACT if first < last else ALONE
                label = self.label[_KINDS[kind]]
                yield Span(words[first].start, words[last].end, label, score, "roster")

    def _everywhere_phrases(self, everywhere: Known) -> Iterator[tuple[Sequence[str], int]]:
        for name in everywhere.providers:
            yield from _phrases(name, "staff", self)
        for address in everywhere.addresses:
            for kind, value in _address(address, self.unit):
                if kind == "street":
                    yield from _phrases(value, kind, self, everywhere=True)


def _phrases(
    value: str, kind: str, detector: RosterDetector, *, everywhere: bool = False
) -> Iterator[tuple[Sequence[str], int]]:
    """The forms of a value that are searched as they stand."""
    number = _KINDS.index(kind)
    if kind == "staff":
        family, _, given = value.partition(",")
        keys = [w.key for w in words_of(f"{given} {family}") if w.key not in SUFFIXES]
        named = [key for key in keys if len(key) > 1 and key not in PARTICLES]
        for words in (keys, keys[-1:] + keys[:-1], named[:1] + named[-1:], named[-1:] + named[:1]):
            if len(words) > 1 or _stands_alone(words, detector):
                yield words, number
        return
    keys = [detector.same.get(w.key, w.key) for w in words_of(value)]
    names = [key for key in keys if not key[0].isdigit()]
    if len(keys) > 1 or _stands_alone(keys, detector):
        yield keys, number
    if kind == "street" and len(names) > 1 and not everywhere and keys[0] not in names:
        # 18 Alder Known, also without its number.
        yield keys[next(i for i, key in enumerate(keys) if key in names) :], number


def _stands_alone(keys: Sequence[str], detector: RosterDetector) -> bool:
    """Whether one word says enough by itself."""
    return (
        len(keys) == 1
        and len(keys[0]) >= _SHORTEST_ALONE
        and keys[0].isalpha()
        and not detector.lexicon.is_ordinary(keys[0])
    )


def _address(address: str, units: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """The parts of an address between commas: (street, city or zip, text)."""
    for number, part in enumerate(address.split(",")):
        part = part.strip()
        codes = [m.group() for m in _CODE.finditer(part) if sum(map(str.isdigit, m.group())) > 1]
        if number and codes:
            yield "zip", codes[-1]
            part = part.replace(codes[-1], " ").strip()
            part = "" if len(part) < 4 else part
        if not any(char.isalnum() for char in part):
            continue
        street = not number or any(map(str.isdigit, part))
        yield ("street" if street else "city"), part
        unit = units.search(part)
        if street and unit and unit.start() > 3:
            yield "street", part[: unit.start()]


def _inside(span: Span, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(start < span.end and span.start < end for start, end in ranges)


def from_settings(settings: Settings) -> RosterDetector:
    """Returns the detector, with the roster that the settings name where they name one."""
    return RosterDetector(settings.roster, settings.lang, required=settings.roster_required)
