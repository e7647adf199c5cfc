"""MIMIC-III's NOTEEVENTS.csv, its placeholders filled with made-up values, which become the marks.

What `[**Hospital1 18**]` stood for is told by its words (`placeholders.py`), and the value comes
from the tables in `replace/values`: the same for the same placeholder of one patient, whatever
the order of the notes. Dates move back by a multiple of 28 years, the same within a note, so that
intervals stay. The corpus is under agreement, and so is a text made from it.
"""

from __future__ import annotations

import csv
import datetime
import hashlib
import io
import random
import re
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import BinaryIO, Protocol

from incognote.core.config import csv_fault
from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.core.pipeline import OnError
from incognote.io.checks import new_id, report
from incognote.io.files import decode, open_file
from incognote.io.format import Format
from incognote.io.placeholders import PLACEHOLDER, Kind, kind_of
from incognote.languages.en import PACK, addresses, contacts, institutions
from incognote.replace.date_samples import write_as
from incognote.replace.values import names
from incognote.replace.values.shapes import fill

_COLUMNS = ("ROW_ID", "SUBJECT_ID", "HADM_ID", "CHARTDATE", "CATEGORY", "TEXT")
_META = {"SUBJECT_ID": "patient", "HADM_ID": "stay", "CHARTDATE": "date", "CATEGORY": "kind"}
_NUMBER = re.compile(r"[0-9]{1,12}")
_BRACKET = re.compile(r"\[\*\*|\*\*\]")
_YEAR = re.compile(r"[0-9]{4}")
_LATEST = 2024
"""Dates of the notes' own years come out no later."""


def read(
    path: Path,
    *,
    seed: int = 0,
    categories: Collection[str] = (),
    draw: int = 0,
    on_error: OnError | None = None,
) -> Iterator[Document]:
    """Returns the notes of the file, filled, one at a time.

    A note's id is its ROW_ID; `meta` has patient, stay, date and kind as the file has them.
    `Span.source` is empty: placeholders are of no types. Memory grows by the ids only.

    Args:
        path: NOTEEVENTS.csv, unpacked; other columns than ROW_ID, SUBJECT_ID, HADM_ID, CHARTDATE,
            CATEGORY and TEXT are left alone.
        seed: Of the values.
        categories: Only notes whose CATEGORY is one of these, as `Discharge summary`; none for all.
        draw: At most so many of them, each of another patient, the same ones each time; the file
            is then read twice. 0 for all.
        on_error: Called with the error of each note that cannot be read; None raises it.

    Raises:
        InputError: If the file cannot be read, is not CSV, lacks a column or, where `categories`
            are given, any note of them.
        NoteError: If `on_error` is None and a note is not UTF-8 or a placeholder of it is not
            whole or of no known kind.
    """
    wanted = frozenset(name.strip().lower() for name in categories)
    chosen = _draw(path, wanted, draw) if draw else None
    return _notes(open_file(path, "mimic-iii"), path, seed, wanted, chosen, on_error)


def _notes(
    binary: BinaryIO,
    path: Path,
    seed: int,
    wanted: Collection[str],
    chosen: Collection[str] | None,
    on_error: OnError | None,
) -> Iterator[Document]:
    seen: set[str] = set()
    kept = not wanted
    for where, row in _rows(binary, path, on_error):
        try:
            if wanted and row["CATEGORY"].strip().lower() not in wanted:
                continue
            kept = True
            if chosen is not None and row["ROW_ID"] not in chosen:
                continue
            doc = _fill(row, where, seed)
            new_id(doc.id, seen)
        except NoteError as error:
            report(error, on_error)
        else:
            yield doc
    if not kept:
        raise InputError(f"{path}: holds no note of the categories that were asked for.")


def _draw(path: Path, wanted: Collection[str], number: int) -> frozenset[str]:
    """Ids of so many notes, each of another patient; hashes of both numbers decide which."""
    first: dict[str, tuple[str, str]] = {}
    for _, row in _rows(open_file(path, "mimic-iii"), path, lambda error: None):
        if wanted and row["CATEGORY"].strip().lower() not in wanted:
            continue
        own = (_hash(row["ROW_ID"]), row["ROW_ID"])
        patient = row["SUBJECT_ID"]
        first[patient] = min(first.get(patient, own), own)
    return frozenset(first[patient][1] for patient in sorted(first, key=_hash)[:number])


def _hash(number: str) -> str:
    return hashlib.sha256(number.encode("utf-8", "surrogateescape")).hexdigest()


def _rows(
    binary: BinaryIO, path: Path, on_error: OnError | None
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yields file and line, and the columns of each row; bytes that are no UTF-8 as surrogates."""
    # Bytes that are not UTF-8 pass as they are, so that only their own note fails.
    with io.TextIOWrapper(binary, encoding="utf-8", errors="surrogateescape", newline="") as file:
        rows = csv.reader(file, strict=True)
        problem = ""
        try:
            header = next(rows, [])
            columns = {name.upper(): i for i, name in enumerate(header)}
            missing = [name for name in _COLUMNS if name not in columns]
            if missing:
                raise InputError(f"{path}:1: the header lacks {', '.join(missing)}.")
            for row in rows:
                where = f"{path.name}:{rows.line_num}"
                if len(row) != len(header):
                    reason = f"has {len(row)} fields, not {len(header)}"
                    report(NoteError(where, reason), on_error)
                else:
                    yield where, {name: row[columns[name]] for name in _COLUMNS}
        except csv.Error as error:
            problem = f"{path}:{rows.line_num}: {csv_fault(error)}; the file may also be cut off."
        if problem:
            raise InputError(problem)
        if rows.line_num < 2:
            raise InputError(f"{path}: holds no note.")


def _fill(row: Mapping[str, str], where: str, seed: int) -> Document:
    id = row["ROW_ID"]
    if not _NUMBER.fullmatch(id) or not _NUMBER.fullmatch(row["SUBJECT_ID"]):
        raise NoteError(where, "ROW_ID and SUBJECT_ID must be numbers")
    known = {
        name: decode(row[column].encode("utf-8", "surrogateescape"), id)
        for column, name in _META.items()
    }
    text = decode(row["TEXT"].encode("utf-8", "surrogateescape"), id)
    filler = _Filler(f"{seed}/{row['SUBJECT_ID']}", id, row["CHARTDATE"], text)
    # One that is not whole would stay in the text, unmarked.
    if broken := _BRACKET.search(PLACEHOLDER.sub(lambda match: "x" * len(match[0]), text)):
        raise NoteError(id, f"a bracket at {broken.start()} belongs to no whole placeholder")
    parts: list[str] = []
    spans: list[Span] = []
    at = size = 0
    for match in PLACEHOLDER.finditer(text):
        kind = kind_of(match["content"])
        if kind is None:
            raise NoteError(
                id,
                f"the placeholder at [{match.start()}, {match.end()}) is of no known kind; add a "
                "row to incognote/io/placeholders.py",
            )
        plain, value = text[at : match.start()], filler.value(match["content"], kind)
        parts += [plain, value]
        start = size + len(plain)
        size = start + len(value)
        at = match.end()
        label = "PATIENT" if kind.label == "DOCTOR" and _LAY.search(plain) else kind.label
        if label:
            spans.append(Span(start, size, label))
    parts.append(text[at:])
    return Document(id, "".join(parts), tuple(spans), {k: v for k, v in known.items() if v})


_LAY = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|son|daughter|wife|husband|brother|sister|mother|father)\.? $"
)
"""What before a name says that it is not one of the staff's."""


class _Filler:
    """Values for the placeholders of one note."""

    def __init__(self, patient: str, id: str, date: str, text: str) -> None:
        self.patient = patient
        own = random.Random(f"incognote mimic-iii patient {patient}")
        self.person = names.make_person(own, language=PACK.code)
        self.home = addresses.make_home(own, "US")
        note = random.Random(f"incognote mimic-iii note {patient} {id}")
        self.forms = {
            "dmy": note.choice(PACK.table("calendar")["forms dmy monthfirst"]),
            "dm": note.choice(PACK.table("calendar")["forms dm monthfirst"]),
            "my": note.choice(("3/2019", "03/2019", "March 2019")),
            "y": "2019",
            "m": "March",
        }
        years = [int(match[0]) for match in (_YEAR.match(date),) if match]
        contents = (match["content"].strip() for match in PLACEHOLDER.finditer(text))
        years = years or [int(m[0]) for content in contents if (m := _YEAR.match(content))]
        self.back = 28 * max(0, -((_LATEST - max(years, default=_LATEST)) // 28))
        self.year = max(years, default=_LATEST) - self.back

    def value(self, content: str, kind: Kind) -> str:
        """Returns what fills a placeholder, the same each time for this patient."""
        content = " ".join(content.split())
        rng = random.Random(f"incognote mimic-iii value {self.patient} {content}")
        if kind.label == "DATE":
            return self._date(content, kind.value, rng)
        if kind.value.startswith("patient "):
            return self._name(self.person, kind.value.removeprefix("patient "), rng)
        if kind.label in {"PATIENT", "DOCTOR"}:
            low = content.lower()
            gender = "female" if "female" in low else "male" if "male" in low else ""
            return self._name(
                names.make_person(rng, language=PACK.code, gender=gender), kind.value, rng
            )
        return _MAKERS[kind.value](rng=rng, home=self.home).strip()

    def _name(self, person: names.Person, part: str, rng: random.Random) -> str:
        if part == "initials":
            return names.initials_like("AB", person)
        if part == "prefix":
            return rng.choice(("van", "de", "von", "del"))
        if part == "full":
            return f"{person.given} {person.last}"
        return person.given if part == "given" else person.last

    def _date(self, content: str, kind: str, rng: random.Random) -> str:
        if kind == "holiday":
            return rng.choice(PACK.table("calendar")["feast"])
        if kind == "d":
            return content if content.isdigit() else str(rng.randint(1, 28))
        numbers = [int(number) for number in re.findall(r"[0-9]+", content)]
        if kind == "range":
            low = rng.randint(1, 14)
            return f"{rng.randint(1, 12)}/{low}-{low + rng.randint(2, 14)}"
        drawn = (self.year, rng.randint(1, 12), rng.randint(1, 28))
        grain, parts = {
            "ymd": ("dmy", numbers),
            "md": ("dm", [drawn[0] + self.back, *numbers]),
            "ym": ("my", [*numbers, 1]),
            "my": ("my", [*numbers[::-1], 1]),
            "y": ("y", [*numbers, 1, 1]),
        }.get(kind, (_DRAWN.get(kind, ""), []))
        year, month, day = parts if parts else (drawn[0] + self.back, *drawn[1:])
        return write_as(
            self.forms[grain], _date(year - self.back, month, day), PACK.code, day_first=False
        )


_DRAWN = {"new ymd": "dmy", "new md": "dm", "new my": "my", "new y": "y", "month": "m"}
"""Grain of dates of which the placeholder says nothing more."""


def _date(year: int, month: int, day: int) -> datetime.date:
    """The date, or the nearest that the calendar has (30 February, month 0)."""
    year, month, day = max(1, min(year, 9999)), max(1, min(month, 12)), max(1, min(day, 31))
    while True:
        try:
            return datetime.date(year, month, day)
        except ValueError:
            day -= 1


def _state_code(rng: random.Random) -> str:
    return rng.choice(PACK.table("places")["states US"]).rsplit(" ", 1)[1]


class _Maker(Protocol):
    def __call__(self, *, rng: random.Random, home: addresses.Home) -> str: ...


_NUMBERS = ("MRN", "SSN", "LICENSE", "DEVICE", "ACCOUNT", "HEALTHPLAN", "VEHICLE", "IDNUM")

_UNIVERSITIES = ("{} University", "University of {}", "{} State University", "{} College")
_RANKS = ("Private", "Corporal", "Sergeant", "Lieutenant", "Captain", "Major", "Colonel")
_ETHNICITIES = ("Hispanic", "Haitian", "Irish", "Italian", "Chinese", "Portuguese", "Russian")
_RELIGIONS = ("Catholic", "Protestant", "Jewish", "Muslim", "Buddhist", "Hindu", "Baptist")

_MAKERS: Mapping[str, _Maker] = {
    "age": lambda rng, home: str(rng.randint(90, 101)),
    "hospital": lambda rng, home: institutions.make_institution(rng, home).full,
    "pharmacy": lambda rng, home: institutions.make_institution(rng, home, "Pharmacy").full,
    "unit": lambda rng, home: institutions.make_unit(rng, home),
    "university": lambda rng, home: rng.choice(_UNIVERSITIES).format(addresses.town(rng, home)),
    "school": lambda rng, home: institutions.organization_like("School", rng, home, renew=1.0),
    "company": lambda rng, home: institutions.organization_like("A Company", rng, home, renew=1.0),
    "rank": lambda rng, home: rng.choice(_RANKS),
    "ethnicity": lambda rng, home: rng.choice(_ETHNICITIES),
    "religion": lambda rng, home: rng.choice(_RELIGIONS),
    "town": lambda rng, home: addresses.town(rng, home),
    "state": lambda rng, home: home.region,
    "state zip": lambda rng, home: f"{_state_code(rng)} {fill('^####', rng)}",
    "zip": lambda rng, home: fill("^####", rng),
    "country": lambda rng, home: rng.choice(PACK.table("places")["country"]),
    "street": lambda rng, home: addresses.make_street(rng, home),
    "box": lambda rng, home: fill("PO Box ^###", rng),
    "phone": lambda rng, home: institutions.phone(rng, home),
    "email": lambda rng, home: contacts.email(names.make_person(rng, language=PACK.code), rng),
    "url": lambda rng, home: contacts.web_address(
        rng, institutions.slug(addresses.made_up_town(rng))
    ),
    **{label: partial(institutions.number, label) for label in _NUMBERS},
}


FORMAT = Format(read)
