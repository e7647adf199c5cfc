"""A trained network as `model.onnx`."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from incognote.core.errors import MissingExtraError
from incognote.lab.training.architectures import Tagger, tensors

OPSET = 17
_LARGE = 1024
"""Numbers from which on a weight is worth narrowing."""
_AXES: Mapping[str, dict[int, str]] = {
    "lengths": {0: "windows"},
    "features": {0: "windows", 1: "tokens"},
    "hints": {0: "windows", 1: "tokens"},
    "words": {0: "windows", 1: "tokens"},
    "characters": {0: "surfaces", 1: "width"},
    "character_lengths": {0: "surfaces"},
    "surfaces": {0: "windows", 1: "tokens"},
    "pieces": {0: "windows", 1: "pieces"},
    "pieces_mask": {0: "windows", 1: "pieces"},
    "first_pieces": {0: "windows", 1: "tokens"},
    "piece_tokens": {0: "windows", 1: "pieces"},
    "emissions": {0: "windows", 1: "tokens"},
}


class _Exported(nn.Module):
    """The network with its arrays in a fixed order."""

    def __init__(self, model: Tagger, names: list[str]) -> None:
        super().__init__()
        self.model = model
        self.names = names

    def forward(self, *arrays: Tensor) -> Any:
        return self.model(dict(zip(self.names, arrays, strict=True)))


def export_onnx(
    model: Tagger, sample: Mapping[str, npt.NDArray[Any]], path: Path, *, int8: bool = False
) -> None:
    """Writes a network as an ONNX file with the inputs and outputs that `model_folder` names.

    Args:
        model: The network; it is left on the CPU, ready to predict.
        sample: Inputs of at least two windows, to trace it with.
        path: Where to.
        int8: Whether weights become 8-bit integers. Those of a transformer are multiplied as such,
            faster, with a scale that all numbers which run together share: its windows must run
            alone (`EncoderSettings.alone`). Others are widened when the model is opened.

    Raises:
        MissingExtraError: If onnx is not installed.
    """
    try:
        import onnx
    except ImportError:
        raise MissingExtraError("Exporting a model", "train") from None
    model.to("cpu").eval()
    if model.pieces is not None:
        model.pieces.alone = int8
    names = list(sample)
    with warnings.catch_warnings():
        # The tracing exporter is the one that keeps an LSTM one node with free batch and length;
        # it warns of its age and of shapes that the test of the exported model covers.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Exported(model, names).eval(),
            tuple(tensors(sample).values()),
            str(path),
            input_names=names,
            output_names=["emissions"],
            dynamic_axes={name: _AXES[name] for name in (*names, "emissions")},
            opset_version=OPSET,
            dynamo=False,
        )
    if int8:
        quantize(path, path, products=model.pieces is not None)
    graph = onnx.load(str(path))
    # Added here, since exporters drop outputs that no input leads to.
    for name, scores in zip(("transitions", "start", "end"), model.crf.chain(), strict=True):
        values = scores.detach().numpy()
        graph.graph.initializer.append(onnx.numpy_helper.from_array(values, f"{name}_scores"))
        graph.graph.node.append(onnx.helper.make_node("Identity", [f"{name}_scores"], [name]))
        info = onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, values.shape)
        graph.graph.output.append(info)
    onnx.checker.check_model(graph)
    onnx.save(graph, str(path))


def quantize(source: Path, out: Path, *, products: bool) -> None:
    """Writes an ONNX file again with 8-bit weights.

    Args:
        source: An ONNX file of 32 bits.
        out: The new file; may be `source`.
        products: Whether weights are multiplied as integers, too, each time with a scale for what
            they are multiplied with; else they are widened when the model is opened.
    """
    import onnx

    if products:
        from incognote.model.onnx_runtime import quantization

        tools = quantization()
        draft = out.with_suffix(".part")
        tools.quantize_dynamic(str(source), str(draft), weight_type=tools.QuantType.QInt8)
        draft.replace(out)
        return
    model = onnx.load(str(source))
    _narrow(model.graph)
    onnx.save(model, str(out))


def _narrow(graph: Any) -> None:
    """Stores the large weights of an ONNX graph as 8-bit integers, with a scale for each row.

    Cast and multiplied, which the runtime does once, when it opens the model: from then on the
    model is one of 32 bits, fast and without a scale that depends on what it is given.
    """
    from onnx import TensorProto, helper, numpy_helper

    axes = {"Gather": 0, "LSTM": 1, "GRU": 1, "RNN": 1, "MatMul": -1, "Gemm": -1}
    used = {name: axes.get(node.op_type) for node in graph.node for name in node.input}
    widen = []
    for tensor in list(graph.initializer):
        axis = used.get(tensor.name)
        if tensor.data_type != TensorProto.FLOAT or axis is None or np.prod(tensor.dims) < _LARGE:
            continue
        weights = numpy_helper.to_array(tensor)
        others = tuple(i for i in range(weights.ndim) if i != axis % weights.ndim)
        # Tables of vectors are most of a small model: seven bits do, and pack a sixth smaller.
        levels = 63 if axis == 0 else 127
        scale = np.abs(weights).max(axis=others, keepdims=True) / levels
        scale[scale == 0] = 1.0
        small, factor, cast = (f"{tensor.name}_{part}" for part in ("int8", "scale", "cast"))
        graph.initializer.remove(tensor)
        narrow = np.rint(weights / scale).astype(np.int8)
        graph.initializer.append(numpy_helper.from_array(narrow, small))
        graph.initializer.append(numpy_helper.from_array(scale.astype(np.float32), factor))
        widen.append(helper.make_node("Cast", [small], [cast], to=TensorProto.FLOAT))
        widen.append(helper.make_node("Mul", [cast, factor], [tensor.name]))
    for node in reversed(widen):
        graph.node.insert(0, node)
