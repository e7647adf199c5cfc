"""English, with incognote's own labels."""

from pathlib import Path

from incognote.core.language import Language

_MODEL = Path(__file__).parent / "model"
PACK = Language(
    "en", "English", __name__, "incognote", ("es",), "latin", model=_MODEL, fast=_MODEL / "1"
)
