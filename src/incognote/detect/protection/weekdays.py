"""Values behind a weekday, which a model takes for its date: `Friday 4/5 strength`, `lunes 38,5`.

`Friday 4/5` may be the fifth of April, so that a row needs what stands around it, or numbers that
no day and month have. Where nothing tells, the value goes; so it does at the start of a line, as
in a log of days, and in lists that may be days of one month.
"""

from __future__ import annotations

import re

from incognote.detect.protection.rows import row as _row
from incognote.languages.en.rule_words import WEEKDAY as _ENGLISH

_SPANISH = (
    r"(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?|lun\.|mi[eé]\.|jue\."
    r"|vie\.|s[aá]b\.)"
)
"""`mar.` may be March, and `dom.` a domicile."""
_DAY = rf"(?i:{_ENGLISH}|{_SPANISH})"
BEGINS_WITH_DAY = re.compile(_DAY, re.IGNORECASE)
"""A mark that begins so may be a weekday and a value."""

_GAP = r"[,:]? {1,2}(?:(?:at|was|is|a|con|de) )?"
_DECIMAL = r"\d{1,3}[.,]\d{1,2}"
_NO_DOTTED_DAY = (
    r"(?:\d{1,3},\d{1,2}|0\.\d{1,2}|\d{1,3}\.(?:0|1[3-9]|[2-9]\d)|(?:3[2-9]|[4-9]\d|[1-9]\d\d)\.\d)"
)
_LEVEL = rf"(?:{_NO_DOTTED_DAY}|3[2-9]|[4-9]\d|[1-9]\d\d)"
"""A value, or a number that is no day; not 2.4, the second of April."""
_NO_DAY = r"(?:3[2-9]|[4-9]\d|1\d\d)"
_NO_MONTH = r"(?:1[3-9]|[2-9]\d|[1-3]\d\d)"
_NEITHER = r"(?:3[2-9]|[4-9]\d|[1-3]\d\d)"
_UNIT = (
    r"(?:[°º] ?C\b|mg\b|mcg\b|µg\b|g/dl\b|g/dL\b|mg/d[lL]\b|mmol\b|mEq\b|ml\b|mL\b|kg\b"
    r"|lbs?\b|%|mmHg\b|bpm\b|lpm\b|UI\b|IU\b|comp(?:rimid\w+|s)?\b|tab(?:let)?s?\b)"
)
_LAB = (
    r"(?:e?gfr|fg|creat(?:inin[ea]?)?|cr|ferritina?|(?:nt-?pro-?)?bnp|(?:hb)?a1c|tsh|wbc|leuco\w*"
    r"|plt|plaquetas|platelets|h?gb|hb|hemoglobina?|ha?emoglobin|hct|hto|inr|na|sodium|sodio|k\+?"
    r"|potassium|potasio|bun|ure?a|glucos[ea]|glucemia|gluc|crp|pcr|vsg|esr|lactat[eo]|lipas[ae]"
    r"|bili(?:rubin[ae]?)?|alb[uú]min[ae]?|calcium|calcio|mg|troponin[as]*|temp(?:eratur[ea])?"
    r"|peso|weight|wt)"
)
_MOVES = (
    r"(?:strength|power|fuerza|bm|balance muscular|motor(?: exam)?|mrc|daniels"
    r"|exploraci[oó]n motora)"
)
_LIMB = (
    r"(?:in (?:all|both) (?:muscle|groups|ext|limbs|arms|legs|hands|feet|upper|lower|sides)\w*"
    r"|throughout|bilat\w*|(?:in (?:the )?)?(?:left|right|[lr]t?|upper|lower) "
    r"(?:arm|leg|hand|foot|upper|lower|hip|knee|ankle|wrist|biceps|triceps|deltoid|grip)"
    r"|en (?:todos|ambos|miembro|mm?ss?|mm?ii?|esi|esd|eii|eid|msi|msd|mii|mid)|global\w*"
    r"|proximal|distal)"
)
_PAIN = r"(?:pain|nrs|vas|dolor|eva|ena)"
_ASKED = (
    r"\b(?:repeat|next|recheck|due|book\w*|order\w*|draw\w*|pr[oó]xim[oa]|pedir|repetir|citad?\w*)"
)
_MET = (
    r"\b(?:seen|visit\w*|appt|appointment|clinic|class|call\w*|admi\w+|discharg\w*|return\w*|f/u"
    r"|follow\w*|physio\w*|PT|OT|session|rehab\w*|fisio\w*|sesi[oó]n|due|next|book\w*|schedul\w*|surgery|procedure|cita\w*|acud\w+|vino|viene"
    r"|revisi[oó]n|ingres\w+|alta|consulta|vist[oa]|control|pr[oó]xim\w+|interven\w+|operad\w+"
    r"|cirug[ií]a)\b[^\n.;]{0,16}\b" + _DAY + _GAP
)
"""Before a value of day: somebody was met there, so that a date is the likelier."""
_OPENS = r"(?:^|\n)[ \t>*•-]*" + _DAY + _GAP
_DATED = f"{_MET}|{_OPENS}"
_LIMITED = (
    r"(?:[.,;)\n]|$| (?:in|left|right|[lr]t?|lue|rue|lle|rle|bilat\w*|throughout|prox\w*"
    r"|distal\w*|upper|lower|on exam|en|de (?:mm?ss?|mm?ii?|mie\w+)|izq\w*|der\w*"
    r"|of (?:the )?(?:left|right))\b)"
)
_PART = r"(?:1/[234]|3/4|2/3)"


_NEXT = rf"[,;]? (?:(?:and|then|y|el) ){{0,2}}{_DAY}{_GAP}"


def _list(value: str, most: int, least: int = 1) -> str:
    """A list of days, each with a value, from the second on."""
    items = [rf"(?:{_NEXT}(?P<phi{i}>{value})" for i in range(2, most + 1)]
    return "".join(items) + ")?" * (most - least) + ")" * (least - 1)


def _falling(whole: int) -> str:
    """Scores of two days, the second not higher: days of a month only rise."""
    return "|".join(
        rf"(?P<phi{2 * i + 1}>{i}/{whole}){_NEXT}(?P<phi{2 * i + 2}>[0-{min(i, 9)}]/{whole})"
        for i in range(1, whole + 1)
    )


ROWS = (
    _row(
        "value-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>{_NO_DAY}[.,]\d{{1,2}})",
        "Saturday <PLAIN>39.2</PLAIN>; lunes <PLAIN>38,5</PLAIN>, jueves <PLAIN>37,9</PLAIN>",
        "Monday 6.4., Friday 31.12, lunes 7.4; Friday 45, 12 men",
        after=r"[.,/-]?\d",
    ),
    _row(
        "pair-of-day",
        rf"\b{_DAY}{_GAP}(?:(?P<phi1>{_NEITHER}/{_NO_MONTH})|(?P<phi2>1[345]/15) GCS\b)",
        "martes <PLAIN>120/80</PLAIN>; Tuesday <PLAIN>14/15</PLAIN> GCS",
        "Tuesday 12/15, Friday 13/4, martes 14/15/19, jueves 28/29 de mayo, Friday 13/14 March",
        "dom. 120/45 Col. Centro",
        after=r"[./-]?\d|,? (?:col|calle|barrio|\pL+ (?:st|street|rd|road|ave|avenue))\b",
    ),
    _row(
        "amount-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>(?:{_PART}|{_DECIMAL}|\d{{1,4}})) ?{_UNIT}",
        "Monday <PLAIN>5</PLAIN> mg; jueves <PLAIN>1/4</PLAIN> comprimido",
        "Domingo <PLAIN>98</PLAIN>% basal",
        "Monday 5 men, lunes 7.4 composta, Monday 7.4, Friday 12 cc Dr Lee, lunes 12 cp 28001",
        "Friday 3/4 tabs stopped, martes 3/4 comp. de baja",
        before=_MET,
        after=r" ?(?:mg|mcg|ml)?[./-]\d| ?compo| ?(?:tabs?|comp)\.? (?:stop|start|de baja)",
    ),
    _row(
        "temperature-of-day",
        rf"\b{_DAY}{_GAP}(?:(?P<phi1>(?:9\d|10\d)\.\d) ?F"
        r"|(?P<phi2>(?:9\d|10\d)(?:\.\d)?) ?(?:[°º] ?F|degrees)"
        r"|(?P<phi3>(?:3[4-9]|4[0-2])\.\d) ?C|(?P<phi4>(?:3[4-9]|4[0-2])) ?(?:[°º] ?C|degrees))\b",
        "Thursday <PLAIN>101.3</PLAIN> F, cultures",
        "Thursday 5 F, Thursday 12 F/u, Thursday 98 F from home, Monday 34C from ICU",
        after=r" ?[FC]/",
    ),
    _row(
        "laboratory-of-day",
        rf"\b(?i:{_LAB})[ :,]{{1,2}}(?:on |was |el )?{_DAY}{_GAP}(?P<phi1>{_LEVEL})"
        rf"{_list(_LEVEL, 4)}\b",
        "Creatinina lunes <PLAIN>1,4</PLAIN>, viernes <PLAIN>2,1</PLAIN>",
        "Plt Mon <PLAIN>92</PLAIN>, Tue <PLAIN>110</PLAIN>",
        "INR clinic Friday 2.4, recheck INR Friday 2.4, labs Friday 2.4, fever Saturday 45M",
        "For INR on Friday 7.4, INR Wed 2.4, Wed 9.4, fever Sunday 94 lady",
        before=rf"{_ASKED}(?: (?:for|the|el|la|de))* [\pL+ª]+[ :,]{{1,2}}(?:on |el )?{_DAY}{_GAP}",
        after=r"[.,/-]?\d|,?[ -]?(?:y|m\b|f\b|a\b|año|male|female|hrs|hours|min|lady|man\b|wom)",
    ),
    _row(
        "strength-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>[0-5][+-]?/5[+-]?) (?:(?i:(?:of )?(?:motor |muscle |grip )?"
        rf"(?:strength|power)|de fuerza){_LIMITED}"
        r"|(?i:en (?:mm?ss?|mm?ii?|msi|msd|mii|mid|esi|esd|eii|eid))\b)",
        "weaker Friday <PLAIN>4/5</PLAIN> strength left arm",
        "El viernes <PLAIN>4/5</PLAIN> de fuerza",
        "Friday 4/5 strength training, Friday 4/5 power of attorney, Friday 4/5 strength 5/5",
        "Friday 4/5, strength good; Friday 6/5 strength",
        "Appt Friday 4/5 strength, cita viernes 4/5 de fuerza, Class Friday 4/5 of power lifting",
        "\nFriday 4/5 strength left arm, PT Monday 3/5 strength,\nviernes 4/5 en MSI férula",
        before=_DATED,
        after=r"[/\d]| [\pL ]{1,20}[:,]? \d/\d",
    ),
    _row(
        "limbs-of-day",
        rf"\b(?i:{_MOVES})[ :,]{{1,2}}(?:on |el )?{_DAY}{_GAP}(?P<phi>[0-5][+-]?/5[+-]?) "
        rf"(?i:{_LIMB})\b",
        "Motor exam Friday <PLAIN>4/5</PLAIN> in all groups",
        "Fuerza el viernes <PLAIN>4/5</PLAIN> en ambos brazos",
        "Motor exam Friday 4/5 in clinic, strength class Friday 4/5 in both gyms",
    ),
    _row(
        "murmur-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>[1-6]/6) (?i:(?:(?:holo|pan|mid|early |late )?-?"
        r"(?:systolic|diastolic)(?: (?:ejection|flow|blowing|rumbl\w+))* )?murmur|sem|hsm)\b",
        "on Saturday: <PLAIN>2/6</PLAIN> systolic murmur",
        "Saturday 2/6 echo; Saturday 2/6 murmur clinic, Saturday 2/6 murmur first heard",
        "Saturday 2/6 systolic murmur",
        before=_DATED,
        after=r"[/\d]| murmur (?:clinic|first|was|heard|noted|visit)",
    ),
    _row(
        "pain-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>(?:10|\d)/10) (?i:(?:de )?(?:pain|dolor))"
        r"(?:[.,;]|$| (?:after|at rest|with|score|tras|en reposo|al)\b)",
        "on Sunday <PLAIN>6/10</PLAIN> pain after therapy",
        "El domingo <PLAIN>6/10</PLAIN> de dolor.",
        "Sunday 6/10 pain clinic, Sunday 6/10 pain since, Sunday 6/10, pain",
        "Return Tuesday 6/10 pain at rest\nSun 6/10 pain after lunch",
        before=_DATED,
    ),
    _row(
        "pains-of-days",
        rf"\b(?i:{_PAIN})[ :,]{{1,2}}(?:on |el )?{_DAY}{_GAP}(?:{_falling(10)})\b",
        "Dolor lunes <PLAIN>8/10</PLAIN>, martes <PLAIN>3/10</PLAIN>.",
        "Dolor lunes 8/10, martes 9/10; Dolor lunes 8/10",
        "pain clinic Monday 8/10, Tuesday 9/10; pain Monday 8/10, Tuesday 9/11",
        after=r"[/\d]",
    ),
    _row(
        "scale-of-day",
        rf"\b{_DAY}{_GAP}(?:(?:EVA|NRS|VAS|ENA)[ :](?P<phi1>(?:10|\d)/10)"
        rf"|(?:GCS|Glasgow)[ :](?P<phi2>\d{{1,2}}/15)|(?:TA|PA|BP)[ :]"
        rf"(?P<phi3>{_NEITHER}/\d{{2,3}})"
        r"|(?:Norton|Braden|Barthel)[ :](?P<phi4>\d{1,3}/(?:20|23|100)))\b",
        "El miércoles EVA <PLAIN>7/10</PLAIN>; Monday BP <PLAIN>120/80</PLAIN>",
        "el miércoles Eva 7/10; Monday BP clinic 7/10; viernes TA 7/10/19, Friday PA 4/12 saw him",
        after=r"[/-]?\d",
    ),
    _row(
        "doses-of-days",
        r"\b(?i:sintrom|acenocumarol|aldocumar|warfarina?|coumadin|eutirox|levothyroxine"
        rf"|levotiroxina)(?: \d ?mg)?[ :,]{{1,2}}{_DAY}{_GAP}(?P<phi1>{_PART})"
        rf"{_list(_PART, 7, 2)}\b",
        "Sintrom: lunes <PLAIN>1/2</PLAIN>, martes <PLAIN>3/4</PLAIN>, jueves <PLAIN>1/2</PLAIN>",
        "Control de sintrom lunes 1/2, cita sintrom lunes 1/2, sintrom lunes 5/2",
        "Sintrom: lunes 1/2 visita de enfermería",
        before=rf"\b(?:control(?: de)?|cita|check|clinic|visit) \pL+[ :,]{{1,2}}{_DAY}{_GAP}",
        after=r"[/\d]",
    ),
)
