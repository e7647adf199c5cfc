"""Marked corpora and systems that commands of evaluation name: how they are read and run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from incognote.cli import screen
from incognote.cli.options import check_site, cores, overlay_names
from incognote.core import registry
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, NoteError, counted
from incognote.core.pipeline import Pipeline, Settings
from incognote.core.site import Site
from incognote.io.databases import ENV
from incognote.io.format import NO_FIELDS, Fields, get_format
from incognote.io.jsonl import SpansById
from incognote.io.recognise import read_documents, recognise
from incognote.run.deidentifier import load_pipeline

if TYPE_CHECKING:
    from incognote.detect.neural import RecordedDetector


@dataclass(frozen=True, slots=True)
class Corpus:
    """Marked notes; with a part, those of the other parts stand beside them."""

    docs: list[Document]
    others: list[Document]


def read_corpus(
    path: Path,
    format: str,
    *,
    part: str = "",
    split_file: Path | None = None,
    option: str = "the option of its format",
    fields: Fields = NO_FIELDS,
    spans: Path | None = None,
) -> Corpus:
    """Returns the marked notes of a corpus, or those of one part.

    Args:
        path: A folder or file.
        format: As `read_gold`, and so are fields and spans.
        part: As the split file says it, for example dev; '' is the whole corpus.
        split_file: Says which note is in which part; None is `split.tsv` in the folder.
        option: What the message for notes of another format tells to use.
        fields: Which fields are texts, and whose.
        spans: The marks.

    Raises:
        InputError: If something cannot be read, or corpus and split file do not match.
        NoteError: If a note cannot be read: a score without it would be of another corpus.
        ConfigError: If there is no such format or part.
    """
    docs = read_gold(path, format, option, fields=fields, spans=spans)
    if not part:
        if split_file is not None:
            raise ConfigError("--split-file needs --part: say which part to score.")
        return Corpus(docs, [])
    from incognote.io.split import split

    chosen = list(split(docs, split_file or path / "split.tsv", part))
    ids = {doc.id for doc in chosen}
    return Corpus(chosen, [doc for doc in docs if doc.id not in ids])


def read_gold(
    path: Path,
    format: str,
    option: str = "the option of its format",
    *,
    fields: Fields = NO_FIELDS,
    spans: Path | None = None,
) -> list[Document]:
    """Returns the marked notes of a source.

    Args:
        path: A folder or file.
        format: A registry row of kind `format`; '': told by suffix and content.
        option: What the message for notes of another format tells to use.
        fields: Which fields are texts, and whose.
        spans: A file with the marks, by the ids of the notes; None: they are in the source.

    Raises:
        InputError: If something cannot be read, nobody said where the marks are, or some are of
            notes that are not there.
        NoteError: If a note has no record among the spans, or they do not fit it.
        ConfigError: If there is no such format.
    """
    if str(path).startswith(ENV):
        raise ConfigError(
            "Marked notes are read from files, not from a database: write those that were marked "
            "to a table (CSV), and give their marks with --gold-spans."
        )
    others = ", ".join(name for name in registry.names("format") if name != format)
    if format:
        get_format(format)
    try:
        docs = list(read_documents(path, format, fields=fields, marks=spans is None))
    except (InputError, NoteError) as error:
        if not path.exists():
            raise
        how = f"read as {format}; {option}" if format else option
        raise InputError(f"{str(error).rstrip('.')} ({how} names another: {others}).") from None
    if spans is not None:
        by_id = SpansById(spans)
        docs = [by_id.lay_over(doc) for doc in docs]
        if (more := len(by_id) - len(docs)) > 0:
            raise InputError(f"{spans}: holds marks of {counted(more, 'note')} not in {path}.")
    elif not (any(doc.spans for doc in docs) or _holds_marks(format or recognise(path))):
        raise InputError(
            f"{path}: no note holds a mark; {option} names the format that they are in ({others})."
        )
    return docs


def _holds_marks(format: str) -> bool:
    return bool(format) and get_format(format).marked


def warn_unmarked(path: Path, corpus: Corpus) -> None:
    """Says so where the notes of a corpus hold no mark at all: they may be plain notes.

    Args:
        path: What was read.
        corpus: What it held.
    """
    if not any(doc.spans for doc in corpus.docs):
        screen.say(
            f"{path}: no note holds a mark, so recall cannot be told and whatever is found counts "
            "as a false alarm; see whether these are the marked notes, and --gold-format is theirs."
        )


def read_predictions(path: Path, format: str, corpus: Corpus) -> list[Document]:
    """Returns what a system wrote for the notes of a corpus, or of its part.

    Args:
        path: A file or folder.
        format: A registry row of kind `format`, or `spans`: what `incognote detect` writes.
        corpus: The gold notes. Predictions for its other parts are left aside.

    Raises:
        InputError: As `read_corpus`.
        NoteError: As `read_corpus`.
    """
    aside = {doc.id for doc in corpus.others}
    if format != "spans":
        if not get_format(format).marked:
            raise ConfigError(
                f"--predicted-format {format}: holds no marks; give what a system found as "
                "spans, as incognote detect writes them."
            )
        return [doc for doc in get_format(format).read(path) if doc.id not in aside]
    from incognote.io.jsonl import read_detections

    def failed(error: NoteError) -> None:
        # The file may hold the part alone, or the whole corpus.
        if error.id not in aside:
            raise error

    found = read_detections(path, [*corpus.docs, *corpus.others], on_error=failed)
    return [doc for doc in found if doc.id not in aside]


def load_system(
    pipeline: str,
    model: Path | None,
    overlay: str = "",
    *,
    site: Site | None = None,
    recall_bias: float = 0.0,
    whole: bool = False,
) -> Pipeline:
    """Returns the pipeline of a language, with its model or another; or a model alone.

    Args:
        pipeline: A language; '' takes the model alone.
        model: A model folder, or what a model made of the notes (`record`); None is the one that
            ships with the language.
        overlay: What is laid over it, names with commas between.
        site: What the site knows of its own notes.
        recall_bias: As `Settings.recall_bias`,
        whole: and as `Settings.whole`.

    Raises:
        ConfigError: If neither is given, the language or an overlay does not exist, or the site's
            file does not fit.
        ModelError: If the model folder is not complete.
    """
    lang = pipeline
    if not pipeline:
        if model is None:
            raise ConfigError(
                "Give PREDICTED, or --pipeline LANG or --model FOLDER to predict first."
            )
        from incognote.detect.neural import language_of

        lang = language_of(model)
    return load_pipeline(
        Settings(
            lang,
            model,
            recall_bias,
            threads=cores(),
            site=check_site(site, lang) if site else None,
            overlay=overlay_names(overlay),
            alone=not pipeline,
            whole=whole,
        )
    )


def record(system: Pipeline, hash: str, recall_bias: float) -> tuple[Pipeline, RecordedDetector]:
    """Returns the system with its model in something that keeps what it makes of the notes.

    Args:
        system: Loaded without a recall bias of the moment.
        hash: Of its model.
        recall_bias: That of the moment.

    Raises:
        ConfigError: If it has no model.
    """
    from incognote.detect.neural import EnsembleDetector, NeuralDetector, RecordedDetector

    detectors = list(system.detectors)
    for i, detector in enumerate(detectors):
        if isinstance(detector, NeuralDetector | EnsembleDetector):
            keeper = RecordedDetector.of(detector, hash, recall_bias=recall_bias)
            detectors[i] = keeper
            return system.with_detectors(detectors), keeper
    raise ConfigError("there is no model whose probabilities could be saved.")


def describe_system(pipeline: str, model: Path | None, site: Site | None = None) -> dict[str, str]:
    """Returns hashes of what predicts: of the model, a site's file and a pipeline's rules."""
    from incognote.assure.evaluation import provenance
    from incognote.cli import calibrated
    from incognote.detect.neural.recorded import read_head

    if model is not None and model.is_file():
        rest = describe_system(pipeline, None, site)
        given = {} if site is None or pipeline else {"site": site.digest()}
        return {
            **rest,
            **given,
            "model": read_head(model)["model"],
            "probabilities": provenance.hash_folder(model),
        }
    if pipeline:
        found = calibrated.describe(pipeline, model, site)
        return {what: found[what] for what in ("model", "rules", "site")}
    if model is None:
        return {}
    given = {} if site is None else {"site": site.digest()}
    return {"model": provenance.hash_folder(model), **given}
