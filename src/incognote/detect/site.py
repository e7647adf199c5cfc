"""A site's own lists and patterns, and the phrases that it says are no identifiers.

It runs behind the model, which was not trained with it: so what the site knows stands whatever the
model thinks of it, and what the model found within a phrase that is never marked is let go. A
roster and the second look at the note come after and are not overruled: a patient whose name is
such a phrase is found by them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import ahocorasick_rs

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError
from incognote.core.pipeline import GIVES_WAY, Protected, Settings
from incognote.core.site import LIST_SCORE, Site, SitePattern
from incognote.detect.rules import Rule, RuleDetector, is_whole

_BLANK = re.compile(r"\s")


class SiteDetector:
    """Finds what a site's file lists or describes.

    Args:
        site: The content of the file.

    Raises:
        ConfigError: If a pattern is not valid RE2 syntax; the message names it.
    """

    protects_from = GIVES_WAY

    def __init__(self, site: Site) -> None:
        self.site = site
        self.labels = site.labels
        self._patterns = RuleDetector([_rule(pattern) for pattern in site.patterns])
        self._listed = _Phrases(
            [(entry, label) for label, entries in site.lists.items() for entry in entries],
            capitals=True,
        )
        self._never = _Phrases([(phrase, "") for phrase in site.never], capitals=False)

    def __reduce__(self) -> tuple[type[SiteDetector], tuple[Site]]:
        """Compiles anew in the process that it is sent to."""
        return type(self), (self.site,)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns what the site's lists and patterns find in each document; it may overlap."""
        found = []
        for doc, spans in zip(docs, self._patterns.detect(docs), strict=True):
            here = [Span(s.start, s.end, s.label, s.score, f"site/{s.rule}") for s in spans]
            here += [
                Span(start, end, label, LIST_SCORE, "site/list")
                for start, end, label in self._listed.find(doc.text)
            ]
            found.append(sorted(here))
        return found

    def protected(self, docs: Sequence[Document]) -> list[list[Protected]]:
        """Returns where the phrases stand that are never marked."""
        return [
            [Protected(start, end) for start, end, _ in self._never.find(doc.text)] for doc in docs
        ]


class _Phrases:
    """Phrases that are searched as whole words, whatever blank stands between theirs."""

    def __init__(self, phrases: Sequence[tuple[str, str]], *, capitals: bool) -> None:
        self._labels: list[str] = []
        keys: list[str] = []
        for phrase, label in phrases:
            key = " ".join(phrase.split())
            for form in dict.fromkeys((key, key.upper()) if capitals else (key,)):
                keys.append(form)
                self._labels.append(label)
        self._sizes = [len(key) for key in keys]
        self._automaton = ahocorasick_rs.AhoCorasick(keys)

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yields start, end and label of each."""
        if not self._labels:
            return
        blanked = _BLANK.sub(" ", text)
        for number, start, end in self._automaton.find_matches_as_indexes(
            blanked, overlapping=True
        ):
            if is_whole(text, start, end):
                yield start, end, self._labels[number]


def _rule(pattern: SitePattern) -> Rule:
    """A pattern as a row of the rule engine."""
    # Compiled by itself first: a bracket that closes in the context must not pass for a whole.
    for part in (pattern.pattern, pattern.context):
        RuleDetector([Rule(pattern.name, pattern.label, part)])
    mark = pattern.pattern if "(?P<phi" in pattern.pattern else f"(?P<phi>{pattern.pattern})"
    form = f"(?m)(?:{pattern.context})(?:{mark})" if pattern.context else f"(?m){mark}"
    return Rule(pattern.name, pattern.label, form, pattern.score)


def from_settings(settings: Settings) -> SiteDetector:
    """Returns the detector for what the settings say of the site.

    Raises:
        ConfigError: If they say nothing, or a pattern is not valid.
    """
    if settings.site is None:
        raise ConfigError("the detector 'site' needs a site's file (--site FILE).")
    return SiteDetector(settings.site)
