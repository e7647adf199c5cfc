"""What detectors find does not depend on how the text is encoded, in either language."""

from __future__ import annotations

from functools import cache

import pytest

from encoded import WRITERS
from incognote.core import registry
from incognote.core.decoded import decode
from incognote.core.document import Document
from incognote.core.pipeline import Pipeline, Settings
from incognote.core.site import Site
from incognote.replace.policy import get_policy
from incognote.replace.redact import redact
from incognote.replace.replacement import Context
from incognote.replace.verify import make_verifier
from incognote.run.deidentifier import load_pipeline

IDENTIFIERS = {
    "en": (("Patient:", "Margaret O'Brien-Muñoz"), ("Date:", "03/14/2019"), ("MRN:", "00482913"),
           ("Phone:", "(216) 555-0143"), ("seen by Dr.", "Ángela Delgado")),
    "es": (("Paciente:", "Lucía Fernández-Muñoz"), ("Fecha:", "14/03/2019"), ("NHC:", "2893641"),
           ("Teléfono:", "600 123 456"), ("Fdo.: Dra.", "Ángela Delgado")),
}  # fmt: skip
ENDS = {"en": "Doing well, home today.", "es": "Buena evolución, alta hoy."}
ALONE = ("rules", "lexicon", "site", "roster")
"""Detectors that find something without others before them."""


@cache
def notes(lang: str) -> list[tuple[str, str]]:
    """Encoded notes with what they mean."""
    found = []
    for label, identifier in IDENTIFIERS[lang]:
        for name, write in WRITERS.items():
            for written in write(f"\n{identifier}\n"):
                found.append(
                    (f"{label}{written}{ENDS[lang]}", f"{label}\n{identifier}\n{ENDS[lang]}")
                )
                assert decode(found[-1][0]).text == found[-1][1], name
    return found


@cache
def pipeline(lang: str) -> Pipeline:
    return load_pipeline(Settings(lang))


def annotated(pipeline: Pipeline, lang: str) -> dict[str, Document]:
    """What the pipeline finds in each text of `notes`, encoded or not."""
    texts = dict.fromkeys(text for pair in notes(lang) for text in pair)
    docs = (Document(str(i), text, meta={"patient": "1"}) for i, text in enumerate(texts))
    return {doc.text: doc for doc in pipeline.annotate(docs)}


@cache
def by_all(lang: str) -> dict[str, Document]:
    """What all detectors together find."""
    return annotated(pipeline(lang), lang)


def settings(lang: str, tmp_path) -> Settings:
    roster = tmp_path / "roster.csv"
    names = dict(IDENTIFIERS[lang])
    name = next(iter(names.values()))
    roster.write_text(f"patient,names\n1,{name}\n", encoding="utf-8")
    label = {"en": "PATIENT", "es": "NOMBRE_SUJETO_ASISTENCIA"}[lang]
    return Settings(lang, roster=roster, site=Site({label: (name,)}))


@pytest.mark.parametrize("name", ALONE)
@pytest.mark.parametrize("lang", IDENTIFIERS)
def test_each_detector_reads_through_escapes(lang, name, tmp_path):
    detector = registry.get("detector", name)(settings(lang, tmp_path))
    check(annotated(Pipeline([detector]), lang), lang)


@pytest.mark.parametrize("lang", IDENTIFIERS)
def test_all_detectors_together_read_through_escapes(lang):
    check(by_all(lang), lang)


def check(found: dict[str, Document], lang: str) -> None:
    marks = 0
    for encoded, plain in notes(lang):
        seen, meant = found[encoded], found[plain]
        decoded = decode(encoded)
        assert list(seen.spans) == list(decoded.disjoint_originals(meant.spans)), seen.id
        marks += len(seen.spans)
    assert marks > len(notes(lang)) / 6


@pytest.mark.parametrize("replacement", ["tag", "surrogate", "hash"])
@pytest.mark.parametrize("lang", IDENTIFIERS)
def test_what_is_written_means_what_is_written_for_plain_text(lang, replacement):
    policy = get_policy("all").with_action(replacement)
    context = Context(b"k" * 32, scope="run", lang=lang)
    written = {
        text: decode(redact(doc, policy, context).text).text for text, doc in by_all(lang).items()
    }
    for i, (encoded, plain) in enumerate(notes(lang)):
        assert written[encoded] == written[plain], i
        assert written[encoded] != plain, i


@pytest.mark.parametrize("lang", IDENTIFIERS)
def test_a_mask_keeps_the_layout_of_the_note_as_it_was_read(lang):
    policy = get_policy("all").with_action("mask")
    for doc in by_all(lang).values():
        assert len(redact(doc, policy).text) == len(doc.text)


@pytest.mark.parametrize("lang", IDENTIFIERS)
def test_the_search_of_the_output_reads_through_escapes(lang):
    """A name found once is found in the output however it is written there."""
    verifier = make_verifier(pipeline(lang), lang)
    policy, context = get_policy("all"), Context(lang=lang)
    label, identifier = IDENTIFIERS[lang][0]
    (found,) = pipeline(lang).annotate([Document("n", f"{label} {identifier}\n")])
    assert found.spans
    for name, write in WRITERS.items():
        for written in write(f"\n{identifier}\n"):
            doc = Document("n", found.text + ENDS[lang] + written, found.spans)
            done = verifier.redact(doc, policy, context)
            assert done.added, name
            left = decode(done.redacted.text).text
            assert not any(part in left for part in identifier.replace("-", " ").split()), name
