from __future__ import annotations

import pytest

from incognote.core.errors import NoteError
from incognote.io.xml_tree import Element, parse


def test_a_tree_with_lines() -> None:
    root = parse(
        "a", '\ufeff<?xml version="1.0"?>\n<r x="1">one\r\n<b/>two &lt;&#13;</r>', first_line=5
    )
    assert (root.name, root.line, dict(root.attributes)) == ("r", 6, {"x": "1"})
    one, b, two = root.content
    assert (one, two) == ("one\n", "two <\r")
    assert isinstance(b, Element)
    assert b.line == 7
    assert "one" not in repr(root)


def test_text_where_elements_are_expected() -> None:
    with pytest.raises(NoteError, match=r"^a: line 2: <r> holds text of its own$"):
        parse("a", "\n<r><b/>Zyxwvut</r>").children("a")


BOMB = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 12))


@pytest.mark.parametrize(
    "declared",
    [
        f'<!DOCTYPE r [<!ENTITY e0 "Zyxwvut">{BOMB}]>',
        '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE r SYSTEM "http://dtd.example/r.dtd">',
        '<!DOCTYPE r [<!ENTITY % x SYSTEM "http://dtd.example/x"> %x;]>',
        "<!DOCTYPE r>",
    ],
)
def test_a_document_type_is_refused_before_anything_is_unfolded(declared: str) -> None:
    with pytest.raises(NoteError, match=r"^a: line 1: holds a document type") as caught:
        parse("a", f"{declared}<r>&x;&e11;</r>")
    assert "Zyxwvut" not in str(caught.value)


@pytest.mark.parametrize("xml", ["", "<r>", "<r>&x;</r>", "<r>Zyxwvut & x</r>", "<r/><r/>", "\0"])
def test_broken_xml(xml: str) -> None:
    with pytest.raises(NoteError, match=r"^a: line 3: is not well-formed XML") as caught:
        parse("a", xml, first_line=3)
    assert "Zyxwvut" not in str(caught.value)


def test_the_declared_encoding_does_not_matter_once_decoded() -> None:
    assert parse("a", '<?xml version="1.0" encoding="ISO-8859-1"?><r>José</r>').content == ["José"]


def test_depth_does_not_matter() -> None:
    assert parse("a", "<r>" * 50_000 + "</r>" * 50_000).name == "r"
