"""`incognote report`: an evaluation as a page to read and sign."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options
from incognote.core.errors import OutputError


def report(
    evaluation: Annotated[
        Path, typer.Argument(metavar="EVALUATION", help="What `incognote evaluate --out` wrote.")
    ],
    *,
    out: Annotated[Path, options.out("FILE.html", "The page; the same as Markdown beside it.")],
) -> None:
    """Turn an evaluation into one HTML file that opens anywhere, and Markdown beside it.

    First a page in plain words for whoever has to sign: what was tested, how many identifiers
    stay, in how many notes, what is lost, what is not known. Then tables and plots. Needs the
    extra `report`. For all plots evaluate with --scorer characters --points --features.
    """
    from incognote.assure.evaluation.report import make_report, read_record
    from incognote.io.output import new_file

    if out.suffix.lower() not in (".html", ".htm"):
        raise OutputError(f"{out}: must end in .html; the Markdown goes beside it.")
    made = make_report(read_record(evaluation))
    beside = out.with_suffix(".md")
    if beside.exists():  # before the page is written: both or neither
        raise OutputError(f"{beside}: exists already; choose another name or remove it.")
    for path, content in ((out, made.html), (beside, made.markdown)):
        with new_file(path, shared=True) as file:
            file.write(content.encode())
        typer.echo(f"Wrote {path}.")
