"""`Site`: what a site knows of its own notes, as data: lists, patterns, phrases never to mark.

Its file is TOML (docs/adapt.md). The detector `site` applies it (detect/site.py), `incognote
adapt rules` proposes what to put into it. It holds names of wards and staff, so none of it is in
its repr or in an error.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from incognote.core.config import from_mapping, read_toml
from incognote.core.errors import ConfigError, unknown
from incognote.core.labels import LABELS, labels_of
from incognote.core.language import get_language

LIST_SCORE = 0.95
"""Of what stands in a site's list: the site itself says what it is."""


@dataclass(frozen=True, slots=True)
class SitePattern:
    """A form that identifiers of the site have."""

    name: str
    """Unique among the patterns; its spans have the source `site/<name>`."""
    label: str
    pattern: str = field(repr=False)
    """RE2 syntax; the mark is its group `phi`, or all of it. `^` and `$` are ends of lines."""
    score: float = 0.9
    """How likely a match is an identifier; below 0.5 it is evidence only."""
    context: str = field(default="", repr=False)
    """RE2 syntax: what must stand right before the mark. `\\A` is the start of the note."""

    def __post_init__(self) -> None:
        """Refuses what cannot be.

        Raises:
            ConfigError: With the key that is wrong.
        """
        if not self.name or not self.pattern:
            raise ConfigError("a pattern needs a name and a pattern that are not empty.")
        if self.label not in LABELS:
            raise ConfigError(
                f"pattern '{self.name}': label: {unknown('label', self.label, LABELS)}"
            )
        if not 0 < self.score <= 1:
            raise ConfigError(
                f"pattern '{self.name}': score: must be above 0 and at most 1, not {self.score:g}."
            )


@dataclass(frozen=True, slots=True)
class Site:
    """Lists by label, patterns, and phrases that are never marked."""

    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    """By label: names of wards, staff, streets. Found as they stand here, or in capitals."""
    patterns: tuple[SitePattern, ...] = field(default=(), repr=False)
    never: tuple[str, ...] = field(default=(), repr=False)
    """Phrases that are clinical text, as they stand; what rules, lists and model find wholly
    within one is let go."""

    def __post_init__(self) -> None:
        """Refuses what cannot be.

        Raises:
            ConfigError: With the key that is wrong; entries are named by their number.
        """
        for label, entries in self.lists.items():
            if label not in LABELS:
                raise ConfigError(f"lists: {unknown('label', label, LABELS)}")
            _check_entries(f"lists.{label}", entries)
        _check_entries("never", self.never)
        listed = {_key(entry) for entries in self.lists.values() for entry in entries}
        for number, phrase in enumerate(self.never):
            if _key(phrase) in listed:
                raise ConfigError(f"never[{number}]: stands in a list, too; take it out of one.")
        names = [pattern.name for pattern in self.patterns]
        for name in names:
            if names.count(name) > 1:
                raise ConfigError(f"patterns: the name '{name}' stands twice; rename one.")

    @property
    def labels(self) -> frozenset[str]:
        """Every label that it may give."""
        return frozenset(self.lists) | {pattern.label for pattern in self.patterns}

    def check_language(self, lang: str) -> None:
        """Refuses labels that the notes' language does not have.

        Raises:
            ConfigError: If there is one; the message has the nearest that there is. As `labels_of`.
        """
        known = [label.name for label in labels_of(lang)]
        scheme = get_language(lang).scheme
        for label in sorted(self.labels):
            if label not in known:
                raise ConfigError(f"The site's file: {unknown(f'{scheme} label', label, known)}")

    def digest(self) -> str:
        """Returns the first 16 hexadecimal digits of a hash of all that it holds."""
        text = json.dumps(asdict(self), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_site(path: Path) -> Site:
    """Returns the site that a TOML file says.

    Raises:
        ConfigError: If it cannot be read, or a key, label or value in it cannot be; the message
            names the file, the key and the nearest name.
    """
    values = read_toml(path)
    try:
        return from_mapping(Site, values, str(path))
    except ConfigError as error:
        message = str(error)
        raise ConfigError(message if str(path) in message else f"{path}: {message}") from None


def _check_entries(where: str, entries: tuple[str, ...]) -> None:
    seen: dict[str, int] = {}
    for number, entry in enumerate(entries):
        key = _key(entry)
        if sum(char.isalnum() for char in key) < 2:
            raise ConfigError(f"{where}[{number}]: needs at least two letters or digits.")
        if key in seen:
            raise ConfigError(f"{where}[{number}]: is the same as [{seen[key]}]; leave one out.")
        seen[key] = number


def _key(entry: str) -> str:
    """An entry with one blank between its words."""
    return " ".join(entry.split())
