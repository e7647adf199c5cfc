"""RTF comes out as it was, but for what identifies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from striprtf.striprtf import rtf_to_text

from incognote.core.errors import NoteError
from incognote.io.documents import content_of
from incognote.io.rtf import Rtf
from whole_runs import deid

RTF = Rtf()
PAPER = r"""{\rtf1\ansi\ansicpg1252\deff0\nouicompat{\fonttbl{\f0\fswiss\fcharset0 Arial;}
{\f1\fnil\fcharset204 Tahoma;}}{\colortbl ;\red0\green0\blue255;}
{\stylesheet{\s0\snext0 Normal;}{\*\cs10\additive Default Paragraph Font;}}
{\info{\title Discharge summary of Maria Delgado}{\author Joyce Okafor}{\operator Okafor, Joyce}
{\creatim\yr2019\mo3\dy14\hr10\min5}{\doccomm For Maria Delgado}}
{\*\generator Riched20 10.0.19041}{\*\unknownthing Maria Delgado}{\*\userprops
{\propname Patient}\proptype30{\staticval Maria Delgado}}
\viewkind4\uc1{\header\pard Patient: Maria Delgado, MRN 00482913\par}
{\footer\pard Dr. Joyce Okafor\par}
\pard\sa200\f0\fs20 Ms. Mar{\b ia} Del\
gado\'b4s daughter was seen by Dr. J. Okafor on 3/14/2019.\par
Patient: Maria Delgado\tab Born: 08/19/1961\par
Hidden: {\v Patient Maria Delgado, call 216-555-0143}
{\deleted\revauth1\revdttm1234567 Ms. Delgado}\par
{\field{\*\fldinst{HYPERLINK "mailto:m.delgado@example.org"}}
{\fldrslt{\ul write to Maria Delgado}}}\par
A note{\super\chftn{\footnote\pard Call Maria Delgado at 216-555-0143.}} and a comment.{\*\atnid MD}
{\*\atnauthor Joyce Okafor}{\*\annotation{\*\atndate 1234567}\pard Ask Maria Delgado again.}\par
{\shp{\*\shpinst\shpleft0{\sp{\sn wzDescription}{\sv Photo of Maria Delgado}}
{\shptxt Ms. Maria Delgado\par}}}
{\*\shppict{\pict\pngblip\picw1\bliptag7{\*\blipuid 00}4d61726961}}
{\object\objemb{\*\objclass Word.Document.8}{\*\objdata 01050000 4d61726961}{\result{\pict 4d61}}}
{\*\revtbl{Unknown;}{Joyce Okafor;}}{\*\bkmkstart Maria_Delgado}
Lives at 18 Alder Row, Leadville, OH 44107.{\*\bkmkend Maria_Delgado}\par
\trowd\cellx1000\cellx2000\intbl MRN\cell 00482913\cell\row
\pard\b\'b7 BP 120/80 \{stable\}, 37\'b0C, \u945?-blocker \u-10179?\u-8704?.\b0\par}
"""
OUT = (
    rb"{\creatim\yr2019\mo3\dy14\hr10\min5}",
    rb"{\*\unknownthing Maria Delgado}",
    rb"\revdttm1234567 ",
    rb"{\*\atndate 1234567}",
    rb"{\pict\pngblip\picw1\bliptag7{\*\blipuid 00}4d61726961}",
    rb"{\*\objclass Word.Document.8}{\*\objdata 01050000 4d61726961}",
    rb"{\pict 4d61}",
)
GONE = ("maria", "delgado", "okafor", "00482913", "3/14", "216-555", "alder", "44107", "08/19")
LEFT = "BP 120/80 {stable}, 37°C, α-blocker 😀."


@pytest.mark.parametrize("action", ["tag", "surrogate", "hash", "mask"])
def test_nothing_that_identifies_is_left(tmp_path: Path, action: str) -> None:
    (tmp_path / "a.rtf").write_bytes(PAPER.encode("latin-1"))
    assert deid(tmp_path / "a.rtf", tmp_path / "out", action=action).notes_failed == 0
    new = (tmp_path / "out" / "a.rtf").read_bytes()
    shown = rtf_to_text(new.decode("latin-1"), errors="ignore")
    plain = re.sub(r"\\[a-z]+-?\d* ?|[{}\r\n]", "", new.decode("latin-1"))
    both = "\n".join([new.decode("latin-1"), shown, plain, *RTF.texts(new, "a")]).lower()
    assert [each for each in (*GONE, "4d61", "yr2019", "1234567") if each in both] == []
    assert "BP 120/80 {stable}, 37°C, α-blocker" in shown
    assert LEFT in RTF.texts(new, "a")[0]
    assert (
        rb"\pard\b\'b7 BP 120/80 \{stable\}, 37\'b0C, \u945?-blocker \u-10179?\u-8704?.\b0\par}"
        in new
    )


def test_a_paper_without_pictures_is_byte_for_byte_as_it_was() -> None:
    data = PAPER.encode("latin-1")
    new = RTF.write(data, RTF.texts(data, "a"), "a")
    assert RTF.write(new, RTF.texts(new, "a"), "a") == new
    left = data
    for out in OUT:
        assert out in left
        left = left.replace(out, b"")
    assert new.replace(b" ", b"") == left.replace(b" ", b"")  # one may end a control word


FONTS = r"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset128 Arial;}}"


def paper(body: str) -> bytes:
    return rf"{{\rtf1\ansi\ansicpg1252{FONTS}{body}}}".encode("latin-1")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"Mar{\b ia}", "Maria"),
        ("Mar\r\nia", "Maria"),
        (r"Mu\'f1oz \u241?\u241\'f1x{\uc0\u241}{\uc2\u241??}z", "Muñoz ññxññz"),
        ("Mu\xf1oz", "Muñoz"),
        (r"\f1\'83A\'8e\'52", "ア山"),
        (r"\u-10179?\u-8704?|\u-10179?x", "😀|\ufffdx"),
        (r"a\tab b\line c\par d\~e\_f\emdash g\'zz", "a\tb\nc\nd\xa0e\u2011f—gzz"),
        (r"a\bin3 }}}b", "ab"),
        (r"{\ansicpg1251\'cc}", "М"),
        (r"{\ansicpg65001 \'c3\'b1}", "ñ"),
        ("", ""),
    ],
)
def test_text_is_as_a_reader_sees_it(body: str, text: str) -> None:
    assert RTF.texts(paper(body), "a") == (text,)


@pytest.mark.parametrize(
    ("body", "new", "written"),
    [
        (r"\b(Maria) x", "Zoë [X", r"\b {\uc1\u-1?}ë"),
        (r"\b(Maria)x", "[X]x", r"\b [X]x"),
        (r"\b Mar{\i ia}!", "[X]!", r"\b [X]{\i }!"),
        ("Maria x", "Łos \\{é😀}\n\t x", None),
        (r"\b\'f1Maria x", "Bo x", r"\b Bo x"),
    ],
)
def test_new_text_is_escaped(body: str, new: str, written: str | None) -> None:
    data = RTF.write(paper(body), [new], "a")
    assert data.isascii()
    assert RTF.texts(data, "a") == (new,)
    if written and "uc1" not in written:
        assert data == paper(written)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{\\rtf1 Maria", "a group has no end"),
        (b"{\\rtf1 Maria\\", "ends with a backslash"),
        (b"{\\rtf1 {\\pict\\bin99999 a}}", "binary data have no end"),
        (b"Maria", "is no RTF"),
        (b"{\\rtf1 {\\uc9\\u32 Maria Delgado}}", "hides text"),
    ],
)
def test_what_cannot_be_read_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(NoteError, match=f"a: {reason}"):
        RTF.texts(data, "a")


def test_a_name_in_a_control_word_goes_with_the_name() -> None:
    data = paper(r"By Maria of C:\maria\Ward\MARIA x")
    assert RTF.write(data, ("By [X] of C:x",), "a") == paper(r"By [X] of C:\Ward x")


def test_what_stands_behind_the_end_is_taken_out() -> None:
    data = paper("a") + b"\r\n\0"
    assert RTF.write(data, ("a",), "a") == data
    assert RTF.write(data + b"Maria", ("a",), "a") == paper("a")


@given(st.lists(st.sampled_from([*r"{}\*'", "M", " ", "\\u241?", "\\b ", "?", "\\'f1", "1"])))
def test_whatever_it_holds_is_searched_or_taken_out(parts: list[str]) -> None:
    data = paper("".join(parts).replace("M", "Maria"))
    try:
        texts = RTF.texts(data, "a")
    except NoteError:
        return
    if b"\\Maria" in data:
        return  # a control word
    new = RTF.write(data, [text.replace("Maria", "[X]") for text in texts], "a")
    assert b"Maria" not in new
    assert "Maria" not in "".join(RTF.texts(new, "a"))


def test_bytes_of_rtf_are_known() -> None:
    assert isinstance(content_of(PAPER.encode("latin-1")), Rtf)
