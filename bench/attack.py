"""What readers who know other things make of our own output (docs/attack.md).

    python bench/attack.py corpora/notes_en --only missed --only marks --part dev
    python bench/attack.py corpora/records_en
    python bench/attack.py corpora/records_es --lang es
    python bench/attack.py --only visits --only order

Sections of results.md: what a reader picks out of surrogates where originals were missed (missed),
what dates that the pipeline misses tell (marks), what stays in released notes and how many people
agree with it (traits), how far dates moved (dates), what other notes of the patients lead to
(links). Two are of made-up visits, as our notes are of few patients with many: on working days
(visits), and in the order in which they were written (order).
"""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from incognote.assure.attack import missed_names
from incognote.assure.attack.missed_dates import shift_risk
from incognote.assure.attack.moved_dates import from_order
from incognote.assure.attack.record import tables
from incognote.assure.attack.shifts import Learned, Weights, every_shift, learned, normal
from incognote.cli.attack import attack_on, date_rows, found_marks
from incognote.core.document import Document
from incognote.core.pipeline import Settings
from incognote.io.inline import read
from incognote.io.split import split
from incognote.replace.feasts import day_of
from incognote.replace.policy import Options, Policy, get_policy
from incognote.replace.redact import redact
from incognote.replace.replacement import Context
from record import record
from replacement import PLAIN, dates_of

SECTIONS = ("missed", "marks", "traits", "dates", "links", "visits", "order")
POLICIES = ("hipaa", "hipaa-expert", "limited-data-set", "gdpr", "i2b2-2014", "all")
COLUMNS = ("missed", "vary", "notes leaking", "guess right", "at random", "of all notes", "surest")
Section = tuple[str, Sequence[Sequence[str]], str, Sequence[str]]
"""Title, rows, note and head of a table."""


def missed_rows(docs: list[Document], lang: str, trials: int) -> list[tuple[str, ...]]:
    """Returns what a reader of the output picks, at each miss rate and way to vary."""
    policy = get_policy("all").with_action("surrogate")
    rows = []
    for rate in missed_names.MISS_RATES:
        for vary in (0.0, 0.5, 1.0):
            context = Context(b"1", lang=lang, vary=vary)
            p = missed_names.price(docs, policy, context, miss_rate=rate, trials=trials, seed=1)
            rows.append((
                f"{rate:.1%}", f"{vary:g}", f"{p.leaking:,} of {p.notes:,}", f"{p.chance:.1%}",
                f"{p.base:.1%}", f"{p.notes_lost:.2%}", f"{p.corpus_found:.0%}",
            ))  # fmt: skip
    return rows


def mark_rows(docs: list[Document], found: list[Document], lang: str) -> list[tuple[str, str]]:
    """Returns how many gold dates become tags, and what those missed by the pipeline tell."""
    policy = get_policy("all").with_action("surrogate")
    context = Context(b"1", lang=lang, options=policy.options)
    tally = sum(
        (dates_of(doc, redact(doc, policy, context), context) for doc in docs),
        start=dates_of(docs[0].with_spans(()), redact(docs[0].with_spans(()), policy), context),
    )
    risk = shift_risk(zip(docs, found, strict=True), policy, context)
    return [
        ("dates tagged", f"{tally['dates tagged'] / tally['dates']:.2%} of {tally['dates']:,}"),
        *date_rows(risk),
    ]


def policies() -> list[Policy]:
    """Returns those that ship, and Safe Harbor as it was before rare occupations left."""
    every = [get_policy(name) for name in POLICIES]
    before = replace(
        every[0],
        name="hipaa, all occupations left",
        options=replace(every[0].options, rare_professions="keep"),
    )
    return [before, *every]


SHARES = (0.19, 0.19, 0.19, 0.19, 0.19, 0.025, 0.025)
"""Of visits by day of the week from Monday: a practice with a little on weekends."""
HOLIDAYS, ON_HOLIDAY = ("1-1", "7-4", "5.-1.1", "9.1.1", "11.4.4", "12-25"), 0.02
"""Of the United States, and what part of a day's visits they have."""
VISITS = (1, 3, 10, 30, 100)
FIRST, LAST = datetime.date(1990, 1, 1), datetime.date(2040, 1, 1)
RANGES = {
    "184 to 320 days (default)": Context(),
    "184 to 320 days, whole weeks": Context(whole_weeks=True),
    "184 to 3,650 days": Context(options=Options(shift_most=3650)),
}


def chances() -> tuple[np.ndarray, int]:
    """Returns how likely a visit is on each day, and the number of the first day."""
    days = np.array([FIRST.toordinal() + i for i in range((LAST - FIRST).days)])
    likely = np.array(SHARES)[(days - 1) % 7]
    for year in range(FIRST.year, LAST.year):
        for rule in HOLIDAYS:
            likely[day_of(rule, year).toordinal() - FIRST.toordinal()] *= ON_HOLIDAY
    return likely, FIRST.toordinal()


def visit_rows(patients: int, seed: int) -> list[tuple[str, ...]]:
    """Returns what days of visits alone tell, by how many there are and how dates move."""
    likely, first = chances()
    rows = []
    for name, context in RANGES.items():
        shifts = np.array(every_shift(context))
        for visits in VISITS:
            rng = np.random.default_rng(seed)
            known: list[tuple[Weights, int]] = []
            for _ in range(patients):
                years = slice(20 * 365, 25 * 365)
                part = likely[years] / likely[years].sum()
                days = first + years.start + rng.choice(len(part), visits, p=part)
                truth = int(rng.choice(shifts))
                back = days[:, None] + truth - shifts[None, :] - first
                logs = np.log(likely[back]).sum(axis=0)
                weights = np.exp(logs - logs.max())
                known.append((weights_of(shifts, weights), truth))
            row = learned(f"{visits:,}", patients, len(shifts), known)
            rows.append((name, *_cells(row)))
    return rows


def order_rows(seed: int) -> list[tuple[str, ...]]:
    """Returns what the order of notes tells, by how many notes a day there are."""
    rows = []
    shifts = every_shift(Context())
    for patients, visits, days in ((50, 3, 730), (200, 3, 730), (600, 3, 730), (600, 10, 730)):
        rng = np.random.default_rng(seed)
        moved = rng.choice(shifts, patients)
        start = datetime.date(2017, 1, 1)
        notes = sorted(
            (int(day), who) for who in range(patients) for day in rng.integers(0, days, visits)
        )
        shown = [start + datetime.timedelta(day + int(moved[who])) for day, who in notes]
        weights = from_order(shown, [f"{who:04}" for _, who in notes], shifts)
        known = [(w, int(moved[int(who)])) for who, w in weights.items()]
        row = learned(f"{len(notes):,} in two years", patients, len(shifts), known)
        rows.append(_cells(row))
    return rows


def weights_of(shifts: Iterable[int], weights: Iterable[float]) -> Weights:
    """Returns weights by number of days."""
    return normal({int(s): float(w) + 1e-300 for s, w in zip(shifts, weights, strict=True)})


def _cells(row: Learned) -> tuple[str, ...]:
    return (
        row.evidence,
        f"{row.left:.1f} of {row.shifts:,}",
        f"{row.exactly / row.exposed:.1%}",
        f"{row.within_a_week / row.exposed:.1%}",
    )


def sections(args: argparse.Namespace) -> Iterable[Section]:
    """Yields the tables that were asked for."""
    only = args.only or (("traits", "dates", "links") if args.corpus else ("visits", "order"))
    if "visits" in only:
        note = (
            f"{args.patients} made-up patients; 5 % of visits on weekends, hardly any on six "
            "holidays; the reader knows these shares."
        )
        head = ("dates move by", "visits", "shifts left", "found exactly", "within a week")
        yield "Attack: made-up visits on working days", visit_rows(args.patients, 1), note, head
    if "order" in only:
        note = (
            "Made-up patients with three notes each (the last row: ten), in the order they were "
            "written in."
        )
        head = ("notes", "shifts left", "found exactly", "within a week")
        yield "Attack: made-up notes in their order", order_rows(1), note, head
    if not args.corpus:
        return
    docs = list(read(args.corpus))
    if args.part:
        docs = list(split(docs, args.corpus / "split.tsv", args.part))
    where = f"({args.lang}, {args.part or args.corpus.name})"
    if "missed" in only:
        note = (
            f"{len(docs)} notes, gold marks, {args.trials} trials; docs/replacement.md says what "
            "the reader sees and what the columns mean."
        )
        rows = missed_rows(docs, args.lang, args.trials)
        yield f"Attack on surrogates {where}", rows, note, COLUMNS
    made_up = get_policy("all").with_action("surrogate")
    found = None
    if "marks" in only or args.real:
        context = Context(b"1", lang=args.lang, options=made_up.options)
        found = found_marks(docs, Settings(args.lang), made_up, context)
    if "marks" in only and found:
        note = f"{len(docs)} notes; gold marks, then those of the pipeline with its last search."
        yield f"Dates of surrogates {where}", mark_rows(docs, found, args.lang), note, PLAIN
    readers = [each for each in ("traits", "dates", "links") if each in only]
    context = Context(b"1", lang=args.lang, options=made_up.options)
    for reader in readers:
        chosen = policies() if reader == "traits" else [get_policy("all")]
        done = attack_on(
            docs,
            found if args.real else None,
            chosen,
            context,
            readers=[reader],
            people=args.people,
            seed=1,
        )
        marks = "what the pipeline finds" if args.real else "gold marks"
        for table in tables(done):
            title = f"Attack: {table.title[0].lower()}{table.title[1:]} {where}"
            if args.real:
                title += ", as found"
            yield title, table.rows, f"{len(docs)} notes, {marks}; docs/attack.md.", table.head


def main() -> None:
    """Measures and records."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path, nargs="?")
    parser.add_argument("--part", default="", help="of the corpus; '' takes all notes")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="one of them, repeatable")
    parser.add_argument("--real", action="store_true", help="replace what the pipeline finds")
    parser.add_argument("--trials", type=int, default=20, help="of missed")
    parser.add_argument("--people", type=int, default=1_000_000, help="of the population")
    parser.add_argument("--patients", type=int, default=300, help="of visits")
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    if args.corpus is None and set(args.only or ()) - {"visits", "order"}:
        parser.error("name a corpus")
    for title, rows, note, head in sections(args):
        print(record(title, rows, note=note, head=head, dry=args.dry))


if __name__ == "__main__":
    main()
