"""Identity documents and other numbers of which a country demands a form or a check digit.

Each pack's part `IDENTITY` lists those of its countries. In a note of its language, those of the
packs that count beside it (`Language.also`) are known, too: patients come from anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from incognote.core.case import fold
from incognote.core.language import parts, reader
from incognote.core.words import any_of
from incognote.replace.values.shapes import NumberWords

Chance = Callable[[], float]
"""Numbers from 0 to 1."""
Check = Callable[[str], bool]
"""Whether a whole number without gaps passes."""
_CONSONANTS = "BCDFGLMNPRTV"


@dataclass(frozen=True, slots=True)
class Document:
    """A number whose form is known.

    The pattern's named parts are `name` (letters of a name), `born` (a day of birth) and `kept`
    (what says sex, state or kind and stays). What else there is, is drawn.
    """

    name: str
    pattern: re.Pattern[str]
    """Over the number in capitals, with its gaps."""
    check: Check | None = None
    """Over all of it; None where there is none."""
    last: str = ""
    """What it may end in where the check so asks; '' for any digit for a digit, and so on."""
    first: str = ""
    """What it may begin with instead; '' where it is drawn like the rest."""
    called: re.Pattern[str] | None = None
    """Ends before a number that the note calls so; None where the form alone tells."""
    certain: Check | None = None
    """Of a document that has to be called by its name: what tells without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What numbers of a form begin with, whatever else there is."""

    pattern: re.Pattern[str]
    """Over the number without gaps."""
    make: Callable[[Chance], str]
    called: re.Pattern[str] | None = None
    """As in `Document`."""
    certain: Check | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """The identity documents and numbers of a language's countries, and words beside them."""

    documents: tuple[Document, ...] = ()
    checks: tuple[Check, ...] = ()
    """Of numbers that are told by their check alone; a number may pass several."""
    starts: tuple[Start, ...] = ()
    number_words: NumberWords
    extension: str = ""
    """Pattern: what stands before the extension of a telephone number, a full stop left out."""
    civil: frozenset[str] = frozenset()
    """Folded words of a civil status, which a scheme's label of numbers may cover; it has no
    surrogate: another would not fit the husband of whom the note tells."""


identity: Callable[[str], Identity] = reader("identity", "IDENTITY")
"""The identity documents of a language's pack."""


def _all(lang: str) -> tuple[Identity, ...]:
    return parts(lang, "identity", "IDENTITY")


@cache
def documents(lang: str) -> tuple[Document, ...]:
    """Returns the documents known in a language's notes, first those that are called by name."""
    rows = [row for part in _all(lang) for row in part.documents]
    return tuple(sorted(rows, key=lambda row: row.called is None))


@cache
def checks(lang: str) -> tuple[Check, ...]:
    """Returns the checks that are known in a language's notes."""
    return tuple(check for part in _all(lang) for check in part.checks)


@cache
def starts(lang: str) -> tuple[Start, ...]:
    """Returns the starts that are known in a language's notes."""
    return tuple(start for part in _all(lang) for start in part.starts)


def document_of(
    surface: str, lang: str, called: Callable[[re.Pattern[str]], bool]
) -> Document | None:
    """Returns the document that a number has the form of, None for other numbers.

    Args:
        surface: A number as it stands.
        lang: Language of the note.
        called: Whether the note calls the number by a name that a pattern finds before it.
    """
    text = surface.upper()
    for row in documents(lang):
        if not _fits(row, text):
            continue
        if row.called is None or called(row.called) or (row.certain and row.certain(text)):
            return row
    return None


def _fits(row: Document, text: str) -> bool:
    found = row.pattern.fullmatch(text)
    if found is None or "born" not in row.pattern.groupindex:
        return found is not None
    try:
        datetime.strptime(found["born"], "%y%m%d")
    except ValueError:
        return False
    return True


def other_document(row: Document, surface: str, chance: Chance, *, valid: bool) -> str:
    """Returns another number of the row, '' where none is found.

    Args:
        row: What `document_of` says.
        surface: The number as it stands; its gaps and case stay.
        chance: A source of numbers from 0 to 1.
        valid: Whether the check is to be right or wrong.
    """
    found = row.pattern.fullmatch(surface.upper())
    if found is None:
        return ""
    for _ in range(400):
        new = [_drawn(char, chance) for char in found[0]]
        for part in row.pattern.groupindex:
            start, end = found.span(part)
            if start < 0:
                continue
            old = found[part]
            new[start:end] = old if part == "kept" else _part(part, old, found[0], chance)
        if row.first:
            new[0] = row.first[int(chance() * len(row.first))]
        made = _right("".join(new), row, valid=valid)
        if made and made != found[0]:
            cased = zip(surface, made, strict=True)
            return "".join(char.lower() if old.islower() else char for old, char in cased)
    return ""


def _drawn(char: str, chance: Chance) -> str:
    if char.isdecimal():
        return str(int(chance() * 10))
    return _CONSONANTS[int(chance() * len(_CONSONANTS))] if char.isalpha() else char


def _part(part: str, old: str, whole: str, chance: Chance) -> str:
    """A day of birth before or, where the number tells, after 2000; or letters of a name."""
    if part == "born":
        late = len(whole) == 18 and whole[16].isalpha()  # of a CURP
        year = int(chance() * 20) if late else 40 + int(chance() * 59)
        return f"{year:02d}{1 + int(chance() * 12):02d}{1 + int(chance() * 28):02d}"
    vowels = "AEIOU"
    return "".join(
        vowels[int(chance() * 5)] if char in vowels else _drawn("A", chance) for char in old
    )


def _right(text: str, row: Document, *, valid: bool) -> str:
    """The number with its last character changed until the check is as asked, '' for none."""
    if row.check is None:
        return text
    last = row.last or ("0123456789A" if text[-1].isdecimal() else "ABCDEFGHJKLMNPQRSTVWXYZ")
    head = re.sub(r"[ .-]", "", text[:-1])
    return next((text[:-1] + char for char in last if row.check(head + char) == valid), "")


def is_civil_status(surface: str, lang: str) -> bool:
    """Returns whether a surface says a civil status and holds no name."""
    known = identity(lang).civil
    words = re.findall(r"[^\W\d_]+", fold(surface))
    named = re.search(r"\b[^\W\d_a-z][a-z]", surface[1:])
    return not named and (fold(surface) in known or not known.isdisjoint(words))


@cache
def extension(lang: str) -> re.Pattern[str]:
    """Returns the pattern of an extension behind a telephone number, its digits in group 1."""
    words = any_of(part.extension for part in _all(lang))
    return re.compile(
        rf"(?<=\d)[ ,;(]{{0,3}}{words}\.?[ :#]{{0,2}}(\d{{1,6}})\)?\s*$", re.IGNORECASE
    )
