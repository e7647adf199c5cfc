"""A name that no list has keeps the culture and the gender that its letters tell, in every note."""

from __future__ import annotations

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.core.case import fold
from incognote.replace.gender import gender_of, kinds
from incognote.replace.made_up import LETTERS
from incognote.replace.name_letters import origin_of
from incognote.replace.name_pools import names_of
from incognote.replace.replacement import Context
from incognote.replace.values import table

POLICY = get_policy("all").with_action("surrogate")
UNLISTED = {
    "Szczepanikow": "slavic",
    "Yoshinakamura": "japanese",
    "Papadrakopoulos": "greek",
    "Chukwunenye": "west_african",
    "Bhattadasgupta": "hindu",
}


def surrogate(text: str, name: str, key: int) -> str:
    start = text.index(name)
    doc = Document(f"n{key}", text, (Span(start, start + len(name), "PATIENT"),))
    done = redact(doc, POLICY, Context(bytes([key]), "run"))
    return done.text[done.replaced[0].new_start : done.replaced[0].new_end]


@pytest.mark.parametrize(("name", "origin"), UNLISTED.items())
def test_letters_tell_the_origin(name: str, origin: str) -> None:
    assert fold(name) not in kinds()
    assert origin_of(fold(name), "last") == origin
    own = {fold(word) for word in table("surrogates")[f"{origin} last"]}
    made = {fold(surrogate(f"Mr. {name} is well", name, key)) for key in range(16)}
    assert made & own  # where few have the initial, those of the region join them


@pytest.mark.parametrize("name", ["Quockerby", "Smithfielder", "Xq", "Zzyzx"])
def test_other_letters_tell_nothing_or_what_is_common(name: str) -> None:
    assert origin_of(fold(name), "last") in ("", "anglo")


@pytest.mark.parametrize(
    ("name", "gender"),
    [("Kaylinnette", "female"), ("Marzellina", "female"), ("Radimislav", "male")],
)
@pytest.mark.parametrize("text", ["{} is well", "Seen: {}, again", "{} was here; her and him"])
def test_a_given_name_of_no_list_is_of_the_gender_of_its_ending(
    name: str, gender: str, text: str
) -> None:
    assert fold(name) not in kinds()
    for key in range(8):
        assert gender_of(fold(surrogate(text.format(name), name, key))) in (gender, "", None)


def test_what_the_letters_leave_open_becomes_a_name_that_both_bear() -> None:
    for initial in LETTERS["en"]:
        genders = {gender_of(folded) for _, folded in names_of("neutral", "", initial)}
        assert not genders & {"female", "male"} or genders <= {"female", "male"}
