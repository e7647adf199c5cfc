"""Names written as one: /will.young.chem, young_will_mri.dcm, WYoung, mapple of M. Applebaum.

Where given name and surname of one person stand in one token, all of the token tells who it is:
a login, the name of a file. So it is found whole, and not by those parts that are known. Logins of
many systems have room for an initial and so many letters of the surname.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

import ahocorasick_rs

from incognote.core.name_parts import PARTICLES, SUFFIXES
from incognote.core.words import words_of
from incognote.detect.lexicon.lists import Lexicon, fold_with_offsets

_JOINS = frozenset("._@\\~%+-/")
_PIECE = re.compile(r"[^\W\d_]+")
_PATH = re.compile(r"[/\\~]|.*://|.*\.[a-z0-9]{2,4}$|[a-z]:[/\\]", re.DOTALL)
"""How a path begins or ends; elsewhere a slash only divides: Young/Okafor."""
_CAMEL = re.compile(r"[A-Z]{1,2}[A-Z][a-z]+|(?:[A-Z][a-z]+){2}")
_HUMP = re.compile(r"[^\W\d_a-z][^\W\d_A-Z]+")
"""A word of a CamelCase one."""
_SHORTEST = 3
_SHORTEST_WITH_INITIAL = 4
"""Letters that a surname has if only an initial stands with it."""
_STEM = 5
"""Letters of a surname that are left where a login clips it, at least."""
_LOGIN = re.compile(rf"(?<![^\W_])(\S)(?=([^\W\d_]{{{_STEM},}})(\d*)(?![^\W_]))")
"""An initial at the beginning of a token, the letters behind it, and digits to its end."""
_REACH = 256
"""Characters beside a part that may belong to its token: each part looks at no more."""


class JoinedNames:
    """Full names, ready to be searched in tokens: made once, however many notes are looked at.

    All names are looked for in one pass over the text, and what a token says is looked up, so that
    the time grows with names and text and not with their product.

    Args:
        names: As they were found; those of one word are passed over. They are numbered from 0.
        lexicon: The lists of the language: what is a word or another name is no joined one.
    """

    def __init__(self, names: Iterable[str], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._group: dict[str, dict[int, int]] = {}
        """From each part to who has it, and the number of the word of the name it belongs to."""
        self._wholes: dict[str, Counter[int]] = {}
        """From each word, its parts as one, to how often a name has it."""
        self._initials: dict[int, Counter[str]] = {}
        """From each name to the first letters of its words;"""
        self._led: dict[str, int] = {}
        """and from all these but the last, and the last word, to the name."""
        self._as_one: dict[str, int | None] = {}
        self._beside: dict[tuple[str, str], int | None] = {}
        self._logins = _Logins()
        parts: dict[str, None] = {}
        titles = lexicon.context.titles
        for number, name in enumerate(names):
            groups = _groups(name, titles)
            self._logins.add(name, groups, number)
            own = dict.fromkeys(
                part for group in groups for part in group if _SHORTEST <= len(part) <= _REACH
            )
            if len(groups) > 1 and own:
                parts |= own
                self._add(groups, number)
        self._parts = list(parts)
        self._automaton = (
            ahocorasick_rs.AhoCorasick(
                self._parts, implementation=ahocorasick_rs.Implementation.NoncontiguousNFA
            )
            if parts
            else None
        )
        self._sizes = sorted({len(whole) for whole in self._wholes})

    def _add(self, groups: list[list[str]], number: int) -> None:
        wholes = ["".join(group) for group in groups]
        for i, group in enumerate(groups):
            for part in group:
                self._group.setdefault(part, {})[number] = i
        for whole in wholes:
            self._wholes.setdefault(whole, Counter())[number] += 1
        self._initials[number] = Counter(whole[0] for whole in wholes)
        if len(wholes[-1]) >= _SHORTEST_WITH_INITIAL:
            initials = "".join(whole[0] for whole in wholes[:-1])
            self._led.setdefault(initials + wholes[-1], number)

    def find(self, text: str) -> Iterator[tuple[int, int, int]]:
        """Yields [start, end) of each token that holds a full name, and the number of that name.

        Args:
            text: A note.
        """
        if self._automaton is None and not self._logins:
            return
        folded, origin = fold_with_offsets(text)
        if origin is not None or len(folded) != len(text):
            # Marks that combine with letters: offsets would differ, and logins have none. Neither
            # may a letter that is two in lower case (İ) keep the others from being looked at.
            folded = "".join(low if len(low := char.lower()) == 1 else char for char in text)
        found = [*self._logins.find(folded, self._lexicon), *self._tokens(text, folded)]
        seen: set[int] = set()
        for number, _, start, end in sorted(found):
            if start not in seen:
                seen.add(start)
                yield start, end, number

    def _tokens(self, text: str, folded: str) -> Iterator[tuple[int, int, int, int]]:
        """Yields (number of the name, order, start, end) of tokens around a part of a name."""
        if self._automaton is None:
            return
        behind: dict[int, int] = {}
        for i, at, past in self._automaton.find_matches_as_indexes(folded, overlapping=True):
            if at < behind.get(i, 0) or not (_goes_on(folded, at - 1) or _goes_on(folded, past)):
                continue
            start, end = _token(folded, at, past)
            behind[i] = max(past, end)
            number = self._whose(text[start:end], folded[start:end])
            if number is not None:
                yield number, i, start, end

    def _whose(self, token: str, folded: str) -> int | None:
        """The first name of which a token holds given name and surname."""
        pieces = dict.fromkeys(_PIECE.findall(folded))
        known = [piece for piece in pieces if piece in self._group]
        found = [self._with_both(a, b) for a, b in combinations(known, 2)]
        # brush is no B. Rush, Clara no C. Lara; BRush and CLara are.
        camel = _CAMEL.search(token) is not None
        found += [self._one(p) for p in pieces if camel or p not in self._lexicon.flags]
        if camel:  # PatientSheilaMunro
            words = [folded[m.start() : m.end()] for m in _HUMP.finditer(token)]
            sides = (pair for pair in pairwise(words) if self._group.keys() >= {*pair})
            found += [self._with_both(a, b) for a, b in sides]
        return min((number for number in found if number is not None), default=None)

    def _with_both(self, a: str, b: str) -> int | None:
        """The first name that has both parts in different words."""
        if (a, b) not in self._beside:
            few, many = sorted((self._group[a], self._group[b]), key=len)
            both = (number for number in few if many.get(number, few[number]) != few[number])
            self._beside[a, b] = min(both, default=None)
        return self._beside[a, b]

    def _one(self, piece: str) -> int | None:
        """The first name that a piece is written of: two words, or one and the initial of another.

        Also the initials of all words before the last, and that.
        """
        if piece not in self._as_one:
            found = {self._led[piece]} if piece in self._led else set()
            for size in self._sizes[: bisect_left(self._sizes, len(piece))]:
                a, b = self._wholes.get(piece[:size]), self._wholes.get(piece[size:])
                if a and b:
                    few, many = sorted((a, b), key=len)
                    found |= {number for number in few if many[number] > (a is b)}
            if len(piece) > _SHORTEST_WITH_INITIAL:
                for letter, whole in ((piece[0], piece[1:]), (piece[-1], piece[:-1])):
                    of_itself = letter == whole[0]
                    numbers = self._wholes.get(whole, ())
                    found |= {n for n in numbers if self._initials[n][letter] > of_itself}
            self._as_one[piece] = min(found, default=None)
        return self._as_one[piece]


class _Logins:
    """Logins of an initial and the first letters of a surname, of another word of the name.

    Digits may follow: shalvor, mapple2. No word and no name of the lists is one.
    """

    def __init__(self) -> None:
        self._initials: dict[int, tuple[Counter[str], Counter[str]]] = {}
        self._names: list[tuple[str, int]] = []
        self._stems: set[str] = set()
        self._whose: dict[tuple[str, str], int | None] = {}

    def __bool__(self) -> bool:
        return bool(self._names)

    def add(self, name: str, groups: list[list[str]], number: int) -> None:
        wholes = {whole for group in groups if len(whole := "".join(group)) > _STEM}
        if not wholes:
            return
        words = [fold_with_offsets(word)[0] for word in re.split(r"[\s,]+", name) if word]
        self._initials[number] = (
            Counter(word[0] for word in words),
            Counter(word[:_STEM] for word in words),
        )
        self._names += ((whole, number) for whole in wholes)
        self._stems |= {whole[:_STEM] for whole in wholes}

    def find(self, folded: str, lexicon: Lexicon) -> Iterator[tuple[int, int, int, int]]:
        """Yields (number of the name, -1, start, end) of each."""
        if not self._names:
            return
        self._names.sort()
        for match in _LOGIN.finditer(folded):
            letters = match[2]
            if letters[:_STEM] not in self._stems or match[1] + letters in lexicon.flags:
                continue
            number = self._number(match[1], letters)
            if number is not None:
                yield number, -1, match.start(), match.end(3)

    def _number(self, initial: str, letters: str) -> int | None:
        """The first name with a word that begins so, and with that initial of another word."""
        if (initial, letters) not in self._whose:
            first = last = bisect_left(self._names, (letters, -1))
            while last < len(self._names) and self._names[last][0].startswith(letters):
                last += 1
            stem = letters[:_STEM]
            own = initial == stem[0]
            self._whose[initial, letters] = min(
                (
                    number
                    for _, number in self._names[first:last]
                    for firsts, stems in (self._initials[number],)
                    if firsts[initial] > own * stems[stem]
                ),
                default=None,
            )
        return self._whose[initial, letters]


def _groups(name: str, titles: frozenset[str]) -> list[list[str]]:
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
            and w.key not in titles
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
