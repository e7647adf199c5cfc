"""What is asked stands at the places of the gold marks, in every group of both languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from incognote.core.case import fold
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError
from incognote.core.known import Known
from incognote.core.language import get_language
from incognote.io.inline import parse
from incognote.lab.probe import all_questions, answers, ask, places_of
from incognote.replace.name_lists import rows_of

EN = (
    "[[PATIENT#1|Maria Delgado]], MRN [[MRN|00482913]], seen on [[DATE|03/14/2019]] by "
    "Dr. [[DOCTOR#1|James Okafor]] at [[HOSPITAL#1|Mercy Regional Hospital]] in [[CITY|Leeds]]. "
    "Ms. [[PATIENT#1|Delgado]] was told on [[DATE|March 14]] and in [[DATE|May 2018]]; call "
    "[[PHONE|(774) 555-0136]].\nSigned [[DOCTOR#1|JO]]\n"
)
ES = (
    "[[NOMBRE_SUJETO_ASISTENCIA#1|Carmen Delgado Ruiz]], NHC [[ID_SUJETO_ASISTENCIA|00482913]], "
    "vista el [[FECHAS|14/03/2019]] por el Dr. [[NOMBRE_PERSONAL_SANITARIO#1|Jaime Pardo]] en el "
    "[[HOSPITAL|Hospital Virgen del Rocío]] de [[TERRITORIO|Sevilla]], el [[FECHAS|14 de marzo]] y "
    "en [[FECHAS|mayo de 2018]]. Tel. [[NUMERO_TELEFONO|655 018 402]].\n"
)
LANGS = {"en": EN, "es": ES}


def note(lang: str) -> Document:
    return parse("a", LANGS[lang])


def surfaces(doc: Document, spans: Sequence[Span] | None = None) -> list[str]:
    return [doc.text[s.start : s.end] for s in (doc.spans if spans is None else spans)]


QUESTIONS = [(lang, name) for lang in LANGS for name in all_questions(lang)]


@pytest.mark.parametrize(("lang", "name"), QUESTIONS)
def test_every_group_stands_at_the_same_places(lang: str, name: str) -> None:
    doc, question = note(lang), all_questions(lang)[name]
    places = places_of(doc, question)
    assert places
    rest = outside(doc, places)
    for group in question.groups:
        asked = ask(doc, places, group, "1")
        assert outside(asked, asked.spans) == rest, group.name
        assert [s.label for s in asked.spans] == [s.label for s in places]
        for surface in surfaces(asked):
            assert surface == surface.strip() != "", group.name


def outside(doc: Document, spans: Sequence[Span]) -> list[str]:
    borders = [0, *(at for s in spans for at in (s.start, s.end)), len(doc.text)]
    return [doc.text[a:b] for a, b in zip(borders[::2], borders[1::2], strict=True)]


@pytest.mark.parametrize("lang", LANGS)
def test_the_seed_settles_all(lang: str) -> None:
    doc, question = note(lang), all_questions(lang)["names"]
    places, group = places_of(doc, question), question.groups[0]
    first = ask(doc, places, group, "1")
    assert first == ask(doc, places, group, "1")
    assert any(first != ask(doc, places, group, str(seed)) for seed in range(2, 9))


def test_one_person_stays_one_and_initials_are_no_name_to_swap() -> None:
    doc, question = note("en"), all_questions("en")["names"]
    places = places_of(doc, question)
    assert surfaces(doc, places) == ["Maria Delgado", "James Okafor", "Delgado"]
    for group in question.groups:
        patient, _, again = surfaces(ask(doc, places, group, "1"))
        assert patient.split()[-1].endswith(again.split()[-1]), group.name


@pytest.mark.parametrize("lang", LANGS)
def test_the_groups_of_names_hold_what_they_say(lang: str) -> None:
    doc, question = note(lang), all_questions(lang)["names"]
    places, rows = places_of(doc, question), get_language(lang).table("names")
    by_name = {group.name: group for group in question.groups}
    for seed in map(str, range(20)):
        asked = ask(doc, places, by_name["in no list"], seed)
        words = [w for surface in surfaces(asked) for w in re.findall(r"[^\W\d_]{2,}", surface)]
        assert not any(rows_of(fold(word), lang) for word in words)
        surname = surfaces(ask(doc, places, by_name["eponym"], seed))[1].split()[-1]
        assert surname in rows["eponyms last"]


@pytest.mark.parametrize(
    ("group", "written"),
    [("in capitals", "MARIA DELGADO"), ("in small letters", "maria delgado")],
)
def test_names_are_written_otherwise(group: str, written: str) -> None:
    doc, question = note("en"), all_questions("en")["writing"]
    by_name = {each.name: each for each in question.groups}
    asked = ask(doc, places_of(doc, question), by_name[group], "1")
    assert surfaces(asked)[0] == written


@pytest.mark.parametrize(
    ("lang", "group", "written"),
    [
        ("en", "Surname, Given", "Delgado, Maria"),
        ("en", "SURNAME, Given", "DELGADO, Maria"),
        ("en", "G. Surname", "M. Delgado"),
        ("en", "GS", "MD"),
        ("es", "Surname, Given", "Delgado Ruiz, Carmen"),
    ],
)
def test_full_names_change_their_order(lang: str, group: str, written: str) -> None:
    doc, question = note(lang), all_questions(lang)["order"]
    by_name = {each.name: each for each in question.groups}
    assert surfaces(ask(doc, places_of(doc, question), by_name[group], "1"))[0] == written


@pytest.mark.parametrize(
    ("lang", "name", "group", "written"),
    [
        ("en", "dates", "4 March 2019", "14 March 2019"),
        ("en", "dates", "2019-03-04", "2019-03-14"),
        ("en", "days", "3/4", "3/14"),
        ("en", "months", "03/2019", "05/2018"),
        ("es", "dates", "4 de marzo de 2019", "14 de marzo de 2019"),
        ("es", "days", "4/3", "14/3"),
    ],
)
def test_dates_stay_the_days_that_they_were(lang: str, name: str, group: str, written: str) -> None:
    doc, question = note(lang), all_questions(lang)[name]
    by_name = {each.name: each for each in question.groups}
    assert surfaces(ask(doc, places_of(doc, question), by_name[group], "1")) == [written]


def test_of_marks_that_overlap_the_first_is_asked() -> None:
    doc = note("en")
    inner = replace(doc.spans[0], start=doc.spans[0].start + 6)
    question = all_questions("en")["names"]
    places = places_of(doc.with_spans((*doc.spans, inner)), question)
    assert places == places_of(doc, question)


def test_what_a_container_says_of_its_people_is_left_out() -> None:
    doc = replace(note("en"), known=Known(names=("Delgado, Maria",)))
    question = all_questions("en")["names"]
    assert ask(doc, places_of(doc, question), question.groups[0], "1").known is None


def test_answers_are_counted_place_by_place() -> None:
    doc, question = note("en"), all_questions("en")["order"]
    empty = replace(doc, id="b", text="Nothing here.", spans=())

    def annotate(docs: Sequence[Document]) -> list[Document]:
        assert all(not d.spans for d in docs)
        return [d.with_spans([Span(0, 5, "PATIENT")]) for d in docs]

    found = annotate([d.with_spans(()) for d in (doc, empty)])
    told: list[str] = []
    asked = answers(
        question, [doc, empty], found, annotate, seed="1", values=True, told=told.append
    )
    assert asked is not None
    assert told == [group.name for group in question.groups]
    assert [d.id for d in asked.notes] == ["a"]
    by_name = {each.group: each for each in asked.answers}
    assert list(by_name["GS"].size) == [2, 2]
    assert list(by_name["GS"].bare) == [0, 2]
    assert by_name["GS"].values == ["MD", "JO"]
    assert list(asked.as_it_stands.bare) == [7, 11]


def test_a_question_without_a_place_is_none() -> None:
    doc = Document("a", "Nothing here.")
    assert answers(all_questions("en")["names"], [doc], [doc], list, seed="1") is None


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ConfigError, match="language"):
        all_questions("xx")
