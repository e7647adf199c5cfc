"""Names that are words too (Will, Hope, May, Paz): what stands around one says which it is.

The roster and the second look at a note decide by the same function. It must err to the side of
the word: 'Will follow up', 'May take with food', 'Rose to 38.2' and 'Hope is to go home' stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from incognote.core.name_parts import PARTICLES, SUFFIXES
from incognote.core.words import Word, any_of, words_of
from incognote.detect.context import load_context
from incognote.detect.lexicon.lists import Lexicon, fold_with_offsets

BETWEEN = re.compile(
    r"[ \t]{1,2}|[ \t]?,[ \t]{0,2}|\.[ \t]?|[ \t]?[-–][ \t]?|[ \t]?\r?\n[ \t]{0,3}|/"
)
_BEHIND_TITLES = (" ", ". ", ".")
_RUN = re.compile(r"[^\W_]+")
_ARROW = re.compile(r" ?(?:-{1,2}>|→) ?")
_ARROW_BEFORE = re.compile(r"(?:->|→) ?$")
"""From one who has the patient to the next."""
_LISTED = re.compile(r" ?[,/&] ?")
_QUOTES = "\"'“”‘’«»"


@dataclass(frozen=True, slots=True)
class _Patterns:
    """Of the words of a language."""

    credentials: re.Pattern[str]
    """Behind a name and a blank or comma."""
    reached: re.Pattern[str]
    """A number of a person's telephone."""
    inflected: re.Pattern[str]
    """A verb that no modal stands before."""
    not_searched: frozenset[str]
    """Words of names that tell nobody."""


@cache
def _patterns(lang: str) -> _Patterns:
    context = load_context(lang)
    return _Patterns(
        re.compile(rf"[ ,]\s{{0,2}}\(?{any_of(context.credentials)}\b"),
        re.compile(
            r"[ ,:]{1,2}(?:(?:\(?\d{3}\)?[-. ])?\d{3}[-.]\d{4}"
            rf"|{any_of(context.phones)} ?\d\d)"
        ),
        re.compile(any_of(context.inflected)),
        context.titles | context.before_names,
    )


@dataclass(frozen=True, slots=True)
class Part:
    """A form of a part of somebody's name."""

    persons: frozenset[int]
    """Numbers of those who may be meant: a family shares a name."""
    score: float
    word: int
    """0: a name wherever it stands; 1: with a capital; 2: a word too, or too short to stand alone:
    where what stands around it makes it a name."""


@dataclass(slots=True)
class Hit:
    """A part of a name in a note."""

    first: int
    """Number of the first word,"""
    last: int
    """and of the last."""
    part: Part


@dataclass(frozen=True, slots=True)
class Around:
    """A note with the parts of names in it, in which one is looked at."""

    text: str
    words: Sequence[Word]
    at: Mapping[int, Hit]
    """From the number of a word to the part that it belongs to."""
    plain: frozenset[str]
    """Words that the note writes small."""
    initials: Sequence[set[str]]
    """Of each person."""
    lexicon: Lexicon
    titled: frozenset[str] = frozenset()
    """Parts that stand behind a title somewhere in the note."""


def is_name(hit: Hit, around: Around) -> bool:
    """Returns whether what stands around a word makes it a name."""
    text, words, context = around.text, around.words, around.lexicon.context
    patterns = _patterns(around.lexicon.lang)
    first, last = hit.first, hit.last
    word = words[first]
    before = words[first - 1] if first else None
    after = words[last + 1] if last + 1 < len(words) else None
    gap = text[before.end : word.start] if before else "\n"
    modal = _is_modal(hit, around)
    if before and before.key in context.titles and len(gap) < 4 and "\n" not in gap:
        # A nurse is followed by verbs too: 'RN. Will follow up', 'nurse will call'.
        sure = before.key in context.addresses
        if sure or (word.case and not gap.strip() and not modal):
            return True
    if _beside_its_like(hit, around):
        return True
    if word.owned and word.case == 1:
        return True
    if word.case and patterns.credentials.match(text, words[last].end):
        return True
    if (
        word.case
        and before
        and first > 1
        and f"{words[first - 2].key} {before.key}" in context.called
    ):
        return True
    if modal:
        return False
    cued = (
        before is not None
        and before.key in context.before_names
        and len(gap.strip(" \t:,'\"“(-")) == 0
    )
    if cued and (word.case or ":" in gap):
        return True
    if not word.case:
        return False
    if _enclosed(text, word.start, words[last].end):
        return True
    if _ARROW.match(text, words[last].end) or _ARROW_BEFORE.search(text[: word.start][-5:]):
        return True
    if _in_a_list_of_names(hit, around):
        return True
    month = word.key in context.month_names
    if word.key in around.titled and not month and _fills_a_cell(text, word.start, words[last].end):
        return True
    if before and before.key in context.conjunctions and around.at.get(first - 2):
        return True
    if word.case and patterns.reached.match(text, words[last].end):
        return True
    follows = text[words[last].end : words[last].end + 2]
    if word.case != 1 or follows.strip()[:1].isdigit():
        return False
    if before is None or "\n" in gap or gap.strip() or not gap:
        return follows[:1] == " " and _begins_a_sentence(hit, around, after)
    # With a capital before another word with one it names an institution or the like: Hope Clinic.
    if (
        follows[:1] == " "
        and after
        and after.case == 1
        and not around.lexicon.is_only_a_name(after.key)
    ):
        return False
    barred = context.not_before_months if month else context.not_before
    return before.case == 0 and before.key.isalpha() and before.key not in barred


def _in_a_list_of_names(hit: Hit, around: Around) -> bool:
    """Whether names stand on both sides, or one beside the bracket: `(Ruiz, Graves, Ho)`."""
    words = around.words
    sides = []
    for near, step in ((hit.first - 1, -1), (hit.last + 1, 1)):
        if not 0 <= near < len(words) or near not in around.at:
            sides.append(False)
            continue
        left, right = (near, hit.first) if step < 0 else (hit.last, near)
        gap = around.text[words[left].end : words[right].start]
        sides.append(bool(_LISTED.fullmatch(gap)) and words[near].case > 0)
    before = around.text[max(0, words[hit.first].start - 1) : words[hit.first].start]
    behind = around.text[words[hit.last].end : words[hit.last].end + 1]
    return all(sides) or (sides[0] and behind == ")") or (sides[1] and before == "(")


def _begins_a_sentence(hit: Hit, around: Around, after: Word | None) -> bool:
    """Whether the first word of a sentence is the person that its verb needs."""
    if after is None or after.case:
        return False
    context = around.lexicon.context
    if after.key in context.person_verbs:
        return True
    more = around.words[hit.last + 2].key if hit.last + 2 < len(around.words) else ""
    return (
        after.key in context.any_verbs
        and around.words[hit.first].key not in around.plain
        and f"{after.key} {more}" not in context.impersonal
    )


def _is_modal(hit: Hit, around: Around) -> bool:
    """Whether 'Will' or 'May' helps a verb: 'Patient: Will call', 'seen today Will follow up'."""
    words, context = around.words, around.lexicon.context
    if words[hit.first].key not in context.modals or hit.last + 1 >= len(words):
        return False
    after = words[hit.last + 1]
    return (
        around.text[words[hit.last].end : after.start].isspace()
        and after.case == 0
        and after.key.isalpha()
        and after.key not in context.person_verbs
        and after.key not in context.any_verbs
        and after.key not in context.after_names
        and _patterns(around.lexicon.lang).inflected.fullmatch(after.key) is None
    )


def _beside_its_like(hit: Hit, around: Around) -> bool:
    """Whether another part of the same name, or its initial, stands beside a word."""
    words, first, last = around.words, hit.first, hit.last
    word = words[first]
    for near in (first - 1, last + 1):
        if not 0 <= near < len(words) or words[near].key == word.key:
            continue
        if not side_by_side(around.text, words, min(near, first), max(near, last)):
            continue
        other, neighbour = words[near], around.at.get(near)
        # In small letters one of two must be more of a name than of a word.
        if (
            neighbour
            and not neighbour.part.persons.isdisjoint(hit.part.persons)
            and ((word.case and other.case) or neighbour.part.word + hit.part.word < 3)
        ):
            return True
        initial = word.case and len(other.key) == 1 and other.case and other.key != "i"
        if initial and any(other.key in around.initials[p] for p in hit.part.persons):
            return True
    return False


def _enclosed(text: str, start: int, end: int) -> bool:
    """Whether quotes or brackets stand around a word: "Bud", (Bud; not '(May repeat once)'."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return (before == "(" and after != " ") or (
        before in _QUOTES and after in _QUOTES and before != "" != after
    )


def _fills_a_cell(text: str, start: int, end: int) -> bool:
    """Whether a word stands alone between bars or tabs."""
    before, after = text[max(0, start - 3) : start].rstrip(" "), text[end : end + 3].lstrip(" ")
    return before.endswith(("|", "\t")) and after.startswith(("|", "\t"))


def side_by_side(text: str, words: Sequence[Word], first: int, last: int) -> bool:
    """Returns whether only what may divide a name stands between words."""
    return all(
        BETWEEN.fullmatch(text, words[i].end, words[i + 1].start) for i in range(first, last)
    )


class NameWords:
    """Names that were found in notes, searched by those of their parts that are words too."""

    def __init__(self, names: Iterable[str], lexicon: Lexicon) -> None:
        """Takes whole names or parts, as they were written; numbers count from 0 in their order.

        Args:
            names: The names.
            lexicon: The lists of the language of the notes.
        """
        self._lexicon = lexicon
        not_searched = _patterns(lexicon.lang).not_searched
        persons: dict[str, set[int]] = {}
        self._initials: list[set[str]] = []
        for person, name in enumerate(names):
            keys = [w.key for w in words_of(name) if w.key.isalpha()]
            parts = [k for k in keys if k not in SUFFIXES and k not in PARTICLES]
            self._initials.append({k[0] for k in parts})
            for part in parts:
                if len(part) > 1 and part not in not_searched:
                    persons.setdefault(part, set()).add(person)
        self._persons = {part: frozenset(numbers) for part, numbers in persons.items()}

    def find(
        self,
        text: str,
        taken: bytearray,
        is_word: Callable[[str], bool],
        plain: Iterable[str],
    ) -> Iterator[tuple[int, int, frozenset[int]]]:
        """Yields [start, end) of each part that is a word and a name here, and whose it may be.

        Args:
            text: A note.
            taken: Other than 0 at the characters that are marked already.
            is_word: Whether a part is a word too.
            plain: Words that the note writes small.
        """
        # Most notes have no such word left, and are spared the rest.
        if not any(is_word(key) for key in _standing_free(self._persons, text, taken)):
            return
        words = words_of(text)
        parts = {
            key: Part(self._persons[key], 0.0, 2 if is_word(key) else 0)
            for key in {word.key for word in words} & self._persons.keys()
        }
        at = {i: Hit(i, i, parts[word.key]) for i, word in enumerate(words) if word.key in parts}
        titled = frozenset(
            words[i].key
            for i in at
            if i
            and words[i - 1].key in self._lexicon.context.addresses
            and text[words[i - 1].end : words[i].start] in _BEHIND_TITLES
        )
        around = Around(text, words, at, frozenset(plain), self._initials, self._lexicon, titled)
        for i, hit in at.items():
            start = words[i].start
            if hit.part.word and not taken[start] and is_name(hit, around):
                yield start, words[i].end, hit.part.persons


def _standing_free(keys: Container[str], text: str, taken: bytearray) -> Iterator[str]:
    """Those of the words that stand where nothing is marked."""
    folded, origin = fold_with_offsets(text)
    for match in _RUN.finditer(folded):
        start = match.start() if origin is None else origin[match.start()]
        if match.group() in keys and not taken[start]:
            yield match.group()
