import re

from incognote.replace.naming import Naming

TITLES = frozenset(("mistra", "mistro"))
PEOPLE = Naming(
    initials="ABCDEFGH",
    made_up_middles=("or", "ul"),
    made_up_ends=("vaq", "zaq"),
    female_ending="u",
    accents=True,
    titles=TITLES,
    given_titles=TITLES,
    title_before=re.compile(r"\bmistr[ao] $", re.IGNORECASE),
    between=frozenset(("ku",)),
    kept=frozenset(("bibi",)),
    relations=("sestra", "bratro"),
    persons=("dona", "mano"),
    gender_titles=("mistra", "mistro"),
    called="namat",
    determiners="lo ",
    of="du",
    years="anos",
    agreeing=("", " est finitok"),
)
