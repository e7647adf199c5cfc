"""A model in 8 bits as one in 32-bit floats, for devices that have no 8-bit products.

ONNX Runtime's CUDA provider has no kernel for `DynamicQuantizeLinear` and `MatMulInteger`: it would
carry each product back to the CPU, slower than there, and still say that it runs on the GPU.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from incognote.core.errors import MissingExtraError, ModelError
from incognote.core.words import listed

ON_CPU_ALONE = frozenset(
    listed(
        "ConvInteger DynamicQuantizeLSTM DynamicQuantizeLinear DynamicQuantizeMatMul MatMulInteger "
        "MatMulIntegerToFloat QAttention QLinearConv QLinearMatMul"
    )
)
"""Operators that CUDA has no kernel for."""


def with_float_weights(weights: bytes) -> bytes:
    """Returns the same model with each 8-bit product as one of 32-bit floats.

    Weights keep the values that they stand for. Inputs are no longer rounded to 8 bits, and what
    fills up the shorter windows of a batch is hidden, so that what one window gives does not hang
    on those beside it.

    Raises:
        MissingExtraError: If the package onnx is not installed.
        ModelError: If a product cannot be written in floats.
    """
    try:
        import onnx
    except ImportError:
        raise MissingExtraError("a device beside the CPU", "gpu") from None
    model = onnx.load_from_string(weights)
    try:
        _to_floats(model.graph, onnx)
        _hide_padding(model.graph, onnx)
    except (KeyError, ValueError, StopIteration):
        raise ModelError(_REFUSED) from None
    if ON_CPU_ALONE & {node.op_type for node in model.graph.node}:
        raise ModelError(_REFUSED)
    floats: bytes = model.SerializeToString()
    return floats


_FAR_BELOW = -1e9
"""The score of a place that nothing may look at."""

_REFUSED = (
    "The model holds 8-bit products that only a CPU can do; leave out the device, or export the "
    "model again with int8 = false."
)


def _to_floats(graph: Any, onnx: Any) -> None:
    stored = {each.name: each for each in graph.initializer}
    maker = {name: node for node in graph.node for name in node.output}
    users: dict[str, list[Any]] = {}
    for node in graph.node:
        for name in node.input:
            users.setdefault(name, []).append(node)

    def value(name: str) -> Any:
        return onnx.numpy_helper.to_array(stored[name])

    products = {}
    gone = set()
    for node in graph.node:
        if node.op_type != "MatMulInteger":
            continue
        # As ONNX Runtime writes them: product -> Cast -> Mul by (scale of input * of weights).
        packed, weights, _, zero = node.input
        (cast,) = users[node.output[0]]
        (last,) = users[cast.output[0]]
        scales = maker[next(name for name in last.input if name != cast.output[0])]
        scale = next(name for name in scales.input if name in stored)
        rounding = maker[packed]
        if (rounding.op_type, cast.op_type, last.op_type, scales.op_type) != (
            *("DynamicQuantizeLinear", "Cast", "Mul", "Mul"),
        ):
            raise ValueError("an 8-bit product of another form")
        floats = (value(weights).astype(np.float32) - value(zero)) * value(scale)
        name = f"{node.name}/float"
        graph.initializer.append(onnx.numpy_helper.from_array(floats.astype(np.float32), name))
        inputs = [rounding.input[0], name]
        products[last.name, last.output[0]] = onnx.helper.make_node(
            "MatMul", inputs, [last.output[0]], name=name
        )
        gone |= {node.output[0], cast.output[0], scales.output[0]}
    nodes = []
    for node in graph.node:
        rounds = node.op_type == "DynamicQuantizeLinear"
        if rounds and all(u.output[0] in gone for n in node.output for u in users.get(n, ())):
            continue
        if node.output[0] not in gone:
            nodes.append(products.get((node.name, node.output[0]), node))
    del graph.node[:]
    graph.node.extend(nodes)
    used = {name for node in nodes for name in node.input}
    kept = [each for each in graph.initializer if each.name in used]
    del graph.initializer[:]
    graph.initializer.extend(kept)


def _hide_padding(graph: Any, onnx: Any) -> None:
    """Gives an encoder back the mask over its pieces.

    Models whose windows run by themselves (`EncoderSettings.alone`) are exported without one.
    """
    inputs = {each.name for each in graph.input}
    if "pieces" not in inputs or "pieces_mask" in inputs:
        return
    make, constant = onnx.helper.make_node, onnx.numpy_helper.from_array
    number = onnx.TensorProto.INT64
    graph.input.append(
        onnx.helper.make_tensor_value_info("pieces_mask", number, ["windows", "pieces"])
    )
    graph.initializer.extend(
        (
            constant(np.float32(1), "padding/there"),
            constant(np.float32(_FAR_BELOW), "padding/score"),
            constant(np.array([1, 2], np.int64), "padding/axes"),
        )
    )
    nodes = [
        make("Cast", ["pieces_mask"], ["padding/mask"], to=onnx.TensorProto.FLOAT),
        make("Sub", ["padding/there", "padding/mask"], ["padding/absent"]),
        make("Mul", ["padding/absent", "padding/score"], ["padding/row"]),
        make("Unsqueeze", ["padding/row", "padding/axes"], ["padding/scores"]),
    ]
    for node in graph.node:
        if node.op_type == "Softmax":  # over the pieces that a piece looks at
            hidden = f"{node.output[0]}/hidden"
            nodes.append(make("Add", [node.input[0], "padding/scores"], [hidden]))
            node.input[0] = hidden
        nodes.append(node)
    del graph.node[:]
    graph.node.extend(nodes)
