"""Notes that were given to the pipeline of another language are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote import registry
from incognote.batch.language import other_language

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("folder", "lang"), [("notes_en", "en"), ("notes_es", "es")])
def test_our_notes_are_in_their_own_language(folder: str, lang: str) -> None:
    other = {"en": "es", "es": "en"}[lang]
    docs = list(registry.get("reader", "inline")(ROOT / "corpora" / folder))
    assert [doc.id for doc in docs if other_language(doc.text, lang)] == []
    told = sum(other_language(doc.text, other) == lang for doc in docs)
    assert told > 0.8 * len(docs)


def test_names_and_short_notes_tell_nothing() -> None:
    assert not other_language("Maria de la Cruz was seen with the son of Jose de los Santos.", "en")
    assert not other_language("de la Cruz", "en")
    assert not other_language("", "es")
    assert not other_language("el paciente de la cama con la vía en el brazo", "fr")
