"""CDA release 2 and C-CDA: narrative, header and entries of a clinical document.

What an element holds is told by its name and its place (HL7 CDA R2, 2005, with the extensions of
`urn:hl7-org:sdtc` that C-CDA 2.1 uses): names, addresses, telecoms, identifiers and times are
values, replaced without being searched; the narrative of each section is a text, and so are the
display names, original texts and strings of entries, in lines of their own, each once. An element
of another name is a field that somebody must decide about. Only the bytes of values change;
comments and foreign processing instructions are taken out.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from incognote.core.document import Document
from incognote.core.errors import NoteError
from incognote.core.known import NAME_PARTS, Known, name_of, words_in
from incognote.core.pipeline import OnError
from incognote.core.words import listed
from incognote.io.ages import AMOUNT, tells_age
from incognote.io.attached import (
    NOT_READ,
    NOTICE,
    Attachment,
    attached,
    coded,
    from_base64,
    instead,
)
from incognote.io.checks import report
from incognote.io.files import read_bytes
from incognote.io.format import Fields, Format, New, Record, check_fields
from incognote.io.html_pages import decode_named
from incognote.io.mapped import Edit, Flow, Lines, Place, applied
from incognote.io.telling import telling
from incognote.io.xml_tree import ATTRIBUTE, ENTITY, parse, tokens, value_span
from incognote.replace.structured import Value

_DEEPEST = 200


_KNOWN = listed(
    "ClinicalDocument realmCode typeId templateId code title confidentialityCode languageCode "
    "versionNumber recordTarget patientRole patient administrativeGenderCode maritalStatusCode "
    "religiousAffiliationCode raceCode ethnicGroupCode guardian guardianPerson "
    "guardianOrganization birthplace place languageCommunication modeCode proficiencyLevelCode "
    "preferenceInd providerOrganization asOrganizationPartOf wholeOrganization "
    "standardIndustryClassCode author functionCode assignedAuthor assignedPerson "
    "assignedAuthoringDevice manufacturerModelName softwareName asMaintainedEntity "
    "maintainingPerson representedOrganization dataEnterer assignedEntity informant relatedEntity "
    "relatedPerson custodian assignedCustodian representedCustodianOrganization "
    "informationRecipient intendedRecipient receivedOrganization legalAuthenticator signatureCode "
    "authenticator participant associatedEntity associatedPerson scopingOrganization "
    "inFulfillmentOf order priorityCode documentationOf serviceEvent performer relatedDocument "
    "parentDocument authorization consent statusCode componentOf encompassingEncounter "
    "dischargeDispositionCode responsibleParty encounterParticipant location healthCareFacility "
    "serviceProviderOrganization component structuredBody nonXMLBody section subject "
    "relatedSubject entry entryRelationship seperatableInd sequenceNumber observation act "
    "substanceAdministration supply encounter procedure organizer observationMedia "
    "regionOfInterest participantRole playingEntity playingDevice scopingEntity desc specimen "
    "specimenRole specimenPlayingEntity product manufacturedProduct manufacturedMaterial "
    "manufacturedLabeledDrug manufacturerOrganization consumable reference externalAct "
    "externalObservation externalProcedure externalDocument referenceRange observationRange "
    "precondition criterion interpretationCode methodCode targetSiteCode approachSiteCode "
    "routeCode administrationUnitCode doseQuantity rateQuantity maxDoseQuantity repeatNumber "
    "quantity numerator denominator independentInd derivationExpr awarenessCode uncertaintyCode "
    "value translation qualifier originalText text period width offset low high center phase "
    "event comp lotNumberText thumbnail head increment digits name origin scale "
    "deceasedInd multipleBirthInd multipleBirthOrderNumber admissionReferralSourceCode specialty "
    "signatureText identifiedBy alternateIdentification asPatientRelationship precondition1 "
    "precondition2 allTrue allFalse atLeastOneTrue atLeastOneFalse onlyOneTrue onlyOneFalse "
    "inFulfillmentOf1 actReference negationInd detailedRaceCode"
)
"""Elements whose text and attributes are searched, where no row below says more."""
_TIMES = listed(
    "effectiveTime time birthTime deceasedTime copyTime useablePeriod expirationTime existenceTime "
    "validTime availabilityTime activityTime expectedUseTime"
)
_TIME_TYPES = re.compile(r"(?:\w+_)?TS|TS\.\w+|IVXB_TS|SXCM_TS|EIVL_TS|PIVL_TS|GTS")
_IDS = listed("id setId")
_ADDRESS = {
    **{"streetAddressLine": "STREET", "streetName": "STREET", "streetNameBase": "STREET"},
    **{"streetNameType": "STREET", "houseNumber": "STREET", "houseNumberNumeric": "STREET"},
    **{"direction": "STREET", "additionalLocator": "STREET", "unitID": "STREET"},
    **{"unitType": "STREET", "careOf": "PATIENT", "postBox": "STREET", "delimiter": "STREET"},
    **{"deliveryInstallationType": "STREET", "deliveryInstallationArea": "STREET"},
    **{"deliveryInstallationQualifier": "STREET", "deliveryMode": "STREET"},
    **{"deliveryModeIdentifier": "STREET"},
    **{"deliveryAddressLine": "STREET", "buildingNumberSuffix": "STREET", "city": "CITY"},
    **{"county": "LOCATION_OTHER", "state": "STATE", "postalCode": "ZIP", "country": "COUNTRY"},
    **{"precinct": "LOCATION_OTHER", "censusTract": "LOCATION_OTHER"},
}
"""Parts of an address and their types; text between them is STREET."""
_NAME_PARTS = listed("given family prefix suffix delimiter")
_TITLES = re.compile(
    r"(?:Dr|Mr|Mrs|Ms|Miss|Mx|Prof|Sir|Sr|Sra|Dra|Jr|II|III|IV|M\.?D|D\.?O|R\.?N|N\.?P|P\.?A|Ph\.?D|MPH"
    r"|MSN|BSN|LPN|PharmD|DDS|FACP|FACS|Esq)\.?,?",
    re.IGNORECASE,
)
"""Prefixes and suffixes that tell nobody who it is."""
_WHOSE: Mapping[str, tuple[str, str]] = {
    "patient": ("PATIENT", "names"),
    "patientRole": ("PATIENT", "names"),
    **dict.fromkeys(
        ("guardianPerson", "relatedPerson", "associatedPerson", "subject", "relatedSubject"),
        ("PATIENT", "relatives"),
    ),
    **dict.fromkeys(
        ("assignedPerson", "intendedRecipient", "maintainingPerson"), ("DOCTOR", "providers")
    ),
    **dict.fromkeys(
        (
            *("providerOrganization", "wholeOrganization", "representedOrganization"),
            *("representedCustodianOrganization", "receivedOrganization", "healthCareFacility"),
            *("serviceProviderOrganization", "assignedCustodian"),
        ),
        ("HOSPITAL", ""),
    ),
    **dict.fromkeys(
        ("guardianOrganization", "scopingOrganization", "manufacturerOrganization"),
        ("ORGANIZATION", ""),
    ),
    "birthplace": ("LOCATION_OTHER", ""),
    **dict.fromkeys(
        (
            *("assignedAuthoringDevice", "manufacturedMaterial", "manufacturedLabeledDrug"),
            *("playingDevice", "specimenPlayingEntity", "qualifier", "scopingEntity"),
        ),
        ("", ""),
    ),
}
"""From the element around a name to its type ('': it is searched) and its place in the roster."""
_NARRATIVE = {
    **dict.fromkeys(("content", "linkHtml", "sub", "sup", "footnoteRef", "col", "colgroup"), ""),
    **dict.fromkeys(("thead", "tbody", "tfoot", "renderMultiMedia"), ""),
    **dict.fromkeys(("paragraph", "item", "list", "caption", "tr", "br", "footnote"), "\n"),
    **{"table": "\n\n", "td": "\t", "th": "\t"},
}
"""Elements of the narrative, and how they end a line or cell."""

_V3, _SDTC = "urn:hl7-org:v3", "urn:hl7-org:sdtc"
_BLANKS = re.compile(r"[ \t\r\n]+")
_PROLOG = re.compile(rb"""\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']""")
_SHEET = re.compile(
    r"""(?:\s+(?:type="text/xslt?"|href="[\w./-]{0,24}CDA[\w-]{0,12}\.xslt?"))+\s*""", re.I
)

_TIME = re.compile(r"(\d{4})(?:(\d\d)(?:(\d\d)(.*))?)?", re.DOTALL)
"""HL7's point in time: YYYYMMDDHHMMSS.UUUU[+|-ZZzz], as precise as known."""
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_OID = re.compile(r"[0-2](?:\.(?:0|[1-9][0-9]*))+")
_TEMPLATE = re.compile(rf"root=(?:{_OID.pattern})|extension=(?:\d{{4}}-\d\d-\d\d|POCD_\w{{1,16}})")
_PUBLIC_OID = re.compile(
    r"2\.16\.840\.1\.113883\.(?:1|2|4|5|6|10|11|12|13|18|21)(?:\.\d+)*|1\.3\.6\.1\.4\.1\.19376(?:\.\d+)*"
)
"""Roots of HL7's and IHE's own; others belong to an organisation, and tell which."""
_TELECOM = re.compile(
    r"(?:(tel|mailto|fax|https?|ftp|sms|callto):)?(.*)", re.IGNORECASE | re.DOTALL
)
_TELECOM_TYPES = {"mailto": "EMAIL", "fax": "FAX", "http": "URL", "https": "URL", "ftp": "URL"}

_ENUM = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,15}(?: [A-Z][A-Z0-9_]{0,15}){0,5}")
_NUMBER = re.compile(r"[+-]?\d{0,6}(?:\.\d{1,12})?(?:[eE][+-]?\d{1,3})?|true|false")
_QUANTITY = re.compile(r"[+-]?\d{1,12}(?:\.\d{1,12})?")
_TOKEN = re.compile(r"[\w.:/^+{}\[\]%*'-]{1,24}")
_NAMESPACE = re.compile(r"(?:urn:|https?://)[\w./:#-]{1,80}")
_XML_ID = re.compile(r"#?[\w.:-]{1,128}")
_SMALL = re.compile(r"[\d.]{1,8}(?:px|pt|em|%)?|[A-Za-z]{1,12}")
_KEPT: Mapping[str, re.Pattern[str]] = {
    **dict.fromkeys(
        listed(
            "classCode moodCode typeCode determinerCode nullFlavor use operator contextControlCode "
            "contextConductionInd negationInd independentInd inversionInd inclusive listType "
            "institutionSpecified representation partType qualifier unsorted isCriterionInd "
            "displayable xsi:type type inversionConductionInd alignment"
        ),
        _ENUM,
    ),
    **dict.fromkeys(listed("code unit codeSystemVersion currency"), _TOKEN),
    **dict.fromkeys(listed("codeSystem valueSet sdtc:valueSet"), _OID),
    **dict.fromkeys(
        listed(
            "align valign border cellpadding cellspacing width span colspan rowspan rules frame "
            "scope"
        ),
        _SMALL,
    ),
    "mediaType": re.compile(r"[\w.+/-]{1,80}"),
    "value": _NUMBER,
    "probability": _NUMBER,
    "revised": _ENUM,
    "language": re.compile(r"[a-z]{2}(?:-[A-Z]{2})?"),
    "xml:lang": re.compile(r"[a-z]{2}(?:-[A-Z]{2})?"),
    "styleCode": re.compile(r"[A-Z][A-Za-z]{2,12}(?: [A-Z][A-Za-z]{2,12}){0,3}|xRowGroup\w{0,8}"),
    "codeSystemName": re.compile(
        r"LOINC|SNOMED[ -]?CT|RxNorm|ICD-?(?:9|10)(?:-?CM|-?PCS)?|CPT-?4?|CVX|NDC|UCUM|UNII|NUCC"
        r"|HL7[ A-Za-z]{0,24}|(?:Act|Administrative|Marital|Observation|Role)[ A-Za-z]{0,24}"
        r"|Confidentiality[A-Za-z]{0,4}|NCI Thesaurus|CDCREC|HCPCS|Race and Ethnicity - CDC",
        re.IGNORECASE,
    ),
}
"""What attributes may say without being searched, by name."""
_SEARCHED = listed(
    "displayName schemaLocation noNamespaceSchemaLocation nil href name title rel rev summary abbr "
    "axis char charoff ID IDREF referencedObject headers root extension assigningAuthorityName "
    "reference valueSetName valueSetVersion originalText integrityCheck integrityCheckAlgorithm "
    "compression updateMode flavorId space base"
)
"""Attributes that may say anything; those of a name that stands nowhere are unknown."""
_ABOUT_DATA = listed("mediaType compression integrityCheck integrityCheckAlgorithm")
"""Attributes that go with what is attached."""
_REFERRING = listed("ID IDREF referencedObject headers")


class Cda:
    """A clinical document within another container (`Content`).

    There nobody says what becomes of its values, so all are left out, as are elements that are not
    known; what is text is searched.
    """

    def is_it(self, data: bytes) -> bool:
        """Returns whether the bytes begin as a clinical document does."""
        begins = data[:8192].replace(b"\0", b"")
        return bool(re.search(rb"<(?:[\w.-]+:)?ClinicalDocument[\s>]", begins))

    def texts(self, data: bytes, id: str) -> tuple[str, ...]:
        """Returns the narrative, attachments and strings; as `Content`."""
        return _Paper(data, id).texts

    def write(self, data: bytes, texts: Sequence[str], id: str) -> bytes:
        """Returns the document with other texts and without values; as `Content`."""
        paper = _Paper(data, id)
        return paper.written(New(texts, [None] * len(paper.values), Fields(other="drop")))


def read_records(
    path: Path, name: str, *, fields: Fields, on_error: OnError | None = None
) -> Iterator[Record]:
    """Yields the document of a file; arguments and errors as `Records`."""
    try:
        data = read_bytes(path, name)
        paper = _Paper(data, name)
    except NoteError as error:
        report(error, on_error)
        return
    known, patient = paper.known(), paper.patient
    meta = {"patient": patient} if patient else {}
    ids = [f"{name}#{place}" for place in paper.places]
    docs = [Document(i, t, meta=meta, known=known) for i, t in zip(ids, paper.texts, strict=True)]
    yield Record(
        name,
        tuple(docs),
        name,
        fields=tuple(paper.unknown),
        original=data,
        values=tuple(paper.values),
        owner=patient,
        known=known,
    )


def rewrite(record: Record, new: New) -> bytes:
    """Returns the document with other texts and values; see `Rewrite`.

    Raises:
        NoteError: If an element is neither kept nor dropped.
    """
    check_fields(record, new.fields)
    return _Paper(record.original, record.id).written(new)


def _is_it(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return Cda().is_it(file.read(8192))
    except OSError:
        return False


def _fields(path: Path) -> Iterator[str]:
    try:
        yield from _Paper(read_bytes(path, path.name), path.name).unknown
    except NoteError:
        return  # told when it is read


@dataclass(slots=True)
class _Element:
    """An element that is open."""

    name: str
    path: str
    start: int
    spaces: Mapping[str, str]
    """Of prefixes."""
    values: Mapping[str, str] = field(default_factory=dict)
    about: dict[str, _Slot] = field(default_factory=dict)
    """Where attributes stand that go with what is attached."""
    how: str = ""
    """What its text is: name, addr, narrative, attachment, note, text ('')."""
    time: bool = False
    """Whether it is a time, or a part of one."""
    type: str = ""
    """Of a name or a part of an address."""
    flow: Flow | None = None
    """Of the section that it stands in."""
    pieces: list[tuple[int, int]] = field(default_factory=list)
    """Of what is attached: where they stand."""
    said: list[str] = field(default_factory=list)
    """What its `code` says: the code and its name."""
    code: _Slot | None = None
    """Where its code stands, if that is the site's own."""


@dataclass(frozen=True, slots=True)
class _Slot:
    """Where a value stands."""

    start: int
    end: int
    form: Callable[[str], str] = str
    """From the replacement to what stands there."""
    attribute: tuple[int, int] | None = None
    """All of the attribute, which goes where nothing can stand there; None: it is text."""
    element: int = -1
    """Where the element starts that then says `nullFlavor`; -1: it says so, or cannot."""

    @property
    def whole(self) -> tuple[int, int]:
        """With the name of the attribute."""
        return self.attribute or (self.start, self.end)


class _Paper:
    """A document taken apart."""

    def __init__(self, data: bytes, id: str) -> None:
        prolog = _PROLOG.match(data)
        self.source, self.encoding = decode_named(data, prolog[1] if prolog else b"", id)
        self.id = id
        parse(id, self.source)  # it is well-formed and has no document type
        self.values: list[Value] = []
        self.unknown: dict[str, list[tuple[int, int]]] = {}
        """From paths of elements that are not known to where they stand."""
        self.patient = ""
        self._slots: list[_Slot] = []
        self._flows: list[Flow] = []
        self._lines = Lines()
        self._attachments: list[Attachment] = []
        self._inner: list[str] = []
        """Texts of attachments,"""
        self._inner_places: list[str] = []
        """and of which each is: those that are not read count too, since a notice can be."""
        self._count = 0
        self._fixed: list[Edit] = []
        self._sections: list[tuple[int, int]] = []
        """CDATA sections."""
        self._ids: list[tuple[str, _Slot]] = []
        """Ids of elements, and what refers to them."""
        self._spaces: set[str] = set()
        self._codes: list[tuple[_Slot, tuple[int, int]]] = []
        """Codes of the site's own, each with where a text stands that says what it means."""
        self._kept: list[tuple[str, str, _Slot]] = []
        """Paths and values of attributes that may say anything, and stay."""
        self._about: dict[str, list[str]] = {}
        """What goes into the roster."""
        self._parts: list[tuple[str, str]] = []
        """Of the name or address that is open."""
        self._open: list[_Element] = []
        self._unknown_depth = 0
        self._read()
        self._code_ids()
        self._leave_out_what_tells()
        self._seen = [flow.text for flow in self._flows]
        lines = self._lines.text
        self.texts = (*self._seen, *self._inner, *((lines,) if lines else ()))
        flows = (f"text{i}" for i, _ in enumerate(self._flows, 1))
        self.places = (*flows, *self._inner_places, *(("lines",) if lines else ()))
        """What calls each of the texts."""

    def known(self) -> Known:
        """Returns what it says of its patient."""
        return Known(**{key: tuple(dict.fromkeys(said)) for key, said in self._about.items()})

    # Reading ------------------------------------------------------------------------------------

    def _read(self) -> None:
        for found in tokens(self.source, self.id):
            if found["text"] is not None:
                self._text(*found.span("text"))
            elif found["close"]:
                self._end(found.start(), found.end())
            elif found["name"]:
                self._start(found)
                if found["empty"]:
                    self._end(found.end(), found.end())
            elif found["cdata"] is not None:
                self._sections.append(found.span("cdata"))
                self._text(*found.span("cdata"), cdata=True)
            elif self._unknown_depth == 0 and found["instruction"] != "xml":
                if found["instruction"] == "xml-stylesheet" and _SHEET.fullmatch(found["said"]):
                    self._kept.append(("xml-stylesheet", found["said"], _Slot(*found.span())))
                else:
                    self._fixed.append((*found.span(), ""))

    def _start(self, found: re.Match[str]) -> None:
        above = self._open[-1] if self._open else None
        attributes = {
            each[1]: (each[2] if each[2] is not None else each[3], each)
            for each in ATTRIBUTE.finditer(self.source, *found.span("rest"))
        }
        if len(self._open) > _DEEPEST:
            raise NoteError(self.id, f"is nested deeper than {_DEEPEST} elements")
        own = {
            key[6:]: value
            for key, (value, _) in attributes.items()
            if key == "xmlns" or key.startswith("xmlns:")
        }
        spaces = above.spaces if above else {}
        spaces = {**spaces, **own} if own else spaces
        prefix, _, local = found["name"].rpartition(":")
        space = spaces.get(prefix, "")
        shown = local if space in (_V3, "") else f"{'sdtc' if space == _SDTC else prefix}:{local}"
        path = f"{above.path}.{shown}" if above else shown
        values = {key: html.unescape(value) for key, (value, _) in attributes.items()}
        element = _Element(local, path, found.start(), spaces, values)
        self._open.append(element)
        if self._unknown_depth:
            self._unknown_depth += 1
            return
        if above:
            element.how = above.how if above.how != "attachment" else ""
            element.flow, element.type = above.flow, above.type
            element.time = above.time
            if local == "code":
                above.said += [values.get(key, "") for key in ("code", "displayName")]
        if space not in (_V3, _SDTC, "") or not self._is_known(element, above):
            self._unknown_depth = 1
            return
        self._attributes(element, attributes)

    def _is_known(self, element: _Element, above: _Element | None) -> bool:
        """Tells what an element is, by its name and place."""
        name = element.name
        if above is None:
            return name == "ClinicalDocument"
        if above.how == "narrative":
            if name not in _NARRATIVE or element.flow is None:
                return False
            if _NARRATIVE[name]:
                self._border(element, _NARRATIVE[name], start=True)
            else:
                element.flow.tagged()
            if name == "sup":
                element.flow.gap()
            return True
        if above.name == "name" and name in _NAME_PARTS:
            if not above.how:  # what has given names is somebody, whatever its entity
                above.how, above.type = "name", "PATIENT"
                element.how, element.type = above.how, above.type
            return True
        if above.how == "addr" and name in _ADDRESS:
            element.type = _ADDRESS[name]
            return True
        kind = _local(element.values.get("xsi:type", ""))
        if name in _TIMES or _TIME_TYPES.fullmatch(kind):
            element.time, element.how = True, ""
            return True
        if name in _IDS or kind == "II":
            return True
        if name in ("addr", "birthplace") or kind == "AD":
            element.how, element.type, self._parts = "addr", "STREET", []
            return True
        if name == "telecom" or kind == "TEL":
            return True
        if name == "name" or kind in ("PN", "ON", "EN", "TN"):
            element.type = self._whose(self._open[:-1])[0] if name == "name" else "PATIENT"
            element.how, self._parts = ("name" if element.type else ""), []
            return True
        if name not in _KNOWN:
            return False
        element.how = ""
        if name == "section":
            element.flow = Flow()
            self._flows.append(element.flow)
        elif name in ("text", "title") and above.name == "section":
            element.how = "narrative"
            self._border(element, "\n", start=True)
        elif element.values.get("representation") == "B64" or (
            name == "signatureText" or "compression" in element.values
        ):
            element.how = "attachment"
        elif name == "text" and above.name == "nonXMLBody":
            element.how = "note"
        return True

    def _whose(self, around: Sequence[_Element]) -> tuple[str, str]:
        """The type of a name that stands within these, and its place in the roster."""
        for element in reversed(around):
            if element.name in _WHOSE:
                return _WHOSE[element.name]
            if element.name == "playingEntity":
                return self._entity(element)
        return "PATIENT", ""

    def _entity(self, playing: _Element) -> tuple[str, str]:
        """What takes part in an entry: a place, somebody, a substance."""
        part = next((e for e in reversed(self._open) if e.name == "participant"), playing)
        what = (playing.values.get("classCode", ""), part.values.get("typeCode", ""))
        if what[0] == "PLC" or what[1] == "LOC":
            return "HOSPITAL", ""
        if what[0] == "ORG":
            return "ORGANIZATION", ""
        if what[0] == "PSN" or what[1] in ("COV", "HLD", "IND", "CALLBCK", "NOT", "RCT", "SBJ"):
            return "PATIENT", "names" if what[1] in ("COV", "SBJ", "RCT") else "relatives"
        return "", ""

    def _border(self, element: _Element, how: str, *, start: bool) -> None:
        flow = element.flow
        if flow is not None and (how != "\t" or (start and flow.last not in ("", "\n"))):
            flow.ended(how)

    def _end(self, start: int, end: int) -> None:
        element = self._open.pop()
        if self._unknown_depth:
            self._unknown_depth -= 1
            if not self._unknown_depth:
                self.unknown.setdefault(element.path, []).append((element.start, end))
            return
        above = self._open[-1] if self._open else None
        if element.how == "narrative" and element.flow is not None:
            own = above is not None and above.how == "narrative"
            self._border(element, _NARRATIVE[element.name] if own else "\n", start=False)
        elif element.pieces:
            self._attached(element)
        elif element.how in ("name", "addr") and (above is None or above.how != element.how):
            self._told(element)

    # Attributes ---------------------------------------------------------------------------------

    def _attributes(
        self, element: _Element, attributes: Mapping[str, tuple[str, re.Match[str]]]
    ) -> None:
        name, kind = element.name, _local(element.values.get("xsi:type", ""))
        for key, (raw, found) in attributes.items():
            value = element.values[key]
            span = value_span(found)
            null = -1 if "nullFlavor" in attributes else element.start
            whole = (found.start(1), found.end())
            slot = _Slot(*span, str, whole, null)
            path = f"{element.path}.@{key}"
            if key == "xmlns" or key.startswith("xmlns:"):
                if not _NAMESPACE.fullmatch(value):
                    raise NoteError(self.id, f"{path} names a namespace that is not known")
                self._spaces.update((key, value))
            elif key not in _KEPT and _local(key) not in _SEARCHED:
                self.unknown.setdefault(path, []).append(whole)
            elif not value.strip():
                continue
            elif element.how == "attachment" and key in _ABOUT_DATA:
                element.about[key] = slot
            elif name in ("templateId", "typeId") and _TEMPLATE.fullmatch(f"{key}={value}"):
                self._kept.append((path, value, slot))
            elif name in _IDS or kind == "II":
                self._identifier(element, key, value, slot)
            elif name == "telecom" or kind == "TEL":
                self._telecom(key, value, raw, path, slot)
            elif key == "value" and element.time and "unit" not in attributes:
                self._time(element, value, path, slot)
            elif key == "value" and _QUANTITY.fullmatch(value) and self._is_age(element, value):
                self._add(Value(path, value, "AGE", "number"), slot)
            elif key in _REFERRING or (key == "value" and value.startswith("#")):
                self._refer(value, slot)
            elif key == "value" and "unit" in attributes and _QUANTITY.fullmatch(value):
                self._kept.append((path, value, slot))
            else:
                self._kept_or_read(key, value, path, slot)
                system = element.values.get("codeSystem", "")
                if key == "code" and not _PUBLIC_OID.fullmatch(system):
                    element.code = slot
        meant = attributes.get("displayName")
        if element.code and meant:
            self._codes.append((element.code, value_span(meant[1])))

    def _is_age(self, element: _Element, value: str) -> bool:
        unit = element.values.get("unit", "")
        said = self._open[-2].said if element.name == "value" and len(self._open) > 1 else []
        return tells_age(value, [unit], said)

    def _kept_or_read(self, key: str, value: str, path: str, slot: _Slot) -> None:
        if key in _KEPT and _KEPT[key].fullmatch(value):
            self._kept.append((path, value, slot))
        elif _local(key) == "schemaLocation" and slot.end - slot.start == len(value):
            # The names of CDA's own namespaces are read as names of users.
            for word in re.finditer(r"\S+", value):
                if word[0] not in (_V3, _SDTC):
                    start, end = (slot.start + at for at in word.span())
                    self._line("schemaLocation", word[0], replace(slot, start=start, end=end))
        else:
            self._line(key.rpartition(":")[2], value, slot)

    def _leave_out_what_tells(self) -> None:
        """Has codes and the like left out that say a name or number of somebody."""
        words = self.known().words
        for path, value, slot in self._kept:
            if not words.isdisjoint(words_in(value)):
                says_null = path.endswith((".@code", ".@value"))
                self._add(Value(path, "", "drop"), slot if says_null else replace(slot, element=-1))
        for space in self._spaces:
            if not words.isdisjoint(words_in(space)):
                raise NoteError(self.id, "names a namespace that is not known")

    def _line(self, label: str, value: str, slot: _Slot) -> None:
        self._lines.add(label, value, Place(slot.start, slot.end, html.escape))

    def _add(self, value: Value, slot: _Slot) -> None:
        self.values.append(value)
        self._slots.append(slot)

    def _identifier(self, element: _Element, key: str, value: str, slot: _Slot) -> None:
        path = f"{element.path}.@{key}"
        if key == "extension":
            self._add(Value(path, value, "code", "token"), slot)
            around = self._open[-2].name if len(self._open) > 1 else ""
            if around in ("patientRole", "patient"):
                self._say("record_numbers", value)
                self.patient = self.patient or value
        elif key == "root":
            if _PUBLIC_OID.fullmatch(value) and "extension" in element.values:
                self._kept.append((path, value, slot))
                return
            form = _as_uuid if _UUID.fullmatch(value) else _as_oid if _OID.fullmatch(value) else str
            self._add(
                Value(path, value, "code", "token"),
                replace(slot, form=form),
            )
        elif key == "assigningAuthorityName":
            self._add(Value(path, value, "HOSPITAL"), slot)
        else:
            self._kept_or_read(key, value, path, slot)

    def _telecom(self, key: str, value: str, raw: str, path: str, slot: _Slot) -> None:
        if key != "value":
            self._kept_or_read(key, value, path, slot)
            return
        scheme, number = _TELECOM.fullmatch(value).groups()  # type: ignore[union-attr]
        type = _TELECOM_TYPES.get((scheme or "").lower(), "EMAIL" if "@" in number else "PHONE")
        url = type == "URL"
        begin = f"{scheme}:" if scheme and not url else ""
        said = value if url else number
        self._add(
            Value(path, said, type),
            replace(slot, form=lambda new: begin + new),
        )
        around = {e.name for e in self._open}
        if "recordTarget" in around and "providerOrganization" not in around and not url:
            self._say("emails" if type == "EMAIL" else "phones", said.strip())

    def _time(self, element: _Element, value: str, path: str, slot: _Slot) -> None:
        found = _TIME.fullmatch(value.strip())
        text = value
        if found:
            year, month, day, rest = found.groups()
            text = "-".join(filter(None, (year, month, day))) + (f"T{rest}" if rest else "")
            if element.name == "birthTime" and "patient" in {e.name for e in self._open} and day:
                self._say("birth_date", f"{year}-{month}-{day}")
        self._add(
            Value(path, text, "DATE", "date"),
            replace(slot, form=_as_time),
        )

    def _refer(self, value: str, slot: _Slot) -> None:
        if _XML_ID.fullmatch(value):
            self._ids.append((value, slot))
        else:
            self._line("ID", value, slot)

    def _code_ids(self) -> None:
        """Has those ids coded, wherever they stand, that hold a name or number of somebody."""
        said = [
            word
            for key in ("names", "relatives", "providers", "record_numbers")
            for value in self._about.get(key, ())
            for word in re.findall(r"[^\W_]+", value)
            if len(word) > 2
        ]
        names = "|".join(re.escape(word) for word in {*said})
        telling = re.compile(rf"{names + '|' if names else ''}\d{{7}}", re.IGNORECASE)
        for value, slot in self._ids:
            if telling.search(value):
                mark = "#" if value.startswith("#") else ""
                form = _as_reference if mark else _as_id
                self._add(
                    Value("ID", value.removeprefix("#"), "code", "token"),
                    replace(slot, form=form, element=-1),
                )

    def _say(self, key: str, value: str) -> None:
        if value.strip():
            self._about.setdefault(key, []).append(value)

    # Text ---------------------------------------------------------------------------------------

    def _text(self, start: int, end: int, *, cdata: bool = False) -> None:
        if start >= end or self._unknown_depth or not self._open:
            return
        element = self._open[-1]
        raw = self.source[start:end]
        if element.how == "attachment":
            element.pieces += [(start, end)] if raw.strip() else []
            return
        if element.how == "narrative" and element.flow is not None:
            self._flow(element.flow, start, end, cdata=cdata, layout=False)
            return
        if not raw.strip():
            return
        if element.how == "note":
            if not self._flows or element.flow is None:
                element.flow = Flow()
                self._flows.append(element.flow)
            self._flow(element.flow, start, end, cdata=cdata, layout=True)
            return
        start += len(raw) - len(raw.lstrip())
        end -= len(raw) - len(raw.rstrip())
        value = self.source[start:end] if cdata else html.unescape(self.source[start:end])
        escape = _in_cdata if cdata else _escaped
        if element.how == "name":
            if element.name in ("prefix", "suffix") and _TITLES.fullmatch(value):
                return
            called = (
                "CL" in element.values.get("qualifier", "").split()
            )  # HL7: EntityNamePartQualifier
            self._parts.append(("called" if called else element.name, value))
            part = element.name if element.name in NAME_PARTS else ""
            self._add(
                Value(element.path, value, element.type, part=part), _Slot(start, end, escape)
            )
        elif element.how == "addr":
            self._parts.append((element.name, value))
            self._add(Value(element.path, value, element.type), _Slot(start, end, escape))
        elif element.name == "lotNumberText":
            self._add(Value(element.path, value, "DEVICE"), _Slot(start, end, escape))
        elif AMOUNT.fullmatch(value) and self._is_age(element, value):
            self._add(Value(element.path, value, "AGE"), _Slot(start, end, escape))
        else:
            self._lines.add(element.name, value, Place(start, end, escape))
            if element.name == "originalText" and (code := self._open[-2].code):
                self._codes.append((code, (start, end)))

    def _flow(self, flow: Flow, start: int, end: int, *, cdata: bool, layout: bool) -> None:
        """Adds a stretch of narrative; with its blanks and line ends where they are its layout."""
        at = start
        pattern = _BLANKS if cdata else re.compile(f"{ENTITY.pattern}|{_BLANKS.pattern}")
        for found in pattern.finditer(self.source, start, end):
            flow.letters(self.source[at : found.start()], at, found.start())
            at = found.end()
            if found.group().startswith("&"):
                flow.letters(html.unescape(found.group()), *found.span())
            elif layout:
                for each in re.finditer(r"\r\n?|.", found.group(), re.DOTALL):
                    a = found.start() + each.start()
                    flow.letters(re.sub("\r\n?", "\n", each[0]), a, a + len(each[0]))
            else:
                flow.blank(*found.span())
        flow.letters(self.source[at:end], at, end)

    def _told(self, element: _Element) -> None:
        """Notes a name or address for the roster."""
        parts, self._parts = self._parts, []
        if element.how == "name":
            _, key = self._whose(self._open)
            said: dict[str, str] = {}
            for name, text in parts:
                said[name] = f"{said.get(name, '')} {text}".strip()
            family = said.get("family", "")
            for given in ("given", "called"):
                if key and (given in said or (family and given == "given")):
                    self._say(key, name_of(family, _untitled(said.get(given, ""))))
            if key and "name" in said:
                self._say(key, _untitled(said["name"]))
            return
        around = {e.name for e in self._open}
        if "recordTarget" in around and "providerOrganization" not in around:
            state = " ".join(text for name, text in parts if name in ("state", "postalCode"))
            street, town = (
                [text for name, text in parts if _ADDRESS.get(name, "STREET") == type]
                for type in ("STREET", "CITY")
            )
            self._say("addresses", ", ".join((*(street or [""]), *town, state)).rstrip(", "))

    # Attachments --------------------------------------------------------------------------------

    def _attached(self, element: _Element) -> None:
        """Takes a document for one of the texts, or puts a notice in its place."""
        self._count += 1
        like = html.unescape("".join(self.source[start:end] for start, end in element.pieces))
        closed = "compression" in element.values or element.name == "signatureText"
        data = None if closed else from_base64(like)
        found = attached(data, self.id)
        about = element.about
        for name in ("integrityCheck", "integrityCheckAlgorithm"):
            if name in about:
                self._fixed.append((*about[name].whole, ""))
        if data is not None and found is not None:
            encode = partial(coded, like=like)
            self._attachments.append(Attachment(found, data, element.pieces, encode))
            self._inner += found.texts
            numbers = range(1, len(found.texts) + 1)
            self._inner_places += (f"attached{self._count}.{i}" for i in numbers)
            if slot := about.get("mediaType"):
                self._kept_or_read("mediaType", element.values["mediaType"], element.path, slot)
            return
        for name, said in (("mediaType", 'mediaType="text/plain"'), ("compression", "")):
            if name in about:
                self._fixed.append((*about[name].whole, said))
        is_coded = "representation" in element.values
        self._fixed += instead(element.pieces, coded(NOTICE.encode(), like) if is_coded else NOTICE)
        start = element.pieces[0][0]
        self._add(Value(f"{element.path} {NOT_READ}", "", "drop"), _Slot(start, start))

    # Writing ------------------------------------------------------------------------------------

    def written(self, new: New) -> bytes:
        """Returns the document with other texts and values, and without what is dropped."""
        texts = list(new.texts)
        changes = list(self._fixed)
        for flow in self._flows:
            for start, end, text in flow.changes(texts.pop(0), self.id):
                changes.append((start, end, self._in_place(text, start)))
        for it in self._attachments:
            count = len(it.texts())
            changes += it.edits(texts[:count])
            del texts[:count]
        if texts:
            changes += self._lines.changes(texts.pop(0), self.id)
        changes += self._new_values(new.values)
        for path, places in self.unknown.items():
            if new.fields.decide(path) == "drop":
                changes += ((start, end, "") for start, end in places)
        changes += self._without_codes(changes)
        made = applied(self.source, changes)
        parse(self.id, made)
        return made.encode(self.encoding, "xmlcharrefreplace")

    def _without_codes(self, changes: Sequence[Edit]) -> Iterator[Edit]:
        """Leaves out codes of the site's own that say what the texts beside them lose."""
        slots = {(slot.start, slot.end): slot for slot, _ in self._codes}
        pairs = (((slot.start, slot.end), text) for slot, text in self._codes)
        for place in telling(pairs, self.source, changes, html.unescape):
            slot = slots[place]
            yield *slot.whole, 'nullFlavor="MSK"' if slot.element >= 0 else ""

    def _in_place(self, text: str, at: int) -> str:
        i = bisect_right(self._sections, (at, len(self.source))) - 1
        inside = i >= 0 and self._sections[i][0] <= at <= self._sections[i][1]
        return _in_cdata(text) if inside else _escaped(text)

    def _new_values(self, values: Sequence[str | None]) -> Iterator[Edit]:
        null: set[int] = set()
        for value, new, slot in zip(self.values, values, self._slots, strict=True):
            if new == value.text:
                continue
            if new is not None:
                text = slot.form(new)
                yield slot.start, slot.end, html.escape(text) if slot.attribute else text
            elif slot.attribute is None:
                yield slot.start, slot.end, ""
            else:
                said = slot.element >= 0 and slot.element not in null
                null.add(slot.element)
                yield (*slot.attribute, 'nullFlavor="MSK"' if said else "")


def _untitled(name: str) -> str:
    """A name without titles around it."""
    words = name.split()
    while words and _TITLES.fullmatch(words[0]):
        del words[0]
    while words and _TITLES.fullmatch(words[-1]):
        del words[-1]
    return " ".join(words).rstrip(",")


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)


def _in_cdata(text: str) -> str:
    return text.replace("]]>", "]] >")


def _as_time(iso: str) -> str:
    date, _, rest = iso.partition("T")
    return date.replace("-", "") + rest


def _as_uuid(code: str) -> str:
    if _UUID.fullmatch(code):
        return code
    digits = f"{code}{'0' * 32}"[:32]
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _as_oid(code: str) -> str:
    return f"2.25.{int(code.replace('-', ''), 16)}"  # X.667: of any number


def _as_id(code: str) -> str:
    return f"x{code}"


def _as_reference(code: str) -> str:
    return f"#x{code}"


FORMAT = Format(
    records=read_records,
    rewrite=rewrite,
    suffixes=(".xml",),
    is_it=_is_it,
    fields=_fields,
    content=Cda(),
    reads_otherwise=True,
    keyed=True,
)
