"""Where the papers' corpora are, how to obtain them, and which open ones stand in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, NoteError, unknown
from incognote.core.pipeline import OnError
from incognote.io.checks import report
from incognote.io.format import get_format
from incognote.io.split import split


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus that an experiment may use."""

    name: str
    format: str
    """A registry row of kind `format`."""
    obtain: str
    """How to come by it."""
    language: str = "en"
    scheme: str = "incognote"
    train: str = "train"
    """The part that is learned from; '' where the corpus is for scoring alone."""
    test: str = "test"
    """The part that is scored unless told otherwise: its test, or dev where that is kept apart."""
    folders: bool = False
    """Whether parts are folders, not what a split.tsv or the corpus says of each note."""
    unlabelled: str = ""
    """The folder of unlabelled notes, where there is one."""
    is_open: bool = False
    at: str = ""
    """The corpus of whose notes this is a choice: it lies where that one does."""
    reading: Mapping[str, Any] = field(default_factory=dict)
    """What the reader is told besides: which notes of the corpus these are."""
    draw: int = 0
    """At most so many notes of it are marked notes, drawn at random; 0 is all."""
    train_share: float | None = None
    """Share of the notes, drawn at random, that are the train part; None is the corpus's own."""
    held_share: float = 0.1
    """Share of the training notes on which the epoch is chosen."""


_MIMIC = "download MIMIC-III from physionet.org after its training and agreement"


def _mimic(kind: str, category: str, train_share: float) -> Corpus:
    """Notes of a category: all without marks, and Hartman 2020's 1,000 of 1,000 patients."""
    return Corpus(
        f"mimic-iii-{kind}",
        "mimic-iii",
        _MIMIC,
        at="mimic-iii",
        reading={"categories": (category,)},
        draw=1000,
        train="train" if train_share else "",
        train_share=train_share,
    )


_N2C2 = (
    "request the {} data at portal.dbmi.hms.harvard.edu (n2c2 NLP data sets) and sign its agreement"
)
CORPORA: Mapping[str, Corpus] = {
    corpus.name: corpus
    for corpus in (
        Corpus("i2b2-2014", "i2b2-2014", _N2C2.format("2014 de-identification")),
        Corpus("i2b2-2006", "i2b2-2006", _N2C2.format("2006 de-identification")),
        Corpus(
            "physionet",
            "physionet",
            "download 'Deidentified Medical Text' from physionet.org after signing its agreement",
        ),
        Corpus(
            "physionet-random",
            "physionet",
            "download 'Deidentified Medical Text' from physionet.org after signing its agreement",
            at="physionet",
            # Amirifardchime 2025: marks of id.res, 80-10-10 by note.
            reading={"marks_of": ".res"},
            train_share=0.9,
            held_share=1 / 9,
        ),
        Corpus(
            "physionet-i2b2",
            "physionet-i2b2",
            "download 'Deidentified Medical Text' from physionet.org after signing its agreement, "
            "and its marks after i2b2 2014 from kaggle.com/google-health/deid-annotations",
        ),
        Corpus(
            "dernoncourt-lee",
            "dernoncourt-lee",
            "ask the authors of Dernoncourt et al. 2017 for the marks (the notes are MIMIC-III's, "
            "under PhysioNet's agreement)",
        ),
        Corpus("mimic-iii", "mimic-iii", _MIMIC),
        # Hartman 2020, table 1: train and test by patient, echo for testing alone.
        _mimic("radiology", "Radiology", 0.5),
        _mimic("echo", "Echo", 0.0),
        _mimic("discharge", "Discharge summary", 0.81),
        _mimic("nursing", "Nursing", 0.0),
        Corpus(
            "meddocan",
            "brat",
            "download SPACCC_MEDDOCAN (CC BY 4.0) from github.com/PlanTL-GOB-ES; the folder must "
            "hold train and the part that is scored (dev)",
            "es",
            "meddocan",
            test="dev",
            folders=True,
            unlabelled="background",
            is_open=True,
        ),
        *(
            Corpus(
                name,
                "inline",
                f"take corpora/{name.replace('-', '_')} of incognote's source",
                train=train,
                test=test,
                is_open=True,
            )
            for name, train, test in (
                ("notes-en", "train", "dev"),
                ("extra-en", "train", "dev"),
                ("records-en", "", "test"),
            )
        ),
    )
}


OPEN = tuple(c.name for c in CORPORA.values() if c.is_open and c.train)
"""Corpora that an experiment may run on in place of the paper's."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The notes of a corpus that a training and its score need."""

    corpus: Corpus
    name: str
    """Of the corpus and of what was left of it: what is made from other notes has another name."""
    train: list[Document]
    """None where the corpus is for scoring alone."""
    held: list[Document]
    """A tenth of the training notes, on which the epoch is chosen: never what is scored. Where none
    is chosen it is learned from, too."""
    test: list[Document]


def lies_with(name: str) -> str:
    """Returns the corpus beside whose notes that of a name lies: itself, or that it is a choice of.

    A name that is no corpus is returned as it is.
    """
    return (CORPORA[name].at or name) if name in CORPORA else name


def find_path(corpus: Corpus, data: Mapping[str, Path]) -> Path:
    """Returns where a corpus lies.

    Raises:
        InputError: If no path was given: the message says how to obtain the corpus.
    """
    path = data.get(corpus.name) or data.get(corpus.at)
    if path is None:
        is_open = " or ".join(f"--on {name}" for name in OPEN)
        way_out = "" if corpus.is_open else f", or run it on an open corpus: {is_open}"
        what = "NOTEEVENTS.csv" if corpus.format == "mimic-iii" else "FOLDER"
        raise InputError(
            f"the corpus {corpus.name} is not here: {corpus.obtain}, and give "
            f"--data {lies_with(corpus.name)}={what}{way_out}."
        )
    return path


def read_all(
    corpus: Corpus, path: Path, *, draw: int = 0, on_error: OnError | None = None
) -> Iterator[Document]:
    """Returns the notes of a corpus in one file or folder, one at a time.

    Raises:
        InputError: If it cannot be read.
        NoteError: If `on_error` is None and a note cannot be read.
    """
    drawing = {"draw": draw} if draw else {}
    read = get_format(corpus.format).read
    docs: Iterator[Document] = read(path, **corpus.reading, **drawing, on_error=on_error)
    return docs


def at_random(docs: Sequence[Document], share: float, part: str) -> list[Document]:
    """Returns a share of notes drawn at random, the train part, or the test part: what is left."""
    ordered = sorted(docs, key=lambda d: drawn(f"part {d.id}"))
    train = round(share * len(ordered))
    return {"train": ordered[:train], "test": ordered[train:]}.get(part, [])


def read_parts(
    name: str,
    data: Mapping[str, Path],
    *,
    part: str = "",
    only: str = "",
    most: int = 0,
    held_out: bool = True,
    on_error: OnError | None = None,
) -> Parts:
    """Returns the parts of a corpus.

    Args:
        name: A key of `CORPORA`.
        data: Paths by that key.
        part: The part that is scored; '' is `Corpus.test`.
        only: Only the notes below this folder (for an open corpus that stands in for several).
        most: At most so many notes of each part; 0 for all.
        held_out: Whether the tenth that chooses the epoch is kept out of training.
        on_error: Called with the error of each note that cannot be read, which is left out; None
            raises it.

    Raises:
        ConfigError: If there is no such corpus.
        InputError: If it is not here or cannot be read.
        NoteError: If `on_error` is None and a note cannot be read.
    """
    if name not in CORPORA:
        raise unknown("corpus", name, CORPORA)
    corpus = CORPORA[name]
    path = find_path(corpus, data)
    whole: list[Document] = []
    failed: set[str] = set()

    def problem(error: NoteError) -> None:
        report(error, on_error)
        failed.add(error.id)

    found: list[list[Document]] = []
    for of in (corpus.train, part or corpus.test):
        if not of:
            found.append([])
            continue
        if corpus.folders:
            docs = list(read_all(corpus, path / of, on_error=problem))
        elif corpus.train_share is not None:
            whole = whole or list(read_all(corpus, path, draw=corpus.draw, on_error=problem))
            docs = at_random(whole, corpus.train_share, of)
        else:
            every = read_all(corpus, path, on_error=problem)
            docs = list(split(every, path / "split.tsv", of, failed=failed))
        docs = sorted((d for d in docs if d.id.startswith(only)), key=lambda d: drawn(d.id))
        if not docs:
            unread = f"; {len(failed):,} notes cannot be read" if failed else ""
            raise ConfigError(f"{path}: holds no notes of the part '{of}' below '{only}'{unread}.")
        found.append(docs[:most] if most else docs)
    train, test = found
    held = max(1, int(corpus.held_share * len(train) + 1e-9))
    drawing = f"{corpus.draw}-notes" if corpus.draw else ""
    left = [name, only.strip("/"), drawing, f"first-{most}" if most else ""]
    kept = train[held:] if held_out else train
    return Parts(corpus, "-".join(filter(None, left)), kept, train[:held], test)


def read_unlabelled(
    corpus: Corpus, path: Path, parts: Parts, *, on_error: OnError | None = None
) -> list[Document]:
    """Returns notes without marks: the corpus's own unlabelled ones, or those of training."""
    if corpus.unlabelled and (path / corpus.unlabelled).is_dir():
        return list(get_format("txt").read(path / corpus.unlabelled, on_error=on_error))
    return [doc.with_spans(()) for doc in (*parts.train, *parts.held)]


def first_marks(docs: Sequence[Document], marks: int) -> list[Document]:
    """Returns notes that hold so many marks, or as near to that as whole notes come.

    Their order is one that ids alone decide, and each is taken if those behind it can make up what
    is then missing. Notes without marks in between count as read.
    """
    docs = sorted(docs, key=lambda d: drawn(d.id))
    sums = [1]  # Bit n of sums[-1 - i] is set if some of docs[i:] hold n marks.
    for doc in reversed(docs):
        sums.append(sums[-1] | sums[-1] << len(doc.spans))
    totals = range(1, sums[-1].bit_length())
    missing = min((n for n in totals if sums[-1] >> n & 1), key=lambda n: abs(n - marks), default=0)
    chosen = []
    for i, doc in enumerate(docs):
        left = missing - len(doc.spans)
        if missing and left >= 0 and sums[-2 - i] >> left & 1:
            chosen.append(doc)
            missing = left
    return chosen


FEW = 3
"""Notes from which on the epoch is chosen on a fifth of the marks; with fewer on all of them."""


def labelled(parts: Parts, marks: int) -> tuple[list[Document], list[Document]]:
    """Returns notes with so many marks to learn from and to choose the epoch by.

    Both come from the training part, and no other mark of it is used.
    """
    every = {doc.id: doc for doc in (*parts.train, *parts.held)}
    some = first_marks(list(every.values()), marks)
    held = first_marks(some, max(1, round(sum(len(d.spans) for d in some) / 5)))
    rest = [doc for doc in some if doc not in held]
    enough = len(some) >= FEW and all(any(d.spans for d in part) for part in (held, rest))
    return (rest, held) if enough else (some, some)


def drawn(id: str) -> str:
    """Returns what orders notes at random, the same everywhere."""
    return hashlib.sha256(id.encode()).hexdigest()
