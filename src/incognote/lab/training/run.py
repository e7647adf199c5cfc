"""`train`: from a configuration to a model folder."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch

from incognote.core import private, registry
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, OutputError
from incognote.core.pipeline import Settings
from incognote.lab import synthesis
from incognote.lab.training.card import score_labels, write_card
from incognote.lab.training.config import CorpusConfig, TrainConfig
from incognote.lab.training.data import Example, Teacher, corpus_hash, find_evidence, read_corpora
from incognote.lab.training.export import export_onnx
from incognote.lab.training.loop import Epoch, Step, Trainer, predict
from incognote.lab.training.network import make_network, tags_of
from incognote.lab.training.reopen import describe_transformer
from incognote.lab.training.start import Start
from incognote.model.features import Encoder
from incognote.model.model_folder import (
    ModelConfig,
    check_new,
    content_hash,
    file_hash,
    write_model,
)

Report = Callable[[Epoch], None]


def train_model(
    config: TrainConfig,
    out: Path,
    *,
    data: Mapping[str, Path],
    base: Path,
    report: Report | None = None,
    stepped: Callable[[Step], None] | None = None,
    notes: Mapping[str, list[Document]] | None = None,
    start: Start | None = None,
    record: Mapping[str, Any] | None = None,
) -> ModelConfig:
    """Trains a model and writes its folder; goes on where an interrupted run left off.

    Beside `out` lies the folder `<out>.run` with a checkpoint, until the model is done, and the
    log, a JSON object per epoch.

    Args:
        config: The run.
        out: The model folder, which must not be there yet.
        data: Paths by the corpora's keys.
        base: What paths in the configuration are relative to.
        report: Called after each epoch.
        stepped: Called after each batch.
        notes: What `train` and `dev` hold, where the configuration's corpora only name it.
        start: What training goes on from, in place of what the configuration names.
        record: What config.json says of the training beside all else.

    Raises:
        OutputError: If `out` is there already, or cannot be written.
        ConfigError: If the configuration names something that does not exist.
        InputError: If the data cannot be read, or the checkpoint is of another run.
    """
    check_new(out)
    tags_of(config)
    registry.get("architecture", config.model.architecture)  # refused before anything is read
    torch.set_num_threads(config.threads)
    evidence = find_evidence(config.hints, config.language)
    variation = None
    if config.loop.vary:
        given = {"language": config.language, **config.variation}
        variation = synthesis.from_settings(given)
    parts = (
        dict(notes)
        if notes
        else {
            "train": read_corpora(config.train, data, base),
            "dev": read_corpora(config.dev, data, base),
        }
    )
    examples = {
        use: [Example(d, e) for d, e in zip(docs, evidence(docs), strict=True)]
        for use, docs in parts.items()
    }
    teacher = find_teacher(config, data)
    if teacher is not None and config.distill.unlabelled:
        parts["unlabelled"] = read_corpora(config.distill.unlabelled, data, base)
        bare = [doc.with_spans(()) for doc in parts["unlabelled"]]
        examples["train"] += [
            Example(d, e, marked=False) for d, e in zip(bare, evidence(bare), strict=True)
        ]
    network = make_network(config, examples["train"], data=data, base=base, start=start)
    model, tags, transformer = network.model, network.tags, network.transformer
    read = {
        **network.files,
        **{key: content_hash(data[key]) for key in config.distill.teachers if key in data},
    }
    encoder = network.encoder()
    hashes = {use: corpus_hash(docs) for use, docs in parts.items()}
    run = out.with_name(out.name + ".run")
    learned = {"data_sha256": hashes, "files_sha256": read}
    claim_run(run, {**asdict(config), **(record or {}), **learned}, "data")
    trainer = Trainer(
        model,
        (network.encoder(window=config.loop.window, overlap=config.loop.overlap), encoder),
        tags,
        config.loop,
        seed=config.seed,
        device=config.device,
        checkpoint=run / "checkpoint.pt",
        variation=variation,
        teacher=teacher,
        stepped=stepped,
    )
    for epoch in trainer.run(examples["train"], examples["dev"], evidence):
        write_log(run / "log.jsonl", trainer.history)
        if report is not None:
            report(epoch)
    # Killed behind the checkpoint of its last epoch, a run has no epoch left that would log it.
    write_log(run / "log.jsonl", trainer.history)
    found = predict(model, encoder, tags, examples["dev"], device=config.device)
    best = next(e for e in reversed(trainer.history) if e.best)
    alone = config.export.int8 and transformer is not None
    done = ModelConfig(
        config.language,
        config.scheme,
        tags.names,
        replace(network.settings, alone=alone),
        network.alphabet,
        training={
            "architecture": config.model.architecture,
            "data": _data_rows(config, parts),
            "data_sha256": hashes["train"],
            "dev_sha256": hashes["dev"],
            "files_sha256": read,
            "precision": round(best.precision, 4),
            "recall": round(best.recall, 4),
            "f1": round(best.f1, 4),
            "chosen_by": config.loop.score or "f1",
            "score": round(best.score, 4),
            "by_label": score_labels(parts["dev"], found),
            "epochs": len(trainer.history),
            "seconds": round(sum(e.seconds for e in trainer.history), 1),
            "peak_mb": peak_mb(),
            "seed": config.seed,
            "torch": torch.__version__,
            "settings": json.dumps(asdict(config), ensure_ascii=False, indent=1),
            **({} if transformer is None else {"transformer": describe_transformer(transformer)}),
            **(record or {}),
        },
    )
    network.start().write(run / "weights.pt")
    with tempfile.TemporaryDirectory() as name:
        weights = Path(name) / "model.onnx"
        export_onnx(model, _sample(encoder), weights, int8=config.export.int8)
        card = write_card(done, size=weights.stat().st_size, sha256=file_hash(weights))
        packed = config.export.packed
        write_model(
            out, done, weights=weights, tokenizer=network.tokenizer, card=card, packed=packed
        )
    (run / "checkpoint.pt").unlink(missing_ok=True)
    return done


def peak_mb() -> int | None:
    """Returns the most memory that this process has held, in MB; None where nothing tells."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1e6 if sys.platform == "darwin" else 1e3))


def find_teacher(config: TrainConfig, data: Mapping[str, Path]) -> Teacher | None:
    """Returns the models that `[distill]` names, or None where it names none.

    Raises:
        ConfigError: If one has no path, or its tags or tokens are not those of the new model.
        ModelError: If a folder is not complete.
    """
    members = []
    tags = tags_of(config).names
    for key in config.distill.teachers:
        if key not in data:
            raise ConfigError(f"the teacher '{key}' has no path: give --data {key}=FOLDER.")
        settings = Settings(config.language, data[key], threads=config.threads)
        member = registry.get("detector", "neural")(settings)
        if (member.config.tags, member.config.encoder.tokens) != (tags, config.model.tokens):
            raise ConfigError(
                f"{data[key]}: cannot teach, its tags or the way it cuts tokens are not those of "
                "the configuration."
            )
        members.append(member)
    return Teacher(tuple(members), config.distill.weight) if members else None


def claim_run(run: Path, record: Mapping[str, Any], learned: str) -> None:
    """Makes the folder of a run, or makes sure that it is that of the same run before.

    Args:
        run: The folder; its run.json holds the record.
        record: The settings, and hashes of all that is learned from.
        learned: What that is called in the message.

    Raises:
        InputError: If the folder is that of another run.
        OutputError: If it cannot be written.
    """
    text = json.dumps(record, indent=1)
    path = run / "run.json"
    try:
        private.make_folder(run)
        if not path.exists():
            draft = path.with_suffix(".part")
            draft.write_text(text, encoding="utf-8")
            draft.replace(path)
        elif path.read_text(encoding="utf-8") != text:
            raise InputError(
                f"{run}: belongs to a run with other settings or {learned}; remove it to start "
                "anew."
            )
    except OSError as error:
        raise OutputError(f"{run}: cannot be written ({error.strerror}).") from None


def write_log(path: Path, history: Sequence[Any]) -> None:
    """Writes a JSON object a line, of dataclasses such as epochs."""
    lines = [json.dumps(asdict(epoch)) + "\n" for epoch in history]
    path.write_text("".join(lines), encoding="utf-8")


def _data_rows(
    config: TrainConfig, parts: Mapping[str, Sequence[Document]]
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for use, corpora in (
        ("train", config.train),
        ("dev", config.dev),
        ("unlabelled", config.distill.unlabelled),
    ):
        if use not in parts:
            continue
        rows.append(
            {
                "use": use,
                "corpus": ", ".join(_name(c) for c in corpora),
                "part": ", ".join(c.part for c in corpora if c.part),
                "notes": len(parts[use]),
                "marks": sum(len(doc.spans) for doc in parts[use]),
            }
        )
    return rows


def _name(corpus: CorpusConfig) -> str:
    return corpus.data if corpus.repeat == 1 else f"{corpus.data} (x{corpus.repeat})"


def _sample(encoder: Encoder) -> dict[str, Any]:
    """Arrays of three windows of different length, to trace a network with."""
    texts = ("one two three four", "Five, 6", "seven 8 nine:\n10 eleven")
    notes = [encoder.encode(Document("sample", text)) for text in texts]
    return encoder.arrays([(note, note.windows[0]) for note in notes])
