"""By which words English notes tell what a census or a calendar knows. Hand-written.

Drugs: the day on which the Food and Drug Administration approved each.
"""

from incognote.core.traits import Seasonal, Traits

_PERSON = r"(?:female|male|man|woman|boy|girl|gentleman|lady|m\b|f\b)"
_OF_PERSON = rf"[ ,-]+(?:\d+[ -]?(?:y/?o|yo|year[- ]old|yr[- ]old)[ ,-]+)?{_PERSON}"
_N = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)"

TRAITS = Traits(
    sexes={
        "female": r"\b(?:sex|gender) ?:? ?f(?:emale)?\b|\d\s?f\b(?!r)|\b(?:\d+[ -]?(?:y/?o|yo|"
        r"year[- ]old|yr[- ]old|month[- ]old)) (?:\S+ ){0,3}?(?:female|woman|girl|lady|f)\b|"
        r"\bG\d ?P\d|\bpostmenopausal\b|\bhysterectomy\b|\bpregnan(?:t|cy)\b",
        "male": r"\b(?:sex|gender) ?:? ?m(?:ale)?\b|\d\s?m\b|\b(?:\d+[ -]?(?:y/?o|yo|year[- ]old|"
        r"yr[- ]old|month[- ]old)) (?:\S+ ){0,3}?(?:male|man|boy|gentleman|m)\b|\bprostate?\b|"
        r"\btestic\w+",
    },
    pronouns={"female": r"\b(?:she|her|hers|herself)\b", "male": r"\b(?:he|him|his|himself)\b"},
    said={
        "race": {
            "hispanic": r"\b(?:hispanic|latin[oax])\b",
            "black": rf"\b(?:african[- ]american|black{_OF_PERSON}|(?:race|ethnicity) ?: ?black)",
            "asian": rf"\b(?:asian[- ]american|asian{_OF_PERSON}|(?:race|ethnicity) ?: ?asian)",
            "native": r"\b(?:native american|american indian|alaska native|first nations|navajo|"
            r"cherokee|lakota|inuit|yup'?ik)\b",
            "pacific": r"\b(?:native hawaiian|pacific islander|samoan|tongan)\b",
            "white": rf"\b(?:caucasian|white{_OF_PERSON}|(?:race|ethnicity) ?: ?white)",
        },
        "marital": {
            "widowed": r"\bwidow(?:ed|er)?\b",
            "divorced": r"\bdivorc(?:ed|ee)\b",
            "separated": r"\bseparated from (?:his|her) (?:wife|husband|spouse)",
            "married": r"\bmarried\b|\b(?:lives|here|home|came|brought in) (?:with|by) "
            r"(?:his |her )?(?:wife|husband|spouse)\b|\b(?:his wife|her husband)\b",
            "never": r"\bnever married\b|\bunmarried\b|\bsingle (?:mother|father|mom|dad|parent)\b",
        },
        "religion": {
            "jehovah": r"\bjehovah'?s witness",
            "muslim": r"\bmuslim\b|\bhalal\b|\bimam\b",
            "jewish": r"\bjewish\b|\bkosher\b|\brabbi\b",
            "catholic": r"\bcatholic\b",
            "other": r"\b(?:hindu|sikh|buddhist|mormon|amish|mennonite|adventist|orthodox church|"
            r"baptist|methodist|lutheran|pentecostal|quaker)\b",
        },
        "language": {
            "not english": r"\b[A-Z][a-z]+[- ]speaking\b|\binterpreter\b|\bspeaks (?:only )?[A-Z]",
        },
        "family": {
            "children": rf"\b{_N} (?:\S+ )?(?:children|kids|sons|daughters|siblings|brothers|"
            r"sisters|grandchildren)\b|\bG\d+ ?P\d",
            "twin": r"\b(?:twin|triplet)s?\b",
            "adopted": r"\b(?:adopted|foster (?:child|care|home|mother|father))\b",
        },
        "veteran": {
            "yes": r"\bveteran\b|\b(?:served|fought) in (?:the )?(?:army|navy|marines|war|vietnam|"
            r"iraq|korea|afghanistan)",
        },
        "housing": {
            "unusual": r"\b(?:homeless|unhoused|shelter|group home|inmate|incarcerated|prison|"
            r"jail|nursing home|assisted living|reservation|houseboat|trailer park|monastery|"
            r"convent)\b",
        },
        "in public": {
            "yes": r"\b(?:mayor|senator|councill?or|councilman|champion|olympi\w+|newspaper|"
            r"on the news|in the news|lottery|plane crash|explosion|shooting)\b",
        },
    },
    seasonal=(
        Seasonal(
            pattern=r"\b(?:flu|influenza) (?:shot|vaccine|vaccination|vax|jab)\b|\bflu #\d",
            months=(9, 10, 11, 12), ratio=5,
        ),
        Seasonal(
            pattern=r"\b(?:flu|influenza)(?: ?[AB])?\b(?! (?:shot|vacc|vax|jab|#))",
            months=(12, 1, 2, 3), ratio=6,
        ),
        Seasonal(
            pattern=r"\bsnow(?:ing|fall|storm|ed|machine|mobile|board\w*)?\b|\bblack ice\b|\bicy\b"
            r"|\b(?:on|through) (?:the )?ice\b(?! chip)|\bsled(?:ding)?\b|\bblizzard\b",
            months=(12, 1, 2, 3), ratio=10,
        ),
        Seasonal(pattern=r"\bfrostbit\w*", months=(11, 12, 1, 2, 3), ratio=10),
        Seasonal(
            pattern=r"\bheat ?(?:stroke|exhaustion|wave)\b|\bsunburn\w*|\bsun stroke\b",
            months=(5, 6, 7, 8), ratio=8,
        ),
        Seasonal(pattern=r"\bhay ?fever\b|\bpollens?\b", months=(4, 5, 6), ratio=3),
        Seasonal(
            pattern=r"\b(?:tick bite|erythema migrans|lyme disease|poison ivy|wasp|bee sting)\b",
            months=(5, 6, 7, 8, 9), ratio=4,
        ),
        Seasonal(pattern=r"\b(?:rsv|bronchiolitis)\b", months=(11, 12, 1, 2), ratio=4),
        Seasonal(pattern=r"\bharvest\b", months=(8, 9, 10), ratio=4),
        Seasonal(pattern=r"\bmow(?:ing|ed)\b", months=(5, 6, 7, 8, 9), ratio=5),
    ),
    not_before={
        r"\bcovid\S*|\bsars-cov-2\b": "2020-02-11",
        r"\b(?:moderna|comirnaty|spikevax|covid (?:vaccine|shot|booster|vax))\b": "2020-12-11",
        r"\b(?:omicron|paxlovid|nirmatrelvir)\b": "2021-11-24",
        r"\bremdesivir\b": "2020-05-01",
        r"\bmpox\b": "2022-11-28",
        r"\bevali\b": "2019-08-01",
        r"\bh1n1\b": "2009-04-15",
        r"\b(?:dabigatran|pradaxa)\b": "2010-10-19",
        r"\b(?:rivaroxaban|xarelto)\b": "2011-07-01",
        r"\b(?:apixaban|eliquis)\b": "2012-12-28",
        r"\b(?:empagliflozin|jardiance)\b": "2014-08-01",
        r"\b(?:pembrolizumab|keytruda)\b": "2014-09-04",
        r"\b(?:sacubitril|entresto)\b": "2015-07-07",
        r"\b(?:dupilumab|dupixent)\b": "2017-03-28",
        r"\b(?:semaglutide|ozempic)\b": "2017-12-05",
        r"\btrikafta\b": "2019-10-21",
        r"\bwegovy\b": "2021-06-04",
        r"\b(?:tirzepatide|mounjaro)\b": "2022-05-13",
    },
    clock_change="3.2.7",
)  # fmt: skip
