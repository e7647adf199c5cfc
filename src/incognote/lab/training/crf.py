"""The CRF in torch, for training only: its loss. `model/crf.py` decodes."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from incognote.model.crf import BANNED


def there(of: Tensor, lengths: Tensor) -> Tensor:
    """Returns (windows, tokens) which tokens of a tensor (windows, tokens, ...) are no padding."""
    return torch.arange(of.shape[1], device=of.device) < lengths[:, None]


class Crf(nn.Module):
    """Scores of a linear chain over tags.

    Args:
        follow: (tags, tags) bool, whether the column may follow the row.
        first: (tags,) bool, whether a tag may come first.
        learned: Whether the scores are trained; otherwise legal transitions all score 0.
    """

    def __init__(self, follow: Tensor, first: Tensor, *, learned: bool = True) -> None:
        super().__init__()
        tags = len(first)
        self.learned = learned
        self.register_buffer("_follow", follow, persistent=False)
        self.register_buffer("_first", first, persistent=False)
        self._transitions = nn.Parameter(torch.zeros(tags, tags), requires_grad=learned)
        self._start = nn.Parameter(torch.zeros(tags), requires_grad=learned)
        self._end = nn.Parameter(torch.zeros(tags), requires_grad=learned)

    def chain(self) -> tuple[Tensor, Tensor, Tensor]:
        """Returns transitions (tags, tags) from row to column, start (tags,) and end (tags,)."""
        transitions = self._transitions.masked_fill(~self._follow, BANNED)
        return transitions, self._start.masked_fill(~self._first, BANNED), self._end

    def forward(self, emissions: Tensor, tags: Tensor, lengths: Tensor) -> Tensor:
        """Returns the negative log-likelihood of the tags, summed over each window: (windows,).

        Args:
            emissions: (windows, tokens, tags)
            tags: (windows, tokens) gold; beyond a window's length they are not read.
            lengths: (windows,) at least 1.
        """
        transitions, start, end = self.chain()
        known = there(emissions, lengths)
        own = emissions.gather(2, tags[..., None])[..., 0]
        steps = transitions[tags[:, :-1], tags[:, 1:]]
        last = tags.gather(1, lengths[:, None] - 1)[:, 0]
        gold = (
            start[tags[:, 0]]
            + (own * known).sum(dim=1)
            + (steps * known[:, 1:]).sum(dim=1)
            + end[last]
        )
        return self._partition(emissions, lengths) - gold

    def expected(self, emissions: Tensor, likely: Tensor, lengths: Tensor) -> Tensor:
        """Returns the negative log-likelihood that a teacher expects: (windows,).

        As `forward`, for tags drawn token by token with the probabilities `likely` (windows,
        tokens, tags). What the teacher gives to illegal steps counts as nothing.
        """
        transitions = self._transitions.masked_fill(~self._follow, 0.0)
        start = self._start.masked_fill(~self._first, 0.0)
        known = there(emissions, lengths)[..., None]
        last = lengths[:, None, None] - 1
        ends = likely.gather(1, last.expand(-1, 1, likely.shape[2]))[:, 0]
        steps = (likely[:, :-1] @ transitions) * likely[:, 1:]
        score = (
            likely[:, 0] @ start
            + (likely * emissions * known).sum(dim=(1, 2))
            + (steps * known[:, 1:]).sum(dim=(1, 2))
            + ends @ self._end
        )
        return self._partition(emissions, lengths) - score

    def _partition(self, emissions: Tensor, lengths: Tensor) -> Tensor:
        """(windows,) the logarithm of the scores of all sequences together."""
        transitions, start, end = self.chain()
        known = there(emissions, lengths)
        # exp(log a) @ exp(b), scaled, in place of logsumexp over a (windows, tags, tags) array.
        step = transitions.exp()
        total = start + emissions[:, 0]
        for t in range(1, emissions.shape[1]):
            peak = total.max(dim=1, keepdim=True).values
            reached = ((total - peak).exp() @ step).clamp_min(1e-37)
            ahead = reached.log() + peak + emissions[:, t]
            total = torch.where(known[:, t, None], ahead, total)
        return torch.logsumexp(total + end, dim=1)
