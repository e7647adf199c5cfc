"""Checks of surfaces for the Spanish rules: check digits and the plausibility of dates.

A check takes the marked text and says whether it is what the pattern takes it for. Numbers with a
label before them need none: people mistype, and a wrong check digit still identifies.
"""

from __future__ import annotations

import re
from datetime import date

_NUMBER = re.compile(r"[0-9]+")


def is_date(surface: str) -> bool:
    """Whether three numbers are a day, month and year, or a year, month and day."""
    numbers = [int(number) for number in _NUMBER.findall(surface)]
    if len(numbers) != 3:
        return False
    if numbers[0] > 31:
        numbers.reverse()
    day, month, year = numbers
    if month > 12 and day <= 12:  # written the American way
        day, month = month, day
    if year < 100:
        year += 2000
    return 1880 <= year <= 2100 and _exists(day, month, year)


def is_day_and_month(surface: str) -> bool:
    """Whether two numbers are a day and a month."""
    numbers = [int(number) for number in _NUMBER.findall(surface)]
    return len(numbers) == 2 and _exists(numbers[0], numbers[1], 2000)


def _exists(day: int, month: int, year: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


_ARTICLES = frozenset(("el", "la", "los", "las", "lo", "al", "en", "con", "por", "para"))
_NOT_NAMES = frozenset(
    re.findall(
        r"\w+",
        "un una uno se su que no mujer varon varón hombre niño niña paciente pte individuo "
        "neonato lactante dni nhc nuhsa cip sip rut nie tis hc id edad sexo fecha servicio "
        "hospital clínica unidad centro informe estudio equipo decúbito decubito actual auxiliar "
        "aux epidemiologia epidemiología plan yo psicóloga psicólogo médico médica medico medica "
        "enfermera enfermero valoración nota parte alta ingreso motivo comunicación nacionalidad "
        "interna firma sello cargo nombre apellidos datos tel tfno nºcol diagnóstico dx domicilio "
        "dirección calle avda avenida residencia fondo nacional servicios hemograma bioquímica "
        "glucosa urea",
    )
)


def is_name(surface: str) -> bool:
    """Whether no word of a text speaks against its being a person's name."""
    words = [word.strip(".,:").lower() for word in surface.split()]
    return words[0] not in _ARTICLES and _NOT_NAMES.isdisjoint(words)


def is_street(surface: str) -> bool:
    """Whether a text has the four letters that the shortest street has, as in `c/ Sol`."""
    return sum(char.isalpha() for char in surface) >= 4


def is_phone(surface: str) -> bool:
    """Whether a text holds as many digits as a phone number: 7 to 15 (ITU-T E.164)."""
    return 7 <= sum(char.isdigit() for char in surface) <= 15


def is_short_phone(surface: str) -> bool:
    """Whether a text holds as many digits as a number behind a word for phone: 3 to 17."""
    return 3 <= sum(char.isdigit() for char in surface) <= 17


def has_four_digits(surface: str) -> bool:
    """Whether a code holds at least four digits, so that no laboratory value passes for one."""
    return sum(char.isdigit() for char in surface) >= 4


def is_dni(surface: str) -> bool:
    """Whether the letter of a Spanish DNI or NIE is right."""
    from stdnum.es import dni, nie

    return bool(dni.is_valid(surface) or nie.is_valid(surface))


def is_cif(surface: str) -> bool:
    """Whether the check digit of a Spanish company's number is right."""
    from stdnum.es import cif

    return bool(cif.is_valid(surface))


def is_rut(surface: str) -> bool:
    """Whether the check digit of a Chilean RUT is right."""
    from stdnum.cl import rut

    return bool(rut.is_valid(surface))


def is_cuit(surface: str) -> bool:
    """Whether the check digit of an Argentine CUIT or CUIL is right."""
    from stdnum.ar import cuit

    return bool(cuit.is_valid(surface))


def is_iban(surface: str) -> bool:
    """Whether the check digits of an IBAN are right."""
    from stdnum import iban

    return bool(iban.is_valid(surface))


def is_card(surface: str) -> bool:
    """Whether the last digit of a card number is right (Luhn)."""
    from stdnum import luhn

    return bool(luhn.is_valid(re.sub(r"[ -]", "", surface)))
