"""The label scheme of English: our own types."""

from incognote.core.labels import TYPES

SCHEME = TYPES
