"""stub"""

from incognote.io.format import Format

FORMAT = Format()
