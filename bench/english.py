"""What the English pipeline finds and removes: the figures of the model that ships.

    python bench/english.py dev damage start fast size
    python bench/english.py prose --prose FOLDER --listing removed.txt
    python bench/english.py dev --card src/incognote/languages/en/model --recipe CONFIG.toml

Each part writes a section of its own into results.md; --sample N looks at N notes only and is for
trying out. FOLDER holds the folders mts_dialog, aci_bench and primock57_notes as these corpora are
published; only parts that no model was trained on are read. The listing quotes what was removed.

Intervals are bootstraps over notes (1,000 resamples, 95 %). The dev part was looked at while the
system was made, and the epoch of the model was chosen on it, so its figures are a little kind.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path

import english_card
import english_notes
from incognote.assure.evaluation import Bootstrap, Evaluation, Options, compare_systems, evaluate
from incognote.assure.evaluation.counts import Figure
from incognote.core.document import Document
from incognote.core.labels import LABELS, TYPES
from incognote.core.pipeline import Pipeline, Settings
from incognote.replace.policy import get_policy
from incognote.run.deidentifier import load_pipeline, shipped_model
from record import record

Rows = list[tuple[str, str]]
BOOTSTRAP = Bootstrap(seed=20)
CHUNK = 16
"""Notes that one worker is given at a time."""
STARTS = 7
"""Fresh processes of which the median is taken."""
FIGURES = {
    "characters masked": "characters/masked/share",
    "clinical text removed": "characters/removed/share",
    "identifiers fully covered": "characters/identifiers_covered/share",
    "notes fully masked": "characters/notes_masked/share",
}
EXAMPLE = "Seen by Dr. Ada Ruiz on 03/14/2019 at Mercy Hospital, MRN 00482913."


@dataclass(frozen=True)
class System:
    """The pipeline that is measured, in worker processes."""

    model: Path | None
    jobs: int

    def annotate(self, docs: Sequence[Document]) -> list[Document]:
        """Returns the notes as the pipeline marks them, in order."""
        chunks = [docs[i : i + CHUNK] for i in range(0, len(docs), CHUNK)]
        with ProcessPoolExecutor(self.jobs, initializer=_start, initargs=(self.model,)) as pool:
            return [doc for part in pool.map(_annotate, chunks) for doc in part]


_loaded: list[Pipeline] = []
"""The pipeline of a worker process."""


def _start(model: Path | None) -> None:
    _loaded[:] = [load_pipeline(Settings("en", model))]


def _annotate(docs: Sequence[Document]) -> list[Document]:
    return list(_loaded[0].annotate(docs))


def score(gold: Sequence[Document], found: Sequence[Document], policy: str = "all") -> Evaluation:
    """Returns the scores by character, with intervals."""
    options = Options(policy=get_policy(policy), bootstrap=BOOTSTRAP)
    return evaluate(gold, found, ["characters"], options)


def of_names(gold: Sequence[Document], found: Sequence[Document]) -> Evaluation:
    """Returns the scores where only names of persons count as PHI."""
    kept = [
        doc.with_spans([s for s in doc.spans if LABELS[s.label].category == "NAME"]) for doc in gold
    ]
    return score(kept, found)


def percent(figure: Figure, digits: int = 2) -> str:
    """Returns a share in percent with its interval and n."""
    if figure.value is None:
        return "none there"
    text = f"{100 * figure.value:.{digits}f} %"
    if figure.low is not None and figure.high is not None:
        text += f" ({100 * figure.low:.{digits}f} to {100 * figure.high:.{digits}f})"
    return f"{text}, n {figure.n:,}"


def dev(args: argparse.Namespace) -> tuple[str, Rows, str]:
    """What is masked and removed on the dev notes (or those of --part), and each type."""
    gold = english_notes.sample(english_notes.read_marked(args.notes, args.part), args.sample)
    found = System(args.model, args.jobs).annotate(gold)
    figures = score(gold, found).figures
    rows = [(name, percent(figures[key])) for name, key in FIGURES.items()]
    named = of_names(gold, found).figures["characters/masked/share"]
    rows.append(("NAME characters masked", percent(named)))
    for label in TYPES:
        figure = figures.get(f"characters/identifiers_covered/label={label.name}/share")
        if figure is not None:
            rows.append((f"{label.name} fully covered", percent(figure, 1)))
    title = f"English, {len(gold)} {args.part} notes of {args.notes.name}"
    note = "Policy all; whole pipeline."
    if args.card is not None:
        english_card.refresh(args.card, title, rows, note, args.recipe)
    return title, rows, note


def prose(args: argparse.Namespace) -> tuple[str, Rows, str]:
    """What policy hipaa removes of clinical prose that holds hardly any PHI."""
    if args.prose is None or args.listing is None:
        sys.exit("bench/english.py prose needs --prose FOLDER and --listing FILE.")
    notes = english_notes.sample(english_notes.read_prose(args.prose), args.sample)
    found = System(args.model, args.jobs).annotate(notes)
    policy = get_policy("hipaa")
    removed = [policy.apply(doc) for doc in found]
    args.listing.write_text("\n".join(_listed(removed)) + "\n", encoding="utf-8")
    rows: Rows = []
    read = english_notes.with_read_marks(notes)
    key = FIGURES["clinical text removed"]
    rows.append(("clinical text removed", percent(score(read, removed, "hipaa").figures[key], 3)))
    for corpus in ("", *dict.fromkeys(doc.id.partition("/")[0] for doc in notes)):
        pairs = [(n, r) for n, r in zip(notes, removed, strict=True) if n.id.startswith(corpus)]
        gold, marked = [n for n, _ in pairs], [r for _, r in pairs]
        figure = score(gold, marked, "hipaa").figures[key]
        rows.append((f"{corpus or 'all'}: removed in all, {len(gold)} notes", percent(figure, 3)))
    labels = Counter(s.label for doc in removed for s in doc.spans)
    rows += [(f"marks of {label}", f"{count}") for label, count in labels.most_common()]
    note = (
        "These notes do hold names, dates and places: marks that were read and found right stand "
        "in prose_en_read.tsv and are not clinical text; whatever else is removed counts as such."
    )
    return f"English, {len(notes)} held-out notes of prose", rows, note


def _listed(docs: Sequence[Document]) -> Iterator[str]:
    """Of each mark: note, offsets, label, score, source, what stands around it."""
    yield "This file quotes notes."
    for doc in docs:
        for span in doc.spans:
            before = doc.text[max(0, span.start - 40) : span.start]
            after = doc.text[span.end : span.end + 30]
            quoted = f"{before}[[{doc.text[span.start : span.end]}]]{after}"
            line = quoted.replace("\n", "\\n")
            place = f"{doc.id}\t{span.start}\t{span.end}"
            yield f"{place}\t{span.label}\t{span.score:.2f}\t{span.source}\t{line}"


def damage(args: argparse.Namespace) -> tuple[str, Rows, str]:
    """By how much less is masked in notes as the world damages them."""
    gold = english_notes.sample(english_notes.read_marked(args.notes), args.sample)
    system = System(args.model, args.jobs)
    whole = score(gold, system.annotate(gold))
    rows: Rows = [("undamaged: characters masked", percent(whole.figures[FIGURES[MASKED]]))]
    for kind in args.damage:
        changed = english_notes.damaged(gold, kind)
        scored = score(changed, system.annotate(changed))
        points = compare_systems(scored, whole, BOOTSTRAP)[FIGURES[MASKED]]
        change = f"{100 * points.value:+.2f} points"
        change += f" ({100 * points.low:+.2f} to {100 * points.high:+.2f})"
        rows.append((f"{kind}: characters masked", f"{change}"))
        removed = scored.figures[FIGURES["clinical text removed"]]
        rows.append((f"{kind}: clinical text removed", percent(removed)))
    return (
        f"English, {len(gold)} dev notes damaged",
        rows,
        "Policy all; kinds of lab.synthesis.damage.",
    )


MASKED = "characters masked"


def start(args: argparse.Namespace) -> tuple[str, Rows, str]:
    """How long a fresh process takes until the first note is out."""
    model = f", model={str(args.model)!r}" if args.model else ""
    calls = {
        "import incognote, load() and one note": [
            "-c",
            f"from incognote import load; note = load(key=b'k' * 32{model})({EXAMPLE!r}); "
            "print(note.text, flush=True)",
        ],
        "incognote deid, one note": [
            "-m",
            "incognote",
            "deid",
            "NOTES",
            "-o",
            "OUT",
            "--jobs",
            "1",
        ],
    }
    if args.model:
        calls["incognote deid, one note"] += ["--model", str(args.model)]
    rows: Rows = []
    for name, call in calls.items():
        _seconds(call)  # brings files into the cache
        seconds = [_seconds(call) for _ in range(STARTS)]
        rows.append((name, f"{statistics.median(seconds):.2f} s (most {max(seconds):.2f})"))
    note = f"Median of {STARTS}, files in cache; until the first line on stdout: "
    note += "the note of load(), the counts of deid, behind which it only leaves."
    return "English, first note of a fresh process", rows, note


def _seconds(call: Sequence[str]) -> float:
    with tempfile.TemporaryDirectory() as name:
        places = {"NOTES": Path(name) / "notes", "OUT": Path(name) / "out"}
        places["NOTES"].mkdir()
        (places["NOTES"] / "a.txt").write_text(EXAMPLE, encoding="utf-8")
        command = [sys.executable, *(str(places.get(word, word)) for word in call)]
        # As installed: with the modules' bytecode, which Python writes while it first runs.
        env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        begin = time.perf_counter()
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()  # the note, or the counts of a run that is done
            seconds = time.perf_counter() - begin
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        return seconds


def fast(args: argparse.Namespace) -> tuple[str, Rows, str]:
    """What the fast preset costs in score and saves in time."""
    gold = english_notes.sample(english_notes.read_marked(args.notes), args.sample)
    models = {"default": shipped_model("en"), "--fast": shipped_model("en", fast=True)}
    scored = {name: score(gold, System(m, args.jobs).annotate(gold)) for name, m in models.items()}
    rows: Rows = []
    for name, key in FIGURES.items():
        rows += [(f"{of}: {name}", percent(scored[of].figures[key])) for of in models]
        points = compare_systems(scored["--fast"], scored["default"], BOOTSTRAP)[key]
        interval = f"{100 * points.low:+.2f} to {100 * points.high:+.2f}"
        rows.append((f"price: {name}", f"{100 * points.value:+.2f} points ({interval})"))
    words = sum(len(doc.text.split()) for doc in gold)
    times = {name: _annotating(Settings("en", m), gold) for name, m in models.items()}
    rows += [(f"{of}: one thread, loaded", f"{words / s:,.0f} words/s") for of, s in times.items()]
    rows.append(("times as fast", f"{times['default'] / times['--fast']:.2f}"))
    note = "Speed is of annotating alone, one process with one thread, the best of three rounds."
    return f"English, --fast on {len(gold)} dev notes", rows, note


def _annotating(settings: Settings, docs: Sequence[Document]) -> float:
    """Seconds of processor time, the best of three after a warm-up."""
    pipeline = load_pipeline(settings)
    plain = [replace(doc, spans=()) for doc in docs]
    list(pipeline.annotate(islice(plain, 4)))
    seconds = []
    for _ in range(3):
        begin = time.process_time()
        list(pipeline.annotate(plain))
        seconds.append(time.process_time() - begin)
    return min(seconds)


def size(args: argparse.Namespace) -> tuple[str, Rows, str]:
    """How large what ships is on disk."""
    folders = {
        "default": args.model or shipped_model("en"),
        "--fast": shipped_model("en", fast=True),
    }
    sizes = {
        name: sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        for name, folder in folders.items()
    }
    rows = [(f"{name}: model folder", f"{count / 1e6:.1f} MB") for name, count in sizes.items()]
    return "English, size of the model", rows, "Packed, as it ships; --fast is a member of default."


PARTS: dict[str, Callable[[argparse.Namespace], tuple[str, Rows, str]]] = {
    "dev": dev,
    "prose": prose,
    "damage": damage,
    "start": start,
    "fast": fast,
    "size": size,
}


def main() -> None:
    """Measures the parts that are named and records each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    path = partial(parser.add_argument, type=Path)
    parser.add_argument("parts", nargs="+", choices=PARTS, metavar="PART", help=", ".join(PARTS))
    path("--notes", default=Path("corpora/notes_en"), help="a corpus in inline form, split.tsv")
    parser.add_argument("--part", default="dev", help="which part of the notes `dev` measures on")
    path("--prose", help="folder of the corpora of prose")
    path("--listing", help="where what was removed from the prose is listed")
    path("--model", help="a model folder in place of the one that ships")
    path("--card", help="a model folder whose card.md the dev figures are written to")
    path("--recipe", help="the configuration whose head says how that model is trained")
    parser.add_argument("--damage", nargs="+", default=english_notes.DAMAGES, help="which kinds")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int, default=0, help="this many notes only; 0: all")
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    for part in args.parts:
        title, rows, note = PARTS[part](args)
        print(record(title, rows, note=note, dry=args.dry))


if __name__ == "__main__":
    main()
