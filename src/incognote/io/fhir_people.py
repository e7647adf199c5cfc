"""Who the resources of FHIR are about: the patient of each, and what is known of people."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, reduce
from pathlib import Path
from typing import Any

from incognote.core.config import parse_json
from incognote.core.known import NAME_PARTS, Known, name_of
from incognote.io.files import files_below

_TOLD = ("Patient", "RelatedPerson", "Person", "Coverage", "Practitioner", "PractitionerRole")
"""Resources that tell of people; bulk exports call their files by them."""
_STAFF = ("Practitioner", "PractitionerRole")
_SUBJECTS = ("subject", "patient", "beneficiary", "individual", "for", "subscriber")
"""Elements that say whose a resource is (R4 and R5, the patient compartment), the surest first."""
_LINK = re.compile(r"(?:.*/)?([A-Z][A-Za-z]+)/([^/|#?]+)(?:/_history/[^/]*)?(?:[#|].*)?", re.DOTALL)
_SHORTEST = 4
"""Of a number that is searched in notes."""
_MOTHER = "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName"


def handle_of(link: str) -> str:
    """Returns what a link points to as `Patient/7`, without server and version; else itself."""
    if link.startswith("urn:"):
        return link
    found = _LINK.fullmatch(link)
    return f"{found[1]}/{found[2]}" if found else link


class People:
    """Patients and staff of a Bundle, or of the files of a source.

    Args:
        beside: Those of the files beside the one that these are of.
    """

    def __init__(self, beside: People | None = None) -> None:
        self._beside = beside
        self._handle: dict[str, str] = {}
        """From `fullUrl` to `Patient/7`."""
        self._numbers: dict[str, str] = {}
        """From an identifier's value to its patient."""
        self._known: dict[str, Known] = {}
        self._staff: dict[str, tuple[str, ...]] = {}
        self._met: dict[str, None] = {}
        """Patients that anything points to."""
        self._made: dict[tuple[str, frozenset[str]], Known | None] = {}
        self._all_staff = False

    # Filling

    def add_all(self, plain: Mapping[str, Any]) -> None:
        """Takes in a resource and all within it; staff of any of them is looked for in all."""
        self._all_staff = True
        found = list(_resources(plain, ""))
        for resource, url in found:
            self._name(resource, url)
        for resource, _ in found:
            self.add(resource)
        for each in _objects(plain):
            if key := self.key(each):
                self._met[key] = None
            self._shown(each)

    def _name(self, resource: Mapping[str, Any], url: str) -> None:
        kind, id = resource.get("resourceType"), resource.get("id")
        handle = f"{kind}/{id}" if isinstance(id, str) else f"{kind}/{url}"
        self._handle.setdefault(f"urn:uuid:{id}", handle)
        if url:
            self._handle[url] = handle
            self._handle.setdefault(handle_of(url), handle)

    def add(self, resource: Mapping[str, Any]) -> None:
        """Takes in what one resource says of people."""
        kind, id = resource.get("resourceType"), resource.get("id")
        if kind not in _TOLD:
            return
        self._name(resource, "")
        if kind in _STAFF:
            names = _names(resource)
            for ref in _listed(resource, "practitioner"):
                names += map(_untitled, _strings(ref.get("display")))
                names += self._staff.get(self._resolved(str(ref.get("reference", ""))), ())
            self._staff[f"{kind}/{id}"] = tuple(names)
            return
        key = self.patient_of(resource)
        if not key:
            return
        self._met[key] = None
        self._known[key] = self._known.get(key, Known()).united(_KNOWN[kind](resource))
        if kind == "Patient":
            for number in _values(resource, "identifier"):
                self._numbers.setdefault(number, key)

    def _shown(self, each: Mapping[str, Any]) -> None:
        """What is shown beside a reference."""
        shown = each.get("display")
        if not (isinstance(shown, str) and shown.strip()):
            return
        kind = self.kind_of(str(each.get("reference", ""))) or each.get("type")
        if kind in _STAFF:
            self._staff[f"shown/{shown}"] = (_untitled(shown),)
        elif kind == "Patient" and (key := self.key(each)):
            self._known[key] = self._known.get(key, Known()).united(
                Known(names=(_untitled(shown),))
            )

    # Asking

    @property
    def sole(self) -> str:
        """The patient, where all is about one; else ''."""
        return next(iter(self._met)) if len(self._met) == 1 else ""

    def _resolved(self, link: str) -> str:
        asked = _CONDITIONAL.match(link)
        if asked and asked[1] == "Patient":
            number = re.search(r"[?&]identifier=(?:[^&]*(?:\||%7[Cc]))?([^&]+)", link)
            if number and number[1] in self._numbers:
                return f"Patient/{self._numbers[number[1]]}"
        return self._handle.get(link) or self._handle.get(handle_of(link)) or handle_of(link)

    def kind_of(self, link: str) -> str:
        """Returns the type of what a link points to; '' where that is not known."""
        if asked := _CONDITIONAL.match(link):
            return asked[1]
        kind, slash, _ = self._resolved(link).partition("/")
        return kind if slash and kind.isalpha() else ""

    def key(self, reference: Mapping[str, Any]) -> str:
        """Returns the patient that a Reference points to; '' where it is none."""
        link = reference.get("reference")
        if isinstance(link, str):
            kind, _, id = self._resolved(link).partition("/")
            return id if kind == "Patient" else ""
        identifier = reference.get("identifier")
        if isinstance(identifier, dict):
            own = self._numbers.get(str(identifier.get("value", "")), "")
            return own or (self._beside.key(reference) if self._beside else "")
        return ""

    def patient_of(self, resource: Any) -> str:
        """Returns whose a resource is; '' where it does not say, or is of several (Group)."""
        if not isinstance(resource, dict):
            return ""
        kind, id = resource.get("resourceType"), resource.get("id")
        if kind == "Patient":
            return str(id) if id else next(iter(_values(resource, "identifier")), "")
        if kind in ("Bundle", "Group", "Parameters"):
            return ""
        for name in _SUBJECTS:
            for reference in _listed(resource, name):
                if key := self.key(reference):
                    return key
        return next(filter(None, map(self.key, _objects(resource))), "")

    def known_of(self, owner: str, resource: Any) -> Known | None:
        """Returns what is known of a patient, and of the staff that a resource names."""
        own = self._own(owner, resource)
        more = self._beside.known_of(owner, resource) if self._beside else None
        return own.united(more) if own and more else own or more

    def _own(self, owner: str, resource: Any) -> Known | None:
        staff = frozenset(self._staff) if self._all_staff else frozenset(self._named(resource))
        if (owner, staff) in self._made:
            return self._made[owner, staff]
        names = [name for handle in sorted(staff) for name in self._staff.get(handle, ())]
        found = self._known.get(owner, Known()).united(Known(providers=tuple(names)))
        for inner, _ in () if self._all_staff else _resources(resource, ""):
            if inner is not resource and inner.get("resourceType") in _KNOWN:
                found = found.united(_KNOWN[str(inner["resourceType"])](inner))
            elif inner.get("resourceType") in _STAFF:
                found = found.united(Known(providers=tuple(_names(inner))))
        shown = [] if self._all_staff else list(_objects(resource))
        for each in shown:
            kind = self.kind_of(str(each.get("reference", ""))) or each.get("type")
            display = each.get("display")
            if isinstance(display, str) and kind in ("Patient", *_STAFF):
                said = (_untitled(display),)
                more = Known(names=said) if kind == "Patient" else Known(providers=said)
                found = found.united(more)
        made = None if found == Known() else found
        if self._all_staff:
            self._made[owner, staff] = made
        return made

    def of_all(self) -> Known:
        """Returns what is known of all patients."""
        return reduce(Known.united, self._known.values(), Known())

    def _named(self, resource: Any) -> Iterator[str]:
        for each in _objects(resource):
            link = each.get("reference")
            if isinstance(link, str) and self.kind_of(link) in _STAFF:
                yield self._resolved(link)


def people_beside(path: Path, name: str, *, below: bool) -> People:
    """Returns who the files of a source tell of, of which one lies at a path (`Records`).

    These are NDJSON files that are called by a type (`Patient.ndjson`, `Patient/0.ndjson`) and
    resources in JSON, of Bundles the results of a search: any other says itself whom it is about.
    A source is read once, and again when a file that is asked for has changed; what cannot be read
    is told when its turn comes. `below` says whether the source is a folder, searched to any depth.
    """
    where = path.parents[name.count("/")], below
    people, states = _people_of(*where)
    if states.get(path, now := _state(path)) != now:
        _people_of.cache_clear()
        people, _ = _people_of(*where)
    return people


_CALLED = re.compile(rf"(?<![A-Za-z])({'|'.join(_TOLD)})(?![A-Za-z])")
_TELLS = re.compile(rb'"resourceType"\s*:\s*"(%s)"' % "|".join(_TOLD).encode())
_BUNDLE = re.compile(rb'"resourceType"\s*:\s*"Bundle"')
_CONDITIONAL = re.compile(r"(?:[a-z]+://[^?]+/)?([A-Z][A-Za-z]+)\?")
"""A reference by a search, as in transactions: `Practitioner?identifier=system|value`."""
_SEARCHED = re.compile(rb'"type"\s*:\s*"searchset"')
_State = tuple[int, int]


def _state(path: Path) -> _State:
    info = path.stat()
    return info.st_size, info.st_mtime_ns


@lru_cache(maxsize=1)
def _people_of(folder: Path, deep: bool) -> tuple[People, Mapping[Path, _State]]:
    people = People()
    found = files_below(folder, (".json", *_LINES), on_error=lambda error: None) if deep else ()
    files = [file for file, _ in found] if deep else filter(Path.is_file, folder.iterdir())
    states = {file: _state(file) for file in files}
    # Practitioners before their roles, patients before who points to them by a number.
    order = {kind: i for i, kind in enumerate(("Practitioner", "Patient", *_TOLD))}
    kinds = ((_kind_told(file, folder), file) for file in sorted(states))
    for _, file in sorted((order[kind], file) for kind, file in kinds if kind):
        for resource in _in_file(file):
            people.add(resource)
    return people, states


def _kind_told(file: Path, folder: Path) -> str:
    """Which resource that tells of people a file holds, the first of them; '' for none."""
    if file.suffix.lower() in _LINES:
        called = _CALLED.findall(str(file.relative_to(folder)))
        return called[-1] if called else ""
    if file.suffix.lower() != ".json":
        return ""
    try:
        data = file.read_bytes()
    except OSError:
        return ""
    told = _TELLS.search(data)
    return told[1].decode() if told and (_SEARCHED.search(data) or not _BUNDLE.search(data)) else ""


_LINES = (".ndjson", ".jsonl")


def _in_file(file: Path) -> Iterator[Mapping[str, Any]]:
    """The resources of a file, of a Bundle its entries; what is none is passed over."""
    with file.open("rb") as lines:
        for text in lines if file.suffix.lower() in _LINES else (lines.read(),):
            try:
                plain = parse_json(text.removeprefix(codecs.BOM_UTF8))
            except ValueError:
                continue
            if isinstance(plain, dict):
                yield plain
                entries = (entry.get("resource") for entry in _listed(plain, "entry"))
                yield from (each for each in entries if isinstance(each, dict))


# What resources say ---------------------------------------------------------------------------


def _resources(plain: Any, url: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """A resource and those within it, each with its `fullUrl`."""
    if not (isinstance(plain, dict) and "resourceType" in plain):
        return
    yield plain, url
    for entry in _listed(plain, "entry"):
        address = entry.get("fullUrl")
        yield from _resources(entry.get("resource"), address if isinstance(address, str) else "")
    for each in _listed(plain, "parameter"):
        yield from _resources(each.get("resource"), "")
    for each in _listed(plain, "contained"):
        yield from _resources(each, "")


def _objects(plain: Any) -> Iterator[Mapping[str, Any]]:
    """All objects within a value, in order."""
    stack = [plain]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            yield value
            stack += reversed(list(value.values()))
        elif isinstance(value, list):
            stack += reversed(value)


def _listed(plain: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """The objects of an element, one or several."""
    value = plain.get(name)
    return [
        each for each in (value if isinstance(value, list) else [value]) if isinstance(each, dict)
    ]


def _strings(*values: Any) -> list[str]:
    """The strings among values, of lists their own."""
    flat = (each for value in values for each in (value if isinstance(value, list) else [value]))
    return [each for each in flat if isinstance(each, str) and each.strip()]


def _values(plain: Mapping[str, Any], name: str) -> list[str]:
    """The numbers of identifiers that are long enough to be told from others."""
    found = _strings(*(each.get("value") for each in _listed(plain, name)))
    return [
        each.removeprefix("urn:uuid:")
        for each in found
        if len(each) >= _SHORTEST and any(map(str.isdigit, each))
    ]


def _names(plain: Mapping[str, Any]) -> list[str]:
    names: list[str] = []
    for name in _listed(plain, "name"):
        family, given = (" ".join(_strings(name.get(part))) for part in NAME_PARTS)
        names += map(_untitled, _strings(name.get("text")))
        names += [name_of(family, _untitled(given))] if family or given else []
    return list(dict.fromkeys(names))


def _untitled(name: str) -> str:
    """A name without a title before it: 'Dr. James Okafor'."""
    return _TITLE.sub("", name)


_TITLE = re.compile(r"(?:[^\W\d_]{2,5}\.\s+)+(?=\w+\W+\w)")


def _contacts(plain: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Phone numbers and e-mail addresses."""
    told = [each for each in _listed(plain, "telecom") if isinstance(each.get("value"), str)]
    emails = tuple(str(each["value"]) for each in told if "@" in str(each["value"]))
    return tuple(str(each["value"]) for each in told if each["value"] not in emails), emails


def _addresses(plain: Mapping[str, Any]) -> tuple[str, ...]:
    found = []
    for each in _listed(plain, "address"):
        state = " ".join(_strings(each.get("state"), each.get("postalCode")))
        street = _strings(each.get("line")) or [""]
        whole = ", ".join((*street, *_strings(each.get("city")), *_strings(state)))
        found += _strings(each.get("text"), whole.rstrip(", "))
    return tuple(found)


def _of_patient(plain: Mapping[str, Any]) -> Known:
    phones, emails = _contacts(plain)
    relatives: list[str] = []
    for contact in _listed(plain, "contact"):
        relatives += _names({"name": contact.get("name")})
        more = _contacts(contact)
        phones, emails = phones + more[0], emails + more[1]
    for extension in _listed(plain, "extension"):
        if extension.get("url") == _MOTHER:
            relatives += _strings(extension.get("valueString"))
    staff = map(
        _untitled, _strings(*(r.get("display") for r in _listed(plain, "generalPractitioner")))
    )
    numbers = _values(plain, "identifier") + _values({"id": [{"value": plain.get("id")}]}, "id")
    return Known(
        *(tuple(_names(plain)), tuple(_strings(plain.get("birthDate"))), phones, emails),
        *(_addresses(plain), tuple(numbers), tuple(relatives), tuple(staff)),
    )


def _of_relative(plain: Mapping[str, Any]) -> Known:
    phones, emails = _contacts(plain)
    return Known(
        phones=phones, emails=emails, addresses=_addresses(plain), relatives=tuple(_names(plain))
    )


def _of_coverage(plain: Mapping[str, Any]) -> Known:
    subscriber = plain.get("subscriberId")
    numbers = _values(plain, "identifier") + _values(plain, "subscriberId")
    numbers += _values({"v": [{"value": each} for each in _strings(subscriber)]}, "v")
    return Known(record_numbers=tuple(numbers))


_KNOWN = {
    "Patient": _of_patient,
    "RelatedPerson": _of_relative,
    "Person": _of_relative,
    "Coverage": _of_coverage,
}
