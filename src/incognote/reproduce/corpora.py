"""Where the papers' corpora are, how to obtain them, and which open ones stand in."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from incognote import registry
from incognote.corpora.checks import report
from incognote.document import Document
from incognote.errors import ConfigError, InputError, NoteError, unknown
from incognote.pipeline import OnError


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus that an experiment may use."""

    name: str
    format: str
    """A registry row of kind `reader`."""
    obtain: str
    """How to come by it."""
    language: str = "en"
    scheme: str = "incognote"
    test: str = "test"
    """The part that is scored unless told otherwise: its test, or dev where that is kept apart."""
    folders: bool = False
    """Whether parts are folders, not what a split.tsv or the corpus says of each note."""
    unlabelled: str = ""
    """The folder of unlabelled notes, where there is one."""
    is_open: bool = False


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
        Corpus(
            "mimic-iii",
            "mimic-iii",
            "download MIMIC-III from physionet.org after its training and agreement",
        ),
        Corpus(
            "meddocan",
            "brat",
            "download SPACCC_MEDDOCAN (CC BY 4.0) from github.com/PlanTL-GOB-ES; the folder must "
            "hold train and the part that is scored (dev)",
            "es",
            "meddocan",
            "dev",
            folders=True,
            unlabelled="background",
            is_open=True,
        ),
        Corpus(
            "notes-en",
            "inline",
            "take corpora/notes_en of incognote's source",
            test="dev",
            is_open=True,
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Parts:
    """The notes of a corpus that a training and its score need."""

    corpus: Corpus
    name: str
    """Of the corpus and of what was left of it: what is made from other notes has another name."""
    train: list[Document]
    held: list[Document]
    """A tenth of the training notes, on which the epoch is chosen: never what is scored."""
    test: list[Document]


def find_path(corpus: Corpus, data: Mapping[str, Path]) -> Path:
    """Returns where a corpus lies.

    Raises:
        InputError: If no path was given: the message says how to obtain the corpus.
    """
    path = data.get(corpus.name)
    if path is None:
        is_open = " or ".join(f"--on {c.name}" for c in CORPORA.values() if c.is_open)
        way_out = "" if corpus.is_open else f", or run it on an open corpus: {is_open}"
        raise InputError(
            f"the corpus {corpus.name} is not here: {corpus.obtain}, and give "
            f"--data {corpus.name}=FOLDER{way_out}."
        )
    return path


def read_parts(
    name: str,
    data: Mapping[str, Path],
    *,
    part: str = "",
    only: str = "",
    most: int = 0,
    on_error: OnError | None = None,
) -> Parts:
    """Returns the parts of a corpus.

    Args:
        name: A key of `CORPORA`.
        data: Paths by that key.
        part: The part that is scored; '' is `Corpus.test`.
        only: Only the notes below this folder (for an open corpus that stands in for several).
        most: At most so many notes of each part; 0 for all.
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
    read = registry.get("reader", corpus.format)
    failed: set[str] = set()

    def problem(error: NoteError) -> None:
        report(error, on_error)
        failed.add(error.id)

    found = []
    for of in dict.fromkeys(("train", part or corpus.test)):
        if corpus.folders:
            docs = list(read(path / of, on_error=problem))
        else:
            whole = read(path, on_error=problem)
            split = registry.get("split", "tsv")
            docs = list(split(whole, path / "split.tsv", of, failed=failed))
        docs = sorted((d for d in docs if d.id.startswith(only)), key=lambda d: drawn(d.id))
        if not docs:
            unread = f"; {len(failed):,} notes cannot be read" if failed else ""
            raise ConfigError(f"{path}: holds no notes of the part '{of}' below '{only}'{unread}.")
        found.append(docs[:most] if most else docs)
    train, test = found[0], found[-1]
    tenth = max(1, len(train) // 10)
    left = [name, only.strip("/"), f"first-{most}" if most else ""]
    return Parts(corpus, "-".join(filter(None, left)), train[tenth:], train[:tenth], test)


def read_unlabelled(
    corpus: Corpus, path: Path, parts: Parts, *, on_error: OnError | None = None
) -> list[Document]:
    """Returns notes without marks: the corpus's own unlabelled ones, or those of training."""
    if corpus.unlabelled and (path / corpus.unlabelled).is_dir():
        return list(registry.get("reader", "txt")(path / corpus.unlabelled, on_error=on_error))
    return [doc.with_spans(()) for doc in (*parts.train, *parts.held)]


def first_marks(docs: Sequence[Document], marks: int) -> list[Document]:
    """Returns notes until they hold so many marks, in an order that their ids alone decide."""
    chosen: list[Document] = []
    held = 0
    for doc in sorted(docs, key=lambda d: drawn(d.id)):
        if held >= marks:
            break
        chosen.append(doc)
        held += len(doc.spans)
    return chosen


def drawn(id: str) -> str:
    """Returns what orders notes at random, the same everywhere."""
    return hashlib.sha256(id.encode()).hexdigest()
