"""How English notes write ages: `replace/ages.py`."""

from __future__ import annotations

from incognote.core.calendar import row
from incognote.replace.ages import Ages

_ONES = row(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = row("twenty thirty forty fifty sixty seventy eighty ninety")

AGES = Ages(
    numbers={
        **{word: number for number, word in enumerate(_ONES, start=1)},
        **{word: 10 * number for number, word in enumerate(_TENS, start=2)},
        **{
            f"{ten} {one}": 10 * tens + ones
            for tens, ten in enumerate(_TENS, start=2)
            for ones, one in enumerate(_ONES[:9], start=1)
        },
    },
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
