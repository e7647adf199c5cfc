"""British durations: n/7 are days, n/12 months, behind what is given or done for so long.

`5/7` alone is a date, and so it is behind `booked for`: a row needs a drug, a course, a sick note
or the review that ends it.
"""

from __future__ import annotations

from incognote.detect.protection.rows import row as _row

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
    _row(
        "duration-of-course",
        rf"(?i)\b{_GIVEN}{_DOSE}{{0,4}},? (?:for|x|×|in) ?(?P<phi>{_LONG})\b",
        "Tazocin for <PLAIN>5/7</PLAIN>. Co-amoxiclav for <PLAIN>7/7</PLAIN> then review",
        "Amoxicillin 500 mg TDS for <PLAIN>5/7</PLAIN>",
        "off work for <PLAIN>2/12</PLAIN>",
        "booked for 5/7, scheduled for 5/7, surgery for 7/12, clinic for 2/12",
        "Tazocin since 5/7, Tazocin on 5/7, Tazocin for 5/7/24, for 5/8, for 40/7, for 07/12",
        after=_MORE,
    ),
    _row(
        "duration-times",
        rf"(?i)(?:[\pL)] |\d ?)[x×] ?(?P<phi>{_LONG})\b",
        "doxycycline 100 mg x <PLAIN>5/7</PLAIN>",
        "vomiting x<PLAIN>3/7</PLAIN>",
        "on 5/7, since 5/7, seen 5/7, max 5/7, x 5/8",
        after=_MORE,
    ),
    _row(
        "duration-then",
        rf"(?i)\b\pL+ for (?P<phi>{_LONG})(?:,| and)? (?:then|until) (?:review|stop|r/v|rv|switch"
        r"|reassess|change|wean|reduce|taper)\b",
        "IV for <PLAIN>7/7</PLAIN> then review",
        "for 7/7 then home, seen 7/7 then reviewed",
        "booked for 7/7 then review; appt for 2/12, then stop",
        before=r"\b(?:booked|scheduled|set|planned|listed|due|down|appt|appointment|date|slot|here)"
        r" for ",
    ),
    _row(
        "duration-until",
        rf"(?i)\b(?:review(?:ed)?|r/v|rv|repeat|recheck|tca|bloods) in (?P<phi>{_LONG})\b",
        "review in <PLAIN>3/12</PLAIN>",
        "reviewed on 3/12, came in 5/7, review 5/7, review in 3/12/24",
        after=_MORE,
    ),
    _row(
        "duration-every",
        rf"(?i)\bevery (?P<phi>{_LONG})\b",
        "injection every <PLAIN>3/12</PLAIN>.",
        "every Monday 3/12, every 3/12/24",
        after=_MORE,
    ),
)
