"""Years alone."""

from __future__ import annotations

from incognote.detect.rules import Rule
from incognote.languages.en.rule_words import DOSE, ONE, TEEN, TENS

RULES = (
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
