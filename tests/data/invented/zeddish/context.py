from incognote.core.words import listed
from incognote.detect.context import OURS, Context
from incognote.detect.half_names import Saints
from incognote.detect.lexicon.medical import Terms
from incognote.detect.roster.words import RosterWords
from incognote.replace.verify import Roles

CONTEXT = Context(
    labels={**OURS, "record": "KARTO", "login": ""},
    staff_titles=listed("doktoro"),
    titles=listed("doktoro mistra mistro"),
    before_places=listed("in"),
    before_names=listed("sestra bratro"),
)
TERMS = Terms(heads_before=listed("morbo"))
ROSTER = RosterWords(date_links=listed("du"), births=("natal",))
SAINTS = Saints(saint="Sen")
ROLES = Roles(words=listed("doktoro mistra mistro sestra bratro bibi"))
