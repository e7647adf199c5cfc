import re

from incognote.replace.naming import Naming

PEOPLE = Naming(
    initials="ABCDEFGH",
    made_up_middles=("or", "ul"),
    made_up_ends=("vaq", "zaq"),
    neutral=False,
    female_ending="u",
    two_surnames=False,
    accents=True,
    titles=frozenset(("mistra", "mistro")),
    given_titles=frozenset(("mistra", "mistro")),
    title_before=re.compile(r"\bmistr[ao] $", re.IGNORECASE),
    between=frozenset(("ku",)),
    kept=frozenset(("bibi",)),
    leading_particle=False,
    relations=("sestra", "bratro"),
    persons=("dona", "mano"),
    gender_titles=("mistra", "mistro"),
    called="namat",
    determiners="lo ",
    of="du",
    years="anos",
    agreeing=("", " est finitok"),
)
