from incognote.core.resolve import MarkEnds

ENDS = MarkEnds(particles=frozenset({"du"}))
