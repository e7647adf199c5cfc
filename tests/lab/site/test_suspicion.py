"""Suspicion: what looks odd in a note as it would be released."""

from __future__ import annotations

from incognote.core.document import Document
from incognote.lab.site.suspicion import suspicions

TEXTS = {
    "plain": "[PATIENT] has pain and was seen again on [DATE].",
    "name": "[PATIENT] has pain and was seen again by Okonkwo.",
    "number": "[PATIENT] has pain and was seen again, file 4471880.",
    "roster": "[PATIENT] has pain and was seen again with will.",
    "found": "[PATIENT] has pain, call (216) 555-0143.",
}


def scores(weak: int = 0) -> dict[str, float]:
    docs = [(Document(id, text), weak) for id, text in TEXTS.items()]
    return dict(zip(TEXTS, suspicions(docs, lang="en", roster=["Will Moss"]), strict=True))


def test_odd_words_numbers_known_names_and_findings_are_suspicious() -> None:
    found = scores()
    assert found["plain"] == 0
    assert min(v for k, v in found.items() if k != "plain") > 0
    assert found["roster"] == max(found.values())


def test_close_calls_are_suspicious() -> None:
    assert scores(weak=1)["plain"] == 0.5
