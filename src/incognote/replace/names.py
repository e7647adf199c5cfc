"""People: every word of a name has its own surrogate, so that a person is followed by parts.

'Maria Delgado', 'Ms. Delgado' and 'DELGADO, MARIA' meet in 'maria' and 'delgado', and the initial
of a word decides that of its surrogate, so that 'M. Delgado', 'MD' and 'mdelgado@' go with them,
in this note and in the next, without a list of who is who.

`Names` reads the names of a note and writes others in their form; `People` draws the others by the
key. Synthesis draws them by chance.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from incognote.core.case import case_like, fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.core.name_parts import PARTICLES, SUFFIXES
from incognote.core.words import listed, one_apart, with_one_left_out
from incognote.model.surfaces import plain
from incognote.replace import relatives
from incognote.replace.gender import told
from incognote.replace.keyed import Keyed
from incognote.replace.name_lists import (
    ANY,
    WORD,
    Pool,
    all_origins,
    by_ending,
    gender_of,
    invented,
    is_surname,
    origin_by_letters,
    origins_of,
    others_of,
    packs,
    pool_of,
    pool_of_devotion,
    rows_of,
)
from incognote.replace.naming import Naming, naming
from incognote.replace.replacement import Context

PEOPLE = frozenset({"PATIENT", "DOCTOR"})
NAMED = ("given", "middle", "last", "nickname")
"""The roles of words that name somebody."""
_ASCII = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "’": "'", "ß": "ss", "æ": "ae"})
"""Letters that taking accents away leaves; for notes that write names without them."""
_MAC = re.compile(r"([A-Z]{1,2})(Ma?c)[A-Z]")
"""Initials of a McAteer: BMcA."""
_DIGRAPH = re.compile(r"(?:Ll|Ch|Th)\.?")
"""Initials that are written with two letters."""
_INITIALS = re.compile(r"[A-Z]{2,4}|[a-z]{2,3}|(?:[A-Za-z]\.[ -]?){1,4}|[A-Za-z]")
_TYPIST = re.compile(r"\b[A-Z]{2,4}[:/]$")
"""Who dictated, before who wrote: 'BT:jo'."""
_SPELLED = re.compile(r"[^\W\d_](?:[- ][^\W\d_]){3,}")
_ENDING = ("ª", "º")
"""Of an abbreviation: M.ª."""
_JOINED_ON = frozenset(("al", "el", "abu", "ben", "bin", "bar", "abd"))
"""Halves of a hyphenated name that stay: Al-Rashid."""


class Names(ABC):
    """The names of one note, and others in their form.

    Args:
        doc: The note with all its marks.
        lang: Its language.
    """

    def __init__(self, doc: Document, lang: str) -> None:
        self.doc, self.lang, self.naming = doc, lang, naming(lang)
        spans = [s for s in doc.spans if _is_of_people(s.label, self.naming)]
        spans = [inner for span in spans for inner in self._named(span)]
        self.surfaces = [doc.text[span.start : span.end] for span in spans]
        self._counts = Counter(fold(word) for text in self.surfaces for word in WORD.findall(text))
        self.known = self._known()
        names = self.doc.known.people if self.doc.known else ()
        self._families = {fold(name.partition(",")[0]) for name in names if "," in name}
        self.originals = frozenset((*self._counts, *self.known))
        self.roles = self._roles()
        others = [s for s in doc.spans if s.label == self.naming.other_label]
        self.told = told(doc, sorted((*spans, *others), key=lambda s: s.start), lang)
        for word in sorted(self.told.given):
            self.roles.setdefault(word, "given")
        self._typos: dict[str, str] = {}

    @abstractmethod
    def word(self, word: str, role: str, salt: str = "") -> str:
        """Returns what stands for one word of a name, in its usual case.

        Args:
            word: As it stands in the note.
            role: given, middle, last or nickname: decides where the tables do not know the word.
            salt: Of a mention that is replaced anew.
        """

    @abstractmethod
    def letter(self, letter: str, salt: str = "") -> str:
        """Returns the initial that stands for a letter: that of what stands for its words."""

    def name(self, span: Span, salt: str = "") -> str:
        """Returns the name that stands in place of a mark.

        Args:
            span: The mark.
            salt: Of a mention that is replaced anew.
        """
        surface = self.doc.text[span.start : span.end]
        if _SPELLED.fullmatch(surface):
            letters = re.sub(r"[- ]", "", surface)
            new = fold(self.word(letters, self.roles.get(fold(letters), "last"), salt))
            return surface[1].join(case_like(surface, "".join(filter(str.isalpha, new))))
        if self.is_initials(span):
            return "".join(self.letter(c, salt) if c.isalpha() else c for c in surface)
        if mac := _MAC.fullmatch(surface):
            return "".join(self.letter(c, salt) for c in f"{mac[1]}M")
        return self.called(surface, self.alone(span), salt, titled=self._is_titled(span))

    def alone(self, span: Span) -> str:
        """Returns the role that a mark of a single word has where nothing else tells it."""
        known = gender_of(fold(self.doc.text[span.start : span.end]), self.lang) is not None
        given = known or our_type(span.label) == "PATIENT"
        return "given" if given and not self._is_titled(span) else "last"

    def called(self, surface: str, alone: str, salt: str, *, titled: bool = False) -> str:
        """Returns another name in the form of a surface.

        Args:
            surface: A name as it stands.
            alone: The role of a single word of which the note tells nothing.
            salt: Of a mention that is replaced anew.
            titled: Whether a title stands before it, so that it may begin with a surname.
        """
        out = []
        parts = self._parts(surface, self.roles, alone)
        for i, part in enumerate(parts):
            if part.text in _ENDING:
                out.append(part.text)
            elif part.role == "initial" or _DIGRAPH.fullmatch(part.text):
                out.append(self.letter(part.text[0], salt) + part.text[1:].lstrip("lh"))
            elif part.role in NAMED:
                stays = is_particle(parts, i, self.lang, titled=titled)
                text = part.text.rstrip(".") if part.role != "last" else part.text  # Fco., Wm.
                out.append(part.text if stays else self._worded(text, part.role, salt))
            else:
                out.append(part.text)
        return "".join(out)

    def _worded(self, text: str, role: str, salt: str) -> str:
        """A token of a name: each half of a hyphenated one for itself, but Al- and the like."""

        def new(found: re.Match[str]) -> str:
            first = found.end() < len(text) and text[found.end()] == "-"
            if first and fold(found[0]) in _JOINED_ON:
                return found[0]
            return case_like(found[0], self.word(found[0], role, salt))

        return WORD.sub(new, text)

    def _named(self, span: Span) -> list[Span]:
        """The names of a mark: itself, or those in the mark of a relative ('nuera Citlali')."""
        if not self.naming.is_relative(span.label):
            return [span]
        found = relatives.read(self.doc.text[span.start : span.end], self.lang).names
        return [Span(span.start + start, span.start + end, span.label) for start, end in found]

    def _is_titled(self, span: Span) -> bool:
        """Whether a title stands before a mark, or the container says that it is a surname."""
        if fold(self.doc.text[span.start : span.end]) in self._families:
            return True
        before = max(0, span.start - 12)
        return bool(self.naming.title_before.search(self.doc.text, before, span.start))

    def _parts(self, surface: str, roles: Mapping[str, str], alone: str) -> Sequence[Part]:
        """The tokens of a name with their roles, titles among those that are kept."""
        own = self.naming
        parts = parts_of(surface, roles, own, alone=alone)
        words = [i for i, part in enumerate(parts) if part.role]
        if [parts[i].role for i in words] == ["last", "initial"] and "," not in surface:
            word = fold(parts[words[0]].text)
            if roles.get(word) != "last":
                parts[words[0]] = Part(parts[words[0]].text, "given")  # 'Hedy Z.'
        addressed, title = True, ""
        for i, after in zip(words, (*words[1:], None), strict=False):
            text = parts[i].text
            form = fold(text).rstrip(".")
            alone_or_last = after is None or parts[i + 1].text == ","
            addressed = addressed and not alone_or_last and _may_address(text, own)
            if addressed and form in own.name_titles and after is not None:
                addressed = gender_of(fold(parts[after].text), self.lang) is not None
            title = form if addressed else title
            if addressed or (text in own.between and not surface.islower()):
                parts[i] = Part(text, "kept")
            elif title and i == words[-1] and all(parts[j].role == "kept" for j in words[:-1]):
                parts[i] = Part(text, self._after_title(title, fold(text), parts[i].role, roles))
        if "," in surface or self._turn(parts) or not own.two_surnames:
            return parts
        at = [i for i, p in enumerate(parts) if p.role in ("given", "middle", "last")]
        at = [i for i in at if fold(parts[i].text) not in PARTICLES]
        if len(at) > 2 or (len(at) == 2 and any(p.role == "initial" for p in parts[: at[0]])):
            parts[at[-2]] = Part(parts[at[-2]].text, "last")
        elif len(at) == 2:
            first = fold(parts[at[0]].text)
            if rows_of(first, self.lang) and gender_of(first, self.lang) is None:
                parts[at[0]] = Part(parts[at[0]].text, "last")  # 'Calleja Gismero'
        return parts

    def _turn(self, parts: list[Part]) -> bool:
        """Sets the roles of a name with its surname first, without comma: 'SMITH JOHN PAUL'.

        Its first word is nothing but a surname, its last a given name; of two words in Spanish
        both may be surnames.
        """
        at = [i for i, p in enumerate(parts) if p.role in ("given", "middle", "last")]
        at = [i for i in at if fold(parts[i].text) not in PARTICLES]
        if len(at) < (3 if self.naming.two_surnames else 2):
            return False
        genders = [self._gender(parts[i].text) for i in at]
        kinds = {row.kind for row in rows_of(fold(parts[at[0]].text), self.lang)}
        surname = genders[0] is None and kinds == {"last"}
        if not surname or not (genders[-1] or (genders[-1] == "" and self.naming.two_surnames)):
            return False
        first = next(i for i in range(len(at), 0, -1) if genders[i - 1] is None)
        for i, number in enumerate(at):
            role = "last" if i < first else "given" if i == first else "middle"
            parts[number] = Part(parts[number].text, role)
        return True

    def _gender(self, text: str) -> str | None:
        """`gender_of` a token; 'Ma.' stands in the lists with its point."""
        known = gender_of(fold(text), self.lang)
        return gender_of(fold(text).rstrip("."), self.lang) if known is None else known

    def _after_title(self, title: str, word: str, role: str, roles: Mapping[str, str]) -> str:
        """The role of the only word after a title: 'don José', but 'señor Vicente'."""
        own = self.naming
        if role != "last" or not own.given_titles or title in own.articles:
            return role
        named = roles.get(word) != "last" and gender_of(word, self.lang) is not None
        first = title in own.given_titles or not is_surname(word, self.lang)
        return "given" if named and first else role

    def _known(self) -> dict[str, str]:
        """The roles of words of the names that the note's container tells, the same in all notes.

        Those told by their parts ('Delgado,') before whole names; a word that stands alone is a
        given name where the lists have it as one.
        """
        roles: dict[str, str] = {}
        names = self.doc.known.people if self.doc.known else ()
        for name in sorted(names, key=lambda name: ("," not in name, " " not in name)):
            first = next(iter(WORD.findall(name)), "")
            alone = "last" if gender_of(fold(first), self.lang) is None else "given"
            for word, role in _words(self._parts(name, roles, alone)):
                roles.setdefault(word, role)
        return roles

    def _roles(self) -> dict[str, str]:
        """The roles of words as names of several words tell them, the longest first."""
        roles = dict(self.known)
        for surface in sorted(set(self.surfaces), key=lambda text: (-len(text), text)):
            parts = self._parts(surface, roles, "last")
            if sum(part.role not in ("", "kept") for part in parts) > 1:
                for word, role in _words(parts):
                    roles.setdefault(word, role)
        return roles

    def is_initials(self, span: Span) -> bool:
        """Returns whether a mark is a few letters that are initials, not a short name (Lee, Wu)."""
        surface = self.doc.text[span.start : span.end]
        if not _INITIALS.fullmatch(surface):
            return False
        word = fold("".join(filter(str.isalpha, surface)))
        if len(word) == 1 or "." in surface:
            return True
        if word in self.roles:
            return False
        if _TYPIST.search(self.doc.text, max(0, span.start - 5), span.start):
            return True
        if surface.islower() and gender_of(word, self.lang):
            return False  # 'told by kim'
        if word[0] in self._firsts and word[-1] in self._firsts:
            return True
        if surface.islower() and our_type(span.label) == "PATIENT":
            return False
        known = rows_of(word, self.lang)
        return not any(row.origin != ANY for row in known) or (
            our_type(span.label) == "DOCTOR" and len(word) > 2 and not self._is_titled(span)
        )

    def spelling(self, word: str) -> str:
        """Returns the folded word of the note that this one is a slip of the pen of, or itself."""
        if word not in self._typos:
            self._typos[word] = word
            if word not in self.known and not rows_of(word, self.lang) and len(word) > 5:
                near = {
                    other for form in with_one_left_out(word) for other in self._near.get(form, ())
                }
                self._typos[word] = min(
                    (
                        other
                        for other in near
                        if other[0] == word[0]
                        and other != word
                        and (rows_of(other, self.lang) or self._counts[other] > self._counts[word])
                        and one_apart(word, other)
                    ),
                    default=word,
                )
        return self._typos[word]

    @cached_property
    def _near(self) -> Mapping[str, list[str]]:
        """From every form of a word of the note with a letter left out, and itself, to the word."""
        near: dict[str, list[str]] = {}
        for word in self.originals:
            for form in with_one_left_out(word):
                near.setdefault(form, []).append(word)
        return near

    @cached_property
    def _firsts(self) -> frozenset[str]:
        """The first letters of the words of names of several words."""
        return frozenset(word[0] for word in self.roles)


class People(Names):
    """The people of one note and their surrogates.

    Args:
        doc: The note with all its marks.
        keyed: Its choices.
        context: Language, origins, names to avoid.
    """

    def __init__(self, doc: Document, keyed: Keyed, context: Context) -> None:
        super().__init__(doc, context.lang)
        self.keyed, self.context = keyed, context
        own = (naming(code) for code in packs(context.lang))
        self._devoted = self._found(*(pack.devotion for pack in own))
        self._prefixed = self._found(self.naming.prefixed)
        self._accents = self.naming.accents or not all(text.isascii() for text in self.surfaces)
        self._made: dict[tuple[str, str], str] = {}
        self._owner: dict[str, str] = {}
        names = doc.known.names if doc.known else ()
        patient = {fold(word) for name in names for word in WORD.findall(name)}
        for word, role in self.known.items():  # first, so that they get the same in all notes
            if word not in PARTICLES and (word in patient or word in self._counts):
                self.word(word, role)

    def _found(self, *patterns: re.Pattern[str] | None) -> frozenset[str]:
        """The folded words of names that patterns find as their group."""
        found = (p.findall(text) for p in patterns if p for text in self.surfaces)
        return frozenset(fold(word) for words in found for word in words)

    def word(self, word: str, role: str, salt: str = "") -> str:
        """See `Names.word`."""
        word = self.spelling(fold(word))
        made = self._made.get((word, salt))
        if made is None:
            made = self._fresh(word, role, salt)
            if not (self._accents or made.isascii()):
                made = plain(made.translate(_ASCII))
            self._made[(word, salt)] = made
        return made

    def letter(self, letter: str, salt: str = "") -> str:
        """See `Names.letter`."""
        old = fold(letter)[:1].upper()
        choices = [c for c in self.naming.initials if c != old]
        new = self.keyed.pick("initial", old + salt, choices)
        return new if letter.isupper() else new.lower()

    def _fresh(self, word: str, role: str, salt: str) -> str:
        kind = self._kind(word, role)
        initial = self.letter(word[:1], salt).upper()  # of a script without capitals too
        start = self.keyed.number(kind, word + salt)
        pool = self._pool(word, kind, initial, salt)
        first = ""
        for step in range(len(pool)):
            name, folded = pool[(start + step) % len(pool)]
            # the half of a hyphenated name too: 'Jean-Marie' beside a Jean
            if folded in self.context.avoid or not self.originals.isdisjoint(WORD.findall(folded)):
                continue
            first = first or name
            if salt or self._owner.setdefault(folded, word) == word:
                return name
        return first or self._free(kind, initial, word + salt)

    def _kind(self, word: str, role: str) -> str:
        """What a word becomes: a name of a woman, of a man, of either ('neutral') or a surname."""
        own, rows = self.naming, rows_of(word, self.lang)
        gender = gender_of(word, self.lang)
        is_last = self.roles.get(word, role) == "last"
        if is_last and any(row.kind == "last" and row.origin != ANY for row in rows):
            gender = None
        is_given = not is_last and (word in self.roles or not rows)
        if gender is None and (role == "nickname" or is_given):
            female = own.neutral and word.endswith(own.female_ending) and not rows
            gender = "female" if female else ""
        if gender is not None and not is_last:
            # 'Mrs. Thomas' is 'Thomas, Anna' in the next note. English has names that both bear:
            # one that the lists and its letters leave open gets such a name in every note
            both = any(row.kind != "last" for row in rows)
            gender = gender or ("" if both else by_ending(word, self.lang))
            if word not in self.known and (gender or not own.neutral):
                gender = self.told.gender.get(word, "") or gender
        if gender == "" and not own.neutral:
            female = word.endswith(own.female_ending)
            gender = by_ending(word, self.lang) or ("female" if female else "male")
        return "last" if gender is None else gender or "neutral"

    def _pool(self, word: str, kind: str, initial: str, salt: str) -> Pool:
        pool = pool_of(kind, *self._origin(word, kind, salt), initial)
        if word in self._devoted and kind == "female":
            pool = pool_of_devotion(word, self.lang, initial) or pool
        if word in self._prefixed:
            ends = self.naming.own_prefixes
            pool = tuple(pair for pair in pool if not pair[1].startswith(ends)) or pool
        return pool

    def _origin(self, word: str, kind: str, salt: str) -> tuple[str, str]:
        """The pack and origin of the names that a word becomes one of."""
        mixed = self.context.mixed_origins
        if own := all_origins(self.lang) if mixed else origins_of(word, kind, self.lang):
            return self.keyed.pick("origin", word + salt, own)
        if word in self._prefixed:
            return self.lang, self.naming.prefixed_origin
        ends = self.naming.origin_endings
        told = next((origin for end, origin in ends if re.search(end, word)), "")
        if not told and not rows_of(word, self.lang):
            told = origin_by_letters(word, kind == "last", self.lang)
        return self.lang, told or ANY

    def _free(self, kind: str, initial: str, value: str) -> str:
        """A name that may be given where every one of the pool is an original: made up at last."""
        for pool in (others_of(kind, self.lang, initial), invented(initial, self.lang)):
            start = self.keyed.number("free", value) % max(1, len(pool))
            for name in (*pool[start:], *pool[:start]):
                if fold(name) not in self.originals and fold(name) not in self.context.avoid:
                    return name
        return ""


def _is_of_people(label: str, own: Naming) -> bool:
    return our_type(label) in PEOPLE or own.is_relative(label)


def _may_address(text: str, own: Naming) -> bool:
    """Whether a word is a title, or stands before one."""
    form = fold(text).rstrip(".")
    return form in own.titles or text.lower() in own.titles or form in own.articles


# Tokens of a name ---------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"[^\W\d_](?:[^\W\d_]|['’`´\-‐‑\u0300-\u036f](?=[^\W\d_]))*\.?|\d+|.", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Part:
    """A token of a name surface and what it is."""

    text: str
    role: str
    """given, middle, last, initial, nickname, kept, or '' for blanks and punctuation."""


def _words(parts: Sequence[Part]) -> Iterator[tuple[str, str]]:
    """The folded words of names and their roles, a middle name as a given one."""
    for part in parts:
        if part.role in NAMED:
            for word in WORD.findall(part.text):
                yield fold(word), "given" if part.role == "middle" else part.role


def parts_of(surface: str, known: Mapping[str, str], own: Naming, *, alone: str) -> list[Part]:
    """Returns the tokens of a name with their roles.

    Args:
        surface: A name as it stands in a note.
        known: From folded words of other mentions to their roles.
        own: How the language names people.
        alone: Role of a single word that says nothing of itself.
    """
    tokens = _TOKEN.findall(surface)
    comma = "," in tokens
    words = [i for i, token in enumerate(tokens) if token[0].isalpha()]
    named = [i for i in words if _is_name(tokens[i], own)]
    roles: dict[int, str] = {}
    if comma and named:
        cut = tokens.index(",")
        for i in named:
            roles[i] = "last" if i < cut else "given"
        given = [i for i in named if i > cut]
    else:
        if len(named) == 1:
            word = fold(tokens[named[0]]).rstrip(".")
            initials = any(_is_initial(tokens[i]) and i < named[0] for i in words)
            roles[named[0]] = "last" if initials else known.get(word, alone)
        elif named:
            for i in named[:-1]:
                roles[i] = "given"
            roles[named[-1]] = "last"
            for i in reversed(named[:-1]):
                if fold(tokens[i]).rstrip(".") not in PARTICLES or i == named[0]:
                    break
                roles[i] = "last"
        given = [i for i in named if roles[i] == "given"]
    for i in given[1:]:
        roles[i] = "middle"
    for i in words:
        before = tokens[i - 1] if i else ""
        if i in roles and before in {'"', "“", "'", "‘", "«"}:
            roles[i] = "nickname"
        elif i not in roles:
            roles[i] = "initial" if _is_initial(tokens[i]) else "kept"
    return [Part(token, roles.get(i, "")) for i, token in enumerate(tokens)]


def _is_initial(token: str) -> bool:
    return len(token.rstrip(".")) == 1


def _is_name(token: str, own: Naming) -> bool:
    word = fold(token).rstrip(".")
    short = len(word) < 2 or token.endswith(_ENDING)  # 'Mª' tells as little as 'M.'
    return not short and word not in SUFFIXES and word not in own.kept


_IN_FRONT = PARTICLES | listed("vander vanden vande st sta ste sto saint san santa o ni nic")
"""Words that stay in front of a surname."""
_GIVEN = listed("al ben della mac")
"""Those that are given names wherever they stand first."""
_EITHER = _GIVEN | listed("bin da den di do le ni nic san santa van")
"""Those that may be: not where a title tells that a surname follows."""
_NEAR = 24
"""Tokens before and after one that are looked at: no name is longer, though a mark may be."""


def is_particle(parts: Sequence[Part], i: int, lang: str, *, titled: bool = False) -> bool:
    """Returns whether a token of a name stands before a surname and stays.

    'van' stays in 'Pieter van Dyke', but Ben Carter and Anna Le are names.

    Args:
        parts: The tokens of the name with their roles.
        i: Which of them.
        lang: Language of the note.
        titled: Whether a title stands before the name.
    """
    text = parts[i].text
    word = fold(text)
    if word.rstrip(".") not in _IN_FRONT:
        return False
    first = max(0, i - _NEAR)
    parts, i = parts[first : i + _NEAR], i - first
    said = [j for j, p in enumerate(parts) if p.role not in ("", "kept") or p.text == ","]
    at = said.index(i)
    before = parts[said[at - 1]].text if at else ""
    after = parts[said[at + 1]].text if at + 1 < len(said) else ","
    small = not any(char.isupper() for part in parts for char in part.text)
    if not before and after == "," and len(said) == 1:
        return False
    if after == "," and at == len(said) - 1 and "," not in (parts[j].text for j in said):
        return False  # the last word of a name is one: 'Anna Le', 'Josep la'
    if not (text[0].isupper() or small):
        return True
    if after == ",":
        return fold(before) in _IN_FRONT
    if before == ",":
        return word not in _EITHER
    if (
        before
        or any(parts[j].text == "," for j in said)
        or not text.isascii()
        or fold(after) in _IN_FRONT
        or word not in _EITHER
    ):
        return True
    eastern = any(
        row.origin in naming(row.pack).without_particles for row in rows_of(fold(after), lang)
    )
    follows = naming(lang).leading_particle or (titled and word not in _GIVEN)
    return follows and not eastern
