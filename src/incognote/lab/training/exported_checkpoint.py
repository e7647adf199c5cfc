"""A model folder as a token-classification checkpoint of Hugging Face."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from tokenizers import Regex, Tokenizer, normalizers, pre_tokenizers
from torch import nn

from incognote.core.errors import ConfigError, MissingExtraError
from incognote.detect.neural.ensemble import ENSEMBLE
from incognote.lab.training.pieces import positions
from incognote.lab.training.reopen import Reopened, describe_transformer, reopen
from incognote.model.model_folder import check_new, new_folder

_SPECIAL = {
    "unk_token": ("[UNK]", "<unk>"),
    "sep_token": ("[SEP]", "</s>"),
    "pad_token": ("[PAD]", "<pad>"),
    "cls_token": ("[CLS]", "<s>"),
    "mask_token": ("[MASK]", "<mask>"),
}
"""Pieces that transformers asks for by what they do."""


def export_checkpoint(folder: Path, out: Path) -> None:
    """Writes a model folder as one of Hugging Face, whole or not at all.

    Args:
        folder: A model folder of the architecture `transformer`: an encoder and a linear layer.
        out: The new folder, as `save_pretrained` writes it; must not be there yet.

    Raises:
        MissingExtraError: If torch, transformers or onnx is not installed.
        ConfigError: If the model has parts that a checkpoint has no place for.
        ModelError: If the folder is not complete, or does not say how it was made.
        OutputError: If `out` is there already or cannot be written.
    """
    check_new(out)
    if (folder / ENSEMBLE).exists():
        raise ConfigError(f"{folder}: is an ensemble of models; export one of those in it.")
    opened = reopen(folder)
    parts = _parts(opened)
    if parts or opened.model.pieces is None:
        raise ConfigError(
            f"{folder}: its architecture is '{opened.train.model.architecture}' with "
            f"{', '.join(parts)}, for which a checkpoint of Hugging Face has no place: that is an "
            "encoder and a linear layer (architecture 'transformer' without features)."
        )
    tokenizer = opened.start.tokenizer
    # It has only seen words behind a blank, and blanks of no other kind.
    if isinstance(tokenizer.pre_tokenizer, pre_tokenizers.ByteLevel):
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
        if tokenizer.normalizer is None:
            tokenizer.normalizer = normalizers.Replace(Regex(r"\s+"), " ")
    encoder = opened.model.pieces.transformer
    write_checkpoint(encoder, opened.model.tags, tokenizer, opened.config.tags, out)


def write_checkpoint(
    encoder: Any, head: nn.Linear, tokenizer: Tokenizer, names: Sequence[str], out: Path
) -> None:
    """Writes an encoder of Hugging Face and a linear layer as a checkpoint that labels tokens.

    Args:
        encoder: The encoder.
        head: From its states to the scores of the labels.
        tokenizer: That of the encoder.
        names: The labels by number.
        out: The new folder.

    Raises:
        MissingExtraError: If transformers is not installed.
        ConfigError: If that kind of encoder has more than a linear layer in such a checkpoint.
        OutputError: If something is there already, or it cannot be written.
    """
    try:
        from transformers import (
            AutoConfig,
            AutoModelForTokenClassification,
            PreTrainedTokenizerFast,
        )
    except ImportError:
        raise MissingExtraError("Exporting a checkpoint", "train") from None
    check_new(out)
    values = describe_transformer(encoder)
    kind = values.pop("model_type")
    labels = dict(enumerate(names))
    numbers = {name: number for number, name in labels.items()}
    config = AutoConfig.for_model(kind, **values | {"id2label": labels, "label2id": numbers})
    network = AutoModelForTokenClassification.from_config(config)
    inner = network.base_model_prefix
    own = {name for name, _ in network.named_parameters() if not name.startswith(f"{inner}.")}
    if own != {"classifier.weight", "classifier.bias"}:
        raise ConfigError(
            f"the family '{kind}' of Hugging Face has more than a linear layer behind its encoder; "
            "there is no place for ours alone."
        )
    # A token classifier has no pooler, which says what a whole text is.
    state = encoder.state_dict().items()
    kept = {key: value for key, value in state if not key.startswith("pooler.")}
    getattr(network, inner).load_state_dict(kept)
    with torch.no_grad():
        network.classifier.weight.copy_(head.weight)
        network.classifier.bias.copy_(head.bias)
    known = {
        use: next((name for name in kinds if tokenizer.token_to_id(name) is not None), None)
        for use, kinds in _SPECIAL.items()
    }
    wrapped = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_max_length=positions(network),
        model_input_names=["input_ids", "attention_mask"],
        **{use: name for use, name in known.items() if name is not None},
    )
    with new_folder(out) as draft:
        network.save_pretrained(draft)
        wrapped.save_pretrained(draft)


def _parts(opened: Reopened) -> list[str]:
    """What the model has beside an encoder and a linear layer, in words."""
    shape, settings, model = opened.train.model, opened.config.encoder, opened.model
    there = {
        "no encoder of word pieces": model.pieces is None,
        "words": settings.words,
        "characters": settings.characters,
        "features": settings.features,
        "hints": settings.hints,
        "pieces for numbers": settings.number_pieces,
        "shortened lines": settings.short_lines,
        "a layer trained from nothing": model.attention is not None,
        "a BiLSTM": len(model.rnns),
        "a hidden layer": shape.projection,
        "a CRF": model.crf.learned,
    }
    return [name for name, is_there in there.items() if is_there]
