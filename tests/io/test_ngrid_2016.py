from __future__ import annotations

from pathlib import Path

from incognote.io import ngrid_2016

DATA = Path(__file__).parents[1] / "data" / "n-grid-2016"


def test_the_corpus_as_it_is_published() -> None:
    test, train = ngrid_2016.read(DATA)
    assert dict(test.meta) == {"patient": "0405", "part": "test"}
    assert dict(train.meta) == {"patient": "0001", "part": "train"}
    assert {s.label: train.text[s.start : s.end] for s in train.spans} == {
        "PATIENT": "Wrenna Castell",
        "AGE": "34",
        "PROFESSION": "glass blower",
        "CITY": "Port Halsey",
        "DATE": "August 2074",
        "HOSPITAL": "OHM Clinic",
    }
