"""Codes of diagnoses, acts, drugs, tests and genes, and figures of special fields."""

from __future__ import annotations

from incognote.detectors.protection.rows import row as _row

_ACT = r"[A-Z]?\d{4,5}[A-Z]?"
_CHART = r"6/(?:4|5|6|7\.5|9|12|18|24|36|60)"
_CENTILE = r"(?:3[2-9]|[4-9]\d)(?:st|nd|rd|th)"
"""Beyond the days of a month."""
_AMINO = r"(?:Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val|Ter)"

ROWS = (
    _row(
        "diagnosis-code",
        r"\b(?P<phi>[A-TV-Z]\d[\dAB]\.[\dX]{1,3}[\dX]?[ADS]?)\b",
        "<PLAIN>S13.4XXA</PLAIN>  <PLAIN>V43.54XA</PLAIN>; <PLAIN>K02.52</PLAIN>",
        "room B12-3, AB12.34",
        before=r"[-./]",
        after=r"[./-]\w",
    ),
    _row(
        "act-codes",
        rf"\b(?:HCPCS|CPTs?|CDT|E/M|[Bb]illed|[Dd]enied|MBS|[Ii]tems?)(?: codes?| nos?\.?)?[: ]+"
        rf"(?P<phi1>{_ACT})(?:, ?(?P<phi2>{_ACT}))?(?:, ?(?P<phi3>{_ACT}))?"
        rf"(?:,? (?:and )?(?P<phi4>{_ACT}))?\b",
        "HCPCS <PLAIN>E1390</PLAIN>, <PLAIN>E0431</PLAIN>    PT DOB",
        "Denied: <PLAIN>22614</PLAIN>, <PLAIN>20930</PLAIN>.",
        "denied 123456",
        after=r"[-/]?\d",
    ),
    _row(
        "drug-code-label",
        r"\bNDC[ :#]{1,3}(?P<phi>\d{4,5}-\d{3,4}-\d{1,2}|\d{10,11})\b",
        "NDC <PLAIN>51672-4032-01</PLAIN> QTY 15",
        "NDC 12",
    ),
    _row(
        "code-of-json",
        r"\"code\": ?\"(?P<phi>[A-Z\d][A-Z\d.-]*)\"",
        '"system":"LN","code":"<PLAIN>4548-4</PLAIN>"',
        '"value":"4548-4"',
    ),
    _row(
        "dicom-tag",
        r"(?P<phi>\([\dA-F]{4},[\dA-F]{4}\)(?: (?:AE|AS|CS|DA|DS|DT|IS|LO|LT|OB|OW|PN|SH|SQ|ST|TM"
        r"|UI|UL|US)\b)?)",
        "<PLAIN>(0008,0030) TM</PLAIN> [134402]",
        "(0008,003)",
    ),
    _row(
        "dicom-time",
        r"\([\dA-F]{4},[\dA-F]{4}\) (?:TM|DS|IS|CS) \[(?P<phi>[^\[\]\n]{1,40})\]",
        "(0008,0030) TM [<PLAIN>134402</PLAIN>]",
        "(0010,0020) LO [134402]",
    ),
    _row(
        "pedigree",
        r"\((?P<phi>(?:I|II|III|IV|V|VI)[-:.]\d{1,2})\)",
        "your grandfather (<PLAIN>I-1</PLAIN>) died",
        "bed (IV-123)",
    ),
    _row(
        "sequence-variant",
        rf"\b(?P<phi>[cgmn]\.[-*]?\d[\d_+*-]*(?:(?:del|dup|ins|inv)[A-Za-z]*|[ACGT]>[ACGT])"
        rf"|p\.\(?{_AMINO}\d+[A-Za-z]*\*?\)?)",
        "MLH1 <PLAIN>c.1852_1853delinsGC</PLAIN>, <PLAIN>p.Arg117His</PLAIN>",
        "c.1985, p.12",
    ),
    _row(
        "receptors",
        r"\bER (?P<phi1>[0-8]/8)(?:[ (]{1,2}Allred\)?)?[,; ]{1,3}(?:and )?Pg?R (?P<phi2>[0-8]/8)\b",
        "ER <PLAIN>8/8</PLAIN> Allred, PR <PLAIN>5/8</PLAIN>, HER2",
        "in ER 5/8, PR visit",
        after=r"[/\d]",
    ),
    _row(
        "barthel",
        r"(?i)\bbarthel(?: (?:index|score|adl|was|is|of|now))*[ :=]+(?P<phi>\d{1,3}/(?:20|100))\b",
        "Rankin 4, Barthel <PLAIN>11/20</PLAIN>.",
        "Barthel on 11/20",
        after=r"[/\d]",
    ),
    _row(
        "motivation",
        r"(?i)\b(?:intent|motivation|motiv|confidence|cravings?|urges?|cramps?|ha|headaches?|energy"
        r"|fatigue|stress|distress|suds)[ :=]+(?:is |was |now |of |at )?(?P<phi>\d{1,2}/10)\b",
        "intent <PLAIN>6/10</PLAIN> at start, HA <PLAIN>6/10</PLAIN> after algebra",
        "stress test 6/10, headache on 6/10",
        after=r"[/\d-]",
    ),
    _row(
        "bowels",
        r"(?i)\b(?:bno|nbo|bowels (?:nil|not open(?:ed)?)|no bm)(?: for| x| ×)? (?P<phi>\d{1,2}/7)"
        r"\b",
        "bowels nil <PLAIN>6/7</PLAIN>!!",
        "bowels opened 6/7",
        after=r"[/\d-]",
    ),
    _row(
        "pinhole",
        rf"\b(?P<phi1>{_CHART}),? (?:ph|PH|pinhole) (?P<phi2>{_CHART})\b",
        "VA R <PLAIN>6/18</PLAIN> ph <PLAIN>6/12</PLAIN>, L",
        "6/18 phone 6/12",
        before=r"[\d/]",
        after=r"[/\d]",
    ),
    _row(
        "low-vision",
        rf"\b(?P<phi1>6/(?:36|60))(?:,| and|;| &) (?P<phi2>{_CHART})\b",
        "<PLAIN>6/60</PLAIN> and <PLAIN>6/24</PLAIN>), COPD",
        "6/6 and 6/24",
        before=r"[\d/]",
        after=r"[/\d]",
    ),
    _row(
        "vision-of-eye",
        rf"\((?P<phi>{_CHART}) (?:[RL]E?|OD|OS)\)",
        "Athira M. (<PLAIN>6/24</PLAIN> R),",
        "(6/24 RN)",
    ),
    _row(
        "fields",
        r"\b(?:HVF|VF|Humphrey|[Vv]isual fields?) (?P<phi>(?:10|24|30)-2)\b",
        "Annual HVF <PLAIN>10-2</PLAIN> and OCT",
        "HVF 10-21",
        after=r"[-/\d]",
    ),
    _row(
        "coherence-tomography",
        r"\b(?:HVF|10-2|24-2|30-2|RNFL|[Mm]acular?|[Rr]etinal|[Dd]isc|[Dd]ilated exam|Spectralis"
        r"|Cirrus)(?: and| &|,|/)? ?(?P<phi>OCT)\b",
        "HVF 10-2 and <PLAIN>OCT</PLAIN>.",
        "and OCT 12",
        after=r" ?\d",
    ),
    _row(
        "centile",
        rf"\b(?:(?:on|at|above|below|along|near|to|from) the|[Ll]ength|[Hh]eight|[Ww]eight"
        r"|hc|HC|OFC) "
        rf"(?P<phi>{_CENTILE})(?:[.,;)]|$| (?:centile|percentile|%))",
        "Weight on the <PLAIN>50th</PLAIN>, length",
        "her 50th birthday, on the 24th, at 75th Ave, diamonds on 47th",
    ),
    _row(
        "time-with-point",
        r"\b(?P<phi>(?:1[3-9]|2[0-3])\.(?:1[3-9]|[2-5]\d))\b",  # neither number is a month
        "200 ml given <PLAIN>14.20</PLAIN>. HIV",
        "on 14.12",
        before=r"[\d.,$£€-]",
        after=r"[.,]?\d|-\d",
    ),
    _row(
        "time-behind-date",
        r"\b\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d,? (?:at |kl\.? ?)?"
        r"(?P<phi>(?:[01]\d|2[0-3])\.[0-5]\d)\b",
        "Sampled: 23.11.2018 <PLAIN>09.14</PLAIN>",
        "23.11.2018 25.14",
        after=r"[./]?\d",
    ),
    _row(
        "year-of-law",
        r"\b\p{Lu}\p{Ll}+ Act,? (?P<phi>(?:18|19|20)\d\d)\b",
        "under the Equality Act <PLAIN>2010</PLAIN>, which",
        "Act in 2010",
    ),
    _row(
        "age-of-rule",
        r"(?i)\b(?:age|aged|≥|>=?) ?(?P<phi>\d{1,2}) (?:years )?(?:or|and) "
        r"(?:over|older|above|under|younger)\b",
        "[x] Age <PLAIN>18</PLAIN> or over",
        "aged 18 and well",
    ),
    _row(
        "gauge-of-needle",
        r"\b(?P<phi>(?:1[4-9]|2\d|3[0-2]) ?G)(?:,? (?:needle|cannula|[Vv]enflon|IV|PIV|spinal|Tuohy"
        r"|coaxial|core|[Bb]ard|angiocath|one pass|two passes|x ?\d)\b)",
        "<PLAIN>18G</PLAIN> Bard Max-Core; CVS <PLAIN>18G</PLAIN>, one pass",
        "room 18G, G2",
        before=r"\b(?:room|rm|bed|unit|apt|flat|ward) ?#?",
    ),
    _row(
        "tracer",
        r"\b(?P<phi>F-?18) (?:FDG|PSMA|DOPA|DCFPyL|florbeta\w+|fluciclovine|NaF)\b",
        "<PLAIN>F-18</PLAIN> FDG PET/CT",
        "bed F-18",
    ),
    _row(
        "form-of-payer",
        r"\b(?P<phi>(?:CMS|HCFA|SSA|USCIS)-\d{3,5}[A-Z]?)\b",
        "CERTIFICATE OF NECESSITY <PLAIN>CMS-484</PLAIN> DME",
        "CMS 484",
        after=r"[-/]\d",
    ),
    _row(
        "visa",
        r"(?i)\bsubclass (?P<phi>\d{3})\b",
        "Australia (subclass <PLAIN>482</PLAIN>)",
        "class 482",
    ),
    _row(
        "tooth",
        r"(?i)\b(?:tooth|teeth|(?:pre)?molars?|incisors?) #?(?P<phi1>[1-8][1-8])"
        r"(?:(?:, ?| and | & )(?P<phi2>[1-8][1-8]))?\b",
        "extracted teeth <PLAIN>36</PLAIN> and <PLAIN>46</PLAIN>, tooth <PLAIN>75</PLAIN>",
        "teeth at 36",
        after=r"[-/.]?\d| ?(?:y/?o|years|yrs)",
    ),
    _row(
        "grade-of-scale",
        r"\b(?P<phi>(?:Bethesda (?:category )?(?:IV|VI|V|I{1,3})|Beighton (?:score )?\d(?:/9)?"
        r"|Cormack(?:-Lehane)? [1-4][ab]?|Rutgeerts i\d[ab]?|Heidelberg [1-4][abc]"
        r"|Fitzpatrick (?:type )?(?:IV|VI|V|I{1,3})|Forrest (?:I{1,3}|[1-3])[abc]?"
        r"|Marsh [0-4][abc]?|Kudo (?:IV|V|I{1,3})|Hinchey (?:IV|I{1,3}|[1-4])[ab]?"
        r"|Clavien(?:-Dindo)? (?:IV|V|I{1,3}|[1-5])[ab]?|Gartland (?:IV|I{1,3}|[1-4])[ab]?"
        r"|Schatzker (?:IV|VI|V|I{1,3})|Killip (?:IV|I{1,3}|[1-4])"
        r"|West Haven (?:[Gg]rade )?(?:IV|I{1,3}|[0-4])|INTERMACS \d|Fazekas [0-3]))\b",
        "FNA <PLAIN>Bethesda V</PLAIN>; EDS, <PLAIN>Beighton 8</PLAIN>.",
        "SAH <PLAIN>Heidelberg 3c</PLAIN>",
        "Bethesda 20814; Marsh 12",
        after=r"[-/]?\d",
    ),
    _row(
        "eponym-of-test",
        r"\b(?P<phi>Muir-Torre|Lhermitte-Duclos|Bowie-Dick|Dalen-Fuchs|Leser-Tr[eé]lat"
        r"|Campbell de Morgan|Vogt-Koyanagi-Harada|Elston-Ellis|Austin Flint|Graham Steell"
        r"|Ramsay Hunt|St\.? John['’]?s wort|Rhode Island Reds?)\b",
        "about <PLAIN>Muir-Torre</PLAIN>; a <PLAIN>Bowie-Dick</PLAIN> pass",
        "Dr Austin Flint",
        before=r"\b(?:dr|mr|mrs|ms|miss|prof)\.? ",
    ),
)
