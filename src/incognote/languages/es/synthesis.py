"""What synthesis asks of Spanish."""

from __future__ import annotations

from incognote.languages.es.refill import VALUES, Refilled
from incognote.languages.es.slots import SLOT_VALUES, Slots
from incognote.replace.values.synthesis import Synthesis

_LABELS = {
    "P": "NOMBRE_SUJETO_ASISTENCIA", "D": "NOMBRE_PERSONAL_SANITARIO",
    "F": "FAMILIARES_SUJETO_ASISTENCIA", "FECHA": "FECHAS", "EDAD": "EDAD_SUJETO_ASISTENCIA",
    "SEXO": "SEXO_SUJETO_ASISTENCIA", "ID": "ID_SUJETO_ASISTENCIA", "HOSP": "HOSPITAL",
    "CS": "CENTRO_SALUD", "INST": "INSTITUCION", "TERR": "TERRITORIO", "TEL": "NUMERO_TELEFONO",
    "FAX": "NUMERO_FAX", "MAIL": "CORREO_ELECTRONICO", "URL": "URL_WEB", "PROF": "PROFESION",
    "COL": "ID_TITULACION_PERSONAL_SANITARIO", "CONT": "ID_CONTACTO_ASISTENCIAL",
    "NASS": "ID_ASEGURAMIENTO", "BENEF": "NUMERO_BENEF_PLAN_SALUD", "IP": "DIREC_PROT_INTERNET",
    "EMP": "ID_EMPLEO_PERSONAL_SANITARIO", "PLACA": "IDENTIF_VEHICULOS_NRSERIE_PLACAS",
    "DISP": "IDENTIF_DISPOSITIVOS_NRSERIE", "BIO": "IDENTIF_BIOMETRICOS",
    "OTRO": "OTRO_NUMERO_IDENTIF", "OTROS": "OTROS_SUJETO_ASISTENCIA",
}  # fmt: skip
_AGREEING = {
    "female": {"o": "a", "El": "La", "el": "la", "Sr": "Sra.", "don": "doña", "un": "una"},
    "male": {"o": "o", "El": "El", "el": "el", "Sr": "Sr.", "don": "don", "un": "un"},
}
SYNTHESIS = Synthesis(
    labels=_LABELS,
    words=_AGREEING,
    since=2005,
    far={"n": (100, 34000), "y": (300, 20000)},
    grains={
        "p": ("dm", "dm", "dmw", "w", "dw"),
        "w": ("w",),
        "m": ("my", "my", "m", "y", "season"),
        "y": ("y",),
    },
    of_year=(" de ",),
    slots=Slots,
    slot_values=SLOT_VALUES,
    refilled=Refilled,
    values=VALUES,
)
