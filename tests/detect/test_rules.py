from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.core.document import Document
from incognote.core.errors import ConfigError
from incognote.core.pipeline import Settings
from incognote.detect.rules import Rule, RuleDetector, checks, from_settings, load_rules, row
from timing import in_line

YEAR = Rule("year", "DATE", r"(?:19|20)\d\d")
NAME = Rule("name", "DOCTOR", r"Dr\. (?P<phi>\pL+)")


def surfaces(rule: Rule, text: str) -> list[str]:
    return [
        text[span.start : span.end]
        for span in RuleDetector([rule]).detect([Document("a", text)])[0]
    ]


def test_a_span_has_label_score_and_source() -> None:
    (span,) = RuleDetector([NAME]).detect([Document("a", "seen by Dr. Ruiz")])[0]
    assert (span.start, span.end, span.label, span.score) == (12, 16, "DOCTOR", NAME.score)
    assert span.source == "rules/name"


@pytest.mark.parametrize("text", ["é2009", "2009é", "x2009", "2009x", "12009", "20091", "２2009"])
def test_a_mark_never_cuts_a_run_of_letters_or_digits(text: str) -> None:
    assert surfaces(YEAR, text) == []


@pytest.mark.parametrize("text", ["(2009)", "«2009»", "since 2009, well", "2009\n", "—2009—"])
def test_a_mark_may_stand_between_any_other_characters(text: str) -> None:
    assert surfaces(YEAR, text) == ["2009"]


def test_accents_belong_to_the_word() -> None:
    assert surfaces(NAME, "Dr. Núñez-Ó") == ["Núñez"]
    assert surfaces(Rule("word", "CITY", "Le"), "Leés Le") == ["Le"]


def test_a_match_that_cuts_a_word_does_not_hide_the_next() -> None:
    assert surfaces(YEAR, "20091 2010") == ["2010"]


@pytest.mark.parametrize(
    "before", ["🫀🫁 ", "é", "\u202bمريض\u202c ", "a\u0301 ", "\x00\x00 ", "\ufeff"]
)
def test_offsets_count_code_points(before: str) -> None:
    text = f"{before} Dr. Ruiz"
    (span,) = RuleDetector([NAME]).detect([Document("a", text)])[0]
    assert text[span.start : span.end] == "Ruiz"


def test_several_groups_are_several_marks() -> None:
    rule = Rule("range", "DATE", r"(?P<phi1>\d/\d)-(?P<phi2>\d/\d)")
    assert surfaces(rule, "3/1-3/4 and 5/1-5/2") == ["3/1", "3/4", "5/1", "5/2"]


def test_a_group_that_took_no_part_marks_nothing() -> None:
    assert surfaces(Rule("either", "DATE", r"(?P<phi1>a\d)|(?P<phi2>b\d)"), "b2 a1") == ["b2", "a1"]


def test_context_behind_a_mark_serves_as_context_before_the_next() -> None:
    assert surfaces(Rule("field", "MRN", r"\|(?P<phi>\d+)\|"), "|12|34|56|") == ["12", "34", "56"]


def test_check_refuses_a_surface() -> None:
    rule = Rule("even", "MRN", r"\d+", check=lambda surface: int(surface) % 2 == 0)
    assert surfaces(rule, "3 4 5 6") == ["4", "6"]


def test_unless_before_and_after_see_what_stands_around() -> None:
    rule = Rule("date", "DATE", r"\d/\d", unless_before="(?:bp|pain) ", unless_after=" (?:mg|Ñ)")
    assert surfaces(rule, "BP 1/2, 3/4 mg, 5/6 ñ, 7/8") == ["7/8"]


def test_unless_before_sees_far_enough_and_no_farther_than_a_clause() -> None:
    rule = Rule("number", "MRN", r"\d{4}", unless_before=r"fax[^\d]*")
    assert surfaces(rule, "fax " + "é" * 10 + " 1234") == []
    assert surfaces(rule, "fax " + "é" * 400 + " 1234") == ["1234"]


def test_the_context_of_several_groups_stands_around_all_of_them() -> None:
    rule = Rule("range", "DATE", r"(?P<phi1>\d)-(?P<phi2>\d)", unless_after="-", unless_before="x")
    assert surfaces(rule, "1-2") == ["1", "2"]
    assert surfaces(rule, "x1-2") == []


def test_splits_lets_a_mark_end_between_digit_and_letter() -> None:
    age = Rule("age", "AGE", r"(?P<phi>\d\d)yo", splits=True)
    assert surfaces(age, "pt61yo, 161yo") == ["61"]
    assert surfaces(Rule("age", "AGE", r"(?P<phi>\d\d)yo"), "61yo") == []


def test_empty_note() -> None:
    assert RuleDetector(load_rules("en")).detect([Document("a", "")]) == [[]]


def test_a_lone_surrogate_is_an_error_and_no_skipped_character() -> None:
    with pytest.raises(UnicodeEncodeError):
        RuleDetector([YEAR]).detect([Document("a", "2009 \ud800")])


@pytest.mark.parametrize("field", ["pattern", "unless_before", "unless_after"])
def test_a_bad_pattern_names_the_row(field: str) -> None:
    fields = {"pattern": "a", field: "(?=b)"}
    with pytest.raises(ConfigError, match="rule 'odd'"):
        RuleDetector([Rule("odd", "DATE", **fields)])


def test_a_bad_pattern_among_tested_rows_is_told_before_a_note_is_read() -> None:
    with pytest.raises(ConfigError, match="rule 'odd'"):
        RuleDetector([YEAR, Rule("odd", "DATE", "(?=b)")], tested=True)


@pytest.mark.usefixtures("invented")
def test_rows_of_packs_that_ship_wait_for_a_note_and_those_of_others_do_not() -> None:
    assert not any(from_settings(Settings("en"))._compiled)
    others = from_settings(Settings("xx"))
    assert others.rules
    assert all(others._compiled)


def test_rows_of_a_pack_are_compiled_for_notes_that_may_match_them() -> None:
    detector = RuleDetector([NAME, YEAR], tested=True)
    assert detector._compiled == [None, None]
    (span,) = detector.detect([Document("a", "in 2009")])[0]
    assert span.label == YEAR.label
    assert detector._compiled[0] is None


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ConfigError, match="'tlh'"):
        load_rules("tlh")


def test_settings_choose_the_language() -> None:
    assert from_settings(Settings(lang="en")).rules == load_rules("en")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_tables_survive_pickling(lang: str) -> None:
    detector = from_settings(Settings(lang=lang))
    assert pickle.loads(pickle.dumps(detector)).rules == detector.rules


def test_survives_pickling() -> None:
    rules = [rule for rule in load_rules("en") if rule.name in {"date-iso", "email"}]
    detector = pickle.loads(pickle.dumps(RuleDetector(rules)))
    (date, mail) = detector.detect([Document("a", "2019-03-14 a.ruiz@example.org")])[0]
    assert (date.label, mail.label) == ("DATE", "EMAIL")


@pytest.mark.parametrize(
    "unit",
    [
        "1/",
        "1-",
        "(",
        "a ",
        "Aa ",
        "Dr. ",
        "Dr. A",
        "555-",
        "MRN: ",
        "MRN A-",
        "1.1.",
        "12 March ",
        "A.",
        "\x00",
    ],
)
def test_work_grows_in_proportion_to_the_text(unit: str) -> None:
    detector = RuleDetector(load_rules("en"))

    def work(size: int) -> Callable[[], object]:
        return partial(detector.detect, [Document("a", unit * (size // len(unit)))])

    work(10_000)()  # the automata of RE2 are built as they are met
    assert in_line(work, 12_500)


@given(st.text(alphabet="aÉ 12/-.\n|Dr🫀", max_size=80))
def test_spans_lie_in_the_text_and_are_sorted(text: str) -> None:
    spans = SHARED.detect([Document("a", text)])[0]
    assert spans == sorted(spans)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)


SHARED = RuleDetector(load_rules("en"))


@pytest.mark.parametrize(
    ("check", "good", "bad"),
    [
        (checks.is_month_day, ["3/14", "25/12", "2-29"], ["13/32", "31/4", "0/5", "5/0"]),
        (
            checks.is_numeric_date,
            ["3/14/2019", "2019-03-14", "25.12.19"],
            ["2019-14-31", "1/2", "40/1/09"],
        ),
        (checks.is_compact_date, ["20190314", "19000101"], ["20191314", "10190314"]),
        (checks.is_luhn, ["4111 1111 1111 1111"], ["4111 1111 1111 1112", "0000 0000"]),
        (
            checks.is_date,
            ["31/12/2019", "2019-02-28", "02/29/2020", "1.2.99"],
            ["31/13/45", "2019-02-30", "29/02/2019", "1.2", "1/2/1850"],
        ),
        (checks.is_day_and_month, ["29/02", "3-12"], ["30/2", "12/13", "1/2/3"]),
        (checks.has_digits(7, 15), ["91 530 77 14"], ["123 45", "1234567890123456"]),
        (checks.no_word_of("turno baja"), ["Auxiliar de vuelo"], ["de Baja laboral"]),
        (
            checks.is_iban,
            ["GB82 WEST 1234 5698 7654 32", "ES91 2100 0418 4502 0005 1332"],
            ["GB82 WEST 1234 5698 7654 33", "ES92 2100 0418 4502 0005 1332"],
        ),
        (checks.is_verhoeff, ["2341 2341 2346"], ["2341 2341 2347"]),
        (checks.is_ip_address, ["10.2.0.17", "2001:db8::1"], ["10.2.0.256", "1:2:3"]),
    ],
)
def test_checks(check, good: list[str], bad: list[str]) -> None:
    assert [surface for surface in good if not check(surface)] == []
    assert [surface for surface in bad if check(surface)] == []


@pytest.mark.parametrize("cases", [("room 4",), ("<AGE>44</AGE>", "<DATE>1999</DATE>")])
def test_a_row_has_the_one_label_of_its_cases(cases: tuple[str, ...]) -> None:
    assert row("age", r"\d+", "<AGE>44</AGE>", "room 4").label == "AGE"
    with pytest.raises(ValueError, match="rule 'age': its cases have"):
        row("age", r"\d+", *cases)
