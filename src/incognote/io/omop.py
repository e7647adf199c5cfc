"""OMOP: a folder of tables of the Common Data Model (5.3, 5.4) as CSV or Parquet.

What a column is follows from its name and table (https://ohdsi.github.io/CommonDataModel): ids and
source values are coded alike everywhere, so that joins hold; dates move by their person's days;
concepts and measured numbers stay. PERSON, PROVIDER and LOCATION tell who the notes are of: that is
searched in NOTE and NOTE_NLP. A table or column that is not here is refused by name.
"""

from __future__ import annotations

import contextlib
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from incognote.core.errors import InputError, NoteError
from incognote.core.known import Known
from incognote.core.pipeline import OnError
from incognote.io import csv_tables, parquet
from incognote.io.checks import in_file
from incognote.io.files import files_below
from incognote.io.format import Fields, Format, New, Record
from incognote.io.tables import (
    DAYS,
    KEPT,
    Column,
    Plan,
    Sample,
    inner_of,
    is_null,
    plan,
    seal,
)

_SUFFIXES = (*csv_tables.FORMAT.suffixes, *parquet.FORMAT.suffixes)
_TABLES = frozenset(
    (
        *("person", "observation_period", "visit_occurrence", "visit_detail", "death", "specimen"),
        *("condition_occurrence", "drug_exposure", "procedure_occurrence", "device_exposure"),
        *("measurement", "observation", "note", "note_nlp", "fact_relationship", "location"),
        *("care_site", "provider", "payer_plan_period", "cost", "drug_era", "dose_era"),
        *("condition_era", "episode", "episode_event", "metadata", "cdm_source", "cohort"),
        "cohort_definition",
    )
)
_VOCABULARY: Mapping[str, str] = {
    "concept": "concept_id concept_name domain_id vocabulary_id concept_class_id standard_concept "
    "concept_code valid_start_date valid_end_date invalid_reason",
    "vocabulary": "vocabulary_id vocabulary_name vocabulary_reference vocabulary_version "
    "vocabulary_concept_id",
    "domain": "domain_id domain_name domain_concept_id",
    "concept_class": "concept_class_id concept_class_name concept_class_concept_id",
    "concept_relationship": "concept_id_1 concept_id_2 relationship_id valid_start_date "
    "valid_end_date invalid_reason",
    "relationship": "relationship_id relationship_name is_hierarchical defines_ancestry "
    "reverse_relationship_id relationship_concept_id",
    "concept_synonym": "concept_id concept_synonym_name language_concept_id",
    "concept_ancestor": "ancestor_concept_id descendant_concept_id min_levels_of_separation "
    "max_levels_of_separation",
    "source_to_concept_map": "source_code source_concept_id source_vocabulary_id "
    "source_code_description target_concept_id target_vocabulary_id valid_start_date "
    "valid_end_date invalid_reason",
    "drug_strength": "drug_concept_id ingredient_concept_id amount_value amount_unit_concept_id "
    "numerator_value numerator_unit_concept_id denominator_value denominator_unit_concept_id "
    "box_size valid_start_date valid_end_date invalid_reason",
}
"""Tables of concepts and their columns: they stay, but for what a site writes there (`_LOCAL`)."""
_MODEL = _TABLES | _VOCABULARY.keys()
_LOCAL: Mapping[str, str] = {
    **dict.fromkeys(("concept", "concept_synonym"), "concept_id"),
    **dict.fromkeys(("vocabulary", "domain"), "{}_concept_id"),
    **dict.fromkeys(("concept_class", "relationship"), "{}_concept_id"),
    "source_to_concept_map": "",
}
"""Tables of concepts with words, and the column whose number says whether a row is the site's own;
'': each is."""
_WORDS = re.compile(
    r"(?:concept|concept_synonym|vocabulary|domain|concept_class|relationship)_name"
    r"|concept_code|source_code(?:_description)?|vocabulary_(?:reference|version)"
)
"""Their columns that anything may stand in;"""
_FORMS: tuple[tuple[str, str], ...] = (
    (r"concept_id(_\d)?$", "number"),
    (r"_id$", "key"),
    (r"_date$", "day"),
    (r"^(standard_concept|invalid_reason)$", "letter"),
    (r"^(is_hierarchical|defines_ancestry)$", "flag"),
    (r"", "number"),
)
"""the others stay where they have the form that goes with their name."""

_ROLES: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *("note.note_text", "note.note_title", "note.note_source_value", "note_nlp.snippet"),
            *("note_nlp.lexical_variant", "note_nlp.term_temporal", "note_nlp.term_modifiers"),
            *("note_nlp.note_nlp_source_value", "value_as_string", "sig", "stop_reason"),
            *("cdm_source.source_description", "cohort_definition_name"),
            *("cohort_definition_description", "cohort_definition_syntax", "nlp_system"),
            "metadata.name",
        ),
        "text",
    ),
    **dict.fromkeys(("person_id", "subject_id"), "patient"),
    "note.note_date": "date",
    **dict.fromkeys(("address_1", "address_2"), "STREET"),
    "city": "CITY",
    "county": "LOCATION_OTHER",
    "state": "STATE",
    "zip": "ZIP",
    "country": "COUNTRY",
    **dict.fromkeys(("latitude", "longitude"), "drop"),
    **dict.fromkeys(("npi", "dea"), "LICENSE"),
    "provider_name": "DOCTOR",
    **dict.fromkeys(
        ("care_site_name", "cdm_source_name", "cdm_source_abbreviation", "cdm_holder"), "HOSPITAL"
    ),
    **dict.fromkeys(("source_documentation_reference", "cdm_etl_reference"), "URL"),
    **dict.fromkeys(("lot_number", "unique_device_id", "production_id"), "DEVICE"),
    **dict.fromkeys(("year_of_birth", "month_of_birth", "day_of_birth", "birth_datetime"), "DATE"),
    **dict.fromkeys(
        (
            *("value_as_number", "range_low", "range_high", "quantity", "days_supply", "refills"),
            *("effective_drug_dose", "drug_exposure_count", "condition_occurrence_count"),
            *("gap_days", "dose_value"),
            *("episode_number", "total_charge", "total_cost", "total_paid", "paid_by_payer"),
            *("paid_by_patient", "paid_patient_copay", "paid_patient_coinsurance"),
            *("paid_patient_deductible", "paid_by_primary", "paid_ingredient_cost"),
            *("paid_dispensing_fee", "amount_allowed"),
        ),
        "number",
    ),
    **{"offset": "offset", "measurement_time": "time", "term_exists": "flag"},
    **{"cdm_version": "version", "vocabulary_version": "version", "cost_domain_id": "domain"},
    **dict.fromkeys(
        (
            *("cdm_source.source_release_date", "cdm_source.cdm_release_date"),
            *("metadata.metadata_date", "metadata.metadata_datetime", "cohort_initiation_date"),
        ),
        "day",
    ),
}
"""By column, or table and column, what the endings below do not tell; one of `KEPT` for what stays
where it has that form."""
_ENDINGS: tuple[tuple[str, str], ...] = (
    (r"concept_id(_\d)?$", "number"),
    (r"_(date|datetime)$", "shift"),
    (r"(_id|_source_value|fact_id_\d)$", "code"),
)
_PARTS = {"year_of_birth": "year", "month_of_birth": "month", "day_of_birth": "day"}
_SHORTEST = 5
"""A shorter number is looked for in no note: it would be any number there."""


def _role(table: str, column: str) -> str:
    """What the model says of a column; '' where it has none of that name."""
    name = column.lower()
    if table in _VOCABULARY:
        if name not in _VOCABULARY[table].split():
            return ""
        forms = (("", "text"),) if _WORDS.fullmatch(name) else _FORMS
        return next(role for end, role in forms if re.search(end, name))
    if table not in _TABLES:
        return ""
    role = _ROLES.get(f"{table}.{name}") or _ROLES.get(name)
    return role or next((role for end, role in _ENDINGS if re.search(end, name)), "")


@dataclass(frozen=True, slots=True)
class _File:
    """A file with rows of a table."""

    path: Path
    name: str
    """Its path below the source."""
    table: str

    @property
    def is_parquet(self) -> bool:
        return self.name.lower().endswith(parquet.FORMAT.suffixes)


def _files(path: Path, on_error: OnError | None) -> Iterator[_File]:
    if not path.is_dir():
        yield _File(path, path.name, _table(path.name))
        return
    for file, name in files_below(path, _SUFFIXES, on_error=on_error):
        yield _File(file, name, _table(name))


def _table(name: str) -> str:
    """The table that a file belongs to: by its own name, or by a folder of its parts."""
    *folders, file = name.lower().split("/")
    stem = file.partition(".")[0]
    known = (each for each in reversed(folders) if _PART.fullmatch(stem.removeprefix(each)))
    return stem if stem in _MODEL else next((each for each in known if each in _MODEL), stem)


_PART = re.compile(r"(?=.*\d)(?:part|data|chunk|file)?(?:[-_0-9a-f]|tid)*")
"""How Spark, pyarrow, DuckDB and others name the files that they write of a table."""


def _field(file: _File, column: str) -> str:
    """What somebody has to decide about: a column, or a table that the model does not have."""
    known = file.table in _MODEL
    return f"{file.table}.{column.lower()}" if known else file.table


def _opened(file: _File) -> tuple[Any, tuple[str, ...]]:
    """What its reader needs, and the names of its columns."""
    if file.is_parquet:
        opened = parquet._open(file.path, file.name)
        return opened, tuple(opened.schema_arrow.names)
    head = csv_tables.read_head(file.path, file.name)
    return head, head.names


def _plan(file: _File, opened: Any, names: tuple[str, ...], fields: Fields) -> Plan:
    """What becomes of the columns of a table: as the model says, else as somebody decided."""
    by_model = {name: _role(file.table, name) for name in names}
    whole = fields.decide(file.table) if file.table not in _MODEL else ""
    folders = parquet.partitions(file.path) if file.is_parquet else []
    roles = {
        name: fields.decided.get(f"{file.table}.{name.lower()}")
        or by_model.get(name)
        or whole
        or fields.decide(f"{file.table}.{name.lower()}")
        for name in (*names, *folders)
    }
    own = _LOCAL.get(file.table, "").format(file.table)
    concepts = next((at for at, name in enumerate(names) if name.lower() == own), -1)
    texts = set(names)
    if file.is_parquet:
        texts = {f.name for f in opened.schema_arrow if parquet.kind_of(f.type) == "text"}
    if file.table in _VOCABULARY:  # codes that are all numbers may be a column of these
        roles |= {name: "keep" for name in {*names} - texts if roles[name] == "text"}
    checked = tuple(
        Column(at, name, "keep", roles[name])
        for at, name in enumerate(names)
        if roles[name] in KEPT and (name in texts or at == concepts)
    )
    roles = {name: "keep" if role in KEPT else role for name, role in roles.items()}
    decided = Fields({name: role for name, role in roles.items() if role})
    if file.is_parquet:
        made = parquet.plan_of(opened, file.path, decided, file.name)
    else:
        made = plan(names, decided, file.name)
    blank = {at for at, name in enumerate(names) if by_model[name] == "drop"} & made.dropped
    return replace(
        made,
        columns=(
            *(replace(column, form=_form(column, by_model)) for column in made.columns),
            *checked,
        ),
        concepts=concepts,
        undecided=tuple(_field(file, name) for name in made.undecided),
        dropped=made.dropped - blank,
        blank=frozenset(blank),
        prefix=f"{file.table}.",
    )


def _form(column: Column, by_model: Mapping[str, str]) -> str:
    """What its cells hold by the model: in CSV, too, a day is no year alone."""
    if column.role == "text" == by_model.get(column.name):
        return "concept"
    form = "date" if column.role in DAYS else column.form
    return _PARTS.get(column.name.lower(), form)


# Who is who --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Roster:
    """What the tables say of people; grows with persons, providers and notes, not with rows."""

    providers: dict[str, str] = field(default_factory=dict)
    locations: dict[str, str] = field(default_factory=dict)
    persons: dict[str, dict[str, str]] = field(default_factory=dict)
    seen_by: dict[str, set[str]] = field(default_factory=dict)
    lives_at: dict[str, str] = field(default_factory=dict)
    """The person of a place, '' where there are several."""
    notes: list[tuple[int, str]] = field(default_factory=list)
    """Of each note its number and its person, sorted: NOTE_NLP names only the note."""

    def person_of_note(self, note: str) -> str:
        """Whose a note is; '' where it is not there."""
        if not note.isdigit():
            return ""
        at = bisect_left(self.notes, (int(note), ""))
        found = self.notes[at : at + 1]
        return found[0][1] if found and found[0][0] == int(note) else ""

    def known(self, person: str, providers: set[str]) -> Known | None:
        """What is known of a person, and of who saw them."""
        row = self.persons.get(person, {})
        of_staff = {row.get("provider_id", ""), *providers, *self.seen_by.get(person, ())}
        address = self.locations.get(row.get("location_id", ""))
        numbers = (person, row.get("person_source_value", ""))
        found = Known(
            birth_date=(row["birth"],) if "birth" in row else (),
            addresses=(address,) if address else (),
            record_numbers=tuple(number for number in numbers if len(number) >= _SHORTEST),
            providers=tuple(
                sorted(self.providers[each] for each in of_staff if each in self.providers)
            ),
        )
        return found if found != Known() else None


_LOCATION = ("address_1", "address_2", "city", "state", "zip")
_WANTED: Mapping[str, tuple[str, ...]] = {
    "provider": ("provider_id", "provider_name"),
    "location": ("location_id", *_LOCATION),
    "person": (
        *("person_id", "location_id", "provider_id", "person_source_value"),
        *("year_of_birth", "month_of_birth", "day_of_birth"),
    ),
    "visit_occurrence": ("person_id", "provider_id"),
    "note": ("note_id", "person_id"),
}


def _roster(files: list[_File]) -> _Roster:
    """Reads who is who; what cannot be read is told when its table is."""
    roster = _Roster()
    of_nlp = any(file.table == "note_nlp" for file in files)
    for file in files:
        wanted = _WANTED.get(file.table)
        if wanted and (file.table != "note" or of_nlp):
            add = _ADD[file.table]
            for row in _rows(file, wanted):
                add(roster, row)
    roster.notes.sort()
    return roster


def _rows(file: _File, wanted: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """Some cells of each row by name, without those that are null."""
    try:
        opened, names = _opened(file)
    except InputError:
        return  # told when the table itself is read
    at = {i: name.lower() for i, name in enumerate(names) if name.lower() in wanted}
    columns = tuple(Column(i, name, "code") for i, name in at.items())
    reads = parquet.cells_of if file.is_parquet else csv_tables.cells_of
    for cells in reads(file.path, opened, columns):
        yield {
            column.name: inner_of(cell, column)[0]
            for column in columns
            if (cell := cells.get(column.at)) is not None and not is_null(cell, "code")
        }


def _add_provider(roster: _Roster, row: dict[str, str]) -> None:
    if "provider_name" in row and "provider_id" in row:
        roster.providers[row["provider_id"]] = row["provider_name"]


def _add_location(roster: _Roster, row: dict[str, str]) -> None:
    street, parts = (
        [row[name] for name in names if name in row] for names in (_LOCATION[:2], _LOCATION[2:])
    )
    if (street or parts) and "location_id" in row:
        roster.locations[row["location_id"]] = ", ".join((*(street or [""]), *parts))


def _add_person(roster: _Roster, row: dict[str, str]) -> None:
    if "person_id" not in row:
        return
    day = [row.pop(name, "") for name in ("year_of_birth", "month_of_birth", "day_of_birth")]
    if all(each.isdigit() for each in day):
        row["birth"] = f"{day[0]:0>4}-{day[1]:0>2}-{day[2]:0>2}"
    person = row.pop("person_id")
    roster.persons[person] = row
    if place := row.get("location_id"):
        roster.lives_at[place] = "" if place in roster.lives_at else person


def _add_visit(roster: _Roster, row: dict[str, str]) -> None:
    if "person_id" in row and "provider_id" in row:
        roster.seen_by.setdefault(row["person_id"], set()).add(row["provider_id"])


def _add_note(roster: _Roster, row: dict[str, str]) -> None:
    if "note_id" in row and row["note_id"].isdigit():
        roster.notes.append((int(row["note_id"]), row.get("person_id", "")))


_ADD: Mapping[str, Callable[[_Roster, dict[str, str]], None]] = {
    "provider": _add_provider,
    "location": _add_location,
    "person": _add_person,
    "visit_occurrence": _add_visit,
    "note": _add_note,
}


# Reading and writing -----------------------------------------------------------------------------


def read_records(
    path: Path, name: str, *, fields: Fields, on_error: OnError | None = None
) -> Iterator[Record]:
    """Yields the rows of all tables of a folder; arguments and errors as `Records`.

    A table of which all columns are dropped is left out.
    """
    files = list(_files(path, on_error))
    roster = _roster(files)
    for file in files:
        told = in_file(file.name, on_error)
        try:
            opened, names = _opened(file)
            made = _plan(file, opened, names, fields)
        except InputError as error:
            reason = str(error).removeprefix(f"{file.path}: ").removeprefix(f"{file.name}: ")
            told(NoteError(file.name, reason.rstrip(".")))
            continue
        if len(made.dropped) == len(names):
            continue
        if file.table not in _MODEL and made.columns:
            reason = f"the table '{file.table}' is none of the model: it can be kept or dropped"
            told(NoteError(file.name, reason))
            continue
        reads = parquet.records_of if file.is_parquet else csv_tables.records_of
        about = _about(file.table, made, roster)
        yield from reads(file.path, file.name, opened, made, about=about, on_error=told)


def _about(table: str, made: Plan, roster: _Roster) -> csv_tables.About | None:
    """What says whose a row is and what is known of them."""
    of_nlp = table == "note_nlp"
    if table == "location":
        return lambda row: _of_place(roster, _ids(row).get("location_id", ""))
    if not of_nlp and not any(column.role in ("text", "keep") for column in made.columns):
        return None

    def about(row: Mapping[str, str]) -> tuple[str, Known | None]:
        said = _ids(row)
        person = said.get("person_id") or (
            roster.person_of_note(said.get("note_id", "")) if of_nlp else ""
        )
        provider = {said["provider_id"]} if "provider_id" in said else set[str]()
        return person, roster.known(person, provider)

    return about


def _of_place(roster: _Roster, place: str) -> tuple[str, Known | None]:
    person = roster.lives_at.get(place, "")
    return person, roster.known(person, set()) if person else None


_CODED = Column(0, "", "code")


def _ids(row: Mapping[str, str]) -> dict[str, str]:
    """The ids that a row holds, by the names of their columns in small letters."""
    return {
        name.lower(): inner_of(cell, _CODED)[0]
        for name, cell in row.items()
        if name.lower().endswith("_id") and not is_null(cell, "code")
    }


def rewrite(record: Record, new: New) -> bytes:
    """Returns what stands in place of a row, as its kind of file writes it."""
    raw = record.original.raw
    if isinstance(raw, csv_tables.Raw):
        return csv_tables.rewrite(record, new)
    return parquet.rewrite(record, new)


def _fields(path: Path) -> Iterator[str]:
    """The columns that the model does not have, with their tables."""
    for file in _files(path, lambda error: None):
        with contextlib.suppress(InputError):  # told when its records are read
            yield from {
                _field(file, name): None for name in _opened(file)[1] if not _role(file.table, name)
            }


def look(path: Path) -> dict[str, Sample]:
    """Returns the columns that the model does not have with some values."""
    found: dict[str, Sample] = {}
    for file in _files(path, lambda error: None):
        read = parquet.look if file.is_parquet else csv_tables.look
        with contextlib.suppress(InputError):  # told when its records are read
            for name, sample in read(file.path).items():
                if not _role(file.table, name):
                    kind = sample.kind if file.table in _MODEL else "table"
                    found.setdefault(_field(file, name), Sample()).add(kind, sample.values)
    return found


def is_it(path: Path) -> bool:
    """Returns whether a folder holds PERSON and notes or visits, as OMOP calls them."""
    try:
        names = [entry.name.lower() for entry in path.iterdir()]
    except OSError:
        return False
    tables = {n.partition(".")[0] for n in names if n.endswith(_SUFFIXES) or "." not in n}
    return "person" in tables and bool(tables & {"note", "visit_occurrence", "observation_period"})


FORMAT = Format(
    records=read_records,
    rewrite=rewrite,
    seal=seal,
    suffixes=_SUFFIXES,
    is_it=is_it,
    fields=_fields,
    look=look,
    keyed=True,
    folders=True,
)
