"""Names of which a detector found half."""

from __future__ import annotations

import pytest

from incognote.core.document import Span
from incognote.detect.half_names import whole_names
from incognote.detect.lexicon.lists import load_lexicon


@pytest.mark.parametrize(
    ("text", "given", "whole"),
    [
        ("told Margaret\nThornbury so", "Margaret", "Margaret\nThornbury"),
        ("told Margaret \r\n    Quorndon was well", "Margaret", "Margaret \r\n    Quorndon"),
        ("told Margaret\nQuorndon\n", "Margaret", None),
        ("told Margaret\nStable today", "Margaret", None),
        ("told Margaret\n\nThornbury", "Margaret", None),
        ("told Will\nThornbury so", "Will", None),
        ("told Margaret\nREJ 75", "Margaret", None),
    ],
)
def test_a_given_name_at_the_end_of_a_line(text, given, whole):
    start = text.index(given)
    span = Span(start, start + len(given), "PATIENT", 0.9, "neural")
    found = list(whole_names(text, [span], load_lexicon("en"), "en"))
    assert [text[s.start : s.end] for s in found] == ([whole] if whole else [])


@pytest.mark.parametrize(
    ("text", "half", "label", "whole"),
    [
        ("derivada al San Telmo ayer", "San", "HOSPITAL", "San Telmo"),
        ("derivada a la San Telmo ayer", "Telmo", "CENTRO_SALUD", "San Telmo"),
        ("reside en Sta. Brígida, sola", "Brígida", "TERRITORIO", "Sta. Brígida"),
        ("el CS Ntra. Sra. de la Merced", "Ntra. Sra. de la", "CENTRO_SALUD",
         "Ntra. Sra. de la Merced"),
        ("la Nuestra Señora de Ágreda", "Nuestra Señora", "INSTITUCION",
         "Nuestra Señora de Ágreda"),
        ("calle Mayor San Telmo", "Telmo", "TERRITORIO", None),  # the street ends in its saint
        ("tos. San desde ayer", "San", "HOSPITAL", None),
        ("vino Margarita\nÁlvarez refiere", "Margarita", "NOMBRE_SUJETO_ASISTENCIA",
         "Margarita\nÁlvarez"),
    ],
)  # fmt: skip
def test_halves_of_spanish_names(text, half, label, whole):
    start = text.index(half)
    span = Span(start, start + len(half), label, 0.95, "neural")
    found = list(whole_names(text, [span], load_lexicon("es"), "es"))
    assert [text[s.start : s.end] for s in found] == ([whole] if whole else [])
    assert {s.label for s in found} <= {label}


@pytest.mark.parametrize(
    ("text", "half", "whole"),
    [
        ("stented (Dhec Zuk), then", "Zuk", "Dhec Zuk"),
        ("told Quenp Viurat so", "Quenp", "Quenp Viurat"),
        ("told Margaret Still: hold", "Margaret", "Margaret Still"),
        ("police Ofc Zuk en route", "Zuk", None),  # a role before a name
        ("told Quenp Cardiology so", "Quenp", None),
        ("told Margaret Still waiting", "Margaret", None),
        ("seen (Hassan Zuk), then", "Zuk", "Hassan Zuk"),
        ("divorced from My Linh Lai, who", "Linh Lai", "My Linh Lai"),
        ("heard by Judge Zuk today", "Zuk", None),
        ("avoid St Zuk wort", "Zuk", None),
        ("Thu Ho EMT, Nhi Truong-To MICN", "Nhi Truong-", "Nhi Truong-To"),
        ("by Ana Truong-led team", "Ana Truong-", None),
        ("ANA TRUONG-TO AWARE", "ANA TRUONG-", "ANA TRUONG-TO"),
        ("per Ana Truong-NPO after midnight", "Ana Truong-", None),
        ("LIC 0442\nR. Zuk concurs", "Zuk", "R. Zuk"),
        ("vitamin D. Zuk concurs", "Zuk", None),
        ("Form 2161   ZUK S   AM-0091", "ZUK", "ZUK S"),
        ("Form 2161 ZUK S AM-0091", "ZUK", None),
    ],
)
def test_what_stands_beside_a_name_and_can_be_nothing_else(text, half, whole):
    start = text.index(half)
    span = Span(start, start + len(half), "DOCTOR", 0.95, "neural")
    found = list(whole_names(text, [span], load_lexicon("en"), "en"))
    assert [text[s.start : s.end] for s in found] == ([whole] if whole else [])


@pytest.mark.parametrize(
    ("lang", "text", "half", "whole"),
    [
        ("en", "card is UMWA HEALTH AND RETIREMENT 188", "UMWA HEALTH AND",
         "UMWA HEALTH AND RETIREMENT"),
        ("en", "seen at Mercy Health and then home", "Mercy Health and", None),
        ("es", "trasladada a Fundación Salud y Vida ayer", "Fundación Salud y",
         "Fundación Salud y Vida"),
    ],
)  # fmt: skip
def test_an_institution_that_ends_with_a_link_takes_the_word_behind_it(lang, text, half, whole):
    label = {"en": "ORGANIZATION", "es": "INSTITUCION"}[lang]
    start = text.index(half)
    span = Span(start, start + len(half), label, 0.95, "neural")
    found = list(whole_names(text, [span], load_lexicon(lang), lang))
    assert [text[s.start : s.end] for s in found] == ([whole] if whole else [])


@pytest.mark.parametrize(
    ("text", "part", "whole"),
    [
        ("Dr. Zuk (DE77987) saw", "77987", "DE77987"),
        ("col. 0612680R. Fin", "0612680", "0612680R"),
        ("petición B5S76Y8S, falta", "76", "B5S76Y8S"),
        ("DESC\tAMT\n4410281\t07", "4410281", None),
        ("dose 44102mg given", "44102", None),
        ("MRN-44102 seen", "44102", None),
    ],
)
def test_a_number_takes_the_token_of_which_it_is_a_part(text, part, whole):
    start = text.index(part)
    span = Span(start, start + len(part), "MRN", 0.95, "neural")
    found = list(whole_names(text, [span], load_lexicon("en"), "en"))
    assert [text[s.start : s.end] for s in found] == ([whole] if whole else [])
