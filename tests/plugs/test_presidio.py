"""The recogniser and the operator, in the real Presidio."""

from __future__ import annotations

import pytest

from incognote.core.errors import ConfigError
from incognote.core.labels import TYPES
from incognote.replace.keys import new_key

why = "Presidio is not installed: .ci/run has it"
analyzer_of = pytest.importorskip("presidio_analyzer", reason=why)
anonymizer_of = pytest.importorskip("presidio_anonymizer", reason=why)
spacy = pytest.importorskip("spacy", reason=why)

from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine  # noqa: E402
from presidio_anonymizer.entities import OperatorConfig  # noqa: E402

from incognote.plugs.presidio import (  # noqa: E402
    ENTITIES,
    OTHER,
    IncognoteOperator,
    IncognoteRecognizer,
)

NOTE = (
    "😀 Seen by Dr. Ada Ruiz on 3/14/2019.\r\nPatient Maria Delgado, MRN 00482913, tel "
    "(216) 555-0143, works at Tri-County Transit, seen at Mercy General Hospital."
)


class Blank(SpacyNlpEngine):
    """Presidio's own engine with a model that finds nothing; its configuration is the default."""

    def __init__(self) -> None:
        super().__init__(
            models=[{"lang_code": "en", "model_name": "blank"}],
            ner_model_configuration=NerModelConfiguration(),
        )
        self.nlp = {"en": spacy.blank("en")}


@pytest.fixture(scope="module")
def recognizer():
    return IncognoteRecognizer("en", fast=True)


@pytest.fixture(scope="module")
def engine(recognizer):
    registry = analyzer_of.RecognizerRegistry(recognizers=[recognizer], supported_languages=["en"])
    return analyzer_of.AnalyzerEngine(
        registry=registry, nlp_engine=Blank(), supported_languages=["en"]
    )


def surfaces(found, text=NOTE):
    return {(each.entity_type, text[each.start : each.end]) for each in found}


def test_every_type_is_an_entity(recognizer) -> None:
    assert set(ENTITIES) == {label.name for label in TYPES}
    assert {*ENTITIES.values(), OTHER} == {*recognizer.get_supported_entities()}


def test_offsets_are_those_of_the_text(engine) -> None:
    found = surfaces(engine.analyze(NOTE, "en"))
    assert ("PERSON", "Maria Delgado") in found
    assert ("ID", "00482913") in found
    assert ("DATE_TIME", "3/14/2019") in found


def test_organisations_are_not_ignored(engine) -> None:
    """Presidio's default leaves out those that its own model finds."""
    told = [
        text for entity, text in surfaces(engine.analyze(NOTE, "en")) if entity == "ORGANIZATION"
    ]
    assert any("Tri-County Transit" in text for text in told)
    assert any("Mercy General" in text for text in told)
    assert engine.analyze(NOTE, "en", entities=["ORGANIZATION"])


def test_only_what_is_asked_for_comes_back(engine) -> None:
    found = engine.analyze(NOTE, "en", entities=["DATE_TIME"])
    assert {each.entity_type for each in found} == {"DATE_TIME"}


def test_text_longer_than_any_window(engine) -> None:
    text = "Lungs clear, no acute distress. \n" * 1500 + NOTE
    found = surfaces(engine.analyze(text, "en"), text)
    assert ("PERSON", "Maria Delgado") in found


def test_our_label_comes_with_it(engine) -> None:
    labels = {r.recognition_metadata["incognote_label"] for r in engine.analyze(NOTE, "en")}
    assert {"PATIENT", "DOCTOR", "MRN"} <= labels


def test_the_mapping_can_be_changed() -> None:
    told = IncognoteRecognizer("en", entities={"MRN": "US_MRN"}, fast=True).analyze(NOTE, [])
    assert ("US_MRN", "00482913") in surfaces(told)
    with pytest.raises(ConfigError, match="MRN"):
        IncognoteRecognizer("en", entities={"MRNN": "X"}, fast=True)


def anonymized(engine, **params):
    anonymizer = anonymizer_of.AnonymizerEngine()
    anonymizer.add_anonymizer(IncognoteOperator)
    operators = {"DEFAULT": OperatorConfig("incognote", params)}
    return anonymizer.anonymize(NOTE, engine.analyze(NOTE, "en"), operators).text


@pytest.mark.parametrize("how", ["tag", "mask", "surrogate", "hash"])
def test_the_operator_leaves_nothing(engine, tmp_path, how) -> None:
    key = tmp_path / "my.key"
    new_key(key)
    params = {"how": how, "key": str(key), "patient": "A"}
    text = anonymized(engine, **params)
    for word in ("Delgado", "Ruiz", "00482913", "3/14/2019", "555-0143", "Tri-County"):
        assert word not in text
    if how != "mask":
        assert text == anonymized(engine, **params)


@pytest.mark.parametrize(
    "params", [{"how": "hidden"}, {"how": "surrogate"}, {"how": "hash"}, {"kee": "x"}]
)
def test_parameters_that_cannot_be_are_refused(engine, params) -> None:
    with pytest.raises(ConfigError):
        anonymized(engine, **params)


@pytest.mark.parametrize("entity", ["IBAN_CODE", "PERSON", "DATE_TIME", "AGE", "LOCATION", "X"])
@pytest.mark.parametrize("text", ["54", "today", "Ohio", "??", "x", "GB33BUKB20201555555555"])
def test_whatever_was_found_is_replaced(entity, text) -> None:
    new = IncognoteOperator().operate(text, {"entity_type": entity})
    assert new.startswith("[")
    assert text not in new
