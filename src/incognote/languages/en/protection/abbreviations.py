"""Abbreviations and plain words that a model takes for houses, firms or initials of staff.

What names a mechanism, a finding, a procedure or a kind of place says nothing of who or where. Left
out are abbreviations that hospitals, agencies and persons bear as well: DHS, MCC, PSH, RHC, MAE.
"""

from __future__ import annotations

from incognote.detect.protection.rows import row as _row

_NAMED = (
    r"['’&]\pL|[-/]\d|/\pL{2,4}[ \t]*(?:\r?\n|$)"
    r"| (?-i:(?:Hospital|Clinic|Medical|Health|Centre|Center|Inc|LLC|Ltd|Group"
    r"|Foundation|University|School|College|Ambulance|HOSPITAL|CLINIC|MEDICAL|HEALTH))\b"
    r"|(?:, (?-i:\p{Lu}{2,3})){0,3},? (?:MD|DO|RN|NP|PA|PA-C|LPN|MBBS|FRCS)\b"
    r"| (?:called|phoned|says|said|aware|notified)\b"
)
"""Behind an abbreviation: it is the name of a house or the initials of a member of staff."""
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

ROWS = (
    _row(
        "words",
        r"\b(?P<phi>[Nn]il|NIL|NKDA|nkda|NKA|[Aa]sap|ASAP|[Hh]ay ?fever|[Ee]czema"
        r"|[Ww]heez(?:e|ing|y)|WHEEZE|TIAs?|COPD|CKD|T[12]DM|HTN|GORD|GERD|URTI|UTIs?|LRTI|NSAIDs?)\b",
        "PMH: <PLAIN>Nil</PLAIN> of note, <PLAIN>NKDA</PLAIN>",
        "Dr. Nil; Nila",
        before=r"\b(?:dr|mr|mrs|ms|miss|nurse|prof)\.? ",
        after=r" (?:[Cc]linic|[Uu]nit|[Ww]ard|[Cc]entre|[Cc]enter|[Ss]ervice|[Hh]ub)",
    ),
    _row(
        "abbreviation",
        rf"\b(?P<phi>{_MECHANISMS}|{_FINDINGS}|{_TREATMENTS})\b",
        "85F s/p <PLAIN>GLF</PLAIN> with hip pain, no <PLAIN>LOC</PLAIN>; <PLAIN>MVC</PLAIN> 2019",
        "CC: <PLAIN>GLF</PLAIN>",
        "cc: GLF; signed GLF, GLF Health, Dr. Peg, GLF, RN; works at GLF; ward/GLF",
        "sister PEG called, PEG called; NP: SLP 14:00; team: EVD, THA, LSO RN; son ED",
        "EUA/dms",
        before=_PERSON,
        after=_NAMED,
    ),
    _row(
        "kind-of-place",
        rf"\b(?P<phi>{_KINDS})\b",
        "discharged to <PLAIN>SNF</PLAIN>, seen in <PLAIN>A&E</PLAIN> by Dr. Lee",
        "Kenduskeag SNF, SNF 2, CCU bed 4, NICU, 5 East; ICU-3, an ICU nurse, ER/bjh",
        "Harlan EMS, ER called; Mercy ED, GP Lee",
        before=rf"{_PERSON}|(?-i:[\p{{Lu}}\d][\pL\d'’.&-]*),? ?|#",
        after=rf"{_NAMED}|['’]s|[-/]|,? ?#? ?\d"
        r"| (?:nurse|rn|clerk|doctor|manager|technician|tech)\b"
        r"| (?:bed|room|rm|bay|pod|called|says|said|states)\b"
        r"| (?-i:\p{Lu})",
    ),
    _row(
        "plain-word-of-ours",
        r"\b(?P<phi>(?i:our|your|my|his|her|their) (?i:voice|mission|vision|values|promise|pledge"
        r"|goals?|journey|portal|survey|safety|patients|baseline|staff|team|care|home|meds"
        r"|medications|wishes|history|exam|pain|mood|gait|speech|memory|thoughts?))\b",
        "<PLAIN>Our VOICE</PLAIN> matters; <PLAIN>OUR Mission</PLAIN> is care",
        "Our Voice Inc, Our Home Hospice, Our VISION Clinic, Our Mission Church, our Portal, ND",
        "lives at Our Home in, volunteers with Our Voice",
        before=r"[\pL\d][-/]|\b(?:at|with|for|from|to|by|named|called) ",
        after=r"['’&-]?(?-i:\pL)|['’]s \pL| (?-i:\p{Lu})|, [A-Z]{2}\b",
    ),
)
