"""Initials without points that stand for a person: `Pt JS called`, `AB is a 5 yo boy`.

Two capitals are an abbreviation far more often (`Pt RA`, `mother DM`), so a row asks for what only
a person does or has beside them, and that they are none of the abbreviations that stand there.
"""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.rules import row
from incognote.languages.en.rule_words import NO_INITIALS
from incognote.languages.en.rules.little_names import KIN, KIN_CAPS

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
    "|lives|lived|works|worked|arrived|arrives|came|comes|presents|presented|returned|returns"
    "|walked|ambulated|tolerated|tolerates|verbali[sz]ed|verbali[sz]es|expressed|admits|admitted to"
    "|appears|appeared|attended|left|slept|ate|brought|drove|visited|cried|smiled|signed|consented"
    "|interviewed|remains|woke|needs to|seen|had no|has no|has been|was seen|was admitted"
    "|was discharged|was brought|was transferred|was referred|will call|will be seen|is here"
    "|is doing|is feeling|was told|was informed|no-showed"
)
_SAYS_CAPS = _SAYS.upper()
_AGE = (
    r"(?:\d{1,3}|[a-z]{3,7}(?:-[a-z]{3,5})?)[ -]?(?:y\.?/?o\b\.?|m/?o\b"
    r"|(?:yr|year|mo|month|wk|week|day)s?[- ]olds?\b)"
)
_BORN = (
    r"(?:MRN|[Mm]rn|DOB|dob|D\.O\.B|d\.o\.b|HAR\b|NHS\b|UR \w|b\. ?\d|SSN|Chart\b|acct\b"
    r"|\d{1,3} ?(?:y/?o\b|yrs?\b|y\.o\.)|\d{1,2}y(?:\d{1,2}m)?\b|\d{1,3} ?[MFmf]\b|[MF] {1,3}\d{1,3}\b)"
)
"""What stands behind a patient's name at the head of a note."""
_LEFT = r"(?:(?m:^)[ \t]*|[ \t]{2,}|[|\[(:] ?)"
_RANK = (
    r"(?:M\.?D\b\.?|D\.?O\b\.?|MBBS|MB BCh|PA-C|RN\b|LPN|CRNA|CNM|A?P?RN|APRN|FNP\b|CNP\b|NP\b|PharmD|Pharm\.D"
    r"|LICSW|LCSW|LMSW|MSW|DPT|OTR|CCC-SLP|RHI[AT]|RDCS|PhD|PsyD|LAC\b|LPC\b|BCPPS|D\.P\.M\.|FACS\b|JD\b)"
)
_STAFF = (
    r"(?:RN|LPN|CNA|SW|SLP|CNM|WOCN|DSN|PA-C|LCSW|LMSW|MSW|CRNA|PharmD|Attg|[Aa]ttending|ATTENDING"
    r"|[Rr]esident|[Ff]ellow|[Nn]avigator|[Ii]nterpreter|[Ii]nterp|[Cc]ase manager|[Cc]haplain"
    r"|[Cc]oordinator|[Cc]oord|[Ss]ocial worker?|[Pp]harmacist|[Cc]ounsel+or|[Tt]herapist|[Nn]utritionist"
    r"|[Dd]ietitian|[Nn]urse|NURSE|PHN|[Ss]urgeon|[Mm]idwife|[Pp]aramedic|[Mm]edic|EMT(?:-\w)?"
    r"|COL|LTC|LCDR|CDR|CPT|MAJ|[Cc]aller|[Pp]hlebotomist|[Hh]ospitalist|[Ii]ntensivist)"
)
_OTHERS = (
    r"(?:Atty|[Aa]ttorney|[Ll]awyer|[Ww]arden|[Ee]lder|Sgt|SGT|Ofc|[Oo]fficer|[Dd]etective|[Ll]ifeguard"
    r"|SSG|SPC|PFC|[Uu]nion rep|[Tt]eacher|[Cc]oach|[Ll]andlord|[Gg]uardian|[Rr]oommate|[Bb]oyfriend"
    r"|[Gg]irlfriend|[Ff]ianc[eé]e?|[Ss]pouse|gf|bf|[Dd]tr|[Hh]ubby)"
)
_THEN = (
    r"(?:['’]s\b|[;)\]]|[.,](?:\s|$)|[ \t]{2,}|[ \t]*(?:\r?\n|$)| \(?\d| (?:phone|cell|and|with|who|is"
    r"|was|has|will|at|by|called|said|says|present|aware|notified|updated|in room|in the|on the"
    r"|here|from|helps|helping|daily|gave|wrote|reports|states|paged)\b)"
)


def _is_somebody(surface: str) -> bool:
    """Whether letters may be initials where what stands around says that it is somebody."""
    return surface.lower() not in _NOBODY


def _is_beside(surface: str) -> bool:
    """Whether letters may be initials beside who is a relative, of the staff or registered."""
    return surface.lower() not in _NOT_BESIDE and (len(surface) == 2 or _is_initials(surface))


def _is_initials(surface: str) -> bool:
    """Whether letters are no abbreviation that notes hold."""
    return _is_somebody(surface) and surface.lower() not in NO_INITIALS


def _is_said_of(surface: str) -> bool:
    """Whether letters say something: any two, three that are no abbreviation."""
    return _is_somebody(surface) if len(surface) == 2 else _is_initials(surface)


RULES = (
    row(
        "initials-say",
        rf"\b(?:{_WHO}|{KIN}|{KIN_CAPS}),? (?P<phi>[A-Z]{{2,3}})(?:,? \(?\d{{1,3}}\)?,?)? "
        rf"(?:{_SAYS}|{_SAYS_CAPS})(?:[^\pL]|$)",
        "Pt <PATIENT>JS</PATIENT> called. Mother <PATIENT>KS</PATIENT> reports fever",
        "PATIENT <PATIENT>MK</PATIENT> SEEN; client <PATIENT>JRS</PATIENT> (45) denies SI",
        "Pt RN called, patient ED reported. PATIENT NOT SEEN. pt BP reported. pt EMS arrived",
        "Patient MRI reported, PT AMB AND RETURNED; pt WHO lives alone",
        score=0.93,
        check=_is_said_of,
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
        r"\A\s*(?P<phi>[A-Z]{2}),? (?:\(?\d{1,3}(?: ?[MFmf]\b| ?yo| y/o)?[,)]|needs|called|calls|wants"
        r"|is here|asks|c/o|presents|says|reports|seen|f/u|brought|came|here)(?:[^\pL]|$)",
        "<PATIENT>XV</PATIENT>, 19, barista; needs",
        "<PATIENT>AF</PATIENT> needs MRI L-spine",
        "ED called, AF here",
        "PT needs MRI",
        score=0.9,
        check=_is_somebody,
    ),
    row(
        "initials-labelled",
        r"\b(?i:patient|pt|client|name|offender|recipient|baby|guardian|caregiver|nok|next of kin"
        r"|emergency contact|contact|historian|informant|spouse|partner|parent ?\d?|resident|re"
        r"|regarding)(?: name| initials)? ?: {0,8}"
        rf"(?P<phi>[A-Z]{{2,3}})(?:[\])]|[ \t]*(?:\r?\n|$)|[ \t]{{2,}}| \(?\d|\s{{1,3}}{_BORN})",
        "Patient: <PATIENT>ME</PATIENT>\nMRN: 33; Pt: <PATIENT>OG</PATIENT>   MRN 7661",
        "Name: <PATIENT>JRS</PATIENT>  DOB 3/4/50",
        "Patient: NAD\nPt: OK   BP 120/80; Name: MD   Spouse: no",
        score=0.93,
        check=_is_beside,
    ),
    row(
        "initials-of-header",
        rf"{_LEFT}(?P<phi>[A-Z]{{2}})(?: \([^()\n]{{1,20}}\))?[ \t|,:]{{1,20}}(?:\r?\n)?{_BORN}",
        "\n<PATIENT>WH</PATIENT>  59m  mrn 5939",
        "Clinic\n<PATIENT>EO</PATIENT> | 13 y.o. M | MRN 1",
        "a\n<PATIENT>LS</PATIENT>  F 91   HAR 7",
        "ED    MRN 33\nDM  45 yo\nRR  20 F; CC   59m",
        score=0.9,
        check=_is_beside,
    ),
    row(
        "initials-of-kin-in-brackets",
        rf"\b(?:{KIN}|{KIN_CAPS}|{_OTHERS}),? \((?P<phi1>[A-Z]{{2}})\)"
        rf"|\b(?P<phi2>[A-Z]{{2}}),? \((?:{KIN}|{KIN_CAPS}|{_OTHERS}|(?i:patient|pt))\)",
        "Spoke with mom (<PATIENT>TR</PATIENT>); Contact: <PATIENT>KW</PATIENT> (husband)",
        "mother (DM), father (MI), daughter (RN), POA (son), HTN (mother), CA (aunt)",
        score=0.93,
        check=_is_beside,
    ),
    row(
        "initials-of-kin",
        rf"\b(?:{KIN}|{_OTHERS}),? (?P<phi>[A-Z]{{2}}){_THEN}",
        "mother <PATIENT>KS</PATIENT>, 77; niece <PATIENT>CG</PATIENT> in room, son "
        "<PATIENT>JW</PATIENT>'s house",
        "mother DM, father CA 80; son MD, sister RN at OSH, wife OK with plan; friend KSA",
        score=0.9,
        check=_is_initials,
        unless_after=r",? (?:and|&|\+) (?:father|mother|MI|DM|CA)\b",
    ),
    row(
        "initials-ranked",
        rf"(?:{_LEFT}|[,;:.(] ?|\b(?:by|with|w/|per|to|from) )(?P<phi>[A-Z]{{2}}),? {_RANK}",
        "\n\n<DOCTOR>RK</DOCTOR>, MD PGY1; seen by <DOCTOR>KW</DOCTOR> PharmD",
        "PT, DPT; ED RN, OR RN; seen by ID MD, MS, RN; Baltimore, MD NP",
        score=0.93,
        check=_is_beside,
    ),
    row(
        "initials-of-role",
        rf"\b{_STAFF}(?:: ?| {{1,2}})(?P<phi>[A-Z]{{2}}){_THEN}",
        "Nurse <DOCTOR>NK</DOCTOR>, case manager <DOCTOR>BK</DOCTOR> called; CNM: "
        "<DOCTOR>FW</DOCTOR>  Language",
        "RN ED; SW CM, nurse OK. Attending MD aware, medic IV at, surgeon UK",
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
)
