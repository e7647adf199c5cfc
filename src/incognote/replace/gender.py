"""Whether a given name is a woman's or a man's: by the lists, by what the note says, by its ending.

A title, a relation or a sex beside the name outweighs the lists ('Sra.', 'her son'); where note and
lists are silent, what most listed names with that ending are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from incognote.core.case import fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.core.language import get_language
from incognote.detect.lexicon.lists import read_list
from incognote.replace.keyed import Keyed

_RARE = 3000
"""Rank in the census from which a surname that is also a given name is taken for the latter."""


@cache
def kinds() -> Mapping[str, frozenset[str]]:
    """From a folded word to the rows of the name tables it stands in: 'anglo female'."""
    found: dict[str, set[str]] = {}
    for lang, name, mark in (("en", "names", ""), ("es", "names", "es_"), ("en", "census", "")):
        for key, values in get_language(lang).table(name).items():
            origin = mark + key if " " in key else f"census {key}"
            if origin.split()[-1] not in ("female", "male", "last") or len(origin.split()) != 2:
                continue
            for name in values:
                for word in re.split(r"[ -]", name):
                    found.setdefault(fold(word), set()).add(origin)
    return {word: frozenset(keys) for word, keys in found.items()}


@cache
def gender_of(word: str) -> str | None:
    """'female', 'male', '' for both or not known, None for what is no given name.

    The tables by origin outweigh the census; of a word that the census has as both, what it is
    more often counts; given names that only the long list has are of either gender.
    """
    rows = kinds().get(word, frozenset())
    trusted = {row.split()[1] for row in rows if row.split()[0] != "census"} - {"last"}
    if trusted:
        return trusted.pop() if len(trusted) == 1 else ""
    if any(row.endswith("last") and not row.startswith("census") for row in rows):
        return None
    ranks = _ranks()
    found = {kind for kind in ("female", "male") if (kind, word) in ranks}
    if found:
        best = min(ranks[kind, word] for kind in found)
        if 3 * best > ranks.get(("last", word), 10**6):
            return None
        return found.pop() if len(found) == 1 else ""
    rare = ranks.get(("last", word), _RARE) >= _RARE
    return "" if rare and word in _given() else None


def is_given(word: str) -> bool:
    """Returns whether the tables know a word as a given name."""
    return any(row.endswith(("female", "male")) for row in kinds().get(fold(word), ()))


@cache
def _ranks() -> Mapping[tuple[str, str], int]:
    """How often the census has a name: 0 is the most frequent of its kind."""
    return {
        (kind, fold(name)): rank
        for kind, values in get_language("en").table("census").items()
        for rank, name in reversed(list(enumerate(values)))
    }


@cache
def _given() -> frozenset[str]:
    """Given names of all the world, from the lexicon's list."""
    return frozenset(map(fold, read_list("given")))


_KIN = (
    {
        "en": "wife|mother|mom|mum|mummy|daughter|sister|aunt|auntie|niece|grandmother|grandma|"
        "nana|granddaughter|girlfriend|stepmother|stepdaughter|stepsister|mother-in-law|"
        "daughter-in-law|sister-in-law|fiancée|ex-wife|widow",
        "es": "hija|madre|mamá|hermana|esposa|mujer|tía|abuela|prima|sobrina|nieta|suegra|nuera|"
        "cuñada|novia|compañera|vecina|amiga|viuda|madrina|madrastra|hijastra|ahijada|comadre|exmujer",
    },
    {
        "en": "husband|father|dad|daddy|son|brother|uncle|nephew|grandfather|grandpa|grandson|"
        "boyfriend|stepfather|stepson|stepbrother|father-in-law|son-in-law|brother-in-law|fiancé|"
        "ex-husband|widower",
        "es": "hijo|padre|papá|hermano|esposo|marido|tío|abuelo|primo|sobrino|nieto|suegro|yerno|"
        "cuñado|novio|compañero|vecino|amigo|viudo|padrino|padrastro|hijastro|ahijado|compadre|exmarido",
    },
)
"""Relations of a woman, then of a man: who is called after one is called by a given name."""
_OTHERS = (
    {
        "en": "woman|lady|girl|female",
        "es": "señora|niña|nena|doctora|enfermera|médica|matrona|cuidadora|celadora|psicóloga|"
        "farmacéutica|trabajadora social|mujer",
    },
    {
        "en": "man|gentleman|boy|male",
        "es": "señor|niño|nene|doctor|enfermero|médico|cuidador|celador|psicólogo|farmacéutico|"
        "trabajador social|varón|hombre",
    },
)
_TITLES = (
    {"en": "mrs|ms|miss|madam|mme", "es": r"sra|srta|dña|doña|d\.? ?ª|dra|profra|sor|hna|lcda"},
    {"en": "mr|sir", "es": "sr|don|d|dr|hno|fray|lcdo"},
)
_PARTICIPLES = (
    "avisad|informad|citad|nacid|valorad|atendid|vist|derivad|ingresad|acompañad|casad|jubilad|"
    "viud|separad|divorciad|solter|fallecid|operad|embarazad|preocupad|enferm|identificad|alertad"
)
_WINDOW = 48
"""Characters before and after a name that are looked at."""


@cache
def _patterns(lang: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """What stands before and after the name of a woman, then of a man."""
    found = []
    for kin, other, title, end in zip(_KIN, _OTHERS, _TITLES, "ao", strict=True):
        known = f"{kin[lang]}|{other[lang]}"
        before = rf"\b(?:(?:{title[lang]})\.?|(?:{known}){_FILLER}) (?:[\"“«(¿]|d(?:on|oña)? )?$"
        after = [
            rf"[ ,]{{1,2}}\(?(?:his |her |the |su |la |el )?(?:{known})(?=\s*[,;.)]| of\b| del?\b)",
            rf"[^.;\n]{{0,36}}?\d(?:[\s-]?(?:y/?o|yr|years?[- ]old|años|a\.?))?,?[ -]?"
            rf"(?:{other[lang]})\b",
        ]
        if lang == "es":
            after.append(rf" (?:es |está |fue |ha sido )?(?:{_PARTICIPLES}){end}\b")
        found.append(
            (re.compile(before, re.IGNORECASE), re.compile("|".join(after), re.IGNORECASE))
        )
    return tuple(found)


_FILLER = "(?: (?:named|called|mayor|menor|is|de confianza))?[,:]?"


@cache
def _after_kin(lang: str) -> re.Pattern[str]:
    kin = "|".join(words[lang] for words in _KIN)
    return re.compile(rf"\b(?:{kin}){_FILLER} [\"“«(¿]?$", re.IGNORECASE)


_LAST = re.compile(r"([^\W\d_]+)[\W\d_]*\Z")


@cache
def _words(lang: str) -> frozenset[str]:
    """The words that what tells before a name ends in: most names stand behind another."""
    told = (words[lang] for row in (_KIN, _OTHERS, _TITLES) for words in row)
    return frozenset(re.findall(r"[^\W\d_]+", "|".join((*told, _FILLER, "d|don|doña"))))


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
        for kind, (left, right) in zip(("female", "male"), _patterns(lang), strict=True):
            if (tells and left.search(before)) or right.match(after):
                marks.append((span, kind))
        surface = text[span.start : span.end]
        if tells and surface.isalpha() and _after_kin(lang).search(before):
            given.add(fold(surface))
    patients = [s for s in spans if our_type(s.label) == "PATIENT"]
    for sex in doc.spans if lang == "es" else ():
        surface = text[sex.start : sex.end]
        kind = sex_in(surface) if sex.label == "SEXO_SUJETO_ASISTENCIA" else ""
        if sex.label == "ID_SUJETO_ASISTENCIA" and (status := _STATUS.fullmatch(surface)):
            kind = "female" if status[1].lower() == "a" else "male"
        if kind:
            i = bisect_right(patients, sex.start, key=lambda s: s.end) - 1
            if i >= 0 and sex.start - patients[i].end < _FAR:
                marks.append((patients[i], kind))
    votes: dict[str, set[str]] = {}
    for span, kind in marks:
        for word in re.findall(r"[^\W\d_]+", fold(text[span.start : span.end])):
            votes.setdefault(word, set()).add(kind)
    sure = {word: next(iter(told)) for word, told in votes.items() if len(told) == 1}
    return Told(sure, frozenset(given))


_FAR = 400
"""Characters between a patient's name and the mark of the patient's sex or civil status."""
_STATUS = re.compile(r"(?:casad|solter|viud|divorciad|separad)([ao])", re.IGNORECASE)

_SEXES = {
    **dict.fromkeys(("f", "fem", "femenino", "femenina", "mujer", "nina", "hembra"), "female"),
    **dict.fromkeys(("h", "v", "masc", "masculino", "hombre", "varon", "nino"), "male"),
}
"""Folded marks of sex; M is 'mujer' in one country and 'masculino' in the next."""


def sex_in(surface: str) -> str:
    """Returns 'female' or 'male' for a mark of a sex that tells, '' for one that does not."""
    return _SEXES.get(fold(surface).rstrip("."), "")


_FEWEST, _SHARE = 5, 0.9


@cache
def _endings(lang: str) -> Mapping[str, Counter[str]]:
    """How many listed names of women and of men end in each one to four letters."""
    found: dict[str, Counter[str]] = {}
    for word, rows in kinds().items():
        own = {row.split()[1] for row in rows if row.startswith("es_") == (lang == "es")} - {"last"}
        if len(own) == 1 and len(word) > 2:
            for size in range(1, 5):
                found.setdefault(word[-size:], Counter())[next(iter(own))] += 1
    return found


def other_sex_word(surface: str, gender: str, keyed: Keyed, salt: str) -> str:
    """Returns another word or letter for the same sex, '' where there is none.

    Surrogate names keep the gender of those they replace, and the sex goes with them.

    Args:
        surface: The mark of a sex in Spanish: 'varón', 'F', '♀'.
        gender: What the note tells of the patient, '' for nothing; an M is read by it.
        keyed: The note's choices.
        salt: Of a mention that is replaced anew.
    """
    word = surface.rstrip(".")
    for kind, row in _sex_words().items():
        if fold(word) in row and (fold(word) != "m" or kind == gender):
            new = keyed.pick("sex", fold(word) + salt, row[fold(word)])
            loud = len(word) > 1 and word.isupper()
            head = new[0].upper() if word[0].isupper() else new[0]
            return (new.upper() if loud else head + new[1:]) + surface[len(word) :]
    return ""


@cache
def _sex_words() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Of each sex, from a folded word to others for it."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for kind in ("female", "male"):
        for line in get_language("es").table("parts")[f"sexo {kind}"]:
            word, others = line.split(": ")
            found.setdefault(kind, {})[fold(word)] = tuple(others.split(", "))
    return found


def by_ending(word: str, lang: str) -> str:
    """Returns the gender of nearly all listed names that end as a word does, '' where they differ.

    Nine of ten names that it is given an answer for are of that gender (leave one out).
    """
    endings = _endings(lang)
    for size in range(min(4, len(word) - 1), 0, -1):
        counts = endings.get(word[-size:])
        if counts and counts.total() >= _FEWEST:
            kind, most = counts.most_common(1)[0]
            if most >= _SHARE * counts.total():
                return kind
    return ""
