import pickle

import pytest

from incognote.core.document import Document, Span, State
from incognote.core.errors import ConfigError
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.overlay import OVERLAYS, OverlayDetector, from_settings

TEXT = (
    "MRN: 00482913, SSN 078-05-1120. Mail m.delgado@example.org or call (216) 555-0143. "
    "Seen by Dr. Okafor; Okafor will call."
)


def found(names, text=TEXT, spans=(), lang="en"):
    detector = OverlayDetector(names, lang)
    (added,) = detector.detect([Document("a", text, tuple(spans))])
    assert pickle.loads(pickle.dumps(detector)).detect([Document("a", text, tuple(spans))]) == [
        added
    ]
    return [(text[s.start : s.end], s.label, s.source) for s in added]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("emails", ("m.delgado@example.org", "EMAIL")),
        ("ssn", ("078-05-1120", "SSN")),
        ("phones", ("(216) 555-0143", "PHONE")),
        ("mrn", ("00482913", "MRN")),
    ],
)
def test_each_overlay_finds_its_own_and_nothing_else(name, expected):
    assert found([name]) == [(*expected, f"overlay/{name}")]


def test_names_of_staff_are_searched_elsewhere_in_the_note():
    start = TEXT.index("Okafor")
    assert found(["staff"], spans=[Span(start, start + 6, "DOCTOR", 0.9)]) == [
        ("Okafor", "DOCTOR", "overlay/staff")
    ]
    assert found(["staff"]) == []


@pytest.mark.parametrize(
    ("lang", "name", "rest", "expected"),
    [
        ("en", "Ngozi Okafor", "Okafor will call.", ["Okafor"]),
        ("en", "Ngozi Okafor", "Ngozi's note: Ms Okafor's view.", ["Ngozi", "Okafor"]),
        ("en", "N. Okafor", "N. Okafor read it. N stage. Okafor. Okafor.",
         ["N. Okafor", "Okafor", "Okafor"]),
        ("en", "Ann O'Brien-Hall", "Ask O'Brien-Hall, not Hall.", ["O'Brien-Hall", "Hall"]),
        ("en", "Guy Strong", "a Guyer, Strongest, guy strong, xGuy, Guy2, Guy_1", ["Guy"]),
        ("en", "Anna Strong", "An Ann saw Stron, Ong and Trong.", []),  # not parts of them either
        ("en", "Dr. Okafor", "Dr. Moss and Doctor Hall", []),
        ("es", "Ana Ruiz de la Torre", "Avisa Ruiz a la hija de la Torre.", ["Ruiz", "Torre"]),
        ("es", "Ana Ruiz de la Torre", "Firma: Ruiz de la Torre\nAna", ["Ruiz de la Torre", "Ana"]),
        ("es", "Mariana Solana", "Vista por Ana, Maria y Sol.", []),
        ("es", "Dra. Iñaki Peña", "Dra. Soto; Peña", ["Peña"]),
        ("es", "José García", "JOSÉ y Jose; García-Ruiz", ["García"]),
    ],
)  # fmt: skip
def test_staff_are_searched_by_the_words_of_their_names(lang, name, rest, expected):
    """Mao 2019, section 2: 'the names that match the tokens already recognized'."""
    label = {"en": "DOCTOR", "es": "NOMBRE_PERSONAL_SANITARIO"}[lang]
    text = f"{name}.\n{rest}"
    added = found(["staff"], text, [Span(0, len(name), label, 0.9)], lang)
    assert added == [(surface, label, "overlay/staff") for surface in expected]


@pytest.mark.parametrize("label", ["PATIENT", "HOSPITAL"])
def test_words_of_others_are_not_searched(label):
    text = "Ngozi Okafor. Okafor will call."
    assert found(["staff"], text, [Span(0, 12, label, 0.9)]) == []


def test_the_gazetteer_knows_places():
    text = "Vive en Calle Mayor 12, 28013 Madrid, España."
    labels = {label for _, label, _ in found(["gazetteer"], text, lang="es")}
    assert labels <= {"TERRITORIO", "PAIS", "CALLE", "HOSPITAL"}
    assert labels


def test_what_was_found_keeps_its_label_and_only_the_rest_is_filled_in():
    start = TEXT.index("078")
    held = Span(start, start + 6, "PHONE", 0.6)
    assert found(["ssn"], spans=[held]) == [("-1120", "SSN", "overlay/ssn")]
    pipeline = Pipeline([OverlayDetector(["ssn"], "en")])
    (doc,) = pipeline.annotate([Document("a", TEXT)])
    assert [s.label for s in doc.spans] == ["SSN"]
    weak = Span(start, start + 6, "PHONE", 0.2, state=State.EVIDENCE)
    assert found(["ssn"], spans=[weak]) == [("078-05-1120", "SSN", "overlay/ssn")]


def test_names_that_do_not_exist_list_those_that_do():
    with pytest.raises(ConfigError, match="Did you mean 'emails'"):
        OverlayDetector(["email"], "en")
    with pytest.raises(ConfigError, match="no overlay is named"):
        from_settings(Settings())
    assert from_settings(Settings(overlay=tuple(OVERLAYS))).names == tuple(OVERLAYS)
