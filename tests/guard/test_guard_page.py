"""The lines of docs/guard.md run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parent.parent.parent / "docs/guard.md"
BLOCK, KEPT = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_the_lines_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[str] = []

    def llm(prompt: str) -> str:
        seen.append(prompt)
        return prompt

    def stream(messages: list[dict[str, str]]) -> list[str]:
        seen.append(messages[0]["content"])
        return list(messages[0]["content"])

    exec(compile(BLOCK, str(PAGE), "exec"), {"llm": llm, "stream": stream})
    said = capsys.readouterr().out
    assert "Maria Delgado, seen by Dr. Ada Ruiz on 3/14/2019. MRN 00482913." in said
    assert said.endswith("And to Dr. Ruiz?")
    assert len(seen) == 2
    assert not re.search(r"\b(?:maria|delgado|ruiz|3/14/2019|00482913)\b", str(seen), re.IGNORECASE)


def test_a_conversation_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cryptography", reason="cryptography is not installed")
    monkeypatch.chdir(tmp_path)
    sent = []
    for _ in range(2):
        names: dict[str, Any] = {"key": b"k" * 32}
        exec(compile(KEPT, str(PAGE), "exec"), names)
        names["kept"].close()
        sent.append(names["safe"])
    assert sent[0] == sent[1]
    assert "Delgado" not in sent[0] + (tmp_path / "conversations").read_text()
