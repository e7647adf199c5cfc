"""`Policy`: which marks leave the text and which stay.

A policy says for each label `remove` or `keep`, and for labels where the text of the mark decides
names a test: under HIPAA's Safe Harbor an age below 90 and a bare year may stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from incognote.document import Document, Span
from incognote.errors import unknown
from incognote.labels import LABELS, our_type

_YEAR = re.compile(r"(?:19|20)\d\d")


def _is_bare_year(surface: str) -> bool:
    return _YEAR.fullmatch(surface.strip()) is not None


def _is_age_below_90(surface: str) -> bool:
    """True only where the number is plain: anything that is not understood leaves the text."""
    numbers = re.findall(r"\d+", surface)
    return len(numbers) == 1 and int(numbers[0]) < 90 and "+" not in surface


@dataclass(frozen=True, slots=True)
class Policy:
    """Which labels leave the text.

    Labels are our English types; MEDDOCAN's follow the type they are nearest to.
    """

    name: str
    description: str
    keep: frozenset[str] = frozenset()
    """Labels that stay whatever they say."""
    keep_if: Mapping[str, Callable[[str], bool]] = field(default_factory=dict)
    """Labels that stay where the surface passes a test."""

    def removes(self, span: Span, text: str) -> bool:
        """Returns whether the span leaves `text`."""
        if span.label in self.keep or our_type(span.label) in self.keep:
            return False
        test = self.keep_if.get(our_type(span.label))
        return test is None or not test(text[span.start : span.end])

    def apply(self, doc: Document) -> Document:
        """Returns the document with only the spans that leave the text."""
        return doc.with_spans(span for span in doc.spans if self.removes(span, doc.text))


POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        "all": Policy("all", "every identifier that is found leaves the text"),
        "hipaa": Policy(
            "hipaa",
            "Safe Harbor, read conservatively: ages under 90, bare years, states and countries, "
            "professions and sex stay; people, places below state, contacts, numbers and full "
            "dates go",
            keep=frozenset({"STATE", "COUNTRY", "PROFESSION", "SEXO_SUJETO_ASISTENCIA"}),
            keep_if=MappingProxyType({"AGE": _is_age_below_90, "DATE": _is_bare_year}),
        ),
    }
)


def get_policy(name: str) -> Policy:
    """Returns the policy of that name.

    Raises:
        ConfigError: If there is none.
    """
    if name not in POLICIES:
        raise unknown("policy", name, POLICIES)
    return POLICIES[name]


assert all(label in LABELS for policy in POLICIES.values() for label in policy.keep)
