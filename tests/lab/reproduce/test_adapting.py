"""A site's notes become a fitted model, and a comparison on notes it has not seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, NoteError
from incognote.core.site import Site, SitePattern
from incognote.detect.neural.ensemble import read_ensemble, write_ensemble
from incognote.lab.reproduce.adapting import (
    Divided,
    adapt_folder,
    divide,
    factory_notes,
    in_order,
    self_marked,
    site_notes,
)
from incognote.lab.training.adapt import AdaptConfig, SiteNotes, count
from incognote.model.model_folder import read_model
from ward import site_notes as ward_notes

QUICK = AdaptConfig(epochs=3, patience=3, rate=1.0, least=20, vary=0.0)


@pytest.fixture(scope="module")
def parts() -> Divided:
    return divide(ward_notes(14))


def test_notes_are_divided_whole_and_by_patient() -> None:
    docs = [replace(d, meta={"patient": f"p{i // 3}"}) for i, d in enumerate(ward_notes(30))]
    parts = divide(docs, unit="patient")
    owners = [{d.meta["patient"] for d in part} for part in (parts.train, parts.dev, parts.test)]
    assert len(parts.train) + len(parts.dev) + len(parts.test) == 30
    assert [len(names) for names in owners] == [6, 1, 3]
    assert not owners[0] & owners[1] | owners[0] & owners[2] | owners[1] & owners[2]
    assert divide(docs[::-1], unit="patient").test == parts.test[::-1]
    assert not divide(docs, test=0.0).test
    with pytest.raises(InputError, match="label more"):
        divide(docs[:2])
    with pytest.raises(NoteError, match="does not say its ward"):
        divide(docs, unit="ward")


def test_notes_of_one_name_are_refused() -> None:
    docs = ward_notes(2)
    with pytest.raises(NoteError, match="stands twice"):
        in_order([*docs, docs[0]])
    with pytest.raises(InputError, match="no notes"):
        in_order([])


def test_the_factory_stands_in_for_the_old_notes() -> None:
    docs = factory_notes("es", 60, 1)
    assert 60 <= count(docs) < 90
    assert docs == factory_notes("es", 60, 1) != factory_notes("es", 60, 2)


def test_what_is_learned_from_follows_what_there_is(parts: Divided, tiny_model: Path) -> None:
    none = Divided([], [], [])
    others, bare = ward_notes(20, first=40), [d.with_spans(()) for d in ward_notes(3, first=80)]

    def notes(parts: Divided, way: str, others=(), unmarked=()):
        return site_notes(parts, unmarked, others, tiny_model, "en", way=way, config=QUICK)

    going_on = notes(parts, "then")
    assert going_on.train == parts.train
    assert count(going_on.others) >= 20
    assert notes(parts, "then", others).others == others
    mixed = notes(none, "mix", others, bare)
    assert (len(mixed.dev), len(mixed.others), mixed.unmarked) == (2, 18, bare)
    assert (mixed.train, mixed.marked) == ([], 0)
    # What is scored is learned from in no way.
    leaking = [*others, *parts.test, *parts.dev]
    assert notes(parts, "then", leaking).others == others
    assert notes(parts, "mix", others, [d.with_spans(()) for d in parts.test]).unmarked == []
    with pytest.raises(ConfigError, match="way to adapt"):
        notes(parts, "them")
    with pytest.raises(ConfigError, match="needs --mix"):
        notes(parts, "mix")
    with pytest.raises(ConfigError, match="needs --labelled"):
        notes(none, "only", others)
    with pytest.raises(InputError, match="sure of too little"):
        notes(none, "then", others, [Document(d.id, "and so on") for d in bare])


def test_the_system_marks_with_what_the_site_knows(tiny_model: Path) -> None:
    site = Site(patterns=(SitePattern("top", "MRN", r"\d{7}", context=r"\A", score=1.0),))
    docs = ward_notes(3, first=80)
    marked = [list(self_marked(docs, "en", tiny_model, site=s)) for s in (None, site)]
    numbers = [sum(span.source == "site/top" for doc in m for span in doc.spans) for m in marked]
    assert numbers == [0, 3]


def test_the_members_of_an_ensemble_are_fitted_and_joined_as_before(
    parts: Divided, tiny_model: Path, tmp_path: Path
) -> None:
    model = tmp_path / "both"
    write_ensemble([tiny_model, tiny_model], model, recall_bias=0.5)
    config = AdaptConfig(epochs=1, least=4)
    notes = site_notes(parts, [], ward_notes(2, 70), tiny_model, "en", way="then", config=config)
    adapt_folder(model, notes, tmp_path / "m", config=config)
    assert read_ensemble(tmp_path / "m").recall_bias == 0.5
    for number in "01":
        assert "adapted_from" in read_model(tmp_path / "m" / number).training
    assert {p.name for p in (tmp_path / "m.run").iterdir()} == {"0.jsonl", "1.jsonl"}
    assert "keep it where the notes may be kept" in (tmp_path / "m/card.md").read_text()


def test_a_stopped_run_goes_on_only_with_the_same_notes(
    parts: Divided, tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("incognote.lab.reproduce.adapting.fit", killed)
    write_ensemble([tiny_model, tiny_model], tmp_path / "both")
    bare = [doc.with_spans(()) for doc in ward_notes(3, first=80)]
    notes = SiteNotes(parts.train, parts.dev, ward_notes(2, 70), bare)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            adapt_folder(tmp_path / "both", notes, tmp_path / "m", way="mix", config=QUICK)
    for other in (replace(notes, unmarked=bare[:2]), replace(notes, others=[])):
        with pytest.raises(InputError, match="belongs to a run with other settings or notes"):
            adapt_folder(tmp_path / "both", other, tmp_path / "m", way="mix", config=QUICK)
