"""Spanish, with MEDDOCAN's labels."""

from pathlib import Path

from incognote.core.language import Language

_MODEL = Path(__file__).parent / "model"
PACK = Language("es", "Spanish", __name__, "meddocan", model=_MODEL, borrows=("en",))
