"""A PDF comes out as the text of its pages, rebuilt; nothing else of the old file is in it."""

from __future__ import annotations

import io
import random
import re
import sys
import unicodedata
from collections.abc import Callable
from functools import partial

import contents
import fpdf
import pypdf
import pytest
from PIL import Image
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, TextStringObject

from incognote.core.errors import MissingExtraError, NoteError
from incognote.io.pdf import CONTENT
from incognote.io.text_pages import COLUMNS, LINES, to_pdf


def made(*pages: str, draw: Callable[[fpdf.FPDF], None] | None = None) -> bytes:
    """A PDF of another program."""
    pdf = fpdf.FPDF(format="A4")
    for text in pages:
        pdf.add_page()
        pdf.set_font("Helvetica", size=11)
        pdf.multi_cell(0, 6, text, align="L")
    if draw:
        draw(pdf)
    return bytes(pdf.output())


def changed(data: bytes, change: Callable[[pypdf.PdfWriter], None]) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    change(writer)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


text_of = partial(contents.text_of, CONTENT)
without = partial(contents.without, CONTENT)


def read_again(data: bytes) -> str:
    """By a second reader."""
    return "\f".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages)


def everything(data: bytes) -> str:
    """All objects with their streams unpacked."""
    reader = pypdf.PdfReader(io.BytesIO(data))
    found = [data.decode("latin-1"), read_again(data)]
    for number in range(1, len(reader.xref[0]) + 1 if 0 in reader.xref else 400):
        thing = pypdf.generic.IndirectObject(number, 0, reader).get_object()
        found.append(str(thing))
        if isinstance(thing, pypdf.generic.StreamObject):
            found.append(thing.get_data().decode("latin-1"))
    return "\n".join(found)


NOTE = "Patient Maria Delgado (MRN 00482913)\nborn 1961-08-09, señora Ñuñez.\nTemp 38.5, no pain."


def test_text_of_all_pages_and_back() -> None:
    data = made(NOTE, "Second page: Maria Delgado is well.")
    text = text_of(data)
    assert text == f"{NOTE}\fSecond page: Maria Delgado is well."
    new = without(data, "Maria Delgado", "00482913", "1961-08-09")
    again = read_again(new)
    assert "Patient [X] (MRN [X])\nborn [X], señora Ñuñez.\nTemp 38.5, no pain." in again
    assert "\fSecond page: [X] is well." in again
    assert not re.search("Maria|Delgado|00482913|1961", everything(new))
    assert text_of(new) == text.replace("Maria Delgado", "[X]").replace("00482913", "[X]").replace(
        "1961-08-09", "[X]"
    )
    assert new == without(data, "Maria Delgado", "00482913", "1961-08-09")


def picture() -> io.BytesIO:
    file = io.BytesIO()
    Image.new("RGB", (40, 40)).save(file, "png")
    file.seek(0)
    return file


def test_nothing_but_the_text_is_kept() -> None:
    def fill(writer: pypdf.PdfWriter) -> None:
        writer.add_metadata({"/Title": "Maria Delgado", "/Author": "Elena Vance"})
        writer.add_attachment(filename="delgado.txt", data=b"Maria Delgado")
        writer.add_outline_item(title="Maria Delgado", page_number=0)
        writer.xmp_metadata = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>Maria Delgado</x:xmpmeta>"

    long = NOTE + "\n" + "No fever, no cough. " * 20
    data = changed(made(long, draw=lambda pdf: pdf.image(picture(), 0, 0, 60)), fill)
    new = without(data, "Maria Delgado")
    reader = pypdf.PdfReader(io.BytesIO(new))
    assert not reader.metadata
    assert reader.xmp_metadata is None
    assert not reader.attachments
    assert not reader.outline
    assert not reader.pages[0].images
    assert "/Annots" not in reader.pages[0]
    assert {*reader.trailer["/Root"]} == {"/Type", "/Pages"}
    assert not re.search("maria|delgado|elena|vance", everything(new), re.IGNORECASE)


def annotation(kind: str, **more: str) -> DictionaryObject:
    rows = {"/Type": NameObject("/Annot"), "/Subtype": NameObject(f"/{kind}")}
    rows["/Rect"] = ArrayObject([NumberObject(n) for n in (10, 10, 90, 30)])
    rows |= {f"/{key}": TextStringObject(value) for key, value in more.items()}
    return DictionaryObject({NameObject(key): value for key, value in rows.items()})


def with_annotations(*annotations: DictionaryObject, form: bool = False) -> bytes:
    def add(writer: pypdf.PdfWriter) -> None:
        held = ArrayObject([writer._add_object(each) for each in annotations])
        writer.pages[0][NameObject("/Annots")] = held
        if form:
            fields = DictionaryObject({NameObject("/Fields"): held})
            writer._root_object[NameObject("/AcroForm")] = writer._add_object(fields)

    return changed(made(NOTE), add)


def test_what_annotations_say_is_read_as_text() -> None:
    data = with_annotations(
        annotation("Text", Contents="Call Nuria Quesada", T="Elena Vance"),
        annotation("FreeText", Contents="by Omar\rReyes"),
        annotation("Link"),
        annotation("Highlight"),
    )
    assert text_of(data) == f"{NOTE}\nCall Nuria Quesada\nby Omar\nReyes"
    new = without(data, "Nuria Quesada", "Omar\nReyes")
    assert read_again(new).endswith("Call [X]\nby [X]")
    assert not re.search("Quesada|Omar|Reyes|Vance", everything(new))


def test_a_text_box_that_does_not_say_its_text_is_refused() -> None:
    with pytest.raises(NoteError, match="page 1 has a text box"):
        text_of(with_annotations(annotation("FreeText")))


def field(kind: str, **more: str) -> DictionaryObject:
    found = annotation("Widget", **more)
    found[NameObject("/FT")] = NameObject(f"/{kind}")
    return found


def test_values_of_forms_are_read_as_text() -> None:
    ticked = field("Btn", T="smoker")
    ticked[NameObject("/V")] = ticked[NameObject("/AS")] = NameObject("/Yes")
    data = with_annotations(
        field("Tx", T="pat_name", TU="Patient", V="Nuria Quesada"),
        field("Tx", T="ward", V=""),
        ticked,
        form=True,
    )
    assert text_of(data) == f"{NOTE}\nPatient: Nuria Quesada\nsmoker: Yes"
    assert "Quesada" not in everything(without(data, "Nuria Quesada"))


def test_two_columns_are_read_one_behind_the_other() -> None:
    def draw(pdf: fpdf.FPDF) -> None:
        pdf.add_page()
        pdf.set_font("Helvetica", size=11)
        for x in (10, 110):
            for i in range(20):
                pdf.text(x, 20 + 6 * i, f"column {x} line {i}")

    lines = text_of(made(draw=draw)).split("\n")
    assert lines == [f"column {x} line {i}" for x in (10, 110) for i in range(20)]


def test_lines_that_were_drawn_in_any_order_are_read_from_above() -> None:
    rows = [(f"Name {i}:", f"Maria Delgado {i}") for i in range(12)]
    places = [
        (10 + 40 * k, 20 + 6 * i, part) for i, row in enumerate(rows) for k, part in enumerate(row)
    ]
    random.Random(3).shuffle(places)

    def draw(pdf: fpdf.FPDF) -> None:
        pdf.add_page()
        pdf.set_font("Helvetica", size=11)
        for x, y, part in places:
            pdf.text(x, y, part)

    assert [line.split() for line in text_of(made(draw=draw)).split("\n")] == [
        [*name.split(), *value.split()] for name, value in rows
    ]


def test_a_word_that_a_line_end_divides_is_read_as_divided() -> None:
    def draw(pdf: fpdf.FPDF) -> None:
        pdf.add_page()
        pdf.set_font("Helvetica", size=11)
        pdf.text(20, 20, "Seen today: Maria Del-")
        pdf.text(20, 26, "gado, without pain.")

    assert text_of(made(draw=draw)) == "Seen today: Maria Del-\ngado, without pain."


def test_a_text_layer_that_nobody_sees_is_read() -> None:
    def draw(pdf: fpdf.FPDF) -> None:
        pdf.add_page()
        pdf.image(picture(), 0, 0, 210, 297)
        pdf.set_font("Helvetica", size=11)
        pdf.text_mode = fpdf.enums.TextMode.INVISIBLE
        pdf.multi_cell(0, 6, NOTE + " No cough." * 10)

    assert text_of(made(draw=draw)).startswith("Patient Maria Delgado")


def test_an_empty_page_stays_one() -> None:
    data = made(NOTE, "", "End.")
    assert text_of(data) == f"{NOTE}\f\fEnd."
    assert len(pypdf.PdfReader(io.BytesIO(CONTENT.write(data, [text_of(data)], "a"))).pages) == 3


# What is refused -----------------------------------------------------------------------------


def scan(pdf: fpdf.FPDF) -> None:
    pdf.add_page()
    pdf.image(picture(), 0, 0, 210, 297)


def stamped(pdf: fpdf.FPDF) -> None:
    scan(pdf)
    pdf.set_font("Helvetica", size=11)
    pdf.text(10, 10, "Page 2 of 2, Delgado")


def drawn(pdf: fpdf.FPDF) -> None:
    pdf.add_page()
    pdf.line(10, 10, 50, 50)


def encrypted(user: str) -> bytes:
    return changed(
        made(NOTE),
        lambda writer: writer.encrypt(
            user_password=user, owner_password="owner", algorithm="RC4-128"
        ),
    )


def xfa() -> bytes:
    def add(writer: pypdf.PdfWriter) -> None:
        stream = pypdf.generic.DecodedStreamObject()
        stream.set_data(b"<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'>Delgado</xdp:xdp>")
        form = DictionaryObject({NameObject("/Fields"): ArrayObject()})
        form[NameObject("/XFA")] = writer._add_object(stream)
        writer._root_object[NameObject("/AcroForm")] = form

    return changed(made(NOTE), add)


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "damaged"),
    "no PDF": (lambda: b"Maria Delgado", "damaged"),
    "only its head": (lambda: made(NOTE)[:100], "damaged|no page"),
    "a scan": (lambda: made(NOTE, draw=scan), "page 2 has no text and seems to be a scan"),
    "a scan with a stamp": (lambda: made(NOTE, draw=stamped), "page 2 .* seems to be a scan"),
    "a drawing": (lambda: made(NOTE, draw=drawn), "page 2 .* seems to be a scan"),
    "a password": (lambda: encrypted("secret"), "password"),
    "restrictions": (lambda: encrypted(""), "encrypted"),
    "XFA": (xfa, "XFA"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_in_words(name: str) -> None:
    make, says = BAD[name]
    with pytest.raises(NoteError, match=says) as caught:
        CONTENT.texts(make(), "a.pdf")
    assert "Delgado" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_letters_without_meaning_are_refused() -> None:
    def forget(writer: pypdf.PdfWriter) -> None:
        for font in writer.pages[0]["/Resources"]["/Font"].values():
            rows = b"".join(b"<%02x> <e0%02x>\n" % (code, code) for code in range(32, 127))
            stream = pypdf.generic.DecodedStreamObject()
            stream.set_data(b"begincmap 95 beginbfchar\n" + rows + b"endbfchar endcmap")
            font.get_object()[NameObject("/ToUnicode")] = writer._add_object(stream)

    with pytest.raises(NoteError, match="page 1 has letters whose fonts"):
        text_of(changed(to_pdf([NOTE]), forget))


def test_damage_never_passes_in_silence_and_never_speaks() -> None:
    data = made(NOTE, NOTE)
    draw = random.Random(7)
    said = []
    for _ in range(100):
        at = draw.randrange(len(data))
        bad = data[:at] + draw.randbytes(draw.randint(0, 4)) + data[at + draw.randint(0, 6) :]
        try:
            CONTENT.texts(bad, "a.pdf")
        except NoteError as error:
            said.append(str(error))
    assert "Delgado" not in "".join(said)


# Pages of text -------------------------------------------------------------------------------


def letters(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if c.isalnum())


def test_letters_of_any_kind_are_shown() -> None:
    text = "αβ Ωμ µ ≥5 ≤ → ± ° ½ “q” – — … € ñÑ áé ü ß ﬁ ﬂ \u2011 \u2212 中 \U0001f600 (a\\b) \tx"
    for read in (read_again(to_pdf([text])), text_of(to_pdf([text]))):
        for sign in "αβΩ≥≤→±°½“”–—…€ñÑáéüß":
            assert sign in read
        assert {"[U+4E2D]", "[U+1F600]", "(a\\b)"} <= {*read.split()}
        assert "fi fl - " in read


def test_long_lines_and_many_are_all_there() -> None:
    words = " ".join(f"word{i}" for i in range(900))
    text = f"{words}\n{'x' * 500}\n" + "\n".join(map(str, range(300)))
    data = to_pdf([text])
    assert len(pypdf.PdfReader(io.BytesIO(data)).pages) > 300 // LINES
    assert letters(read_again(data)) == letters(text)
    assert max(map(len, re.split("[\n\f]", text_of(data)))) == COLUMNS


def test_the_new_pages_read_as_their_text() -> None:
    draw = random.Random(5)
    signs = "Δ∆\u2126abcXYZ 012\n\t()\\/-.,;:'\"áñÜ€µαΩ≥→–…ﬁ½中\x07\u200b\u0301%&<>[]{}"
    for _ in range(150):
        text = "".join(draw.choices(signs, k=draw.randint(1, 400)))
        CONTENT.write(b"", [text], "a")  # it checks


def test_without_pypdfium2_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    monkeypatch.setattr("incognote.io.pdf.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match="a: reading PDF needs more packages: pip install"):
        text_of(made(NOTE))
