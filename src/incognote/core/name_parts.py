"""Small words in names of people.

They come with the person and not with the language of the note (Anna van der Berg in Ohio, Omar
ibn Said in Sevilla), so that one table serves all languages.
"""

from incognote.core.words import listed

SUFFIXES = listed("jr sr ii iii iv v")
"""What may follow a whole name."""
PARTICLES = listed("""
    van von der den de del de' della di da do dos das la las los le ten ter bin ibn ben bint al el
    abu ap mac ó ní y e i
""")
"""What may stand within one."""
