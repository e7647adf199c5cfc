from __future__ import annotations

import pytest

from incognote.detect.joined_names import JoinedNames
from incognote.detect.lexicon.lists import load_lexicon

NAMES = ("Will Young", "Delgado-Ruiz, María", "Brian Rush", "Okafor", "Anna Lee Tone", "Ed Li")
LEXICON = load_lexicon("en")


def found(text: str) -> list[str]:
    return [text[start:end] for start, end, _ in sorted(JoinedNames(NAMES, LEXICON).find(text))]


@pytest.mark.parametrize(
    "token",
    [
        "will.young.chem", "young_will_mri.dcm", "WYoung", "wyoung", "youngw2", "YOUNGWILL",
        "willyoung@ward", "Will-Young", "scan/will.young/0417.dcm", "maria.delgado",
        "mdelgadoruiz", "delgado_44017_maria", "BRush", "b.brian.rush", "altone", "tone-lee",
        "wyoung_2019-03-14.pdf", "PatientWillYoungLab", "DraMaríaDelgadoInforme",
    ],
)  # fmt: skip
def test_a_token_with_given_name_and_surname_is_found_whole(token: str) -> None:
    assert found(f"results in {token}, see there") == [token]


def test_punctuation_around_it_stays() -> None:
    assert found("path (/will.young.chem). Then") == ["will.young.chem"]


@pytest.mark.parametrize(
    "text",
    [
        "Will Young seen. Young, Will; Will/Young and Will / Okafor",
        "a brush, Brush and BRUSH; stone, willing, youngest, Younger.",
        "will.follow young.adult okafor.chem Rush-hour, delgado-ruiz, Delgado.Patient",
        "Young/Okafor/Tone, led, Edli",
        "WillFollowYoung, YoungPatientWill, LeeScore",
    ],
)
def test_words_and_parts_are_none(text: str) -> None:
    assert found(text) == []


def test_the_number_tells_whose_it_is() -> None:
    assert list(JoinedNames(NAMES, LEXICON).find("brush b_rush.rush.brian")) == [(6, 23, 2)]


@pytest.mark.parametrize("before", ["İzmir, Pen\u0303a, ", "Pen\u0303a, ", "🙂 ", "ﬁne, ", "ẞ "])
def test_no_letter_before_it_hides_a_joined_name(before: str) -> None:
    ((start, end, number),) = JoinedNames(NAMES, LEXICON).find(f"{before}b_rush.rush.brian")
    assert (start, end, number) == (len(before), len(before) + 17, 2)


@pytest.mark.parametrize(
    ("name", "login"),
    [
        ("M. Applebaum", "mapple"),
        ("M. Applebaum MD", "mapplebaum"),
        ("Stig Halvorsen", "shalvor"),
        ("Halvorsen, Stig", "shalvors2"),
        ("Halvorsen, Stig", "SHALVOR"),
    ],
)
def test_a_login_of_initial_and_clipped_surname_is_found(name: str, login: str) -> None:
    for text in (f"{name} ({login}) 1208", login):
        spans = [text[a:b] for a, b, _ in JoinedNames([name], LEXICON).find(text)]
        assert spans == [login]


@pytest.mark.parametrize(
    "text",
    [
        "mappl, apple, pineapple, mapples, dapple, m apple, mapple-tree2x, xmapple, mappleton",
        "halvor, thalvor, shalvox, shalv",
    ],
)
def test_what_only_looks_like_a_clipped_login_is_none(text: str) -> None:
    names = ["M. Applebaum", "Stig Halvorsen", "Applebaum", "Ann Smith"]
    found = [text[a:b] for a, b, _ in JoinedNames(names, LEXICON).find(text)]
    assert found == (["mapple"] if "mapple-" in text else [])
