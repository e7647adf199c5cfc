"""Damage as the world does it: case, typing, scanning, lost blanks, broken lines, odd characters.

Each function takes a note, a source of chance and a rate, and returns the note with its
marks moved.
`DAMAGE` names them; the robustness bench uses the same ones.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace

from incognote.core.document import Document, Span
from incognote.lab.synthesis.edits import Edit, apply


def upper(doc: Document, rng: random.Random, rate: float = 1.0) -> Document:
    """Returns the note in capitals."""
    return _cased(doc, str.upper)


def lower(doc: Document, rng: random.Random, rate: float = 1.0) -> Document:
    """Returns the note in small letters."""
    return _cased(doc, str.lower)


def _cased(doc: Document, change: Callable[[str], str]) -> Document:
    text = change(doc.text)
    if len(text) == len(doc.text):
        return replace(doc, text=text)
    edits = [Edit(i, i + 1, change(c)) for i, c in enumerate(doc.text) if change(c) != c]
    return apply(doc, edits)


def upper_lines(doc: Document, rng: random.Random, rate: float = 0.2) -> Document:
    """Returns the note with some lines in capitals."""
    edits = []
    for match in re.finditer(r"[^\n]+", doc.text):
        raised = match[0].upper()
        if rng.random() < rate and len(raised) == len(match[0]):
            edits += _changed(match[0], raised, match.start())
    return apply(doc, edits)


def _changed(old: str, new: str, start: int) -> list[Edit]:
    pairs = enumerate(zip(old, new, strict=True), start)
    return [Edit(i, i + 1, b) for i, (a, b) in pairs if a != b]


_KEYS = {
    "a": "sqz", "b": "vgn", "c": "xvd", "d": "sfe", "e": "wrd", "f": "dgr", "g": "fht",
    "h": "gjy", "i": "uok", "j": "hku", "k": "jli", "l": "kop", "m": "nj", "n": "bmh",
    "o": "ipl", "p": "ol", "q": "wa", "r": "etf", "s": "adw", "t": "ryg", "u": "yij",
    "v": "cbf", "w": "qes", "x": "zcs", "y": "tuh", "z": "xas",
}  # fmt: skip


def typos(doc: Document, rng: random.Random, rate: float = 0.02) -> Document:
    """Returns the note with a share of `rate` of its words mistyped: swap, drop, double, slip."""
    edits = []
    for match in re.finditer(r"[^\W\d_]{3,}", doc.text):
        if rng.random() >= rate:
            continue
        word = match[0]
        i = rng.randrange(len(word) - 1)
        at = match.start() + i
        kind = rng.randrange(4)
        if kind == 0 and word[i] != word[i + 1] and i:
            edits.append(Edit(at, at + 2, word[i + 1] + word[i]))
        elif kind == 1:
            edits.append(Edit(at + 1, at + 2, ""))
        elif kind == 2:
            edits.append(Edit(at + 1, at + 1, word[i]))
        else:
            near = rng.choice(_KEYS.get(word[i].lower(), word[i].lower()))
            edits.append(Edit(at, at + 1, near.upper() if word[i].isupper() else near))
    return apply(doc, edits)


_OCR = {
    "0": "OoQ", "O": "0Q", "1": "lI|", "l": "1I|", "I": "l1|", "5": "S", "S": "5", "8": "B",
    "B": "8", "2": "Z", "Z": "2", "6": "G", "G": "6", "rn": "m", "m": "rn", "cl": "d", "d": "cl",
    "e": "c", "c": "e", "h": "b", "n": "ri", "vv": "w", "w": "vv", "g": "9q", "a": "o", "u": "ii",
    "t": "f", "f": "t", ",": ".", ".": ",", "'": "`", "D": "O",
}  # fmt: skip
_OCR_PAIRS = {"m": ("rn",), "d": ("cl",), "n": ("ri",), "w": ("vv",), "u": ("ii",)}
_OCR_TOKEN = re.compile(r"rn|cl|vv|[0O1lI5S8B2Z6Gmdechnwgautf,.'D]")


def ocr(doc: Document, rng: random.Random, rate: float = 0.02) -> Document:
    """Returns the note as a poor scan is read: a share of `rate` of look-alikes confused.

    Digits suffer three times as often, as 0/O and 1/l/I are the commonest confusions of OCR; now
    and then a blank appears inside a word, or one is lost.
    """
    edits = []
    for match in _OCR_TOKEN.finditer(doc.text):
        old = match[0]
        share = rate * 3 if old.isdigit() else rate * 0.25 if old in ".,'" else rate
        if rng.random() < share:
            pool = _OCR_PAIRS.get(old) or ((_OCR[old],) if len(old) == 2 else tuple(_OCR[old]))
            edits.append(Edit(match.start(), match.end(), rng.choice(pool)))
    doc = apply(doc, edits)
    return apply(doc, _blanks(doc.text, rng, rate * 0.1))


def _blanks(text: str, rng: random.Random, rate: float) -> list[Edit]:
    edits = []
    for match in re.finditer(r"(?<=\w)(?=\w)|(?<=\S) (?=\S)", text):
        if rng.random() < rate:
            edits.append(Edit(match.start(), match.end(), "" if match[0] else " "))
    return edits


def doubled_spaces(doc: Document, rng: random.Random, rate: float = 0.05) -> Document:
    """Returns the note with a share of `rate` of its blanks made two or three."""
    return _changed_at(r"(?<=\S) (?=\S)", doc, rng, rate, lambda: rng.choice(("  ", "   ")))


def lost_spaces(doc: Document, rng: random.Random, rate: float = 0.01) -> Document:
    """Returns the note with a share of `rate` of its blanks lost between words.

    Where two words would run together with a mark between them, the mark keeps its part.
    """
    return _changed_at(r"(?<=\S) (?=\S)", doc, rng, rate, str)


def _changed_at(
    pattern: str, doc: Document, rng: random.Random, rate: float, new: Callable[[], str]
) -> Document:
    """The note with something new in place of a share of what a pattern matches."""
    found = re.finditer(pattern, doc.text)
    return apply(doc, [Edit(m.start(), m.end(), new()) for m in found if rng.random() < rate])


def collapsed(doc: Document, rng: random.Random, rate: float = 1.0) -> Document:
    """Returns the note with every run of blanks and line breaks made one blank."""
    found = re.finditer(r"\s+", doc.text)
    edits = [Edit(m.start(), m.end(), " ") for m in found if m[0] != " "]
    return _whole_names(apply(doc, edits))


def _whole_names(doc: Document) -> Document:
    """The note with the two marks of a name that a line break divided made one again."""
    spans: list[Span] = []
    for span in doc.spans:
        last = spans[-1] if spans else span
        same = span.entity and (last.label, last.entity) == (span.label, span.entity)
        if same and last is not span and doc.text[last.end : span.start] == " ":
            spans[-1] = replace(last, end=span.end)
        else:
            spans.append(span)
    return doc.with_spans(spans)


def collapsed_spaces(doc: Document, rng: random.Random, rate: float = 1.0) -> Document:
    """Returns the note with runs of blanks made one and blank lines lost; lines stay lines."""
    edits = [Edit(m.start(), m.end(), " ") for m in re.finditer(r"[ \t]{2,}|\t", doc.text)]
    edits += [Edit(m.start(), m.end(), "\n") for m in re.finditer(r"(?<=\S)\n{2,}", doc.text)]
    return apply(doc, edits)


def rewrapped(doc: Document, rng: random.Random, rate: float = 0.0) -> Document:
    """Returns the note with its long lines broken at a width between 40 and 100 characters."""
    width = rng.choice((40, 50, 60, 65, 72, 76, 80, 80, 100))
    edits = []
    for match in re.finditer(r"[^\n]+", doc.text):
        begin, end = match.span()
        while end - begin > width:
            at = doc.text.rfind(" ", begin + width // 2, begin + width)
            if at < 0:
                break
            edits.append(Edit(at, at + 1, "\n"))
            begin = at + 1
    return apply(doc, edits)


def broken_lines(doc: Document, rng: random.Random, rate: float = 0.02) -> Document:
    """Returns the note with line breaks in place of a share of `rate` of its blanks."""
    return _changed_at(r"(?<=\S) (?=\S)", doc, rng, rate, lambda: "\n")


def joined_lines(doc: Document, rng: random.Random, rate: float = 0.3) -> Document:
    """Returns the note with a share of `rate` of its line breaks turned into a blank or nothing."""
    found = re.finditer(r"(?<=\S)\n(?=\S)", doc.text)
    chosen = [m for m in found if rng.random() < rate]
    edits = [Edit(m.start(), m.end(), " " if rng.random() < 0.9 else "") for m in chosen]
    return _whole_names(apply(doc, edits))


_UNICODE = {
    "-": "\u2010\u2011\u2013\u2014\u2212", "'": "\u2019\u2018`\u00b4", '"': "\u201c\u201d",
    " ": "\u00a0\u2009\u202f",
}  # fmt: skip


def unicode_marks(doc: Document, rng: random.Random, rate: float = 0.3) -> Document:
    """Returns the note with dashes, quotes and some blanks as word processors write them."""
    edits = []
    for match in re.finditer(r"[-'\" ]", doc.text):
        share = rate * 0.05 if match[0] == " " else rate
        if rng.random() < share:
            edits.append(Edit(match.start(), match.end(), rng.choice(_UNICODE[match[0]])))
    return apply(doc, edits)


def without_accents(doc: Document, rng: random.Random, rate: float = 1.0) -> Document:
    """Returns the note with accented letters written plain, as many systems store them."""
    edits = []
    for i, char in enumerate(doc.text):
        if char > "\x7f" and (plain := unicodedata.normalize("NFD", char)[0]) != char:
            edits.append(Edit(i, i + 1, plain))
    return apply(doc, edits)


def clipped_lines(doc: Document, rng: random.Random, rate: float = 0.05) -> Document:
    """Returns the note with the first characters of a share of `rate` of its lines cut off."""
    edits = []
    for match in re.finditer(r"[^\n]{12,}", doc.text):
        if rng.random() < rate:
            edits.append(Edit(match.start(), match.start() + rng.randint(1, 4), ""))
    return apply(doc, edits)


def without_punctuation(doc: Document, rng: random.Random, rate: float = 0.8) -> Document:
    """Returns the note with most sentence points and commas left out, as in a hasty message."""
    return _changed_at(r"[.,;](?=\s|$)", doc, rng, rate, str)


DAMAGE: Mapping[str, Callable[[Document, random.Random, float], Document]] = {
    "upper": upper,
    "lower": lower,
    "upper_lines": upper_lines,
    "typos": typos,
    "ocr": ocr,
    "doubled_spaces": doubled_spaces,
    "lost_spaces": lost_spaces,
    "collapsed": collapsed,
    "collapsed_spaces": collapsed_spaces,
    "rewrapped": rewrapped,
    "broken_lines": broken_lines,
    "joined_lines": joined_lines,
    "unicode_marks": unicode_marks,
    "without_accents": without_accents,
    "clipped_lines": clipped_lines,
    "without_punctuation": without_punctuation,
}
"""Every kind of damage by name: note, chance, rate -> note."""
