"""Names that a note writes in small letters, behind a title, a role or a relative: `Dr szuler`.

Most words in small letters are no names; so each must be known as a name of persons and as nothing
else, or stand behind a title that only people have and be no word of the language.
"""

from __future__ import annotations

from incognote.core.words import listed
from incognote.detect.lexicon.lists import GIVEN, MEDICAL, RARE, SURNAME, load_lexicon, to_key
from incognote.detect.rules import row
from incognote.languages.en.rules.handovers import is_surname
from incognote.languages.en.rules.little_names import KIN

_TITLE = (
    r"(?:Drs?|DR|dr|Prof|Mr|Mrs|Ms|MR\.|MRS|MS\.|Judge|Ofc|Officer|Sgt|Rabbi|Fr|Rev|Pr|Pastor|Deputy|Atty"
    r"|Detective|Det|Imam|Dean|Commissioner)"
)
_STAFF = (
    r"(?:RN|NP|PA-C|LPN|CNA|SW|MSW|LCSW|SLP|OT|PT|CNM|DSN|WOCN|[Nn]urse|NURSE|[Ii]nterpreter|[Ii]nterp"
    r"|[Cc]haplain|[Pp]harmacist|[Cc]ounsel+or|[Nn]avigator|[Cc]ase manager|[Pp]aramedic|[Mm]edic"
    r"|[Dd]oula|[Mm]idwife|SSG|LCDR|CPT|COL|MAJ|LTC|PFC|SPC|MD|PCP:|[Ss]ocial worker?|[Cc]osign)"
)
_SMALL = r"\p{Ll}[\p{Ll}'’-]*\p{Ll}"
_LETTER = r"\p{Ll}\.? ?"
_THEN = r"(?:[^\pL\pN'’-]|['’]s\b|$)"


_NO_NAMES = listed("doña don habil hab iur med mod phil rer scholl scholl's señor señora")
"""Degrees and titles of other languages behind `Dr.`, and what else stands there."""


def _is_known(word: str) -> bool:
    """Whether a word is a name of persons alone, or in no list at all and no word."""
    return word not in _NO_NAMES and len(word) > 2 and load_lexicon("en").is_of_no_list(word)


def _is_new(word: str) -> bool:
    """Whether a word is in no list at all, long enough to be no slip of the pen, and no verb."""
    return len(word) > 4 and not word.endswith(("ing", "ed", "'d", "s")) and _is_known(word)


def _is_given(word: str) -> bool:
    """Whether a word is a given name alone."""
    return bool(load_lexicon("en").flags.get(to_key(word), 0) & GIVEN) and _is_known(word)


_BEHIND_MISTER = listed("and are has is man may miss not or said the to was who will with woman")


def _is_of_mister(word: str) -> bool:
    """Whether a word is borne as a surname, whatever else it means: `Mr. ward`."""
    borne = load_lexicon("en").flags.get(to_key(word), 0) & (SURNAME | RARE)
    return bool(borne) and word not in _BEHIND_MISTER


def _is_listed(word: str) -> bool:
    """Whether a word is a name of persons alone."""
    flags = load_lexicon("en").flags.get(to_key(word), 0)
    return bool(flags & (GIVEN | SURNAME | RARE)) and _is_known(word)


def _is_titled(surface: str) -> bool:
    """Whether the last word may be a surname and none is a word of the language."""
    return all(_is_known(part) for word in surface.split() for part in word.split("-") if part)


def _is_full(surface: str) -> bool:
    """Whether of two words the first is a given name and the second may be a surname."""
    lexicon = load_lexicon("en")
    first, last = surface.split()
    given = lexicon.flags.get(to_key(first), 0)
    medical = lexicon.flags.get(to_key(last), 0) & MEDICAL
    named = given & GIVEN and not lexicon.is_ordinary(first)
    return bool(named) and not medical and is_surname(last) and len(last) > 1


def _is_surely_full(surface: str) -> bool:
    """The same where the second may be a verb: no `niece ottilie rang`."""
    return _is_full(surface) and not load_lexicon("en").is_ordinary(surface.split()[1])


RULES = (
    row(
        "titled-in-small-letters",
        rf"\b{_TITLE}\.? (?P<phi>(?:{_LETTER})??{_SMALL}){_THEN}",
        "had ECT under Dr. <DOCTOR>szuler</DOCTOR>, Ofc <DOCTOR>begody</DOCTOR> en route",
        "Dr. on call, dr office, Mr and Mrs; Fr catheter, Dr who; Rev of systems; MS contin",
        score=0.93,
        check=_is_titled,
        unless_before=r"\d ?fr\.? ",
    ),
    row(
        "mister-in-small-letters",
        rf"\b(?:Mr|Mrs|Ms|Mx|MR|MRS|MS|Miss)\. (?P<phi1>{_SMALL}){_THEN}"
        rf"|\b(?:Mr|Mrs) (?P<phi2>{_SMALL}){_THEN}"
        rf"|\bDr\.? (?P<phi3>{_SMALL})(?:[);]|, | (?:at|aware|notified|paged|said|recs?)\b)",
        "MR. <PATIENT>ward</PATIENT> REMAINS; with Mr. <PATIENT>tenant</PATIENT> or any",
        "Spoke with Dr <PATIENT>hand</PATIENT> at CVIH",
        "Mr and Mrs; Mr. man, Dr. will, Dr at work, MS. or MR. with contrast",
        score=0.93,
        check=_is_of_mister,
    ),
    row(
        "titled-in-full-in-small-letters",
        rf"\b(?:{_TITLE}|{_STAFF})\.?:? \(?(?P<phi>{_SMALL} {_SMALL}){_THEN}",
        "read by Dr <DOCTOR>lior gefen</DOCTOR> (resident)",
        "SW <DOCTOR>keturah fink</DOCTOR>",
        "Nurse told patient; RN grace period, PT dawn exercise; Dr will see",
        score=0.93,
        check=_is_full,
    ),
    row(
        "staff-in-small-letters",
        rf"\b{_STAFF} (?P<phi>{_SMALL}){_THEN}",
        "w/ ethics, RN <DOCTOR>marisol</DOCTOR>.",
        "RN aware, PT will see, nurse grace; OT eval, SW consult",
        score=0.9,
        check=_is_listed,
    ),
    row(
        "kin-in-full-in-small-letters",
        rf"\b(?:{KIN}|[Ff]ianc[eé]e?|g/?f|b/?f|[Dd]tr|Contact:|Name:),? "
        rf"(?P<phi>{_SMALL} {_SMALL}){_THEN}",
        "FOB is fiancé <PATIENT>corwin earley</PATIENT>, 31",
        "mother grace period; son will come; niece ottilie rang, sister april showers",
        score=0.93,
        check=_is_surely_full,
    ),
    row(
        "kin-alone-in-small-letters",
        rf"\b(?:{KIN}|[Ff]ianc[eé]e?|g/?f|b/?f|[Dd]tr) (?P<phi>{_SMALL}){_THEN}",
        "her son <PATIENT>rodrigo</PATIENT> drives; b/f <PATIENT>rodrigo</PATIENT> rang",
        "mother grace, son will; wife helps, daughter april; mum cooks",
        score=0.9,
        check=_is_given,
    ),
    row(
        "new-in-small-letters",
        rf"\b(?:{KIN}|[Ff]ianc[eé]e?|g/?f|b/?f|[Dd]tr|RN|[Ii]nterp(?:reter)?) (?P<phi>{_SMALL})"
        r"(?:[.,;)](?:\s|$)|[ \t]*(?:\r?\n|$)| \(?\d)",
        "gf <PATIENT>shawntae</PATIENT> 605; lives with wife <PATIENT>efthymia</PATIENT>.",
        "mother aware, son well. wife unwell; RN aware. daughter april. aunt hoarding.",
        score=0.88,
        check=_is_new,
    ),
    row(
        "told-in-small-letters",
        r"\b(?i:lm|lvm|l/m|left (?:a )?(?:msg|message|vm)|s/w|spoke (?:to|w/|with)|msg'?d|messaged"
        r"|texted|ok per|okay per|rpt to|report to|thx|thanks)(?: for| with| to)? "
        rf"(?P<phi>{_SMALL})(?: x ?\d|[.,;:!)](?:\s|$)|[ \t]*(?:\r?\n|$)| (?:re|at|who|rn)\b)",
        "lm for <DOCTOR>marisol</DOCTOR> x2. s/w <DOCTOR>latoya</DOCTOR>, refill sent",
        "lm for mom x2, spoke to daughter. texted back; ok per protocol, s/w grace, thx all",
        score=0.9,
        check=_is_given,
    ),
    row(
        "asked-in-small-letters",
        rf"(?:(?m:^)[ \t]*(?:[-*•] ?)?|[:;,.] )(?P<phi>{_SMALL}) to "
        r"(?:check|chase|review|recheck|follow|call|d/w|see)\b",
        "handover: <DOCTOR>latoya</DOCTOR> to check mrs",
        "plan: team to review, gp to chase, refer to see; grace to call, nurse to check",
        score=0.9,
        check=_is_given,
    ),
)
