"""People of the roster in a note: names, parts, nicknames, near forms, words that are names.

A part that is nothing but a name counts wherever it stands. One that is also a word of the
language (Will, Hope, May), or very short, counts where what stands around it makes it a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from incognote.detectors.lexicon.context import TITLES
from incognote.detectors.lexicon.lists import MEDICAL, Lexicon
from incognote.document import Span
from incognote.values.case import fold
from incognote.values.names import PARTICLES, SUFFIXES
from incognote.values.tables import table
from incognote.words import (
    SHORTEST_NEAR,
    Word,
    listed,
    look,
    one_apart,
    with_one_left_out,
    words_of,
)

EXACT, ALONE, ALSO, IN_CONTEXT, NEAR = 0.99, 0.97, 0.95, 0.9, 0.85
"""Scores: two parts side by side; one; a nickname; a part that is also a word; one with a letter
amiss."""

_BRACKETS = re.compile(r"\([^)]*\)")
_BETWEEN = re.compile(
    r"[ \t]{1,2}|[ \t]?,[ \t]{0,2}|\.[ \t]?|[ \t]?[-–][ \t]?|[ \t]?\r?\n[ \t]{0,3}|/"
)
_BLANK = re.compile(r"[ \t]{1,2}|-|\.[ \t]?")
_BEFORE = listed("""
    patient pt pts paciente name named called dear surname forename given known aka son daughter
    wife husband mother mom mum mama father dad papa sister brother partner spouse aunt uncle niece
    nephew cousin grandmother grandma grandfather grandson granddaughter fiance fiancee girlfriend
    boyfriend friend baby twin twins neighbor neighbour stepson stepdaughter daughters sons kids
    children siblings sis bro nok poa hcp contact guardian client resident re llamado llamada hijo
    hija hijos esposa esposo marido mujer madre padre hermano hermana tio tia abuelo abuela novio
    novia pareja amigo amiga vecino vecina sobrino sobrina nieto nieta nombre apellidos cuidadora
    """)
_AFTER = listed("""
    is was has had says said states stated reports reported denies denied feels felt came comes
    called calls lives lived presents presented complains returns returned will went wants asks
    asked thinks understands agrees agreed takes took does did can would refuses refused tolerated
    arrived visited brought notes noted endorses dice refiere acude niega vive viene presenta
    """)
_NOT_BEFORE = listed("""
    in of since until by last next early mid late this every the a an on through from during and or
    en de desde hasta el la los las un una y o
    """)
_GOES = listed("goes going went known called")
_QUOTES = "\"'“”‘’«»"
_SHORTEST_ALONE = 3


@dataclass(frozen=True, slots=True)
class _Part:
    """A form of a part of somebody's name."""

    persons: frozenset[int]
    """Numbers of those who may be meant: a family shares a name."""
    score: float
    word: int
    """0: a name wherever it stands; 1: with a capital; 2: a word too, or too short to stand alone:
    where what stands around it makes it a name."""


@dataclass(slots=True)
class _Hit:
    first: int
    """Number of the first word,"""
    last: int
    """and of the last."""
    part: _Part


class People:
    """The people that matter to one patient.

    Args:
        people: All names of a person, with the label of their marks.
        lexicon: The word lists of the language.
    """

    def __init__(self, people: Iterable[tuple[Sequence[str], str]], lexicon: Lexicon) -> None:
        """See the class."""
        self._lexicon = lexicon
        self._labels: list[str] = []
        self._initials: list[set[str]] = []
        self._spelled: dict[str, int] = {}
        self._exact: dict[str, _Part] = {}
        self._looks: dict[str, str] = {}
        self._amiss: dict[str, str] = {}
        for person, (names, label) in enumerate(people):
            self._labels.append(label)
            self._initials.append(set())
            for name in names:
                self._add(name, person)

    def _add(self, name: str, person: int) -> None:
        words = [w.key for w in words_of(_BRACKETS.sub(" ", name)) if w.key not in SUFFIXES]
        parts = [w for w in words if w not in PARTICLES and len(w) > 1]
        parts = parts or [w for w in words if len(w) > 1]
        self._initials[person].update(w[0] for w in parts)
        if "," in name:  # Delgado, Maria
            family = len(words_of(name.partition(",")[0]))
            words = words[family:] + words[:family]
        letters = "".join(w[0] for w in words)
        if len(letters) > 1:
            self._spelled.setdefault(letters, person)
        forms = dict.fromkeys(parts, ALONE)
        for a, b in pairwise(words):  # De la Cruz, Delacruz; Mac Donald
            forms.setdefault(a + b, ALONE)
        for a, b, c in zip(words, words[1:], words[2:], strict=False):
            forms.setdefault(a + b + c, ALONE)
        for part in parts:
            for nickname in sorted(_nicknames().get(part, ())):
                forms.setdefault(nickname, ALSO)
        for form, score in forms.items():
            word = self._how_much_of_a_word(form)
            known = self._exact.get(form)
            persons = frozenset((person,)) | (known.persons if known else frozenset())
            self._exact[form] = _Part(persons, max(score, known.score if known else 0), word)
            if len(form) >= SHORTEST_NEAR - 1:
                self._looks.setdefault(look(form), form)
            if len(form) >= SHORTEST_NEAR:
                for left in with_one_left_out(form):
                    self._amiss.setdefault(left, form)

    def _how_much_of_a_word(self, form: str) -> int:
        if self._lexicon.is_ordinary(form) or len(form) < _SHORTEST_ALONE:
            return 2
        if form in _also_words():
            return 1
        return 0 if len(form) > _SHORTEST_ALONE or form in self._lexicon.flags else 1

    def find(self, text: str, words: Sequence[Word]) -> Iterator[Span]:
        """Yields the marks of a note, whatever the medical terms that hold names say."""
        hits = self._hits(text, words)
        at = {i: hit for hit in hits for i in range(hit.first, hit.last + 1)}
        kept = [
            hit for hit in hits if _stands_alone(hit, words) or self._is_name(hit, at, text, words)
        ]
        for run in _runs(kept, text, words):
            yield self._mark(run, text, words)
        yield from self._spelled_out(text)

    def _hits(self, text: str, words: Sequence[Word]) -> list[_Hit]:
        hits: list[_Hit] = []
        plain = {word.key for word in words if not word.case}
        i = 0
        while i < len(words):
            hit = self._hit(i, text, words)
            if hit is None or (hit.part.score == NEAR and words[i].case and words[i].key in plain):
                i += 1
            else:
                hits.append(hit)
                i = hit.last + 1
        return hits

    def _hit(self, i: int, text: str, words: Sequence[Word]) -> _Hit | None:
        key = words[i].key
        for more in (2, 1):  # Mac Donald for MacDonald, Del gado for Delgado
            if i + more < len(words) and all(
                _BLANK.fullmatch(text, words[j].end, words[j + 1].start) for j in range(i, i + more)
            ):
                whole = self._exact.get("".join(w.key for w in words[i : i + more + 1]))
                if whole and len(key) > 1:
                    return _Hit(i, i + more, whole)
        part = self._exact.get(key)
        if part is not None:
            return _Hit(i, i, part)
        form = self._near(key, words[i])
        if form is None:
            return None
        part = self._exact[form]
        # With so few letters one amiss makes another word, too.
        word = part.word if len(key) > SHORTEST_NEAR or look(key) == look(form) else 2
        return _Hit(i, i, _Part(part.persons, NEAR, word))

    def _near(self, key: str, word: Word) -> str | None:
        """The form that a word nearly is, unless the lists know the word as it stands."""
        if len(key) < SHORTEST_NEAR - 1 or key.isdigit():
            return None
        form = self._looks.get(look(key))
        if form is None and len(key) >= SHORTEST_NEAR and word.case:
            near = (self._amiss[left] for left in with_one_left_out(key) if left in self._amiss)
            form = next((f for f in near if one_apart(key, f)), None)
        ordinary = self._lexicon.is_ordinary(key) or self._lexicon.flags.get(key, 0) & MEDICAL
        return None if ordinary else form

    def _is_name(self, hit: _Hit, at: Mapping[int, _Hit], text: str, words: Sequence[Word]) -> bool:
        """Whether what stands around a word makes it a name."""
        first, last = hit.first, hit.last
        word = words[first]
        before = words[first - 1] if first else None
        after = words[last + 1] if last + 1 < len(words) else None
        gap = text[before.end : word.start] if before else "\n"
        if before and before.key in TITLES and len(gap) < 4 and "\n" not in gap:
            return True
        cued = before is not None and before.key in _BEFORE and len(gap.strip(" \t:,'\"“(-")) == 0
        if cued and (word.case or ":" in gap):
            return True
        for near, other in ((first - 1, before), (last + 1, after)):
            if other is None or not _joined(text, words, min(near, first), max(near, last)):
                continue
            neighbour = at.get(near)
            # In small letters one of two must be more of a name than of a word.
            if (
                neighbour
                and neighbour.part.persons & hit.part.persons
                and ((word.case and other.case) or neighbour.part.word + hit.part.word < 3)
            ):
                return True
            initial = word.case and len(other.key) == 1 and other.case and other.key != "i"
            if initial and any(other.key in self._initials[p] for p in hit.part.persons):
                return True
        if not word.case:
            return False
        if _enclosed(text, word.start, words[last].end) or (
            before and before.key == "by" and first > 1 and words[first - 2].key in _GOES
        ):
            return True
        if before and before.key in {"and", "y", "e"} and at.get(first - 2):
            return word.case > 0
        if word.owned and word.case == 1:
            return True
        follows = text[words[last].end : words[last].end + 2]
        if word.case != 1 or follows.strip()[:1].isdigit():
            return False
        if before is None or "\n" in gap or gap.strip() or not gap:
            return (
                after is not None and after.case == 0 and after.key in _AFTER and follows[:1] == " "
            )
        return before.case == 0 and before.key.isalpha() and before.key not in _NOT_BEFORE

    def _mark(self, run: Sequence[_Hit], text: str, words: Sequence[Word]) -> Span:
        """One mark over parts side by side, with the initials and particles between and beside."""
        person = min(frozenset.intersection(*(hit.part.persons for hit in run)))
        first, last = run[0].first, run[-1].last
        while first and self._belongs(first - 1, person, text, words):
            first -= 1
        while last + 1 < len(words) and (self._belongs(last + 1, person, text, words, after=True)):
            last += 1
        best = max(hit.part.score for hit in run)
        if all(hit.part.word == 2 for hit in run):
            best = min(best, IN_CONTEXT)
        exact = sum(hit.part.score > NEAR for hit in run)
        score = EXACT if len(run) > 1 and exact > 1 else best
        return Span(words[first].start, words[last].end, self._labels[person], score, "roster")

    def _belongs(
        self, i: int, person: int, text: str, words: Sequence[Word], *, after: bool = False
    ) -> bool:
        """Whether an initial, a particle or a suffix beside a name is part of it."""
        word = words[i]
        beside = (
            text[words[i - 1].end : word.start] if after else text[word.end : words[i + 1].start]
        )
        if "\n" in beside or not _BETWEEN.fullmatch(beside):
            return False
        if len(word.key) == 1:
            # K. Delgado may be a relative whose own name is not known.
            full_stop = not after and beside[:1] == "."
            return word.case > 0 and (full_stop or word.key in self._initials[person])
        if after and word.key in SUFFIXES:
            return True
        return word.key in PARTICLES and word.case > 0

    def _spelled_out(self, text: str) -> Iterator[Span]:
        """Initials with full stops, 'M.D.R.', where they are no degree."""
        for match in _SPELLED.finditer(text):
            letters = match.group().replace(".", "").replace(" ", "").lower()
            person = self._spelled.get(letters)
            if person is not None and letters not in _DEGREES:
                yield Span(match.start(), match.end(), self._labels[person], IN_CONTEXT, "roster")


_SPELLED = re.compile(r"(?<![\w.])(?:[A-Z]\. ?){1,3}[A-Z]\.(?!\w)")
_DEGREES = listed("md do pa ma ba bs ms rn np pt ot st rt dr am pm us uk iv im po sq sc")


def _runs(hits: Sequence[_Hit], text: str, words: Sequence[Word]) -> Iterator[list[_Hit]]:
    """Hits of one person side by side; an initial or a particle may stand between."""
    run: list[_Hit] = []
    persons: frozenset[int] = frozenset()
    for hit in hits:
        common = persons & hit.part.persons
        if run and common:
            between = words[run[-1].last + 1 : hit.first]
            if all(len(w.key) == 1 or w.key in PARTICLES for w in between) and _joined(
                text, words, run[-1].last, hit.first
            ):
                run.append(hit)
                persons = common
                continue
        if run:
            yield run
        run, persons = [hit], hit.part.persons
    if run:
        yield run


def _stands_alone(hit: _Hit, words: Sequence[Word]) -> bool:
    """Whether what was found is a name whatever stands around it."""
    word = words[hit.first]
    if hit.part.word == 1 and len(word.key) <= _SHORTEST_ALONE:
        return word.case == 1  # in capitals an abbreviation
    return hit.part.word < 1 + (word.case > 0)


def _enclosed(text: str, start: int, end: int) -> bool:
    """Whether quotes or brackets stand around a word: "Bud", (Bud."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return before == "(" or (before in _QUOTES and after in _QUOTES and before != "" != after)


def _joined(text: str, words: Sequence[Word], first: int, last: int) -> bool:
    return all(
        _BETWEEN.fullmatch(text, words[i].end, words[i + 1].start) for i in range(first, last)
    )


@cache
def _also_words() -> frozenset[str]:
    """Names that are words of English or Spanish: Violet, Olive, Paz."""
    return frozenset(
        fold(word)
        for lang in ("en", "es")
        for row, values in table(f"{lang}/names").items()
        if row.startswith("words ")
        for value in values
        for word in value.split()
    )


@cache
def _nicknames() -> Mapping[str, frozenset[str]]:
    """From a folded name to the others that stand for the same."""
    others: dict[str, set[str]] = {}
    text = files("incognote.detectors.roster").joinpath("nicknames.txt").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            names = fold(line).split()
            for name in names:
                others.setdefault(name, set()).update(names)
    return {name: frozenset(found - {name}) for name, found in others.items()}
