"""What stands in place of identifiers in notes of PhysioNet and MIMIC-III: `[**Hospital1 18**]`.

`KINDS` says by the words of a placeholder which label it had and which value fills it. A row is
the only place to touch when a kind is missing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PLACEHOLDER = re.compile(r"\[\*\*(?P<content>[^\[\]]*?)\*\*\]")


@dataclass(frozen=True, slots=True)
class Kind:
    """What a placeholder stood for."""

    label: str
    """A label of ours; '' where it is none by our labels: it is filled and not marked."""
    value: str
    """What fills it: a key of the makers in `mimic_iii.py`."""


def _rows(table: str) -> tuple[tuple[re.Pattern[str], Kind], ...]:
    """Rows `pattern / label / value`, of which the first that fits counts; `-` is no label."""
    rows = []
    for line in table.strip().splitlines():
        pattern, label, value = (part.strip() for part in line.rsplit(" / ", 2))
        kind = Kind("" if label == "-" else label, value)
        rows.append((re.compile(pattern, re.IGNORECASE), kind))
    return tuple(rows)


# Doubtful ones: a name of which only the pattern is known (NamePattern, NameIs, NI) is mostly one
# of the staff, since signatures outnumber relatives; names 'un' (unknown) are mostly relatives.
# A location 'un' may be a town, a house or a street. Where nothing stands between the stars some
# identifier was taken out and nobody knows which: a number marked as any other identifier, since
# what is filled without a mark would teach that such a thing may stay.
KINDS = _rows(r"""
\d{4}-\d{1,2}-\d{1,2} / DATE / ymd
\d{1,2}-\d{1,2} / DATE / md
\d{1,2}/\d{1,2} / DATE / md
\d{4}-\d{1,2}-? / DATE / ym
\d{1,2}-?/\d{4} / DATE / my
[12]\d{3}-? / DATE / y
\d{1,2} / DATE / d
age over 90\b.* / AGE / age
.*\bdate range\b.* / DATE / range
(month/day/year|year/month/day|day/month year|date of birth)\b.* / DATE / new ymd
(month/year|year/month|month year)\b.* / DATE / new my
(day month year|month day year)\b.* / DATE / new ymd
(month/day|day/month|day month|month day)\b.* / DATE / new md
month\b.* / DATE / month
(january|february|march|april|may|june|july)\b.* / DATE / month
(august|september|october|november|december)\b.* / DATE / month
(year|year \(\d digits\))\b.* / DATE / new y
(date|dateyear)\b.* / DATE / new md
day\b.* / DATE / d
(holiday|season)\b.* / DATE / holiday
known firstname\b.* / PATIENT / patient given
known (lastname|patient lastname)\b.* / PATIENT / patient last
(ptname|known name|patient name)\b.* / PATIENT / patient last
ptnameinitial\b.* / PATIENT / initials
relativeproxyname\b.* / PATIENT / given
nickname\b.* / PATIENT / given
military rank\b.* / PROFESSION / rank
(ethnicity|race)\b.* / - / ethnicity
religion\b.* / - / religion
hcpname\b.* / DOCTOR / last
(doctor first name|doctor firstname)\b.* / DOCTOR / given
(doctor last name|doctor lastname)\b.* / DOCTOR / last
(female|male) first name\b.* / PATIENT / given
first name\d*\b.* / DOCTOR / given
last name\d*\b.* / DOCTOR / last
name prefix\b.* / DOCTOR / prefix
(name )?initials?\b.* / DOCTOR / initials
name\d* \((ni|un)\).* / PATIENT / full
name\d*\b.* / DOCTOR / last
(attending|dictator)\b.* / DOCTOR / full
cc contact\b.* / DOCTOR / full
(hospital ward name|hospital unit name|ward ?name|unit name)\b.* / UNIT / unit
hospital\d*\b.* / HOSPITAL / hospital
pharmacy\b.* / HOSPITAL / pharmacy
(university|college)\b.* / ORGANIZATION / university
school\b.* / ORGANIZATION / school
company\d*\b.* / ORGANIZATION / company
state/zip ?code\b.* / ZIP / state zip
zip ?code\b.* / ZIP / zip
state\b.* / STATE / state
country\b.* / COUNTRY / country
((street|apartment) )?address\b.* / STREET / street
(po|p\.o\.) box\b.* / STREET / box
location\b.* / LOCATION_OTHER / town
(telephone/fax|telephone|phone|pager)\b.* / PHONE / phone
fax\b.* / FAX / phone
e-?mail\b.* / EMAIL / email
(url|web)\b.* / URL / url
(medical record|unit) number\b.* / MRN / MRN
social security number\b.* / SSN / SSN
(md|provider) number\b.* / LICENSE / LICENSE
(certificate|license|licence)\b.* / LICENSE / LICENSE
serial number\b.* / DEVICE / DEVICE
account\b.* / ACCOUNT / ACCOUNT
health ?plan\b.* / HEALTHPLAN / HEALTHPLAN
(vehicle|license plate)\b.* / VEHICLE / VEHICLE
(numeric identifier|identifier|job number|clip number|other)\b.* / IDNUM / IDNUM
age\b.* / AGE / age
(\d{3,})? / IDNUM / IDNUM
""")


def kind_of(content: str) -> Kind | None:
    """Returns what a placeholder stood for by what is between its stars, None if not known.

    Examples:
        >>> kind_of("Hospital1 18").label, kind_of("2151-7-16").label
        ('HOSPITAL', 'DATE')
    """
    # A note may be wrapped within a placeholder.
    content = " ".join(content.split())
    return next((kind for pattern, kind in KINDS if pattern.fullmatch(content)), None)
