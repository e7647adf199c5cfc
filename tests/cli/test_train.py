"""The commands of training, on five notes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from families import write_checkpoint
from incognote import cli
from incognote.cli.audit import read_system
from incognote.cli.marked import load_system
from incognote.core.document import Document
from incognote.core.errors import ConfigError
from incognote.lab.training.vectors import read_vectors

CONFIG = """
language = "en"
scheme = "incognote"
[[train]]
data = "notes"
format = "inline"
part = "train"
[[dev]]
data = "notes"
format = "inline"
part = "dev"
[model]
architecture = "bilstm"
word_size = 6
character_size = 0
hidden = 5
[loop]
epochs = 2
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(CONFIG)
    return path


def test_train_prints_a_line_per_epoch_and_draws(
    config: Path, tiny_corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ["train", str(config), "-o", str(tmp_path / "m"), "--data", f"notes={tiny_corpus}"]
    args += ["--plot", str(tmp_path / "m.svg")]
    assert cli.run(args) == 0
    said = capsys.readouterr()
    assert said.out.count("epoch ") == 2
    assert said.err == ""  # no bar in a pipe
    assert "<svg" in (tmp_path / "m.svg").read_text()
    assert cli.run(args) == 2
    assert "will not be overwritten" in capsys.readouterr().err
    assert cli.run(["train", str(config), "-o", "x", "--data", "notes"]) == 2
    assert "must be KEY=PATH" in capsys.readouterr().err


def test_the_bar_follows_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    from incognote.cli.train import bar
    from incognote.lab.training.loop import Step

    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with bar(3) as stepped:
        assert stepped is not None
        stepped(Step(1, 1, 4, 0.5))
        stepped(Step(3, 4, 4, 0.1))


def test_vectors_of_words_and_characters(
    tiny_corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("gensim")
    options = ["--format", "inline", "--min-count", "1", "--epochs", "1"]
    words, characters = tmp_path / "words.txt", tmp_path / "characters"
    assert cli.run(["vectors", str(tiny_corpus), "-o", str(words), "--size", "4", *options]) == 0
    assert words.read_text().splitlines()[0].endswith(" 4")
    args = ["vectors", str(tiny_corpus), "-o", str(characters), "--characters", *options]
    assert cli.run(args) == 0
    assert characters.exists()
    known = tmp_path / "known.txt"
    args = ["vectors", str(tiny_corpus), "-o", str(known), "--size", "4", *options]
    checkpoint = write_checkpoint("bert", tmp_path / "encoder")
    assert cli.run([*args, "--checkpoint", str(checkpoint)]) == 0
    of_notes = set(read_vectors(words, 4))
    assert of_notes <= set(read_vectors(known, 4))
    assert "Wrote" in capsys.readouterr().out


def test_ensembles_by_mean_and_by_label(
    tiny_model: Path, tiny_corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = [str(tiny_model), str(tiny_model)]
    assert cli.run(["ensemble", *both, "-o", str(tmp_path / "mean")]) == 0
    best = ["--best-on", str(tiny_corpus), "--gold-format", "inline", "--part", "train"]
    assert cli.run(["ensemble", *both, "-o", str(tmp_path / "best"), *best]) == 0
    chosen = json.loads((tmp_path / "best/ensemble.json").read_text())
    assert chosen["labels"] == {"DATE": 0, "DOCTOR": 0, "PATIENT": 0}
    capsys.readouterr()
    args = ["evaluate", str(tiny_corpus), "--gold-format", "inline", "--part", "train", "--json"]
    figures = []
    for model in (tiny_model, tmp_path / "mean", tmp_path / "best"):
        assert cli.run([*args, "--model", str(model), "--resamples", "0"]) == 0
        figures.append(json.loads(capsys.readouterr().out)["figures"])
    assert figures[0] == figures[1] == figures[2]
    over = ["--model", str(tiny_model), "--overlay", "emails,phones", "--resamples", "0"]
    assert cli.run([*args, *over]) == 0
    assert "overlay emails,phones" in json.loads(capsys.readouterr().out)["system"]
    assert cli.run(["ensemble", both[0], "-o", str(tmp_path / "one")]) == 2
    biased = [
        "ensemble",
        *both,
        "-o",
        str(tmp_path / "biased"),
        "--recall-bias",
        "0.2",
        "--label-bias",
    ]
    assert cli.run([*biased, "DATE"]) == 2
    assert cli.run([*biased, "DATE=0.5", "--caseless-bias", "0.1"]) == 0
    values = json.loads((tmp_path / "biased/ensemble.json").read_text())
    assert (values["recall_bias"], values["label_bias"]) == (0.2, {"DATE": 0.5})
    assert values["caseless_bias"] == 0.1
    assert values["scout"] is None
    quick = ["ensemble", *both, "-o", str(tmp_path / "quick"), "--scout"]
    assert cli.run([*quick, "3"]) == 2
    assert cli.run([*quick, "2", *best]) == 2
    assert cli.run([*quick, "2"]) == 0
    assert json.loads((tmp_path / "quick/ensemble.json").read_text())["scout"] == 1


def test_a_model_with_an_overlay_runs_as_it_is_scored(
    tiny_model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Seen by Dr. Ada Ruiz on 3/14/2019. Write to ada@example.org, SSN 078-05-1120."
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.txt").write_text(text)
    over = ["--model", str(tiny_model), "--alone", "--overlay", "emails, phones", "--jobs", "1"]
    notes = str(tmp_path / "notes")
    assert cli.run(["detect", notes, "-o", str(tmp_path / "spans.jsonl"), *over]) == 0
    (line,) = (tmp_path / "spans.jsonl").read_text().splitlines()
    found = [(s["start"], s["end"], s["label"]) for s in json.loads(line)["spans"]]
    (doc,) = load_system("", tiny_model, "emails,phones").annotate([Document("a", text)])
    assert found == [(s.start, s.end, s.label) for s in doc.spans]
    assert {s.source for s in doc.spans} >= {"neural", "overlay/emails"}
    assert not [s for s in doc.spans if s.source.startswith(("rules", "lexicon"))]
    assert cli.run(["deid", notes, "-o", str(tmp_path / "out"), "--replace", "tag", *over]) == 0
    assert "[EMAIL]" in (tmp_path / "out/a.txt").read_text()
    asked = json.loads((tmp_path / "out/audit.json").read_text())["options"]
    assert (asked["overlay"], asked["alone"]) == ("emails, phones", True)
    assert read_system(tmp_path / "out")["alone"] == "True"
    capsys.readouterr()
    other = ["detect", notes, "-o", str(tmp_path / "other.jsonl")]
    assert cli.run([*other, "--overlay", "emals"]) == 2
    assert "Did you mean 'emails'" in capsys.readouterr().err
    assert cli.run([*other, "--alone", "--calibration", "c.json"]) == 2
    assert "holds for the whole pipeline" in capsys.readouterr().err


def test_a_model_alone_may_be_of_any_language(tiny_model: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny_model, tmp_path / "m")
    values = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(values | {"language": "fr"}))
    system = load_system("", folder)
    assert [d.labels >= {"DATE"} for d in system.detectors] == [True]
    with pytest.raises(ConfigError, match="'fr'"):
        load_system("fr", folder)
