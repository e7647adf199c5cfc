from incognote.detect.lexicon.lists import Lists

LISTS = Lists(own=("city",), shared=("given", "surname"), abbreviations=frozenset({"dok"}))
