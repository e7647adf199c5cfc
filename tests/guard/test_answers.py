"""Surrogates come back as their originals, however a model wrote them, in one piece or in many."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.guard.answers import Answers, Pair
from incognote.replace.dates import Habits

HABITS = {"en": Habits(False, False, 2019, "en"), "es": Habits(True, True, 2019, "es")}
PAIRS = [
    Pair("PATIENT", "Elena Ruiz", "Maria Delgado", "en", "PATIENT"),
    Pair("DOCTOR", "Moss", "Winters", "en", "DOCTOR"),
    Pair("DOCTOR", "Peter Alan Kunz", "Tom Mark Gray", "en", "DOCTOR"),
    Pair("PATIENT", "Jesús Núñez-Peña", "Íñigo Sáez-Güell", "es", "NOMBRE_SUJETO_ASISTENCIA"),
    Pair("HOSPITAL", "Sharon General Hospital", "Mercy General Hospital", "en", "HOSPITAL"),
    Pair("MRN", "00977048", "00482913", "en", "MRN"),
    Pair("PHONE", "(853) 555-0182", "(216) 555-0143", "en", "PHONE"),
    Pair("PHONE", "+34 612 345 678", "+34 699 000 111", "es", "NUMERO_TELEFONO"),
    Pair("DATE", "11/23/2019", "3/14/2019", "en", "DATE"),
    Pair("DATE", "December 7, 2019", "March 28, 2019", "en", "DATE"),
    Pair("DATE", "23/11/2019", "14/03/2019", "es", "FECHAS"),
    Pair("DATE", "April 14", "Christmas", "en", "DATE"),
    Pair("STREET", "Calle Luna 4, 3.ª", "Calle Sol 7, 1.ª", "es", "CALLE"),
    Pair("DATE", "[DATE-2]", "2017", "en", "DATE"),
    Pair("PATIENT", "[PATIENT-4]", 'Bob "Bo"\nLee', "en", "PATIENT"),
    Pair("DOCTOR", "[DOCTOR-5]", "tw", "en", "DOCTOR"),
    Pair("HOSPITAL", "[HOSPITAL-6]", "St", "en", "HOSPITAL"),
    Pair("EMAIL", "elena@b.example.org", "maria@a.example.org", "en", "EMAIL"),
]
ANSWERS = Answers(PAIRS, HABITS)

CASES = [
    # as it was sent, in another case, with endings
    ("Elena Ruiz", "Maria Delgado"),
    ("to Elena\nRuiz", "to Maria\nDelgado"),
    ("ELENA RUIZ came", "MARIA DELGADO came"),
    ("elena ruiz", "maria delgado"),
    ("Ms. Ruiz's son, the Ruizes", "Ms. Delgado's son, the Delgados"),
    ("Moss' clinic", "Winters' clinic"),
    ("Ruiz’s", "Delgado’s"),
    ("los Ruiz", "los Delgado"),
    ("**Elena** _Ruiz_", "**Maria** _Delgado_"),
    # parts and initials
    ("Dear Elena,", "Dear Maria,"),
    ("Ruiz, Elena", "Delgado, Maria"),
    ("Ruiz, E.", "Delgado, M."),
    ("E. Ruiz (E.R.)", "M. Delgado (M.D.)"),
    ("Peter A. Kunz and P. A. Kunz", "Tom M. Gray and T. M. Gray"),
    ("Jesus Nunez-Pena", "Íñigo Sáez-Güell"),
    ("Sra. Núñez", "Sra. Sáez"),
    ("at Sharon General", "at Mercy General"),
    ("CALLE LUNA 4, 3.ª", "CALLE SOL 7, 1.ª"),
    ("the Sharon team", "the Mercy team"),
    # numbers
    ("MRN 0097-7048", "MRN 0048-2913"),
    ("853.555.0182", "216.555.0143"),
    ("+1 853-555-0182", "+1 216-555-0143"),
    ("8535550182", "2165550143"),
    ("612 34 56 78", "699 00 01 11"),
    ("+34612345678", "+34699000111"),
    ("100977048", "100977048"),
    # dates
    ("2019-11-23", "2019-03-14"),
    ("November 23rd, 2019", "March 14th, 2019"),
    ("Saturday, 23 Nov 2019", "Thursday, 14 Mar 2019"),
    ("7/12/2019, in Spain's order", "28/3/2019, in Spain's order"),
    ("on November 23", "on March 14"),
    ("in December 2019", "in March 2019"),
    ("el 23 de noviembre de 2019", "el 14 de marzo de 2019"),
    ("sábado 7 de diciembre", "jueves 28 de marzo"),
    ("back on 12/21/2019", "back on 4/11/2019"),  # two weeks after the second
    ("the guideline of 2015-11-23", "the guideline of 2015-11-23"),
    ("since April 14.", "since Christmas."),
    # tags, and what must be escaped where it goes back
    ("since [DATE-2], (DATE-2)", "since 2017, (2017)"),
    (r"since \[DATE-2\]", "since 2017"),
    ("date 2", "date 2"),
    ("doctor [DOCTOR-5], Hospital", "doctor tw, Hospital"),
    (r'{"name": "Jes\u00fas N\u00fa\u00f1ez-Pe\u00f1a"}', json.dumps({"name": "Íñigo Sáez-Güell"})),
    (r"Seen:\nElena Ruiz\nMRN", r"Seen:\nMaria Delgado\nMRN"),
    # what is none of them
    ("Ruizlike, aRuiz, Mossy", "Ruizlike, aRuiz, Mossy"),
    ("sharon", "sharon"),
    ("", ""),
]


@pytest.mark.parametrize(("answer", "meant"), CASES)
def test_an_answer_gets_its_originals(answer: str, meant: str) -> None:
    assert ANSWERS.restore(answer) == meant


def test_in_json_what_is_put_back_is_escaped() -> None:
    restored = ANSWERS.restore('{"who": "[PATIENT-4]"}', in_json=True)
    assert json.loads(restored) == {"who": 'Bob "Bo"\nLee'}


def test_what_may_be_two_originals_is_left() -> None:
    pairs = [
        Pair("PATIENT", "Elena Ruiz", "Maria Delgado"),
        Pair("DOCTOR", "Elena Ross", "Sofia Denk"),
    ]
    assert Answers(pairs, {}).restore("Elena, E.R., Ruiz") == "Elena, E.R., Delgado"


def test_what_was_sent_as_it_stood_is_left() -> None:
    answers = Answers(PAIRS, HABITS, frozenset({"11/23", "MOSSES"}))
    assert answers.restore("11/23 MOSSES") == "11/23 MOSSES"
    assert (
        answers.restore("11/23/2019 MOSS, Moss and 11-23") == "3/14/2019 WINTERS, Winters and 3-14"
    )


PIECES = st.one_of(
    st.sampled_from([case[0] for case in CASES]),
    st.sampled_from([" ", "\n", ", ", "\\n", "’s ", "-", "23", " de ", "[", "Elena"]),
    st.text("Elna Ruiz.'\\[]-/0123456789", max_size=6),
)


@given(st.lists(PIECES, max_size=12), st.lists(st.integers(1, 30), max_size=40))
def test_a_stream_is_the_same_however_it_is_cut(pieces: list[str], sizes: list[int]) -> None:
    text = "".join(pieces)
    stream, out, at = ANSWERS.stream(), [], 0
    for size in sizes:
        out.append(stream.add(text[at : at + size]))
        at += size
    out += (stream.add(text[at:]), stream.end())
    assert "".join(out) == ANSWERS.restore(text)


def test_a_stream_lags_by_no_more_than_the_longest_form() -> None:
    stream, text = ANSWERS.stream(), "x " * 1000
    assert len(stream.add(text)) >= len(text) - ANSWERS.reach


def test_nothing_shows_in_a_repr() -> None:
    assert "Delgado" not in repr(PAIRS) + repr(ANSWERS) + repr(ANSWERS.stream())
