"""The extractor of clinical facts: rows, terms, negations, and notes that a person read."""

from __future__ import annotations

import pickle
import re
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from incognote.core.document import Document
from incognote.core.language import get_language
from incognote.detect.facts import KINDS, FactExtractor, Facts
from incognote.detect.rules import Rule, RuleDetector
from timing import in_line

ROOT = Path(__file__).parents[2]
LANGS = ("en", "es")
PACKS: dict[str, Facts] = {lang: get_language(lang).part("facts", "FACTS") for lang in LANGS}
ROWS = [pytest.param(row, id=f"{lang}-{row.name}") for lang in LANGS for row in PACKS[lang].rows]
EXTRACTORS = {lang: FactExtractor(lang) for lang in LANGS}


def found(text: str, lang: str = "en") -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for fact in EXTRACTORS[lang].extract(text):
        surface = " | ".join(text[start:end] for start, end in fact.parts)
        kinds.setdefault(fact.kind, []).append(surface)
    return kinds


@pytest.mark.parametrize("row", ROWS)
def test_a_row_matches_its_cases_as_marked(row: Rule) -> None:
    detector = RuleDetector([row])
    assert len(row.cases) > 1, "a near miss belongs to each row"
    for case in row.cases:
        plain = re.sub(r"</?[A-Z]+>", "", case)
        (spans,) = detector.detect([Document("a", plain)])
        marked = [surface for _, surface in re.findall(r"<([A-Z]+)>(.*?)</\1>", case)]
        assert [plain[span.start : span.end] for span in spans] == marked


@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_of_a_kind(row: Rule) -> None:
    assert row.label.lower() in KINDS


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("of", ["medication", "diagnosis"])
def test_no_term_stands_twice(lang: str, of: str) -> None:
    terms = [term.lower() for term in get_language(lang).table("facts")[of]]
    assert sorted({*terms}) == sorted(terms)


@pytest.mark.parametrize(
    ("lang", "text", "kind", "facts"),
    [
        ("en", "Aspirin 81 mg PO daily for 10 days.", "medication", ["Aspirin"]),
        ("en", "Aspirin 81 mg PO daily for 10 days.", "dose", ["81 mg"]),
        ("en", "Aspirin 81 mg PO daily for 10 days.", "route", ["PO"]),
        ("en", "Aspirin 81 mg PO daily for 10 days.", "frequency", ["daily"]),
        ("en", "Aspirin 81 mg PO daily for 10 days.", "duration", ["for 10 days"]),
        ("en", "On Lasix 40 and Entresto 49/51 bid", "dose", ["40", "49/51"]),
        ("en", "vanc 9/16, then home", "dose", []),
        (
            "en",
            "Na 138, K 4.1; creatinine was 1.4 mg/dL",
            "lab",
            ["Na 138", "K 4.1", "creatinine was 1.4 mg/dL"],
        ),
        ("en", "BP 128/76, HR 84, T 36.8", "vital", ["BP 128/76", "HR 84", "T 36.8"]),
        ("en", "Pneumonia and Crohn's disease", "diagnosis", ["Pneumonia", "Crohn's disease"]),
        ("en", "seen 3 days after surgery, POD 4", "time", ["3 days after", "POD 4"]),
        ("en", "since 2 weeks", "time", ["since 2 weeks"]),
        ("en", "a 54-year-old woman", "age", ["54"]),
        ("en", "seen by Dr. Stone", "diagnosis", []),
        ("en", "a kidney stone", "diagnosis", ["kidney stone"]),
        ("en", "began last fall", "diagnosis", []),
        ("en", "a Broviac, Jarisch-Herxheimer", "term", ["Broviac", "Jarisch-Herxheimer"]),
        ("es", "Enalapril 10 mg cada 12 horas vo durante 7 días", "medication", ["Enalapril"]),
        ("es", "Enalapril 10 mg cada 12 horas vo durante 7 días", "dose", ["10 mg"]),
        ("es", "Enalapril 10 mg cada 12 horas vo durante 7 días", "route", ["vo"]),
        ("es", "Enalapril 10 mg cada 12 horas vo durante 7 días", "frequency", ["cada 12 horas"]),
        ("es", "Enalapril 10 mg cada 12 horas vo durante 7 días", "duration", ["durante 7 días"]),
        ("es", "Furosemida 40 y Seguril", "dose", ["40"]),
        ("es", "Hb 9,8, creatinina de 1,4 mg/dl", "lab", ["Hb 9,8", "creatinina de 1,4 mg/dl"]),
        ("es", "TA 120/80, FC 84, Tª 38,2", "vital", ["TA 120/80", "FC 84", "Tª 38,2"]),
        ("es", "Neumonía con derrame pleural", "diagnosis", ["Neumonía", "derrame pleural"]),
        ("es", "visto hace 3 días", "time", ["hace 3 días"]),
        ("es", "varón de 54 años, fumador", "age", ["54 años"]),
    ],
)
def test_facts_of_a_kind(lang: str, text: str, kind: str, facts: list[str]) -> None:
    assert found(text, lang).get(kind, []) == facts


@pytest.mark.parametrize(
    ("lang", "text", "denied"),
    [
        (
            "en",
            "Denies chest pain, fever or chills but has a cough.",
            ["chest pain", "fever", "chills"],
        ),
        ("en", "No evidence of pneumonia. Fever since.", ["pneumonia"]),
        ("en", "Pneumonia was ruled out; fever stays", ["Pneumonia"]),
        ("en", "without edema", ["edema"]),
        ("en", "No change in cough", []),
        ("en", "He has fever", []),
        ("en", "No fever.\n\nCough: yes", ["fever"]),
        (
            "es",
            "Niega dolor torácico, fiebre ni disnea, pero refiere tos.",
            ["dolor torácico", "fiebre", "disnea"],
        ),
        ("es", "No adenopatías. Edemas.", ["adenopatías"]),
        ("es", "sin fiebre", ["fiebre"]),
        ("es", "exantema ausente, tos", ["exantema"]),
        ("es", "otitis no; tos", ["otitis"]),
        ("es", "sin cambios en la tos", []),
    ],
)
def test_what_is_denied(lang: str, text: str, denied: list[str]) -> None:
    named = found(text, lang)
    surfaces = [part for both in named.get("negation", []) for part in both.split(" | ")]
    assert [term for term in named["diagnosis"] if term in surfaces] == denied


@pytest.mark.parametrize(
    ("lang", "department", "disease"),
    [
        ("en", "seen at the TB program", "known TB, treated"),
        ("en", "Infirmary Diabetes & Endocrine Centre", "Diabetes & hypertension"),
        ("en", "ambulance CAD 000419", "known CAD, stented"),
        ("en", "3 1/2 MI W OF THE HOUSE", "MI IN 2012"),
        ("es", "ingresa en la unidad de ictus", "tuvo un ictus"),
    ],
)
def test_a_disease_in_the_name_of_a_department_is_no_fact(
    lang: str, department: str, disease: str
) -> None:
    assert "diagnosis" not in found(department, lang)
    assert "diagnosis" in found(disease, lang)


@pytest.mark.parametrize("before", ["", "🫀 ", "é", "A\u0301ngel. ", "\u202bمريض\u202c "])
def test_offsets_count_code_points(before: str) -> None:
    text = f"{before} neumonía, metformina 850 mg"
    named = found(text, "es")
    assert (named["diagnosis"], named["dose"]) == (["neumonía"], ["850 mg"])


def test_it_goes_to_other_processes() -> None:
    again = pickle.loads(pickle.dumps(EXTRACTORS["en"]))
    assert again.extract("No fever.") == EXTRACTORS["en"].extract("No fever.")


@pytest.mark.parametrize("word", ["no ", "1", "pain ", "a, "])
def test_time_grows_with_the_text_alone(word: str) -> None:
    assert in_line(lambda words: partial(EXTRACTORS["en"].extract, word * words), 2_500)


@pytest.mark.needs("corpora")
@pytest.mark.parametrize("lang", LANGS)
def test_it_finds_what_a_person_read(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below what bench/results.md says, so that a change for the worse is told."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    fact_notes = import_module("fact_notes")
    scores = fact_notes.score(fact_notes.read_notes(lang), EXTRACTORS[lang])
    read, got, both = (
        sum(getattr(s, of) for s in scores.values()) for of in ("read", "found", "both")
    )
    assert read > 200
    assert both / read > 0.93, "recall"
    assert both / got > 0.85, "precision"
