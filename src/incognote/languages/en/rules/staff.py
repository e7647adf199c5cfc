"""Initials and log-ins of staff where notes are signed: `witnessed hw`, `RN PQ`, `/bkm`, `-bp`."""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.rules import Rule
from incognote.languages.en.rules.initials import is_typist
from incognote.languages.en.rules.names import is_name

_NO_INITIALS = listed("""
    abd ad adm aka al all am amb an and any appt are as ask at bd be bid bp bs but by can cc chf
    ckd cnm cns cpr ct cv dad day did dnr do dr due dvt dx ecg ed eg eh ekg ems en eos er etc
    ett fax for fri from fu gcs go got gp gtc gu had has hcp he her hi him his hob how hpi hr hs
    hx ic icu id ie if ill im in is it its iv job lab led let lpn lr lvn ma man may md me med mg
    mi mon mr mri ms msw my nb nbm nd new ng nil nka no not now np npo ns nsr nsw ob od of off
    ok old on one or os ot ou our out pa pcp pcr pe pge pm po pod pos pr prn pro pt ptn qid re
    ref rn rpt rrt rt rx sat saw sc se set she sl so sob som sos spt sq st sun sw sx tab tbd tea
    ten the they tid to tue two tx up us uti va via vs vss was we wed wet who why wnl wt xr yes
    yet yo you
    abg abi abn abx afb ana asa bg bm bmp bnp bph bun cbc cce cmp copd cp cr crp cta cva cxr djd
    dtr egd esr fe ffp fev fsbs ftt gerd gi gu ha hct hf hgb hld hrt hsm htn ibs ibw inh inr iol
    iop ivf jvd kcl kub kvo lad lbp lft lle lue mca mvp nad nph nsaid oa osa pad pcn pda pe pft
    pna ppd ppi psa ptt ra rbc rle rom rsv rue rvr sle svt tca tee tia tka tko toc tpa tpn tsh ua
    ugi uri usg uta ve vf vt wbc wrr xrt uo hd gt td dw ht fs pca epi ne
""")

_WORDS = listed("""
    above accepted admin agency attending audit below caller chart clerk clinic completed
    consent denied family father husband interp interpreter mother nursing parent patient
    pharmacy phone physician portal provider refused report resident scanned secure signed staff
    system verbal wife
""")
_NOBODY = listed("""
    Abbott Absent Arthrex Biomet Biotronik Boston Cochlear Cook Declined Depuy Edwards Eight Five
    Four Globus Intuitive Medtronic Mild Nil No None Not Nuvasive Olympus One Philips Present Sets
    Siemens Six Smith Squats Stryker Synthes Ten Terumo Three Twelve Two Yes Zimmer
""")
"""What is said of the one who stands for a firm, and makers of devices."""
END = r"(?:[ \t]{2,}|[ \t]*(?:[.;,|/)]|\r?\n|$))"
"""Behind initials and names of those who sign."""


def is_initials(surface: str) -> bool:
    """Whether letters are none that more often are a finding, a role or a service."""
    return surface.lower() not in _NO_INITIALS and is_typist(surface)


RULES = (
    Rule(
        "staff-initials-signed",
        "DOCTOR",
        r"(?i:\b(?:witnessed|wit(?:ness)?|signed|sign|sig|initials?|verified"
        r"|double[- ]check(?:ed)?|dbl ck"
        r"|checked|chk(?:d|'d)|ck(?:d|'d)?|counted|scribed?|co-?signed|entered|typed|drawn|collected|given"
        r"|cleared"
        r"|scout|prep(?:ared|ped)?|poured|dispensed|filled|read back|rb|tech|operator|oper|nurse"
        r"|scrub)"
        rf"(?: by)?(?:[: ] ?[0-2]\d:?[0-5]\d)?[: ] ?)"
        rf"(?:(?i:c/n|rn|r\.ph\.) )?(?P<phi>[A-Z]{{2,3}}|[a-z]{{2,3}}){END}",
        0.88,
        check=is_initials,
        unless_after=r"[\pL\d]",
        unless_before=r"\b(?:not|unless|given|nurse) ",
        cases=(
            "4 mg IV, witnessed <DOCTOR>hw</DOCTOR>.",
            "Machine check done  signed <DOCTOR>LB</DOCTOR>    Primus",
            "given po, chkd 0615 <DOCTOR>TF</DOCTOR>, given 0615 po",
            "read back and",
        ),
    ),
    Rule(
        "staff-initials-dash",
        "DOCTOR",
        r"(?:[.!?)] ?|[.,;] |[ \t])(?:--?|–|—|/)(?P<phi>[a-z]{2,3}|[A-Z]{2,3})[ \t]*(?:\r?\n|$)",
        0.9,
        check=is_initials,
        unless_before=r"\b(?:w|c|s|and|[a-z]{1,3})/|\d ?[-/]",
        cases=(
            "no answer x2. -<DOCTOR>mo</DOCTOR>\n",
            "will recheck in am /<DOCTOR>bkm</DOCTOR>\n",
            "drinks coffee w/wife -or\n",
        ),
    ),
    Rule(
        "staff-role-name",
        "DOCTOR",
        r"\b(?:CNA|HCA|PCT|PCA|RN|LPN|EN|SN|ANM|CNM2?|NUM|Bleep|FY[12]|F[12]|CT[12]|ST\d|SHO|SpR"
        r"|Reg|PGY-?\d"
        r"|Anaes|Anes|ODP|Scrub|Circ(?:ulator)?|Perf(?:usionist)?|Backup OB|Physiatry|Scribe"
        r"|Phleb|Coord"
        r"|Tech|Caller|Charge|C/N|Sr)[: ] {0,8}(?P<phi>\p{Lu}\p{Ll}{2,}(?:[-'’]\p{Lu}\p{Ll}+)?)"
        + END,
        0.75,
        check=is_name,
        cases=("Anaes <DOCTOR>Sivapalan</DOCTOR>\n", "RN Home.", "Tech Support"),
        unless_after=r" ?(?:Health|Support|Line|Team|Care)",
    ),
    Rule(
        "vendor-present",
        "PATIENT",
        r"\b(?:[Rr]ep|(?:REP|[Vv]endor) (?:present|in (?:the )?(?:room|OR|lab)|attending)"
        r"|[Rr]ep (?:present|in (?:the )?(?:room|OR|lab)|attending)): ?"
        r"(?P<phi>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)(?:[\s,;.(/]|$)",
        0.9,
        check=lambda surface: is_name(surface) and surface.split()[0] not in _NOBODY,
        cases=(
            "Rep present: <PATIENT>Todd</PATIENT>\n",
            "Rep present: Yes",
            "REP: Ten; Rep present: Stryker",
        ),
    ),
    Rule(
        "username-audit",
        "USERNAME",
        r"(?i:\b(?:query by|printed by|printed \S+ \S+ by|opened by|typed|entered by"
        r"|e-?signed:?"
        r"|electronically signed:|logs in as|oper(?:ator)?=|note=|user=|usr=|by=|author=|login="
        r"|uid=|verified=)"
        r" ?[\"']?)(?P<phi>[a-z][a-z]*(?:[._]?[a-z]+)*\d{0,4})(?:[\s\"',;.()]|$)",
        0.75,
        check=lambda surface: len(surface) >= 5 and is_name(surface) and surface not in _WORDS,
        cases=(
            "OPER=<USERNAME>jmwangi2</USERNAME> HOLD=Y",
            "e-signed <USERNAME>khollomon</USERNAME> 09/04/2021",
            "signed by patient",
            "entered by nursing",
        ),
    ),
    Rule(
        "username-digits",
        "USERNAME",
        r"(?i:\b(?:by|user|oper(?:ator)?|pharm|coord|clinician|reported by|author|audit|tech"
        r"|phleb \w+/))[: =]"
        r" ?(?P<phi>[a-z]{3,}\d{1,3}|[a-z]\.[a-z]{3,}\d{0,2}|[A-Z]{3,}\d{1,3})(?:[\s\"',;)/|]|$)",
        0.85,
        check=lambda surface: surface[:3].lower() not in {"age", "day", "dos", "est", "max", "min"},
        unless_before=r"\b(?:increase[ds]?|decreased?|reduced?|q|up|down|followed|mediated"
        r"|level) by ",
        cases=(
            "03:58 by <USERNAME>edreg07</USERNAME>\n",
            "Reported by <USERNAME>e.karras</USERNAME> 19/09",
            "by day3",
        ),
    ),
)
