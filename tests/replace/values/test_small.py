"""Values of few letters: ages in words keep their form."""

import re
from random import Random

import pytest

from incognote.core.language import get_language
from incognote.replace.values.small import age_like, number_word, occupation_like


def test_number_word():
    assert [number_word(n) for n in (7, 20, 52, 100, 104)] == [
        "seven",
        "twenty",
        "fifty-two",
        "one hundred",
        "one hundred four",
    ]


def test_the_old_stay_old_in_words_beyond_a_hundred_too():
    words = {number_word(n) for n in range(90, 105)}
    drawn = {age_like("ninety-four", Random(seed)) for seed in range(200)}
    assert drawn == words


@pytest.mark.parametrize(
    ("surface", "form"),
    [
        ("drives for Ardent Freight", r"[a-z]+s\b.*"),
        ("weld", r"[a-z]+ ?[a-z ]*"),
        ("sold Avon", r"(?:sold|taught|[a-z]+ed|drove|ran|cut|did|kept|hung|laid|built|grew|made|"
         r"wrote|shod|dug|dealt|set)\b.*"),
        ("PICKING CITRUS", r"[A-Z]+ING\b.*"),
        ("in the mines", r"in [a-z ]+"),
    ],
)  # fmt: skip
def test_a_task_keeps_the_form_of_its_verb(surface: str, form: str):
    tasks = {occupation_like(surface, Random(seed)) for seed in range(80)}
    assert len(tasks) > 10
    assert all(re.fullmatch(form, task) for task in tasks), tasks
    assert not tasks & set(get_language("en").table("jobs")["noun"])


@pytest.mark.parametrize(
    "surface", ["haul truck driver", "fishing guide", "cook", "crane operator"]
)
def test_what_somebody_is_stays_a_noun(surface: str):
    nouns = {re.split(r"[ -]", noun)[-1] for noun in get_language("en").table("jobs")["noun"]}
    found = {occupation_like(surface, Random(seed)) for seed in range(40)}
    assert all(re.split(r"[ -]", job)[-1] in nouns for job in found), found


def test_each_task_begins_with_a_verb_that_has_its_forms():
    rows = get_language("en").table("jobs")
    bases = {row.split()[0] for row in rows["verb"]}
    assert {row.split()[0] for row in rows["task"]} <= bases
    assert all(len(row.split()) == 4 for row in rows["verb"])
