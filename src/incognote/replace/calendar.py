"""Words of the calendar in English and Spanish: months, weekdays, seasons, feasts."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from functools import cache

from incognote.values.case import fold

_MONTHS = {
    "en": (
        "January February March April May June July August September October November December",
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    ),
    "es": (
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "ene feb mar abr may jun jul ago sep oct nov dic",
    ),
    "ca": (
        "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
        "gen feb mar abr mai jun jul ago set oct nov des",
    ),
    "gl": (
        "xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro",
        "xan feb mar abr mai xuñ xul ago set out nov dec",
    ),
}
_WEEKDAYS = {
    "en": (
        "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        "Mon Tue Wed Thu Fri Sat Sun",
        "Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays",
    ),
    "es": (
        "lunes martes miércoles jueves viernes sábado domingo",
        "lun mar mié jue vie sáb dom",
        "lunes martes miércoles jueves viernes sábados domingos",
    ),
    "ca": ("dilluns dimarts dimecres dijous divendres dissabte diumenge", "dl dt dc dj dv ds dg"),
    "gl": ("luns martes mércores xoves venres sábado domingo", "lu ma me xo ve sa do"),
}
_SEASONS = {
    "en": "winter spring summer fall",
    "es": "invierno primavera verano otoño",
    "ca": "hivern primavera estiu tardor",
    "gl": "inverno primavera verán outono",
}
_TONGUES = {"en": ("en", "es"), "es": ("es", "ca", "gl", "en")}
"""Languages whose words a note may hold, its own first."""
_ALIASES = {
    "en": {
        "sept": ("month", 9, 1),
        "febr": ("month", 2, 1),
        "tues": ("weekday", 2, 1),
        "weds": ("weekday", 3, 1),
        "thur": ("weekday", 4, 1),
        "thurs": ("weekday", 4, 1),
        "autumn": ("season", 4, 0),
    },
    "es": {
        "mi": ("weekday", 3, 1),
        "mier": ("weekday", 3, 1),
        "ju": ("weekday", 4, 1),
        "setiembre": ("month", 9, 0),
        "sept": ("month", 9, 1),
        "set": ("month", 9, 1),
    },
    "ca": {},
    "gl": {},
}
_DIAS = [
    "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once",
    "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve",
    "veinte", "veintiuno", "veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis",
    "veintisiete", "veintiocho", "veintinueve", "treinta",
]  # fmt: skip
_LETTERS = {"en": ("M", "T", "W", "Th", "F", "Sa", "Su"), "es": tuple("LMXJVSD")}
_DAYS = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth", "twentieth", "twenty-first", "twenty-second", "twenty-third",
    "twenty-fourth", "twenty-fifth", "twenty-sixth", "twenty-seventh", "twenty-eighth",
    "twenty-ninth", "thirtieth", "thirty-first",
]  # fmt: skip
ROMAN = [
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII",
]  # fmt: skip

_PARTS = {
    "en": ("early {}", "mid-{}", "late {}"),
    "es": ("principios de {}", "mediados de {}", "finales de {}"),
}

_FEASTS = {
    "christmas": (12, 25), "christmas day": (12, 25), "christmas eve": (12, 24), "xmas": (12, 25),
    "new year's": (1, 1), "new years": (1, 1), "new year's day": (1, 1), "new year": (1, 1),
    "new year's eve": (12, 31), "new years eve": (12, 31), "thanksgiving": (11, 25),
    "thanksgiving day": (11, 25), "halloween": (10, 31), "labor day": (9, 4), "labour day": (9, 4),
    "memorial day": (5, 28), "veterans day": (11, 11), "independence day": (7, 4),
    "the fourth of july": (7, 4), "fourth of july": (7, 4), "4th of july": (7, 4),
    "july 4th": (7, 4), "the fourth": (7, 4), "mother's day": (5, 11), "mothers day": (5, 11),
    "father's day": (6, 18), "fathers day": (6, 18), "valentine's day": (2, 14),
    "valentines day": (2, 14), "st. patrick's day": (3, 17), "st patrick's day": (3, 17),
    "mlk day": (1, 18), "presidents' day": (2, 18), "presidents day": (2, 18),
    "juneteenth": (6, 19), "columbus day": (10, 11), "boxing day": (12, 26), "easter": (4, 10),
    "easter sunday": (4, 10), "easter monday": (4, 11), "good friday": (4, 8),
    "ash wednesday": (2, 24), "palm sunday": (4, 3), "lent": (3, 15), "bonfire night": (11, 5),
    "guy fawkes night": (11, 5), "bank holiday": (5, 28), "bank holiday monday": (5, 28),
    "canada day": (7, 1), "australia day": (1, 26), "anzac day": (4, 25), "waitangi day": (2, 6),
    "diwali": (10, 30), "hanukkah": (12, 12), "passover": (4, 12), "rosh hashanah": (9, 20),
    "yom kippur": (9, 29), "cinco de mayo": (5, 5), "mardi gras": (2, 22), "groundhog day": (2, 2),
    "april fool's day": (4, 1), "election day": (11, 5), "black friday": (11, 26),
    "navidad": (12, 25), "navidades": (12, 27), "nochebuena": (12, 24), "nochevieja": (12, 31),
    "ano nuevo": (1, 1), "reyes": (1, 6), "dia de reyes": (1, 6), "semana santa": (4, 8),
    "viernes santo": (4, 8), "jueves santo": (4, 7), "domingo de ramos": (4, 3), "pascua": (4, 10),
    "todos los santos": (11, 1), "dia de muertos": (11, 2), "dia de los muertos": (11, 2),
    "la inmaculada": (12, 8), "san juan": (6, 24),
    "san isidro": (5, 15), "el pilar": (10, 12), "dia de la madre": (5, 5), "san jose": (3, 19),
    "victoria day": (5, 21), "super bowl": (2, 5), "super bowl sunday": (2, 5),
    "three kings": (1, 6), "mothering sunday": (3, 22), "michaelmas": (9, 29),
    "all souls": (11, 2), "all souls day": (11, 2), "burns night": (1, 25), "deepavali": (10, 30),
    "divali": (10, 30), "nowruz": (3, 20), "holi": (3, 12), "ides of march": (3, 15),
    "patriots' day": (4, 18), "pioneer day": (7, 24), "advent": (12, 8), "purim": (3, 12),
    "st. david's day": (3, 1), "midsummer": (6, 23), "epiphany": (1, 6), "holy saturday": (4, 9),
    "martes de carnaval": (2, 22), "dia de navidad": (12, 25), "san valentin": (2, 14),
    "viernes de dolores": (4, 1), "la constitucion": (12, 6), "dia de las madres": (5, 10),
    "san antonio": (6, 13), "sant joan": (6, 24), "nadal": (12, 25), "la merce": (9, 24),
    "merce": (9, 24), "san anton": (1, 17), "san xoan": (6, 24), "santiago": (7, 25),
    "la candelaria": (2, 2), "candelaria": (2, 2), "sant jordi": (4, 23), "sant antoni": (1, 17),
    "carnaval": (2, 22), "carnavales": (2, 22), "fiestas patrias": (9, 17), "corpus": (6, 8),
}  # fmt: skip
"""Folded names with month and day; a feast that moves has the middle of its days. Hand-written."""

LINKS = frozenset(
    [
        "of", "the", "de", "del", "d", "el", "la", "los", "las", "on", "at", "en", "ano", "a", "to",
        "al", "y", "and", "thru", "through", "hasta", "t", "z", "weekend", "wknd", "wkend", "week",
        "semana", "dia", "pasado", "pasada", "ultimo", "ultima", "proximo", "proxima", "last",
        "next", "early", "mid", "late", "mes", "mediados", "principios", "finales",
    ]
)  # fmt: skip
"""Words that may stand between the parts of a date."""

JOINS = frozenset(("-", "–", "/", "a", "al", "and", "hasta", "through", "thru", "to", "y"))
"""Between two days of one month."""

HOUR = re.compile(
    r"(?:(?:[ T,(]{1,3}(?:(?:at|a las?) )?|-)(?:[01]?\d|2[0-4])[:h][0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?"
    r"|,? (?:at|a las?) (?:[01]?\d|2[0-4])(?:\.[0-5]\d)?)(?: ?[Zz]| ?[+-]\d\d:?\d\d)?\)?"
)
"""The hour behind a date; a bare number, or two with a point between, may be another date."""


@cache
def words(lang: str) -> dict[str, tuple[str, int, int, str]]:
    """Returns the folded words of a language with kind, number from 1, row of the table, language.

    Words of other languages stand behind: an English note may say 'enero'.
    """
    found: dict[str, tuple[str, int, int, str]] = {}
    for tongue in _TONGUES[lang]:
        for kind, rows in (
            ("month", _MONTHS[tongue]),
            ("season", (_SEASONS[tongue],)),
            ("weekday", _WEEKDAYS[tongue]),
        ):
            for row, names in enumerate(rows):
                for number, name in enumerate(names.split(), start=1):
                    found.setdefault(fold(name), (kind, number, row, tongue))
        for alias, (kind, number, row) in _ALIASES[tongue].items():
            found.setdefault(alias, (kind, number, row, tongue))
    for number, name in enumerate(_DAYS if lang == "en" else _DIAS, start=1):
        found.setdefault(fold(name), ("dayword", number, 0, lang))
    return found


def name(kind: str, number: int, row: int, lang: str) -> str:
    """Returns the word of a language for a month, weekday, season or day.

    Raises:
        IndexError: If Spanish has no single word for the day: the 31st.
    """
    if kind == "dayword":
        return (_DAYS if lang == "en" else _DIAS)[number - 1]
    table = {"month": _MONTHS[lang], "weekday": _WEEKDAYS[lang], "season": (_SEASONS[lang],)}
    rows = table[kind]
    return rows[min(row, len(rows) - 1)].split()[number - 1]


def has_weekday(surface: str, lang: str) -> bool:
    """Returns whether one of the words of a surface is a day of the week."""
    table = words(lang)
    tokens = re.findall(r"[^\W\d_]+", surface)
    return any(table.get(fold(token), ("",))[0] == "weekday" for token in tokens)


def letters_moved(surface: str, days: int, lang: str) -> str:
    """Returns days of the week written as letters (MWF, M/W/F, L-X-V) moved; '' for anything else.

    A trailing run of capitals is read day by day; 'T' before 'h' is Thursday, 'TTS' has both.
    """
    letters = _LETTERS[lang]
    if not re.fullmatch(r"(?:Th|Tu|Sa|Su|[MTWFSLXJVD]|[/, -]|&| y )+", surface):
        return ""
    out, last = [], -1
    for token in re.findall(r"Th|Tu|Sa|Su|[MTWFSLXJVD]|[^A-Z]+", surface):
        plain = {"Tu": "T", "S": "Sa"}.get(token, token) if lang == "en" else token
        if plain in letters:
            day = letters.index(plain)
            if plain == "T" and last == 1:
                day = 3  # the second T of TTS
            last = day
            out.append(letters[(day + days) % 7])
        elif token[0].isalpha() and token != " y ":
            return ""
        else:
            out.append(token)
    return "".join(out) if last >= 0 else ""


_HALF = 16
"""Day from which it is the second half of a month."""


def season_of(date: datetime.date) -> int:
    """Returns the number of the season (northern): 1 winter ... 4 autumn."""
    return date.month % 12 // 3 + 1


def feast_of(surface: str) -> tuple[int, int] | None:
    """Returns month and day of a feast, None for what is none."""
    return _FEASTS.get(" ".join(fold(surface).replace("’", "'").split()))


_BEFORE = re.compile(r"(?:^|\W)(on|el|en|por|l[ao]s?|al|del) $", re.IGNORECASE)


_SEVERAL = re.compile(r"\blos $", re.IGNORECASE)


def are_several(before: str, texts: Iterable[str]) -> bool:
    """Returns whether days of the week are those of every week in Spanish: 'los jueves'.

    Args:
        before: What the note has before the date.
        texts: The parts of the date that are no number or name.
    """
    return _SEVERAL.search(before) is not None or any(fold(text) == "los" for text in texts)


def part_of_month(date: datetime.date, lang: str, before: str = "") -> str:
    """Returns a date as 'mid-March' or 'mediados de marzo', or as goes with what stands before.

    Args:
        date: The date.
        lang: Language of the note.
        before: What the note has before it: 'el' wants '14 de marzo', 'en' a month.
    """
    month = name("month", date.month, 0, lang)
    found = _BEFORE.search(before)
    word = fold(found[1]) if found else ""
    if word == "on" and lang == "en":
        return f"{month} {date.day}"
    if lang == "es":
        if word in ("el", "al", "del"):
            return f"{date.day} de {month}"
        if word in ("en", "por"):
            return month
        if word in ("la", "los", "las"):
            first, last = {"la": ("primera quincena", "segunda quincena")}.get(
                word,
                ("primeros días", "últimos días")
                if word == "los"
                else ("primeras semanas", "últimas semanas"),
            )
            return f"{first if date.day < _HALF else last} de {month}"
    third = 0 if date.day <= 10 else 1 if date.day <= 20 else 2
    return _PARTS[lang][third].format(name("month", date.month, 0, lang))


def nearest(day: int, weekday: int, near: datetime.date) -> datetime.date | None:
    """Returns the date closest to another with a day of the month, None where there is none.

    It falls on the day of the week too where that is not 0. Days that follow count as closer than
    those before: notes plan more than they recall.
    """
    around = (near + datetime.timedelta(days) for days in range(-_BACK, _AHEAD))
    fitting = [d for d in around if d.day == day and weekday in (0, d.isoweekday())]
    return min(fitting, key=lambda d: abs((d - near).days - _LEAN), default=None)


_BACK, _AHEAD, _LEAN = 60, 75, 5
