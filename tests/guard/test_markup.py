"""A name that a conversation knows is found whatever markup stands within it."""

from __future__ import annotations

import re
import time

import pytest

from incognote.core.decoded import Decoded, without
from incognote.guard import Guard
from incognote.guard.markup import WITHIN_A_WORD, readings

NOTES = {
    "en": "Patient: Maria Quillfeather, MRN 00482913, seen by Dr. Ada Ruiz on 3/14/2019.",
    "es": "Paciente: María Quintanilla, NHC 00482913, vista por la Dra. Ada Ruiz el 14/3/2019.",
}
NAMES = {"en": ("Quillfeather", "ruiz", "00482913"), "es": ("Quintanilla", "RUIZ", "00482913")}
WAYS = (
    "**{0}**{1}{2}",
    "{0}**{1}**{2}",
    "{0}__{1}__{2}",
    "_{0}_{1}{2}",
    "`{0}`{1}{2}",
    "~~{0}{1}~~{2}",
    "=={0}=={1}{2}",
    "[{0}](https://a.example/b){1}{2}",
    "{0}[{1}](#a 'b'){2}",
    "<b>{0}</b>{1}{2}",
    '{0}<span title="a" onclick="b">{1}</span>{2}',
    "{0}<!-- a -->{1}{2}",
    "<custom-tag>{0}</custom-tag>{1}{2}",
    "{0}[b]{1}[/b]{2}",
    r"\textbf{{{0}}}{1}{2}",
    r"{0}\*{1}\_{2}",
    "{0}\u200b{1}\u2060{2}",
    "{0}&shy;{1}<wbr>{2}",
    "**<u>{0}</u>**{1}~~*{2}*~~",
)


@pytest.fixture(scope="module", params=sorted(NOTES))
def spoken(request: pytest.FixtureRequest) -> tuple[str, Guard]:
    lang = request.param
    return lang, Guard(lang=lang, fast=lang == "en", key=b"k" * 32)


def seen(text: str) -> str:
    """A text in all ways in which somebody may read it."""
    squeezed = re.sub(r"[\W_]+", "", text)
    return "\n".join((squeezed, *(read.text for read in readings(text)))).lower()


@pytest.mark.parametrize(("text", "meaning"), WITHIN_A_WORD.cases)
def test_cases(text: str, meaning: str) -> None:
    assert without(WITHIN_A_WORD, Decoded(text)).text == meaning


@pytest.mark.parametrize("way", WAYS)
def test_a_known_name_in_markup_is_not_sent(spoken: tuple[str, Guard], way: str) -> None:
    lang, guard = spoken
    for name in NAMES[lang]:
        at = len(name) // 3 or 1
        split = way.format(name[:at], name[at : 2 * at], name[2 * at :])
        with guard.session() as session:
            session.protect(NOTES[lang])
            sent = session.protect(f"so {split} it is")
            assert name.lower() not in seen(sent), way
            # ... and beside the text that tells it, in the same turn
            first, second = session.protect_all([NOTES[lang], f"so {split} it is"])
            assert name.lower() not in seen(f"{first} {second}")


def test_a_name_in_the_text_that_tells_it(spoken: tuple[str, Guard]) -> None:
    lang, guard = spoken
    name = NAMES[lang][0]
    with guard.session() as session:
        sent = session.protect(f"{NOTES[lang]}\n\nThen **{name[:3]}**{name[3:]} rose.")
        assert name.lower() not in seen(sent)


@pytest.mark.parametrize("piece", ["a<", "a[b](", "a**", "a<!--", r"a\b{", "a[b]", "a<b "])
def test_takes_time_in_line_with_the_text(piece: str) -> None:
    began = time.perf_counter()
    readings(piece * 50_000)
    assert time.perf_counter() - began < 20
