from incognote.core.language import nothing_but
from incognote.replace.doubt import Doubt

DOUBT = nothing_but(Doubt, graded="grado", scales=("dolo",))
