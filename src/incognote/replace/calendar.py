"""Words of the calendar in English and Spanish: months, weekdays, seasons, feasts."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from functools import cache

from incognote.core.case import fold
from incognote.replace.values.shapes import ordinal_ending

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
_PART_WORDS = {"en": "early mid late", "es": "principios mediados finales", "ca": "", "gl": ""}
_NTH = {
    "en": ("first", "second", "third", "fourth", "fifth"),
    "es": ("primer", "segundo", "tercer", "cuarto", "quinto"),
}
_LAST = {"en": "last", "es": "último"}

LINKS = frozenset(
    [
        "of", "the", "de", "del", "d", "el", "la", "los", "las", "on", "at", "en", "ano", "a", "to",
        "al", "y", "and", "thru", "through", "hasta", "t", "z", "week", "semana", "dia", "pasado",
        "pasada", "ultimo", "ultima", "proximo", "proxima", "last", "next", "mes", "in",
    ]
)  # fmt: skip
"""Words that may stand between the parts of a date."""

WEEKS = frozenset(("week", "semana"))
"""Words that mean a week, which only a whole date beside them can place."""

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
        for number, name in enumerate(_PART_WORDS[tongue].split(), start=1):
            found.setdefault(name, ("part", number, 0, tongue))
        for alias, (kind, number, row) in _ALIASES[tongue].items():
            found.setdefault(alias, (kind, number, row, tongue))
    for number, name in enumerate(_DAYS if lang == "en" else _DIAS, start=1):
        found.setdefault(fold(name), ("dayword", number, 0, lang))
    return found


def name(kind: str, number: int, row: int, lang: str) -> str:
    """Returns the word of a language for a month, weekday, season, day or part of a month.

    Raises:
        IndexError: If Spanish has no single word for the day: the 31st.
    """
    if kind == "dayword":
        return (_DAYS if lang == "en" else _DIAS)[number - 1]
    if kind == "part":
        return _PART_WORDS[lang].split()[number - 1]
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
        elif token[0].isalpha():
            return ""
        else:
            out.append(token)
    return "".join(out) if last >= 0 else ""


_HALF = 16
"""Day from which it is the second half of a month."""


def season_of(date: datetime.date) -> int:
    """Returns the number of the season (northern): 1 winter ... 4 autumn."""
    return date.month % 12 // 3 + 1


_BEFORE = re.compile(r"(?:^|\W)(on|el|en|por|l[ao]s?|al|del) $", re.IGNORECASE)


_SEVERAL = re.compile(r"\blos $", re.IGNORECASE)


def are_several(before: str, texts: Iterable[str]) -> bool:
    """Returns whether days of the week are those of every week in Spanish: 'los jueves'.

    Args:
        before: What the note has before the date.
        texts: The parts of the date that are no number or name.
    """
    return _SEVERAL.search(before) is not None or any(fold(text) == "los" for text in texts)


def third_of(date: datetime.date) -> int:
    """Returns the part of its month that a date lies in: 1 early, 2 in the middle, 3 late."""
    return 1 if date.day <= 10 else 2 if date.day <= 20 else 3


_DIGIT_NTH = re.compile(r"([1-5])\.?(st|nd|rd|th|º|er|do|to)")


def nth_in(word: str) -> tuple[int, int, str] | None:
    """Returns what an ordinal says: 1 to 5 or -1 for the last; row and language of its words.

    Row 0 is digits, 1 a word; None for what is none.
    """
    key = fold(word)
    if found := _DIGIT_NTH.fullmatch(word.lower()):
        return int(found[1]), 0, "en" if found[2] in ("st", "nd", "rd", "th") else "es"
    for lang, names in _NTH.items():
        for at, name in enumerate(names):
            if key in (name, name + "o" if name.endswith("er") else name):
                return at + 1, 1, lang
        if key == fold(_LAST[lang]):
            return -1, 1, lang
    return None


def nth(surface: str, date: datetime.date, row: int, lang: str) -> str:
    """Returns which of its month's days of the week a date is, as the surface says it."""
    number = (date.day - 1) // 7 + 1
    if fold(surface) == fold(_LAST[lang]) and (date + datetime.timedelta(7)).month != date.month:
        return surface
    if row == 1:
        word = _NTH[lang][number - 1]
        return word + "o" if fold(surface) in ("primero", "tercero") and number in (1, 3) else word
    if lang == "en":
        return f"{number}{ordinal_ending(number)}"
    if surface[-1] == "º":
        return f"{number}{surface[1:]}"
    return f"{number}{('er', 'do', 'er', 'to', 'to')[number - 1]}"


def wants_part(before: str, lang: str) -> bool:
    """Returns whether what stands before a feast goes with no day: 'en', 'por', 'la', 'los'."""
    found = _BEFORE.search(before)
    return lang == "es" and found is not None and fold(found[1]) not in ("el", "al", "del", "on")


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
    return _PARTS[lang][third_of(date) - 1].format(name("month", date.month, 0, lang))
