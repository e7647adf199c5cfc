"""Log-in names and addresses of machines."""

from __future__ import annotations

import random
import re

from incognote.core.case import fold
from incognote.replace.values.names import Person
from incognote.replace.values.shapes import same_shape


def user_name(person: Person, rng: random.Random) -> str:
    """Returns a login that someone of that name may have."""
    first, last = (re.sub(r"[^a-z]", "", fold(name)) for name in (person.given, person.last))
    first, last = first or "user", last or "staff"
    number = rng.choice(("", "", str(rng.randint(1, 99)), f"{rng.randint(1, 99):02d}"))
    forms = (
        first[0] + last,
        first[0] + last[:6] + number,
        first + last[0] + number,
        f"{first}.{last}",
        f"{first}_{last}{number}",
        last + first[0] + number,
        last[:4] + first[:2] + number,
        first[:1] + last[:5] + f"{rng.randint(1, 9):02d}",
        f"{first[0]}{last[0]}{rng.randint(10, 9999)}",
        first + str(rng.randint(50, 99)),
        f"{last}.{first[0]}",
    )
    name = rng.choice(forms)
    return name.upper() if rng.random() < 0.12 else name


def address_like(surface: str, rng: random.Random) -> str:
    """Returns an IP or MAC address of the same shape."""
    if re.fullmatch(r"\d+(?:\.\d+){3}(?::\d+)?", surface):
        return ".".join(str(rng.randint(1, 254)) for _ in range(4))
    return same_shape(surface, rng)
