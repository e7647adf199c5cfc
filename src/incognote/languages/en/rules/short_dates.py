"""Day and month with a point or a hyphen, where what stands around them says so: `placed 3.4`.

Far more often `3.4` is a value and `3-4` a range, so each row asks for what is dated before them (a
visit, a study, a line that was placed), or a time beside them, and for no amount behind them.
"""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import is_day_and_month, is_month_day
from incognote.languages.en.rule_words import DOSE

_N = r"\d{1,2}[.-]\d{1,2}"
_POINT = r"\d{1,2}\.\d{1,2}"
_NEXT = rf"(?:[ \t]{{2,}}(?P<phi%d>{_N}))"
"""A further column."""
_DONE = (
    r"(?:placed|removed|inserted|extubated|trached|fitted|collected|coll\.?|reported|drawn|seen"
    r"|adm(?:it|itted)?|readmit(?:ted)?|disch(?:arged)?|d/?c(?:['’]?d)?|transferred|transfused"
    r"|started|stopped|resumed|sent|given|signed|mailed|faxed|phoned|telephoned|called|cleared"
    r"|tested|repaired|washed out|missed|added|died|d\.|born|booked|scheduled|sched"
    r"|exp(?:ires?)?|surgery|appt|appointment|visit|rtc|r/v|rv(?: tel)?|rov|f/u|follow[- ]up"
    r"|followup|dos|dob|lmp|menses|mdt|coming|clinic|consent(?:ed)?|removal|check|recheck(?:ed)?"
    r"|meeting|mtg|hearing|letter|film|screen(?:ing)?|fill(?:ed)?|drink|operation|yesterday"
    r"|tomorrow|out|survey|discharge|period|telephone|weaned to ra)"
)
_DATED = (
    r"(?:(?:on|since|until|till|thru|dated|starting|stopping|effective|as of|due|start"
    r"|(?:hearing|appointment|appt|visit|period|surgery|meeting|dob|birthday|note|leak"
    r"|ultrasound|film|letter|scan|echo|labs?|mri|ct(?: head)?) (?:is|was|of|on|from)))"
)
_STUDY = (
    r"(?:echo|tte|tee|cxr|xr|x-?ray|cta?|ctpa|mri|mra|us|u/s|ultrasound|duplex|eeg|emg|ekg|ecg"
    r"|pfts?|bal|[bu]cx|cx|cultures?|egd|colonoscopy|audiogram|biopsy|bx|bmbx|labs|fistulagram"
    r"|angiogram|angioembolization|cath|vfss|nbs|dexa|mammo(?:gram)?|lp|bronch(?:oscopy)?|ercp"
    r"|tips|orif|crrt|stsg|thoracentesis|paracentesis|debridement|fasciotomies)(?: (?:brain|head"
    r"|chest|abd(?:omen)?|pelvis|spine|spleen|neck|liver|renal|left|right|[rl]|le|ruq))?"
)
_LINE = (
    r"(?:picc|midline|art(?:erial)? line|hd line|central line|hickman|foley|port|trialysis|evd"
    r"|drain|chest tube|uvc|uac|nexplanon|iud)(?: [rl])?(?: (?:rad|radial|arm|ij|saph|ceph"
    r"|basilic|femoral|lead|leg))?"
)
_LOGGED = (
    r"(?:(?:[01]\d|2[0-3]):?[0-5]\d |(?i:egd|eegs?|tips|picc|cxr|ct|cta|mri|echo|tte|xr|surgery"
    r"|admit|seen|call(?:ed)?|phone|visit|pt|repeat|s/p|orif|or|washout|debridement|excision"
    r"|autograft|thoracentesis|paracentesis|hd|extubated|intubated|clinic|labs|biopsy|tace|cath"
    r"|colonoscopy|intake|home|letter|vm|msg|new|dc|d/c|started|stopped|transfer|bronch|trach"
    r"|peg|line|port|r|l|na|k|wbc|hgb|bp)\b)"
)
"""What a line of a log begins with, behind its date."""
_ENDS = (
    r"(?:[.,;:)]{1,3}(?:[\s\"”]|$)|[ \t]*(?:\r?\n|$)|[ \t]{2,}| \(| ?[&/+] ?\D| (?:[Aa]t|[Bb]y"
    r"|BY|AT|w/|with|WITH|for|FOR|neg|NEG|pos|nl|normal|lot|s/n|no|shows?|and|to|EF|end|after"
    r"|missed|done|final|pending|NGTD|instead|until|re|of this|if|from|given|only|assigned|were"
    r"|was|until|showed|reported|(?:Dr|DR|NP|PA|RN|Mr|Ms|Mrs)\b\.?|\d{1,2}:\d\d|[0-2]\d[0-5]\d\b"
    r"|\d{1,2} ?(?:[AaPp]\.?[Mm]\b))(?:[^\pL\d]|$))"
)
"""What may stand behind a date: an amount or what is counted never."""
_NO_AMOUNT = (
    rf"[-/.]?\d|{DOSE}|[ -]?(?:x\b|×|t\b|of\b|times\b|fold\b|out of\b)|%"
    r"| (?:to|and|or|-|–) ?<?\d{1,3}(?:\.\d+)? ?(?:mg|ml|cm|mm|l|g|kg|h|hrs?|hours?|days?|d"
    r"|wks?|weeks?"
    r"|months?|mo|times|x|%|units?|tabs?|doses?|pm|am)\b| ?(?:am|pm)\b"
)
_VALUE = (
    r"(?:ph|k|na|cr|creat(?:inine)?|hgb|hb|wbc|inr|a1c|hba1c|tsh|bun|ca|mg|phos|lactate|bili|alb"
    r"|trop|crp|esr|ldl|temp|t|wt|weight|bmi|score|spo2|dose|rate|gcs|pain|potassium|sodium|sugar|glucose|ef)"
)
_NO_VALUE = rf"\b(?:{_VALUE}|was|is|of|from|to|a|at|about|than|<|>|=|~|:)[ :=]{{0,2}}"
"""Before a number: it is a value."""


def _is_whole_day(surface: str) -> bool:
    """Whether a day and month, and the second in two figures: no `last 6.3` of a value."""
    return is_month_day(surface) and surface[-2:].isdigit()


RULES = (
    row(
        "date-short-point-done",
        rf"(?i)\b{_DONE}[: ] ?(?P<phi>{_N}){_ENDS}",
        "PICC placed <DATE>3.4</DATE>, lot 4; ADM <DATE>8-9</DATE> FOR MDD; RTC <DATE>8-2</DATE>.",
        "fitted <DATE>4.4</DATE>, monitor; wound check <DATE>10.12</DATE>; seen <DATE>3-14</DATE>",
        "given 2.5 mg, started 1-2 tabs, seen 3-4 times; called 2-3 days ago, started 2.5 to 5 mg",
        "visit 2-3 times for pain; given 2.5 lisinopril, surgery 2-3 months",
        score=0.93,
        check=is_month_day,
        unless_after=_NO_AMOUNT,
        unless_before=rf"\bat (?:discharge|d/?c):? |\b(?:mileage|miles|glucose|drain|foley|jp) out "
        rf"|\b{_VALUE} (?:at |on )?\pL+:? ",
    ),
    row(
        "date-short-point-on",
        rf"(?i)\b{_DATED}:? (?P<phi>{_N}){_ENDS}",
        "starting <DATE>3.1</DATE> and; on <DATE>9-17</DATE>. since <DATE>4.15</DATE>,",
        "last period was <DATE>5.20</DATE>. ultrasound of <DATE>9-8</DATE> at",
        "INR on 2.5. Then; on 2.5 L, on 2-3 L; until 3-4 pm, since 2-3 days",
        "on 2.5 to 3 L; start 2.5 mg",
        score=0.93,
        check=is_month_day,
        unless_after=_NO_AMOUNT,
        unless_before=rf"\b{_VALUE} (?:on|since|until|of|from) ",
    ),
    row(
        "date-short-point-listed",
        rf"(?i)\b(?:on|{_DONE}|{_DATED}|dialysis|seizures?|falls?|visits?"
        rf"|meetings?):? (?P<phi1>{_N}),"
        rf" (?P<phi2>{_N}),? (?:and|&) (?P<phi3>{_N})(?:[,;)]|\.(?:\s|$)| \pL|\s*$)",
        "flares on <DATE>3.10</DATE>, <DATE>3.22</DATE> and <DATE>4.9</DATE>, each",
        "on 2.5, 3.5 and 4.5 mg",
        score=0.9,
        check=is_month_day,
        unless_after=_NO_AMOUNT,
    ),
    row(
        "date-short-point-study",
        rf"(?i)\b{_STUDY},? \(?(?P<phi>{_N}){_ENDS}",
        "Repeat echo <DATE>4.3</DATE> EF 25%. CXR <DATE>3-4</DATE>: clear",
        "BCx <DATE>11.29</DATE> NGTD",
        "CTA spleen <DATE>7-8</DATE> no bleed, LE duplex <DATE>7.11</DATE> neg",
        "CT 3.4 cm, US 2.1 x 1.3; echo 3-4 vessels; LP 2-3 attempts, ORIF 2-3 weeks; MRI 1.5 T",
        score=0.93,
        check=is_month_day,
        unless_after=_NO_AMOUNT,
        unless_before=r"(?-i:Ct) ",
    ),
    row(
        "date-short-point-line",
        rf"(?i)\b{_LINE} \(?(?P<phi>{_N}){_ENDS}",
        "Lines: R PICC <DATE>8.30</DATE> (lot 4), art line R rad <DATE>8-29</DATE>.",
        "Foley 1.2 L, drain 2-3 ml; port 2-3 times, EVD 5-10 ml",
        score=0.9,
        check=is_month_day,
        unless_after=_NO_AMOUNT,
    ),
    row(
        "date-short-point-last",
        rf"(?i)\b(?:last|next|repeat|again|recheck|fill|tx|rx|start|begin|letters?|end|ends|finish"
        rf"|through) (?P<phi>{_N}){_ENDS}",
        "RetCam, next <DATE>12.17</DATE>. finish <DATE>12-17</DATE>.",
        "K last 6.3, in the next 2-3 days; repeat 10.12 mg",
        score=0.9,
        check=_is_whole_day,
        unless_after=_NO_AMOUNT,
        unless_before=rf"(?:kt/v|{_NO_VALUE}) ?last ",
    ),
    row(
        "date-short-point-timed",
        rf"(?P<phi>{_N}),? (?:(?:[01]\d|2[0-3]):[0-5]\d|(?:[01]\d|2[0-3])[0-5]\d"
        r"|\d{1,2}(?::\d\d)? ?[AaPp]\.?[Mm])\b",
        "Extubated <DATE>6.8</DATE> 11:15; Moffitt, <DATE>2-9</DATE> 11 AM",
        "nailed the tibia <DATE>7.4</DATE> 0500",
        "K 3.4 0500, T 3.8 at 11:15; 5.2 1200 ml",
        score=0.9,
        check=is_month_day,
        unless_before=rf"[\d./:<>=~-]|[\d] |{_NO_VALUE}|\b(?:[A-Za-z]{{1,3}}|tubes?) ",
        unless_after=r",? (?:[\d:]+) ?(?:ml|cc|mg|kcal|units?|cal|g|k|/)",
    ),
    row(
        "date-short-point-behind-time",
        rf"\b(?:[01]?\d|2[0-3]):[0-5]\d,? (?P<phi>{_N})(?:[.;)](?:\s|$)|[ \t]*(?:\r?\n|$)"
        r"| (?:for|by|at|with|w/|to|from) )",
        "registrar, 11:50, <DATE>2.3</DATE>. Call 14:20 <DATE>3-2</DATE>.",
        "11:50 7.35, at 14:20 3.5 mg; 14:20 K 3.2; 08:00 7.4 12.1",
        score=0.85,
        check=is_month_day,
        unless_after=_NO_AMOUNT,
    ),
    row(
        "date-short-point-with-doctor",
        rf"\((?P<phi>{_N}),? (?:by |w/ ?|with |per )?(?:Drs?\b|\p{{Lu}}\. ?\p{{Lu}}\p{{Ll}})",
        "POD 3 (<DATE>1-12</DATE>, Dr. Rautio), lot (<DATE>11.28</DATE>, G. Stack)",
        "(1-12, drop), (3.3, normal)",
        score=0.93,
        check=is_month_day,
    ),
    row(
        "date-short-point-of-log",
        rf"(?m)^[ \t]*(?:[-*•] ?)?(?P<phi>{_N})(?:[ \t]{{2,}}| ){_LOGGED}",
        "DATES\n- <DATE>2.6</DATE> EGD, 5 bands\n- <DATE>2-8</DATE> TIPS",
        "  <DATE>3.4</DATE>  repeat OR",
        "- 2.6 mm nodule\n3.1 Methods\n1-2 tabs daily\n- 3-4 cups",
        score=0.9,
        check=is_month_day,
        unless_after=_NO_AMOUNT,
    ),
    row(
        "date-short-point-of-bullet",
        rf"(?m)^[ \t]*[-*•] ?(?P<phi>{_N}) \p{{Lu}}\pL",
        "- <DATE>4.15</DATE> HF clinic\n- <DATE>2-20</DATE> IJ line",
        "- 2.5 Units, - 12.5 MG daily\n- 1-2 Tabs",
        score=0.9,
        check=_is_whole_day,
        unless_after=_NO_AMOUNT,
    ),
    row(
        "date-short-point-of-log-listed",
        rf"(?m)^[ \t]*(?P<phi1>{_N}), (?P<phi2>{_N})(?:, (?P<phi3>{_N}))?[ \t]{{2,}}\pL",
        "  <DATE>3.6</DATE>, <DATE>3.8</DATE>, <DATE>3.11</DATE>  serial debridement",
        "3.6, 3.8 mmol\n13.14, 13.32  mean",
        score=0.9,
        check=is_month_day,
        unless_after=_NO_AMOUNT,
    ),
    row(
        "date-short-point-range",
        rf"(?i)\b(?:hd|crrt|cvvh|dialysis|admitted|admission|hospitali[sz]ed|away|inpatient"
        rf"|stay|vacation|leave"
        rf"|icu|abx"
        rf"|course),?:? (?P<phi1>{_POINT}) ?[-–] ?(?P<phi2>{_POINT})"
        r"(?:[,;)]|\.(?:\s|$)| \pL|\s*$)",
        "HD <DATE>2.20</DATE>-<DATE>3.9</DATE> qod; CRRT <DATE>2.26</DATE>-<DATE>3.6</DATE> after",
        "HD 2.5-3.5 L, K on admission 3.4-5.0 mmol",
        score=0.9,
        check=is_month_day,
        unless_after=_NO_AMOUNT,
    ),
    row(
        "date-short-point-behind-person",
        rf"\b(?:(?:Drs?|NP|PA|RN|Mr|Mrs|Ms)\b\.? |with "
        rf"|w/ ?)\p{{Lu}}[\p{{Ll}}-]+(?: \p{{Lu}}[\p{{Ll}}-]+){{0,2}},? "
        rf"(?P<phi>{_N})(?:[.,;)](?:\s|$)|[ \t]*(?:\r?\n|$))",
        "wound check with Misty <DATE>10.12</DATE>; f/u Dr. Casimiro Jha <DATE>10-30</DATE>, PCP",
        "with Hgb 10.12, with Potassium 3.4. Dr. Ruiz 10-12 mg",
        score=0.88,
        check=_is_whole_day,
        unless_before=r"\b(?:hgb|hct|wbc|ratio|level|index|creatinine|potassium|glucose|ph|inr|bili(?:rubin)?"
        r"|lactate|apgars?|score|pain|temp|weight|dose) ",
    ),
    row(
        "date-short-point-of-columns",
        r"(?m)^[ \t]*(?i:labs?|dates?)[: \t]{1,14}"
        rf"(?P<phi1>{_N}){_NEXT % 2}{_NEXT % 3}?{_NEXT % 4}?{_NEXT % 5}?{_NEXT % 6}?"
        r"[ \t]*(?:\r?\n|$)",
        "LABS     <DATE>12.10</DATE>   <DATE>12.11</DATE>   <DATE>12.13</DATE>\n",
        "LABS   13.1   14.2 mg",
        score=0.93,
        check=is_month_day,
    ),
    row(
        "date-short-point-of-note",
        rf"\A[^\n]{{0,60}}\b(?i:note|report|log|record|visit|handoff|sbar"
        rf"|summary)\b[^\n]{{0,30}}?[ \t](?P<phi>{_N})"
        r"(?:[ \t]*(?:\r?\n|$)|[ \t]+(?i:days?|nights?|eves?|noc|am|pm|shift)\b)",
        "rn note icu 11p to 7a  <DATE>9.30</DATE>\n",
        "MICU RN NOTE  <DATE>8-14</DATE> DAYS\n",
        "note: K 13.4\n",
        "Visit version 3.40\n",
        score=0.93,
        check=is_month_day,
        unless_before=rf"{_NO_VALUE}|\b(?:version|v|form|rev|page|section) ",
    ),
    row(
        "date-short-point-of-pregnancy",
        rf"\b(?:EDD|EDC|LMP|edd|lmp)(?: by \pL+)?[ :]{{1,2}}(?P<phi>{_POINT})(?:[,;)\s]|\.(?:\s"
        rf"|$)|$)",
        "LMP in Jan. EDD <DATE>10.8</DATE>. G2P1",
        "EDD 40.2 weeks, EDD 38.45",
        score=0.92,
        check=lambda surface: is_month_day(surface) or is_day_and_month(surface),
        unless_after=r" ?(?:wks?|weeks|cm|mm)\b",
    ),
)
