"""HL7 v2: each message of a file is a record, its notes texts, and its fields values by a table.

`hl7_fields.toml` says what becomes of each field; `hl7_message.py` knows where it stands. What OBX
and NTE of one group say, segment by segment, is one note, so that a name that is torn over two of
them is found; each stretch of it is written back where it stood. What the message tells of its
patient and of others (PID, NK1, GT1, IN1, PV1 ...) is searched in its texts (`Known`).
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from incognote.core.config import read_toml
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, NoteError
from incognote.core.known import Known, name_of, words_in
from incognote.core.labels import TYPES
from incognote.core.pipeline import OnError
from incognote.core.plain import is_wide, what_container, what_file
from incognote.io.ages import AMOUNT, tells_age
from incognote.io.attached import (
    NOT_READ,
    NOTICE,
    Attachment,
    attached,
    coded,
    decoded,
    from_base64,
    instead,
)
from incognote.io.checks import report
from incognote.io.files import read_bytes
from incognote.io.format import (
    Fields,
    Format,
    New,
    Record,
    check_fields,
    check_spelt,
    nobody_decided,
)
from incognote.io.hl7_message import (
    BATCH,
    HEADERS,
    Escapes,
    Segment,
    Signs,
    Stretch,
    cut_frames,
    decode,
    divided,
    pieces,
    segments,
    signs_of,
    wrong_counts,
)
from incognote.io.mapped import Edit, Mapped, applied
from incognote.io.telling import telling
from incognote.replace.structured import Value

_TYPES = frozenset(label.name for label in TYPES)
_PEOPLE = frozenset(("PATIENT", "DOCTOR"))
_NUMBERS = frozenset(("SSN", "MRN", "HEALTHPLAN", "ACCOUNT", "LICENSE", "IDNUM"))
"""Types of values that are searched in the notes as numbers of the record."""
_FROM_USER: Mapping[str, str] = {
    **{"text": "text", "drop": "drop", "code": "code", "patient": "code"},
    **{"keep": "kept", "id": "kept", "shift": "moved", "date": "moved"},
}
"""From a decision of the user to a role of ours."""
_CODE = re.compile(r"\S{1,64}")
_SYSTEM = re.compile(
    r"(?:HL7|ISO|X12DE)[-0-9]{0,9}|2\.16\.840\.1\.113883\.(?:5|6|12)\.[0-9.]{1,20}"
)
"""A coding system by its number; the others are in `hl7_fields.toml`."""
_NUMBER = re.compile(
    r"[<>=+:/-]{1,2}|(?!\d{3}-\d{4}$)(?:[<>]=?|[+=-])? ?(?:\d{1,6}|\d{1,9}[.,]\d+)"
    r"(?: ?[-:/^] ?\d{1,6}(?:[.,]\d+)?)? ?%?"
)
"""A result or a range of them, no telephone number and no date."""
_LONG = re.compile(
    r"(?!(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$)[<>=+-]{0,2} ?\d{7,}"
)
"""A whole number as long as one of a telephone, a record or a person, and no date;"""
_COUNT = re.compile(r"[<>=+-]{0,2} ?[1-9]\d{6,9}")
"""where it has a unit it may be a result: 1250000 copies/mL."""
_DATE = re.compile(r"(\d{4})(?:(\d\d)(?:(\d\d)(.*))?)?", re.DOTALL)
_PARTS_OF_NAMES: Mapping[str, tuple[str, ...]] = {
    "FN": ("family",) * 5,
    "XPN": ("", "given", "given"),
    "XCN": ("", "", "given", "given"),
    "CNN": ("", "family", "given", "given"),
}
"""Which part of a name a component is (`Value.part`)."""
_NULL = '""'
"""The value is to be deleted (2.5.3.5): it tells nothing, and stays."""
_SHORTEST_ID = 4
_HEAD, _TAIL = re.compile(r"\w+"), re.compile(r"\w+$")
_YEARS = re.compile(r"\d{1,3}(?: (?:y|yr|yrs|years?|y/o|años?)(?: old)?)?", re.IGNORECASE)
_BASE64 = re.compile(r"\s*[A-Za-z0-9+/\n]+={0,2}\s*")
_WORD = re.compile(r"[A-Za-z0-9.+/ _-]{0,40}")
"""What may stand before the data of an attachment."""


@dataclass(frozen=True)
class _Table:
    """`hl7_fields.toml`."""

    segments: Mapping[str, Mapping[int, str]]
    types: Mapping[str, Sequence[str]]
    names: Mapping[str, str]
    kept: Mapping[str, frozenset[str]]
    values: Mapping[str, str]


@cache
def _table() -> _Table:
    read = read_toml(Path(__file__).with_name("hl7_fields.toml"))
    found = {
        name: {n: role for role, said in rows.items() for n in _numbers(said)}
        for name, rows in read["segments"].items()
    }
    return _Table(
        found,
        {name: said.split() for name, said in read["types"].items()},
        read["types_of_names"],
        {name: frozenset(said.split()) for name, said in read["kept"].items()},
        {name: role for role, said in read["values"].items() for name in said.split()},
    )


def _numbers(said: str) -> Iterator[int]:
    for part in said.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


# What a message holds --------------------------------------------------------------------------


@dataclass(slots=True)
class _Note:
    """Texts of a message that are read as one, and where they stand in it."""

    name: str
    """Behind the message's id."""
    mapped: Mapped = field(default_factory=Mapped)

    def texts(self) -> tuple[str, ...]:
        return (self.mapped.text,)

    def edits(self, new: Sequence[str], id: str) -> Iterator[Edit]:
        (text,) = new
        if text != self.mapped.text:
            yield from self.mapped.changes(text, id)


class _Line(NamedTuple):
    """A field that is read in a note."""

    name: str
    place: Stretch
    said: str


class _Piece(NamedTuple):
    """What an ED holds in base64: a document, or a piece of one."""

    observed: tuple[str, ...]
    about: tuple[str, ...]
    """What it says it is: the same for all pieces of a document."""
    segment: int
    name: str
    place: Stretch
    said: str


@dataclass(slots=True)
class _Place:
    """A value and where it stands."""

    value: Value
    start: int
    end: int
    cased: Callable[[str], str] | None = None
    """How a name is written there, where it is not with a capital."""
    owner: str = ""

    def edit(self, new: str | None) -> Edit | None:
        if new == self.value.text:
            return None
        if new is not None and self.value.form == "date":
            day, time = new[:10], new[10:]
            new = day.replace("-", "") + time.removeprefix("T")
        elif new is not None and self.cased and not new.startswith("["):
            new = self.cased(new)
        return self.start, self.end, new or ""


class _Message:
    """What a message says, taken apart by the table and the decisions of the user.

    Args:
        piece: The bytes of the message.
        signs: What divides it where it has no header itself.
        fields: The user's decisions.
        id: Of the record.

    Raises:
        NoteError: If it is no HL7 v2, or cannot be read whole.
    """

    def __init__(self, piece: bytes, signs: Signs | None, fields: Fields, id: str) -> None:
        self.id, self.fields = id, fields
        self.text, self.codec = decode(piece, id)
        head = self.text.lstrip("\x0b\x1c\ufeff \t\r\n\0\x1a")
        if head[:3] in HEADERS:
            signs = signs_of(head, id)
        if signs is None:
            raise NoteError(id, f"{head[:3]} stands before any header; it says not what divides it")
        self.signs, self.escapes = signs, Escapes(signs, self.codec, id)
        self.places: list[_Place] = []
        self.parts: list[_Note | Attachment] = []
        self._fixed: list[Edit] = []
        """What is written whatever is found."""
        self.is_batch = head[:3] in BATCH
        self.names: dict[str, None] = {}
        """Of segments and fields that the table has not."""
        self.undecided: dict[str, None] = {}
        self.owners: dict[str, None] = {}
        self._of = ""  # whose the segments are that come now
        self._fields_note = _Note("fields")
        self._stays: list[tuple[int, int, str, str]] = []
        self._codes: list[tuple[Stretch, Stretch]] = []
        """Codes of the site's own, each with a text that says what it means."""
        self._group: list[_Line] = []
        self._group_at = 0
        self._pieces: list[_Piece] = []
        """Of an attachment that goes on in the next segment."""
        self._known: dict[str, dict[str, None]] = {}
        self._table = table = _table()
        for segment in segments(self.text, signs, table.segments, id):
            self._segment(segment, table)
        self._end_group()
        self._end_attachment()
        self._search_what_stays()
        if len(self._fields_note.mapped):
            self.parts.append(self._fields_note)

    # Segments and fields

    def _segment(self, segment: Segment, table: _Table) -> None:
        if segment.id not in ("OBX", "NTE"):
            self._end_group()
            self._end_attachment()
        if segment.id == "PID":
            self._owner(segment)
        roles = table.segments.get(segment.id, {})
        for n, (start, end) in enumerate(segment.fields, start=1):
            name = f"{segment.id}.{n}"
            if segment.id in HEADERS and n <= 2:
                continue
            if not self.text[start:end].strip() or self.text[start:end] == _NULL:
                continue
            if n not in roles:
                self.names |= {name: None, segment.id: None}
            role = self._decided(name, segment.id) or roles.get(n) or self.fields.other
            if not role:
                self.undecided[name] = None
                continue
            role = _FROM_USER.get(role, role) if role != roles.get(n) else role
            if role == "value":
                said = self._meaning(*segment.fields[1]).strip()
                role = table.values.get(said, "note")
            if role == "note" and self._is_age(segment, name, self._meaning(start, end)):
                role = "number"
            if role == "drop":
                self.places.append(_Place(Value(name, "field", role), start, end))
                continue
            if role == "note":
                self._note(segment, name, start, end)
                continue
            for start_of, end_of in divided(self.text, start, end, self.signs.repeat):
                if role == "ED":
                    self._attachment(segment, name, start_of, end_of)
                else:
                    self._walk(_Where(segment, name, role), role, start_of, end_of, 1)

    def _is_age(self, segment: Segment, name: str, said: str) -> bool:
        """Whether a number of OBX-5 is an age, by its unit and by what was observed."""
        if name != "OBX.5" or not AMOUNT.fullmatch(said):
            return False
        return tells_age(said, self._said(segment, 6), self._said(segment, 3))

    def _said(self, segment: Segment, n: int) -> list[str]:
        """What the components of a field say."""
        parts = [
            divided(self.text, *each, self.signs.component) for each in segment.fields[n - 1 : n]
        ]
        return [self._meaning(*part).strip() for each in parts for part in each]

    def _decided(self, name: str, segment: str) -> str:
        decided = self.fields.decided
        return decided.get(name) or decided.get(segment, "")

    def _owner(self, segment: Segment) -> None:
        """The patient's number: that of type MR or PI, or the first, of PID-3, -2 or -4."""
        for n in (3, 2, 4):
            found: list[tuple[bool, bool, str]] = []
            if len(segment.fields) < n:
                continue
            for repeat in divided(self.text, *segment.fields[n - 1], self.signs.repeat):
                parts = [
                    self._meaning(*p) for p in divided(self.text, *repeat, self.signs.component)
                ]
                number, kind = parts[0].strip(), (parts[4].strip() if len(parts) > 4 else "")
                if number and number != _NULL:
                    found.append((kind != "MR", kind != "PI", number))
            if found:
                self._of = min(found, key=lambda each: each[:2])[2]
                self.owners[self._of] = None
                return

    def _walk(self, where: _Where, role: str, start: int, end: int, level: int) -> None:
        """Gives each part of a field its role, down to subcomponents."""
        if start == end:
            return
        table = self._table
        role, _, of = role.partition(":")
        if role == "CWE":
            self._coded(where, of, start, end, level)
            return
        sign = {1: self.signs.component, 2: self.signs.sub}.get(level, "")
        if role in table.types:
            of = of or table.names.get(role, "")
            where = where.of(of) if of else where
            parts = divided(self.text, start, end, sign)
            for i, (first, last) in enumerate(parts):
                inner = table.types[role][i] if i < len(table.types[role]) else "drop"
                if role == "XTN" and i in (5, 6) and self._first_sub(parts[0]):
                    inner = "drop"  # area and number, which the first component has whole
                at = where.at(i) if level == 1 else where
                if part := "".join(_PARTS_OF_NAMES.get(role, ())[i : i + 1]):
                    at = replace(at, part=part)
                self._walk(at, inner, first, last, level + 1)
            self._tell(role, where, parts)
            return
        if role == "text":
            self._leaf(where, role, start, end)
            return
        if level < 3 and not self._is_whole(start, end):  # the role knows nothing of parts
            for first, last in divided(self.text, start, end, sign):
                self._walk(where, role, first, last, level + 1)
            return
        self._leaf(where, role, start, end)

    def _is_whole(self, start: int, end: int) -> bool:
        signs = (self.signs.component, self.signs.sub)
        return all(not sign or self.text.find(sign, start, end) < 0 for sign in signs)

    def _coded(self, where: _Where, of: str, start: int, end: int, level: int) -> None:
        """CWE and its like (2A.2.14): code, text, system, and the same in other words.

        The text of a code of a public system stays; any other is written at the site.
        """
        sign = {1: self.signs.component, 2: self.signs.sub}.get(level, "")
        parts = divided(self.text, start, end, sign)
        said = [self._meaning(*part).strip() for part in parts] + [""] * 9
        for i, (first, last) in enumerate(parts):
            role = "keep"
            if i in (0, 3, 9):
                typed = of == "text" and not said[i + 2]
                role = "text" if typed else "code" if of not in ("", "text") else "keep"
            elif i in (1, 4, 10):
                public = said[i - 1] and self._is_public(said[i + 1])
                role = of or ("as it is" if public else "text")
            elif i == 8:
                role = of or "text"
            self._walk(where.at(i) if level == 1 else where, role, first, last, 3)
        for i in (0, 3, 9):
            if of in ("", "text") and said[i] and not self._is_public(said[i + 2]):
                texts = (i + 1, 8) if i == 0 else (i + 1,)
                self._codes += ((parts[i], parts[n]) for n in texts if n < len(parts))

    def _is_public(self, system: str) -> bool:
        """Whether a coding system is one of table 0396 whose texts no site writes."""
        name = system.upper()
        return name in self._table.kept["system"] or bool(_SYSTEM.fullmatch(name))

    def _leaf(self, where: _Where, role: str, start: int, end: int) -> None:
        raw = self.text[start:end]
        if not raw.strip() or raw == _NULL:
            return
        said, cased = self._meaning(start, end), None
        plain = said.strip()
        kept = self._table.kept.get(role)
        if role == "kept" or (kept and plain.upper().replace(".", "") in kept):
            return
        if role in ("as it is", "keep", "text") and _YEARS.fullmatch(plain):
            # The answer to a question for the age, as a code of the site's.
            number = plain.split()[0]
            at = start + raw.find(number)
            if at >= start and self._is_age(where.segment, where.field, number):
                age = Value(where.path, number, "AGE", "number")
                self.places.append(_Place(age, at, at + len(number)))
                return
        if role == "as it is" or (role == "keep" and _CODE.fullmatch(plain)):
            self._stays.append((start, end, plain, where.path))
            return
        if role == "number" and self._is_age(where.segment, where.field, plain):
            self.places.append(_Place(Value(where.path, plain, "AGE", "number"), start, end))
            return
        if role == "number" and _LONG.fullmatch(plain):
            units = where.field == "OBX.5" and any(self._said(where.segment, 6))
            if not (units and _COUNT.fullmatch(plain)):
                self.places.append(_Place(Value(where.path, plain, "IDNUM", "number"), start, end))
                return
            self._stays.append((start, end, plain, where.path))
            return
        if role == "number" and _NUMBER.fullmatch(plain):
            self._stays.append((start, end, plain, where.path))
            return
        if role in ("keep", "number", "text"):
            if where.field == "OBX.5":
                self._note(where.segment, where.field, start, end)
            else:
                self._put(self._fields_note, start, end)
            return
        if role in ("date", "moved"):
            iso = _iso(plain)
            value = Value(where.path, iso, "DATE" if role == "date" else "shift", "date")
        elif role in ("code", "drop"):
            value = Value(where.path, said, role)
        else:
            what = where.type if kept or role == "name" else role
            if what not in _TYPES:
                raise ConfigError(f"hl7_fields.toml: there is no role '{what}' ({where.path}).")
            if what in _PEOPLE and len(plain) > 1 and (said.isupper() or said.islower()):
                cased = str.upper if said.isupper() else str.lower
                said = said.title()  # a name as notes write it: JOHN alone could be initials
            value = Value(where.path, said, what, part=where.part if role == "name" else "")
        self.places.append(_Place(value, start, end, cased=cased, owner=self._of))
        self._tell_leaf(where, value)

    def _meaning(self, start: int, end: int) -> str:
        return self.escapes.meaning(self.text, start, end)

    # Notes

    def _put(self, note: _Note, start: int, end: int, between: str = "\n") -> None:
        """Adds a line to a note.

        A sign that divides nothing here was forgotten to be escaped, or is a line end (2A.2.78).
        """
        signs = {ord(self.signs.component or " "): " ", ord(self.signs.repeat or " "): "\n"}
        if len(note.mapped):
            note.mapped.between(between)
        for meant, first, last in self.escapes.read(self.text, start, end):
            plain = meant == self.text[first:last]
            note.mapped.add(meant.translate(signs) if plain else meant, first, last)

    def _note(self, segment: Segment, name: str, start: int, end: int) -> None:
        """A line of a note."""
        self._group_at = self._group_at or segment.number
        self._group.append(_Line(name, (start, end), self._meaning(start, end)))

    def _end_group(self) -> None:
        """Makes a note of the fields that came so far, and of documents in base64 among them."""
        lines = list(self._without_documents())
        note = _Note(str(self._group_at))
        self._group, self._group_at = [], 0
        if not lines:
            return
        words = self.known.words if len(lines) > 1 else frozenset()
        tail = ""
        for _, (start, end), said in lines:
            head = _HEAD.match(said)
            # Systems that fill their lines divide words: one of a name is to be found.
            torn = bool(tail and head and words & words_in(f"{tail}{head[0]}"))
            self._put(note, start, end, "" if torn else "\n")
            found = _TAIL.search(said)
            tail = found[0] if found else ""
        text = note.mapped.text
        if what_container(text):
            places = [line.place for line in lines]
            self._document(note.name, lines[0].name, text.encode(), bytes.decode, places)
        else:
            self.parts.append(note)

    def _without_documents(self) -> Iterator[_Line]:
        """Takes documents in base64 out of the fields, of one field each or over several."""
        for is_code, run in groupby(self._group, lambda line: bool(_BASE64.fullmatch(line.said))):
            fields = list(run)
            # Over all of them, or all but a word before and behind.
            tries = (slice(i, len(fields) - j) for j in (0, 1) for i in (0, 1) if is_code)
            whole = next((each for each in tries if _is_document(fields[each])), slice(0, 0))
            for line in (*fields[: whole.start], *fields[whole.stop :]):
                if is_code and _is_document([line]):
                    self._in_base64([line])
                else:
                    yield line
            if fields[whole]:
                self._in_base64(fields[whole])

    def _in_base64(self, lines: Sequence[_Line]) -> None:
        said = "".join(line.said for line in lines)
        places = [line.place for line in lines]
        number, name = self._number(self._group_at), lines[0].name
        self._document(number, name, from_base64(said), partial(coded, like=said), places)

    def _search_what_stays(self) -> None:
        """Leaves out codes that say what the message tells of people: fields are misused.

        Texts of codes are searched.
        """
        words = self.known.words if self._stays else frozenset()
        for start, end, said, path in self._stays:
            if words.isdisjoint(words_in(said)):
                continue
            if _CODE.fullmatch(said):
                self.places.append(_Place(Value(path, "", "drop"), start, end))
            else:
                self._put(self._fields_note, start, end)

    def _attachment(self, segment: Segment, name: str, start: int, end: int) -> None:
        """An ED (2A.2.24): source, type, subtype, encoding, data."""
        parts = divided(self.text, start, end, self.signs.component)
        before = [self._meaning(*part) for part in parts[:4]]
        if not all(map(_WORD.fullmatch, before[1:])):
            reason = f"{name} is no attachment: its data must be the fifth component"
            raise NoteError(f"{self.id}/{segment.number}", reason)
        self._walk(_Where(segment, name, "ED", 1), "HD", *parts[0], 2)
        for i, (part, said) in enumerate(zip(parts[1:4], before[1:], strict=False), start=2):
            if said.strip() and not self._table.kept["ED"].issuperset(said.upper().split("/")):
                self.places.append(_Place(Value(f"{name}.{i}", said, "drop"), *part))
        if len(parts) < 5:
            return
        place = (parts[4][0], end)
        said = self._meaning(*place)
        if not said.strip():
            return
        last = self._pieces[-1] if self._pieces else None
        observed, about = tuple(self._said(segment, 3)), tuple(before)
        goes_on = last and (last.segment + 1, last.observed) == (segment.number, observed)
        if last and goes_on and not any(map(str.strip, before)):
            about = last.about
        if not goes_on or (last and about != last.about):
            self._end_attachment()
        encoding = (about[3] or "A").strip().lower()
        data: bytes | None
        encode: Callable[[bytes], str]
        if encoding == "base64":
            self._pieces.append(_Piece(observed, about, segment.number, f"{name}.5", place, said))
            return
        if encoding == "hex":
            data, encode = _from_hex(said), bytes.hex
        else:
            data, encode = said.encode(), bytes.decode
        self._document(self._number(segment.number), f"{name}.5", data, encode, [place])

    def _end_attachment(self) -> None:
        """Takes what came in base64 as one document where systems cut it, else as several."""
        pieces, self._pieces = self._pieces, []
        for run in [pieces] if _is_cut(pieces) else [[each] for each in pieces]:
            said = "".join(each.said for each in run)
            parts = [from_base64(each.said) for each in run]
            whole = b"".join(filter(None, parts)) if None not in parts else from_base64(said)
            number, places = self._number(run[0].segment), [each.place for each in run]
            self._document(number, run[0].name, whole, partial(coded, like=said), places)

    def _number(self, segment: int) -> str:
        """Of the next attachment, behind that of its segment."""
        return f"{segment}.{1 + sum(isinstance(p, Attachment) for p in self.parts)}"

    def _document(
        self,
        number: str,
        path: str,
        data: bytes | None,
        encode: Callable[[bytes], str],
        places: Sequence[Stretch],
    ) -> None:
        """Takes a document for one of the notes, or puts a notice in its place."""
        found = attached(data, f"{self.id}/{number}")
        if data is not None and found is not None:
            self.parts.append(Attachment(found, data, places, encode, number))
            return
        self._fixed += instead(places, encode(NOTICE.encode()))
        end = places[0][1]
        self.places.append(_Place(Value(f"{path} {NOT_READ}", "", "drop"), end, end))

    # What it tells of people

    def _tell(self, role: str, where: _Where, parts: Sequence[Stretch]) -> None:
        said = [self._meaning(*part).strip() for part in parts] + [""] * 12
        said = ["" if each == _NULL else each for each in said]
        if role in ("XPN", "XCN", "CNN"):
            at = role != "XPN"
            family, given, middle = said[at : at + 3]
            if role != "CNN":
                family = self._first_sub(parts[at]) if len(parts) > at else ""
            name = name_of(family, f"{given} {middle}")
            mine = where.path.startswith(("PID.5", "PID.9", "MRG.7"))
            people = "names" if mine else "relatives"
            self._add({"PATIENT": people, "DOCTOR": "providers"}.get(where.type, ""), name)
        elif role == "XAD":
            street = self._first_sub(parts[0]) if parts else ""
            town = ", ".join(filter(None, (said[2], f"{said[3]} {said[4]}".strip())))
            self._add("addresses", f"{street}, {town}".rstrip(" ,"))
        elif role == "XTN":
            self._add("emails" if "@" in said[0] else "phones", said[0])
            self._add("phones", said[11] or f"{said[5]} {said[6]}".strip())
            self._add("emails", said[3])

    def _first_sub(self, part: Stretch) -> str:
        return (
            self._meaning(*divided(self.text, *part, self.signs.sub)[0]).strip().replace(_NULL, "")
        )

    def _tell_leaf(self, where: _Where, value: Value) -> None:
        said = value.text.strip()
        if value.form == "date":
            if where.field == "PID.7" and re.fullmatch(r"\d{4}-\d\d-\d\d.*", said):
                self._add("birth_date", said[:10])
        elif value.what in _NUMBERS or (value.what == "code" and where.is_id):
            if sum(map(str.isalnum, said)) >= _SHORTEST_ID and any(map(str.isdigit, said)):
                self._add("record_numbers", said)
        elif where.role in _TYPES:
            kind = {"PATIENT": "names", "DOCTOR": "providers", "PHONE": "phones"}
            self._add({**kind, "EMAIL": "emails"}.get(value.what, ""), said)

    def _add(self, kind: str, said: str) -> None:
        if kind and any(map(str.isalnum, said)):
            self._known.setdefault(kind, {})[said] = None

    @property
    def known(self) -> Known:
        """What it tells of its patient and of others."""
        return Known(**{kind: tuple(values) for kind, values in self._known.items()})

    # The record

    def record(self, file: str, place: int, original: tuple[bytes, Signs | None, Fields]) -> Record:
        """Returns it as a record.

        Raises:
            NoteError: If it is about several patients, or an attachment cannot be read.
        """
        several = len(self.owners) > 1
        if several and self.parts:
            raise NoteError(
                self.id,
                "holds notes and is about several patients (PID-3); write a message for each",
            )
        owner = next(iter(self.owners), "")
        meta = {"patient": owner} if owner else {}
        docs, known = [], self.known
        for part in self.parts:
            texts = part.texts()
            ids = (
                [part.name]
                if len(texts) == 1
                else [f"{part.name}.{i + 1}" for i in range(len(texts))]
            )
            docs += [
                Document(f"{self.id}/{name}", text, meta=meta, known=known)
                for name, text in zip(ids, texts, strict=True)
            ]
        values = tuple(
            replace(place.value, owner=place.owner) if several else place.value
            for place in self.places
        )
        return Record(
            *(self.id, tuple(docs), file, place, tuple(self.undecided), original, values, owner),
            known=known,
        )

    def rewritten(self, new: New) -> bytes:
        """Returns the message with other texts and values."""
        edits = list(self._fixed)
        for place, value in zip(self.places, new.values, strict=True):
            if edit := place.edit(value):
                edits.append(edit)
        at = 0
        for part in self.parts:
            end = at + len(part.texts())
            edits += part.edits(new.texts[at:end], self.id)
            at = end
        edits += [(*code, "") for code in telling(self._codes, self.text, edits)]
        write = self.escapes.write
        escaped = [(start, end, write(text, self.text, start)) for start, end, text in edits]
        written = applied(self.text, escaped)
        return written.encode(self.codec)


@dataclass(frozen=True, slots=True)
class _Where:
    """Which field a part belongs to."""

    segment: Segment
    field: str
    role: str
    """Of the field."""
    component: int = 0
    type: str = ""
    """Of the names in it."""
    part: str = ""
    """Of a name, as `Value.part`."""

    @property
    def path(self) -> str:
        return f"{self.field}.{self.component}" if self.component else self.field

    @property
    def is_id(self) -> bool:
        """Whether a code in it is a number that a note may tell."""
        role = self.role.partition(":")[0]
        return (role == "code" and self.segment.id[0] == "Z") or (
            role in ("CX", "EI", "EIP", "XCN") and self.component == 1
        )

    def at(self, i: int) -> _Where:
        return replace(self, component=i + 1)

    def of(self, type: str) -> _Where:
        return replace(self, type=type)


def _iso(said: str) -> str:
    """A date of HL7 (2A.2.22) in the form of ISO 8601; as it stands where it is none."""
    found = _DATE.fullmatch(said)
    if not found:
        return said
    year, month, day, time = found.groups()
    date = "-".join(filter(None, (year, month, day)))
    return f"{date}T{time}" if time else date


def _is_document(lines: Sequence[_Line]) -> bool:
    return decoded("".join(line.said for line in lines).encode(), claimed=False) is not None


def _is_cut(pieces: Sequence[_Piece]) -> bool:
    """Whether attachments that follow each other are pieces of one.

    They are as long as each other but for the last, or the first says what it is and the others
    do not. Two texts of one length by chance are read together, and stand in the first.
    """
    if len(pieces) < 2:
        return False
    first, *others = (len("".join(each.said.split())) for each in pieces)
    begins = [what_file(_head(each.said)) for each in pieces]
    if any(begins[1:]):
        return False
    even = all(size == first for size in others[:-1]) and others[-1] <= first
    return bool(begins[0]) or even


def _head(said: str) -> bytes:
    """The first bytes of what a piece of base64 encodes."""
    said = "".join(said.split())[:64]
    return from_base64(said[: len(said) // 4 * 4]) or b""


def _from_hex(said: str) -> bytes | None:
    try:
        return bytes.fromhex(said)
    except ValueError:
        return None


# The format -----------------------------------------------------------------------------------


def read_records(
    path: Path, name: str, *, fields: Fields, on_error: OnError | None = None
) -> Iterator[Record]:
    """Yields the messages of a file, and what stands around them; arguments as `Records`.

    The id is the file with the number of the piece (`lab.hl7#2`), that of a text has the number of
    its first segment behind it (`lab.hl7#2/7`); `fields` is what single fields say.

    Raises:
        NoteError: If `on_error` is None and a message cannot be read.
        InputError: Behind the last message, if messages are missing.
    """
    try:
        for place, piece, signs, message in _messages(path, name, fields, on_error):
            try:
                yield message.record(name, place, (piece, signs, fields))
            except NoteError as error:
                report(error, on_error)
    except NoteError as error:
        report(error, on_error)


def _messages(
    path: Path, name: str, fields: Fields, on_error: OnError | None
) -> Iterator[tuple[int, bytes, Signs | None, _Message]]:
    """Each message with its number, bytes and the signs that stood before it."""
    data = read_bytes(path, name)
    if is_wide(data):
        raise NoteError(name, "is UTF-16 or UTF-32; convert it: iconv -f UTF-16 -t UTF-8")
    signs: Signs | None = None
    found = pieces(data, name)
    unended = {*cut_frames(found)}
    for place, piece in enumerate(found, start=1):
        try:
            if place in unended:
                raise NoteError(f"{name}#{place}", "its frame (MLLP) has no end: it is cut")
            message = _Message(piece, signs, fields, f"{name}#{place}")
        except NoteError as error:
            report(error, on_error)
            continue
        yield place, piece, signs, message
        if message.is_batch:
            signs = message.signs
    if wrong := [f"{reason} (#{place})" for place, reason in wrong_counts(found)]:
        raise InputError(f"{path}: {'; '.join(wrong)}.")


def rewrite(record: Record, new: New) -> bytes:
    """Returns a message with other texts and values, all else byte for byte as it was.

    Raises:
        NoteError: If a field is undecided, or what is new cannot be written there.
    """
    check_fields(record, new.fields)
    piece, signs, fields = record.original
    return _Message(piece, signs, fields, record.id).rewritten(new)


def _check(path: Path, fields: Fields) -> None:
    """Refuses decisions about parts of fields, and fields that nobody decided about."""
    said = [name for name in fields.decided if _NAME.match(name)]
    for name in said:
        if not _NAME.fullmatch(name):
            raise ConfigError(f"'{name}' is less than a field of HL7; decide about the field.")
    undecided: dict[str, None] = {}
    there: dict[str, None] = {}
    with contextlib.suppress(NoteError, InputError):  # told when it is read for good
        for *_, message in _messages(path, path.name, fields, lambda error: None):
            undecided |= message.undecided
            there |= message.names
    if undecided:
        raise nobody_decided(undecided)
    ours = Fields({name: fields.decided[name] for name in said}, fields.other)
    check_spelt(ours, lambda name: name in there or _is_field(name), there)


_NAME = re.compile(r"[A-Z][A-Z0-9]{2}(?:\.\d+)?(?=\.\d|$)")


def _is_field(name: str) -> bool:
    return name.partition(".")[0] in _table().segments


_BEGIN = re.compile(
    rb"[\x0b \t\r\n]*(?:\xef\xbb\xbf)?(?:MSH|FHS|BHS)([^\w\s])[^\w\s]{1,5}?(?:\1|[\r\n]|$)"
)


def _is_hl7(path: Path) -> bool:
    """Whether a file begins as one of HL7 does."""
    try:
        with path.open("rb") as file:
            head = file.read(64)
    except OSError:
        return False
    return bool(_BEGIN.match(head))


FORMAT = Format(
    records=read_records,
    rewrite=rewrite,
    suffixes=(".hl7", ".mllp"),
    is_it=_is_hl7,
    check=_check,
    reads_otherwise=True,
    keyed=True,
)
