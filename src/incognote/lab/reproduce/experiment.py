"""What an experiment is, read from `papers/<name>.toml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from incognote.core.config import read_config
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, InputError, unknown
from incognote.lab.reproduce.corpora import CORPORA
from incognote.replace.policy import names_department

PAPERS = Path(__file__).parent / "papers"

WITHOUT: Mapping[str, Callable[[Document, Span], bool]] = {
    "departments": lambda doc, span: names_department(doc.text[span.start : span.end])
}
"""Marks that a line may leave out of what is scored, by what they are."""

WAYS = ("", "only B", "A then B", "A mix B")
"""How a second corpus enters a training (Hartman 2020); '' where there is none."""


@dataclass(frozen=True, slots=True)
class System:
    """One thing that is trained."""

    name: str
    config: str
    """A configuration that ships with `training`."""
    set: Mapping[str, Any] = field(default_factory=dict)
    """Settings in place of the configuration's: `"model.checkpoint" = "bert-large-cased"`."""
    stand_in: Mapping[str, Any] = field(default_factory=dict)
    """Settings besides, beyond those of the experiment, where `stand_in_name` is trained."""
    stand_in_name: str = ""
    """What is trained on an open corpus, where the paper's checkpoint cannot be had."""
    overlay: tuple[str, ...] = ()
    """Laid over the trained model: keys of `detect.overlay.OVERLAYS`."""
    vectors: str = ""
    """`words` or `characters`: what is trained first on the same notes without their marks."""
    unlabelled: str = ""
    """The corpus to make word vectors from instead; on an open one all of its training notes."""
    pretrain: int = 0
    """How often the checkpoint first reads the unlabelled notes of the corpus."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table."""

    name: str
    system: str
    """What is trained; '' for figures that the paper cites of others."""
    paper: tuple[float, ...] = ()
    """The paper's figures in the order of the columns; none where the text does not give them."""
    columns: tuple[str, ...] = ()
    """Figures of this line where they are not those of the table."""
    category: str = ""
    """What `{category}` stands for in the names of the figures."""
    train: str = ""
    """The corpus to train on; '' is the paper's."""
    test: str = ""
    """The corpus to score on; '' is that of training."""
    marks: int = 0
    """Train on about so many marked identifiers only (of the second corpus, if there is one)."""
    way: str = ""
    """One of `WAYS`; the second corpus is `test`."""
    without: str = ""
    """A key of `WITHOUT`: marks of the scored notes that do not count as identifiers."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a paper, or a figure."""

    number: int
    """As the paper numbers it; from 101 on a figure or what it has no number for."""
    caption: str
    columns: tuple[str, ...]
    """Heads of the columns."""
    figures: tuple[str, ...]
    """What stands in them: a figure of `evaluation` by its name, or of its operating points as
    `points/0.99/fp_per_1000` (a fixed sensitivity, or `default`) or `points/R@P85/recall`; of one
    category as `points/R@P85/label=NAME/recall`, where false alarms are those of all categories, or
    as `points/R@P85/only=NAME/recall`, where what is taken for another category is text."""
    row: tuple[Row, ...]
    plot: str = ""
    """`heat map` of all rows or `curves` by marks; '' where the paper has none."""
    note: str = ""
    recorded: Mapping[str, str] = field(default_factory=dict)
    """By the corpus that it ran on the day of the result in `bench/reproduced`, and whether that is
    of an earlier definition."""
    label: str = ""
    """What the paper calls it, where that is not its number: `Figure 2`."""

    @property
    def title(self) -> str:
        """Label and caption: `Table 3: By category`."""
        return f"{self.label or f'Table {self.number}'}: {self.caption}"

    def figures_of(self, row: Row) -> tuple[str, ...]:
        """Returns the names of the figures in a line, in the order of the columns."""
        names = row.columns or self.figures
        return tuple(name.replace("{category}", row.category) for name in names)


@dataclass(frozen=True, slots=True)
class NotTrained:
    """A table or figure of a paper for which nothing is trained here."""

    label: str
    """What the paper calls it."""
    caption: str
    state: str
    """Which table gives the same instead, or why none can."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """A paper's experiments."""

    title: str
    citation: str
    corpus: str
    """The paper's own: a key of `corpora.CORPORA`."""
    system: tuple[System, ...]
    table: tuple[Table, ...]
    not_trained: tuple[NotTrained, ...] = ()
    open_parts: Mapping[str, str] = field(default_factory=dict)
    """Which part of notes-en stands in for which of the paper's corpora, where it has several."""
    stand_in: Mapping[str, Any] = field(default_factory=dict)
    """Settings besides of all systems that have a stand-in."""
    held_out: bool = True
    """Whether a tenth of the training notes is held out to choose the epoch. Where a paper keeps
    its last epoch all of them are learned from."""


def names() -> list[str]:
    """Returns the names of all experiments, sorted."""
    return sorted(path.stem for path in PAPERS.glob("*.toml"))


def read_experiment(name: str) -> Experiment:
    """Returns an experiment.

    Raises:
        ConfigError: If there is none of that name, or its file does not hold together.
    """
    if name not in names():
        raise unknown("experiment", name, names())
    path = PAPERS / f"{name}.toml"
    experiment = read_config(Experiment, path)
    experiment = replace(
        experiment,
        system=tuple(
            replace(s, stand_in={**experiment.stand_in, **s.stand_in}) if s.stand_in_name else s
            for s in experiment.system
        ),
    )
    systems = {system.name for system in experiment.system}
    for table in experiment.table:
        for row in table.row:
            width = len(table.columns)
            if row.system not in {*systems, ""} or row.way not in WAYS:
                raise ConfigError(f"{path}: table {table.number}: '{row.name}' names no system.")
            if row.without not in {*WITHOUT, ""}:
                raise unknown("kind of mark to leave out", row.without, WITHOUT)
            if len(table.figures_of(row)) != width or len(row.paper) not in (0, width):
                raise ConfigError(
                    f"{path}: table {table.number}: '{row.name}' is not {width} wide."
                )
    return experiment


def place_of(experiment: Experiment, corpus: str, on: str) -> tuple[str, str]:
    """Returns what stands for a paper's corpus: a key of `corpora.CORPORA` and a folder in it.

    Args:
        experiment: Whose corpora.
        corpus: A key of `corpora.CORPORA`; '' is the experiment's own. An open one is itself.
        on: The open corpus that the experiment runs on; '' where it runs on its own.

    Raises:
        InputError: If one open corpus would have to stand in for two.
    """
    if not on:
        return corpus or experiment.corpus, ""
    if not corpus:
        return on, ""
    if CORPORA[corpus].is_open:
        return corpus, ""
    only = experiment.open_parts.get(corpus, "") if on == "notes-en" else ""
    if not only and corpus != experiment.corpus:
        raise InputError(f"one open corpus cannot stand in for {corpus} as well.")
    return on, only
