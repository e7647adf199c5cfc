"""A Word document comes out the same but for what was replaced, of which nothing is left in it."""

from __future__ import annotations

import base64
import html
import io
import random
import re
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import contents
import docx
import pytest
from lxml import etree
from word import HEAD, PACKAGE, archive, document, links, paragraph, part, parts, run

from incognote.core.errors import MissingExtraError, NoteError
from incognote.io.docx import CONTENT

PNG = bytes.fromhex("89504e470d0a1a0a") + b"eZurbaran" * 9


text_of = partial(contents.text_of, CONTENT)
without = partial(contents.without, CONTENT)


def everything(data: bytes) -> str:
    """All that any part says: raw, with entities resolved, and its text without markup."""
    found = []
    for name, content in parts(data).items():
        raw = content.decode("utf-8", errors="replace")
        found += [name, raw, html.unescape(raw)]
        if raw.lstrip().startswith("<"):
            found.append("".join(etree.fromstring(content).itertext()))
    with zipfile.ZipFile(io.BytesIO(data)) as zip_:
        found += [zip_.comment.decode("latin-1"), *(i.extra.hex() for i in zip_.infolist())]
    return "\n".join(found)


# What is read --------------------------------------------------------------------------------


def test_text_is_that_of_the_paragraph_over_all_its_runs() -> None:
    bold = "<w:rPr><w:b/></w:rPr>"
    data = document(paragraph(run("Seen: Mar"), run("ia Del", bold), run("gado, well")))
    assert text_of(data).splitlines()[0] == "Seen: Maria Delgado, well"
    new = docx.Document(io.BytesIO(without(data, "Maria Delgado", new="[PATIENT]")))
    (found,) = new.paragraphs
    assert [r.text for r in found.runs] == ["Seen: [PATIENT]", "", ", well"]
    assert found.runs[1].bold


def test_signs_between_letters_are_read_and_go_with_what_they_divide() -> None:
    inner = (
        "<w:r><w:t>Tel 555</w:t><w:noBreakHyphen/><w:t>0133</w:t><w:tab/><w:t>18 Alder Row</w:t>"
        '<w:br/><w:t>Leadville</w:t><w:sym w:font="Symbol" w:char="F061"/></w:r>'
    )
    data = document(paragraph(inner))
    assert text_of(data).startswith("Tel 555\u20110133\t18 Alder Row\nLeadvillea")
    new = without(data, "555\u20110133", "18 Alder Row\nLeadville")
    assert b"noBreakHyphen" not in parts(new)["word/document.xml"]
    assert text_of(new).split() == ["Tel", "[X]", "[X]a"]


def test_cells_of_a_row_stand_in_a_line() -> None:
    made = docx.Document()
    table = made.add_table(2, 2)
    cells = ("Name", "Maria Delgado", "Born", "1961-08-09")
    for cell, text in zip((c for row in table.rows for c in row.cells), cells, strict=True):
        cell.text = text
    file = io.BytesIO()
    made.save(file)
    assert text_of(file.getvalue()).startswith("Name\tMaria Delgado\nBorn\t1961-08-09\n")


def test_tracked_changes_are_read_as_they_are_and_as_they_were() -> None:
    data = document(
        paragraph(
            run("Seen by "),
            '<w:del w:id="1" w:author="Elena Vance" w:date="2019-03-14T09:30:00Z"><w:r>'
            "<w:delText>Maria</w:delText></w:r></w:del>",
            '<w:ins w:id="2" w:author="Elena Vance" w:date="2019-03-14T09:30:00Z">',
            run("Marta"),
            '<w:del w:id="3" w:author="Omar Reyes"><w:r><w:delText>Mirta</w:delText></w:r></w:del>',
            "</w:ins>",
            run(" Delgado."),
        )
    )
    text = text_of(data)
    lines = text.split("\n")
    assert lines[0] == "Seen by Marta Delgado."
    assert {"Seen by Maria Delgado.", "Seen by Mirta Delgado."} <= {*lines[1:]}
    assert {"Author: Elena Vance", "Author: Omar Reyes"} <= {*lines}
    new = without(data, "Marta Delgado", "Maria Delgado", "Mirta Delgado", new="[PATIENT]")
    assert "Seen by [PATIENT]." in text_of(new).split("\n")
    said = everything(new)
    for gone in ("Mar", "Mirta", "Delgado", "Elena", "Omar", "2019-03-14"):
        assert gone not in said
    assert {"Author 1", "Author 2"} <= {*re.findall(r'author="([^"]*)"', said)}


def test_the_example_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    example = re.search(r"^```\n(Patient\t.*?)^```$", page, re.DOTALL | re.MULTILINE)
    change = '<w:{} w:author="Elena Reyes"><w:r><w:{}>{}</w:{}></w:r></w:{}>'
    cells = "".join(f"<w:tc>{paragraph(run(text))}</w:tc>" for text in ("Patient", "Maria Delgado"))
    data = document(
        f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>",
        paragraph(
            run("Seen by "),
            change.format("del", "delText", "Maria", "delText", "del"),
            change.format("ins", "t", "Marta", "t", "ins"),
            run(" Vance, "),
            f'<w:hyperlink r:id="rId1">{run("see note")}</w:hyperlink>',
            run("."),
        ),
        **{
            "_rels/document.xml.rels": links(
                ("hyperlink", "mailto:m.vance@x.org", "External"), ("header", "header1.xml")
            ),
            "header1.xml": part("hdr", paragraph(run("Delgado, Maria, MRN 00482913"))),
        },
    )
    assert example is not None
    assert text_of(data) == example[1]


def test_one_reading_of_a_tracked_change_is_enough_to_lose_it() -> None:
    change = '<w:ins w:id="2" w:author="A">' + run("Ruiz") + "</w:ins>"
    deleted = '<w:del w:id="1" w:author="A"><w:r><w:delText>Vega</w:delText></w:r></w:del>'
    data = document(paragraph(run("by Ada "), deleted, change, run(" today")))
    new = CONTENT.write(data, [text_of(data).replace("Ada Ruiz", "[X]")], "a")
    assert "Ada" not in everything(new)
    assert "Ruiz" not in everything(new)
    assert text_of(new).startswith("by [X] today\n")


# Nothing is left -----------------------------------------------------------------------------


BOX = (
    '<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:docPr id="4" '
    'name="Caja de Zurbaran" descr="Retrato de Nuria Quesada" title="C:\\\\eZurbaran\\\\x.png"/>'
    "<a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>{inner}</w:txbxContent></wps:txbx>"
    "</wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict>"
    '<v:shape id="Caja de Zurbaran" alt="Retrato de Nuria Quesada"><v:textbox><w:txbxContent>'
    "{inner}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent>"
)
PICTURE = (
    '<w:drawing><wp:inline><wp:docPr id="9" name="Picture 9" descr="eZurbaran_ct.png"/><a:graphic>'
    '<a:graphicData><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="eZurbaran_ct.png"/></pic:nvPicPr>'
    '<pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic>'
    "</wp:inline></w:drawing>"
)
WHERE = {
    "body": ("Maria Delgado", paragraph(run("Patient Maria Delgado"))),
    "content control": (
        "Abel Sotomayor",
        '<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>'
        + paragraph(run("Abel Sotomayor"))
        + "</w:sdtContent></w:sdt>",
    ),
    "content control within a line": (
        "Berta Lizarraga",
        paragraph(f"<w:sdt><w:sdtContent>{run('Berta Lizarraga')}</w:sdtContent></w:sdt>"),
    ),
    "title of a content control": (
        "Caleb Orduna",
        '<w:sdt><w:sdtPr><w:alias w:val="Caleb Orduna"/><w:tag w:val="x"/></w:sdtPr><w:sdtContent>'
        f"{paragraph()}</w:sdtContent></w:sdt>",
    ),
    "tag of a content control": (
        "Orduna-77",
        f'<w:sdt><w:sdtPr><w:tag w:val="Orduna-77"/></w:sdtPr><w:sdtContent>{paragraph()}'
        "</w:sdtContent></w:sdt>",
    ),
    "list of a content control": (
        "Dana Echeverri",
        '<w:sdt><w:sdtPr><w:dropDownList w:lastValue="Dana Echeverri"><w:listItem '
        'w:displayText="Dana Echeverri" w:value="Dana Echeverri"/></w:dropDownList></w:sdtPr>'
        f"<w:sdtContent>{paragraph()}</w:sdtContent></w:sdt>",
    ),
    "insertion": (
        "Edgar Villalba",
        paragraph(f'<w:ins w:id="1" w:author="Z">{run("Edgar Villalba")}</w:ins>'),
    ),
    "deletion": (
        "Fiona Arriaga",
        paragraph(
            '<w:del w:id="1" w:author="Z"><w:r><w:delText>Fiona Arriaga</w:delText></w:r></w:del>'
        ),
    ),
    "moved text": (
        "Gael Montalvo",
        paragraph(f'<w:moveFrom w:id="1" w:author="Z">{run("Gael Montalvo")}</w:moveFrom>')
        + paragraph(f'<w:moveTo w:id="2" w:author="Z">{run("Gael Montalvo")}</w:moveTo>'),
    ),
    "hyperlink": (
        "Hilda Carranza",
        paragraph(f'<w:hyperlink w:tooltip="Hilda Carranza">{run("Hilda Carranza")}</w:hyperlink>'),
    ),
    "field code": (
        "iris.pena@x.org",
        paragraph(
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "mailto:iris.'
            '</w:instrText></w:r><w:r><w:instrText>pena@x.org"</w:instrText></w:r><w:r><w:fldChar '
            f'w:fldCharType="separate"/></w:r>{run("mail")}<w:r><w:fldChar w:fldCharType="end"/>'
            "</w:r>"
        ),
    ),
    "simple field": (
        "Jonas Iturbe",
        paragraph(f'<w:fldSimple w:instr=" TC &quot;Jonas Iturbe&quot; ">{run("1")}</w:fldSimple>'),
    ),
    "form field": (
        "Karla Useche",
        paragraph(
            '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="f"/><w:statusText '
            'w:val="x"/><w:textInput><w:default w:val="Karla Useche"/></w:textInput></w:ffData>'
            '</w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
        ),
    ),
    "text box": ("Lucio Barrera", paragraph(run("x"), f"<w:r>{BOX}</w:r>")),
    "alternative text": ("Nuria Quesada", paragraph(f"<w:r>{BOX}</w:r>")),
    "table": (
        "Mateo Quiroga",
        f"<w:tbl><w:tr><w:tc>{paragraph(run('Mateo Quiroga'))}</w:tc></w:tr></w:tbl>",
    ),
    "caption of a table": (
        "Olga Tarazona",
        '<w:tbl><w:tblPr><w:tblCaption w:val="Olga Tarazona"/><w:tblDescription w:val="x"/>'
        f"</w:tblPr><w:tr><w:tc>{paragraph()}</w:tc></w:tr></w:tbl>",
    ),
    "WordArt": (
        "Pablo Escalona",
        paragraph(
            '<w:r><w:pict><v:shape id="_x0000_s1"><v:textpath string="Pablo Escalona"/></v:shape>'
            "</w:pict></w:r>"
        ),
    ),
    "equation": (
        "Quillon",
        paragraph(
            '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r>'
            "<m:t>Quillon</m:t></m:r></m:oMath>"
        ),
    ),
    "unknown element": (
        "Rita Samaniego",
        paragraph('<x:thing xmlns:x="urn:x" who="Rita Samaniego">Rita Samaniego</x:thing>'),
    ),
    "signature line": (
        "Samaniego",
        paragraph(
            '<w:r><w:pict><v:shape id="_x0000_s2"><o:signatureline o:suggestedsigner="Samaniego"/>'
            "</v:shape></w:pict></w:r>"
        ),
    ),
    "attribute of an unknown namespace": (
        "Salazar",
        '<w:p xmlns:x="urn:x" x:who="Salazar"/>',
    ),
    "ruby": (
        "Tanaka Yuki",
        paragraph(
            "<w:r><w:ruby><w:rt><w:r><w:t>Tanaka Yuki</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>x"
            "</w:t></w:r></w:rubyBase></w:ruby></w:r>"
        ),
    ),
}


@pytest.mark.parametrize("where", WHERE)
def test_text_is_found_and_replaced_wherever_it_stands(where: str) -> None:
    surface, inner = WHERE[where]
    inner = inner.format(inner=paragraph(run("Lucio Barrera"))) if "{inner}" in inner else inner
    data = document(inner, paragraph(run("no pain")))
    assert surface in text_of(data)
    new = without(data, surface)
    for word in surface.split():
        assert word not in everything(new)
    assert "no pain" in text_of(new)
    assert "Zurbaran" not in everything(new)
    docx.Document(io.BytesIO(new))


STORIES = {
    "header": ("header", "Ulises Bracho"),
    "header of the first page": ("header", "Valeria Cisneros"),
    "footer": ("footer", "Wendy Olmedo"),
    "footnotes": ("footnotes", "Ximena Duarte"),
    "endnotes": ("endnotes", "Yago Berrocal"),
    "comments": ("comments", "Zoe Palomar"),
}


@pytest.fixture(scope="module")
def whole() -> bytes:
    """A document with every part that Word makes, an identifier in each."""
    stories, rows = {}, []
    inside = {"footnotes": "footnote", "endnotes": "endnote", "comments": "comment"}
    for i, (kind, name) in enumerate(STORIES.values()):
        file = f"{kind}{i}.xml" if kind in ("header", "footer") else f"{kind}.xml"
        root = {"header": "hdr", "footer": "ftr"}.get(kind, kind)
        inner = paragraph(run(f"seen by {name}"))
        if kind in inside:
            more = ' w:author="Elena Vance" w:initials="EV" w:date="2019-03-14T09:30:00Z"'
            more = more if kind == "comments" else ""
            inner = f'<w:{inside[kind]} w:id="1"{more}>{inner}</w:{inside[kind]}>'
        stories[f"word/{file}"] = part(root, inner)
        rows.append((kind, file))
    microsoft = "http://schemas.microsoft.com/office"
    body = (
        '<w:p w:rsidR="00AB12CD"><w:bookmarkStart w:id="0" w:name="MariaDelgado"/>'
        + run("Patient Maria Delgado, see ")
        + '<w:hyperlink r:id="rId9" w:anchor="MariaDelgado">'
        + run("her page")
        + "</w:hyperlink>"
        + '<w:bookmarkEnd w:id="0"/><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r>'
        + "<w:instrText> PAGEREF Maria</w:instrText></w:r><w:r><w:instrText>Delgado \\h"
        + '</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:permStart w:id="1" '
        + 'w:ed="evance@hospital.org"/></w:p>'
        + paragraph(
            '<w:smartTag w:element="PersonName"><w:smartTagPr><w:attr w:name="ProductID" '
            'w:val="Maria Delgado"/></w:smartTagPr>',
            run("Maria Delgado"),
            "</w:smartTag>",
        )
        + '<w:sdt><w:sdtPr><w:dataBinding w:xpath="/p/name" w:storeItemID="{1}"/><w:date '
        + f'w:fullDate="2019-03-14T00:00:00Z"/></w:sdtPr><w:sdtContent>{paragraph(run("well"))}'
        + f"</w:sdtContent></w:sdt><w:p><w:r>{PICTURE}</w:r></w:p>"
        + '<w:p><w:pPr><w:pStyle w:val="DelgadoNotes"/></w:pPr>'
        + run("no pain")
        + "</w:p>"
    )
    links_of_body = links(
        ("image", "media/eZurbaran.png"),
        *rows,
        ("settings", "settings.xml"),
        ("hyperlink", "https://x.org/patients/maria-delgado", "External"),
        ("styles", "styles.xml"),
        ("customXml", "../customXml/item1.xml"),
        (f"{microsoft}/2011/relationships/people", "people.xml"),
        ("hyperlink", "file:///C:/evance/Delgado.docx", "External"),
        ("glossaryDocument", "glossary/document.xml"),
    )
    settings = (
        '<w:attachedTemplate r:id="rId1"/><w:zoom w:percent="100"/><w:rsids><w:rsid '
        'w:val="00AB12CD"/></w:rsids><w:docVars><w:docVar w:name="mrn" w:val="00482913"/>'
        '</w:docVars><w15:docId w15:val="{AB12}"/><w:evenAndOddHeaders/>'
    )
    styles = (
        '<w:style w:type="paragraph" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
        '<w:style w:type="paragraph" w:customStyle="1" w:styleId="DelgadoNotes"><w:name '
        'w:val="Delgado Notes"/><w:basedOn w:val="Normal"/></w:style>'
    )
    core = (
        f'{HEAD}<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Letter of Maria Delgado</dc:title>'
        "<dc:creator>Elena Vance</dc:creator></cp:coreProperties>"
    )
    properties = f"{PACKAGE}/relationships/metadata/core-properties"
    return archive(
        {
            "_rels/.rels": links(
                ("officeDocument", "word/document.xml"),
                (properties, "docProps/core.xml"),
                ("extended-properties", "docProps/app.xml"),
                ("custom-properties", "docProps/custom.xml"),
                (f"{PACKAGE}/relationships/metadata/thumbnail", "docProps/thumbnail.jpeg"),
            ),
            "word/document.xml": part("document", f"<w:body>{body}</w:body>"),
            "word/_rels/document.xml.rels": links_of_body,
            "word/settings.xml": part("settings", settings),
            "word/_rels/settings.xml.rels": links(
                ("attachedTemplate", "file:///C:/evance/x.dotx", "External")
            ),
            "word/styles.xml": part("styles", styles),
            "word/people.xml": part("people", '<w15:person w15:author="Elena Vance"/>'),
            "word/media/eZurbaran.png": PNG,
            "word/glossary/document.xml": part("glossaryDocument", "Delgado"),
            "word/orphan.xml": part("x", "Delgado"),
            "customXml/item1.xml": "<p><name>Maria Delgado</name></p>",
            "customXml/_rels/item1.xml.rels": links(("customXmlProps", "itemProps1.xml")),
            "customXml/itemProps1.xml": "<x>Delgado</x>",
            "docProps/core.xml": core,
            "docProps/app.xml": "<Properties><Company>Ashmont Clinic</Company></Properties>",
            "docProps/custom.xml": "<Properties><p name='n'><v>00482913</v></p></Properties>",
            "docProps/thumbnail.jpeg": b"\xff\xd8\xffeZurbaran",
            **stories,
        }
    )


GONE = (
    *(
        "Maria",
        "Delgado",
        "Elena",
        "Vance",
        "evance",
        '"EV"',
        "00482913",
        "2019",
        "AB12",
        "Ashmont",
    ),
    *("Zurbaran", *(word for _, name in STORIES.values() for word in name.split())),
)


def test_nothing_is_left_in_any_part(whole: bytes) -> None:
    text = text_of(whole)
    for hint in ("Elena Vance", "Letter of Maria Delgado", "Ashmont Clinic", "00482913"):
        assert hint in text  # they tell who else may be in the text
    names = [name for _, name in STORIES.values()]
    new = without(whole, "Maria Delgado", *names, "Delgado Notes", "maria-delgado")
    said = everything(new)
    for surface in GONE:
        assert surface.lower() not in said.lower(), surface
    again = docx.Document(io.BytesIO(new))
    assert [p.text for p in again.paragraphs][-1] == "no pain"
    assert again.paragraphs[-1].style.name == "[X]"


def test_what_is_no_identifier_is_the_same(whole: bytes) -> None:
    names = [name for _, name in STORIES.values()]
    old, new = parts(whole), parts(without(whole, "Maria Delgado", *names))
    body = new["word/document.xml"].decode()
    assert re.findall(r'w:name="(bookmark1)"', body) == re.findall(r'w:anchor="(.*?)"', body)
    assert "PAGEREF bookmark1 \\h" in body
    kept = {
        *("[Content_Types].xml", "_rels/.rels", "word/document.xml", "word/media/blank.png"),
        *("word/_rels/document.xml.rels", "word/settings.xml", "word/_rels/settings.xml.rels"),
        "word/styles.xml",
        *(name for name in old if re.match(r"word/(?:header|footer|footn|endn|comm)", name)),
    }
    assert {*new} == kept
    styles = re.sub(rb"x\d+Notes", b"DelgadoNotes", new["word/styles.xml"])
    assert styles == old["word/styles.xml"]  # but the id, which says what was replaced
    assert b"evenAndOddHeaders" in new["word/settings.xml"]
    assert b"w:zoom" in new["word/settings.xml"]
    header = old["word/header0.xml"].replace(b"Ulises Bracho", b"[X]")
    assert new["word/header0.xml"] == header


def test_no_word_that_was_replaced_stays_in_an_attribute_of_the_format() -> None:
    body = (
        '<w:p w14:paraId="DELGADO1"><w:pPr><w:pStyle w:val="DelgadoOfNoStyle"/><w:jc '
        'w:val="center"/></w:pPr><w:r><w:rPr><w:rFonts w:ascii="Delgado" w:hAnsi="delgado sans" '
        'w:cs="Times New Roman"/><w:color w:val="ADA000"/></w:rPr><w:sym w:font="Delgado" '
        'w:char="F061"/></w:r></w:p>'
    )
    styles = (
        '<w:style w:type="paragraph" w:styleId="DelgadoBase"><w:name w:val="Delgado Base"/>'
        '</w:style><w:style w:type="paragraph" w:styleId="B"><w:name w:val="b"/><w:basedOn '
        'w:val="DelgadoBase"/><w:rPr><w:rFonts w:ascii="MariaDelgado"/></w:rPr></w:style>'
    )
    theme = (
        f'{HEAD}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        'name="Office Zurbaran"><a:latin typeface="Delgado"/></a:theme>'
    )
    data = document(
        paragraph(run("Seen: Maria Delgado of New York, Dr. Center, Ada Roman")),
        body,
        **{
            "styles.xml": part("styles", styles),
            "settings.xml": part("settings", '<w:decimalSymbol w:val="Delgado"/>'),
            "theme/theme1.xml": theme,
            "_rels/document.xml.rels": links(
                ("styles", "styles.xml"),
                ("settings", "settings.xml"),
                ("theme", "theme/theme1.xml"),
            ),
        },
    )
    new = without(data, "Maria Delgado", "New York", "Center", "Ada Roman")
    said = everything(new)
    assert not re.search("delgado|maria|zurbaran", said, re.IGNORECASE)
    for kept in ('val="center"', 'cs="Times New Roman"', 'val="ADA000"'):
        assert kept in said
    (base,) = re.findall(r'styleId="(x\d+Base)"', said)[:1]
    assert f'basedOn w:val="{base}"' in said
    docx.Document(io.BytesIO(new))


def test_an_archive_comes_out_without_dates_comments_and_what_is_beside_it(whole: bytes) -> None:
    file = io.BytesIO(whole)
    with zipfile.ZipFile(file, "a") as zip_:
        zip_.comment = b"of Maria Delgado"
    data = file.getvalue()
    new = CONTENT.write(data, [text_of(data)], "a")
    with zipfile.ZipFile(io.BytesIO(new)) as zip_:
        assert zip_.comment == b""
        assert {info.date_time for info in zip_.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert new == CONTENT.write(data, [text_of(data)], "a")


def test_comments_of_xml_are_left_out() -> None:
    data = document(paragraph("<!-- Maria Delgado -->", run("x"), "<?word Maria Delgado?>"))
    assert "Delgado" not in everything(CONTENT.write(data, [text_of(data)], "a"))


def test_comments_of_relationships_and_types_are_left_out() -> None:
    data = parts(document(paragraph(run("x"))))
    note = b"<!-- Maria Delgado --></"
    for name in ("[Content_Types].xml", "_rels/.rels"):
        data[name] = data[name].replace(b"</", note, 1)
    made = zipped(data)
    assert "Delgado" not in everything(CONTENT.write(made, [text_of(made)], "a"))


def test_what_programs_of_others_attached_is_left_out() -> None:
    attached = (
        '<w:customXml w:element="p"><w:customXmlPr><w:attr w:name="n" w:val="MDelgado"/>'
        f"</w:customXmlPr>{run('x')}</w:customXml><w:r><w:drawing><a:hlinkClick "
        'invalidUrl="https://x.org/MDelgado"/></w:drawing></w:r>'
    )
    data = document(paragraph(attached))
    assert "Delgado" not in everything(CONTENT.write(data, [text_of(data)], "a"))


def test_links_that_lead_elsewhere_than_the_net_lead_nowhere() -> None:
    rows = [("hyperlink", target, "External") for target in ("mailto:ada@x.org", "..\\ada.docx")]
    rows.append(("hyperlink", "https://x.org/a?mrn=00482913", "External"))
    inner = "".join(f'<w:hyperlink r:id="rId{i}">{run("x")}</w:hyperlink>' for i in (1, 2, 3))
    data = document(paragraph(inner), **{"_rels/document.xml.rels": links(*rows)})
    new = without(data, "00482913", "ada@x.org")
    targets = re.findall('Target="(.*?)"', parts(new)["word/_rels/document.xml.rels"].decode())
    assert targets == ["about:blank"] * 3
    new = without(data, "ada@x.org", new="eva@y.net")
    targets = re.findall('Target="(.*?)"', parts(new)["word/_rels/document.xml.rels"].decode())
    assert targets == ["mailto:eva@y.net", "about:blank", "https://x.org/a?mrn=00482913"]


def test_any_edits_come_out_as_they_were_made() -> None:
    words = ["Ada", "Ruiz", " ", "12/3", "x-y", "\t", "é", "  "]
    draw = random.Random(3)
    for _ in range(60):
        runs = [
            "<w:tab/>" if (word := draw.choice(words)) == "\t" else f"<w:t>{word}</w:t>"
            for _ in range(draw.randint(1, 8))
        ]
        data = document(*(paragraph(f"<w:r>{r}</w:r>" * draw.randint(1, 3)) for r in runs))
        text = text_of(data)
        new = re.sub(r"Ada|12/3|Ruiz Ada", lambda m: draw.choice(["[X]", "Eva Luz", ""]), text)
        again = text_of(CONTENT.write(data, [new], "a"))
        assert again.split() == new.split()


def test_packed_data_that_nobody_sees_is_left_out() -> None:
    packed = base64.b64encode(b"Maria Delgado" * 20).decode()
    data = document(
        paragraph(
            f'<w:r><w:pict><v:shape id="_x0000_s1" o:gfxdata="{packed}"/></w:pict></w:r><w:r>'
            f'<w:fldChar w:fldCharType="begin"><w:fldData>{packed}</w:fldData></w:fldChar></w:r>',
            run("no pain"),
        )
    )
    assert text_of(data) == "no pain\n"
    assert packed[:20] not in everything(CONTENT.write(data, [text_of(data)], "a"))


def test_the_strict_form_is_read() -> None:
    data = document(paragraph(run("Maria Delgado"), f"<w:r>{BOX.format(inner='')}</w:r>"))
    strict = {
        name: re.sub(
            rb"http://schemas.openxmlformats.org/(officeDocument|wordprocessingml|drawingml)/2006",
            rb"http://purl.oclc.org/ooxml/\1",
            content,
        )
        for name, content in parts(data).items()
    }
    new = without(zipped(strict), "Maria Delgado", "Nuria Quesada")
    assert not re.search("Maria|Delgado|Zurbaran|Quesada", everything(new))


def test_what_programs_wrote_is_no_text() -> None:
    made = docx.Document()
    made.add_heading("Title", 1)
    made.add_paragraph("no pain", style="List Bullet")
    file = io.BytesIO()
    made.save(file)
    assert text_of(file.getvalue()).split("\n\n")[0] == "Title\nno pain"
    assert set(text_of(file.getvalue()).split("\n")) == {
        "Title",
        "no pain",
        "",
        "python-docx",
        "generated by python-docx",
    }


def test_without_lxml_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incognote.io.docx.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match="a: reading DOCX needs more packages: pip install"):
        text_of(document(paragraph(run("x"))))


# What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("http://schemas.microsoft.com/office/2006/relationships/vbaProject", "macros"),
        ("oleObject", "embedded object"),
        ("package", "embedded object"),
        ("chart", "chart"),
        ("diagramData", "SmartArt"),
        ("diagramLayout", "SmartArt"),
        ("aFChunk", "another format"),
        ("subDocument", "link"),
        ("control", "ActiveX"),
        ("video", "video"),
        ("somethingNew", r"nobody decided about \(somethingNew\)"),
        ("Maria Delgado", "nobody decided about; "),
    ],
)
def test_parts_that_cannot_be_read_are_refused_by_name(kind: str, says: str) -> None:
    data = document(
        paragraph(run("x")),
        **{"_rels/document.xml.rels": links((kind, "x/y.bin")), "x/y.bin": b"Delgado"},
    )
    with pytest.raises(NoteError, match=says) as caught:
        CONTENT.texts(data, "a.docx")
    assert "Delgado" not in str(caught.value)


def test_a_part_that_is_referred_to_and_left_out_is_refused() -> None:
    ink = '<w:r><w14:contentPart r:id="rId1"/></w:r>'
    rels = links(("customXml", "ink/ink1.xml"))
    data = document(paragraph(ink), **{"_rels/document.xml.rels": rels, "ink/ink1.xml": "<ink/>"})
    with pytest.raises(NoteError, match="contentPart"):
        CONTENT.texts(data, "a.docx")


def bomb() -> bytes:
    file = io.BytesIO(document(paragraph(run("x"))))
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as zip_:
        zip_.writestr("word/x.xml", b"\0" * (257 << 20))
    return file.getvalue()


def doubled() -> bytes:
    file = io.BytesIO(document(paragraph(run("x"))))
    with zipfile.ZipFile(file, "a") as zip_:
        zip_.writestr("WORD/document.xml", "x")
    return file.getvalue()


def locked() -> bytes:
    data = bytearray(document(paragraph(run("x"))))
    at = data.rindex(b"PK\x01\x02")
    data[at + 8] |= 1
    return bytes(data)


def other(root: str) -> bytes:
    return archive({"word/document.xml": f'{HEAD}<{root} xmlns="urn:x"/>'})


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
ENTITY = f'{HEAD}<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
LAUGHS = f'{HEAD}<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
ROOT = part("document", f"<w:body>{paragraph(run('Delgado &e;'))}</w:body>").removeprefix(HEAD)
BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "cannot be unpacked"),
    "cut": (lambda: document(paragraph(run("Delgado")))[:-80], "cannot be unpacked"),
    "bomb": (bomb, "256 MB"),
    "two of one name": (doubled, "two parts of one name"),
    "encrypted member": (locked, "encrypted"),
    "encrypted": (lambda: OLE + "EncryptedPackage".encode("utf-16-le"), "password"),
    "doc": (lambda: OLE, "older Office document"),
    "external entity": (
        lambda: archive({"word/document.xml": ENTITY + ROOT}),
        "document type|cannot be read as XML",
    ),
    "entities": (
        lambda: archive({"word/document.xml": LAUGHS + ROOT.replace("&e;", "&b;")}),
        "document type|cannot be read as XML",
    ),
    "no XML": (lambda: archive({"word/document.xml": "Delgado <"}), "cannot be read as XML"),
    "no document": (lambda: archive({"word/styles.xml": part("styles", "")}), "is missing"),
    "a workbook": (lambda: other("workbook"), "Excel.*CSV"),
    "a presentation": (lambda: other("presentation"), "PowerPoint"),
    "odt": (lambda: zipped({"mimetype": b"x"}), "OpenDocument.*DOCX"),
    "any archive": (lambda: zipped({"x.txt": b"Delgado"}), "no content types"),
    "a name that leads elsewhere": (
        lambda: zipped({"../x": b"x", "[Content_Types].xml": b"x"}),
        "leads elsewhere",
    ),
    "a part's own name": (
        lambda: archive(
            {"_rels/.rels": links(("officeDocument", "word/Delgado.xml")), "word/Delgado.xml": "x"}
        ),
        "a name of its own",
    ),
    "a scan": (
        lambda: document(
            paragraph(f"<w:r>{PICTURE}</w:r>"),
            **{"_rels/document.xml.rels": links(("image", "media/a.png")), "media/a.png": PNG},
        ),
        "scan",
    ),
    "text between elements": (lambda: document(paragraph() + "Delgado"), "text stands behind"),
    "deep": (lambda: document("<w:p>" * 400 + "</w:p>" * 400), "cannot be read as XML"),
}


def zipped(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as zip_:
        for name, data in members.items():
            zip_.writestr(name, data)
    return file.getvalue()


@pytest.mark.parametrize("name", BAD)
def test_bad_documents_are_refused_in_words(name: str) -> None:
    make, says = BAD[name]
    with pytest.raises(NoteError, match=says) as caught:
        CONTENT.texts(make(), "a.docx")
    assert "Delgado" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_damage_never_passes_and_never_speaks(whole: bytes) -> None:
    draw = random.Random(7)
    said = []
    for _ in range(150):
        at = draw.randrange(len(whole))
        data = whole[:at] + draw.randbytes(draw.randint(0, 4)) + whole[at + draw.randint(0, 6) :]
        try:
            CONTENT.texts(data, "a.docx")
        except NoteError as error:
            said.append(str(error))
    assert len(said) > 50
    assert "Delgado" not in "".join(said)


def test_it_is_known_by_its_content(whole: bytes) -> None:
    assert CONTENT.is_it(whole)
    assert not CONTENT.is_it(whole[:-100])
    assert not CONTENT.is_it(zipped({"[Content_Types].xml": b"", "xl/workbook.xml": b""}))
    assert not CONTENT.is_it(b"PK\x03\x04")
