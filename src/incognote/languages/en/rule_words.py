"""Words of the English calendar and what stands around dates as pieces of patterns; lists."""

from __future__ import annotations

from incognote.core.words import listed

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

LITTLE = listed("an do her md my no so to")
"""Names of people that are words of grammar or a degree: Kiet Do, My Linh, Md Khan."""

LANGUAGES = listed("""
    albanian amharic arabic armenian asl assyrian azerbaijani bambara basque bengali
    bosnian bulgarian burmese cantonese cebuano chaldean chamorro chuukese creole croatian
    czech dari dinka dutch english estonian farsi fijian finnish french fukienese fulani
    gujarati haitian hakha hebrew hindi hmong hungarian igbo ilocano ilokano indonesian italian
    japanese kanjobal kannada kaqchikel karenni khmer kinyarwanda kirundi korean kosraean
    krio kurdish kurmanji lakota lingala lithuanian malay malayalam mam mandarin mandinka
    marathi marshallese mien mixtec mixteco mongolian nahuatl navajo nepali norwegian
    oromo pashto persian pohnpeian polish portuguese pulaar punjabi quechua quiche
    rohingya romanian russian samoan serbian sinhala slovak somali soninke sorani spanish
    swahili swedish tagalog taishanese tamil telugu thai tibetan tigrinya toishanese
    tongan trique turkish twi ukrainian urdu uyghur uzbek vietnamese wolof yiddish yoruba
    zapotec zapoteco zulu
""")
"""Languages that people are interpreted from, but for those that people are called (Karen)."""

OPERATIONS = listed("""
    altemeier bankart bassini beger bentall billroth blalock bristow brostrom
    caldwell-luc chamberlain clagett darrach delorme duhamel eloesser fontan frey
    girdlestone hartmann heller ilizarov jatene kapandji karydakis kasai keller kidner
    konno ladd lapidus latarjet lefort lichtenstein lisfranc maquet mcvay
    milligan-morgan mitrofanoff mohs monti nissen norwood nuss pemberton puestow
    putti-platt ramstedt rastelli ravitch rives-stoppa sauve senning shirodkar shouldice
    sistrunk snodgrass soave studer sugiura swenson syme tenckhoff thal toupet
    trendelenburg weaver-dunn wertheim whipple
""")
"""Operations by whom they are called after, but for names that many bear (Ross, Glenn, Jones)."""
