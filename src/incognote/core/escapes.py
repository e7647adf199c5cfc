r"""The ways in which text is encoded within notes: one row each, with cases beside it.

A row is a pattern and what a match of it means. Tests walk the table: each case, and a name, a
number and a date in each form before every detector. Whether something is an escape is asked of
its near surroundings only, so that no note takes long.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from email.errors import MessageError
from email.header import decode_header, make_header
from functools import cache
from itertools import pairwise
from typing import Any

Match = re.Match[str]


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which text is encoded."""

    name: str
    sign: str
    """What every text with this form holds, in RE2's syntax: it reads plain text, which holds none,
    many times faster than `re`."""
    pattern: re.Pattern[str]
    meaning: Callable[[Match], str | None]
    """The text that a match stands for; None: it is no escape."""
    cases: Sequence[tuple[str, str]]
    """Text that holds it and what that means; what only looks like it means itself."""
    unless: str = ""
    """What texts hold, in RE2's syntax, that do not use this form."""

    def may_be_in(self, text: str) -> bool:
        """Returns whether a text is worth searching."""
        return _holds(self.sign, text) and not (self.unless and _holds(self.unless, text))


def may_hold_escapes(text: str) -> bool:
    """Returns whether any of the forms is worth searching a text for; quick."""
    return _holds(_any_sign(), text)


@cache
def _any_sign() -> str:
    return "|".join(form.sign for form in FORMS)


def _holds(sign: str, text: str) -> bool:
    return _compiled(sign).search(text) is not None


@cache
def _compiled(sign: str) -> Any:
    import re2  # only now: it takes a while, and who asks for help needs no patterns

    return re2.compile(sign)


def _to(meaning: str) -> Callable[[Match], str]:
    return lambda match: meaning


_NEAR = 160
"""Characters before an escape that are looked at."""


def _neighbours(match: Match) -> tuple[str, str]:
    """The characters before and behind a match ('' at the ends of the text)."""
    start, end = match.span()
    return match.string[max(0, start - 1) : start], match.string[end : end + 1]


def _run_before(match: Match) -> str:
    """What stands before a match without a blank between, up to `_NEAR` characters."""
    near = match.string[max(0, match.start() - _NEAR) : match.start()]
    return "" if not near or near[-1].isspace() else near.split()[-1]


# Characters that nobody sees

_INVISIBLE = (
    "\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)


_SIGN = r"(?:[\ufffd\xa4]{1,8}(?=[^\W\d_])|\?{1,4}(?=[a-zß-ÿ])(?![\w.-]{1,40}=))"
_LOST = re.compile(
    rf"(?<![^\W\d_])(?P<left>[^\W\d_]{{5,60}}){_SIGN}(?P<right>[^\W\d_]{{2,60}})"
    rf"|(?<=[^\W\d_]){_SIGN}"
)
"""What programs put in place of a letter with an accent that they cannot write. Without it a name
has a letter too few, and is no longer two pieces of which one may stay.

A dash is lost as well, and some ask without a blank: few names have five letters before an accent
and still two behind it. Such are read as two words, of which a mark takes both."""


def _dropped(match: Match) -> str:
    """Nothing, or a blank where two words would become one."""
    left, right = _neighbours(match)
    return " " if left.islower() and right.isupper() else ""


def _lost(match: Match) -> str:
    return f"{match['left']} {match['right']}" if match["left"] else _dropped(match)


def _soft_hyphen(match: Match) -> str:
    """Nothing; the line end behind it goes too where it divides a word, as it is there for."""
    left, right = _neighbours(match)
    return "" if right.islower() or left.isupper() else match["line_end"] or ""


def _control(match: Match) -> str:
    # ASCII's separators of files, groups, records and units stand between words.
    return " " if "\x1c" <= match.group() <= "\x1f" else _dropped(match)


def _windows(match: Match) -> str:
    """Windows-1252's character: nobody writes C1 controls, and programs misread its code page."""
    return match.group().encode("latin-1").decode("cp1252", errors="ignore")


# The wrong encoding

_WINDOWS_ONLY = bytes(range(0x80, 0xA0)).decode("cp1252", errors="ignore")
_CONTINUES = f"\x80-\xbf{_WINDOWS_ONLY}"
_MISREAD = f"[ÃÂÄÅ][{_CONTINUES}]|[âï][{_CONTINUES}]{{2}}"
_SIGNS = frozenset("°·¿¡®©±«»–—‘’“”•…€™²³µºª\ufeff\xad\xa0\u200b\ufffd")


def _utf8_misread(match: Match) -> str | None:
    data = b"".join(
        char.encode("cp1252" if char in _WINDOWS_ONLY else "latin-1") for char in match.group()
    )
    try:
        meant = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return meant if meant.isalpha() or meant in _SIGNS else None


def _text_of(data: bytes) -> str:
    """The text that bytes mean: UTF-8, or Windows-1252 where they are not."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="ignore")


# E-mail and URLs

_SURELY_QUOTED = (
    r"=3D|=[CD][0-9A-F]=[89AB][0-9A-F]|=E2=80|=0D=0A|=20\r?(?:\n|$)|\pL=\r?\n\pL"
    r"|(?m:^[^\r\n]{60,74}[\pL\pN]=\r?$)"
)
"""What text in quoted-printable holds; by itself `=15` may be a number of something."""


def _quoted_printable(match: Match) -> str:
    escape = match.group()
    return "" if escape.endswith("\n") else _text_of(bytes.fromhex(escape.replace("=", "")))


def _encoded_word(match: Match) -> str | None:
    try:
        return str(make_header(decode_header(match.group())))
    except (LookupError, ValueError, MessageError):
        return None


def _is_marked_whole(run: str) -> bool:
    """Whether a run is a URL with its scheme, which rules mark up to the next blank."""
    return "://" in run or run.lower().startswith("www.")


_SHARE = re.compile(r"(?<!\d)(?:\d{1,2}|100)$")


def _percent(match: Match) -> str | None:
    """The text of `Maria%20Delgado`, not of `50%20 ml`."""
    run = _run_before(match)
    if _is_marked_whole(run):
        return None
    try:
        meant = bytes.fromhex(match.group().replace("%", "")).decode("utf-8")
    except UnicodeDecodeError:
        return None
    left, right = _neighbours(match)
    date = left.isdigit() and right.isdigit() and meant in "/-.:"
    share = _SHARE.search(run) if run else match.group()[1:3].isdigit()
    if not meant.isascii() or "%" in run or date or not share:
        return meant if all(map(_may_be_escaped, meant)) else None
    return None


def _may_be_escaped(char: str) -> bool:
    return char.isprintable() or char in "\t\n\r" or unicodedata.category(char) == "Cf"


def _plus(match: Match) -> str | None:
    run = _run_before(match)
    return " " if "=" in run and not _is_marked_whole(run) else None


# Programs, HL7 and RTF

_BACKSLASH = r"\\"
_RTF = r"\{\\rtf|\\(?:par|pard|tab)\b"
_HL7 = {"F": "|", "S": "^", "T": "&", "R": "~", "E": "\\", "H": "", "N": ""}
_HL7_ESCAPE = re.compile(
    r"\\(?:X(?P<bytes>(?:[0-9A-Fa-f]{2})+)|\.(?P<layout>br|sp\d*|ce|in[+-]?\d*|ti[+-]?\d*|sk\d*|fi"
    r"|nf)|(?P<sign>[FSTREHN]))\\"
)
_CHARACTER = re.compile(
    r"\\(?:u(?P<number>-[1-9]\d{0,4}|[1-9]\d{2,4})(?:\?|[ ]?\\'[0-9a-fA-F]{2})"
    r"|u(?P<units>[0-9a-fA-F]{4}(?:\\u[dD][c-fC-F][0-9a-fA-F]{2})?)"
    r"|(?P<bytes>x[0-9a-fA-F]{2}(?:\\x[0-9a-fA-F]{2})*|[0-3][0-7]{2}(?:\\[0-3][0-7]{2})*)"
    r"|'(?P<rtf>[0-9a-fA-F]{2}))"
)
_BLANKS = {"n": "\n", "r": "\r", "t": "\t"}
_PATH = re.compile(r"""["'(<\[=]*(?:[A-Za-z]:\\|\\\\[\w.$-]{2,}\\[^\\])""")
_DOMAIN = re.compile(r"""["'(<\[=:]*[A-Z][A-Z0-9-]+""")
_FAR = 2000


def _hl7(match: Match) -> str:
    if match["bytes"]:
        return _text_of(bytes.fromhex(match["bytes"]))
    return _HL7[match["sign"]] if match["sign"] else "\n"


def _character(match: Match) -> str | None:
    if match["units"]:
        return _utf16(int(unit, 16) for unit in match["units"].split("\\u"))
    if match["number"]:
        return _utf16([int(match["number"]) % 0x10000])
    if match["bytes"]:
        base = 16 if match["bytes"][0] == "x" else 8
        codes = (int(part.removeprefix("x"), base) for part in match["bytes"].split("\\"))
        meant = _text_of(bytes(codes))
        # \101 may be a number; \303\261 and \012 are none.
        return None if base == 8 and meant.isascii() and not meant.isspace() else meant
    return _rtf_byte(match)


def _utf16(units: Iterable[int]) -> str | None:
    try:
        return b"".join(unit.to_bytes(2, "big") for unit in units).decode("utf-16-be")
    except UnicodeDecodeError:  # half of a pair
        return None


def _rtf_byte(match: Match) -> str:
    r"""The letter of `Mu\'f1oz`; but `O\'Dea` and `D\'amico` hold an apostrophe."""
    digits = match["rtf"]
    meant = bytes.fromhex(digits).decode("cp1252", errors="ignore")
    elided = digits.isalpha() and _neighbours(match)[0] in ("D", "d", "L", "l", "O", "o")
    capital = digits[0].isupper() and digits[1].islower()
    return f"'{digits}" if elided or capital or meant < "\x80" else meant


def _blank(match: Match) -> str | None:
    r"""The line end of a literal \n, but not of a path or of a login (WARD\nsmith)."""
    run, text, (start, end) = _run_before(match), match.string, match.span()
    if _PATH.match(run + text[start : end + _NEAR]):
        return None
    alone = "\\n" not in text[end : end + _FAR] and "\\n" not in text[max(0, start - _FAR) : start]
    if alone and _DOMAIN.fullmatch(run) and _neighbours(match)[1].islower():
        return None
    return _BLANKS[match["blank"]]


# HTML

_BLOCKS = "br|div|h[1-6]|hr|li|ol|p|pre|t[dhr]|table|tbody|thead|ul"
_INLINE = "a|b|big|center|code|del|em|font|i|ins|label|mark|o:p|s|small|span|strike|strong|tt|u|wbr"
_LOOKS = (
    "align|bgcolor|border|cellpadding|cellspacing|class|color|colspan|dir|face|height|lang|rowspan"
    "|size|style|valign|width"
)
_TAG = re.compile(
    rf"</?(?:(?P<block>{_BLOCKS})|{_INLINE})"
    rf"""(?:\s+(?:{_LOOKS})=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]{{1,40}}))*\s*/?>""",
    re.IGNORECASE,
)
"""A tag that says how text looks; others hold addresses and titles, which are to be read."""


def _entity(match: Match) -> str:
    return html.unescape(match.group())


def _tag(match: Match) -> str:
    """A line end for a block, nothing for a tag within a line."""
    return "\n" if match["block"] else _dropped(match)


# Letters and lines

_BLANKS_OF_PRINT = "\xa0\u2000-\u200a\u202f\u205f\u3000"
_LETTERS_OF_PRINT = "\ufb00-\ufb06\uff01-\uff5e\U0001d400-\U0001d7ff"
_OTHER_DIGITS = (
    "\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef"
    "\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59"
    "\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u17e0-\u17e9\u1810-\u1819"
)
"""Of Arabic and Persian, of the scripts of India, of Thai, Lao, Tibetan, Burmese, Khmer, Mongolian:
each begins with its nought."""


def _digit(match: Match) -> str:
    return "".join(str(unicodedata.decimal(sign)) for sign in match.group())


def _composed(match: Match) -> str:
    return unicodedata.normalize("NFC", match.group())


def _as_typed(match: Match) -> str:
    return unicodedata.normalize("NFKC", match.group())


def _divided(match: Match) -> str | None:
    """A word or number without the line end in it; with its hyphen where that may be its own."""
    left, mark, right = match["left"], match["mark"], match.string[match.end()]
    if left[-1].isdigit():
        return left + mark if right.isdigit() and (mark == "/" or len(left) > 1) else None
    if mark == "/" or right.isdigit() or left[0].isdigit():
        return None
    whole = right.islower() and (left[-1].islower() or len(left) == 1)
    return left if whole else left + mark


def _spaced(match: Match) -> str:
    """The words of `M a r i a D e l g a d o`; 'C y A y' are four words."""
    letters = match.group().split(" ")
    cuts = [i for i, (a, b) in enumerate(pairwise(letters), 1) if a.islower() and b.isupper()]
    words = [letters[a:b] for a, b in pairwise((0, *cuts, len(letters)))]
    joins = [len(word) > 3 or match["label"] is not None for word in words]
    return " ".join(("" if j else " ").join(word) for word, j in zip(words, joins, strict=True))


_SPACED_LABEL = re.compile(r"[^\W\d_] [^\W\d_] ?[:#.]? {0,4}$")
_SURELY_ONE_NUMBER = re.compile(
    r"\d{1,2}([/.-])\d{1,2}\1(?:19|20)?\d\d|\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4}"
)


def _spaced_number(match: Match) -> str | None:
    """A date, a telephone number, or what has a label with blanks between; '0 1 1 0 2' is none."""
    number = re.sub(" {2,}", " ", re.sub("(?<! ) (?! )", "", match.group()))
    before = match.string[max(0, match.start() - _NEAR) : match.start()]
    sure = _SURELY_ONE_NUMBER.fullmatch(number) or _SPACED_LABEL.search(before)
    return number if sure else None


FORMS: Sequence[Form] = (
    Form(
        "UTF-8 read as Windows-1252",
        _MISREAD,
        re.compile(_MISREAD),
        _utf8_misread,
        (("GarcÃ\xada", "García"), ("Oâ€™Dea, 37Â°C", "O’Dea, 37°C"), ("SÃO TOMÉ", "SÃO TOMÉ")),
    ),
    Form(
        "soft hyphen",
        "\xad",
        re.compile(r"\xad(?P<line_end>[ \t]?\r?\n[ \t>]{0,40}(?=[^\W\d_]))?"),
        _soft_hyphen,
        (("Del\xadgado", "Delgado"), ("Mc\xadKay", "McKay"), ("Del\xad\n  gado", "Delgado")),
    ),
    Form(
        "invisible characters",
        f"[{_INVISIBLE}]",
        re.compile(f"[{_INVISIBLE}]+"),
        _dropped,
        (("Del\u200bgado", "Delgado"), ("Maria\u2060Delgado", "Maria Delgado")),
    ),
    Form(
        "codes of terminals",
        "\x1b",
        re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[@-Z\\^_])"),
        _dropped,
        (("\x1b[1;31mMaria\x1b[0m Del\x1b[4mgado", "Maria Delgado"),),
    ),
    Form(
        "controls",
        r"[\x00-\x08\x0e-\x1f\x7f]",
        re.compile("[\x00-\x08\x0e-\x1f\x7f]"),
        _control,
        (("Del\x00gado", "Delgado"), ("Maria\x00Delgado\x1fF", "Maria Delgado F")),
    ),
    Form(
        "Windows-1252 read as Latin-1",
        "[\x80-\x9f]",
        re.compile("[\x80-\x9f]"),
        _windows,
        (("O\x92Dea", "O’Dea"),),
    ),
    Form(
        "letters that were lost",
        r"\pL(?:[\x{FFFD}\xA4]|\?\?{0,3}\p{Ll})",
        _LOST,
        _lost,
        (
            ("Mu\ufffdoz, Ord\ufffd\ufffdez, Ib?rruri, GARC\ufffdA", "Muoz, Ordez, Ibrruri, GARCA"),
            ("Pain? yes; ?when; x.org/p?mrn=7; 3?4", "Pain? yes; ?when; x.org/p?mrn=7; 3?4"),
            ("Delgado?pain, Crist\ufffdbal", "Delgado pain, Crist bal"),
            ("Ruiz\ufffdShe, Crist\ufffdn", "Ruiz She, Cristn"),
        ),
    ),
    Form(
        "encoded words of e-mail",
        r"=\?",
        re.compile(r"=\?[\w-]{1,40}\?[QqBb]\?[^?\s]{1,400}\?="),
        _encoded_word,
        (("=?utf-8?Q?Jos=C3=A9_Mu=C3=B1oz?=", "José Muñoz"),),
    ),
    Form(
        "quoted-printable",
        _SURELY_QUOTED,
        re.compile(r"(?:=[0-9A-F]{2})+|=[ \t]*\r?\n"),
        _quoted_printable,
        (
            ("Mu=C3=B1oz, pain=3D6=20\nDel=\ngado", "Muñoz, pain=6 \nDelgado"),
            (
                "Patient Margarita Delgado, to be called tomorrow at her home: 612 3=\n45",
                "Patient Margarita Delgado, to be called tomorrow at her home: 612 345",
            ),
            (f"GCS=15, Na=140\n{'=' * 70}\n", f"GCS=15, Na=140\n{'=' * 70}\n"),
        ),
    ),
    Form(
        "percent escapes",
        "%[0-9A-Fa-f]{2}",
        re.compile(r"(?:%[0-9A-Fa-f]{2})+"),
        _percent,
        (
            ("Maria%20Delgado", "Maria Delgado"),
            ("/Jos%C3%A9?dob=14%2F03%2F1961", "/José?dob=14/03/1961"),
            ("seen%0AMaria%C2%AD, %2CMaria", "seen\nMaria, ,Maria"),
            ("50%20 ml, %20 of, 10%CD3, 50%BCL2", "50%20 ml, %20 of, 10%CD3, 50%BCL2"),
        ),
    ),
    Form(
        "blanks of a query",
        r"\pL\+\pL",
        re.compile(r"(?<=[^\W\d_])\+(?=[^\W\d_])"),
        _plus,
        (("?name=Maria+Delgado", "?name=Maria Delgado"), ("HTN+DM2", "HTN+DM2")),
    ),
    Form(
        "escapes of HL7",
        _BACKSLASH,
        _HL7_ESCAPE,
        _hl7,
        (("a\\X0A\\Maria\\.br\\b \\T\\ c", "a\nMaria\nb & c"), ("MSH|^~\\&|A", "MSH|^~\\&|A")),
    ),
    Form(
        "characters by number",
        _BACKSLASH,
        _CHARACTER,
        _character,
        (
            ("Mu\\u00f1oz, Mu\\u241?oz, Mu\\'f1oz", "Muñoz, Muñoz, Muñoz"),
            ("Mu\\xc3\\xb1oz, Mu\\303\\261oz", "Muñoz, Muñoz"),
            ("O\\'Dea, D\\'abo", "O'Dea, D'abo"),
        ),
    ),
    Form(
        "escaped line ends",
        _BACKSLASH,
        re.compile(r"(?<!\\)\\+(?P<blank>[nrt])"),
        _blank,
        (
            ("seen.\\nMaria\\r\\n\\tDelgado", "seen.\nMaria\r\n\tDelgado"),
            ("seen\\\\nMaria", "seen\nMaria"),
            ("C:\\notes\\today, \\\\nas\\today", "C:\\notes\\today, \\\\nas\\today"),
            ("by WARD\\nsmith", "by WARD\\nsmith"),
            ("{\\rtf1\\tab Maria", "{\\rtf1\\tab Maria"),
        ),
        unless=_RTF,
    ),
    Form(
        "escaped quotes and slashes",
        _BACKSLASH,
        re.compile(r"""(?<!\\)\\+(?P<sign>["'/])"""),
        lambda match: match["sign"],
        (("O\\'Brien, 3\\/14\\/2019", "O'Brien, 3/14/2019"), ('\\"Maria\\"', '"Maria"')),
    ),
    Form(
        "entities",
        "&[A-Za-z#]",
        re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,30}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});"),
        _entity,
        (
            ("O&#39;Dea, Mu&ntilde;oz", "O'Dea, Muñoz"),
            ("Maria&nbsp;Delgado &amp;quot;", 'Maria Delgado "'),
            ("R&D; A&P", "R&D; A&P"),
        ),
    ),
    Form(
        "tags",
        "<[!/A-Za-z]",
        _TAG,
        _tag,
        (
            ("Del<b>gado<br/>seen", "Delgado\nseen"),
            ("<p><b>Maria</b></p>", "\nMaria\n"),
            ('03/14<i><b>/</b><FONT color="red" size=3>2019', "03/14/2019"),
            ("pH <7, <b and c>, <who@home.org>", "pH <7, <b and c>, <who@home.org>"),
            (
                "<a href='mailto:maria@x.org'>, <!-- Maria -->",
                "<a href='mailto:maria@x.org'>, <!-- Maria -->",
            ),
        ),
    ),
    Form(
        "line ends of print",
        "[\u2028\u2029]",
        re.compile("[\u2028\u2029]"),
        _to("\n"),
        (("seen\u2028Maria", "seen\nMaria"),),
    ),
    Form(
        "blanks of print",
        f"[{_BLANKS_OF_PRINT}]",
        re.compile(f"[{_BLANKS_OF_PRINT}]"),
        _to(" "),
        (("Maria\xa0Delgado", "Maria Delgado"),),
    ),
    Form(
        "hyphens of print",
        "[\u2010\u2011]",
        re.compile("[\u2010\u2011]"),
        _to("-"),
        (("Ruiz\u2011Moss", "Ruiz-Moss"),),
    ),
    Form(
        "letters of print",
        f"[{_LETTERS_OF_PRINT}]",
        re.compile(f"[{_LETTERS_OF_PRINT}]+"),
        _as_typed,
        (("\uff2daria Del\U0001d420ado, \ufb01ne", "Maria Delgado, fine"),),
    ),
    Form(
        "digits of other scripts",
        f"[{_OTHER_DIGITS}]",
        re.compile(f"[{_OTHER_DIGITS}]+"),
        _digit,
        (
            ("tel. \u0666\u0661\u0662 \u0663\u0664\u0665", "tel. 612 345"),
            ("\u0967\u096a/\u0969, \u06f9\u06f0, \u0e51\u0e52", "14/3, 90, 12"),
        ),
    ),
    Form(
        "letters and their accents apart",
        "[\u0300-\u036f]",
        re.compile("[^\\W\\d_][\u0300-\u036f]{1,16}"),
        _composed,
        (("Mun\u0303oz", "Muñoz"),),
    ),
    Form(
        "words divided by a line end",
        r"[-/][ \t]?\r?\n",
        re.compile(r"(?P<left>[^\W_]{1,2})(?P<mark>[-/])[ \t]?\r?\n[ \t>]{0,40}(?=[^\W_])"),
        _divided,
        (
            ("Mrs. Del-\ngado, 216-555-\n0143", "Mrs. Delgado, 216-555-0143"),
            ("Ruiz-\n  Moss on 3/\n14/2019", "Ruiz-Moss on 3/14/2019"),
            ("M-\nargaret, X-\nRay", "Margaret, X-Ray"),
            ("plan -\nhome, 1-\n2", "plan -\nhome, 1-\n2"),
        ),
    ),
    Form(
        "numbers with blanks between",
        r"\d {1,3}[\d/.()-] {1,3}[\d/.()-] {1,3}[\d/.()-]",
        re.compile(r"(?<!\S)[(\d](?: {1,3}[\d/.()-]){3,}(?![^\s.,;:)])"),
        _spaced_number,
        (
            ("on 0 3 / 1 4 / 2 0 1 9.", "on 03/14/2019."),
            ("T e l :  6 1 2   3 4 5   6 7 8", "Tel :  612 345 678"),
            ("Apgar 0 1 1 0 2 1 1, 5 / 5 4 / 5", "Apgar 0 1 1 0 2 1 1, 5 / 5 4 / 5"),
        ),
    ),
    Form(
        "letters with blanks between",
        r"(?:^|[^\pL\pN])\pL \pL \pL(?:[^\pL\pN]|$)",
        re.compile(
            r"(?<!\w)(?:[^\W\d_](?: [^\W\d_]){3,}(?![\w'’])"
            r"|(?P<label>[^\W\d_] [^\W\d_] [^\W\d_])(?= ?:))"
        ),
        _spaced,
        (
            ("M R N :  X", "MRN :  X"),
            ("m a r i a  D E L G A D O", "maria  DELGADO"),
            ("M a r i a D e l g a d o R", "Maria Delgado R"),
            ("C y A y, 5 x 4 x 1", "C y A y, 5 x 4 x 1"),
        ),
    ),
)
