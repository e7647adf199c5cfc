"""FHIR R4 and R5 in JSON: a resource, a Bundle, or NDJSON of resources, as bulk exports have it.

A resource is walked by the elements of the specification (fhir_elements.toml), and a second table
says what is done with each (fhir_roles.toml): free text is read as notes are, what stands in a
place of its own (names, dates, addresses) is replaced by the policy, ids, references and
identifiers are coded alike, and the rest stays, byte for byte. Elements and extensions that the
tables do not know need a decision, by their path. A Bundle is a record, a line of NDJSON another.
What Patient, RelatedPerson, Coverage and Practitioner say is searched in the patient's texts.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Container, Iterator
from functools import partial
from pathlib import Path

from incognote.core.config import parse_json
from incognote.core.errors import InputError, NoteError
from incognote.core.known import Known
from incognote.core.pipeline import OnError
from incognote.io.attached import NOTICE, Markup, coded, opened
from incognote.io.checks import report
from incognote.io.fhir_people import People, people_beside
from incognote.io.fhir_tables import is_known
from incognote.io.fhir_walk import EXTENSIONS, SECURITY, Leaf, Plan, Walk
from incognote.io.files import decode, encode, open_file, read_bytes
from incognote.io.format import (
    Fields,
    Format,
    New,
    Record,
    check_fields,
    check_spelt,
    nobody_decided,
)
from incognote.io.json_edit import Node, edited, parse, string
from incognote.io.telling import tells

_LINES = (".ndjson", ".jsonl")
_MASKED = (
    '{"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason",'
    '"valueCode":"masked"}]}'
)
"""Stands in place of a value that was left out: R4 and R5, "Data absent reason"."""


# Reading --------------------------------------------------------------------------------------


def read_records(
    path: Path,
    name: str,
    *,
    fields: Fields,
    on_error: OnError | None = None,
    below: bool = False,
) -> Iterator[Record]:
    """Returns the resources of a file as records; arguments and errors as `Records`.

    A Bundle is one record, whole or not at all. A line of NDJSON is one; of a bulk export, files
    beside it that are called by their resource type tell of patients and staff.
    """
    if _is_lines(path):
        yield from _lines(path, name, fields, on_error, below)
        return
    try:
        data = read_bytes(path, name)
        if data.startswith(b"\x1f\x8b"):
            raise NoteError(name, "is a packed file; unpack it (gunzip)")
        if _IS_XML.match(data):
            raise NoteError(name, "is FHIR in XML, which is not read; convert it to JSON")
        source = decode(data, name)
        yield _record(name, name, None, source, people_beside(path, name, below=below), fields)
    except NoteError as error:
        report(error, on_error)


def _is_lines(path: Path) -> bool:
    if path.name.lower().endswith(_LINES):
        return True
    with open_file(path, "fhir") as file:
        first, second = file.readline().strip(), file.readline().strip()
    if not (second and first.startswith(b"{") and first.endswith(b"}")):
        return False
    try:
        return isinstance(parse_json(first), dict)
    except ValueError:
        return False


def _lines(
    path: Path, name: str, fields: Fields, on_error: OnError | None, below: bool
) -> Iterator[Record]:
    people: People | None = None
    number = 0
    with open_file(path, "fhir") as file:
        mark = "\ufeff" if file.tell() else ""
        for number, line in enumerate(file, start=1):
            id = f"{name}:{number}"
            try:
                source = (mark if number == 1 else "") + decode(line, id)
                if not line.strip():
                    yield Record(id, (), name, number, original=Plan(source))
                    continue
                people = people or people_beside(path, name, below=below)
                yield _record(id, name, number, source, people, fields)
            except NoteError as error:
                report(error, on_error)
    if not number:
        raise InputError(f"{path}: holds no resource.")


def _record(
    id: str, file: str, place: int | None, source: str, people: People, fields: Fields
) -> Record:
    node, plain = parse(source, id)
    if not isinstance(plain, dict) or "resourceType" not in plain:
        raise NoteError(
            id,
            "is JSON, but no FHIR resource (no resourceType); write notes in fields of your own as "
            "JSON lines (.jsonl), an object a line",
        )
    sole = ""
    try:
        if place is None:  # a file, of which one part may tell of another
            people = People(people)
            people.add_all(plain)
            sole = people.sole
        owner = people.patient_of(plain) or sole
        walk = Walk(id, source, people, people if place is None else People(), fields)
        known = people.known_of(owner, plain)
        walk.whole(node, plain, owner, known)
    except RecursionError:
        raise NoteError(id, "is nested too deep; take some of the brackets away") from None
    plan = Plan(source, tuple(walk.leaves), tuple(walk.labels), tuple(walk.lists))
    return Record(
        *(id, tuple(walk.texts), file, place, tuple(walk.fields), plan, tuple(walk.values)),
        owner=owner,
        known=people.of_all().united(known or Known()) if place is None else known,
    )


# Writing --------------------------------------------------------------------------------------


def rewrite(record: Record, new: New) -> bytes:
    """Returns a resource with other texts and values, and labels that say so.

    Raises:
        NoteError: If there is an element that nobody decided about.
    """
    check_fields(record, new.fields)
    plan: Plan = record.original
    if not plan.leaves and not plan.labels:
        return encode(plan.source, record.id)
    root, _ = parse(plan.source, record.id)
    ascii_only = plan.source.removeprefix("\ufeff").isascii()
    write = partial(string, ascii_only=ascii_only)
    changes: dict[int, str | None] = {}
    added: dict[int, list[str]] = {}
    arrays: dict[tuple[int, int, str], dict[int, bool]] = {}
    lines = [each.changed(new.texts[each.at], record.id) for each in plan.lists]
    news = [
        lines[leaf.count][leaf.at] if leaf.kind == "line" else _new(leaf, record, new)
        for leaf in plan.leaves
    ]
    texts = {leaf.start: (leaf.old, text) for leaf, text in zip(plan.leaves, news, strict=True)}
    told = False
    for leaf, text in zip(plan.leaves, news, strict=True):
        if leaf.kind == "site code":
            meanings = (texts.get(start, ("", "")) for start, _ in leaf.beside)
            text = None if any(tells(leaf.old, old, to or "") for old, to in meanings) else leaf.old
            told = told or text is None
        if text == leaf.old:
            continue
        if text is not None:
            changes[leaf.start] = text if leaf.form == "number" else write(text)
            if leaf.beside:
                _about(leaf, text, changes)
            continue
        changes[leaf.start] = None
        if leaf.masked and leaf.array < 0:
            added.setdefault(leaf.parent, []).append(f'"_{leaf.key}":{_MASKED}')
        elif leaf.masked:
            arrays.setdefault((leaf.parent, leaf.array, leaf.key), {})[leaf.index] = True
    sizes = {leaf.array: leaf.size for leaf in plan.leaves if leaf.array >= 0}
    for (parent, array, key), gone in arrays.items():
        masks = [_MASKED if i in gone else "null" for i in range(sizes[array])]
        if len(gone) < sizes[array]:  # those that stay must stay beside what is said of them
            for leaf in plan.leaves:
                if leaf.array == array and leaf.index in gone:
                    changes[leaf.start] = "null"
        added.setdefault(parent, []).append(f'"_{key}":[{",".join(masks)}]')
    _mend(root, changes, added)
    for start, kind, there in plan.labels:
        labels = ",".join(_labels(record, new, there, told))
        if not labels:
            continue
        member = {"array": labels, "meta": f'"security":[{labels}]'}.get(
            kind, f'"meta":{{"security":[{labels}]}}'
        )
        added.setdefault(start, []).append(member)
    return encode(edited(plan.source, root, changes, added), record.id)


def _new(leaf: Leaf, record: Record, new: New) -> str | None:
    """What stands in place of a value; None for nothing."""
    texts = list(new.texts[leaf.at : leaf.at + leaf.count])
    kind = leaf.kind
    if kind == "drop":
        return None
    if kind == "site code":  # what it becomes, the texts beside it say
        return leaf.old
    if kind == "text":
        return texts[0]
    if kind == "parts":
        parts = [part if isinstance(part, str) else new.values[part] for part in leaf.parts]
        if any(part is None for part in parts):
            return None
        made = "".join(part for part in parts if part is not None)
        if made != leaf.old and leaf.form and not _FORMS[leaf.form].fullmatch(made):
            return None
        return made
    if kind == "narrative":
        return Markup(leaf.old, record.id, xhtml=True).write(texts[0])
    if kind == "notice in narrative":
        return f'<div xmlns="http://www.w3.org/1999/xhtml">{NOTICE}</div>'
    if kind.startswith("notice"):
        return coded(NOTICE.encode(), "") if kind.endswith("attached") else NOTICE
    data = opened(leaf.data, record.id, charset=leaf.charset).write(texts)
    return coded(data, leaf.old) if kind == "attached" else data.decode()


_FORMS = {
    "instant": re.compile(r"\d{4}-\d\d-\d\dT.+"),
    "number": re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?"),
}


def _about(leaf: Leaf, text: str, changes: dict[int, str | None]) -> None:
    """Size and type of an attachment, as it is now."""
    for start, what in leaf.beside:
        if what == "size":
            changes[start] = str(len(base64.b64decode("".join(text.split()))))
        elif leaf.kind.startswith("notice"):
            changes[start] = '"text/plain"'


def _mend(root: Node, changes: dict[int, str | None], added: dict[int, list[str]]) -> None:
    """Leaves out extensions without their value, and what would name a member twice."""
    stack = [root]
    while stack:
        node = stack.pop()
        for name, child in (node.members or {}).items():
            if name in EXTENSIONS:
                for item in child.items or ():
                    _without_value(item, changes, added)
        if node.members is not None and node.start in added:
            names = tuple(f'"{name}":' for name in node.members)
            added[node.start] = [each for each in added[node.start] if not each.startswith(names)]
        stack += [*(node.members or {}).values(), *(node.items or ())]


def _without_value(node: Node, changes: dict[int, str | None], added: dict[int, list[str]]) -> bool:
    """Whether nothing is left of an extension, which then goes as a whole (R4, ext-1)."""
    gone = True
    for name, child in (node.members or {}).items():
        if name == "extension":
            left = [item for item in child.items or () if not _without_value(item, changes, added)]
            gone = gone and not left
        elif name.startswith("value"):
            gone = gone and changes.get(child.start, "") is None
        elif name not in ("url", "id"):
            gone = False
    if gone and (node.members or {}).keys() - {"url", "id"}:
        changes[node.start] = None
        added.pop(node.start, None)
        return True
    return False


def _labels(record: Record, new: New, there: Container[str], told: bool) -> list[str]:
    """HL7's security labels for what was done (R4 and R5), without those that stand there."""
    codes = {
        "REDACTED": told or "tag" in new.actions or None in new.values,
        "PSEUDED": True,  # ids are coded
        "ABSTRED": "generalise" in new.actions,
        "MASKED": "mask" in new.actions,
    }
    # Without a display, which would be one more text of the resource when it is read again.
    new_codes = (code for code, holds in codes.items() if holds and code not in there)
    return [f'{{"system":"{SECURITY}","code":"{code}"}}' for code in new_codes]


def _check(path: Path, fields: Fields) -> None:
    """Refuses elements that nobody decided about, and decisions about what there is not."""
    there: dict[str, None] = {}
    for record in read_records(path, path.name, fields=fields, on_error=lambda error: None):
        there |= dict.fromkeys(record.fields)
    if undecided := fields.undecided(there):
        raise nobody_decided(undecided)
    ours = {name: role for name, role in fields.decided.items() if name[:1].isupper()}
    check_spelt(Fields(ours, fields.other), lambda name: name in there or is_known(name), there)


_IS_XML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?.{0,200}?\?>\s*|<!--.{0,2000}?-->\s*)*"
    rb"<(?:\w+:)?[A-Z]\w{2,60}\s[^<>]{0,2000}?[\"']http://hl7\.org/fhir[\"']",
    re.DOTALL,
)
"""A resource in XML, which is known so that it can be refused by name."""
_IS_RESOURCE = re.compile(rb'"resourceType"\s*:\s*"')


def is_it(path: Path) -> bool:
    """Returns whether a file holds resources: an object that names its type, or an element."""
    try:
        data = read_bytes(path, path.name)
    except NoteError:
        return False
    begins = data[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
    in_json = begins.startswith(b"{") and bool(_IS_RESOURCE.search(data))
    return in_json or bool(_IS_XML.match(data))


FORMAT = Format(
    records=read_records,
    rewrite=rewrite,
    suffixes=(".json", ".ndjson"),
    is_it=is_it,
    check=_check,
    reads_otherwise=True,
    keyed=True,
    beside=True,
)
"""See docs/formats.md."""
