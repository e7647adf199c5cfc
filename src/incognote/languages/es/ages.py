"""How Spanish notes write ages: `replace/ages.py`."""

from __future__ import annotations

from incognote.core.calendar import row
from incognote.replace.ages import Ages

_ONES = row(
    "un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciseis diecisiete dieciocho diecinueve veinte veintiun veintidos veintitres "
    "veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve "
)
_TENS = row("treinta cuarenta cincuenta sesenta setenta ochenta noventa ")
_UNITS = {**{word: number for number, word in enumerate(_ONES[:9], start=1)}, "uno": 1, "una": 1}

AGES = Ages(
    numbers={
        **{word: number for number, word in enumerate(_ONES, start=1)},
        **_UNITS,
        "veintiuno": 21,
        **{word: 10 * number for number, word in enumerate(_TENS, start=3)},
        **{
            f"{ten} y {word}": 10 * tens + number
            for tens, ten in enumerate(_TENS, start=3)
            for word, number in _UNITS.items()
        },
    },
    units={
        "hour": "horas?|hs",
        "day": "d[ií]as?|dv|ddv",
        "week": "semanas?|sem",
        "month": "mes(?:es)?",
    },
    day_of_life="d[ií]as?(?: de vida)?",
    letters=r"[mh]\b(?!/)",
    of="de",
    unborn=r"gest|EG\b",
)
