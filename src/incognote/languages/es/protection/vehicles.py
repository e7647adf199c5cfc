"""Cars and motorcycles: `Seat Ibiza` is no island.

A make by itself may be a surname or an employer, so it counts only behind what is done with a
vehicle; with one of its models it counts anywhere.
"""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.languages.products import MAKE, MODEL

ROWS = (
    row(
        "marca_de_vehiculo",
        r"(?i:\b(?:condu\pL+|manej\pL+|viaj\pL+|mont\pL+|circul\pL+|ocupante|pasajer[oa]|choc\pL+"
        r"|choque|colisi\pL+|accidente|atropell\pL+|tiene|compr\pL+|vend\pL+|ca[eí]\pL*|ca[ií]da)"
        r"(?: (?:en|con|de|por|contra))? (?:una?|su)(?: (?:coche|moto|furgoneta|turismo|auto|carro"
        r"|camioneta|todoterreno))?) "
        rf"(?P<phi>{MAKE}(?: {MODEL})?)\b",
        "Conduce un <PLAIN>Ford</PLAIN>; se cae de su <PLAIN>Vespa</PLAIN>; viaja en su "
        "<PLAIN>Opel Corsa</PLAIN>",
        "Trabaja en la Ford; vive con su Mercedes; conduce un Fordham; tiene una Clínica Seat",
        unless_after=r"-\pL| ?\d",
    ),
    row(
        "marca_y_modelo",
        rf"\b(?P<phi>{MAKE} {MODEL})\b",
        "Atropellado por un <PLAIN>Renault Clio</PLAIN>, su <PLAIN>Seat León</PLAIN>",
        "Ford y Granada; Dr. Ford Sierra; Dña. Seat León",
        unless_before=r"\b(?:dra?|sra?|srta|don|doña|d|dña|dn)\b\.? ",
        unless_after=r"-\pL| ?\d",
    ),
    row(
        "furgoneta_mercedes",
        r"(?i:\b(?:coche|furgoneta|turismo|camioneta|auto)) (?P<phi>Mercedes)\b",
        "un coche <PLAIN>Mercedes</PLAIN>; furgoneta <PLAIN>Mercedes</PLAIN>, aparcada",
        "viaja con Mercedes en coche; coche de Mercedes Ruiz",
        unless_after=r" \pL",
    ),
)
