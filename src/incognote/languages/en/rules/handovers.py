"""Surnames alone, where a note says who has the patient now: sign-outs, consults, crews.

No title stands there, and the name may be a word or a disease (`Consultant: Charcot`): what makes
it a name is its place. Words that are no surnames are none here.
"""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.lexicon.lists import GIVEN, RARE, SURNAME, WORD, load_lexicon, to_key
from incognote.detect.rules import row
from incognote.languages.en.rules.names import CAPS, MIXED, is_name

_NOBODY = listed("""
    acute adult advice afrin am anes anesthesia april arabic august baptist bay bleep board
    boat call call-in case center child christian comment consult court cover covering current
    date day days desk dipl dra duty elective english evening expected family floor foot
    foreign french friday friend general german greek group husband icu inpatient
    interventional irish italian january july june junior line locum london low main march may
    monday name new night nights none nurse office ok on-call outside page paged pager parent
    pediatric pending pm pn portuguese post private record room russian said same see self
    senior service sick single spanish spine sports team text tonight unassigned unit unknown
    urgent vacant weekend
""")
"""Words that stand where a surname may, some of them surnames too."""
_SERVICE = (
    r"(?:Ortho|Cards|Cardiology|GI|Psych|Neuro|NSGY|ID|Renal|Nephro|Nephrology|Pulm|Surg|Surgery"
    r"|Heme|Onc|Uro|ENT|IR|Vascular|Trauma|Palliative|Plastics|OB|GYN|Peds|Endo|Derm|Rheum"
    r"|Anesthesia|Urology|Neurology|Nutrition)"
)
_RANK = (
    r"(?:NNP|CNM|CRNA|CRNP|PMHNP|FNP|AGNP|ACNP|DNP|LCSW|LICSW|LMSW|PharmD|PsyD|DPT|OTR/L|CCC-SLP"
    r"|RRT|CPNP|WHNP|CPHON|CWOCN|LMFT|LMHC)"
)
_ENDS = r"(?:[ \t]{2,}|[ \t]*(?:[.;,|/()]|\r?\n|$))"


def is_surname(surface: str) -> bool:
    """Whether a word may be a surname: a listed one, or no word of the language."""
    lexicon = load_lexicon("en")
    key = to_key(surface.split()[-1])
    flags = lexicon.flags.get(key, 0)
    known = flags & (SURNAME | RARE) or not (flags & WORD or key in lexicon.prose)
    listed_only = len(surface.split()) == 1 and flags & SURNAME
    return bool(known) and key not in _NOBODY and bool(listed_only or is_name(surface))


def _is_full(surface: str) -> bool:
    """Whether a name begins with a given name and ends in what may be a surname."""
    first = to_key(surface.replace(",", " ").split()[0])
    return bool(load_lexicon("en").flags.get(first, 0) & GIVEN) and is_surname(surface)


def _is_crew(surface: str) -> bool:
    return is_surname(surface.partition(",")[0])


RULES = (
    row(
        "sign-out",
        r"(?i:\b(?:sign[- ]?out|hand[- ]?(?:off|over))\b)[^\n>]{0,40}?[ \t]"
        rf"(?P<phi>(?:\p{{Lu}}\. ?)?(?:{MIXED}|{CAPS}|[a-z]{{3,}})) ?(?:-{{1,2}}>|→)",
        "SIGN-OUT A 0700 <DOCTOR>Parkinson</DOCTOR> -> Dr. Roe",
        "handoff 2: 0700 <DOCTOR>tinel</DOCTOR> -> dr. still",
        "HAND-OFF 1: <DOCTOR>Heimlich</DOCTOR> -> CCT RN",
        "sign-out: nights -> days; handoff ICU -> floor",
        score=0.92,
        check=is_surname,
    ),
    row(
        "specialist-reached",
        rf"\b(?P<phi>(?:\p{{Lu}}\. ?)?{MIXED}) {_SERVICE} "
        r"(?:x ?|ext\.? ?|pgr ?|pager ?|bleep ?|cell ?|# ?)\d{3}",
        "CONSULTS: <DOCTOR>Doppler</DOCTOR> Ortho x4410",
        "/ <DOCTOR>Osler</DOCTOR> Cards pgr 7789",
        "Pediatric Surgery x4410, Call GI pgr 7789, Inpatient Psych ext 212",
        score=0.9,
        check=is_surname,
    ),
    row(
        "rank-alone",
        rf"(?:(?m:^)|\t)[ *>-]{{0,4}}(?P<phi>(?:\p{{Lu}}\. ?)?(?:{MIXED}|{CAPS})) ?,? {_RANK}"
        r"(?:[^\pL]|$)",
        "<DOCTOR>Horner</DOCTOR> NNP 0850 -- pager",
        "<DOCTOR>Osler</DOCTOR> , CNM    Electronically",
        "VZSA\t<DOCTOR>STILL</DOCTOR> CRNA\t",
        "Consult LCSW, Night CRNA\nCharge NNP",
        score=0.92,
        check=is_surname,
    ),
    row(
        "rank-before",
        r"\b(?:LCSW|LMSW|LICSW|MSW|WOCN|NNP|PMHNP|PharmD|CRNA|CNM|MICN|NRP|[Ii]nterp\.?) "
        rf"(?P<phi>{MIXED}(?: {MIXED})?)(?:[^\pL\pN'’-]|['’]s\b|$)",
        "Grief: LCSW <DOCTOR>Trendelenburg</DOCTOR> seen;",
        "consent w/ Navajo interp. <DOCTOR>Weber</DOCTOR>.",
        "LCSW Consult, interp. Spanish, PharmD Review",
        score=0.9,
        check=is_surname,
        unless_after=r" (?:services?|line|phone|team|clinic)\b",
    ),
    row(
        "specialist-role",
        r"\b(?:Endoscopist|Consultant|Radiologist|Pathologist|An(?:a?)esthesiologist"
        r"|An(?:a?)esthetist|Surgeon|Sonographer|Hygienist|Dentist|Audiologist|Attending|PCP"
        rf"|Provider|Psychiatrist) ?: {{0,8}}(?P<phi>{MIXED}){_ENDS}",
        "Consultant: <DOCTOR>Charcot</DOCTOR>\n",
        "Endoscopist: <DOCTOR>Doppler</DOCTOR>    RN: Hickman",
        "PCP: <DOCTOR>Hand</DOCTOR> (IHS)",
        "Attending: Pending\nConsultant: Cardiology. PCP: Unassigned, Surgeon: Self",
        score=0.92,
        check=is_surname,
    ),
    row(
        "crew-capitals",
        rf"\b(?:PARAMEDIC|EMT(?:-[IPB])?|MEDIC) (?P<phi>{CAPS}, ?{CAPS})(?:[^\pL]|$)",
        "PARAMEDIC <DOCTOR>RANKIN, SEUNG-HO</DOCTOR>; EMT-I <DOCTOR>DOWN, BERNADETTE</DOCTOR>\n",
        "MEDIC CALLED, REPORT",
        score=0.92,
        check=_is_crew,
    ),
    row(
        "nurse-capitals",
        rf"\b(?:RN|LPN|PA|NP|MD) (?P<phi>{CAPS} {CAPS}) ?(?:[(,.;]|\r?\n|$)",
        "CPR BY OFF DUTY RN <DOCTOR>HARPREET COLLES</DOCTOR> (ICU NURSE",
        "RN CALLED BACK, MD AWARE NOW.",
        score=0.92,
        check=_is_full,
    ),
    row(
        "told-alone",
        r"\b(?:[Tt]old|[Cc]opy(?: to)?|[Ii]nformed|[Nn]otified) "
        rf"(?P<phi>{MIXED}) \(\p{{Lu}}[\pL .&'’]{{1,30}}\)",
        "Betadine prep - told <DOCTOR>Hartmann</DOCTOR> (OR charge).",
        "Copy <DOCTOR>Whipple</DOCTOR> (Cashie River Peds)",
        "told Team (OR charge), notified Family (Daughter)",
        score=0.9,
        check=is_surname,
    ),
    row(
        "done-by-alone",
        r"\b(?:pulled|built|packed|checked|examined|written|booked|arranged|supervised) by "
        rf"(?P<phi>{MIXED}) ?(?:[,.;)]|\d{{1,2}}/\d{{1,2}}|\r?\n|$)",
        "Trialysis pulled by <DOCTOR>Charcot</DOCTOR> 3/11.",
        "Packet built by <DOCTOR>Killip</DOCTOR>, checked",
        "examined by Ortho, checked by Pharmacy.",
        score=0.9,
        check=is_surname,
    ),
)
