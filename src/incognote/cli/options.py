"""Options that several commands share."""

from __future__ import annotations

import os
from dataclasses import replace as changed
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import screen
from incognote.core import registry
from incognote.core.config import read_lines
from incognote.core.errors import ConfigError, unknown
from incognote.core.language import AUTO, get_language, language_codes
from incognote.core.pipeline import Settings
from incognote.core.site import Site as SiteData
from incognote.core.site import read_site
from incognote.replace.policy import POLICIES, get_policy
from incognote.replace.replacement import Context
from incognote.replace.verify import MODES
from incognote.run import batch
from incognote.run.batch import Sink, Summary, Task
from incognote.run.deidentifier import check_auto, load_pipeline

Sources = Annotated[
    list[Path],
    typer.Argument(metavar="SRC", help="Folders of notes, searched to any depth, or files."),
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
OtherLanguage = Annotated[
    str | None,
    typer.Option(
        metavar="HOW",
        help="What is done with a note that seems to be in another language: "
        f"{', '.join(batch.OTHER_LANGUAGE)}. warn processes and names it, fail gives no output for "
        f"it. Default: warn; fail with --lang {AUTO}.",
    ),
]
AsText = Annotated[
    bool,
    typer.Option(
        "--as-text",
        help="Take each note for plain text, though it begins like a message, table or document "
        "of another kind; without it such a note fails.",
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
        help="The smaller model that ships (en): at least twice as fast, and misses more "
        "identifiers (bench/results.md).",
    ),
]
PolicyName = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="POLICY",
        help="Which identifiers leave the text and what stands in their place: "
        f"{', '.join(POLICIES)}, or a .toml file (incognote policy).",
    ),
]
RecallBias = Annotated[
    float,
    typer.Option(
        metavar="NUMBER",
        help="Taken from the model's score for 'not an identifier': above 0 finds more, at the "
        "price of false alarms; below 0 less. Sensible are 0 to 1: above about 1 clinical text "
        "goes, and from 2 on tables and results do.",
    ),
]
Calibration = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Thresholds and recall bias that incognote calibrate set; refused for another model, "
        "language, policy or version than it was made with.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="Worker processes. Default: the cores at hand."),
]
Format = Annotated[
    str,
    typer.Option(
        "--format", metavar="FORMAT", help=f"What SRC holds: {', '.join(registry.names('format'))}."
    ),
]
MaxNoteMb = Annotated[
    float,
    typer.Option(
        "--max-note-mb",
        min=0.001,
        metavar="MB",
        help="A longer note is refused, since memory grows with the longest: some 150 MB for each.",
    ),
]


MaxNoteSeconds = Annotated[
    float,
    typer.Option(
        "--max-note-seconds",
        min=0.0,
        metavar="N",
        help="A note that takes longer fails and the others go on; 0: no bound.",
    ),
]
PatientFrom = Annotated[
    str,
    typer.Option(
        metavar="REGEX",
        help="Finds the patient in a note's id (its path below SRC without suffix): the first "
        "group, in RE2 syntax. Without it the patient is what the format says. A patient's notes "
        "are looked at together.",
    ),
]
Roster = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="What the hospital knows of each patient, CSV or Parquet (docs/roster.md): searched "
        "in that patient's notes.",
    ),
]
RosterRequired = Annotated[
    bool,
    typer.Option("--roster-required", help="A note whose patient is not in the roster fails."),
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
Alone = Annotated[
    bool,
    typer.Option(
        "--alone",
        help="The model without rules, lists, protection and propagation, as papers' models run; "
        "it misses more.",
    ),
]


def make_task(
    *,
    lang: str,
    model: Path | None,
    policy: str,
    replace: str | None,
    recall_bias: float,
    context: Context | None = None,
    calibration: Path | None = None,
    roster: Path | None = None,
    roster_required: bool = False,
    site: Path | None = None,
    overlay: str = "",
    alone: bool = False,
    verify: str = "off",
    other_language: str | None = None,
) -> Task:
    """Returns what to do to each note, checked as far as that goes without loading models.

    Raises:
        ConfigError: If a name does not exist or a number is none, or the calibration was made for
            another system.
        InputError: If the calibration cannot be read.
    """
    if lang not in (*language_codes(), AUTO):
        raise unknown("language", lang, (*language_codes(), AUTO))
    if other_language is None:
        other_language = "fail" if lang == AUTO else "warn"
    if other_language not in batch.OTHER_LANGUAGE:
        raise unknown("way with other languages", other_language, batch.OTHER_LANGUAGE)
    chosen = get_policy(policy)
    if replace not in (None, "policy"):
        chosen = chosen.with_action(replace)
    if verify not in MODES:
        raise unknown("way to verify", verify, MODES)
    if roster_required and roster is None:
        raise ConfigError("--roster-required needs --roster FILE.")
    if roster is not None:
        from incognote.detect.roster.table import read_roster

        read_roster(roster)  # so that its faults are told before anything is made
    if lang == AUTO:
        check_auto(model, site, calibration)
    settings = Settings(
        lang,
        model,
        recall_bias,
        roster=roster,
        roster_required=roster_required,
        site=load_site(site, lang),
        overlay=overlay_names(overlay),
        alone=alone,
    )
    for each in (language_codes() if lang == AUTO else (lang,)) if settings.overlay else ():
        # So that a name that is none is told now.
        registry.get("detector", "overlay")(changed(settings, lang=each))
    if calibration is not None:
        if overlay or alone:
            raise ConfigError(
                "A calibration holds for the whole pipeline: leave out --calibration, or --overlay "
                "and --alone."
            )
        from incognote.cli.calibrated import apply

        settings = apply(calibration, settings, chosen)
    load = partial(load_pipeline, settings)
    return Task(
        load,
        chosen,
        context or Context(lang=lang),
        only_detect=replace is None,
        verify=verify,
        other_language=other_language,
    )


def load_site(path: Path | None, lang: str) -> SiteData | None:
    """Returns what a site's file says, checked whole, so that its faults are told at once.

    Args:
        path: The file; None for none.
        lang: Language of the notes, whose labels it must have.

    Raises:
        ConfigError: If it cannot be read, or a key, label, value or pattern in it cannot be.
    """
    if path is None:
        return None
    found = read_site(path)
    found.check_scheme(get_language(lang).scheme)
    registry.get("detector", "site")(Settings(lang, site=found))
    return found


def overlay_names(given: str) -> tuple[str, ...]:
    """Returns the overlays that `--overlay` names, with commas between; none where it is ''."""
    return tuple(name.strip() for name in given.split(",")) if given else ()


def read_names(path: Path | None) -> list[str]:
    """Returns the names that a file holds, one a line; none where there is no file.

    Raises:
        InputError: If it cannot be read.
    """
    return [] if path is None else read_lines(path)


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


def run(
    notes: batch.Sources,
    task: Task,
    sink: Sink,
    *,
    jobs: int | None,
    avoid_names: bool = False,
    max_note_seconds: float = 0.0,
) -> Summary:
    """Returns what became of the notes, as `batch.run`, with failures and progress on the screen.

    Args:
        notes: What to read.
        task: What to do to each note.
        sink: Where it goes.
        jobs: Worker processes; None: the cores at hand.
        avoid_names: As `batch.run`.
        max_note_seconds: As `batch.run`.
    """
    with screen.progress(notes.count) as (failed, advanced):
        return batch.run(
            notes,
            task,
            sink,
            jobs=jobs or cores(),
            avoid_names=avoid_names,
            max_note_seconds=max_note_seconds,
            on_failure=failed,
            on_progress=advanced,
        )
