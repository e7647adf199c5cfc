"""Words per second of the whole pipeline beside a BERT-base token classifier, on two cores.

    python bench/speed.py corpora/notes_en

`incognote deid` is timed from its start to its end: loading, reading, finding, replacing, writing.
The BERT is timed on tokenizing and the network alone, over some of the same notes, in 512-token
windows. Its weights are random, which serves for speed; its tokenizer is fitted to the notes, which
makes for few tokens per word and so for more words per second.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import plain_notes
from record import processor, record

BATCH = 8
WINDOW = 512
LABELS = 59
"""BIO tags of 29 types."""


def time_command(command: Sequence[str]) -> float:
    """Returns the seconds that the command takes."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def time_bert(texts: Sequence[str], threads: int) -> float:
    """Returns the seconds that a BERT-base token classifier takes over the texts."""
    import torch
    from tokenizers import BertWordPieceTokenizer
    from transformers import BertConfig, BertForTokenClassification

    torch.set_num_threads(threads)
    torch.manual_seed(0)
    tokenizer = BertWordPieceTokenizer(lowercase=False)
    tokenizer.train_from_iterator(texts, vocab_size=30_522, show_progress=False)
    model = BertForTokenClassification(BertConfig(num_labels=LABELS)).eval()
    with torch.inference_mode():
        model(torch.ones((BATCH, WINDOW), dtype=torch.long))  # warm-up
        start = time.perf_counter()
        windows: list[list[int]] = []
        for encoding in tokenizer.encode_batch(list(texts), add_special_tokens=False):
            ids = encoding.ids
            windows += [ids[i : i + WINDOW - 2] for i in range(0, len(ids), WINDOW - 2)]
        windows.sort(key=len)
        for i in range(0, len(windows), BATCH):
            batch = windows[i : i + BATCH]
            width = max(map(len, batch)) + 2
            ids = torch.zeros((len(batch), width), dtype=torch.long)
            mask = torch.zeros_like(ids)
            for row, window in enumerate(batch):
                ids[row, 1 : len(window) + 1] = torch.tensor(window)
                mask[row, : len(window) + 2] = 1
            model(ids, attention_mask=mask).logits.argmax(-1)
        return time.perf_counter() - start


def main() -> None:
    """Runs both and records the figures."""
    parser = plain_notes.arguments(__doc__.splitlines()[0], notes=5_000)
    parser.add_argument("--bert-notes", type=int, default=100)
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: args.jobs])
    with tempfile.TemporaryDirectory() as place:
        notes = Path(place) / "notes"
        words = plain_notes.write(args.corpus, args.format, args.notes, notes)
        seconds = time_command(plain_notes.command(args, notes, Path(place) / "out"))
        paths = sorted(notes.rglob("*.txt"))
        some = [p.read_text() for p in paths[:: max(1, len(paths) // args.bert_notes)]]
    bert_words = sum(len(text.split()) for text in some)
    bert_seconds = time_bert(some, args.jobs)
    ours, theirs = words / seconds, bert_words / bert_seconds
    # Processors differ more than anything else here, also in how well they suit BERT.
    on = processor()
    rows = [
        (
            f"incognote deid, {args.notes:,} notes, {words:,} words, start to end, {on}",
            f"{ours:,.0f} words/s",
        ),
        (
            f"BERT-base token classifier in PyTorch, random weights, {len(some)} of these notes, "
            f"{bert_words:,} words, tokenizer and network only, {on}",
            f"{theirs:,.0f} words/s",
        ),
        (f"ratio, {on}", f"{ours / theirs:.1f}"),
    ]
    title = f"Speed on {args.jobs} cores {plain_notes.named(args)}, {on}"
    print(
        record(
            title,
            rows,
            note="Random weights serve for speed: the work is the same.",
            system=plain_notes.system(args),
            dry=args.dry,
        )
    )


if __name__ == "__main__":
    main()
