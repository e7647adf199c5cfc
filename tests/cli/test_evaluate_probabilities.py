"""`incognote evaluate`: the marks at another bias from what a model made of the notes before."""

import json
from pathlib import Path

import pytest

from incognote import cli
from incognote.core.document import Document
from incognote.detect.neural import NeuralDetector
from incognote.io.format import get_format, writer

NOTES = Path(__file__).parents[2] / "corpora" / "notes_en" / "short"
pytestmark = pytest.mark.needs("corpora")
ESCAPED = Document("escaped", "Seen by Dr. Ada R\\u0075iz on 3/14/2019 &amp; well.")


@pytest.fixture(scope="module")
def gold(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("gold") / "gold.jsonl"
    docs = [*list(get_format("inline").read(NOTES))[:6], ESCAPED]
    writer("jsonl")(docs, path)
    return path


def figures(capsys, *args) -> tuple[dict, dict]:
    args = ["evaluate", *map(str, args), "--resamples", "0", "--points", "--json"]
    assert cli.run(args) == 0, capsys.readouterr().err
    found = json.loads(capsys.readouterr().out)
    kept = {k: found[k] for k in ("figures", "operating_points")}
    return json.loads(json.dumps(kept), parse_float=lambda x: round(float(x), 4)), found


def no_model(monkeypatch) -> None:
    def run(self, docs):
        raise AssertionError("the model ran")

    for name in ("detect", "probabilities", "record", "scores"):
        monkeypatch.setattr(NeuralDetector, name, lambda self, docs, *notes: run(self, docs))


@pytest.mark.parametrize("pipeline", [False, True])
def test_another_bias_comes_from_the_file_as_from_the_model(
    pipeline, gold, tiny_model, tmp_path, capsys, monkeypatch
):
    whole = ["--pipeline", "en"] if pipeline else []
    system = [*whole, "--model", tiny_model]
    kept = tmp_path / "kept.npz"
    wanted = {bias: figures(capsys, gold, *system, "--recall-bias", bias) for bias in (0, 2)}
    # What is kept does not hang on the bias of the run that kept it.
    saved = figures(capsys, gold, *system, "--recall-bias", 2, "--save-probabilities", kept)
    assert saved[0] == wanted[2][0]
    assert wanted[0][0] != wanted[2][0]
    no_model(monkeypatch)
    for bias in (0, 2):
        found = figures(capsys, gold, *whole, "--probabilities", kept, "--recall-bias", bias)
        assert found[0] == wanted[bias][0]
        assert found[1]["hashes"]["model"] == wanted[bias][1]["hashes"]["model"]
        assert found[1]["operating_points"]["from"] == "token probabilities"
        assert ("recall bias 2" in found[1]["system"]) == bool(bias)
    assert kept.stat().st_mode & 0o077 == 0


def test_notes_that_are_not_in_the_file_are_told(gold, tiny_model, tmp_path, capsys):
    kept = tmp_path / "kept.npz"
    figures(capsys, gold, "--model", tiny_model, "--save-probabilities", kept)
    docs = list(get_format("jsonl").read(gold))
    other = tmp_path / "other.jsonl"
    writer("jsonl")([*docs, Document("new", "Seen by Zyxw.")], other)
    assert cli.run(["evaluate", str(other), "--probabilities", str(kept)]) != 0
    err = capsys.readouterr().err
    assert "new: is not in kept.npz" in err
    assert "Zyxw" not in err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["GOLD", "--recall-bias", "1"], "not both"),
        (["GOLD", "--probabilities", "KEPT"], "PREDICTED or probabilities, not both"),
        (["--model", "MODEL", "--probabilities", "KEPT"], "stands in place of a model"),
        (["--probabilities", "KEPT", "--save-probabilities", "NEW"], "stands in place of a model"),
        (["--probabilities", "GOLD"], "is no file of probabilities"),
        (["--probabilities", "NEW"], "cannot be read"),
        (["--probabilities", "MODEL"], "cannot be read"),
        (["--model", "MODEL", "--save-probabilities", "GOLD"], "exists already"),
        (["--pipeline", "es", "--probabilities", "KEPT"], "for the language 'en', not 'es'"),
        (["--model", "MODEL", "--recall-bias", "101"], "must be within -100 and 100"),
    ],
)
def test_what_does_not_go_together(args, message, gold, tiny_model, tmp_path, capsys):
    kept = tmp_path / "kept.npz"
    if "KEPT" in args:
        figures(capsys, gold, "--model", tiny_model, "--save-probabilities", kept)
    places = {"GOLD": gold, "MODEL": tiny_model, "KEPT": kept, "NEW": tmp_path / "new.npz"}
    assert cli.run(["evaluate", str(gold), *(str(places.get(a, a)) for a in args)]) != 0
    assert message in " ".join(capsys.readouterr().err.split())
