"""Cars and motorcycles: `drives a Ford` is no occupation, `Seat Ibiza` no island.

A make by itself may be a surname or an employer, so it counts only behind what is done with a
vehicle; with one of its models it counts anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from incognote.detect.protection.rows import row as _row
from incognote.detect.rules import Rule

_MAKE = (
    r"(?:Acura|Alfa Romeo|Aprilia|Audi|BMW|Buick|Cadillac|Chevrolet|Chevy|Chrysler|Citro[eë]n"
    r"|Cupra|Dacia|Daewoo|Dodge|Ducati|Ferrari|Fiat|Ford|GMC|Harley(?:[ -]Davidson)?|Honda"
    r"|Hyundai|Infiniti|Isuzu|Jaguar|Jeep|Kawasaki|Kia|Lancia|Land Rover|Lexus|Lincoln|Mazda"
    r"|Mercedes[ -]Benz|Mini Cooper|Mitsubishi|Nissan|Oldsmobile|Opel|Peugeot|Piaggio|Pontiac"
    r"|Porsche|Range Rover|Renault|SEAT|Saab|Saturn|Seat|Skoda|Škoda|Subaru|Suzuki|Tesla|Toyota"
    r"|Vauxhall|Vespa|Volkswagen|Volvo|VW|Yamaha)"
)
_MODEL = (
    r"(?:Acadia|Accent|Accord|Alhambra|Altea|Altima|Arona|Arosa|Astra|Ateca|Aygo|Berlingo|Blazer"
    r"|Bronco|CR-?V|Cactus|Camaro|Camry|Captur|Caravan|Carens|Century|Challenger|Charger|Cherokee"
    r"|Civic|Clio|Cobalt|Colorado|Compass|Cooper|Corolla|Corsa|Cruze|C[oó]rdoba|Dakota|Doblò|Duster"
    r"|Durango|Elantra|Equinox|Escape|Escort|Espace|Explorer|Expedition|Expert|F-?[1-3]50|Fabia"
    r"|Fiesta|Focus|Forester|Fusion|Galaxy|Golf|Granada|Highlander|Ibiza|Impala|Impreza|Insignia"
    r"|Jetta|Juke|Kadjar|Kangoo|Kona|Kuga|Laguna|Lancer|Le[oó]n|Lucerne|Malibu|Matiz|Maxima"
    r"|Megane|Mégane|Micra|Modus|Mondeo|Montana|Mustang|Navigator|Octavia|Odyssey|Optima|Outback"
    r"|Outlander|Pacifica|Panda|Partner|Passat|Pathfinder|Picanto|Pilot|Polo|Prius|Punto|Puma"
    r"|Qashqai|R[ií]o|Ranger|Rav-?4|RAV-?4|Ronda|Sandero|Santa Fe|Sc[eé]nic|Sedona|Sentra|Sienna"
    r"|Sierra|Silverado|Sonata|Sorento|Soul|Spark|Sportage|Suburban|Superb|Tacoma|Tahoe|Tarraco"
    r"|Taurus|Tiguan|Tiida|Tipo|Toledo|Touran|Transit|Traverse|Tucson|Tundra|Twingo|Vectra|Versa"
    r"|Vitara|Voyager|Wrangler|Xsara|Yaris|Yukon|Zafira"
    r"|[AQ][1-8]|X[1-7]|CX-[359]|[2-5]08|Serie [1-8]|Clase [A-G]|Model [SXY3])"
)
_OF_A_KIND = (
    r"(?: (?:car|truck|pick-?up|van|SUV|sedan|wagon|hatchback|motorcycle|motorbike|bike|scooter))?"
)
_SAID = (
    r"(?:(?:old|older|new|newer|used|small|big|red|blue|black|white|gr[ae]y|silver"
    r"|green|vintage|classic) ){0,2}"
)
_VERB = r"(?:driv(?:es?|ing|en)|drove|rid(?:es?|ing)|rode|owns?|bought|sold|parked|crashed)"

_ENGLISH = (
    _row(
        "driven-make",
        rf"\b(?P<phi>(?i:{_VERB} (?:an?|his|her|their|my) {_SAID})"
        rf"(?:{_MAKE}|Mercedes)(?: {_MODEL})?{_OF_A_KIND})\b",
        "He <PLAIN>drives a Ford</PLAIN>. She <PLAIN>drove her old Toyota Corolla</PLAIN> home, "
        "<PLAIN>drives a red Chevy pickup</PLAIN>",
        "drives a Ford truck for UPS, drives a Volvo bus at night, drives a taxi, works for Ford, "
        "drives a Mercer, drives a Ford-based ambulance",
        after=r"(?: \pL+)? (?:for|as|at|professionally)\b|-\pL",
    ),
    _row(
        "make-and-model",
        rf"\b(?P<phi>{_MAKE} {_MODEL}{_OF_A_KIND})\b",
        "2015 <PLAIN>Ford Fiesta</PLAIN> vs <PLAIN>Dodge Durango</PLAIN>, in a "
        "<PLAIN>Hyundai Santa Fe</PLAIN>",
        "Ford and Granada, Lincoln Ford, Mr. Ford Sierra-Jones, Dr. Seat Soul",
        before=r"\b(?:dr|mr|mrs|ms|miss|prof|nurse)\b\.? ",
        after=r"-\pL| ?\d| (?:\p{L}+ )?(?:Dr|Drive|St|Street|Ave|Rd|Road|Hospital|Clinic)\b",
    ),
)
_SPANISH = (
    _row(
        "marca_de_vehiculo",
        r"(?i:\b(?:condu\pL+|manej\pL+|viaj\pL+|mont\pL+|circul\pL+|ocupante|pasajer[oa]|choc\pL+"
        r"|choque|colisi\pL+|accidente|atropell\pL+|tiene|compr\pL+|vend\pL+|ca[eí]\pL*|ca[ií]da)"
        r"(?: (?:en|con|de|por|contra))? (?:una?|su)(?: (?:coche|moto|furgoneta|turismo|auto|carro"
        r"|camioneta|todoterreno))?) "
        rf"(?P<phi>{_MAKE}(?: {_MODEL})?)\b",
        "Conduce un <PLAIN>Ford</PLAIN>; se cae de su <PLAIN>Vespa</PLAIN>; viaja en su "
        "<PLAIN>Opel Corsa</PLAIN>",
        "Trabaja en la Ford; vive con su Mercedes; conduce un Fordham; tiene una Clínica Seat",
        after=r"-\pL| ?\d",
    ),
    _row(
        "marca_y_modelo",
        rf"\b(?P<phi>{_MAKE} {_MODEL})\b",
        "Atropellado por un <PLAIN>Renault Clio</PLAIN>, su <PLAIN>Seat León</PLAIN>",
        "Ford y Granada; Dr. Ford Sierra; Dña. Seat León",
        before=r"\b(?:dra?|sra?|srta|don|doña|d|dña|dn)\b\.? ",
        after=r"-\pL| ?\d",
    ),
    _row(
        "furgoneta_mercedes",
        r"(?i:\b(?:coche|furgoneta|turismo|camioneta|auto)) (?P<phi>Mercedes)\b",
        "un coche <PLAIN>Mercedes</PLAIN>; furgoneta <PLAIN>Mercedes</PLAIN>, aparcada",
        "viaja con Mercedes en coche; coche de Mercedes Ruiz",
        after=r" \pL",
    ),
)
ROWS: Mapping[str, tuple[Rule, ...]] = MappingProxyType({"en": _ENGLISH, "es": _SPANISH})
"""By language of the notes."""
