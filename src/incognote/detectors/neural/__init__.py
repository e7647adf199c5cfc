"""Runs a trained model folder in ONNX Runtime."""

from __future__ import annotations

from incognote.detectors.neural.detector import NeuralDetector
from incognote.errors import ConfigError, ModelError
from incognote.pipeline import Settings

__all__ = ["NeuralDetector", "from_settings"]


def from_settings(settings: Settings) -> NeuralDetector:
    """Returns the detector for `settings.model`.

    Raises:
        ConfigError: If no model is named, or it is for another language.
        ModelError: If the model folder is not complete.
    """
    if settings.model is None:
        raise ConfigError("the neural detector needs a model folder.")
    detector = NeuralDetector(
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
