"""Rules for Spanish notes; each module is a table `RULES`."""

from incognote.detect.rules import gathered

RULES = gathered(__name__)
