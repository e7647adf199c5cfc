"""What holds of every reader and writer: walks the registry, so a new row is tested unasked."""

from __future__ import annotations

import pickle
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.core.errors import IncognoteError, InputError, NoteError, OutputError
from incognote.core.labels import LABELS
from incognote.core.plain import is_wide
from incognote.io.format import get_format, writer, written_formats

FORMATS = written_formats()
MARKED = [name for name in FORMATS if name != "txt"]  # txt has no place for marks
CORPORA = Path(__file__).parents[2] / "corpora"
DATA = Path(__file__).parents[1] / "data"
PUBLISHED = [  # what is read by its records has tests of its own
    name
    for name in registry.names("format")
    if name not in FORMATS and get_format(name).documents is not None
]
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
CANNOT_HOLD = {"i2b2-2014": _NO_XML, "uima-xmi": _NO_XML}
"""Characters that a format has no form for: a note with one is refused, never changed."""

NASTY = {
    "empty": "",
    "crlf": "Seen\r\nby Ada\r\n",
    "lone cr": "Seen\rby Ada\r",
    "tabs": "\tMRN:\t0048\t\n",
    "bom": "\ufeffSeen by Ada\n",
    "nul": "Seen\x00by Ada\x00",
    "combining": "Jose\u0301 Nu\u0303n\u0303ez\u0327",
    "emoji": "Ada \U0001f469\u200d\u2695\ufe0f Ruiz \U0001f600",
    "right to left": "\u202eשרה כהן\u202c נבדקה على",
    "no last newline": "Seen\nby Ada",
    "line separators": "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg",
    "blank": "  \n \t \n",
    "newlines": "\n\n\n",
    "brackets": "[[DATE|x]] [[[ ]]] a|b [[U+5B]] [x] ]][[",
    "metadata": "%% kind=x; setting=y\nSeen",
    "bom metadata": "\ufeff%% kind=x\n",
    "json": '{"id": "a"}\\n\\u0041 "quoted"',
    "conll": "-DOCSTART- -X- O\nSeen\t0\t4\tO\n\n",
    "brat": "T1\tDATE 0 4\tSeen\n",
    "astral": "\U00010348\U0001d11e\U000e0001",
}


def everywhere(text: str, seed: int = 0) -> Document:
    """The text with marks on stretches chosen without regard for words."""
    draw = random.Random(seed)
    spans, at = [], 0
    while at < len(text):
        end = at + draw.randint(1, 4)
        if end <= len(text) and draw.random() < 0.6:
            spans.append(Span(at, end, draw.choice(sorted(LABELS))))
        at = end
    return Document("ward/note.1", text, tuple(spans))


@st.composite
def documents(draw: st.DrawFn) -> Document:
    alphabet = st.one_of(
        st.sampled_from("[]|#%\\\"' \t\r\n\x00\x0b\x0c\x1c\x85\u2028\ufeff\u0301;=-abD5"),
        st.characters(exclude_categories=["Cs"]),
    )
    # NUL is text, but where there is much of it the note is UTF-16 and refused (test_files.py).
    text = draw(st.text(alphabet, max_size=60).filter(lambda text: not is_wide(text.encode())))
    return everywhere(text, draw(st.integers(0, 1000)))


def there_and_back(name: str, docs: list[Document], folder: Path) -> list[Document]:
    writer(name)(docs, folder / "out")
    return list(get_format(name).read(folder / "out"))


def tree(path: Path) -> dict[str, bytes]:
    files = [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file()]
    return {str(p.relative_to(path.parent)): p.read_bytes() for p in files}


def marks(doc: Document) -> list[tuple[int, int, str]]:
    return [(span.start, span.end, span.label) for span in doc.spans]


def test_each_writer_has_a_reader_and_each_other_reader_a_sample() -> None:
    assert set(FORMATS) <= set(registry.names("format"))
    assert all((DATA / name).is_dir() for name in PUBLISHED)


def assert_same(name: str, doc: Document, folder: Path) -> None:
    if name in CANNOT_HOLD and (found := CANNOT_HOLD[name].search(doc.text)):
        with pytest.raises(
            NoteError, match=f"character {found.start()} is U\\+{ord(found[0]):04X}"
        ):
            writer(name)([doc], folder / "out")
        assert not tree(folder / "out")
        return
    (back,) = there_and_back(name, [doc], folder)
    assert (back.id, back.text) == (doc.id, doc.text)
    if name in MARKED:
        assert marks(back) == marks(doc)
    writer(name)([back], folder / "again" / "out")
    assert tree(folder / "again" / "out") == tree(folder / "out")


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_nasty_texts_come_back_whole(name: str, text: str, tmp_path: Path) -> None:
    for seed in range(3):
        assert_same(name, everywhere(text, seed), tmp_path / str(seed))


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=80, deadline=None)
@given(doc=documents())
def test_any_text_comes_back_whole(name: str, doc: Document) -> None:
    with tempfile.TemporaryDirectory() as folder:
        assert_same(name, doc, Path(folder))


@pytest.mark.parametrize("name", MARKED)
def test_offsets_count_code_points(name: str, tmp_path: Path) -> None:
    text = "\U0001f600\u0301 José \U0001d11e Ada"
    start = text.index("Ada")
    doc = Document("a", text, (Span(start, start + 3, "PATIENT"),))
    (back,) = there_and_back(name, [doc], tmp_path)
    assert [back.text[s.start : s.end] for s in back.spans] == ["Ada"]


@pytest.mark.parametrize("name", FORMATS)
def test_order_is_the_same_each_time(name: str, tmp_path: Path) -> None:
    ids = ["b", "a/2", "a/10", "a", "a-b", "á", "B", "c/d/e", "c.d"]
    docs = [Document(id, f"text of {id}") for id in ids]
    first = there_and_back(name, docs, tmp_path)
    again = list(get_format(name).read(tmp_path / "out"))
    assert first == again
    assert sorted(d.id for d in first) == sorted(ids)
    if (tmp_path / "out").is_dir():
        assert [d.id for d in first] == sorted(ids, key=lambda id: id.split("/"))
    else:
        assert [d.id for d in first] == ids


THREE = [
    Document("a", "Seen by Zyxwvut.\n", (Span(8, 15, "DOCTOR"),)),
    Document("b", "Zyxwvut MIDDLE Zyxwvut\n", (Span(8, 14, "CITY"),)),
    Document("c", "Left with Zyxwvut.\n", (Span(10, 17, "DOCTOR"),)),
]


def spoiled(name: str, folder: Path) -> Path:
    """Three notes, of which the second is not UTF-8."""
    writer(name)(THREE, folder / "out")
    for file in [folder / "out", *(folder / "out").rglob("*")]:
        if file.is_file():
            file.write_bytes(file.read_bytes().replace(b"MIDDLE", b"MIDD\xe9E"))
    return folder / "out"


@pytest.mark.parametrize("name", FORMATS)
def test_a_broken_note_is_reported_and_the_others_are_read(name: str, tmp_path: Path) -> None:
    errors: list[NoteError] = []
    docs = list(get_format(name).read(spoiled(name, tmp_path), on_error=errors.append))
    assert [d.id for d in docs] == ["a", "c"]
    (error,) = errors
    assert "not UTF-8 at byte" in str(error)
    assert "iconv" in str(error)
    assert "Zyxwvut" not in str(error)


@pytest.mark.parametrize("name", FORMATS)
def test_a_broken_note_is_raised_without_on_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(NoteError, match="not UTF-8") as caught:
        list(get_format(name).read(spoiled(name, tmp_path)))
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize("name", FORMATS)
def test_damage_gives_errors_that_never_quote_the_text(name: str, tmp_path: Path) -> None:
    writer(name)(THREE, tmp_path / "out")
    files = [tmp_path / "out", *sorted((tmp_path / "out").rglob("*"))]
    draw = random.Random(7)
    found = 0
    for file in (f for f in files if f.is_file()):
        whole = file.read_bytes()
        for _ in range(150):
            at, size = draw.randrange(len(whole) + 1), draw.randint(0, 6)
            patch = draw.choice([b"", b"\xff", b"\n", b"\t", b"[[", b"Zyxwvut", b'"', b"]]", b"9"])
            file.write_bytes(whole[:at] + patch + whole[at + size :])
            errors: list[IncognoteError] = []
            try:
                list(get_format(name).read(tmp_path / "out", on_error=errors.append))
            except InputError as error:
                errors.append(error)
            found += len(errors)
            assert not [e for e in errors if "Zyxwvut" in str(e) and b"Zyxwvut" not in patch]
            assert not [e for e in errors if "MIDDLE" in str(e) or "Left" in str(e)]
        file.write_bytes(whole)
    assert found > 0


@pytest.mark.parametrize("name", FORMATS)
def test_missing_source(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere: cannot be read"):
        get_format(name).read(tmp_path / "nowhere")


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_to_read(name: str, tmp_path: Path) -> None:
    writer(name)([], tmp_path / "out")
    with pytest.raises(InputError, match="holds no"):
        list(get_format(name).read(tmp_path / "out"))


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_is_overwritten(name: str, tmp_path: Path) -> None:
    writer(name)(THREE, tmp_path / "out")
    before = tree(tmp_path / "out")
    with pytest.raises(OutputError, match="out"):
        writer(name)(THREE, tmp_path / "out")
    assert tree(tmp_path / "out") == before


@pytest.mark.parametrize("name", FORMATS)
def test_an_id_that_comes_twice_is_refused(name: str, tmp_path: Path) -> None:
    errors: list[NoteError] = []
    docs = [THREE[0], Document("a", "another"), THREE[2]]
    writer(name)(docs, tmp_path / "out", on_error=errors.append)
    assert [e.id for e in errors] == ["a"]
    assert [d.text for d in get_format(name).read(tmp_path / "out")] == [
        THREE[0].text,
        THREE[2].text,
    ]


@pytest.mark.parametrize("name", FORMATS)
def test_half_a_surrogate_pair_is_refused(name: str, tmp_path: Path) -> None:
    errors: list[NoteError] = []
    docs = [Document("bad", "x\ud800y"), THREE[0]]
    writer(name)(docs, tmp_path / "out", on_error=errors.append)
    assert [e.id for e in errors] == ["bad"]
    assert [d.id for d in get_format(name).read(tmp_path / "out")] == ["a"]


@pytest.mark.parametrize("name", MARKED)
def test_an_unknown_label_is_refused_with_the_nearest(name: str, tmp_path: Path) -> None:
    doc = Document("a", "Seen by Ada", (Span(8, 11, "DOCTER"),))
    with pytest.raises(NoteError, match=r"^a: span \[8, 11\) .* nearest is DOCTOR"):
        writer(name)([doc], tmp_path / "out")
    writer(name)([THREE[0]], tmp_path / "in")
    for file in [tmp_path / "in", *(tmp_path / "in").rglob("*")]:
        if file.is_file():
            file.write_bytes(file.read_bytes().replace(b"DOCTOR", b"DOCTER"))
    with pytest.raises(NoteError, match="nearest is DOCTOR"):
        list(get_format(name).read(tmp_path / "in"))


@pytest.mark.parametrize("name", FORMATS)
def test_reading_and_writing_hold_one_note_at_a_time(name: str, tmp_path: Path) -> None:
    read, write = get_format(name).read, writer(name)
    docs = read(spoiled(name, tmp_path))
    assert next(docs).id == "a"  # before the second, which cannot be read, is looked at
    docs.close()
    held: list[int] = []

    def source() -> Iterator[Document]:
        for i in range(3):
            doc = Document(f"note{i}", "x" * 100)
            held.append(sys.getrefcount(doc))
            yield doc
            held.append(sys.getrefcount(doc))

    write(source(), tmp_path / "new")
    assert max(held) - min(held) <= 1  # the loop's own, until the next


@cache
def corpus(folder: str) -> list[Document]:
    return list(get_format("inline").read(CORPORA / folder))


@pytest.mark.needs("corpora")
@pytest.mark.parametrize(
    ("folder", "count"),
    [
        ("notes_en", 618),
        ("notes_es", 270),
        ("extra_en", 3870),
        ("extra_es", 2990),
        ("records_en", 85),
        ("records_es", 74),
    ],
)
@pytest.mark.parametrize("name", FORMATS)
def test_our_corpora_come_back_whole(name: str, folder: str, count: int, tmp_path: Path) -> None:
    docs = corpus(folder)
    assert len(docs) == count
    if name != "inline":  # their own; of the others some 100 notes do
        docs = docs[:: max(1, count // 100)]
    back = there_and_back(name, docs, tmp_path)
    assert [d.id for d in back] == [d.id for d in docs]
    assert [d.text for d in back] == [d.text for d in docs]
    if name in MARKED:
        assert [marks(d) for d in back] == [marks(d) for d in docs]
    if name == "jsonl":
        assert back == docs
        assert [d.meta for d in back] == [d.meta for d in docs]
    if name == "inline":
        source = {
            f"out/{p.relative_to(CORPORA / folder)}": p for p in CORPORA.glob(f"{folder}/*/*.txt")
        }
        assert tree(tmp_path / "out") == {k: p.read_bytes() for k, p in source.items()}


def sample(name: str) -> Path:
    """A made-up corpus in the published form."""
    (*files,) = sorted((DATA / name).iterdir())
    return files[0] if len(files) == 1 and files[0].is_file() else DATA / name


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_forms_are_read(name: str) -> None:
    read = get_format(name).read
    docs = list(read(sample(name)))
    assert docs
    assert len({doc.id for doc in docs}) == len(docs)
    assert docs == list(read(sample(name)))
    assert pickle.loads(pickle.dumps(docs)) == docs
    spans = [(doc, span) for doc in docs for span in doc.spans]
    assert spans
    for doc, span in spans:
        surface = doc.text[span.start : span.end]
        assert span.label in LABELS
        # MIMIC-III has placeholders for identifiers, which are no types of a corpus.
        assert bool(span.source) == (name != "mimic-iii")
        assert surface == surface.strip() != ""
        assert surface not in repr(doc)


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_forms_pass_through_jsonl(name: str, tmp_path: Path) -> None:
    docs = list(get_format(name).read(sample(name)))
    assert there_and_back("jsonl", docs, tmp_path) == docs


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_forms_that_are_missing(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere: cannot be read"):
        get_format(name).read(tmp_path / "nowhere")


@pytest.mark.parametrize("name", PUBLISHED)
def test_damage_to_published_forms_never_quotes_the_text(name: str, tmp_path: Path) -> None:
    source = sample(name)
    spots = ["Sokolov", "Foxburg", "Wrenna", "Castell", "Beaumarsh", "Haiti", "Stable", "Okafor"]
    copy = tmp_path / source.name
    if source.is_dir():
        shutil.copytree(source, copy)
    else:
        shutil.copy(source, copy)
    draw = random.Random(7)
    found = 0
    for file in [copy] if copy.is_file() else sorted(p for p in copy.rglob("*") if p.is_file()):
        whole = file.read_bytes()
        for _ in range(60):
            at, size = draw.randrange(len(whole) + 1), draw.randint(0, 6)
            patch = draw.choice(
                [b"", b"\xff", b"\n", b"\t", b"<", b"&x;", b'"', b"]]>", b"[**", b"9"]
            )
            file.write_bytes(whole[:at] + patch + whole[at + size :])
            errors: list[IncognoteError] = []
            try:
                list(get_format(name).read(copy, on_error=errors.append))
            except InputError as error:
                errors.append(error)
            found += len(errors)
            assert not [e for e in errors for spot in spots if spot in str(e)]
        file.write_bytes(whole)
    assert found > 0
