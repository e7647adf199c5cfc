"""Word vectors: read, and made from unlabelled notes by word2vec (papers/001)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from incognote.document import Document
from incognote.encoding import TOKENIZERS
from incognote.errors import InputError, MissingExtraError, OutputError
from incognote.surfaces import normalize

_LINE = 10_000
"""Tokens that word2vec reads at once; what exceeds it would be left out, so notes are cut."""


class _Lines:
    """The tokens of notes in their normal form, read anew each time round."""

    def __init__(self, read: Callable[[], Iterable[Document]], tokens: str) -> None:
        self._read = read
        self._pattern = TOKENIZERS[tokens]

    def __iter__(self) -> Iterator[list[str]]:
        for doc in self._read():
            found = (normalize(match.group()) for match in self._pattern.finditer(doc.text))
            # A stray accent has a normal form with a blank, for which the file has no place.
            words = [word for word in found if word.split() == [word]]
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
        from gensim.models import Word2Vec
    except ImportError:
        raise MissingExtraError("Training word vectors", "train") from None
    if out.exists():
        raise OutputError(f"{out}: is there already and will not be overwritten.")
    lines = _Lines(read, tokens)
    model = Word2Vec(
        vector_size=size, min_count=min_count, window=window, sg=1, seed=seed, workers=1
    )
    model.build_vocab(lines)
    if not len(model.wv):
        raise InputError(f"no word of the notes occurs {min_count} times; give more notes.")
    model.train(lines, total_examples=model.corpus_count, epochs=epochs)
    draft = out.with_name(f"{out.name}.part")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        model.wv.save_word2vec_format(str(draft))
        draft.rename(out)
    except OSError as error:
        raise OutputError(f"{out}: cannot be written ({error.strerror}).") from None
    return len(model.wv)


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
