r"""Known names that markup divides: `**Ru**iz`, `Del$\mathrm{gado}$`, `Ru<?x?>iz`, `Del[b]gado`.

No list of markups could be whole. So the letters of what is known are followed through the text,
and what stands between two of them may be anything that markup can be: it begins with a sign, and
either has no blank in it or has its blanks within brackets, within an element or behind a command.
Where all letters of a word come together so, the text reads as if nothing stood between them; then
the search of names decides as it does for any text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from incognote.core.case import fold
from incognote.core.decoded import Decoded, decode, replaced
from incognote.core.errors import NoteError
from incognote.core.words import words_of

_RUN = re.compile(r"[^\W_]+")
_SHORTEST, _SHORTEST_CODE = 3, 5
"""Letters of a word, letters and digits of a number, that are searched for."""
_NEAR = 3
"""Characters between two words, or parts of a number, over which the search of names reads."""
_LONGEST_COMMAND = 32
_ESCAPING = "\\&%"
"""What letters may stand behind that are a command and end within a run: `\\fBRuiz`, `&shyRuiz`."""
_PAIRS = {"<": ">", "[": "]", "(": ")", "{": "}"}
_ELEMENT = re.compile(r"[<\[]([A-Za-z][\w:-]{0,40})")
_COMMAND = re.compile(rf"[\\@&][^\W\d_]{{1,{_LONGEST_COMMAND}}}[*;]?\s?|\\\s|%[^\n]*\n\s*")
"""With the blank that it takes with it; what is a comment to LaTeX, with its line end."""
_HEAD = re.compile(r"[\[({$:][\w:-]{1,40}[{\[(:]|([~^*_=|$])\w{1,9}\1")
"""What opens markup and has a name, `[CDATA[`, and a mark between two signs, `^1^`."""
_COMMENTS = (("<!--", "-->"), ("<?", "?>"), ("/*", "*/"))
_CLOSERS = 4
"""So many of what may close a bracket are tried: `>` may stand in a value, too."""
_RAISED = dict.fromkeys(
    (*map(ord, "²³¹"), *range(0x2B0, 0x300), *range(0x1D2C, 0x1D6B), *range(0x2070, 0x20A0)), "·"
)
"""Marks of footnotes and the like, which are letters and digits to Python."""
_APOSTROPHES = "'’`´"
_READINGS = 8
"""Ways to read one text; where there are more, nobody can tell what it says."""
_STEPS = 2_000_000
"""Places that are looked at, and so many more by character: far more than any note needs."""
_STEPS_EACH = 20

_Node = dict[str, Any]
"""By letter what comes next; `_END` where a word ends, `_WORDS` where another word follows."""
_END, _WORDS, _CODE = "end", "words", "code"


class _Edit(NamedTuple):
    start: int
    end: int
    plain: str
    """What the stretch reads as: nothing, or a blank between two words."""


class Known:
    """What a conversation knows, ready to be read in texts.

    Args:
        originals: Names, numbers and the like, as they were written.
    """

    def __init__(self, originals: Iterable[str]) -> None:
        self._tree = _tree(originals)

    def readings(self, text: str) -> list[Decoded]:
        """Returns a text as it may be read: without its escapes, without markup in what is known.

        What begins with a backslash may be either: the `\\t` of `\\textbf` is a tab to one reading.

        Raises:
            NoteError: If it can be read in more ways than can be looked at.
        """
        decoded = decode(text)
        found = {decoded.text: decoded}
        for base in (decoded, Decoded(text)) if decoded.text != text else (decoded,):
            for edits in _layers(_Search(base.text, self._tree).edits()):
                each = replaced(edits, base)
                found.setdefault(each.text, each)
        return list(found.values())

    def undivided(self, text: str) -> str:
        """Returns how a stretch reads in which markup divides what is known; '' where none does."""
        # The sign of a command that ends within its word stands before the stretch.
        every = (text, f"\\{text}") if any(sign in text for sign in _ESCAPING) else (text,)
        found = (each.text for way in every for each in self.readings(way)[1:])
        return next(found, "").strip()


def _unclear() -> NoteError:
    return NoteError("prompt", "its markup divides words in more ways than can be searched")


def _tree(known: Iterable[str]) -> _Node:
    root: _Node = {}
    for each in dict.fromkeys(known):
        keys = [word.key for word in words_of(each)]
        code = "".join(keys)
        if len(code) >= _SHORTEST_CODE and any(map(str.isdigit, code)):
            _plant(root, [code], _CODE)
        for key in keys:
            if len(key) >= _SHORTEST and not any(map(str.isdigit, key)):
                _plant(root, [key])
        if len(keys) > 1:
            for order in (keys, keys[1:] + keys[:1], keys[-1:] + keys[:-1]):
                _plant(root, order)
    return root


def _plant(node: _Node, keys: Sequence[str], kind: str = "") -> None:
    # A number is looked for with blanks between its digits, too: in a tree of its own.
    node = node.setdefault(kind, {}) if kind else node
    for i, key in enumerate(keys):
        node = node.setdefault(_WORDS, {}) if i else node
        for letter in key:
            node = node.setdefault(letter, {})
    node[_END] = {}


class _Search:
    """Looks for what is known in one text, divided by markup.

    Args:
        text: Decoded, or as it stands.
        tree: What is known.
    """

    def __init__(self, text: str, tree: _Node) -> None:
        self._text, self._tree = text.translate(_RAISED), tree
        self._steps = _STEPS + _STEPS_EACH * len(text)
        self._seen: set[tuple[int, int]] = set()
        self._swept: set[tuple[int, int]] = set()
        self._own: dict[int, int] | None = None
        self._blanks = [match.start() for match in re.finditer(r"\s", self._text)]
        self._places: dict[str, list[int]] = {}

    def edits(self) -> list[tuple[_Edit, ...]]:
        """Returns for each place of something known what is to be left out to read it."""
        found: list[tuple[_Edit, ...]] = []
        # From right to left, so that of two beginnings the nearer one is taken.
        for run in reversed(list(_RUN.finditer(self._text))):
            for start in self._beginnings(run.start(), run.end()):
                command = (_Edit(run.start() - 1, start, " "),) if start > run.start() else ()
                for tree, loose in ((self._tree, False), (self._tree.get(_CODE), True)):
                    if tree and self._begins(tree, start):
                        found += self._from(tree, start, command, loose=loose)
        return found

    def _beginnings(self, start: int, end: int) -> range:
        """Where a word may begin in a run: behind a sign of a command anywhere near its start."""
        escaped = start > 0 and self._text[start - 1] in _ESCAPING
        return range(start, min(end, start + _LONGEST_COMMAND) if escaped else start + 1)

    def _from(
        self, tree: _Node, start: int, edits: tuple[_Edit, ...], *, loose: bool
    ) -> Iterator[tuple[_Edit, ...]]:
        """What is to be left out for each of what is known that begins at a place.

        Args:
            tree: What is known.
            start: Of a letter or digit.
            edits: What is left out before it.
            loose: Whether it is numbers, within which blanks stand, and no letters.
        """
        todo = [(tree, start, edits)]
        while todo:
            node, at, edits = todo.pop()
            if edits:
                if (id(node), at) in self._seen:
                    continue
                self._seen.add((id(node), at))
            walked, at = self._walked(node, at)
            if walked is None:
                continue
            node = walked
            numbers = loose or self._text[at - 1].isdigit()
            if _END in node and any(self._divides(edit, loose=loose) for edit in edits):
                yield edits
            if at == len(self._text):
                continue
            if _WORDS in node:
                more = node[_WORDS]
                todo += (
                    (more, end, (*edits, _Edit(at, end, " ")))
                    for end in self._behind(more, at, loose=True)
                )
            if node.keys() - {_END, _WORDS}:
                todo += (
                    (node, end, (*edits, _Edit(at, end, "")))
                    for end in self._behind(node, at, loose=numbers)
                )

    def _walked(self, node: _Node, at: int) -> tuple[_Node | None, int]:
        """The node and the place behind a run of letters; None where it leaves the tree."""
        text = self._text
        while at < len(text) and text[at].isalnum():
            self._count()
            for letter in fold(text[at]):
                node = node.get(letter)  # type: ignore[assignment]
                if node is None:
                    return None, at
            at += 1
        return node, at

    def _divides(self, edit: _Edit, *, loose: bool) -> bool:
        """Whether the plain search does not read over a stretch."""
        gap = self._text[edit.start : edit.end]
        if loose or edit.plain or self._text[edit.start - 1].isdigit():
            return len(gap) > _NEAR or any(char.isalnum() or char == "\\" for char in gap)
        return gap not in _APOSTROPHES

    def _behind(self, node: _Node, at: int, *, loose: bool) -> Iterator[int]:
        """Where letters may go on behind what stands at a place, if that can be markup.

        Args:
            node: Whose letters.
            at: Of a sign; or, where it is loose, of a blank.
            loose: Whether blanks may stand there, and no words.
        """
        todo, seen = [at], set()
        while todo:
            here = todo.pop()
            if here in seen or here >= len(self._text):
                continue
            seen.add(here)
            steps = self._loose(here) if loose else self._sweep(node, here)
            for to, letters in steps:
                self._count()
                if letters:
                    if self._text[to : to + 1].isalnum() and self._begins(node, to):
                        yield to
                else:
                    todo.append(to)

    def _begins(self, node: _Node, at: int) -> bool:
        return fold(self._text[at])[:1] in node

    def _sweep(self, node: _Node, at: int) -> Iterator[tuple[int, bool]]:
        """All of a stretch without blanks, and what its brackets and commands lead to."""
        i = bisect_left(self._blanks, at)
        stop = self._blanks[i] if i < len(self._blanks) else len(self._text)
        for here in range(at, stop):
            self._count()
            if (id(node), here) in self._swept:
                return  # what comes behind was looked at as well
            self._swept.add((id(node), here))
            sign = self._text[here]
            if not sign.isalnum():
                yield here + 1, True
                yield from self._jumps(here, stop)

    def _loose(self, at: int) -> Iterator[tuple[int, bool]]:
        """A sign, few blanks, or what its brackets and commands lead to."""
        text = self._text
        sign = text[at]
        if sign.isspace():
            near = at + 1
            while near < len(text) and text[near].isspace():
                near += 1
            if near - at > _NEAR:
                return
            yield near, True
            yield near, False
        elif not sign.isalnum():
            yield at + 1, True
            yield at + 1, False
            if sign != "%":  # which follows numbers
                yield from self._jumps(at, at)
            if head := _HEAD.match(text, at):
                yield head.end(), True
                yield head.end(), False

    def _jumps(self, at: int, beyond: int) -> Iterator[tuple[int, bool]]:
        """Where brackets, an element or a command at a place end, beyond another place."""
        ends = self._closed(at)
        if command := _COMMAND.match(self._text, at):
            ends.append(command.end())
            last = min(command.end(), at + _LONGEST_COMMAND)
            yield from ((to, True) for to in range(at + 2, last))  # or within it: \\fBRuiz
        for to in ends:
            if to > beyond:
                yield to, True
                yield to, False

    def _closed(self, at: int) -> list[int]:
        """Behind what may close a bracket, the element that it begins, or a comment."""
        text = self._text
        sign, ends, close = text[at], [], at
        closer = _PAIRS.get(sign, "")
        for _ in range(_CLOSERS if closer else 0):
            if close := self._next(closer, close):
                ends.append(close)
            else:
                break
        if closer:
            if self._own is None:
                self._own = _closers(text)
            ends.append(self._own.get(at, 0))
        if sign in "[{":  # [[A page|Ruiz]]
            ends.append(self._next("|", at))
        if element := _ELEMENT.match(text, at):
            ends.append(self._next(f"{sign}/{element[1]}{closer}", element.end()))
        for begin, end in _COMMENTS:
            if text.startswith(begin, at):
                ends.append(self._next(end, at + len(begin)))
        return [end for end in ends if end and not (sign == "(" and "\n" in text[at:end])]

    def _next(self, sought: str, at: int) -> int:
        """Behind where something stands next; 0 where it does not."""
        if sought not in self._places:
            self._count(len(self._text) // 10)
            found = re.finditer(re.escape(sought), self._text)
            self._places[sought] = [match.start() for match in found]
        places = self._places[sought]
        i = bisect_left(places, at)
        return places[i] + len(sought) if i < len(places) else 0

    def _count(self, steps: int = 1) -> None:
        self._steps -= steps
        if self._steps < 0:
            raise _unclear()


def _closers(text: str) -> dict[int, int]:
    """By place of an opening bracket the place behind its own closing one."""
    found: dict[int, int] = {}
    opened: dict[str, list[int]] = {closer: [] for closer in _PAIRS.values()}
    for match in re.finditer(r"[<>\[\](){}]", text):
        if match[0] in _PAIRS:
            opened[_PAIRS[match[0]]].append(match.start())
        elif opened[match[0]]:
            found[opened[match[0]].pop()] = match.end()
    return found


def _layers(found: Iterable[tuple[_Edit, ...]]) -> list[list[_Edit]]:
    """What is to be left out, in as many readings as there are at one place."""
    layers: list[tuple[list[_Edit], set[_Edit]]] = []
    for edits in sorted(set(found), key=lambda each: (each[0].start, -len(each))):
        for layer, whole in layers:
            if whole.issuperset(edits):
                break
            if layer[-1].end <= edits[0].start:
                layer.extend(edits)
                whole.update(edits)
                break
        else:
            layers.append((list(edits), set(edits)))
    if len(layers) > _READINGS:
        raise _unclear()
    return [layer for layer, _ in layers]
