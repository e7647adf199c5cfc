"""bench/stragglers.py, on cases that are worked out by hand."""

import importlib
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"
LAST = {"speculation": True, "multiplier": 1.5, "quantile": 0.5}


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module("stragglers")


def ran(out):
    return out.wall, out.useful, out.wasted


def test_without_faults_tasks_fill_the_cores(bench):
    assert ran(bench.simulate([10] * 5, bench.Cluster((1, 1)))) == (30, 50, 0)
    # The first task of each core loads the model; each task has its own price.
    cluster = bench.Cluster((1,), cores=2, start=3, launch=1)
    assert ran(bench.simulate([10] * 4, cluster)) == (25, 50, 0)


def test_a_slow_executor_holds_up_the_end(bench):
    assert ran(bench.simulate([10] * 4, bench.Cluster((1, 8)))) == (80, 110, 0)


def test_speculation_runs_it_again_elsewhere_and_throws_the_slow_one_away(bench):
    # The fast one does three by 30; the slow one's has then run twice the median: a copy, to 40.
    out = bench.simulate([10] * 4, bench.Cluster((1, 8), **LAST))
    assert ran(out) == (40, 40, 40)


def test_speculation_waits_for_its_moment(bench):
    # Done at 10; the limit is 15, when the copy of the slow one's begins.
    assert ran(bench.simulate([10] * 2, bench.Cluster((1, 8), **LAST))) == (25, 20, 25)
    late = LAST | {"quantile": 0.9}
    assert ran(bench.simulate([10] * 2, bench.Cluster((1, 8), **late))) == (80, 90, 0)


def test_a_lost_executor_costs_what_it_had_begun(bench):
    cluster = bench.Cluster((1,), back=2, start=1)
    # 1 + 10, lost at 15 (4 wasted), back at 17, loads again: to 28.
    assert ran(bench.simulate([10] * 2, cluster, losses=[(15, 0)])) == (28, 22, 4)


def test_losses_do_not_count_as_failures_but_poison_ends_the_job(bench):
    cluster = bench.Cluster((1,), back=0)
    many = [(t + 0.5, 0) for t in range(9)]
    out = bench.simulate([10], cluster, losses=many)
    assert (out.aborted, out.wall) == (False, 18.5)
    out = bench.simulate([10, 10], cluster, poison=[0])
    assert (out.aborted, out.wasted) == (True, 20)  # four halves


def test_our_own_pool_fails_the_note_alone(bench):
    cluster = bench.Cluster((1,), one_by_one=True)
    out = bench.simulate([10], cluster, notes=5, poison=[0])
    # Half a chunk, then five notes of 2 s, of which one ends half way.
    assert (out.aborted, out.failed) == (False, 1)
    assert ran(out) == (5 + 4 * 2 + 1, 8, 6)


def test_the_same_seed_gives_the_same(bench):
    import argparse

    args = argparse.Namespace(
        notes=2000, seconds_per_note=0.1, spread=2.0, executors=4, cores=2, start=1.0, launch=0.1,
        back=5.0, slow=0.3, slowness=3.0,
    )  # fmt: skip
    one, two = (bench.drawn(args, 50, 5.0, 7) for _ in range(2))
    assert one == two
    tasks, cluster, losses = one
    out = bench.simulate(tasks, cluster, notes=50, losses=losses)
    assert out.useful >= sum(tasks)
    assert out.wall >= sum(tasks) / 8
