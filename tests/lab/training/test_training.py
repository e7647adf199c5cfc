import json
import re
import shutil
from dataclasses import replace
from random import Random

import numpy as np
import pytest
import torch

from incognote.core import registry
from incognote.core.config import read_toml
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, InputError, OutputError
from incognote.core.language import language_codes
from incognote.detect.neural import NeuralDetector
from incognote.io import inline
from incognote.lab import training
from incognote.lab.training import CONFIGS, find_config, read_train_config, train
from incognote.lab.training.architectures import (
    ArchitectureInput,
    attention,
    attention_bilstm,
    attention_crf,
    bilstm,
    bilstm_crf,
    encoder_settings,
)
from incognote.lab.training.card import score_labels
from incognote.lab.training.config import (
    CorpusConfig,
    DistillConfig,
    LoopConfig,
    ModelShape,
    make_train_config,
)
from incognote.lab.training.data import Example, vary
from incognote.lab.training.export import export_onnx, quantize
from incognote.lab.training.loop import predict, rate_factor
from incognote.lab.training.vectors import read_vectors
from incognote.model.crf import Chain
from incognote.model.decoding import find_spans
from incognote.model.features import EncoderSettings
from incognote.model.model_folder import content_hash, make_encoder, read_model, word_tokenizer
from incognote.model.onnx_runtime import onnxruntime
from incognote.model.tagging import Tags
from tiny_models import tiny

TWO = Tags(("PATIENT", "DATE"))
TRAINING = [p for p in sorted(CONFIGS.glob("*.toml")) if "[model]" in p.read_text()]
"""The other files there are recipes of `incognote synthesize`."""


@pytest.mark.parametrize("path", TRAINING, ids=lambda p: p.stem)
def test_the_configurations_that_ship_are_valid(path):
    config = read_train_config(path)
    assert config.language in language_codes()
    assert find_config(path.stem) == path
    assert config.model.architecture in registry.names("architecture")


@pytest.mark.parametrize(
    ("table", "name", "value", "message"),
    [
        ("loop", "epochs", 0, "loop.epochs must be 1 or more, not 0"),
        ("loop", "patience", 0, "loop.patience must be 1 or more, not 0"),
        ("loop", "learning_rate", -0.1, "loop.learning_rate must be 0 or more, not -0.1"),
        ("loop", "clip", float("nan"), "loop.clip must be 0 or more, not nan"),
        ("loop", "vary", 1.5, "loop.vary must be at most 1, not 1.5"),
        ("model", "dropout", 2, "model.dropout must be at most 1"),
        ("model", "hidden", -3, "model.hidden must be 0 or more"),
    ],
)
def test_numbers_that_cannot_be_are_named(table, name, value, message):
    values = read_toml(TRAINING[0])
    values.setdefault(table, {})[name] = value
    with pytest.raises(ConfigError, match=re.escape(message)):
        make_train_config(values, "c.toml")


def test_a_tiny_model_learns_its_notes_and_is_described(tiny_model, tiny_docs):
    config = read_model(tiny_model)
    assert config.training["f1"] > 0.6
    assert {p.name for p in tiny_model.iterdir()} == {
        "model.onnx",
        "tokenizer.json",
        "config.json",
        "card.md",
    }
    found = NeuralDetector(tiny_model).detect([d.with_spans(()) for d in tiny_docs])
    right = sum(
        (s.start, s.end, s.label) in {(m.start, m.end, m.label) for m in d.spans}
        for d, spans in zip(tiny_docs, found, strict=True)
        for s in spans
    )
    assert right >= 0.7 * sum(len(d.spans) for d in tiny_docs)
    card = (tiny_model / "card.md").read_text()
    assert "| train | notes | train | 4 | 8 |" in card
    assert config.sha256["model.onnx"] in card
    assert f"notes: `{config.training['dev_sha256']}`" in card
    assert config.training["data_sha256"] in card
    assert list(config.training["by_label"]) == ["DATE", "DOCTOR", "PATIENT"]
    assert f"there are: DATE {config.training['by_label']['DATE']['f1']:.4f} (1), DOCTOR" in card
    log = (tiny_model.with_name("tiny.run") / "log.jsonl").read_text().splitlines()
    assert len(log) == config.training["epochs"] == 20
    assert json.loads(log[0])["number"] == 1


def test_a_model_is_never_overwritten(tiny_model, tiny_corpus):
    before = {p.name: p.read_bytes() for p in tiny_model.iterdir()}
    with pytest.raises(OutputError, match="is there already"):
        train(tiny(), tiny_model, data={"notes": tiny_corpus})
    assert before == {p.name: p.read_bytes() for p in tiny_model.iterdir()}


class Killed(Exception):
    pass


def test_a_run_that_was_killed_ends_as_one_that_was_not(tiny_corpus, tmp_path):
    config = tiny(epochs=3, average=0.9, word_dropout=0.2, upper=0.3)
    train(config, tmp_path / "whole", data={"notes": tiny_corpus})

    def kill(epoch):
        raise Killed

    for _ in range(2):
        with pytest.raises(Killed):
            train(config, tmp_path / "killed", data={"notes": tiny_corpus}, report=kill)
    train(config, tmp_path / "killed", data={"notes": tiny_corpus})
    weights = [(tmp_path / name / "model.onnx").read_bytes() for name in ("whole", "killed")]
    assert weights[0] == weights[1]


def test_a_run_that_was_killed_at_any_moment_ends_as_one_that_was_not(
    tiny_corpus, tmp_path, monkeypatch
):
    config, data = tiny(epochs=3, average=0.9, word_dropout=0.2, upper=0.3), {"notes": tiny_corpus}
    train(config, tmp_path / "whole", data=data)

    def kill(*_, **__):
        raise Killed

    def amid_the_second_epoch(step):
        if step.epoch == 2:
            raise Killed

    killed = tmp_path / "killed"
    with pytest.raises(Killed):
        train(config, killed, data=data, stepped=kill)
    with pytest.raises(Killed):
        train(config, killed, data=data, stepped=amid_the_second_epoch)
    for name in (
        "incognote.lab.training.start.os.replace",
        "incognote.lab.training.run.export_onnx",
    ):
        with monkeypatch.context() as broken:
            broken.setattr(name, kill)  # while a checkpoint, and the model, is being written
            with pytest.raises(Killed):
                train(config, killed, data=data)
    (tmp_path / "killed.run/log.jsonl").unlink()  # as if killed before the last line was written
    train(config, killed, data=data)
    weights = [(tmp_path / name / "model.onnx").read_bytes() for name in ("whole", "killed")]
    assert weights[0] == weights[1]
    logs = [(tmp_path / f"{name}.run/log.jsonl").read_text() for name in ("whole", "killed")]
    losses = [[json.loads(line)["loss"] for line in log.splitlines()] for log in logs]
    assert losses[0] == losses[1]
    assert len(losses[0]) == 3


def test_a_run_is_not_gone_on_with_by_other_vectors(tiny_corpus, tmp_path):
    base = tiny(epochs=2)
    config = replace(base, model=replace(base.model, vectors="vectors"))
    path = tmp_path / "vectors.txt"
    data = {"notes": tiny_corpus, "vectors": path}

    def write(number):
        path.write_text(f"seen {' '.join([number] * config.model.word_size)}\n")

    def kill(epoch):
        raise Killed

    write("1")
    with pytest.raises(Killed):
        train(config, tmp_path / "m", data=data, report=kill)
    write("2")
    with pytest.raises(InputError, match="other settings or data"):
        train(config, tmp_path / "m", data=data)
    write("1")
    train(config, tmp_path / "m", data=data)


def test_a_run_is_not_gone_on_with_from_other_models(tiny_model, tiny_corpus, tmp_path):
    config = replace(tiny(), distill=DistillConfig(("teacher",)), start="before")
    data = {"notes": tiny_corpus, "teacher": tiny_model, "before": tiny_model}
    train(tiny(epochs=1), tmp_path / "other", data=data)

    def kill(epoch):
        raise Killed

    with pytest.raises(Killed):
        train(config, tmp_path / "m", data=data, report=kill)
    for key in ("teacher", "before"):
        with pytest.raises(InputError, match="other settings or data"):
            train(config, tmp_path / "m", data=data | {key: tmp_path / "other"})
    done = train(config, tmp_path / "m", data=data)
    read = content_hash(tiny_model)
    assert done.training["files_sha256"] == {"before": read, "teacher": read}
    assert f"It read `teacher`: `{read}`." in (tmp_path / "m/card.md").read_text()


def test_scores_by_label_are_those_of_exact_spans():
    gold = [Document("a", "x 1 2 yy", (Span(0, 1, "DATE"), Span(2, 3, "DATE"), Span(4, 5, "AGE")))]
    found = [[Span(0, 1, "DATE"), Span(2, 3, "AGE"), Span(6, 8, "CITY")]]
    assert score_labels(gold, found) == {
        "AGE": {"f1": 0.0, "marks": 1},
        "DATE": {"f1": 0.6667, "marks": 2},
    }


def test_another_run_is_not_gone_on_with(tiny_corpus, tmp_path):
    def kill(epoch):
        raise Killed

    with pytest.raises(Killed):
        train(tiny(), tmp_path / "m", data={"notes": tiny_corpus}, report=kill)
    with pytest.raises(InputError, match="other settings or data"):
        train(tiny(epochs=3), tmp_path / "m", data={"notes": tiny_corpus})


def test_it_stops_when_dev_no_longer_improves(tiny_corpus, tmp_path):
    done = train(
        tiny(epochs=9, patience=2, learning_rate=0.0), tmp_path / "m", data={"notes": tiny_corpus}
    )
    assert done.training["epochs"] == 3


def test_data_without_a_path_is_asked_for(tmp_path):
    with pytest.raises(ConfigError, match="--data notes=PATH"):
        train(tiny(), tmp_path / "m")


def test_an_unknown_architecture_lists_those_that_are(tiny_corpus, tmp_path):
    with pytest.raises(ConfigError, match=r"Available: .*bilstm-crf"):
        train(tiny(architecture="bilstm-crff"), tmp_path / "m", data={"notes": tiny_corpus})


TEXTS = (
    "Dr. Ruiz saw Tom on 3/14/2019, then\n\nName: HOLT\tage 5",
    "pain",
    "Seen 1/2 by Eva Lind. " * 9,
)


@pytest.mark.parametrize("characters", ["rnn", "cnn"])
@pytest.mark.parametrize("hints", [(), ("rules/DATE",)])
def test_the_exported_network_decodes_as_the_trained_one(tmp_path, characters, hints):
    shape = ModelShape(
        "bilstm-crf", word_size=5, character_encoder=characters, hidden=7, layers=2, window=16
    )
    settings = replace(encoder_settings(shape, hints), window=16, overlap=4)
    encoder = make_encoder(settings, word_tokenizer(["dr", "saw"]), "abcdr")
    torch.manual_seed(0)
    network = bilstm_crf(ArchitectureInput(shape, settings, tags=TWO, words=4, alphabet=7))
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.6)
    docs = [
        Document(str(i), text, (Span(0, 3, "DATE", 0.8, "rules/x"),))
        for i, text in enumerate(TEXTS)
    ]
    note = encoder.encode(docs[0])
    export_onnx(network, encoder.arrays([(note, note.windows[0])] * 2), tmp_path / "m.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "m.onnx"))

    def run(inputs):
        emissions, *chain = session.run(None, {k: inputs[k] for k in inputs})
        with torch.inference_mode():
            mine = network({k: torch.from_numpy(v) for k, v in inputs.items()}).numpy()
        there = np.arange(mine.shape[1]) < inputs["lengths"][:, None]
        assert np.allclose(emissions[there], mine[there], atol=1e-4)
        return emissions, Chain(*chain)

    exported = find_spans(docs, encoder, run, TWO)
    trained = predict(network, encoder, TWO, [Example(d, d.spans) for d in docs])
    assert [list(map(_key, spans)) for spans in exported] == [
        list(map(_key, spans)) for spans in trained
    ]
    assert any(exported)


def _key(span):
    return span.start, span.end, span.label


@pytest.mark.parametrize("build", [attention, attention_crf, attention_bilstm])
def test_an_exported_transformer_of_our_own_does_not_see_padding(tmp_path, build):
    shape = ModelShape("attention", word_size=8, character_size=0, features=(), cased=True)
    shape = replace(shape, hidden=4, attention_inner=12, unit="sentence", tokens="ahmed2020")
    encoder = make_encoder(encoder_settings(shape, ()), word_tokenizer(["Dr.", "saw"]), "")
    torch.manual_seed(0)
    network = build(ArchitectureInput(shape, encoder.settings, tags=TWO, words=4, alphabet=2))
    network.eval()
    notes = [encoder.encode(Document(str(i), text)) for i, text in enumerate(TEXTS)]
    windows = [(note, window) for note in notes for window in note.windows]
    assert len(windows) > 9
    export_onnx(network, encoder.arrays(windows[:2]), tmp_path / "m.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "m.onnx"))
    inputs = encoder.arrays(windows)
    names = [i.name for i in session.get_inputs()]
    together = session.run(["emissions"], {name: inputs[name] for name in names})[0]
    for i, window in enumerate(windows):
        given = encoder.arrays([window])
        alone = session.run(["emissions"], {name: given[name] for name in names})[0]
        assert np.allclose(together[i, : inputs["lengths"][i]], alone[0], atol=1e-4)
        with torch.inference_mode():
            trained = network({k: torch.from_numpy(v) for k, v in given.items()}).numpy()
        assert np.allclose(trained, alone, atol=1e-4)


def test_int8_models_run(tiny_corpus, tmp_path):
    config = tiny()
    config = replace(config, export=replace(config.export, int8=True))
    train(config, tmp_path / "m", data={"notes": tiny_corpus})
    assert NeuralDetector(tmp_path / "m").detect([Document("a", "Seen 1/2/2019.")])


def test_narrow_weights_are_near_and_small(tiny_corpus, tmp_path):
    train(tiny(), tmp_path / "m", data={"notes": tiny_corpus})
    source, small = tmp_path / "m" / "model.onnx", tmp_path / "small.onnx"
    quantize(source, small, products=False)
    assert small.stat().st_size < 0.85 * source.stat().st_size
    docs = [doc.with_spans(()) for doc in inline.read(tiny_corpus)]
    detector = NeuralDetector(tmp_path / "m")
    wide = detector.marginals(docs)
    detector._session = onnxruntime.InferenceSession(str(small))
    for before, after in zip(wide, detector.marginals(docs), strict=True):
        assert np.abs(before.tags - after.tags).max() < 0.05


def test_notes_in_another_case_keep_their_offsets():
    doc = Document("a", "Straße der Ruiz, İzmir", (Span(11, 15, "PATIENT"),))
    loop = LoopConfig(upper=1.0, lower=0.0)
    found = vary([Example(doc)], loop, Random(1), lambda docs: [()])
    assert found[0].doc.text == "STRAßE DER RUIZ, İZMIR"
    assert found[0].doc.spans == doc.spans


def test_the_rate_rises_then_falls():
    loop = LoopConfig(warmup=0.4, final_rate=0.0)
    assert [rate_factor(p, loop) for p in (0, 0.2, 0.4, 1)] == [0, 0.5, 1, 0]


def test_vectors_are_read_and_checked(tmp_path):
    path = tmp_path / "v.txt"
    path.write_text("2 3\nuno 1 2 3\ndos 4 5 6\n")
    assert read_vectors(path, 3)["dos"].tolist() == [4, 5, 6]
    with pytest.raises(InputError, match=r"v.txt:2: has 3 numbers, model.word_size is 4"):
        read_vectors(path, 4)


def test_settings_say_which_arrays_there_are():
    shape = ModelShape("bilstm", word_size=0, character_size=0, features=())
    assert encoder_settings(shape, ()) == EncoderSettings(words=False, characters=0, features=())


def test_training_with_hints_keeps_those_that_are_common(tiny_corpus, tmp_path):
    shutil.copytree(tiny_corpus, tmp_path / "notes")
    for i in range(6):
        (tmp_path / f"notes/more{i}.txt").write_text("On [[DATE|3/14/2019]] seen.")
    with (tmp_path / "notes/split.tsv").open("a") as file:
        file.writelines(f"more{i}.txt\ttrain\n" for i in range(6))
    done = train(tiny(hints=("rules",)), tmp_path / "m", data={"notes": tmp_path / "notes"})
    assert "rules/DATE" in done.encoder.hints
    doc = Document("a", "On 3/14/2019 seen.", (Span(3, 12, "DATE", 0.9, "rules/x"),))
    with_hint, without = NeuralDetector(tmp_path / "m").probabilities([doc, doc.with_spans(())])
    assert not np.allclose(with_hint.probabilities, without.probabilities)


def test_heads_must_divide_what_they_look_at():
    shape = ModelShape("attention", word_size=10, character_size=0, features=())
    with pytest.raises(ConfigError, match="10 wide, which 4 attention heads do not divide"):
        attention(ArchitectureInput(shape, encoder_settings(shape, ()), TWO, words=3, alphabet=2))


def test_gradients_of_several_batches_make_one_step(tiny_corpus, tmp_path):
    # As many batches as there are: one step per epoch, so the second epoch begins the same way.
    losses = {}
    for accumulate in (1, 99):
        epochs = []
        config = tiny(epochs=2, batch_windows=1, accumulate=accumulate, learning_rate=0.1)
        config = replace(config, model=replace(config.model, dropout=0.0))
        out = tmp_path / str(accumulate)
        train(config, out, data={"notes": tiny_corpus}, report=epochs.append)
        losses[accumulate] = [e.loss for e in epochs]
    assert losses[1][0] < losses[99][0]
    assert losses[99][1] < losses[99][0]


@pytest.mark.parametrize("build", [bilstm, bilstm_crf])
def test_a_miss_may_cost_more_than_a_false_alarm(build):
    shape = ModelShape("x", word_size=4, character_size=0, features=(), hidden=3, dropout=0.0)
    torch.manual_seed(1)
    network = build(ArchitectureInput(shape, encoder_settings(shape, ()), TWO, words=5, alphabet=2))
    inputs = {"lengths": torch.tensor([4, 2]), "words": torch.tensor([[1, 2, 3, 4], [2, 3, 0, 0]])}
    phi, none = torch.tensor([[0, 1, 2, 0], [3, 0, 0, 0]]), torch.zeros(2, 4, dtype=torch.long)
    before = [network.loss(inputs, gold).item() for gold in (phi, none)]
    network.miss_cost = 2.0
    after = [network.loss(inputs, gold).item() for gold in (phi, none)]
    assert after[0] > before[0] + 0.1
    assert after[1] == pytest.approx(before[1])


def test_a_figure_of_evaluation_chooses_the_epoch(tiny_corpus, tmp_path):
    epochs = []
    config = tiny(epochs=3, score="characters/identifiers_covered/share")
    done = train(config, tmp_path / "m", data={"notes": tiny_corpus}, report=epochs.append)
    assert done.training["chosen_by"] == "characters/identifiers_covered/share"
    assert done.training["score"] == pytest.approx(max(e.score for e in epochs), abs=1e-4)
    assert all(e.score in (0, pytest.approx(1 / 3), pytest.approx(2 / 3), 1) for e in epochs)
    with pytest.raises(ConfigError, match="no figure 'characters/f3'"):
        train(tiny(score="characters/f3"), tmp_path / "n", data={"notes": tiny_corpus})


def test_products_in_16_bits_learn_too(tiny_corpus, tmp_path):
    epochs = []
    config = tiny(epochs=6, patience=6, bf16=True)
    train(config, tmp_path / "m", data={"notes": tiny_corpus}, report=epochs.append)
    assert epochs[-1].loss < 0.7 * epochs[0].loss


def test_each_batch_is_told_of(tiny_corpus, tmp_path):
    steps = []
    train(tiny(epochs=2), tmp_path / "m", data={"notes": tiny_corpus}, stepped=steps.append)
    assert {s.epoch for s in steps} == {1, 2}
    assert all(1 <= s.done <= s.total for s in steps)


def test_a_small_model_learns_from_a_trained_one(tiny_model, tiny_corpus, tmp_path):
    (tmp_path / "more").mkdir()
    (tmp_path / "more/a.txt").write_text("Seen by Dr. Ian Moss on 4/5/2017. Patient Eva Holt.")
    config = replace(
        tiny(epochs=12, patience=12),
        distill=DistillConfig(("teacher",), 0.9, (CorpusConfig("more", "txt"),)),
    )
    data = {"notes": tiny_corpus, "teacher": tiny_model, "more": tmp_path / "more"}
    epochs = []
    done = train(config, tmp_path / "m", data=data, report=epochs.append)
    assert epochs[-1].loss < 0.5 * epochs[0].loss
    assert [row["use"] for row in done.training["data"]] == ["train", "dev", "unlabelled"]
    with pytest.raises(ConfigError, match="teacher 'teacher' has no path"):
        train(config, tmp_path / "n", data={"notes": tiny_corpus})
    other = replace(config, model=replace(config.model, tokens="blanks"))
    with pytest.raises(ConfigError, match="cannot teach"):
        train(other, tmp_path / "n", data=data)


def test_training_goes_on_from_an_earlier_run(tiny_model, tiny_corpus, tmp_path):
    config = replace(tiny(epochs=1, learning_rate=0.0, average=0.0), start="before")
    data = {"notes": tiny_corpus, "before": tiny_model.with_name("tiny.run") / "weights.pt"}
    done = train(config, tmp_path / "m", data=data)
    assert done.training["f1"] == read_model(tiny_model).training["f1"]
    wide = replace(config, model=replace(config.model, hidden=13))
    with pytest.raises(ConfigError, match="another shape"):
        train(wide, tmp_path / "n", data=data)
    with pytest.raises(ConfigError, match="the start has no path"):
        train(config, tmp_path / "n", data={"notes": tiny_corpus})
    with pytest.raises(InputError, match="holds no weights to start from"):
        train(config, tmp_path / "n", data=data | {"before": tiny_corpus / "split.tsv"})


def test_going_on_learns_what_new_detectors_say(tiny_corpus, tmp_path, monkeypatch):
    monkeypatch.setattr("incognote.lab.training.data.MIN_HINTS", 1)
    data = {"notes": tiny_corpus}
    first = train(tiny(hints=("rules",), epochs=4), tmp_path / "a", data=data)
    data["before"] = tmp_path / "a.run" / "weights.pt"
    same = replace(tiny(hints=("rules",), epochs=1, learning_rate=0.0, average=0.0), start="before")
    more = replace(same, hints=("rules", "lexicon"))
    for name, config in (("b", same), ("c", more)):
        done = train(config, tmp_path / name, data=data)
        assert done.training["f1"] == first.training["f1"]  # unheard of, they change nothing
    before, after = (read_model(tmp_path / name).encoder.hints for name in "ac")
    assert after[: len(before)] == before
    assert {key.partition("/")[0] for key in after[len(before) :]} <= {"lexicon", "lexicon?"}
    assert len(after) > len(before)


def test_the_room_trains_more_than_once(tiny_corpus, tmp_path):
    # A module of the function's name would take its place once it was imported.
    for name in ("a", "b"):
        training.train(tiny(epochs=1), tmp_path / name, data={"notes": tiny_corpus})
