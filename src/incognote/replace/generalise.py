"""What Safe Harbor lets stay: the year of a date, 90+ for an age, three digits of a ZIP code."""

from __future__ import annotations

import re
from collections.abc import Sequence

from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.replace.ages import BESIDE, age_band
from incognote.replace.dates import Habits, read, whole_year
from incognote.replace.note_dates import habits_of
from incognote.replace.policy import Options, words_of_list
from incognote.replace.replacement import Context, tag_of


def generalise(doc: Document, spans: Sequence[Span], context: Context) -> list[str]:
    """Returns what may stay of each mark, its tag where nothing may or it cannot be read."""
    habits = habits_of(doc, context)
    made = []
    for span in spans:
        surface, kind = doc.text[span.start : span.end], our_type(span.label)
        if kind == "DATE":
            new = _years(surface, habits, context.options)
        elif kind == "AGE":
            before, after = doc.text[max(0, span.start - BESIDE) : span.start], doc.text[span.end :]
            new = age_band(surface, context.options.old_age, context.lang, before, after[:BESIDE])
        else:
            new = _area(surface, context.options)
        made.append(new or tag_of(span))
    return made


def _years(surface: str, habits: Habits, options: Options) -> str:
    form = read(surface, habits) or ()
    years = [whole_year(piece, habits.year) for piece in form if piece.kind == "year"]
    if any(year < options.first_year for year in years):
        return ""
    return "-".join(map(str, years))


def _area(surface: str, options: Options) -> str:
    found = re.fullmatch(r"([0-9]{3})[0-9]{2}(?:[- ]?[0-9]{4})?", surface.strip())
    if not found:
        return ""
    small = options.small_zip_areas or words_of_list("zip3")
    return "000" if found[1] in small else found[1]
