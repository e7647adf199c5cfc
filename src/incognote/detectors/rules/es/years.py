"""Years told in words: `nacida en mil novecientos cincuenta y dos`, `desde dos mil dieciocho`."""

from __future__ import annotations

from incognote.detectors.rules import Rule
from incognote.detectors.rules.calendar_es import ONE, TEEN, TO_99, TWENTIES

_TO_39 = rf"(?:{TEEN}|veinte|{TWENTIES}|treinta(?: y {ONE})?|{ONE})"
_NO_YEAR = (
    r" (?:mil|cient|(?:de )?(?:ml|cc|c\.c|mili|gramos|mg|g\b|ui\b|unidades|euros|pesos|kilos|metros"
    r"|pasos|calor|kcal|leuco|plaq|linfo|neutr|c[eé]lulas|copias|por |/|cm|litros|dosis|veces))"
)
_COUNTED = (
    r"\b(?:plaq\w*|leuco\w*|linfo\w*|neutr\w*|diuresis|balance|dosis|cpk|ck|ferritina|ddimero"
    r"|bnp|probnp|copias|carga|calor[ií]as|aporte|drenaje|d[eé]bito|pcr|peso)\b[^\n.;]{0,30}"
)

RULES = (
    Rule(
        "ano_en_palabras",
        "FECHAS",
        rf"(?i)(?:^|[^\pL])(?:(?P<phi1>mil novecientos {TO_99})"
        rf"|(?:en|desde|hasta|del?|a[ñn]o|d[íi]a|entre|hacia|el|y|invierno|verano|otoño|primavera"
        rf") (?:el )?(?:a[ñn]o )?(?P<phi2>dos mil {_TO_39})"
        r"|(?:a[ñn]o|(?:en|desde|hasta) el) (?P<phi3>dos mil))"
        r"(?:[^\pL\pN]|$)",
        0.93,
        None,
        (
            "nacida en <FECHAS>mil novecientos cincuenta y dos</FECHAS>, HTA",
            "DM2 desde <FECHAS>dos mil dieciocho</FECHAS>; operada en el año <FECHAS>dos mil"
            "</FECHAS>.",
            "de <FECHAS>mil novecientos ochenta</FECHAS> hasta <FECHAS>dos mil tres</FECHAS>",
            "diuresis de mil novecientos cincuenta ml; plaquetas de dos mil veinte; dos mil pasos",
            "bebe dos mil ml, de dos mil cien a dos mil diez calorías, mil novecientos gramos",
            "drenaje hasta dos mil quince; de dos mil veinte mil",
        ),
        unless_before=_COUNTED,
        unless_after=_NO_YEAR,
    ),
)
