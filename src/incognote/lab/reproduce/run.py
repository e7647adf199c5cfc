"""`reproduce`: trains what an experiment names, scores it, and sets it beside the paper."""

from __future__ import annotations

import hashlib
import json
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from incognote.assure.evaluation import Evaluation, Options, evaluate
from incognote.assure.evaluation.matching import read_sentence_counts
from incognote.assure.probabilities import Probabilities, model_probabilities
from incognote.core.config import parse_json, read_toml
from incognote.core.document import Document
from incognote.core.errors import ConfigError, IncognoteError, InputError, NoteError, OutputError
from incognote.core.labels import get_label
from incognote.core.pipeline import Settings
from incognote.io.format import writer
from incognote.lab.reproduce.corpora import (
    CORPORA,
    OPEN,
    Parts,
    find_path,
    first_marks,
    labelled,
    read_all,
    read_parts,
    read_unlabelled,
)
from incognote.lab.reproduce.experiment import (
    WITHOUT,
    Experiment,
    Row,
    System,
    Table,
    place_of,
    read_experiment,
)
from incognote.lab.reproduce.figures import ONLY, figure, with_each_alone
from incognote.lab.training import find_config, train
from incognote.lab.training.config import CorpusConfig, TrainConfig, make_train_config
from incognote.lab.training.data import corpus_hash, read_corpora
from incognote.lab.training.run import peak_mb
from incognote.model.model_folder import read_model
from incognote.run.deidentifier import load_pipeline

QUICK: Mapping[str, Any] = {"loop.epochs": 1, "loop.patience": 1, "loop.average": 0.0}
QUICK_NOTES = 12
"""What `quick` cuts training and notes to: to see that an experiment runs, not what it finds."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A line of a table with the figures that were measured."""

    row: Row
    trained: str
    """What was trained: the system, or what stands in for it."""
    seeds: tuple[tuple[float | None, ...], ...] = ()
    """Of each seed the figures, in per cent (per 1,000 for rates), in the order of the columns;
    none where not run."""
    note: str = ""
    """Why it was not run."""
    models: tuple[str, ...] = ()
    """Of each seed the model's folder below `models`."""
    marks: int = 0
    """Marked identifiers of the second corpus that were used, to choose the epoch, too."""
    names: int = 0
    """Names among them."""

    @property
    def ours(self) -> tuple[float | None, ...]:
        """The mean over the seeds, in the order of the columns; empty where not run."""
        return tuple(map(_mean, zip(*self.seeds, strict=True)))

    @property
    def deviations(self) -> tuple[float | None, ...]:
        """The standard deviation between seeds (n - 1); None with one seed."""
        return tuple(map(_deviation, zip(*self.seeds, strict=True)))


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return mean(known) if len(known) == len(values) else None


def _deviation(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return stdev(known) if len(known) == len(values) > 1 else None


@dataclass(frozen=True, slots=True)
class Report:
    """The results of an experiment."""

    name: str
    experiment: Experiment
    on: str
    """The corpus that it ran on."""
    quick: bool
    tables: tuple[tuple[Table, tuple[Outcome, ...]], ...]
    models: Mapping[str, Mapping[str, Any]]
    """By name the record of each training."""
    seeds: int
    """How often each system was trained."""
    seconds: float
    """Of the whole run; what an earlier run trained is in `models`."""
    peak_mb: int | None
    """The most memory that the process held, in MB; None where the system does not tell."""
    part: str = ""
    """The part that was scored; '' is that of `Corpus.test`."""
    unread: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By corpus the ids of notes that could not be read and were left out."""


def reproduce(
    name: str,
    out: Path,
    *,
    data: Mapping[str, Path],
    experiment: Experiment | None = None,
    on: str = "",
    part: str = "",
    tables: Sequence[int] = (),
    quick: bool = False,
    seeds: int = 1,
    settings: Mapping[str, Any] | None = None,
    say: Callable[[str], None] = lambda message: None,
) -> Report:
    """Runs a paper's experiment; models that `out` holds already are not trained again.

    Args:
        name: Of the experiment.
        out: A folder for models and vectors; made if it is not there.
        data: Where corpora and checkpoints lie, by name.
        experiment: One that is not a paper's; None is the paper's of that name.
        on: An open corpus in place of the paper's; '' is the paper's.
        part: The part that is scored, of every corpus; '' is that of `Corpus.test`.
        tables: Their numbers; none is all.
        quick: Whether to see only that everything runs.
        seeds: How often each system is trained, with the seeds from 1 on.
        settings: Of all trainings, in place of what the experiment says: `"device": "cuda"`.
        say: Told what is being done.

    Raises:
        ConfigError: If there is no such experiment, corpus or table.
        InputError: If the corpus is not here; the message says how to obtain it.
    """
    experiment = experiment or read_experiment(name)
    chosen = [t for t in experiment.table if not tables or t.number in tables]
    if missing := sorted(set(tables) - {t.number for t in chosen}):
        known = ", ".join(str(t.number) for t in experiment.table)
        raise ConfigError(f"{name} has no table {missing[0]} here; it has {known}.")
    if on and on not in OPEN:
        raise ConfigError(f"--on {on}: must be one of {', '.join(OPEN)}.")
    find_path(CORPORA[on or experiment.corpus], data)
    if seeds < 1:
        raise ConfigError(f"an experiment needs one seed or more, not {seeds}.")
    if seeds > 1 and "seed" in (settings or {}):
        raise ConfigError("several seeds are 1, 2 and so on: leave out the setting 'seed'.")
    began = time.monotonic()
    runner = _Runner(experiment, out, data, on, quick, settings or {}, say, seeds, part)
    done = tuple(
        (table, tuple(runner.outcome(table, row) for row in table.row)) for table in chosen
    )
    seconds = round(time.monotonic() - began, 1)
    where = on or experiment.corpus
    unread = {corpus: tuple(sorted(ids)) for corpus, ids in runner.unread.items()}
    return Report(
        name,
        experiment,
        where,
        quick,
        done,
        runner.records,
        seeds,
        seconds,
        peak_mb(),
        part,
        unread,
    )


class _Runner:
    """Trains and scores, each thing once."""

    def __init__(
        self,
        experiment: Experiment,
        out: Path,
        data: Mapping[str, Path],
        on: str,
        quick: bool,
        settings: Mapping[str, Any],
        say: Callable[[str], None],
        seeds: int = 1,
        part: str = "",
    ) -> None:
        self.experiment, self.out, self.data, self.on = experiment, out, dict(data), on
        self.quick, self.settings, self.say, self.seeds = quick, settings, say, seeds
        self.part = part
        self.records: dict[str, Mapping[str, Any]] = {}
        self.unread: dict[str, list[str]] = {}
        self._parts: dict[tuple[str, str], Parts] = {}
        self._scores: dict[tuple[str, tuple[str, str], tuple[str, ...], str], Evaluation] = {}
        self._failed: dict[str, str] = {}

    def outcome(self, table: Table, row: Row) -> Outcome:
        """One line; what cannot be run says why and does not stop the others."""
        if not row.system:
            return Outcome(row, "")
        system = next(s for s in self.experiment.system if s.name == row.system)
        if not self.on:  # nothing stands in, so that rows of one checkpoint share a model
            system = replace(system, stand_in={}, stand_in_name="")
        shown = system.stand_in_name or system.name
        figures = table.figures_of(row)
        points = any(name.startswith("points/") for name in figures)
        # What is trained once serves every line that trains it, however the line names the corpus.
        seeds, models = [], []
        try:
            trained = replace(row, train="" if self._is_main(row.train) else row.train)
            for seed in range(1, self.seeds + 1):
                evaluation, model = self._evaluation(system, trained, points, seed)
                seeds.append(tuple(figure(evaluation, name) for name in figures))
                models.append(model)
            marks, names = self._used(row)
        except IncognoteError as error:
            self.say(f"{row.name}: not run: {error}")
            return Outcome(row, shown, note=str(error))
        return Outcome(row, shown, tuple(seeds), "", tuple(models), marks, names)

    def _is_main(self, corpus: str) -> bool:
        places = [place_of(self.experiment, name, self.on) for name in (corpus, "")]
        return places[0] == places[1]

    def _parts_of(self, paper_corpus: str) -> Parts:
        name, only = place_of(self.experiment, paper_corpus, self.on)
        if (name, only) not in self._parts:
            most = QUICK_NOTES if self.quick else 0
            self._parts[name, only] = read_parts(
                name,
                self.data,
                part=self.part,
                only=only,
                most=most,
                held_out=self.experiment.held_out,
                on_error=self._left_out(name),
            )
        return self._parts[name, only]

    def _left_out(self, corpus: str) -> Callable[[NoteError], None]:
        """What names a note that cannot be read, once: the others are read all the same."""

        def name(error: NoteError) -> None:
            ids = self.unread.setdefault(corpus, [])
            if error.id not in ids:
                ids.append(error.id)
                self.say(f"not read: {error}")

        return name

    def _used(self, row: Row) -> tuple[int, int]:
        """How many marks of the second corpus a training used, and how many of them are names."""
        if not row.way:
            return 0, 0
        train, held = labelled(self._parts_of(row.test), row.marks)
        notes = {doc.id: doc for doc in (*train, *held)}.values()
        found = [get_label(span.label).category for doc in notes for span in doc.spans]
        return len(found), found.count("NAME")

    def _evaluation(
        self, system: System, row: Row, points: bool, seed: int
    ) -> tuple[Evaluation, str]:
        """The scores of a line, and the name of what was trained for it."""
        first = self._parts_of(row.train)
        if not first.train:
            raise InputError(f"{first.name} is for scoring alone: nothing is learned from it.")
        tested = self._parts_of(row.test or row.train)
        key = _key(system, row, seed)
        if key in self._failed:
            raise InputError(self._failed[key])
        try:
            folder = self._model(key, system, row, first, tested, seed)
        except IncognoteError as error:
            self._failed[key] = str(error)
            raise
        scored = place_of(self.experiment, row.test or row.train, self.on)
        seen = (key, scored, system.overlay, row.without)
        if seen not in self._scores or (points and not self._scores[seen].points):
            self._scores[seen] = self._score(folder, system, tested, points, row.without)
        return self._scores[seen], key

    def _model(
        self, key: str, system: System, row: Row, first: Parts, second: Parts, seed: int
    ) -> Path:
        """The folder of a trained model, new or from an earlier run of the same."""
        folder = self.out / "models" / key
        with tempfile.TemporaryDirectory() as name:
            place = Path(name)
            data, corpora = self._training_notes(place, system, row, first, second, seed)
            config = self._config(key, system, row, first, corpora, data, seed)
            if folder.exists():
                record = read_model(folder).training
                # Not as text: settings that came since then have their defaults in it.
                before = make_train_config(parse_json(record["settings"]), str(folder))
                learned = corpus_hash(read_corpora(config.train, data, place))
                if (before, record["data_sha256"]) != (config, learned):
                    raise OutputError(
                        f"{folder}: is of a run with other settings or notes; remove it."
                    )
            else:
                self.say(f"training {key}")
                record = train(config, folder, data=data, report=self._epoch).training
        self.records[key] = record
        return folder

    def _epoch(self, epoch: Any) -> None:
        scored = "held-out F1" if self.experiment.held_out else "F1 on training notes"
        self.say(
            f"  epoch {epoch.number}  loss {epoch.loss:.4f}  {scored} {epoch.f1:.4f}  "
            f"{epoch.seconds:.0f} s"
        )

    def _training_notes(
        self, place: Path, system: System, row: Row, first: Parts, second: Parts, seed: int
    ) -> tuple[dict[str, Path], list[dict[str, Any]]]:
        """Writes what is trained on; returns paths by key, and the entries of `[[train]]`."""
        write = writer("jsonl")
        train_notes, held = first.train, first.held
        corpora: list[dict[str, Any]] = [{"data": "train", "format": "jsonl"}]
        data = {**self.data, "train": place / "train.jsonl", "held": place / "held.jsonl"}
        if row.way:
            some, held = labelled(second, row.marks)
            if row.way == "A mix B":
                # An even mixture, however few the notes of B are.
                repeat = max(1, round(len(train_notes) / len(some)))
                corpora.append({"data": "second", "format": "jsonl", "repeat": repeat})
                data["second"] = place / "second.jsonl"
                write([replace(d, id=f"second/{d.id}") for d in some], data["second"])
            else:
                train_notes = some
            if row.way == "A then B":
                before = replace(row, way="", marks=0, test="")
                base = _key(system, before, seed)
                folder = self._model(base, system, before, first, first, seed)
                data["start"] = folder.with_name(f"{folder.name}.run") / "weights.pt"
        elif row.marks:
            train_notes = first_marks(train_notes, row.marks)
        write(train_notes, data["train"])
        write(held, data["held"])
        if system.vectors:
            data[{"words": "vectors"}.get(system.vectors, system.vectors)] = self._vectors(
                system, first
            )
        return data, corpora

    def _config(
        self,
        key: str,
        system: System,
        row: Row,
        first: Parts,
        corpora: list[dict[str, Any]],
        data: dict[str, Path],
        seed: int,
    ) -> TrainConfig:
        values = read_toml(find_config(system.config))
        values |= {
            "language": first.corpus.language,
            "scheme": first.corpus.scheme,
            "train": corpora,
            "dev": [{"data": "held", "format": "jsonl"}],
            "seed": seed,
        }
        if row.way == "A then B":
            values["start"] = "start"
        for changes in (system.set, system.stand_in, QUICK if self.quick else {}, self.settings):
            for name, value in changes.items():
                _put(values, name, value)
        if system.pretrain:
            data["pretrained"] = self._pretrained(system.pretrain, values, first, data)
            values["model"]["checkpoint"] = "pretrained"
        return make_train_config(values, key)

    def _vectors(self, system: System, parts: Parts) -> Path:
        """Word vectors or a character encoder from the notes without marks."""
        if system.unlabelled and self.on:
            stands_in = self.experiment.open_parts if self.on == "notes-en" else {}
            parts = self._parts_of(system.unlabelled if system.unlabelled in stands_in else "")
        elif system.unlabelled:
            return self._words(system, system.unlabelled, partial(self._all, system.unlabelled))
        docs = self._unlabelled(parts)
        if system.vectors == "words":
            return self._words(system, parts.name, lambda: docs)
        path = self.out / f"{system.vectors}-{parts.name}"
        if path.exists():
            return path
        self.say(f"training {path.name} on {len(docs):,} notes without marks")
        from incognote.lab.training.characters import train_characters
        from incognote.lab.training.data import count_characters, count_words

        words = count_words(docs, 1, cased=True)
        train_characters(words, count_characters(docs), path, epochs=1 if self.quick else 5)
        return path

    def _unlabelled(self, parts: Parts) -> list[Document]:
        path, problem = find_path(parts.corpus, self.data), self._left_out(parts.corpus.name)
        docs = read_unlabelled(parts.corpus, path, parts, on_error=problem)
        return docs[:QUICK_NOTES] if self.quick else docs

    def _all(self, corpus: str) -> Iterator[Document]:
        """All notes of a corpus, one at a time: those without marks may be millions."""
        path = find_path(CORPORA[corpus], self.data)
        docs = read_all(CORPORA[corpus], path, on_error=self._left_out(corpus))
        return islice(docs, QUICK_NOTES if self.quick else None)

    def _words(self, system: System, name: str, read: Callable[[], Iterable[Document]]) -> Path:
        from incognote.lab.training.vectors import train_vectors

        path = self.out / f"words-{name}{'-quick' if self.quick else ''}"
        if not path.exists():
            self.say(f"training {path.name} on notes without marks")
            size = read_toml(find_config(system.config))["model"]["word_size"]
            train_vectors(read, path, size=size, min_count=1 if self.quick else 10)
        return path

    def _pretrained(
        self, epochs: int, values: Mapping[str, Any], parts: Parts, data: Mapping[str, Path]
    ) -> Path:
        from incognote.lab.training.pretrain import PretrainConfig, pretrain

        checkpoint = values["model"]["checkpoint"]
        path = self.out / f"{_slug(Path(checkpoint).name)}-pretrained-{parts.name}"
        if path.exists():
            return path
        docs = self._unlabelled(parts)
        self.say(f"pre-training {path.name} on {len(docs):,} notes without marks")
        config = PretrainConfig(
            checkpoint,
            (CorpusConfig("unlabelled", "jsonl"),),
            epochs=1 if self.quick else epochs,
            bf16=values.get("loop", {}).get("bf16", False),
            **{k: v for k, v in self.settings.items() if k in ("device", "threads")},
        )
        with tempfile.TemporaryDirectory() as name:
            notes = Path(name) / "unlabelled.jsonl"
            writer("jsonl")(docs, notes)
            pretrain(config, path, data={**data, "unlabelled": notes}, base=Path.cwd())
        return path

    def _score(
        self, folder: Path, system: System, parts: Parts, points: bool, without: str
    ) -> Evaluation:
        lang = read_model(folder).language  # the notes may be of another corpus, and language
        settings = Settings(lang, folder, overlay=system.overlay, alone=True)
        pipeline = load_pipeline(settings)
        bare = [doc.with_spans(()) for doc in parts.test]
        found = list(pipeline.annotate(bare))
        counts = find_path(parts.corpus, self.data) / "sentence_counts.tsv"
        figures = {
            name
            for table in self.experiment.table
            for row in table.row
            for name in table.figures_of(row)
        }
        alone = sorted(
            {
                part[len(ONLY) :]
                for name in figures
                for part in name.split("/")
                if part.startswith(ONLY)
            }
        )
        said: dict[str, dict[str, Probabilities]] = {category: {} for category in ("", *alone)}
        for doc, note in model_probabilities(pipeline, bare if points else ()):
            for category, of_notes in said.items():
                of_notes[doc.id] = Probabilities.of(note, category)
        options = Options(
            sentence_counts=read_sentence_counts(counts) if counts.exists() else None,
            operating_points=points,
            probabilities=said[""] if points else None,
        )
        scorers = {name.partition("/")[0] for name in figures} - {"points"}
        gold = parts.test
        if without:
            left_out = WITHOUT[without]
            gold = [d.with_spans(s for s in d.spans if not left_out(d, s)) for d in gold]
        evaluation = evaluate(gold, found, sorted(scorers), options)
        if points:
            evaluation = with_each_alone(evaluation, gold, found, {c: said[c] for c in alone})
        return evaluation


def _key(system: System, row: Row, seed: int) -> str:
    """The name of a trained model: systems that differ only in what is laid over them share it."""
    vectors = " ".join(filter(None, (system.vectors, system.unlabelled)))
    made = (system.config, system.set, system.stand_in, vectors, system.pretrain)
    digest = hashlib.sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()[:8]
    marks = str(row.marks or "")
    second = row.test if row.way else ""
    name = f"{_slug(system.config, row.train, row.way, marks, second)}-{digest}"
    return name if seed == 1 else f"{name}-seed-{seed}"


def _slug(*parts: str) -> str:
    kept = " ".join(parts).lower()
    return "-".join("".join(c if c.isalnum() else " " for c in kept).split())


def _put(values: dict[str, Any], name: str, value: Any) -> None:
    """Sets `model.checkpoint` and the like in nested tables."""
    *tables, last = name.split(".")
    for table in tables:
        values = values.setdefault(table, {})
    values[last] = value
