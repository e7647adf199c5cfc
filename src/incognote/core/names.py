"""Words of names that name nobody by themselves, in any language: people move, and so do names."""

from __future__ import annotations

from incognote.core.words import listed

PARTICLES = listed("""
    van von der den de del de' della di da do dos das la las los le ten ter bin ibn ben bint al el
    abu ap mac ó ní y e i
""")
"""What stands between the words of a surname or before them, in small letters."""

SUFFIXES = listed("jr sr ii iii iv v")
"""What follows a surname, folded and without a point."""
