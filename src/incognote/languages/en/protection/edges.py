"""What stands at the edge of an English identifier and is none: a weight, a heading, a day of stay.

A mark that takes it with it loses it. A row says what is in no identifier wherever it stands.
"""

from __future__ import annotations

from incognote.detect.rules import row

ROWS = (
    row(
        "weight-at-birth",
        r"(?i)\b(?:bwt|bw|birth ?weight|birth ?wt|born at)\b:?,? "
        r"(?P<phi>\d{3,4} ?g(?:ms?|rams?)?)\b",
        "20 weeks bwt <PLAIN>4120g</PLAIN> Middlemore",
        "Birth weight: <PLAIN>3150 grams</PLAIN>",
        "4120g Middlemore, wt 4120",
    ),
    row(
        "falls-on-a-line-of-its-own",
        r"\r?\n(?P<phi>Falls)(?::| (?:in (?:the )?)?(?:last|past|since|risk|x ?\d|none|denied|\d))",
        "housekeeper at St. John Cantius\n<PLAIN>Falls</PLAIN> last 12 mo: 1",
        "lives in Cantius Falls, at Cantius\nFalls Road",
    ),
    row(
        "day-of-stay-behind-date",
        r"\b\d{1,2}/\d{1,2}(?:/\d{2,4})?,? "
        r"(?P<phi>(?i:(?:hospital |icu |post-?op )?day) ?#?\d{1,3})\b",
        "06/12 <PLAIN>Day 2</PLAIN> of stay, 6/12/19, <PLAIN>hospital day 4</PLAIN>",
        "12 Day 2; on 6/12 day team",
        unless_after=r"/\d",
    ),
)
