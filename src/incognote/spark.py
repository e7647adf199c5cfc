"""Data frames of Spark: `from incognote.spark import deidentify` (docs/engines.md)."""

from incognote.engines.spark import counter, deidentify

__all__ = ["counter", "deidentify"]
