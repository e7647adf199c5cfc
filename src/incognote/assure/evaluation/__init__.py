"""Evaluation: how good a system is on marked notes, as the papers and as an officer count it.

`evaluate(gold, predicted, scorers)` gives every figure by name with its n. Scorers are rows of
the registry (kind `scorer`); docs/evaluation.md explains each on a worked sentence.
"""

from __future__ import annotations

from incognote.assure.evaluation.evaluate import Evaluation, Options, compare_systems, evaluate
from incognote.assure.evaluation.intervals import Bootstrap
from incognote.assure.evaluation.matching import Pair, match

__all__ = ["Bootstrap", "Evaluation", "Options", "Pair", "compare_systems", "evaluate", "match"]
