"""No word of it lets anything stay."""

from incognote.core.language import nothing_but
from incognote.replace.policy import Words

WORDS = nothing_but(Words)
