"""Weekdays, and days of a month that is not named: `Monday the 12th`, `on the 24th`."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.languages.en.rule_words import WEEKDAY

RULES = (
    row(
        "date-weekday-day",
        rf"(?i)\b{WEEKDAY},? (?:the \d{{1,2}}(?:st|nd|rd|th)|\d{{1,2}}(?:st|nd|rd|th))\b",
        "on <DATE>Monday the 12th</DATE>",
        "<DATE>Tues 8th</DATE>",
        "sat the 3 tests",
        score=0.98,
    ),
    row(
        "date-day-alone",
        r"(?i)\b(?:on|until|till|by|from|since|before|after|of|around) the "
        r"(?P<phi>\d{1,2}(?:st|nd|rd|th))(?:\s*(?:[^\s\pL\pN%/-]|$)|\s+(?:[ap]\.?m\b"
        r"|a[st]\b|after\b|all|also\b|because|before|but|by\b|due|during|early|evening|for\b"
        r"|from\b|had\b|has\b|h?s?he\b|i[fns]\b|it\b|last|late|morning|next\b|night|no\b|now"
        r"|noon|not\b|per\b|pls|please|pt\b|patient|since|so\b|th[eai]|then|they|to\b|until"
        r"|unless|via|w/|was\b|we\b|were|when|where|which|while|who|will\b|with|[iI]\b))",
        "home on the <DATE>24th</DATE>",
        "since the <DATE>3rd</DATE> with a fever",
        "of the 5th metatarsal",
        "on the 4th floor",
        "since the 1st trimester",
        "weight on the 50th, length on the 25th",
        "after the 2nd surgery",
        "from the 20th to the 50th percentile",
        score=0.93,
        check=lambda surface: int(surface[:-2]) <= 31,  # beyond are centiles
        unless_before=r"\b(?:weight|height|length|head(?: circumference)?|hc|ofc|bmi)"
        r"(?: (?:is|was|now|remains))? (?:on|by|from|around|after) the ",
        unless_after=r"-|\s*(?:[%/]|to the \d+(?:st|nd|rd|th) (?:per)?cent)",
    ),
    row(
        "date-weekday",
        r"\b(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un|MON|TUES|WEDNES|THURS|FRI"
        r"|SATUR|SUN)(?:days?|DAYS?)\b",
        "since <DATE>Tuesday</DATE>",
        "q <DATE>Mondays</DATE>",
        "Fridayson",
        score=0.98,
    ),
    row(
        "date-weekday-abbreviated",
        r"\b(?:[Tt]ues|[Ww]eds|[Tt]hurs|[Tt]hu|[Tt]ue|Wed|Fri|TUES|WEDS|THURS|THUR|Thur|TUE|THU"
        r"|MON|WED|FRI"
        r"|Mon)\b",
        "appt <DATE>Tues</DATE>",
        "he <DATE>Thurs</DATE> am",
        "argue with",
        "statue",
        "LYM 20 MON 8.2",
        score=0.93,
        unless_before=r"[\pL]-",
        unless_after=r"-?[\pL]|[:= ]*\d{1,2}\.\d|:? ?%",
    ),
    row(
        "date-weekday-ambiguous",
        r"(?i)\b(?:on|last|next|this|every|each|since|until|till|by|for|due|appt|q)[ -]?"
        r"(?P<phi>mon|wed|fri|sat|sun)\b",
        "next <DATE>Sat</DATE> at noon",
        "O2 sat 94%",
        "sun exposure",
        "for sat 92%",
        score=0.9,
        unless_before=r"\b(?:step-up|drop|desat|spo2|o2) on ",
        unless_after=r"-?[\pL]| ?\d\d ?%| (?:in (?:bed|chair)|up|down|exposure|with|for|run"
        r"|and (?:talk|ate|watch)|protection|burn|goal|probe|level|monitor)",
    ),
    row(
        "date-weekday-list",
        rf"(?i)\b(?P<phi1>{WEEKDAY})(?:/|, ?|&| & | and | or )(?P<phi2>{WEEKDAY})"
        rf"(?:(?:/|, ?|&| & | and | or |, and )(?P<phi3>{WEEKDAY}))?\b",
        "HD <DATE>tues</DATE>/<DATE>thurs</DATE>/<DATE>sat</DATE>",
        "<DATE>Wed</DATE> and <DATE>Fri</DATE>",
        "up and sat",
        unless_after=r" ?\d\d ?%",
    ),
    row(
        "date-weekday-letters",
        r"\b(?P<phi>M/W/F(?:/S[au]?)?|M/T/W/Th?(?:/F)?|Tu?/Th?/S(?:a|at|u)?)\b",
        "HD <DATE>M/W/F</DATE> via",
        "5 mg on <DATE>T/Th/Sa</DATE>",
        "sex M/F",
        score=0.93,
    ),
    row(
        "date-weekday-title",
        r"(?:\p{Ll}|[,(/]) ?(?P<phi>Sat|Sun)\b",  # inside a clause: not `Sat up in bed`
        "home <DATE>Sat</DATE> with son",
        "O2 Sat 94%",
        "resting Sat was 94",
        "his Sat dropped",
        "keep Sat above 92, desat to Sat of 88",
        "he sat up",
        score=0.9,
        unless_before=r"\b(?:o2|oxygen|room air|resting|pulse ox|ra|her|his|with|the|of|in|and"
        r"|low|poor|good|goal|keep|maintain|monitor|continuous|spot|check|target|baseline|resp"
        r"|,) ?",
        unless_after=r"-?[\pL]|[:=>~<% ]*\d\d\b|[:=>~<%]| (?:was|is|up|on|back|dropped|down|drops"
        r"|stable|monitor|probe|goal|exposure|protection|burn|damage|above|below|checks?\b"
        r"|(?:of|at) \d\d\b"
        r"|(?-i:[A-Z])\pL+)",
    ),
)
