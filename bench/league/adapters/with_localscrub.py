"""localscrub, stage 1 (rules). What it is not sure of it redacts, too, and so it counts here."""

from lines import serve
from localscrub import scrub


def find(text):
    """Entities and the stretches that it was not sure of: it redacts both."""
    result = scrub(text)
    spans = [(entity.start, entity.end, entity.type.value) for entity in result.entities]
    return spans + [(left.start, left.end, "UNSURE") for left in result.escalations]


serve(find)
