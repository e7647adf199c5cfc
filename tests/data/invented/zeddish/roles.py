from incognote.core.language import nothing_but
from incognote.core.words import listed
from incognote.replace.verify import Roles

ROLES = nothing_but(Roles, words=listed("doktoro mistra mistro sestra bratro bibi"))
