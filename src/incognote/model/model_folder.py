"""The folder that holds a model: `model.onnx`, `tokenizer.json`, `config.json` and `card.md`.

`model.onnx` takes the arrays of `features.Encoder.arrays` and gives `emissions` (B, T, tags) and
the scores of a chain over them: `transitions` (tags, tags) from row to column, `start` and `end`
(tags,). A model without a CRF gives zeros and the structural ban on illegal transitions.

The two large files may be packed, as `model.onnx.gz` and `tokenizer.json.gz`: 8-bit weights take a
third less room so, and a tenth of a second more to open.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from tokenizers.models import WordLevel

from incognote.core import private
from incognote.core.config import from_mapping, parse_json
from incognote.core.errors import ConfigError, ModelError, OutputError
from incognote.core.labels import LABELS, SCHEMES
from incognote.model.encoding import MEETINGS, TOKENIZERS, UNITS
from incognote.model.features import FEATURES, Encoder, EncoderSettings
from incognote.model.tagging import Tags

FORMAT_VERSION = 1
WEIGHTS, TOKENIZER, CONFIG, CARD = "model.onnx", "tokenizer.json", "config.json", "card.md"


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """The content of config.json."""

    language: str
    """The code of a language."""
    scheme: str
    """A key of `labels.SCHEMES`."""
    tags: tuple[str, ...]
    """As `tagging.Tags` orders them."""
    encoder: EncoderSettings
    alphabet: str = ""
    """The characters that the model knows."""
    sha256: Mapping[str, str] = field(default_factory=dict)
    """Of the other files that the model runs from."""
    training: Mapping[str, Any] = field(default_factory=dict)
    """What it was made with and what it scored."""
    format_version: int = FORMAT_VERSION

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in the order of the tags."""
        return Tags.named(self.tags).labels


def read_model(folder: Path) -> ModelConfig:
    """Returns the configuration of a model folder, all of whose files have been checked.

    Raises:
        ModelError: If a file is missing or damaged, or the model is of another version.
    """
    missing = [name for name in (CONFIG, WEIGHTS, TOKENIZER) if not stored(folder, name).is_file()]
    if missing:
        raise ModelError(
            f"{folder}: is not a complete model folder, {', '.join(missing)} is missing; "
            "give a folder that 'incognote train' has written."
        )
    try:
        values = parse_json((folder / CONFIG).read_text(encoding="utf-8"))
        version = values["format_version"]
    except (OSError, ValueError, KeyError, TypeError):
        raise ModelError(f"{folder / CONFIG}: is not the configuration of a model.") from None
    if version != FORMAT_VERSION:
        raise ModelError(
            f"{folder}: the model has format version {version}, this incognote reads "
            f"{FORMAT_VERSION}; train the model again or use the matching incognote."
        )
    try:
        config = from_mapping(ModelConfig, values, str(folder / CONFIG))
        labels = config.labels
    except ConfigError as error:
        raise ModelError(f"{folder}: damaged configuration: {error}") from None
    for kind, names, known in (
        ("label", labels, LABELS),
        ("feature", config.encoder.features, FEATURES),
        ("scheme", (config.scheme,), SCHEMES),
        ("way to cut tokens", (config.encoder.tokens,), TOKENIZERS),
        ("unit", (config.encoder.unit,), UNITS),
        ("way for windows to meet", (config.encoder.meet,), MEETINGS),
    ):
        strange = sorted(set(names) - set(known))
        if strange:
            raise ModelError(f"{folder}: incognote knows no {kind} {', '.join(strange)}.")
    for name in (WEIGHTS, TOKENIZER):
        file = stored(folder, name)
        if config.sha256.get(name) != file_hash(file):
            raise ModelError(f"{file}: is damaged, its hash is not what {CONFIG} says.")
    return config


def open_encoder(folder: Path, config: ModelConfig) -> Encoder:
    """Returns the encoder of a model that `read_model` has checked.

    Raises:
        ModelError: If the tokenizer cannot be read.
    """
    return make_encoder(config.encoder, open_tokenizer(folder), config.alphabet)


def open_tokenizer(folder: Path) -> Tokenizer:
    """Returns the tokenizer of a model that `read_model` has checked.

    Raises:
        ModelError: If it cannot be read.
    """
    try:
        return Tokenizer.from_buffer(content(folder, TOKENIZER))
    except Exception as error:  # the library raises no narrower class
        raise ModelError(f"{folder / TOKENIZER}: cannot be read: {error}.") from None


def stored(folder: Path, name: str) -> Path:
    """Returns where a file of a model folder lies: by its name, or packed."""
    packed = folder / f"{name}.gz"
    return packed if packed.is_file() else folder / name


def content(folder: Path, name: str) -> bytes:
    """Returns a file of a model folder, unpacked.

    Raises:
        ModelError: If it cannot be read.
    """
    path = stored(folder, name)
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if path.suffix == ".gz" else data
    except (OSError, EOFError, zlib.error) as error:
        raise ModelError(f"{path}: cannot be read ({type(error).__name__}).") from None


def make_encoder(settings: EncoderSettings, tokenizer: Tokenizer, alphabet: str) -> Encoder:
    """Returns an encoder whose words are the tokenizer's, or whose pieces it makes."""
    if settings.pieces:
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return Encoder(settings, alphabet=alphabet, pieces=tokenizer)
    return Encoder(settings, vocabulary=tokenizer.get_vocab(), alphabet=alphabet)


def word_tokenizer(words: list[str]) -> Tokenizer:
    """Returns the tokenizer that holds a vocabulary of normalised words, numbered from 2 on."""
    numbers = {"[PAD]": 0, "[UNK]": 1}
    for word in words:
        numbers.setdefault(word, len(numbers))
    return Tokenizer(WordLevel(numbers, unk_token="[UNK]"))


def check_new(path: Path) -> None:
    """Refuses a place where something is already.

    Raises:
        OutputError: If `path` exists and is not an empty folder.
    """
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise OutputError(
            f"{path}: is there already and will not be overwritten; name another place or "
            "remove this first."
        )


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Gives a folder, for its owner alone, that gets its name when all of it is written.

    Raises:
        OutputError: If it cannot be written, or something is in the folder of that name.
    """
    try:
        private.make_folder(path.parent)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".model-") as name:
            draft = Path(name) / "model"
            private.make_folder(draft)
            yield draft
            if path.exists():
                path.rmdir()
            draft.rename(path)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror}).") from None


@contextmanager
def new_draft(path: Path) -> Iterator[Path]:
    """Gives the place of a file, for its owner alone, that gets its name when it is written.

    Raises:
        OutputError: If it cannot be written.
    """
    draft = path.with_name(f"{path.name}.part")
    try:
        private.make_folder(path.parent)
        private.make_file(draft)
        yield draft
        draft.rename(path)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror}).") from None


def write_model(
    folder: Path,
    config: ModelConfig,
    *,
    weights: Path,
    tokenizer: Tokenizer,
    card: str,
    packed: bool = False,
) -> None:
    """Writes a model folder, whole or not at all.

    Args:
        folder: A place where nothing is yet.
        config: Its hashes are filled in here.
        weights: The ONNX file, which is copied.
        tokenizer: Becomes tokenizer.json.
        card: The model card in Markdown.
        packed: Whether weights and tokenizer are packed.

    Raises:
        OutputError: If something is there already, or it cannot be written.
    """
    check_new(folder)
    with new_folder(folder) as draft:  # for its owner: the tokenizer lists words of the notes
        shutil.copyfile(weights, draft / WEIGHTS)
        tokenizer.save(str(draft / TOKENIZER), pretty=False)
        values = asdict(config)
        if packed:
            for large in (WEIGHTS, TOKENIZER):
                _pack(draft / large)
        values["sha256"] = {n: file_hash(stored(draft, n)) for n in (WEIGHTS, TOKENIZER)}
        text = json.dumps(values, ensure_ascii=False, indent=1)
        (draft / CONFIG).write_text(text + "\n", encoding="utf-8")
        (draft / CARD).write_text(card, encoding="utf-8")


def _pack(path: Path) -> None:
    # Without a time, so that the same model gives the same file.
    data = gzip.compress(path.read_bytes(), mtime=0)
    path.with_name(f"{path.name}.gz").write_bytes(data)
    path.unlink()


def file_hash(path: Path) -> str:
    """Returns the SHA-256 of a file in hexadecimal.

    Raises:
        ModelError: If it cannot be read.
    """
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({error.strerror}).") from None
    return digest.hexdigest()


def content_hash(path: Path) -> str:
    """Returns the SHA-256 of a file, or of the names and contents of all files of a folder.

    Raises:
        ModelError: If one cannot be read.
    """
    if path.is_file():
        return file_hash(path)
    digest = hashlib.sha256()
    for file in sorted(p for p in path.rglob("*") if p.is_file()):
        digest.update(f"{file.relative_to(path).as_posix()}\0{file_hash(file)}\n".encode())
    return digest.hexdigest()
