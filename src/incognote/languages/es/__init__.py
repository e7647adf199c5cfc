"""Spanish, with MEDDOCAN's labels."""

from pathlib import Path

from incognote.core.language import Language

PACK = Language(
    "es", "Spanish", __name__, "meddocan", ("en",), "latin", model=Path(__file__).parent / "model"
)
