"""Values behind a weekday, which a model takes for its date: `lunes 38,5`."""

from __future__ import annotations

from incognote.detect.protection.days import (
    DECIMAL,
    LEVEL,
    NEITHER,
    NO_DAY,
    NO_MONTH,
    OPENS,
    PART,
    falling,
    in_turn,
)
from incognote.detect.rules import row

WEEKDAY = (
    r"(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?|lun\.|mi[eé]\.|jue\."
    r"|vie\.|s[aá]b\.)"
)
"""`mar.` may be March, and `dom.` a domicile."""
_DAY = rf"(?i:{WEEKDAY})"
_GAP = r"[,:]? {1,2}(?:(?:a|con|de) )?"
_NEXT = rf"[,;]? (?:(?:y|el) ){{0,2}}{_DAY}{_GAP}"
_UNIT = (
    r"(?:[°º] ?C\b|mg\b|mcg\b|µg\b|g/d[lL]\b|mg/d[lL]\b|mmol\b|mEq\b|ml\b|mL\b|kg\b|%|mmHg\b"
    r"|lpm\b|UI\b|comp(?:rimid\w+|s)?\b|tabs?\b)"
)
_LAB = (
    r"(?:fg|creat(?:inina)?|cr|ferritina|(?:nt-?pro-?)?bnp|(?:hb)?a1c|tsh|wbc|leuco\w*|plt"
    r"|plaquetas|h?gb|hb|hemoglobina|hct|hto|inr|na|sodio|k\+?|potasio|bun|urea|glucosa|glucemia"
    r"|gluc|pcr|vsg|lactato|lipasa|bili(?:rrubina|rubina)?|alb[uú]mina|calcio|mg|troponinas?"
    r"|temp(?:eratura)?|peso)"
)
_MOVES = r"(?:fuerza|bm|balance muscular|motor|mrc|daniels|exploraci[oó]n motora)"
_LIMB = (
    r"(?:en (?:todos|ambos|miembro|mm?ss?|mm?ii?|esi|esd|eii|eid|msi|msd|mii|mid)|global\w*"
    r"|proximal|distal)"
)
_ASKED = r"\b(?:pr[oó]xim[oa]|pedir|repetir|citad?\w*)"
_MET = (
    r"\b(?:visit\w*|rehab\w*|fisio\w*|sesi[oó]n|cita\w*|acud\w+|vino|viene|revisi[oó]n|ingres\w+"
    r"|alta|consulta|vist[oa]|control|pr[oó]xim\w+|interven\w+|operad\w+|cirug[ií]a)\b"
    r"[^\n.;]{0,16}\b" + _DAY + _GAP
)
"""Before a value of day: somebody was met there, so that a date is the likelier."""
_DATED = f"{_MET}|{OPENS}{_DAY}{_GAP}"
_LIMITED = (
    r"(?:[.,;)\n]|$| (?:bilat\w*|prox\w*|distal\w*|en"
    r"|de (?:mm?ss?|mm?ii?|mie\w+)|izq\w*|der\w*)\b)"
)

ROWS = (
    row(
        "value-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>{NO_DAY}[.,]\d{{1,2}})",
        "lunes <PLAIN>38,5</PLAIN>, jueves <PLAIN>37,9</PLAIN>",
        "lunes 7.4, viernes 31.12",
        unless_after=r"[.,/-]?\d",
    ),
    row(
        "pair-of-day",
        rf"\b{_DAY}{_GAP}(?:(?P<phi1>{NEITHER}/{NO_MONTH})|(?P<phi2>1[345]/15) GCS\b)",
        "martes <PLAIN>120/80</PLAIN>",
        "martes 14/15/19, jueves 28/29 de mayo, dom. 120/45 Col. Centro",
        unless_after=r"[./-]?\d|,? (?:col|calle|barrio)\b",
    ),
    row(
        "amount-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>(?:{PART}|{DECIMAL}|\d{{1,4}})) ?{_UNIT}",
        "jueves <PLAIN>1/4</PLAIN> comprimido, Domingo <PLAIN>98</PLAIN>% basal",
        "lunes 7.4 composta, lunes 12 cp 28001, martes 3/4 comp. de baja",
        unless_before=_MET,
        unless_after=r" ?(?:mg|mcg|ml)?[./-]\d| ?compo| ?comp\.? de baja",
    ),
    row(
        "temperature-of-day",
        rf"\b{_DAY}{_GAP}(?:(?P<phi1>(?:3[4-9]|4[0-2])\.\d) ?C"
        r"|(?P<phi2>(?:3[4-9]|4[0-2])) ?[°º] ?C)\b",
        "lunes <PLAIN>38.5</PLAIN> C, martes <PLAIN>38</PLAIN> ºC",
        "lunes 34C de planta, martes 12 C",
        unless_after=r" ?C/",
    ),
    row(
        "laboratory-of-day",
        rf"\b(?i:{_LAB})[ :,]{{1,2}}(?:el )?{_DAY}{_GAP}(?P<phi1>{LEVEL})"
        rf"{in_turn(_NEXT, LEVEL, 4)}\b",
        "Creatinina lunes <PLAIN>1,4</PLAIN>, viernes <PLAIN>2,1</PLAIN>",
        "INR viernes 2.4, próximo INR viernes 32, fiebre domingo 94 años",
        unless_before=rf"{_ASKED}(?: (?:el|la|de))* [\pL+ª]+[ :,]{{1,2}}(?:el )?{_DAY}{_GAP}",
        unless_after=r"[.,/-]?\d|,?[ -]?(?:y|m\b|f\b|a\b|año|min)",
    ),
    row(
        "strength-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>[0-5][+-]?/5[+-]?) (?i:de fuerza{_LIMITED}"
        r"|en (?:mm?ss?|mm?ii?|msi|msd|mii|mid|esi|esd|eii|eid)\b)",
        "El viernes <PLAIN>4/5</PLAIN> de fuerza",
        "cita viernes 4/5 de fuerza,\nviernes 4/5 en MSI férula",
        unless_before=_DATED,
        unless_after=r"[/\d]| [\pL ]{1,20}[:,]? \d/\d",
    ),
    row(
        "limbs-of-day",
        rf"\b(?i:{_MOVES})[ :,]{{1,2}}(?:el )?{_DAY}{_GAP}(?P<phi>[0-5][+-]?/5[+-]?) "
        rf"(?i:{_LIMB})\b",
        "Fuerza el viernes <PLAIN>4/5</PLAIN> en ambos brazos",
        "Fuerza el viernes 4/5 en consulta",
    ),
    row(
        "pain-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>(?:10|\d)/10) (?i:(?:de )?dolor)"
        r"(?:[.,;]|$| (?:tras|en reposo|al)\b)",
        "El domingo <PLAIN>6/10</PLAIN> de dolor.",
        "cita domingo 6/10 dolor al andar, domingo 6/10, dolor",
        unless_before=_DATED,
    ),
    row(
        "pains-of-days",
        rf"\b(?i:dolor|nrs|vas|eva|ena)[ :,]{{1,2}}(?:el )?{_DAY}{_GAP}(?:{falling(_NEXT, 10)})\b",
        "Dolor lunes <PLAIN>8/10</PLAIN>, martes <PLAIN>3/10</PLAIN>.",
        "Dolor lunes 8/10, martes 9/10; Dolor lunes 8/10",
        unless_after=r"[/\d]",
    ),
    row(
        "scale-of-day",
        rf"\b{_DAY}{_GAP}(?:(?:EVA|NRS|VAS|ENA)[ :](?P<phi1>(?:10|\d)/10)"
        rf"|(?:GCS|Glasgow)[ :](?P<phi2>\d{{1,2}}/15)|(?:TA|PA)[ :](?P<phi3>{NEITHER}/\d{{2,3}})"
        r"|(?:Norton|Braden|Barthel)[ :](?P<phi4>\d{1,3}/(?:20|23|100)))\b",
        "El miércoles EVA <PLAIN>7/10</PLAIN>; lunes TA <PLAIN>120/80</PLAIN>",
        "el miércoles Eva 7/10; viernes TA 7/10/19, viernes PA 4/12",
        unless_after=r"[/-]?\d",
    ),
    row(
        "doses-of-days",
        r"\b(?i:sintrom|acenocumarol|aldocumar|warfarina|eutirox|levotiroxina)(?: \d ?mg)?"
        rf"[ :,]{{1,2}}{_DAY}{_GAP}(?P<phi1>{PART}){in_turn(_NEXT, PART, 7, 2)}\b",
        "Sintrom: lunes <PLAIN>1/2</PLAIN>, martes <PLAIN>3/4</PLAIN>, jueves <PLAIN>1/2</PLAIN>",
        "Control de sintrom lunes 1/2, cita sintrom lunes 1/2, sintrom lunes 5/2",
        "Sintrom: lunes 1/2 visita de enfermería",
        unless_before=rf"\b(?:control(?: de)?|cita|visita) \pL+[ :,]{{1,2}}{_DAY}{_GAP}",
        unless_after=r"[/\d]",
    ),
)
