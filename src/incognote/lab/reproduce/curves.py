"""What labels are worth: each way by number of labelled identifiers (Hartman 2020, figure 2).

A is what an off-the-shelf model was made from, B a site. The site's notes are a pool to label from
and notes to score. Between two systems that never see A and B both, off the shelf and fully
customised on the whole pool, stand the curves of the ways between. What is done lies in
`points.jsonl`, a line per training: started again, a run does only what is missing.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random

from incognote.core.config import parse_json
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, OutputError, unknown
from incognote.core.pipeline import Settings
from incognote.core.site import Site
from incognote.lab.reproduce.adapting import adapt_folder, factory_notes, members
from incognote.lab.reproduce.comparing import score
from incognote.lab.reproduce.curve_points import (
    CURVE_WAYS,
    EMBEDDING,
    FULL,
    GOING_ON,
    PICK,
    SHELF,
    Curves,
    Point,
    score_point,
)
from incognote.lab.site.pick import pick
from incognote.lab.training import find_config, read_train_config
from incognote.lab.training.adapt import AdaptConfig, SiteNotes, count, take
from incognote.lab.training.config import CorpusConfig, DistillConfig
from incognote.lab.training.data import corpus_hash
from incognote.lab.training.run import train_model
from incognote.model.model_folder import WEIGHTS, read_model
from incognote.replace.policy import get_policy
from incognote.run.deidentifier import load_pipeline

Say = Callable[[str], None]

FEW = 3
"""Notes from which on a fifth of the identifiers is held out to choose the epoch; with fewer it is
chosen on all."""


@dataclass(frozen=True, slots=True)
class CurveConfig:
    """What is run."""

    sizes: tuple[int, ...]
    """Numbers of labelled identifiers."""
    ways: tuple[str, ...] = ("then", "only")
    """Keys of `CURVE_WAYS`."""
    seeds: int = 3
    """Draws of the notes that are labelled, each with a training of its own; picked notes are the
    same ones in each."""
    full: bool = True
    """Whether a model is trained on the whole pool: what full customisation gives."""
    alone: bool = False
    """Whether models are scored by themselves, as in Hartman 2020, without rules and lists."""
    adapt: AdaptConfig = field(default_factory=AdaptConfig)
    site: Site | None = None
    """What the site knows of its own notes; all systems are scored with it."""


@dataclass(frozen=True, slots=True)
class CurveNotes:
    """The notes of an experiment, of corpus A and of the site, B."""

    others: Sequence[Document]
    """Of A, for A mix B and for replay; where there are none, replay takes synthetic notes."""
    pool: Sequence[Document]
    """Of B, from which notes to label are drawn."""
    test: Sequence[Document]
    """Of B, scored."""
    unmarked: Mapping[str, Sequence[Document]] = field(default_factory=dict)
    """By name notes without marks, for the table of embeddings."""


def run_curves(
    model: Path, notes: CurveNotes, out: Path, config: CurveConfig, *, say: Say = lambda line: None
) -> Curves:
    """Returns the curves, having run what `out` does not hold yet.

    Args:
        model: The off-the-shelf model, made from A and not from B.
        notes: A and B.
        out: A folder for points; made if it is not there. No note and no model stays in it.
        config: What to run.
        say: Told of each training.

    Raises:
        ConfigError: If a way or size cannot be.
        InputError: If the pool holds too little, or `out` is of another run.
        OutputError: If `out` cannot be written.
    """
    for way in config.ways:
        if way not in CURVE_WAYS:
            raise unknown("way to adapt", way, CURVE_WAYS)
    if not config.sizes or min(config.sizes) < 1 or config.seeds < 1:
        raise ConfigError("curves need at least one size of 1 or more, and one seed.")
    if count(notes.pool) < max(config.sizes):
        raise InputError(
            f"the pool holds {count(notes.pool):,} identifiers, fewer than the largest size, "
            f"{max(config.sizes):,}; leave that out or give more notes."
        )
    if "mix" in config.ways and not notes.others:
        raise ConfigError("the way 'mix' needs the notes of A.")
    runner = _Runner(model, notes, out, config, say)
    runner.point(SHELF, 0, 0)
    if config.full:
        for seed in range(1, config.seeds + 1):
            runner.point(FULL, count(notes.pool), seed)
    for size in sorted(config.sizes):
        for way in config.ways:
            for seed in range(1, config.seeds + 1):
                runner.point(way, size, seed)
    for name in notes.unmarked:
        runner.point(f"{EMBEDDING}{name}", 0, 1)
    return Curves(tuple(runner.points.values()), runner.wanted)


class _Runner:
    """Trains and scores, each point once."""

    def __init__(
        self, model: Path, notes: CurveNotes, out: Path, config: CurveConfig, say: Say
    ) -> None:
        self.model, self.notes, self.out, self.config, self.say = model, notes, out, config, say
        read = [read_model(member) for member in members(model)]
        self.lang = read[0].language
        self.points: dict[tuple[str, int, int], Point] = {}
        self.wanted = 0
        self._order: list[Document] | None = None
        self._path = out / "points.jsonl"
        record = {
            # Sizes, ways and seeds may grow; what a point comes from may not change.
            "adapt": asdict(replace(config.adapt, threads=1)),
            "alone": config.alone,
            "models": [member.sha256[WEIGHTS] for member in read],
            "notes": [corpus_hash(n) for n in (notes.others, notes.pool, notes.test)],
            **({} if config.site is None else {"site": config.site.digest()}),
        }
        self._open(json.dumps(record, indent=1))

    def _open(self, record: str) -> None:
        place = self.out / "run.json"
        try:
            self.out.mkdir(parents=True, exist_ok=True)
            if not place.exists():
                place.write_text(record, encoding="utf-8")
            elif place.read_text(encoding="utf-8") != record:
                raise InputError(
                    f"{self.out}: belongs to curves of other notes, models or settings; name "
                    "another folder, or remove it to start anew."
                )
            if self._path.exists():
                for line in self._path.read_text(encoding="utf-8").splitlines():
                    self._keep(Point.from_dict(parse_json(line)))
        except OSError as error:
            raise OutputError(f"{self.out}: cannot be written ({error.strerror}).") from None
        except (ValueError, KeyError):
            raise InputError(f"{self._path}: is damaged; remove it to start anew.") from None

    def _keep(self, point: Point) -> None:
        self.points[point.way, point.size, point.seed] = point
        self.wanted = int(point.measured.wanted.sum())

    def point(self, way: str, size: int, seed: int) -> None:
        """Trains and scores a point, unless that is done."""
        if (way, size, seed) in self.points:
            return
        began = time.monotonic()
        work = self.out / "work"
        if way == SHELF:
            folder, own = self.model, []
        else:
            folder, own = work / "model", self._drawn(way, size, seed)
            if work.exists():
                shutil.rmtree(work)  # of a training that was stopped: its settings may be others
            self._train(way, own, seed, folder)
        seconds = time.monotonic() - began
        evaluation = score(
            folder,
            self.notes.test,
            self.lang,
            threads=self.config.adapt.threads,
            alone=self.config.alone,
            intervals=False,
            site=self.config.site,
        )
        point = score_point(way, size, seed, count(own), evaluation, round(seconds, 1))
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(point.to_dict()) + "\n")
        self._keep(point)
        if work.exists():
            shutil.rmtree(work)
        self.say(
            f"{way}, {point.measured.identifiers:,} identifiers, seed {seed}: recall "
            f"{100 * point.measured.recall:.2f}, R@P .85 {100 * point.at_85:.2f}, {seconds:.0f} s"
        )

    def _drawn(self, way: str, size: int, seed: int) -> list[Document]:
        """Notes of the pool that hold so many identifiers; more of them hold the fewer ones."""
        if way.startswith(EMBEDDING):
            return []
        if way == PICK:
            docs = self._picked()
        else:
            docs = sorted(self.notes.pool, key=lambda doc: doc.id)
            Random(seed).shuffle(docs)
        return docs if way == FULL else take(docs, size)

    def _picked(self) -> list[Document]:
        """All notes of the pool, those first that should be labelled first."""
        if self._order is None:
            pipeline = load_pipeline(Settings(self.lang, self.model, site=self.config.site))
            bare = [doc.with_spans(()) for doc in self.notes.pool]
            found = pick(bare, pipeline, get_policy("all"), budget=len(bare), lang=self.lang)
            by_id = {doc.id: doc for doc in self.notes.pool}
            self._order = [by_id[one.id] for one in found]
        return list(self._order)

    def _train(self, way: str, own: list[Document], seed: int, folder: Path) -> None:
        config = replace(self.config.adapt, seed=seed)
        others = list(self.notes.others)
        if way.startswith(EMBEDDING):
            tenth = max(1, len(others) // 10)
            unmarked = self.notes.unmarked[way.removeprefix(EMBEDDING)]
            notes = SiteNotes([], others[:tenth], others[tenth:], unmarked)
            # All of A, or it would not be the model off the shelf with other vectors.
            adapt_folder(self.model, notes, folder, way="mix", config=replace(config, most=0))
            return
        held = len(take(own, count(own) / 5)) or 1
        train, dev = (own[held:], own[:held]) if len(own) >= FEW else (own, own)
        if not count(train) or not count(dev):
            train, dev = own, own
        if way in GOING_ON and not others:
            others = factory_notes(
                self.lang, round(config.replay * max(config.least, count(train))), seed
            )
        Random(seed).shuffle(others)
        notes = SiteNotes(train, dev, [] if way in ("only", FULL) else others)
        real = {FULL: "only", PICK: "then"}.get(way, way)
        adapt_folder(self.model, notes, folder, way=real, config=config)


def shelf_model(
    name: str, others: Sequence[Document], out: Path, *, threads: int, say: Say, epochs: int = 0
) -> Path:
    """Returns the off-the-shelf model, trained on the notes of A alone unless it is there.

    Args:
        name: A training configuration; its notes are replaced, its word vectors left out.
        others: A; a tenth of them chooses the epoch.
        out: The new folder; trained on where it was left.
        threads: Of the training.
        say: Told of each epoch.
        epochs: In place of the configuration's; 0 for those.

    Raises:
        ConfigError: If there is no such configuration.
    """
    if out.exists():
        return out
    path = find_config(name)
    made = read_train_config(path)
    docs = sorted(others, key=lambda doc: hashlib.sha256(doc.id.encode()).digest())
    tenth = max(1, len(docs) // 10)
    made = replace(
        made,
        train=(CorpusConfig("A", "given"),),
        dev=(CorpusConfig("A", "given", "held out"),),
        model=replace(made.model, vectors="", character_vectors=""),
        distill=DistillConfig(),
        loop=replace(made.loop, epochs=epochs or made.loop.epochs),
        start="",
        threads=threads,
    )
    train_model(
        made,
        out,
        data={},
        base=path.parent,
        report=lambda e: say(f"off the shelf: epoch {e.number}, F1 {e.f1:.4f}, {e.seconds:.0f} s"),
        notes={"train": docs[tenth:], "dev": docs[:tenth]},
    )
    return out
