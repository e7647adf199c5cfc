"""What does not fit is an error that names the note; nothing is dropped."""

from __future__ import annotations

import pytest

from incognote.assure.evaluation.matching import (
    apply_policy,
    match,
    read_sentence_counts,
    with_sentences,
)
from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.replace.policy import get_policy

SECRET = "Zaphod"
A = Document("ward/a", f"{SECRET}, 54", (Span(0, 6, "PATIENT"), Span(8, 10, "AGE")))
B = Document("ward/b", "", ())


def test_pairs_are_sorted_by_id_whatever_the_order():
    pairs = match([B, A], [A, B])
    assert [pair.id for pair in pairs] == ["ward/a", "ward/b"]
    assert pairs[0].text == A.text


@pytest.mark.parametrize(
    ("gold", "predicted", "id", "what"),
    [
        ([A, B], [A], "ward/b", "no prediction"),
        ([A], [A, B], "ward/b", "not among the gold"),
        ([A, A], [A], "ward/a", "twice among the gold"),
        ([A], [A, A], "ward/a", "twice among the predictions"),
        ([A], [Document("ward/a", SECRET + ".54", ())], "ward/a", "differ from character 6"),
        ([A], [Document("ward/a", A.text + "\n", ())], "ward/a", "differ from character 10"),
    ],
)
def test_misfits_are_errors_that_name_the_note_and_hold_no_text(gold, predicted, id, what):
    with pytest.raises(NoteError, match=what) as caught:
        match(gold, predicted)
    assert caught.value.id == id
    assert SECRET not in str(caught.value)


def test_policy_passes_over_both_sides():
    found = A.with_spans((Span(8, 10, "AGE"),))
    (pair,) = apply_policy(match([A], [found]), get_policy("hipaa"))
    assert [s.label for s in pair.gold.spans] == ["PATIENT"]
    assert pair.predicted.spans == ()


def test_sentence_counts(tmp_path):
    path = tmp_path / "counts.tsv"
    path.write_text("ward/a\tdev\t3\nward/b\tdev\t0\n", encoding="utf-8")
    pairs = with_sentences(match([A, B], [A, B]), read_sentence_counts(path))
    assert [pair.sentences for pair in pairs] == [3, 0]


@pytest.mark.parametrize("line", ["ward/a\t3", "ward/a\tdev\tthree", "ward/a\tdev\t-1", ""])
def test_bad_sentence_counts_name_the_line(tmp_path, line):
    path = tmp_path / "counts.tsv"
    path.write_text(f"ward/b\tdev\t3\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"counts\.tsv:2"):
        read_sentence_counts(path)
    path.write_text("x\tdev\t3\nx\tdev\t3\n", encoding="utf-8")
    with pytest.raises(InputError, match="twice"):
        read_sentence_counts(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_sentence_counts(tmp_path / "none.tsv")
