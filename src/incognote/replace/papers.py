"""Numbers of a person's papers in Spain and Latin America, and what the form of each demands.

A row is a pattern over the number as written, its parts named: `name` is letters of a name,
`born` a day of birth, `kept` what says sex, state or kind and stays. What else there is, is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache

_CONSONANTS = "BCDFGLMNPRTV"
_DAY = r"(?P<born>\d{6})"


@dataclass(frozen=True, slots=True)
class Paper:
    """A kind of number; its form and, where there is one, the check over all of it."""

    pattern: re.Pattern[str]
    check: Callable[[str], bool] | None = None


@cache
def _papers() -> Mapping[str, Paper]:
    from stdnum.ar import cuit
    from stdnum.br import cpf
    from stdnum.cl import rut
    from stdnum.es import dni, nie
    from stdnum.mx import curp, rfc

    rows: dict[str, tuple[str, Callable[[str], bool] | None]] = {
        "curp": (
            rf"(?P<name>[A-Z][AEIOUX][A-Z]{{2}}){_DAY}(?P<kept>[HM][A-Z]{{2}})"
            r"(?P<name2>[A-Z]{3})[A-Z\d]\d",
            curp.is_valid,
        ),
        "rfc": (
            rf"(?P<name>[A-ZÑ&]{{3,4}})[ -]?{_DAY}[ -]?[A-Z\d]{{2}}[\dA]",
            lambda text: rfc.is_valid(text, validate_check_digits=True),
        ),
        "dni": (r"\d{2}[. ]?\d{3}[. ]?\d{3}[ -]?[A-Z]", dni.is_valid),
        "nie": (r"[XYZ][ -]?\d{7}[ -]?[A-Z]", nie.is_valid),
        "cip": (rf"(?P<name>[A-Z]{{4}}) ?{_DAY}(?P<kept>[09]\d)\d{{4}}", None),
        "cip of Catalonia": (rf"(?P<name>[A-Z]{{4}}) ?(?P<kept>[01]) ?{_DAY} ?\d{{3}}", None),
        "cip of Galicia": (rf"{_DAY}(?P<name>[A-Z]{{4}})(?P<kept>[012])\d{{3}}", None),
        "rut": (r"\d{1,2}\.\d{3}\.\d{3}-[\dK]|\d{7,8}-K", rut.is_valid),
        "cuit": (r"(?P<kept>2[0347]|3[034])-\d{8}-\d", cuit.is_valid),
        "cpf": (r"\d{3}\.\d{3}\.\d{3}-\d{2}", cpf.is_valid),
    }
    return {name: Paper(re.compile(pattern), check) for name, (pattern, check) in rows.items()}


@cache
def _rut() -> Paper:
    """A number that the note calls a RUT or RUN, with or without points and hyphen."""
    from stdnum.cl import rut

    return Paper(re.compile(r"\d{1,2}\.?\d{3}\.?\d{3}-?[\dK]"), rut.is_valid)


def paper_of(surface: str, *, rut: bool = False) -> Paper | None:
    """Returns the row that a number has the form of, None for other numbers.

    Args:
        surface: A number as it stands.
        rut: Whether the note calls it a RUT or RUN: one that ends in K has the form of a DNI, too.
    """
    text = surface.upper()
    if _fits(_rut(), text) and (rut or _is_rut_alone(text)):
        return _rut()
    return next((row for row in _papers().values() if _fits(row, text)), None)


def _is_rut_alone(text: str) -> bool:
    """Whether a number that ends in K passes the check of Chile and fails that of Spain."""
    from stdnum.cl import rut
    from stdnum.es import dni

    plain = text.replace(".", "")
    return text.endswith("-K") and rut.is_valid(plain) and not dni.is_valid(plain)


def _fits(row: Paper, text: str) -> bool:
    found = row.pattern.fullmatch(text)
    if found is None or "born" not in row.pattern.groupindex:
        return found is not None
    try:
        datetime.strptime(found["born"], "%y%m%d")
    except ValueError:
        return False
    return True


def other_paper(row: Paper, surface: str, chance: Callable[[], float], *, valid: bool) -> str:
    """Returns another number of the row, '' where none is found.

    Args:
        row: What `paper_of` says.
        surface: The number as it stands; its gaps and case stay.
        chance: A source of numbers from 0 to 1.
        valid: Whether the check is to be right or wrong.
    """
    found = row.pattern.fullmatch(surface.upper())
    if found is None:
        return ""
    for _ in range(400):
        new = [_drawn(char, chance) for char in found[0]]
        for part in row.pattern.groupindex:
            start, end = found.span(part)
            if start < 0:
                continue
            old = found[part]
            new[start:end] = old if part == "kept" else _part(part, old, found[0], chance)
        if found[0][0] in "XYZ" and row is _papers()["nie"]:
            new[0] = "XYZ"[int(chance() * 3)]
        made = _right("".join(new), row, valid=valid)
        if made and made != found[0]:
            cased = zip(surface, made, strict=True)
            return "".join(char.lower() if old.islower() else char for old, char in cased)
    return ""


def _drawn(char: str, chance: Callable[[], float]) -> str:
    if char.isdecimal():
        return str(int(chance() * 10))
    return _CONSONANTS[int(chance() * len(_CONSONANTS))] if char.isalpha() else char


def _part(part: str, old: str, whole: str, chance: Callable[[], float]) -> str:
    """A day of birth before or, where the number tells, after 2000; or letters of a name."""
    if part == "born":
        late = len(whole) == 18 and whole[16].isalpha()  # of a CURP
        year = int(chance() * 20) if late else 40 + int(chance() * 59)
        return f"{year:02d}{1 + int(chance() * 12):02d}{1 + int(chance() * 28):02d}"
    vowels = "AEIOU"
    return "".join(
        vowels[int(chance() * 5)] if char in vowels else _drawn("A", chance) for char in old
    )


def _right(text: str, row: Paper, *, valid: bool) -> str:
    """The number with its last character changed until the check is as asked, '' for none."""
    if row.check is None:
        return text
    last = "0123456789A" if text[-1].isdecimal() else "ABCDEFGHJKLMNPQRSTVWXYZ"
    if row in (_rut(), _papers()["rut"]):
        last = "0123456789K"
    head = re.sub(r"[ .-]", "", text[:-1])
    return next((text[:-1] + char for char in last if row.check(head + char) == valid), "")
