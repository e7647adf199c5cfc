"""The packet: one page on a release that a privacy officer can sign, without note text or ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any

from incognote.assure.attack.moved_dates import ALL_TOGETHER, BLIND, KNOWN
from incognote.assure.attack.population import TraitRisk
from incognote.assure.attack.record import DIAGNOSES, Attack, no_links, tables, too_few
from incognote.assure.calibration import Calibration
from incognote.assure.certificate import (
    DIRECT,
    HARDER,
    Bound,
    Certificate,
    found_left,
    of_one_category,
)
from incognote.assure.evaluation.intervals import caution
from incognote.assure.page import (
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
from incognote.assure.page_pdf import to_pdf
from incognote.assure.plan import LIMITS
from incognote.assure.probe import blocks as probe_blocks
from incognote.assure.rounding import at_least, at_most
from incognote.assure.utility.report import Share, Utility
from incognote.core.errors import counted

ROLES = ("Prepared by", "Read by (lead)", "Privacy officer")


@dataclass(frozen=True, slots=True)
class About:
    """What a packet says besides its bounds."""

    name: str
    """What the release is called."""
    date: str
    """As YYYY-MM-DD."""
    readers: Mapping[str, int]
    """Who read the notes, and how many each."""
    calibration: Calibration | None = None
    """What set the thresholds of the release."""
    hashes: Mapping[str, str] = field(default_factory=dict)
    """Hashes of the plan and the review, and versions of the software, by name."""
    twice: int = 0
    """How many notes two or more readers read."""
    utility: Utility | None = None
    """Which clinical facts of the notes the release kept."""
    attack: Attack | None = None
    """What readers who know other things made of notes like these."""
    probe: Mapping[str, Any] | None = None
    """What `incognote probe` showed of the system."""


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
    plan, taken = certificate.plan, certificate.mended_as
    return {
        "notes": plan.notes,
        "read": len(plan.sample),
        **asdict(plan.terms),
        "passed": certificate.passed,
        "outputs": certificate.outputs,
        "stands_in_place": plan.actions,
        "readers": {**asdict(certificate.sensitivity), "about": certificate.sensitivity.estimate},
        "recall_at_least": certificate.overall.recall,
        "recall_at_least_if_left_is_found_half_as_readily": certificate.recall_if_harder(HARDER),
        "left_per_1000_notes_at_most": certificate.left_per_1000,
        "notes_with_any_left_per_1000_at_most": certificate.notes_per_1000,
        "crowded_notes": certificate.crowded,
        "unread_notes_with_room_for_more": certificate.roomy,
        "overall": asdict(certificate.overall),
        "groups": [asdict(bound) for bound in certificate.groups],
        "found_by_label": certificate.found,
        "strata": [
            {**asdict(stratum), "most_left": most}
            for stratum, most in zip(plan.strata, certificate.most, strict=True)
        ],
        "mended": None if taken is None else {**asdict(taken), "outputs_read": plan.outputs},
    }


def _blocks(certificate: Certificate, about: About) -> Iterator[Block]:
    plan, overall, read = certificate.plan, certificate.overall, certificate.sensitivity
    terms = plan.terms
    percent = f"{100 * terms.confidence:g} %"
    yield Heading(1, _title(about))
    yield Text(f"Made on {about.date}.")
    yield Heading(2, "What is released")
    yield Text(
        f"{plan.notes:,} clinical notes, from which {sum(plan.marks.values()):,} names, dates, "
        "numbers, places and other identifiers were removed or replaced by incognote. "
        f"{_in_place(plan.actions)} {len(plan.sample):,} of the notes, drawn by chance after the "
        "release was made, were read by people, with a tag in every place where something was "
        "replaced; they "
        f"found {found_left(overall)}."
    )
    if taken := certificate.mended_as:
        yield Text(
            f"What they found was then taken out: {_count(taken.found, 'place')} that they marked, "
            f"and {_count(taken.elsewhere, 'other place')} of any note where the same stood, now "
            f"stand as tags, in {_count(taken.notes, 'note')} together. This page is of the "
            "release without them. Taking out only lowers what is left, so the limit of what was "
            "left, less what the readers found, holds for it; what was taken out elsewhere is not "
            "counted off."
        )
    yield Heading(2, "What may still be in it")
    yield Cards(
        [
            Card(
                _recall(overall.recall),
                "of the identifiers, at least, were removed (recall).",
                f"about {100 * overall.recall_estimate:.2f} %; of all notes together",
            ),
            Card(
                _up(certificate.left_per_1000),
                "identifiers, at most, are left per 1,000 notes.",
                f"about {_about(1000 * overall.left_estimate / plan.notes)}; at most "
                f"{_up(overall.left)} in the whole release",
            ),
            Card(
                f"{_up(certificate.notes_per_1000)} of 1,000",
                "notes, at most, have anything left.",
                f"about {_about(1000 * overall.notes_estimate / plan.notes)}; at most "
                f"{overall.notes_left:,} of {plan.notes:,} notes",
            ),
        ]
    )
    yield Text(
        f"{certificate.verdict}. The target, set before anything was read, is that a recall of "
        f"{100 * terms.target:g} % or more is shown."
    )
    if certificate.crowded:
        yield Text(
            f"READ THIS FIRST: {_count(certificate.crowded, 'read note')} had more identifiers "
            "left than the limits count for a note that was not read, so recall may be lower and "
            "more may be left than they say. A plan with a higher --most-per-note, read anew, has "
            "limits without this doubt; better still is to teach the system what was missed and "
            "release again."
        )
    yield Text(
        "What 'at least' and 'at most' say are limits, not estimates; the estimates stand beside "
        "them. The way the notes were drawn, read and counted goes wrong "
        f"in at most {100 * (1 - terms.confidence):g} of 100 releases, so all limits on this "
        f"page hold together with a confidence of {percent}. They do not "
        "rest on identifiers being missed independently of each other: that those of one note or "
        "one patient are missed together is allowed for. How many notes have anything left holds "
        "however many it is in each. Recall, and how many identifiers are left, hold if no note "
        "that was not read has more left than the table under 'Who read what' counts for it; by "
        "the capitals and numbers that stand in them, "
        f"{_count(certificate.roomy, 'such note')} could."
    )
    yield Heading(2, "How well the readers read")
    yield Text(
        f"In {read.planted:,} of the notes that they read a made-up identifier had been put, they "
        f"did not know where. They found {read.found:,} of them, which is "
        f"{100 * read.estimate:.1f} %, so that they find at least {_recall(read.least)} of such. "
        "The limits count what they overlooked accordingly, as if what is left were found as "
        "readily as what was planted. If it is harder to find, more is left: were it found only "
        "half as readily, recall would be at least "
        f"{_recall(certificate.recall_if_harder(HARDER))}."
    )
    yield Heading(2, "By group of identifiers")
    yield Grid(
        (
            "group",
            "removed",
            "found left",
            "left per 1,000 notes, at most (about)",
            "notes of 1,000 with any, at most",
            "recall, at least (about)",
        ),
        [_group(bound, plan.notes) for bound in certificate.groups],
    )
    yield Text(
        f"{DIRECT.capitalize()} are names, contacts, numbers of a person and streets; the groups "
        "below them hold these, too. Where few were removed the limit would tell how few there "
        "were rather than how many were missed: the table then says 'too few'. "
        "Of a "
        f"group a note that was not read counts for at most {of_one_category(terms.most)} left "
        f"({terms.most} for direct identifiers), or for up to {max(LIMITS)} times as many where a "
        "read note had more. By kind, removed and found left: "
        + "; ".join(
            f"{label} {plan.marks.get(label, 0):,} and {certificate.found.get(label, 0):,}"
            for label in sorted({*plan.marks, *certificate.found})
        )
        + "."
    )
    yield Heading(2, "Who read what")
    yield Text(
        f"{len(plan.sample):,} notes were read, each in the text that was released with tags for "
        "what was replaced, which its hash shows; "
        f"{f'{about.twice:,}' if about.twice else 'none'} of them by two readers or more."
    )
    yield Grid(
        ("reader", "notes read"), [(who, f"{notes:,}") for who, notes in about.readers.items()]
    )
    yield Text(
        "Which notes to read was drawn within each row by chance, with equal "
        f"chances and the recorded seed {plan.seed}."
        + (
            " Notes with most room, by the capitals and numbers that stand in them, were all read, "
            "since a few notes with far more left than any other are what a draw overlooks."
            if len(plan.strata) > 1
            else ""
        )
        + " Nothing else steered the draw."
    )
    yield Grid(
        (
            "notes",
            "in the release",
            "read",
            "each read note stands for",
            "identifiers left that each note counts for, at most",
        ),
        [
            (
                s.name,
                f"{s.notes:,}",
                f"{s.read:,}",
                f"{s.notes / s.read:.1f} notes",
                f"{most:,}",
            )
            for s, most in zip(plan.strata, certificate.most, strict=True)
        ],
    )
    yield from _attack(about.attack)
    yield from _thresholds(about.calibration)
    yield from _kept(about.utility, mended=taken is not None)
    if about.probe is not None:
        yield from probe_blocks(about.probe)
    yield Heading(2, "What this does not tell")
    yield Bullets(list(_limits(certificate, attacked=about.attack is not None)))
    yield Heading(2, "What exactly was certified")
    rows = [
        ("hash of the released notes", certificate.outputs),
        *([("hash of the notes as they were read", plan.outputs)] if taken else ()),
        *((f"system: {name}", value) for name, value in sorted(plan.system.items())),
        *((name, value) for name, value in about.hashes.items()),
    ]
    yield Grid(("what", "which"), rows, words=2)
    yield Heading(2, "Signatures")
    yield Signatures(ROLES)


_IN_PLACE = {
    "tag": "tags",
    "mask": "masks of X and 0",
    "generalise": "less exact values",
    "surrogate": "surrogates (made-up values)",
    "shift": "shifted dates",
    "hash": "codes",
}


def _in_place(actions: Mapping[str, int]) -> str:
    """A sentence on what stands in place of what left the text."""
    if not actions:
        return "Nothing was found in them that had to be replaced."
    named = [f"{_IN_PLACE.get(a, a)} ({n:,})" for a, n in sorted(actions.items())]
    *first, last = named
    return f"In their places stand {', '.join(first)}{' and ' * bool(first)}{last}."


def _group(bound: Bound, notes: int) -> tuple[str, ...]:
    about = f"({100 * bound.recall_estimate:.2f} %)"
    return (
        bound.name,
        f"{bound.marks:,}",
        f"{bound.found:,}",
        f"{_up(1000 * bound.left / notes)} ({_about(1000 * bound.left_estimate / notes)})",
        _up(1000 * bound.notes_left / notes),
        f"{'too few' if bound.says_little else _recall(bound.recall)} {about}",
    )


def _thresholds(calibration: Calibration | None) -> Iterator[Block]:
    if calibration is None:
        return
    yield Heading(2, "How the system was set")
    asked = "; ".join(f"{t.name} at least {100 * t.recall:g} %" for t in calibration.targets)
    yield Text(
        f"Its thresholds were set on {calibration.notes:,} reviewed notes for a recall of {asked} "
        f"(confidence {100 * calibration.confidence:g} %), as {calibration.recall_means}. The "
        "limits above do not depend on that: "
        "the notes that were read were drawn after the release was made."
    )


def _kept(utility: Utility | None, *, mended: bool) -> Iterator[Block]:
    if utility is None:
        return
    total = utility.total
    yield Heading(2, "What was kept of the clinical text")
    kept = f"{total.shown[0]} % of them" if total.facts else "no share of them can be told"
    yield Text(
        f"Incognote read {total.facts:,} clinical facts in the {utility.notes:,} notes before they "
        "were de-identified (drugs and how they are taken, values, diagnoses, what is denied, "
        f"times) and looked for each in the release: {kept} stand there unchanged."
        + (
            f" Not counted, though they stand in the table: {', '.join(utility.without)}."
            if utility.without
            else ""
        )
        + (" What the readers then had taken out is not in these counts." if mended else "")
    )
    yield Grid(
        ("kind of fact", "kept, %", "between (95 %)", "facts", "lost", "read otherwise", "new"),
        [_share(share) for share in (*utility.shares, total)],
    )
    if total.low is not None and (warning := caution(utility.notes)):
        yield Text(warning)
    yield Text(
        "An interval is the days between two dates of a note. 'Read otherwise' are facts whose "
        "text stands as it was, but which are no longer found since what stands around them "
        "changed; they count as kept, unless the words that were put there deny them. 'New' are "
        "facts that only the release seems to hold. The share is of these notes; 'between' is what "
        "others like them would show, and where nothing is lost it has no width: of n facts as "
        "many as 3 in n may then go elsewhere (the rule of three). The facts are read by simple "
        "rules, which overlook some and take other text for some."
    )


def _share(share: Share) -> tuple[str, ...]:
    counts = (share.facts, share.lost, share.read_otherwise, share.added)
    return (share.kind, *share.shown, *(f"{count:,}" for count in counts))


_MARKS = {"gold": "all these marks", "found": "what the system found of these marks"}


def _attack(attack: Attack | None) -> Iterator[Block]:
    """What stays that is no identifier, and what it tells."""
    if attack is None:
        return
    yield Heading(2, "What a reader who knows other things could do")
    yield Text(
        "The limits above are about identifiers that were left. This is about what stays when none "
        f"is. Readers were imitated on {_count(attack.notes, 'note')} that people had marked, with "
        f"{_MARKS[attack.marks]} replaced as the policy says; they saw the output alone. These are "
        "figures of those notes, not limits for this release, and of the readers that were thought "
        "of."
    )
    if warning := too_few(attack):
        yield Text(warning)
    for risk in attack.traits:
        below = {int(limit): n for limit, n in risk.below.items()}
        yield Text(
            f"Policy {risk.policy}: a reader who holds a census of the {risk.people:,} people of "
            "the place finds, for half of the notes, "
            f"{risk.k_quartiles[1]:,} people or more who agree with what the note still tells "
            f"({', '.join(risk.counted)}). "
            + " ".join(
                f"In {_count(n, 'note')} of {risk.notes:,} fewer than {limit} agree."
                for limit, n in sorted(below.items())
            )
            + " {} Of whom a note is, a reader who picks one of those who agree is right in "
            "{:.2f} of 100 notes (journalist's risk; with 95 % confidence {:.2f} to {:.2f}); one "
            "who knows that the patient is among the notes, in {:.0f} of 100, if nobody's traits "
            "are said wrongly and the reader knows all of them (prosecutor's risk).".format(
                _not_counted(risk),
                100 * risk.journalist,
                *(100 * end for end in risk.journalist_between),
                100 * risk.prosecutor,
            )
        )
    if attack.shifts:
        by_name = {row.evidence: row for row in attack.shifts}
        every, one = by_name[ALL_TOGETHER], by_name[KNOWN[0]]
        blind = by_name[BLIND]
        yield Text(
            f"Dates moved ({attack.shifts_of}): all dates of a patient move by the same number of "
            f"days, one of {every.shifts:,}. From seasons, feasts, days of the week, drugs, hours "
            f"and ages in the notes a reader who wants to know it still has {every.left:.0f} of "
            f"these to think of for a patient on average, and guesses within a week in "
            f"{100 * every.within_a_week / max(1, every.exposed):.1f} of 100, against "
            f"{100 * blind.within_a_week / max(1, blind.exposed):.1f} without. A reader who knows "
            f"the true date of one event in the notes has {one.left:.1f} left, and so knows nearly "
            "all dates of that patient: that is the price of intervals that stay true."
        )
    if attack.links and attack.links[0].held:
        best = max(attack.links, key=lambda row: row.first)
        yield Text(
            f"Other notes: a reader who holds the original of one note of a patient, and looks in "
            f"the release for others of the same one by {best.signs}, finds one of them first "
            f"in {100 * best.first / best.held:.0f} of 100 cases (by chance "
            f"{100 * best.first_by_chance / best.held:.1f}), among the first ten in "
            f"{100 * best.among_ten / best.held:.0f} (by chance "
            f"{100 * best.among_ten_by_chance / best.held:.1f}). It is the clinical text that "
            "leads there; only an agreement with the recipients can forbid it."
        )
    elif none := no_links(attack):
        yield Text(none)
    for table in tables(attack):
        yield Heading(3, table.title)
        yield Grid(table.head, table.rows)
    yield Text(DIAGNOSES)


def _not_counted(risk: TraitRisk) -> str:
    """What notes tell and k does not count, as no figures are known of it."""
    left = [f"{t} ({_count(n, 'note')})" for t, n in risk.telling.items() if t not in risk.counted]
    if not left:
        return ""
    return (
        f"Not counted, though notes tell it, since there are no figures: {', '.join(left)}; who "
        "knows it, too, finds fewer people."
    )


def _limits(certificate: Certificate, *, attacked: bool) -> Iterator[str]:
    plan = certificate.plan
    yield (
        "What readers overlook is counted as far as the planted identifiers tell. They stand where "
        "the system was least sure of what it replaced; what it missed may be harder to see, and "
        "one group harder than another."
    )
    yield (
        "Recall and identifiers left count a note that was not read for no more than the table "
        "under 'Who read what' says; "
        + (
            f"{_count(certificate.crowded, 'read note')} had more."
            if certificate.crowded
            else "none of the read notes had more, and no reading of a part can show that no other "
            "has."
        )
    )
    yield (
        f"Recall takes {100 * plan.terms.precision:g} of 100 removals or more, of each group too, "
        "to be identifiers. That is given, not measured here; the numbers of identifiers and notes "
        "left do not depend on it."
    )
    yield (
        "Only identifiers of the listed kinds are counted. A rare disease, an unusual event or a "
        "life story can point at a person without any of them."
        + ("" if attacked else " incognote attack measures how far age, trade and the like do.")
    )
    yield (
        "If the release is changed after the reading otherwise than by certify apply, this page is "
        "void. So it is if the notes to "
        "read were drawn anew because the first plan did not suit. If several releases were read "
        "until one passed, the confidence is lower than stated."
    )


def _count(n: int, what: str) -> str:
    return counted(n, what) if n else f"no {what}"


def _up(value: float) -> str:
    """A limit from above, rounded up."""
    return at_most(value, 0 if value >= 10 else 1).removesuffix(".0")


def _about(value: float) -> str:
    """An estimate."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def _recall(value: float) -> str:
    """A limit from below in per cent, rounded down."""
    return f"{at_least(100 * value)} %"
