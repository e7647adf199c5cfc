"""HTML pages come out as they were, but for what identifies."""

from __future__ import annotations

import re
from pathlib import Path

import lxml.html
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.core.errors import NoteError
from incognote.io.documents import content_of
from incognote.io.html_pages import Html
from whole_runs import deid

HTML = Html()
PAGE = """\
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html lang="en"><head><meta charset="utf-8">
<meta name="author" content="Dr. Joyce Okafor"><!-- printed for Maria Delgado -->
<title>Discharge summary of Maria Delgado</title>
<style>p { margin: 0 } /* Delgado's */
.x { background: url(data:image/png;base64,TWFyaWE=) }</style>
<script>var patient = "Maria Delgado";</script></head>
<body onload="show('Maria Delgado')">
<!--[if mso]><p>Maria Delgado</p><![endif]-->
<h1>Discharge summary</h1>
<table border=1><tr><th>Name</th><td>Mar<b>ia</b> Del<i>ga</i>do</td></tr>
<tr><th>MRN<td>00482913</tr></table>
<p class="note" data-name="Maria Delgado" delgado>Ms. Maria
   Delgado was seen by Dr. J. Okafor on 3/14/2019 at Mercy General&nbsp;Hospital. Call
<a href="tel:216-555-0143" title="Call Maria Delgado">us</a> or
<a href="mailto:m.delgado@example.org?subject=Maria%20Delgado">write</a>.<br>BP 120/80,
weight &lt; 70&#x20;kg.</p>
<form>Name: <input type=text value=Delgado> <textarea>
Lives at 18 Alder Row,
Leadville, OH 44107.</textarea>
<img src="data:image/png;base64,TWFyaWE=" alt="Photo of Maria Delgado"
width=40>
</form><delgado>No pain.</delgado>
<div style="display:none">Patient: Maria Delgado, born 08/19/1961</div>
<svg><text x="3">Maria Delgado</text></svg>
<p>Se&ntilde;ora DELGADO&#8217;s wound is clean.</p>
</body></html>
"""
GONE = ("maria", "delgado", "okafor", "00482913", "3/14", "216-555", "alder", "44107", "08/19")


def leaks(data: bytes) -> list[str]:
    """What still stands in a page: in its bytes, or as another reader shows it."""
    root = lxml.html.fromstring(data)
    shown = root.text_content()
    values = [value for each in root.iter() for value in map(str, each.attrib.values())]
    joined = "\n".join([data.decode(), shown, re.sub(r"\s+", " ", shown), *values]).lower()
    return [each for each in (*GONE, "twfyawe") if each in joined]


@pytest.mark.parametrize("action", ["tag", "surrogate", "hash", "mask"])
def test_nothing_that_identifies_is_left(tmp_path: Path, action: str) -> None:
    (tmp_path / "a.html").write_text(PAGE)
    summary = deid(tmp_path / "a.html", tmp_path / "out", action=action)
    assert summary.notes_failed == 0
    new = (tmp_path / "out" / "a.html").read_bytes()
    assert leaks(new) == []
    assert b"BP 120/80,\nweight &lt; 70&#x20;kg.</p>" in new
    assert b"wound is clean" in new
    assert b"<h1>Discharge summary</h1>" in new
    assert b"<table border=1><tr><th>Name</th><td>" in new


def test_only_what_is_replaced_is_another() -> None:
    data = PAGE.encode()
    new = HTML.write(data, [t.replace("Maria Delgado", "[X]") for t in HTML.texts(data, "a")], "a")
    assert b"<td>[X]<b></b><i></i></td>" in new
    assert b"Ms. [X] was seen by Dr. J. Okafor on 3/14/2019 at Mercy General&nbsp;Hosp" in new
    assert b'title="Call [X]">us</a>' in new
    assert b'<img src="data:," alt="Photo of [X]"\nwidth=40>\n</form>No pain.\n<div' in new
    assert b'<p class="note"  >Ms.' in new


def test_a_page_without_scripts_is_byte_for_byte_as_it_was() -> None:
    taken = r"<!--.*?-->|<script.*?</script>|</?delgado>|/\*.*?\*/|data:image[^\")]*"
    scripted = r"\s(?:on\w+=\"[^\"]*\"|data-\w+=\"[^\"]*\"|delgado)(?=[ >])"
    page = re.sub(rf"{taken}|{scripted}", "", PAGE).replace("(", "(data:,").replace('src=""', "")
    for each in (page, page.replace("\n", "\r\n"), "\ufeff" + page):
        data = each.encode()
        assert HTML.write(data, HTML.texts(data, "a"), "a") == data


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>Mar<!-- x -->ia</p>", "Maria"),
        ("<p>a</p><p>b<br>c", "a\n\nb\nc"),
        ("<td>a</td> <td>b", "a\tb"),
        ("a <b> b</b>  c", "a b c"),
        ("<pre>a  b\r\n c</pre>", "a  b\n c"),
        ("<span>Maria</span><span>Delgado</span>", "Maria Delgado"),
        ("Mu&ntilde;oz Mu&ntildeoz &#77;&#x61;x", "Muñoz Muñoz Max"),
        ("&amp;lt; &nosuch; & &notit;", "&lt; &nosuch; & ¬it;"),
        ("a < b and 3<4", "a < b and 3<4"),
        ("<![if x]>Maria<![endif]></ x>", "Maria"),
        ("<title>a <b> c</title>d", "a <b> c\nd"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("", ""),
    ],
)
def test_text_is_as_a_reader_sees_it(page: str, text: str) -> None:
    assert HTML.texts(page.encode(), "a")[0] == text


def test_values_without_quotes_stay_values() -> None:
    page = b"<input value=Delgado><a href=x.php?q=Delgado>b</a>"
    texts = [text.replace("Delgado", 'A "B>') for text in HTML.texts(page, "a")]
    assert HTML.write(page, texts, "a") == (
        b'<input value=A&#32;&quot;B&gt;><a href="x.php?q=A &quot;B&gt;">b</a>'
    )


def test_xhtml() -> None:
    page = (
        '<?xml version="1.0" encoding="iso-8859-1"?>\r\n'
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><script src="a"/><title/></head>'
        "<body><![CDATA[Muñoz & Co]]><br/>Muñoz</body></html>"
    ).encode("latin-1")
    (text,) = HTML.texts(page, "a")
    assert text == "Muñoz & Co\nMuñoz"
    new = HTML.write(page, [text.replace("Muñoz", "Łoś")], "a")
    assert b"<body>&#321;o&#347; &amp; Co<br/>&#321;o&#347;</body>" in new


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (b"<p>a<!-- b", "a comment has no end"),
        (b"<p>\na<b", "a tag has no end"),
        (b"<script>a", "a script has no end"),
        (b"<title>a", "a title has no end"),
        (b'<!DOCTYPE html [<!ENTITY a "b">]><p>&a;', "a plain document type has no end"),
        (b"<p>Se\xf1ora", "is not UTF-8 at byte 5"),
        (b"<meta charset=utf-7><p>a", "names an encoding that is not known"),
        (b"<meta charset=shift_jis><p>\xff\xff", "is not shift_jis, as it says"),
        ("<p>ab".encode("utf-16-le"), "is UTF-16"),
    ],
)
def test_what_cannot_be_read_is_refused(page: bytes, reason: str) -> None:
    with pytest.raises(NoteError, match=f"a: (line .: )?{re.escape(reason)}"):
        HTML.texts(page, "a")


@given(st.text(alphabet="<>/!-?[]=\"'& abM;#p\n", max_size=60))
def test_whatever_it_holds_is_searched_or_taken_out(page: str) -> None:
    data = page.replace("M", "Maria").encode()
    try:
        texts = HTML.texts(data, "a")
    except NoteError:
        return
    new = HTML.write(data, [text.replace("Maria", "[X]") for text in texts], "a")
    assert b"Maria" not in new
    assert "Maria" not in "".join(HTML.texts(new, "a"))


def test_bytes_of_a_page_are_known() -> None:
    for data in (b"<div>Ada</div>", b"\n<html>", b"<!-- a --><!doctype HTML>", PAGE.encode()):
        assert isinstance(content_of(data), Html)
    assert not isinstance(content_of(b"<b or c"), Html)
