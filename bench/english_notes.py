"""The notes that bench/english.py measures on: prose, damaged notes, names by group."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.core.language import get_language
from incognote.io.split import split
from incognote.lab.synthesis.damage import DAMAGE
from incognote.lab.synthesis.refill import MakePerson, refill_names
from incognote.replace.values import names

SEED = 20
READ = Path(__file__).with_name("prose_en_read.tsv")
DAMAGES = ("upper", "lower", "ocr", "collapsed")
"""What issue 5 asks for; `DAMAGE` holds more."""
RATES = {"ocr": 0.02}

HELD_OUT = {
    "mts_dialog": (
        ("MTS-Dialog-ValidationSet.csv", "ID", "section_text"),
        ("MTS-Dialog-TestSet-1-MEDIQA-Chat-2023.csv", "ID", "section_text"),
        ("MTS-Dialog-TestSet-2-MEDIQA-Sum-2023.csv", "ID", "section_text"),
    ),
    "aci_bench": (
        ("valid.csv", "encounter_id", "note"),
        ("clinicalnlp_taskB_test1.csv", "encounter_id", "note"),
        ("clinicalnlp_taskC_test2.csv", "encounter_id", "note"),
        ("clef_taskC_test3.csv", "encounter_id", "note"),
    ),
}
"""By folder: file, column of the id, column of the note. Never the parts that are trained on."""

FREQUENT, RARE = 100, 3000
"""How many names from the head, and from the tail, of a list of the US census."""


def read_marked(corpus: Path, part: str = "dev") -> list[Document]:
    """Returns a part of a corpus in inline form with its marks."""
    docs = registry.get("reader", "inline")(corpus)
    return list(split(docs, corpus / "split.tsv", part))


def sample(docs: Sequence[Document], count: int) -> list[Document]:
    """Returns `count` of the notes (0: all), always the same ones."""
    if not count or count >= len(docs):
        return list(docs)
    return random.Random(SEED).sample(list(docs), count)


def read_prose(folder: Path) -> list[Document]:
    """Returns the held-out notes of a prose folder (MTS-Dialog, ACI-Bench, PriMock57), unmarked."""
    return list(_prose(folder))


def _prose(folder: Path) -> Iterator[Document]:
    for name, files in HELD_OUT.items():
        for file, key, column in files:
            with (folder / name / file).open(encoding="utf-8", newline="") as lines:
                for row in csv.DictReader(lines):
                    yield Document(f"{name}/{file}/{row[key]}", row[column].replace("\r\n", "\n"))
    for path in sorted((folder / "primock57_notes" / "notes").glob("*.json")):
        note = json.loads(path.read_text(encoding="utf-8"))["note"]
        yield Document(f"primock57/{path.stem}", note)


def with_read_marks(docs: Sequence[Document]) -> list[Document]:
    """Returns notes of prose with the marks that were read and found to be identifiers.

    They were found by the system: what it missed is not among them, and recall cannot be measured.
    """
    marks: dict[str, list[Span]] = {}
    for line in READ.read_text(encoding="utf-8").splitlines()[1:]:
        id, start, end, label = line.split("\t")
        marks.setdefault(id, []).append(Span(int(start), int(end), label))
    return [doc.with_spans(marks.get(doc.id, ())) for doc in docs]


def damaged(docs: Sequence[Document], kind: str) -> list[Document]:
    """Returns the notes with one kind of damage, marks moved along."""
    rate = RATES.get(kind, 1.0)
    return [DAMAGE[kind](doc, random.Random(f"{SEED} {doc.id}"), rate) for doc in docs]


def _of_origin(rng: random.Random, gender: str, *, origin: str, of: str = "") -> names.Person:
    return names.make_person(rng, origin=origin, gender=of or gender, words=0.0, census=0.0)


def _of_census(rng: random.Random, gender: str, *, part: slice) -> names.Person:
    person = names.make_person(rng, gender=gender, words=0.0, census=0.0)
    rows = get_language("en").table("census")
    given, middle = (rng.choice(rows[person.gender][part]) for _ in range(2))
    return replace(person, given=given, middle=middle, last=rng.choice(rows["last"][part]))


def _of_rows(rng: random.Random, gender: str, *, last: str) -> names.Person:
    person = names.make_person(rng, gender=gender, words=0.0, census=0.0)
    return replace(person, last=rng.choice(get_language("en").table("names")[last]))


def _words_only(rng: random.Random, gender: str) -> names.Person:
    person = _of_rows(rng, gender, last="words last")
    return replace(
        person, given=rng.choice(get_language("en").table("names")[f"words {person.gender}"])
    )


def _in_no_list(rng: random.Random, gender: str) -> names.Person:
    """A person whose names nobody bears: two letters of each are others of their kind."""
    person = names.make_person(rng, gender=gender, words=0.0)
    given, middle, last = (_altered(n, rng) for n in (person.given, person.middle, person.last))
    return replace(person, given=given, middle=middle, last=last)


def _altered(name: str, rng: random.Random) -> str:
    vowels, consonants = "aeiou", "bcdfghjklmnprstvwz"
    letters = list(name)
    places = [i for i, c in enumerate(letters) if c.isalpha()]
    for i in rng.sample(places, min(2, len(places))):
        kind = vowels if letters[i].lower() in vowels else consonants
        new = rng.choice([c for c in kind if c != letters[i].lower()])
        letters[i] = new.upper() if letters[i].isupper() else new
    return "".join(letters)


def name_groups() -> Mapping[str, MakePerson]:
    """Returns by group what makes a person of it: origins and genders, frequency, words."""
    groups: dict[str, MakePerson] = {
        f"{origin} {of}": partial(_of_origin, origin=origin, of=of)
        for origin in names.origins()
        for of in ("female", "male")
    }
    groups["US census, frequent"] = partial(_of_census, part=slice(FREQUENT))
    groups["US census, rare"] = partial(_of_census, part=slice(-RARE, None))
    groups["in no list (two letters changed)"] = _in_no_list
    groups["given name and surname are words"] = _words_only
    groups["surname is an eponym"] = partial(_of_rows, last="eponyms last")
    return groups


def renamed(docs: Sequence[Document], make_person: MakePerson) -> list[Document]:
    """Returns the notes with all people made anew, nothing else changed."""
    return [refill_names(doc, random.Random(f"{SEED} {doc.id}"), make_person) for doc in docs]
