"""Traits of a released note are read from what stays, never from what was made up."""

from __future__ import annotations

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.assure.attack.population import Population, trait_risk
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
        ("54 yo black woman with black stools", {
            "race": "black", "sex": "female", "age": "54-54"}),
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


TITLES = [
    ("en", title, sex)
    for sex, titles in (("female", "Mrs. Mrs MRS. Ms. Ms Miss"), ("male", "Mr. Mr MR."))
    for title in titles.split()
] + [
    ("es", title, sex)
    for sex, titles in (
        ("female", "Sra.,Sra,SRA.,Srta.,Dña.,Doña,D.ª,Sra. Dña."),
        ("male", "Sr.,Sr,SR.,D.,Don,Sr. D.,don"),
    )
    for title in titles.split(",")
]
"""Of each language, as notes write them."""
NAMES = {"en": ("PATIENT", "Zorpan"), "es": ("NOMBRE_SUJETO_ASISTENCIA", "Zorpán Quib")}


@pytest.mark.parametrize(("lang", "title", "sex"), TITLES)
@pytest.mark.parametrize("policy", ["hipaa", "all"])
def test_a_title_that_stays_tells_the_sex(lang: str, title: str, sex: str, policy: str) -> None:
    label, name = NAMES[lang]
    assert dict(told(f"{title} {{{label}|{name}}}: 3/5.", policy, lang).values) == {"sex": sex}
    assert dict(told(f"{{{label}|{name}}}: 3/5.", policy, lang).values) == {}


@pytest.mark.parametrize(("lang", "title", "sex"), [t for t in TITLES if t[1] not in "D.ª"])
def test_so_it_does_where_a_surrogate_has_it_still(lang: str, title: str, sex: str) -> None:
    label, name = NAMES[lang]
    marked = f"{{{label}|{title} {name}}}: 3/5."
    made_up = get_policy("all").with_action("surrogate")
    assert dict(told(marked, made_up, lang).values) == {"sex": sex}
    assert dict(told(marked, "all", lang).values) == {}


def test_a_title_yields_to_what_is_said_and_to_pronouns() -> None:
    assert told("Teacher Mrs. {PATIENT|Zorpan} says he sleeps.").values["sex"] == "male"
    assert told("72 yo woman, son Mr. {PATIENT|Zorpan}").values["sex"] == "female"
    assert "sex" not in told("Seen with Mrs. {DOCTOR|Zorpan}").values


def test_a_title_for_either_sex_tells_none() -> None:
    for title in ("D./Dña.", "Dña./D.", "Sr./Sra.", "Sr. / Sra.", "D./D.ª"):
        marked = f"{title} {{NOMBRE_SUJETO_ASISTENCIA|Zorpán Quib}}"
        assert "sex" not in told(marked, "all", "es").values, title


@pytest.mark.parametrize(
    ("lang", "text", "age"),
    [
        ("en", "A 45-year-old seen", "45-45"),
        ("en", "45 y/o here", "45-45"),
        ("en", "a 7 month old baby", "0-0"),
        ("en", "aged 88", "88-88"),
        ("en", "fifty-two-year-old welder", "52-52"),
        ("en", "Age: 71", "71-71"),
        ("en", "in her 80s", "80-89"),
        ("es", "Paciente de 54 años que acude", "54-54"),
        ("es", "Edad: 70", "70-70"),
        ("es", "de 45 años de edad", "45-45"),
        ("es", "lactante de 7 meses", "0-0"),
    ],
)
@pytest.mark.parametrize("policy", ["hipaa", "hipaa-expert"])
def test_an_age_that_nobody_marked_is_read(lang: str, text: str, age: str, policy: str) -> None:
    assert told(text, policy, lang).values["age"] == age


def test_the_age_that_stands_first_counts_marked_or_not() -> None:
    assert told("A 45-year-old, mother {AGE|93}", "hipaa").age == (45, 45)
    assert told("{AGE|93}, has a 45-year-old son", "hipaa").age == (90, 120)
    # What was marked and left is no age of its own: nothing is read from what stands there now.
    assert told("a {AGE|45}-year-old", "all").age is None


def test_what_lasts_or_is_measured_is_no_age() -> None:
    assert told("5 years ago, aged cheese, gestational age 32, 12 weeks pregnant").age is None
    assert told("hace 10 años, diabetes de 10 años de evolución", "hipaa", "es").age is None


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Mr. {PATIENT|Zorpan} is 71 years old"),
        ("es", "D. {NOMBRE_SUJETO_ASISTENCIA|Zor Qui}, edad 71"),
    ],
)  # fmt: skip
def test_fewer_people_agree_with_a_title_and_an_age_that_have_no_mark(lang: str, text: str) -> None:
    people = Population(lang, 20_000, 1)
    risk = trait_risk([told(text, "hipaa", lang)], people, "hipaa")
    assert dict(risk.telling) == {"age": 1, "sex": 1}
    assert 1 < risk.k_least < 400


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
