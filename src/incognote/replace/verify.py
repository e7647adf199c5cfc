"""Searches what was written for what should have left it, before anybody sees it.

Each output is searched for every original that its note lost, and for the roster's values of the
patient. docs/roster.md says word by word what counts; in short: names by whole surfaces in either
order, and by parts that are no words; places by whole surfaces; numbers, contacts and full dates
however they are divided. Ages, occupations and words that any note may hold recur rightly. Where
dates were moved, what looks like a date among them is searched too: it would tell the shift.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from incognote.core import registry
from incognote.core.decoded import decode, readable
from incognote.core.document import Document, Span
from incognote.core.errors import NoteError, unknown
from incognote.core.labels import get_label
from incognote.core.name_parts import SUFFIXES
from incognote.core.pipeline import Detector, Pipeline, Settings
from incognote.core.resolve import FOUND, MarkEnds, Overlaps, mark_ends, resolve
from incognote.core.words import Word, words_of
from incognote.detect.context import united
from incognote.replace.policy import Policy, get_policy, makes_up
from incognote.replace.redact import Redacted, redact, retag
from incognote.replace.replacement import Context

MODES = ("redact", "fail", "off")
"""What a hit leads to: the mark is added and the note written anew, the note fails, no search."""

_ROUNDS = 3
_NAMES = frozenset(("PATIENT", "DOCTOR"))
_PLACES = frozenset(
    ("HOSPITAL", "ORGANIZATION", "STREET", "CITY", "STATE", "COUNTRY", "LOCATION_OTHER")
)
_SHORTEST_PART = 3
_SHORTEST_PLACE = 4
_SHORTEST_CODE = 5
_LONGEST_PHRASE = 32
"""Words."""
_MOST_PIECES = 32
"""Of a number, which may be read out digit by digit."""
_WIDEST_GAP = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """Words that a mark of a name may hold and that tell nobody: `context.ROLES` of a pack.

    They are folded. What of a name is such a word is not searched in the output.
    """

    words: frozenset[str] = frozenset()
    """Titles, relations and particles: `dr`, `mother`, `von`."""
    in_small: frozenset[str] = frozenset()
    """Those that tell nobody only where they are written small; with a capital they are names."""


_roles: Callable[[str], Roles] = united("context", "ROLES")


class Vocabulary(Protocol):
    """What the word lists say; the lexicon detector is one."""

    def is_ordinary(self, word: str) -> bool:
        """Returns whether a word is one of the language, whatever else it may be."""
        ...

    def is_only_a_name_in_small(self, word: str) -> bool:
        """Returns whether a word is a name of persons and no other, even where written small."""
        ...

    def in_any_case(self, text: str, start: int, end: int) -> frozenset[str]:
        """Returns the words of a name, folded, that are that name even where written small."""
        ...

    def protected(self, text: str, *, borne: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Returns the stretches that are medical terms though they hold names.

        `borne` are stretches that somebody known bears as a name.
        """
        ...


@runtime_checkable
class KnowsPatients(Detector, Protocol):
    """A detector that holds values of each patient: a roster."""

    def knows(self, doc: Document) -> bool:
        """Returns whether it holds values of the patient of a note."""
        ...


@dataclass(frozen=True, slots=True)
class Hit:
    """An original that stands in an output, in offsets of that output; no text."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Verified:
    """An output that holds no original any more.

    Attributes:
        doc: The note with all its marks, those that the search added among them.
        redacted: The note as it is written.
        added: How many marks were added.
        retagged: How many replacements happened to be another original and became tags.
    """

    doc: Document
    redacted: Redacted
    added: int = 0
    retagged: int = 0


class Verifier:
    """Searches outputs.

    Args:
        lang: Language of the notes: the code of a pack.
        roster: Searched too where it is given.
        mode: One of `MODES`.

    Raises:
        ConfigError: If there is no such mode or language, or its pack lacks a part.
    """

    def __init__(self, lang: str, roster: Detector | None = None, mode: str = "redact") -> None:
        if mode not in MODES:
            raise unknown("way to verify", mode, MODES)
        self.mode = mode
        self._vocabulary: Vocabulary = registry.get("detector", "lexicon")(Settings(lang))
        roles = _roles(lang)
        self._roles = replace(roles, words=roles.words | SUFFIXES)  # 'Stage III' is no namesake
        self._ends = mark_ends(lang)
        self._roster = roster

    def redact(self, doc: Document, policy: Policy, context: Context) -> Verified:
        """Returns the note redacted, and searched as the mode says.

        Raises:
            NoteError: If an original stands in the output and may not or cannot be removed.
        """
        added = 0
        for turn in range(_ROUNDS):
            redacted = redact(doc, policy, context)
            if self.mode == "off":
                return Verified(doc, redacted)
            hits = self.search(doc, redacted, policy)
            returned = {i for i in (_replaced_at(redacted, hit) for hit in hits) if i is not None}
            left = [hit for hit in hits if _replaced_at(redacted, hit) is None]
            if not left:
                return Verified(doc, retag(redacted, returned), added, len(returned))
            if self.mode == "fail" or turn == _ROUNDS - 1:
                break
            marks = [
                Span(redacted.to_old(h.start), redacted.to_old(h.end), h.label, FOUND, "verify")
                for h in left
            ]
            added += len(resolve(marks, doc.text, self._ends))  # parts of a name are found, too
            doc = with_marks(doc, marks, self._ends)
        raise NoteError(
            doc.id,
            f"{len(left)} identifiers that left the text still stand in the output, the first "
            f"{left[0].label} at its characters [{left[0].start}, {left[0].end}); to verify "
            "by 'redact' takes them out, too",
        )

    def search(self, doc: Document, redacted: Redacted, policy: Policy | None = None) -> list[Hit]:
        """Returns the originals that stand in the output, in order.

        Those within marks that the policy keeps are no hits, but for values of the roster whose own
        label the policy takes out; within replacements only names and numbers that are surrogates
        count: a shifted date may well be another date of the note.
        """
        from incognote.replace.left_dates import left_dates  # slow to import

        output = decode(redacted.text)
        text = output.text
        hits = [
            *_Originals(doc, redacted, self._vocabulary, self._roles).find(text, words_of(text))
        ]
        gone: set[tuple[int, int]] = set()
        if self._roster is not None:
            (known,) = self._roster.detect([replace(doc, text=text, spans=())])
            hits += (Hit(span.start, span.end, span.label) for span in known)
            leaving = (s for s in known if policy and policy.removes(s, text))
            gone = {output.to_original(span.start, span.end) for span in leaving}
        hits = [Hit(*output.to_original(hit.start, hit.end), hit.label) for hit in hits]
        hits += self._echoes(doc, redacted)
        hits += (Hit(span.start, span.end, span.label) for span in left_dates(doc, redacted))
        kept = Overlaps(
            Hit(redacted.to_new(s.start), redacted.to_new(s.end), s.label) for s in redacted.kept
        )
        found = [
            hit
            for hit in hits
            if self._counts(hit, redacted, [] if (hit.start, hit.end) in gone else kept.of(hit))
        ]
        return sorted(set(found), key=lambda hit: (hit.start, hit.end, hit.label))

    def _echoes(self, doc: Document, redacted: Redacted) -> Iterator[Hit]:
        """Words of a name in small letters that stand in its own surrogate; `find` sees others."""
        for change in redacted.replaced:
            span, new = change.span, redacted.text[change.new_start : change.new_end]
            if not makes_up(change.action) or span.type not in _NAMES:
                continue
            old = doc.text[span.start : span.end]
            own = {word.key for word in words_of(old)} - self._roles.words - self._roles.in_small
            for word in words_of(new) if new != old else ():
                told = not word.case and len(word.key) >= _SHORTEST_PART and word.key in own
                if told and not self._vocabulary.is_ordinary(word.key):
                    start = change.new_start + word.start
                    yield Hit(start, start + len(word.key), span.label)

    def is_ordinary(self, word: str) -> bool:
        """Returns whether a folded word is one of the language, whatever else it may be."""
        return self._vocabulary.is_ordinary(word)

    def is_a_name(self, word: str) -> bool:
        """Returns whether a word is a name of persons and no other, even where written small."""
        return self._vocabulary.is_only_a_name_in_small(word)

    def search_for(self, marked: Document, text: str) -> list[Hit]:
        """Returns where what is marked in one text stands in another, in order."""
        redacted = redact(marked, get_policy("all"))
        originals = _Originals(marked, redacted, self._vocabulary, self._roles)
        output = decode(text)
        found = {
            Hit(*output.to_original(hit.start, hit.end), hit.label)
            for hit in originals.find(output.text, words_of(output.text))
        }
        return sorted(found, key=lambda hit: (hit.start, hit.end, hit.label))

    def _counts(self, hit: Hit, redacted: Redacted, kept: Sequence[Hit]) -> bool:
        """Whether a hit counts; `kept` are the marks at its place that the policy keeps."""
        if any(mark.start <= hit.start and hit.end <= mark.end for mark in kept):
            return False
        last = bisect_left(redacted.replaced, hit.end, key=lambda r: r.new_start)
        first = bisect_right(redacted.replaced, hit.start, hi=last, key=lambda r: r.new_end)
        touched = redacted.replaced[first:last]
        if not touched:
            return True
        there = touched[0]
        return (
            len(touched) == 1
            and makes_up(there.action)
            and not there.unread
            and there.new_start <= hit.start
            and hit.end <= there.new_end
            and get_label(hit.label).category == there.span.category
            and there.span.category in ("NAME", "ID", "CONTACT")
        )


class _Phrase:
    """The beginning of phrases, word by word: of many that begin alike each word is read once."""

    def __init__(self) -> None:
        self._next: dict[str, _Phrase] = {}
        self._labels: dict[str, None] = {}
        """Of the phrases that end here."""

    def add(self, keys: Sequence[str], label: str) -> None:
        """Takes one more; a longer one than any name is looked for piece by piece."""
        for first in range(0, max(1, len(keys) - 1), _LONGEST_PHRASE):
            here = self
            for key in keys[first : first + _LONGEST_PHRASE]:
                here = here._next.setdefault(key, _Phrase())
            here._labels[label] = None

    def may_begin(self, word: Word) -> bool:
        """Whether a phrase begins with a word."""
        return word.key in self._next

    def at(self, first: int, words: Sequence[Word]) -> Iterator[tuple[int, str]]:
        """Yields number of words and label of each phrase that begins at a word."""
        here = self
        for i in range(first, len(words)):
            if words[i].key not in here._next:
                return
            here = here._next[words[i].key]
            for label in here._labels:
                yield i + 1 - first, label


class _Originals:
    """What left one note, ready to be searched."""

    def __init__(
        self, doc: Document, redacted: Redacted, vocabulary: Vocabulary, roles: Roles
    ) -> None:
        self._vocabulary, self._roles = vocabulary, roles
        gone = doc.with_spans(change.span for change in redacted.replaced)
        _, read = readable(gone)
        self._text = read.text
        self._words: dict[str, str] = {}
        self._phrases = _Phrase()
        self._codes: dict[str, str] = {}
        marked = bytearray(len(read.text))
        for span in read.spans:
            marked[span.start : span.end] = b"\1" * len(span)
        self._plain = {w.key for w in words_of(read.text) if not w.case and not marked[w.start]}
        for span, change in zip(read.spans, redacted.replaced, strict=True):
            # a title or a relation that stands as it did has not left the text
            old = doc.text[change.span.start : change.span.end]
            if redacted.text[change.new_start : change.new_end] != old:
                self._add(span)
        self._sorted_codes = sorted(self._codes)
        self._begin_codes = {code[:size] for code in self._codes for size in (0, 1)}

    def _add(self, span: Span) -> None:
        kind, category = span.type, span.category
        surface = self._text[span.start : span.end]
        words = words_of(surface)
        keys = tuple(w.key for w in words)
        if not keys:
            return
        if "ZIP" in get_label(span.label).also and surface.isdigit():
            kind = "ZIP"  # the scheme does not tell postcodes from towns
        digits = any(char.isdigit() for char in surface)
        size = sum(map(len, keys))
        if kind in _NAMES:
            surely: frozenset[str] | None = None
            for word in words:
                if len(word.key) < _SHORTEST_PART or word.key in self._roles.words:
                    continue
                if word.key in self._roles.in_small and not word.case:
                    continue
                if self._tells(word):
                    self._words.setdefault(word.key, span.label)
                    continue
                if surely is None:  # only now: it takes a while, and most words tell
                    surely = self._vocabulary.in_any_case(self._text, span.start, span.end)
                if word.key in surely:
                    self._words.setdefault(word.key, span.label)
                elif word.case and not self._vocabulary.is_ordinary(word.key):
                    # The note writes it small as well: with a capital it is still the name.
                    self._phrases.add((word.key,), span.label)
            if len(keys) > 1 and size > _SHORTEST_PART:
                for order in (keys, keys[1:] + keys[:1], keys[-1:] + keys[:-1]):
                    self._phrases.add(order, span.label)
        elif category == "DATE" or kind == "UNIT":
            if digits and size >= _SHORTEST_CODE and len(keys) > 1:
                self._phrases.add(keys, span.label)
        elif kind in _PLACES:
            if len(keys) > 1 or (self._tells(words[0]) and size >= _SHORTEST_PLACE):
                self._phrases.add(keys, span.label)
        elif category in ("ID", "CONTACT") or kind in ("USERNAME", "ZIP"):
            if digits and size >= _SHORTEST_CODE:
                self._codes.setdefault("".join(keys), span.label)
            elif "@" in surface or "." in surface:
                self._phrases.add(keys, span.label)
            elif kind == "USERNAME" and size >= _SHORTEST_CODE and self._tells(words[0]):
                self._words.setdefault(keys[0], span.label)

    def _tells(self, word: Word) -> bool:
        """Whether a word alone tells who or where: no word of the language or of this note."""
        if self._vocabulary.is_ordinary(word.key) or word.key.isdigit():
            return False
        name = self._vocabulary.is_only_a_name_in_small(word.key)
        return name or (word.key not in self._plain and word.case > 0)

    def find(self, text: str, words: Sequence[Word]) -> Iterator[Hit]:
        alone: list[Hit] = []
        for i, word in enumerate(words):
            label = self._words.get(word.key)
            if label:
                alone.append(Hit(word.start, word.end, label))
            for size, label in self._phrases.at(i, words) if self._phrases.may_begin(word) else ():
                run = words[i : i + size]
                if self._reads_as_one(text, run):
                    hit = Hit(word.start, run[-1].end, label)
                    if size > 1:
                        yield hit
                    elif word.case:
                        alone.append(hit)
            if word.key[:1] in self._begin_codes:
                yield from self._code_at(i, text, words)
        if alone:
            term = bytearray(len(text))
            borne = [(hit.start, hit.end) for hit in alone]
            for start, end in self._vocabulary.protected(text, borne=borne):
                term[start:end] = b"\1" * (end - start)
            yield from (hit for hit in alone if not any(term[hit.start : hit.end]))

    def _reads_as_one(self, text: str, run: Sequence[Word]) -> bool:
        near = all(b.start - a.end <= _WIDEST_GAP for a, b in itertools.pairwise(run))
        # In small letters words of the language are only that: will brown.
        told = any(w.case or w.key[0].isdigit() for w in run) or not all(
            self._vocabulary.is_ordinary(w.key) for w in run
        )
        return near and told

    def _code_at(self, i: int, text: str, words: Sequence[Word]) -> Iterator[Hit]:
        code = ""
        for j in range(i, min(i + _MOST_PIECES, len(words))):
            if j > i and words[j].start - words[j - 1].end > _WIDEST_GAP:
                return
            code += words[j].key
            at = bisect_left(self._sorted_codes, code)
            if not any(known.startswith(code) for known in self._sorted_codes[at : at + 1]):
                return  # no code begins so
            if code in self._codes:
                yield Hit(words[i].start, words[j].end, self._codes[code])


def make_verifier(pipeline: Pipeline, lang: str, mode: str = "redact") -> Verifier:
    """Returns what searches the outputs of a pipeline: its roster is searched too.

    Raises:
        ConfigError: If there is no such mode or language.
    """
    roster = next((d for d in pipeline.detectors if isinstance(d, KnowsPatients)), None)
    return Verifier(lang, roster, mode)


def with_marks(doc: Document, marks: Sequence[Span], ends: MarkEnds) -> Document:
    """Returns a note with further marks, united with its own in the text as it is read."""
    decoded, read = readable(doc)
    found = decoded.document(doc.with_spans(marks)).spans
    united = resolve((*read.spans, *found), read.text, ends)
    return doc.with_spans(decoded.disjoint_originals(united))


def _replaced_at(redacted: Redacted, hit: Hit) -> int | None:
    """The number of the replacement that a hit lies in; None where it lies in none."""
    i = bisect_right(redacted.replaced, hit.start, key=lambda r: r.new_start) - 1
    return i if i >= 0 and hit.start < redacted.replaced[i].new_end else None
