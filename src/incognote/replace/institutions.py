"""Names of institutions word by word: every proper word becomes one of its own form.

A town becomes a town, a surname a surname, an acronym one of its length, 'HandiVan' 'SwiftVan', and
what no list knows an invented or a plain word, so that a name is as easy or hard to see as the one
that it replaces. A word is drawn for itself: short and long forms of a name stay together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from incognote.core.case import case_like, fold
from incognote.core.words import NOTHING
from incognote.replace.insurers import Insurers
from incognote.replace.keyed import CONSONANTS, VOWELS, Draw

_WORD = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_OWNED = re.compile(r"['’][sS]$")
_SHORT = 4
"""Letters up to which a word in capitals may be an acronym among words in capitals."""
_LONGEST = 6
"""Letters of the longest acronym."""
_TOWN_WORDS = (3, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameWords:
    """The words of a language that names of institutions are made of; all lists may be empty."""

    people: Mapping[str, tuple[frozenset[str], tuple[str, ...]]] = field(default_factory=dict)
    """By role (`last`, `female`, `male`): folded names that are known, and those that are given."""
    known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names that everybody knows, by kind; one becomes another of its kind."""
    nameless: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Institutions without a name ('mill'), by kind; one becomes another of its kind."""
    landscape: tuple[str, ...] = ()
    """Words of one word that institutions are called by: 'Lakeview'."""
    plain_first: tuple[str, ...] = ()
    """Everyday words that stand alone ('Beacon') or first in a name ('Beacon Freight')."""
    plain_last: tuple[str, ...] = ()
    """Everyday words that may follow: 'Copper Path'."""
    brands: tuple[str, ...] = ()
    """Made-up names of companies."""
    joined: tuple[str, ...] = ()
    """Words written as one with another, with a capital: 'Van' of 'HandiVan'."""
    joined_before: tuple[str, ...] = ()
    """Small letters before such a word: 'e' of 'eCare'."""
    surname_starts: tuple[str, ...] = ()
    """What a surname with a capital inside begins with: 'Mc' of 'McKay'."""
    listed: tuple[tuple[str, ...], ...] = ()
    """Lists of which a word becomes another of its own: states, countries, numbers."""
    codes: tuple[str, ...] = ()
    """Codes of two capitals, as of states; one becomes another."""
    adjectives: frozenset[str] = frozenset()
    """Folded common words that a name may begin with: among capitals they are no acronym."""
    articles: frozenset[str] = frozenset()
    """Folded words that stay before a name: 'Al Noor'."""
    article: str = ""
    """The article, with a blank, that may stand before an institution without a name: 'the '."""
    saints: tuple[str, ...] = ()
    """Saints without the word that says so."""
    everyday: tuple[str, ...] = ()
    """Words of hospitals without a proper name ('General'); one becomes another."""
    alone: re.Pattern[str] = NOTHING
    """Its first group is what changes in a name of common words alone."""
    acronym_kind: re.Pattern[str] = NOTHING
    """What says the kind at the end of an acronym: 'HPD' is the police of a town with H."""
    finished: Callable[[str], str] = str
    """Mends what a changed number asks for: '4st' becomes '4th'."""


class WordByWord:
    """The proper words of the institutions of one note.

    Args:
        words: Those of the note's language.
        towns: Folded names of towns.
        draw: What they are drawn by.
        hospitals: Folded words of the note's hospitals, which are no organisations there either.
        town: From a town and a salt to the town that stands for it, of as many words.
        insurers: The insurers of the note.
    """

    def __init__(
        self,
        words: NameWords,
        towns: Container[str],
        draw: Draw,
        hospitals: frozenset[str],
        town: Callable[[str, str], str],
        insurers: Insurers,
    ) -> None:
        self.words, self.towns, self.draw, self.hospitals = words, towns, draw, hospitals
        self.town, self.insurers = town, insurers

    def proper(self, run: str, salt: str, kind: str, *, loud: bool = False) -> str:
        """Returns what stands for a run of proper words, of as many words and in their case.

        Args:
            run: The words.
            salt: Of a mention that is replaced anew.
            kind: organization, hospital or landmark: what a word that no list knows is drawn from.
            loud: Whether the whole name is in capitals, so that a short word need be no acronym.
        """
        marks = list(_WORD.finditer(run))
        shouted = loud or (run.isupper() and any(len(m[0]) > _SHORT for m in marks))
        out, at, i = [], 0, 0
        while i < len(marks):
            n = next((n for n in _TOWN_WORDS if self._is_town(run, marks[i : i + n])), 1)
            start, end = marks[i].start(), marks[min(i + n, len(marks)) - 1].end()
            owner = _OWNED.match(run[end : end + 2]) is not None
            text = run[start:end]
            if fold(text) in self.words.articles and i + 1 < len(marks):
                out += [run[at:end]]  # Al Noor
                at, i = end, i + 1
                continue
            new = (
                case_like(text, self.town(text, salt))
                if n > 1
                else self._word(text, salt, kind, first=i == 0, shouted=shouted)
            )
            if owner and i + 1 < len(marks):  # the s of a possessive is no word
                end, i = marks[i + 1].end(), i + 1
                new += run[end - 2 : end]
            if new in out:  # 'Eagle Eagle'
                new = self._word(text, f"{salt}+", kind, first=i == 0, shouted=shouted)
            out += [run[at:start], new]
            at, i = end, i + n
        return "".join([*out, run[at:]])

    def letters(self, surface: str, salt: str) -> str:
        """Returns an acronym with other letters, vowels for vowels; what says its kind stays."""
        kind = self.words.acronym_kind.search(surface)
        end = kind.start() if kind else len(surface)

        def other(i: int, char: str) -> str:
            pool = VOWELS if char in VOWELS else CONSONANTS
            value = f"{i}{surface.upper()}{salt}"
            return self.draw.keyed.pick("acronym", value, [c for c in pool if c != char])

        made = "".join(
            case_like(c, other(i, fold(c)[:1].upper() or c)) if c.isalpha() else c
            for i, c in enumerate(surface[:end])
        )
        return made + surface[end:]

    def nameless(self, surface: str, salt: str) -> str:
        """Returns another institution without a name for one ('the mill'), '' for any other."""
        article = self.words.article
        size = len(article) if fold(surface[: len(article)]) == article else 0
        head, body = surface[:size], surface[size:]
        key = fold(body)
        for row, names in self.words.nameless.items():
            if key in names:
                return head + _cased(body, self.draw.pick(row, key, salt, names))
        return ""

    def known(self, surface: str, salt: str) -> str:
        """Returns another name that everybody knows, of its kind, '' for one that nobody does."""
        if insurer := self.insurers.other(surface, salt, self.draw.pick, abroad=False):
            return insurer
        key = fold(surface)
        short = _is_short(surface)
        for row, names in self.words.known.items():
            if key in _folded(names):
                own = [name for name in names if fold(name) != key]
                same = [name for name in own if _is_short(name) == short]
                return case_like(surface, self.draw.pick(row, key, salt, same or own))
        return ""

    def saint(self, surface: str, salt: str) -> str:
        """Returns another saint, with the word before it as it is written."""
        title, _, name = surface.partition(" ")
        plain = name.rstrip("'’")
        others = [saint for saint in self.words.saints if fold(saint) != fold(plain)]
        new = self.draw.pick("saint", fold(plain), salt, others)
        return f"{title} {case_like(plain, new)}{name[len(plain) :]}"

    def commonplace(self, surface: str, salt: str, kind: str) -> str:
        """Returns a name without a proper word with one of its everyday words changed."""
        words = self.words.everyday
        for word in words if kind == "hospital" else ():
            if re.search(rf"\b{word}\b", surface, re.IGNORECASE):
                others = [w for w in words if w.lower() not in surface.lower()]
                other = self.draw.pick("word", fold(word), salt, others)
                pieces = re.split(rf"\b({word})\b", surface, flags=re.IGNORECASE)
                return "".join(case_like(p, other) if i % 2 else p for i, p in enumerate(pieces))
        alone = self.words.alone.match(surface)
        if not alone:
            return ""
        word = self.proper(alone[1], salt, kind)
        return surface[: alone.start(1)] + word + surface[alone.end(1) :]

    def finished(self, name: str) -> str:
        """Returns a name as it is written after its words and numbers have changed."""
        return self.words.finished(name)

    def _is_town(self, run: str, marks: Sequence[re.Match[str]]) -> bool:
        """Whether several words, one blank between, are a town."""
        if len(marks) < 2:
            return False
        text = run[marks[0].start() : marks[-1].end()]
        return len(text.split(" ")) == len(marks) and fold(text) in self.towns

    def _is_name(self, key: str) -> bool:
        """Whether the lists know a word as part of a name."""
        people = any(key in names for names, _ in self.words.people.values())
        return self._is_plain(key) or people or key in self.towns

    def _is_plain(self, key: str) -> bool:
        return key in _folded(self.words.plain_first) or key in _folded(self.words.plain_last)

    def _word(self, word: str, salt: str, kind: str, *, first: bool, shouted: bool) -> str:
        """What stands for one word."""
        key = fold(word)
        if len(word) == 1:
            return self.letters(word, salt)
        short = _SHORT - 1 if shouted else _LONGEST
        plain = self._is_name(key) or key in self.words.adjectives
        if word.isupper() and len(word) <= short and not (shouted and plain):
            return self._listed(word, salt) or self.known(word, salt) or self.letters(word, salt)
        new = self._listed(word, salt)
        if not new and not self._is_name(key):
            known = self.known(word, salt) if first else ""
            new = self._joined(word, salt) if not known or " " in known else known
        return new or case_like(word, self._drawn(word, salt, kind))

    def _listed(self, word: str, salt: str) -> str:
        """Another state for a state, a code for a code, a number for a number and the like."""
        key = fold(word)
        code = len(word) == 2 and word.isupper()
        for row in (self.words.codes,) if code else self.words.listed:
            if key in _folded(row):
                new = self.draw.pick("listed", key, salt, row)
                return case_like(word, new[0].upper() + new[1:] if word[0].isupper() else new)
        return ""

    def _drawn(self, word: str, salt: str, kind: str) -> str:
        """A word of the kind that the lists take it for, wherever in a name it stands."""
        key, words = fold(word), self.words
        if key in _folded(words.landscape):
            return self.draw.pick("landscape", key, salt, words.landscape)
        for role, (known, given) in words.people.items() if not self._is_plain(key) else ():
            if key in self.towns and role != "last":
                return self.town(word, salt)
            if key in known:
                return self.draw.pick(role, key, salt, given)
        number = self.draw.keyed.number("brand", key + salt)
        last = key in _folded(words.plain_last) and key not in _folded(words.plain_first)
        if kind != "organization" or key in self.hospitals:
            beside = words.landscape if kind != "landmark" else words.plain_first
            pool = (words.people["last"][1], words.plain_first, beside)[number % 3]
            return self.draw.pick("place", key, salt, pool)
        if number % 2 and not word.islower() and not self._is_plain(key):
            return self.draw.pick("brand", key, salt, words.brands)
        return self.draw.pick("plain", key, salt, words.plain_last if last else words.plain_first)

    def _joined(self, word: str, salt: str) -> str:
        """'HandiVan' part by part, those that say the kind as they are; '' for other words.

        Where no part says more than the kind ('iCare'), that one changes too.
        """
        parts = _PARTS.findall(word)
        before = self.words.joined_before
        small = any(part.islower() and part not in before for part in parts)
        if len(parts) < 2 or "".join(parts) != word or small or max(map(len, parts)) < _SHORT:
            return ""
        if parts[0] in self.words.surname_starts:
            return self.draw.pick("last", fold(word), salt, self.words.people["last"][1])
        kinds = _folded(self.words.joined)
        out: list[str] = []
        for i, part in enumerate(parts):
            row = self.words.joined if i else self.words.plain_first
            if part in before or (out != parts[:i] and fold(part) in kinds):
                out.append(part)
            elif part.isupper():
                out.append(self._listed(part, salt) or self.letters(part, salt))
            else:
                new = self._listed(part, salt)
                out.append(new or case_like(part, self.draw.pick("joined", fold(part), salt, row)))
        return "".join(out)


def _is_short(name: str) -> bool:
    return name.isupper() and name.isalpha() and len(name) <= 5


def _cased(surface: str, value: str) -> str:
    """In the case of the surface: of its letters, or a capital for each word."""
    if surface.istitle():
        return " ".join(word[:1].upper() + word[1:] for word in value.split(" "))
    return case_like(surface, value)


@cache
def _folded(row: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(fold, row))
