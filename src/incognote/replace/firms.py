"""English houses and firms: every proper word of a name becomes one of its own form.

A town becomes a town, a surname a surname, an acronym one of its length, 'HandiVan' 'SwiftVan', and
what no list knows an invented or a plain word, so that a name is as easy or hard to see as the one
that it replaces. A word is drawn for itself: short and long forms of a name stay together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, count, islice

from incognote.core.case import case_like, fold
from incognote.core.language import get_language
from incognote.replace import pools
from incognote.replace.keyed import Keyed
from incognote.replace.payers import Payers
from incognote.replace.values import facilities, table
from incognote.replace.values.shapes import ordinal_ending

_WORD = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_OWNED = re.compile(r"['’][sS]$")
_SHORT = 4
"""Letters up to which a word in capitals may be an acronym among words in capitals."""
_VOWELS, _OTHERS = "AEIOU", "BCDFGHJKLMNPRSTVW"
_KIND = re.compile(r"(?<=[A-Z])(?:PD|FD|ISD|EMS|MC|GH|CH)$|(?<=[A-Z]{2})H$")
"""What says the kind at the end of an acronym: 'HPD' is the police of a town with H."""
_LONGEST = 6
"""Letters of the longest acronym."""
_TOWN_WORDS = 3
_ARTICLES = frozenset(("al", "el", "los", "las"))
"""Words that stay before a name."""


class Firms:
    """The proper words of the houses of one note.

    Args:
        keyed: The note's choices.
        taken: Folded words that are never given: originals.
        housed: Folded words of the note's hospitals, which are no firms where they stand again.
        town: From a town and a salt to the town that stands for it, of as many words.
        payers: The payers of the note.
    """

    def __init__(
        self,
        keyed: Keyed,
        taken: frozenset[str],
        housed: frozenset[str],
        town: Callable[[str, str], str],
        payers: Payers,
    ) -> None:
        """See the class."""
        self.payers = payers
        self.keyed, self.taken, self.housed, self.town = keyed, taken, housed, town

    def run(self, run: str, salt: str, kind: str = "firm", *, loud: bool = False) -> str:
        """Returns what stands for a run of proper words, of as many words and in their case.

        Args:
            run: The words.
            salt: Of a mention that is replaced anew.
            kind: firm, house or land: what a word that no list knows is drawn from.
            loud: Whether the whole name is in capitals, so that a short word need be no acronym.
        """
        marks = list(_WORD.finditer(run))
        shouted = loud or (run.isupper() and any(len(m[0]) > _SHORT for m in marks))
        out, at, i = [], 0, 0
        while i < len(marks):
            n = next((n for n in range(_TOWN_WORDS, 1, -1) if _is_town(run, marks[i : i + n])), 1)
            start, end = marks[i].start(), marks[min(i + n, len(marks)) - 1].end()
            owner = _OWNED.match(run[end : end + 2]) is not None
            text = run[start:end]
            if fold(text) in _ARTICLES and i + 1 < len(marks):
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
        kind = _KIND.search(surface)
        end = kind.start() if kind else len(surface)

        def other(i: int, char: str) -> str:
            pool = _VOWELS if char in _VOWELS else _OTHERS
            value = f"{i}{surface.upper()}{salt}"
            return self.keyed.pick("acronym", value, [c for c in pool if c != char])

        made = "".join(
            case_like(c, other(i, fold(c)[:1].upper() or c)) if c.isalpha() else c
            for i, c in enumerate(surface[:end])
        )
        return made + surface[end:]

    def nameless(self, surface: str, salt: str) -> str:
        """Returns another house without a name for one ('the mill'), '' for any other."""
        article = re.match(r"(?:the )?", surface, re.IGNORECASE)
        head = article[0] if article else ""
        key = fold(surface[len(head) :])
        for row, names in get_language("en").table("firms").items():
            if row.startswith("nameless") and key in names:
                new = self.pick(row, key, salt, names)
                return head + _cased(surface[len(head) :], new)
        return ""

    def known(self, surface: str, salt: str) -> str:
        """Returns another name that everybody knows, of its kind, '' for one that nobody does."""
        if payer := self.payers.other(surface, salt, self.pick, abroad=False):
            return payer
        key = fold(surface)
        short = _is_short(surface)
        for row, names in get_language("en").table("firms").items():
            if row.startswith("known") and key in _folded(names):
                own = [name for name in names if fold(name) != key]
                same = [name for name in own if _is_short(name) == short]
                return case_like(surface, self.pick(row, key, salt, same or own))
        known = pools.known_houses("en")
        if key not in known:
            return ""
        others = [
            name
            for folded, name in known.items()
            if folded != key and facilities.is_acronym(name) == short
        ]
        return case_like(surface, self.pick("known", key, salt, others))

    def _word(self, word: str, salt: str, kind: str, *, first: bool, shouted: bool) -> str:
        """What stands for one word."""
        key = fold(word)
        if len(word) == 1:
            return self.letters(word, salt)
        short = _SHORT - 1 if shouted else _LONGEST
        plain = _is_name(key) or key in _folded(table("kept")["adjective"])
        if word.isupper() and len(word) <= short and not (shouted and plain):
            return self._listed(word, salt) or self.known(word, salt) or self.letters(word, salt)
        new = self._listed(word, salt)
        if not new and not _is_name(key):
            known = self.known(word, salt) if first else ""
            new = self._joined(word, salt) if not known or " " in known else known
        return new or case_like(word, self._drawn(word, salt, kind))

    def _listed(self, word: str, salt: str) -> str:
        """Another state for a state, a code for a code, a number for a number and the like."""
        key = fold(word)
        for row in _closed(code=len(word) == 2 and word.isupper()):
            if key in _folded(row):
                new = self.pick("listed", key, salt, row)
                return case_like(word, new[0].upper() + new[1:] if word[0].isupper() else new)
        return ""

    def _drawn(self, word: str, salt: str, kind: str) -> str:
        """A word of the kind that the lists take it for, wherever in a name it stands."""
        key = fold(word)
        if key in _folded(pools.landscape()):
            return self.pick("landscape", key, salt, pools.landscape())
        for role, names in _people() if key not in _plain() else ():
            if key in pools.country_of_town() and role != "last":
                return self.town(word, salt)
            if key in names:
                return self.pick(role, key, salt, _names(role))
        rows, number = get_language("en").table("firms"), self.keyed.number("brand", key + salt)
        last = key in _folded(rows["plain last"]) and key not in _folded(rows["plain first"])
        plain = rows["plain last" if last else "plain first"]
        if kind != "firm" or key in self.housed:
            wild = rows["plain first"]
            known = pools.landscape() if kind != "land" else wild
            return self.pick("place", key, salt, (_names("last"), wild, known)[number % 3])
        if number % 2 and not word.islower() and key not in _plain():
            return self.pick("brand", key, salt, _brands())
        return self.pick("plain", key, salt, plain)

    def _joined(self, word: str, salt: str) -> str:
        """'HandiVan' part by part, those that say the kind as they are; '' for other words.

        Where no part says more than the kind ('iCare'), that one changes too.
        """
        parts = _PARTS.findall(word)
        small = any(part.islower() and part not in ("e", "i") for part in parts)
        if len(parts) < 2 or "".join(parts) != word or small or max(map(len, parts)) < _SHORT:
            return ""
        if parts[0] in ("Mc", "Mac"):
            return self.pick("last", fold(word), salt, _names("last"))
        rows = get_language("en").table("firms")
        kinds = _folded(rows["camel"])
        out: list[str] = []
        for i, part in enumerate(parts):
            row = rows["camel" if i else "plain first"]
            if part in ("e", "i") or (out != parts[:i] and fold(part) in kinds):
                out.append(part)
            elif part.isupper():
                out.append(self._listed(part, salt) or self.letters(part, salt))
            else:
                new = self._listed(part, salt)
                out.append(new or case_like(part, self.pick("joined", fold(part), salt, row)))
        return "".join(out)

    def pick(self, kind: str, key: str, salt: str, pool: Sequence[str]) -> str:
        """Returns one of the pool without a word of an original, an invented word if none is.

        Args:
            kind: What is drawn.
            key: The folded original.
            salt: Of a mention that is replaced anew.
            pool: What is drawn from.
        """
        own = frozenset(_WORD.findall(key))
        long = len(key) >= _SHORT
        start = self.keyed.number(kind, key + salt) % max(len(pool), 1)
        free = (
            name
            for name in chain(islice(pool, start, None), islice(pool, start))
            for words in (_WORD.findall(fold(name)),)
            if self.taken.isdisjoint(words)
            and own.isdisjoint(words)
            and not (long and key in fold(name))  # 'Lincolnia' for Lincoln
        )
        return next(free, "") or self._invented(key + salt, own)

    def _invented(self, value: str, own: frozenset[str]) -> str:
        """A word that no list has, longer and longer until it is none of those."""
        rng = self.keyed.rng("invented", value)
        words = (
            "".join(rng.choice(_OTHERS) + rng.choice(_VOWELS) for _ in range(syllables)).title()
            for syllables in count(3)
        )
        return next(w for w in words if fold(w) not in self.taken and fold(w) not in own)


def ordinals_mended(text: str) -> str:
    """Returns the text with the ending of each ordinal that its number has: 4st is 4th."""

    def mended(found: re.Match[str]) -> str:
        return found[1] + case_like(found[2], ordinal_ending(int(found[1])))

    return re.sub(r"\b([0-9]{1,4})(st|nd|rd|th)\b", mended, text, flags=re.IGNORECASE)


def _is_short(name: str) -> bool:
    return name.isupper() and name.isalpha() and len(name) <= 5


def _is_town(run: str, marks: Sequence[re.Match[str]]) -> bool:
    """Whether several words, one blank between, are a town."""
    if len(marks) < 2:
        return False
    text = run[marks[0].start() : marks[-1].end()]
    return len(text.split(" ")) == len(marks) and fold(text) in pools.country_of_town()


def _is_name(key: str) -> bool:
    """Whether the lists know a word as part of a name."""
    people = any(key in names for _, names in _people())
    return key in _plain() or people or key in pools.country_of_town()


def _cased(surface: str, value: str) -> str:
    """In the case of the surface: of its letters, or a capital for each word."""
    if surface.istitle():
        return " ".join(word[:1].upper() + word[1:] for word in value.split(" "))
    return case_like(surface, value)


@cache
def _folded(row: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(fold, row))


@cache
def _plain() -> frozenset[str]:
    rows = get_language("en").table("firms")
    return frozenset(map(fold, (*rows["plain first"], *rows["plain last"])))


@cache
def _brands() -> tuple[str, ...]:
    rows = get_language("en").table("firms")
    return tuple(a + b for a in rows["brand first"] for b in rows["brand last"])


@cache
def _closed(*, code: bool) -> tuple[tuple[str, ...], ...]:
    """Lists of words that become another of their list: states, or their codes, countries..."""
    states = [state.rsplit(" ", 1) for state in get_language("en").table("places")["states US"]]
    if code:
        return (tuple(short for _, short in states),)
    rows, names = get_language("en").table("firms"), get_language("en").table("places")["country"]
    return (
        tuple(name for name, _ in states if " " not in name),
        tuple(name for name in names if name.istitle() and " " not in name),
        rows["land"],
        rows["religious"],
        rows["count"],
        rows["ordinal"],
    )


@cache
def _names(kind: str) -> tuple[str, ...]:
    """Names of persons that surrogates may be; no everyday and no medical word is among them."""
    rows = table("surrogates")
    own = ("anglo", "irish", "census") if kind == "last" else ("anglo",)
    found = (name for key in rows for name in rows[key] if key.split()[0] in own and kind in key)
    return tuple(dict.fromkeys(found))


@cache
def _people() -> tuple[tuple[str, frozenset[str]], ...]:
    """The names of persons by kind, folded; an everyday word ('Hope', 'Ridge') is none."""
    rows = table("surrogates")
    return tuple(
        (kind, frozenset(fold(name) for key in rows if kind in key for name in rows[key]))
        for kind in ("last", "female", "male")
    )
