"""The server on standard input and output, asked by the protocol's own client."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

why = "mcp is not installed: .ci/run has it"
mcp = pytest.importorskip("mcp", reason=why)

from incognote.replace.keys import new_key  # noqa: E402

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


def served(options: list[str], calls: list[tuple[str, dict[str, object]]]) -> list[str]:
    """What a server says to some calls, as it runs for everybody."""
    command = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "incognote", "mcp", *options], env={**os.environ}
    )

    async def talk() -> list[str]:
        async with mcp.Client(mcp.stdio_client(command)) as client:
            return [(await client.call_tool(*call)).content[0].text for call in calls]

    return asyncio.run(talk())


def test_a_conversation_goes_on_after_a_restart(tmp_path: Path) -> None:
    pytest.importorskip("cryptography", reason="cryptography is not installed")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.txt").write_text(NOTE, encoding="utf-8")
    new_key(tmp_path / "key")
    options = [f"--{name}={tmp_path / name}" for name in ("notes", "answers", "key")]
    options += [f"--conversations={tmp_path / 'kept'}", "--fast"]
    (read,) = served(options, [("read_note", {"number": 1})])
    assert "Quillfeather" not in read
    served(options, [("write_answer", {"number": 1, "text": f"Dear {read}"})])
    assert (tmp_path / "answers/a.txt").read_text("utf-8") == f"Dear {NOTE}"
    assert "Quillfeather" not in (tmp_path / "kept").read_text()


def test_a_link_to_elsewhere_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "notes/ward").mkdir(parents=True)
    (tmp_path / "quillfeather.txt").write_text(NOTE, encoding="utf-8")
    for link in ("notes/a.txt", "notes/ward/b.txt"):
        (tmp_path / link).symlink_to(tmp_path / "quillfeather.txt")
        command = [sys.executable, "-m", "incognote", "mcp", "--fast"]
        command += [f"--notes={tmp_path / 'notes'}", f"--answers={tmp_path / 'answers'}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert "link" in done.stderr
        assert "quillfeather" not in done.stderr.lower()
        (tmp_path / link).unlink()
