"""A token-classification checkpoint of Hugging Face as a model folder.

The network is the checkpoint's own, whole, so any family and any head serve; only its scores are
put in the order of our tags. Scores are the checkpoint's: several labels that become one add their
probabilities, and no order of tags is forbidden, since the checkpoint knew of no such ban.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from incognote.core import registry
from incognote.core.config import read_toml
from incognote.core.document import Document
from incognote.core.errors import ConfigError, MissingExtraError, ModelError, unknown
from incognote.core.labels import OURS, TYPES, labels_of
from incognote.core.language import get_language
from incognote.core.pipeline import Settings
from incognote.io import dernoncourt_lee, physionet, physionet_i2b2
from incognote.lab.training.crf import Crf
from incognote.lab.training.export import export_onnx
from incognote.lab.training.layers import pick
from incognote.lab.training.pieces import checkpoint_hash, load_tokenizer, positions, readable
from incognote.lab.training.reopen import SAMPLE, TOLERANCE, marginals
from incognote.model.crf import BANNED
from incognote.model.encoding import TOKENIZERS, FloatArray
from incognote.model.features import EncoderSettings
from incognote.model.model_folder import (
    ModelConfig,
    check_new,
    file_hash,
    make_encoder,
    new_folder,
    write_model,
)
from incognote.model.tagging import TAGGINGS, Tags

OUTSIDE = "O"
"""What a token that is not PHI has, and what a map says of a label that is none."""

WELL_KNOWN: Mapping[str, str] = {
    **physionet.TYPES,
    **dernoncourt_lee.TYPES,  # i2b2 2014 and 2006
    **physionet_i2b2.TYPES,
    # obi/deid_roberta_i2b2, obi/deid_bert_i2b2
    "HOSP": "HOSPITAL",
    "LOC": "LOCATION_OTHER",
    "OTHERPHI": "IDNUM",
    "PATORG": "ORGANIZATION",
    "STAFF": "DOCTOR",
    # StanfordAIMI/stanford-deidentifier-base
    "HCW": "DOCTOR",
    "VENDOR": "ORGANIZATION",
    # names of people, places and organisations in general text
    "PER": "PATIENT",
    "PERSON": "PATIENT",
    "ORG": "ORGANIZATION",
    "GPE": "LOCATION_OTHER",
}
"""From labels of known corpora and of models that people use to our types."""

_OVERLAP = 64

_EXACT = 1e-3
"""How far a probability in the folder may be from the checkpoint's, weights in 8 bits apart."""

_PREFIXES = {"B": "B", "I": "I", "E": "E", "L": "E", "S": "S", "U": "S"}
"""BIO, BIOES and BILOU: from a prefix to the place in a mark (`tagging.TAGGINGS`)."""


@dataclass(frozen=True, slots=True)
class LabelPlan:
    """What the labels of a checkpoint are here."""

    scheme: str
    """Our scheme, or that of the language."""
    tags: Tags
    sources: tuple[tuple[int, ...], ...]
    """For each tag the numbers of the checkpoint's labels that become it; maybe none."""
    labels: Mapping[str, str]
    """From the checkpoint's labels, without their prefixes, to ours; `O` is no PHI."""


def import_checkpoint(
    checkpoint: Path,
    out: Path,
    *,
    language: str,
    labels: Mapping[str, str] | None = None,
    tokens: str = "words",
    int8: bool = False,
) -> LabelPlan:
    """Writes a checkpoint as a model folder, whole or not at all, and returns its labels.

    Args:
        checkpoint: The folder of a token-classification model of Hugging Face.
        out: The model folder, which must not be there yet.
        language: The code of the language of the notes that it reads.
        labels: From its labels, without B- and I-, to ours, or to `O` for what is no PHI; what it
            does not say is known by name (`WELL_KNOWN`).
        tokens: How text is cut into what gets one label, that of its first piece: a key of
            `encoding.TOKENIZERS`. `blanks` where the checkpoint has learned so.
        int8: Whether weights are stored and multiplied in 8 bits: smaller and faster, and the
            scores are no longer the checkpoint's to the last digits.

    Raises:
        MissingExtraError: If torch, transformers or onnx is not installed.
        ConfigError: If the folder is no such checkpoint, or a label of it has none of ours.
        ModelError: If the folder that was made does not say what the checkpoint says.
        OutputError: If `out` is there already or cannot be written.
    """
    check_new(out)
    if tokens not in TOKENIZERS:
        raise unknown("way to cut tokens", tokens, TOKENIZERS)
    network, tokenizer = _load(str(checkpoint))
    names = _names(network.config.id2label)
    plan = plan_labels(names, language, labels or {})
    pieces = positions(network)
    settings = EncoderSettings(
        words=False,
        characters=0,
        features=(),
        pieces=pieces,
        window=pieces,
        overlap=min(_OVERLAP, pieces // 4),
        tokens=tokens,
        alone=int8,
        pieces_of="word",
    )
    encoder = make_encoder(settings, tokenizer, "")
    model = _Imported(network, plan)
    config = ModelConfig(
        language,
        plan.scheme,
        plan.tags.names,
        settings,
        training={
            "imported_from": checkpoint.name,
            "checkpoint_sha256": checkpoint_hash(str(checkpoint)),
            "network": type(network).__name__,
            "labels": dict(plan.labels),
            "torch": torch.__version__,
        },
    )
    docs = [Document(f"sample {i}", text) for i, text in enumerate(_samples(pieces))]
    notes = [encoder.encode(doc) for doc in docs]
    sample = encoder.arrays([(note, note.windows[0]) for note in notes[:3]])
    with tempfile.TemporaryDirectory() as name:
        weights = Path(name) / "model.onnx"
        export_onnx(model, sample, weights, int8=int8)
        card = _card(config, plan, size=weights.stat().st_size, sha256=file_hash(weights))
        with new_folder(out) as draft:
            write_model(draft, config, weights=weights, tokenizer=tokenizer, card=card)
            own = marginals(model, encoder, docs, len(plan.tags))
            made = registry.get("detector", "neural")(Settings(language, draft)).marginals(docs)
            apart = [np.abs(m.tags - t.tags) for m, t in zip(own, made, strict=True)]
            _check(np.concatenate(apart), int8=int8)
    return plan


def read_labels(path: Path) -> dict[str, str]:
    """Returns the labels that a TOML file gives: `STAFF = "DOCTOR"`, a line each.

    Raises:
        ConfigError: If it is no such file.
    """
    values = read_toml(path)
    if not all(isinstance(value, str) for value in values.values()):
        raise ConfigError(f'{path}: must hold lines such as STAFF = "DOCTOR", and no tables.')
    return {str(key): str(value) for key, value in values.items()}


def plan_labels(names: Sequence[str], language: str, given: Mapping[str, str]) -> LabelPlan:
    """Returns what the labels of a checkpoint are here.

    Args:
        names: The labels by number: with the prefixes of BIO, BIOES or BILOU, or without any.
        language: The code of a language.
        given: As `import_checkpoint`.

    Raises:
        ConfigError: If a label has none of ours, none of them is `O`, or the map names a label that
            is not there or gives one that we have not.
    """
    places = _places(names)
    theirs = dict.fromkeys(label for _, label in places)
    for label in given:
        if label not in theirs:
            raise unknown("label of the checkpoint", label, theirs)
    own = {label.name for label in labels_of(language)}
    types = {label.name for label in TYPES}
    found = {label: _ours(label, given, own | types) for label in theirs}
    strange = [label for label, ours in found.items() if ours is None]
    if strange:
        raise ConfigError(
            f"the checkpoint has labels that are none of ours: {', '.join(strange)}. Say what each "
            'is in a TOML file, a line each, as STAFF = "DOCTOR" (or "O" for what is no PHI), and '
            f"give it with --labels; 'incognote labels --lang {language}' lists ours."
        )
    known = {label: ours for label, ours in found.items() if ours is not None}
    used = tuple(dict.fromkeys(ours for ours in known.values() if ours != OUTSIDE))
    if OUTSIDE not in known.values() or not used:
        raise ConfigError(
            'the checkpoint needs a label for what is no PHI and one for what is: "O" is what the '
            "first is called in the map of --labels."
        )
    pack = set(used) <= own
    if not pack and not set(used) <= types:
        mixed = ", ".join(sorted({*used} - types))
        raise ConfigError(
            f"the labels {mixed} belong to the scheme of '{language}', others to ours: map all to "
            "one of the two with --labels."
        )
    closed = any(place in "ES" for place, label in places if known[label] != OUTSIDE)
    tags = Tags(used, TAGGINGS["bioes" if closed else "bio"])
    sources: dict[str, list[int]] = {name: [] for name in tags.names}
    for number, (place, label) in enumerate(places):
        ours = known[label]
        sources[OUTSIDE if ours == OUTSIDE else f"{place}-{ours}"].append(number)
    scheme = get_language(language).scheme if pack else OURS
    return LabelPlan(scheme, tags, tuple(map(tuple, sources.values())), known)


def _names(id2label: Mapping[int, str]) -> list[str]:
    return [str(id2label[number]) for number in range(len(id2label))]


def _places(names: Sequence[str]) -> list[tuple[str, str]]:
    """The place in a mark and the label of each name; without prefixes all are inside one."""
    prefixed = any(name.startswith(("B-", "I-")) for name in names)
    places = []
    for name in names:
        prefix, dash, label = name.partition("-")
        is_place = prefixed and dash and prefix in _PREFIXES
        places.append((_PREFIXES[prefix], label) if is_place else ("I", name))
    return places


def _ours(label: str, given: Mapping[str, str], known: set[str]) -> str | None:
    """Our label, `O`, or None where nothing says."""
    if label in given:
        ours = given[label]
        if ours != OUTSIDE and ours not in known:
            raise unknown("label", ours, {*known, OUTSIDE})
        return ours
    if label == OUTSIDE:
        return OUTSIDE
    # Their own way to write it, or i2b2's with a dash and ours with a line.
    for name in (label, label.upper(), label.upper().replace("-", "_").replace(" ", "_")):
        if name in known:
            return name
        if name in WELL_KNOWN:
            return WELL_KNOWN[name]
    return None


def _load(checkpoint: str) -> tuple[Any, Any]:
    """The network with its head, and its tokenizer.

    Raises:
        MissingExtraError: If transformers is not installed.
        ConfigError: If the folder holds no such network, or not all of its weights.
    """
    try:
        from transformers import AutoModelForTokenClassification
    except ImportError:
        raise MissingExtraError("Importing a checkpoint", "train") from None
    if not Path(checkpoint).is_dir():
        # Given a name, transformers would ask a hub for it.
        raise ConfigError(f"{checkpoint}: is not the folder of a checkpoint.")
    with readable(checkpoint):
        network, told = AutoModelForTokenClassification.from_pretrained(
            checkpoint,
            attn_implementation="eager",  # which the tracing exporter can follow
            local_files_only=True,
            trust_remote_code=False,  # a folder may bring code of its own
            output_loading_info=True,
        )
        tokenizer = load_tokenizer(checkpoint)
    absent = sorted({*told["missing_keys"], *(key for key, *_ in told["mismatched_keys"])})
    if absent:
        # transformers would draw them by chance.
        raise ConfigError(
            f"{checkpoint}: lacks weights of a model that labels tokens ({', '.join(absent[:3])}); "
            "give the folder of one that was trained to, not of a bare encoder."
        )
    return network.float().eval(), tokenizer  # some are kept in 16 bits


class _Logits(nn.Module):
    """The checkpoint's own scores of each token, those of its first piece."""

    def __init__(self, network: Any) -> None:
        super().__init__()
        self.network = network
        self.alone = False
        """Whether windows come one by one, so that there is no padding to leave out of sight."""

    def forward(self, inputs: Mapping[str, Tensor]) -> Tensor:
        """Returns (B, T, labels of the checkpoint)."""
        pieces = inputs["pieces"]
        mask = None if self.alone else inputs["pieces_mask"]
        logits = self.network(input_ids=pieces, attention_mask=mask).logits
        return pick(logits, inputs["first_pieces"])


class _Imported(nn.Module):
    """A checkpoint with its scores in the order of our tags."""

    def __init__(self, network: Any, plan: LabelPlan) -> None:
        super().__init__()
        self.pieces = _Logits(network)
        self.sources = plan.sources
        tags = len(plan.tags)
        free = torch.ones(tags, tags, dtype=torch.bool)
        self.crf = Crf(free, free[0], learned=False)

    def forward(self, inputs: Mapping[str, Tensor]) -> Tensor:
        """Returns emissions (B, T, tags) for the arrays of `features.Encoder.arrays`."""
        logits = self.pieces(inputs)
        columns = []
        for numbers in self.sources:
            if not numbers:
                columns.append(torch.full_like(logits[..., :1], BANNED))
            else:
                own = logits[..., list(numbers)]
                columns.append(own if len(numbers) == 1 else own.logsumexp(dim=-1, keepdim=True))
        return torch.cat(columns, dim=-1)


def _samples(pieces: int) -> tuple[str, ...]:
    """Notes to trace the network and to hold the folder against it; one is longer than a window."""
    return (*SAMPLE, "Seen 1/2/2019", SAMPLE[0] * (pieces // 40 + 2))


def _check(apart: FloatArray, *, int8: bool) -> None:
    """Refuses a folder whose probabilities are not the network's; `apart` is (tokens, tags)."""
    far = float(apart.sum(axis=1).mean() / 2) if int8 else float(apart.max())
    if not far <= (TOLERANCE if int8 else _EXACT):
        raise ModelError(
            "the folder that was made does not say what the checkpoint says (probabilities differ "
            f"by {far:.3f}); it was not kept."
        )


def _card(config: ModelConfig, plan: LabelPlan, *, size: int, sha256: str) -> str:
    training = config.training
    rows = [f"| {theirs} | {ours} |" for theirs, ours in plan.labels.items()]
    lines = [
        f"# {training['imported_from']}, imported",
        "",
        f"Token classifier for notes in `{config.language}`, {len(plan.tags.labels)} labels of the "
        f"scheme `{config.scheme}`. {size / 1e6:.1f} MB, runs in ONNX Runtime on a CPU.",
        "",
        f"Made by `incognote import` of a checkpoint of Hugging Face ({training['network']}, "
        f"SHA-256 of its folder `{training['checkpoint_sha256']}`), whose own card says what it "
        f"was trained on. SHA-256 of `model.onnx`: `{sha256}`.",
        "",
        "| label there | label here |",
        "|---|---|",
        *rows,
        "",
        "## Limits",
        "",
        "Nothing was measured here: score it on your own notes (`incognote evaluate`) before you "
        "rely on it, and have people check what it lets through.",
        "",
    ]
    return "\n".join(lines)
