"""Names that are words too (Will, Hope, May, Paz): what stands around one says which it is.

The roster and the second look at a note decide by the same function. It must err to the side of
the word: 'Will follow up', 'May take with food', 'Rose to 38.2' and 'Hope is to go home' stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from incognote.core.names import PARTICLES, SUFFIXES
from incognote.core.words import Word, listed, words_of
from incognote.detect.lexicon.context import CREDENTIALS, TITLES
from incognote.detect.lexicon.lists import Lexicon, fold

BETWEEN = re.compile(
    r"[ \t]{1,2}|[ \t]?,[ \t]{0,2}|\.[ \t]?|[ \t]?[-–][ \t]?|[ \t]?\r?\n[ \t]{0,3}|/"
)
_ADDRESSES = listed("dr drs mr mrs ms miss mx prof dra dres sr sra srta don dona d")
"""Titles that only stand before a name; others (nurse, RN, resident) are followed by verbs too."""
_BEHIND_TITLES = (" ", ". ", ".")
_BEFORE = listed("""
    patient pt pts paciente name named called dear surname forename given known aka son daughter
    wife husband mother mom mum mama father dad papa sister brother partner spouse aunt uncle niece
    nephew cousin grandmother grandma grandfather grandson granddaughter fiance fiancee girlfriend
    boyfriend friend baby twin twins neighbor neighbour stepson stepdaughter daughters sons kids
    children siblings sis bro nok poa hcp contact guardian client resident re llamado llamada hijo
    hija hijos esposa esposo marido mujer madre padre hermano hermana tio tia abuelo abuela novio
    novia pareja amigo amiga vecino vecina sobrino sobrina nieto nieta nombre apellidos cuidadora
    """)
_VERBS = listed("""
    said says states stated reports reported denies denied feels felt lives lived complains wants
    asks asked thinks understands agrees agreed takes took refuses refused tolerated arrived visited
    brought notes noted endorses describes admits declines declined verbalizes verbalized tells told
    dice refiere acude niega vive viene presenta comenta cuenta relata explica pide quiere
    """)
"""Verbs of persons: at the start of a sentence what stands before them is one."""
_ALSO_VERBS = listed("""
    is was has had came comes called calls presents presented returns returned will went did does
    can would reviewed reviews requested requests recommended recommends ordered orders advised
    advises examined saw signed rounded solicita solicitó recomienda revisa valora indica informa
    explora
    """)
"""Verbs of anything: 'Case was discussed', so only where the note writes the word never small."""
_NO_PERSON_AFTER = listed("to that for")
"""After 'is' and 'was' these tell of a hope, not of a Hope."""
_MODALS = listed("will may")
_BASE = re.compile(r"ss$|eed$|^bring$|^focus$")
"""Base forms that end as inflected ones do: need, proceed, discuss."""
_AFTER_NAMES = listed("""
    to at and or with in on who from for by but also as if when while that about of off out up down
    over because so than then again today here there
    """)
_NO_BASE = _VERBS | _ALSO_VERBS | _AFTER_NAMES
"""What 'Will' and 'May' stand before as names."""
_MONTHS = listed("may june april august abril agosto")
_NOT_BEFORE = {
    "en": listed(
        "last next early mid late this every the a an no and or in on through during until"
    ),
    "es": listed("el la los las un una y o en desde hasta del este esta cada sin no"),
}
_NOT_BEFORE_MONTHS = listed("of by from since for de para") | _NOT_BEFORE["en"] | _NOT_BEFORE["es"]
_GOES = listed("goes going went known called")
_REACHED = re.compile(
    r"[ ,:]{1,2}(?:(?:\(?\d{3}\)?[-. ])?\d{3}[-.]\d{4}"
    r"|(?:x|ext\.?|pager|bleep|tel\.?|tfno\.?) ?\d\d)"
)
"""A number of a person's telephone."""
_RUN = re.compile(r"[^\W_]+")
_QUOTES = "\"'“”‘’«»"


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
    text, words = around.text, around.words
    first, last = hit.first, hit.last
    word = words[first]
    before = words[first - 1] if first else None
    after = words[last + 1] if last + 1 < len(words) else None
    gap = text[before.end : word.start] if before else "\n"
    modal = _is_modal(hit, around)
    if before and before.key in TITLES and len(gap) < 4 and "\n" not in gap:
        # A nurse is followed by verbs too: 'RN. Will follow up', 'nurse will call'.
        sure = before.key in _ADDRESSES
        if sure or (word.case and not gap.strip() and not modal):
            return True
    if _beside_its_like(hit, around):
        return True
    if word.owned and word.case == 1:
        return True
    if word.case and CREDENTIALS.match(text, words[last].end) and text[words[last].end] == ",":
        return True
    if before and before.key == "by" and first > 1 and words[first - 2].key in _GOES and word.case:
        return True
    if modal:
        return False
    cued = before is not None and before.key in _BEFORE and len(gap.strip(" \t:,'\"“(-")) == 0
    if cued and (word.case or ":" in gap):
        return True
    if not word.case:
        return False
    if _enclosed(text, word.start, words[last].end):
        return True
    if word.key in around.titled - _MONTHS and _fills_a_cell(text, word.start, words[last].end):
        return True
    if before and before.key in {"and", "y", "e"} and around.at.get(first - 2):
        return True
    if word.case and _REACHED.match(text, words[last].end):
        return True
    follows = text[words[last].end : words[last].end + 2]
    if word.case != 1 or follows.strip()[:1].isdigit():
        return False
    if before is None or "\n" in gap or gap.strip() or not gap:
        return follows[:1] == " " and _begins_a_sentence(hit, around, after)
    # What is written large before another word written large is a house or the like: Hope Clinic.
    if (
        follows[:1] == " "
        and after
        and after.case == 1
        and not around.lexicon.is_only_a_name(after.key)
    ):
        return False
    barred = _NOT_BEFORE_MONTHS if word.key in _MONTHS else _NOT_BEFORE[around.lexicon.lang]
    return before.case == 0 and before.key.isalpha() and before.key not in barred


def _begins_a_sentence(hit: Hit, around: Around, after: Word | None) -> bool:
    """Whether the first word of a sentence is the person that its verb needs."""
    if after is None or after.case:
        return False
    if after.key in _VERBS:
        return True
    more = around.words[hit.last + 2].key if hit.last + 2 < len(around.words) else ""
    return (
        after.key in _ALSO_VERBS
        and around.words[hit.first].key not in around.plain
        and not (after.key in {"is", "was"} and more in _NO_PERSON_AFTER)
    )


def _is_modal(hit: Hit, around: Around) -> bool:
    """Whether 'Will' or 'May' helps a verb: 'Patient: Will call', 'seen today Will follow up'."""
    words = around.words
    if words[hit.first].key not in _MODALS or hit.last + 1 >= len(words):
        return False
    after = words[hit.last + 1]
    return (
        around.text[words[hit.last].end : after.start].isspace()
        and after.case == 0
        and after.key.isalpha()
        and after.key not in _NO_BASE
        and (not after.key.endswith(("s", "ed", "ing")) or _BASE.search(after.key) is not None)
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

    def __init__(self, names: Iterable[str]) -> None:
        """Takes whole names or parts, as they were written; numbers count from 0 in their order."""
        persons: dict[str, set[int]] = {}
        self._initials: list[set[str]] = []
        for person, name in enumerate(names):
            keys = [w.key for w in words_of(name) if w.key.isalpha()]
            parts = [k for k in keys if k not in SUFFIXES and k not in PARTICLES]
            self._initials.append({k[0] for k in parts})
            for part in parts:
                if len(part) > 1 and part not in TITLES and part not in _BEFORE:
                    persons.setdefault(part, set()).add(person)
        self._persons = {part: frozenset(numbers) for part, numbers in persons.items()}

    def find(
        self,
        text: str,
        taken: bytearray,
        is_word: Callable[[str], bool],
        plain: Iterable[str],
        lexicon: Lexicon,
    ) -> Iterator[tuple[int, int, frozenset[int]]]:
        """Yields [start, end) of each part that is a word and a name here, and whose it may be.

        Args:
            text: A note.
            taken: Other than 0 at the characters that are marked already.
            is_word: Whether a part is a word too.
            plain: Words that the note writes small.
            lexicon: The lists of the language of the note.
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
            and words[i - 1].key in _ADDRESSES
            and text[words[i - 1].end : words[i].start] in _BEHIND_TITLES
        )
        around = Around(text, words, at, frozenset(plain), self._initials, lexicon, titled)
        for i, hit in at.items():
            start = words[i].start
            if hit.part.word and not taken[start] and is_name(hit, around):
                yield start, words[i].end, hit.part.persons


def _standing_free(keys: Container[str], text: str, taken: bytearray) -> Iterator[str]:
    """Those of the words that stand where nothing is marked."""
    folded, origin = fold(text)
    for match in _RUN.finditer(folded):
        start = match.start() if origin is None else origin[match.start()]
        if match.group() in keys and not taken[start]:
            yield match.group()
