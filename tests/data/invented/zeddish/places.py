import re

from incognote.core.case import fold
from incognote.core.words import listed
from incognote.replace.institutions import NameWords
from incognote.replace.places import PlaceConventions, towns_in
from zeddish import PACK

NAMES = ("Toval", "Merik", "Sulan", "Dorva", "Pelk")
WORDS = NameWords(
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
)
PLACES = PlaceConventions(
    towns=towns_in(PACK, "cities"),
    nations=("Zeddia", "Nordia"),
    known=listed("rukbank"),
    generic=listed("hospitar du central"),
    unlettered=listed("du"),
    departments=re.compile(r"(\bdentar\b)", re.IGNORECASE),
    saint=re.compile(r"(\bSen [^\W\d_]+)"),
    words=WORDS,
)
