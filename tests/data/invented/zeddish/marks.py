from incognote.core.language import nothing_but
from incognote.core.resolve import MarkEnds

ENDS = nothing_but(MarkEnds, particles=frozenset({"du"}))
