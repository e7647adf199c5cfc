"""Phone numbers: one area code stays one, extensions stay extensions, reserved numbers reserved."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote import Document, Span, get_policy, redact
from incognote.replace.replacement import Context

POLICY = get_policy("all").with_action("surrogate")
LABELS = (("en", "PHONE"), ("es", "NUMERO_TELEFONO"))


def replaced(
    *surfaces: str, lang: str = "en", label: str = "PHONE", key: bytes = b"k"
) -> list[str]:
    """What becomes of numbers in one note, in order."""
    text, spans = "", []
    for surface in surfaces:
        spans.append(Span(len(text), len(text) + len(surface), label))
        text += surface + "\n"
    return redact(Document("a", text, tuple(spans)), POLICY, Context(key, lang=lang)).text.split(
        "\n"
    )[:-1]


def digits(text: str) -> str:
    return re.sub(r"\D", "", text)


AREAS = {
    "216 {} {}": (3, 3, 4),
    "(216) {}-{}": (3, 3, 4),
    "1-216-{}-{}": (4, 3, 4),
    "01282 {}{}": (5, 3, 3),
    "+44 1282 {}{}": (6, 3, 3),
    "020 {} {}": (3, 4, 4),
    "0161 {} {}": (4, 3, 4),
    "952 {} {}": (3, 3, 3),
    "+34 952 {} {}": (5, 3, 3),
}


@pytest.mark.parametrize("form", AREAS)
@pytest.mark.parametrize(("lang", "label"), LABELS)
@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(2000, 9999), min_size=8, max_size=8), st.binary(min_size=1, max_size=2))
def test_numbers_of_an_area_stay_numbers_of_one_area(
    lang: str, label: str, form: str, parts: list[int], key: bytes
) -> None:
    size, first, last = AREAS[form]
    numbers = [
        form.format(str(a)[:first], str(b)[:last])
        for a, b in zip(parts[::2], parts[1::2], strict=True)
    ]
    made = replaced(*numbers, lang=lang, label=label, key=key)
    assert len({digits(new)[:size] for new in made}) == 1
    assert digits(made[0])[:size] != digits(numbers[0])[:size]
    for old, new in zip(numbers, made, strict=True):
        assert re.sub(r"\d", "0", new) == re.sub(r"\d", "0", old)
        assert digits(new)[-4:] != digits(old)[-4:]


@pytest.mark.parametrize(("lang", "label"), LABELS)
@pytest.mark.parametrize(
    ("surface", "form"),
    [
        ("(216) 555-0143", r"\(\d{3}\) 555-01\d\d"),
        ("216-555-0143 x4408", r"\d{3}-555-01\d\d x\d{4}"),
        ("555-0143", r"555-01\d\d"),
        ("1 800 555 0143", r"1 800 555 01\d\d"),
        ("020 7946 0123", r"02(?:8 9649 6|9 2018 0)\d{3}"),
        ("+44 20 7946 0123", r"\+44 2(?:8 9649 6|9 2018 0)\d{3}"),
        ("0121 496 0123", r"01(?:1[3-8]|31) 496 0\d{3}"),
        ("01632 960123", r"01632 960\d{3}"),
        ("07700 900456", r"07700 900\d{3}"),
        ("0808 157 0456", r"0808 157 0\d{3}"),
        ("(02) 5550 1234", r"\(02\) 5550 \d{4}"),
    ],
)
def test_what_nobody_has_stays_so(lang: str, label: str, surface: str, form: str) -> None:
    for key in range(12):
        (new,) = replaced(surface, lang=lang, label=label, key=bytes([key]))
        assert re.fullmatch(form, new), new
        assert new != surface


@pytest.mark.parametrize(("lang", "label"), LABELS)
@pytest.mark.parametrize(
    ("surface", "kept"),
    [
        ("+61 491 570 006", {"70006", "79455", "74632", "76398", "78888"}),
        ("0491 579 455", {"70006", "79455", "74632", "76398", "78888"}),
        ("1800 975 707", {"75707", "75708", "75709", "75710", "75711", "60401"}),
        ("1300 975 707", {"75707", "75708", "75709", "75710", "75711"}),
    ],
)
def test_of_single_numbers_that_nobody_has_each_becomes_another_of_them(
    lang: str, label: str, surface: str, kept: set[str]
) -> None:
    """Those beside them have owners: 0491 570 007 may ring."""
    made = {
        digits(new)[-5:]
        for key in range(200)
        for new in replaced(surface, lang=lang, label=label, key=bytes([key]))
    }
    assert digits(surface)[-5:] not in made
    assert (kept - {digits(surface)[-5:]}) <= made
    assert len(made) <= 29
    assert all(
        replaced(surface, lang=lang, label=label, key=bytes([key]))[0][:4] == surface[:4]
        for key in range(8)
    )


@pytest.mark.parametrize(
    "word", ["x", "ext. ", "ext ", " extensión ", ", ext. ", "Ext:", " anexo "]
)
def test_an_extension_is_the_same_with_every_number_and_alone(word: str) -> None:
    one, other, plain, alone = replaced(
        f"216-444-2231 {word}4417", f"(330) 871-2299{word}4417", "216-444-2231", "4417"
    )
    assert one.startswith(plain)
    assert digits(one)[10:] == digits(other)[10:] == alone != "4417"


def test_with_and_without_its_country_a_number_is_the_same() -> None:
    home, abroad = replaced("01282 804417", "+44 1282 804417")
    assert digits(home)[1:] == digits(abroad)[2:]
    home, abroad = replaced("216-444-2231", "+1 216 444 2231")
    assert digits(home) == digits(abroad)[1:]
