from incognote.core.language import nothing_but
from incognote.core.words import listed
from incognote.detect.context import Context
from incognote.detect.lexicon.medical import Terms
from incognote.detect.roster.words import RosterWords

SAME = ("hospital", "organization", "street", "city", "state", "country", "zip", "date", "phone")
LABELS = {kind: kind.upper() for kind in (*SAME, "email")}
CONTEXT = nothing_but(
    Context,
    labels={
        **LABELS,
        "person": "PATIENT",
        "relative": "PATIENT",
        "staff": "DOCTOR",
        "record": "KARTO",
        "login": "",
    },
    staff_titles=listed("doktoro"),
    titles=listed("doktoro mistra mistro"),
    before_places=listed("in"),
    before_names=listed("sestra bratro"),
)
TERMS = nothing_but(Terms, heads_before=listed("morbo"))
ROSTER = nothing_but(RosterWords, date_links=listed("du"), births=("natal",))
