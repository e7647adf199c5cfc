"""Dates: read, shifted, written to the letter."""

from __future__ import annotations

import calendar
import datetime
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote import Document, Span, get_policy, redact
from incognote.core.calendar import calendar as calendar_of
from incognote.core.calendar import weekdays_moved
from incognote.replace.date_writing import in_place_of_feast, season_of, write
from incognote.replace.dates import Habits, date_of, read, readings
from incognote.replace.policy import Options
from incognote.replace.replacement import Context
from incognote.replace.shift import days_of

_NOTE = datetime.date(2019, 3, 25)
ENGLISH = Habits(day_first=False, padded=False, year=2019, lang="en", note=_NOTE)
SPANISH = Habits(day_first=True, padded=True, year=2019, lang="es", note=_NOTE)

FORMS = [
    "%m/%d/%Y", "%d %B %Y", "%B %d, %Y", "%d-%b-%Y", "%Y-%m-%d", "%Y%m%d", "%A, %d %B %Y",
    "%b. %d, %Y", "%a %m/%d/%Y", "%d%b%Y", "%Y%m%d1022", "%m-%d-%y", "%Y.%m.%d", "%m/%d/%y",
]  # fmt: skip


@given(st.sampled_from(FORMS), st.dates(datetime.date(1990, 1, 1), datetime.date(2018, 12, 31)))
def test_reading_gives_the_date_and_writing_the_surface(form: str, date: datetime.date) -> None:
    surface = date.strftime(form)
    found = read(surface, ENGLISH)
    assert found is not None
    assert date_of(found, ENGLISH) == date
    assert write(found, date, ENGLISH) == surface


@given(
    st.sampled_from(FORMS),
    st.dates(datetime.date(1990, 1, 1), datetime.date(2016, 12, 31)),
    st.integers(-500, 500),
)
def test_another_date_is_written_in_the_same_form(
    form: str, date: datetime.date, days: int
) -> None:
    found = read(date.strftime(form), ENGLISH)
    assert found is not None
    other = date + datetime.timedelta(days)
    new = write(found, other, ENGLISH, days=days)
    again = read(new, ENGLISH)
    assert again is not None
    assert date_of(again, ENGLISH) == other
    assert [p.kind for p in again] == [p.kind for p in found]
    if "0" in (date.strftime("%m")[0], date.strftime("%d")[0]) or "%B" not in form:
        months = (date.strftime("%B"), other.strftime("%B"))
        if "May" not in months and date.strftime("%d")[0] == other.strftime("%d")[0]:
            assert new.lower() == other.strftime(form).lower() or date.day < 10 or date.month < 10 \
                or other.day < 10 or other.month < 10  # fmt: skip


def moved(surface: str, *, days: int, habits: Habits = ENGLISH) -> str:
    form = read(surface, habits)
    assert form is not None
    return write(form, readings(form, habits)[0] + datetime.timedelta(days), habits, days=days)


@pytest.mark.parametrize(
    ("surface", "days", "new"),
    [
        ("02/19/1944", 10, "02/29/1944"),
        ("2/29", 1, "3/1"),
        ("3/14/2019", 30, "4/13/2019"),
        ("MARCH 14", 30, "APRIL 13"),
        ("March 3rd", -1, "March 2nd"),
        ("the 28th", 9, "the 6th"),
        ("Tuesday, 14 May", 2, "Thursday, 16 May"),
        ("Mondays", 1, "Tuesdays"),
        ("WED", 5, "MON"),
        ("1998", 200, "1999"),
        ("'98", -200, "'97"),
        ("summer 2015", 250, "spring 2016"),
        ("Fall", 200, "Spring"),
        ("Christmas", 200, "July 13"),
        ("XMAS", 200, "JULY 13"),
        ("Easter 2018", 250, "December 7 2018"),
        ("early 2018", 200, "mid 2018"),
        ("late 2018", 200, "mid 2019"),
        ("2018-2019", 200, "2019-2020"),
        ("04MAR2019", 61, "04MAY2019"),
        ("31-May-19", 1, "1-Jun-19"),
        ("March fourth", 3, "March seventh"),
        ("201903041022", 1, "201903051022"),
    ],
)
def test_shifted(surface: str, days: int, new: str) -> None:
    assert moved(surface, days=days) == new


@pytest.mark.parametrize(
    ("surface", "days", "new"),
    [
        ("3 de marzo de 2019", 30, "2 de abril de 2019"),
        ("12/03/2019", 1, "13/03/2019"),
        ("lunes", 1, "martes"),
        ("Octubre de 2018", 61, "Diciembre de 2018"),
        ("verano de 2015", 250, "primavera de 2016"),
        ("1-XII-2018", 31, "1-I-2019"),
        ("Navidad", 200, "13 de julio"),
        ("año 1991", 200, "año 1992"),
        ("ocho de abril", 1, "nueve de abril"),
        ("8 de setembre de 2017", 30, "8 de octubre de 2017"),
    ],
)
def test_shifted_in_spanish(surface: str, days: int, new: str) -> None:
    assert moved(surface, days=days, habits=SPANISH) == new


@pytest.mark.parametrize(
    "surface",
    ["HARVEST", "13/13/2019", "2/30/2019", "2/29/2019", "2019-13-05", "20191399", "1990s", "x"],
)
def test_what_is_no_date_that_we_know_is_not_read(surface: str) -> None:
    assert read(surface, ENGLISH) is None


@pytest.mark.parametrize(
    ("surface", "habits"),
    [
        ("March 2018 2019", ENGLISH),
        ("March 3, 2018 2019", ENGLISH),
        ("winter 2018 2019", ENGLISH),
        ("marzo 2018 2019", SPANISH),
        ("3 de marzo 2018 2019", SPANISH),
        ("invierno 2018 2019", SPANISH),
    ],
)
def test_a_month_or_season_beside_two_years_is_no_one_date(surface: str, habits: Habits) -> None:
    assert read(surface, habits) is None


def said(surface: str, habits: Habits) -> dict[str, int]:
    """What a date says, by kind."""
    return {p.kind: p.number for p in read(surface, habits) or () if p.kind != "text"}


@pytest.mark.parametrize("habits", [ENGLISH, SPANISH])
@pytest.mark.parametrize("month", ["", "abril ", "abril de ", "1 abril "])
def test_two_digits_behind_an_apostrophe_are_a_year(month: str, habits: Habits) -> None:
    for mark in "'’‘":
        for year in (5, 18, 31, 98):
            assert said(f"{month}{mark}{year:02}", habits)["year"] == year


@pytest.mark.parametrize("habits", [ENGLISH, SPANISH])
def test_a_number_alone_is_a_day_of_a_month_or_else_a_year(habits: Habits) -> None:
    for number in range(1, 100):
        kind = "day" if number <= 31 else "year"
        assert said(f"{number:02}", habits) == {kind: number}
        assert said(f"enero {number:02}", habits) == {"monthname": 1, kind: number}


@pytest.mark.parametrize(
    ("habits", "full"),
    [
        (ENGLISH, {"Tues": "Tuesday", "Weds": "Wednesday", "Thur": "Thursday"}),
        (ENGLISH, {"Thurs": "Thursday", "Febr": "February", "Sept": "September", "autumn": "fall"}),
        (SPANISH, {"mi": "miércoles", "mier": "miércoles", "ju": "jueves"}),
        (SPANISH, {"set": "septiembre", "sept": "septiembre", "setiembre": "septiembre"}),
    ],
)
def test_another_form_of_a_word_says_the_same(habits: Habits, full: dict[str, str]) -> None:
    for form, word in full.items():
        assert said(form, habits) == said(word, habits) != {}


@pytest.mark.parametrize("word", ["primer", "primero", "tercer", "tercero"])
@pytest.mark.parametrize("habits", [ENGLISH, SPANISH])
def test_an_ordinal_with_its_whole_ending_counts_days_of_the_week(
    word: str, habits: Habits
) -> None:
    number = 1 if word.startswith("primer") else 3
    assert said(f"{word} lunes de abril", habits) == {"nth": number, "weekday": 1, "monthname": 4}


@pytest.mark.parametrize(
    ("first", "second", "third"),
    [
        ("1st", "2nd", "3rd"),
        ("first", "second", "third"),
        ("1º", "2º", "3º"),
        ("1.º", "2.º", "3.º"),
        ("1er", "2do", "3er"),
        ("primer", "segundo", "tercer"),
    ],
)
def test_a_counted_day_of_the_week_keeps_the_form_of_its_ordinal(
    first: str, second: str, third: str
) -> None:
    habits, rest = (ENGLISH, "Monday of April 2019") if "s" in first[-2:] else (SPANISH, "")
    rest = rest or "lunes de abril de 2019"
    assert moved(f"{first} {rest}", days=7, habits=habits) == f"{second} {rest}"
    assert moved(f"{second} {rest}", days=7, habits=habits) == f"{third} {rest}"


def test_a_spanish_ordinal_keeps_its_ending() -> None:
    for first, third in (("primer", "tercer"), ("primero", "tercero")):
        new = moved(f"{first} lunes de abril de 2019", days=14, habits=SPANISH)
        assert new == f"{third} lunes de abril de 2019"


@pytest.mark.parametrize(
    ("surface", "lang", "next_day"),
    [
        ("MWF", "en", "TThSa"),
        ("TTS", "en", "WFSu"),
        ("Tu, Th", "en", "W, F"),
        ("Sa & Su", "en", "Su & M"),
        ("L-X-V", "es", "M-J-S"),
        ("M y J", "es", "X y V"),
        ("S/D", "es", "D/L"),
    ],
)
def test_letters_of_days_move_round_the_week(surface: str, lang: str, next_day: str) -> None:
    assert weekdays_moved(surface, 1, lang) == next_day
    assert weekdays_moved(surface, 701, lang) == next_day
    back = weekdays_moved(next_day, -1, lang)
    assert back == weekdays_moved(surface, 0, lang) == weekdays_moved(surface, -700, lang)


@pytest.mark.parametrize(
    ("surface", "lang"), [("LXV", "en"), ("M, J", "en"), ("MTW", "es"), ("Sa y Su", "es")]
)
def test_letters_of_days_of_the_other_language_do_not_move(surface: str, lang: str) -> None:
    assert weekdays_moved(surface, 1, lang) == ""


def test_a_season_begins_with_the_month_that_most_of_it_follows() -> None:
    seasons = [season_of(datetime.date(2019, month, 15)) for month in range(1, 13)]
    assert seasons == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 1]


def test_one_digit_behind_a_month_and_a_dash_is_a_day_and_two_are_a_year() -> None:
    for month, habits in (("March", ENGLISH), ("marzo", SPANISH)):
        assert said(f"{month}-5", habits) == {"monthname": 3, "day": 5}
        assert said(f"{month}-05", habits) == {"monthname": 3, "year": 5}


@pytest.mark.parametrize("habits", [ENGLISH, SPANISH])
@pytest.mark.parametrize("form", ["{}/12/2019", "12/{}/2019", "{}/12", "12/{}", "2019-{}-11"])
def test_a_day_or_month_has_two_digits_at_most(form: str, habits: Habits) -> None:
    assert read(form.format("03"), habits) is not None
    for number in ("003", "0003", "00003"):
        assert read(form.format(number), habits) is None


@pytest.mark.parametrize("habits", [ENGLISH, SPANISH])
@pytest.mark.parametrize("between", "-./ ")
def test_a_roman_numeral_is_a_month_behind_a_day_alone(between: str, habits: Habits) -> None:
    numerals = "I II III IV V VI VII VIII IX X XI XII"
    for number, numeral in enumerate(numerals.split(), start=1):
        rest = f"{between}{numeral}{between}2018"
        assert said(f"1{rest}", habits) == {"day": 1, "roman": number, "year": 2018}
        assert read(rest, habits) is None


def note(id: str, *dates: str, patient: str = "", label: str = "DATE") -> Document:
    text, spans = "", []
    for date in dates:
        spans.append(Span(len(text), len(text) + len(date), label))
        text += date + " | "
    return Document(id, text, tuple(spans), {"patient": patient} if patient else {})


POLICY = get_policy("i2b2-2014")


@settings(deadline=None)  # the first call reads the tables
@given(
    st.binary(min_size=1, max_size=8),
    st.lists(st.dates(datetime.date(1950, 1, 1), datetime.date(2024, 12, 31)), min_size=2),
)
def test_intervals_stay_over_the_notes_of_a_patient(key: bytes, dates: list[datetime.date]) -> None:
    context = Context(key)
    shifts = set()
    for i, date in enumerate(dates):
        old = date.strftime("%Y-%m-%d")
        done = redact(note(f"n{i}", old, patient="p"), POLICY, context)
        new = datetime.date.fromisoformat(done.text.split(" | ")[0])
        shifts.add((new - date).days)
    assert len(shifts) == 1
    assert 184 <= abs(shifts.pop()) <= 320


def test_patients_and_keys_have_shifts_of_their_own() -> None:
    docs = [note(f"n{i}", "2019-03-04", patient=f"p{i}") for i in range(40)]
    days = [days_of(doc, Context(b"a")) for doc in docs]
    assert len(set(days)) > 20
    assert days != [days_of(doc, Context(b"b")) for doc in docs]
    assert all(day % 7 for day in days)
    weeks = [days_of(doc, Context(b"a", whole_weeks=True)) for doc in docs]
    assert not any(day % 7 for day in weeks)
    assert all(184 <= abs(day) <= 320 for day in days + weeks)


def test_a_policy_widens_the_range_of_shifts() -> None:
    wide = Options(shift_most=3650)
    docs = [note(f"n{i}", "2019-03-04", patient=f"p{i}") for i in range(200)]
    days = [abs(days_of(doc, Context(b"a", options=wide))) for doc in docs]
    assert max(days) > 3000
    assert min(days) >= 184
    assert all(45 <= day % 365.2425 <= 321 for day in days)  # months and seasons move
    assert len(wide.shifts) > 10 * len(Options().shifts)


def test_unreadable_dates_are_tagged_and_counted() -> None:
    done = redact(note("a", "HARVEST", "3/14/2019", "1990s"), POLICY, Context(b"k"))
    assert done.text.startswith("[DATE] | ")
    assert [change.unread for change in done.replaced] == [True, False, True]


def test_the_note_tells_the_order_of_day_and_month() -> None:
    british = redact(note("a", "25/12/2018", "03/04/2019"), POLICY, Context(b"k"))
    first, second = (
        datetime.datetime.strptime(text, "%d/%m/%Y") for text in british.text.split(" | ")[:2]
    )
    assert (second - first).days == 99
    american = redact(note("a", "12/25/2018", "03/04/2019"), POLICY, Context(b"k"))
    first, second = (
        datetime.datetime.strptime(text, "%m/%d/%Y") for text in american.text.split(" | ")[:2]
    )
    assert (second - first).days == 69


def test_the_weekday_is_right_for_the_new_date() -> None:
    for key in range(30):
        done = redact(note("a", "Monday, 4 March 2019"), POLICY, Context(bytes([key])))
        new = done.text.split(" | ")[0]
        assert datetime.datetime.strptime(new, "%A, %d %B %Y").strftime("%A") in new


@pytest.mark.parametrize("date", ["9/4", "09-04-24", "09/04/2024", "9.4.2024"])
def test_a_short_name_of_a_month_and_a_weekday_before_numbers_is_the_weekday(date: str) -> None:
    (_, new), days = marked_moved(f"Visto el {{10/04/2024}}, {{mar {date}}}", "es")
    there = datetime.date(2024, 4, 9) + datetime.timedelta(days)
    weekday, _, rest = new.partition(" ")
    assert weekday == calendar_of("es").names[0].weekdays[1][there.weekday()]
    assert [int(number) for number in re.findall(r"\d+", rest)][:2] == [there.day, there.month]
    assert said("mar 9", SPANISH) == {"monthname": 3, "day": 9}


def test_every_day_in_words_is_read_and_written() -> None:
    for habits in (ENGLISH, SPANISH):
        for number, word in enumerate(calendar_of(habits.lang).day_words, start=1):
            assert said(word, habits) == {"dayword": number}
            assert moved(word, days=0, habits=habits) == word


def test_letters_that_scanning_put_for_digits_are_read() -> None:
    done = redact(note("a", "10/O5/2O18", "1O/l2/18"), POLICY, Context(b"k"))
    assert not any(change.unread for change in done.replaced)
    assert "O" not in done.text


def test_a_day_with_an_ending_has_no_zero_in_a_note_that_pads_its_dates() -> None:
    assert moved("28th", days=9, habits=Habits(False, True, 2019, "en", _NOTE)) == "6th"


def marked_moved(text: str, lang: str = "en", key: int = 1) -> tuple[list[str], int]:
    """The dates between braces moved, and by how many days."""
    spans, plain = [], ""
    for i, piece in enumerate(text.replace("}", "{").split("{")):
        if i % 2:
            label = "DATE" if lang == "en" else "FECHAS"
            spans.append(Span(len(plain), len(plain) + len(piece), label))
        plain += piece
    doc, context = Document("a", plain, tuple(spans)), Context(bytes([key]), lang=lang)
    done = redact(doc, get_policy("all").with_action("surrogate"), context)
    return [done.text[r.new_start : r.new_end] for r in done.replaced], days_of(doc, context)


@pytest.mark.parametrize(
    ("text", "lang", "date"),
    [
        ("{02/13/2025}, due {the 20th}", "en", datetime.date(2025, 2, 20)),
        ("{02/13/2025}, next {Mon 17th}", "en", datetime.date(2025, 2, 17)),
        ("born {1/31/1958}, seen {2/26/2025}, due {the 3rd}", "en", datetime.date(2025, 3, 3)),
        ("{12/2/25}, viene el {viernes 14}", "es", datetime.date(2025, 2, 14)),
        ("{12/02/2019}, {martes 19}", "es", datetime.date(2019, 2, 19)),
    ],
)
def test_a_day_without_its_month_lies_near_the_notes_date(
    text: str, lang: str, date: datetime.date
) -> None:
    for key in range(6):
        new, days = marked_moved(text, lang, key)
        there = date + datetime.timedelta(days)
        assert re.findall(r"\d+", new[-1]) == [str(there.day)], new


@pytest.mark.parametrize("key", range(6))
def test_the_end_of_a_range_of_years_is_a_year(key: int) -> None:
    (first, last), _ = marked_moved("Marines {2016}-{20}", key=key)
    assert int(last) - int(first) % 100 == 4


@pytest.mark.parametrize("key", range(6))
def test_two_months_stay_as_far_apart(key: int) -> None:
    (_, new), _ = marked_moved("{3/4/2024}, travels {Feb-Apr}", key=key)
    months = list(calendar.month_abbr)[1:]
    first, last = (months.index(month) for month in new.split("-"))
    assert (last - first) % 12 == 2


def test_the_day_of_the_week_tells_the_order() -> None:
    (new, *_), days = marked_moved("{Tuesday 2/6/98}, again {3/6}")
    there = datetime.date(1998, 6, 2) + datetime.timedelta(days)
    assert new == f"{there:%A} {there.day}/{there.month}/{there:%y}"


@pytest.mark.parametrize("scores", [("10/17",), ("10/17", "11/18", "9/21")])
@pytest.mark.parametrize("told", ["Wed 19/9", "19/09/2018", "19.9.18"])
def test_pairs_that_may_be_scores_do_not_turn_the_order_of_the_dates(
    told: str, scores: tuple[str, ...]
) -> None:
    surfaces = ("08/09/2018", "09/09/2018", "12/09/2018", told, *scores)
    done = redact(note("a", *surfaces), POLICY, Context(b"k"))
    first, *others = (
        datetime.datetime.strptime(text, "%d/%m/%Y") for text in done.text.split(" | ")[:3]
    )
    assert [(other - first).days for other in others] == [1, 4]


def test_a_month_with_a_year_that_is_no_day_is_one() -> None:
    (_, new), _ = marked_moved("visto 16/07/2023, caduca {23/7} {11/24}", "es")
    month, year = map(int, new.split("/"))
    assert 1 <= month <= 12
    assert year in (24, 25, 23)


@pytest.mark.parametrize("year", [1999, 2019, 2025])
def test_a_year_that_lies_too_far_ahead_is_a_day(year: int) -> None:
    habits = Habits(day_first=True, padded=True, year=year, lang="es")
    for number in range(13, 32):
        near = number <= year % 100 + 8  # what is dated in 2025 may expire in 2033
        assert said(f"10/{number}", habits) == {"month": 10, "year" if near else "day": number}


@pytest.mark.parametrize(
    ("before", "parts"),
    [
        ("la ", ("primera quincena", "segunda quincena")),
        ("los ", ("primeros días", "últimos días")),
        ("las ", ("primeras semanas", "últimas semanas")),
    ],
)
def test_the_first_fortnight_of_a_month_is_its_first_fifteen_days(
    before: str, parts: tuple[str, str]
) -> None:
    for day in range(1, 32):
        date = datetime.date(2019, 3, day)
        told = in_place_of_feast(date, SPANISH, before, several_days=True)
        assert told == f"{parts[day > 15]} de marzo"


@pytest.mark.parametrize(
    ("before", "form"),
    [
        ("el ", r"\d{1,2} de [a-z]+"),
        ("en ", r"[a-z]+"),
        ("los ", r"(?:primeros|últimos) días de [a-z]+"),
        ("desde ", r"(?:principios|mediados|finales) de [a-z]+"),
    ],
)
def test_a_feast_goes_with_the_word_before_it(before: str, form: str) -> None:
    for key in range(6):
        (new,), _ = marked_moved(f"{before}{{carnavales}}", "es", key)
        assert re.fullmatch(form, new), new
    (new,), _ = marked_moved("on {Christmas}")
    assert re.fullmatch(r"[A-Z][a-z]+ \d{1,2}", new)


@pytest.mark.parametrize(
    ("lang", "surface", "after", "form"),
    [
        ("es", "los jueves 4 pm", "", "los (?:[a-záé]+s) 4 pm"),
        ("es", "jueves 4", " pm", "[a-záé]+ 4"),
        ("es", "jueves a las 16:30", "", "[a-záé]+ a las 16:30"),
        ("es", "jueves 16:30", "", "[a-záé]+ 16:30"),
        ("es", "lunes y jueves 8 hs", "", "[a-záé]+ y [a-záé]+ 8 hs"),
        ("en", "Thursday at 4", "", "[A-Z][a-z]+day at 4"),
        ("en", "Thursdays 4pm", "", "[A-Z][a-z]+days 4pm"),
        ("en", "3/12/2024 4 pm", "", r"\d{1,2}/\d{1,2}/202[345] 4 pm"),
    ],
)
def test_the_hour_stays(lang: str, surface: str, after: str, form: str) -> None:
    label = "FECHAS" if lang == "es" else "DATE"
    policy = get_policy("all").with_action("surrogate")
    for key in range(12):
        doc = Document("a", surface + after, (Span(0, len(surface), label),))
        new = redact(doc, policy, Context(bytes([key]), lang=lang)).text
        assert re.fullmatch(form + after, new), new
        assert new != surface + after


@pytest.mark.parametrize(("before", "surface"), [("", "los jueves"), ("los ", "jueves")])
def test_days_of_every_week_stay_several(before: str, surface: str) -> None:
    policy = get_policy("all").with_action("surrogate")
    for key in range(12):
        doc = Document("a", before + surface, (Span(len(before), len(before + surface), "FECHAS"),))
        new = redact(doc, policy, Context(bytes([key]), lang="es")).text
        assert re.fullmatch("los [a-zé]+s|los sábados", new), new
