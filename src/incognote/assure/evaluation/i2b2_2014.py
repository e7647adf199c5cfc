"""i2b2 2014's official scores: token, strict and relaxed, binary, and all of them for HIPAA tags.

After the definition of the track's script (Stubbs, Kotfila and Uzuner 2015). Micro sums counts
over notes; macro is the mean (and deviation) of the notes' precision and recall, in which a note
without tags counts 0, as the script has it.

The script's README lists IDNUM among the HIPAA tags, but its pattern for it holds a blank too many
and never matches. `hipaa_*` follows the README, `hipaa_script_*` the script.

Token and strict also by category, each side filtered by its own tag. Ahmed et al. 2021 print
strict_macro as table 3 and token_category as table 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from incognote.assure.evaluation.counts import MACRO, PRF, Counts, Measure, Row, macro_row
from incognote.assure.evaluation.entities import count_relaxed
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Document
from incognote.core.labels import LABELS, get_label, our_type
from incognote.core.words import listed
from incognote.io import i2b2_2014

_CATEGORIES = {
    "MEDICALRECORD": "ID",
    "IPADDR": "CONTACT",
    "ROOM": "LOCATION",
    "DEPARTMENT": "LOCATION",
    "LOCATION-OTHER": "LOCATION",
    "OTHER": "OTHER",
}
"""Categories of the TYPEs that are no labels of ours."""

HIPAA = listed("""
    PATIENT CITY STREET ZIP ORGANIZATION DATE AGE PHONE FAX EMAIL SSN MEDICALRECORD HEALTHPLAN
    ACCOUNT LICENSE VEHICLE DEVICE BIOID IDNUM
""")
"""TYPEs that the HIPAA scores keep, by the script's README."""

_TOKEN = re.compile(r"[a-zA-Z0-9]+")

Tag = tuple[str, str, int, int]
"""Category, TYPE, start, end."""

_FILTERS: tuple[tuple[str, frozenset[str] | None], ...] = (
    ("", None),
    ("hipaa_", HIPAA),
    ("hipaa_script_", HIPAA - {"IDNUM"}),
)


def score(pair: Pair) -> Row:
    """Returns the counts of one note.

    Raises:
        ConfigError: If a label is neither ours nor MEDDOCAN's nor i2b2's.
    """
    row: dict[Measure, tuple[float, ...]] = {}
    all_gold, all_found = set(_tags(pair.gold)), set(_tags(pair.predicted))
    for prefix, kept in _FILTERS:
        gold = {tag for tag in all_gold if kept is None or tag[1] in kept}
        found = {tag for tag in all_found if kept is None or tag[1] in kept}
        gold_tokens, found_tokens = _tokens(gold, pair.text), _tokens(found, pair.text)
        counts = {
            f"{prefix}token": Counts.of_sets(gold_tokens, found_tokens),
            f"{prefix}strict": Counts.of_sets(gold, found),
            f"{prefix}relaxed": count_relaxed(
                ((tag[:2], *tag[2:]) for tag in gold), ((tag[:2], *tag[2:]) for tag in found)
            ),
            f"binary_{prefix}token": _binary(gold_tokens, found_tokens),
            f"binary_{prefix}strict": _binary(gold, found),
        }
        for name, count in counts.items():
            row[Measure(name, PRF)] = count.row
            row[Measure(f"{name}_macro", MACRO)] = macro_row(count, empty_as_zero=True)
    for category in sorted({tag[0] for tag in all_gold | all_found}):
        gold = {tag for tag in all_gold if tag[0] == category}
        found = {tag for tag in all_found if tag[0] == category}
        tokens = Counts.of_sets(_tokens(gold, pair.text), _tokens(found, pair.text))
        row[Measure("token_category", PRF, category)] = tokens.row
        row[Measure("strict_category", PRF, category)] = Counts.of_sets(gold, found).row
    return row


def _binary(gold: set[Tag], found: set[Tag]) -> Counts:
    return Counts.of_sets((tag[2:] for tag in gold), (tag[2:] for tag in found))


def i2b2_type(label: str) -> tuple[str, str]:
    """Returns i2b2's category and TYPE of a label of ours, of MEDDOCAN's or of i2b2's own.

    Raises:
        ConfigError: If there is no such label.
    """
    if label in _CATEGORIES:
        return _CATEGORIES[label], label
    get_label(label)
    ours = our_type(label)
    category = LABELS[ours].category if ours else "OTHER"
    return category, i2b2_2014.i2b2_type(label)


def _tags(doc: Document) -> Iterator[Tag]:
    for span in doc.spans:
        yield (*i2b2_type(span.label), span.start, span.end)


def _tokens(tags: set[Tag], text: str) -> set[Tag]:
    return {
        (category, type_, start + match.start(), start + match.end())
        for category, type_, start, end in tags
        for match in _TOKEN.finditer(text[start:end])
    }
