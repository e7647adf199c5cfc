from __future__ import annotations

from pathlib import Path

import pytest

import incognote
from incognote.document import Document
from incognote.errors import ConfigError


@pytest.fixture(scope="module")
def roster(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("roster") / "roster.csv"
    path.write_text("patient,names\np1,Mymy Tabuteau\n")
    return path


def test_what_the_roster_knows_leaves_the_text_of_that_patient_alone(roster: Path) -> None:
    deid = incognote.load(roster=roster)
    docs = [Document(p, "Mymy slept well.", meta={"patient": p}) for p in ("p1", "p2")]
    first, second = deid.stream(docs, records=True)
    assert first.text == "[PATIENT] slept well."
    assert second.text.endswith(" slept well.")


def test_a_way_to_verify_that_does_not_exist() -> None:
    with pytest.raises(ConfigError, match="way to verify"):
        incognote.load(verify="never")
