"""Entries of public registers: genes, variants, trials, diseases, tests, drugs and substances.

They say what somebody has and not who it is, and read alike in every language, so that the packs
share one table. A row needs the name of the register, a shape that no other number has, or a check
digit. The words around them are those of all languages that have a pack: a word too many before a
number only leaves it to be masked.
"""

from __future__ import annotations

from stdnum import casrn

from incognote.detect.rules import row
from incognote.detect.rules.checks import digits, is_luhn, is_verhoeff

_AMINO = r"(?:Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val|Ter)"
_CHANGE = (
    r"(?:[cgmn]\.[-*]?\d[\d_+*-]*(?:(?:delins|del|dup|ins|inv)[ACGTN]*|[ACGT]>[ACGT])"
    rf"|p\.\(?{_AMINO}\d+(?:_{_AMINO}\d+)?(?:{_AMINO}|del|dup|fs|\*|=)(?:\*\d*|Ter\d+)?\)?)"
)
"""A variant in the notation of HGVS (https://hgvs-nomenclature.org)."""
_WHOSE = (
    r"(?:mrn|chart|medical record|account|acct|patient|pt|subject|participant|volunteer|specimen"
    r"|sample|accession|case|claim|member|policy|user(?:name)?|log ?in|badge|employee|staff|phone"
    r"|tel|fax|pager|ext|room|rm|bed|nhc|historia|hc|episodio|muestra|paciente|expediente|usuario"
    r"|colegiado|dni|nie|nass|cip|poliza|póliza|tel[eé]fono|tfno|cama|habitaci[oó]n|voluntario"
    r"|sujeto|participante)"
)
_HIS = (
    rf"\b{_WHOSE}(?: (?:id|no|nr|number|code|nº|n\.º|número|código|de))*\W{{0,3}}"
    r"|\b(?:by|per|por|from|de|with|con) |[-/@_]"
)
"""Before a mark: a number of somebody's, or the log-in of one who did something."""
_OWNED = rf"\b{_WHOSE}\b[^\n.;,]{{0,12}}"
"""Before the name of a register and its number: the number is somebody's."""
_ALLELES = (
    r"(?:[ACGT]{1,2}[/|>;][ACGT]{1,2}|[ACGT]{2}|[Hh]et(?:ero[zc]\w+)?|[Hh]omo[zc]\w+|genotyp\w*|genotipo"
    r"|carrier|portador\w*|wild|variant\w*|allel\w*|alelo|polymorph\w*|polimorfismo|risk"
    r"|negativ\w*|positiv\w*|detect\w*|not detected)"
)
_SNP = r"rs\d{6,11}(?:/rs\d{3,11})*"
_GENE = (
    r"(?:ABCB1|ABCG2|ADRB2|APOE|APOL1|BDNF|BRCA[12]|CFTR|COMT|CYP\d[A-Z]\d{1,2}|DPYD|DRD2|F2|F5|FTO"
    r"|G6PD|HFE|HLA-[A-Z]\d?|IFNL3|IL28B|JAK2|LCT|LDLR|MCM6|MTHFR|NUDT15|OPRM1|PCSK9|PNPLA3|SERPINA1"
    r"|SLC6A4|SLCO1B1|TCF7L2|TPMT|UGT1A1|VKORC1|(?i:snps?|dbsnp|variante?s?|polymorphisms?"
    r"|polimorfismos?|genotipos?|genotypes?|alelos?|alleles?))"
)


def _is_cas(surface: str) -> bool:
    return bool(casrn.is_valid(surface))


def _is_snomed(surface: str) -> bool:
    return 6 <= len(digits(surface)) <= 18 and is_verhoeff(surface)


ROWS = (
    row(
        "sequence-variant",
        rf"\b(?P<phi>{_CHANGE})",
        "MLH1 <PLAIN>c.1852_1853delinsGC</PLAIN>, <PLAIN>p.Arg117His</PLAIN>",
        "CFTR <PLAIN>c.1521_1523delCTT</PLAIN>",
        "c.1985, p.12, log in as m.12delgado, user g.12del",
        unless_before=rf"{_HIS}|\b(?:log ?in|user\w*|id) (?:as )?",
    ),
    row(
        "sequence-of-reference",
        rf"\b(?P<phi>(?:N[CGMPRTW]|X[MPR])_\d{{6,9}}(?:\.\d{{1,2}})?(?:\([A-Z][A-Z\d]{{1,9}}\))?"
        rf"(?::{_CHANGE})?|ENS[GTPE]\d{{11}}(?:\.\d{{1,2}})?|LRG_\d{{1,4}}(?:[tp]\d)?)",
        "<PLAIN>NM_000059.3</PLAIN>, <PLAIN>ENST00000357654</PLAIN>",
        "HGVS <PLAIN>NC_000007.13:g.117199644del</PLAIN>",
        "MRN NM_000059, user NP_009225, NM_0005, sample ID NM_000059.3",
        unless_before=rf"{_HIS}|[-/]",
        unless_after=r"[-_\d]",
    ),
    row(
        "place-in-genome",
        r"\b(?P<phi>chr(?:[1-9]|1\d|2[0-2]|X|Y|M|MT):(?:g\.)?\d{3,9}(?:[-_]\d{3,9})?"
        r"(?:delins|del|dup|ins|inv)?(?:[ACGT]+>[ACGT]+)?)",
        "Variant <PLAIN>chr7:117199644</PLAIN> ATCT>A",
        "<PLAIN>chr17:g.41276045_41276046del</PLAIN>",
        "chr45:117199, chart chr:117199",
    ),
    row(
        "snp",
        rf"\b(?:{_GENE})[ :(,]{{1,3}}(?P<phi1>{_SNP})\b"
        rf"|\b(?P<phi2>{_SNP})[ :(,]{{1,2}}\(?(?:{_GENE}|{_ALLELES})\b",
        "MTHFR <PLAIN>rs1801133</PLAIN>, variante <PLAIN>rs429358/rs7412</PLAIN>",
        "<PLAIN>rs1801133</PLAIN> heterozygous",
        "typed by rs180113, user rs1801133, sample ID rs1801133, -rs180113, jrs1801133, rs12345",
        "10:22 rs204518 vitals done, signed: rs1801133, validado rs180113 a las 10:22",
        unless_before=_HIS,
        unless_after=r"[-@_.]?\d|@",
    ),
    row(
        "snp-of-few-digits",
        rf"\b(?P<phi>rs\d{{3,5}})[ :(,]{{1,2}}\(?{_ALLELES}\b",
        "<PLAIN>rs7412</PLAIN> C/C, <PLAIN>rs334</PLAIN> heterozygous",
        "rs7412 called, by rs7412 not signed",
        unless_before=_HIS,
    ),
    row(
        "clinvar",
        r"\b(?P<phi1>[VRS]CV00\d{7}(?:\.\d{1,2})?)\b"
        r"|\b[Cc]lin[Vv]ar:?(?: (?i:variation|allele|accession|entry|n[º°o]\.?|id))*[ :#]{1,3}"
        r"(?P<phi2>\d{3,7})\b",
        "ClinVar accession <PLAIN>RCV000007529.12</PLAIN>, ClinVar ID <PLAIN>53465</PLAIN>",
        "MRN RCV000007529, RCV0000075, ID: RCV123456789",
        unless_before=rf"\b{_WHOSE.replace('|accession', '')}(?: (?:id|no|number))*\W{{1,3}}",
        unless_after=r"[-/]\d",
    ),
    row(
        "mendelian",
        r"\b(?P<phi1>OMIM[ :]{1,2}(?:n[º°] ?)?[#*+%^]{0,2}[1-6]\d{5})\b"
        r"|[(\[](?P<phi4>MIM[ :]{1,2}[1-6]\d{5})[;)\]]"
        r"|\b(?P<phi2>O?MIM ?[#*+%^]{1,2} ?[1-6]\d{5})\b"
        r"|\b(?P<phi3>ORPHA(?:NET)?[ :#]{1,2}\d{2,6})\b",
        "(<PLAIN>MIM 600185</PLAIN>); <PLAIN>OMIM *602421</PLAIN>, <PLAIN>MIM #219700</PLAIN>",
        "<PLAIN>ORPHA 586</PLAIN>",
        "MRN 600185, MIM 60018, MIM 6001851, Mim 600185, patient MIM 600185, MIM 123456 discharged",
        unless_before=_OWNED,
        unless_after=r"[-/]?\d",
    ),
    row(
        "trial",
        r"\b(?P<phi>NCT0\d{7}|ISRCTN\d{8}|ACTRN126\d{11}|ChiCTR\d{10}|CTRI/20\d\d/\d{2,3}/\d{6}"
        r"|PACTR20\d{13})\b",
        "Enrolled in <PLAIN>NCT04280705</PLAIN>, <PLAIN>ISRCTN13946948</PLAIN>",
        "ClinicalTrials.gov identifier <PLAIN>NCT02579382</PLAIN>",
        "MRN NCT04280705, subject NCT04280705, patient ID: NCT04280705, NCT042807",
        unless_before=rf"\b{_WHOSE}(?: (?:id|no|number|identifier|nº|número))*\W{{1,3}}",
        unless_after=r"[-/_]?\d",
    ),
    row(
        "trial-of-europe",
        r"(?i)\beudract(?: (?:no\.?|n[º°]\.?|number|n[uú]mero))?[ :#]{1,3}"
        r"(?P<phi>(?:19|20)\d\d-\d{6}-\d\d)\b",
        "EudraCT <PLAIN>2016-001234-28</PLAIN>",
        "ref 2016-001234-28",
        unless_after=r"[-/]?\d",
    ),
    row(
        "protein",
        r"(?i:\buniprot(?:kb)?(?: id)?)[ :]{1,2}(?P<phi>[OPQ]\d[A-Z\d]{3}\d)\b",
        "UniProt <PLAIN>P38398</PLAIN>",
        "room P38398",
        unless_after=r"[-/]?\d",
    ),
    row(
        "substance",
        r"\bCAS(?:[ -]?(?i:no|nr|number|rn|n[º°]))?[.:# ]{1,3}(?P<phi>\d{2,7}-\d\d-\d)\b",
        "benzene (CAS <PLAIN>71-43-2</PLAIN>), CAS No. <PLAIN>7782-44-7</PLAIN>",
        "CAS 71-43-3, case 71-43-2",
        unless_after=r"[-/]?\d",
        check=_is_cas,
    ),
    row(
        "enzyme",
        r"\bEC[ :](?P<phi>[1-7]\.\d{1,2}\.\d{1,2}\.\d{1,3})\b",
        "EC <PLAIN>3.4.21.5</PLAIN> thrombin",
        "IP 3.4.21.5, EC 9.4.21.5, EC 1.1.1.27.5, EC 1.20.33.4444",
        unless_after=r"[.:/]?\d",
    ),
    row(
        "concept",
        r"\b(?:SNOMED(?:[ -]?CT)?|SCTID)(?:[ :]{1,2}(?i:code|c[oó]digo|id|concept|concepto))?"
        r"[ :#]{1,3}(?P<phi>\d{6,18})\b",
        "SNOMED CT <PLAIN>44054006</PLAIN> type 2 diabetes",
        "SNOMED 44054007, MRN 44054006",
        unless_after=r"[-/]\d",
        check=_is_snomed,
    ),
    row(
        "test-code",
        r"\bLOINC(?:[ :]{1,2}(?i:code|c[oó]digo|id))?[ :#]{1,3}(?P<phi>\d{1,5}-\d)\b",
        "LOINC <PLAIN>4548-4</PLAIN> HbA1c",
        "LOINC 4548-5, account 4548-4",
        unless_after=r"[-/]?\d",
        check=is_luhn,
    ),
    row(
        "drug-class",
        r"\bATC(?:[ :]{1,2}(?i:code|c[oó]digo))?[ :]{1,2}(?P<phi>[A-V]\d\d[A-Z]{2}\d\d)\b",
        "ATC <PLAIN>A10BA02</PLAIN> metformin",
        "member A10BA02, ATC A10BA0277",
        unless_after=r"[-/]?\w",
    ),
    row(
        "morphology",
        r"(?i)\b(?:histolog(?:y|ía|ia)|morpholog(?:y|ía|ia)|morfolog[ií]a|histo"
        r"|(?:icd|cie)-?o(?:-?3)?)(?: (?:code|c[oó]digo))?[ :,]{1,2}(?P<phi>[89]\d{3}/[0-3689])\b",
        "ICD-O <PLAIN>8140/3</PLAIN>, histology <PLAIN>8500/3</PLAIN>",
        "histology no 8140/3, histology 8140/35, histology 2140/3",
        unless_after=r"[-/]?\d",
    ),
    row(
        "code-of-disease",
        r"\b(?:ICD|CIE)-?(?:9|10|11)(?:-?(?:CM|PCS|ES))?[ :]{1,2}"
        r"(?P<phi1>[A-TV-Z]\d[\dAB](?:\.[\dA-Z]{1,4})?|\d{3}\.\d{1,2})"
        r"(?:(?:, ?| y | and )(?P<phi2>[A-TV-Z]\d[\dAB](?:\.[\dA-Z]{1,4})?|\d{3}\.\d{1,2}))?"
        r"(?:(?:, ?| y | and )(?P<phi3>[A-TV-Z]\d[\dAB](?:\.[\dA-Z]{1,4})?|\d{3}\.\d{1,2}))?\b",
        "ICD-10 <PLAIN>E11.9</PLAIN>, <PLAIN>I10</PLAIN>; CIE-9 <PLAIN>250.00</PLAIN>",
        "ICD clinic, room E11, CIE 12345678, ICD A12 bed",
        unless_after=r"[-/]?\w",
    ),
    row(
        "year-of-criteria",
        r"\b(?P<phi1>(?:GOLD|FIGO|AJCC|KDIGO|EULAR|ACR/EULAR|ACR|ISUP|WHO|OMS|ESC|ESC/ESH|AHA|ACC"
        r"|ACC/AHA|AHA/ACC|NICE|ADA|IDSA|ATS/IDSA|NCCN|ESMO|ASCO|Bosniak"
        r"|GINA|SEPAR|semFYC|SEMI|SEC|EASL|AASLD|ESHRE)) (?P<phi2>(?:19[5-9]|20[0-3])\d)"
        r"(?: (?:group|stage|grade|grades|type|class|criteria|classification|guidelines?|definition"
        r"|consensus|recommendations?|staging|update|edition|grupo|estadio|grado|tipo|clase"
        r"|I{1,3}[ABC]?\d?|IV[AB]?)\b)",
        "<PLAIN>AHA</PLAIN> <PLAIN>2017</PLAIN> guidelines, <PLAIN>FIGO</PLAIN> <PLAIN>2018</PLAIN>"
        " IB, <PLAIN>GOLD</PLAIN> <PLAIN>2023</PLAIN> group B",
        "seen at ACC 2019, Dr Jones 2015 visit, ADA 2019, Jones 2015 class II",
        unless_before=r"\b(?:dr|mr|mrs|ms|dra|sr|sra)\.? ",
    ),
    row(
        "year-of-named-criteria",
        r"\b(?P<phi1>McDonald|Sydney|Rotterdam|Jones) (?P<phi2>(?:19[5-9]|20[0-3])\d) "
        r"(?:criteria|classification|consensus|criterios)\b",
        "<PLAIN>McDonald</PLAIN> <PLAIN>2017</PLAIN> criteria",
        "lived in Sydney 2019 group home, Mr McDonald 2015 type 2 MI, Jones 2015 class II",
    ),
    row(
        "group-of-gold",
        r"\bGOLD (?:20[0-3]\d )?(?:[Gg]roup|[Gg]rupo) (?P<phi>[A-E])\b",
        "COPD GOLD 2023 group <PLAIN>B</PLAIN>.",
        "group B, Dr Gold group B",
        unless_after=r"[-']?\pL",
    ),
)
