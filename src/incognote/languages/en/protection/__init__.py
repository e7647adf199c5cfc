"""Scores, ratios, durations, values, doses and settings in English notes.

A row must not match an identifier: a test holds all of them against the training notes.
"""

from __future__ import annotations

from incognote.detect.protection import Protection
from incognote.detect.rules import row
from incognote.languages.en.protection.abbreviations import ROWS as ABBREVIATIONS
from incognote.languages.en.protection.codes import ROWS as CODES
from incognote.languages.en.protection.edges import ROWS as EDGES
from incognote.languages.en.protection.eponyms import ROWS as EPONYMS
from incognote.languages.en.protection.facilities import ROWS as FACILITIES
from incognote.languages.en.protection.infections import ROWS as INFECTIONS
from incognote.languages.en.protection.ranges import ROWS as RANGES
from incognote.languages.en.protection.vehicles import ROWS as VEHICLES
from incognote.languages.en.protection.weekdays import ROWS as WEEKDAYS
from incognote.languages.en.rule_words import WEEKDAY
from incognote.languages.organisms import ROWS as ORGANISMS
from incognote.languages.products import pacemakers
from incognote.languages.registers import ROWS as REGISTERS

_THEN = r" ?(?:,|;|-|–|->|→|to|then|now|and|from|was|up to|down to) ?"
_LAB = (
    r"(?:e?gfr|creat(?:inine)?|scr|ferritin|b12|nt-?pro-?bnp|bnp|(?:hb)?a1c|tsh|f?t4|psa|alt|ast"
    r"|alp|ggt|ldh|ck|trop(?:onin)?s?|hs-?tn[ti]|wbcs?|wcc|anc|plts?|platelets|hgb|hb|hct|inr|na"
    r"|sodium|potassium|bun|urea|glucose|bgl?|bsl?|fsbs|fsbg|crp|esr|lactate|lipase|amylase|ammonia"
    r"|bili(?:rubin)?|albumin|calcium|mag|phos|ldl|hdl|mcv|fev1|fvc|dlco|ef|lvef|lvidd|rvsp|pasp"
    r"|map|icp|cpp|cvp|pcwp|hr|rr|pulse|sbp|dbp|spo2|bmi|fio2|peep|plateau|uop|ebl|dimer"
    r"|trough|iron|tibc|vitamin d|uric acid|cortisol|acth|afp|cea|ca-?125|cd4|viral load)"
)
_UNIT = (
    r"(?:mg|mcg|µg|μg|ug|ng|pg|mL|ml|cc|dL|mmHg|mmol|mEq|meq|mOsm|kPa|cmH2O|IU|iu|units?|u/kg|kg|lbs?"
    r"|cm|mm|Hz|bpm|kcal|mSv|Gy|cGy|joules?|Fr|French|gauge|mIU|lpm|LPM|L/min|steps|feet|ft|reps"
    r"|percent|degrees|cells|mcmol|umol|µmol|nmol|pmol|mAs|msec|ms)"
)
_PAIN = (
    r"(?:pain|ache|colic|discomfort|nrs|vas|severity|intensity|dyspn(?:o)?ea|itch|anxiety|mood"
    r"|nausea)"
)
_DRUG_WHEN = r"(?:od|bd|bid|tds|tid|qds|qid|qd|daily|nocte|prn|mg|mcg|mls?|antibiotics?|po|iv|stat)"
_SYMPTOM = (
    r"(?:cough|fevers?|pyrexia|pain|vomiting|diarrh(?:o)?ea|d&v|rash|headaches?|sob|dyspn(?:o)?ea"
    r"|symptoms?|hx|history|malaise|sore throat|coryza|constipation|swelling|bleeding|discharge"
    r"|itch|lethargy|dizziness|weakness|weight loss|palpitations|dysuria|unwell|illness)"
)


_ROWS = (
    row(
        "around-the-clock-number",
        r"\b(?P<phi>24/7):? \(?\d{3}[-).]",
        "call Lake Butte <PLAIN>24/7</PLAIN> 428-555-0188",
        "seen 24/7 200 mg",
    ),
    row(
        "segments",
        r"(?i)\bseg(?:ment)?s?\.? (?P<phi>[1-8]/[1-8])\b",
        "s/p seg <PLAIN>6/7</PLAIN> resection",
        "seg 6/7/15",
        unless_after=r"[/\d-]|\.\d",
    ),
    row(
        "weeks",
        r"\b(?P<phi>\d{1,2}/52)\b",
        "review in <PLAIN>6/52</PLAIN>.",
        "3/5/52, Osian (now 9/52)",
        unless_before=r"\d/|\bnow ",
    ),
    row(
        "duration-of-drug",
        rf"(?i)\b{_DRUG_WHEN}(?: for| x| ×)? (?P<phi>\d{{1,2}}/(?:7|12))\b",
        "co-amoxiclav 625 mg tds for <PLAIN>5/7</PLAIN>,",
        "prednisolone 30 mg od <PLAIN>5/7</PLAIN> then stop",
        "booked for 5/7",
        unless_after=r"[/\d-]|\.\d",
    ),
    row(
        "duration-of-attacks",
        r"(?i)\b\d(?:st|nd|rd|th) (?:go|episode|attack|flare|admission|course|uti|fall|time|bout) "
        r"in (?P<phi>\d{1,2}/(?:7|12))\b",
        "3rd go in <PLAIN>12/12</PLAIN>. one back end of nov",
        "2nd dose in 12/12, 3rd in 5/7",
        unless_after=r"[/\d-]|\.\d",
    ),
    row(
        "duration-of-stitches",
        r"\b(?:staples|sutures|stitches|clips|ROS)(?: out)? (?P<phi>(?:5|7|10|14)/7)\b"
        r"[^.;\d]{1,40}\d{1,2}/52\b",
        "staples <PLAIN>14/7</PLAIN>\nMr Bourne-Sidhu 6/52 with XR",
        "staples 14/7, sutures out 7/7 by GP 2",
    ),
    row(
        "duration-before-weeks",
        r"(?P<phi>\d{1,2}/(?:7|12))[^\n.;\d]{1,30}\d{1,2}/52\b",
        "for <PLAIN>5/7</PLAIN>, review in 6/52",
        "on 5/7. Review in 6/52",
        unless_before=r"[\d/-]|\b(?:on|since|from|until|by|dated?|seen|admitted|dob) ",
    ),
    row(
        "duration-after-weeks",
        r"\b\d{1,2}/52[^\n.;\d]{1,30}?(?P<phi>\d{1,2}/(?:7|12))\b",
        "review in 6/52, then <PLAIN>3/12</PLAIN>.",
        "review in 6/52. Seen 3/12",
        unless_before=r"\b(?:on|since|from|until|by|dated?|seen|admitted|dob) ",
        unless_after=r"[/\d-]",
    ),
    row(
        "duration-of-symptom",
        rf"(?i)\b{_SYMPTOM}(?: for| x| ×| over| over the last| of)? (?P<phi>\d{{1,2}}/(?:7|12))\b",
        "fever <PLAIN>5/7</PLAIN>, chills",
        "cough for <PLAIN>3/12</PLAIN>.",
        "fever since 5/7",
        unless_after=r"[/\d-]|\.\d",
    ),
    row(
        "duration-ago",
        r"(?i)\b(?P<phi>\d{1,2}/(?:7|12)) (?:ago|hx|history|h/o|course)\b",
        "<PLAIN>3/12</PLAIN> hx of RUQ pain",
        "takeaway <PLAIN>4/7</PLAIN> ago",
        "seen 4/7 again",
        unless_before=r"[\d/-]",
    ),
    row(
        "pain",
        rf"(?i)\b{_PAIN}\b(?:[ :=,]+(?:is|was|at|now|of|still|currently|about|around|a|rated|rates"
        r"|score|scale|level|today|as|reported|down to|up to|worst|best|controlled)){0,4}[ :=,]+"
        r"(?P<phi>\d{1,2}/10)\b",
        "Pain <PLAIN>6/10</PLAIN> at rest",
        "pain was rated as <PLAIN>7/10</PLAIN>;",
        "stent colic <PLAIN>4/10</PLAIN>, on Flomax",
        "pain clinic 6/10",
        unless_after=r"[/\d]",
    ),
    row(
        "pain-change",
        r"(?i)(?P<phi1>\d{1,2}/10) ?(?:->|→|=>|to|down to|and now|then|,|-|–) ?(?P<phi2>\d{1,2}/10)"
        r"\b",
        "<PLAIN>7/10</PLAIN> -> <PLAIN>3/10</PLAIN> AFTER",
        "3/10 - 3/14",
        unless_before=r"[\d/]|\b(?:from|on|since|admitted|away|dates?:?) ",
        unless_after=r"[/\d]",
    ),
    row(
        "pain-behind",
        rf"(?i)(?P<phi>\d{{1,2}}/10),? (?:{_PAIN}|at rest|with movement|on movement|radiat\w+"
        r"|throbbing|stabbing|burning|in severity|in intensity|at worst|at best|out of 10)\b",
        "<PLAIN>8/10</PLAIN> with movement",
        "tightness since this AM, <PLAIN>6/10</PLAIN>, radiates",
        "8/10 with wife",
        unless_before=r"[\d/]|\b(?:on|since|from|by) ",
        unless_after=r",? pain (?:clinic|cent|manage|mgmt|appointment|appt|visit|consult|team"
        r"|service)",
    ),
    row(
        "nothing-of",
        r"\b(?P<phi>0/\d{1,2})\b",
        "neg <PLAIN>0/4</PLAIN>.",
        "10/0/4, 20/4",
        unless_before=r"[\d/.-]",
        unless_after=r"[/\d]",
    ),
    row(
        "cultures",
        r"(?i)\b(?:b(?:lood )?cx|bcs|cultures?|bottles)[ :=]+(?P<phi>[0-2]/2|[0-3]/3|[0-4]/4)"
        r"\b",
        "BCx <PLAIN>2/2</PLAIN> drawn",
        "BCx 9/3 neg",
        unless_after=r"[/\d]",
    ),
    row(
        "bottles",
        r"(?i)\b(?P<phi>\d/\d) (?:bottles?|cultures?|sets?|samples?|nodes?|lns?)\b",
        "<PLAIN>2/2</PLAIN> bottles",
        "2/2 bottled",
        unless_before=r"[\d/.]",
    ),
    row(
        "always-open",
        r"(?i)\b(?:available|hotline|helpline|line|command|staffed|open|monitor(?:ed|ing)?|care|aide"
        r"|sitter|supervision|support|reachable|call|home) (?P<phi>24/7)\b",
        "available <PLAIN>24/7</PLAIN>",
        "seen 24/7",
        unless_after=r"[/\d]",
    ),
    row(
        "always-open-behind",
        r"(?i)\b(?P<phi>24/7) (?:care|supervision|support|line|hotline|helpline|aide|coverage"
        r"|monitoring|access|availability|service|crisis)\b",
        "<PLAIN>24/7</PLAIN> supervision",
        "24/7 supper",
        unless_before=r"[\d/]",
    ),
    row(
        "part-of-course",
        r"(?i)\b(?:cycle|fraction|session|bottle|page|pg|abx day|antibiotic day|treatment day"
        r"|day) ?#? ?(?P<phi>\d{1,2}/\d{1,2})\b",
        "after cycle <PLAIN>2/6</PLAIN> of",
        "Abx day <PLAIN>6/14</PLAIN>.",
        "Mother's Day 5/10, THIBERT-DAY 2/7, NIGHT -> DAY  17/8",
        unless_before=r"-day |['’]s day |\b(?:labor|new year|valentine)['’]?s? day "
        r"|(?:of|that|>) day +",
        unless_after=r"[/\d]",
    ),
    row(
        "cycles",
        r"(?i)\b(?P<phi>\d{1,2}/\d{1,2}) (?:cycles|fractions|sessions|treatments|courses)\b",
        "<PLAIN>2/6</PLAIN> cycles of R-CHOP",
        "3/14 cycle 2",
        unless_before=r"[\d/]",
    ),
    row(
        "acuity",
        r"(?i)\b(?:va|visions?|acuity|snellen|od|os|ou|r|l|re|le|right|left|and|,)[ :=]+"
        r"(?P<phi>6/(?:4|5|6|7\.5|9|12|18|24|36|60))[ ,;)]*(?:od|os|ou|unaided|corrected|ph|pinhole"
        r"|n\d|right|left|r|l|re|le|glasses|both)\b",
        "VA <PLAIN>6/9</PLAIN> unaided",
        "right <PLAIN>6/24</PLAIN> corrected",
        "and 6/12 seen",
        unless_after=r"[/\d]",
    ),
    row(
        "acuity-both",
        r"(?i)\b(?P<phi1>6/(?:4|5|6|9|12|18|24|36|60))(?: and |, ?| )"
        r"(?P<phi2>6/(?:4|5|6|9|12|18|24|36|60)) (?:od|os|ou|unaided|corrected|pinhole"
        r"|ph|n\d|with glasses)\b",
        "<PLAIN>6/9</PLAIN> and <PLAIN>6/12</PLAIN> unaided",
        "6/9 and 6/12 uncles came",
        unless_before=r"[\d/]",
    ),
    row(
        "ladder",
        r"\b(?P<phi>10-20-30|5-10-15|10-20-40)\b",
        "a <PLAIN>10-20-30</PLAIN> ladder",
        "MRN 10-20-301",
        unless_before=r"\d-|\b(?:mrn|no|id|chart|dob|acct)\W{0,3}",
        unless_after=r"-?\d",
    ),
    row(
        "gravida",
        r"\b(?P<phi>G\d{1,2} ?,?P\d{1,4}(?:-\d-\d-\d)?)\b",
        "<PLAIN>G3P2012</PLAIN>, LMP unsure",
        "a <PLAIN>G4 P2</PLAIN> at",
        "G3PO",
    ),
    row(
        "para",
        r"\bG\d{1,2} ?,?P\d? ?\((?P<phi>\d{4}|\d{1,2}(?:[+-]\d){1,3})\)",
        "G3P2 (<PLAIN>2002</PLAIN>), previous LSCS",
        "G3 in (2002)",
    ),
    row(
        "value-name",
        r"(?i)\b(?P<phi>e?gfr|ferritin|b12|(?:nt-?pro)?bnp|(?:hb)?a1c|tsh|psa|creatinine|troponin"
        r"|wbc|plts?|hgb|hct|inr|crp|esr|lipase|amylase|albumin|dlco|fev1|lvef|spo2|fio2|peep"
        r"|lactate|cortisol)(?: (?:was|is|of|now))?[ :=]+[<>]?\d",
        "<PLAIN>egfr</PLAIN> was 41, <PLAIN>Ferritin</PLAIN> 2007",
        "Pulse Ferris 12",
        unless_before=r"\b(?:dr|mr|mrs|ms|miss|nurse|rn)\.? ",
    ),
    row(
        "value-dump",
        r"\b(?P<phi1>NA|K|CL|CO2|BUN|CR|GLU|CA|MG|PHOS|WBC|HGB|HCT|PLT|AST|ALT|ALB|TBIL)="
        r"(?P<phi2>\d{1,3})\b",
        "<PLAIN>NA</PLAIN>=<PLAIN>138</PLAIN> <PLAIN>K</PLAIN>=<PLAIN>4</PLAIN>.4",
        "RM=138",
    ),
    row(
        "value",
        rf"(?i)\b{_LAB}(?:[ :=]+(?:was|is|at|of|now|up|down|from|level|count|only|about|around|~"
        rf"|[<>≤≥])){{0,3}}[ :=]+[<>]?(?P<phi1>\d{{1,3}})(?:{_THEN}(?:now |was |then )?"
        rf"(?P<phi2>\d{{1,3}}))?(?:{_THEN}(?:now |was |then )?(?P<phi3>\d{{1,3}}))?\b",
        "egfr was <PLAIN>41</PLAIN> then <PLAIN>38</PLAIN> now <PLAIN>44</PLAIN>, her",
        "Troponin <PLAIN>19</PLAIN>, <PLAIN>44</PLAIN>, <PLAIN>71</PLAIN>; BNP",
        "ICP <PLAIN>6</PLAIN>-<PLAIN>14</PLAIN>",
        "PSA 3/14: 4.1",
        "A1c 2019, on RR 163 at noon, on table in Mag 2",
        unless_before=r"\b(?:(?:on|at|past|along|near|to|from|off) rr|in mag) ",
        unless_after=r"[/\d]|[-.:]\d|[ -]?(?:years?|yrs?|y/?o|yo|box)\b|(?:st|nd|rd|th)\b|-[A-Z]",
    ),
    row(
        "quantity",
        rf"\b(?P<phi>\d{{1,5}}(?:,\d{{3}})? ?(?:{_UNIT}(?:/(?:mL|ml|dL|L|kg|h|hr|min|day|m2))?|%))"
        r"(?:[^\pL\pN]|$)",
        "heparin <PLAIN>2000 units</PLAIN>",
        "ferritin <PLAIN>2007 ng/mL</PLAIN>",
        "age 54 F",
        "room 12 monitor, Gr. 5 French immersion",
        unless_before=r"[\d/.:#-]|[\pL]-|\b(?:room|rm|bed|unit|no|id|age|mrn|lot|ref) ?|\bgr\.? ",
    ),
    row(
        "walked",
        r"(?i)\b(?:walk(?:s|ed|ing)?|ambulat\w+|mobili[sz]\w+|distance|run|ran)(?: \pL+){0,2} "
        r"(?P<phi>\d{1,4}) ?(?:m|ft|yards?|yds?)\b",
        "now walks <PLAIN>40</PLAIN> m with a frame",
        "walks daily, 40 M",
        unless_after=r"\d",
    ),
    row(
        "scale",
        r"(?i)\b(?:gcs|e4v5m6|nihss|braden|morse|waterlow|karnofsky|lansky|kps|ecog|pps|moca"
        r"|mmse|slums|phq-?[29]|gad-?[27]|bisap|ranson|apache(?: ii)?|q?sofa|meld(?:-na)?|has-bled"
        r"|cha2ds2-?vasc|timi|curb-?65|ciwa(?:-ar)?|cows|rass|cpot|flacc|apgars?"
        r"|barthel|fim|tinetti|tug|ace-iii|mrs|bims|gds|epds|audit(?:-c)?|cage|dast(?:-10)?"
        r"|mdq|y-bocs|ham-[da]|bdi(?:-ii)?|odi|womac|koos|updrs|edss|alsfrs-r|mallampati|gleason"
        r"|breslow|mirels|fugl-meyer|ashworth|deauville|aspects|news2?|mews|pews|centor|lille"
        r"|maddrey|child-pugh|agatston|iciq|ipss|gmfcs|abbey pain)(?: (?:score|total))?"
        r"(?: (?:of|was|is|now))?[ :=]+(?P<phi>\d{1,3})\b",
        "Karnofsky <PLAIN>70</PLAIN>, Lansky",
        "GDS <PLAIN>3</PLAIN>/15",
        "Morse 3/14/19",
        "Grace 12, 71 Wimpole Mews 020 7946 0715",
        unless_before=r"\b(?:dr|mr|mrs|ms|miss|nurse|rn)\.? ",
        unless_after=r"/\d{1,2}/\d|\d|[ -]?(?:years?|yrs?|y/?o|yo|[MF]\b)|-\d{3}| \d{4}",
    ),
    row(
        "abbey-pain-scale",
        r"(?i)\b(?P<phi1>abbey) pain(?: (?:scale|score|tool)\b|(?: (?:was|is|now|of)){0,2}"
        r"[ :=]+(?P<phi2>\d{1,2})\b)",
        "<PLAIN>abbey</PLAIN> pain <PLAIN>4</PLAIN>, <PLAIN>Abbey</PLAIN> pain score 4",
        "Mrs Abbey pain 4, Abbey pain free, Abbey House, Abbey Pain Clinic 4, Abbey pain 4/10",
        unless_before=r"\b(?:dr|mr|mrs|ms|miss|nurse|sister|prof)\.? |\d-",
        unless_after=r"/\d",
    ),
    row(
        "scale-of",
        r"(?i)\b(?:moca|mmse|slums|gds|bims|gcs|berg|fim|barthel|tinetti|cage|ace-iii|fugl-meyer"
        r"|memory|fluency|language|attention|visuospatial|registration|recall|orientation|clock)"
        r"(?: (?:score|of|was|is|now))?[ :=]+(?P<phi>\d{1,3}/(?:3|4|5|9|12|14|15|16|18|26|28|30|56"
        r"|66|100|126))\b",
        "(memory <PLAIN>11/26</PLAIN>), MoCA <PLAIN>22/30</PLAIN>",
        "MoCA 11/27, MMSE 10/21",
        unless_before=r"\b(?:on|since) ",
        unless_after=r"[/\d]",
    ),
    row(
        "litres-of-oxygen",
        r"(?i)\bresp(?:iratory)?: (?:\pL+ ){0,4}(?:at|on|to) (?P<phi>\d{1,2}(?:\.\d)? ?L)\b",
        "Resp: Arrived at <PLAIN>3 L</PLAIN>, moved to bed 12",
        "Resp: moved to 3 L-14, came to 3 L",
        unless_after=r"[-/\d]",
    ),
    row(
        "day-of-stay",
        r"\b(?:[Bb]egan on|[Ss]tarted on|[Ss]ince|[Bb]y|[Uu]ntil) (?P<phi>[Dd]ay [1-9]\d?)\b",
        "pain began on <PLAIN>Day 11</PLAIN>. CT showed",
        "sinus by <PLAIN>day 5</PLAIN>. Left",
        "began on Day 3/14, by Day 12 March, Labor Day 2, since day 2019",
        unless_after=r" ?(?:[-/:]|of|January|February|March|April|May|June|July|August|September"
        r"|October"
        r"|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b)",
    ),
    row(
        "range-of-days",
        r"(?i)\b(?:days|day|pod|hd|goal|target|auto range|range|titrate to|peep)[ :=]+"
        r"(?P<phi>\d{1,2}-\d{1,2})\b",
        "HD 5, day <PLAIN>10-14</PLAIN>",
        "auto range <PLAIN>6-16</PLAIN>.",
        "day of 10-14, Loc: ED Pod 3-11",
        unless_before=r"\b(?:ed|er|loc:?) pod |['’]s day "
        r"|\b(?:labor|new year|valentine)['’]?s? day ",
        unless_after=r"[-/\d]|\.\d",
    ),
    row(
        "gauge",
        r"\b(?P<phi>\d{1,2}(?: ?(?:Fr|fr|FR|French)|F)) (?:[Ff]oley|[Ss]heath|[Cc]atheter|pigtail"
        r"|NGT?|chest tube|coud[eé])\b",
        "an <PLAIN>18F</PLAIN> Foley",
        "<PLAIN>24 Fr</PLAIN> chest tube",
        "a 54 F Foley",
        unless_before=r"[\d/.]",
    ),
    row(
        "emergency-number",
        r"(?i)\b(?:call|calls|called|calling|dial|dials|dialled|dialed|ring|rang|phone|activate|via|or)"
        r" (?P<phi>911|999|112|000)\b",
        "call <PLAIN>911</PLAIN>, dial <PLAIN>999</PLAIN>",
        "call 9115",
        unless_after=r"[-\d]| \d",
    ),
    row(
        "bank-number-of-pharmacies",
        r"\bBIN[ :#]+(?P<phi>\d{6})\b",
        "BIN <PLAIN>610014</PLAIN>, PCN",
        "BIN 12",
    ),
    row(
        "score-of",
        r"(?i)\b(?:scores?|scored|scoring|balance|gait)(?: score)?(?: (?:of|was|is|out))* "
        r"(?P<phi>\d{1,3}(?:[-–]\d{1,3})?/\d{1,3})\b",
        "a gait score of <PLAIN>6-8/12</PLAIN> and",
        "scored on 6/8",
        unless_after=r"[/\d]",
    ),
    row(
        "image",
        # `im 41 and` is also how a patient types an age: IM needs the series in front.
        r"\b(?:(?i:series|image|slice)|SE|Se) (?P<phi1>\d{1,4})"
        r"(?:,? (?i:image|im|slice) (?P<phi2>\d{1,4}))?\b",
        "series <PLAIN>4</PLAIN> image <PLAIN>88</PLAIN>, Se <PLAIN>3</PLAIN> im <PLAIN>4</PLAIN>",
        "imaging 4, hi im 41 and, Im 72 they",
    ),
    row(
        "follow-up-range",
        r"(?i)(?P<phi>\d{1,2} ?[-–] ?\d{1,2} ?(?:months?|weeks?|days?|hours?|hrs?|min(?:ute)?s?))"
        r"\b",
        "Fleischner: <PLAIN>6-12 months</PLAIN>. No PE",
        "aged 6-12 months old, for the August 6-12 week",
        unless_before=r"[\d/.-]|\bage[ds]? |\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov"
        r"|dec)[a-z]*\.? ",
        unless_after=r" ?(?:old|of age)\b",
    ),
    row(
        "gases",
        r"(?P<phi>\b[67]\.\d{1,2}/\d{2,3}/\d{2,3}(?:/\d{1,2}){0,3})\b",
        "ABG <PLAIN>7.28/52/68/24</PLAIN> on 4 L",
        "7.2.68",
        unless_before=r"[\d/]",
    ),
    row(
        "blood-pressure",
        r"\b(?P<phi>(?:[7-9]\d|1\d\d|2[0-4]\d)/(?:[3-9]\d|1[0-3]\d))\b",
        "BP <PLAIN>148/92</PLAIN>",
        "12/92, 3/148/92, drawings, HKI 94/118, Ref: P.M. 118/75, unit 92/118, pot 75/66, R/118/75",
        unless_before=r"[\d/.-]|\b(?:drawings?|hki|mrn|no|id|ref|case|file|chart|acct|unit|pot|slide)\W{1,3}"
        r"(?:\pL{2,4} |(?:\pL\.){1,3} ?)?",
        unless_after=r"[/\d]",
    ),
    row(
        "value-in-a-cell",
        r"(?:\t|\|[ \t]?)(?P<phi>\d{1,3}\.\d{1,2})",
        "3/4/1980\t138\t<PLAIN>4.1</PLAIN>\t<PLAIN>3.95</PLAIN>\n| 138 | <PLAIN>4.1</PLAIN> |",
        "\t4.1.2019, | 12.34.56, | 4.1-22",
        unless_after=r"[\d.\pL/-]",
    ),
    row(
        "electrolytes-of-a-header",
        r"\b(?P<phi>Na[ \t]?[\t|,/][ \t]?K)\b",
        "name\tdob\t<PLAIN>Na\tK</PLAIN>\n| name | <PLAIN>Na | K</PLAIN> |",
        "Na, Kim; Na K.",
        unless_after=r"[.'’]",
    ),
    row(
        "saturation-on-air",
        r"(?P<phi>\b(?:[Ss]p)?O2 \d{2,3}%?) (?:on )?RA\b",
        "<PLAIN>O2 88</PLAIN> RA. d/w N. Vasquez",
        "O2 tank, bed O2 88",
    ),
    *ABBREVIATIONS,
    *pacemakers("dr|mr|mrs|ms|miss"),
    *EPONYMS,
    *FACILITIES,
    *INFECTIONS,
    *RANGES,
    *CODES,
    *REGISTERS,
    *ORGANISMS,
    *VEHICLES,
)

PROTECTION = Protection(rows=_ROWS, behind_days=WEEKDAYS, edges=EDGES, weekday=WEEKDAY)
