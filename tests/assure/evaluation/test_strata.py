"""Strata by meta and by feature, and prose alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote.assure.evaluation import Bootstrap, Options, evaluate
from incognote.assure.evaluation.matching import Pair
from incognote.assure.evaluation.strata import NOT_GIVEN, Seen, by_feature, by_meta, prose_only
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError

#       0         1         2         3         4         5         6
#       0123456789012345678901234567890123456789012345678901234567890123
FORM = "Nombre: ANA.\nMédico: Luz Gil\nInforme clínico del paciente: Ana,\n"
TEXT = FORM + "de 70 años.\nRemitido por: Bo Li"
NAME, DOCTOR, PROSE = (8, 11), (21, 28), (59, 62)
AGE, SENDER = (67, 74), (90, 95)


def doc(id, *spans, **meta):
    return Document(id, TEXT, tuple(Span(*s, label) for s, label in spans), meta)


GOLD = doc(
    "a",
    (NAME, "PATIENT"),
    (DOCTOR, "DOCTOR"),
    (PROSE, "PATIENT"),
    (AGE, "AGE"),
    (SENDER, "DOCTOR"),
    kind="letter",
)


def test_the_offsets_above_are_right():
    cut = [TEXT[slice(*s)] for s in (NAME, DOCTOR, PROSE, AGE, SENDER)]
    assert cut == ["ANA", "Luz Gil", "Ana", "70 años", "Bo Li"]


def test_prose_leaves_out_the_labelled_lines_on_both_sides():
    (pair,) = prose_only([Pair(GOLD, doc("a", (NAME, "DATE"), (AGE, "AGE")), sentences=3)])
    assert [(s.start, s.end) for s in pair.gold.spans] == [PROSE, AGE]
    assert [(s.start, s.end) for s in pair.predicted.spans] == [AGE]
    assert pair.text == TEXT
    result = evaluate([GOLD], [doc("a", (AGE, "AGE"))], ["meddocan"], Options(prose=True))
    assert result["meddocan/ner/recall"] == 1 / 5
    assert result.prose["meddocan/ner/recall"].value == 1 / 2


def test_form_lines_of_a_published_note():
    # In the MEDDOCAN notes kept for tests the block at the top and the sender's line are form.
    folder = Path(__file__).parents[2] / "data" / "meddocan"
    paths = sorted(folder.rglob("S0*.txt"))
    assert len(paths) >= 3
    for path in paths:
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read()
        every = Document(path.stem, text, tuple(Span(i, i + 1, "FECHAS") for i in range(len(text))))
        (pair,) = prose_only([Pair(every, every)])
        prose = "".join(text[s.start] for s in pair.gold.spans)
        assert len(prose) > len(text) / 2
        for label in ("Apellidos:", "NHC:", "Domicilio:", "CP:", "Fecha de Ingreso:", "Remitido"):
            assert label not in prose, path.name


def test_features_by_hand():
    # Found: ANA under another label (covered, not exact), AGE exactly, Li of Bo Li only.
    found = doc("a", (NAME, "DOCTOR"), (AGE, "AGE"), ((93, 95), "DOCTOR"))
    seen = Seen.of([Document("t", "ana Bo Li", (Span(0, 3, "CITY"), Span(4, 9, "CITY")))])
    tables = by_feature([Pair(GOLD, found)], seen)

    def values(feature, name="identifiers_covered"):
        prefix = f"{name}/label="
        return {
            key[len(prefix) :].rpartition("/")[0]: (figure.value, figure.n)
            for key, figure in tables[feature].figures().items()
            if key.startswith(prefix)
        }

    assert values("label") == {"AGE": (1, 1), "DOCTOR": (0, 2), "PATIENT": (0.5, 2)}
    assert values("label", "found_exactly")["PATIENT"] == (0, 2)
    assert values("letters") == {
        "all capitals": (1, 1),
        "mixed case": (0, 3),
        "all lower case": (1, 1),
    }
    assert values("length in characters") == {"01-03": (0.5, 2), "04-07": (1 / 3, 3)}
    assert values("place") == {"form": (1 / 3, 3), "prose": (0.5, 2)}
    assert values("seen in training") == {"not seen": (0.5, 2), "seen": (1 / 3, 3)}


def test_strata_by_meta_sum_their_notes():
    gold = [GOLD, doc("b", (AGE, "AGE")), doc("c", (AGE, "AGE"), kind="letter")]
    found = [g.with_spans([Span(*AGE, "AGE")] if g.id != "c" else ()) for g in gold]
    result = evaluate(gold, found, ["meddocan"], Options(by=("kind",), bootstrap=Bootstrap(50)))
    assert result.strata["kind=letter"]["meddocan/ner/recall"].value == 1 / 6
    assert result.strata[f"kind={NOT_GIVEN}"]["meddocan/ner/recall"].value == 1
    assert result.strata["kind=letter"]["meddocan/ner/recall"].low == 0
    assert by_meta([Pair(g, g) for g in gold], "kind") == {NOT_GIVEN: [1], "letter": [0, 2]}


def test_a_field_that_no_note_has_is_an_error_and_no_stratum():
    gold = [doc("c", (AGE, "AGE"), kind="letter")]
    for options in (Options(by=("kinds",)), Options(bootstrap=Bootstrap(9, unit="patient"))):
        with pytest.raises(ConfigError, match=r"There is no field .* Available: kind\."):
            evaluate(gold, gold, ["meddocan"], options)
    bare = [doc("c", (AGE, "AGE"))]
    with pytest.raises(ConfigError, match="no fields at all"):
        evaluate(bare, bare, ["meddocan"], Options(by=("kind",)))
