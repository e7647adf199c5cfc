"""`incognote certify plan`: draw the notes to read."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from incognote.assure.rounding import at_least, at_most
from incognote.cli import audit, screen
from incognote.core.document import Document
from incognote.core.errors import ConfigError, counted
from incognote.core.language import AUTO
from incognote.io.format import writer
from incognote.run.batch.written import SPANS, read_output, record_of

if TYPE_CHECKING:
    from incognote.assure.plan import Stratum, Terms
    from incognote.assure.prospects import Prospect
    from incognote.replace.redact import Redacted

_STEPS = (50, 100, 150, 200, 300, 400, 500, 700, 1000, 1500, 2000, 3000, 5000, 10000)
"""How many notes to read are tried where nobody says."""


def read_notes(output: Path) -> Iterable[Document]:
    """Returns the notes that deid wrote; its records beside them are no notes."""
    return (doc for record in read_output(output) for doc in record.texts)


def make(
    output: Path,
    path: Path,
    *,
    read: int | None,
    planted: int,
    terms: tuple[float, int, float, float],
    seed: int | None,
    to_read: Path | None,
) -> None:
    """Writes a plan and the notes to read, and says what reading them can prove.

    Args:
        output: The release.
        path: Where the plan goes.
        read: How many notes to read; None: as many as prove the target.
        planted: How many identifiers to plant.
        terms: As `plan.Terms`.
        seed: Of the draw; None: a new one.
        to_read: Where the notes to read go.
    """
    from incognote.assure.plan import Terms, make_plan
    from incognote.assure.prospects import found_of, most_proved
    from incognote.assure.release import Records, read_release, released_note
    from incognote.io.output import new_file

    agreed = Terms(*terms)
    # Not from the user: what made the release is what the packet must name.
    system = audit.read_system(output)
    if system["language"] == AUTO:
        raise ConfigError(
            f"{output}: was made with --lang {AUTO}, and a certificate is for notes of one "
            "language; release those of each language by themselves."
        )
    records = Records(record_of(output, SPANS))
    release = read_release(lambda: read_notes(output), records, lang=system["language"])
    marks = sum(sum(note.marks.values()) for note in release)
    if read is None:
        read = _enough(len(release), marks, planted, agreed)

    def released(ids: Collection[str]) -> Iterator[Redacted]:
        return (released_note(doc, records) for doc in read_notes(output) if doc.id in ids)

    made, texts = make_plan(
        release,
        released,
        read=read,
        planted=planted,
        seed=secrets.randbits(32) if seed is None else seed,
        terms=agreed,
        system=system,
    )
    with new_file(path) as file:
        file.write(made.to_json().encode())
        if to_read is not None:  # before the plan has its name: a refusal leaves none behind
            writer("inline")(texts, to_read)
    for stratum in made.strata:
        typer.echo(f"{stratum.name}: read {stratum.read:,} of {stratum.notes:,} notes")
    typer.echo(
        f"planted: {counted(made.planted, 'identifier')}, one to a note\n"
        f"target: a recall of {100 * agreed.target:g} % or more must be shown\n"
        f"If all is read, and {found_of(made.planted):,} of {made.planted:,} planted identifiers "
        "are found, this is what it proves with "
        f"confidence {agreed.confidence:g}, where misses are spread evenly, two to a note; where "
        "they clump in fewer notes it proves less:"
    )
    typer.echo("                       at least      at most per 1,000 notes")
    typer.echo("  true recall            recall         left  notes with any")
    for row in _prospects(made.strata, marks, made.planted, agreed):
        typer.echo(
            f"  {100 * row.recall:9.1f} %  {at_least(100 * row.proved):>14} %"
            f"  {at_most(row.left_per_1000, 1):>11}  {at_most(row.notes_per_1000, 1):>14}"
        )
    best = most_proved(made.strata, marks, made.planted, agreed)
    if best < agreed.target:
        more = "Release" if len(made.sample) == len(release) else "Read"
        screen.say(
            f"This plan cannot show a recall of {100 * agreed.target:g} %: at most "
            f"{at_least(100 * best)} % is proved, with nothing left and all that is planted found. "
            f"{more} more notes, plant more (--plant), or agree on another --target before anybody "
            "reads."
        )
    if roomy := made.roomy["1"]:
        screen.say(
            f"{counted(roomy, 'note')} that {'is' if roomy == 1 else 'are'} not to be read may "
            f"hold more than the {agreed.most:,} identifiers that such a note counts for, going by "
            "capitals and numbers: with a higher --most-per-note the bounds count them, and "
            "it takes more reading."
        )
    typer.echo(f"Wrote {path}.")


def _prospects(
    strata: Sequence[Stratum],
    marks: int,
    planted: int,
    terms: Terms,
    recalls: tuple[float, ...] = (),
) -> list[Prospect]:
    from incognote.assure.prospects import TRUE_RECALLS, prospects

    return prospects(strata, marks, planted=planted, terms=terms, recalls=recalls or TRUE_RECALLS)


def _enough(notes: int, marks: int, planted: int, terms: Terms) -> int:
    """How many notes prove the target if half of the misses that it allows happen."""
    from incognote.assure.plan import Stratum

    for read in _STEPS:
        if read >= notes:
            break
        whole = [Stratum("all", notes, read)]
        recall = (1 + terms.target) / 2
        (row,) = _prospects(whole, marks, max(1, min(planted, read)), terms, (recall,))
        if row.proved >= terms.target:
            return read
    return notes
