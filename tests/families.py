"""Tiny random checkpoints of families of encoders, with vocabularies of their own kinds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from tokenizers import (
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)
from transformers import (
    AlbertConfig,
    AutoModel,
    AutoModelForTokenClassification,
    BertConfig,
    DebertaConfig,
    DebertaV2Config,
    DistilBertConfig,
    ElectraConfig,
    PreTrainedTokenizerFast,
    RobertaConfig,
    XLNetConfig,
)

TEXTS = [
    "Seen by Dr. Ada Ruiz on 3/14/2019.",
    "Patient Tom Moss came on 4/2/2018 with pain.",
    "Name: Ian Holt\nSeen: 1/1/2017\nBP 120/80",
    "Dr. Eva Lind saw Mr. Holt; pain of 5/10. Muñoz-Ruiz",
] * 3

_SIZES = {
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 24,
    "max_position_embeddings": 140,
}


def wordpiece() -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    trainer = trainers.WordPieceTrainer(vocab_size=120, special_tokens=special)
    tokenizer.train_from_iterator(TEXTS, trainer)
    ends = [(name, tokenizer.token_to_id(name)) for name in ("[SEP]", "[CLS]")]
    tokenizer.post_processor = processors.BertProcessing(*ends)
    return tokenizer


def byte_pairs() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    trainer = trainers.BpeTrainer(
        vocab_size=340,
        special_tokens=special,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    tokenizer.train_from_iterator(TEXTS, trainer)
    ends = [(name, tokenizer.token_to_id(name)) for name in ("</s>", "<s>")]
    tokenizer.post_processor = processors.RobertaProcessing(*ends)
    return tokenizer


def unigram(template: str) -> Tokenizer:
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    )
    special = ["<pad>", "<unk>", "[CLS]", "[SEP]", "<mask>"]
    trainer = trainers.UnigramTrainer(vocab_size=110, special_tokens=special, unk_token="<unk>")
    tokenizer.train_from_iterator(TEXTS, trainer)
    ends = [(name, tokenizer.token_to_id(name)) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(single=template, special_tokens=ends)
    return tokenizer


FAMILIES = {
    "bert": (wordpiece, BertConfig, _SIZES),
    "distilbert": (
        wordpiece,
        DistilBertConfig,
        {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 24, "max_position_embeddings": 140},
    ),
    "roberta": (byte_pairs, RobertaConfig, _SIZES),
    "albert": (
        lambda: unigram("[CLS] $A [SEP]"),
        AlbertConfig,
        _SIZES | {"embedding_size": 8},
    ),
    "deberta": (
        lambda: unigram("[CLS] $A [SEP]"),
        DebertaV2Config,
        _SIZES
        | {
            "relative_attention": True,
            "pos_att_type": ["p2c", "c2p"],
            "position_buckets": 8,
            "norm_rel_ebd": "layer_norm",
            "share_att_key": True,
        },
    ),
    "xlnet": (
        lambda: unigram("$A [SEP] [CLS]"),
        XLNetConfig,
        {"d_model": 16, "n_layer": 2, "n_head": 2, "d_inner": 24},
    ),
}


MORE = FAMILIES | {
    "electra": (wordpiece, ElectraConfig, _SIZES | {"embedding_size": 8}),
    "deberta-1": (
        byte_pairs,
        DebertaConfig,
        _SIZES | {"relative_attention": True, "pos_att_type": ["c2p", "p2c"]},
    ),
}
"""What may come as a checkpoint that labels tokens already."""


def write_checkpoint(
    family: str, folder: Path, labels: Sequence[str] = (), *, wrapped: bool = False
) -> Path:
    """Writes a bare encoder, or with labels a model that gives each token one of them; if it is
    wrapped with the file by which transformers knows the tokenizer's special pieces."""
    make, config, sizes = MORE[family]
    tokenizer = make()
    torch.manual_seed(7)
    pad = tokenizer.token_to_id("[PAD]")
    settings = config(
        vocab_size=tokenizer.get_vocab_size(),
        pad_token_id=tokenizer.token_to_id("<pad>") if pad is None else pad,
        **({"id2label": dict(enumerate(labels))} if labels else {}),
        **sizes,
    )
    if labels:
        model = AutoModelForTokenClassification.from_config(settings)
        # So that tokens differ in what they get.
        torch.nn.init.normal_(model.get_input_embeddings().weight, std=1.0)
        torch.nn.init.normal_(model.classifier.weight, std=1.0)
    else:
        model = AutoModel.from_config(settings)
    model.save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    if wrapped:
        if isinstance(tokenizer.pre_tokenizer, pre_tokenizers.ByteLevel):
            # As RobertaTokenizer is where words come one by one.
            tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
        pad = "<pad>" if pad is None else "[PAD]"
        PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token=pad).save_pretrained(folder)
    return folder
