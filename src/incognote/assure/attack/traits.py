"""What of a released note says who the patient is, though no identifier stands in it any more.

These are the quasi-identifiers of the field (Dalenius 1986; Sweeney 2002): age, sex, origin, civil
status, occupation, faith, family and the like. They are read from the output as a reader would:
what was made up is left aside, what a policy left or made less exact is true. An age is read from
the text, too, where no mark says it: below 90 it need not have one. Where a note tells several of a
kind the first counts, since notes tell of their patient first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from incognote.core.case import fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.core.language import get_language
from incognote.core.traits import traits
from incognote.core.words import any_of
from incognote.detect.rules import RuleDetector, load_rules
from incognote.replace.ages import age_in, unit_in
from incognote.replace.gender import titled
from incognote.replace.naming import naming
from incognote.replace.policy import words_of_list
from incognote.replace.redact import Redacted

COUNTED = ("age", "sex", "race", "marital", "nation", "occupation", "veteran")
"""Traits of which a table `population` may say how many people have them. The others are told and
not counted, so that the number of people who agree is a limit from above."""
GROWN_UP = 15
"""Years of age; a younger patient's trade, civil status and service are those of a parent."""
_OF_PARENTS = ("occupation", "marital", "veteran")
OTHERS = ("state", "ZIP area", "year", "religion", "language", "family", "housing", "in public")
_TRUE = ("AGE", "sex")
"""What a surrogate says less exactly or in other words, and truly."""
_OLDEST = 120
_BESIDE = 16
_SURE = 0.5
"""Score of a row of rules from which on it makes a mark, and is no mere evidence."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a released note tells of its patient."""

    values: Mapping[str, str]
    """From a trait to its value; only those that the note tells."""
    age: tuple[int, int] | None = None
    """First and last year of age that it may be; None where it tells none."""


def read_traits(done: Redacted) -> Found:
    """Returns what a released note tells of its patient.

    Args:
        done: The note as it was released, with what stands where.

    Raises:
        ConfigError: If the pack of its language has no traits.
    """
    stays = text_that_stays(done)
    values: dict[str, str] = {}
    sex = _sex(stays, done.lang) or _sex_of_titles(done)
    if sex:
        values["sex"] = sex
    for trait, patterns in _said(done.lang).items():
        for value, pattern in patterns:
            if pattern.search(stays):
                values[trait] = value
                break
    nation = _nation(stays)
    age: tuple[int, int] | None = None
    for kind, surface, after in _true_values(done):
        if kind == "AGE":
            age = age or years_of(surface, after, done.lang)
        elif kind == "PROFESSION":
            values.setdefault("occupation", " ".join(surface.split()).casefold())
        elif kind == "sex":
            known = _sexes_of_marks(done.lang).get(fold(surface).strip("."), "")
            values |= {"sex": known} if known else {}
        elif kind == "COUNTRY":
            nation = nation or surface
        elif kind in _NAMED:
            values.setdefault(_NAMED[kind], " ".join(surface.split()).casefold())
    if nation:
        values["nation"] = " ".join(nation.split())
    if age:
        values["age"] = f"{age[0]}-{age[1]}"
        if age[1] < GROWN_UP:
            values = {trait: v for trait, v in values.items() if trait not in _OF_PARENTS}
    return Found(values, age)


_NAMED = {"STATE": "state", "ZIP": "ZIP area", "DATE": "year"}


def text_that_stays(done: Redacted) -> str:
    """Returns the released text with blanks in place of what was put there: of the same length."""
    pieces, position = [], 0
    for change in done.replaced:
        pieces.append(done.text[position : change.new_start])
        pieces.append(" " * (change.new_end - change.new_start))
        position = change.new_end
    pieces.append(done.text[position:])
    return "".join(pieces)


def _true_values(done: Redacted) -> list[tuple[str, str, str]]:
    """Type, text and what follows of marks that stayed, or became less exact, in order.

    And of ages that no mark says.
    """
    found = [(done.to_new(s.start), done.to_new(s.end), _kind(s, done.lang)) for s in done.kept]
    found += [(start, end, "AGE") for start, end in _unmarked_ages(done)]
    for change in done.replaced:
        kind = _kind(change.span, done.lang)
        true = change.action == "generalise" or (kind in _TRUE and change.action == "surrogate")
        if true and not change.unread and change.new_end > change.new_start:
            found.append((change.new_start, change.new_end, kind))
    return [(kind, done.text[a:b], done.text[b : b + _BESIDE]) for a, b, kind in sorted(found)]


def _unmarked_ages(done: Redacted) -> list[tuple[int, int]]:
    """Where ages stand that nothing marks, by the rules that find them: few of them are none."""
    taken = [(change.new_start, change.new_end) for change in done.replaced]
    taken += [(done.to_new(span.start), done.to_new(span.end)) for span in done.kept]
    (found,) = _ages(done.lang).detect([Document(done.id, done.text)])
    return [
        (span.start, span.end)
        for span in found
        if not any(start < span.end and span.start < end for start, end in taken)
    ]


@cache
def _ages(lang: str) -> RuleDetector:
    rules = load_rules(lang) if "rules" in get_language(lang).detectors else ()
    return RuleDetector([r for r in rules if our_type(r.label) == "AGE" and r.score >= _SURE])


def _kind(span: Span, lang: str) -> str:
    """Our type of a mark; `sex` of that of the patient's sex, which is no type of ours."""
    sexes = naming(lang).sexes
    return "sex" if sexes and span.label == sexes.label else our_type(span.label)


def _sexes_of_marks(lang: str) -> Mapping[str, str]:
    sexes = naming(lang).sexes
    return sexes.gender if sexes else {}


def years_of(surface: str, after: str, lang: str) -> tuple[int, int] | None:
    """Returns the first and last year of age that a released age may mean; None for none.

    Example:
        >>> years_of("60-69", "", "en"), years_of("90+", "", "en"), years_of("20 months", "", "en")
        ((60, 69), (90, 120), (1, 1))
    """
    unit = unit_in(surface, after, lang)
    a_year = {"hour": 8766.0, "day": 365.25, "week": 52.18, "month": 12.0}.get(unit, 1.0)
    band = re.fullmatch(r"\D*(\d{1,3}) ?[-–] ?(\d{1,3})\D*", surface)
    if band:
        return int(int(band[1]) / a_year), int(int(band[2]) / a_year)
    found = age_in(surface, lang)
    if found is None:
        return None
    _, end, number = found
    if surface[end : end + 1] == "+":
        return number, _OLDEST
    if number > _OLDEST * a_year:
        return None
    years = int(number / a_year)
    decade = re.match(r"['’]?s\b", surface[end:])
    return (years, years + 9) if decade else (years, years)


@cache
def _sexes(lang: str) -> tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...]:
    own = traits(lang)
    return tuple(
        (sex, re.compile(own.sexes[sex], re.IGNORECASE), re.compile(own.pronouns[sex], re.I))
        for sex in ("female", "male")
    )


def _sex(text: str, lang: str) -> str:
    """The sex that is said first; else that of most pronouns; '' where nothing tells."""
    said = [
        (found.start(), sex) for sex, pattern, _ in _sexes(lang) if (found := pattern.search(text))
    ]
    if said:
        return min(said)[1]
    counts = [(len(pronouns.findall(text)), sex) for sex, _, pronouns in _sexes(lang)]
    (least, _), (most, sex) = sorted(counts)
    return sex if most > least else ""


def _sex_of_titles(done: Redacted) -> str:
    """The sex that the first title beside a patient's name tells; '' for none.

    Asked last: titles are of relatives and teachers, too, where pronouns are of the patient. One
    that stands within a mark is released where a surrogate has it still.
    """
    names = [
        (change.new_start, change.new_end if change.action == "surrogate" else change.new_start)
        for change in done.replaced
        if our_type(change.span.label) == "PATIENT"
    ]
    names += [
        (done.to_new(span.start), done.to_new(span.end))
        for span in done.kept
        if our_type(span.label) == "PATIENT"
    ]
    for start, end in sorted(names):
        before = done.text[max(0, start - _BESIDE) : start]
        if sex := titled(before, done.text[start:end], done.lang):
            return sex
    return ""


@cache
def _said(lang: str) -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    return {
        trait: [(value, re.compile(pattern, re.IGNORECASE)) for value, pattern in values.items()]
        for trait, values in traits(lang).said.items()
    }


@cache
def _nations() -> re.Pattern[str]:
    words = sorted(words_of_list("nationalities"), key=len, reverse=True)
    capital = [f"{re.escape(word[0].upper())}{re.escape(word[1:])}" for word in words]
    return re.compile(rf"\b{any_of(capital)}\b(?! (?:food|toast|measles|ginseng|fries))")


def _nation(text: str) -> str:
    """The first nation word with a capital, '' for none; a country is a mark of its own."""
    found = _nations().search(text)
    return found[0].casefold() if found else ""
