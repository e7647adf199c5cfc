"""k is the number of people who agree; a planted rare trade is found, and is gone when mended."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from test_note_traits import told

from incognote import get_policy
from incognote.assure.attack.population import LIMITS, Population, trait_risk
from incognote.assure.attack.traits import Found
from incognote.core.errors import ConfigError
from incognote.replace.policy import Policy

PEOPLE = 200_000


@pytest.fixture(scope="module")
def us() -> Population:
    return Population("en", PEOPLE, 1)


def found(age: tuple[int, int] | None = None, **values: str) -> Found:
    if age:
        values["age"] = f"{age[0]}-{age[1]}"
    return Found(values, age)


def test_who_tells_nothing_is_anybody(us: Population) -> None:
    assert us.k(found()) == PEOPLE
    assert us.k(found(religion="jehovah")) == PEOPLE  # told, not counted


@pytest.mark.parametrize(
    ("traits", "share"),
    [
        ({"sex": "female"}, 0.51),
        ({"age": (40, 40)}, 0.0165),
        ({"age": (90, 120), "sex": "male"}, 0.0012),
        ({"race": "black"}, 0.125),
        ({"marital": "widowed", "sex": "female"}, 0.0346),
        ({"occupation": "teaches third grade"}, 0.0208),
        ({"nation": "polish"}, 0.0277),
        ({"nation": "somali"}, 0.0070),  # all who were born in Africa: too many, never too few
        ({"veteran": "yes"}, 0.0542),
    ],
)
def test_shares_are_those_of_the_table(
    us: Population, traits: Mapping[str, object], share: float
) -> None:
    assert us.k(found(**traits)) / PEOPLE == pytest.approx(share, rel=0.08)


def test_a_planted_rare_trade_points_at_few_and_the_mended_policy_hides_it(us: Population) -> None:
    note = "{AGE|81} yo woman, {PROFESSION|lighthouse keeper}"
    leaky = Policy("leaky", "", {"AGE": "keep", "PROFESSION": "keep"})
    risk = trait_risk([told(note, leaky)], us, "leaky")
    assert risk.below == {"5": int(risk.k_least < 5), "11": 1}
    assert risk.journalist >= 0.2
    assert risk.journalist_between == (0.0, 1.0)  # one note tells nothing of others
    assert risk.matters["occupation"] > 50
    mended = trait_risk([told(note, "hipaa")], us, "hipaa")
    assert mended.below == dict.fromkeys(map(str, LIMITS), 0)
    assert mended.journalist < 0.01


def test_a_common_trade_that_no_word_of_the_table_says_is_common(us: Population) -> None:
    assert us.k(found(occupation="contractor")) > 2 * us.k(found(occupation="lighthouse keeper"))


JOBS = [
    ("mechanical engineer", {"engineer mechanical"}),
    ("retired school bus driver", {"bus driver"}),
    ("divorce lawyer", {"lawyer or judge or attorney"}),
    ("dental technician", {"technician medical or technician dental"}),
]


@pytest.mark.parametrize(("said", "jobs"), JOBS)
def test_an_occupation_is_the_one_whose_words_are_all_said(
    us: Population, said: str, jobs: set[str]
) -> None:
    assert set(us._occupations(said)) == jobs


def test_a_vague_occupation_may_be_each_of_its_kind(us: Population) -> None:
    kinds = us._occupations("Engineer")
    assert {"engineer", "engineer civil", "locomotive engineer"} <= set(kinds)
    assert us.k(found(occupation="engineer")) > 5 * us.k(found(occupation="civil engineer"))


@pytest.mark.parametrize("said", ["hotel manager", "welfare worker", "bell founder"])
def test_a_word_that_another_occupation_has_too_makes_nobody_common(
    us: Population, said: str
) -> None:
    assert us.k(found(occupation=said)) == us.k(found(occupation="lighthouse keeper"))


def test_children_have_no_trade_of_their_own(us: Population) -> None:
    assert us.k(found((4, 4), occupation="nurse")) == 1  # nobody; and so it is never read of one
    assert "occupation" not in told("{AGE|4} yo girl, mother {PROFESSION|nurse}", "hipaa").values


def test_prosecutors_risk_counts_notes_that_tell_the_same(us: Population) -> None:
    notes = [found(sex="female")] * 3 + [found(sex="male")]
    risk = trait_risk(notes, us, "p")
    assert risk.prosecutor == pytest.approx((3 * 1 / 3 + 1) / 4)
    assert risk.alone == 1
    assert risk.telling == {"sex": 4}


def test_without_a_trait_more_agree(us: Population) -> None:
    both = found((70, 79), sex="male")
    assert us.k(both) < us.k(both, without="age") == us.k(found(sex="male"))


def test_the_interval_of_a_risk_is_by_bootstrap_over_notes(us: Population) -> None:
    notes = [found(occupation="lighthouse keeper", age=(81, 81))] * 10 + [found()] * 10
    risk = trait_risk(notes, us, "p")
    low, high = risk.journalist_between
    assert 0.2 * risk.journalist < low < risk.journalist < high < 2 * risk.journalist


@pytest.mark.parametrize("count", range(1, 6))
def test_quartiles_are_numbers_of_people_that_some_notes_have(us: Population, count: int) -> None:
    told = [found(sex="male"), found(occupation="farm worker", age=(81, 81))]
    risk = trait_risk([told[number % 2] for number in range(count)], us, "p")
    assert list(risk.k_quartiles) == sorted(risk.k_quartiles)
    assert risk.k_quartiles[0] >= risk.k_least
    assert risk.k_quartiles[2] <= us.k(told[0])


def test_no_notes_are_no_risk(us: Population) -> None:
    risk = trait_risk([], us, "p")
    assert (risk.notes, risk.journalist, risk.k_least) == (0, 0.0, 0)


def test_the_same_seed_draws_the_same_people() -> None:
    draws = [Population("es", 5000, 3).k(found((40, 49), sex="female")) for _ in range(2)]
    assert draws[0] == draws[1] > 100


def test_spanish_figures_count_what_they_have() -> None:
    spain = Population("es", 20_000, 1)
    assert spain.counted == ("age", "sex", "marital")
    assert spain.k(found(occupation="farera")) == 20_000


def test_a_language_without_figures_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from incognote.assure.attack import population
    from incognote.core.language import get_language

    class Bare:
        code = "en"

        def table(self, name: str) -> None:
            raise ConfigError("The pack of language 'xx' has no tables/population.txt.")

    assert get_language("en")
    monkeypatch.setattr(population, "get_language", lambda lang: Bare())
    with pytest.raises(ConfigError, match="no tables/population"):
        Population("xx", 10, 1)


@pytest.mark.parametrize("policy", ["hipaa", "gdpr", "all"])
def test_every_policy_can_be_asked(us: Population, policy: str) -> None:
    text = "{AGE|54} yo man, {PROFESSION|nurse}"
    assert us.k(told(text, get_policy(policy))) >= 1
