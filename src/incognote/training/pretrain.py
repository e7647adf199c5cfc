"""Further pre-training of an encoder on unlabelled notes, by masked pieces (papers/004)."""

from __future__ import annotations

import json
import math
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from incognote.errors import ConfigError, OutputError
from incognote.model_folder import check_new
from incognote.training.config import CorpusConfig
from incognote.training.data import corpus_hash, read_corpora
from incognote.training.pieces import find_checkpoint, load_transformer


@dataclass(frozen=True, slots=True)
class PretrainConfig:
    """A whole run; `incognote pretrain CONFIG` reads it from TOML."""

    checkpoint: str
    """As in `[model]` of a training: a folder or hub name, or a key of `--data`."""
    train: tuple[CorpusConfig, ...]
    """Notes; their marks are not read."""
    epochs: int = 3
    learning_rate: float = 5e-5
    weight_decay: float = 0.01
    warmup: float = 0.1
    """Share of the steps over which the rate rises; then it falls to nothing."""
    pieces: int = 128
    """Pieces read at once, the special ones included."""
    batch: int = 16
    """Stretches of that length in a batch."""
    mask: float = 0.15
    """Share of pieces to be guessed: of them 80 % masked, 10 % changed, 10 % left (BERT)."""
    seed: int = 1
    threads: int = 1
    device: str = "cpu"
    bf16: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is."""

    epoch: int
    done: int
    """Batches of the epoch;"""
    total: int
    """of so many."""
    loss: float
    """Mean over the batches done."""
    seconds: float


def pretrain(
    config: PretrainConfig,
    out: Path,
    *,
    data: Mapping[str, Path],
    base: Path,
    report: Callable[[Progress], None] | None = None,
) -> float:
    """Writes a checkpoint that has read the notes; returns the last epoch's mean loss.

    The folder holds what a training's `checkpoint` needs, and `pretraining.json`.

    Args:
        config: The run.
        out: The new folder.
        data: Paths by key.
        base: What paths in the configuration are relative to.
        report: Called after each batch.

    Raises:
        MissingExtraError: If transformers is not installed.
        ConfigError: If the checkpoint cannot be loaded or cannot guess masked pieces.
        InputError: If the notes cannot be read.
        OutputError: If `out` is there already or cannot be written.
    """
    check_new(out)
    checkpoint = find_checkpoint(config.checkpoint, data, base)
    _, tokenizer = load_transformer(checkpoint)
    model = _with_head(checkpoint)
    docs = read_corpora(config.train, data, base)
    stretches = list(_stretches([doc.text for doc in docs], tokenizer, config.pieces))
    mask = next((i for name in ("[MASK]", "<mask>") if (i := tokenizer.token_to_id(name))), None)
    if mask is None:
        raise ConfigError(f"the checkpoint '{config.checkpoint}' has no piece to mask with.")
    torch.set_num_threads(config.threads)
    model.to(config.device).train()
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay
    )
    began = time.monotonic()
    loss = math.nan
    for epoch in range(1, config.epochs + 1):
        random = Random(config.seed * 100_003 + epoch)
        torch.manual_seed(config.seed * 100_003 + epoch)
        random.shuffle(stretches)
        batches = [stretches[i : i + config.batch] for i in range(0, len(stretches), config.batch)]
        total = 0.0
        for step, batch in enumerate(batches):
            progress = (epoch - 1 + step / len(batches)) / config.epochs
            for group in optimizer.param_groups:
                group["lr"] = config.learning_rate * _rate(progress, config.warmup)
            inputs = _masked(batch, mask, tokenizer.get_vocab_size(), config.mask)
            given = {name: tensor.to(config.device) for name, tensor in inputs.items()}
            with torch.autocast(config.device, torch.bfloat16, enabled=config.bf16):
                guessed = model(**given).loss
            optimizer.zero_grad()
            guessed.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += guessed.item()
            loss = total / (step + 1)
            if report is not None:
                seconds = time.monotonic() - began
                report(Progress(epoch, step + 1, len(batches), loss, seconds))
    record = {
        "settings": asdict(config),
        "notes": len(docs),
        "data_sha256": corpus_hash(docs),
        "loss": round(loss, 4),
        "seconds": round(time.monotonic() - began, 1),
        "torch": torch.__version__,
    }
    _write(out, model, tokenizer, record)
    return loss


def _with_head(checkpoint: str) -> Any:
    """The encoder of a checkpoint with a layer over it that guesses pieces."""
    from transformers import AutoModelForMaskedLM

    try:
        return AutoModelForMaskedLM.from_pretrained(checkpoint)
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"the checkpoint '{checkpoint}' cannot guess masked pieces ({type(error).__name__})."
        ) from None


def _stretches(texts: Sequence[str], tokenizer: Tokenizer, size: int) -> Iterator[list[int]]:
    """Yields the pieces of all texts in stretches, each with the special ones around it."""
    special = tokenizer.encode("").ids
    for text in texts:
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        room = size - len(special)
        for i in range(0, len(ids), room):
            # One special piece stands before, the others behind: so it is with BERT and its kin.
            yield [*special[:1], *ids[i : i + room], *special[1:]]


def _masked(
    batch: Sequence[Sequence[int]], mask: int, pieces: int, share: float
) -> dict[str, Tensor]:
    """Inputs and what is to be guessed, (B, P) each; -100 where nothing is."""
    width = max(map(len, batch))
    ids = torch.zeros((len(batch), width), dtype=torch.long)
    there = torch.zeros_like(ids)
    for row, stretch in enumerate(batch):
        ids[row, : len(stretch)] = torch.tensor(stretch)
        there[row, : len(stretch)] = 1
    inner = there.bool()
    inner[:, 0] = False
    inner[torch.arange(len(batch)), there.sum(dim=1) - 1] = False
    chosen = (torch.rand(ids.shape) < share) & inner
    if not chosen.any():  # a loss over nothing would be no number
        chosen[:, 1] = inner[:, 1]
    labels = ids.masked_fill(~chosen, -100)
    draw = torch.rand(ids.shape)
    ids = ids.masked_fill(chosen & (draw < 0.8), mask)
    other = torch.randint(pieces, ids.shape)
    ids = torch.where(chosen & (draw >= 0.9), other, ids)
    return {"input_ids": ids, "attention_mask": there, "labels": labels}


def _rate(progress: float, warmup: float) -> float:
    return progress / warmup if progress < warmup else (1 - progress) / (1 - warmup)


def _write(out: Path, model: Any, tokenizer: Tokenizer, record: Mapping[str, Any]) -> None:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=".checkpoint-") as name:
            draft = Path(name) / "checkpoint"
            model.to("cpu").base_model.save_pretrained(draft)
            tokenizer.save(str(draft / "tokenizer.json"))
            text = json.dumps(record, ensure_ascii=False, indent=1)
            (draft / "pretraining.json").write_text(text, encoding="utf-8")
            if out.exists():
                out.rmdir()
            draft.rename(out)
    except OSError as error:
        raise OutputError(f"{out}: cannot be written ({error.strerror}).") from None
