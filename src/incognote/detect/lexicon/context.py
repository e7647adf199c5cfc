"""What stands around a word of the lists and decides what it is: titles, credentials, eponyms.

All words are keys, as in `lists`: lower case without accents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from incognote.detect.lexicon.lists import GIVEN, MEDICAL, WORD, Lexicon, Token, words

STAFF_TITLES = words("""
    dr drs doctor doctora dra dres nurse rn np pa md consultant surgeon sister matron
    registrar pharmacist physiotherapist midwife enf enfermera enfermero dres fea med medico
    medica mir ldo attending resident therapist radiologist pathologist
""")
OTHER_TITLES = words("""
    mr mrs ms miss mx sir madam master prof professor sr sra srta senor senora don dona d da
""")
TITLES = STAFF_TITLES | OTHER_TITLES

CREDENTIALS = re.compile(
    r",?\s{0,2}\(?(?:M\.?D|D\.?O|R\.?N|N\.?P|P\.?A(?:-C)?|APRN|CRNA|CNM|DNP|FNP|LCSW|LMSW|MSW|LPN|"
    r"PharmD|RPh|PhD|Ph\.D|PsyD|DDS|DMD|DPM|PT|OT|OTR|SLP|RDN?|RT|BSN|MSN|FRC[SPOG]\w*|MRC[PSG]\w*|"
    r"MBBS|MBChB|FACS|FACC|FACP|CCRN|LVN|LCPC|EMT|CNA|HCA|F1|F2|FY1|FY2|ST\d|CT\d|SpR|SHO|"
    r"MIR|FEA|R[1-6])\b"
)

MAKES = words("""
    buick chevrolet chevy chrysler dacia dodge fiat ford gmc hyundai kia nissan opel peugeot pontiac
    renault seat skoda toyota volkswagen
""")
"""Makes of cars that have models called after places: Seat Toledo, Dodge Durango, Ford Granada."""

_HEADS = words("""
    disease diseases syndrome syndromes sign signs palsy lymphoma sarcoma tumor tumour
    anemia anaemia ataxia dystrophy neuropathy nephropathy encephalopathy thyroiditis
    colitis esophagus oesophagus phenomenon phenomena reflex maneuver manoeuvre maneuvre
    test tests testing score scores scale scales index criteria classification class grade
    grading stage staging staged protocol procedure operation repair approach technique
    method incision position positioning catheter catheters cath tube tubes drain drains
    valve valves stent stents graft shunt shunts forceps clamp retractor needle needles
    splint brace boot bandage dressing wrap pump monitor fracture fractures dislocation
    deformity nodes node nodules nodule lines line bodies body cell cells duct glands gland
    canal space triangle angle fascia ligament tendon muscle contracture cyst hernia ulcer
    ulcers gangrene spots rash purpura nevus stain stained murmur breathing respirations
    pulse rhythm block wave waves bundle equation formula rule rules law effect chart
    questionnaire inventory interview assessment exercises exercise virus fever antigen
    antibody lymphogranuloma granulomatosis arteritis chorea tics toxin solution lactate
    bath lamp loop pouch filter port line hook collar frame traction nails nail rod screw
    screws plate prosthesis blade tray regimen diet program law trial study cohort oximeter
    ring pessary
""")
"""What an eponym stands before. `test`, `study`, `trial` are only that without a possessive."""
_PERSONAL = words("""
    test tests testing study trial body procedure operation pulse breathing rash diet
    exercise exercises rhythm repair fracture fractures cyst ulcer ulcers drain drains
    catheter dressing score scores assessment fever murmur brace boot bandage position
    respirations incision block pump monitor
""")
"""Heads that a patient can have too: 'Hopkins's drain' may be the drain of a person."""

_SPANISH_HEADS = words("""
    enfermedad sindrome signo signos prueba test escala indice clasificacion criterios
    maniobra fractura sonda cateter tubo drenaje valvula protesis linfoma sarcoma tumor
    anemia ataxia distrofia tiroiditis esofago fenomeno reflejo tecnica intervencion
    operacion incision posicion ganglio nodulo nodulos lineas cuerpos celulas conducto canal
    triangulo angulo ligamento tendon quiste hernia ulcera gangrena manchas purpura tincion
    soplo respiracion ritmo bloqueo haz formula ley efecto cuestionario inventario virus
    fiebre arteritis corea solucion suero dieta estadio grado puntuacion score contractura
    deformidad paralisis mal bacilo agujas aguja pinzas separador ferula corse collarin
    escara saco fondo espacio fascia trompa trompas ampolla esfinter glandula glandulas
    aparato asa bolsa reaccion vendaje bota polinomio protocolo metodo regla
""")
_PARTICLES = words("de del d")

_MOST = {
    score: most
    for most, scores in (
        (
            6,
            "ashworth centor fazekas katz kellgren killip mallampati ramsay rankin richmond tanner",
        ),
        (15, "aldrete apgar bishop downton emina fagerstrom glasgow gleason khorana lawton"),
        (15, "pfeiffer pugh ranson rockall silverman wells"),
        (30, "borg braden caprini charlson epworth geneva ginebra norton padua tinetti yesavage"),
        (64, "berg cornell ferriman lobo waterlow"),
        (125, "barthel karnofsky lansky maddrey morse zarit zung"),
    )
    for score in words(scores)
}
"""The highest number of each score: Wells 92 is a person and her age."""
_VALUE = re.compile(
    r"(?: (?:score|scale|index|coma scale))?(?: (?:of|is|was|now|de|era|previo|actual|total))?"
    r"[ :=]{1,3}(\d{1,3})(?:[.,]\d{1,2})?(?:/\d{1,3})?"
    r"(?!\w|[-./:,]\d| \d|[ -]{1,2}(?:y|y/?o|years?|yrs?|a(?:ñ|n)os?|days?|d[ií]as?|weeks?|months?"
    r"|hours?|hrs?|mg|ml|am|pm|a\.m|p\.m|male|female|st|street|ave|avenue|road|rd|[MF])\b)",
    re.IGNORECASE,
)
"""What makes a score of a name: a number of its own, and no age, hour or house."""

_INITIAL = re.compile(r"(?<!\w)[^\W\d_](?:\. ?| )$")
"""In front of a name, as in `J. Norton 12`."""

_BESIDE = frozenset((" ", "  ", ".", ". ", "-"))
"""What stands between a title and the name behind it; not `[DOCTOR]: Glasgow 15`."""


def scored(tokens: list[Token], text: str) -> Iterator[int]:
    """Yields the numbers of the words that name a score, as what stands behind them shows.

    'Dr. Glasgow: Glasgow 15' holds a person and a score; 'Dr. Barthel 60' and 'Ana Norton 12' not.
    """
    for i, token in enumerate(tokens):
        if (
            token.key in _MOST
            and not (_after_name(tokens, i) and text[tokens[i - 1].end : token.start] in _BESIDE)
            and _INITIAL.search(text, max(0, token.start - 4), token.start) is None
            and (value := _VALUE.match(text, token.end)) is not None
            and int(value[1]) <= _MOST[token.key]
        ):
            yield i


def is_title(token: Token) -> bool:
    """Whether a word is a title that a name follows."""
    return token.key in TITLES


def medical_tokens(
    tokens: list[Token], phrases: list[tuple[int, int, int]], lexicon: Lexicon
) -> set[int]:
    """Numbers of the words that are part of a medical term, and so no names.

    A word straight after a title is a person's name, whatever else it may be (Dr. Hickman).
    """
    found: set[int] = set()
    for first, last, flags in phrases:
        if flags & MEDICAL and not _after_title(tokens, first):
            found.update(range(first, last + 1))
    for i, token in enumerate(tokens):
        if token.flags & MEDICAL and not _after_name(tokens, i):
            found.add(i)
        if token.key in _HEADS and token.joined and i:
            _add_eponym(tokens, i, found, lexicon)
        elif token.key in _SPANISH_HEADS:
            _add_spanish_eponym(tokens, i, found)
    return found


def _after_title(tokens: list[Token], i: int) -> bool:
    return i > 0 and is_title(tokens[i - 1])


def _after_name(tokens: list[Token], i: int) -> bool:
    """Whether a title or a given name stands right before: 'Anna Foley'."""
    if _after_title(tokens, i):
        return True
    last = tokens[i - 1] if i and tokens[i].joined else None
    return (
        last is not None
        and last.case > 0
        and tokens[i].case == last.case
        and last.flags & GIVEN > 0
        and not last.flags & (WORD | MEDICAL)
    )


def _add_eponym(tokens: list[Token], head: int, found: set[int], lexicon: Lexicon) -> None:
    """Adds the capitalised words right before a head: 'Wolff-Parkinson-White syndrome'."""
    first = head
    while first > 0 and head - first < 4 and tokens[first].joined and tokens[first - 1].case:
        first -= 1
    if first == head or is_title(tokens[first]) or _after_title(tokens, first):
        return
    owned = tokens[head - 1].key.endswith(("'s", "s'", "s’"))
    if owned and tokens[head].key in _PERSONAL:
        return
    if tokens[head].case == 0 or not lexicon.flags.get(tokens[head - 1].key, 0):
        found.update(range(first, head))


def _add_spanish_eponym(tokens: list[Token], head: int, found: set[int]) -> None:
    """Adds the capitalised words after a head: 'enfermedad de Graves', 'sonda Foley'."""
    i = head + 1
    if i < len(tokens) and tokens[i].joined and tokens[i].key in _PARTICLES:
        i += 1
    past = i
    while past < len(tokens) and past - i < 3 and tokens[past].joined and tokens[past].case:
        past += 1
    found.update(range(i, past))
