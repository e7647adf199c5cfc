"""Eponyms of several names, operations, languages, isotopes, graded scales: never a person."""

from __future__ import annotations

from incognote.core.words import any_of
from incognote.detect.rules import row
from incognote.languages.en.rule_words import LANGUAGES, OPERATIONS

_EPONYM = (
    r"(?:Mallory-Weiss|Budd-Chiari|Dandy-Walker|Wolff-Parkinson-White|Guillain-Barr[eé]"
    r"|Charcot-Marie-Tooth|Cheyne-Stokes|Churg-Strauss|Lambert-Eaton|Lennox-Gastaut|Swan-Ganz"
    r"|Jackson-Pratt|Lund-Browder|Lund (?:&|and) Browder|Starr-Edwards|Blalock-Taussig"
    r"|Zollinger-Ellison|Peutz-Jeghers|Brown-S[eé]quard|Kearns-Sayre|Osgood-Schlatter"
    r"|Legg-Calv[eé]-Perthes|Glasgow-Blatchford|Child-Pugh|Child-Turcotte-Pugh|Henoch-Sch(?:ö|oe?)nlein"
    r"|Epstein-Barr|Creutzfeldt-Jakob|Ehlers-Danlos|Prader-Willi|Arnold-Chiari|Kayser-Fleischer"
    r"|(?:Scarff-)?Bloom-Richardson|Dix-Hallpike|Roux-en-Y|Landau-Kleffner|Klippel-(?:Feil|Tr[eé]naunay)"
    r"|[Vv]on Hippel-Lindau|Li-Fraumeni|Birt-Hogg-Dub[eé]|Rubinstein-Taybi|Beckwith-Wiedemann"
    r"|Wernicke-Korsakoff|Ziehl-Neelsen|Kaplan-Meier|Cockcroft-Gault|Harris-Benedict"
    r"|Mifflin-St\.? Jeor|Reed-Sternberg|Damus-Kaye-Stansel|(?:Bacillus )?Calmette-Gu[eé]rin"
    r"|Pell (?:&|and) Gregory|Sister Mary Joseph|Hoehn (?:&|and) Yahr|Nelson-Denny"
    r"|Woodcock-Johnson|Weil-Felix|Paul-Bunnell|Waterhouse-Friderichsen"
    r"|Hallervorden-Spatz|Rosai-Dorfman|Erdheim-Chester|Buerger-Allen|Cronkhite-Canada|Gardner-Diamond"
    r"|Galdakao-modified Valdivia|Kasabach-Merritt|Bernard-Soulier|Chediak-Higashi"
    r"|Wiskott-Aldrich|Shwachman-Diamond|Diamond-Blackfan|Crigler-Najjar|Dubin-Johnson|Lesch-Nyhan"
    r"|Niemann-Pick|Tay-Sachs|Smith-Lemli-Opitz|Pierre Robin|Treacher Collins|Marcus Gunn"
    r"|Argyll Robertson|Ivor Lewis|Le Fort|Da Vinci|da Vinci)"
)
_OPERATION = rf"(?i:{any_of(sorted(OPERATIONS))})"
_SURGERY = (
    r"(?:surger(?:y|ies)|surg(?:ical)?(?: h(?:x|istory))?|operations?|procedures?|PSH|PSHx|s/p"
    r"|status post|underwent|repairs?|fundoplication|ortho|urology|derm|vascular)"
)
_DONE = (
    r"(?:[,.;)]|\r?\n|$| (?:and|for|in|at|with|on|x|c/b|\(|\+|&|[12]\d{3}|'\d\d)(?:[^\pL\pN]|$))"
)
_SPOKEN = rf"(?i:{any_of(sorted(LANGUAGES))})(?: (?:[Cc]reole|Chin))?"


ROWS = (
    row(
        "operation",
        rf"\b(?i:{_SURGERY}):? (?P<phi>{_OPERATION}(?:(?:, | and |/| \+ ){_OPERATION})*){_DONE}",
        "past surgery <PLAIN>Nissen</PLAIN>, appendectomy; PSH: <PLAIN>Whipple, Billroth</PLAIN>",
        "s/p <PLAIN>Fontan</PLAIN> 2012, ortho <PLAIN>Girdlestone</PLAIN>)",
        "surgery Nissen aware, ortho Weaver; surgery Ross, Dr. Nissen, surgery Nissen x4410",
        unless_before=r"\b(?:dr|seen by|per|by|from)\.? ",
    ),
    row(
        "language-of-interpreter",
        r"\b(?i:interp(?:reter|retation|reted|s|\.)?|translat(?:or|ion)|language(?: line)?)"
        rf"(?i: (?:for|in|needed|used|service))?:? (?P<phi>{_SPOKEN}"
        rf"(?:(?:, | and | or | ?/ ?){_SPOKEN})*)(?:[,.;:)/]|\r?\n|$| [#\d(]| \p{{Ll}})",
        "needs interp <PLAIN>Hmong</PLAIN>, interp. <PLAIN>Haitian Creole</PLAIN> used",
        "language line <PLAIN>Dari</PLAIN> #4432; Interpreter: <PLAIN>Twi, Wolof</PLAIN>\n",
        "interp Weber, interp Karen; interpreter Somali Ahmed; interp French Weber",
    ),
    row(
        "eponym-in-small-letters",
        r"\b(?:has|had) (?P<phi>(?:hashimoto|crohn|parkinson|alzheimer|raynaud|sjogren|meniere"
        r"|barrett|peyronie|dupuytren)(?:['’]?s)?)"
        r"(?:[,.;:)\n]|$| (?:disease|syndrome|thyroiditis|too|as)\b)",
        "winter side has <PLAIN>hashimoto</PLAIN>, an uncle",
        "aunt had <PLAIN>crohn's</PLAIN> too",
        "clinic has parkinson on the phone; has Crohn, RN",
    ),
    row(
        "isotope",
        r"\b(?P<phi>(?:I-1(?:23|25|31)|Tc-99m?|Ga-6[78]|Lu-177|Ra-223|Tl-201|In-111|Cs-137|Ir-192"
        r"|Xe-133))\b",
        "<PLAIN>I-131</PLAIN> ablation, <PLAIN>Tc-99m</PLAIN> sestamibi",
        "room I-13, unit C-12",
        unless_before=r"\b(?:rm|room|bed|unit|ward) ?#? ?",
        unless_after=r"\d",
    ),
    row(
        "coma-scale-joined",
        r"\b(?P<phi>E[1-4CT] ?V[1-5T] ?M[1-6])\b",
        "GCS 13 (<PLAIN>E3V4M6</PLAIN>), <PLAIN>E4 VT M6</PLAIN>",
        "E3V4M6A",
    ),
    row(
        "junction",
        r"\b(?P<phi>(?:GE|OG|UPJ|UVJ|SP|L5-?S1|CMC|DE|GO)[- ][Jj]unction)\b",
        "tear at the <PLAIN>GE junction</PLAIN>",
        "at Grand Junction",
    ),
    row(
        "cells",
        r"\b(?:[TBi]|NK|islet|plasma|mast|stem|germ|beta|hair) (?P<phi>cells? \d{1,3})\b",
        "islet <PLAIN>cell 3</PLAIN>",
        "cell 3 of B block",
    ),
    row(
        "floor",
        r"(?i)\b(?P<phi>floor (?:mats?|exercises?|time|play|transfers?))\b",
        "<PLAIN>floor mat</PLAIN> beside the bed",
        "floor 3",
    ),
    row(
        "march-in-place",
        r"\b(?P<phi>[Mm]arch) (?:in place|in step|fractures?|h(?:a)?emoglobinuria)\b",
        "may <PLAIN>march</PLAIN> in place",
        "in March in plaster",
    ),
    row(
        "pickup",
        r"\b(?P<phi>[EF]-?[1-4]50)\b(?: (?:truck|rollover|pickup|van))?",
        "<PLAIN>F-150</PLAIN> rollover",
        "bed F-15, F-1500",
        unless_before=r"(?i)\b(?:rm|room|bed|unit|ward|apt|suite|ste|cell) ?#? ?",
    ),
    row(
        "graded-eponym",
        r"\b(?P<phi>(?:Le ?Fort I{1,3}|(?:Rancho|RLAS) (?:[Ll]evel )?[IVX]{1,4}"
        r"|(?:Karnofsky|Lansky|KPS) ?\d{2,3}|PERRLA? ?\d(?:[.]5)?/\d(?:[.]5)?))\b",
        "<PLAIN>Le Fort I</PLAIN> fracture",
        "<PLAIN>Rancho VI</PLAIN>, <PLAIN>Karnofsky 70</PLAIN>, <PLAIN>PERRL 3/3</PLAIN>",
        "Rancho Viejo; Fort Irwin",
    ),
    row(
        "double-eponym",
        rf"\b(?P<phi>{_EPONYM}(?:,? (?:and |or )?{_EPONYM})*)\b",
        "<PLAIN>Mallory-Weiss</PLAIN> tear; burns by <PLAIN>Lund & Browder</PLAIN>",
        "<PLAIN>Osgood-Schlatter, Legg-Calve-Perthes</PLAIN> discussed",
        "Dr. Budd-Chiari",
        unless_before=r"\b(?:dr|mr|mrs|ms|miss|nurse|prof)\.? ",
        unless_after=r",? (?:MD|RN|NP|DO|PA)\b",
    ),
)
