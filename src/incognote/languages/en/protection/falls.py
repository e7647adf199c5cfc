"""A fall that hurt somebody, which is no season: `AFTER FALL`, `FALL RISK`, `FALL FROM LADDER`."""

from __future__ import annotations

from incognote.detect.protection.rows import row as _row

_SEASON = (
    r",?(?: of)? ?['’]?\d\d|[ -](?:semester|term|break|quarter|season|sports?|harvest|gather\w*"
    r"|hunt|clean|roundup|planting|work|equinox|of"
    r"|river|creek|branch|brook|lake|city|st|street|ave|road|rd|and winter|(?:to|through|until)"
    r" (?:winter|spring|summer|now))\b|/winter"
)
"""Behind the word: it is a time of year, or a place called so."""
_NAME = r"\b(?:dr|mr|mrs|ms|miss|prof|nurse|patient|pt|name)\b[.:]? |(?-i:\b\p{Lu}\p{Ll}+,? )"

ROWS = (
    _row(
        "fall-behind",
        r"(?i)\b(?:(?:after|from|post|s/p|due to|d/t|2/2|status post|following)(?: an?)?"
        r"(?: (?:mechanical|(?:un)?witnessed))?|mechanical|(?:un)?witnessed|ground[ -]level|glf"
        r"|standing[ -]height)[ :-](?P<phi>fall)\b",
        "BROUGHT FROM HOME AFTER <PLAIN>FALL</PLAIN>, GCS 15. S/P <PLAIN>FALL</PLAIN> X2",
        "unwitnessed <PLAIN>fall</PLAIN> on ward, pain from mechanical <PLAIN>fall</PLAIN>",
        "last FALL, IN FALL 2019, SINCE FALL, this fall, after the fall",
        "after Fall 2019, from FALL of '18, after fall break, from fall to winter, from Fall River",
        after=_SEASON,
    ),
    _row(
        "fall-before",
        r"(?i)\b(?P<phi>fall) (?:from|onto|down|x ?[2-9])\b",
        "<PLAIN>FALL</PLAIN> FROM LADDER; <PLAIN>fall</PLAIN> x2 this week, had a <PLAIN>fall"
        "</PLAIN> down stairs",
        "moved last FALL from Ohio, in fall from school, Kevin Fall from physio, Mrs. Fall down",
        before=rf"\b(?:last|this|next|past|since|in|late|early|during|until|till|by|every|each"
        rf"|before|of|the|that) |{_NAME}",
        after=r" (?:to|through|until) (?:winter|spring|summer)",
    ),
    _row(
        "fall-risk",
        r"(?i)\b(?P<phi>fall)[ -](?:risk|precautions?|prevention|assessment)\b",
        "HIGH <PLAIN>FALL</PLAIN> RISK, <PLAIN>fall</PLAIN> precautions",
        "last fall, risky",
        before=r"\b(?:dr|mr|mrs|ms|miss)\.? ",
    ),
)
