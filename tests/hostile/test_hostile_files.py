"""What becomes of files that came as notes: one run over all of them."""

from __future__ import annotations

import json

import pytest

from hostile.files import FILES, OUT, SECRET
from incognote import cli


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    """The exit code, the texts written, the reasons of what failed, and all that was printed."""
    source, out = tmp_path_factory.mktemp("notes"), tmp_path_factory.mktemp("run") / "out"
    for name, (content, _) in FILES.items():
        (source / f"{name}.txt").write_bytes(content)
    argv = ["deid", str(source), "-o", str(out), "--other-language", "fail", "--jobs", "1"]
    return cli.run(argv), out


def reasons(out):
    lines = (out / "failed.jsonl").read_text("utf-8").splitlines()
    return {row["id"]: row["reason"] for row in map(json.loads, lines)}


@pytest.mark.parametrize("name", FILES)
def test_each_file_is_written_or_fails_for_its_reason(outcome, name):
    _, out = outcome
    text, reason = out / f"{name}.txt", reasons(out).get(name, "")
    expected = FILES[name][1]
    assert text.exists() == (expected == OUT)
    assert expected in reason
    if text.exists():
        assert SECRET.lower() not in text.read_bytes().decode().lower()


def test_the_run_accounts_for_all_and_quotes_none(outcome, capfd):
    code, out = outcome
    written = {path.stem for path in out.glob("*.txt")}
    failed = set(reasons(out))
    assert code == 1
    assert written | failed == set(FILES)
    assert not written & failed
    for record in ("spans.jsonl", "failed.jsonl", "audit.json"):
        assert SECRET.lower() not in (out / record).read_text("utf-8").lower()
