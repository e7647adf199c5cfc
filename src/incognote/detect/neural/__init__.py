"""Runs a trained model folder in ONNX Runtime."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from incognote.core.errors import ConfigError, ModelError
from incognote.core.pipeline import Settings
from incognote.detect.neural.detector import NeuralDetector
from incognote.detect.neural.ensemble import ENSEMBLE, EnsembleDetector
from incognote.detect.neural.recorded import RecordedDetector, read_head, read_recorded
from incognote.model.model_folder import ModelConfig, read_model

__all__ = [
    "EnsembleDetector",
    "NeuralDetector",
    "RecordedDetector",
    "from_settings",
    "language_of",
    "model_config",
]


def language_of(model: Path) -> str:
    """Returns the language of a model folder, or of what a model made of notes.

    Raises:
        ModelError: If the folder is not complete.
        InputError: If the file is none of these.
    """
    if model.is_file():
        return str(read_head(model)["language"])
    return model_config(model).language


def model_config(folder: Path) -> ModelConfig:
    """Returns the configuration of a model folder, or of the first model of an ensemble.

    Raises:
        ModelError: If the folder is not complete.
    """
    return read_model(folder / "0" if (folder / ENSEMBLE).exists() else folder)


def from_settings(settings: Settings) -> NeuralDetector | EnsembleDetector | RecordedDetector:
    """Returns the detector for `settings.model`.

    That is a model folder, an ensemble's, or a file of what a model made of notes.

    Raises:
        ConfigError: If no model is named, or it is for another language.
        ModelError: If the model folder is not complete.
    """
    if settings.model is None:
        raise ConfigError("the neural detector needs a model folder.")
    if settings.model.is_file():
        found = read_recorded(
            settings.model, recall_bias=settings.recall_bias, thresholds=settings.thresholds
        )
        _check_language(settings, found.head["language"])
        return found
    kind: Callable[..., NeuralDetector | EnsembleDetector] = NeuralDetector
    if (settings.model / ENSEMBLE).exists():
        kind = partial(EnsembleDetector, whole=settings.whole or bool(settings.curves))
    detector = kind(
        settings.model,
        recall_bias=settings.recall_bias,
        threads=settings.threads,
        thresholds=settings.thresholds,
        device=settings.device,
    )
    _check_language(settings, detector.config.language)
    return detector


def _check_language(settings: Settings, language: str) -> None:
    if language != settings.lang:
        raise ModelError(
            f"{settings.model}: the model is for the language '{language}', not "
            f"'{settings.lang}'; choose the other language or another model."
        )
