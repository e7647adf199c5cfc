"""Numbers that a label names: of records, accounts, plans, licences, devices, orders, specimens."""

from __future__ import annotations

import re
from collections.abc import Callable

from incognote.detect.rules import row
from incognote.detect.rules.checks import digits, has_digits

_VALUE = (
    r"(?:(?:[A-Z]{1,5} )?\d{1,5}(?:[ -]\d{2,5}){1,4}[A-Z]?"
    r"|(?:[A-Z]{1,6}[ -])?[A-Za-z]*\d[A-Za-z\d]*(?:[-./*][A-Za-z\d]+)*)"
)
"""A number as people write it, letters in front and groups apart; the check counts its digits."""

_NUMBER_WORD = r"(?:[ .]{0,2}(?i:numbers?|num|no|id|nr|#)\.?)?"
_ASIDE = r"(?: ?\([a-z ]{1,14}\)| there)?"
_VERB = r"(?:,? (?i:is|was|of|being|reads|listed as|ends in|ending in)\b)?"
"""Between label and value in running text: 'her member ID is'."""
_SEPARATOR = rf"{_VERB}[ \t]{{0,12}}[.:#=|]{{0,12}}[ \t]{{0,24}}#?"

_NO_NUMBER = re.compile(
    r"(?i)\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|(?:19|20)\d\d(?:[/.-]\d{1,2}){0,2}|\d{1,4}/\d+"
    r"|\d\.\d-\d\.\d|(?:bp|hr|fax|tel|mon|tue|wed|thu|fri|sat|sun|csn|fin|hicn|cin|mrn|mbi|lot"
    r"|id|from|npi|dea|acct|ext|time|pgr|ph)[ -].*"
)
"""Dates, ratios, and the label of another number."""

_NANP = re.compile(r"\d{3}[-. ]\d{3}[-. ]\d{4}")
_VALUE_REF = (
    r"\b(?:alp|alt|ast|ggt|tsh|na|k|hb|wbc|wcc|plt|crp|esr|ldh|ck|psa|bnp|urea|creat\w*|sodium"
    r"|potassium|calcium|glucose|ferritin|albumin|bili\w*)[ :=]+[\d.]{1,6}"
    r" ?[\pL/%]{0,8}[ ,;(]+ref[ :]+"
)


def _labelled(label: str, value: str = _VALUE, exact: str = "$^") -> str:
    """A pattern for a value behind one of the labels; case counts for the `exact` ones."""
    label = rf"\b(?:(?i:{label})|{exact}){_NUMBER_WORD}{_ASIDE}"
    return rf"{label}{_SEPARATOR}(?P<phi>{value})(?:[^\pL\pN/]|$)"


def _number(least: int) -> Callable[[str], bool]:
    """A check that a surface has so many digits and is neither a date nor a ratio."""

    def check(surface: str) -> bool:
        return len(digits(surface)) >= least and _NO_NUMBER.fullmatch(surface) is None

    return check


def _is_plan(surface: str) -> bool:
    return _number(5)(surface) and re.fullmatch(r"\d\dD\d{7}", surface) is None  # no CLIA number


def _is_long_and_no_phone(surface: str) -> bool:
    return _number(7)(surface) and _NANP.fullmatch(surface) is None


_PUBLIC = re.compile(r"NCT0\d{7}|[VRS]CV00\d{7}(?:\.\d{1,2})?")
"""Numbers of trials and variants, which registers publish."""


def _is_idnum(surface: str) -> bool:
    return _number(4)(surface) and not (_NANP.fullmatch(surface) or _PUBLIC.fullmatch(surface))


def _is_specimen(surface: str) -> bool:
    return re.search("(?i)jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec", surface) is None


def _is_code(surface: str) -> bool:
    """Whether there are letters and at least three digits, or at least five digits."""
    count = len(digits(surface))
    return count >= 5 or (count >= 3 and any(char.isalpha() for char in surface))


def _is_serial(surface: str) -> bool:
    return _is_code(surface) or (surface.isdigit() and _number(4)(surface))


def _is_no_clock(surface: str) -> bool:
    """Whether five digits, or four that are neither a year nor a time."""
    count = len(digits(surface))
    is_clock = surface.isdigit() and surface[:2] < "24" and surface[2:] < "60"
    return _is_idnum(surface) and (count >= 5 or (surface.isdigit() and not is_clock))


def _is_culture_or_study(surface: str) -> bool:
    """Whether no count of colonies, and no code of a billed study (CPT 70010 to 79999)."""
    return not (surface.endswith("000") or (surface.isdigit() and 70010 <= int(surface) <= 79999))


def _is_plate(surface: str) -> bool:
    count = len(digits(surface))
    return count >= 6 or (count >= 2 and surface != surface.lower())


def _is_lot(surface: str) -> bool:
    return len(surface) >= 4 and len(digits(surface)) >= 3 and _NO_NUMBER.fullmatch(surface) is None


_AMOUNT = r"\s*(?:mg|mcg|ml|units?|cc|meq|%|kcal|cells|k\b|hours?|hrs?|days?|am\b|pm\b|h\b)|[:^]\d"

RULES = (
    row(
        "mrn-label",
        _labelled(
            r"mrn|m\.r\.n\.|mr ?#|mr no|med(?:ical)?\.? rec(?:ord|\.)?s?|chart|nhs|nhi|chi|chp"
            r"|hosp(?:ital)?(?: ?#|\.? no|\.? number)|h/n|unit (?:no|number)|folder|uhid|hrn"
            r"|(?:pt|patient)(?:'s)? ?(?:id|no|number|#)|urn|umrn|mpi|empi|record (?:no|number)"
            r"|opd no|our file"
        ),
        "MRN: <MRN>00482913</MRN>",
        "MR#: <MRN>601-88-27</MRN>; NHS no <MRN>614 883 2171</MRN>",
        "chart <MRN>T-25-0083</MRN>, mrn <MRN>t5535441</MRN>",
        "chart 3/14/2019",
        "MRN pending",
        "chart x2",
        score=0.97,
        check=_number(4),
        unless_after=_AMOUNT,
    ),
    row(
        "mrn-mr",
        r"\b(?:MR|mr) (?P<phi>[A-Z]{0,4} ?\d{2,10}(?:[- ]\d{2,6}){0,3})(?:[^\pL\pN/]|$)",
        "62 M MR <MRN>04-8063</MRN>",
        "MR 2+",
        "mr smith",
        score=0.93,
        check=_number(4),
    ),
    row(
        "account-label",
        _labelled(
            r"acct|account|acc't|fin|csn|har|hsp acct|visit|enc|encounter|invoice|inv|bill"
            r"|attendance|episode|spell|ip no|er no|ed ?#"
        ),
        "Acct: <ACCOUNT>60-14056</ACCOUNT>  FIN <ACCOUNT>V0099218349</ACCOUNT>",
        "CSN=<ACCOUNT>3390127745</ACCOUNT>",
        "next visit 3/14/2019",
        "visit 2019",
        "visit 2",
        check=_number(4),
        unless_after=_AMOUNT,
    ),
    row(
        "healthplan-label",
        _labelled(
            r"medicare|medicaid|gms|mcare|mbi|hicn?|member|subscriber|policy|pol|beneficiary"
            r"|ohip|phn"
            r"|masshealth|medi-?cal|ahcccs|health ?(?:card|plan)|medical card|dva|insurance id"
            r"|plan id|grp|group|cin"
        ),
        "Medicare <HEALTHPLAN>318 402 775</HEALTHPLAN>",
        "Member ID: <HEALTHPLAN>GGH884120936-01</HEALTHPLAN>",
        "her member ID is <HEALTHPLAN>XJK44820177</HEALTHPLAN>, GMS no. is "
        "<HEALTHPLAN>B481726A</HEALTHPLAN>.",
        "policy <HEALTHPLAN>MS-40-118827-A</HEALTHPLAN>",
        "group 2019",
        "Medicare 80%",
        "PATHOLOGY GROUP    19D0558123",
        score=0.93,
        check=_is_plan,
        unless_after=_AMOUNT,
    ),
    row(
        "healthplan-medicare-au",
        r"(?i)\bmedicare(?: card)?(?: (?:no|number)\.?)?[:#]? {0,2}"
        r"(?P<phi>[2-6]\d{3} ?\d{5} ?\d)(?:\D|$)",
        "Medicare <HEALTHPLAN>2954 81726 1</HEALTHPLAN> IRN 2",
        "Medicare 80% of 2954",
        score=0.97,
    ),
    row(
        "healthplan-payer",
        r"\b(?:BCBS|Blue ?Cross|BlueCare|Anthem|Aetna|Cigna|Humana|UHC|United ?[Hh]ealth[Cc]are"
        r"|Kaiser|WellCare|Molina|Tricare|TRICARE|Amerigroup|CareSource|Medicaid|Medicare|Ambetter"
        r"|Centene|Oscar|Premera|Regence|Wellmark|Highmark|HMSA|[Ii]nsurance|INS|[Ii]ns|Payer"
        r"|PAYER|Health Plan|Healthcare|Mutual)\b[^\d\n;]{0,28}?[ :#(]"
        r"(?P<phi>(?:[A-Z]{1,4} ?)?\d[A-Z\d]{2,}(?:[ -][A-Z\d]{2,})*)(?:[^\pL\pN/]|$)",
        "Insurer BCBS IL <HEALTHPLAN>XOF 8840172295</HEALTHPLAN> traditional",
        "Anthem auth 8840172295",
        "Insurance since 2019",
        score=0.9,
        check=_is_long_and_no_phone,
        unless_before=r"\b(?:auth|claim|ref|phone|ph|call|tel|fax|npi|case|acct|account|order|comp"
        r"|file)\D{0,20}",
    ),
    row(
        "license-label",
        _labelled(
            r"npi|upin|upin/npi|dea|clia|gmc|nmc|imc|ahpra|cpso|cpsa|hpcsa(?: mp)?|hcpc|mcn|mdcn"
            r"|mcr"
            r"|lic|license|licence|cert|certificate|provider no|prescriber no|ccn|crnm"
            r"|driver'?s? lic(?:en[sc]e)?|pin no|reg(?:istration|n)?\.? ?no|regn|medical council",
            exact="C?DL",
        ),
        "NPI <LICENSE>1750488820</LICENSE>, DEA: <LICENSE>XZ0417739</LICENSE>",
        "GMC <LICENSE>7604413</LICENSE>; lic <LICENSE>PA 4156</LICENSE>",
        "licence since 2014",
        "cert. 2",
        score=0.94,
        check=_number(3),
        unless_after=_AMOUNT,
    ),
    row(
        "device-label",
        _labelled(r"s/n|sn|serial|ser|asset(?: tag)?|machine serial|serial no"),
        "S/N <DEVICE>AVT-4031</DEVICE>",
        "pump serial number <DEVICE>7F-0038821</DEVICE>",
        "sn 2",
        "serial 12 lead",
        "monitor s/n <DEVICE>6086</DEVICE>, SN <DEVICE>8717</DEVICE>; serial 2019",
        check=_is_serial,
        unless_after=_AMOUNT,
    ),
    row(
        "lot-label",
        _labelled(r"lots?"),
        "stent (lot <DEVICE>GFZ2207</DEVICE>)",
        "lot 9",
        "a lot 2019, lot 2019",
        "LOT <DEVICE>58625/04</DEVICE>, liner lot <DEVICE>3800</DEVICE>",
        score=0.8,
        check=_is_lot,
        unless_before=r"\b(?:parking|a) lot\W*",
    ),
    row(
        "vaccine-lot",
        rf"\b(?i:vaccine|tdap|td|flu(?:zone|shot|ad)?|influenza|mmr|prevnar|pneumovax|shingrix"
        rf"|hep ?[ab]"
        r"|hpv|gardasil|covid|moderna|pfizer|comirnaty|menactra|rsv|varivax|boostrix|rhogam"
        r"|tubersol"
        r"|menveo|rabies|fentanyl|morphine|ketamine|narcan|naloxone)\b[^\n.;]{0,28}"
        rf"\b[Ll]ot{_NUMBER_WORD}{_SEPARATOR}(?P<phi>{_VALUE})(?:[^\pL\pN/]|$)",
        "Tdap IM, lot <IDNUM>U6604BA</IDNUM>.",
        "Tdap a lot 2",
        "stent lot GFZ2207",
        score=0.85,
        check=_is_lot,
    ),
    row(
        "idnum-label",
        _labelled(
            r"accession|acc|specimens?|requisition|denial|complaint|unit nos?"
            r"|auth(?:orization)?|pre-?auth|prior auth|claim"
            r"|badge|job|voice file|incident|ticket|docket|pcr|epcr|run|case|confirmation|conf"
            r"|tracking|intake|study id|subject|trial id|donor|seal|kit|registry|msg"
            r"|interpreter id|job id|doc(?:ument)? id|order|ref|reference|wkstn|workstation|txn"
            r"|sample|isolate|airbill|booking|inmate|film jacket|scan id|hmis"
            r"|unos(?: cand(?:idate)?)?|dictation"
        ),
        "Accession: <IDNUM>KH0318922</IDNUM>",
        "job <IDNUM>44-018283</IDNUM>, claim no. <IDNUM>XSS 431-00-44</IDNUM>",
        "case 3/14/2019",
        "order 1000 mL",
        "Trial ID: NCT04567890",
        "Ticket: <IDNUM>VCV123456789</IDNUM>",
        "in case 2 fail, ALP 130 ref 30-129",
        "HPD complaint <IDNUM>9386</IDNUM> filed, denial <IDNUM>76.594.656</IDNUM> of",
        "chief complaint: 1200 mL out; main complaint 4000 steps; acc 120/80",
        score=0.93,
        check=_is_idnum,
        unless_before=rf"{_VALUE_REF}|\b(?:chief|presenting|main|cc|new|old) complaints?\W*",
        unless_after=rf"{_AMOUNT}|\s*(?:lot|LOT)\b",
    ),
    row(
        "idnum-word",
        _labelled(r"path(?:ology)?|lab|file|req|report|study|film|label|slip|cytology"),
        "police report <IDNUM>W24-00881</IDNUM>",
        "CPT code 99213",
        "lab 12/03/19, lab 0930, report 1745",
        "report <IDNUM>9300</IDNUM>: tow later; antigen file <IDNUM>9120</IDNUM>",
        score=0.9,
        check=_is_no_clock,
        unless_after=_AMOUNT,
    ),
    row(
        "idnum-specimen-shape",
        r"\b(?:[A-Z]{1,3}\d{2}-\d{4,6}|[A-Z]{1,3}-\d{2}-\d{4,6}|\d{2}-[A-Z]{1,3}-\d{4,6})\b",
        "bx <IDNUM>CS22-014170</IDNUM>",
        "bx <IDNUM>S-24-20871</IDNUM>",
        "COVID-19",
        "E11-9",
        score=0.9,
        check=_is_specimen,
        unless_before=r"[-/.]|\b(?:mrn|mr|chart|acct|account|fin|no|icd|lot|sn|s/n|serial)\W{0,4}",
        unless_after=r"-\w|/\d|\.\d",
    ),
    row(
        "prescription",
        r"\bR[Xx](?: ?(?:#|[Nn]o\.?|[Nn]umber))?[ :#]{1,3}(?P<phi>\d{4,10}(?:-\d{2,8}){0,3})"
        r"(?:[^\pL\pN/]|$)",
        "Rx <IDNUM>4111</IDNUM> for Zbigniew; Mail-order Rx# <IDNUM>38844612</IDNUM> stopped",
        "Rx 5000 units, Rx 2019, Rx: 1000 mg, Rx 1200-1500 kcal, Rx 2000/day",
        score=0.85,
        check=_number(4),
        unless_after=rf"{_AMOUNT}|\s*(?:iu|u|g|gm|grams?|cal\w*|steps|mls?|x)\b",
    ),
    row(
        "event-number",
        r"(?i)\bevents? ?(?:#|no\b\.?|number|id)[ :#]{0,3}(?P<phi>\d{4,12})(?:[^\pL\pN/]|$)",
        "charge RN. Event # <IDNUM>1130</IDNUM>.",
        "event 1130, events: 2019, event #2",
        score=0.93,
    ),
    row(
        "culture-or-study-number",
        r"\b(?:(?:[BU]Cx|(?i:(?:blood|urine|tissue|wound|sputum) (?:cx|cultures?)))"
        r"(?: ?x ?\d)?(?: sent)?|(?:CT|MRI|MRA|CTA|XR|US)\b[^(\n.;:]{0,24}) ?\(?"
        r"(?P<phi>\d{5,10}|\d{5}/\d{2})(?:[^\pL\pN/]|$)",
        "tissue culture <IDNUM>84871</IDNUM> Mucor; CT head (<IDNUM>14725</IDNUM>): neg.",
        "BCx x2 (<IDNUM>89862/57</IDNUM>), UCx sent <IDNUM>57801</IDNUM>.",
        "urine culture 100000 CFU, UCx 50000 col, CT 2019, CT HEAD (70450)",
        score=0.85,
        check=_is_culture_or_study,
        unless_after=r"\.\d|-| ?(?:cfu|col\w*|/|mg|ml|hu\b|k\b|cells)",
    ),
    row(
        "number-by-points",
        r"\b\d{2}\.\d{3}\.\d{3}\b",
        "denied <IDNUM>76.594.656</IDNUM> and [<IDNUM>86.413.995</IDNUM>]",
        "viral load 12.345.678 copies, 1.2.3.4, 12.345.67, 1.12.345.678",
        score=0.8,
        unless_before=r"[\d.,-]",
        unless_after=r"[-.,/]?\d|-?\pL| ?(?:copies|iu|cells|/|cfu|usd|eur|€|\$)",
    ),
    row(
        "blood-unit-label",
        r"(?i)\b(?:p?rbcs?|ffp|plts?|platelets|cryo|plasma|blood unit) ?#[ :]?"
        r"(?P<phi>[A-Z\d]{2,16}(?:[ -]\d{2,6}){0,3})(?:[^\pL\pN/]|$)",
        "0900 PRBC #<IDNUM>7812</IDNUM> started, FFP # <IDNUM>12-54-16</IDNUM>",
        "PRBC #2, plt 120, platelets 1200",
        score=0.93,
        check=has_digits(4),
    ),
    row(
        "blood-unit",
        r"\b[A-Z]\d{4} ?\d{2} ?\d{6}\b",  # ISBT 128 donation number
        "pRBC <IDNUM>W0332 24 775190</IDNUM>",
        "W0332 24 77",
        score=0.97,
    ),
    row(
        "plate-label",
        r"\b(?:[Ll]icense )?(?:[Pp]lates?|PLATES?|[Rr]ego|REGO|[Tt]ags?|TAG|[Tt]ail|TAIL|N-number"
        r"|[Rr]egistration)(?: ?(?:no\.?|number|#))?[ :#]{1,3}(?:[A-Z]{2} |ORE )?"
        r"(?P<phi>[A-Z\d]{1,4}(?:[- ][A-Z\d]{1,5}){0,3})(?:[^\pL\pN/]|$)",
        "Truck (plate <VEHICLE>JRT 8810</VEHICLE>)",
        "plate WY <VEHICLE>10-4471</VEHICLE>",
        "tag 3",
        "plate 35",
        score=0.9,
        check=_is_plate,
    ),
    row(
        "aircraft",
        r"\bN\d{3,4}[A-Z]{1,2}\b",
        "rotor <VEHICLE>N407BH</VEHICLE>",
        "N95 mask",
        "pT2N1a",
        "GBA N370S",
        score=0.93,
        unless_before=r"[-/]|\b(?:gba|gba1|variant|mutation|p\.|allele|gene|exon|het"
        r"|heterozygous) ?",
        unless_after=r"[-/]\w",
    ),
    row(
        "vin-label",
        r"\b(?:VIN|[Vv]in)(?: ?(?:no\.?|number|#"
        r"|last \w+))?[ :#]{1,3}(?P<phi>[A-HJ-NPR-Z\d]{6,17})\b",
        "VIN <VEHICLE>1GCEK14W0WZ118842</VEHICLE>",
        "VIN <VEHICLE>KE205924</VEHICLE>",
        "VIN 3",
        score=0.97,
        check=has_digits(4),
    ),
    row(
        "image-file",
        r"(?i)\b[\pL\pN_][\pL\pN_.-]*\.(?:jpe?g|png|tiff?|svs|dcm|heic|bmp)\b",
        "file <BIOID>DPJ_0114_01.jpg</BIOID>",
        "as a jpg",
        "note.txt",
        check=has_digits(2),
        unless_before=r"[/\\]",
    ),
    row(
        "dicom-uid",
        r"\b1\.[23]\.\d{3,}(?:\.\d+){4,}",
        "study <BIOID>1.2.840.99117.4.220308.104022.88</BIOID>",
        "section 1.2.3.4",
        score=0.93,
    ),
    row(
        "image-label",
        _labelled(
            r"image(?: set| id| series| ref)?|photo(?:s| ref| series)?|img|barcode|dna card"
            r"|live-?scan"
            r"|fingerprint card|wgs isolate",
            r"[A-Za-z\d]+(?:[-_][A-Za-z\d]+)+",
        ),
        "key image <BIOID>JD14-0402-IM0177</BIOID>",
        "image 3-4",
        "photos 9-20",
        score=0.85,
        check=_number(4),
    ),
)
