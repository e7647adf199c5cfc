"""The models that ship: whole, small, and able to find what is plain to see."""

import pytest

from incognote.core.document import Document
from incognote.core.labels import SCHEMES
from incognote.core.pipeline import Settings
from incognote.detect.neural import from_settings
from incognote.model.model_folder import WEIGHTS, read_model, stored
from incognote.run.deidentifier import LANGUAGES, MODELS

PLAIN = {
    "en": ("Seen by Dr. Ada Ruiz on 03/14/2019 at Mercy Hospital.", "Ada Ruiz", "DOCTOR"),
    "es": (
        "Datos del paciente.\nNombre:  Ernesto.\nApellidos: Rivera Bueno.\nNHC: 368503.\n",
        "Rivera Bueno",
        "NOMBRE_SUJETO_ASISTENCIA",
    ),
}


SHIPPED = [
    (path.parent.relative_to(MODELS).parts[0], path.parent.relative_to(MODELS).as_posix())
    for path in sorted(MODELS.rglob("model.onnx*"))
]
"""Every model, members of ensembles among them, with its language."""


def test_no_other_model_ships():
    assert {f"{p.parent.name}/model" for p in MODELS.glob("*/model")} == {
        x.model for x in LANGUAGES.values()
    }
    for language in LANGUAGES.values():
        folder = MODELS / language.model
        assert sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) < 30e6
        assert not language.fast or stored(MODELS / language.fast, WEIGHTS).is_file()


@pytest.mark.parametrize(("lang", "name"), SHIPPED)
def test_a_shipped_model_is_whole_and_small(lang, name):
    folder = MODELS / name
    config = read_model(folder)
    assert config.language == lang
    assert config.scheme == LANGUAGES[lang].scheme
    assert set(config.labels) == {label.name for label in SCHEMES[config.scheme]}
    card = (folder / "card.md").read_text(encoding="utf-8")
    assert config.training["data_sha256"] in card


@pytest.mark.parametrize(("lang", "name"), SHIPPED)
def test_a_shipped_model_reads_only_hints_that_its_pipeline_gives(lang, name):
    language = LANGUAGES[lang]
    before = language.detectors[: language.detectors.index("neural")]
    hints = read_model(MODELS / name).encoder.hints
    assert {hint.split("/")[0].rstrip("?") for hint in hints} <= set(before)


@pytest.mark.parametrize(("lang", "name"), SHIPPED)
def test_a_shipped_model_finds_the_obvious_by_itself(lang, name):
    text, surface, label = PLAIN[lang]
    detector = from_settings(Settings(lang, MODELS / name))
    (spans,) = detector.detect([Document("a", text)])
    assert (surface, label) in {(text[s.start : s.end], s.label) for s in spans}
