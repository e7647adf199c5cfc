"""Hospitals and organisations by their head words, wards, rooms and beds."""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.rules import row
from incognote.detect.rules.checks import COORDINATES, DECIMAL_COORDINATES

_NAME = r"\p{Lu}[\pL'’.&-]*"
_LINK = r"(?:of the|of|and|&|de|the|du|la)"
_CAPS = r"[A-Z][A-Z'’.&-]+"

_HOSPITAL = (
    r"(?:Hospital|Medical Cent(?:er|re)|Med Ctr|Med Center|Clinic|Hospice|Nursing (?:Home|Facility"
    r"|Center)"
    r"|Infirmary|Polyclinic|Family Practice|Family Medicine|Family Health|Pharmacy|Drug"
    r"|Surgery Center"
    r"|Rehabilitation (?:Center|Hospital)|Rehab(?: Hospital)?|Care Center|Health Cent(?:er|re)"
    r"|Dialysis"
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
_ROOM = (
    r"(?:(?:Rooms?|ROOM|Rm|RM|rm|room|Bed|BED|bed|Bay|BAY|bay|Ward|WARD|Pod|pod|Cubicle|cubicle"
    r"|Theatre"
    r"|Suite|SUITE|Ste|Chair|CHAIR|chair|Crib|crib|Cot|cot|Bldg|BLDG|Tower|TOWER|Pav|LDR|ldr|LDRP"
    r"|Op"
    r"|Resus|RESUS)(?: ?#| No\.?)? (?:[A-Z]{0,3}-?\d{1,4}[A-Z]?(?:-[A-Z\d]{1,3})?|[A-Z]\b))"
)

_STOP = listed("""
    a acute admission admit admitted adult adverse african after allergic allergies allergy also
    american an and another anticoagulation any asian at attending attends before behavioral black
    brown burn but by call cancer cardiology care cc children's city clinic community compounding
    consult consultation coumadin county current day dental dermatology device diabetes discharge
    discharged dr drug during each elementary emergency english ent european every eye family
    fertility field flu follow foot for former fracture free from general gi goes gyn hand he health
    heart hematology her hereditary high his history hiv hold home hospice hospital hx if illicit in
    inpatient internal investigational irish junior kidney last liver local long-term lung
    maintenance mammography medical medicine memory men's mental methadone middle military mobile
    mohs mr mrs ms mutual my neurology new next nicu no notify nursing ob occupational of old on
    oncology orthopaedic orthopedic other our outpatient outside pacemaker pain past patient
    pediatric per performed pharmacy physical please postop pre-k pre-op prenatal preop primary
    prior private psychiatric psychiatry pt public pulmonary recent recorder recreational redraw ref
    referred regional rehab renal respiratory retail retired rural rx school scottish seen senior
    service services she skilled sleep social specialty speech state std stroke study surgical tb
    teaches teaching that the their then this to today transfer transplant travel university urgent
    va veterans via virtual walk walk-in warfarin we wed well-child welsh went when while white with
    women's worked works wound your
""")


def _has_name(surface: str) -> bool:
    """Whether a word before the head says which: neither generic nor one that opens a sentence."""
    words = surface.replace(",", " ").split()
    return words[0].lower() not in _STOP


RULES = (
    row(
        "hospital",
        rf"(?:{_NAME} (?:{_LINK} )?){{1,4}}{_HOSPITAL}\b",
        "sent to <HOSPITAL>Kenduskeag Rehabilitation Center</HOSPITAL>, acute",
        "<HOSPITAL>Hot Spring County Hospital</HOSPITAL>",
        "The Hospital course",
        "Pain Clinic",
        score=0.9,
        check=_has_name,
        unless_before=r"(?-i:\p{Lu})[\pL'’-]+ ?",
        unless_after=r" (?:Hospital|Center|Centre|Group|Associates|School|College|Rd|Road|Ave"
        r"|Street|St\b"
        r"|Dr\b|Drive|Blvd|of|at|Director|[A-Z]\pL+)",
    ),
    row(
        "hospital-in-a-clause",
        r"\b(?i:at|to|from|with|into|via|near|left) (?P<phi>\p{Lu}\p{Ll}[\pL'’-]* Hospital)"
        r" (?:\p{Ll}|[A-Z]{2,}\b)",
        "Reconciled with <HOSPITAL>Dose Hospital</HOSPITAL> summary; To "
        "<HOSPITAL>Page Hospital</HOSPITAL> STEMI line",
        "to Day Hospital after, with Hospital staff, at Page Hospital Road, to General Hospital by",
        score=0.9,
        check=_has_name,
        unless_after=r" (?:of|at|in|score|test)\b",
    ),
    row(
        "hospital-of",
        rf"\b(?:Ysbyty|Ospidéal|Clinique|Hôpital|Hospital de|Hospital Universitario) "
        rf"{_NAME}(?: {_NAME}){{0,2}}",
        "at <HOSPITAL>Ysbyty Dyffryn Tywi</HOSPITAL>",
        "Hospital course",
        score=0.9,
    ),
    row(
        "hospital-saint",
        r"\b(?:Saint|St\.?|Our Lady of|Mount|Mt\.?) \p{Lu}[\pL'’-]+(?: \p{Lu}[\pL'’-]+){0,2} "
        r"(?:Hospital|Medical Center|Clinic|Hospice|Care Center|Health Center|Regional)\b",
        "to <HOSPITAL>St. Colman Hospital</HOSPITAL>",
        "St. Jude valve",
    ),
    row(
        "hospital-caps",
        rf"(?m:^)[ \t]*(?P<phi>(?:{_CAPS} (?:(?:OF|AND|&|AT"
        rf"|THE) )?){{1,4}}{_HOSPITAL_CAPS})(?:[ \t]{{2,}}|[ \t]*"
        r"(?:\r?\n|$|,|[-–|*]))",
        "<HOSPITAL>PACOLET REGIONAL MEDICAL CENTER</HOSPITAL>\nREPORT OF OPERATION",
        "TO THE HOSPITAL",
        "FOLLOW UP WITH CLINIC",
        check=_has_name,
    ),
    row(
        "hospital-acronym",
        r"\b[A-Z]{2,3}MC\b",
        "transferred from <HOSPITAL>SVMC</HOSPITAL> overnight",
        "isolated PBMC; HPMC drops; KSMC Reg 24471; a 3 cm RMC",
        score=0.9,
        check=lambda surface: surface not in {"PBMC", "HPMC", "TNMC", "TCMC", "SLMC", "PMDC"},
        unless_after=r" ?(?:Reg|No|#|\d)",
    ),
    row(
        "organization",
        rf"(?:\b(?:Members?|Pastor|Deacon|Elder|Chaplain|Graduate) (?:of|at) )?"
        rf"(?P<phi>(?:{_NAME} (?:{_LINK} )?){{1,3}}{_ORGANIZATION})\b",
        "sophomore at <ORGANIZATION>Trezevant High School</ORGANIZATION>",
        "Member of <ORGANIZATION>Grace Lutheran</ORGANIZATION>",
        "The Church",
        "Middle School",
        score=0.9,
        check=_has_name,
        unless_before=r"(?-i:\p{Lu})[\pL'’-]+ ?",
        unless_after=r" (?:Hospital|Medical|Clinic|Rd|Road|Ave|Street|St\b|Dr\b|[A-Z]\pL+)|['’]s",
    ),
    row(
        "unit-room",
        rf"\b(?:(?:Exam|Quiet|Seminar|Trauma|TRAUMA|Operating|OPERATING|Conference|Treatment"
        rf"|Procedure"
        rf"|Echo|Isolation|Family|Waiting) )?{_ROOM}(?: {_ROOM})*",
        "moved to <UNIT>Rm 412B</UNIT>",
        "<UNIT>bed 3</UNIT>, <UNIT>Ward 56</UNIT>, <UNIT>bay 9</UNIT>",
        "POD 2",
        "room air",
        "bed 2 hours",
        score=0.9,
        unless_before=r"[/-]|\b(?:Rd|St|Ave|Avenue|Dr|Drive|Blvd|Street|Road|Ln|Way|Pkwy)\.?,? "
        r"|temp\W+",
        unless_after=r"[.]\d|[\d/:]|-\d| ?(?:mg|ml|hours?|hrs?|days?|weeks?|min|x\b|degrees|rest"
        r"|air"
        r"|mobility|alarm|times|feet|ft|lbs?|people|person|%|rails?)",
    ),
    row(
        "unit-label",
        r"\b(?:ROOM/BED|Room/Bed|ROOM|Room|Rm/Bed|BED|Bed|LOC|Loc|Location|LOCATION|WARD|Ward"
        r"|RM)(?: ?#)?:[ \t]{0,16}"
        r"(?P<phi>[A-HJ-Z\d][A-Z\d]{0,4}-?\d{1,4}[A-Z]?(?:[-/][A-Z\d]{1,4}){0,2})(?:[\s,;.|)]|$)",
        "ROOM: <UNIT>5N-514-2</UNIT>",
        "Room: 5 mg",
        "Bed: low",
        score=0.94,
        unless_after=r"\s*(?:mg|ml|units|of|L\b)",
    ),
    row(
        "unit-room-next",
        r"(?i)\b(?:rooms?|rm|beds?|bays?|wards?) ?\d{1,4}[a-z]? ?(?:-{1,2}>|→|>|to) ?"
        r"(?P<phi>\d{1,4}[a-z]?)\b",
        "Rm 412-><UNIT>418</UNIT>. Bed 12 -> <UNIT>14</UNIT>, room 5 to <UNIT>7</UNIT>",
        "bed 3 to 4 hours, ward 2 to 3 days, bed 30 to 45 degrees, bed 3 to 4.5, room 4 to 2/10",
        score=0.9,
        unless_after=r"[./:]?\d|-\d|/| ?(?:h|hours?|hrs?|min\w*|days?|weeks?|[x%°]|mg|deg\w*)",
    ),
    row(
        "unit-compass",
        r"\b\d{1,2}(?: |-)?(?:North|South|East|West|Northeast|Northwest|Southeast|Southwest|NORTH"
        r"|SOUTH|EAST"
        r"|WEST|Tower|Annex|Pavilion|Center|Central)(?: \d{1,4}[A-Z]?)?\b",
        "transfer to <UNIT>7 West</UNIT>",
        "12 West Main St",
        "2 miles East",
        score=0.9,
        unless_before=r"[\d.#/-]|\d ",
        unless_after=r" (?:[A-Z]\pL+ )?(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Dr|Drive|Main|Broad)\b"
        r"|-?\d|-",
    ),
    row(
        "unit-or",
        r"\b(?:to|in|from|at|for|via|ED|->|→) (?P<phi>(?:OR|ICU|NICU|PICU|Level|level|EP|Cath Lab"
        r"|CVICU|MICU|SICU"
        r"|Clinic|Lab|Hall|hall|Gym|Floor|floor|wing|Wing|Zone|zone) (?:#|bed |rm "
        r"|Rm )?[A-Z]?\d{1,2}[A-Z]?)",
        "taken to <UNIT>OR 4</UNIT>",
        "OR 2.3 (CI",
        "node in level 2.5",
        score=0.85,
        unless_before=r"\b(?:trauma|care|t|pain|confidence|vitamin|drug) (?:to|in|at|for) ",
        unless_after=r"[.]\d|[\d/:%]|-\d| ?(?:mg|ml|hours?|days?|x\b|care|trauma|nodes?|of)",
    ),
    row(
        "hospital-known-letters",
        r"\b(?:(?P<phi1>DFCI|OHSU|UAMS|UIHC|CHLA|LPCH|MDACC|UCLH|UNMH)"
        r"|(?i:\b(?:at|from|to|via|@)) (?P<phi2>CHOP|BWH|MSKCC|HUP|MGH|JHH|GOSH|TGH|UPMC|QMC"
        r"|RVI))\b",
        "Seen at <HOSPITAL>MGH</HOSPITAL> and <HOSPITAL>DFCI</HOSPITAL>",
        "repair at <HOSPITAL>CHOP</HOSPITAL>; from <HOSPITAL>HUP</HOSPITAL> for ECMO",
        "R-CHOP x6, CHOP cycle 3; switched from CHOP to R-CHOP, refractory to CHOP, due to RVI",
        "T2b BWH stage, MSKCC risk group",
        score=0.9,
        check=lambda surface: surface.isupper(),
        unless_before=r"\b(?:switch\w*|chang\w*|escalat\w*|convert\w*|respon\w*|refractory|resistan\w*"
        r"|due|intoleran\w*|similar|addition|allerg\w*|cycle\w*|rituximab|intensif\w*|moved) "
        r"(?:at|from|to|via) ",
        unless_after=r"[-+/]|(?i: ?(?:x ?\d|cycle|chemo|regimen|to (?:r-|dhap)|and ritux))",
    ),
    row(
        "coordinates",
        COORDINATES,
        "at <LOCATION_OTHER>41°24'12.2\"N 2°10'26.5\"E</LOCATION_OTHER>, ICD",
        "flexion 41° 24, 90° N",
        score=0.97,
    ),
    row(
        "coordinates-decimal",
        rf"(?i)\b(?:gps|coord(?:inate)?s?|lat(?:itude)?|geo(?:code|location)?|location)\b"
        rf"[ :=(]{{1,4}}(?:lat(?:itude)?[ :=]{{1,3}})?(?P<phi1>{DECIMAL_COORDINATES})"
        rf"|(?P<phi2>[-+]?\d{{1,2}}\.\d{{4,8}}, ?-\d{{1,3}}\.\d{{4,8}})",
        "GPS <LOCATION_OTHER>41.4781, -81.7900</LOCATION_OTHER> by EMS",
        "lat <LOCATION_OTHER>40.4168 long -3.7038</LOCATION_OTHER>",
        "found at <LOCATION_OTHER>41.47812, -81.79001</LOCATION_OTHER>",
        "lat 4.1 x 3.2 cm, location: 12.5, 3.25 mm; OR 1.2345, 2.3456, lat 12.345/34.567 mm",
        score=0.95,
        unless_after=r" ?[cm]m\b",
    ),
)
