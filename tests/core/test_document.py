import pickle

import pytest

from incognote import Document, NoteError, Span


def test_spans_are_sorted_and_sliced_in_code_points():
    doc = Document("a", "👩 José, Ñu", (Span(8, 10, "DOCTOR"), Span(2, 6, "PATIENT")))
    assert [doc.text[s.start : s.end] for s in doc.spans] == ["José", "Ñu"]
    assert [s.start for s in doc.spans] == [2, 8]


@pytest.mark.parametrize(
    ("start", "end", "score", "label"),
    [(-1, 2, 1.0, "DATE"), (2, 2, 1.0, "DATE"), (3, 1, 1.0, "DATE"), (0, 1, 1.1, "DATE"),
     (0, 1, float("nan"), "DATE"), (0, 1, 1.0, "")],
)  # fmt: skip
def test_impossible_spans_are_refused(start, end, score, label):
    with pytest.raises(ValueError, match="span"):
        Span(start, end, label, score)


def test_a_span_beyond_the_text_names_the_document_and_not_the_text():
    with pytest.raises(NoteError, match=r"ward/7: span \[0, 9\) PATIENT .* 5 characters") as caught:
        Document("ward/7", "Maria", (Span(0, 9, "PATIENT"),))
    assert "Maria" not in str(caught.value)


def test_no_repr_holds_text_or_meta():
    doc = Document("a", "Maria Delgado", (Span(0, 5, "PATIENT"),), {"patient": "Delgado"})
    for shown in (repr(doc), str(doc), f"{doc}", repr(doc.spans), repr([doc])):
        assert "Maria" not in shown
        assert "Delgado" not in shown


def test_documents_are_immutable_picklable_and_compare_by_value():
    doc = Document("a", "Maria", (Span(0, 5, "PATIENT"),), {"kind": "letter"})
    with pytest.raises(AttributeError):
        doc.text = "x"  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(doc)) == doc
    assert doc.with_spans(()).spans == ()
    assert doc.with_spans(()).meta == doc.meta
