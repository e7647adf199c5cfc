"""Runs a trained model folder in ONNX Runtime."""

from __future__ import annotations

from pathlib import Path

from incognote.detectors.neural.detector import NeuralDetector
from incognote.detectors.neural.ensemble import ENSEMBLE, EnsembleDetector
from incognote.errors import ConfigError, ModelError
from incognote.model_folder import ModelConfig, read_model
from incognote.pipeline import Settings

__all__ = ["EnsembleDetector", "NeuralDetector", "from_settings", "model_config"]


def model_config(folder: Path) -> ModelConfig:
    """Returns the configuration of a model folder, or of the first model of an ensemble.

    Raises:
        ModelError: If the folder is not complete.
    """
    return read_model(folder / "0" if (folder / ENSEMBLE).exists() else folder)


def from_settings(settings: Settings) -> NeuralDetector | EnsembleDetector:
    """Returns the detector for `settings.model`, a model folder or an ensemble's.

    Raises:
        ConfigError: If no model is named, or it is for another language.
        ModelError: If the model folder is not complete.
    """
    if settings.model is None:
        raise ConfigError("the neural detector needs a model folder.")
    kind = EnsembleDetector if (settings.model / ENSEMBLE).exists() else NeuralDetector
    detector: NeuralDetector | EnsembleDetector = kind(
        settings.model,
        recall_bias=settings.recall_bias,
        threads=settings.threads,
        thresholds=settings.thresholds,
    )
    if detector.config.language != settings.lang:
        raise ModelError(
            f"{settings.model}: the model is for the language '{detector.config.language}', not "
            f"'{settings.lang}'; choose the other language or another model."
        )
    return detector
