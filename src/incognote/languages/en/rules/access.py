"""Codes that open a door, names on networks, and numbers of who came: key safe, handles, crews."""

from __future__ import annotations

import re

from incognote.detect.lexicon.lists import load_lexicon
from incognote.detect.rules import row
from incognote.detect.rules.checks import digits, is_handle, is_persons_folder, users_folder

_YEAR = re.compile(r"(?:19|20)\d\d")


def _is_somebodys(surface: str) -> bool:
    """Whether what stands behind `@` is no word: `@home`, `@T10` are places, not handles."""
    letters = re.sub(r"[\d._]", "", surface)
    return len(letters) >= 4 and load_lexicon("en").is_of_no_list(letters)


RULES = (
    row(
        "access-code",
        r"(?i:\b(?:key ?safe(?: (?:code|no\.?|number|pin|is))?"
        r"|(?:door|gate|lock ?box|entry|alarm|access|building|garage|elevator|intercom|buzzer"
        r"|voicemail|portal|phone) (?:access )?(?:code|pin|combo|passcode)|(?:buzzer|intercom)"
        r" (?:number|no\.?|#))(?: is)?[ :#=*]{1,3})"
        r"(?P<phi>\d{3,8}[A-Za-z]?)(?:[\s#*.,;)/]|$)",
        "Key safe code <IDNUM>4471</IDNUM>. Keysafe <IDNUM>4471C</IDNUM>; door code "
        "<IDNUM>2218</IDNUM>#, gate code *<IDNUM>4418</IDNUM>",
        "keysafe 24/7 careline, door code given, code 1234 status, keysafe 2025",
        score=0.9,
        check=lambda surface: _YEAR.fullmatch(surface) is None,
        unless_after=r"/\d|[.-]\d| ?(?:times|mg|x)\b",
    ),
    row(
        "handle-network",
        r"(?i:\b(?:skype|tik ?tok|snap(?:chat)?|insta(?:gram)?|twitter|discord|telegram|kik|wechat"
        r"|facebook|fb|venmo|cash ?app|xbox|psn)"
        r"(?: (?:id|handle|user(?:name)?|name|acct|account|is))?[: ]{1,2}|\bIG: ?)"
        r"@?(?P<phi>[A-Za-z][A-Za-z\d]*(?:[._]+[A-Za-z\d]+)*)(?:[\s,;:)?!]|[.](?:\s|$)|$)",
        "tiktok <USERNAME>nan.b77</USERNAME>, skype: <USERNAME>nanbetts1</USERNAME>",
        "on facebook since 2019, snapchat daily, IG: IgG4, venmo it, telegram v.2.1.0",
        score=0.9,
        check=is_handle,
    ),
    row(
        "handle-at",
        r"(?i:\b(?:ig|insta(?:gram)?|tik ?tok|twitter|threads|snap(?:chat)?|discord|telegram"
        r"|facebook|fb|handle|user ?name)(?: (?:is|as|at|handle|under|account|acct|page|name)){0,3}"
        r"[: ]{1,2})@(?P<phi>[A-Za-z\d]+(?:[._]+[A-Za-z\d]+)+)(?:[\s,;:)?!]|[.](?:\s|$)|$)",
        "IG handle @<USERNAME>bee.stings.back</USERNAME>, tiktok @<USERNAME>nan_b</USERNAME>",
        "on IG as @<USERNAME>the.quiet.otter</USERNAME>. Next",
        "serum IG @ 9.30am, IgG @lab.core, IG @8.30.am, on insta @home",
        score=0.93,
        check=lambda surface: len(surface) >= 5 and surface[0].isalpha(),
    ),
    row(
        "shield-number",
        r"(?i:\bshield(?: ?#| no\.?| number)?[ :]{0,2})(?P<phi>\d{4,5})(?:[\s.,;)]|$)",
        "Officer Ruiz shield <IDNUM>2218</IDNUM>.",
        "shield 24 mm wear; shield 1000 mg",
        score=0.9,
        unless_after=r" ?(?:mm|cm|mg|ml|h|hrs)\b",
    ),
    row(
        "roll-number",
        r"(?i:\b(?:roll|matric(?:ulation)?|enrol+ment|regimental|force|hall ticket)"
        r" (?:no\.?|number|#)[ :.]{0,3})(?P<phi>[A-Z]{0,4}[/-]?\d[A-Z\d/-]{2,16})(?:[\s.,;)]|$)",
        "roll no. <IDNUM>21CS1044</IDNUM> of, force no <IDNUM>441882</IDNUM>",
        "roll no 2, matric number 2025, enrolment number 1200 patients",
        score=0.9,
        check=lambda surface: len(digits(surface)) >= 3 and _YEAR.fullmatch(surface) is None,
        unless_after=r" ?(?:mg|ml|patients|participants|subjects)",
    ),
    row(
        "precertification",
        r"(?i:\bpre-?(?:cert(?:ification)?|auth(?:orization)?|determination)"
        r"(?: ?#| no\.?| number| ref)?[ :]{1,3})(?P<phi>[A-Z]{0,3}-?\d{5,14})(?:[\s.,;)]|$)",
        "precert <IDNUM>118832</IDNUM>.",
        "pre-auth 2025, precert 11/14/25",
        score=0.93,
    ),
    row(
        "unit-crew",
        r"(?i)\b(?P<phi>(?:medic|engine|rescue|squad|ladder|rig|truck|ambulance|ambo|car)"
        r" \d{1,3}) (?:on ?scene|o/s|arriv\w+|crew|dispatched|respond\w*|en ?route"
        r"|enrt|toned|cleared)\b",
        "<UNIT>Medic 12</UNIT> on scene 0312, <UNIT>engine 7</UNIT> crew assisted",
        "engine 7 parts, ladder 10 feet, truck 20 mph",
        score=0.9,
    ),
    row(
        "unit-outpatients",
        r"\b(?i:opd|clinic|cabin|cubicle|counter|chamber|consulting room|consult room|window)"
        r" ?(?i:no\.?|number|#) ?(?P<phi>[A-Z]?\d{1,3}[A-Z]?)(?:[\s.,;)]|$)",
        "R/v OPD No. <UNIT>7</UNIT> after 1 week",
        "OPD no 44188; clinic no 3 visits",
        score=0.9,
        unless_after=r"[./-]\d| ?(?:patients|visits|times)",
    ),
    row(
        "username-label",
        r"\b(?:[Uu]ser(?:name| ?[Ii][Dd])?|USER(?:NAME| ?ID)?|[Ll]og-?in(?: for portal)?|LOGIN"
        r"|e-sig(?:nature)?|[Hh]andle|network id)(?:: ?| {1,3}|=|\t)"
        r"(?P<phi>[A-Za-z][A-Za-z\d]*(?:[._@-][A-Za-z\d]+)*)(?:[^\pL\pN]|$)",
        "user <USERNAME>hgruenw2</USERNAME>",
        "login: <USERNAME>jung_neph</USERNAME>",
        "user of",
        score=0.9,
        check=lambda surface: bool(digits(surface)) or "_" in surface,
    ),
    row(
        "username-colon",
        r"\b(?:[Uu]ser(?:name| ?[Ii][Dd])?|USER(?:NAME| ?ID)?|[Ll]og-?in|LOGIN)(?::|=) ?"
        r"(?P<phi>[A-Za-z][A-Za-z\d]{3,}(?:[._@-][A-Za-z\d]+)*)(?:[^\pL\pN]|$)",
        "RUN USER: <USERNAME>FRYGAL</USERNAME>, USER: <USERNAME>BISHOP</USERNAME>",
        "USER: <USERNAME>Bishop</USERNAME>",
        "user friendly",
        score=0.9,
    ),
    row(
        "username-shape",
        r"(?:^|[\s(/])(?P<phi>[a-z]{4,12}\d{1,2}|[a-z]{3,12}_[a-z]{2,8})(?:[\s,;:.)]|$)",
        "07:41:15 <USERNAME>lfrantz1</USERNAME> opened",
        "IL6 level",
        score=0.3,
    ),
    row(
        "username-folder",
        users_folder("[Uu]suarios"),
        r"C:\Users\<USERNAME>jsmith</USERNAME>\Desktop\scan.pdf",
        "saved to /home/<USERNAME>a.ruiz</USERNAME>/notes",
        r"C:\Users\Public\scan, home/day care",
        check=is_persons_folder,
    ),
    row(
        "handle-alone",
        r"(?:^|[\s(])@(?P<phi>[A-Za-z][A-Za-z\d]*(?:[._]?[A-Za-z\d]+)*)(?:[\s,;:)?!]|[.](?:\s|$)|$)",
        "Messaged by @<USERNAME>docpham</USERNAME> on TigerText, dm @<USERNAME>zo_rn7</USERNAME>",
        "K 5.9 @bedside, @home, sat 92 @rest, 2L @night, @baseline, pain @IV site, @T10 level",
        score=0.9,
        check=_is_somebodys,
    ),
)
