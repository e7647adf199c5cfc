"""Package, changelog and citation tell of the same version."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import incognote

ROOT = Path(__file__).parents[2]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
CITATION = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
SECTIONS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def said(key: str) -> str:
    (value,) = re.findall(rf'^{key}: "?([^"\n]+)"?$', CITATION, re.MULTILINE)
    return str(value)


def test_the_newest_version_is_the_package_s_and_the_citation_s() -> None:
    headings = re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    versions = [re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)", h) for h in headings[1:]]
    assert all(versions), headings
    newest = versions[0]
    assert newest is not None
    assert newest.groups() == (incognote.__version__, said("date-released"))
    assert said("version") == incognote.__version__
    days = [v[2] for v in versions if v]
    assert days == sorted(days, reverse=True)


def test_changes_stand_under_the_headings_of_keep_a_changelog() -> None:
    assert set(re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)) <= SECTIONS


def test_the_citation_says_what_a_citation_must() -> None:
    """`.ci/run` holds it against the whole schema, with cffconvert."""
    assert said("cff-version") == "1.2.0"
    assert said("license") == "Apache-2.0"
    for key in ("message", "title", "abstract", "authors"):
        assert re.search(rf"^{key}:", CITATION, re.MULTILINE), key


@pytest.mark.parametrize("way", ["private vulnerability report", "made-up example"])
def test_whoever_finds_a_leak_is_told_where_to_go(way: str) -> None:
    assert way in (ROOT / "SECURITY.md").read_text(encoding="utf-8")
