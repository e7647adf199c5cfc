"""From one surface and where it stands to patterns that others like it have, in RE2 syntax.

A pattern is a shape of the mark and a context before it. Each comes from the narrow to the wide;
which are worth anything the notes decide (proposals.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

_LABEL_ENDS = ":#=-.)"
"""How a field's name ends."""

LINE_START = r"^[ \t]*"
"""The context of a mark with nothing before it on its line."""

WORD_START = r"(?:^|[^\pL\pN])"
"""How the context begins of a mark that comes after words of a sentence."""

_BEFORE = (re.compile(r"\S+\s+\S+\s*$"), re.compile(r"\S+\s*$"))
_LONGEST_LABEL = 40
_LINES = 3
"""So many lines at the top of a note may have a meaning of their own."""

_STRONG_DIGITS = 5
"""A number of so many digits may be found by its shape alone."""

_WORDS = re.compile(r"(?:[^\W\d_]+(?:['’-][^\W\d_]+)*)(?: (?:[^\W\d_]+(?:['’-][^\W\d_]+)*))*")


def skeleton(surface: str) -> str:
    """Returns what kinds of characters a surface is made of: `A` `a` `0` for a run of each."""
    return "".join(kind for kind, _ in _runs(surface))


def shapes(surface: str, peers: Iterable[str] = ()) -> list[str]:
    """Returns shapes of a surface, from the narrow to the wide; none where it has several lines.

    Args:
        surface: A mark.
        peers: Other surfaces of its label; of those with the same skeleton the lengths of numbers
            and capitals may be, too.
    """
    if not surface.strip() or any(char in surface for char in "\n\r"):
        return []
    runs = _runs(surface)
    alike = [[size for _, size in _runs(p)] for p in peers if skeleton(p) == skeleton(surface)]
    alike.append([size for _, size in runs])
    found = []
    if any(char.isdigit() for char in surface) and any(char.isalpha() for char in surface):
        found.append(_with_words(surface))
    found.append("".join(_run(surface, kind, size, size) for kind, size in runs))
    found.append(
        "".join(
            _run(surface, kind, min(sizes), max(sizes))
            for (kind, _), sizes in zip(runs, zip(*alike, strict=True), strict=True)
        )
    )
    if _WORDS.fullmatch(surface) and all(word[0].isupper() for word in surface.split()):
        word = r"[\p{Lu}][\p{L}'’-]*"
        found.append(f"{word}(?: {word})*")
    return list(dict.fromkeys(found))


def may_stand(surface: str, shape: str, context: str) -> bool:
    """Returns whether a shape and a context together say enough to be tried at all.

    Words of any kind say nothing after a word of a sentence: after 'to' comes more than wards.
    """
    if context in ("", LINE_START):
        return _is_strong(surface, shape)
    return not context.startswith(WORD_START) or any(char.isdigit() for char in surface)


def _is_strong(surface: str, shape: str) -> bool:
    """Whether a shape may stand without a context: a long number, or words with one."""
    digits = sum(char.isdigit() for char in surface)
    return digits >= _STRONG_DIGITS or (digits > 0 and _keeps_words(surface, shape))


def contexts(text: str, start: int) -> Iterator[str]:
    """Yields contexts right before a mark, from the narrow to the wide; '' is none.

    The start of the note, one of its first lines, the start of the line, the name of the field,
    the two words and the word before.

    Args:
        text: A note.
        start: Where the mark begins.
    """
    before = text[:start]
    line = before[before.rfind("\n") + 1 :]
    number = before.count("\n")
    if not line.strip():
        if not before.strip():
            yield r"\A\s*"
        elif number < _LINES:
            yield _lines(number) + r"[ \t]*"
        yield LINE_START
    else:
        if len(line) <= _LONGEST_LABEL and line.rstrip()[-1] in _LABEL_ENDS:
            yield LINE_START + literal(line.lstrip())
        for pattern in _BEFORE:
            words = pattern.search(line)
            if words and any(char.isalpha() or char in "#:" for char in words.group()):
                yield WORD_START + literal(words.group())
    yield ""


def whole_line(text: str, end: int) -> bool:
    """Returns whether nothing but blanks follows on the line."""
    return not text[end:].partition("\n")[0].strip()


def literal(text: str) -> str:
    """Returns a pattern for a text in which numbers and the width of blanks do not count."""
    parts = []
    last = " "
    for kind, run in _groups(text):
        if kind == "0":
            parts.append(r"\d+")
        elif kind == " ":
            parts.append(r"[ \t]+" if last.isalnum() else r"[ \t]*")
        else:
            parts.append(_escaped(run))
        last = kind
    return "".join(parts)


def _escaped(run: str) -> str:
    """A run as it stands; RE2 knows no backslash before a form feed and its like."""
    return "".join(re.escape(c) if c.isprintable() else rf"\x{{{ord(c):x}}}" for c in run)


def _lines(number: int) -> str:
    """The start of the note and so many whole lines."""
    return r"\A" + (rf"(?:[^\n]*\n){{{number}}}" if number else "")


def _with_words(surface: str) -> str:
    """Letters as they stand, numbers of the same length."""
    return "".join(
        _run(surface, kind, len(run), len(run)) if kind in ("0", " ") else _escaped(run)
        for kind, run in _groups(surface)
    )


def _keeps_words(surface: str, shape: str) -> bool:
    return shape == _with_words(surface) and any(char.isalpha() for char in surface)


def _kind(char: str) -> str:
    if char.isdecimal():
        return "0"
    if char.isalpha():
        return "A" if char.isupper() else "a"
    return " " if char in " \t" else char


def _groups(text: str) -> Iterator[tuple[str, str]]:
    for kind, chars in groupby(text, _kind):
        yield kind, "".join(chars)


def _runs(surface: str) -> list[tuple[str, int]]:
    return [(kind, len(run)) for kind, run in _groups(surface)]


def _run(surface: str, kind: str, least: int, most: int) -> str:
    """A run of one kind of character, of a length."""
    ascii_only = surface.isascii()
    count = "" if most == 1 else f"{{{least}}}" if least == most else f"{{{least},{most}}}"
    if kind == "0":
        return r"\d" + count
    if kind == "A":
        return ("[A-Z]" if ascii_only else r"\p{Lu}") + count
    if kind == "a":
        return ("[a-z]" if ascii_only else r"\p{Ll}") + "+"
    if kind == " ":
        return " +"
    return _escaped(kind) * least if least == most else _escaped(kind) + count
