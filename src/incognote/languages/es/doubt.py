"""By which Spanish words a measurement is known: `replace/doubt.py`."""

from __future__ import annotations

from incognote.core.words import listed
from incognote.replace.doubt import Doubt

DOUBT = Doubt(
    counted=r"d\.?u|a\.?u|contracciones|din[aá]mica(?: uterina)?",
    graded="nivel|grado|estadio|clase|tipo|fase|rol",
    wards=(
        "uci|camas?|planta|sala|hab|habitaci[oó]n|piso|pabell[oó]n|quir[oó]fano|cub[ií]culo"
        "|consulta"
    ),
    half_day=r"[ap]\.?m?",
    scales=listed("fuerza dolor puntuacion escala"),
    standards=listed("oms roma tokio guia guias criterios consenso"),
)
