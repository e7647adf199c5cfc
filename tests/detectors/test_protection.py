from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from incognote.corpora import inline
from incognote.corpora.split import split
from incognote.detectors.protection import LABEL, ProtectionDetector, from_settings, load_rows
from incognote.detectors.rules import Rule, RuleDetector
from incognote.document import Document, Span
from incognote.errors import ConfigError
from incognote.pipeline import Pipeline, Settings

CORPORA = Path(__file__).parents[2] / "corpora"
ROWS = [pytest.param(row, id=row.name) for row in load_rows("en")]
MARK = re.compile(rf"<{LABEL}>(.*?)</{LABEL}>")


@pytest.fixture(scope="module")
def protection() -> ProtectionDetector:
    return ProtectionDetector("en")


class Model:
    """Marks the first occurrence of what it is told to."""

    labels = frozenset({"DATE", "AGE", "PATIENT", "DOCTOR"})

    def __init__(self, *found: tuple[str, str, float], source: str = "neural") -> None:
        self.found = found
        self.source = source

    def detect(self, docs: list[Document]) -> list[list[Span]]:
        return [
            [
                Span(at, at + len(surface), label, score, self.source)
                for surface, label, score in self.found
                if (at := doc.text.find(surface)) >= 0
            ]
            for doc in docs
        ]


def left(text: str, *found: tuple[str, str, float], source: str = "neural") -> list[str]:
    pipeline = Pipeline([Model(*found, source=source), ProtectionDetector("en")])
    (doc,) = pipeline.annotate([Document("a", text)])
    return [text[s.start : s.end] for s in doc.spans]


@pytest.mark.parametrize("row", ROWS)
def test_a_row_matches_its_cases_as_marked(row: Rule) -> None:
    detector = RuleDetector([row])
    for case in row.cases:
        text = MARK.sub(r"\1", case)
        (spans,) = detector.detect([Document("a", text)])
        assert [text[s.start : s.end] for s in spans] == MARK.findall(case), case


@pytest.mark.parametrize("row", ROWS)
def test_a_row_has_a_hit_and_a_near_miss(row: Rule) -> None:
    marked = [bool(MARK.search(case)) for case in row.cases]
    assert any(marked)
    assert not all(marked)


def test_names_of_rows_are_unique() -> None:
    names = [row.name for row in load_rows("en")]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("corpus", ["notes_en", "extra_en"])
def test_no_row_covers_an_identifier_of_the_training_notes(corpus: str) -> None:
    notes = CORPORA / corpus
    docs = list(split(inline.read(notes), notes / "split.tsv", "train"))
    found = RuleDetector(load_rows("en")).detect([doc.with_spans(()) for doc in docs])
    touched = [
        (doc.id, stretch.source, span.label)
        for doc, stretches in zip(docs, found, strict=True)
        for stretch in stretches
        for span in doc.spans
        if span.start < stretch.end and stretch.start < span.end
    ]
    assert touched == []


@pytest.mark.parametrize(
    ("text", "surface", "label"),
    [
        ("co-amoxiclav tds for 5/7, then stop", "5/7", "DATE"),
        ("Pain 6/10 at rest", "6/10", "DATE"),
        ("egfr was 41 then 38 now 44", "44", "AGE"),
        ("a G3P2012 at 30 weeks", "G3P2012", "DATE"),
        ("No Jarisch-Herxheimer seen", "Jarisch-Herxheimer", "DOCTOR"),
        ("gave Miralax in juice", "Miralax", "PATIENT"),
    ],
)
def test_what_a_model_takes_clinical_text_for_gives_way(
    text: str, surface: str, label: str
) -> None:
    assert left(text, (surface, label, 0.89)) == []


def test_rows_overrule_a_model_that_is_sure_and_lists_do_not() -> None:
    assert left("Pain 6/10 at rest", ("6/10", "DATE", 1.0)) == []
    assert left("gave Miralax in juice", ("Miralax", "PATIENT", 0.9)) == ["Miralax"]


def test_names_that_people_bear_are_not_protected_by_lists() -> None:
    assert left("seen by Mallory and Dukes", ("Mallory", "DOCTOR", 0.6)) == ["Mallory"]


def test_a_mark_that_reaches_out_of_the_stretch_stays() -> None:
    text = "Pain 6/10 Tue"
    assert left(text, ("6/10 Tue", "DATE", 0.8)) == ["6/10 Tue"]


def test_rules_and_lists_are_not_overruled() -> None:
    assert left("Pain 6/10 at rest", ("6/10", "DATE", 0.6), source="rules/x") == ["6/10"]


def test_what_gave_way_is_no_finding_under_any_threshold() -> None:
    from incognote.resolve import Thresholds

    pipeline = Pipeline(
        [Model(("6/10", "DATE", 0.8)), ProtectionDetector("en")],
        threshold=Thresholds({"DATE": 0.01}),
    )
    (doc,) = pipeline.annotate([Document("a", "Pain 6/10 at rest")])
    assert doc.spans == ()


def test_a_note_without_findings_is_not_looked_at(protection: ProtectionDetector) -> None:
    assert protection.protected([Document("a", "Pain 6/10")]) == [[]]
    assert protection.detect([Document("a", "Pain 6/10")]) == [[]]


def test_it_survives_pickling(protection: ProtectionDetector) -> None:
    copy = pickle.loads(pickle.dumps(protection))
    doc = Document("a", "Pain 6/10", (Span(5, 9, "DATE", 0.8, "neural"),))
    assert copy.protected([doc]) == protection.protected([doc]) != [[]]


def test_settings_choose_the_language() -> None:
    assert from_settings(Settings("en")).lang == "en"
    with pytest.raises(ConfigError, match="'es'"):
        ProtectionDetector("es")
