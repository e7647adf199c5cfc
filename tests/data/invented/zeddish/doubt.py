from incognote.replace.doubt import Doubt

DOUBT = Doubt(graded="grado", scales=("dolo",))
