"""Record numbers and other identifiers: the same shape, a check digit that is right or wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from incognote.core.case import fold
from incognote.replace.identity import (
    Check,
    Start,
    checks,
    document_of,
    identity,
    other_document,
    starts,
)
from incognote.replace.keyed import Keyed
from incognote.replace.values import table
from incognote.replace.values.shapes import same_shape, spoken_digits


def number(
    surface: str,
    keyed: Keyed,
    salt: str,
    *,
    lang: str,
    valid: bool,
    called: Callable[[re.Pattern[str]], bool] = lambda pattern: False,
) -> str:
    """Returns another number of the same shape ('' for words without a digit).

    The same number written with other gaps stays the same number. Leading zeros stay. Where the
    number passes a check that we know (NHS, NPI, DEA, VIN, CPF, RUT, Luhn), the new one does as
    well, or with `valid` False fails it; one with the form of an identity document always passes,
    or fails, its check. What numbers of a kind have in common stays: an NPI begins with 1 or 2, an
    Emirates ID with 784 and a year.

    Args:
        surface: A number as it stands.
        keyed: The note's choices.
        salt: Of a mention that is replaced anew.
        lang: Language of the note.
        valid: Whether a check digit that was right is right again.
        called: Whether the note calls the number by a name that a pattern finds before it.
    """
    plain = re.sub(r"[\W_]", "", surface)
    if not any(char.isdecimal() for char in plain):
        rng = keyed.rng("spoken", fold(surface) + salt)
        spoken = spoken_digits(surface, rng, identity(lang).number_words)
        if spoken != surface:
            return spoken
        if not plain.isupper() or len(plain) > 8 or " " in surface:
            return ""
    if row := document_of(surface, lang, called):
        chance = keyed.rng("paper", plain.casefold() + salt).random
        return other_document(row, surface, chance, valid=valid)
    kept = _kept_at(surface)
    rng = keyed.rng("number", plain.casefold() + salt)
    passed = [check for check in checks(lang) if check(plain)]
    start = next((s for s in starts(lang) if _begins(s, plain, called)), None)
    for _ in range(200):
        new = _fresh(plain, rng.random)
        new = "".join(c if i in kept else new[i] for i, c in enumerate(plain))
        if start:
            head = start.make(rng.random)
            new = head + new[len(head) :]
        if passed:
            new = _checked(new, passed, valid)
        if new and new != plain:
            fresh = iter(new)
            return "".join(next(fresh) if c.isalnum() else c for c in surface)
    return ""


def _begins(start: Start, plain: str, called: Callable[[re.Pattern[str]], bool]) -> bool:
    if not start.pattern.fullmatch(plain):
        return False
    named = start.called is None or called(start.called)
    return named or bool(start.certain and start.certain(plain))


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
"""Networks that are no institution's own: RFC 1918 and 3927."""
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
