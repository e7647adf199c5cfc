"""Initials and log-ins of staff: who dictated and typed, signed, called or was called.

A finding has the same form (`HIV: neg`, `SOB/doe`), and to take it out would cost what a note is
read for; so words and abbreviations that are findings far more often are no initials.
"""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.rules import Rule, row
from incognote.languages.en.rules.names import is_name, is_ranked

_NO_TYPIST = listed("""
    abd abn abs ago all am and ant any aox are asap at axo bid bil bp cad cc cca ckd cl clr cm
    cont copd cp cta ctab cva cxr dc dm doe done dry dvt dx ecg eg ekg eom eomi etoh fair fam
    fine firm flat free full fx gait gerd gi good gu ha had has held here high hld hpi hr hrs
    htn hx ie im in inc int is it iu iv kg lat left less lle loc low lue med mg mild min mm
    mod more msk murm na nad nc nd neg nil nka nkda nl nml no non none norm nos not now npo nr
    ns nsr nt nv of off ok old on one or out pe pen pend per perl pink pmh pnd po poor pos post
    pr prn pro psh pt pul qd qhs qid qod ra red reg resp rle rom rr rrr rue rx sc sec see sem
    sent sex sl slow sob soc soft sq sr st stat sup sx tbd ted than the tid too tr trc tx typ
    uln up uri use uti vd via wait warm was weak well wk wks wnl work wt yes yo yr yrs
""")
"""What a few small letters more often are."""
_AFTER = rf"[ \t]?[/:][ \t]?(?:{'|'.join(sorted(_NO_TYPIST))})\b"

_NO_DICTATOR = listed("""
    abd abg afp allg alt anca asa back bili bmi bmp bnp bun cad card cbc ccp cea chem chf ckd
    cmp code copd cpap crp csf csm cva cvs cxr date diet dnr dtr dvt ebl ecg echo eeg efw ekg
    emg ent eom esr etoh ext eyes face fall feet fhr fht fhx flu gait gbs gerd hbv hct hcv head
    heme hgb hiv hld hpi hsv htn icd inr iop iud iui jvd jvp labs last ldl legs lft lfts lle lmp
    loc lue lung lvef meds mood mri mrsa msk neck nkda note npo nsr osa pain pap pcr perl plan
    plt pmh ppd prn psa psh pshx pvd pvr rash resp rle rom ros rpr rsv rue rvr shx site skin sl
    sle slp spo stat tbi temp test time tsh turp type ua urol uti vdrl vent wbc
""")
"""What stands before the colon of a finding."""
_BEFORE = rf"\b(?:{'|'.join(sorted(_NO_DICTATOR))})[ \t]*[/:][ \t]*"

_BLANK = r"(?:[ \t]{2,}|[ \t]*(?:\r?\n|$))"
_TIGHT = rf"(?m:^)[ \t]*%s{_BLANK}"
_APART = r"(?:(?m:^)[ \t]*|[ \t]{2,})%s[ \t]*(?:\r?\n|$)"


def is_typist(surface: str) -> bool:
    """Whether letters are none that more often are a finding."""
    return surface.lower() not in _NO_TYPIST


def _is_dictator(surface: str) -> bool:
    return surface.lower() not in _NO_DICTATOR


def _signed(name: str, pattern: str, score: float, *cases: str, typist: bool) -> Rule:
    """A row for who typed or dictated a note, with what the letters of neither may be."""
    return row(
        name,
        pattern,
        *cases,
        score=score,
        check=is_typist if typist else _is_dictator,
        unless_before=_BEFORE if typist else "",
        unless_after="" if typist else _AFTER,
    )


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


_OTHERS = listed("""
    acs add afp ah air anc apn app asc aunt auto bed bmt boy bro bus cab cap car cat cbg cf cm cma
    cna cnp cns cop cp csm ctg cup dds did dpm drug dtr dysp ec ecd ech ecmo eds eeg eer ekg em
    email emt ent epi eye face fam far feed fob foot fp ft gas get gf gfr gm gram grp gyn hand hcp
    hd hem her hha him hr hrly hub ihc infx inh int ip ir jet joe kid kin lead lean leg lgh lip
    lmp lot lp lpm mail med mom mouth mpoa mrn msu mt mum nan ncs neb neg neo neph nicu nok none
    nose nur obs ocd oh onc oob ophth optn oral oral orl ort ortho osh ots our pacu pal path pca
    pcn pct pd peds peg per phn pic picc picu pm poa pod pop post ppl prov psw pt pts pta psy pvt
    qa qns quiz rad rads rams rep rph rrt rst self she shot sib sis skin slp snf son spec ssa
    ssw stu sub tb bb qc nat huc tod nsg ivr em fm ipc ccu cvu hq uk nz tele csw ocp mdt opd sni
    gpn anp dn hv sw surg swab swat team text them tp tpn tri tte tube ub uro urol us usg uv van vic
    vna vol vr war web who wic wife you
""")
"""Who or what else did it: kin, services, trades and ways of measuring."""
_TIME = r"(?:@ ?)?(?:[01]\d|2[0-3]):?[0-5]\d(?: ?h(?:rs)?)?"
_DATE = r"\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?"


def _is_initials(surface: str) -> bool:
    return surface.lower() not in _OTHERS and is_initials(surface)


RULES = (
    _signed(
        "dictator-initials",
        _TIGHT % r"(?P<phi>[A-Z]{2,4})[/:][a-z]{2,4}",
        0.96,
        "<DOCTOR>JS</DOCTOR>/kt\nD: today",
        "BP/hr stable",
        "S/p",
        "SOB/doe\n",
        "HTN:yes\n",
        typist=False,
    ),
    _signed(
        "typist-initials",
        _TIGHT % r"[A-Z]{2,4}[/:](?P<phi>[a-z]{2,4})",
        0.96,
        "JS/<DOCTOR>kt</DOCTOR>\nD: today",
        "BP/hr stable",
        "SOB/doe\n",
        typist=True,
    ),
    _signed(
        "dictator-initials-apart",
        _APART % r"(?P<phi>[A-Z]{2,4}) ?[/:] ?[a-z]{2,3}",
        0.91,
        "fax 816 963 1025     <DOCTOR>JLB</DOCTOR>:tdm\n",
        "<DOCTOR>TM</DOCTOR> / cds\n",
        "<DOCTOR>FS</DOCTOR>: tlp\n",
        "   IV/po\n",
        "HIV: neg\n",
        "CXR: nad\n",
        typist=False,
    ),
    _signed(
        "typist-initials-apart",
        _APART % r"[A-Z]{2,4} ?[/:] ?(?P<phi>[a-z]{2,3})",
        0.91,
        "fax 816 963 1025     JLB:<DOCTOR>tdm</DOCTOR>\n",
        "TM / <DOCTOR>cds</DOCTOR>\n",
        "   IV/po\n",
        "MSK: wnl\n",
        "HCT: xyz\n",
        typist=True,
    ),
    row(
        "initials-said",
        r"(?i:\b(?:my|their|his|her|with|staff|nurse|signed) initials)(?:,| are|:| being)? "
        r"(?P<phi>[A-Z]{2,3}|[A-Z]\.[A-Z]\.(?:[A-Z]\.)?)(?:[\s.,;)]|$)",
        "My initials, <DOCTOR>CAW</DOCTOR>.",
        "her initials were",
        "my initials OK; signed initials: RN",
        score=0.93,
        check=lambda surface: (
            is_typist(surface)
            and surface not in {"RN", "LPN", "MD", "NP", "PA", "DO", "DNR", "DNI"}
        ),
    ),
    row(
        "transcription-date-initials",
        r"\b(?:T|TR|Typed|Transcribed)[: ] ?\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?"
        r"(?:[ \t]+(?:\d{4}|\d\d?:\d\d))?[ \t]+(?:(?P<phi1>[A-Z]{2,4})/)?(?P<phi2>[a-z]{2,3})"
        r"(?:[ \t]{2,}|[ \t]*(?:J|Job|Conf|\r?\n|$))",
        "D: 10/08/19  T: 10/09/19   <DOCTOR>ON</DOCTOR>/<DOCTOR>vlb</DOCTOR>  job 792227",
        "T 4/26/24   <DOCTOR>ck</DOCTOR>   Conf # 20",
        "Typed 12/18/14  <DOCTOR>vfs</DOCTOR>      Job",
        "T 38.4 on 4/26",
        "T 8/10 dull\n",
        score=0.93,
        check=lambda surface: surface.isupper() or is_typist(surface),
    ),
    row(
        "staff-initials-signed",
        r"(?i:\b(?:witnessed|wit(?:ness)?|signed|sign|sig|initials?|verified"
        r"|double[- ]check(?:ed)?|dbl ck"
        r"|checked|chk(?:d|'d)|ck(?:d|'d)?|counted|scribed?|co-?signed|entered|typed|drawn|collected|given"
        r"|cleared"
        r"|scout|prep(?:ared|ped)?|poured|dispensed|filled|read back|rb|tech|operator|oper|nurse"
        r"|scrub)"
        rf"(?: by)?(?:[: ] ?[0-2]\d:?[0-5]\d)?[: ] ?)"
        rf"(?:(?i:c/n|rn|r\.ph\.) )?(?P<phi>[A-Z]{{2,3}}|[a-z]{{2,3}}){END}",
        "4 mg IV, witnessed <DOCTOR>hw</DOCTOR>.",
        "Machine check done  signed <DOCTOR>LB</DOCTOR>    Primus",
        "given po, chkd 0615 <DOCTOR>TF</DOCTOR>, given 0615 po",
        "read back and",
        score=0.88,
        check=is_initials,
        unless_before=r"\b(?:not|unless|given|nurse) ",
        unless_after=r"[\pL\d]",
    ),
    row(
        "staff-initials-dash",
        r"(?:[.!?)] ?|[.,;] |[ \t])(?:--?|–|—|/)(?P<phi>[a-z]{2,3}|[A-Z]{2,3})[ \t]*(?:\r?\n|$)",
        "no answer x2. -<DOCTOR>mo</DOCTOR>\n",
        "will recheck in am /<DOCTOR>bkm</DOCTOR>\n",
        "drinks coffee w/wife -or\n",
        score=0.9,
        check=is_initials,
        unless_before=r"\b(?:w|c|s|and|[a-z]{1,3})/|\d ?[-/]",
    ),
    row(
        "staff-role-name",
        r"\b(?:CNA|HCA|PCT|PCA|RN|LPN|EN|SN|ANM|CNM2?|NUM|Bleep|FY[12]|F[12]|CT[12]|ST\d|SHO|SpR"
        r"|Reg|PGY-?\d"
        r"|Anaes|Anes|ODP|Scrub|Circ(?:ulator)?|Perf(?:usionist)?|Backup OB|Physiatry|Scribe"
        r"|Phleb|Coord"
        r"|Tech|Caller|Charge|C/N|Sr)[: ] {0,8}(?P<phi>\p{Lu}\p{Ll}{2,}(?:[-'’]\p{Lu}\p{Ll}+)?)"
        + END,
        "Anaes <DOCTOR>Sivapalan</DOCTOR>\n",
        "RN Home.",
        "Tech Support",
        score=0.75,
        check=is_name,
        unless_after=r" ?(?:Health|Support|Line|Team|Care)",
    ),
    row(
        "vendor-present",
        r"\b(?:[Rr]ep|(?:REP|[Vv]endor) (?:present|in (?:the )?(?:room|OR|lab)|attending)"
        r"|[Rr]ep (?:present|in (?:the )?(?:room|OR|lab)|attending)): ?"
        r"(?P<phi>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)(?:[\s,;.(/]|$)",
        "Rep present: <PATIENT>Todd</PATIENT>\n; rep in room: <PATIENT>Son Lam</PATIENT>, badge",
        "Rep present: Yes",
        "REP: Ten; Rep present: Stryker",
        score=0.9,
        check=lambda surface: is_ranked(surface) and surface.split()[0] not in _NOBODY,
    ),
    row(
        "username-audit",
        r"(?i:\b(?:query by|printed by|printed \S+ \S+ by|opened by|typed|entered by"
        r"|e-?signed:?"
        r"|electronically signed:|logs in as|oper(?:ator)?=|note=|user=|usr=|by=|author=|login="
        r"|uid=|verified=)"
        r" ?[\"']?)(?P<phi>[a-z][a-z]*(?:[._]?[a-z]+)*\d{0,4})(?:[\s\"',;.()]|$)",
        "OPER=<USERNAME>jmwangi2</USERNAME> HOLD=Y",
        "e-signed <USERNAME>khollomon</USERNAME> 09/04/2021",
        "signed by patient",
        "entered by nursing",
        score=0.75,
        check=lambda surface: len(surface) >= 5 and is_name(surface) and surface not in _WORDS,
    ),
    row(
        "username-digits",
        r"(?i:\b(?:by|user|oper(?:ator)?|pharm|coord|clinician|reported by|author|audit|tech"
        r"|phleb \w+/))[: =]"
        r" ?(?P<phi>[a-z]{3,}\d{1,3}|[a-z]\.[a-z]{3,}\d{0,2}|[A-Z]{3,}\d{1,3})(?:[\s\"',;)/|]|$)",
        "03:58 by <USERNAME>edreg07</USERNAME>\n",
        "Reported by <USERNAME>e.karras</USERNAME> 19/09",
        "by day3",
        score=0.85,
        check=lambda surface: surface[:3].lower() not in {"age", "day", "dos", "est", "max", "min"},
        unless_before=r"\b(?:increase[ds]?|decreased?|reduced?|q|up|down|followed|mediated"
        r"|level) by ",
    ),
    row(
        "staff-initials-told",
        r"(?i:\b(?:called|phoned|notified|informed|read ?back|rbv|telephoned|paged|alerted)\b)"
        rf"[^\n.;]{{0,40}}(?:{_TIME}|{_DATE}) by (?P<phi>[a-z]{{2,3}}|[A-Z]{{2,3}}){END}",
        "Critical called to & read back by S Amoah RN 11/04 @0417 by <DOCTOR>jrt</DOCTOR>.",
        "Dr Begaye notified 11/3 1005 by <DOCTOR>lmc</DOCTOR>. CPT 88305",
        "family called 0900 by EMS. MD paged 0910 by RN. Wife notified 1200 by son.",
        "told at 0900 by mom.",
        score=0.9,
        check=_is_initials,
    ),
    row(
        "staff-initials-entered",
        r"(?i:\b(?:tests?|orders?|results?|slides?|specimens?|samples?|films?|report)) "
        r"(?i:(?:was |were |has been )?(?:re-?)?(?:added|cancel+ed|amended|corrected|verified"
        r"|released|reviewed|resulted|relabel+ed|entered|approved)) (?:by|per) "
        rf"(?P<phi>[a-z]{{2,3}}|[A-Z]{{2,3}}){END}",
        "Tests added per <DOCTOR>jls</DOCTOR>. Slide reviewed by <DOCTOR>BRJ</DOCTOR>",
        "Orders verified by RN. Films reviewed by ENT. Test cancelled per pt.",
        "Results reviewed by us. Order entered by MD",
        score=0.9,
        check=_is_initials,
    ),
    row(
        "staff-initials-pair",
        r"(?i:\b(?:(?:double |cross)?-?(?:checked|verified|witnessed|counted|cosigned)|signed off)"
        r"(?: x ?2| twice)? (?:by|with|w/) (?:2 )?(?:RNs?:? )?)(?P<phi1>[A-Z]{2,3}) ?(?:&|/|\+|and)"
        rf" ?(?P<phi2>[A-Z]{{2,3}}){END}",
        "Crossmatch checked by <DOCTOR>AB</DOCTOR> & <DOCTOR>KD</DOCTOR>.",
        "Heparin verified with RN <DOCTOR>JT</DOCTOR>/<DOCTOR>PB</DOCTOR>\n",
        "verified by RN/MD. Checked with US/CT. Checked PT/INR.",
        score=0.9,
        check=_is_initials,
    ),
    row(
        "staff-initials-role",
        rf"\b(?:[Nn]urse|[Dd]entist|[Hh]ygienist|[Dd]ental nurse) (?P<phi>[A-Z]{{2}}){END}",
        "at Harley Lane Dental. Nurse <DOCTOR>EF</DOCTOR>. NV 2/52",
        "seen by nurse IV. Nurse ED. nurse NP, dentist UK",
        score=0.85,
        check=_is_initials,
    ),
    row(
        "staff-initials-dictated",
        r"(?:(?m:^)[ \t]*|[.;] |[ \t]{2,})(?P<phi>[a-z]{2,3}|[A-Z]{2,3})/"
        r"(?i:dragon|dax|m\*?modal|fluency|nuance|voice rec\w*|dictaphone|pgy-?\d)[ \t]*[.\n\r]?",
        "bmi 36. <DOCTOR>jv</DOCTOR>/dragon\n",
        "Re-eval in AM. <DOCTOR>vk</DOCTOR>/PGY3",
        "RN/Dragon, CT/PGY2",
        check=_is_initials,
        unless_after=r"/(?i:(?:dragon|dax)\w|pgy-?\pL)",
    ),
    row(
        "staff-initials-dictated-and-typed",
        r"\b(?i:dict(?:ated)?|dictator)(?: by)?[.:]? ?(?P<phi1>[A-Z]{2,4}|[a-z]{2,3}) ?[/,;|] ?"
        r"(?i:trans(?:cribed|criber)?|typed|typist)(?: by)?[.:]? ?(?P<phi2>[A-Z]{2,4}"
        r"|[a-z]{2,3})(?:[\s.,;)]|$)",
        "Dict <DOCTOR>RKT</DOCTOR> / Trans <DOCTOR>jb</DOCTOR> at",
        "dictated and transcribed, Dict IV / Trans PO",
        score=0.93,
        check=_is_initials,
    ),
)
