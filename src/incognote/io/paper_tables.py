"""What papers tell of their corpora, of any corpus: a row of `TABLES` for each such table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from incognote.core.document import Document
from incognote.io.stats import count
from incognote.model.encoding import SENTENCE_ENDS, TOKENIZERS, cut_sentences, tokenize


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table to print."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """Cells, as they are printed."""
    numbers: int
    """The first column of numbers."""


NONE = "–"
"""What stands for no figure, as in Johnson 2020."""


def johnson2020_1(docs: Iterable[Document]) -> PaperTable:
    """Returns Johnson 2020's table 1: tokens of marks, cut at whitespace, by category and type.

    Beside them stand the marks themselves: the paper's totals for i2b2, 28,867 and 19,498, are
    those that Hartman 2020 gives for marks. Types are the corpus's own, or else our labels.
    """
    stats = count(docs)
    types: dict[tuple[str, str], list[int]] = {}
    for row in stats.rows:
        key = _written(row.category), _written(row.source or row.label)
        number = types.setdefault(key, [0, 0])
        number[0] += row.tokens
        number[1] += row.marks
    totals = (stats.marked_tokens, stats.marks)
    rows = [("All", NONE, *(f"{total}" for total in totals))]
    before = ""
    for (category, type_), found in sorted(types.items()):
        cells = (f"{n} ({100 * n / all_:.1f})" for n, all_ in zip(found, totals, strict=True))
        rows.append((category if category != before else "", type_, *cells))
        before = category
    return PaperTable(
        "Johnson 2020, table 1",
        ("Category", "Type", "tokens, n (%)", "marks, n (%)"),
        tuple(rows),
        2,
    )


def hartman2020_1(docs: Iterable[Document]) -> PaperTable:
    """Returns Hartman 2020's table 1: patients, notes, parts, tokens cut at whitespace, and marks.

    Patients are those that the notes name; where one of them names none they are not counted.
    """
    patients: set[str] = set()
    unnamed = False

    def seen() -> Iterator[Document]:
        nonlocal unnamed
        for doc in docs:
            patient = doc.meta.get("patient", "")
            patients.add(patient)
            unnamed = unnamed or not patient
            yield doc

    stats = count(seen())
    order = [part for part in _HEADS if part]
    parts = sorted(stats.parts, key=lambda p: order.index(p[0]) if p[0] in order else len(order))
    shares = " / ".join(f"{100 * n / stats.notes:.0f}% {part}" for part, n in parts)
    marks: Counter[str] = Counter()
    for row in stats.rows:
        marks[row.category] += row.marks
    kinds = (f"{100 * marks[c] / stats.marks:.1f}%" if stats.marks else NONE for c in _OF_TABLE_1)
    cells = (
        NONE if unnamed or not stats.notes else f"{len(patients):,}",
        f"{stats.notes:,}",
        shares or NONE,
        f"{stats.tokens:,}",
        f"{stats.marks:,}",
        *kinds,
    )
    heads = ("patients", "notes", "parts by note", "tokens", "PHIs")
    percent = (f"% {category}" for category in _OF_TABLE_1)
    return PaperTable("Hartman 2020, table 1", (*heads, *percent), (cells,), 0)


_OF_TABLE_1 = ("NAME", "DATE", "LOCATION")


def _written(name: str) -> str:
    return name if name == "ID" else name.capitalize()


@dataclass(slots=True)
class _Part:
    sentences: int = 0
    tokens: int = 0
    phi: int = 0
    phi_tokens: int = 0
    words: set[str] = field(default_factory=set)


_HEADS = {"train": "Training", "dev": "Development", "test": "Testing", "": "All"}


def ahmed2020_2(docs: Iterable[Document]) -> PaperTable:
    """Returns Ahmed 2021's table 2: sentences, vocabulary, tokens and PHI of each part.

    Cut as its trainings cut: tokenizer and sentences of the `ahmed2020` configurations. The
    vocabulary is the train part's in every column: 'the models are not permitted to incorporate any
    testing words'. A token counts as PHI if a mark covers any of it.
    """
    parts: dict[str, _Part] = {}
    for doc in docs:
        part = parts.setdefault(doc.meta.get("part", ""), _Part())
        places = tokenize(doc.text, TOKENIZERS["ahmed2020"])
        total = len(places)
        sizes = np.ones(total, np.int32)
        windows = cut_sentences(
            doc.text,
            places,
            sizes,
            SENTENCE_ENDS["ahmed2020"],
            tokens=total + 1,
            pieces=total + 1,
            overlap=0,
        )
        is_phi = np.zeros(total, np.bool_)
        for span in doc.spans:
            is_phi[slice(*places.covered(span.start, span.end))] = True
        part.sentences += len(windows)
        part.tokens += total
        part.phi += len(doc.spans)
        part.phi_tokens += int(is_phi.sum())
        bounds = zip(places.starts.tolist(), places.ends.tolist(), strict=True)
        part.words.update(doc.text[start:end] for start, end in bounds)
    order = [*_HEADS, *sorted(parts.keys() - _HEADS.keys())]
    found = {name: parts[name] for name in order if name in parts}
    learned = parts.get("train") or (parts.get("") if len(parts) == 1 else None)
    vocabulary = f"{len(learned.words):,}" if learned else NONE
    rows = (
        ("Sentences", *(f"{part.sentences:,}" for part in found.values())),
        ("Vocab Size", *(vocabulary for _ in found)),
        ("Tokens", *(f"{part.tokens:,}" for part in found.values())),
        ("PHIs", *(f"{part.phi:,}" for part in found.values())),
        ("PHI Tokens", *(f"{part.phi_tokens:,}" for part in found.values())),
    )
    heads = ("", *(_HEADS.get(name, name) for name in found))
    return PaperTable("Ahmed 2021, table 2", heads, rows, 1)


TABLES: Mapping[str, Callable[[Iterable[Document]], PaperTable]] = {
    "johnson2020-1": johnson2020_1,
    "hartman2020-1": hartman2020_1,
    "ahmed2020-2": ahmed2020_2,
}
"""By paper and number."""
