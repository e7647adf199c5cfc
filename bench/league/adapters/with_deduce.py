"""deduce, with all its annotators."""

from deduce import Deduce
from lines import serve

model = Deduce()


def find(text):
    """Its annotations."""
    return [(a.start_char, a.end_char, a.tag) for a in model.deidentify(text).annotations]


serve(find)
