"""The patterns of papers/003 by themselves: python with_overlay.py LANG PATTERN..."""

import sys

from lines import serve

from incognote.core.document import Document
from incognote.detect.overlay import OVERLAYS

lang, names = sys.argv[1], sys.argv[2:]
finders = [OVERLAYS[name](lang) for name in names]


def find(text):
    """What any of the patterns matches."""
    doc = Document("note", text)
    return [(span.start, span.end, span.label) for finder in finders for span in finder(doc)]


serve(find)
