"""Surnames alone, where a note says who has the patient now: sign-outs, consults, crews.

No title stands there, and the name may be a word or a disease (`Consultant: Charcot`): what makes
it a name is its place. Words that are no surnames are none here.
"""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.lexicon.lists import GIVEN, MEDICAL, RARE, SURNAME, WORD, load_lexicon, to_key
from incognote.detect.rules import row
from incognote.languages.en.rule_words import LANGUAGES, LITTLE, OPERATIONS
from incognote.languages.en.rules.names import CAPS, MIXED, is_name
from incognote.languages.organisms import is_organism

_NOBODY = LANGUAGES | listed("""
    acute adult advice afrin am anaes anes anesthesia april august baptist bay bleep
    board boat call call-in case center charge child christian clinic code codes comment
    consult court cover covering current date day days desk dipl dra duty echo elective
    evening expected family floor foot foreign friday friend general generator german
    greek group haitian heme hotline husband icu inpatient interventional irish january
    july june junior line locum london low main march may medicaid medicare micro monday
    name neo never new nicu night nights none nurse obs office ok on-call onc ophtho
    optho outside paeds page paged pager parent pediatric pending picu pm pn post
    private reception record registry room said same see self senior service sick single
    sister spine sports station team text tonight unassigned unit unknown urgent vacant
    vasc weekend
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
    if to_key(surface.split()[0]) in LANGUAGES:
        return False
    flags = lexicon.flags.get(key, 0)
    known = flags & (SURNAME | RARE) or not (flags & WORD or key in lexicon.prose)
    listed_only = len(surface.split()) == 1 and flags & SURNAME
    return bool(known) and key not in _NOBODY and bool(listed_only or is_name(surface))


def _is_full(surface: str) -> bool:
    """Whether a name begins with a given name and ends in what may be a surname."""
    first = to_key(surface.replace(",", " ").split()[0])
    return bool(load_lexicon("en").flags.get(first, 0) & GIVEN) and is_surname(surface)


_FOUND = listed("bili cardiac diff dimer fib gravis reclusa tach trach")
"""What follows a letter and a point where it is no initial, beside the species of germs."""


def _has_initial(surface: str) -> bool:
    """Whether what stands behind an initial is a surname."""
    lexicon, key = load_lexicon("en"), to_key(surface.split()[-1])
    flags = lexicon.flags.get(key, 0)
    known = flags & (SURNAME | RARE) or not (flags & WORD or key in lexicon.prose)
    return bool(known) and key not in _FOUND and not is_organism(surface)


def _is_reached(surface: str) -> bool:
    return is_name(surface) and to_key(surface) not in _NOBODY


def _last(surface: str) -> str:
    """The key of a surname, behind its initial if it has one."""
    return to_key(surface.split(".")[-1].strip())


def _is_listed(surface: str) -> bool:
    """Whether the last word is a name of the lists, whatever else it is, or a disease's."""
    key = _last(surface)
    lexicon = load_lexicon("en")
    named = lexicon.flags.get(key, 0) & (SURNAME | GIVEN) or key in lexicon.lists.eponyms
    return key not in _NOBODY and bool(named)


_THINGS = listed("""
    bovie doppler holter iodoform snellen wood woods
""")
"""Devices and tests called after people, which stand where who did it may."""
_PARTS = listed("""
    eye foot hand hip knee shoulder spine thomas
""")
"""What of the body a service is of, and a splint."""


def _did_it(surface: str) -> bool:
    return is_surname(surface) and to_key(surface) not in _THINGS


def _is_listed_person(surface: str) -> bool:
    """Whether the last word is a name of the lists, and no test or operation has it."""
    others = (load_lexicon("en").lists.eponyms, OPERATIONS, _THINGS, _PARTS)
    return _is_listed(surface) and not any(_last(surface) in each for each in others)


_ROLES = listed("""
    dad doc medic mom son staff
""")
"""Who is told things, and names of the lists too; with an initial they are names."""


def _is_aware(surface: str) -> bool:
    return to_key(surface) not in _ROLES and _is_listed(surface)


def _is_listed_or_little(surface: str) -> bool:
    key = _last(surface)  # `no` is an answer: renal No; cardiology No
    return (key in LITTLE and key != "no") or _is_listed_person(surface)


def _is_listed_or_new(surface: str) -> bool:
    return _is_listed_person(surface) or (len(surface) > 2 and _is_new(surface))


def _is_of_rank(surface: str) -> bool:
    return _last(surface) in LITTLE or is_surname(surface)


def _is_person(surface: str) -> bool:
    """Whether a word is a given name of the lists, or a surname and no word."""
    flags = load_lexicon("en").flags.get(to_key(surface), 0)
    return is_name(surface) and bool(flags & GIVEN or (flags & SURNAME and not flags & WORD))


def _is_named(surface: str) -> bool:
    """Whether a word is a name of the lists, though it may be a word."""
    return _is_listed(surface) and to_key(surface) not in _LOST


_LOST = listed("weight work balance hope life sleep strength vision")
"""What people lose."""


def _is_listed_or_friend(surface: str) -> bool:
    return surface == "FRIEND" or is_surname(surface)


def _is_person_or_word(surface: str) -> bool:
    """Whether a word is a given name of the lists, whatever else it is."""
    return bool(load_lexicon("en").flags.get(to_key(surface), 0) & GIVEN)


def _is_junior(surface: str) -> bool:
    first = surface.replace(",", " ").split()[0]
    return is_name(first) and _is_person_or_word(first) and to_key(first) not in _NOBODY


def _is_new(surface: str) -> bool:
    """Whether a word is in no list of words, medicine, places and names."""
    key = _last(surface)
    return load_lexicon("en").is_of_no_list(key) and key not in _NOBODY | _ABBREVIATED


_ABBREVIATED = listed("""
    dtr fam mgr micu nicu ofc picu pt pts rph sgt sicu supt wknd
""")


def _is_person_or_new(surface: str) -> bool:
    return _is_person(surface) or _is_new(surface)


def _is_crew(surface: str) -> bool:
    return is_surname(surface.partition(",")[0])


_IN_BRACKETS = r"(?:\)| (?:AT|FROM|OF|SAW|WILL|ON|X|EXT)\b)"
"""What follows the name of somebody of the staff in brackets."""


def _is_on_a_list(surface: str) -> bool:
    """Whether a word is borne as a surname, whatever else it means, and nothing of a ward."""
    key = to_key(surface)
    flags = load_lexicon("en").flags.get(key, 0)
    return bool(flags & SURNAME) and not flags & MEDICAL and key not in _NOBODY


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
        "specialist-in-brackets",
        rf"\b{_SERVICE} \((?P<phi>(?:\p{{Lu}}\. ?)?{MIXED})\)(?: (?:recs?|recommends?|aware|agrees?"
        r"|following|follows|consulted|called|paged|saw|sees|says|wants|to see|will|signed"
        r"|at bedside)\b|:)",
        "GI (<DOCTOR>Weiss</DOCTOR>) rec EGD; Heme (<DOCTOR>Wolff</DOCTOR>): plt 40",
        "Neuro (Babinski) up, Surgery (Whipple) planned, Psych (Consult) following",
        score=0.92,
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
        "LCSW Consult, interp. Spanish, interp Hmong, interp Hakha Chin.",
        "MSW Medicaid, PharmD Review",
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
        "examined by Ortho, checked by Pharmacy, pulse checked by Doppler.",
        score=0.9,
        check=_did_it,
    ),
    row(
        "specialist-between",
        rf"/ (?P<phi>{MIXED}) {_SERVICE}(?: /|\r?\n)",
        "pgr 7789 / <DOCTOR>Phalen</DOCTOR> GI / x",
        "/ Acute Surg / Call GI /",
        score=0.9,
        check=is_surname,
    ),
    row(
        "service-surname",
        r"\b(?:cardiology|podiatry|urology|neurology|nephrology|renal|ortho|Ortho|derm|pulm|oncology"
        rf"|rheum|endocrine|optometry|surgery) (?P<phi>(?:\p{{Lu}}\. ?)?{MIXED})(?:[;,)]| \+)",
        "eye as above; podiatry <DOCTOR>Brown</DOCTOR>; urology none; podiatry "
        "<DOCTOR>To</DOCTOR>;",
        "Ortho <DOCTOR>B. Blood</DOCTOR> + anaes aware",
        "cardiology Clinic; ortho Consult; cardiology Holter; surgery Whipple; ortho Thomas)",
        "surgery Nissen, surgery Lichtenstein; surgery Fontan)",
        "renal No, cardiology No; oncology No,",
        score=0.9,
        check=_is_listed_or_little,
    ),
    row(
        "reached-at",
        r"\b(?:physio|[Nn]urse|charge|coordinator|courier|aide|carer|backup|contact|ask for) "
        rf"(?P<phi>{MIXED}),? (?:on |at |@ ?)?\(?\d{{3,4}}[-. )]{{1,2}}\d{{3}}",
        "unit charge <DOCTOR>Younger</DOCTOR> 313-881-0954",
        "Home physio <DOCTOR>Trip</DOCTOR> 0491 572 549",
        "contact Clinic 313-881-0954, nurse Line 800-555-0100",
        score=0.92,
        check=_is_reached,
    ),
    row(
        "initial-surname",
        r"(?:\b(?:for|by|with|from|to|per|and|via|asked|told|called|signed|RN|NP|PA|Anes) |\+ |\("
        rf"|; )(?P<phi>\p{{Lu}}\. {MIXED})"
        r"(?:[;,.)]|['’]s\b|[ \t]{2}| (?:[a-z+]|\d(?:nd|rd|th))|\r?\n|$)",
        "request for <DOCTOR>A. Short</DOCTOR>; port",
        "RN Daisy + <DOCTOR>H. Burn</DOCTOR> 2nd check",
        "treated for C. Difficile, E. Coli, with S. Aureus; for B. Cereus, with K. Pneumoniae.",
        score=0.92,
        check=_has_initial,
        unless_after=r" (?:infection|colitis|bacteremia|sepsis)",
    ),
    row(
        "nurse-reports",
        rf"\b(?:NURSE|DR\.?) (?P<phi>{CAPS}) "
        r"(?:REPORTS|STATES|CALLED|AWARE|NOTIFIED|SAYS|AT BEDSIDE|ADVISED|UPDATED)\b",
        "NURSE <DOCTOR>COOK</DOCTOR> REPORTS TMAX 38.6",
        "NURSE LINE CALLED, DR OFFICE NOTIFIED",
        score=0.92,
        check=_is_listed,
    ),
    row(
        "aware-alone",
        r"(?:(?m:^)[ \t]*\d{4}[ \t]*[-–—:]?[ \t]*|[.;:] |(?m:^))"
        rf"(?P<phi>(?:\p{{Lu}}\. ?)?{MIXED}) "
        r"(?:at (?:the )?bedside|to bedside [MTWFS]\pL+|aware|notified|informed|updated|concurs"
        r"|accepts"
        r"|on site)\b",
        "bumped by GSW. <DOCTOR>Whipple</DOCTOR> aware, 24 hr.",
        "1105 - <DOCTOR>Angel</DOCTOR> at bedside. <DOCTOR>R. Young</DOCTOR> concurs,",
        "Glucometer at bedside; Vapotherm at bedside. SCDs on site. Neurosurg aware;",
        "Mother aware. Team notified; Neo aware. Charge aware. Pharmacy notified. Parent informed",
        "Rose to bedside commode. Staff informed; Son notified. Mom updated",
        score=0.9,
        check=_is_aware,
    ),
    row(
        "military-rank",
        r"\b(?:Maj|LCDR|CDR|MSgt|TSgt|SSgt|SrA) "
        rf"(?P<phi>(?:\p{{Lu}}\. ?)?{MIXED})(?:[^\pL\pN'’-]|$)",
        "FS: Maj <DOCTOR>Down</DOCTOR>. PCS; Maj <DOCTOR>To</DOCTOR>",
        "Maj Depressive, Maj Surgery",
        score=0.9,
        check=_is_of_rank,
    ),
    row(
        "military-rank-capitals",
        rf"\((?:CPT|SGT|SSG|SFC|MAJ|CAPT|CHAPLAIN) (?P<phi>{CAPS})\)",
        "CHAPLAIN (CPT <DOCTOR>HORNER</DOCTOR>) AND FIRST",
        "COMMAND CHAPLAIN (CPT <DOCTOR>FRIEND</DOCTOR>) AND FIRST",
        "(CPT CODE), (CPT CODES)",
        score=0.9,
        check=_is_listed_or_friend,
    ),
    row(
        "ask-for",
        rf"\b(?:[Aa]sk(?:ed)? for|[Pp]refers|[Tt]ell) (?P<phi>{MIXED})"
        r"(?: or | at x?\d|[.,;)]|\r?\n|$)",
        "407-555-0129, ask for <DOCTOR>Patience</DOCTOR> or Dr. Cox",
        "ask for Team, asked for Water.",
        score=0.9,
        check=_is_person,
    ),
    row(
        "role-in-brackets",
        r"\b(?:midwife|nurse|physio|surgeon|pharmacist|dietitian|dietician|registrar|coordinator) "
        rf"\((?P<phi>{MIXED})(?:\)| (?:saw|will|from|at|x|ext|on)\b)",
        "missed midwife (<DOCTOR>Key</DOCTOR> saw her 4/24 instead)",
        "nurse (Team), pharmacist (Clinic at 4), surgeon (Hand)",
        score=0.9,
        check=_is_listed_person,
    ),
    row(
        "role-in-brackets-capitals",
        rf"\bPT \((?P<phi>{CAPS}){_IN_BRACKETS}",
        "AND HER PT (<DOCTOR>TRACE</DOCTOR> AT KINETIX ON PONCE)",
        # Mostly the patient: what no list has is said of one.
        "PT (STABLE AT HOME), PT (HEPARINIZED), PT (NONAMBULATORY AT HOME)",
        score=0.9,
        check=_is_listed_person,
    ),
    row(
        "staff-in-brackets-capitals",
        rf"\b(?:OT|SLP|NURSE|AIDE|MIDWIFE|THERAPIST|SOCIAL WORKER) \((?P<phi>{CAPS}){_IN_BRACKETS}",
        "OT (<DOCTOR>BALTHVAED</DOCTOR>), NURSE (<DOCTOR>TRACE</DOCTOR> SAW HER)",
        "NURSE (TEAM), OT (CLINIC AT 4)",
        score=0.9,
        check=_is_listed_or_new,
    ),
    row(
        "resident-in-small-letters",
        r"(?:(?m:^)[ \t]*|, |/ ?)(?P<phi>\p{Ll}\. ?\p{Ll}{3,}) (?:pgy-?\d|r[1-5]\b|ms[34]\b)",
        "1630\n<DOCTOR>m. weeks</DOCTOR> pgy2  p6316",
        "e. coli r2, c. diff pgy1",
        score=0.9,
        check=_has_initial,
    ),
    row(
        "by-me-and",
        rf"\bby (?:me|self|myself) ?/ ?(?P<phi>{MIXED})(?:[.;,]|\r?\n|$)",
        "220 cc, by me / <DOCTOR>Fast</DOCTOR>\n",
        "by me / Team\n",
        score=0.9,
        check=is_surname,
    ),
    row(
        "born-called",
        r"\b(?:N?SVD|VAVD|FAVD|VBAC|[CR]?LTCS|C/?S|vaginal) (?:[MF]|boy|girl),? "
        rf"(?P<phi>{MIXED})[,.;]",
        "#2 2017 38 wk SVD F <PATIENT>Hope</PATIENT>, shoulder dystocia",
        "SVD F Healthy, C/S M Breech; SVD M Induced.",
        score=0.9,
        check=_is_person_or_word,
    ),
    row(
        "somebody-of-life",
        r"\b(?:super|landlord|landlady|roommate|sponsor|boss|coach|pastor) "
        rf"(?P<phi>{MIXED}) \p{{Ll}}",
        "mice; super <PATIENT>Dean</PATIENT> painted over, super <PATIENT>Fela</PATIENT> too",
        "roommate Tylenol used, boss Monday said",
        score=0.9,
        check=_is_person_or_new,
    ),
    row(
        "missed-and-gone",
        rf"\b(?:[Mm]iss(?:es)?|[Gg]rieving|[Mm]ourning|[Ll]ost) (?P<phi>{MIXED})[\"”]? "
        r"\((?:husband|wife|son|daughter|dtr|brother|sister|partner|mother|father|dog|late)\b",
        '"I miss <PATIENT>Young</PATIENT>" (husband d. 12/24)',
        "misses Work (late), lost Weight (late)",
        score=0.9,
        check=_is_named,
    ),
    row(
        "names-of-junior",
        rf"(?:[^\pL]|^)(?P<phi>{MIXED},? [SJ]r)(?:\.|[^\pL.])",
        "Father <PATIENT>Duke Sr</PATIENT>. had a widowmaker",
        "Monday Jr. class, Pending Sr. review",
        score=0.9,
        check=_is_junior,
    ),
    row(
        "one-after-another",
        r"[.;] (?P<phi>\p{Lu}\p{Ll}{2,}): (?:(?:BP|HR|RR|SBP|K|Na|Cr|T|INR|GCS|UOP)\b ?[<>\d]"
        r"|(?:pain|sats?|temp) \d|(?:dc|d/c|NPO|afebrile|stable|vss|AVSS)\b)",
        "Zainab: BP 90/50. <PATIENT>Piotr</PATIENT>: pain 8/10, dilaudid",
        "Vitals: stable. Exam: BP 90/50; Plan: dc home. Neuro: GCS 15. Grace: pain 8; Foley: dc",
        score=0.9,
        check=lambda surface: load_lexicon("en").is_only_a_name(surface),
    ),
    row(
        "surname-and-room",
        rf"(?m:^)[ \t]*\d{{1,2}}[.)][ \t]+(?P<phi>(?:{MIXED}|{CAPS}))[ \t]+"
        r"(?i:rm |room |bed )?\d{3,4}[A-D]?[ \t]*[-–:]",
        "1. Tremblay\n3. <PATIENT>WU</PATIENT> 406 - NPO P MN",
        "2) <PATIENT>Okafor</PATIENT> Rm 410B: CIWA",
        "1. Keppra 500 - BID\n2. PLT 210 - ok\n3. Room 402 - clean\n4. Day 100 - scan\n5) CALL "
        "911 -",
        score=0.92,
        check=_is_on_a_list,
    ),
)
