"""How large a partition should be: a simulation of slow machines and lost ones, seeded.

    python bench/stragglers.py

Tasks go to the executors' free cores, first come first served, as Spark hands them out, with the
defaults of Spark 4: a task that fails `spark.task.maxFailures` (4) times ends the job; a task lost
with its executor is run again and does not count. With `spark.speculation`, once the quantile (.9)
of tasks is done, one that takes longer than multiplier (3) times their median is run a second time
on another executor, and what ends last is thrown away. `spark.locality.wait` (3 s) delays a task by
no more than that and is part of `launch`. Our own pool of processes has no speculation, and tries
the notes of a chunk whose process ended one by one.
"""

from __future__ import annotations

import argparse
import heapq
from collections import Counter, deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from record import record

SECONDS = "of one core; by default of 300 words by the fit of bench/scale_model.py"


@dataclass(frozen=True)
class Cluster:
    """What tasks run on; times in seconds."""

    slowness: Sequence[float] = (1.0,)
    """Of each executor: how many times a task takes as long there."""
    cores: int = 1
    """Of each executor."""
    start: float = 0.0
    """What a core's first task takes longer: its process loads the model."""
    launch: float = 0.0
    """What each task takes longer: being handed out, opening its part, closing its output."""
    back: float = 60.0
    """From the loss of an executor to the one in its place."""
    max_failures: int = 4
    speculation: bool = False
    multiplier: float = 3.0
    quantile: float = 0.9
    one_by_one: bool = False
    """Whether the notes of a task that was lost are tried one by one, as our own pool does."""


@dataclass
class Outcome:
    """What became of a job; times in seconds, of one core each but for `wall`."""

    wall: float = 0.0
    useful: float = 0.0
    wasted: float = 0.0
    failed: int = 0
    """Notes that were given up."""
    aborted: bool = False


@dataclass
class _Job:
    tasks: list[float]
    notes: list[int]
    poison: set[int]
    failures: dict[int, int] = field(default_factory=dict)


def simulate(
    seconds: Iterable[float],
    cluster: Cluster,
    *,
    notes: int = 1,
    losses: Iterable[tuple[float, int]] = (),
    poison: Collection[int] = (),
) -> Outcome:
    """Returns what became of a job.

    Args:
        seconds: What each task takes.
        cluster: What it runs on.
        notes: In each task.
        losses: When which executor is lost.
        poison: Tasks that hold a note which ends the process it is read in.
    """
    tasks = list(seconds)
    first_of_parts = len(tasks)
    job = _Job(tasks, [notes] * len(tasks), set(poison))
    out = Outcome()
    waiting, open_tasks = deque(range(len(tasks))), set(range(len(tasks)))
    free = [cluster.cores] * len(cluster.slowness)
    cold = list(free)
    running: dict[int, tuple[int, int, float]] = {}  # attempt: task, executor, begin
    took: list[float] = []
    asked: set[float] = set()
    events: list[tuple[float, int, str, int]] = []
    number = 0

    def tell(time: float, kind: str, which: int) -> None:
        nonlocal number
        number += 1
        heapq.heappush(events, (time, number, kind, which))

    def begin(task: int, executor: int, now: float) -> None:
        attempt = number + 1  # that of its end
        # A note by itself goes to a process that is there: nothing is opened for it.
        launch = cluster.launch if task < first_of_parts else 0.0
        length = launch + job.tasks[task] * cluster.slowness[executor]
        if cold[executor]:
            cold[executor] -= 1
            length += cluster.start
        free[executor] -= 1
        running[attempt] = (task, executor, now)
        bad = task in job.poison
        tell(now + (length / 2 if bad else length), "fail" if bad else "done", attempt)

    def again(task: int) -> None:
        if any(t == task for t, _, _ in running.values()):
            return  # its copy still runs
        count = job.notes[task]
        if not cluster.one_by_one or count == 1:
            waiting.appendleft(task)
            return
        open_tasks.discard(task)
        first = len(job.tasks)
        job.tasks += [job.tasks[task] / count] * count
        job.notes += [1] * count
        if task in job.poison:
            job.poison.add(first + count // 2)
        open_tasks.update(range(first, first + count))
        waiting.extendleft(reversed(range(first, first + count)))

    def overdue(now: float) -> list[tuple[int, int]]:
        """Tasks that have run too long, without a copy, and where; asks again when others will."""
        if not cluster.speculation or len(took) < cluster.quantile * first_of_parts:
            return []
        limit = max(0.1, cluster.multiplier * float(np.median(took)))
        copies = Counter(task for task, _, _ in running.values())
        alone = [each for each in running.values() if copies[each[0]] == 1]
        later = [since + limit for _, _, since in alone if since + limit > now + 1e-9]
        if later and min(later) not in asked:
            asked.add(min(later))
            tell(min(later), "look", 0)
        return [(task, where) for task, where, since in alone if since + limit <= now + 1e-9]

    for time, executor in losses:
        tell(time, "lost", executor)
    tell(0.0, "look", 0)
    while open_tasks and events:
        now, _, kind, which = heapq.heappop(events)
        if kind in ("done", "fail"):
            if which not in running:
                continue  # it was thrown away before
            task, executor, since = running.pop(which)
            free[executor] += 1
            if kind == "done":
                out.useful += now - since
                took.append(now - since)
                open_tasks.discard(task)
                for other in [a for a, (t, _, _) in running.items() if t == task]:
                    _, where, since = running.pop(other)
                    free[where] += 1
                    out.wasted += now - since
            else:
                cold[executor] += 1
                out.wasted += now - since
                job.failures[task] = job.failures.get(task, 0) + 1
                if cluster.one_by_one and job.notes[task] == 1:
                    open_tasks.discard(task)
                    out.failed += 1
                elif job.failures[task] >= cluster.max_failures:
                    out.aborted = True
                    break
                else:
                    again(task)
        elif kind == "lost":
            lost = [a for a, (_, where, _) in running.items() if where == which]
            gone = [running.pop(attempt) for attempt in lost]
            for task, _, since in gone:
                out.wasted += now - since
                again(task)
            free[which] = cold[which] = 0
            tell(now + cluster.back, "up", which)
        elif kind == "up":
            free[which] = cold[which] = cluster.cores
        late = [] if len(waiting) >= sum(free) else overdue(now)
        for executor in (executor for executor, cores in enumerate(free) if cores):
            while free[executor] and waiting:
                begin(waiting.popleft(), executor, now)
            for task, where in list(late):
                if free[executor] and where != executor:
                    late.remove((task, where))
                    begin(task, executor, now)
        out.wall = now
    return out


def drawn(
    args: argparse.Namespace, size: int, rate: float, seed: int
) -> tuple[list[float], Cluster, list[tuple[float, int]]]:
    """Returns tasks, cluster and losses of one random job with partitions of `size` notes."""
    draw = np.random.default_rng((seed, size))
    # A sum of `size` notes whose lengths vary by args.spread.
    shape = size / args.spread**2
    tasks = draw.gamma(shape, size * args.seconds_per_note / shape, -(-args.notes // size))
    slow = np.arange(args.executors) < round(args.slow * args.executors)
    cluster = Cluster(
        np.where(slow, args.slowness, 1.0).tolist(), args.cores, args.start, args.launch, args.back
    )
    end = 20 * args.notes * args.seconds_per_note / (args.executors * args.cores) + 600
    count = draw.poisson(rate / 3600 * end, args.executors)
    losses = [(float(t), e) for e, n in enumerate(count) for t in draw.uniform(0, end, n)]
    return tasks.tolist(), cluster, losses


def main() -> None:
    """Simulates and records the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notes", type=int, default=1_000_000)
    parser.add_argument("--seconds-per-note", type=float, default=0.077, help=SECONDS)
    parser.add_argument("--spread", type=float, default=2.0, help="of note lengths, over the mean")
    parser.add_argument("--executors", type=int, default=32)
    parser.add_argument("--cores", type=int, default=4, help="of each executor")
    parser.add_argument("--start", type=float, default=4.0, help="seconds until a model is loaded")
    parser.add_argument("--launch", type=float, default=1.0, help="seconds that each task costs")
    parser.add_argument("--back", type=float, default=120.0, help="until an executor is replaced")
    parser.add_argument("--slow", type=float, default=0.05, help="share of slow executors")
    parser.add_argument("--slowness", type=float, default=4.0, help="of these")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    ideal = args.notes * args.seconds_per_note / (args.executors * args.cores)
    rows = []
    for size in (200, 500, 1_000, 2_000, 10_000):
        for rate in (0.0, 0.1, 2.0):
            row = [f"{size:,}", f"{size * args.seconds_per_note:,.0f} s", f"{rate:g}"]
            for more in ({}, {"speculation": True}, {"one_by_one": True}):
                runs = []
                for seed in range(args.seeds):
                    tasks, cluster, losses = drawn(args, size, rate, seed)
                    changed = replace(cluster, **more)
                    runs.append(simulate(tasks, changed, notes=size, losses=losses))
                wall = np.mean([run.wall for run in runs]) / ideal
                lost = np.mean([run.wasted / (run.wasted + run.useful) for run in runs])
                row.append(f"{wall:.2f}, {100 * lost:.1f} %")
            rows.append(row)
    head = ("notes in a partition", "of one core", "executors lost in an hour, each")
    head += ("Spark", "with speculation", "lost chunks one by one")
    note = (
        f"Wall time over that of {args.executors * args.cores} cores which never wait "
        f"({ideal:,.0f} s for {args.notes:,} notes), and the share of work thrown away; "
        f"{100 * args.slow:g} % of executors take {args.slowness:g} times as long."
    )
    title = "Partitions, stragglers and failures (simulated)"
    print(record(title, rows, note=note, head=head, dry=args.dry))


if __name__ == "__main__":
    main()
