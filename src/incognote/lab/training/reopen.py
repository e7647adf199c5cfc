"""A model folder as a torch network again, so that training can go on from it.

The folder holds its weights once, in `model.onnx`. The exporter names each node after the module
that it comes from (`/model/tags/MatMul`), which is how they are found; weights in 8 bits become
what they stand for. Whether all were read right is then measured: the network must say of a few
lines what the folder says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from incognote.core import registry
from incognote.core.config import from_mapping, parse_json
from incognote.core.document import Document
from incognote.core.errors import ConfigError, MissingExtraError, ModelError
from incognote.core.pipeline import Settings
from incognote.core.words import listed
from incognote.lab.training.architectures import ArchitectureInput, Tagger, runner
from incognote.lab.training.config import TrainConfig
from incognote.lab.training.crf import Crf
from incognote.lab.training.pieces import find_checkpoint
from incognote.lab.training.start import Start
from incognote.model.crf import BANNED
from incognote.model.decoding import Marginals, find_marginals
from incognote.model.features import Encoder
from incognote.model.model_folder import (
    WEIGHTS,
    ModelConfig,
    content,
    open_encoder,
    open_tokenizer,
    read_model,
)
from incognote.model.tagging import Tags

FloatArray = npt.NDArray[np.float32]

TOLERANCE = 0.05
"""How much of a token's probability, on average, the network may give to other tags than the
folder: weights in 8 bits are multiplied with inputs in 8 bits there and with whole ones here. The
models that ship differ by less than 0.02."""

_PRODUCTS = {"MatMul", "MatMulInteger", "Gemm"}
_UNPACKING = listed("Cast Constant DequantizeLinear Identity Mul Reshape Sub Transpose")
"""Nodes that make whole weights of packed ones."""
_OF_A_MACHINE = {"_name_or_path", "transformers_version"}
_RENAMED = (nn.Linear, nn.LSTM, nn.Embedding, nn.LayerNorm, nn.Conv1d, Crf)
"""Modules whose weights the exporter may turn, pack or store once with equal ones."""
SAMPLE = (
    "Name: Tom Moss\nSeen by Dr. Ada Ruiz on 3/14/2019, 61 years, MRN 0034512.\n"
    "BP 120/80, pulse 72. Pain of 5/10 in the left knee since May, worse on stairs.\n"
    "Plan: ibuprofen 400 mg three times a day, see again in two weeks.\n",
    "Paciente: Luisa Prado Vidal\nNHC: 1234567, Calle Mayor 3, 28013 Madrid.\n"
    "Mujer de 58 años que acude por dolor abdominal de dos días de evolución, sin fiebre.\n"
    "Dra. Eva Lindo Sanz, 14/03/2019.\n",
)
"""Made-up notes on which two ways to run a model are held against each other."""


@dataclass(frozen=True, slots=True)
class Reopened:
    """A model folder, ready to be trained on."""

    config: ModelConfig
    train: TrainConfig
    """The run that made it."""
    start: Start
    model: Tagger


def reopen(folder: Path) -> Reopened:
    """Returns the network of a model folder with its weights.

    Raises:
        MissingExtraError: If onnx or transformers is not installed.
        ModelError: If the folder is not complete, does not say how it was made, or its weights
            cannot be read back.
    """
    config = read_model(folder)
    made = read_settings(folder, config)
    tokenizer = open_tokenizer(folder)
    weights = _Weights(content(folder, WEIGHTS))
    given = ArchitectureInput(
        made.model,
        config.encoder,
        tags=Tags.named(config.tags),
        words=tokenizer.get_vocab_size(),
        alphabet=len(config.alphabet) + 2,
        transformer=_empty_transformer(folder, config, made),
    )
    model: Tagger = registry.get("architecture", made.model.architecture)(given)
    try:
        state = {f"{at}{name}": value for at, name, value in _read(model, weights)}
        model.load_state_dict(state, strict=False)
    except (KeyError, RuntimeError, ValueError) as error:
        raise ModelError(
            f"{folder}: its weights cannot be put back into a network ({error}); train it again "
            "with this incognote."
        ) from None
    _check(model, folder, config)
    start = Start(
        tokenizer,
        config.alphabet,
        config.encoder.hints,
        config.tags,
        {name: value.detach().clone() for name, value in model.state_dict().items()},
        settings=config.encoder,
        form={} if model.pieces is None else describe_transformer(model.pieces.transformer),
    )
    return Reopened(config, made, start, model)


def read_settings(folder: Path, config: ModelConfig) -> TrainConfig:
    """Returns the run that made a model, as its config.json says.

    Raises:
        ModelError: If it does not, or not in a form that this version reads.
    """
    try:
        values = parse_json(config.training["settings"])
        return from_mapping(TrainConfig, values, str(folder))
    except (KeyError, TypeError, ValueError, ConfigError):
        raise ModelError(
            f"{folder}: does not say in a form that this incognote reads how it was made, so it "
            "cannot be trained on; give a folder that 'incognote train' has written."
        ) from None


def make_transformer(values: Mapping[str, Any]) -> Any:
    """Returns an encoder of Hugging Face of a given configuration, its weights not yet set.

    Raises:
        MissingExtraError: If transformers is not installed.
        ConfigError: If there is no such kind of encoder.
    """
    try:
        from transformers import AutoConfig, AutoModel
    except ImportError:
        raise MissingExtraError("Training a transformer", "train") from None
    kind = str(values.get("model_type", ""))
    try:
        made = AutoConfig.for_model(kind, **{k: v for k, v in values.items() if k != "model_type"})
        transformer = AutoModel.from_config(made, attn_implementation="eager")
    except (ValueError, TypeError):
        raise ConfigError(f"transformers knows no encoder '{kind}' of that form.") from None
    if hasattr(transformer, "pooler"):
        transformer.pooler = None
    return transformer


def describe_transformer(transformer: Any) -> dict[str, Any]:
    """Returns what `make_transformer` makes an encoder of the same form from, for config.json."""
    values: dict[str, Any] = transformer.config.to_dict()
    # Where the checkpoint lay is of one machine only.
    kept = {k: v for k, v in values.items() if v is not None and k not in _OF_A_MACHINE}
    described: dict[str, Any] = json.loads(json.dumps(kept, default=str))
    return described


def _empty_transformer(folder: Path, config: ModelConfig, made: TrainConfig) -> Any:
    if not config.encoder.pieces:
        return None
    values = config.training.get("transformer")
    if values is None:
        # A folder of before: its checkpoint tells the form.
        checkpoint = Path(find_checkpoint(made.model.checkpoint, {}, folder))
        try:
            values = parse_json((checkpoint / "config.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise ModelError(
                f"{folder}: does not say of what form its encoder is, and its checkpoint "
                f"'{made.model.checkpoint}' is not here; train the model again."
            ) from None
    return make_transformer(values)


class _Weights:
    """The initialisers of an ONNX file, by name and by the nodes that read them."""

    def __init__(self, data: bytes) -> None:
        try:
            import onnx
        except ImportError:
            raise MissingExtraError("Training on from a model", "train") from None
        graph = onnx.load_from_string(data).graph
        self._arrays = {i.name: onnx.numpy_helper.to_array(i) for i in graph.initializer}
        self._nodes: dict[str, list[Any]] = {}
        self._makers = {}
        for node in graph.node:
            self._nodes.setdefault(_module(node.name), []).append(node)
            if node.op_type in _UNPACKING:
                self._makers[node.output[0]] = node

    def named(self, name: str) -> FloatArray | None:
        """The weights of that name, in 8 bits or not; None where there are none."""
        if f"{name}_quantized" in self._arrays:
            return self._whole(f"{name}_quantized")
        array = self._unpacked(name)
        return None if array is None else np.asarray(array, dtype=np.float32)

    def _unpacked(self, name: str) -> npt.NDArray[Any] | None:
        """An initialiser, or what nodes make of initialisers alone."""
        if name in self._arrays or name not in self._makers:
            return self._arrays.get(name)
        from onnx.reference import ReferenceEvaluator

        node = self._makers[name]
        given = {each: self._unpacked(each) for each in node.input if each}
        if any(array is None for array in given.values()):
            return None
        (made,) = ReferenceEvaluator(node).run(None, given)
        return np.asarray(made)

    def nodes(self, module: str, kinds: set[str]) -> Iterator[list[FloatArray | None]]:
        """Yields the inputs of a module's own nodes of some kinds; None for what is computed."""
        for node in self._nodes.get(module, ()):
            if node.op_type in kinds:
                yield [self._input(name) for name in node.input]

    def _input(self, name: str) -> FloatArray | None:
        if name.endswith("_quantized") and name in self._arrays:
            return self._whole(name)
        return self.named(name)

    def _whole(self, name: str) -> FloatArray:
        """What an array in 8 bits stands for; scales are for all of it or for its last axis."""
        stem = name.removesuffix("_quantized")
        array = self._arrays[name].astype(np.float32)
        scale = self._arrays[f"{stem}_scale"].astype(np.float32)
        zero = self._arrays[f"{stem}_zero_point"].astype(np.float32)
        if scale.size > 1:
            shape = [1] * array.ndim
            axis = -1 if array.shape[-1] == scale.size else 0
            shape[axis] = scale.size
            scale, zero = scale.reshape(shape), zero.reshape(shape)
        return np.asarray((array - zero) * scale, dtype=np.float32)


def _module(node: str) -> str:
    """The dotted name of the module that a node was traced from.

    `/model/projection/projection.0/MatMul` is of `projection.0`: the name of a list's member
    repeats that of the list.
    """
    parts: list[str] = []
    for part in node.split("/")[2:-1]:
        if parts and part.startswith(f"{parts[-1]}."):
            parts.pop()
        parts.append(part)
    return ".".join(parts)


def _read(model: nn.Module, weights: _Weights) -> Iterator[tuple[str, str, Tensor]]:
    """Yields the module, the name and the value of every weight.

    Raises:
        KeyError: If one is not there.
        ValueError: If one has another shape.
    """
    for name, module in model.named_modules():
        own = dict(module.named_parameters(recurse=False))
        if not own:
            continue
        at = f"{name}." if name else ""
        found = _read_module(name, module, weights)
        for key, parameter in own.items():
            value = found.get(key)
            if value is None:
                value = weights.named(f"model.{at}{key}")
            if value is None and not isinstance(module, _RENAMED):
                continue  # these keep their names where they play a part
            if value is None:
                raise KeyError(f"{at}{key} is missing")
            if value.shape != tuple(parameter.shape):
                raise ValueError(f"{at}{key} is {value.shape}, not {tuple(parameter.shape)}")
            yield at, key, torch.from_numpy(np.array(value))


def _read_module(name: str, module: nn.Module, weights: _Weights) -> dict[str, FloatArray]:
    """What the nodes of a module say of its weights; those that keep their names are not here."""
    if isinstance(module, Crf):
        return _read_chain(weights)
    if isinstance(module, nn.LSTM):
        for _, w, r, b, *_ in weights.nodes(name, {"LSTM", "DynamicQuantizeLSTM"}):
            if w is not None and r is not None and b is not None:
                return _read_lstm(w[0], r[0], b[0], module.hidden_size)
    elif isinstance(module, nn.Linear):
        for inputs in weights.nodes(name, _PRODUCTS):
            weight = inputs[1]
            if weight is not None:
                turned = weight.T if weight.shape[0] == module.in_features else weight
                return {"weight": turned, **_read_bias(name, inputs, weights)}
    elif isinstance(module, nn.Embedding):
        for table, *_ in weights.nodes(name, {"Gather"}):
            if table is not None and table.ndim == 2:
                return {"weight": table}
    elif isinstance(module, (nn.LayerNorm, nn.Conv1d)):
        for inputs in weights.nodes(name, {"LayerNormalization", "Conv"}):
            keys = ("weight", "bias")
            return {k: v for k, v in zip(keys, inputs[1:], strict=False) if v is not None}
    return {}


def _read_bias(
    name: str, inputs: list[FloatArray | None], weights: _Weights
) -> dict[str, FloatArray]:
    """The bias of a product where it has lost its name: equal ones are stored once."""
    if len(inputs) == 3 and inputs[2] is not None and inputs[2].ndim == 1 and inputs[2].size > 1:
        return {"bias": inputs[2]}
    for terms in weights.nodes(name, {"Add"}):
        for term in terms:
            if term is not None and term.ndim == 1:
                return {"bias": term}
    return {}


def _read_lstm(w: FloatArray, r: FloatArray, b: FloatArray, hidden: int) -> dict[str, FloatArray]:
    """The weights of an LSTM; ONNX orders its gates i, o, f, c, torch i, f, c, o."""
    gates = np.concatenate([np.arange(hidden) + g * hidden for g in (0, 2, 3, 1)])
    # In 8 bits they lie transposed.
    w = w if w.shape[0] == 4 * hidden else w.T
    r = r if r.shape[0] == 4 * hidden and r.shape[1] == hidden else r.T
    return {
        "weight_ih_l0": w[gates],
        "weight_hh_l0": r[gates],
        "bias_ih_l0": b[: 4 * hidden][gates],
        "bias_hh_l0": b[4 * hidden :][gates],
    }


def _read_chain(weights: _Weights) -> dict[str, FloatArray]:
    """The scores of the chain; what is forbidden has none of its own."""
    found = {}
    for key in ("transitions", "start", "end"):
        scores = weights.named(f"{key}_scores")
        if scores is not None:
            found[f"_{key}"] = np.where(scores <= BANNED, np.float32(0), scores)
    return found


def _check(model: Tagger, folder: Path, config: ModelConfig) -> None:
    """Refuses a network that does not say what its folder says.

    Raises:
        ModelError: If it does not.
    """
    model.eval()
    encoder = open_encoder(folder, config)
    docs = [Document(f"line {i}", text) for i, text in enumerate(SAMPLE)]
    detector = registry.get("detector", "neural")(Settings(config.language, folder))
    mine = marginals(model, encoder, docs, len(config.tags))
    apart = [
        np.abs(own.tags - theirs.tags).sum(axis=1) / 2
        for own, theirs in zip(mine, detector.marginals(docs), strict=True)
    ]
    if not np.concatenate(apart).mean() <= TOLERANCE:
        raise ModelError(
            f"{folder}: its weights were read back, but the network does not say what the folder "
            "says; train the model again with this incognote."
        )


def marginals(model: Tagger, encoder: Encoder, docs: list[Document], tags: int) -> list[Marginals]:
    """Returns the probability of each tag at each token of each note, by a torch network."""
    return find_marginals(docs, encoder, runner(model), tags)
