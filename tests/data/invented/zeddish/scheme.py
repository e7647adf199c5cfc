from incognote.core.labels import TYPES as SCHEME  # noqa: F401 -- our own labels
