"""`incognote utility`: which clinical facts de-identified notes keep."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.cli import field_options, options, screen
from incognote.cli.with_options import with_options
from incognote.core.document import Document, hash_text
from incognote.core.errors import ConfigError, InputError, OutputError, counted
from incognote.core.language import AUTO, DEFAULT, language_codes
from incognote.io.format import Fields
from incognote.io.recognise import read_documents
from incognote.languages.identify import nearest_language
from incognote.run.batch.written import AUDIT, SPANS, how_asked, record_of

if TYPE_CHECKING:
    from incognote.assure.utility.compare import Compared
    from incognote.assure.utility.report import Place, Utility

_OF_NOTES = ("text", "id", "patient", "date")
"""Roles of fields that say which notes a table holds, and whose."""
_OFTEN_INTENDED = ("interval", "age")
"""Kinds of facts that some policies take by intention."""
SHORT = 5
"""Exit code: fewer facts are kept than --at-least asks for."""


@with_options
def utility(
    before: Annotated[
        Path, typer.Argument(metavar="BEFORE", help="The notes as they were: a folder or a file.")
    ],
    after: Annotated[
        Path,
        typer.Argument(
            metavar="AFTER",
            help="The same notes de-identified, by incognote deid or anything else, with the same "
            "ids.",
        ),
    ],
    *,
    lang: options.LangOrAuto = DEFAULT,
    before_format: Annotated[
        str, options.format_of("What BEFORE holds, where suffix and content do not tell")
    ] = "",
    after_format: Annotated[
        str,
        options.format_of(
            "What AFTER holds, where neither its record of deid nor suffix and content tell"
        ),
    ] = "",
    gold: Annotated[
        bool,
        typer.Option(
            "--gold",
            help="The marks in BEFORE were made by people: what lies in one (a drug's name in that "
            "of a street) is no clinical fact. Never with marks that a system made, which would "
            "hide its false alarms.",
        ),
    ] = False,
    at_least: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            max=100.0,
            metavar="PERCENT",
            help=f"Exit code {SHORT} where a smaller share of the facts is kept.",
        ),
    ] = None,
    without: Annotated[
        str,
        typer.Option(
            metavar="KINDS",
            help="Kinds that do not count, with commas between: interval where the policy keeps no "
            "dates, age where it keeps no ages. They are shown all the same.",
        ),
    ] = "",
    resamples: options.Resamples = 1000,
    show: Annotated[
        int,
        typer.Option(
            min=0, metavar="N", help="How many of the lost and of the new facts are listed."
        ),
    ] = 20,
    out: Annotated[
        Path | None,
        options.out(
            "FILE", "Write all of it as JSON, every lost or new fact with id and offsets; no text."
        ),
    ] = None,
    lost: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write every lost or new fact with its context. HOLDS PHI."
        ),
    ] = None,
    fields: field_options.NoteOptions,
) -> None:
    """Say which share of the clinical facts of notes is kept when they are de-identified.

    Reads drugs, doses, routes, frequencies, laboratory values, vital signs, diagnoses, negations,
    times and durations in BEFORE, and looks whether their content stands unchanged in AFTER,
    whatever was replaced around it; the days between two dates are kept if the dates moved by the
    same. What is printed holds ids, offsets and kinds, and no text. docs/utility.md says what the
    extractor reads, and how well.

    For example: incognote utility notes released --at-least 99.5 --without interval
    """
    from datetime import date

    from incognote.assure.evaluation import Bootstrap, provenance
    from incognote.assure.release import Records, hash_texts
    from incognote.assure.utility.compare import Comparer, paired
    from incognote.assure.utility.report import check_kinds, sum_up
    from incognote.io.output import new_file

    left_out = tuple(filter(None, without.split(",")))
    check_kinds(left_out)
    for path in filter(None, (out, lost)):
        if path.exists() and path.stat().st_size:
            raise OutputError(f"{path}: exists already; choose another name or remove it.")
    comparers = cache(Comparer)
    if lang != AUTO:
        comparers(lang)  # so that a language that is none is told first
    decided = fields.fields()
    if not decided.decided:
        told = how_asked(after)[1].decided  # as the run read them
        decided = Fields({name: role for name, role in told.items() if role in _OF_NOTES})
    notes = read_documents(before, before_format, fields=decided, marks=gold)
    released = _released(after, after_format, fields)
    record = record_of(after, SPANS)
    records = Records(record) if record.is_file() else {}
    compared: list[Compared] = []
    quoted: list[str] = []
    hashes: dict[str, str] = {}
    unmarked = True
    for note, form in paired(notes, released):
        unmarked = unmarked and not note.spans
        known = records.get(note.id)
        own = nearest_language(note.text, language_codes()) if lang == AUTO else lang
        found = comparers(own).compare(
            note,
            form,
            identifiers=note.spans if gold else (),
            replaced=[each.span for each in known.replaced] if known else (),
        )
        compared.append(found)
        hashes[note.id] = hash_text(form.text)
        if lost is not None:
            quoted += _quoted(note, form, found)
    if not compared:
        raise InputError(f"{before}: holds no notes.")
    if gold and unmarked:
        raise ConfigError(
            f"--gold: no note of {before} holds a mark; leave it out, or name its format."
        )
    result = sum_up(
        compared,
        lang=lang,
        outputs=hash_texts(hashes),
        without=left_out,
        bootstrap=Bootstrap(resamples) if resamples else None,
        date=date.today().isoformat(),
        versions=provenance.versions(),
    )
    if out is not None:
        with new_file(out, shared=True) as file:
            file.write(result.to_json().encode())
    if lost is not None:
        with new_file(lost) as file:
            file.write("".join(f"{line}\n" for line in quoted).encode())
        screen.say(f"{lost} holds PHI: keep it where the notes may be kept.")
    _print(result, show)
    if at_least is not None and not result.reaches(at_least):
        screen.say(_why(result, at_least))
        raise typer.Exit(SHORT)


def _released(after: Path, format: str, fields: field_options.NoteOptions) -> Iterable[Document]:
    """The notes of AFTER; what deid wrote is read as its record says."""
    if not format and record_of(after, AUDIT).is_file():
        from incognote.cli.certify_plan import read_notes

        return read_notes(after)
    return read_documents(after, format, fields=fields.fields())


_BESIDE = 40


def _quoted(note: Document, form: Document, found: Compared) -> Iterator[str]:
    """Of each lost or new fact: id, offsets, kind, what took it, and the text around it."""
    from incognote.assure.utility.compare import LOST, NEW

    facts = [
        (outcome.fact, note.text, " ".join(filter(None, outcome.taken_by)) or "-")
        for outcome in found.outcomes
        if outcome.fate == LOST
    ]
    facts += [(fact, form.text, NEW) for fact in found.added]
    for fact, text, why in facts:
        around = " ... ".join(_in_context(text, *part) for part in fact.parts)
        line = "\t".join((note.id, str(fact.start), str(fact.end), fact.kind, why, around))
        yield line.replace("\r", "\\r").replace("\n", "\\n")


def _in_context(text: str, start: int, end: int) -> str:
    before, behind = text[max(0, start - _BESIDE) : start], text[end : end + _BESIDE]
    return f"{before}[[{text[start:end]}]]{behind}"


def _why(result: Utility, at_least: float) -> str:
    if not result.total.facts:
        return (
            "No clinical facts were found, so nothing is shown to be kept: is --lang that of the "
            "notes?"
        )
    lost = {share.kind: share.lost for share in result.shares if share.kind not in result.without}
    intended = [kind for kind in _OFTEN_INTENDED if lost.get(kind)]
    return (
        f"{result.total.shown[0]} % of the facts are kept, and --at-least asks for {at_least:g} %: "
        f"{counted(result.total.lost, 'fact')} of {result.total.facts:,} went."
    ) + "".join(
        f" {lost[kind]:,} of these: kind {kind}. Where the policy takes them by intention, "
        f"--without {kind} leaves them out."
        for kind in intended
    )


def _print(result: Utility, show: int) -> None:
    from rich.console import Console
    from rich.table import Table

    from incognote.assure.evaluation.intervals import caution
    from incognote.assure.utility.compare import LOST

    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 120)
    table = Table(box=None, pad_edge=False)
    heads = ("facts kept", "%", "95 % between", "facts", "lost", "read otherwise", "new after")
    for head in heads:
        table.add_column(head, justify="left" if head == heads[0] else "right", no_wrap=True)
    for share in (*result.shares, result.total):
        name = f"{share.kind} (not counted)" if share.kind in result.without else share.kind
        counts = (share.facts, share.lost, share.read_otherwise, share.added)
        table.add_row(name, *share.shown, *(f"{count:,}" for count in counts))
    auto = result.language == AUTO
    lang = "each in its own language" if auto else f"language {result.language}"
    console.print(f"{counted(result.notes, 'note')}, {lang}", "", table, sep="\n")
    if result.total.read_otherwise:
        console.print(
            "",
            "Read otherwise: the content stands as it was, but the extractor no longer finds it "
            "since "
            "what stands around it changed. Such a fact counts as kept.",
            sep="\n",
        )
    if result.aside:
        console.print(
            "",
            f"Put aside: {counted(result.aside, 'fact')} in identifiers that people marked.",
            sep="\n",
        )
    taken = result.taken_by()
    if taken:
        listed = ", ".join(f"{kind} by {label} {count:,}" for kind, label, count in taken[:10])
        console.print("", f"Taken: {listed}.", sep="\n")
    gone = [p for p in result.gone if p.fate == LOST and p.kind not in result.without]
    new = [place for place in result.new if place.kind not in result.without]
    for places in filter(None, (gone, new)):
        if show:
            console.print("", *map(_line, places[:show]), sep="\n")
            if len(places) > show:
                console.print(f"... and {len(places) - show:,} more (--out, --show)")
    if result.total.low is not None and (warning := caution(result.notes)):
        console.print("", warning, sep="\n")


def _line(place: Place) -> str:
    """A lost or new fact, without its text."""
    from incognote.assure.utility.compare import NEW

    where = " and ".join(f"{start}-{end}" for start, end in place.parts)
    if place.fate == NEW:
        return f"{place.id} after, {where}: {place.kind}, new"
    took = f", by {place.label} {place.source}".rstrip() if place.label else ""
    return f"{place.id} {where}: {place.kind}{took}"
