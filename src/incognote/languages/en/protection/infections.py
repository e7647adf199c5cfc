"""Germs, fevers and syndromes that are called after places and people: Norwalk, Lassa, Q fever.

Where a virus or town alone stands nothing tells: `lives in Norwalk`. A row needs the word that
makes it a disease or a test, or a list that a name no place bears begins.
"""

from __future__ import annotations

import re

from incognote.detect.rules import row

_GERM = (
    r"Ebola|Zika|Chikungunya|Dengue|Malaria|Hanta(?:an)?|Lassa|Nipah|Rickettsia\w*|Bartonella"
    r"|Ehrlichia|Anaplasma|Babesia|Borrelia|Brucella|Coxiella|Leptospira|Listeria|Legionella|Yersinia"
    r"|Shigella|Toxoplasma|Toxo|Treponema|Orientia|Francisella|Tularemia|Typhoid"
    r"|Typhus|Scrub typhus|Leptospirosis|Brucellosis|Babesiosis|MERS"
    r"|West Nile|Crimean[- ]Congo|O['’]nyong[- ]nyong|Kyasanur(?: Forest)?|(?:East|West)ern equine"
    r"|Venezuelan equine|Rocky Mountain spotted|Mediterranean spotted|Legionnaires['’]?"
    r"|Epstein[- ]Barr|Merkel cell"
)
"""Names that no town or person of a note bears: the names beside them are germs, too."""
_COMMON = r"Salmonella|Giardia|Influenza|\pL{3,14}virus|SARS|HIV|CMV|EBV|HSV|VZV|RSV|HTLV|Lyme|Q"
"""Germs that stand in a row with anything: `HIV, Jamestown`."""
_PLACED = (
    r"Coxsackie|Norwalk|Marburg|Hendra|Rift Valley|Omsk|St\.? Louis|Ross River|Barmah Forest"
    r"|Murray Valley|Powassan|La Crosse|Jamestown Canyon|Cache Valley|Colorado tick|Sin Nombre"
    r"|Puumala|Seoul|Dobrava|Black Creek Canal|Machupo|Jun[ií]n|Guanarito|Chapare|Usutu|Oropouche"
    r"|Mayaro|Semliki(?: Forest)?|Sindbis|Kunjin|Langat|Louping ill|Alkhurma|Bunyamwera|Sapporo"
    r"|Snow Mountain|Menangle|Tacaribe|Tahyna|Inkoo|Boutonneuse|Oroya|Haverhill|Katayama"
)
_SHARED = (
    r"Andes|Bourbon|California|Heartland|Japanese|Korean|Lujo|Malta|Newcastle|Pontiac|Rocio"
    r"|Rocky Mountain|Sabi[aá]|Sendai|Toscana|(?:Argentin|Bolivi)(?:e|i?an)"
)
"""First names, towns and firms that are a germ only with the word that says so right behind."""
_OF_PLACE = rf"(?i:{_PLACED})(?i:[- ]like)?(?i: [AB]\d{{0,2}}\b)?"
_OF_GERM = rf"(?i:{_GERM}|{_COMMON})(?i:[- ]like)?(?i: [AB]\d{{0,2}}\b)?"
_FEVER = (
    r" (?i:(?:h(?:a)?emorrhagic |spotted |tick )*"
    r"(?:fevers?|virus(?:es)?|encephalitis|disease))"
)
_ITEM = rf"(?:(?:{_OF_GERM}|{_OF_PLACE})(?:{_FEVER})?|(?i:{_SHARED}){_FEVER})"
_FIRST = rf"(?:{_OF_GERM}(?:{_FEVER})?|(?:{_OF_PLACE}|(?i:{_SHARED})){_FEVER})"
"""A list that begins with a bare place may be an address: `Norwalk, HIV negative`."""
_AND = r"(?:, ?(?:and |or |& )?| and | or | & | ?/ ?)"
_NOT = r"(?: (?i:no|neg|negative|pos|not sent))?"
_LIST = rf"{_FIRST}(?:{_AND}{_ITEM})*"
_TEST = (
    r"(?:serolog\w+|sero\w*|Ig[GMA]\b|PCR|RT-PCR|NAAT|antibod\w+|Abs?\b|titers?|titres?|RNA|DNA"
    r"|antigens?|virus(?:es)?|virions?|gastroenteritis|encephalitis|h(?:a)?emorrhagic fevers?"
    r"|spotted fevers?|tick fevers?|meningitis|myocarditis|western blot|immunoblot|EIA\b|ELISA)"
)
"""What is done, or there is, of germs alone."""
_SAID = (
    r"(?:panels?|agent|infections?|infected|outbreak|hepatitis|arthritis|carditis|neuroborreliosis"
    r"|vaccin\w+|immuni[sz]\w+|prophylaxis|screen(?:s|ing)?\b|species|spp\b|isolates?|strains?"
    r"|(?:were |was |are |is |both |all )?(?:not detected|negative|positive|neg\b|pos\b|equivocal"
    r"|reactive|non-?reactive|pending|sent\b|undetectable))"
)
_WHO = (
    r"\b(?:dr|mr|mrs|ms|miss|nurse|prof|pt|patient|resident|sister|brother|son|daughter|wife|husband"
    r"|mother|father|aunt|uncle|friend|neighbou?r)\b[.:,]? |[\pL\d][-/]"
)
_WHERE = (
    rf"{_WHO}|\b(?:from|in|at|near|around|outside|via|to|leaving|visit(?:ed|ing|s)?|lives?|of|home"
    r"|address|residence|hometown|city|town|pharmacy|employer|school|insured by|works? for):? "
)
_HOUSE = (
    r",? (?-i:(?:Hospital|Clinic|Medical|Health|Center|Centre|University|School|Street|St|Road|Rd"
    r"|Ave(?:nue)?|Public|County|Fire|Police|EMS)\b|[A-Z]{2} \d{5})|,? (?-i:[A-Z]{2})\b"
)
_IS_GERM = re.compile(rf"(?i)(?<![^\W_])(?:{_GERM})(?![^\W_])")
_IS_PLACE = re.compile(rf"(?i)(?:{_PLACED}|{_SHARED})(?![^\W_])")


def _holds_a_germ(surface: str) -> bool:
    return _IS_GERM.search(surface) is not None


def _is_germ_or_list(surface: str) -> bool:
    return "," not in surface or _holds_a_germ(surface)


def _is_tested(surface: str) -> bool:
    """A list that begins with a bare place needs a germ and a third: two may be town and test."""
    parts = surface.count(",") + 1
    led_by_place = _IS_PLACE.match(surface) is not None
    return parts == 1 or (_holds_a_germ(surface) and (parts > 2 or not led_by_place))


def _is_told_of(surface: str) -> bool:
    return _is_tested(surface) and (_holds_a_germ(surface) or "fever" in surface)


ROWS = (
    row(
        "germ-before-test",
        rf"\b(?P<phi>{_ITEM}(?:{_AND}{_ITEM})*)(?: (?i:(?:virus|disease|fever)(?:es|s)?))?"
        rf":? (?i:{_TEST})",
        "<PLAIN>Coxsackie, Norwalk, Ebola, Hantaan and Zika</PLAIN> serologies negative",
        "<PLAIN>Norwalk-like</PLAIN> virus. <PLAIN>West Nile</PLAIN> IgM; <PLAIN>St. Louis</PLAIN> "
        "encephalitis",
        "<PLAIN>Marburg and Lassa</PLAIN> PCR, <PLAIN>Coxsackie B4</PLAIN> titers",
        "lives in Norwalk, infection of leg; Dr. Marburg PCR, Pt Marburg PCR, Rocio PCR negative",
        "Home: Norwalk, Zika PCR; Newcastle, HIV, CMV serology; Marburg, PCR sent",
        "from Marburg PCR, Norwalk Hospital",
        unless_before=_WHERE,
        unless_after=_HOUSE,
        check=_is_tested,
    ),
    row(
        "germ-before-result",
        rf"\b(?P<phi>{_LIST})(?: (?i:(?:virus|disease|fever)(?:es|s)?))?,?:? (?i:{_SAID})",
        "<PLAIN>Lyme</PLAIN> negative, <PLAIN>West Nile</PLAIN>: positive",
        "<PLAIN>Ebola, Marburg and Zika</PLAIN> negative; <PLAIN>Andes virus</PLAIN> infection",
        "from Marburg negative; Dr. Marburg sent; Rocio positive, Andes sent a fax, from Seoul, "
        "screening",
        "Norwalk, infection control; California screening; Lyme Health, Heartland, screening",
        "Newcastle, <PLAIN>RSV</PLAIN> positive; Seoul; <PLAIN>influenza A</PLAIN> positive",
        "HIV, Jamestown Canyon pos",
        unless_before=_WHERE,
        unless_after=_HOUSE,
        check=_is_germ_or_list,
    ),
    row(
        "germ-behind-test",
        r"\b(?i:(?:serolog(?:y|ies)|antibod(?:y|ies)|Ig[GM]|PCR|titers?|titres?|panel|screen(?:ing)?"
        r"|swab|test(?:s|ing|ed)?|exposure|immunity|vaccin(?:e|es|ated|ation)|negative|positive"
        r"|concern|worried|r/o|rule out|ruled out|infection|infected|outbreak|history|cases?))"
        rf"(?i: (?:for|to|with|against|of|from|due to))?:? (?P<phi>{_ITEM}(?:{_AND}{_ITEM})*)"
        r"(?:[.,;)\n]|$)",
        "IgM to <PLAIN>Coxsackie, Ebola, Zika</PLAIN>, PCR for <PLAIN>Nipah, Hendra</PLAIN>.",
        "Tick panel: <PLAIN>Lyme, Ehrlichia, Rocky Mountain spotted fever, Bartonella</PLAIN>.",
        "history of falls in Norwalk, seen for Norwalk Hospital, tested for HIV, Norwalk.",
        unless_before=_WHO,
        unless_after=_HOUSE,
        check=_is_told_of,
    ),
    row(
        "list-of-germs",
        rf"\b(?P<phi>{_FIRST}{_NOT}(?:{_AND}{_ITEM}{_NOT})+)(?:[^\pL\pN]|$)",
        "screen <PLAIN>Ebola no, Marburg no, Lassa no</PLAIN>. <PLAIN>Lyme/Babesia</PLAIN>",
        "<PLAIN>Rift Valley fever, Crimean-Congo haemorrhagic fever, Omsk, Lassa, Marburg</PLAIN>",
        "moved from Norwalk to Lyme; Norwalk, Lyme; Dr. Lassa, Seoul; from Lyme, HIV pos",
        "Jamestown Canyon, HIV, CMV; Ross River, Zika; Zika, Norwalk, CT; Dengue, Norwalk Hospital",
        unless_before=_WHERE,
        unless_after=_HOUSE,
        check=_holds_a_germ,
    ),
    row(
        "fever-or-syndrome",
        r"(?i)\b(?P<phi>(?:Lassa|Rift Valley|Marburg|Ebola|West Nile|Q|Dengue|Zika|Omsk"
        r"(?: h(?:a)?emorrhagic)?|Crimean[- ]Congo(?: h(?:a)?emorrhagic)?|Kyasanur Forest"
        r"|Rocky Mountain(?: spotted)?|Mediterranean(?: spotted)?|Colorado tick|Ross River|Katayama"
        r"|Oroya|Argentin\w+ h(?:a)?emorrhagic|Bolivian h(?:a)?emorrhagic|Korean h(?:a)?emorrhagic"
        r"|South American h(?:a)?emorrhagic|San Joaquin(?: Valley)?|Valley|familial Mediterranean)"
        r" fevers?)\b"
        r"|\b(?P<phi2>(?:Lyme|Marburg|Ebola|Legionnaires['’]?|Chagas|Minamata|Newcastle|Bornholm"
        r"|Kyasanur Forest|Kashin-Beck|Christmas|Borna|Haff|Hansen['’]?s|Weil['’]?s|Whipple['’]?s) "
        r"disease)\b"
        r"|\b(?P<phi3>(?:Stockholm|Jerusalem|Havana|Gulf War|Munchausen|Nijmegen breakage|Lima"
        r"|Paris|Yentl|Fitz-Hugh-Curtis|Lemierre|Weil|Reiter|Kawasaki) syndrome)\b"
        r"|\b(?P<phi4>(?:Buruli|Bairnsdale|Marjolin['’]?s?) ulcers?|(?:Delhi|Aleppo|Baghdad"
        r"|Jericho) (?:boils?|sores?)|Philadelphia chromosome|Madura foot|Norwegian scabies"
        r"|(?:La Crosse|California|Powassan|St\.? Louis|Japanese|Murray Valley|Rocio"
        r"|Venezuelan equine|Eastern equine|Western equine) encephalitis)\b",
        "had <PLAIN>Rift Valley fever</PLAIN>, <PLAIN>Christmas disease</PLAIN>",
        "<PLAIN>Havana syndrome</PLAIN>, <PLAIN>Buruli ulcer</PLAIN>, <PLAIN>Q fever</PLAIN>",
        "Mr. Lassa, fever 39; Christmas dinner; Mrs. Paris syndrome",
        unless_before=_WHO,
    ),
    row(
        "strain",
        r"\b(?P<phi1>[AB]/(?:[A-Za-z]{3,12}/)?\p{Lu}\pL+(?: \p{Lu}\pL+){0,2}/[A-Z\d-]{1,9}/"
        r"(?:19|20)?\d\d)\b|\bB/(?P<phi2>Yamagata|Victoria)\b",
        "vaccine: <PLAIN>A/Hong Kong/2671/2019</PLAIN> (H3N2), B/<PLAIN>Victoria</PLAIN> lineage",
        "A/Hong Kong, s/b Victoria 3/4/2019",
    ),
    row(
        "serovar",
        r"\bSalmonella(?: enterica)?(?: (?:subsp\.? enterica))?,? "
        r"(?:ser(?:ovar|otype|\.)? )?(?P<phi>Dublin|Heidelberg|Newport|Enteritidis|Montevideo"
        r"|Javiana|Typhimurium|Saintpaul|Infantis|Muenchen|Braenderup|Agona|Panama|Virchow|Kentucky"
        r"|Oranienburg|Poona|Thompson|Stanley|Paratyphi(?: [A-C])?|Typhi|Hadar|Derby|Bareilly"
        r"|Schwarzengrund|Anatum|London|Bovismorbificans|Mississippi)\b",
        "Salmonella <PLAIN>Newport</PLAIN>, Salmonella enterica serovar <PLAIN>Dublin</PLAIN>",
        "Salmonella in Newport",
        unless_after=r", [A-Z]{2}\b",
    ),
)
