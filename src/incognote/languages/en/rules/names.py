"""Names of people by what stands around them: titles, credentials, roles, kinship, headers."""

from __future__ import annotations

import re

from incognote.core.words import listed
from incognote.detect.lexicon.lists import GIVEN, MEDICAL, RARE, SURNAME, WORD, load_lexicon
from incognote.detect.rules import row

_PARTICLE = (
    r"(?:(?:van der|van den|van de|van|von|de la|de los|de|del|della|der|den|la|le|di|da|dos|du|bin"
    r"|al|el|ten|ter|St\.?|Mc|Mac|Ó|Ní|Te) )?"
)
MIXED = r"\p{Lu}(?:[\pL-]|['’ʻ]\pL\pL)*\p{Ll}"
CAPS = r"\p{Lu}(?:[\p{Lu}-]|['’]\p{Lu}\p{Lu})*\p{Lu}"
_WORD = rf"(?:{_PARTICLE}(?:{MIXED}|{CAPS}))"
_FULL = (
    rf"(?:(?:\p{{Lu}}\. ?){{0,2}}{MIXED}(?: \p{{Lu}}\.?| [\"“(]{MIXED}[\"”)])?"
    rf"(?: {_PARTICLE}{MIXED}){{1,2}}|(?:\p{{Lu}}\. ?){{1,2}}{_PARTICLE}{MIXED})"
    r"(?:,? (?:Jr|Sr|II|III|IV)\b\.?)?"
)
_FULL_CAPS = rf"(?:{CAPS}|\p{{Lu}}\.?)(?: \p{{Lu}}\.?)?(?: {CAPS}){{1,2}}"
_LAST_FIRST = (
    rf"(?:{_PARTICLE}{MIXED}, ?{MIXED}(?: \p{{Lu}}\b\.?| {MIXED})?"
    rf"|(?:(?:ST\.|VAN|DE|LA) )?{CAPS}, ?{CAPS}(?: \p{{Lu}}\b\.?| {CAPS})?)"
)
_END = r"(?:[^\pL\pN'’-]|['’]s\b|$)"

_NO_NAME = listed("""
    abc abcd abdomen about accepted accepting acute address adl admission admit admitted
    admitting afib age agency agreed agrees air alert alive alzheimer ambulance america american
    an and anes anesthesia any apr april apt asked assessment asthma at att attending aug august
    aunt aware baby baptist bed bedside birth black bleep bmp board both bp breast brother by
    cad call called caller cancer capt cardiac cardiology care case catholic cause cbc cell
    center chair chart chest chief child christian circ clinic clinical co col colleague
    colleagues colon colonic comment comments comprehensive con confirmed consult consultant
    contact control coord coordinator copd cosign county court covid cpl cpt critical ct current
    date daughter day dear dec deceased december declined dementia denies department dept
    dermatology detrusor diabetes diagnosis dictated differential discharge discretion division
    dm dob doctor dr drs dtr e-signed ed education electronic electronically emergency
    endocrinology enterography er ercp exam examination examiner family father fax feb february
    fellow female fishing flat flight fm follow for fr fri friday friend from full
    gastroenterology general geriatrics gi gold gp health healthy heart hematology her here
    highway him hindu his history home hospice hospital hospitalist htn husband hwy hypertension
    icu id im imam in infection infectious information informed initials insurance intern
    internal interpreting involved is it jan january jewish jul july jun june kidney lab last
    legal lic lives living location london low lt lung lying madam main male manager mar march
    maternal may md medical medicine member mental metabolic mi misconduct mon monday mother
    mother-baby mr mrn mrs ms mspcp mtn muslim na name negative nephrology neuro neurology
    neurosurgery new next no none normal not note notes notified nov november now np number
    nurse nursing ob obgyn oct october office ok on oncology operative ophthalmology or ordering
    ortho orthopaedic orthopaedics orthopedic orthopedics our outpatient oxygen pa pager
    palliative panel parent parents pastor paternal pathology patient patients pcp pediatric
    pediatrics per perfusion pgy pharmacy phone physical physician plan plastic please pm pmr
    positive post practice prepared pressure primary procedure prof professor progress protocol
    provider psych psychiatry psychology pt pulm pulmonary pulmonology pvt rabbi radiation
    radiology received record recorder records referral referring regarding rehab relieved renal
    reply report reported reports requested requesting requests resident response retired rev
    review reviewed rheumatology rn room rt safety said saline sat saturday school seafood see
    seen self sending senior sent sep sept september service services sex sgt she signed sir
    sister smt social sole son speech spine spr sr stable staff states status street stroke
    subscriber sun sunday support surgeon surgery surgical team tel the their therapy they this
    thoracic thu thurs thursday time tmt to today told tue tues tuesday twice type unit unknown
    urgent urology us vascular verbal visit ward was wed wednesday weds white wife will with
    worse wound x's xray xxx xyz yes you your
""")


def is_login(surface: str) -> bool:
    """Whether a word is a listed name, or one with an initial in front: montoya, rmontoya."""
    known = load_lexicon("en").flags
    words = re.findall(r"[a-z]{3,}", surface)
    flags = [known.get(word, 0) for word in words]
    behind = [known.get(word[1:], 0) for word in words if len(word) > 4]
    return is_name(surface) and (
        any(flag & (GIVEN | SURNAME) and not flag & (WORD | MEDICAL) for flag in flags)
        or any(flag & SURNAME for flag in behind)
    )


def is_name(surface: str) -> bool:
    """Whether no word of the surface is one that stands in headers and clauses but in no name."""
    words = surface.replace(",", " ").replace(".", " ").split()
    return not any(word.lower() in _NO_NAME for word in words)


_SAID_OF_TITLES = listed("""
    anes april august board call case center co comment court current date friday im jan january
    july jun june mar march may monday na name new ok post record room see senior service sole
    staff states sunday ward doctor nurse
""")
"""Surnames that other words than names are, too, where they stand behind a title."""


def is_titled(surface: str) -> bool:
    """Whether what stands behind a title is a name: a listed surname may be a word (Dr. Self)."""
    word = surface.split()[-1]
    listed_only = word.istitle() and load_lexicon("en").flags.get(word.lower(), 0) & SURNAME
    return is_name(surface) or bool(listed_only and word.lower() not in _SAID_OF_TITLES)


def is_ranked(surface: str) -> bool:
    """Whether a full name before a degree is one: all its words are names, though words too."""
    known, words = load_lexicon("en").flags, re.findall(r"[^\W\d_]{2,}", surface.lower())
    return is_name(surface) or (
        len(words) > 1
        and bool(known.get(words[0], 0) & GIVEN and known.get(words[-1], 0) & (SURNAME | RARE))
        and words[0] not in _SAID_OF_TITLES
    )


RANK = (
    r"(?:M\.?D\b\.?|D\.?O\.?\b|R\.?N\b|LPN|LVN|PA-C|CRNP|CRNA|ARNP|APRN|FNP|AGNP|ACNP|PNP|NNP|NP"
    r"|CNM"
    r"|DNP|PMHNP|CPNP|PharmD|RPh|LCSW|LICSW|LMSW|LMHP|MSW|LPC|LMFT|DPT|OTR/?L?|RRT|DDS|DMD|DPM|PsyD|Ph\.?D\b"
    r"|MBBS|MBChB|FRCS|FRCPC?|FACS|FACC|CCC-SLP|SLP|RDN?|EMT(?:-[A-Z])?|NREMT|CCP|RCIS|CST|RDCS"
    r"|RVT|CGC|BCPS|BSN|MPH|CNS|PGY-?\d)"
)
_ROLE = (
    r"(?:[Aa]ttending|ATTENDING|PCP|[Ss]urgeon|SURGEON|[Cc]onsultant|CONSULTANT"
    r"|[Aa]uthor|AUTHOR|[Pp]rovider|PROVIDER|[Rr]eferring|REFERRING|[Oo]rdering|ORDERING"
    r"|[Pp]hysician"
    r"|PHYSICIAN|[Rr]adiologist|RADIOLOGIST|[Pp]athologist|PATHOLOGIST|[Aa]nesthesiologist"
    r"|ANESTHESIOLOGIST|[Aa]nesthetist|[Nn]urse|NURSE|[Tt]echnologist|[Tt]ech|TECH|[Tt]herapist"
    r"|[Cc]linician|CLINICIAN|[Cc]ase [Mm]anager|[Ss]ocial [Ww]orker|[Aa]ssistant|ASSISTANT|ATTEND"
    r"|[Cc]ardiologist|[Ii]nterpreter|GP|[Ss]upervisor|[Ff]ellow)"
)
_KIN = (
    r"(?:wife|husband|spouse|son|daughter|dtr|dau|brother|sister|sis|mother|father|mom|mum|dad"
    r"|partner|fiancée?|fiance|girlfriend|boyfriend|niece|nephew|cousin|aunt|uncle|grandmother"
    r"|grandfather|grandson|granddaughter|granddtr|stepson|stepdaughter|roommate|neighbou?r|widow"
    r"|friend|caregiver|landlord|guardian|ex-wife|ex-husband|twin|son-in-law|daughter-in-law)"
)

RULES = (
    row(
        "doctor-title",
        # A pacemaker's mode is matched so that it is passed over.
        r"\b(?P<phi1>DR (?:MRI|A?ICD|PPM))\b|\b(?:Drs?|DRS?|drs?|Doctor|Prof|Professor)\b[. ]{0,2}"
        rf"(?P<phi2>(?:\p{{Lu}}\.? ?){{0,2}}{_WORD}){_END}",
        "12 Long Lake Dr Eagan",
        "seen by Dr. <DOCTOR>Ruiz</DOCTOR>.",
        "per DR <DOCTOR>MARAVELIAS</DOCTOR> OFFICE",
        "ortho: dr <DOCTOR>Tinel</DOCTOR> reduced",
        "Dr <DOCTOR>P. van der Meer</DOCTOR>",
        "Dr. X; Azure XT DR MRI",
        "ortho: Dr. <DOCTOR>Street</DOCTOR> reduced; Dr. Call line",
        "DR <DOCTOR>SOLVEIG</DOCTOR> CXR CLEAR, Dr. <DOCTOR>TAC</DOCTOR>",
        "Drs. on call",
        score=0.97,
        check=lambda surface: not surface.startswith("DR ") and is_titled(surface),
        unless_before=r"\d[A-Z]? [\pL .]{2,30} Dr\.? *",
    ),
    row(
        "doctor-title-full",
        rf"\b(?:Drs?|Doctor|Prof|Professor)\b[. ]{{1,2}}(?P<phi>{_FULL}){_END}",
        "by Dr. <DOCTOR>Althea Quimby</DOCTOR>: stable",
        "Dr. Quimby. Her plan",
        score=0.97,
        check=is_name,
    ),
    row(
        "doctor-credential",
        rf"\b(?P<phi>{_FULL}) ?,? {RANK}(?:[^\pL]|$)",
        "<DOCTOR>Caius Featherston</DOCTOR>, M.D.",
        "<DOCTOR>Son Day</DOCTOR>, MD; Record Reviewed, MD; <DOCTOR>Son K. Khuu</DOCTOR> PGY1",
        "w/ <DOCTOR>B. Tipps</DOCTOR> LPN",
        "Plan reviewed, MD aware",
        score=0.96,
        check=is_ranked,
        unless_before=r"(?-i:\p{Lu})[\pL'’-]* ?|-",
        unless_after=r",? MD \d{5}",
    ),
    row(
        "doctor-credential-caps",
        rf"\b(?P<phi>{_FULL_CAPS}),? {RANK}(?:[^\pL]|$)",
        "<DOCTOR>INÉS VILLACORTA</DOCTOR>, MD, Nephrology",
        "CALL MD",
        "PLAN OF CARE, MD",
        check=is_name,
        unless_before=r"(?-i:\p{Lu})[\pL'’-]* ?|-",
    ),
    row(
        "doctor-credential-surname",
        rf"(?P<phi>{MIXED}),? (?:MD|M\.D\.|RN|LPN|PA-C|CRNA|CRNP|APRN|LCSW|RPh|PharmD|RRT"
        rf"|FNP)(?:[^\pL]|$)",
        "told <DOCTOR>Adeline</DOCTOR>, RN",
        "see MD",
        "Home RN",
        score=0.45,
        check=is_name,
        unless_before=r"(?-i:\p{Lu})[\pL'’.-]* ?|[&/-]",
    ),
    row(
        "doctor-paged",
        rf"\b(?:[Pp]age|[Pp]aged|PAGE|[Bb]leep|[Bb]leeped) (?:(?:Dr|DR)\.? )?(?P<phi>{MIXED}"
        rf"(?: {MIXED})?)(?: \([A-Za-z ]{{2,14}}\))?,? (?:x|ext\.? |at |on |@ ?|# ?)?\d{{3}}",
        "page <DOCTOR>Okonedo</DOCTOR> (ICU) x7731",
        "page Cardiology at 4471",
        "paged 4471",
        check=is_name,
    ),
    row(
        "doctor-signature-lower",
        r"(?:--|—|–|~|/s/|[\s.]-)[ \t]?"
        r"(?P<phi>(?:[a-z][._])?[a-z]{3,14}(?:[ ._][a-z]{2,14})?\d{0,2}),? "
        r"(?:RN|LPN|LVN|MD|DO|NP|PA-C|APRN|CRNA|CNM|PharmD|RPh|LCSW|MSW|RRT|CNA|rn|lpn|lvn|md|np"
        r"|cna|rrt)(?:[^\pL]|$)",
        "will retry 1000 -- <DOCTOR>rmontoya</DOCTOR> RN",
        "ok. -<DOCTOR>t.okafor</DOCTOR>, rn",
        "stable -- charge RN aware",
        "- night RN",
        score=0.93,
        check=is_login,
    ),
    row(
        "doctor-role",
        rf"\b{_ROLE}(?: (?:physician|provider|MD|Physician|surgeon|PHYSICIAN|PROVIDER|Provider))?"
        rf"(?:\(s\))? ?[:=][ \t]{{0,14}}(?:(?:Dr|DR|Mr|Ms|Mrs)\.? )?"
        rf"(?P<phi>{_LAST_FIRST}|{_FULL}|{_FULL_CAPS}){_END}",
        "Attending: <DOCTOR>Siobhan Kilgallen</DOCTOR>, MD",
        "SURGEON: <DOCTOR>OKAFOR, JAMES</DOCTOR>",
        "Attending: ICU team",
        score=0.96,
        check=is_name,
    ),
    row(
        "doctor-by",
        rf"(?i:\b(?:dictated|signed|electronically signed|e-signed|cosigned|co-signed|reviewed"
        rf"|interpreted|authored|transcribed|typed|entered|reported|performed|verified|prepared"
        rf"|completed|approved|read|recorded"
        rf"|witnessed)(?: and \w+)?(?: electronically)? by:?[ \t]{{1,4}})"
        rf"(?:(?:Dr|DR)\.? )?(?P<phi>{_LAST_FIRST}|{_FULL}|{_FULL_CAPS}){_END}",
        "Electronically signed by <DOCTOR>Amir Popalzai</DOCTOR>, MD",
        "reviewed by Infection Control",
        "signed by patient",
        check=is_name,
        unless_after=r" (?:Control|Committee|Team|Board|Clinic|Hospital|Services?|Department)",
    ),
    row(
        "doctor-role-before",
        rf"\b(?:PCP|RN|NP|LPN|CNA|RT|SW|LCSW|PA-C|CRNA|[Nn]urse|[Rr]esident|[Ff]ellow|[Ii]ntern"
        rf"|[Aa]ide"
        rf"|[Ss]itter|[Ii]nterpreter|[Cc]haplain|[Pp]harmacist|[Mm]edic|[Pp]aramedic"
        rf"|[Cc]ardiologist"
        rf"|[Ss]ocial worker|[Cc]ase manager|[Pp]hysio|[Mm]idwife|[Ss]urgeon|[Aa]ttending) "
        rf"(?P<phi>{_FULL}){_END}",
        "sitter <DOCTOR>Ofelia Prudhomme</DOCTOR> at",
        "RN Home Health",
        "nurse called",
        score=0.93,
        check=is_name,
        unless_after=r" (?:Hospital|Clinic|Health|Medical|Center|House|Hospice|Home)",
    ),
    row(
        "doctor-cc",
        rf"(?:^|\s)(?:cc|CC|Cc):?[ \t]{{1,4}}(?:(?:Dr|DR)\.? )?(?P<phi>{_FULL}){_END}",
        "cc:  <DOCTOR>Mona Barkho</DOCTOR>, MD",
        "CC: Chest pain",
        "5 cc Normal Saline",
        score=0.85,
        check=is_name,
        unless_before=r"\d ?cc:? +",
        unless_after=r" (?:Hospital|Clinic|Health|Medical|Center|Practice|Associates|Records)",
    ),
    row(
        "patient-title",
        rf"\b(?:Mrs?|Ms|Miss|MRS|MISS|Mstr|Smt|Shri|MR\.|MS\.)(?:\. ?"
        rf"| )(?P<phi>(?:\p{{Lu}}\. ?)?{_WORD}){_END}",
        "Ms. <PATIENT>Delgado</PATIENT> was",
        "Mrs <PATIENT>St. Cyr</PATIENT>",
        "a Mr <PATIENT>Self</PATIENT>. Forensic: nil",
        "MS. Patient stable",
        score=0.93,
        check=is_titled,
        unless_before=r"\d |\b(?:mild|moderate|severe|trace|no|of|multiple sclerosis) (?:mr"
        r"|ms)\. *",
    ),
    row(
        "patient-title-full",
        rf"\b(?:Mr|Mrs|Ms|Miss)\b(?:\. ?| )(?P<phi>{_FULL}){_END}",
        "Mr. <PATIENT>Hilliard Tyler</PATIENT>, friend",
        "Ms. Lee. She is",
        score=0.92,
        check=is_name,
    ),
    row(
        "other-title",
        r"\b(?:Rev|Revd|Ofc|Ofcr|Officer|Sgt|Cpl|Capt|Cpt|CPT|SFC|PFC|SSgt|SSG|Det|Deputy|Supv|Supt"
        rf"|Pastor|Rabbi|Imam|Trooper|Atty|Judge)(?:\. ?| )(?P<phi>{MIXED}){_END}",
        "phoned Rev. <PATIENT>Brown</PATIENT>, who",
        "Det Pressure at max flow, Officer Safety",
        "Ofc <PATIENT>Begody</PATIENT> en route",
        "Officer and the Supv. on duty",
        "Deputy District Attorney",
        "Atty. Reg. No. 0288714, Atty Lic # 4471, Atty Bar No 12",
        score=0.91,
        check=lambda surface: surface not in {"Reg", "Lic", "Bar"} and is_name(surface),
        unless_before=r"\b(?:pump|gradient|of|peak|det|max|min|law enforcement)\.? ",
        unless_after=r" (?:County|Street|St|Ave|Court|Rd|Road|School|Training|Attorney|Limits?)\b",
    ),
    row(
        "patient-header",
        rf"(?:\b(?:[Pp]atient(?: [Nn]ame)?|PATIENT(?: NAME)?|[Nn]ame|NAME|[Pp]t|PT|Pt [Nn]ame"
        rf"|[Cc]lient"
        rf"|CLIENT|RE|Re|[Nn]ext of [Kk]in|NOK|[Ee]mergency [Cc]ontact|[Gg]uardian|[Dd]eceased))"
        rf" ?[:=][ \t]{{0,16}}(?:(?:Mr|Mrs|Ms|Miss|MR|MRS|MS)\.? )?"
        rf"(?P<phi>{_LAST_FIRST}|{_FULL}|{_FULL_CAPS}){_END}",
        "Patient: <PATIENT>Delgado, Maria</PATIENT>   DOB",
        "PT: <PATIENT>LUBINKA PIETRZYK</PATIENT>   F",
        "name=<PATIENT>Maria Delgado</PATIENT>",
        "PT: Physical Therapy",
        "Patient: stable",
        check=is_name,
        unless_before=r"\b(?:facility|hospital|brand|drug|generic|medication|study"
        r"|test) name ?[:=]\s*",
    ),
    row(
        "patient-list",
        rf"(?m:^)[^\pL\n]{{0,12}}(?P<phi>{_LAST_FIRST})[ \t|,(]{{1,10}}\d{{1,3}} ?(?:y|yo|M|F|m|f"
        rf"|\|)\b",
        "<PATIENT>Ferebee, Dontrell</PATIENT> | 22M | MRN",
        "Plan, Labs 3 m",
        check=is_name,
    ),
    row(
        "relative",
        rf"(?i:\b{_KIN})s?,? (?:(?:Miss|Mrs?|Ms|Mdm|Mme|Mlle|Frau|Herr|Khun|Ato)\.? )?"
        rf"(?P<phi>{MIXED}(?: {_PARTICLE}{MIXED})?(?:-{MIXED})?){_END}",
        "lives with wife <PATIENT>Nena</PATIENT>, son Herr <PATIENT>Josef Defaweux</PATIENT>.",
        "her mother Catholic",
        "mom. Plan",
        "mother, Wilson disease; Father, Huntington's chorea; sister Marfan syndrome",
        check=is_name,
        unless_before=r"\b(?:by|to|from|per|with|of) (?:mom|mum|dad|mother|father),? ",
        # Family histories name diseases, not persons: 'mother, Wilson disease'.
        unless_after=r" (?:Hospital|Church|County|School|University|Street|Ave|nodule)"
        r"|(?:['’]s?)? (?i:diseases?|dz|synd(?:rome)?|lymphomas?|palsy|chorea|ataxia|dystrophy"
        r"|thyroiditis|an(?:a)?emia|carcinoma|sarcoma|tumou?r|nephropathy|neuropathy|ulcer)\b",
    ),
    row(
        "dear",
        rf"\bDear (?P<phi>{MIXED}(?: {MIXED})?)[,:;]",
        "Dear <DOCTOR>Harriet</DOCTOR>:",
        "Dear Colleague,",
        "Dear Dr. Ruiz,",
        score=0.7,  # a first name alone is more often a colleague's than the patient's
        check=is_name,
    ),
)
