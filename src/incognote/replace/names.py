"""People: every word of a name has its own surrogate, so that a person is followed by parts.

'Maria Delgado', 'Ms. Delgado' and 'DELGADO, MARIA' meet in 'maria' and 'delgado', and the initial
of a word decides that of its surrogate, so that 'M. Delgado', 'MD' and 'mdelgado@' go with them,
in this note and in the next, without a list of who is who.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from incognote.core.case import case_like, fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.core.name_parts import PARTICLES
from incognote.core.words import listed, one_apart, with_one_left_out
from incognote.model.surfaces import plain
from incognote.replace import relatives
from incognote.replace.beginnings import Beginnings
from incognote.replace.gender import by_ending, gender_of, kinds, told
from incognote.replace.keyed import Keyed
from incognote.replace.made_up import LETTERS, made_up
from incognote.replace.name_letters import origin_of
from incognote.replace.name_pools import names_of, names_of_mary
from incognote.replace.particles import is_particle
from incognote.replace.replacement import Context
from incognote.replace.values import names, table

PEOPLE = frozenset({"PATIENT", "DOCTOR"})
_ASCII = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "’": "'", "ß": "ss", "æ": "ae"})
"""Letters that taking accents away leaves; for notes that write names without them."""

_ENDINGS = (
    (re.compile(r"(?:ez|illo|ero|ado)$"), "hispanic"),
    (re.compile(r"(?:ski|sky|ska|ov|ova|ev|eva|enko|vich?|czyk|icz)$"), "slavic"),
    (re.compile(r"(?:opoulos|idis|akis|ou)$"), "greek"),
    (re.compile(r"(?:elli|ini|etti|ucci|eau|eaux|ault)$"), "romance"),
    (re.compile(r"^(?:o'|mac|mc)"), "irish"),
    (re.compile(r"(?:sson|berg|mann|stein|dottir)$"), "germanic"),
)
_BETWEEN = frozenset(("y", "e", "i", "and", "Ó"))
"""Tokens between names that are neither names nor initials."""
_ARTICLE = re.compile(r"[^\W\d_] (?:del|de l[ao]s?) ([^\W\d_]+)", re.IGNORECASE)
_GAELIC = re.compile(r"\b(?:Ó|Ní|Nic|Uí) ([^\W\d_]+)")
_TITLES = listed("""
    dr dra sr sra srta mr mrs ms mx miss prof doctor doctora senor senora senorita nurse
""")
_FORMS = {
    "en": _TITLES,
    "es": _TITLES
    | listed("""
        don dona dna dn d ilmo ilma excmo excma lic ing fray profesor profesora srita sor
    """),
}
"""Titles that a mark may begin with; D. is one before a name that the lists know. In English Don,
Dona and Ing are names."""
_THE = frozenset(("el", "la", "al", "del"))
"""What may stand before a Spanish title."""
_FIRST_NAMED = frozenset(("don", "dona", "dn", "dna", "d", "fray", "sor"))
"""Titles that a given name follows."""
_LONG = 4
"""Letters of the longest initials."""
_MAC = re.compile(r"([A-Z]{1,2})(Ma?c)[A-Z]")
"""Initials of a McAteer: BMcA."""
_TITLE = re.compile(
    r"\b(?:mr|mrs|ms|miss|mx|drs?|dra|prof|sgt|dep|rev|rabbi|officer|nurse|sra?|srta|attending|"
    r"doctora?)\.? $",
    re.IGNORECASE,
)
_DIGRAPH = re.compile(r"(?:Ll|Ch|Th)\.?")
"""Initials that are written with two letters."""
_INITIALS = re.compile(r"[A-Z]{2,4}|[a-z]{2,3}|(?:[A-Za-z]\.[ -]?){1,4}|[A-Za-z]")
_TYPIST = re.compile(r"\b[A-Z]{2,4}[:/]$")
"""Who dictated, before who wrote: 'BT:jo'."""
_SPELLED = re.compile(r"[^\W\d_](?:[- ][^\W\d_]){3,}")
_ENDING = ("ª", "º")
"""Of an abbreviation: M.ª."""
_WORD = re.compile(r"[^\W\d_]+(?:['’`´][^\W\d_]+)*")


class People:
    """The people of one note.

    Args:
        doc: The note with all its marks.
        keyed: Its choices.
        context: Language, origins, names to avoid.
    """

    def __init__(self, doc: Document, keyed: Keyed, context: Context) -> None:
        """See the class."""
        self.doc, self.keyed, self.context = doc, keyed, context
        spans = [s for s in doc.spans if our_type(s.label) in PEOPLE or s.label == relatives.LABEL]
        spans = [inner for span in spans for inner in _named(doc, span)]
        surfaces = [doc.text[span.start : span.end] for span in spans]
        self._counts = Counter(fold(word) for text in surfaces for word in _WORD.findall(text))
        self.originals = frozenset(self._counts)
        self.roles = _roles(surfaces, context.lang)
        others = [s for s in doc.spans if s.label == "OTROS_SUJETO_ASISTENCIA"]
        self.told = told(doc, sorted((*spans, *others), key=lambda s: s.start), context.lang)
        for word in sorted(self.told.given):
            self.roles.setdefault(word, "given")
        self._gaelic = {fold(word) for text in surfaces for word in _GAELIC.findall(text)}
        self._mary = {fold(word) for text in surfaces for word in _ARTICLE.findall(text)}
        self._accents = context.lang != "en" or not all(text.isascii() for text in surfaces)
        self._typos: dict[str, str] = {}
        self._made: dict[tuple[str, str], str] = {}
        self._owner: dict[str, str] = {}

    def name(self, span: Span) -> str:
        """Returns the name that stands in place of a mark."""
        surface = self.doc.text[span.start : span.end]
        salt = self.keyed.salt(span)
        if _SPELLED.fullmatch(surface):
            letters = re.sub(r"[- ]", "", surface)
            new = fold(self.word(letters, self.roles.get(fold(letters), "last"), salt))
            return surface[1].join(case_like(surface, "".join(filter(str.isalpha, new))))
        if _INITIALS.fullmatch(surface) and self._stand_for_names(surface, span):
            return "".join(self.letter(c, salt) if c.isalpha() else c for c in surface)
        if mac := _MAC.fullmatch(surface):
            return "".join(self.letter(c, salt) for c in f"{mac[1]}M")
        alone = "last"
        if not (titled := _title_before(self.doc, span)):
            known = gender_of(fold(surface)) is not None
            patient = our_type(span.label) == "PATIENT"
            alone = "given" if known or patient else "last"
        return self.called(surface, alone, salt, titled=titled)

    def called(self, surface: str, alone: str, salt: str, *, titled: bool = False) -> str:
        """Returns another name in the form of a surface.

        Args:
            surface: A name as it stands.
            alone: The role of a single word of which the note tells nothing.
            salt: Of a mention that is replaced anew.
            titled: Whether a title stands before it, so that it may begin with a surname.
        """
        out = []
        parts = _parts(surface, self.roles, alone, self.context.lang)
        for i, part in enumerate(parts):
            if part.text in _ENDING:
                out.append(part.text)
            elif part.role == "initial" or _DIGRAPH.fullmatch(part.text):
                out.append(self.letter(part.text[0], salt) + part.text[1:].lstrip("lh"))
            elif part.role in ("given", "middle", "last", "nickname"):
                stays = is_particle(parts, i, self.context.lang, titled=titled)
                text = part.text.rstrip(".") if part.role != "last" else part.text  # Fco., Wm.
                out.append(part.text if stays else self._worded(text, part.role, salt))
            else:
                out.append(part.text)
        return "".join(out)

    def _worded(self, text: str, role: str, salt: str) -> str:
        """A token of a name: each half of a hyphenated one for itself, but Al- and the like."""

        def new(found: re.Match[str]) -> str:
            first = found.end() < len(text) and text[found.end()] == "-"
            if first and fold(found[0]) in ("al", "el", "abu", "ben", "bin", "bar", "abd"):
                return found[0]
            return case_like(found[0], self.word(found[0], role, salt))

        return _WORD.sub(new, text)

    def word(self, word: str, role: str, salt: str = "") -> str:
        """Returns the surrogate of one word of a name, in its usual case.

        Args:
            word: As it stands in the note.
            role: given, middle, last or nickname: decides where the tables do not know the word.
            salt: Of a mention that is replaced anew.
        """
        word = self._spelling(fold(word))
        made = self._made.get((word, salt))
        if made is None:
            made = self._fresh(word, role, salt)
            if not (self._accents or made.isascii()):
                made = plain(made.translate(_ASCII))
            self._made[(word, salt)] = made
        return made

    def letter(self, letter: str, salt: str = "") -> str:
        """Returns the initial that stands for a letter: that of the surrogates of its words."""
        old = fold(letter)[:1].upper()
        choices = [c for c in LETTERS[self.context.lang] if c != old]
        new = self.keyed.pick("initial", old + salt, choices)
        return new if letter.isupper() else new.lower()

    def _fresh(self, word: str, role: str, salt: str) -> str:
        rows = kinds().get(word, frozenset())
        gender = gender_of(word)
        if gender is not None and self.roles.get(word, role) == "last":
            surname = any(row.endswith("last") and not row.startswith("census") for row in rows)
            gender = None if surname else gender
        lang = self.context.lang
        if gender is None:
            given = self.roles.get(word, role) != "last"
            if role == "nickname" or (given and (word in self.roles or not rows)):
                female = lang != "es" and word.endswith("a") and not rows
                gender = "female" if female else ""
        if gender is not None and self.roles.get(word, role) != "last":
            # 'Mrs. Thomas' is 'Thomas, Anna' in the next note. English has names that both bear:
            # one that the lists and its letters leave open gets such a name in every note
            both = any(row.endswith(("female", "male")) for row in rows)
            gender = gender or ("" if both else by_ending(word, lang))
            heard = self.told.gender.get(word, "") if gender or lang == "es" else ""
            gender = heard or gender
        if gender == "" and lang == "es":
            gender = by_ending(word, lang) or ("female" if word.endswith("a") else "male")
        kind = "last" if gender is None else gender or "neutral"
        initial = self.letter(word[:1], salt).upper()  # of a script without capitals too
        pool = names_of(kind, self._origin(word, kind, rows, salt), initial)
        if word in self._mary and kind == "female":
            pool = names_of_mary(word, initial) or pool
        if word in self._gaelic:
            pool = tuple(p for p in pool if not p[1].startswith(("mc", "mac", "o'"))) or pool
        start = self.keyed.number(kind, word + salt) % len(pool)
        first = ""
        for step in range(len(pool)):
            name, folded = pool[(start + step) % len(pool)]
            # the half of a hyphenated name too: 'Jean-Marie' beside a Jean
            if folded in self.context.avoid or not self.originals.isdisjoint(_WORD.findall(folded)):
                continue
            first = first or name
            if salt or self._owner.setdefault(folded, word) == word:
                return name
        return first or self._free(kind, initial, word + salt)

    def _free(self, kind: str, initial: str, value: str) -> str:
        """A name that may be given where every one of the pool is an original: made up at last."""
        rows = table("surrogates")
        others = [n for row in rows if row.endswith(kind) for n in rows[row] if n[0] == initial]
        pools: tuple[Sequence[str], ...] = (
            sorted(set(others)),
            made_up(initial, self.context.lang),
        )
        for pool in pools:
            start = self.keyed.number("free", value) % max(1, len(pool))
            for name in (*pool[start:], *pool[:start]):
                if fold(name) not in self.originals and fold(name) not in self.context.avoid:
                    return name
        return ""

    def _origin(self, word: str, kind: str, rows: frozenset[str], salt: str) -> str:
        spanish = self.context.lang == "es"
        fitting = sorted(
            {row.split()[0] for row in rows if row.endswith(kind)} - {"words", "eponyms"}
        )
        own = [origin for origin in fitting if origin.startswith("es_") == spanish]
        own = [origin for origin in own if origin != "census"]
        if not own and any(origin.startswith("es_") for origin in fitting):
            own = ["hispanic"]  # in an English note; in a Spanish one these are `own`
        if self.context.mixed_origins:
            own = sorted({key.split()[0] for key in table("surrogates")} - {"neutral", "nickname"})
        if own:
            return self.keyed.pick("origin", word + salt, own)
        if spanish:
            return "es"
        if word in self._gaelic:
            return "irish"
        told = next((origin for end, origin in _ENDINGS if end.search(word)), "")
        return told or (origin_of(word, kind) if not rows else "") or "census"

    def _spelling(self, word: str) -> str:
        """The word of the note that this one is a slip of the pen of, or itself."""
        if word not in self._typos:
            self._typos[word] = word
            if word not in kinds() and len(word) > 5:
                near = {
                    other for form in with_one_left_out(word) for other in self._near.get(form, ())
                }
                self._typos[word] = min(
                    (
                        other
                        for other in near
                        if other[0] == word[0]
                        and other != word
                        and (other in kinds() or self._counts[other] > self._counts[word])
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
    def beginnings(self) -> Beginnings:
        """The words of names of several words, as logins hold them."""
        return Beginnings(self.roles)

    @cached_property
    def _firsts(self) -> frozenset[str]:
        """The first letters of the words of names of several words."""
        return frozenset(word[0] for word in self.roles)

    def _stand_for_names(self, surface: str, span: Span) -> bool:
        """Whether a few letters are initials, and not a short name (Lee, Wu)."""
        word = fold("".join(filter(str.isalpha, surface)))
        if len(word) == 1 or "." in surface:
            return True
        if word in self.roles:
            return False
        if _TYPIST.search(self.doc.text, max(0, span.start - 5), span.start):
            return True
        if word[0] in self._firsts and word[-1] in self._firsts:
            return True
        if surface.islower() and our_type(span.label) == "PATIENT":
            return False
        known = kinds().get(word, frozenset())
        return not any("census" not in row for row in known) or (
            our_type(span.label) == "DOCTOR" and len(word) > 2 and not _title_before(self.doc, span)
        )


def _named(doc: Document, span: Span) -> list[Span]:
    """The names of a mark: itself, or what is one in the mark of a relative ('nuera Citlali')."""
    if span.label != relatives.LABEL:
        return [span]
    found = relatives.read(doc.text[span.start : span.end]).names
    return [Span(span.start + start, span.start + end, span.label) for start, end in found]


def _title_before(doc: Document, span: Span) -> bool:
    return bool(_TITLE.search(doc.text, max(0, span.start - 12), span.start))


def _parts(surface: str, roles: Mapping[str, str], alone: str, lang: str) -> Sequence[names.Part]:
    """The tokens of a name with their roles; a Spanish name ends in two surnames."""
    parts = names.parts_of(surface, roles, alone=alone)
    said = [i for i, part in enumerate(parts) if part.role]
    if [parts[i].role for i in said] == ["last", "initial"] and "," not in surface:
        word = fold(parts[said[0]].text)
        if roles.get(word) != "last":
            parts[said[0]] = names.Part(parts[said[0]].text, "given")  # 'Hedy Z.'
    words = [i for i, part in enumerate(parts) if part.role]
    addressed, title = True, ""
    for i, after in zip(words, (*words[1:], None), strict=False):
        text = parts[i].text
        form = fold(text).rstrip(".")
        alone_or_last = after is None or parts[i + 1].text == ","
        addressed = addressed and not alone_or_last and _may_address(text, lang)
        if addressed and form == "d" and after is not None:
            addressed = gender_of(fold(parts[after].text)) is not None
        title = form if addressed else title
        if addressed or (text in _BETWEEN and not surface.islower()):
            parts[i] = names.Part(text, "kept")
        elif title and i == words[-1] and all(parts[j].role == "kept" for j in words[:-1]):
            parts[i] = names.Part(text, _after_title(title, fold(text), parts[i].role, roles, lang))
    if lang != "es" or "," in surface:
        return parts
    at = [i for i, p in enumerate(parts) if p.role in ("given", "middle", "last")]
    at = [i for i in at if fold(parts[i].text) not in PARTICLES]
    if len(at) > 2 or (len(at) == 2 and any(p.role == "initial" for p in parts[: at[0]])):
        i = at[-2]
        parts[i] = names.Part(parts[i].text, "last")
    elif len(at) == 2 and gender_of(first := fold(parts[at[0]].text)) is None and first in kinds():
        parts[at[0]] = names.Part(parts[at[0]].text, "last")  # 'Calleja Gismero'
    return parts


def is_title(surface: str) -> bool:
    """Returns whether a mark of a name is a title without a name; 'SR' may be initials."""
    return len(surface) > _LONG and fold(surface) in _TITLES


def _may_address(text: str, lang: str) -> bool:
    """Whether a word is a title, or stands before a Spanish one."""
    form = fold(text).rstrip(".")
    return form in _FORMS[lang] or text.lower() == "doña" or (lang == "es" and form in _THE)


def _after_title(title: str, word: str, role: str, roles: Mapping[str, str], lang: str) -> str:
    """The role of the only word after a title: 'don José', but 'señor Vicente'."""
    if role != "last" or lang != "es" or title in _THE or roles.get(word) == "last":
        return role
    surname = any(row.endswith("last") for row in kinds().get(word, ()))
    named = gender_of(word) is not None and (title in _FIRST_NAMED or not surname)
    return "given" if named else role


def _roles(surfaces: Sequence[str], lang: str) -> dict[str, str]:
    """The roles of words as names of several words tell them, the longest first."""
    roles: dict[str, str] = {}
    for surface in sorted(set(surfaces), key=lambda text: (-len(text), text)):
        parts = _parts(surface, roles, "last", lang)
        if sum(part.role not in ("", "kept") for part in parts) > 1:
            for part in parts:
                if part.role in ("given", "middle", "last", "nickname"):
                    for word in _WORD.findall(part.text):
                        role = "given" if part.role == "middle" else part.role
                        roles.setdefault(fold(word), role)
    return roles
