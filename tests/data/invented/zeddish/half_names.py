from incognote.core.language import nothing_but
from incognote.detect.half_names import Saints

SAINTS = nothing_but(Saints, saint="Sen")
