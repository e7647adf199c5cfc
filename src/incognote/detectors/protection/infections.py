"""Germs, fevers and syndromes that are called after places and people: Norwalk, Lassa, Q fever.

Where a virus or town alone stands nothing tells: `lives in Norwalk`. A row needs the word that
makes it a disease or a test, or a list in which one is certainly a germ.
"""

from __future__ import annotations

import re

from incognote.detectors.protection.rows import row as _row

_GERM = (
    r"Ebola|Zika|Chikungunya|Dengue|Malaria|Hanta(?:an)?|Lassa|Nipah|Coxsackie|Rickettsia\w*|Bartonella"
    r"|Ehrlichia|Anaplasma|Babesia|Borrelia|Brucella|Coxiella|Leptospira|Listeria|Legionella|Yersinia"
    r"|Shigella|Salmonella|Giardia|Toxoplasma|Toxo|Treponema|Orientia|Francisella|Tularemia|Typhoid"
    r"|Typhus|Scrub typhus|Leptospirosis|Brucellosis|Babesiosis|Influenza|Adenovirus|Norovirus"
    r"|Rotavirus|Parvovirus|Enterovirus|Astrovirus|Sapovirus|\pL{3,14}virus|MERS|SARS|HIV|CMV|EBV"
    r"|HSV|VZV|RSV|HTLV"
)
"""Names that no place or person bears."""
_PLACED = (
    r"Norwalk|Marburg|Hendra|West Nile|Lyme|Rift Valley|Omsk|Crimean[- ]Congo|St\.? Louis"
    r"|Ross River|Barmah Forest|Murray Valley|Powassan|La Crosse|Jamestown Canyon|Cache Valley"
    r"|Colorado tick|Bourbon|Heartland|Sin Nombre|Puumala|Seoul|Dobrava|Andes|Black Creek Canal"
    r"|Machupo|Jun[ií]n"
    r"|Guanarito|Sabi[aá]|Chapare|Lujo|Toscana|Usutu|Oropouche|Mayaro|O['’]nyong[- ]nyong|Semliki"
    r"(?: Forest)?|Sindbis|Kunjin|Langat|Louping ill|Kyasanur(?: Forest)?|Alkhurma|Bunyamwera|Rocio"
    r"|Sapporo|Snow Mountain|Menangle|Tacaribe|Tahyna|Inkoo|Japanese|California|Newcastle|Sendai"
    r"|Venezuelan equine|(?:East|West)ern equine|Rocky Mountain(?: spotted)?|Q|Boutonneuse|Malta"
    r"|Oroya|Haverhill|Pontiac|Katayama|Mediterranean spotted|(?:Argentin|Bolivi)(?:e|i?an)|Korean"
    r"|Legionnaires['’]?|Merkel cell|Epstein[- ]Barr"
)
_NAME = rf"(?:(?i:{_GERM}|{_PLACED})(?i:[- ]like)?(?i: [AB]\d{{0,2}}\b)?)"
_FEVER = (
    r"(?: (?i:(?:h(?:a)?emorrhagic |spotted |tick )*"
    r"(?:fevers?|virus(?:es)?|encephalitis|disease)))?"
)
_ITEM = rf"{_NAME}{_FEVER}"
_AND = r"(?:, ?(?:and |or |& )?| and | or | & | ?/ ?|; ?)"
_LIST = rf"{_ITEM}(?:{_AND}{_ITEM})*"
_TEST = (
    r"(?:serolog\w+|sero\w*|Ig[GMA]\b|PCR|RT-PCR|NAAT|antibod\w+|Abs?\b|titers?|titres?|RNA|DNA"
    r"|antigens?|panels?|virus(?:es)?|virions?|agent|infections?|infected|outbreak|gastroenteritis"
    r"|encephalitis|h(?:a)?emorrhagic fevers?|spotted fevers?|tick fevers?|meningitis|myocarditis"
    r"|hepatitis|arthritis|carditis|neuroborreliosis|vaccin\w+|immuni[sz]\w+|prophylaxis"
    r"|screen(?:s|ing)?\b|western blot|immunoblot|EIA\b|ELISA|species|spp\b|isolates?|strains?"
    r"|(?:were |was |are |is |both |all )?(?:not detected|negative|positive|neg\b|pos\b|equivocal"
    r"|reactive|non-?reactive|pending|sent\b|undetectable))"
)
_WHO = r"\b(?:dr|mr|mrs|ms|miss|nurse|prof)\.? |[\pL\d][-/]"
_WHERE = (
    rf"{_WHO}|\b(?:from|in|at|near|around|outside|via|to|leaving|visit(?:ed|ing|s)?|lives?|of) "
)
_HOUSE = (
    r",? (?-i:(?:Hospital|Clinic|Medical|Health|Center|Centre|University|School|Street|St|Road|Rd"
    r"|Ave(?:nue)?|Public|County|Fire|Police|EMS)\b|[A-Z]{2} \d{5})"
)
_IS_GERM = re.compile(rf"(?i)(?<![^\W_])(?:{_GERM.replace(chr(92) + 'pL', '[a-z]')})(?![^\W_])")


def _holds_a_germ(surface: str) -> bool:
    return _IS_GERM.search(surface) is not None


ROWS = (
    _row(
        "germ-before-test",
        rf"\b(?P<phi>{_LIST})(?: (?i:(?:virus|disease|fever)(?:es|s)?))?,?:? (?i:{_TEST})",
        "<PLAIN>Coxsackie, Norwalk, Ebola, Hantaan and Zika</PLAIN> serologies negative",
        "<PLAIN>Norwalk-like</PLAIN> virus. <PLAIN>West Nile</PLAIN> IgM; <PLAIN>St. Louis</PLAIN> "
        "encephalitis",
        "<PLAIN>Marburg and Lassa</PLAIN> PCR, <PLAIN>Coxsackie B4</PLAIN> titers",
        "lives in Norwalk, infection of leg; from Marburg negative; Dr. Marburg sent",
        "Lyme Health; from Seoul, screening; Norwalk Hospital",
        before=_WHERE,
        after=_HOUSE,
    ),
    _row(
        "germ-behind-test",
        r"\b(?i:(?:serolog(?:y|ies)|antibod(?:y|ies)|Ig[GM]|PCR|titers?|titres?|panel|screen(?:ing)?"
        r"|swab|test(?:s|ing|ed)?|exposure|immunity|vaccin(?:e|es|ated|ation)|negative|positive"
        r"|concern|worried|r/o|rule out|ruled out|infection|infected|outbreak|history|cases?))"
        rf"(?i: (?:for|to|with|against|of|from|due to))?:? (?P<phi>{_LIST})(?:[.,;)\n]|$)",
        "antibodies to <PLAIN>Coxsackie</PLAIN>, PCR for <PLAIN>Hendra, Nipah</PLAIN>.",
        "Tick panel: <PLAIN>Lyme, Ehrlichia, Rocky Mountain spotted fever, Bartonella</PLAIN>.",
        "history of falls in Norwalk, seen for Norwalk Hospital",
        before=_WHO,
        check=lambda surface: _holds_a_germ(surface) or " fever" in surface.lower(),
    ),
    _row(
        "list-of-germs",
        rf"\b(?P<phi>{_ITEM}(?: (?i:no|neg|negative|pos|not sent))?"
        rf"(?:{_AND}{_ITEM}(?: (?i:no|neg|negative|pos|not sent))?){{1,12}})(?:[^\pL\pN]|$)",
        "screen <PLAIN>Ebola no, Marburg no, Lassa no</PLAIN>. <PLAIN>Lyme/Babesia</PLAIN>",
        "<PLAIN>Rift Valley fever, Crimean-Congo haemorrhagic fever, Omsk, Lassa, Marburg</PLAIN>",
        "moved from Norwalk to Lyme; Norwalk, Lyme; Dr. Lassa, Seoul; from Lyme, HIV pos",
        before=_WHERE,
        check=_holds_a_germ,
    ),
    _row(
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
        before=_WHO,
    ),
    _row(
        "strain",
        r"\b(?P<phi1>[AB]/(?:[A-Za-z]{3,12}/)?\p{Lu}\pL+(?: \p{Lu}\pL+){0,2}/[A-Z\d-]{1,9}/"
        r"(?:19|20)?\d\d)\b|\bB/(?P<phi2>Yamagata|Victoria)\b",
        "vaccine: <PLAIN>A/Hong Kong/2671/2019</PLAIN> (H3N2), B/<PLAIN>Victoria</PLAIN> lineage",
        "A/Hong Kong, s/b Victoria 3/4/2019",
    ),
    _row(
        "serovar",
        r"\bSalmonella(?: enterica)?(?: (?:subsp\.? enterica))?,? "
        r"(?:ser(?:ovar|otype|\.)? )?(?P<phi>Dublin|Heidelberg|Newport|Enteritidis|Montevideo"
        r"|Javiana|Typhimurium|Saintpaul|Infantis|Muenchen|Braenderup|Agona|Panama|Virchow|Kentucky"
        r"|Oranienburg|Poona|Thompson|Stanley|Paratyphi(?: [A-C])?|Typhi|Hadar|Derby|Bareilly"
        r"|Schwarzengrund|Anatum|London|Bovismorbificans|Mississippi)\b",
        "Salmonella <PLAIN>Newport</PLAIN>, Salmonella enterica serovar <PLAIN>Dublin</PLAIN>",
        "Salmonella in Newport",
        after=r", [A-Z]{2}\b",
    ),
)
