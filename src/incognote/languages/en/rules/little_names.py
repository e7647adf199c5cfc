"""Names that are also little words or letters: Md Khan, Kiet Do, My Linh, Son, Loc.

The lists hold none of them, or hold them as words. Only their place and their capital tell: in the
middle of a sentence no `To` or `An` has one.
"""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.lexicon.lists import CITY, GIVEN, MEDICAL, RARE, SURNAME, load_lexicon, to_key
from incognote.detect.rules import row
from incognote.languages.en.rule_words import LANGUAGES, LITTLE
from incognote.languages.en.rules.handovers import is_surname
from incognote.languages.en.rules.names import CAPS, MIXED, RANK, is_name

_SURNAME = "(?:An|Do|My|So|To)"
"""Those that stand behind a preposition with a capital for nothing else."""
KIN = (
    r"(?:[Ww]ife|[Hh]usband|[Ss]on|[Dd]aughter|[Bb]rother|[Ss]ister|[Mm]other|[Ff]ather|[Dd]ad|[Mm]om"
    r"|[Mm]um|[Pp]artner|[Nn]iece|[Nn]ephew|[Cc]ousin|[Aa]unt|[Aa]untie|[Uu]ncle|[Gg]randson|[Ff]riend"
    r"|[Gg]randmother|[Gg]randfather|[Gg]randdaughter|[Ss]tepson|[Ss]tepdaughter|[Rr]oommate"
    r"|[Nn]eighbou?r|[Cc]aregiver|(?:[Bb]rother|[Ss]ister|[Ss]on|[Dd]aughter|[Mm]other|[Ff]ather)-in-law)"
)
KIN_CAPS = (
    "(?:DAUGHTER|SON|WIFE|HUSBAND|MOTHER|FATHER|SISTER|BROTHER|NIECE|NEPHEW|SPOUSE|PARTNER|FRIEND"
    "|GUARDIAN|POA|HCP|NOK|AUNT|UNCLE|COUSIN|GRANDSON|GRANDDAUGHTER)"
)
_VERB = (
    r"(?:helps|lives|works|is|was|has|says|said|told|called|will|drives|drove|brought|reports"
    r"|states|stays|stayed|visits|visited|cooks|cares|came|comes|died|phoned|texted|asks|asked)"
)
_LEFT = (
    r"(?:(?m:^)[ \t]*|[.;:(!?\]] {0,2}|\t| {2,}|(?:^|[^\pL])\p{Ll}{2,},? |['’]s \p{Ll}+, "
    rf"|\b(?:Dr|DR|Mr|Ofc|Officer|Sgt|RN|NP|PA|Nurse|{KIN})\.? )"
)
"""What stands before a name and is no name: behind one `Md` is a degree."""
_SERVICE = (
    r"(?:Surgery|Cards|Cardiology|Neuro|Neurology|Ortho|ENT|Urology|GI|ID|Renal|Nephrology|Pulm"
    r"|Psych|Heme|Onc|Vascular|Trauma|Derm|Rheum|Endo|Plastics|Anesthesia|OB|GYN|Peds)"
)
_GROUP = (
    r"(?:[Pp]arents|[Gg]randparents|[Ss]ons|[Dd]aughters|[Ss]isters|[Bb]rothers|[Ss]iblings|[Tt]wins"
    r"|[Cc]hildren|[Kk]ids|[Rr]oommates|[Nn]ieces|[Nn]ephews|[Gg]randchildren|[Gg]randkids)"
)
_NOBODY = LANGUAGES | listed("""
    adult african aged alive american anderson asian black both boys caucasian chinese christian
    deceased english french full german girls greek grown healthy hindu hispanic irish italian
    jewish living muslim native none older unknown white younger
""")
"""What people are, and a hospital that bears a degree."""


def _is_somebody(surface: str) -> bool:
    """Whether each word is a name of the lists or in none at all."""
    lexicon = load_lexicon("en")
    return all(
        key not in _NOBODY
        and (lexicon.flags.get(key, 0) & (GIVEN | SURNAME | RARE) or lexicon.is_of_no_list(key))
        for key in map(to_key, surface.replace("-", " ").replace(",", " ").split())
    )


def _is_member(surface: str) -> bool:
    return to_key(surface) in LITTLE or _is_somebody(surface)


def _is_of_group(surface: str) -> bool:
    """The same of who is named with others, where diseases and states may stand, too."""
    lexicon, key = load_lexicon("en"), to_key(surface)
    eponym = key in lexicon.lists.eponyms and not lexicon.flags.get(key, 0) & GIVEN
    return _is_member(surface) and not eponym and key not in _STATES


_STATES = listed("""
    autism boy divorced estranged flu girl incarcerated married mumps remarried separated strep
    widowed
""")


def _is_md(surface: str) -> bool:
    """Whether the word behind `Md` may be a surname."""
    word = surface.split()[1].split("-")[0]
    return to_key(word) not in _NOBODY and is_surname(word) and not _is_medical(word)


def _is_medical(word: str) -> bool:
    return bool(load_lexicon("en").flags.get(to_key(word), 0) & MEDICAL)


def _is_ranked(surface: str) -> bool:
    """Whether a little word stands behind what is a given name alone."""
    return load_lexicon("en").is_only_a_name(surface.split()[0])


def _is_called(surface: str) -> bool:
    return bool(load_lexicon("en").flags.get(to_key(surface), 0) & GIVEN) and (
        to_key(surface) not in _NOBODY
    )


def _is_called_name(surface: str) -> bool:
    return _is_called(surface) and is_name(surface)


def _is_assistant(surface: str) -> bool:
    """Whether a word before `MA` is a name, and no town of Massachusetts."""
    lexicon = load_lexicon("en")
    town = lexicon.flags.get(to_key(surface), 0) & CITY
    return not town and (_is_called(surface) or lexicon.is_of_no_list(surface))


def _is_reviewer(surface: str) -> bool:
    """Whether a word may be a surname or an eponym, and is none of the services and shifts."""
    word = surface.split(".")[-1].strip()
    eponym = to_key(word) in load_lexicon("en").lists.eponyms
    return eponym or (is_name(word.replace("-", " ")) and is_surname(word))


def _has_particle(surface: str) -> bool:
    """Whether a short word behind a title is no preposition, and what follows is a surname."""
    particle, name = surface.split()
    return particle not in _NO_PARTICLE and is_surname(name) and is_name(name)


_NO_PARTICLE = listed("""
    and are as at but by can did do for from had has in is it me no not of off on or our out per
    pt saw she the to up via was who you
""")


def _is_in_full(surface: str) -> bool:
    """Whether the second of two words may be a surname, too, and is no service."""
    first, last = surface.split()
    listed_or_short = (
        load_lexicon("en").flags.get(to_key(last), 0) & (SURNAME | RARE) or len(last) < 3
    )
    ordinary = load_lexicon("en").is_ordinary(last) and len(last) > 2
    return is_name(first) and bool(listed_or_short) and not (ordinary or _is_medical(last))


def _is_kin(surface: str) -> bool:
    """Whether two words are names, one of them a given name, and none is of medicine."""
    words = surface.split()
    known = any(map(_is_called, words)) and not any(map(_is_medical, words))
    return known and _is_somebody(surface)


def _is_child(surface: str) -> bool:
    """Whether a word is a given name, or none of the language and of medicine."""
    ordinary = load_lexicon("en").is_ordinary(surface) or to_key(surface) in _NOBODY
    return _is_called(surface) or not (ordinary or _is_medical(surface))


RULES = (
    row(
        "md-before-surname",
        rf"{_LEFT}(?P<phi>Md\.? {MIXED})(?:[^\pL\pN'’-]|['’]s\b|$)",
        "2/17: sister <PATIENT>Md Malik-Rashid</PATIENT> (70), Dr. <PATIENT>Md Usmani</PATIENT> "
        "2/20",
        "it's her mom, <PATIENT>Md Kazmi</PATIENT>.",
        "Ruiz, Md Cardiology; Jane Ruiz Md Patel; at Md Anderson; told Md Nurse aware",
        score=0.93,
        check=_is_md,
    ),
    row(
        "md-of-kin",
        rf"\b(?:{KIN}|Ofc|Officer) (?P<phi>Md)(?:[.,;:)\"”]|['’]s\b| \p{{Ll}}|\r?\n|$)",
        "Ofc <PATIENT>Md</PATIENT> en route; Father <PATIENT>Md</PATIENT>, retired",
        "Mother MD, father md aware; Officer Mdoe",
        score=0.9,
    ),
    row(
        "md-of-staff",
        r"\b(?:RN|LPN|[Nn]urse) (?P<phi1>Md)(?: ?/ ?(?:RN|LPN)|,? (?:RN|LPN))"
        r"|\b(?:[Tt]hanks|[Tt]hank you|[Rr]egards),?\s{1,3}(?P<phi2>Md)[ \t]*(?:\r?\n|\z)",
        "Scrub/Circ: RN <DOCTOR>Md</DOCTOR> / RN Molla",
        "today. Thanks, <DOCTOR>Md</DOCTOR>\n",
        "RN Md aware. Thanks Md Smith",
        score=0.9,
    ),
    row(
        "md-before-rank",
        rf"(?:{CAPS}|{MIXED}), ?(?P<phi>MD|Md),? (?:RN|LPN|CNA|PharmD|PHARMD|M\.?D\.?)(?:[^\pL]|$)",
        "FROM: AFRIDI, <DOCTOR>MD</DOCTOR> RN, PCP: Butt, <DOCTOR>Md</DOCTOR>, MD",
        "RUIZ, MD; BUTT, MD RNA",
        score=0.9,
    ),
    row(
        "little-of-kin",
        rf"\b{KIN} (?P<phi>An|Do|My|Son|To) {_VERB}(?:[^\pL]|$)",
        "driving, sister <PATIENT>An</PATIENT> helps bathe",
        "sister An echo, son To call; wife Do not call",
        score=0.9,
    ),
    row(
        "little-surname",
        rf"\b(?:per|by|with|told|asked|paged|via|w/) ?(?P<phi>(?:\p{{Lu}}\. ?)?{_SURNAME})"
        r"(?:[.;,)]|['’]s\b|\r?\n|$)",
        "L side droopy per <DOCTOR>Do</DOCTOR>, sent me; w/ <DOCTOR>K. To</DOCTOR>.",
        "What To Do. seen by To Be Named, with My mother",
        score=0.9,
    ),
    row(
        "little-surname-ranked",
        rf"\b(?P<phi>{MIXED} (?:\p{{Lu}}\. ?)?(?:An|Do|Her|My|No|So|To)),? {RANK}(?:[^\pL]|$)",
        "pharmacist <DOCTOR>Phuoc To</DOCTOR> PharmD",
        "Refer To PharmD, Talk To RN; Has No RN",
        score=0.95,
        check=_is_ranked,
    ),
    row(
        "surname-sent",
        rf"\b{_SERVICE}: ?(?P<phi>(?:\p{{Lu}}\. ?)?{MIXED}) "
        r"(?:to bedside [MTWFS]\pL+|concurs|to see (?:him|her|pt)|will see)\b",
        "Surgery: <DOCTOR>To</DOCTOR> to bedside Monday; Cards: <DOCTOR>Ilerio</DOCTOR> concurs",
        "Surgery: Team will see; Neuro: Consult to see pt. GI: Service concurs",
        score=0.9,
        check=lambda surface: (
            (is_name(surface) and _is_member(surface.split(".")[-1].strip()))
            or to_key(surface) in LITTLE
        ),
    ),
    row(
        "assistant-by",
        rf"\bby (?P<phi>{MIXED}), ?(?:MA|CMA|RMA|CNA|RT|RDCS|CRNA|PA|NP)(?:[^\pL]|$)",
        "time-out 2:12 PM by <DOCTOR>Loc</DOCTOR>, MA",
        "by Phone, MA; by Nursing, CNA. replaced by Boston, MA",
        score=0.93,
        check=_is_assistant,
    ),
    row(
        "surname-first-of-kin",
        rf"\b(?P<phi>{CAPS}, ?{CAPS}(?: \p{{Lu}}\.?)?) \({KIN_CAPS}\)",
        "DELEGATE: <PATIENT>QUACH-DAO, DAT</PATIENT> (DAUGHTER)",
        "STABLE, HOME (DAUGHTER); DISCUSSED, AGREED (WIFE)",
        score=0.93,
        check=lambda surface: is_name(surface) and _is_somebody(surface),
    ),
    row(
        "given-behind-rank",
        rf"(?i:\bsigned\b)[^\n]{{0,40}}: ?{MIXED}, (?:MD|DO|PA-C|NP|RN|CRNA|CNM|APRN), "
        rf"(?P<phi>{MIXED}(?: \p{{Lu}}\b\.?)?)(?:[^\pL\pN'’-]|$)",
        "Signed on 10/12/20 15:40 CDT: Duong, PA-C, <DOCTOR>Loan</DOCTOR> (shalvor)",
        "Signed: Duong, PA-C, Cardiology",
        score=0.93,
        check=_is_called,
    ),
    row(
        "child-of-age",
        r"\b\d{1,2}[- ](?:year|yr|month|week)s?[- ]olds?(?: son| daughter| boy| girl| twins?)?, "
        rf"(?P<phi>{MIXED}), ",
        "She has an 11-year-old, <PATIENT>Loc</PATIENT>, and a stepson",
        "a 45-year-old, White, right-handed man; a 3 year old, Full, term; 9-year-old, Asian, boy",
        score=0.9,
        check=_is_called,
    ),
    row(
        "reviewed-by-registrar",
        rf"\b(?:by|per|with|w/|d/w) ?(?P<phi>(?:\p{{Lu}}\. ?)?{MIXED}) (?:[a-z]{{3,12}} )?"
        r"(?:reg|registrar|resident|fellow|SHO|consultant)(?:[^\pL]|$)",
        "review by <DOCTOR>Alzheimer</DOCTOR> renal reg at 1030, d/w <DOCTOR>Meas</DOCTOR> fellow",
        "seen by Renal reg, by On-call resident; with Cardiology fellow, by Night reg",
        score=0.9,
        check=_is_reviewer,
    ),
    row(
        "kin-in-a-pair",
        rf"\b{_GROUP} (?P<phi1>{MIXED}) (?:and|&|\+) (?P<phi2>{MIXED})(?:[^\pL\pN'’-]|['’]s\b|$)",
        "Parents <PATIENT>My</PATIENT> and <PATIENT>Giang</PATIENT> married",
        "twins <PATIENT>Addison</PATIENT> and <PATIENT>Emma</PATIENT>",
        "Parents Deceased and Unknown; sons Healthy & Living; parents Irish and German",
        "Parents Divorced and Remarried; siblings Autism and Down; kids Strep and Flu",
        score=0.92,
        check=_is_of_group,
    ),
    row(
        "children-aged",
        rf"(?i:\b(?:kids|children|grandchildren|grandkids|siblings|twins)):? (?P<phi1>{MIXED}) "
        rf"\(\d{{1,2}}\)(?:,|,? and|,? &) (?P<phi2>{MIXED}) \(\d{{1,2}}\)(?:[.,;]|\r?\n|$)",
        "Grandchildren <PATIENT>Trip</PATIENT> (14) and <PATIENT>Unique</PATIENT> (11).",
        "Children Boys (4), Girls (2). Siblings: Full (2), Half (1). kids Zyrtec (5), Motrin (10).",
        score=0.9,
        check=_is_child,
    ),
    row(
        "goes-to-school",
        rf"(?:[.;!?:] |\) |(?m:^)[ \t]*)(?P<phi>{MIXED}) (?:has )?(?:started|starts|begins|began"
        r"|finished|is starting|is in) (?:(?:first|second|third|fourth|fifth|sixth|\d{1,2}(?:st"
        r"|nd|rd|th))"
        r" grade|kindergarten|pre-?[Kk]\b|preschool|high school|middle school|college|daycare)",
        "Transport). <PATIENT>Duke</PATIENT> started first grade at",
        "today. Patient started college; She is in high school; Child is in preschool.",
        score=0.92,
        check=_is_called_name,
    ),
    row(
        "client-born",
        r"\b(?i:client|patient|pt|name): ?(?P<phi>\p{Ll}{2,} \p{Ll}{2,}) \(n[ée]e ",
        "client: <PATIENT>trace page</PATIENT> (née tipene)",
        "client: agreed today (nil), pt: seen here (new",
        score=0.95,
    ),
    row(
        "surname-first-of-note",
        rf"\A\s*(?P<phi>{MIXED}, {MIXED}) (?:needs|called|calls|wants|is|was|has|here|says|asks|c/o"
        r"|seen|presents)\b",
        "<PATIENT>Pabones, Onastasias</PATIENT> needs MRI",
        "Pain, Chest is worse",
        score=0.95,
        check=_is_somebody,
    ),
    row(
        "owned-by-given",
        rf"\b(?:w/|with|per|from|for|at|to|of|in) ?(?P<phi>{MIXED})['’]s (?:own |new |old )?"
        r"(?:phone|cell|house|home|apartment|apt|car|truck|room|children|kids|wife|husband|mother"
        r"|father|mom|dad|parents|sister|brother|school|birthday|wedding|teacher)\b",
        "trial of timer app w/ <PATIENT>Dat</PATIENT>'s own phone",
        "at Mom's house, in St. Mary's school; with Patient's wife, for Women's home",
        score=0.9,
        check=_is_called_name,
    ),
    row(
        "signed-with-initial",
        rf"\b(?:Sig|SIG|Signed|Signature|By): ?(?P<phi>\p{{Lu}}\.? {MIXED})(?:[^\pL\pN'’-]|$)",
        "Sig: <DOCTOR>P Down</DOCTOR> #NJ-P",
        "Sig: A Tablet daily, Signed: X Unknown",
        score=0.95,
        check=lambda surface: is_name(surface) and _is_reviewer(surface[1:].strip(". ")),
    ),
    row(
        "kin-in-capitals",
        r"\b(?:FATHER|MOTHER|BROTHER|SISTER|SON|DAUGHTER|WIFE|HUSBAND|UNCLE|AUNT), "
        rf"(?P<phi>{CAPS} {CAPS}),",
        "LOCAL 413. FATHER, <PATIENT>CASE RUSTY</PATIENT>, A HARDY 84",
        "MOTHER, BREAST CANCER, 52; FATHER, HEART DISEASE, SISTER, ALIVE WELL, BROTHER, KIDNEY "
        "STONES,",
        score=0.93,
        check=_is_kin,
    ),
    row(
        "asked-about-in-small-letters",
        r"\b(?:on|for|re|about|regarding|pt|patient) (?P<phi>\p{Ll}{2,} \p{Ll}{2,}),? "
        r"(?:dob|d\.o\.b|mrn|nhs)\b",
        "find anything on <PATIENT>rogelio paget</PATIENT> dob maybe 1/1/90",
        "note for new pt mrn, what is on the dob; look for patient mrn",
        score=0.93,
        check=lambda surface: _is_called(surface.split()[0]) and is_surname(surface),
    ),
    row(
        "doctor-little",
        r"\b(?:Drs?|Doctor|Prof)\b\.? (?P<phi>(?:\p{Lu}\. ?)?(?:An|Do|Her|My|No|So|To))"
        r"(?:['’]s\b|[,;)]| \d{1,2}/\d|\.(?:\s|$)|\r?\n|$)",
        "20/40 OS per Dr <DOCTOR>No</DOCTOR> 9/17; seen by Dr. <DOCTOR>To</DOCTOR>, who",
        "Dr. To see in clinic; seen by Dr. No acute distress",
        score=0.95,
    ),
    row(
        "doctor-particle",
        rf"\b(?:Dr|Prof)\b\.? (?P<phi>\p{{Ll}}{{2,3}} {MIXED})(?:[^\pL\pN'’-]|['’]s\b|$)",
        "(2008, Dr. <DOCTOR>be Lean</DOCTOR>, Ruby Memorial); Dr <DOCTOR>al Rashid</DOCTOR>",
        "Dr. on Call; Dr. at Mercy; Oak Dr in Leadville; Dr and Nurse; Dr for CT",
        score=0.93,
        check=_has_particle,
        unless_before=r"\d[A-Z]? [\pL .]{2,30} Dr\.? *",
    ),
    row(
        "doctor-in-small-aware",
        rf"\bdrs? (?P<phi>{MIXED} {MIXED}) (?:aware|notified|paged|at bedside|rec'?s?|recommends"
        rf"|said|says"
        r"|saw|will|called|wants|to see)\b",
        "nsgy dr <DOCTOR>Buyot Re</DOCTOR> aware 1655, dr <DOCTOR>Kiet To</DOCTOR> paged",
        "dr Ruiz Neuro aware, dr Smith Monday said, dr Ortho Consult called",
        score=0.93,
        check=_is_in_full,
    ),
)
