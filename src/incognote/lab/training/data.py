"""Notes for training: read, given hints, varied anew in each epoch, and put into batches."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, InputError
from incognote.core.pipeline import Detector, Settings
from incognote.io.format import get_format
from incognote.io.split import split
from incognote.lab.training.config import CorpusConfig, LoopConfig
from incognote.model.decoding import group_windows
from incognote.model.encoding import TOKEN, Window
from incognote.model.features import EncodedNote, Encoder, hint_key
from incognote.model.surfaces import normalize
from incognote.model.tagging import Tags

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
    marked: bool = True
    """Whether its marks are to be learned; without, only what a teacher finds in it is."""

    @property
    def seen(self) -> Document:
        """The note as the model is given it: with the evidence in place of the marks."""
        return self.doc.with_spans(self.evidence)


@dataclass(frozen=True, slots=True)
class Teacher:
    """Trained models whose opinion a new one learns."""

    members: tuple[Any, ...]
    """Detectors with `marginals`."""
    weight: float
    """Share of the loss of a marked note that follows them."""

    def marginals(self, docs: Sequence[Document]) -> list[npt.NDArray[np.float32]]:
        """Returns the mean of their probabilities, (tokens, tags) for each note."""
        found = [member.marginals(docs) for member in self.members]
        return [
            np.mean([note.tags for note in notes], axis=0) for notes in zip(*found, strict=True)
        ]


class Batch(NamedTuple):
    """Windows to learn from."""

    inputs: dict[str, npt.NDArray[Any]]
    """The arrays of `features.Encoder.arrays`."""
    targets: dict[str, npt.NDArray[Any]]
    """`tags` (B, T) gold; with a teacher `likely` (B, T, tags) and `trust` (B,)."""


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
        read = get_format(corpus.format).read(path)
        if corpus.part:
            read = split(read, path / "split.tsv", corpus.part)
        found = sorted(read, key=_id)
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


def count_words(
    docs: Iterable[Document],
    least: int,
    pattern: re.Pattern[str] = TOKEN,
    *,
    cased: bool = False,
) -> list[str]:
    """Returns the words that occur at least so often, the commonest first.

    Args:
        docs: The notes.
        least: How often.
        pattern: A row of `encoding.TOKENIZERS`.
        cased: Whether words count as they stand; else in their normal form.
    """
    surfaces = Counter(match.group() for doc in docs for match in pattern.finditer(doc.text))
    counts: Counter[str] = Counter()
    for surface, n in surfaces.items():
        counts[surface if cased else normalize(surface)] += n
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
        varied.append(Example(doc, () if blind else found, example.marked))
    return varied


def _recase(text: str, change: Callable[[str], str]) -> str:
    """The text in another case; a character whose other form is longer stays, for the offsets."""
    changed = change(text)
    if len(changed) == len(text):
        return changed
    return "".join(new if len(new := change(c)) == 1 else c for c in text)


def shuffled_windows(
    notes: Sequence[EncodedNote], most: int, random: Random, windows_each: int = 0
) -> list[list[tuple[int, Window]]]:
    """Returns batches of windows of about one length, each with the number of its note, shuffled.

    Args:
        notes: The notes.
        most: Tokens in a batch, padding included.
        random: Shuffles.
        windows_each: Windows in a batch; 0 for as many as `most` lets in.
    """
    windows = [(number, window) for number, note in enumerate(notes) for window in note.windows]
    random.shuffle(windows)
    windows.sort(key=lambda item: item[1].end - item[1].start)
    batches = [
        group[i : i + (windows_each or len(group))]
        for group in group_windows(windows, most)
        for i in range(0, len(group), windows_each or len(group))
    ]
    random.shuffle(batches)
    return batches


def make_batches(
    examples: Sequence[Example],
    encoder: Encoder,
    tags: Tags,
    most: int,
    random: Random,
    *,
    windows_each: int = 0,
    teacher: Teacher | None = None,
) -> Iterator[Batch]:
    """Yields batches of windows of about one length, shuffled.

    Args:
        examples: The notes.
        encoder: Makes the arrays.
        tags: What is learned.
        most: Tokens in a batch, padding included.
        random: Shuffles.
        windows_each: Windows in a batch; 0 for as many as `most` lets in.
        teacher: What is learned from beside the marks.
    """
    encoder.start()
    notes = [encoder.encode(example.seen) for example in examples]
    marked = [
        tags.of_spans(example.doc.spans, note.tokens)
        for example, note in zip(examples, notes, strict=True)
    ]
    taught = teacher.marginals([example.seen for example in examples]) if teacher else None
    for batch in shuffled_windows(notes, most, random, windows_each):
        inputs = encoder.arrays([(notes[number], window) for number, window in batch])
        gold = np.zeros((len(batch), int(inputs["lengths"].max())), dtype=np.int64)
        for i, (number, window) in enumerate(batch):
            gold[i, : window.end - window.start] = marked[number][window.start : window.end]
        gold[:, 0] = tags.cut(gold[:, 0])
        targets: dict[str, npt.NDArray[Any]] = {"tags": gold}
        if teacher is not None and taught is not None:
            likely = np.zeros((*gold.shape, len(tags)), dtype=np.float32)
            for i, (number, window) in enumerate(batch):
                size = window.end - window.start
                likely[i, :size] = taught[number][window.start : window.end]
            trust = [teacher.weight if examples[number].marked else 1.0 for number, _ in batch]
            targets |= {"likely": likely, "trust": np.array(trust, dtype=np.float32)}
        yield Batch(inputs, targets)
