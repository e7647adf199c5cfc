from __future__ import annotations

import pytest
from notes import documents

from incognote.core.errors import ConfigError, InputError
from incognote.lab.synthesis import Recipe, synthesize


def test_the_seed_settles_everything() -> None:
    first = list(synthesize(documents(), Recipe("en"), seed=5, count=30))
    assert first == list(synthesize(documents(), Recipe("en"), seed=5, count=30))
    assert first[:10] == list(synthesize(documents(), Recipe("en"), seed=5, count=10))
    assert first != list(synthesize(documents(), Recipe("en"), seed=6, count=30))


def test_ids_are_their_own() -> None:
    docs = list(synthesize(documents(), Recipe("en"), seed=1, count=12))
    assert len({doc.id for doc in docs}) == 12


def test_an_unknown_damage_is_refused() -> None:
    with pytest.raises(ConfigError, match="Did you mean 'typos'"):
        list(synthesize(documents(), Recipe("en", damage={"typo": 1.0}), seed=1, count=1))


def test_no_notes_is_refused() -> None:
    with pytest.raises(InputError, match="no notes to vary"):
        list(synthesize([], Recipe("en"), seed=1, count=1))


def test_a_language_without_synthesis_is_refused_by_name() -> None:
    with pytest.raises(ConfigError, match="xx"):
        list(synthesize(documents(), Recipe("xx"), seed=1, count=1))
