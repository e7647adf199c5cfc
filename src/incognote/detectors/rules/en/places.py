"""Hospitals and organisations by their head words, wards, rooms and beds."""

from __future__ import annotations

from incognote.detectors.rules import Rule

_NAME = r"\p{Lu}[\pL'’.&-]*"
_LINK = r"(?:of the|of|and|&|de|the|du|la)"
_CAPS = r"[A-Z][A-Z'’.&-]+"

_HOSPITAL = (
    r"(?:Hospital|Medical Cent(?:er|re)|Med Ctr|Med Center|Clinic|Hospice|Nursing (?:Home|Facility|Center)"
    r"|Infirmary|Polyclinic|Family Practice|Family Medicine|Family Health|Pharmacy|Drug|Surgery Center"
    r"|Rehabilitation (?:Center|Hospital)|Rehab(?: Hospital)?|Care Center|Health Cent(?:er|re)|Dialysis"
    r"|Medical Group|Internal Medicine Associates|Pediatrics|Cardiology Associates|Dental|Medical"
    r"|Memorial Hospital|Health System|Healthcare Center|Dermatology|Orthopedics|Kidney Center"
    r"|Cancer Center|Eye (?:Center|Clinic|Institute)|Heart (?:Center|Institute|Hospital))"
)
_HOSPITAL_CAPS = (
    r"(?:HOSPITAL|MEDICAL CENT(?:ER|RE)|CLINIC|HOSPICE|NURSING (?:HOME|FACILITY|CENTER)|INFIRMARY"
    r"|FAMILY PRACTICE|FAMILY MEDICINE|PHARMACY|SURGERY CENTER|REHABILITATION CENTER|CARE CENTER"
    r"|HEALTH CENT(?:ER|RE)|MEDICAL GROUP|REGIONAL MEDICAL|HEALTH SYSTEM|CANCER CENTER)"
)
_ORGANIZATION = (
    r"(?:Elementary(?: School)?|High School|Middle School|Primary School|Secondary School"
    r"|Community College|College|University|Baptist Church|Church|Lutheran|Mosque|Synagogue|Temple"
    r"|Inc|LLC|Ltd|Corp|Corporation|Company|Police Department|Police Dept|Fire Department|Fire Dept"
    r"|Fire & Rescue|Sheriff(?:'s Office)?|School District|Ambulance|EMS|Funeral Home|Mortuary"
    r"|Construction|Trucking|Logistics|Insurance|Mutual|Credit Union|Bank|Bakery|Electric|Union"
    r"|Head Start|Academy|County Jail|Correctional (?:Facility|Institution)|Tribal Council|Airlines"
    r"|Local \d+)"
)
_STOP = frozenset(
    """
    the a an at to in on of from for with by via her his their our your my this that any new old no
    local outside follow referred transfer seen per general free other each every another primary
    care emergency surgical private public rural mobile virtual retail specialty compounding home
    outpatient inpatient walk-in walk urgent sleep pain wound eye dental heart lung liver renal
    kidney transplant diabetes memory stroke cancer oncology cardiology neurology dermatology
    pulmonary anticoagulation coumadin warfarin methadone fertility prenatal well-child flu travel
    orthopedic orthopaedic hematology gi gyn ob ent hiv tb std device pacemaker hand foot fracture
    psychiatric psychiatry mental behavioral community university regional county state city day
    skilled acute long-term rehab pediatric children's women's men's veterans va military teaching
    family health medical nursing hospital clinic pharmacy hospice prior illicit recreational
    preop pre-op postop recent dr mr mrs ms she he we patient pt history current past social
    hx past discharge admission admitted admit discharged allergies drug allergy allergic study
    investigational adverse please call last next adult internal general medicine physical
    occupational speech respiratory when if and but also then after before during while today
    brown white black middle high elementary junior senior european american african asian mutual
    rx notify redraw performed mohs wed mammography hereditary ref nicu school teaches pre-k
    recorder cc hold scottish welsh irish english maintenance former retired works worked went goes attends attending consult consultation service services
    """.split()
)


def _has_name(surface: str) -> bool:
    """Whether a word before the head says which: neither generic nor one that opens a sentence."""
    words = surface.replace(",", " ").split()
    return words[0].lower() not in _STOP


RULES = (
    Rule(
        "hospital",
        "HOSPITAL",
        rf"(?:{_NAME} (?:{_LINK} )?){{1,4}}{_HOSPITAL}\b",
        0.9,
        check=_has_name,
        unless_before=r"(?-i:\p{Lu})[\pL'’-]+ ?",
        unless_after=r" (?:Hospital|Center|Centre|Group|Associates|School|College|Rd|Road|Ave|Street|St\b"
        r"|Dr\b|Drive|Blvd|of|at|Director|[A-Z]\pL+)",
        cases=(
            "sent to <HOSPITAL>Kenduskeag Rehabilitation Center</HOSPITAL>, acute",
            "<HOSPITAL>Hot Spring County Hospital</HOSPITAL>",
            "The Hospital course",
            "Pain Clinic",
        ),
    ),
    Rule(
        "hospital-of",
        "HOSPITAL",
        rf"\b(?:Ysbyty|Ospidéal|Clinique|Hôpital|Hospital de|Hospital Universitario) "
        rf"{_NAME}(?: {_NAME}){{0,2}}",
        0.9,
        cases=("at <HOSPITAL>Ysbyty Dyffryn Tywi</HOSPITAL>", "Hospital course"),
    ),
    Rule(
        "hospital-saint",
        "HOSPITAL",
        r"\b(?:Saint|St\.?|Our Lady of|Mount|Mt\.?) \p{Lu}[\pL'’-]+(?: \p{Lu}[\pL'’-]+){0,2} "
        r"(?:Hospital|Medical Center|Clinic|Hospice|Care Center|Health Center|Regional)\b",
        0.95,
        cases=("to <HOSPITAL>St. Colman Hospital</HOSPITAL>", "St. Jude valve"),
    ),
    Rule(
        "hospital-caps",
        "HOSPITAL",
        rf"(?m:^)[ \t]*(?P<phi>(?:{_CAPS} (?:(?:OF|AND|&|AT|THE) )?){{1,4}}{_HOSPITAL_CAPS})(?:[ \t]{{2,}}|[ \t]*"
        r"(?:\r?\n|$|,|[-–|*]))",
        0.95,
        check=_has_name,
        cases=(
            "<HOSPITAL>PACOLET REGIONAL MEDICAL CENTER</HOSPITAL>\nREPORT OF OPERATION",
            "TO THE HOSPITAL",
            "FOLLOW UP WITH CLINIC",
        ),
    ),
    Rule(
        "organization",
        "ORGANIZATION",
        rf"(?:{_NAME} (?:{_LINK} )?){{1,3}}{_ORGANIZATION}\b",
        0.9,
        check=_has_name,
        unless_before=r"(?-i:\p{Lu})[\pL'’-]+ ?",
        unless_after=r" (?:Hospital|Medical|Clinic|Rd|Road|Ave|Street|St\b|Dr\b|[A-Z]\pL+)|['’]s",
        cases=(
            "sophomore at <ORGANIZATION>Trezevant High School</ORGANIZATION>",
            "The Church",
            "Middle School",
        ),
    ),
    Rule(
        "unit-room",
        "UNIT",
        r"\b(?:Rooms?|ROOM|Rm|RM|rm|room|Bed|BED|bed|Bay|BAY|bay|Ward|WARD|Pod|pod|Cubicle|cubicle"
        r"|Theatre|Suite|SUITE|Ste|Chair|CHAIR|chair|Crib|crib|Cot|cot|Bldg|BLDG|Tower|TOWER|Pav|Station"
        r"|LDR|ldr|LDRP|Op|Resus|RESUS)(?: ?#| No\.?)? "
        r"(?:[A-Z]{0,3}-?\d{1,4}[A-Za-z]?(?:-[A-Z\d]{1,3})?|[A-Z]\b)",
        0.93,
        unless_before=r"\b(?:per|private|semi-private|in|shared|two|no) (?-i:[A-Z])$|[/-]",
        unless_after=r"[.]\d|[\d/:]|-\d| ?(?:mg|ml|hours?|hrs?|days?|weeks?|min|x\b|degrees|rest|air"
        r"|mobility|alarm|times|feet|ft|lbs?|people|person|%|rails?)",
        cases=(
            "moved to <UNIT>Rm 412B</UNIT>",
            "<UNIT>bed 3</UNIT>, <UNIT>Ward 56</UNIT>, <UNIT>bay 9</UNIT>",
            "POD 2",
            "room air",
            "bed 2 hours",
        ),
    ),
    Rule(
        "unit-label",
        "UNIT",
        r"\b(?:ROOM/BED|Room/Bed|ROOM|Room|Rm/Bed|BED|Bed|LOC|Loc|Location|LOCATION|WARD|Ward"
        r"|RM)(?: ?#)?:[ \t]{0,16}(?P<phi>[A-HJ-Z\d][A-Z\d]{0,4}-?\d{1,4}[A-Z]?(?:[-/][A-Z\d]{1,4}){0,2})(?:[\s,;.|)]|$)",
        0.94,
        unless_after=r"\s*(?:mg|ml|units|of|L\b)",
        cases=("ROOM: <UNIT>5N-514-2</UNIT>", "Room: 5 mg", "Bed: low"),
    ),
    Rule(
        "unit-compass",
        "UNIT",
        r"\b\d{1,2}(?: |-)?(?:North|South|East|West|Northeast|Northwest|Southeast|Southwest|NORTH|SOUTH|EAST"
        r"|WEST|Tower|Annex|Pavilion|Center|Central)(?: \d{1,4}[A-Z]?)?\b",
        0.9,
        unless_before=r"[\d.#/-]|\d ",
        unless_after=r" (?:[A-Z]\pL+ )?(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Dr|Drive|Main|Broad)\b|-?\d|-",
        cases=("transfer to <UNIT>7 West</UNIT>", "12 West Main St", "2 miles East"),
    ),
    Rule(
        "unit-or",
        "UNIT",
        r"\b(?:to|in|from|at|for|via|ED|->|→) (?P<phi>(?:OR|ICU|NICU|PICU|Level|level|EP|Cath Lab|CVICU|MICU|SICU"
        r"|Clinic|Lab|Hall|hall|Gym|Floor|floor|wing|Wing|Zone|zone) (?:#|bed |rm |Rm )?[A-Z]?\d{1,4}[A-Z]?)",
        0.85,
        unless_after=r"[.]\d|[\d/:%]|-\d| ?(?:mg|ml|hours?|days?|x\b|care|trauma|nodes?|of)",
        unless_before=r"\b(?:trauma|care|t|pain|confidence|vitamin|drug) (?:to|in|at|for) ",
        cases=("taken to <UNIT>OR 4</UNIT>", "OR 2.3 (CI", "node in level 2.5"),
    ),
)
