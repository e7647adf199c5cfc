"""Dates in words: months by name, holidays, seasons, quarters; and years alone."""

from __future__ import annotations

from incognote.detect.rules import Rule
from incognote.languages.en.rule_words import (
    DAY,
    DOSE,
    MONTH,
    ON,
    ONE,
    ORDINAL,
    TEEN,
    TENS,
    TO,
    YEAR,
)

RULES = (
    Rule(
        "date-month-day",
        "DATE",
        rf"(?i){ON}\b{MONTH}(?:\.? ?{ORDINAL}(?:,? ?(?:of )?{YEAR})?|-{DAY}-(?:\d\d)?\d\d)",
        0.97,
        unless_before=r"\d-?|\b(?:the|a|his|her|dr\.?|mr\.?|ms\.?|mrs\.?) ",
        unless_after=rf"/?\d|[.:]\d|-?[\pL]|{DOSE}| o'clock",
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
        rf"(?i)\b(?P<phi1>{MONTH}\.? ?{DAY}) ?[-–] ?(?P<phi2>{DAY}(?:,? {YEAR})?)\b",
        0.96,
        unless_after=rf"[/-]\d|[.:]\d|{DOSE}",
        cases=("away <DATE>April 6</DATE>-<DATE>10</DATE>, then", "may 5-10 mg", "Aug 2-Aug 5"),
        check=lambda surface: not surface.startswith(("may ", "march ", "mar ")),
    ),
    Rule(
        "date-day-range-month",
        "DATE",
        rf"(?i)\b(?P<phi1>{DAY}) ?[-–] ?(?P<phi2>{DAY} {MONTH}(?: {YEAR})?)\b",
        0.96,
        unless_before=r"[\d./-]",
        cases=("ward <DATE>12</DATE>-<DATE>14 March</DATE>", "1-2 tabs", "q 4-6 h"),
        check=lambda surface: not surface.endswith(("may", "mar", "march")),
    ),
    Rule(
        "date-ordinal-range-month",
        "DATE",
        rf"(?i)\b(?P<phi1>\d{{1,2}}(?:st|nd|rd|th)){TO}(?P<phi2>{ORDINAL}(?: of)? {MONTH}"
        rf"(?:,? {YEAR})?)\b",
        0.96,
        cases=("from <DATE>1st</DATE> to <DATE>5th October</DATE>", "1st to 5th toe"),
        check=lambda surface: not surface.endswith(("may", "mar", "march")),
    ),
    Rule(
        "date-month-day-lower",
        "DATE",
        rf"\b(?:may|march|mar) {ORDINAL}(?:,? {YEAR})?",
        0.93,
        unless_after=rf"[/-]?\d|[.:]\d|-?[\pL]|{DOSE}| (?:steps|times|feet|in\b|more|to\b|or\b)",
        unless_before=r"\b(?:he|she|it|they|you|this|that|pt|patient|and|which|who) ",
        cases=("seen <DATE>may 5</DATE> by np", "may 5 mg", "she may 2 be", "march 10 steps"),
    ),
    Rule(
        "date-day-month",
        "DATE",
        rf"(?i){ON}\b{ORDINAL}(?: of|-)? ?{MONTH}(?:\.?,? ?[-/]?(?:of )?{YEAR}|-\d\d)?\b",
        0.97,
        unless_before=rf"\d[./,:-]?|{MONTH}\.? |[$#£]|\b(?:stage|grade|type|x) ",
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
        rf"(?i)(?:\b{MONTH}\.?(?:,| of|-)? ?{YEAR}|\b{MONTH}[-/]\d\d)",
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
        "holiday",
        "DATE",
        r"(?i)\b(?:christmas(?: (?:eve|day))?|x-?mas(?: (?:eve|day))?|thanksgiving(?: day| eve)?"
        r"|easter(?: (?:sunday|monday|day))?|hallowe['’]?en|new year['’]?s(?: (?:eve|day))?"
        r"|(?:chinese|lunar) new year|(?:memorial|labou?r|independence|veterans?['’]?|columbus"
        r"|presidents?['’]?|mlk|valentine['’]?s?|mother['’]?s|father['’]?s|boxing|anzac|canada"
        r"|australia|waitangi|remembrance|armistice|flag|groundhog|bastille|heritage|earth"
        r"|st\.? (?:patrick|david|andrew|george)['’]?s|(?:martin luther king|indigenous peoples)"
        r"(?:,? jr\.?)?['’]?s?) day|(?:4th|fourth) of july|july 4th|juneteenth|good friday"
        r"|palm sunday|(?:ash|spy|holy) wed(?:nesday)?|maundy thursday|(?:holy|black) "
        r"(?:thursday|friday|saturday)|holy week|shrove tuesday|mardi gras|ramadan"
        r"|eid(?: (?:al|ul)-(?:fitr|adha))?|di(?:w|v)ali|passover|pesach|[ck]?hann?ukk?ah"
        r"|yom kippur|rosh hashan?ah|sukkot|purim|kwanzaa|cinco de mayo|nochebuena"
        r"|vaisakhi|navratri|pentecost|epiphany|all saints['’]? day|spring break)"
        rf"(?:,? (?:of )?{YEAR})?",
        0.94,
        unless_after=r"-?[\pL]|['’]s| (?:seals?|trees?|islands?|factor|cake|dis(?:h|ease)|cookies?"
        r"|cactus|carol|village)\b|:? ?\d{3}-\d{4}",
        unless_before=r"\b(?:ms\.?|mrs\.?|mr\.?|dr\.?|st\.?|happy|merry) ",
        cases=(
            "fell at <DATE>Thanksgiving</DATE> dinner",
            "<DATE>New Year's Day</DATE>, <DATE>Easter 2019</DATE>, <DATE>Memorial Day</DATE>",
            "<DATE>Fourth of July</DATE>",
            "happy Easter",
            "Christmas factor deficiency",
            "Eastern, EID 784-1992",
        ),
    ),
    Rule(
        "holiday-lent",
        "DATE",
        rf"\b(?:during|since|for|in|all|over|before|after|until|gave up \w+ for) "
        rf"(?P<phi>Lent|Advent|Holi|Tet|Tết|Pongal|Vesak|Shabbos|Shabbat)(?: {YEAR})?\b",
        0.9,
        cases=("fasted all <DATE>Lent</DATE> on water", "had lent money"),
    ),
    Rule(
        "season-year",
        "DATE",
        rf"(?i)\b(?:spring|summer|fall|autumn|winter),?(?: of)? {YEAR}\b",
        0.97,
        unless_after=r"[/-]?\d|[.:]\d| ?ml",
        cases=(
            "in <DATE>spring 2020</DATE> and <DATE>fall of '14</DATE>",
            "fall 20 feet",
            "no fall 2 weeks",
        ),
    ),
    Rule(
        "season-context",
        "DATE",
        r"(?i)\b(?:last|this|next|since|until|in late|in early|this past) (?P<phi>spring|summer"
        r"|autumn|winter)\b",
        0.93,
        unless_after=r"-?[\pL]| (?:camp|coat|job|school|heat|cottage|home|house|resident)",
        cases=("since the fall, last <DATE>winter</DATE>", "fall risk", "hot spring", "a fall"),
    ),
    Rule(
        "quarter",
        "DATE",
        rf"\b(?:Q[1-4] ?{YEAR}|FY ?(?:20\d\d|['’]?\d\d)(?:[-/]\d\d)?)\b",
        0.95,
        cases=("since <DATE>Q3 2018</DATE>", "budget <DATE>FY2019</DATE>", "q4 20 mg", "Q4 h"),
    ),
    Rule(
        "date-year-context",
        "DATE",
        r"(?i)\b(?:since|in|until|till|circa|c\.|ca\.|during|back in|from|of|early|mid|late|before"
        r"|after|year|born|dx'?d?|s/p|quit|retired|diagnosed|spring|summer|fall|autumn|winter"
        r"|around|about)[ :~-]{1,2}(?P<phi>(?:19[2-9]\d|20[0-3]\d)s?)\b",
        0.9,
        unless_after=r"[/-]?\d|[.:,]\d|-?[\pL]|\s*(?:h|hrs?|hours|am|pm|calories|kcal|cal)\b"
        + f"|{DOSE}",
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
        unless_after=rf"[/-]?\d|[.:,]\d|[\pL]|-[\pL]| \d| ?[A-Z]\pL+ (?:St|Ave|Rd|Dr)|{DOSE}",
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
    Rule(
        "date-year-words",
        "DATE",
        r"(?i)\b(?:since|in|of|from)(?: (?:about|around|early|late|mid))? "
        rf"(?P<phi>two thousand(?: and)? (?:{TEEN}|twenty(?:[ -]{ONE})?|{ONE})"
        rf"|nineteen (?:{TENS}(?:[ -]{ONE})?|{TEEN}|(?:oh|o) {ONE})"
        rf"|twenty (?:{TEEN}|twenty[ -]{ONE}|oh {ONE}))\b",
        0.93,
        unless_after=rf"{DOSE}|[ -]?(?:hundred|thousand|percent|degrees?|calories|steps|patients"
        r"|people|cases|dollars|pounds|euros|feet|met(?:er|re)s|milli\w+|micro\w+|kilo\w+|litres"
        r"|seconds|times|point|oh)\b|-\pL",
        cases=(
            "in <DATE>two thousand and six</DATE>, since <DATE>two thousand and eighteen</DATE>",
            "from <DATE>nineteen eighty four</DATE> to, of <DATE>twenty twenty-one</DATE>.",
            "in two thousand and six patients, from nineteen to twenty, of twenty, ten were well",
            "in two thousand, of twenty two, took two thousand and six, of twenty twelve hours",
        ),
    ),
)
