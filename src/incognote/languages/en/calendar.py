"""How English notes write dates: the names and words of `core/calendar.py`. Hand-written."""

from __future__ import annotations

from incognote.core.calendar import Calendar, Names, row
from incognote.replace.feasts import listed

_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_YEAR = r"(?:,? (?:19|20)\d\d)?"
_TH = ("th",)
_ENDINGS = ("st", "nd", "rd", *_TH * 17, "st", "nd", "rd", *_TH * 7, "st")

CALENDAR = Calendar(
    names=(
        Names(
            months=(
                row(
                    "January February March April May June July August September October November "
                    "December"
                ),
                row("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
            ),
            weekdays=(
                row("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
                row("Mon Tue Wed Thu Fri Sat Sun"),
                row("Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays"),
                row("Mon Tues Wed Thurs Fri Sat Sun"),
            ),
            seasons=("winter", "spring", "summer", "fall"),
            parts=("early", "mid", "late"),
            others={
                "sept": ("month", 9, 1),
                "febr": ("month", 2, 1),
                "weds": ("weekday", 3, 1),
                "thur": ("weekday", 4, 1),
                "autumn": ("season", 4, 0),
            },
            nth=(("first",), ("second",), ("third",), ("fourth",), ("fifth",)),
            nth_endings=(_ENDINGS[:5],),
            last=("last",),
        ),
    ),
    day_words=row(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
        "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth "
        "twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth "
        "twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
    ),
    day_endings=(_ENDINGS,),
    weekday_letters=(("M",), ("T", "Tu"), ("W",), ("Th", "T"), ("F",), ("Sa", "S"), ("Su",)),
    day_first=None,
    month_first_countries=("US", "CA"),
    day_first_signs=(
        r"\bNHS\b|\bCHI:? (?:no|number|\d{10})\b|\bEircode\b|\bMedicare no\b|\bPPSN?\b"
    ),
    links=row("of the on at to and thru through week last next in"),
    joins=("to", "thru", "through", "until", "till", "and"),
    weeks=("week",),
    articles=("the",),
    before_year=("of",),
    at="at",
    hour_units=r"[ap]\.? ?m\b\.?|hrs?\b\.?|h\b",
    birth=r"d\.?o\.?b\.?|birth ?(?:date|day)?|born|b\.",
    own=(
        r"date|seen|visit(?:ed)?|adm(?:it(?:ted)?|ission)?|arr(?:ived|ival)?|encounter|d\.?o\.?s"
        r"|exam|service|today"
    ),
    to_come=(
        r"exp(?:ir(?:es|y|ation))?|due|edd|edc|next|f/?u|follow[- ]?up|appt|return|rtc|until|valid"
    ),
    between="date|of service|on|in|time|is",
    before_date=r"on|since|until|dated?|seen|drawn|collected|as of|due|exp(?:ires|iry|\.)?",
    before_maybe="from|till|thru|through|by|before|after",
    after_score=(
        r"pain|strength|power|sever|in (?:pain|sever|intens)|through|bilat|systolic|murmur|points"
    ),
    written=(
        r"(?<![\w/.,–-])[0-3]?\d(?:st|nd|rd|th)?[ -](?:of )?"
        rf"{_MONTH}\b\.?{_YEAR}(?![\d/%]|[.,-]\d)",
        rf"\b{_MONTH}\.? [0-3]?\d(?:st|nd|rd|th)?{_YEAR}(?![\d/%]|[.,-]\d| ?m[gl]\b)",
    ),
    feasts=listed(
        """
1-1: new year's; new years; new year's day; new years day; new year
1-6: three kings; three kings' day; three kings day; epiphany; little christmas; nollaig na mban
1-25: burns night
1-26: australia day
2-1: st brigid's day; st. brigid's day
2-2: groundhog day; candlemas
2-6: waitangi day; waitangi
2-14: valentine's day; valentines day; valentine's; st valentine's day
3-1: st. david's day; st david's day
3-14: pi day
3-15: ides of march
3-17: st. patrick's day; st patrick's day; st patrick's; st. patrick's; paddy's day
3-19: st joseph's day; san giuseppe
4-1: april fool's day; april fools' day; april fools day
4-23: st george's day; st. george's day
4-25: anzac day
5-5: cinco de mayo
6-11: kamehameha day
6-14: flag day
6-19: juneteenth
7-1: canada day
7-4: independence day; the fourth of july; fourth of july; 4th of july; july 4th
7-14: bastille day
7-15: st swithin's; st swithin's day
7-24: pioneer day
8-15: assumption; ferragosto
9-29: michaelmas
10-31: halloween; hallowe'en
11-1: all saints; all saints'; all saints day; all saints' day
11-2: all souls; all souls day; all souls' day
11-5: bonfire night; guy fawkes night; guy fawkes
11-11: veterans day; veterans' day; remembrance day; armistice day; martinmas
11-30: st andrew's day; st. andrew's day
12-24: christmas eve; xmas eve
12-25: christmas; christmas day; xmas; xmas day
12-26: boxing day; st stephen's day
12-31: new year's eve; new years eve; nye; hogmanay; old year's
easter: easter; easter sunday
easter-47: shrove tuesday; pancake day; mardi gras; mardi gras day; fat tuesday
easter-48: carnival monday
easter-46: ash wednesday; ash wed; ash wed.
easter-21: mothering sunday
easter-7: palm sunday
easter-4: spy wednesday; holy wednesday
easter-3: maundy thursday; holy thursday
easter-2: good friday
easter-1: holy saturday
easter+1: easter monday
easter+39: ascension day
easter+49: whit sunday; pentecost
easter+50: whit monday
easter+60: corpus christi
1.3.1: mlk day; martin luther king day; martin luther king jr day; mlk
2.3.1: presidents' day; presidents day; president's day
3.1.2: town meeting day
4.3.1: patriots' day; patriots day
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
~easter-48: carnival
~easter-23: lent
~easter-3: holy week
~12-12: advent
"""
    ),
    feasts_written=(
        r"(?i:\b(?:christmas|xmas)(?:[ -](?:eve|day))?\b(?![ -]?(?:disease|factor|trees?\b))"
        r"|\bthanksgiving(?: day)?\b|\bhallowe'?en\b|\bnew year['’]?s?['’]?(?: eve| day)\b"
        r"|\bgood friday\b|\beaster (?:sunday|monday)\b|\bpalm sunday\b|\bash wednesday\b"
        r"|\b(?:boxing|memorial|lab(?:o|ou)r|veterans['’]?|mother['’]?s['’]?|father['’]?s['’]?"
        r"|presidents?['’]?s?|valentine['’]?s?|independence|st\.? patrick['’]?s) day\b"
        r"|\b(?:fourth|4th) of july\b|\bhogmanay\b|\bjuneteenth\b)"
        r"|(?<=\bat )Easter\b|(?<=\bover )Easter\b|(?<=since )Easter\b|(?<=after )Easter\b"
        r"|(?<=before )Easter\b"
    ),
    before_feast="(?:the )?",
    as_day=("{day} {month}", "{month} {day}"),
    as_part=("early {month}", "mid-{month}", "late {month}"),
    behind={"the": ("{day}{ending} of {month}",)},
)
