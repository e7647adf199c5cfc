"""The cross-corpus matrix on two toy systems and corpora."""

from __future__ import annotations

import pytest

from incognote.assure.evaluation.matrix import evaluate_matrix
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, NoteError

#       01234567890123456
TEXT = "Ann Wu from Leeds"


def corpus(*spans):
    return [Document("a", TEXT, tuple(Span(*s) for s in spans))]


def marks(*spans):
    return lambda docs: [doc.with_spans(Span(*s) for s in spans) for doc in docs]


def test_only_names_count_and_tokens_are_binary():
    corpora = {
        "x": corpus((0, 6, "PATIENT"), (12, 17, "CITY")),
        "y": corpus((4, 6, "NOMBRE_SUJETO_ASISTENCIA")),
    }
    systems = {
        "first": marks((0, 6, "DOCTOR"), (12, 17, "CITY")),
        "second": marks((4, 6, "USERNAME"), (7, 11, "DATE")),
    }
    blocks = evaluate_matrix(systems, corpora)
    values = {
        f: {s: {c: fig.value for c, fig in row.items()} for s, row in block.items()}
        for f, block in blocks.items()
    }
    assert values["recall"] == {"first": {"x": 1, "y": 1}, "second": {"x": 0.5, "y": 1}}
    assert values["precision"] == {"first": {"x": 1, "y": 0.5}, "second": {"x": 1, "y": 1}}
    assert values["f1"]["first"]["y"] == pytest.approx(2 / 3)
    assert blocks["recall"]["second"]["x"].n == 2


def test_systems_see_no_gold_and_must_give_every_note_back():
    def echo(docs):
        assert all(not doc.spans for doc in docs)
        return docs

    assert (
        evaluate_matrix({"echo": echo}, {"x": corpus((0, 6, "PATIENT"))})["recall"]["echo"][
            "x"
        ].value
        == 0
    )
    with pytest.raises(NoteError, match="no prediction"):
        evaluate_matrix({"none": lambda docs: []}, {"x": corpus()})
    with pytest.raises(ConfigError, match="category"):
        evaluate_matrix({}, {}, category="NAMES")
