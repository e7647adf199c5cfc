"""The lists of Spanish, and what it says of single words in them."""

from incognote.core.words import listed
from incognote.detect.lexicon.lists import Lists, to_key
from incognote.languages.es import PACK
from incognote.languages.es.rule_words import NO_INITIALS

LISTS = Lists(
    own=("words", "city", "state", "country", "hospital", "prose"),
    shared=("given", "surname", "surname_rare", "medical"),
    never_names=listed("""
        de del la las los el en y e o u un una con por para al lo su se que sin mas no si correo
    """),
    abbreviations=listed("fco fdo gral ma nra sra sta ste"),
    small_words=listed("""
        arroyo barriga becerra calvo concepcion crespo cruz estrella franco guerrero herrero
        laguna malo monte moreno palma paloma pastor paz pilar plaza pozo prieto ramos reyes
        rubio sierra toro torre valle zapatero
    """),
    no_initials=NO_INITIALS,
    eponyms=frozenset(map(to_key, PACK.table("names")["eponyms last"])),
)
