"""`incognote adapt MODEL`: a model fitted to a site's notes, and what that changes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.assure.rounding import at_least, at_most
from incognote.cli import field_options, options
from incognote.cli.with_options import with_options
from incognote.core.errors import ConfigError, InputError
from incognote.core.language import language_codes
from incognote.io.format import Fields
from incognote.io.recognise import read_documents

if TYPE_CHECKING:
    from incognote.core.document import Document
    from incognote.lab.reproduce.adapting import Divided
    from incognote.lab.training.loop import Epoch


@with_options
def run(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL",
            help="A model folder, or the language of one that ships "
            f"({', '.join(language_codes())}).",
        ),
    ],
    *,
    out: Annotated[Path, options.out("FOLDER", "The new model folder.")],
    labelled: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Notes of the site with every identifier marked."),
    ] = None,
    unlabelled: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Notes of the site without marks.")
    ] = None,
    mix: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Marked notes of the kind that the model was made from: a new model is trained on "
            "an even mixture of them and the site's, which takes as long as the model's own "
            "training.",
        ),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Such notes for going on: they are shown again, so that nothing is forgotten. "
            "Default: notes of incognote synthesize.",
        ),
    ] = None,
    test: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Marked notes of the site to score before and after. Default: --held-out of those "
            "that are labelled.",
        ),
    ] = None,
    old_test: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Marked notes of the old kind, scored before and after, too: whether anything was "
            "forgotten.",
        ),
    ] = None,
    way: Annotated[
        str,
        typer.Option(
            metavar="WAY",
            help="then: go on from the model (A then B); mix: A mix B; only: the site's notes "
            "alone. Default: mix with --mix, else then.",
        ),
    ] = "",
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.toml", help="Rates, epochs, replay and more (docs/adapt.md has all)."
        ),
    ] = None,
    held_out: Annotated[
        float, typer.Option(metavar="SHARE", help="Share of the labelled notes that is scored.")
    ] = 0.3,
    unit: Annotated[
        str,
        typer.Option(
            metavar="FIELD",
            help="Field of the notes' meta whose notes stay in one part and are drawn together for "
            "intervals, such as patient. Default: each note by itself.",
        ),
    ] = "",
    labelled_format: Annotated[str, options.format_of("Of --labelled and --test")] = "jsonl",
    unlabelled_format: Annotated[
        str,
        options.format_of("Of --unlabelled, where suffix and content do not tell"),
    ] = "",
    mix_format: Annotated[str, options.format_of("Of --mix, --replay and --old-test")] = "inline",
    site: options.Site = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Of all chance. Default: the configuration's, or 1."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE.json", help="Writes all figures, before and after, as JSON."),
    ] = None,
    fields: field_options.NoteOptions,
) -> None:
    """Fit a model to a site's notes, and say what that changes on notes it has not seen.

    With marked notes the model is trained on, at a lower rate, while it sees its old kind of notes
    again; the epoch is chosen on a fifth of the site's notes, and before and after are scored on
    others. Unmarked notes are marked by the system itself, and the lines in which it is sure are
    learned from; with --mix, word vectors or the encoder are first trained on them. An ensemble has
    each member fitted. Needs the extra `train`; stopped and started again, it goes on.

    What is written may give away what it was trained on: keep it where the notes may be kept.
    """
    from dataclasses import replace

    from incognote.core.config import read_config
    from incognote.detect.neural import model_config
    from incognote.lab import training
    from incognote.model.model_folder import check_new
    from incognote.run.deidentifier import shipped_model

    training.check_extra()
    from incognote.lab.reproduce import adapting, comparing
    from incognote.lab.training.adapt import AdaptConfig, count

    if labelled is None and unlabelled is None:
        raise ConfigError("Give --labelled PATH or --unlabelled PATH: the site's notes.")
    if record is not None:
        check_new(record)
    check_new(out)
    folder = shipped_model(model) if model in language_codes() else Path(model)
    if not folder.is_dir():
        raise ConfigError(
            f"{model}: is no model folder, and no language that one ships for "
            f"({', '.join(language_codes())})."
        )
    lang = model_config(folder).language
    known = options.load_site(site, lang)
    given = read_config(AdaptConfig, config) if config else AdaptConfig()
    given = replace(given, seed=given.seed if seed is None else seed, threads=options.cores())
    way = way or ("mix" if mix is not None else "then")
    parts = _divide(lang, labelled, test, labelled_format, held_out, unit)
    old = [] if old_test is None else _marked(old_test, mix_format, lang)
    if any(docs and not count(docs) for docs in (parts.test, old)):
        raise InputError("the notes to score hold no identifier; give others, or more of them.")
    chosen = mix if way == "mix" else replay
    others = [] if chosen is None else _marked(chosen, mix_format, lang)
    _check_unseen(old, [*parts.train, *parts.dev, *others])
    notes = adapting.site_notes(
        parts,
        [] if unlabelled is None else _read(unlabelled, unlabelled_format, fields.fields()),
        others,
        folder,
        lang,
        way=way,
        config=given,
        site=known,
    )
    own = sum(doc.id.startswith(adapting.OWN) for doc in notes.train)
    typer.echo(
        f"Notes of the site: {len(notes.train) - own:,} to learn from ({notes.marked:,} "
        f"identifiers), {own:,} that the system marked itself, {len(notes.dev):,} to choose the "
        f"epoch by, {len(parts.test):,} to score. Other notes: {len(notes.others):,}."
    )
    adapting.adapt_folder(folder, notes, out, way=way, config=given, report=_epoch_ended)
    typer.echo(f"Wrote {out}; keep it where the notes may be kept.")
    scored = {"of the site that it has not seen": parts.test, "of the old kind": old}
    figures = {}
    for what, docs in scored.items():
        if docs:
            before, after = (
                comparing.score(
                    place,
                    docs,
                    lang,
                    threads=options.cores(),
                    unit=unit if docs is parts.test else "",
                    site=known,
                )
                for place in (folder, out)
            )
            figures[what] = comparing.compare(before, after)
            _print(figures[what], f"{len(docs):,} notes {what}")
    if not parts.test:
        typer.echo(
            "No marked notes of the site were held out: whether it is better there is not known."
        )
    if record is not None:
        counts = {what: len(docs) for what, docs in scored.items()}
        adapting.write_record(
            record,
            {
                "way": way,
                "site": "none" if known is None else known.digest(),
                "notes": counts,
                "figures": figures,
            },
        )


def _read(path: Path, format: str, fields: Fields) -> list[Document]:
    """Notes in the order of their ids, each with its own."""
    from incognote.lab.reproduce.adapting import in_order

    return in_order(read_documents(path, format, fields=fields))


def _marked(path: Path, format: str, lang: str) -> list[Document]:
    """Marked notes in the scheme of a language."""
    from incognote.cli.calibrated import read_gold
    from incognote.lab.reproduce.adapting import in_order

    return in_order(read_gold(path, format, lang))


def _divide(
    lang: str,
    labelled: Path | None,
    test: Path | None,
    format: str,
    held_out: float,
    unit: str,
) -> Divided:
    """The marked notes by what they are for."""
    from incognote.lab.reproduce.adapting import Divided, divide
    from incognote.lab.site.held_out import unit_of

    scored = [] if test is None else _marked(test, format, lang)
    if labelled is None:
        return Divided([], [], scored)
    docs = _marked(labelled, format, lang)
    if test is None:
        return divide(docs, test=held_out, unit=unit)
    both = {doc.id for doc in docs} & {doc.id for doc in scored}
    if both:
        raise ConfigError(
            f"{len(both)} notes are both in --labelled and in --test; score notes that are not "
            "learned from."
        )
    both = {unit_of(doc, unit) for doc in docs} & {unit_of(doc, unit) for doc in scored}
    if both:
        raise ConfigError(
            f"of {len(both)} of what --unit names, notes are both in --labelled and in --test; "
            "score notes of others than are learned from."
        )
    parts = divide(docs, test=0.0, unit=unit)
    return Divided(parts.train, parts.dev, scored)


def _check_unseen(scored: list[Document], learned: list[Document]) -> None:
    """Refuses notes of the old kind that are learned from: what they forget they would not show.

    Raises:
        ConfigError: If a text is among both.
    """
    both = {doc.text for doc in scored} & {doc.text for doc in learned}
    if both:
        raise ConfigError(
            f"{len(both)} notes of --old-test are learned from, too (--replay, --mix or "
            "--labelled); score others."
        )


def _epoch_ended(epoch: Epoch) -> None:
    typer.echo(
        f"epoch {epoch.number:3}  loss {epoch.loss:8.4f}  P {epoch.precision:.4f}  "
        f"R {epoch.recall:.4f}  F1 {epoch.f1:.4f}  {epoch.seconds:.0f} s"
        f"{'  best' if epoch.best else ''}"
    )


def _print(rows: dict[str, dict[str, float]], notes: str) -> None:
    typer.echo(f"On {notes}, with 95 % intervals:")
    for name, row in rows.items():
        typer.echo(
            f"  {name:24} {100 * row['before']:6.2f} ({at_least(100 * row['before_low'])} to "
            f"{at_most(100 * row['before_high'])}) -> {100 * row['after']:6.2f} "
            f"({at_least(100 * row['after_low'])} to {at_most(100 * row['after_high'])})  "
            f"{100 * row['change']:+.2f} ({at_least(100 * row['low'], sign='+')} to "
            f"{at_most(100 * row['high'], sign='+')}), p {row['p']:.3f}"
        )
    typer.echo(_judged(rows["identifiers covered"]))


def _judged(row: dict[str, float]) -> str:
    """What the paired difference says, in words."""
    if row["low"] > 0:
        return "It covers more of their identifiers than the model before."
    if row["high"] < 0:
        return "It covers fewer of their identifiers than the model before."
    return "These notes show no difference in what is covered; more of them may."
