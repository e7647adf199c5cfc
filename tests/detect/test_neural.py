import json
import pickle
import shutil
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from incognote.core.document import Document
from incognote.core.errors import ConfigError, ModelError
from incognote.core.pipeline import Settings
from incognote.detect.neural import NeuralDetector, from_settings
from incognote.model.decoding import encoded
from incognote.model.model_folder import file_hash, open_tokenizer, read_model, write_model

TEXTS = (
    "Seen by Dr. Ada Ruiz on 3/14/2019.",
    "",
    "  \n",
    "pain",
    "Patient Tom Moss came on 4/2/2018 with pain. " * 40,
    "Name: Ian Holt\r\nSeen: 1/1/2017\r\n\x00\U0001f600 Mun\u0303oz",
)
DOCS = [Document(str(i), text) for i, text in enumerate(TEXTS)]


@pytest.fixture(scope="module")
def detector(tiny_model):
    return NeuralDetector(tiny_model)


def test_it_finds_what_it_learned(detector):
    (spans,) = detector.detect(DOCS[:1])
    text = DOCS[0].text
    assert [(text[s.start : s.end], s.label) for s in spans] == [
        ("Ada Ruiz", "DOCTOR"),
        ("3/14/2019", "DATE"),
    ]
    assert all(0.5 < s.score <= 1 and s.source == "neural" for s in spans)


def test_many_notes_at_once_give_what_each_gives_alone(detector):
    def rounded(found):
        return [replace(s, score=round(s.score, 3)) for s in found]

    together = [rounded(found) for found in detector.detect(DOCS)]
    assert together == [rounded(detector.detect([doc])[0]) for doc in DOCS]
    assert together[1] == together[2] == []
    for doc, spans in zip(DOCS, together, strict=True):
        doc.with_spans(spans)
        assert all(a.end <= b.start for a, b in pairwise(spans))


def test_every_token_of_a_long_note_is_looked_at(detector):
    spans = detector.detect([DOCS[4]])[0]
    found = {s.start for s in spans if s.label == "DATE"}
    assert found == {m for m in range(len(TEXTS[4])) if TEXTS[4].startswith("4/2/2018", m)}


def test_it_survives_a_pickle(detector):
    again = pickle.loads(pickle.dumps(detector))
    assert again.detect(DOCS) == detector.detect(DOCS)


def test_the_recall_bias_only_adds(detector, tiny_model):
    def covered(found):
        return {(i, c) for i, spans in enumerate(found) for s in spans for c in range(*s_range(s))}

    def s_range(span):
        return span.start, span.end

    plain = covered(detector.detect(DOCS))
    eager = covered(NeuralDetector(tiny_model, recall_bias=6.0).detect(DOCS))
    shy = covered(NeuralDetector(tiny_model, recall_bias=-6.0).detect(DOCS))
    assert shy <= plain <= eager
    assert len(plain) < len(eager)


def find_emissions(detector, docs):
    return detector.scores(docs, encoded(docs, detector.encoder)).emissions


@pytest.mark.parametrize("look", [NeuralDetector.detect, NeuralDetector.marginals, find_emissions])
@pytest.mark.parametrize("meet", ["middle", "highest"])
def test_scores_that_are_no_numbers_never_pass_for_not_phi(copy, look, meet):
    change(copy, encoder=json.loads((copy / "config.json").read_text())["encoder"] | {"meet": meet})
    broken = NeuralDetector(copy, recall_bias=float("nan"))
    with pytest.raises(ModelError, match="no numbers"):
        look(broken, DOCS[:1])


def test_probabilities_sum_to_one_and_explain_the_scores(detector):
    notes = detector.probabilities(DOCS)
    for doc, note in zip(DOCS, notes, strict=True):
        assert note.probabilities.shape == (len(note.tokens), 1 + len(note.labels))
        assert np.allclose(note.probabilities.sum(axis=1), 1, atol=1e-5)
        for span in detector.detect([doc])[0]:
            first, last = note.tokens.covered(span.start, span.end)
            phi = 1 - note.probabilities[first:last, 0]
            assert span.score == pytest.approx(phi.max(), abs=1e-4)
            best = note.labels[note.probabilities[first, 1:].argmax()]
            assert best == span.label


def test_memory_does_not_grow_with_a_note_of_one_line(detector):
    doc = Document("long", "Patient Tom Moss came on 4/2/2018. " * 8_000)
    (spans,) = detector.detect([doc])
    assert sum(s.label == "DATE" for s in spans) == 8_000


@pytest.fixture
def copy(tiny_model, tmp_path):
    return shutil.copytree(tiny_model, tmp_path / "model")


def test_where_windows_meet_the_surer_one_of_phi_may_decide(copy):
    settings = json.loads((copy / "config.json").read_text())["encoder"]
    change(copy, encoder=settings | {"window": 8, "overlap": 4, "meet": "highest"})
    highest = NeuralDetector(copy)
    change(copy, encoder=settings | {"window": 8, "overlap": 4})
    middle = NeuralDetector(copy)
    pairs = zip(highest.probabilities(DOCS), middle.probabilities(DOCS), strict=True)
    assert all((a.probabilities[:, 0] <= b.probabilities[:, 0] + 1e-4).all() for a, b in pairs)
    for spans, fewer in zip(highest.detect(DOCS), middle.detect(DOCS), strict=True):
        covered = {c for s in spans for c in range(s.start, s.end)}
        assert covered >= {c for s in fewer for c in range(s.start, s.end)}


def test_scores_of_one_window_are_the_same_however_windows_meet(copy, detector):
    settings = json.loads((copy / "config.json").read_text())["encoder"]
    change(copy, encoder=settings | {"meet": "highest"})
    found = zip(
        find_emissions(NeuralDetector(copy), DOCS[:4]),
        find_emissions(detector, DOCS[:4]),
        strict=True,
    )
    for highest, middle in found:
        assert np.array_equal(highest, middle)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "config.json"])
def test_a_folder_that_lacks_a_file_is_refused(copy, name):
    (copy / name).unlink()
    with pytest.raises(ModelError, match=f"not a complete model folder, {name} is missing"):
        NeuralDetector(copy)


def test_a_folder_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(ModelError, match="not a complete model folder"):
        NeuralDetector(tmp_path / "none")


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_damaged_file_is_refused(copy, name):
    data = bytearray((copy / name).read_bytes())
    data[len(data) // 2] ^= 1
    (copy / name).write_bytes(bytes(data))
    with pytest.raises(ModelError, match=f"{name}: is damaged"):
        NeuralDetector(copy)


def change(folder, **values):
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"format_version": 99}, "has format version 99, this incognote reads 1"),
        ({"tags": ["O", "B-PATIENT"]}, "damaged configuration: the tags must be O"),
        ({"tags": ["O", "B-DRAGON", "I-DRAGON"]}, "knows no label DRAGON"),
        ({"scheme": "klingon"}, "knows no scheme klingon"),
        ({"encoder": {"features": ["smell"]}}, "knows no feature smell"),
        ({"encoder": {"tokens": "syllables"}}, "knows no way to cut tokens syllables"),
        ({"encoder": {"meet": "never"}}, "knows no way for windows to meet never"),
        ({"encoder": {"colour": 1}}, "no setting 'colour'"),
    ],
)
def test_a_configuration_that_does_not_fit_is_refused(copy, values, message):
    change(copy, **values)
    with pytest.raises(ModelError, match=message):
        NeuralDetector(copy)


def test_a_packed_folder_gives_the_same(copy, tmp_path, detector):
    config = read_model(copy)
    card, tokenizer = (copy / "card.md").read_text(), open_tokenizer(copy)
    for name in ("a", "b"):
        weights = copy / "model.onnx"
        write_model(
            tmp_path / name, config, weights=weights, tokenizer=tokenizer, card=card, packed=True
        )
    packed = tmp_path / "a" / "model.onnx.gz"
    assert packed.read_bytes() == (tmp_path / "b" / "model.onnx.gz").read_bytes()
    assert {p.name for p in (tmp_path / "a").iterdir()} == {
        "model.onnx.gz",
        "tokenizer.json.gz",
        "config.json",
        "card.md",
    }
    assert NeuralDetector(tmp_path / "a").detect(DOCS) == detector.detect(DOCS)
    data = packed.read_bytes()
    packed.write_bytes(data[: len(data) // 2])
    with pytest.raises(ModelError, match=r"model.onnx.gz: is damaged"):
        NeuralDetector(tmp_path / "a")
    hashes = read_model(tmp_path / "b").sha256 | {"model.onnx": file_hash(packed)}
    change(tmp_path / "a", sha256=hashes)
    with pytest.raises(ModelError, match=r"model.onnx.gz: cannot be read"):
        NeuralDetector(tmp_path / "a")


@pytest.mark.parametrize("text", ["{", "[]", "{}", ""])
def test_a_configuration_that_is_none_is_refused(copy, text):
    (copy / "config.json").write_text(text)
    with pytest.raises(ModelError, match="is not the configuration of a model"):
        NeuralDetector(copy)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_file_of_another_kind_is_refused(copy, name):
    (copy / name).write_bytes(b"nonsense")
    config = json.loads((copy / "config.json").read_text())
    change(copy, sha256=config["sha256"] | {name: file_hash(copy / name)})
    with pytest.raises(ModelError, match=name):
        NeuralDetector(copy)


def test_settings_need_a_model_of_their_language(tiny_model):
    with pytest.raises(ConfigError):
        from_settings(Settings())
    with pytest.raises(ModelError, match="for the language 'en', not 'es'"):
        from_settings(Settings(lang="es", model=tiny_model))
    assert from_settings(Settings(model=tiny_model)).labels >= {"PATIENT", "DATE"}


def test_lower_thresholds_add_tokens_and_leave_the_other_spans_as_they_are(tiny_model):
    labels = NeuralDetector(tiny_model).labels
    plain, low = (
        NeuralDetector(tiny_model, thresholds=thresholds).detect(DOCS)
        for thresholds in ({}, dict.fromkeys(labels, 0.001))
    )
    more = [[s for s in found if s not in before] for before, found in zip(plain, low, strict=True)]
    assert all(before == found[: len(before)] for before, found in zip(plain, low, strict=True))
    assert any(more)
    assert all(0.001 <= s.score <= 0.5 for found in more for s in found)
    # What a low threshold finds at a higher one is what the higher one finds.
    probabilities = NeuralDetector(tiny_model).probabilities(DOCS)
    for found, note in zip(more, probabilities, strict=True):
        phi = 1.0 - note.probabilities[:, 0]
        covered = {
            int(s) for span in found for s in note.tokens.starts if span.start <= s < span.end
        }
        assert all(phi[list(note.tokens.starts).index(s)] >= 0.001 for s in covered)


def test_thresholds_survive_a_pickle(tiny_model):
    detector = NeuralDetector(tiny_model, thresholds={"DATE": 0.01})
    assert pickle.loads(pickle.dumps(detector)).thresholds == {"DATE": 0.01}
