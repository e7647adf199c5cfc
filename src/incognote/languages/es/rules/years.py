"""Years, in numbers and in words: `desde 1980`, `en mil novecientos cincuenta y dos`."""

from __future__ import annotations

from incognote.detect.rules import Rule
from incognote.languages.es.rule_words import ONE, TEEN, TO_99, TWENTIES

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
        "ano_con_palabra",
        "FECHAS",
        r"(?i)años? (?:19[2-9]|20[0-4])[0-9]",
        0.95,
        None,
        ("desde el <FECHAS>año 2004</FECHAS>, corticoides", "hace un año 12 crisis"),
    ),
    Rule(
        "decada",
        "FECHAS",
        r"(?i)(?:en|de|desde|hacia|sobre) los (?P<phi>años [2-9]0)",
        0.5,
        None,
        ("emigró en los <FECHAS>años 80</FECHAS>", "fumador de los 20 mg"),
    ),
    Rule(
        "ano_tras_preposicion",
        "FECHAS",
        r"(?i)(?:en|desde|hasta|hacia|hace|sobre|y|a|al|del|entre|año)[ \t]"
        r"(?P<phi>(?:19[2-9]|20[0-4])[0-9])",
        0.9,
        None,
        (
            "En <FECHAS>2009</FECHAS> presentó",
            "desde <FECHAS>1980</FECHAS>",
            "en 1500 ml, hasta 2000 ml, y 2000 mg/día, a 1950 células",
        ),
        unless_after=r" ?(?:m[lg]|cc|gr?|k?cal|u\.?i|mm\d?|metros|copias|c[eé]lulas|veces)\b",
    ),
    Rule(
        "ano_entre_parentesis",
        "FECHAS",
        r"\((?:[\pL.]+ )?(?P<phi>(?:19[2-9]|20[0-4])[0-9])[,;)]",
        0.85,
        None,
        ("Colecistectomía (<FECHAS>2011</FECHAS>, HVP)", "(1500 ml)"),
    ),
    Rule(
        "ano_suelto",
        "FECHAS",
        r"(?:19[3-9]|20[0-3])[0-9]",
        0.5,
        None,
        ("IAM <FECHAS>1995</FECHAS>", "1.995 ml"),
    ),
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
