"""Initials without points that stand for a person: `Pt JS called`, `AB is a 5 yo boy`.

Two capitals are an abbreviation far more often (`Pt RA`, `mother DM`), so a row asks for what only
a person does or has beside them, and that they are none of the abbreviations that stand there.
"""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.rules import row
from incognote.languages.en.rule_words import NO_INITIALS
from incognote.languages.en.rules.handovers import is_surname
from incognote.languages.en.rules.little_names import KIN, KIN_CAPS
from incognote.languages.en.rules.names import MIXED, is_name

_NOBODY = listed("""
    ad aide all am an and any ap are as at ax be bed bm bp bs bt but by can cc cm cna cns cp cr ct
    cv cva cxr dad dc did do doc dr dx ed ekg ems er for fu fx gi go got gu had has hcp he her hi
    him his hob hos how hr hx ia ic icu id if ii iii im in io is it its iv kg lab last let lpn may
    md med mg mi mom mr mri mrs ms my na nad ng nka nkda no nor not now np npo ns ob od of ok on
    one or os ot our out ox pa pcp pe pm po poa prn pt ptn qd ra ref reg rep rn ros rr rt rx said
    sat saw she sister sit sm so sob son sp sr ss sti sw sx tb the then they to too tv tx ua up us
    ut uti va vs vss was we wed wt yes yet yo you
""")
"""Words, roles and what is measured or given: no initials, whatever stands around them."""
_NOT_BESIDE = _NOBODY | listed("""
    ad af ba bn br ca cf co cs dd dm dv ef em ep fh fm fp fs gb gp ha hb hd hf hh hl ht ir jp lab
    lb lp lv ma mba mc mh mm nb nc nd nl nz oa om op opd pacu pc ph pi pp ps pv qc rd sa sd se si
    sle sn ss sz tb uc uk um vt wc xr
""")
"""The same beside relatives and staff: diseases, services and degrees, too."""
_WHO = "[Pp]t|[Pp]atient|[Cc]lient|[Rr]esident|PATIENT|CLIENT|RESIDENT|PT"
_SAYS = (
    "states|stated|says|said|reports|reported|denies|denied|tells|told|asks|asked|called|calls"
    "|phoned|wants|wanted|requests|requested|refuses|refused|declines|declined|agrees|agreed"
    "|complains|complained|c/o|endorses|endorsed|feels|felt|believes|thinks|understands|understood"
    "|lives|lived|works|worked|came|comes|walked|ambulated|verbali[sz]e[sd]|expressed|attended|slept"
    "|ate|brought|drove|visited|cried|smiled|consented|interviewed|woke|was told|was informed"
    "|no-showed"
)
"""What only a person does."""
_IS_SEEN = (
    "arrived|arrives|presents|presented|returned|returns|tolerated|tolerates|admits"
    "|admitted|appears|appeared|left|signed"
    "|remains|needs|needed|seen|had no|has no|has been|was seen|was admitted"
    "|was discharged|was brought|was transferred|was referred|will call|will be seen|is here"
    "|is doing|is feeling|is|was"
)
"""What is said of findings and treatments, too."""
_AGE = (
    r"(?:\d{1,3}|[a-z]{3,7}(?:-[a-z]{3,5})?)[ -]?(?:y\.?/?o\b\.?|m/?o\b|(?:yr|year|mo|month|wk"
    r"|week|day)s?[- ]olds?\b)"
)
_BORN = (
    r"(?:MRN|[Mm]rn|DOB|dob|D\.O\.B|d\.o\.b|HAR\b|NHS\b|UR \w|b\. ?\d|SSN|Chart\b|acct\b"
    r"|\d{1,3} ?(?:y/?o\b|yrs?\b|y\.o\.)|\d{1,2}y(?:\d{1,2}m)?\b|\d{1,3} ?[MFmf]\b"
    r"|[MF] {1,3}\d{1,3}\b)"
)
"""What stands behind a patient's name at the head of a note."""
_TWO = r"[A-Z]{2}|[A-Z]\. ?[A-Z]\."
"""Two initials, with points too."""
_LABEL = (
    r"\b(?i:patient|pt|client|name|offender|recipient|baby|guardian|caregiver|nok|next of kin"
    r"|emergency contact|contact|historian|informant|spouse|partner|parent ?\d?|resident|re"
    r"|regarding)(?: name| initials)?"
)
_LEFT = r"(?:(?m:^)[ \t]*|[ \t]{2,}|[|\[(:] ?)"
_RANK = (
    r"(?:M\.?D\b\.?|D\.?O\b\.?|MBBS|MB BCh|PA-C|RN\b|LPN|CRNA|CNM|A?P?RN|APRN|FNP\b|CNP\b|NP\b"
    r"|PharmD|Pharm\.D|PGY-?\d|EMT\b|MICN|RTR\b|LICSW|LCSW|LMSW|MSW|DPT|OTR|CCC-SLP|RHI[AT]|RDCS"
    r"|PhD|PsyD|LAC\b|LPC\b|BCPPS|D\.P\.M\.|FACS\b|JD\b)"
)
_STAFF = (
    r"(?:RN|LPN|CNA|SW|SLP|CNM|WOCN|DSN|PA-C|LCSW|LMSW|MSW|CRNA|PharmD|Attg|[Aa]ttending"
    r"|ATTENDING|[Rr]esident|[Ff]ellow|[Nn]avigator|[Ii]nterpreter|[Ii]nterp|[Cc]ase manager"
    r"|[Cc]haplain|[Cc]oordinator|[Cc]oord|[Ss]ocial worker?|[Pp]harmacist|[Cc]ounsel+or"
    r"|[Tt]herapist|[Nn]utritionist|[Dd]ietitian|[Nn]urse|NURSE|PHN|[Ss]urgeon|[Mm]idwife"
    r"|[Pp]aramedic|[Mm]edic|EMT(?:-\w)?|COL|LTC|LCDR|CDR|CPT|MAJ|[Cc]aller|[Pp]hlebotomist"
    r"|[Ss]onographer|[Tt]echnologist|[Ii]nvestigator|[Hh]ospitalist|[Ii]ntensivist)"
)
_OTHERS = (
    r"(?:Atty|[Aa]ttorney|[Ll]awyer|[Ww]arden|[Ee]lder|Sgt|SGT|Ofc|[Oo]fficer|[Dd]etective"
    r"|[Ll]ifeguards?|SSG|SPC|PFC|[Uu]nion rep|[Tt]eacher|[Cc]oach|[Ll]andlord|[Gg]uardian"
    r"|[Rr]oommate|[Bb]oyfriend|[Gg]irlfriend|[Ff]ianc[eé]e?|[Ss]pouse|gf|bf|[Dd]tr|[Hh]ubby)"
)
_THEN = (
    r"(?:['’]s\b|[;)\]]|[.,](?:\s|$)|[ \t]{2,}|[ \t]*(?:\r?\n|$)| \(?\d| [+&]| (?:phone|cell|and"
    r"|with|who|is|was|has|will|at|by|called|said|says|present|aware|notified|updated|in room"
    r"|in the|on the|here|from|helps|helping|daily|gave|telephone|saw|wrote|reports|states"
    r"|paged)\b)"
)


_DEGREES = listed("""
    BA BS DO ED ER GI ID IR IV MA MD MS NP OR OT PA PO PT RD RN US
""")
"""What stands before a rank with a comma and is no initials."""


def _is_somebody(surface: str) -> bool:
    """Whether letters may be initials where what stands around says that it is somebody."""
    return surface.lower() not in _NOBODY


def _is_beside(surface: str) -> bool:
    """Whether letters may be initials beside who is a relative, of the staff or registered."""
    if "." in surface:
        return _is_somebody(surface.replace(".", "").replace(" ", ""))
    return surface.lower() not in _NOT_BESIDE and (len(surface) == 2 or _is_initials(surface))


def _is_initials(surface: str) -> bool:
    """Whether letters are no abbreviation that notes hold."""
    if "." in surface:
        return _is_beside(surface)
    return surface.lower() not in _NOT_BESIDE | NO_INITIALS


def _is_surname_and_initial(surface: str) -> bool:
    """Whether what stands before the initial may be a surname."""
    surname = surface.split(",")[0]
    return is_name(surname.replace("-", " ")) and all(map(is_surname, surname.split("-")))


def _is_said_of(surface: str) -> bool:
    """Whether letters say something: any two, three that are no abbreviation."""
    return _is_somebody(surface) if len(surface) == 2 else _is_initials(surface)


RULES = (
    row(
        "initials-say",
        rf"\b(?:{_WHO}|{KIN}|{KIN_CAPS}),? (?P<phi>[A-Z]{{2,3}})(?:,? \(?\d{{1,3}}\)?,?)? "
        rf"(?:{_SAYS}|{_SAYS.upper()})(?:[^\pL]|$)",
        "Pt <PATIENT>JS</PATIENT> called. Mother <PATIENT>KS</PATIENT> reports fever",
        "PATIENT <PATIENT>MK</PATIENT> STATES; client <PATIENT>JRS</PATIENT> (45) denies SI",
        "Pt RN called, patient ED reported. PATIENT NOT TOLD. pt BP reported. pt EMS arrived",
        "Patient MRI reported, PT AMB AND RETURNED; PT NOT SEEN; pt WHO lives alone",
        score=0.93,
        check=_is_said_of,
    ),
    row(
        "initials-seen",
        rf"\b(?:{_WHO}|{KIN}|{KIN_CAPS}),? (?P<phi>[A-Z]{{2}})(?:,? \(?\d{{1,3}}\)?,?)? "
        rf"(?:{_IS_SEEN}|{_IS_SEEN.upper()})(?:[^\pL]|$)",
        "PATIENT <PATIENT>MK</PATIENT> SEEN; mother <PATIENT>KW</PATIENT> is here",
        "PT HD TOLERATED, pt EF remains low, patient RA is stable; PATIENT PE WAS SEEN",
        score=0.9,
        check=_is_initials,
    ),
    row(
        "initials-aged",
        rf"\b(?P<phi>[A-Z]{{2,3}})(?: (?:is|was)(?: an?)?|, an?) (?:[a-z-]+,? ){{0,2}}?{_AGE}",
        "<PATIENT>AB</PATIENT> is a 5 yo boy. <PATIENT>JM</PATIENT> is a pleasant 78-year-old",
        "<PATIENT>CA</PATIENT> is twelve years old; <PATIENT>KT</PATIENT>, a 40 y/o F",
        "PT is a 5 yo boy, HE is 12 years old, DM is 20 years; DM, a 40 year history",
        score=0.93,
        check=_is_said_of,
        unless_before=r"[\pL\d/&+-]|\b(?:of|for|with|his|her|has|had|and|h/o) ",
    ),
    row(
        "initials-open-a-note",
        r"\A\s*(?P<phi>[A-Z]{2}),? (?:\(?\d{1,3}(?: ?[MFmf]\b| ?yo| y/o)?[,)]|needs|called"
        r"|calls|wants"
        r"|is here|asks|c/o|presents|says|reports|seen|f/u|brought|came|here)(?:[^\pL]|$)",
        "<PATIENT>XV</PATIENT>, 19, barista; needs",
        "<PATIENT>KT</PATIENT> needs MRI L-spine",
        "ED called, AF here",
        "EF 55, no",
        "PT needs MRI",
        score=0.9,
        check=_is_initials,
    ),
    row(
        "initials-labelled",
        rf"{_LABEL}[ \t]{{0,8}}:[ \t]{{0,8}}(?P<phi>[A-Z]{{2,3}})"
        r"(?:[\])]|[ \t]*(?:\r?\n|$)|[ \t]{2,}| \(?\d)",
        "Pt: <PATIENT>OG</PATIENT>   Room 7\nName: <PATIENT>JRS</PATIENT>\n",
        "Patient: NAD\nPt: OK   BP 120/80; Name: MD   Spouse: no",
        score=0.93,
        check=_is_beside,
    ),
    row(
        "initials-labelled-and-born",
        rf"{_LABEL}[ \t]{{0,8}}:[ \t]{{0,8}}(?P<phi>[A-Z]{{2,3}})"
        rf"(?: \([^()\n]{{1,20}}\))?[ \t|,]{{0,20}}(?:\r?\n)?[ \t]*{_BORN}",
        "Patient: <PATIENT>IS</PATIENT>\nMRN: 33; Re: <PATIENT>AM</PATIENT>  DOB 3 Oct 1939",
        "Name: <PATIENT>MRS</PATIENT>  DOB 3/4/50",
        "Patient: NA  DOB unknown; Patient: seen 45 yo",
        score=0.95,
        check=lambda surface: surface not in {"ID", "MRN", "NA", "NO", "PT"},
    ),
    row(
        "initials-of-patient-born",
        rf"\b(?:{_WHO})[ \t]{{1,8}}(?P<phi>[A-Z]{{2}})[ \t,]{{1,8}}{_BORN}",
        "Pt <PATIENT>EO</PATIENT>  9 yr M; PT <PATIENT>TG</PATIENT>  DOB 5/2/1983",
        "PATIENT\t<PATIENT>CE</PATIENT>\tSSN\t503",
        "Pt ID  MRN 33, PT IS 45 yo. Patient AF  59m",
        score=0.93,
        check=_is_beside,
    ),
    row(
        "initials-of-header",
        rf"{_LEFT}(?P<phi>{_TWO})(?: \([^()\n]{{1,20}}\))?[ \t|,:]{{1,20}}(?:\r?\n)?{_BORN}",
        "\n<PATIENT>WH</PATIENT>  59m  mrn 5939",
        "Clinic\n<PATIENT>EO</PATIENT> | 13 y.o. M | MRN 1",
        "a\n<PATIENT>LS</PATIENT>  F 91   HAR 7",
        "ED    MRN 33\nDM  45 yo\nRR  20 F; CC   59m",
        score=0.9,
        check=_is_beside,
    ),
    row(
        "initials-of-kin-in-brackets",
        rf"\b(?:{KIN}|{KIN_CAPS}|{_OTHERS}),? \((?P<phi1>{_TWO})\)"
        rf"|\b(?P<phi2>{_TWO}),? \((?:{KIN}|{KIN_CAPS}|{_OTHERS}|(?i:patient|pt))\)",
        "Spoke with mom (<PATIENT>TR</PATIENT>); Contact: <PATIENT>KW</PATIENT> (husband)",
        "mother (DM), father (MI), daughter (RN), POA (son), HTN (mother), CA (aunt)",
        score=0.93,
        check=_is_beside,
    ),
    row(
        "initials-of-kin",
        rf"\b(?:{KIN}|{_OTHERS}),? (?P<phi>{_TWO}){_THEN}",
        "mother <PATIENT>KS</PATIENT>, 77; niece <PATIENT>CG</PATIENT> in room, son "
        "<PATIENT>JW</PATIENT>'s house",
        "mother DM, father CA 80; son MD, sister RN at OSH, wife OK with plan; friend KSA",
        score=0.9,
        check=_is_initials,
        unless_after=r",? (?:and|&|\+) (?:father|mother|MI|DM|CA)\b",
    ),
    row(
        "initials-of-header-asked-about",
        r"\b(?:on|for|re|about) (?P<phi>[A-Z]{2}),? (?i:dob|mrn)\b",
        "find anything on <PATIENT>CW</PATIENT> dob maybe 1/1/90",
        "form for ED MRN, sign for PT DOB",
        score=0.93,
        check=_is_beside,
    ),
    row(
        "initials-ranked",
        rf"(?:{_LEFT}|[,;:.(] ?|\b(?:by|with|w/|per|to|from) )(?P<phi>{_TWO}),? {_RANK}",
        "\n\n<DOCTOR>RK</DOCTOR>, MD PGY1; seen by <DOCTOR>KW</DOCTOR> PharmD",
        "PT, DPT; ED RN, OR RN; F.R.C.S., D.O.; seen by ID MD, MS, RN; Baltimore, MD NP",
        score=0.93,
        check=_is_beside,
        unless_before=r"\pL\.",
    ),
    row(
        "initials-ranked-at-the-end",
        rf"(?:(?m:^)[ \t]*|\b(?:[Aa]ttending|ATTENDING|[Aa]ttg|by|PCP|Note|notified):? {{0,8}})"
        rf"(?P<phi>{_TWO}), ?{_RANK}",
        "best wishes,\n\n<DOCTOR>AT</DOCTOR>, MD\nAttg: <DOCTOR>IS</DOCTOR>, MD",
        "hemiarthroplasty by <DOCTOR>PS</DOCTOR>, M.D.",
        "by PT, DPT\nMS, RN\nseen by ED, MD aware",
        score=0.93,
        check=lambda surface: surface.replace(".", "") not in _DEGREES,
        unless_after=rf",? {_RANK} (?:aware|notified|paged|called|at bedside)",
        unless_before=r"\pL\.",
    ),
    row(
        "initials-of-labelled-staff",
        r"\b(?:MD|PCP|RN|NP|PA|(?i:attending|attg|resident|res|fellow|surgeon|provider|author"
        r"|staff|nurse|sonographer|tech(?:nologist)?|midwife|therapist))[ \t]{0,4}: {0,4}"
        r"(?P<phi>[A-Z]{2})(?:[ \t]{2,}|[ \t]*(?:\r?\n|$)|[;/]| \()",
        "MD: <DOCTOR>GE</DOCTOR> (locum)   res: <DOCTOR>KT</DOCTOR>\n",
        "MD: NA\nRN: OK  PCP: VA (Reno); Staff: PT/OT; Nurse: IV\n",
        score=0.9,
        check=_is_initials,
    ),
    row(
        "initials-of-phone",
        r"[ \t]{2,}(?P<phi>[A-Z]{2})[ \t]{2,}"
        r"(?:(?:beep|pager|pgr|ext)\b|x ?\d{3,5}\b|\(?\d{3}[-). ]{1,2}\d{3}[-. ]\d{4}\b)",
        "Psych      <DOCTOR>KS</DOCTOR>     337-555-0190",
        "Clinic   ED    337-555-0190; on call  GI  x4432",
        score=0.88,
        check=_is_initials,
    ),
    row(
        "surname-and-initial-titled",
        r"\b(?:Drs?|Prof|Mrs?|Ms|Mx|Sgt|Ofc|Officer|Nurse|RN|NP|PA-C|SW|SLP|OT|PT|CNM|LPN|CNA"
        r"|WOCN|DSN"
        rf"|Chaplain|Rabbi|SSG|SPC|PFC|CPT|MAJ|LTC|COL|LCDR|(?i:{KIN}))\b\.? "
        rf"(?P<phi>{MIXED}, \p{{Lu}}\.)(?:[,;:)]|[ \t]*(?:\r?\n|$)| [\d(/+]| [\pL])",
        "Dr <DOCTOR>Hult, C.</DOCTOR> 605; SW <DOCTOR>Cross, T.</DOCTOR>, call",
        "Dr. Hult, C. diff neg, PT Eval, A. fib; mother Well, A. Follow up, RN Called, P. Then",
        score=0.93,
        check=_is_surname_and_initial,
        unless_after=r" (?:diff|fib|flutter|coli|dif|line|tach|aureus|pneumoni|baumann|fumig"
        r"|albicans|difficile|\p{Lu}\p{Ll}+ (?:up|if|in|to|for|with)\b)",
    ),
    row(
        "initials-of-role",
        rf"\b{_STAFF}(?:: ?| {{1,2}})(?P<phi>{_TWO}){_THEN}",
        "SW <DOCTOR>C.A.</DOCTOR>",
        "Nurse <DOCTOR>NK</DOCTOR>, case manager <DOCTOR>BK</DOCTOR> called; CNM: "
        "<DOCTOR>FW</DOCTOR>  Language",
        "RN E.D. SW CM, nurse OK. Attending MD aware, medic IV at, surgeon UK",
        score=0.9,
        check=_is_beside,
    ),
    row(
        "initials-spoken-with",
        r"\b(?i:spoke (?:with|to)|talked (?:with|to)|met with|d/w|vm from|message from|call from"
        rf"|discussed with) (?P<phi>[A-Z]{{2}}){_THEN}",
        "Spoke with <PATIENT>KW</PATIENT>. VM from <PATIENT>JT</PATIENT> at 9",
        "spoke with MD, d/w GI, met with PT and OT; call from ED. d/w ID at 9",
        score=0.85,
        check=_is_initials,
    ),
    row(
        "initial-titled",
        r"\b(?:Mr|Mrs|Ms|Miss|Mx)\.? (?P<phi>[A-Z])(?:\.? |[.]?[,;:)]|['’]s |\.?(?:\r?\n|$))",
        "Ms <PATIENT>R</PATIENT> tolerated nectar; VM for Mrs. <PATIENT>T</PATIENT>. Called",
        "MS C spine, MR T2, Ms and Mr",
        score=0.93,
    ),
)
