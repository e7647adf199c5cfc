"""Do the 95 % bounds of `calibrate` and `certify` hold? `python bench/guarantees.py`.

Synthetic releases: notes of patients, with misses that come in clumps by patient and by note, or
in few notes altogether, read by people who overlook some of it, partly by the page. The truth is
known, so bounds can be held against it; beside those of calibrate stands the interval that takes
every identifier for an independent draw (Clopper and Pearson).
Every figure goes to results.md. Some minutes on one core; numpy only.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from incognote.assure import calibration
from incognote.assure.bounds import share_lower
from incognote.assure.calibration import GRID, Target, choose_thresholds
from incognote.assure.certificate import Certificate, Mended, certify
from incognote.assure.plan import LIMITS, Drawn, Plan, Terms, draw
from incognote.assure.planting import Planted
from incognote.assure.review import Reading
from incognote.assure.scored import ScoredNotes
from incognote.core.document import Span
from incognote.core.errors import InputError
from incognote.core.labels import LABELS as BY_LABEL
from record import record

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

RECALLS = (0.90, 0.98, 0.995, 0.999)
SENSITIVITIES = (0.6, 0.8, 0.95)
"""What share of what is left readers find."""
ERROR = 0.05
NOTES, READ, MOST, PRECISION, PLANTED = 5000, 400, 10, 0.9, 60
LABELS = ("PATIENT", "DATE", "HOSPITAL", "PHONE")
KINDS = np.array([0.45, 0.3, 0.2, 0.05])
"""Shares of the kinds of identifiers, one of each category."""


@dataclass(frozen=True)
class Release:
    """Notes with what they held, what was left in them, and what they have room for."""

    held: Ints
    left: Ints
    room: Ints


def clumps(rng: np.random.Generator, patients: Ints, shape: float) -> Floats:
    """Returns a rate for each note, alike within a patient: mean 1, long tail."""
    by_patient = rng.gamma(shape, 1 / shape, int(patients.max()) + 1)
    return by_patient[patients] * rng.gamma(shape, 1 / shape, len(patients))


def make_patients(rng: np.random.Generator, notes: int) -> Ints:
    """Returns the patient of each note: one to eight notes each."""
    sizes = rng.integers(1, 9, notes)
    return np.repeat(np.arange(notes), sizes)[:notes]


def make_release(rng: np.random.Generator, recall: float) -> Release:
    """Returns a release of about that recall."""
    patients = make_patients(rng, NOTES)
    held = 1 + rng.negative_binomial(2, 2 / (2 + 29), NOTES)
    rate = clumps(rng, patients, 0.5)
    low, high = 0.0, 50.0
    for _ in range(40):  # the factor at which the expected recall is what was asked for
        factor = (low + high) / 2
        lost = (held * np.minimum(0.95, factor * rate)).sum() / held.sum()
        low, high = (factor, high) if lost < 1 - recall else (low, factor)
    left = rng.binomial(held, np.minimum(0.95, low * rate))
    return Release(held, left, room_of(rng, left))


def room_of(rng: np.random.Generator, left: Ints) -> Ints:
    """Returns how many words look odd: of what is left three in five, and much that is not PHI.

    So it is with the identifiers of corpora/, and with what stands beside them: 7 in a note.
    """
    return rng.binomial(left, 0.6) + rng.negative_binomial(1, 1 / (1 + 7), len(left))


def make_tail(rng: np.random.Generator, *, seen: bool) -> Release:
    """Returns a release with nothing left but in few notes, in which very much is.

    Args:
        rng: Draws.
        seen: Whether these notes look as if they had room for so much.
    """
    few, many = 25, 60
    left = np.zeros(NOTES, np.int64)
    left[rng.choice(NOTES, few, replace=False)] = many
    return Release(left + 20, left, room_of(rng, left if seen else np.zeros_like(left)))


@dataclass(frozen=True)
class Readers:
    """People who find that share of what is there, on average."""

    sensitivity: float
    planted: float | None = None
    """The share of what is planted that they find, where that is another."""

    def find(self, rng: np.random.Generator, left: Ints, *, planted: bool = False) -> Ints:
        """Returns how much of what is left in each note they find.

        Half of what they overlook, on a scale of logarithms, goes by the page: then they see
        nothing of it.
        """
        share = (self.planted if planted else None) or self.sensitivity
        awake = rng.random(len(left)) < share**0.5
        return np.asarray(rng.binomial(left, np.where(awake, share**0.5, 0.0)), np.int64)


def certificate_of(
    release: Release, readers: Readers, rng: np.random.Generator, most: int
) -> tuple[Certificate, Ints]:
    """Returns the certificate of a release, and what is left of each kind."""
    share = rng.dirichlet(0.5 * len(KINDS) * KINDS, NOTES)  # a note's identifiers are of few kinds
    left = rng.multinomial(release.left, share)
    kept = rng.multinomial(int((release.held - release.left).sum()), KINDS)
    strata, of = draw(release.room, READ, most, rng)
    chosen = np.flatnonzero(of >= 0)
    planted = set(rng.choice(chosen, PLANTED, replace=False).tolist())
    put = Planted(0, 1, LABELS[0], "x")
    unread = release.room[of < 0]
    plan = Plan(
        outputs="",
        notes=NOTES,
        marks=dict(zip(LABELS, (kept / 0.95).astype(int).tolist(), strict=True)),  # 1 of 20 false
        actions={},
        strata=tuple(strata),
        sample=tuple(Drawn(str(i), int(of[i]), "", put if i in planted else None) for i in chosen),
        roomy={str(times): int((unread > times * most).sum()) for times in LIMITS},
        seed=0,
        terms=Terms(1 - ERROR, most, PRECISION, 0.99),
        system={},
    )
    found = readers.find(rng, release.left[chosen])
    marks = {}
    for i, n in zip(chosen, found, strict=True):
        kinds = rng.permutation(np.repeat(LABELS, left[i]))[:n]
        marks[str(i)] = tuple(Span(k, k + 1, str(label)) for k, label in enumerate(kinds))
    hits = readers.find(rng, np.ones(PLANTED, np.int64), planted=True).sum()
    return certify(plan, Reading(marks, int(hits))), left


def holds(made: Certificate, release: Release, taken: int = 0) -> bool:
    """Whether what is left, in how many notes, and recall are within the bounds.

    Args:
        made: The bounds.
        release: The truth.
        taken: How many identifiers were taken out since.
    """
    left, all_ = int(release.left.sum()) - taken, int(release.held.sum())
    return bool(
        made.overall.left >= left
        and made.overall.notes_left >= (release.left > 0).sum()
        and made.overall.recall <= 1 - left / all_
    )


def groups_hold(made: Certificate, left: Ints) -> bool:
    """Whether the bounds of all categories hold."""
    truth = {label: (left[:, k].sum(), (left[:, k] > 0).sum()) for k, label in enumerate(LABELS)}
    by_name = {bound.name: bound for bound in made.groups}
    return all(
        by_name[BY_LABEL[label].category].left >= total
        and by_name[BY_LABEL[label].category].notes_left >= notes
        for label, (total, notes) in truth.items()
    )


def coverage(
    make: Callable[[np.random.Generator], Release],
    readers: Readers,
    releases: int,
    seed: list[int],
    most: int = MOST,
) -> tuple[str, float]:
    """Returns how often the bounds of a kind of release hold, in words and as a share."""
    held = grouped = mended = perfect = notes_hold = 0
    told, least = [], []
    for i in range(releases):
        rng = np.random.default_rng([*seed, i])
        release = make(rng)
        try:
            made, left = certificate_of(release, readers, rng, most)
        except InputError:  # nothing is claimed
            held, grouped, mended = held + 1, grouped + 1, mended + 1
            continue
        whole = holds(made, release)
        held += whole
        grouped += whole and groups_hold(made, left)
        notes_hold += made.overall.notes_left >= (release.left > 0).sum()
        taken = made.overall.found
        mended += holds(made.mended(Mended("", taken, 0, 0)), release, taken)
        perfect += made.overall.left * made.sensitivity.least >= release.left.sum()
        told.append(made.overall.recall)
        least.append(made.sensitivity.least)
    return (
        f"{100 * held / releases:.1f} % of {releases} releases, with those of the categories too "
        f"{100 * grouped / releases:.1f} %, once mended {100 * mended / releases:.1f} %, notes "
        f"with any alone {100 * notes_hold / releases:.1f} %; recall proved "
        f"{100 * np.mean(told):.2f} %, sensitivity proved {np.mean(least):.2f}; identifiers left "
        f"if readers were taken to be perfect {100 * perfect / releases:.1f} %",
        held / releases,
    )


def certify_rows(releases: int, seed: int) -> list[tuple[str, str]]:
    """Returns how often the certificate's bounds hold, by recall and readers."""
    rows = []
    each = max(1, releases // 10)
    for share in SENSITIVITIES:
        readers = Readers(share)
        for recall in RECALLS:
            told, _ = coverage(
                partial(make_release, recall=recall), readers, each, [seed, int(recall * 1000)]
            )
            rows.append((f"certify, recall {recall:g}, readers find {share:g}: all hold", told))
        for seen, most in ((True, MOST), (False, MOST), (False, 60)):
            told, _ = coverage(
                partial(make_tail, seen=seen), readers, each, [seed, 11, seen, most], most
            )
            looks = "which look it" if seen else "which look like any other"
            few = f"certify, 60 left in 25 of {NOTES:,} notes, {looks}, --most-per-note {most}"
            rows.append((f"{few}, readers find {share:g}: all hold", told))
    easier = Readers(0.6, planted=0.95)
    told, _ = coverage(partial(make_release, recall=0.98), easier, each, [seed, 13])
    what = "readers find 0.95 of what is planted, 0.6 of what is left"
    rows.append((f"certify, recall 0.98, {what}: all hold", told))
    return rows


def scored(unit: Ints, critical: Floats) -> ScoredNotes:
    """Returns reviewed notes whose identifiers have these critical thresholds."""
    n = len(unit)
    none = np.full(n, -1, np.int64)
    return ScoredNotes(
        ("PATIENT",), int(unit.max()) + 1, int(unit.max()) + 1, unit, ("PATIENT",) * n,
        np.arange(n), np.arange(n), np.zeros(n, np.int64), critical, np.ones(n, np.bool_),
        unit, np.zeros(n, np.int64), none, 1, 0, 1, 0,
    )  # fmt: skip


def calibrate_rows(releases: int, seed: int) -> list[tuple[str, str]]:
    """Returns how often the thresholds of a calibration meet their target, by target."""
    rows = []
    for target, reviewed in ((0.90, 100), (0.95, 200), (0.98, 400), (0.99, 800), (0.995, 1500)):
        for most in (1, 20):
            rows.append(_calibrate_row(target, reviewed, most, releases // 10, seed))
    return rows


def _calibrate_row(
    target: float, reviewed: int, most: int, releases: int, seed: int
) -> tuple[str, str]:
    met = given = naive_met = naive_given = 0
    gaps = []
    for i in range(releases):
        rng = np.random.default_rng([seed, i, reviewed, most])
        # A site with its patients; how easy their identifiers are goes by patient and note.
        sites = 6000
        notes = rng.integers(1, 5, sites)
        held = rng.negative_binomial(2, 2 / (2 + 12 * notes)) + 1
        unit = np.repeat(np.arange(sites), held)
        ease = rng.normal(rng.uniform(4, 8), rng.uniform(2, 4), sites)
        critical = 1 / (1 + np.exp(-ease[unit] - rng.logistic(0, 1.5, len(unit))))
        critical = np.where(critical > 0.5, 1.0, critical)
        scale = np.minimum(1.0, most / held)
        truth = [
            1 - (np.bincount(unit, weights=critical < t) * scale).sum() / (held * scale).sum()
            for t in GRID
        ]
        chosen = rng.choice(sites, reviewed)  # the site goes on: patients like these come again
        parts = [
            critical[start : start + n]
            for start, n in zip(
                np.concatenate(([0], np.cumsum(held)))[chosen], held[chosen], strict=True
            )
        ]
        sample, of = np.concatenate(parts), np.repeat(np.arange(reviewed), held[chosen])
        try:
            thresholds, _ = choose_thresholds(
                scored(of, sample), (Target("all", target),), calibration.Terms(1 - ERROR, most)
            )
        except InputError:
            met += 1  # nothing is claimed
        else:
            given += 1
            recall = truth[GRID.index(thresholds["PATIENT"])]
            met += recall >= target
            gaps.append(recall - target)
        best = None
        for place, threshold in enumerate(GRID):
            n = len(sample)
            if share_lower(n - int((sample < threshold).sum()), n, ERROR) < target:
                break
            best = place
        naive_given += best is not None
        naive_met += best is None or truth[best] >= target
    gap = f", {100 * np.mean(gaps):.2f} points above it on average" if gaps else ""
    return (
        f"calibrate, target {target:g}, {reviewed} patients reviewed, most {most}: met",
        f"{100 * met / releases:.1f} % of {releases} sites (threshold given in "
        f"{100 * given / releases:.0f} %{gap}); token interval {100 * naive_met / releases:.1f} % "
        f"(given in {100 * naive_given / releases:.0f} %)",
    )


def main() -> None:
    """Runs all parts and records them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--releases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20)
    args = parser.parse_args()
    rows = [
        *certify_rows(args.releases, args.seed),
        *calibrate_rows(args.releases, args.seed),
    ]
    print(
        record(
            "Guarantees of calibrate and certify",
            rows,
            note="Misses clumped by patient and note. All bounds are made at 95 %, those of a "
            f"certificate from {READ} of {NOTES:,} notes with {PLANTED} planted identifiers, of "
            "which readers overlook half (of the logarithm) by the page. 'token interval' takes "
            "every identifier for an independent draw.",
        )
    )


if __name__ == "__main__":
    main()
