"""Addresses of mail and web, and log-in names, built from the surrogates of the note's names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from incognote.core.case import fold
from incognote.replace.keyed import Keyed
from incognote.replace.name_lists import every_name
from incognote.replace.names import People
from incognote.replace.values import table
from incognote.replace.values.shapes import same_shape

_SHORTEST = 3
_STEM = 4
"""Letters that are left of a longer word where a login cuts it, at least."""


class _Beginnings:
    """Words, ready to be asked which of them a text begins with.

    Args:
        words: Folded; those below three letters are passed over.
    """

    def __init__(self, words: Iterable[str]) -> None:
        known = sorted((w for w in words if len(w) >= _SHORTEST), key=lambda w: (-len(w), w))
        self._words = frozenset(known)
        self._sizes = sorted({len(word) for word in known}, reverse=True)
        self._longest: dict[str, str] = {}
        for word in known:
            if len(word) > _STEM:
                self._longest.setdefault(word[:_STEM], word)
        self._stems = {word[:size] for word in known for size in (_SHORTEST, _STEM)}

    def whole(self, text: str) -> str:
        """Returns the longest word that a text begins with, '' where it begins with none."""
        return next((text[:size] for size in self._sizes if text[:size] in self._words), "")

    def cut(self, text: str) -> str:
        """Returns the longest word of whose letters a text begins with four, '' where none has."""
        return self._longest.get(text[:_STEM], "")

    def any(self, text: str) -> bool:
        """Returns whether a text begins with a word, whole or cut off."""
        cut = len(text) >= _SHORTEST and text[:_STEM] in self._stems
        return cut or bool(self.whole(text))


class Contacts:
    """The addresses and log-in names of one note.

    Args:
        people: Its names and their surrogates.
        keyed: Its choices.
    """

    def __init__(self, people: People, keyed: Keyed) -> None:
        self._people, self._keyed = people, keyed

    def user(self, surface: str, salt: str) -> str:
        """Returns another log-in name: of the surrogates where it holds names of the note."""
        return self._local(surface, salt)

    def email(self, surface: str, salt: str) -> str:
        """Returns another address: the person's surrogate at another host."""
        local, at, host = surface.partition("@")
        return self._local(local, salt) + at + (self._host(host) if at else "")

    def url(self, surface: str, salt: str) -> str:
        """Returns another web address at another host, with a path of the same shape."""
        found = re.match(r"((?:[a-z]+://)?(?:www\.)?)([^/\s:?#]+)(.*)", surface, re.I | re.S)
        if not found:
            return same_shape(surface, self._keyed.rng("url", surface + salt))
        path = re.sub(r"[^\W\d_]{3,}|\d+", lambda m: self._path_word(m[0], salt), found[3])
        return found[1] + self._host(found[2]) + path

    def _path_word(self, word: str, salt: str) -> str:
        if word.lower() in table("contacts")["path"]:
            return word
        return same_shape(word, self._keyed.rng("path", fold(word) + salt))

    def _host(self, host: str) -> str:
        """Another host: a public one for a public one, else one below .example, nobody's own."""
        rows = table("contacts")
        public = [name for name in rows["mail host"] if "example" not in name]
        low = host.lower()
        if low in public:
            return self._keyed.pick("host", low, [name for name in public if name != low])
        stem = low.rsplit(".", 2)[0] if low.count(".") > 1 else low.partition(".")[0]
        name = fold(self._keyed.pick("host", stem, rows["host"])).replace(" ", "")
        return f"{name}.example.org"

    @cached_property
    def _known(self) -> _Beginnings:
        return _Beginnings(self._people.roles)

    def _local(self, surface: str, salt: str) -> str:
        """What stands before the @: names of the note become theirs, letters and digits others."""
        # One for one: folding a whole text may lengthen it ('½', 'ß').
        low = "".join(fold(char)[:1] or char for char in surface)
        known, people = self._known, self._people
        out: list[str] = []
        place = 0
        while place < len(low):
            rest = low[place:]
            word, cut = known.whole(rest), known.cut(rest)
            if word:
                out.append(_like(surface[place], people.word(word, people.roles[word], salt)))
                place += len(word)
            elif cut:
                size = 4
                while size < min(len(rest), len(cut)) and rest[size] == cut[size]:
                    size += 1
                new = people.word(cut, people.roles[cut], salt)
                out.append(_like(surface[place], new)[:size])
                place += size
            elif low[place].isalpha():
                run = re.match(r"[^\W\d_]+", rest)
                assert run is not None
                initials = next((n for n in (1, 2) if known.any(run[0][n:])), 0)
                if initials:
                    letters = surface[place : place + initials]
                    out.append("".join(people.letter(char, salt) for char in letters))
                    place += initials
                else:
                    out.append(self._run(surface[place : place + len(run[0])], salt))
                    place += len(run[0])
            elif low[place].isdecimal():
                number = re.match(r"\d+", rest)
                assert number is not None
                out.append(same_shape(number[0], self._keyed.rng("digits", low + salt)))
                place += len(number[0])
            else:
                out.append(surface[place])
                place += 1
        return "".join(out)

    def _run(self, run: str, salt: str) -> str:
        """Letters that are no name of the note: initials one by one, a longer run a surname."""
        people = self._people
        if len(run) <= 3 and (len(run) < 3 or fold(run) not in every_name("last", people.lang)):
            return "".join(people.letter(char, salt) for char in run)
        if run.lower() in table("contacts")["path"]:
            return run
        return _like(run[0], people.word(run, "last", salt))


def _like(first: str, name: str) -> str:
    plain = "".join(filter(str.isalpha, fold(name)))
    return plain.upper() if first.isupper() else plain
