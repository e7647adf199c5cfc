"""Evaluation: how good a system is on marked notes, as the papers and as an officer count it.

`evaluate(gold, predicted, scorers)` gives every figure by name with its n. Scorers are rows of
the registry (kind `scorer`); docs/evaluation.md explains each on a worked sentence.
"""

from __future__ import annotations

from incognote.evaluation.evaluate import Evaluation, evaluate
from incognote.evaluation.matching import Marks, Pair, match

__all__ = ["Evaluation", "Marks", "Pair", "evaluate", "match"]
