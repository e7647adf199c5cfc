import pickle
import re
from dataclasses import replace

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.core.errors import ConfigError
from incognote.core.labels import LABELS, our_type
from incognote.replace.policy import OVERRIDES, POLICIES, Options, Policy, path_of, read_policy
from incognote.replace.replacement import Context

ALL_TRADES = replace(
    get_policy("hipaa"), options=replace(get_policy("hipaa").options, rare_professions="keep")
)


@pytest.mark.parametrize(
    ("label", "surface", "leaves"),
    [
        ("PATIENT", "Maria", True),
        ("DOCTOR", "Okafor", True),
        ("HOSPITAL", "Mercy", True),
        ("STATE", "Ohio", False),
        ("COUNTRY", "Haiti", False),
        ("PAIS", "España", False),
        ("PROFESSION", "welder", False),
        ("SEXO_SUJETO_ASISTENCIA", "Mujer", False),
        ("AGE", "54", False),
        ("AGE", "89", False),
        ("AGE", "90", True),
        ("AGE", "6 month", False),
        ("AGE", "fifty-two", False),
        ("AGE", "ninety-two", True),
        ("AGE", "fifty-odd", True),  # not understood: leaves the text
        ("AGE", "80s", False),
        ("AGE", "90s", True),
        ("AGE", "89+", True),
        ("EDAD_SUJETO_ASISTENCIA", "70 años", False),
        ("EDAD_SUJETO_ASISTENCIA", "91 años", True),
        ("DATE", "2009", False),
        ("DATE", "3/14/2019", True),
        ("DATE", "March 2019", True),
        ("FECHAS", "2009", False),
        ("ZIP", "44107", True),
        ("TERRITORIO", "Utrera", True),
    ],
)
def test_hipaa(label, surface, leaves):
    span = Span(0, len(surface), label)
    assert get_policy("hipaa").removes(span, surface) is leaves
    assert get_policy("all").removes(span, surface)


def test_apply_keeps_the_spans_that_leave():
    doc = Document("a", "54 in Ohio with Ann", (Span(0, 2, "AGE"), Span(16, 19, "PATIENT")))
    assert [s.label for s in get_policy("hipaa").apply(doc).spans] == ["PATIENT"]


def test_an_unknown_policy_is_refused():
    with pytest.raises(ConfigError, match=r"no policy 'hippa'\. Did you mean 'hipaa'"):
        get_policy("hippa")


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_policies_that_ship_are_valid_and_explicit(name):
    policy = read_policy(path_of(name))
    assert policy.name == name
    assert policy == get_policy(name)
    assert {label for label, _ in policy.rows()} >= set(LABELS)
    assert pickle.loads(pickle.dumps(policy)) == policy


@pytest.mark.parametrize(
    ("name", "label", "action"),
    [
        ("hipaa", "ZIP", "generalise"),
        ("hipaa", "EDAD_SUJETO_ASISTENCIA", "generalise"),
        ("hipaa", "NOMBRE_PERSONAL_SANITARIO", "tag"),
        ("limited-data-set", "FECHAS", "keep"),
        ("limited-data-set", "STREET", "tag"),
        ("limited-data-set", "TERRITORIO", "keep"),
        ("i2b2-2014", "HOSPITAL", "surrogate"),
        ("i2b2-2014", "FECHAS", "shift"),
        ("gdpr", "ID_SUJETO_ASISTENCIA", "hash"),
        ("gdpr", "NOMBRE_SUJETO_ASISTENCIA", "surrogate"),
        ("gdpr", "FAMILIARES_SUJETO_ASISTENCIA", "tag"),
        ("gdpr", "SEXO_SUJETO_ASISTENCIA", "keep"),
    ],
)
def test_actions(name, label, action):
    assert dict(get_policy(name).rows())[label] == action


def test_a_label_without_a_line_leaves_the_text():
    policy = Policy("mine", "", {"DATE": "keep"})
    assert policy.removes(Span(0, 1, "PATIENT"), "x")
    assert not policy.removes(Span(0, 1, "FECHAS"), "x")


@pytest.mark.parametrize(
    ("option", "label", "surface"),
    [
        ("years", "DATE", "2009"),
        ("weekdays", "DATE", "Mondays"),
        ("weekdays", "FECHAS", "miércoles"),
        ("ages", "AGE", "54"),
        ("departments", "UNIT", "MICU"),
        ("nationalities", "COUNTRY", "Haitian"),
    ],
)
def test_options_let_some_marks_stay(option, label, surface):
    span = Span(0, len(surface), label)
    for value, leaves in (("keep", False), ("remove", True)):
        policy = Policy("mine", "", options=Options(**{option: value}))
        assert policy.removes(span, surface) is leaves
    assert Policy("mine", "").removes(Span(0, 7, label), "7 West.")


@pytest.mark.parametrize(
    "surface",
    [
        *("54", "40s", "5-month-old", "45M", "70 años", "3 ddv", "61 urte", "5 wk 4 d", "4 y 6 m"),
        *(
            "12 años y 2 meses",
            "21 a 5 m",
            "sixty-two",
            "SIXTY-TWO",
            "fifty-two-year-old",
            "early fifties",
        ),
        *("eighties", "cuarenta y dos años"),
    ],
)
def test_plain_ages_stay_where_ages_may(surface):
    assert not get_policy("hipaa").removes(Span(0, len(surface), "AGE"), surface)


NO_PLAIN_AGES = (
    *(
        "94 y 6 m",
        "6 m 94 y",
        "4 y 6",
        "7 MAR 12 y",
        "12 and 14",
        "3 Smith 4 y",
        "ninety-one",
        "nineties",
    ),
    *("noventa y un años", "ten Smith", "one hundred", "ciento dos años", "a", "March"),
)


@pytest.mark.parametrize(
    "surface", ["07 MAR", "lot 61", "Navajo Rte 9", "90", "54+", *NO_PLAIN_AGES]
)
def test_what_is_no_plain_age_leaves_though_it_was_taken_for_one(surface):
    assert get_policy("hipaa").removes(Span(0, len(surface), "AGE"), surface)


@pytest.mark.parametrize("digits", [3, 4, 20, 5000])
def test_a_number_too_long_for_an_age_leaves(digits: int) -> None:
    for surface in ("1" * digits, "1" * digits + " años"):
        assert get_policy("hipaa").removes(Span(0, len(surface), "AGE"), surface)


def test_a_number_of_a_place_is_no_age():
    for text, leaves in (("lot 61", True), ("Apt. 61", True), ("aged 61", False)):
        span = Span(len(text) - 2, len(text), "AGE")
        assert get_policy("hipaa").removes(span, text) is leaves


def test_years_that_tell_of_an_age_over_89_leave():
    policy = get_policy("hipaa")
    assert policy.removes(Span(0, 4, "DATE"), "1931")
    assert not policy.removes(Span(0, 4, "DATE"), "1975")


@pytest.mark.parametrize(
    ("label", "form"),
    [("DATE", "{}"), ("FECHAS", "{}"), ("FECHAS", "año {}"), ("FECHAS", "AÑO {}")],
)
def test_a_year_stays_or_leaves_however_it_is_introduced(label: str, form: str) -> None:
    for year, leaves in ((1931, True), (1975, False), (2009, False)):
        surface = form.format(year)
        assert get_policy("hipaa").removes(Span(0, len(surface), label), surface) is leaves


@pytest.mark.parametrize("label", LABELS)
def test_a_word_for_a_nationality_stays_as_a_place_alone(label: str) -> None:
    policy = Policy("mine", "", options=Options(nationalities="keep"))
    stays = LABELS[label].category == "LOCATION" and our_type(label) != "UNIT"
    assert policy.removes(Span(0, 7, label), "Haitian") is not stays


def test_honorifics_go_with_the_name_where_asked():
    doc = Document("a", "seen by Dr. Ruiz in Ohio", (Span(12, 16, "DOCTOR"),))
    policy = Policy("mine", "", options=Options(honorifics="remove"))
    assert redact(doc, policy).text == "seen by [DOCTOR] in Ohio"
    assert [(s.start, s.end) for s in policy.apply(doc).spans] == [(8, 16)]
    assert redact(doc, get_policy("all")).text == "seen by Dr. [DOCTOR] in Ohio"


def test_one_action_for_all_leaves_what_stays():
    policy = get_policy("hipaa").with_action("mask")
    assert not policy.removes(Span(0, 4, "STATE"), "Ohio")
    assert not policy.removes(Span(0, 2, "AGE"), "54")
    assert policy.action(Span(0, 5, "ZIP"), "44107") == "mask"
    with pytest.raises(ConfigError, match=r"no replacement 'surogate'\. Did you mean 'surrogate'"):
        policy.with_action("surogate")


@pytest.mark.parametrize("action", OVERRIDES)
@pytest.mark.parametrize("default", ["keep", "tag", "mask", "surrogate", "hash"])
def test_one_action_for_all_is_also_that_of_a_mark_mistaken_for_what_stays(
    default: str, action: str
) -> None:
    policy = Policy("mine", "", {"STATE": "keep"}, default).with_action(action)
    assert policy.action(Span(0, 8, "STATE"), "DC 14471") == action
    assert policy.action(Span(0, 4, "STATE"), "Ohio") == "keep"
    assert policy.action(Span(0, 5, "CITY"), "Leeds") == ("keep" if default == "keep" else action)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[labels]\nPATEINT = "tag"', "no label 'PATEINT'. Did you mean 'PATIENT'"),
        ('[labels]\nPATIENT = "tagg"', "no action 'tagg'. Did you mean 'tag'"),
        ('[labels]\nPATIENT = "shift"', "'shift' is for DATE only"),
        ('[labels]\nSTATE = "generalise"', "'generalise' is for DATE, AGE, ZIP only"),
        ('default = "shift"', "'shift' is for DATE only"),
        ('[options]\nweekday = "keep"', "no setting 'weekday'. Did you mean 'weekdays'"),
        ('[options]\nweekdays = "yes"', "'weekdays' must be 'keep' or 'remove', not 'yes'"),
        ('[options]\nold_age = "90"', "old_age must be int"),
        ("[options]\nold_age = -1", "'old_age' must be 0 or more, not -1"),
        ('[options]\nsmall_zip_areas = ["36"]', "must be a list of three digits each"),
        ("[options]\nshift_least = 30", "'shift_least' must be 184 days or more"),
        ("[options]\nshift_most = 200", "leave fewer than 100 numbers of days"),
        ("colour = 1", "no setting 'colour'"),
        ("[labels", "is not valid TOML"),
    ],
)
def test_files_that_say_no_policy_are_refused(tmp_path, text, message):
    path = tmp_path / "custom.toml"
    path.write_text(f'name = "x"\ndescription = "y"\n{text}\n')
    with pytest.raises(ConfigError, match=re.escape(message)) as raised:
        get_policy(str(path))
    assert "custom.toml" in str(raised.value)


def test_a_file_of_ones_own(tmp_path):
    path = tmp_path / "custom.toml"
    path.write_text('name = "mine"\ndescription = "y"\n[labels]\nDATE = "keep"\n')
    assert get_policy(str(path)).removes(Span(0, 3, "CITY"), "abc")
    with pytest.raises(ConfigError, match="cannot be read"):
        get_policy(str(tmp_path / "none.toml"))


def test_a_site_gives_a_newer_list_of_small_zip_areas(tmp_path):
    path = tmp_path / "custom.toml"
    text = path_of("hipaa").read_text()
    path.write_text(text + 'small_zip_areas = ["441"]\n')
    shown = {}
    for policy in (get_policy(str(path)), get_policy("hipaa")):
        for zip in ("44107", "03601"):
            doc = Document("a", zip, (Span(0, 5, "ZIP"),))
            shown[policy.options.small_zip_areas, zip] = redact(doc, policy).text
    assert list(shown.values()) == ["000", "036", "441", "000"]


def test_a_number_taken_for_a_state_or_a_country_does_not_stay():
    policy = get_policy("hipaa")
    for label, surface in (("STATE", "DC 14471"), ("COUNTRY", "MG 41882")):
        assert policy.action(Span(0, len(surface), label), surface) == policy.default
    assert policy.action(Span(0, 4, "STATE"), "Ohio") == "keep"


@pytest.mark.parametrize("now", [2026, 2027, 2040])
def test_years_of_people_of_90_leave_in_any_year(now: int, monkeypatch) -> None:
    import datetime

    from incognote.replace import policy_options as module

    class Clock(datetime.date):
        @classmethod
        def today(cls):
            return cls(now, 1, 1)

    monkeypatch.setattr(module.datetime, "date", Clock)
    hipaa = get_policy("hipaa")
    for age, leaves in ((89, False), (90, True), (104, True)):
        year = str(now - age)
        assert hipaa.removes(Span(0, 4, "DATE"), year) is leaves, year
        full = f"3/4/{year}"
        done = redact(Document("a", full, (Span(0, len(full), "DATE"),)), hipaa).text
        assert done == ("[DATE]" if leaves else year)
    fixed = replace(hipaa, options=replace(hipaa.options, oldest_year=2041))
    assert fixed.removes(Span(0, 4, "DATE"), "2040")
    assert not fixed.removes(Span(0, 4, "DATE"), "2041")


@pytest.mark.parametrize(
    ("surface", "leaves"),
    [
        ("lawyer", False),
        ("School Bus Driver", False),
        ("Retired roofer", False),
        ("VA nurse", False),
        ("Director of Nursing", False),
        ("BronxWorks lawyer", True),
        ("guarda Mojama", True),
        ("Agricultor de Monegros", True),
        ("baker at Kroger", True),
        ("Priest of St Anne", True),
    ],
)
def test_an_occupation_with_a_name_in_it_does_not_stay(surface: str, leaves: bool) -> None:
    span = Span(0, len(surface), "PROFESSION")
    assert ALL_TRADES.removes(span, surface) is leaves


@pytest.mark.parametrize(
    ("before", "leaves"),
    [("", False), ("Occupation: ", False), ("Lives alone. ", False), ("works as ", True)],
)
def test_a_capital_within_a_sentence_makes_an_occupation_a_name(before: str, leaves: bool) -> None:
    text = f"{before}Walmart cashier"
    assert ALL_TRADES.removes(Span(len(before), len(text), "PROFESSION"), text) is leaves


@pytest.mark.parametrize("policy", ["hipaa", "hipaa-expert"])
@pytest.mark.parametrize(
    ("label", "surface", "leaves"),
    [
        ("PROFESSION", "Retired welder", False),
        ("PROFESSION", "Retired.", False),
        ("PROFESSION", "self-employed", False),
        ("PROFESSION", "nurse", False),
        ("PROFESSION", "truck drivers", False),
        ("PROFESSION", "teacher (retired)", True),  # not read, so it goes
        ("PROFESSION", "welder of church bells", True),
        ("PROFESSION", "lighthouse keeper", True),
        ("PROFESSION", "drives a hearse", True),
        ("PROFESION", "camionero jubilado", False),
        ("PROFESION", "campanera", True),
    ],
)
def test_of_occupations_those_that_few_have_leave(
    policy: str, label: str, surface: str, leaves: bool
) -> None:
    assert get_policy(policy).removes(Span(0, len(surface), label), surface) is leaves


def test_among_dates_that_move_no_day_of_the_week_and_no_year_stays() -> None:
    kept = Options(weekdays="keep", years="keep")
    for action, leaves in (("shift", True), ("surrogate", True), ("tag", False)):
        policy = Policy("mine", "", {"DATE": action}, options=kept)
        for surface in ("Monday", "2019"):
            assert policy.removes(Span(0, len(surface), "DATE"), surface) is leaves


@pytest.mark.parametrize(
    ("surface", "leaves"),
    [
        ("Ohio", False),
        ("OH", False),
        ("N.Y.", False),
        ("W. Va.", False),
        ("S.  Dakota", False),
        ("New York State", False),
        ("State of Ohio", False),
        ("American Samoa", False),
        ("Fremont County", True),
        ("JEFFERSON CO", True),
        ("Iberia Parish", True),
        ("northern Ohio", True),
        ("Ontario", True),
    ],
)
def test_safe_harbor_keeps_states_and_nothing_below(surface: str, leaves: bool) -> None:
    span = Span(0, len(surface), "STATE")
    for name in ("hipaa", "limited-data-set"):
        assert get_policy(name).removes(span, surface) is leaves
        assert get_policy(name).with_action("surrogate").removes(span, surface) is leaves
    ours = Policy("ours", "states and provinces stay", {"STATE": "keep"})
    assert not ours.removes(span, surface)


@pytest.mark.parametrize("text", ["Age 93, born 4/9/1931, seen 3/14/2025", "93, 4/9/31, 3/14/25"])
def test_surrogates_tell_no_age_that_safe_harbor_hides(text: str) -> None:
    found = {"93": "AGE", "4/9/1931": "DATE", "4/9/31": "DATE", "3/14/2025": "DATE"}
    spans = [
        Span(text.index(surface), text.index(surface) + len(surface), label)
        for surface, label in found.items()
        if surface in text
    ]
    policy = get_policy("hipaa").with_action("surrogate")
    done = redact(Document("a", text, tuple(spans)), policy, Context(b"a key")).text
    assert "90+" in done
    assert "[DATE]" in done
    assert "3/14/2025" not in done
    assert not re.search(r"\b9\d\b(?!\+)|19[0-3]\d", done)


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_no_policy_that_ships_leaves_what_points_at_one_person(name: str) -> None:
    assert get_policy(name).direct == ()


@pytest.mark.parametrize("label", ["PATIENT", "DOCTOR", "PHONE", "MRN", "STREET", "URL"])
def test_labels_that_stay_though_they_point_at_one_person_are_known(label: str) -> None:
    assert label in Policy("mine", "", {label: "keep"}).direct
    assert Policy("mine", "", {label: "tag", "CITY": "keep"}).direct == ()
    assert label in Policy("mine", "", default="keep").direct
