"""Names written as one: /will.young.chem, young_will_mri.dcm, WYoung, mapple of M. Applebaum.

Where given name and surname of one person stand in one token, all of the token tells who it is:
a login, the name of a file. So it is found whole, and not by those parts that are known. Logins of
many systems have room for an initial and so many letters of the surname.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from incognote.detectors.lexicon.context import TITLES
from incognote.detectors.lexicon.lists import Lexicon, fold
from incognote.values.names import PARTICLES, SUFFIXES
from incognote.words import words_of

_JOINS = frozenset("._@\\~%+-/")
_PIECE = re.compile(r"[^\W\d_]+")
_PATH = re.compile(r"[/\\~]|.*://|.*\.[a-z0-9]{2,4}$|[a-z]:[/\\]", re.DOTALL)
"""How a path begins or ends; elsewhere a slash only divides: Young/Okafor."""
_CAMEL = re.compile(r"[A-Z]{1,2}[A-Z][a-z]+|(?:[A-Z][a-z]+){2}")
_SHORTEST = 3
_SHORTEST_WITH_INITIAL = 4
"""Letters that a surname has if only an initial stands with it."""
_STEM = 5
"""Letters of a surname that are left where a login clips it, at least."""
_REACH = 256
"""Characters beside a part that may belong to its token: each part looks at no more."""


class _Person:
    """What tokens may hold of one full name."""

    def __init__(self, groups: list[list[str]]) -> None:
        self.group = {part: i for i, parts in enumerate(groups) for part in parts}
        """From each part to the number of the word that it belongs to."""
        self.written_as_one: set[str] = set()
        wholes = ["".join(parts) for parts in groups]
        for i, a in enumerate(wholes):
            for j, b in enumerate(wholes):
                if i != j:
                    self.written_as_one.add(a + b)
                    if len(b) >= _SHORTEST_WITH_INITIAL:
                        self.written_as_one |= {a[0] + b, b + a[0]}
        initials = "".join(whole[0] for whole in wholes[:-1])
        if len(wholes[-1]) >= _SHORTEST_WITH_INITIAL:
            self.written_as_one.add(initials + wholes[-1])

    def is_in(self, token: str, folded: str, lexicon: Lexicon) -> bool:
        """Whether a token holds given name and surname."""
        pieces = _PIECE.findall(folded)
        if len({self.group[piece] for piece in pieces if piece in self.group}) > 1:
            return True
        return any(
            piece in self.written_as_one
            # brush is no B. Rush, Clara no C. Lara; BRush and CLara are.
            and (piece not in lexicon.flags or _CAMEL.search(token) is not None)
            for piece in pieces
        )


def joined_names(
    text: str, names: Iterable[str], lexicon: Lexicon
) -> Iterator[tuple[int, int, int]]:
    """Yields [start, end) of each token that holds a full name, and the number of that name.

    Args:
        text: A note.
        names: As they were found; those of one word are passed over.
        lexicon: The lists of the language: what is a word or another name is no joined one.
    """
    folded, origin = fold(text)
    if origin is not None or len(folded) != len(text):
        # Marks that combine with letters: offsets would differ, and logins have none. Neither may
        # a letter that is two in lower case (İ) keep the others from being looked at.
        folded = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    seen: set[int] = set()
    for number, name in enumerate(names):
        groups = _groups(name)
        for start, end in _clipped(name, groups, folded, lexicon):
            if start not in seen:
                seen.add(start)
                yield start, end, number
        if len(groups) < 2:
            continue
        person = None
        for part in (part for parts in groups for part in parts if len(part) >= _SHORTEST):
            at = folded.find(part)
            while at >= 0:
                past = at + len(part)
                if _goes_on(folded, at - 1) or _goes_on(folded, past):
                    start, end = _token(folded, at, past)
                    # Most names stand in no token, so only now.
                    person = person or _Person(groups)
                    if start not in seen and person.is_in(
                        text[start:end], folded[start:end], lexicon
                    ):
                        seen.add(start)
                        yield start, end, number
                    past = max(past, end)
                at = folded.find(part, past)


def _clipped(
    name: str, groups: list[list[str]], folded: str, lexicon: Lexicon
) -> Iterator[tuple[int, int]]:
    """Yields [start, end) of each login of an initial and the first letters of a surname.

    The initial is of another word of the name; digits may follow: shalvor, mapple2. No word and
    no name of the lists is one.
    """
    words = [fold(word)[0] for word in re.split(r"[\s,]+", name) if word]
    for whole in ("".join(parts) for parts in groups):
        initials = {word[0] for word in words if not word.startswith(whole[:_STEM])}
        if len(whole) <= _STEM or not initials:
            continue
        at = folded.find(whole[:_STEM])
        while at >= 0:
            past = at + _STEM
            while past - at < len(whole) and folded[past : past + 1] == whole[past - at]:
                past += 1
            end = past
            while folded[end : end + 1].isdigit():
                end += 1
            led = at > 0 and folded[at - 1] in initials and not folded[at - 2 : at - 1].isalnum()
            whole_token = led and not folded[end : end + 1].isalnum()
            if whole_token and folded[at - 1 : past] not in lexicon.flags:
                yield at - 1, end
            at = folded.find(whole[:_STEM], past)


def _groups(name: str) -> list[list[str]]:
    """The words of a name that blanks or a comma divide, each as its parts; no initials."""
    if name.isalpha():
        return []
    groups = []
    for word in re.split(r"[\s,]+", name):
        parts = [
            w.key
            for w in words_of(word)
            if len(w.key) > 1
            and w.key.isalpha()
            and w.key not in SUFFIXES
            and w.key not in PARTICLES
            and w.key not in TITLES
        ]
        if parts:
            groups.append(parts)
    return groups


def _goes_on(text: str, at: int) -> bool:
    """Whether a token may go on at a character."""
    return 0 <= at < len(text) and (text[at].isalnum() or text[at] in _JOINS)


def _token(text: str, start: int, end: int) -> tuple[int, int]:
    """The token around a stretch, without punctuation at its ends."""
    first, past = start, end
    while start - first < _REACH and _goes_on(text, first - 1):
        first -= 1
    while past - end < _REACH and _goes_on(text, past):
        past += 1
    while past > end and not text[past - 1].isalnum():
        past -= 1
    if not _PATH.match(text, first, past):
        first = max(first, text.rfind("/", first, start) + 1)
        slash = text.find("/", end, past)
        past = slash if slash >= 0 else past
    while first < start and not text[first].isalnum():
        first += 1
    while past > end and not text[past - 1].isalnum():
        past -= 1
    return first, past
