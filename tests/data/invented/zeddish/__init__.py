"""Zeddish, which nobody speaks: a whole pack, as short as a pack can be."""

from incognote.core.language import Language

PACK = Language(
    code="xx",
    name="Zeddish",
    package=__name__,
    scheme="zeddish",
    also=(),
    script="latin",
    detectors=("rules", "lexicon", "protection", "site", "roster", "propagation"),
)
