"""Street lines, postal boxes, postcodes, and the city and state that stand before a postcode."""

from __future__ import annotations

import re

from incognote.core.words import listed
from incognote.detect.rules import row
from incognote.detect.rules.checks import no_word_of

_SUFFIX = (
    r"(?:Street|St|Avenue|Ave|Av|Road|Rd|Drive|Dr|Lane|Ln|Boulevard|Blvd|Court|Ct|Place|Pl|Terrace"
    r"|Ter"
    r"|Circle|Cir|Way|Parkway|Pkwy|Highway|Hwy|Trail|Trl|Tr|Loop|Row|Close|Crescent|Cres|Grove"
    r"|Gardens"
    r"|Square|Sq|Alley|Pike|Turnpike|Crossing|Xing|Walk|Mews|Quay|Embankment|Esplanade|Parade|Pde"
    r"|Hill"
    r"|Ridge|Point|Run|Bend|Cove|Landing|Plaza|Path|Broadway)"
)
_SUFFIX_CAPS = (
    r"(?:STREET|ST|AVENUE|AVE|ROAD|RD|DRIVE|DR|LANE|LN|BOULEVARD|BLVD|COURT|CT|PLACE|PL|TERRACE|TER"
    r"|CIRCLE|CIR|WAY|PARKWAY|PKWY|HIGHWAY|HWY|TRAIL|TRL|LOOP|ROW|CLOSE|CRESCENT|PIKE|SQ)"
)
_COMPASS = r"(?:[NSEW]|[NS][EW]|North|South|East|West|NORTH|SOUTH|EAST|WEST)\b\.?"
_WORD = r"(?:\p{Lu}[\pL'’-]*\.?|\d{1,3}(?:st|nd|rd|th|ST|ND|RD|TH))"
_SECONDARY = (
    r"(?:,? (?:(?:Apt|APT|Apartment|Unit|UNIT|Ste|STE|Suite|SUITE|Rm|Room|Bldg|BLDG|Fl|Floor|Flat"
    r"|Lot|LOT"
    r"|Space|Spc|Level|Box|Trlr)\.? ?#?[A-Z\d][A-Z\d-]*|#[A-Z\d][A-Z\d-]*"
    r"|(?:\d{1,2}(?:st|nd|rd|th)|Second|Third|Fourth|Fifth) [Ff]l(?:oor)?\b))"
)
_NUMBER = r"(?:\d{1,5}(?:[-/]\d{1,4})?[A-Za-z]?(?: 1/2)?)"

_STATES = (
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI"
    r"|S[CD]"
    r"|T[NX]|UT|V[AT]|W[AIVY]|AS|GU)"
)
_PROVINCES = r"(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT)"
_AUSTRALIA = r"(?:NSW|VIC|QLD|TAS|ACT|WA|SA|NT)"
_STATE_NAMES = (
    r"(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia"
    r"|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts"
    r"|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey"
    r"|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania"
    r"|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington"
    r"|West Virginia|Wisconsin|Wyoming)"
)
_CITY = r"(?:(?:\p{Lu}[\pL'’-]*\.? ){0,2}\p{Lu}[\pL'’-]+)"
_CITY_MIXED = r"(?:(?:\p{Lu}[\pL'’-]*\.? ){0,2}\p{Lu}[\pL'’-]*\p{Ll})"
_ZIP = r"\d{5}(?:-\d{4})?"

_NO_STREET = listed("""
    after and at beats before bid bpm by caps cm daily day days denies dose doses fellow for from fu
    had has home hours hr hrs in is iv kg lead leads lic mcg mg mins min minute minutes ml mm months
    no of pcp per po prn pt sec secs seconds seen since tab tabs then tid times to u units until
    was week weeks were while with without wks year years yrs
""")


def _is_street(surface: str) -> bool:
    """Whether no word behind the number is of a dose or a clause: 2 mm ST, 0210 by Dr.

    Nor may a sentence end before a doctor or a scan: 20/40 OD. Dr, 4 East. CT.
    """
    if re.search(r"[A-Za-z]\. (?:Dr|Ct)\b", surface):
        return False
    words = [word.lower().rstrip(".,") for word in surface.split()]
    return words[1] not in {"st", "dr", "hr", "rr", "spo2"} and not any(
        word in _NO_STREET for word in words[1:-1]
    )


def _is_city(surface: str) -> bool:
    return surface.split()[-1] not in {"Lic", "Lic.", "License", "File", "Cert", "Reg", "ClinVar"}


RULES = (
    row(
        "street-block",
        rf"\b(?P<phi>\d{{1,3}}00 (?:blk|block|Blk|Block|BLK|BLOCK)\.?(?: of)? (?:{_COMPASS} )?"
        rf"(?:{_WORD} ){{1,3}}?{_SUFFIX})\b",
        "disp to <STREET>1600 blk Alder Ct</STREET>, Yakima",
        "<STREET>400 block of W Oak St</STREET>",
        "1600 block of time",
        score=0.96,
    ),
    row(
        "street",
        rf"\b(?P<phi>(?:(?:Apt|Unit|Flat|Suite|Ste|Lot|Space|Berth|Level)\.? #?[A-Z\d/-]+, "
        rf"|Blk )?{_NUMBER} "
        rf"(?:{_COMPASS} )?(?:{_WORD} ){{1,4}}?{_SUFFIX}\b(?: {_SUFFIX}\b)?"
        rf"(?:\.? (?:[NSEW]|[NS][EW]|North|South|East|West)\b)?(?:\.?{_SECONDARY})*)",
        "lives at <STREET>18 Alder Row, Apt 2</STREET>, Leadville",
        "<STREET>1121 8th St, Apt 9</STREET>",
        "<STREET>2829 University Ave, Ste 400</STREET>",
        "1 Tab Way",
        "take 2 St. John's wort",
        "10 Percent Normal saline",
        "VA 20/40 OD. Dr Fuchs; to 12 Beech. Dr Ruiz aware",
        score=0.93,
        check=_is_street,
        unless_before=r"[\d/.-]|\d ",
        unless_after=r" (?:Hospital|Clinic|Health|Medical|Pharmacy|Elementary|School|Church)",
    ),
    row(
        "street-caps",
        rf"\b{_NUMBER} (?:{_COMPASS} )?(?:[A-Z\d'-]+ ){{1,3}}?{_SUFFIX_CAPS}\b\.?"
        r"(?: [NSEW]{1,2}\b)?"
        rf"{_SECONDARY}*",
        "ADDR: <STREET>55 FOUNTAIN ST #6D</STREET>, CENTRAL FALLS",
        "LANTUS 8 U SQ HS",
        "ECHO 9/98 IN DR",
        "2 MM ST ELEVATION",
        "RAN 6 MINUTES WITHOUT ST CHANGES, 4 BEATS THEN ST, HELD 90 SECONDS FOR CT",
        "12 DAY CT",
        "BP 196/104 HR 118 ST NO STEMI",
        score=0.9,
        check=_is_street,
        unless_before=r"[\d/.-]|\d |[#:]",
        unless_after=r" ?-?\d| (?:HS|BID|TID|AC|QAM|QHS|DAILY|PRN|X)\b",
    ),
    row(
        "po-box",
        r"(?i)\b(?:p\.? ?o\.? box|post office box|private bag|(?:rr|rt|route"
        r"|hc) ?\d{1,3},? box) ?[A-Z]?\d+[A-Z-]*",
        "mail <STREET>PO Box 1188</STREET>",
        "<STREET>RR 2 Box 118A</STREET>",
        "po box cutter",
        score=0.97,
    ),
    row(
        "street-label",
        rf"(?:\b(?:[Aa]ddress|ADDRESS|[Aa]ddr|ADDR|[Hh]ome [Aa]ddress)) ?[:=][ \t]{{0,12}}"
        rf"(?P<phi>{_NUMBER} [\pL\d.' #-]{{3,40}}?)(?:,|  |\t|\||\r?\n|$)",
        "Address: <STREET>3 Stryd y Capel</STREET>, Munden",
        "address: same",
        score=0.93,
        check=lambda surface: any(char.isalpha() for char in surface),
    ),
    row(
        "zip-us",
        rf"\b(?:{_STATES}|{_STATE_NAMES})[ ,]{{1,3}}(?P<phi>{_ZIP})\b",
        "Leadville, CO <ZIP>80461</ZIP>",
        "Ohio <ZIP>44107-2119</ZIP>",
        "IN 12345-6",
        "ClinVar ID 53465",
        score=0.98,
        unless_before=r"\b(?:lic|license|licence|cert|reg|md|np|pa)\.? [a-z]{2}[ ,]+"
        r"|[(/] ?[a-z]{2} |\bclinvar id ",
        unless_after=r"-?\d|-?[A-Z]",
    ),
    row(
        "zip-label",
        rf"(?i)\b(?:zip(?: ?code)?|postal ?code|post ?code)(?: is| was|[:=#])?[ \t]{{0,3}}"
        rf"(?P<phi>{_ZIP})\b",
        "ZIP <ZIP>03601</ZIP>, zip code: <ZIP>02139-4307</ZIP>, Postal code <ZIP>00907</ZIP>",
        "zip 20 mg; postcode 4870; ZIP codes 12345678",
        score=0.98,
        unless_after=r"-?[\d\pL]",
    ),
    row(
        "zip-gb",
        r"\b(?:[A-PR-UWYZ]\d[\dA-HJKPSTUW]?|[A-PR-UWYZ][A-HK-Y]\d[\dABEHMNPRVWXY]?)"
        r" \d[ABD-HJLNP-UW-Z]{2}\b",
        "Leeds <ZIP>LS1 4AP</ZIP>, <ZIP>BT79 4XA</ZIP>",
        "T12 5mm",
        "L4 5th",
        score=0.97,
        unless_before=r"[-/]",
    ),
    row(
        "zip-ca",
        r"\b[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d\b",
        "Winnipeg <ZIP>R3G 0R8</ZIP>",
        "Calgary <ZIP>T2N 0M0</ZIP>",
        "GCS E3V4M6, E4M6V5; Montreal A2L3B1",
        "staged T2N0M0",
        score=0.96,
        check=lambda surface: surface[::2] not in ("EVM", "EMV", "TNM", "ALB"),
        unless_before=r"[-/]|\blot:? |\bs/?n:? ",
        unless_after=r"-",
    ),
    row(
        "zip-ie",
        r"\b[ACDEFHKNPRTVWXY]\d[\dW] [\dACDEFHKNPRTVWXY]{4}\b",
        "Galway <ZIP>H91 X2P4</ZIP>",
        "A12 TEST",
        "A12 1234",
        score=0.85,
        check=lambda surface: (
            any(c.isalpha() for c in surface[4:]) and any(c.isdigit() for c in surface[4:])
        ),
    ),
    row(
        "zip-au",
        rf"\b{_AUSTRALIA} (?P<phi>\d{{4}})\b",
        "Cairns QLD <ZIP>4870</ZIP>",
        "SA 2 mg",
        unless_after=r"[-/:.]\d| ?(?:mg|ml|h)",
    ),
    row(
        "zip-in",
        r"(?:\b(?i:pin|pincode|pin code) ?[:-]? ?"
        r"|\p{Lu}\p{Ll}{3,} [-–] ?)(?P<phi>[1-8]\d{2} ?\d{3})(?:[\s,.;]|$)",
        "Chennai - <ZIP>600 001</ZIP>",
        "order - 600 001",
        "Na-140",
        score=0.85,
        unless_before=r"\b(?:no|mrn|case|lot|id|ref|file|policy|order) ?[-–] ?",
    ),
    row(
        "state-zip",
        # `ID` is Idaho only before a code of Idaho.
        rf"\b(?:(?P<phi1>{_STATES.replace('I[ADLN]', 'I[ALN]')}|{_STATE_NAMES})[ ,]{{1,3}}{_ZIP}"
        r"|(?P<phi2>ID)[ ,]{1,3}83[2-8]\d\d(?:-\d{4})?)\b",
        "ClinVar ID 53465, badge ID 33817, ID 80211",
        "Leadville, <STATE>CO</STATE> 80461",
        "CO 804",
        "lic WV 72208",
        score=0.98,
        unless_before=r"\b(?:lic|license|licence|cert|reg|md|np|pa)\.? |\bclinvar |[(/] ?",
    ),
    row(
        "state-country",
        rf"(?:\b(?P<phi1>{_PROVINCES})[ ,]{{1,3}}[A-Z]\d[A-Z] ?\d[A-Z]\d\b"
        rf"|\b(?P<phi2>{_AUSTRALIA}) \d{{4}}\b)",
        "Winnipeg <STATE>MB</STATE> R3G 0R8",
        "Cairns <STATE>QLD</STATE> 4870",
        "ON 5 mg",
        score=0.96,
    ),
    row(
        "city-state-zip",
        rf"(?:[,;|\n\t]|  |\.|{_SUFFIX}|\d|^) ?(?P<phi>{_CITY}),? {{1,2}}"
        rf"(?:{_STATES}|{_STATE_NAMES}),? {{1,2}}{_ZIP}\b",
        "18 Alder Row, <CITY>Leadville</CITY>, CO 80461",
        "Leadville CO",
        "\nClinVar ID 53465",
        check=_is_city,
    ),
    row(
        "city-state",
        rf"(?:\b(?:in|from|of|to|at|near|outside|lives|moved) |[,(] ?)(?P<phi>{_CITY_MIXED}), "
        rf"(?:{_STATES}|{_STATE_NAMES})(?:[,;.)\s]|$)",
        "born in <CITY>Leadville</CITY>, CO.",
        "seen by Ruiz, MD.",
        "in Ohio",
        "Telestroke (Dr. Lakshmi Devarajan, AR SAVES)",
        score=0.9,
        check=no_word_of("dr dr. mr mr. mrs mrs. ms ms. prof prof."),
        unless_after=r", (?:MD|MS|PA|MA|DC|CT|DO|ID)\b",
    ),
    row(
        "highway",
        r"\b(?:I-\d{1,2}(?: ?[NSEW]\b)?|(?:State Route|State Hwy|Hwy|HWY|Highway|HIGHWAY|Interstate"
        r"|US Hwy|US Highway|US-|US Route|State Road|County Road) ?\d{1,4}(?: ?[NSEW]\b)?"
        r"|US \d{1,3})",
        "crash on <LOCATION_OTHER>I-80</LOCATION_OTHER> near",
        "<LOCATION_OTHER>Highway 16</LOCATION_OTHER>",
        "I-131 ablation",
        "repeat US 12 weeks",
        score=0.88,
        unless_before=r"[-.]|\d |\b(?:cta?|anion|stage|[a-z]-|repeat|scan|form|passport|screen"
        r"|rural|the) ?",
        unless_after=r"[\d.%/-]| ?(?:mg|mci|x|uptake|scan|form|visa|approved|status|weeks?|days?"
        r"|wk|yo"
        r"|showed|on \d|dated?|done|\d)",
    ),
)
