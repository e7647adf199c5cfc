"""The types of identifier that incognote knows, and the labels that schemes of annotation use.

A type is ours: engines and policies know nothing else. A scheme's labels are what corpora, models
and outputs of a language hold; each maps to one of our types, so that what is written for a type
serves every language. The scheme is part of a language's pack (`scheme`); English has the types
themselves.

Each has one of seven categories (Johnson 2020, table 1) and says whether HIPAA's Safe Harbor names
it among its 18 identifiers (45 CFR 164.514(b)(2)).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from incognote.core import registry
from incognote.core.errors import ConfigError, unknown
from incognote.core.language import get_language, language_codes

CATEGORIES = ("NAME", "PROFESSION", "LOCATION", "AGE", "DATE", "CONTACT", "ID", "OTHER")


@dataclass(frozen=True, slots=True)
class Label:
    """A type of ours, or a label of a scheme."""

    name: str
    category: str
    """One of `CATEGORIES`."""
    hipaa: bool
    """Whether Safe Harbor names it (read conservatively: of relatives, employers, household)."""
    description: str
    example: str
    """A made-up instance."""
    type: str | None = None
    """Our type that it is treated as; '' where we have none (a patient's sex), None for a type."""
    also: tuple[str, ...] = ()
    """Further types that its marks may be of, where a scheme does not tell them apart."""


TYPES = (
    Label(
        "PATIENT",
        "NAME",
        True,
        "patient, relative or other person not on the staff",
        "Maria Delgado",
    ),
    Label("DOCTOR", "NAME", False, "clinician or staff member, also by initials", "J. Okafor"),
    Label("USERNAME", "NAME", False, "login name or user code", "jsmith4"),
    Label(
        "PROFESSION",
        "PROFESSION",
        False,
        "occupation of the patient or a relative",
        "retired welder",
    ),
    Label(
        "HOSPITAL",
        "LOCATION",
        False,
        "named hospital, clinic, practice, pharmacy, nursing home",
        "Mercy General",
    ),
    Label("UNIT", "LOCATION", False, "ward, floor, room or bed with a number or name", "Rm 412B"),
    Label(
        "ORGANIZATION",
        "LOCATION",
        True,
        "employer, school, church, insurer, agency",
        "Tri-County Transit",
    ),
    Label("STREET", "LOCATION", True, "street address line", "18 Alder Row, Apt 2"),
    Label("CITY", "LOCATION", True, "city, town, village, neighbourhood", "Leadville"),
    Label("STATE", "LOCATION", False, "state, province, county, region", "Ohio"),
    Label("COUNTRY", "LOCATION", False, "country", "Haiti"),
    Label("ZIP", "LOCATION", True, "ZIP or postal code", "44107"),
    Label(
        "LOCATION_OTHER",
        "LOCATION",
        True,
        "named landmark, park, highway, building, venue",
        "Route 9",
    ),
    Label("AGE", "AGE", True, "age of a person (Safe Harbor: from 90)", "54"),
    Label("DATE", "DATE", True, "calendar date or part of one, weekday, holiday", "3/14/2019"),
    Label("PHONE", "CONTACT", True, "phone, pager, extension", "(216) 555-0143"),
    Label("FAX", "CONTACT", True, "fax number", "216-555-0188"),
    Label("EMAIL", "CONTACT", True, "e-mail address", "m.delgado@example.org"),
    Label("URL", "CONTACT", True, "web address", "www.example.org/ward7"),
    Label("IPADDRESS", "CONTACT", True, "IP or MAC address", "10.2.0.17"),
    Label("SSN", "ID", True, "social security or other national identity number", "078-05-1120"),
    Label("MRN", "ID", True, "medical record, hospital or NHS number", "00482913"),
    Label("HEALTHPLAN", "ID", True, "insurance member or policy number", "XZH884120077"),
    Label("ACCOUNT", "ID", True, "account, billing, encounter or visit number", "V00071832"),
    Label("LICENSE", "ID", True, "licence or certificate number (DEA, NPI, driver's)", "BF1234563"),
    Label("VEHICLE", "ID", True, "plate or vehicle identification number", "7KTR 204"),
    Label("DEVICE", "ID", True, "serial or lot number of a device or implant", "SN 4471-A09"),
    Label("BIOID", "ID", True, "biometric, genetic-sample or image identifier", "IMG_20190314.jpg"),
    Label("IDNUM", "ID", True, "any other identifier: accession, order, case, study", "S19-04482"),
)

_BY_NAME = {label.name: label for label in TYPES}


def label_like(
    type: str, name: str, description: str, example: str, also: tuple[str, ...] = ()
) -> Label:
    """Returns a scheme's label whose marks are of a type of ours, with its category and `hipaa`.

    Raises:
        KeyError: If there is no such type.
    """
    ours = _BY_NAME[type]
    return Label(name, ours.category, ours.hipaa, description, example, type, also)


OURS = "incognote"
"""The scheme whose labels are our types: a pack of this one needs no labels of its own."""

T = TypeVar("T")


class _Gathered(Mapping[str, T]):
    """What the packs of all languages say, read when it is first asked for."""

    def __init__(self, read: Callable[[], Mapping[str, T]]) -> None:
        self._read = read

    def __getitem__(self, name: str) -> T:
        return self._read()[name]

    def __contains__(self, name: object) -> bool:
        return name in self._read()

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


@cache
def _read() -> tuple[Mapping[str, tuple[Label, ...]], Mapping[str, Label], Mapping[str, str]]:
    """The schemes and labels of all packs, and by language why those of a pack do not count.

    A fault in the pack of another package stops runs in its language alone (`labels_of`).
    """
    schemes: dict[str, tuple[Label, ...]] = {OURS: TYPES}
    known = {label.name: label for label in TYPES}
    faults: dict[str, str] = {}
    ours = registry.ROWS["language"]
    for code in sorted(language_codes(), key=lambda code: code not in ours):
        try:
            pack = get_language(code)
            scheme = TYPES if pack.scheme == OURS else pack.part("scheme", "SCHEME")
            if schemes.get(pack.scheme, scheme) != scheme:
                raise ConfigError(
                    f"The pack of language '{code}' has other labels in its scheme "
                    f"'{pack.scheme}' than another pack; give the scheme a name of its own."
                )
            known = _with_labels(known, pack.scheme, scheme)
            schemes[pack.scheme] = scheme
        except Exception as error:
            if code in ours:
                raise
            told = str(error) if isinstance(error, ConfigError) else type(error).__name__
            faults[code] = told
    return schemes, known, faults


def _with_labels(
    known: Mapping[str, Label], scheme: str, labels: Sequence[Label]
) -> dict[str, Label]:
    """Labels by name with those of one more scheme."""
    found = dict(known)
    types = {*(label.name for label in TYPES), ""}
    for label in labels:
        type = label.name if label.type is None else label.type
        other = found.setdefault(label.name, label)
        if not {type, *label.also} <= types or type not in (other.name, other.type):
            raise ConfigError(
                f"The label '{label.name}' of scheme '{scheme}' has a type that is none of "
                "ours, or another one than in another scheme."
            )
    return found


SCHEMES: Mapping[str, tuple[Label, ...]] = _Gathered(lambda: _read()[0])
"""The label schemes of all packs by name, but for packs that are at fault (`labels_of`)."""

LABELS: Mapping[str, Label] = _Gathered(lambda: _read()[1])
"""Our types and every scheme's labels by name. A name stands for one type, whatever the scheme."""


def labels_of(lang: str) -> tuple[Label, ...]:
    """Returns the labels of the scheme of a language's pack.

    Raises:
        ConfigError: If there is no such language, its pack has no such scheme, or one that does not
            go together with those of other packs.
    """
    pack = get_language(lang)
    schemes, _, faults = _read()
    if lang in faults:
        raise ConfigError(f"The labels of language '{lang}' cannot be used: {faults[lang]}")
    return schemes[pack.scheme]


@cache
def get_label(name: str) -> Label:
    """Returns the label of that name.

    Raises:
        ConfigError: If there is none; the message holds the nearest name.
    """
    if name not in LABELS:
        raise unknown("label", name, LABELS)
    return LABELS[name]


@cache
def our_type(name: str) -> str:
    """Returns our type of a label of any scheme, '' where we have none (a patient's sex).

    Raises:
        ConfigError: If there is no such label.
    """
    label = get_label(name)
    return label.name if label.type is None else label.type


def is_direct(name: str) -> bool:
    """Returns whether a label names a person, reaches one or is a person's own number.

    Such are names, contacts, numbers and streets; dates, ages, towns and occupations point at
    somebody only together.
    """
    return get_label(name).category in ("NAME", "CONTACT", "ID") or our_type(name) == "STREET"
