"""With what marks of Spanish notes begin and end: MEDDOCAN's habits."""

import re

from incognote.core.resolve import MarkEnds

ENDS = MarkEnds(
    # Numbers begin behind the plus of the country.
    beginnings={"NUMERO_TELEFONO": "+", "NUMERO_FAX": "+"},
    tails={
        # 256 of 258 ages end before these words.
        "EDAD_SUJETO_ASISTENCIA": re.compile(
            r"(?:[\s,(]{1,3}de\s{1,3}(?:vida|edad))+\b", re.IGNORECASE
        ),
        # What follows has a label of its own: `RuizNºCol: 28`, `Roma CP 03020`.
        "NOMBRE_PERSONAL_SANITARIO": re.compile(r"[\s,(]{0,3}N\.?[º°]\.?\s?(?:Col|COL|col)\b"),
        "TERRITORIO": re.compile(r"(?:[\s,(]{0,3}\b(?:C\.?P|[Cc]ódigo [Pp]ostal))+\b"),
    },
    # No faculty reaches over a full stop to its university. The word before the stop is long, so
    # that it is no abbreviation.
    borders={"INSTITUCION": re.compile(r"\||(?<=[^\W\d_]{5})\.(?= [A-ZÁÉÍÓÚÑ])")},
    particles=frozenset(("de", "del", "e", "el", "la", "las", "los", "y")),
)
