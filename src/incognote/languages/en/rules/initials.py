"""Initials of those who dictated and typed a note: `JLB:tdm` at the end of a line.

A finding has the same form (`HIV: neg`, `SOB/doe`), and to take it out would cost what a note is
read for; so words and abbreviations that are findings far more often are no initials.
"""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.rules import Rule

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


def _row(name: str, pattern: str, score: float, *cases: str, typist: bool) -> Rule:
    return Rule(
        name,
        "DOCTOR",
        pattern,
        score,
        check=is_typist if typist else _is_dictator,
        cases=cases,
        unless_before=_BEFORE if typist else "",
        unless_after="" if typist else _AFTER,
    )


RULES = (
    _row(
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
    _row(
        "typist-initials",
        _TIGHT % r"[A-Z]{2,4}[/:](?P<phi>[a-z]{2,4})",
        0.96,
        "JS/<DOCTOR>kt</DOCTOR>\nD: today",
        "BP/hr stable",
        "SOB/doe\n",
        typist=True,
    ),
    _row(
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
    _row(
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
    Rule(
        "initials-said",
        "DOCTOR",
        r"(?i:\b(?:my|their|his|her|with|staff|nurse|signed) initials)(?:,| are|:| being)? "
        r"(?P<phi>[A-Z]{2,3}|[A-Z]\.[A-Z]\.(?:[A-Z]\.)?)(?:[\s.,;)]|$)",
        0.93,
        check=lambda surface: (
            is_typist(surface)
            and surface not in {"RN", "LPN", "MD", "NP", "PA", "DO", "DNR", "DNI"}
        ),
        cases=(
            "My initials, <DOCTOR>CAW</DOCTOR>.",
            "her initials were",
            "my initials OK; signed initials: RN",
        ),
    ),
    Rule(
        "transcription-date-initials",
        "DOCTOR",
        r"\b(?:T|TR|Typed|Transcribed)[: ] ?\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?"
        r"(?:[ \t]+(?:\d{4}|\d\d?:\d\d))?[ \t]+(?:(?P<phi1>[A-Z]{2,4})/)?(?P<phi2>[a-z]{2,3})"
        r"(?:[ \t]{2,}|[ \t]*(?:J|Job|Conf|\r?\n|$))",
        0.93,
        check=lambda surface: surface.isupper() or is_typist(surface),
        cases=(
            "D: 10/08/19  T: 10/09/19   <DOCTOR>ON</DOCTOR>/<DOCTOR>vlb</DOCTOR>  job 792227",
            "T 4/26/24   <DOCTOR>ck</DOCTOR>   Conf # 20",
            "Typed 12/18/14  <DOCTOR>vfs</DOCTOR>      Job",
            "T 38.4 on 4/26",
            "T 8/10 dull\n",
        ),
    ),
)
