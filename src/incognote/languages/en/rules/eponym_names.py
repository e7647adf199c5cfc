"""People whose surname is an eponym, by their given name or their verb: `Karen Babinski s/p CABG`.

A model takes the term that it knows; here the place in the line says that it is a person.
"""

from __future__ import annotations

from incognote.detect.lexicon.lists import GIVEN, load_lexicon, to_key
from incognote.detect.rules import row

_CAP = r"\p{Lu}[\pL'’-]+"
_DOES = (
    r"(?i:here|seen|is|was|has|had|s/p|called|calls|came|comes|presents|presented|reports|reported"
    r"|states|stated|denies|denied|says|said|c/o|complains|arrived|returns|returned|admitted"
    r"|asked|asks|wants|refused|refuses|\d{1,3} ?(?:y/?o|yr|year))"
)


def _is_given_and_eponym(surface: str) -> bool:
    lexicon, keys = load_lexicon("en"), to_key(surface).split()
    given, last = keys if len(keys) == 2 else ("", "")
    named = lexicon.flags.get(given, 0) & GIVEN or given in lexicon.context.modals
    return last in lexicon.lists.eponyms and bool(named or lexicon.is_of_no_list(given))


def _is_eponym_and_given(surface: str) -> bool:
    last, _, given = surface.partition(",")
    return _is_given_and_eponym(f"{given} {last}") and to_key(given) not in (
        load_lexicon("en").lists.eponyms
    )


def _is_eponym(surface: str) -> bool:
    return to_key(surface) in load_lexicon("en").lists.eponyms


RULES = (
    row(
        "given-name-and-eponym",
        rf"(?:^|[\n.;:!?|\t] {{0,3}})(?P<phi>{_CAP} {_CAP}) {_DOES}\b",
        "<PATIENT>Mark Parkinson</PATIENT> here for f/u. <PATIENT>Will Graves</PATIENT> 64 yo",
        "<PATIENT>KAREN BABINSKI</PATIENT> S/P CABG.",
        "Right Babinski was up. Mark Babinski negative. Hope Parkinson does not progress",
        score=0.9,
        check=_is_given_and_eponym,
    ),
    row(
        "eponym-and-given-name",
        rf"(?m:^)[ \t]*(?:(?i:pt|patient|re|name):? )?(?P<phi>{_CAP}, ?{_CAP})"
        r"(?:[ \t]?[:(–-]|[ \t]*(?:\r?\n|$)|,? {1,2}\d{1,3} ?(?i:y|m|f))",
        "<PATIENT>Parkinson, James</PATIENT>: no fever.\n<PATIENT>Bell, Grace</PATIENT> 64F",
        "<PATIENT>Parkinson, Tamsin</PATIENT>: no fever",
        "Crohn, Graves\nParkinson, Hypertension: stable. He has Parkinson, James aware",
        score=0.9,
        check=_is_eponym_and_given,
    ),
    row(
        "patient-and-eponym",
        rf"\b(?:[Pp]t|[Pp]atient|PT|PATIENT)\.? (?P<phi>{_CAP}) {_DOES}\b",
        "pt <PATIENT>Parkinson</PATIENT> called; Patient <PATIENT>Crohn</PATIENT> states",
        "pt Crohn flare, PT ROMBERG IS negative, pt's Babinski was up",
        score=0.85,
        check=_is_eponym,
        unless_after=r" (?i:is|was) (?i:positive|negative|present|absent|up|down|normal|\+|-)",
    ),
)
