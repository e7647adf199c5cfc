"""Calendar dates, months, weekdays and years.

Order of day and month is not settled by country: a note may hold both. A date of day and month
alone (`3/14`) looks like a score or a dose, so its rows say what may not stand around it.
"""

from __future__ import annotations

import re

from incognote.detectors.rules import Rule
from incognote.detectors.rules.checks import is_compact_date, is_month_day, is_numeric_date

_MONTH = (
    r"(?:jan(?:uary)?|febr?(?:uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_ORDINAL = r"(?:3[01]|[12]\d|0?[1-9])(?: ?(?:st|nd|rd|th))?"
_YEAR = r"(?:(?:18|19|20)\d\d|['’]\d\d)"
_WEEKDAY = (
    r"(?:(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|mon|tues?|weds?|thurs?|thur|fri|sat|sun)s?\.?)"
)
_ON = rf"(?:{_WEEKDAY},? (?:the )?)?"
"""A weekday in front of a date belongs to its mark."""

_TO = r" ?(?:-|–|—|to|thru|through|until|till|→|->|&|and) ?"

_DOSE = (
    r"\s*(?:mg|mcg|µg|ug|g|gm|ml|cc|units?|u|iu|meq|mmol|tab(?:let)?s?|cap(?:sule)?s?|cm|mm|l|lpm"
    r"|kg|lbs?|oz"
    r"|hz|bpm|mmhg|h|hrs?|hours?|min|mins|days?|weeks?|wks?|months?|yrs?|years?|fr|ga?)\b|\s*%"
)
_NUMERIC_BEFORE = r"\d|\d[./-]|\bv(?:er(?:sion)?)?\.? ?|gcs:? ?|[\pL]-|[#$£€]"
_NUMERIC_AFTER = rf"[/-]?\d|[./]\d|{_DOSE}"

_RATIO_BEFORE = (
    r"[\d\pL][./-]|n\d[a-c]? ?\(|[-+<>=~^#$£€%*]\s?|\d\s|\bx ?"
    r"|\b(?:bp|strength|power|motor|murmur|grade|scale|score|scored|scores|pain|apgars?|mrc|tone"
    r"|reflexes|dtrs?|pulses?|vision|va|acuity|od|os|ou|snellen|gcs|nihss|phq-?\d*|gad-?\d*|moca"
    r"|mmse|minicog|mini-cog|epds|audit(?:-c)?|gds|cam|braden|morse|intensity|severity|rated|rates"
    r"|about|bicep|biceps|triceps|deltoids?|quads?|quadriceps|hamstrings?|grip|ehl|df|pf|ta|hf|ip"
    r"|ke|kf|hip|knee|ankle|shoulder|elbow|wrist|finger|flexors?|extensors?|iliopsoas|dorsiflexion"
    r"|extension|flexion|abduction|bilaterally|throughout|ue|le|lue|rue|lle|rle|ues|les|rass|ratio"
    r"|i/e|i:e|peep|ps|cpap|bipap|nodes?|cores?|out of|mood|memory|fluency|language|b-lines|page"
    r"|nippv|bpap|s/t|ilo|hads|bims|activity|distress|orientation|recall|trees|l|r"
    r"|room|rm|bed|apt|unit|fr|size|stage|class|type|sets?|ward|step|shock|suds|sadness|anxiety"
    r"|depression|percocet|norco|vicodin|hydrocodone|oxycodone|apap|acetaminophen|tylenol|d5|½|ns"
    r"|saline|valsartan|entresto|sinemet|combivent|advair|seroquel|augmentin|bactrim|week|weeks"
    r"|day|wk|phase|gravida|para|g\dp\d|mallampati|apgar of|of|at|was|is|least|worst|best|avg"
    r"|average|max|currently|now|to a|down to|up to|from a|remains|a)[:=,]?\s?"
    r"|\b(?:pain|strength|murmur|power|apgars?|score|reflexes|pulses|vision)\b[^.;\n]{0,25}\s"
)
_RATIO_AFTER = (
    rf"[/-]\d|\d|[.:,]\d|-?[\pL]|[ -]?(?:strength|power|murmur|systolic|diastolic|sem|hsm|pain|str"
    r"|throughout|bilat|bilaterally|pulses?|reflexes|nodes?|lns?|cores?|positive|negative|cups?"
    r"|inch(?:es)?|dose|of|ppd|packs?|pints?|bottles?|tsp|teaspoons?|full|normal|ns|saline|strong"
    r"|in|intensity|severity|on (?:a|the)|scale|correct|recall|words?|items?|criteria|points?|pts"
    rf"|meals?|trials?|times|sirs|wbc|and|or|to|with|at|rated|grip|ue|le|bl|b/l)\b|{_DOSE}|['\"″′]"
)
_SEEN = (
    r"(?:on|since|until|till|thru|through|by|from|dated?|seen|admit(?:ted)?|adm|d/?c|dc'?d|dob|due"
    r"|visit|labs?|appt|appointment|f/u|followup|follow-up|sent|given|placed|started|start"
    r"|tmrw|tomorrow|yesterday|last|next|starting|ending|effective|received|reviewed|collected|drawn|signed|faxed"
    r"|called|expires?|exp|booked|scheduled|surgery|mri|ct|echo|xray|x-ray|cxr|eeg|ekg|ecg|egd"
    r"|cbc|bmp|cmp|biopsy|note|notes|letter|report|ref|pft|colonoscopy"
    r"|mammo|mammogram|removed|inserted|extubated|intubated|discharged|transferred|returned"
    r"|resumed|held|refused|reported|completed|recheck|scan|repeat|mon|tues?|weds?|thurs?|fri|sat"
    r"|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
)


def _is_no_ladder(surface: str) -> bool:
    """Whether a date and not steps of ten: 10-20-30."""
    numbers = [int(number) for number in re.findall(r"\d+", surface)]
    return is_numeric_date(surface) and any(number % 10 for number in numbers)


def _is_unlike_ratio(surface: str) -> bool:
    """Whether a day and month could hardly be a score, a fraction or a dose: not 4/10, 10/5."""
    first, second = (int(number) for number in surface.split("/"))
    return is_month_day(surface) and (
        second > 12 or (first > second and second not in (2, 5, 7, 10))
    )


RULES = (
    Rule(
        "date-slash",
        "DATE",
        rf"(?i){_ON}(?:\d{{1,2}} ?/ ?\d{{1,2}} ?/ ?(?:18|19|20)\d\d|\d{{1,2}}/\d{{1,2}}/\d\d)",
        0.99,
        check=is_numeric_date,
        unless_before=_NUMERIC_BEFORE,
        unless_after=_NUMERIC_AFTER,
        splits=True,
        cases=(
            "seen on <DATE>12/03/2019</DATE>",
            "<DATE>Wed 5/8/2019</DATE> 10:20",
            "DOB <DATE>8/5/57</DATE>, <DATE>12 / 03 / 2019</DATE>",
            "GCS 4/5/6",
            "titrate 10/20/40 mg",
            "BP 120/80",
        ),
    ),
    Rule(
        "date-dash",
        "DATE",
        rf"(?i){_ON}(?:\d{{1,2}}-\d{{1,2}}-(?:18|19|20)\d\d|\d{{1,2}}-\d{{1,2}}-\d\d)",
        0.97,
        check=_is_no_ladder,
        unless_before=_NUMERIC_BEFORE
        + r"|\b(?:mrn|chart|no|id|lot|ref|file|case|unit|code)[:.]? ?",
        unless_after=_NUMERIC_AFTER + r"|-?[\pL]",
        cases=(
            "seen <DATE>03-14-2019</DATE>, <DATE>7-7-51</DATE>",
            "SSN 078-05-1120",
            "MRN 10-12-30",
            "10-20-30",
            "phone 555-01-20-33",
        ),
    ),
    Rule(
        "date-dot",
        "DATE",
        rf"(?i){_ON}(?:\d{{1,2}}\.\d{{1,2}}\.(?:18|19|20)\d\d|\d{{1,2}}\.\d{{1,2}}\.\d\d)",
        0.96,
        check=is_numeric_date,
        unless_before=_NUMERIC_BEFORE + r"|\b(?:section|sect|fig|table|software|build|release) ?",
        unless_after=_NUMERIC_AFTER + r"|-?[\pL]|\.[\d\pL]",
        cases=(
            "geb. <DATE>04.03.1971</DATE>",
            "seen <DATE>28.1.20</DATE>.",
            "address 10.2.10.17",
            "version 2.3.10",
        ),
    ),
    Rule(
        "date-iso",
        "DATE",
        r"(?P<phi>(?:18|19|20)\d\d(?:-\d{1,2}-\d{1,2}|/\d{1,2}/\d{1,2}|\.\d{1,2}\.\d{1,2}))",
        0.99,
        check=is_numeric_date,
        unless_before=r"[\d/.-]|[\pL]-",
        unless_after=r"[/-]?\d|\.\d",
        splits=True,
        cases=(
            "on <DATE>2019-03-14</DATE>",
            "at <DATE>2019-03-14</DATE>T10:22:05Z",
            "case 2019-44-110",
            "2019-3",
        ),
    ),
    Rule(
        "date-compact",
        "DATE",
        r"(?i)(?:\b(?:dob|d\.o\.b\.?|birth ?date|date|dated|born|admitted|discharged|visit date)"
        r"[ =:#]{1,3}|\|)(?P<phi>(?:18|19|20)\d{6})(?:[|\s,;.)^]|$)",
        0.98,
        check=is_compact_date,
        cases=(
            "PID|1||00482913^^^MRN||DELGADO^MARIA||<DATE>19610819</DATE>|F",
            "dob=<DATE>19610819</DATE>",
            "specimen 20190314",
            "|20194514|",
        ),
    ),
    Rule(
        "date-timestamp",
        "DATE",
        r"(?:\||[Tt]imestamp[=: ]+)(?P<phi>(?:19|20)\d{6}(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)"
        r"(?:[.+-]\d+)?(?:[|^\s]|$)",
        0.97,
        check=is_compact_date,
        cases=(
            "MSH|^~\\&|RIS|KRMC|||<DATE>20220308154410</DATE>||ORU^R01",
            "OBR|1|20229908154410|",
        ),
    ),
    Rule(
        "date-month-day",
        "DATE",
        rf"(?i){_ON}\b{_MONTH}(?:\.? ?{_ORDINAL}(?:,? ?(?:of )?{_YEAR})?|-{_DAY}-(?:\d\d)?\d\d)",
        0.97,
        unless_before=r"\d-?|\b(?:the|a|his|her|dr\.?|mr\.?|ms\.?|mrs\.?) ",
        unless_after=rf"/?\d|[.:]\d|-?[\pL]|{_DOSE}| o'clock",
        cases=(
            "on <DATE>March 3, 2019</DATE>",
            "<DATE>Tuesday, May 14</DATE> at 9",
            "<DATE>APR 21</DATE>; <DATE>Feb. 6th</DATE>; <DATE>Oct 3 2022</DATE>",
            "<DATE>March 8 of '87</DATE>",
            "<DATE>May 15</DATE>-20",
            "may 5 mg",
            "march 10 steps",
            "Mary 5",
            "stoma at Sep 3 o'clock",
        ),
        check=lambda surface: not surface.startswith(("may ", "march ", "mar ")),
    ),
    Rule(
        "date-month-day-range",
        "DATE",
        rf"(?i)\b(?P<phi1>{_MONTH}\.? ?{_DAY}) ?[-–] ?(?P<phi2>{_DAY}(?:,? {_YEAR})?)\b",
        0.96,
        unless_after=rf"[/-]\d|[.:]\d|{_DOSE}",
        cases=("away <DATE>April 6</DATE>-<DATE>10</DATE>, then", "may 5-10 mg", "Aug 2-Aug 5"),
        check=lambda surface: not surface.startswith(("may ", "march ", "mar ")),
    ),
    Rule(
        "date-day-range-month",
        "DATE",
        rf"(?i)\b(?P<phi1>{_DAY}) ?[-–] ?(?P<phi2>{_DAY} {_MONTH}(?: {_YEAR})?)\b",
        0.96,
        unless_before=r"[\d./-]",
        cases=("ward <DATE>12</DATE>-<DATE>14 March</DATE>", "1-2 tabs", "q 4-6 h"),
        check=lambda surface: not surface.endswith(("may", "mar", "march")),
    ),
    Rule(
        "date-ordinal-range-month",
        "DATE",
        rf"(?i)\b(?P<phi1>\d{{1,2}}(?:st|nd|rd|th)){_TO}(?P<phi2>{_ORDINAL}(?: of)? {_MONTH}"
        rf"(?:,? {_YEAR})?)\b",
        0.96,
        cases=("from <DATE>1st</DATE> to <DATE>5th October</DATE>", "1st to 5th toe"),
        check=lambda surface: not surface.endswith(("may", "mar", "march")),
    ),
    Rule(
        "date-month-day-lower",
        "DATE",
        rf"\b(?:may|march|mar) {_ORDINAL}(?:,? {_YEAR})?",
        0.93,
        unless_after=rf"[/-]?\d|[.:]\d|-?[\pL]|{_DOSE}| (?:steps|times|feet|in\b|more|to\b|or\b)",
        unless_before=r"\b(?:he|she|it|they|you|this|that|pt|patient|and|which|who) ",
        cases=("seen <DATE>may 5</DATE> by np", "may 5 mg", "she may 2 be", "march 10 steps"),
    ),
    Rule(
        "date-day-month",
        "DATE",
        rf"(?i){_ON}\b{_ORDINAL}(?: of|-)? ?{_MONTH}(?:\.?,? ?[-/]?(?:of )?{_YEAR}|-\d\d)?\b",
        0.97,
        unless_before=rf"\d[./,:-]?|{_MONTH}\.? |[$#£]|\b(?:stage|grade|type|x) ",
        unless_after=r"[/-]?\d|[.:]\d|-?[\pL]",
        cases=(
            "on <DATE>3 March 2019</DATE>",
            "<DATE>Tuesday, 14 May</DATE> at 9",
            "<DATE>24-May-1974</DATE> <DATE>29NOV1946</DATE> <DATE>21st Feb</DATE>.",
            "<DATE>7th of June</DATE>",
            "2 maybe 3",
            "grade 2 mar",
        ),
        check=lambda surface: not surface.endswith(("may", "mar", "march", "MAR", "dec", "sep")),
    ),
    Rule(
        "date-month-year",
        "DATE",
        rf"(?i)(?:\b{_MONTH}\.?(?:,| of|-)? ?{_YEAR}|\b{_MONTH}[-/]\d\d)",
        0.98,
        unless_after=r"[/-]?\d|-?[\pL]",
        unless_before=r"\d-?",
        cases=(
            "in <DATE>March 2019</DATE>",
            "since <DATE>Aug '24</DATE>, <DATE>MARCH OF 1995</DATE>, <DATE>Jan-04</DATE>",
            "summary 2019",
            "Mayo 2019",
        ),
    ),
    Rule(
        "date-month",
        "DATE",
        r"\b(?:January|February|July|September|October|November|December|JANUARY|FEBRUARY|JULY"
        r"|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER|january|february|july|september|october|november"
        r"|december)",
        0.95,
        unless_after=r"-?[\pL]| [A-Z][\pL]+ (?:Street|St\b|Road)",
        cases=("stopped in <DATE>July</DATE>", "Julyan"),
    ),
    Rule(
        "date-month-name",
        "DATE",
        r"(?i)\b(?:in|since|last|this|next|by|until|till|early|mid|late|of|from|to|through|thru"
        r"|during|before|after|every|around|end of)[ -](?P<phi>april|june|august)\b",
        0.95,
        cases=("since <DATE>April</DATE>", "with April, her aunt"),
    ),
    Rule(
        "date-month-may",
        "DATE",
        r"\b(?:[Ii]n|[Ss]ince|[Ll]ast|[Tt]his|[Nn]ext|[Uu]ntil|[Tt]ill|[Ee]arly|[Mm]id|[Ll]ate"
        r"|[Dd]uring|IN|SINCE|LAST|NEXT|UNTIL)[ -]"
        r"(?P<phi>May|March|MAY|MARCH|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|JAN|FEB|MAR|APR"
        r"|JUN|JUL|AUG|SEPT?|OCT|NOV|DEC|jan|feb|march|apr|aug|sept|oct|nov)\b",
        0.95,
        cases=("since <DATE>May</DATE>", "in <DATE>Feb</DATE>", "she may", "this may help"),
    ),
    Rule(
        "date-month-abbreviated",
        "DATE",
        r"\b(?:Jan|Feb|Apr|Aug|Sept|Oct|Nov|Dec)\b",
        0.4,
        unless_after=r"-?[\pL]",
        cases=("recheck <DATE>Nov</DATE>", "Janet"),
    ),
    Rule(
        "date-month-numeric",
        "DATE",
        r"(?:0?[1-9]|1[0-2])/(?:19|20)\d\d",
        0.97,
        unless_before=r"[\d/.-]|\d ",
        unless_after=r"[/-]?\d|-?[\pL]|[.]\d",
        cases=("in <DATE>03/2019</DATE>", "12/03/2019", "14/2019"),
    ),
    Rule(
        "date-short-context",
        "DATE",
        rf"(?i)\b{_SEEN}:? (?P<phi>\d{{1,2}}/\d{{1,2}})\b",
        0.97,
        check=is_month_day,
        unless_after=rf"[/-]\d|\d|[.:]\d|-?[\pL]| (?:ns|saline|pain|of|strength|murmur)\b|{_DOSE}",
        cases=(
            "seen <DATE>3/14</DATE> in clinic",
            "labs <DATE>25/12</DATE>: K 3.3",
            "on 5/325 mg",
            "by 1/2 tablet",
        ),
    ),
    Rule(
        "date-short-weekday",
        "DATE",
        rf"(?i)\b{_WEEKDAY},? \d{{1,2}}[/-]\d{{1,2}}",
        0.98,
        check=is_month_day,
        unless_after=_RATIO_AFTER,
        cases=("back <DATE>Thurs 4/4</DATE>, ostomy", "sat 94/100"),
    ),
    Rule(
        "date-short",
        "DATE",
        r"\d{1,2}/\d{1,2}",
        0.95,
        check=_is_unlike_ratio,
        unless_before=_RATIO_BEFORE,
        unless_after=_RATIO_AFTER,
        cases=(
            "(<DATE>9/23</DATE>)",
            "BP 120/80",
            "strength 5/5",
            "a 2/6 murmur",
            "1/2 NS",
            "Percocet 5/325",
            "pain 4/10",
            "vision 20/20",
            "8/10 pain",
        ),
    ),
    Rule(
        "date-short-ratio",
        "DATE",
        r"\d{1,2}/\d{1,2}",
        0.45,
        check=lambda surface: is_month_day(surface) and not _is_unlike_ratio(surface),
        unless_before=_RATIO_BEFORE,
        unless_after=_RATIO_AFTER,
        cases=("(<DATE>9/10</DATE>)", "strength 5/5", "pain 4/10"),
    ),
    Rule(
        "date-range",
        "DATE",
        rf"(?i)(?P<phi1>\d{{1,2}}/\d{{1,2}}){_TO}(?P<phi2>\d{{1,2}}/\d{{1,2}})",
        0.97,
        check=is_month_day,
        unless_before=r"[\d\pL][./-]|\d\s|\b(?:from|pain|strength|score|bi?pap|cpap|technique"
        r"|ishihara|bp|va):? ",
        unless_after=r"[/]?\d|[.]\d",
        cases=(
            "admitted <DATE>3/1</DATE> - <DATE>3/4</DATE>",
            "<DATE>5/14</DATE>-<DATE>5/15</DATE>",
            "BP 110/70-130/80",
        ),
    ),
    Rule(
        "date-weekday-day",
        "DATE",
        rf"(?i)\b{_WEEKDAY},? (?:the \d{{1,2}}(?:st|nd|rd|th)|\d{{1,2}}(?:st|nd|rd|th))\b",
        0.98,
        cases=("on <DATE>Monday the 12th</DATE>", "<DATE>Tues 8th</DATE>", "sat the 3 tests"),
    ),
    Rule(
        "date-day-alone",
        "DATE",
        r"(?i)\b(?:on|until|till|by|from|since|before|after|of|around) the "
        r"(?P<phi>\d{1,2}(?:st|nd|rd|th))\b",
        0.93,
        unless_after=r"-|\s*(?:[%/]|percentile|centile|decade|grade|floor|dose|cycle|time|visit|day"
        r"|week|month|year|trial|attempt|rib|nerve|toe|finger|digit|metatarsal|metacarpal|child|of"
        r"|percent|intercostal|ventricle|street|st\b|ave|avenue|step|session|hole|birthday|century"
        r"|and|or|cranial|fl\b|pregnancy|line|hospital|post)",
        cases=("home on the <DATE>24th</DATE>", "of the 5th metatarsal", "on the 4th floor"),
    ),
    Rule(
        "date-weekday",
        "DATE",
        r"\b(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un|MON|TUES|WEDNES|THURS|FRI"
        r"|SATUR|SUN)(?:days?|DAYS?)\b",
        0.98,
        cases=("since <DATE>Tuesday</DATE>", "q <DATE>Mondays</DATE>", "Fridayson"),
    ),
    Rule(
        "date-weekday-abbreviated",
        "DATE",
        r"\b(?:[Tt]ues|[Ww]eds|[Tt]hurs|[Tt]hu|[Tt]ue|Wed|Fri|TUES|WEDS|THURS|THUR|Thur|TUE|THU"
        r"|MON|WED|FRI"
        r"|Mon)\b",
        0.93,
        unless_after=r"-?[\pL]",
        unless_before=r"[\pL]-",
        cases=("appt <DATE>Tues</DATE>", "he <DATE>Thurs</DATE> am", "argue with", "statue"),
    ),
    Rule(
        "date-weekday-ambiguous",
        "DATE",
        r"(?i)\b(?:on|last|next|this|every|each|since|until|till|by|for|due|appt|q)[ -]?"
        r"(?P<phi>mon|wed|fri|sat|sun)\b",
        0.9,
        unless_before=r"\b(?:step-up|drop|desat|spo2|o2) on ",
        unless_after=r"-?[\pL]| ?\d\d ?%| (?:in (?:bed|chair)|up|down|exposure|with|for|run"
        r"|and (?:talk|ate|watch)|protection|burn|goal|probe|level|monitor)",
        cases=("next <DATE>Sat</DATE> at noon", "O2 sat 94%", "sun exposure", "for sat 92%"),
    ),
    Rule(
        "date-weekday-list",
        "DATE",
        rf"(?i)\b(?P<phi1>{_WEEKDAY})(?:/|, ?|&| & | and | or )(?P<phi2>{_WEEKDAY})"
        rf"(?:(?:/|, ?|&| & | and | or |, and )(?P<phi3>{_WEEKDAY}))?\b",
        0.95,
        unless_after=r" ?\d\d ?%",
        cases=(
            "HD <DATE>tues</DATE>/<DATE>thurs</DATE>/<DATE>sat</DATE>",
            "<DATE>Wed</DATE> and <DATE>Fri</DATE>",
            "up and sat",
        ),
    ),
    Rule(
        "date-weekday-title",
        "DATE",
        r"(?:\p{Ll}|[,(/]) ?(?P<phi>Sat|Sun)\b",  # inside a clause: not `Sat up in bed`
        0.9,
        unless_before=r"\b(?:o2|oxygen|room air|resting|pulse ox|ra|her|his|with|the|of|in|and"
        r"|,) ?",
        unless_after=r"-?[\pL]|[:=>~<% ]*\d\d\b|[:=>~<%]| (?:was|is|up|on|back|dropped|down|drops"
        r"|stable|monitor|probe|goal|exposure|protection|burn|damage"
        r"|(?-i:[A-Z])\pL+)",
        cases=(
            "home <DATE>Sat</DATE> with son",
            "O2 Sat 94%",
            "resting Sat was 94",
            "his Sat dropped",
            "he sat up",
        ),
    ),
    Rule(
        "date-year-context",
        "DATE",
        r"(?i)\b(?:since|in|until|till|circa|c\.|ca\.|during|back in|from|of|early|mid|late|before"
        r"|after|year|born|dx'?d?|s/p|quit|retired|diagnosed|spring|summer|fall|autumn|winter"
        r"|around|about)[ :~-]{1,2}(?P<phi>(?:19[2-9]\d|20[0-3]\d)s?)\b",
        0.9,
        unless_after=r"[/-]?\d|[.:,]\d|-?[\pL]|\s*(?:h|hrs?|hours|am|pm|calories|kcal|cal)\b"
        + f"|{_DOSE}",
        unless_before=r"[\d/.]",
        cases=(
            "smoker since <DATE>2009</DATE>",
            "in <DATE>1985</DATE>, when",
            "after 2000 mL",
            "until 2030 h",
            "about 2000 calories",
        ),
    ),
    Rule(
        "date-year-range",
        "DATE",
        r"\b(?P<phi1>(?:19|20)\d\d)(?: ?[-–—] ?| to )(?P<phi2>(?:19|20)\d\d)\b",
        0.95,
        unless_before=r"[\d/.-]|[\pL]-",
        unless_after=r"[/-]?\d|[.:]\d|-[\pL]",
        cases=("farmed <DATE>1979</DATE>-<DATE>1999</DATE>", "kcal 1800-2000"),
    ),
    Rule(
        "date-year-parenthesis",
        "DATE",
        r"[(\[](?P<phi>(?:19[3-9]\d|20[0-3]\d))[)\],;]",
        0.95,
        cases=("CABG (<DATE>2010</DATE>)", "WBC (2000 cells)"),
    ),
    Rule(
        "date-year-past",
        "DATE",
        r"\b19[6-9]\ds?\b",  # no clock time: its minutes would be over 59
        0.93,
        unless_before=r"[\d/.,:#$-]|[\pL]-|\d |\b(?:no\.?|number|mrn|hosp|ext\.?|pgr|ph|lot|box"
        r"|ward|[hl]s-?tn[ti]|17-ohp) ",
        unless_after=rf"[/-]?\d|[.:,]\d|[\pL]|-[\pL]| \d| ?[A-Z]\pL+ (?:St|Ave|Rd|Dr)|{_DOSE}",
        cases=("hysterectomy <DATE>1998</DATE>", "120198", "LR 1970 mL", "box 1970 B"),
    ),
    Rule(
        "date-year-clause",
        "DATE",
        r"[\pL)] ?(?P<phi>20[0-2]\d)(?:[;)\]]|[.,:](?:\s|$))",
        0.93,
        unless_before=r"\b(?:at|until|till|by|around|about|rm|room|box|ext\.?|no\.?|unit|ward|vit"
        r"|d|d3|on"
        r"|told|called|time|arrived|and|then|to|since|from|~|pgr|vitamin|bed|epi|dose|heparin|abg"
        r"|vbg|ferritin|b12|bnp|probnp|bolus|lr|saline|ck|lipase|amylase|volume|calories|kcal) ",
        cases=("appendectomy <DATE>2009</DATE>; NKDA", "seen at 2015.", "vit D 2000;"),
    ),
    Rule(
        "date-year-bare",
        "DATE",
        r"\b(?:19[3-9]\d|20[0-2]\d)\b",
        0.4,
        unless_before=r"[\d/.:#-]|[\pL]-",
        unless_after=r"[/-]?\d|[.:]\d|-?[\pL]",
        cases=("hysterectomy <DATE>1998</DATE>", "120198"),
    ),
    Rule(
        "date-year-short",
        "DATE",
        r"(?i)(?:\b(?:in|since|from|of|spring|summer|fall|autumn|winter|until|circa) ?|\()"
        r"(?P<phi>['’]\d\d)\b",
        0.95,
        unless_after=r"[\pL\d'’\"]",
        cases=("CABG in <DATE>'96</DATE>", "the '80s tune"),
    ),
)
