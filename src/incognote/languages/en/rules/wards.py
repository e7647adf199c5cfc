"""Wards, rooms, beds and theatres by the short forms of boards and hand-overs, of any country."""

from __future__ import annotations

import re

from incognote.detect.rules import row

_CODE = r"(?:[A-Z]{1,3}[-.]?)?\d{1,3}[A-Z]?(?:-[A-Z\d]{1,3})?"
_MEASURE = (
    r"[.:/%]\d|[\d%]|-\d{3}|[:/] ?\d| ?(?:mg|mcg|ml|units?|hours?|hrs?|h\b|days?|weeks?|wks?"
    r"|months?|min"
    r"|x\b|times|of\b|years?|yrs?|yo\b|kg|cm|mm|points?|visits?|patients?|pts\b|doses?|cycles?"
    r"|beds\b"
    r"|floors?|percent|am\b|pm\b|degrees|out of|more|or \d|to \d|nights?|miles?|l\b|litres?|rows?"
    r"|°|c\b|f\b|splints?|fr\b|french)"
)

_SPOKEN = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|oh|zero|twenty|thirty)"

RULES = (
    row(
        "unit-place",
        rf"\b(?:[Ii]solette|[Bb]edspace|[Tt]rolley|[Cc]abin|[Ss]tateroom|[Bb]edroom|[Dd]ayroom"
        rf"|[Cc]orridor"
        r"|[Ss]ide [Rr]oom|[Ss]iderm|[Ll]inac|LINAC|[Vv]ault|[Tt]heatre|[Tt]eater|THEATRE"
        r"|[Hh]allway"
        r"|[Hh]all bed|[Cc]ubicle|[Bb]ay|[Cc]ot|[Ww]d|[Ww]ad|[Ww]ard|WARD|[Bb]assinet|[Ww]armer"
        r"|[Ii]ncubator|[Rr]ecliner|[Dd]ialysis chair|[Ss]eminar (?:[Rr]oom|[Rr]m)"
        r"|[Cc]ase [Rr]oom"
        r"|[Cc]onsulting [Rr]oom|[Cc]onsult [Rr]oom|[Cc]linic [Rr]oom|[Ii]nterview [Rr]oom"
        r"|[Rr]elatives['’]? [Rr]oom|[Tt]x [Rr]m|[Ee]xam [Rr]m|[Hh]yperbaric chamber"
        rf"|[Rr]esus|RESUS|[Tt]ent|[Cc]aravan|[Tt]railer|[Bb]unk|[Bb]arrack)(?: ?# ?"
        rf"| [Nn]o\.? ?| ){_CODE}",
        "admit <UNIT>side room 11</UNIT>; <UNIT>Isolette 9</UNIT>",
        "list <UNIT>theatre 2</UNIT>, <UNIT>Wd 31</UNIT>, <UNIT>cabin #6</UNIT>",
        "cell 4 of 5",
        "T cell 12",
        "ward 3 days, Triage 3, warmer 36 C, cot 3 nights",
        score=0.9,
        unless_before=r"[/-]|\b(?:t|b|nk|stem|red|white|islet|single|per|mast|nerve|hair|a|one"
        r"|each|on a"
        r"|out of) ",
        unless_after=_MEASURE,
    ),
    row(
        "unit-station",
        r"\b(?:Station|STATION|STA|Sta|Stn|Poste|Salle|salle|letto|Letto|Cama|cama|piso|Piso|Planta"
        r"|Lit|Zimmer|Raum|Bett|Etage|Kamer|kamer|Post|Stue|stue|Sal|Box|BOX|Cabine|Chambre|chambre"
        r"|Reparto|Stanza|stanza|Sala|sala|Quarto|Leito|leito|Wad)"
        r" (?:[A-Z]{1,2}[-.]?)?\d{1,3}[A-Z]?(?: (?:S[üu]d|Nord|Ost|West))?"
        r"(?:[, ]{1,2}(?:letto|cama|leito|Bett|lit|kamer|bed|cadeira) \d{1,3}[A-Z]?)?",
        "Trauma Surgery, <UNIT>Station 3 Süd</UNIT>",
        "<UNIT>letto 12</UNIT>, <UNIT>piso 8 cama 24</UNIT>",
        "PO Box 12",
        "fire station 3",
        score=0.85,
        unless_before=r"\b(?:fire|police|radio|space|bus|train|service|petrol|gas|polling"
        r"|power|p\.?o\.?"
        r"|gpo|postal|mail|x-|lunch|goal) |-",
        unless_after=rf"{_MEASURE}| (?:lymph )?nodes?| resolved"
        r"|,? (?:[A-Z]\pL+ )?(?:St|Street|Ave|Road|Rd)\b",
    ),
    row(
        "unit-cell",
        r"\b(?:(?:[Hh]olding )?[Cc]ell #?(?:[A-Z]{1,2}-?\d{1,3}[A-Z]?|\d{1,2})"
        r"|(?:[Cc]abin|[Ss]tateroom) #?[A-Z]?\d{3,5})",
        "to <UNIT>Cell B-6</UNIT>, <UNIT>cell 2</UNIT>; isolate <UNIT>cabin B202</UNIT>",
        "T cell 12",
        "cell 304 555 0152",
        score=0.9,
        unless_before=r"\b(?:t|b|nk|stem|red|white|blood|islet|single|per|mast|nerve|hair|a"
        r"|one|each"
        r"|his|her|merkel|plasma) |-",
        unless_after=_MEASURE,
    ),
    row(
        "unit-department-number",
        r"(?:^|[\s(|,;/>])(?P<phi>(?:AMAU|AMU|MAU|CCU|CICU|CVICU|MICU|SICU|PACU|LDR?|L&D|ANTE"
        r"|STA"
        r"|OT|[Cc]ath|CATH|[Ll]inac|[Nn]euro IR|PEDS|Peds|Paeds|OR|Theatre|Ortho|ortho|icu)"
        r"(?: |-)[A-Z]?\d{1,2}[A-Z]?)(?:[\s,;.:|)]|$)",
        "PCN x2 / <UNIT>LD 5</UNIT> Kuykendall",
        "Register   <UNIT>OT 3</UNIT>   11-Aug",
        "<UNIT>MICU B4</UNIT> Mdm",
        "OR 2.3 (CI",
        "PT/OT 3 times",
        "ICU 2 days",
        score=0.85,
        unless_before=r"\b(?:day|age|x|odds|or|the|\d)(?: =)?[ ,|]|ratio[ ,]|[-=]",
        unless_after=_MEASURE,
    ),
    row(
        "unit-letter",
        r"\b(?P<phi>(?:[Ww]ing|WING|[Pp]od|POD|[Tt]eam|[Uu]nit|UNIT|[Bb]edroom|[Hh]ouse|[Hh]all"
        r"|[Tt]eamlet|[Cc]ohort|[Cc]ottage|[Ss]ection|[Bb]edspace|[Rr]oom|[Cc]abin|[Cc]ell)"
        r" (?:[A-HJ-Z]\d?|[A-Z]-\d{1,2}|[IVX]{1,3}))(?:[\s,;.|)]|$)",
        "TO: SUNNY ACRES NH <UNIT>WING C</UNIT>. RES",
        "Unit B sent",
        "hepatitis B",
        score=0.6,
        unless_before=r"\b(?:nerve|caesarean|c-?|cross|heart|bundle|branch|motor|per|each|one"
        r"|a|the|cm"
        r"|hounsfield|international|stained) ",
        unless_after=r" ?(?:of|co|bn|mg|ml|sent|negative|positive|neg|pos|vitamin|hepatitis)\b",
    ),
    row(
        "unit-named-bed",
        r"\b(?:\p{Lu}[\p{Ll}]{2,} ){1,2}(?:[Ww]ard|[Bb]ay|[Pp]od|[Ww]ing)"
        r"(?:,? (?:[Bb]ed|[Rr]oom|[Rr]m|[Ss]ide [Rr]oom|[Bb]ay) [A-Z]?\d{1,3}[A-Z]?)",
        "at <UNIT>Elgar Ward, side room 3</UNIT>.",
        "<UNIT>Kakapo wing rm 14</UNIT>",
        "ward bed",
        score=0.9,
    ),
    row(
        "unit-floor",
        r"\b(?P<phi>(?:\d{1,2}(?:st|nd|rd|th)|[Gg]round|[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth"
        r"|[Ff]ifth|[Ss]ixth) (?:[Ff]loor|[Ff]l\.?) (?:[A-Z]\d{0,3}|\d{3}|[Ww]est|[Ee]ast|[Nn]orth"
        r"|[Ss]outh|[Tt]ower|[Ww]ing))(?:[\s,;.)]|$)",
        "<UNIT>2nd floor west</UNIT>.",
        "fell from second floor balcony",
        score=0.85,
        unless_after=r" ?(?:apartment|apt|walk-?up|flat|balcony|window|bedroom|unit|condo)",
    ),
    row(
        "unit-dash",
        r"(?:(?m:^)[ \t]*|\b(?:to|in|from|rm|room|bed|unit|on|loc|ED|SBAR|at)[ :]{1,3}|[|→>] ?)"
        r"(?P<phi>(?:\d{1,2}[A-Z]{1,3}|[A-Z]{1,2}\d)-\d{1,4}[A-Z]?)"
        r"(?:[\s,;.|):]|$)",
        "VU / ED H7 → <UNIT>6E-10</UNIT> ROTH",
        "<UNIT>7T-04</UNIT>\tKOVALENKO",
        "fused at L4-5",
        "from C5-6",
        score=0.85,
        check=lambda surface: re.match(r"[CTLSH]\d{1,2}-", surface) is None,  # no spine level
        unless_before=r"\b(?:lot|no|id|ref|serial|sn|s/n|mrn|acct|case|acc|icd|stage|type"
        r"|codon|code|grade)"
        r"[ :.#]*(?:to |in )?",
        unless_after=r"[/-]\d|\.\d| ?(?:mg|ml|%|weeks|days)",
    ),
    row(
        "unit-spoken",
        rf"(?i)\b(?:room|bed|bay|chair|ward|theatre|unit) {_SPOKEN}(?:[- ]{_SPOKEN}){{1,3}}\b",
        "in the Hampton, <UNIT>room two-oh-nine</UNIT>.",
        "bed one day",
        "in bed twenty one hours, bay two three patients, bay three one to one nursing",
        score=0.9,
        unless_after=r"[- ](?:hundred|thousand|percent|years?|days?|hour|minutes?|times|point"
        r"|patients?|beds?\b|units?|people|nights?|weeks?|pillows?|to[- ])",
    ),
    row(
        "unit-zone",
        r"\b(?P<phi>(?:Minors|Majors|MINORS|MAJORS|OPD-|OP-Saal|Cath Lab) ?\d{1,2})"
        r"(?:[\s,;.)/|]|$)",
        "Cat 4. <UNIT>Minors 3</UNIT>",
        "Dr / <UNIT>OPD-3</UNIT> / token",
        "Majors 4 hours, OPD 3, Jones criteria: Majors 2, Minors 1",
        score=0.9,
        unless_before=r"\b(?:criteria|duke|jones)\b[^\n.]{0,20}",
        unless_after=rf"{_MEASURE}| (?:criteria|stitches|sutures|lac\w*|injuries|issues|met\b)",
    ),
)
