"""Tags: what a model says of each token, how marks become tags, and tags marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from incognote.core.document import Span
from incognote.core.errors import ConfigError
from incognote.model.encoding import FloatArray, Tokens

TAGGINGS: Mapping[str, str] = {"bio": "BI", "bioes": "BIES"}
"""Which places in a mark have tags of their own: the first token, those inside, the last, and the
only one of a mark of one (Ratinov and Roth 2009)."""

OUTSIDE = 0
"""The tag of a token that is not PHI."""

_BEGIN, _INSIDE, _END, _SINGLE = range(4)


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags of a model by number: O, then those of each label in turn.

    Examples:
        >>> Tags(("DATE",)).names
        ('O', 'B-DATE', 'I-DATE')
    """

    labels: tuple[str, ...]
    kinds: str = TAGGINGS["bio"]
    """A value of `TAGGINGS`."""

    @classmethod
    def named(cls, names: Sequence[str]) -> Tags:
        """Returns the tags that have these names.

        Raises:
            ConfigError: If they are not O and then those of each label.
        """
        for kinds in TAGGINGS.values():
            labels = tuple(name[2:] for name in names[1 :: len(kinds)])
            tags = cls(labels, kinds)
            if tags.names == tuple(names) and len(set(labels)) == len(labels):
                return tags
        raise ConfigError("the tags must be O, then B- and I- (or B-, I-, E-, S-) of each label.")

    @property
    def names(self) -> tuple[str, ...]:
        """Their names by number."""
        return ("O", *(f"{kind}-{label}" for label in self.labels for kind in self.kinds))

    def __len__(self) -> int:
        """How many there are, O included."""
        return 1 + len(self.kinds) * len(self.labels)

    def legal(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Returns which tag may follow which, and which may come first.

        Returns:
            (tags, tags), true where the column may follow the row: I- and E- follow B- or I- of
            their label, which with E- nothing else follows; and (tags,), true where a tag may begin
            a sequence. A sequence may end anywhere, as windows do.
        """
        kinds = len(self.kinds)
        number = np.arange(len(self)) - 1
        label, kind = number // kinds, number % kinds
        kind[OUTSIDE] = -1
        first = (kind != _INSIDE) & (kind != _END)
        opens = np.isin(kind, (_BEGIN, _INSIDE))
        follow = (label[:, None] == label) & opens[:, None] & ~first
        follow |= first & (~opens[:, None] if kinds > 2 else True)
        return follow, first

    def of_spans(self, spans: Iterable[Span], tokens: Tokens) -> npt.NDArray[np.int64]:
        """Returns the number of each token's tag, (tokens,).

        A token that a span covers in part belongs to it. Where spans overlap the first keeps its
        tokens.

        Args:
            spans: Marks, sorted.
            tokens: The tokens of the text.

        Raises:
            ConfigError: If a span has a label that is not among these.
        """
        index = {label: number for number, label in enumerate(self.labels)}
        tags = np.zeros(len(tokens), dtype=np.int64)
        closes, free = len(self.kinds) > 2, 0
        for span in spans:
            if span.label not in index:
                raise ConfigError(f"the model has no tag for the label '{span.label}'.")
            first, last = tokens.covered(span.start, span.end)
            first = max(first, free)
            if first < last:
                begin = 1 + len(self.kinds) * index[span.label]
                tags[first:last] = begin + _INSIDE
                if closes:
                    tags[last - 1] = begin + _END
                tags[first] = begin + (_SINGLE if closes and last - first == 1 else _BEGIN)
                free = last
        return tags

    def cut(self, first: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Returns tags that may come first, in place of those that a cut made first.

        What is left of a mark begins a mark, which the chain would forbid it to go on with.
        """
        kind = (first - 1) % len(self.kinds)
        begins = np.where(kind == _INSIDE, _BEGIN, np.where(kind == _END, _SINGLE, kind))
        return np.where(first == OUTSIDE, first, first - kind + begins)

    def to_spans(
        self, tags: npt.NDArray[np.int64], chances: FloatArray, tokens: Tokens, source: str
    ) -> list[Span]:
        """Returns the spans that tags mark, sorted and disjoint.

        What follows neither B- nor I- of its label begins a span, so no tagged token is lost.

        Args:
            tags: (tokens,) their numbers.
            chances: (tokens,) probability that the token is PHI of any label.
            tokens: The tokens of the text.
            source: Becomes the source of the spans.

        Returns:
            Spans with the highest chance among their tokens as score: the probability that the
            span holds PHI is at least that.
        """
        marked = np.flatnonzero(tags)
        if not len(marked):
            return []
        own, kind = np.divmod(tags[marked] - 1, len(self.kinds))
        begins = (kind == _BEGIN) | (kind == _SINGLE)
        begins[0] = True
        begins[1:] |= (np.diff(marked) > 1) | (np.diff(own) != 0) | (kind[:-1] >= _END)
        heads = np.flatnonzero(begins)
        tails = np.append(heads[1:], len(marked)) - 1
        scores = np.maximum.reduceat(chances[marked], heads)
        return [
            Span(start, end, self.labels[label], score, source)
            for start, end, label, score in zip(
                tokens.starts[marked[heads]].tolist(),
                tokens.ends[marked[tails]].tolist(),
                own[heads].tolist(),
                np.clip(scores, 0.0, 1.0).astype(float).round(6).tolist(),
                strict=True,
            )
        ]

    def inside(self, labels: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Returns for numbers of labels the tags of a token inside a mark of them."""
        return 1 + len(self.kinds) * labels + _INSIDE

    def spread(self, values: Any) -> npt.NDArray[Any]:
        """Returns (tags - 1,) what each label has, for each of its tags."""
        return np.repeat(np.asarray(values), len(self.kinds))

    def by_label(self, likely: FloatArray) -> FloatArray:
        """Returns probabilities (..., 1 + labels) of those of tags (..., tags)."""
        parts = likely[..., 1:].reshape(*likely.shape[:-1], len(self.labels), len(self.kinds))
        return np.concatenate((likely[..., :1], parts.sum(axis=-1)), axis=-1)
