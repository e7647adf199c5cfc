"""What a note tells of the people that it names: whether a woman or a man, and who by a given name.

A title, a relation or a sex beside a name outweighs the tables of names ('Sra.', 'her son').
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from incognote.core.case import fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.core.words import any_of
from incognote.replace.keyed import Keyed
from incognote.replace.naming import Naming, Sexes, naming

_WINDOW = 48
"""Characters before and after a name that are looked at."""
_FAR = 400
"""Characters between a patient's name and the mark of the patient's sex or civil status."""
_LAST = re.compile(r"([^\W\d_]+)[\W\d_]*\Z")
_OPENING = r"[\"“«(¿]"
_BOTH = ("female", "male")
_EITHER = r"(?<!/)(?<!/ )"
"""Before a word for one sex: it is not the second of two, as forms have it ('D./Dña.')."""


@cache
def _patterns(lang: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """What stands before and after the name of a woman, then of a man."""
    own = naming(lang)
    rows = (own.relations, own.persons, own.gender_titles, own.agreeing)
    found = []
    for kin, persons, title, agreeing in zip(*rows, strict=True):
        known = f"{kin}|{persons}"
        before = (
            rf"{_EITHER}\b(?:(?:{title})\.?|(?:{known}){_filler(own)}) "
            rf"(?:{_OPENING}|{own.honorifics})?$"
        )
        after = [
            rf"[ ,]{{1,2}}\(?(?:{own.determiners})?(?:{known})(?=\s*[,;.)]| {any_of([own.of])}\b)",
            rf"[^.;\n]{{0,36}}?\d(?:[\s-]?(?:{own.years}))?,?[ -]?(?:{persons})\b",
            *filter(None, [agreeing]),
        ]
        found.append(
            (re.compile(before, re.IGNORECASE), re.compile("|".join(after), re.IGNORECASE))
        )
    return tuple(found)


def _filler(own: Naming) -> str:
    return rf"(?: (?:{own.called}))?[,:]?"


@cache
def _titles(lang: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """A title of a woman, then of a man: at the end of a text, and at its start."""
    return tuple(
        (
            re.compile(rf"{_EITHER}\b(?:{title})(?:\.\s{{0,2}}|\s{{1,2}})$", re.IGNORECASE),
            re.compile(rf"(?:{title})[.\s]", re.IGNORECASE),
        )
        for title in naming(lang).gender_titles
    )


def titled(before: str, surface: str, lang: str) -> str:
    """Returns 'female' or 'male' where a name has a title that tells, '' where none does.

    Args:
        before: What stands before the mark of the name.
        surface: The mark, which may begin with the title.
        lang: Language of the note.
    """
    for kind, (end, start) in zip(_BOTH, _titles(lang), strict=True):
        if end.search(before) or start.match(surface):
            return kind
    return ""


@cache
def _after_kin(lang: str) -> re.Pattern[str]:
    own = naming(lang)
    kin = "|".join(own.relations)
    return re.compile(rf"\b(?:{kin}){_filler(own)} {_OPENING}?$", re.IGNORECASE)


@cache
def _words(lang: str) -> frozenset[str]:
    """The words that what tells before a name ends in: most names stand behind another."""
    own = naming(lang)
    told = (*own.relations, *own.persons, *own.gender_titles, own.called, own.honorifics)
    return frozenset(re.findall(r"[^\W\d_]+", "|".join(told)))


@dataclass(frozen=True, slots=True)
class Told:
    """What a note tells of the names in it."""

    gender: Mapping[str, str]
    """From a folded word to 'female' or 'male'; not of a word that is told as both."""
    given: frozenset[str]
    """Folded words that stand alone after a relation ('uncle Blair') and so are given names."""


def told(doc: Document, spans: Sequence[Span], lang: str) -> Told:
    """Returns what titles, relations, sexes and 'a 70-year-old man' beside the names tell.

    Args:
        doc: The note.
        spans: Its marks of names, in order.
        lang: Its language.
    """
    text = doc.text
    marks: list[tuple[Span, str]] = []
    given: set[str] = set()
    for span in spans:
        before = text[max(0, span.start - _WINDOW) : span.start]
        after = text[span.end : span.end + _WINDOW]
        last = _LAST.search(before)
        tells = last is not None and last[1].lower() in _words(lang)
        for kind, (left, right) in zip(_BOTH, _patterns(lang), strict=True):
            if (tells and left.search(before)) or right.match(after):
                marks.append((span, kind))
        surface = text[span.start : span.end]
        if tells and surface.isalpha() and _after_kin(lang).search(before):
            given.add(fold(surface))
    if sexes := naming(lang).sexes:
        marks += _by_sex(doc, spans, sexes)
    votes: dict[str, set[str]] = {}
    for span, kind in marks:
        for word in re.findall(r"[^\W\d_]+", fold(text[span.start : span.end])):
            votes.setdefault(word, set()).add(kind)
    sure = {word: next(iter(told)) for word, told in votes.items() if len(told) == 1}
    return Told(sure, frozenset(given))


def _by_sex(doc: Document, spans: Sequence[Span], sexes: Sexes) -> list[tuple[Span, str]]:
    """The patient's name before each mark of a sex or civil status that tells, and the gender."""
    patients = [s for s in spans if our_type(s.label) == "PATIENT"]
    found = []
    for mark in doc.spans:
        surface = doc.text[mark.start : mark.end]
        kind = sex_in(surface, sexes) if mark.label == sexes.label else ""
        if mark.label == sexes.status_label and (status := sexes.status.fullmatch(surface)):
            kind = "female" if status[1] else "male"
        i = bisect_right(patients, mark.start, key=lambda s: s.end) - 1 if kind else -1
        if i >= 0 and mark.start - patients[i].end < _FAR:
            found.append((patients[i], kind))
    return found


def sex_in(surface: str, sexes: Sexes) -> str:
    """Returns 'female' or 'male' for a mark of a sex that tells, '' for one that does not."""
    return sexes.gender.get(fold(surface).rstrip("."), "")


def other_sex_word(surface: str, gender: str, keyed: Keyed, salt: str, sexes: Sexes) -> str:
    """Returns another word or letter for the same sex, '' where there is none.

    Surrogate names keep the gender of those they replace, and the sex goes with them.

    Args:
        surface: The mark of a sex: 'varón', 'F', '♀'.
        gender: What the note tells of the patient, '' for nothing; what may mean either is read
            by it.
        keyed: The note's choices.
        salt: Of a mention that is replaced anew.
        sexes: The words of the language.
    """
    word = surface.rstrip(".")
    key = fold(word)
    kinds = [kind for kind in _BOTH if key in sexes.others[kind]]
    for kind in kinds:
        if len(kinds) == 1 or kind == gender:
            new = keyed.pick("sex", key + salt, sexes.others[kind][key])
            loud = len(word) > 1 and word.isupper()
            head = new[0].upper() if word[0].isupper() else new[0]
            return (new.upper() if loud else head + new[1:]) + surface[len(word) :]
    return ""
