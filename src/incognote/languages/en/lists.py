"""The lists of English, and what it says of single words in them."""

from incognote.core.words import listed
from incognote.detect.lexicon.lists import Lists, to_key
from incognote.languages.en import PACK
from incognote.languages.en.rule_words import NO_INITIALS

LISTS = Lists(
    own=("words", "city", "state", "country", "hospital", "organization", "prose"),
    shared=("given", "surname", "surname_rare", "medical"),
    never_names=listed("""
        a an and are as at be but by can did do for from had has have he her him his i if in is
        it me my no not of on or our she so the their them they to up us was we were who will
        with you
    """),
    abbreviations=listed("chas ft geo jos mt st"),
    no_initials=NO_INITIALS,
    eponyms=frozenset(map(to_key, PACK.table("names")["eponyms last"])),
)
