"""Initials of staff behind what they did: `0417 by jrt`, `checked by AB & CD`, `jv/dragon`."""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.rules import Rule
from incognote.languages.en.rules.staff import END, is_initials

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
    Rule(
        "staff-initials-told",
        "DOCTOR",
        r"(?i:\b(?:called|phoned|notified|informed|read ?back|rbv|telephoned|paged|alerted)\b)"
        rf"[^\n.;]{{0,40}}(?:{_TIME}|{_DATE}) by (?P<phi>[a-z]{{2,3}}|[A-Z]{{2,3}}){END}",
        0.9,
        check=_is_initials,
        cases=(
            "Critical called to & read back by S Amoah RN 11/04 @0417 by <DOCTOR>jrt</DOCTOR>.",
            "Dr Begaye notified 11/3 1005 by <DOCTOR>lmc</DOCTOR>. CPT 88305",
            "family called 0900 by EMS. MD paged 0910 by RN. Wife notified 1200 by son.",
            "told at 0900 by mom.",
        ),
    ),
    Rule(
        "staff-initials-entered",
        "DOCTOR",
        r"(?i:\b(?:tests?|orders?|results?|slides?|specimens?|samples?|films?|report)) "
        r"(?i:(?:was |were |has been )?(?:re-?)?(?:added|cancel+ed|amended|corrected|verified"
        r"|released|reviewed|resulted|relabel+ed|entered|approved)) (?:by|per) "
        rf"(?P<phi>[a-z]{{2,3}}|[A-Z]{{2,3}}){END}",
        0.9,
        check=_is_initials,
        cases=(
            "Tests added per <DOCTOR>jls</DOCTOR>. Slide reviewed by <DOCTOR>BRJ</DOCTOR>",
            "Orders verified by RN. Films reviewed by ENT. Test cancelled per pt.",
            "Results reviewed by us. Order entered by MD",
        ),
    ),
    Rule(
        "staff-initials-pair",
        "DOCTOR",
        r"(?i:\b(?:(?:double |cross)?-?(?:checked|verified|witnessed|counted|cosigned)|signed off)"
        r"(?: x ?2| twice)? (?:by|with|w/) (?:2 )?(?:RNs?:? )?)(?P<phi1>[A-Z]{2,3}) ?(?:&|/|\+|and)"
        rf" ?(?P<phi2>[A-Z]{{2,3}}){END}",
        0.9,
        check=_is_initials,
        cases=(
            "Crossmatch checked by <DOCTOR>AB</DOCTOR> & <DOCTOR>KD</DOCTOR>.",
            "Heparin verified with RN <DOCTOR>JT</DOCTOR>/<DOCTOR>PB</DOCTOR>\n",
            "verified by RN/MD. Checked with US/CT. Checked PT/INR.",
        ),
    ),
    Rule(
        "staff-initials-role",
        "DOCTOR",
        rf"\b(?:[Nn]urse|[Dd]entist|[Hh]ygienist|[Dd]ental nurse) (?P<phi>[A-Z]{{2}}){END}",
        0.85,
        check=_is_initials,
        cases=(
            "at Harley Lane Dental. Nurse <DOCTOR>EF</DOCTOR>. NV 2/52",
            "seen by nurse IV. Nurse ED. nurse NP, dentist UK",
        ),
    ),
    Rule(
        "staff-initials-dictated",
        "DOCTOR",
        r"(?:(?m:^)[ \t]*|[.;] |[ \t]{2,})(?P<phi>[a-z]{2,3}|[A-Z]{2,3})/"
        r"(?i:dragon|dax|m\*?modal|fluency|nuance|voice rec\w*|dictaphone|pgy-?\d)[ \t]*[.\n\r]?",
        0.95,
        check=_is_initials,
        unless_after=r"/(?i:(?:dragon|dax)\w|pgy-?\pL)",
        cases=(
            "bmi 36. <DOCTOR>jv</DOCTOR>/dragon\n",
            "Re-eval in AM. <DOCTOR>vk</DOCTOR>/PGY3",
            "RN/Dragon, CT/PGY2",
        ),
    ),
)
