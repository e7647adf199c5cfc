"""Notes for training: read, given hints, varied anew in each epoch, and put into batches."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from incognote import registry
from incognote.decoding import group_windows
from incognote.document import Document, Span
from incognote.encoding import TOKEN, spans_to_tags
from incognote.errors import ConfigError, InputError
from incognote.features import Encoder, hint_key
from incognote.pipeline import Detector, Settings
from incognote.surfaces import normalize
from incognote.training.config import CorpusConfig, LoopConfig

Variation = Callable[[Document, Random], Document]
"""Makes a variant of a gold note: a registry row of kind `variation`, given its settings."""

MAX_ALPHABET = 400
MIN_HINTS = 5
"""A hint that occurs in fewer notes is not learned."""


@dataclass(frozen=True, slots=True)
class Example:
    """A marked note, and what the detectors before the model find in it."""

    doc: Document
    evidence: tuple[Span, ...] = ()

    @property
    def seen(self) -> Document:
        """The note as the model is given it: with the evidence in place of the marks."""
        return self.doc.with_spans(self.evidence)


def read_corpora(
    corpora: Iterable[CorpusConfig], data: Mapping[str, Path], base: Path
) -> list[Document]:
    """Returns the notes of all corpora, in order of corpus and id; no reader error is passed over.

    Args:
        corpora: What to read.
        data: Paths by the corpora's keys; they take the place of the configuration's.
        base: What the configuration's own paths are relative to.

    Raises:
        ConfigError: If a corpus has no path.
        InputError: If a corpus cannot be read or holds no notes.
    """
    docs: list[Document] = []
    for corpus in corpora:
        path = data.get(corpus.data) or (base / corpus.path if corpus.path else None)
        if path is None:
            raise ConfigError(
                f"the data '{corpus.data}' has no path: give --data {corpus.data}=PATH."
            )
        found = registry.get("reader", corpus.format)(path)
        if corpus.part:
            found = registry.get("split", "tsv")(found, path / "split.tsv", corpus.part)
        found = sorted(found, key=_id)
        if not found:
            raise InputError(f"{path}: holds no notes to train on.")
        docs.extend(found * corpus.repeat)
    return docs


def _id(doc: Document) -> str:
    return doc.id


def corpus_hash(docs: Iterable[Document]) -> str:
    """Returns a SHA-256 over ids, texts and marks, for the record."""
    digest = hashlib.sha256()
    for doc in docs:
        marks = ";".join(f"{s.start},{s.end},{s.label}" for s in doc.spans)
        for part in (doc.id, doc.text, marks):
            digest.update(part.encode() + b"\0")
    return digest.hexdigest()


def find_evidence(names: Sequence[str], language: str) -> Callable[[Sequence[Document]], list[Any]]:
    """Returns a function from notes to the spans that the named detectors find, one by one."""
    settings = Settings(lang=language)
    detectors: list[Detector] = [registry.get("detector", name)(settings) for name in names]

    def find(docs: Sequence[Document]) -> list[tuple[Span, ...]]:
        found = [doc.with_spans(()) for doc in docs]
        for detector in detectors:
            spans = detector.detect(found)
            found = [
                doc.with_spans((*doc.spans, *new)) for doc, new in zip(found, spans, strict=True)
            ]
        return [doc.spans for doc in found]

    return find


def count_words(docs: Iterable[Document], least: int) -> list[str]:
    """Returns the normalised words that occur at least so often, the commonest first."""
    counts = Counter(normalize(match.group()) for doc in docs for match in TOKEN.finditer(doc.text))
    common = [(word, n) for word, n in counts.items() if n >= least]
    return [word for word, _ in sorted(common, key=lambda item: (-item[1], item[0]))]


def count_characters(docs: Iterable[Document]) -> str:
    """Returns the characters that occur, the commonest first."""
    counts: Counter[str] = Counter()
    for doc in docs:
        counts.update(doc.text)
    common = [(c, n) for c, n in counts.items() if not c.isspace() and n > 1]
    return "".join(c for c, _ in sorted(common, key=lambda i: (-i[1], i[0]))[:MAX_ALPHABET])


def count_hints(examples: Iterable[Example]) -> tuple[str, ...]:
    """Returns the hints that occur in enough notes, sorted."""
    counts = Counter(key for e in examples for key in {hint_key(span) for span in e.evidence})
    return tuple(sorted(key for key, n in counts.items() if n >= MIN_HINTS))


def vary(
    examples: Sequence[Example],
    loop: LoopConfig,
    random: Random,
    evidence: Callable[[Sequence[Document]], list[Any]],
    variation: Variation | None = None,
) -> list[Example]:
    """Returns the notes as one epoch sees them: variants, some in capitals or small letters.

    What detectors find in a changed note is looked up again.
    """
    varied: list[Example] = []
    for example in examples:
        draw, blind = random.random(), random.random() < loop.hint_dropout
        doc, found = example.doc, example.evidence
        if variation is not None and random.random() < loop.vary:
            doc = variation(doc, random)
        if draw < loop.upper + loop.lower:
            change = str.upper if draw < loop.upper else str.lower
            doc = Document(doc.id, _recase(doc.text, change), doc.spans)
        if doc is not example.doc:
            (found,) = evidence([doc])
        varied.append(Example(doc, () if blind else found))
    return varied


def _recase(text: str, change: Callable[[str], str]) -> str:
    """The text in another case; a character whose other form is longer stays, for the offsets."""
    changed = change(text)
    if len(changed) == len(text):
        return changed
    return "".join(new if len(new := change(c)) == 1 else c for c in text)


def make_batches(
    examples: Sequence[Example],
    encoder: Encoder,
    labels: Sequence[str],
    most: int,
    random: Random,
) -> Iterator[tuple[dict[str, npt.NDArray[Any]], npt.NDArray[np.int64]]]:
    """Yields the inputs and gold tags (B, T) of batches of windows of about one length, shuffled.

    Args:
        examples: The notes.
        encoder: Makes the arrays.
        labels: In the order of the tags.
        most: Tokens in a batch, padding included.
        random: Shuffles.
    """
    encoder.start()
    notes = [encoder.encode(example.seen) for example in examples]
    tags = [
        spans_to_tags(example.doc.spans, note.tokens, labels)
        for example, note in zip(examples, notes, strict=True)
    ]
    windows = [(number, window) for number, note in enumerate(notes) for window in note.windows]
    random.shuffle(windows)
    windows.sort(key=lambda item: item[1].end - item[1].start)
    batches = list(group_windows(windows, most))
    random.shuffle(batches)
    for batch in batches:
        inputs = encoder.arrays([(notes[number], window) for number, window in batch])
        gold = np.zeros((len(batch), int(inputs["lengths"].max())), dtype=np.int64)
        for i, (number, window) in enumerate(batch):
            gold[i, : window.end - window.start] = tags[number][window.start : window.end]
        # A window may begin inside a mark, which the chain forbids: there it begins a mark.
        gold[:, 0] -= (gold[:, 0] > 0) & (gold[:, 0] % 2 == 0)
        yield inputs, gold
