"""The lexicon detector and the lists that ship."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError
from incognote.core.labels import LABELS
from incognote.core.pipeline import Settings
from incognote.detect.lexicon import SCORES, LexiconDetector, from_settings
from incognote.detect.lexicon.lists import LISTS, Lexicon, fold_with_offsets, read_list, to_key
from timing import in_line

NAMES = sorted(
    (path.name.removesuffix(".txt.gz"), "" if path.parents[1] == LISTS else path.parents[1].name)
    for path in LISTS.rglob("*.txt.gz")
)
"""Lists, each with the pack that has it."""

EPONYMS_EN = """
Foley catheter placed without difficulty.
Known Parkinson's disease on Sinemet.
Parkinson disease, Hoehn and Yahr 3.
Exercise stress test by the Bruce protocol.
Modified Bruce protocol stopped at stage 2.
St. Jude valve in the mitral position.
Hodgkin lymphoma, Ann Arbor stage IIB.
Non-Hodgkin lymphoma in remission.
Hickman line removed, tip sent.
Crohn's disease of the terminal ileum.
Graves' disease treated with methimazole.
Graves disease in the mother.
Bell's palsy on the left.
Babinski sign absent, Hoffmann negative.
Murphy's sign positive, McBurney point tender.
Wolff-Parkinson-White syndrome ablated.
Stevens-Johnson syndrome to sulfa.
Guillain-Barre after Campylobacter.
Whipple procedure for a mass in the head of the pancreas.
Nissen fundoplication, then Roux-en-Y.
Glasgow Coma Scale 15, Apgar 9.
Barrett's esophagus, Los Angeles classification B.
Marfan habitus, Ehlers-Danlos excluded.
Takayasu arteritis against Kawasaki disease.
Jackson-Pratt drain with 40 mL.
Swan-Ganz via the right internal jugular.
Child-Pugh B, Maddrey 28.
Baker's cyst behind the knee.
Charcot-Marie-Tooth type 1A.
Cushing's syndrome, Addison's disease ruled out.
Dix-Hallpike positive, Epley maneuver done.
Phalen and Tinel signs negative.
Colles fracture reduced, Smith's fracture excluded.
Salter-Harris II of the distal radius.
Weber B ankle fracture, Danis-Weber.
Virchow node not felt, no Sister Mary Joseph nodule.
Hunt and Hess grade 2.
Killip class II, TIMI 3.
Mallory-Weiss tear clipped.
Epstein-Barr virus IgM negative, Lyme titer sent.
West Nile virus in the county.
Duke criteria: two major.
Wells score 4.5, Geneva not done.
Ryan White program.
Miller Fisher variant of the disease.
Lewy body dementia, Pick's disease.
Johnson & Johnson vaccine in the left arm.
Carpentier-Edwards Perimount 23 mm.
Miller blade and Macintosh blade at hand.
Trendelenburg position, then Fowler's position.
Austin Flint murmur not heard.
Gleason 3+4, Bosniak II cyst.
Morganella morganii and Klebsiella grew.
May need oxygen. Will follow. Hope for the best. Mark the site.
Grace period over, rose to 98. Young and well, long white scar.
Normal affect. Reading glasses. Mobile at home. Bath daily.
BP 120/80, HR 72, May be discharged in the morning.
CT Head normal. LAD stented with a Xience Sierra.
Pearl: Chase the potassium. Reed switch. Brown stool, Green sputum.
Faith and Joy in the chaplain's visit. Summer rash. Autumn cough.
""".strip().splitlines()

EPONYMS_ES = """
Enfermedad de Parkinson en tratamiento con levodopa.
Sonda Foley permeable.
Síndrome de Sjögren y enfermedad de Graves.
Linfoma de Hodgkin estadio II de Ann Arbor.
Signo de Murphy positivo, Blumberg negativo.
Escala de Barthel 60, Norton 12, Pfeiffer 3.
Maniobra de Epley sin incidencias.
Fractura de Colles izquierda.
Esófago de Barrett, Praga C2M4.
Catéter Hickman retirado.
Síndrome de Guillain-Barré.
Ligamento de Treitz, esfínter de Oddi.
Saco de Douglas libre.
Nolotil alterna con Paracetamol.
Clasificación de Child B, Killip II.
Fondo de saco de Douglas ocupado.
Dolores abdominales, Consuelo escaso, Rosa de la cara.
Cruz roja en el margen, Luz tenue, Mar en calma.
Índice de Barthel y prueba de Romberg.
Quiste de Baker con signos de rotura.
""".strip().splitlines()

MARKED = {
    "en": """
seen with <PATIENT>Maria Delgado</PATIENT> today
discussed with Dr. <DOCTOR>Priya Raghavan</DOCTOR> by phone
signed <DOCTOR>Kwame Boateng</DOCTOR>, MD
<PATIENT>Delgado, Maria</PATIENT> was seen
<PATIENT>Nguyen, Thuy</PATIENT> and her mother
son <PATIENT>Aarav Deshpande</PATIENT> at bedside
her daughter <PATIENT>Siobhan O'Shaughnessy</PATIENT> called
wife <PATIENT>Anna Foley</PATIENT> visits
husband <PATIENT>Wiremu Tawhiri</PATIENT> visits
mother <PATIENT>Fadumo Warsame</PATIENT> interprets
with <PATIENT>Oleksandr Shevchenko</PATIENT> present
with <PATIENT>Angharad Llewellyn</PATIENT> present
with <PATIENT>John R. Kowalski</PATIENT> present
with <PATIENT>Zhenhua Huang</PATIENT> present
with <PATIENT>Haruko Watanabe</PATIENT> present
with <PATIENT>Yusuf Siddiqui</PATIENT> present
with <PATIENT>Ngozi Okonkwo</PATIENT> present
with <PATIENT>José Hernández</PATIENT> present
moved from <CITY>Fayetteville</CITY>, <STATE>AR</STATE> in the fall
lives in <CITY>Columbus</CITY>, <STATE>Ohio</STATE> with a cat
born in <COUNTRY>Haiti</COUNTRY>
native of <COUNTRY>Sri Lanka</COUNTRY>
grew up in <STATE>Saskatchewan</STATE>
transferred from <HOSPITAL>Massachusetts General Hospital</HOSPITAL> overnight
""",
    "es": """
acude con <NOMBRE_SUJETO_ASISTENCIA>María José Fernández Gutiérrez</NOMBRE_SUJETO_ASISTENCIA>
Dra. <NOMBRE_PERSONAL_SANITARIO>Itziar Etxeberria</NOMBRE_PERSONAL_SANITARIO> informa
firmado Dr. <NOMBRE_PERSONAL_SANITARIO>Jordi Casadevall</NOMBRE_PERSONAL_SANITARIO>
paciente <NOMBRE_SUJETO_ASISTENCIA>Eufrosina de la Cruz Mamani</NOMBRE_SUJETO_ASISTENCIA> hoy
natural de <PAIS>Marruecos</PAIS>
procedente de <PAIS>Guinea Ecuatorial</PAIS>
reside en <TERRITORIO>Gipuzkoa</TERRITORIO>
ingresado en el <HOSPITAL>Hospital Universitario La Paz</HOSPITAL> ayer
""",
}
CASES = [(lang, line) for lang, lines in MARKED.items() for line in lines.strip().splitlines()]


def detector(lang: str) -> LexiconDetector:
    return from_settings(Settings(lang=lang))


def found(text: str, lang: str, least: float = 0.0) -> list[Span]:
    (spans,) = detector(lang).detect([Document("a", text)])
    return [span for span in spans if span.score >= least]


def unmark(marked: str) -> tuple[str, list[tuple[int, int, str]]]:
    text, spans = "", []
    for part in re.split(r"(<[A-Z_]+>[^<]*</[A-Z_]+>)", marked):
        match = re.fullmatch(r"<([A-Z_]+)>([^<]*)</[A-Z_]+>", part)
        if match:
            spans.append((len(text), len(text) + len(match[2]), match[1]))
            text += match[2]
        else:
            text += part
    return text, spans


@pytest.mark.parametrize("sentence", EPONYMS_EN)
def test_english_medicine_is_no_finding(sentence: str) -> None:
    assert [sentence[s.start : s.end] for s in found(sentence, "en", 0.5)] == []


@pytest.mark.parametrize("sentence", EPONYMS_ES)
def test_spanish_medicine_is_no_finding(sentence: str) -> None:
    assert [sentence[s.start : s.end] for s in found(sentence, "es", 0.5)] == []


@pytest.mark.parametrize(("lang", "marked"), CASES)
def test_finds_what_is_sure(lang: str, marked: str) -> None:
    text, marks = unmark(marked)
    assert [(s.start, s.end, s.label) for s in found(text, lang, 0.5)] == marks


@pytest.mark.parametrize(
    ("text", "protected"),
    [
        ("Foley out at 0600", ["Foley"]),
        ("Parkinson's disease", ["Parkinson's"]),
        ("Zollinger-Ellison syndrome", ["Zollinger-Ellison syndrome"]),
        ("seen by Dr. Hickman", []),
        ("Mrs. Parkinson was seen", []),
        ("Maria Delgado was seen", []),
        ("Anna Foley was seen", []),
        ("Anna had a Foley catheter", ["Foley"]),
        ("Wells 4.5, Braden: 16, Norton 12", ["Wells", "Braden", "Norton"]),
        ("Dr. Wells 4.5", []),
        ("Anna Braden 16", []),
        ("J. Braden 12, Wells 92 lives alone, Braden 34, Wells 207 555 0100", []),
        ("Wells 54M, Wells 3 days ago, Wells 555-0134, Wells 4/5/19, Wells 12 Street", []),
        ("Peter Quinn, MD\nPugh 7", ["Pugh"]),
        ("Dr. [DOCTOR]: Pugh 7", ["Pugh"]),
    ],
)
def test_protected(text: str, protected: list[str]) -> None:
    spans = detector("en").protected(text)
    assert [text[start:end] for start, end in spans] == protected


@pytest.mark.parametrize(
    "name",
    [
        "Steven Johnson",
        "Lee White",
        "Rocky Davis",
        "Joel Cohen",
        "Homer Wright",
        "Spencer Wells",
        "Charles Bonnet",
        "Roland Morris",
        "Elston Ellis",
        "Watson-Jones",
        "Smith-Petersen",
        "Antoni B",
        "Lafora",
        "Barcelona Clinic",
    ],
)
def test_an_eponym_that_may_be_a_person_or_a_place_needs_its_head(name: str) -> None:
    """Two names of an eponym are a patient's too: alone they are no medical term."""
    assert detector("en").protected(f"{name} was seen in clinic today.") == []
    text = f"reported as {name} syndrome."
    assert any(text[a:b].startswith(name.split()[0]) for a, b in detector("en").protected(text))


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("with Guadalupe today", "lexicon/given"),
        ("Mr Kowalczyk rang", "lexicon/surname"),
        ("drove from Reading", "lexicon/city"),
        ("Wife Hope rang", "lexicon/ambiguous"),
        ("moved to Georgia", "lexicon/state"),
        ("lives near killarney", "lexicon/city"),
        ("mum is oksana kovalenko", "lexicon/name-lower"),
    ],
)
def test_evidence_names_its_list(text: str, source: str) -> None:
    assert source in {span.source for span in found(text, "en")}


@pytest.mark.parametrize("lang", ["en", "es"])
def test_an_organism_is_no_country(lang: str) -> None:
    def found(text: str) -> list[str]:
        (spans,) = LexiconDetector(lang).detect([Document("1", text)])
        return [text[s.start : s.end] for s in spans]

    assert found("grew A. Niger, Aspergillus Niger, A. NIGER") == []
    assert "Niger" in found("born in Niger")
    assert "Niger" in found("seen by M. Niger")
    assert "Niger" in found("Dr. A. Niger")


def test_single_words_are_never_findings_as_names() -> None:
    for source in ("given", "surname", "rare", "ambiguous", "city", "name-lower", "name-weak"):
        assert SCORES[source] < 0.5


@pytest.mark.parametrize(
    "name", ["Jos\u00e9 Hern\u00e1ndez", "Jose\u0301 Herna\u0301ndez", "JOSÉ HERNÁNDEZ"]
)
@pytest.mark.parametrize(
    "before", ["", "😀 ", "ñandú e\u0301l ", "İstanbul ıı ß ", "\u202bאבג\u202c "]
)
def test_offsets_count_code_points(before: str, name: str) -> None:
    text = f"{before}con {name} hoy"
    names = [text[s.start : s.end] for s in found(text, "es", 0.5)]
    assert names == [name]


def test_whole_words_only() -> None:
    assert found("Fayettevillean, ARX", "en", 0.5) == []
    assert found("xHaitix haitiano Haitiano", "es", 0.5) == []
    assert [s for s in found("Sri Lankan food", "en") if "country" in s.source] == []


def test_no_entry_crosses_a_line_break() -> None:
    assert [s for s in found("from Sri\nLanka", "en") if s.source == "lexicon/country"] == []
    assert found("Maria\nDelgado", "en", 0.5) == []


def test_folding_keeps_offsets() -> None:
    folded, origin = fold_with_offsets("Él Ü Ñ’s İ")
    assert (folded, origin) == ("el u n's i", None)
    folded, origin = fold_with_offsets("e\u0301l")
    assert (folded, origin) == ("el", [0, 2, 3])
    assert to_key("Stratford-upon-Avon") == "stratford upon avon"


def test_every_span_is_of_the_scheme_and_inside() -> None:
    text = "Maria Delgado and Will, of Reading, Ohio; at MGH, from Haiti"
    for lang in ("en", "es"):
        one = detector(lang)
        for span in found(text, lang):
            assert span.label in one.labels
            assert span.label in LABELS
            assert span.rule in SCORES
            assert span.end <= len(text)


def test_batch_equals_singles_and_survives_pickling() -> None:
    docs = [Document(str(i), line) for i, line in enumerate([*EPONYMS_EN, "", "Maria Delgado"])]
    one = detector("en")
    batch = one.detect(docs)
    assert batch == [one.detect([doc])[0] for doc in docs]
    assert pickle.loads(pickle.dumps(one)).detect(docs) == batch


def test_same_under_every_hash_seed() -> None:
    code = (
        "from incognote.detect.lexicon import LexiconDetector as L\n"
        "from incognote.core.document import Document as D\n"
        "print(L('en').detect([D('a', 'Maria Delgado, Will Reading, MD of Reading, Ohio')]))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_unknown_language() -> None:
    with pytest.raises(ConfigError, match=r"'xx'.*en, es"):
        Lexicon("xx")


def test_spanish_names_that_are_words_too_are_no_names_alone_in_small_letters() -> None:
    spanish = Lexicon("es")
    assert not spanish.is_only_a_name_in_small("cruz")
    assert spanish.is_only_a_name("Cruz")
    assert spanish.is_only_a_name_in_small("ibarra")
    assert Lexicon("en").is_only_a_name_in_small("cruz")


@pytest.mark.parametrize(("name", "lang"), NAMES)
def test_lists_are_sorted_keys(name: str, lang: str) -> None:
    entries = read_list(name, lang)
    assert entries == sorted(set(entries))
    assert all(to_key(entry) == entry and len(entry) > 1 for entry in entries)


def test_lists_are_small() -> None:
    assert sum(len(path.read_bytes()) for path in LISTS.rglob("*.txt.gz")) < 3_000_000


@pytest.mark.parametrize(
    ("text", "label", "source"),
    [
        ("She works nights at Food Lion.", "ORGANIZATION", "organization"),
        ("prior auth sent to MassHealth", "ORGANIZATION", "organization-word"),
        ("was seen at the QEII last year", "HOSPITAL", "hospital-word"),
        ("transferred to Jackson Memorial Hospital", "HOSPITAL", "hospital"),
    ],
)
def test_institutions_are_known_by_name(text: str, label: str, source: str) -> None:
    found = {(s.label, s.source) for s in detector("en").detect([Document("n", text)])[0]}
    assert (label, f"lexicon/{source}") in found


def test_clinical_abbreviations_are_no_institutions() -> None:
    text = "BP 120/80, CBC and RBC fine, MRI and CTA done, BMI 31, CHOP cycle 2, AAA repaired."
    found = detector("en").detect([Document("n", text)])[0]
    assert not {s.label for s in found} & {"ORGANIZATION", "HOSPITAL"}


def test_lists_hold_nothing_that_may_not_ship() -> None:
    maker = (Path(__file__).parents[2] / "tools" / "make_lists.py").read_text(encoding="utf-8")
    for source in ("names_es_ine", "es_hospitals", "gb_hospitals"):
        assert source not in maker
    # Word frequencies choose among entries of other lists; they add none.
    for lang in ("en", "es"):
        listed = {
            entry for name, pack in NAMES if name != "words" for entry in read_list(name, pack)
        }
        assert set(read_list("words", lang)) <= listed
    # Seen only in the lists under the Open Database License.
    assert not {"aita menni ospitalea", "abbey lawns", "almacen general"} & set(
        read_list("hospital", "en") + read_list("hospital", "es")
    )


def test_time_grows_with_the_text_only() -> None:
    one = detector("en")
    line = "Maria Delgado of Reading, Ohio was seen by Dr. Hope at St. Mary's. "

    assert in_line(lambda lines: partial(one.detect, [Document("a", line * lines)]), 200)


@pytest.mark.parametrize(
    ("lang", "marked"),
    [
        ("en", "call <PATIENT>MargaretDelgado</PATIENT> back"),
        ("en", "seen by <DOCTOR>DrSusanWhitfield</DOCTOR> today"),
        ("en", "told <PATIENT>ColleenHathersage</PATIENT> so"),
        ("es", "llamar a <NOMBRE_SUJETO_ASISTENCIA>RosaMamani</NOMBRE_SUJETO_ASISTENCIA> hoy"),
        ("en", "VitaMix, SynchroMed, AstraZeneca, OxyContin, HeartMate, EpiPen, MacBook"),
        ("en", "MetroCream, VitaGuard"),
        ("es", "FibroScan, GeneXpert, AstraZeneca, SynchroMed, MicroScan, WhatsApp"),
    ],
)
def test_full_names_without_a_blank(lang: str, marked: str) -> None:
    text, marks = unmark(marked)
    assert [(s.start, s.end, s.label) for s in found(text, lang, 0.5)] == marks
