"""A language of which a hospital has no more than its trials' numbers."""

from incognote.core.language import Language

PACK = Language("qq", "Quendian", __name__, "incognote", (), "latin", detectors=("trial-numbers",))
