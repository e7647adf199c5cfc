"""People: every word of a name has its own surrogate, so that a person is followed by parts.

'Maria Delgado', 'Ms. Delgado' and 'DELGADO, MARIA' meet in 'maria' and 'delgado', and the initial
of a word decides that of its surrogate, so that 'M. Delgado', 'MD' and 'mdelgado@' go with them,
in this note and in the next, without a list of who is who.
"""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from incognote.document import Document, Span
from incognote.labels import our_type
from incognote.replace.keyed import Keyed
from incognote.replace.made_up import LETTERS, made_up
from incognote.replacement import Context
from incognote.surfaces import plain
from incognote.values import names
from incognote.values.case import case_like, fold
from incognote.values.tables import table

PEOPLE = frozenset({"PATIENT", "DOCTOR"})
_FEW = 3
"""A pool with fewer names is widened to neighbouring origins."""

_ASCII = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "’": "'", "ß": "ss", "æ": "ae"})
"""Letters that taking accents away leaves; for notes that write names without them."""

_RARE = 3000
"""Rank in the census from which a surname that is also a given name is taken for the latter."""

_REGIONS = (
    ("chinese", "korean", "japanese", "vietnamese", "hmong_sea"),
    ("hindu", "muslim_sa", "sikh"),
    ("arabic", "persian", "muslim_sa"),
    ("west_african", "east_african", "southern_african", "caribbean"),
    ("slavic", "germanic", "greek", "hebrew"),
    ("anglo", "irish", "celtic", "african_american"),
    ("hispanic", "romance", "filipino"),
    ("pacific", "native"),
)
_ENDINGS = (
    (re.compile(r"(?:ez|illo|ero|ado)$"), "hispanic"),
    (re.compile(r"(?:ski|sky|ska|ov|ova|ev|eva|enko|vich?|czyk|icz)$"), "slavic"),
    (re.compile(r"(?:opoulos|idis|akis|ou)$"), "greek"),
    (re.compile(r"(?:elli|ini|etti|ucci|eau|eaux|ault)$"), "romance"),
    (re.compile(r"^(?:o'|mac|mc)"), "irish"),
    (re.compile(r"(?:sson|berg|mann|stein|dottir)$"), "germanic"),
)
_PARTICLES = names.PARTICLES | {"vander", "vanden", "vande", "st", "saint", "san", "santa", "o"}
"""Words that stay in front of a surname."""
_TITLE = re.compile(
    r"\b(?:mr|mrs|ms|miss|mx|drs?|dra|prof|sgt|dep|rev|rabbi|officer|nurse|sra?|srta|attending|"
    r"doctora?)\.? $",
    re.IGNORECASE,
)
_DIGRAPH = re.compile(r"(?:Ll|Ch|Th)\.?")
"""Initials that are written with two letters."""
_INITIALS = re.compile(r"[A-Z]{2,4}|[a-z]{2,3}|(?:[A-Za-z]\.[ -]?){1,4}|[A-Za-z]")
_SPELLED = re.compile(r"[^\W\d_](?:[- ][^\W\d_]){3,}")
_WORD = re.compile(r"[^\W\d_]+(?:['’`´][^\W\d_]+)*")


@cache
def _kinds() -> Mapping[str, frozenset[str]]:
    """From a folded word to the rows of the name tables it stands in: 'anglo female'."""
    found: dict[str, set[str]] = {}
    for source, mark in (("en/names", ""), ("es/names", "es_"), ("en/census", "")):
        for key, values in table(source).items():
            origin = mark + key if " " in key else f"census {key}"
            if origin.split()[-1] not in ("female", "male", "last") or len(origin.split()) != 2:
                continue
            for name in values:
                for word in re.split(r"[ -]", name):
                    found.setdefault(fold(word), set()).add(origin)
    return {word: frozenset(keys) for word, keys in found.items()}


@cache
def _pool(kind: str, origin: str, initial: str) -> tuple[tuple[str, str], ...]:
    """Names of a kind that begin with a letter, of an origin or, where these are few, near it.

    Each with its folded form.
    """
    found = dict.fromkeys(_fitting(kind, origin, initial))
    return tuple((name, fold(name)) for name in found)


def _fitting(kind: str, origin: str, initial: str) -> list[str]:
    rows = table("surrogates")

    def of(key: str) -> list[str]:
        return [name for name in rows.get(key, ()) if fold(name)[:1].upper() == initial]

    if kind == "neutral":
        return of("neutral given")
    found = of(f"{origin} {kind}")
    if len(found) < _FEW:
        if origin.startswith("es"):
            found += of(f"es {kind}")
        for region in _REGIONS:
            if origin in region and len(found) < _FEW:
                found += [
                    name for near in region if near != origin for name in of(f"{near} {kind}")
                ]
    if len(found) < _FEW:
        found += of(f"census {kind if kind in ('female', 'male') else 'last'}")
    return found


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
        spans = [span for span in doc.spans if our_type(span.label) in PEOPLE]
        surfaces = [doc.text[span.start : span.end] for span in spans]
        self._counts = Counter(fold(word) for text in surfaces for word in _WORD.findall(text))
        self.originals = frozenset(self._counts)
        self.roles = _roles(surfaces, context.lang)
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
        alone = "last"
        if not _TITLE.search(self.doc.text, max(0, span.start - 12), span.start):
            listed = _gender(fold(surface)) is not None
            patient = our_type(span.label) == "PATIENT"
            alone = "given" if listed or patient else "last"
        out = []
        for part in _parts(surface, self.roles, alone, self.context.lang):
            if part.role == "initial" or _DIGRAPH.fullmatch(part.text):
                out.append(self.letter(part.text[0], salt) + part.text[1:].lstrip("lh"))
            elif part.role in ("given", "middle", "last", "nickname"):
                word = fold(part.text).rstrip(".")
                short = word in _PARTICLES and part.text != surface
                out.append(part.text if short else self._worded(part.text, part.role, salt))
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
        rows = _kinds().get(word, frozenset())
        gender = _gender(word)
        if gender is not None and self.roles.get(word, role) == "last":
            surname = any(row.endswith("last") and not row.startswith("census") for row in rows)
            gender = None if surname else gender
        if gender is None:
            given = self.roles.get(word, role) != "last"
            if role == "nickname" or (given and (word in self.roles or not rows)):
                spanish = self.context.lang == "es"
                ending = {"a": "female", "o": "male"} if spanish else {"a": "female"}
                gender = "" if rows else ending.get(word[-1:], "")
        if gender == "" and self.context.lang == "es":
            gender = "female" if word.endswith("a") else "male"
        kind = "last" if gender is None else gender or "neutral"
        initial = self.letter(word[:1], salt).upper()  # of a script without capitals too
        pool = _pool(kind, self._origin(word, kind, rows, salt), initial)
        start = self.keyed.number(kind, word + salt) % len(pool)
        first = ""
        for step in range(len(pool)):
            name, folded = pool[(start + step) % len(pool)]
            if folded in self.originals or folded in self.context.avoid:
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
        return next((origin for end, origin in _ENDINGS if end.search(word)), "census")

    def _spelling(self, word: str) -> str:
        """The word of the note that this one is a slip of the pen of, or itself."""
        if word not in self._typos:
            self._typos[word] = word
            if word not in _kinds() and len(word) > 5:
                for other in sorted(self.originals):
                    if (
                        other[0] == word[0]
                        and other != word
                        and (other in _kinds() or self._counts[other] > self._counts[word])
                        and _one_apart(word, other)
                    ):
                        self._typos[word] = other
                        break
        return self._typos[word]

    def _stand_for_names(self, surface: str, span: Span) -> bool:
        """Whether a few letters are initials, and not a short name (Lee, Wu)."""
        word = fold("".join(filter(str.isalpha, surface)))
        if len(word) == 1 or "." in surface:
            return True
        if word in self.roles:
            return False
        firsts = {name[0] for name in self.roles}
        if word[0] in firsts and word[-1] in firsts:
            return True
        if surface.islower() and our_type(span.label) == "PATIENT":
            return False
        known = _kinds().get(word, frozenset())
        return not any("census" not in row for row in known) or (
            our_type(span.label) == "DOCTOR" and len(word) > 2 and not _title_before(self.doc, span)
        )


def _title_before(doc: Document, span: Span) -> bool:
    return bool(_TITLE.search(doc.text, max(0, span.start - 12), span.start))


@cache
def _gender(word: str) -> str | None:
    """'female', 'male', '' for both or not known, None for what is no given name.

    The tables by origin outweigh the census; of a word that the census has as both, what it is
    more often counts; given names that only the long list has are of either gender.
    """
    rows = _kinds().get(word, frozenset())
    trusted = {row.split()[1] for row in rows if row.split()[0] != "census"} - {"last"}
    if trusted:
        return trusted.pop() if len(trusted) == 1 else ""
    if any(row.endswith("last") and not row.startswith("census") for row in rows):
        return None
    ranks = _ranks()
    kinds = {kind for kind in ("female", "male") if (kind, word) in ranks}
    if kinds:
        best = min(ranks[kind, word] for kind in kinds)
        if 3 * best > ranks.get(("last", word), 10**6):
            return None
        return kinds.pop() if len(kinds) == 1 else ""
    rare = ranks.get(("last", word), _RARE) >= _RARE
    return "" if rare and word in _given() else None


def is_given(word: str) -> bool:
    """Returns whether the tables know a word as a given name."""
    return any(row.endswith(("female", "male")) for row in _kinds().get(fold(word), ()))


@cache
def _ranks() -> Mapping[tuple[str, str], int]:
    """How often the census has a name: 0 is the most frequent of its kind."""
    return {
        (kind, fold(name)): rank
        for kind, values in table("en/census").items()
        for rank, name in reversed(list(enumerate(values)))
    }


@cache
def _given() -> frozenset[str]:
    """Given names of all the world, from the lexicon's list."""
    path = files("incognote").joinpath("detectors", "lists", "given.txt.gz")
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    return frozenset(fold(line) for line in lines)


def _parts(surface: str, roles: Mapping[str, str], alone: str, lang: str) -> Sequence[names.Part]:
    """The tokens of a name with their roles; a Spanish name ends in two surnames."""
    parts = names.parts_of(surface, roles, alone=alone)
    said = [i for i, part in enumerate(parts) if part.role]
    if [parts[i].role for i in said] == ["last", "initial"] and "," not in surface:
        word = fold(parts[said[0]].text)
        if roles.get(word) != "last":
            parts[said[0]] = names.Part(parts[said[0]].text, "given")  # 'Hedy Z.'
    if lang != "es" or "," in surface:
        return parts
    at = [i for i, p in enumerate(parts) if p.role in ("given", "middle", "last")]
    at = [i for i in at if fold(parts[i].text) not in names.PARTICLES]
    if len(at) > 2 or (len(at) == 2 and any(p.role == "initial" for p in parts[: at[0]])):
        i = at[-2]
        parts[i] = names.Part(parts[i].text, "last")
    return parts


def _roles(surfaces: Sequence[str], lang: str) -> dict[str, str]:
    """The roles of words as names of several words tell them, the longest first."""
    roles: dict[str, str] = {}
    for surface in sorted(surfaces, key=lambda text: (-len(text), text)):
        parts = _parts(surface, roles, "last", lang)
        if sum(part.role not in ("", "kept") for part in parts) > 1:
            for part in parts:
                if part.role in ("given", "middle", "last", "nickname"):
                    for word in _WORD.findall(part.text):
                        role = "given" if part.role == "middle" else part.role
                        roles.setdefault(fold(word), role)
    return roles


def _one_apart(a: str, b: str) -> bool:
    """Whether one letter more, less, other or two swapped make one word of the other."""
    if abs(len(a) - len(b)) > 1:
        return False
    short, long = sorted((a, b), key=len)
    i = 0
    while i < len(short) and short[i] == long[i]:
        i += 1
    if len(short) < len(long):
        return short[i:] == long[i + 1 :]
    rest = short[i + 1 :] == long[i + 1 :]
    swapped = short[i : i + 2] == long[i : i + 2][::-1] and short[i + 2 :] == long[i + 2 :]
    return rest or swapped
