"""Dates of other calendars and countries: Japanese eras, lunar months, feasts, numbered weeks."""

from __future__ import annotations

import re

from incognote.core.words import listed
from incognote.detect.rules import row
from incognote.languages.en.rule_words import DAY, YEAR

_HIJRI = (
    r"(?:Muharram|Safar|Rabi['’]? ?(?:al-|ul-)?(?:Awwal|Thani|Akhir|I{1,2})|Rajab|Sha['’]?ban"
    r"|Rama[dz]an|Shaww?al|Dhu['’]? ?al-(?:Qi['’]?dah?|Hijjah?)|Zul-?(?:Qaida|Hijja))"
)
_SOLAR = (
    r"(?:Farvardin|Ordibehesht|Khordad|Tir|Mordad|Shahrivar|Mehr|Aban|Azar|Dey|Bahman|Esfand"
    r"|Baisakh|Baishakh|Jestha|Jeth|Asar|Ashadh|Shrawan|Saun|Bhadra|Bhadau|Ashwin|Asoj|Kartik"
    r"|Mangsir"
    r"|Poush|Pus|Magh|Falgun|Phagun|Phalgun|Chaitra|Chait|Ahin|Aghon|Puh|Fagun|Sot"
    r"|Chithirai|Vaikasi|Aani|Aadi|Aavani|Purattasi|Aippasi|Karthigai|Margazhi|Thai|Maasi|Panguni"
    r"|Chingam|Kanni|Thulam|Vrischikam|Dhanu|Makaram|Kumbham|Meenam|Medam|Edavam|Mithunam"
    r"|Karkidakam"
    r"|Meskerem|Tikimt|Hidar|Tahsas|Ter|Yekatit|Megabit|Miyazya|Ginbot|Sene|Hamle|Nehase|Pagume"
    r"|Nisan|Iyar|Sivan|Tammuz|Tishrei|Cheshvan|Kislev|Tevet|Shevat|Adar|Elul)"
)
_FOREIGN_MONTH = (
    r"(?:januari|februari|maart|mei|juni|juli|augustus|oktober"  # Dutch, Scandinavian, Indonesian
    r"|januar|februar|mars|marts|maj|desember|dezember|märz"
    r"|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre"
    r"|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
    r"|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre"
    r"|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro"
    r"|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada"
    r"|grudnia|Ionawr|Chwefror|Mawrth|Ebrill|Mai|Mehefin|Gorffennaf|Awst|Medi|Hydref|Tachwedd"
    r"|Rhagfyr|Hulyo|Enero|Pebrero|Marso|Abril|Mayo|Hunyo|Agosto|Setyembre|Oktubre|Nobyembre"
    r"|Disyembre|Ogos|Okt|Mac|Jun|Julai|Disember|Januar|Februar|März|Juni|Juli|Oktober|Dezember"
    r"|Januarie|Februarie|Maart|Junie|Julie|Desember|Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz"
    r"|Ağustos|Eylül|Ekim|Kasım|Aralık"
    r"|január|február|március|április|május|június|július|augusztus|szeptember|október|november"
    r"|tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta"
    r"|syyskuuta|lokakuuta|marraskuuta|joulukuuta|ledna|února|března|dubna|května|června|července"
    r"|srpna|září|října|prosince|siječnja|veljače|ožujka|travnja|svibnja|lipnja|srpnja|kolovoza"
    r"|rujna|studenoga?|prosinca|ianuarie|februarie|martie|aprilie|iunie|iulie|septembrie"
    r"|octombrie|noiembrie|decembrie|janúar|febrúar|apríl|maí|júní|júlí|ágúst|nóvember"
    r"|Maret|Agustus|febrer|setembre|desembre)"
)
_FOREIGN_DAY = (
    r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes"
    r"|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|domenica|Montag|Dienstag|Mittwoch"
    r"|Donnerstag|Freitag|Samstag|Sonntag|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag"
    r"|zondag|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag|måndag|tisdag|lördag|söndag"
    r"|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|Isnin|Selasa|Rabu|Khamis"
    r"|Jumaat|Sabtu|Ahad|Senin|Kamis|Jumat|Jumma|Dé (?:Luain|Máirt|Céadaoin|hAoine|Sathairn)"
    r"|Déardaoin|poniedziałek|wtorek|środa|czwartek|piątek|Maandag|Dinsdag|Woensdag|Donderdag"
    r"|Vrydag|Saterdag|Sondag|WOENSDAG|MAANDAG|DONDERDAG|isnin|selasa|khamis|sabtu"
    r"|hétfő|szerda|csütörtök|péntek|szombat|vasárnap|maanantai|tiistai|keskiviikko|torstai"
    r"|perjantai|lauantai|sunnuntai|pondělí|úterý|středa|čtvrtek|pátek|sobota|neděle|niedziela"
    r"|ponedjeljak|utorak|srijeda|četvrtak|petak|subota|nedjelja|mánudagur|þriðjudagur"
    r"|miðvikudagur|fimmtudagur|föstudagur|laugardagur|sunnudagur|Pazartesi|Çarşamba|Perşembe"
    r"|Cumartesi|Jumatatu|Jumanne|Jumatano|Alhamisi|Ijumaa|Jumamosi|Jumapili)"
)
_ABBREVIATED_DAY = r"(?:qua|qui|sex|sexta|sáb|lun|jeu|ven|mié|jue|vie|gio|di|wo|vr|za|pon|śr|czw)"
_ROMAN = r"(?:VIII|VII|VI|IV|IX|XII|XI|X|V|III|II|I|viii|vii|vi|iv|ix|xii|xi|x|v|iii|ii|i)"

_FEAST = (
    r"(?:Hogmanay|Michaelmas|Whitsun(?:day|tide)?|Whit (?:Sunday|Monday)|Lammas|Candlemas|Martinmas"
    r"|Twelfth Night|All (?:Saints['’]|Souls['’]|Hallows['’])(?: (?:Day|Eve))?|Ascension Day"
    r"|Corpus Christi Day|Trinity Sunday|Assumption Day|Immaculate Conception Day"
    r"|Pioneer Day|Patriots['’]? Day|Family Day|Victoria Day|Civic Holiday"
    r"|Truth and Reconciliation Day"
    r"|Stampede|St\.? Jean Baptiste|Saint-Jean-Baptiste|Cup Day|Melbourne Cup(?: Day)?"
    r"|(?:Queen|King)['’]s Birthday|Kings? Day|Koningsdag|Bank Holiday(?: Monday)?|May Day"
    r"|Tynwald Day"
    r"|National Day|Republic Day|Constitution Day|Liberation Day|Unity Day|Freedom Day|Youth Day"
    r"|Heritage Day|Human Rights Day|Heroes['’]? Day|Mashujaa Day|Madaraka Day|Jamhuri Day"
    r"|Kamuzu Day|Farmers['’] Day|Workers['’] Day|Women['’]s Day|Teachers['’]? Day"
    r"|Children['’]s Day"
    r"|Emancipation Day|Kastom Chiefs Day|Matariki|Waitangi|Guy Fawkes(?: Night)?|Bonfire Night"
    r"|Burns Night|Eisteddfod|St\.? (?:Stephen|Brigid|Demetrius|Nicholas|Lucia|Martin|Joseph"
    r"|John)['’]?s?"
    r" (?:Day|day|Eve)|Paddy['’]s [Dd]ay|St\.? Patrick['’]s|Oíche Shamhna|Lá Fhéile Pádraig"
    r"|Super Bowl(?: Sunday)?|Election Day|Tax Day|Groundhog Day|Black Friday|Cyber Monday"
    r"|Día de (?:los )?Muertos|Día de Reyes|Three Kings(?: Day)?|Las Posadas|Semana Santa|Carnaval"
    r"|Carnival(?: (?:Monday|Tuesday|Mon|Tues))?|J['’]ouvert|Junkanoo|Crop Over|Sinulog|Ati-Atihan"
    r"|Undas|Simbang Gabi|Hari Raya(?: (?:Haji|Puasa|Aidilfitri|Aidiladha))?|Deepavali|Thaipusam"
    r"|Vesak(?: Poya)?|Poson(?: Poya)?|Esala Perahera|Sinhala and Tamil New Year|Avurudu"
    r"|Pongal|Onam"
    r"|Vishu|Bihu|Durga Puja|Navaratri|Dussehra|Dasain|Dashain|Tihar|Ganesh Chaturthi"
    r"|Vinayagar Chaturthi|Janmashtami|Raksha Bandhan|Karva Chauth|Lohri|Baisakhi"
    r"|Makar Sankranti"
    r"|Ambedkar Jayanti|Gandhi Jayanti|Guru Nanak Jayanti|Gurpurab|Navroz|Nowruz|Norouz|Mawlid"
    r"|Ashura|Arbaeen|Eid-?(?:ul|al)?-?(?:Fitr|Adha|Azha)?|Bakrid|Muharram|Laylat al-Qadr"
    r"|Songkran|Loy Krathong|Mid-Autumn(?: Festival)?|Ching Ming|Qingming|Chuseok|Seollal|Obon"
    r"|Golden Week|Tết|Chap Goh Mei|Dragon Boat(?: Festival)?|Double Tenth|Motzei Shabbat"
    r"|Shavuot|Simchat Torah|Tisha B['’]Av|Lag BaOmer|Tu B['’]Shvat|Yom (?:HaShoah"
    r"|Ha['’]?atzmaut|Tov)"
    r"|Timket|Meskel|Genna|Enkutatash|Fasika|Sinterklaas|Rosenmontag|Fasching|Fastelavn"
    r"|Midsommar|Juhannus|Vappu|Ólavsøka|påske|Ferragosto|Pasquetta|Toussaint"
    r"|Orthodox (?:Easter|Christmas)|Mother Language Day|Pohela Boishakh|Sankranti"
    r"|A-level results day|GCSE results day|leap day)"
)
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
)
_DAY_NAME = r"(?:Mon|Tue|Tues|Wed|Thu|Thurs|Fri|Sat|Sun|Jumma|Jumu['’]ah|Friday|Sunday|Monday)"
_USED = (
    r"(?:on|at|since|by|until|till|til|before|after|during|around|over|last|this|next|for|late"
    r"|early"
    r"|from|every|to|near|past|nearly|start of|end of)"
)


def _is_day_month(surface: str) -> bool:
    day, month = (int(part) for part in re.findall(r"\d+", surface)[:2])
    return 1 <= day <= 31 and 1 <= month <= 12


_SHORT_MONTHS = listed("""
    Aadi Aani Aban Adar Ahin Asar Azar Dey Dhanu Hidar Jeth Magh Medam Mehr Puh Pus Saun Sene Sot
    Ter Thai Tir
""")
"""What stands in notes for other things, too: pus, Thai, sot., ter in die."""


def _is_lunar(surface: str) -> bool:
    """Whether a short month has a year, a weekday or an ordinal with it: no 'Pus 3' of a table."""
    words = re.findall(r"[^\W\d_]+", surface)
    return (
        not (len(words) == 1 and words[0] in _SHORT_MONTHS)
        or re.search(r"\d{4}", surface) is not None
    )


def _is_foreign_date(surface: str) -> bool:
    """Whether no blade of a laryngoscope: 3 Mac."""
    return re.fullmatch(r"\d+ ?Mac\.?", surface) is None


def _is_era(surface: str) -> bool:
    parts = [int(part) for part in re.findall(r"\d+", surface)]
    return len(parts) < 2 or 1 <= parts[1] <= 12


RULES = (
    row(
        "date-feast",
        rf"\b{_FEAST}(?: [Ee]ve| [Dd]ay)?(?:(?: [Ww]eek)?,? (?:of )?(?:{_MONTH} )?{YEAR})?",
        "since <DATE>Hogmanay</DATE>; off on <DATE>Bank Holiday Monday</DATE>",
        "fasting till <DATE>Hari Raya</DATE>, <DATE>Vesak Poya week, May 2018</DATE>",
        "<DATE>Melbourne Cup</DATE>",
        "St. John's Day Hospital, Unity Day Program",
        "Happy Holi",
        score=0.92,
        unless_before=r"\b(?:happy|merry|dr\.?|mrs?\.?|ms\.?|mt\.?) |(?-i:\p{Lu}\p{Ll}+) ",
        unless_after=r"-?[\pL]|['’]s| (?:Hospital|School|Church|Street|St|Road|Rd|Ave|Park|Clinic"
        r"|Center|Centre|Ward|House|Care|Medical|Health|Elementary|Society|Club|[Cc]ommittee"
        r"|cruise|[Ss]eason|queen|Surgery|Unit|Nursery|Program(?:me)?|Services?)\b",
    ),
    row(
        "date-feast-used",
        rf"\b{_USED} (?:the |our )?(?P<phi>(?:Advent|Holi|Carnival|Carnaval|Pride|Assumption"
        rf"|Stampede"
        r"|Matariki|Twelfth|Fourth|Solemnity|Poson|Perahera|Obon|Tet|Nowruz|Undas|Ashura|Timket"
        r"|Epiphany|Purim|Shabbat|Shabbos|MLK|homecoming|March break|winter break|Easter break"
        rf"|summer holidays|reading week|family day|valentines?|xmas|x['’]mas)(?: {YEAR})?)\b",
        "by the <DATE>Fourth</DATE>.",
        "since <DATE>March break</DATE>",
        "on the Fourth day, at family day care",
        "Advent Health",
        score=0.9,
        unless_after=r"-?[\pL]|['’]s| (?:of|Health|Hospital|Medical|Parish|St|Street"
        r"|Ave|Church|Mobility|court|queen|cruise)\b"
        r"| (?:care|cent(?:re|er)|program(?:me)?|days?|weeks?|months?|decade|dose|cycle"
        r"|visit|attempt|time|metatarsal"
        r"|toe|ventricle|cranial|degree|nerve|rib)",
    ),
    row(
        "date-era-japan",
        r"\b(?:(?:Reiwa|Heisei|Showa|Taisho|Meiji) ?\d{1,2}(?:[./]\d{1,2}){0,2}"
        r"|[MTSHR]\d{1,2}[./]\d{1,2}[./]\d{1,2})",
        "born <DATE>S58.4.9</DATE>, <DATE>Reiwa 5.11.28</DATE>",
        "S1.2",
        "T12.44.5",
        check=_is_era,
        unless_before=r"[-/.]",
        unless_after=r"[./-]?\d|[\pL%]",
    ),
    row(
        "date-era-short",
        r"\b(?:since|in|negative|from|until|born|b\.) "
        r"(?P<phi>[SH]\d{2}(?:\.\d{1,2})?|[SHR]\d\.\d{1,2})\b",
        "Tx since <DATE>H28</DATE>: Mercazole",
        "pain in S1",
        "weakness from S2",
        score=0.85,
        check=_is_era,
        unless_before=r"\b(?:pain|radiculopathy|numbness|weakness|normal|loss|sensation|s1|s2|lobe"
        r"|segment|nodule|gallop|lesion|hcc|present|heard|room|rm|bed|ward)[^.;\n]{0,20}",
        unless_after=r"[./-]?\d|[\pL%]| ?(?:nerve|root|foramen|distribution|dermatome|segment|level"
        r"|vertebra|body|pedicle|rales)",
    ),
    row(
        "date-lunar",
        rf"\b(?:{_DAY_NAME},? )?(?:{DAY}(?:st|nd|rd|th)?(?: of)? (?:{_HIJRI}|{_SOLAR})"
        rf"(?:,? (?:1[34]\d\d|20[678]\d|57\d\d)(?: A\.?H\.?| B\.?S\.?)?)?"
        rf"|(?:20[678]\d )?{_SOLAR} {DAY}(?:st|nd|rd|th)?(?:, (?:20\d\d|1[34]\d\d))?(?: E\.?C)?)",
        "<DATE>Jumma, 8 Shaban 1444</DATE>, <DATE>2072 Chait 9</DATE>",
        "after <DATE>Aadi 27th</DATE>; <DATE>Sat 18 Khordad</DATE>",
        "<DATE>Tir 12, 2014 E.C</DATE>.",
        "Thai 5 mg",
        "4 Pus cells, Pus 3+",
        "Tammuz came",
        score=0.9,
        check=_is_lunar,
        unless_before=r"[\d./-]",
        unless_after=r"-?[\pL]|[./-]?\d|:\d| ?(?:mg|ml|kg|cm|%|x\b|units)",
    ),
    row(
        "date-foreign-month",
        rf"\b(?:{_FOREIGN_DAY},? (?:d\. |den |le |el )?)?{DAY}\.?(?:er)?"
        rf"(?: de| d['’])? ?{_FOREIGN_MONTH}\.?(?:(?: de|,)? (?:19|20)\d\d)?",
        "<DATE>12 Medi 2022</DATE>, den <DATE>9. März 2006</DATE>",
        "<DATE>mardi 3 mars 2020</DATE>",
        "<DATE>9 Ogos</DATE>",
        "2 maybe, 3 Mac blade",
        check=_is_foreign_date,
        unless_before=r"[\d./-]",
        unless_after=r"-?[\pL]|[./-]?\d",
    ),
    row(
        "date-year-foreign-month",
        rf"\b(?:19|20)\d\d\.? ?{_FOREIGN_MONTH} {DAY}\.?(?: ?[-–] ?{DAY}\b\.?)?",
        "time: <DATE>2011. március 8 - 15</DATE>\n",
        "2011 mars 400",
        unless_after=r"[./-]?\d|[\pL]",
    ),
    row(
        "date-in-words-of-numbers",
        rf"(?i)\b(?:day )?{DAY} month {DAY} year {YEAR}\b",
        "at 10 hr, <DATE>day 28 month 4 year 2023</DATE>",
        "day 2 of month 3",
        score=0.97,
    ),
    row(
        "date-foreign-month-first",
        r"\b(?:Hulyo|Pebrero|Marso|Hunyo|Agosto|Setyembre|Oktubre|Nobyembre|Disyembre|Enero)"
        rf" {DAY}(?:, (?:19|20)\d\d)?",
        "<DATE>Hulyo 2, 2023</DATE>",
        "Agosto Street",
        unless_after=r"[./-]?\d|[\pL]",
    ),
    row(
        "date-foreign-weekday",
        rf"\b{_FOREIGN_DAY}(?:,? (?:(?:d\.|den|le|el) )?\d{{1,2}}(?:[./]\d{{1,2}})?"
        rf"(?:[-/.](?:20)?\d\d)?)?",
        "only <DATE>domingo</DATE> please, <DATE>Isnin 8/5</DATE> PM",
        "<DATE>venerdì 15</DATE>.",
        "Mr Domingo",
        "Dr Ahad",
        score=0.85,
        check=lambda surface: surface not in ("Domingo", "Ahad"),
        unless_before=r"(?-i:\p{Lu}\p{Ll}*\.?) |-|['’]|(?:mr|mrs|ms|dr)\.? ",
        unless_after=r"-?[\pL]|[./-]\d|['’]s",
    ),
    row(
        "date-foreign-weekday-short",
        rf"\b{_ABBREVIATED_DAY}\.?,? \d{{1,2}}(?:/\d{{1,2}}(?:/(?:20)?\d\d)?"
        rf"|\.\d{{1,2}}\.(?:20)?\d\d)",
        "<DATE>qua 14/08</DATE>. With",
        "<DATE>di 13/06/2023</DATE>.",
        "ter 14/88",
        score=0.85,
        check=_is_day_month,
        unless_before=r"[\pL\d]|[-/]|\b(?:pain|score|ratio|bp) ",
        unless_after=r"[./-]?\d|[\pL%]",
    ),
    row(
        "date-roman-month",
        rf"{DAY}(?:[./-]{_ROMAN}[./-](?:19|20)?\d\d|/(?:VIII|VII|IX|XI)\b)",
        "<DATE>13/ii/2014</DATE> and <DATE>6-XI-2021</DATE>, on <DATE>15/VIII</DATE> colic",
        "class 2-III-10, 28 XI, murmur 2/VI, CN 2/XII, VAS 7/IX, pain 6/X",
        score=0.9,
        unless_before=r"[\d./-]|[\pL]-"
        r"|\b(?:grade|class|stage|type|mallampati|asa|nyha|cns?|nerves?|vas|pain) ",
        unless_after=r"[./-]?\d|[\pL]|/[IVX]",
    ),
    row(
        "date-dotted",
        r"(?i)\b(?:on|until|till|til|since|by|seen|therapy|control|date|dated|ends?|exp|valid"
        r"|before|after|op|surgery|admitted|discharged|born|b\.|treated|review|colonoscopy|echo|mri"
        r"|ct|x-?ray|pts|call|lactation f/u call|came|sent)"
        r":? (?P<phi>\d{1,2}\. ?\d{1,2}\.(?: ?(?:19|20)\d\d)?)",
        "Therapy <DATE>17.2.</DATE>: ORIF",
        "b. <DATE>2. 1. 1960</DATE>, until <DATE>2.2.</DATE> (sent",
        "of 2.2 mg",
        "creatinine after 2.5. Then",
        "on 3.14.",
        score=0.9,
        check=_is_day_month,
        # Where a sentence ends there, it is a figure: 'INR on 2.5. Then'.
        unless_after=r"\d|[\pL%]| ?(?:mg|g|ml|cm|mm|l|kg|mmol|x|/)\b|\s*$|\s*\n| +\p{Lu}\p{Ll}",
    ),
    row(
        "date-dotted-year",
        rf"\b{DAY}\. ?(?:0?[1-9]|1[0-2])\. ?(?:19|20)\d\d\b",
        "<DATE>18. 5. 2018</DATE>",
        "1. 2. 3. steps",
        score=0.97,
        unless_before=r"[\d./-]",
    ),
    row(
        "date-week-number",
        r"\b(?:KW ?\d{1,2}|uge \d{1,2}|vecka \d{1,2}|viikko \d{1,2}"
        r"|[Ww]eek (?:4[5-79]|5[013]))",  # 48 and 52 are visits of a trial
        "Control <DATE>KW 25</DATE>.",
        "per <DATE>week 47</DATE>",
        "week 32",
        "Week 48: undetectable",
        score=0.9,
        unless_before=r"\b(?:at|to|through|by|until|and|from|baseline|or) ",  # of a trial
        unless_after=r"[./+-]?\d|[\pL]| ?(?:of|post|follow|visit|data|scan|gest)",
    ),
    row(
        "date-nepali-numeric",
        r"\b20(?:[5-9]\d[-/.]\d{1,2}[-/.]\d{1,2} ?|\d\d[-/.]\d{1,2}[-/.]\d{1,2} )B\.?S\b\.?",
        "DOB <DATE>2049-03-11 BS</DATE> / 24 Jun",
        "2049-03-11 BSA; 2019-03-11 BS 140",
        unless_before=r"[\d/.-]",
        unless_after=r"[: ]{1,2}(?:\d|was|of|is|x ?\d)",  # blood sugar, bowel sounds
    ),
    row(
        "date-foreign-month-short",
        rf"\b{DAY}(?:er)? (?:janv|févr|fevr|avr|juil|déc|ene|dic|okt|dez|mrt)\b\.?"
        rf"(?: (?:19|20)\d\d)?|\b{DAY} ago\b\.? (?:19|20)\d\d",
        "<DATE>12 févr.</DATE> 14h20",
        "4 dicloxacillin, 12 avri, 3 ago",
        score=0.93,
        unless_before=r"[\d./-]",
        unless_after=r"[\pL\d/-]",
    ),
    row(
        "date-month-last-year",
        r"(?i)\b(?P<phi>jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?"
        r"|sept(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?) (?:of )?(?:last|this"
        r"|next) year\b",
        "since <DATE>July</DATE> of last year",
        "next year",
    ),
)
