"""Checks that rules of every language share: counts, words, calendars and check digits.

Each says of a surface whether it is what its pattern takes it for; none raises. Numbers with a
label before them need no check digit: people mistype, and a wrong one still identifies.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from datetime import date

import stdnum.iban
import stdnum.luhn
import stdnum.verhoeff

from incognote.core.words import listed

_NUMBER = re.compile(r"[0-9]+")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

_NO_HANDLE = re.compile(r"(?:www|http|com|post|group|page|[a-z][.\d])", re.IGNORECASE)
_DEGREES = r"\d{1,3}° ?\d{1,2}['’′] ?(?:\d{1,2}(?:[.,]\d+)?[\"”″]? ?)?"
COORDINATES = rf"{_DEGREES}[NS][ ,;/]{{1,3}}{_DEGREES}[EWO]\b"
DECIMAL_COORDINATES = (
    r"[-+]?\d{1,2}[.,]\d{3,8}°?(?: ?[NS])?[,;/ ]{1,3}(?:lon\w*\.?[ :=]{1,3})?"
    r"[-+]?\d{1,3}[.,]\d{3,8}°?(?: ?[EWO]\b)?"
)
"""Where on the earth something is: `41°24'12"N 2°10'26"E`, and `41.4034, 2.1741`."""
_EVERYBODYS = ("all", "admin", "administrator", "default", "public", "root", "shared")


def users_folder(*names: str) -> str:
    """Returns the pattern of the login that names the folder of a person in a path.

    Args:
        names: Pieces of patterns: what the folder above it is called, beside its name in English.
    """
    above = "|".join(("[Uu]sers", "USERS", "Documents and Settings", *names))
    return rf"(?:\\(?:{above})\\|[\s\"'(=:]/(?:home|Users)/)(?P<phi>[A-Za-z\d][\w.-]*\w)"


def is_persons_folder(surface: str) -> bool:
    """Whether a folder beside those of persons is of one, and of no group or program."""
    return surface.lower() not in _EVERYBODYS


def is_handle(surface: str) -> bool:
    """Whether a name with a digit, a dot or a stroke, which no word behind a network has."""
    return (
        len(surface) >= 6
        and re.search(r"[\d._]", surface) is not None
        and _NO_HANDLE.match(surface) is None
    )


def digits(surface: str) -> str:
    """Returns the ASCII digits of the surface."""
    return "".join(char for char in surface if "0" <= char <= "9")


def has_digits(least: int, most: int = 99) -> Callable[[str], bool]:
    """Returns a check that a surface has so many digits.

    A number of a telephone has 7 to 15 of them (ITU-T E.164).
    """
    return lambda surface: least <= len(digits(surface)) <= most


def no_word_of(text: str) -> Callable[[str], bool]:
    """Returns a check that no word of a surface, in small letters, is one of these."""
    barred = listed(text)
    return lambda surface: barred.isdisjoint(surface.lower().split())


def is_day_and_month(surface: str) -> bool:
    """Whether two numbers are a day and a month, in this order."""
    numbers = [int(number) for number in _NUMBER.findall(surface)]
    return len(numbers) == 2 and _is_day(numbers[1], numbers[0])


def is_date(surface: str) -> bool:
    """Whether three numbers are a day, month and year from 1880 to 2100, or the year first.

    Month and day may be in American order where the day tells.
    """
    numbers = [int(number) for number in _NUMBER.findall(surface)]
    if len(numbers) != 3:
        return False
    if numbers[0] > 31:
        numbers.reverse()
    day, month, year = numbers
    if month > 12 and day <= 12:
        day, month = month, day
    if year < 100:
        year += 2000
    try:
        date(year, month, day)
    except ValueError:
        return False
    return 1880 <= year <= 2100


def is_month_day(surface: str) -> bool:
    """Whether the first two numbers are a month and one of its days, in either order."""
    first, second = (int(number) for number in _NUMBER.findall(surface)[:2])
    return _is_day(first, second) or _is_day(second, first)


def is_numeric_date(surface: str) -> bool:
    """Whether three numbers are a date: day, month, year in any order with the month not last."""
    numbers = _NUMBER.findall(surface)
    if len(numbers) != 3:
        return False
    if len(numbers[0]) == 4:
        return _is_day(int(numbers[1]), int(numbers[2]))
    return is_month_day(surface)


def is_compact_date(surface: str) -> bool:
    """Whether the digits begin with a year from 1880 to 2099, a month and a day: `20190314`."""
    number = digits(surface)
    return 1880 <= int(number[:4]) <= 2099 and _is_day(int(number[4:6]), int(number[6:8]))


def _is_day(month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1]


def is_luhn(surface: str) -> bool:
    """Whether the last digit is the Luhn check digit (ISO/IEC 7812-1): cards, SIN."""
    number = digits(surface)
    return len(set(number)) > 1 and bool(stdnum.luhn.is_valid(number))


def is_iban(surface: str) -> bool:
    """Whether the surface is an international bank account number (ISO 13616)."""
    return bool(stdnum.iban.is_valid(surface))


def is_verhoeff(surface: str) -> bool:
    """Whether the last digit is the Verhoeff check digit: Aadhaar."""
    return bool(stdnum.verhoeff.is_valid(digits(surface)))


def is_ip_address(surface: str) -> bool:
    """Whether the surface is an address of the internet protocol, version 4 or 6."""
    try:
        ipaddress.ip_address(surface)
    except ValueError:
        return False
    return True
