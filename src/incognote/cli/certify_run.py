"""`incognote certify run` and `apply`: what a reading proves, and the release without its finds."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from incognote.assure.rounding import at_least, at_most
from incognote.cli import audit, screen
from incognote.cli.certify_plan import read_notes
from incognote.core.errors import ConfigError, InputError, counted
from incognote.io.format import get_format
from incognote.run.batch.written import SPANS, record_of

if TYPE_CHECKING:
    from incognote.assure.certificate import Bound, Certificate, Mended
    from incognote.assure.plan import Plan
    from incognote.assure.release import Records
    from incognote.assure.review import Reading
    from incognote.core.document import Document


def run(
    output: Path,
    path: Path,
    reviewed: Path,
    format: str,
    *,
    readers: list[str],
    name: str,
    calibration: Path | None,
    attack: Path | None,
    probe: Path | None,
    mended: Path | None,
    utility: Path | None,
    packet: Path | None,
    out: Path | None,
) -> None:
    """Writes and prints the bounds of a release, or of the mended one.

    Args:
        output: The release.
        path: The plan.
        reviewed: What the readers found left,
        format: `left` or a registry row of kind `format`.
        readers: Who read the notes that do not say it.
        name: How the release is called in the packet.
        calibration: What the release was made with.
        attack: What `incognote attack --out` wrote.
        probe: What `incognote probe` showed of the same system.
        mended: Where the mended release goes; None mends nothing.
        utility: What the release kept of the clinical text.
        packet: The page to sign.
        out: The bounds as JSON.
    """
    from incognote.assure.attack.record import read_attack
    from incognote.assure.calibration import read_calibration
    from incognote.assure.certificate import certify
    from incognote.assure.evaluation import provenance
    from incognote.assure.packet import About, as_record, make_packet, make_pdf
    from incognote.assure.page_pdf import check_installed
    from incognote.assure.plan import read_plan
    from incognote.assure.probe import read_probe
    from incognote.assure.release import Records, hash_texts, released_note, view_of
    from incognote.assure.review import count_readers, read_left, reading_of, texts_to_read
    from incognote.assure.utility.report import read_utility
    from incognote.cli.calibrated import check_labels
    from incognote.core.document import hash_text
    from incognote.io.output import new_file

    kind = ".html" if packet is None else packet.suffix.lower()
    if kind not in (".html", ".pdf"):
        raise ConfigError(f"--packet {packet}: the page is .html or .pdf; name the file so.")
    as_pdf = kind == ".pdf"
    if as_pdf:
        check_installed()
    plan = read_plan(path)
    used = read_calibration(calibration) if calibration else None
    attacked = read_attack(attack) if attack else None
    if calibration and audit.hash_file(calibration) != plan.system.get("calibration"):
        raise InputError(
            f"{calibration}: is not what the release was made with; give the file that deid "
            "--calibration had, or none."
        )
    kept = read_utility(utility) if utility else None
    asked = read_probe(probe) if probe else None
    if asked is not None and _others(asked.get("hashes", {}), plan, ("model", "rules", "site")):
        raise InputError(
            f"{probe}: is of another system than the release was made with; run incognote probe "
            "with the model and site file that deid had."
        )
    if attacked is not None and (
        others := _others(attacked.hashes, plan, {"language", "policy", *attacked.hashes})
    ):
        raise InputError(
            f"{attack}: is of another {others[0]} than the release was made with; run incognote "
            "attack with the policy, --replace, --scope, model and site file that deid had."
        )
    records = Records(record_of(output, SPANS))
    chosen = {drawn.id for drawn in plan.sample}
    docs: list[Document] = []
    hashes: dict[str, str] = {}
    for doc in read_notes(output):
        hashes[doc.id] = hash_text(doc.text)
        if doc.id in chosen:
            docs.append(doc)
    plan.check_outputs(hash_texts(hashes))
    if kept is not None and kept.outputs != hash_texts(hashes):
        raise InputError(
            f"{utility}: is of other notes than {output}; run incognote utility on this release."
        )
    views = {doc.id: view_of(released_note(doc, records)).text for doc in docs}
    texts = texts_to_read(plan, views)
    found = (
        read_left(reviewed, texts) if format == "left" else list(get_format(format).read(reviewed))
    )
    check_labels(found, plan.system.get("language", ""))
    who, twice = count_readers(found, readers)
    reading = reading_of(plan, found)
    certificate = certify(plan, reading)
    if mended is not None:
        certificate = certificate.mended(_mend(output, mended, plan, reading, records, views))
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
        kept,
        attacked,
        asked,
    )
    if out is not None:
        bounds = as_record(certificate) | ({"utility": kept.figures()} if kept else {})
        with new_file(out, shared=True) as file:
            file.write(f"{json.dumps(bounds, indent=1)}\n".encode())
    if packet is not None:
        page = make_packet(certificate, about).encode()
        with new_file(packet, shared=True) as file:
            file.write(make_pdf(certificate, about) if as_pdf else page)
    _tell(certificate, mended)


def _others(hashes: Mapping[str, str], plan: Plan, names: Iterable[str]) -> list[str]:
    """What figures were made with that is not what made the release."""
    known = (name for name in names if name in plan.system)
    return sorted(name for name in known if hashes.get(name) != plan.system[name])


def _mend(
    output: Path,
    mended: Path,
    plan: Plan,
    reading: Reading,
    records: Records,
    views: dict[str, str],
) -> Mended:
    """Writes the release without what was found, and says what was taken out."""
    from incognote.assure.certificate import Mended
    from incognote.assure.mending import READER, marks_for, mend, surfaces
    from incognote.assure.release import hash_texts, released_note
    from incognote.core.document import hash_text
    from incognote.io.format import Fields, New
    from incognote.io.output import check_apart
    from incognote.replace.verify import Verifier
    from incognote.run.batch.again import as_read
    from incognote.run.batch.folder import OutputFolder
    from incognote.run.batch.results import Done, Result, found_in
    from incognote.run.batch.single import OutputFile
    from incognote.run.batch.written import how_written, read_output

    check_apart(output, mended)
    search = Verifier(plan.system["language"])
    found = surfaces((views[id], marks) for id, marks in reading.left.items())
    _, fields, _ = how_written(output)
    hashes: dict[str, str] = {}
    read = elsewhere = changed = 0
    sink = (OutputFile if output.is_file() else OutputFolder)(mended)
    try:
        for record in read_output(output):
            mended_texts = []
            for doc in record.texts:
                released = released_note(doc, records)
                marks = marks_for(released, reading.left.get(doc.id, ()), found, search)
                new = mend(released, marks)
                of_readers = sum(mark.source == READER for mark in marks)
                read, elsewhere = read + of_readers, elsewhere + len(marks) - of_readers
                changed += bool(marks)
                mended_texts.append(new)
            same = [value.text for value in record.values]
            new_record = New([new.text for new in mended_texts], same, Fields(other="keep"))
            data = get_format(record.format).rewrite(record, new_record)
            dones = []
            for each in as_read(record, data, mended_texts, fields):
                id, sha256 = each.redacted.id, "" if each.joined else hash_text(each.redacted.text)
                if sha256:
                    hashes[id] = sha256
                added = records[id].added if id in records else 0
                found_there = found_in(each.redacted)
                dones.append(
                    Done(id, 0, found_there, added=added, sha256=sha256, joined=each.joined)
                )
            sink.commit(record, Result(tuple(dones), data))
    except BaseException:
        shutil.rmtree(sink.path, ignore_errors=True)  # it was new or empty; half a release is none
        raise
    sink.close()
    taken = Mended(hash_texts(hashes), read, elsewhere, changed)
    audit.write_mended(output, mended, taken)
    return taken


def _tell(certificate: Certificate, mended: Path | None) -> None:
    from incognote.assure.certificate import HARDER, found_left

    plan, overall, read = certificate.plan, certificate.overall, certificate.sensitivity
    terms = plan.terms
    typer.echo(
        f"Of {counted(plan.notes, 'note')} {len(plan.sample):,} "
        f"{'was' if len(plan.sample) == 1 else 'were'} read; "
        f"the readers found {found_left(overall)}.\n"
        f"Of {read.planted:,} planted identifiers the readers found {read.found:,}: they find at "
        f"least {at_least(100 * read.least)} % of what is there."
    )
    if mended is not None and (taken := certificate.mended_as):
        typer.echo(
            f"Wrote {mended}: without {counted(taken.found, 'place')} that the readers marked, and "
            f"{taken.elsewhere:,} elsewhere where the same stood, in "
            f"{counted(taken.notes, 'note')} together. All that follows is of that release."
        )
    typer.echo(
        f"With confidence {terms.confidence:g}, all together (in brackets: about):\n"
        f"  recall is at least {at_least(100 * overall.recall)} % "
        f"({100 * overall.recall_estimate:.2f} %)\n"
        f"  identifiers left per 1,000 notes: at most {at_most(certificate.left_per_1000, 1)} "
        f"({1000 * overall.left_estimate / plan.notes:,.1f})\n"
        f"  notes with anything left of 1,000: at most {at_most(certificate.notes_per_1000, 1)} "
        f"({1000 * overall.notes_estimate / plan.notes:,.1f})"
    )
    typer.echo(f"  {'':20}           found  per 1,000, at most    recall,   about")
    typer.echo(f"  {'':20}  removed   left     left  with any  at least")
    for row in certificate.groups:
        typer.echo(_line(row, plan.notes))
    typer.echo(
        "If what is left is found only half as readily as what was planted, recall is at least "
        f"{at_least(100 * certificate.recall_if_harder(HARDER))} %."
    )
    typer.echo(
        f"{certificate.verdict}. The plan asked for a recall of {100 * terms.target:g} % or more "
        "to be shown."
    )
    if certificate.roomy:
        screen.say(
            f"{counted(certificate.roomy, 'unread note')} may hold more identifiers than the "
            "bounds count for one, going by capitals and numbers: plan with a higher "
            "--most-per-note, or have these notes read."
        )
    if certificate.crowded:
        screen.say(
            f"{counted(certificate.crowded, 'read note')} had more "
            "identifiers left than the bounds count for a note that was not read, so they may not "
            "hold: plan again with a higher --most-per-note."
        )


def _line(row: Bound, notes: int) -> str:
    # Where few were removed the limit tells of their number rather than of misses.
    recall = "  too few" if row.says_little else f"{at_least(100 * row.recall):>7} %"
    return (
        f"  {row.name:20} {row.marks:8,} {row.found:6,} {at_most(1000 * row.left / notes, 1):>8}"
        f"  {at_most(1000 * row.notes_left / notes, 1):>8} {recall}"
        f"  {100 * row.recall_estimate:6.2f} %"
    )
