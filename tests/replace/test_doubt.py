"""What may be no identifier becomes a tag: no measurement turns into another one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote import Document, Span, get_policy, redact
from incognote.languages.en.doubt import DOUBT as EN
from incognote.languages.es.doubt import DOUBT as ES
from incognote.replace.replacement import Context

POLICY = get_policy("all").with_action("surrogate")
DATE = {"en": "DATE", "es": "FECHAS"}
AGE = {"en": "AGE", "es": "EDAD_SUJETO_ASISTENCIA"}
CODE = {"en": "IDNUM", "es": "OTRO_NUMERO_IDENTIF"}
NAME = {"en": "PATIENT", "es": "NOMBRE_SUJETO_ASISTENCIA"}
JOB = {"en": "PROFESSION", "es": "PROFESION"}
LANGS = ("en", "es")


def replaced(
    text: str,
    *marks: tuple[str, str, float, str],
    lang: str = "en",
    doubtful: str = "tag",
) -> list[str]:
    """What becomes of marks (surface, label, score, source), in order."""
    spans, at = [], 0
    for surface, label, score, source in marks:
        start = text.index(surface, at)
        at = start + len(surface)
        spans.append(Span(start, at, label, score, source))
    done = redact(
        Document("a", text, tuple(spans)), POLICY, Context(b"k", lang=lang, doubtful=doubtful)
    )
    return [done.text[change.new_start : change.new_end] for change in done.replaced]


def is_tag(new: str) -> bool:
    return new.startswith("[") and new.endswith("]")


@pytest.mark.parametrize("lang", LANGS)
@settings(deadline=None)
@given(
    st.integers(0, 28), st.sampled_from((7, 10, 12, 15, 24)), st.sampled_from(("neural", "rules/x"))
)
def test_what_may_be_a_score_or_a_part_of_a_year_is_no_date_however_sure(
    lang: str, part: int, whole: int, source: str
) -> None:
    surface = f"{part}/{whole}"
    for before in ("EVA", "pain", "GCS", "", "x"):
        text = f"{before} {surface}, hoy"
        (new,) = replaced(text, (surface, DATE[lang], 1.0, source), lang=lang)
        assert is_tag(new), text


@pytest.mark.parametrize("lang", LANGS)
@settings(deadline=None)
@given(
    st.sampled_from((DATE, AGE, CODE)),
    st.integers(1, 9999),
    st.sampled_from(
        (" mg", "mg/dL", " mmol/L", " U/L", "%", " ml", " kg", " mmHg", ",120 g", " cm")
    ),
)
def test_a_number_with_its_unit_is_never_another_number(
    lang: str, labels: dict[str, str], number: int, unit: str
) -> None:
    surface = str(number if unit[0] != "," else number % 999)
    text = f"CA 125 {surface}{unit} ayer"
    (new,) = replaced(f"- {surface}{unit} ayer", (surface, labels[lang], 1.0, "neural"), lang=lang)
    assert is_tag(new), text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("labels", "surface", "low", "high"),
    [
        *((DATE, surface, 0.9, 0.97) for surface in ("4/3", "24-3", "'98")),
        (DATE, "2014", 0.9, 0.99),
        (AGE, "44", 0.9, 0.97),
        *((CODE, surface, 0.9, 0.99) for surface in ("G0439", "27132", "M-81403")),
        (CODE, "AC-4471-0092", 0.9, 0.97),
        (NAME, "Delgado", 0.7, 0.87),
        (NAME, "Jk", 0.9, 0.97),
        (JOB, "welder", 0.8, 0.87),
    ],
)
def test_the_more_it_looks_like_medicine_the_surer_the_detector_must_be(
    lang: str, labels: dict[str, str], surface: str, low: float, high: float
) -> None:
    for score, source, tagged in (
        *((low, "neural", True), (high, "neural", False)),
        # found for the sake of another mark, of which there is none
        *((high, "propagation", labels in (CODE, NAME)), (low, "verify", True)),
        *((low, "", False), (low, "roster", False), (low, "site/x", False)),
    ):
        (new,) = replaced(f"- {surface} -", (surface, labels[lang], score, source), lang=lang)
        assert is_tag(new) == tagged, (surface, score, source)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    "surface", ["3/14/2019", "2019-03-14", "14.03.19", "Mar 14", "14 mayo 2012"]
)
def test_what_can_only_be_a_date_moves_however_weak_the_mark(lang: str, surface: str) -> None:
    for source in ("neural", "rules/x", "propagation"):
        (new,) = replaced(f"- {surface} -", (surface, DATE[lang], 0.5, source), lang=lang)
        assert not is_tag(new)


@pytest.mark.parametrize(
    ("lang", "before"), [("en", "seen on"), ("en", "since"), ("es", "visto el"), ("es", "desde")]
)
def test_a_day_that_the_note_calls_one_moves(lang: str, before: str) -> None:
    (new,) = replaced(f"{before} 4/10 -", ("4/10", DATE[lang], 0.97, "neural"), lang=lang)
    assert not is_tag(new)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("standard", ["FIGO", "ELN", "AJCC", "KDIGO"])
def test_the_year_of_a_classification_stays_out_of_the_dates(lang: str, standard: str) -> None:
    (new,) = replaced(f"({standard} 2018)", ("2018", DATE[lang], 1.0, "neural"), lang=lang)
    assert is_tag(new)


@pytest.mark.parametrize("lang", LANGS)
def test_hours_are_no_number_of_a_record(lang: str) -> None:
    for surface in ("0915-1148", "0600-0900-1200"):
        (new,) = replaced(f"- {surface} -", (surface, CODE[lang], 1.0, "neural"), lang=lang)
        assert is_tag(new)
    (new,) = replaced("- 0975-1148 -", ("0975-1148", CODE[lang], 1.0, "neural"), lang=lang)
    assert not is_tag(new)


@pytest.mark.parametrize(
    ("surface", "before", "tagged"),
    [
        *(
            ("icu 11", "", False),
            ("Rm 4", "", False),
            ("11", "bed ", False),
            ("214", "cama ", False),
        ),
        *(
            ("EBUS 4R/7", "", True),
            ("LOS 8", "", True),
            ("7a", "to ", True),
            ("3T", "at ", True),
            ("TRAUMA LEVEL 1", "ED ", True),
            ("ICU 3/12", "", True),
        ),
    ],
)
def test_a_number_is_one_of_a_room_where_a_word_says_so(
    surface: str, before: str, tagged: bool
) -> None:
    (new,) = replaced(f"- {before}{surface} -", (surface, "UNIT", 0.99, "neural"))
    assert is_tag(new) == tagged


@pytest.mark.parametrize("lang", LANGS)
def test_a_name_or_number_that_is_sure_once_is_sure_wherever_it_stands(lang: str) -> None:
    strong, weak = 0.99, 0.55
    for label, first, again in (
        (NAME, "Ana Delgado", "Delgado"),
        (CODE, "AC-4471-0092", "AC 4471 0092"),
    ):
        (_, alone) = replaced(
            f"{first}. - {again}",
            (first, label[lang], strong, "neural"),
            (again, label[lang], weak, "neural"),
            lang=lang,
        )
        assert not is_tag(alone)
    both = (("4/3", DATE[lang], strong, "neural"), ("4/3", DATE[lang], weak, "neural"))
    assert is_tag(replaced("4/3. - 4/3", *both, lang=lang)[1])


@pytest.mark.parametrize("lang", LANGS)
def test_doubtful_marks_become_surrogates_where_that_is_asked(lang: str) -> None:
    mark = ("5/10", DATE[lang], 0.6, "neural")
    assert is_tag(*replaced("dolor 5/10.", mark, lang=lang))
    assert not is_tag(*replaced("dolor 5/10.", mark, lang=lang, doubtful="surrogate"))


@pytest.mark.parametrize("lang", LANGS)
def test_a_day_that_a_paragraph_begins_with_moves(lang: str) -> None:
    mark = ("14/10", DATE[lang], 0.97, "neural")
    assert not is_tag(*replaced("12/10 15:20.\n14/10 06:00. ok", mark, lang=lang))
    assert is_tag(*replaced("EVA 14/10 06:00. ok", mark, lang=lang))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("source", ["propagation", "verify"])
@settings(deadline=None)
@given(st.floats(0.5, 1.0))
def test_what_is_found_for_the_sake_of_another_mark_is_as_sure_as_that(
    lang: str, source: str, score: float
) -> None:
    for label, sure, same, other in (
        (NAME, "Ana High", "High", "thigh"),
        (CODE, "AC-4471-0092", "AC 4471 0092", "9981"),
    ):
        for origin, tagged in (("neural", False), ("", False), ("roster", False)):
            first = (sure, label[lang], 0.99, origin)
            (_, again, stray) = replaced(
                f"{sure}. - {same} - {other}",
                *(first, (same, label[lang], score, source), (other, label[lang], score, source)),
                lang=lang,
            )
            assert is_tag(again) == tagged, (sure, origin)
            assert is_tag(stray), (other, origin)
        weak = (sure, label[lang], 0.5, "neural")
        assert is_tag(
            replaced(f"{sure}. - {same}", weak, (same, label[lang], score, source), lang=lang)[1]
        )


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("source", ["neural", "rules/x"])
@settings(deadline=None)
@given(st.integers(1, 12), st.integers(13, 31))
def test_a_pair_in_the_other_order_than_the_dates_of_the_note_is_no_date(
    lang: str, source: str, month: int, day: int
) -> None:
    for whole, other in (("25/12/2018", f"{month}/{day}"), ("12/25/2018", f"{day}/{month}")):
        (_, odd) = replaced(
            f"{whole}: x {other} -",
            (whole, DATE[lang], 0.99, "neural"),
            (other, DATE[lang], 0.99, source),
            lang=lang,
        )
        assert is_tag(odd), (whole, other)
    for whole, day_month in (("25/12/2018", "19/11"), ("12/25/2018", "11/19")):
        marks = ((whole, DATE[lang], 0.99, "neural"), (day_month, DATE[lang], 0.99, "neural"))
        assert not is_tag(replaced(f"{whole}: x {day_month} -", *marks, lang=lang)[1])


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("before", "surface", "tagged"),
    [
        *(("before: ", "5/10", True), ("by: ", "7/10", True), ("before ", "5/10", False)),
        *(("date: ", "5/10", False), ("fecha: ", "5/10", False), ("exp ", "11/24", False)),
        *(("DU ", "3/10/40", True), ("contracciones: ", "3/10/40", True)),
        *(("dinámica uterina ", "3/10/40", True), ("born ", "3/10/40", False)),
    ],
)
def test_what_stands_before_a_pair_or_three_numbers_tells(
    lang: str, before: str, surface: str, tagged: bool
) -> None:
    (new,) = replaced(f"- {before}{surface} -", (surface, DATE[lang], 0.97, "neural"), lang=lang)
    assert is_tag(new) == tagged


PLACES = (
    ("en", "UNIT"),
    ("en", "LOCATION_OTHER"),
    ("en", "HOSPITAL"),
    ("en", "ORGANIZATION"),
    ("es", "HOSPITAL"),
    ("es", "INSTITUCION"),
)


@pytest.mark.parametrize(("lang", "label"), PLACES)
@pytest.mark.parametrize("surface", ["icu 11p", "ICU 7 am", "bed 2:30 pm", "L-5", "T12", "C-17"])
def test_an_hour_or_a_lettered_number_is_no_place(lang: str, label: str, surface: str) -> None:
    assert is_tag(*replaced(f"- {surface} -", (surface, label, 1.0, "neural"), lang=lang))


@pytest.mark.parametrize("lang", LANGS)
def test_minutes_are_no_age(lang: str) -> None:
    for after, tagged in (
        (" m.", True),
        ("m,", True),
        (" M.", False),
        (" m/s", False),
        ("", False),
    ):
        (new,) = replaced(f"- 80{after} ", ("80", AGE[lang], 0.96, "neural"), lang=lang)
        assert is_tag(new) == tagged, after


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("policy", ["hipaa", "hipaa-expert", "gdpr", "i2b2-2014"])
def test_whatever_an_action_reads_as_a_value_must_be_sure(lang: str, policy: str) -> None:
    for surface, label in (("11/18", DATE), ("5/10", DATE), ("95", AGE)):
        for source, tagged in (("neural", True), ("", False)):
            text = f"25.12.2018: x {surface} -"
            start = text.index(surface)
            spans = (
                Span(0, 10, DATE[lang]),
                Span(start, start + len(surface), label[lang], 0.9, source),
            )
            context = Context(b"k", lang=lang)
            done = redact(Document("a", text, spans), get_policy(policy), context)
            new = done.text[done.replaced[-1].new_start : done.replaced[-1].new_end]
            if policy == "hipaa" and surface == "5/10":
                tagged = True  # it has no year, which is all that could stay
            assert is_tag(new) == tagged, (surface, source, new)
            sure = Context(b"k", lang=lang, doubtful="surrogate")
            done = redact(Document("a", text, spans), get_policy(policy), sure)
            new = done.text[done.replaced[-1].new_start : done.replaced[-1].new_end]
            assert is_tag(new) == (policy == "hipaa" and surface == "5/10")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    "scale", ["PHQ", "MoCA", "Apgar", "Glasgow", *sorted({*EN.scales, *ES.scales})]
)
def test_what_stands_behind_a_scale_is_no_day(lang: str, scale: str) -> None:
    for between in (" ", ": ", "-9 "):
        mark = ("11/18", DATE[lang], 1.0, "neural")
        assert is_tag(*replaced(f"- {scale}{between}11/18 -", mark, lang=lang))
