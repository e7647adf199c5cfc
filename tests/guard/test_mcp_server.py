"""The server on standard input and output, asked by the protocol's own client."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

why = "mcp is not installed: .ci/run has it"
mcp = pytest.importorskip("mcp", reason=why)

NOTE = "Patient: Maria Quillfeather, MRN 00482913, seen by Dr. Ada Ruiz."


def test_a_model_reads_and_writes(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    (notes / "ward").mkdir(parents=True)
    (notes / "ward/quillfeather.txt").write_text(NOTE, encoding="utf-8")
    (notes / "broken.txt").write_bytes(b"Quillfeather \xff")
    options = ["--notes", str(notes), "--answers", str(tmp_path / "answers"), "--fast"]
    command = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "incognote", "mcp", *options], env={**os.environ}
    )

    async def talk() -> list[str]:
        async with mcp.Client(mcp.stdio_client(command)) as client:
            count = await client.call_tool("count_notes", {})
            read = await client.call_tool("read_note", {"number": 2})
            broken = await client.call_tool("read_note", {"number": 1})
            missing = await client.call_tool("read_note", {"number": 3})
            text = read.content[0].text
            done = await client.call_tool("write_answer", {"number": 2, "text": f"Dear {text}"})
            assert broken.is_error
            assert missing.is_error
            return [each.content[0].text for each in (count, read, broken, missing, done)]

    said = asyncio.run(talk())
    assert said[0] == "2"
    assert "Quillfeather" not in str(said)
    assert "00482913" not in str(said)
    assert "from 1 to 2" in said[3]
    written = tmp_path / "answers/ward/quillfeather.txt"
    assert written.read_text("utf-8") == f"Dear {NOTE}"
    assert written.stat().st_mode & 0o077 == 0
