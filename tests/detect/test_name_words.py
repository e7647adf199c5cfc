from __future__ import annotations

import pytest

from incognote.core.words import words_of
from incognote.detect.lexicon.lists import load_lexicon
from incognote.detect.name_words import NameWords

ENGLISH = ("Will Young", "Hope May", "Rose Grace", "Case, Bo", "K. Rush", "Sister Joy An")
SPANISH = ("Paz Luna", "Rosa Cruz", "Dolores Ibarra")


def found(text: str, names: tuple[str, ...] = ENGLISH, lang: str = "en") -> list[str]:
    """The words of a text that are names by what stands around them."""
    lexicon = load_lexicon(lang)
    plain = {word.key for word in words_of(text) if not word.case}
    taken = bytearray(len(text))
    return [
        text[start:end]
        for start, end, _ in NameWords(names, lexicon).find(text, taken, lambda word: True, plain)
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        # The verb of a person at the start of a sentence.
        ("Young reports pain. Will denies it.", ["Young", "Will"]),
        ("Rest. Hope is comfortable. May was here.", ["Hope", "May"]),
        ("Bo agrees.", ["Bo"]),
        ("Will slept well. Hope voided 300, Rest. Young ambulated.", ["Will", "Hope", "Young"]),
        ("Rest. Will resting. Hope tolerating diet. Grace up in chair.", ["Will", "Hope", "Grace"]),
        ("Rest. Rose remained calm. Grace received a unit. Case left.", ["Rose", "Grace", "Case"]),
        ("Hope reviewed the film. Grace ordered an MRI.", ["Hope", "Grace"]),
        ("Grace 555-0134, Rush x4521", ["Grace", "Rush"]),
        # Another part of the same name, or its initial.
        ("Will Young, W. Young, YOUNG, WILL", ["Will", "Young", "Young", "YOUNG", "WILL"]),
        # Titles, relations, small words before; possessives, quotes, brackets, degrees.
        ("Mr Young, nurse Grace, dr rush", ["Young", "Grace", "rush"]),
        ("daughter Hope and son Will at bedside", ["Hope", "Will"]),
        ("told Will to come, seen by Young and with Hope.", ["Will", "Young", "Hope"]),
        ("Young's wife; (Hope); goes by May now", ["Young", "Hope", "May"]),
        ("Rose, RN", ["Rose"]),
        ("Maria and Young came", []),
        ("Will Young and Hope came", ["Will", "Young", "Hope"]),
    ],
)
def test_names(text: str, names: list[str]) -> None:
    assert found(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "May take with food. Will follow up. Young adult. Rose to 38.2. Grace period over.",
        "Hope is to discharge. Hope was that she goes home. Hope for the best.",
        "will call, may repeat, we hope, young man, rose, rush, an, bo",
        "RN. Will follow up. Nurse: Will call back. nurse will call, MD may repeat it",
        "Patient Will call. Pt, May repeat once (May repeat twice) seen today Will follow up",
        "Patient Will need PT. Seen today Will discuss. Wife May bring meds, pt May proceed",
        "WILL FOLLOW UP\nMAY REPEAT\nYOUNG ADULT CLINIC\nHOPE",
        "in May, since May 2019, May 3, by May, of May or June",
        "referred to Hope Clinic, via Rose Medical Center, a Young adult",
        "Hope:\nGrace\nMay - repeat",
        # A note that writes the word small shows that it is one.
        "this case is hard. Case was discussed.",
        # Long-term care of Ms. Long: the same word beside it says nothing.
        "Will. Will-power. no Rush",
        # The relation in front is no part of the name.
        "Sister states",
    ],
)
def test_words(text: str) -> None:
    assert found(text) == []


def test_case_is_a_name_where_the_note_writes_it_never_small() -> None:
    assert found("Case was comfortable.") == ["Case"]


def test_spanish_names() -> None:
    text = "Rosa refiere dolor. Se llama a Dolores, con Luna. Sra. Cruz. Hija Paz."
    assert found(text, SPANISH, "es") == ["Rosa", "Dolores", "Luna", "Cruz", "Paz"]


@pytest.mark.parametrize(
    "text",
    [
        "Acude a Cruz Roja. Cruz Roja avisada. Paz y tranquilidad. paz y tranquilidad en casa",
        "Dolores de cabeza. Dolores abdominales. Luna llena. Rosa palido. dolores, la Luna",
    ],
)
def test_spanish_words(text: str) -> None:
    assert found(text, SPANISH, "es") == []


def test_what_is_marked_already_is_not_told_again() -> None:
    lexicon = load_lexicon("en")
    text = "told Will to come"
    for mark, expected in ((0, [(5, 9, frozenset({0}))]), (1, [])):
        taken = bytearray([mark]) * len(text)
        names = NameWords(["Will Young"], lexicon)
        assert list(names.find(text, taken, lexicon.is_ordinary, ())) == expected
