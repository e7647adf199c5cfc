"""Each note goes through the pipeline of its own language, and comes out in its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, NoteError
from incognote.core.pipeline import Pipeline
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run.deidentifier import Deidentifier
from incognote.run.multilingual import Multilingual

EN = "She was seen on the ward with her son and is well, home tomorrow."
ES = "Acude con su hija por dolor en la pierna y se da de alta con la analítica."
DE = "Die Patientin wurde mit ihrer Tochter auf der Station gesehen und geht nach Hause."
LABELS = {"en": "PATIENT", "es": "NOMBRE_SUJETO_ASISTENCIA"}


class Whole:
    """Marks the first word with the label of its language; fails at a command."""

    def __init__(self, lang: str) -> None:
        self.labels = frozenset({LABELS[lang]})
        self.seen: list[list[str]] = []

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        if any("RAISE" in doc.text for doc in docs):
            raise ValueError(docs[0].text)
        (label,) = self.labels
        return [[Span(0, doc.text.index(" "), label, 0.9, "t")] for doc in docs]

    def detect_record(self, docs: Sequence[Document]) -> list[list[Span]]:
        self.seen.append([doc.id for doc in docs])
        return self.detect(docs)


def several(*, only: bool = False) -> tuple[Multilingual, list[str]]:
    """A pipeline of both languages, and which were loaded."""
    loaded: list[str] = []

    def loader(lang: str) -> Callable[[], Pipeline]:
        def load() -> Pipeline:
            loaded.append(lang)
            return Pipeline([Whole(lang)])

        return load

    return Multilingual({lang: loader(lang) for lang in LABELS}, only=only), loaded


def test_each_note_is_read_in_its_language_and_the_order_stays() -> None:
    texts = [EN, ES, ES, EN, ES] * 40
    docs = [Document(str(i), text) for i, text in enumerate(texts)]
    pipeline, loaded = several()
    found = list(pipeline.annotate(docs))
    assert [doc.id for doc in found] == [doc.id for doc in docs]
    assert [doc.text for doc in found] == texts
    labels = [LABELS["en" if text == EN else "es"] for text in texts]
    assert [doc.spans[0].label for doc in found] == labels
    assert sorted(loaded) == ["en", "es"]
    assert [doc.spans[0].label for doc in pipeline.gather(docs)] == labels


def test_a_language_that_no_note_needs_is_not_loaded() -> None:
    pipeline, loaded = several()
    list(pipeline.annotate([Document("a", ES)]))
    assert loaded == ["es"]


def test_what_a_note_gives_does_not_depend_on_the_others() -> None:
    alone = {text: list(several()[0].annotate([Document("x", text)])) for text in (EN, ES)}
    mixed = several()[0].annotate([Document("x", text) for text in (ES, EN)])
    assert list(mixed) == [*alone[ES], *alone[EN]]


def test_a_note_that_fails_costs_no_other() -> None:
    docs = [Document("a", ES), Document("b", f"{EN} RAISE"), Document("c", EN)]
    failed: list[NoteError] = []
    pipeline, _ = several()
    assert [doc.id for doc in pipeline.annotate(docs, on_error=failed.append)] == ["a", "c"]
    assert [error.id for error in failed] == ["b"]
    with pytest.raises(NoteError, match=r"^b: not processed"):
        list(pipeline.annotate(docs))


def test_a_patients_notes_of_one_language_are_looked_at_together() -> None:
    meta = {"patient": "p"}
    texts = {"a": EN, "b": ES, "c": EN, "d": ES}
    docs = [Document(id, text, meta=meta) for id, text in texts.items()]
    pipeline, _ = several()
    assert [doc.id for doc in pipeline.annotate(docs, records=True)] == ["a", "b", "c", "d"]
    seen = {lang: pipeline.of(lang).detectors[0] for lang in LABELS}
    assert seen["en"].seen == [["a", "c"]]  # type: ignore[attr-defined]
    assert seen["es"].seen == [["b", "d"]]  # type: ignore[attr-defined]


def test_notes_of_a_patient_that_stand_apart_are_refused() -> None:
    docs = [Document(str(i), EN, meta={"patient": str(i % 2)}) for i in range(3)]
    with pytest.raises(NoteError, match="stands apart"):
        list(several()[0].annotate(docs, records=True))


def test_a_note_in_none_of_the_languages_fails_where_only_these_are_taken() -> None:
    docs = [Document("a", EN), Document("b", DE), Document("c", ES)]
    failed: list[NoteError] = []
    pipeline, _ = several(only=True)
    assert [doc.id for doc in pipeline.annotate(docs, on_error=failed.append)] == ["a", "c"]
    assert str(failed[0]) == "b: seems to be in another language (de) than en, es"
    with pytest.raises(NoteError):
        list(pipeline.annotate(docs))
    assert len(list(several()[0].annotate(docs))) == 3


def test_the_output_is_written_with_the_notes_own_language() -> None:
    pipeline, _ = several()
    flow = Deidentifier(pipeline, get_policy("all"), Context(lang="auto"), "redact")
    written = flow.stream([Document("a", EN), Document("b", ES)])
    seen = [redacted.text.split()[0] for redacted in written]
    assert seen == ["[PATIENT]", "[NOMBRE_SUJETO_ASISTENCIA]"]
    with pytest.raises(ConfigError, match="way to verify"):
        Deidentifier(pipeline, get_policy("all"), verify="maybe")


def test_its_labels_are_those_of_all() -> None:
    assert several()[0].labels == {*LABELS.values()}
