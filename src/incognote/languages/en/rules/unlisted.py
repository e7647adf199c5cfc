"""Names that no list has, where only a name can stand: who does what, at what age, called what.

Listed names need no row for this, and a word of the language, of medicine or of places is none
here: what is left is a name or a misspelling, and the place tells which.
"""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.lexicon.lists import GIVEN, RARE, SURNAME, load_lexicon, to_key
from incognote.detect.rules import row
from incognote.languages.en.rule_words import LANGUAGES

_NAME = r"\p{Lu}\p{Ll}+(?:-\p{Lu}?\p{Ll}+)*"
_DOES = (
    r"(?:died|passed away|is HC(?:A|P|POA)|is NOK|texted|phoned|visits|visited"
    r"|lives (?:in|with|at|on)|lived (?:in|with|at)|works (?:as|at|for)|says|said|thinks|cried"
    r"|asks|asked|agrees|agreed|wants|drove|stayed|slept)"
)
_KIDS = r"(?i:\b(?:kids|children|sons|daughters|dtrs|siblings|brothers|sisters|grandkids|twins))"
_NO_NAMES = listed("""
    blakemore dog dtr hasn now ofc ombudsman pn you mgr thx sgt supt rph hcpoa pt pts wknd
""")


def is_unlisted(surface: str) -> bool:
    """Whether all words of a surface are of no list but those of names."""
    lexicon = load_lexicon("en")
    return all(
        lexicon.is_of_no_list(word)
        and to_key(word) not in _NO_NAMES | LANGUAGES
        and to_key(word) not in lexicon.context.titles
        for word in surface.replace("-", " ").split()
    )


def _is_new_in_small(surface: str) -> bool:
    """Whether a word in small letters is a name alone, or of no list of words."""
    lexicon = load_lexicon("en")
    return lexicon.is_only_a_name_in_small(surface) or is_unlisted(surface)


_NO_CHILDREN = listed("""
    adult ages aged boys deceased girls grown healthy living none total well
""")


def _is_child(surface: str) -> bool:
    """Whether a word is a name of the lists, or in none at all."""
    key = to_key(surface)
    named = load_lexicon("en").flags.get(key, 0) & (GIVEN | SURNAME | RARE) or is_unlisted(surface)
    return key not in _NO_CHILDREN and bool(named)


RULES = (
    row(
        "unlisted-does",
        rf"(?:(?m:^)[ \t]*|[.;!?:–—] |- |\d{{4}} )(?P<phi>{_NAME}) {_DOES}(?:[^\pL]|$)",
        "Silver Bay); <PATIENT>Unasbasia</PATIENT> died 2016.",
        "today. Mother died; Patient says; Troponin agreed. Excedrin helps. Vapotherm at bedside",
        score=0.92,
        check=is_unlisted,
    ),
    row(
        "unlisted-child",
        rf"{_KIDS}:? (?:{_NAME}(?: {_NAME})? ?\(?\d{{1,2}}\)?,? (?:and |& )?){{1,6}}"
        rf"(?P<phi>{_NAME}(?: {_NAME})?) \(?\d{{1,2}}\b",
        "kids Grocaela Gop 22, <PATIENT>Nebbor</PATIENT> 16, Devija",
        "kids well 22, Tylenol 16",
        score=0.92,
        check=is_unlisted,
    ),
    row(
        "unlisted-child-among-others",
        rf"{_KIDS}:? (?:{_NAME}(?: {_NAME})? ?\(?\d{{1,2}}\)?,? (?:and |& )?){{1,6}}?"
        rf"(?P<phi>{_NAME}(?: {_NAME})?) \(?\d{{1,2}}\b",
        "kids Grocaela Gop 22, <PATIENT>Nebbor</PATIENT> 16, Devija Hara 11",
        "kids well 22, Tylenol 16, Motrin 11",
        score=0.92,
        check=is_unlisted,
    ),
    row(
        "goes-by",
        rf"(?i:\b(?:goes|going|known|called|wants to go) by) [\"“']?(?P<phi>{_NAME})"
        r"(?:[^\pL\pN'’-]|$)",
        "Zed goes by <PATIENT>Adond</PATIENT> not Likeele",
        "goes by Bus, called by Nursing",
        score=0.9,
        check=is_unlisted,
    ),
    row(
        "unlisted-staff",
        # Of these, sentences begin, too (PT Theraband given): two words are a name.
        rf"\b(?:SLP|OT|PT|RD|SW|MSW|OTR) (?P<phi>{_NAME} {_NAME})(?:[^\pL\pN'’-]|$)",
        "Neuro/Cog: SLP <DOCTOR>Wianława Bpol</DOCTOR> MoCA 24/30",
        "PT Eval, SLP Consult, OT Session, PT Theraband given, SLP Videofluoroscopy pending",
        score=0.9,
        check=is_unlisted,
    ),
    row(
        "unlisted-role",
        r"\b(?:interp|intake|[Ss]olicitor|[Aa]dvocate|[Ff]oreman) "
        rf"(?P<phi>{_NAME}(?: {_NAME})?)(?:[^\pL\pN'’-]|$)",
        "called by solicitor <DOCTOR>Wianława</DOCTOR>",
        "intake Form, advocate Services, solicitor Letter; interp Kinyarwanda, interp Twi.",
        score=0.9,
        check=is_unlisted,
    ),
    row(
        "child-aged",
        rf"(?i:\b(?:kids|children|grandchildren|grandkids|siblings|twins)):? (?P<phi>{_NAME}) "
        r"\(\d{1,2}\)",
        "Grandchildren <PATIENT>Nebbor</PATIENT> (14). Grandkids <PATIENT>Grace</PATIENT> (14)",
        "Children Ages (4), Siblings: Healthy (2). Children: None (0). Kids: Zyrtec (5) mg",
        score=0.9,
        check=_is_child,
        unless_after=r" ?(?:m[cg]|mL|ml|g|tabs?|units?)\b",
    ),
    row(
        "unlisted-at-bedside",
        rf"(?m:^)[ \t]*(?:[01]\d|2[0-3]):?[0-5]\d(?: ?h)?[ \t]*[-–—:]?[ \t]*(?P<phi>{_NAME}) "
        rf"(?:at (?:the )?"
        r"bedside (?:w/|with|to (?:visit|see|say)|asking|and)|here (?:w/|with|asking|to)|in to "
        r"visit|left for)",
        "1105 - <PATIENT>Edpur</PATIENT> at bedside w/ Pr. Toshuro",
        "1105 - Vapotherm at bedside. 1200 Team at bedside with family; 1300 - Mother here with",
        score=0.9,
        check=is_unlisted,
    ),
    row(
        "kin-in-small-letters",
        r"\b(?:wife|husband|son|daughter|dtr|brother|sister|mother|father|mom|dad|mum|partner|niece"
        r"|nephew|neighbou?r|roommate|friend) (?P<phi>\p{Ll}{4,}) (?:witnessed|says|said|called"
        r"|reports"
        r"|states|stated|brought|at bedside|is here|here|phoned|drove|will|lives|wants|asks|asked"
        r"|told"
        r"|present)(?:[^\pL]|$)",
        "lights. wife <PATIENT>letne</PATIENT> witnessed, son <PATIENT>rogelio</PATIENT> says",
        "wife also says, son then called, mother currently at bedside; husband still asks",
        score=0.9,
        check=_is_new_in_small,
    ),
)
