"""`--device`: the path of a GPU, run on the CPU; a device that is not there is refused."""

import json
import pickle
from itertools import pairwise

import numpy as np
import onnx
import pytest

from incognote import load
from incognote.cli import run
from incognote.core.document import Document
from incognote.core.errors import ConfigError, ModelError
from incognote.core.pipeline import Settings
from incognote.detect.neural import NeuralDetector, detector, from_settings
from incognote.model import onnx_runtime
from incognote.model.decoding import encoded
from incognote.model.float_weights import ON_CPU_ALONE, with_float_weights
from incognote.model.model_folder import WEIGHTS, content
from incognote.model.onnx_runtime import onnxruntime
from incognote.run.deidentifier import shipped_model

NOTES = [
    Document(str(i), text)
    for i, text in enumerate(
        (
            "Seen by Dr. Ada Ruiz on 3/14/2019.",
            "",
            "Patient Tom Moss, MRN 0034512, came on 4/2/2018 with pain of 5/10. " * 30,
            "BP 120/80, pulse 72.\nName: Ian Holt\nPhone: 555-010-2233, Boston, MA 02115\n" * 9,
            "Plan: ibuprofen 400 mg. Call Mrs. Eva Lind (daughter) at 617 555 0144.",
        )
    )
]


@pytest.fixture
def gpu(monkeypatch):
    """A device 'cuda' that is the CPU: all that differs is done, but for the hardware."""
    monkeypatch.setitem(onnx_runtime._PROVIDERS, "cuda", "CPUExecutionProvider")


def members(folder):
    return [folder / "0", folder / "1"]


@pytest.mark.parametrize("folder", members(shipped_model("en")) + members(shipped_model("es")))
def test_no_operator_is_left_that_would_go_back_to_the_cpu(folder):
    weights = content(folder, WEIGHTS)
    before = {node.op_type for node in onnx.load_from_string(weights).graph.node}
    whole = onnx.load_from_string(with_float_weights(weights))
    onnx.checker.check_model(whole)
    assert not {node.op_type for node in whole.graph.node} & ON_CPU_ALONE
    assert before & ON_CPU_ALONE or "LSTM" in before  # the one that has some is among them


def test_an_eight_bit_product_of_another_form_is_refused():
    make = onnx.helper.make_tensor_value_info
    a, b, y = (
        make(name, kind, [2, 2])
        for name, kind in (("a", onnx.TensorProto.UINT8), ("b", onnx.TensorProto.UINT8), ("y", 6))
    )
    node = onnx.helper.make_node("MatMulInteger", ["a", "b"], ["y"])
    model = onnx.helper.make_model(onnx.helper.make_graph([node], "g", [a, b], [y]))
    with pytest.raises(ModelError, match="8-bit products that only a CPU can do"):
        with_float_weights(model.SerializeToString())


def test_batches_by_length_give_what_windows_give_one_by_one(gpu, monkeypatch):
    """Within rounding, for the model in 8 bits, whose batches on the CPU would not."""
    folder = shipped_model("en") / "0"
    assert NeuralDetector(folder).encoder.settings.alone
    batched = NeuralDetector(folder, device="cuda")
    seen = []
    plain = batched._run
    batched._run = lambda inputs: seen.append(len(next(iter(inputs.values())))) or plain(inputs)
    together = batched.scores(NOTES, encoded(NOTES, batched.encoder))
    assert max(seen) > 1
    batched.encoder.batch_tokens = 1
    seen.clear()
    singly = batched.scores(NOTES, encoded(NOTES, batched.encoder))
    assert set(seen) == {1}
    for one, other in zip(together.emissions, singly.emissions, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-3)


def test_windows_go_by_length_and_within_the_bound(gpu, monkeypatch):
    monkeypatch.setattr(detector, "DEVICE_TOKENS", 600)
    batched = NeuralDetector(shipped_model("en") / "1", device="cuda")
    shapes = []
    plain = batched._run

    def watched(inputs):
        emissions, chain = plain(inputs)
        shapes.append(emissions.shape[:2])
        return emissions, chain

    batched._run = watched
    batched.detect(NOTES)
    assert all(rows * tokens <= 600 for rows, tokens in shapes if rows > 1)
    assert all(one[1] <= next_[1] for one, next_ in pairwise(shapes))


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_pipeline_finds_the_same(gpu, lang):
    def marks(deid):
        return [[(s.start, s.end, s.label) for s in deid.detect(n.text)] for n in NOTES if n.text]

    assert marks(load(lang, device="cuda")) == marks(load(lang))


def test_the_device_survives_a_pickle(gpu):
    found = from_settings(Settings(model=shipped_model("en"), device="cuda"))
    again = pickle.loads(pickle.dumps(found))
    assert [m.device for m in again.members] == ["cuda", "cuda"]
    assert again.members[0].encoder.batch_tokens == detector.DEVICE_TOKENS


def test_the_default_is_as_it_was(tiny_model):
    found = NeuralDetector(tiny_model)
    assert found.device == "cpu"
    assert found.encoder.batch_tokens == 0
    assert found.encoder.settings == found.config.encoder


def test_a_runtime_without_cuda_is_refused():
    for make in (
        lambda: load(device="cuda"),
        lambda: from_settings(Settings(model=shipped_model("en"), device="cuda")),
    ):
        with pytest.raises(ConfigError, match=r"knows the CPU alone.*pip uninstall onnxruntime"):
            make()


def test_a_device_of_no_name_is_refused():
    with pytest.raises(ConfigError, match="'gpu'"):
        load(device="gpu")


def test_a_gpu_that_does_not_start_is_no_silent_cpu(monkeypatch, capsys):
    """As the runtime does where driver or libraries are missing: it goes on with the CPU."""
    real = onnxruntime.InferenceSession

    def falls_back(weights, providers, **more):
        print("EP Error, falling back")
        assert providers == ["CUDAExecutionProvider"]
        return real(weights, providers=["CPUExecutionProvider"], **more)

    both = ["CUDAExecutionProvider", "CPUExecutionProvider"]
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: both)
    monkeypatch.setattr(onnxruntime, "InferenceSession", falls_back)
    monkeypatch.setattr(onnxruntime, "preload_dlls", lambda: print("no such library"))
    with pytest.raises(ConfigError, match="does not start: there is no GPU, or its driver"):
        load(device="cuda")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["cuda", "gpu"])
def test_the_command_refuses_before_it_writes(tmp_path, name, capsys):
    (tmp_path / "n.txt").write_text("Seen by Dr. Ada Ruiz.")
    out = tmp_path / "out"
    assert run(["deid", str(tmp_path / "n.txt"), "-o", str(out), "--device", name]) == 2
    assert not out.exists()
    assert name in capsys.readouterr().err


def test_the_record_of_a_run_says_which(gpu, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "n.txt").write_text("Seen by Dr. Ada Ruiz.")
    for name in ("cpu", "cuda"):
        out = tmp_path / name
        words = ["deid", str(tmp_path / "in"), "-o", str(out), "--device", name]
        # In this process, where the device is faked.
        assert run([*words, "--jobs", "1", "--max-note-seconds", "0"]) == 0
        assert json.loads((out / "audit.json").read_text())["options"]["device"] == name
