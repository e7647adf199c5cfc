"""What we write for annotation tools goes through the real ones, and comes back whole.

Prodigy is not public, and INCEpTION is a program in Java: its library in Python reads and writes
in tests/io/test_uima_xmi.py.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from incognote.core.document import Document, Span
from incognote.core.labels import LABELS
from incognote.io import doccano, label_studio
from incognote.io.format import get_format

sdk = pytest.importorskip(
    "label_studio_sdk", reason="Label Studio's library is not installed: .ci/run has it"
)

from label_studio_sdk.converter import Converter  # noqa: E402
from label_studio_sdk.label_interface import LabelInterface  # noqa: E402

CONFIG = label_studio.labeling_config(LABELS)
TEXT = "😀 Seen by Dr. Ada Ruiz 👩‍⚕️\r\nin Jose\u0301, \u2028 \"Ohio\" \\n <b> & 'x'\ttoday."


def span(words: str, label: str, score: float = 1.0) -> Span:
    start = TEXT.index(words)
    return Span(start, start + len(words), label, score)


SPANS = (
    span("Ada Ruiz", "DOCTOR", 0.5),
    span("Ruiz 👩‍⚕️\r\nin Jose\u0301", "CITY"),
    span("Ohio", "STATE"),
)
DOCS = [
    Document("ward/1", TEXT, SPANS, {"patient": "p1"}),
    Document("ward/2", "Nothing to see.", ()),
]


def marks(docs: list[Document]) -> list[object]:
    return [
        (doc.id, doc.text, [(s.start, s.end, s.label) for s in doc.spans], dict(doc.meta))
        for doc in docs
    ]


@pytest.mark.parametrize("name", ["label-studio", "label-studio-predictions"])
def test_label_studio_takes_each_region(name: str, tmp_path: Path) -> None:
    get_format(name).write(DOCS, tmp_path / "tasks.json")
    interface = LabelInterface(CONFIG)
    interface.validate()
    for task in json.loads((tmp_path / "tasks.json").read_text("utf-8")):
        for made in (*task.get("annotations", ()), *task.get("predictions", ())):
            assert interface.validate_prediction(made, return_errors=True) == []


def test_label_studio_converts_what_we_write(tmp_path: Path) -> None:
    """Its converter cuts tokens at blanks; the first of our overlapping marks is taken."""
    first = [Document(doc.id, doc.text, doc.spans[:1], doc.meta) for doc in DOCS]
    tasks = json.loads(written(first, tmp_path / "ours.json"))
    for number, task in enumerate(tasks):
        task["id"] = number  # which Label Studio gives
    (tmp_path / "tasks.json").write_text(json.dumps(tasks), "utf-8")
    converter = Converter(CONFIG, project_dir=None, download_resources=False)
    converter.convert_to_conll2003(str(tmp_path / "tasks.json"), str(tmp_path), is_dir=False)
    rows = [line.split() for line in (tmp_path / "result.conll").read_text("utf-8").splitlines()]
    assert [(row[0], row[-1]) for row in rows if row and "DOCTOR" in row[-1]] == [
        ("Ada", "B-DOCTOR"),
        ("Ruiz", "I-DOCTOR"),
    ]


def written(docs: list[Document], path: Path) -> str:
    label_studio.write(docs, path)
    return path.read_text("utf-8")


@pytest.mark.parametrize("relations", ["0", "1"])
def test_notes_pass_through_doccano(relations: str, tmp_path: Path) -> None:
    """Both of its exports: `label`, and with relations `entities`."""
    python = os.environ.get("INCOGNOTE_DOCCANO")
    if not python:
        pytest.skip("needs INCOGNOTE_DOCCANO, the Python of an environment that has doccano")
    doccano.write(DOCS, tmp_path / "in.jsonl")
    script = Path(__file__).parent / "doccano_project.py"
    subprocess.run(
        [python, str(script), str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), relations],
        check=True,
        capture_output=True,
        timeout=120,
        env={"PATH": os.environ["PATH"]},
    )
    exported = (tmp_path / "out.jsonl").read_text("utf-8")
    assert ("entities" if relations == "1" else "label") in json.loads(exported.partition("\n")[0])
    assert marks(list(doccano.read(tmp_path / "out.jsonl"))) == marks(DOCS)
