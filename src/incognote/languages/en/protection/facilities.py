"""Kinds of places where care goes on, which people write with capitals: no place in particular."""

from __future__ import annotations

from incognote.detect.rules import row

_KIND = (
    r"(?:skilled nursing|long[ -]term (?:acute )?care|assisted living|acute rehab(?:ilitation)?"
    r"|inpatient rehab(?:ilitation)?|rehab(?:ilitation)?|residential care|independent living"
    r"|memory care|sober living|intermediate care)(?: (?:facility|hospital|center|centre|unit))"
    r"|(?:nursing|group|care|boarding|foster|halfway|adult family|sober living) (?:home|house)"
    r"|adult day ?care|homeless shelter|inpatient hospice|home hospice"
)

ROWS = (
    row(
        "kind-of-facility",
        rf"\b(?i:to|from|in|into|at|a|an|her|his|their|currently|disposition:|dispo:)\s"
        rf"(?P<phi>(?i:{_KIND}))\b",
        "sent from <PLAIN>Nursing Home</PLAIN> with fever, back to <PLAIN>NURSING HOME</PLAIN>",
        "Discharged to <PLAIN>Skilled Nursing Facility</PLAIN> on 3/4; in a "
        "<PLAIN>Group Home</PLAIN>.",
        "Oak Hill Nursing Home; from Nursing Home Oak Hill, at Nursing Home of Leeds",
        "to Nursing Home (Oak Hill), to Nursing Home - Leeds, to Nursing Home: Leeds",
        "she has been a nursing home cook; the Nursing Home, at Bide A\nNursing Home",
        check=lambda surface: surface[0].isupper(),
        unless_before=r"\p{Lu}[\pL'’.-]*,? (?-i:A|An|At|In)\s",
        unless_after=(
            r"\s(?:of|at|in|on the|called|named|for|near)\b|(?-i:[ ,:;(\"'“-]{0,4}\p{Lu})"
            r"|\s?[-–@&(:\"“#]|\s+(?-i:\p{Lu})"
        ),
    ),
)
