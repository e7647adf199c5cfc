"""Which clinical facts of a note its de-identified form keeps.

A fact is kept if its content stands unchanged where it stood: the number with its unit, the name of
the drug, the cue of a negation with what it denies. What was replaced around it is no matter,
unless it denies what was said, or ends what denied it. The days between two dates are kept if the
dates that stand in their places are as many days apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from incognote.assure.utility.alignment import Alignment, align
from incognote.core.document import Document, Span
from incognote.core.errors import InputError, counted
from incognote.core.labels import our_type
from incognote.detect.facts import REACH, Fact, FactExtractor
from incognote.replace.ages import age_in
from incognote.replace.dates import date_of, read
from incognote.replace.note_dates import habits_of
from incognote.replace.replacement import Context

KEPT, OTHERWISE, LOST, NEW = "kept", "read otherwise", "lost", "new after"
"""What becomes of a fact. `read otherwise`: its content stands unchanged and is denied no more and
no less, but the extractor no longer finds it there, since what stands around it changed; it counts
as kept, and is told. `new after` is a fact that only the second form seems to hold."""
OLD_AGE = 90
"""Years from which an age is an identifier and no fact."""
_FAR = 3 * REACH
"""Characters within which a denial is looked for that may have moved away from what it denies."""
_MEASURED = {"age": ("AGE",), "interval": ("DATE",)}
"""Facts that are made of identifiers: of these types they are not put aside."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one fact."""

    fact: Fact
    fate: str
    taken_by: tuple[str, str] = ("", "")
    """Of a lost fact label and source of the mark that took it, where that is known."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One note, before and after."""

    id: str
    outcomes: tuple[Outcome, ...]
    added: tuple[Fact, ...] = ()
    """What is found in the second form alone, in words that the first lacks; its offsets."""
    aside: int = 0
    """Facts of the first form that lie in identifiers which people marked."""


class Comparer:
    """Compares notes with their de-identified forms.

    Args:
        lang: Language of the notes.

    Raises:
        ConfigError: If there is no pack of that language, or it has no facts.
    """

    def __init__(self, lang: str) -> None:
        self._extractor = FactExtractor(lang)
        self._context = Context(b"", lang=lang)

    def compare(
        self,
        before: Document,
        after: Document,
        *,
        identifiers: Iterable[Span] = (),
        replaced: Iterable[Span] = (),
    ) -> Compared:
        """Returns what became of each fact of a note.

        Args:
            before: The note as it was.
            after: Its de-identified form.
            identifiers: Marks that people made: what lies in one is no clinical fact.
            replaced: The marks that a system replaced, so that what went says by which it did.
        """
        lying = align(before.text, after.text)
        facts = [
            fact for fact in self._extractor.extract(before.text) if not self._is_old(before, fact)
        ]
        new = self._extractor.extract(after.text)
        kept = {(fact.kind, fact.parts) for fact in new}
        outcomes, images, aside = [], set(), 0
        marks, gone = list(identifiers), list(replaced)
        intervals = self._intervals(before, after, lying)
        for fact in sorted({*facts, *intervals}):
            if any(_overlaps(fact, mark) and not _is_measured(fact, mark) for mark in marks):
                aside += 1
                continue
            if fact in intervals:
                fate = KEPT if intervals[fact] else LOST
            else:
                places = [lying.place_of(*part) for part in fact.parts]
                image = tuple(place for place in places if place is not None)
                if len(image) < len(places) or self._turned(before, fact, after, image):
                    fate = LOST
                else:
                    fate = KEPT if (fact.kind, image) in kept else OTHERWISE
                    images.add((fact.kind, image))
            by = next((mark for mark in gone if _overlaps(fact, mark)), None)
            took = (by.label, by.source) if by is not None and fate == LOST else ("", "")
            outcomes.append(Outcome(fact, fate, took))
        added = tuple(
            fact
            for fact in new
            if (fact.kind, fact.parts) not in images
            and not all(lying.came(*part) for part in fact.parts)
            and not self._is_old(after, fact)
        )
        return Compared(before.id, tuple(outcomes), added, aside)

    def _turned(
        self, before: Document, fact: Fact, after: Document, image: Sequence[tuple[int, int]]
    ) -> bool:
        """Whether what was put around a fact denies it, or ends what denied it."""
        if fact.kind == "negation":
            return not any(
                self._extractor.denial(after.text, *part, _FAR) == other
                for part, other in (image, image[::-1])
            )
        return (
            self._extractor.denial(after.text, *image[0]) is not None
            and self._extractor.denial(before.text, *fact.parts[0], _FAR) is None
        )

    def _is_old(self, doc: Document, fact: Fact) -> bool:
        if fact.kind != "age":
            return False
        age = age_in(doc.text[fact.start : fact.end], self._context.lang)
        return age is not None and age[2] >= OLD_AGE

    def _intervals(
        self, before: Document, after: Document, lying: Alignment
    ) -> Mapping[Fact, bool]:
        """Of each two whole dates that follow each other, whether they stay as many days apart."""
        old, new = self._dated(before), self._dated(after)
        places: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for span in old:
            places[lying.around(*span)].append(span)
        images: dict[tuple[int, int], date | None] = {}
        for (start, end), spans in places.items():
            within = [day for (s, e), day in new.items() if start <= s and e <= end]
            # A date that nobody replaced reads as part of what stands around it.
            if len(within) != len(spans):
                within = [self._at(lying, span, new) for span in spans]
            images.update(zip(spans, within, strict=True))
        found = {}
        for (first, day), (second, other) in pairwise(old.items()):
            if day is None or other is None:
                continue
            moved, moved_other = images[first], images[second]
            same = moved is not None and moved_other is not None
            same = same and moved_other - moved == other - day  # type: ignore[operator]
            found[Fact(first[0], "interval", (first, second))] = same
        return found

    @staticmethod
    def _at(
        lying: Alignment, span: tuple[int, int], new: Mapping[tuple[int, int], date | None]
    ) -> date | None:
        place = lying.place_of(*span)
        return new.get(place) if place else None

    def _dated(self, doc: Document) -> dict[tuple[int, int], date | None]:
        """The dates of a note that say their year, by where they stand."""
        marked = self._extractor.dates(doc)
        habits = habits_of(marked, self._context)
        found: dict[tuple[int, int], date | None] = {}
        for span in marked.spans:
            form = read(doc.text[span.start : span.end], habits)
            day = date_of(form, habits) if form else None
            if day is not None:
                found[span.start, span.end] = day
        return found


def _overlaps(fact: Fact, mark: Span) -> bool:
    return any(start < mark.end and mark.start < end for start, end in fact.parts)


def _is_measured(fact: Fact, mark: Span) -> bool:
    return our_type(mark.label) in _MEASURED.get(fact.kind, ())


def paired(
    before: Iterable[Document], after: Iterable[Document]
) -> Iterator[tuple[Document, Document]]:
    """Yields each note with its de-identified form, in the order of the notes.

    Raises:
        InputError: If an id stands twice, or notes of one side are missing on the other.
    """
    forms: dict[str, Document] = {}
    for doc in after:
        if doc.id in forms:
            raise InputError(f"AFTER holds the id {doc.id} twice.")
        forms[doc.id] = doc
    seen: set[str] = set()
    missing: list[str] = []
    pairs = []
    for doc in before:
        if doc.id in seen:
            raise InputError(f"BEFORE holds the id {doc.id} twice.")
        seen.add(doc.id)
        if doc.id in forms:
            pairs.append((doc, forms[doc.id]))
        else:
            missing.append(doc.id)
    more = [id for id in forms if id not in seen]
    for ids, where, there in ((missing, "AFTER", "BEFORE"), (more, "BEFORE", "AFTER")):
        if ids:
            raise InputError(
                f"{where} lacks {counted(len(ids), 'note')} of {there}, {ids[0]} among them: "
                "what is kept can be told of notes that both have, by their ids. Read tables and "
                "JSON lines with the same --text and --id as the run that made AFTER."
            )
    yield from pairs
