import json

import pytest
import torch
from tokenizers import Tokenizer

from families import write_checkpoint
from incognote.errors import ConfigError, OutputError
from incognote.training.config import CorpusConfig
from incognote.training.pieces import load_transformer
from incognote.training.pretrain import PretrainConfig, _masked, _stretches, pretrain

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
    before, tokenizer = load_transformer(str(tmp_path / "encoder"))
    after, same = load_transformer(str(tmp_path / "out"))
    assert tokenizer.get_vocab() == same.get_vocab()
    pieces = [m.get_input_embeddings().weight for m in (before, after)]
    assert not torch.allclose(*pieces)
    with pytest.raises(OutputError, match="already"):
        pretrain(config, tmp_path / "out", data=data, base=tmp_path)


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
