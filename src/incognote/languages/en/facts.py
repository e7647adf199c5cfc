"""How English notes say clinical facts (`detect/facts.py`); names are in tables/facts.txt."""

from __future__ import annotations

from incognote.detect.facts import Facts
from incognote.detect.rules import row

_N = r"\d{1,6}(?:[.,]\d{1,4})?"
_FEW = (
    r"(?:\d{1,3}(?:[.]5|½)?|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|fourteen|fifteen|twenty|thirty|several|a few|few|a couple of|couple of|half an?)"
)
_MANY = rf"(?:{_FEW}(?: ?(?:-|–|to|or) ?{_FEW})?)"
_UNITS = (
    r"(?:minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|wks?|months?|mos?|years?|yrs?|decades?)"
)
_TIMES = r"(?:\d{1,2}/(?:7|12|52))"
_DOSED = (
    r"(?:mg|mcg|µg|μg|ug|micrograms?|milligrams?|grams?|gm|g|mL|ml|cc|units?|u|IU|mEq|meq|mmol|puffs?|tabs?"
    r"|tablets?|caps?|capsules?|drops?|gtts?|patch(?:es)?|sprays?|amps?|vials?|L|liters?|litres?)"
)
_PER = r"(?:/(?:kg|h|hr|hour|min|day|d|dose|m2|mL|ml|kg/(?:h|hr|min|day)))?"
_LAB = (
    r"(?:e?gfr|creat(?:inine)?|scr|ferritin|(?:vit(?:amin)? )?b ?12|nt-?pro-?bnp|bnp|hb?a1c|a1c|tsh"
    r"|free t4|ft4|t4|psa|alt|ast|alk phos|alp|ggt|ldh|ck(?:-mb)?|(?:hs-?)?trop(?:onin)?(?:[ "
    r"-][it])?s?"
    r"|wbcs?|white (?:blood )?(?:cell )?count|white count|wcc|anc|plts?|platelets?|hgb|hb"
    r"|hemoglobin"
    r"|ha?ematocrit|haemoglobin|hct|inr|sodium|potassium|chloride|bicarb(?:onate)?|bun|urea|glucose"
    r"|bgl?|fsbs|fsbg|blood sugars?|crp|esr|lact(?:ate)?|lipase|amylase|ammonia"
    r"|t?bili(?:rubin)?|albumin"
    r"|calcium|magnesium|phosphate|phos|ldl|hdl|cholesterol|triglycerides|mcv|fev1/fvc|fev1|fvc"
    r"|dlco|l?v?ef|ejection fraction|lvidd|rvsp|pasp|lvedp|map|icp|cpp|cvp|pcwp|bmi|fio2|peep"
    r"|plat(?:eau)?"
    r"|urine output|uop|ebl|d-?dimer|trough|iron|tibc|vitamin d|uric acid|cortisol|acth|afp|cea"
    r"|ca-?125"
    r"|cd4|viral load|ph|pco2|po2|trab|fib(?:rinogen)?|abg|vbg|qrs|qtc|6mwt|fit|procalcitonin"
    r"|folate"
    r"|gcs|nihss|braden|morse|waterlow|karnofsky|kps|ecog|moca|mmse|phq-?[29]|gad-?[27]|bisap"
    r"|apache(?: ii)?|q?sofa|meld(?:-na)?|has-bled|cha2ds2-?vasc|timi|grace|curb-?65"
    r"|ciwa(?:-ar)?|cows"
    r"|rass|cpot|flacc|barthel|tinetti|tug|bims|gds|epds|audit(?:-c)?|bdi|womac|edss|alsfrs-r|gleason"
    r"|breslow|child(?:-pugh)?|bprs|panss|pcl-r|m-fast|saprof|iq|oxford score|wells|nyha|killip"
    r"|ipss"
    r"|apgars?|fev|pf|peak flow|residual)"
)
_SHORT = r"(?:Na|K|Cl|CO2|HCO3|Cr|Ca|Mg|P|Phos|Glu|Alb|AST|ALT|Hb|LA|T4|PT|PTT|EF|IOP)"
_IS = (
    r"(?:[ :=,]{1,3}(?:was|is|at|of|now|up to|down to|level|count|only|about|around|score|<|>|~|≤|≥"
    r"|(?:\([A-Z-]{2,8}\))))"
)
_UNIT = (
    r"(?: ?(?:%|mg/dL|mg/dl|g/dL|g/dl|g/L|mmol/L|µmol/L|umol/L|mEq/L|ng/mL|ng/ml|pg/mL|pg/ml"
    r"|ng/L|U/L|IU/L"
    r"|mIU/L|K|k|ms|msec|mmHg|cmH2O|mL|ml|cc|mm|cm|m)\b|%)?"
)
_VALUE = rf"[<>≤≥]?{_N}(?:/{_N}){{0,2}}{_UNIT}(?: ?(?:->|→|to) ?{_N}{_UNIT})?"

FACTS = Facts(
    rows=(
        # How much.
        row(
            "dose",
            rf"(?P<phi>(?:{_N}(?: ?(?:-|–|/|to) ?{_N})?|one|two|three|half|½) "
            rf"?[-]?{_DOSED}{_PER})\b",
            "lisinopril <DOSE>10 mg</DOSE> daily, <DOSE>100mcg</DOSE> x2, <DOSE>two puffs</DOSE>",
            "insulin <DOSE>20 units</DOSE>, <DOSE>5 mg/kg</DOSE>, <DOSE>1-2 tablets</DOSE>",
            "glucose 104 mg/dL, 9 mm, 2 L NC",
            unless_before=r"[\d/.#-]|\bO2(?: at)? |\b(?:on|room|apt|unit|suite|bed|lot) ",
            unless_after=r"/(?:dl|l\b)| (?:nc|o2|oxygen|nasal)\b|[\d]|/\d",
            splits=True,
        ),
        row(
            "dose-in-words",
            r"(?i)\b(?P<phi>(?:one|two|three|half a|½) (?:puffs?|tabs?|tablets?|caps?|capsules?"
            r"|drops?|sprays?"
            r"|units?|grams?))\b",
            "inhaler <DOSE>two puffs</DOSE> b.i.d.",
            "two tablespoons",
        ),
        row(
            "dose-of-radiation",
            r"\b(?P<phi>\d{1,3}(?:[.]\d)? ?c?Gy)\b",
            "<DOSE>60 Gy</DOSE> in 30 fractions",
            "60 Gym",
        ),
        # By which way.
        row(
            "route",
            r"\b(?P<phi>PO|p\.o\.|po|IV|i\.v\.|iv|IVP|IVPB|IM|i\.m\.|SQ|SC|subq|SubQ|subcut|s\.c\.|SL"
            r"|s\.l\.|PR|p\.r\.|NG|PEG|neb|nebs|nebuli[sz]ed|nebuli[sz]er)\b",
            "ceftriaxone 1 g <ROUTE>IV</ROUTE> daily, morphine 2 mg <ROUTE>SC</ROUTE>",
            "class IV, stage IV, IV1",
            unless_before=r"\b(?:class|stage|type|grade|group|level|nerve|part|schedule|phase|zone|killip|nyha|gold"
            r"|fontaine|who|segment|bed|ward|[ivx]{1,4}[,/-]) ?|[-/#.]",
            unless_after=r"[-/]\d|\.\d|-[ivx]+\b",
        ),
        row(
            "route-in-words",
            r"(?i)\b(?P<phi>by mouth|orally|intravenous(?:ly)?|intramuscular(?:ly)?"
            r"|subcutaneous(?:ly)?|sublingual(?:ly)?"
            r"|topical(?:ly)?|inhaled|rectally|intranasal(?:ly)?|per rectum|transdermal)\b",
            "taken <ROUTE>by mouth</ROUTE>",
            "word of mouth",
        ),
        # How often.
        row(
            "frequency",
            r"(?i)\b(?P<phi>b\.?i\.?d|t\.?i\.?d|q\.?i\.?d|q\.?d|b\.?d|t\.?d\.?s|q\.?d\.?s|q\.?h\.?s|h\.?s|q\.?o\.?d|p\.?r\.?n"
            r"|q ?\.?\d{1,2}(?:-\d{1,2})?(?: ?\.?(?:h|hrs?|hours?|d|days?|wks?|weeks?|min))?"
            r"|daily|nightly|nocte|mane|weekly"
            r"|monthly|hourly|bedtime|qam|qpm|qhs|qac|twice (?:a|per) (?:day|week)|twice daily"
            r"|once (?:a|per) (?:day|week)"
            r"|once daily|(?:three|four|two|five|[2-6]) times (?:a|per|daily|each)(?: (?:day"
            r"|week))?"
            rf"|(?:every|each) {_MANY} ?{_UNITS}|every (?:other )?(?:day|night|morning|evening"
            rf"|week|month))\b",
            "10 mg <FREQUENCY>BID</FREQUENCY>, <FREQUENCY>q6h</FREQUENCY> "
            "<FREQUENCY>prn</FREQUENCY>",
            "<FREQUENCY>every 8 hours</FREQUENCY>, <FREQUENCY>twice a day</FREQUENCY>,"
            " <FREQUENCY>t.i.d</FREQUENCY>.",
            "q2 earnings, h s, activities of daily living, Daily Note",
            unless_before=r"[/-]|\bof ",
            unless_after=r"[-/]\d| (?:living|news|note|notes|progress|mail|earnings|weights?)\b",
        ),
        # When and how long.
        row(
            "time-ago",
            rf"(?i)\b(?P<phi>(?:(?:about|approximately|some|over) )?{_MANY} ?[- ]?{_UNITS} "
            rf"(?:ago|earlier|later|after|before"
            r"|prior(?: to)?|previously|post|post-?op(?:eratively)?|from now|into|out from"
            r"|since|following|previous))\b",
            "fell <TIME>3 days ago</TIME>; <TIME>two weeks after</TIME> surgery",
            "<TIME>6 months prior to</TIME> admission",
            "3 days of fever",
        ),
        row(
            "time-ago-in-parts",
            rf"(?i)\b(?P<phi>{_TIMES} (?:ago|later|post|after))\b",
            "seen <TIME>3/52 ago</TIME>",
            "3/52",
        ),
        row(
            "time-in",
            rf"(?i)\b(?P<phi>(?:in|within|since|after|until|before|past|last|next|over the "
            rf"(?:past|last|next)|in the (?:past|last|next)"
            rf"|for the (?:past|last|next)|(?:past|last|next)) {_MANY} ?[- ]?{_UNITS})\b",
            "return <TIME>in 2 weeks</TIME>, <TIME>within 7 days</TIME>, cough <TIME>since 3 "
            "days</TIME>",
            "<TIME>over the past 6 months</TIME>",
            "in 2 views",
            unless_after=r" (?:ago|later|after|before|prior)\b",
        ),
        row(
            "time-day-of",
            r"(?i)\b(?P<phi>(?:POD|PPD|HD|DOL|hospital day|post-?op(?:erative)? day|day of life"
            r"|postpartum day|day|night|week|cycle)"
            r"[ #]{1,2}\d{1,3})\b",
            "<TIME>POD 2</TIME>, <TIME>hospital day 3</TIME>, itch on <TIME>day 9</TIME>",
            "a day 12-hour shift",
            unless_after=r"[/.:-]\d|-",
        ),
        row(
            "time-ordinal-day",
            r"(?i)\b(?P<phi>(?:first|second|third|fourth|fifth|sixth|1st|2nd|3rd|\dth) "
            r"(?:post-?operative|hospital|postpartum) day)\b",
            "on the <TIME>second postoperative day</TIME>",
            "second day",
        ),
        row(
            "duration",
            rf"(?i)\b(?P<phi>(?:(?:for|x|over|during|lasting|about|approximately) ?)?(?:the "
            rf")?{_MANY}[ -]?{_UNITS})\b",
            "<DURATION>for 10 days</DURATION>, <DURATION>x 7 days</DURATION>, <DURATION>35 "
            "days</DURATION>",
            "a <DURATION>14-day</DURATION> course",
            "one day, 3 daysies",
            "54-year-old, 4 years old, in 2014",
            unless_before=r"[\d/.]|\bone ",
            unless_after=r"[ -]?(?:old|ago|of age)\b|/\d|'s birthday",
            check=lambda surface: (
                surface.lower()
                not in ("one day", "a day", "a week", "a month", "a year", "an hour", "a night")
            ),
            splits=True,
        ),
        row(
            "duration-in-parts",
            r"(?i)\b(?:for|x|×|in|review|over|every|staples|precautions|driving|physio) "
            r"(?P<phi>\d{1,2}/(?:7|12))\b|\b(?P<phi1>\d{1,2}/52)\b",
            "for <DURATION>5/7</DURATION>, review <DURATION>6/52</DURATION>",
            "3/5/52, 11/12/20, on 9/12",
            unless_before=r"[\d/.-]",
            unless_after=r"[/\d-]|\.\d",
        ),
        # What was measured.
        row(
            "lab",
            rf"(?i)\b(?P<phi>{_LAB}(?:[ -]?(?:i|v\d))?{_IS}{{0,2}}[ :=]{{1,3}}{_VALUE})",
            "<LAB>creatinine was 1.4</LAB>, <LAB>tsh <0.01</LAB> and <LAB>Hgb 9.8 g/dL</LAB>",
            "<LAB>A1c 8.4%</LAB>, <LAB>GCS 15</LAB>, <LAB>EF of 60%</LAB>",
            "child 5 years, iron bar, on PEEP",
            unless_before=r"[\pL\d]-?|-",
            unless_after=(
                r"[-/]\d|\.\d|[ -]?(?:years?|yrs?|y/?o|yo|mg\b|mcg|months?|days?|weeks?)|:\d"
            ),
            splits=True,
        ),
        row(
            "lab-short",
            rf"\b(?P<phi>{_SHORT}(?: (?:of|was|is|now))?[ =:]{{1,2}}[<>]?{_N}{_UNIT}(?: ?(?:->"
            rf"|→) ?{_N}{_UNIT})?)",
            "<LAB>Na 138</LAB>, <LAB>K 4.1</LAB>, <LAB>Cr 1.2</LAB>",
            "K street, PT 3x, Ca 5/30/2019",
            unless_before=r"[\pL\d.-]",
            unless_after=r"[-/]\d|\.\d|:\d|[ -]?(?:mg\b|mcg|mEq\b|times|visits|sessions|x\b)",
            splits=True,
        ),
        row(
            "lab-by-unit",
            r"(?i)\b(?P<phi>\pL[\pL-]{2,20}(?: (?:was|is|of|level))? ?[:=]? "
            r"?[<>]?\d{1,6}(?:[.,]\d{1,3})?"
            r" ?(?:mg/dL|g/dL|g/L|[mµun]?mol/L|mEq/L|[np]g/mL|ng/L|[mI]*U/L|mm/h|K/uL|cells/\pL+))",
            "<LAB>haptoglobin 12 mg/dL</LAB>",
            "heparin 12 units",
            splits=True,
        ),
        row(
            "lab-strength-and-pain",
            r"(?i)\b(?P<phi>(?:pain|strength|power|colic|grip|severity)(?: (?:is|was|rated"
            r"|score|of|at|a|now))*[ :]{1,2}[0-5][+-]?/(?:5|10)"
            r"|(?:pain|colic)(?: (?:is|was|rated|score|of|at|a|now))*[ :]{1,2}\d{1,2}/10)\b",
            "<LAB>Pain 6/10</LAB>; <LAB>strength 5/5</LAB>",
            "pain clinic 6/10",
            unless_after=r"[/\d]",
        ),
        row(
            "lab-coma",
            r"\b(?P<phi>E[1-4] ?V[1-5T] ?M[1-6])\b",
            "D <LAB>E4V4M6</LAB> PERL",
            "E4V4",
        ),
        row(
            "vital",
            r"(?i)\b(?P<phi>(?:blood pressure|bp|sbp|dbp|pulse|heart rate|hr|rr|respiratory "
            r"rate|respirations?|resps?|resp rate"
            r"|temp(?:erature)?|tmax|t-?max|spo2|o2 sats?|sats?|saturation|oxygen saturation"
            r"|weight|wt|height|ht|fhr|fht"
            r"|weighs|weighed)"
            r"(?:[ :=,]{1,3}(?:was|is|of|at|now|about|around|in the|low|high|<|>))*[ "
            r":=,]{1,3}(?:\d{2,3}/\d{2,3}"
            r"|\d{1,3}(?:[.]\d{1,2})?)s?(?: ?(?:%|bpm|kg|kgs|lbs?|pounds|cm|°?[CF]\b|degrees"
            r"|/min))?)",
            "<VITAL>BP 128/76</VITAL>, <VITAL>HR 84</VITAL>, <VITAL>temp 38.2</VITAL>, "
            "<VITAL>SpO2 97%</VITAL>",
            "<VITAL>heart rate of 128</VITAL>, <VITAL>weight 84 kg</VITAL>",
            "bpm 12, pulse ox",
            unless_before=r"[\pL\d.-]|\b(?:room|bed|on|past|elm|main|oak|\d(?:st|nd|rd|th)) ",
            unless_after=r"[/-]\d|\.\d|:\d",
            splits=True,
        ),
        row(
            "vital-short",
            r"\b(?P<phi>[TPR][ :=]{1,2}(?:3[4-9]|4[0-2]|9[4-9]|10[0-6])(?:\.\d)|P[ "
            r":=]{1,2}\d{2,3}|R[ :=]{1,2}[12]\d|T (?:3[4-9]|9[4-9]|10[0-6]))\b",
            "<VITAL>T 36.8</VITAL>, <VITAL>P 92</VITAL>, <VITAL>R 18</VITAL>",
            "P 3, T 12, R hip",
            unless_before=r"[\pL\d.-] ?",
            unless_after=r"[/:-]\d|\.\d",
        ),
        row(
            "vital-by-unit",
            r"(?i)\b(?P<phi>\d{2,3}(?:\.\d)? ?(?:kg|kgs|lbs?|pounds)|[3-7] ft(?: \d{1,2} in)?"
            r"|\d{2,3}\.\d ?°?[FC])\b",
            "<VITAL>214 lb</VITAL>, <VITAL>4 ft 11 in</VITAL>",
            "mg/kg, push 2 ft",
            unless_before=r"[\d/.]|\b(?:lift\w*|over|than|gain\w*|lost|loss of|lose|losing) ",
            unless_after=r"/|\d| (?:lift|on)\b",
            splits=True,
        ),
        # What is wrong, as a code.
        row(
            "diagnosis-code",
            r"\b(?P<phi>[A-TV-Z]\d\d\.\d{1,3}[A-Z]?)\b",
            "STEMI (<DIAGNOSIS>I21.02</DIAGNOSIS>)",
            "version B12.3.4",
            unless_before=r"[-/.#]",
            unless_after=r"[-/.]?\d",
        ),
    ),
    denied_before=(
        r"no(?: (?:evidence|signs?|history|hx|known|further|current|acute|active|recent|prior"
        r"|previous|new|obvious|significant)"
        r"(?: of)?)*|not|denie[sd]|denying|without(?: (?:any|evidence of|signs? of))?|w/o"
        r"|negative for|neg for|never"
        r"|none of|nor|free of|absence of|rules? out|ruled out for|r/o|non|lack of|lacks|did "
        r"not have"
        r"|does not have|resolved|unremarkable for|nil"
    ),
    denied_behind=(
        r"(?:(?:was|were|is|are|has been|have been) )?(?:ruled out|excluded|absent|denied"
        r"|negative|neg|not (?:seen|present|found|identified)"
        r"|nil|resolved|none)|\(-\)"
    ),
    denies_nothing=(
        r"no (?:change|increase|longer|doubt|need|more than|interval change)|not (?:only|just"
        r"|certain|sure|necessarily|to)"
    ),
    ends_denial=(
        r"but|however|although|though|except|apart from|other than|with the exception|yet|still"
        r"|reports?|complains?|presents?"
        r"|has|had|which|who|because|due to|secondary to|given|since|positive|treated|started"
        r"|takes?|on|and (?:has|is|was)|\+"
    ),
    department_behind=(
        r"clinic|cent(?:re|er)|program(?:me)?|service|unit|institute|department|foundation|society"
        r"|ward|(?:liaison )?nurses?|specialist|educator"
    ),
    forms=(
        r"(?:SR|XR|ER|CR|CD|XL|LA|EC|IR|DR|HCT|succinate|tartrate|sodium|besylate|hydrochloride|HCl|acetate|mesylate"
        r"|extended[- ]release|patch|drip|gtt|nasal spray|inhaler|nebuli[sz]er|drops|cream"
        r"|ointment|Consta|@)"
    ),
)
