"""With what marks of English notes begin and end."""

from incognote.core.resolve import MarkEnds

ENDS = MarkEnds(
    # Those of Spanish names, too: `Ana de la Cruz` lives in every English-speaking country.
    particles=frozenset(("and", "at", "de", "del", "e", "el", "in", "la", "las", "los", "of", "y")),
)
