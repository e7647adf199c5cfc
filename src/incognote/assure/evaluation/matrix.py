"""The cross-corpus matrix (Johnson 2020, table 4): each model on the test part of each corpus.

Rows are models, by what they were trained on; columns are corpora. Only one category counts, NAME
unless another is asked for, since corpora agree best on what a name is; tokens are PHI or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from incognote.assure.evaluation.counts import Figure, count
from incognote.assure.evaluation.matching import Pair, match
from incognote.assure.evaluation.tokens import BINARY, score
from incognote.core.document import Document
from incognote.core.errors import unknown
from incognote.core.labels import CATEGORIES, get_label

Predict = Callable[[Sequence[Document]], Iterable[Document]]
"""A system: from notes to the same notes with its marks."""

BLOCKS = {"f1": "F1", "recall": "Se", "precision": "PPV"}
"""The table's three blocks, in its order, by the figure's name."""


def evaluate_matrix(
    systems: Mapping[str, Predict],
    corpora: Mapping[str, Sequence[Document]],
    *,
    category: str = "NAME",
) -> dict[str, dict[str, dict[str, Figure]]]:
    """Returns the three blocks: by figure (f1, recall, precision), by system, by corpus.

    Args:
        systems: By name what each does.
        corpora: By name the marked notes.
        category: A category of `labels.py`; marks of others are left out on both sides.

    Raises:
        ConfigError: If there is no such category.
        NoteError: If a system does not give every note back.
    """
    if category not in CATEGORIES:
        raise unknown("category", category, CATEGORIES)
    blocks: dict[str, dict[str, dict[str, Figure]]] = {
        figure: {system: {} for system in systems} for figure in BLOCKS
    }
    for corpus, docs in corpora.items():
        bare = [doc.with_spans(()) for doc in docs]
        for system, predict in systems.items():
            pairs = [_only(pair, category) for pair in match(docs, predict(bare))]
            figures = count(pairs, score).figures()
            for figure, block in blocks.items():
                block[system][corpus] = figures[f"{BINARY}/{figure}"]
    return blocks


def _only(pair: Pair, category: str) -> Pair:
    gold, predicted = (
        doc.with_spans(s for s in doc.spans if get_label(s.label).category == category)
        for doc in (pair.gold, pair.predicted)
    )
    return Pair(gold, predicted)
