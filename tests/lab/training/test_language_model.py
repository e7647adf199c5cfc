from dataclasses import replace

import numpy as np
import pytest
import torch

from incognote import cli
from incognote.core.errors import ConfigError, OutputError
from incognote.lab.training import train
from incognote.lab.training.architectures import tensors
from incognote.lab.training.config import CorpusConfig, ReadingConfig
from incognote.lab.training.data import Example
from incognote.lab.training.language_model import _Guess, read_ahead
from incognote.lab.training.network import make_network
from incognote.lab.training.start import read_start
from tiny_models import tiny

NOTES = (CorpusConfig("unlabelled", "txt"),)


@pytest.fixture
def data(tiny_corpus, tmp_path):
    folder = tmp_path / "unlabelled"
    folder.mkdir()
    for i in range(6):
        text = f"Seen by Dr. Ruiz on 3/{i + 1}/2019 for pain in the left knee, worse on stairs.\n"
        (folder / f"{i}.txt").write_text(text * (i + 1))
    return {"notes": tiny_corpus, "unlabelled": folder}


def config(**changed):
    reading = ReadingConfig(NOTES, epochs=8, learning_rate=0.02, words=30)
    return replace(tiny(hints=("rules",)), reading=reading, **changed)


def test_reading_teaches_to_guess_and_a_training_goes_on_from_it(data, tmp_path):
    out, steps = tmp_path / "reading.pt", []
    last = read_ahead(config(), out, data=data, base=tmp_path, report=steps.append)
    ends = [step.loss for step in steps if step.done == step.total]
    assert len(ends) == 8
    assert last == ends[-1] < 0.5 * ends[0]
    read = read_start(out)
    still = config(start="reading").loop
    still = replace(still, epochs=1, learning_rate=0.0, average=0.0)
    model = tmp_path / "model"
    made = train(replace(config(start="reading"), loop=still), model, data=data | {"reading": out})
    assert made.training["files_sha256"].keys() == {"reading"}
    left = read_start(tmp_path / "model.run/weights.pt")
    assert torch.equal(
        read.weights["rnns.0.forth.weight_hh_l0"], left.weights["rnns.0.forth.weight_hh_l0"]
    )
    with pytest.raises(OutputError, match="already"):
        read_ahead(config(), out, data=data, base=tmp_path)


def test_equal_seeds_read_alike(data, tmp_path):
    outs = [tmp_path / f"{name}.pt" for name in ("one", "same", "other")]
    for out, seed in zip(outs, (3, 3, 4), strict=True):
        read_ahead(config(seed=seed), out, data=data, base=tmp_path)
    one, same, other = (read_start(out).weights["words.weight"] for out in outs)
    assert torch.equal(one, same)
    assert not torch.equal(one, other)


def test_no_direction_sees_the_word_that_it_guesses(tiny_docs, tiny_corpus, tmp_path):
    examples = [Example(doc.with_spans(())) for doc in tiny_docs]
    network = make_network(config(), examples, data={}, base=tmp_path)
    encoder, model = network.encoder(), network.model.eval()
    note = encoder.encode(max(examples, key=lambda e: len(e.doc.text)).seen)
    arrays = encoder.arrays([(note, note.windows[0])])
    states = model.states(tensors(arrays)).detach().numpy()
    half = states.shape[2] // 2
    for at in (1, 5, int(arrays["lengths"][0]) - 2):
        # Another word, with another surface and features.
        changed = {name: array.copy() for name, array in arrays.items()}
        other = at + 1 if arrays["words"][0, at] != arrays["words"][0, at + 1] else at - 1
        for name in ("words", "surfaces", "features"):
            changed[name][0, at] = arrays[name][0, other]
        seen = model.states(tensors(changed)).detach().numpy()
        assert np.array_equal(seen[0, :at, :half], states[0, :at, :half])
        assert np.array_equal(seen[0, at + 1 :, half:], states[0, at + 1 :, half:])
        assert not np.array_equal(seen[0, at], states[0, at])


def test_what_is_guessed_is_the_neighbour(tiny_docs, tmp_path):
    """Heads that know the neighbour's number lose nothing; rare words are one."""
    examples = [Example(doc.with_spans(())) for doc in tiny_docs]
    network = make_network(config(), examples, data={}, base=tmp_path)
    guess = _Guess(network.model, [5, 7])
    words = torch.tensor([[5, 7, 9, 5]])
    number = torch.tensor([[1, 2, 0, 1]])
    hidden = network.model.rnns[0].forth.hidden_size
    states = torch.zeros(1, 4, 2 * hidden)
    for t in range(4):
        if t < 3:
            states[0, t, number[0, t + 1]] = 1
        if t:
            states[0, t, hidden + number[0, t - 1]] = 1
    size = guess.words.in_features
    with torch.no_grad():
        for head in (guess.forth, guess.back):
            head.weight.copy_(torch.eye(size, hidden))
            head.bias.zero_()
        guess.words.weight.copy_(50 * torch.eye(3, size))
        guess.words.bias.zero_()
    for _ in range(5):
        assert guess(states, words, torch.tensor([4])).item() < 1e-6
        assert guess(states.flip(1), words, torch.tensor([4])).item() > 1
        # What lies behind the end of a window is no word.
        padded = torch.tensor([[5, 7, 0, 0]])
        assert guess(states, padded, torch.tensor([2])).item() < 1e-6
        assert guess(states[:, :1], words[:, :1], torch.tensor([1])).item() == 0.0


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"reading": ReadingConfig()}, "nothing to read"),
        ({"model": replace(tiny().model, layers=2)}, "one layer of a BiLSTM"),
        ({"model": replace(tiny().model, architecture="attention")}, "one layer of a BiLSTM"),
        ({"model": replace(tiny().model, word_size=0)}, "one layer of a BiLSTM"),
        ({"model": replace(tiny().model, layers=0)}, "one layer of a BiLSTM"),
        ({"model": replace(tiny().model, projection=24)}, "one layer of a BiLSTM"),
        ({"model": replace(tiny().model, checkpoint="encoder")}, "one layer of a BiLSTM"),
        ({"scheme": "nope"}, "no scheme 'nope'"),
    ],
)
def test_what_cannot_read_is_refused(data, tmp_path, changed, message):
    with pytest.raises(ConfigError, match=message):
        read_ahead(replace(config(), **changed), tmp_path / "o", data=data, base=tmp_path)


def test_the_command_reads_what_a_training_names(data, tmp_path, capsys):
    path = tmp_path / "small.toml"
    path.write_text(
        'language = "en"\nscheme = "incognote"\nstart = "reading"\n'
        '[[train]]\ndata = "notes"\nformat = "inline"\n[[dev]]\ndata = "notes"\nformat = "inline"\n'
        '[model]\narchitecture = "bilstm-crf"\nhidden = 8\nword_size = 8\ntags = "bioes"\n'
        "[loop]\nepochs = 1\n[reading]\nepochs = 1\nwords = 20\n"
        '[[reading.notes]]\ndata = "unlabelled"\nformat = "txt"\n'
    )
    given = [f"--data={key}={value}" for key, value in data.items()]
    out = tmp_path / "reading.pt"
    assert cli.run(["pretrain", str(path), "-o", str(out), *given]) == 0
    assert "epoch   1  loss" in "".join(capsys.readouterr())
    model = tmp_path / "model"
    given.append(f"--data=reading={out}")
    assert cli.run(["train", str(path), "-o", str(model), *given]) == 0
    assert (model / "config.json").exists()
