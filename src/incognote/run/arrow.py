"""Tables in Arrow's form in memory: what Spark, pandas and the others call (docs/engines.md).

`prepare` refuses what cannot be before any row is read; what it returns is picklable and gives for
each table or batch the same rows in the same order. A row that fails says so in a column of its
own, and what stood in its texts is not passed on.
"""

from __future__ import annotations

import os
import pickle
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from incognote.core.config import parse_json
from incognote.core.errors import (
    ConfigError,
    IncognoteError,
    InputError,
    MissingExtraError,
    NoteError,
    as_arguments,
    unknown,
)
from incognote.core.language import AUTO, DEFAULT
from incognote.core.pipeline import Pipeline, Settings
from incognote.core.site import read_site
from incognote.io.format import KEYED, Fields, Record, agreed, check_spelt
from incognote.io.parquet import bare, kind_of, laid_over, plan_of_schema, texts_of
from incognote.io.tables import Column, Plan, inner_of, is_null
from incognote.replace.keys import read_key
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run.batch.results import Result, as_row
from incognote.run.batch.sources import MAX_NOTE_MB, Ids, Sources
from incognote.run.batch.task import OTHER_LANGUAGE, Outcome, Task, Worker, where
from incognote.run.batch.workers import Beside, Chunk, check_seconds, process_here
from incognote.run.deidentifier import choose_model, load_pipeline

ADDED = ("spans", "status", "error")
"""The columns that come beside those of the table. `status` is `done`, `empty` where no text column
of the row holds anything, or `failed`."""

PATIENT = "incognote patient"
"""A column that brings together the rows of a patient, while they are."""
FAULT = "incognote fault"
"""A column behind the others that says of a row why it could not be read: it fails with that."""
_TABLE = "The table"
_FORMAT = "parquet"
"""The format that tells which cells of a row change."""
_LOCK = threading.Lock()
"""Engines may call from several threads; a worker does one thing at a time."""


def deidentify_batch(batch: Any, **options: Any) -> Any:
    """Returns a record batch with the same rows, its texts replaced; arguments as `prepare`.

    Nothing is kept of one batch for the next but the pipeline, so with `patient` all rows of a
    patient must be in it.

    Raises:
        IncognoteError: As `prepare`.
    """
    return prepare(batch.schema, **options).batch(batch)


def prepare(
    schema: Any,
    *,
    text: str | Sequence[str],
    id: str = "",
    patient: str = "",
    date: str = "",
    code: Sequence[str] = (),
    shift: Sequence[str] = (),
    label: Mapping[str, str] | None = None,
    keep: Sequence[str] = (),
    drop: Sequence[str] = (),
    other: str = "",
    policy: str = "all",
    replacement: str | None = None,
    key: bytes | Path | str | None = None,
    scope: str = "patient",
    lang: str = DEFAULT,
    model: Path | str | None = None,
    fast: bool = False,
    recall_bias: float = 0.0,
    roster: Path | str | None = None,
    site: Path | str | None = None,
    detectors: Sequence[str] = (),
    verify: str = "redact",
    other_language: str = "",
    max_note_mb: float = MAX_NOTE_MB,
    max_note_seconds: float = 0.0,
    as_text: bool = False,
) -> TableDeidentifier:
    """Returns what de-identifies tables of a schema.

    Warns (`UserWarning`) as `load`.

    Args:
        schema: A `pyarrow.Schema`.
        text: The column or columns of notes: searched.
        id: A column by which rows without a patient are told apart where replacements are drawn;
            kept. Without it that is what the row holds.
        patient: The column that says whose row it is; a keyed code in its place. Rows of one
            patient are looked at together.
        date: The column with the day of the note; moved by the patient's days.
        code: Columns whose values become keyed codes.
        shift: Columns of dates that move.
        label: By column the type of its values, which are replaced as the policy says.
        keep: Columns that are kept as they are: they hold no identifiers.
        drop: Columns that are left out.
        other: `keep` or `drop`: what becomes of all others; '': such a column is refused.
        policy: As `load`, and so are those of the other arguments that `load` has.
        replacement: As `load`.
        key: The secret, or the path of its file (`incognote key`), which each process reads by
            itself, so that it is in no plan and goes over no wire. What is drawn with a key needs
            one: processes and calls could not agree else.
        scope: As `load`.
        lang: As `load`.
        model: As `load`; a folder that stands at this path wherever work is done,
        fast: as `load`,
        recall_bias: as `load`,
        roster: and as `model`,
        site: as `load`; read at once.
        detectors: As `load`.
        verify: As `load`.
        other_language: What is done with a note that seems to be in another language: `warn` says
            so in the column `error`, `fail` fails it, `pass` does nothing; '': warn, and fail with
            the language `auto`.
        max_note_mb: A row with a longer note (megabytes of UTF-8) fails.
        max_note_seconds: A row that takes longer fails, and so does one at which its process ends;
            0: no bound. With one the work is done in a process beside each that calls, which only
            can be ended whatever it is doing: a program that starts this has to stand behind
            `if __name__ == "__main__":`, as for all of `multiprocessing`.
        as_text: Whether a note is taken that seems to be no plain text; else its row fails.

    Raises:
        ConfigError: If nobody decided about a column, or a column or setting does not exist.
        InputError: If what is decided cannot be done with a column of its type.
        ModelError: If the model folder is not complete.
        MissingExtraError: If pyarrow is not installed.
    """
    roles = {"text": text, "id": id, "patient": patient, "date": date, "code": code}
    roles |= {"shift": shift, "keep": keep, "drop": drop}
    given = ((name, role) for role, names in roles.items() for name in _listed(names))
    fields = Fields(agreed([*given, *(label or {}).items()]), other)
    _plan(schema, fields)  # so that this is told first
    chosen = get_policy(policy)
    if replacement is not None:
        chosen = chosen.with_action(replacement)
    keyed = chosen.is_keyed or fields.named(*KEYED)
    if keyed and not key:
        raise ConfigError(
            "Codes, moved dates and surrogates are drawn with a key on which all calls and "
            "processes must agree: give key=, the path of a key file (incognote key new FILE)."
        )
    for caution in chosen.cautions:
        warnings.warn(caution, stacklevel=2)
    how = other_language or ("fail" if lang == AUTO else "warn")
    if how not in OTHER_LANGUAGE:
        raise unknown("way with other languages", how, OTHER_LANGUAGE)
    settings = Settings(
        lang,
        _anywhere(model),
        recall_bias,
        roster=_anywhere(roster),
        site=read_site(Path(site)) if site else None,
        detectors=tuple(detectors),
    )
    task = Task(
        partial(_pipeline, settings, fast=fast),
        chosen,
        Context(key if isinstance(key, bytes) else b"", scope, lang),
        verify=verify,
        other_language=how,
        fields=fields,
    )
    key_file = None if isinstance(key, bytes) else _anywhere(key)
    more: dict[str, Any] = {"max_note_mb": max_note_mb, "max_note_seconds": max_note_seconds}
    more |= {"key_file": key_file, "as_text": as_text, "told": as_arguments}
    return of_task(schema, task, **more)


def of_task(
    schema: Any,
    task: Task,
    *,
    key_file: Path | None = None,
    max_note_mb: float,
    max_note_seconds: float,
    as_text: bool,
    told: Callable[[str], str] = str,
) -> TableDeidentifier:
    """Returns what does a task to tables; others as `prepare`. `told` words what a command says."""
    arrow = need_arrow("De-identifying tables")
    check_seconds(max_note_seconds)
    found = TableDeidentifier(
        # Without what it says besides, which may tell of somebody.
        arrow.schema([field.remove_metadata() for field in schema]),
        _plan(schema, task.fields),
        pickle.dumps(task),
        key_file,
        partial(_Rows, fields=task.fields, max_note_mb=max_note_mb, as_text=as_text),
        max_note_seconds,
        told,
    )
    found.check()
    return found


def need_arrow(what: str) -> Any:
    """Returns the module `pyarrow`.

    Raises:
        MissingExtraError: If it is not installed; `what` needs it.
    """
    try:
        import pyarrow
    except ImportError:
        raise MissingExtraError(what, "tables") from None
    return pyarrow


def check_apart(names: Iterable[str], engine: str) -> None:
    """Refuses names that an engine cannot tell apart, as it looks at no case.

    Raises:
        InputError: With the second of two.
    """
    seen: dict[str, str] = {}
    for name in names:
        if (other := seen.setdefault(name.lower(), name)) is not name:
            if name in ADDED:
                name = other  # the table's, beside which that comes
            raise InputError(f"{engine} cannot tell the column '{name}' from another: rename it.")


def not_in_arrow(name: str, type: object) -> InputError:
    """Returns the error for a column of a type that Arrow has not."""
    return InputError(
        f"The column '{name}' has a type that Arrow has not ({type}): cast it, or leave it out."
    )


def _anywhere(path: Path | str | None) -> Path | None:
    """A path that means the same in a worker, which has a folder of its own."""
    return Path(path).absolute() if path else None


def _listed(names: str | Sequence[str]) -> Sequence[str]:
    return [names] if isinstance(names, str) else names


def _plan(schema: Any, fields: Fields) -> Plan:
    names = schema.names
    check_spelt(fields, names.__contains__, names)
    if not fields.named("text"):
        raise ConfigError(f"Say with text= which columns hold notes: {', '.join(names)}.")
    if taken := [name for name in names if name in ADDED and fields.decide(name) != "drop"]:
        raise ConfigError(
            f"The table has a column '{taken[0]}', as one is called that comes beside its own: "
            "rename it first."
        )
    decided = plan_of_schema(schema, fields, _TABLE)
    if decided.undecided:
        raise ConfigError(
            f"Nobody decided about {', '.join(decided.undecided)}: keep=[...] leaves a column as "
            "it is, drop=[...] takes it out, code, shift and label replace its values; "
            "other='keep' or other='drop' decides about all others."
        )
    return decided


def _pipeline(settings: Settings, *, fast: bool) -> Pipeline:
    """The pipeline, with the model that this process' own package ships where none is named."""
    return load_pipeline(
        replace(settings, model=choose_model(settings.lang, settings.model, fast=fast))
    )


@lru_cache(maxsize=2)
def _task_of(task: bytes, key: bytes) -> Task:
    told: Task = pickle.loads(task)
    return replace(told, context=replace(told.context, key=key or told.context.key))


@lru_cache(maxsize=2)
def _worker(task: bytes, key: bytes) -> Worker:
    """The worker of this process for a pickled task: a model is loaded once."""
    return Worker(_task_of(task, key))


@lru_cache(maxsize=2)
def _beside(task: bytes, key: bytes, max_note_seconds: float, process: int) -> Beside:
    """As `_worker`, in a process beside this one, which no fork of this one may share."""
    return Beside(_task_of(task, key), max_note_seconds)


def _spans_type() -> Any:
    import pyarrow as arrow

    numbers = dict.fromkeys(("start", "end"), arrow.int64())
    new = dict.fromkeys(("new_start", "new_end"), arrow.int64())
    words = arrow.string()
    span = {
        **{"column": words, **numbers, "label": words, "score": arrow.float64()},
        **{"source": words, "kept": arrow.bool_(), **new, "action": words},
    }
    return arrow.list_(arrow.struct(list(span.items())))


@dataclass(frozen=True)
class TableDeidentifier:
    """De-identifies tables of one schema; picklable, and no repr shows the key."""

    asked: Any
    """The schema of the tables that come in."""
    plan: Plan
    """What becomes of their columns."""
    _task: bytes = field(repr=False)
    _key: Path | None
    _sources: partial[_Rows] = field(repr=False)
    _max_note_seconds: float = 0.0
    _told: Callable[[str], str] = str

    def check(self) -> None:
        """Loads the pipeline, so that what cannot be is told before work begins.

        Raises:
            IncognoteError: As `load`.
        """
        with _LOCK:
            _worker(self._task, self._key_now())
        self._sources()

    def _key_now(self) -> bytes:
        """The key, read every time: another may stand in its file since."""
        return read_key(self._key) if self._key else b""

    @cached_property
    def schema(self) -> Any:
        """The schema of what comes out."""
        import pyarrow as arrow

        kept = [bare(field) for field in self._kept(self.asked)]
        return arrow.schema([*kept, *self._beside()])

    @property
    def has_patients(self) -> bool:
        """Whether a column says whose a row is."""
        return any(column.role == "patient" for column in self.plan.columns)

    def with_patient(self, table: Any) -> Any:
        """Returns a table or batch with one more column, `PATIENT`, as `patients` gives it."""
        import pyarrow as arrow

        return table.append_column(PATIENT, arrow.array(self.patients(table), arrow.string()))

    def patients(self, table: Any) -> list[str]:
        """Returns for each row what is the same for all rows of its patient.

        For what brings them together: a patient's number may be written in several ways. Each row
        without a patient stands for itself.
        """
        of_texts = [column for column in self.plan.columns if column.role == "text"]
        texts = zip(*(_cells(table, column) for column in of_texts), strict=True)
        alone = (f"alone {sha256(repr(cells).encode()).hexdigest()}" for cells in texts)
        return [a or b for a, b in zip(self._patients(table), alone, strict=True)]

    def _patients(self, batch: Any) -> list[str]:
        """Whose each row is; '' where that is not known."""
        whose = next(column for column in self.plan.columns if column.role == "patient")
        return [
            "" if cell is None or is_null(cell, "patient") else inner_of(cell, whose)[0]
            for cell in _cells(batch, whose)
        ]

    def _kept(self, schema: Any) -> list[Any]:
        """The fields that are not dropped; a cell of those that change may be null."""
        changing = {column.at for column in self.plan.columns if column.role != "id"}
        return [
            field.with_nullable(True) if at in changing else field
            for at, field in enumerate(schema)
            if at not in self.plan.dropped
        ]

    def _beside(self) -> list[Any]:
        import pyarrow as arrow

        types = (_spans_type(), arrow.string(), arrow.string())
        return [arrow.field(name, type) for name, type in zip(ADDED, types, strict=True)]

    def batch(self, batch: Any) -> Any:
        """Returns a record batch with the same rows as one; raises as `table`."""
        import pyarrow as arrow

        done = self.table(arrow.Table.from_batches([batch]))
        columns = [_whole(column) for column in done.columns]
        return arrow.RecordBatch.from_arrays(columns, schema=done.schema)

    def stream(self, batches: Iterable[Any]) -> Iterator[Any]:
        """Yields the rows of record batches in their order; raises as `table`.

        With a patient his rows must stand side by side. Those of one are held until the next begins
        or the batches end, since a batch may end between them.
        """
        for table in self._whole_patients(batches):
            yield from self.table(table).to_batches()

    def table(self, table: Any) -> Any:
        """Returns a table with the same rows as one, the rows of each patient looked at together.

        Raises:
            InputError: If the table has other columns than were told.
            IncognoteError: If the work cannot be done at all; no message holds what a cell says.
        """
        try:
            faults: Sequence[str | None] = [None] * table.num_rows
            if FAULT in table.schema.names:
                faults = table.column(FAULT).to_pylist()
                table = table.drop_columns([FAULT])
            self._check_columns(table.schema)
            with _LOCK:
                outcomes = self._outcomes(table, faults)
            return self._laid_out(table, outcomes)
        except IncognoteError as error:
            error.args = tuple(map(self._told, error.args))
            raise
        except Exception as error:  # of Arrow, mostly, whose messages quote cells
            raise IncognoteError(f"{_TABLE} was not processed: {where(error)}.") from None

    def counts(self, batch: Any) -> Counter[str]:
        """Returns of a batch that came out its rows by status, and what left it by label."""
        found = Counter(batch.column("status").to_pylist())
        for spans in batch.column("spans").to_pylist():
            found.update(span["label"] for span in spans or () if not span["kept"])
        return found

    def _check_columns(self, schema: Any) -> None:
        same = schema.names == self.asked.names and all(
            kind_of(schema.field(column.at).type) == kind_of(self.asked.field(column.at).type)
            for column in self.plan.columns
        )
        if not same:
            raise InputError(
                f"{_TABLE} has other columns than it was said to have: prepare it anew."
            )

    def _outcomes(self, table: Any, faults: Sequence[str | None]) -> list[Outcome]:
        key = self._key_now()
        items = self._items(table, faults, _task_of(self._task, key).context)
        sources = self._sources(items)
        found: dict[str, Outcome] = {}
        for chunk in self._processed(sources.chunks(), key):
            found |= {error.id: error for error in chunk.failed}
            ids = [record.id for record in chunk.records]
            found |= zip(ids, chunk.outcomes, strict=True)
        return [found[item.id] for item in sources.rows]

    def _processed(self, chunks: Iterator[Chunk], key: bytes) -> Iterable[Chunk]:
        if self._max_note_seconds:
            beside = _beside(self._task, key, self._max_note_seconds, os.getpid())
            return beside.process(chunks)
        return process_here(_worker(self._task, key), chunks)

    def _items(
        self, table: Any, faults: Sequence[str | None], context: Context
    ) -> Iterator[Record | NoteError]:
        """A record of each row. Its id is drawn from what the row says, not from where it stands.

        So replacements do not depend on how the rows were divided.
        """
        kinds = {c.at: kind_of(table.schema.field(c.at).type) for c in self.plan.columns}
        cells = {column.at: _cells(table, column) for column in self.plan.columns}
        ids = [column for column in self.plan.columns if column.role == "id"]
        others = tuple(column for column in self.plan.columns if column.role != "id")
        decided = replace(self.plan, columns=others)
        twins: Counter[str] = Counter()
        for row in range(table.num_rows):
            own = {at: column[row] for at, column in cells.items()}
            said = [own[column.at] for column in ids or others]
            # A null is no empty cell.
            parts = ("row", *(part for cell in said for part in (str(cell is None), cell or "")))
            name = context.secret(*parts).hex()
            twins[name] += 1
            number = twins[name]
            if fault := faults[row]:
                yield NoteError(f"{name}:{number}", fault)
                continue
            if ids and is_null(own[ids[0].at] or "", "id"):
                yield NoteError(f"{name}:{number}", f"has no id in '{ids[0].name}'; give it one")
                continue
            raw = {at: (kind, own[at]) for at, kind in kinds.items()}
            try:
                record = decided.record(name, number, own, raw)
            except NoteError as error:
                yield NoteError(f"{name}:{number}", error.reason)
            else:
                yield replace(record, format=_FORMAT)

    def _laid_out(self, table: Any, outcomes: Sequence[Outcome]) -> Any:
        """The table with its new cells, and beside them what became of each row."""
        import pyarrow as arrow

        changing = [column.at for column in self.plan.columns if column.role != "id"]
        changes: dict[int, tuple[list[int], list[Any]]] = {at: ([], []) for at in changing}
        beside: list[tuple[Any, str, str | None]] = []
        for row, outcome in enumerate(outcomes):
            if isinstance(outcome, NoteError):
                # Nothing of a row that failed goes on but what somebody decided to keep.
                new = dict.fromkeys(changing)
                beside.append((None, "failed", self._told(outcome.reason)))
            else:
                new = dict(parse_json(outcome.data)[1])
                status = "done" if outcome.texts else "empty"
                beside.append((self._spans(outcome), status, _doubt(outcome)))
            for at, cell in new.items():
                changes[at][0].append(row)
                changes[at][1].append(cell)
        left = [at for at in range(table.num_columns) if at not in self.plan.dropped]
        kept = [bare(field) for field in self._kept(table.schema)]
        columns = [
            laid_over(_without_view(table.column(at)), field, *changes.get(at, ([], [])))
            for at, field in zip(left, kept, strict=True)
        ]
        columns += [
            arrow.chunked_array([arrow.array([row[i] for row in beside], field.type)], field.type)
            for i, field in enumerate(self._beside())
        ]
        return arrow.Table.from_arrays(columns, schema=arrow.schema([*kept, *self._beside()]))

    def _spans(self, result: Result) -> list[dict[str, Any]]:
        """What was found in the texts of a row, as `spans.jsonl` has it, with their columns."""
        texts = [column.name for column in self.plan.columns if column.role == "text"]
        return [
            {"column": _column_of(done.id, texts), "kept": False, **span}
            for done in result.texts
            for span in as_row(done)["spans"]
        ]

    def _whole_patients(self, batches: Iterable[Any]) -> Iterator[Any]:
        """Tables of the rows of batches, in order; none ends between two rows of a patient."""
        import pyarrow as arrow

        held: list[Any] = []
        last = ""
        for batch in batches:
            if not (self.has_patients and batch.num_rows):
                yield arrow.Table.from_batches([batch])
                continue
            patients = self._patients(batch)
            cut = len(patients)
            while cut and patients[cut - 1] and patients[cut - 1] == patients[-1]:
                cut -= 1
            if cut or patients[-1] != last:
                if cut:
                    held.append(batch.slice(0, cut))
                if held:
                    yield arrow.Table.from_batches(held)
                held = []
            if cut < len(patients):
                held.append(batch.slice(cut))
            last = patients[-1]
        if held:
            yield arrow.Table.from_batches(held)


class _Rows(Sources):
    """The rows of a table as sources of a run: each checked, those of a patient brought together.

    Args:
        items: A record of each row, or what keeps it from being worked on.
        options: As `Sources`.
    """

    def __init__(self, items: Iterable[Record | NoteError] = (), **options: Any) -> None:
        super().__init__([], **options)
        self.tell_patients = True
        self.rows = [i if isinstance(i, NoteError) else self.accept(i, Ids()) for i in items]

    def _items(self) -> Iterator[Record | NoteError]:
        return iter(self.rows)


def _cells(table: Any, column: Column) -> list[str | None]:
    return texts_of(table.column(column.at), kind_of(table.schema.field(column.at).type))


def _column_of(id: str, texts: Sequence[str]) -> str:
    """The column of a text; with several its name stands behind its row's id (`Plan.record`)."""
    return texts[0] if len(texts) == 1 else id.partition("/")[2]


def _doubt(result: Result) -> str | None:
    others = sorted({done.other_language for done in result.texts if done.other_language})
    return (
        f"seems to be in another language ({', '.join(others)}), in which identifiers are missed"
        if others
        else None
    )


def _without_view(column: Any) -> Any:
    import pyarrow as arrow

    return column.cast(arrow.large_string()) if str(column.type) == "string_view" else column


def _whole(column: Any) -> Any:
    chunks = column.combine_chunks()
    return getattr(chunks, "chunks", [chunks])[0]
