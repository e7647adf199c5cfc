from dataclasses import replace

import pytest
import torch
from tokenizers import Tokenizer

from families import FAMILIES, TEXTS, byte_pairs, unigram, write_checkpoint
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError
from incognote.detect.neural import NeuralDetector
from incognote.io import inline
from incognote.lab.training import train
from incognote.lab.training.architectures import (
    ArchitectureInput,
    encoder_settings,
    transformer_crf,
)
from incognote.lab.training.config import ModelShape
from incognote.lab.training.data import Example
from incognote.lab.training.export import export_onnx
from incognote.lab.training.loop import predict
from incognote.lab.training.pieces import keep_layers, load_transformer, pieces_of
from incognote.model.crf import Chain
from incognote.model.decoding import find_spans
from incognote.model.features import Encoder, EncoderSettings
from incognote.model.model_folder import make_encoder
from incognote.model.onnx_runtime import onnxruntime
from incognote.model.tagging import Tags
from tiny_models import tiny


def config(**shape):
    shape = {
        "word_size": 0,
        "character_size": 0,
        "dropout": 0.0,
        "pieces": 40,
        "window": 16,
        "overlap": 4,
        "checkpoint": "encoder",
        **shape,
    }
    base = tiny(epochs=8, patience=8, learning_rate=0.02, encoder_learning_rate=0.01)
    return replace(base, model=ModelShape("transformer-crf", **shape))


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_learns_and_becomes_a_model_folder(family, tiny_corpus, tmp_path):
    losses = []
    data = {"notes": tiny_corpus, "encoder": write_checkpoint(family, tmp_path / "encoder")}
    settings = config(features_first=family == "albert")
    done = train(settings, tmp_path / "m", data=data, report=lambda e: losses.append(e.loss))
    assert done.encoder.pieces_of == ("token" if family in ("bert", "distilbert") else "word")
    assert losses[-1] < 0.7 * losses[0]
    assert NeuralDetector(tmp_path / "m").detect([Document("a", "Dr. Ada Ruiz, 3/14/2019")])


class Killed(Exception):
    pass


def test_a_run_is_not_gone_on_with_by_another_encoder(tiny_corpus, tmp_path):
    data = {"notes": tiny_corpus, "encoder": write_checkpoint("bert", tmp_path / "encoder")}

    def kill(epoch):
        raise Killed

    with pytest.raises(Killed):
        train(config(), tmp_path / "m", data=data, report=kill)
    other = data | {"encoder": write_checkpoint("distilbert", tmp_path / "other")}
    with pytest.raises(InputError, match="other settings or data"):
        train(config(), tmp_path / "m", data=other)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_export_of_each_family_gives_the_same_spans(family, tmp_path):
    shape = config(window=9, overlap=3).model
    transformer, tokenizer = load_transformer(str(write_checkpoint(family, tmp_path / "encoder")))
    settings = encoder_settings(shape, (), pieces_of(tokenizer))
    encoder = make_encoder(settings, tokenizer, "")
    tags = Tags(("PATIENT", "DATE"))
    network = transformer_crf(
        ArchitectureInput(
            shape, settings, Tags(("PATIENT", "DATE")), words=1, alphabet=2, transformer=transformer
        )
    )
    torch.nn.init.normal_(network.tags.weight, std=0.8)
    docs = [Document(str(i), text) for i, text in enumerate((*TEXTS[:4], "pain", "Ruiz " * 30))]
    notes = [encoder.encode(doc) for doc in docs]
    sample = encoder.arrays([(note, note.windows[0]) for note in notes[:3]])
    export_onnx(network, sample, tmp_path / "m.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "m.onnx"))
    names = [i.name for i in session.get_inputs()]

    def run(inputs):
        emissions, *chain = session.run(None, {name: inputs[name] for name in names})
        return emissions, Chain(*chain)

    exported = find_spans(docs, encoder, run, tags)
    trained = predict(network, encoder, tags, [Example(doc) for doc in docs])
    assert any(exported)
    for one, other in zip(exported, trained, strict=True):
        places = [[(s.start, s.end, s.label) for s in spans] for spans in (one, other)]
        assert places[0] == places[1]
        assert [s.score for s in one] == pytest.approx([s.score for s in other], abs=1e-4)


@pytest.mark.parametrize(
    "tokenizer", [byte_pairs(), unigram("[CLS] $A [SEP]"), unigram("$A [SEP] [CLS]")]
)
@pytest.mark.parametrize("tokens", ["plain", "blanks"])
def test_pieces_are_those_of_the_whole_text(tokenizer, tokens):
    assert pieces_of(tokenizer) == "word"
    settings = EncoderSettings(words=False, pieces=99, pieces_of="word", tokens=tokens)
    encoder = Encoder(settings, pieces=tokenizer)
    for text in TEXTS:
        note = encoder.encode(Document("a", text))
        arrays = encoder.arrays([(note, note.windows[0])])
        # The blank before the first word is the only difference to the text as a whole.
        assert arrays["pieces"][0].tolist() == tokenizer.encode(" " + text.replace("\n", " ")).ids
        first = arrays["first_pieces"][0].tolist()
        assert first == sorted(first)
        owners = arrays["piece_tokens"][0]
        assert all(owners[place] <= token for token, place in enumerate(first))


def test_layers_beyond_those_asked_for_are_left_out(tmp_path):
    for family in ("bert", "roberta", "distilbert", "albert", "xlnet"):
        transformer, tokenizer = load_transformer(str(write_checkpoint(family, tmp_path / family)))
        assert isinstance(tokenizer, Tokenizer)
        before = sum(p.numel() for p in transformer.parameters())
        keep_layers(transformer, 1)
        after = sum(p.numel() for p in transformer.parameters())
        assert after < before or family == "albert"
        assert transformer.config.num_hidden_layers == 1
        with pytest.raises(ConfigError, match="the checkpoint has 1 layers"):
            keep_layers(transformer, 2)


def test_of_a_drawn_line_only_the_first_mark_has_a_piece(tmp_path):
    write_checkpoint("bert", tmp_path / "encoder")
    _, tokenizer = load_transformer(str(tmp_path / "encoder"))
    settings = EncoderSettings(words=False, characters=0, pieces=40, short_lines=True)
    encoder = make_encoder(settings, tokenizer, "")
    note = encoder.encode(Document("a", "Dx ---- - ** Ruiz"))
    arrays = encoder.arrays([(note, note.windows[0])])
    # Dx - - - - | - | * * | Ruiz: the marks behind their like have the place of the first
    first = arrays["first_pieces"][0].tolist()
    assert len(first) == 9
    assert first[1] == first[2] == first[3] == first[4] < first[5] < first[6] == first[7] < first[8]
    assert set(arrays["piece_tokens"][0].tolist()) == {0, 1, 5, 6, 8, 9}
    assert (arrays["features"][0, 1, 1:3] == arrays["features"][0, 2, 1:3]).all()


def test_a_network_in_8_bits_gives_each_note_what_it_gives_it_alone(tiny_corpus, tmp_path):
    data = {"notes": tiny_corpus, "encoder": write_checkpoint("bert", tmp_path / "encoder")}
    settings = config(features_first=True, short_lines=True)
    settings = replace(settings, export=replace(settings.export, int8=True))
    done = train(settings, tmp_path / "m", data=data)
    assert done.encoder.alone
    detector = NeuralDetector(tmp_path / "m")
    docs = [doc.with_spans(()) for doc in inline.read(tiny_corpus)]
    together = detector.probabilities(docs)
    for doc, note in zip(docs, together, strict=True):
        assert (detector.probabilities([doc])[0].probabilities == note.probabilities).all()
