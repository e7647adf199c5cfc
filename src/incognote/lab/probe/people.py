"""Names: of whom they may be, how they are written, in which order."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from incognote.core.case import fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.core.language import get_language
from incognote.lab.probe.questions import AS_IT_STANDS, Group, Question, Turn, stands
from incognote.lab.synthesis.damage import typos, without_accents
from incognote.replace.name_lists import WORD, gender_of, rows_of
from incognote.replace.names import NAMED, PEOPLE, Names, Part, parts_of
from incognote.replace.naming import naming
from incognote.replace.values import names

FREQUENT, RARE = 100, 3000
"""How many names from the head, and from the tail, of a list by frequency."""
_CHANGED = 2
"""Letters of each name that nobody bears."""


def questions(lang: str) -> Iterator[Question]:
    """Yields the questions about names."""
    named = partial(_named, lang=lang)
    yield Question(
        "names",
        "Other people at the same places: by origin and gender, by how frequent their names are, "
        "in no list of names, also everyday words, also names of diseases or tests.",
        named,
        [Group(name, partial(_renamed, lang, make)) for name, make in name_groups(lang).items()],
    )
    written: dict[str, Turn] = {
        AS_IT_STANDS: stands,
        "in capitals": partial(_each, str.upper),
        "in small letters": partial(_each, str.lower),
        "misspelled": _misspelled,
    }
    if naming(lang).accents:
        written["without accents"] = _unaccented
    yield Question(
        "writing",
        "The names that stand there, written otherwise.",
        named,
        [Group(name, turn) for name, turn in written.items()],
        AS_IT_STANDS,
    )
    yield Question(
        "order",
        "Full names in another order or form.",
        partial(_full, lang=lang),
        [Group(form, partial(_in_form, lang, form)) for form in _FORMS],
        _FORMS[0],
    )


# Which names ---------------------------------------------------------------------------------


def name_groups(lang: str) -> Mapping[str, names.MakePerson]:
    """Returns by group what makes a person of it: origins and genders, frequency, words."""
    rows, ranked = get_language(lang).table("names"), naming(lang).ranked
    groups: dict[str, names.MakePerson] = {
        f"{origin} {of}": partial(_of_origin, lang=lang, origin=origin, of=of)
        for origin in names.origins(lang)
        for of in ("female", "male")
    }
    if ranked:
        groups["frequent names"] = partial(_of_rank, lang=lang, part=slice(FREQUENT))
        groups["rare names"] = partial(_of_rank, lang=lang, part=slice(-RARE, None))
    groups["in no list"] = partial(_in_no_list, lang=lang)
    if "words last" in rows:
        groups["also a word"] = partial(_of_words, lang=lang)
    if "eponyms last" in rows:
        groups["eponym"] = partial(_of_rows, lang=lang, last="eponyms last")
    return groups


def _plain_person(rng: random.Random, gender: str, lang: str) -> names.Person:
    return names.make_person(rng, language=lang, gender=gender, words=0.0, ranked=0.0)


def _of_origin(rng: random.Random, gender: str, *, lang: str, origin: str, of: str) -> names.Person:
    return names.make_person(rng, language=lang, origin=origin, gender=of, words=0.0, ranked=0.0)


def _of_rank(rng: random.Random, gender: str, *, lang: str, part: slice) -> names.Person:
    person = _plain_person(rng, gender, lang)
    rows = get_language(lang).table(naming(lang).ranked)
    given, middle = (rng.choice(rows[person.gender][part]) for _ in range(2))
    last, second = (rng.choice(rows["last"][part]) for _ in range(2))
    return replace(person, given=given, middle=middle, last=last, second_last=second)


def _of_rows(rng: random.Random, gender: str, *, lang: str, last: str) -> names.Person:
    person = _plain_person(rng, gender, lang)
    return replace(person, last=rng.choice(get_language(lang).table("names")[last]))


def _of_words(rng: random.Random, gender: str, *, lang: str) -> names.Person:
    person = _of_rows(rng, gender, lang=lang, last="words last")
    rows = get_language(lang).table("names")
    return replace(person, given=rng.choice(rows[f"words {person.gender}"]))


def _in_no_list(rng: random.Random, gender: str, *, lang: str) -> names.Person:
    """A person whose names nobody bears: two letters of each are others of their kind."""
    person = _plain_person(rng, gender, lang)
    parts = (person.given, person.middle, person.last, person.second_last)
    given, middle, last, second = (_altered(part, rng, lang) for part in parts)
    return replace(person, given=given, middle=middle, last=last, second_last=second)


def _altered(name: str, rng: random.Random, lang: str) -> str:
    vowels, consonants = "aeiou", "bcdfghjklmnprstvwz"
    places = [i for i, char in enumerate(name) if char.isalpha()]
    for _ in range(20):
        letters = list(name)
        for i in rng.sample(places, min(_CHANGED, len(places))):
            kind = vowels if fold(letters[i]) in vowels else consonants
            new = rng.choice([char for char in kind if char != fold(letters[i])])
            letters[i] = new.upper() if letters[i].isupper() else new
        found = "".join(letters)
        if not any(rows_of(fold(word), lang) for word in WORD.findall(found)):
            return found
    own = naming(lang)  # a short name, of which nearly all neighbours are names
    parts = (own.initials, own.made_up_middles, own.made_up_ends)
    return "".join(rng.choice(part) for part in parts)


def _renamed(
    lang: str,
    make: names.MakePerson,
    doc: Document,
    places: Sequence[Span],
    rng: random.Random,
) -> list[str]:
    """Every person of the note made anew, each mention in the form that it had."""
    people = names.MadeUpPeople(doc, lang, rng, make, kin=make)
    return [people.name(span) for span in places]


# Which places --------------------------------------------------------------------------------


def _named(doc: Document, lang: str) -> list[Span]:
    """Marks of people that hold a word of a name: initials alone are no name to swap."""
    own, read = naming(lang), _Read(doc, lang)
    return [
        span
        for span in doc.spans
        if our_type(span.label) in PEOPLE
        and not own.is_relative(span.label)
        and not read.is_initials(span)
        and {part.role for part in _parts(doc, span, lang)} & {*NAMED}
    ]


class _Read(Names):
    """The names of a note, to be read alone."""

    def word(self, word: str, role: str, salt: str = "") -> str:
        return word

    def letter(self, letter: str, salt: str = "") -> str:
        return letter


def _full(doc: Document, lang: str) -> list[Span]:
    """Those with a given name and a surname, not two surnames."""
    two = naming(lang).two_surnames
    found = []
    for span in _named(doc, lang):
        given, last = _given_and_last(doc, span, lang)
        if given and last and not (two and gender_of(fold(given.split()[0]), lang) is None):
            found.append(span)
    return found


def _given_and_last(doc: Document, span: Span, lang: str) -> tuple[str, str]:
    """What is said of the given names and of the surnames; middle names are left out."""
    surnames = ("middle", "last") if naming(lang).two_surnames else ("last",)
    parts = _parts(doc, span, lang)
    given, last = (
        " ".join(part.text.rstrip(".") for part in parts if part.role in roles)
        for roles in (("given",), surnames)
    )
    return given, last


def _parts(doc: Document, span: Span, lang: str) -> list[Part]:
    return parts_of(doc.text[span.start : span.end], {}, naming(lang), alone="last")


# How they are written ------------------------------------------------------------------------


def _each(
    change: Callable[[str], str], doc: Document, places: Sequence[Span], rng: random.Random
) -> list[str]:
    return [change(doc.text[span.start : span.end]) for span in places]


def _misspelled(doc: Document, places: Sequence[Span], rng: random.Random) -> list[str]:
    """Each word of three letters or more mistyped once."""
    return [typos(_alone(surface), rng, 1.0).text for surface in stands(doc, places, rng)]


def _unaccented(doc: Document, places: Sequence[Span], rng: random.Random) -> list[str]:
    return [without_accents(_alone(text), rng).text for text in stands(doc, places, rng)]


def _alone(surface: str) -> Document:
    return Document("", surface)


_FORMS = (
    "Given Surname",
    "Surname Given",
    "Surname, Given",
    "SURNAME, Given",
    "G. Surname",
    "Surname, G.",
    "G.S.",
    "GS",
)


def _in_form(
    lang: str, form: str, doc: Document, places: Sequence[Span], rng: random.Random
) -> list[str]:
    return [_formed(doc, span, lang, form) for span in places]


def _formed(doc: Document, span: Span, lang: str, form: str) -> str:
    surface = doc.text[span.start : span.end]
    given, last = _given_and_last(doc, span, lang)
    g, s = given[0].upper(), last[0].upper()
    text = {
        "Given Surname": f"{given} {last}",
        "Surname Given": f"{last} {given}",
        "Surname, Given": f"{last}, {given}",
        "SURNAME, Given": f"{last.upper()}, {given}",
        "G. Surname": f"{g}. {last}",
        "Surname, G.": f"{last}, {g}.",
        "G.S.": f"{g}.{s}.",
        "GS": f"{g}{s}",
    }[form]
    initials = form in ("G.S.", "GS")
    return text if initials or not surface.islower() else text.lower()
