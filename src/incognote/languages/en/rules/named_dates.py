"""Dates in words: months by name, holidays, seasons, quarters; and years alone."""

from __future__ import annotations

from incognote.detect.rules import row
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
    row(
        "date-month-day",
        rf"(?i){ON}\b{MONTH}(?:\.? ?{ORDINAL}(?:,? ?(?:of )?{YEAR})?|-{DAY}-(?:\d\d)?\d\d)",
        "on <DATE>March 3, 2019</DATE>",
        "<DATE>Tuesday, May 14</DATE> at 9",
        "<DATE>APR 21</DATE>; <DATE>Feb. 6th</DATE>; <DATE>Oct 3 2022</DATE>",
        "<DATE>March 8 of '87</DATE>",
        "<DATE>May 15</DATE>-20",
        "may 5 mg",
        "march 10 steps",
        "Mary 5",
        "stoma at Sep 3 o'clock",
        score=0.97,
        check=lambda surface: not surface.startswith(("may ", "march ", "mar ")),
        unless_before=r"\d-?|\b(?:the|a|his|her|dr\.?|mr\.?|ms\.?|mrs\.?) ",
        unless_after=rf"/?\d|[.:]\d|-?[\pL]|{DOSE}| o'clock",
    ),
    row(
        "date-month-day-range",
        rf"(?i)\b(?P<phi1>{MONTH}\.? ?{DAY}) ?[-–] ?(?P<phi2>{DAY}(?:,? {YEAR})?)\b",
        "away <DATE>April 6</DATE>-<DATE>10</DATE>, then",
        "may 5-10 mg",
        "Aug 2-Aug 5",
        score=0.96,
        check=lambda surface: not surface.startswith(("may ", "march ", "mar ")),
        unless_after=rf"[/-]\d|[.:]\d|{DOSE}",
    ),
    row(
        "date-day-range-month",
        rf"(?i)\b(?P<phi1>{DAY}) ?[-–] ?(?P<phi2>{DAY} {MONTH}(?: {YEAR})?)\b",
        "ward <DATE>12</DATE>-<DATE>14 March</DATE>",
        "1-2 tabs",
        "q 4-6 h",
        score=0.96,
        check=lambda surface: not surface.endswith(("may", "mar", "march")),
        unless_before=r"[\d./-]",
    ),
    row(
        "date-ordinal-range-month",
        rf"(?i)\b(?P<phi1>\d{{1,2}}(?:st|nd|rd|th)){TO}(?P<phi2>{ORDINAL}(?: of)? {MONTH}"
        rf"(?:,? {YEAR})?)\b",
        "from <DATE>1st</DATE> to <DATE>5th October</DATE>",
        "1st to 5th toe",
        score=0.96,
        check=lambda surface: not surface.endswith(("may", "mar", "march")),
    ),
    row(
        "date-month-day-lower",
        rf"\b(?:may|march|mar) {ORDINAL}(?:,? {YEAR})?",
        "seen <DATE>may 5</DATE> by np",
        "may 5 mg",
        "she may 2 be",
        "march 10 steps",
        score=0.93,
        unless_before=r"\b(?:he|she|it|they|you|this|that|pt|patient|and|which|who) ",
        unless_after=rf"[/-]?\d|[.:]\d|-?[\pL]|{DOSE}| (?:steps|times|feet|in\b|more|to\b|or\b)",
    ),
    row(
        "date-day-month",
        rf"(?i){ON}\b{ORDINAL}(?: of|-)? ?{MONTH}(?:\.?,? ?[-/]?(?:of )?{YEAR}|-\d\d)?\b",
        "on <DATE>3 March 2019</DATE>",
        "<DATE>Tuesday, 14 May</DATE> at 9",
        "<DATE>24-May-1974</DATE> <DATE>29NOV1946</DATE> <DATE>21st Feb</DATE>.",
        "<DATE>7th of June</DATE>",
        "2 maybe 3",
        "grade 2 mar",
        score=0.97,
        check=lambda surface: not surface.endswith(("may", "mar", "march", "MAR", "dec", "sep")),
        unless_before=rf"\d[./,:-]?|{MONTH}\.? |[$#£]|\b(?:stage|grade|type|x) ",
        unless_after=r"[/-]?\d|[.:]\d|-?[\pL]",
    ),
    row(
        "date-month-year",
        rf"(?i)(?:\b{MONTH}\.?(?:,| of|-)? ?{YEAR}|\b{MONTH}[-/]\d\d)",
        "in <DATE>March 2019</DATE>",
        "since <DATE>Aug '24</DATE>, <DATE>MARCH OF 1995</DATE>, <DATE>Jan-04</DATE>",
        "summary 2019",
        "Mayo 2019",
        score=0.98,
        unless_before=r"\d-?",
        unless_after=r"[/-]?\d|-?[\pL]",
    ),
    row(
        "date-month",
        r"\b(?:January|February|July|September|October|November|December|JANUARY|FEBRUARY|JULY"
        r"|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER|january|february|july|september|october|november"
        r"|december)",
        "stopped in <DATE>July</DATE>",
        "Julyan",
        unless_after=r"-?[\pL]| [A-Z][\pL]+ (?:Street|St\b|Road)",
    ),
    row(
        "date-month-name",
        r"(?i)\b(?:in|since|last|this|next|by|until|till|early|mid|late|of|from|to|through|thru"
        r"|during|before|after|every|around|end of)[ -](?P<phi>april|june|august)\b",
        "since <DATE>April</DATE>",
        "with April, her aunt",
    ),
    row(
        "date-month-may",
        r"\b(?:[Ii]n|[Ss]ince|[Ll]ast|[Tt]his|[Nn]ext|[Uu]ntil|[Tt]ill|[Ee]arly|[Mm]id|[Ll]ate"
        r"|[Dd]uring|IN|SINCE|LAST|NEXT|UNTIL)[ -]"
        r"(?P<phi>May|March|MAY|MARCH|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|JAN|FEB|MAR|APR"
        r"|JUN|JUL|AUG|SEPT?|OCT|NOV|DEC|jan|feb|march|apr|aug|sept|oct|nov)\b",
        "since <DATE>May</DATE>",
        "in <DATE>Feb</DATE>",
        "she may",
        "this may help",
    ),
    row(
        "date-month-abbreviated",
        r"\b(?:Jan|Feb|Apr|Aug|Sept|Oct|Nov|Dec)\b",
        "recheck <DATE>Nov</DATE>",
        "Janet",
        score=0.4,
        unless_after=r"-?[\pL]",
    ),
    row(
        "holiday",
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
        "fell at <DATE>Thanksgiving</DATE> dinner",
        "<DATE>New Year's Day</DATE>, <DATE>Easter 2019</DATE>, <DATE>Memorial Day</DATE>",
        "<DATE>Fourth of July</DATE>",
        "happy Easter",
        "Christmas factor deficiency",
        "Eastern, EID 784-1992",
        score=0.94,
        unless_before=r"\b(?:ms\.?|mrs\.?|mr\.?|dr\.?|st\.?|happy|merry) ",
        unless_after=r"-?[\pL]|['’]s| (?:seals?|trees?|islands?|factor|cake|dis(?:h|ease)|cookies?"
        r"|cactus|carol|village)\b|:? ?\d{3}-\d{4}",
    ),
    row(
        "holiday-lent",
        rf"\b(?:during|since|for|in|all|over|before|after|until|gave up \w+ for) "
        rf"(?P<phi>Lent|Advent|Holi|Tet|Tết|Pongal|Vesak|Shabbos|Shabbat)(?: {YEAR})?\b",
        "fasted all <DATE>Lent</DATE> on water",
        "had lent money",
        score=0.9,
    ),
    row(
        "season-year",
        rf"(?i)\b(?:spring|summer|fall|autumn|winter),?(?: of)? {YEAR}\b",
        "in <DATE>spring 2020</DATE> and <DATE>fall of '14</DATE>",
        "fall 20 feet",
        "no fall 2 weeks",
        score=0.97,
        unless_after=r"[/-]?\d|[.:]\d| ?ml",
    ),
    row(
        "season-context",
        r"(?i)\b(?:last|this|next|since|until|in late|in early|this past) (?P<phi>spring|summer"
        r"|autumn|winter)\b",
        "since the fall, last <DATE>winter</DATE>",
        "fall risk",
        "hot spring",
        "a fall",
        score=0.93,
        unless_after=r"-?[\pL]| (?:camp|coat|job|school|heat|cottage|home|house|resident)",
    ),
    row(
        "quarter",
        rf"\b(?:Q[1-4] ?{YEAR}|FY ?(?:20\d\d|['’]?\d\d)(?:[-/]\d\d)?)\b",
        "since <DATE>Q3 2018</DATE>",
        "budget <DATE>FY2019</DATE>",
        "q4 20 mg",
        "Q4 h",
    ),
    row(
        "date-year-context",
        r"(?i)\b(?:since|in|until|till|circa|c\.|ca\.|during|back in|from|of|early|mid|late|before"
        r"|after|year|born|dx'?d?|s/p|quit|retired|diagnosed|spring|summer|fall|autumn|winter"
        r"|around|about)[ :~-]{1,2}(?P<phi>(?:19[2-9]\d|20[0-3]\d)s?)\b",
        "smoker since <DATE>2009</DATE>",
        "in <DATE>1985</DATE>, when",
        "after 2000 mL",
        "until 2030 h",
        "about 2000 calories",
        score=0.9,
        unless_before=r"[\d/.]",
        unless_after=r"[/-]?\d|[.:,]\d|-?[\pL]|\s*(?:h|hrs?|hours|am|pm|calories|kcal|cal)\b"
        + f"|{DOSE}",
    ),
    row(
        "date-year-range",
        r"\b(?P<phi1>(?:19|20)\d\d)(?: ?[-–—] ?| to )(?P<phi2>(?:19|20)\d\d)\b",
        "farmed <DATE>1979</DATE>-<DATE>1999</DATE>",
        "kcal 1800-2000",
        unless_before=r"[\d/.-]|[\pL]-",
        unless_after=r"[/-]?\d|[.:]\d|-[\pL]",
    ),
    row(
        "date-year-parenthesis",
        r"[(\[](?P<phi>(?:19[3-9]\d|20[0-3]\d))[)\],;]",
        "CABG (<DATE>2010</DATE>)",
        "WBC (2000 cells)",
    ),
    row(
        "date-year-past",
        r"\b19[6-9]\ds?\b",  # no clock time: its minutes would be over 59
        "hysterectomy <DATE>1998</DATE>",
        "120198",
        "LR 1970 mL",
        "box 1970 B",
        score=0.93,
        unless_before=r"[\d/.,:#$-]|[\pL]-|\d |\b(?:no\.?|number|mrn|hosp|ext\.?|pgr|ph|lot|box"
        r"|ward|[hl]s-?tn[ti]|17-ohp) ",
        unless_after=rf"[/-]?\d|[.:,]\d|[\pL]|-[\pL]| \d| ?[A-Z]\pL+ (?:St|Ave|Rd|Dr)|{DOSE}",
    ),
    row(
        "date-year-clause",
        r"[\pL)] ?(?P<phi>20[0-2]\d)(?:[;)\]]|[.,:](?:\s|$))",
        "appendectomy <DATE>2009</DATE>; NKDA",
        "seen at 2015.",
        "vit D 2000;",
        score=0.93,
        unless_before=r"\b(?:at|until|till|by|around|about|rm|room|box|ext\.?|no\.?|unit|ward|vit"
        r"|d|d3|on"
        r"|told|called|time|arrived|and|then|to|since|from|~|pgr|vitamin|bed|epi|dose|heparin|abg"
        r"|vbg|ferritin|b12|bnp|probnp|bolus|lr|saline|ck|lipase|amylase|volume|calories|kcal) ",
    ),
    row(
        "date-year-bare",
        r"\b(?:19[3-9]\d|20[0-2]\d)\b",
        "hysterectomy <DATE>1998</DATE>",
        "120198",
        score=0.4,
        unless_before=r"[\d/.:#-]|[\pL]-",
        unless_after=r"[/-]?\d|[.:]\d|-?[\pL]",
    ),
    row(
        "date-year-short",
        r"(?i)(?:\b(?:in|since|from|of|spring|summer|fall|autumn|winter|until|circa) ?|\()"
        r"(?P<phi>['’]\d\d)\b",
        "CABG in <DATE>'96</DATE>",
        "the '80s tune",
        unless_after=r"[\pL\d'’\"]",
    ),
    row(
        "date-year-words",
        r"(?i)\b(?:since|in|of|from)(?: (?:about|around|early|late|mid))? "
        rf"(?P<phi>two thousand(?: and)? (?:{TEEN}|twenty(?:[ -]{ONE})?|{ONE})"
        rf"|nineteen (?:{TENS}(?:[ -]{ONE})?|{TEEN}|(?:oh|o) {ONE})"
        rf"|twenty (?:{TEEN}|twenty[ -]{ONE}|oh {ONE}))\b",
        "in <DATE>two thousand and six</DATE>, since <DATE>two thousand and eighteen</DATE>",
        "from <DATE>nineteen eighty four</DATE> to, of <DATE>twenty twenty-one</DATE>.",
        "in two thousand and six patients, from nineteen to twenty, of twenty, ten were well",
        "in two thousand, of twenty two, took two thousand and six, of twenty twelve hours",
        score=0.93,
        unless_after=rf"{DOSE}|[ -]?(?:hundred|thousand|percent|degrees?|calories|steps|patients"
        r"|people|cases|dollars|pounds|euros|feet|met(?:er|re)s|milli\w+|micro\w+|kilo\w+|litres"
        r"|seconds|times|point|oh)\b|-\pL",
    ),
)
