"""Street lines of other countries, and what vehicles carry: plates, hull and registry numbers."""

from __future__ import annotations

import re

from incognote.detect.rules import row
from incognote.detect.rules.checks import has_digits

_NAME = r"(?:(?:il|l|al|el|is|ir|id|it)-)?\p{Lu}(?:[\pL'’-]*|\.)"
_LINK = r"(?:(?:de|da|do|dos|das|del|della|di|van|der|den|la|le|du|des|al|el|na|y|e) )?"
_NAMES = rf"{_NAME}(?: {_LINK}{_NAME}){{0,3}}"
_HOUSE = r"\d{1,4}[A-Za-z]?(?:[/-]\d{1,4}[A-Za-z]?)?"
_WAY = (
    r"(?:Street|Road|Rd|St|Lane|Ln|Avenue|Ave|Close|Crescent|Cres|Drive|Dr|Way|Mawatha|Marg|Gali"
    r"|Nagar"
    r"|Colony|Sokak|Cad|Park|Pk|Place|Pl|Gardens|Terrace|Estate|Layout|Expressway|Link|Cross|Main)"
)
_FOREIGN = (
    r"(?:ul\.|ulica|Ulica|al\.|os\.|Jalan|Jln\.?|Jl\.|Lorong|Lrg|Lebuh|Persiaran|Soi|Thanon"
    r"|Calle|C/|Carrer"
    r"|Avenida|Avda?\.|Av\.|Rua|Travessa|Passagem|Alameda|Praça|Via|Viale|Piazza|Corso"
    r"|Vicolo|Strada|Rue"
    r"|rue|avenue|allée|Allée|chemin|Chemin|boulevard|impasse|quai|place|Triq|Stryd|Ffordd|Heol"
    r"|Sráid|Bóthar"
    r"|Vas\.|Leoforos|Odos|Rruga|Bulevardul|Strada|Str\.|utca|Sharia|Shari['’]a)"
)


def _is_plate(surface: str) -> bool:
    """Whether no model of a vehicle and no measure: F-150, BP 120, GCS 14, CPAP 10."""
    return (
        len(surface) >= 5
        and surface[:3] not in {"ETA", "ETD"}
        and surface[:2] not in {"C-", "E-", "F-", "BP", "OK"}
        and re.fullmatch(r"[A-Z]{2,4}[ -]?\d{2,3}", surface) is None
    )


_NO_STREET = re.compile(
    r"Brigade|Renegade|(?:Bow|Neck|Twist-|Aun|Boo|Cu|Coo|Swee|Sor)tie ", re.IGNORECASE
)
_SUTURES = frozenset({"Silk", "Vicryl", "Prolene", "Nylon", "Ethilon", "Monocryl", "Chromic"})


def _is_suffixed(surface: str) -> bool:
    return _NO_STREET.match(surface) is None


def _is_numbered(surface: str) -> bool:
    """Whether a street has a name or a number, and no suture: not 'Block 3 Dr', 'No. 2 Silk'."""
    words = re.findall(r"[^\W\d_]{3,}|\d+", surface)
    names = words[2:-1] if words[0].isalpha() else words[1:-1]
    return (surface[-1].isdigit() or bool(names)) and _SUTURES.isdisjoint(words)


RULES = (
    row(
        "street-foreign",
        rf"\b(?:{_HOUSE},? (?:bis )?)?{_FOREIGN} (?:(?:de la|de l['’]|des|du|de|da|do|dos|della"
        rf"|del|di|y) ?)?"
        rf"{_NAMES}(?:,? (?:n[ºo°]\.? ?)?{_HOUSE})?(?: m\. ?\d{{1,4}}|, (?:apto?|piso|casa"
        rf"|int)\.? \w+)?",
        "Residence: <STREET>ul. Chylońska 88 m. 14</STREET>",
        "<STREET>120 avenue Salentiny</STREET>, L-9080; <STREET>3 Triq il-Lunzjata</STREET>.",
        "<STREET>Jalan Ampang</STREET>, <STREET>Calle del Faro 18</STREET>",
        "Via Dolorosa",
        "took the rue",
        score=0.85,
        check=lambda surface: (
            any(c.isdigit() for c in surface) or surface.startswith(("ul", "Jalan", "Jl"))
        ),
        unless_before=r"-|['’]|[\d.]\d? ?[\pL]{2,5} ",
        unless_after=r"[-'’]?[\pL\d]| (?:Hospital|Clinic|School)",
    ),
    row(
        "street-suffix-foreign",
        r"\b\p{Lu}[\p{Ll}-]*(?:stra(?:ß|ss)e|str\.|gasse|platz|weg|allee|ufer|straat|laan|gracht"
        r"|plein|kade"
        r"|gatan|gata|vägen|vegen|veien|vej|gade|katu|kuja|tie|vegur|gatan|utca|ulica)"
        r" \d{1,4}[A-Za-z]?(?:[-/]\d{1,4})?",
        "<STREET>Hegibachstrasse 217</STREET>, 8032; <STREET>Kiinamyllynkatu 99</STREET>",
        "<STREET>Skerseyrarvegur 9</STREET>.",
        "Norweg 5 mg, Fire Brigade 12",
        score=0.93,
        check=_is_suffixed,
        unless_before=r"-",
        unless_after=r"[\pL\d]|[.:]\d|%| ?(?:mg|ml|kg)",
    ),
    row(
        "street-south-asia",
        rf"\b(?:(?:House|Plot|Flat|Shop|Door|Block|Blk|Qr|Quarter|[HD]\.|[HD] ?(?:No\b|#))\.? ?"
        rf"(?:No\.? ?)?#? ?[A-Z]?\d[A-Z\d/-]*"
        rf"|No\.? \d{{1,4}}[A-Z]?(?:/\d{{1,4}}[A-Z]?)?),?"
        rf" (?:(?:[A-Z\d][\pL\d.'’/-]*,? ){{0,5}}?){_WAY}\b"
        rf"(?: \d{{1,3}})?(?:,? (?:Phase|Sector|Block|Extn?|Stage) [A-Z\d-]+)?",
        "<STREET>No. 118/3, Isipathana Mawatha</STREET>, Colombo 05",
        "<STREET>House 9, Road 4</STREET>, Dhaka",
        "<STREET>Plot 8B, Fola Osibogun Close</STREET>, off",
        "No 3 in Main",
        "Block 3 Dr, D5 Main, No. 2 Silk Close",
        score=0.92,
        check=_is_numbered,
        unless_after=r"[-'’]?[\pL\d]| (?:Hospital|Clinic)",
    ),
    row(
        "street-unit-slash",
        rf"\b(?:Unit|Flat|Shop|Apt|Lot|Suite|Office) [A-Z]?\d{{1,4}}[A-Z]?(?: ?/ ?|, ){_HOUSE} "
        rf"(?:{_NAME} ){{1,3}}{_WAY}\b",
        "<STREET>Unit 2 / 41 Bridge Rd</STREET> POORAKA",
        "Lot 4, 12 Tabs Daily",
    ),
    row(
        "street-named-house",
        rf"(?:[,|/]|(?m:^)|\b(?:at|visited|address"
        rf"|[Ss]treet):?) ?(?P<phi>(?:The )?(?:{_NAME} ){{1,2}}(?:Cottage"
        rf"|House|Barn|Farm|Lodge|Villa|Bungalow),? (?:{_NAME} ){{1,2}}(?:Lane|Road|Rd|Street|St"
        rf"|Hill|Way|Ln"
        r"|Avenue|Brae|Wynd|Close))\b",
        "OOH visited <STREET>Kiln Cottage, Bog Lane</STREET>, no",
        "House officer, Hill",
        score=0.93,
        unless_after=r" (?:Hospital|Clinic|Surgery|Practice)",
    ),
    row(
        "street-on",
        rf"\b(?:on|off|along|near|at|of|from|to|j/w|in|up) (?P<phi>(?:(?:[NSEW]|North|South|East"
        rf"|West|Old|Upper"
        rf"|Lower|New)\.? )?(?:{_NAME} ){{1,2}}(?:Street|Avenue|Ave|Road|Rd|Boulevard|Blvd"
        rf"|Highway|Hwy|Lane|Ln"
        r"|Pike|Parkway|Pkwy|Turnpike))\b",
        "slipped on <STREET>Bagley Road</STREET> with",
        "a laborer on <STREET>Old Mill Rd</STREET>.",
        "at Hope Road Clinic",
        "on the road",
        score=0.9,
        unless_after=r"[-'’]?[\pL\d]|['’]s| (?:Hospital|Clinic|Surgery|Practice|Church|School"
        r"|Elementary|Medical"
        r"|Health|Pharmacy|Baptist|Methodist|Center|Centre|Family|Dental|Police|[A-Z]\pL+"
        r" (?:Clinic|School))",
    ),
    row(
        "po-box-foreign",
        r"\b(?:Postbus|Postfach|Casella Postale|Apartado|Boîte postale|GPO Box|Locked Bag"
        r"|Private Bag|Caixa Postal|Poste Restante|Gen(?:eral)? Del(?:ivery)?|Casilla)(?:"
        r" (?:no\.? )?[A-Z]?\d{1,6})",
        "<STREET>GPO Box 1187</STREET> Canberra; <STREET>Postbus 9107</STREET>,",
        "B.P. 120, C.P. 12",
        score=0.93,
        unless_after=r"[/\d:]|[.]\d| ?(?:mm|/)",
    ),
    row(
        "plate-vehicle",
        r"(?i:\b(?:car|truck|van|lorry|bus|minibus|matatu|taxi|tuk-?tuk|okada|boda(?: boda)?"
        r"|jeepney|tricycle"
        r"|scooter|moped|motor(?:cycle|bike)|bike|ute|bakkie|pickup|pick-up|suv|sedan|hilux"
        r"|toyota|honda|ford"
        r"|buick|chevy|subaru|nissan|hyundai|kia|ambulance|hgv|mixer|trailer|vehicle|cab|jeep"
        r"|auto|rickshaw"
        r"|dala-?dala|rego|registration|unit|mobile unit|a/c|aircraft|helicopter|helo|cessna"
        r"|islander"
        r"|flight|boat|vessel))(?: (?i:reg|no|plate|number|rego)\.?)?[,:]? ?\(?(?:[A-Z]{2} )?"
        r"(?P<phi>(?:[A-Z]{1,4}[ -]?\d{2,4}(?:[ -]?[A-Z]{1,3})?|[A-Z]{2,3}\d{2} ?[A-Z]{3}"
        r"|[A-Z]{2}-?\d{1,2}-?[A-Z]{1,2}-?\d{3,4}|\d{2,4}-[A-Z]{2,3}|[A-Z\d]{1,2}-[A-Z]{3}"
        r"|\d{2}-[A-Z]{2} \d{3}"
        r"|[A-Z]{2} \d{3}-\d{3}|\d[A-Z]{3}\d{3}))(?:[^\pL\pN-]|$)",
        "vs matatu (<VEHICLE>KCB 417Q</VEHICLE>); Cessna <VEHICLE>P2-MFT</VEHICLE> leaves",
        "Hilux (<VEHICLE>LND 447 HQ</VEHICLE>), ambulance <VEHICLE>GRZ 417 CE</VEHICLE>",
        "bus 12",
        "unit 5N 220",
        "auto CPAP 10, ambulance GCS 14, vessel LAD 90, a/c TV 500",
        "car seat",
        score=0.9,
        check=_is_plate,
        unless_before=r"\b(?:unit|auto|car|bike|flight|reg|vessel):? ?\(?(?:cd|icd|covid|type"
        r"|hla)[ -]?",
        unless_after=r" ?(?:mg|ml|units|u/|mcg|hours|/)",
    ),
    row(
        "imo-number",
        r"\bIMO:? ?(?:no\.? ?)?(?P<phi>\d{7})\b",
        "(IMO <VEHICLE>9748812</VEHICLE>, Flag",
        "IMO 12",
        score=0.97,
        check=has_digits(7, 7),
    ),
)
