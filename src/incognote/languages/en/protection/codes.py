"""Codes of diagnoses, acts, drugs, tests and genes, and figures of special fields."""

from __future__ import annotations

from incognote.detect.rules import row

_ACT = r"(?:\d{5}|[A-Z]\d{4}|\d{4}[A-Z])"
"""A code of HCPCS (https://www.cms.gov/medicare/coding-billing) or of Australia's MBS."""
_CHART = r"6/(?:4|5|6|7\.5|9|12|18|24|36|60)"
_CENTILE = r"(?:3[2-9]|[4-9]\d)(?:st|nd|rd|th)"
"""Beyond the days of a month."""
_GROWTH = (
    r"(?:[Ll]ength|[Hh]eight|[Ww]eight|[Hh]ead circumference|BMI|hc|HC|OFC)"
    r"(?: (?:is|was|now|stays?|remains|tracks?|tracking|follows|plots?|plotted))?"
)
_LABELLED = (
    r"\b(?:rooms?|rm|beds?|bay|ward|unit|pod|chair|seat|suite|ste|desk|locker|badge|apt|flat|floor"
    r"|station|mrn|no|nr|nos|numbers?|id|chart|case|claim|specimen|pathology|subject|study|accession"
    r"|account|acct|ref|log ?in|log in as|user|username|employee|protocol|file|dob|born)\b\W{0,3}"
)
"""Before a mark: what follows is a place or a number of somebody's, whatever its shape."""
_PERSON = (
    r"\b(?:dr|mr|mrs|ms|miss|prof|nurse|sister|rn|md|by|with|per|at|in|to|from|near|saw|ward|unit"
    r"|room|bed|patient|pt|name)\b[.:]? |(?-i:\b\p{Lu}(?:\p{Ll}+|\.)?,? )"
)
"""Before a mark: a title, a place or a given name, so that a surname follows."""

ROWS = (
    row(
        "diagnosis-code",
        r"\b(?P<phi>[A-TV-Z]\d[\dAB]\.[\dX]{1,3}[\dX]?[ADS]?)\b",
        "<PLAIN>S13.4XXA</PLAIN>  <PLAIN>V43.54XA</PLAIN>; <PLAIN>K02.52</PLAIN>",
        "room B12-3, AB12.34, bed D12.1, MRN: K02.521",
        unless_before=rf"[-./]|{_LABELLED}",
        unless_after=r"[./-]\w",
    ),
    row(
        "act-codes",
        rf"\b(?:HCPCS|CPTs?|CDT|E/M|MBS(?: [Ii]tems?)?)(?: codes?| nos?\.?)?[: ]+"
        rf"(?P<phi1>{_ACT})(?:, ?(?P<phi2>{_ACT}))?(?:, ?(?P<phi3>{_ACT}))?"
        rf"(?:,? (?:and )?(?P<phi4>{_ACT}))?\b",
        "HCPCS <PLAIN>E1390</PLAIN>, <PLAIN>E0431</PLAIN>    PT DOB",
        "CPT 123456, by CPT 48213, item no 48213",
        unless_before=r"\bby CPT ",
        unless_after=r"[-/]?\d",
    ),
    row(
        "acts-billed",
        rf"\b(?:[Bb]illed|[Dd]enied): (?P<phi1>{_ACT}), ?(?P<phi2>{_ACT})"
        rf"(?:, ?(?P<phi3>{_ACT}))?(?:,? (?:and )?(?P<phi4>{_ACT}))?\b",
        "Denied: <PLAIN>22614</PLAIN>, <PLAIN>20930</PLAIN>.",
        "denied 123456, claim denied 48213, Billed: 48213 to account",
        unless_after=r"[-/]?\d",
    ),
    row(
        "drug-code-label",
        r"\bNDC[ :#]{1,3}(?P<phi>\d{4,5}-\d{3,4}-\d{1,2}|\d{10,11})\b",
        "NDC <PLAIN>51672-4032-01</PLAIN> QTY 15",
        "NDC 12",
    ),
    row(
        "code-of-json",
        r"\"system\": ?\"(?:LN|SCT|[^\"\n]{0,60}(?i:loinc|snomed|icd|cpt|rxnorm|ucum|cvx|ndc)"
        r"[^\"\n]{0,30})\", ?\"code\": ?\"(?P<phi>[A-Z\d][A-Z\d.-]*)\"",
        '"system":"LN","code":"<PLAIN>4548-4</PLAIN>"',
        '"value":"4548-4", "code":"V00071832"',
    ),
    row(
        "dicom-tag",
        r"(?P<phi>\(00[0-4][\dA-F],[\dA-F]{4}\)(?: (?:AE|AS|CS|DA|DS|DT|IS|LO|LT|OB|OW|PN|SH|SQ|ST"
        r"|TM|UI|UL|US)\b)?)",
        "<PLAIN>(0008,0030) TM</PLAIN> [134402]",
        "(0008,003), CABG (1998,2004)",
    ),
    row(
        "dicom-number",
        r"\([\dA-F]{4},[\dA-F]{4}\) (?:TM|DS|IS) \[(?P<phi>[-+.\d\\]{1,16})\]",
        "(0008,0030) TM [<PLAIN>134402</PLAIN>]",
        "(0010,0020) LO [134402], (0010,0010) CS [SMITH]",
    ),
    row(
        "pedigree",
        r"(?i:father|mother|parent|son|daughter|brother|sister|sib|sibling|uncle|aunt|cousin|nephew"
        r"|niece|proband|consultand|individual|carrier|twin)s? "
        r"\((?P<phi>(?:I|II|III|IV|V|VI)[-:.]\d{1,2})\)",
        "your grandfather (<PLAIN>I-1</PLAIN>) died",
        "bed (IV-123), moved to room (II-4)",
    ),
    row(
        "receptors",
        r"\bER (?P<phi1>[0-8]/8)(?:[ (]{1,2}Allred\)?)?[,; ]{1,3}(?:and )?Pg?R (?P<phi2>[0-8]/8)\b",
        "ER <PLAIN>8/8</PLAIN> Allred, PR <PLAIN>5/8</PLAIN>, HER2",
        "in ER 5/8, PR visit; seen in ER 5/8, PR 6/8",
        unless_before=r"\b(?:in|to|at|from|via|the|our|your) ER ",
        unless_after=r"[/\d]",
    ),
    row(
        "barthel",
        r"(?i)\bbarthel(?: (?:index|score|adl|was|is|of|now))*[ :=]+(?P<phi>\d{1,3}/(?:20|100))\b",
        "Rankin 4, Barthel <PLAIN>11/20</PLAIN>.",
        "Barthel on 11/20; Dr Barthel 11/20",
        unless_before=r"\b(?:dr|mr|mrs|ms|miss|nurse)\.? barthel[ :=]+",
        unless_after=r"[/\d]| \d",
    ),
    row(
        "motivation",
        r"(?i)\b(?:intent|motivation|motiv|confidence|cravings?|urges?|cramps?|ha|headaches?|energy"
        r"|fatigue|stress|distress|suds)[ :=]+(?:is |was |now |of |at )?(?P<phi>(?:10|\d)/10)\b",
        "intent <PLAIN>6/10</PLAIN> at start, HA <PLAIN>6/10</PLAIN> after algebra",
        "stress test 6/10, headache on 6/10, headache 12/10; seen for headache 6/10",
        "HA 9/10 Admitted, new headache 6/10, resolved by 6/12, cramps 4/10 came in",
        unless_before=r"\b(?:on|since|from|for|seen|admitted|visits?|new|clinic|ed|er|started|onset|began)\b"
        r"[^\n.;]{0,30}",
        unless_after=r"[/\d-]|[ ,;]{1,2}(?:admitted|seen|came|visit|ed|er|clinic|call\w*|and|to"
        r"|resolved)\b",
    ),
    row(
        "bowels",
        r"(?i)\b(?:bno|nbo|bowels (?:nil|not open(?:ed)?))(?: for| x| ×)? (?P<phi>\d{1,2}/7)"
        r"\b",
        "bowels nil <PLAIN>6/7</PLAIN>!!",
        "bowels opened 6/7, no BM 3/7",
        unless_after=r"[/\d-]",
    ),
    row(
        "pinhole",
        rf"\b(?P<phi1>{_CHART}),? (?:ph|PH|pinhole) (?P<phi2>{_CHART})\b",
        "VA R <PLAIN>6/18</PLAIN> ph <PLAIN>6/12</PLAIN>, L",
        "6/18 phone 6/12",
        unless_before=r"[\d/]",
        unless_after=r"[/\d]",
    ),
    row(
        "vision-corrected",
        rf"(?i)\b(?:(?:va|visions?|acuity) (?:best )?(?:(?:un)?corrected|(?:un)?aided)|bcva"
        rf"|visions?|acuity)(?: (?:to|of|is|was|now))?[ :=]{{1,2}}(?P<phi1>{_CHART})\b"
        rf"|\b(?-i:VA)[ :=]{{1,2}}(?P<phi2>{_CHART}) "
        r"(?:(?:both|right|left|each) eyes?|O[DSU]|[RL]E|ph)\b",
        "VA corrected <PLAIN>6/9</PLAIN> both eyes, BCVA <PLAIN>6/12</PLAIN>",
        "VA <PLAIN>6/9</PLAIN> OD",
        "report corrected 6/9, VA on 6/9, VA clinic 6/9, VA 6/9: started, PCP VA 6/12",
        unless_after=r"[/\d]| (?:visit|appt|clinic|seen|at)\b",
    ),
    row(
        "low-vision",
        rf"\b(?P<phi1>6/(?:36|60))(?:,| and|;| &) (?P<phi2>{_CHART})\b",
        "<PLAIN>6/60</PLAIN> and <PLAIN>6/24</PLAIN>), COPD",
        "6/6 and 6/24, smoked from 6/60, 6/12 quit",
        unless_before=r"[\d/]|\b(?:dob|born|since|from|in|on|of|seen) ",
        unless_after=r"[/\d]",
    ),
    row(
        "vision-of-eye",
        rf"\((?P<phi>{_CHART} (?:RE|LE|OD|OS)|6/(?:36|60) [RL])\)",
        "Athira M. (<PLAIN>6/60 R</PLAIN>), (<PLAIN>6/12 LE</PLAIN>)",
        "(6/24 RN), TKR (6/9 R)",
    ),
    row(
        "fields",
        r"\b(?:HVF|Humphrey) (?P<phi>(?:10|24|30)-2)\b",
        "Annual HVF <PLAIN>10-2</PLAIN> and OCT",
        "HVF 10-21, VF 10-2, visual fields 10-2",
        unless_after=r"[-/\d]",
    ),
    row(
        "coherence-tomography",
        r"\b(?:HVF|10-2|24-2|30-2|RNFL|[Mm]acular?|[Rr]etinal|[Dd]isc|Spectralis"
        r"|Cirrus)(?: and| &|,|/)? ?(?P<phi>OCT)\b",
        "HVF 10-2 and <PLAIN>OCT</PLAIN>.",
        "and OCT 12, dilated exam OCT, recall; HVF OCT '19",
        unless_after=r" ?['’]?\d| (?:visit|appt|appointment|recall|clinic)",
    ),
    row(
        "centile",
        rf"\b(?:{_GROWTH} (?:(?:on|at|above|below|along|near|to|from) )?(?:the )?"
        rf"(?P<phi1>{_CENTILE})(?:[.,;)]|$| )|the (?P<phi2>{_CENTILE}) (?:centile|percentile|%))",
        "Weight on the <PLAIN>50th</PLAIN>, length",
        "up to the <PLAIN>75th</PLAIN> centile",
        "her 50th birthday, on the 24th, at 75th Ave, lives near the 75th.",
        unless_after=r" (?:st|street|ave|avenue|floor|fl|birthday|place|pl|and)\b",
    ),
    row(
        "time-with-point",
        r"\b(?P<phi>(?:1[3-9]|2[0-3])\.(?:1[3-9]|[2-5]\d))\b",  # neither number is a month
        "200 ml given <PLAIN>14.20</PLAIN>. HIV",
        "on 14.12, room 13.20, bed 22.45",
        unless_before=rf"[\d.,$£€-]|{_LABELLED}",
        unless_after=r"[.,]?\d|-\d",
    ),
    row(
        "time-behind-date",
        r"\b\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d(?:,? (?P<phi1>(?:[01]\d|2[0-3])\.(?:00|1[3-9]"
        r"|[2-5]\d))|,? (?:at|kl\.?) (?P<phi2>(?:[01]\d|2[0-3])\.[0-5]\d))\b",
        "Sampled: 23.11.2018 <PLAIN>09.14</PLAIN>",
        "23.11.2018 kl. <PLAIN>09.05</PLAIN>",
        "23.11.2018 25.14, from 23.11.2018 05.12",
        unless_after=r"[./]?\d",
    ),
    row(
        "year-of-law",
        r"\b\p{Lu}\p{Ll}+ Act,? (?P<phi>(?:18|19|20)\d\d)\b",
        "under the Equality Act <PLAIN>2010</PLAIN>, which",
        "Act in 2010",
    ),
    row(
        "age-of-rule",
        r"(?i)\b(?:age|aged|≥|>=?) ?(?P<phi>\d{1,2}) (?:years )?or "
        r"(?:over|older|above|under|younger)\b",
        "[x] Age <PLAIN>18</PLAIN> or over",
        "aged 18 and well, age 54 and under care of Dr",
        unless_after=r" (?:the|her|his|my|our|care|treatment)\b",
    ),
    row(
        "gauge-of-needle",
        r"\b(?P<phi>(?:1[4-9]|2\d|3[0-2]) ?G)(?:,? (?:needle|cannula|[Vv]enflon|spinal|Tuohy"
        r"|coaxial|core|[Bb]ard|angiocath|one pass|two passes)| (?:IV|PIV|x ?\d))\b",
        "<PLAIN>18G</PLAIN> Bard Max-Core; CVS <PLAIN>18G</PLAIN>, one pass",
        "room 18G, G2; moved to 18G, IV placed; now in 4 East 18G x2",
        unless_before=rf"{_LABELLED}|\b(?:east|west|north|south|to|in) ",
    ),
    row(
        "tracer",
        r"\b(?P<phi>F-?18) (?:FDG|PSMA|DOPA|DCFPyL|florbeta\w+|fluciclovine|NaF)\b",
        "<PLAIN>F-18</PLAIN> FDG PET/CT",
        "bed F-18, bed F-18 FDG",
        unless_before=_LABELLED,
    ),
    row(
        "nodes",
        r"(?i)\b(?P<phi>\d{1,2}/\d{1,2}) (?:(?:lymph|axillary|sentinel|pelvic|hilar|mediastinal) )*"
        r"(?:nodes|lns|cores)(?: were| are)? (?:positive|involved|metast"
        r"|with (?:tumou?r|metast|cancer))",
        "<PLAIN>3/12</PLAIN> lymph nodes positive",
        "on 3/12 nodes biopsied, biopsy 3/12 lymph nodes; 3/12 nodes removed by",
        "3/12 lymph nodes palpable, 5/10 nodes smaller",
        unless_before=r"[\d/.-]|\b(?:on|since|from|until|by|dated?|seen|biops\w+|ct|us|scan|surgery|of"
        r"|visit) ",
    ),
    row(
        "artery-pressures",
        r"\b(?:PAP?|RV|[Ss]wan)(?: (?:catheter|pressures?))?[ :=]{1,2}(?P<phi>[1-9]\d/\d{1,2}),? "
        r"(?:\(\d+\),? )?(?:mean|wedge|PCWP|PAWP|CVP)\b",
        "PA catheter <PLAIN>28/12</PLAIN>, wedge 10",
        "PA 12/28 note, seen by PA 28/12, mean",
        unless_before=r"\b(?:by|with|the) PA ",
    ),
    row(
        "corrected-age",
        r"(?i)\b(?:corrected (?:gestational )?age|cga|chronological(?: age)?|age corrected)"
        r"(?: (?:is|of|at|now))?[ :=]{1,2}(?P<phi1>\d{1,2}/12)\b"
        r"|\bage[ :]{1,2}(?P<phi2>\d{1,2}/12),? \(?corrected(?: age)?"
        r"(?:[ :]{1,2}(?P<phi3>\d{1,2}/12))?\b",
        "Age <PLAIN>14/12</PLAIN>, corrected <PLAIN>11/12</PLAIN>",
        "corrected age <PLAIN>10/12</PLAIN>",
        "Report corrected 10/12 by, corrected 10/12; on 3/12 corrected by",
        "DOB: 10/12, corrected 11/12, due 10/12 (corrected 11/12)",
        "Addendum 3/12, corrected spelling",
        unless_before=r"[\d/]|\b(?:on|since|from|until|by|dated?|seen|labs?|report|note) ",
        unless_after=r"[/-]?\d|,? \(?corrected (?:by|on|for|in|with|report|note|and)",
    ),
    row(
        "questionnaires",
        r"(?i)\b(?:phq-?9(?: (?:score|of|was|is|now))?[ :=]+(?P<phi1>\d{1,2}/27)"
        r"|gad-?7(?: (?:score|of|was|is|now))?[ :=]+(?P<phi2>\d{1,2}/21))\b",
        "PHQ-9 <PLAIN>14/27</PLAIN>, GAD-7 <PLAIN>9/21</PLAIN>",
        "PHQ-9 11/26, GAD-7 12/21: 9, PHQ-9 12/27 14",
        unless_after=r"[/\d]|[:,=]? \d|,? scored?\b",
    ),
    row(
        "form-of-payer",
        r"\b(?P<phi>(?:CMS|HCFA)-(?:1450|1500|484|485|2728|10055|10065|10095|10106|10123|10124)"
        r"|SSA-(?:454|561|789|827|1020|1696|336[89]|3373))\b",
        "CERTIFICATE OF NECESSITY <PLAIN>CMS-484</PLAIN> DME",
        "CMS 484, SSA-4482",
        unless_before=_LABELLED,
        unless_after=r"[-/]\d",
    ),
    row(
        "visa",
        r"(?i)\bsubclass (?P<phi>\d{3})\b",
        "Australia (subclass <PLAIN>482</PLAIN>)",
        "class 482",
    ),
    row(
        "tooth",
        r"(?i)\b(?:(?:tooth|(?:pre)?molar|incisor) #?(?P<phi1>[1-8][1-8])|(?:teeth|(?:pre)?molars"
        r"|incisors) #?(?P<phi2>[1-8][1-8])(?:, ?(?P<phi3>[1-8][1-8]))?(?: and | & |, ?)"
        r"(?P<phi4>[1-8][1-8]))\b",
        "extracted teeth <PLAIN>36</PLAIN> and <PLAIN>46</PLAIN>, tooth <PLAIN>75</PLAIN>",
        "teeth at 36, no teeth 78 male, missing tooth 54, M",
        unless_after=r"[-/.]?\d|[ ,-]{0,2}(?:y|y/?o|years?|yrs?|m|f|male|female|man|woman|lady"
        r"|gentleman|boy|girl)\b",
    ),
    row(
        "grade-of-scale",
        r"\b(?P<phi>(?:Bethesda (?:category (?:IV|VI|V|I{1,3})|IV|VI|V|I{2,3})"
        r"|Beighton (?:score \d(?:/9)?|\d/9|\d)|Cormack(?:-Lehane [1-4][ab]?| (?:grade )?[1-4][ab])"
        r"|Rutgeerts i\d[ab]?|Heidelberg [1-4][abc]|Fitzpatrick (?:skin )?type (?:IV|VI|V|I{1,3})"
        r"|(?:Forrest|Marsh|Hinchey) (?:grade |type |class |stage )?(?:I{1,3}|[0-4])[abc]"
        r"|(?:Kudo|Hinchey|Gartland|Schatzker|Killip|Clavien(?:-Dindo)?) "
        r"(?:grade |type |class |stage )?(?:IV|VI|V|I{2,3})[ab]?"
        r"|Clavien-Dindo [1-5][ab]?|West Haven [Gg]rade (?:IV|I{1,3}|[0-4])"
        r"|INTERMACS \d|Fazekas [0-3]))\b",
        "FNA <PLAIN>Bethesda V</PLAIN>; EDS, <PLAIN>Beighton 8</PLAIN>.",
        "SAH <PLAIN>Heidelberg 3c</PLAIN>",
        "Bethesda 20814; Marsh 12; referred by Marsh 2 days ago; Dr Marsh 1: no change",
        "Robert Hinchey III, J. Schatzker II, lives in West Haven 3 miles off, in Bethesda V",
        unless_before=_PERSON,
        unless_after=r"[-/]?\d",
    ),
    row(
        "eponym-of-test",
        r"\b(?:(?P<phi1>Muir-Torre|Lhermitte-Duclos|Bowie-Dick|Dalen-Fuchs|Leser-Tr[eé]lat"
        r"|Vogt-Koyanagi-Harada|Elston-Ellis|St\.? John['’]?s wort|Rhode Island Reds?)"
        r"|(?P<phi2>Campbell de Morgan) spots?|(?P<phi3>Austin Flint|Graham Steell) murmur"
        r"|(?P<phi4>Ramsay Hunt) (?:syndrome|rash|zoster))\b",
        "about <PLAIN>Muir-Torre</PLAIN>; a <PLAIN>Bowie-Dick</PLAIN> pass",
        "an <PLAIN>Austin Flint</PLAIN> murmur",
        "Dr Austin Flint; Austin Flint, 54M; Ramsay Hunt called; Nurse Muir-Torre",
        unless_before=_PERSON,
    ),
)
