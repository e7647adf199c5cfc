"""No word of it lets anything stay."""

from incognote.replace.policy import Words

WORDS = Words()
