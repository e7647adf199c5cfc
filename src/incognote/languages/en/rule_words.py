"""Words of the English calendar, and what stands around dates, as pieces of patterns."""

from __future__ import annotations

MONTH = (
    r"(?:jan(?:uary)?|febr?(?:uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
DAY = r"(?:3[01]|[12]\d|0?[1-9])"
ORDINAL = r"(?:3[01]|[12]\d|0?[1-9])(?: ?(?:st|nd|rd|th))?"
YEAR = r"(?:(?:18|19|20)\d\d|['’]\d\d)"
WEEKDAY = (
    r"(?:(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|mon|tues?|weds?|thurs?|thur|fri|sat|sun)s?\.?)"
)
ON = rf"(?:{WEEKDAY},? (?:the )?)?"
"""A weekday in front of a date belongs to its mark."""
TO = r" ?(?:-|–|—|to|thru|through|until|till|→|->|&|and) ?"
DOSE = (
    r"\s*(?:mg|mcg|µg|ug|g|gm|ml|cc|units?|u|iu|meq|mmol|tab(?:let)?s?|cap(?:sule)?s?|cm|mm|l|lpm"
    r"|kg|lbs?|oz"
    r"|hz|bpm|mmhg|h|hrs?|hours?|min|mins|days?|weeks?|wks?|months?|yrs?|years?|fr|ga?)\b|\s*%"
)
"""Behind a number: it is an amount and no date."""

ONE = r"(?:one|two|three|four|five|six|seven|eight|nine)"
TEEN = r"(?:ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)"
TENS = r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
"""Numbers in words, from one to nineteen and in tens."""
