"""The one place that imports ONNX Runtime; all others take it from here, so that it stays silent.

From version 1.29 on its builds send Microsoft how they are used: they keep a device id and what
they counted in the user's cache from the import on, and open sockets a minute later. Only
`ORT_DISABLE_TELEMETRY=1`, read once while it is imported, keeps it from both; set later it does
nothing, and `onnxruntime.disable_telemetry_events()` holds back a part.

The variable is set here and not by `import incognote`: a program that imports incognote and never
reads a note keeps its environment. Processes that this one starts inherit it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Any

from incognote.core.errors import ConfigError, DeviceError, unknown

_SWITCH, _OFF = "ORT_DISABLE_TELEMETRY", "1"
_FIRST_TO_SEND = (1, 29)


def _load() -> Any:
    earlier = sys.modules.get("onnxruntime")
    if earlier is not None and _sends(earlier.__version__) and not _was_off_before():
        raise ConfigError(
            f"onnxruntime {earlier.__version__} was imported before incognote could keep it from "
            f"sending usage data; start Python with {_SWITCH}={_OFF}, or import "
            f"{__name__} before onnxruntime."
        )
    os.environ[_SWITCH] = _OFF  # whatever stood there: the promise is 'no network'
    import onnxruntime

    return onnxruntime


def _sends(version: str) -> bool:
    return tuple(int(part) for part in version.split(".")[:2]) >= _FIRST_TO_SEND


def _was_off_before() -> bool:
    """Whether telemetry was off for whoever imported ONNX Runtime first."""
    if os.environ.get(_SWITCH) != _OFF:
        return False
    try:
        started_with = Path("/proc/self/environ").read_bytes().split(b"\0")
    except OSError:  # not Linux: when it was set cannot be known
        return True
    return f"{_SWITCH}={_OFF}".encode() in started_with


onnxruntime = _load()

CPU = "cpu"
_PROVIDERS = {CPU: "CPUExecutionProvider", "cuda": "CUDAExecutionProvider"}


def check_device(device: str) -> None:
    """Refuses a device that the installed ONNX Runtime cannot use.

    Raises:
        DeviceError: If it cannot, with what to do.
    """
    if device not in _PROVIDERS:
        raise DeviceError(str(unknown("device", device, _PROVIDERS)))
    if _PROVIDERS[device] not in onnxruntime.get_available_providers():
        raise DeviceError(
            f"The device '{device}' cannot be used: the ONNX Runtime that is installed knows the "
            "CPU alone. pip uninstall onnxruntime onnxruntime-gpu, then pip install "
            "'onnxruntime-gpu[cuda,cudnn]' onnx (docs/scale.md); or leave the device out."
        )


def open_session(weights: bytes, options: Any, device: str, **more: Any) -> Any:
    """Returns a session that runs on that device, and on no other.

    Raises:
        DeviceError: If the device cannot be used: the runtime by itself would go on with the CPU.
        Exception: Of no common class, if the weights are no model.
    """
    check_device(device)
    provider = _PROVIDERS[device]
    # What the runtime says of a device that is not there must not go where notes may go.
    quiet = contextlib.nullcontext() if device == CPU else contextlib.redirect_stdout(sys.stderr)
    with quiet:
        if device != CPU and hasattr(onnxruntime, "preload_dlls"):
            onnxruntime.preload_dlls()  # CUDA's libraries, where pip brought them
        session = onnxruntime.InferenceSession(
            weights, sess_options=options, providers=[provider], **more
        )
    if session.get_providers()[0] != provider:
        raise DeviceError(
            f"The device '{device}' does not start: there is no GPU, or its driver, CUDA or cuDNN "
            "is missing or of another version than ONNX Runtime needs. Look with nvidia-smi, see "
            "docs/scale.md, or leave the device out."
        )
    return session


def quantization() -> Any:
    """Returns ONNX Runtime's module for weights in 8 bits.

    Raises:
        ImportError: If the package onnx is not installed.
    """
    import onnxruntime.quantization

    return onnxruntime.quantization
