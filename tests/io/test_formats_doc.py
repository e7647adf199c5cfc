"""The examples of docs/formats.md are what the readers read."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from incognote.core import registry
from incognote.core.document import Document
from incognote.io import jsonl
from incognote.io.format import get_format

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(?!python|console)([\w-]+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
RECIPES = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_every_format_is_described() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (?:one|folder|file)", PAGE, re.MULTILINE)
    assert sorted(rows) == registry.names("format")
    assert set(rows) <= set(re.findall(r"^##+ ([\w-]+)$", PAGE, re.MULTILINE))


@pytest.mark.parametrize(("format", "content"), BLOCKS)
def test_examples(format: str, content: str, tmp_path: Path) -> None:
    (tmp_path / "note").write_text(content, encoding="utf-8")
    if format == "spans":
        notes = [Document("ward/7", "Seen by Ada Ruiz.")]
        (doc,) = jsonl.read_detections(tmp_path / "note", notes)
    else:
        (doc,) = get_format(format).read(tmp_path / "note")
    named = {s.label: doc.text[s.start : s.end] for s in doc.spans}
    assert named["DOCTOR"] == "Ada Ruiz"


def test_the_recipe_for_a_csv_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (recipe,) = RECIPES
    monkeypatch.chdir(tmp_path)
    rows = 'note_id,patient_id,note_date,text\r\n7,p1,2021-03-14,"Señora ""A"",\r\nseen\n"\r\n'
    Path("export.csv").write_bytes(b"\xef\xbb\xbf" + rows.encode())
    limit = csv.field_size_limit()
    try:
        exec(recipe, {})
    finally:
        csv.field_size_limit(limit)
    (doc,) = get_format("jsonl").read(Path("export.jsonl"))
    assert (doc.id, doc.text) == ("7", 'Señora "A",\r\nseen\n')
    assert doc.meta == {"patient": "p1", "date": "2021-03-14"}
