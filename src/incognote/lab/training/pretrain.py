"""Further pre-training of an encoder on unlabelled notes, by masked pieces (Mao 2019)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass
from pathlib import Path
from random import Random
from typing import Any, cast

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from incognote.core.errors import ConfigError, InputError
from incognote.lab.training.config import CorpusConfig
from incognote.lab.training.data import corpus_hash, read_corpora
from incognote.lab.training.pieces import checkpoint_hash, find_checkpoint, load_transformer
from incognote.lab.training.run import claim_run, write_log
from incognote.lab.training.start import BROKEN, save_state
from incognote.model.model_folder import check_new, new_folder


@dataclass(frozen=True, slots=True)
class PretrainConfig:
    """A whole run; `incognote pretrain CONFIG` reads it from TOML."""

    checkpoint: str
    """As `checkpoint` in `[model]` of a training."""
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

    def __post_init__(self) -> None:
        """Checks the numbers.

        Raises:
            ConfigError: If one cannot be.
        """
        for name, least in (("epochs", 1), ("pieces", 3), ("batch", 1), ("threads", 1)):
            if getattr(self, name) < least:
                raise ConfigError(f"{name} must be {least} or more, not {getattr(self, name)}.")


_HEADS = ("cls", "lm_head", "predictions")
"""What the layer that guesses is called in BERT and DeBERTa, RoBERTa, and ALBERT."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is; the last of an epoch is a line of the log."""

    epoch: int
    done: int
    """Batches done of this epoch."""
    total: int
    """Batches of an epoch."""
    loss: float
    """Mean over the batches done."""
    seconds: float
    """Since the run began; what a kill undid is not counted."""


def pretrain(
    config: PretrainConfig,
    out: Path,
    *,
    data: Mapping[str, Path],
    base: Path,
    report: Callable[[Progress], None] | None = None,
) -> float:
    """Writes a checkpoint that has read the notes; returns the last epoch's mean loss.

    The folder holds what a training's `checkpoint` needs, and `pretraining.json`. As in a training,
    the folder `<out>.run` beside it has the log, a JSON object per epoch, and until all is done
    what an interrupted run goes on from: all chance of an epoch comes from the seed and its number.

    Args:
        config: The run.
        out: The new folder.
        data: Paths by key.
        base: What paths in the configuration are relative to.
        report: Called after each batch.

    Raises:
        MissingExtraError: If transformers is not installed.
        ConfigError: If the checkpoint cannot be loaded or cannot guess masked pieces.
        InputError: If the notes cannot be read, or `<out>.run` is of another run.
        OutputError: If `out` is there already or cannot be written.
    """
    check_new(out)
    checkpoint = find_checkpoint(config.checkpoint, data, base)
    _, tokenizer = load_transformer(checkpoint)
    torch.manual_seed(config.seed)  # some checkpoints lack the layer that guesses
    model = _with_head(checkpoint)
    docs = read_corpora(config.train, data, base)
    stretches = list(_stretches([doc.text for doc in docs], tokenizer, config.pieces))
    if not stretches:
        raise InputError("the notes to read hold no text; give others as [[train]].")
    mask = next((i for name in ("[MASK]", "<mask>") if (i := tokenizer.token_to_id(name))), None)
    if mask is None:
        raise ConfigError(f"the checkpoint '{config.checkpoint}' has no piece to mask with.")
    torch.set_num_threads(config.threads)
    learned = {
        "data_sha256": corpus_hash(docs),
        "checkpoint_sha256": checkpoint_hash(checkpoint),
    }
    run = out.with_name(out.name + ".run")
    claim_run(run, {**asdict(config), **learned}, "notes")
    reader = _Reader(model, config, mask, tokenizer.get_vocab_size(), run / "checkpoint.pt")
    for progress in reader.run(stretches):
        if report is not None:
            report(progress)
        if progress.done == progress.total:
            write_log(run / "log.jsonl", reader.history)
    # Killed behind the checkpoint of its last epoch, a run has no epoch left that would log it.
    write_log(run / "log.jsonl", reader.history)
    last = reader.history[-1]
    record = {
        "settings": asdict(config),
        "notes": len(docs),
        **learned,
        "loss": round(last.loss, 4),
        "seconds": round(last.seconds, 1),
        "torch": torch.__version__,
    }
    with new_folder(out) as draft:
        model.to("cpu").base_model.save_pretrained(draft)
        tokenizer.save(str(draft / "tokenizer.json"))
        text = json.dumps(record, ensure_ascii=False, indent=1)
        (draft / "pretraining.json").write_text(text, encoding="utf-8")
    (run / "checkpoint.pt").unlink(missing_ok=True)
    return last.loss


class _Reader:
    """Reads stretches of notes, one epoch at a time, and can go on where it was killed.

    Args:
        model: An encoder that guesses masked pieces.
        config: The run.
        mask: The piece to mask with.
        pieces: How many pieces there are.
        checkpoint: File to write after each epoch and to go on from.
    """

    def __init__(
        self, model: Any, config: PretrainConfig, mask: int, pieces: int, checkpoint: Path
    ) -> None:
        self.model = model.to(config.device).train()
        self._config, self._mask, self._pieces = config, mask, pieces
        self._checkpoint = checkpoint
        self._optimizer = torch.optim.AdamW(
            model.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay
        )
        self.history: list[Progress] = []
        """How far it was at the end of each epoch."""
        if checkpoint.exists():
            self._load()

    def run(self, stretches: Sequence[list[int]]) -> Iterator[Progress]:
        """Yields how far it is after each batch."""
        began = time.monotonic() - (self.history[-1].seconds if self.history else 0.0)
        while len(self.history) < self._config.epochs:
            number = len(self.history) + 1
            for done, total, loss in self._epoch(stretches, number):
                progress = Progress(number, done, total, loss, time.monotonic() - began)
                if done == total:
                    self.history.append(progress)
                    self._save()
                yield progress

    def _epoch(
        self, stretches: Sequence[list[int]], number: int
    ) -> Iterator[tuple[int, int, float]]:
        """Yields batches done, batches in all and the mean loss."""
        config, model = self._config, self.model
        seed = config.seed * 100_003 + number
        torch.manual_seed(seed)
        order = Random(seed).sample(stretches, len(stretches))
        batches = [order[i : i + config.batch] for i in range(0, len(order), config.batch)]
        loss = 0.0
        for step, batch in enumerate(batches):
            progress = (number - 1 + step / len(batches)) / config.epochs
            for group in self._optimizer.param_groups:
                group["lr"] = config.learning_rate * _rate(progress, config.warmup)
            inputs = _masked(batch, self._mask, self._pieces, config.mask)
            given = {name: tensor.to(config.device) for name, tensor in inputs.items()}
            with torch.autocast(config.device, torch.bfloat16, enabled=config.bf16):
                guessed = _loss(model, given)
            self._optimizer.zero_grad()
            guessed.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            self._optimizer.step()
            loss += guessed.item()
            yield step + 1, len(batches), loss / (step + 1)

    def _save(self) -> None:
        state = {
            "model": self.model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "history": [astuple(progress) for progress in self.history],
        }
        save_state(state, self._checkpoint)

    def _load(self) -> None:
        path = self._checkpoint
        try:
            state = torch.load(path, map_location=self._config.device, weights_only=True)
            self.model.load_state_dict(state["model"])
            self._optimizer.load_state_dict(state["optimizer"])
            self.history = [Progress(*values) for values in state["history"]]
        except BROKEN:
            raise InputError(f"{path}: cannot be gone on from; remove it to start anew.") from None


def _loss(model: Any, given: dict[str, Tensor]) -> Tensor:
    """What guessing costs; the pieces that are not guessed do not go through the large last layer.

    That layer takes most of the time of a small encoder. A head that is no module of its own gets
    all pieces.
    """
    head = next((getattr(model, name) for name in _HEADS if hasattr(model, name)), None)
    if head is None:
        return cast(Tensor, model(**given).loss)
    chosen = given["labels"] >= 0
    inputs = {name: value for name, value in given.items() if name != "labels"}
    guessed = head(model.base_model(**inputs)[0][chosen])
    return nn.functional.cross_entropy(guessed.float(), given["labels"][chosen])


def _with_head(checkpoint: str) -> Any:
    """The encoder of a checkpoint with a layer over it that guesses pieces."""
    from transformers import AutoModelForMaskedLM

    try:
        return AutoModelForMaskedLM.from_pretrained(checkpoint, local_files_only=True)
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
