"""Options that several commands share: each stands here once, with its help.

A command names a dataclass of options as the type of a parameter (`with_options.py`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from incognote.cli import screen
from incognote.core import registry
from incognote.core.errors import ConfigError, unknown
from incognote.core.language import AUTO, DEFAULT, language_codes
from incognote.core.pipeline import Settings
from incognote.core.site import Site as SiteData
from incognote.core.site import read_site
from incognote.io.format import NO_FIELDS, Fields
from incognote.replace.policy import POLICIES, Policy
from incognote.replace.replacement import Context
from incognote.run import batch
from incognote.run.batch import Sink, Summary, Task
from incognote.run.deidentifier import check_auto, choose_model, load_pipeline, make_detector

if TYPE_CHECKING:
    from incognote.io.databases import Rows


def format_of(what: str, *names: str) -> Any:
    """Returns an option that names a format.

    Args:
        what: What its help says before the formats.
        names: Of the option, where they are not those of the parameter.
    """
    return typer.Option(*names, metavar="FORMAT", help=f"{what}: {FORMATS}.")


def out(metavar: str, help: str) -> Any:
    """Returns the option `--out`, `-o`: where what a command makes is written."""
    return typer.Option("--out", "-o", metavar=metavar, help=help)


FORMATS = ", ".join(registry.names("format"))
"""For help."""
Sources = Annotated[
    list[str],
    typer.Argument(
        metavar="SRC",
        help="Folders of notes, searched to any depth, or files; - for standard input; a "
        "database by its URL, or env:NAME with the URL in that variable.",
    ),
]
Lang = Annotated[
    str, typer.Option(help=f"Language of the notes: {', '.join(language_codes())}.", metavar="LANG")
]
LangOrAuto = Annotated[
    str,
    typer.Option(
        help=f"Language of the notes: {', '.join(language_codes())}; {AUTO}: each note in its own.",
        metavar="LANG",
    ),
]
Model = Annotated[
    Path | None,
    typer.Option(help="A model folder in place of the one that ships.", metavar="FOLDER"),
]
Fast = Annotated[
    bool,
    typer.Option(
        "--fast",
        help="The smaller model that ships, where the language has one: at least twice as fast, "
        "and misses more identifiers (bench/results.md).",
    ),
]
Site = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="What the site knows of its own notes, TOML (docs/adapt.md): lists, patterns, phrases "
        "never to mark. incognote adapt rules proposes one.",
    ),
]
Overlay = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help="Laid over what was found, where nothing was: of emails, ssn, phones, mrn, gazetteer "
        "and staff those named, with commas between.",
    ),
]
RecallBias = Annotated[
    float,
    typer.Option(
        metavar="NUMBER",
        help="Taken from the model's score for 'not an identifier': above 0 finds more, at the "
        "price of false alarms; below 0 less; at any other than 0 both English models read whole "
        "notes, which takes longer, and a few marks differ. Sensible are 0 to 1: above about 1 "
        "clinical text goes, and from 2 on tables and results do.",
    ),
]


Resamples = Annotated[
    int,
    typer.Option(min=0, metavar="N", help="Resamples for the intervals; 0 leaves them out."),
]
Unit = Annotated[
    str,
    typer.Option(
        metavar="FIELD",
        help="Field of the notes' meta whose notes stay in one part, such as patient. Default: "
        "each note by itself.",
    ),
]
ToFormat = Annotated[
    str,
    typer.Option(
        "--to", metavar="FORMAT", help="What OUT gets: a format that docs/formats.md writes."
    ),
]


FailOnDetect = Annotated[
    bool,
    typer.Option(
        "--fail-on-detect",
        help="Exit code 4 where anything was found that the policy takes out: a gate for CI.",
    ),
]


@dataclass(frozen=True, slots=True)
class SystemOptions:
    """What finds identifiers, and which of them leave the text."""

    lang: Lang = DEFAULT
    model: Model = None
    fast: Fast = False
    site: Site = None
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            metavar="POLICY",
            help="Which identifiers leave the text and what stands in their place: "
            f"{', '.join(POLICIES)}, or a .toml file (incognote policy).",
        ),
    ] = "all"
    recall_bias: RecallBias = 0.0

    def settings(self) -> Settings:
        """Returns what the pipeline is made from; the site's file is read, and checked whole.

        Raises:
            ConfigError: If a name does not exist, a number is none, or what is named does not go
                together.
        """
        return Settings(
            self.lang,
            choose_model(self.lang, self.model, fast=self.fast),
            self.recall_bias,
            cores(),
            site=load_site(self.site, self.lang),
        )


@dataclass(frozen=True, slots=True)
class MachineOptions:
    """The system that reads marked notes, and which of them."""

    part: Annotated[
        str,
        typer.Option(metavar="PART", help="Only this part of the marked notes, for example dev."),
    ] = ""
    split_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Says which note is in which part. Default: split.tsv."),
    ] = None
    pipeline: Annotated[
        str, typer.Option(metavar="LANG", help="The pipeline of this language reads them.")
    ] = ""
    model: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="This model alone reads them, or with --pipeline in place of the shipped one.",
        ),
    ] = None
    fast: Fast = False
    site: Site = None
    overlay: Overlay = ""
    recall_bias: RecallBias = 0.0

    @property
    def is_named(self) -> bool:
        """Whether anything of a system is."""
        names = (self.pipeline, self.model, self.overlay, self.fast, self.site, self.recall_bias)
        return any(names)

    def told(self, model: Path | None) -> str:
        """Returns what reports call the system.

        Args:
            model: The one that was chosen, if any.
        """
        parts = [f"pipeline {self.pipeline}"] if self.pipeline else []
        parts += [model.name] if model else []
        parts += [f"overlay {self.overlay}"] if self.overlay else []
        parts += [f"recall bias {self.recall_bias:g}"] if self.recall_bias else []
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class DetectOptions(SystemOptions):
    """What finds identifiers, and which of them leave the text."""

    lang: LangOrAuto = DEFAULT
    other_language: Annotated[
        str | None,
        typer.Option(
            metavar="HOW",
            help="What is done with a note that seems to be in another language: "
            f"{', '.join(batch.OTHER_LANGUAGE)}. warn processes and names it, fail gives no output "
            f"for it, pass does not look. Default: warn; fail with --lang {AUTO}.",
        ),
    ] = None
    calibration: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Thresholds and recall bias that incognote calibrate set; refused for another "
            "model, language, policy or version than it was made with.",
        ),
    ] = None
    roster: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="What the hospital knows of each patient, CSV or Parquet (docs/roster.md): "
            "searched in that patient's notes.",
        ),
    ] = None
    roster_required: Annotated[
        bool,
        typer.Option("--roster-required", help="A note whose patient is not in the roster fails."),
    ] = False
    overlay: Overlay = ""
    alone: Annotated[
        bool,
        typer.Option(
            "--alone",
            help="The model without rules, lists, protection and propagation, as papers' models "
            "run; it misses more.",
        ),
    ] = False
    detector: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A detector of another package that is run too, repeatable. It runs after those "
            "of the language and before what was found is searched in the rest of the notes; "
            "protection of clinical text does not hold against it.",
        ),
    ] = None
    device: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Where the model runs: cpu, or cuda for an NVIDIA GPU (docs/scale.md), which is "
            "refused where there is none.",
        ),
    ] = "cpu"

    @property
    def on_other_language(self) -> str:
        """What is done with a note that seems to be in another language.

        Raises:
            ConfigError: If there is no such way.
        """
        how = self.other_language or ("fail" if self.lang == AUTO else "warn")
        if how not in batch.OTHER_LANGUAGE:
            raise unknown("way with other languages", how, batch.OTHER_LANGUAGE)
        return how

    def settings_of_run(self, policy: Policy) -> Settings:
        """Returns what the pipeline is made from, checked as far as goes without loading models.

        Args:
            policy: The one that is named, which a calibration must have been made for.

        Raises:
            ConfigError: If a name does not exist or a number is none, what is named does not go
                together, or the calibration was made for another system.
            InputError: If a file cannot be read.
        """
        if self.lang not in (*language_codes(), AUTO):
            raise unknown("language", self.lang, (*language_codes(), AUTO))
        if self.roster_required and self.roster is None:
            raise ConfigError("--roster-required needs --roster FILE.")
        if self.roster is not None:
            from incognote.detect.roster.table import read_roster

            read_roster(self.roster)  # so that its faults are told before anything is made
        model = choose_model(self.lang, self.model, fast=self.fast)
        if self.lang == AUTO:
            check_auto(model, self.site, self.calibration)
        settings = Settings(
            self.lang,
            model,
            self.recall_bias,
            roster=self.roster,
            roster_required=self.roster_required,
            site=load_site(self.site, self.lang),
            overlay=overlay_names(self.overlay),
            alone=self.alone,
            detectors=tuple(self.detector or ()),
            device=self.device,
        )
        if self.device != "cpu":
            from incognote.model.onnx_runtime import check_device

            check_device(self.device)
        for each in language_codes() if self.lang == AUTO else (self.lang,):
            # So that a name that is none is told now.
            for name in (*settings.detectors, *(["overlay"] if settings.overlay else [])):
                make_detector(name, changed(settings, lang=each))
        if self.calibration is None:
            return settings
        if self.overlay or self.alone or self.detector or self.device != "cpu":
            raise ConfigError(
                "A calibration holds for the whole pipeline on the CPU: leave out --calibration, "
                "or --overlay, --alone, --detector and --device."
            )
        from incognote.cli.calibrated import apply

        return apply(self.calibration, settings, policy)

    def check_spans_alone(self) -> None:
        """Refuses what says how identifiers are found, beside a file that says which they are.

        Raises:
            ConfigError: If any of it was given.
        """
        given = {
            "--model": self.model,
            "--fast": self.fast,
            "--site": self.site,
            "--recall-bias": self.recall_bias,
            "--calibration": self.calibration,
            "--overlay": self.overlay,
            "--alone": self.alone,
            "--detector": self.detector,
            "--device": self.device != "cpu",
        }
        if names := [name for name, value in given.items() if value]:
            raise ConfigError(f"--spans runs no detector: leave out {', '.join(names)}.")

    def task(self, settings: Settings, policy: Policy, context: Context, **more: Any) -> Task:
        """Returns what to do to each note; `more` as the fields of `Task`."""
        load = partial(load_pipeline, settings)
        return Task(load, policy, context, other_language=self.on_other_language, **more)


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What SRC holds, and how it is worked through."""

    format: Annotated[
        str, format_of("What SRC holds, where suffix and content do not tell", "--format")
    ] = ""
    patient_from: Annotated[
        str,
        typer.Option(
            metavar="REGEX",
            help="Finds the patient in a note's id (its path below SRC without suffix): the first "
            "group, in RE2 syntax. Without it the patient is what the format says. A patient's "
            "notes are looked at together.",
        ),
    ] = ""
    as_text: Annotated[
        bool,
        typer.Option(
            "--as-text",
            help="Take each note for plain text, though it looks like a message, table or document "
            "of another kind; without it such a note fails.",
        ),
    ] = False
    max_note_mb: Annotated[
        float,
        typer.Option(
            "--max-note-mb",
            min=0.001,
            metavar="MB",
            help="A longer note is refused, since memory grows with the longest: by some 150 MB "
            "for each MB.",
        ),
    ] = batch.MAX_NOTE_MB
    max_note_seconds: Annotated[
        float,
        typer.Option(
            "--max-note-seconds",
            min=0.0,
            metavar="N",
            help="A note that takes longer fails and the others go on; 0: no bound.",
        ),
    ] = batch.MAX_NOTE_SECONDS
    jobs: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Worker processes. Default: the cores at hand."),
    ] = None

    def sources(
        self,
        paths: Sequence[Path],
        fields: Fields = NO_FIELDS,
        *,
        rows: Rows | None = None,
        written: bool = True,
    ) -> batch.Sources:
        """Returns what reads the paths, or the rows of a database; others as `Sources`."""
        how: dict[str, Any] = {
            "max_note_mb": self.max_note_mb,
            "patient_from": self.patient_from,
            "as_text": self.as_text,
            "fields": fields,
            "written": written,
        }
        if rows is None:
            return batch.Sources(paths, self.format or ("txt" if self.as_text else ""), **how)
        from incognote.run.batch.database import DatabaseSources

        return DatabaseSources(rows, **how)

    def run(
        self, notes: batch.Sources, task: Task, sink: Sink, *, avoid_names: bool = False
    ) -> Summary:
        """Returns what became of the notes, with failures and progress on the screen.

        Args:
            notes: What to read.
            task: What to do to each note.
            sink: Where it goes.
            avoid_names: As `batch.run`.
        """
        with screen.progress(notes.count) as (failed, advanced):
            return batch.run(
                notes,
                task,
                sink,
                jobs=self.jobs or cores(),
                avoid_names=avoid_names,
                max_note_seconds=self.max_note_seconds,
                on_failure=failed,
                on_progress=advanced,
            )


def load_site(path: Path | None, lang: str) -> SiteData | None:
    """Returns what a site's file says, checked as in `check_site`; None where there is none.

    Raises:
        ConfigError: If it cannot be read, or a key, label, value or pattern in it cannot be.
    """
    return None if path is None else check_site(read_site(path), lang)


def check_site(site: SiteData, lang: str) -> SiteData:
    """Returns what a site's file says, after checking it whole, so that faults are told at once.

    Args:
        site: As read.
        lang: Language of the notes, whose labels it must have.

    Raises:
        ConfigError: If a label or pattern in it cannot be.
    """
    site.check_language(lang)
    registry.get("detector", "site")(Settings(lang, site=site))
    return site


def overlay_names(given: str) -> tuple[str, ...]:
    """Returns the overlays that `--overlay` names, with commas between; none where it is ''."""
    return tuple(name.strip() for name in given.split(",")) if given else ()


def cores() -> int:
    """Returns how many cores this process may use: affinity and a container's quota counted."""
    affinity = getattr(os, "sched_getaffinity", None)
    count = len(affinity(0)) if affinity else os.cpu_count() or 1
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        count = min(count, max(1, round(int(quota) / int(period))))
    except (OSError, ValueError):
        pass  # no cgroup, or no quota ("max")
    return count
