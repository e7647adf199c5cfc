"""`incognote certify`: which notes of a release to read, and what reading them proves."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote import registry
from incognote.cli import audit, options, screen
from incognote.deidentifier import AUTO
from incognote.document import Document
from incognote.errors import ConfigError, InputError, counted, unknown
from incognote.rounding import at_least, at_most

if TYPE_CHECKING:
    from incognote.adapt.certificate import Prospect
    from incognote.adapt.plan import Stratum

_FORMATS = ", ".join(registry.names("reader"))
_STEPS = (50, 100, 150, 200, 300, 400, 500, 700, 1000, 1500, 2000, 3000, 5000, 10000)
"""How many notes to read are tried where nobody says."""


def certify(
    what: Annotated[str, typer.Argument(metavar="plan|run", help="What to do.")],
    output: Annotated[
        Path, typer.Argument(metavar="OUTPUT", help="The folder that incognote deid wrote.")
    ],
    *,
    plan: Annotated[
        Path,
        typer.Option(metavar="FILE", help="The plan: written by plan, read by run."),
    ],
    read: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="plan: how many notes to read. Default: so many that --target is proven if half "
            "of what it allows is missed.",
        ),
    ] = None,
    target: Annotated[
        float, typer.Option(metavar="RECALL", help="plan: the recall to prove without --read.")
    ] = 0.99,
    confidence: Annotated[
        float, typer.Option(metavar="SHARE", help="plan: with which all bounds hold together.")
    ] = 0.95,
    most_per_note: Annotated[
        int,
        typer.Option(
            min=1,
            metavar="N",
            help="plan: a note that is not read counts for at most N identifiers left, or 2, 4 or "
            "8 times N where a read note has more; a higher N takes more reading.",
        ),
    ] = 10,
    precision: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            help="plan: taken as given, the share of the removals that are identifiers, at least "
            "(incognote evaluate measures it).",
        ),
    ] = 0.8,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="plan: of the draw; recorded. Default: a new one that nobody chose."
        ),
    ] = None,
    roster: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="plan: names, one a line; notes that hold one are suspicious."
        ),
    ] = None,
    to_read: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="plan: writes the notes to read there, for marking what is left as "
            "[[PATIENT|Ruiz]].",
        ),
    ] = None,
    calibration: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="run: the calibration that the release was made with; the packet says what it was "
            "set for.",
        ),
    ] = None,
    reviewed: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH", help="run: what the readers found left in the notes of the plan."
        ),
    ] = None,
    reviewed_format: Annotated[
        str,
        typer.Option(
            metavar="FORMAT",
            help='run: what PATH holds: left (lines {"id", "left": [{"label", "start", "end"}], '
            f'"reader"}}), or the released notes with marks on what was left, in {_FORMATS}.',
        ),
    ] = "inline",
    reader: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="run: who read the notes whose field or meta 'reader' does not say it, "
            "repeatable; the packet has how many notes each read.",
        ),
    ] = None,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="run: how the release is called in the packet.")
    ] = "",
    packet: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="run: the page to sign, .html or .pdf (extra report); it holds no PHI.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="run: writes the bounds as JSON."),
    ] = None,
) -> None:
    """Say which released notes a person must read (plan), and what the reading proves (run).

    plan draws notes by chance, suspicious ones more often, and says what reading them can prove.
    run takes what the readers found left and gives a lower bound on recall and upper bounds on
    identifiers left and on notes with anything left, which all hold together with the confidence
    of the plan. docs/adapt.md explains what they rest on.
    """
    if what == "plan":
        _plan(
            output,
            plan,
            read=read,
            target=target,
            terms=(confidence, most_per_note, precision),
            seed=seed,
            roster=roster,
            to_read=to_read,
        )
    elif what == "run":
        if reviewed is None:
            raise ConfigError("certify run needs --reviewed PATH: what the readers found left.")
        _run(
            output,
            plan,
            reviewed,
            reviewed_format,
            readers=reader or [],
            name=name or output.name,
            calibration=calibration,
            packet=packet,
            out=out,
        )
    else:
        raise unknown("action", what, ("plan", "run"))


def _notes(output: Path) -> Iterable[Document]:
    """The notes that deid wrote; its records beside them are no notes."""
    from incognote.corpora.files import read_folder, read_text

    return read_folder(
        output,
        (".txt",),
        lambda id, files: Document(id, read_text(files[".txt"], id)),
        on_error=None,
    )


def _plan(
    output: Path,
    path: Path,
    *,
    read: int | None,
    target: float,
    terms: tuple[float, int, float],
    seed: int | None,
    roster: Path | None,
    to_read: Path | None,
) -> None:
    from incognote.adapt.plan import check_terms, make_plan
    from incognote.adapt.release import read_record, read_release
    from incognote.corpora.output import new_file

    check_terms(*terms)
    confidence, most, precision = terms
    names = options.read_names(roster)
    # Not from the user: what made the release is what the packet must name.
    system = audit.read_system(output)
    if system["language"] == AUTO:
        raise ConfigError(
            f"{output}: was made with --lang {AUTO}, and a certificate is for notes of one "
            "language; release those of each language by themselves."
        )
    release = read_release(
        lambda: _notes(output),
        read_record(output / "spans.jsonl"),
        lang=system["language"],
        roster=names,
    )
    marks = sum(sum(note.marks.values()) for note in release)
    if read is None:
        read = _enough(len(release), marks, target, terms)
    made = make_plan(
        release,
        read=read,
        seed=secrets.randbits(32) if seed is None else seed,
        confidence=confidence,
        most=most,
        precision=precision,
        system=system,
    )
    with new_file(path) as file:
        file.write(made.to_json().encode())
        if to_read is not None:  # before the plan has its name: a refusal leaves none behind
            chosen = {drawn.id for drawn in made.sample}
            docs = (doc for doc in _notes(output) if doc.id in chosen)
            registry.get("writer", "inline")(docs, to_read)
    for stratum in made.strata:
        typer.echo(f"{stratum.name}: read {stratum.read:,} of {stratum.notes:,} notes")
    typer.echo(
        f"If all is read, this is what it proves with confidence {confidence:g}, where misses are "
        "spread evenly, two to a note; where they clump in fewer notes it proves less:"
    )
    typer.echo("                       at least      at most per 1,000 notes")
    typer.echo("  true recall            recall         left  notes with any")
    for row in _prospects(made.strata, marks, terms):
        typer.echo(
            f"  {100 * row.recall:9.1f} %  {at_least(100 * row.proved):>14} %"
            f"  {at_most(row.left_per_1000, 1):>11}  {at_most(row.notes_per_1000, 1):>14}"
        )
    typer.echo(f"Wrote {path}.")


def _prospects(
    strata: Iterable[Stratum],
    marks: int,
    terms: tuple[float, int, float],
    recalls: tuple[float, ...] = (),
) -> list[Prospect]:
    from incognote.adapt.certificate import prospects
    from incognote.adapt.plan import TRUE_RECALLS

    confidence, most, precision = terms
    return prospects(
        list(strata),
        marks,
        confidence=confidence,
        most=most,
        precision=precision,
        recalls=recalls or TRUE_RECALLS,
    )


def _enough(notes: int, marks: int, target: float, terms: tuple[float, int, float]) -> int:
    """How many notes prove a recall if half of the misses that it allows happen."""
    from incognote.adapt.plan import Stratum

    if not 0 < target < 1:
        raise ConfigError(f"--target must lie between 0 and 1, not {target:g}.")
    for read in _STEPS:
        if read >= notes:
            break
        (row,) = _prospects([Stratum("all", notes, read)], marks, terms, ((1 + target) / 2,))
        if row.proved >= target:
            return read
    return notes


def _run(
    output: Path,
    path: Path,
    reviewed: Path,
    format: str,
    *,
    readers: list[str],
    name: str,
    calibration: Path | None,
    packet: Path | None,
    out: Path | None,
) -> None:
    from incognote.adapt.certificate import certify as bound
    from incognote.adapt.certificate import found_left
    from incognote.adapt.dial import read_calibration
    from incognote.adapt.packet import About, as_record, make_packet, make_pdf
    from incognote.adapt.plan import read_plan
    from incognote.adapt.release import Released, hash_release, hash_text
    from incognote.adapt.review import count_readers, left_by_note, read_left
    from incognote.cli.calibrated import check_labels
    from incognote.corpora.output import new_file
    from incognote.evaluation import provenance
    from incognote.page_pdf import check_installed

    kind = ".html" if packet is None else packet.suffix.lower()
    if kind not in (".html", ".pdf"):
        raise ConfigError(f"--packet {packet}: the page is .html or .pdf; name the file so.")
    as_pdf = kind == ".pdf"
    if as_pdf:
        check_installed()
    plan = read_plan(path)
    used = read_calibration(calibration) if calibration else None
    if calibration and audit.hash_file(calibration) != plan.system.get("calibration"):
        raise InputError(
            f"{calibration}: is not what the release was made with; give the file that deid "
            "--calibration had, or none."
        )
    chosen = {drawn.id for drawn in plan.sample}
    texts: dict[str, str] = {}
    released = []
    for doc in _notes(output):
        released.append(Released(doc.id, hash_text(doc.text), {}, 0.0))
        if doc.id in chosen:
            texts[doc.id] = doc.text
    plan.check_outputs(hash_release(released))
    found = (
        read_left(reviewed, texts)
        if format == "left"
        else list(registry.get("reader", format)(reviewed))
    )
    check_labels(found, plan.system.get("language", ""))
    who, twice = count_readers(found, readers)
    certificate = bound(plan, left_by_note(plan, found))
    about = About(
        name,
        date.today().isoformat(),
        who,
        used,
        {
            "hash of the plan": hash_text(plan.to_json())[:16],
            "hash of the review": provenance.hash_documents(found),
            **{f"version of {k}": v for k, v in provenance.versions().items()},
        },
        twice,
    )
    overall = certificate.overall
    if out is not None:
        with new_file(out, shared=True) as file:
            file.write(f"{json.dumps(as_record(certificate), indent=1)}\n".encode())
    if packet is not None:
        page = make_packet(certificate, about).encode()
        with new_file(packet, shared=True) as file:
            file.write(make_pdf(certificate, about) if as_pdf else page)
    typer.echo(
        f"Of {counted(plan.notes, 'note')} {len(plan.sample):,} "
        f"{'was' if len(plan.sample) == 1 else 'were'} read; "
        f"the readers found {found_left(overall)}.\n"
        f"With confidence {plan.confidence:g}, all together:\n"
        f"  recall is at least {at_least(100 * overall.recall)} %\n"
        f"  identifiers left per 1,000 notes: at most {at_most(certificate.left_per_1000, 1)}\n"
        f"  notes with anything left of 1,000: at most {at_most(certificate.notes_per_1000, 1)}"
    )
    typer.echo(f"  {'':32}           found  at most per 1,000  at least")
    typer.echo(f"  {'':32}  removed   left     left  with any    recall")
    for row in certificate.labels:
        typer.echo(
            f"  {row.label:32} {row.marks:8,} {row.found:6,}"
            f" {at_most(1000 * row.left / plan.notes, 1):>8}"
            f"  {at_most(1000 * row.notes_left / plan.notes, 1):>8}"
            f"  {at_least(100 * row.recall):>6} %"
        )
    if any(certificate.most):
        typer.echo(
            "Recall and identifiers left hold if no unread note has more than "
            f"{min(filter(None, certificate.most)):,} left."
        )
    if certificate.unmarked:
        screen.say(
            f"Not one place was marked in the {len(plan.sample):,} notes, and pages that nobody "
            "read look the same: make sure that each was read to its end."
        )
    if certificate.crowded:
        screen.say(
            f"{counted(certificate.crowded, 'read note')} had more "
            "identifiers left than the bounds count for a note that was not read, so they may not "
            "hold: plan again with a higher --most-per-note."
        )
