"""Holidays, seasons, quarters and fiscal years used as dates."""

from __future__ import annotations

from incognote.detect.rules import Rule
from incognote.languages.en.rule_words import YEAR

RULES = (
    Rule(
        "holiday",
        "DATE",
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
        0.94,
        unless_after=r"-?[\pL]|['’]s| (?:seals?|trees?|islands?|factor|cake|dis(?:h|ease)|cookies?"
        r"|cactus|carol|village)\b|:? ?\d{3}-\d{4}",
        unless_before=r"\b(?:ms\.?|mrs\.?|mr\.?|dr\.?|st\.?|happy|merry) ",
        cases=(
            "fell at <DATE>Thanksgiving</DATE> dinner",
            "<DATE>New Year's Day</DATE>, <DATE>Easter 2019</DATE>, <DATE>Memorial Day</DATE>",
            "<DATE>Fourth of July</DATE>",
            "happy Easter",
            "Christmas factor deficiency",
            "Eastern, EID 784-1992",
        ),
    ),
    Rule(
        "holiday-lent",
        "DATE",
        rf"\b(?:during|since|for|in|all|over|before|after|until|gave up \w+ for) "
        rf"(?P<phi>Lent|Advent|Holi|Tet|Tết|Pongal|Vesak|Shabbos|Shabbat)(?: {YEAR})?\b",
        0.9,
        cases=("fasted all <DATE>Lent</DATE> on water", "had lent money"),
    ),
    Rule(
        "season-year",
        "DATE",
        rf"(?i)\b(?:spring|summer|fall|autumn|winter),?(?: of)? {YEAR}\b",
        0.97,
        unless_after=r"[/-]?\d|[.:]\d| ?ml",
        cases=(
            "in <DATE>spring 2020</DATE> and <DATE>fall of '14</DATE>",
            "fall 20 feet",
            "no fall 2 weeks",
        ),
    ),
    Rule(
        "season-context",
        "DATE",
        r"(?i)\b(?:last|this|next|since|until|in late|in early|this past) (?P<phi>spring|summer"
        r"|autumn|winter)\b",
        0.93,
        unless_after=r"-?[\pL]| (?:camp|coat|job|school|heat|cottage|home|house|resident)",
        cases=("since the fall, last <DATE>winter</DATE>", "fall risk", "hot spring", "a fall"),
    ),
    Rule(
        "quarter",
        "DATE",
        rf"\b(?:Q[1-4] ?{YEAR}|FY ?(?:20\d\d|['’]?\d\d)(?:[-/]\d\d)?)\b",
        0.95,
        cases=("since <DATE>Q3 2018</DATE>", "budget <DATE>FY2019</DATE>", "q4 20 mg", "Q4 h"),
    ),
)
