import json
import pickle
from dataclasses import replace

import numpy as np
import pytest

from incognote.core.curve import Curve
from incognote.core.document import Document
from incognote.core.errors import ConfigError, ModelError, OutputError
from incognote.core.pipeline import Settings
from incognote.detect.neural import EnsembleDetector, NeuralDetector, from_settings, model_config
from incognote.detect.neural import ensemble as of_ensembles
from incognote.detect.neural.ensemble import ENSEMBLE, write_ensemble
from incognote.lab.training import train
from incognote.model.crf import Chain, best_tags, tag_probabilities
from incognote.model.decoding import encoded
from incognote.model.tagging import OUTSIDE, Tags
from tiny_models import tiny

DOCS = [
    Document("a", "Seen by Dr. Ada Ruiz on 3/14/2019."),
    Document("b", ""),
    Document("c", "Patient Tom Moss came on 4/2/2018 with pain. " * 20),
]


@pytest.fixture(scope="module")
def other_model(tiny_corpus, tmp_path_factory):
    config = replace(tiny(epochs=6, patience=6, batch_tokens=20), seed=9)
    config = replace(config, model=replace(config.model, hidden=7, window=12))
    out = tmp_path_factory.mktemp("models") / "other"
    train(config, out, data={"notes": tiny_corpus})
    return out


@pytest.fixture(scope="module")
def mean(tiny_model, other_model, tmp_path_factory):
    out = tmp_path_factory.mktemp("ensembles") / "mean"
    write_ensemble([tiny_model, other_model], out)
    return out


def test_the_mean_of_a_model_with_itself_is_the_model(tiny_model, tmp_path):
    write_ensemble([tiny_model, tiny_model], tmp_path / "twice")
    twice, once = EnsembleDetector(tmp_path / "twice"), NeuralDetector(tiny_model)
    # Notes of one window: where windows meet, scores of both sides are decoded anew.
    for a, b in zip(twice.probabilities(DOCS[:2]), once.probabilities(DOCS[:2]), strict=True):
        assert np.allclose(a.probabilities, b.probabilities, atol=1e-6)
    covered = [[{*range(s.start, s.end)} for s in x] for x in (*twice.detect(DOCS),)]
    assert [set().union(*c) for c in covered] == [
        set().union(*({*range(s.start, s.end)} for s in spans)) for spans in once.detect(DOCS)
    ]


def test_the_scores_of_members_of_other_widths_and_windows_are_averaged(
    mean, tiny_model, other_model
):
    detector = from_settings(Settings(model=mean))
    assert isinstance(detector, EnsembleDetector)
    members = (NeuralDetector(m) for m in (tiny_model, other_model))
    one, other = (m.scores(DOCS, encoded(DOCS, m.encoder)) for m in members)
    chain = Chain(*((a + b) / 2 for a, b in zip(one.chain, other.chain, strict=True)))
    emissions = (one.emissions[0] + other.emissions[0])[None] / 2
    lengths = np.array([emissions.shape[1]])
    likely = tag_probabilities(emissions, lengths, chain)[0]
    found = detector.marginals(DOCS)
    assert np.allclose(found[0].tags, likely, atol=1e-5)
    assert [len(n.tags) for n in found] == [len(n.tokens) for n in one.notes]
    tags = best_tags(emissions, lengths, chain)[0]
    assert (tags != OUTSIDE).any()
    own = Tags.named(detector.config.tags)
    expected = own.to_spans(tags, 1 - likely[:, OUTSIDE], found[0].tokens, "neural")
    assert [(s.start, s.end, s.label) for s in detector.detect(DOCS)[0]] == [
        (s.start, s.end, s.label) for s in expected
    ]
    again = pickle.loads(pickle.dumps(detector))
    assert again.detect(DOCS) == detector.detect(DOCS)
    assert model_config(mean).language == "en"
    assert detector.weighs == frozenset()


def test_members_that_read_notes_alike_read_them_once(tiny_model, other_model, tmp_path):
    write_ensemble([tiny_model, other_model, tiny_model], tmp_path / "three")
    detector = EnsembleDetector(tmp_path / "three")
    first, second, third = (member.encoder for member in detector.members)
    assert first is third
    assert first is not second
    apart = EnsembleDetector(tmp_path / "three")
    apart.members[2].encoder = NeuralDetector(tiny_model).encoder
    assert apart.detect(DOCS) == detector.detect(DOCS)
    assert any(detector.detect(DOCS))


@pytest.fixture(scope="module")
def scouted(tiny_model, other_model, tmp_path_factory):
    """The second of two models reads whole notes."""
    out = tmp_path_factory.mktemp("ensembles") / "scouted"
    write_ensemble([tiny_model, other_model], out, scout=1)
    return out


def test_where_a_scout_doubts_all_the_mean_is_of_whole_notes(mean, scouted, monkeypatch):
    monkeypatch.setattr(of_ensembles, "DOUBT", (-1.0, 2.0))
    whole, found = (EnsembleDetector(folder)._scores(DOCS) for folder in (mean, scouted))
    for one, other in zip(
        (*whole.emissions, *whole.chain), (*found.emissions, *found.chain), strict=True
    ):
        np.testing.assert_allclose(other, one, atol=1e-6)


def test_where_a_scout_doubts_nothing_it_decides_alone(scouted, other_model, monkeypatch):
    monkeypatch.setattr(of_ensembles, "DOUBT", (2.0, 3.0))
    detector = EnsembleDetector(scouted)
    own = NeuralDetector(other_model)
    for scores in (detector._scores(DOCS), detector._scores(DOCS[:1])):
        # The order of tags is that of all members, so that no note hangs on those beside it.
        for mine, *theirs in zip(
            scores.chain, detector.members[0].chain, detector.members[1].chain, strict=True
        ):
            np.testing.assert_allclose(mine, np.mean(theirs, axis=0), atol=1e-6)
    alone = own.scores(DOCS, encoded(DOCS, own.encoder)).emissions
    for mine, theirs in zip(detector._scores(DOCS).emissions, alone, strict=True):
        np.testing.assert_allclose(mine, theirs, atol=1e-6)


@pytest.mark.parametrize(("share", "reach"), [(0.0, 3), (0.2, 5), (0.9, 9)])
def test_the_others_read_as_far_around_a_doubt_as_their_share_goes(
    share, reach, scouted, monkeypatch
):
    doc = Document("c", "came with pain again and " * 8 + "Tom Moss left " + "on foot too " * 8)
    detector = EnsembleDetector(scouted)
    (first,) = detector.members[1].marginals([doc])
    phi = 1 - first.tags[:, OUTSIDE]
    place = int(phi.argmax())
    between = float(np.sort(phi)[-2:].mean())
    monkeypatch.setattr(of_ensembles, "DOUBT", (between, 1.1))
    monkeypatch.setattr(of_ensembles, "REACHES", (3, 5, 9))
    monkeypatch.setattr(of_ensembles, "SHARE", share)
    read = []
    scores = NeuralDetector.scores

    def seen(self, docs, notes):
        read.append((self, notes[0].tokens.starts.tolist()))
        return scores(self, docs, notes)

    monkeypatch.setattr(NeuralDetector, "scores", seen)
    detector.detect([doc])
    (scout, whole), (other, some) = read
    assert (scout, other) == (detector.members[1], detector.members[0])
    assert some == whole[max(0, place - reach) : place + reach + 1]


@pytest.mark.parametrize(
    "given", [{"recall_bias": -1.0}, {"thresholds": {"DATE": 0.3}}, {"whole": True}]
)
def test_at_another_operating_point_all_members_read_whole_notes(given, mean, scouted, monkeypatch):
    monkeypatch.setattr(of_ensembles, "DOUBT", (2.0, 3.0))
    scout = EnsembleDetector(scouted)
    asked = EnsembleDetector(scouted, **given)
    rest = {name: value for name, value in given.items() if name != "whole"}
    assert asked.detect(DOCS) == EnsembleDetector(mean, **rest).detect(DOCS)
    assert pickle.loads(pickle.dumps(asked)).detect(DOCS) == asked.detect(DOCS)
    for one, other in zip(scout.marginals(DOCS), asked.marginals(DOCS), strict=True):
        if "recall_bias" not in given:
            np.testing.assert_allclose(one.tags, other.tags, atol=1e-6)
    assert scout.detect(DOCS) != EnsembleDetector(mean).detect(DOCS)


def test_a_calibrated_pipeline_reads_whole_notes(scouted):
    for given in ({"whole": True}, {"curves": {"ALL": Curve((0.5,), (0.9,))}}):
        assert from_settings(Settings(model=scouted, **given)).whole
    assert not from_settings(Settings(model=scouted)).whole


def test_what_a_scout_is_sure_of_is_not_read_again(scouted, monkeypatch):
    detector = EnsembleDetector(scouted)
    doc = Document("c", "came with pain again and " * 8 + "Tom Moss left " + "on foot too " * 8)
    (first,) = detector.members[1].marginals([doc])
    surest = float((1 - first.tags[:, OUTSIDE]).max())
    for high, any_read in ((surest, False), (surest + 0.01, True)):
        monkeypatch.setattr(of_ensembles, "DOUBT", (surest - 1e-6, high))
        assert of_ensembles._around_doubts(first.tags).any() == any_read


def test_with_a_scout_the_mean_is_of_all_three(tiny_model, other_model, tmp_path, monkeypatch):
    monkeypatch.setattr(of_ensembles, "DOUBT", (-1.0, 2.0))
    models = [other_model, tiny_model, tiny_model]
    write_ensemble(models, tmp_path / "whole")
    write_ensemble(models, tmp_path / "three", scout=0)
    whole, found = (EnsembleDetector(tmp_path / name) for name in ("whole", "three"))
    for one, other in zip(
        whole._scores(DOCS).emissions, found._scores(DOCS).emissions, strict=True
    ):
        np.testing.assert_allclose(other, one, atol=1e-6)


def test_with_a_scout_a_note_is_what_it_is_without_those_beside_it(scouted):
    detector = EnsembleDetector(scouted)
    assert detector.detect(DOCS) == [detector.detect([doc])[0] for doc in DOCS]
    again = pickle.loads(pickle.dumps(detector))
    assert again.detect(DOCS) == detector.detect(DOCS)


def test_a_scout_is_one_of_the_models_of_a_mean(tiny_model, tmp_path):
    for given in ({"scout": 2}, {"scout": -1}, {"scout": 0, "labels": {"DATE": 1}}):
        with pytest.raises(ConfigError, match="scout"):
            write_ensemble([tiny_model, tiny_model], tmp_path / "new", **given)


@pytest.mark.parametrize("ensemble", ["mean", "scouted"])
def test_a_mean_of_notes_without_a_word_finds_nothing(ensemble, request):
    mean = request.getfixturevalue(ensemble)
    empty = [Document("a", ""), Document("b", "")]
    detector = EnsembleDetector(mean)
    assert detector.detect(empty) == [[], []]
    assert [len(note.probabilities) for note in detector.probabilities(empty)] == [0, 0]
    assert detector.detect([]) == []


def test_each_label_has_the_member_that_was_chosen(tiny_model, other_model, tmp_path):
    write_ensemble([tiny_model, other_model], tmp_path / "best", labels={"DATE": 1, "PATIENT": 0})
    found = EnsembleDetector(tmp_path / "best").detect(DOCS)
    first, second = (NeuralDetector(m).detect(DOCS) for m in (tiny_model, other_model))
    for own, a, b in zip(found, first, second, strict=True):
        chosen = [s for s in a if s.label != "DATE"] + [s for s in b if s.label == "DATE"]
        # What only the member that does not decide found is not passed over.
        others = [s for s in a if s.label == "DATE"] + [s for s in b if s.label != "DATE"]
        expected = chosen + [
            o for o in others if not any(c.start < o.end and o.start < c.end for c in chosen)
        ]
        assert own == sorted(expected)
    for note in EnsembleDetector(tmp_path / "best").probabilities(DOCS):
        assert np.allclose(note.probabilities.sum(axis=1), 1, atol=1e-5)


def test_a_bias_for_one_label_lifts_that_one(tiny_model, tmp_path):
    models = [tiny_model, tiny_model]
    write_ensemble(models, tmp_path / "even")
    write_ensemble(models, tmp_path / "lifted", label_bias={"DATE": 3.0})
    write_ensemble(models, tmp_path / "eager", recall_bias=3.0)
    even, lifted, eager = (
        [n.probabilities for n in EnsembleDetector(tmp_path / name).probabilities(DOCS)]
        for name in ("even", "lifted", "eager")
    )
    date = 1 + EnsembleDetector(tmp_path / "even").config.labels.index("DATE")
    for one, other, all_up in zip(even, lifted, eager, strict=True):
        assert (other[:, date] > one[:, date]).all()
        assert (np.delete(other, date, axis=1) < np.delete(one, date, axis=1) + 1e-6).all()
        assert (all_up[:, 0] < one[:, 0]).all()
    again = pickle.loads(pickle.dumps(EnsembleDetector(tmp_path / "lifted").members[0]))
    assert again.label_bias == {"DATE": 3.0}
    with pytest.raises(ConfigError, match="There is no label 'DAT'"):
        write_ensemble(models, tmp_path / "new", label_bias={"DAT": 1.0})
    for none in (float("inf"), float("nan"), 1e39):
        with pytest.raises(ConfigError, match="must be a number within -100 and 100"):
            write_ensemble(models, tmp_path / "new", label_bias={"DATE": none})
    with pytest.raises(ConfigError, match="There is no label 'DAT'"):
        NeuralDetector(tiny_model, label_bias={"DAT": 1.0})
    values = json.loads((tmp_path / "lifted" / ENSEMBLE).read_text()) | {"label_bias": {"DAT": 1}}
    (tmp_path / "lifted" / ENSEMBLE).write_text(json.dumps(values))
    with pytest.raises(ModelError, match="a label that the models lack"):
        EnsembleDetector(tmp_path / "lifted")


def test_a_note_without_capitals_or_with_nothing_else_has_a_bias_of_its_own(tiny_model, tmp_path):
    write_ensemble([tiny_model, tiny_model], tmp_path / "even")
    write_ensemble([tiny_model, tiny_model], tmp_path / "caseless", caseless_bias=3.0)
    texts = ["seen by anna 3/4/2021", "Seen by anna 3/4/2021", "SEEN BY ANNA 3/4/2021"]
    docs = [Document(str(n), text) for n, text in enumerate(texts)]
    even, caseless = (
        [n.probabilities[:, 0] for n in EnsembleDetector(tmp_path / name).probabilities(docs)]
        for name in ("even", "caseless")
    )
    assert (caseless[0] < even[0]).all()
    assert (caseless[2] < even[2]).all()
    assert np.allclose(caseless[1], even[1], atol=1e-6)
    again = pickle.loads(pickle.dumps(EnsembleDetector(tmp_path / "caseless").members[0]))
    assert again.caseless_bias == 3.0
    with pytest.raises(ConfigError, match="must be a number within -100 and 100"):
        write_ensemble([tiny_model, tiny_model], tmp_path / "new", caseless_bias=float("nan"))


def test_what_does_not_fit_together_is_refused(mean, tiny_model, tmp_path):
    with pytest.raises(OutputError, match="already"):
        write_ensemble([tiny_model], mean)
    path = mean / "1" / "config.json"
    config = json.loads(path.read_text())
    changed = config | {"encoder": config["encoder"] | {"tokens": "blanks"}}
    path.write_text(json.dumps(changed))
    with pytest.raises(ModelError, match="other ways to cut tokens"):
        EnsembleDetector(mean)
    path.write_text(json.dumps(config))


@pytest.mark.parametrize(
    "content",
    [
        "{",
        '{"kind": "sum", "members": 1}',
        '{"kind": "best", "members": 1, "labels": {"DATE": 4}}',
        '{"kind": "mean", "members": 1, "recall_bias": NaN}',
        '{"kind": "mean", "members": 1, "label_bias": {"DATE": NaN}}',
        '{"kind": "mean", "members": 1, "scout": 1}',
        '{"kind": "mean", "members": 1, "scout": -1}',
        '{"kind": "mean", "members": 1, "scout": "0"}',
        '{"kind": "best", "members": 1, "scout": 0}',
    ],
)
def test_a_configuration_that_is_none_is_refused(content, tmp_path):
    (tmp_path / ENSEMBLE).write_text(content)
    with pytest.raises(ModelError):
        EnsembleDetector(tmp_path)
