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
from typing import Any

import numpy as np

from incognote.assure.evaluation import Evaluation
from incognote.core.config import parse_json
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, OutputError, unknown
from incognote.core.pipeline import Settings
from incognote.core.site import Site
from incognote.lab.reproduce.adapting import adapt_folder, factory_notes, members, write_record
from incognote.lab.reproduce.comparing import score
from incognote.lab.site.pick import pick
from incognote.lab.site.projection import Measured, labels_needed, mean_recall
from incognote.lab.training import find_config, read_train_config
from incognote.lab.training.adapt import WAYS, AdaptConfig, SiteNotes, count, take
from incognote.lab.training.config import CorpusConfig, DistillConfig
from incognote.lab.training.data import corpus_hash
from incognote.lab.training.plot import learning_curves
from incognote.lab.training.run import train_model
from incognote.model.model_folder import WEIGHTS, read_model
from incognote.replace.policy import get_policy
from incognote.run.deidentifier import load_pipeline

SHELF, FULL = "off the shelf", "fully customised"
PICK = "pick"
CURVE_WAYS = {**WAYS, PICK: "A then B, with the notes that incognote adapt pick takes first"}
EMBEDDING = "embedding "
"""Before the name of unmarked notes: A alone, its words learned from them."""
GOING_ON = ("then", PICK)


@dataclass(frozen=True, slots=True)
class Point:
    """One training, scored on the site's notes."""

    way: str
    size: int
    """Identifiers that were asked for; 0 off the shelf, and the whole pool where all was taken."""
    seed: int
    measured: Measured
    precision: float
    at_85: float
    """Recall at a precision of .85 (R@P)."""
    f1: float
    names: tuple[float, float, float] | None
    """Recall, precision and F1 of words of names; None where there are none."""
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Returns what a line of `points.jsonl` holds."""
        values = {name: getattr(self, name) for name in self.__slots__ if name != "measured"}
        found = self.measured
        return {
            **values,
            "identifiers": found.identifiers,
            "recall": round(found.recall, 6),
            "found": found.found.tolist(),
            "wanted": found.wanted.tolist(),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Point:
        """Returns the point of a line."""
        measured = Measured(
            values["identifiers"], np.array(values["found"]), np.array(values["wanted"])
        )
        fields = ("way", "size", "seed", "precision", "at_85", "f1", "seconds")
        names = None if values["names"] is None else tuple(values["names"])
        return cls(measured=measured, names=names, **{name: values[name] for name in fields})


@dataclass(frozen=True, slots=True)
class Curves:
    """All points of a run."""

    points: tuple[Point, ...]
    wanted: int
    """PHI words in the scored notes."""

    def by_size(self, way: str) -> dict[int, list[Measured]]:
        """Returns the runs of a way by size; going on begins with none, off the shelf."""
        found: dict[int, list[Measured]] = {}
        for point in self.points:
            if point.way == way or (way in GOING_ON and point.way == SHELF):
                found.setdefault(point.size, []).append(point.measured)
        return dict(sorted(found.items()))

    def of(self, way: str, size: int) -> list[Point]:
        """Returns the points of a way and size."""
        return [p for p in self.points if (p.way, p.size) == (way, size)]

    def rows(self) -> list[dict[str, Any]]:
        """Returns a row for each way and size: means over seeds, with intervals."""
        rows = []
        for way, size in sorted({(p.way, p.size) for p in self.points}, key=_order):
            points = self.of(way, size)
            recall = mean_recall([p.measured for p in points])
            rows.append(
                {
                    "way": way,
                    "size": size,
                    "identifiers": float(np.mean([p.measured.identifiers for p in points])),
                    "seeds": len(points),
                    "recall": recall.value,
                    "low": recall.low,
                    "high": recall.high,
                    **{
                        name: float(np.mean([getattr(p, name) for p in points]))
                        for name in ("at_85", "precision", "f1", "seconds")
                    },
                    "names": points[0].names,
                    "at_85_low": min(p.at_85 for p in points),
                    "at_85_high": max(p.at_85 for p in points),
                }
            )
        return rows


def _order(key: tuple[str, int]) -> tuple[int, str, int]:
    way, size = key
    order = [SHELF, *CURVE_WAYS, FULL]
    return (order.index(way) if way in order else len(order), way, size)


def score_point(
    way: str, size: int, seed: int, identifiers: int, evaluation: Evaluation, seconds: float
) -> Point:
    """Returns the point of a training from how its model does on the site's notes."""
    table = evaluation.tables["tokens"]
    counts = next(v for measure, v in table.counts.items() if str(measure) == "binary")
    tp, _, fn = counts.T[:3]
    return Point(
        way,
        size,
        seed,
        Measured(identifiers, np.asarray(tp, float), np.asarray(tp + fn, float)),
        evaluation["tokens/binary/precision"],
        float(evaluation.points["recall_at_precision_85"]["recall"]),
        evaluation["tokens/binary/f1"],
        _names(evaluation),
        seconds,
    )


def _names(evaluation: Evaluation) -> tuple[float, float, float] | None:
    kinds = ("recall", "precision", "f1")
    found = [evaluation.figures.get(f"tokens/multiclass/label=NAME/{kind}") for kind in kinds]
    values = [figure.value for figure in found if figure is not None]
    recall, precision, f1 = values if len(values) == 3 else (None, None, None)
    if recall is None or precision is None or f1 is None:
        return None
    return recall, precision, f1


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


NAMES = {"then": "A then B", "mix": "A mix B", "only": "only B", PICK: "A then B, picked notes"}
_HEAD = ("identifiers", "recall (95 %)", "R@P .85 (seeds)", "precision", "F1", "seconds")


def write_curves(
    curves: Curves, out: Path, *, reach: float | None = None, have: int = 0, plot: bool = True
) -> str:
    """Writes `curves.json`, `curves.md` and `curves.svg` beside the points; returns the second.

    Args:
        curves: All points.
        out: Their folder.
        reach: The recall to say the labels for; None for that of full customisation.
        have: Identifiers that are labelled already.
        plot: Whether to draw.

    Raises:
        MissingExtraError: If it shall draw and matplotlib is not installed.
        OutputError: If they cannot be written.
    """
    projected = projections(curves, reach)
    record = {"rows": curves.rows(), "phi_words_scored": curves.wanted, "projections": projected}
    write_record(out / "curves.json", record)
    text = to_markdown(curves, projected, have)
    try:
        (out / "curves.md").write_text(text, encoding="utf-8")
        if plot:
            (out / "curves.svg").write_text(draw(curves), encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{out}: cannot be written ({error.strerror}).") from None
    return text


def projections(curves: Curves, reach: float | None) -> list[dict[str, Any]]:
    """Returns for each way how many labels reach a recall: the given one, or full customisation's.

    A number that no curve reaches is None, as is the interval's end.
    """
    full = [p.measured.recall for p in curves.points if p.way == FULL]
    if reach is None and full and 0 < float(np.mean(full)) < 1:
        reach = float(np.mean(full))
    rows = []
    for way in CURVE_WAYS if reach is not None else ():
        curve = curves.by_size(way)
        if reach is None or len(curve) < 2 or not any(p.way == way for p in curves.points):
            continue
        found = labels_needed(curve, reach)
        values = {"value": found.value, "low": found.low, "high": found.high}
        finite = {k: v if np.isfinite(v) else None for k, v in values.items()}
        rows.append({"way": way, "recall": reach, **finite})
    return rows


def to_markdown(curves: Curves, projected: Sequence[Mapping[str, Any]], have: int = 0) -> str:
    """Returns the table of curves, what they say of more labels, and the table of embeddings."""
    rows = curves.rows()
    lines = [f"| way | {' | '.join(_HEAD)} |", f"|{'---|' * (len(_HEAD) + 1)}"]
    for row in rows:
        if row["way"].startswith(EMBEDDING):
            continue
        lines.append(
            f"| {NAMES.get(row['way'], row['way'])} | {row['identifiers']:,.0f} | "
            f"{100 * row['recall']:.2f} ({100 * row['low']:.2f} to {100 * row['high']:.2f}) | "
            f"{100 * row['at_85']:.2f} ({100 * row['at_85_low']:.2f} to "
            f"{100 * row['at_85_high']:.2f}) | {100 * row['precision']:.2f} | "
            f"{100 * row['f1']:.2f} | {row['seconds']:.0f} |"
        )
    lines += ["", *(_told(row, have) for row in projected)]
    learned = [row for row in rows if row["way"] == SHELF or row["way"].startswith(EMBEDDING)]
    if len(learned) > 1:
        lines += ["", "| words learned from | all: R/P/F1 | names: R/P/F1 |", "|---|---|---|"]
    for row in learned if len(learned) > 1 else ():
        name = "A alone" if row["way"] == SHELF else f"A and {row['way'].removeprefix(EMBEDDING)}"
        every = _triple((row["recall"], row["precision"], row["f1"]))
        names = "" if row["names"] is None else _triple(row["names"])
        lines.append(f"| {name} | {every} | {names} |")
    return "\n".join(lines) + "\n"


def draw(curves: Curves) -> str:
    """Returns recall by labelled identifiers as SVG, with intervals; the ends as lines."""
    series: dict[str, list[tuple[float, float, float, float]]] = {}
    levels: dict[str, float] = {}
    for row in curves.rows():
        recall, low, high = (100 * row[key] for key in ("recall", "low", "high"))
        if row["way"] in (SHELF, FULL):
            levels[row["way"]] = recall
        elif row["way"] in NAMES:
            series.setdefault(NAMES[row["way"]], []).append((row["identifiers"], recall, low, high))
    return learning_curves(series, "labelled identifiers of the site", "recall, %", lines=levels)


def _triple(values: Sequence[float]) -> str:
    return "/".join(f"{100 * value:.1f}" for value in values)


def _told(row: Mapping[str, Any], have: int) -> str:
    def number(value: float | None) -> str:
        return "out of reach" if value is None else f"{_round(max(0.0, value - have)):,}"

    more = "more labelled identifiers" if have else "labelled identifiers"
    if row["value"] is None:
        return (
            f"{NAMES[row['way']]}: the curve does not reach a recall of {100 * row['recall']:.1f} %"
            f" (95 %: {number(row['low'])} to {number(row['high'])} {more})."
        )
    if row["value"] <= have:
        return (
            f"{NAMES[row['way']]}: a recall of {100 * row['recall']:.1f} % is reached without "
            f"{more} (95 %: {number(row['low'])} to {number(row['high'])})."
        )
    return (
        f"{NAMES[row['way']]}: about {number(row['value'])} {more} reach a recall of "
        f"{100 * row['recall']:.1f} % (95 %: {number(row['low'])} to {number(row['high'])})."
    )


def _round(value: float) -> int:
    """Two digits: more would say more than is known."""
    return int(float(f"{value:.2g}")) if value > 1 else int(value > 0)
