"""Word vectors: read, made from unlabelled notes by word2vec (Hartman 2020) or by an encoder."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, MissingExtraError
from incognote.model.encoding import TOKENIZERS
from incognote.model.features import padding_piece
from incognote.model.model_folder import check_new, new_draft
from incognote.model.surfaces import normalize

_LINE = 10_000
"""Tokens that word2vec reads at once; what exceeds it would be left out, so notes are cut."""
_WORDS = 256
"""Words that an encoder reads at once."""
_SPREAD = 0.5
"""Standard deviation of the numbers of encoded vectors."""


def _has_place(word: str) -> bool:
    """Whether the file can hold a word: a stray accent has a normal form with a blank."""
    return word.split() == [word]


class _Lines:
    """The tokens of notes in their normal form, read anew each time round."""

    def __init__(self, read: Callable[[], Iterable[Document]], tokens: str) -> None:
        self._read = read
        self._pattern = TOKENIZERS[tokens]

    def __iter__(self) -> Iterator[list[str]]:
        for doc in self._read():
            found = (normalize(match.group()) for match in self._pattern.finditer(doc.text))
            words = list(filter(_has_place, found))
            for i in range(0, len(words), _LINE):
                yield words[i : i + _LINE]


def train_vectors(
    read: Callable[[], Iterable[Document]],
    out: Path,
    *,
    size: int = 200,
    min_count: int = 10,
    window: int = 5,
    epochs: int = 5,
    seed: int = 1,
    tokens: str = "plain",
) -> int:
    """Writes vectors of the words of some notes in word2vec's text format; returns how many.

    Words are in the form under which a model looks them up (small letters, digits as 0), the
    commonest first. Skip-gram, which knows rare words better; one thread, so that the same notes
    give the same file.

    Args:
        read: Gives the notes; called once for each epoch and once more.
        out: The new file.
        size: Of a vector.
        min_count: How often a word must occur.
        window: Words to each side that count as its context.
        epochs: How often the notes are read.
        seed: Of all chance.
        tokens: A key of `encoding.TOKENIZERS`.

    Raises:
        MissingExtraError: If gensim is not installed.
        InputError: If no word occurs often enough.
        OutputError: If `out` is there already or cannot be written.
    """
    try:
        with _no_sockets():
            from gensim.models import Word2Vec
    except ImportError:
        raise MissingExtraError("Training word vectors", "train") from None
    check_new(out)
    lines = _Lines(read, tokens)
    model = Word2Vec(
        vector_size=size, min_count=min_count, window=window, sg=1, seed=seed, workers=1
    )
    model.build_vocab(lines)
    if not len(model.wv):
        raise InputError(f"no word of the notes occurs {min_count} times; give more notes.")
    model.train(lines, total_examples=model.corpus_count, epochs=epochs)
    with new_draft(out) as draft:
        model.wv.save_word2vec_format(str(draft))
    return len(model.wv)


def encoded_vectors(checkpoint: str, words: Iterable[str], out: Path, *, size: int = 100) -> int:
    """Writes vectors of what a pre-trained encoder makes of single words; returns how many.

    What it learned from billions of words so comes to a network that has no room for it: the mean
    of its states over the pieces of each word alone, on the `size` axes along which the words
    differ most. Words are its vocabulary's whole ones and those given. Nothing is left to chance.

    Args:
        checkpoint: As `pieces.load_transformer` takes it.
        words: In their normal form, more to encode.
        out: The new file, in word2vec's text format.
        size: Of a vector.

    Raises:
        MissingExtraError: If transformers is not installed.
        ConfigError: If the checkpoint cannot be loaded, or its states are narrower than `size`.
        OutputError: If `out` is there already or cannot be written.
    """
    import torch

    from incognote.lab.training.pieces import load_transformer

    check_new(out)
    transformer, tokenizer = load_transformer(checkpoint)
    if size > transformer.config.hidden_size:
        raise ConfigError(
            f"vectors of {size} numbers cannot be made: the checkpoint's states have "
            f"{transformer.config.hidden_size}."
        )
    whole = (w for w in tokenizer.get_vocab() if w.isalpha() and normalize(w) == w)
    cut = {word: tokenizer.encode(word).ids for word in (*whole, *filter(_has_place, words))}
    chosen = sorted(cut, key=lambda word: (len(cut[word]), word))
    pad = padding_piece(tokenizer)
    states = np.empty((len(chosen), transformer.config.hidden_size), dtype=np.float32)
    transformer.eval()
    for i in range(0, len(chosen), _WORDS):
        ids = [cut[word] for word in chosen[i : i + _WORDS]]
        width = max(map(len, ids))
        pieces = torch.tensor([line + [pad] * (width - len(line)) for line in ids])
        there = torch.tensor([[1] * len(line) + [0] * (width - len(line)) for line in ids])
        with torch.inference_mode():
            found = transformer(input_ids=pieces, attention_mask=there).last_hidden_state
        mean = (found * there[..., None]).sum(dim=1) / there.sum(dim=1, keepdim=True)
        states[i : i + len(ids)] = mean.numpy()
    states -= states.mean(axis=0)
    _, axes = np.linalg.eigh(states.T @ states)
    vectors = states @ axes[:, : -size - 1 : -1]
    vectors *= _SPREAD / vectors.std()

    with new_draft(out) as draft, draft.open("w", encoding="utf-8", newline="\n") as file:
        file.write(f"{len(chosen)} {size}\n")
        for word, vector in zip(chosen, vectors, strict=True):
            file.write(" ".join([word, *(f"{x:.4f}" for x in vector)]) + "\n")
    return len(chosen)


def read_vectors(path: Path, size: int) -> dict[str, np.ndarray[Any, Any]]:
    """Returns the word vectors of a file in word2vec's text format, by normalised word.

    Raises:
        InputError: If the file cannot be read or its vectors have another size.
    """
    vectors: dict[str, np.ndarray[Any, Any]] = {}
    try:
        with path.open(encoding="utf-8", newline="\n") as lines:
            for number, line in enumerate(lines, 1):
                word, *numbers = line.rstrip().split(" ")
                if number == 1 and len(numbers) == 1:
                    continue  # the header: words and size
                if len(numbers) != size:
                    raise InputError(
                        f"{path}:{number}: has {len(numbers)} numbers, model.word_size is {size}."
                    )
                vectors[word] = np.array(numbers, dtype=np.float32)
    except (OSError, ValueError):
        raise InputError(f"{path}: is not a file of word vectors in text format.") from None
    return vectors


@contextmanager
def _no_sockets() -> Iterator[None]:
    """Keeps an import from trying a socket.

    gensim opens files by a package that imports the clients of clouds which are installed, and
    urllib3, which these use, tries whether a socket of IPv6 can be had.
    """
    before, socket.has_ipv6 = socket.has_ipv6, False
    try:
        yield
    finally:
        socket.has_ipv6 = before
