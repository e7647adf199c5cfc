"""`Naming`: how people are named, addressed and spoken of in a language.

Each pack holds one (`people.PEOPLE`); the modules that read names and make surrogates of them know
no language but through it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from incognote.core.case import fold
from incognote.core.language import reader
from incognote.core.words import NOTHING

ByGender = tuple[str, str]
"""Alternatives of a pattern: of a woman, then of a man."""


@dataclass(frozen=True, eq=False, slots=True)
class Relatives:
    """The marks of relatives in a label scheme that has them: 'hermana', 'su hija Lucía, 12 años'.

    Words are in small letters and without accents.
    """

    label: str
    """The scheme's label of such a mark."""
    kin: frozenset[str]
    """Words for who somebody is to the patient."""
    said: frozenset[str]
    """What else may be said of a relative: numbers, articles, 'maternal', 'elder'."""
    joined: re.Pattern[str]
    """All that may stand between two words of one name."""
    ill: re.Pattern[str]
    """The end of a text behind which an illness stands rather than a name ('with', 'from')."""
    count: re.Pattern[str]
    """A mark that says how many they are ('3 hijos') and not how old."""
    ages: frozenset[str]
    """Units of an age."""


@dataclass(frozen=True, eq=False, slots=True)
class Sexes:
    """The marks of a patient's sex in a label scheme that has them."""

    label: str
    """The scheme's label of such a mark."""
    gender: Mapping[str, str]
    """From a folded word or letter to 'female' or 'male', for those that can mean but one."""
    others: Mapping[str, Mapping[str, tuple[str, ...]]]
    """From 'female' and 'male' to folded words, and from each to others for the same sex."""
    status_label: str
    """The label of marks that may hold a civil status."""
    status: re.Pattern[str]
    """A civil status; group 1 is filled for a woman, group 2 for a man."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Naming:
    """What a pack knows of people's names.

    It lies beside two tables of the pack. `names` has the given names and surnames that are known,
    `surrogates` those that surrogates are drawn from; a row's key is an origin and one of 'female',
    'male' and 'last' ('sikh last'). In `surrogates`, 'any' is the origin of names that may stand
    for a name of no known origin, and 'neutral given' has given names of women and men alike.
    """

    counts_for: Mapping[str, str] = field(default_factory=dict)
    """From the code of another pack whose names are known here (`Language.also`) to the origin of
    this pack that they count for; those of a pack that is not named tell no origin."""
    ranked: str = ""
    """A table of names without origin, the most frequent first, in rows 'female', 'male' and
    'last'; '' for none. Without it the letters of an unlisted name tell no origin."""
    regions: tuple[tuple[str, ...], ...] = ()
    """Origins that are near each other: one with few names borrows from the others."""
    origin_endings: tuple[tuple[str, str], ...] = ()
    """Pattern of a folded surname that no row has, and the origin that it tells."""
    without_particles: frozenset[str] = frozenset()
    """Origins whose names have no particles ('van') but words that are spelled alike."""
    prefixed: re.Pattern[str] | None = None
    """A word of its own before a surname (group 1) that tells the surname's origin."""
    prefixed_origin: str = ""
    """That origin."""
    own_prefixes: tuple[str, ...] = ()
    """How folded surnames begin that cannot stand behind such a word."""
    initials: str
    """Capitals that the pools have names for."""
    made_up_middles: tuple[str, ...]
    """What follows the initial of an invented surname, which stands where all names are taken."""
    made_up_ends: tuple[str, ...]
    """What such a surname ends in."""
    neutral: bool = False
    """Whether a given name whose gender nothing tells becomes one that women and men bear; else
    every given name is a woman's or a man's."""
    female_ending: str = ""
    """How an unlisted given name of a woman ends, where no listed names tell."""
    two_surnames: bool = False
    """Whether a name ends in the surnames of both parents."""
    accents: bool = False
    """Whether surrogates have accents in a note whose own names have none."""
    titles: frozenset[str] = frozenset()
    """What a mark may begin with before the name: folded, without a point; or unfolded where the
    folded word is a name."""
    name_titles: frozenset[str] = frozenset()
    """Those of them that are titles only before a given name that the tables have: D."""
    given_titles: frozenset[str] = frozenset()
    """Those that a given name follows ('don José') where others are followed by a surname."""
    articles: frozenset[str] = frozenset()
    """What may stand before a title."""
    title_before: re.Pattern[str] = NOTHING
    """The end of a text that ends in a title, so that a surname follows."""
    between: frozenset[str] = frozenset()
    """Words between names that are neither names nor initials ('y')."""
    kept: frozenset[str] = frozenset()
    """Words of a name's mark that name nobody: 'baby', 'née'."""
    leading_particle: bool = False
    """Whether a capital particle at the start of a name is one though it may be a given name
    ('San Juan'); else only where a title stands before it ('Van Nguyen' but 'Dr. Van Dyke')."""
    devotion: re.Pattern[str] | None = None
    """A given name with what it is devoted to (group 1): 'María del Carmen'."""
    devotions: tuple[tuple[str, ...], ...] = ()
    """Names that may follow there, those with the same article in one row."""
    relations: ByGender
    """Relations of a person: who is called after one is called by a given name."""
    persons: ByGender
    """Other words for a person."""
    gender_titles: ByGender
    """Titles that tell a gender."""
    called: str = ""
    """What may stand between such a word and a name: 'named'."""
    honorifics: str = ""
    """What may stand directly before a name behind such a word, a blank at its end."""
    determiners: str = ""
    """What may stand before such a word behind a name, a blank at its end: 'his '."""
    of: str = ""
    """What follows a relation behind a name: 'of'."""
    years: str = ""
    """What stands behind the number of an age: 'years old'."""
    agreeing: ByGender
    """What a name is followed by that agrees with its gender: 'fue ingresada'; '' for nothing."""
    relatives: Relatives | None = None
    """None where the label scheme marks relatives as it marks all names."""
    sexes: Sexes | None = None
    """None where the label scheme has no marks of sex."""
    other_label: str = ""
    """The scheme's label of whatever else tells of the patient, neighbours among it; '' for
    none."""

    def is_relative(self, label: str) -> bool:
        """Returns whether a label is that of a mark of relatives."""
        return self.relatives is not None and label == self.relatives.label

    def is_title(self, surface: str) -> bool:
        """Returns whether a mark of a name is a title without a name; 'SR' may be initials."""
        return len(surface) > _LONGEST_INITIALS and fold(surface) in self.titles


_LONGEST_INITIALS = 4
"""Letters."""


naming: Callable[[str], Naming] = reader("people", "PEOPLE")
"""How people are named in a language."""
