"""Surrogates: for each mark a made-up value of its kind and form, the same for the same thing."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property, partial

from incognote.core import registry
from incognote.core.case import case_like, fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.replace import numbers, phones, relatives
from incognote.replace.ages import BESIDE, age_band, band_of
from incognote.replace.contacts import Contacts
from incognote.replace.gender import other_sex_word, sex_in
from incognote.replace.identity import is_civil_status
from incognote.replace.keyed import Keyed
from incognote.replace.name_lists import gender_of
from incognote.replace.names import PEOPLE, People
from incognote.replace.naming import naming
from incognote.replace.places import KINDS, Places
from incognote.replace.replacement import Context, from_others, tag_of
from incognote.replace.shift import shift

_NUMBERS = frozenset(
    {"SSN", "MRN", "HEALTHPLAN", "ACCOUNT", "LICENSE", "VEHICLE", "DEVICE", "BIOID", "IDNUM"}
)
_PHONES = frozenset({"PHONE", "FAX"})
_CODES = _NUMBERS | {"IPADDRESS", "URL", "EMAIL"}
_WEB = re.compile(r"(?:https?|ftp)://|www\.", re.IGNORECASE)
_LONGEST = 32
"""Characters of a number that are looked at behind a name of its kind."""
_THOUSANDS = re.compile(r"\d{1,2}(?:\.\d{3}){3}")
"""A number with points, as of a Colombian cédula, in the form of a network address."""
_NETWORK = re.compile(r"(?:IP(?:v[46])?|MAC)(?: address)?:? ", re.IGNORECASE)
"""What a mark may begin with before an address of a network."""
_MAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_NAME = re.compile(r"[A-ZÁÉÍÓÚÑ][^\W\d_]+(?: (?:(?:de|del|la) )*[A-ZÁÉÍÓÚÑ][^\W\d_]*\.?){0,3}")
"""One to four words that may be a person's name."""
_SHORT = 3
"""Letters and digits below which an original may stand within a surrogate by chance."""


def surrogate(doc: Document, spans: Sequence[Span], context: Context) -> list[str]:
    """Returns a surrogate for each mark, its tag where none can be made.

    Dates move as `shift` moves them; ages become the band that they lie in, which is true beside
    a moved birth date. Leave them in the text (a policy's option `ages`) to have them to the year.
    """
    dates = [span for span in spans if our_type(span.label) == "DATE"]
    moved = dict(zip(dates, shift(doc, dates, context), strict=True)) if dates else {}
    note = _Note(doc, context)
    made = []
    for span in spans:
        surface = doc.text[span.start : span.end]
        nobody = _tells_nobody(span.label, surface, context.lang)
        if nobody and fold(surface) not in note.people.known:
            made.append(surface)
        elif span in moved:
            made.append(moved[span])
        else:
            new = note.value(span)
            same = new == surface if our_type(span.label) == "AGE" else _holds(new, surface)
            made.append(tag_of(span) if not new or same else new)
    return made


def _tells_nobody(label: str, surface: str, lang: str) -> bool:
    """Whether a mark of a person holds no name: a title, a relation; it stays."""
    own = naming(lang)
    if own.is_relative(label):
        return relatives.is_kin_alone(surface, lang)
    return our_type(label) in PEOPLE and own.is_title(surface)


def _holds(new: str, old: str) -> bool:
    """Whether a surrogate is the original, or has it whole among its words."""
    new, key = fold(new), fold(old)
    if new == key or sum(map(str.isalnum, old)) < _SHORT:
        return new == key
    at = new.find(key)
    while at >= 0:
        around = (new[at - 1 : at], new[at + len(key) : at + len(key) + 1])
        if not any(char.isalnum() or char == "_" for char in around):
            return True
        at = new.find(key, at + 1)
    return False


class _Note:
    """What the marks of a note have in common; its parts are made when first needed."""

    def __init__(self, doc: Document, context: Context) -> None:
        self.doc, self.context = doc, context
        self.keyed = Keyed(doc, context)
        self.naming = naming(context.lang)
        self._places: Places | None = None
        self._phones: dict[str, str] | None = None
        self._behind: dict[re.Pattern[str], list[str]] = {}
        """What follows each name of a kind of number, in order of the alphabet."""

    def value(self, span: Span) -> str:
        """The surrogate, '' where none can be made."""
        surface = self.doc.text[span.start : span.end]
        salt = self.keyed.salt(span)
        kind = our_type(span.label)
        if kind in registry.names("surrogate"):
            new = registry.get("surrogate", kind)(self.doc, span, self.context)
            return from_others(new, self.doc, span)
        port = kind in _PHONES and ":" in surface
        plain = kind in _NUMBERS
        if (kind in _CODES or port) and (new := self._address(surface, salt, plain)):
            return new
        if kind in KINDS:
            return self.places.replace(kind, surface, salt)
        if self.naming.is_relative(span.label):
            return self._relative(surface, salt)
        if kind in PEOPLE:
            return self.people.name(span, salt)
        if kind in _PHONES:
            return phones.phone(surface, self.keyed, self.phones, salt, self.context.lang)
        if kind in _NUMBERS and is_civil_status(surface, self.context.lang):
            return ""
        if kind in _NUMBERS:
            if span.label == self.naming.other_label and (
                named := self._of_other(surface, salt) or self.places.trait(surface, salt)
            ):
                return named
            # '' for words: what they say of somebody, as 'Lactante', is no name of an institution.
            return numbers.number(
                surface,
                self.keyed,
                salt,
                lang=self.context.lang,
                valid=self.context.valid_numbers,
                called=partial(self._is_called, surface),
            )
        if kind == "AGE":
            text, old_age = self.doc.text, self.context.options.old_age
            before, after = text[max(0, span.start - BESIDE) : span.start], text[span.end :]
            return age_band(surface, old_age, self.context.lang, before, after[:BESIDE])
        if (sexes := self.naming.sexes) and span.label == sexes.label:
            return other_sex_word(surface, self.gender, self.keyed, salt, sexes)
        if kind == "EMAIL":
            return self.contacts.email(surface, salt)
        if kind == "URL":
            return self.contacts.url(surface, salt)
        if kind == "USERNAME":
            return self.contacts.user(surface, salt)
        if kind == "IPADDRESS":
            return numbers.code(surface, self.keyed, salt)
        return ""

    def _address(self, surface: str, salt: str, plain_number: bool) -> str:
        """What stands for an address of web, mail or network, whatever its label; else ''.

        Of a `plain_number` points between thousands make no address.
        """
        if _WEB.match(surface):
            return self.contacts.url(surface, salt)
        if _MAIL.fullmatch(surface):
            return self.contacts.email(surface, salt)
        named = _NETWORK.match(surface)
        head = named[0] if named else ""
        bare = surface[len(head) :]
        if plain_number and _THOUSANDS.fullmatch(surface):
            return ""
        return head + numbers.code(bare, self.keyed, salt) if numbers.is_address(bare) else ""

    def _relative(self, surface: str, salt: str) -> str:
        """A relative with name or age ('hija Covadonga', '61 años'): each part its own way."""
        found = relatives.read(surface, self.context.lang)
        if not found.is_read:
            return ""
        out, at = [], 0
        for start, end in found.names:
            new = self.people.called(surface[start:end], "given", salt)
            out += [surface[at:start], case_like(surface[start:end], new)]
            at = end
        made = "".join([*out, surface[at:]])
        if found.names and not relatives.is_aged(surface, self.context.lang):
            return made
        if not any(map(str.isdecimal, surface)):
            return ""  # 'cuatro días' is as often how long as how old
        return band_of(made, self.context.options.old_age, self.context.lang)

    def _of_other(self, surface: str, salt: str) -> str:
        """A neighbour or carer of the patient by name, '' for what is no name of a person."""
        first = fold(re.split(r"[ -]", surface, maxsplit=1)[0])
        known = gender_of(first, self.context.lang) is not None or first in self.people.told.gender
        if not _NAME.fullmatch(surface) or not (known or first in self.people.told.given):
            return ""
        return self.people.called(surface, "given", salt)

    @cached_property
    def gender(self) -> str:
        """The patient's, by the first mark that tells: of a sex, then of a name."""
        lang, own = self.context.lang, self.naming.sexes
        surfaces = [(s, self.doc.text[s.start : s.end]) for s in self.doc.spans]
        sexes = (sex_in(text, own) for span, text in surfaces if own and span.label == own.label)
        words = (
            word
            for span, text in surfaces
            if our_type(span.label) == "PATIENT"
            for word in re.findall(r"[^\W\d_]+", fold(text))
        )
        told = self.people.told.gender
        names = (told.get(word) or gender_of(word, lang) or "" for word in words)
        return next(filter(None, (*sexes, *names)), "")

    def _is_called(self, surface: str, name: re.Pattern[str]) -> bool:
        """Whether the note calls a number by a name somewhere: all mentions get the same."""
        if name not in self._behind:
            ends = (found.end() for found in name.finditer(self.doc.text))
            self._behind[name] = sorted({self.doc.text[end : end + _LONGEST] for end in ends})
        behind = self._behind[name]
        first = bisect_left(behind, surface[:_LONGEST])
        return any(text.startswith(surface[:_LONGEST]) for text in behind[first : first + 1])

    @cached_property
    def people(self) -> People:
        return People(self.doc, self.keyed, self.context)

    @cached_property
    def contacts(self) -> Contacts:
        return Contacts(self.people, self.keyed)

    @property
    def places(self) -> Places:
        if self._places is None:
            self._places = Places(self.doc, self.keyed, self.context.lang, self.context.avoid)
        return self._places

    @property
    def phones(self) -> dict[str, str]:
        if self._phones is None:
            marks = [s for s in self.doc.spans if our_type(s.label) in _PHONES]
            surfaces = [self.doc.text[s.start : s.end] for s in marks]
            self._phones = phones.other_numbers(surfaces, self.keyed, self.context.lang)
        return self._phones
