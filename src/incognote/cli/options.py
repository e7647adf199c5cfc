"""Options that several commands share: each stands here once, with its help.

A command names a dataclass of options as the type of a parameter (`with_options.py`).
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from incognote.cli import screen
from incognote.core import registry
from incognote.core.case import fold
from incognote.core.config import read_lines
from incognote.core.errors import ConfigError, unknown
from incognote.core.language import AUTO, language_codes
from incognote.core.pipeline import Settings
from incognote.core.site import Site as SiteData
from incognote.core.site import read_site
from incognote.core.urls import check_database
from incognote.io.columns import read_decisions
from incognote.io.format import NO_FIELDS, OTHER, ROLES, Fields, agreed
from incognote.replace.keys import others_can_read, read_key
from incognote.replace.policy import OVERRIDES, POLICIES, Policy, get_policy
from incognote.replace.replacement import DOUBTFUL, SCOPES, Context
from incognote.replace.vault import Lock, new_lock
from incognote.replace.verify import MODES
from incognote.run import batch
from incognote.run.batch import Sink, Summary, Task
from incognote.run.deidentifier import check_auto, choose_model, load_pipeline, make_detector

if TYPE_CHECKING:
    from incognote.guard import Guard
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
        "price of false alarms; below 0 less. Sensible are 0 to 1: above about 1 clinical text "
        "goes, and from 2 on tables and results do.",
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

    lang: Lang = "en"
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
class DetectOptions(SystemOptions):
    """What finds identifiers, and which of them leave the text."""

    lang: Annotated[
        str,
        typer.Option(
            help=f"Language of the notes: {', '.join(language_codes())}; {AUTO}: each note in its "
            "own.",
            metavar="LANG",
        ),
    ] = "en"
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


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Databases."""

    table: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="The table that is read, with its schema as schema.name if need be.",
        ),
    ] = ""
    query: Annotated[
        str, typer.Option(metavar="SELECT", help="What is read, in place of a table.")
    ] = ""

    def url(self, sources: Sequence[str]) -> str:
        """Returns the URL of the database that is read; '' where none is.

        Raises:
            ConfigError: If what is said of databases does not go together.
        """
        from incognote.io.databases import is_url

        urls = [source for source in sources if is_url(source)]
        for url in urls:
            check_database(url)
        names = [field.name for field in dataclasses.fields(self)]
        if not urls and any(getattr(self, name) for name in names):
            said = ", ".join(f"--{name.replace('_', '-')}" for name in names)
            raise ConfigError(f"{said} need a database as SRC: URL.")
        if urls and len(sources) > 1:
            raise ConfigError("A database stands alone: give no other source.")
        return next(iter(urls), "")

    def rows(self, url: str) -> contextlib.AbstractContextManager[Rows | None]:
        """Opens what is read of a database; gives None where there is none ('')."""
        from incognote.io.databases import Database, Rows

        if not url:
            return contextlib.nullcontext()
        return contextlib.closing(Rows(Database(url), self.table, self.query))


@dataclass(frozen=True, slots=True)
class DatabaseOptions(TableOptions):
    """Databases."""

    to: Annotated[str, typer.Option(metavar="NAME", help="The new table that is written.")] = ""
    to_url: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="The database that gets the new table. Default: that of SRC. env:NAME takes it "
            "from that variable.",
        ),
    ] = ""

    def url(self, sources: Sequence[str]) -> str:
        """Returns and raises as without a table to write, which must have a name."""
        found = TableOptions.url(self, sources)
        if found and not self.to:
            raise ConfigError("Say with --to NAME which new table is written.")
        return found


@dataclass(frozen=True, slots=True)
class NoteOptions:
    """Which fields of a table or of JSON lines hold notes."""

    text: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A column of notes, repeatable: searched."),
    ] = None
    id: Annotated[
        str, typer.Option(metavar="NAME", help="The column that names a row in messages; kept.")
    ] = ""
    patient: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="The column that says whose row it is; a keyed code in its place."
        ),
    ] = ""
    date: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="The column with the day of the note; moved by the patient's days."
        ),
    ] = ""

    def fields(self) -> Fields:
        """Returns the decisions.

        Raises:
            ConfigError: If they contradict each other.
        """
        return Fields(self._decided())

    def _decided(self) -> dict[str, str]:
        given: list[tuple[str, str]] = []
        for role in ROLES:
            names = getattr(self, role, None)
            given += ((name, role) for name in ([names] if isinstance(names, str) else names or ()))
        return agreed(given)


@dataclass(frozen=True, slots=True)
class GoldOptions(NoteOptions):
    """Marked notes."""

    named: ClassVar[str] = "--gold-format (or --gold-spans FILE, where the marks lie apart)"
    """What messages about the format say of the options."""

    gold_format: Annotated[
        str, format_of("What the marked notes are in, where suffix and content do not tell")
    ] = ""
    gold_spans: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The marks, where the notes lie in a container that has none (a table, messages, "
            "documents): jsonl with spans, or lines as incognote detect writes them, one for each "
            "note by its id.",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class FieldOptions(NoteOptions):
    """What becomes of the fields of a table or of JSON lines."""

    code: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A column whose values become keyed codes, repeatable.",
        ),
    ] = None
    shift: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A column of dates that move, repeatable."),
    ] = None
    label: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=TYPE",
            help="A column whose values are of a type (ZIP; see incognote labels) and are replaced "
            "as the policy says, repeatable.",
        ),
    ] = None
    keep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A field that is written as it is, repeatable: it holds no identifiers "
            "(docs/formats.md).",
        ),
    ] = None
    drop: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A field that is left out, repeatable.")
    ] = None
    columns: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="What becomes of each column, TOML, but for those named by options: incognote "
            "columns proposes one.",
        ),
    ] = None
    other: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help=f"What becomes of all other fields: {', '.join(OTHER)}. Without it a field that "
            "nobody decided about is refused.",
        ),
    ] = ""

    def fields(self) -> Fields:
        """Returns the decisions.

        Raises:
            ConfigError: If they contradict each other, or a type does not exist.
        """
        of_file = NO_FIELDS if self.columns is None else read_decisions(self.columns)
        given = [*self._decided().items()]
        for each in self.label or ():
            name, equals, label = each.rpartition("=")
            if not equals:
                raise ConfigError(f"--label {each}: say NAME=TYPE.")
            given.append((name, label))
        return Fields({**of_file.decided, **agreed(given)}, self.other or of_file.other)


@dataclass(frozen=True, slots=True)
class GuardOptions(SystemOptions):
    """What finds identifiers, and which of them a model never sees."""

    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            metavar="POLICY",
            help="Which identifiers leave the text: "
            f"{', '.join(POLICIES)}, or a .toml file. Where it makes up no value, a numbered tag "
            "stands; either goes back.",
        ),
    ] = "i2b2-2014"
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Secret that surrogates are drawn with, made by incognote key: the same after a "
            "restart. Without it one is drawn and not kept.",
        ),
    ] = None
    conversations: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keeps which surrogate stands for what, encrypted with --key, so that answers are "
            "restored after a restart; made where there is none (docs/guard.md).",
        ),
    ] = None

    def guard(self) -> Guard:
        """Returns the guard; says what its policy warns of.

        Raises:
            ConfigError: If what is named does not exist or go together.
            InputError: If a file cannot be read.
            ModelError: If the model folder is not complete.
        """
        from incognote.guard import Conversations, Guard
        from incognote.run.deidentifier import Deidentifier

        policy = told_policy(self.policy)
        context = Context(key_or_drawn(self.key), lang=self.lang)
        if self.conversations is not None and self.key is None:
            raise ConfigError("--conversations needs --key, which it is encrypted with.")
        path = self.conversations
        kept = None if path is None else Conversations(path, context.key)
        flow = Deidentifier(load_pipeline(self.settings()), policy, context, "redact")
        return Guard(flow, conversations=kept)


@dataclass(frozen=True, slots=True)
class ReplaceOptions:
    """What stands in place of what was found."""

    replace: Annotated[
        str | None,
        typer.Option(
            metavar="HOW",
            help="What stands in place of all identifiers that leave the text, instead of what the "
            f"policy says: {', '.join(OVERRIDES)}.",
        ),
    ] = None
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Secret for surrogates, date shifts and codes, made by incognote key; the same "
            "key gives the same replacements. Without it one is drawn for this run and not kept.",
        ),
    ] = None
    scope: Annotated[
        str,
        typer.Option(
            metavar="SCOPE",
            help=f"How far the same text gets the same replacement: {', '.join(SCOPES)}.",
        ),
    ] = "patient"
    vary: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            metavar="P",
            help="Probability that a mention is replaced anew, so that one that was missed does "
            "not stand out (incognote attack); dates and ages are not varied.",
        ),
    ] = 0.0
    day_first: Annotated[
        bool | None,
        typer.Option(
            "--day-first/--month-first",
            help="Whether 3/4 is 3 April. Default: what each note shows, then the language.",
        ),
    ] = None
    never: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Names, one a line, that are never produced: the corpus's own patients and staff.",
        ),
    ] = None
    names_may_recur: Annotated[
        bool,
        typer.Option(
            "--names-may-recur",
            help="Let surrogates be names that stand somewhere in SRC. Without it none is, for "
            "which SRC is read once more, and names then depend on what else SRC holds.",
        ),
    ] = False
    whole_weeks: Annotated[
        bool,
        typer.Option("--whole-weeks", help="Shift dates by whole weeks, so that weekdays stay."),
    ] = False
    mixed_origins: Annotated[
        bool,
        typer.Option(
            "--mixed-origins",
            help="Draw names from all origins, not from that of the name they replace.",
        ),
    ] = False
    wrong_checks: Annotated[
        bool,
        typer.Option(
            "--wrong-check-digits",
            help="Give numbers with a check digit a wrong one, so that nobody can have them.",
        ),
    ] = False
    doubtful: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="What becomes of a mark that may be no identifier, where a surrogate, shifted "
            f"date or less exact value would stand for it: {', '.join(DOUBTFUL)}. surrogate gives "
            "it that value; another number in place of a measurement falsifies the note.",
        ),
    ] = "tag"
    vault: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also writes what was replaced, encrypted with the key, for incognote reveal; "
            "needs --key.",
        ),
    ] = None
    verify: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="What is done where an identifier that left the text still stands in the output: "
            f"{', '.join(MODES)}. redact removes it there too and tells how many; fail gives no "
            "output for that note.",
        ),
    ] = "redact"

    def context(
        self, policy: Policy, *, lang: str, patient_from: str, keyed: bool = False
    ) -> Context:
        """Returns what replacements are drawn with; draws a key where none is given.

        Args:
            policy: What replaces what.
            lang: Language of the notes.
            patient_from: As `Context`.
            keyed: Whether more is drawn with the key than the policy asks for: codes.

        Raises:
            ConfigError: If a value cannot be.
            InputError: If a file cannot be read.
        """
        secret = key_or_drawn(self.key)
        if (policy.is_keyed or keyed) and self.key is None:
            screen.say(
                "No --key: replacements are drawn with a key that is not kept, so no other run "
                "gives the same (incognote key new FILE makes one)."
            )
        words = (word for line in read_names(self.never) for word in line.split())
        return Context(
            secret,
            self.scope,
            lang,
            vary=self.vary,
            patient_from=patient_from,
            day_first=self.day_first,
            avoid=frozenset(fold(word).strip(".,") for word in words),
            whole_weeks=self.whole_weeks,
            mixed_origins=self.mixed_origins,
            valid_numbers=not self.wrong_checks,
            doubtful=self.doubtful,
        )

    def fingerprint(self, context: Context) -> str | None:
        """Returns what tells two keys apart and tells nothing else; None without a key."""
        return context.secret("fingerprint").hex()[:32] if self.key is not None else None

    def lock(self, head: Mapping[str, str] | None = None) -> Lock | None:
        """Returns the lock of the vault; None where there is none.

        Args:
            head: As `new_lock`.

        Raises:
            ConfigError: If there is no key file: nobody could open the vault.
            MissingExtraError: If the package `cryptography` is not installed.
        """
        if self.vault is None:
            return None
        if self.key is None:
            raise ConfigError("--vault needs --key: make a key with incognote key new FILE.")
        return new_lock(read_key(self.key), head)


def told_policy(name: str) -> Policy:
    """Returns a policy that is known by its name or file; says what it warns of.

    Raises:
        ConfigError: If there is none.
    """
    policy = get_policy(name)
    for caution in policy.cautions:
        screen.say(f"{name}: {caution}")
    return policy


def key_or_drawn(path: Path | None) -> bytes:
    """Returns the key of a file, as `open_key`; None: one that is drawn and not kept."""
    return secrets.token_bytes(32) if path is None else open_key(path)


def open_key(path: Path) -> bytes:
    """Returns the 32 bytes of a key file; says so where others can read it.

    No refusal: what mounts secrets for a container often sets a mode of its own.

    Raises:
        ConfigError: If it is not a key file.
        InputError: If it cannot be read.
    """
    key = read_key(path)
    if others_can_read(path):
        screen.say(f"{path}: others on this machine can use this key; chmod 600 {path}.")
    return key


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
