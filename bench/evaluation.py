"""The full tables of the models that ship: every figure of `incognote evaluate` on the dev parts.

    ln -s FOLDER MEDDOCAN    # the corpus as published; results.md records the command as given
    python bench/evaluation.py meddocan --gold MEDDOCAN/dev \\
        --sentence-counts MEDDOCAN/sentence_counts.tsv
    python bench/evaluation.py english --notes corpora/notes_en

`meddocan` gives the official scores in all and beside them without the labelled lines of forms,
NER by label, and what a privacy officer asks. `english` gives characters and notes, entities,
tokens, and what would be at other thresholds. docs/evaluation.md explains every figure.

Intervals are bootstraps over notes (1,000 resamples, 95 %). The dev parts were looked at while the
systems were made, so their figures are a little kind. Each table is a section of results.md; with
--dry they go to the screen only, and --sample N looks at N notes.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from incognote.assure.evaluation import Bootstrap, Evaluation, Options, evaluate
from incognote.assure.evaluation.counts import Figure
from incognote.assure.evaluation.matching import match, read_sentence_counts
from incognote.assure.evaluation.operating_points import (
    REQUIRED,
    by_token,
    fixed_sensitivity,
    point_intervals,
    recall_at_precision,
)
from incognote.assure.probabilities import token_probabilities
from incognote.cli import marked
from incognote.replace.policy import get_policy
from record import record

BOOTSTRAP = Bootstrap(seed=20)
SENSITIVITIES = (*REQUIRED, 0.98, 0.95, 0.9)
"""Those of the paper, and looser ones."""
NEVER = "Where nothing was missed a bootstrap knows no miss: 100 to 100 means up to 3 of n."
CHARACTERS = {
    "characters masked": "characters/masked/share",
    "clinical text removed": "characters/removed/share",
    "identifiers fully covered": "characters/identifiers_covered/share",
    "notes fully masked": "characters/notes_masked/share",
}
PRF = ("precision", "recall", "f1")
READINGS = {
    "strict": "strict",
    "relaxed": "relaxed",
    "type": "type only",
    "boundary": "boundary only",
}
OFFICIAL = {
    f"{name} {figure}": f"meddocan/{measure}/{key}"
    for name, measure in (("NER", "ner"), ("strict", "strict"), ("merged", "merged"))
    for figure, key in (("precision", "precision"), ("recall", "recall"), ("F1", "f1"))
} | {"leak": "meddocan/leak/share"}
PRF_HEAD = ("measure", "precision", "recall", "F1", "n marked", "n found")


@dataclass(frozen=True)
class Section:
    """One table of results.md."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    note: str


def meddocan(args: argparse.Namespace) -> list[Section]:
    """The official scores of a folder of brat files, in all and without the lines of forms."""
    gold = marked.read_corpus(args.gold, "brat").docs[: args.sample]
    machine = marked.load_system("es", args.model)
    found = list(machine.annotate(doc.with_spans(()) for doc in gold))
    counts = read_sentence_counts(args.sentence_counts)
    options = Options(sentence_counts=counts, bootstrap=BOOTSTRAP, prose=True)
    result = evaluate(gold, found, ["meddocan", "characters"], options)
    name = f"Full table, MEDDOCAN {args.gold.name}, {len(gold)} notes"
    rows = [
        (what, cell(result.figures[key]), cell(result.prose.get(key)))
        for what, key in (OFFICIAL | CHARACTERS).items()
    ]
    official = Section(
        f"{name}: official scores",
        ("measure", "in all", "without the labelled lines of forms"),
        rows,
        "Scorers meddocan and characters, policy all, whole pipeline. The leak is what NER misses "
        "for each sentence; how many sentences stand outside forms is not known.",
    )
    by_label = Section(
        f"{name}: NER by label",
        PRF_HEAD,
        [*prf(result.figures, "meddocan/ner", "all"), *prf(result.figures, "meddocan/ner")],
        f"Label, start and end agree. {NEVER}",
    )
    return [official, by_label]


def english(args: argparse.Namespace) -> list[Section]:
    """What is masked, found and removed on the dev part, and what would be at other thresholds."""
    corpus = marked.read_corpus(args.notes, "inline", part=args.part)
    gold = corpus.docs[: args.sample]
    machine = marked.load_system("en", args.model)
    found = list(machine.annotate(doc.with_spans(()) for doc in gold))
    options = Options(policy=get_policy("all"), bootstrap=BOOTSTRAP)
    scorers = ["characters", "entities", "tokens"]
    result = evaluate(gold, found, scorers, options)
    name = f"Full table, {args.notes.name} {args.part}, {len(gold)} notes"
    scored = by_token(match(gold, found), token_probabilities(machine, gold))
    points = [*fixed_sensitivity(scored, SENSITIVITIES), recall_at_precision(scored)]
    intervals = point_intervals(scored, points, BOOTSTRAP)
    names = [f"{100 * s:g} %" for s in SENSITIVITIES] + ["as it is", "R@P=85"]
    rows = [
        (
            name,
            "-" if point.threshold is None else f"{point.threshold:.4g}",
            *(
                f"{100 * getattr(point, key):.2f} % ({100 * ends[key][0]:.2f} to "
                f"{100 * ends[key][1]:.2f})"
                for key in ("recall", "precision", "f1")
            ),
            *(
                f"{getattr(point, key):.2f} ({ends[key][0]:.2f} to {ends[key][1]:.2f})"
                for key in ("fn_per_1000", "fp_per_1000")
            ),
        )
        for name, point, ends in zip(names, points, intervals, strict=True)
    ]
    head = ("sensitivity", "threshold", "Se", "PPV", "F1", "FN per 1,000", "FP per 1,000")
    return [
        characters(name, result),
        Section(
            f"{name}: entities",
            PRF_HEAD,
            entity_rows(result),
            "Policy all; by category and by label strict and micro. Macro: n is notes.",
        ),
        Section(
            f"{name}: tokens",
            PRF_HEAD,
            [
                *prf(result.figures, "tokens/binary", "binary: PHI or not"),
                *prf(result.figures, "tokens/multiclass", "multi-class: seven categories"),
                *prf(result.figures, "tokens/multiclass"),
            ],
            "Whitespace tokens, after Johnson 2020.",
        ),
        Section(
            f"{name}: fixed sensitivities",
            head,
            rows,
            f"{len(scored.p):,} whitespace tokens, {int(scored.is_phi.sum()):,} of them PHI; the "
            "highest threshold on the model's token probabilities that reaches the sensitivity, "
            "what rules marked counted in. R@P=85: highest recall at a precision of .85 or more. "
            "Intervals hold the threshold as it is set here.",
        ),
    ]


def characters(name: str, result: Evaluation) -> Section:
    """What a privacy officer asks, and identifiers fully covered by label."""
    rows = [(what, cell(result.figures[key])) for what, key in CHARACTERS.items()]
    prefix = "characters/identifiers_covered/label="
    rows += [
        (f"{key.removeprefix(prefix).removesuffix('/share')} fully covered", cell(figure))
        for key, figure in result.figures.items()
        if key.startswith(prefix)
    ]
    note = f"Letters and digits; policy all, whole pipeline. {NEVER}"
    return Section(f"{name}: characters and notes", ("measure", "figure"), rows, note)


def entity_rows(result: Evaluation) -> list[tuple[str, ...]]:
    """Each reading of right in micro and macro, then strict by category and by label."""
    rows = []
    for reading, name in READINGS.items():
        rows += prf(result.figures, f"entities/{reading}", f"{name}, micro")
        rows += prf(result.figures, f"entities/{reading}_macro", f"{name}, macro over notes")
    for measure, what in (("strict_category", "category"), ("strict", "label")):
        by_what = prf(result.figures, f"entities/{measure}")
        rows += [(f"{what} {label}", *rest) for label, *rest in by_what]
    return rows


def prf(figures: Mapping[str, Figure], measure: str, name: str = "") -> list[tuple[str, ...]]:
    """Returns the row of a measure under a name; without one, a row for each of its labels."""
    prefix = f"{measure}/label="
    named = (
        {measure: name}
        if name
        else {
            key.removesuffix("/f1"): key.removeprefix(prefix).removesuffix("/f1")
            for key in figures
            if key.startswith(prefix) and key.endswith("/f1")
        }
    )
    return [
        (
            shown,
            *(cell(figures[f"{key}/{kind}"], n=False) for kind in PRF),
            f"{figures[f'{key}/recall'].n:,}",
            f"{figures[f'{key}/precision'].n:,}",
        )
        for key, shown in named.items()
    ]


def cell(figure: Figure | None, *, n: bool = True) -> str:
    """Returns a share in percent with its interval and n."""
    if figure is None or figure.value is None:
        return "-"
    text = f"{100 * figure.value:.2f} %"
    if figure.low is not None and figure.high is not None:
        text += f" ({100 * figure.low:.2f} to {100 * figure.high:.2f})"
    return f"{text}, n {figure.n:,}" if n else text


def main() -> None:
    """Measures what the command line asks for and records each table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    spanish = commands.add_parser("meddocan", help="official scores of the Spanish pipeline")
    spanish.add_argument("--gold", type=Path, required=True, help="a folder of brat files")
    spanish.add_argument("--sentence-counts", type=Path, required=True, help="for the leak")
    notes = commands.add_parser("english", help="every figure of the English pipeline")
    notes.add_argument("--notes", type=Path, default=Path("corpora/notes_en"))
    notes.add_argument("--part", default="dev")
    for command in (spanish, notes):
        command.add_argument("--model", type=Path, help="in place of the one that ships")
        command.add_argument("--sample", type=int, help="the first N notes only")
        command.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    for section in (meddocan if args.command == "meddocan" else english)(args):
        print(
            record(section.title, section.rows, note=section.note, head=section.head, dry=args.dry)
        )


if __name__ == "__main__":
    main()
