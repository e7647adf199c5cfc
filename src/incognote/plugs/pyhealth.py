"""incognote and PyHealth 2.1, whose `DeIDNERTask` is the task of Johnson 2020.

Its samples are notes here, a network of ours learns in its `Trainer`, and its `TransformerDeID`
becomes a model folder. Nothing of PyHealth is imported: it needs Python 3.12 and 5 GB, and what it
hands over are dicts of strings and torch modules.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from incognote.core import registry
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, MissingExtraError
from incognote.core.labels import OURS
from incognote.io.conll import spans_of_tags
from incognote.model.crf import Chain, tag_probabilities
from incognote.model.encoding import TOKENIZERS
from incognote.model.model_folder import (
    ModelConfig,
    check_new,
    make_encoder,
    word_tokenizer,
    write_model,
)
from incognote.model.tagging import Tags

try:
    import torch
    from torch import Tensor, nn

    from incognote.lab.training.architectures import ArchitectureInput, encoder_settings, tensors
    from incognote.lab.training.config import ModelShape
    from incognote.lab.training.data import count_characters, count_words
    from incognote.lab.training.export import export_onnx
    from incognote.lab.training.exported_checkpoint import write_checkpoint
    from incognote.lab.training.imported_checkpoint import LabelPlan, import_checkpoint
    from incognote.lab.training.reopen import SAMPLE
except ImportError:
    raise MissingExtraError("The plug for PyHealth", "train") from None

LABELS: Mapping[str, str] = {
    "AGE": "AGE",
    "CONTACT": "PHONE",
    "DATE": "DATE",
    "ID": "IDNUM",
    "LOCATION": "LOCATION_OTHER",
    "NAME": "PATIENT",
    # What it calls so are the names of doctors and nurses ("[**Doctor First Name**]").
    "PROFESSION": "DOCTOR",
}
"""From PyHealth's categories, in the order of its `LABEL_VOCAB`, to our types."""

TAGS = Tags(tuple(LABELS.values()))
"""Tags of ours whose numbers are those of `LABEL_VOCAB`."""

NUMBERS: Mapping[str, int] = {
    "O": 0,
    **{
        f"{place}-{label}": 1 + 2 * number + inside
        for number, label in enumerate(LABELS)
        for inside, place in enumerate("BI")
    },
}
"""From PyHealth's labels to their numbers, as its `LABEL_VOCAB`."""

IGNORED = -100
"""The label of what is no word, as everywhere in PyHealth."""

SHAPE = ModelShape("bilstm-crf", tokens="blanks")
"""What a network of ours is like unless it is said: words, characters and features, BiLSTM, CRF."""


def documents(samples: Iterable[Mapping[str, Any]]) -> list[Document]:
    """Returns the notes of samples of `DeIDNERTask`, with marks of our types, in their order.

    PyHealth has put words between single blanks, so layout is lost and offsets are of that text.
    Windows of one note become the note again. Its id is `patient/note`.

    Args:
        samples: A dataset that `set_task` has made, or dicts as it holds them.

    Raises:
        InputError: If a sample is none of that task, or a note lacks a window: then the samples
            were divided by sample, not by patient.
    """
    notes: dict[tuple[str, str], dict[int, tuple[str, str]]] = {}
    for sample in samples:
        try:
            key = str(sample["patient_id"]), str(sample["note_id"])
            first = int(sample["token_start"])
            words, labels = _words(sample["text"]), _words(sample["labels"])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise InputError(
                "A sample is none of PyHealth's DeIDNERTask: it needs patient_id, note_id, "
                "token_start, text and labels."
            ) from None
        held = notes.setdefault(key, {})
        for at, pair in enumerate(_pairs("/".join(key), words, labels), first):
            if held.setdefault(at, pair)[0] != pair[0]:
                raise InputError(f"{'/'.join(key)}: its windows do not agree at word {at}.")
    found = []
    for (patient, note), held in notes.items():
        if sorted(held) != list(range(len(held))):
            raise InputError(
                f"{patient}/{note}: lacks words between its windows; divide samples by patient."
            )
        pairs = [held[at] for at in range(len(held))]
        found.append(_document(f"{patient}/{note}", pairs, {"patient": patient}))
    return found


def import_transformer(model: Any, out: Path, *, language: str = "en") -> LabelPlan:
    """Writes a trained `TransformerDeID` as a model folder, and returns what its labels are.

    Args:
        model: The model of PyHealth.
        out: The model folder, which must not be there yet.
        language: The code of the language of its notes.

    Raises:
        ConfigError: If it is no such model, or has learned words without the blank before them.
        ModelError: If the folder that was made does not say what the model says.
        OutputError: If `out` is there already or cannot be written.
    """
    check_new(out)
    try:
        numbers, tokenizer = dict(model.label_vocab), model.tokenizer.backend_tokenizer
        encoder, head = model.encoder, model.classifier
    except (AttributeError, TypeError):
        raise ConfigError(
            f"a {type(model).__name__} is no TransformerDeID of PyHealth 2.1."
        ) from None
    tokenizer.no_truncation()
    tokenizer.no_padding()
    if tokenizer.encode("a").ids != tokenizer.encode(" a").ids:
        # PyHealth hands over words without their blanks, and a model folder with them.
        raise ConfigError(
            "its tokenizer tells a word behind a blank from one without, and did not add the blank "
            "itself: load it as PyHealth does, with add_prefix_space=True, by its own class."
        )
    with tempfile.TemporaryDirectory() as name:
        checkpoint = Path(name) / type(model).__name__
        write_checkpoint(
            encoder, head, tokenizer, sorted(numbers, key=numbers.__getitem__), checkpoint
        )
        return import_checkpoint(checkpoint, out, language=language, labels=LABELS, tokens="blanks")


class IncognoteDeID(nn.Module):  # type: ignore[misc]
    """A network of ours as a model of PyHealth: its `Trainer` trains it, as `TransformerDeID`.

    Args:
        dataset: The samples that it is to learn from: their words and characters are known to it.
        shape: What it is like; without word pieces, of which PyHealth has models itself.
        language: The code of the language of the notes.
        seed: Of the weights that it begins with.

    Raises:
        ConfigError: If the shape is not to be had here.
        InputError: As `documents`.
    """

    mode = None
    """PyHealth then reports the loss alone: a label for each word is none of its modes."""

    def __init__(
        self,
        dataset: Any,
        shape: ModelShape = SHAPE,
        *,
        language: str = "en",
        seed: int = 1,
    ) -> None:
        super().__init__()
        if shape.checkpoint or shape.tokens != SHAPE.tokens or shape.tags != SHAPE.tags:
            raise ConfigError(
                "a network in PyHealth has no checkpoint, and its tokens are 'blanks' and its tags "
                "'bio', as those of DeIDNERTask."
            )
        docs = documents(dataset)
        self.dataset = dataset
        self.language = language
        self.shape = shape
        pattern = TOKENIZERS[shape.tokens]
        self._words = word_tokenizer(count_words(docs, shape.min_count, pattern, cased=shape.cased))
        self._alphabet = count_characters(docs)
        self._settings = encoder_settings(shape, ())
        # In the loop a sample is read at once, however long: its windows are PyHealth's own.
        whole = replace(self._settings, window=1 << 30, overlap=0)
        self._encoder = make_encoder(whole, self._words, self._alphabet)
        torch.manual_seed(seed)
        self.network = registry.get("architecture", shape.architecture)(
            ArchitectureInput(
                shape,
                self._settings,
                tags=TAGS,
                words=self._words.get_vocab_size(),
                alphabet=len(self._alphabet) + 2,
            )
        )

    def forward(
        self, text: Sequence[str], labels: Sequence[str], **others: Any
    ) -> dict[str, Tensor]:
        """Returns what PyHealth's models return of a batch.

        Args:
            text: Words between single blanks,
            labels: and PyHealth's label of each.
            others: The other columns of the samples, which are not read.

        Returns:
            `loss`; `logit` (samples, words, 15) and `y_prob`, the probabilities under the chain, in
            the order of `LABEL_VOCAB`; `y_true` (samples, words), -100 behind the end of a sample.

        Raises:
            InputError: If a sample has not a label for each word.
        """
        pairs = [
            _pairs(f"sample {i}", _words(words), _words(each))
            for i, (words, each) in enumerate(zip(text, labels, strict=True))
        ]
        docs = [_document(f"sample {i}", each) for i, each in enumerate(pairs)]
        device = next(self.parameters()).device
        longest = max((len(each) for each in pairs), default=0)
        logit = torch.zeros(len(docs), longest, len(TAGS), device=device)
        gold = np.full((len(docs), longest), IGNORED, dtype=np.int64)
        for row, each in zip(gold, pairs, strict=True):
            row[: len(each)] = [NUMBERS[label] for _, label in each]
        true = torch.from_numpy(gold).to(device)
        there = [row for row, each in enumerate(pairs) if each]  # an empty note says nothing
        if not there:
            loss = sum(p.sum() for p in self.parameters()) * 0.0
            return {"loss": loss, "logit": logit, "y_prob": logit.softmax(dim=2), "y_true": true}
        self._encoder.start()
        notes = [self._encoder.encode(docs[row]) for row in there]
        arrays = self._encoder.arrays([(note, note.windows[0]) for note in notes])
        inputs = tensors(arrays, str(device))
        learned = np.maximum(gold[there], 0)
        learned[:, 0] = TAGS.cut(learned[:, 0])
        loss = self.network.loss(inputs, torch.from_numpy(learned).to(device))
        with torch.no_grad():
            logit[there] = self.network(inputs).float()
        chances = self._chances(logit[there].cpu().numpy(), arrays["lengths"])
        probability = torch.full_like(logit, 1 / len(TAGS))
        probability[there] = torch.from_numpy(chances).to(device)
        return {"loss": loss, "logit": logit, "y_prob": probability, "y_true": true}

    def _chances(
        self, emissions: npt.NDArray[np.float32], lengths: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.float32]:
        parts = (part.detach().cpu().numpy() for part in self.network.crf.chain())
        return tag_probabilities(emissions, lengths, Chain(*parts))

    def write(self, out: Path) -> None:
        """Writes the network as a model folder, which `--model` takes; it is left on the CPU.

        Raises:
            MissingExtraError: If onnx is not installed.
            OutputError: If `out` is there already or cannot be written.
        """
        check_new(out)
        config = ModelConfig(
            self.language,
            OURS,
            TAGS.names,
            self._settings,
            self._alphabet,
            training={
                "architecture": self.shape.architecture,
                "trained_by": "PyHealth",
                "torch": torch.__version__,
            },
        )
        encoder = make_encoder(self._settings, self._words, self._alphabet)
        notes = [encoder.encode(Document("sample", text)) for text in (*SAMPLE, "Seen 1/2/2019")]
        sample = encoder.arrays([(note, note.windows[0]) for note in notes])
        learning = self.network.training
        with tempfile.TemporaryDirectory() as name:
            weights = Path(name) / "model.onnx"
            export_onnx(self.network, sample, weights)
            write_model(out, config, weights=weights, tokenizer=self._words, card=_CARD)
        self.to("cpu").train(learning)


_CARD = """# A model trained in PyHealth

Its `Trainer` trained it on samples of `DeIDNERTask`. Nothing was measured here: score it on your
own notes (`incognote evaluate`) before you rely on it, and have people check what it lets through.
It may give away words of the notes that it has read: keep it where they may be kept.
"""


def _words(text: str) -> list[str]:
    """The words between blanks; of an empty note none."""
    return text.split(" ") if text else []


def _pairs(id: str, words: Sequence[str], labels: Sequence[str]) -> list[tuple[str, str]]:
    """Each word with its label.

    Raises:
        InputError: If there are not as many, or one is none of PyHealth's.
    """
    if len(words) != len(labels) or not set(labels) <= {*NUMBERS} or not all(map(_is_word, words)):
        raise InputError(f"{id}: must have a word and a label of DeIDNERTask for each, in turn.")
    return list(zip(words, labels, strict=True))


def _is_word(word: str) -> bool:
    return bool(word) and word.split() == [word]


def _document(
    id: str, pairs: Sequence[tuple[str, str]], meta: Mapping[str, str] | None = None
) -> Document:
    """The words as a note with their marks."""
    text = " ".join(word for word, _ in pairs)
    tagged: list[tuple[int, int, str, int]] = []
    start = 0
    for number, (word, label) in enumerate(pairs, start=1):
        place, _, kind = label.partition("-")
        tag = f"{place}-{LABELS[kind]}" if kind else label
        tagged.append((start, start + len(word), tag, number))
        start += len(word) + 1
    return Document(id, text, spans_of_tags(id, tagged), meta or {})
