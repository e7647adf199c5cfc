import re
from functools import partial

from incognote.core.case import case_like, fold
from incognote.replace.institutions import NameWords, WordByWord
from incognote.replace.places import PlaceConventions, Places
from incognote.replace.values.shapes import same_shape

TOWNS = ("Vorn", "Brask", "Ulm Tar", "Sedo")
NAMES = ("Toval", "Merik", "Sulan", "Dorva", "Pelk")


def town(note: Places, surface: str, salt: str) -> str:
    return case_like(surface, note.draw.pick("town", fold(surface), salt, TOWNS))


def shaped(note: Places, surface: str, salt: str) -> str:
    return same_shape(surface, note.keyed.rng("shape", surface + salt))


WORDS = NameWords(
    towns=frozenset(map(fold, TOWNS)),
    people={"last": (frozenset(map(fold, NAMES)), NAMES)},
    known={"known bank": ("Rukbank", "Zelbank")},
    nameless={"nameless mill": ("krond", "sulk")},
    landscape=("Bergam", "Taldur"),
    plain_first=("Kip", "Ruk"),
    plain_last=("Zel",),
    brands=("Ruxo", "Zimba"),
    joined=("Kar",),
    article="lo ",
    saints=("Odo", "Ine"),
    everyday=("Primar", "Central"),
    alone=re.compile(r"(\w+)"),
    finished=str,
)
PLACES = PlaceConventions(
    country_of_town={fold(name): "ZZ" for name in TOWNS},
    country=lambda marks: "ZZ",
    nations=("Zeddia", "Nordia"),
    known=frozenset({"rukbank"}),
    generic=frozenset({"hospitar", "du", "central"}),
    unlettered=frozenset({"du"}),
    departments=re.compile(r"(\bdentar\b)", re.IGNORECASE),
    saint=re.compile(r"(\bSen [^\W\d_]+)"),
    names=lambda note: WordByWord(
        WORDS, note.draw, note.hospital_words, partial(town, note), note.insurers
    ),
    town=town,
    state=town,
    postcode=shaped,
    street=shaped,
    landmark=town,
    unit=shaped,
    occupation=town,
)
