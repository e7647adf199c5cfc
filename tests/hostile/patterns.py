"""Texts that no clinician writes and that a run meets all the same: what is long and of one kind.

Each row makes a text of about so many characters, the same every time. What a stage does to them
must grow with their length and not with its square (test_linear.py).
"""

from __future__ import annotations

import base64
import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

Pattern = Callable[[int], str]


def repeated(piece: str) -> Pattern:
    """Returns the pattern that writes a piece over and over."""
    return lambda size: piece * (size // len(piece) + 1)


def drawn(make: Callable[[random.Random], str]) -> Pattern:
    """Returns the pattern that draws each piece anew, by one seed."""

    def pattern(size: int) -> str:
        rng, pieces, length = random.Random(7), [], 0
        while length < size:
            pieces.append(make(rng))
            length += len(pieces[-1])
        return "".join(pieces)

    return pattern


def _word(rng: random.Random, shortest: int = 4, longest: int = 9) -> str:
    """A word that can be spoken and stands in no list."""
    size = rng.randint(shortest, longest)
    return "".join(rng.choice("bdfgklmnprstvz" if i % 2 else "aeiou") for i in range(size))


def _name(rng: random.Random) -> str:
    return _word(rng).capitalize()


def _digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choice("0123456789") for _ in range(count))


def _date(rng: random.Random) -> str:
    return f"{rng.randint(1, 12)}/{rng.randint(1, 28)}/{rng.randint(1990, 2029)}"


def _code(rng: random.Random) -> str:
    return f"{rng.choice('ABCEFGHIJKLMNR')}{rng.randint(10, 99)}.{rng.randint(0, 9)}"


_LARGE = {
    "one letter": repeated("a"),
    "one capital": repeated("A"),
    "blanks": repeated(" "),
    "newlines": repeated("\n"),
    "carriage returns": repeated("\r\n"),
    "tabs": repeated("\t"),
    "zeros": repeated("0"),
    "dots": repeated("."),
    "hyphens": repeated("-"),
    "underscores": repeated("_"),
    "commas": repeated(", "),
    "bars": repeated("|"),
    "carets": repeated("^"),
    "opening brackets": repeated("("),
    "nested brackets": lambda size: "(" * (size // 2) + ")" * (size // 2),
    "square brackets": repeated("[x] "),
    "apostrophes": repeated("a'"),
    "quotes": repeated('"'),
    "slashes": repeated("a/"),
    "ats": repeated("a@"),
    "combining marks": repeated("\u0301"),
    "accents": repeated("e\u0301"),
    "dotted capital I": repeated("İ"),
    "base64": lambda size: base64.b64encode(random.Random(7).randbytes(size * 3 // 4)).decode(),
    "one URL": lambda size: "https://example.org/" + "path/" * (size // 5),
    "one query": lambda size: "http://example.org/?" + "a=1&" * (size // 4),
    "joined e-mails": repeated("ada.ruiz@example.org,"),
    "endless e-mail": lambda size: "a" * (size // 2) + "@" + "b." * (size // 4),
    "CamelCase": drawn(_name),
    "one hyphenated word": drawn(lambda rng: _name(rng) + "-"),
    "digits by hyphens": drawn(lambda rng: _digits(rng, 3) + "-"),
    "digits by dots": repeated("1."),
    "digits by blanks": repeated("1 "),
    "telephones": drawn(lambda rng: f"{_digits(rng, 3)}-{_digits(rng, 3)}-{_digits(rng, 4)} "),
    "long numbers": drawn(lambda rng: _digits(rng, 11) + " "),
    "dates": drawn(lambda rng: _date(rng) + " "),
    "joined dates": repeated("1/2/"),
    "times": repeated("12:30 "),
    "one name in small letters": repeated("john "),
    "distinct names": drawn(lambda rng: f"{_name(rng)} "),
    "distinct full names": drawn(lambda rng: f"{_name(rng)} {_name(rng)}, "),
    "distinct three-word names": drawn(
        lambda rng: f"{_name(rng)} {_name(rng)} {_name(rng)}.\n"
    ),
    "distinct names in capitals": drawn(lambda rng: f"{_name(rng).upper()} "),
    "distinct short names": drawn(lambda rng: f"{_word(rng, 2, 3).capitalize()} "),
    "distinct logins": drawn(lambda rng: f"{_word(rng)}.{_word(rng)} "),
    "distinct words": drawn(lambda rng: f"{_word(rng)} "),
    "names of one stem": drawn(lambda rng: f"Johnson{_word(rng, 2, 4)} "),
    "name within a name": drawn(lambda rng: f"Ann{_word(rng, 0, 4)} Anna{_word(rng, 0, 4)} "),
    "initials": repeated("J. "),
    "initials without blanks": repeated("J.K."),
    "ICD codes": drawn(lambda rng: f"{_code(rng)} "),
    "laboratory": drawn(lambda rng: f"{_word(rng, 2, 4).upper()}\t{_digits(rng, 2)}\tmg/dL\n"),
    "table of names": drawn(lambda rng: f"| {_name(rng)} | {_name(rng)} | {_date(rng)} |\n"),
    "HL7": drawn(lambda rng: f"PID|1||{_digits(rng, 7)}^^^MRN||{_name(rng)}^{_name(rng)}\r"),
    "tags": repeated("[**Name**] "),
}  # fmt: skip

_ENGLISH = {
    "one name": repeated("John "),
    "one full name": repeated("John Smith "),
    "surname with comma": repeated("Smith, "),
    "joined names": repeated("JohnSmith"),
    "possessives": repeated("John's "),
    "titles without end": repeated("Dr. "),
    "titles and names": drawn(lambda rng: f"Dr. {_name(rng)}, Mrs. {_name(rng)} "),
    "months": repeated("January "),
    "months and days": repeated("March 3 "),
    "words that are names": repeated("Will May Hope Rose "),
    "names that share a word": drawn(lambda rng: f"Will {_name(rng)} Will "),
    "initials beside a shared word": drawn(lambda rng: f"Will {_name(rng)} Will B. "),
    "logins of a shared word": drawn(lambda rng: f"Will {_name(rng)} will.{_word(rng)} wsmith1 "),
    "hospitals that share a word": drawn(lambda rng: f"Hospital {_name(rng)} Hospital "),
    "IP addresses": repeated("10.1.2.3 "),
    "ages": repeated("45 year old "),
    "ages by hyphens": repeated("45-year-old-"),
    "addresses": drawn(
        lambda rng: f"{_digits(rng, 3)} {_name(rng)} Street, Boston, MA 0{_digits(rng, 4)}\n"
    ),
    "hospitals": drawn(lambda rng: f"{_name(rng)} Memorial Hospital "),
    "places": repeated("New York, "),
    "signatures": drawn(
        lambda rng: f"Signed by: {_name(rng)} {_name(rng)}, MD {_date(rng)} 14:30\n"
    ),
    "of the of the": repeated("of the "),
    "records": drawn(lambda rng: f"MRN: {_digits(rng, 7)} "),
    "professions": repeated("works as a nurse and "),
    "relations": drawn(lambda rng: f"his daughter {_name(rng)} and "),
}  # fmt: skip

_SPANISH = {
    "one name": repeated("Juan "),
    "one full name": repeated("Juan García "),
    "surname with comma": repeated("García, "),
    "joined names": repeated("JuanGarcia"),
    "possessives": repeated("hijo de Juan "),
    "titles without end": repeated("Dra. "),
    "titles and names": drawn(lambda rng: f"Dr. {_name(rng)}, Sra. {_name(rng)} "),
    "months": repeated("enero "),
    "English months": repeated("January "),
    "months and days": repeated("3 de marzo de "),
    "words that are names": repeated("Paz Cruz Pilar Rosario "),
    "names that share a word": drawn(lambda rng: f"Paz {_name(rng)} Paz "),
    "initials beside a shared word": drawn(lambda rng: f"Paz {_name(rng)} Paz B. "),
    "logins of a shared word": drawn(lambda rng: f"Paz {_name(rng)} paz.{_word(rng)} pgarcia1 "),
    "hospitals that share a word": drawn(lambda rng: f"Hospital {_name(rng)} Hospital "),
    "RUTs": repeated("RUT 12.345.678-5 "),
    "ages": repeated("45 años de edad "),
    "ages by hyphens": repeated("45-años-"),
    "addresses": drawn(
        lambda rng: f"C/ {_name(rng)} {_digits(rng, 2)}, 28{_digits(rng, 3)} Madrid\n"
    ),
    "hospitals": drawn(lambda rng: f"Hospital Universitario {_name(rng)} "),
    "places": repeated("Las Palmas, "),
    "signatures": drawn(lambda rng: f"Fdo.: Dra. {_name(rng)} {_name(rng)} {_date(rng)}\n"),
    "of the of the": repeated("De la de la "),
    "records": drawn(lambda rng: f"NHC: {_digits(rng, 7)} "),
    "professions": repeated("trabaja de enfermera y "),
    "relations": drawn(lambda rng: f"su hija {_name(rng)} y "),
}  # fmt: skip

PATTERNS: Mapping[str, Mapping[str, Pattern]] = MappingProxyType(
    {"en": _LARGE | _ENGLISH, "es": _LARGE | _SPANISH}
)
"""By language and name."""
