"""What a model made of notes, kept in a file: its marks at another bias without running it again.

For every token the file holds what each tag gets before anything is decided, from which the
probabilities follow, and the marks at any recall bias, as the model itself would give them. It
holds ids and offsets and no text; a hash of each text tells whether a note is still the same.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from incognote.core.config import parse_json
from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.detect.neural.detector import NeuralDetector
from incognote.detect.neural.ensemble import EnsembleDetector
from incognote.model.crf import Chain
from incognote.model.decoding import (
    NoteProbabilities,
    Recorded,
    replayed_probabilities,
    replayed_spans,
    tag_bias,
)
from incognote.model.encoding import Tokens, Window
from incognote.model.tagging import Tags

VERSION = 1
_PARTS = ("transitions", "start", "end")
_ARRAYS = ("tokens", "starts", "ends", "windows", "window_counts", "emissions")


class RecordedDetector:
    """Finds what a model found, at any bias.

    Args:
        head: About the model: `tags`, `meet`, `weighs`, `language` and its hash, `model`.
        notes: By id and hash of the text.
        chain: Of the model; None as long as it saw no token.
        place: Where the file lies.
        recall_bias: As `NeuralDetector`, besides that of the model as it was recorded.
        thresholds: As `NeuralDetector`.
        model: Asked about notes that are not among these; None where there is only the file.
    """

    def __init__(
        self,
        head: Mapping[str, Any],
        notes: dict[tuple[str, str], Recorded],
        chain: Chain | None,
        *,
        place: str = "",
        recall_bias: float = 0.0,
        thresholds: Mapping[str, float] | None = None,
        model: NeuralDetector | EnsembleDetector | None = None,
    ) -> None:
        self.head = dict(head)
        self.weighs = frozenset(self.head["weighs"])
        self._tags = Tags.named(self.head["tags"])
        self.labels = frozenset(self._tags.labels)
        self._notes, self._chain, self._place, self._model = notes, chain, place, model
        self._bias = tag_bias(self._tags, recall_bias, {}) if recall_bias else None
        self._thresholds = dict(thresholds or {})

    @classmethod
    def of(
        cls, model: NeuralDetector | EnsembleDetector, hash: str, *, recall_bias: float = 0.0
    ) -> RecordedDetector:
        """Returns one that asks a model, and keeps what it makes of every note.

        Args:
            model: Loaded without a recall bias of the moment,
            hash: and its hash.
            recall_bias: That of the moment.
        """
        head = {
            "tags": list(model.config.tags),
            "meet": model.meet,
            "weighs": sorted(model.weighs),
            "language": model.config.language,
            "model": hash,
        }
        thresholds = model.thresholds
        return cls(head, {}, None, recall_bias=recall_bias, thresholds=thresholds, model=model)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns the spans of each document, disjoint.

        Raises:
            NoteError: If one is not in the file, or had another text.
        """
        notes = self._of(docs)
        if self._chain is None:
            return [[] for _ in docs]
        return replayed_spans(
            notes,
            self._chain,
            self._tags,
            meet=self.head["meet"],
            bias=self._bias,
            thresholds=self._thresholds,
        )

    def probabilities(self, docs: Sequence[Document]) -> list[NoteProbabilities]:
        """Returns for each document the probability of each label at each token, as `detect`."""
        notes = self._of(docs)
        if self._chain is None:
            size = 1 + len(self._tags.labels)
            none = np.zeros((0, size), np.float32)
            return [NoteProbabilities(note.tokens, none, self._tags.labels) for note in notes]
        return replayed_probabilities(
            notes, self._chain, self._tags, meet=self.head["meet"], bias=self._bias
        )

    def _of(self, docs: Sequence[Document]) -> list[Recorded]:
        keys = [(doc.id, _hash(doc.text)) for doc in docs]
        new = [doc for doc, key in zip(docs, keys, strict=True) if key not in self._notes]
        if new and self._model is None:
            raise NoteError(
                new[0].id, f"is not in {self._place}, or had another text; record it anew"
            )
        if new and self._model is not None:
            notes, chain = self._model.record(new)
            self._chain = self._chain if chain is None else chain
            for doc, note in zip(new, notes, strict=True):
                self._notes[doc.id, _hash(doc.text)] = note
        return [self._notes[key] for key in keys]

    def write(self, file: BinaryIO) -> None:
        """Writes what was recorded, as a compressed .npz without pickled objects."""
        notes = list(self._notes.values())
        windows = [window for note in notes for window in note.windows]
        rows = [note.emissions[window] for note in notes for window in note.windows]
        head = {**self.head, "version": VERSION, "notes": [list(key) for key in self._notes]}
        none = np.zeros((0, len(self._tags)), np.float32)
        chain = () if self._chain is None else zip(_PARTS, self._chain, strict=True)
        arrays: dict[str, Any] = {
            "head": np.array(json.dumps(head)),
            "tokens": np.array([len(note.tokens) for note in notes], np.int64),
            "starts": np.concatenate([np.zeros(0, np.int32), *(n.tokens.starts for n in notes)]),
            "ends": np.concatenate([np.zeros(0, np.int32), *(n.tokens.ends for n in notes)]),
            "windows": np.array(windows, np.int64).reshape(-1, 4),
            "window_counts": np.array([len(note.windows) for note in notes], np.int64),
            "emissions": np.concatenate([none, *rows]),
            **dict(chain),
        }
        np.savez_compressed(file, **arrays)


def read_recorded(
    path: Path, *, recall_bias: float = 0.0, thresholds: Mapping[str, float] | None = None
) -> RecordedDetector:
    """Returns the detector of a file that `RecordedDetector.write` made.

    Raises:
        InputError: If it cannot be read or is not whole.
    """
    with _open(path) as values:
        head = parse_json(str(values["head"]))
        chain = Chain(*(values[part] for part in _PARTS)) if _PARTS[0] in values else None
        return RecordedDetector(
            head,
            _notes({name: values[name] for name in _ARRAYS}, head["notes"]),
            chain,
            place=path.name,
            recall_bias=recall_bias,
            thresholds=thresholds,
        )


def read_head(path: Path) -> dict[str, Any]:
    """Returns what such a file says of its model, `RecordedDetector.head`.

    Raises:
        InputError: If it cannot be read or is no such file.
    """
    with _open(path) as values:
        found: dict[str, Any] = parse_json(str(values["head"]))
        return found


@contextmanager
def _open(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as values:
            if parse_json(str(values["head"]))["version"] != VERSION:
                raise InputError(f"{path}: is of another version; record it anew.")
            yield values
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or 'not whole'}).") from None
    except (ValueError, LookupError, TypeError, AttributeError, EOFError, zipfile.BadZipFile):
        raise InputError(
            f"{path}: is no file of probabilities of `incognote evaluate`, or is damaged."
        ) from None


def _notes(values: Mapping[str, Any], keys: list[list[str]]) -> dict[tuple[str, str], Recorded]:
    notes = {}
    token = window = row = 0
    counts = zip(keys, values["tokens"], values["window_counts"], strict=True)
    for (id, hash), tokens, windows in counts:
        places = Tokens(*(values[name][token : token + tokens] for name in ("starts", "ends")))
        note = Recorded(
            places,
            tuple(Window(*map(int, w)) for w in values["windows"][window : window + windows]),
            {},
        )
        for one in note.windows:
            size = one.end - one.start
            note.emissions[one] = values["emissions"][row : row + size]
            row += size
        notes[id, hash] = note
        token, window = token + tokens, window + windows
    if (token, window, row) != tuple(len(values[n]) for n in ("starts", "windows", "emissions")):
        raise ValueError("numbers do not add up")
    return notes


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
