import numpy as np
import torch

from incognote.lab.training.crf import Crf
from incognote.model.crf import Chain, best_tags, tag_probabilities
from incognote.model.tagging import Tags


def make(labels=3, windows=4, size=9):
    generator = torch.Generator().manual_seed(5)
    follow, first = Tags(tuple(map(str, range(labels)))).legal()
    crf = Crf(torch.from_numpy(follow), torch.from_numpy(first))
    for parameter in crf.parameters():
        torch.nn.init.normal_(parameter, generator=generator)
    emissions = torch.randn(windows, size, 1 + 2 * labels, generator=generator)
    lengths = torch.tensor([9, 1, 5, 2])
    return crf, emissions, lengths


def numpy_chain(crf):
    return Chain(*(part.detach().numpy() for part in crf.chain()))


def test_the_likelihood_is_what_the_decoder_scores():
    crf, emissions, lengths = make()
    best = best_tags(emissions.numpy(), lengths.numpy(), numpy_chain(crf))
    with torch.no_grad():
        best_loss = crf(emissions, torch.from_numpy(best), lengths)
    # No other legal sequence is likelier: try every change of one tag.
    for t in range(9):
        for tag in range(7):
            other = torch.from_numpy(best.copy())
            other[:, t] = tag
            with torch.no_grad():
                loss = crf(emissions, other, lengths)
            assert (loss[lengths > t] >= best_loss[lengths > t] - 1e-4).all()


def test_the_gradient_of_the_partition_is_the_marginal_probability():
    crf, emissions, lengths = make()
    emissions.requires_grad_()
    gold = torch.zeros(4, 9, dtype=torch.long)
    crf(emissions, gold, lengths).sum().backward()
    found = tag_probabilities(emissions.detach().numpy(), lengths.numpy(), numpy_chain(crf))
    there = torch.arange(9) < lengths[:, None]
    expected = emissions.grad + torch.nn.functional.one_hot(gold, 7) * there[..., None]
    for i, length in enumerate(lengths.tolist()):
        assert np.allclose(found[i, :length], expected[i, :length].numpy(), atol=1e-5)
        assert not expected[i, length:].any()


def test_a_chain_that_is_not_learned_only_forbids():
    follow, first = Tags(("A", "B")).legal()
    crf = Crf(torch.from_numpy(follow), torch.from_numpy(first), learned=False)
    transitions, start, end = crf.chain()
    assert set(transitions.unique().tolist()) == {-1e4, 0.0}
    assert ((transitions == 0) == torch.from_numpy(follow)).all()
    assert ((start == 0) == torch.from_numpy(first)).all()
    assert not end.any()
    assert not any(p.requires_grad for p in crf.parameters())


def test_what_a_sure_teacher_expects_is_the_likelihood_of_its_tags():
    crf, emissions, lengths = make()
    rows = ([0, 1, 2, 0, 3, 4, 0, 0, 5], [0] * 9, [1, 2, 2, 0, 0, 0, 0, 0, 0], [3] * 9)
    tags = torch.tensor(rows)
    sure = torch.nn.functional.one_hot(tags, 7).float()
    assert torch.allclose(crf.expected(emissions, sure, lengths), crf(emissions, tags, lengths))


def test_an_illegal_step_of_a_teacher_counts_as_nothing():
    crf, emissions, lengths = make()
    unsure = torch.full((4, 9, 7), 1 / 7)
    assert (crf.expected(emissions, unsure, lengths).abs() < 1e3).all()
