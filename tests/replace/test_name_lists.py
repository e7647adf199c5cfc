"""A name that no list has keeps the culture and the gender that its letters tell, in every note."""

from __future__ import annotations

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.core.case import fold
from incognote.core.language import get_language
from incognote.replace.name_lists import ANY, gender_of, origin_by_letters, pool_of, rows_of
from incognote.replace.naming import naming
from incognote.replace.replacement import Context

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
    assert not rows_of(fold(name), "en")
    assert origin_by_letters(fold(name), True, "en") == origin
    own = {fold(word) for word in get_language("en").table("surrogates")[f"{origin} last"]}
    made = {fold(surrogate(f"Mr. {name} is well", name, key)) for key in range(16)}
    assert made & own  # where few have the initial, those of the region join them


@pytest.mark.parametrize("name", ["Quockerby", "Smithfielder", "Xq", "Zzyzx"])
def test_other_letters_tell_nothing_or_what_is_common(name: str) -> None:
    assert origin_by_letters(fold(name), True, "en") in ("", "anglo")


@pytest.mark.parametrize(
    ("name", "gender"),
    [("Kaylinnette", "female"), ("Marzellina", "female"), ("Radimislav", "male")],
)
@pytest.mark.parametrize("text", ["{} is well", "Seen: {}, again", "{} was here; her and him"])
def test_a_given_name_of_no_list_is_of_the_gender_of_its_ending(
    name: str, gender: str, text: str
) -> None:
    assert not rows_of(fold(name), "en")
    for key in range(8):
        assert gender_of(fold(surrogate(text.format(name), name, key)), "en") in (gender, "", None)


def test_what_the_letters_leave_open_becomes_a_name_that_both_bear() -> None:
    for initial in naming("en").initials:
        genders = {gender_of(folded, "en") for _, folded in pool_of("neutral", "en", ANY, initial)}
        assert not genders & {"female", "male"} or genders <= {"female", "male"}
