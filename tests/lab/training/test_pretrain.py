import json
from dataclasses import replace

import pytest
import torch
from tokenizers import Tokenizer

from families import write_checkpoint
from incognote.core.errors import ConfigError, InputError, OutputError
from incognote.lab.training.config import CorpusConfig
from incognote.lab.training.pieces import load_transformer
from incognote.lab.training.pretrain import (
    PretrainConfig,
    _loss,
    _masked,
    _stretches,
    _with_head,
    pretrain,
)

CORPUS = (CorpusConfig("notes", "inline"),)


@pytest.mark.parametrize("family", ["bert", "roberta", "deberta"])
def test_an_encoder_reads_notes_and_becomes_a_checkpoint(family, tiny_corpus, tmp_path):
    data = {"notes": tiny_corpus, "encoder": write_checkpoint(family, tmp_path / "encoder")}
    config = PretrainConfig(
        "encoder", CORPUS, epochs=6, learning_rate=0.02, pieces=24, batch=4, mask=0.3
    )
    steps = []
    last = pretrain(config, tmp_path / "out", data=data, base=tmp_path, report=steps.append)
    assert last < [s for s in steps if s.epoch == 1][-1].loss
    record = json.loads((tmp_path / "out/pretraining.json").read_text())
    assert record["notes"] == 5
    log = (tmp_path / "out.run/log.jsonl").read_text().splitlines()
    assert [json.loads(line)["epoch"] for line in log] == [1, 2, 3, 4, 5, 6]
    assert json.loads(log[-1])["loss"] == last
    assert not (tmp_path / "out.run/checkpoint.pt").exists()
    before, tokenizer = load_transformer(str(tmp_path / "encoder"))
    after, same = load_transformer(str(tmp_path / "out"))
    assert tokenizer.get_vocab() == same.get_vocab()
    pieces = [m.get_input_embeddings().weight for m in (before, after)]
    assert not torch.allclose(*pieces)
    with pytest.raises(OutputError, match="already"):
        pretrain(config, tmp_path / "out", data=data, base=tmp_path)


@pytest.mark.parametrize("family", ["bert", "distilbert", "roberta", "albert", "deberta"])
def test_guessing_costs_the_same_though_other_pieces_skip_the_last_layer(family, tmp_path):
    model = _with_head(str(write_checkpoint(family, tmp_path / "encoder"))).eval()
    torch.manual_seed(0)
    given = _masked([[1, *range(5, 40), 2], [1, 9, 10, 11, 2]], mask=4, pieces=50, share=0.3)
    with torch.inference_mode():
        assert torch.allclose(_loss(model, dict(given)), model(**given).loss, atol=1e-5)


def test_nothing_is_cut_off_whatever_the_tokenizer_says(tiny_corpus, tmp_path):
    folder = write_checkpoint("bert", tmp_path / "encoder")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=8)
    tokenizer.save(str(folder / "tokenizer.json"))
    _, loaded = load_transformer(str(folder))
    text = "Patient Tom Moss came on 4/2/2018 with pain. " * 9
    stretches = list(_stretches([text], loaded, 24))
    inner = [piece for stretch in stretches for piece in stretch[1:-1]]
    assert inner == loaded.encode(text, add_special_tokens=False).ids
    assert len(inner) > 90
    assert max(map(len, stretches)) == 24


def test_only_inner_pieces_are_guessed_and_at_least_one():
    torch.manual_seed(0)
    batch = [[2, *range(10, 40), 3], [2, 11, 3]]
    inputs = _masked(batch, mask=4, pieces=50, share=0.5)
    assert inputs["labels"][:, 0].tolist() == [-100, -100]
    assert inputs["labels"][0, 31] == -100
    assert inputs["labels"][1, 2:].eq(-100).all()
    guessed = inputs["labels"][0] != -100
    assert (inputs["labels"][0][guessed] == torch.tensor(batch[0])[guessed]).all()
    assert (_masked([[2, 11, 3]], mask=4, pieces=50, share=0.0)["labels"] != -100).sum() == 1


def test_a_family_that_guesses_no_masks_is_refused(tiny_corpus, tmp_path):
    data = {"notes": tiny_corpus, "encoder": write_checkpoint("xlnet", tmp_path / "encoder")}
    with pytest.raises(ConfigError, match="cannot guess masked pieces"):
        pretrain(PretrainConfig("encoder", CORPUS), tmp_path / "o", data=data, base=tmp_path)


class Killed(Exception):
    pass


def kill(*_, **__):
    raise Killed


def amid_the_second_epoch(progress):
    if progress.epoch == 2:
        raise Killed


@pytest.fixture
def short(tiny_corpus, tmp_path):
    """A run of three epochs with dropout, some batches each, and its data."""
    data = {"notes": tiny_corpus, "encoder": write_checkpoint("bert", tmp_path / "encoder")}
    return PretrainConfig("encoder", CORPUS, learning_rate=0.01, pieces=12, batch=2), data


def test_a_run_that_was_killed_ends_as_one_that_was_not(short, tmp_path, monkeypatch):
    config, data = short
    pretrain(config, tmp_path / "whole", data=data, base=tmp_path)
    killed = tmp_path / "killed"
    for report in (kill, amid_the_second_epoch):
        with pytest.raises(Killed):
            pretrain(config, killed, data=data, base=tmp_path, report=report)
    assert len((tmp_path / "killed.run/log.jsonl").read_text().splitlines()) == 1
    for name in ("start.os.replace", "pretrain.new_folder"):
        with monkeypatch.context() as broken:
            broken.setattr(f"incognote.lab.training.{name}", kill)
            with pytest.raises(Killed):
                pretrain(config, killed, data=data, base=tmp_path)
    (tmp_path / "killed.run/log.jsonl").unlink()  # as if killed before the last line was written
    steps = []
    pretrain(config, killed, data=data, base=tmp_path, report=steps.append)
    assert not steps
    weights = [(tmp_path / name / "model.safetensors").read_bytes() for name in ("whole", "killed")]
    assert weights[0] == weights[1]
    logs = [(tmp_path / f"{name}.run/log.jsonl").read_text() for name in ("whole", "killed")]
    losses = [[json.loads(line)["loss"] for line in log.splitlines()] for log in logs]
    assert losses[0] == losses[1]
    assert len(losses[0]) == 3


def test_another_run_is_not_gone_on_with(short, tmp_path):
    config, data = short
    out = tmp_path / "out"
    with pytest.raises(Killed):
        pretrain(config, out, data=data, base=tmp_path, report=amid_the_second_epoch)
    with pytest.raises(InputError, match="other settings or notes"):
        pretrain(replace(config, seed=2), out, data=data, base=tmp_path)
    other = data | {"encoder": write_checkpoint("deberta", tmp_path / "other")}
    with pytest.raises(InputError, match="other settings or notes"):
        pretrain(config, out, data=other, base=tmp_path)
    (tmp_path / "out.run/checkpoint.pt").write_bytes(b"cut off")
    with pytest.raises(InputError, match="cannot be gone on from"):
        pretrain(config, out, data=data, base=tmp_path)


def test_what_cannot_be_read_is_named(short, tmp_path):
    config, data = short
    with pytest.raises(ConfigError, match="epochs must be 1 or more, not 0"):
        replace(config, epochs=0)
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty/a.txt").write_text("")
    with pytest.raises(InputError, match="hold no text"):
        pretrain(config, tmp_path / "o", data=data | {"notes": tmp_path / "empty"}, base=tmp_path)
