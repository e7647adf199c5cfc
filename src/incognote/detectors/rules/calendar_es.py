"""Words of the Spanish calendar, as pieces of patterns."""

from __future__ import annotations

MONTHS = (
    "enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|setiembre|octubre|noviembre"
    "|diciembre"
)
YEAR = r"(?:19[2-9]|20[0-4])[0-9]"
