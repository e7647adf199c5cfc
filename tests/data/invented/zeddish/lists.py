from incognote.core.language import nothing_but
from incognote.detect.lexicon.lists import Lists

LISTS = nothing_but(
    Lists, own=("city",), shared=("given", "surname"), abbreviations=frozenset({"dok"})
)
