"""The models that ship: whole, small, and able to find what is plain to see."""

from pathlib import Path

import pytest

from incognote import languages
from incognote.core.document import Document
from incognote.core.labels import SCHEMES
from incognote.core.language import get_language, language_codes
from incognote.core.pipeline import Settings
from incognote.detect.neural import from_settings
from incognote.model.model_folder import WEIGHTS, read_model, stored

PLAIN = {
    "en": ("Seen by Dr. Ada Ruiz on 03/14/2019 at Mercy Hospital.", "Ada Ruiz", "DOCTOR"),
    "es": (
        "Datos del paciente.\nNombre:  Ernesto.\nApellidos: Rivera Bueno.\nNHC: 368503.\n",
        "Rivera Bueno",
        "NOMBRE_SUJETO_ASISTENCIA",
    ),
}


ROOM = Path(languages.__path__[0])
SHIPPED = [
    (path.parent.relative_to(ROOM).parts[0], path.parent.relative_to(ROOM).as_posix())
    for path in sorted(ROOM.rglob("model.onnx*"))
]
"""Every model, members of ensembles among them, with its language."""


def test_no_other_model_ships():
    packs = [get_language(code) for code in language_codes()]
    assert sorted(ROOM.glob("*/model")) == sorted(pack.model for pack in packs)
    for pack in packs:
        folder = pack.model
        assert sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) < 30e6
        assert not pack.fast or stored(pack.fast, WEIGHTS).is_file()


@pytest.mark.parametrize(("lang", "name"), SHIPPED)
def test_a_shipped_model_is_whole_and_small(lang, name):
    folder = ROOM / name
    config = read_model(folder)
    assert config.language == lang
    assert config.scheme == get_language(lang).scheme
    assert set(config.labels) == {label.name for label in SCHEMES[config.scheme]}
    card = (folder / "card.md").read_text(encoding="utf-8")
    assert config.training["data_sha256"] in card


@pytest.mark.parametrize(("lang", "name"), SHIPPED)
def test_a_shipped_model_reads_only_hints_that_its_pipeline_gives(lang, name):
    language = get_language(lang)
    before = language.detectors[: language.detectors.index("neural")]
    hints = read_model(ROOM / name).encoder.hints
    assert {hint.split("/")[0].rstrip("?") for hint in hints} <= set(before)


@pytest.mark.parametrize(("lang", "name"), SHIPPED)
def test_a_shipped_model_finds_the_obvious_by_itself(lang, name):
    text, surface, label = PLAIN[lang]
    detector = from_settings(Settings(lang, ROOM / name))
    (spans,) = detector.detect([Document("a", text)])
    assert (surface, label) in {(text[s.start : s.end], s.label) for s in spans}
