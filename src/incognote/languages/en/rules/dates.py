"""Calendar dates in numbers, of day and month alone too.

Order of day and month is not settled by country: a note may hold both. A date of day and month
alone (`3/14`) looks like a score or a dose, so its rows say what may not stand around it.
"""

from __future__ import annotations

import re

from incognote.detect.rules import row
from incognote.detect.rules.checks import is_compact_date, is_month_day, is_numeric_date
from incognote.languages.en.rule_words import DOSE, ON, TO, WEEKDAY

_NUMERIC_BEFORE = r"\d|\d[./-]|\bv(?:er(?:sion)?)?\.? ?|gcs:? ?|[\pL]-|[#$£€]"

_NUMERIC_AFTER = rf"[/-]?\d|[./]\d|{DOSE}"

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
    r"[/-]\d|\d|[.:,]\d|-?[\pL]|, (?:wedge|pcwp|pawp) \d"
    r"| \(corrected \d|[ -]?(?:strength|power|murmur|sem|hsm|pain|str"
    r"|(?:holo|pan)?(?:systolic|diastolic)"
    r"|throughout|bilat|bilaterally|pulses?|reflexes|nodes?|lns?|cores?|positive|negative|cups?"
    r"|inch(?:es)?|dose|of|ppd|packs?|pints?|bottles?|tsp|teaspoons?|full|normal|ns|saline|strong"
    r"|in|intensity|severity|on (?:a|the)|scale|correct|recall|words?|items?|criteria|points?|pts"
    rf"|meals?|trials?|times|sirs|wbc|and|or|to|with|at|rated|grip|ue|le|bl|b/l)\b|{DOSE}|['\"″′]"
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


_PART = (
    r" (?:of |the |of the )?(?:brain|head|neck|face|sinus(?:es)?|orbits?|pituitary|spine|chest"
    r"|[ctl][ -]?spine|cervical|thoracic|lumbar|abd(?:omen)?|pelvis|abd/pelvis|a/p|ruq|liver|renal"
    r"|kidneys?|thyroid|breasts?|carotids?|heart|cardiac|left|right|l|r|bilateral|shoulder|elbow"
    r"|wrist|hand|hip|knee|ankle|foot|legs?|w/?o? con(?:trast)?|with(?:out)? contrast)"
)
"""What a study shows, or how."""


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


def _is_no_cause(surface: str) -> bool:
    """Whether a day and month, and not '2/2', which is short for 'secondary to'."""
    return is_month_day(surface) and surface != "2/2"


RULES = (
    row(
        "date-slash",
        rf"(?i){ON}(?:\d{{1,2}} ?/ ?\d{{1,2}} ?/ ?(?:18|19|20)\d\d|\d{{1,2}}/\d{{1,2}}/\d\d)",
        "seen on <DATE>12/03/2019</DATE>",
        "<DATE>Wed 5/8/2019</DATE> 10:20",
        "DOB <DATE>8/5/57</DATE>, <DATE>12 / 03 / 2019</DATE>",
        "GCS 4/5/6",
        "titrate 10/20/40 mg",
        "BP 120/80",
        score=0.99,
        check=is_numeric_date,
        unless_before=_NUMERIC_BEFORE,
        unless_after=_NUMERIC_AFTER,
        splits=True,
    ),
    row(
        "date-dash",
        rf"(?i){ON}(?:\d{{1,2}}-\d{{1,2}}-(?:18|19|20)\d\d|\d{{1,2}}-\d{{1,2}}-\d\d)",
        "seen <DATE>03-14-2019</DATE>, <DATE>7-7-51</DATE>",
        "SSN 078-05-1120",
        "MRN 10-12-30",
        "10-20-30",
        "phone 555-01-20-33",
        score=0.97,
        check=_is_no_ladder,
        unless_before=_NUMERIC_BEFORE
        + r"|\b(?:mrn|chart|no|id|lot|ref|file|case|unit|code)[:.]? ?",
        unless_after=_NUMERIC_AFTER + r"|-?[\pL]",
    ),
    row(
        "date-dot",
        rf"(?i){ON}(?:\d{{1,2}}\.\d{{1,2}}\.(?:18|19|20)\d\d|\d{{1,2}}\.\d{{1,2}}\.\d\d)",
        "geb. <DATE>04.03.1971</DATE>",
        "seen <DATE>28.1.20</DATE>.",
        "address 10.2.10.17",
        "version 2.3.10",
        score=0.96,
        check=is_numeric_date,
        unless_before=_NUMERIC_BEFORE + r"|\b(?:section|sect|fig|table|software|build|release) ?",
        unless_after=_NUMERIC_AFTER + r"|-?[\pL]|\.[\d\pL]",
    ),
    row(
        "date-iso",
        r"(?P<phi>(?:18|19|20)\d\d(?:-\d{1,2}-\d{1,2}|/\d{1,2}/\d{1,2}|\.\d{1,2}\.\d{1,2}))",
        "on <DATE>2019-03-14</DATE>",
        "at <DATE>2019-03-14</DATE>T10:22:05Z",
        "case 2019-44-110",
        "2019-3",
        score=0.99,
        check=is_numeric_date,
        unless_before=r"[\d/.-]|[\pL]-",
        unless_after=r"[/-]?\d|\.\d",
        splits=True,
    ),
    row(
        "date-compact",
        r"(?i)(?:\b(?:dob|d\.o\.b\.?|birth ?date|date|dated|born|admitted|discharged|visit date)"
        r"[ =:#]{1,3}|\|)(?P<phi>(?:18|19|20)\d{6})(?:[|\s,;.)^]|$)",
        "PID|1||00482913^^^MRN||DELGADO^MARIA||<DATE>19610819</DATE>|F",
        "dob=<DATE>19610819</DATE>",
        "specimen 20190314",
        "|20194514|",
        score=0.98,
        check=is_compact_date,
    ),
    row(
        "date-timestamp",
        r"(?:\||[Tt]imestamp[=: ]+)(?P<phi>(?:19|20)\d{6}(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)"
        r"(?:[.+-]\d+)?(?:[|^\s]|$)",
        "MSH|^~\\&|RIS|KRMC|||<DATE>20220308154410</DATE>||ORU^R01",
        "OBR|1|20229908154410|",
        score=0.97,
        check=is_compact_date,
    ),
    row(
        "date-month-numeric",
        r"(?:0?[1-9]|1[0-2])/(?:19|20)\d\d",
        "in <DATE>03/2019</DATE>",
        "12/03/2019",
        "14/2019",
        score=0.97,
        unless_before=r"[\d/.-]|\d ",
        unless_after=r"[/-]?\d|-?[\pL]|[.]\d",
    ),
    row(
        "date-short-context",
        # Counts of a course and murmurs are matched so that they are passed over.
        r"(?i)\b(?P<phi1>completed:? \d{1,2}/\d{1,2} (?:sessions|cycles|fractions|treatments))\b"
        rf"|[\pL\d,;)] (?P<phi2>{WEEKDAY}[,:]? [1-6]/6 (?:holo|pan)?(?:systolic|diastolic) "
        r"(?:ejection |flow )?murmur)\b"
        rf"|\b{_SEEN}:? (?P<phi3>\d{{1,2}}/\d{{1,2}})\b",
        "seen <DATE>3/14</DATE> in clinic",
        "labs <DATE>25/12</DATE>: K 3.3",
        "on 5/325 mg",
        "by 1/2 tablet",
        "completed 10/12 sessions, Saturday: 2/6 systolic murmur",
        "\nSat <DATE>2/6</DATE> systolic murmur louder",
        "started <DATE>3/12</DATE> cycles every 21 days, seen <DATE>3/14</DATE> GCS 15",
        score=0.97,
        check=lambda surface: surface[0].isdigit() and is_month_day(surface),
        unless_after=rf"[/-]\d|\d|[.:]\d|-?[\pL]| (?:ns|saline|pain|of|strength|murmur"
        rf"|in all (?:muscle )?(?:groups|extremities))\b|{DOSE}",
    ),
    row(
        "date-short-study",
        r"(?i)\b(?:doppler|dopplers|duplex|ultrasound|sonogram|tte|tee|ebus|angiogram|venogram|cath"
        r"|dexa|cta|mra|mrcp|hida|holter|barium swallow|myelogram|pet/?ct),? "
        r"(?P<phi>\d{1,2}/\d{1,2})\b",
        "LE Doppler <DATE>11/5</DATE> neg; EBUS <DATE>24/7</DATE> (N24)",
        "EBUS 2/4 nodes, Doppler 2/2 pulses; TEE 3/4 MR, ultrasound 8/8 BPP, CTA 3/4 occluded",
        score=0.93,
        check=is_month_day,
        unless_after=rf"{_RATIO_AFTER}| ?(?:stations?|lymph|passes|vessels?|stents?|lesions"
        r"|grafts|segments?|fr\b|[mtap][ri]\b|mod\b|moderate|mild|severe|murmur|renal|stenos|occlu"
        r"|risk|deauville|bpp|biophysical|monitor|ejection|mm\b|cm\b)",
    ),
    row(
        "date-short-image",
        r"(?i)\b(?:mri?|ct|cta|mra|us|u/s|ultrasound|doppler|duplex|xr|x-?rays?|scan|films?)"
        rf"(?:{_PART}){{1,3}},? (?P<phi>\d{{1,2}}/\d{{1,2}})\b",
        "mri brain <DATE>3/12</DATE> negative, CT abd/pelvis w/o contrast <DATE>4/5</DATE>",
        "X-ray left knee 1/2 views; CT abdomen 3/12 nodes; CT head 2/2 fall",
        score=0.93,
        check=_is_no_cause,
        unless_after=r"[/-]\d|\d|[.:]\d|-?[\pL]| (?:views?|films?|grade|nodes?|lymph|lesions?"
        rf"|levels?|discs?|vertebrae?|vessels?|kidneys?|ribs?|segments?|lobes?|of|mm|cm"
        rf"|pulses?)\b|{DOSE}",
    ),
    row(
        "date-short-value",
        r"(?i)\b(?:(?:lv)?ef|(?:hb)?a1c|hgb|hb|hct|plts?|wbc|cr|creat(?:inine)?|bun|inr|psa|tsh"
        r"|(?:nt-?pro)?bnp|ldl|ferritin|crp|esr|cd4|viral load|b12)[: ]{1,2}[<>~]?\d+(?:\.\d+)?"
        r"(?:k| ?%|-\d+ ?%)? \(?(?P<phi>\d{1,2}/\d{1,2})\b",
        "EF 35% <DATE>6/12</DATE>, Hgb 9.1 <DATE>2/10</DATE>, Cr 1.4 (<DATE>2/11</DATE>)",
        "Hgb 6.8 2/2 GI bleed, Cr 2.1 4/10 pain, EF 20 % 1/2 ns",
        score=0.93,
        check=_is_no_cause,
        unless_after=_RATIO_AFTER,
    ),
    row(
        "date-short-weekday",
        rf"(?i)\b{WEEKDAY},? \d{{1,2}}[/-]\d{{1,2}}",
        "back <DATE>Thurs 4/4</DATE>, ostomy",
        "sat 94/100",
        score=0.98,
        check=is_month_day,
        unless_after=_RATIO_AFTER,
    ),
    row(
        "date-short",
        r"\d{1,2}/\d{1,2}",
        "(<DATE>9/23</DATE>)",
        "BP 120/80",
        "strength 5/5",
        "a 2/6 murmur",
        "1/2 NS",
        "Percocet 5/325",
        "pain 4/10",
        "vision 20/20",
        "8/10 pain",
        check=_is_unlike_ratio,
        unless_before=_RATIO_BEFORE,
        unless_after=_RATIO_AFTER,
    ),
    row(
        "date-short-ratio",
        r"\d{1,2}/\d{1,2}",
        "(<DATE>9/10</DATE>)",
        "strength 5/5",
        "pain 4/10",
        score=0.45,
        check=lambda surface: is_month_day(surface) and not _is_unlike_ratio(surface),
        unless_before=_RATIO_BEFORE,
        unless_after=_RATIO_AFTER,
    ),
    row(
        "date-range",
        rf"(?i)(?P<phi1>\d{{1,2}}/\d{{1,2}}){TO}(?P<phi2>\d{{1,2}}/\d{{1,2}})",
        "Vision 20/25 OS, 6/9 and 6/12",
        "admitted <DATE>3/1</DATE> - <DATE>3/4</DATE>",
        "<DATE>5/14</DATE>-<DATE>5/15</DATE>",
        "BP 110/70-130/80",
        score=0.97,
        check=is_month_day,
        unless_before=r"[\d\pL][./-]|\d\s|\b(?:from|pain|strength|score|bi?pap|cpap|technique"
        r"|ishihara|bp|va|vision|acuity):? |20/\d{2,3}(?: o[dsu])?,? ",
        unless_after=r"[/]?\d|[.]\d",
    ),
)
