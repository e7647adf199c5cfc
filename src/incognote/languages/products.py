"""Names of products, which read alike in every language: cars, pacemakers."""

from __future__ import annotations

from incognote.detect.rules import Rule, row

MAKE = (
    r"(?:Acura|Alfa Romeo|Aprilia|Audi|BMW|Buick|Cadillac|Chevrolet|Chevy|Chrysler|Citro[eë]n"
    r"|Cupra|Dacia|Daewoo|Dodge|Ducati|Ferrari|Fiat|Ford|GMC|Harley(?:[ -]Davidson)?|Honda"
    r"|Hyundai|Infiniti|Isuzu|Jaguar|Jeep|Kawasaki|Kia|Lancia|Land Rover|Lexus|Lincoln|Mazda"
    r"|Mercedes[ -]Benz|Mini Cooper|Mitsubishi|Nissan|Oldsmobile|Opel|Peugeot|Piaggio|Pontiac"
    r"|Porsche|Range Rover|Renault|SEAT|Saab|Saturn|Seat|Skoda|Škoda|Subaru|Suzuki|Tesla|Toyota"
    r"|Vauxhall|Vespa|Volkswagen|Volvo|VW|Yamaha)"
)
"""Makes of cars and motorcycles."""
MODEL = (
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
_DEVICE = (
    r"(?:Accent|Accolade|Adapta|Advisa|Altrua|Assurity|Azure|Edora|Eluna|Endurity|Ensura|Essentio"
    r"|Evera|Ingenio|Proponent|Sensia|Versa|Vitalio|Cobalt|Crome|Ellipse|Fortify"
    r"|Iforia|Intica|Rivacor|Resonate|Momentum|Alizea)"
)
"""Pacemakers and defibrillators."""


def pacemakers(titles: str) -> tuple[Rule, ...]:
    """Returns rows for pacemakers and defibrillators, whose mode DR reads as a doctor's title.

    Args:
        titles: A pattern of titles of people: behind one the name of a device is a person's.
    """
    return (
        row(
            "mode-of-pacemaker",
            r"\bDR {1,2}(?P<phi>MRI|A?ICD|CRT-[DP]|PPM|RMN)\b",
            "Azure XT DR <PLAIN>MRI</PLAIN>; DR <PLAIN>ICD</PLAIN> placed",
            "DR LEE, Dr Mri, DR MRISHA, DR CHO, Dr. MRI, DR TAC, Dr EMG",
            unless_after=r"[-.'’]?\pL",
        ),
        row(
            "make-of-pacemaker",
            rf"\b(?P<phi1>(?:St\.? Jude (?:Medical )?)?{_DEVICE})"
            r"(?: (?:XT|S|II|MRI|[A-Z]?\d{1,3}))* (?:DR|VR|SR)"
            r"(?: (?P<phi2>EL|MRI|XT|RF|SureScan))?\b",
            "<PLAIN>Accolade</PLAIN> DR <PLAIN>EL</PLAIN>, <PLAIN>St Jude Assurity</PLAIN> DR",
            "Accolade Dr, Dr Versa DR",
            unless_before=rf"\b(?:{titles})\.? ",
        ),
    )
