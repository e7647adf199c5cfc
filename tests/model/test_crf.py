from itertools import pairwise, product

import numpy as np
import pytest

from incognote.model import crf
from incognote.model.crf import Chain, best_tags, best_tags_near, likelihoods, tag_probabilities
from incognote.model.tagging import TAGGINGS, Tags


def make(seed, *, windows=3, size=4, labels=1, spread=2.0, kinds="BI"):
    rng = np.random.default_rng(seed)
    model = Tags(tuple(map(str, range(labels))), kinds)
    follow, first = model.legal()
    tags = len(model)
    chain = Chain(
        np.where(follow, rng.normal(size=(tags, tags)), -1e4).astype(np.float32),
        np.where(first, rng.normal(size=tags), -1e4).astype(np.float32),
        rng.normal(size=tags).astype(np.float32),
    )
    emissions = (spread * rng.normal(size=(windows, size, tags))).astype(np.float32)
    return emissions, rng.integers(1, size + 1, size=windows), chain


def score(emissions, tags, chain):
    total = chain.start[tags[0]] + chain.end[tags[-1]]
    total += sum(emissions[t, tag] for t, tag in enumerate(tags))
    return total + sum(chain.transitions[a, b] for a, b in pairwise(tags))


def every_sequence(emissions, length, chain):
    tags = emissions.shape[1]
    return {y: score(emissions, y, chain) for y in product(range(tags), repeat=int(length))}


@pytest.mark.parametrize("kinds", TAGGINGS.values())
@pytest.mark.parametrize("seed", range(5))
def test_best_tags_are_the_best_of_all_sequences(seed, kinds):
    emissions, lengths, chain = make(seed, kinds=kinds, labels=1 + (kinds == "BI"))
    found = best_tags(emissions, lengths, chain)
    for i, length in enumerate(lengths):
        scores = every_sequence(emissions[i], length, chain)
        assert tuple(found[i, :length]) == max(scores, key=scores.get)


@pytest.mark.parametrize("kinds", TAGGINGS.values())
@pytest.mark.parametrize("seed", range(5))
def test_probabilities_are_those_of_all_sequences(seed, kinds):
    emissions, lengths, chain = make(seed, kinds=kinds)
    found = tag_probabilities(emissions, lengths, chain)
    for i, length in enumerate(lengths):
        scores = every_sequence(emissions[i], length, chain)
        weights = {y: np.exp(np.float64(s)) for y, s in scores.items()}
        total = sum(weights.values())
        for t in range(length):
            for tag in range(emissions.shape[2]):
                expected = sum(w for y, w in weights.items() if y[t] == tag) / total
                assert found[i, t, tag] == pytest.approx(expected, abs=1e-6)


def test_steps_between_the_labels_of_bioes_are_looked_at_once():
    """As if all pairs of tags were tried, though few are legal."""
    emissions, _, chain = make(4, windows=5, size=40, labels=4, kinds="BIES")
    lengths = np.array([40, 1, 39, 2, 17])
    found = best_tags(emissions, lengths, chain)
    best = chain.start + emissions[:, 0]
    for t in range(1, 40):
        step = (best[:, :, None] + chain.transitions).max(axis=1) + emissions[:, t]
        best = np.where((t < lengths)[:, None], step, best)
    for i, length in enumerate(lengths):
        got = score(emissions[i], found[i, :length], chain)
        assert got == pytest.approx((best[i] + chain.end).max(), abs=1e-3)


@pytest.mark.parametrize("kinds", TAGGINGS.values())
@pytest.mark.parametrize("spread", [0.1, 1.0, 4.0, 30.0, 3000.0])
def test_probabilities_spare_the_search_and_change_no_tag(spread, kinds):
    """From windows in which no tag is likely to such in which nearly all are sure."""
    emissions, _, chain = make(5, windows=6, size=40, labels=4, kinds=kinds, spread=spread)
    lengths = np.array([40, 1, 39, 2, 17, 33])
    near = best_tags_near(emissions, lengths, chain, likelihoods(emissions, lengths, chain))
    whole = best_tags(emissions, lengths, chain)
    for i, length in enumerate(lengths):
        assert near[i, :length].tolist() == whole[i, :length].tolist()


def test_only_tokens_in_doubt_are_searched(monkeypatch):
    emissions, _, chain = make(2, windows=2, size=100, labels=4, spread=0.1)
    emissions[:, :, 0] += 20
    emissions[0, 50:52, 1] += 20
    searched = []

    def counted(inside, lengths, chain):
        searched.append(lengths.sum())
        return best_tags(inside, lengths, chain)

    monkeypatch.setattr(crf, "best_tags", counted)
    lengths = np.array([100, 100])
    told = likelihoods(emissions, lengths, chain)
    found = best_tags_near(emissions, lengths, chain, told)
    assert found.tolist() == best_tags(emissions, lengths, chain).tolist()
    assert 0 < sum(searched) <= 6


@pytest.mark.parametrize("seed", range(5))
def test_log_sums_are_those_of_all_sequences(seed):
    emissions, lengths, chain = make(seed, kinds="BIES")
    log_sums = likelihoods(emissions, lengths, chain).log_sums
    for i, length in enumerate(lengths):
        scores = np.array([*every_sequence(emissions[i], length, chain).values()], np.float64)
        assert log_sums[i] == pytest.approx(np.log(np.exp(scores).sum()), abs=1e-5)


def test_what_lies_beyond_the_length_changes_nothing():
    emissions, _, chain = make(7, size=6)
    lengths = np.array([2, 4, 6])
    noisy = emissions.copy()
    noisy[0, 2:] = 50
    noisy[1, 4:] = -50
    for function in (best_tags, tag_probabilities):
        for i, length in enumerate(lengths):
            assert np.allclose(
                function(emissions, lengths, chain)[i, :length],
                function(noisy, lengths, chain)[i, :length],
            )


def test_illegal_tags_are_never_chosen_however_much_the_model_wants_them():
    emissions, _, chain = make(1, windows=1, size=5, labels=2)
    emissions[:, :, 2::2] = 500.0
    lengths = np.array([5])
    (tags,) = best_tags(emissions, lengths, chain)
    follow, first = Tags(("A", "B")).legal()
    assert first[tags[0]]
    assert all(follow[a, b] for a, b in pairwise(tags))


@pytest.mark.parametrize("spread", [1e-3, 30.0, 3000.0])
def test_probabilities_stay_numbers_at_any_scale(spread):
    emissions, _, chain = make(3, windows=4, size=300, labels=5, spread=spread)
    found = tag_probabilities(emissions, np.array([300, 1, 299, 20]), chain)
    assert np.isfinite(found[0]).all()
    assert np.allclose(found[2, :299].sum(axis=1), 1, atol=1e-5)
