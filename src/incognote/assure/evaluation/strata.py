"""Figures of parts of a corpus: of kinds of note, of kinds of identifier, of prose alone."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from incognote.assure.evaluation.characters import alphanumeric, cover, covered_spans
from incognote.assure.evaluation.counts import SHARE, Measure, Row, Table, count
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Document, Span
from incognote.core.language import in_all_packs
from incognote.core.words import any_of
from incognote.detect.context import Context

NOT_GIVEN = "(not given)"
"""The stratum of notes that do not have the field."""


def by_meta(pairs: Iterable[Pair], key: str) -> dict[str, list[int]]:
    """Returns by value of a field of meta (kind, setting, style ...) which notes have it."""
    rows: dict[str, list[int]] = {}
    for i, pair in enumerate(pairs):
        rows.setdefault(pair.gold.meta.get(key) or NOT_GIVEN, []).append(i)
    return {value: rows[value] for value in sorted(rows)}


@dataclass(frozen=True, slots=True)
class Seen:
    """The surfaces of a training part's identifiers, to tell what a model has seen before."""

    surfaces: frozenset[str] = field(repr=False)

    @classmethod
    def of(cls, docs: Iterable[Document]) -> Seen:
        """Returns the surfaces of marked notes, without regard to case."""
        return cls(
            frozenset(doc.text[s.start : s.end].casefold() for doc in docs for s in doc.spans)
        )


def by_feature(pairs: Sequence[Pair], seen: Seen | None = None) -> dict[str, Table]:
    """Returns by feature of an identifier how many were covered and how many found exactly.

    Features are label, letters (all capitals or not), length (characters), place (on a form's
    labelled line or in prose) and, where `seen` is given, seen (in training or not). The measures
    of a table are `identifiers_covered` and `found_exactly`, with the feature's value as label.
    """
    features: dict[str, _Feature] = {
        "label": lambda pair, span: span.label,
        "letters": _letters,
        "length in characters": _length,
    }
    if seen is not None:
        features["seen in training"] = lambda pair, span: (
            "seen" if _surface(pair, span).casefold() in seen.surfaces else "not seen"
        )
    tables = {name: count(pairs, _counter(feature)) for name, feature in features.items()}
    lines = {pair.id: list(_form_lines(pair.text)) for pair in pairs}
    place = _counter(lambda pair, span: "form" if _lies_in(span, lines[pair.id]) else "prose")
    return {**tables, "place": count(pairs, place)}


_Feature = Callable[[Pair, Span], str]


def _counter(feature: _Feature) -> Callable[[Pair], Row]:
    def count_note(pair: Pair) -> Row:
        bare = alphanumeric(pair.text) & ~cover(pair.predicted.spans, len(pair.text))
        found = {(s.start, s.end, s.label) for s in pair.predicted.spans}
        row: dict[Measure, tuple[float, ...]] = {}
        gold = {(s.start, s.end, s.label): s for s in pair.gold.spans}
        for key, (_, is_covered) in zip(
            sorted(gold), covered_spans(pair.gold.spans, bare), strict=True
        ):
            value = feature(pair, gold[key])
            for name, hit in (("identifiers_covered", is_covered), ("found_exactly", key in found)):
                measure = Measure(name, SHARE, value)
                part, whole = row.get(measure, (0, 0))
                row[measure] = (part + hit, whole + 1)
        return row

    return count_note


def _surface(pair: Pair, span: Span) -> str:
    return pair.text[span.start : span.end]


def _letters(pair: Pair, span: Span) -> str:
    surface = _surface(pair, span)
    if not any(char.isalpha() for char in surface):
        return "no letters"
    if surface.isupper():
        return "one capital" if sum(map(str.isalpha, surface)) == 1 else "all capitals"
    return "all lower case" if surface.islower() else "mixed case"


def _length(pair: Pair, span: Span) -> str:
    size = len(span)
    for low, high in ((1, 3), (4, 7), (8, 15), (16, 31)):
        if size <= high:
            return f"{low:02d}-{high:02d}"
    return "32 or more"


_BEGINNING = re.compile(r"[^\w\n]*([^\W\d][^:\n]{0,40}):")


@cache
def _form_label() -> re.Pattern[str]:
    contexts: Collection[Context] = in_all_packs("context", "CONTEXT").values()
    return re.compile(rf"{any_of(label for each in contexts for label in each.form_labels)}\b")


def _form_lines(text: str) -> Iterator[tuple[int, int]]:
    """Offsets of the lines that a form's label and a colon begin.

    In MEDDOCAN these are the block at the top (Nombre, Apellidos, NHC, NASS, Domicilio, Localidad,
    CP, Fecha de nacimiento, País, Edad, Sexo, Fecha de Ingreso, Médico, Episodio ...) and the last
    line (Remitido por, Responsable clínico), as its training part has them. Headings that prose
    follows (Informe clínico del paciente, Historia Actual) are none of them.
    """
    label, start = _form_label(), 0
    for line in text.splitlines(keepends=True):
        beginning = _BEGINNING.match(line)
        if beginning is not None and label.match(_plain(beginning[1])):
            yield start, start + len(line)
        start += len(line)


def _plain(label: str) -> str:
    """In lower case and without accents."""
    return "".join(
        char
        for char in unicodedata.normalize("NFD", label.lower())
        if not unicodedata.combining(char)
    )


def _lies_in(span: Span, lines: Sequence[tuple[int, int]]) -> bool:
    last = bisect_right(lines, span.start, key=lambda line: line[0]) - 1
    return last >= 0 and span.start < lines[last][1]


def prose_only(pairs: Iterable[Pair]) -> list[Pair]:
    """Returns the pairs without the spans, on both sides, that begin on a form's labelled line.

    The text stays whole, so that offsets hold; the sentences are no longer known.
    """
    found = []
    for pair in pairs:
        lines = list(_form_lines(pair.text))
        gold, predicted = (
            doc.with_spans(span for span in doc.spans if not _lies_in(span, lines))
            for doc in (pair.gold, pair.predicted)
        )
        found.append(replace(pair, gold=gold, predicted=predicted, sentences=None))
    return found
