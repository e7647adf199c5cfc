"""The corpora: a function each, which returns notes with their gold marks.

Ours lie in corpora/. What others made is made or read when the table runs: prose and MEDDOCAN from
a folder that is given (`--data NAME=FOLDER`), sentences of Presidio's own generator in an
environment of its package. No test part that is sealed is read.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import english_notes
from incognote.cli.marked import read_gold
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, InputError
from incognote.io.format import get_format
from league.environment import ROOT, Refused, make
from league.systems import System

CORPORA = ROOT / "corpora"
SEED = 20
JOINED = 10
"""Notes that one long note is made of."""
SAMPLES = {
    "extra_en": 240,
    "extra_es": 180,
    "meddocan": 80,
    "prose": 300,
    "damaged": 45,
    "long": 90,
}
"""How many notes stand for a corpus, always the same ones: slow systems take an hour as it is."""
GENERATED = 1200
"""Sentences of Presidio's generator."""
MAKER = System(
    "makers",
    "Presidio's generator and Faker",
    "",
    python="3.12",
    pip=("presidio-evaluator==0.3.2",),
)
"""Where what others made is made: its package brings Faker, too."""


DATA = {
    "prose": "MTS-Dialog, ACI-Bench and PriMock57 as published (mts_dialog, aci_bench, "
    "primock57_notes)",
    "meddocan": "MEDDOCAN, its part dev",
    "dutch": "Dutch notes in inline form (docs/formats.md)",
}
"""What others made and no package brings, by the name for `--data`: what its folder holds."""


@dataclass(frozen=True)
class Given:
    """What a corpus may need."""

    data: Mapping[str, Path]
    """Folders by name."""
    cache: Path

    def folder(self, name: str) -> Path:
        """Returns a folder that was given.

        Raises:
            Refused: If it was not.
        """
        if name not in self.data:
            raise Refused(f"needs --data {name}=FOLDER")
        return self.data[name]


@dataclass(frozen=True)
class Corpus:
    """One row: notes of a language, and what a reader must know of them."""

    name: str
    title: str
    lang: str
    made: Callable[[Given], Sequence[Document]]
    whose: str
    """Who wrote notes and marks."""
    known: str = ""
    """What was seen of it while our system was made; empty: nothing."""
    ranked: bool = True
    """Whether it says who is first: not where our model was trained on it."""
    no_phi: bool = False
    """Whether next to nothing in it is PHI, so that only the price says something."""
    drawn: str = ""
    """Which notes it is a draw of, always the same one; empty: it is all of them."""


def read(corpus: Corpus, given: Given) -> list[Document]:
    """Returns the notes of a corpus.

    Raises:
        Refused: If it needs what was not given, or cannot be made here.
        InputError: If what was given is not what it needs.
        ConfigError: If two notes have one id.
    """
    try:
        docs = list(corpus.made(given))
    except OSError as error:
        raise InputError(f"corpus '{corpus.name}': {error.filename} cannot be read.") from None
    if len({doc.id for doc in docs}) != len(docs):
        raise ConfigError(f"corpus '{corpus.name}': two notes have one id")
    return docs


def brought(paths: Mapping[str, Path], format: str, lang: str) -> list[Corpus]:
    """Returns a corpus for each of the notes of `--notes NAME=PATH`.

    Args:
        paths: By name files or folders of marked notes.
        format: A registry row of kind `format`; '': told by suffix and content.
        lang: Their language.

    Raises:
        ConfigError: If a name is one of the table's.
    """
    for name in paths:
        if name in TABLE:
            raise ConfigError(
                f"--notes {name}: the table has a corpus of that name; choose another."
            )
    return [
        Corpus(name, name, lang, partial(_gold, path, format), "whoever brings them")
        for name, path in paths.items()
    ]


def _gold(path: Path, format: str, given: Given) -> list[Document]:
    return read_gold(path, format, "--format")


def _part(name: str, part: str) -> Callable[[Given], list[Document]]:
    return lambda given: english_notes.sample(
        english_notes.read_marked(CORPORA / name, part), SAMPLES.get(name, 0)
    )


def _damaged(name: str, part: str, kind: str) -> Callable[[Given], list[Document]]:
    return lambda given: english_notes.damaged(
        english_notes.sample(english_notes.read_marked(CORPORA / name, part), SAMPLES["damaged"]),
        kind,
    )


def _long(name: str, part: str) -> Callable[[Given], list[Document]]:
    return lambda given: joined(
        english_notes.sample(english_notes.read_marked(CORPORA / name, part), SAMPLES["long"]),
        JOINED,
    )


def joined(docs: Sequence[Document], count: int) -> list[Document]:
    """Returns long notes, each of `count` notes in a row (the last of what is left)."""
    found = []
    for begin in range(0, len(docs), count):
        text, spans = "", []
        for doc in docs[begin : begin + count]:
            if text:
                text += "\n\n"
            at = len(text)
            spans += [Span(s.start + at, s.end + at, s.label) for s in doc.spans]
            text += doc.text
        found.append(Document(f"long-{begin // count + 1}", text, tuple(spans)))
    return found


def _meddocan(given: Given) -> list[Document]:
    folder = given.folder("meddocan")
    return english_notes.sample(list(get_format("brat").read(folder / "dev")), SAMPLES["meddocan"])


def _dutch(given: Given) -> list[Document]:
    return list(get_format("inline").read(given.folder("dutch")))


def _prose_rules() -> object:
    """corpora/prose_en/make.py, which says what a sentence without PHI is."""
    spec = importlib.util.spec_from_file_location("prose_rules", CORPORA / "prose_en/make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def clean_prose(folder: Path) -> list[Document]:
    """Returns held-out notes of MTS-Dialog, ACI-Bench and PriMock57 without what may be PHI.

    A sentence stays if every capitalised word in it is common in small letters in the same prose
    and nothing in it hints at a date, place, person, occupation or organisation; ages are marked.
    Which words are common is counted in the prose itself, so that no list of ours decides.
    """
    rules = _prose_rules()
    notes = english_notes.read_prose(folder)
    known = rules.known_words([doc.text for doc in notes], Path(os.devnull))  # type: ignore[attr-defined]
    found = []
    for doc in notes:
        kept, spans, size, at = [], [], 0, 0
        gaps = [(m.start(), m.end()) for m in rules.SPLIT.finditer(doc.text)]  # type: ignore[attr-defined]
        for start, end in [*gaps, (len(doc.text), len(doc.text))]:
            sentence = doc.text[at:start]
            ages = rules.clean(sentence, known) if sentence.strip() else []  # type: ignore[attr-defined]
            if ages is not None:
                spans += [Span(s.start + size, s.end + size, s.label) for s in ages]
                kept.append(doc.text[at:end])
                size += end - at
            at = end
        text = "".join(kept)
        if len(text.split()) >= 4:
            found.append(Document(doc.id, text, tuple(spans)))
    return found


def _prose(given: Given) -> list[Document]:
    return english_notes.sample(clean_prose(given.folder("prose")), SAMPLES["prose"])


def _dialog(given: Given) -> list[Document]:
    notes = [d for d in clean_prose(given.folder("prose")) if d.id.startswith("mts_dialog/")]
    notes = english_notes.sample(notes, SAMPLES["prose"])
    lines = [
        json.dumps(
            {"id": d.id, "text": d.text, "spans": [[s.start, s.end, s.label] for s in d.spans]}
        )
        for d in notes
    ]
    return _made("make_dialog.py", given, lines)


def _generated(given: Given) -> list[Document]:
    return _made("make_generated.py", given, [], str(GENERATED), str(SEED))


def _made(script: str, given: Given, lines: Sequence[str], *words: str) -> list[Document]:
    """Runs a maker in its environment: JSON lines in, notes with marks as JSON lines out."""
    python = make(MAKER, given.cache).python
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [python, str(Path(__file__).parent / "makers" / script), *words],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
        env={**env, "PYTHONHASHSEED": "0"},
    )
    if done.returncode:
        raise Refused(f"{script} ended with code {done.returncode}")
    docs = []
    for line in done.stdout.splitlines():
        note = json.loads(line)
        spans = tuple(Span(start, end, label) for start, end, label in note["spans"])
        docs.append(Document(note["id"], note["text"], spans))
    return docs


_OURS = "ours: notes and marks by this project"
_DEV = "all of it; a model's epoch was chosen on it"
_READ_EN = (
    "nothing learned from it; since 28 November 2026 clinical text that was removed in it was read "
    "and rules were mended for it, so its price is a little kind, and its recall by one identifier "
    "([what was read](../corpora/records_en/README.md))"
)
_READ_ES = (
    "nothing learned from it; false alarms and some outputs were read to mend how marks are "
    "replaced, nothing of what is found ([what was read](../corpora/records_es/README.md))"
)
_BESIDE = "held against the other damaged ones it tells something, not against the whole part"
_TABLE = [
    Corpus(
        "records_en", "English records, test", "en", _part("records_en", "test"), _OURS, _READ_EN
    ),
    Corpus("notes_en", "English notes, dev", "en", _part("notes_en", "dev"), _OURS, _DEV),
    Corpus(
        "extra_en",
        "More English notes, dev",
        "en",
        _part("extra_en", "dev"),
        _OURS,
        _DEV,
        drawn="extra_en's dev part, of which scores.md has all",
    ),
    Corpus(
        "generated_en",
        "Sentences of Presidio's generator",
        "en",
        _generated,
        "Presidio's authors: templates, names and marks of presidio-evaluator 0.3.2",
    ),
    Corpus(
        "dialog_en",
        "MTS-Dialog with identifiers put in",
        "en",
        _dialog,
        "text: MTS-Dialog, validation and test parts (CC BY 4.0); identifiers by Faker, put in by "
        "bench/league/makers/make_dialog.py",
        drawn="those parts",
    ),
    Corpus(
        "prose_en",
        "Prose without PHI",
        "en",
        _prose,
        "MTS-Dialog, ACI-Bench (CC BY 4.0) and PriMock57, parts that nothing was trained on, "
        "without every sentence that may hold PHI but for ages",
        no_phi=True,
        drawn="those parts",
    ),
    Corpus(
        "long_en",
        "Long English notes",
        "en",
        _long("notes_en", "dev"),
        _OURS,
        _DEV,
        drawn=f"notes_en's dev part, {JOINED} to a long one",
    ),
    *(
        Corpus(
            f"notes_en_{kind}",
            f"English notes, dev, {said}",
            "en",
            _damaged("notes_en", "dev", kind),
            _OURS,
            _DEV,
            drawn=f"notes_en's dev part: {_BESIDE}",
        )
        for kind, said in (
            ("upper", "in capitals"),
            ("lower", "in small letters"),
            ("ocr", "badly scanned"),
            ("collapsed", "without line ends"),
        )
    ),
    Corpus(
        "records_es", "Spanish records, test", "es", _part("records_es", "test"), _OURS, _READ_ES
    ),
    Corpus("notes_es", "Spanish notes, dev", "es", _part("notes_es", "dev"), _OURS, _DEV),
    Corpus(
        "extra_es",
        "More Spanish notes, dev",
        "es",
        _part("extra_es", "dev"),
        _OURS,
        _DEV,
        drawn="extra_es's dev part, of which scores.md has all",
    ),
    Corpus(
        "meddocan",
        "MEDDOCAN, dev",
        "es",
        _meddocan,
        "the MEDDOCAN task (CC BY 4.0)",
        "the shipped Spanish model was trained on its train and dev parts: no comparison",
        ranked=False,
        drawn="MEDDOCAN's dev part",
    ),
    Corpus("long_es", "Long Spanish notes", "es", _long("notes_es", "dev"), _OURS, _DEV),
    *(
        Corpus(
            f"notes_es_{kind}",
            f"Spanish notes, dev, {said}",
            "es",
            _damaged("notes_es", "dev", kind),
            _OURS,
            _DEV,
            drawn=f"notes_es's dev part: {_BESIDE}",
        )
        for kind, said in (("upper", "in capitals"), ("lower", "in small letters"))
    ),
    Corpus("dutch", "Dutch notes that are brought", "nl", _dutch, "whoever brings them"),
]
TABLE = {corpus.name: corpus for corpus in _TABLE}
