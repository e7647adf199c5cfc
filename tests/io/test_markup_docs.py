"""The examples of docs/formats.md of HTML, RTF and CDA come out as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from whole_runs import deid

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
BLOCKS = re.findall(
    r"^```console\n\$ cat (\S+\.(?:html|rtf|xml))\n(.*?)^```$", PAGE, re.DOTALL | re.M
)


@pytest.mark.parametrize(("name", "block"), BLOCKS)
def test_examples(name: str, block: str, tmp_path: Path) -> None:
    content, command, *shows = re.split(r"^\$ ", block, flags=re.MULTILINE)
    (tmp_path / name).write_text(content)
    policy = re.search(r"--policy (\S+)", command)
    summary = deid(tmp_path / name, tmp_path / "out", policy=policy[1] if policy else "all")
    assert summary.notes_failed == 0
    new = (tmp_path / "out" / name).read_text()
    for shown in shows:
        told, _, output = shown.partition("\n")
        assert output.rstrip("\n") in (new.rstrip("\n") if told.startswith("cat") else new)
        if told.startswith("cat"):
            assert output == new


def test_there_are_examples() -> None:
    assert [name for name, _ in BLOCKS] == ["page.html", "letter.rtf", "note.xml"]
