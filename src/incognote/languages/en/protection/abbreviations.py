"""Abbreviations, shorthand and plain words that a model takes for institutions, beds or staff.

What names a mechanism, a finding, a procedure or a kind of place says nothing of who or where. Left
out are abbreviations that hospitals, agencies and persons bear as well: DHS, MCC, PSH, RHC, MAE.
"""

from __future__ import annotations

from incognote.detect.rules import row

_NAMED = (
    r"['’&]\pL|[-/]\d|/\pL{2,4}[ \t]*(?:\r?\n|$)"
    r"| (?-i:(?:Hospital|Clinic|Medical|Health|Centre|Center|Inc|LLC|Ltd|Group"
    r"|Foundation|University|School|College|Ambulance|HOSPITAL|CLINIC|MEDICAL|HEALTH))\b"
    r"|(?:, (?-i:\p{Lu}{2,3})){0,3},? (?:MD|DO|RN|NP|PA|PA-C|LPN|MBBS|FRCS)\b"
    r"| (?:called|phoned|says|said|aware|notified)\b"
)
"""Behind an abbreviation: it is the name of an institution or the initials of a member of staff."""
_PERSON = (
    r"\b(?:dr|mr|mrs|ms|miss|nurse|prof|md|rn|np|lpn|aide|tech|team|sister|brother|son|daughter"
    r"|wife|husband|mother|father|mom|mum|dad|aunt|uncle|friend|neighbou?r|caregiver|initials?|initialled|signed"
    r"|sig|by|per|employer|employed at"
    r"|works? (?:at|for)|insur\w*|payer)\b[.:]? ?|\b(?-i:cc): |[&/@.-]"
)
"""Before it: somebody signs with it or is called so, works there or is insured by it."""

_MECHANISMS = (
    r"GLFs?|MVCs?|MVAs?|RTCs?|PVA|FOOSH|GSWs?|LWBS|BIBA|BIBEMS|BIBP|BIBF|NAI|DOA|ROSC|PEA|AVPU"
)
_FINDINGS = (
    r"LOC|SOB|SOBOE|NAD|WNL|CTAB|RRR|NTND|NCAT|PERRLA?|EOMI|AAO|VSS|ROS|HPI|BRBPR|UGIB|LGIB|SBO"
    r"|IHD|AKI|CKD|ESRD|CVA|DVT|N?STEMI|IVDU|E[Tt]OH|NVD|PPROM|SROM|AROM|IUGR|FHR|EFM|GCS"
)
_TREATMENTS = (
    r"BVM|HFNC|NIPPV|CPAP|BI?PAP|OETT|ETT|NGT|PEG|PICC|CVC|EVD|TPN|NPO|UOP|CPR|AED|E?FAST|CXR"
    r"|KUB|TTE|LHC|EGD|ERCP|MRCP|CABG|ORIF|IMN|THA|TURP|TURBT|EUA|TLSO|LSO|AFO|WBAT|T?TWB|NWB|PWB"
    r"|OOB|I?ADLs?|SLP|VBAC|TOLAC|LSCS|SVD|NST|POLST|MOLST|DNI|APGARS?"
)
_KINDS = (
    r"SNFs?|LTACH?s?|IRFs?|ILFs?|ALFs?|TCU|A&E|(?:[MSNPC]|CV|CT|Neuro)?ICU|CCU|HDU|ITU|PACU|OPD|OSH"
    r"|EMS|ED|ER|PCPs?|GPs?|BHU|MHU"
)

_FLOW = r"\d{1,2}(?:\.\d)?L"
_MASK = r"(?:NP|NC|NPs|O2|HM|NRB|NRM|RM|FM|VM|SM|HFNC|HFNP|HFNO2|NIV)"
_PLACE = r"\b(?:rm|room|bed|unit|ward|bay|floor|flr|pod|level|suite|ste|tower|wing) ?#? ?"

_SEASON = (
    r",?(?: of)? ?['’]?\d\d|[ -](?:semester|term|break|quarter|season|sports?|harvest|gather\w*"
    r"|hunt|clean|roundup|planting|work|equinox|of"
    r"|river|creek|branch|brook|lake|city|st|street|ave|road|rd|and winter|(?:to|through|until)"
    r" (?:winter|spring|summer|now))\b|/winter"
)
"""Behind the word: it is a time of year, or a place called so."""
_NAME = r"\b(?:dr|mr|mrs|ms|miss|prof|nurse|patient|pt|name)\b[.:]? |(?-i:\b\p{Lu}\p{Ll}+,? )"


ROWS = (
    row(
        "words",
        r"\b(?P<phi>[Nn]il|NIL|NKDA|nkda|NKA|[Aa]sap|ASAP|[Hh]ay ?fever|[Ee]czema"
        r"|[Ww]heez(?:e|ing|y)|WHEEZE|TIAs?|COPD|CKD|T[12]DM|HTN|GORD|GERD|URTI|UTIs?|LRTI|NSAIDs?)\b",
        "PMH: <PLAIN>Nil</PLAIN> of note, <PLAIN>NKDA</PLAIN>",
        "Dr. Nil; Nila",
        unless_before=r"\b(?:dr|mr|mrs|ms|miss|nurse|prof)\.? ",
        unless_after=r" (?:[Cc]linic|[Uu]nit|[Ww]ard|[Cc]entre|[Cc]enter|[Ss]ervice|[Hh]ub)",
    ),
    row(
        "abbreviation",
        rf"\b(?P<phi>{_MECHANISMS}|{_FINDINGS}|{_TREATMENTS})\b",
        "85F s/p <PLAIN>GLF</PLAIN> with hip pain, no <PLAIN>LOC</PLAIN>; <PLAIN>MVC</PLAIN> 2019",
        "CC: <PLAIN>GLF</PLAIN>",
        "cc: GLF; signed GLF, GLF Health, Dr. Peg, GLF, RN; works at GLF; ward/GLF",
        "sister PEG called, PEG called; NP: SLP 14:00; team: EVD, THA, LSO RN; son ED",
        "EUA/dms",
        unless_before=_PERSON,
        unless_after=_NAMED,
    ),
    row(
        "kind-of-place",
        rf"\b(?P<phi>{_KINDS})\b",
        "discharged to <PLAIN>SNF</PLAIN>, seen in <PLAIN>A&E</PLAIN> by Dr. Lee",
        "Kenduskeag SNF, SNF 2, CCU bed 4, NICU, 5 East; ICU-3, an ICU nurse, ER/bjh",
        "Harlan EMS, ER called; Mercy ED, GP Lee",
        unless_before=rf"{_PERSON}|(?-i:[\p{{Lu}}\d][\pL\d'’.&-]*),? ?|#",
        unless_after=rf"{_NAMED}|['’]s|[-/]|,? ?#? ?\d"
        r"| (?:nurse|rn|clerk|doctor|manager|technician|tech)\b"
        r"| (?:bed|room|rm|bay|pod|called|says|said|states)\b"
        r"| (?-i:\p{Lu})",
    ),
    row(
        "plain-word-of-ours",
        r"\b(?P<phi>(?i:our|your|my|his|her|their) (?i:voice|mission|vision|values|promise|pledge"
        r"|goals?|journey|portal|survey|safety|patients|baseline|staff|team|care|home|meds"
        r"|medications|wishes|history|exam|pain|mood|gait|speech|memory|thoughts?))\b",
        "<PLAIN>Our VOICE</PLAIN> matters; <PLAIN>OUR Mission</PLAIN> is care",
        "Our Voice Inc, Our Home Hospice, Our VISION Clinic, Our Mission Church, our Portal, ND",
        "lives at Our Home in, volunteers with Our Voice",
        unless_before=r"[\pL\d][-/]|\b(?:at|with|for|from|to|by|named|called) ",
        unless_after=r"['’&-]?(?-i:\pL)|['’]s \pL| (?-i:\p{Lu})|, [A-Z]{2}\b",
    ),
    row(
        "flow-of-oxygen",
        rf"\b(?P<phi1>{_FLOW}) (?:via |of |by )?(?P<phi2>{_MASK})\b",
        "on <PLAIN>2L</PLAIN> <PLAIN>NP</PLAIN>, <PLAIN>15L</PLAIN> via <PLAIN>NRB</PLAIN>",
        "ward 4L NP Okafor, bed 2L O2, 3L NP Lee rounding, seen by 4L NP",
        unless_before=rf"{_PLACE}|\b(?:by|from|the|per|to see) ",
        unless_after=r",? (?-i:\p{Lu}\p{Ll})|[-/\d]",
    ),
    row(
        "weaned-oxygen",
        rf"\bfrom (?P<phi1>{_FLOW}) (?P<phi2>{_MASK}) to (?P<phi3>{_FLOW}) (?P<phi4>{_MASK})\b",
        "weaned from <PLAIN>4L</PLAIN> <PLAIN>NP</PLAIN> to <PLAIN>1L</PLAIN> <PLAIN>NP</PLAIN>",
        "moved from 4L NP to 5L Okafor, ward 4L",
        unless_after=r",? (?-i:\p{Lu}\p{Ll})|[-/\d]",
    ),
    row(
        "smoked-a-day",
        r"(?i)\b(?P<phi>(?:smks?|smokes?|smoking|smoked|cigs?|vapes?) (?:approx |about |~)?\d{1,2}"
        r"(?:-\d{1,2})?/(?:day|d|7|wk|week))\b",
        "<PLAIN>smk 10/day</PLAIN>, ex-IVDU",
        "smoked 10/12/2019, quit smoking 3/7/19",
        unless_after=r"[/\d-]",
    ),
    row(
        "disease-in-small-letters",
        r"\b(?P<phi>[a-z]{4,}(?:['’]s)? dz)\b",
        "<PLAIN>mcardle dz</PLAIN>, <PLAIN>graves dz</PLAIN> on carbimazole",
        "Graves Dzingai, pt has dz",
        unless_after=r"['’]\pL",
    ),
    row(
        "code-of-test",
        r"\b(?P<phi>\d{1,5}-\d)\^[^|^\n]{2,80}\^(?:LN|LOINC)\b",
        "OBX|1|NM|<PLAIN>6598-7</PLAIN>^Troponin T hs^LN||14",
        "MRN 6598-7^^^LN, 6598-77^Troponin^LN",
        unless_before=r"[\d-]",
    ),
    row(
        "degrees-of-ireland",
        r"\bMB,? B(?:Ch|CH),? (?P<phi>BAO)\b",
        "MB BCh <PLAIN>BAO</PLAIN> MRCGP",
        "Dr BAO, MB BCh Bao Nguyen",
    ),
    row(
        "fall-behind",
        r"(?i)\b(?:(?:after|from|post|s/p|due to|d/t|2/2|status post|following)(?: an?)?"
        r"(?: (?:mechanical|(?:un)?witnessed))?|mechanical|(?:un)?witnessed|ground[ -]level|glf"
        r"|standing[ -]height)[ :-](?P<phi>fall)\b",
        "BROUGHT FROM HOME AFTER <PLAIN>FALL</PLAIN>, GCS 15. S/P <PLAIN>FALL</PLAIN> X2",
        "unwitnessed <PLAIN>fall</PLAIN> on ward, pain from mechanical <PLAIN>fall</PLAIN>",
        "last FALL, IN FALL 2019, SINCE FALL, this fall, after the fall",
        "after Fall 2019, from FALL of '18, after fall break, from fall to winter, from Fall River",
        unless_after=_SEASON,
    ),
    row(
        "fall-before",
        r"(?i)\b(?P<phi>fall) (?:from|onto|down|x ?[2-9])\b",
        "<PLAIN>FALL</PLAIN> FROM LADDER; <PLAIN>fall</PLAIN> x2 this week, had a <PLAIN>fall"
        "</PLAIN> down stairs",
        "moved last FALL from Ohio, in fall from school, Kevin Fall from physio, Mrs. Fall down",
        unless_before=rf"\b(?:last|this|next|past|since|in|late|early|during|until|till|by|every|each"
        rf"|before|of|the|that) |{_NAME}",
        unless_after=r" (?:to|through|until) (?:winter|spring|summer)",
    ),
    row(
        "fall-risk",
        r"(?i)\b(?P<phi>fall)[ -](?:risk|precautions?|prevention|assessment)\b",
        "HIGH <PLAIN>FALL</PLAIN> RISK, <PLAIN>fall</PLAIN> precautions",
        "last fall, risky",
        unless_before=r"\b(?:dr|mr|mrs|ms|miss)\.? ",
    ),
)
