"""Dates with a month by its name, and months alone."""

from __future__ import annotations

from incognote.detect.rules import Rule
from incognote.languages.en.rule_words import DAY, DOSE, MONTH, ON, ORDINAL, TO, YEAR

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
)
