"""Made-up values of every kind: names, places, dates, numbers, by origin and country.

Modules make values in a given form from the tables: text files of the packs (`Language.table`) and
of this folder. Synthesis refills marks with them, and surrogates are drawn from them.
"""

from __future__ import annotations

from collections.abc import Mapping

from incognote.core.tables import read_table


def table(name: str) -> Mapping[str, tuple[str, ...]]:
    """Returns the rows of a table of this folder, which every language shares: `"surrogates"`."""
    return read_table(__name__, name)
