"""Eponyms of several names, isotopes, graded scales: never a person, a place or a date."""

from __future__ import annotations

from incognote.detectors.protection.rows import row as _row

_EPONYM = (
    r"(?:Mallory-Weiss|Budd-Chiari|Dandy-Walker|Wolff-Parkinson-White|Guillain-Barr[eé]"
    r"|Charcot-Marie-Tooth|Cheyne-Stokes|Churg-Strauss|Lambert-Eaton|Lennox-Gastaut|Swan-Ganz"
    r"|Jackson-Pratt|Lund-Browder|Lund (?:&|and) Browder|Starr-Edwards|Blalock-Taussig"
    r"|Zollinger-Ellison|Peutz-Jeghers|Brown-S[eé]quard|Kearns-Sayre|Osgood-Schlatter"
    r"|Legg-Calv[eé]-Perthes|Glasgow-Blatchford|Child-Pugh|Child-Turcotte-Pugh)"
)

ROWS = (
    _row(
        "isotope",
        r"\b(?P<phi>(?:I-1(?:23|25|31)|Tc-99m?|Ga-6[78]|Lu-177|Ra-223|Tl-201|In-111|Cs-137|Ir-192"
        r"|Xe-133))\b",
        "<PLAIN>I-131</PLAIN> ablation, <PLAIN>Tc-99m</PLAIN> sestamibi",
        "room I-13, unit C-12",
        before=r"\b(?:rm|room|bed|unit|ward) ?#? ?",
        after=r"\d",
    ),
    _row(
        "graded-eponym",
        r"\b(?P<phi>(?:Le ?Fort I{1,3}|(?:Rancho|RLAS) (?:[Ll]evel )?[IVX]{1,4}"
        r"|(?:Karnofsky|Lansky|KPS) ?\d{2,3}|PERRLA? ?\d(?:[.]5)?/\d(?:[.]5)?))\b",
        "<PLAIN>Le Fort I</PLAIN> fracture",
        "<PLAIN>Rancho VI</PLAIN>, <PLAIN>Karnofsky 70</PLAIN>, <PLAIN>PERRL 3/3</PLAIN>",
        "Rancho Viejo; Fort Irwin",
    ),
    _row(
        "double-eponym",
        rf"\b(?P<phi>{_EPONYM}(?:,? (?:and |or )?{_EPONYM})*)\b",
        "<PLAIN>Mallory-Weiss</PLAIN> tear; burns by <PLAIN>Lund & Browder</PLAIN>",
        "<PLAIN>Osgood-Schlatter, Legg-Calve-Perthes</PLAIN> discussed",
        "Dr. Budd-Chiari",
        before=r"\b(?:dr|mr|mrs|ms|miss|nurse|prof)\.? ",
        after=r",? (?:MD|RN|NP|DO|PA)\b",
    ),
)
