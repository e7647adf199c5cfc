"""The spaCy component, in the real library."""

from __future__ import annotations

import re

import pytest

from incognote import load
from incognote.core.errors import NoteError
from incognote.replace.keys import new_key

spacy = pytest.importorskip("spacy", reason="spaCy is not installed: .ci/run has it")

from incognote.plugs import spacy_component  # noqa: E402

NOTES = [
    "Seen by Dr. Ada Ruiz on 3/14/2019.\r\nPatient: Maria Delgado, MRN 00482913 😀 stable.",
    "",
    "   \n",
    "No identifiers here: BP 120/80.",
    "Tel:(216)555-0143/call Dr.Okafor",
    "🫀🫀 e\u0301 Pt Maria Delgado/John Whitfield seen 3/14/2019-3/16/2019",
]


@pytest.fixture(scope="module")
def nlp():
    made = spacy.blank("en")
    made.add_pipe("incognote", config={"fast": True})
    return made


@pytest.fixture(scope="module")
def deid():
    return load("en", fast=True)


def marks(doc):
    return [tuple(each) for each in doc.spans["phi"].attrs["exact"]]


def check(doc, deid) -> None:
    """Everything that the library finds is there, exactly and to the borders of tokens."""
    wanted = [(s.start, s.end, s.label, s.score) for s in deid.detect(doc.text)]
    assert marks(doc) == wanted
    assert len(doc.spans["phi"]) == len(wanted)
    for span, (start, end, label, _) in zip(doc.spans["phi"], wanted, strict=True):
        assert span.start_char <= start
        assert end <= span.end_char
        assert span.label_ == label
    assert doc._.deidentified == deid(doc.text).text


def test_the_entry_point_is_found(nlp) -> None:
    assert nlp.pipe_names == ["incognote"]
    assert isinstance(nlp.get_pipe("incognote"), spacy_component.IncognoteComponent)


@pytest.mark.parametrize("note", NOTES)
def test_it_finds_what_the_library_finds(nlp, deid, note) -> None:
    check(nlp(note), deid)


@pytest.mark.parametrize("batch_size", [1, 2, 64])
def test_pipe_keeps_order(nlp, deid, batch_size) -> None:
    texts = NOTES * 3
    docs = list(nlp.pipe(texts, batch_size=batch_size))
    assert [doc.text for doc in docs] == texts
    for doc in docs:
        check(doc, deid)


def test_pipe_is_lazy(nlp) -> None:
    taken = []

    def stream():
        for text in NOTES * 3:
            taken.append(text)
            yield nlp.make_doc(text)

    next(nlp.get_pipe("incognote").pipe(stream(), batch_size=2))
    assert len(taken) == 2


def test_two_processes(nlp, deid) -> None:
    docs = list(nlp.pipe(NOTES * 2, n_process=2, batch_size=3))
    assert [doc.text for doc in docs] == NOTES * 2
    for doc in docs:
        check(doc, deid)


def test_a_tokenizer_that_splits_nothing_loses_nothing(deid) -> None:
    from spacy.tokenizer import Tokenizer

    nlp = spacy.blank("en")
    nlp.tokenizer = Tokenizer(nlp.vocab, token_match=re.compile(".*").match)
    nlp.add_pipe("incognote", config={"fast": True})
    for note in NOTES:
        check(nlp(note), deid)


def test_documents_on_disk_keep_all(nlp, deid) -> None:
    doc = nlp(NOTES[0])
    again = spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    check(again, deid)


def test_surrogates_agree_over_a_patients_notes(tmp_path) -> None:
    key = tmp_path / "my.key"
    new_key(key)
    spacy.tokens.Doc.set_extension("mrn", default=None, force=True)
    nlp = spacy.blank("en")
    config = {"fast": True, "replacement": "surrogate", "key": str(key), "patient": "mrn"}
    nlp.add_pipe("incognote", config=config)
    docs = [nlp.make_doc("Seen by Dr. Ada Ruiz on 3/14/2019.") for _ in range(3)]
    for doc, patient in zip(docs, "AAB", strict=True):
        doc._.mrn = patient
    first, second, other = (d._.deidentified for d in nlp.get_pipe("incognote").pipe(docs))
    assert first == second != other
    assert "Ruiz" not in first + other


def test_a_note_that_fails_says_nothing_of_its_text(nlp, monkeypatch) -> None:
    def fail(docs):
        raise ValueError(docs[0].text)

    component = nlp.get_pipe("incognote")
    monkeypatch.setattr(component.flow.pipeline.detectors[0], "detect", fail)
    with pytest.raises(NoteError) as caught:
        nlp(NOTES[0])
    assert "Ruiz" not in str(caught.value)


def test_spanish(deid) -> None:
    nlp = spacy.blank("es")
    nlp.add_pipe("incognote")
    doc = nlp("Paciente: María Delgado Ruiz. Atendida el 14/03/2019.")
    assert "Delgado" not in doc._.deidentified
    assert "2019" not in doc._.deidentified
