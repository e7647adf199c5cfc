"""DataFog's patterns, all types."""

import datafog
from lines import serve


def find(text):
    """The entities of its regex engine."""
    found = datafog.scan(text, engine="regex").entities
    return [(entity.start, entity.end, entity.type) for entity in found]


serve(find)
