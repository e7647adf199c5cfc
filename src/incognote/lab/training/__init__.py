"""Trains models: `train(config, out)`. Needs the extra `train`; importing this does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from incognote.core.errors import ConfigError, MissingExtraError
from incognote.lab.training.config import TrainConfig, read_train_config

if TYPE_CHECKING:
    from incognote.model.model_folder import ModelConfig

__all__ = ["CONFIGS", "TrainConfig", "check_extra", "find_config", "read_train_config", "train"]

CONFIGS = Path(__file__).parent / "configs"
"""Configurations that ship: each can be named without its path and suffix."""


def find_config(name: str) -> Path:
    """Returns the path of a configuration: a file, or the name of one that ships.

    Raises:
        ConfigError: If there is neither.
    """
    path = Path(name)
    if path.is_file():
        return path
    shipped = {p.stem: p for p in CONFIGS.glob("*.toml")}
    if name in shipped:
        return shipped[name]
    raise ConfigError(
        f"{name}: is neither a file nor a configuration that ships ({', '.join(sorted(shipped))})."
    )


def check_extra() -> None:
    """Refuses to train where torch is not installed.

    Raises:
        MissingExtraError: If it is not.
    """
    try:
        import torch  # noqa: F401
    except ImportError:
        raise MissingExtraError("Training", "train") from None


def train(
    config: Path | str | TrainConfig,
    out: Path,
    *,
    data: Mapping[str, Path] | None = None,
    report: Callable[[Any], None] | None = None,
    stepped: Callable[[Any], None] | None = None,
) -> ModelConfig:
    """Trains a model and writes its folder; called again after a kill it goes on.

    Args:
        config: A TOML file, the name of one that ships, or the settings themselves.
        out: The model folder, which must not be there yet; `<out>.run` beside it holds the log.
        data: Where corpora and vectors lie, by the keys that the configuration gives them.
        report: Called with a `loop.Epoch` after each epoch.
        stepped: Called with a `loop.Step` after each batch.

    Returns:
        What stands in the model's config.json; its `training` holds the scores.

    Raises:
        MissingExtraError: If torch is not installed.
        ConfigError: If the configuration is wrong.
        InputError: If the data cannot be read.
        OutputError: If `out` is there already or cannot be written.
    """
    check_extra()
    from incognote.lab.training.run import train_model

    if isinstance(config, TrainConfig):
        base = Path.cwd()
    else:
        path = find_config(str(config))
        config, base = read_train_config(path), path.parent
    return train_model(config, out, data=data or {}, base=base, report=report, stepped=stepped)
