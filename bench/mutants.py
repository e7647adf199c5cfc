"""Would a test notice? Changes one thing at a time in what computes figures, bounds and rewrites.

    pip install cosmic-ray
    python bench/mutants.py --sample 300 --jobs 2

cosmic-ray (github.com/sixty-north/cosmic-ray) makes the changes: an operator, a comparison, a
number, a branch. Of all that are possible in the modules below a sample is drawn by a seed; each is
made in a copy of the package, and the tests beside it run. One that no test notices is listed. What
types and decorators say is left alone: nothing runs differently.
"""

from __future__ import annotations

import argparse
import ast
import random
import shutil
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from record import record

ROOT = Path(__file__).parents[1]
SECONDS = 120
"""After which a mutant counts as noticed: the unchanged tests take a few seconds."""

MODULES = {
    "assure/evaluation/characters": ["test_characters.py"],
    "assure/evaluation/counts": ["test_counts.py", "test_entities.py"],
    "assure/evaluation/entities": ["test_entities.py"],
    "assure/evaluation/i2b2_2014": ["test_i2b2_scorer.py"],
    "assure/evaluation/intervals": ["test_intervals.py"],
    "assure/evaluation/matching": ["test_matching.py"],
    "assure/evaluation/meddocan": ["test_meddocan.py"],
    "assure/evaluation/operating_points": ["test_operating_points.py"],
    "assure/evaluation/tokens": ["test_tokens.py"],
    "lab/reproduce/figures": ["test_figures.py"],
    "io/alignment": ["test_alignment.py"],
    "io/paper_tables": ["test_paper_tables.py"],
    "assure/bounds": ["test_bounds.py"],
    "assure/calibration": ["test_calibration.py"],
    "assure/certificate": ["test_certificate.py", "test_packet.py"],
    "assure/scored": ["test_scored.py"],
    "replace/redact": ["test_redact.py", "../core/test_decoded.py"],
    "core/decoded": ["test_decoded.py", "test_escapes.py"],
    "replace/policy": ["test_policy.py", "test_redact.py"],
    "core/resolve": ["test_resolve.py"],
    "replace/verify": ["test_verify.py"],
    "core/calendar": ["../replace/test_dates.py", "../replace/test_shift.py"],
    "replace/dates": ["test_dates.py", "test_shift.py"],
    "replace/doubt": ["test_doubt.py"],
}
"""Modules that compute what people rely on, with the tests that are to notice: of the
folder of tests/ that mirrors theirs."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change."""

    module: str
    """A key of `MODULES`."""
    operator: str
    occurrence: int
    """Which of the operator's places in the module."""
    line: int
    arguments: tuple[tuple[str, object], ...]
    """Of the operator."""


def mutants(module: str) -> list[Mutant]:
    """Returns all changes of a module but those of annotations and decorators."""
    from cosmic_ray.commands.init import _all_work_items

    path = ROOT / f"src/incognote/{module}.py"
    silent = _Silent(path.read_text(encoding="utf-8"))
    found = []
    for item in _all_work_items([path], {}):
        (spec,) = item.mutations
        if spec.start_pos not in silent:
            arguments = tuple(sorted(spec.operator_args.items()))
            line = spec.start_pos[0]
            found.append(Mutant(module, spec.operator_name, spec.occurrence, line, arguments))
    return found


class _Silent:
    """Places within annotations and decorators."""

    def __init__(self, source: str) -> None:
        self._ranges = []
        for node in ast.walk(ast.parse(source)):
            parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
            for part in (*parts, *getattr(node, "decorator_list", ())):
                if part is not None:
                    ends = (part.end_lineno, part.end_col_offset)
                    self._ranges.append(((part.lineno, part.col_offset - 1), ends))

    def __contains__(self, place: tuple[int, int]) -> bool:
        return any(low <= place < high for low, high in self._ranges)


def test(mutant: Mutant) -> tuple[Mutant, str, str]:
    """Returns the mutant with what came of it (killed, survived) and the change as a diff."""
    from cosmic_ray.mutating import mutate_and_test
    from cosmic_ray.work_item import MutationSpec

    tree = Path(tempfile.mkdtemp())
    try:
        # Only the package is copied, for the mutant is written into it; tests run where they lie.
        shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("*.egg-info"))
        path = tree / f"src/incognote/{mutant.module}.py"
        spec = MutationSpec(
            path,
            mutant.operator,
            mutant.occurrence,
            (1, 0),
            (1, 1),
            dict(mutant.arguments),
        )
        folder = (ROOT / "tests" / mutant.module).parent
        tests = " ".join(str(folder / name) for name in MODULES[mutant.module])
        command = (
            f"env PYTHONPATH={tree / 'src'} PYTHONDONTWRITEBYTECODE=1 {sys.executable} -m pytest "
            f"-q -x -n 0 -p no:cacheprovider -c {ROOT / 'pyproject.toml'} --rootdir {ROOT} {tests}"
        )
        result = mutate_and_test([spec], command, SECONDS)
        outcome = result.test_outcome.value if result.test_outcome else "no mutant"
        return mutant, outcome, result.diff or result.output or ""
    finally:
        shutil.rmtree(tree)


def main() -> None:
    """Draws, tests, and puts the share that was noticed into results.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", action="append", help="a module, repeatable")
    parser.add_argument("--dry", action="store_true", help="do not write results.md")
    parser.add_argument("--survivors", type=Path, help="write their changes here")
    args = parser.parse_args()
    every = [m for module in args.only or MODULES for m in mutants(module)]
    drawn = random.Random(args.seed).sample(every, min(args.sample, len(every)))
    print(f"{len(every):,} changes are possible, {len(drawn)} drawn", flush=True)
    counts: dict[str, list[int]] = {}
    survivors = []
    with ProcessPoolExecutor(args.jobs) as pool:
        for number, (mutant, outcome, diff) in enumerate(pool.map(test, drawn), 1):
            row = counts.setdefault(mutant.module, [0, 0])
            row[0] += 1
            row[1] += outcome != "survived"
            if outcome != "killed":
                print(
                    f"{number} {outcome} {mutant.module}:{mutant.line} {mutant.operator}",
                    flush=True,
                )
                survivors.append((mutant, diff))
                if args.survivors:
                    with args.survivors.open("a", encoding="utf-8") as file:
                        file.write(f"# {mutant}\n{diff}\n\n")
    rows = [(m, f"{n}", f"{killed}") for m, (n, killed) in sorted(counts.items())]
    total, killed = (sum(row[i] for row in counts.values()) for i in (0, 1))
    rows.append(("all", f"{total}", f"{killed} ({100 * killed / total:.1f} %)"))
    note = (
        "A change that no test notices is a place where the code could be wrong unseen. Of "
        f"{len(every):,} possible changes a sample was drawn."
    )
    print(record("Mutants", rows, head=("module", "changes", "noticed"), note=note, dry=args.dry))


if __name__ == "__main__":
    main()
