"""Cars and motorcycles: `drives a Ford` is no occupation.

A make by itself may be a surname or an employer, so it counts only behind what is done with a
vehicle; with one of its models it counts anywhere.
"""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.languages.products import MAKE, MODEL

_OF_A_KIND = (
    r"(?: (?:car|truck|pick-?up|van|SUV|sedan|wagon|hatchback|motorcycle|motorbike|bike|scooter))?"
)
_SAID = (
    r"(?:(?:old|older|new|newer|used|small|big|red|blue|black|white|gr[ae]y|silver"
    r"|green|vintage|classic) ){0,2}"
)
_VERB = r"(?:driv(?:es?|ing|en)|drove|rid(?:es?|ing)|rode|owns?|bought|sold|parked|crashed)"

ROWS = (
    row(
        "driven-make",
        rf"\b(?P<phi>(?i:{_VERB} (?:an?|his|her|their|my) {_SAID})"
        rf"(?:{MAKE}|Mercedes)(?: {MODEL})?{_OF_A_KIND})\b",
        "He <PLAIN>drives a Ford</PLAIN>. She <PLAIN>drove her old Toyota Corolla</PLAIN> home, "
        "<PLAIN>drives a red Chevy pickup</PLAIN>",
        "drives a Ford truck for UPS, drives a Volvo bus at night, drives a taxi, works for Ford, "
        "drives a Mercer, drives a Ford-based ambulance",
        unless_after=r"(?: \pL+)? (?:for|as|at|professionally)\b|-\pL",
    ),
    row(
        "make-and-model",
        rf"\b(?P<phi>{MAKE} {MODEL}{_OF_A_KIND})\b",
        "2015 <PLAIN>Ford Fiesta</PLAIN> vs <PLAIN>Dodge Durango</PLAIN>, in a "
        "<PLAIN>Hyundai Santa Fe</PLAIN>",
        "Ford and Granada, Lincoln Ford, Mr. Ford Sierra-Jones, Dr. Seat Soul",
        unless_before=r"\b(?:dr|mr|mrs|ms|miss|prof|nurse)\b\.? ",
        unless_after=r"-\pL| ?\d| (?:\p{L}+ )?(?:Dr|Drive|St|Street|Ave|Rd|Road|Hospital|Clinic)\b",
    ),
)
