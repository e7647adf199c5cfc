"""A resource of FHIR taken apart: its texts, its values, and where each stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate
from typing import Any

from incognote.core.document import Document
from incognote.core.errors import NoteError
from incognote.core.known import NAME_PARTS, Known, words_in
from incognote.core.plain import what_container
from incognote.io.ages import AMOUNT, tells_age
from incognote.io.attached import NOT_READ, Markup, attached, from_base64, is_embedded
from incognote.io.fhir_links import link, query
from incognote.io.fhir_people import People
from incognote.io.fhir_tables import tables
from incognote.io.format import Fields
from incognote.io.json_edit import Node
from incognote.io.mapped import Edit, Mapped, applied
from incognote.replace.structured import Value

SECURITY = "http://terminology.hl7.org/CodeSystem/v3-ObservationValue"
"""System of the security labels that say what was done."""
Label = tuple[int, str, tuple[str, ...]]
"""Where an object or array starts that takes security labels, which it is (resource, meta, array),
and the codes of ours that stand there."""
Part = str | int
"""Of a new string: what stays, or which of the values stands there."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value of JSON that may become another one."""

    start: int
    """Where it stands in the source."""
    parent: int
    """Where the object stands that has it;"""
    key: str
    """as its member of this name."""
    kind: str
    """text, line, parts, attached, embedded, narrative, drop, site code; notice in ..., if not
    read."""
    parts: tuple[Part, ...] = field(default=(), repr=False)
    at: int = 0
    """The first of its texts, its value, or its line;"""
    count: int = 1
    """how many texts; of a line, which of the lists it is in."""
    data: bytes = field(default=b"", repr=False)
    """Of what is attached."""
    charset: str = ""
    old: str = field(default="", repr=False)
    """As the string was."""
    form: str = ""
    """instant, number: what must stand there."""
    array: int = -1
    """Where the array stands that has it; -1 for none;"""
    index: int = 0
    size: int = 0
    """and how many it has."""
    beside: tuple[tuple[int, str], ...] = ()
    """What goes with it: of an attachment where its size or type stands, and which of the two; of a
    code of the site's own where texts stand that say what it means."""
    masked: bool = True
    """Whether it may be told, beside, that something was left out."""


@dataclass(slots=True)
class ShortTexts:
    """Short texts, each behind what it says: together they are read better than each alone."""

    lines: dict[tuple[str, str], int] = field(default_factory=dict, repr=False)
    """From what it says and the text to which line it is."""
    at: int = 0
    """Which of the texts of the record they are."""
    size: int = 0

    def mapped(self) -> Mapped:
        """Returns the lines as one text; between any two of them is a place in no line."""
        made, start = Mapped(), 0
        for label, text in self.lines:
            made.between(f"{label}: ")
            made.add(text, start, start + len(text))
            made.between("\n")
            start += len(text) + 1
        return made

    def changed(self, new: str, id: str) -> list[str]:
        """Returns the texts of all lines, as they are in a new text; arguments as `Mapped`."""
        old = [text for _, text in self.lines]
        edits: list[list[Edit]] = [[] for _ in old]
        starts = [0, *accumulate(len(text) + 1 for text in old)]
        for start, end, text in self.mapped().changes(new, id):
            line = bisect_right(starts, start) - 1
            edits[line].append((start - starts[line], end - starts[line], text))
        return [applied(text, each) for text, each in zip(old, edits, strict=True)]


@dataclass(frozen=True, slots=True)
class Plan:
    """What `rewrite` needs."""

    source: str = field(repr=False)
    """All of the file, or the line."""
    leaves: tuple[Leaf, ...] = ()
    labels: tuple[Label, ...] = ()
    """Where security labels go."""
    lists: tuple[ShortTexts, ...] = ()


@dataclass(frozen=True, slots=True)
class _Of:
    """Where a walk is."""

    resource: str
    """Type of the resource."""
    path: str
    """Of elements, from the resource on."""
    where: str
    """The same from the record on, with places in arrays."""
    owner: str = field(repr=False)
    known: Known | None = field(repr=False)
    parent: Node = field(repr=False)
    plain: Mapping[str, Any] = field(repr=False)
    """The object that the value is in;"""
    key: str = ""
    """its name there."""
    above: Node | None = field(default=None, repr=False)
    """The object around that one."""
    array: int = -1
    index: int = 0
    size: int = 0
    targets: tuple[str, ...] = ()
    inner: Mapping[str, str] = field(default_factory=dict, repr=False)
    """From the ids of contained resources to their types."""
    role: str = ""
    """Of strings of an extension."""
    said: tuple[str, ...] = field(default=(), repr=False)
    """What the `code` around says: codes and their names."""


class Walk:
    """Takes a record apart."""

    def __init__(
        self, id: str, source: str, people: People, within: People, fields: Fields
    ) -> None:
        self.id, self.source, self.people, self.decided = id, source, people, fields
        self._within = within
        """Of the record alone: what is a text in it does not hang on the files beside."""
        self.table = tables()
        self.texts: list[Document] = []
        self._seen: dict[tuple[str, str], int] = {}
        self.lists: list[ShortTexts] = []
        self._open_list: dict[str, int] = {}
        """From a patient to the list that takes more."""
        self.values: list[Value] = []
        self.leaves: list[Leaf] = []
        self.labels: list[Label] = []
        self.fields: dict[str, None] = {}

    # Resources

    def resource(
        self, node: Node, plain: Any, where: str, owner: str, known: Known | None, inner: bool
    ) -> None:
        """Takes a resource apart; `inner` says whether it is contained in another."""
        name = plain.get("resourceType") if isinstance(plain, dict) else None
        if not isinstance(name, str) or node.members is None:
            raise NoteError(self.id, f"{where or 'it'} is no resource: resourceType is missing")
        if "meta" not in self.table.elements.get(name, ()):
            shown = f"the resource type {name}" if _NAME.fullmatch(name) else "a resource type"
            raise NoteError(self.id, f"holds {shown}, which neither R4 nor R5 has")
        contained = plain.get("contained")
        within = {
            str(each.get("id")): str(each.get("resourceType"))
            for each in (contained if isinstance(contained, list) else ())
            if isinstance(each, dict)
        }
        if not inner:
            self._label(node)
        of = _Of(name, name, where, owner, known, node, plain, inner=within)
        rows = [name] if name in self.table.elements else []
        self._object(node, plain, rows, of)

    def _label(self, node: Node) -> None:
        meta = (node.members or {}).get("meta")
        if meta is None or meta.members is None:
            self.labels.append((node.start, "resource", ()))
            return
        security = meta.members.get("security")
        if security is None or security.items is None:
            self.labels.append((meta.start, "meta", ()))
        else:
            labels = (self._plain[each.start] for each in security.items if each.members)
            there = tuple(str(of.get("code")) for of in labels if of.get("system") == SECURITY)
            self.labels.append((security.start, "array", there))

    # Elements

    def _object(self, node: Node, plain: Any, rows: Sequence[str], of: _Of) -> None:
        of = replace(of, said=_said_by(plain) or of.said)
        for key, child in (node.members or {}).items():
            if key == "resourceType" and of.path == of.resource:
                continue
            if not _NAME.fullmatch(key):
                raise NoteError(self.id, f"{of.path} holds an element whose name is none")
            value = plain[key]
            deeper = replace(
                of,
                path=f"{of.path}.{key}",
                where=f"{of.where}/{key}" if of.where else key,
                parent=node,
                plain=plain,
                key=key,
                above=of.parent,
                array=-1,
            )
            said = self._said(deeper.path)
            if said == "keep":
                continue
            if said:
                self._forced(child, said, deeper)
            elif key in EXTENSIONS:
                self._extensions(child, value, deeper)
            elif key.startswith("_") and self._types(rows, key[1:]):
                for item, each in self._each(child, value, deeper):
                    if item.members is not None:
                        self._object(item, each.plain, ["Element"], each)
                    elif self.source[item.start : item.end] != "null":
                        self._unknown(item, each)
            elif key == "id":
                self._leaf(child, "code", replace(deeper, role=""), masked=False)
            else:
                found = self._types(rows, key)
                if not found:
                    self._unknown(child, deeper)
                    continue
                for item, each in self._each(child, value, deeper):
                    self._value(item, each.plain, found, each)

    def _each(self, node: Node, value: Any, of: _Of) -> Iterator[tuple[Node, _Of]]:
        """The values of an element; `plain` of each is its own."""
        if node.items is None:
            yield node, replace(of, plain=value)
            return
        for i, item in enumerate(node.items):
            yield (
                item,
                replace(
                    of,
                    plain=value[i],
                    where=f"{of.where}/{i}",
                    array=node.start,
                    index=i,
                    size=len(node.items),
                ),
            )

    def _types(self, rows: Sequence[str], name: str) -> list[tuple[str, str]]:
        """The rows that have an element, each with a type of it."""
        return [
            (row, type) for row in rows for type in self.table.elements.get(row, {}).get(name, ())
        ]

    def _value(self, node: Node, plain: Any, found: Sequence[tuple[str, str]], of: _Of) -> None:
        if node.items is not None:
            self._unknown(node, of)
        elif node.members is not None:
            if any(type == "Resource" for _, type in found):
                self._inner(node, plain, of)
                return
            rows = [type.lstrip("@").partition("(")[0] for _, type in found]
            rows = [row for row in rows if row in self.table.elements]
            targets = tuple(
                name
                for _, type in found
                if type.startswith("Reference(")
                for name in type[10:-1].split("|")
            )
            if rows:
                self._object(node, plain, rows, replace(of, targets=targets))
            else:
                self._unknown(node, of)
        elif self.source[node.start : node.end] != "null":
            types = [(row, type) for row, type in found if type in self.table.types]
            if not types:
                self._unknown(node, of)
                return
            roles = [self.table.role(row, of.key, type) for row, type in types]
            role = "text" if "text" in roles else roles[0]
            if of.role and role == "text":
                role = of.role
            self._leaf(node, role, of)

    def _inner(self, node: Node, plain: Any, of: _Of) -> None:
        """A resource within another."""
        if of.key == "contained":
            self.resource(node, plain, of.where, of.owner, of.known, inner=True)
            return
        owner = self.people.patient_of(plain) or of.owner
        known = self.people.known_of(owner, plain)
        self.resource(node, plain, of.where, owner, known, inner=False)

    def _extensions(self, node: Node, value: Any, of: _Of) -> None:
        for item, each in self._each(node, value, of):
            url = each.plain.get("url") if isinstance(each.plain, dict) else None
            if item.members is None or not isinstance(url, str) or not _URL.fullmatch(url):
                raise NoteError(self.id, f"{of.path} holds an extension without its address")
            within = ".extension:" in of.path and ":" not in url
            here = replace(each, path=f"{of.path}:{url}")
            said = self._said(here.path)
            if said != "keep" and self._tells(url, of):
                self._leaf(item, "drop", each, masked=False)
                continue
            role = self.table.extensions.get(url, "" if within else None)
            if said == "keep":
                continue
            if said:
                self._forced(item, said, here)
            elif role is None:
                self._unknown(item, here)
            elif role or of.role:
                self._forced(item, role or of.role, here)
            else:
                self._object(item, each.plain, ["Extension"], here)

    # Decisions

    def _said(self, path: str) -> str:
        """What somebody decided about an element, by its path or that of one that it is part of."""
        while path:
            if path in self.decided.decided:
                self.fields[path] = None
                return self.decided.decided[path]
            path = path.rpartition(".")[0]
        return ""

    def _unknown(self, node: Node, of: _Of) -> None:
        self.fields[of.path] = None
        if (said := self.decided.other) == "drop":
            self._forced(node, said, of)

    def _forced(self, node: Node, role: str, of: _Of) -> None:
        """All that a value holds, by a decision."""
        if role == "drop":
            self._leaf(node, "drop", of, masked=False)
        elif node.members is not None:
            for key, child in node.members.items():
                if key != "url":
                    self._forced(child, role, replace(of, parent=node, key=key, array=-1))
                elif of.key not in EXTENSIONS:  # whose address says what they are
                    self._forced(child, "uri", replace(of, parent=node, key=key, array=-1))
        elif node.items is not None:
            for i, item in enumerate(node.items):
                place = replace(of, array=node.start, index=i, size=len(node.items))
                self._forced(item, role, place)
        elif node.text is not None or self.source[node.start : node.end] not in _CONSTANTS:
            roles = {"patient": "code", "id": "code", "date": "shift"}
            self._leaf(node, roles.get(role, role), of)

    # Values

    def _leaf(self, node: Node, role: str, of: _Of, *, masked: bool = True) -> None:
        text = node.text if node.text is not None else self.source[node.start : node.end]
        literal = node.text is None
        if role == "keep" and not literal:
            role = "keep" if _PLAIN_VALUE.fullmatch(text) else "text"
        elif role == "token":
            role = "keep" if _TOKEN.fullmatch(text) else "text"
        elif role == "numbers":
            role = "keep" if _NUMBERS.fullmatch(text) else "text"
        elif role == "amount" or (of.key == "valueString" and AMOUNT.fullmatch(text)):
            role = "AGE" if self._tells_age(of, text) else role.replace("amount", "keep")
        elif role == "uri":
            role = "keep" if self._is_public(text, of) else "link"
        elif role == "name":
            staff = self.table.named.get(of.resource, "PATIENT") != "PATIENT"
            role = "DOCTOR" if staff else "PATIENT"
        elif role == "named":
            role = self._named(of)
        elif role == "contact":
            role = self._contact(of, text)
        if role == "keep" and text not in _CONSTANTS and self._tells(text, of):
            role = "drop"
        beside = self._meanings(of) if role == "keep" and of.key == "code" else ()
        if (role in ("keep", "size") and not beside) or (not text.strip() and role != "drop"):
            return
        leaf = Leaf(
            *(node.start, of.parent.start, of.key, "parts"),
            array=of.array,
            index=of.index,
            size=of.size,
            form="number" if literal else "",
            masked=masked,
            old=text,
        )
        if beside:
            self._add(replace(leaf, kind="site code", beside=beside))
        elif role == "text":
            self._text(text, leaf, of)
        elif role == "attached":
            self._attached(text, leaf, of)
        elif role == "narrative":
            self._narrative(text, leaf, of)
        elif role == "drop":
            self._add(replace(leaf, kind="drop", at=self._new_value("", "drop", of)))
        elif role in ("link", "reference", "query"):
            is_public = partial(self._is_public, of=of)
            parts = query(text, is_public) if role == "query" else link(text, is_public)
            self._add(replace(leaf, parts=self._coded(parts, of)))
        elif role == "code":
            parts = ["urn:uuid:", ("", text[9:])] if text.startswith("urn:uuid:") else [("", text)]
            self._add(replace(leaf, parts=self._coded(parts, of), form=""))
        else:
            form, what = "text", role
            if role in ("date", "instant"):
                form, what = "date", "DATE"
                leaf = replace(leaf, form="instant" if role == "instant" else "")
            elif role == "shift":
                form = "date"
            elif literal:
                form = "number"
            value = self._new_value(text, what, of, form, of.key if of.key in NAME_PARTS else "")
            self._add(replace(leaf, parts=(value,)))

    def _add(self, leaf: Leaf) -> None:
        self.leaves.append(leaf)

    def _new_value(self, text: str, what: str, of: _Of, form: str = "text", part: str = "") -> int:
        self.values.append(Value(of.path, text, what, form, of.owner, part))
        return len(self.values) - 1

    def _coded(self, parts: Sequence[str | tuple[str, str]], of: _Of) -> tuple[Part, ...]:
        """What stays, and codes of the second of a pair."""
        return tuple(
            each if isinstance(each, str) else self._new_value(each[1], "code", of, "token")
            for each in parts
        )

    def _is_public(self, text: str, of: _Of) -> bool:
        public = text.startswith(self.table.public) and _URL.fullmatch(text)
        return bool(public) and not self._tells(text, of)

    def _tells(self, text: str, of: _Of) -> bool:
        """Whether a code, number or address says a name or number of somebody who is known."""
        return bool(of.known and not of.known.words.isdisjoint(words_in(text)))

    def _tells_age(self, of: _Of, text: str) -> bool:
        """Whether an amount is an age, or years that may be one that must not be told."""
        plain = self._object_of(of)
        if of.path.rpartition(".")[0].endswith("Age"):
            return True
        said = of.said if ".value" in of.path else ()
        return tells_age(text, (str(plain.get("unit", "")), str(plain.get("code", ""))), said)

    def _object_of(self, of: _Of) -> Mapping[str, Any]:
        found = self._plain.get(of.parent.start)
        return found if isinstance(found, dict) else {}

    def _meanings(self, of: _Of) -> tuple[tuple[int, str], ...]:
        """Where texts stand that say what a code means; none for that of a public system."""
        if self._is_public(str(self._object_of(of).get("system", "")), of):
            return ()
        around = ((of.parent, "display"), (of.above, "text"))
        return tuple(
            (node.members[name].start, name)
            for node, name in around
            if node and node.members and name in node.members
        )

    def _named(self, of: _Of) -> str:
        """The type of a name that is shown beside a reference."""
        plain = self._object_of(of)
        reference = str(plain.get("reference", ""))
        kind = (
            of.inner.get(reference[1:], "")
            if reference.startswith("#")
            else self._within.kind_of(reference)
        )
        kind = kind or str(plain.get("type", "")).rpartition("/")[2]
        if not kind and of.targets:
            above = of.path.split(".")[-2]
            order = _SUBJECT_FIRST if above in _SUBJECTS else _STAFF_FIRST
            kind = next((each for each in order if each in of.targets), "")
        return self.table.named.get(kind, "text")

    def _contact(self, of: _Of, text: str) -> str:
        system = self._object_of(of).get("system")
        return _CONTACTS.get(str(system), "EMAIL" if "@" in text else "PHONE")

    # Texts

    def _new_texts(self, texts: Sequence[str], of: _Of) -> int:
        """Where texts of an attachment begin among those of the record."""
        first = len(self.texts)
        for i, text in enumerate(texts):
            place = of.where if len(texts) == 1 else f"{of.where}:{i + 1}"
            self.texts.append(self._document(text, place, of))
        return first

    def _document(self, text: str, where: str, of: _Of) -> Document:
        meta = {"patient": of.owner} if of.owner else {}
        return Document(f"{self.id}/{where}", text, meta=meta, known=of.known)

    def _text(self, text: str, leaf: Leaf, of: _Of) -> None:
        if not any(map(str.isalnum, text)):
            return
        if is_embedded(text):
            self._open(text.encode(), "embedded", "", leaf, of)
            return
        if len(text) <= _SHORT and of.key not in _NOTES and text.isprintable():
            self._line(text, leaf, of)
            return
        key = (of.owner, text)
        if key not in self._seen:
            self._seen[key] = len(self.texts)
            self.texts.append(self._document(text, of.where, of))
        self._add(replace(leaf, kind="text", at=self._seen[key], form=""))

    def _line(self, text: str, leaf: Leaf, of: _Of) -> None:
        place = self._open_list.get(of.owner, -1)
        if place < 0 or self.lists[place].size > _LONGEST:
            place = self._open_list[of.owner] = len(self.lists)
            self.lists.append(ShortTexts(at=len(self.texts)))
            where = f"fields/{place}" if place else "fields"
            self.texts.append(self._document("", where, of))  # filled when all is read
        found = self.lists[place]
        line = (_says(of.path), text)
        if line not in found.lines:
            found.size += len(text)
        at = found.lines.setdefault(line, len(found.lines))
        self._add(replace(leaf, kind="line", at=at, count=place, form=""))

    def _attached(self, text: str, leaf: Leaf, of: _Of) -> None:
        plain = self._object_of(of)
        claimed = str(plain.get("contentType", ""))
        charset = _CHARSET.search(claimed)
        members = of.parent.members or {}
        beside = tuple(
            (members[name].start, name) for name in ("size", "contentType") if name in members
        )
        leaf = replace(leaf, beside=beside)
        self._open(from_base64(text), "attached", charset[1] if charset else "", leaf, of)

    def _open(self, data: bytes | None, kind: str, charset: str, leaf: Leaf, of: _Of) -> None:
        found = attached(data, self.id, charset=charset)
        if data is None or found is None:
            self._not_read(kind, leaf, of)
            return
        first, count = self._new_texts(found.texts, of), len(found.texts)
        self._add(replace(leaf, kind=kind, at=first, count=count, data=data, charset=charset))

    def _not_read(self, kind: str, leaf: Leaf, of: _Of) -> None:
        value = self._new_value("", "drop", replace(of, path=f"{of.path} {NOT_READ}"))
        self._add(replace(leaf, kind=f"notice in {kind}", at=value))

    def _narrative(self, text: str, leaf: Leaf, of: _Of) -> None:
        try:
            found = Markup(text, self.id, xhtml=True).text
            if what_container(found):
                raise NoteError(self.id, "holds what is no plain text")
        except NoteError:
            self._not_read("narrative", leaf, of)
            return
        first = self._new_texts([found], of)
        self._add(replace(leaf, kind="narrative", at=first))

    # The whole

    def whole(self, node: Node, plain: Any, owner: str, known: Known | None) -> None:
        """Takes the resource apart that the record is."""
        self._plain: dict[int, Any] = {}
        self._remember(node, plain)
        self.resource(node, plain, "", owner, known, inner=False)
        for each in self.lists:
            self.texts[each.at] = replace(self.texts[each.at], text=each.mapped().text)

    def _remember(self, node: Node, plain: Any) -> None:
        stack = [(node, plain)]
        while stack:
            each, value = stack.pop()
            if each.members is not None:
                self._plain[each.start] = value
                stack += [(child, value[key]) for key, child in each.members.items()]
            elif each.items is not None:
                stack += zip(each.items, value, strict=True)


_NAME = re.compile(r"_?[A-Za-z][A-Za-z0-9]{0,63}")
_URL = re.compile(r"[\w.:/#|%~+$,()=;&?!*'@-]{1,400}", re.ASCII)
_TOKEN = re.compile(r"[^\s;]{1,100}(?: ?; ?(?:charset|fhirVersion)=[\w.\"-]{1,20})*")
_PLAIN_VALUE = re.compile(r"true|false|[-+0-9.eE:TZ]*")
_NUMBERS = re.compile(r"[-+0-9.eEULT \r\n\t]*")
_CONSTANTS = ("true", "false", "null")
_CHARSET = re.compile(r"charset\s*=\s*\"?([\w.:-]+)", re.IGNORECASE)
_CONTACTS = {
    **{"phone": "PHONE", "sms": "PHONE", "pager": "PHONE", "fax": "FAX"},
    **{"email": "EMAIL", "url": "URL"},
}
EXTENSIONS = ("extension", "modifierExtension")
_NOTES = ("valueMarkdown", "description", "comment")
"""Elements of prose, however short it is."""
_SHORT = 120
_LONGEST = 8000
"""Characters of a text, and of a list of them."""
_SAYS_NOTHING = re.compile(r"coding|display|text|value[A-Z]\w*|extension|concept|fields")
_PARTS_OF_NAMES = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")


def _said_by(plain: Any) -> tuple[str, ...]:
    """What an object says its value is of, in codes and words: an observation, a question."""
    if not isinstance(plain, dict):
        return ()
    concepts = [each for key in ("code", "type") for each in _as_list(plain.get(key))]
    codings = [
        each for of in concepts if isinstance(of, dict) for each in _as_list(of.get("coding"))
    ]
    found = [each for each in (*concepts, *codings) if isinstance(each, dict)]
    said = [each.get(key) for each in found for key in _SAID]
    if "linkId" in plain:
        said += [plain.get("text"), plain["linkId"]]
    if any(key.startswith("value") for key in plain):
        said.append(plain.get("name"))  # a parameter
    return tuple(each for each in said if isinstance(each, str))


_SAID = ("text", "code", "display")


def _as_list(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]


def _says(path: str) -> str:
    """What an element says, in words: `Patient.maritalStatus.coding.display` is marital status."""
    names = [
        name for name in re.split(r"[.:/]", path) if name and not _SAYS_NOTHING.fullmatch(name)
    ]
    words = _PARTS_OF_NAMES.findall(names[-1].removeprefix("us-core-"))
    return " ".join(words).lower()


_SUBJECTS = ("subject", "patient", "beneficiary", "individual", "for", "subscriber", "source")
_STAFF_FIRST = (
    *("Practitioner", "PractitionerRole", "Organization", "Location", "HealthcareService"),
    *("Patient", "RelatedPerson", "Person"),
)
_SUBJECT_FIRST = ("Patient", "RelatedPerson", "Person", *_STAFF_FIRST)
