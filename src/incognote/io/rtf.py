r"""RTF: the text as a word processor shows it, and what is written behind it.

Read after Microsoft's Rich Text Format Specification 1.9.1. A document has one or two texts. The
first is the body, then headers, footers, notes, comments and text boxes, each by itself, with
hidden and deleted text; the second what is not shown: properties, authors, fields, bookmarks, names
of styles, in lines of their own. Pictures, embedded objects, times of editing and all groups that a
reader may pass over (`{\*\...`) and that are not known here are taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from incognote.core.errors import NoteError
from incognote.io.documents import of_documents
from incognote.io.mapped import Edit, Mapped, applied, edits

_TOKEN = re.compile(
    r"\\(?:(?P<word>[A-Za-z]+)(?P<number>-?\d+)?(?P<blank> )?|'(?P<hex>[0-9A-Fa-f]{2})|(?P<sign>.))"
    r"|(?P<open>\{)|(?P<close>\})|(?P<line>[\r\n]+)|(?P<text>[^\\{}\r\n]+)",
    re.DOTALL,
)

_SIGNS = {
    **{"par": "\n", "line": "\n", "sect": "\n", "page": "\n", "column": "\n", "row": "\n"},
    **{"nestrow": "\n", "softline": "\n", "lbr": "\n"},
    **{"cell": "\t", "nestcell": "\t", "tab": "\t"},
}
"""What ends a line or cell; it stays whatever is replaced around it."""
_LETTERS = {
    **{"emdash": "\u2014", "endash": "\u2013", "lquote": "\u2018", "rquote": "\u2019"},
    **{"ldblquote": "\u201c", "rdblquote": "\u201d", "bullet": "\u2022", "emspace": "\u2003"},
    **{"enspace": "\u2002", "qmspace": "\u2005", "zwj": "\u200d", "zwnj": "\u200c"},
    **{"zwbo": "\u200b", "zwnbo": "\u2060"},
}
_ESCAPED = {"\\": "\\", "{": "{", "}": "}", "~": "\xa0", "-": "\xad", "_": "\u2011"}

_INLINE = frozenset(
    re.findall(
        r"\w+",
        """rtf field fldrslt pntext listtext shp shpgrp shprslt object result shppict nonshppict
        upr ud do nesttableprops mmath moMath moMathPara mr mbox shpinst sp pn""",
    )
)
"""Destinations whose text stands where they stand."""
_APART = frozenset(
    re.findall(
        r"\w+",
        """header headerl headerr headerf footer footerl footerr footerf footnote annotation
        shptxt dptxbxtext ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn""",
    )
)
"""Destinations that a reader sees elsewhere."""
_UNSEEN = frozenset(
    re.findall(
        r"\w+",
        """info title subject author manager company operator category keywords comment doccomm
        hlinkbase fldinst fldtype bkmkstart bkmkend atnid atnauthor atnref atrfstart atrfend
        atnparent atnicn fonttbl falt panose fname fontemb colortbl stylesheet cs ts ds listtable
        listoverridetable list listname listoverride listlevel leveltext levelnumbers liststylename
        listpicture revtbl rsidtbl generator userprops propname staticval linkval docvar xe tc rxe
        txe sn sv formfield ffname ffdeftext ffformat ffhelptext ffstattext ffentrymcr ffexitmcr
        ffl template filetbl file pntxta pntxtb pnseclvl pgptbl pgp defchp defpap tblstyles
        xmlnstbl xmlns hl hlloc hlsrc hlfr userprotect ebcstart ebcend mmathPr""",
    )
)
"""Destinations that are read in lines of their own."""
_OUT = frozenset(
    re.findall(
        r"\w+",
        """pict objdata objclass objname objalias objsect creatim revtim printim buptim atndate
        atntime datafield themedata colorschememapping datastore latentstyles fontfile passwordhash
        background nonesttables private""",
    )
)
"""Destinations that are taken out, besides those with `\\*` that are not known."""
_USED = _INLINE | _APART | _UNSEEN | _OUT
_TIMES = frozenset({"revdttm", "revdttmdel", "crdate", "dttm"})
"""When somebody changed something."""
_KNOWN_FONTS = re.compile(
    r"times(?: new roman)?|arial(?: narrow)?|courier(?: new)?|calibri(?: light)?|symbol|wingdings"
    r"|cambria(?: math)?|verdana|tahoma|helvetica|georgia|segoe ui|garamond|trebuchet ms|consolas"
    r"|(?:microsoft|ms) sans serif|ms shell dlg(?: 2)?|comic sans ms|liberation (?:serif|sans)"
    r"|normal|default paragraph font",
    re.IGNORECASE,
)
"""Names of fonts and styles that need no search."""

_MOST_IN_PLACE = 8
"""Characters of the source that may stand in place of a letter in readers that know no Unicode:
two, or a control word (`\\emdash`)."""
_CODE_PAGES = {"ansi": "cp1252", "mac": "mac-roman", "pc": "cp437", "pca": "cp850"}
_CHARSETS = {
    **{0: "cp1252", 2: "cp1252", 77: "mac-roman", 128: "cp932", 129: "cp949", 130: "johab"},
    **{134: "gbk", 136: "big5", 161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255"},
    **{178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 255: "cp437"},
}
"""Of fonts (`\\fcharset`)."""
_PAGES = {932: "cp932", 936: "gbk", 950: "big5", 1361: "johab", 10000: "mac-roman", 65001: "utf-8"}


class Rtf:
    """A document in Rich Text Format (`Content`)."""

    def is_it(self, data: bytes) -> bool:
        """Returns whether the bytes begin as RTF does."""
        return data[:64].lstrip().startswith(b"{\\rtf")

    def texts(self, data: bytes, id: str) -> tuple[str, ...]:
        """Returns what is seen and, where there is any, what is not; as `Content`.

        Raises:
            NoteError: If it is no RTF, or cut off.
        """
        paper = _Paper(data, id)
        return (paper.seen.text, paper.unseen.text) if len(paper.unseen) else (paper.seen.text,)

    def write(self, data: bytes, texts: Sequence[str], id: str) -> bytes:
        """Returns the document with other texts, without pictures and objects; as `Content`."""
        return _Paper(data, id).written(texts).encode("latin-1")


@dataclass(frozen=True, slots=True)
class _Group:
    """What holds within a pair of braces."""

    start: int
    text: Mapped | None
    """Where its text goes; None: it is taken out."""
    code_page: str
    skip: int = 1
    """Characters behind `\\u` that stand for it in readers that do not know it."""
    fonts: bool = False
    """Whether it defines fonts."""
    first: bool = True
    """Whether nothing stood in it so far, so that a word may be its destination."""
    ignorable: bool = False
    """Whether it begins with `\\*`."""
    outermost_out: bool = False
    """Whether it goes with its braces, rather than with a group around it."""


class _Paper:
    """A document taken apart."""

    def __init__(self, data: bytes, id: str) -> None:
        self.source, self.id = data.decode("latin-1"), id
        self.seen, self.unseen = Mapped(), Mapped()
        self._parts: list[tuple[str, Mapped]] = []
        """Texts that stand by themselves, each with what it is, '' where it is seen."""
        self._fixed: list[Edit] = []
        self._words: dict[str, list[tuple[int, int]]] = {}
        """Control words that this reader has no use for, and where they stand."""
        self._bare: set[int] = set()
        """Where a control word ends without a blank, which text behind it would go on with."""
        self._code_page, self._default_font = "cp1252", -1
        self._fonts: dict[int, str] = {}
        self._font = -1
        self._pending, self._pending_at = b"", (0, 0)
        self._high = (0, 0, 0)
        """Half of a pair of `\\u`: its number and where it stands."""
        self._read()
        for label, part in self._parts:
            target = self.unseen if label else self.seen
            text = part.text.strip(" ;\n\t")
            if text and not (label and _KNOWN_FONTS.fullmatch(text)):
                target.between("\n" if len(target) else "")
                target.between(f"{label}: " if label else "")
                target.append(part)

    # Reading ------------------------------------------------------------------------------------

    def _read(self) -> None:
        source = self.source
        if not source.lstrip().startswith("{\\rtf"):
            raise NoteError(self.id, "is no RTF: it does not begin with {\\rtf")
        self._groups = [_Group(-1, None, self._code_page)]
        at = len(source) - len(source.lstrip())
        while at < len(source):
            found = _TOKEN.match(source, at)
            if found is None:
                raise NoteError(self.id, "ends with a backslash; it seems to be cut off")
            at = self._token(found)
            if len(self._groups) == 1:
                break
        if len(self._groups) > 1:
            raise NoteError(self.id, "a group has no end; the file seems to be cut off")
        if source[at:].strip(" \t\r\n\0"):
            self._fixed.append((at, len(source), ""))

    def _token(self, found: re.Match[str]) -> int:
        kind = found.lastgroup
        start, end = found.span()
        if kind in ("hex", "text"):
            self._started()
            if kind == "hex":
                self._byte(bytes.fromhex(found["hex"]), start, end)
            else:
                self._plain(found["text"], start)
        elif kind != "line":
            self._flush(half=found["word"] != "u")
            if kind == "open":
                group = self._groups[-1]
                outer = replace(group, first=False)
                self._groups[-1] = outer
                self._groups.append(
                    replace(outer, start=start, first=True, ignorable=False, outermost_out=False)
                )
            elif kind == "close":
                group = self._groups.pop()
                if group.outermost_out:
                    self._fixed.append((group.start, end, ""))
            elif kind == "sign":
                self._sign(found["sign"], start, end)
            else:
                return self._word(found)
        return end

    def _started(self) -> None:
        group = self._groups[-1]
        if group.first:
            if group.ignorable and group.text is not None:
                self._take_out()
            else:
                self._groups[-1] = replace(group, first=False)

    def _take_out(self) -> None:
        group = self._groups[-1]
        outermost = group.text is not None or len(self._groups) == 2
        self._groups[-1] = replace(group, text=None, first=False, outermost_out=outermost)

    def _sign(self, sign: str, start: int, end: int) -> None:
        if sign == "*":
            self._groups[-1] = replace(self._groups[-1], ignorable=True)
            return
        self._started()
        if sign in "\r\n":
            self._between("\n")
        elif sign in _ESCAPED:
            self._add(_ESCAPED[sign], start, end)

    def _word(self, found: re.Match[str]) -> int:
        word, (start, end) = found["word"], found.span()
        number = int(found["number"] or 0) if len(found["number"] or "") < 12 else 0
        group = self._groups[-1]
        if found["blank"] is None:
            self._bare.add(end)
        if word == "bin":
            past = end + max(0, number)
            if past > len(self.source):
                raise NoteError(self.id, "binary data have no end; the file seems to be cut off")
            if group.text is not None:
                self._fixed.append((start, past, ""))
            return past
        if group.first:
            self._destination(word)
            group = self._groups[-1]
        if word == "u":
            return self._unicode(number, start, end)
        if word in _SIGNS:
            self._between(_SIGNS[word])
        elif word in _LETTERS:
            self._add(_LETTERS[word], start, end)
        elif word in _TIMES and group.text is not None:
            self._fixed.append((start, end, ""))
        elif word == "uc":
            self._groups[-1] = replace(group, skip=max(0, number))
        elif group.text is not None:
            self._words.setdefault(word.lower(), []).append((start, end))
            self._code_pages(word, number)
        return end

    def _destination(self, word: str) -> None:
        """Notes what a group is by the first word in it."""
        group = self._groups[-1]
        if word in _OUT:
            self._take_out()
        elif word in _INLINE:
            text = self.seen if word == "rtf" and group.text is None else group.text
            self._groups[-1] = replace(group, text=text, first=False)
        elif word in _APART | _UNSEEN and group.text is not None:
            part = Mapped()
            self._parts.append(("" if word in _APART else word, part))
            fonts = word == "fonttbl"
            self._groups[-1] = replace(group, text=part, first=False, fonts=fonts)
        elif group.ignorable and group.text is not None:
            self._take_out()
        elif group.fonts and word == "f":
            part = Mapped()
            self._parts.append(("font", part))
            self._groups[-1] = replace(group, text=part, first=False)
        else:
            self._groups[-1] = replace(group, first=False)

    def _code_pages(self, word: str, number: int) -> None:
        group = self._groups[-1]
        page = ""
        if word in _CODE_PAGES:
            page = self._code_page = _CODE_PAGES[word]
        elif word == "ansicpg":
            page = self._code_page = _page(number) or self._code_page
        elif word == "deff":
            self._default_font = number
        elif word == "f" and group.fonts:
            self._font = number
        elif word == "fcharset" and group.fonts:
            self._fonts[self._font] = _CHARSETS.get(number, "")
        elif word == "cpg" and group.fonts:
            self._fonts[self._font] = _page(number)
        elif word in ("f", "plain"):
            page = self._fonts.get(number if word == "f" else self._default_font) or self._code_page
        if page:
            self._groups[-1] = replace(group, code_page=page)

    # Characters ---------------------------------------------------------------------------------

    def _add(self, text: str, start: int, end: int) -> None:
        self._flush()
        into = self._groups[-1].text
        if into is not None:
            into.add(text, start, end)

    def _between(self, text: str) -> None:
        into = self._groups[-1].text
        if into is not None:
            into.between(text)

    def _flush(self, *, half: bool = True) -> None:
        """Adds bytes of a character that has no end as what they are; so, too, half a pair."""
        if self._pending:
            data, self._pending = self._pending, b""
            into = self._groups[-1].text
            if into is not None:
                into.add(data.decode("latin-1")[0], *self._pending_at)
        if half and self._high[0]:
            _, start, end = self._high
            self._high = (0, 0, 0)
            self._add("\ufffd", start, end)

    def _byte(self, data: bytes, start: int, end: int) -> None:
        if self._high[0]:
            self._flush()
        if self._pending:
            start = self._pending_at[0]
        self._pending, self._pending_at = self._pending + data, (start, end)
        try:
            text = self._pending.decode(self._groups[-1].code_page)
        except UnicodeDecodeError as error:
            if error.reason in ("unexpected end of data", "incomplete multibyte sequence"):
                return
            self._flush()
            return
        self._pending = b""
        self._add(text, start, end)

    def _plain(self, text: str, start: int) -> None:
        if self._pending or not text.isascii():
            for i, sign in enumerate(text):
                if self._pending or not sign.isascii():
                    self._byte(sign.encode("latin-1"), start + i, start + i + 1)
                else:
                    self._add(sign, start + i, start + i + 1)
        else:
            self._add(text, start, start + len(text))

    def _unicode(self, number: int, start: int, end: int) -> int:
        """Adds the character of a `\\u` with what stands for it elsewhere; returns its end."""
        self._bare.discard(end)
        begin, left = end, self._groups[-1].skip
        while left and end < len(self.source):
            found = _TOKEN.match(self.source, end)
            if found is None or found["open"] or found["close"] or found["word"] in ("u", "bin"):
                break
            if found["text"]:
                end += min(left, len(found["text"]))
                left -= min(left, len(found["text"]))
            else:
                end = found.end()
                left -= not found["line"]
        if len(re.sub(r"\\'..|[\r\n]", "", self.source[begin:end])) > _MOST_IN_PLACE:
            raise NoteError(self.id, "hides text where readers that know no Unicode show it (\\uc)")
        unit = number % 0x10000
        if 0xD800 <= unit < 0xDC00:
            self._flush()
            self._high = (unit, start, end)
        elif 0xDC00 <= unit < 0xE000 and self._high[0]:
            high, start, _ = self._high
            self._high = (0, 0, 0)
            self._add(chr(((high - 0xD800) << 10) + unit - 0xDC00 + 0x10000), start, end)
        elif 0xDC00 <= unit < 0xE000:
            self._add("\ufffd", start, end)
        else:
            self._add(chr(unit), start, end)
        return end

    # Writing ------------------------------------------------------------------------------------

    def written(self, texts: Sequence[str]) -> str:
        """The document with other texts."""
        found = [*self.seen.changes(texts[0], self.id)]
        if len(self.unseen):
            found += self.unseen.changes(texts[1], self.id)
        changes = [*self._fixed, *found]
        # Of a path whose backslashes nobody escaped: control words, which no reader shows.
        gone = {
            word
            for text, new in zip((self.seen.text, self.unseen.text), texts, strict=False)
            for start, end, _ in edits(text, new)
            for word in re.findall(r"[a-z]{3,}", text[start:end].lower())
        }
        for word in gone & self._words.keys() - _USED:
            changes += ((start, end, "") for start, end in self._words[word])
        guarded = (
            (start, end, " " * (start in self._bare) + _escaped(text))
            for start, end, text in changes
        )
        return applied(self.source, guarded)


def _page(number: int) -> str:
    """The name of a code page; '' for none that is known."""
    name = _PAGES.get(number, f"cp{number}")
    try:
        "".encode(name)
    except LookupError:
        return ""
    return name


def _escaped(text: str) -> str:
    return "".join(_signs(text))


def _signs(text: str) -> Iterator[str]:
    for sign in text:
        if sign in "\\{}":
            yield f"\\{sign}"
        elif sign == "\n":
            yield "\\line "
        elif sign == "\t":
            yield "\\tab "
        elif sign.isascii():
            yield sign if sign.isprintable() else " "
        else:
            data = sign.encode("utf-16-le", "replace")
            units = (data[i] | data[i + 1] << 8 for i in range(0, len(data), 2))
            yield "{\\uc1" + "".join(f"\\u{u - 0x10000 * (u > 0x7FFF)}?" for u in units) + "}"


FORMAT = of_documents(Rtf(), (".rtf",))
