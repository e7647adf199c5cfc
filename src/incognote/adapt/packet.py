"""The packet: one page on a release that a privacy officer can sign, without note text or ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any

from incognote.adapt.certificate import LIMITS, PER_LABEL, Certificate, found_left
from incognote.adapt.dial import Calibration
from incognote.errors import counted
from incognote.labels import LABELS
from incognote.page import (
    Block,
    Bullets,
    Card,
    Cards,
    Grid,
    Heading,
    Signatures,
    Text,
    to_html,
)
from incognote.page_pdf import to_pdf
from incognote.rounding import at_least, at_most

ROLES = ("Prepared by", "Read by (lead)", "Privacy officer")


@dataclass(frozen=True, slots=True)
class About:
    """What a packet says besides its bounds."""

    name: str
    """Of the release."""
    date: str
    """ISO."""
    readers: Mapping[str, int]
    """Who read the notes, and how many each."""
    calibration: Calibration | None = None
    """What set the thresholds of the release."""
    hashes: Mapping[str, str] = field(default_factory=dict)
    """Of the plan and the review, and versions."""
    twice: int = 0
    """Notes that two readers read, or more."""


def make_packet(certificate: Certificate, about: About) -> str:
    """Returns the page as HTML that loads nothing."""
    return to_html(_title(about), _blocks(certificate, about))


def make_pdf(certificate: Certificate, about: About) -> bytes:
    """Returns the page as PDF.

    Raises:
        MissingExtraError: If what makes it is not installed.
    """
    return to_pdf(_title(about), _blocks(certificate, about), date.fromisoformat(about.date))


def _title(about: About) -> str:
    return f"Release certificate: {about.name}"


def as_record(certificate: Certificate) -> dict[str, Any]:
    """Returns the bounds for JSON, without ids."""
    plan = certificate.plan
    return {
        "notes": plan.notes,
        "read": len(plan.sample),
        "confidence": plan.confidence,
        "most_per_note": plan.most,
        "precision": plan.precision,
        "outputs": plan.outputs,
        "recall_at_least": certificate.overall.recall,
        "left_per_1000_notes_at_most": certificate.left_per_1000,
        "notes_with_any_left_per_1000_at_most": certificate.notes_per_1000,
        "crowded_notes": certificate.crowded,
        "not_one_place_marked": certificate.unmarked,
        "overall": asdict(certificate.overall),
        "labels": [asdict(bound) for bound in certificate.labels],
        "strata": [
            {**asdict(stratum), "most_left_unread": most}
            for stratum, most in zip(plan.strata, certificate.most, strict=True)
        ],
    }


def _blocks(certificate: Certificate, about: About) -> Iterator[Block]:
    plan, overall = certificate.plan, certificate.overall
    percent = f"{100 * plan.confidence:g} %"
    yield Heading(1, _title(about))
    yield Text(f"Made on {about.date}.")
    yield Heading(2, "What is released")
    yield Text(
        f"{plan.notes:,} clinical notes, from which {sum(plan.marks.values()):,} names, dates, "
        "numbers, places and other identifiers were removed or replaced by incognote. "
        f"{len(plan.sample):,} of the notes, drawn by chance after the release was made, were read "
        f"by people, who found {found_left(overall)}."
    )
    yield Heading(2, "What may still be in it")
    yield Cards(
        [
            Card(
                _recall(overall.recall),
                "of the identifiers, at least, were removed (recall).",
                "of all notes of the release together",
            ),
            Card(
                _up(certificate.left_per_1000),
                "identifiers, at most, are left per 1,000 notes.",
                f"at most {_up(overall.left)} in the whole release",
            ),
            Card(
                f"{_up(certificate.notes_per_1000)} of 1,000",
                "notes, at most, have anything left.",
                f"at most {overall.notes_left:,} of {plan.notes:,} notes",
            ),
        ]
    )
    if certificate.unmarked:
        yield Text(
            f"READ THIS FIRST: not one place was marked in the {len(plan.sample):,} notes. Pages "
            "that nobody read look the same, and the limits hold only if each note was read to "
            "its end: whoever signs should know that it was."
        )
    if certificate.crowded:
        yield Text(
            f"READ THIS FIRST: {counted(certificate.crowded, 'read note')} had more identifiers "
            "left than the limits count for a note that was not read, so recall may be lower and "
            "more may be left than they say. A plan with a higher --most-per-note, read anew, has "
            "limits without this doubt; better still is to teach the system what was missed and "
            "release again."
        )
    yield Text(
        "These are not estimates but limits: the way the notes were drawn and counted goes wrong "
        f"in at most {100 * (1 - plan.confidence):g} of 100 releases, so all statements on this "
        f"page, those by kind included, hold together with a confidence of {percent}. They do not "
        "rest on identifiers being missed independently of each other: that those of one note or "
        "one patient are missed together is allowed for. How many notes have anything left holds "
        "whatever is in them. Recall, and how many identifiers are left, hold if no note that was "
        "not read has more left than the table under 'Who read what' counts for it: a rare note "
        "with far more left than any that was read would not be seen by this."
    )
    yield Heading(2, "By kind of identifier")
    yield Grid(
        (
            "kind",
            "removed",
            "found left",
            "left per 1,000 notes, at most",
            "notes of 1,000 with any, at most",
            "recall, at least",
        ),
        [
            (
                _kind(bound.label),
                f"{bound.marks:,}",
                f"{bound.found:,}",
                _up(1000 * bound.left / plan.notes),
                _up(1000 * bound.notes_left / plan.notes),
                _recall(bound.recall),
            )
            for bound in certificate.labels
        ],
    )
    yield Text(
        "A kind of which little was removed has a weak limit: few were there to be counted. It "
        "does not mean that more of it was missed. Of one kind a note that was not read counts for "
        f"at most {min(PER_LABEL, plan.most)} left, or for up to {max(LIMITS)} times as many where "
        "a read note had more."
    )
    yield Heading(2, "Who read what")
    yield Text(
        f"{len(plan.sample):,} notes were read in the text that is released, "
        f"{f'{about.twice:,}' if about.twice else 'none'} of them by two readers or more."
    )
    yield Grid(
        ("reader", "notes read"), [(who, f"{notes:,}") for who, notes in about.readers.items()]
    )
    yield Text(
        "Which notes to read was drawn within each row by chance, with equal "
        f"chances and the recorded seed {plan.seed}; suspicious notes (close calls, odd words and "
        "numbers, known names) were read more often, and count for fewer in return."
    )
    yield Grid(
        (
            "notes",
            "in the release",
            "read",
            "each read note stands for",
            "identifiers left that each other note counts for, at most",
        ),
        [
            (
                s.name,
                f"{s.notes:,}",
                f"{s.read:,}",
                f"{s.notes / max(1, s.read):.1f} notes",
                f"{most:,}" if most else "all were read",
            )
            for s, most in zip(plan.strata, certificate.most, strict=True)
        ],
    )
    yield from _thresholds(about.calibration)
    yield Heading(2, "What this does not tell")
    yield Bullets(list(_limits(certificate, about)))
    yield Heading(2, "What exactly was certified")
    rows = [
        ("hash of the released notes", plan.outputs),
        *((f"system: {name}", value) for name, value in sorted(plan.system.items())),
        *((name, value) for name, value in about.hashes.items()),
    ]
    yield Grid(("what", "which"), rows, words=2)
    yield Heading(2, "Signatures")
    yield Signatures(ROLES)


def _thresholds(calibration: Calibration | None) -> Iterator[Block]:
    if calibration is None:
        return
    yield Heading(2, "How the system was set")
    asked = "; ".join(f"{t.name} at least {100 * t.recall:g} %" for t in calibration.targets)
    yield Text(
        f"Its thresholds were set on {calibration.notes:,} reviewed notes for a recall of {asked} "
        f"(confidence {100 * calibration.confidence:g} %). The limits above do not depend on that: "
        "the notes that were read were drawn after the release was made."
    )


def _limits(certificate: Certificate, about: About) -> Iterator[str]:
    plan = certificate.plan
    yield (
        "The limits hold for this release and for what its readers saw. What a reader overlooks is "
        "not counted" + ("." if about.twice else "; have some notes read twice and compare.")
    )
    yield (
        "Recall and identifiers left count a note that was not read for no more than the table "
        "under 'Who read what' says; "
        + (
            f"{counted(certificate.crowded, 'read note')} had more."
            if certificate.crowded
            else "none of the read notes had more, and no reading of a part can show that no other "
            "has."
        )
    )
    yield (
        f"Recall takes {100 * plan.precision:g} of 100 removals or more, of each kind too, to be "
        "identifiers. That is given, not measured here; the numbers of identifiers and notes left "
        "do not depend on it."
    )
    yield (
        "Only identifiers of the listed kinds are counted. A rare disease, an unusual event or a "
        "life story can point at a person without any of them."
    )
    yield (
        "If the release is changed after the reading, this page is void. So it is if the notes to "
        "read were drawn anew because the first plan did not suit. If several releases were read "
        "until one passed, the confidence is lower than stated."
    )


def _kind(label: str) -> str:
    return f"{label}: {LABELS[label].description}" if label in LABELS else label


def _up(value: float) -> str:
    """A limit from above, rounded up."""
    return at_most(value, 0 if value >= 10 else 1).removesuffix(".0")


def _recall(value: float) -> str:
    """A limit from below in per cent, rounded down."""
    return f"{at_least(100 * value)} %"
