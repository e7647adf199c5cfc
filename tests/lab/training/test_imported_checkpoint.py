"""A checkpoint of Hugging Face becomes a model folder that gives its scores."""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import (
    AutoModel,
    AutoModelForTokenClassification,
    PreTrainedTokenizerFast,
    pipeline,
)

import incognote
from families import MORE, TEXTS, write_checkpoint
from incognote import cli
from incognote.core.document import Document
from incognote.core.errors import ConfigError, OutputError
from incognote.detect.neural import NeuralDetector
from incognote.lab.training import train
from incognote.lab.training.config import ModelShape
from incognote.lab.training.imported_checkpoint import (
    import_checkpoint,
    plan_labels,
    read_labels,
)
from tiny_models import tiny

BILOU = ["B-STAFF", "I-STAFF", "L-STAFF", "U-STAFF", "B-DATE", "I-DATE", "L-DATE", "U-DATE", "O"]
BIO = ["O", "B-PATIENT", "I-PATIENT", "B-DATE", "I-DATE"]
PLAIN = ["PATIENT", "HCW", "DATE", "HOSPITAL", "VENDOR", "O"]
NOTES = [*TEXTS[:4], "MR12345 3/14/2019Seen x", "Ruiz"]


def logits(folder: Path, text: str) -> tuple[list[tuple[int, int]], np.ndarray]:
    """What the library's own model gives the first piece of each word, read at once."""
    words = [m.span() for m in re.finditer(r"\S+", text)]
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    behind = [f" {text[a:b]}" for a, b in words]
    given = tokenizer(behind, is_split_into_words=True, return_tensors="pt")
    model = AutoModelForTokenClassification.from_pretrained(folder).float().eval()
    with torch.inference_mode():
        found = model(input_ids=given["input_ids"], attention_mask=given["attention_mask"]).logits
    numbers = given.word_ids(0)
    first = [numbers.index(i) for i in range(len(words))]
    return words, found[0, first].numpy()


@pytest.mark.parametrize(
    ("family", "labels"),
    [(family, BIO) for family in MORE] + [("bert", BILOU), ("roberta", PLAIN)],
)
def test_the_scores_are_those_of_the_library(family, labels, tmp_path) -> None:
    folder = write_checkpoint(family, tmp_path / "checkpoint", labels)
    plan = import_checkpoint(folder, tmp_path / "m", language="en")
    marginals = NeuralDetector(tmp_path / "m").marginals([Document(t, t) for t in NOTES])
    spread = set()
    for text, mine in zip(NOTES, marginals, strict=True):
        words, theirs = logits(folder, text)
        chances = torch.from_numpy(theirs).softmax(dim=1).numpy()
        begins = {start: row for row, start in enumerate(mine.tokens.starts.tolist())}
        for (start, _), theirs_of in zip(words, chances, strict=True):
            for tag, numbers in enumerate(plan.sources):
                got, wanted = mine.tags[begins[start], tag], theirs_of[list(numbers)].sum()
                assert got == pytest.approx(wanted, abs=1e-4)
            spread.add(int(theirs_of.argmax()))
    assert len(spread) > 1


def test_what_stands_in_the_folder_runs_in_the_pipeline(tmp_path) -> None:
    folder = write_checkpoint("bert", tmp_path / "deid-bert", BILOU)
    import_checkpoint(folder, tmp_path / "m", language="en")
    shutil.rmtree(folder)
    found = incognote.load(model=tmp_path / "m")("Seen by Dr. Ada Ruiz on 3/14/2019.")
    assert "Ruiz" not in found.text
    assert (tmp_path / "m").stat().st_mode & 0o077 == 0
    for name in ("config.json", "card.md"):
        assert str(tmp_path) not in (tmp_path / "m" / name).read_text()


def test_no_order_of_tags_is_forbidden(tmp_path) -> None:
    """A checkpoint that says I- without a B- is believed: what it finds is never lost."""
    folder = write_checkpoint("bert", tmp_path / "checkpoint", BIO)
    model = AutoModelForTokenClassification.from_pretrained(folder)
    model.classifier.weight.data.zero_()
    model.classifier.bias.data = torch.tensor([0.0, 0.0, 9.0, 0.0, 0.0])
    model.save_pretrained(folder)
    import_checkpoint(folder, tmp_path / "m", language="en")
    text = "Tom Moss, seen"
    (spans,) = NeuralDetector(tmp_path / "m").detect([Document("a", text)])
    assert [(s.start, s.end, s.label) for s in spans] == [(0, len(text), "PATIENT")]
    assert spans[0].score == pytest.approx(1 - 1 / (np.exp(9) + 4), abs=1e-5)


def test_a_checkpoint_in_16_bits_is_read_in_32(tmp_path) -> None:
    folder = write_checkpoint("bert", tmp_path / "checkpoint", BIO)
    AutoModelForTokenClassification.from_pretrained(folder).bfloat16().save_pretrained(folder)
    import_checkpoint(folder, tmp_path / "m", language="en")
    detector = NeuralDetector(tmp_path / "m")
    (mine,) = detector.marginals([Document("a", NOTES[0])])
    _, theirs = logits(folder, NOTES[0])
    assert mine.tags[0] == pytest.approx(torch.from_numpy(theirs[0]).softmax(dim=0), abs=1e-4)


@pytest.mark.parametrize("family", ["bert", "roberta", "xlnet"])
def test_a_text_longer_than_its_positions_is_read_whole(family, tmp_path) -> None:
    folder = write_checkpoint(family, tmp_path / "checkpoint", BIO)
    import_checkpoint(folder, tmp_path / "m", language="en")
    detector = NeuralDetector(tmp_path / "m")
    settings = detector.config.encoder
    if family != "xlnet":
        # RoBERTa counts from 2: of 140 places it has 138.
        assert settings.pieces == {"bert": 140, "roberta": 138}[family]
    text = "\n".join(TEXTS) * 40
    (mine,) = detector.marginals([Document("a", text)])
    windows = detector.encoder.encode(Document("a", text)).windows
    assert len(windows) > 5
    assert mine.tags.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert windows[0].end - windows[1].start >= settings.overlap // 2


def test_in_8_bits_the_folder_says_nearly_the_same(tmp_path) -> None:
    folder = write_checkpoint("bert", tmp_path / "checkpoint", BIO)
    import_checkpoint(folder, tmp_path / "m", language="en")
    import_checkpoint(folder, tmp_path / "s", language="en", int8=True)
    assert b"_quantized" in (tmp_path / "s/model.onnx").read_bytes()
    docs = [Document(text, text) for text in NOTES]
    whole, packed = (NeuralDetector(tmp_path / name).marginals(docs) for name in "ms")
    apart = [np.abs(a.tags - b.tags).max() for a, b in zip(whole, packed, strict=True)]
    assert 0 < max(apart) < 0.2
    alone = NeuralDetector(tmp_path / "s").marginals(docs[:1])
    assert (alone[0].tags == packed[0].tags).all()


@pytest.mark.parametrize(
    ("names", "given", "tags", "sources"),
    [
        (
            BIO,
            {},
            ("O", "B-PATIENT", "I-PATIENT", "B-DATE", "I-DATE"),
            ((0,), (1,), (2,), (3,), (4,)),
        ),
        # without prefixes all are inside, and several may be one
        (
            PLAIN,
            {"HCW": "PATIENT", "VENDOR": "O", "HOSPITAL": "O"},
            tuple(BIO),
            ((3, 4, 5), (), (0, 1), (), (2,)),
        ),
        (
            BILOU,
            {},
            ("O", *(f"{p}-{label}" for label in ("DOCTOR", "DATE") for p in "BIES")),
            ((8,), (0,), (1,), (2,), (3,), (4,), (5,), (6,), (7,)),
        ),
        # a dash that is no prefix, and i2b2's way to write a label
        (["O", "E-MAIL", "LOCATION-OTHER"], {"E-MAIL": "EMAIL"}, None, ((0,), (), (1,), (), (2,))),
        # what people have left in the head beside the labels
        (["[CLS]", "O", "B-PER", "I-PER"], {"[CLS]": "O"}, None, ((0, 1), (2,), (3,))),
        (["LABEL_0", "LABEL_1"], {"LABEL_0": "O", "LABEL_1": "MRN"}, None, ((0,), (), (1,))),
    ],
)
def test_labels_become_tags(names, given, tags, sources) -> None:
    plan = plan_labels(names, "en", given)
    assert plan.sources == sources
    assert tags is None or plan.tags.names == tags
    assert plan.scheme == "incognote"


def test_a_spanish_checkpoint_keeps_its_scheme() -> None:
    names = ["O", "B-FECHAS", "I-FECHAS", "B-PAIS", "I-PAIS"]
    plan = plan_labels(names, "es", {})
    assert plan.tags.labels == ("FECHAS", "PAIS")
    assert plan.scheme != "incognote"
    assert plan_labels(["O", "PER"], "es", {}).scheme == "incognote"
    with pytest.raises(ConfigError, match="map all to one"):
        plan_labels([*names, "B-PER"], "es", {})


@pytest.mark.parametrize(
    ("names", "given", "said"),
    [
        (["O", "B-XYZ", "I-XYZ", "B-DATE", "B-Q"], {}, "none of ours: XYZ, Q"),
        (["LABEL_0", "LABEL_1"], {}, "none of ours: LABEL_0, LABEL_1"),
        (["O", "DATE"], {"DATES": "DATE"}, "Did you mean 'DATE'"),
        (["O", "D"], {"D": "DAET"}, "Did you mean 'DATE'"),
        (["DATE", "PER"], {}, "what is no PHI"),
        (["O", "PER"], {"PER": "O"}, "one for what is"),
    ],
)
def test_labels_that_cannot_be_are_refused(names, given, said) -> None:
    with pytest.raises(ConfigError, match=said):
        plan_labels(names, "en", given)


def test_the_command(tmp_path, capsys) -> None:
    folder = write_checkpoint("distilbert", tmp_path / "checkpoint", [*BIO, "B-MISC"])
    words = ["import", str(folder), "-o", str(tmp_path / "m")]
    assert cli.run(words) == 2
    assert "none of ours: MISC" in capsys.readouterr().err
    assert not (tmp_path / "m").exists()
    (tmp_path / "map.toml").write_text('MISC = "O"\n')
    assert cli.run([*words, "--labels", str(tmp_path / "map.toml")]) == 0
    said = capsys.readouterr().out.split()
    assert said[:2] == ["O", "O"]
    assert said[said.index("MISC") + 1] == "O"
    (tmp_path / "note.txt").write_text("Seen by Dr. Ada Ruiz on 3/14/2019.")
    run = ["deid", str(tmp_path / "note.txt"), "-o", str(tmp_path / "out")]
    assert cli.run([*run, "--model", str(tmp_path / "m")]) == 0
    assert cli.run([*words, "--labels", str(tmp_path / "map.toml")]) == 2
    assert "is there already" in capsys.readouterr().err


def test_what_is_no_such_checkpoint_is_refused(tmp_path) -> None:
    out = tmp_path / "m"
    with pytest.raises(ConfigError, match="not the folder"):
        import_checkpoint(Path("someone/deid-bert"), out, language="en")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigError, match="cannot be loaded"):
        import_checkpoint(tmp_path / "empty", out, language="en")
    broken = write_checkpoint("bert", tmp_path / "broken", BIO) / "model.safetensors"
    broken.write_bytes(broken.read_bytes()[:-9])
    with pytest.raises(ConfigError, match="cannot be loaded"):
        import_checkpoint(broken.parent, out, language="en")
    # Whose head would be drawn by chance.
    bare = write_checkpoint("bert", tmp_path / "bare")
    assert isinstance(AutoModel.from_pretrained(bare), torch.nn.Module)
    with pytest.raises(ConfigError, match=r"lacks weights .*classifier"):
        import_checkpoint(bare, out, language="en", labels={"LABEL_0": "O", "LABEL_1": "MRN"})
    with pytest.raises(OutputError):
        import_checkpoint(bare, tmp_path / "bare", language="en")
    assert not out.exists()


def test_a_map_is_lines_of_labels(tmp_path) -> None:
    (tmp_path / "map.toml").write_text('STAFF = "DOCTOR"\n"B C" = "O"\n')
    assert read_labels(tmp_path / "map.toml") == {"STAFF": "DOCTOR", "B C": "O"}
    (tmp_path / "map.toml").write_text('[labels]\nSTAFF = "DOCTOR"\n')
    with pytest.raises(ConfigError, match="no tables"):
        read_labels(tmp_path / "map.toml")


def test_the_lines_of_the_page_run(tmp_path, tiny_corpus, monkeypatch) -> None:
    page = (Path(__file__).parents[3] / "docs/integrations.md").read_text("utf-8")
    section = page.partition("## Hugging Face\n")[2].partition("\n## ")[0]
    commands, labels = re.findall(r"```(?:toml)?\n(.*?)```", section, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    checkpoint = write_checkpoint("bert", Path("deid-bert"), ["O", "B-STAFF", "I-STAFF", "B-MISC"])
    Path("labels.toml").write_text(labels)
    Path("notes").mkdir()
    Path("notes/a.txt").write_text("Seen by Dr. Ada Ruiz on 3/14/2019.")
    shape = ModelShape(
        "transformer", word_size=0, character_size=0, features=(), checkpoint="encoder", pieces=40
    )
    data = {"notes": tiny_corpus, "encoder": checkpoint}
    train(replace(tiny(epochs=1), model=shape), Path("mine"), data=data)
    for line in commands.splitlines():
        assert cli.run(shlex.split(line)[1:]) == 0, line
    assert "Ruiz" not in Path("out/a.txt").read_text()
    assert pipeline("token-classification", "checkpoint")("Ada Ruiz") is not None
