from __future__ import annotations

from incognote.core.document import Document, Span
from incognote.io.inline import parse
from incognote.io.stats import Row, count


def test_tokens_of_marks_are_cut_at_whitespace_and_rows_are_sorted_by_category() -> None:
    docs = [
        parse("a", "%% part=train\nMRN [[MRN|00 17]], seen by [[DOCTOR|Ada\nRuiz]]"),
        parse("b", "%% part=dev\n[[DOCTOR|Bo]] and [[PATIENT|Li]]"),
        Document("c", "Wu", (Span(0, 2, "DOCTOR", source="HCPName"),)),
    ]
    stats = count(docs)
    assert (stats.notes, stats.tokens, stats.marks, stats.marked_tokens) == (3, 11, 5, 7)
    assert stats.parts == (("dev", 1), ("train", 1))
    assert stats.rows == (
        Row("NAME", "DOCTOR", "", 2, 3),
        Row("NAME", "DOCTOR", "HCPName", 1, 1),
        Row("NAME", "PATIENT", "", 1, 1),
        Row("ID", "MRN", "", 1, 2),
    )


def test_an_empty_corpus() -> None:
    assert count([]).marked_tokens == 0
