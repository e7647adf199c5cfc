"""Traits of a released note are read from what stays, never from what was made up."""

from __future__ import annotations

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.assure.attack.traits import Found, read_traits, text_that_stays, years_of
from incognote.replace.policy import Policy
from incognote.replace.redact import Redacted
from incognote.replace.replacement import Context

ALL_STAYS = Policy("jobs", "", {"PROFESSION": "keep", "AGE": "keep", "COUNTRY": "keep"})


def released(text: str, policy: Policy, lang: str = "en") -> Redacted:
    """A note with marks like {AGE|54}, released."""
    spans, plain = [], ""
    for i, piece in enumerate(text.replace("}", "{").split("{")):
        label, _, surface = piece.rpartition("|") if i % 2 else ("", "", piece)
        if label:
            spans.append(Span(len(plain), len(plain) + len(surface), label))
        plain += surface
    doc = Document("a", plain, tuple(spans))
    return redact(doc, policy, Context(b"k", lang=lang, options=policy.options))


def told(text: str, policy: str | Policy = ALL_STAYS, lang: str = "en") -> Found:
    chosen = get_policy(policy) if isinstance(policy, str) else policy
    return read_traits(released(text, chosen, lang))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("{AGE|54} yo woman, {PROFESSION|retired weaver}", {
            "age": "54-54", "sex": "female", "occupation": "retired weaver"}),
        ("He is seen. He said his knee hurts.", {"sex": "male"}),
        ("A Somali man, widowed", {"nation": "somali", "marital": "widowed"}),
        ("Born in {COUNTRY|Sudan}; Jehovah's Witness", {"nation": "Sudan", "religion": "jehovah"}),
        ("54 yo black woman with black stools", {"race": "black", "sex": "female"}),
        ("black stools, white count 12, a single dose, turkey sandwich", {}),
        ("A veteran with three children, homeless", {
            "veteran": "yes", "family": "children", "housing": "unusual"}),
        ("{AGE|4} year old boy, father {PROFESSION|shapes surfboards}, parents married", {
            "age": "4-4", "sex": "male"}),  # of the parents
        ("{AGE|20 months} old girl", {"age": "1-1"}),
    ],
)  # fmt: skip
def test_english_notes(text: str, values: dict[str, str]) -> None:
    assert dict(told(text).values) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Mujer de {EDAD_SUJETO_ASISTENCIA|54 años}, viuda", {
            "age": "54-54", "sex": "female", "marital": "widowed"}),
        ("Sexo: {SEXO_SUJETO_ASISTENCIA|V}. Testigo de Jehová", {
            "sex": "male", "religion": "jehovah"}),
    ],
)  # fmt: skip
def test_spanish_notes(text: str, values: dict[str, str]) -> None:
    keep = Policy("mine", "", {"AGE": "keep", "SEXO_SUJETO_ASISTENCIA": "keep"})
    assert dict(told(text, keep, "es").values) == values


def test_what_was_made_up_tells_nothing_and_what_is_less_exact_is_true() -> None:
    text = (
        "{AGE|54} yo, {PROFESSION|nurse}, born {DATE|3/14/1950}, from {COUNTRY|Sudan} {ZIP|44107}"
    )
    made_up = read_traits(released(text, get_policy("all").with_action("surrogate")))
    assert dict(made_up.values) == {"age": "50-59"}
    assert made_up.age == (50, 59)
    tagged = told(text, "all")
    assert dict(tagged.values) == {}
    harbor = told(text, "hipaa")
    assert dict(harbor.values) == {
        "age": "54-54", "occupation": "nurse", "year": "1950", "nation": "Sudan",
        "ZIP area": "441",
    }  # fmt: skip


@pytest.mark.parametrize("policy", ["hipaa", "hipaa-expert"])
def test_a_rare_trade_stays_no_more(policy: str) -> None:
    assert "occupation" not in told("a {PROFESSION|lighthouse keeper}", policy).values


@pytest.mark.parametrize(
    ("surface", "after", "years"),
    [
        ("90+", "", (90, 120)),
        ("30-39 weeks", "", (0, 0)),
        ("5", " weeks old", (0, 0)),
        ("80s", "", (80, 89)),
        ("forty-one", "", (41, 41)),
        ("[AGE]", "", None),
        ("19850", "", None),
    ],
)
def test_years_of_age(surface: str, after: str, years: tuple[int, int] | None) -> None:
    assert years_of(surface, after, "en") == years


def test_what_stays_keeps_its_place() -> None:
    done = released("Seen by {DOCTOR|Ada Ruiz} today", get_policy("all"))
    stays = text_that_stays(done)
    assert len(stays) == len(done.text)
    assert stays.split() == ["Seen", "by", "today"]
