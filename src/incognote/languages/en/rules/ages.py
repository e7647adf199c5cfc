"""Ages. The mark is the number, with its unit only when that is weeks, months or days."""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import digits
from incognote.languages.en.rule_words import MONTH, ONE, TEEN, TENS

_WORD = rf"(?:{TENS}(?:[- ]{ONE})?|{ONE}|{TEEN})"
_NUMBER = r"(?:1[01]\d|\d{1,2})"
_NOT_SIZE = (
    r"(?: ?(?:fr|french|gauge|ga|sheath|cath|catheter|foley|tube|ngt|chest tube|g\b"
    r"|introducer|scope|dialysis|guide|stent|drain|trial|trialysis|tlc|picc|coude|council|glide"
    r"|impella|ett|pigtail))"
)
_NOBODY = (
    r"\b(?:he|she|it|this|that|cough|wound|ulcer|stroke|bruise|plaster|cast|fracture|infarct|injury"
    r"|scar|rash|symptoms?|graft|bleed|ha?ematoma|burn|pain|lesion|lump|score|gcs|mmse|moca|strength"
    r"|power|apgars?|baby is|bath|weight|review|rv|check|seen|feeds?|feeding|clinic|f/?u|follow-?up"
    r"|in|for|at|after|every|until|within|next|last)"
)
"""What is counted in weeks and months, or scored, and is no person."""


def _is_adult(surface: str) -> bool:
    return 18 <= int(digits(surface)) <= 115


def _is_fraction(surface: str) -> bool:
    """Whether as many months, weeks or days as have no larger unit: not 13/12, not 0/7."""
    part, whole = (int(number) for number in surface.replace("+", " ").split()[-1].split("/"))
    return 0 < part < {7: 28, 12: 24, 52: 104}[whole]


RULES = (
    row(
        "age-years-old",
        rf"(?i)(?P<phi>{_NUMBER}(?:[.]5)?)[- ]{{0,2}}(?:y(?:ea)?rs?|y)[- .]{{0,2}}(?:[/-]?o\b|old)",
        "a <AGE>54</AGE>-year-old man",
        "<AGE>54</AGE> y/o M, <AGE>61</AGE>yo, <AGE>7</AGE> years old, <AGE>83</AGE> y.o.",
        "54 years ago",
        "a 10-year history",
        score=0.99,
        unless_before=r"[\d./-]",
        splits=True,
    ),
    row(
        "age-range-years-old",
        rf"(?i)(?P<phi1>{_NUMBER}) ?(?:-|–|to|and|or) ?(?P<phi2>{_NUMBER})[- ]years?[- ]olds?",
        "children <AGE>4</AGE> and <AGE>7</AGE> years old",
        "2 to 3 years",
        score=0.9,
        unless_before=r"[\d./-]",
    ),
    row(
        "age-years-semicolon",
        r"(?:\p{Lu}\p{Ll}+ \(|\b(?:[Aa]ged?|CA|[Cc]hronological age)[ :]{1,2})"
        r"(?P<phi>\d{1,2};(?:\d|1[01]))(?:[),.; ]|$)",
        "Saw Fiadh (<AGE>4;7</AGE>) in",
        "AML t(8;21)",
        "Translocation (4;11), Pain (7;8)",
        score=0.93,
        check=lambda surface: 1 <= int(surface.partition(";")[0]) <= 18,
        unless_before=r"\b(?:translocations?|karyotype|rearrangement|fusion|t|der|ins|inv|patients|cases"
        r"|ratio|pain|scores?|median|abnormality) \(",
        unless_after=r"\) ?\([pq]",
    ),
    row(
        "age-years-months",
        r"(?i)(?P<phi>\d{1,2} ?(?:years?|yrs?|y) \d{1,2} ?(?:mths?|mos))\b",
        "Barnaby, <AGE>15 yrs 4 mths</AGE>, boarder",
        "for 2 yrs 3 mths",
        "2 yrs 3 mths ago",
        "Follow up 3 years 6 mos, treated 2 years 6 mos; 5 yrs 4 mths on tamoxifen",
        score=0.9,
        unless_before=r"[\d./-]|\b(?:for|over|past|last|x|after|of|in|since|within) "
        r"|\b(?:durations?|follow-? ?up|survival|treat\w*|married|smoked|interval|mean|median|sober"
        r"|clean|abstinent|waited|worked|retired|history|hx|took)(?: (?:is|was|about))?[: ]{1,2}",
        unless_after=r" (?:ago|later|history|hx|post|after|before|since|median|mean|with|on|of"
        r"|treatment|therapy|sober|clean|follow)\b",
    ),
    row(
        "age-months-old",
        r"(?i)(?P<phi>\d{1,3}(?:[.]5)?[- ]?(?:months?|mos?|mths?|mth|weeks?|wks?|days?|hours?))"
        r"[- .]{0,2}(?:old|of age)\b",
        "<AGE>6 month</AGE> old, <AGE>2-week</AGE>-old girl; <AGE>9 mo</AGE> old",
        "6 months ago",
        "34 weeks gestation",
        score=0.97,
        unless_before=r"[\d./-]",
    ),
    row(
        "age-word-old",
        rf"(?i)\b(?P<phi>{_WORD})[- ]years?[- ](?:old|of age)\b",
        "<AGE>fifty-two</AGE>-year-old welder",
        "two years ago",
        score=0.98,
    ),
    row(
        "age-word-months-old",
        rf"(?i)\b(?P<phi>{_WORD}[- ](?:months?|weeks?|days?))[- ](?:old|of age)\b",
        "<AGE>nine months</AGE> old",
        "nine months ago",
        score=0.97,
    ),
    row(
        "age-of-age",
        rf"(?i)(?P<phi>{_NUMBER})[- ](?:years?|yrs?\.?) of age\b",
        "at <AGE>42</AGE> years of age",
        "42 years of smoking",
        score=0.98,
        unless_before=r"[\d./-]",
    ),
    row(
        "age-label",
        rf"(?i)\b(?:aged?|ages)(?: ?/ ?(?:sex|gender))?(?: (?:is|was|of|about))?[ .:|=-]{{1,14}}"
        rf"(?P<phi>{_NUMBER} ?(?:months?|mos?|mths?|weeks?|wks?|days?)|{_NUMBER}(?:s|\+)?|{_WORD})"
        r"(?:[^\d\pL]|y|F|M|$)",
        "Age: <AGE>71</AGE>",
        "at age <AGE>11</AGE>, aged <AGE>98</AGE>; Age/Sex: <AGE>29</AGE>F",
        "age <AGE>6 months</AGE>",
        "gestational age 32",
        "dosage 40 mg",
        "average 12",
        score=0.97,
        unless_before=r"\b(?:gestational|bone|developmental|average|mean|mental|lung) age\W*",
        unless_after=r"[.]\d|%|[/-][\d\pL]|s? ?(?:mg|%)| ?(?:weeks?|wks?|w) ?\d",
        splits=True,
    ),
    row(
        "age-label-parts",
        r"(?i)\bage ?[:=] ?(?P<phi>\d{1,2} ?(?:years?|yrs?|y|months?|mos?|m|weeks?|wks?|w)"
        r" ?\d{1,2} ?(?:months?|mos?|m|weeks?|wks?|w|days?|d))(?:[^\pL]|$)",
        "Age: <AGE>4 y 6 m</AGE>     Sex: M",
        "AGE: <AGE>5 wk 4 d</AGE>",
        "age: 4",
        score=0.96,
    ),
    row(
        "age-children",
        # Two or more: `children 2, healthy` counts them.
        rf"(?i)\b(?:kids|children|sons|daughters|grandkids|grandchildren|siblings)(?: aged?)?,? \(?"
        rf"(?P<phi1>{_NUMBER})(?:, ?(?P<phi2>{_NUMBER}))?(?:, ?(?P<phi3>{_NUMBER}))?"
        rf"(?:,? ?(?:and|&|,) ?(?P<phi4>{_NUMBER}))(?:[).;,]| (?:w/|with|at|in|live))",
        "Children <AGE>6</AGE> and <AGE>2</AGE> w/ her mother",
        "kids <AGE>13</AGE>, <AGE>9</AGE>, <AGE>4</AGE>. Cell",
        "to keep the children (<AGE>3</AGE> and <AGE>6</AGE>).",
        "children 12 and over",
        "siblings 3; children 2, healthy.",
        score=0.92,
        unless_after=r" ?(?:/|-|%|times|x\b|days?|weeks?|months?|or|to)"
        r"| and (?:up|over|under|older)",
    ),
    row(
        "age-sex-label",
        rf"(?i)\b(?:sex|gender) ?/ ?age[ :.]{{1,6}}(?:m|f|male"
        rf"|female)[ /,]{{1,4}}(?P<phi>{_NUMBER})",
        "Sex/Age:  M / <AGE>76</AGE>",
        "sex: M",
        score=0.97,
        unless_after=r"[./]?\d",
    ),
    row(
        "age-decade-sex",
        r"\b(?P<phi>[2-9]0s)[ /]?(?:F|M|yo|y/o|female|male|woman|man|lady|gentleman)\b",
        "Yakima. <AGE>70s</AGE> F unresp",
        "music of the 70s. Mood",
    ),
    row(
        "age-decade",
        r"(?i)\b(?:his|her|their|my|your|the|in|early|mid|late)[ -]{1,2}"
        r"(?P<phi>(?:[2-9]0|100)['’]?s|(?:teens|twenties|thirties|forties|fifties|sixties|seventies"
        r"|eighties|nineties))\b",
        "in her <AGE>80s</AGE>",
        "mid <AGE>fifties</AGE>",
        "sats in the 90s",
        "HR in the 80s",
        score=0.9,
        unless_before=r"\b(?:sats?|sat|spo2|bp|hr|rate|rates|pulse|sbp|dbp|systolic|the|glucose)"
        r"[^.;\n]{0,20}",
        unless_after=r" ?(?:%|on (?:ra|room air)|systolic|mmhg)|/",
    ),
    row(
        "age-sex",
        r"(?:^|[\s(|,;/])(?P<phi>\d{2,3}) ?(?:[MF]|[Mm]ale|[Ff]emale|MALE|FEMALE|[Mm]an|[Ww]oman"
        r"|WOMAN|MAN)(?:[\s,;.)|:(/]|$)",
        "<AGE>71</AGE>F with COPD",
        "ID: <AGE>44</AGE> M high school",
        "18F Foley",
        "a 24 F sheath",
        "T 98 F,",
        score=0.94,
        check=_is_adult,
        unless_before=r"[\d./-]|\b(?:size|g|ga|fr|x|tube|drain|drains|t|t:|temp|temp:|temperature"
        r"|lot \S+"
        r"|temperature of|foley|to|of) ",
        unless_after=rf"[-/.]\d|{_NOT_SIZE}| ?[MF]{_NOT_SIZE}",
        splits=True,
    ),
    row(
        "age-sex-race",
        r"(?i)\b(?P<phi>\d{2})[ -](?:y[/.]?o\.? )?(?:(?:white|black|hispanic|latina|latino"
        r"|caucasian|asian"
        r"|african[- ]american|native|filipino|right[- ]handed|left[- ]handed) ){1,2}"
        r"(?:male|female|man|woman|gentleman|lady|m|f)\b",
        "<AGE>62</AGE> black female",
        "12 white cells",
        score=0.96,
        unless_before=r"[\d./-]",
    ),
    row(
        "age-years-sex",
        r"(?i)(?P<phi>\d{1,3})[ -]?(?:yrs?|years?|y)\.?[ ,/]{1,3}(?:m|f|male|female|boy|girl|man"
        r"|woman)\b",
        "initials AS <AGE>95</AGE> y F",
        "<AGE>38</AGE> Yrs / M",
        "10 y for",
        score=0.96,
        unless_before=r"[\d./-]",
        splits=True,
    ),
    row(
        "age-birth",
        r"(?i)\b(?:dob|d\.o\.b\.?|born|birth ?date|date of birth)[ :]*[\d\pL/. ,-]{6,18}"
        rf"[ ]?\((?:age )?(?P<phi>{_NUMBER})(?: ?(?:y|yrs?|years?|yo)[^)]{{0,6}})?\)",
        "DOB: 2/29/1984 (<AGE>35</AGE>)",
        "dob 2/29/1984 (see 4 notes)",
        score=0.97,
    ),
    row(
        "age-relative",
        r"(?i)\b(?:wife|husband|spouse|son|sons|daughter|dtr|dau|mother|father|mom|dad|mum|brother"
        r"|sister|partner|grandson|granddaughter|niece|nephew|twins?|boyfriend|girlfriend|kids"
        r"|children|baby|fianc[eé]e?|aunt|uncle|cousin|grandmother|grandfather)\b[ \pL.'’-]{0,24}"
        r"(?: ?\(|, )(?P<phi>\d{1,2})[),;]",
        "her daughter Lydia, <AGE>29</AGE>, nurse",
        "wife (<AGE>54</AGE>)",
        "sister has 3, 4",
        score=0.93,
        unless_before=r"\d",
    ),
    row(
        "age-died",
        r"(?i)\b(?:died|passed|deceased|dx'?d?|diagnosed|onset|menarche|menopause|cancer|ca|mi|cva"
        rf"|stroke) at (?:age )?(?P<phi>{_NUMBER})\b",
        "father died at <AGE>51</AGE>",
        "died at 5 pm",
        "stroke at 1430",
        score=0.93,
        unless_after=r"[:./-]\d|[\pL]| ?(?:am|pm|h|hrs?|weeks?|months?|days?|o'clock|mg|cm|mm"
        r"|db)\b",
    ),
    row(
        "age-parenthesis",
        r"\p{Lu}\p{Ll}+ \((?P<phi>[1-9]\d?)(?:\)|, \p{Ll})",
        "sons Tony (<AGE>36</AGE>) and",
        "Kian (<AGE>12</AGE>, asthma)",
        "Score (2+)",
        score=0.9,
    ),
    row(
        "age-appositive",
        r"\p{Lu}\p{Ll}+, (?P<phi>\d{1,2}), (?:\p{Ll}|\p{Lu}\p{Ll}+, \d{1,2}\b)",
        "Dewayne, <AGE>16</AGE>, in custody",
        "Na, 140, low",
        score=0.9,
    ),
    row(
        "age-at",
        r"\b(?:at|since|until) (?P<phi>\d{1,2})(?:[,;)]| (?:of|when|in|for|by|from|he|she|and|with"
        r"|after|on|given)\b)",
        "hives at <AGE>10</AGE>, then",
        "at 10 mg",
        score=0.4,
    ),
    row(
        "age-menarche",
        r"(?i)\b(?:menarche|menopause|thelarche|coitarche)(?: was)?(?: at)?"
        r"(?: age)?:? (?P<phi>\d{1,2})\b",
        "Menarche <AGE>12</AGE>, q28 x 7 d",
        "menopause 4 years ago",
        score=0.94,
        unless_after=r"[./:-]\d|[\pL]| ?(?:months?|mos?|weeks?|wks?|days?|years? ago|yrs? ago|%)",
    ),
    row(
        "age-infant-appositive",
        r"\b(?:[Bb]aby|BABY|[Ii]nfant|[Nn]ewborn)(?: \p{Lu}\pL+)?(?: in [\pL\d ]{2,14})?,"
        r" (?P<phi>\d{1,2} (?:weeks|wks?|months|mos?|days))(?:,|\n|$)",
        "Baby Ottilie, <AGE>5 weeks</AGE>, bronchiolitis",
        "Augmentin, 7 days, BID",
        score=0.9,
    ),
    row(
        "age-infant-name",
        r"\b\p{Lu}\p{Ll}+(?: in [\pL\d ]{2,14})?,"
        r" (?P<phi>\d{1,2} (?:weeks|wks?|months|mos?|days))(?:,|\n|$)",
        "S: Ottilie, <AGE>5 weeks</AGE>, bronchiolitis",
        "Cough, 5 weeks, worse",
        score=0.6,  # a capital may begin a drug, a complaint or a clinic just as well
        unless_before=r"\b(?:pain|cough|fever|therapy|course|prednisone|antibiotics|smoker|for"
        r"|january|february|march|april|may|june|july|august|september|october|november"
        r"|december), ",
    ),
    row(
        "age-fraction-old",
        # As British notes write months, weeks and days: 5/12, 11/52, 4/7.
        r"(?i)(?P<phi>(?:\d{1,2}[ +])?\d{1,2}/(?:12|52|7))[- ](?:old|of age)\b",
        "Baby, <AGE>11/52</AGE> old; <AGE>3 10/12</AGE> old boy, <AGE>4/7</AGE> old",
        "cough 2/52, old scar; 6/12 old fracture; 0/7 old; wound is 4/52 old; ulcer 3/12 old",
        score=0.96,
        check=_is_fraction,
        unless_before=rf"[\d./-]|{_NOBODY}(?: is| of|,)? ?",
        unless_after=r" old (?:fracture|injury|wound|scar|infarct|bleed|history|bruise|burn"
        r"|lesion)",
    ),
    row(
        "age-fraction-label",
        r"(?:\b(?i:aged?)[ :]{1,3}|\b(?:[Bb]aby|BABY|[Ii]nfant)(?: \pL+)?,? "
        r"|\p{Lu}\p{Ll}{2,} is (?:now|only) )(?P<phi>(?:\d{1,2}[ +])?\d{1,2}/(?:12|52))"
        r"(?:[,;.)\n]| (?:old|m\b|f\b|boy|girl|male|female|at|when|born|who)|$)",
        "aged <AGE>14/52</AGE>, Age <AGE>2 3/12</AGE> at last seizure",
        "baby ayaan <AGE>11/52</AGE>, bed 6. Isla is now <AGE>14/52</AGE>, born at 38/40",
        "Pain is 5/12 days; review baby 6/52 after discharge; Cough 3/52, fever; "
        "Wound is now 6/52, healing; Score is now "
        "10/12. Baby bath 8/12, infant weight 9/12.",
        score=0.93,
        check=_is_fraction,
        unless_before=rf"[\d./-]|{_NOBODY}(?: is)?(?: now| only)? ",
        unless_after=r"[./-]?\d",
    ),
    row(
        "age-years-months-short",
        r"(?i)(?P<phi>\d{1,2} ?(?:yrs?|y),? ?\d{1,2} ?(?:mo?|mths?))"
        r"[ -](?:old|boy|girl|male|female)\b",
        "<AGE>3 y 4 m</AGE> old girl, <AGE>2y8m</AGE> boy",
        "for 3 y 4 m, older",
        unless_before=r"[\d./-]",
        splits=True,
    ),
    row(
        "age-turned",
        rf"(?i)\bturn(?:s|ed|ing)? (?P<phi>[2-9]\d|1[01]\d) (?:in (?:{MONTH}|the (?:spring"
        rf"|summer|fall|autumn"
        r"|winter))|(?:this|next|last) (?:spring|summer|fall|autumn|winter|year|month|week"
        r"|\pL+day))\b",
        "Pt is 89, turning <AGE>90</AGE> in March; turned <AGE>101</AGE> last Sunday",
        "turned 90 degrees, turning 90 in bed, turned q2h 30 in a shift",
        score=0.93,
    ),
    row(
        "age-in-a-word",
        r"(?i)\b(?P<phi>(?:(?:sexa|septua|octo|nona)gen|(?:super)?centen)arians?)\b",
        "an active <AGE>nonagenarian</AGE>, two <AGE>centenarians</AGE>",
        "the centenary of the ward; a vegetarian",
        score=0.97,
    ),
    row(
        "age-hundred-in-words",
        rf"(?i)\b(?P<phi>(?:one|a)[- ]hundred(?:(?:[- ]and)?[- ](?:{ONE}|{TEEN}))?)"
        r"[- ]years?[- ](?:old|of age)\b",
        "<AGE>one hundred and two</AGE> years old, a <AGE>one-hundred-and-two</AGE>-year-old",
        "a hundred years ago; one hundred units",
        score=0.97,
    ),
    row(
        "age-label-decimal",
        r"(?i)\bage(?: ?/ ?(?:sex|gender))?(?: \(?(?:years?|yrs?)\)?)?(?: ?[:=] ?| )"
        r"(?P<phi>\d{1,3}\.\d{1,2})(?: ?(?:y|yrs?|years?|F|M)\b|[ ,;)\n]|$)",
        "Age: <AGE>97.5</AGE> years; Age <AGE>93.25</AGE> yrs",
        "bone age: 9.5, mean age 61.4, gestational age 38.5, dosage 2.5, heart age 71.5",
        score=0.95,
        unless_before=r"\b(?:gestational|bone|developmental|average|mean|median|mental|lung|heart"
        r"|vascular|brain|corrected|metabolic|for|by) age\W*(?:\pL+\W*)?",
        unless_after=r" ?(?:%|mg|±|\+/-|weeks?|wks?|w\b|months?|mos?\b)",
    ),
    row(
        "age-at-event",
        r"(?i)\bage (?:at|when|of) (?:the )?(?:time of )?(?:first )?(?:death|diagnosis|dx|onset"
        r"|visit|admission|presentation|encounter|service|exam|seen|evaluation|surgery|retirement"
        rf"|menarche|menopause)(?: is| was)?[ :=-]{{1,4}}(?P<phi>{_NUMBER})\b",
        "age at death: <AGE>95</AGE>; Age at time of visit = <AGE>91</AGE>",
        "gestational age at admission: 31, age at onset: 12 weeks, age of onset: 10 percent, age "
        "of onset 31-40, mean age at diagnosis: 61",
        score=0.95,
        unless_before=r"\b(?:gestational|average|mean|median) age\b[^,;.\n]{0,32}",
        unless_after=r"[./-]\d|%| ?(?:weeks?|wks?|months?|mos?|days?|h|am|pm|percent|mg)\b",
    ),
    row(
        "age-sex-sign",
        r"(?:^|[^\d.,/-])(?P<phi>\d{2,3}) ?[♀♂]",
        "<AGE>97</AGE>♀ with CHF, <AGE>54</AGE> ♂",
        "of 3 ♀ siblings, 240 ♂ mice, of 23 ♀ patients",
        score=0.95,
        check=_is_adult,
        unless_after=r" ?[♀♂] (?:patients|subjects|cases|controls|siblings|mice|rats)\b",
    ),
    row(
        "age-birthday",
        r"(?i)\b(?P<phi>(?:9\d|1[01]\d)(?:st|nd|rd|th)) birthday\b",
        "her <AGE>100th</AGE> birthday, a <AGE>93rd</AGE> birthday",
        "the 97th percentile; 100th anniversary",
        score=0.96,
    ),
    row(
        "age-and-a-half",
        r"(?i)(?P<phi>\d{1,3} ?[½¼¾])[- ]?(?:years?|yrs?|y/o|yo)[- ]?(?:old|of age|m|f)?\b",
        "<AGE>96½</AGE> years old, <AGE>2 ½</AGE>-year-old",
        "for 2½ hours, pain of 3½ years duration, 1½ years post transplant",
        score=0.9,
        unless_before=r"\b(?:for|over|about|past|last|since|in|every) (?:the )?(?:past |last )?",
        unless_after=r"[- ]?(?:years?|yrs?) (?:ago|later|before|after|since|duration|history|s/p"
        r"|post|prior|out)\b",
    ),
)
