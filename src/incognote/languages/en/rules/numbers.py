"""National and professional numbers, card and bank numbers: shapes with check digits."""

from __future__ import annotations

import stdnum.gb.nhs
import stdnum.ie.pps
import stdnum.in_.pan
import stdnum.za.idnr

from incognote.detect.rules import row
from incognote.detect.rules.checks import digits, is_iban, is_luhn, is_verhoeff
from incognote.languages.en.identity import is_dea, is_npi, is_vin


def is_chi(surface: str) -> bool:
    """Whether a Scottish CHI number: a birth date DDMMYY and a modulus 11 check digit."""
    number = digits(surface)
    if not (1 <= int(number[:2]) <= 31 and 1 <= int(number[2:4]) <= 12):
        return False
    total = sum(
        int(digit) * weight for digit, weight in zip(number, range(10, 1, -1), strict=False)
    )
    return (11 - total % 11) % 11 == int(number[9])


def is_au_medicare(surface: str) -> bool:
    """Whether an Australian Medicare number: the ninth digit checks the eight before it."""
    number = [int(digit) for digit in digits(surface)]
    weights = (1, 3, 7, 9, 1, 3, 7, 9)
    return (
        sum(digit * weight for digit, weight in zip(number, weights, strict=False)) % 10
        == number[8]
    )


def is_nhi(surface: str) -> bool:
    """Whether a New Zealand NHI number with its modulus 11 check digit (HISO 10046)."""
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    values = [int(c) if c.isdigit() else letters.index(c) + 1 for c in surface[:6]]
    total = sum(value * weight for value, weight in zip(values, range(7, 1, -1), strict=False))
    return total % 11 != 0 and (11 - total % 11) % 10 == int(surface[6])


_ID_BEFORE = r"(?:[\d#]|\d[-./ ]|[\pL]-)"
_MORE = r"[-./]?\d|-?[\pL]"

RULES = (
    row(
        "ssn",
        r"\d{3}-\d{2}-\d{4}",
        "gave <SSN>078-05-1120</SSN>",
        "<SSN>902-44-7118</SSN>",
        "1-078-05-1120",
        "555-0143",
        score=0.97,
        check=lambda surface: surface[:3] != "000" and surface[4:6] != "00",
        unless_before=rf"{_ID_BEFORE}|\b(?:mrn|mr#?|acct|ndc|phone|fax)[ :#]*",
        unless_after=_MORE,
    ),
    row(
        "ssn-label",
        r"(?i)\b(?:ssn?|s\.s\.n\.|ss ?#|soc(?:ial)?\.? sec(?:urity)?\.?)(?: ?(?:no\.?|number|num))?"
        r"(?: on \w+)?[ \t.:#=]{0,12}(?P<phi>\d{3}[- ]?\d{2}[- ]?\d{4})(?:[^\d\pL/-]|$)",
        "SSN <SSN>680 41 9907</SSN>",
        "SSN: <SSN>431004417</SSN>",
        "SS 12 3",
        score=0.98,
    ),
    row(
        "ssn-last-four",
        r"(?i)\b(?:ssn?|soc(?:ial)?(?: sec(?:urity)?)?)\b[^\n\d;]{0,14}?"
        r"(?:last ?(?:4|four)|ends?(?:ing)?(?: in)?|[x*]{3}-?[x*]{2}-)[ :#-]{0,3}(?P<phi1>\d{4})\b"
        r"|\blast (?:4|four)(?: of)?(?: his| her| the)? (?:ssn?|social)[ :#]{1,3}(?P<phi2>\d{4})\b",
        "SSN last 4 <SSN>7688</SSN>",
        "last 4 SSN <SSN>0082</SSN>",
        "SSN ends <SSN>4093</SSN>",
        "SSN on file",
        score=0.9,
    ),
    row(
        "ssn-last-four-letter",
        r"(?i)\blast (?:4|four)[ :#]{1,3}(?P<phi>[A-Z]?\d{4})\b",
        "(last 4 <SSN>G4417</SSN>)",
        "last 4 days",
        "last 4 2019 visits",
        score=0.85,
        unless_after=r"\s*(?:days|weeks|months|years|visits|ml|doses)|[-/.]\d",
    ),
    row(
        "national-id-label",
        r"(?i)\b(?:aadhaar|aadhar|nric|nin|nat(?:ional|'l|\.)? ?id(?:entity)?|cnic|dni|pps|ppsn"
        r"|nino"
        r"|national insurance|sin|social insurance|tfn|pan|curp|rsa id|sa id|nib|mother(?:'s)? id)"
        r"(?: ?(?:no\.?|number|card|#))?(?: for \w+)?[ \t.:#]{1,16}"
        r"(?P<phi>\d{13}|\d{6} ?\d{4} ?\d{3}|\d{5}-\d{7}-\d|\d{4} \d{4} \d{4}|[STFGM]\d{7}[A-Z]"
        r"|\d{7}[A-W][A-IW]?|[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]|\d{3}[ -]\d{3}[ -]\d{3}|\d{11}"
        r"|[A-Z]{3}[A-Z][A-Z]\d{4}[A-Z])(?:[^\d\pL/-]|$)",
        "Aadhaar: <SSN>4417 8820 3391</SSN>",
        "Nat. ID <SSN>19780416666</SSN>",
        "NRIC <SSN>S1482736F</SSN>",
        "pan 120 131",
        score=0.93,
    ),
    row(
        "za-id-label",
        r"(?i)\bid(?: ?(?:no\.?|number|#))?[ \t.:#]{1,12}(?P<phi>\d{13}|\d{6} \d{4} \d{3})"
        r"(?:[^\d\pL/-]|$)",
        "ID NO: <SSN>900227 0418 086</SSN>",
        "ID 900227 0418",
    ),
    row(
        "nhs-number",
        r"\d{3} \d{3} \d{4}",
        "born 1961, <MRN>943 476 5919</MRN>",
        "tel 943 476 5919",
        "943 476 5918",
        score=0.3,  # one in eleven phone numbers has this check digit too
        check=lambda surface: bool(stdnum.gb.nhs.is_valid(surface)),
        unless_before=rf"{_ID_BEFORE}|\b(?:tel|telephone|phone|ph|fax|cell|call|at|pager|p|f|c"
        rf"|t)[ :.#]*",
        unless_after=_MORE,
    ),
    row(
        "chi-number",
        r"\d{6} \d{4}",
        "Isobel, <MRN>010190 0007</MRN>",
        "010190 0008",
        "459990 0006",
        score=0.8,
        check=is_chi,
        unless_before=_ID_BEFORE,
        unless_after=_MORE,
    ),
    row(
        "nhi-number",
        r"\b[A-HJ-NP-Z]{3}\d{4}\b",
        "Tama, <MRN>ZAC5361</MRN>",
        "ZAC5362",
        "lot ZAC5361",
        score=0.7,
        check=is_nhi,
        unless_before=r"[-/]|\blot:? ",
        unless_after=r"[-/]\w",
    ),
    row(
        "za-id",
        r"\d{13}|\d{6} \d{4} \d{3}",
        "Nomsa <SSN>7503305044089</SSN>",
        "7503305044088",
        score=0.93,
        check=lambda surface: bool(stdnum.za.idnr.is_valid(surface)),
        unless_before=_ID_BEFORE,
        unless_after=_MORE,
    ),
    row(
        "pps-number",
        r"\b\d{7}[A-W][A-IW]?\b",
        "Aoife <SSN>6433435F</SSN>",
        "6433435E",
        "lot 6433435F",
        score=0.85,
        check=lambda surface: bool(stdnum.ie.pps.is_valid(surface)),
        unless_before=r"[-/]|\b(?:lot|sn|s/n|serial|mrn):? ?",
        unless_after=r"[-/]\w",
    ),
    row(
        "aadhaar",
        r"[2-9]\d{3} \d{4} \d{4}",
        "card <SSN>2341 2341 2346</SSN>",
        "2341 2341 2347",
        score=0.9,
        check=is_verhoeff,
        unless_before=rf"{_ID_BEFORE}|\b(?:tel|telephone|phone|ph|fax|cell|mob|mobile)[ :.#]*",
        unless_after=r"[-./ ]?\d|-?[\pL]",
    ),
    row(
        "pan",
        r"\b[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]\b",
        "PAN <SSN>ACUPA7085R</SSN>",
        "ABCDE1234",
        score=0.9,
        check=lambda surface: bool(stdnum.in_.pan.is_valid(surface)),
    ),
    row(
        "nino",
        r"\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b",
        "NI <SSN>AB 12 34 56 C</SSN>",
        "AB 12 34 56",
        score=0.85,
        unless_before=r"[-/]",
    ),
    row(
        "au-medicare",
        r"[2-6]\d{3} \d{5} \d(?: \d)?",
        "card <HEALTHPLAN>2123 45670 1</HEALTHPLAN>",
        "mrn 2123 45670 1",
        score=0.85,
        check=is_au_medicare,
        unless_before=rf"{_ID_BEFORE}|\b(?:tel|phone|ph|fax|mrn|npi|acct|mob)[ :.#]*",
        unless_after=_MORE,
    ),
    row(
        "ihi",
        r"800[36] ?\d{4} ?\d{4} ?\d{4}",
        "IHI <MRN>8003 6012 3456 7894</MRN>",
        "8003 6012 3456 7895",
        check=is_luhn,
        unless_before=_ID_BEFORE,
        unless_after=_MORE,
    ),
    row(
        "npi",
        r"1\d{9}",
        "O. Ruiz MD <LICENSE>1234567893</LICENSE>",
        "1234567890",
        "mrn 1234567893",
        score=0.45,
        check=is_npi,
        unless_before=rf"{_ID_BEFORE}|\b(?:mrn|acct|account|id|fin|csn|phone|tel|fax"
        rf"|member)[ :.#]*",
        unless_after=_MORE,
    ),
    row(
        "dea",
        r"\b[ABFGMPRX][A-Z]\d{7}\b",
        "signed <LICENSE>BF1234563</LICENSE>",
        "BF1234564",
        "lot BF1234563",
        score=0.9,
        check=is_dea,
        unless_before=r"[-/]|\b(?:mrn|acct|lot|sn|s/n|serial|acc|no|number|mr)[:.#]* ?",
        unless_after=r"[-/]\w",
    ),
    row(
        "clia",
        r"\b\d{2}D\d{7}\b",
        "lab <LICENSE>05D0642211</LICENSE>",
        "05D064",
        unless_after=r"[-/]\w",
    ),
    row(
        "mbi",
        r"\b[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-?"
        r"[AC-HJKMNP-RT-Y]{2}\d{2}\b",
        "Medicare <HEALTHPLAN>1EG4-TE5-MK73</HEALTHPLAN>",
        "1EG4-TE5",
        score=0.98,
    ),
    row(
        "card",
        r"(?:4\d{3}|5[1-5]\d{2}|6011|2[2-7]\d{2})(?:[ -]?\d{4}){3}|3[47]\d{2}[ -]?\d{6}[ -]?\d{5}",
        "paid by <ACCOUNT>4111 1111 1111 1111</ACCOUNT>",
        "4111 1111 1111 1112",
        score=0.9,
        check=is_luhn,
        unless_before=_ID_BEFORE,
        unless_after=_MORE,
    ),
    row(
        "iban",
        r"\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?\b",
        "to <ACCOUNT>GB82 WEST 1234 5698 7654 32</ACCOUNT>",
        "GB83 WEST 1234 5698 7654 32",
        score=0.97,
        check=is_iban,
    ),
    row(
        "vin",
        r"\b[A-HJ-NPR-Z\d]{17}\b",
        "Buick <VEHICLE>1M8GDM9AXKP042788</VEHICLE>",
        "1M8GDM9A1KP042788",
        check=lambda surface: len(digits(surface)) < 17 and is_vin(surface),
    ),
)
