"""Words that stand around names and tell what they are: what a pack says of its language.

Titles, kin, verbs of persons and the like. A note may hold those of a neighbouring language too
(`Dra. Ruiz` in an English letter), so that an engine gets the words of the pack united with those
of the packs that it names in `Language.also`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from incognote.core.language import parts

Words = frozenset[str]
"""Keys: in small letters without accents, as `lexicon.lists.to_key` makes them."""
OWN: Mapping[str, bool] = {"own": True}
"""Marks a field that is not united with that of other packs."""

_PLAIN = "hospital organization street city state country zip date phone email"
OURS: Mapping[str, str] = {
    **{kind: kind.upper() for kind in _PLAIN.split()},
    **{"person": "PATIENT", "relative": "PATIENT", "staff": "DOCTOR"},
    **{"record": "MRN", "login": "USERNAME"},
}
"""`Context.labels` where the scheme's labels are our types."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What stands around names of persons and places. Tuples hold pieces of patterns."""

    labels: Mapping[str, str] = field(default_factory=lambda: OURS, metadata=OWN)
    """From what lists, rosters and logins hold to the label of the pack's scheme: `person`,
    `relative`, `staff`, `hospital`, `organization`, `street`, `city`, `state`, `country`, `zip`,
    `date`, `phone`, `email`, `record`, `login` ('': a login has the label of the name in it)."""
    staff_titles: Words = frozenset()
    """Titles and roles before a name that make it one of the staff: dr, nurse."""
    titles: Words = frozenset()
    """These and all others: mr, ms."""
    addresses: Words = frozenset()
    """Titles that only stand before a name; others (nurse, resident) are followed by verbs too."""
    joined_titles: tuple[str, ...] = ()
    """Titles of the staff that a full name without a blank may begin with: DrSusanWhitfield."""
    credentials: tuple[str, ...] = ()
    """Degrees and posts behind a name of the staff: M.D., RN."""
    newborns: Words = frozenset()
    """What stands in place of a given name that is not given yet: baby, boy."""
    titles_not_given: Words = frozenset()
    """Given names that stand before a name as titles far more often: sister, pastor."""
    not_surnames: Words = frozenset()
    """Surnames that end the names of institutions, or that begin the next field: home, clinic."""
    before_places: Words = frozenset()
    """Prepositions: a place that is also a word or a name is a place behind one, `in Reading`."""
    articles: Words = frozenset()
    """With them a place in small letters is none: `la palma` is a hand."""
    region_codes: Words = field(default=frozenset(), metadata=OWN)
    """Codes of states, in capitals, that follow a city behind a comma; none where that is not how
    the language writes addresses, and then no name of a state counts there either."""
    before_words: Words = frozenset()
    """What names never have right before them: articles."""
    before_names: Words = frozenset()
    """Roles and kin, right before a name: patient, mother."""
    person_verbs: Words = frozenset()
    """Verbs of persons: at the start of a sentence what stands before them is one."""
    any_verbs: Words = frozenset()
    """Verbs of anything: `Case was discussed`, so only where the note writes the word never
    small."""
    impersonal: Words = frozenset()
    """Two words behind a hope, not behind a Hope: `Hope is to go home`."""
    modals: Words = frozenset()
    """Verbs that help others and are names: will, may."""
    inflected: tuple[str, ...] = ()
    """Forms of verbs that no modal stands before, as whole words: follows, called."""
    after_names: Words = frozenset()
    """Other words, no verbs, before which a modal is a name."""
    month_names: Words = frozenset()
    """Given names that are months."""
    not_before: Words = field(default=frozenset(), metadata=OWN)
    """Small words before which an ambiguous word is no name: articles, conjunctions."""
    not_before_months: Words = frozenset()
    """The same of a given name that is a month."""
    called: Words = frozenset()
    """Two words before the name somebody goes by."""
    conjunctions: Words = frozenset()
    """What joins two names: and."""
    phones: tuple[str, ...] = ()
    """What stands between a name and its number of telephone."""
    form_labels: tuple[str, ...] = ()
    """What a line of a form begins with, before a colon: `date of birth`, small and without
    accents."""
    columns: tuple[str, ...] = ()
    """Names of columns that a table of notes or of patients has: `patient_id`, in small letters."""


def united(module: str, name: str) -> Callable[[str], Any]:
    """Returns what reads a part of a pack, a dataclass of words, with those of other packs added.

    It is given the language of the notes, whose pack says which others count (`Language.also`),
    keeps what it has read, and raises ConfigError if one of the packs has no such part.
    """

    def read(lang: str) -> Any:
        own, *others = parts(lang, module, name)
        values: dict[str, Any] = {}
        for each in fields(own):
            value = getattr(own, each.name)
            more = () if each.metadata else tuple(getattr(other, each.name) for other in others)
            if isinstance(value, Mapping):
                for words in more:
                    value = {**words, **value}
            elif isinstance(value, tuple):
                value = tuple(dict.fromkeys((*value, *(word for words in more for word in words))))
            else:
                value = value.union(*more)
            values[each.name] = value
        return type(own)(**values)

    return cache(read)


load_context: Callable[[str], Context] = united("context", "CONTEXT")
"""The words around names in notes of a language."""
