"""A site's file holds in the pipeline, whatever the others think."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError
from incognote.core.pipeline import Pipeline, Settings
from incognote.core.site import Site, SitePattern
from incognote.detect.rules import Rule, RuleDetector
from incognote.detect.site import SiteDetector, from_settings


def found(site: Site, text: str) -> list[tuple[str, str, str]]:
    ((*spans,),) = SiteDetector(site).detect([Document("a", text)])
    return [(text[s.start : s.end], s.label, s.source) for s in spans]


def test_entries_are_found_as_whole_words_in_capitals_and_over_line_ends() -> None:
    site = Site({"UNIT": ("Birch Suite", "Ward 3")})
    text = "to Birch Suite, BIRCH SUITE, Birch\nSuite; not birch suite, Birch Suites, Ward 31."
    assert [surface for surface, _, _ in found(site, text)] == [
        "Birch Suite",
        "BIRCH SUITE",
        "Birch\nSuite",
    ]
    assert found(site, "in Ward 3.") == [("Ward 3", "UNIT", "site/list")]


def test_a_pattern_has_its_context_and_knows_lines_and_the_start() -> None:
    site = Site(
        patterns=(
            SitePattern("top", "MRN", r"\d{7}", context=r"\A\s*"),
            SitePattern("bay", "UNIT", r"[A-Z]\d", context="^Bay: "),
            SitePattern("own", "IDNUM", r"ref (?P<phi>\d+)"),
        )
    )
    text = "1234567\nsees 7654321\nBay: C4, not Bay: D5; ref 99"
    assert found(site, text) == [
        ("1234567", "MRN", "site/top"),
        ("C4", "UNIT", "site/bay"),
        ("99", "IDNUM", "site/own"),
    ]


@pytest.mark.parametrize("part", ["pattern", "context"])
def test_a_pattern_that_is_none_is_named(part: str) -> None:
    pattern = SitePattern("bay", "UNIT", **{"pattern": "x", part: "(?<=a)"})
    with pytest.raises(ConfigError, match="'bay': the pattern is not valid RE2"):
        SiteDetector(Site(patterns=(pattern,)))


def test_no_word_of_a_pattern_is_in_the_message() -> None:
    pattern = SitePattern("bay", "UNIT", "Doctor Quillon (")
    with pytest.raises(ConfigError) as error:
        SiteDetector(Site(patterns=(pattern,)))
    assert "missing )" in str(error.value)
    assert "Quillon" not in str(error.value)


def test_a_context_stands_before_all_that_a_pattern_may_be() -> None:
    either = r"Dr (?P<phi1>\w+)|Prof (?P<phi2>\w+)"
    site = Site(patterns=(SitePattern("own", "DOCTOR", either, context="seen by "),))
    text = "Prof Ash, seen by Prof Bay, Dr Cob, seen by Dr Elm"
    assert found(site, text) == [("Bay", "DOCTOR", "site/own"), ("Elm", "DOCTOR", "site/own")]


class Model:
    """Finds every 'Rowan' and weighs what rules find, as models with hints do."""

    labels = frozenset({"PATIENT"})
    weighs = frozenset({"rules"})

    def __init__(self, score: float = 0.99) -> None:
        self.score = score

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        starts = [doc.text.find("Rowan") for doc in docs]
        return [
            [Span(at, at + 5, "PATIENT", self.score, "neural")] if at >= 0 else [] for at in starts
        ]


def surfaces(site: Site | None, text: str) -> list[str]:
    rules = RuleDetector([Rule("slash", "DATE", r"\d/\d", 0.95)])
    last = [SiteDetector(site)] if site else []
    (doc,) = Pipeline([rules, Model(), *last]).annotate([Document("a", text)])
    return [text[s.start : s.end] for s in doc.spans]


def test_what_the_site_knows_stands_where_the_model_found_nothing() -> None:
    text = "Seen in 4711 by Rowan."
    pattern = SitePattern("four", "UNIT", r"\d{4}", score=0.6)
    assert surfaces(None, text) == ["Rowan"]
    assert surfaces(Site(patterns=(pattern,)), text) == ["4711", "Rowan"]


def test_what_is_never_marked_is_let_go_by_model_and_rules() -> None:
    text = "The Rowan score was 3/4."
    assert surfaces(None, text) == ["Rowan", "3/4"]
    assert surfaces(Site(never=("Rowan score", "was 3/4")), text) == []
    assert surfaces(Site(never=("Rowans", "score was")), text) == ["Rowan", "3/4"]
    assert surfaces(Site(never=("rowan score",)), text) == ["Rowan", "3/4"]


def test_what_reaches_out_of_a_phrase_stays_whole() -> None:
    assert surfaces(Site(never=("Rowa", "owan")), "for Rowan") == ["Rowan"]


def test_it_survives_the_way_to_a_worker() -> None:
    site = Site({"UNIT": ("Rowan",)}, (SitePattern("a", "MRN", r"\d{7}"),), ("Alder",))
    again = pickle.loads(pickle.dumps(SiteDetector(site)))
    docs = [Document("a", "Rowan 1234567 Alder")]
    assert again.detect(docs) == SiteDetector(site).detect(docs)
    assert again.protected(docs) == SiteDetector(site).protected(docs)


def test_it_needs_a_site() -> None:
    with pytest.raises(ConfigError, match="--site FILE"):
        from_settings(Settings("en"))
