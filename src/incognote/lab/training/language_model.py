"""A BiLSTM reads unlabelled notes before it is trained, by guessing words from either side.

Each direction guesses the word that it will read next (Peters et al. 2017, semi-supervised sequence
tagging with bidirectional language models); a training goes on from the weights, in place of
running the language model beside the tagger as they do.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from incognote.core import private
from incognote.core.errors import ConfigError, OutputError
from incognote.lab.training.architectures import Tagger, tensors
from incognote.lab.training.config import TrainConfig
from incognote.lab.training.data import Example, find_evidence, read_corpora, shuffled_windows
from incognote.lab.training.loop import rate_factor
from incognote.lab.training.network import Network, make_network
from incognote.lab.training.pretrain import Progress
from incognote.model.decoding import encoded
from incognote.model.model_folder import check_new

_GUESSED = 0.5
"""Share of the words of a batch that are guessed, others each time: it halves the time."""


def read_ahead(
    config: TrainConfig,
    out: Path,
    *,
    data: Mapping[str, Path],
    base: Path,
    report: Callable[[Progress], None] | None = None,
) -> float:
    """Writes weights that have read the notes of `[reading]` and those of `[[train]]`.

    A training of the same configuration goes on from the file as its `start`. Marks are not read,
    what detectors find is.

    Args:
        config: A training's.
        out: The new file.
        data: Paths by key.
        base: What paths in the configuration are relative to.
        report: Called after each batch.

    Returns:
        The last epoch's mean loss over batches.

    Raises:
        ConfigError: If the configuration names nothing to read or another network than words, and
            what else is known of them, under one BiLSTM.
        InputError: If the notes cannot be read.
        OutputError: If `out` is there already or cannot be written.
    """
    check_new(out)
    if not config.reading.notes:
        raise ConfigError("there is nothing to read: name notes as [[reading.notes]].")
    shape = config.model
    plain = shape.word_size and shape.layers == 1 and not (shape.projection or shape.checkpoint)
    if not plain or shape.architecture not in ("bilstm", "bilstm-crf"):
        raise ConfigError(
            "only words under one layer of a BiLSTM and nothing more can guess the next word; an "
            "encoder has a configuration of its own for 'incognote pretrain' (docs/models.md)."
        )
    try:
        private.make_folder(out.parent)
        out.touch()
        out.unlink()
    except OSError as error:
        raise OutputError(f"{out}: cannot be written ({error.strerror}).") from None
    torch.set_num_threads(config.threads)
    evidence = find_evidence(config.hints, config.language)
    once = [replace(corpus, repeat=1) for corpus in config.train]
    train = read_corpora(once, data, base)
    unlabelled = [d.with_spans(()) for d in read_corpora(config.reading.notes, data, base)]
    examples = [Example(d, e) for d, e in zip(train, evidence(train), strict=True)]
    # The notes to train on alone say which words and hints are known.
    network = make_network(replace(config, start=""), examples, data=data, base=base)
    examples += [Example(d, e) for d, e in zip(unlabelled, evidence(unlabelled), strict=True)]
    loss = 0.0
    for progress in _Guesser(network, config).run(examples):
        loss = progress.loss
        if report is not None:
            report(progress)
    network.start().write(out)
    return loss


class _Guesser:
    """Teaches a network to guess words.

    Args:
        network: The network.
        config: `reading` and `loop` of it say how.
    """

    def __init__(self, network: Network, config: TrainConfig) -> None:
        self._config, self._model = config, network.model.to(config.device)
        self._model.word_dropout = config.loop.word_dropout
        self._encoder = network.encoder(window=config.loop.window, overlap=0)

    def run(self, examples: Sequence[Example]) -> Iterator[Progress]:
        """Yields how far it is after each batch."""
        config, model, began = self._config, self._model, time.monotonic()
        batches = self._batches(examples, Random(config.seed))
        guess = _Guess(model, self._common(batches)).to(config.device)
        learned = [p for n, p in model.named_parameters() if not n.startswith(("crf.", "tags."))]
        learned += guess.parameters()
        optimizer = torch.optim.AdamW(learned, lr=0.0, weight_decay=0.0, fused=True)
        model.train()
        for epoch in range(config.reading.epochs):
            seed = config.seed * 100_003 + epoch
            torch.manual_seed(seed)
            batches = self._batches(examples, Random(seed))
            total = 0.0
            for step, batch in enumerate(batches):
                done = (epoch + step / len(batches)) / config.reading.epochs
                for group in optimizer.param_groups:
                    group["lr"] = config.reading.learning_rate * rate_factor(done, config.loop)
                inputs = tensors(self._encoder.arrays(batch), config.device)
                loss = guess(model.states(inputs), inputs["words"], inputs["lengths"])
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(learned, config.loop.clip)
                optimizer.step()
                total += loss.item()
                yield Progress(
                    epoch + 1,
                    step + 1,
                    len(batches),
                    total / (step + 1),
                    time.monotonic() - began,
                )

    def _batches(self, examples: Sequence[Example], random: Random) -> list[list[Any]]:
        """Windows of all notes in batches, as `Encoder.arrays` takes them."""
        notes = encoded([example.seen for example in examples], self._encoder)
        return [
            [(notes[number], window) for number, window in batch]
            for batch in shuffled_windows(notes, self._config.loop.batch_tokens, random)
        ]

    def _common(self, batches: Sequence[Sequence[Any]]) -> list[int]:
        """The commonest words, which are guessed one by one."""
        counts: Counter[int] = Counter()
        for batch in batches:
            words: npt.NDArray[Any] = self._encoder.arrays(batch)["words"]
            counts.update(words[words > 1].tolist())
        return [word for word, _ in counts.most_common(self._config.reading.words)]


class _Guess(nn.Module):
    """The loss of guessing each next word from the states of either direction.

    Args:
        model: The network; the vectors of its words are what the guesses begin with.
        common: Numbers of the words that are told apart; all others are one.
    """

    def __init__(self, model: Tagger, common: Sequence[int]) -> None:
        super().__init__()
        vocabulary, size = model.words.weight.shape
        hidden = model.rnns[0].forth.hidden_size
        self.forth, self.back = nn.Linear(hidden, size), nn.Linear(hidden, size)
        self.words = nn.Linear(size, 1 + len(common))
        with torch.no_grad():
            self.words.weight[1:] = model.words.weight[list(common)]
        number = torch.zeros(vocabulary, dtype=torch.long)
        number[list(common)] = torch.arange(1, 1 + len(common))
        self.register_buffer("number", number, persistent=False)

    def forward(self, states: Tensor, words: Tensor, lengths: Tensor) -> Tensor:
        """Returns the mean negative log-likelihood of a word, of (B, T, 2 * hidden) states."""
        gold = self.number[words]
        hidden = states.shape[2] // 2
        there = torch.arange(1, gold.shape[1], device=gold.device) < lengths[:, None]
        chosen = there & (torch.rand(there.shape, device=gold.device) < _GUESSED)
        if not chosen.any():  # a loss over nothing would be no number
            chosen = there
        after = self.words(self.forth(states[:, :-1, :hidden][chosen]))
        before = self.words(self.back(states[:, 1:, hidden:][chosen]))
        losses = (
            functional.cross_entropy(after, gold[:, 1:][chosen], reduction="sum"),
            functional.cross_entropy(before, gold[:, :-1][chosen], reduction="sum"),
        )
        return (losses[0] + losses[1]) / max(1, 2 * int(chosen.sum()))
