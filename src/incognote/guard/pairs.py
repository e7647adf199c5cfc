"""`Pairs`: which surrogate stands for which original in one conversation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from typing import Any

from incognote.core.words import words_of
from incognote.guard.answers import PEOPLE, PLACES, Pair, core_of, parts_of
from incognote.replace.dates import MONTHS, Habits, has_day_and_month, read

_LETTERS, _SIGNS = 3, 5
"""Letters of a word, letters and digits of a number, from which an answer holds it by no chance."""
_KEPT = ("type", "surrogate", "original", "lang", "label", "read")
_IN_WORDS = re.compile(r"[^\W\d_]+")


class Said:
    """What is sent in a turn, to be asked for words.

    Args:
        text: All of it.
    """

    def __init__(self, text: str) -> None:
        self.words = frozenset(word.key for word in words_of(text))
        self._text = f" {' '.join(word.key for word in words_of(text))} "
        self._tags = text.upper()

    def holds(self, key: str) -> bool:
        """Returns whether words, as `key_of` gives them, stand in it side by side, or several."""
        return f" {key}" in self._text and bool(
            re.search(rf" {re.escape(key)}(?:e?s)? ", self._text)
        )

    def has_tag(self, tag: str) -> bool:
        """Returns whether a tag stands in it."""
        return tag[1:-1].upper() in self._tags


class Pairs:
    """The pairs of a conversation; none of them is in the repr.

    A turn works on a copy, which takes the place of the old where the turn is sent.
    """

    def __init__(self) -> None:
        self.all: list[Pair] = []
        """Also those that are no longer sent: an answer may still hold them."""
        self._now: dict[tuple[str, str], Pair] = {}
        self._owners: dict[str, str] = {}
        """By surrogate, or part of one, the original or part: two never share one."""
        self._originals: set[str] = set()
        self._never: set[str] = set()
        """Surrogates that read as an original."""
        self._tags = 0

    def copy(self) -> Pairs:
        """Returns pairs that can be added to without changing these."""
        other = copy(self)
        for name in ("all", "_now", "_owners", "_originals", "_never"):
            setattr(other, name, copy(getattr(self, name)))
        return other

    def since(self, earlier: Pairs) -> dict[str, Any]:
        """Returns what is new since an earlier copy, in values of JSON."""
        new = self.all[len(earlier.all) :]
        return {
            "pairs": [[getattr(pair, name) for name in _KEPT] for pair in new],
            "never": sorted(self._never - earlier._never),
            "tags": self._tags,
        }

    def add_since(self, new: Mapping[str, Any]) -> None:
        """Adds what `since` gave."""
        for pair in new["pairs"]:
            self._add(Pair(**dict(zip(_KEPT, pair, strict=True))))
        self._never.update(new["never"])
        self._tags = new["tags"]

    def of(self, type: str, original: str) -> Pair | None:
        """Returns what is sent for an original; None where nothing is yet."""
        return self._now.get((type, original))

    @property
    def told(self) -> list[tuple[str, str]]:
        """Labels and originals, these as they read, of all that the conversation knows."""
        return [(pair.label, pair.read or pair.original) for pair in self.all]

    @property
    def drawn(self) -> frozenset[str]:
        """The words of all surrogates, folded."""
        return frozenset(word for key in self._owners for word in key.split())

    def drop(self, *pairs: Pair) -> None:
        """Sends surrogates no more; where an answer holds one, its original still comes back."""
        for pair in pairs:
            self._now.pop((pair.type, pair.original), None)
            self._never.add(pair.surrogate)
            self._tags += 1  # or the same tag would be drawn again

    def take(
        self,
        pair: Pair,
        said: Said,
        habits: Habits,
        ordinary: Callable[[str], bool],
        *,
        last: bool = False,
    ) -> set[str]:
        """Adds a pair whose original has none yet, where an answer can tell it apart.

        A tag with a number stands for what cannot be told apart (a year, an age, a nurse).

        Args:
            pair: As drawn; without a surrogate where none could be.
            said: What is sent beside it.
            habits: How its text writes dates.
            ordinary: Whether a word is one of the language.
            last: Whether nothing more can be drawn.

        Returns:
            Words that must not be drawn, so that the turn is to be drawn anew; empty: it was added.
        """
        if self.of(pair.type, pair.original):
            return set()
        if not pair.surrogate or not _tells(pair, habits):
            self._add(self._tag(pair, said))
            return set()
        forms = dict(_keys(pair))
        bad = {
            key
            for key, original in forms.items()
            if self._owners.get(key, original) != original
            or key in self._originals
            or said.holds(key)
            or (key.isalpha() and ordinary(key))
        }
        if pair.surrogate in self._never:
            bad |= set(forms)
        words = {word for key in bad for word in _IN_WORDS.findall(key)}
        words -= set(key_of(pair.original).split())
        if bad and words and not last:
            return words
        self._add(self._tag(pair, said) if bad else pair)
        return set()

    def _add(self, pair: Pair) -> None:
        self.all.append(pair)
        self._now[pair.type, pair.original] = pair
        for key, original in _keys(pair):
            self._owners.setdefault(key, original)
            self._originals.add(original)

    def _tag(self, pair: Pair, said: Said) -> Pair:
        while True:
            self._tags += 1
            tag = f"[{pair.label}-{self._tags}]"
            if not said.has_tag(tag):
                return replace(pair, surrogate=tag)


def key_of(text: str) -> str:
    """Returns the words of a text as they compare: folded, without signs."""
    return " ".join(word.key for word in words_of(text))


def forms_of(pair: Pair) -> Iterator[tuple[str, str]]:
    """Yields what an answer may hold of a surrogate, and of what in the original."""
    yield pair.words
    if pair.surrogate.startswith("["):
        return
    if pair.type in PEOPLE:
        parts = parts_of(pair.surrogate, pair.original)
    else:
        parts = core_of(pair.surrogate, pair.original) if pair.type in PLACES else {}
    for surrogate, original in parts.items():
        if min(map(len, key_of(surrogate).split()), default=0) >= _LETTERS:
            yield surrogate, original


def _keys(pair: Pair) -> Iterator[tuple[str, str]]:
    """The forms as they compare."""
    for surrogate, original in forms_of(pair):
        yield key_of(surrogate), key_of(original)


def _tells(pair: Pair, habits: Habits) -> bool:
    """Whether a surrogate in an answer is surely it, and neither a number nor a word by chance."""
    if pair.type == "AGE":
        return False
    if pair.type == "DATE":
        form = read(pair.surrogate, habits)
        kinds = {piece.kind for piece in form or ()}
        return bool(form) and (
            has_day_and_month(form or ()) or ("year" in kinds and bool(kinds & MONTHS))
        )
    if any(map(str.isdigit, pair.surrogate)):
        return sum(map(str.isalnum, pair.surrogate)) >= _SIGNS
    return any(len(word) >= _LETTERS for word in _IN_WORDS.findall(pair.surrogate))
