"""bench/guarantees.py in small: bounds hold for readers who overlook some of what is left."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import guarantees

    monkeypatch.setattr(guarantees, "NOTES", 800)
    monkeypatch.setattr(guarantees, "READ", 160)
    return guarantees


@pytest.mark.parametrize("share", [0.6, 0.8, 0.95])
def test_bounds_hold_where_misses_clump(bench, share: float) -> None:
    make = partial(bench.make_release, recall=0.98)
    told, held = bench.coverage(make, bench.Readers(share), 20, [1])
    assert held >= 0.9, told


@pytest.mark.parametrize("share", [0.6, 0.8, 0.95])
def test_bounds_hold_where_few_notes_have_very_much_left(bench, share: float) -> None:
    make = partial(bench.make_tail, seen=True)
    told, held = bench.coverage(make, bench.Readers(share), 20, [2])
    assert held >= 0.9, told


def test_a_bound_that_takes_readers_for_perfect_fails_where_they_are_not(bench) -> None:
    """The simulation can tell: without the readers' share the same bounds are too low."""
    make = partial(bench.make_release, recall=0.9)
    readers = bench.Readers(0.3, planted=0.99)
    told, held = bench.coverage(make, readers, 20, [3])
    assert held < 0.5, told
