"""Every row of every language does what its own cases say, and is a valid row."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from incognote.core import labels
from incognote.core.document import Document
from incognote.core.language import get_language, language_codes
from incognote.detect.rules import Rule, RuleDetector, load_rules
from packs import INVENTED, installed

with installed(INVENTED):
    LANGUAGES = language_codes()
    SCHEMES = {lang: labels.SCHEMES[get_language(lang).scheme] for lang in LANGUAGES}
    TABLES = {lang: load_rules(lang) for lang in LANGUAGES}
ROWS = [pytest.param(rule, id=f"{lang}-{rule.name}") for lang in LANGUAGES for rule in TABLES[lang]]
NEAR_MISSES = [
    pytest.param(path.stem.removeprefix("near_misses_"), line, id=f"{path.stem}-{number}")
    for path in sorted((Path(__file__).parent.parent / "cases").glob("near_misses_*.txt"))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    if line and not line.startswith("#")
]

MARK = re.compile(r"<([A-Z_]+)>(.*?)</\1>", re.DOTALL)


def unmark(case: str) -> tuple[str, list[tuple[int, int, str]]]:
    """The text of a case and its marks."""
    text, marks, position = "", [], 0
    for match in MARK.finditer(case):
        text += case[position : match.start()]
        marks.append((len(text), len(text) + len(match[2]), match[1]))
        text += match[2]
        position = match.end()
    return text + case[position:], marks


def found(detector: RuleDetector, text: str) -> list[tuple[int, int, str]]:
    return [
        (span.start, span.end, span.label) for span in detector.detect([Document("case", text)])[0]
    ]


@pytest.fixture(scope="module")
def detectors() -> dict[str, RuleDetector]:
    return {lang: RuleDetector(TABLES[lang]) for lang in LANGUAGES}


def test_every_language_has_rules() -> None:
    assert {"en", "es", "xx"} == {lang for lang in LANGUAGES if TABLES[lang]}


@pytest.mark.parametrize("rule", ROWS)
def test_a_row_matches_its_cases_as_marked(rule: Rule) -> None:
    detector = RuleDetector([rule])
    for case in rule.cases:
        text, marks = unmark(case)
        assert found(detector, text) == marks, case


@pytest.mark.parametrize("rule", ROWS)
def test_a_row_has_a_hit_and_a_near_miss(rule: Rule) -> None:
    marked = [bool(unmark(case)[1]) for case in rule.cases]
    assert any(marked)
    assert not all(marked)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rows_are_valid(lang: str) -> None:
    rows = TABLES[lang]
    assert [name for name, count in Counter(rule.name for rule in rows).items() if count > 1] == []
    assert {rule.label for rule in rows} <= {label.name for label in SCHEMES[lang]}
    assert all(0.0 < rule.score < 1.0 for rule in rows)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sources_name_the_row(lang: str, detectors: dict[str, RuleDetector]) -> None:
    names = {f"rules/{rule.name}" for rule in TABLES[lang]}
    text = "\n".join(unmark(case)[0] for rule in TABLES[lang] for case in rule.cases)
    spans = detectors[lang].detect([Document("all cases", text)])[0]
    assert spans
    assert {span.source for span in spans} <= names


@pytest.mark.parametrize(("lang", "line"), NEAR_MISSES)
def test_nothing_is_found_in_clinical_text(
    lang: str, line: str, detectors: dict[str, RuleDetector]
) -> None:
    spans = detectors[lang].detect([Document("near miss", line)])[0]
    assert [(span.source, line[span.start : span.end]) for span in spans if span.score >= 0.5] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_batch_is_its_documents(lang: str, detectors: dict[str, RuleDetector]) -> None:
    docs = [
        Document(str(number), unmark(case)[0])
        for number, rule in enumerate(TABLES[lang])
        for case in rule.cases[:1]
    ]
    assert detectors[lang].detect(docs) == [detectors[lang].detect([doc])[0] for doc in docs]
