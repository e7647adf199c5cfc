"""People as English notes name them."""

from __future__ import annotations

import re

from incognote.core.words import listed
from incognote.replace.naming import Naming

_TITLES = listed("""
    dr dra sr sra srta mr mrs ms mx miss prof doctor doctora senor senora senorita nurse doña
""")
"""Don, Dona and Ing are names."""

PEOPLE = Naming(
    counts_for={"es": "hispanic"},
    ranked="census",
    regions=(
        ("chinese", "korean", "japanese", "vietnamese", "hmong_sea"),
        ("hindu", "muslim_sa", "sikh"),
        ("arabic", "persian", "muslim_sa"),
        ("west_african", "east_african", "southern_african", "caribbean"),
        ("slavic", "germanic", "greek", "hebrew"),
        ("anglo", "irish", "celtic", "african_american"),
        ("hispanic", "romance", "filipino"),
        ("pacific", "native"),
    ),
    origin_endings=(
        (r"(?:ez|illo|ero|ado)$", "hispanic"),
        (r"(?:ski|sky|ska|ov|ova|ev|eva|enko|vich?|czyk|icz)$", "slavic"),
        (r"(?:opoulos|idis|akis|ou)$", "greek"),
        (r"(?:elli|ini|etti|ucci|eau|eaux|ault)$", "romance"),
        (r"^(?:o'|mac|mc)", "irish"),
        (r"(?:sson|berg|mann|stein|dottir)$", "germanic"),
    ),
    without_particles=listed("chinese hmong_sea japanese korean vietnamese"),
    prefixed=re.compile(r"\b(?:Ó|Ní|Nic|Uí) ([^\W\d_]+)"),
    prefixed_origin="irish",
    own_prefixes=("mc", "mac", "o'"),
    initials="ABCDEFGHJKLMNPRSTVW",
    made_up_middles=(
        "ald", "arb", "ell", "end", "err", "ild", "imb", "ing", "oll", "orr", "unt", "urd",
    ),
    made_up_ends=(
        "ale", "away", "bourne", "combe", "den", "ell", "estead", "ham", "ison", "ley", "more",
        "ridge", "sey", "stow", "wick", "worth",
    ),
    neutral=True,
    female_ending="a",
    titles=_TITLES,
    title_before=re.compile(
        r"\b(?:mr|mrs|ms|miss|mx|drs?|dra|prof|sgt|dep|rev|rabbi|officer|nurse|sra?|srta|"
        r"attending|doctora?)\.? $",
        re.IGNORECASE,
    ),
    between=frozenset(("y", "e", "i", "and", "Ó")),
    kept=listed("bg bb baby boy girl twin infant newborn male female a/k/a aka nee née"),
    relations=(
        "wife|mother|mom|mum|mummy|daughter|sister|aunt|auntie|niece|grandmother|grandma|nana|"
        "granddaughter|girlfriend|stepmother|stepdaughter|stepsister|mother-in-law|"
        "daughter-in-law|sister-in-law|fiancée|ex-wife|widow",
        "husband|father|dad|daddy|son|brother|uncle|nephew|grandfather|grandpa|grandson|"
        "boyfriend|stepfather|stepson|stepbrother|father-in-law|son-in-law|brother-in-law|"
        "fiancé|ex-husband|widower",
    ),
    persons=("woman|lady|girl|female", "man|gentleman|boy|male"),
    gender_titles=("mrs|ms|miss|madam|mme", "mr|sir"),
    called="named|called|is",
    determiners="his |her |the ",
    of="of",
    years="y/?o|yr|years?[- ]old",
    agreeing=("", ""),
)  # fmt: skip
