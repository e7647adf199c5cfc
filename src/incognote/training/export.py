"""A trained network as `model.onnx`."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy.typing as npt
import torch
from torch import Tensor, nn

from incognote.errors import MissingExtraError
from incognote.training.architectures import Tagger, tensors

OPSET = 17
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
        int8: Whether the weights of matrix products and LSTMs become 8-bit integers.

    Raises:
        MissingExtraError: If onnx is not installed.
    """
    try:
        import onnx
    except ImportError:
        raise MissingExtraError("Exporting a model", "train") from None
    model.to("cpu").eval()
    names = list(sample)
    target = path.with_suffix(".fp32.onnx") if int8 else path
    with warnings.catch_warnings():
        # The tracing exporter is the one that keeps an LSTM one node with free batch and length;
        # it warns of its age and of shapes that the test of the exported model covers.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Exported(model, names).eval(),
            tuple(tensors(sample).values()),
            str(target),
            input_names=names,
            output_names=["emissions"],
            dynamic_axes={name: _AXES[name] for name in (*names, "emissions")},
            opset_version=OPSET,
            dynamo=False,
        )
    if int8:
        from onnxruntime.quantization import QuantType, quantize_dynamic

        quantize_dynamic(str(target), str(path), weight_type=QuantType.QInt8)
        target.unlink()
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
