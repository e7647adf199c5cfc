"""E-mail, web and network addresses, phones, pagers, fax numbers.

Shapes: North America (NANP), United Kingdom (Ofcom), Ireland, Australia, New Zealand, India, South
Africa, and any international number after its plus sign.
"""

from __future__ import annotations

from incognote.detect.rules import row
from incognote.detect.rules.checks import digits, has_digits, is_ip_address

_EXTENSION = r"(?:,? ?\(?(?:ext(?:ension|n)?|x|opt)\.? ?\d{1,6})?"
_NANP = r"(?:\+?1[-. ]?)?(?:\(\d{3}\)[ -]?|\d{3}[-./ ])\d{3}[-. ]\d{4}"
_ANY = rf"(?:{_NANP}|[+(]{{0,2}}\d(?:(?: - |\) ?| ?\(|[ .·/-])?\d){{5,14}})"
"""Seven to fifteen digits however they are grouped, where a label says what they are."""

_NO_PHONE = (
    r"(?:\d|\d[-./]|[\pL]-|[#|^]|\bfx\b|\bf[:.]|\bfax(?:ed)?\b"
    r"|\b(?:mrn|nhs|npi|ssn|ssn on file|sin|chi|acct|account|lot|sn|s/n|ser|serial|policy|member"
    r"|order"
    r"|medicare|medicaid|claim|ref|case|hcn|ohip|phn|folder|chart|file|dea|lic|license|licence|id"
    r"|mr"
    r"|fin|csn|har|ihi|nhi|hosp|ein|tax|ndc|group|grp|bin|units?|chp|mc|reg|acc|accession|job"
    r"|order))"
    r"[ .:#]*(?:no\.?|number|num|#)?[ .:#|^]*"
)

_ROLE = (
    r"(?:[\pL&]{2,12} ){0,2}(?:SHO|FY?[12]|HO|SpR|[Rr]eg(?:istrar)?|[Cc]ons(?:ultant)?|CSM|CNS|ANP"
    r"|[Ii]ntern|[Rr]esident|[Ff]ellow|[Hh]ouse officer|[Oo]utreach|[Ss]ite manager|[Nn]urse)"
)


_has_phone = has_digits(7, 15)


def _is_phone_and_no_gas(surface: str) -> bool:
    """Whether it is as long as a phone number, and no blood gas: pH 7.35/45/80."""
    return _has_phone(surface) and not (surface[1:2] == "." and "/" in surface)


def _is_national(surface: str) -> bool:
    """Whether there are 9 to 11 digits before any extension, as trunk calls have outside NANP."""
    return 9 <= len(digits(surface.lower().partition("x")[0].rstrip("e "))) <= 11


RULES = (
    row(
        "email",
        r"(?P<phi>[\pL\pN][\pL\pN._%+'-]*@[\pL\pN][\pL\pN-]*(?:\.[\pL\pN][\pL\pN-]*)+)",
        "write to <EMAIL>m.delgado@example.org</EMAIL>.",
        "2 tabs @ 8pm",
        score=0.99,
    ),
    row(
        "url",
        r"(?i)\b(?:https?://|www\.)[\pL\pN][^\s<>\"')\]|,;]*[\pL\pN/=]",
        "see <URL>https://my.example.org/visit?id=4</URL>.",
        "(<URL>www.example.org/ward7</URL>)",
        "www is down",
        score=0.99,
    ),
    row(
        "url-bare",
        r"(?i)\b[a-z\d][a-z\d-]*(?:\.[a-z\d-]+)*\.(?:com|org|net|gov|edu|info|io|example"
        r"|(?:co|org|ac|gov|nhs)\.(?:uk|nz|za|in)|(?:com|org|edu|gov|net)\.au|ie|ca|nhs\.uk)"
        r"(?:/[a-z\d_./?=&%#-]*[a-z\d/])?",
        "portal <URL>mychart.example.org/liver</URL>",
        "m.delgado@example.org",
        "given p.o. in a.m.",
        unless_before=r"[@.\pL\d/_'’+-]",
        unless_after=r"[@\pL\d-]|\.[a-z]+@",
    ),
    row(
        "ip-address",
        # An enzyme is matched so that it is passed over.
        r"(?P<phi1>\bEC[ :][1-7]\.\d{1,2}\.\d{1,2}\.\d{1,3})\b"
        r"|(?P<phi2>\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})",
        "enzyme EC 1.1.1.27, PC EC <IPADDRESS>10.2.0.17</IPADDRESS>",
        "from <IPADDRESS>10.2.0.17</IPADDRESS>.",
        "version 10.2.0.17",
        "1.2.840.10008",
        "10.300.2.1",
        score=0.98,
        check=is_ip_address,
        unless_before=r"[\d.]|\bv(?:ersion)?\.? ?|[\pL]-",
        unless_after=r"\d|\.\d|-\d",
    ),
    row(
        "ip-address-v6",
        r"(?i)\b[\da-f]{1,4}(?::{1,2}[\da-f]{1,4}){4,7}",
        "from <IPADDRESS>2001:db8:85a3::8a2e:370:7334</IPADDRESS>",
        "10:20:30:40:50",
        score=0.97,
        check=is_ip_address,
        unless_before=r"[:\d]",
    ),
    row(
        "mac-address",
        r"(?i)\b[\da-f]{2}(?:(?::[\da-f]{2}){5}|(?:-[\da-f]{2}){5})\b",
        "AP <IPADDRESS>3C:22:FB:90:1A:E7</IPADDRESS>",
        "at 14:30:22",
        score=0.98,
        unless_before=r"[:-]",
        unless_after=r"[:-][\da-f]",
    ),
    row(
        "phone",
        rf"(?i){_NANP}{_EXTENSION}",
        "call <PHONE>(216) 555-0143</PHONE>",
        "<PHONE>406.259.5561</PHONE>, <PHONE>1-800-555-0196</PHONE>",
        "<PHONE>828-555-0190 ext 14</PHONE> or <PHONE>804-555-2000 x5177</PHONE>",
        "fax 216-555-0188",
        "NHS 943 476 5919",
        "acct: 216-555-0143",
        "SSN 078-05-1120",
        score=0.96,
        unless_before=_NO_PHONE,
        unless_after=r"[-./]?\d|-?[\pL]|\.\d",
    ),
    row(
        "phone-with-its-trunk",
        # Brackets behind a one leave no doubt, whatever number stands before.
        r"(?:^|[^\d.,/-])(?P<phi>1[ .-]?\(\d{3}\)[ -]?\d{3}[-. ]\d{4})(?:\D|$)",
        "open 24/7 <PHONE>1 (949) 555-0108</PHONE>; p<PHONE>1 (336) 555-0121</PHONE>",
        "vm x2 <PHONE>1-(214) 555-0108</PHONE>, last 6-3",
        "grade 1 (216) 555, 21 (949) 555-0108",
        score=0.96,
        unless_after=r"-?\d",
        splits=True,
    ),
    row(
        "phone-australia",
        r"\b(?:1[38]00|04\d\d) \d{3} \d{3}\b",
        "HaH command 24/7 <PHONE>0450 239 252</PHONE>; RN CCTC   <PHONE>1300 133 486</PHONE>",
        "MRN 0450 239 252, folder 1800 133 486, 1800 120 80, 21300 133 486, 0450 239 252 118",
        score=0.9,
        unless_before=(
            r"[\d.,/:#-]|\b(?:mrn|acct|account|chart|folder|file|no|id|ref|lot|s/?n)[.:# ]*"
        ),
        unless_after=r"[-./]?\d| \d",
    ),
    row(
        "phone-vanity",
        r"\b(?:1-)?\d{3}-(?:\d{3}-[A-Z]{4}|[A-Z]{3,4}-?[A-Z\d]{3,4})\b",
        "call <PHONE>1-800-QUIT-NOW</PHONE>",
        "<PHONE>910-667-KIDS</PHONE>",
        "104-AB-12",
        score=0.93,
        unless_before=r"\d|[\pL]-|[#:]",
        unless_after=r"-",
    ),
    row(
        "phone-national",
        rf"(?i)(?:\(0[1-9]\d{{0,3}}\)[ -]?|0[1-9]\d{{0,3}}[ -])\d{{2,4}}[ -]\d{{3,6}}{_EXTENSION}",
        "tel <PHONE>033 897 4410</PHONE>",
        "Phone <PHONE>(07) 4262 0672</PHONE>; <PHONE>01632 960 881</PHONE>",
        "mob <PHONE>07700 904 118</PHONE>",
        "lab 01-22-33",
        "folder 011 222 3333",
        score=0.93,
        check=_is_national,
        unless_before=_NO_PHONE,
        unless_after=r"[-./]?\d|-?[\pL]|[ ]\d",
    ),
    row(
        "phone-national-long",
        r"\(?0[1-9]\d{1,4}\)?[ -]\d{5,8}",
        "ring <PHONE>01632 960881</PHONE>, H <PHONE>(061) 95443324</PHONE>",
        "MRN 01632 960881",
        "05 120 mg",
        score=0.9,
        check=_is_national,
        unless_before=_NO_PHONE,
        unless_after=r"[-./]?\d|-?[\pL]| \d",
    ),
    row(
        "phone-international",
        r"\+\d{1,3}(?:[ .-]?(?:\(\d{1,5}\)|\d{1,5})){2,6}",
        "Emergency <PHONE>+91 94870 00555</PHONE>",
        "<PHONE>+44 (0)20 7946 0123</PHONE>",
        "shift +2 dioptres",
        check=_has_phone,
        unless_before=r"[\d\pL)]",
        unless_after=r"[-./]?\d|-?[\pL]|%",
    ),
    row(
        "phone-label",
        r"(?i)(?:\b(?:tel(?:ephone)?|phone|ph|cell|mobile|mob|hotline|helpline|callback"
        r"|call back(?: at| on)?|called at|pager|pgr|whats ?app|toll[ -]?free|landline)"
        r"(?: ?(?:no\.?|number|num|#|nr))?[ .:#=]{0,4}|☎ ?|📞 ?)"
        rf"(?P<phi>{_ANY}{_EXTENSION})(?:[^\d\pL:/]|$)",
        "Tel: <PHONE>6779 4402</PHONE>",
        "cell <PHONE>555-0117</PHONE>",
        "PH# <PHONE>2165550143</PHONE>",
        "pH 7.35 7.40",
        "ABG: pH 7.35/45/80",
        "phone 5",
        score=0.96,
        check=_is_phone_and_no_gas,
        unless_after=r"[-/]\d|\.\d",
    ),
    row(
        "phone-local",
        r"(?i)(?:\b(?:call|called|at|on|or|text|dial|reach(?:ed)?|#|number|line) ?|\()"
        rf"(?P<phi>[2-9]\d{{2}}[-.]\d{{4}}{_EXTENSION})",
        "call <PHONE>369-5518</PHONE>",
        "acct # 369-5518",
        "MRN (369-5518)",
        score=0.9,
        unless_before=rf"{_NO_PHONE}\(?",
        unless_after=r"[-./]?\d|-?[\pL]",
    ),
    row(
        "pager",
        r"\b(?:[Pp]ager|PAGER|[Pp]gr|PGR|pg|[Bb]leep|BLEEP|[Bb]eeper|[Vv]oalte|VOALTE|[Vv]ocera"
        r"|VOCERA|[Ss]pectralink|[Aa]scom|ASCOM)"
        r"(?: ?(?:no\.?|number|#))?[ .:#]{1,4}(?P<phi>#?\d{2,6}|\d{1,2}-\d{3,5}|\d{3}-\d{4})",
        "pgr <PHONE>7-3382</PHONE>",
        "bleep <PHONE>1184</PHONE>",
        "ASCOM <PHONE>44719</PHONE>. Charge",
        "digoxin 18 pg/mL",
        "pg 2 of 3",
        "Pg 6",
        score=0.94,
        unless_after=r"[-/]?\d|[\pL]|\.\d|\s*(?:of|/)\s?\d|%| ?mcg| ?ml",
    ),
    row(
        "pager-role",
        rf"\b(?:[Pp]ager|PAGER|[Pp]gr|[Bb]leep|BLEEP|[Bb]eeper):? (?:the )?{_ROLE}"
        r"(?: on[ -]call)?:? #?(?P<phi1>\d{3,5})"
        rf"(?:(?:,| and|,? or|;|/| &) ?{_ROLE}:? #?(?P<phi2>\d{{3,5}}))?\b",
        "bleep surg SHO <PHONE>2210</PHONE> and med reg <PHONE>1188</PHONE>",
        "bleep SHO <PHONE>4471</PHONE>; Pager: on-call resident 12",
        "bleep SHO 2210 hrs, bleep SHO at 2210, SHO 4471, bleep reg if BP 100",
        score=0.93,
        unless_after=r"[-/:]?\d|[\pL]|\.\d|%| ?(?:h|hrs?|hours|am|pm|mcg|mg|ml)\b",
    ),
    row(
        "extension",
        r"(?i)\b(?:ext(?:ension|n)?)[ .:#]{1,3}(?P<phi>\d{2,6}|\d-\d{4})\b",
        "RN, ext. <PHONE>2040</PHONE>",
        "wrist ext 35",
        "216-555-0143 ext 22",
        unless_before=r"(?:\d[ ,]{0,2}|\b(?:grip|wrist|knee|hip|elbow|finger|thumb|neck|trunk"
        r"|lumbar"
        r"|cervical|ankle|toe|mcp|pip) )ext\w*[ .:#]+",
        unless_after=r"[-/]\d|\.\d| ?(?:°|deg|kg|lbs?\b|cm)",
    ),
    row(
        "extension-x",
        r"\b[xX] ?\d{4,5}\b",
        "safety nurse, <PHONE>x3306</PHONE>.",
        "A&O x4",
        "10 x 1000",
        "x 1000 mL",
        score=0.93,
        unless_before=r"\d ?|[\pL]-|[.]",
        unless_after=r"[-./]\d|[\pL]| ?(?:ml|mg|u|mcg|units|cells|iu)\b",
    ),
    row(
        "fax",
        r"(?i)\b(?:fax(?:ed)?|fx|facsimile)(?: ?(?:no\.?|number|num|#|to|is|at|line))?[ .:#=]{0,12}"
        rf"(?P<phi>{_ANY}{_EXTENSION})(?:[^\d\pL:/]|$)",
        "fax <FAX>216-555-0188</FAX>",
        "Fax: <FAX>(07) 4284 0586</FAX>",
        "faxed to <FAX>513-555-2406</FAX>",
        "fax 2 pages",
        score=0.98,
        check=_has_phone,
        unless_after=r"[-/]\d|\.\d",
    ),
    row(
        "fax-clause",
        rf"(?i)\bfax[\pL]*\b[^\d\n.;|]{{1,40}}(?P<phi>{_NANP})",
        "fax records to Mercy at <FAX>216-555-0188</FAX>",
        "fax this, then call 216-555-0143",
        score=0.97,
        unless_before=r"\b(?:tel|telephone|phone|ph|cell|call|p|o|c|office)[ .:#]*",
        unless_after=r"[-./]?\d|-?[\pL]",
    ),
    row(
        "fax-initial",
        rf"(?:^|[\s|;,(])[Ff](?:[:.]\s{{0,3}}|\s)(?P<phi>{_NANP})",
        "P: 808.555.2270 F: <FAX>808.555.2271</FAX>",
        "57 F: 12/03/2019",
        score=0.97,
        unless_after=r"[-./]?\d|-?[\pL]",
    ),
    row(
        "email-spoken",
        r"(?i)\b(?P<phi>\pL[\pL\d._-]*(?: (?:dot|underscore|dash) [\pL\d]+)* at [\pL\d-]+"
        r"(?: dot [\pL\d]+)? dot (?:com|net|org|edu|gov|mil|io|ca|co|uk|ie|au|nz|us)"
        r"(?: dot (?:uk|au|nz|za|in))?)\b",
        "alt <EMAIL>mj dot kowal at comcast dot net</EMAIL>. Lisinopril",
        "write to <EMAIL>ada_r at nhs dot co dot uk</EMAIL>",
        "seen at clinic dot phrase used; pain at rest, dot com; look at retina dot blot",
        score=0.95,
    ),
    row(
        "ip-address-v6-short",
        r"(?i)\b(?P<phi>[\da-f]{1,4}(?::[\da-f]{1,4}){0,5}::[\da-f]{1,4}(?::[\da-f]{1,4}){0,5})",
        "IP <IPADDRESS>2001:db8::44</IPADDRESS>, from <IPADDRESS>fe80::1ff</IPADDRESS>",
        "HLA-B::27, pain::3, gene a::b, ratio 1::2",
        score=0.95,
        check=lambda surface: len(surface) >= 8 and is_ip_address(surface),
        unless_before=r"[:\dA-Za-z]",
        unless_after=r"[:.]?[\dA-Za-z]",
    ),
)
