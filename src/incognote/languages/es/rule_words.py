"""Words of the Spanish calendar, as pieces of patterns."""

from __future__ import annotations

MONTHS = (
    "enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|setiembre|octubre|noviembre"
    "|diciembre"
)
YEAR = r"(?:19[2-9]|20[0-4])[0-9]"
NO_ROMAN_DATE = (
    r"(?:grad\w*|estad\w*|tipo|clase|par(?:es)?|nyha|factor(?:es)?|nivel|fase|niv\.?"
    r"|genera\w*|child|gold|angina|derivaci\w*) (?:[a-z]{0,10} )?"
)
"""Before a number and a Roman one: what they count is no day and month."""
PRESSURE = (
    r"\b(?:ta|pa|tensi[oó]n|presi[oó]n)(?: \pL+){0,3}? (?:alta|consulta|egreso|ingreso|llegada):? ?"
)
"""Before two numbers: `PA al alta 13-8` is a blood pressure in centimetres of mercury."""

ONE = "(?:un[oa]?|dos|tr[eé]s|cuatro|cinco|s[eé]is|siete|ocho|nueve)"
TEEN = "(?:diez|once|doce|trece|catorce|quince|diecis[eé]is|diecisiete|dieciocho|diecinueve)"
TWENTIES = "veinti[a-zéóú]{2,6}"
TENS = "(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)"
TO_99 = f"(?:{TENS}(?: y {ONE})?|{TWENTIES}|veinte|{TEEN}|{ONE})"
"""Numbers in words, from one to ninety-nine, with and without accents."""
