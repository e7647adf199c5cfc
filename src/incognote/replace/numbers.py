"""Record numbers and other identifiers: the same shape, a check digit that is right or wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from incognote.core.case import fold
from incognote.replace.keyed import Keyed
from incognote.replace.papers import other_paper, paper_of
from incognote.replace.values import table
from incognote.replace.values.shapes import same_shape
from incognote.replace.values.small import spoken_digits

"""Letters that say what kind of number it is."""


def number(
    surface: str,
    keyed: Keyed,
    salt: str,
    *,
    valid: bool,
    npi: bool = False,
    rut: bool = False,
) -> str:
    """Returns another number of the same shape ('' for words without a digit).

    The same number written with other gaps stays the same number. Leading zeros stay. Where the
    number passes a check that we know (NHS, NPI, DEA, VIN, CPF, RUT, Luhn), the new one does as
    well, or with `valid` False fails it; one with the form of a row of `papers` always passes, or
    fails, its check. What numbers of a kind have in common stays: an NPI begins with 1 or 2, an
    Emirates ID with 784 and a year.

    Args:
        surface: A number as it stands.
        keyed: The note's choices.
        salt: Of a mention that is replaced anew.
        valid: Whether a check digit that was right is right again.
        npi: Whether the note calls it an NPI.
        rut: Whether the note calls it a RUT or RUN.
    """
    plain = re.sub(r"[\W_]", "", surface)
    if not any(char.isdecimal() for char in plain):
        spoken = spoken_digits(surface, keyed.rng("spoken", fold(surface) + salt))
        if spoken != surface:
            return spoken
        if not plain.isupper() or len(plain) > 8 or " " in surface:
            return ""
    if row := paper_of(surface, rut=rut):
        chance = keyed.rng("paper", plain.casefold() + salt).random
        return other_paper(row, surface, chance, valid=valid)
    kept = _kept_at(surface)
    rng = keyed.rng("number", plain.casefold() + salt)
    checks = [check for check in _checks() if check(plain)]
    npi = len(plain) == 10 and plain[0] in "12" and (npi or _is_npi(plain))
    for _ in range(200):
        new = _fresh(plain, rng.random)
        new = "".join(c if i in kept else new[i] for i, c in enumerate(plain))
        if npi:
            new = "12"[int(rng.random() * 2)] + new[1:]
        elif _EMIRATES.fullmatch(plain):
            new = f"784{1940 + int(rng.random() * 70)}{new[7:]}"
        if checks:
            new = _checked(new, checks, valid)
        if new and new != plain:
            fresh = iter(new)
            return "".join(next(fresh) if c.isalnum() else c for c in surface)
    return ""


_EMIRATES = re.compile(r"784(?:19|20)\d{10}")
_CAPITALS = "ABCDEFGHJKLMNPRSTUVWXYZ"


def _kept_at(surface: str) -> frozenset[int]:
    """Where, counted in letters and digits, the words 'MRN', 's/n' and the like stand."""
    kept: set[int] = set()
    for found in re.finditer(r"[^\W\d_]+", surface):
        serial = surface[found.start() - 2 : found.end() + 2].lower()
        if found[0].casefold() in table("kept")["number"] or (
            len(found[0]) == 1 and "s/n" in serial
        ):
            before = sum(map(str.isalnum, surface[: found.start()]))
            kept.update(range(before, before + len(found[0])))
    return frozenset(kept)


def _fresh(plain: str, chance: Callable[[], float]) -> str:
    out: list[str] = []
    for run in re.findall(r"\d+|[^\W\d_]+|.", plain):
        if not (run.isdecimal() or run.isalpha()):
            out.append(run)
        elif run.isdecimal():
            zeros = 0 if not run.strip("0") else len(run) - len(run.lstrip("0"))
            digits = [str(int(chance() * 10)) for _ in run[zeros:]]
            if digits and digits[0] == "0" and run[zeros] != "0":
                digits[0] = str(1 + int(chance() * 9))
            out.append(run[:zeros] + "".join(digits))
        else:
            for char in run:
                new = _CAPITALS[int(chance() * len(_CAPITALS))]
                out.append(new if char.isupper() else new.lower())
    return "".join(out)


Check = Callable[[str], bool]


@cache
def _checks() -> tuple[Check, ...]:
    """Tests of whole numbers; those with letters first, as they say more."""
    from stdnum import luhn
    from stdnum.br import cpf
    from stdnum.cl import rut
    from stdnum.gb import nhs

    def sized(size: int, check: Callable[[str], bool]) -> Check:
        return lambda text: len(text) == size and bool(check(text))

    return (
        sized(10, lambda text: text.isdecimal() and nhs.is_valid(text)),
        sized(10, _is_npi),
        sized(11, lambda text: text.isdecimal() and cpf.is_valid(text)),
        lambda text: len(text) in (8, 9) and text[-1] in "Kk" and rut.is_valid(text),
        sized(9, _is_dea),
        sized(17, _is_vin),
        sized(16, lambda text: text.isdecimal() and luhn.is_valid(text)),
    )


def _is_npi(text: str) -> bool:
    """45 CFR 162.406: ten digits, the Luhn check over them behind 80840."""
    from stdnum import luhn

    return text.isdecimal() and len(text) == 10 and bool(luhn.is_valid("80840" + text))


def _is_dea(text: str) -> bool:
    """Two letters, six digits and their check: (1st+3rd+5th) + 2(2nd+4th+6th), last digit."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z9]\d{7}", text):
        return False
    d = [int(char) for char in text[2:]]
    return (d[0] + d[2] + d[4] + 2 * (d[1] + d[3] + d[5])) % 10 == d[6]


_VIN = dict(
    zip("ABCDEFGHJKLMNPRSTUVWXYZ", (*range(1, 9), *range(1, 6), 7, 9, *range(2, 10)), strict=True)
)
_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def _is_vin(text: str) -> bool:
    """Vehicle number of 49 CFR 565: the ninth character is the weighted sum modulo 11."""
    text = text.upper()
    if len(text) != len(_WEIGHTS) or not all(char.isdecimal() or char in _VIN for char in text):
        return False
    total = sum(
        weight * (int(char) if char.isdecimal() else _VIN[char])
        for char, weight in zip(text, _WEIGHTS, strict=True)
    )
    return text[8] == "0123456789X"[total % 11]


def _checked(text: str, checks: Sequence[Check], valid: bool) -> str:
    """The text with its check character changed until all checks pass or all fail, or ''."""
    place = 8 if len(text) == 17 else len(text) - 1
    for char in (*"0123456789", *_CAPITALS, "X", "Q"):
        if char.isdecimal() != text[place].isdecimal() and text[place].isdecimal() and place != 8:
            continue
        new: str = text[:place] + char + text[place + 1 :]
        passed = [check(new) for check in checks]
        if all(passed) if valid else not any(passed):
            return new
    return ""


_IPV4 = re.compile(r"(\d{1,3}(?:\.\d{1,3}){3})([:/]\d{1,5})?")
_IPV6 = re.compile(r"(?=(?:[^:]*:){2})[0-9A-Fa-f]{0,4}(?:::?[0-9A-Fa-f]{1,4}){1,8}(?:::)?")
_MAC = re.compile(r"(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}")
_WITHIN = re.compile(r"10|127|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254")
"""Networks that are no house's own: RFC 1918 and 3927."""
_LINK = re.compile(r"(?:fe80|f[cd][0-9a-f]{2})(?=:)", re.IGNORECASE)


def is_address(surface: str) -> bool:
    """Returns whether a surface is an address of a network or of a machine in it."""
    return any(pattern.fullmatch(surface) for pattern in (_IPV4, _IPV6, _MAC))


def code(surface: str, keyed: Keyed, salt: str) -> str:
    """Returns another network address, or a code of the same shape.

    Parts of an IP address are 1 to 254, those of a private network stay in it; a port stays.
    """
    rng = keyed.rng("code", fold(surface) + salt)
    if ip := _IPV4.fullmatch(surface):
        inner = _WITHIN.match(f"{ip[1]}.")
        head = inner[0].split(".") if inner and ip[1][inner.end()] == "." else []
        first = [] if head else [str(rng.randint(11, 126))]
        rest = (str(rng.randint(1, 254)) for _ in range(4 - len(head) - len(first)))
        return ".".join([*head, *first, *rest]) + (ip[2] or "")
    if _MAC.fullmatch(surface) or _IPV6.fullmatch(surface):
        digits = "0123456789ABCDEF" if surface.upper() == surface else "0123456789abcdef"
        link = _LINK.match(surface)
        start = link.end() if link else 0
        new = re.sub(r"[0-9A-Fa-f]", lambda _: rng.choice(digits), surface[start:])
        return surface[:start] + new
    return same_shape(surface, rng)
