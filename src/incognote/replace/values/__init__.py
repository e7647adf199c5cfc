"""Made-up values of every kind: names, places, dates, numbers, by origin and country.

The tables are text files in `en/` and `es/`; `tables.py` reads them, the other modules make values
from them in a given form. Synthesis refills marks with them, and surrogates are drawn from them.
"""
