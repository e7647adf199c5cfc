"""Its marks begin and end as words do."""

from incognote.core.resolve import NO_ENDS

ENDS = NO_ENDS
