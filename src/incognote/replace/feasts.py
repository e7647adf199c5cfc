"""Feasts in English and Spanish: on which day of a year they fall.

Only feasts whose day follows from the year by a rule are here: a feast by the moon of another
calendar, or one that falls on different days in different countries, is not known and becomes a
tag. Hand-written.
"""

from __future__ import annotations

import datetime
import re
from functools import cache

from incognote.core.case import fold

_TABLE = """
1-1: new year's; new years; new year's day; new years day; new year; ano nuevo; dia de ano nuevo
1-6: three kings; three kings' day; three kings day; epiphany; little christmas; nollaig na mban
1-6: reyes; reis; epifania; dia de reis
1-17: san anton; sant antoni
1-25: burns night
1-26: australia day
1-29: san valero
1-30: san lesmes
2-1: st brigid's day; st. brigid's day
2-2: groundhog day; candlemas; candelaria
2-3: san blas
2-5: santa agueda
2-6: waitangi day; waitangi
2-14: valentine's day; valentines day; valentine's; st valentine's day; san valentin
3-1: st. david's day; st david's day
3-14: pi day
3-15: ides of march
3-17: st. patrick's day; st patrick's day; st patrick's; st. patrick's; paddy's day
3-19: san jose; sant josep; st joseph's day; san giuseppe
4-1: april fool's day; april fools' day; april fools day
4-23: sant jordi; san jorge; st george's day; st. george's day
4-25: anzac day
4-28: san prudencio
5-3: santa cruz; cruz
5-5: cinco de mayo
5-10: dia de las madres
5-15: san isidro
6-11: kamehameha day
6-13: san antonio
6-14: flag day
6-19: juneteenth
6-23: noche de san juan; verbena de san juan
6-24: san juan; sant joan; san xoan; inti raymi
6-29: san pedro; sant pere; san pedro y san pablo
7-1: canada day
7-4: independence day; the fourth of july; fourth of july; 4th of july; july 4th
7-7: san fermin
7-14: bastille day
7-15: st swithin's; st swithin's day
7-16: carmen; virgen del carmen
7-24: pioneer day
7-25: santiago
7-26: santa ana
8-15: assumption; asuncion; virgen de agosto; ferragosto; mare de deu d'agost
8-16: san roque
8-30: santa rosa
9-15: grito
9-21: san mateo
9-24: merce; merced; mercedes
9-29: michaelmas; san miguel; sant miquel
10-2: san saturio
10-5: san froilan
10-9: sant donis
10-12: pilar; hispanidad
10-29: sant narcis
10-31: halloween; hallowe'en
11-1: all saints; all saints'; all saints day; all saints' day; todos los santos; todos santos
11-1: santos; tots sants
11-2: all souls; all souls day; all souls' day; dia de muertos; dia de los muertos; difuntos
11-5: bonfire night; guy fawkes night; guy fawkes
11-11: veterans day; veterans' day; remembrance day; armistice day; martinmas; san martin
11-30: st andrew's day; st. andrew's day; san andres
12-4: santa barbara
12-6: constitucion
12-7: noche de las velitas
12-8: inmaculada; purisima; purissima; inmaculada concepcion
12-12: guadalupe; virgen de guadalupe
12-13: santa lucia; santa llucia
12-24: christmas eve; xmas eve; nochebuena
12-25: christmas; christmas day; xmas; xmas day; navidad; nadal
12-26: boxing day; st stephen's day; sant esteve
12-28: santos inocentes; inocentes
12-31: new year's eve; new years eve; nye; hogmanay; old year's; nochevieja; fin de ano; cap d'any
easter: easter; easter sunday; pascua; domingo de pascua; domingo de resurreccion
easter-47: shrove tuesday; pancake day; mardi gras; mardi gras day; fat tuesday; martes de carnaval
easter-48: lunes de carnaval; carnival monday
easter-46: ash wednesday; ash wed; ash wed.; miercoles de ceniza
easter-21: mothering sunday
easter-9: viernes de dolores
easter-7: palm sunday; domingo de ramos
easter-6: lunes santo
easter-5: martes santo
easter-4: spy wednesday; holy wednesday; miercoles santo
easter-3: maundy thursday; holy thursday; jueves santo; j. santo
easter-2: good friday; viernes santo
easter-1: holy saturday; sabado santo; sabado de gloria
easter+1: easter monday; lunes de pascua
easter+39: ascension day
easter+49: whit sunday; pentecost; pentecostes
easter+50: whit monday
easter+60: corpus; corpus christi
1.3.1: mlk day; martin luther king day; martin luther king jr day; mlk
2.3.1: presidents' day; presidents day; president's day
3.1.2: town meeting day
4.3.1: patriots' day; patriots day
5.1.7: dia de la madre
5.2.7: mother's day; mothers day
5.-1.1: memorial day
5-24<1: victoria day
6.3.7: father's day; fathers day
9.1.1: labor day; labour day
10.2.1: columbus day; indigenous peoples' day
11.2.7: remembrance sunday
11.4.4: thanksgiving; thanksgiving day
11.4.4+1: black friday
11.4.4-1: thanksgiving eve
11.1.1+1: election day
~easter-48: carnaval; carnavales; carnival; entroido
~easter-23: lent; cuaresma
~easter-3: holy week; semana santa; setmana santa
~3-17: fallas
~7-10: sanfermines
~12-12: advent; adviento
~12-28: navidades
"""
"""Rule and folded names. Month-day; days from Easter; month.number.weekday (-1 the last, Monday 1),
and days from it; month-day<weekday, the last on or before that day; with ~ a time of some days, of
which that is the middle."""

_RULE = re.compile(r"(~?)(?:(easter)|(\d+)-(\d+)(?:<(\d))?|(\d+)\.(-?\d)\.(\d))([+-]\d+)?")


@cache
def _rules() -> dict[str, str]:
    lines = (line.split(": ") for line in _TABLE.strip().splitlines())
    return {name: rule for rule, names in lines for name in names.split("; ")}


_BEFORE = re.compile(r"(?:(?:the|el|la|los|las) )?(?:dia (?:de |del ))?(?:(?:la|los|las) )?")
"""What may stand before the name of a feast."""


def rule_of(surface: str) -> str:
    """Returns the rule of a feast, '' for what is none that we know."""
    name = " ".join(fold(surface).replace("’", "'").split())
    head = _BEFORE.match(name)
    assert head is not None
    return _rules().get(name) or _rules().get(name[head.end() :], "")


def is_time(rule: str) -> bool:
    """Returns whether a rule is that of a time of several days."""
    return rule.startswith("~")


def day_of(rule: str, year: int) -> datetime.date:
    """Returns the day of a feast in a year; the middle of a time of several days."""
    found = _RULE.fullmatch(rule)
    assert found is not None
    _, easter, month, day, up_to, of, number, weekday, more = found.groups()
    if easter:
        date = _easter(year)
    elif month:
        date = datetime.date(year, int(month), int(day))
        if up_to:
            date -= datetime.timedelta((date.isoweekday() - int(up_to)) % 7)
    else:
        date = nth_weekday(year, int(of), int(number), int(weekday)) or datetime.date.max
    return date + datetime.timedelta(int(more or 0))


def nth_weekday(year: int, month: int, number: int, weekday: int) -> datetime.date | None:
    """Returns the first to fifth of a day of the week (Monday 1) in a month, None if there is none.

    Number -1 is the last.
    """
    if number < 0:
        after = datetime.date(year + month // 12, month % 12 + 1, 1)
        last = after - datetime.timedelta(1)
        return last - datetime.timedelta((last.isoweekday() - weekday) % 7)
    first = datetime.date(year, month, 1)
    date = first + datetime.timedelta((weekday - first.isoweekday()) % 7 + 7 * (number - 1))
    return date if date.month == month else None


def _easter(year: int) -> datetime.date:
    """Western Easter: the anonymous Gregorian algorithm (Nature, 20 April 1876)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return datetime.date(year, month, day + 1)
