"""The spaCy component in pipelines of edsnlp and medspaCy, beside components of theirs.

The two ask for other versions of spaCy and numpy than each other, so each runs where it is
installed (`.ci/run` makes an environment of its own for each).
"""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from incognote import load


def needs(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(
        find_spec(name) is None, reason=f"{name} is not installed: .ci/run has it"
    )


def check(docs, texts: list[str]) -> None:
    """Each document holds what the library finds in its text, and its de-identified text."""
    deid = load(fast=True)
    for doc, text in zip(docs, texts, strict=True):
        assert doc.text == text
        wanted = [[s.start, s.end, s.label, s.score] for s in deid.detect(text)]
        assert [list(each) for each in doc.spans["phi"].attrs["exact"]] == wanted
        assert doc._.deidentified == deid(text).text


@needs("edsnlp")
@pytest.mark.filterwarnings("default")
def test_in_edsnlp() -> None:
    import edsnlp
    import edsnlp.pipes as eds

    texts = ["Seen by Dr. Ada Ruiz on 3/14/2019, no fever.", "😀 BP 120/80.\r\nno fever", ""]
    nlp = edsnlp.blank("eds")
    nlp.add_pipe(eds.matcher(terms={"fever": ["fever"]}))
    nlp.add_pipe("incognote", config={"lang": "en", "fast": True})
    check([nlp(text) for text in texts], texts)
    found = list(edsnlp.data.from_iterable(texts, converter=nlp.make_doc).map_pipeline(nlp))
    check(found, texts)
    assert [ent.text for ent in found[0].ents] == ["fever"]
    assert "Ruiz" not in found[0]._.deidentified


@needs("medspacy")
@pytest.mark.filterwarnings("default")
def test_in_medspacy() -> None:
    import medspacy
    from medspacy.ner import TargetRule

    texts = [
        "Seen by Dr. Ada Ruiz on 3/14/2019. No evidence of pneumonia.",
        "😀 BP 120/80.\r\n",
        "",
    ]
    parts = ["tokenizer", "pyrush", "target_matcher", "context"]
    nlp = medspacy.load(medspacy_enable=[f"medspacy_{part}" for part in parts])
    nlp.get_pipe("medspacy_target_matcher").add(TargetRule("pneumonia", "PROBLEM"))
    nlp.add_pipe("incognote", config={"fast": True})
    docs = list(nlp.pipe(texts))
    check(docs, texts)
    (problem,) = docs[0].ents
    assert (problem.text, problem._.is_negated) == ("pneumonia", True)
    assert "Ruiz" not in docs[0]._.deidentified
