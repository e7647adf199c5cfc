"""Checks that rules of every language share: calendars and check digits.

Each says of a surface whether it is what its pattern takes it for; none raises.
"""

from __future__ import annotations

import ipaddress
import re

import stdnum.iban
import stdnum.luhn
import stdnum.verhoeff

_NUMBER = re.compile(r"\d+")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


USERS_FOLDER = (
    r"(?:\\(?:[Uu]sers|USERS|[Uu]suarios|Documents and Settings)\\|[\s\"'(=:]/(?:home|Users)/)"
    r"(?P<phi>[A-Za-z\d][\w.-]*\w)"
)
"""The login that names the folder of a person in a path."""
_EVERYBODYS = ("all", "admin", "administrator", "default", "public", "root", "shared")


def is_persons_folder(surface: str) -> bool:
    """Whether a folder beside those of persons is of one, and of no group or program."""
    return surface.lower() not in _EVERYBODYS


def digits(surface: str) -> str:
    """Returns the ASCII digits of the surface."""
    return "".join(char for char in surface if "0" <= char <= "9")


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
