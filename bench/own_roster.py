"""What a container's own patient adds: names missed in notes wrapped as HL7 v2 and as FHIR.

    python bench/own_roster.py corpora/records_en
    python bench/own_roster.py corpora/records_es --lang es

Each note becomes a message (PID, NK1, PV1, OBX) and a Bundle (Patient, RelatedPerson, Practitioner,
DocumentReference) that name its people as a hospital's system does: of each person the longest form
in the gold marks. The same texts are read with and without what the container says.
"""

from __future__ import annotations

import argparse
import base64
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from incognote.core.document import Document
from incognote.core.pipeline import Pipeline, Settings
from incognote.io.format import get_format
from incognote.run.deidentifier import load_pipeline
from record import record

_ESCAPES = str.maketrans({"\\": "\\E\\", "|": "\\F\\", "^": "\\S\\", "&": "\\T\\", "~": "\\R\\"})
Name = tuple[str, str]
"""Family name, given names."""


def people(doc: Document) -> Mapping[str, list[Name]]:
    """Returns the patient, relatives and staff of a note, each by the longest form of the name."""
    longest: dict[tuple[str, str], str] = {}
    for span in doc.spans:
        surface = doc.text[span.start : span.end]
        if span.type in ("PATIENT", "DOCTOR") and span.entity:
            key = (span.type, span.entity)
            longest[key] = max(longest.get(key, ""), surface, key=len)
    found: dict[str, list[Name]] = {"patient": [], "relative": [], "staff": []}
    for (kind, entity), surface in longest.items():
        who = "staff" if kind == "DOCTOR" else "patient" if entity == "1" else "relative"
        family, comma, given = surface.partition(",")
        if not comma:
            given, _, family = surface.rpartition(" ")
        found[who].append((" ".join(family.split()), " ".join(given.split())))
    return found


def as_hl7(doc: Document) -> bytes:
    """A message of one report."""
    known = people(doc)

    def named(name: Name) -> str:
        return "^".join(part.translate(_ESCAPES) for part in name)

    lines = ["MSH|^~\\&|LAB|H|EHR|H|20260102||ORU^R01|1|P|2.5.1|||||||UNICODE UTF-8"]
    lines.append(f"PID|1||1^^^H^MR||{'~'.join(map(named, known['patient']))}")
    lines += [f"NK1|{i}|{named(name)}" for i, name in enumerate(known["relative"], start=1)]
    lines.append(f"PV1|1|I|||||{'~'.join(f'^{named(name)}' for name in known['staff'])}")
    lines.append("OBR|1||1|R^Report^L")
    lines += [
        f"OBX|{i}|TX|R^Report^L||{line.translate(_ESCAPES)}||||||F"
        for i, line in enumerate(doc.text.split("\n"), start=1)
    ]
    return "\r".join([*lines, ""]).encode()


def as_fhir(doc: Document) -> bytes:
    """A Bundle of one document."""
    known = people(doc)

    def resource(kind: str, i: int, name: Name) -> dict[str, object]:
        own = {"resourceType": kind, "id": f"{kind}{i}"}
        about = {"patient": {"reference": "Patient/Patient0"}} if kind == "RelatedPerson" else {}
        return own | about | {"name": [{"family": name[0], "given": [name[1]]}]}

    kinds = {"patient": "Patient", "relative": "RelatedPerson", "staff": "Practitioner"}
    resources = [
        resource(kind, i, name) for who, kind in kinds.items() for i, name in enumerate(known[who])
    ] or [{"resourceType": "Patient", "id": "Patient0"}]
    data = base64.b64encode(doc.text.encode()).decode()
    resources.append({
        "resourceType": "DocumentReference", "id": "d", "status": "current",
        "subject": {"reference": "Patient/Patient0"},
        "content": [{"attachment": {"contentType": "text/plain", "data": data}}],
    })  # fmt: skip
    entries = [{"resource": each} for each in resources]
    return json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries}).encode()


def without_empty_lines(doc: Document) -> Document:
    """Returns the note without lines that hold nothing, as a message has no place for them."""
    kept: list[int] = []
    at = 0
    for line in doc.text.splitlines(keepends=True):
        kept += range(at, at + len(line)) if line.strip() else ()
        at += len(line)
    new = {old: i for i, old in enumerate(kept)}
    spans = [replace(s, start=new[s.start], end=new[s.end - 1] + 1) for s in doc.spans]
    return replace(doc, text="".join(doc.text[i] for i in kept), spans=tuple(spans))


def wrapped(docs: Sequence[Document], form: str) -> Iterator[tuple[Document, Document]]:
    """Yields each note whose text comes back, with the document that the container gives."""
    make, suffix = {"hl7": (as_hl7, ".hl7"), "fhir": (as_fhir, ".json")}[form]
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / f"note{suffix}"
        for doc in docs:
            path.write_bytes(make(doc))
            read = [text for each in get_format(form).source(path) for text in each.texts]
            same = [text for text in read if text.text.strip("\n") == doc.text.strip("\n")]
            if same:
                lead = len(doc.text) - len(doc.text.lstrip("\n"))
                yield doc, replace(same[0], text="\n" * lead + same[0].text.lstrip("\n"))


def missed(pairs: Sequence[tuple[Document, Document]], pipeline: Pipeline) -> Counter[str]:
    """Counts names of the patient and relatives, and those not covered whole."""
    counts: Counter[str] = Counter()
    for gold, doc in pairs:
        (found,) = pipeline.annotate([doc])
        inside = bytearray(len(doc.text))
        for span in found.spans:
            inside[span.start : span.end] = b"\1" * len(span)
        for span in gold.spans:
            surface = gold.text[span.start : span.end]
            if span.type == "PATIENT":
                whole = all(inside[span.start + i] for i, c in enumerate(surface) if c.isalnum())
                counts["names"] += 1
                counts["missed"] += not whole
            inside[span.start : span.end] = b"\0" * len(span)
        counts["false"] += sum(doc.text[i].isalnum() for i, c in enumerate(inside) if c)
        counts["characters"] += sum(map(str.isalnum, doc.text))
    return counts


def main() -> None:
    """Measures and records."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--lang", default="en")
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    read = get_format("inline").read
    docs = [without_empty_lines(doc) for doc in read(args.corpus)]
    pipeline = load_pipeline(Settings(args.lang))
    rows = []
    for form in ("hl7", "fhir"):
        pairs = list(wrapped(docs, form))
        alone = [(gold, replace(doc, known=None)) for gold, doc in pairs]
        for name, given in (("the text alone", alone), ("with what the container says", pairs)):
            c = missed(given, pipeline)
            rows.append((
                f"{form}, {name}",
                f"{c['missed']} of {c['names']} names of patients and relatives missed "
                f"({1 - c['missed'] / c['names']:.2%} found); other characters removed: "
                f"{c['false'] / c['characters']:.2%}; {len(pairs)} of {len(docs)} notes",
            ))  # fmt: skip
    title = f"A container's own patient ({args.lang}, {args.corpus.name})"
    print(
        record(
            title, rows, note="Made-up containers around made-up notes; gold marks.", dry=args.dry
        )
    )


if __name__ == "__main__":
    main()
