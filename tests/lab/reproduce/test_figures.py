"""Figures of an evaluation in the form in which papers print them."""

import numpy as np
import pytest

from incognote.assure.evaluation import Evaluation, Options, evaluate
from incognote.assure.probabilities import Probabilities
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError
from incognote.lab.reproduce.experiment import read_experiment
from incognote.lab.reproduce.figures import (
    LEAK,
    figure,
    of_category,
    with_each_alone,
)
from incognote.model.encoding import Tokens

TEXT = "Seen by Ada Ruiz on Monday, doing well today."
GOLD = Document("1", TEXT, (Span(8, 16, "DOCTOR"), Span(20, 26, "DATE")))
FOUND = Document("1", TEXT, (Span(8, 11, "DOCTOR", 0.75), Span(34, 38, "DATE", 0.5)))


@pytest.fixture(scope="module")
def scored() -> Evaluation:
    options = Options(operating_points=True)
    return evaluate([GOLD], [FOUND], ["tokens", "meddocan"], options)


def test_shares_are_in_per_cent_and_rates_as_they_are(scored):
    """Nine tokens, three of them PHI; one is found, and one for nothing."""
    assert figure(scored, "tokens/binary/recall") == pytest.approx(100 / 3)
    assert figure(scored, "tokens/binary/precision") == pytest.approx(50)
    assert figure(scored, "points/default/recall") == pytest.approx(100 / 3)
    assert figure(scored, "points/default/fn_per_1000") == pytest.approx(2000 / 9)
    assert figure(scored, "points/default/fp_per_1000") == pytest.approx(1000 / 9)
    assert figure(scored, "points/R@P85/recall") == pytest.approx(100 / 3)
    assert figure(scored, "points/R@P85/precision") == pytest.approx(100)  # without the score .5
    assert figure(scored, "points/1.0/fp_per_1000") == pytest.approx(6000 / 9)
    assert figure(scored, "points/0.99/label=NAME/recall") == pytest.approx(100)
    assert figure(scored, "points/R@P85/label=NAME/recall") == pytest.approx(50)


def test_what_neither_side_has_is_no_figure(scored):
    assert figure(scored, "tokens/multiclass/label=AGE/recall") is None
    assert figure(scored, "points/R@P85/label=AGE/recall") is None
    assert figure(scored, "points/0.99/label=AGE/recall") is None
    assert figure(scored, "points/0.5/recall") is None  # no sensitivity that is computed
    none = evaluate([Document("1", TEXT)], [FOUND], (), Options(operating_points=True))
    assert figure(none, "points/R@P85/recall") is None
    assert figure(scored, LEAK) is None  # no number of sentences is known


@pytest.mark.parametrize("name", ["tokens/binary/recal", "nosuch/f1", "tokens/nosuch/f1"])
def test_a_figure_that_there_is_not_is_told(name, scored):
    with pytest.raises(ConfigError, match=f"no figure '{name}'"):
        figure(scored, name)


def test_the_figure_of_hartman_2020_is_of_names_with_precision_beside_recall():
    (table,) = (t for t in read_experiment("hartman2020").table if t.number == 102)
    assert table.figures[:2] == (
        "points/R@P85/only=NAME/recall",
        "points/R@P85/only=NAME/precision",
    )
    points = {
        "recall_at_precision_85": {"recall": 0.75, "precision": 0.85},
        "only=NAME": {"recall_at_precision_85": {"recall": 0.5, "precision": 0.25}},
    }
    evaluation = Evaluation.__new__(Evaluation)
    object.__setattr__(evaluation, "points", points)
    assert [figure(evaluation, f) for f in table.figures] == [50, 25, 75, 85]


def test_names_alone_count_no_false_alarm_of_another_category():
    """A false date costs the precision of all marks, a date taken for a name that of names."""
    docs = [GOLD.with_spans(s for s in GOLD.spans if s.label == "DOCTOR")]
    assert of_category([GOLD], "NAME") == docs
    assert of_category([FOUND], "DATE")[0].spans == FOUND.spans[1:]
    words = [(0, 4), (5, 7), (8, 11), (12, 16), (17, 19), (20, 26), (28, 33), (34, 38), (39, 44)]
    tokens = Tokens(*(np.array(ends, np.int32) for ends in zip(*words, strict=True)))
    # 'Monday' is likelier PHI than 'Ruiz', but no name.
    likely = {"": [0, 0, 0.9, 0.4, 0, 0.8, 0, 0.5, 0], "NAME": [0, 0, 0.9, 0.4, 0, 0, 0, 0.1, 0]}
    said = {of: {"1": Probabilities(tokens, np.array(p))} for of, p in likely.items()}
    options = Options(operating_points=True, probabilities=said.pop(""))
    evaluation = with_each_alone(
        evaluate([GOLD], [FOUND], ["tokens"], options), [GOLD], [FOUND], said
    )
    assert figure(evaluation, "points/R@P85/recall") == pytest.approx(200 / 3)
    assert figure(evaluation, "points/R@P85/label=NAME/recall") == 50
    assert figure(evaluation, "points/R@P85/only=NAME/recall") == 100
    assert figure(evaluation, "points/R@P85/only=NAME/precision") == 100
    assert figure(evaluation, "points/default/only=NAME/precision") == 100
    assert figure(evaluation, "points/default/label=NAME/precision") == 50
    assert figure(evaluation, "points/default/only=NAME/recall") == 50
