"""The examples of docs/formats.md are what the readers read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from incognote.core import registry
from incognote.core.document import Document
from incognote.io import jsonl
from incognote.io.format import get_format

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(?!python|console)([\w-]+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


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
