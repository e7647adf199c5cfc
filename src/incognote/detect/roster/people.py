"""People of the roster in a note: names, parts, nicknames, near forms, words that are names.

A part that is nothing but a name counts wherever it stands. One that is also a word of the
language (Will, Hope, May), or very short, counts where what stands around it makes it a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from incognote.core.document import Span
from incognote.core.name_parts import PARTICLES, SUFFIXES
from incognote.core.words import (
    SHORTEST_NEAR,
    Word,
    look,
    one_apart,
    with_one_left_out,
    words_of,
)
from incognote.detect.lexicon.lists import MEDICAL, Lexicon
from incognote.detect.name_words import BETWEEN, Around, Hit, Part, is_name, side_by_side
from incognote.detect.roster.words import load_words, names_also_words, nicknames

EXACT, ALONE, ALSO, IN_CONTEXT, NEAR = 0.99, 0.97, 0.95, 0.9, 0.85
"""Scores: two parts side by side; one; a nickname; a part that is also a word; one with a letter
amiss."""

_BRACKETS = re.compile(r"\([^)]*\)")
_BLANK = re.compile(r"[ \t]{1,2}|-|\.[ \t]?")
_SHORTEST_ALONE = 3


class People:
    """The people that matter to one patient.

    Args:
        people: All names of a person, with the label of their marks.
        lexicon: The word lists of the language.
    """

    def __init__(self, people: Iterable[tuple[Sequence[str], str]], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._labels: list[str] = []
        self._initials: list[set[str]] = []
        self._spelled: dict[str, int] = {}
        self._exact: dict[str, Part] = {}
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
        for size in (2, 3):  # De la Cruz, Delacruz; Mac Donald
            for some in zip(*(words[i:] for i in range(size)), strict=False):
                if not PARTICLES.issuperset(some):
                    forms.setdefault("".join(some), ALONE)
        for part in parts:
            for nickname in sorted(nicknames(self._lexicon.lang).get(part, ())):
                forms.setdefault(nickname, ALSO)
        for form, score in forms.items():
            word = self._how_much_of_a_word(form)
            known = self._exact.get(form)
            persons = frozenset((person,)) | (known.persons if known else frozenset())
            self._exact[form] = Part(persons, max(score, known.score if known else 0), word)
            if len(form) >= SHORTEST_NEAR - 1:
                self._looks.setdefault(look(form), form)
            if len(form) >= SHORTEST_NEAR:
                for left in with_one_left_out(form):
                    self._amiss.setdefault(left, form)

    def _how_much_of_a_word(self, form: str) -> int:
        if self._lexicon.is_ordinary(form) or len(form) < _SHORTEST_ALONE:
            return 2
        if form in names_also_words(self._lexicon.lang):
            return 1
        return 0 if len(form) > _SHORTEST_ALONE or form in self._lexicon.flags else 1

    def find(self, text: str, words: Sequence[Word]) -> Iterator[Span]:
        """Yields the marks of a note, whatever the medical terms that hold names say."""
        plain = frozenset(word.key for word in words if not word.case)
        hits = self._hits(text, words, plain)
        at = {i: hit for hit in hits for i in range(hit.first, hit.last + 1)}
        around = Around(text, words, at, plain, self._initials, self._lexicon)
        kept = [hit for hit in hits if _stands_alone(hit, words) or is_name(hit, around)]
        for run in _runs(kept, text, words):
            yield self._mark(run, text, words)
        yield from self._spelled_out(text)

    def _hits(self, text: str, words: Sequence[Word], plain: frozenset[str]) -> list[Hit]:
        hits: list[Hit] = []
        i = 0
        while i < len(words):
            hit = self._hit(i, text, words)
            if hit is None or (hit.part.score == NEAR and words[i].case and words[i].key in plain):
                i += 1
            else:
                hits.append(hit)
                i = hit.last + 1
        return hits

    def _hit(self, i: int, text: str, words: Sequence[Word]) -> Hit | None:
        key = words[i].key
        for more in (2, 1):  # Mac Donald for MacDonald, Del gado for Delgado
            if i + more < len(words) and all(
                _BLANK.fullmatch(text, words[j].end, words[j + 1].start) for j in range(i, i + more)
            ):
                whole = self._exact.get("".join(w.key for w in words[i : i + more + 1]))
                if whole and len(key) > 1:
                    return Hit(i, i + more, whole)
        part = self._exact.get(key)
        if part is not None:
            return Hit(i, i, part)
        form = self._near(key, words[i])
        if form is None:
            return None
        part = self._exact[form]
        # With so few letters one amiss makes another word, too.
        word = part.word if len(key) > SHORTEST_NEAR or look(key) == look(form) else 2
        return Hit(i, i, Part(part.persons, NEAR, word))

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

    def _mark(self, run: Sequence[Hit], text: str, words: Sequence[Word]) -> Span:
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
        if "\n" in beside or not BETWEEN.fullmatch(beside):
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
        degrees = load_words(self._lexicon.lang).abbreviations
        for match in _SPELLED.finditer(text):
            letters = match.group().replace(".", "").replace(" ", "").lower()
            person = self._spelled.get(letters)
            if person is not None and letters not in degrees:
                yield Span(match.start(), match.end(), self._labels[person], IN_CONTEXT, "roster")


_SPELLED = re.compile(r"(?<![\w.])(?:[A-Z]\. ?){1,3}[A-Z]\.(?!\w)")


def _runs(hits: Sequence[Hit], text: str, words: Sequence[Word]) -> Iterator[list[Hit]]:
    """Hits of one person side by side; an initial or a particle may stand between."""
    run: list[Hit] = []
    persons: frozenset[int] = frozenset()
    for hit in hits:
        common = persons & hit.part.persons
        if run and common:
            between = words[run[-1].last + 1 : hit.first]
            if all(len(w.key) == 1 or w.key in PARTICLES for w in between) and side_by_side(
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


def _stands_alone(hit: Hit, words: Sequence[Word]) -> bool:
    """Whether what was found is a name whatever stands around it."""
    word = words[hit.first]
    if hit.part.word == 1 and len(word.key) <= _SHORTEST_ALONE:
        return word.case == 1  # in capitals an abbreviation
    return hit.part.word < 1 + (word.case > 0)
