"""Numbers of other countries' registers behind their labels, as English notes there cite them."""

from __future__ import annotations

import re

from incognote.detect.rules import row
from incognote.detect.rules.checks import digits, has_digits

_GROUPS = (
    r"(?:[A-Z]{1,6}[ .-]?)?\d[A-Z\d]*(?:[ ./-]\d[A-Z\d]*|[/-][A-Z\d]+| [A-Z] \d\d)*"
    r"(?:-?[A-Z]| ?\([A-Z\d]\)| [A-Z]{1,2}\b| / ?\d\b)?"
)
"""A number with letters in front, groups, and a check letter: K447 118(2), 756.4417.8820.31."""

_LABEL_END = r"(?:[ .]{0,2}(?i:numbers?|num|no|nr|id|pin|card|#)\b\.?){0,2}"
_BETWEEN = rf"{_LABEL_END}[ \t]{{0,4}}[:.=#]{{0,2}}[ \t]{{0,12}}"
_NO_NUMBER = re.compile(
    r"(?:19|20)\d\d(?:[/-](?:(?:19|20)\d\d|\d\d))?|(?:[01]\d|2[0-3])[0-5]\d"  # years, a time
    r"|\d{1,2}[/.-]\d{1,2}(?:[/.-](?:19|20)?\d\d)?"
)


def _behind(label: str, value: str = _GROUPS) -> str:
    return rf"(?:^|[^\pL\pN])(?:{label}){_BETWEEN}(?P<phi>{value})(?:[^\pL\pN]|$)"


def _has_six(surface: str) -> bool:
    return 6 <= len(digits(surface)) <= 20 and _NO_NUMBER.fullmatch(surface) is None


def _has_four(surface: str) -> bool:
    return len(digits(surface)) >= 4 and _NO_NUMBER.fullmatch(surface) is None


def _is_ramq(surface: str) -> bool:
    """Whether a Quebec number holds a birth date: YYMMDD, 50 added to the month of women."""
    number = digits(surface)
    if re.search(r" (?:[01]\d|2[0-3])[0-5]\d (?:[01]\d|2[0-3])[0-5]\d$", surface):
        return False  # two times of a table: DOSE 0612 1800
    return int(number[2:4]) % 50 in range(1, 13) and 1 <= int(number[4:6]) <= 31


_AMOUNT = (
    r" ?(?:mg|mcg|ml|units?|iu|cc|kg|%|mm|cm|/min|x 10|ppm|pg|ng|cells|copies|platelets|stain"
    r"|silver|degrees|kcal|cgy|meq)|[:^/]\d"
)

RULES = (
    row(
        "national-id-country",
        _behind(
            r"(?i:aadhaa?r|nric|mykad|ic|nic|cnic|bsn|svnr|ahv(?:-nr)?|avs|cpr|pesel|cpf|rg|eid"
            r"|emirates id|civil id|qid|iqama|t\.z\.|tz|teudat zehut|trn|nib|hkid|arc|nrc|nin|nvn"
            r"|f[øo]dselsnr|personnummer|personnr|pnr|d-n(?:umbe)?r|niss|insz|phil ?sys|umid|rrn"
            r"|hetu|henkil[öo]tunnus|kennitala|kt|cnp|cid|matricule|a\.?m\.?k\.?a\.?|res(?:idence)?"
            r"\.? card|emš?so|emšo|jmbg|oib|p-tal|curp|dni|nie|rut|run|c[ée]dula|omang|ghana ?card"
            r"|nik|ktp|cccd|cmnd|egn|tckn|t\.c\. kimlik|tax code|codice fiscale|fiscal code|nir"
            r"|insee|steuer-id|national insurance|ni|tax file|tfn|national id(?:entity)?|nat id"
            r"|id card|identity card|r\.c\.|crib|my ?number|rodn[ée] č[íi]slo|personal code)"
        ),
        "NRIC <SSN>S7719284G</SSN>, HKID <SSN>K447 118(2)</SSN>",
        "PESEL <SSN>63042209914</SSN>; AHV: <SSN>756.4417.8820.31</SSN>",
        "CPR <SSN>120471-1884</SSN>, CPF <SSN>318.440.772-09</SSN>",
        "Aadhaar no. <SSN>4417 8820 3391</SSN>, Civil ID <SSN>8841207</SSN>",
        "CPR 20 min",
        "IC 12/03/2019",
        "NI 2000 mL",
        score=0.94,
        check=_has_six,
        unless_after=_AMOUNT,
    ),
    row(
        "national-id-masked",
        r"(?:X{4}[ -]X{4}[ -]|[*x]{3}-[*x]{2}-|\*{6,8}|X{6,8})(?P<phi>\d{4})",
        "Aadhaar XXXX XXXX <SSN>4471</SSN>",
        "***-**-<SSN>4417</SSN>",
        "xx 4417",
        score=0.9,
        unless_before=r"\b(?:card|visa|mastercard|acct|account)[^\n]{0,20}",
        unless_after=r"\d",
    ),
    row(
        "tax-code-it",
        r"\b[A-Z]{6}\d{2}[A-EHLMPR-T]\d{2}[A-Z]\d{3}[A-Z]\b",
        "tax code <SSN>SHDHMN50T42Z114K</SSN>",
        "SHDHMN50T42Z114",
        score=0.97,
    ),
    row(
        "curp",
        r"\b[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d\b",
        "CURP <SSN>GOMC850412MDFRRL09</SSN>",
        "GOMC850412",
        score=0.97,
    ),
    row(
        "hkid",
        r"\b[A-Z]{1,2}\d{3} ?\d{3} ?\([\dA]\)",
        "<SSN>D448120(6)</SSN>",
        "C448120 (6)x",
        unless_after=r"[\pL\d]",
    ),
    row(
        "nric-shape",
        r"\b[STFGM]\d{7}[A-Z]\b",
        "Madam Lim, <SSN>S1482736F</SSN>,",
        "lot S1482736F",
        score=0.9,
        unless_before=r"[-/]|\b(?:lot|sn|s/n|ref|serial|device|mrn|no)[:.]? ?",
        unless_after=r"[-/]\w",
    ),
    row(
        "cnic-shape",
        r"\b\d{5}-\d{7}-\d\b",
        "<SSN>42201-7719044-3</SSN>",
        "42201-7719044",
        unless_before=r"[-/\d]",
    ),
    row(
        "emirates-id",
        r"\b784-?(?:19|20)\d{2}-?\d{7}-?\d\b",
        "EID <SSN>784-1991-5502817-3</SSN>",
        "784-1991",
        score=0.98,
    ),
    row(
        "healthplan-country",
        _behind(
            r"(?i:medicare|phil ?health|phic|nhif|nhia|nhis|nssf|gms|ehic|polis|chas(?: blue"
            r"| orange)?|dva(?: gold| white)?|gold card|white card|veka|ramq|hcn|hsn|phn|mcp|ohip"
            r"|msp|jkn|bpjs|pm-?jay|ayushman(?:/ab-ark)?|cghs|esic?|echs|szv|ss[ns]o|health ?card"
            r"|medical card|med(?:ical)? aid|scheme|membership|member id|hokensh[oō]|mutualiteit"
            r"|mutuelle|imss|issste|krankenkasse|kvnr|vekanr|insurance (?:card|policy))"
            r"(?: [A-Z][a-z]+){0,2}"
        ),
        "PhilHealth PIN <HEALTHPLAN>11-050771934-2</HEALTHPLAN>",
        "RAMQ <HEALTHPLAN>GAUN 5954 1911</HEALTHPLAN>, NHIF <HEALTHPLAN>4408812</HEALTHPLAN>",
        "Medicare <HEALTHPLAN>6014 33872 5 / 1</HEALTHPLAN>",
        "medical aid Bonitas <HEALTHPLAN>61044471-01</HEALTHPLAN>",
        "Medicare since 2019",
        score=0.92,
        check=_has_six,
        unless_after=_AMOUNT,
    ),
    row(
        "healthplan-insurer",
        r"\b(?:Medibank|Bupa|BUPA|HCF|AHM|NIB|nib|AXA|Vitality|VHI|Laya|Irish Life|Fidelis|fidelis"
        r"|Discovery|GEHA|EmblemHealth|Emblem|Healthfirst|MetroPlus)"
        r"(?: (?:no|number|member|mem|policy|ID|id)\.?)?[ :#]{1,3}"
        r"(?P<phi>(?:[A-Z]{1,4} ?)?\d[A-Z\d]*(?:[ -][A-Z\d]+){0,4})(?:[^\pL\pN/]|$)",
        "Medibank <HEALTHPLAN>M 90 2817 44A</HEALTHPLAN>, gap",
        "fidelis <HEALTHPLAN>74419920011</HEALTHPLAN>.",
        "Bupa since 2019",
        score=0.91,
        check=lambda surface: _has_six(surface) and len(digits(surface)) < 14,
        unless_before=r"\b(?:tel|phone|ph|call|ring|fax)[ .:]*",
        unless_after=_AMOUNT,
    ),
    row(
        "zip-singapore",
        r"\bS\((?P<phi>\d{6})\)",
        "Bendemeer Road #09-1217, S(<ZIP>330044</ZIP>).",
        "S (120000)",
    ),
    row(
        "board-number",
        r"\bB\.?N\.?:? (?P<phi>\d{6,8})\b",  # of Irish hospitals
        "Pt: BN <MRN>0447192</MRN>  57",
        "BN 24",
        score=0.93,
        unless_after=r"[-/.]?\d| ?(?:cells|copies|units|iu|platelets)",
    ),
    row(
        "ramq-shape",
        r"\b[A-Z]{4} ?\d{4} ?\d{4}\b",
        "<HEALTHPLAN>THEG 4455 1218</HEALTHPLAN>.",
        "THEG 4499 1218",
        "DOSE 0612 1800",
        score=0.9,
        check=_is_ramq,
        unless_before=r"[-/\d]|\b(?:lot|sn|s/n|serial|ref)[:.]? ?",
        unless_after=r"[-/ ]?\d|[-/]\w",
    ),
    row(
        "mrn-country",
        _behind(
            r"(?i:uhid|cr no|op no|opd no|ipd? no|bht|umrn|ur ?(?:no)?|urn|pas|crn|mrd"
            r"|hosp(?:ital)?(?: id| no)|pt no|patient no|patient id|hn|nhn|nrh|h&c|hp#|folder"
            r"|dossier|systmone|emis(?: no)?|abha|clinic no|palliative no|case file|file no|unit no"
            r"|med(?:ical)? no"
            r"|health no|nhi|chi|ihi|paciente|patientnr|fallnr|cns|n[ºo] utente|hkhn|hrn|pid)",
            r"(?:[A-Z]{1,6}[ ./-]?(?:[A-Z]{1,4}[ ./-]?)?)?\d[A-Z\d]*(?:[ ./-]\d[A-Z\d]*"
            r"|[/-][A-Z\d]+)*",
        ),
        "UHID <MRN>VHI.0044182</MRN> and CR No <MRN>2018/0774120</MRN>",
        "Hosp No: <MRN>OSH/ANC/19/0883</MRN>; BHT <MRN>15/2281</MRN>",
        "ABHA <MRN>44-1182-7703-5519</MRN>",
        "HN 12/03/2019",
        "chi 2015, UR 0830, PAS 1234 stain",
        score=0.92,
        check=_has_four,
        unless_after=_AMOUNT,
    ),
    row(
        "nhi-label-new",
        r"\bNHI:? ?(?:no\.? ?)?(?P<phi>[A-HJ-NP-Z]{3} ?\d{2}(?:\d{2}|[A-HJ-NP-Z]{2}))\b",
        "(NHI <MRN>ABD41ML</MRN>)",
        "NHI ABC",
        score=0.97,  # the form of since 2023 ends in letters
    ),
    row(
        "account-country",
        _behind(
            r"(?i:ipd(?: no)?|ip no|adm(?:ission)? no|ae no|folio|receipt|rcpt|receipt no|ledger no"
            r"|a/c(?: no)?|inpatient no|fin|visit no)",
            r"(?:[A-Z]{1,6}[ ./-]?)?\d[A-Z\d]*(?:[/-][A-Z\d]+)*(?:\(\d\))?",
        ),
        "IPD No.: <ACCOUNT>IP/2018/20663</ACCOUNT>; receipt <ACCOUNT>0094418</ACCOUNT>.",
        "folio <ACCOUNT>CB-4471-0</ACCOUNT>",
        "receipt 2019",
        score=0.92,
        check=_has_four,
        unless_after=_AMOUNT,
    ),
    row(
        "account-ending",
        r"(?i)\b(?:a/c|acct|account|card|visa|mastercard|amex)(?: (?:no\.?|number))?,? "
        r"(?:end(?:s|ing)(?: in| with)?|last (?:4|four)(?: digits)?:?) ?(?P<phi>\d{4})\b",
        "patient acct ending <ACCOUNT>8821</ACCOUNT> (RRT",
        "account ending 2 days",
    ),
    row(
        "license-country",
        _behind(
            r"(?:Pr\.? ?No|Pr no|pr no|Practice No|MCRN|MCR|TCMC|SLMC|PRC|PTR|S2|BIG|GLN|HPR|PWZ"
            r"|OMCeO(?: [A-Z]{2})?|DHA|HAAD|DOH|SACSSP|HPCSA|PMDC|PMC|OMC|MDC|MDCN|UMDPC|TNMC|KMC"
            r"|DMC|MMC|NMC|MCI|GDC|GOC|GPhC|HCPC|NMBI|IMC|CMQ|OIIQ|CPSM|CPSO|CPSA|CPSBC|CNO|IBCLC"
            r"|[Rr]iziv|RIZIV|INAMI|ZSR|TSAY|LANR|BSNR|RPPS|ADELI|CRM|CRN|AHPRA|RM pin|Reg"
            r"|[Pp]rovider|OLN|ADN|CDL|BAR)(?: ?[Rr]eg(?:d|n)?\.?)?",
            r"(?:(?:MP|DP|CA|PA)? ?|(?:[A-Z]{1,3}[.-]){1,2}|[A-Z]{1,2})\d[A-Z\d]*"
            r"(?:[-/.][A-Z\d]+)*",
        ),
        "Pr. No. <LICENSE>0580228</LICENSE>; PWZ <LICENSE>2218804</LICENSE>",
        "DHA <LICENSE>DHA-P-0120448</LICENSE>, MCRN <LICENSE>302177</LICENSE>",
        "TCMC Reg <LICENSE>24471</LICENSE>.",
        "NMC 2019",
        score=0.9,
        check=_has_four,
        unless_before=r"\bo\. ?reg[. :]*",  # Ontario Regulation
        unless_after=_AMOUNT,
    ),
    row(
        "specimen-short",
        r"(?i:\b(?:cyto(?:logy|path)?|histo(?:logy|path)?|path(?:ology)?|autopsy|slides?|biopsy|bx"
        r"|specimen|accession))(?i:[ .]{0,2}(?:no|number|#))?[ .:#]{1,3}"
        r"(?P<phi>[A-Z]{1,3}\d\d[-/]\d{2,6}(?:-[A-Z]?\d{1,2})?)(?:[^\pL\pN]|$)",
        "cyto <IDNUM>C25-118</IDNUM>; autopsy no. <IDNUM>A25-044</IDNUM>, slide "
        "<IDNUM>S25-4418-A2</IDNUM>",
        "biopsy CD20-30, path T12-14, cytology CK20-7",
        score=0.93,
        check=lambda surface: surface[:2] not in {"CD", "CK"} and surface[0] not in "TL",
    ),
    row(
        "passport",
        r"(?i:\bpassport|\bppt|\bpasaporte|\btravel doc(?:ument)?)"
        r"(?:[ .]{0,2}(?i:no|number|nr|#)\.?)?(?: \([A-Z]{2,3}\))?[ :.#]{1,4}"
        r"(?:[A-Z]{2,3} )?(?P<phi>(?:[A-Z]{1,3} ?)?\d[A-Z\d]*(?: \d{2,4})*)(?:[^\pL\pN]|$)",
        "passport <IDNUM>NVR8L04471</IDNUM>,",
        "passport valid 2019",
        check=has_digits(5),
    ),
    row(
        "alien-number",
        r"(?:\bA(?:lien)?(?: (?:no\.?|number|reg(?:istration)?)|#) ?:?[ \t]{0,3}|\balien no\.? )"
        r"(?P<phi>A?[ -]?\d{3}[- ]?\d{3}[- ]?\d{3})\b",
        "A# <IDNUM>A 219-440-873</IDNUM>",
        "a number 219",
    ),
)
