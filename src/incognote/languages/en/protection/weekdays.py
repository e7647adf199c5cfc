"""Values behind a weekday, which a model takes for its date: `Friday 4/5 strength`."""

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
from incognote.languages.en.rule_words import WEEKDAY

_DAY = rf"(?i:{WEEKDAY})"
_GAP = r"[,:]? {1,2}(?:(?:at|was|is) )?"
_NEXT = rf"[,;]? (?:(?:and|then) ){{0,2}}{_DAY}{_GAP}"
_UNIT = (
    r"(?:[°º] ?C\b|mg\b|mcg\b|µg\b|g/d[lL]\b|mg/d[lL]\b|mmol\b|mEq\b|ml\b|mL\b|kg\b|lbs?\b|%|mmHg\b"
    r"|bpm\b|lpm\b|IU\b|tab(?:let)?s?\b)"
)
_LAB = (
    r"(?:e?gfr|creat(?:inine)?|cr|ferritin|(?:nt-?pro-?)?bnp|(?:hb)?a1c|tsh|wbc|leuco\w*|plt"
    r"|platelets|h?gb|hb|ha?emoglobin|hct|inr|na|sodium|k\+?|potassium|bun|urea|glucose|gluc|crp"
    r"|esr|lactate|lipase|bili(?:rubin)?|albumin|calcium|mg|troponins?|temp(?:erature)?|weight|wt)"
)
_MOVES = r"(?:strength|power|bm|motor(?: exam)?|mrc)"
_LIMB = (
    r"(?:in (?:all|both) (?:muscle|groups|ext|limbs|arms|legs|hands|feet|upper|lower|sides)\w*"
    r"|throughout|bilat\w*|(?:in (?:the )?)?(?:left|right|[lr]t?|upper|lower) "
    r"(?:arm|leg|hand|foot|upper|lower|hip|knee|ankle|wrist|biceps|triceps|deltoid|grip)"
    r"|global\w*|proximal|distal)"
)
_ASKED = r"\b(?:repeat|next|recheck|due|book\w*|order\w*|draw\w*)"
_MET = (
    r"\b(?:seen|visit\w*|appt|appointment|clinic|class|call\w*|admi\w+|discharg\w*|return\w*|f/u"
    r"|follow\w*|physio\w*|PT|OT|session|rehab\w*|due|next|book\w*|schedul\w*|surgery|procedure"
    r"|control)\b[^\n.;]{0,16}\b" + _DAY + _GAP
)
"""Before a value of day: somebody was met there, so that a date is the likelier."""
_DATED = f"{_MET}|{OPENS}{_DAY}{_GAP}"
_LIMITED = (
    r"(?:[.,;)\n]|$| (?:in|left|right|[lr]t?|lue|rue|lle|rle|bilat\w*|throughout|prox\w*"
    r"|distal\w*|upper|lower|on exam|of (?:the )?(?:left|right))\b)"
)

ROWS = (
    row(
        "value-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>{NO_DAY}[.,]\d{{1,2}})",
        "Saturday <PLAIN>39.2</PLAIN>",
        "Monday 6.4., Friday 31.12; Friday 45, 12 men",
        unless_after=r"[.,/-]?\d",
    ),
    row(
        "pair-of-day",
        rf"\b{_DAY}{_GAP}(?:(?P<phi1>{NEITHER}/{NO_MONTH})|(?P<phi2>1[345]/15) GCS\b)",
        "Tuesday <PLAIN>120/80</PLAIN>; Tuesday <PLAIN>14/15</PLAIN> GCS",
        "Tuesday 12/15, Friday 13/4, Tuesday 14/15/19, Friday 13/14 March",
        unless_after=r"[./-]?\d|,? (?:\pL+ (?:st|street|rd|road|ave|avenue))\b",
    ),
    row(
        "amount-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>(?:{PART}|{DECIMAL}|\d{{1,4}})) ?{_UNIT}",
        "Monday <PLAIN>5</PLAIN> mg",
        "Monday 5 men, Monday 7.4, Friday 12 cc Dr Lee, Friday 3/4 tabs stopped",
        unless_before=_MET,
        unless_after=r" ?(?:mg|mcg|ml)?[./-]\d| ?tabs?\.? (?:stop|start)",
    ),
    row(
        "temperature-of-day",
        rf"\b{_DAY}{_GAP}(?:(?P<phi1>(?:9\d|10\d)\.\d) ?F"
        r"|(?P<phi2>(?:9\d|10\d)(?:\.\d)?) ?(?:[°º] ?F|degrees)"
        r"|(?P<phi3>(?:3[4-9]|4[0-2])\.\d) ?C|(?P<phi4>(?:3[4-9]|4[0-2])) ?(?:[°º] ?C|degrees))\b",
        "Thursday <PLAIN>101.3</PLAIN> F, cultures",
        "Thursday 5 F, Thursday 12 F/u, Thursday 98 F from home, Monday 34C from ICU",
        unless_after=r" ?[FC]/",
    ),
    row(
        "laboratory-of-day",
        rf"\b(?i:{_LAB})[ :,]{{1,2}}(?:on |was )?{_DAY}{_GAP}(?P<phi1>{LEVEL})"
        rf"{in_turn(_NEXT, LEVEL, 4)}\b",
        "Plt Mon <PLAIN>92</PLAIN>, Tue <PLAIN>110</PLAIN>",
        "INR clinic Friday 2.4, recheck INR Friday 2.4, labs Friday 2.4, fever Saturday 45M",
        "For INR on Friday 7.4, INR Wed 2.4, Wed 9.4, fever Sunday 94 lady",
        unless_before=rf"{_ASKED}(?: (?:for|the))* [\pL+ª]+[ :,]{{1,2}}(?:on )?{_DAY}{_GAP}",
        unless_after=r"[.,/-]?\d|,?[ -]?(?:y|m\b|f\b|a\b|male|female|hrs|hours|min|lady|man\b|wom)",
    ),
    row(
        "strength-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>[0-5][+-]?/5[+-]?) (?i:(?:of )?(?:motor |muscle |grip )?"
        rf"(?:strength|power){_LIMITED})",
        "weaker Friday <PLAIN>4/5</PLAIN> strength left arm",
        "Friday 4/5 strength training, Friday 4/5 power of attorney, Friday 4/5 strength 5/5",
        "Friday 4/5, strength good; Friday 6/5 strength",
        "Appt Friday 4/5 strength, Class Friday 4/5 of power lifting",
        "\nFriday 4/5 strength left arm, PT Monday 3/5 strength",
        unless_before=_DATED,
        unless_after=r"[/\d]| [\pL ]{1,20}[:,]? \d/\d",
    ),
    row(
        "limbs-of-day",
        rf"\b(?i:{_MOVES})[ :,]{{1,2}}(?:on )?{_DAY}{_GAP}(?P<phi>[0-5][+-]?/5[+-]?) "
        rf"(?i:{_LIMB})\b",
        "Motor exam Friday <PLAIN>4/5</PLAIN> in all groups",
        "Motor exam Friday 4/5 in clinic, strength class Friday 4/5 in both gyms",
    ),
    row(
        "murmur-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>[1-6]/6) (?i:(?:(?:holo|pan|mid|early |late )?-?"
        r"(?:systolic|diastolic)(?: (?:ejection|flow|blowing|rumbl\w+))* )?murmur|sem|hsm)\b",
        "on Saturday: <PLAIN>2/6</PLAIN> systolic murmur",
        "Saturday 2/6 echo; Saturday 2/6 murmur clinic, Saturday 2/6 murmur first heard",
        "Saturday 2/6 systolic murmur",
        unless_before=_DATED,
        unless_after=r"[/\d]| murmur (?:clinic|first|was|heard|noted|visit)",
    ),
    row(
        "pain-of-day",
        rf"\b{_DAY}{_GAP}(?P<phi>(?:10|\d)/10) (?i:pain)"
        r"(?:[.,;]|$| (?:after|at rest|with|score)\b)",
        "on Sunday <PLAIN>6/10</PLAIN> pain after therapy",
        "Sunday 6/10 pain clinic, Sunday 6/10 pain since, Sunday 6/10, pain",
        "Return Tuesday 6/10 pain at rest\nSun 6/10 pain after lunch",
        unless_before=_DATED,
    ),
    row(
        "pains-of-days",
        rf"\b(?i:pain|nrs|vas)[ :,]{{1,2}}(?:on )?{_DAY}{_GAP}(?:{falling(_NEXT, 10)})\b",
        "Pain Monday <PLAIN>8/10</PLAIN>, Tuesday <PLAIN>3/10</PLAIN>.",
        "pain clinic Monday 8/10, Tuesday 9/10; pain Monday 8/10, Tuesday 9/11",
        unless_after=r"[/\d]",
    ),
    row(
        "scale-of-day",
        rf"\b{_DAY}{_GAP}(?:(?:NRS|VAS)[ :](?P<phi1>(?:10|\d)/10)"
        rf"|(?:GCS|Glasgow)[ :](?P<phi2>\d{{1,2}}/15)|BP[ :](?P<phi3>{NEITHER}/\d{{2,3}})"
        r"|(?:Norton|Braden|Barthel)[ :](?P<phi4>\d{1,3}/(?:20|23|100)))\b",
        "Monday BP <PLAIN>120/80</PLAIN>",
        "Monday BP clinic 7/10; Friday BP 7/10/19",
        unless_after=r"[/-]?\d",
    ),
    row(
        "doses-of-days",
        r"\b(?i:warfarin|coumadin|levothyroxine)(?: \d ?mg)?[ :,]{1,2}"
        rf"{_DAY}{_GAP}(?P<phi1>{PART}){in_turn(_NEXT, PART, 7, 2)}\b",
        "Warfarin: Mon <PLAIN>1/2</PLAIN>, Tue <PLAIN>3/4</PLAIN>, Thur <PLAIN>1/2</PLAIN>",
        "Warfarin clinic Monday 1/2, warfarin Monday 5/2",
        unless_before=rf"\b(?:check|clinic|visit) \pL+[ :,]{{1,2}}{_DAY}{_GAP}",
        unless_after=r"[/\d]",
    ),
)
