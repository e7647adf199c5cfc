r"""Identifiers written in each of the ways of `escapes.FORMS`.

`WRITERS` has one function for each form: from an identifier, with the line ends around it, to ways
to write it that all mean the same. Marks are put at its start, in its middle and at its end.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from email.header import Header
from functools import partial


def _places(text: str) -> tuple[int, ...]:
    """Where an identifier between two line ends begins, its middle and its last character."""
    return 1, len(text) // 2, len(text) - 2


def _put(sign: str, text: str) -> list[str]:
    """The identifier with a sign before its first, middle and last character, and behind it."""
    return [text[:i] + sign + text[i:] for i in (*_places(text), len(text) - 1)]


def _inside(sign: str, text: str) -> list[str]:
    i = next(i for i in range(len(text) // 2, len(text)) if text[i - 1 : i + 1].isalnum())
    return [text[:i] + sign + text[i:]]


def _spelt(spell: Callable[[str], str], text: str) -> list[str]:
    """The identifier with its first, middle and last character spelt otherwise."""
    written = (text[:i] + spell(text[i]) + text[i + 1 :] for i in _places(text))
    return [way for way in written if way != text]


def _accents(spell: Callable[[str], str], text: str) -> list[str]:
    """The identifier with what is not ASCII spelt otherwise."""
    written = "".join(char if char.isascii() else spell(char) for char in text)
    return [written] if written != text else []


def _instead(old: str, new: str, text: str) -> list[str]:
    return [text.replace(old, new)] if old in text else []


def _spaced(text: str) -> list[str]:
    words = text.split()
    return [text.replace(w, " ".join(w)) for w in words if w.isalpha() and len(w) > 3]


def _print(char: str) -> str:
    return chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char


def _bytes(char: str, sign: str) -> str:
    return "".join(f"{sign}{byte:02X}" for byte in char.encode())


def _in_other_digits(identifier: str) -> list[str]:
    """Each of its digits as Arabic, Devanagari and Thai write it; none where it has no digit."""
    noughts = (0x660, 0x966, 0xE50) if any(map(str.isdigit, identifier)) else ()
    return [
        "".join(chr(nought + int(c)) if c in "0123456789" else c for c in identifier)
        for nought in noughts
    ]


WRITERS: dict[str, Callable[[str], list[str]]] = {
    "soft hyphen": partial(_put, "\xad"),
    "invisible characters": partial(_put, "\u200b"),
    "codes of terminals": partial(_put, "\x1b[31m"),
    "controls": partial(_put, "\x00"),
    "UTF-8 read as Windows-1252": partial(_accents, lambda c: c.encode().decode("latin-1")),
    "Windows-1252 read as Latin-1": partial(_instead, "’", "\x92"),
    "quoted-printable": lambda text: [
        *_accents(lambda char: _bytes(char, "="), text),
        *(f"{text[:i]}=\n{text[i:]}" for i in (3, len(text) - 3) if text[i - 1 : i + 1].isalpha()),
    ],
    "encoded words of e-mail": lambda text: [f"\n{Header(text[1:-1], 'utf-8').encode()}\n"],
    "percent escapes": lambda text: [
        *_instead(" ", "%20", text),
        *_accents(lambda char: _bytes(char, "%"), text),
    ],
    "blanks of a query": lambda text: [],  # below: they need a query around them
    "escapes of HL7": lambda text: [
        *_spelt(lambda char: f"\\X{char.encode().hex()}\\", text),
        *_instead("\n", "\\.br\\", text),
    ],
    "characters by number": lambda text: [
        *_spelt(lambda char: f"\\u{ord(char):04x}", text),
        *_accents(lambda char: f"\\'{char.encode('cp1252').hex()}", text),
    ],
    "escaped line ends": partial(_instead, "\n", "\\n"),
    "escaped quotes and slashes": lambda text: [
        *_instead("/", "\\/", text), *_instead("'", "\\'", text),
    ],
    "entities": lambda text: [
        *_spelt(lambda char: f"&#{ord(char)};", text), *_instead(" ", "&nbsp;", text)
    ],
    "tags": lambda text: [*_put("<b>", text), *_put("<i><b>", text)],
    "line ends of print": partial(_instead, "\n", "\u2028"),
    "blanks of print": partial(_instead, " ", "\xa0"),
    "hyphens of print": partial(_instead, "-", "\u2011"),
    "letters of print": partial(_spelt, _print),
    "letters that were lost": lambda text: [
        f"{text[:i]}{sign}{text[i:]}"
        for i in (5, len(text) - 4) if text[i - 2 : i + 1].islower() for sign in ("\ufffd", "??")
    ],
    "digits of other scripts": _in_other_digits,
    "letters and their accents apart": partial(_accents, partial(unicodedata.normalize, "NFD")),
    "words divided by a line end": lambda text: [
        *_instead("/", "/\n", text),
        *(f"{text[:i]}-\n{text[i:]}" for i in (5, len(text) - 4) if text[i - 2 : i + 1].islower()),
    ],
    "letters with blanks between": _spaced,
    "numbers with blanks between": lambda text: [
        "\n" + " ".join(text.strip()) + "\n"
    ] * ("/" in text or "(" in text),
}  # fmt: skip
