"""The training-data factory: gold notes in, new gold notes out.

`vary` changes one note (for a fresh variant each epoch), `synthesize` makes a corpus; a `Recipe`
says how much of which ingredient. Everything follows from the seed.
"""

from __future__ import annotations

from incognote.lab.synthesis.factory import from_settings, synthesize, vary
from incognote.lab.synthesis.recipe import Recipe

__all__ = ["Recipe", "from_settings", "synthesize", "vary"]
