"""How English notes write ages: `replace/ages.py`."""

from __future__ import annotations

from incognote.languages.en.number_words import number_word
from incognote.replace.ages import Ages

AGES = Ages(
    numbers={number_word(number).replace("-", " "): number for number in range(1, 100)},
    units={
        "hour": "hours?|hrs?|hs",
        "day": "days?|d/?o|d",
        "week": "weeks?|wks?|w/?o",
        "month": "months?|mont?hs?|mos?|m/?o",
    },
    day_of_life="DOL|days? of life",
    letters=r"[mwh]\b(?!/)|[MWH][ -]old",
    of="of",
    unborn=r"gest|GA\b",
    decade=r"['’]?s\b",
)
