"""A model fitted to a site's marked notes, in Hartman 2020's ways: `fit(folder, notes, out)`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, unknown
from incognote.io.format import writer
from incognote.lab.training.characters import train_characters
from incognote.lab.training.config import CorpusConfig, DistillConfig, ReadingConfig, TrainConfig
from incognote.lab.training.data import count_characters, count_words
from incognote.lab.training.loop import Epoch, Step
from incognote.lab.training.pretrain import PretrainConfig, pretrain
from incognote.lab.training.reopen import read_settings, reopen
from incognote.lab.training.run import train_model
from incognote.lab.training.vectors import train_vectors
from incognote.model.model_folder import WEIGHTS, ModelConfig, read_model

WAYS = {
    "then": "A then B: trained on from the model, at a lower rate",
    "mix": "A mix B: from the start, on an even mixture",
    "only": "only B: from the start, on the site's notes alone",
}
_VECTORS, _CHARACTERS, _ENCODER = "site vectors", "site characters", "site encoder"


@dataclass(frozen=True, slots=True)
class AdaptConfig:
    """How a model is fitted to a site; `incognote adapt --config FILE` reads it from TOML."""

    epochs: int = 12
    """The most epochs of a training that goes on; one from the start has as many as the model's."""
    patience: int = 5
    """It stops after so many epochs without a better score on the site's own notes."""
    rate: float = 0.5
    """Share of the learning rates that the model was trained with."""
    replay: float = 1.0
    """Identifiers of replayed notes for each of the site's, so that what was learned is kept."""
    least: int = 1000
    """Identifiers of the site that an epoch sees at least: fewer are shown again and again."""
    vary: float = 0.5
    """Share of notes that are seen with other names, places and dates in them."""
    scratch_epochs: int = 0
    """Epochs of a training from the start; 0 for those of the model's own training."""
    most: int = 0
    """The most identifiers of the notes that are mixed in; 0 for all."""
    self_marked: int = 1000
    """The most identifiers of notes that the system marked itself."""
    word_count: int = 5
    """How often a word of the unmarked notes must occur to get a vector."""
    pretrain_epochs: int = 3
    """How often an encoder reads the unmarked notes."""
    checkpoint: str = ""
    """The encoder of a training from the start: a folder, a hub name or `package:...`; '' for the
    one that the model began with."""
    seed: int = 1
    threads: int = 1
    device: str = "cpu"

    def __post_init__(self) -> None:
        """Refuses what cannot be.

        Raises:
            ConfigError: If a number is out of its range.
        """
        for names, least in (
            (("epochs", "patience", "least", "word_count", "pretrain_epochs", "threads"), 1),
            (("rate", "replay", "vary", "scratch_epochs", "most", "self_marked", "seed"), 0),
        ):
            for name in names:
                if getattr(self, name) < least:
                    raise ConfigError(f"adapt: {name} must be {least} or more.")
        if self.vary > 1 or not self.rate:
            raise ConfigError("adapt: vary must be at most 1, and rate above 0.")


@dataclass(frozen=True, slots=True)
class SiteNotes:
    """What there is to learn from."""

    train: Sequence[Document]
    """Marked notes of the site, learned from."""
    dev: Sequence[Document]
    """Marked notes of the site on which the epoch is chosen."""
    others: Sequence[Document] = ()
    """Marked notes of the kind that the model was made from: replayed, or mixed in."""
    unmarked: Sequence[Document] = ()
    """Notes of the site without marks: a training from the start first learns words from them."""
    marked: int = -1
    """Identifiers in `train` that people marked, for the record; -1 for all."""


def fit(
    folder: Path,
    notes: SiteNotes,
    out: Path,
    *,
    way: str = "then",
    config: AdaptConfig | None = None,
    report: Callable[[Epoch], None] | None = None,
    stepped: Callable[[Step], None] | None = None,
) -> ModelConfig:
    """Writes a model folder that is fitted to a site; called again after a kill it goes on.

    Args:
        folder: A model folder; no ensemble.
        notes: What to learn from.
        out: The new folder; beside it `<out>.run` holds the log, and a checkpoint until it is done.
        way: A key of `WAYS`.
        config: How; None for the default.
        report: Called after each epoch.
        stepped: Called after each batch.

    Raises:
        MissingExtraError: If a package of the extra `train` is not installed.
        ConfigError: If there is no such way.
        InputError: If the notes hold nothing to learn, or labels that the model does not have.
        ModelError: If the folder cannot be trained on.
        OutputError: If `out` is there already or cannot be written.
    """
    config = config or AdaptConfig()
    if way not in WAYS:
        raise unknown("way to adapt", way, WAYS)
    model = read_model(folder)
    made = read_settings(folder, model)
    check_labels(notes, model, way)
    learned = _mixed(notes, way, config)
    data = _words(made, notes, out.with_name(f"{out.name}.run"), config) if way != "then" else {}
    run = _run(made, notes, way, config, data)
    return train_model(
        run,
        out,
        data=data,
        base=Path.cwd(),
        report=report,
        stepped=stepped,
        notes={"train": learned, "dev": list(notes.dev)},
        start=reopen(folder).start if way == "then" else None,
        record={
            "adapted_from": model.sha256[WEIGHTS],
            "way": WAYS[way],
            "site_identifiers": count(notes.train) if notes.marked < 0 else notes.marked,
        },
    )


def check_labels(notes: SiteNotes, model: ModelConfig, way: str) -> None:
    """Refuses notes from which the model cannot learn.

    Raises:
        InputError: If a label is none of the model's, or there is no mark to learn or choose by.
    """
    for what, docs in (("to learn from", notes.train), ("to choose the epoch by", notes.dev)):
        strange = sorted({s.label for d in docs for s in d.spans} - set(model.labels))
        if strange:
            raise InputError(
                f"the site's notes have the labels {', '.join(strange)}, which the model does not "
                f"know; give them labels of the scheme {model.scheme} (incognote labels)."
            )
        # A mixture may be of the others alone, whose words were learned from the site's notes.
        optional = docs is notes.train and way == "mix" and count(notes.others)
        if not count(docs) and not optional:
            raise InputError(f"the site's notes {what} hold no identifier; label more notes.")


def count(docs: Sequence[Document]) -> int:
    """Returns how many identifiers are marked in notes."""
    return sum(len(doc.spans) for doc in docs)


def take(docs: Iterable[Document], identifiers: float) -> list[Document]:
    """Returns notes from the first on until they hold so many identifiers, or all."""
    taken: list[Document] = []
    held = 0
    for doc in docs:
        if held >= identifiers:
            break
        taken.append(doc)
        held += len(doc.spans)
    return taken


def _mixed(notes: SiteNotes, way: str, config: AdaptConfig) -> list[Document]:
    """The notes of an epoch."""
    own = list(notes.train)
    here = count(own)
    if way == "mix":
        others = take(notes.others, config.most) if config.most else list(notes.others)
        times = max(1, round(count(others) / here)) if here else 1
        return [*own * times, *others]
    own *= max(1, -(-config.least // here)) if here else 1
    if way == "only":
        return own
    return [*own, *take(notes.others, config.replay * count(own))]


def _run(
    made: TrainConfig, notes: SiteNotes, way: str, config: AdaptConfig, data: Mapping[str, Path]
) -> TrainConfig:
    """The settings of the training."""
    loop = replace(made.loop, vary=min(config.vary, 1.0))
    model = replace(made.model, vectors="", character_vectors="")
    if way == "then":
        loop = replace(
            loop,
            epochs=config.epochs,
            patience=config.patience,
            learning_rate=config.rate * loop.learning_rate,
            encoder_learning_rate=config.rate * loop.encoder_learning_rate,
            warmup=max(loop.warmup, 0.1),
        )
    else:
        # On few notes the first epochs find nothing at all: that is no reason to stop.
        epochs = config.scratch_epochs or loop.epochs
        loop = replace(loop, epochs=epochs, patience=epochs)
    if _VECTORS in data:
        model = replace(model, vectors=_VECTORS)
    if _CHARACTERS in data:
        model = replace(model, character_vectors=_CHARACTERS)
    if model.checkpoint and way != "then":
        chosen = _ENCODER if _ENCODER in data else config.checkpoint or model.checkpoint
        model = replace(model, checkpoint=chosen)
    names = ["site"] if count(notes.train) else []
    names += ["others"] if notes.others and way != "only" else []
    return replace(
        made,
        train=tuple(CorpusConfig(name, "given") for name in names),
        dev=(CorpusConfig("site", "given", "held out"),),
        model=model,
        loop=loop,
        distill=DistillConfig(),
        reading=ReadingConfig(),
        start="",
        seed=config.seed,
        threads=config.threads,
        device=config.device,
    )


def _words(made: TrainConfig, notes: SiteNotes, run: Path, config: AdaptConfig) -> dict[str, Path]:
    """Vectors of words and characters, or an encoder, that have read the unmarked notes, by key."""
    if not notes.unmarked:
        return {}
    if made.model.checkpoint:
        out = run / "encoder"
        if not out.exists():
            checkpoint = config.checkpoint or made.model.checkpoint
            _pretrain(checkpoint, notes.unmarked, out, config)
        return {_ENCODER: out}
    learned = {}
    if made.model.character_size and made.model.character_encoder == "rnn":
        learned[_CHARACTERS] = out = run / "characters.safetensors"
        if not out.exists():
            # The model reads no character that this does not know.
            every = [*notes.unmarked, *notes.others, *notes.train]
            train_characters(
                count_words(notes.unmarked, config.word_count, cased=True),
                count_characters(every),
                out,
                size=made.model.character_size,
                hidden=made.model.character_hidden,
                seed=config.seed,
            )
    if made.model.word_size:
        learned[_VECTORS] = out = run / "vectors.txt"
        if not out.exists():
            train_vectors(
                lambda: notes.unmarked,
                out,
                size=made.model.word_size,
                min_count=config.word_count,
                seed=config.seed,
                tokens=made.model.tokens,
            )
    return learned


def _pretrain(checkpoint: str, docs: Sequence[Document], out: Path, config: AdaptConfig) -> None:
    settings = PretrainConfig(
        checkpoint,
        (CorpusConfig("unmarked", "jsonl"),),
        epochs=config.pretrain_epochs,
        seed=config.seed,
        threads=config.threads,
        device=config.device,
    )
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "unmarked.jsonl"
        writer("jsonl")(docs, path)
        pretrain(settings, out, data={"unmarked": path}, base=Path.cwd())
