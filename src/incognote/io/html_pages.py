"""HTML and XHTML pages: the text as a reader sees it, and what a reader could find behind it.

A page has one or two texts. The first is what a browser shows, with blocks in lines, cells behind
tabs, entities decoded, and what fields hold and pictures say. The second has what is not shown in
lines of their own, each value once: targets of links, meta data, ids and classes, style sheets.
Every stretch of the source is markup of a known form, belongs to one of the texts, or is taken out:
comments, scripts, handlers, data for scripts (`data-*`), embedded data (`data:`). So a browser that
reads broken markup otherwise than this reader shows nothing that was not searched.
"""

from __future__ import annotations

import codecs
import html
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from html.entities import html5

from incognote.core.errors import NoteError
from incognote.core.plain import is_wide
from incognote.core.words import listed
from incognote.io.documents import of_documents
from incognote.io.files import decode
from incognote.io.mapped import Edit, Flow, Lines, Place, applied

_BLOCKS = listed(
    "address article aside body caption center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form frameset head header hgroup html legend li main menu nav "
    "noframes noscript optgroup option ol section select summary table tbody tfoot thead title tr "
    "ul"
)
_APART = listed("blockquote h1 h2 h3 h4 h5 h6 hr listing p pre xmp")
"""Blocks with an empty line around them."""
_INLINE = listed(
    "a abbr acronym applet area audio b base basefont bdi bdo big blink br button canvas cite "
    "code col colgroup data datalist del dfn em embed font frame i iframe img input ins kbd label "
    "link map mark marquee meta meter nobr noembed object output param picture plaintext progress "
    "q rb rp rt ruby s samp script slot small source span strike strong style sub sup svg td "
    "template textarea th time track tt u var video wbr o:p v:shape v:imagedata w:wrap g path "
    "rect circle ellipse line polyline polygon text tspan defs use symbol desc math mi mn mo mrow "
    "msup msub mfrac"
)
_KNOWN = _BLOCKS | _APART | _INLINE
"""Tags that stay; of others what stands between them does."""
_SHOWN = frozenset({"alt", "placeholder", "value", "datetime"})
"""Attributes that are read where they stand."""
_HINTS = listed("title label summary abbr aria-label aria-description")
"""Attributes that are read behind their block, since their element may stand within a word."""
_LOOKS = listed(
    "align bgcolor border cellpadding cellspacing charset checked color cols colspan dir disabled "
    "height http-equiv lang method multiple nowrap readonly rel rows rowspan scope selected size "
    "span start tabindex type valign version width xml:lang xml:space"
)
_EMPTY = listed(
    "allowfullscreen async autofocus autoplay checked compact controls default defer disabled "
    "download formnovalidate hidden ismap itemscope loop multiple muted noshade novalidate nowrap "
    "open readonly required reversed selected"
)
"""Attributes that say something without a value."""
_ATTRIBUTES = re.compile(
    "|".join(sorted(_SHOWN | _HINTS | _LOOKS | _EMPTY)) + r"|aria-[a-z]{1,20}|xmlns(?::\w{1,10})?"
    "|abbr|accept|action|alink|archive|autocomplete|axis|background|cite|class|classid|clear|code"
    "|codebase|compact|content|coords|data|enctype|face|for|form|frame|frameborder|headers|href"
    "|hreflang|hspace|id|inputmode|is|itemid|itemprop|itemref|itemtype|kind|link|list|longdesc"
    "|lowsrc|marginheight|marginwidth|max|maxlength|media|min|minlength|name|nohref|noresize"
    "|pattern|poster|profile|prompt|property|resource|role|rules|sandbox|scheme|scrolling|shape"
    "|sizes|slot|src|srclang|srcset|standby|start|step|style|target|text|translate|typeof|usemap"
    "|valuetype|vlink|vspace|wrap|xlink:href|xml:base|xml:id|clip-path|cx|cy|d|dx|dy|fill"
    "|fill-opacity|fill-rule|font-family|font-size|font-style|font-weight|opacity|points"
    "|preserveaspectratio|r|rx|ry|stroke|stroke-[a-z]{1,12}|text-anchor|transform|viewbox|x|x1|x2"
    "|y|y1|y2"
)
"""Attributes that stay; others (of scripts, frameworks, handlers) go."""
_LOOK = re.compile(
    r"[+-]?\d{0,4}(?:\.\d+)?(?:px|pt|em|rem|cm|mm|in|%)?|#[0-9a-fA-F]{3,8}|[a-z]{2}(?:-[A-Z]{2})?"
    r"|(?:left|right|center|middle|top|bottom|justify|baseline|ltr|rtl|auto|none|text|password"
    r"|checkbox|radio|submit|button|hidden|date|number|image|disc|circle|square|stylesheet|get|post"
    r"|col|row|colgroup|rowgroup|preserve|content-type|text/css|text/html|utf-8|checked|selected"
    r"|disabled|readonly|multiple|nowrap)",
    re.IGNORECASE,
)
"""What an attribute of looks may say without being searched."""
_TECHNICAL = re.compile(
    r"(?:text/html|application/xhtml\+xml); ?charset=[\w-]{1,20}|https?://www\.w3\.org/[\w/.-]{1,40}"
    r"|urn:schemas-microsoft-com:[a-z]{1,10}:[a-z]{1,12}"
    r"|width=device-width[\w=,. -]{0,60}",
    re.IGNORECASE,
)

_SPECIAL = re.compile(
    r"<(?:(?P<comment>!--)|(?P<cdata>!\[CDATA\[)|(?P<doctype>![Dd][Oo][Cc][Tt][Yy][Pp][Ee])"
    r"|(?P<bogus>[!?]|/(?![A-Za-z]))|/(?P<end>[A-Za-z][^\s/>]*)|(?P<start>[A-Za-z][^\s/>]*))"
)
_COMMENT = re.compile(r"<!--(?:-?>|.*?--!?>)", re.DOTALL)
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_DOCTYPE = re.compile(
    r"""<!DOCTYPE\s+html(?:\s+PUBLIC\s+["']-//W3C//DTD X?HTML [\w. ]{0,40}//EN["'])?"""
    r"""(?:\s+SYSTEM)?(?:\s+["'](?:https?://www\.w3\.org/[\w/.-]{0,60}|about:legacy-compat)["'])?"""
    r"\s*>",
    re.IGNORECASE,
)
_PROLOG = re.compile(
    r"""\ufeff?\s*<\?xml(?:\s+(?:version|encoding|standalone)\s*=\s*["'][\w.-]{0,30}["'])*\s*\?>"""
)
_ATTRIBUTE = re.compile(
    r"""[\s/]*(?P<name>[^\s/>][^\s/>=]*)(?P<set>\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'"""
    r"""|(?P<bare>[^\s"'>][^\s>]*)?))?"""
)
_NAME = re.compile(r"[A-Za-z_:][\w:.-]{0,40}")
_CLOSE = re.compile(r"[\s/]*>")
_PIECE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[A-Za-z][A-Za-z0-9]{0,31};?)|[ \t\n\r\f]+")
_REFERENCE = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]{0,31});")
_DATA = re.compile(r"data:[\w/+.;=-]*,[^\s\"')>]*", re.IGNORECASE)
_CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)

_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_CODECS = re.compile(
    r"utf-8|cp125\d|cp874|iso8859-\d+|koi8-[ru]|mac-roman|gb2312|gbk|gb18030|big5|shift_jis"
    r"|euc_(?:jp|kr)"
)
"""Encodings of pages in which ASCII is ASCII."""
_BEGINS = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)*"
    rb"<(?:!doctype\s+html|html|head|body|div|p|table|span|h[1-6]|ul|ol|meta|title|b|br|font|pre)"
    rb"(?:[\s/][^<>]*)?>",
    re.IGNORECASE | re.DOTALL,
)


class Html:
    """A page, whole or a part of one, in any encoding that it names (`Content`)."""

    def is_it(self, data: bytes) -> bool:
        """Returns whether the bytes begin as a page does."""
        return bool(_BEGINS.match(data))

    def texts(self, data: bytes, id: str) -> tuple[str, ...]:
        """Returns what is seen and, where there is any, what is not; as `Content`.

        Raises:
            NoteError: If its encoding is not known, or a tag or comment has no end.
        """
        page = _Page(*_decoded(data, id), id)
        return (page.seen.text, page.unseen.text) if page.unseen.text else (page.seen.text,)

    def write(self, data: bytes, texts: Sequence[str], id: str) -> bytes:
        """Returns the page with other texts, without comments and scripts; as `Content`."""
        page = _Page(*_decoded(data, id), id)
        return page.written(texts).encode(page.encoding, "xmlcharrefreplace")


def _decoded(data: bytes, id: str) -> tuple[str, str]:
    named = _CHARSET.search(data[:2048])
    return decode_named(data, named[1] if named else b"", id)


def decode_named(data: bytes, named: bytes, id: str) -> tuple[str, str]:
    """Returns a text in the encoding that it names, and Python's name for that.

    Raises:
        NoteError: If there is no such encoding, or the bytes are none of it.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        name = "utf-16-le" if data.startswith(codecs.BOM_UTF16_LE) else "utf-16-be"
    elif not named or data.startswith(codecs.BOM_UTF8) or is_wide(data):
        return decode(data, id), "utf-8"
    else:
        try:
            name = codecs.lookup(named.decode()).name
        except (LookupError, UnicodeDecodeError):
            name = ""
        if name in ("iso8859-1", "ascii"):
            name = "cp1252"  # as all browsers read it (WHATWG, Encoding Standard, 4.2)
        if not _CODECS.fullmatch(name):
            raise NoteError(id, "names an encoding that is not known; convert it to UTF-8")
    try:
        page = data.decode(name)
        if page.encode(name) == data:
            return page, name
    except UnicodeError:
        pass
    raise NoteError(id, f"is not {name}, as it says; convert it to UTF-8")


class _Page:
    """A page taken apart."""

    def __init__(self, source: str, encoding: str, id: str) -> None:
        self.source, self.encoding, self.id = source, encoding, id
        self.seen, self.unseen = Flow(), Lines()
        self._fixed: list[Edit] = []
        """What is taken out whatever the texts are."""
        self._bare: list[tuple[int, int]] = []
        """Where values without quotes stand."""
        self._pre = 0
        self._hints: list[tuple[int, int]] = []
        prolog = _PROLOG.match(source)
        self._xml = bool(prolog) or "http://www.w3.org/1999/xhtml" in source[:2048]
        self._read(prolog.end() if prolog else source.startswith("\ufeff"))
        self._ended("\n")

    # Reading ------------------------------------------------------------------------------------

    def _read(self, at: int) -> None:
        source = self.source
        while at < len(source):
            found = _SPECIAL.search(source, at)
            if found is None:
                self._text(at, len(source))
                return
            self._text(at, found.start())
            self.seen.tagged()
            at = self._markup(found)

    def _markup(self, found: re.Match[str]) -> int:
        """Takes one thing in angle brackets; returns where it ends."""
        at = found.start()
        if found["start"]:
            return self._tag(at, found["start"].lower(), found.end())
        if found["end"]:
            return self._end_tag(at, found["end"].lower(), found.end())
        if found["comment"]:
            return self._take_out(_COMMENT, at, "comment")
        if found["cdata"] and self._xml:
            whole = _CDATA.match(self.source, at)
            if not whole:
                raise self._open(at, "CDATA section")
            # As text it needs no section: what is new in it is escaped.
            self._fixed += [(at, whole.start(1), ""), (whole.end(1), whole.end(), "")]
            self._literal(whole.start(1), whole.end(1))
            return whole.end()
        if found["doctype"]:
            known = _DOCTYPE.match(self.source, at)
            if known:
                return known.end()
            return self._take_out(re.compile(r"<![^>\[]*>"), at, "plain document type")
        return self._take_out(re.compile(r"<[^>]*>"), at, "declaration")

    def _take_out(self, pattern: re.Pattern[str], at: int, what: str) -> int:
        found = pattern.match(self.source, at)
        if not found:
            raise self._open(at, what)
        self._fixed.append((at, found.end(), ""))
        return found.end()

    def _open(self, at: int, what: str) -> NoteError:
        line = self.source.count("\n", 0, at) + 1
        return NoteError(self.id, f"line {line}: a {what} has no end; mend the page")

    def _literal(self, start: int, end: int) -> None:
        """Text of a CDATA section, in which & and < are themselves."""
        for i in range(start, end):
            if self.source[i] in "&<>":
                self._fixed.append((i, i + 1, html.escape(self.source[i])))
        self.seen.letters(self.source[start:end], start, end)

    def _end_tag(self, at: int, name: str, end: int) -> int:
        close = self.source.find(">", end)
        if close < 0:
            raise self._open(at, "tag")
        if name not in _KNOWN:
            self._fixed.append((at, close + 1, ""))
        elif self.source[end:close].strip():
            self._fixed.append((end, close, ""))
        self._border(name, end=True)
        return close + 1

    def _tag(self, at: int, name: str, end: int) -> int:
        attributes: list[re.Match[str]] = []
        close = _CLOSE.match(self.source, end)
        while not close:
            attribute = _ATTRIBUTE.match(self.source, end)
            if not attribute:
                raise self._open(at, "tag")
            attributes.append(attribute)
            end = attribute.end()
            close = _CLOSE.match(self.source, end)
        end = close.end()
        empty = self._xml and close.group().endswith("/>")
        if name == "script":
            return self._without_script(at, end, empty)
        if name not in _KNOWN:
            self._fixed.append((at, end, ""))
            return end
        self._border(name)
        self._attributes(name, attributes)
        if empty:
            self._border(name, end=True)
        elif name == "style" or (name in ("title", "textarea") and not self._xml):
            return self._raw(name, at, end)
        return end

    def _without_script(self, at: int, end: int, empty: bool) -> int:
        if not empty:
            closing = re.compile(r"</script[^>]*>", re.IGNORECASE).search(self.source, end)
            if not closing:
                raise self._open(at, "script")
            end = closing.end()
        self._fixed.append((at, end, ""))
        return end

    def _raw(self, name: str, at: int, end: int) -> int:
        """What holds no tags: a style sheet, a title, a field of several lines."""
        closing = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(self.source, end)
        if not closing:
            raise self._open(at, name)
        if name == "style":
            sheet = self.source[end : closing.start()]
            plain = _CSS_COMMENT.sub(" ", sheet)
            self._hide("style", sheet, plain, end, closing.start(), _in_style)
        else:
            self._text(end, closing.start())
        return closing.start()

    def _border(self, name: str, *, end: bool = False) -> None:
        """Ends a line or cell where a tag does."""
        if name in _APART:
            self._ended("\n\n")
        elif name in _BLOCKS or (name in ("br", "textarea") and not end):
            self._ended("\n\n" if name == "br" and self.seen.due.startswith("\n") else "\n")
        elif name in ("td", "th") and not end and self.seen.last not in ("", "\n"):
            self._ended("\t")
        elif name == "sup" and not end:
            self.seen.gap()
        if name in ("pre", "textarea", "listing", "xmp"):
            self._pre = max(0, self._pre + (-1 if end else 1))

    def _ended(self, how: str) -> None:
        """Ends a line or cell, with the hints that were due behind it."""
        if how != "\t":
            for start, end in self._hints:
                self.seen.ended("\n")
                self._decode(start, end, pre=False)
                self.seen.ended("\n")
            self._hints.clear()
        self.seen.ended(how)

    # Text ---------------------------------------------------------------------------------------

    def _text(self, start: int, end: int) -> None:
        if start < end:
            self._decode(start, end, pre=self._pre > 0)

    def _decode(self, start: int, end: int, *, pre: bool) -> None:
        """Adds a stretch of the source, entities decoded, blanks as they show."""
        at = start
        for found in _PIECE.finditer(self.source, start, end):
            self.seen.letters(self.source[at : found.start()], at, found.start())
            at = found.end()
            if found.group()[0] == "&":
                at = self._entity(found.start(), at)
            elif pre:
                for each in re.finditer(r"\r\n|.", found.group(), re.DOTALL):
                    a = found.start() + each.start()
                    self.seen.letters(each[0].replace("\r\n", "\n"), a, a + len(each[0]))
            else:
                self.seen.blank(*found.span())
        self.seen.letters(self.source[at:end], at, end)

    def _entity(self, start: int, end: int) -> int:
        """Adds what a reference means, as browsers read it; returns where it ends."""
        name = self.source[start + 1 : end]
        if name[0] != "#" and name not in html5:
            # As far as it is a name of old, which needs no semicolon.
            name = next((name[:n] for n in range(len(name) - 1, 1, -1) if name[:n] in html5), "")
            end = start + 1 + len(name)
        meant = html.unescape(self.source[start:end]) if name else "&"
        self.seen.letters(meant, start, end)
        return end

    # Attributes ---------------------------------------------------------------------------------

    def _attributes(self, tag: str, found: Sequence[re.Match[str]]) -> None:
        values = {each["name"].lower(): _value(each)[0] for each in found}
        for each in found:
            name = each["name"].lower()
            raw, start, end = _value(each)
            value = _REFERENCE.sub(lambda match: html.unescape(match[0]), raw)
            if not _ATTRIBUTES.fullmatch(name) or not (value.strip() or name in _EMPTY or raw):
                self._fixed.append((each.start(), each.end(), " "))
            elif not value.strip():
                continue
            elif value.lstrip().lower().startswith(("javascript:", "vbscript:")):
                self._fixed.append((start, end, '""' if each["bare"] else ""))
            elif (name in _LOOKS and _LOOK.fullmatch(value)) or _TECHNICAL.fullmatch(value):
                continue
            elif name in _SHOWN and not _DATA.search(value):
                self._show(each, start, end)
            elif name in _HINTS and not _DATA.search(value):
                self._hints.append((start, end))
                self._note_bare(each, start, end)
            else:
                label = name
                if tag == "meta" and name == "content":
                    label = values.get("name") or values.get("property") or name
                    label = label if _NAME.fullmatch(label) else name
                plain = _CSS_COMMENT.sub(" ", value) if name == "style" else value
                escape = _quoted if each["bare"] else html.escape
                self._hide(label, value, plain, start, end, escape)

    def _show(self, attribute: re.Match[str], start: int, end: int) -> None:
        """Reads a value where its element stands, with a blank on either side."""
        self._note_bare(attribute, start, end)
        self.seen.gap()
        self._decode(start, end, pre=False)
        self.seen.gap()

    def _note_bare(self, attribute: re.Match[str], start: int, end: int) -> None:
        if attribute["bare"]:
            self._bare.append((start, end))

    def _hide(
        self,
        label: str,
        value: str,
        plain: str,
        start: int,
        end: int,
        escape: Callable[[str], str],
    ) -> None:
        """Notes a value that is not seen; `plain` is what may stay of it."""
        plain = _DATA.sub("data:,", plain)
        if plain.strip():
            self.unseen.add(label, plain, Place(start, end, escape, plain != value))
        elif plain != value:
            self._fixed.append((start, end, escape("")))

    # Writing ------------------------------------------------------------------------------------

    def written(self, texts: Sequence[str]) -> str:
        """The page with other texts."""
        new = list(texts)
        escaped = [
            (start, end, self._escaped(text, start))
            for start, end, text in self.seen.changes(new[0], self.id)
        ]
        touched = sorted(escaped)
        starts = [start for start, _, _ in touched]
        for start, end, text in self._fixed:
            i = bisect_right(starts, start) - 1
            if i < 0 or touched[i][1] <= start:  # a letter of a CDATA section may be replaced, too
                escaped.append((start, end, text))
        if self.unseen.text:
            escaped += self.unseen.changes(new[1], self.id)
        return applied(self.source, escaped)

    def _escaped(self, text: str, at: int) -> str:
        text = html.escape(text)
        i = bisect_right(self._bare, (at, len(self.source)))
        if i and self._bare[i - 1][1] > at:
            return re.sub(r"[\s`=]", lambda sign: f"&#{ord(sign[0])};", text)
        return text


def _quoted(value: str) -> str:
    return f'"{html.escape(value)}"'


def _in_style(sheet: str) -> str:
    return re.sub(r"<(?=/)", "", sheet)


def _value(attribute: re.Match[str]) -> tuple[str, int, int]:
    """What an attribute says, as it stands in the source, and where."""
    for kind in ("double", "single", "bare"):
        if attribute[kind] is not None:
            return attribute[kind], *attribute.span(kind)
    return "", attribute.end(), attribute.end()


FORMAT = of_documents(Html(), (".html", ".htm", ".xhtml"))
