"""Numbers in order: reference ranges, pressures of ventilators, stages; British durations.

n/7 are days and n/12 months, behind what is given or done for so long. `5/7` alone is a date, and
so it is behind `booked for`: a row needs a drug, a course, a sick note or the review that ends it.
"""

from __future__ import annotations

import re

from incognote.detect.rules import row

_RANGE = r"\d{1,4}(?:\.\d{1,3})? ?[-–] ?\d{1,4}(?:\.\d{1,3})?"
_UNIT = (
    r"(?:%|fL|pg|sec(?:onds)?|ratio|U|IU|mmHg|kPa|mm/h(?:r)?|mL/min(?:/1\.73 ?m2)?"
    r"|[x*]?10[\^*]\d{1,2}/[munpµμ]?L"
    r"|(?:mc|[mnpfkµμu])?(?:g|mol|Eq|IU|U|Osm|cells?|kat)/(?:[mdcµμu]?L|kg|m?mol|g|h|hr|min|mm3))"
)
_SEP = r"[|,;\t]"
_FIELD = rf"{_SEP}\"?[<>]?\d{{1,6}}(?:\.\d{{1,4}})?\"?"
"""A field with a number alone: the value that the unit is of."""


def _rises(surface: str) -> bool:
    """Whether it runs from a smaller to a greater number, written without leading noughts."""
    low, high = re.split(r" ?[-–] ?", surface)
    return float(low) < float(high) and not any(re.match(r"0\d", end) for end in (low, high))


def _rises_and_is_no_day(surface: str) -> bool:
    """Whether it rises and cannot be read as a day and a month."""
    low, high = re.split(r" ?[-–] ?", surface)
    dated = "." not in surface and min(int(low), int(high)) <= 12 and max(int(low), int(high)) <= 31
    return _rises(surface) and not dated


def _falls(surface: str) -> bool:
    """Whether a pair of pressures has the higher one, of breathing in, first."""
    first, second = map(int, surface.split("/"))
    return first >= second


_LONG = r"(?:[1-9]|1\d|2[01])/(?:7|12)"
_GIVEN = (
    r"(?:\pL{2,}(?:cillin|m[yi]cin|floxacin|cycline|azole|oxime|penem|prazole|solone|sone|profen"
    r"|furantoin|methoprim|clovir|statin|codeine|barin|parin|clav)|tazocin|augmentin|tamiflu"
    r"|fluclox|metro|gent|co-\pL{4,}|steroids?|antibiotics?|abx|ivabx|laxatives|course|tapering"
    r"|treated|treat|continue|continued|off work|off school|sick note|fit note|rest|unwell|supply)"
)
_DOSE = r"(?: (?:\d[\d.]{0,5} ?(?:mg|mcg|g|mls?|units?)|od|bd|tds|qds|tid|qid|po|iv|im|nocte|prn))"
_MORE = r"[/\d-]|\.\d"


ROWS = (
    row(
        "airway-pressures",
        r"(?i)\b(?:bi?pap|ipap|s/t|psv?|ps/cpap|aprv|niv|nippv|pressures?|settings?)[ :=]+"
        r"(?:of |at |on |set at )?(?P<phi>\d{1,2}/\d{1,2})\b",
        "then BPAP <PLAIN>16/12</PLAIN> for",
        "NIV on 16/12 and off, extubated to NIPPV 9/11",
        unless_before=r"(?:niv|bi?pap|nippv) on ",
        unless_after=r"[/\d]",
        check=_falls,
    ),
    row(
        "range-behind-unit",
        rf"{_FIELD}{_SEP}\"?(?i:{_UNIT})(?:\^[^|\n]{{0,30}})?\"?{_SEP}\"?(?P<phi>{_RANGE})\"?"
        rf"(?:{_SEP}|\s|$)",
        "|2345-7^GLUCOSE||287|mg/dL|<PLAIN>70-99</PLAIN>|H",
        "Sodium,133,mmol/L,<PLAIN>135-145</PLAIN>",
        "K,4.1,mmol/L,<PLAIN>3.5-5.1</PLAIN>,",
        "|287|mg/dL|555-0117|, 88,kg,70-99, 133,mmol/L,135-145-2, |70|room|70-99|",
        check=_rises,
    ),
    row(
        "range-said",
        r"(?i)\b(?:(?:ref(?:erence)?|normal)\.? ?(?:range|interval)s?|(?-i:[ :=]\d{1,5}"
        r"(?:\.\d{1,3})?) ?[\pL/%]{0,8}[ ,;]{1,2}[(\[]?ref(?:erence)?\.?"
        r"|(?-i:[ :=]\d{1,5}(?:\.\d{1,3})?) ?[\pL/%]{0,8} ?\((?:N|NR|nl|normal))[ :=]{1,2}"
        rf"(?P<phi>{_RANGE})\b",
        "ALP 130 ref <PLAIN>30-129</PLAIN>, TSH 6.1 mIU/L (ref <PLAIN>0.4-4.0</PLAIN>)",
        "ferritin 8 (N <PLAIN>15-300</PLAIN>), reference range: <PLAIN>135-145</PLAIN>",
        "Our ref 48-2210, ref: 30-129, seen 3 (N ward 3-5), ref range 555-0117",
        check=_rises,
        unless_after=r"[-–/]?\d|\.\d|[-/]\pL",
    ),
    row(
        "range-normal",
        r"(?i)[ :=]\d{1,5}(?:\.\d{1,3})? ?[\pL/%]{0,8}[ ,;]{1,2}normal[ :=]{1,2}"
        rf"(?P<phi>{_RANGE})\b",
        "ALP 130, normal <PLAIN>30-129</PLAIN>.",
        "echo 2 normal 10-12, scan normal 30-129",
        check=_rises_and_is_no_day,
        unless_after=r"[-–/]?\d|\.\d|[-/]\pL",
    ),
    row(
        "stage-of-labour",
        r"(?i)\b(?P<phi>(?:[1-4](?:st|nd|rd|th)|first|second|third|fourth) (?:(?:stage|trimester)"
        r"(?: of (?:labou?r|pregnancy))?|degree (?:tear|burn|laceration|(?:heart|AV) block)))\b",
        "before the <PLAIN>3rd stage of labour</PLAIN>, a <PLAIN>2nd degree tear</PLAIN>",
        "3rd Street, 2nd March, 4th floor",
    ),
    row(
        "version",
        r"(?i)\b(?:version|build|firmware)[ :]{1,2}v?(?P<phi>\d{1,2}(?:\.\d{1,2}){2,3})\b",
        "version <PLAIN>2.3.10</PLAIN>, build <PLAIN>10.2.0</PLAIN>",
        "seen 2.3.10; version of 2.3.10; release 14.02.19; version 14.02.2019",
        unless_after=r"[./-]?\d",
    ),
    row(
        "duration-of-course",
        rf"(?i)\b{_GIVEN}{_DOSE}{{0,4}},? (?:for|x|×|in) ?(?P<phi>{_LONG})\b",
        "Tazocin for <PLAIN>5/7</PLAIN>. Co-amoxiclav for <PLAIN>7/7</PLAIN> then review",
        "Amoxicillin 500 mg TDS for <PLAIN>5/7</PLAIN>",
        "off work for <PLAIN>2/12</PLAIN>",
        "booked for 5/7, scheduled for 5/7, surgery for 7/12, clinic for 2/12",
        "Tazocin since 5/7, Tazocin on 5/7, Tazocin for 5/7/24, for 5/8, for 40/7, for 07/12",
        unless_after=_MORE,
    ),
    row(
        "duration-times",
        rf"(?i)(?:[\pL)] |\d ?)[x×] ?(?P<phi>{_LONG})\b",
        "doxycycline 100 mg x <PLAIN>5/7</PLAIN>",
        "vomiting x<PLAIN>3/7</PLAIN>",
        "on 5/7, since 5/7, seen 5/7, max 5/7, x 5/8",
        unless_after=_MORE,
    ),
    row(
        "duration-then",
        rf"(?i)\b\pL+ for (?P<phi>{_LONG})(?:,| and)? (?:then|until) (?:review|stop|r/v|rv|switch"
        r"|reassess|change|wean|reduce|taper)\b",
        "IV for <PLAIN>7/7</PLAIN> then review",
        "for 7/7 then home, seen 7/7 then reviewed",
        "booked for 7/7 then review; appt for 2/12, then stop",
        unless_before=r"\b(?:booked|scheduled|set|planned|listed|due|down|appt|appointment|date|slot|here)"
        r" for ",
    ),
    row(
        "duration-of-ties",
        rf"(?i)\b(?:partner|boyfriend|girlfriend|relationship|sexually active|lmp"
        rf"|amenorrh(?:o)?ea|pregnant|sober) for (?P<phi>{_LONG})\b",
        "with regular partner for <PLAIN>2/12</PLAIN>.",
        "partner on 2/12, partner for 2/12/24, booked for 2/12",
        unless_after=_MORE,
    ),
    row(
        "duration-until",
        rf"(?i)\b(?:review(?:ed)?|r/v|rv|repeat|recheck|tca|bloods) in (?P<phi>{_LONG})\b",
        "review in <PLAIN>3/12</PLAIN>",
        "reviewed on 3/12, came in 5/7, review 5/7, review in 3/12/24",
        unless_after=_MORE,
    ),
    row(
        "duration-every",
        rf"(?i)\bevery (?P<phi>{_LONG})\b",
        "injection every <PLAIN>3/12</PLAIN>.",
        "every Monday 3/12, every 3/12/24",
        unless_after=_MORE,
    ),
)
