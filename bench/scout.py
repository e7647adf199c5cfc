"""What a scout saves and costs: the English ensemble with other bounds of doubt and other reaches.

    python bench/scout.py corpora/notes_en [--part dev] [--sample N] [--dry]
    python bench/scout.py FOLDER --prose

Characters masked and clinical text removed by the whole pipeline (policy all), F1 of marks with
exact bounds and label, the share of the tokens that the other member reads, and its processor time
as a share of what it takes to read all.
Of prose (FOLDER holds MTS-Dialog, ACI-Bench, PriMock57) what was read and found to be an identifier
is not text, and what is masked says little: only what the system found was read.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

from english_notes import read_marked, read_prose, sample, with_read_marks
from incognote.assure.evaluation import Options, evaluate
from incognote.core.document import Document
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.neural import EnsembleDetector, NeuralDetector, ensemble
from incognote.replace.policy import get_policy
from incognote.run.deidentifier import load_pipeline
from record import record

TRIED: Mapping[str, Mapping[str, Any]] = {
    "as it ships": {},
    "16 tokens on each side, however few": {"REACHES": (16,)},
    "8 tokens": {"REACHES": (8,)},
    "4 tokens": {"REACHES": (4,)},
    "24 tokens": {"REACHES": (24,)},
    "in doubt from 5 % on": {"DOUBT": (0.05, 0.98)},
    "in doubt from 30 % on": {"DOUBT": (0.3, 0.98)},
    "in doubt up to 95 %": {"DOUBT": (0.12, 0.95)},
    "in doubt up to 99.5 %": {"DOUBT": (0.12, 0.995)},
    "in doubt up to 100 %": {"DOUBT": (0.12, 2.0)},
}
"""Ways by name: what is set in `detect.neural.ensemble` for them."""


@contextmanager
def counting() -> Iterator[tuple[Counter[int], Counter[int]]]:
    """Gives the tokens that each member reads within, and its nanoseconds of processor time."""
    scores = NeuralDetector.scores
    tokens: Counter[int] = Counter()
    spent: Counter[int] = Counter()

    def counted(member: NeuralDetector, docs: Sequence[Document], notes: list[Any]) -> Any:
        began = time.process_time_ns()
        found = scores(member, docs, notes)
        spent[id(member)] += time.process_time_ns() - began
        tokens[id(member)] += sum(len(note.tokens) for note in notes)
        return found

    with patch.object(NeuralDetector, "scores", counted):
        yield tokens, spent


def member_and_scout(pipeline: Pipeline) -> tuple[int, int]:
    """Returns which objects of a pipeline's ensemble of two are the scout, and the other."""
    (model,) = (each for each in pipeline.detectors if isinstance(each, EnsembleDetector))
    scout = model.ensemble.scout
    assert scout is not None
    assert len(model.members) == 2
    return id(model.members[1 - scout]), id(model.members[scout])


def main() -> None:
    """Measures each way and records the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("notes", type=Path)
    parser.add_argument("--part", default="dev")
    parser.add_argument("--prose", action="store_true")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    docs = with_read_marks(read_prose(args.notes)) if args.prose else []
    docs = sample(docs or read_marked(args.notes, args.part), args.sample)
    bare = [doc.with_spans(()) for doc in docs]
    rows = []
    whole_time = 0
    quick = load_pipeline(Settings())
    for name, given in {"all is read by both": None, **TRIED}.items():
        pipeline = load_pipeline(Settings(whole=True)) if given is None else quick
        member, scout = member_and_scout(pipeline)
        setting = patch.multiple(ensemble, **given) if given else nullcontext()
        with setting, counting() as (tokens, spent):
            found = list(pipeline.annotate(bare))
        whole_time = whole_time or spent[member]
        options = Options(policy=get_policy("all"))
        figures = evaluate(docs, found, ["characters", "entities"], options).figures
        masked = 100 * (figures["characters/masked/share"].value or 0.0)
        removed = 100 * (figures["characters/removed/share"].value or 0.0)
        f1 = 100 * (figures["entities/strict/f1"].value or 0.0)
        read, took = tokens[member] / tokens[scout], spent[member] / whole_time
        price = f"{100 * read:.0f} / {100 * took:.0f}"
        rows.append((name, f"{masked:.2f} / {removed:.2f}", f"{f1:.1f}", price))
        print(*rows[-1], sep=" | ", flush=True)
    kind = "prose" if args.prose else f"{args.notes.name}, {args.part}"
    note = f"{len(docs)} notes; each way at the bias that ships."
    head = ("way", "% masked / removed", "F1", "% of tokens that the encoder reads / of its time")
    print(record(f"A scout before the encoder ({kind})", rows, note=note, head=head, dry=args.dry))


if __name__ == "__main__":
    main()
