"""Shorthand of wards that a model takes for beds, dates or houses: 2L NP, smk 10/day."""

from __future__ import annotations

from incognote.detect.protection.rows import row as _row

_FLOW = r"\d{1,2}(?:\.\d)?L"
_MASK = r"(?:NP|NC|NPs|O2|HM|NRB|NRM|RM|FM|VM|SM|HFNC|HFNP|HFNO2|NIV)"
_PLACE = r"\b(?:rm|room|bed|unit|ward|bay|floor|flr|pod|level|suite|ste|tower|wing) ?#? ?"

ROWS = (
    _row(
        "flow-of-oxygen",
        rf"\b(?P<phi1>{_FLOW}) (?:via |of |by )?(?P<phi2>{_MASK})\b",
        "on <PLAIN>2L</PLAIN> <PLAIN>NP</PLAIN>, <PLAIN>15L</PLAIN> via <PLAIN>NRB</PLAIN>",
        "ward 4L NP Okafor, bed 2L O2, 3L NP Lee rounding, seen by 4L NP",
        before=rf"{_PLACE}|\b(?:by|from|the|per|to see) ",
        after=r",? (?-i:\p{Lu}\p{Ll})|[-/\d]",
    ),
    _row(
        "weaned-oxygen",
        rf"\bfrom (?P<phi1>{_FLOW}) (?P<phi2>{_MASK}) to (?P<phi3>{_FLOW}) (?P<phi4>{_MASK})\b",
        "weaned from <PLAIN>4L</PLAIN> <PLAIN>NP</PLAIN> to <PLAIN>1L</PLAIN> <PLAIN>NP</PLAIN>",
        "moved from 4L NP to 5L Okafor, ward 4L",
        after=r",? (?-i:\p{Lu}\p{Ll})|[-/\d]",
    ),
    _row(
        "smoked-a-day",
        r"(?i)\b(?P<phi>(?:smks?|smokes?|smoking|smoked|cigs?|vapes?) (?:approx |about |~)?\d{1,2}"
        r"(?:-\d{1,2})?/(?:day|d|7|wk|week))\b",
        "<PLAIN>smk 10/day</PLAIN>, ex-IVDU",
        "smoked 10/12/2019, quit smoking 3/7/19",
        after=r"[/\d-]",
    ),
    _row(
        "disease-in-small-letters",
        r"\b(?P<phi>[a-z]{4,}(?:['’]s)? dz)\b",
        "<PLAIN>mcardle dz</PLAIN>, <PLAIN>graves dz</PLAIN> on carbimazole",
        "Graves Dzingai, pt has dz",
        after=r"['’]\pL",
    ),
    _row(
        "code-of-test",
        r"\b(?P<phi>\d{1,5}-\d)\^[^|^\n]{2,80}\^(?:LN|LOINC)\b",
        "OBX|1|NM|<PLAIN>6598-7</PLAIN>^Troponin T hs^LN||14",
        "MRN 6598-7^^^LN, 6598-77^Troponin^LN",
        before=r"[\d-]",
    ),
    _row(
        "degrees-of-ireland",
        r"\bMB,? B(?:Ch|CH),? (?P<phi>BAO)\b",
        "MB BCh <PLAIN>BAO</PLAIN> MRCGP",
        "Dr BAO, MB BCh Bao Nguyen",
    ),
)
